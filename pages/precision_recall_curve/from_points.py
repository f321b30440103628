"""From points of a curve back to the list: at which ranks may the hits lie?"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb, prod
from typing import Final, NamedTuple

from metrics import typed
from pages.precision_recall_curve.knobs import Counted
from ui.core.plain import counted, decimals, listed, table_html
from ui.core.screen import Screen
from ui.draw.rank_terms import Fraction

_MOST: Final = 100
"""Most relevant documents that are tried if nobody says how many exist."""
_NEAR: Final = 1e-9
_LONGEST: Final = 30
"""Most ranks of a list that is written out."""


class Point(NamedTuple):
    """A point of a curve: a recall and a precision as they were typed."""

    recall: typed.Typed
    precision: typed.Typed

    @property
    def said(self) -> str:
        """Both numbers."""
        return f"R = {self.recall.text}, P = {self.precision.text}"

    def hits(self, m: int) -> int:
        """Return how many of m relevant documents this recall is; 0 if it is no such share."""
        found = round(self.recall.value * m)
        return found if _fits(self.recall, found / m) else 0

    def ranks(self, hits: int) -> Sequence[int]:
        """Return the ranks down to which so many hits have this precision."""
        middle = hits / self.precision.value
        near = range(max(hits, int(middle * 0.9)), int(middle * 1.1) + 2)
        exact = [k for k in near if abs(hits / k - self.precision.value) < _NEAR]
        return exact or [k for k in near if _fits(self.precision, hits / k)]


class Place(NamedTuple):
    """A point that lists have: its hits, and the ranks that are possible."""

    point: Point
    hits: int
    ranks: Sequence[int]


def _fits(number: typed.Typed, value: float) -> bool:
    """Return whether a number is a value; with two decimals or more it may be rounded."""
    short = number.within > 0.01
    return abs(value - number.value) < _NEAR if short else number.means(value)


def worked(screen: Screen) -> str:
    """Write, as Markdown with a table, which lists have the points, or why none has."""
    m, *rest = screen[Counted.POINTS]
    points = sorted(
        (Point(*map(typed.read, point.split())) for point in rest),
        key=lambda point: (point.recall.value, -point.precision.value),
    )
    total = int(m) or _least(points)
    if not total:  # nobody said m
        return f"No m up to {_MOST} has all these recalls: a recall is a number of hits / m."
    begins = (
        ""
        if int(m)
        else f"Each R · m and each rank must be whole. The smallest m for that is **{total}**. "
        "A larger one may fit, too: type m if you know it. "
    )
    wrong = [point for point in points if not point.hits(total)]
    if wrong:
        value = wrong[0].recall
        return (
            f"No list has recall {value.text} with m = {total}: {value.text} · {total} = "
            f"{value.value * total:.4g} is no whole number of hits."
        )
    places = [Place(p, p.hits(total), p.ranks(p.hits(total))) for p in points]
    if refused := next(filter(None, map(_no_rank, places)), ""):
        return begins + refused
    chosen = _chosen(places)
    if isinstance(chosen, str):
        return begins + chosen
    return "\n\n".join(
        [begins + _rule(total), _table(places, total), *_lists(places, chosen, total)]
    )


def _least(points: Sequence[Point]) -> int:
    """Return the smallest m with whole hits, and whole ranks if one has these; 0 if none has."""
    fits = [m for m in range(1, _MOST + 1) if all(point.hits(m) for point in points)]
    whole = (m for m in fits if all(point.ranks(point.hits(m)) for point in points))
    return next(whole, next(iter(fits), 0))


def _no_rank(place: Place) -> str:
    """Say that no rank has the precision of a point, and which precisions are near; or ""."""
    if place.ranks:
        return ""
    value, hits = place.point.precision, place.hits
    above = max(int(hits / value.value), hits)
    near = (f"{hits}/{k} = {decimals(hits / k)} at rank {k}" for k in (above, above + 1))
    return (
        f"No list has {place.point.said}: {counted(hits, 'hit')} / {value.text} = "
        f"{hits / value.value:.4g} is no whole rank. Near it are {listed([*near])}."
    )


def _chosen(places: Sequence[Place]) -> Sequence[int] | str:
    """Return a rank for each point, the first that goes on from the one before, or why none."""
    ranks: list[int] = []
    for at, place in enumerate(places):
        before, least = places[at - 1] if at else None, place.hits
        if before:
            least = ranks[-1] + max(place.hits - before.hits, 1)
        found = [k for k in place.ranks if k >= least]
        if not found:
            assert before
            return (
                f"No list has both {before.point.said} and {place.point.said}. The first is at "
                f"rank {ranks[-1]} with {counted(before.hits, 'hit')}, the second at rank "
                f"{place.ranks[-1]} with {place.hits}: at the earliest it could be at rank {least}."
            )
        ranks.append(found[0])
    return ranks


def _rule(m: int) -> str:
    return (
        f"At a point, hits = R · m, with m = {m}. And P = hits / rank, so rank = hits / P. A point "
        "with more hits than the one before is taken for that of the hit itself: there the curve "
        "is highest at this recall."
    )


def _table(places: Sequence[Place], m: int) -> str:
    body: list[list[object]] = []
    for place in places:
        r, p = place.point.recall, place.point.precision
        body.append(
            [
                place.point.said,
                f"{r.text} · {m} = {place.hits}",
                f"{place.hits} / {p.text} = {' or '.join(map(str, place.ranks))}",
                f"{Fraction(place.hits, place.ranks[0])} = {decimals(place.hits / place.ranks[0])}",
            ]
        )
    return table_html(
        "The rank of each point", ["point", "hits", "rank", "P there"], body, words=(0,)
    )


def _lists(places: Sequence[Place], ranks: Sequence[int], m: int) -> Iterator[str]:
    """Say where the hits lie between the points, how many lists that are, and write one of them."""
    if any(len(place.ranks) > 1 for place in places):
        yield "A rounded P fits several ranks. Below, each point has the first one that goes on."
    grades, ways, sure = ["0"] * ranks[-1], [], []
    ends = zip([0, *(place.hits for place in places)], [0, *ranks], strict=True)
    for (had, start), (hits, end) in pairwise(ends):
        more, free = hits - had, end - start - 1
        if not more:
            yield (
                f"Ranks {start + 1} to {end}: no hit, only misses."
                if free
                else (f"Rank {end}: a miss.")
            )
            continue
        for at in (*range(start, start + more - 1), end - 1):
            grades[at] = "1"
        sure.append(end)
        if more > 1:
            ways.append(comb(free, more - 1))
            yield (
                f"Ranks {start + 1} to {end}: {more} hits. One is at rank {end}, the other "
                f"{counted(more - 1, 'hit')} at any of the ranks {start + 1} to {end - 1}: "
                f"{counted(ways[-1], 'way')}."
            )
    hits = places[-1].hits
    all_ = " These are all hits." if len(sure) == m else ""
    left = m - hits
    if left:
        all_ += f" The other {left} relevant {'one is' if left == 1 else 'ones are'} below rank "
        all_ += f"{ranks[-1]}, or missed."
    yield f"Hits for sure: **rank {listed(sure)}**.{all_}" + (
        f" {counted(prod(ways), 'list')} of {ranks[-1]} ranks fit{'s' * (prod(ways) == 1)}."
        if ways
        else ""
    )
    if ranks[-1] <= _LONGEST:
        yield f"One such list, as you can type it above: {' '.join(grades)} m = {m}"
