"""Two judges by label: overlap, one judge as the truth; and κ with its standard error."""

from collections.abc import Iterator, Sequence

import streamlit as st

from metrics.judges import Distance, by_label, kappa_interval
from pages.judges import drawing as judges
from pages.judges import labelled
from pages.judges.drawing import Pair
from pages.judges.knobs import Judges
from ui.core.plain import decimals, table_html, typeset
from ui.core.screen import Screen
from ui.parts import controls


def draw(screen: Screen) -> None:
    """Draw a field for weights of one's own, if labels have an order, and the numbers."""
    if judges.are_grades(screen):
        controls.turn([Judges.WEIGHTS], by="weights")
    st.markdown(in_numbers(screen), unsafe_allow_html=True)


def in_numbers(screen: Screen) -> str:
    """Write both tables of each two judges of a screen, as Markdown."""
    each = judges.pairs(screen)
    lines = [line for pair in each for line in _of_pair(screen, pair, alone=len(each) == 1)]
    return typeset("\n\n".join(lines))


def _of_pair(screen: Screen, pair: Pair, *, alone: bool) -> Iterator[str]:
    if not alone:
        yield f"**Judges {pair.name}**"
    yield _labels(pair)
    costs = screen[Judges.WEIGHTS] if judges.are_grades(screen) else ()
    yield _errors(pair, costs)
    if costs:
        yield labelled.own_distances(pair, costs)


def _labels(pair: Pair) -> str:
    """Write how far both agree on each label, with its counts."""
    found, body = by_label(pair.table), list[list[object]]()
    sums = [pair.table.sum(axis).astype(int).tolist() for axis in (1, 0)]
    both = pair.table.diagonal().astype(int).tolist()
    one, other = pair.judges
    for at, (kind, a, first, second) in enumerate(zip(pair.kinds, both, *sums, strict=True)):
        parts = [
            (f"{a}/({a} + {first - a} + {second - a})", found.overlap),
            (f"2 · {a}/({first} + {second})", found.specific),
            (f"{a}/{second}", found.of_second),
            (f"{a}/{first}", found.of_first),
        ]
        written = [
            f"{how} = {decimals(float(each[at]))}" if each[at] == each[at] else "–"
            for how, each in parts
        ]
        body.append([kind, *written])
    head = ["label", "overlap", "agreement", f"P of judge {other}", f"R of judge {other}"]
    return table_html(f"Each label, if judge {one} is the truth", head, body)


def _errors(pair: Pair, costs: Sequence[float]) -> str:
    """Write κ, and weighted κ of grades, with the standard error and the interval."""
    kinds: dict[str, Distance | Sequence[float] | None] = {"Cohen’s κ": None}
    values = labelled.grades_of(pair)
    if costs:
        kinds |= {"linear": "linear", "quadratic": "quadratic"}
        kinds[f"own: {labelled.in_steps(costs)}"] = labelled.reaching(costs, values)
    body = []
    for name, distance in kinds.items():
        found = kappa_interval(pair.table, distance=distance, grades=values)
        if found.score != found.score:
            body.append([name, "no value", "", "", ""])
            continue
        between = f"{decimals(found.low)} to {decimals(found.high)}"
        body.append([name, *map(decimals, (found.score, found.error)), between])
        body[-1].append(decimals(found.simple))
    head = ["κ", "value", "standard error", "95 % interval", "simple error"]
    return table_html("κ with its standard error", head, body)
