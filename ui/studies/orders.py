"""All orders of the documents a list retrieved, and where the list stands among them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import factorial, prod
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from metrics.arrays import Array
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui import figure
from ui.charts import all_orders, orders_by_one
from ui.figure import Figure
from ui.look import plain
from ui.look.plain import decimals
from ui.models import score
from ui.parts import controls
from ui.state import knobs
from ui.state.documents import RankedList, RefusedError
from ui.state.screen import Screen
from ui.state.session import session
from ui.wire import post
from ui.wire.post import Action

Grades: TypeAlias = tuple[int, ...]
"""Grades of documents; `UNJUDGED` where nobody judged one."""
Codes: TypeAlias = NDArray[np.int8]
Turned: TypeAlias = tuple[tuple[str, Any], ...]
Which: TypeAlias = Literal["best", "other_best", "worst", "typical", "first_only", "second_only"]

UNJUDGED: Final = -1
MOST: Final = 40_320 * 8
"""Grades in all orders together, up to which they are all looked at: those of 8 grades that all
differ, or of longer lists in which grades repeat."""
SAMPLE: Final = 20_000
"""Orders that are drawn where there are too many."""
DOTS: Final = 500
"""Dots at most, of all the orders."""
MOST_DIVIDED: Final = 8
"""Documents of a list for which it is worked out how many hits it takes to disagree."""
_SAME: Final = 1e-9
_TOLD: Final = 12
_NONE: Final[Mapping[str, Sequence[float]]] = {}
_GRIDS: Final = (240, 120, 80, 60, 48, 40, 34, 28, 22)
"""Cells across, of which the finest is taken that leaves few enough dots."""


@dataclass(frozen=True, eq=False)
class Orders:
    """Orders of some grades with their scores; those that score the same count as one.

    Attributes:
        grades: shape (m, n), an order of each kind, best rank first.
        scores: for each of one or two metrics the scores, shape (m,).
        merits: the scores, with a minus if lower is better: so more is always better.
        counts: how many orders are of each kind, shape (m,).
        total: how many orders there are, whether or not they were looked at.
        exact: whether all of them were.
        dots: which of the m a scatter shows, so that it looks the same.
        pairs: what `widest` found, by two metrics.
    """

    grades: Codes
    scores: tuple[Array, ...]
    merits: tuple[Array, ...]
    counts: NDArray[np.intp]
    total: int
    exact: bool
    dots: NDArray[np.intp]
    pairs: "dict[tuple[str, str], Pair | None]" = field(default_factory=dict)

    @property
    def seen(self) -> int:
        """How many orders were looked at."""
        return int(self.counts.sum())

    @property
    def ends(self) -> list[tuple[float, float]]:
        """The least and the greatest merit, by each metric."""
        return [(float(each.min()), float(each.max())) for each in self.merits]

    def binned(self, metric: int, edges: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return which bin each kind is in by its merit, and how many orders each bin holds."""
        last = len(edges) - 2
        at = np.clip(edges.searchsorted(self.merits[metric] + _SAME, side="right") - 1, 0, last)
        return at, np.bincount(at, weights=self.counts, minlength=last + 1).astype(np.intp)

    def told(self, at: int) -> str:
        """Write an order as a list in little, the first dozen of it."""
        grades = ["?" if code == UNJUDGED else str(code) for code in self.grades[at].tolist()]
        return " ".join([*grades[:_TOLD], *["…"] * (len(grades) > _TOLD)])

    @staticmethod
    def within(low: float, high: float) -> str:
        """Write from which score to which a bin goes, by its merits."""
        ends = sorted((abs(low), abs(high)))
        return f"from {decimals(ends[0])} to {decimals(ends[1])}"

    @staticmethod
    def held(number: int) -> str:
        """Say for how many orders a mark stands, and that it can be clicked."""
        many, one = ("orders", "one") if number > 1 else ("order", "it")
        return f"{number:,} {many}. Click to take {one}."

    def take(self, at: int) -> str:
        """Return what a click on an order does."""
        return json.dumps({"do": "take_grades", "grades": self.grades[at].tolist()})


