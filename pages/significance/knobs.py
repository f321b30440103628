"""The knobs that only this page has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from metrics.catalog import METRICS
from ui.core.knob_kinds import Choice, Knob, Numbers, Range
from ui.core.typed_knobs import are_scores, unlabelled


class Significance(StrEnum):
    """Knobs of a comparison of two systems."""

    RESAMPLES = "resamples"
    SEED = "seed"
    TRIED = "metrics_tried"
    LEVEL = "level_alpha"
    POWER = "topics_power"
    PLANNED_LEVEL = "topics_level"
    UNPAIRED = "unpaired_scores"
    WITHIN = "group_within"
    OWN_P = "own_p_values"
    METRIC = "compared_by"


_PARTED: Final = re.compile(r"((?<![\w.])[01]?\.\d+(?:e-?\d+)?)\s+(?=[^\s,;)])", re.IGNORECASE)
"""A p-value with a space behind it, and then another word."""
_P_VALUE: Final = re.compile(
    r"[\s(]*((?:[^,;|/<>]*?[^\s,;|/<>:=(+−-])?)[\s:=(]*(?:\bp(?:-value)?\s*[:=]\s*)?"
    r"(?<![\d.])([01]|[01]?\.\d{1,20}|[1-9](?:\.\d{1,20})?e-\d\d?)[\s)]*",
    re.IGNORECASE,
)
"""A name or none, and a p-value."""
_LONGEST_NAME: Final = 24
_SAYS: Final = {
    "mean": r"means?|m|x̄|x-?bar|d̄|average",
    "variance": r"var(?:iance)?|s²|s\^2",
    "s": r"s\.?d\.?|standard deviation|s|σ|std",
    "n": "n",
}
"""How a summary of scores names its numbers."""
_NAMED: Final = "|".join(f"(?P<{name}>{said})" for name, said in _SAYS.items())
_VALUE: Final = r"-?(?:\d{1,3}(?:,\d{3})+|\d+\.?\d*|\.\d+)(?![\d.])"
_IN_SUMMARY: Final = re.compile(
    rf"(?<![^\W\d])(?:{_NAMED})(?:\s*[=:]\s*|\s+)(?:of\s+|is\s+)?(?P<value>{_VALUE})", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class TwoGroups(Knob):
    """The scores of two groups or more that are not paired, a text each: 7 5 and 3 1.

    Or their summaries, mean 6 s 1.4 n 2. One summary alone is of differences, which are paired.
    """

    lines = " / "
    allows = (
        "1 to {most} numbers, a stroke, and 1 to {most} numbers, such as 7, 5 / 3, 1, each from "
        "−1000 to 1000. There may be {groups} groups. Or type mean 6, s 1.4, n 2 of each, or of "
        "paired differences"
    )
    most: int
    groups: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the groups of a text, else raise a `ValueError` that says what is allowed."""
        if summaries := _summaries(text):
            if len(summaries) > self.groups:
                raise ValueError(self.positions)
            return summaries
        plain = unlabelled(text)
        parts = re.split(r"[/;|]", plain)
        groups = [part.replace(",", " ").split() for part in parts if part.strip()]
        if len(groups) == 1:  # as an address has them: 7 5,3 1
            groups = [part.split() for part in plain.split(",")]
            if len(groups) > 2 and (", " in plain or not any(group[1:] for group in groups)):
                groups = []  # one group: 7, 5, 3
        every = [word for group in groups for word in group]
        if (
            not 2 <= len(groups) <= self.groups
            or not all(1 <= len(group) <= self.most for group in groups)
            or not are_scores(every)
        ):
            raise ValueError(self.positions)
        return tuple(" ".join(f"{round(float(word), 4):.8g}" for word in group) for group in groups)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the groups, as they are typed."""
        return " / ".join(re.sub(r"(?<=\d) ", ", ", group) for group in value)


def _summaries(text: str) -> tuple[str, ...]:
    """Return mean, standard deviation and size of each group of a text; () for another text.

    >>> _summaries("M = 20, SD = 3, n = 10; M = 18, s² = 16, n = 12")
    ('mean 20 s 3 n 10', 'mean 18 s 4 n 12')
    """
    groups: list[dict[str, float]] = [{}]
    for found in _IN_SUMMARY.finditer(text.replace("−", "-")):
        name = next(name for name in _SAYS if found[name])
        value = float(found["value"].replace(",", ""))
        name, value = (
            ("s", value**0.5 if value >= 0 else -1) if name == "variance" else (name, value)
        )
        if name in groups[-1]:
            groups.append({})
        groups[-1][name] = value
    if not any(groups) or not all(_is_summary(group) for group in groups):
        return ()
    return tuple(
        f"mean {round(group['mean'], 6):.8g} s {round(group['s'], 6):.8g} n {group['n']:.0f}"
        for group in groups
    )


def _is_summary(group: Mapping[str, float]) -> bool:
    return (
        len(group) == len(("mean", "s", "n"))
        and abs(group["mean"]) <= 1e6
        and 0 <= group["s"] <= 1e6
        and group["n"].is_integer()
        and 2 <= group["n"] <= 1e6
    )


@dataclass(frozen=True, kw_only=True)
class PValues(Knob):
    """The p-values of several tests, a text each: 0.07, or AP 0.07 with a name."""

    lines = "; "
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


def _p(test: tuple[str, float]) -> float:
    return test[1]


KNOBS: Final[Mapping[str, Knob]] = {
    Significance.RESAMPLES: Range(
        label="Resamples",
        first=10_000,
        low=0,
        high=10_000,
        step=1,
        help="How many times we draw as many topics as there are: some twice, some not at all.",
    ),
    Significance.SEED: Range(
        label="Seed",
        first=0,
        low=0,
        high=999,
        step=1,
        help="The same seed gives the same draws. Report it, and others get your numbers.",
    ),
    Significance.TRIED: Range(
        label="Metrics tried", first=20, link="tried", low=1, high=40, step=1
    ),
    Significance.LEVEL: Range(
        label="Level α",
        first=0.05,
        link="alpha",
        low=0.005,
        high=0.2,
        step=0.005,
        help="A p below it counts as significant.",
    ),
    Significance.POWER: Range(
        label="Power of the plan",
        first=0.8,
        link="topics_power",
        low=0.5,
        high=0.99,
        step=0.01,
        help="The probability to find a true difference.",
    ),
    Significance.PLANNED_LEVEL: Range(
        label="α of the plan",
        first=0.05,
        link="topics_level",
        low=0.005,
        high=0.2,
        step=0.005,
        help="A p below it, of both sides, counts as significant.",
    ),
    Significance.UNPAIRED: TwoGroups(
        label="Scores of each group",
        first=("8 6 5", "4 3"),
        link="unpaired",
        most=30,
        groups=6,
        help="All scores of the first group, a stroke, all of the second, and so on. Or mean 6, "
        "s 1.4, n 2 of each group, or once of paired differences.",
    ),
    Significance.WITHIN: Numbers(
        label="Plan: the difference within ± w",
        first=(1,),
        link="within",
        help="How exact a new study shall be: the interval of its difference is ± w.",
        most=1,
        low=0.001,
        high=1_000_000,
    ),
    Significance.OWN_P: PValues(
        label="p-values",
        first=("B 0.001", "C 0.012", "D 0.021", "E 0.035", "F 0.3"),
        link="p_values",
        most=40,
        help="One for each test, with commas between them. A name may stand in front: B 0.001.",
    ),
    Significance.METRIC: Choice(
        label="Score of each topic",
        first="average_precision",
        link="by",
        options={
            key: f"{metric.symbol}: {metric.name}"
            for key, metric in METRICS.items()
            if metric.range == (0, 1) and metric.higher_is_better
        },
    ),
}
