"""Lines about documents, to which every form of file is read, and the checks of their cells."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..arrays import Array, Truth
from .names import Names

Kind: TypeAlias = Literal["run", "qrels", "both"]
"""What a file holds: ranked lists, judgements, or ranked lists with a grade for each document."""

Progress: TypeAlias = Callable[[float], object]
"""Called from time to time with the share of the input that was read, from 0 to 1."""

ALL: Final = "all"
"""The topic of a table that names none."""

LABELS: Final = {"true": 1.0, "yes": 1.0, "relevant": 1.0, "false": 0.0, "no": 0.0} | dict.fromkeys(
    ("irrelevant", "not relevant", "nonrelevant", "non-relevant"), 0.0
)
"""Words that are the same grade everywhere."""

NOT_JUDGED: Final = ("", "?", "none", "null", "nan", "na", "n/a", "<na>", "-")
"""What stands in a table for a grade that nobody gave."""

_MOST_LABELS: Final = 12  # more different words are no labels
_THOUSAND: Final = r"\s*[-+]?[1-9]\d{{0,2}}{}\d{{3}}\s*"
_SPACES: Final = " \u00a0\u2009\u202f'’"
_GROUPED: Final = (
    (r"\s*[-+]?\d{1,3}(,\d{3})*(,\d{3}\.\d+|,\d{3},\d{3})\s*", ",", "."),
    (r"\s*[-+]?\d{1,3}(\.\d{3})*(\.\d{3},\d+|\.\d{3}\.\d{3})\s*", ".", ","),
    (rf"\s*[-+]?\d{{1,3}}([{_SPACES}]\d{{3}})+([.,]\d+)?\s*", _SPACES, ","),
)
"""Numbers with marks between thousands: their form, these marks, and the decimal sign."""

_COMMA: Final = r"[-+−]?\d*,\d+([eE][-+]?\d+)?"


class Note(NamedTuple):
    """What was noticed while files were read.

    Attributes:
        text: one sentence.
        doubt: whether the numbers may not be those that were meant.
        of_hits: whether only numbers of metrics that read hit or miss are in doubt.
    """

    text: str
    doubt: bool = False
    of_hits: bool = False


class Limits(NamedTuple):
    """What a file and its parts may have at most; nothing is limited unless it is given.

    Attributes:
        bytes: bytes of a file, unpacked.
        lines: lines of a file, blank ones too.
        line: bytes of a line.
        columns: columns of a table.
        cells: cells of a table, lines times columns: all are parsed, also those not read.
        name: characters of a topic's or document's name.
        grade: the highest grade.
        batch: topics times documents of the longest list.
    """

    bytes: float = math.inf
    lines: float = math.inf
    line: float = math.inf
    columns: float = math.inf
    cells: float = math.inf
    name: float = math.inf
    grade: float = math.inf
    batch: float = math.inf


class LabelsError(ValueError):
    """Grades are words, and nobody has said what each is worth.

    Attributes:
        labels: the words.
    """

    def __init__(self, message: str, labels: Sequence[str]) -> None:
        """Keep the words beside the sentence."""
        super().__init__(message, labels)
        self.labels = tuple(labels)

    def __str__(self) -> str:
        """Return the sentence alone."""
        return str(self.args[0])


class Asked(NamedTuple):
    """How a file is to be read.

    Attributes:
        name: the name of the file.
        hint: what it is meant to hold, where its content leaves a choice.
        limits: what it may have at most.
        worth: what words are worth as grades.
        progress: called with the share that was read.
    """

    name: str
    hint: Kind | None = None
    limits: Limits = Limits()
    worth: Mapping[str, float] = {}
    progress: Progress = lambda _share: None


@dataclass
class Rows:
    """What a file says of documents, one after the other.

    Attributes:
        name: the name of the file.
        kind: what it holds.
        form: what it was taken for, such as "a TREC run".
        topic: n names.
        document: n names.
        score: shape (n,), the highest first; NaN where the system missed the document.
        rank: shape (n,), the lowest first; NaN where there is none.
        grade: shape (n,); NaN where nobody judged the document.
        lines: shape (n,), numbers of lines; None where they were not counted.
        unit: what is numbered.
        sure: whether another kind is unlikely.
        notes: what was noticed.
    """

    name: str
    kind: Kind
    form: str
    topic: Names
    document: Names
    score: Array | None = None
    rank: Array | None = None
    grade: Array | None = None
    lines: NDArray[np.intp] | None = None
    unit: str = "line"
    sure: bool = True
    notes: list[Note] = field(default_factory=list)

    def note(self, text: str, *, doubt: bool = False) -> None:
        """Note a sentence."""
        self.notes.append(Note(text, doubt))

    def note_systems(self, names: Sequence[str]) -> None:
        """Note that lines of several systems were read as one."""
        if len(names) > 1:
            listed = ", ".join(map(quoted, names[:3])) + " …" * (len(names) > 3)
            text = f"{self.name} has lines of {len(names):,} systems ({listed}), read as one list."
            self.note(text, doubt=True)

    def refuse(self, wrong: Truth, reason: str, values: Any = None) -> None:
        """Raise a ValueError for the first wrong line, with its number and what stands there."""
        if wrong.any():
            first = int(np.argmax(wrong))
            got = "" if values is None else quoted(str(values[first]))
            line = first if self.lines is None else int(self.lines[first])
            raise ValueError(f"{self.name}, {self.unit} {line}: {reason} {got}".rstrip())

    def keep(self, kept: Truth) -> None:
        """Drop all documents but some."""
        self.topic, self.document = self.topic.filter(kept), self.document.filter(kept)
        for name in ("score", "rank", "grade", "lines"):
            if (column := getattr(self, name)) is not None:
                setattr(self, name, column[kept])


def is_number(text: str) -> bool:
    """Return whether a cell holds a number, with a decimal point or comma."""
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return "_" not in text


def numbers(cells: pd.Series, rows: Rows, what: str) -> Array:
    """Return a column of scores or ranks; infinite ones are taken, as by trec_eval."""
    if pd.api.types.is_complex_dtype(cells):
        raise ValueError(f"{rows.name}: the {what} must be a real number, got complex ones")
    found = pd.to_numeric(_with_points(cells, rows, what), errors="coerce").to_numpy(float)
    rows.refuse(np.isnan(found), f"the {what} must be a number, got", cells.to_numpy(object))
    return found


def grades(cells: pd.Series, rows: Rows, asked: Asked, *, may_lack: bool = True) -> Array:
    """Return a column of grades; NaN where nobody judged, if the form has marks for that."""
    texts = cells if pd.api.types.is_string_dtype(cells) else cells.map(str)
    plain = texts.astype(str).fillna("").str.strip()
    lowered = plain.str.lower()
    unjudged = lowered.isin(NOT_JUDGED) & may_lack
    found = pd.to_numeric(_with_points(plain, rows, "grade"), errors="coerce")
    words = found.isna() & ~unjudged
    if words.any():
        worth = LABELS | {word.strip().lower(): float(value) for word, value in asked.worth.items()}
        found = found.where(~words, lowered.map(worth))
        unknown = found.isna() & words
        labels = [quoted(word) for word in plain[unknown].unique()]
        alike = len(labels) <= _MOST_LABELS and all(word[0].isalpha() for word in labels)
        wordy = words.sum() + unjudged.sum() == len(plain)
        if (
            labels
            and alike
            and (wordy or asked.worth or 2 * unknown.sum() > len(plain) - unjudged.sum())
        ):
            raise LabelsError(
                f"{rows.name}: grades are words ({', '.join(labels)}); say what each is worth",
                labels,
            )
        said = (f"{word} = {worth[word.lower()]:g}" for word in plain[words & ~unknown].unique())
        rows.note(f"Words of {rows.name} were read as grades: {', '.join(said)}.")
    values, most = found.to_numpy(float), asked.limits.grade
    wrong = ~(np.abs(values) <= min(most, np.finfo(float).max)) & ~unjudged.to_numpy(bool)
    allowed = f"a number up to {most:,g}" if np.isfinite(most) else "a finite number"
    rows.refuse(wrong, f"the grade must be {allowed}, got", plain.to_numpy(object))
    return values


def quoted(text: str) -> str:
    """Shorten a text from a file, and replace characters that cannot be seen."""
    text = text.strip()
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return "".join(character if character.isprintable() else "�" for character in short)


def _with_points(cells: pd.Series, rows: Rows, what: str) -> pd.Series:
    """Return numbers as Python writes them, of whatever country they are."""
    if not pd.api.types.is_string_dtype(cells):
        return cells
    cells = cells.str.replace("−", "-")
    named = f"the column {what} of {rows.name}"
    for form, marks, point in _GROUPED:
        grouped = cells.str.fullmatch(form)
        if grouped.any():
            first = cells[grouped].iloc[0]
            plain = cells.str.replace(rf"(?<=\d)[{marks}](?=\d{{3}})", "", regex=True)
            plain = plain.str.replace(point, ".")
            rows.note(f"In {named}, {first} was read as {plain[grouped].iloc[0]}.")
            return plain
    commas, points = (cells.str.contains(sign, regex=False) for sign in ",.")
    whole = cells.str.fullmatch(r"\s*[-+]?\d+\s*")
    if cells.str.fullmatch(rf"\s*{_COMMA}\s*").any() and not points.any():
        if whole.any() and cells[commas].str.fullmatch(_THOUSAND.format(",")).all():
            first = cells[commas].iloc[0]
            rows.note(f"In {named}, {first} was read as {first.replace(',', '')}.", doubt=True)
            return cells.str.replace(",", "")
        rows.note(f"T{named[1:]} has decimal commas: 0,5 was read as 0.5.")
        return cells.str.replace(",", ".")
    if (
        whole.any()
        and points.sum() > 1
        and cells[points].str.fullmatch(_THOUSAND.format(r"\.")).all()
    ):
        first = cells[points].iloc[0]
        rows.note(
            f"In {named}, {first} was read with a decimal point, not as thousands.", doubt=True
        )
    return cells
