"""What a metric says of ten documents of which one is relevant, by the rank of that one."""

from functools import cache
from typing import Final

import altair as alt
import numpy as np

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs, theme
from ui.core.plain import decimals
from ui.draw.rows import ConstantRows
from ui.draw.style import COLOUR, KEY, SAID, UNSEEN, View, domain_of, ranks, room, rows_of

TITLE: Final = "What is the score if one of ten documents is relevant, and k = 10?"
_LOWER: Final = (
    "Lower is better: what is the score if one of ten documents is relevant, and k = 10?"
)
_DEEPEST: Final = 10


def chart() -> View:
    """Draw a bar for each rank, with numbers; on a phone, at the first and the last."""
    bar = rows_of("a").encode(x=ranks(), key=KEY)
    y = alt.Y("value:Q", axis=None, scale=alt.Scale(domain=domain_of("value", zero=True)))
    column = bar.mark_bar(width={"band": 1}, **UNSEEN)
    return alt.layer(
        room(y),
        bar.mark_bar(width={"band": 0.6}).encode(y=y, color=COLOUR),
        bar.mark_text(dy=-9, text={"expr": "width > 400 ? datum.label : datum.short"}).encode(y=y),
        column.encode(y=alt.value(0), y2=alt.value("height"), **SAID),
    ).properties(height=48)


def title(key: str) -> str:
    """Return the title of the chart of a metric."""
    return TITLE if METRICS[key].higher_is_better else _LOWER


@cache
def at_any_rank(key: str) -> str:
    """Say the score of a metric to which the rank of the one is the same; "" if it counts."""
    labels = {row["label"] for row in rows(key) if row["part"] == "a"}
    if len(labels) > 1:
        return ""
    return (
        f"If one of ten documents is relevant, and k = 10, the score is {labels.pop()} at any rank."
    )


@cache
def rows(key: str) -> ConstantRows:
    """Return a row for each rank, with the default knobs, k = 10 and binary grades."""
    settings = {**knobs.FIRST_SETTINGS, "k": _DEEPEST, "scale": 1, "relevant_from": 1}
    lists = Ranking(np.eye(_DEEPEST), top_grade=1)
    scores = METRICS[key].compute(lists, **knobs.arguments(key, settings)).score.tolist()
    bars = [
        {
            **{"part": "a", "key": f"rank {rank}", "rank": rank, "value": score},
            "label": f"{score:.3g}",
            "short": f"{score:.3g}" if rank in (1, _DEEPEST) else "",
            "colour": theme.LINES,
            "said": f"At rank {rank} alone: {METRICS[key].label(_DEEPEST)} = {decimals(score)}",
        }
        for rank, score in enumerate(scores, start=1)
    ]
    return ConstantRows([*bars, {"part": "room", "key": "room", "value": max(scores)}])
