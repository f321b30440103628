"""The numbers that tools print for one list, grouped by equal numbers."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from metrics import conventions
from metrics.conventions import Line, Printed, definitions
from metrics.conventions.definitions import Definition
from ui.look.plain import decimals
from ui.models.score import Measured
from ui.state.documents import MOST_DOCUMENTS
from ui.state.knobs import KNOBS, TwoTools
from ui.state.screen import Screen
from ui.state.session import session

_PLACES: Final = 4
"""Decimals by which numbers are compared: most tools print as many."""
_TIES: Final[Mapping[str, int]] = {"none": 1, "pairs": 2, "all": MOST_DOCUMENTS}
"""How many neighbours share one score."""
_NOTHING: Final = ", 1 where nothing is relevant"


def phrase(definition: Definition, *, nothing: bool) -> str:
    """Describe a definition; `nothing` says that the list has no relevant documents."""
    return definition.says if nothing else definition.says.replace(_NOTHING, "")


class Group(NamedTuple):
    """A number, and the lines that print it by reason; none if only the lesson has it."""

    number: float
    ways: dict[str, list[Line]]

    @property
    def said(self) -> str:
        """The number as text."""
        return decimals(self.number, _PLACES)


@dataclass(frozen=True)
class Numbers:
    """All numbers that tools print for one list.

    Attributes:
        taught: the metric as its lesson teaches it.
        groups: all groups, the highest number first, the lesson's own included.
        without: the lines that print no number.
        apart: by reason, the one knob in which a definition differs from the lesson's.
    """

    taught: Measured
    groups: Sequence[Group]
    without: Group
    apart: Mapping[str, str]

    @cached_property
    def own(self) -> Group:
        """The group of the lesson's own number."""
        own = decimals(self.taught.score, _PLACES)
        return next(group for group in self.groups if group.said == own)

    @cached_property
    def end(self) -> float:
        """The right end of the axis of all numbers."""
        return max(1, *(group.number for group in self.groups))

    @cached_property
    def names(self) -> Mapping[str, int]:
        """How many lines each tool prints for the metric."""
        groups = [*self.groups, self.without]
        return Counter(line.tool for group in groups for line in chain(*group.ways.values()))


def metric() -> str:
    """Return the key of the metric that the tools print."""
    return str(session().shown[TwoTools.METRIC])


def numbers(taught: Measured) -> Numbers:
    """Compute the number of every tool for the list on the board."""
    screen = taught.screen
    known: Numbers | None = screen.computed.get(Numbers)
    if known is not None:
        return known
    ranked = screen.a
    documents = ranked.documents[: ranked.retrieved]
    lines = conventions.printed(
        ranked.ranking(screen.scale, screen.relevant_from),
        screen.k,
        taught.key,
        handed=screen[TwoTools.HANDED],
        tied=tied(screen),
        ids=[document.title for document in documents],
    )
    nothing = bool(taught.breakdown.undefined)
    alone = screen[TwoTools.HANDED] == "usual" and len(documents) < len(ranked.documents)
    by_number = {decimals(taught.score, _PLACES): Group(taught.score, {})}
    ways: dict[str, Definition] = {}
    for line in lines:
        group = by_number.setdefault(decimals(line.number, _PLACES), Group(line.number, {}))
        why = _why(line, alone=alone, nothing=nothing)
        group.ways.setdefault(why, []).append(line.line)
        ways.setdefault(why, line.definition)
    without = by_number.pop(decimals(float("nan")), Group(float("nan"), {}))
    groups = sorted(by_number.values(), key=lambda group: -group.number)
    own = [ways[why] for why in by_number[decimals(taught.score, _PLACES)].ways]
    nearest = min(own, key=lambda definition: definition.steps, default=None)
    parted = {
        why: definitions.differ(nearest, definition) for why, definition in ways.items() if nearest
    }
    apart = {why: named(knobs[0]) for why, knobs in parted.items() if len(knobs) == 1}
    known = screen.computed[Numbers] = Numbers(taught, groups, without, apart)
    return known


def tied(screen: Screen) -> list[float] | None:
    """Return the score of each retrieved document, or None if none are tied."""
    together = _TIES[screen[TwoTools.TIED]]
    ranks = range(screen.a.retrieved)
    return [float(-(rank // together)) for rank in ranks] if together > 1 else None


def _why(printed: Printed, *, alone: bool, nothing: bool) -> str:
    """Return why a tool prints its number; `alone`: documents were missed, as rows do not show."""
    says = printed.why or phrase(printed.definition, nothing=nothing)
    if alone and printed.line.takes == "rows":
        says = re.sub(r"(all relevant|min\(relevant)", r"\1 in the list", says)
    return says


def named(knob: str) -> str:
    """Return what a knob of a definition decides, as the end of a sentence."""
    return _APART[knob] if knob in _APART else f"the {KNOBS[knob].label.lower()}"


_APART: Final = {
    "metric": "the metric",
    "k": "the cutoff",
    "gain": "the gain",
    "discount": "the discount",
    "ideal": "the ideal",
    "denominator": "what is divided by",
    "relevant_from": "the grade from which a document is relevant",
    "missed": "whether the tool gets the missed documents",
    "ties": "how ties are broken",
    "ranks": "which ranks count",
    "continuation": "how many unsatisfied readers go on",
    "missing": "what a missed relevant document counts",
    "top": "the top grade",
    "nothing": "what a query with nothing to find counts",
}
