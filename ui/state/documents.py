"""What stands on the board: titled documents in an order, some of them never retrieved."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final, Self
from unicodedata import category

import numpy as np

from metrics.ranking import Ranking

ASSETS: Final = Path(__file__).parents[2] / "assets"
MOST_DOCUMENTS: Final = 50
LONGEST_TITLE: Final = 80
MOST_PREDICTED: Final = 1e6
"""How far a predicted score may be from 0: every address has room for it."""
_STEP: Final = 0.1
"""How far beyond the first or last score a document gets that is moved there."""


@dataclass(frozen=True)
class Document:
    """A title with its grade of relevance; `None` is a document nobody judged.

    `predicted` is the score that a model gave it, where a lesson is about predictions. The id tells
    documents of one title apart while they are moved; an address has none, so it makes no
    difference between two lists.
    """

    id: str = field(compare=False)
    title: str
    grade: int | None
    predicted: float | None = None


@dataclass(frozen=True)
class RankedList:
    """Documents, best rank first; those from `retrieved` on exist but the system missed them.

    Predicted scores make the order, in every list that has some: whoever changes a score finds the
    list sorted, and a document that is moved takes a score that keeps it where it was put.
    `topic` says which topic of which file the list was taken from, if from one, however it has been
    edited since. `query` is what was asked, in its own words, where a reader has named it.
    """

    documents: tuple[Document, ...]
    retrieved: int
    topic: tuple[str, int] | None = None
    query: str = ""

    def __post_init__(self) -> None:
        """Bring documents that have a score into their order; equal ones keep the one they have."""
        if self.is_scored:
            best = iter(
                sorted((d for d in self.documents if d.predicted is not None), key=_by_score)
            )
            ordered = (d if d.predicted is None else next(best) for d in self.documents)
            object.__setattr__(self, "documents", tuple(ordered))

    @property
    def is_scored(self) -> bool:
        """Whether somebody predicted a score for some document."""
        return any(d.predicted is not None for d in self.documents)

    def scored(self, top_grade: int) -> Self:
        """Return the list with scores: its own, or else evenly from the top grade down to 0."""
        if self.is_scored:
            return self
        gaps = max(len(self.documents) - 1, 1)
        return replace(
            self,
            documents=tuple(
                replace(d, predicted=round(top_grade * (1 - at / gaps), 2))
                for at, d in enumerate(self.documents)
            ),
        )

    def rescored(self, scores: Mapping[str, float]) -> Self:
        """Return the list with other scores for some documents, by their ids, in the new order."""
        for document in scores:
            self._place(document)
        return replace(
            self,
            documents=tuple(
                replace(d, predicted=scores.get(d.id, d.predicted)) for d in self.documents
            ),
        )

    def reordered(self, documents: Iterable[Document]) -> Self:
        """Return the list with all its documents in another order; scores stay with the ranks."""
        ranks = zip(documents, self.documents, strict=True)
        return replace(
            self, documents=tuple(replace(d, predicted=was.predicted) for d, was in ranks)
        )

    def ranking(self, top_grade: int, relevant_from: int) -> Ranking:
        """Return the list as the grades that metrics read: titles play no part in a score."""
        grades = [np.nan if d.grade is None else d.grade for d in self.documents]
        return Ranking(
            grades[: self.retrieved],
            missed=grades[self.retrieved :],
            top_grade=top_grade,
            relevant_from=relevant_from,
        )

    def ideal(self) -> Self:
        """Return the order no other order can beat: by grade, what was missed included."""
        judged = sorted(self.documents, key=lambda d: -1 if d.grade is None else d.grade)
        return self.reordered(judged[::-1])

    def reversed(self) -> Self:
        """Return the retrieved documents last first; what was missed stays missed."""
        return self.reordered(
            self.documents[: self.retrieved][::-1] + self.documents[self.retrieved :]
        )

    def shuffled(self) -> Self:
        """Return the retrieved documents in random order; what was missed stays missed."""
        head = list(self.documents[: self.retrieved])
        Random().shuffle(head)
        return self.reordered((*head, *self.documents[self.retrieved :]))

    def moved(self, document: str, to: int) -> Self:
        """Return the list with a document, by its id, in another row.

        Rows are those of the other documents and of the line between retrieved and missed.
        """
        at = self._place(document)
        others: list[Document | None] = [*self.documents[:at], *self.documents[at + 1 :]]
        others.insert(self.retrieved - (at < self.retrieved), None)  # the retrieval line
        others.insert(min(max(to, 0), len(others)), self.documents[at])
        documents = [d for d in others if d is not None]
        there = next(to for to, d in enumerate(documents) if d.id == document)
        return replace(
            self, documents=self._settled(documents, there), retrieved=others.index(None)
        )

    def swapped(self, one: str, other: str) -> Self:
        """Return the list with two documents, by their ids, in each other's place."""
        documents = list(self.documents)
        at, to = self._place(one), self._place(other)
        documents[at], documents[to] = documents[to], documents[at]
        return self.reordered(documents)

    def edited(self, document: str, **values: object) -> Self:
        """Return the list with a document's title or grade replaced."""
        at = self._place(document)
        edited = replace(self.documents[at], **values)  # type: ignore[arg-type]
        return replace(self, documents=(*self.documents[:at], edited, *self.documents[at + 1 :]))

    def added(self, document: Document) -> Self:
        """Return the list with one more document, behind the last that was retrieved."""
        checked_length(len(self.documents) + 1)
        if any(document.id == d.id for d in self.documents):
            raise RefusedError("This document is in the list already.")
        at = self.retrieved
        documents = [*self.documents[:at], document, *self.documents[at:]]
        return replace(self, documents=self._settled(documents, at), retrieved=at + 1)

    def _settled(self, documents: Sequence[Document], at: int) -> tuple[Document, ...]:
        """Give the document in one row, where the list goes by scores, one that keeps it there."""
        if not self.is_scored:
            return tuple(documents)
        scores = [d.predicted for d in documents]
        above = next((s for s in scores[:at][::-1] if s is not None), None)
        below = next((s for s in scores[at + 1 :] if s is not None), None)
        own = scores[at]
        if own is None or not ((above is None or own <= above) and (below is None or own >= below)):
            own = _between(above, below)
        return (*documents[:at], replace(documents[at], predicted=own), *documents[at + 1 :])

    def without(self, document: str) -> Self:
        """Return the list with a document deleted."""
        at = self._place(document)
        return replace(
            self,
            documents=(*self.documents[:at], *self.documents[at + 1 :]),
            retrieved=self.retrieved - (at < self.retrieved),
        )

    def _place(self, document: str) -> int:
        for at, each in enumerate(self.documents):
            if each.id == document:
                return at
        raise RefusedError("This document is no longer in the list.")

    def regraded(self, new_grade: Mapping[int, int]) -> Self:
        """Return the list with every grade replaced; unjudged documents stay unjudged."""
        return replace(
            self,
            documents=tuple(
                d if d.grade is None else replace(d, grade=new_grade[d.grade])
                for d in self.documents
            ),
        )


