"""Simulated readers who read one list: where each one stops, and the mean of what they gain.

Some scores are expectations over readers. A `Walk` holds all possible ends of a reader's way with
their probabilities. The expectation over the ends is the score.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from . import checks
from .arrays import Array, Truth


@dataclass(frozen=True)
class Walk:
    """All possible ends of a reader's way down one list, m of them.

    Attributes:
        rank: last rank read, shape (m,); the list's length + 1 for a reader who reads on below.
        share: probability of each end, shape (m,), with the sum 1.
        worth: what a reader with this end gains, shape (m,).
        leaves: whether the reader leaves unsatisfied, shape (m,).
    """

    rank: NDArray[np.intp]
    share: Array
    worth: Array
    leaves: Truth

    @property
    def expected(self) -> float:
        """Expected gain of one reader: the score."""
        return float(self.share @ self.worth)

    def margin(self, readers: int | Array) -> Array:
        """Return two standard errors of the mean gain of some number of readers.

        The variance of one reader follows from the ends, so it is not estimated.
        """
        variance = self.share @ (self.worth - self.expected) ** 2
        return np.asarray(2 * np.sqrt(variance / readers))

    def send(self, readers: int, seed: int) -> "Sample":
        """Draw readers: a random number from 0 to 1 for each, looked up in the cumulative shares.

        The same seed draws the same readers for every walk. Fewer readers are the first ones of
        more.

        Args:
            readers: number of readers.
            seed: seed of the random generator.

        Raises:
            ValueError: a number or seed that is not a whole number of at least 0.

        >>> walk = collecting(np.array([0.5, 0.25]), np.array([1.0, 0.0]), 2)
        >>> walk.send(10_000, seed=1).counts.tolist()  # 5000, 2500 and 2500 are due
        [4953, 2517, 2530]
        """
        checks.count("readers", readers)
        ends = self.share.cumsum()
        positions = np.random.default_rng(checks.count("seed", seed)).random(readers)
        return Sample(self, np.searchsorted(ends / ends[-1], positions, side="right"))


@dataclass(frozen=True)
class Sample:
    """Simulated readers in the order of their draw.

    Attributes:
        walk: the possible ends.
        ends: index of each reader's end, shape (readers,).
    """

    walk: Walk
    ends: NDArray[np.intp]

    @property
    def counts(self) -> NDArray[np.intp]:
        """Number of readers at each end, shape (m,)."""
        return np.bincount(self.ends, minlength=self.walk.share.size)

    def means(self, after: NDArray[np.intp]) -> Array:
        """Return the mean gain of the first `after` readers, for each number in `after`."""
        return np.asarray(self.walk.worth[self.ends].cumsum()[after - 1] / after)


def collecting(stop: Array, gain: Array, documents: float) -> Walk:
    """Build the walk of a reader who collects gains, divided by the expected number of documents.

    This holds for any C/W/L metric: a rank's weight is the share of readers who reach it. So the
    weighted sum of gains is the expectation of the sum up to a random end.

    Args:
        stop: share of readers whose last document is at each rank, shape (d,); the rest read on.
        gain: gain of each document, shape (d,).
        documents: expected number of documents read, including those below the list.

    >>> walk = collecting(np.array([0.2, 0.16, 0.128]), np.array([1.0, 0.0, 1.0]), 5)
    >>> walk.worth.tolist(), round(walk.expected, 3)  # RBP of 1 0 1 at p = 0.8: 0.2 · (1 + 0.64)
    ([0.2, 0.2, 0.4, 0.4], 0.328)
    """
    checks.number("documents", documents, above=0)
    gained = np.concatenate([[0.0], gain.cumsum()]) / documents
    return Walk(
        np.arange(1, stop.size + 2),
        np.append(stop, max(1 - float(stop.sum()), 0.0)),
        np.append(gained[1:], gained[-1]),
        np.arange(stop.size + 1) == stop.size,
    )


def satisfied(reach: Array, stop: Array, reached_end: float) -> Walk:
    """Build the walk of a reader who gains 1/rank at the document that satisfies, and else nothing.

    Args:
        reach: share of readers who reach each rank, shape (d,).
        stop: share of readers whom each document satisfies, shape (d,).
        reached_end: share who continue below the last rank. Readers who neither stop nor reach the
            next rank gave up.

    >>> walk = satisfied(np.array([1.0, 0.5]), np.array([0.5, 0.25]), 0.25)  # ERR of 1 1, binary
    >>> walk.share.tolist(), walk.expected
    ([0.5, 0.25, 0.0, 0.0, 0.25], 0.625)
    """
    ranks = np.arange(1, stop.size + 1)
    gave_up = np.maximum(reach - stop - np.append(reach[1:], reached_end)[: stop.size], 0)
    return Walk(
        np.concatenate([ranks, ranks, [stop.size + 1]]),
        np.concatenate([stop, gave_up, [reached_end]]),
        np.concatenate([1 / ranks, np.zeros(stop.size + 1)]),
        np.arange(2 * stop.size + 1) >= stop.size,
    )
