"""Kinds of knobs for data that a reader types or pastes, such as scores, ranks and lists."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import isqrt
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, Self

from metrics import typed
from ui.core import (
    judged_tables,
    judgements,
    typed_classes,
    typed_lists,
    typed_points,
    typed_ranks,
    typed_rates,
    typed_tables,
    typed_votes,
)
from ui.core.knob_kinds import Knob, Line, Numbers, to_text

_ANSWERED: Final = re.compile(r"[0-9a-z.,+*/()%?_~×·÷−–-]{0,4000}")
_COUNTS: Final = re.compile(r"(\d{1,12}),(\d{1,12}),(\d{1,12}),(\d{1,12})")
_RUN_LABEL: Final = re.compile(
    r"(?<![\s;,/|])[\s;,/|]*\b(?:(?:run|system|ranker|engine) ?\w ?[:=]|[A-Z] ?[:=])", re.IGNORECASE
)
_FRACTIONS: Final = re.compile(
    r"\s*(\d{1,12})\s*(?:/|of)\s*(\d{1,12})\s*[,;]?\s+(\d{1,12})\s*(?:/|of)\s*(\d{1,12})\s*"
)
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
_ITEM: Final = re.compile(r"[\w.#’-]{1,20}")
"""The name of an item."""
_RATE: Final = r"(\d+ ?/ ?\d+|\d*[.,]?\d+ ?%?)"
_TWO_RATES: Final = re.compile(
    rf"\s*{_RATE}\s*(,|;|\||to|→|->|vs\.?|and|[+-]|\s)\s*{_RATE}\s*(relative(?:ly)?|rel\.?|lift)?\s*"
)


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
        plain = _unlabelled(text)
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
            or not _are_scores(every)
        ):
            raise ValueError(self.positions)
        return tuple(" ".join(f"{round(float(word), 4):.8g}" for word in group) for group in groups)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the groups, as they are typed."""
        return " / ".join(re.sub(r"(?<=\d) ", ", ", group) for group in value)


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


def _unlabelled(text: str) -> str:
    """Return a text of numbers without what stands before them, A: or pred =, and with plain −."""
    return re.sub(r"[A-Za-z]+\s*[:=]", " ", text.replace("−", "-"))


def _are_scores(words: Iterable[str]) -> bool:
    """Return whether all words are decimals from −1000 to 1000."""
    return all(_DECIMAL.fullmatch(word) and abs(float(word)) <= 1000 for word in words)


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


