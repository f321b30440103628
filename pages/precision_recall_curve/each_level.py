"""Interpolated precision and F1 at each level of recall, as a table."""

from metrics.contingency import f_score
from ui.core.plain import decimals, table_html
from ui.draw.rank_terms import Fraction
from ui.draw.score import Measured


def table(iap: Measured) -> str:
    """Write the precision at each level of recall, where it comes from, and F1 of the two."""
    aside, hits = iap.breakdown.aside, iap.breakdown.terms["relevant"].cumsum().tolist()
    body: list[list[object]] = []
    for level, best, rank in zip(
        *(aside[name].tolist() for name in ("level", "at_level", "at_rank")), strict=True
    ):
        at, f1 = int(rank), f_score(best, level)
        p = f"{Fraction(int(hits[at - 1]), at)} = {decimals(best)}" if at else "never reached: 0"
        worked = (
            f"2 · {decimals(best)} · {level:g} / ({decimals(best)} + {level:g}) = {decimals(f1)}"
        )
        body.append([f"{level:g}", p, worked if f1 else "0"])
    head = ["recall", "P", "F1 of both"]
    foot = ["mean", decimals(float(iap.breakdown.score)), ""]
    return table_html("Each level of recall", head, body, foot, words=range(3))