@dataclass(frozen=True)
class Pair:
    """Two orders of the same documents, of which each of two metrics prefers another.

    Attributes:
        metrics: the two metrics.
        orders: the grades of the order that the first prefers, and of that which the second does.
        scores: of each of these orders by each of the metrics.
        gap: what each metric loses at least with the order it does not prefer, as a share of the
            way from its worst order to its best.
    """

    metrics: tuple[str, str]
    orders: tuple[Grades, Grades]
    scores: tuple[tuple[float, float], tuple[float, float]]
    gap: float


def every(screen: Screen, *metrics: str) -> Orders:
    """Return the orders of what list A retrieved, by one metric or two, as the knobs stand."""
    ranked = screen.a
    grades = [UNJUDGED if d.grade is None else d.grade for d in ranked.documents]
    return _every(
        tuple(sorted(grades[: ranked.retrieved])),
        tuple(sorted(grades[ranked.retrieved :])),
        metrics,
        _turned(screen, *metrics),
    )


def _turned(screen: Screen, *metrics: str) -> Turned:
    """Return where the knobs stand that some metrics listen to."""
    listened = knobs.drawn(knobs.of(*metrics), screen.settings)
    return tuple((name, screen[name]) for name in listened)


@lru_cache(maxsize=128)  # of about 1 MB each: a class of 60 may have 60 different lists
def _every(grades: Grades, missed: Grades, metrics: tuple[str, ...], turned: Turned) -> Orders:
    """Score all orders in one batch; a drag changes none of these arguments."""
    return _scored(grades, missed, metrics, turned)


def _scored(grades: Grades, missed: Grades, metrics: tuple[str, ...], turned: Turned) -> Orders:
    settings = {**knobs.FIRST, **dict(turned)}
    orders, total = all_or_some(grades)
    ranking = Ranking(
        _numbers(orders),
        missed=_numbers(np.array(missed, dtype=np.int8)),
        top_grade=settings["scale"],
        relevant_from=settings["relevant_from"],
    )
    scores = [
        METRICS[key].compute(ranking, **knobs.arguments(key, settings)).score for key in metrics
    ]
    place = np.zeros(len(orders), dtype=np.intp)
    for each in scores:
        values, at = np.unique(each.round(9), return_inverse=True)
        place = place * len(values) + at
    _, first, counts = np.unique(place, return_index=True, return_counts=True)
    distinct = tuple(each[first] for each in scores)
    return Orders(
        orders[first],
        distinct,
        tuple(_merit(key, each) for key, each in zip(metrics, distinct, strict=True)),
        counts,
        total,
        exact=len(orders) == total,
        dots=_spread(distinct),
    )


def _merit(metric: str, scores: Any) -> Any:
    """Return scores so that more is better."""
    return scores if METRICS[metric].higher_is_better else -scores


