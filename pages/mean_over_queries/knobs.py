"""The knobs that only this page has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, Final

from metrics import typed
from ui.core.knob_kinds import Knob, Numbers, to_text


class UsersLists(StrEnum):
    """What was recommended to each user, and from how many items."""

    USERS = "users_lists"
    CATALOGUE = "catalogue_size"
    POPULARITY = "popularity"
    CLASSES = "item_classes"


_ITEM: Final = re.compile(r"[\w.#’-]{1,20}")
"""The name of an item."""


_SIMILAR: Final = re.compile(
    r"([\w.#’]{1,20})(?:\s+|\s*[-–/]\s*)([\w.#’]{1,20})\s*[:=\s]\s*(\d?\.\d+|[01])"
)
"""Two items and their similarity."""


_COUNTED: Final = "counts "
_COUNTS: Final = re.compile(
    r"\s*(?P<word>counts?(?: of (?:the )?items)?\s*[:=]?)?\s*\[?"
    r"(?P<all>\d{1,4}(?:[\s,]+\d{1,4}){1,99})\]?\s*"
)


def counts_of(lists: str) -> list[int]:
    """Return how often each item was recommended, if a value of `ItemLists` says that; else []."""
    return [*map(int, lists.removeprefix(_COUNTED).split())] if lists.startswith(_COUNTED) else []


@dataclass(frozen=True, kw_only=True)
class ItemLists(Knob):
    """A list of items for each user, best first; a star marks what the user liked.

    Or how often each item was recommended, also those that nobody got: counts: 5 3 2 1 1 0 0.
    """

    lines = "; "
    allows = (
        "1 to {users} lists of up to {most} different items, with semicolons between them, such as "
        "i1 i2*; i1 i3; –. Or counts of up to 100 items, not all 0: counts: 5 3 2 1 1 0 0"
    )
    users: int
    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the lists of a text, else raise a `ValueError` that says what is allowed."""
        found = _COUNTS.fullmatch(text.lower())
        numbers = re.findall(r"\d+", found["all"]) if found else []
        if found and any(map(int, numbers)) and (found["word"] or len({*numbers}) < len(numbers)):
            return _COUNTED + " ".join(map(str, map(int, numbers)))
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

    def read_as(self, text: str, value: Any) -> str:
        """Say of bare numbers that they are counts, as a list has each item once."""
        bare = counts_of(value) and "count" not in text.lower()
        return "A number stands twice, so these are counts of items, and no list." if bare else ""


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
class ItemClasses(Knob):
    """The classes of each item, such as genres: A action comedy; B action. "" is a value, too.

    Or how similar each two items are, from 0 to 1: x y 0.8; x z 0.1.
    """

    lines = "; "
    allows = (
        "up to {most} different items, each with 1 to 20 classes, and semicolons between them, "
        "such as i1 action comedy; i2 drama. Or the similarity of each two items, from 0 to 1: "
        "i1 i2 0.8; i1 i3 0.1"
    )
    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the classes of a text, else raise a `ValueError` that says what is allowed."""
        if pairs := _similarities(text):
            if len(pairs) > self.most:
                raise ValueError(self.positions)
            return "; ".join(f"{a} {b} {to_text(s)}" for (a, b), s in pairs.items())
        rows = [row for row in re.split(r"[;|\n]|\}\s*,", text) if row.strip(" ,")]
        words = [[*dict.fromkeys(re.findall(r"[^\s,:=(){}\[\]]+", row))] for row in rows]
        names = [each[0] for each in words if each]
        if (
            len(rows) > self.most
            or not all(2 <= len(each) <= 21 for each in words)
            or len({*names}) < len(names)
            or not all(map(_ITEM.fullmatch, chain(*words)))
        ):
            raise ValueError(self.positions)
        return "; ".join(map(" ".join, words))


def _similarities(text: str) -> dict[tuple[str, str], float]:
    """Return how similar two items are, by their names in order; {} for another text.

    >>> _similarities("x-y 0.8, z x .1")
    {('x', 'y'): 0.8, ('x', 'z'): 0.1}
    """
    rows = [row.strip() for row in re.split(r"[;|\n,]", text) if row.strip()]
    found = [_SIMILAR.fullmatch(row) for row in rows]
    if not found or not all(found):
        return {}
    pairs = {
        (min(each[1], each[2]), max(each[1], each[2])): float(each[3]) for each in found if each
    }
    whole = len(pairs) == len(rows) and all(a != b for a, b in pairs)
    return pairs if whole and max(pairs.values()) <= 1 else {}


KNOBS: Final[Mapping[str, Knob]] = {
    UsersLists.USERS: ItemLists(
        label="List of each user",
        first="i1 i2 i3; i1 i2 i4; i1 i3 i5; –",
        link="users",
        users=20,
        most=20,
        help="A semicolon after each list: i1 i2*; i1 i3; –. A star: the user liked it. A dash: "
        "no list. Or how often each item was recommended: counts: 5 3 2 1 1 0 0.",
    ),
    UsersLists.CATALOGUE: Numbers(
        label="Items in the catalogue",
        first=(10.0,),
        link="catalogue",
        most=1,
        low=1,
        high=1e9,
        whole=True,
    ),
    UsersLists.POPULARITY: Popularity(
        label="Popularity of each item",
        first="",
        most=100,
        help="The share of users who know it: i1 0.8, i2 2/5. Empty: the share of these users "
        "who have it in their list.",
    ),
    UsersLists.CLASSES: ItemClasses(
        label="Classes of each item",
        first="",
        most=100,
        help="Genres or other classes, for the diversity of a list: i1 action comedy; i2 drama. "
        "Or similarities: i1 i2 0.8; i1 i3 0.1.",
    ),
}
