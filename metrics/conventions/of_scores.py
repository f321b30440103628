"""Explain a number that was printed for several queries, by the scores of these queries."""

from collections.abc import Iterator, Sequence
from math import isnan
from statistics import fmean, harmonic_mean, median
from typing import Final, NamedTuple

import numpy as np

from ..means import FLOOR, geometric_mean
from .lines import CONVENTIONS, LINES
from .reading import Number

_MOST_FURTHER: Final = 10
"""Most further queries that are tried."""
_MOST_TOOLS: Final = 3
"""Most tools that a sentence names."""
_MOST_SUMMANDS: Final = 12
"""Most numbers of a sum that is written out."""

_LEFT_OUT: Final = (
    "Some tools leave out a query without a relevant document, and trec_eval without -c one that "
    "the run lacks"
)
_OF_ZEROS: Final = "With -c, trec_eval counts 0 for a query that the run lacks"


class Way(NamedTuple):
    """One way to make one number of the scores of queries.

    Attributes:
        phrase: what it is, "the mean of these 3 scores".
        value: the number, before it is rounded.
        worked: how it is calculated; "" if that is too long or no sum.
        note: who does so, in a sentence; or "".
    """

    phrase: str
    value: float
    worked: str = ""
    note: str = ""


def ways(scores: Sequence[float]) -> Iterator[Way]:
    """Yield what programs make of the scores of several queries, the likeliest first.

    Args:
        scores: one for each query, two or more of which one is a number; NaN for a query that has
            none.

    >>> for way in [*ways([0.8, 0.5, 0])][:2]:
    ...     print(f"{way.value:.3f}: {way.phrase}, {way.worked}")
    0.433: the mean of these 3 scores, (0.8 + 0.5 + 0) / 3
    0.650: the mean of the 2 scores above 0, (0.8 + 0.5) / 2
    """
    known = [each for each in scores if not isnan(each)]
    lacking, zeros = len(scores) - len(known), known.count(0)
    without = f", without {_count(lacking, 'that is nan', 'that are nan')}" * bool(lacking)
    yield _mean(f"the mean of these {len(known)} scores{without}", known)
    for value in (0.0, 1.0) if lacking else ():
        phrase = f"the mean of these {len(scores)} scores, where nan counts {value:g}"
        note = _of_ones() if value else ""
        yield _mean(phrase, [value if isnan(each) else each for each in scores], note)
    if 0 < zeros < len(known):
        positive = [each for each in known if each]
        above = f"the {len(positive)} scores" if len(positive) > 1 else "the one score"
        yield _mean(f"the mean of {above} above 0", positive, _LEFT_OUT)
        phrase = f"the mean, if {_count(zeros, 'score of 0 counts', 'scores of 0 count')} 1"
        yield _mean(phrase, [each or 1.0 for each in known], _of_ones())
    if min(known) > 0:
        phrase = "1 over the mean of 1/score: of reciprocal ranks, 1 over the mean rank"
        yield Way(phrase, harmonic_mean(known))
    yield _geometric(known)
    yield Way("their sum", sum(known), _sum(known))
    for further in range(1, _MOST_FURTHER + 1):
        for value in (0.0, 1.0):
            such = "another query that counts" if further == 1 else f"{further} others that count"
            phrase = f"the mean of these {len(known)} scores and {such} {value:g}"
            yield _mean(phrase, [*known, *[value] * further], _of_ones() if value else _OF_ZEROS)
    yield Way("the median of these scores", median(known))
    yield Way("the highest of them", max(known))
    yield Way("the lowest of them", min(known))


def fitting(number: Number, scores: Sequence[Number]) -> list[Way]:
    """Return the ways that give a number, the likeliest first; typed scores may be rounded."""
    off = fmean(each.within for each in scores)
    found = [*ways([each.value for each in scores])]
    if isnan(number.value):
        return []
    return [each for each in found if abs(each.value - number.value) <= number.within + off]


def _mean(phrase: str, scores: Sequence[float], note: str = "") -> Way:
    worked = f"({_sum(scores)}) / {len(scores)}" if _sum(scores) else ""
    return Way(phrase, fmean(scores), worked, note)


def _geometric(scores: Sequence[float]) -> Way:
    floor = f", with at least {FLOOR:.5f} for each" * (min(scores) < FLOOR)
    value = geometric_mean(np.array(scores))
    return Way(f"the geometric mean{floor}", value, note="trec_eval prints it as gm_map")


def _sum(scores: Sequence[float]) -> str:
    return " + ".join(f"{each:.6g}" for each in scores) * (len(scores) <= _MOST_SUMMANDS)


def _count(number: int, one: str, several: str) -> str:
    return f"the one {one}" if number == 1 else f"the {number} {several}"


def _of_ones() -> str:
    """Say which tools count 1 where there is nothing to find, in a sentence."""
    by = {line.tool for line in LINES if CONVENTIONS[line.definition].knobs.get("nothing") == 1}
    *some, last = sorted(by)[:_MOST_TOOLS]
    return f"{', '.join(some)} and {last} count 1 for a query without a relevant document"
