"""Agreement of two rankings with each other, and of one ranking with its grades.

Each score is a sum over documents or depths. A pair in the wrong order counts half for each of its
two documents. Where nothing can be compared, the score is undefined and NaN.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import Array
from .breakdown import Breakdown

Documents: TypeAlias = Sequence[Hashable]

_DRAWN: Final = 1000  # documents up to which there is a matrix of pairs


class RboBounds(NamedTuple):
    """What RBO can be of two rankings that go on unseen: at least `lowest`, at most `highest`."""

    lowest: float
    highest: float

    @property
    def residual(self) -> float:
        """The part of RBO that is not known."""
        return self.highest - self.lowest


def inversions(a: Documents, b: Documents) -> Breakdown:
    """Count the pairs that two rankings of the same documents put in opposite orders.

    This is the number of swaps of neighbours that bubble sort needs to turn one into the other.
    Args, contributions and errors as for `kendall_distance`. Kendall (1938).

    >>> float(inversions("abcd", "badc").score)  # a-b and c-d
    2.0
    """
    return kendall_distance(a, b, normalised=False)


def kendall_distance(
    a: Documents,
    b: Documents,
    k: int | None = None,
    *,
    pairs: Literal["union", "common"] = "union",
    normalised: bool = True,
) -> Breakdown:
    """Count the pairs in opposite orders as a share of the maximum: 0 same, 1 reversed.

    Contributions are in the order of a, then of the documents in b only. Undefined if the maximum
    is 0. Kendall (1938); Fagin, Kumar & Sivakumar (2003).

    Args:
        a: a ranking, best document first.
        b: another ranking. Without k it must hold the same documents.
        k: cutoff in ranks; None compares whole rankings of n documents, with maximum n(n-1)/2.
        pairs: which documents of two top k to compare. "union": all; an absent document ranks below
            all present ones, at an unknown place (the optimistic K(0)). The maximum is the product
            of the two lengths, for two tops with nothing in common: k² for two of k documents. Two
            reversed tops have k(k-1)/2 of k². "common": those in both, n of them; the maximum is
            n(n-1)/2.
        normalised: whether to divide by the maximum.

    Returns:
        The aside "most" is the divisor. Up to 1,000 documents, the aside "pairs" is the matrix of
        opposite pairs, shape (d, d).

    Raises:
        ValueError: a document twice in a ranking; without k, rankings of different documents.

    >>> float(kendall_distance("abcde", "edcba").score)  # 10 of 10
    1.0
    >>> float(kendall_distance("abcde", "edcba", k=5).score)  # 10 of 25
    0.4
    >>> float(kendall_distance("abc", "bad", k=2).score)  # ab against ba: 1 of 4
    0.25
    >>> float(kendall_distance("ab", "xy", k=5).score)  # 4 of 4: both lists are shorter than k
    1.0
    """
    checks.one_of("pairs", pairs, ("union", "common"))
    k = checks.cutoff(k)
    top_a, top_b = (_places(name, ranking, k) for name, ranking in (("a", a), ("b", b)))
    if k is None:
        _refuse_different("without k both rankings", top_a, top_b)
    documents = list(dict.fromkeys([*top_a, *top_b]))
    if pairs == "common":
        documents = [document for document in documents if document in top_a and document in top_b]
    n, absent = len(documents), len(top_a) + len(top_b)
    places_a, places_b = (
        np.array([top.get(document, absent) for document in documents], dtype=np.float64)
        for top in (top_a, top_b)
    )
    _, opposite = _by_document(places_a, places_b)
    most = float(len(top_a) * len(top_b) if k is not None and pairs == "union" else n * (n - 1) / 2)
    return _halves(
        opposite,
        most if normalised else 1.0,
        (lambda: np.sign(_differences(places_a)) * np.sign(_differences(places_b)) < 0),
        undefined=normalised and most == 0,
    )


def kendall_tau(x: ArrayLike, y: ArrayLike, *, variant: Literal["a", "b"] = "b") -> Breakdown:
    """Correlate two scores of the same documents by pairs: concordant minus discordant pairs.

    A pair tied in either score counts as neither. Undefined for n < 2 or, for "b", a constant
    score. Kendall (1938, 1945).

    Args:
        x: scores of the documents, shape (n,). For two rankings pass the ranks.
        y: other scores of the same documents, shape (n,).
        variant: "a" divides by all pairs, so ties keep it below 1. "b" divides by the geometric
            mean of the numbers of pairs that each score does not tie.

    Raises:
        ValueError: rows that are not finite numbers of one length, or an unknown variant.

    >>> float(kendall_tau([1, 2, 3, 4], [1, 2, 4, 3]).score)  # (5 - 1) / 6
    0.6666666666666667
    """
    checks.one_of("variant", variant, ("a", "b"))
    first, second = _scores(x, y)
    alike, opposite = _by_document(first, second)
    every = first.size * (first.size - 1) / 2
    most = every if variant == "a" else float(np.sqrt(_untied(first) * _untied(second)))
    return _halves(
        alike - opposite,
        most,
        (lambda: np.sign(_differences(first)) * np.sign(_differences(second))),
        undefined=most == 0,
    )


def spearman_rho(x: ArrayLike, y: ArrayLike) -> Breakdown:
    """Correlate the ranks of two scores of the same documents; tied scores share their mean rank.

    Each document contributes the product of its distances from the mean rank. Undefined where a
    score is constant. Args and errors as for `kendall_tau`. Spearman (1904).

    >>> float(spearman_rho([1, 2, 3, 4], [1, 2, 4, 3]).score)  # 1 - 6·(1 + 1) / (4·15)
    0.8
    """
    first, second = map(_ranks, _scores(x, y))
    return pearson_r(first, second)


def pearson_r(x: ArrayLike, y: ArrayLike) -> Breakdown:
    """Correlate two scores of the same documents as they are, not by their order.

    Each document contributes the product of its distances from the two means, over the root of the
    product of both sums of squares. Undefined where a score is constant. Args and errors as for
    `kendall_tau`. Pearson (1896).

    >>> round(float(pearson_r([1, 2, 3, 4], [1, 2, 3, 10]).score), 3)  # 14 / √(5 · 50)
    0.885
    """
    off_x, off_y = (
        scores - scores.mean() if scores.size and np.ptp(scores) else np.zeros(scores.shape)
        for scores in _scores(x, y)
    )
    most = float(np.sqrt((off_x**2).sum() * (off_y**2).sum()))
    shares = off_x * off_y / most if most else np.full(off_x.shape, np.nan)
    return _breakdown({"contribution": shares}, undefined=most == 0)


class PairCounts(NamedTuple):
    """How two scores of the same documents order their pairs, which are n(n - 1)/2 in all."""

    concordant: int
    discordant: int
    tied_in_x: int
    tied_in_y: int
    tied_in_both: int


def pair_counts(x: ArrayLike, y: ArrayLike) -> PairCounts:
    """Count the pairs that two scores order alike, in opposite ways, or not at all.

    A pair that both tie is counted as `tied_in_both` alone. Args and errors as for `kendall_tau`,
    which divides concordant minus discordant ones: by all for "a"; for "b" by the geometric mean
    of the pairs that x does not tie and of those that y does not tie. Kendall (1945).

    >>> pair_counts([1, 1, 2, 3, 3], [2, 1, 1, 3, 3])
    PairCounts(concordant=6, discordant=1, tied_in_x=1, tied_in_y=1, tied_in_both=1)
    """
    first, second = _scores(x, y)
    alike, opposite = (int(each.sum()) // 2 for each in _by_document(first, second))
    every = first.size * (first.size - 1) // 2
    only_x, only_y = (int(_untied(each)) - alike - opposite for each in (second, first))
    return PairCounts(alike, opposite, only_x, only_y, every - alike - opposite - only_x - only_y)


def mean_ranks(scores: ArrayLike) -> Array:
    """Rank scores from 1, the highest first; tied ones share the mean of their ranks, shape (n,).

    Args and errors as for one score of `kendall_tau`. Spearman's rho is the correlation of two such
    rows. Kendall (1945).

    >>> mean_ranks([29, 36, 34, 29]).tolist()
    [3.5, 1.0, 2.0, 3.5]
    """
    return _ranks(-_scores(scores, scores)[0])


def tau_ap(reference: Documents, other: Documents) -> Breakdown:
    """Correlate two rankings of the same documents so that errors at the top weigh most.

    For each rank of `other` from 2 on, take the share of the documents above that the reference
    also ranks above. The mean share, scaled to -1 ... 1, is tau_AP. It is not symmetric.
    Contributions are in the order of `other`. Undefined for fewer than two documents. Yilmaz, Aslam
    & Robertson (2008).

    Args:
        reference: the ranking that counts as right, best document first.
        other: a ranking of the same documents.

    Raises:
        ValueError: a document twice in a ranking, or rankings of different documents.

    >>> float(tau_ap("abcd", "bacd").score)  # ranks 2, 3, 4: 0/1, 2/2, 3/3, so 2·(2/3) - 1
    0.3333333333333333
    >>> float(tau_ap("abcd", "abdc").score)  # 1/1, 2/2, 2/3: the same swap, lower down
    0.7777777777777777
    """
    place_of, order = _places("reference", reference), _places("other", other)
    _refuse_different("reference and other", place_of, order)
    places = np.array([place_of[document] for document in order], dtype=np.float64)
    n = places.size
    above = _lower_before(places)  # for each rank of `other`
    share = above[1:] / np.arange(1.0, max(n, 1))
    if n < 2:
        undefined = {"right_above": np.zeros(n), "contribution": np.full(n, np.nan)}
        return _breakdown(undefined, undefined=True)
    return _breakdown(
        {
            "right_above": np.concatenate([[0.0], share]),
            "contribution": np.concatenate([[0.0], (2 * share - 1) / (n - 1)]),
        }
    )


def rbo(
    a: Documents,
    b: Documents,
    persistence: float = 0.9,
    k: int | None = None,
    *,
    extrapolated: bool = True,
) -> Breakdown:
    """Compare two rankings for a reader who continues with probability p at each depth.

    The overlap at depth d is the share of documents that both top-d lists have. Depth d has the
    weight (1 - p)·p^(d-1). Terms are per depth. Undefined for two empty lists. Webber, Moffat &
    Zobel (2010).

    Args:
        a: a ranking, best document first.
        b: another ranking; its length and its documents may differ.
        persistence: the probability p, in [0, 1).
        k: cutoff in ranks; None compares the whole rankings.
        extrapolated: True assumes that the last overlap continues below the lists, also below a
            list that ends before the other. Identical lists then score 1, and the unseen part is
            the remainder. False counts the unseen part as 0: d identical documents score 1 - p^d.

    Raises:
        ValueError: a document twice in a ranking, or a persistence outside [0, 1).

    >>> round(float(rbo("abc", "abc", extrapolated=False).score), 3)  # 1 - 0.9³
    0.271
    >>> float(rbo("abc", "abc").score)
    1.0
    """
    p = checks.number("persistence", persistence, 0, below=1)
    k = checks.cutoff(k)
    top_a, top_b = (_places(name, ranking, k) for name, ranking in (("a", a), ("b", b)))
    short, long = sorted((len(top_a), len(top_b)))
    depth = np.arange(1.0, long + 1)
    both = np.array([max(top_a[d], top_b[d]) for d in top_a if d in top_b])  # in both from here on
    shared = np.searchsorted(np.sort(both), depth).astype(np.float64)
    if extrapolated and short:
        shared += shared[short - 1] * np.maximum(depth - short, 0) / short
    overlap, weight = shared / depth, (1 - p) * p ** (depth - 1)
    return _breakdown(
        {"overlap": overlap, "weight": weight, "contribution": weight * overlap},
        remainder=overlap[-1] * p**long if extrapolated and long else 0.0,
        undefined=long == 0,
    )


def average_overlap(a: Documents, b: Documents, k: int | None = None) -> Breakdown:
    """Return the mean of the overlaps of two rankings, down to the end of the shorter one.

    The overlap at depth d is the share of documents that both top-d lists have. All depths weigh
    the same. The Python package rbo gives this for p = 1. Terms are per depth. Undefined for an
    empty list. Fagin, Kumar & Sivakumar (2003): 1 minus it is their intersection metric.

    Args:
        a: a ranking, best document first.
        b: another ranking; its length and its documents may differ.
        k: cutoff in ranks; None compares the whole rankings.

    Raises:
        ValueError: a document twice in a ranking.

    >>> average_overlap("abcde", "edcba").terms["overlap"].round(3).tolist()
    [0.0, 0.0, 0.333, 0.75, 1.0]
    >>> round(float(average_overlap("abcde", "edcba").score), 4)  # (1/3 + 3/4 + 1) / 5
    0.4167
    """
    k = checks.cutoff(k)
    tops = [_places(name, ranking, k) for name, ranking in (("a", a), ("b", b))]
    depths = min(map(len, tops))
    places = [max(top[d] for top in tops) for d in tops[0] if d in tops[1]]
    depth = np.arange(1.0, depths + 1)
    overlap = np.searchsorted(np.sort(places), depth).astype(np.float64) / depth
    return _breakdown(
        {"overlap": overlap, "contribution": overlap / max(depths, 1)}, undefined=not depths
    )


def rbo_of_groups(
    a: Sequence[Documents], b: Sequence[Documents], persistence: float = 0.9
) -> Breakdown:
    """Compare two rankings with ties: each is a sequence of groups, best first.

    The documents of a group are all there from its first rank on. The overlap at a depth is twice
    what both have down to it, over the number that the one has plus the number that the other has.
    Below the shorter ranking it goes on, so the last overlap continues. Terms are per depth.
    Undefined for two empty rankings. Webber, Moffat & Zobel (2010), section 4.4.

    Args:
        a: groups of tied documents, the best group first.
        b: groups of another ranking.
        persistence: the probability p, in [0, 1).

    Raises:
        ValueError: a document twice in a ranking, or a persistence outside [0, 1).

    >>> float(rbo_of_groups(["a", "bc"], ["a", "bc"]).score)
    1.0
    >>> round(float(rbo_of_groups(["ab"], ["a", "b"], persistence=0.5).score), 3)  # (2/3 + 1) / 2
    0.833
    """
    p = checks.number("persistence", persistence, 0, below=1)
    first, second = (_first_ranks(name, groups) for name, groups in (("a", a), ("b", b)))
    long = max(len(first), len(second))
    depth = np.arange(1.0, long + 1)
    both = [max(first[document], second[document]) for document in first if document in second]
    shared, in_a, in_b = (
        np.searchsorted(np.sort(each), depth, side="right").astype(np.float64)
        for each in (both, [*first.values()], [*second.values()])
    )
    overlap, weight = 2 * shared / (in_a + in_b), (1 - p) * p ** (depth - 1)
    return _breakdown(
        {"overlap": overlap, "weight": weight, "contribution": weight * overlap},
        remainder=overlap[-1] * p**long if long else 0.0,
        undefined=long == 0,
    )


def rbo_bounds(
    a: Documents, b: Documents, persistence: float = 0.9, k: int | None = None
) -> RboBounds:
    """Return what RBO is at least and at most, whatever follows below the two rankings.

    At least, because the documents that both share go on to be shared at every depth below: more
    than `rbo` without extrapolation, which counts nothing there. At most, if each ranking goes on
    with the documents of the other, and then with the same ones. Args and errors as for `rbo`.
    Webber, Moffat & Zobel (2010), equations 11 and 30.

    >>> lowest, highest = rbo_bounds("abc", "abc")
    >>> round(lowest, 3), highest
    (0.523, 1.0)
    """
    p = checks.number("persistence", persistence, above=0, below=1)
    k = checks.cutoff(k)
    top_a, top_b = (_places(name, ranking, k) for name, ranking in (("a", a), ("b", b)))
    short, long = sorted((len(top_a), len(top_b)))
    both = np.sort([max(top_a[d], top_b[d]) for d in top_a if d in top_b])
    depth = np.arange(1.0, long + short - both.size + 1)
    shared = np.searchsorted(both, depth).astype(np.float64)
    weight, last = p**depth / depth, float(both.size)
    tail = last * (-np.log1p(-p) - weight.sum())  # from there on all that is shared stays so
    lowest = (1 - p) / p * float((shared * weight).sum() + tail)
    # Unseen documents fill each ranking so that the other's are found as early as can be.
    most = shared + np.maximum(depth - short, 0) + np.maximum(depth - long, 0)
    highest = (1 - p) / p * float((np.minimum(most, depth) * weight).sum()) + p ** len(depth)
    return RboBounds(lowest, min(highest, 1.0))


def auc(scores: ArrayLike, relevant: ArrayLike) -> float:
    """Return how likely a relevant document has a higher score than another one.

    A tie counts half. This is the area under the ROC curve, Mann and Whitney's U over the number of
    pairs; NaN without a document of either kind. Hanley & McNeil (1982).

    Args:
        scores: scores of the documents, shape (n,), the highest first.
        relevant: 1 or True for each relevant document, else 0, shape (n,).

    Raises:
        ValueError: rows that are not finite numbers of one length.

    >>> auc([0.9, 0.5, 0.5, 0.1], [1, 1, 0, 0])  # (2 + 1.5) / 4
    0.875
    """
    first, second = _scores(scores, relevant)
    hit = second > 0
    hits, misses = int(hit.sum()), int((~hit).sum())
    if not hits or not misses:
        return float("nan")
    above = float(_ranks(first)[hit].sum()) - hits * (hits + 1) / 2
    return above / (hits * misses)


class Thresholds(NamedTuple):
    """How many documents have at least each score, the highest first, shape (t,) each."""

    score: Array
    hits: Array
    others: Array


def thresholds(scores: ArrayLike, relevant: ArrayLike) -> Thresholds:
    """Count the relevant documents and the others that have at least each of the t scores.

    Tied documents have one threshold, and so one point of the ROC curve and of the precision-recall
    curve: hits over all hits, others over all others, hits over both. Args and errors as for `auc`.
    Fawcett (2006).

    >>> found = thresholds([0.9, 0.5, 0.5, 0.1], [1, 1, 0, 0])
    >>> found.score.tolist(), found.hits.tolist(), found.others.tolist()
    ([0.9, 0.5, 0.1], [1.0, 2.0, 2.0], [0.0, 1.0, 2.0])
    """
    first, second = _scores(scores, relevant)
    each, at = np.unique(-first, return_inverse=True)
    hit = second > 0
    hits, others = (np.bincount(at[one], minlength=each.size).cumsum() for one in (hit, ~hit))
    return Thresholds(-each, hits.astype(np.float64), others.astype(np.float64))


def graded_inversions(grades: ArrayLike) -> Breakdown:
    """Count the pairs of one list in which a lower grade stands above a higher one.

    Each rank contributes the number of documents above it with a lower grade.

    Args:
        grades: shape (..., n), best rank first; NaN for a document that nobody judged.

    Returns:
        The aside "ordered_pairs" counts the pairs with two different grades. "pairwise_accuracy" is
        the share of these in the right order, for binary grades the AUC; NaN without such pairs.

    Raises:
        ValueError: grades that are not numbers in rows of one length.

    >>> breakdown = graded_inversions([1, 0, 0, 0, 1, 1, 1])  # each later 1 has three 0s above it
    >>> float(breakdown.score), float(breakdown.aside["pairwise_accuracy"])
    (9.0, 0.25)
    """
    row = checks.numbers("grades", grades)
    if not row.ndim:
        raise ValueError("grades must be a row of documents, got a single number")
    higher = row[..., :, None] > row[..., None, :]
    above = np.tril(higher).sum(-1, dtype=np.float64)
    pairs = higher.sum((-2, -1), dtype=np.float64)
    with np.errstate(invalid="ignore"):
        accuracy = 1 - above.sum(-1) / pairs
    return Breakdown(
        {"contribution": above}, aside={"ordered_pairs": pairs, "pairwise_accuracy": accuracy}
    )


def _places(name: str, ranking: Documents, k: int | None = None) -> dict[Hashable, int]:
    """Map each document of a ranking's top k to its place, counted from 0."""
    places = {document: place for place, document in enumerate(ranking)}
    if len(places) < len(ranking):
        twice = checks.repeated(ranking)
        raise ValueError(f"{name} must hold each document once, got {twice!r} twice")
    return places if k is None else {d: place for d, place in places.items() if place < k}


