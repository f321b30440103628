"""Discounted gain as areas: as long as the gain, as high as the weight of the rank.

Behind each stands what the ideal order has at that rank, and lines lead from a card to its place
in that order.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

import numpy as np

from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.look import theme
from ui.look.columns import Cell, Column, Part
from ui.look.plain import about, decimals, signed
from ui.models import score
from ui.models.score import Measured
from ui.pictures.beside_cards import ghost
from ui.state import knobs
from ui.state.screen import Screen

_HIGHEST: Final = 0.64
"""How much of a row's height the highest weight takes; below it stands the number."""


def ideal(ndcg: Breakdown) -> Breakdown:
    """Break down the best there could have been: the ideal order's gains, times its weights."""
    gains, weights = ndcg.aside["ideal_gain"], ndcg.aside["ideal_weight"]
    return Breakdown({"gain": gains, "weight": weights, "contribution": gains * weights})


def ideal_of(screen: Screen) -> Breakdown:
    """Break the ideal of list A down, as the knobs stand on a screen."""
    return ideal(score.compute("ndcg", "a", screen))


def summands(breakdown: Breakdown) -> dict[int, str]:
    """Write what each rank adds as `3·0.631`, by the rank, where it adds anything."""
    terms = breakdown.terms
    each = zip(terms["gain"], terms["weight"], terms["contribution"], strict=True)
    return {
        rank: f"{gain:g}·{decimals(weight)}"
        for rank, (gain, weight, adds) in enumerate(each, 1)
        if adds
    }


def told(breakdown: Breakdown, most: int = 6) -> str:
    """Write a sum with its summands, or with the first of them where there are many."""
    each = list(summands(breakdown).values()) or ["0"]
    more = ["…"] if each[most:] else []
    return f"{' + '.join(each[:most] + more)} = {decimals(float(breakdown.score))}"


def areas(ndcg: Measured) -> Column:
    """Draw each document as a rectangle whose area is what it adds to DCG.

    Dashed stands what the ideal order has at the rank: just as high, for the weight is the rank's.
    """
    terms, best = ndcg.breakdown.terms, ideal(ndcg.breakdown).terms
    longest = float(_worth(ndcg.screen, range(ndcg.screen.scale + 1)).max()) or 1
    weights = best["weight"] if len(best["weight"]) > len(terms["weight"]) else terms["weight"]
    highest = float(weights.max(initial=0)) or 1

    def part(gain: float, weight: float, look: Any) -> Part:
        return Part(0, gain / longest, look, weight / highest * _HIGHEST)

    cells = {}
    if ndcg.was is not None:  # the cut may have moved
        before = zip(ndcg.was.terms["gain"], ndcg.was.terms["weight"], strict=True)
        for rank, (gain, weight) in enumerate(before, start=1):
            if 0 < gain <= longest and weight <= highest:
                cells[rank] = Cell([part(float(gain), float(weight), "was")], "")
    for rank, weight in enumerate(map(float, weights), start=1):
        own = float(terms["gain"][rank - 1]) if rank <= len(terms["gain"]) else None
        due = float(best["gain"][rank - 1]) if rank <= len(best["gain"]) else 0
        if own is None and not due:
            continue
        counts = part(own or 0, weight, "solid")
        parts = [*ghost(cells[rank].parts, counts)] if rank in cells else []
        label = f"nothing, ideal {decimals(due * weight)}"
        if own is not None:
            parts.append(counts)
            label = f"{own:g} × {decimals(weight)} = {decimals(own * weight)}"
        if due:
            parts.append(part(due, weight, "dashed"))
        cells[rank] = Cell(parts, label, soft=not own)
    total = decimals(float(ndcg.breakdown.aside["dcg"]))
    cells = dict(sorted(cells.items()))
    return Column("Gain × weight", cells, f"DCG = {total}", width=1.5, room="0.2rem")


def regrets(ndcg: Measured) -> Column:
    """Draw what each rank adds less than the ideal order's would, or more, to left of the line.

    The shares are of the ideal DCG, so that 1 less all of them is nDCG.
    """
    lost = _regret(ndcg.breakdown)
    shares = ndcg.breakdown.aside["ideal_weight"]
    # The axis spans the largest possible loss (at rank 1) and gain (at rank 2) of the ideal order.
    # So no drag changes its scale.
    second = float(shares[1] / shares[0]) if len(shares) > 1 and shares[0] else 0.6
    zero = second / (1 + second)
    best = ideal(ndcg.breakdown).terms["contribution"]
    most = float(ratio(best, best.sum()).max(initial=0)) or 1
    cells = {}
    for rank, share in enumerate(map(float, lost), start=1):
        end = min(max(zero + (1 - zero) * share / most, 0), 1)
        part = Part(min(zero, end), max(zero, end), "solid" if share >= 0 else "pale")
        cells[rank] = Cell([part], signed(share), soft=abs(share) < 5e-4)
    total = "" if ndcg.breakdown.undefined else f"= {decimals(1 - ndcg.score)}"
    line = (zero, "") if cells else None
    return Column("Regret", cells, total, line, sees_grades=False, width=0.8, room="0.2rem")


def _regret(ndcg: Breakdown) -> Array:
    """What each rank adds less than the ideal order's would, as shares of the ideal DCG."""
    best = ideal(ndcg).terms["contribution"]
    own, due = ndcg.terms["contribution"], ratio(best, best.sum())
    lost = np.zeros(max(len(own), len(due)))
    lost[: len(due)] += due
    lost[: len(own)] -= own
    return lost


def places(ndcg: Measured) -> Column:
    """Draw a line from each card to its place in the ideal order.

    What was missed comes from below the retrieval line, unless the ideal is of what was retrieved.
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
        named = about(f"{ndcg.name}-{document.id}")
        named += f" class='{' '.join(look for look, so in looks.items() if so)}'"
        start, end = ((row * theme.ROW_PITCH + theme.ROW_MIDDLE) / high for row in (at, to))
        lines.append(
            f"<i{named} style='--start:{start:.4f};--end:{end:.4f};"
            f"--colour:var(--colour-{theme.colour(document.grade, screen.scale)})'></i>"
        )
        came = "missed" if missed else "" if at == to else f"from {at + 1}"
        symbol = theme.symbol(document.grade, screen.scale)
        marks.append(
            f"<li{named} style='--end:{end:.4f}'><b>ideal rank {to + 1}: {escape(document.title)} "
            f"</b><i aria-hidden='true'>{symbol}</i> {came}</li>"
        )
    drawn = (
        f"<p class='lines' aria-hidden='true'>{''.join(lines)}</p>"
        f"<ol role='list' aria-label='The ideal order'>{''.join(marks)}</ol>"
    )
    return Column("Ideal places", over=drawn if rows else "", width=1.4, room="0.2rem")


def _worth(screen: Screen, grades: Sequence[int | None]) -> Array:
    """Return what documents of these grades are worth, as the knobs stand."""
    ranking = Ranking(
        [np.nan if grade is None else grade for grade in grades], top_grade=screen.scale
    )
    key = "cumulative_gain"
    turned: Mapping[str, Any] = {**knobs.arguments(key, screen.settings), "k": None}
    return METRICS[key].compute(ranking, **turned).terms["contribution"]
