"""A score, its terms, and its change by the last move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.other_measures import FURTHER
from metrics.ranking import Ranking
from ui.core import knobs
from ui.core.documents import Document, RankedList
from ui.core.plain import decimals
from ui.core.predict import Bounds
from ui.core.screen import Name, Screen, copy_cached, once_per_screen
from ui.core.session import session


@dataclass(frozen=True)
class Measured:
    """The score of a measure on a screen, its terms, and the terms before the last move.

    Attributes:
        key: key of the measure.
        label: its name on the screen.
        latex: its formula, or "".
        in_words: the formula in sentences, or "".
        bounds: lowest and highest score; the highest is None if there is no limit.
        higher_is_better: whether higher is better; None if neither direction is.
        screen: the measured screen.
        name: name of the measured list, if the measure is about one.
        breakdown: its terms.
        terms_before: its terms before the last move, or None.
        screen_before: the screen before that move, or None.
        places: decimals of the written score; 0 for counts.
        compute: computes the terms of a screen.
        parts: subject of each term for `plain.about`, if that is not a document.
        words: text to write instead of the number, or "".
        why_none: why it has no score where it is undefined, or "" if nothing can be compared.
    """

    key: str
    label: str
    latex: str
    in_words: str
    bounds: Bounds
    higher_is_better: bool | None
    screen: Screen
    name: Name
    breakdown: Breakdown
    terms_before: Breakdown | None
    compute: Callable[[Screen], Breakdown]
    places: int = 3
    parts: Sequence[str] = ()
    words: str = ""
    screen_before: Screen | None = None
    why_none: str = ""

    @property
    def score(self) -> float:
        """The score as a number; NaN if there was nothing to compare."""
        return float(self.breakdown.score)

    @property
    def text(self) -> str:
        """The score as text."""
        return self.words or decimals(self.score, self.places)

    @property
    def change(self) -> float | None:
        """Change of the score by the last move; None if it is unknown or too small to show.

        It is exact, so it may differ by 0.001 from the printed scores: 1/3 to 2/3 is up 0.333.
        """
        change = (
            np.nan if self.terms_before is None else self.score - float(self.terms_before.score)
        )
        return None if change != change or abs(change) < 5e-4 else float(change)

    @property
    def measured_before(self) -> "Measured | None":
        """The measure before the last move, or None."""
        if self.screen_before is None or self.terms_before is None:
            return None
        return replace(
            self,
            screen=self.screen_before,
            breakdown=self.terms_before,
            screen_before=None,
            terms_before=None,
        )

    @property
    def ranked(self) -> RankedList:
        """The list that was measured."""
        return self.screen.ranked(self.name)

    def document(self, rank: int) -> str:
        """Return the subject of the term at a rank for `plain.about`."""
        if self.parts:
            return self.parts[rank - 1]
        return f"{self.name}-{self.ranked.documents[rank - 1].id}"

    @property
    def grades(self) -> str:
        """The grades in ranked order as NumPy code."""
        return _code(self.ranked.documents[: self.ranked.retrieved])

    @property
    def missed(self) -> str:
        """The grades of the missed documents as NumPy code."""
        return _code(self.ranked.documents[self.ranked.retrieved :])


def _code(documents: Sequence[Document]) -> str:
    return f"[{', '.join('np.nan' if d.grade is None else str(d.grade) for d in documents)}]"


def measure(key: str, name: Name = "a", screen: Screen | None = None) -> Measured:
    """Compute a metric of the catalog for one list of the shown screen, or of another one."""
    metric = METRICS[key]
    return measure_by(
        lambda screen: compute(key, name, screen),
        metric.label((screen or session().shown).k),
        key=key,
        latex=metric.latex,
        in_words=metric.in_words,
        bounds=metric.range,
        higher_is_better=metric.higher_is_better,
        name=name,
        screen=screen,
    )


def measure_by(
    compute: Callable[[Screen], Breakdown],
    label: str,
    *,
    key: str = "",
    latex: str = "",
    in_words: str = "",
    bounds: Bounds = (0, 1),
    higher_is_better: bool | None = True,
    name: Name = "a",
    places: int = 3,
    parts: Sequence[str] = (),
    screen: Screen | None = None,
) -> Measured:
    """Compute a measure of the shown screen and of the one before the last move, or of another."""
    if not latex and key in FURTHER:
        latex, in_words = FURTHER[key].latex, FURTHER[key].in_words
    shown, since = (screen, None) if screen else (session().shown, session().since)
    if since is not None and not (parts or since.lists.keys() >= {name, *shown.lists}):
        since = None
    return Measured(
        key or label,
        label,
        latex,
        in_words,
        bounds,
        higher_is_better,
        shown,
        name,
        compute(shown),
        None if since is None else compute(since),
        compute,
        places,
        parts,
        screen_before=since,
    )


def single(value: float) -> Breakdown:
    """Return the terms of a score that is one number."""
    return Breakdown({"contribution": np.array([value])}, undefined=np.array(value != value))


def compute(key: str, name: Name, screen: Screen) -> Breakdown:
    """Compute a metric of the catalog for one list of a screen."""
    return _computed(screen, key, name)


@once_per_screen
def _computed(screen: Screen, key: str, name: Name) -> Breakdown:
    return METRICS[key].compute(ranking(screen, name), **knobs.arguments(key, screen.settings))


@once_per_screen
def ranking(screen: Screen, name: Name) -> Ranking:
    """Return a list as the metrics read it."""
    return screen.ranked(name).ranking(screen.scale, screen.relevant_from)


def score_with(measured: Measured, knob: str, value: object) -> float:
    """Return the score of the same lists with another value of one knob."""
    if measured.screen[knob] == value:
        return measured.score
    screen = measured.screen.with_settings(**{knob: value})
    if knob not in ("scale", "relevant_from"):  # all other knobs leave the rankings as they are
        copy_cached(ranking, measured.screen, screen)
    return float(measured.compute(screen).score)
