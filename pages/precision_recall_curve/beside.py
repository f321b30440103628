"""Precision and recall down to each card, and at a level of recall."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from metrics.breakdown import Breakdown
from metrics.conventions.variants import UNLISTED
from ui import lesson
from ui.core.columns import Cell, Column, Part
from ui.core.plain import counted, decimals
from ui.core.screen import Screen
from ui.draw import score
from ui.draw.beside_cards import bars
from ui.draw.rank_terms import Fraction
from ui.draw.score import Measured
from ui.lesson import WorkedFormula
from ui.parts import board

SLACK: Final = 1e-9
"""In binary, 0.55 times 20 is a little more than 11."""


def columns(iap: Measured) -> list[Column]:
    """Return the precision and the recall at each rank, each with its fraction."""
    each = _fractions(iap)
    return [
        bars(iap, "precision", "P: hits / rank", [str(p) for p, _ in each], room="2.3rem"),
        bars(iap, "recall", "R: hits / m", [str(r) for _, r in each], room="2.3rem"),
    ]


def in_cards(iap: Measured) -> Column:
    """Return the same as text for the cards of a phone."""
    cells = {
        rank: Cell([Part(0, 0)], f"P {p}, R {r}") for rank, (p, r) in enumerate(_fractions(iap), 1)
    }
    return Column("P and R down to here", cells, sees_grades=False)


def _fractions(iap: Measured) -> Sequence[tuple[Fraction, Fraction]]:
    exist = int(iap.breakdown.aside["relevant_total"])
    found = map(int, iap.breakdown.terms["relevant"].cumsum().tolist())
    return [(Fraction(hits, rank), Fraction(hits, exist)) for rank, hits in enumerate(found, 1)]


def worked_at(rank: int, p: Measured, r: Measured | None = None) -> WorkedFormula:
    """Return the precision at a rank, and the recall there, with their fractions."""
    hits = int(p.breakdown.terms["relevant"][:rank].sum())
    also = []
    if r:
        recall = Fraction(hits, int(r.breakdown.aside["denominator"]))
        also = [f"{r.label} = {recall} = {r.text}"]
    at = min(rank, p.ranked.retrieved)
    return WorkedFormula(p, [(at, str(Fraction(hits, rank)))] * bool(at), also=also)


def first_reach(iap: Measured, level: float) -> str:
    """Say at which rank a recall is reached first, and the precision there."""
    at = reaches(iap.breakdown, level)
    if not at:
        return f"Recall {level:g} is never reached."
    p, _ = _fractions(iap)[at - 1]
    return f"Rank {at} is the first with this recall. Its own P is {p} = {decimals(p.value)}."


def best_from(iprec: Measured, level: float) -> str:
    """Say which rank gives the height of the stairs at a recall, with its fraction."""
    rank = int(iprec.breakdown.aside["at_rank"].item())
    if not rank:
        return f"Recall {level:g} is never reached: the stairs are at 0."
    hits = int(iprec.breakdown.terms["relevant"][:rank].sum())
    return f"Stairs at r = {level:g}: P at rank {rank}, {counted(hits, 'hit')} / rank {rank}."


def reaches(breakdown: Breakdown, level: float) -> int:
    """Return the first rank with a hit and at least this recall; 0 if there is none.

    >>> from metrics.interpolated import interpolated_average_precision
    >>> from metrics.ranking import Ranking
    >>> found = interpolated_average_precision(Ranking([0, 1, 0, 1, 1, 1, 1, 0]))
    >>> reaches(found, 0.4), reaches(found, 0), reaches(found, 1)
    (4, 2, 7)
    """
    recall = breakdown.terms["recall"]
    reached = ((recall >= level - SLACK) & (recall > 0)).nonzero()[0]
    return int(reached[0]) + 1 if reached.size else 0


def break_even(rp: Measured) -> str:
    """Say what P and R are at rank m: equal, unless the list ends before it."""
    listed, m = rp.ranked.retrieved, int(rp.breakdown.aside["relevant_total"])
    if listed < m:
        return (
            f"The list ends at rank {listed}, and ranks down to m count as misses. So no rank is a "
            "break-even point above 0."
        )
    if m and not rp.score:
        return "P and R are both 0 there, as above each first hit: their *break-even point* is 0."
    return "P and R are equal there, at the *break-even point*." * bool(m)


def weights(iap: Measured) -> str:
    """Say how many points of the mean have which height, as `6 at 1/1, 5 at 2/3`."""
    terms = iap.breakdown.terms
    each = zip(terms["levels"].tolist(), _fractions(iap), strict=True)
    told = [f"{levels:g} at {p}" for levels, (p, _) in each if levels]
    if rest := iap.breakdown.aside["level"].size - int(terms["levels"].sum()):
        told.append(f"{rest} at 0")
    return ", ".join(told)


def worked(systems: Mapping[str, Screen], key: str, factor: str) -> Iterator[WorkedFormula]:
    """Yield the formula of a score with the numbers of each system."""
    for name, screen in systems.items():
        measured = score.measure(key, screen=screen)
        marks = [f"{name.lower()}-{document.id}" for document in screen.a.documents]
        named = replace(measured, label=f"{measured.label} of {name}", parts=marks)
        yield lesson.worked(named, factor) if factor else lesson.worked_out(named)


def higher(a: Measured, b: Measured) -> str:
    """Say at which levels of recall the stairs of A are higher, and at which those of B."""
    levels, *heights = (
        of.aside[name].tolist()
        for of, name in (
            (a.breakdown, "level"),
            (a.breakdown, "at_level"),
            (b.breakdown, "at_level"),
        )
    )
    winners = [
        "neither is" if abs(one - other) < SLACK else "A is" if one > other else "B is"
        for one, other in zip(*heights, strict=True)
    ]
    said, at = [], 0
    for winner, run in groupby(winners):
        wide = len([*run])
        ends = dict.fromkeys((f"{levels[at]:g}", f"{levels[at + wide - 1]:g}"))
        said.append(f"{winner} higher at recall {' to '.join(ends)}")
        at += wide
    totals = [int(each.breakdown.aside["relevant_total"]) for each in (a, b)]
    differ = (
        f" But A’s list says that m = {totals[0]} are relevant, and B’s that m = {totals[1]} are. "
        "For one query, write the same m behind both."
    )
    return f"The stairs: {', '.join(said)}.{differ * (totals[0] != totals[1])}"


def list_b(b: Measured, hidden: bool) -> None:
    """Draw list B in the place of the bars, with what its cards say on a phone."""
    board.show("b", adds=in_cards(b), hidden=hidden)


def on_line(iap: Measured, level: float) -> float:
    """Return the precision at a recall on straight lines between the points, 0 beyond the last.

    They begin at recall 0 and precision 1, as in scikit-learn.
    """
    names = ("recall", "precision")
    ranks = zip(*(iap.breakdown.terms[name].tolist() for name in names), strict=True)
    for (r, p), (next_r, next_p) in pairwise([(-1.0, 1.0), (0.0, 1.0), *ranks]):
        if r < level <= next_r:
            return float(p + (next_p - p) * (level - r) / (next_r - r))
    return 0.0


def summed(ap: Measured) -> str:
    """Write average precision as a sum: `AP@6 = 1/4 · (1/1 + 2/3) = **0.417**`."""
    _, summands, factor, *_ = lesson.worked_out(ap)
    precisions = " + ".join(text for _, text in summands if not text.startswith("0")) or "0"
    return f"{ap.label} = {factor} · ({precisions}) = **{ap.text}**"


def under_lines(iap: Measured) -> float:
    """Return the area below straight lines between the points of the curve."""
    lines = next(each for each in UNLISTED if each.key == "average_precision-lines")
    return float(lines.score(score.ranking(iap.screen, iap.name), None))
