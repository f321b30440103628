"""The list on the board: titled documents in an order, some of them never retrieved."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final, Self
from unicodedata import category

import numpy as np

from metrics.ranking import Ranking
from metrics.typed import RefusedError as RefusedError

ASSETS: Final = Path(__file__).parents[2] / "assets"
MOST_DOCUMENTS: Final = 50
LONGEST_TITLE: Final = 80
MOST_PREDICTED: Final = 1e6
"""Largest absolute predicted score; an address has room for it."""
_STEP: Final = 0.1
"""Distance of a new score beyond the first or last one, for a document moved past it."""


@dataclass(frozen=True)
class Document:
    """A document of a list.

    Attributes:
        id: tells documents of one title apart while they are moved. An address has no ids, so two
            lists that differ only in ids are equal.
        title: its title.
        grade: its grade of relevance, or `None` if nobody judged it.
        predicted: the score that a model gave it, in lessons about predictions.
    """

    id: str = field(compare=False)
    title: str
    grade: int | None
    predicted: float | None = None


@dataclass(frozen=True)
class RankedList:
    """Documents in ranked order.

    A list with predicted scores is always sorted by them. A document that is moved gets a score
    that keeps it in its new place.

    Attributes:
        documents: best rank first.
        retrieved: how many were retrieved; the system missed the documents after those.
        topic: file and topic that the list was taken from, even if it was edited since.
        query: the words of its query, if a reader has named it.
    """

    documents: tuple[Document, ...]
    retrieved: int
    topic: tuple[str, int] | None = None
    query: str = ""

    def __post_init__(self) -> None:
        """Sort the documents that have a score; documents of equal score keep their order."""
        if self.is_scored:
            by_score = iter(
                sorted((d for d in self.documents if d.predicted is not None), key=_by_score)
            )
            ordered = (d if d.predicted is None else next(by_score) for d in self.documents)
            object.__setattr__(self, "documents", tuple(ordered))

    @property
    def is_scored(self) -> bool:
        """Whether any document has a predicted score."""
        return any(d.predicted is not None for d in self.documents)

    def scored(self, top_grade: int) -> Self:
        """Return the list with scores: its own, or even steps from the top grade down to 0."""
        if self.is_scored:
            return self
        gaps = max(len(self.documents) - 1, 1)
        documents = (
            replace(d, predicted=round(top_grade * (1 - at / gaps), 2))
            for at, d in enumerate(self.documents)
        )
        return replace(self, documents=tuple(documents))

    def rescored(self, scores: Mapping[str, float]) -> Self:
        """Return the list with new scores for some documents, by id, in the new order."""
        for document in scores:
            self._place(document)
        documents = (replace(d, predicted=scores.get(d.id, d.predicted)) for d in self.documents)
        return replace(self, documents=tuple(documents))

    def reordered(self, documents: Iterable[Document]) -> Self:
        """Return the list with all its documents in another order; scores stay with the ranks."""
        ranks = zip(documents, self.documents, strict=True)
        return replace(
            self, documents=tuple(replace(d, predicted=old.predicted) for d, old in ranks)
        )

    def ranking(self, top_grade: int, relevant_from: int) -> Ranking:
        """Return the grades of the list in the form that metrics read."""
        grades = [np.nan if d.grade is None else d.grade for d in self.documents]
        return Ranking(
            grades[: self.retrieved],
            missed=grades[self.retrieved :],
            top_grade=top_grade,
            relevant_from=relevant_from,
        )

    def ideal(self) -> Self:
        """Return the list sorted by grade, missed documents included: no order scores higher."""
        return self.reordered(_by_grade(self.documents))

    def sorted_as_found(self) -> Self:
        """Return the list with its retrieved documents sorted by grade."""
        found, missed = self.documents[: self.retrieved], self.documents[self.retrieved :]
        return self.reordered((*_by_grade(found), *missed))

    def reversed(self) -> Self:
        """Return the list with its retrieved documents reversed."""
        return self.reordered(
            self.documents[: self.retrieved][::-1] + self.documents[self.retrieved :]
        )

    def shuffled(self) -> Self:
        """Return the list with its retrieved documents in random order."""
        head = list(self.documents[: self.retrieved])
        Random().shuffle(head)
        return self.reordered((*head, *self.documents[self.retrieved :]))

    def moved(self, document: str, to: int) -> Self:
        """Return the list with a document, by its id, moved to row `to`.

        Rows are counted over the other documents and the line between retrieved and missed.
        """
        at = self._place(document)
        others: list[Document | None] = [*self.documents[:at], *self.documents[at + 1 :]]
        others.insert(self.retrieved - (at < self.retrieved), None)  # the retrieval line
        others.insert(min(max(to, 0), len(others)), self.documents[at])
        documents = [d for d in others if d is not None]
        row = next(row for row, d in enumerate(documents) if d.id == document)
        return replace(
            self, documents=self._with_fitting_score(documents, row), retrieved=others.index(None)
        )

    def swapped(self, one: str, other: str) -> Self:
        """Return the list with two documents, by their ids, swapped."""
        documents = list(self.documents)
        at, other_at = self._place(one), self._place(other)
        documents[at], documents[other_at] = documents[other_at], documents[at]
        return self.reordered(documents)

    def edited(self, document: str, **values: object) -> Self:
        """Return the list with a document's title or grade replaced."""
        at = self._place(document)
        edited = replace(self.documents[at], **values)  # type: ignore[arg-type]
        return replace(self, documents=(*self.documents[:at], edited, *self.documents[at + 1 :]))

    def added(self, document: Document) -> Self:
        """Return the list with one more document, after the last retrieved one."""
        checked_length(len(self.documents) + 1)
        if any(document.id == d.id for d in self.documents):
            raise RefusedError("This document is in the list already.")
        at = self.retrieved
        documents = [*self.documents[:at], document, *self.documents[at:]]
        return replace(self, documents=self._with_fitting_score(documents, at), retrieved=at + 1)

    def _with_fitting_score(self, documents: Sequence[Document], at: int) -> tuple[Document, ...]:
        """In a list with scores, give the document in row `at` a score that keeps it there."""
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
        for at, candidate in enumerate(self.documents):
            if candidate.id == document:
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


