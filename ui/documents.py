"""What stands on the board: titled documents in an order, some of them never retrieved."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final, Self
from unicodedata import category

import numpy as np

from metrics.ranking import Ranking

ASSETS: Final = Path(__file__).parents[1] / "assets"
MOST_DOCUMENTS: Final = 50
LONGEST_TITLE: Final = 80


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

    `topic` says which topic of which file the list was taken from, if from one, however it has been
    edited since.
    """

    documents: tuple[Document, ...]
    retrieved: int
    topic: tuple[str, int] | None = None

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
        return replace(self, documents=tuple(judged[::-1]))

    def reversed(self) -> Self:
        """Return the retrieved documents last first; what was missed stays missed."""
        return replace(
            self,
            documents=self.documents[: self.retrieved][::-1] + self.documents[self.retrieved :],
        )

    def shuffled(self) -> Self:
        """Return the retrieved documents in random order; what was missed stays missed."""
        head = list(self.documents[: self.retrieved])
        Random().shuffle(head)
        return replace(self, documents=(*head, *self.documents[self.retrieved :]))

    def moved(self, document: str, to: int) -> Self:
        """Return the list with a document, by its id, in another row.

        Rows are those of the other documents and of the line between retrieved and missed.
        """
        at = self._place(document)
        others: list[Document | None] = [*self.documents[:at], *self.documents[at + 1 :]]
        others.insert(self.retrieved - (at < self.retrieved), None)  # the retrieval line
        others.insert(min(max(to, 0), len(others)), self.documents[at])
        return replace(
            self,
            documents=tuple(d for d in others if d is not None),
            retrieved=others.index(None),
        )

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
        return replace(
            self,
            documents=(*self.documents[:at], document, *self.documents[at:]),
            retrieved=at + 1,
        )

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


class RefusedError(ValueError):
    """Input that was not taken; the message is a sentence for the reader."""


def checked_title(title: object) -> str:
    """Return a title fit for a card: one line of 1 to 80 characters, else `RefusedError`."""
    if not isinstance(title, str) or not (text := " ".join(title.split())):
        raise RefusedError("A document needs a title of 1 to 80 characters.")
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


def checked_length(count: int) -> None:
    """Refuse a list longer than the board holds."""
    if count > MOST_DOCUMENTS:
        raise RefusedError(
            f"The list would have {count} documents; at most {MOST_DOCUMENTS} are allowed."
        )