def all_or_some(grades: Grades) -> tuple[Codes, int]:
    """Return all distinct orders of some grades or, of very many, a sample; and how many exist.

    Documents of one grade are interchangeable, so 1 1 0 has three orders, not six. A sample is
    always the same, and holds the order from the best grade down and that from the worst up.

    >>> all_or_some((0, 1, 1))[0].tolist()
    [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    values, counts = np.unique(np.array(grades, dtype=np.int8), return_counts=True)
    total = factorial(len(grades)) // prod(factorial(int(count)) for count in counts)
    if total * len(grades) > MOST:
        ascending = np.sort(np.array(grades, dtype=np.int8))
        drawn = np.random.default_rng(0).permuted(np.tile(ascending, (SAMPLE - 2, 1)), axis=1)
        return np.unique(np.vstack([drawn, ascending, ascending[::-1]]), axis=0), total
    rows = np.zeros((1, 0), dtype=np.int8)
    left = counts[None]
    for _ in grades:
        row, value = np.nonzero(left)
        rows = np.column_stack([rows[row], values[value]])
        left = left[row]
        left[np.arange(len(row)), value] -= 1
    return rows, total


def _numbers(codes: Codes) -> Array:
    return np.where(codes == UNJUDGED, np.nan, codes)


def _spread(scores: Sequence[Array]) -> NDArray[np.intp]:
    """Choose the dots to draw: all, or one in each cell of a grid, and the outermost."""
    if len(scores) < 2 or len(scores[0]) <= DOTS:
        return np.arange(len(scores[0]))
    ends = [end(each) for each in scores for end in (np.argmin, np.argmax)]
    for cells in _GRIDS:
        cell = np.zeros(len(scores[0]))
        for each in scores:
            width = np.ptp(each) or 1
            cell = cell * cells + np.minimum((each - each.min()) / width * cells, cells - 1) // 1
        chosen = np.unique([*np.unique(cell, return_index=True)[1], *ends])
        if len(chosen) <= DOTS:
            break
    return chosen


def in_order(ranked: RankedList, grades: Sequence[int]) -> RankedList:
    """Return a list with its retrieved documents in an order of their grades.

    Documents of one grade keep the order among themselves that they have.
    """
    left = list(ranked.documents[: ranked.retrieved])
    ordered = []
    for grade in grades:
        wanted = None if grade == UNJUDGED else int(grade)
        at = next((i for i, document in enumerate(left) if document.grade == wanted), None)
        if at is None:
            break
        ordered.append(left.pop(at))
    if left or len(ordered) < len(grades):
        raise RefusedError("This order is of other grades than the list now has.")
    return ranked.reordered((*ordered, *ranked.documents[ranked.retrieved :]))


# Which order


def widest(found: Orders, one: str, other: str) -> Pair | None:
    """Return the two orders about which two metrics disagree most, or None if they never do.

    What each of the metrics loses is taken as a share of its own way from its worst order to its
    best, and of all pairs this is the one whose smaller loss is largest.
    """
    if (one, other) not in found.pairs:
        found.pairs[one, other] = _widest(found, one, other)
    return found.pairs[one, other]


def _widest(found: Orders, one: str, other: str) -> Pair | None:
    merits = [each.round(9) for each in found.merits]
    x, y, gap = furthest(*(each / (np.ptp(each) or 1) for each in merits))
    if gap <= _SAME:
        return None
    first, second = (tuple(_codes(found, at)) for at in (x, y))
    scores = [(float(found.scores[0][at]), float(found.scores[1][at])) for at in (x, y)]
    return Pair((one, other), (first, second), (scores[0], scores[1]), gap)


def furthest(one: Array, other: Array) -> tuple[int, int, float]:
    """Return the x and y for which one[x] - one[y] and other[y] - other[x] are both large.

    That is, whose smaller difference is the largest of all pairs, and that difference. It is exact
    and takes no longer than to sort. Only a y counts that no other point beats both ways, with less
    of the one and more of the other. Those, sorted, are a staircase along which both rise: with
    every step one[x] - one[y] shrinks and other[y] - other[x] grows. So for each x the best y is
    one of the two steps between which they cross, which is where one + other passes that of x.

    >>> furthest(np.array([0.0, 0.5, 1.0]), np.array([0.75, 1.0, 0.0]))
    (2, 0, 0.75)
    """
    by = np.lexsort((-other, one))
    highest = np.maximum.accumulate(other[by])
    stairs = by[np.concatenate([[True], highest[1:] > highest[:-1]])]
    sums = one + other
    below = np.searchsorted(sums[stairs], sums) - 1
    steps = stairs[np.clip([below, below + 1], 0, len(stairs) - 1)]
    gaps = np.minimum(one - one[steps], other[steps] - other)
    side, x = np.unravel_index(gaps.argmax(), gaps.shape)
    return int(x), int(steps[side, x]), float(gaps[side, x])


def by_hits(screen: Screen, one: str, other: str) -> list[float]:
    """Return how far two metrics can disagree about a list of as many documents as were retrieved.

    For one hit, two hits, and so on, none missed; of a long list for its first documents.
    """
    binary = screen.turned(scale=1, relevant_from=1)
    of = min(screen.a.retrieved, MOST_DIVIDED)
    return list(_by_hits(of, one, other, _turned(binary, one, other)))


@lru_cache(maxsize=32)
def _by_hits(of: int, one: str, other: str, turned: Turned) -> tuple[float, ...]:
    settings = (*turned, ("relevant_from", 1))
    gaps = []
    for hits in range(1, of):
        grades = (0,) * (of - hits) + (1,) * hits
        found = widest(_scored(grades, (), (one, other), settings), one, other)
        gaps.append(found.gap if found else 0.0)
    return tuple(gaps)


def chosen(found: Orders, which: Which, screen: Screen, *metrics: str) -> Sequence[int]:
    """Return the order that a button asks for, or refuse if there is none.

    "best" and "worst" are by the first metric, "other_best" by the second; "typical" is the one
    nearest to the means; "first_only" is better by the first metric and worse by the second than
    the list on the screen, as clearly as can be, "second_only" the other way round.
    """
    if which not in get_args(Which):
        raise ValueError("an order that no button asks for")
    merits, here = found.merits, present(screen, *metrics)
    widths = [np.ptp(each) or 1 for each in merits]
    gains = [(each - at) / width for each, at, width in zip(merits, here, widths, strict=True)]
    labels = [METRICS[key].label(screen.k) for key in metrics]
    if which == "typical":
        means = [np.average(each, weights=found.counts) for each in merits]
        off = [abs(e - m) / w for e, m, w in zip(merits, means, widths, strict=True)]
        return _codes(found, int(np.argmin(np.sum(off, axis=0))))
    if which == "best":
        worth, none = gains[0], f"No order has a better {labels[0]} than this list."
    elif which == "worst":
        worth, none = -gains[0], f"No order has a worse {labels[0]} than this list."
    elif which == "other_best":
        worth, none = gains[1], f"No order has a better {labels[1]} than this list."
    else:
        better, worse = (0, 1) if which == "first_only" else (1, 0)
        worth = np.minimum(gains[better], -gains[worse])
        none = f"No order has a better {labels[better]} and a worse {labels[worse]} than this list."
    if worth.max() <= _SAME:
        raise RefusedError(none)
    return _codes(found, int(worth.argmax()))


def present(screen: Screen, *metrics: str) -> tuple[float, ...]:
    """Return the merits that list A has now."""
    return tuple(_merit(key, float(score.compute(key, "a", screen).score)) for key in metrics)


def _codes(found: Orders, at: int) -> list[int]:
    return [int(code) for code in found.grades[at]]


# Drawing


def draw(by: str, against: str) -> None:
    """Draw all orders of list A by one metric, or by two: as the two knobs say."""
    screen = session().shown
    metrics = chosen_metrics(screen, by, against)
    controls.turn([by, against], "orders", "row", buttons(metrics))
    figure.show(picture(*metrics))
    caption(*metrics)


def chosen_metrics(screen: Screen, by: str, against: str) -> tuple[str, ...]:
    """Return the metrics that two knobs choose: two, or one."""
    one, other = screen[by], screen[against]
    return (one,) if other in (one, "none") else (one, other)


def picture(*metrics: str, marked: Mapping[str, Sequence[float]] = _NONE) -> Figure:
    """Return the chart of all orders of list A by one metric, or by two.

    `marked` are orders, or scores, that have a name, by that, each by its two scores, or its one.
    """
    screen = session().shown
    found, here = every(screen, *metrics), present(screen, *metrics)
    labels = tuple(METRICS[key].label(screen.k) for key in metrics)
    if len(metrics) > 1:
        rings = {
            name: [_merit(key, each) for key, each in zip(metrics, scores, strict=True)]
            for name, scores in marked.items()
        }
        return Figure(all_orders, [*all_orders.rows(found, labels, here, rings)])
    low, high = METRICS[metrics[0]].range
    if high is None:
        low, high = found.ends[0]
    whole = (low, high) if high > low else (low - 0.5, low + 0.5)
    places = {name: float(_merit(metrics[0], scores[0])) for name, scores in marked.items()}
    return Figure(orders_by_one, [*orders_by_one.rows(found, labels[0], here[0], whole, places)])


def expectation(metric: str) -> str:
    """Say what a metric is on average over all orders of list A, or over those looked at."""
    found = every(session().shown, metric)
    mean = np.average(found.scores[0], weights=found.counts)
    what = f"all {found.total:,}" if found.exact else f"{found.seen:,} random"
    return f"The mean over {what} orders of these grades is **{decimals(mean)}**"


def caption(*metrics: str) -> None:
    """Say below a chart how many orders are drawn, and what they are beside list A."""
    screen = session().shown
    found, here = every(screen, *metrics), present(screen, *metrics)
    if found.total == 1:
        plain.sentence("These grades have only one order.")
        return
    total = f"{found.total:,}" if found.total <= 10**9 else "more than a billion"
    seen = f"All {total}" if found.exact else f"{found.seen:,} of {total}"
    chance = "" if found.exact else ", drawn at random"
    labels = [METRICS[key].label(screen.k) for key in metrics]
    gains = [each - at for each, at in zip(found.merits, here, strict=True)]
    if len(metrics) == 1:
        better, worse = (int(found.counts[way * gains[0] > _SAME].sum()) for way in (1, -1))
        orders = "order is" if better == 1 else "orders are"
        told = f"{better:,} {orders} better, {worse:,} {'is' if worse == 1 else 'are'} worse."
    else:
        first, second = (
            int(found.counts[(way * gains[0] > _SAME) & (way * gains[1] < -_SAME)].sum())
            for way in (1, -1)
        )
        told = (
            f"{labels[0]} and {labels[1]} disagree about {first + second:,} of them: {labels[0]} "
            f"prefers {first:,} to this list (①), {labels[1]} the other {second:,} (②)."
        )
        if len(found.dots) < len(found.counts):
            told += f" {len(found.dots)} dots stand for all."
    what = "bar" if len(metrics) == 1 else "dot"
    way = "to the right" if len(metrics) == 1 else "to the right, and up,"
    crowded = len(metrics) > 1 and found.counts[found.dots].max() > 1
    large = " A large dot stands for many orders." * bool(crowded)
    plain.sentence(
        f"{seen} orders of the retrieved grades{chance}; what was missed stays missed. Further "
        f"{way} is better.{large} {told} A click on a {what} takes its order."
    )


def buttons(metrics: Sequence[str]) -> list[controls.Control]:
    """Describe buttons that take an order by one metric, or by two."""
    one, *others = (METRICS[key].label() for key in metrics)
    labels: dict[Which, str] = {"best": f"Best {one}", "worst": f"Worst {one}"}
    labels["typical"] = "A typical order"
    if others:
        labels |= {
            "other_best": f"Best {others[0]}",
            "first_only": f"{one} better, {others[0]} worse",
            "second_only": f"{one} worse, {others[0]} better",
        }
    return [
        controls.button(label, {"do": "take_order", "which": which, "of": list(metrics)})
        for which, label in labels.items()
    ]


@post.change("take_order")
def _take_order(now: Screen, action: Action) -> Screen:
    metrics = tuple(action["of"])
    if len(metrics) not in (1, 2) or not set(metrics) <= METRICS.keys():
        raise ValueError("an order by metrics that are none")
    found = every(now, *metrics)
    grades = chosen(found, action["which"], now, *metrics)
    return now.with_list("a", in_order(now.a, grades))


@post.change("take_grades")
def _take_grades(now: Screen, action: Action) -> Screen:
    """Take the order of a bar or a dot that was clicked."""
    return now.with_list("a", in_order(now.a, [int(grade) for grade in action["grades"]]))
