"""The knobs that only this page has."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, Final

from ui.core.knob_kinds import Knob, Numbers, to_text
from ui.core.typed_knobs import are_scores, unlabelled


class Counted(StrEnum):
    """What an exercise gives: how often each error occurs, or scores beside ratings."""

    ERRORS = "error_counts"
    RATED = "rated_pairs"
    SCALE = "rating_scale"


_BAR: Final = "|"
_BLOCKS: Final = re.compile(
    r"\s*(?P<one>pred\w*|model\w*|estimate\w*|actual|true|truth|real)[^:=\n;]{0,20}[:=](?P<of_one>.*?)"
    r"[;\s]*\b(?P<other>pred\w*|model\w*|estimate\w*|actual|true|truth|real|ratings?)"
    r"[^:=\n;]{0,20}[:=](?P<of_other>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A matrix of predicted ratings and one of actual ones, with their names."""
_CONSTANT: Final = re.compile(r"\s*(?:[a-z ]+[:=])?\s*(-?[\d.]+)\s*[;/](.*)", re.I | re.DOTALL)
_UNKNOWN: Final = frozenset({"", "–", "—", "-", "?"})


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
        plain = unlabelled(text)
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
            or not are_scores(known)
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


KNOBS: Final[Mapping[str, Knob]] = {
    Counted.ERRORS: Numbers(
        label="How many errors of 0, 1, 2, …",
        first=(10.0, 5.0, 2.0),
        link="errors",
        most=20,
        high=1e9,
        whole=True,
        help="How many documents have the error 0, how many 1, how many 2 and so on, up or down.",
    ),
    Counted.SCALE: Numbers(
        label="Ends of the scale, for NMAE",
        first=(1.0, 5.0),
        least=2,
        most=2,
        low=-1000,
        high=1000,
        help="The lowest and the highest rating that a person can give: 1, 5.",
    ),
    Counted.RATED: Rated(
        label="Predicted/actual ratings",
        first=(4.2, 4.0, 3.9, 2.0, 2.8, 3.0),
        link="rated",
        most=50,
        help="A pair for each item: 4.2/4, 3.9/2. Or two lines: all predicted, or one for all, "
        "then all actual. – is unknown. Each user of several has a row: 4/5 3/3; 2/1 4/–.",
    ),
}
