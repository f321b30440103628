"""Find the definitions that give a number.

A definition is one way to score a list: a metric of the catalog with given knobs (`combinations`),
what a tool computes (`lines`), or a mistake (`mistakes`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

from ..arrays import Array
from ..breakdown import Breakdown
from ..catalog import METRICS, Phrase
from ..ranking import Ranking

FAR: Final = 3
"""Largest number of steps of a definition in use; unused combinations have more."""

TOTALS: Final = ("denominator", "ideal_dcg", "ideal_err", "found", "relevant_total")
_MOST_SUMMANDS: Final = 8


Phrases: TypeAlias = tuple[str | Phrase, ...]
NOTHING_IS_1: Final = "1 where nothing is relevant"
UNJUDGED_IS_2: Final = "an unjudged document counts as grade 2"
_FOUND_IS_1: Final = "1 where nothing relevant was found"


@dataclass(frozen=True)
class Definition:
    """One way to score a ranking.

    Attributes:
        key: unique name in code.
        metric: catalog key of the metric that it claims to be, "ndcg".
        phrases: its difference from other definitions, with {k} for the cutoff and {relevant} for
            the relevant documents that it divides by.
        score: maps a ranking of shape (n,) and a cutoff, or None, to the score; NaN if it has none.
        steps: distance from the metric as taught, 0 for that metric itself. Of two definitions that
            give a number, the one with fewer steps is more likely.
        latex: its formula, or "".
        knobs: positions that differ from the metric as taught, by knob; {} for that metric itself.
            Not every knob is one of the catalog.
        compute: maps a ranking and a cutoff to the score with its terms, or None.
        relevant: what those are called.
        known: who computes it besides the tools of `lines`, as the end of a sentence, or "".
    """

    key: str
    metric: str
    phrases: Phrases
    score: Callable[[Ranking, int | None], float | Array]
    steps: int = 0
    latex: str = ""
    knobs: Mapping[str, Any] = field(default_factory=dict, hash=False)
    compute: Callable[[Ranking, int | None], Breakdown] | None = None
    relevant: str = "relevant"
    known: str = ""

    @cached_property
    def parts(self) -> tuple[Phrase, ...]:
        """Its phrases as they are read."""
        words = {"k": "n" if self.is_whole else "k", "relevant": self.relevant}
        pairs = ((each, each) if isinstance(each, str) else each for each in self.phrases)
        return tuple(Phrase(*(text.format(**words) for text in pair)) for pair in pairs)

    @cached_property
    def wording(self) -> str:
        """Its phrases in full: "gain 2^g − 1, ideal of all judged, cut at k"."""
        return ", ".join(part.text for part in self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether it scores the whole list, whatever the cutoff."""
        return bool(self.knobs.get("k") == "whole")

    def label(self, k: int | None) -> str:
        """Return the metric's symbol, with the cutoff if this definition uses one."""
        return METRICS[self.metric].label(None if self.is_whole else k)


def as_read(
    definition: Definition, ranking: Ranking, k: int | None, received: Ranking | None = None
) -> Definition:
    """Return a definition without what it says of things that a list has not.

    It speaks of 0/0 only where a list comes to 0/0, and of unjudged documents only where one is.

    Args:
        definition: the definition.
        ranking: one list, shape (n,).
        k: cutoff in ranks, or None.
        received: what a tool gets of it; None: all.

    >>> from metrics.conventions.lines import CONVENTIONS
    >>> found = CONVENTIONS["average_precision-whole-found-1"]
    >>> for ranking in (Ranking([1]), Ranking([0]), Ranking([0], missed=[1])):
    ...     print(as_read(found, ranking, 1).wording)
    divided by the hits found, no cutoff
    divided by the hits found, no cutoff, 1 where nothing is relevant
    divided by the hits found, no cutoff, 1 where nothing relevant was found
    """
    if UNJUDGED_IS_2 in definition.phrases and not np.isnan(ranking.grades).any():
        known = tuple(each for each in definition.phrases if each != UNJUDGED_IS_2)
        return replace(definition, phrases=known)
    if NOTHING_IS_1 not in definition.phrases:
        return definition
    said = [_FOUND_IS_1 if ranking.relevant_total else NOTHING_IS_1]
    if definition.compute is None or not definition.compute(received or ranking, k).undefined:
        said = []
    phrases = (each for each in definition.phrases if each != NOTHING_IS_1)
    return replace(definition, phrases=(*phrases, *said))


