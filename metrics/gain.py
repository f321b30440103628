"""Metrics of gain and discount: what a grade is worth, and how much a rank counts.

For shared arguments and errors see `metrics`. Two more are shared here:

Args:
    gain: name in `GAINS`, or a function of grades (..., n) with finite values of at least 0.
    discount: name in `DISCOUNTS`, or a function of the ranks 1, 2 ... (d,) with such values.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from . import checks
from .arrays import Array, ratio
from .breakdown import Breakdown
from .ranking import Pool, Ranking

Gain: TypeAlias = Callable[[Array], Array]
Discount: TypeAlias = Callable[[Array], Array]


def cumulative_gain(
    ranking: Ranking, k: int | None = None, *, gain: str | Gain = "linear"
) -> Breakdown:
    """Add up the gains of the top k documents in any order.

    It has no upper limit, so it compares orders of one query but not queries. Never undefined.
    Järvelin & Kekäläinen (2002).

    >>> float(cumulative_gain(Ranking([3, 2, 0], top_grade=3), gain="exponential").score)  # 7 + 3
    10.0
    """
    gains = ranking.worth(checks.mapping("gain", gain, GAINS), k)
    return Breakdown({"gain": gains, "contribution": gains})


def dcg(
    ranking: Ranking,
    k: int | None = None,
    *,
    gain: str | Gain = "linear",
    discount: str | Discount = "log",
) -> Breakdown:
    """Add up the gains of the documents, each times the weight of its rank.

    With "log" the weight of rank i is 1 / log2(i + 1). DCG has no upper limit, so it compares
    orders of one query but not queries. Never undefined. Järvelin & Kekäläinen (2002); the
    exponential gain with "log" is the form of Burges et al. (2005).

    >>> float(dcg(Ranking([3, 0, 2], top_grade=3)).score)  # 3/log2(2) + 2/log2(4) = 3 + 1
    4.0
    """
    gains = ranking.worth(checks.mapping("gain", gain, GAINS), k)
    weight = checks.mapping("discount", discount, DISCOUNTS)(ranking.ranks(k))
    return Breakdown({"gain": gains, "weight": weight, "contribution": gains * weight})


def ndcg(
    ranking: Ranking,
    k: int | None = None,
    *,
    gain: str | Gain = "linear",
    discount: str | Discount = "log",
    ideal: Pool = "judged",
) -> Breakdown:
    """Normalise DCG: divide it by the DCG of the ideal order.

    An ideal DCG of 0 is undefined, reported as 0. Järvelin & Kekäläinen (2002).

    Args:
        ranking: lists, shape (..., n).
        k: cutoff in ranks; None for the whole list.
        gain: name in `GAINS`, or a function of grades.
        discount: name in `DISCOUNTS`, or a function of ranks.
        ideal: documents of the ideal order. "judged": all judged ones, cut at k, or at n without k
            (trec_eval's ndcg_cut). "retrieved": those of the list only, so missed ones cost nothing
            (scikit-learn). "uncut": all judged ones, without a cut (Quepid; without k trec_eval's
            ndcg). A perfect page then scores below 1 if it cannot hold all that is judged.

    Returns:
        Terms "gain", "weight", "contribution". The asides "dcg" and "ideal_dcg" have shape (...).
        The asides "ideal_gain" and "ideal_weight" hold the ideal order's values per rank.

    >>> breakdown = ndcg(Ranking([0, 1], missed=[1]))  # (1/log2(3)) / (1 + 1/log2(3)) = .631/1.631
    >>> round(float(breakdown.score), 3)
    0.387
    >>> page = Ranking([1, 0], missed=[1])  # one rank: 1/1; uncut, the other 1 is due: 1/1.631
    >>> [round(float(ndcg(page, 1, ideal=pool).score), 3) for pool in ("judged", "uncut")]
    [1.0, 0.613]
    """
    value = checks.mapping("gain", gain, GAINS)
    gains, ideal_gain = ranking.worth(value, k), ranking.ideal_worth(value, k, ideal)
    shown, due = gains.shape[-1], ideal_gain.shape[-1]
    weight = checks.mapping("discount", discount, DISCOUNTS)(np.arange(1.0, max(shown, due) + 1))
    discounted = gains * weight[:shown]
    ideal_dcg = (ideal_gain * weight[:due]).sum(-1)
    return Breakdown(
        {
            "gain": gains,
            "weight": weight[:shown],
            "contribution": ratio(discounted, ideal_dcg[..., None]),
        },
        undefined=ideal_dcg == 0,
        aside={
            "dcg": discounted.sum(-1),
            "ideal_dcg": ideal_dcg,
            "ideal_gain": ideal_gain,
            "ideal_weight": np.broadcast_to(weight[:due], ideal_gain.shape),
        },
    )


def linear(grades: Array) -> Array:
    """Return the grade itself."""
    return grades


def exponential(grades: Array) -> Array:
    """Return 2^g - 1: each grade counts about twice the one below. Burges et al. (2005).

    >>> exponential(np.array([0.0, 1.0, 2.0, 3.0])).tolist()
    [0.0, 1.0, 3.0, 7.0]
    """
    return np.exp2(grades) - 1


def custom(values: Sequence[float]) -> Gain:
    """Make a gain from a table of values: values[g] for grade g = 0, 1, 2 ...

    Raises:
        ValueError: a value that is negative or not finite. The gain itself raises it for a grade
            without a value.

    >>> custom([0, 1, 10])(np.array([2.0, 0.0])).tolist()
    [10.0, 0.0]
    """
    table = checks.numbers("custom gain values", values)
    if table.ndim != 1 or not table.size or not ((table >= 0) & np.isfinite(table)).all():
        raise ValueError(f"custom gain values must be finite and at least 0, got {values!r}")

    def gain(grades: Array) -> Array:
        without = (grades != np.floor(grades)) | (grades >= table.size)
        if without.any():
            raise ValueError(
                f"custom gain has a value for each whole grade from 0 to {table.size - 1}, "
                f"got grade {grades[without][0]:g}"
            )
        return table[grades.astype(np.intp)]

    return gain


def logarithmic(base: float = 2) -> Discount:
    """Make the discount 1 / log_base(i + 1).

    Another base multiplies all weights by one factor, which cancels in a ratio such as nDCG.

    Raises:
        ValueError: a base that is not more than 1.

    >>> logarithmic()(np.array([1.0, 3.0])).tolist()
    [1.0, 0.5]
    """
    checks.number("base", base, above=1)
    # log2 is exact at powers of 2, so the common base keeps 1/log2(2) = 1 and 1/log2(4) = 1/2.
    return lambda ranks: np.log2(base) / np.log2(ranks + 1)


def logarithmic_thresholded(base: float = 2) -> Discount:
    """Make a discount of weight 1 down to rank `base`, and 1 / log_base(i) below.

    With this logarithm the base does change nDCG: a larger one models a more patient reader.
    Järvelin & Kekäläinen (2002).

    Raises:
        ValueError: a base that is not more than 1.

    >>> logarithmic_thresholded()(np.array([1.0, 2.0, 4.0])).tolist()
    [1.0, 1.0, 0.5]
    """
    checks.number("base", base, above=1)
    return lambda ranks: np.log2(base) / np.log2(np.maximum(ranks, base))


def reciprocal(ranks: Array) -> Array:
    """Return the weight 1/i of rank i: Zipf's law.

    >>> reciprocal(np.array([1.0, 2.0, 4.0])).tolist()
    [1.0, 0.5, 0.25]
    """
    return 1 / ranks


def power(exponent: float = 1, shift: float = 0) -> Discount:
    """Make the discount 1 / (i + shift)^exponent: the Zipf-Mandelbrot law.

    Raises:
        ValueError: a negative exponent, or a shift that is not more than -1.

    >>> power(exponent=2, shift=1)(np.array([1.0, 3.0])).tolist()
    [0.25, 0.0625]
    """
    checks.number("exponent", exponent, 0)
    checks.number("shift", shift, above=-1)
    return lambda ranks: (ranks + shift) ** -float(exponent)


def geometric(ratio: float = 0.8) -> Discount:
    """Make the discount ratio^(i - 1): each rank counts a fixed share of the one above.

    Raises:
        ValueError: a ratio outside [0, 1].

    >>> geometric(0.5)(np.array([1.0, 2.0, 3.0])).tolist()
    [1.0, 0.5, 0.25]
    """
    checks.number("ratio", ratio, 0, 1)
    return lambda ranks: float(ratio) ** (ranks - 1)


GAINS: Mapping[str, Gain] = {"linear": linear, "exponential": exponential}

DISCOUNTS: Mapping[str, Discount] = {
    "log": logarithmic(),
    "log_thresholded": logarithmic_thresholded(),
    "reciprocal": reciprocal,
    "power": power(),
    "geometric": geometric(),
    "none": np.ones_like,
}