def _by_score(document: Document) -> float:
    return -(document.predicted or 0)


def _between(above: float | None, below: float | None) -> float:
    """Return a score between two, with as few decimals as there can be, or a step beyond one.

    >>> [_between(0.6, 0.5), _between(0.55, 0.5), _between(0.5, 0.5), _between(None, 0.6)]
    [0.55, 0.53, 0.5, 0.7]
    """
    if above is None or below is None:
        beyond = _STEP + below if below is not None else (above or 0) - _STEP
        return round(min(max(beyond, -MOST_PREDICTED), MOST_PREDICTED), 6)
    middle = (above + below) / 2
    short = (round(middle, places) for places in range(2, 7))
    return next((score for score in short if below < score < above), middle)


class RefusedError(ValueError):
    """Input that was not taken; the message is a sentence for the reader."""


def checked_title(title: object, of: str = "document") -> str:
    """Return a title fit for a card: one line of 1 to 80 characters, else `RefusedError`."""
    if not isinstance(title, str) or not (text := " ".join(title.split())):
        raise RefusedError(f"A {of} needs a title of 1 to 80 characters.")
    if len(text) > LONGEST_TITLE:
        raise RefusedError(
            f"The title “{text[:30]}…” has {len(text)} characters; at most 80 are allowed."
        )
    if any(category(character) in {"Cc", "Cs"} for character in text):
        raise RefusedError("A title holds a control character; only readable text is allowed.")
    return text


def checked_grade(grade: object, top_grade: int, title: str) -> int | None:
    """Return a grade 0 to `top_grade` or `None` (not judged), else `RefusedError`."""
    if grade is None or (type(grade) is int and 0 <= grade <= top_grade):
        return grade
    raise RefusedError(
        f"“{title}” has the grade {repr(grade)[:20]}; allowed are 0 to {top_grade} and ?."
    )


def checked_score(score: object) -> float:
    """Return a predicted score from -1000000 to 1000000, else `RefusedError`."""
    if type(score) in (int, float) and abs(score) <= MOST_PREDICTED:  # type: ignore[arg-type]
        return float(score)  # type: ignore[arg-type]
    raise RefusedError("A predicted score is a number from -1000000 to 1000000.")


def checked_length(count: int) -> None:
    """Refuse a list longer than the board holds."""
    if count > MOST_DOCUMENTS:
        raise RefusedError(
            f"The list would have {count} documents; at most {MOST_DOCUMENTS} are allowed."
        )
