"""Read a list from text that a reader pastes: one title and its grade on each line."""

import re
from typing import Final

from ui.core.documents import (
    Document,
    RankedList,
    RefusedError,
    checked_grade,
    checked_length,
    checked_title,
)

_LONGEST_LINE: Final = 1000
_NOT_RETRIEVED: Final = re.compile(r"[-–—=_*\s]{3,}|(not retrieved|missed)\W*", re.IGNORECASE)
_HEADER: Final = re.compile(
    r"(\W*(rank|titles?|documents?|doc_?id|docno|grades?|relevance|score)\b){2,}\W*", re.IGNORECASE
)
_TREC: Final = re.compile(r"\S+\s+(Q0\s+\S+\s+\d+\s+\S+\s+\S+|0\s+\S+\s+[-−]?\d+)", re.IGNORECASE)
_CODE: Final = re.compile(r"(\w+\s*=\s*)?([\w.]+\()?[\[({]([^\[\](){}]*)[\])}]\)?;?")
_NESTED: Final = re.compile(r"(\w+\s*=\s*)?[\[({]\s*[\[({\"']")
_SPELLED: Final = {"true": "1", "false": "0", "none": "?", "null": "?", "nan": "?"}
_WORD: Final = re.compile(rf"\b({'|'.join(_SPELLED)})\b", re.IGNORECASE)
_LETTER: Final = re.compile(r"[^\W\d_]")
_GRADE: Final = re.compile(r"([\d?])(\.0*)?")
_NUMBER_TITLED: Final = re.compile(r"\S+?\s*[,;|:=\t]\s*(\d+(\.0+)?|\?|-)")
_GAP: Final = r"(?P<gap>\s+[-–—]\s+|[\s,;|:=(\[]+)"
_BULLET: Final = re.compile(r"[-*•]\s+")
_NUMBER: Final = re.compile(r"(\d+)[.)\s,;|:]\s*")
_GRADE_LAST: Final = re.compile(rf"(?P<title>.*?){_GAP}(?P<grade>[-−]?\d+(\.\d+)?|\?|-)[)\]]?")
_GRADE_FIRST: Final = re.compile(rf"(?P<grade>\d|\?){_GAP}(?P<title>.*)")


def pasted(text: str, top_grade: int) -> RankedList:
    """Read a pasted list: one title and its grade on each line.

    The grade is at the end of the lines, or at the start of all, with any usual separator. A line
    without a grade is a document that nobody judged; grades alone get titles, as does a list of
    them in code. Documents below a line of dashes were not retrieved. Ranks or bullets before all
    titles, quotation marks around titles, and a line of column names are dropped.

    Raises:
        RefusedError: if there is no title, too many, or one that a card cannot hold; for numbers
            that are not grades, other code, and lines of a TREC file.
    """
    lines, end = _lines(text)
    if not lines:
        raise RefusedError("There is no title in the text. Write one title and its grade per line.")
    if only_grades(text):
        return _graded(lines, end, top_grade)
    if all(_TREC.fullmatch(line) for line in lines.values()):
        raise RefusedError(
            "These are lines of a TREC file. Choose “TREC run and qrels” above to bring the file."
        )
    if _NESTED.match(text.strip()):
        raise RefusedError(
            "Of code only a list of grades is read, such as [3, 0, 2, 1]. "
            "Write one title and its grade per line."
        )
    checked_length(len(lines))
    for i, line in lines.items():
        if len(line) > _LONGEST_LINE:  # the patterns below would take long
            raise RefusedError(f"Line {i} has {len(line):,} characters, too many for a title.")
    ends, begins = (
        [bool(form.fullmatch(line)) for line in lines.values()]
        for form in (_GRADE_LAST, _GRADE_FIRST)
    )
    form = _GRADE_FIRST if all(begins) and not any(ends) else _GRADE_LAST
    documents: list[Document] = []
    for i, line in lines.items():
        match = form.fullmatch(line)
        title, mark = (match["title"], match["grade"]) if match else (line, "?")
        grade = None if mark in ("?", "-") else float(mark.replace("−", "-"))
        # After a space alone, a number that is no grade is part of the title: Apollo 13.
        if match and grade not in (None, *range(top_grade + 1)) and not match["gap"].strip(" "):
            title, grade = line, None
        quoted = re.fullmatch(r'\s*["“](.*)["”]\s*', title)
        try:
            title = checked_title(quoted[1].replace('""', '"') if quoted else title)
            whole = int(grade) if grade is not None and grade.is_integer() else grade
            documents.append(
                Document(str(len(documents) + 1), title, checked_grade(whole, top_grade, title))
            )
        except RefusedError as refused:
            raise RefusedError(f"Line {i}: {refused}") from None
    return RankedList(tuple(documents), sum(i < end for i in lines))


def only_grades(text: str) -> bool:
    """Return whether a text holds nothing but numbers that must be grades, without titles."""
    lines, _ = _lines(text)
    if any(map(_LETTER.search, lines.values())):
        return False
    marks = [_marks(line) for line in lines.values()]
    titled = [bool(_NUMBER_TITLED.fullmatch(line)) for line in lines.values()]
    numbers_are_titles = any(titled) and all(
        pair or len(each) == 1 for pair, each in zip(titled, marks, strict=True)
    )
    return not numbers_are_titles or all(_GRADE.fullmatch(mark) for each in marks for mark in each)


def _graded(lines: dict[int, str], end: int, top_grade: int) -> RankedList:
    """Return a list of grades, with titles made for them."""
    marks = [(i, mark) for i, line in lines.items() for mark in _marks(line)]
    checked_length(len(marks))
    documents = []
    for number, (i, mark) in enumerate(marks, start=1):
        read = _GRADE.fullmatch(mark)
        if not read or (read[1] != "?" and int(read[1]) > top_grade):
            raise RefusedError(
                f"Line {i}: “{mark}” is not a grade; allowed are 0 to {top_grade} and ?. "
                "For a title that is a number, write “title, grade”."
            )
        grade = None if read[1] == "?" else int(read[1])
        documents.append(Document(str(number), f"Document {number}", grade))
    return RankedList(tuple(documents), sum(i < end for i, _ in marks))


def _marks(line: str) -> list[str]:
    return re.split(r"[\s,;]+", line)


def _lines(text: str) -> tuple[dict[int, str], int]:
    """Return the lines with documents by their number, and the number of the line of dashes."""
    text = text.lstrip("\ufeff")
    to_text = _WORD.sub(lambda word: _SPELLED[word[0].lower()], text)
    code = _CODE.fullmatch(to_text.strip())
    if code and not _LETTER.search(code[3]):
        text = code[3]
    elif not _LETTER.search(to_text):
        text = to_text
    rows = enumerate((line.strip().rstrip(",;| \t") for line in text.splitlines()), start=1)
    lines = {i: row for i, row in rows if row and not _HEADER.fullmatch(row)}
    end = next(
        (i for i, row in lines.items() if _NOT_RETRIEVED.fullmatch(row)), max(lines, default=0) + 1
    )
    lines = {i: row for i, row in lines.items() if not _NOT_RETRIEVED.fullmatch(row)}
    numbers = [int(match[1]) for line in lines.values() if (match := _NUMBER.match(line))]
    ranks = numbers == [*range(1, len(lines) + 1)]
    if len(lines) == 1 and not _LETTER.search(text):
        ranks = False  # a line that begins with 1 may hold grades
    for form, dropped in ((_BULLET, True), (_NUMBER, ranks)):
        if dropped and all(form.match(line) for line in lines.values()):
            lines = {i: form.sub("", line, count=1) for i, line in lines.items()}
    return lines, end
