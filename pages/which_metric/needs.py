"""The metrics that fit best, and whether something speaks against each for each need."""

from collections.abc import Sequence
from typing import Final

import altair as alt

from metrics.catalog import METRICS
from ui.core import theme
from ui.draw.rows import Row
from ui.draw.style import DATA, FILL, KEY, PAGE, SAID, STRONG, View, by
from ui.draw.which_metric import SAID as VERDICTS
from ui.draw.which_metric import Verdict

TITLE: Final = "What speaks against which metric?"
SHOWN: Final = 6
"""Metrics that are drawn: the best, and those that a step compares."""
_NEEDS: Final = {
    "wants": "reader",
    "labels": "labels",
    "attention": "attention",
    "depth": "depth",
    "cost": "cost",
}
SIGNS: Final = {"fits": "✓", "near": "~", "not": "✗"}


def chart() -> View:
    """Draw a row for each metric, best first, and a column for each need."""
    cut = "width < 340 ? slice(datum.label, 0, 6) : datum.label"
    axis = alt.Axis(orient="top", domain=False, labelExpr=cut, labelOverlap=False, labelPadding=12)
    columns = ["metric", "reader", "labels", "attention", "depth", "cost"]
    wide = alt.Scale(domain=columns, paddingInner=0.06)
    each = alt.Chart(DATA).encode(
        x=alt.X("need:N", title=None, axis=axis, scale=wide),
        y=alt.Y("place:O", axis=None, scale=alt.Scale(paddingInner=0.1)),
    )
    cell = each.mark_rect(
        fillOpacity=alt.expr("datum.strength"), cornerRadius=3, stroke=PAGE, aria=True
    )
    return alt.layer(
        cell.encode(fill=FILL, **SAID),
        each.mark_text(fontSize=by("sign", 20, 14), **STRONG).encode(text="label:N", key=KEY),
    ).properties(height=180)


def shown(judged: Sequence[Verdict], compared: Sequence[str]) -> list[Verdict]:
    """Return the best metrics and those that a step compares, best first."""
    others = [each for each in judged if each.key not in compared][: SHOWN - len(compared)]
    return [each for each in judged if each.key in compared or each in others]


def rows(judged: Sequence[Verdict]) -> list[Row]:
    """Return a row for each of some metrics, and one for each of its needs."""
    found: list[Row] = []
    for place, verdict in enumerate(judged):
        name, sign = METRICS[verdict.key].label(), SIGNS[verdict.rank]
        reasons = " ".join(verdict.objections or [verdict.strength])
        found.append(
            {
                **{"part": "metric", "key": verdict.key, "need": "metric"},
                **{"place": place, "label": name},
                "colour": theme.LINES,
                "sign": False,
                "strength": {"fits": 0.5, "near": 0.2, "not": 0}[verdict.rank],
                "strong": verdict.rank == "fits",
                "said": f"{name}: {VERDICTS[verdict.rank].lower()}. {reasons}",
            }
        )
        for need, column in _NEEDS.items():
            reason = verdict.against.get(need)
            found.append(
                {
                    **{"part": "need", "key": f"{verdict.key} {need}", "need": column},
                    **{"place": place, "label": sign if reason else "✓"},
                    **{"strength": 0.22, "strong": False, "sign": True},
                    "colour": theme.LOST if reason else theme.LINES,
                    "said": f"{name}, {column}: {reason or 'nothing speaks against it.'}",
                }
            )
    return found
