"""The knobs that only this page has."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, groupby
from typing import Any, Final

from metrics import typed
from pages.precision_recall_curve import typed_classes, typed_points
from ui.core.knob_kinds import Knob, Numbers, to_text
from ui.core.typed_knobs import Tabled


class Counted(StrEnum):
    """What an exercise gives: cases with their scores, or points of a curve."""

    SCORED = "scored_cases"
    POINTS = "curve_points"
    ROC = "roc_points"
    COSTS = "error_costs"


_TOTAL: Final = re.compile(
    r"\bm\s*(?:[=:]|is)\s*(\d{1,3})\b|(?<![\d.,/])(\d{1,3})(?=\s+(?:are\s+)?relevant)",
    re.IGNORECASE,
)
"""How many relevant documents exist."""
_POINTS: Final = re.compile(r"(\d{1,3})((?:,[\d./%]+ [\d./%]+)+)")
"""Points as an address has them, behind how many are relevant."""
_SHARE: Final = re.compile(r"(?<![\w.,/])\d+ ?/ ?\d+|\d*[.]?\d+ ?%?")
_ODD: Final = re.compile(
    r"(?<!\w)(?!(?:at|and|is|are|of|points?|the|with|has|have|interpolated|documents?|docs?|exist"
    r"|in|total|relevant)\b)[^\W\d_][\w-]*",
    re.IGNORECASE,
)
"""A word that says nothing of points."""
_R_OR_P: Final = re.compile(r"\b(r|p)(?:ec(?:all)?|rec(?:ision)?)?s?\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Scored(Tabled):
    """Scores and classes in turn: of the first case, of the second one, and so on.

    Of several models a text for each case, "0.9 0.8 1", below one with their names, "LR SVM".
    """

    allows = (
        "2 to {most} scores with their classes, 1 or 0, of both classes, such as 0.9 1, 0.7 0, or "
        "two rows: 0.9 0.7; 1 0. Five equal cases are 0.9 1 x5. Two to {models} models have a "
        "column each: 0.9 0.8 1; 0.7 0.3 0"
    )
    most: int
    models: int = typed_classes.MOST_MODELS

    def parse(self, text: str, scale: int) -> tuple[float | str, ...]:
        """Return the cases of a text, else raise a `ValueError` that says what is allowed."""
        if found := typed_classes.models(text):
            rows = [*zip(*found.scores, found.classes, strict=True)]
            if len(rows) > self.most or not all(abs(score) <= 1e6 for score in chain(*rows)):
                raise ValueError(self.positions)
            return (" ".join(found.names), *(" ".join(map(to_text, row)) for row in rows))
        try:
            cases = typed_classes.read(text)
        except typed.RefusedError as refused:
            raise ValueError(f"{self.positions}. {refused}".rstrip(".")) from None
        if (
            not 2 <= len(cases) <= self.most
            or {is_1 for _, is_1 in cases} != {0, 1}
            or not all(abs(score) <= 1e6 for score, _ in cases)
        ):
            raise ValueError(self.positions)
        return tuple(float(one) for case in cases for one in case)

    def in_words(self, value: Any, scale: int) -> str:
        """Return a score and a class for each case, as they are typed."""
        if isinstance(value[0], str):
            return "; ".join(_times(value))
        return ", ".join(_times(_in_pairs(value, " ").split(", ")))


def _times(cases: Iterable[str]) -> Iterator[str]:
    """Yield equal cases in a row as one, with their number: 0.9 1 x5."""
    for case, run in groupby(cases):
        times = len([*run])
        yield f"{case} x{times}" if times > 1 else case


@dataclass(frozen=True, kw_only=True)
class Points(Knob):
    """Points of a precision-recall curve: how many are relevant, 0 if unknown, then "0.5 0.6" each.

    A number stays as it is typed: 0.67 may be rounded.
    """

    lines = "; "
    allows = (
        "1 to {most} points, such as 0.5 0.6; 1 0.4. Each is a recall and a precision above 0 and "
        "up to 1. Behind them stands m = 6, if you know how many are relevant"
    )
    most: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the points of a text, else raise a `ValueError` that says what is allowed."""
        address = _POINTS.fullmatch(text)
        total = address or _TOTAL.search(text)
        m = next(filter(None, total.groups()), "0") if total else "0"
        plain = address[2].replace(",", ";") if address else _TOTAL.sub(" ", text)
        if "." not in plain:
            plain = re.sub(r"(?<![\d,])(\d),(\d+)", r"\1.\2", plain)  # 0,5 0,6
        parts = [part for part in re.split(r"[;\n]", plain) if _SHARE.search(part)]
        rows = [[each.replace(" ", "") for each in _SHARE.findall(part)] for part in parts]
        if odd := _ODD.search(_R_OR_P.sub(" ", plain)):
            raise ValueError(f"{self.positions}. “{odd[0][:20]}” is neither a number, R, P nor m")
        said = "".join(_R_OR_P.findall(plain)).lower()
        if re.search(r"\bat\b", plain) and (first := _SHARE.search(plain)):  # P at R 0.5 is 0.6
            said = "".join(_R_OR_P.findall(plain[: first.start()])[-1:]).lower()
        one_each = [len(_R_OR_P.findall(part)) for part in parts] == [1, 1]
        if one_each and len(rows[0]) == len(rows[1]):  # a row of recalls and one of precisions
            rows = [*map(list, zip(*rows, strict=True))]
        numbers = [*chain(*rows)]
        points = [*zip(numbers[::2], numbers[1::2], strict=False)]
        if said.startswith("p"):
            points = [(r, p) for p, r in points]
        values = [typed.read(number).value for number in numbers]
        if (
            not 1 <= len(points) <= self.most
            or len(numbers) % 2
            or not all(0 < value <= 1 for value in values)
        ):
            raise ValueError(self.positions)
        return (f"{int(m)}", *(f"{r} {p}" for r, p in points))

    def in_words(self, value: Any, scale: int) -> str:
        """Return the points, and how many are relevant behind them."""
        m, *points = map(str, value)
        return "; ".join(points) + f"; m = {m}" * (m != "0")