_BAR: Final = "|"
_BLOCKS: Final = re.compile(
    r"\s*(?P<one>pred\w*|model\w*|estimate\w*|actual|true|truth|real)[^:=\n;]{0,20}[:=](?P<of_one>.*?)"
    r"[;\s]*\b(?P<other>pred\w*|model\w*|estimate\w*|actual|true|truth|real|ratings?)"
    r"[^:=\n;]{0,20}[:=](?P<of_other>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A matrix of predicted ratings and one of actual ones, with their names."""
_CONSTANT: Final = re.compile(r"\s*(?:[a-z ]+[:=])?\s*(-?[\d.]+)\s*[;/](.*)", re.I | re.DOTALL)


def _users(text: str) -> list[str]:
    """Return the pairs of each user, if each has a row; one text or none for another text.

    >>> _users("4/5 3/3; 2/1 4/–"), _users("2; 5 – / 3 1")
    (['4/5 3/3', '2/1 4/–'], ['2/5 2/–', '2/3 2/1'])
    >>> _users("predicted: 4 3; 2 4 actual: 5 3; 1 –")
    ['4/5 3/3', '2/1 4/–']
    """
    plain = text.replace("−", "-")
    if blocks := _BLOCKS.fullmatch(plain):
        sides = [_matrix(blocks["of_one"]), _matrix(blocks["of_other"])]
        if not blocks["one"].lower().startswith(("pred", "model", "estimate")):
            sides.reverse()
        if [*map(len, sides[0])] != [*map(len, sides[1])]:
            return []
        users = zip(*sides, strict=True)
        return [" ".join(map("/".join, zip(*rows, strict=True))) for rows in users]
    if constant := _CONSTANT.fullmatch(plain):
        rows = _matrix(constant[2])
        if len(rows) > 1 and len({*map(len, rows)}) == 1 and len(rows[0]) > 1:
            return [" ".join(f"{constant[1]}/{actual}" for actual in row) for row in rows]
    lines = [line.strip(" ,") for line in re.split(r"[;\n|]", re.sub(r"\s*/\s*", "/", plain))]
    lines = [re.sub(r"^[^\W\d]\w*\s*[:=]\s*", "", line) for line in lines if line]
    pairs = [re.split(r"[\s,]+", line) for line in lines]
    in_pairs = all(each.count("/") == 1 for line in pairs for each in line)
    return lines if in_pairs and max(map(len, pairs), default=0) > 1 else []


def _has_both(ratings: Sequence[float | None]) -> bool:
    """Return whether an item has both ratings."""
    return any(None not in pair for pair in zip(ratings[::2], ratings[1::2], strict=True))


def _matrix(text: str) -> list[list[str]]:
    rows = [re.sub(r"^\s*[^\W\d]\w*\s*[:=]", "", row) for row in re.split(r"[;\n|/\]]", text)]
    return [words for row in rows if (words := row.replace(",", " ").replace("[", " ").split())]


_UNKNOWN: Final = frozenset({"", "–", "—", "-", "?"})


@dataclass(frozen=True, kw_only=True)
class Rated(Knob):
    """Predicted and actual ratings in turn: of the first item, of the second one, and so on.

    An unknown one is None. A bar stands between the ratings of two users.
    """

    lines = "; "
    allows = (
        "1 to {most} pairs such as 4.2/4, 3.9/2, or all predicted ratings, a semicolon and all "
        "actual ones, each from −1000 to 1000, or – if it is unknown. Users have a row each: "
        "4/5 3/3; 2/1 4/–, or predicted: 4 3; 2 4 actual: 5 3; 1 –"
    )
    most: int

    def parse(self, text: str, scale: int) -> tuple[float | str | None, ...]:
        """Return the ratings of a text, else raise a `ValueError` that says what is allowed."""
        users = text.split(f",{_BAR},") if re.fullmatch(r"[\d.,|-]+", text) else _users(text)
        if len(users) > 1:
            each = [self._pairs(user) for user in users]
            if sum(map(len, each)) > 2 * self.most or not any(map(_has_both, each)):
                raise ValueError(self.positions)
            return (*each[0], *chain(*((_BAR, *user) for user in each[1:])))
        pairs = self._pairs(text)
        if not _has_both(pairs):
            raise ValueError(self.positions)
        return pairs

    def _pairs(self, text: str) -> tuple[float | None, ...]:
        plain = _unlabelled(text)
        plain = re.sub(r"\(\s*([^\s,;/()]+)\s*[,;/]?\s*([^\s,;/()]+)\s*\)", r" \1/\2 ", plain)
        rows = [row.replace(",", " ").split() for row in re.split("[;/]", plain) if row.strip()]
        # One prediction for all: "2; 5 4", or with so many that it is no pair, "2 / 5 2 4".
        one_for_all = len(rows) == 2 and len(rows[0]) == 1 and len(rows[1]) > 1 + ("/" in plain)
        if one_for_all:
            pairs = [[*rows[0], actual] for actual in rows[1]]
        elif "/" in plain:
            between = re.sub(r"\s*/\s*", "/", plain).replace(",", " ").replace(";", " ")
            pairs = [pair.split("/") for pair in between.split()]
        elif len(rows) == 2 and len(rows[0]) == len(rows[1]):
            pairs = [*map(list, zip(*rows, strict=True))]
        elif len(rows) == 1:  # as an address has them, where nothing stands for an unknown one
            row = plain.split(",") if "," in plain and " " not in plain.strip() else rows[0]
            pairs = [row[at : at + 2] for at in range(0, len(row), 2)]
        else:
            pairs = rows
        known = [word for word in chain(*pairs) if word not in _UNKNOWN]
        if (
            not 1 <= len(pairs) <= self.most
            or not all(len(pair) == 2 for pair in pairs)
            or not _are_scores(known)
        ):
            raise ValueError(self.positions)
        return tuple(None if one in _UNKNOWN else round(float(one), 4) for one in chain(*pairs))

    def in_words(self, value: Any, scale: int) -> str:
        """Return a pair for each item, as it is typed."""
        return "; ".join(map(self._written, self.by_user(value)))

    def _written(self, ratings: Sequence[float | None]) -> str:
        pairs = zip(ratings[::2], ratings[1::2], strict=True)
        each = (["–" if one is None else to_text(one) for one in pair] for pair in pairs)
        return ", ".join(map("/".join, each))

    @staticmethod
    def by_user(value: Sequence[Any]) -> list[list[float | None]]:
        """Return the ratings of each user."""
        users: list[list[float | None]] = [[]]
        for one in value:
            if one == _BAR:
                users.append([])
            else:
                users[-1].append(one)
        return users


class Tabled(Knob):
    """A knob that holds a table, which may be pasted."""

    lines = "; "

    def in_words(self, value: Any, scale: int) -> str:
        """Return the rows, as they are typed."""
        return "; ".join(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which the cells of pasted lines are parted by commas."""
        return {**super().control(value, scale), "cells": ","}


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


@dataclass(frozen=True, kw_only=True)
class Ranks(Knob):
    """The ranks or scores that two to eight judges give the same items, a text for each judge."""

    lines = "; "
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


@dataclass(frozen=True, kw_only=True)
class Verdicts(Tabled):
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


@dataclass(frozen=True, kw_only=True)
class Labelled(Verdicts):
    """What two or three judges said, of more labels than two: a letter or a digit a document."""

    allows = (
        "a row of 1 to {most} answers for each of 2 or 3 judges, such as 1010, 1100 or PNG, PGG"
    )
    most_labels: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the rows of a text, else raise a `ValueError` that says what is allowed."""
        rows = judgements.labelled_rows(text)
        if (
            len(rows) not in (2, 3)
            or not 1 <= len(rows[0]) <= self.most
            or len({*"".join(rows)}) > self.most_labels
        ):
            odd = judgements.odd_row(text)
            raise ValueError(
                f"{self.positions}. There are at most {self.most_labels} labels: a letter or a "
                "digit each, or marks from 0 to 10. Of more documents, type the table of counts"
                + f". {odd}"
                * bool(odd)
            )
        return tuple(rows)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the rows, with semicolons between them if a mark has two digits."""
        if not any(judgements.TEN in row for row in value):
            return super().in_words(value, scale)
        return "; ".join(" ".join(row).replace(judgements.TEN, "10") for row in value)


@dataclass(frozen=True, kw_only=True)
class Votes(Tabled):
    """How many of several judges gave each label: the names of the labels, then each document."""

    allows = (
        "the answers of 4 to {judges} judges, a column for each. Or a row for each document says "
        "how many judges gave each label, such as 3 1; 2 2; 0 4, and all rows have one sum"
    )
    most: int
    judges: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the counts of a text, else raise a `ValueError` that says what is allowed."""
        votes = (
            typed_votes.in_address(text)
            or typed_votes.likelier(text)
            or typed_votes.said(text)
            or typed_votes.counted(text)
        )
        if (
            not votes
            or not 2 <= len(votes.rows) <= self.most
            or not 2 <= sum(votes.rows[0]) <= self.judges
            or len(votes.names) > judged_tables.MOST_LABELS
        ):
            raise ValueError(self.positions)
        return votes.written()


@dataclass(frozen=True, kw_only=True)
class Counts(Tabled):
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
        counts = self._signed(text) or self._of_rates(text) or re.split(r"[,;\s]+", text.strip())
        if self.last_unknown and counts[3:] in ([""], [None]):
            counts = [*counts[:3], None]
        if self.square and (table := judged_tables.counts(text)):
            counts = [*map(str, table)]
        known = [count for count in counts if count is not None]
        most = judged_tables.MOST_LABELS if self.square else 2
        sizes = [side**2 for side in range(2, most + 1)]
        if len(counts) not in sizes or not all(
            re.fullmatch("[0-9]{1,9}", count) and int(count) <= self.most for count in known
        ):
            raise ValueError(
                f"four whole numbers from 0 to {self.most}, with commas between them"
                + "; or rates: prevalence 2 %, P 50 %, R 10 %, N 10,000" * bool(self.signs)
                + f"; or a table of up to {most} rows, such as 300 20; 10 70" * self.square
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

    def _of_rates(self, text: str) -> list[str | None]:
        """Return the counts that have typed rates, if they have signs."""
        try:
            counts = typed_rates.read(text, self.most) if self.signs else None
        except typed.RefusedError as refused:
            raise ValueError(f"rates that four counts have: {refused}") from None
        return [*map(str, counts or ())]

    def in_words(self, value: Any, scale: int) -> str:
        """Return the counts; of a square, row by row."""
        side = isqrt(len(value))
        if not self.square:
            return to_text(value)
        rows = (value[at : at + side] for at in range(0, len(value), side))
        return "; ".join(" ".join(map(str, row)) for row in rows)


@dataclass(frozen=True, kw_only=True)
class Classes(Tabled):
    """A confusion table: a text with the names of the classes, then one for each actual class."""

    allows = (
        "a table of counts of 2 to {classes} classes, such as 5 1 0; 2 3 1; 0 1 4, with or without "
        "names and sums. Or type two columns with the actual and the predicted class of each case"
    )
    most: int
    classes: int = judged_tables.MOST_LABELS

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the table of a text, else raise a `ValueError` that says what is allowed."""
        table = typed_tables.read(text)
        if (
            not table
            or not 2 <= len(table.names) <= self.classes
            or not 0 < sum(map(sum, table.rows)) <= self.most
        ):
            raise ValueError(self.positions)
        return (" ".join(table.names), *(" ".join(map(str, row)) for row in table.rows))


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


@dataclass(frozen=True, kw_only=True)
class Lists(Knob):
    """Ranked lists, a text each: the grades, ? for unjudged, and a bar before the missed."""

    lines = "; "
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
        """Return a line of text, in which the lists are written as they are typed."""
        return {**super().control(value, scale), "value": typed_lists.written(value)}


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

    allows = "two fractions of whole numbers to {most:,}, as in 85/100, 90/100"
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
class Readers(Numbers):
    """A number of readers, or one for each rank; whoever types 12,500 means one number."""

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, in which one comma before three digits parts thousands."""
        text = to_text(value).strip()
        if re.fullmatch(r"\d{1,3}(,\d{3}|(,000)+)", text):
            text = text.replace(",", "")
        return self.parse(text, scale)


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


@dataclass(frozen=True, kw_only=True)
class ItemLists(Knob):
    """A list of items for each user, best first; a star marks what the user liked."""

    lines = "; "
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
            or not all(map(_ITEM.fullmatch, chain(*names)))
        ):
            raise ValueError(self.positions)
        return "; ".join(" ".join(row) or "–" for row in lists)


@dataclass(frozen=True, kw_only=True)
class Popularity(Knob):
    """The share of all users that knows each item: i1 0.8, i2 0.4. Or none: "" is a value, too."""

    lines = ", "
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
            or not all(map(_ITEM.fullmatch, names))
            or not all(0 < value <= 1 for value in values)
        ):
            raise ValueError(self.positions)
        return ", ".join(f"{n} {to_text(v)}" for n, v in zip(names, values, strict=True))


@dataclass(frozen=True, kw_only=True)
class SheetText(Line):
    """The answers to a series of exercises, as one line (`pages.drill.sheet`)."""

    allows = "answers to at most {most} exercises with ~ between them"

    def parse(self, text: str, scale: int) -> str:
        """Return a text of answers, else raise a `ValueError` that says what is allowed."""
        if not _ANSWERED.fullmatch(text) or text.count("~") >= self.most:
            raise ValueError(self.positions)
        return text
