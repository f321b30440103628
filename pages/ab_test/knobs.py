"""The knobs that only this page has."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from metrics import typed
from ui.core.knob_kinds import Choice, Knob, Numbers, Range


class AbTest(StrEnum):
    """The counts of an A/B test."""

    GROUPS = "ab_groups"
    RATES = "ab_rates"
    LEVEL = "ab_level"
    LOOKS = "ab_looks"
    SIDES = "ab_sides"
    WANTED = "ab_wanted_power"
    EACH = "ab_each"
    WEEKLY = "ab_weekly"
    FORMULA = "ab_formula"
    COUNTS = "two_counts"
    KIND = "two_counts_are"
    PLANNED = "planned_share"


_COUNTS: Final = re.compile(r"\s*(\d{1,12})" + 3 * r"[,;\s]\s*(\d{1,12})" + r"\s*")
_FRACTIONS: Final = re.compile(
    r"\s*(\d{1,12})\s*(?:/|of)\s*(\d{1,12})\s*[,;]?\s+(\d{1,12})\s*(?:/|of)\s*(\d{1,12})\s*"
)
_RATE: Final = r"(\d+ ?/ ?\d+|\d*[.,]?\d+ ?%?)"
_TWO_RATES: Final = re.compile(
    rf"\s*{_RATE}\s*(,|;|\||to|→|->|vs\.?|and|[+-]|\s)\s*{_RATE}\s*(relative(?:ly)?|rel\.?|lift)?\s*"
)


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

    def read_as(self, text: str, value: Any) -> str:
        """Say of a change in percent that it was taken for points."""
        one, other = (f"{100 * rate:.6g} %" for rate in value)
        if not re.search(r"%\s*[+−-]\s*[\d.,]+\s*%\s*$", text):
            return ""
        return (
            f"Read as a change in points, from {one} to {other}. If it is relative to {one}, write "
            "“relative” behind it."
        )

    def in_words(self, value: Any, scale: int) -> str:
        """Return both rates in percent."""
        return ", ".join(f"{100 * rate:.6g} %" for rate in value)


def _rate(text: str) -> float:
    """Return a rate: 12 %, 12/100, 0.12, and 12 without its sign."""
    rate = typed.read(text).value
    return rate / 100 if rate >= 1 else rate


@dataclass(frozen=True, kw_only=True)
class Groups(Knob):
    """How many succeed in each of two groups: A's successes, A's number, B's successes, B's."""

    allows = "two fractions of whole numbers to {most:,}, as in 85/100, 90/100"
    most: int

    def parse(self, text: str, scale: int) -> tuple[int, ...]:
        """Return the counts of a text, else raise a `ValueError` that says what is allowed."""
        without_thousands = re.sub(r"(?<=\d)[,\s](?=\d{3}(?!\d))", "", text)
        texts = (text, without_thousands)
        forms = [(form, of) for form in (_COUNTS, _FRACTIONS) for of in texts]
        found = next((found for form, of in forms if (found := form.fullmatch(of))), None)
        counts = tuple(map(int, found.groups())) if found else ()
        if found and found.re is _COUNTS and all(a > b for a, b in _two(counts)):
            counts = tuple(count for some, all_ in _two(counts) for count in (all_, some))
        groups = _two(counts)
        if not groups or not all(some <= all_ <= self.most and all_ for some, all_ in groups):
            raise ValueError(". ".join([self.positions, *_more_than_all(counts)]))
        return counts

    def read_as(self, text: str, value: Any) -> str:
        """Say of four numbers that spaces part which of them belong together."""
        if not re.search(r"\d[,;]?\s+\d", text) or re.search("/|of", text):
            return ""
        a, b = (f"{some:,} of {all_:,}" for some, all_ in _two(value))
        return f"The four numbers were read as {a} for A, and {b} for B."

    def in_words(self, value: Any, scale: int) -> str:
        """Return both fractions."""
        return "{}/{}, {}/{}".format(*value)


def _two(counts: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the two numbers of each group."""
    return [*zip(counts[::2], counts[1::2], strict=True)]


def _more_than_all(counts: tuple[int, ...]) -> Iterator[str]:
    """Yield of which groups more succeed than there are."""
    for some, all_ in _two(counts):
        if some > all_:
            yield f"Of {all_:,} readers, {some:,} cannot succeed"


