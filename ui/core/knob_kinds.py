"""Kinds of knobs: each draws its control, checks what comes back, and writes it for an address."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from typing import Any, ClassVar, Final

from metrics import typed

SCALES: Final = {
    1: "Binary",
    2: "0–2",
    3: "0–3",
    4: "0–4",
    5: "0–5",
    8: "0–8",
}
WHOLE: Final = "all"
"""A cutoff of runs: none, the whole list counts."""
_ROOT: Final = re.compile(r"√\s*(?:\(([^()]*)\)|(\d+(?:[.,]\d+)?))")
_SQRT: Final = re.compile(r"\b(?:(?:math|np|numpy)\.)?sqrt\b", re.IGNORECASE)
_SHORT: Final = 50
"""Most letters of all positions in one row of radio buttons."""
_FEW: Final = 3
"""Most options that are announced one by one."""


def scale_with(grades: Iterable[int | None], least: int) -> int:
    """Return the top of the shortest scale that has all grades, and is no shorter than another."""
    highest = max((grade or 0 for grade in grades), default=0)
    return min(top for top in SCALES if top >= max(highest, least))


def scale_of_brought(grades: Iterable[int | None], present: int) -> int:
    """Return the top of the scale of lists that a reader types or pastes.

    Grades of 0 and 1 alone are hits and misses, on the scale 0 to 1: ERR takes a hit for the top of
    its scale. Other grades widen the present scale where they must.
    """
    judged = [grade for grade in grades if grade is not None]
    return 1 if judged and max(judged) <= 1 else scale_with(judged, present)


def _root(found: re.Match[str]) -> str:
    """Return the root of √3 or √(1/3) as a number, else raise a `ValueError`."""
    return f"{sqrt(typed.read(found[1] or found[2]).value):.9f}"


def as_root(value: float) -> str:
    """Write a number that is the root of a short fraction as that, another one with 4 digits.

    >>> as_root(1.732051), as_root(0.57735), as_root(0.816497), as_root(0.5)
    ('√3', '1/√3', '√(2/3)', '0.5')
    """
    square = Fraction(value**2).limit_denominator(20)
    above, below = square.as_integer_ratio()
    if value == round(value, 4) or above > 100 or abs(sqrt(square) - value) > 1e-6:
        return f"{value:.4g}"
    return f"√{above}" if below == 1 else f"1/√{below}" if above == 1 else f"√({square})"


def to_text(value: Any) -> str:
    """Write a knob's value for an address or a line of text; `parse` reads it back exactly."""
    if isinstance(value, tuple | list):
        return ",".join("" if item is None else to_text(item) for item in value)
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


@dataclass(frozen=True)
class Position:
    """A position that needs further knobs; `family` makes the argument from their values."""

    label: str
    needs: tuple[str, ...]
    family: Callable[..., object] | None = None


