"""The knobs that only this page has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from ui.core.knob_kinds import Choice, Knob, Line, Numbers, Range, to_text


class Clicks(StrEnum):
    """Knobs of readers who click, and of what their clicks are divided by."""

    MODEL = "click_model"
    PROPENSITY = "propensity"
    ASSUMED = "assumed_decay"


class Observed(StrEnum):
    """Clicks that a reader of the page has counted, or relevance, and the attention."""

    SOURCE = "observed_source"
    CLICKS = "observed_clicks"
    READERS = "observed_readers"
    LOOKS = "observed_looks"
    RESULTS = "observed_results"
    CLICKED = "clicked_ranks"
    SHOWN = "results_shown"


@dataclass(frozen=True, kw_only=True)
class Readers(Numbers):
    """A number of readers, or one for each rank; whoever types 12,500 means one number."""

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, in which one comma before three digits parts thousands."""
        text = to_text(value).strip()
        if re.fullmatch(r"\d{1,3}(,\d{3}|(,000)+)", text):
            text = text.replace(",", "")
        return self.parse(text, scale)


KNOBS: Final[Mapping[str, Knob]] = {
    Clicks.MODEL: Choice(
        label="Readers look",
        first="position",
        link="clicks",
        options={
            "position": "by the rank",
            "cascade": "until they click",
        },
        help="The position-based model: attention falls with the rank, whatever stands above. The "
        "cascade model: readers go from rank to rank, up to their first click.",
    ),
    Clicks.PROPENSITY: Choice(
        label="Divide clicks by",
        first="none",
        options={
            "none": "nothing",
            "position": "attention",
            "cascade": "readers left",
        },
        help="The share of readers who are assumed to look at rank i: 1/i to the power η. “Readers "
        "left” have no click above. It is right if they look until they click.",
    ),
    Clicks.ASSUMED: Range(
        label="Assumed: η",
        first=1,
        link="assumed",
        low=0.0,
        high=2.0,
        step=0.1,
        help="The η that the clicks are divided by. In truth it may be another one.",
    ),
    Observed.SOURCE: Choice(
        label="What you know",
        first="clicks",
        link="known_by",
        options={"clicks": "clicks", "relevance": "relevance"},
    ),
    Observed.CLICKS: Numbers(
        label="Clicks at rank 1, 2, …",
        first=(60.0, 10.0, 15.0),
        link="seen_clicks",
        most=50,
        high=1e9,
        whole=True,
        help="How many of your readers clicked at each rank.",
    ),
    Observed.READERS: Readers(
        label="Readers who saw it",
        first=(100.0,),
        link="seen_by",
        most=50,
        low=1,
        high=1e9,
        whole=True,
        help="How many readers were shown the list: 100. Or a number for each rank: 200 200 100.",
    ),
    Observed.LOOKS: Numbers(
        label="Attention at rank 1, 2, …",
        first=(1.0, 0.5, 0.25),
        link="looks",
        most=50,
        high=1,
        help="The share of readers who look at each rank: 1, 0.5, 0.25, or 1, 1/2, 1/4.",
    ),
    Observed.RESULTS: Line(
        label="Result at each rank, if one is at several",
        first="",
        most=400,
        help="A name for each: x y z z. Then each result has one estimate from all its ranks.",
    ),
    Observed.CLICKED: Numbers(
        label="Clicked ranks",
        first=(1.0, 3.0, 7.0),
        most=50,
        low=1,
        high=1000,
        whole=True,
        help="In the order of the clicks: 1, 3, 7. The order decides which click is the last.",
    ),
    Observed.SHOWN: Numbers(
        label="Results shown",
        first=(10.0,),
        most=1,
        low=1,
        high=1000,
        whole=True,
    ),
}
