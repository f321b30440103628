"""Agreement of judges on the same documents, and how much of it chance explains.

A table counts documents: row i, column j has those that the first judge gave label i and the second
judge label j. On its diagonal both agree.
"""

from collections.abc import Hashable, Sequence
from itertools import chain, combinations
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import Array, ratio
from .breakdown import Breakdown

Margins: TypeAlias = Literal["own", "pooled"]
Distance: TypeAlias = Literal["linear", "quadratic"]


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
    distance: Distance = "linear",
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
        distance: "linear", the difference of two grades, or "quadratic", its square.
        grades: the grade of each label, in the order of the table; None counts them 0, 1, 2, ...
        margins: as for `kappa`.

    Returns:
        The terms "observed" and "expected" add up to the asides "observed", D, and "expected", E,
        both in grades, or in squared grades.

    Raises:
        ValueError: a table that is not square or has a count that is negative or not finite,
            fewer or more grades than labels, or an unknown name.

    >>> table = [[4, 1, 0], [0, 3, 0], [1, 0, 1]]  # D is (1 + 2)/10, E (1*46 + 2*15)/100
    >>> round(float(weighted_kappa(table).score), 3)  # 1 - 0.3/0.76
    0.605
    """
    checks.one_of("distance", distance, ("linear", "quadratic"))
    counts, rows, columns, total = _counted(table, margins)
    size = counts.shape[-1]
    values = (
        np.arange(size, dtype=np.float64) if grades is None else checks.numbers("grades", grades)
    )
    if values.shape != (size,):
        raise ValueError(f"grades must have one for each of {size} labels, got {grades!r}")
    far = np.abs(values[:, None] - values) ** (2 if distance == "quadratic" else 1)
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
