"""The knobs that only this page has."""

from collections.abc import Mapping
from enum import StrEnum
from string import ascii_lowercase
from typing import Final

from ui.core.knob_kinds import Choice, Knob, Range
from ui.core.typed_knobs import Letters, Runs


class Interleaving(StrEnum):
    """Two rankings, how they are merged, and who clicks."""

    RANKINGS = "drafted"
    METHOD = "draft_method"
    FIRST = "draft_first"
    PICKS = "draft_picks"
    CLICKS = "draft_clicks"
    READERS = "draft_readers"


KNOBS: Final[Mapping[str, Knob]] = {
    Interleaving.RANKINGS: Runs(
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
    Interleaving.CLICKS: Letters(
        label="Clicked",
        first="",
        link="clicked",
        letters=ascii_lowercase,
        most=16,
        help="The documents that this reader clicks on.",
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
