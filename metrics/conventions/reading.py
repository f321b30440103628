"""A printed number, and one way to read it: what was computed, of which list, by whom."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from math import log10
from typing import Final

from ..catalog import METRICS
from ..ranking import Ranking
from .compositions import Part
from .definitions import Definition, as_read
from .lines import Line

EXACT: Final = 2e-9
"""Largest rounding error of a number that was calculated."""
_MOST_EXACT: Final = 10
"""Largest number with one decimal that is exact; 67.9 is rather a percentage that was rounded."""
FEW_PLACES: Final = 2
MANY_PLACES: Final = 7
"""Fewest decimals that show single precision, a value rounded on the way, or a small number in the
denominator."""
_LONG: Final = 10
"""Most decimals of a text that is not shortened."""
_SHORTEST: Final = 6
"""Decimals of the text of a number in short."""
_DECIMAL: Final = re.compile(r"-?\d*[.,](\d+)")
ONE_OFF: Final = "one "
"""How a last digit that nothing explains begins; an exact number of relevant documents does."""
_SMALL: Final = 0.05
"""Largest share of a score that one in its last digit may be."""
_ON_THE_WAY: Final = 1e-6
"""Largest error of a number that was calculated in single precision, or from rounded values."""
_DOUBLE: Final = 1e-14
"""Rounding error of double precision."""
MOVED: Final = {"ties", "order", "dropped", "unmatched"}
"""Knobs that give a list another order."""
BY_STEP: Final = 0.2
"""Cost of a definition that is not the metric as taught."""
COST_OF_NONE: Final = 1.5
"""Highest cost of what explains a number without decimals."""
COST_BY_DECIMAL: Final = 0.6
_MOST_USED: Final = (
    *("scikit-learn", "trec_eval", "LightGBM", "XGBoost", "torchmetrics", "pytrec_eval"),
    *("ir_measures", "ranx", "Elasticsearch", "BEIR", "MTEB", "TF-Ranking", "CatBoost"),
    *("Spark MLlib", "Recommenders", "RecBole", "LensKit"),
)
"""Tools in the order in which a sentence names those that print one number."""
OF_A_TOOL: Final = ("bpref",)
"""Metrics whose definitions bear the name of the tool that made them."""


@dataclass(frozen=True)
class Number:
    """A number as it was typed.

    Attributes:
        text: the typed text, or the start of a long one.
        value: its value; may be NaN.
        within: largest rounding error, half a unit of the last decimal; `EXACT` for a calculation
            and for a small number with one decimal, because Python prints 0.5 for 1/2.
        places: decimals of the value; None for a calculation.
        in_full: the typed text, if `text` is only its start.
    """

    text: str
    value: float
    within: float
    places: int | None = None
    in_full: str = ""

    @classmethod
    def of(cls, text: str, value: float, within: float) -> "Number":
        """Return a number whose `within` is half a unit of its last decimal."""
        places = round(-log10(2 * within)) if within > EXACT else None
        is_exact = places == 1 and abs(value) <= _MOST_EXACT
        number = cls(text, value, EXACT / 2 if is_exact else within, places)
        if number.decimals < MANY_PLACES:
            return number
        # 5/6 in 32 bits is 0.8333333134651184, and (0.5 + 0.666667) / 2 is 0.5833335.
        return replace(number, within=max(within, _ON_THE_WAY))

    @property
    def decimals(self) -> int:
        """Decimals that were typed, also if they are more than `places`; 0 for a calculation."""
        typed = _DECIMAL.fullmatch(self.in_full or self.text)
        return len(typed[1]) if typed else 0

    def in_short(self) -> "Number":
        """Return the number with six decimals in its text if it has many.

        >>> Number.of("0.904619061234", 0.904619061234, 5e-13).in_short().text
        '0.904619…'
        """
        if self.decimals <= _LONG:
            return self
        return replace(self, text=f"{self.text[: _SHORTEST - self.decimals]}…", in_full=self.text)

    def means(self, score: float) -> bool:
        """Return whether a score, rounded like this number, equals it.

        >>> [Number.of("0.7", 0.7, 0.05).means(score) for score in (0.7, 0.71)]
        [True, False]
        """
        return abs(score - self.value) <= self.within

    def before_cut(self) -> "Number":
        """Return the number in the middle of all that are this one once they are cut off.

        >>> [Number.of("0.66", 0.66, 0.005).before_cut().means(each) for each in (2 / 3, 0.657)]
        [True, False]
        """
        off = self.within if self.value >= 0 else -self.within
        return replace(self, value=self.value + off)

    def rounds(self, value: float) -> bool:
        """Return whether a number is this one to its own decimals, however many.

        >>> one = Number.of("0.5833335", 0.5833335, 5e-8)
        >>> one.means(0.5833333), one.rounds(0.5833333)
        (True, False)
        """
        half = 0.5 * 10.0**-self.decimals + _DOUBLE
        return self.means(value) and (
            self.decimals < MANY_PLACES or abs(value - self.value) <= half
        )

    def last_digit(self, score: float) -> str:
        """Say how this number comes from a score that it equals but for its last digit; or "".

        >>> [Number.of(text, float(text), 5e-5).last_digit(8 / 9) for text in ("0.8888", "0.8887")]
        ['0.88889, cut off after 4 decimals', '']
        """
        if self.places in (None, 1) or self.means(score):
            return ""
        assert self.places is not None
        unit, off = 10.0**-self.places, score - self.value
        more = f"{score:.{self.places + 1}f}"
        if abs(off) > unit + EXACT:
            return ""
        if EXACT < off < unit - EXACT:
            return f"{more}, cut off after {self.places} decimals"
        if off < 0 and abs(float(more) - self.value) <= unit / 2 + EXACT:
            return f"{more} rounded once more, and {more} is {score:.{self.places + 2}f} rounded"
        if unit > _SMALL * abs(score):
            return ""
        which = "less" if off > 0 else "more"
        return f"{ONE_OFF}{which} in the last digit of {score:.{self.places}f}"


class Kind(IntEnum):
    """Kinds of readings, the likeliest first."""

    TOOL = 0
    """A tool prints it as this metric of the list as it stands."""
    KNOWN = 1
    """As TOOL, for programs that no line has."""
    SETTING = 2
    """A tool prints it as this metric with another cutoff, threshold or input."""
    NAMED = 3
    """Another metric, which a tool prints under a name of this one."""
    UNUSED = 4
    """A convention of this metric that differs in one thing, and that no known tool has."""
    DIGIT = 5
    """As TOOL, but for the last digit."""
    MISTAKE = 6
    """A common mistake."""
    MOVED = 7
    """A tool prints it of another list: with ties that nobody mentioned, or without a document."""
    GUESS = 8
    """This metric with a wrong sum, an empty query or another number of relevant documents."""
    COMPOSED = 9
    """This metric with two or more faults at once, or with a change that few things make."""
    OTHER = 10
    """Another metric."""
    FAR = 11
    """A convention of this metric that differs in more, or on another input, as no known tool has.

    There are so many that one may give any number by chance.
    """


BASE_COST: Final = {Kind.TOOL: 0, Kind.KNOWN: 0.5, Kind.UNUSED: 1.5, Kind.MISTAKE: 1.4}
"""Cost of a definition by the kind of its readings; others are no part of a composition."""


@dataclass(frozen=True)
class Reading:
    """One way to get a number from a list.

    Attributes:
        kind: how likely it is.
        definition: what gives the number.
        score: the number before it was rounded.
        ranking: the list as the tool gets it.
        k: the cutoff.
        lines: the lines that print it; () if no tool does.
        when: with which setting, or "".
        rounding: how the number comes from a score that it equals but for its last digit, or "".
        turned: the threshold, cutoff or top grade, if the tool has another than the list; and the
            rank of a document that it drops.
        parts: what else it is composed of.
        cost: how unlikely a composed one is.
    """

    kind: Kind
    definition: Definition
    score: float
    ranking: Ranking
    k: int
    lines: Sequence[Line] = ()
    when: str = ""
    turned: Mapping[str, int] = field(default_factory=dict)
    rounding: str = ""
    parts: tuple[Part, ...] = ()
    cost: float = 0

    @property
    def knobs(self) -> Mapping[str, object]:
        """The knobs of the definition and of the tool."""
        return {**self.definition.knobs, **self.turned}

    @property
    def takes_another(self) -> bool:
        """Whether it takes another list than the typed one, or other queries beside it."""
        is_changed = bool(self.when) and not self.turned
        return is_changed or bool({"dropped", "unmatched", "empty", "queries"} & self.knobs.keys())

    @property
    def label(self) -> str:
        """The metric's symbol, with the cutoff."""
        return self.definition.label(self.k)

    @cached_property
    def phrase(self) -> str:
        """What the definition says, without rules that do not matter for this list."""
        wording = as_read(self.definition, self.ranking, self.k).wording
        is_capped = self.knobs.get("denominator") == "capped" and "k" not in self.definition.knobs
        is_precision = self.definition.metric == "recall" and self.k <= int(
            self.ranking.relevant_total
        )
        same = f", here k: the same as {METRICS['precision'].label(self.k)}"
        return wording + same * (is_capped and is_precision)

    @property
    def is_named(self) -> bool:
        """Whether a tool or a program is known to print it."""
        return bool(self.lines or self.definition.known or self.definition.metric in OF_A_TOOL)

    @property
    def who(self) -> str:
        """Who prints it, in a few words, with the option for another relevance threshold."""
        bar = self.ranking.relevant_from
        # Of another threshold, who can be told it comes first.
        lines = sorted(self.lines, key=lambda line: (bar > 1 and not line.rel, usage(line.tool)))
        told = ((line, line.rel.replace("{t}", f"{bar:g}").strip(" ,()")) for line in lines)
        names = dict.fromkeys(
            f"{line.tool} {rel}" if bar > 1 and rel else line.tool for line, rel in told
        )
        few = ", ".join([*names][:3]) + " and others" * (len(names) > 3)
        return few or self.definition.known


def usage(tool: str) -> int:
    """Return the place of a tool among those that are used most; the others come behind."""
    return _MOST_USED.index(tool) if tool in _MOST_USED else len(_MOST_USED)


def given_places(number: Number) -> int:
    """Return how many decimals of a number say something; 0 and 1 have none."""
    if number.value in (0, 1):
        return 0
    return min(number.places or number.decimals or FEW_PLACES, MANY_PLACES)


def alike(readings: Sequence[Reading]) -> list[list[Reading]]:
    """Group readings that read the same: definitions that differ only for another list."""
    groups: dict[tuple[str, ...], list[Reading]] = {}
    for each in readings:
        groups.setdefault(reads(each), []).append(each)
    return [*groups.values()]


def reads(reading: Reading) -> tuple[str, str, str, str]:
    """Return all that is said of a reading: two with the same are one."""
    return reading.when, reading.label, reading.phrase, reading.rounding
