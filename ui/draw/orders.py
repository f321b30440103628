"""All orders of a list's retrieved documents, and the place of the list among them."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np

from metrics.catalog import METRICS
from metrics.orders import SAME, UNJUDGED, Grades, Orders, higher_is_better_score, score_all
from ui.core import knobs
from ui.core.documents import RankedList, RefusedError
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw import score

KnobValues: TypeAlias = tuple[tuple[str, Any], ...]
Which: TypeAlias = Literal["best", "other_best", "worst", "typical", "first_only", "second_only"]

_MOST_WRITTEN: Final = 12
"""Most grades of an order that are written out."""


def every(screen: Screen, *metrics: str) -> Orders:
    """Return all orders of list A's retrieved documents, scored by one or two metrics."""
    ranked = screen.a
    grades = [UNJUDGED if d.grade is None else d.grade for d in ranked.documents]
    return _scored_once(
        tuple(sorted(grades[: ranked.retrieved])),
        tuple(sorted(grades[ranked.retrieved :])),
        metrics,
        _knob_values(screen, *metrics),
    )


def _knob_values(screen: Screen, *metrics: str) -> KnobValues:
    """Return the values of the knobs that some metrics depend on."""
    listened = knobs.to_draw(knobs.of_metrics(*metrics), screen.settings)
    return tuple((name, screen[name]) for name in listened)


def _scored(grades: Grades, missed: Grades, metrics: tuple[str, ...], turned: KnobValues) -> Orders:
    settings = {**knobs.FIRST_SETTINGS, **dict(turned)}
    return score_all(
        grades,
        missed,
        {key: knobs.arguments(key, settings) for key in metrics},
        top_grade=settings["scale"],
        relevant_from=settings["relevant_from"],
    )


_scored_once = lru_cache(maxsize=128)(_scored)
"""Cache of all orders, about 1 MB an entry. A drag changes no argument; a class has 60 lists."""


def chosen(orders: Orders, which: Which, screen: Screen, *metrics: str) -> Sequence[int]:
    """Return the order that a button asks for, or refuse if there is none.

    "best" and "worst" use the first metric, "other_best" the second. "typical" is the order nearest
    to the mean scores. "first_only" beats the list on the screen most clearly by the first metric
    and loses by the second; "second_only" is the reverse.
    """
    if which not in get_args(Which):
        raise ValueError("an order that no button asks for")
    merits, current = orders.merits, present(screen, *metrics)
    widths = [np.ptp(values) or 1 for values in merits]
    gains = [(m - at) / width for m, at, width in zip(merits, current, widths, strict=True)]
    labels = [METRICS[key].label(screen.k) for key in metrics]
    if which == "typical":
        means = [np.average(values, weights=orders.counts) for values in merits]
        off = [abs(m - mean) / w for m, mean, w in zip(merits, means, widths, strict=True)]
        return orders.order(int(np.argmin(np.sum(off, axis=0))))
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
    return orders.order(int(worth.argmax()))


def present(screen: Screen, *metrics: str) -> tuple[float, ...]:
    """Return the merits of list A."""
    return tuple(
        higher_is_better_score(key, float(score.compute(key, "a", screen).score)) for key in metrics
    )


def in_order(ranked: RankedList, grades: Sequence[int]) -> RankedList:
    """Return a list with its retrieved documents in the order of the given grades.

    Documents of equal grade keep their order.
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


# Texts about orders


def as_text(orders: Orders, at: int) -> str:
    """Write the first grades of an order."""
    grades = ["?" if code == UNJUDGED else str(code) for code in orders.grades[at].tolist()]
    return " ".join([*grades[:_MOST_WRITTEN], *["…"] * (len(grades) > _MOST_WRITTEN)])


def score_range(low: float, high: float) -> str:
    """Write the range of scores of a bin, given its merits."""
    ends = sorted((abs(low), abs(high)))
    return f"from {decimals(ends[0])} to {decimals(ends[1])}"


def offer(number: int) -> str:
    """Write how many orders a mark stands for, and that it can be clicked."""
    many, one = ("orders", "one") if number > 1 else ("order", "it")
    return f"{number:,} {many}. Click to take {one}."


def take(orders: Orders, at: int) -> str:
    """Return the action of a click on an order."""
    return json.dumps({"do": "take_grades", "grades": orders.order(at)})
