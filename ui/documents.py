"""What stands on the board: titled documents in an order, some of them never retrieved."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Self
from unicodedata import category

import numpy as np

from metrics.ranking import Ranking

ASSETS: Final = Path(__file__).parents[1] / "assets"
MOST_DOCUMENTS: Final = 50
LONGEST_TITLE: Final = 80


@dataclass(frozen=True)
class Document:
    """A title with its grade of relevance; `None` is a document nobody judged."""

    id: str
    title: str
    grade: int | None


@dataclass(frozen=True)
class RankedList:
    """Documents, best rank first; those from `retrieved` on exist but the system missed them."""

    documents: tuple[Document, ...]
    retrieved: int

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
    raise RefusedError(f"“{title}” has the grade {grade!r}; allowed are 0 to {top_grade} and ?.")


def checked_length(count: int) -> None:
    """Refuse a list longer than the board holds."""
    if count > MOST_DOCUMENTS:
        raise RefusedError(
            f"The list would have {count} documents; at most {MOST_DOCUMENTS} are allowed."
        )


@dataclass(frozen=True)
class Preset:
    """A list with a point to make, and the settings under which it makes it."""

    id: str
    lesson: str
    name: str
    says: str
    ranked: RankedList
    settings: Mapping[str, Any]


@cache
def presets(lesson: str) -> dict[str, Preset]:
    """Presets of one lesson by id, in teaching order, from `assets/presets.json`."""
    found: dict[str, Preset] = {}
    book = json.loads((ASSETS / "presets.json").read_text(encoding="utf-8"))
    for entry in book["presets"]:
        if entry["lesson"] == lesson:
            unused = {name: iter(titles) for name, titles in book["titles"].items()}
            documents = tuple(
                Document(str(i), next(unused["relevant" if grade else "irrelevant"]), grade)
                for i, grade in enumerate((*entry["grades"], *entry.get("missed", ())), start=1)
            )
            found[entry["id"]] = Preset(
                entry["id"],
                lesson,
                entry["name"],
                entry["says"],
                RankedList(documents, len(entry["grades"])),
                entry["settings"],
            )
    return found
