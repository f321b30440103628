"""A list as somebody wrote it: a title and its grade a line, in whatever form."""

import re
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
