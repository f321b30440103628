"""Readers sent down a list one by one: where each of them ends, and what the mean of them tells.

Some scores are what one reader may expect. A `Walk` holds all ends that a reader can come to; the
expectation over them is the score, and readers who are drawn by them come near it in the mean.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics import checks
from metrics.arrays import Array, Truth


@dataclass(frozen=True)
class Walk:
    """All ends of a reader's way down one list, (m,): where, how likely, and worth what.

    Attributes:
        rank: of the last document that is looked at; one more for who goes on behind the list.
        share: the probability of each end; all of them are 1.
        worth: what a reader brings back who ends there.
        leaves: whether it is no stop at a document, but the way out.
    """

    rank: NDArray[np.intp]
    share: Array
    worth: Array
    leaves: Truth

    @property
    def expected(self) -> float:
        """What a reader may expect to bring back: the score."""
        return float(self.share @ self.worth)

    def margin(self, readers: int | Array) -> Array:
        """Two standard errors of the mean of so many readers.

        The spread of a single reader is known from the ends, so it need not be estimated.
        """
        variance = self.share @ (self.worth - self.expected) ** 2
        return np.asarray(2 * np.sqrt(variance / readers))

    def send(self, readers: int, seed: int) -> "Sent":
        """Draw readers: for each a number from 0 to 1, against the ends laid side by side.

        The same seed has the same readers, whoever they are sent to, and the first of many are
        those who come where few are sent.

        Raises:
            ValueError: fewer than 0 readers, or a seed that is no whole number from 0 up.

        >>> walk = collecting(np.array([0.5, 0.25]), np.array([1.0, 0.0]), 2)
        >>> walk.send(10_000, seed=1).counts.tolist()  # 5000, 2500 and 2500 are due
        [4953, 2517, 2530]
        """
        for name, value in (("readers", readers), ("seed", seed)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise ValueError(f"{name} must be a whole number of at least 0, got {value!r}")
        ends = self.share.cumsum()
        drawn = np.random.default_rng(seed).random(readers)
        return Sent(self, np.searchsorted(ends / ends[-1], drawn, side="right"))


@dataclass(frozen=True)
class Sent:
    """Readers who were sent one after the other, each by the end of their walk, (readers,)."""

    walk: Walk
    ends: NDArray[np.intp]

    @property
    def counts(self) -> NDArray[np.intp]:
        """How many came to each end, (m,)."""
        return np.bincount(self.ends, minlength=self.walk.share.size)

    def means(self, after: NDArray[np.intp]) -> Array:
        """What the first so many readers brought back, in the mean."""
        return np.asarray(self.walk.worth[self.ends].cumsum()[after - 1] / after)


def collecting(stop: Array, gain: Array, documents: float) -> Walk:
    """Bring back what was gained on the way, over the documents one looks at on average.

    Any C/W/L metric is that, whatever makes its readers go on: the sum of the gains weighs each
    rank by the share that gets there, and so does the expectation of a sum that ends somewhere.

    Args:
        stop: the share of readers whose last document is at each rank, (d,); the rest goes on.
        gain: what each document gives, (d,).
        documents: how many a reader looks at on average, those behind the list among them.

    >>> walk = collecting(np.array([0.2, 0.16, 0.128]), np.array([1.0, 0.0, 1.0]), 5)
    >>> walk.worth.tolist(), round(walk.expected, 3)  # RBP of 1 0 1 at p = 0.8: 0.2 · (1 + 0.64)
    ([0.2, 0.2, 0.4, 0.4], 0.328)
    """
    checks.number("documents", documents, above=0)
    found = np.concatenate([[0.0], gain.cumsum()]) / documents
    return Walk(
        np.arange(1, stop.size + 2),
        np.append(stop, _rest(stop)),
        np.append(found[1:], found[-1]),
        np.arange(stop.size + 1) == stop.size,
    )


def satisfied(reach: Array, stop: Array, reached_end: float) -> Walk:
    """Bring back 1/rank of the document that satisfied; who leaves before brings nothing.

    Args:
        reach: the share of readers who get to each rank, (d,).
        stop: the share whom it satisfies, (d,).
        reached_end: the share who get to the end; those who get no further than a rank, and are
            not satisfied, gave up there.

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


def _rest(stop: Array) -> float:
    return max(1 - float(stop.sum()), 0.0)
