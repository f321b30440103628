"""Readers who click on list A: how many are expected to, and how many of those sent do."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from metrics import clicks
from metrics.breakdown import Breakdown
from pages.clicks.knobs import Clicks
from ui.core import knobs
from ui.core.knobs import ATTENTION_DECAY, Sending
from ui.core.screen import Screen, once_per_screen
from ui.draw import score

_EXPECTED: Final = 1_200
"""Of how many readers expected clicks are, as long as none are sent: 2 to 6 divide it."""


@once_per_screen
def expected(screen: Screen) -> Breakdown:
    """Return the expected clicks of one reader."""
    return clicks.expected_clicks(score.ranking(screen, "a"), screen.k, **_truth(screen))


@once_per_screen
def weighted(screen: Screen) -> Breakdown:
    """Return the relevance that the expected clicks tell."""
    return clicks.weighted_clicks(
        score.ranking(screen, "a"),
        screen.k,
        propensity=screen[Clicks.PROPENSITY],
        assumed_decay=screen[Clicks.ASSUMED],
        **_truth(screen),
    )


def best_rank(screen: Screen) -> int | None:
    """Return the rank of the most relevant document, of equals of the last; None without any."""
    relevance = weighted(screen).terms["relevance"].tolist()
    return max(
        range(1, len(relevance) + 1), key=lambda rank: (relevance[rank - 1], rank), default=None
    )


def best(screen: Screen) -> Breakdown:
    """Return the estimate of that document, as `estimates`."""
    rank = best_rank(screen)
    told = estimates(screen)[rank - 1] if rank else None
    return score.single(float("nan") if told is None else told)


def best_clicks(screen: Screen) -> Breakdown:
    """Return how many of the readers click on that document."""
    if not (rank := best_rank(screen)):
        return score.single(0.0)
    if screen[Sending.SENT]:
        return score.single(float(drawn(screen)[rank - 1]))
    return score.single(readers(screen) * expected(screen).terms["contribution"].tolist()[rank - 1])


@once_per_screen
def drawn(screen: Screen) -> NDArray[np.intp]:
    """Return how many of the readers sent click on each rank."""
    sent, seed = screen[Sending.SENT], screen[Sending.SEED]
    each = clicks.simulated_clicks(expected(screen), sent, seed, model=screen[Clicks.MODEL])
    return np.asarray(each.sum(0))


@once_per_screen
def estimates(screen: Screen) -> list[float | None]:
    """Return the estimate of each rank, by the clicks of the readers sent, or by those expected.

    None stands where nobody is assumed to look.
    """
    terms = weighted(screen).terms
    shares = drawn(screen) / readers(screen) if screen[Sending.SENT] else terms["clicks"]
    each = zip(shares.tolist(), terms["propensity"].tolist(), strict=True)
    return [share / assumed if assumed else None for share, assumed in each]


def readers(screen: Screen) -> int:
    """Return how many readers the numbers are of: those sent, or as many as are usual."""
    return int(screen[Sending.SENT] or _EXPECTED)


def amount(screen: Screen, share: float) -> str:
    """Write a share of the readers as their number, with decimals if they are few.

    >>> amount(Screen(), 1 / 3), amount(Screen().with_settings(sent=100), 1 / 3)
    ('400', '33.3')
    """
    count = readers(screen)
    places = 3 if count == 1 else 1 if count == 100 else 0
    return f"{count * share + 1e-9:,.{places}f}"


def is_whole(screen: Screen, share: float) -> bool:
    """Return whether a share of the readers is a whole number of them."""
    return abs(readers(screen) * share - round(readers(screen) * share)) < 1e-9


def _truth(screen: Screen) -> dict[str, Any]:
    return {
        "model": screen[Clicks.MODEL],
        "decay": screen[ATTENTION_DECAY],
        "relevance": knobs.arguments("rbp", screen.settings)["utility"],
    }
