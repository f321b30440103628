"""The knobs that only this page has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from ui.core.knob_kinds import Knob, Numbers, to_text


class Ordered(StrEnum):
    """A ranking in which documents with one score stand as a group."""

    GROUPS = "tied_groups"


@dataclass(frozen=True, kw_only=True)
class TiedGroups(Numbers):
    """How many hits and how many misses each group of tied documents has, the best group first."""

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return (
            f"hits and misses of each of up to {self.most // 2} groups, such as 0 2; 2 3, or the "
            "documents of each group, such as NN; RRNNN"
        )

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return two counts a group, else raise a `ValueError` that says what is allowed."""
        found = super().parse(_counted(text) or text, scale)
        if len(found) % 2:
            raise ValueError(self.positions)
        return found

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, with semicolons between the groups."""
        pairs = zip(value[::2], value[1::2], strict=True)
        groups = (" ".join(map(to_text, pair)) for pair in pairs)
        return {**super().control(value, scale), "value": "; ".join(groups)}


def _counted(text: str) -> str:
    """Count the hits and misses of groups whose documents are typed; "" if they are not.

    >>> _counted("NN; RRNNN"), _counted("{-, -} {+ + - - -}"), _counted("00 / 11000")
    ('0 2 2 3', '0 2 2 3', '0 2 2 3')
    >>> _counted("0 2; 2 3"), _counted("1 0")
    ('', '')
    """
    plain = re.sub(r"[})\]]", ";", text.upper().translate({ord(dash): "-" for dash in "−–"}))
    parts = (part.strip(" ,{([") for part in re.split("[;/|]", plain))
    groups = [re.sub(r"[\s,]", "", part) for part in parts if part]
    if re.search(r"\d[\s,]+\d", plain) or not re.fullmatch("[RN]+|[-+]+|[01]+", "".join(groups)):
        return ""
    hits = [sum(map(group.count, "R+1")) for group in groups]
    return " ".join(f"{hit} {len(group) - hit}" for hit, group in zip(hits, groups, strict=True))


KNOBS: Final[Mapping[str, Knob]] = {
    Ordered.GROUPS: TiedGroups(
        label="Hits and misses of each group",
        first=(0.0, 2.0, 2.0, 3.0),
        least=2,
        most=30,
        high=100_000,
        whole=True,
        help="0 2; 2 3: the first group has no hit and 2 misses, the second 2 hits and 3 misses. "
        "Or its documents, relevant or not: NN; RRNNN.",
    ),
}
