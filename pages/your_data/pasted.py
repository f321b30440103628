"""Read a list from text that a reader pastes: one title and its grade on each line."""

import re
from collections.abc import Sequence
from typing import Final

from metrics.reading.headers import cells_of, is_known, separator_of_header
from metrics.runs import read
from pages.your_data.notations import usual, what_is_odd, why_no_list
from ui.core import typed_lists
from ui.core.documents import (
    Document,
    RankedList,
    RefusedError,
    checked_grade,
    checked_length,
    checked_title,
)
from ui.core.judgements import FAMILIES
from ui.core.knob_kinds import SCALES
from ui.core.upload_worker import LIMITS

_LONGEST_LINE: Final = 1000
_MOST_LINES: Final = 500  # to look at each of more would take long
_NOT_RETRIEVED: Final = re.compile(
    r"[-–—=_*\s]{3,}|(not (retrieved|found)|miss(ed|ing))\W*", re.IGNORECASE
)
_HEADER: Final = re.compile(
    r"(\W*(rank|titles?|documents?|doc_?id|docno|grades?|relevance|score)\b){2,}\W*", re.IGNORECASE
)
_TREC: Final = re.compile(r"\S+\s+(Q0\s+\S+\s+\d+\s+\S+\s+\S+|(Q?0)\s+\S+\s+[-−]?\d+)", re.I)
_JUDGED: Final = re.compile(r"(?P<topic>\w*\d\w*)([,;\t])\s*[^\s,;]+\s*\2\s*[-−]?\d+")
_CODE: Final = re.compile(r"(\w+\s*=\s*)?([\w.]+\()?[\[({]([^\[\](){}]*)[\])}]\)?;?")
_NESTED: Final = re.compile(r"(\w+\s*=\s*)?[\[({]\s*[\[({\"']")
_SPELLED: Final = {"true": "1", "false": "0", "none": "?", "null": "?", "nan": "?", "na": "?"}
_WORD: Final = re.compile(rf"\b({'|'.join(_SPELLED)})\b", re.IGNORECASE)
_SHORT_MARKS: Final = re.compile(
    r"(?!NR$)[RN]{2,}|[TF]{2,}|[YN]{2,}|[+−-]{2,}|[✓✔✗✘✅❌●○■□👍👎]{2,}", re.I
)
_DIVIDER: Final = re.compile(r"\||\b(?:missed|missing|not retrieved|not found)\b\s*:?", re.I)
_DASHES: Final = re.compile(r"(?<!\S)[-–—=_*]{3,}(?!\S)")
_LINE_OF_DASHES: Final = re.compile(r"(?<=\n)[^\S\n]*(?:[-−–—=_*][^\S\n]*){3,}$", re.MULTILINE)
_AT_END: Final = re.compile(r"(?P<title>.*\S)(?:\s*[,;|\t]\s*|\s+)\(?(?P<mark>[^\s()]+)\)?")
_CROSSED: Final = re.compile(r"\d+\s+[xX×]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_GRADE: Final = re.compile(r"([\d?])(\.0*)?")
_NUMBER_TITLED: Final = re.compile(r"\S+?\s*[,;|:=\t]\s*(\d+(\.0+)?|\?|-)")
_GAP: Final = r"(?P<gap>\s+[-–—]\s+|[\s,;|:=(\[]+)"
_BULLET: Final = re.compile(r"[-*•]\s+")
_NUMBER: Final = re.compile(r"(\d+)[.)\s,;|:]\s*")
_GRADE_LAST: Final = re.compile(rf"(?P<title>.*?){_GAP}(?P<grade>[-−]?\d+(\.\d+)?|\?|-)[)\]]?")
_GRADE_FIRST: Final = re.compile(rf"(?P<grade>\d|\?){_GAP}(?P<title>.*)")


def pasted(text: str, top_grade: int) -> RankedList:
    """Read a pasted list: one title and its grade on each line, up to the highest of all scales.

    The grade is at the end of the lines, or at the start of all, with any usual separator. A line
    without a grade is a document that nobody judged; grades alone get titles, as does a list of
    them in code. Documents below a line of dashes were not retrieved. Ranks or bullets before all
    titles, quotation marks around titles, and a line of column names are dropped.

    Args:
        text: the text.
        top_grade: the highest grade of the present scale. A higher number behind a space alone is
            a part of its title, unless every line ends in a number.

    Raises:
        RefusedError: if there is no title, too many, or one that a card cannot hold; for numbers
            that are not grades, other code, and lines of a TREC file.
    """
    if why := why_no_list(text):
        raise RefusedError(why)
    text = usual(text)
    many = sum(bool(line.strip()) for line in text.splitlines())
    marked = _in_grades(text) if many <= _MOST_LINES else ""
    if not marked and (table := _table(text)) is not None:
        return table
    if many > _MOST_LINES:
        _checked_length(many)
    if not marked and (odd := what_is_odd(text)):
        raise RefusedError(odd)
    lines, end = _lines(text)
    if not lines:
        raise RefusedError("There is no title in the text. Write one title and its grade per line.")
    if only_grades(text):
        return _graded(lines, end)
    if all(_TREC.fullmatch(line) for line in lines.values()):
        raise RefusedError(
            "These are lines of a TREC file. Choose “Files” above to bring the file."
        )
    rows = [_JUDGED.fullmatch(line) for line in lines.values()]
    if all(rows) and len({row["topic"] for row in rows if row}) < len(rows):
        raise RefusedError(
            "These lines look like topic, document and grade. Choose “Files” above to bring the "
            "file, or write one title and its grade per line."
        )
    if _NESTED.match(text.strip()):
        raise RefusedError(
            "Of code only a list of grades is read, such as [3, 0, 2, 1]. "
            "Write one title and its grade per line."
        )
    if i := next((i for i, line in lines.items() if _CROSSED.fullmatch(line)), 0):
        raise RefusedError(
            f"Line {i}: “{lines[i][:20]}”: a cross may stand for a hit or for a miss. Write 1 or 0."
        )
    _checked_length(len(lines))
    for i, line in lines.items():
        if len(line) > _LONGEST_LINE:  # the patterns below would take long
            raise RefusedError(f"Line {i} has {len(line):,} characters, too many for a title.")
    ends, begins = (
        [bool(form.fullmatch(line)) for line in lines.values()]
        for form in (_GRADE_LAST, _GRADE_FIRST)
    )
    form = _GRADE_FIRST if all(begins) and not any(ends) else _GRADE_LAST
    documents: list[Document] = []
    all_graded = form is _GRADE_LAST and _all_graded([*lines.values()], top_grade)
    for i, line in lines.items():
        match = form.fullmatch(line)
        title, mark = (match["title"], match["grade"]) if match else (line, "?")
        grade = None if mark in ("?", "-") else float(mark.replace("−", "-"))
        # After a space alone, a number that is no grade is part of the title: Apollo 13.
        if (
            not all_graded
            and match
            and grade not in (None, *range(top_grade + 1))
            and not match["gap"].strip(" ")
        ):
            title, grade = line, None
        quoted = re.fullmatch(r'\s*["“](.*)["”]\s*', title)
        whole = int(grade) if grade is not None and grade.is_integer() else grade
        try:
            title = checked_title(quoted[1].replace('""', '"') if quoted else title)
            documents.append(
                Document(str(len(documents) + 1), title, checked_grade(whole, max(SCALES), title))
            )
        except RefusedError as refused:
            raise RefusedError(f"Line {i}: {refused}{_way_on(whole)}") from None
    return RankedList(tuple(documents), sum(i < end for i in lines))


def _checked_length(count: int) -> None:
    try:
        checked_length(count)
    except RefusedError as refused:
        raise RefusedError(
            f"{refused} A file may hold longer lists: choose “Files” above. Where only counts "
            "matter, “Precision and recall” takes them without a list."
        ) from None


def _all_graded(lines: Sequence[str], top_grade: int) -> bool:
    """Return whether each line ends in a number behind a space, and some of these are grades."""
    found = [_GRADE_LAST.fullmatch(line) for line in lines]
    marks = [match["grade"] for match in found if match and not match["gap"].strip(" ")]
    usual = {*map(str, range(top_grade + 1))}
    return len(marks) == len(lines) > 1 and bool(usual & {*marks})


def _way_on(grade: float | None) -> str:
    """Return what to write in the place of a number that no card can have as its grade."""
    if grade is None:
        return ""
    if grade < 0:
        return " trec_eval counts a negative grade as 0, and with -J leaves it out: write 0, or ?."
    return " In Python, metrics.conventions.explain reads higher grades." * (grade > max(SCALES))


def _table(text: str) -> RankedList | None:
    """Read a table that names a topic, scores or ranks, as files are read; None for other texts."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    names = _names(first)
    if len(names) < 3 or sum(map(is_known, names)) < 2:
        return None
    try:
        judged = read(text.strip().encode(errors="replace"), order_of_lines=True, limits=LIMITS)
    except ValueError as refused:
        raise RefusedError(f"{str(refused).replace('file, line', 'Line')}.") from None
    if len(judged.topics) > 1:
        raise RefusedError(
            f"The text has {len(judged.topics):,} topics, and a list has one. Choose “Files” above "
            "to bring the file."
        )
    rows = judged.table()
    _checked_length(len(rows))
    documents = [
        Document(str(number), checked_title(str(title)), _whole(grade, str(title)))
        for number, (title, grade) in enumerate(
            zip(rows["document"], rows["grade"], strict=True), 1
        )
    ]
    return RankedList(tuple(documents), int(rows["rank"].notna().sum()))


def _names(line: str) -> list[str]:
    """Return the names of a table's columns, or [] for another line."""
    sign = separator_of_header([line]) if line else ""
    return cells_of(line, sign) if sign else []


def _is_header(line: str) -> bool:
    names = _names(line)
    return bool(_HEADER.fullmatch(line)) or (len(names) > 1 and all(map(is_known, names)))


def _whole(grade: float, title: str) -> int | None:
    """Return a grade as a card has it; None where nobody judged."""
    if grade != grade:
        return None
    return checked_grade(int(grade) if grade == int(grade) else grade, max(SCALES), title)


def in_marks(text: str) -> str:
    """Return a text with grades for the marks of books: R N, T F, + −, yes no; "" for another.

    In a row or one at each line; what was missed stands behind |, "missed" or three dashes, which
    are misses in a row with groups as long, such as +−+ −−−.
    """
    parts = _parts(text)
    tokens = [
        [*token] if _SHORT_MARKS.fullmatch(token) else [token] for part in parts for token in part
    ]
    every = [mark.lower() for token in tokens for mark in token]
    known = ({*family, "?"} for family in FAMILIES)
    families = [family for family, marks in zip(FAMILIES, known, strict=True) if {*every} <= marks]
    if "fn" in every and any("fn" in map(str.lower, part) for part in parts[:1]):
        return ""  # what the system missed is no rank
    if families and any(mark in families[0] for mark in every) and _sure(every):
        told = families[0] | {"?": "?"}
        rows = [
            " ".join(
                told[mark.lower()]
                for token in part
                for mark in (token if _SHORT_MARKS.fullmatch(token) else [token])
            )
            for part in parts
        ]
        return "\n---\n".join(rows)
    return _marked_lines(usual(text))


def _in_grades(text: str) -> str:
    """Return a row of grades or marks as grades, and what was missed below dashes; else ""."""
    return _in_parts(text) or in_marks(text)


def _in_parts(text: str) -> str:
    """Return grades with a line of dashes before what was missed; "" for another text."""
    parts = _parts(text)
    are_grades = all(re.fullmatch(r"\d|\?", token) for part in parts for token in part)
    return "\n---\n".join(map(" ".join, parts)) if len(parts) > 1 and are_grades else ""


def _parts(text: str) -> list[list[str]]:
    """Return the words of what was retrieved, and of what was missed."""
    bare = re.sub(r"(\w+\s*=\s*)?[\w.]*[\[({]+|[\])}]+;?", " ", usual(text))
    bare = _LINE_OF_DASHES.sub("|", bare)
    in_groups = "+" in bare and typed_lists.are_groups(bare.split())
    bare = bare if in_groups else _DASHES.sub("|", bare)
    parts = (re.split(r"[\s,;:]+", part) for part in _DIVIDER.split(bare))
    return [[token for token in part if token] for part in parts]


def _sure(marks: Sequence[str]) -> bool:
    """Return whether marks are no titles, bullets or dashes: two differ, or there are several."""
    return len({*marks} - {"?"}) > 1 or (len(marks) > 1 and not {*marks} & {"-", "−", "–"})


def _marked_lines(text: str) -> str:
    """Return a title and a grade on each line, where each line ends in a mark; else ""."""
    lines = [line.strip() for line in text.splitlines()]
    found = {i: _AT_END.fullmatch(line) for i, line in enumerate(lines) if line}
    ends = {i: match for i, match in found.items() if match}
    there = {match["mark"].lower() for match in ends.values()}
    dividers = {i for i in found if _NOT_RETRIEVED.fullmatch(lines[i])}
    families = [family for family in FAMILIES if there <= family.keys()]
    if len(there) < 2 or not families or {*found} - {*ends} - dividers:
        return ""
    return "\n".join(
        f"{ends[i]['title'].rstrip(' ,;|')}, {families[0][ends[i]['mark'].lower()]}"
        if i in ends and i not in dividers
        else line
        for i, line in enumerate(lines)
    )


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


def _graded(lines: dict[int, str], end: int) -> RankedList:
    """Return a list of grades, with titles made for them."""
    marks = [(i, mark) for i, line in lines.items() for mark in _marks(line)]
    _checked_length(len(marks))
    documents = []
    for number, (i, mark) in enumerate(marks, start=1):
        read = _GRADE.fullmatch(mark)
        if not read or (read[1] != "?" and int(read[1]) > max(SCALES)):
            is_number = re.fullmatch(r"[-−]?\d{1,3}", mark)
            way_on = _way_on(int(mark.replace("−", "-"))) if is_number else ""
            raise RefusedError(
                f"Line {i}: “{mark}” is not a grade; allowed are 0 to {max(SCALES)} and ?.{way_on} "
                "For a title that is a number, write “title, grade”."
            )
        grade = None if read[1] == "?" else int(read[1])
        documents.append(Document(str(number), f"Document {number}", grade))
    return RankedList(tuple(documents), sum(i < end for i, _ in marks))


def _marks(line: str) -> list[str]:
    return re.split(r"[\s,;]+", line)


def _lines(text: str) -> tuple[dict[int, str], int]:
    """Return the lines with documents by their number, and the number of the line of dashes."""
    text = _in_grades(text) or usual(text)
    text = re.sub(r"^(\w+\s*=\s*)?([\w.]*\()?\[\[([^\[\]]*)\]\]\)?;?$", r"[\3]", text.strip())
    to_text = _WORD.sub(lambda word: _SPELLED[word[0].lower()], text)
    code = _CODE.fullmatch(to_text.strip())
    if code and not _LETTER.search(code[3]):
        text = code[3]
    elif not _LETTER.search(to_text):
        text = to_text
    rows = enumerate((line.strip().rstrip(",;| \t") for line in text.splitlines()), start=1)
    lines = {i: row for i, row in rows if row and not _is_header(row)}
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
