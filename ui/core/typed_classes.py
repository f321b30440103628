"""Read scores with the class of each case, 1 or 0: pairs, two rows, or the scores of each class."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from ui.core.judged_tables import NOT
from ui.core.judgements import SAYS

Cases: TypeAlias = Sequence[tuple[float, int]]
"""A score and a class for each case."""

_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?%?")
_LABEL: Final = re.compile(
    r"[^:=]*[^\W\d_][^:=]*[:=]|\s*(?:true |actual |predicted )?"
    r"(?:scores?|probabilit(?:y|ies)|predictions?|class(?:es)?|labels?)(?=[\s\d.,-]+\d)"
)
_CLASS_LABEL: Final = re.compile(
    r"(?:scores? (?:of|for) )?(?:the )?(?:class )?([^\s:=]+)(?: class| cases| documents)?\s*[:=]"
)
_GROUP: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_MARKED: Final = re.compile(r"(\d)([+*✓✗]|-(?=[\s,;]|$))")
_DECIMAL_COMMA: Final = re.compile(r"(?<![\d,.])(\d+),(\d+)(?![\d,.])")


def read(text: str) -> Cases:
    """Read the cases of a text; empty for a text that has others.

    >>> read("0.9 1, 0.7 0"), read("0.9 0.7; + -"), read("pos: 0.9 0.8; neg: 0.7")
    ([(0.9, 1), (0.7, 0)], [(0.9, 1), (0.7, 0)], [(0.9, 1), (0.8, 1), (0.7, 0)])
    """
    plain = text.lower().translate({ord(dash): "-" for dash in "−–"}).replace("✔️", "✓")
    plain = _MARKED.sub(r"\1 \2", NOT.sub("n", plain)).strip()
    if "." not in plain and re.search(r"[;\n]", plain):  # 0,9 1; 0,7 0
        decimal = _DECIMAL_COMMA.sub(r"\1.\2", plain)
        if decimal != plain and (found := _read(decimal)):
            return found
    return _read(plain)


def _read(plain: str) -> Cases:
    rows = [row.strip() for row in re.split(r"[;\n]", plain) if row.strip()]
    if found := _by_class(rows):
        return found
    rows = [_LABEL.sub("", row, count=1) for row in rows]
    if len(rows) == 1 and len(sides := _GROUP.findall(plain)) == 2:
        rows = sides if len(_words(sides[0])) > 2 else rows
    either = [*map(_words, rows)] if len({len(_words(row)) for row in rows}) == 1 else []
    if len(either) == 2 and len(either[0]) > 2 and (found := _of_columns(either)):
        return found
    table = [words for row in rows for words in _cases(row)]
    if len(table) > 2 and not any(map(_NUMBER.fullmatch, table[0])):
        table = table[1:]  # the names of columns
    if len({*map(len, table)}) != 1:
        return []
    found = _of_columns([[*column] for column in zip(*table, strict=True)])
    return found or (_of_columns(either) if len(either) == 2 else [])


def _by_class(rows: Sequence[str]) -> Cases:
    """Read the scores of each class behind its name."""
    named = [_CLASS_LABEL.match(row) for row in rows]
    says = [SAYS.get(each[1]) or SAYS.get(each[1].removesuffix("s")) for each in named if each]
    if len(rows) != 2 or {*says} != {"0", "1"}:
        return []
    found = []
    for row, each, of in zip(rows, named, says, strict=True):
        words = _words(row[each.end() if each else 0 :])
        if not words or not all(map(_NUMBER.fullmatch, words)):
            return []
        found += [(_number(word), int(str(of))) for word in words]
    return found


def _cases(row: str) -> list[list[str]]:
    """Part a row into cases, of a score and a class each."""
    if groups := [words for each in _GROUP.findall(row) if len(words := _words(each)) > 1]:
        return groups
    parts = [words for part in row.split(",") if (words := _words(part))]
    if len(parts) > 1 and all(len(each) > 1 for each in parts):
        return parts
    words = _words(row)
    if len(words) > 3 and len(words) % 2 == 0:
        return [words[at : at + 2] for at in range(0, len(words), 2)]
    return [words]


def _of_columns(columns: Sequence[Sequence[str]]) -> Cases:
    """Return the cases of columns: the last one of classes, and the last one of other numbers."""
    classes = [column for column in columns if _meanings(column)]
    scores = [column for column in columns if all(map(_NUMBER.fullmatch, column))]
    if len(columns) > 2 and [*columns[0]] == [str(at) for at in range(1, len(columns[0]) + 1)]:
        scores = [column for column in scores if column is not columns[0]]
        classes = [column for column in classes if column is not columns[0]]
    for of in reversed(classes):
        if given := next((each for each in reversed(scores) if each is not of), None):
            cases = zip(given, of, strict=True)
            meanings = _meanings(of)
            return [(_number(score), meanings[is_1]) for score, is_1 in cases]
    return []


def _meanings(column: Sequence[str]) -> Mapping[str, int]:
    """Return what each word of a column says, 1 or 0; empty if they are no classes.

    Of two words one may be unknown, as in spam and not: it says the other thing.
    """
    says = {word: int(SAYS[word]) for word in column if word in SAYS}
    others = {*column} - {*says}
    if len(others) == 1 and len({*says.values()}) == 1 and not _NUMBER.fullmatch(min(others)):
        says |= {min(others): 1 - next(iter(says.values()))}
        others = set()
    return says if not others else {}


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s,/()\[\]]+", text)


def _number(word: str) -> float:
    return round(float(word.rstrip("%")), 6)
