"""Curves of precision, recall, F1 and Hit over all k, with their values marked at the cut."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from statistics import fmean as mean
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote

import numpy as np
import streamlit as st

from ui.core import knobs
from ui.core.columns import Cell, Column, Part
from ui.core.screen import Name, Screen
from ui.core.session import session
from ui.draw.score import Measured

Point: TypeAlias = tuple[float, float]
"""A value from 0 to 1, and its k: the lower edge of card k."""

MIN_DISTANCE: Final = 0.28
"""Smallest distance between two numbers at the cut, as a share of the width."""

STROKES: Final = {
    "p": (3.5, "none"),
    "r": (3, "9 6"),
    "f1": (3, ".1 6"),
    "hit": (1.5, "none"),
    "r never": (2, ".1 6"),
    "p rest": (1.5, "none"),
    "r rest": (1.5, "9 6"),
}
"""Width and dashes of each curve, so that curves differ not only in colour."""


class Fraction(NamedTuple):
    """A fraction of two counts; the value of 0/0 is 0."""

    above: int
    below: int

    @property
    def value(self) -> float:
        """The quotient."""
        return self.above / self.below if self.below else 0

    def __str__(self) -> str:
        """Write the fraction with a slash."""
        return f"{self.above}/{self.below}"


class Window(NamedTuple):
    """The top k of a list: its hits, all relevant documents, and whether recall is capped at k."""

    hits: int
    k: int
    exist: int
    capped: bool

    @property
    def fractions(self) -> Mapping[str, Fraction]:
        """Precision, recall and F1 as fractions."""
        possible = min(self.exist, self.k) if self.capped else self.exist
        return {
            "P": Fraction(self.hits, self.k),
            "R": Fraction(self.hits, possible),
            "F1": Fraction(2 * self.hits, self.k + self.exist),
        }


def at_each(screen: Screen, name: Name, ks: Iterable[int]) -> list[Window]:
    """Return the top k of a list as a `Window`, for each k."""
    relevant = _relevant(screen, name)
    hits = [0, *accumulate(map(int, relevant[: screen.ranked(name).retrieved]))]
    capped = "capped" in knobs.arguments("recall", screen.settings).values()
    return [Window(hits[: k + 1][-1], k, sum(relevant), capped) for k in ks]


def _at(screen: Screen, name: Name, k: int) -> Window:
    return at_each(screen, name, [k])[0]


def _relevant(screen: Screen, name: Name) -> list[bool]:
    return [(d.grade or 0) >= screen.relevant_from for d in screen.ranked(name).documents]


def column(measured: Measured) -> Column:
    """Draw precision, recall, F1 and Hit over every k, level with the cards.

    The value at k is drawn around the lower edge of card k. Curves step in the middle of a card.
    Values that no order can reach are shaded.
    """
    screen, name = measured.screen, measured.name
    ranks, rows = measured.ranked.retrieved, len(measured.ranked.documents)
    windows = at_each(screen, name, range(1, ranks + 1))
    cells = {
        window.k: Cell(
            [Part(0, 1, "dashed", 1)],
            ", ".join(f"{label} {fraction}" for label, fraction in window.fractions.items()),
        )
        for window in windows
    }
    return Column(
        "P, R, F1 and Hit at every k",
        cells,
        sees_grades=False,
        width=2.5,
        room="0px",
        over=_over(measured, windows, rows) if windows else "",
    )


def _over(measured: Measured, windows: Sequence[Window], listed: int) -> str:
    """Return the HTML of the curves and of their values at the cut."""
    screen, name = measured.screen, measured.name
    exist, shown = windows[0].exist, len(windows)
    fractions = [window.fractions for window in windows]
    curves = {
        key.lower(): [(f[key].value, k) for k, f in enumerate(fractions, start=1)]
        for key in ("P", "R", "F1")
    }
    capped = windows[0].capped
    curves["hit"] = [(float(window.hits > 0), window.k) for window in windows]
    shaded = {"p": _beyond([(min(exist, k) / k, k) for k in range(max(exist, 1), shown + 1)])}
    if exist and not capped:
        shaded["r"] = _beyond([(min(k / exist, 1), k) for k in range(1, min(exist, shown) + 1)])
    elements = [_shade(key, points, listed) for key, points in shaded.items()]
    relevant = _relevant(screen, name)
    if exist and any(relevant[shown:]):
        hits = windows[-1].hits
        never = [(hits / exist, shown)]
        for row in range(shown, listed):
            hits += relevant[row]
            never.append((hits / exist, row + 1))
        elements.append(_stroke("r never", never, listed))
    if exist > shown:  # the curves go on to k = R with empty ranks
        hits = windows[-1].hits
        rest = [Window(hits, k, exist, capped) for k in range(shown, exist + 1)]
        for key in ("P", "R"):
            values = [(window.fractions[key].value, window.k) for window in rest]
            elements.append(_stroke(f"{key.lower()} rest", values, listed))
    elements += [_stroke(key, curves[key], listed) for key in ("hit", "f1", "r", "p")]
    cut = min(screen.k, shown)
    top = _at(screen, name, screen.k)
    at_cut = top.fractions
    dots = {key.lower(): fraction.value for key, fraction in at_cut.items()}
    dots["hit"] = float(top.hits > 0)
    marks = [
        f"<i class='dot {key}' style='--x:{value:.4f};--y:{cut}'></i>"
        for key, value in dots.items()
    ]
    places = _label_places({key: fraction.value for key, fraction in at_cut.items()})
    marks += [
        f"<b class='{key.lower()}' style='--x:{place:.4f};--y:{cut}'>{key} {at_cut[key]}</b>"
        for key, place in places.items()
    ]
    marks.append(f"<b class='hit' style='--x:{dots['hit']:.4f};--y:{cut}'>Hit {dots['hit']:g}</b>")
    if exist:
        crossing = _at(screen, name, exist).fractions["P"]
        side = "left" if crossing.value > 0.5 else "right"
        label = f"<b class='{side}'>RP {crossing}</b>" if exist != cut else ""  # the cut shows it
        marks.append(f"<i class='meet' style='--x:{crossing.value:.4f};--y:{exist}'>{label}</i>")
    return (
        f"<span class='curves{' whole' * (shown == listed)}' aria-hidden='true' "
        f"style='--listed:{listed}'>"
        f"{''.join(elements)}"
        f"<em>0</em><em>0.5</em><em>1</em>{''.join(marks)}"
        f"<i class='take' data-cut='{name}' style='--y:{cut}'>↕</i></span>"
    )


def _stairs(points: Sequence[Point]) -> list[Point]:
    """Return the corners of a step curve: each value from half a rank above its k to half below."""
    first, last = points[0][1], points[-1][1]
    first -= 0.5 if first == 1 else 0  # there is no value at 0
    return [(v, y) for v, k in points for y in (max(k - 0.5, first), min(k + 0.5, last))]


def _stroke(look: str, points: Sequence[Point], listed: int) -> str:
    """Return a curve as an element masked by an SVG image, because Streamlit removes inline SVG.

    The mask is slightly wider than the axis, so that lines at 0 and 1 keep their full width.
    """
    width, dashes = STROKES[look]
    path = "L".join(f"{value:.4g} {k:g}" for value, k in _stairs(points))
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='-.02 0 1.04 {listed}' "
        f"preserveAspectRatio='none'><path d='M{path}' vector-effect='non-scaling-stroke' "
        f"fill='none' stroke='#000' stroke-width='{width:g}' stroke-dasharray='{dashes}' "
        "stroke-linejoin='round' stroke-linecap='round'/></svg>"
    )
    return (
        f"<i class='stroke {look}' "
        f"style='--mask:url(&quot;data:image/svg+xml,{quote(svg)}&quot;)'></i>"
    )


def _shade(look: str, points: Iterable[Point], listed: int) -> str:
    """Return an area as an element with a clip path."""
    corners = ",".join(f"{value:.2%} {k / listed:.2%}" for value, k in points)
    return f"<i class='shade {look}' style='clip-path:polygon({corners})'></i>"


def _beyond(most: Sequence[Point]) -> list[Point]:
    """Return the area to the right of a ceiling as a polygon."""
    corners = _stairs(most) if most else [(1, 0)]
    return [*corners, (1, corners[-1][1]), (1, corners[0][1])]


def _label_places(values: Mapping[str, float]) -> dict[str, float]:
    """Return places for labels near their values, without overlap and in the same order."""
    names = sorted(values, key=lambda name: values[name])
    # Labels that would overlap form a group around the mean of their values.
    groups: list[list[float]] = []
    for index, name in enumerate(names):
        groups.append([values[name] - index * MIN_DISTANCE])
        while len(groups) > 1 and mean(groups[-2]) > mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    places = [mean(group) for group in groups for _ in group]
    low, high = 0.08, 0.94 - (len(names) - 1) * MIN_DISTANCE
    return {
        name: min(max(place, low), high) + index * MIN_DISTANCE
        for index, (name, place) in enumerate(zip(names, places, strict=True))
    }


def changed(measured: Measured, hidden: bool) -> None:
    """Draw a sentence with the fractions of the top k, and how the last move changed them."""
    screen, name, since = measured.screen, measured.name, session().since
    window = _at(screen, name, screen.k)
    if hidden:
        text = "&nbsp;"
    elif measured.terms_before is None or since is None:
        hits = f"{window.hits} {'hit' if window.hits == 1 else 'hits'}"
        parts = ", ".join(f"{key} <b>{f}</b>" for key, f in window.fractions.items())
        text = f"{hits} in the top {window.k}, {window.exist} relevant exist: {parts}"
    else:
        earlier = _at(since, name, since.k)
        event = _happened(since, screen, name)
        session().drawn.add(event)
        before, after = earlier.fractions, window.fractions
        if before == after:
            parts = ", ".join(f"{key} <b>{f}</b>" for key, f in after.items())
            text = f"{event}. All stay: {parts}"
        else:
            parts = ", ".join(
                f"{key} <b>{f}</b>" if f == before[key] else f"{key} {before[key]} → <b>{f}</b>"
                for key, f in after.items()
            )
            text = f"{event}: {parts}"
    st.html(f"<p class='changed'>{text}</p>")


def _happened(since: Screen, screen: Screen, name: Name) -> str:
    """Describe in a few words how the last move changed the top k."""
    then, now = (_at(shown, name, shown.k) for shown in (since, screen))
    before, after = since.ranked(name), screen.ranked(name)
    same = before == after and since.relevant_from == screen.relevant_from
    if same and abs(now.k - then.k) == 1:
        rank = max(now.k, then.k)
        what = "a hit" if now.hits != then.hits else "a miss"
        what = what if rank <= after.retrieved else "empty"
        return f"Rank {rank} {'came into' if now.k > then.k else 'left'} the top k, {what}"
    if now.hits != then.hits:
        return f"Hits in the top k: {then.hits} → {now.hits}"
    if now.k != then.k:
        return "The same number of hits"
    if now.exist != then.exist:
        return f"Relevant documents: {then.exist} → {now.exist}"
    if now.capped != then.capped:
        return f"Recall is divided {'by at most k' if now.capped else 'by all that exist'}"
    inside = [
        {d.id for d in shown.documents[: min(depth, shown.retrieved)]}
        for shown, depth in ((before, then.k), (after, now.k))
    ]
    if inside[0] == inside[1]:
        return "The same documents are in the top k"
    return "The top k has the same number of hits"


def every_k(measured: Measured) -> Measured:
    """Return a measure with the terms "precision", "recall" and "f1", a value for each k."""
    length = len(measured.breakdown.terms["contribution"])
    windows = at_each(measured.screen, measured.name, range(1, length + 1))
    terms = {
        term: np.array([window.fractions[label].value for window in windows])
        for term, label in {"precision": "P", "recall": "R", "f1": "F1"}.items()
    }
    breakdown = replace(measured.breakdown, terms={**measured.breakdown.terms, **terms})
    return replace(measured, breakdown=breakdown)
