"""Read a confusion table of classes: counts with or without names and sums, or labels by case."""

import re
from collections.abc import Sequence
from math import isqrt
from string import ascii_uppercase
from typing import Final, NamedTuple

from ui.core import judged_tables

_ACTUAL: Final = r"actual|true (?:class|label)|y_?true|truth|gold|reference"
_PREDICTED: Final = r"(?:y_?)?pred(?:icted|iction|ictions)?|classified as|output"
_ROLE: Final = re.compile(rf"\b(?:{_ACTUAL}|{_PREDICTED})\b[\s:=]*", re.IGNORECASE)
_LABEL: Final = re.compile(rf"^\s*({_ACTUAL}|{_PREDICTED})\s*[:=]\s*", re.IGNORECASE)
_SUM: Final = re.compile(r"sum|total|all|Σ|support", re.IGNORECASE)
_LONGEST: Final = 16
_FEW: Final = 3
"""Cases with two labels are that many, or more."""


class Table(NamedTuple):
    """A confusion table: a row for each actual class, a column for each predicted one."""

    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]

    @property
    def turned(self) -> "Table":
        """The table with the predicted classes as rows."""
        return Table(self.names, tuple(zip(*self.rows, strict=True)))


def read(text: str) -> Table | None:
    r"""Read a table whose rows are the actual classes, if it does not say otherwise.

    None for a text that is no square table and no labels of cases.

    >>> read("5 1; 2 3")
    Table(names=('A', 'B'), rows=((5, 1), (2, 3)))
    >>> read("actual\\predicted,cat,dog,sum\ncat,5,1,6\ndog,2,3,5\nsum,7,4,11").names
    ('cat', 'dog')
    >>> read("actual cat cat dog cat; predicted cat dog dog cat").rows
    ((2, 1), (0, 1))
    """
    lines = judged_tables.lines_of(text)
    if len(lines) == 1:
        lines = [line for line in re.split(r"\||,", lines[0]) if line.strip(" ;")]
    lines = [_LABEL.sub(r"\1 , " if "," in line else r"\1 ", line, count=1) for line in lines]
    lines = [line for line in lines if judged_tables.cells_of(line)]
    grid = [judged_tables.cells_of(line) for line in lines]
    found = _of_counts(grid, "\n".join(lines)) or _of_labels(grid)
    return found.turned if found and _is_turned(lines, grid) else found


def _of_counts(grid: Sequence[Sequence[str]], text: str) -> Table | None:
    numbers = [[cell for cell in line if re.fullmatch(r"\d{1,9}", cell)] for line in grid]
    side = len(grid[-1]) if grid else 0
    if {*map(len, grid)} == {side} and len(grid) == side + 1 and all(map(_is_full, grid[1:])):
        rows = [[*map(int, line)] for line in grid[1:]]
        summed = [*map(int, numbers[0])] if _is_full(grid[0]) else []
        is_sum = summed and [*map(sum, zip(summed, *rows[:-1], strict=True))] == rows[-1]
        if not is_sum:  # names above the counts
            return _named(grid[0], rows)
    counts = judged_tables.counts(text)
    side = isqrt(len(counts))
    if not counts or len(grid) < side:
        return None
    rows = [[*counts[at : at + side]] for at in range(0, len(counts), side)]
    return _named(_names(grid, rows), rows)


def _is_full(line: Sequence[str]) -> bool:
    return all(re.fullmatch(r"\d{1,9}", cell) for cell in line)


def _names(grid: Sequence[Sequence[str]], rows: Sequence[Sequence[int]]) -> list[str]:
    """Return the names of the columns, else of the rows, else none."""
    head, side = [*grid[0]], len(rows)
    if len(grid) > side and not _is_full(head[1:]):
        while head and _SUM.fullmatch(head[-1]):
            head.pop()
        if len(head) >= side:
            return head[-side:]
    counted = [str(count) for count in rows[0]]
    if len(grid) > side and _is_full(head) and head[:side] != counted and len(head) == side:
        return head[:side]
    lines = [line for line in grid if _is_full(line[-1:])][:side]
    return [" ".join(cell for cell in line if not _is_full([cell])) for line in lines]


def _named(names: Sequence[str], rows: Sequence[Sequence[int]]) -> Table:
    called = [
        re.sub(r"[\s,;:|()\[\]'\"`*]+", "-", _ROLE.sub("", name).strip())[:_LONGEST]
        for name in names
    ]
    if len(called) != len(rows) or not all(called) or len({*called}) < len(called):
        called = [*ascii_uppercase[: len(rows)]]
    return Table(tuple(called), tuple(map(tuple, rows)))


def _of_labels(grid: Sequence[Sequence[str]]) -> Table | None:
    """Count the labels of cases: a column, or a row, of actual ones and one of predicted ones."""
    if len(grid) == 2:
        rows = [line[bool(_ROLE.fullmatch(line[0])) :] for line in grid]
        pairs = [*zip(*rows, strict=False)] if len(rows[0]) == len(rows[1]) else []
    else:
        pairs = [(line[-2], line[-1]) for line in grid if len(line) > 1]
        if len(pairs) < len(grid) or len({*map(len, grid)}) > 1:
            return None
        if pairs and any(_ROLE.search(name) for name in pairs[0]):
            pairs = pairs[1:]
    names = sorted({name for pair in pairs for name in pair})
    if len(pairs) < _FEW or len(names) < 2 or len(names) > judged_tables.MOST_LABELS:
        return None
    rows_ = [[pairs.count((one, other)) for other in names] for one in names]
    return _named(names, rows_)


def _is_turned(lines: Sequence[str], grid: Sequence[Sequence[str]]) -> bool:
    """Return whether a text says that its rows, or its first labels, are the predicted ones."""
    each = [
        ["p" if re.match(_PREDICTED, role[0], re.IGNORECASE) else "a" for role in found]
        for found in map(list, map(_ROLE.finditer, lines))
    ]
    if not any(each):
        return False
    first = next(filter(None, each))[0]
    above = each[0] and not grid[0][-1].isdecimal() and len({*each[0]}) == 1 and len(lines) > 2
    return first == ("a" if above else "p")
