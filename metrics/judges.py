"""Agreement of judges on the same documents, and how much of it chance explains.

A table counts documents: row i, column j has those that the first judge gave label i and the second
judge label j. On its diagonal both agree.
"""

from collections.abc import Hashable, Sequence
from itertools import chain, combinations
from math import nan, sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import Array, ratio
from .breakdown import Breakdown
from .distributions import chi_squared_beyond
from .two_counts import two_counts

Margins: TypeAlias = Literal["own", "pooled"]
Distance: TypeAlias = Literal["linear", "quadratic"]
Level: TypeAlias = Literal["nominal", "ordinal", "interval"]


def crosstab(
    first: ArrayLike, second: ArrayLike, labels: Sequence[Hashable] | None = None
) -> Array:
    """Count the documents by the labels of two judges, shape (labels, labels).

    Args:
        first: the labels of the first judge, shape (documents,): words or numbers.
        second: the labels of the second judge, in the same order.
        labels: the labels in the order of the table; None sorts those that were given.

    Raises:
        ValueError: labels that are not two rows of one length, or a label that is not allowed.

    >>> crosstab([1, 1, 0, 0], [1, 0, 0, 0]).tolist()  # labels 0 and 1
    [[2.0, 0.0], [1.0, 1.0]]
    >>> crosstab([1, 1, 0, 0], [1, 0, 0, 0], labels=[1, 0]).tolist()
    [[1.0, 1.0], [0.0, 2.0]]
    """
    rows = [np.asarray(row) for row in (first, second)]
    if rows[0].ndim != 1 or rows[0].shape != rows[1].shape:
        raise ValueError(
            "first and second must be rows of one length, "
            f"got shapes {rows[0].shape} and {rows[1].shape}"
        )
    pairs = list(zip(*(row.tolist() for row in rows), strict=True))
    given = set(chain.from_iterable(pairs))
    places = {label: at for at, label in enumerate(sorted(given) if labels is None else labels)}
    if more := given - places.keys():
        raise ValueError(f"labels must have each label that a judge gave, got no {more.pop()!r}")
    table = np.zeros((len(places), len(places)))
    for one, other in pairs:
        table[places[one], places[other]] += 1
    return table


def kappa(table: ArrayLike, *, margins: Margins = "own") -> Breakdown:
    """Return how far two judges agree beyond chance: (P(A) - P(E)) / (1 - P(E)).

    P(A) is the share of documents on which they agree. P(E) is the share that is expected if each
    label is given by chance. 1 is full agreement, 0 is that of chance, and less is worse than
    chance. Terms are by label. Undefined and NaN where P(E) is 1, because all documents have one
    label, and without documents. Cohen (1960); Scott (1955).

    Args:
        table: counts, shape (..., labels, labels): row of the first judge, column of the second.
        margins: what chance knows of the judges. "own": how often each gives a label (Cohen's
            kappa, scikit-learn). "pooled": how often both together do (Scott's pi; Manning,
            Raghavan & Schütze 2008).

    Returns:
        The terms "observed" and "expected" add up to the asides "observed", P(A), and
        "expected", P(E).

    Raises:
        ValueError: a table that is not square or has a count that is negative or not finite, or
            an unknown name.

    >>> relevance = [[300, 20], [10, 70]]  # Manning, Raghavan & Schütze (2008), table 8.2
    >>> round(float(kappa(relevance, margins="pooled").score), 3)
    0.776
    >>> float(kappa([[20, 5], [10, 15]]).score)  # (0.7 - 0.5) / (1 - 0.5)
    0.4
    """
    counts, rows, columns, total = _counted(table, margins)
    agreed = np.diagonal(counts, axis1=-2, axis2=-1)
    observed = ratio(agreed, total[..., None])
    expected = ratio(rows, total[..., None]) * ratio(columns, total[..., None])
    undefined = agreed.max(-1, initial=0) == total  # one label has all, or there is nothing
    left = np.where(undefined, np.nan, 1 - expected.sum(-1))
    return Breakdown(
        {
            "observed": observed,
            "expected": expected,
            "contribution": (observed - expected) / left[..., None],
        },
        remainder=np.where(undefined, np.nan, 0.0),
        undefined=undefined,
        aside={"observed": observed.sum(-1), "expected": expected.sum(-1)},
    )


