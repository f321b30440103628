"""Every metric, and whether something speaks against it for each thing that is asked of it."""

from collections.abc import Iterator, Sequence
from typing import Final

import altair as alt

from metrics.catalog import METRICS
from ui.core import theme
from ui.draw.rows import Row
from ui.draw.style import FILL, INK, KEY, PAGE, SAID, STRONG, Options, View, rows_of
from ui.draw.which_metric import SAID as VERDICTS
from ui.draw.which_metric import Verdict

TITLE: Final = "What speaks against which metric?"
_NEEDS: Final = {
    "wants": "reader",
    "labels": "labels",
    "attention": "attention",
    "depth": "depth",
    "cost": "cost",
}
_SIGNS: Final = {"fits": "✓", "near": "~", "not": "✗"}


def chart() -> View:
    """Draw a row for each metric, best first, and a column for each need."""
    cut = "width < 340 ? slice(datum.label, 0, 6) : datum.label"
    look: Options = {"labelExpr": cut, "labelOverlap": False, "labelPadding": 12}
    axis = alt.Axis(orient="top", domain=False, **look)
    columns = ["metric", "reader", "labels", "attention", "depth", "cost"]
    wide = alt.Scale(domain=columns, paddingInner=0.06)
    fits = "datum.place < height / 23"  # six in a hall
    y = alt.Y("place:O", axis=None, scale=alt.Scale(paddingInner=0.1))
    each = rows_of("need", "metric").transform_filter(fits)
    each = each.encode(x=alt.X("need:N", title=None, axis=axis, scale=wide), y=y)
    never = rows_of("never").transform_filter(fits).encode(y=y)
    first, middle = alt.value({"expr": "width / 5.94"}), alt.value({"expr": "width * 0.584"})
    name: Options = {
        "expr": "width < 340 && datum.need === 'metric' ? slice(datum.label, 2) : datum.label"
    }
    strength = alt.expr("datum.strength")
    cell = each.mark_rect(fillOpacity=strength, cornerRadius=3, stroke=PAGE, aria=True)
    grey = never.mark_rect(color=INK, fillOpacity=0.07, cornerRadius=3, stroke=PAGE, aria=True)
    return alt.layer(
        cell.encode(fill=FILL, **SAID),
        grey.encode(x=first, x2=alt.value("width"), **SAID),
        never.mark_text(limit={"expr": "width * 0.82"}).encode(x=middle, text="label:N", key=KEY),
        each.mark_text(text=name, **STRONG).encode(key=KEY),
    ).properties(height=19 * 23)


def rows(judged: Sequence[Verdict]) -> Iterator[Row]:
    """Yield a row for each metric, and one for each of its needs.

    A metric that never fits has one sentence instead of its needs.
    """
    for place, verdict in enumerate(judged):
        name, sign = METRICS[verdict.key].label(), _SIGNS[verdict.rank]
        reasons = " ".join(verdict.objections or [verdict.strength])
        yield {
            **{"part": "metric", "key": verdict.key, "need": "metric", "place": place},
            "label": f"{sign} {name}",
            "colour": theme.LINES,
            "strength": {"fits": 0.5, "near": 0.2, "not": 0}[verdict.rank],
            "strong": verdict.rank == "fits",
            "said": f"{name}: {VERDICTS[verdict.rank].lower()}. {reasons}",
        }
        if verdict.never:
            words = {"label": reasons, "said": f"{name}, whatever is asked: {reasons}"}
            yield {"part": "never", "key": f"{verdict.key} never", "place": place, **words}
            continue
        for need, column in _NEEDS.items():
            reason = verdict.against.get(need)
            yield {
                **{"part": "need", "key": f"{verdict.key} {need}", "need": column},
                **{"place": place, "label": sign if reason else "✓", "strength": 0.22},
                "colour": theme.LOST if reason else theme.LINES,
                "said": f"{name}, {column}: {reason or 'nothing speaks against it.'}",
            }
