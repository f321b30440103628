"""Read the ranks or the scores that judges gave the same items, a row for each judge or item."""

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

Rows: TypeAlias = Sequence[Sequence[float]]

_NUMBER: Final = re.compile(r"(?<![\d.])-?(?:\d+\.?\d*|\.\d+)(?![\d.])")
_WORD: Final = re.compile(r"\w*[^\W\d_]\w*")
_LABEL: Final = re.compile(r"[^:=]*[^\W\d_][^:=]*[:=]")
_NUMBERED: Final = re.compile(
    r"\s*(?:test|judge|rater|assessor|list|ranking|system|row|series|group) ?(\d)\b(?=.*\d)",
    re.IGNORECASE,
)
"""The name of a row that ends with its number: Test 2."""
_NEXT_LABEL: Final = re.compile(r"\s(?=[^\W\d_][^\d:=]*\d? ?[:=])")
_HEAD: Final = re.compile(r"(?:[^\W\d_ ]+[ ,]+)*(?:[^\W\d_]+ ?\d[ ,]*)+")
"""The names of columns: student, test 1, test 2."""
_GROUP: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_PAIR: Final = re.compile(r"(-?[\d.]+) ?/ ?(-?[\d.]+)")
_IN_ADDRESS: Final = re.compile(r"[-\d. ]+(?:,[-\d. ]+)+")


def in_address(text: str) -> Rows | None:
    """Read a row for each judge, as an address has them; None for another text."""
    if not _IN_ADDRESS.fullmatch(text):
        return None
    return _of_one_length([_numbers(row) for row in text.split(",")])


def read(text: str, judges: int) -> Rows:
    """Read a row for each judge, of at most so many; empty for a text that has other rows.

    A table with a row for each item is turned. A first column that counts the items is left out
    if the others are no ranks.

    >>> read("1 2 3; 2 1 3", 4), read("36 18; 34 26; 33 24", 4)
    ([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0]], [[36.0, 34.0, 33.0], [18.0, 26.0, 24.0]])
    """
    rows = _of_one_length(_rows(text))
    if not rows or len(rows[0]) < 1:
        return []
    turned = [[*column] for column in zip(*rows, strict=True)]
    each = [one for one in (rows, turned, turned[1:]) if _fits(one, judges)]
    for are_some in (_are_untied, are_ranks):
        if found := next(filter(are_some, each), None):
            return found
    if len(turned) > 2 and turned[0] == [*range(1, len(rows) + 1)] and len(rows) > len(turned):
        turned = turned[1:]
    either = (rows, turned) if len(rows) <= len(turned) else (turned, rows)
    return next((one for one in either if _fits(one, judges)), [])


def are_ranks(rows: Rows) -> bool:
    """Return whether each row has ranks from 1 on; tied ones are the first, mean or last rank.

    Or a tie counts as one place, as in 1 2 2 3.

    >>> [are_ranks([row]) for row in ([1, 2.5, 2.5, 4], [1, 2, 2, 4], [1, 2, 2, 3], [1, 3, 4, 4])]
    [True, True, True, False]
    """
    return all(any(map(row.__eq__, _all_ranks(row))) for row in map(list, rows))


def _all_ranks(row: Sequence[float]) -> Sequence[Sequence[float]]:
    lower = [sum(other < each for other in row) for each in row]
    tied = [row.count(each) for each in row]
    dense = [1 + len({other for other in row if other < each}) for each in row]
    both = [*zip(lower, tied, strict=True)]
    return (
        [float(below + 1) for below, _ in both],
        [below + (ties + 1) / 2 for below, ties in both],
        [float(below + ties) for below, ties in both],
        [*map(float, dense)],
    )


def _are_untied(rows: Rows) -> bool:
    return all({*row} == {*range(1, len(row) + 1)} for row in rows)


def _fits(rows: Rows, judges: int) -> bool:
    return 2 <= len(rows) <= judges and len(rows[0]) > 1


def _of_one_length(rows: Rows) -> Rows:
    return rows if len({*map(len, rows)}) == 1 else []


def _rows(text: str) -> Rows:
    """Part a text at semicolons and new lines, at brackets or strokes, else at commas."""
    plain = text.replace("−", "-")
    groups = [numbers for each in _GROUP.findall(plain) if len(numbers := _numbers(each)) > 1]
    if len(groups) > 1:
        return groups
    rows = [row for row in re.split(r"[;\n]", plain) if row.strip()]
    if len(rows) == 1:
        pairs = _PAIR.findall(plain)
        if len(pairs) > 1 and len(pairs) * 2 == len(_numbers(plain.replace("/", " "))):
            return [_numbers(" ".join(pair)) for pair in pairs]
        rows = _NEXT_LABEL.split(plain.strip())
    if len(rows) == 1:
        rows = re.split("[/|]" if re.search("[/|]", plain) else ",", plain)
    if len(rows) > 2 and _HEAD.fullmatch(rows[0].strip()):
        rows = rows[1:]
    named = [_NUMBERED.match(row) for row in rows]
    if [each[1] for each in named if each] == [str(at) for at in range(1, len(rows) + 1)]:
        rows = [row[each.end() :] for row, each in zip(rows, named, strict=True) if each]
    bare = [_WORD.sub(" ", _LABEL.sub("", row, count=1)) for row in rows]
    return [numbers for row in bare if (numbers := _numbers(row))]


def _numbers(text: str) -> list[float]:
    return [round(float(each), 4) for each in _NUMBER.findall(text)]