def weighted_kappa(
    table: ArrayLike,
    *,
    distance: Distance | Sequence[float] = "linear",
    grades: Sequence[float] | None = None,
    margins: Margins = "own",
) -> Breakdown:
    """Return kappa of ordered labels, which counts how far apart two judges are: 1 - D / E.

    D is the mean distance of the two labels of a document, E the one that is expected if each label
    is given by chance. With two labels it is `kappa`. Terms are by label of the first judge.
    Undefined and NaN where E is 0, because all documents have one label, and without documents.
    Cohen (1968).

    Args:
        table: counts, shape (..., labels, labels): row of the first judge, column of the second.
        distance: "linear", the difference of two grades, or "quadratic", its square. Or how far
            apart the differences 0, 1, 2 ... count, up to the largest: [0, 0, 1] is one step free.
        grades: the grade of each label, in the order of the table; None counts them 0, 1, 2, ...
        margins: as for `kappa`.

    Returns:
        The terms "observed" and "expected" add up to the asides "observed", D, and "expected", E,
        both in grades, or in squared grades.

    Raises:
        ValueError: a table that is not square or has a count that is negative or not finite,
            fewer or more grades than labels, or an unknown name. Fewer distances than there are
            differences, one below 0, another than 0 for the difference 0, or grades not whole.

    >>> table = [[4, 1, 0], [0, 3, 0], [1, 0, 1]]  # D is (1 + 2)/10, E (1*46 + 2*15)/100
    >>> round(float(weighted_kappa(table).score), 3)  # 1 - 0.3/0.76
    0.605
    """
    counts, rows, columns, total = _counted(table, margins)
    far = _apart(counts.shape[-1], distance, grades)
    observed = ratio((far * counts).sum(-1), total[..., None])
    both = ratio(rows, total[..., None])[..., None] * ratio(columns, total[..., None])[..., None, :]
    expected = (far * both).sum(-1)
    chance = expected.sum(-1)
    undefined = chance == 0
    left = np.where(undefined, np.nan, chance)
    return Breakdown(
        {
            "observed": observed,
            "expected": expected,
            "contribution": (expected - observed) / left[..., None],
        },
        remainder=np.where(undefined, np.nan, 0.0),
        undefined=undefined,
        aside={"observed": observed.sum(-1), "expected": chance},
    )


def _apart(
    size: int, distance: Distance | Sequence[float], grades: Sequence[float] | None
) -> Array:
    """Return how far apart each two labels count, shape (labels, labels)."""
    values = (
        np.arange(size, dtype=np.float64) if grades is None else checks.numbers("grades", grades)
    )
    if values.shape != (size,):
        raise ValueError(f"grades must have one for each of {size} labels, got {grades!r}")
    differ = np.abs(values[:, None] - values)
    if isinstance(distance, str):
        checks.one_of("distance", distance, ("linear", "quadratic"))
        return np.asarray(differ ** (2 if distance == "quadratic" else 1))
    each = checks.numbers("distance", distance)
    if each.ndim != 1 or not each.size or each[0] or not ((each >= 0) & np.isfinite(each)).all():
        raise ValueError(f"distance must be 0 and then numbers of at least 0, got {distance!r}")
    if (differ != np.floor(differ)).any() or differ.max(initial=0) >= each.size:
        raise ValueError(f"distance must have each difference of the grades, got {distance!r}")
    return np.asarray(each[differ.astype(int)])


class LabelAgreement(NamedTuple):
    """How far two judges agree on each label, shape (..., labels); NaN where nobody gives it.

    Attributes:
        overlap: both / either, the Jaccard coefficient.
        specific: 2 both / (first + second). Of two labels, positive and negative agreement.
        of_first: both / first: recall of the second judge, if the first is the truth.
        of_second: both / second: precision of the second judge, if the first is the truth.
    """

    overlap: Array
    specific: Array
    of_first: Array
    of_second: Array


def by_label(table: ArrayLike) -> LabelAgreement:
    """Return how far two judges agree on each label: of what either gives it, or one of them.

    With a, b, c documents that both call relevant, only the first and only the second, the overlap
    is a/(a + b + c), and positive agreement 2a/(2a + b + c), which is F1. Cicchetti & Feinstein
    (1990).

    Args:
        table: counts, shape (..., labels, labels): row of the first judge, column of the second.

    Raises:
        ValueError: as for `kappa`.

    >>> found = by_label([[32, 24], [24, 2380]])
    >>> found.overlap.round(3).tolist(), found.specific.round(3).tolist()
    ([0.4, 0.98], [0.571, 0.99])
    """
    counts, rows, columns, _ = _counted(table, "own")
    both = np.diagonal(counts, axis1=-2, axis2=-1)

    def share(of: Array, times: int = 1) -> Array:
        return np.where(of > 0, ratio(times * both, of), nan)

    return LabelAgreement(
        share(rows + columns - both), share(rows + columns, 2), share(rows), share(columns)
    )