def _by_grade(documents: Sequence[Document]) -> list[Document]:
    """Return documents sorted by grade; those of equal grade keep their order."""
    return sorted(documents, key=lambda d: -1 if d.grade is None else d.grade, reverse=True)


def _between(above: float | None, below: float | None) -> float:
    """Return a score between two, with as few decimals as possible, or a step beyond one of them.

    >>> [_between(0.6, 0.5), _between(0.55, 0.5), _between(0.5, 0.5), _between(None, 0.6)]
    [0.55, 0.53, 0.5, 0.7]
    """
    if above is None or below is None:
        beyond = _STEP + below if below is not None else (above or 0) - _STEP
        return round(min(max(beyond, -MOST_PREDICTED), MOST_PREDICTED), 6)
    middle = (above + below) / 2
    short = (round(middle, places) for places in range(2, 7))
    return next((score for score in short if below < score < above), middle)


def checked_title(title: object, of: str = "document") -> str:
    """Return a title fit for a card, one line that is not too long, else `RefusedError`."""
    if not isinstance(title, str) or not (text := " ".join(title.split())):
        raise RefusedError(f"A {of} needs a title of 1 to {LONGEST_TITLE} characters.")
    if len(text) > LONGEST_TITLE:
        raise RefusedError(
            f"The title “{text[:30]}…” has {len(text)} characters; at most {LONGEST_TITLE} are "
            "allowed."
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


def checked_length(count: int, which: str = "The list") -> None:
    """Refuse a list longer than the board holds; of several, the message says which."""
    if count > MOST_DOCUMENTS:
        raise RefusedError(
            f"{which} would have {count} documents; at most {MOST_DOCUMENTS} are allowed. "
            "“Your own data” scores longer ones from files."
        )
