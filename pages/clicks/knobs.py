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
    SESSIONS = "click_sessions"


@dataclass(frozen=True, kw_only=True)
class Readers(Numbers):
    """A number of readers, or one for each rank; whoever types 12,500 means one number."""

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[float, ...]:
        """Return the numbers of a text, in which one comma before three digits parts thousands."""
        text = to_text(value).strip()
        if re.fullmatch(r"\d{1,3}(,\d{3}|(,000)+)", text):
            text = text.replace(",", "")
        return self.parse(text, scale)


_LABEL: Final = re.compile(r"^\s*(?:session|reader|user|query|[squ])\s*\d*\s*[:=]", re.IGNORECASE)
_TIMES: Final = re.compile(r"^\s*(\d[\d,]{0,8})\s*[×x]\s|\s[×x]\s*(\d[\d,]{0,8})\s*$")
"""How many sessions were so: 40 × at the start, or × 40 at the end."""
_CLICKED: Final = re.compile(
    r"\s*(?:\||→|->|:|\bclick(?:s|ed)?\b(?:\s+on)?)+\s*[:=]?\s*", re.IGNORECASE
)
"""What stands between the documents shown and those clicked."""
_RANKS: Final = re.compile(r"(?=[\s\S]*[2-9])(?:\s*(?:[1-9]|1\d|20|[–-])(?=[\s,;]|$)[\s,;]*)+")
"""Clicked ranks: a text with numbers alone, which no star marks as clicked."""
_AT: Final = re.compile(r"\b(?:and|clicks?|clicked|at|on|ranks?|positions?)\b|&", re.IGNORECASE)
"""Words beside clicked ranks: clicks at ranks 1 and 5."""
_DOCUMENT: Final = re.compile(r"[\w.#’-]{1,20}\*?")


@dataclass(frozen=True, kw_only=True)
class Sessions(Knob):
    """Sessions: the documents shown, best rank first, a star after each that was clicked.

    A session of 0 and 1 has a sign for each rank, 1 for a click: its documents are the ranks.
    """

    lines = "; "
    allows = (
        "1 to {sessions} sessions of up to {most} different documents, with semicolons between "
        "them: a b* c; 0 1 0; 40 × a* b"
    )
    sessions: int
    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the sessions of a text, else raise a `ValueError` that says what is allowed."""
        rows = [row for row in re.split(r"[;\n/]", text) if row.strip()]
        if not 0 < len(rows) <= self.sessions:
            raise ValueError(self.positions)
        ranks = [_AT.sub(" ", _LABEL.sub("", row)) for row in rows]
        if _RANKS.fullmatch("; ".join(ranks)):
            clicked = [{*map(int, re.findall(r"\d+", row))} for row in ranks]
            deepest = max(max(each, default=0) for each in clicked)
            rows = [" ".join(str(int(n + 1 in each)) for n in range(deepest)) for each in clicked]
        return "; ".join(map(self._row, rows))

    def _row(self, text: str) -> str:
        """Return a session as it is written in an address: 40 × a b* c."""
        plain = _LABEL.sub("", text)
        times = _TIMES.search(plain)
        number = (times[1] or times[2]).replace(",", "") if times else ""
        shown, *rest = _CLICKED.split(_TIMES.sub("", plain), maxsplit=1)
        words, more = (
            [word for word in re.split(r"[\s,\[\]()]+", part) if word not in ("", "–", "-", "none")]
            for part in (shown, *rest, "")[:2]
        )
        marks = "".join(words)
        if not more and marks and not marks.strip("01"):  # clicks by rank
            words = [*marks]
        elif rest and not {*more} <= {*words}:
            raise ValueError(self.positions)
        words = [word + "*" * (word in more) for word in words]
        names = [word.removesuffix("*") for word in words]
        is_right = 0 < len(words) <= self.most
        is_right &= len({*names}) == len(names) or words == [*marks]
        if not is_right or not all(map(_DOCUMENT.fullmatch, words)) or number == "0":
            raise ValueError(self.positions)
        return (f"{number} × " if number not in ("", "1") else "") + " ".join(words)


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
    Observed.SESSIONS: Sessions(
        label="Sessions",
        first="a b* c; a* b c*; b c a*; a b c",
        sessions=100,
        most=20,
        help="What each reader saw, best rank first, with a star after each click: a b* c. Or the "
        "clicks by rank: 0 1 0. Or only the clicked ranks: 2 4. 40 × in front: so many sessions.",
    ),
}
