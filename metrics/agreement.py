"""How far two rankings agree, and how far one ranking agrees with its grades.

These scores are sums as well, but over documents or depths: every pair in the wrong order is half
the fault of each of its two documents. So they are breakdowns, with a contribution for each
document, in the order that is named. Where nothing can be compared they are undefined, and NaN.
"""

from collections.abc import Hashable, Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from metrics import checks
from metrics.arrays import Array
from metrics.breakdown import Breakdown

Documents: TypeAlias = Sequence[Hashable]


def inversions(a: Documents, b: Documents) -> Breakdown:
    """Count the pairs that two rankings of the same documents put in opposite orders.

    It is how often neighbours must be swapped to turn one into the other, as bubble sort does.
    Contributions are in the order of a. Kendall (1938).

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
    """Count the pairs in opposite orders, as a share of the most there can be: 0 same, 1 reversed.

    Without k both rankings hold the same n documents, and the most is n(n-1)/2. With k only the
    top k of each are seen. "union" compares all documents in either: whoever is absent stands, at a
    place not known, below everybody present (Fagin, Kumar & Sivakumar's optimistic K(0)), and the
    most is k², for two lists of k with nothing in common; two reversed lists then have
    k(k-1)/2 of k². "common" compares only documents in both, and the most is the number of their
    pairs. Contributions are in the order of a, then of b. Beside them stand "pairs", all that are
    in opposite orders as a matrix, and "most". Undefined where the most is 0.
    Kendall (1938); Fagin, Kumar & Sivakumar (2003).

    Raises:
        ValueError: a document twice in a ranking; without k, rankings of different documents.

    >>> float(kendall_distance("abcde", "edcba").score)  # 10 of 10
    1.0
    >>> float(kendall_distance("abcde", "edcba", k=5).score)  # 10 of 25
    0.4
    >>> float(kendall_distance("abc", "bad", k=2).score)  # ab against ba: 1 of 4
    0.25
    """
    checks.one_of("pairs", pairs, ("union", "common"))
    k = checks.cutoff(k)
    top_a, top_b = (_places(name, ranking, k) for name, ranking in (("a", a), ("b", b)))
    if k is None:
        _refuse_different("without k both rankings", top_a, top_b)
    everybody = list(dict.fromkeys([*top_a, *top_b]))
    if pairs == "common":
        everybody = [document for document in everybody if document in top_a and document in top_b]
    n, below = len(everybody), len(top_a) + len(top_b)
    places_a, places_b = (
        np.array([top.get(document, below) for document in everybody], dtype=np.float64)
        for top in (top_a, top_b)
    )
    opposite = np.sign(_differences(places_a)) * np.sign(_differences(places_b)) < 0
    most = float(k**2 if k is not None and pairs == "union" else n * (n - 1) / 2)
    return _halves(opposite, most if normalised else 1.0, undefined=normalised and most == 0)


def kendall_tau(x: ArrayLike, y: ArrayLike, *, variant: Literal["a", "b"] = "b") -> Breakdown:
    """Correlate two scores of the same documents by pairs: concordant minus discordant ones.

    x and y have shape (n,); for two rankings give the ranks. A pair tied in either counts for
    neither. "a" divides by all pairs, so ties keep it from 1; "b" leaves out, for each score, the
    pairs tied in it. Undefined where a score is constant ("b") or n < 2. Kendall (1938, 1945).

    Raises:
        ValueError: rows that are not finite numbers of one length, or an unknown variant.

    >>> float(kendall_tau([1, 2, 3, 4], [1, 2, 4, 3]).score)  # (5 - 1) / 6
    0.6666666666666667
    """
    checks.one_of("variant", variant, ("a", "b"))
    first, second = _scores(x, y)
    signs_x, signs_y = np.sign(_differences(first)), np.sign(_differences(second))
    n = first.size
    untied_x, untied_y = np.abs(signs_x).sum() / 2, np.abs(signs_y).sum() / 2
    most = n * (n - 1) / 2 if variant == "a" else float(np.sqrt(untied_x * untied_y))
    return _halves(signs_x * signs_y, most, undefined=most == 0)


def spearman_rho(x: ArrayLike, y: ArrayLike) -> Breakdown:
    """Correlate the ranks of two scores of the same documents, ties at the mean of their ranks.

    Each document contributes the product of how far it is from the middle in both. Undefined where
    a score is constant. Shapes and errors as for `kendall_tau`. Spearman (1904).

    >>> float(spearman_rho([1, 2, 3, 4], [1, 2, 4, 3]).score)  # 1 - 6·(1 + 1) / (4·15)
    0.8
    """
    off_x, off_y = (
        ranks - ranks.mean() if ranks.size else ranks for ranks in map(_ranks, _scores(x, y))
    )
    most = float(np.sqrt((off_x**2).sum() * (off_y**2).sum()))
    shares = off_x * off_y / most if most else np.full(off_x.shape, np.nan)
    return _breakdown({"contribution": shares}, undefined=most == 0)


def tau_ap(reference: Documents, other: Documents) -> Breakdown:
    """Correlate two rankings of the same documents so that faults at the top weigh most.

    Go down `other`; at each rank from 2 on, ask which share of the documents above is above in the
    reference too. Their mean, spread over -1 ... 1, is tau_AP: Kendall's tau with the eyes of
    average precision. It is not symmetric. Contributions are in the order of `other`. Undefined
    below two documents. Yilmaz, Aslam & Robertson (2008).

    Raises:
        ValueError: a document twice in a ranking, or rankings of different documents.

    >>> float(tau_ap("abcd", "bacd").score)  # ranks 2, 3, 4: 0/1, 2/2, 3/3, so 2·(2/3) - 1
    0.3333333333333333
    >>> float(tau_ap("abcd", "abdc").score)  # 1/1, 2/2, 2/3: the same swap, lower down
    0.7777777777777777
    """
    right, order = _places("reference", reference), _places("other", other)
    _refuse_different("reference and other", right, order)
    places = np.array([right[document] for document in order], dtype=np.float64)
    n = places.size
    above = np.tril(_differences(places) > 0, -1).sum(-1)  # right above, for each rank of `other`
    share = above[1:] / np.arange(1.0, max(n, 1))
    if n < 2:
        nothing = {"right_above": np.zeros(n), "contribution": np.full(n, np.nan)}
        return _breakdown(nothing, undefined=True)
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
    """Compare two rankings from the top for a reader who goes on with probability p at each depth.

    At depth d the overlap is the share of documents that both top-d lists have; depth d weighs
    (1 - p)·p^(d-1). Lists may be of different lengths and hold different documents. Extrapolated,
    the overlap seen last is taken to go on forever, in the remainder, and a list that ends before
    the other to go on like that; so identical lists reach 1. Truncated, whatever was not seen
    counts nothing: identical lists of d documents reach 1 - p^d. Terms are per depth. Undefined
    for two empty lists. Webber, Moffat & Zobel (2010).

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
    both = np.array([max(top_a[d], top_b[d]) for d in top_a if d in top_b])  # in both from there on
    shared = (both[:, None] < depth).sum(0, dtype=np.float64)
    if extrapolated and short:
        shared += shared[short - 1] * np.maximum(depth - short, 0) / short
    overlap, weight = shared / depth, (1 - p) * p ** (depth - 1)
    return _breakdown(
        {"overlap": overlap, "weight": weight, "contribution": weight * overlap},
        remainder=overlap[-1] * p**long if extrapolated and long else 0.0,
        undefined=long == 0,
    )


def graded_inversions(grades: ArrayLike) -> Breakdown:
    """Count the pairs of one list in which the higher grade stands below the lower one.

    Shape (..., n), best rank first, NaN where nobody judged. A rank contributes how many documents
    with a lower grade stand above it. Beside the sum stand "ordered_pairs", those with two
    different grades, and "pairwise_accuracy", the share of them in the right order (for binary
    grades the AUC); without any it is NaN.

    >>> breakdown = graded_inversions([1, 0, 0, 0, 1, 1, 1])  # each later 1 has three 0s above it
    >>> float(breakdown.score), float(breakdown.aside["pairwise_accuracy"])
    (9.0, 0.25)
    """
    row = checks.numbers("grades", grades)
    if not row.ndim:
        raise ValueError("grades must be a row of documents, got a single number")
    higher = row[..., :, None] > row[..., None, :]
    below = np.tril(higher).sum(-1, dtype=np.float64)
    pairs = higher.sum((-2, -1), dtype=np.float64)
    with np.errstate(invalid="ignore"):
        accuracy = 1 - below.sum(-1) / pairs
    return Breakdown(
        {"contribution": below}, aside={"ordered_pairs": pairs, "pairwise_accuracy": accuracy}
    )


def _places(name: str, ranking: Documents, k: int | None = None) -> dict[Hashable, int]:
    """Map the documents of a ranking's top k to their place, from 0."""
    places = {document: place for place, document in enumerate(ranking)}
    if len(places) < len(ranking):
        twice = next(d for place, d in enumerate(ranking) if places[d] != place)
        raise ValueError(f"{name} must hold each document once, got {twice!r} twice")
    return places if k is None else {d: place for d, place in places.items() if place < k}


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
    """Rank scores from 1, the lowest first, those that are tied at the mean of their ranks."""
    _, at, tied = np.unique(scores, return_inverse=True, return_counts=True)
    ranks: Array = tied.cumsum() - (tied - 1) / 2
    return ranks[at]


def _differences(values: Array) -> Array:
    return values[:, None] - values


def _halves(pairs: ArrayLike, most: float, *, undefined: bool) -> Breakdown:
    """Sum a symmetric matrix over its pairs, each shared between its two documents."""
    counted = np.asarray(pairs, dtype=np.float64)
    each = counted.sum(-1) / 2
    share = np.full(each.shape, np.nan) if undefined else each / most
    return _breakdown(
        {"pairs": each, "contribution": share},
        undefined=undefined,
        aside={"pairs": counted, "most": np.asarray(most)},
    )


def _breakdown(
    terms: dict[str, Array],
    *,
    remainder: float = 0.0,
    undefined: bool = False,
    aside: dict[str, Array] | None = None,
) -> Breakdown:
    """Break a score down; without any document to be NaN for, the remainder is."""
    nothing = undefined and not terms["contribution"].size
    return Breakdown(
        terms,
        remainder=np.asarray(np.nan if nothing else remainder),
        undefined=np.asarray(undefined),
        aside=aside or {},
    )
