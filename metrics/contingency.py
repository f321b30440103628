"""Scores of a set that was retrieved, without ranks: four counts of documents are enough.

hits are relevant and retrieved, misses are retrieved and irrelevant, missed ones are relevant and
not retrieved, and rejected ones neither. Books call their counts TP, FP, FN and TN.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod, sqrt
from typing import Final, NamedTuple

import numpy as np

from . import checks


class Contingency(NamedTuple):
    """What four counts tell; NaN where a share is of no document, or of an unknown count.

    Attributes:
        precision: share of the retrieved documents that is relevant.
        recall: share of the relevant documents that is retrieved.
        f: F with beta of the two.
        fall_out: share of the irrelevant documents that is retrieved; 1 minus it is specificity.
        accuracy: share of all documents that is right: retrieved if relevant, else not.
    """

    precision: float
    recall: float
    f: float
    fall_out: float
    accuracy: float


def contingency(
    hits: int, misses: int, missed: int, rejected: int | None, *, beta: float = 1
) -> Contingency:
    """Return the scores of a set by its four counts. Manning, Raghavan & Schütze (2008).

    Args:
        hits: how many documents are retrieved and relevant.
        misses: retrieved and irrelevant.
        missed: relevant and not retrieved.
        rejected: neither; None if nobody knows. Then there is no fall-out and no accuracy.
        beta: as for `f_score`.

    Raises:
        ValueError: a count or beta below 0, or a count that is not whole.

    >>> found = contingency(20, 40, 60, 999_880)
    >>> round(found.precision, 3), found.recall, round(found.f, 3)
    (0.333, 0.25, 0.286)
    >>> round(found.accuracy, 4)  # most documents are rejected, and rightly so
    0.9999
    >>> round(contingency(20, 40, 60, None).f, 3), contingency(20, 40, 60, None).accuracy
    (0.286, nan)
    """
    counts = {"hits": hits, "misses": misses, "missed": missed}
    if rejected is not None:
        counts["rejected"] = rejected
    for name, count in counts.items():
        checks.count(name, count)
    unknown = float(np.nan)
    weight = checks.number("beta", beta, 0) ** 2
    return Contingency(
        precision=_share(hits, hits + misses),
        recall=_share(hits, hits + missed),
        f=_share((1 + weight) * hits, (1 + weight) * hits + weight * missed + misses),
        fall_out=unknown if rejected is None else _share(misses, misses + rejected),
        accuracy=unknown if rejected is None else _share(hits + rejected, sum(counts.values())),
    )


def weighted_accuracy(
    hits: int, misses: int, missed: int, rejected: int, *, weight: float = 1
) -> float:
    """Return accuracy that counts a miss `weight` times: a good e-mail that is called spam.

    It is (hits + rejected) / (hits + rejected + weight · misses + missed); NaN for a share of
    nothing. Androutsopoulos et al. (2000) count the good e-mails themselves as often, too.

    Args:
        hits: as for `contingency`, and so are the other counts; it needs all four.
        misses: retrieved and irrelevant.
        missed: relevant and not retrieved.
        rejected: neither.
        weight: at least 0; 1 is accuracy.

    Raises:
        ValueError: a count below 0, or one that is not whole, or a weight below 0.

    >>> round(weighted_accuracy(160, 10, 40, 590, weight=10), 3)  # 750/890
    0.843
    """
    counts = {"hits": hits, "misses": misses, "missed": missed, "rejected": rejected}
    for name, count in counts.items():
        checks.count(name, count)
    right = hits + rejected
    return _share(right, right + checks.number("weight", weight, 0) * misses + missed)


def matthews(hits: int, misses: int, missed: int, rejected: int) -> float:
    """Return the correlation of what is retrieved with what is relevant. Matthews (1975).

    It is (hits · rejected - misses · missed) over the root of the product of the four sums: of the
    retrieved, the relevant, the not retrieved and the irrelevant. NaN if one of these is 0; then
    scikit-learn's matthews_corrcoef prints 0.

    Args:
        hits: as for `contingency`, and so are the other counts; it needs all four.
        misses: retrieved and irrelevant.
        missed: relevant and not retrieved.
        rejected: neither.

    Raises:
        ValueError: a count below 0, or one that is not whole.

    >>> matthews(6, 2, 1, 1)  # (6 - 2) / √(8 · 7 · 2 · 3)
    0.2182178902359924
    >>> matthews(3, 0, 0, 5), matthews(0, 3, 5, 0), matthews(0, 0, 3, 5)
    (1.0, -1.0, nan)
    """
    counts = {"hits": hits, "misses": misses, "missed": missed, "rejected": rejected}
    for name, count in counts.items():
        checks.count(name, count)
    sums = (hits + misses, hits + missed, rejected + missed, rejected + misses)
    return _share(hits * rejected - misses * missed, sqrt(prod(sums)))


class Known(NamedTuple):
    """What a search tells a user who knew some relevant documents; NaN for a share of nothing.

    Attributes:
        coverage: share of the known relevant documents that is retrieved.
        novelty: share of the retrieved relevant documents that is new to the user.
        recall: share of all relevant documents that is retrieved.
    """

    coverage: float
    novelty: float
    recall: float


def known_and_new(known: int, new: int, known_missed: int, new_missed: int = 0) -> Known:
    """Return coverage and novelty. Korfhage (1997).

    Args:
        known: how many relevant documents are retrieved that the user knew before.
        new: retrieved, relevant and new to the user.
        known_missed: known to the user and relevant, but not retrieved.
        new_missed: relevant, neither known nor retrieved; only recall needs it.

    Raises:
        ValueError: a count below 0, or one that is not whole.

    >>> found = known_and_new(2, 2, known_missed=1, new_missed=5)
    >>> round(found.coverage, 3), found.novelty, found.recall  # 2 of 3, 2 of 4, 4 of 10
    (0.667, 0.5, 0.4)
    """
    counts = {"known": known, "new": new, "known_missed": known_missed, "new_missed": new_missed}
    for name, count in counts.items():
        checks.count(name, count)
    return Known(
        coverage=_share(known, known + known_missed),
        novelty=_share(new, known + new),
        recall=_share(known + new, sum(counts.values())),
    )


def f_score(precision: float, recall: float, *, beta: float = 1) -> float:
    """Return F with beta: (1 + β²) P R / (β² P + R), 0 where both are 0. Van Rijsbergen (1979).

    It is 1 / (α/P + (1 - α)/R) with β² = (1 - α)/α.

    Args:
        precision: a share from 0 to 1.
        recall: a share from 0 to 1.
        beta: how many times as much recall counts as precision; 1 is F1, 0 is precision.

    Raises:
        ValueError: a share that is not from 0 to 1, or beta below 0.

    >>> round(f_score(0.27, 0.46), 3)
    0.34
    >>> round(f_score(1 / 3, 1 / 4, beta=2), 3)  # 5/12 over 19/12: nearer to recall
    0.263
    """
    p, r = checks.number("precision", precision, 0, 1), checks.number("recall", recall, 0, 1)
    weight = checks.number("beta", beta, 0) ** 2
    below = weight * p + r
    return (1 + weight) * p * r / below if below else 0.0


def recall_for_f(f: float, precision: float) -> float:
    """Return the recall at which F1 is f: f P / (2 P - f); NaN if no recall up to 1 is enough.

    Args:
        f: a share from 0 to 1.
        precision: a share from 0 to 1.

    Raises:
        ValueError: a share that is not from 0 to 1.

    >>> round(recall_for_f(0.5, 1), 3), recall_for_f(0.5, 0.5), recall_for_f(0.5, 0.3)
    (0.333, 0.5, nan)
    """
    wanted, p = checks.number("f", f, 0, 1), checks.number("precision", precision, 0, 1)
    below = 2 * p - wanted
    recall = wanted * p / below if below > 0 else float(np.nan)
    return min(recall, 1.0) if recall <= 1 + 1e-9 else float(np.nan)  # a computer rounds


def _share(some: float, of: float) -> float:
    return some / of if of else float(np.nan)


RATES: Final[Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "prevalence": ((0, 2), (0, 1, 2, 3)),
    "precision": ((0,), (0, 1)),
    "recall": ((0,), (0, 2)),
    "miss rate": ((2,), (0, 2)),
    "fall-out": ((1,), (1, 3)),
    "specificity": ((3,), (1, 3)),
    "NPV": ((3,), (2, 3)),
    "accuracy": ((0, 3), (0, 1, 2, 3)),
}
"""The share that each rate is: which of TP, FP, FN and TN are counted, and among which."""


def shares_of(rates: Mapping[str, Fraction]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return which share of all documents are hits, misses, missed ones and rejected ones.

    Args:
        rates: rates of `RATES` by their names, of which three differ enough to tell all four
            shares. If there are more, the first ones tell them.

    Raises:
        ValueError: too few rates, or some that no four counts have.

    >>> shares = shares_of({key: Fraction(rate) for key, rate in
    ...     {"prevalence": "0.02", "precision": "0.5", "recall": "0.1"}.items()})
    >>> [int(10_000 * share) for share in shares]
    [20, 20, 180, 9780]
    """
    solved: list[list[Fraction]] = []
    for row in [[Fraction(1)] * 5, *(_equation(key, rate) for key, rate in rates.items())]:
        for known in solved:  # each has 1 where no other one has anything
            at = known.index(Fraction(1))
            factor = row[at]
            row = [one - factor * other for one, other in zip(row, known, strict=True)]
        at = next((at for at, one in enumerate(row[:4]) if one), -1)
        if at < 0:
            continue  # it tells nothing new, or another value
        new = [one / row[at] for one in row]
        solved = [
            [one - known[at] * other for one, other in zip(known, new, strict=True)]
            for known in solved
        ]
        solved.append(new)
    if len(solved) < 4:
        raise ValueError("another rate is needed")
    shares = [next(row[4] for row in solved if row[at] == 1) for at in range(4)]
    if min(shares) < 0:
        raise ValueError("no four counts have these rates")
    return shares[0], shares[1], shares[2], shares[3]


def _equation(key: str, rate: Fraction) -> list[Fraction]:
    """Return a rate as an equation of the four shares: their factors, and what they add up to."""
    some, of = RATES[key]
    return [*(Fraction(at in some) - rate * (at in of) for at in range(4)), Fraction(0)]


def rate_of(key: str, shares: Sequence[Fraction]) -> Fraction | None:
    """Return a rate of four shares or counts; None for a share of nothing."""
    some, of = (sum(shares[at] for at in each) for each in RATES[key])
    return some / of if of else None