@dataclass(frozen=True, kw_only=True)
class RocPoints(Tabled):
    """Points of a ROC curve: the share of positives or 0, the names of the columns, then each row.

    A number stays as it is typed: 0.67 may be rounded.
    """

    allows = (
        "1 to {most} points, FPR and TPR of each, such as 0.1 0.5; 0.3 0.8. With more columns, or "
        "in another order, name them: threshold TPR FPR precision; 0.9 0.5 0.1 0.6. Behind them "
        "stands share 2 %, of positives, if you know it"
    )
    most: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the points of a text, else raise a `ValueError` that says what is allowed."""
        try:
            found = typed_points.read(text)
        except typed.RefusedError as refused:
            raise ValueError(f"{self.positions}. {refused}".rstrip(".")) from None
        if len(found.rows) > self.most:
            raise ValueError(self.positions)
        return (found.share, " ".join(found.columns), *map(" ".join, found.rows))

    def in_words(self, value: Any, scale: int) -> str:
        """Return the points below the names of their columns, and the share behind them."""
        share, *rows = map(str, value)
        return "; ".join(rows) + f"; share = {share}" * (share != "0")


def _in_pairs(value: Sequence[float], between: str) -> str:
    """Write numbers two by two, with commas between the pairs."""
    pairs = zip(value[::2], value[1::2], strict=True)
    return ", ".join(between.join(map(to_text, pair)) for pair in pairs)


KNOBS: Final[Mapping[str, Knob]] = {
    Counted.SCORED: Scored(
        label="Scores with classes",
        first=(0.9, 1.0, 0.7, 1.0, 0.7, 0.0, 0.4, 1.0, 0.2, 0.0),
        link="scored",
        most=50,
        help="A score and its class, 1 or 0: 0.9 1, 0.7 0. Or words: 0.9 spam, 0.7 ham; spam = 1. "
        "Or two rows: 0.9 0.7; 1 0. Several "
        "models: paste their columns beside one of classes.",
    ),
    Counted.COSTS: Numbers(
        label="Cost of an FP, of an FN",
        first=(1.0, 1.0),
        least=2,
        most=2,
        high=1e6,
        help="What a false alarm costs, and what a missed 1 costs: 1000, 5000.",
    ),
    Counted.POINTS: Points(
        label="Points: recall and precision",
        first=("6", "0.5 0.6"),
        link="curve_at",
        most=20,
        help="A recall and its precision: 0.5 0.6; 1 0.4. Behind them m = 6, if it is known.",
    ),
    Counted.ROC: RocPoints(
        label="Points: FPR and TPR",
        first=("0", "FPR TPR", "0.1 0.5", "0.3 0.8", "0.6 0.9"),
        link="roc_at",
        most=20,
        help="FPR and TPR: 0.1 0.5; 0.3 0.8. Behind them share 2 %, of positives. Other columns "
        "need names: threshold TPR FPR precision.",
    ),
}