@dataclass(frozen=True, kw_only=True)
class TwoCounts(Numbers):
    """Two counts, and of how many if known: 300 : 220 of 10,000. Or one of all: 60 of 100.

    Or four cells: what both systems got right, only A, only B, and neither.
    """

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return (
            "two whole numbers, not both 0, and of how many if you know: 300 : 220, or 300 : 220 "
            "of 10,000; or one of all, 300 of 520. Or four cells, what both, only A, only B and "
            "neither got right: 8,740, 300, 220, 740"
        )

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, else raise a `ValueError` that says what is allowed."""
        words = re.sub(r"(?<=\d)\s*(?::|;|–|-|\b(?:of|to|and|against|vs\.?)\b)\s*", " ", text)
        counts = super().parse(words, scale)
        if re.search(r"\bof\b", text) and len(counts) == 2:
            counts = (counts[0], counts[1] - counts[0])
        some = sum(counts[1:3] if len(counts) == 4 else counts[:2])
        if not 2 <= len(counts) <= self.most or min(counts) < 0 or not some:
            raise ValueError(self.positions)
        if len(counts) == 3 and counts[2] < some:
            raise ValueError(f"{self.positions}. {counts[2]:,.0f} in all are too few")
        return counts

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which two counts are parted by a colon."""
        first, second, *of = each = [f"{count:,.0f}" for count in value]
        written = ", ".join(each) if len(of) == 2 else " of ".join([f"{first} : {second}", *of])
        return {**super().control(value, scale), "value": written}


_A_DAY: Final = re.compile(r"\s*(?:(?:a|per|each|/)\s*day|daily)\b")


@dataclass(frozen=True, kw_only=True)
class Weekly(Numbers):
    """How many come in a week; or in a day, if the text says so."""

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the number of a week, else raise a `ValueError` that says what is allowed."""
        counts = super().parse(_A_DAY.sub("", text), scale)
        return tuple(7 * count for count in counts) if _A_DAY.search(text) else counts

    def read_as(self, text: str, value: Any) -> str:
        """Say what the users of a day are in a week."""
        return f"A week has seven such days: {value[0]:,.0f} users." * bool(_A_DAY.search(text))


KNOBS: Final[Mapping[str, Knob]] = {
    AbTest.GROUPS: Groups(
        is_subject=True,
        label="Successes of A, of B",
        first=(90, 100, 85, 100),
        link="groups",
        most=1_000_000_000,
    ),
    AbTest.RATES: Rates(
        label="From which rate to which",
        first=(0.1, 0.12),
        link="rates",
        help="Two rates: 10 %, 12 %. Or one and the smallest change to find, in points or relative "
        "to it: 10 % + 2 points, 10 % + 20 % relative.",
    ),
    AbTest.LEVEL: Choice(
        label="Level α of the test",
        first=0.05,
        link="ab_alpha",
        options={0.1: "0.1", 0.05: "0.05", 0.01: "0.01"},
        help="How often the test finds a difference where there is none.",
    ),
    AbTest.LOOKS: Range(label="Looks", first=5, link="peeks", low=2, high=20, step=1),
    AbTest.SIDES: Choice(
        label="The test has",
        first=2,
        link="sides",
        options={2: "two sides", 1: "one side"},
        help="One side: you said before which group would be better, and test only that.",
    ),
    AbTest.WANTED: Choice(
        label="Power",
        first=0.8,
        link="wanted",
        options={0.5: "0.5", 0.8: "0.8", 0.9: "0.9", 0.95: "0.95"},
        help="How often the test finds the difference if it is real.",
    ),
    AbTest.EACH: Numbers(
        label="Users per group, if given",
        first=(1000,),
        most=1,
        low=1,
        high=1_000_000_000,
        whole=True,
        help="So many users can be had in each group: their power, and the smallest change that "
        "they find.",
    ),
    AbTest.WEEKLY: Weekly(
        label="Users a week, of both groups",
        first=(1000,),
        link="weekly",
        most=1,
        low=2,
        high=1_000_000_000,
        whole=True,
        help="Or the users of a day: 8,000 a day.",
    ),
    AbTest.FORMULA: Choice(
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
    AbTest.COUNTS: TwoCounts(
        label="Two counts",
        first=(300.0, 220.0),
        link="two",
        most=4,
        high=1e9,
        whole=True,
        help="300 : 220, or with the number of all: 300 : 220 of 10,000. Or four cells: what both, "
        "only A, only B and neither got right.",
    ),
    AbTest.KIND: Choice(
        label="What they count",
        first="right",
        link="two_are",
        options={
            "right": "what only A and only B got right",
            "wins": "readers that A won and that B won",
            "split": "readers who saw A and who saw B",
        },
    ),
    AbTest.PLANNED: Numbers(
        label="Planned share of A",
        first=(0.5,),
        link="planned",
        most=1,
        low=0.001,
        high=0.999,
        help="0.5, 1/2 or 50 %.",
    ),
}
