"""The knobs that only this page has."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from ui.core.knob_kinds import Knob, Numbers


class Counted(StrEnum):
    """What an exercise gives of a list with ties, and of a list that is cut."""

    TIED = "tied_ranks"
    CUT = "cut_counts"


KNOBS: Final[Mapping[str, Knob]] = {
    Counted.TIED: Numbers(
        label="First and last rank of each tie",
        first=(2.0, 3.0),
        most=10,
        low=1,
        high=50,
        whole=True,
        help="2 3: ranks 2 and 3 have one score. 2 3 5 8: so have ranks 5 to 8.",
    ),
    Counted.CUT: Numbers(
        label="Found, relevant, shown, collection",
        first=(6.0, 10.0, 1000.0, 1_000_000.0),
        link="cut",
        most=4,
        high=1e9,
        whole=True,
        help="How many relevant documents are shown, how many exist, how many documents are shown, "
        "and how many the collection has: 6, 10, 1000, 1000000.",
    ),
}
