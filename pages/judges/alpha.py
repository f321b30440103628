"""Krippendorff’s α of all judges of a screen, with its coincidence matrix."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

import numpy as np
import streamlit as st

from metrics.arrays import Array
from metrics.judges import Level, coincidences, krippendorff_alpha
from pages.judges import drawing as judges
from pages.judges import many
from pages.judges.knobs import Judges
from pages.judges.typed_gaps import GAP
from ui.core.plain import counted, decimals, enough, listed, table_html, typeset
from ui.core.screen import Screen
from ui.parts import controls

_PAIRS: Final = 10
"""Most pairs of labels whose distances are added one by one."""
_SAYS: Final[dict[Level, str]] = {
    "interval": "the distance of two grades is their difference, squared",
    "ordinal": "it is how many answers lie from one grade to the other, squared; of these two "
    "half count",
}


def _difference(values: Sequence[int], _: Sequence[int], one: int, other: int) -> float:
    return values[other] - values[one]


def _answers_between(_: Sequence[int], sums: Sequence[int], one: int, other: int) -> float:
    return sum(sums[one : other + 1]) - (sums[one] + sums[other]) / 2


_LEVELS: Final[dict[Level, Callable[[Sequence[int], Sequence[int], int, int], float]]] = {
    "interval": _difference,
    "ordinal": _answers_between,
}


def draw(screen: Screen) -> None:
    """Draw a field for answers with gaps, and the numbers of these or of the screen."""
    controls.turn([Judges.GAPS], by="gaps")
    st.markdown(in_numbers(screen), unsafe_allow_html=True)


def _answers(screen: Screen) -> list[list[str]]:
    """Return what is typed with gaps, a row for each document without the missing answers."""
    rows = [row.split() for row in screen[Judges.GAPS].split("; ") if row]
    return [[said for said in each if said != GAP] for each in zip(*rows, strict=True)]


def _counts(screen: Screen) -> tuple[list[str], Array, int]:
    """Return the labels, the coincidences of their answers, and how many judges there are.

    With gaps the last is 0: not all documents have as many answers.
    """
    if answers := _answers(screen):
        names = sorted({said for each in answers for said in each})
        return names, coincidences([[*map(each.count, names)] for each in answers]), 0
    if many.is_shown(screen):
        names, rows = many.read(screen)
        return names, coincidences(rows), sum(rows[0])
    names = [*judges.pairs(screen)[0].kinds]
    if len(each := judges.pairs(screen)) == 1:
        return names, each[0].table + each[0].table.T, 2
    rows = [
        [[*answers].count(label) for label in judges.labels(screen)]
        for answers in zip(*judges.said(screen), strict=True)
    ]
    return names, coincidences(rows), len(judges.said(screen))


def in_numbers(screen: Screen) -> str:
    """Write the matrix, the observed and the expected disagreement and α, as Markdown."""
    return typeset("\n\n".join(_lines(screen)))


def _lines(screen: Screen) -> Iterator[str]:
    names, matrix, count = _counts(screen)
    sums = [round(each) for each in matrix.sum(0).tolist()]
    every = sum(sums)
    if not count:
        rows = screen[Judges.GAPS].split("; ")
        alone = sum(len(each) == 1 for each in _answers(screen))
        left = counted(alone, "document with one answer is", "documents with one answer are")
        yield (
            f"What is typed with gaps has {len(rows)} judges and {len(rows[0].split())} documents. "
            "A document with m answers enters as m · (m − 1) ordered pairs of answers. Each pair "
            "counts 1/(m − 1), so that each answer counts once."
            + f" {left} left out."
            * bool(alone)
        )
    elif count == 2:
        yield (
            "Each document enters as two ordered pairs of answers, one from each judge’s side. So "
            "a document that both give the same label counts twice in its cell."
        )
    else:
        yield (
            f"Each document enters as {count} · {count - 1} = {count * (count - 1)} ordered pairs "
            f"of answers. Each pair counts 1/{count - 1}, so that each answer counts once."
        )
    body = [
        [name, *map(_short, row), total]
        for name, row, total in zip(names, matrix.tolist(), sums, strict=True)
    ]
    yield table_html("Coincidence matrix", ["answers", *names, "sum"], body, ["sum", *sums, every])
    found = krippendorff_alpha(matrix)
    if found.undefined:
        yield "There is no α: all answers have one label, and two of them cannot differ."
        return
    seen, chance = (float(found.aside[name]) for name in ("observed", "expected"))
    apart = float(matrix.sum() - np.trace(matrix))
    squares = " + ".join(f"{one:,}·{one - 1:,}" for one in sums if one) or "0"
    differ = every * (every - 1) - sum(one * (one - 1) for one in sums)
    yield f"Observed, off the diagonal: D = {_short(apart)}/{every:,} = {decimals(seen)}"
    yield (
        f"Expected: of {every:,}·{every - 1:,} ordered pairs of any two answers {squares} have one "
        f"label, and the others differ. E = {differ:,}/{every * (every - 1):,} = {decimals(chance)}"
    )
    of_seen, of_chance = enough(lambda some, all_: 1 - some / all_, seen, chance)
    score = decimals(float(found.score))
    yield f"**Krippendorff’s α** = 1 − D/E = 1 − {of_seen}/{of_chance} = **{score}**"
    digits = all(map(str.isdecimal, names))
    of_screen = bool(count)
    if (of_screen and many.is_shown(screen)) or not (
        digits or (of_screen and judges.are_grades(screen))
    ):
        return
    values = [*map(int, names)] if digits else [*range(len(names))]
    begins = "Of grades" if digits else f"If {listed(names)} are grades 1 apart in this order,"
    yield f"This α is *nominal*: two answers differ or not. {begins} a distance counts, too."
    for level, distance in _LEVELS.items():
        found = krippendorff_alpha(matrix, level=level, grades=values)
        seen, chance = (float(found.aside[name]) for name in ("observed", "expected"))
        of_seen, of_chance = enough(lambda some, all_: 1 - some / all_, seen, chance)
        far = [
            (distance(values, sums, one, other), float(matrix[one, other]), sums[one] * sums[other])
            for one, other in combinations(range(len(names)), 2)
        ]
        observed = " + ".join(f"{2 * n:.4g}·{d:g}²" for d, n, _ in far if n)
        expected = " + ".join(f"{2 * n:,}·{d:g}²" for d, _, n in far)
        worked = "" if len(far) > _PAIRS else f" = ({observed or 0})/{every:,}"
        by_chance = "" if len(far) > _PAIRS else f" = ({expected})/({every:,}·{every - 1:,})"
        yield (
            f"**{level} α**, where {_SAYS[level]}: D{worked} = {decimals(seen)} and E{by_chance} = "
            f"{decimals(chance)}. So α = 1 − {of_seen}/{of_chance} = "
            f"**{decimals(float(found.score))}**"
        )


def _short(number: float) -> str:
    """Write a count, which may be a fraction."""
    return f"{number:,.0f}" if abs(number - round(number)) < 1e-9 else decimals(number)
