"""Two groups of scores that are not paired: all splits of them, and how many are as far apart."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import streamlit as st

from metrics import compare
from metrics.compare import Splits
from pages.significance.worked import as_typed
from ui.core.knobs import Significance
from ui.core.plain import decimals, p_value, table_html
from ui.core.screen import Screen
from ui.parts import controls

_MOST: Final = 70
"""Most splits of which each has a row: those of eight scores into two groups of four."""


def draw(screen: Screen) -> None:
    """Draw a field for both groups, the test with its numbers, and its splits."""
    controls.turn([Significance.UNPAIRED], by="unpaired")
    groups = [group.split() for group in screen[Significance.UNPAIRED]]
    found = _test(*(tuple(map(float, group)) for group in groups))
    st.markdown("\n\n".join(_worked(groups, found)))
    if len(found.differences) <= _MOST:
        st.html(_table(groups, found))


@lru_cache(maxsize=16)
def _test(first: Sequence[float], second: Sequence[float]) -> Splits:
    return compare.unpaired(first, second)


def _worked(groups: Sequence[Sequence[str]], found: Splits) -> list[str]:
    """Write both means, the splits, and p on both sides and on each."""
    ways, shown = len(found.differences), as_typed(float(found.differences[0]), "0")
    one, other = map(_mean, groups)
    sizes = [*map(len, groups)]
    chosen = " · ".join(str(sum(sizes) - at) for at in range(min(sizes)))
    below = " · ".join(str(at) for at in range(min(sizes), 0, -1))
    least, mirror = 1, ""
    if sizes[0] == sizes[1]:
        least, mirror = 2, ": each split has its mirror, with the groups exchanged"
    far, high, low = (
        f"{round(p * ways):,}/{ways:,} = **{p_value(p)}**"
        for p in (found.p, found.greater, found.less)
    )
    return [
        f"Mean 1 = {one}, mean 2 = {other}. Their difference is **{shown}**.",
        f"There are {chosen} / ({below}) = **{ways:,}** ways to split {sum(sizes)} scores into "
        f"groups of {sizes[0]} and {sizes[1]}. If the groups do not differ, all are equally "
        f"likely. The share with a difference as far from 0 or farther is p of both sides: {far}.",
        f"The share with {shown} or higher is the one-sided p of those who said before that "
        f"group 1 is higher: {high}. The share with {shown} or lower is that for group 2: {low}.",
        f"With so few scores p of one side is at least 1/{ways:,}, and p of both sides at least "
        f"{least}/{ways:,} = {p_value(least / ways)}{mirror}.",
    ]


def _mean(group: Sequence[str]) -> str:
    total = " + ".join(f"({score})" if score.startswith("-") else score for score in group)
    mean = decimals(sum(map(float, group)) / len(group))
    return f"({total.replace('-', '−')})/{len(group)} = {mean}" if len(group) > 1 else mean


def _table(groups: Sequence[Sequence[str]], found: Splits) -> str:
    """Write each split with its difference, and whether that is as far from 0 as the real one."""
    scores, sizes = [score for group in groups for score in group], [*map(len, groups)]
    real, body = abs(float(found.differences[0])), []
    for members, difference in zip(compare.splits(*sizes), found.differences, strict=True):
        others = [at for at in range(len(scores)) if at not in members]
        sides = [", ".join(scores[at] for at in side) for side in (members, others)]
        far = "yes" if abs(difference) >= real - 1e-9 else "no"
        body.append([*(side.replace("-", "−") for side in sides), as_typed(difference, "0"), far])
    head = ["group 1", "group 2", "difference", "as far"]
    return table_html("All splits; the first is the real one", head, body, words=(0, 1))