@dataclass(frozen=True, kw_only=True)
class Knob:
    """A setting that a reader can change.

    Attributes:
        label: its name on the screen.
        first: its value on a first visit.
        link: its URL parameter, if that is not its key.
        help: a further sentence, or None.
        parameter: a metric, and the parameter of it that this knob sets. None: the knob sets the
            parameter that is called like its key, in every metric.
        replaces_list: whether a page has something else in the place of its list, unless the knob
            has its first value.
        is_subject: whether it holds what a lesson looks at, such as the clicks of two groups.
        allows: what it can be set to, with its attributes in braces; for knobs of metrics.
        lines: what parts pasted lines, if a line of text takes several.
    """

    allows: ClassVar[str]
    lines: ClassVar[str] = ""
    label: str
    first: Any
    link: str | None = None
    help: str | None = None
    parameter: tuple[str, str] | None = None
    replaces_list: bool = False
    is_subject: bool = False

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return self.allows.format_map(vars(self))

    def parse(self, text: str, scale: int) -> Any:
        """Return the value of a text, else raise a `ValueError` that says what is allowed."""
        raise NotImplementedError

    def from_browser(self, value: Any, old: Any, scale: int) -> Any:
        """Return a value the browser sent, else raise a `ValueError` that says what is allowed."""
        return self.parse(to_text(value), scale)

    def read_as(self, text: str, value: Any) -> str:
        """Say how a text was read that has another meaning, too; "" for any other text."""
        return ""

    def in_words(self, value: Any, scale: int) -> str:
        """Return a value in the words that a screen reader announces."""
        return to_text(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return the control for the browser to draw, by default a line of text."""
        several = {"lines": self.lines} if self.lines else {}
        return {"kind": "line", "value": self.in_words(value, scale), **several}

    def argument(self, value: Any, scale: int) -> Any:
        """Return the argument of a metric for a value of the knob."""
        return value


@dataclass(frozen=True, kw_only=True)
class Choice(Knob):
    """A knob with a few named positions; `short` has names for where there is little room."""

    options: Mapping[Any, str | Position]
    short: Mapping[Any, str] = field(default_factory=dict)

    def names(self, scale: int) -> dict[Any, str]:
        """Return the name of every position."""
        return {v: p if isinstance(p, str) else p.label for v, p in self.options.items()}

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return "; ".join(self.names(max(SCALES)).values())

    def parse(self, text: str, scale: int) -> Any:
        """Return the position a text names, else raise a `ValueError` that says what is allowed."""
        for option in self.names(scale):
            if str(option) == text:
                return option
        raise ValueError(f"one of {', '.join(map(str, self.names(scale)))}")

    def in_words(self, value: Any, scale: int) -> str:
        """Return the position's name."""
        return self.names(scale)[value]

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a row of radio buttons, or a select box if the row would be too long."""
        names = self.names(scale)
        kind = "radio" if sum(map(len, names.values())) < _SHORT else "select"
        return {"kind": kind, "value": value, "options": list(names.items())}


@dataclass(frozen=True, kw_only=True)
class Grade(Choice):
    """A choice of one of the scale's grades above 0."""

    @property
    def positions(self) -> str:
        """The lowest and the highest grade, in the words on the screen."""
        return f"{min(self.options)} to {max(self.options)}"

    def names(self, scale: int) -> dict[Any, str]:
        """Return the name of every grade of the scale."""
        return {grade: name for grade, name in super().names(scale).items() if grade <= scale}

    def parse(self, text: str, scale: int) -> Any:
        """Return the grade a text names, else raise a `ValueError` that says what is allowed."""
        try:
            return super().parse(text, scale)
        except ValueError:
            raise ValueError(f"a grade from 1 to {scale}") from None


@dataclass(frozen=True, kw_only=True)
class Range(Knob):
    """A slider; its values are whole numbers if its step is an integer.

    `meaning` explains a value in words for a screen reader.
    """

    allows = "{low:g} to {high:g}"
    low: float
    high: float
    step: float
    meaning: Callable[[float], str] | None = None

    def parse(self, text: str, scale: int) -> float:
        """Return the number of a text, else raise a `ValueError` that says what is allowed."""
        number = type(self.step)
        try:
            value = number(text)
        except ValueError:
            value = inf
        if not self.low <= value <= self.high:
            whole = "whole number" if number is int else "number"
            raise ValueError(f"a {whole} from {self.low} to {self.high}")
        return value

    def in_words(self, value: Any, scale: int) -> str:
        """Return the number, with its meaning if it has one."""
        return ", ".join([to_text(value), *([self.meaning(value)] if self.meaning else [])])

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a slider, whose range never depends on the list."""
        return {
            "kind": "range",
            "value": value,
            "low": self.low,
            "high": self.high,
            "step": self.step,
        }


@dataclass(frozen=True, kw_only=True)
class Exact(Range):
    """A slider whose number can be typed, too, with six decimals, also 1/√3, and up to `most`."""

    allows = "{low:g} to {most:g}"
    most: float

    def parse(self, text: str, scale: int) -> float:
        """Return the number of a text, else raise a `ValueError` that says what is allowed."""
        small = re.fullmatch(r"\d+(\.\d+)?e-\d+", text)  # as an address has it
        rooted = _SQRT.sub("√", text)
        times = f"{float(text):.6f}" if small else re.sub(r"(\d)\s*√", r"\1*√", rooted)
        try:
            value = round(typed.read(_ROOT.sub(_root, times)).value, 6)
        except ValueError:
            value = inf
        if not self.low <= value <= self.most:
            raise ValueError(
                f"a number from {self.low:g} to {self.most:g}, a fraction such as 1/2, or a root "
                "such as 1/√3, also written 1/sqrt(3)"
            )
        return value

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a slider, whose range ends at a larger number that was typed."""
        return {**super().control(value, scale), "high": max(self.high, value)}


@dataclass(frozen=True, kw_only=True)
class Cutoff(Range):
    """A cutoff: of a list on the board up to `high`, of runs up to `deepest`, or `WHOLE`."""

    deepest: int

    def of_runs(self, text: str) -> int | str:
        """Return the cutoff of a text, else raise a `ValueError` that says what is allowed."""
        value = int(text) if re.fullmatch("[0-9]{1,9}", text) else 0
        if text != WHOLE and not self.low <= value <= self.deepest:
            raise ValueError(
                f"whole numbers from {self.low} to {self.deepest:,}, or {WHOLE} for the whole list"
            )
        return WHOLE if text == WHOLE else value

    def in_words(self, value: Any, scale: int) -> str:
        """Return the number, or that there is none."""
        return "the whole list" if value == WHOLE else to_text(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a slider, at its end for what only runs can have."""
        return super().control(self.argument(value, scale), scale)

    def argument(self, value: Any, scale: int) -> Any:
        """Return the cutoff of a list on the board."""
        return self.high if value == WHOLE else min(value, self.high)


@dataclass(frozen=True, kw_only=True)
class Several(Knob):
    """A choice of at `most` some named positions at once, in the order of the options."""

    options: Mapping[str, str]
    most: int = 1000

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the options of a text, else raise a `ValueError` that says what is allowed."""
        names = text.split(",") if text else []
        if not set(names) <= set(self.options) or len(names) > self.most:
            most = f"at most {self.most} " if self.most < len(self.options) else ""
            raise ValueError(f"{most}names out of {', '.join(self.options)}")
        return tuple(option for option in self.options if option in names)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the names of a few options, or how many there are."""
        names = [self.options[option] for option in value]
        return ", ".join(names) if len(names) <= _FEW else str(len(names))

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a toggle button for each position."""
        return {"kind": "several", "value": list(value), "options": list(self.options.items())}


@dataclass(frozen=True, kw_only=True)
class Amounts(Knob):
    """One number for each grade."""

    allows = "one number a grade, from grade 0 up"

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, else raise a `ValueError` that says what is allowed."""
        return _amounts(text, len(self.first))

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[float, ...]:
        """Return new amounts for this scale's grades and the old ones for all others."""
        return (*_amounts(str(value), scale + 1), *old[scale + 1 :])

    def in_words(self, value: Any, scale: int) -> str:
        """Return the amounts of the grades that the scale has."""
        return to_text(value[: scale + 1])


@dataclass(frozen=True, kw_only=True)
class Shares(Knob):
    """Shares of the grades above 0, which always add up to 1; the value is a weight for each grade.

    New weights are scaled to the mean 1. So grades that only a larger scale has keep their part.
    """

    allows = "one share a grade from grade 1 up, which add up to 1"

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the weights of a text, else raise a `ValueError` that says what is allowed.

        The text has a weight for each grade of this scale or of the largest scale.
        """
        if text.count(",") + 1 == len(self.first):
            return self._not_all_zero(_amounts(text, len(self.first)))
        return self.from_browser(text, self.first, scale)

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[float, ...]:
        """Return new weights for this scale's grades and the old ones for all others."""
        weights = self._not_all_zero(_amounts(to_text(value), scale))
        mean = sum(weights) / scale
        return (*(round(weight / mean, 4) for weight in weights), *old[scale:])

    @staticmethod
    def _not_all_zero(weights: tuple[float, ...]) -> tuple[float, ...]:
        if sum(weights) < 1e-6:
            raise ValueError(f"{len(weights)} numbers from 0 to 1000000, one of them above 0")
        return weights

    def argument(self, value: Any, scale: int) -> list[float]:
        """Return the share of each grade of the scale; equal shares if all weights are 0."""
        weights = value[:scale]
        total = sum(weights)
        return [weight / total if total else 1 / scale for weight in weights]

    def in_words(self, value: Any, scale: int) -> str:
        """Return the shares."""
        return ", ".join(f"{share:.3f}" for share in self.argument(value, scale))

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a slider for each grade; moving one moves the others.

        Two have room for a verb.
        """
        each = [accepted(grade, scale) for grade in range(1, scale + 1)]
        names = [(f"{'accept ' * (scale <= 2)}{grades}", f"accept {grades}") for grades in each]
        return {"kind": "shares", "value": self.argument(value, scale), "names": names}


def accepted(threshold: int, scale: int) -> str:
    """Write the grades that readers accept from a threshold on, in short.

    >>> accepted(1, 3), accepted(2, 3), accepted(3, 3), accepted(1, 1)
    ('1–3', '2 or 3', 'only 3', '1')
    """
    if threshold == scale:
        return "only " * (scale > 1) + str(scale)
    return f"{threshold} or {scale}" if threshold == scale - 1 else f"{threshold}–{scale}"


def _amounts(text: str, count: int) -> tuple[float, ...]:
    try:
        amounts = tuple(float(part) for part in text.split(","))
    except ValueError:
        amounts = ()
    if len(amounts) != count or not all(0 <= amount <= 1e6 for amount in amounts):
        raise ValueError(f"{count} numbers from 0 to 1000000 with commas between them")
    return amounts


@dataclass(frozen=True, kw_only=True)
class Curve(Knob):
    """A probability for each rank; the last one holds for all further ranks."""

    allows = "1 to {most} numbers from 0 to 1 with commas between them"
    most: int

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the curve of a text, else raise a `ValueError` that says what is allowed."""
        try:
            curve = [round(float(part), 3) for part in text.split(",")]
        except ValueError:
            curve = []
        if not 1 <= len(curve) <= self.most or not all(0 <= chance <= 1 for chance in curve):
            raise ValueError(self.positions)
        while curve[-2:-1] == curve[-1:]:  # the last one holds for all further ranks
            curve.pop()
        return tuple(curve)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a slider for each rank."""
        return {"kind": "curve", "value": list(value)}


@dataclass(frozen=True, kw_only=True)
class Numbers(Knob):
    """Some typed numbers from `low` to `high`, with commas or spaces between them."""

    lines = " "
    least: int = 1
    most: int
    high: float
    low: float = 0
    whole: bool = False

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        kind = "whole numbers" if self.whole else "numbers"
        if self.most == 1:
            return f"one of the {kind} from {self.low:g} to {self.high:,.0f}"
        many = f"{self.least} to {self.most}" if self.least < self.most else f"{self.most}"
        return f"{many} {kind} from {self.low:g} to {self.high:,.0f}, with commas between them"

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, else raise a `ValueError` that says what is allowed."""
        try:
            found = tuple(round(typed.read(word).value, 6) for word in self._words(text))
        except typed.RefusedError:
            found = ()
        if (
            not self.least <= len(found) <= self.most
            or not all(self.low <= each <= self.high for each in found)
            or (self.whole and not all(each.is_integer() for each in found))
        ):
            raise ValueError(self.positions)
        return found

    def _words(self, text: str) -> list[str]:
        """Part a text at semicolons and spaces if it has some, else at commas: 1,250 and 0,5.

        The last number may stand behind an "and".
        """
        text = re.sub(r"(?<=\d)\s*(?:,\s*)?(?:\band\b|&)(?=\s*[\d.-])", " ", text)
        bare = re.sub(r" ?(/|%)", r"\1", " ".join(text.split()).strip(" ,;[]()"))
        bare = bare.replace("/ ", "/")
        words = re.split(r"[\s;]+", bare)
        if len(words) == 1 and self.most > 1:
            return bare.split(",")
        words = [word.strip(",") for word in words]
        if self.whole:
            return [re.sub(r",(?=\d{3}(?!\d))", "", word) for word in words]
        return words

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, with commas and spaces between the numbers."""
        return {**super().control(value, scale), "value": ", ".join(map(to_text, value))}


@dataclass(frozen=True, kw_only=True)
class Line(Knob):
    """Any typed text, as one line; its page interprets it."""

    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the line without unprintable characters, cut to its longest length."""
        printable = "".join(char if char.isprintable() else " " for char in text)
        return " ".join(printable.split())[: self.most].strip()
