"""All orders of the documents that a list retrieved, and where the list stands among them."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np

from metrics.catalog import METRICS
from metrics.orders import SAME, UNJUDGED, Grades, Orders, merit, score_all
from ui.look.plain import decimals
from ui.models import score
from ui.state import knobs
from ui.state.documents import RankedList, RefusedError
from ui.state.screen import Screen

Turned: TypeAlias = tuple[tuple[str, Any], ...]
Which: TypeAlias = Literal["best", "other_best", "worst", "typical", "first_only", "second_only"]

MOST_DIVIDED: Final = 8
"""Documents of a list for which it is worked out how many hits it takes to disagree."""
_TOLD: Final = 12


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


def _scored(grades: Grades, missed: Grades, metrics: tuple[str, ...], turned: Turned) -> Orders:
    settings = {**knobs.FIRST, **dict(turned)}
    return score_all(
        grades,
        missed,
        {key: knobs.arguments(key, settings) for key in metrics},
        top_grade=settings["scale"],
        relevant_from=settings["relevant_from"],
    )


_every = lru_cache(maxsize=128)(_scored)
"""All orders in one batch, about 1 MB each. A drag changes no argument; a class has 60 lists."""


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
        found = _scored(grades, (), (one, other), settings).widest
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
        return found.order(int(np.argmin(np.sum(off, axis=0))))
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
    if worth.max() <= SAME:
        raise RefusedError(none)
    return found.order(int(worth.argmax()))


def present(screen: Screen, *metrics: str) -> tuple[float, ...]:
    """Return the merits that list A has now."""
    return tuple(merit(key, float(score.compute(key, "a", screen).score)) for key in metrics)


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


# How orders are named


def as_text(found: Orders, at: int) -> str:
    """Write an order as a list in little, the first dozen of it."""
    grades = ["?" if code == UNJUDGED else str(code) for code in found.grades[at].tolist()]
    return " ".join([*grades[:_TOLD], *["…"] * (len(grades) > _TOLD)])


def score_range(low: float, high: float) -> str:
    """Write from which score to which a bin goes, by its merits."""
    ends = sorted((abs(low), abs(high)))
    return f"from {decimals(ends[0])} to {decimals(ends[1])}"


def offer(number: int) -> str:
    """Say for how many orders a mark stands, and that it can be clicked."""
    many, one = ("orders", "one") if number > 1 else ("order", "it")
    return f"{number:,} {many}. Click to take {one}."


def take(found: Orders, at: int) -> str:
    """Return what a click on an order does."""
    return json.dumps({"do": "take_grades", "grades": found.order(at)})