class KappaInterval(NamedTuple):
    """κ of two judges with its standard error and an interval; NaN where κ is undefined.

    Attributes:
        score: Cohen's kappa, or weighted kappa.
        error: its standard error for many documents, by Fleiss, Cohen & Everitt (1969).
        low: the lower end, score - z error, from -1 on.
        high: the upper end, score + z error, up to 1.
        simple: the standard error of Cohen (1960), which takes P(E) for known.
    """

    score: float
    error: float
    low: float
    high: float
    simple: float


def kappa_interval(
    table: ArrayLike,
    *,
    distance: Distance | Sequence[float] | None = None,
    grades: Sequence[float] | None = None,
    level: float = 0.95,
) -> KappaInterval:
    """Return Cohen's kappa, or weighted kappa, with an interval for many documents.

    The documents are a sample of many. Where all agree, the error is 0, which says little of few
    documents. Fleiss, Cohen & Everitt (1969).

    Args:
        table: counts, shape (labels, labels): row of the first judge, column of the second.
        distance: as for `weighted_kappa`; None for kappa, in which all labels are as far apart.
        grades: as for `weighted_kappa`.
        level: how many of such intervals hold kappa of all documents.

    Raises:
        ValueError: as for `weighted_kappa`, or a table of another shape.

    >>> found = kappa_interval([[20, 5], [10, 15]])
    >>> [round(each, 3) for each in found]
    [0.4, 0.127, 0.151, 0.649, 0.13]
    """
    counts, rows, columns, total = _counted(table, "own")
    if counts.ndim != 2:
        raise ValueError(f"table must be one table, got shape {counts.shape}")
    checks.number("level", level, above=0, below=1)
    size = len(counts)
    far = 1 - np.eye(size) if distance is None else _apart(size, distance, grades)
    most, n = far.max(initial=0), float(total)
    if not (far * rows[:, None] * columns).sum():  # one label has all, or there is nothing
        return KappaInterval(nan, nan, nan, nan, nan)
    weight, seen, first, second = 1 - far / most, counts / n, rows / n, columns / n
    agree, chance = float((weight * seen).sum()), float(first @ weight @ second)
    means = (weight @ second)[:, None] + first @ weight
    spread = (seen * (weight * (1 - chance) - means * (1 - agree)) ** 2).sum()
    variance = (spread - (agree * chance - 2 * chance + agree) ** 2) / (n * (1 - chance) ** 4)
    squared = float((weight**2 * seen).sum()) - agree**2
    score, error = (agree - chance) / (1 - chance), sqrt(max(variance, 0))
    reach = NormalDist().inv_cdf((1 + level) / 2) * error
    return KappaInterval(
        score,
        error,
        max(score - reach, -1),
        min(score + reach, 1),
        simple=sqrt(max(squared, 0) / n) / (1 - chance),
    )


def _counted(table: ArrayLike, margins: Margins) -> tuple[Array, Array, Array, Array]:
    """Return checked counts, how often each judge gives a label as chance has it, and the total."""
    checks.one_of("margins", margins, ("own", "pooled"))
    counts = checks.numbers("table", table)
    if counts.ndim < 2 or counts.shape[-1] != counts.shape[-2]:
        raise ValueError(f"table must be square, got shape {counts.shape}")
    if not ((counts >= 0) & np.isfinite(counts)).all():
        raise ValueError(f"table must have finite counts of at least 0, got {table!r}")
    rows, columns = counts.sum(-1), counts.sum(-2)
    if margins == "pooled":
        rows = columns = (rows + columns) / 2
    return counts, rows, columns, counts.sum((-1, -2))