def _first_ranks(name: str, groups: Sequence[Documents]) -> dict[Hashable, int]:
    """Map each document to the rank, from 1, at which its group begins."""
    order = _places(name, [document for group in groups for document in group])
    ranks: dict[Hashable, int] = {}
    for group in groups:
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    assert len(ranks) == len(order)
    return ranks


def _refuse_different(both: str, a: dict[Hashable, int], b: dict[Hashable, int]) -> None:
    if a.keys() != b.keys():
        odd = next(iter(a.keys() ^ b.keys()))
        raise ValueError(f"{both} must hold the same documents, got {odd!r} in one")


def _scores(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    first, second = checks.numbers("x", x), checks.numbers("y", y)
    if first.ndim != 1 or first.shape != second.shape or not np.isfinite([first, second]).all():
        raise ValueError(
            f"x and y must be finite numbers in two rows of one length, got {x!r}, {y!r}"
        )
    return first, second


def _ranks(scores: Array) -> Array:
    """Rank scores from 1, the lowest first; tied scores share their mean rank."""
    _, at, tied = np.unique(scores, return_inverse=True, return_counts=True)
    ranks: Array = tied.cumsum() - (tied - 1) / 2
    return ranks[at]


def _differences(values: Array) -> Array:
    return values[:, None] - values


def _by_document(x: Array, y: Array) -> tuple[Array, Array]:
    """Count, for each document, the pairs that x and y order alike, and in opposite ways."""
    lower, higher = _dominated(x, y), _dominated(-x, -y)
    return lower + higher, _dominated(x, -y) + _dominated(-x, y)


def _dominated(x: Array, y: Array) -> Array:
    """Count, for each document, those that are lower in both x and y, in n log n steps."""
    order = np.lexsort((-y, x))  # of equal x the higher y is first, so that none counts
    counted = np.empty(x.size)
    counted[order] = _lower_before(y[order])
    return counted


def _lower_before(values: Array) -> Array:
    """Count, for each value, the lower ones before it: blocks of 1, 2, 4 ... are merged."""
    counted = np.zeros(values.size)
    level = np.unique(values, return_inverse=True)[1]  # whole numbers
    size, place = 1, np.arange(values.size)
    while size < values.size:
        block = place // size
        left, right = block % 2 == 0, block % 2 == 1
        # A key is a pair of blocks and a value: those of one pair are apart from all others.
        key = block // 2 * (values.size + 1) + level
        before = np.sort(key[left])
        pair = block[right] // 2 * (values.size + 1)
        counted[right] += np.searchsorted(before, key[right]) - np.searchsorted(before, pair)
        size *= 2
    return counted


def _untied(scores: Array) -> float:
    """Count the pairs that a score does not tie."""
    tied = np.unique(scores, return_counts=True)[1]
    return float((scores.size * (scores.size - 1) - (tied * (tied - 1)).sum()) / 2)


def _halves(
    pairs: Array, most: float, matrix: Callable[[], ArrayLike], *, undefined: bool
) -> Breakdown:
    """Share the pairs of each document out, half of each pair to each of its two documents."""
    per_document = pairs / 2
    share = np.full(per_document.shape, np.nan) if undefined else per_document / most
    aside = {"most": np.asarray(most)}
    if pairs.size <= _DRAWN:
        aside["pairs"] = np.asarray(matrix(), dtype=np.float64)
    return _breakdown(
        {"pairs": per_document, "contribution": share}, undefined=undefined, aside=aside
    )


def _breakdown(
    terms: dict[str, Array],
    *,
    remainder: float = 0.0,
    undefined: bool = False,
    aside: dict[str, Array] | None = None,
) -> Breakdown:
    """Build a breakdown; if it is undefined and has no documents, its remainder is NaN."""
    is_empty = undefined and not terms["contribution"].size
    return Breakdown(
        terms,
        remainder=np.asarray(np.nan if is_empty else remainder),
        undefined=np.asarray(undefined),
        aside=aside or {},
    )