@dataclass(frozen=True)
class Found:
    """A definition with its score and the distance to the number that was looked up."""

    definition: Definition
    score: float
    off: float


@dataclass(frozen=True)
class Scored:
    """The scores of one list under many definitions, for looking up numbers.

    Attributes:
        definitions: definitions with a score for the list.
        scores: their scores, shape (d,).
    """

    definitions: Sequence[Definition]
    scores: Array

    @classmethod
    def of(
        cls, definitions: Iterable[Definition], ranking: Ranking, k: int | None = None
    ) -> "Scored":
        """Score a list of shape (n,) at a cutoff, or None."""
        pairs = [(definition, float(definition.score(ranking, k))) for definition in definitions]
        defined = [pair for pair in pairs if not np.isnan(pair[1])]
        return cls([pair[0] for pair in defined], np.array([pair[1] for pair in defined]))

    def giving(self, number: float, within: float) -> list[Found]:
        """Return the definitions within a distance of a number, fewest steps first; [] if none."""
        off = np.abs(self.scores - number)
        matches = [self._found(at, off) for at in np.flatnonzero(off <= within).tolist()]
        return sorted(matches, key=lambda match: match.definition.steps)

    def _found(self, at: int, off: Array) -> Found:
        return Found(self.definitions[at], float(self.scores[at]), float(off[at]))


def giving(
    number: float,
    within: float,
    definitions: Iterable[Definition],
    ranking: Ranking,
    k: int | None = None,
) -> list[Found]:
    """Return the definitions that give a number, fewest steps first; [] if none does.

    Args:
        number: the printed number.
        within: the largest rounding error of the number.
        definitions: where to look.
        ranking: one list, shape (n,).
        k: cutoff in ranks, or None.
    """
    return Scored.of(definitions, ranking, k).giving(number, within)


def differ(first: Definition, second: Definition) -> list[str]:
    """Return the knobs in which two definitions differ, "metric" first if the metrics differ."""
    knobs = {**first.knobs, **second.knobs}
    differing = [knob for knob in knobs if first.knobs.get(knob) != second.knobs.get(knob)]
    return [*(["metric"] if first.metric != second.metric else []), *differing]


def worked(definition: Definition, ranking: Ranking, k: int | None = None) -> str:
    """Return a definition's formula with a list's numbers, "(1 + 2/3) / 3"; "" without terms."""
    if definition.compute is None:
        return ""
    breakdown = definition.compute(ranking, k)
    totals = [breakdown.aside[name] for name in TOTALS if name in breakdown.aside]
    total = float(totals[0]) if totals else 1.0
    parts = [*(breakdown.terms["contribution"] * total), float(breakdown.remainder) * total]
    parts = [float(part) for part in parts if part]
    if not totals and len(parts) > 1 and np.ptp(parts) == 0:
        return f"{len(parts)} · {_number_text(parts[0])}"
    if len(parts) > _MOST_SUMMANDS or all(part == round(part) for part in parts):
        parts = [sum(parts)]
    summed = " + ".join(map(_number_text, parts)) or "0"
    if not totals:
        return summed
    return f"{f'({summed})' if len(parts) > 1 else summed} / {np.round(total, 3):g}"


def _number_text(number: float) -> str:
    """Format a number as an integer, a fraction of two small numbers, or with three decimals."""
    fraction = Fraction(number).limit_denominator(50)
    if abs(number - fraction) < 1e-9 and fraction:
        return str(fraction)
    return f"{np.round(number, 3):g}"