def pairwise_kappa(labels: ArrayLike, *, margins: Margins = "own") -> Breakdown:
    """Return the mean of kappa over all pairs of two or more judges.

    Terms are by pair, in the order (1, 2), (1, 3), ... Undefined and NaN if a pair is.

    Args:
        labels: the labels of each judge, shape (judges, documents).
        margins: as for `kappa`.

    Raises:
        ValueError: labels of fewer than two judges, or an unknown name.

    >>> labels = [[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]]  # the third agrees by chance alone
    >>> pairwise_kappa(labels).terms["kappa"].tolist()
    [1.0, 0.0, 0.0]
    """
    given = np.asarray(labels)
    if given.ndim != 2 or len(given) < 2:
        raise ValueError(f"labels must be rows of two or more judges, got shape {given.shape}")
    each = [kappa(crosstab(a, b), margins=margins) for a, b in combinations(given, 2)]
    scores = np.array([float(one.score) for one in each])
    return Breakdown(
        {
            **{
                name: np.array([float(one.aside[name]) for one in each])
                for name in ("observed", "expected")
            },
            "kappa": scores,
            "contribution": scores / len(each),
        },
        undefined=np.isnan(scores).any(),
    )


def fleiss_kappa(labels: ArrayLike) -> Breakdown:
    """Return how far two or more judges agree beyond chance, all of them at once.

    P(A) is the share of the pairs of judges that agree, over all documents. For P(E) each label has
    the share that all judges together give it. So with two judges it is `kappa` with the margins
    pooled. Terms are by label, sorted. Undefined and NaN where P(E) is 1. Fleiss (1971).

    Args:
        labels: the labels of each judge, shape (judges, documents).

    Returns:
        The terms "observed" and "expected" add up to the asides "observed", P(A), and
        "expected", P(E).

    Raises:
        ValueError: labels of fewer than two judges.

    >>> labels = [[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]]  # P(A) 8/12, P(E) 1/2
    >>> round(float(fleiss_kappa(labels).score), 3)
    0.333
    """
    given = np.asarray(labels)
    if given.ndim != 2 or len(given) < 2:
        raise ValueError(f"labels must be rows of two or more judges, got shape {given.shape}")
    judges, documents = given.shape
    counts = np.array([(given == label).sum(0) for label in np.unique(given)], dtype=np.float64)
    pairs = np.array(float(documents * judges * (judges - 1)))
    observed = ratio((counts * (counts - 1)).sum(-1), pairs)
    expected = ratio(counts.sum(-1), np.array(float(given.size))) ** 2
    undefined = np.array(len(counts) < 2)  # one label has all, or there is nothing
    left = np.nan if undefined else 1 - expected.sum()
    return Breakdown(
        {
            "observed": observed,
            "expected": expected,
            "contribution": (observed - expected) / left,
        },
        remainder=np.where(undefined, np.nan, 0.0),
        undefined=undefined,
        aside={"observed": observed.sum(), "expected": expected.sum()},
    )


def coincidences(counts: ArrayLike) -> Array:
    """Count the ordered pairs of answers to one unit, shape (labels, labels). Krippendorff (2011).

    A unit with m answers has m(m - 1) ordered pairs, and each of them counts 1/(m - 1). So each
    answer counts once, and the matrix is symmetric. A unit with fewer than two answers is left out.

    Args:
        counts: how many judges gave each label, shape (units, labels). A missing answer counts
            nowhere. Of two judges without missing answers the matrix is their table plus the same
            table turned.

    Raises:
        ValueError: counts that are not whole or below 0, or that are not a table.

    >>> coincidences([[2, 0], [1, 1], [1, 0]]).tolist()  # twice a-a; a-b and b-a; nothing
    [[2.0, 1.0], [1.0, 0.0]]
    """
    each = checks.numbers("counts", counts)
    if each.ndim != 2:
        raise ValueError(f"counts must have shape (units, labels), got shape {each.shape}")
    if not ((each >= 0) & (each == np.floor(each)) & np.isfinite(each)).all():
        raise ValueError(f"counts must be whole numbers of at least 0, got {counts!r}")
    each = each[each.sum(-1) > 1]
    weight = 1 / (each.sum(-1, keepdims=True) - 1)
    return np.asarray(each.T @ (each * weight) - np.diag((each * weight).sum(0)))


