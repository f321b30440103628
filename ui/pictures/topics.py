"""A bar per topic, best first, and a line at their mean."""

from functools import cache
from typing import Final

import altair as alt

from ui.pictures.grammar import COLOUR, DATA, INK, Spec, spec

FIELDS: Final = {
    "id": int,
    "place": int,
    "topic": str,
    "score": float,
    "label": str,
    "mean": float,
    "open": bool,
    "colour": int,
}


@cache
def built() -> Spec:
    """A bar per topic, best first, and a line at their mean.

    Data: a row per topic with its `id`, `place` in the order, `topic`, `score`, `label` where there
    is something to say, and whether it is `open`, `colour`; and one row with the `mean`.
    """
    place = alt.Chart(DATA, height=320)
    y = alt.Y("score:Q", title="Score", scale=alt.Scale(domainMin=0))
    x = alt.X(
        "topic:N",
        title="Topics, best first",
        sort=alt.EncodingSortField("place", op="min"),
        axis=alt.Axis(labelAngle=-30, labelLimit=130, labelOverlap=True, ticks=False),
    )
    # What is picked is let go, so that a second click on the same bar is one.
    picked = alt.selection_point(name="pick", fields=["id"], on="click", clear="pointerout")
    topic = place.transform_filter("isValid(datum.id)")
    bar = topic.mark_bar(cornerRadiusEnd=2, aria=False).encode(
        x=x,
        y=y,
        color=COLOUR,
        opacity=alt.condition("datum.open", alt.value(1), alt.value(0.35)),
    )
    said = topic.mark_text(dy=-8, fontSize=13, aria=False).encode(x=x, y=y, text="label:N")
    # A score of 0 has no bar to click, so each topic is an unseen column from top to bottom.
    column = (
        topic.transform_calculate(heard="datum.topic + ': ' + format(datum.score, '.3f')")
        .mark_bar(cursor="pointer", opacity=0)
        .encode(
            x=x,
            description="heard:N",
            tooltip=["topic:N", alt.Tooltip("score:Q", format=".3f")],
        )
        .encode(y=alt.value(0), y2=alt.value("height"))
        .add_params(picked)
    )
    line = (
        place.transform_filter("isValid(datum.mean)")
        .mark_rule(strokeDash=[4, 3], strokeWidth=2, color=INK, aria=False)
        .encode(y="mean:Q")
    )
    return spec(bar, said, line, column)
