"""Read tables of what judges said: a row for each document with names, or counts of documents."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import isqrt
from typing import Final

NOT: Final = re.compile(r"\b(?:not|non)[\s-]+rel(?:evant)?\b", re.IGNORECASE)
"""Two words that say that a document is not relevant."""
FEW: Final = 3
"""Most judges: more rows than that are documents."""
_RETURNED: Final = re.compile(r"return|retriev|system|result")
"""The name of a column that marks what a system returned."""
MOST_LABELS: Final = 11
"""Most labels that judges give, and most rows of a table of counts: marks are from 0 to 10."""
_CLEARLY: Final = 4
"""Rows of numbers are counts, not labels, if one of them, or of their digits, is so large."""


def in_columns(text: str, read: Callable[[str], str], *, words_differ: bool = False) -> list[str]:
    """Return a row for each judge of a table with names of judges or documents; [] if it is none.

    Args:
        text: the table.
        read: what an answer says, as one sign, or "" for a text that is no answer.
        words_differ: whether two words must say two things.
    """
    grid = _unmarked(_grid(text))
    if len(grid) > 2 and {*grid[0][-2:]}.isdisjoint(_all(grid[1:])):
        grid = grid[1:]  # names
    if len({*map(len, grid)}) != 1 or len(grid) < 2:
        return []
    columns = [*zip(*grid, strict=True)]
    while len(columns) > 2 and _are_names(columns, read):
        columns = columns[1:]
    several = len(grid) > FEW
    signs = {cell: read(cell) for column in columns for cell in column}
    alike = words_differ and len({*signs.values()}) < len(signs)
    if alike or not all(signs.values()):
        return []
    rows = columns if several else [*zip(*columns, strict=True)]
    return ["".join(signs[cell] for cell in row) for row in rows]


def _are_names(columns: list[tuple[str, ...]], read: Callable[[str], str]) -> bool:
    """Return whether the first column names queries, documents or judges."""
    first, *others = columns
    if not all(map(read, first)) or {*first}.isdisjoint(_all(others)):
        return True
    return len(first) > FEW and (len(columns) > FEW or len({*first}) == len(first))


def returned(text: str) -> str:
    r"""Return 1 or 0 for each document, by a column whose name says what was returned, or "".

    >>> returned("doc,judge 1,judge 2,returned\na,1,0,1\nb,1,1,0\nc,0,0,yes\nd,0,1,no")
    '1010'
    """
    grid = _grid(text)
    at = _mark(grid)
    return "" if at < 0 else "".join("01"[line[at] in _MARKS] for line in grid[1:])


_MARKS: Final = ("1", "+", "x", "y", "yes", "t", "true", "✓", "✔", "✅", "returned", "retrieved")


def counts(text: str) -> tuple[int, ...]:
    r"""Return the counts of a square table, row by row; () if it is none.

    Rows are parted by a new line, a semicolon or a stroke. Names, the numbers of labels and sums at
    the edges are left out. A single line has four counts, or nine, or more.

    >>> counts("300 20 / 10 70"), counts("300, 20, 10, 70")
    ((300, 20, 10, 70), (300, 20, 10, 70))
    >>> counts("A / B,yes,no,sum\nyes,300,20,320\nno,10,70,80\nsum,310,90,400")
    (300, 20, 10, 70)
    >>> counts("  0 1 2\n0 9 1 0\n1 2 8 1\n2 0 1 7")
    (9, 1, 0, 2, 8, 1, 0, 1, 7)
    """
    table = [[*map(int, line)] for line in map(_last_numbers, _grid(text))]
    if len(table) == 1:
        side = isqrt(len(table[0]))
        return tuple(table[0]) if 2 <= side <= MOST_LABELS and side**2 == len(table[0]) else ()
    if len(table) > 2 and len(table[0]) != Counter(map(len, table[1:])).most_common(1)[0][0]:
        table = table[1:]  # names, or numbers of labels over rows that begin with one
    for inner in _inner(table):
        if 2 <= len(inner) <= MOST_LABELS and {*map(len, inner)} == {len(inner)}:
            return tuple(count for line in inner for count in line)
    return ()


def names_of_counts(text: str) -> list[str]:
    r"""Return the names above the counts of a square table, or before them; [] without any.

    >>> names_of_counts("Cat Dog / 9 1 / 2 8"), names_of_counts("300 20; 10 70")
    (['Cat', 'Dog'], [])
    >>> names_of_counts(",spam,ham,sum\nspam,9,1,10\nham,2,8,10\nsum,11,9,20")
    ['spam', 'ham']
    """
    side, grid = isqrt(len(counts(text))), _grid(text)
    head = [cell for cell in grid[0] if cell not in _SUMS]
    before = [line[0] for line in grid if line[0] not in _SUMS and _last_numbers(line)]
    for found in (head[-side:], before):
        if len({*found}) == len(found) == side and not any(map(str.isdecimal, found)):
            return [_as_typed(name, text) for name in found]
    return []


def names_of_labels(text: str, labels: str) -> list[str]:
    r"""Return the word that each label stands for by its first letter; [] if one has none.

    A cell that has no other letters than labels, as PNG, is no word.

    >>> names_of_labels("page,Ann,Bob\nx7,high,low\nx9,mid,mid\nb2,low,low", "HLM")
    ['high', 'low', 'mid']
    """
    signs = {*labels.lower()}
    cells = Counter(cell for line in _grid(text) for cell in line if {*cell} - signs)
    each = [[cell for cell in cells if cell.startswith(label.lower())] for label in labels]
    if not all(each) or any(map(str.isdecimal, labels)):
        return []
    return [_as_typed(max(some, key=cells.__getitem__), text) for some in each]


_SUMS: Final = ("", "sum", "sums", "total", "all", "σ")


def _as_typed(name: str, text: str) -> str:
    """Return a name as it is typed, as one word."""
    found = re.search(re.escape(name), text, re.IGNORECASE)
    return re.sub(r"[^\w.#+-]+", "-", found[0] if found else name)[:16]


def are_counts(text: str) -> bool:
    """Return whether a text is a table of counts, though its rows could be labels of judges.

    >>> are_counts("7 2 / 1 5"), are_counts("1 2 / 1 3"), are_counts("30 2 / 1 5")
    (True, False, True)
    >>> are_counts("300 20 10 70"), are_counts("11 12 22 33")  # four documents of two judges
    (True, False)
    """
    found, in_lines = counts(text), len(_grid(text)) > 1
    if in_lines or len({len(str(count)) for count in found}) > 1:
        return max(found, default=0) >= _CLEARLY
    return any(int(sign) >= _CLEARLY for count in found for sign in str(count))


def _last_numbers(line: list[str]) -> list[str]:
    """Return the numbers at the end of a line, behind its name."""
    numbers: list[str] = []
    for cell in reversed(line):
        if not re.fullmatch("[0-9]{1,9}", cell):
            break
        numbers.insert(0, cell)
    return numbers


def _inner(table: list[list[int]]) -> Iterator[list[list[int]]]:
    """Yield a table without its sums, then the whole, then both without the numbers of labels."""
    if len({*map(len, table)}) != 1 or not table[0]:
        return
    for headed, numbered in product((False, True), repeat=2):
        names = [*table[:1]] * headed + [[line[0] for line in table[headed:]]] * numbered
        if not all(name in ([*range(len(name))], [*range(1, len(name) + 1)]) for name in names):
            continue
        inner = [line[numbered:] for line in table[headed:]]
        if not all(inner):
            continue
        for below, beside in product((True, False), repeat=2):
            kept = inner[:-1] if below else inner
            if below and [*map(sum, zip(*kept, strict=True))] != inner[-1]:
                continue
            if not beside:
                yield kept
            elif all(sum(line[:-1]) == line[-1] for line in kept):
                yield [line[:-1] for line in kept]


def _grid(text: str) -> list[list[str]]:
    """Return the cells of each line of a table, in small letters."""
    plain = re.sub("[`\"'*]", "", text.lower().translate({ord(dash): "-" for dash in "−–—"}))
    between = next((sign for sign in "\n;/" if sign in plain), "\n")
    lines = (line for line in plain.split(between) if line.strip(" \t|-:+,;"))
    return [_cells(line) for line in lines]


def _cells(line: str) -> list[str]:
    sign = next((sign for sign in "|\t;," if sign in line), None)
    line = line.strip(" |") if sign == "|" else line
    return [NOT.sub("n", cell.strip(" []()")) for cell in line.split(sign)]


def lines_of(text: str) -> list[str]:
    """Return the lines of a table that have something; a list in brackets is one, too."""
    plain = re.sub(r"\]\s*,?", ";", text).replace("[", " ")
    return [line for line in re.split(r"[;\n]", plain) if line.strip(" \t|-:+,;")]


def cells_of(line: str) -> list[str]:
    """Return the cells of a line, as they are written, without quotes and parentheses."""
    sign = next((sign for sign in "|\t," if sign in line), None)
    return [cell.strip(" ()'\"`*") for cell in line.strip(" |").split(sign)]


def _mark(grid: list[list[str]]) -> int:
    """Return at which column a table marks what was returned, or -1."""
    if len({*map(len, grid)}) != 1:
        return -1
    marks = [at for at, name in enumerate(grid[0]) if _RETURNED.search(name)]
    return marks[0] if len(marks) == 1 else -1


def _unmarked(grid: list[list[str]]) -> list[list[str]]:
    at = _mark(grid)
    return grid if at < 0 else [line[:at] + line[at + 1 :] for line in grid]


def _all(lines: list[list[str]] | list[tuple[str, ...]]) -> set[str]:
    return {cell for line in lines for cell in line}