def krippendorff_alpha(
    matrix: ArrayLike, *, level: Level = "nominal", grades: Sequence[float] | None = None
) -> Breakdown:
    """Return how far judges agree beyond chance: 1 - D / E. Krippendorff (2011).

    D is the mean distance of two answers to one unit, and E that of any two answers to all units.
    Terms are by label. Undefined and NaN where E is 0, because all answers have one label, and
    without answers.

    Args:
        matrix: coincidences, shape (labels, labels), as `coincidences` counts them.
        level: "nominal": two labels are the same or not. "interval": the square of the difference
            of two grades. "ordinal": the square of the number of answers from the one grade to the
            other, of which these two count half.
        grades: the grade of each label for "interval"; None counts them 0, 1, 2, ...

    Returns:
        The terms "observed" and "expected" add up to the asides "observed", D, and "expected", E.

    Raises:
        ValueError: a matrix that is not square and symmetric, or has a negative count, fewer or
            more grades than labels, or an unknown name.

    >>> matrix = coincidences([[2, 0], [2, 0], [1, 1], [0, 2]])  # D is 2/8, E 2 * 5 * 3/(8 * 7)
    >>> round(float(krippendorff_alpha(matrix).score), 3)  # 1 - 0.25/0.536
    0.533
    """
    checks.one_of("level", level, ("nominal", "ordinal", "interval"))
    counts, given, _, total = _counted(matrix, "own")
    if counts.ndim != 2 or not np.allclose(counts, counts.T):
        raise ValueError("matrix must be the same from both sides, as coincidences are")
    size = len(counts)
    values = (
        np.arange(size, dtype=np.float64) if grades is None else checks.numbers("grades", grades)
    )
    if values.shape != (size,):
        raise ValueError(f"grades must have one for each of {size} labels, got {grades!r}")
    if level == "ordinal":
        values = given.cumsum() - given / 2  # from one to the other: half of both, all between
    far = np.abs(values[:, None] - values) ** 2
    if level == "nominal":
        far = 1 - np.eye(size)
    observed = ratio((far * counts).sum(-1), total)
    expected = ratio((far * given[:, None] * given).sum(-1), total * (total - 1))
    chance = expected.sum()
    undefined = np.array(not chance > 0)
    left = nan if undefined else chance
    return Breakdown(
        {
            "observed": observed,
            "expected": expected,
            "contribution": (expected - observed) / left,
        },
        remainder=np.where(undefined, np.nan, 0.0),
        undefined=undefined,
        aside={"observed": observed.sum(), "expected": chance},
    )


class Symmetry(NamedTuple):
    """Whether two judges differ on one side: the test of a table against its mirror image.

    Attributes:
        terms: (b - c)^2/(b + c) of each two labels by their places, where b + c is above 0.
        statistic: their sum.
        freedom: degrees of freedom, the number of pairs of labels.
        p: p-value by chi squared.
        p_counted: the same if only pairs with a count are degrees of freedom.
    """

    terms: dict[tuple[int, int], float]
    statistic: float
    freedom: int
    p: float
    p_counted: float


def symmetry(table: ArrayLike) -> Symmetry:
    """Test whether one judge gives a label where the other gives another as often as vice versa.

    Bowker (1948); with two labels it is the test of McNemar (1947), without correction. All but
    the terms is NaN if both agree on all documents.

    Args:
        table: whole counts, shape (labels, labels): row of the first judge, column of the second.

    Raises:
        ValueError: a table that is not square, or has a count that is not whole or is below 0.

    >>> found = symmetry([[5, 8, 0], [2, 5, 1], [0, 3, 5]])  # 6^2/10 + 2^2/4, and 0 and 0
    >>> round(found.statistic, 3), found.freedom, round(found.p, 3), round(found.p_counted, 3)
    (4.6, 3, 0.204, 0.1)
    """
    counts = _counted(table, "own")[0]
    if counts.ndim != 2:
        raise ValueError(f"table must be one table, got shape {counts.shape}")
    if (counts != np.floor(counts)).any():
        raise ValueError(f"table must have whole counts, got {table!r}")
    pairs = [*combinations(range(len(counts)), 2)]
    found = {
        (one, other): two_counts(int(counts[one, other]), int(counts[other, one]))
        for one, other in pairs
        if counts[one, other] + counts[other, one]
    }
    terms = {pair: each.chi_squared for pair, each in found.items()}
    if not found:
        return Symmetry(terms, nan, len(pairs), nan, nan)
    statistic = sum(terms.values())
    return Symmetry(
        terms,
        statistic,
        len(pairs),
        chi_squared_beyond(statistic, len(pairs)),
        chi_squared_beyond(statistic, len(found)),
    )
