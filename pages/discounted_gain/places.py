"""Lines from the cards to their places in the ideal order."""

from html import escape
from typing import Final

from pages.discounted_gain.gains import worth
from ui.core import theme
from ui.core.columns import Column
from ui.core.plain import about, decimals
from ui.draw import rank_terms
from ui.draw.score import Measured

_MOST_TERMS: Final = 3


def column(ndcg: Measured) -> Column:
    """Draw a line from each card to its place in the ideal order.

    Missed documents are included unless the ideal order is only of the retrieved ones.
    """
    ranked, screen = ndcg.ranked, ndcg.screen
    rows, counted = len(ranked.documents), len(ndcg.breakdown.aside["ideal_gain"])
    worths = worth(screen, [d.grade for d in ranked.documents])
    pool = ranked.retrieved if screen["ideal"] == "retrieved" else rows
    order = sorted(range(pool), key=lambda at: -worths[at])
    high = rows * theme.ROW_PITCH - theme.ROW_GAP
    lines, marks = [], []
    for to, at in enumerate(order):
        document, missed = ranked.documents[at], at >= ranked.retrieved
        looks = {"missed": missed, "still": at == to, "idle": to >= counted or not worths[at]}
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
    return Column(
        "Lines: to the ideal places", total=_sum(ndcg), over=over if rows else "", room="0.2rem"
    )


def _sum(ndcg: Measured) -> str:
    """Write the ideal DCG as a sum, if it has few terms and comes out with three digits."""
    ideal = rank_terms.ideal_order(ndcg.breakdown)
    terms = [float(decimals(due)) for due in ideal.terms["contribution"].tolist() if due]
    total = decimals(float(ideal.score))
    if 1 < len(terms) <= _MOST_TERMS and decimals(sum(terms)) == total:
        return f"{' + '.join(f'{term:g}' for term in terms)} = {total}"
    return f"Ideal DCG = {total}"
