"""What tools print for one list, grouped by equal numbers."""

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
"""Decimals that numbers are told apart by: as many as most tools print."""
_TIES: Final[Mapping[str, int]] = {"none": 1, "pairs": 2, "all": MOST_DOCUMENTS}
"""How many neighbours have one score."""
_NOTHING: Final = ", 1 where nothing is relevant"


def phrase(definition: Definition, *, nothing: bool) -> str:
    """Say what is particular about a definition, for a list with `nothing` to find or without."""
    return definition.says if nothing else definition.says.replace(_NOTHING, "")


class Group(NamedTuple):
    """A number, and the lines that print it by why they do; of a number of our own alone none."""

    number: float
    ways: dict[str, list[Line]]

    @property
    def said(self) -> str:
        """The number as it is told."""
        return decimals(self.number, _PLACES)


@dataclass(frozen=True)
class Numbers:
    """All that tools print for one list.

    Attributes:
        taught: the metric as the lesson on it teaches it, with the knobs as they stand.
        groups: by number, the highest first; the lesson's own is among them.
        without: the lines that print no number.
        apart: by why they print what they do, the one knob that parts lines from the lesson's own.
    """

    taught: Measured
    groups: Sequence[Group]
    without: Group
    apart: Mapping[str, str]

    @cached_property
    def own(self) -> Group:
        """The group of the lesson's own number."""
        own = decimals(self.taught.score, _PLACES)
        return next(each for each in self.groups if each.said == own)

    @cached_property
    def end(self) -> float:
        """Where the line ends that has all numbers on it."""
        return max(1, *(group.number for group in self.groups))

    @cached_property
    def names(self) -> Mapping[str, int]:
        """Under how many names each tool prints the metric."""
        every = [*self.groups, self.without]
        return Counter(line.tool for group in every for line in chain(*group.ways.values()))


def metric() -> str:
    """Name the metric that the tools print."""
    return str(session().shown[TwoTools.METRIC])


def numbers(taught: Measured) -> Numbers:
    """Work out what every tool prints for the list on the board."""
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
    for each in lines:
        group = by_number.setdefault(decimals(each.number, _PLACES), Group(each.number, {}))
        why = _why(each, alone=alone, nothing=nothing)
        group.ways.setdefault(why, []).append(each.line)
        ways.setdefault(why, each.definition)
    without = by_number.pop(decimals(float("nan")), Group(float("nan"), {}))
    groups = sorted(by_number.values(), key=lambda group: -group.number)
    own = [ways[why] for why in by_number[decimals(taught.score, _PLACES)].ways]
    nearest = min(own, key=lambda one: one.steps, default=None)
    parted = {
        why: definitions.differ(nearest, definition) for why, definition in ways.items() if nearest
    }
    apart = {why: named(knobs[0]) for why, knobs in parted.items() if len(knobs) == 1}
    known = screen.computed[Numbers] = Numbers(taught, groups, without, apart)
    return known


def tied(screen: Screen) -> list[float] | None:
    """Return the score of each document that was retrieved, if some are tied."""
    together = _TIES[screen[TwoTools.TIED]]
    ranks = range(screen.a.retrieved)
    return [float(-(rank // together)) for rank in ranks] if together > 1 else None


def _why(printed: Printed, *, alone: bool, nothing: bool) -> str:
    """Say why a tool prints its number; `alone` says that there is more than the list it knows."""
    says = printed.why or phrase(printed.definition, nothing=nothing)
    if alone and printed.line.takes == "rows":
        says = re.sub(r"(all relevant|min\(relevant)", r"\1 in the list", says)
    return says


def named(knob: str) -> str:
    """Say what a knob of a definition decides, in words that end a sentence."""
    return _APART[knob] if knob in _APART else f"the {KNOBS[knob].label.lower()}"


_APART: Final = {
    "metric": "the metric",
    "k": "the cutoff",
    "gain": "the gain",
    "discount": "the discount",
    "ideal": "the ideal",
    "denominator": "what is divided by",
    "relevant_from": "the grade from which a document is relevant",
    "missed": "whether missed documents were handed in",
    "ties": "how ties are broken",
    "ranks": "which ranks count",
    "continuation": "how many unsatisfied readers go on",
    "missing": "what a missed relevant document counts",
    "top": "the top grade",
    "nothing": "what a query with nothing to find counts",
}
