"""Read what several judges said of the same documents, as tables and exercises write it."""

import re
from collections.abc import Callable, Sequence
from typing import Final

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
NOT: Final = re.compile(r"\b(?:not|non)[\s-]+rel(?:evant)?\b", re.IGNORECASE)
"""Two words that say that a document is not relevant."""
_JUDGE: Final = re.compile(
    r"(?:[\w ]{1,30}\b(?:of|by)\s+)?\b(?:(?:judge|assessor|annotator|rater|person)\s*|j)?\w\s*[:=]"
)
_HEAD: Final = re.compile(
    r"\A[a-z_ #]{0,20}\bdoc\w{0,10}\b[^\n;]{0,60}(?:judge|assessor|annotator|rater)[^\n;]*[\n;]"
)
"""The names of columns, above documents."""
_BETWEEN: Final = re.compile(r"[\n;/|\]]")
_ID: Final = re.compile(r"(?:d|doc|document)?_?(\d+)[.:)]?")
_WORDS: Final = re.compile(r"\w{2,} +\w{2,} *,")
"""Words in front of a comma: low mid, mid low."""
_FEW: Final = 3
"""Most judges: more rows than that are documents."""


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
    return _read(text, _answers)


def labels(text: str) -> list[str]:
    """Return a row for each judge, a capital or a digit for each document; [] if it is none.

    Judges and documents are parted as for `rows`. A label is one letter or digit: words are not
    taken.

    >>> labels("PNG, PGG"), labels("p n g; p g g"), labels("11 12 22 33")
    (['PNG', 'PGG'], ['PNG', 'PGG'], ['1123', '1223'])
    """
    if _WORDS.search(text):
        return []
    return [row.upper() for row in _read(text, _labels)]


def _read(text: str, answers: Callable[[Sequence[str]], str]) -> list[str]:
    """Return a row for each judge; `answers` reads words, and returns ? for what is no answer."""
    plain = NOT.sub("n", text.lower().translate({ord(dash): "-" for dash in "−–—"}))
    plain = re.sub(r"(?<=\w)-(?=\w)", " ", plain)  # 1-0-1
    parts = _BETWEEN.split(_JUDGE.sub("\n", _HEAD.sub("", plain.replace("[", " "), count=1)))
    lines = [line for part in parts if (line := part.strip(" ,\t"))]
    if len(lines) == 1:
        lines = _in_one_line(lines[0], answers)
    words = [re.split(r"[\s,]+", line) for line in lines]
    if len(words) > _FEW and _are_numbered(words):
        words = [line[1:] for line in words]
    said = [answers(line) for line in words]
    if not said or "?" in "".join(said) or len({*map(len, said)}) > 1:
        return []
    return ["".join(column) for column in zip(*said, strict=True)] if len(said) > _FEW else said


def _in_one_line(line: str, answers: Callable[[Sequence[str]], str]) -> list[str]:
    """Part a line at its spaces if all words are several answers, else at its commas."""
    words = line.split()
    if len(words) > 1 and all(len(answers([word.replace(",", "")])) > 1 for word in words):
        return [word.strip(",") for word in words]
    return [part.strip() for part in line.split(",")]


def _answers(words: Sequence[str]) -> str:
    """Return what words say, each one answer or several without spaces: yes, 1010, rnnr."""
    return "".join(
        SAYS.get(word) or "".join(SAYS.get(sign, "?") for sign in word) for word in words
    )


def _labels(words: Sequence[str]) -> str:
    """Return the labels of words, each of one sign, or of a single word without spaces: PNGG."""
    said, several = "".join(words), len(words) > 1
    is_read = re.fullmatch("[a-z0-9]+", said) and not (several and len(said) > len(words))
    return said if is_read else "?"


def _are_numbered(lines: list[list[str]]) -> bool:
    numbers = [found[1] for line in lines if (found := _ID.fullmatch(line[0]))]
    first = int(numbers[0]) if numbers else 1
    return first < 2 and numbers == [str(at) for at in range(first, len(lines) + first)]
