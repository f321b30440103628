"""What stands on the board: titled documents in an order, some of them never retrieved."""

import json
import re
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


_NOT_RETRIEVED: Final = re.compile(r"[-–—=_*\s]{3,}|(not retrieved|missed)\W*", re.IGNORECASE)
_HEADER: Final = re.compile(
    r"(\W*(rank|titles?|documents?|doc_?id|docno|grades?|relevance|score)\b){2,}\W*", re.IGNORECASE
)
_GAP: Final = r"(?P<gap>\s+[-–—]\s+|[\s,;|:=(\[]+)"
_BULLET: Final = re.compile(r"[-*•]\s+")
_NUMBER: Final = re.compile(r"(\d+)[.)\s,;|:]\s*")
_GRADE_LAST: Final = re.compile(rf"(?P<title>.*?){_GAP}(?P<grade>\d+|\?|-)(\.0+)?[)\]]?")
_GRADE_FIRST: Final = re.compile(rf"(?P<grade>\d|\?){_GAP}(?P<title>.*)")


def pasted(text: str, top_grade: int) -> RankedList:
    """Read a list that somebody wrote: a title and its grade a line, in whatever form.

    The grade stands at the end of the lines, or at the start of all, after any of the usual
    separators. A line without one was not judged. Below a line of dashes stands what was not
    retrieved. Ranks and bullets before all titles, quotation marks around them, and a line that
    names the columns are dropped.
    """
    rows = [line.strip().rstrip(",;| \t") for line in text.lstrip("\ufeff").splitlines()]
    lines = {i: line for i, line in enumerate(rows, start=1) if line}
    end = next((i for i, line in lines.items() if _NOT_RETRIEVED.fullmatch(line)), len(rows) + 1)
    titles = {
        i: line
        for i, line in lines.items()
        if not (_NOT_RETRIEVED.fullmatch(line) or _HEADER.fullmatch(line))
    }
    if not titles:
        raise RefusedError("There is no title in the text; write a title and its grade a line.")
    checked_length(len(titles))
    numbers = [int(found[1]) for line in titles.values() if (found := _NUMBER.match(line))]
    for form, ranks in ((_BULLET, True), (_NUMBER, numbers == list(range(1, len(titles) + 1)))):
        if ranks and all(form.match(line) for line in titles.values()):
            titles = {i: form.sub("", line, count=1) for i, line in titles.items()}
    ends, begins = (
        [bool(form.fullmatch(line)) for line in titles.values()]
        for form in (_GRADE_LAST, _GRADE_FIRST)
    )
    form = _GRADE_FIRST if all(begins) and not any(ends) else _GRADE_LAST
    documents: list[Document] = []
    for i, line in titles.items():
        found = form.fullmatch(line)
        # After nothing but space, a number too large for a grade belongs to the title: Apollo 13
        if found and found["grade"].isdecimal() and not found["gap"].strip():
            found = found if int(found["grade"]) <= top_grade else None
        title, mark = (found["title"], found["grade"]) if found else (line, "?")
        quoted = re.fullmatch(r'\s*["“](.*)["”]\s*', title)
        try:
            title = checked_title(quoted[1].replace('""', '"') if quoted else title)
            grade = int(mark) if mark.isdecimal() else None
            documents.append(
                Document(str(len(documents) + 1), title, checked_grade(grade, top_grade, title))
            )
        except RefusedError as refused:
            raise RefusedError(f"Line {i}: {refused}") from None
    return RankedList(tuple(documents), sum(i < end for i in titles))


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
