"""What each score would be at every cutoff: list A as a line, list B as a dashed one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from metrics.catalog import METRICS
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve, ends, for_each_position
from ui.draw.score import Measured
from ui.draw.style import View, across, curves, up

TITLE: Final = "What would each score be at another k?"
MOST: Final = 4
"""Most metrics whose curves are told apart."""
_DEEPEST: Final = 20
_CLOSE: Final = 1e-9


def chart() -> View:
    """Draw a curve for each metric and list."""
    return curves(across("x", "k", format="d", tickMinStep=1), up("y", "Score at k"), high=230)


def rows(lists: Mapping[str, Sequence[Measured]]) -> Iterator[Row]:
    """Yield a row for each metric, list and cutoff, and a column for each cutoff."""
    screen = lists["a"][0].screen
    longest = max(len(one.ranked.documents) for each in lists.values() for one in each[:1])
    cuts = range(1, min(max(longest, screen.k, 2), _DEEPEST) + 1)
    found: dict[str, dict[str, list[float]]] = {}
    looks: dict[str, Row] = {}
    for second, (name, each) in enumerate(lists.items()):
        colours = theme.of_metrics([one.key for one in each[:MOST]])
        for at, (one, colour) in enumerate(zip(each, colours, strict=False)):
            is_one_list = len(lists) == 1  # then dashes tell the metrics apart, else the lists
            look: dict[str, Any] = {
                "dash": at if is_one_list else second,
                "strong": not (at if is_one_list else second),
            }
            label = METRICS[one.key].label()
            looks.setdefault(label, {"colour": colour, "dash": look["dash"] % 3})
            scores = [float(cut.score) for cut in for_each_position(one, "k", cuts)]
            found.setdefault(label, {})[name] = scores
            yield from curve(f"{label} {name}", cuts, scores, **look, colour=colour)
            if second:
                yield from _crossings(label, found[label]["a"], scores, colour)
            before = (
                for_each_position(one.measured_before, "k", cuts) if one.measured_before else []
            )
            were = [float(cut.score) for cut in before] or scores
            if were != scores:
                yield from curve(f"{label} {name}", cuts, were, part="was")
    for k in cuts:
        scores_text = "; ".join(_score_text(label, scores, k) for label, scores in found.items())
        change = {"do": "turn", "knob": "k", "to": k}
        yield column(k, (1, cuts[-1]), f"k = {k}: {scores_text}", change)
    at_end = {label: (cuts[-1], scores["a"][-1]) for label, scores in found.items()}
    yield from ends(at_end, 0.08, most=1, looks=looks)
    if screen.k in cuts:
        yield {"part": "mark", "key": "k", "x": screen.k, "label": f"k = {screen.k}"}


def _crossings(label: str, a: Sequence[float], b: Sequence[float], colour: int) -> Iterator[Row]:
    """Yield a mark at each place where the other list takes the lead."""
    last_lead = 0.0
    for k, (now, then) in enumerate(pairwise(zip(a, b, strict=True)), start=1):
        before, after = now[1] - now[0], then[1] - then[0]
        last_lead = before if abs(before) > _CLOSE else last_lead
        if last_lead * after < 0 and abs(after) > _CLOSE:
            share = before / (before - after)
            height = now[0] + share * (then[0] - now[0])
            place = {"x": k + share, "y": height, "colour": colour}
            yield {"part": "here", "key": f"{label} crosses {k}", **place}


def _score_text(label: str, scores: Mapping[str, Sequence[float]], k: int) -> str:
    """Return a sentence with the scores at a cutoff, and from which cutoff on B leads."""
    a, *b = scores.values()
    if not b:
        return f"{label} {decimals(a[k - 1])}"
    since = k
    while since and b[0][since - 1] - a[since - 1] > _CLOSE:
        since -= 1
    ahead = f", B ahead from k = {since + 1} on" * (since < k)
    return f"{label} A {decimals(a[k - 1])}, B {decimals(b[0][k - 1])}{ahead}"
