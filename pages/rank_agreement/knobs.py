"""The knobs that only this page has."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from pages.rank_agreement import typed_ranks
from ui.core.knob_kinds import Knob, to_text


class Counted(StrEnum):
    """What an exercise gives: the ranks or scores of two judges and more."""

    RANKS = "judges_ranks"


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


KNOBS: Final[Mapping[str, Knob]] = {
    Counted.RANKS: Ranks(
        label="Ranks or scores of each judge",
        first=("1 2 3 4", "2 1 4 3", "1 3 2 4"),
        link="ranks_by",
        judges=8,
        most=50,
        help="A row for each judge: 1 2.5 2.5 4; 2 1 4 3. Or paste a row for each item.",
    ),
}
