"""From a number back to the definition that gives it.

A definition is one way to score a list: a metric of the catalog with its knobs somewhere
(`combinations`), what a tool computes under a metric's name (`lines`), or a mistake (`mistakes`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from itertools import product
from typing import Any, Final, TypeAlias

import numpy as np

from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking

Number: TypeAlias = tuple[float, float]
"""What was printed, and how far it may have been rounded."""

FAR: Final = 3
"""Steps of the farthest definition that somebody uses; a combination nobody does is farther."""

_TOTALS: Final = ("denominator", "ideal_dcg", "ideal_err", "found", "relevant_total")
_MOST_SUMMANDS: Final = 8
_MOST_TRIED: Final = 60


@dataclass(frozen=True)
class Definition:
    """One way to score a ranking.

    Attributes:
        key: its name in code, different from all others'.
        metric: catalog key of the metric it claims to be, "ndcg".
        says: what is particular about it, as a phrase: "gain 2^g − 1, ideal order cut at k".
        score: a ranking of shape (n,) and a cutoff, or None, to its number; NaN where it has none.
        steps: how far it is from the metric as it is taught, 0: not at all. Of two definitions that
            give a number the nearer one is the likelier.
        latex: its formula, or "".
        knobs: where it differs from the metric as it is taught, by knob; not all of them are knobs
            of the catalog. {}: nowhere.
        compute: a ranking and a cutoff to the terms of its score, where it has some.
    """

    key: str
    metric: str
    says: str
    score: Callable[[Ranking, int | None], float | Array]
    steps: int = 0
    latex: str = ""
    knobs: Mapping[str, Any] = field(default_factory=dict, hash=False)
    compute: Callable[[Ranking, int | None], Breakdown] | None = None

    def label(self, k: int | None) -> str:
        """Write the metric's symbol with the cutoff, if this definition looks at one."""
        return METRICS[self.metric].label(None if self.knobs.get("k") == "whole" else k)


@dataclass(frozen=True)
class Found:
    """A definition, what it gives, and how far that is from the number that was looked for."""

    definition: Definition
    score: float
    off: float


@dataclass(frozen=True)
class Scored:
    """One list under many definitions, to look numbers up in.

    Attributes:
        definitions: those that have a score for the list.
        scores: their scores, shape (d,).
    """

    definitions: Sequence[Definition]
    scores: Array

    @classmethod
    def of(
        cls, definitions: Iterable[Definition], ranking: Ranking, k: int | None = None
    ) -> "Scored":
        """Score a list of shape (n,) at a cutoff, or None."""
        pairs = ((one, float(one.score(ranking, k))) for one in definitions)
        kept = [(one, score) for one, score in pairs if score == score]
        return cls([one for one, _ in kept], np.array([score for _, score in kept]))

    def giving(self, number: float, within: float) -> list[Found]:
        """Return the definitions that give a number, the simplest first; [] if none does."""
        off = np.abs(self.scores - number)
        found = [self._found(at, off) for at in np.flatnonzero(off <= within).tolist()]
        return sorted(found, key=lambda one: one.definition.steps)

    def nearest(self, number: float, most: int | None = None) -> list[Found]:
        """Return the definitions, or the first of them, by how near they are to a number."""
        off = np.abs(self.scores - number)
        steps = np.array([one.steps for one in self.definitions])
        by = np.lexsort((steps, off))
        return [self._found(at, off) for at in by[:most].tolist()]

    def both(self, first: Number, second: Number, most: int = 20) -> list[tuple[Found, Found]]:
        """Return the pairs of definitions that give two numbers, one each; [] if there are none.

        Of one metric, and with the fewest knobs between them, first: that knob is the difference.
        Of pairs alike in this the simplest. At most so many, and of each number's definitions only
        the simplest are tried: of a perfect list half of all say 1.
        """
        one, other = (self.giving(*number)[:_MOST_TRIED] for number in (first, second))
        return nsmallest(most, product(one, other), key=_apart)

    def _found(self, at: int, off: Array) -> Found:
        return Found(self.definitions[at], float(self.scores[at]), float(off[at]))


def giving(
    number: float,
    within: float,
    definitions: Iterable[Definition],
    ranking: Ranking,
    k: int | None = None,
) -> list[Found]:
    """Return the definitions that give a number, the simplest first; [] if none does.

    Args:
        number: what was printed.
        within: how far it may have been rounded.
        definitions: where to look.
        ranking: one list, shape (n,).
        k: the cutoff, or None.
    """
    return Scored.of(definitions, ranking, k).giving(number, within)


def nearest(
    number: float, definitions: Iterable[Definition], ranking: Ranking, k: int | None = None
) -> list[Found]:
    """Return all definitions that have a score, by how near that is to a number."""
    return Scored.of(definitions, ranking, k).nearest(number)


def differ(one: Definition, other: Definition) -> list[str]:
    """Name the knobs in which two definitions differ, "metric" first where they claim different."""
    knobs = {**one.knobs, **other.knobs}
    apart = [knob for knob in knobs if one.knobs.get(knob) != other.knobs.get(knob)]
    return [*(["metric"] if one.metric != other.metric else []), *apart]


def worked(definition: Definition, ranking: Ranking, k: int | None = None) -> str:
    """Write a definition with a list's numbers in it, "(1 + 2/3) / 3", or "" if it has no terms."""
    if definition.compute is None:
        return ""
    breakdown = definition.compute(ranking, k)
    totals = [breakdown.aside[name] for name in _TOTALS if name in breakdown.aside]
    total = float(totals[0]) if totals else 1.0
    parts = [*(breakdown.terms["contribution"] * total), float(breakdown.remainder) * total]
    parts = [float(part) for part in parts if part]
    if not totals and len(parts) > 1 and np.ptp(parts) == 0:
        return f"{len(parts)} · {_spelled(parts[0])}"
    if len(parts) > _MOST_SUMMANDS or all(part == round(part) for part in parts):
        parts = [sum(parts)]
    summed = " + ".join(map(_spelled, parts)) or "0"
    if not totals:
        return summed
    return f"{f'({summed})' if len(parts) > 1 else summed} / {np.round(total, 3):g}"


def _apart(pair: tuple[Found, Found]) -> tuple[bool, int, int]:
    """How unlikely it is that two tools mean these: a knob nobody turns counts as another one."""
    one, other = (found.definition for found in pair)
    apart = {knob for knob, _ in one.knobs.items() ^ other.knobs.items()}
    unused = (one.steps > FAR) + (other.steps > FAR)
    return one.metric != other.metric, len(apart) + unused, one.steps + other.steps


def _spelled(number: float) -> str:
    """Write a number whole, as a fraction of two small numbers, or with three decimals."""
    fraction = Fraction(number).limit_denominator(50)
    if abs(number - fraction) < 1e-9 and fraction:
        return str(fraction)
    return f"{np.round(number, 3):g}"
