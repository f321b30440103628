"""Discounted gain as rectangles: their length is the gain, their height the weight of the rank.

Behind each is the rectangle of the ideal order at that rank. Lines lead from a card to its place
in the ideal order.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

import numpy as np

from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs, theme
from ui.core.columns import Cell, Column, Part
from ui.core.plain import about, decimals, signed
from ui.core.screen import Screen
from ui.draw import score
from ui.draw.beside_cards import ghost
from ui.draw.score import Measured

_HIGHEST: Final = 0.64
"""Height of the largest weight, as a share of the row; the number stands below it."""
_SUMMANDS: Final = 6
"""Most products of a DCG that are written."""


def ideal(ndcg: Breakdown) -> Breakdown:
    """Return the breakdown of the ideal DCG: the gains of the ideal order times the weights."""
    gains, weights = ndcg.aside["ideal_gain"], ndcg.aside["ideal_weight"]
    return Breakdown({"gain": gains, "weight": weights, "contribution": gains * weights})


def ideal_of(screen: Screen) -> Breakdown:
    """Return the breakdown of the ideal DCG of list A with the knobs of a screen."""
    return ideal(score.compute("ndcg", "a", screen))


def summands(breakdown: Breakdown) -> dict[int, str]:
    """Return, by rank, what it adds as `3·0.631`; ranks without a weight are left out."""
    terms = breakdown.terms
    rows = zip(terms["gain"], terms["weight"], strict=True)
    return {
        rank: f"{gain:g}·{decimals(weight)}"
        for rank, (gain, weight) in enumerate(rows, 1)
        if weight
    }


def written(breakdown: Breakdown) -> str:
    """Write a DCG as the sum of its products; only the first of them where there are many."""
    parts = [each for each in summands(breakdown).values() if not each.startswith("0·")] or ["0"]
    ellipsis = ["…"] if parts[_SUMMANDS:] else []
    return f"{' + '.join(parts[:_SUMMANDS] + ellipsis)} = {decimals(float(breakdown.score))}"


def areas(ndcg: Measured) -> Column:
    """Draw each document as a rectangle whose area is what it adds to DCG.

    A dashed rectangle shows the ideal order at that rank, with the same weight and height.
    """
    terms, best = ndcg.breakdown.terms, ideal(ndcg.breakdown).terms
    longest = float(_worth(ndcg.screen, range(ndcg.screen.scale + 1)).max()) or 1
    weights = max(terms["weight"], best["weight"], key=len)
    highest = float(weights.max(initial=0)) or 1

    def part(gain: float, weight: float, look: Any) -> Part:
        return Part(0, gain / longest, look, weight / highest * _HIGHEST)

    cells = {}
    if ndcg.terms_before is not None:  # the cutoff may have moved: there may be more ranks
        before = zip(
            ndcg.terms_before.terms["gain"], ndcg.terms_before.terms["weight"], strict=True
        )
        for rank, (gain, weight) in enumerate(before, start=1):
            if 0 < gain <= longest and weight <= highest:
                cells[rank] = Cell([part(float(gain), float(weight), "was")], "")
    for rank, weight in enumerate(map(float, weights), start=1):
        own_gain = float(terms["gain"][rank - 1]) if rank <= len(terms["gain"]) else None
        ideal_gain = float(best["gain"][rank - 1]) if rank <= len(best["gain"]) else 0
        if own_gain is None and not ideal_gain:
            continue
        solid = part(own_gain or 0, weight, "solid")
        parts = [*ghost(cells[rank].parts, solid)] if rank in cells else []
        label = f"nothing, ideal {decimals(ideal_gain * weight)}"
        if own_gain is not None:
            parts.append(solid)
            label = f"{own_gain:g} × {decimals(weight)} = {decimals(own_gain * weight)}"
        if ideal_gain:
            parts.append(part(ideal_gain, weight, "dashed"))
        cells[rank] = Cell(parts, label, soft=not own_gain)
    total = decimals(float(ndcg.breakdown.aside["dcg"]))
    cells = dict(sorted(cells.items()))
    return Column("Gain × weight", cells, f"DCG = {total}", width=1.5, room="0.2rem")


def regrets(ndcg: Measured) -> Column:
    """Draw what each rank adds less than in the ideal order, or, left of the line, more.

    The amounts are shares of the ideal DCG: 1 minus their sum is nDCG.
    """
    lost = _regret(ndcg.breakdown)
    shares = ndcg.breakdown.aside["ideal_weight"]
    # The axis spans the largest possible loss (at rank 1) and gain (at rank 2) of the ideal order.
    # So dragging never rescales it.
    second = float(shares[1] / shares[0]) if len(shares) > 1 and shares[0] else 0.6
    zero = second / (1 + second)
    contribution = ideal(ndcg.breakdown).terms["contribution"]
    most = float(ratio(contribution, contribution.sum()).max(initial=0)) or 1
    cells = {}
    for rank, share in enumerate(map(float, lost), start=1):
        end = min(max(zero + (1 - zero) * share / most, 0), 1)
        part = Part(min(zero, end), max(zero, end), "solid" if share >= 0 else "pale")
        cells[rank] = Cell([part], signed(share), soft=abs(share) < 5e-4)
    total = "" if ndcg.breakdown.undefined else f"= {decimals(1 - ndcg.score)}"
    line = zero if cells else None
    return Column("Regret", cells, total, line, sees_grades=False, width=0.8, room="0.2rem")


def _regret(ndcg: Breakdown) -> Array:
    """Return what each rank adds less than in the ideal order, as shares of the ideal DCG."""
    best = ideal(ndcg).terms["contribution"]
    own, due = ndcg.terms["contribution"], ratio(best, best.sum())
    lost = np.zeros(max(len(own), len(due)))
    lost[: len(due)] += due
    lost[: len(own)] -= own
    return lost


def places(ndcg: Measured) -> Column:
    """Draw a line from each card to its place in the ideal order.

    Missed documents are included unless the ideal order is only of the retrieved ones.
    """
    ranked, screen = ndcg.ranked, ndcg.screen
    rows, counted = len(ranked.documents), len(ndcg.breakdown.aside["ideal_gain"])
    worth = _worth(screen, [d.grade for d in ranked.documents])
    pool = ranked.retrieved if screen["ideal"] == "retrieved" else rows
    order = sorted(range(pool), key=lambda at: -worth[at])
    high = rows * theme.ROW_PITCH - theme.ROW_GAP
    lines, marks = [], []
    for to, at in enumerate(order):
        document, missed = ranked.documents[at], at >= ranked.retrieved
        looks = {"missed": missed, "still": at == to, "idle": to >= counted or not worth[at]}
        data = about(f"{ndcg.name}-{document.id}")
        data += f" class='{' '.join(look for look, applies in looks.items() if applies)}'"
        start, end = ((row * theme.ROW_PITCH + theme.ROW_MIDDLE) / high for row in (at, to))
        lines.append(
            f"<i{data} style='--start:{start:.4f};--end:{end:.4f};"
            f"--colour:var(--colour-{theme.colour(document.grade, screen.scale)})'></i>"
        )
        origin = "missed" if missed else "" if at == to else f"from {at + 1}"
        symbol = theme.symbol(document.grade, screen.scale)
        marks.append(
            f"<li{data} style='--end:{end:.4f}'><b>ideal rank {to + 1}: {escape(document.title)} "
            f"</b><i aria-hidden='true'>{symbol}</i> {origin}</li>"
        )
    over = (
        f"<p class='lines' aria-hidden='true'>{''.join(lines)}</p>"
        f"<ol role='list' aria-label='The ideal order'>{''.join(marks)}</ol>"
    )
    return Column("Ideal places", over=over if rows else "", width=1.4, room="0.2rem")


def _worth(screen: Screen, grades: Sequence[int | None]) -> Array:
    """Return the gains of documents with these grades, with the knobs of a screen."""
    ranking = Ranking(
        [np.nan if grade is None else grade for grade in grades], top_grade=screen.scale
    )
    key = "cumulative_gain"
    arguments: Mapping[str, Any] = {**knobs.arguments(key, screen.settings), "k": None}
    return METRICS[key].compute(ranking, **arguments).terms["contribution"]
