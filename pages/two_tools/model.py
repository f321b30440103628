"""The numbers that tools print for one list, grouped by equal numbers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from metrics import conventions
from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.conventions import TIES, Line, definitions
from metrics.conventions.combinations import POSITIONS
from metrics.conventions.definitions import Definition, as_read
from metrics.gain import dcg
from pages.two_tools.knobs import TwoTools
from ui.core import knobs
from ui.core.documents import MOST_DOCUMENTS
from ui.core.plain import decimals
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.draw import score
from ui.draw.score import Measured

PLACES: Final = 4
"""Decimals by which numbers are compared: most tools print as many."""
_TIES: Final[Mapping[str, int]] = {"none": 1, "pairs": 2, "all": MOST_DOCUMENTS}
"""How many neighbours share one score."""
_CLOSE: Final = 1e-9
_ALONE: Final = {
    "cut at k": "ideal cut at k",
    "not cut": "ideal not cut",
    "no cutoff": "score of all ranks, no k",
}
"""What a phrase is called that does not follow its subject."""


class Group(NamedTuple):
    """A number, and the lines that print it by reason; none if only the lesson has it."""

    number: float
    ways: dict[str, list[Line]]

    @property
    def is_empty(self) -> bool:
        """Whether it has no number."""
        return self.number != self.number

    @property
    def text(self) -> str:
        """The number as text."""
        return "none" if self.is_empty else decimals(self.number, PLACES)

    @property
    def tools(self) -> Sequence[str]:
        """The names of the tools that print it, each once."""
        return [*dict.fromkeys(line.tool for line in chain(*self.ways.values()))]


@dataclass(frozen=True)
class Numbers:
    """All numbers that tools print for one list.

    Attributes:
        taught: the metric as its lesson teaches it.
        groups: all groups, the highest number first, the lesson's own included.
        without: the lines that print no number.
        conventions: what each reason says.
        lesson: the lesson's own convention, or None if the settings make none that has a name.
    """

    taught: Measured
    groups: Sequence[Group]
    without: Group
    conventions: Mapping[str, Definition]
    lesson: Definition | None

    @cached_property
    def differing_knobs(self) -> Mapping[str, Sequence[str]]:
        """By reason, the knobs in which a convention differs from the lesson's."""
        own, others = self.lesson, self.conventions
        return {why: definitions.differ(own, each) for why, each in others.items()} if own else {}

    @cached_property
    def own(self) -> Group:
        """The group of the lesson's own number."""
        own = decimals(self.taught.score, PLACES)
        return next(group for group in self.groups if group.text == own)

    def lead(self, group: Group) -> str:
        """Return the reason of a group that is nearest to the lesson's convention, or ""."""
        return min(group.ways, key=lambda why: len(self.differing_knobs.get(why, ())), default="")

    def differs_in(self, group: Group) -> str:
        """Return the only knob in which a group's lead differs from the lesson's, or ""."""
        differing = self.differing_knobs.get(self.lead(group), ())
        return differing[0] if len(differing) == 1 else ""

    def name(self, why: str, beyond: str = "") -> str:
        """Return in what a convention differs from the lesson's, or all that it says, in short.

        With `beyond`, the reason of another number, it is what differs from that.
        """
        parts, own = self.conventions[why].parts, self.lesson.parts if self.lesson else ()
        if beyond:
            own = self.conventions[beyond].parts
        further = [part for part in parts if part not in own]
        names = [part.short for part in further or parts if part.short]
        return ", ".join([_ALONE.get(each, each) for each in names[:1]] + names[1:])

    @cached_property
    def tools(self) -> Mapping[str, int]:
        """In how many groups each tool is, by its name."""
        return Counter(chain(*(group.tools for group in [*self.groups, self.without])))


def metric() -> str:
    """Return the key of the metric that the tools print."""
    return str(session().shown[TwoTools.METRIC])


def averages_ties(key: str) -> bool:
    """Return whether a metric has a mean over all orders of tied documents here."""
    return "discount" in METRICS[key].knobs


def taught() -> Measured:
    """Measure the metric as its lesson does, or with ties averaged."""
    key, screen = metric(), session().shown
    entry = METRICS[key]
    return score.measure_by(
        lambda screen: _computed(key, screen),
        entry.label(screen.k),
        key=key,
        latex=entry.latex,
        in_words=entry.in_words,
        bounds=entry.range,
        higher_is_better=entry.higher_is_better,
        places=PLACES,
    )


