"""The mean of what readers brought back, by how many they are, and the band it should lie in."""

from collections.abc import Iterator
from math import inf
from typing import Final

import numpy as np

from ui.core import theme
from ui.core.plain import counted, decimals
from ui.draw.rows import Row, column, curve, ends
from ui.draw.simulated_readers import Readers
from ui.draw.style import View, across, curves, up

TITLE: Final = "How near do they come to the formula?"
EACH: Final = (1, 10, 100, 1000, 10_000)
"""Numbers of readers with a column of their own."""
_TOPS: Final = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)
"""Possible ends of the axis, so that few drags change it."""


def chart() -> View:
    """Draw the running mean, and a band of two standard errors around the score."""
    ticks = [1, 10, 100, 1000, 10000]
    readers = across("x", "Readers", 1, 10000, kind="log", values=ticks, format=",d")
    return curves(readers, up("y", "Mean", None))


def rows(readers: Readers) -> Iterator[Row]:
    """Yield rows for the band, the score and the running mean."""
    walk, measured, count = readers.walk, readers.measured, readers.count
    score, best = measured.score, float(walk.worth.max())
    top = next((top for top in _TOPS if top >= score + float(walk.margin(1))), _TOPS[-1])
    numbers = np.geomspace(1, EACH[-1], 33)
    for number, margin in zip(numbers.tolist(), walk.margin(numbers).tolist(), strict=True):
        low, high = max(score - margin, 0), min(score + margin, best)
        shape = {"part": "band", "key": f"band{number:.4g}", "name": "", "colour": theme.LINES}
        yield {**shape, "x": number, "low": low, "high": high}
    yield from curve("score", (EACH[0], EACH[-1]), (score, score), 1)
    if count > 1:
        after = np.unique(np.geomspace(1, count, 60).astype(int))
        means = readers.sample.means(after).tolist()
        yield from curve("mean", after.tolist(), means, strong=True, colour=theme.LINES)
    if count:
        here = {"x": count, "y": readers.mean_gain, "colour": theme.LINES}
        yield {"part": "here", "key": "here", **here}
    for number in EACH:
        expected = (
            f"{decimals(score)} ± {decimals(float(walk.margin(number)))}, two standard errors"
        )
        average = readers.sample.means(np.array([number])).item() if number <= count else None
        mean = "" if average is None else f"mean {decimals(average)}, "
        within = max(number / 10**0.5, 1), min(number * 10**0.5, EACH[-1])
        sentence = f"{counted(number, 'reader')}: {mean}{expected}"
        yield column(number, within, sentence, half=inf)
    (end,) = ends({"score": (EACH[-1], score)}, 0, "score", looks={"score": {"dash": 1}})
    sentence = f"The formula says {measured.text}"
    yield {**end, "name": f"{measured.label} {measured.text}", "said": sentence}
    yield {"part": "room", "key": "room", "y": top}
