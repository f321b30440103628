"""Read a list from text that a reader pastes: one title and its grade on each line."""

import re
from itertools import count
from typing import Final

from ui.state.documents import (
    Document,
    RankedList,
    RefusedError,
    checked_grade,
    checked_length,
    checked_title,
)

_NOT_RETRIEVED: Final = re.compile(r"[-–—=_*\s]{3,}|(not retrieved|missed)\W*", re.IGNORECASE)
_HEADER: Final = re.compile(
    r"(\W*(rank|titles?|documents?|doc_?id|docno|grades?|relevance|score)\b){2,}\W*", re.IGNORECASE
)
_GRADES: Final = re.compile(r"[\d?]([\s,;]+[\d?])*")
_GAP: Final = r"(?P<gap>\s+[-–—]\s+|[\s,;|:=(\[]+)"
_BULLET: Final = re.compile(r"[-*•]\s+")
_NUMBER: Final = re.compile(r"(\d+)[.)\s,;|:]\s*")
_GRADE_LAST: Final = re.compile(rf"(?P<title>.*?){_GAP}(?P<grade>\d+|\?|-)(\.0+)?[)\]]?")
_GRADE_FIRST: Final = re.compile(rf"(?P<grade>\d|\?){_GAP}(?P<title>.*)")


def pasted(text: str, top_grade: int) -> RankedList:
    """Read a pasted list: one title and its grade on each line.

    The grade is at the end of the lines, or at the start of all, with any usual separator. A line
    without a grade is a document that nobody judged; grades alone get titles. Documents below a
    line of dashes were not retrieved. Ranks or bullets before all titles, quotation marks around
    titles, and a line of column names are dropped.

    Raises:
        RefusedError: if there is no title, too many, or one that a card cannot hold.
    """
    rows = _titled(_rows(text))
    lines = {i: line for i, line in enumerate(rows, start=1) if line}
    end = next((i for i, line in lines.items() if _NOT_RETRIEVED.fullmatch(line)), len(rows) + 1)
    titles = {
        i: line
        for i, line in lines.items()
        if not (_NOT_RETRIEVED.fullmatch(line) or _HEADER.fullmatch(line))
    }
    if not titles:
        raise RefusedError("There is no title in the text. Write one title and its grade per line.")
    checked_length(len(titles))
    numbers = [int(match[1]) for line in titles.values() if (match := _NUMBER.match(line))]
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
        match = form.fullmatch(line)
        # After a space alone, a number above the top grade is part of the title: Apollo 13.
        if match and match["grade"].isdecimal() and not match["gap"].strip():
            match = match if int(match["grade"]) <= top_grade else None
        title, mark = (match["title"], match["grade"]) if match else (line, "?")
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


def only_grades(text: str) -> int:
    """Return the number of grades if a text holds nothing else, so that titles are made; else 0."""
    rows = _rows(text)
    return sum(len(re.findall(r"[\d?]", row)) for row in rows) if _grades_alone(rows) else 0


def _rows(text: str) -> list[str]:
    return [line.strip().rstrip(",;| \t") for line in text.lstrip("\ufeff").splitlines()]


def _grades_alone(rows: list[str]) -> bool:
    return all(_GRADES.fullmatch(row) or _NOT_RETRIEVED.fullmatch(row) for row in rows if row)


def _titled(rows: list[str]) -> list[str]:
    """Return rows with a title for each grade, if all rows hold grades alone."""
    if not _grades_alone(rows):
        return rows
    titled: list[str] = []
    numbers = count(1)
    for row in rows:
        marks = re.findall(r"[\d?]", row)
        titled += [f"Document {next(numbers)}, {mark}" for mark in marks] or [row]
    return titled