def _computed(key: str, screen: Screen) -> Breakdown:
    """Compute a metric; where ties are averaged, each document has the mean gain of its tie."""
    whole, scores = score.compute(key, "a", screen), tied(screen)
    if scores is None or screen[TwoTools.TIES] == "order" or not averages_ties(key):
        return whole
    ranking = score.ranking(screen, "a")
    gains = dcg(ranking, gain=knobs.arguments(key, screen.settings)["gain"]).terms["gain"]
    tie = np.unique(scores, return_inverse=True)[1]
    weight = whole.terms["weight"]
    mean: Array = (np.bincount(tie, gains) / np.bincount(tie))[tie][: weight.size]
    contribution = ratio(mean * weight, whole.aside.get("ideal_dcg", np.array(1.0)))
    return replace(whole, terms={**whole.terms, "gain": mean, "contribution": contribution})


def score_on(screen: Screen, key: str) -> float:
    """Return a score as `taught` measures it, of another screen."""
    return float(_computed(key, screen).score)


def numbers(taught: Measured) -> Numbers:
    """Compute the number of every tool for the list on the board."""
    return Numbers(taught, *_printed(taught.screen, taught.key))


@once_per_screen
def _printed(
    screen: Screen, key: str
) -> tuple[Sequence[Group], Group, Mapping[str, Definition], Definition | None]:
    ranked, scores = screen.a, tied(screen)
    documents = ranked.documents[: ranked.retrieved]
    ranking = score.ranking(screen, "a")
    in_list = replace(ranked, documents=documents).ranking(screen.scale, screen.relevant_from)
    lines = conventions.printed(
        ranking,
        screen.k,
        key,
        handed=screen[TwoTools.HANDED],
        tied=scores,
        ids=[document.title for document in documents],
    )
    only_retrieved = screen[TwoTools.HANDED] == "usual" and len(documents) < len(ranked.documents)
    number = score_on(screen, key)
    by_number = {decimals(number, PLACES): Group(number, {})}
    ways: dict[str, Definition] = {}
    for line in lines:
        group = by_number.setdefault(decimals(line.number, PLACES), Group(line.number, {}))
        of_list = only_retrieved and line.line.takes == "rows"
        meant = as_read(line.definition, ranking, screen.k, in_list if of_list else None)
        if screen.relevant_from == 1:
            meant = _gain_from_1(meant)
        if of_list and not line.why:
            meant = _of_the_list(meant)
        if scores and not line.why:
            meant = _with_ties(meant, line.line.ties)
        why = line.why or meant.wording
        group.ways.setdefault(why, []).append(line.line)
        ways.setdefault(why, meant)
    without = by_number.pop(decimals(float("nan")), Group(float("nan"), {}))
    groups = sorted(by_number.values(), key=lambda group: -group.number)
    return groups, without, ways, _own(screen, key)


def _own(screen: Screen, key: str) -> Definition | None:
    """Return the definition for the present settings; None if no definition has them."""
    ranking = score.ranking(screen, "a")
    arguments = knobs.arguments(key, screen.settings)
    if "discount" in arguments:  # there it is a function
        arguments["discount"] = screen["discount"]
    settings = {
        knob: value
        for knob, value in arguments.items()
        if knob in POSITIONS and value in POSITIONS[knob]
    }
    alike = [
        each
        for each in conventions.all_definitions(key)
        if all(_position(each, knob) == value for knob, value in settings.items())
    ]
    own = float(score.compute(key, "a", screen).score)  # as the list stands, without ties
    found = definitions.giving(own, _CLOSE, alike, ranking, screen.k)
    if not found:
        return None
    meant = found[0].definition
    rule = screen[TwoTools.TIES] if averages_ties(key) else "order"
    return _with_ties(meant, rule) if tied(screen) is not None else meant


def _with_ties(definition: Definition, rule: str) -> Definition:
    phrases = (*definition.phrases, f"ties {TIES[rule]}")
    return replace(definition, phrases=phrases, knobs={**definition.knobs, "ties": rule})


def _gain_from_1(definition: Definition) -> Definition:
    """Return a definition whose gain starts at the lowest relevant grade, as what it is at 1."""
    if definition.knobs.get("gain") != "from_bar":
        return definition
    gain = POSITIONS["gain"]["exponential"].phrase
    knobs = {**definition.knobs, "gain": "exponential"}
    return replace(definition, phrases=(gain, *definition.phrases[1:]), knobs=knobs)


def _of_the_list(definition: Definition) -> Definition:
    """Return a definition for a tool that gets no missed documents, as rows do not show them."""
    of_list = replace(definition, relevant="relevant in the list")
    if of_list.parts == definition.parts:  # it does not divide by the relevant ones
        return definition
    return replace(of_list, knobs={**definition.knobs, "missed": "unknown"})


def _position(definition: Definition, knob: str) -> object:
    return definition.knobs.get(knob, next(iter(POSITIONS[knob])))


def tied(screen: Screen) -> list[float] | None:
    """Return the score of each retrieved document, or None if none are tied."""
    together = _TIES[screen[TwoTools.TIED]]
    ranks = range(screen.a.retrieved)
    return [float(-(rank // together)) for rank in ranks] if together > 1 else None
