"""Precision at levels of recall, interpolated. For shared arguments see `metrics`."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import numpy as np

from . import checks
from .arrays import Array, ratio
from .breakdown import Breakdown
from .ranking import Ranking

Rounding: TypeAlias = Literal["up", "trec_eval"]

LEVELS: Final[Mapping[int | str, Sequence[float]]] = {
    11: tuple(tenths / 10 for tenths in range(11)),
    3: (0.2, 0.5, 0.8),
    "quarters": (0.25, 0.5, 0.75),
}
"""The levels of recall of a mean, by their number or name."""

_SLACK: Final = 1e-9
"""In binary, 0.55 times 20 is a little more than 11."""


def interpolated_precision(
    ranking: Ranking, *, recall_level: float = 0.5, rounding: Rounding = "up"
) -> Breakdown:
    """Return the highest precision at a recall of at least so much.

    The whole contribution is that of the first rank that has it. 0 where the list never reaches
    that recall. Nothing relevant is undefined, reported as 0. van Rijsbergen (1979).

    Args:
        ranking: lists, shape (..., n).
        recall_level: the recall, from 0 to 1.
        rounding: how many hits that recall needs, of m relevant documents and at least one. "up":
            recall_level · m, rounded up. "trec_eval": as it does, which needs one less where less
            than a tenth of a document is left over, and for 0.7 of three.

    Raises:
        ValueError: a level outside 0 ... 1, or an unknown rounding.

    >>> # Three of eight is the first recall of at least 1/3: 3/9 there, but 4/11 two ranks below.
    >>> breakdown = interpolated_precision(
    ...     Ranking([1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1], [1, 1, 1]), recall_level=0.33
    ... )
    >>> round(float(breakdown.score), 3)
    0.364
    """
    return _at_levels(ranking, None, (checks.number("recall_level", recall_level, 0, 1),), rounding)


def interpolated_average_precision(
    ranking: Ranking,
    k: int | None = None,
    *,
    point_count: Literal[11, 3, "quarters"] = 11,
    rounding: Rounding = "up",
) -> Breakdown:
    """Average the interpolated precision at 11 levels of recall, or at 3.

    Nothing relevant is undefined, reported as 0. Manning, Raghavan & Schütze (2008), chapter 8.

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        point_count: 11: recall 0, 0.1, ..., 1. 3: recall 0.2, 0.5, 0.8. "quarters": recall 0.25,
            0.5, 0.75.
        rounding: as for `interpolated_precision`.

    Returns:
        Terms "relevant", "precision", "recall", "interpolated" (the highest precision at the
        recall of this rank or beyond), "levels" (how many levels have their precision from this
        rank), "contribution". The asides "level", "at_level" and "at_rank", shape
        (..., levels), are the levels, the precisions there, and the ranks that have them, 0
        for a level that is never reached.

    Raises:
        ValueError: another number of points, or an unknown rounding.

    >>> breakdown = interpolated_average_precision(Ranking([1, 0, 0, 0, 1]))
    >>> # m = 2: six levels, 0 to 0.5, are reached at 1/1, and five, 0.6 to 1, at 2/5
    >>> round(float(breakdown.score), 3)  # (6 · 1 + 5 · 0.4) / 11
    0.727
    """
    if point_count not in LEVELS:
        raise ValueError(f"point_count must be one of 11, 3, quarters, got {point_count!r}")
    return _at_levels(ranking, k, LEVELS[point_count], rounding)


def _at_levels(
    ranking: Ranking, k: int | None, levels: Sequence[float], rounding: Rounding
) -> Breakdown:
    checks.one_of("rounding", rounding, ("up", "trec_eval"))
    relevant, total = ranking.relevant(k), ranking.relevant_total
    hits = relevant.cumsum(-1)
    precision = hits / ranking.ranks(k)
    served = np.zeros(precision.shape)  # levels that have their precision from each rank
    at_level = np.zeros((*total.shape, len(levels)))
    at_rank = np.zeros_like(at_level)
    for number, level in enumerate(levels):
        reached = precision * (hits >= _needed(level, total, rounding)[..., None])
        if reached.shape[-1]:
            at = reached.argmax(-1)[..., None]  # 0 where no rank reaches the level
            best = np.take_along_axis(reached, at, -1)
            so_far = np.take_along_axis(served, at, -1)
            np.put_along_axis(served, at, so_far + (best > 0), -1)
            at_level[..., number] = best[..., 0]
            at_rank[..., number] = ((at + 1) * (best > 0))[..., 0]
    below = np.maximum.accumulate(precision[..., ::-1], axis=-1)[..., ::-1]
    # Misses have the recall, and so the height, of the hit above them; those above the first hit
    # have what is best below.
    first = np.maximum.accumulate(np.where(relevant, np.arange(hits.shape[-1]), 0), axis=-1)
    stairs = np.take_along_axis(below, first, -1)
    return Breakdown(
        {
            "relevant": relevant,
            "precision": precision,
            "recall": ratio(hits, total[..., None]),
            "interpolated": stairs,
            "levels": served,
            "contribution": served * precision / len(levels),
        },
        undefined=total == 0,
        aside={
            "relevant_total": total,
            "level": np.broadcast_to(levels, at_level.shape),
            "at_level": at_level,
            "at_rank": at_rank,
        },
    )


def _needed(level: float, total: Array, rounding: Rounding) -> Array:
    """Return how many hits a level of recall needs, at least 1."""
    asked = level * total
    hits = np.floor(asked + 0.9) if rounding == "trec_eval" else np.ceil(asked - _SLACK)
    return np.maximum(hits, 1)
