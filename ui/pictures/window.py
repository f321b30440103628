"""What fits on the page: every measure of the window at every k, read where the cut crosses it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from statistics import fmean as mean
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote

import numpy as np
import streamlit as st

from ui.look.columns import Cell, Column, Part
from ui.models.score import Measured
from ui.state import knobs
from ui.state.screen import Name, Screen
from ui.state.session import session

Point: TypeAlias = tuple[float, float]
"""A value from 0 to 1, and how many ranks down: k, at the lower edge of card k."""

APART: Final = 0.28
"""Share of the width that keeps the numbers at the cut from touching each other."""


STROKES: Final = {
    "p": (3.5, "none"),
    "r": (3, "9 6"),
    "f1": (3, ".1 6"),
    "hit": (1.5, "none"),
    "r never": (2, ".1 6"),
    "p rest": (1.5, "none"),
    "r rest": (1.5, "9 6"),
}
"""How thick each curve is and how it is broken: they are told apart without their colours, too."""


class Fraction(NamedTuple):
    """A value as what it is counted from; 0/0 is drawn as 0."""

    above: int
    below: int

    @property
    def value(self) -> float:
        """The value itself."""
        return self.above / self.below if self.below else 0

    def __str__(self) -> str:
        """Write it with a slash."""
        return f"{self.above}/{self.below}"


class Window(NamedTuple):
    """The top k of a list: its hits, and how many relevant documents exist, here or anywhere."""

    hits: int
    k: int
    exist: int
    capped: bool

    @property
    def fractions(self) -> Mapping[str, Fraction]:
        """Precision, recall and F1: the same hits, held against three sizes."""
        possible = min(self.exist, self.k) if self.capped else self.exist
        return {
            "P": Fraction(self.hits, self.k),
            "R": Fraction(self.hits, possible),
            "F1": Fraction(2 * self.hits, self.k + self.exist),
        }


def at_each(screen: Screen, name: Name, ks: Iterable[int]) -> list[Window]:
    """Look through the window of a list's top k, for each k."""
    relevant = _relevant(screen, name)
    found = [0, *accumulate(map(int, relevant[: screen.ranked(name).retrieved]))]
    capped = "capped" in knobs.arguments("recall", screen.settings).values()
    return [Window(found[: k + 1][-1], k, sum(relevant), capped) for k in ks]


def _at(screen: Screen, name: Name, k: int) -> Window:
    return at_each(screen, name, [k])[0]


def _relevant(screen: Screen, name: Name) -> list[bool]:
    return [(d.grade or 0) >= screen.relevant_from for d in screen.ranked(name).documents]


def column(measured: Measured) -> Column:
    """Draw precision, recall, F1 and Hit over every k, level with the cards.

    A curve has its value at k around the lower edge of card k, where the cut runs, and steps to the
    next in the middle of a card. Where a curve cannot get in any order is shaded.
    """
    screen, name = measured.screen, measured.name
    shown, listed = measured.ranked.retrieved, len(measured.ranked.documents)
    windows = at_each(screen, name, range(1, shown + 1))
    cells = {
        window.k: Cell(
            [Part(0, 1, "dashed", 1)],
            ", ".join(f"{each} {fraction}" for each, fraction in window.fractions.items()),
        )
        for window in windows
    }
    return Column(
        "P, R, F1 and Hit at every k",
        cells,
        sees_grades=False,
        width=2.5,
        room="0px",
        over=_over(measured, windows, listed) if windows else "",
    )


def _over(measured: Measured, windows: Sequence[Window], listed: int) -> str:
    """Write the curves, and what is read of them at the cut."""
    screen, name = measured.screen, measured.name
    exist, shown = windows[0].exist, len(windows)
    fractions = [window.fractions for window in windows]
    curves = {
        each.lower(): [(f[each].value, k) for k, f in enumerate(fractions, start=1)]
        for each in ("P", "R", "F1")
    }
    capped = windows[0].capped
    if exist:  # at k = 0 recall and F1 are 0, unless nothing relevant exists
        curves["f1"].insert(0, (0, 0))
        if not capped:
            curves["r"].insert(0, (0, 0))
    curves["hit"] = [(0, 0), *((float(window.hits > 0), window.k) for window in windows)]
    shaded = {"p": _beyond([(min(exist, k) / k, k) for k in range(max(exist, 1), shown + 1)])}
    if exist and not capped:
        shaded["r"] = _beyond([(min(k / exist, 1), k) for k in range(min(exist, shown) + 1)])
    drawn = [_shade(each, points, listed) for each, points in shaded.items()]
    found = _relevant(screen, name)
    if exist and any(found[shown:]):
        hits = windows[-1].hits
        never = [(hits / exist, shown)]
        for row in range(shown, listed):
            hits += found[row]
            never.append((hits / exist, row + 1))
        drawn.append(_stroke("r never", never, listed))
    if exist > shown:  # as far as the ring, the ranks beyond the list are empty
        hits = windows[-1].hits
        rest = [Window(hits, k, exist, capped) for k in range(shown, exist + 1)]
        for each in ("P", "R"):
            values = [(window.fractions[each].value, window.k) for window in rest]
            drawn.append(_stroke(f"{each.lower()} rest", values, listed))
    drawn += [_stroke(each, curves[each], listed) for each in ("hit", "f1", "r", "p")]
    cut = min(screen.k, shown)
    now = _at(screen, name, screen.k)
    read = now.fractions
    dots = {each.lower(): fraction.value for each, fraction in read.items()}
    dots["hit"] = float(now.hits > 0)
    marks = [
        f"<i class='dot {each}' style='--x:{value:.4f};--y:{cut}'></i>"
        for each, value in dots.items()
    ]
    places = _apart({each: fraction.value for each, fraction in read.items()})
    marks += [
        f"<b class='{each.lower()}' style='--x:{place:.4f};--y:{cut}'>{each} {read[each]}</b>"
        for each, place in places.items()
    ]
    marks.append(f"<b class='hit' style='--x:{dots['hit']:.4f};--y:{cut}'>Hit {dots['hit']:g}</b>")
    if exist:
        meet = _at(screen, name, exist).fractions["P"]
        side = "left" if meet.value > 0.5 else "right"
        label = f"<b class='{side}'>RP {meet}</b>" if exist != cut else ""  # it is read there
        marks.append(f"<i class='meet' style='--x:{meet.value:.4f};--y:{exist}'>{label}</i>")
    return (
        f"<span class='curves{' whole' * (shown == listed)}' aria-hidden='true' "
        f"style='--listed:{listed}'>"
        f"{''.join(drawn)}"
        f"<em>0</em><em>0.5</em><em>1</em>{''.join(marks)}"
        f"<i class='take' data-cut='{name}' style='--y:{cut}'>↕</i></span>"
    )


