"""Gain and discount: how much better a grade is, and how much less a low rank counts."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from metrics import checks
from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.ranking import Pool, Ranking

Gain: TypeAlias = Callable[[Array], Array]
Discount: TypeAlias = Callable[[Array], Array]


def cumulative_gain(
    ranking: Ranking, k: int | None = None, *, gain: str | Gain = "linear"
) -> Breakdown:
    """Add up what the top k documents are worth, wherever in them they stand.

    Unbounded, so it compares orders of one query and not queries. Never undefined.
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
    """Add up what the documents are worth, each times the weight of its rank.

    The discount gives the weights w(i): with "log", 1 / log2(i + 1). Unbounded, so it compares
    orders of one query and not queries. Never undefined. Järvelin & Kekäläinen (2002); the
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
    """Compare DCG with the best it could have been: DCG over the DCG of the ideal order.

    The ideal is cut at the same k, and without k at n. It orders all judged documents ("judged",
    trec_eval's ndcg_cut), missed ones too, or only those of the list ("retrieved", scikit-learn),
    which forgives what was missed. "uncut" orders all judged documents and cuts nowhere (Quepid;
    without k trec_eval's ndcg), so a perfect page stays below 1 where more is judged than fits.
    The asides "ideal_gain" and "ideal_weight" are the ideal's, per rank.
    An ideal of 0 is 0/0, reported as 0. Järvelin & Kekäläinen (2002).

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
    """Take the grade for its worth: a 2 is worth two 1s."""
    return grades


def exponential(grades: Array) -> Array:
    """Let every grade count about double the one below: 2^g - 1. Burges et al. (2005).

    >>> exponential(np.array([0.0, 1.0, 2.0, 3.0])).tolist()
    [0.0, 1.0, 3.0, 7.0]
    """
    return np.exp2(grades) - 1


def custom(values: Sequence[float]) -> Gain:
    """Name the worth of each grade yourself: values[g] for grade g = 0, 1, 2 ...

    Raises:
        ValueError: a value that is negative or not finite; later, a grade without a value.

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
    """Let weights sink with the logarithm of the rank: 1 / log_base(i + 1).

    A larger base lifts all weights by one factor, which a ratio such as nDCG does not see.

    Raises:
        ValueError: a base that is not more than 1.

    >>> logarithmic()(np.array([1.0, 3.0])).tolist()
    [1.0, 0.5]
    """
    checks.number("base", base, above=1)
    # log2 is exact at powers of 2, so the common base keeps 1/log2(2) = 1 and 1/log2(4) = 1/2.
    return lambda ranks: np.log2(base) / np.log2(ranks + 1)


def logarithmic_thresholded(base: float = 2) -> Discount:
    """Spare the first ranks: weight 1 above rank `base`, then 1 / log_base(i).

    The only logarithm whose base is felt in nDCG: a larger one is a more patient reader.
    Järvelin & Kekäläinen (2002).

    Raises:
        ValueError: a base that is not more than 1.

    >>> logarithmic_thresholded()(np.array([1.0, 2.0, 4.0])).tolist()
    [1.0, 1.0, 0.5]
    """
    checks.number("base", base, above=1)
    return lambda ranks: np.log2(base) / np.log2(np.maximum(ranks, base))


def reciprocal(ranks: Array) -> Array:
    """Let rank i count 1/i, steep at the top: Zipf's law in its plainest form.

    >>> reciprocal(np.array([1.0, 2.0, 4.0])).tolist()
    [1.0, 0.5, 0.25]
    """
    return 1 / ranks


def power(exponent: float = 1, shift: float = 0) -> Discount:
    """Let weights sink with a power of the rank, 1 / (i + shift)^exponent: Zipf and Mandelbrot.

    Raises:
        ValueError: a negative exponent, or a shift that is not more than -1.

    >>> power(exponent=2, shift=1)(np.array([1.0, 3.0])).tolist()
    [0.25, 0.0625]
    """
    checks.number("exponent", exponent, 0)
    checks.number("shift", shift, above=-1)
    return lambda ranks: (ranks + shift) ** -float(exponent)


def geometric(ratio: float = 0.8) -> Discount:
    """Let each rank count a fixed share of the one above: ratio^(i - 1).

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
