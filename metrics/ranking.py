"""The input of every metric: one ranked list, or a batch of lists."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import checks
from .arrays import Array, Truth

Denominator: TypeAlias = Literal["relevant", "found", "capped"]
Pool: TypeAlias = Literal["judged", "retrieved", "uncut"]

BLOCK = 2**17
"""Grades in a block, about: 1 MB, half of a core's cache. The last block may have fewer."""


@dataclass(frozen=True, eq=False, init=False)
class Ranking:
    """Relevance grades in ranked order, and the judged documents that were not retrieved.

    One list has shape (n,). A batch of q lists has shape (q, n), and every metric then returns q
    scores. Leading axes broadcast. The arrays are read-only copies.

    Attributes:
        grades: shape (..., n), best rank first, each 0 ... top_grade, fractions allowed. NaN is a
            document that nobody judged: no hit, and worth 0 for every gain and utility.
        missed: shape (..., m), grades of judged documents that were not retrieved. They count in
            recall, in the denominators and in the ideal order. NaN pads rows of unequal length.
        lengths: shape (...), number of the n ranks that are filled. The ranks below are padding and
            become NaN. None: all n.
        top_grade: highest grade of the scale (not of the list), at least 1.
        relevant_from: lowest grade that counts as relevant in binary metrics.

    Raises:
        ValueError: a grade that is negative, infinite or above the top grade; a length outside 0
            ... n; shapes that do not fit; a top grade below 1; a relevant_from outside (0,
            top_grade].

    >>> ranking = Ranking([3, 0, 2], missed=[1], top_grade=3, relevant_from=2)
    >>> ranking.relevant().tolist(), float(ranking.relevant_total)
    ([1.0, 0.0, 1.0], 2.0)
    """

    grades: Array
    missed: Array
    lengths: NDArray[np.intp] | None
    top_grade: float
    relevant_from: float

    def __init__(
        self,
        grades: ArrayLike,
        missed: ArrayLike = (),
        lengths: ArrayLike | None = None,
        top_grade: float = 1,
        relevant_from: float = 1,
    ) -> None:
        """Check all input once, so that metrics need no checks."""
        top = checks.number("top_grade", top_grade, 1)
        threshold = checks.number("relevant_from", relevant_from, above=0, high=top)
        shown, unseen = checks.numbers("grades", grades), checks.numbers("missed", missed)
        many = None if lengths is None else checks.numbers("lengths", lengths)
        if not (shown.ndim and unseen.ndim):
            raise ValueError("grades and missed must be rows of documents, got a single number")
        leading = [shown.shape[:-1], unseen.shape[:-1], () if many is None else many.shape]
        try:
            rows = np.broadcast_shapes(*leading)
        except ValueError:
            raise ValueError(
                f"grades, missed and lengths must agree in their leading axes, got {leading}"
            ) from None
        if rows != shown.shape[:-1]:
            shown = np.broadcast_to(shown, (*rows, shown.shape[-1])).copy()
        if rows != unseen.shape[:-1]:
            unseen = np.broadcast_to(unseen, (*rows, unseen.shape[-1]))
        if many is not None:
            wrong = ~((many >= 0) & (many <= shown.shape[-1]) & (many == np.floor(many)))
            if wrong.any():
                raise ValueError(
                    f"lengths must be whole numbers from 0 to the {shown.shape[-1]} documents "
                    f"given, got {many[wrong][0]:g}"
                )
            many = np.broadcast_to(many, rows).astype(np.intp)
            many.flags.writeable = False
            shown[np.arange(shown.shape[-1]) >= many[..., None]] = math.nan
        for parameter, values in {"grades": shown, "missed": unseen}.items():
            wrong = (values < 0) | (values > top)
            if wrong.any():
                first = values[wrong][0]
                raise ValueError(
                    f"{parameter} must be from 0 to top_grade ({top:g}), or NaN where nobody "
                    f"judged, got {first:g}{'; trec_eval takes it for 0' * bool(first < 0)}"
                )
            values.flags.writeable = False
        # A frozen dataclass forbids plain assignment.
        vars(self).update(
            grades=shown,
            missed=unseen,
            lengths=many,
            top_grade=top,
            relevant_from=threshold,
        )

    def condensed(self) -> "Ranking":
        """Return the lists without documents that nobody judged; what stood below moves up.

        Sakai (2007); trec_eval's option -J.

        >>> Ranking([1, math.nan, 0, 1]).condensed().grades.tolist()
        [1.0, 0.0, 1.0, nan]
        """
        judged = ~np.isnan(self.grades)
        order = np.argsort(~judged, axis=-1, kind="stable")
        return Ranking(
            np.take_along_axis(self.grades, order, -1),
            self.missed,
            judged.sum(-1),
            self.top_grade,
            self.relevant_from,
        )

    @cached_property
    def blocks(self) -> Sequence["Ranking"]:
        """Views of about BLOCK grades that split the batch along its first axis; () if it is small.

        A metric makes about ten arrays of the size of the grades. Those of one block reuse the
        memory, and the cache, of the block before. Without blocks, 10,000 queries need new memory
        for each array, which takes as long as the arithmetic. A second thread gained nothing with
        blocks of this size.
        """
        count = (self.grades.size + self.missed.size) // BLOCK if self.grades.ndim > 1 else 0
        if count < 2:
            return ()
        rows = math.ceil(len(self.grades) / count)
        return [self._rows(slice(i, i + rows)) for i in range(0, len(self.grades), rows)]

    def _rows(self, rows: slice) -> "Ranking":
        part = object.__new__(Ranking)
        for name, value in vars(self).items():
            vars(part)[name] = value[rows] if isinstance(value, np.ndarray) else value
        return part

    def ranks(self, k: int | None = None) -> Array:
        """Return the ranks that a metric reads: 1 ... min(k, n), shape (min(k, n),)."""
        n = self.grades.shape[-1]
        k = checks.cutoff(k)
        return np.arange(1.0, (n if k is None else min(k, n)) + 1)

    def cutoff(self, k: int | None = None) -> Array:
        """Return the divisor k, shape (...): k, even beyond the list; without k each length."""
        k = checks.cutoff(k)
        if k is None and self.lengths is not None:
            return self.lengths.astype(np.float64)
        return np.full(self.grades.shape[:-1], float(self.grades.shape[-1] if k is None else k))

    def seen(self, k: int | None = None) -> Truth:
        """Mark documents, not padding, at ranks 1 ... min(k, n); shape () without any padding."""
        if self.lengths is None:
            return np.ones((), dtype=bool)
        return self.ranks(k) <= self.lengths[..., None]

    def relevant(self, k: int | None = None) -> Array:
        """Mark each hit in the top k with 1 and all else with 0, shape (..., min(k, n))."""
        shown = self.grades[..., : checks.cutoff(k)]
        return (shown >= self.relevant_from).astype(np.float64)

    def first(self, k: int | None = None) -> Array:
        """Mark the first hit in the top k with 1 and all else with 0, shape (..., min(k, n))."""
        relevant = self.relevant(k)
        first = np.zeros_like(relevant)
        if relevant.shape[-1]:
            at = relevant.argmax(-1)[..., None]  # 0 where there is no hit
            np.put_along_axis(first, at, np.take_along_axis(relevant, at, -1), -1)
        return first

    @cached_property
    def relevant_total(self) -> Array:
        """The number m of relevant documents that exist, retrieved or missed, shape (...)."""
        return np.asarray(self._hits(self.grades) + self._hits(self.missed))

    def denominator(self, k: int | None, which: Denominator) -> Array:
        """Count the relevant documents to divide by, shape (...).

        Args:
            k: cutoff in ranks; None for the whole list.
            which: "relevant": all relevant documents, m. "found": the hits in the top k. "capped":
                min(m, k), as many as k ranks can hold.

        Raises:
            ValueError: an unknown name.
        """
        checks.one_of("denominator", which, ("relevant", "found", "capped"))
        if which == "found":
            return self._hits(self.grades[..., : checks.cutoff(k)])
        return np.minimum(self.relevant_total, self.cutoff(k) if which == "capped" else math.inf)

    def _hits(self, grades: Array) -> Array:
        return np.asarray((grades >= self.relevant_from).sum(-1), dtype=np.float64)

    def worth(self, value: Callable[[Array], Array], k: int | None = None) -> Array:
        """Map the grades of the top k to values; unjudged ones to 0. Shape (..., min(k, n))."""
        return _worth(value, self.grades[..., : checks.cutoff(k)])

    def ideal_worth(
        self, value: Callable[[Array], Array], k: int | None = None, pool: Pool = "judged"
    ) -> Array:
        """Map the grades of the best possible order to values, highest first.

        Args:
            value: maps grades to values.
            k: cutoff in ranks; None for the length of the list.
            pool: documents to order. "judged": all judged ones, retrieved or missed: (..., min(k, n
                + m)). "retrieved": those of the list only: (..., min(k, n)). "uncut": as "judged",
                without a cut: (..., n + m).

        Raises:
            ValueError: an unknown pool.
        """
        k = checks.cutoff(k)
        checks.one_of("ideal", pool, ("judged", "retrieved", "uncut"))
        listed = pool == "retrieved"
        grades = self.grades if listed else np.concatenate([self.grades, self.missed], -1)
        best = _worth(value, grades)
        best.sort(-1)
        best = best[..., ::-1]
        if pool == "uncut":
            return best
        best = best[..., : self.grades.shape[-1] if k is None else k]
        # Without k each row is cut at its own length, which may be shorter than n.
        return np.where(np.arange(best.shape[-1]) < self.cutoff(k)[..., None], best, 0.0)


def _worth(value: Callable[[Array], Array], grades: Array) -> Array:
    judged = ~np.isnan(grades)
    return value(np.fmax(grades, 0.0)) * judged  # fmax prefers a number to NaN
