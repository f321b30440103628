"""AP of a list in which some documents have one score: over all orders of the tied ones."""

from collections.abc import Sequence
from math import comb, prod

import numpy as np
import streamlit as st

from metrics.catalog import METRICS
from metrics.conventions import ties
from metrics.conventions.combinations import defined
from metrics.ranking import Ranking
from pages.average_precision.knobs import Counted
from ui.core.plain import decimals, listed
from ui.draw import rank_terms
from ui.draw.score import Measured
from ui.parts import controls


def draw(ap: Measured) -> None:
    """Draw the field for the ranks of each tie, and the highest, lowest and mean AP."""
    controls.turn([Counted.TIED], by="tied_ranks")
    st.markdown("\n\n".join(_sentences(ap)))


def groups(typed: Sequence[float], ranks: int) -> list[tuple[int, int]]:
    """Return the first and last rank of each tie in a list of so many ranks, none in two ties.

    >>> groups([3, 4, 9, 6], 8), groups([2, 4, 4, 5, 9, 9], 8)
    ([(3, 4), (6, 8)], [(2, 4)])
    """
    found: list[tuple[int, int]] = []
    pairs = zip(map(int, typed[::2]), map(int, typed[1::2]), strict=False)
    for first, last in sorted((min(pair), min(max(pair), ranks)) for pair in pairs):
        if last > first and (not found or first > found[-1][1]):
            found.append((first, last))
    return found


def _sentences(ap: Measured) -> list[str]:
    ranking, k = ap.ranked.ranking(ap.screen.scale, ap.screen.relevant_from), ap.screen.k
    relevant = ranking.relevant().astype(int).tolist()
    tied = groups(ap.screen[Counted.TIED], len(relevant))
    if not tied:
        return [f"Type the first and the last rank of a tie among the {len(relevant)} ranks."]
    named = listed([f"{first} to {last}" for first, last in tied])
    hits = [sum(relevant[first - 1 : last]) for first, last in tied]
    sizes = [last - first + 1 for first, last in tied]
    orders = prod(map(comb, sizes, hits))
    if orders == 1:
        return [
            f"Ranks {named} are tied. The documents of a tie are all hits or all misses, so their "
            f"order does not matter: {ap.label} is **{ap.text}** in each."
        ]
    group = -np.arange(len(relevant))
    for first, last in tied:
        group[first - 1 : last] = group[first - 1]
    group -= group.min()
    definition = defined("average_precision", denominator=ap.screen["denominator"])
    said = [f"Ranks {named} are tied. Hits and misses can stand there in {orders:,} orders."]
    for place, name in (("best", "Hits first"), ("worst", "Misses first")):
        order = np.lexsort(((-1 if place == "best" else 1) * ranking.relevant(), -group))
        moved = Ranking(
            ranking.grades[order], ranking.missed, None, ranking.top_grade, ranking.relevant_from
        )
        found = METRICS["average_precision"].compute(
            moved, k=k, denominator=ap.screen["denominator"]
        )
        adds = [each.summand for each in rank_terms.OF["average_precision"](found) if each.summand]
        below = f"{float(found.aside['denominator']):g}"
        said.append(
            f"{name}: {ap.label} = ({' + '.join(adds) or '0'})/{below} = "
            f"**{decimals(float(found.score))}**"
        )
    mean = ties.score(definition, "averaged", ranking, k, group)
    said += [f"Mean over all orders: {ap.label} = **{decimals(mean)}**"] * (mean == mean)
    return said
