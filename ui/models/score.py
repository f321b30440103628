"""A score with what it is made of, and what the last move changed in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from ui.look.plain import decimals
from ui.state import knobs
from ui.state.documents import Document, RankedList
from ui.state.predict import Bounds
from ui.state.screen import Name, Screen
from ui.state.session import session


@dataclass(frozen=True)
class Measured:
    """A measure of the screen as it is shown, broken down, and what the last move changed.

    Attributes:
        key: names the measure among others, for a guess.
        label: its name on the screen.
        latex: its formula, or "".
        bounds: the lowest score and the highest; None where there is no highest.
        higher_is_better: which way a system wants to go; None where neither way is better.
        screen: what was measured, list `name` of it where it is about one.
        breakdown: its terms.
        was: its terms before the reader's last move; None where that did not change them.
        since: the screen before that move; None where there are no such terms.
        places: decimals it is written with; what is counted has none.
        compute: works its terms out for a screen.
        parts: what its terms are about, as `plain.about` has it, where that is not a document each.
        words: what is written in the place of the number, if anything is.
    """

    key: str
    label: str
    latex: str
    bounds: Bounds
    higher_is_better: bool | None
    screen: Screen
    name: Name
    breakdown: Breakdown
    was: Breakdown | None
    compute: Callable[[Screen], Breakdown]
    places: int = 3
    parts: Sequence[str] = ()
    words: str = ""
    since: Screen | None = None

    @property
    def score(self) -> float:
        """The score as a plain number; NaN where nothing could be compared."""
        return float(self.breakdown.score)

    @property
    def said(self) -> str:
        """The score as it is written."""
        return self.words or decimals(self.score, self.places)

    @property
    def change(self) -> float | None:
        """What the last move added to the score; None where there is nothing to tell."""
        change = np.nan if self.was is None else self.score - float(self.was.score)
        return None if change != change or abs(change) < 5e-4 else float(change)

    @property
    def before(self) -> "Measured | None":
        """The measure before the last move; None where there is nothing to tell."""
        if self.since is None or self.was is None:
            return None
        return replace(self, screen=self.since, breakdown=self.was, since=None, was=None)

    @property
    def ranked(self) -> RankedList:
        """The list that was measured."""
        return self.screen.ranked(self.name)

    def document(self, rank: int) -> str:
        """Name the document at a rank as all that stands for it does (`plain.about`)."""
        if self.parts:
            return self.parts[rank - 1]
        return f"{self.name}-{self.ranked.documents[rank - 1].id}"

    @property
    def grades(self) -> str:
        """The grades in ranked order as NumPy code."""
        return _code(self.ranked.documents[: self.ranked.retrieved])

    @property
    def missed(self) -> str:
        """The grades of what was not retrieved as NumPy code."""
        return _code(self.ranked.documents[self.ranked.retrieved :])


def _code(documents: Sequence[Document]) -> str:
    return f"[{', '.join('np.nan' if d.grade is None else str(d.grade) for d in documents)}]"


def measure(key: str, name: Name = "a") -> Measured:
    """Compute a metric of the catalog, with the knobs as they stand, for one list."""
    metric = METRICS[key]
    return measure_by(
        lambda screen: compute(key, name, screen),
        metric.label(session().shown.k),
        key=key,
        latex=metric.latex,
        bounds=metric.range,
        higher_is_better=metric.higher_is_better,
        name=name,
    )


def measure_by(
    compute: Callable[[Screen], Breakdown],
    label: str,
    *,
    key: str = "",
    latex: str = "",
    bounds: Bounds = (0, 1),
    higher_is_better: bool | None = True,
    name: Name = "a",
    places: int = 3,
    parts: Sequence[str] = (),
) -> Measured:
    """Compute any measure of a screen: of one list, of several, of predictions, of a reader."""
    state = session()
    shown, since = state.shown, state.since
    if since is not None and not (parts or since.lists.keys() >= {name, *shown.lists}):
        since = None
    return Measured(
        key or label,
        label,
        latex,
        bounds,
        higher_is_better,
        shown,
        name,
        compute(shown),
        None if since is None else compute(since),
        compute,
        places,
        parts,
        since=since,
    )


def compute(key: str, name: Name, on: Screen) -> Breakdown:
    """Break a metric of the catalog down for a list, as the knobs stand on a screen."""
    known: Breakdown | None = on.computed.get((key, name))
    if known is None:
        if (ranking := on.computed.get(name)) is None:
            ranking = on.ranked(name).ranking(on.scale, on.relevant_from)
            on.computed[name] = ranking
        known = METRICS[key].compute(ranking, **knobs.arguments(key, on.settings))
        on.computed[key, name] = known
    return known


def elsewhere(measured: Measured, knob: str, value: object) -> float:
    """Return the score that the same lists have with one knob at another position."""
    if measured.screen[knob] == value:
        return measured.score
    there = measured.screen.turned(**{knob: value})
    if knob not in ("scale", "relevant_from"):  # they alone are read from the lists
        computed = measured.screen.computed
        there.computed.update((name, computed[name]) for name in there.lists if name in computed)
    return float(measured.compute(there).score)
