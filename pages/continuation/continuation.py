"""Readers defined by their continuation: how they read a list, and which metric that equals.

A reader is a position of the knob `Continuation.READER`. The last position is a curve of one's own;
moving a handle of any named reader selects it.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from metrics import cwl
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.first_hit import reciprocal_rank
from metrics.gain import custom, dcg, logarithmic
from metrics.ranking import Ranking
from metrics.reader_models import err, on_the_scale_of, rbp
from metrics.top_k import precision
from pages.continuation.knobs import CONTINUATIONS, Continuation
from ui.core import knobs
from ui.core.knob_kinds import SCALES, Choice, Curve, to_text
from ui.core.knobs import KNOBS
from ui.core.screen import Screen, once_per_screen
from ui.draw import score

OWN: Final = "own"
CLOSE: Final = 1e-12
"""Largest difference between two numbers that differ only by floating-point rounding."""


class Twin(NamedTuple):
    """A metric that a rate of gain is compared with, computed by its own formula."""

    label: str
    score: float


def names() -> Mapping[str, str]:
    """Return the name of every reader by key."""
    knob = KNOBS[Continuation.READER]
    assert isinstance(knob, Choice)
    return knob.names(max(SCALES))


def reader_key(screen: Screen) -> str:
    """Return the key of the reader."""
    return str(screen[Continuation.READER])


def others(screen: Screen) -> list[str]:
    """Return the keys of the other readers of the list."""
    return [reader for reader in screen[Continuation.ALSO] if reader != reader_key(screen)]


def rate(screen: Screen, by: str = "", depth: int = 0) -> Breakdown:
    """Break down the rate of gain of list A, for the chosen reader or the reader `by`.

    There are terms for at least `depth` ranks; ranks below the list gain nothing.
    """
    return _rate(screen, by or reader_key(screen), depth)


@once_per_screen
def _rate(screen: Screen, by: str, depth: int) -> Breakdown:
    goes_on, worth = continuation_of(by, screen.settings)
    ranking = score.ranking(screen, "a")
    if below := max(0, depth - ranking.grades.size):
        grades = np.pad(ranking.grades, (0, below), constant_values=np.nan)
        ranking = Ranking(grades, top_grade=ranking.top_grade)
    return cwl.rate_of_gain(ranking, goes_on, utility=worth)


def quantity(screen: Screen, what: str) -> Breakdown:
    """Return another quantity of the rate of gain, by its name, as a measure of its own."""
    return Breakdown({"contribution": rate(screen).aside[what][..., None]})


def handles(screen: Screen) -> list[float]:
    """Return the chosen reader's probability of going on after each rank of the list."""
    return rate(screen).terms["continuation"].tolist()  # type: ignore[no-any-return]


def with_curve(screen: Screen, moved: Mapping[int, float]) -> Screen:
    """Return the screen with some handles moved, by rank, which makes the curve the reader's own.

    The other ranks keep the chosen reader's probabilities, down to the last rank of a curve.
    """
    curve = KNOBS[Continuation.CURVE]
    assert isinstance(curve, Curve)
    goes_on, _ = continuation_of(reader_key(screen), screen.settings)
    worth = np.zeros(curve.most)
    gains = rate(screen).terms["gain"][: curve.most]
    worth[: gains.size] = gains
    chances = goes_on(worth).copy()
    for rank, chance in moved.items():
        if not 1 <= rank <= curve.most:
            raise ValueError(f"a rank from 1 to {curve.most}")
        chances[rank - 1] = chance
    text = to_text(chances.tolist())
    return screen.with_settings(
        **{Continuation.READER: OWN, Continuation.CURVE: curve.parse(text, screen.scale)}
    )


def twin(screen: Screen, by: str = "") -> Twin | None:
    """Return the metric that a reader's rate of gain equals, or is often taken for, if any."""
    by, k, p = by or reader_key(screen), screen.k, None
    ranking, (_, worth) = score.ranking(screen, "a"), continuation_of(by, screen.settings)
    breakdown = None
    if by == OWN:
        curve = screen[Continuation.CURVE]
        if 0 in curve:  # nobody gets further
            curve = curve[: curve.index(0) + 1]
        if curve == (*(1,) * (len(curve) - 1), 0):
            by, k = "precision", len(curve)
        elif len(curve) == 1 and curve[0] < 1:
            by, p = "rbp", curve[0]
    if by == "precision":
        breakdown = precision(ranking, k)
    elif by == "rbp" and p is not None:
        breakdown = rbp(ranking, persistence=p, utility=worth)
    elif by == "rbp":
        breakdown = rbp(ranking, **knobs.arguments(by, screen.settings))
    elif by == "reciprocal_rank":
        k, breakdown = 0, reciprocal_rank(ranking)
    elif by == "err":
        breakdown = err(ranking, k, satisfaction=worth)
    elif by == "dcg":
        grades = np.arange(screen.scale + 1.0)
        gains = on_the_scale_of(ranking, "worth", worth)(grades)
        weights = logarithmic()(np.arange(1.0, k + 1))
        total = dcg(ranking, k, gain=custom(gains.tolist())).score
        return Twin(f"DCG@{k} / Σ weights", float(total / weights.sum()))
    return Twin(METRICS[by].label(k or None), float(breakdown.score)) if breakdown else None


def continuation_of(reader: str, settings: Mapping[str, Any]) -> tuple[cwl.Continuation, Any]:
    """Return a reader's continuation, and the utility of a grade to them, for the settings."""
    _, family, names = CONTINUATIONS[reader]
    return family(*(settings[name] for name in names)), knobs.arguments("rbp", settings)["utility"]
