"""The knobs that only this page has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase
from typing import Any, Final

from ui.core.knob_kinds import Choice, Knob, Numbers, Range
from ui.core.typed_knobs import Letters, Runs


class Interleaving(StrEnum):
    """Two rankings, how they are merged, and who clicks."""

    RANKINGS = "drafted"
    METHOD = "draft_method"
    FIRST = "draft_first"
    PICKS = "draft_picks"
    CLICKS = "draft_clicks"
    READERS = "draft_readers"
    WINS = "draft_wins"


@dataclass(frozen=True, kw_only=True)
class Rankings(Runs):
    """Two rankings of letters, or of the numbers that were typed: 1 2* 3 and 3 2* 1."""

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the rankings of a text, else raise a `ValueError` that says what is allowed."""
        text = undressed(text)
        runs = super().parse(text, scale)
        if not re.search(r"\d", text):
            return runs
        return tuple(
            " ".join(f"{number_of(letter)}{'*' * letter.isupper()}" for letter in run)
            for run in runs
        )


@dataclass(frozen=True, kw_only=True)
class Clicked(Letters):
    """The documents that are clicked, as the rankings are typed."""

    def parse(self, text: str, scale: int) -> str:
        """Return the letters of a text, else raise a `ValueError` that says what is allowed."""
        return super().parse(undressed(text), scale)

    def read_as(self, text: str, value: Any) -> str:
        """Say of bare numbers that they name documents."""
        if not re.fullmatch(r"[\s,;]*(?:\d+[\s,;]*)+", text):
            return ""
        return "Numbers name documents here, and not places in the readers’ list."


def undressed(text: str) -> str:
    """Return d1 d2* as 1 2*; another text as it is.

    >>> undressed("d1 d2*; D2 d1"), undressed("d1 b")
    ('1 2*; 2 1', 'd1 b')
    """
    if re.fullmatch(r"[\s,;]*(?:d\d{1,2}\*?[\s,;]*)+", text, re.IGNORECASE):
        return re.sub("d", "", text, flags=re.IGNORECASE)
    return text


def number_of(letter: str) -> int:
    """Return which number a letter stands for: 1 for a or A."""
    return ascii_lowercase.index(letter.lower()) + 1


KNOBS: Final[Mapping[str, Knob]] = {
    Interleaving.RANKINGS: Rankings(
        is_subject=True,
        label="Rankings A and B",
        first=("abcd", "bdac"),
        most=8,
        runs=2,
        help="A letter for each document, a capital one if it is relevant: aBc,Bad. Or numbers: "
        "1 2* 3, 2 1 4.",
    ),
    Interleaving.METHOD: Choice(
        label="Merged by",
        first="team",
        link="merged",
        options={"team": "team draft", "balanced": "balanced"},
        help="Balanced: one coin says who begins. Then each ranking gives its next rank by turns.",
    ),
    Interleaving.FIRST: Letters(
        label="Picks first",
        first="a",
        link="coins",
        letters="ab",
        most=8,
        help="The ranking that picks first in each round, a or b. After the last letter they "
        "begin again.",
    ),
    Interleaving.PICKS: Range(label="Picks shown", first=16, link="picks", low=0, high=16, step=1),
    Interleaving.CLICKS: Clicked(
        label="Clicked",
        first="",
        link="clicked",
        letters=ascii_lowercase,
        most=16,
        help="The documents that this reader clicks on, by their letters or numbers: ac or 1 3.",
    ),
    Interleaving.WINS: Numbers(
        label="Readers A won, B won, ties",
        first=(300, 240, 460),
        link="won",
        most=3,
        low=0,
        high=1_000_000,
        whole=True,
        help="How many readers each ranking won, and how many made a tie: 14, 26, 20.",
    ),
    Interleaving.READERS: Choice(
        label="Readers",
        first=1,
        link="people",
        options={1: "one, by hand", 100: "100", 1000: "1,000", 10_000: "10,000"},
        help="Of many readers 1/i to the power η look at rank i. Half of these click on a relevant "
        "document. If none is relevant, one in ten clicks.",
    ),
}
