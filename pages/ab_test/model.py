"""Two groups of readers, and what a test of them says."""

from math import isinf
from typing import Final

import numpy as np

from metrics import proportions
from metrics.breakdown import Breakdown
from metrics.proportions import TwoProportions
from pages.ab_test.knobs import AbTest
from ui.core.plain import counted
from ui.core.screen import Screen, once_per_screen
from ui.draw import score

_POWER: Final = 0.8
_LEVEL: Final = 0.05
_FEW: Final = 5
"""Fewest successes and failures for which the normal distribution is near enough."""


@once_per_screen
def compared(screen: Screen) -> TwoProportions:
    """Return the comparison of both groups."""
    return proportions.two_proportions(*screen[AbTest.GROUPS])


def difference(screen: Screen) -> Breakdown:
    """Return B − A: the share of A is subtracted, that of B added."""
    found = compared(screen)
    shares = np.array([found.a, found.b])
    return Breakdown({"share": shares, "contribution": np.array([-1, 1]) * shares})


def z(screen: Screen) -> Breakdown:
    """Return z."""
    return score.single(compared(screen).z)


def p(screen: Screen) -> Breakdown:
    """Return the p-value."""
    return score.single(compared(screen).p)


def power(screen: Screen) -> Breakdown:
    """Return how often so many readers would find shares as different as these."""
    _, of_a, _, of_b = screen[AbTest.GROUPS]
    a, b, *_ = compared(screen)
    return score.single(proportions.power(a, b, min(of_a, of_b), _LEVEL))


def needed(screen: Screen) -> str:
    """Write how many readers each group needs to find such a difference."""
    each = proportions.sample_size(compared(screen).a, compared(screen).b, _POWER, _LEVEL)
    return "no number of readers is enough" if isinf(each) else counted(int(each), "reader")


def is_rough(screen: Screen) -> bool:
    """Return whether a group has too few successes or failures for the normal distribution."""
    some_a, of_a, some_b, of_b = screen[AbTest.GROUPS]
    return bool(min(some_a, of_a - some_a, some_b, of_b - some_b) < _FEW)


def is_split(screen: Screen) -> bool:
    """Return whether both counts look like the parts of one total that was split.

    >>> is_split(Screen().with_settings(ab_groups=(44_000, 89_000, 45_000, 89_000)))
    True
    """
    some_a, of_a, some_b, of_b = screen[AbTest.GROUPS]
    return bool(of_a == of_b == some_a + some_b)