def _stairs(points: Sequence[Point]) -> list[Point]:
    """Draw each value from half a rank above its k to half a rank below; the ends are no wider."""
    first, last = points[0][1], points[-1][1]
    first -= 0.5 if first == 1 else 0  # there is no value at 0
    return [(v, y) for v, k in points for y in (max(k - 0.5, first), min(k + 0.5, last))]


def _stroke(look: str, points: Sequence[Point], listed: int) -> str:
    """Write a curve as a mask of its element's colour: Streamlit lets no SVG through.

    The mask is a little wider than the axis, for a line is as thick at its ends.
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
    """Write an area as what is cut out of its element."""
    corners = ",".join(f"{value:.2%} {k / listed:.2%}" for value, k in points)
    return f"<i class='shade {look}' style='clip-path:polygon({corners})'></i>"


def _beyond(most: Sequence[Point]) -> list[Point]:
    """Close off what lies to the right of a ceiling."""
    return [*_stairs(most), (1, most[-1][1]), (1, most[0][1])] if most else [(1, 0)]


def _apart(values: Mapping[str, float]) -> dict[str, float]:
    """Place labels as near to their values as they can be read, and in their order."""
    names = sorted(values, key=lambda name: values[name])
    # Taken together by the width of a label each, those too close to each other share a place.
    groups: list[list[float]] = []
    for at, name in enumerate(names):
        groups.append([values[name] - at * APART])
        while len(groups) > 1 and mean(groups[-2]) > mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    places = [mean(group) for group in groups for _ in group]
    low, high = 0.08, 0.94 - (len(names) - 1) * APART
    return {
        name: min(max(place, low), high) + at * APART
        for at, (name, place) in enumerate(zip(names, places, strict=True))
    }


def changed(measured: Measured, hidden: bool) -> None:
    """Say which fractions the window has, and what the last move made of them."""
    screen, name, since = measured.screen, measured.name, session().since
    now = _at(screen, name, screen.k)
    if hidden:
        said = "&nbsp;"
    elif measured.was is None or since is None:
        hits = f"{now.hits} {'hit' if now.hits == 1 else 'hits'}"
        each = ", ".join(f"{each} <b>{f}</b>" for each, f in now.fractions.items())
        said = f"{hits} in the top {now.k}, {now.exist} relevant exist: {each}"
    else:
        was = _at(since, name, since.k)
        happened = _happened(since, screen, name)
        session().drawn.add(happened)
        before, after = was.fractions, now.fractions
        if before == after:
            each = ", ".join(f"{each} <b>{f}</b>" for each, f in after.items())
            said = f"{happened}. All stay: {each}"
        else:
            each = ", ".join(
                f"{each} <b>{f}</b>" if f == before[each] else f"{each} {before[each]} → <b>{f}</b>"
                for each, f in after.items()
            )
            said = f"{happened}: {each}"
    st.html(f"<p class='changed'>{said}</p>")


def _happened(since: Screen, screen: Screen, name: Name) -> str:
    """Say in a few words how one window became another."""
    was, now = (_at(each, name, each.k) for each in (since, screen))
    before, after = since.ranked(name), screen.ranked(name)
    same = before == after and since.relevant_from == screen.relevant_from
    if same and abs(now.k - was.k) == 1:
        rank = max(now.k, was.k)
        what = "a hit" if now.hits != was.hits else "a miss"
        what = what if rank <= after.retrieved else "empty"
        return f"Rank {rank} {'came into' if now.k > was.k else 'left'} the window, {what}"
    if now.hits != was.hits:
        return f"Hits in the window: {was.hits} → {now.hits}"
    if now.k != was.k:
        return "No hit more or less"
    if now.exist != was.exist:
        return f"Relevant documents: {was.exist} → {now.exist}"
    if now.capped != was.capped:
        return f"Recall is divided {'by at most k' if now.capped else 'by all that exist'}"
    inside = [
        {d.id for d in each.documents[: min(each_k, each.retrieved)]}
        for each, each_k in ((before, was.k), (after, now.k))
    ]
    if inside[0] == inside[1]:
        return "The same documents are in the window"
    return "As many hits are in the window"


def every_k(measured: Measured) -> Measured:
    """Give a measure the terms "precision", "recall" and "f1": each at every cutoff up to k."""
    length = len(measured.breakdown.terms["contribution"])
    windows = at_each(measured.screen, measured.name, range(1, length + 1))
    terms = {
        term: np.array([window.fractions[each].value for window in windows])
        for term, each in {"precision": "P", "recall": "R", "f1": "F1"}.items()
    }
    breakdown = replace(measured.breakdown, terms={**measured.breakdown.terms, **terms})
    return replace(measured, breakdown=breakdown)
