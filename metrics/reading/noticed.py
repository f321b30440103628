"""What is noticed of a run and its judgements, in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from .alike import Pair, spelled_apart
from .rows import Note, quoted

_NAMED = 3  # topics, before the others are only counted
_HIGHEST = 1000  # grade in use
_LOOKED_AT = 10_000  # numbers
_FEW = 11  # numbers with more different values are no grades


@dataclass
class Noticed:
    """What is noticed, in numbers of topics, documents, or judgements.

    Attributes:
        topics: judged topics.
        ranked: documents of these that the run has.
        unjudged: of those, how many nobody judged.
        tied: documents that share their score with another one of their topic.
        tied_in_single: of those, how many do not in double precision.
        upside_down: topics in which rank and score disagree.
        copies: lines that say what another one said.
        by_rank: whether ranks decide, and not scores.
        spelled: ids of documents of the run, with the judged ones that they may be.
        suspect: what else the numbers look like, in a sentence.
        empty: names of judged topics that the run lacks.
        left_out: names of topics of the run that nobody judged.
    """

    topics: int
    ranked: int
    unjudged: int
    tied: int = 0
    tied_in_single: int = 0
    upside_down: int = 0
    copies: int = 0
    by_rank: bool = False
    spelled: Sequence[Pair] = ()
    suspect: str = ""
    empty: Sequence[str] = field(default_factory=list)
    left_out: Sequence[str] = field(default_factory=list)

    def notes(self, grades: Array, top_grade: float, relevant_from: float) -> list[Note]:
        """Return a sentence for each, those in doubt first.

        Args:
            grades: all judgements, in one row.
            top_grade: highest grade of the scale.
            relevant_from: lowest grade that counts as relevant.
        """
        negative = int((grades < 0).sum())
        below = (grades > 0) & (grades < relevant_from) & (grades != np.floor(grades))
        fractions, nothing = int(below.sum()), self.unjudged == self.ranked
        what = "rank" if self.by_rank else "score"
        topics = spelled_apart(
            (("", name) for name in self.left_out), (("", name) for name in self.empty)
        )
        notes = {
            Note(
                "No document of the run is judged. Do run and judgements have the same ids?",
                doubt=True,
            ): nothing,
            Note(
                f"Rank and score disagree in {self.upside_down:,} of {_topics(self.topics)}. The "
                "score decides, the highest first, as in trec_eval.",
                doubt=True,
            ): self.upside_down,
            Note(_two_spellings("document", self.spelled), doubt=True): self.spelled,
            Note(_two_spellings("topic", topics), doubt=True): topics,
            Note(self.suspect, doubt=True): self.suspect,
            Note(
                f"The highest grade is {grades.max():,.15g}. Is it a grade?", doubt=True
            ): grades.max() > _HIGHEST,
            Note(
                f"{counted(fractions, 'grade is a fraction', 'grades are fractions')} below "
                f"{relevant_from:g}, the lowest relevant grade: a miss for AP, precision, and all "
                "that read hits.",
                doubt=True,
                of_hits=True,
            ): fractions,
            Note(f"The scale is 0 to {top_grade:g}."): True,
            Note(
                "No grade is 0, so every judged document has some gain. In some files, such as "
                "Cranfield's, 1 is the best grade: turn such grades around."
            ): grades.min() > 0 and grades.max() > 2,
            Note(without_documents(self.empty)): self.empty,
            Note(
                f"{_topics(len(self.left_out))} of the run without judgements, which "
                f"{'is' if len(self.left_out) == 1 else 'are'} left out: "
                f"{some(self.left_out)}."
            ): self.left_out,
            Note(
                f"{self.unjudged:,} of {counted(self.ranked, 'ranked document')} without a "
                "judgement, which count as not relevant."
            ): self.unjudged and not nothing,
            Note(
                f"{counted(self.tied, 'document')} with the same {what} as another of the topic. "
                "Such ties are ordered by document, from z to a, as in trec_eval."
            ): self.tied,
            Note(
                f"Of these, {self.tied_in_single:,} are tied in single precision only, as in "
                "trec_eval 9 and pytrec_eval, and not in double precision, as in trec_eval 10."
            ): self.tied_in_single,
            Note(
                f"{counted(negative, 'judgement')} with a negative grade, which counts as 0. For "
                "bpref nobody judged such a document, as in trec_eval."
            ): negative,
            Note(
                f"{counted(self.copies, 'line')} that said the same as another, and "
                f"{'was' if self.copies == 1 else 'were'} read once."
            ): self.copies,
        }
        return [note for note, holds in notes.items() if holds]


def suspect(
    grades: Array,
    scores: Array,
    lengths: NDArray[Any],
    *,
    missed: int,
    judged: Array,
    by_rank: bool,
) -> str:
    """Return what the numbers look like, if that is not what they were taken for; else "".

    Args:
        grades: of the documents of the run, list after list as they came; NaN where nobody judged.
        scores: of the same documents; ranks with a minus, if ranks decide.
        lengths: of the lists.
        missed: how many judged documents the run lacks.
        judged: all judgements.
        by_rank: whether ranks decide.
    """
    several = lengths[lengths > 0]
    starts = np.cumsum(several) - several
    tied = (np.maximum.reduceat(scores, starts) == np.minimum.reduceat(scores, starts)) & (
        several > 1
    )
    if 2 * tied.sum() > (several > 1).sum():
        what = "rank" if by_rank else "score"
        return (
            f"All documents have the same {what} in {tied.sum():,} of {_topics(len(lengths))}, "
            "where the ids decide, from z to a, as in trec_eval."
        )
    if by_rank:
        return ""
    if several.max() > 1 and not missed and np.array_equal(scores, grades):
        return "The scores are the grades, so each order is ideal. Is one file run and judgements?"
    places = np.arange(1, len(scores) + 1) - np.repeat(starts, several)
    if several.max() > 1 and np.array_equal(scores, places):
        return "The scores are 1, 2, 3 … down each list, as ranks are. The highest came first."
    in_grades = several.max() > 1 and scores.min() >= 0 and not (scores % 1).any()
    if not _are_many(scores) and (_are_many(judged) or (in_grades and (judged % 1).any())):
        return "The scores look like grades, and the grades like scores. Are the two swapped?"
    return ""


def _are_many(numbers: Array) -> bool:
    """Return whether numbers have more different values than grades have."""
    return len(np.unique(numbers[:: 1 + numbers.size // _LOOKED_AT])) > _FEW


def without_documents(topics: Sequence[str]) -> str:
    """Return a sentence on judged topics that a run lacks."""
    return (
        f"{_topics(len(topics))} without documents in the run, which "
        f"{'counts as an empty list' if len(topics) == 1 else 'count as empty lists'}: "
        f"{some(topics)}."
    )


def _two_spellings(what: str, pairs: Sequence[Pair]) -> str:
    if not pairs:
        return ""
    (ours, theirs), *_ = pairs
    return (
        f"{counted(len(pairs), what)} of the run may be judged under another spelling: "
        f"{quoted_id(ours)} as {quoted_id(theirs)}. Ids must be the same."
    )


def counted(number: int, one: str, more: str = "") -> str:
    """Write a number and what is counted."""
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"


def quoted_id(name: str) -> str:
    """Write an id in such a way that its spelling is seen."""
    return f"“{quoted(name)}”" if name == name.strip() else f"“{name[:40]}”"


def some(names: Sequence[str]) -> str:
    """Write the first few names."""
    return ", ".join(map(quoted, names[:_NAMED])) + " …" * (len(names) > _NAMED)


def _topics(number: int) -> str:
    return counted(number, "topic")
