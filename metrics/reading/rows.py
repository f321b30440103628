"""Lines about documents, to which every form of file is read."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array, Truth
from .names import Names

Kind: TypeAlias = Literal["run", "qrels", "both"]
"""What a file holds: ranked lists, judgements, or ranked lists with a grade for each document."""

Progress: TypeAlias = Callable[[float], object]
"""Called from time to time with the share of the input that was read, from 0 to 1."""

ALL: Final = "all"
"""The topic of a table that names none."""


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


class NothingError(ValueError):
    """A source holds no documents or no judgements, or none that belong together."""


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


def quoted(text: str) -> str:
    """Shorten a text from a file, and replace characters that cannot be seen."""
    text = text.strip()
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return "".join(character if character.isprintable() else "�" for character in short)
