"""Read what several judges said of the same documents, as tables and exercises write it."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from ui.core.judged_tables import FEW, NOT, are_counts, in_columns

TEN: Final = "⑩"
"""The mark 10 as one sign: a row of answers has a sign for each document."""

FAMILIES: Final = (
    {"r": "1", "n": "0", "u": "?"},
    {"r": "1", "nr": "0", "u": "?"},
    {"rel": "1", "nonrel": "0"},
    {"rel": "1", "irr": "0"},
    {"rel": "1", "non": "0"},
    {"rel": "1", "irrelevant": "0"},
    {"relevant": "1", "irrelevant": "0", "nonrelevant": "0"},
    {"t": "1", "f": "0"},
    {"true": "1", "false": "0"},
    {"y": "1", "n": "0"},
    {"p": "1", "n": "0"},
    {"pos": "1", "neg": "0"},
    {"positive": "1", "negative": "0"},
    {"yes": "1", "no": "0"},
    {"hit": "1", "miss": "0"},
    {"tp": "1", "fp": "0", "fn": "1"},
    {"good": "1", "bad": "0"},
    {"correct": "1", "wrong": "0", "incorrect": "0"},
    {"+": "1", "-": "0", "−": "0", "–": "0"},
    {"✓": "1", "✔": "1", "✗": "0", "✘": "0", "✖": "0"},
    {"✅": "1", "❌": "0"},
    {"✔": "1", "❌": "0"},
    {"☑": "1", "☐": "0"},
    {"👍": "1", "👎": "0"},
    {"●": "1", "○": "0"},
    {"■": "1", "□": "0"},
)
"""How books and slides mark a relevant document and one that is not."""
SAYS: Final = {
    sign: says
    for family in ({"1": "1", "0": "0", "not": "0"}, *FAMILIES)
    for sign, says in family.items()
    if says != "?"
}
"""What a mark or a word says of a document: 1, relevant, or 0."""
_JUDGE: Final = re.compile(
    r"(?:[\w ]{1,30}\b(?:of|by)\s+)?\b(?:(?:judge|assessor|annotator|rater|person)\s*|j)?\w\s*[:=]"
    r"|(?:^|(?<=[\n;,/|]))\s*[a-z][\w .#]{0,30}[:=]"
)
_HEAD: Final = re.compile(
    r"\A[a-z_ #]{0,20}\bdoc\w{0,10}\b[^\n;]{0,60}(?:judge|assessor|annotator|rater)[^\n;]*[\n;]"
)
"""The names of columns, above documents."""
_DASHES: Final = {ord(dash): "-" for dash in "−–—"}
_BETWEEN: Final = re.compile(r"[\n;/|\]]")
_ID: Final = re.compile(r"(?:d|doc|document)?_?(\d+)[.:)]?")
_WORDS: Final = re.compile(r"\w{2,} +\w{2,} *,")
"""Words in front of a comma: low mid, mid low."""
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?![\w.])")
_GROUPS: Final = re.compile(r"\b[A-Z0-9]{4,10}(?: +[A-Z0-9]{1,10}\b)+")
"""A row of labels in groups, as books print long ones: PNGGP NPPNN."""


def rows(text: str) -> list[str]:
    r"""Return a row for each judge, in which 1 is relevant and 0 is not; [] if it cannot be read.

    Answers are 1 and 0, + and -, R and N, yes and no. Judges are parted by a comma, a semicolon, a
    stroke, a new line, or a space if answers are not. More than three lines are documents, with or
    without their numbers: a column is a judge then.

    >>> rows("1010 1100"), rows("+ - + −, + + − −"), rows("R N R N / R R N N")
    (['1010', '1100'], ['1010', '1100'], ['1010', '1100'])
    >>> rows("yes,no,yes,no; yes,yes,no,no"), rows("1 R R\n2 N R\n3 R N\n4 N N")
    (['1010', '1100'], ['1010', '1100'])
    """
    return _read(text, _answers) or in_columns(text, lambda cell: SAYS.get(cell, ""))


def labelled_rows(text: str) -> list[str]:
    r"""Return a row for each judge, a capital or a digit for each document; [] if it is none.

    Judges and documents are parted as for `rows`. A label is a letter or a digit. A word is its
    first letter, if no other one begins with it and lines and columns are clear. Of numbers from 0
    to 10, 10 is the sign ⑩.

    >>> labelled_rows("PNG, PGG"), labelled_rows("p n g; p g g"), labelled_rows("11 12 22 33")
    (['PNG', 'PGG'], ['PNG', 'PGG'], ['1123', '1223'])
    >>> labelled_rows("page,Ann,Bob\nx7,high,low\nx9,mid,mid\nb2,low,low\nq1,mid,high")
    ['HMLM', 'LMLH']
    >>> labelled_rows("9 7 10; 8 8 10"), labelled_rows("1 9 8\n2 7 8\n3 10 9\n4 3 1")
    (['97⑩', '88⑩'], ['97⑩3', '8891'])
    """
    in_lines = re.search(r"[\n;/]", text)
    if are_counts(text) or (_WORDS.search(text) and not in_lines):
        return []
    text = _with_tens(text)
    whole = _GROUPS.sub(lambda row: row[0].replace(" ", ""), text) if in_lines else text
    said = _read(whole, _labels)
    if not said and in_lines:
        said = in_columns(text, _first_letter, words_differ=True)
    return [row.upper() for row in (_without_names(said) if said else said)]


def odd_row(text: str) -> str:
    """Say which row of a text has another number of answers than most, or a word that is none.

    >>> odd_row("1 0 1; 1 0; 1 1 0")
    'Row 2, “1 0”, has 2 answers, the others have 3'
    >>> odd_row("1 0 12; 1 0 1")
    'In row 1, “12” is no answer'
    """
    rows = [row for row in re.split(r"[\n;/]", _JUDGE.sub("", text.lower())) if row.strip(" ,\t")]
    rows = rows if len(rows) > 1 else [row for row in text.lower().split(",") if row.strip()]
    words = [re.findall(r"[^\s,|]+", row) for row in rows]
    if any(len(row) == 1 for row in words):
        words = [[*"".join(row)] for row in words]
    if len(rows) < 2:
        return ""
    sizes = [*map(len, words)]
    usual = max(sorted({*sizes}, reverse=True), key=sizes.count)
    for at, (row, size) in enumerate(zip(rows, sizes, strict=True), start=1):
        if size != usual:
            short = row.strip(" ,\t")[:20]
            return f"Row {at}, “{short}”, has {size} answers, the others have {usual}"
    for at, row in enumerate(words, start=1):
        if wrong := next((word for word in row if re.search(r"\d.*\D|\D.*\d|\d{2,}", word)), ""):
            return f"In row {at}, “{wrong[:20]}” is no answer"
    return ""


def _with_tens(text: str) -> str:
    """Write 10 as one sign if all numbers are from 0 to 10, and not only 0, 1 and 10.

    The numbers of lines are left out then.
    """
    between = "\n" if "\n" in text.strip() else ";"
    lines = text.strip().split(between)
    first = [at[0] if (at := _NUMBER.match(line.strip())) else "" for line in lines]
    if len(lines) > FEW and first == [str(at) for at in range(1, len(lines) + 1)]:
        columns = {len(_NUMBER.findall(line)) for line in lines}
        if min(columns) > 2:
            lines = [_NUMBER.sub("", line, count=1).lstrip(" ,\t.:)") for line in lines]
    numbers = _NUMBER.findall(" ; ".join(lines))
    if "10" not in numbers or not all(re.fullmatch("[0-9]|10", each) for each in numbers):
        return text
    if {*numbers} <= {"0", "1", "10"}:
        return text
    return between.join(re.sub(r"(?<![\w.])10(?![\w.])", TEN, line) for line in lines)


def _without_names(said: list[str]) -> list[str]:
    """Return rows without a first document that is the names of the judges: A and B."""
    names, rest = [row[0] for row in said], "".join(row[1:] for row in said)
    are_names = "".join(names) in ("ab", "abc", "xy", "xyz") and not {*names} & {*rest}
    return [row[1:] for row in said] if are_names and len(rest) > FEW * len(said) else said


def _first_letter(word: str) -> str:
    """Return a sign that stands for a label, or "" for a number of several digits."""
    return word[0] if re.fullmatch(rf"[0-9{TEN}]|[a-z][a-z -]*", word) else ""


def _read(text: str, answers: Callable[[Sequence[str]], str]) -> list[str]:
    """Return a row for each judge; `answers` reads words, and returns ? for what is no answer."""
    if "\n" in text.strip():
        text = re.sub("[;|]", ",", text)  # between cells
    plain = NOT.sub("n", re.sub("[`\"'*]", "", text.lower()).translate(_DASHES))
    plain = re.sub(r"(?<=\w)-(?=\w)", " ", plain)  # 1-0-1
    parts = _BETWEEN.split(_JUDGE.sub("\n", _HEAD.sub("", plain.replace("[", " "), count=1)))
    lines = [line for part in parts if (line := part.strip(" ,\t"))]
    if len(lines) == 1:
        lines = _in_one_line(lines[0], answers)
    words = [re.split(r"[\s,]+", line) for line in lines]
    if len(words) > FEW and _are_numbered(words):
        words = [line[1:] for line in words]
    said = [answers(line) for line in words]
    if not said or "?" in "".join(said) or len({*map(len, said)}) > 1:
        return []
    return ["".join(column) for column in zip(*said, strict=True)] if len(said) > FEW else said


def _in_one_line(line: str, answers: Callable[[Sequence[str]], str]) -> list[str]:
    """Part a line at its spaces if all words are several answers, else at its commas.

    Its spaces part groups of answers if the commas part two or three rows of one length.
    """
    words, parts = line.split(), [part.strip() for part in line.split(",")]
    said = [answers(part.split()) for part in parts]
    if 2 <= len(parts) <= FEW and len({*map(len, said)}) == 1 and len(said[0]) > 1:
        return parts
    if len(words) > 1 and all(len(answers([word.replace(",", "")])) > 1 for word in words):
        return [word.strip(",") for word in words]
    return parts


def _answers(words: Sequence[str]) -> str:
    """Return what words say, each one answer or several without spaces: yes, 1010, rnnr."""
    return "".join(
        SAYS.get(word) or "".join(SAYS.get(sign, "?") for sign in word) for word in words
    )


def _labels(words: Sequence[str]) -> str:
    """Return the labels of words, each of one sign, or of a single word without spaces: PNGG."""
    said, several = "".join(words), len(words) > 1
    is_read = re.fullmatch(f"[a-z0-9{TEN}]+", said) and not (several and len(said) > len(words))
    return said if is_read else "?"


def _are_numbered(lines: list[list[str]]) -> bool:
    numbers = [found[1] for line in lines if (found := _ID.fullmatch(line[0]))]
    first = int(numbers[0]) if numbers else 1
    return first < 2 and numbers == [str(at) for at in range(first, len(lines) + first)]
