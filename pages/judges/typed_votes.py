"""Read how many judges gave each label: as a table of counts, or from what each of many said."""

import re
from collections.abc import Sequence
from itertools import chain
from string import ascii_lowercase
from typing import Final, NamedTuple

from ui.core.judged_tables import FEW, MOST_LABELS, NOT, are_counts, cells_of, lines_of

_COUNT: Final = re.compile(r"\d{1,3}")
_SUM: Final = re.compile(r"sum|total|all|Σ|n|p_?[ij]?", re.IGNORECASE)
_JUDGE: Final = re.compile(
    r"\s*((?:judge|rater|assessor|annotator|coder|reviewer|person|expert)\s*\w*|[A-Z]\w{0,9})\s*[:=]",
    re.IGNORECASE,
)
_LONGEST: Final = 16
_LETTERS: Final = ascii_lowercase[:MOST_LABELS]
_LEAST: Final = 3
"""Fewest judges of a table of counts that is taken for one without being asked."""


class Votes(NamedTuple):
    """How many judges gave each label to each document.

    Attributes:
        names: the names of the labels.
        rows: how many judges gave each label, for each document.
        answers: what each judge said of each document, a letter for each: a for the first label.
            Nothing if a table has the counts alone.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    answers: tuple[str, ...] = ()

    def written(self) -> tuple[str, ...]:
        """Write the names, and for each document the counts, and the answers if they are known."""
        each = [" ".join(map(str, row)) for row in self.rows]
        if self.answers:
            each = [*map(" ".join, zip(each, self.answers, strict=True))]
        return (" ".join(self.names), *each)


def counted(text: str) -> Votes | None:
    r"""Read a table with a row for each document, whose numbers all have one sum; None for another.

    Names above, names and numbers of documents, sums and shares at the edges are left out.

    >>> counted("3 1; 2 2; 0 4").rows
    ((3, 1), (2, 2), (0, 4))
    >>> counted("item,yes,no,P\n1,3,1,0.5\n2,2,2,0.333\n3,0,4,1")[:2]
    (('yes', 'no'), ((3, 1), (2, 2), (0, 4)))
    """
    grid = [cells for line in lines_of(text) if (cells := cells_of(line))]
    head = grid[0] if grid and not all(map(_COUNT.fullmatch, grid[0][1:])) else []
    body = [line for line in grid[bool(head) :] if not _SUM.fullmatch(line[0])]
    if len(body) < 2 or len({*map(len, body)}) != 1:
        return None
    columns = [*zip(*body, strict=True)]
    head = [""] * (len(columns) - len(head)) + head[-len(columns) :]
    kept = [at for at, column in enumerate(columns) if all(map(_COUNT.fullmatch, column))]
    rows = [tuple(int(line[at]) for at in kept) for line in body]
    names = [head[at] for at in kept]
    if len(kept) < 2:
        return None
    if not any(names) and [*rows[0]] in _numbers(len(kept)) and _places(rows[1:]):
        names, rows = [str(label) for label in rows[0]], rows[1:]
    places = _places(rows)
    if not places or len(rows) < 2:
        return None
    inner = tuple(row[places] for row in rows)
    return Votes(_called(names[places], len(inner[0])), inner)


def in_address(text: str) -> Votes | None:
    """Read a table as an address or the field has it, R N,3 1,2 2; None for another text.

    >>> in_address("R N,3 1 aaba,2 2 abba").answers
    ('aaba', 'abba')
    """
    head, *body = (part.split() for part in re.split("[,;]", text))
    if not head or any(map(str.isdecimal, head)) or not body or not all(body):
        return None
    answers = tuple(row[-1] for row in body)
    if all(map(str.isalpha, answers)):
        counts = [[str(said.count(label)) for label in _LETTERS[: len(head)]] for said in answers]
        if [row[:-1] for row in body] != counts:
            return None
        body = counts
    else:
        answers = ()
    if not all(map(_COUNT.fullmatch, chain(*body))) or {*map(len, body)} != {len(head)}:
        return None
    rows = tuple(tuple(map(int, row)) for row in body)
    return Votes(tuple(head), rows, answers) if len({*map(sum, rows)}) == 1 else None


def likelier(text: str) -> Votes | None:
    """Read a table of counts of three or more judges, if it is likelier that than labels.

    A square table whose diagonal has the most of each row is rather that of two judges, and rows
    that are all orders of 1, 2, 3 are rather ranks.
    """
    votes = counted(text)
    if not votes or sum(votes.rows[0]) < _LEAST or len(votes.rows) < _LEAST:
        return None
    if max(map(max, votes.rows)) < 2:  # no two judges agree: these are answers
        return None
    side = len(votes.names)
    if len(votes.rows) == side and (
        side == 2 or all(max(row) == row[at] for at, row in enumerate(votes.rows))
    ):
        return None
    if all({*row} == {*range(1, side + 1)} for row in votes.rows):
        return None
    return votes


def said(text: str) -> Votes | None:
    r"""Read the labels of four or more judges, a column for each, or a row; None for others.

    Rows are judges if they say so, or if there are fewer rows than columns.

    >>> said("doc,A,B,C,D\n1,R,R,N,R\n2,N,N,N,R\n3,R,R,R,R\n4,N,N,N,N\n5,R,R,N,N").rows[:2]
    ((1, 3), (3, 1))
    >>> said("judge 1: 1 0 1; judge 2: 1 1 1; judge 3: 0 0 1; judge 4: 1 0 1").rows
    ((1, 3), (3, 1), (0, 4))
    """
    grid = _judges_of(text)
    if not grid:
        return None
    labels = sorted({cell for line in grid for cell in line})
    if len(grid[0]) <= FEW or not 2 <= len(labels) <= MOST_LABELS:
        return None
    if any(len(label) > _LONGEST or re.fullmatch(r".*\d\.\d.*|\d{3,}", label) for label in labels):
        return None
    rows = tuple(tuple(line.count(label) for label in labels) for line in grid)
    answers = ("".join(_LETTERS[labels.index(cell)] for cell in line) for line in grid)
    return Votes(_called(labels, len(labels)), rows, tuple(answers))


def _judges_of(text: str) -> list[list[str]]:
    """Return the cells of a text, a row for each document and a column for each judge, or []."""
    lines = [line for line in re.split(r"[;\n]", NOT.sub("N", text)) if line.strip(" \t|-:+,;")]
    named = [_JUDGE.match(line) for line in lines]
    are_judges = all(named) and len(lines) > FEW
    if are_judges:
        lines = [line[each.end() :] for line, each in zip(lines, named, strict=True) if each]
    grid = [cells for line in lines if (cells := cells_of(line))]
    if grid and all(len(line) == 1 and len(line[0]) > FEW for line in grid):
        grid = [[*line[0]] for line in grid]
    grid, has_head = _bare(grid)
    if len(grid) < 2 or len({*map(len, grid)}) != 1:
        return []
    if are_judges or (len(grid) < len(grid[0]) and len(grid) > FEW and not has_head):
        grid = [[*column] for column in zip(*grid, strict=True)]
    return grid


def surely_said(text: str) -> bool:
    """Return whether four judges or more surely stand in the columns or rows of a text.

    Then each gave a label that another one gave, too: a column of names does not. Up to three
    lines are the answers of as many judges.
    """
    if are_counts(text) or len(re.findall(r"[;\n]", text.strip(" ;\n"))) < FEW:
        return False
    grid = _judges_of(text)
    each = [{*column} for column in zip(*grid, strict=True)]
    return all(
        any(one & other for at, other in enumerate(each) if at != place)
        for place, one in enumerate(each)
    ) and bool(said(text))


def _bare(grid: Sequence[list[str]]) -> tuple[list[list[str]], bool]:
    """Return the cells without names of judges and documents, and whether columns are judges."""
    lines = [*grid]
    has_head = len(lines) > 2 and {*lines[0][-2:]}.isdisjoint(
        cell for line in lines[1:] for cell in line
    )
    lines = lines[has_head:]
    firsts, rest = [line[0] for line in lines], {cell for line in lines for cell in line[1:]}
    if len({*map(len, lines)}) == 1 and len(lines) > 1:
        numbered = firsts in [[str(at + first) for at in range(len(lines))] for first in (0, 1)]
        if (numbered and len(lines) > 2) or {*firsts}.isdisjoint(rest):
            lines = [line[1:] for line in lines]
    return lines, has_head


def _places(rows: Sequence[tuple[int, ...]]) -> slice | None:
    """Return where the counts stand, beside the numbers of documents and the sums; None if none."""
    firsts = [[row[0] for row in rows] in _numbers(len(rows)), False]
    for first in sorted({*firsts}, reverse=True):
        for last in (None, -1):
            places = slice(int(first), last)
            each = [row[places] for row in rows]
            if last and [row[-1] for row in rows] != [*map(sum, each)]:
                continue
            if each and len(each[0]) > 1 and len({*map(sum, each)}) == 1 and sum(each[0]) > 1:
                return places
    return None


def _numbers(count: int) -> list[list[int]]:
    return [[*range(first, count + first)] for first in (0, 1)]


def _called(names: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the names of labels, which never are numbers; A, B, C if there are none."""
    if [*names] == ["0", "1"]:
        return ("not", "relevant")
    called = [re.sub(r"[\s,;:|()\[\]'\"`*]+", "-", name)[:_LONGEST] for name in names]
    called = [f"label-{name}" if name.isdecimal() else name for name in called]
    if len({*called}) < count or not all(called):
        called = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count]]
    return tuple(called)
