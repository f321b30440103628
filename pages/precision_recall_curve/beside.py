"""Precision and recall down to each card, and at the last hit."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from metrics.breakdown import Breakdown
from metrics.conventions.variants import UNLISTED
from ui.core.columns import Cell, Column, Part
from ui.core.screen import Screen
from ui.draw import score
from ui.draw.beside_cards import bars
from ui.draw.rank_terms import Fraction
from ui.draw.score import Measured
from ui.lesson import WorkedFormula
from ui.parts import board


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


def at_last_hit(iap: Measured) -> list[Measured]:
    """Return the precision and the recall at the last hit in the top k."""

    def at(term: str, screen: Screen) -> Breakdown:
        terms = score.compute(iap.key, iap.name, screen).terms
        return score.single(terms[term][terms["relevant"] > 0][-1:].sum(initial=0))

    return [
        score.measure_by(partial(at, "precision"), "P, last hit", key="last_hit_precision"),
        score.measure_by(partial(at, "recall"), "R, last hit", key="last_hit_recall"),
    ]


def worked(iap: Measured, scores: Sequence[Measured]) -> WorkedFormula:
    """Return the precision and the recall at the last hit with their fractions."""
    hits = iap.breakdown.terms["relevant"].nonzero()[0].tolist()
    if not hits:
        return WorkedFormula(scores[0], [])
    (p, r), recall = _fractions(iap)[hits[-1]], scores[1]
    also = [f"{recall.label} = {r} = {recall.text}"]
    return WorkedFormula(scores[0], [(hits[-1] + 1, str(p))], also=also)


def weights(iap: Measured) -> str:
    """Say how many points of the mean have which height, as `6 at 1/1, 5 at 2/3`."""
    terms = iap.breakdown.terms
    each = zip(terms["levels"].tolist(), _fractions(iap), strict=True)
    told = [f"{levels:g} at {p}" for levels, (p, _) in each if levels]
    if rest := iap.breakdown.aside["level"].size - int(terms["levels"].sum()):
        told.append(f"{rest} at 0")
    return ", ".join(told)


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


def under_lines(iap: Measured) -> float:
    """Return the area below straight lines between the points of the curve."""
    lines = next(each for each in UNLISTED if each.key == "average_precision-lines")
    return float(lines.score(score.ranking(iap.screen, iap.name), None))
