"""The knobs of the app, one entry each: its label, its first value, the values it allows.

A knob describes its control for the browser, checks the values that come back, and writes them for
an address. It depends on no screen and not on Streamlit. `ui.core.screen` holds the values, and
`ui.parts.controls` draws the knobs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import chain
from math import inf, isqrt, sqrt
from string import ascii_lowercase, ascii_uppercase
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from metrics import cwl, gain, reader_models, typed
from metrics.catalog import METRICS
from ui.core import judged_tables, judgements, typed_classes, typed_lists, typed_ranks
from ui.core.pages import read_toml

SCALES: Final = {
    1: "Binary",
    2: "0–2",
    3: "0–3",
    4: "0–4",
    5: "0–5",
    8: "0–8",
}
_ANSWERED: Final = re.compile(r"[0-9a-z.,+*/()%?_~×·÷−–-]{0,4000}")
_COUNTS: Final = re.compile(r"(\d{1,12}),(\d{1,12}),(\d{1,12}),(\d{1,12})")
_RUN_LABEL: Final = re.compile(
    r"(?<![\s;,/|])[\s;,/|]*\b(?:(?:run|system|ranker|engine) ?\w ?[:=]|[A-Z] ?[:=])", re.IGNORECASE
)
_FRACTIONS: Final = re.compile(
    r"\s*(\d{1,12})\s*(?:/|of)\s*(\d{1,12})\s*[,;]?\s+(\d{1,12})\s*(?:/|of)\s*(\d{1,12})\s*"
)
_ROOT: Final = re.compile(r"√\s*(?:\(([^()]*)\)|(\d+(?:[.,]\d+)?))")
_SQRT: Final = re.compile(r"\b(?:(?:math|np|numpy)\.)?sqrt\b", re.IGNORECASE)
_DECIMAL: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_PARTED: Final = re.compile(r"((?<![\w.])[01]?\.\d+(?:e-?\d+)?)\s+(?=[^\s,;)])", re.IGNORECASE)
"""A p-value with a space behind it, and then another word."""
_P_VALUE: Final = re.compile(
    r"[\s(]*((?:[^,;|/<>]*?[^\s,;|/<>:=(+−-])?)[\s:=(]*(?:\bp(?:-value)?\s*[:=]\s*)?"
    r"(?<![\d.])([01]|[01]?\.\d{1,20}|[1-9](?:\.\d{1,20})?e-\d\d?)[\s)]*",
    re.IGNORECASE,
)
"""A name or none, and a p-value."""
_LONGEST_NAME: Final = 24
_RATE: Final = r"(\d+ ?/ ?\d+|\d*[.,]?\d+ ?%?)"
_TWO_RATES: Final = re.compile(
    rf"\s*{_RATE}\s*(,|;|\||to|→|->|vs\.?|and|[+-]|\s)\s*{_RATE}\s*(relative(?:ly)?|rel\.?|lift)?\s*"
)
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
    """

    allows: ClassVar[str]
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

    def in_words(self, value: Any, scale: int) -> str:
        """Return a value in the words that a screen reader announces."""
        return to_text(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return the control for the browser to draw, by default a line of text."""
        return {"kind": "line", "value": self.in_words(value, scale)}

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
        """Return a slider for each grade; moving one moves the others."""
        names = [(f"from {grade}", f"good from {grade}") for grade in range(1, scale + 1)]
        return {"kind": "shares", "value": self.argument(value, scale), "names": names}


class Scores(tuple[float | None, ...]):
    """A value of `Pairs` that knows which scores its emptied topics had.

    They are no part of an address, and two values are equal without regard to them.

    Attributes:
        had: for each topic the two scores from 0 to 1 that it had when it was emptied, or None.
    """

    had: tuple[tuple[float, float] | None, ...]

    def __new__(
        cls, scores: Iterable[float | None], had: Iterable[tuple[float, float] | None]
    ) -> Self:
        """Return the scores of all topics."""
        made = super().__new__(cls, scores)
        made.had = tuple(had)
        return made


@dataclass(frozen=True, kw_only=True)
class Pairs(Knob):
    """The scores of two systems for each topic: A's, B's, A's, B's, and so on.

    Both are None for a topic without relevant documents. With scores above 1 there is none: its
    score is 0 or 1 by the rule for such topics, which says nothing in another unit.

    Attributes:
        most: most topics.
        top: the highest score.
    """

    most: int
    top: int

    def parse(self, text: str, scale: int) -> tuple[float | None, ...]:
        """Return the scores of a text, else raise a `ValueError` that says what is allowed."""
        try:
            scores = tuple(round(float(part), 4) if part else None for part in text.split(","))
        except ValueError:
            scores = ()
        topics = list(zip(scores[::2], scores[1::2], strict=False))
        if (
            len(scores) != 2 * len(topics)
            or not 1 <= len(topics) <= self.most
            or not all(score is None or 0 <= score <= self.top for score in scores)
            or any((a is None) != (b is None) for a, b in topics)
            or (None in scores and any(score is not None and score > 1 for score in scores))
        ):
            raise ValueError(
                f"two numbers from 0 to {self.top}, or nothing twice beside numbers up to 1, for "
                f"each of 1 to {self.most} topics, with commas between them"
            )
        return scores

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a row for each topic, with a dot for each system."""
        had = value.had if isinstance(value, Scores) else ()
        return {"kind": "pairs", "value": tuple(value), "had": had, "most": self.most}


@dataclass(frozen=True, kw_only=True)
class TwoGroups(Knob):
    """The scores of two groups that are not paired, a text each: 7 5 and 3 1."""

    allows = (
        "1 to {most} numbers, a stroke, and 1 to {most} numbers, such as 7, 5 / 3, 1, each from "
        "−1000 to 1000"
    )
    most: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return both groups of a text, else raise a `ValueError` that says what is allowed."""
        plain = re.sub(r"[A-Za-z]+\s*[:=]", " ", text.replace("−", "-"))
        parts = re.split(r"[/;|]", plain)
        groups = [part.replace(",", " ").split() for part in parts if part.strip()]
        if len(groups) == 1:  # as an address has them: 7 5,3 1
            groups = [part.split() for part in plain.split(",")]
        every = [word for group in groups for word in group]
        if (
            len(groups) != 2
            or not all(1 <= len(group) <= self.most for group in groups)
            or not all(map(_DECIMAL.fullmatch, every))
            or not all(abs(float(word)) <= 1000 for word in every)
        ):
            raise ValueError(self.positions)
        return tuple(" ".join(f"{round(float(word), 4):.8g}" for word in group) for group in groups)

    def in_words(self, value: Any, scale: int) -> str:
        """Return both groups, as they are typed."""
        return " / ".join(group.replace(" ", ", ") for group in value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by a stroke."""
        return {**super().control(value, scale), "lines": " / "}


@dataclass(frozen=True, kw_only=True)
class Rates(Knob):
    """Two different rates; or one and a change, in points or relative to it."""

    allows = (
        "two different rates from {low:.2%} to {high:.2%} such as 12 %, 14 %; or one and the "
        "change to find: 12 % + 2 points, 12 % + 10 % relative"
    )
    low: float = 0.0001
    high: float = 0.9999

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return both rates of a text, else raise a `ValueError` that says what is allowed."""
        plain = re.sub(r"\s*(?:percentage )?(?:points?|pp)\b", " %", text.lower())
        found = _TWO_RATES.fullmatch(plain.replace("−", "-"))
        try:
            one, sign, other, relative = found.groups() if found else ("", "", "", "")
            a, b = _rate(one), _rate(other)
        except ValueError:
            raise ValueError(self.positions) from None
        if sign in ("+", "-"):
            b = a + (b * a if relative else b) * (1 if sign == "+" else -1)
        rates = round(a, 6), round(b, 6)
        is_odd = bool(relative) and sign not in ("+", "-")
        if is_odd or rates[0] == rates[1] or not all(self.low <= p <= self.high for p in rates):
            raise ValueError(self.positions)
        return rates

    def in_words(self, value: Any, scale: int) -> str:
        """Return both rates in percent."""
        return ", ".join(f"{100 * rate:.6g} %" for rate in value)


def _rate(text: str) -> float:
    """Return a rate: 12 %, 12/100, 0.12, and 12 without its sign."""
    rate = typed.read(text).value
    return rate / 100 if rate >= 1 else rate


@dataclass(frozen=True, kw_only=True)
class PValues(Knob):
    """The p-values of several tests, a text each: 0.07, or AP 0.07 with a name."""

    allows = (
        "1 to {most} numbers from 0 to 1, with commas between them, each with a name or without: "
        "0.07, 0.001, or B 0.07, C 0.001"
    )
    most: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the tests of a text, else raise a `ValueError` that says what is allowed."""
        between = ";" if re.search(r"[;\n]", text) else ","
        if between == ";":
            text = re.sub(r"(?<=\d),(?=\d)", ".", text)  # 0,07; 0,001
        parted = _PARTED.sub(r"\1" + between, text.strip(" \n,;"))
        found = [_P_VALUE.fullmatch(part) for part in re.split(rf"[{between}\n]", parted)]
        if not 1 <= len(found) <= self.most or not all(found):
            raise ValueError(self.positions)
        tests = [(" ".join(each[1].split()), float(each[2])) for each in found if each]
        if any(len(name) > _LONGEST_NAME for name, _ in tests) or max(tests, key=_p)[1] > 1:
            raise ValueError(self.positions)
        return tuple(f"{name} {p:.8g}".strip() for name, p in tests)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the tests, as they are typed."""
        return ", ".join(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by semicolons."""
        return {**super().control(value, scale), "lines": "; "}


def _p(test: tuple[str, float]) -> float:
    return test[1]


@dataclass(frozen=True, kw_only=True)
class Rated(Knob):
    """Predicted and actual ratings in turn: of the first item, of the second one, and so on."""

    allows = (
        "1 to {most} pairs such as 4.2/4, 3.9/2, or all predicted ratings, a semicolon and all "
        "actual ones, each from −1000 to 1000"
    )
    most: int

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the ratings of a text, else raise a `ValueError` that says what is allowed."""
        plain = re.sub(r"[A-Za-z]+\s*[:=]", " ", text.replace("−", "-"))
        plain = re.sub(r"\(\s*([^\s,;/()]+)\s*[,;/]?\s*([^\s,;/()]+)\s*\)", r" \1/\2 ", plain)
        if "/" in plain:
            between = re.sub(r"\s*/\s*", "/", plain).replace(",", " ").replace(";", " ")
            pairs = [pair.split("/") for pair in between.split()]
        else:
            rows = [row.replace(",", " ").split() for row in plain.split(";") if row.strip()]
            if len(rows) == 2 and len(rows[0]) == len(rows[1]):
                rows = [*map(list, zip(*rows, strict=True))]
            elif len(rows) == 1:  # as an address has them
                rows = [rows[0][at : at + 2] for at in range(0, len(rows[0]), 2)]
            pairs = rows
        if (
            not 1 <= len(pairs) <= self.most
            or not all(len(pair) == 2 for pair in pairs)
            or not all(map(_DECIMAL.fullmatch, chain(*pairs)))
            or not all(abs(float(one)) <= 1000 for one in chain(*pairs))
        ):
            raise ValueError(self.positions)
        return tuple(round(float(one), 4) for one in chain(*pairs))

    def in_words(self, value: Any, scale: int) -> str:
        """Return a pair for each item, as it is typed."""
        return ", ".join(
            "/".join(map(to_text, pair)) for pair in zip(value[::2], value[1::2], strict=True)
        )

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by a semicolon."""
        return {**super().control(value, scale), "lines": "; "}


@dataclass(frozen=True, kw_only=True)
class Scored(Knob):
    """Scores and classes in turn: of the first case, of the second one, and so on."""

    allows = (
        "2 to {most} scores with their classes, 1 or 0, of both classes, such as 0.9 1, 0.7 0, or "
        "two rows: 0.9 0.7; 1 0"
    )
    most: int

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the cases of a text, else raise a `ValueError` that says what is allowed."""
        cases = typed_classes.read(text)
        if (
            not 2 <= len(cases) <= self.most
            or {is_1 for _, is_1 in cases} != {0, 1}
            or not all(abs(score) <= 1e6 for score, _ in cases)
        ):
            raise ValueError(self.positions)
        return tuple(float(one) for case in cases for one in case)

    def in_words(self, value: Any, scale: int) -> str:
        """Return a score and a class for each case, as they are typed."""
        return ", ".join(
            " ".join(map(to_text, case)) for case in zip(value[::2], value[1::2], strict=True)
        )

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by a semicolon."""
        return {**super().control(value, scale), "lines": "; "}


@dataclass(frozen=True, kw_only=True)
class Ranks(Knob):
    """The ranks or scores that two to four judges give the same items, a text for each judge."""

    allows = (
        "ranks or scores of 2 to {judges} judges, such as 1 2.5 2.5; 2 1 3, or a row for each "
        "item: 36 18; 34 26; 29 26. There are 2 to {most} items, and all numbers are to 1,000,000"
    )
    judges: int
    most: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the numbers of each judge, else raise a `ValueError` that says what is allowed."""
        rows = typed_ranks.in_address(text)
        return self._checked(typed_ranks.read(text, self.judges) if rows is None else rows)

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[str, ...]:
        """Return the numbers of a typed text, whose rows may be items."""
        return self._checked(typed_ranks.read(to_text(value), self.judges))

    def _checked(self, rows: typed_ranks.Rows) -> tuple[str, ...]:
        if (
            not 2 <= len(rows) <= self.judges
            or not 2 <= len(rows[0]) <= self.most
            or not all(abs(each) <= 1e6 for row in rows for each in row)
        ):
            raise ValueError(self.positions)
        return tuple(" ".join(f"{each:.11g}" for each in row) for row in rows)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the numbers of each judge, with a semicolon between two judges."""
        return "; ".join(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by a semicolon."""
        return {**super().control(value, scale), "lines": "; "}


@dataclass(frozen=True, kw_only=True)
class Verdicts(Knob):
    """What two or three judges said of the same documents, a text each: 1 is relevant, 0 is not."""

    allows = "a row of 1 to {most} answers for each of 2 or 3 judges, such as 1010, 1100"
    most: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the rows of a text, else raise a `ValueError` that says what is allowed."""
        rows = judgements.rows(text)
        if len(rows) not in (2, 3) or len(rows[0]) > self.most:
            raise ValueError(f"{self.positions}; of more documents, type the table of counts")
        return tuple(rows)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the rows, with commas between them."""
        return ", ".join(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text; pasted lines are parted by semicolons, cells by commas."""
        return {**super().control(value, scale), "lines": "; ", "cells": ","}


@dataclass(frozen=True, kw_only=True)
class Labelled(Verdicts):
    """What two or three judges said, of more labels than two: a letter or a digit a document."""

    allows = (
        "a row of 1 to {most} answers for each of 2 or 3 judges, such as 1010, 1100 or PNG, PGG"
    )
    labels: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the rows of a text, else raise a `ValueError` that says what is allowed."""
        rows = judgements.labels(text)
        if (
            len(rows) not in (2, 3)
            or not 1 <= len(rows[0]) <= self.most
            or len({*"".join(rows)}) > self.labels
        ):
            raise ValueError(
                f"{self.positions}. There are at most {self.labels} labels, a letter or a digit "
                "each. Of more documents, type the table of counts"
            )
        return tuple(rows)


@dataclass(frozen=True, kw_only=True)
class Counts(Knob):
    """Four counts of documents, row by row of a table of two by two.

    Attributes:
        square: whether it may be a larger table of as many columns as rows.
        signs: the signs that a text may have before the counts, as in TP = 20.
        last_unknown: whether the last count may be unknown, None.
        rows: what the documents of each row are.
        columns: what the documents of each column are.
        cells: what the documents of each count are.
    """

    allows = "four whole numbers from 0 to {most}"
    most: int
    rows: tuple[str, str]
    columns: tuple[str, str]
    cells: tuple[str, str, str, str]
    square: bool = False
    signs: tuple[str, ...] = ()
    last_unknown: bool = False

    def parse(self, text: str, scale: int) -> tuple[int | None, ...]:
        """Return the counts of a text, else raise a `ValueError` that says what is allowed."""
        counts = self._signed(text) or re.split(r"[,;\s]+", text.strip())
        if self.last_unknown and counts[3:] in ([""], [None]):
            counts = [*counts[:3], None]
        if self.square and (table := judged_tables.counts(text)):
            counts = [*map(str, table)]
        known = [count for count in counts if count is not None]
        sizes = [side**2 for side in range(2, 7)] if self.square else [4]
        if len(counts) not in sizes or not all(
            re.fullmatch("[0-9]{1,9}", count) and int(count) <= self.most for count in known
        ):
            raise ValueError(
                f"four whole numbers from 0 to {self.most}, with commas between them"
                + "; or a table, such as 300 20; 10 70" * self.square
                + "; if nobody knows the fourth, type three and a last comma: 20, 40, 60,"
                * self.last_unknown
            )
        return tuple(None if count is None else int(count) for count in counts)

    def _signed(self, text: str) -> list[str | None]:
        """Return the counts behind their signs; the last one may be unknown."""
        found = [
            re.search(rf"\b{sign}\b\W{{0,3}}([0-9]+)", text, re.IGNORECASE) for sign in self.signs
        ]
        return [one and one[1] for one in found] if found and all(found[:3]) else []

    def in_words(self, value: Any, scale: int) -> str:
        """Return the counts; of a square, row by row."""
        side = isqrt(len(value))
        if not self.square:
            return to_text(value)
        rows = (value[at : at + side] for at in range(0, len(value), side))
        return "; ".join(" ".join(map(str, row)) for row in rows)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text; pasted lines are parted by semicolons, cells by commas."""
        return {**super().control(value, scale), "lines": "; ", "cells": ","}


@dataclass(frozen=True, kw_only=True)
class Runs(Knob):
    """Runs, a text each: a letter for a document, a capital one if it is relevant; or none.

    If `named`, documents may have names with spaces between them; a star marks a relevant one in
    all runs: d3* A1 7.
    """

    allows = "2 to {runs} runs of 1 to {most} letters, with commas between them"
    most: int
    runs: int = 5
    named: bool = False

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the runs of a text, else raise a `ValueError` that says what is allowed."""
        if self.named and (named := _named_runs(text)):
            documents = [run.split() for run in named]
            if (
                not 2 <= len(named) <= self.runs
                or not all(1 <= len(run) <= self.most for run in documents)
                or any(len({*run}) < len(run) for run in documents)
            ):
                raise ValueError(
                    f"2 to {self.runs} runs of 1 to {self.most} documents, each once in a run: "
                    "d3* A1 7; A1 d2"
                )
            return named
        if ";" in text:
            text = text.replace(",", " ").replace(";", ",")
        runs = tuple(_run_of_letters(text).split(",")) if text else ()
        letters = {*"".join(runs)}
        if (text or self.first) and (
            not 2 <= len(runs) <= self.runs
            or not all(re.fullmatch(f"[A-Za-z]{{1,{self.most}}}", run) for run in runs)
            or any(len({*run.lower()}) < len(run) for run in runs)
            or any(letter.swapcase() in letters for letter in letters)
        ):
            many = "2" if self.runs == 2 else f"2 to {self.runs}"
            other = "of names, d3* A1; A1 7" if self.named else "of numbers from 1 to 26"
            raise ValueError(
                f"{many} runs of 1 to {self.most} letters, each once in a run and always "
                f"large or always small, with commas between the runs; or {other}"
            )
        return runs

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by commas, or semicolons."""
        between = "; " if self.named and any(" " in run for run in value) else ","
        lines = "; " if self.named else ", "
        return {**super().control(value, scale), "value": between.join(value), "lines": lines}


@dataclass(frozen=True, kw_only=True)
class Lists(Knob):
    """Ranked lists, a text each: the grades, ? for unjudged, and a bar before the missed."""

    allows = (
        "up to {most} lists, by grades as 0110 and 01?0|1, or by ranks as “hits at 2, 6 of 12”, "
        "with semicolons between them"
    )
    most: int
    longest: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the lists of a text, else raise a `ValueError` that says what is allowed."""
        return self._checked(typed_lists.in_address(text) or typed_lists.read(text).a, text)

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[str, ...]:
        """Return the lists of a typed text, in which commas may part the grades of one list."""
        text = to_text(value)
        return self._checked(typed_lists.read(text).a, text)

    def _checked(self, lists: tuple[str, ...], text: str) -> tuple[str, ...]:
        lists = lists if text else ()
        if (
            (text and not lists)
            or len(lists) > self.most
            or not all(
                re.fullmatch(r"[0-8?]*(\|[0-8?]*)?", each) and len(each) <= self.longest
                for each in lists
            )
        ):
            raise ValueError(self.positions)
        return lists

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by semicolons."""
        written = typed_lists.written(value)
        return {**super().control(value, scale), "value": written, "lines": "; "}


@dataclass(frozen=True, kw_only=True)
class Letters(Knob):
    """Up to `most` letters, each of them one of some; a document may be written as its number."""

    allows = "up to {most} letters of {letters}"
    letters: str
    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the letters of a text, else raise a `ValueError` that says what is allowed."""
        run = text if self.letters.isdecimal() else _run_of_letters(text)
        letters = re.sub(r"[\s,;]", "", run).lower()
        if len(letters) > self.most or not set(letters) <= set(self.letters):
            raise ValueError(self.positions)
        return letters


@dataclass(frozen=True, kw_only=True)
class Groups(Knob):
    """How many succeed in each of two groups: A's successes, A's number, B's successes, B's."""

    allows = "two fractions of whole numbers to {most:,}, as in 90/100, 85/100"
    most: int

    def parse(self, text: str, scale: int) -> tuple[int, ...]:
        """Return the counts of a text, else raise a `ValueError` that says what is allowed."""
        without_thousands = re.sub(r"(?<=\d)[,\s](?=\d{3}(?!\d))", "", text)
        forms = ((_COUNTS, text), (_FRACTIONS, text), (_FRACTIONS, without_thousands))
        found = next((found for form, of in forms if (found := form.fullmatch(of))), None)
        counts = tuple(map(int, found.groups())) if found else ()
        groups = zip(counts[::2], counts[1::2], strict=True)
        if not counts or not all(some <= all_ <= self.most and all_ for some, all_ in groups):
            raise ValueError(". ".join([self.positions, *_more_than_all(counts)]))
        return counts

    def in_words(self, value: Any, scale: int) -> str:
        """Return both fractions."""
        return "{}/{}, {}/{}".format(*value)


def _more_than_all(counts: tuple[int, ...]) -> Iterator[str]:
    """Yield of which groups more succeed than there are."""
    for some, all_ in zip(counts[::2], counts[1::2], strict=True):
        if some > all_:
            yield f"Of {all_:,} readers, {some:,} cannot succeed"


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
        return (
            f"1 to {self.most} {kind} from {self.low:g} to {self.high:,.0f}, with commas between "
            "them"
        )

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, else raise a `ValueError` that says what is allowed."""
        try:
            found = tuple(round(typed.read(word).value, 6) for word in self._words(text))
        except typed.RefusedError:
            found = ()
        if (
            not 1 <= len(found) <= self.most
            or not all(self.low <= each <= self.high for each in found)
            or (self.whole and not all(each.is_integer() for each in found))
        ):
            raise ValueError(self.positions)
        return found

    def _words(self, text: str) -> list[str]:
        """Part a text at semicolons and spaces if it has some, else at commas: 1,250 and 0,5."""
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
        """Return a line of text, in which pasted lines are parted by spaces."""
        written = ", ".join(map(to_text, value))
        return {**super().control(value, scale), "value": written, "lines": " "}


@dataclass(frozen=True, kw_only=True)
class TwoCounts(Numbers):
    """Two counts, and of how many if known: 300 : 220 of 10,000. Or one of all: 60 of 100."""

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return (
            "two whole numbers, not both 0, and of how many if you know: 300 : 220, or 300 : 220 "
            "of 10,000; or one of all, 300 of 520"
        )

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, else raise a `ValueError` that says what is allowed."""
        words = re.sub(r"(?<=\d)\s*(?::|;|–|-|\b(?:of|to|and|against|vs\.?)\b)\s*", " ", text)
        counts = super().parse(words, scale)
        if re.search(r"\bof\b", text) and len(counts) == 2:
            counts = (counts[0], counts[1] - counts[0])
        some = sum(counts[:2])
        if not 2 <= len(counts) <= self.most or min(counts) < 0 or not some:
            raise ValueError(self.positions)
        if counts[2:] and counts[2] < some:
            raise ValueError(f"{self.positions}. {counts[2]:,.0f} in all are too few")
        return counts

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which both counts are parted by a colon."""
        first, second, *of = (f"{count:,.0f}" for count in value)
        written = " of ".join([f"{first} : {second}", *of])
        return {**super().control(value, scale), "value": written}


@dataclass(frozen=True, kw_only=True)
class ItemLists(Knob):
    """A list of items for each user, best first; a star marks what the user liked."""

    allows = (
        "1 to {users} lists of up to {most} different items, with semicolons between them, such as "
        "i1 i2*; i1 i3; –"
    )
    users: int
    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the lists of a text, else raise a `ValueError` that says what is allowed."""
        rows = [re.sub(r"^\s*\w[\w ]{0,20}[:=]", "", row) for row in re.split(r"[;|/]", text)]
        lists = [
            [item for item in re.split(r"[\s,\[\]()]+", row) if item not in ("", "–", "-", "none")]
            for row in rows
        ]
        names = [[item.removesuffix("*") for item in row] for row in lists]
        if (
            not any(lists)
            or len(lists) > self.users
            or any(len({*row}) < len(row) or len(row) > self.most for row in names)
            or not all(re.fullmatch(r"[\w.#’-]{1,20}", name) for row in names for name in row)
        ):
            raise ValueError(self.positions)
        return "; ".join(" ".join(row) or "–" for row in lists)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by semicolons."""
        return {**super().control(value, scale), "lines": "; "}


@dataclass(frozen=True, kw_only=True)
class Popularity(Knob):
    """The share of all users that knows each item: i1 0.8, i2 0.4. Or none: "" is a value, too."""

    allows = "shares above 0 and up to 1, with the names of up to {most} items: i1 0.8, i2 2/5"
    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the shares of a text, else raise a `ValueError` that says what is allowed."""
        plain = re.sub(r"\s*/\s*", "/", re.sub(r"\s+%", "%", text))
        words = re.sub(r"[:=;]|,(?!\d)", " ", plain).split()
        names, shares = words[::2], words[1::2]
        try:
            values = [round(typed.read(share).value, 6) for share in shares]
        except typed.RefusedError:
            values = []
        if (
            len(values) != len(names)
            or len(names) > self.most
            or len({*names}) < len(names)
            or not all(re.fullmatch(r"[\w.#’-]{1,20}", name) for name in names)
            or not all(0 < value <= 1 for value in values)
        ):
            raise ValueError(self.positions)
        return ", ".join(f"{n} {to_text(v)}" for n, v in zip(names, values, strict=True))

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by commas."""
        return {**super().control(value, scale), "lines": ", "}


@dataclass(frozen=True, kw_only=True)
class Line(Knob):
    """Any typed text, as one line; its page interprets it."""

    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the line without unprintable characters, cut to its longest length."""
        printable = "".join(char if char.isprintable() else " " for char in text)
        return " ".join(printable.split())[: self.most].strip()


@dataclass(frozen=True, kw_only=True)
class SheetText(Line):
    """The answers to a series of exercises, as one line (`pages.drill.sheet`)."""

    allows = "answers to at most {most} exercises with ~ between them"

    def parse(self, text: str, scale: int) -> str:
        """Return a text of answers, else raise a `ValueError` that says what is allowed."""
        if not _ANSWERED.fullmatch(text) or text.count("~") >= self.most:
            raise ValueError(self.positions)
        return text


def _named_runs(text: str) -> tuple[str, ...]:
    """Read runs of documents with names, d3* A1 7; A1 d2, a star at all that have one in a run.

    Runs are parted by semicolons, strokes and brackets, else by commas. Empty for runs of letters.
    """
    plain = _RUN_LABEL.sub(";", text.replace("[", " "))
    if not re.search(r"[;/|\]]", plain):
        plain = plain.replace(",", ";")
    parts = [re.sub(r"[,\s'\"]+", " ", part).strip() for part in re.split(r"[;/|\]]", plain)]
    documents = [part.split() for part in parts if part]
    if len(documents) > 1 and documents[0][0].lower().startswith("rank"):  # a line of ranks
        documents = documents[1:]
    if _are_labelled(documents):
        documents = [run[1:] for run in documents]
    every = [name for run in documents for name in run]
    if (
        all(len(run) == 1 for run in documents)
        or all(re.fullmatch(r"[A-Za-z]", name) for name in every)
        or not all(re.fullmatch(r"[\w.#-]{1,12}\*?", name) for name in every)
    ):
        return ()
    starred = {name[:-1] for name in every if name.endswith("*")}
    return tuple(
        " ".join(bare + "*" * (bare in starred) for bare in (name.rstrip("*") for name in run))
        for run in documents
    )


def _are_labelled(runs: Sequence[Sequence[str]]) -> bool:
    """Return whether each run begins with its name, IR1 for one, and all else is a number."""
    rest = [name for run in runs for name in run[1:]]
    return (
        bool(rest)
        and all(re.fullmatch(r"[A-Za-z_]+\d*", run[0]) and len(run) > 1 for run in runs)
        and all(re.fullmatch(r"\d+\*?", name) for name in rest)
    )


def _run_of_letters(text: str) -> str:
    """Write runs of numbers, "7 15* 13, 15 2", as letters: g, O for 15, which is relevant, and m.

    A star at a number or a letter marks it in all runs. Other texts only lose their spaces.
    """
    found = [word for run in text.split(",") for word in run.split()]
    if not all(re.fullmatch(r"\d{1,2}\*?", word) for word in found):
        starred = {*re.findall(r"([a-z])\*", text)}
        bare = re.sub(r"(?<=[A-Za-z])\*", "", text.replace(" ", ""))
        return "".join(sign.upper() if sign in starred else sign for sign in bare)
    relevant = {word[:-1] for word in found if word.endswith("*")}

    def letter(word: str) -> str:
        number = word.rstrip("*")
        letters = ascii_uppercase if number in relevant else ascii_lowercase
        return letters[int(number) - 1] if 1 <= int(number) <= len(letters) else number

    return ",".join("".join(map(letter, run.split())) for run in text.split(","))


def _amounts(text: str, count: int) -> tuple[float, ...]:
    try:
        amounts = tuple(float(part) for part in text.split(","))
    except ValueError:
        amounts = ()
    if len(amounts) != count or not all(0 <= amount <= 1e6 for amount in amounts):
        raise ValueError(f"{count} numbers from 0 to 1000000 with commas between them")
    return amounts


def to_text(value: Any) -> str:
    """Write a knob's value for an address or a line of text; `parse` reads it back exactly."""
    if isinstance(value, tuple | list):
        return ",".join("" if item is None else to_text(item) for item in value)
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


class Sending(StrEnum):
    """How many readers are sent down the list, and the seed; buttons set both."""

    SENT = "sent"
    SEED = "sent_seed"


class MeanOverQueries(StrEnum):
    """Knobs of a mean over queries; no metric of one list uses them."""

    METRIC = "per_query"
    EMPTY = "empty_query"
    DEPTH = "query_depth"
    OTHER = "other_system"


class Significance(StrEnum):
    """Knobs of a comparison of two systems."""

    PAIRS = "paired_scores"
    RESAMPLES = "resamples"
    SEED = "seed"
    TRIED = "metrics_tried"
    LEVEL = "level_alpha"
    UNPAIRED = "unpaired_scores"
    OWN_P = "own_p_values"
    SOURCE = "compared"
    METRIC = "compared_by"


class Pool(StrEnum):
    """Runs, which of them take part in a pool, and how deep judges read these."""

    RUNS = "pool_runs"
    MEMBERS = "pool_members"
    DEPTH = "pool_depth"


class Judges(StrEnum):
    """What judges said, and what is made of it; no metric of one list uses these knobs."""

    SOURCE = "judged_from"
    VERDICTS = "judges_said"
    LABELS = "judges_labelled"
    COUNTS = "judge_counts"
    MARGINS = "margins"
    NEEDED = "judges_needed"
    RETURNED = "judges_returned"


class Retrieved(StrEnum):
    """A set that was retrieved, without ranks: four counts, or precision and recall alone."""

    SOURCE = "counted_from"
    COUNTS = "retrieved_counts"
    KNOWN = "known_counts"
    PRECISION = "given_precision"
    RECALL = "given_recall"
    BETA = "beta"


class AbTest(StrEnum):
    """The counts of an A/B test."""

    GROUPS = "ab_groups"
    RATES = "ab_rates"
    LEVEL = "ab_level"
    SIDES = "ab_sides"
    WANTED = "ab_wanted_power"
    WEEKLY = "ab_weekly"
    FORMULA = "ab_formula"
    COUNTS = "two_counts"
    KIND = "two_counts_are"
    PLANNED = "planned_share"


class Interleaving(StrEnum):
    """Two rankings, how they are merged, and who clicks."""

    RANKINGS = "drafted"
    METHOD = "draft_method"
    FIRST = "draft_first"
    PICKS = "draft_picks"
    CLICKS = "draft_clicks"
    READERS = "draft_readers"


class WhichMetric(StrEnum):
    """Needs that a metric is chosen by, besides k; no score depends on them."""

    WANTS = "wants"
    LABELS = "labels"
    ATTENTION = "attention"
    COST = "cost"


class TwoTools(StrEnum):
    """Which metric tools print, their input, and the number that a reader got."""

    METRIC = "printed_metric"
    HANDED = "handed"
    TIED = "tied"
    TIES = "tie_rule"
    GOT = "got"


class Continuation(StrEnum):
    """Knobs of a reader's gain per document; no metric of the catalog uses them."""

    READER = "reader"
    ALSO = "read_also"
    CURVE = "own_curve"
    TARGET = "target"


class Clicks(StrEnum):
    """Knobs of readers who click, and of what their clicks are divided by."""

    MODEL = "click_model"
    DECAY = "attention_decay"
    PROPENSITY = "propensity"
    ASSUMED = "assumed_decay"


class Observed(StrEnum):
    """Clicks that a reader of the page has counted, or relevance, and the attention."""

    SOURCE = "observed_source"
    CLICKS = "observed_clicks"
    READERS = "observed_readers"
    LOOKS = "observed_looks"
    RELEVANCE = "own_relevance"


class Counted(StrEnum):
    """What an exercise gives without a list: of a collection, a cut list, errors, ranks, users."""

    COLLECTION = "collection_size"
    CUT = "cut_counts"
    ERRORS = "error_counts"
    RATED = "rated_pairs"
    RANKS = "judges_ranks"
    SCORED = "scored_cases"
    PRICES = "prices"
    BLOCKS = "paid_blocks"
    TIED = "tied_ranks"
    USERS = "users_lists"
    CATALOGUE = "catalogue_size"
    POPULARITY = "popularity"


class Drill(StrEnum):
    """Which exercises are asked, the answers, and how many are shown; buttons set them."""

    LEVEL = "drill_level"
    SEED = "drill_seed"
    ANSWERS = "drill_answers"
    SHEET = "drill_sheet"


PUZZLE: Final = "puzzle"
"""Key of the knob that chooses a puzzle (pages/spot_the_mistake/drawing.py)."""

WHOLE: Final = "all"
"""A cutoff of runs: none, the whole list counts."""

SHOWN: Final = (
    *("metrics", "orders_by", "orders_against", "challenge", "ideal_places", "naive_gap"),
    *Sending,
    PUZZLE,
)
"""Knobs that change what is shown, but no score of a list on a board."""

PRINTED: Final = (
    *("ndcg", "average_precision", "precision", "recall", "reciprocal_rank"),
    *("hit", "f1", "r_precision", "bpref", "dcg", "rbp", "err"),
)
"""Metrics whose numbers are compared from tool to tool, the most common first."""

_CHALLENGES: Final[Mapping[str, str]] = {
    entry["id"]: entry["title"] for entry in read_toml("playground", "challenges")["challenge"]
}

_PUZZLES: Final[Mapping[str, str]] = {
    entry["id"]: entry["title"] for entry in read_toml("spot_the_mistake", "puzzles")["puzzle"]
} | {id_: id_ for id_ in read_toml("spot_the_mistake", "puzzles")["withdrawn"]}

_GAIN: Final = Position("custom", ("gain_per_grade",), gain.custom)
_CURVES: Final[Mapping[str, str | Position]] = {
    "linear": "Linear: g/top",
    "exponential": "Exponential: (2^g − 1)/2^top",
    "binary": Position("Binary: relevant or not", ("relevant_from",)),
    "sigmoid": Position(
        "Sigmoid: 1/(1 + e^(steepness · (midpoint − g)))",
        ("steepness", "midpoint"),
        reader_models.sigmoid,
    ),
}

_CONTINUATIONS: Final[
    Mapping[str, tuple[str, Callable[..., cwl.Continuation], tuple[str, ...]]]
] = {
    "precision": ("P@k", cwl.precision, ("k",)),
    "rbp": ("RBP", cwl.rbp, ("persistence",)),
    "reciprocal_rank": ("RR", cwl.reciprocal_rank, ()),
    "dcg": ("DCG", cwl.scaled_dcg, ("k",)),
    "insq": ("INSQ", cwl.insq, ("target",)),
    "inst": ("INST", cwl.inst, ("target",)),
    "err": ("ERR", cwl.err_like, ("k",)),
    "own": ("Your own", cwl.given, ("own_curve",)),
}
"""For each reader: its name, its continuation, and the knobs that this takes."""
_READERS: Final = {key: name for key, (name, *_) in _CONTINUATIONS.items()}

CUTOFF: Final = Cutoff(
    label="Cutoff k",
    first=5,
    low=1,
    high=50,
    step=1,
    deepest=1_000_000,
    help="Only the top k ranks count. You can also drag the cut.",
)

KNOBS: Final[Mapping[str, Knob]] = {
    "scale": Choice(
        label="Scale",
        first=3,
        options=SCALES,
        help="Which grades a judge may give. A smaller scale lowers grades that do not fit; go "
        "back to the old scale, and they return.",
    ),
    "relevant_from": Grade(
        label="Relevant from grade",
        first=1,
        link="from",
        options={grade: str(grade) for grade in range(1, 9)},
        help="Binary metrics count a document as relevant from this grade on.",
    ),
    "k": CUTOFF,
    "denominator": Choice(
        label="AP denominator",
        first="relevant",
        link="ap",
        options={
            "relevant": "all relevant",
            "found": "found in the top k",
            "capped": "capped at k",
        },
    ),
    "recall_denominator": Choice(
        label="Recall denominator",
        first="relevant",
        link="recall",
        parameter=("recall", "denominator"),
        options={"relevant": "all relevant", "capped": "capped at k"},
    ),
    "counted_from": Choice(
        label="What is given",
        first="list",
        link="given",
        options={
            "list": "a list",
            "counts": "four counts",
            "rates": "P and R",
            "known": "what a user knew",
        },
        replaces_list=True,
    ),
    "retrieved_counts": Counts(
        is_subject=True,
        label="Documents",
        first=(20, 40, 60, 880),
        link="counts",
        most=100_000_000,
        signs=("TP", "FP", "FN", "TN"),
        last_unknown=True,
        help="Retrieved and relevant, retrieved and not relevant, relevant and not retrieved, "
        "neither. Or TP=20 FP=40 FN=60, with TN if it is known.",
        rows=("Retrieved", "Not retrieved"),
        columns=("Relevant", "Not relevant"),
        cells=("Hits", "Misses", "Relevant, not retrieved", "Neither"),
    ),
    "known_counts": Counts(
        is_subject=True,
        label="Relevant documents",
        first=(2, 2, 1, 5),
        link="known",
        most=100_000_000,
        help="Relevant documents: known and retrieved, new and retrieved, known and not "
        "retrieved, neither.",
        rows=("Retrieved", "Not retrieved"),
        columns=("Known", "New"),
        cells=("Known, retrieved", "New, retrieved", "Known, missed", "New, missed"),
    ),
    "given_precision": Exact(
        label="Precision P", first=0.5, link="given_p", low=0.0, high=1.0, most=1.0, step=0.01
    ),
    "given_recall": Exact(
        label="Recall R", first=0.5, link="given_r", low=0.0, high=1.0, most=1.0, step=0.01
    ),
    "beta": Exact(
        label="β of F",
        first=1,
        low=0.0,
        high=5.0,
        most=100.0,
        step=0.1,
        help="F with β takes recall for β times as important as precision. β² is (1 − α)/α.",
    ),
    "recall_level": Range(
        label="Recall level r",
        first=0.5,
        link="r",
        low=0.0,
        high=1.0,
        step=0.01,
        help="The part of all relevant documents that a reader wants.",
    ),
    "point_count": Choice(
        label="Recall levels",
        first=11,
        link="points",
        options={
            11: "11 points: 0, 0.1, … 1",
            3: "0.2, 0.5, 0.8",
            "quarters": "0.25, 0.5, 0.75",
        },
    ),
    "rounding": Choice(
        label="Hits for a recall level",
        first="up",
        options={"up": "rounded up", "trec_eval": "as in trec_eval"},
        help="trec_eval needs one hit less where less than a tenth of a document is left over, and "
        "by a flaw for 0.7 of three.",
    ),
    "missing": Choice(
        label="Missing relevant",
        first="penalty",
        options={"penalty": "cost k + 1 each", "ignore": "are left out"},
        help="Relevant documents below the line k, or never found, have no rank.",
    ),
    "thresholds": Shares(
        label="Readers by their threshold",
        first=(1,) * max(SCALES),
        link="readers",
        help="Each share is the readers for whom a document is good from this grade on. All shares "
        "add up to 1: if you move one, the others change, too.",
    ),
    "naive_gap": Choice(
        label="Grade × precision",
        first="hidden",
        link="shortcut",
        options={"hidden": "hidden", "shown": "shown"},
        help="Also shows the shortcut that puts the grade in the place of AP’s hit.",
    ),
    "patience": Range(
        label="Patience β",
        first=1,
        low=0.0,
        high=10.0,
        step=0.1,
        help="Of the Q-measure. At 0 Q is AP; the larger β, the more the gain counts.",
    ),
    "gain": Choice(
        label="Gain",
        first="linear",
        short={"linear": "g"},
        options={"linear": "the grade g", "exponential": "2^g − 1", "custom": _GAIN},
        help="How much a document of grade g is worth.",
    ),
    "gain_per_grade": Amounts(
        label="Gain per grade",
        first=(0, 1, 3, 7, 15, 31, 63, 127, 255),
        link="gains",
        help="One number a grade, from grade 0 up.",
    ),
    "discount": Choice(
        label="Discount",
        first="log",
        short={"log": "Log", "log_thresholded": "Log from rank b", "power": "Power"},
        options={
            "log": Position("Logarithm: 1 / log(i + 1)", ("log_base",), gain.logarithmic),
            "log_thresholded": Position(
                "Logarithm from rank b on: 1 / log(i)",
                ("log_base",),
                gain.logarithmic_thresholded,
            ),
            "reciprocal": "Reciprocal: 1 / i",
            "power": Position("Power (Zipf): 1 / (i + shift)^s", ("exponent", "shift"), gain.power),
            "geometric": Position("Geometric: p^(i − 1)", ("ratio",), gain.geometric),
            "none": "None",
        },
        help="How much rank i counts.",
    ),
    "log_base": Range(
        label="Log base",
        first=2,
        link="base",
        low=1.1,
        high=10.0,
        step=0.1,
        help="b of the logarithm. With 1 / log(i + 1) it changes DCG, but not nDCG.",
    ),
    "exponent": Range(label="Power exponent", first=1, low=0.0, high=4.0, step=0.1),
    "shift": Range(label="Rank shift", first=0, low=0, high=20, step=1),
    "ratio": Range(label="Geometric ratio", first=0.8, low=0.05, high=1.0, step=0.05),
    "ideal": Choice(
        label="Ideal from",
        first="judged",
        options={
            "judged": "all judged",
            "retrieved": "only the retrieved",
            "uncut": "all judged, uncut",
        },
        help="The best order of which documents? nDCG is 1 where the list is as good as that.",
    ),
    "ideal_places": Choice(
        label="Ideal places",
        first="hidden",
        link="places",
        options={"hidden": "hidden", "shown": "shown"},
        help="Lines lead from each card to where the ideal order has it.",
    ),
    "persistence": Range(
        label="Persistence p",
        first=0.8,
        link="p",
        low=0.0,
        high=0.99,
        step=0.01,
        meaning=lambda p: f"looks at {1 / (1 - p):.3g} on average",
        help="The probability that a reader goes on to the next rank.",
    ),
    "utility": Choice(
        label="Utility",
        first="linear",
        options=_CURVES,
        help="How much a document of grade g is worth, from 0 to 1.",
    ),
    "satisfaction": Choice(
        label="Satisfaction",
        first="exponential",
        options=_CURVES,
        help="The probability that a document of grade g satisfies a reader who looks at it.",
    ),
    "steepness": Range(
        label="Steepness",
        first=2,
        low=0.1,
        high=10.0,
        step=0.1,
        help="How suddenly the sigmoid rises at its midpoint.",
    ),
    "midpoint": Range(
        label="Midpoint",
        first=2,
        low=0.0,
        high=8.0,
        step=0.1,
        help="The grade at which the sigmoid is 0.5.",
    ),
    "continuation": Range(
        label="Goes on if unsatisfied: c",
        first=1,
        link="continue",
        low=0.0,
        high=1.0,
        step=0.01,
        help="The probability c that an unsatisfied reader looks at the next rank. In the original "
        "paper it is 1: nobody gives up.",
    ),
    "sent": Choice(
        label="Readers sent",
        first=0,
        options={0: "none", 1: "one", 100: "100", 10_000: "10,000"},
    ),
    "sent_seed": Range(label="Seed of the readers", first=0, low=0, high=999, step=1),
    "per_query": Choice(
        label="Score of each query",
        first="average_precision",
        link="each",
        options={
            "average_precision": "AP: average precision",
            "reciprocal_rank": "RR: reciprocal rank",
            "first_relevant_rank": "FRP: first relevant rank, or position",
            "mean_rank": "MR: mean rank",
            "hit": "Hit: a hit in the top k",
            "precision": "P: precision",
            "recall": "R: recall",
            "f1": "F1: precision and recall in one",
            "r_precision": "RP: R-precision",
            "interpolated_average_precision": "IAP: interpolated, at 11 or 3 recalls",
            "average_recall": "AR: average recall",
            "dcg": "DCG: discounted gain",
            "ndcg": "nDCG: discounted gain over the best",
            "bpref": "bpref: binary preference",
            "err": "ERR: expected reciprocal rank",
            "rbp": "RBP: rank-biased precision",
        },
    ),
    "empty_query": Choice(
        label="A query with nothing to find",
        first="worst",
        link="empty",
        options={
            "worst": "gets the worst score",
            "skip": "is left out",
            "best": "gets the best score",
        },
        help="A query for which no relevant document exists.",
    ),
    "query_depth": Choice(
        label="Ranks that count",
        first="k",
        link="ranks",
        options={"k": "the top k", "list": "the whole list"},
        help="The whole list: each query has its own k, the length of its list.",
    ),
    "other_system": Lists(
        label="Lists of system B",
        first=(),
        link="system_b",
        most=20,
        longest=51,
        help="A list of grades for each query, best first. After a bar stand those that B missed.",
    ),
    "paired_scores": Pairs(
        label="Scores of A and B",
        first=(0.9, 0.85, 0.8, 0.82, 0.7, 0.72, 0.6, 0.63, 0.5, 0.55, 0.2, 0.25),
        link="pairs",
        most=50,
        top=1000,
    ),
    "resamples": Range(
        label="Resamples",
        first=10_000,
        low=0,
        high=10_000,
        step=1,
        help="How many times we draw as many topics as there are: some twice, some not at all.",
    ),
    "seed": Range(
        label="Seed",
        first=0,
        low=0,
        high=999,
        step=1,
        help="The same seed gives the same draws. Report it, and others get your numbers.",
    ),
    "ab_groups": Groups(
        is_subject=True,
        label="Successes of A, of B",
        first=(90, 100, 85, 100),
        link="groups",
        most=1_000_000_000,
    ),
    "ab_rates": Rates(
        label="From which rate to which",
        first=(0.1, 0.12),
        link="rates",
        help="Two rates: 10 %, 12 %. Or one and the smallest change to find, in points or relative "
        "to it: 10 % + 2 points, 10 % + 20 % relative.",
    ),
    "ab_level": Choice(
        label="Level α of the test",
        first=0.05,
        link="ab_alpha",
        options={0.1: "0.1", 0.05: "0.05", 0.01: "0.01"},
        help="How often the test finds a difference where there is none.",
    ),
    "ab_sides": Choice(
        label="The test has",
        first=2,
        link="sides",
        options={2: "two sides", 1: "one side"},
        help="One side: you said before which group would be better, and test only that.",
    ),
    "ab_wanted_power": Choice(
        label="Power",
        first=0.8,
        link="wanted",
        options={0.8: "0.8", 0.9: "0.9", 0.95: "0.95"},
        help="How often the test finds the difference if it is real.",
    ),
    "ab_weekly": Numbers(
        label="Users a week, of both groups",
        first=(1000,),
        link="weekly",
        help="For a given n in each group, type 2 · n: the first row has its power.",
        most=1,
        low=2,
        high=1_000_000_000,
        whole=True,
    ),
    "ab_formula": Choice(
        label="Formula",
        first="variances",
        link="formula",
        options={
            "variances": "two variances",
            "pooled": "pooled under equal rates",
            "baseline": "one variance: effect size d",
            "arcsine": "arcsine: effect size h",
        },
    ),
    "two_counts": TwoCounts(
        label="Two counts",
        first=(300.0, 220.0),
        link="two",
        most=3,
        high=1e9,
        whole=True,
        help="300 : 220, or with the number of all: 300 : 220 of 10,000.",
    ),
    "two_counts_are": Choice(
        label="What they count",
        first="right",
        link="two_are",
        options={
            "right": "what only A and only B got right",
            "wins": "readers that A won and that B won",
            "split": "readers who saw A and who saw B",
        },
    ),
    "planned_share": Numbers(
        label="Planned share of A",
        first=(0.5,),
        link="planned",
        most=1,
        low=0.001,
        high=0.999,
        help="0.5, 1/2 or 50 %.",
    ),
    "drafted": Runs(
        is_subject=True,
        label="Rankings A and B",
        first=("abcd", "bdac"),
        most=8,
        runs=2,
        help="A letter for each document, a capital one if it is relevant: aBc,Bad. Or numbers: "
        "1 2* 3, 2 1 4.",
    ),
    "draft_method": Choice(
        label="Merged by",
        first="team",
        link="merged",
        options={"team": "team draft", "balanced": "balanced"},
        help="Balanced: one coin says who begins. Then each ranking gives its next rank by turns.",
    ),
    "draft_first": Letters(
        label="Picks first",
        first="a",
        link="coins",
        letters="ab",
        most=8,
        help="The ranking that picks first in each round, a or b. After the last letter they "
        "begin again.",
    ),
    "draft_picks": Range(label="Picks shown", first=16, link="picks", low=0, high=16, step=1),
    "draft_clicks": Letters(
        label="Clicked",
        first="",
        link="clicked",
        letters=ascii_lowercase,
        most=16,
        help="The documents that this reader clicks on.",
    ),
    "draft_readers": Choice(
        label="Readers",
        first=1,
        link="people",
        options={1: "one, by hand", 100: "100", 1000: "1,000", 10_000: "10,000"},
        help="Of many readers 1/i^η look at rank i. Half of these click on a relevant document, "
        "and one in ten on another one.",
    ),
    "metrics_tried": Range(label="Metrics tried", first=20, link="tried", low=1, high=40, step=1),
    "level_alpha": Range(
        label="Level α",
        first=0.05,
        link="alpha",
        low=0.005,
        high=0.2,
        step=0.005,
        help="A p below it counts as significant.",
    ),
    "unpaired_scores": TwoGroups(
        label="Scores of two groups",
        first=("8 6 5", "4 3"),
        link="unpaired",
        most=8,
        help="All scores of the first group, a stroke, and all of the second.",
    ),
    "own_p_values": PValues(
        label="p-values",
        first=("B 0.001", "C 0.012", "D 0.021", "E 0.035", "F 0.3"),
        link="p_values",
        most=40,
        help="One for each test, with commas between them. A name may stand in front: B 0.001.",
    ),
    "compared": Choice(
        label="What is compared",
        first="dots",
        options={
            "dots": "the dots",
            "example": "our two example runs",
            "files": "two runs of your own",
        },
    ),
    "compared_by": Choice(
        label="Score of each topic",
        first="average_precision",
        link="by",
        options={
            key: f"{metric.symbol}: {metric.name}"
            for key, metric in METRICS.items()
            if metric.range == (0, 1) and metric.higher_is_better
        },
    ),
    "pool_runs": Runs(
        label="Runs",
        first=(),
        link="runs",
        most=20,
        replaces_list=True,
        named=True,
        help="A letter for each document, a capital one if it is relevant, and a comma after each "
        "run but the last: aBc,Bad,Bce. Or names with a star if relevant: d3* A1 7; A1 d2 d3.",
    ),
    "pool_members": Choice(
        label="Judges read the tops of",
        first="others",
        link="members",
        options={"others": "all runs but the last", "all": "all runs"},
    ),
    "pool_depth": Range(label="Pool depth", first=1, link="pool", low=1, high=20, step=1),
    "judged_from": Choice(
        label="What was judged",
        link="judged",
        first="documents",
        options={
            "documents": "documents, one by one",
            "counts": "a table of counts",
            "labels": "documents, with labels of any kind",
        },
    ),
    "judges_said": Verdicts(
        is_subject=True,
        label="Judgements",
        link="verdicts",
        first=("110010", "100011"),
        most=500,
        help="A row for each judge: 1 0, + −, R N or yes no. Or paste a column for each judge, "
        "with or without names. Grades 0 to 3 or up to six other labels are taken, too: PNG, PGG. "
        "So is a table of counts: 300 20; 10 70.",
    ),
    "judges_labelled": Labelled(
        is_subject=True,
        label="Judgements with labels",
        link="labelled",
        first=("PPNNGG", "PNNNGP"),
        most=500,
        labels=6,
    ),
    "judge_counts": Counts(
        is_subject=True,
        label="Counts",
        link="tally",
        first=(300, 20, 10, 70),
        most=1_000_000,
        square=True,
        help="300 20; 10 70: documents that both judges call relevant, only the first, only the "
        "second, neither. Or a larger table, pasted with or without names and sums.",
        rows=("Judge 1: relevant", "Judge 1: not"),
        columns=("Judge 2: relevant", "Judge 2: not"),
        cells=("Both say relevant", "Only judge 1", "Only judge 2", "Both say not"),
    ),
    "margins": Choice(
        label="Shares in P(E)",
        first="pooled",
        options={"pooled": "pooled (Scott)", "own": "own (Cohen)"},
        help="How often a judge says “relevant” by chance: as often as both together (Scott’s π), "
        "or as often as this judge does (Cohen’s κ).",
    ),
    "judges_needed": Choice(
        label="Relevant if",
        link="needed",
        first="all",
        options={"all": "all judges say so", "most": "most of them do", "one": "one judge does"},
        help="What a metric takes for relevant if judges disagree.",
    ),
    "judges_returned": Letters(
        label="Returned",
        first="",
        link="returned",
        letters="01",
        most=20,
        help="1 for each document that a system returned, from document 1 on.",
    ),
    "reader": Choice(
        label="Reader",
        first="precision",
        options=_READERS,
        help="INSQ (“inverse squares”): attention falls about as 1/i², and later if the reader "
        "wants more (Moffat, Scholer & Thomas 2012). INST (“INSQ with a target”): the same reader, "
        "but each find brings the end nearer (Bailey, Moffat, Scholer & Thomas 2015).",
    ),
    "read_also": Several(
        label="Read also by",
        first=(),
        link="also",
        options=_READERS,
        most=2,
        help="Up to two more readers of the same list. Each has a column of attention.",
    ),
    "own_curve": Curve(
        label="Goes on",
        first=(0.8,),
        link="curve",
        most=50,
        help="The probability of going on to the next document, after each rank.",
    ),
    "target": Range(
        label="Wanted documents T",
        first=1,
        low=0.5,
        high=10.0,
        step=0.5,
        help="How much gain the readers INSQ and INST want. The more they want, the longer they "
        "read.",
    ),
    "click_model": Choice(
        label="Readers look",
        first="position",
        link="clicks",
        options={
            "position": "at rank i: 1/i^η of them",
            "cascade": "until they click",
        },
        help="The position-based model: attention falls with the rank, whatever stands above. The "
        "cascade model: readers go from rank to rank, up to their first click.",
    ),
    "attention_decay": Range(
        label="Attention 1/i^η: η",
        first=1,
        link="eta",
        low=0.0,
        high=2.0,
        step=0.1,
        help="1/i^η of the readers look at rank i. At 0 all look at every rank.",
    ),
    "propensity": Choice(
        label="Divide clicks by",
        first="none",
        options={
            "none": "nothing",
            "position": "attention",
            "cascade": "readers left",
        },
        help="The share of readers who are assumed to look at the rank: 1/i^η. “Readers left” have "
        "no click above. It is right if they look until they click.",
    ),
    "assumed_decay": Range(
        label="Assumed 1/i^η: η",
        first=1,
        link="assumed",
        low=0.0,
        high=2.0,
        step=0.1,
        help="The η that the clicks are divided by. In truth it may be another one.",
    ),
    "observed_source": Choice(
        label="What you know",
        first="clicks",
        link="known_by",
        options={"clicks": "clicks", "relevance": "relevance"},
    ),
    "observed_clicks": Numbers(
        label="Clicks at rank 1, 2, …",
        first=(60.0, 10.0, 15.0),
        link="seen_clicks",
        most=50,
        high=1e9,
        whole=True,
        help="How many of your readers clicked at each rank.",
    ),
    "observed_readers": Numbers(
        label="Readers who saw it",
        first=(100.0,),
        link="seen_by",
        most=1,
        low=1,
        high=1e9,
        whole=True,
        help="How many readers were shown the list.",
    ),
    "observed_looks": Numbers(
        label="Attention at rank 1, 2, …",
        first=(1.0, 0.5, 0.25),
        link="looks",
        most=50,
        high=1,
        help="The share of readers who look at each rank: 1, 0.5, 0.25, or 1, 1/2, 1/4.",
    ),
    "own_relevance": Numbers(
        label="R at rank 1, 2, …",
        first=(0.8, 0.3, 0.5),
        link="own_r",
        most=50,
        high=1,
        help="A probability for each rank: 0.8, 0.3, 0.5, or 1/2 1/4 1/6.",
    ),
    "collection_size": Numbers(
        label="Documents in the collection",
        first=(0.0,),
        link="collection",
        most=1,
        high=1e9,
        whole=True,
        help="For fall-out. 0: only those of the list.",
    ),
    "prices": Numbers(
        label="B (a hit), A (reading), C (missed)",
        first=(5.0, 1.0, 2.0),
        most=3,
        high=1e6,
        help="What a hit is worth, what reading a document costs, and what a relevant document "
        "costs that is missed: 5, 1, 2.",
    ),
    "tied_ranks": Numbers(
        label="First and last rank of each tie",
        first=(2.0, 3.0),
        most=10,
        low=1,
        high=50,
        whole=True,
        help="2 3: ranks 2 and 3 have one score. 2 3 5 8: so have ranks 5 to 8.",
    ),
    "paid_blocks": Numbers(
        label="Documents in a block, price",
        first=(100.0, 15.0),
        link="blocks",
        most=2,
        high=1e6,
        help="An assistant reads 100 results an hour and is paid 15 for each hour begun: 100, 15.",
    ),
    "cut_counts": Numbers(
        label="Found, relevant, shown, collection",
        first=(6.0, 10.0, 1000.0, 1_000_000.0),
        link="cut",
        most=4,
        high=1e9,
        whole=True,
        help="How many relevant documents are shown, how many exist, how many documents are shown, "
        "and how many the collection has: 6, 10, 1000, 1000000.",
    ),
    "error_counts": Numbers(
        label="How many errors of 0, 1, 2, …",
        first=(10.0, 5.0, 2.0),
        link="errors",
        most=20,
        high=1e9,
        whole=True,
        help="How many documents have the error 0, how many 1, how many 2 and so on, up or down.",
    ),
    "judges_ranks": Ranks(
        label="Ranks or scores of each judge",
        first=("1 2 3 4", "2 1 4 3", "1 3 2 4"),
        link="ranks_by",
        judges=4,
        most=50,
        help="A row for each judge: 1 2.5 2.5 4; 2 1 4 3. Or paste a row for each item.",
    ),
    "scored_cases": Scored(
        label="Scores with classes",
        first=(0.9, 1.0, 0.7, 1.0, 0.7, 0.0, 0.4, 1.0, 0.2, 0.0),
        link="scored",
        most=50,
        help="A score and its class, 1 or 0: 0.9 1, 0.7 0. Or two rows: 0.9 0.7; 1 0.",
    ),
    "rated_pairs": Rated(
        label="Predicted/actual ratings",
        first=(4.2, 4.0, 3.9, 2.0, 2.8, 3.0),
        link="rated",
        most=50,
        help="A pair for each item: 4.2/4, 3.9/2. Or two lines: all predicted, then all actual.",
    ),
    "users_lists": ItemLists(
        label="List of each user",
        first="i1 i2 i3; i1 i2 i4; i1 i3 i5; –",
        link="users",
        users=20,
        most=20,
        help="A semicolon after each list: i1 i2*; i1 i3; –. A star: the user liked it. A dash: "
        "no list.",
    ),
    "catalogue_size": Numbers(
        label="Items in the catalogue",
        first=(10.0,),
        link="catalogue",
        most=1,
        low=1,
        high=1e9,
        whole=True,
    ),
    "popularity": Popularity(
        label="Popularity of each item",
        first="",
        most=100,
        help="The share of users who know it: i1 0.8, i2 2/5. Empty: the share of these lists.",
    ),
    "metrics": Several(
        label="Metrics",
        first=("average_precision", "ndcg", "err"),
        link="show",
        options={key: metric.symbol for key, metric in METRICS.items()},
    ),
    "orders_by": Choice(
        label="First metric",
        first="average_precision",
        link="orders",
        options={key: metric.symbol for key, metric in METRICS.items()},
    ),
    "orders_against": Choice(
        label="Second metric",
        first="ndcg",
        link="against",
        options={"none": "nothing"} | {key: metric.symbol for key, metric in METRICS.items()},
    ),
    "wants": Choice(
        label="Who reads",
        first="few",
        options={"one": "wants one answer", "few": "wants a few", "all": "wants all there is"},
    ),
    "labels": Choice(
        label="Labels",
        first="graded",
        options={
            "binary": "relevant or not",
            "graded": "graded",
            "incomplete": "many never judged",
        },
    ),
    "attention": Choice(
        label="Attention",
        first="fades",
        options={
            "same": "all in sight",
            "fades": "less at each rank",
            "until": "until satisfied",
        },
    ),
    "cost": Choice(
        label="What costs",
        first="top",
        options={
            "top": "a bad first result",
            "missed": "a missed document",
            "wasted": "junk in the list",
            "both": "missed or junk",
        },
    ),
    "printed_metric": Choice(
        label="Metric",
        first="ndcg",
        link="printed",
        options={key: f"{METRICS[key].label()}: {METRICS[key].name}" for key in PRINTED},
    ),
    "handed": Choice(
        label="Judgements the tool gets",
        first="usual",
        options={
            "usual": "as its API takes them",
            "everything": "all",
            "list": "only of the list",
        },
        help="Some tools take all judgements, also of missed documents. The API of others takes "
        "only one list of labels and scores.",
    ),
    "tied": Choice(
        label="Tied scores",
        first="none",
        options={"none": "none", "pairs": "two by two", "all": "all of them"},
        help="Documents that the model gave the same score. Tools that break ties by document use "
        "the titles: rename a card to see it.",
    ),
    "tie_rule": Choice(
        label="Ties in Rankbook",
        link="ties",
        first="order",
        options={"order": "as they stand", "averaged": "averaged over all orders"},
        help="Averaged, as scikit-learn does: each tied document has the mean gain of its tie.",
    ),
    "got": Line(label="The number you got", first="", most=500),
    "drill_level": Range(label="Level", first=1, link="level", low=1, high=5, step=1),
    "drill_seed": Range(label="Exercise", first=1, link="exercise", low=0, high=99_999, step=1),
    "drill_answers": SheetText(label="Answers", first="", link="answers", most=100),
    "drill_sheet": Choice(
        label="Exercises shown",
        first="one",
        link="sheet",
        options={"one": "one at a time", "ten": "ten on a sheet"},
    ),
    "challenge": Choice(label="Challenge", first="", options={"": "Play freely", **_CHALLENGES}),
    "puzzle": Choice(label="Puzzle", first=next(iter(_PUZZLES)), options=_PUZZLES),
}

CHALLENGE: Final = "challenge"
"""The knob that holds the id of the current challenge."""

REPLACE_LIST: Final = tuple(key for key, knob in KNOBS.items() if knob.replaces_list)

FIRST_SETTINGS: Final[Mapping[str, Any]] = MappingProxyType(
    {key: knob.first for key, knob in KNOBS.items()}
)

_TURNED: Final = {knob.parameter: key for key, knob in KNOBS.items() if knob.parameter}

for _metric in METRICS.values():
    for _name in _metric.knobs:
        if _TURNED.get((_metric.key, _name), _name) not in KNOBS:
            raise ValueError(
                f"the metric {_metric.key!r} has a knob {_name!r} without an entry of KNOBS"
            )


def of_metrics(*metrics: str) -> list[str]:
    """Return the knobs that some metrics depend on, each once, in the order of `KNOBS`."""
    wanted = {knob for key in metrics for knob in _parameters(key).values()}
    if any(METRICS[key].reads != "graded" for key in metrics):
        wanted.add("relevant_from")
    return [name for name in KNOBS if name in wanted or name == "scale"]


def to_draw(names: Iterable[str], settings: Mapping[str, Any]) -> list[str]:
    """Return the knobs to draw: each, and after it those that its value needs."""
    wanted = chain(*((name, *_needs(name, settings[name])) for name in names))
    return [
        name
        for name in dict.fromkeys(wanted)
        if settings["scale"] > 1 or name not in ("relevant_from", "thresholds")
    ]


def positions(metric: str) -> dict[str, str]:
    """Return, by label, the possible values of a metric's knobs, without the scale.

    After each knob come those that some position of it needs.
    """
    shown = {
        part: KNOBS[part]
        for name in of_metrics(metric)
        for part in (name, *chain(*(_needs(name, option) for option in _options(name))))
        if part != "scale"  # it belongs to the list
    }
    return {knob.label: knob.positions for knob in shown.values()}


def position(name: str, value: Any) -> str:
    """Return the name of a position of a choice."""
    option = _options(name)[value]
    return option if isinstance(option, str) else option.label


def value_text(name: str, settings: Mapping[str, Any]) -> str:
    """Return the name of a choice's value, with the values of the knobs that it needs."""
    further = needed_values(name, settings[name], settings)
    return position(name, settings[name]) + f" ({further})" * bool(further)


def needed_values(name: str, value: Any, settings: Mapping[str, Any]) -> str:
    """Return the values of the knobs that a position of a choice needs."""
    return ", ".join(
        f"{KNOBS[needed].label.lower()} {to_text(settings[needed])}"
        for needed in _needs(name, value)
    )


def arguments(metric: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return a metric's arguments for the values of the knobs."""
    values = {}
    for parameter, knob in _parameters(metric).items():
        value = settings[knob]
        position = _options(knob).get(value)
        values[parameter] = (
            position.family(*(settings[name] for name in position.needs))
            if isinstance(position, Position) and position.family
            else KNOBS[knob].argument(value, settings["scale"])
        )
    return values


def continuation_of(reader: str, settings: Mapping[str, Any]) -> tuple[cwl.Continuation, Any]:
    """Return a reader's continuation, and the utility of a grade to them, for the settings."""
    _, family, names = _CONTINUATIONS[reader]
    return family(*(settings[name] for name in names)), arguments("rbp", settings)["utility"]


def _options(name: str) -> Mapping[Any, str | Position]:
    knob = KNOBS[name]
    return knob.options if isinstance(knob, Choice) else {}


def _needs(name: str, value: Any) -> tuple[str, ...]:
    position = _options(name).get(value)
    return position.needs if isinstance(position, Position) else ()


@cache
def _parameters(metric: str) -> Mapping[str, str]:
    """Return the knob of each parameter of a metric.

    k is one of them only if the metric's symbol shows it; other metrics read the whole list.
    """
    return {
        name: _TURNED.get((metric, name), name)
        for name in METRICS[metric].knobs
        if METRICS[metric].has_cutoff or name != "k"
    }
