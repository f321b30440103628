"""Looking several times at one test: how often it finds a difference where there is none.

A test that is looked at again and again, and that stops at the first significant look, makes more
false alarms than its level says: *peeking*. The looks share their data, so they are not
independent. Here they come at equal distances, each with a two-sided z.
"""

from functools import lru_cache
from math import ceil, pi, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

from . import checks

_MOST: Final = 100
_NODES: Final = 60
_NODES_PER_ROOT: Final = 20
"""The density of k looks reaches √k times as far, and is as smooth."""
_MOST_STEPS: Final = 30
_NEAR: Final = 1e-13
_NORMAL: Final = NormalDist()


def any_false_win(looks: int, level: float = 0.05) -> float:
    """Return how likely at least one look is significant if there is no difference.

    By recursive numerical integration: the density of the sum of all data so far, where no look was
    significant, goes from each look to the next one. Armitage, McPherson & Rowe (1969).

    Args:
        looks: how many there are, at equal distances, from 1 to 100.
        level: the two-sided level of each look, in (0, 1).

    Raises:
        ValueError: an argument outside its range.

    >>> [round(any_false_win(looks), 3) for looks in (1, 2, 3, 5, 10)]  # their table 2
    [0.05, 0.083, 0.107, 0.142, 0.193]
    """
    _check(looks)
    level = checks.number("level", level, above=0, below=1)
    edge = bound(level)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES + _NODES_PER_ROOT * ceil(sqrt(looks)))
    points = edge * nodes
    density = np.exp(-(points**2) / 2) / sqrt(2 * pi)
    for look in range(2, looks + 1):
        mass = density * weights * edge * sqrt(look - 1)
        before, points = points, edge * sqrt(look) * nodes
        density = np.exp(-((points[:, None] - before) ** 2) / 2) @ mass / sqrt(2 * pi)
    return 1 - float(density @ weights) * edge * sqrt(looks)


@lru_cache(maxsize=256)
def pocock(looks: int, level: float = 0.05) -> float:
    """Return the level of each look with which all looks together keep a level. Pocock (1977).

    Args:
        looks: as for `any_false_win`.
        level: how likely any look may be significant if there is no difference, in (0, 1).

    Raises:
        ValueError: as for `any_false_win`.

    >>> round(pocock(5), 4)  # |z| ≥ 2.413
    0.0158
    """
    _check(looks)
    wanted = checks.number("level", level, above=0, below=1)
    low, high = wanted / looks, wanted  # Bonferroni is never too much
    too_little = any_false_win(looks, low) - wanted
    for _ in range(_MOST_STEPS):
        too_much = any_false_win(looks, high) - wanted
        if abs(too_much) < _NEAR or high == low:
            break
        step = too_much * (high - low) / (too_much - too_little)
        low, too_little, high = high, too_much, high - step
    return high


def bound(level: float) -> float:
    """Return the z beyond which a look of this two-sided level is significant.

    Raises:
        ValueError: a level outside (0, 1).

    >>> round(bound(0.05), 2)
    1.96
    """
    return _NORMAL.inv_cdf(1 - checks.number("level", level, above=0, below=1) / 2)


def _check(looks: int) -> None:
    if not 1 <= checks.count("looks", looks) <= _MOST:
        raise ValueError(f"looks must be from 1 to {_MOST}, got {looks!r}")
