"""Read points of a ROC curve: FPR and TPR of each, also with a precision and a threshold."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from metrics import typed

COLUMNS: Final = ("FPR", "TPR", "precision", "threshold")
"""What a point has, the first two for sure."""

_SAYS: Final = (
    ("FPR", r"false[ -]positive[ -]rate|1 ?- ?specificity|fall-?out|fpr"),
    ("TPR", r"true[ -]positive[ -]rate|sensitivity|recall|hit rate|tpr"),
    ("precision", r"precision|ppv|prec"),
    ("threshold", r"thresholds?|cut-?offs?|scores? ?(?:from)?"),
)
_SHARE: Final = re.compile(
    r"[;,\s]*\b(?:prevalence|π|pi|(?:the )?share(?: of (?:the )?positives)?)\s*(?:[=:]|is|of)?\s*"
    r"(\d*[.,]?\d+\s?%?(?:\s?/\s?\d+)?)\s*$",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"(0|[\d./%]+),(FPR TPR[^,]*,.*)")


class Points(NamedTuple):
    """Points of a ROC curve as they were typed.

    Attributes:
        share: the share of positives, "0" if nobody says it.
        columns: the names of what each row has, as in `COLUMNS`.
        rows: the numbers of each point.
    """

    share: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def read(text: str) -> Points:
    """Read points.

    Raises:
        RefusedError: if a word or a row is no part of points; the message says which.

    >>> read("0.1 0.5; 0.3 80 %; share 2 %")
    Points(share='2%', columns=['FPR', 'TPR'], rows=[['0.1', '0.5'], ['0.3', '80%']])
    >>> read("TPR .8 .5; FPR .3 .1").rows, read("threshold TPR FPR; 0.5 0.8 0.3").columns
    ([['.3', '.8'], ['.1', '.5']], ['FPR', 'TPR', 'threshold'])
    """
    address = _ADDRESS.fullmatch(text)
    share = address[1] if address else "0"
    plain = address[2].replace(",", ";") if address else text.translate({ord("−"): "-"})
    if not address and (found := _SHARE.search(plain)):
        share, plain = re.sub(r"\s", "", found[1]).replace(",", "."), plain[: found.start()]
    for name, said in _SAYS:
        plain = re.sub(rf"(?<![\w-])(?:{said})(?![\w-])", name, plain, flags=re.IGNORECASE)
    plain = re.sub(r"\s+%", "%", re.sub(r"\s*/\s*", "/", re.sub(r"[=:]|\band\b", " ", plain)))
    if "." not in plain:
        plain = re.sub(r"(?<![\d,])([01]),(\d+)", r"\1.\2", plain)
    rows = [cells for row in _rows(plain) if (cells := re.findall(r"[^\s,|()\[\]]+", row))]
    names, rows = _named(rows)
    if not rows or any(len(row) != len(names) for row in rows):
        odd = next((row for row in rows if len(row) != len(names)), [])
        raise typed.RefusedError(f"“{' '.join(odd)[:30]}” has not {' and '.join(names)}.")
    kept = [name for name in COLUMNS if name in names]
    if len({*names}) < len(names) or kept[:2] != [*COLUMNS[:2]]:
        raise typed.RefusedError("Name the columns: threshold FPR TPR precision.")
    points = [[row[names.index(name)] for name in kept] for row in rows]
    for row in points:
        for name, number in zip(kept, row, strict=True):
            value = typed.read(number.removeprefix("-")).value
            if name != "threshold" and (number.startswith("-") or not 0 <= value <= 1):
                raise typed.RefusedError(f"{name} {number[:20]} is not between 0 and 1.")
    if share != "0" and not 0 < typed.read(share).value < 1:
        raise typed.RefusedError(f"The share {share} is not between 0 and 1.")
    return Points(share, kept, points)


def _rows(plain: str) -> Sequence[str]:
    if groups := re.findall(r"\(([^()]*)\)", plain):
        return [re.sub(r"\([^()]*\)", " ", plain).replace(";", " ").strip(" ,;"), *groups]
    return re.split(r"[;\n]" if re.search(r"[;\n]", plain) else r",", plain)


def _named(rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Part the names of columns from the numbers of each point."""
    every = [[cell for cell in row if not _is_number(cell)] for row in rows]
    for cell in (cell for row in every for cell in row):
        if cell not in COLUMNS:
            raise typed.RefusedError(f"“{cell[:20]}” is neither a number nor a column.")
    if not any(every):
        return [*COLUMNS[:2]], [[*row] for row in rows]
    if every[0] == [*rows[0]] and not any(every[1:]):
        return [*rows[0]], [[*row] for row in rows[1:]]
    if all(len(row) > 1 and names == [row[0]] for row, names in zip(rows, every, strict=True)):
        if len({*map(len, rows)}) > 1:
            raise typed.RefusedError("The rows are not equally long.")
        return [row[0] for row in rows], [
            [*each] for each in zip(*(r[1:] for r in rows), strict=True)
        ]
    if all(names == every[0] == [*row[::2]] for row, names in zip(rows, every, strict=True)):
        return [*every[0]], [[*row[1::2]] for row in rows]
    raise typed.RefusedError("A name stands between numbers.")


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"-?(?:\d+\.?\d*|\.\d+)(?:/\d+)?%?", cell))
