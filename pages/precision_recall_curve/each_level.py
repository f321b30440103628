"""Interpolated precision and F1 at each level of recall, as a table."""

from collections.abc import Sequence

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
    return table_html("Each level of recall", head, body, foot, words=range(3)) + _best_cutoff(
        hits, float(aside["relevant_total"])
    )


def _best_cutoff(hits: Sequence[float], m: float) -> str:
    """Write the highest F1 of a cutoff, which no level of recall need have; "" without a hit."""
    f1, rank = max(
        ((2 * found / (k + m), -k) for k, found in enumerate(hits, start=1)), default=(0, 0)
    )
    if not f1:
        return ""
    return (
        "<p>Without interpolation F1@i, of the first i documents, is 2 · hits / (i + m). Its "
        f"highest is F1@{-rank} = 2 · {hits[-rank - 1]:g} / ({-rank} + {m:g}) = {decimals(f1)}."
        "</p>"
    )
