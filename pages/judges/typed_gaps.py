"""Read answers of judges who did not answer everything: a row for each judge, a sign for a gap."""

import re
from typing import Final

from ui.core.judged_tables import MOST_LABELS

GAP: Final = "–"
"""How a missing answer is written."""
_GAP: Final = re.compile(r"[-–—−.*?]|n/?a|nan|none|missing", re.IGNORECASE)
_LONE: Final = re.compile(r"(?<![^\s,;|])(?:[-–—−.*]|NA|n/a|NaN)(?![^\s,;|])")
"""A gap among answers with spaces or commas between them."""
_NAME: Final = re.compile(r"^\s*(?:[A-Za-z][\w ]{0,20})[:=]")
_LABEL: Final = re.compile(r"\w{1,12}")
_JUDGES, _UNITS = 20, 100


def rows(text: str) -> list[list[str]]:
    """Return what each judge said of each document; [] if a text cannot be read.

    >>> rows("1 - 0 1; 1 0 . 1"), rows("12.; 122")
    ([['1', '–', '0', '1'], ['1', '0', '–', '1']], [['1', '2', '–'], ['1', '2', '2']])
    """
    lines = [_NAME.sub("", line) for line in re.split(r"[;\n/](?![aA]\b)", text)]
    each = [_cells(line) for line in lines if line.strip()]
    if each and all(len(row) == 1 for row in each):
        each = [[*row[0]] for row in each]
    found = [[GAP if not cell or _GAP.fullmatch(cell) else cell for cell in row] for row in each]
    labels = {cell for row in found for cell in row} - {GAP}
    if (
        not 2 <= len(found) <= _JUDGES
        or len({*map(len, found)}) != 1
        or not 2 <= len(found[0]) <= _UNITS
        or not 1 <= len(labels) <= MOST_LABELS
        or not all(map(_LABEL.fullmatch, labels))
    ):
        return []
    return found


def _cells(line: str) -> list[str]:
    """Part a line at tabs or commas, between which a gap may be empty, or at spaces."""
    for between in "\t,":
        if between in line:
            return [cell.strip() for cell in line.split(between)]
    return re.split(r"[\s|]+", line.strip(" |"))


def has_gaps(text: str) -> bool:
    """Return whether a text says of both 1 and 0, or of two other answers, and of missing ones.

    >>> has_gaps("1 – 0 1; 1 0 0 1"), has_gaps("1 - - 1; - - 1 1"), has_gaps("+ - +; + + -")
    (True, False, False)
    """
    if "+" in text or not _LONE.search(text):
        return False
    return len({cell for row in rows(text) for cell in row} - {GAP}) > 1
