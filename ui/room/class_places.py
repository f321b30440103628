"""The positions that a class gives each document, with their mean and their spread."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import altair as alt

from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row
from ui.draw.style import (
    BOLD,
    COLOUR,
    INK,
    KEY,
    PAGE,
    SAID,
    UNSEEN,
    Options,
    View,
    domain_of,
    rows_of,
)
from ui.room.counts import Agreement, agreement_texts

TITLE: Final = "Where does the class put each document?"
_MOST: Final = 10
"""Most documents that have room for a line of text and their circles."""


def chart() -> View:
    """Draw a line of text for each document; below it a circle for each position, and the mean."""
    positions = alt.Scale(domain=domain_of("end"), nice=False, padding=16)
    axis = alt.Axis(format="d", tickMinStep=1)
    x = alt.X("position:Q", title=None, scale=positions, axis=axis)
    head = "(19 * datum.lines + 7)"
    block = f"((height - {head}) / datum.documents)"
    top = f"({head} + {block} * (datum.place - 1))"
    room = f"max(12, {block} - 20)"
    middle: Options = {"y": {"expr": f"{top} + 17 + {room} / 2"}}
    wide = f"min({room}, width / (datum.most + 1), 44)"
    line = rows_of("a").encode(key=KEY)
    label = "(width > 420 ? datum.told : datum.short)"
    cut: Options = {"expr": f"truncate(datum.name, max(8, width / 7.5 - length({label})))"}
    above: Options = {"baseline": "top", "y": {"expr": top}}
    sentence = rows_of("line").mark_text(
        align="left", baseline="top", x=0, y={"expr": "19 * datum.at"}
    )
    return alt.layer(
        sentence.encode(text="name:N", key=KEY),
        rows_of("room").mark_point(opacity=0).encode(x=alt.X("end:Q", scale=positions), key=KEY),
        rows_of("at")
        .mark_circle(size={"expr": f"datum.share * pow({wide}, 2)"}, opacity=0.45, **middle)
        .encode(x=x, color=COLOUR, key=KEY),
        line.mark_rule(strokeWidth=2.5, **middle).encode(
            x=alt.X("low:Q", scale=positions), x2="high:Q"
        ),
        line.mark_point(
            shape="diamond", size=110, fill=INK, stroke=PAGE, opacity=1, **middle
        ).encode(x=alt.X("mean:Q", scale=positions)),
        line.mark_text(align="left", x=0, text=cut, **above, **BOLD),
        line.mark_text(align="right", x={"expr": "width"}, text={"expr": label}, **above),
        rows_of("a")
        .mark_rect(
            x=0, x2={"expr": "width"}, y={"expr": top}, y2={"expr": f"{top} + {block}"}, **UNSEEN
        )
        .encode(**SAID),
    ).properties(height=420)


def rows(found: Agreement, titles: Sequence[str], before: Agreement | None = None) -> Iterator[Row]:
    """Yield rows for the first documents in the class's order, and sentences about this order.

    Args:
        found: the agreement of the class.
        titles: titles of the documents, as on the wall.
        before: the agreement of the first round, if there were two.
    """
    students, most = found.positions.shape
    first = found.borda.order[:_MOST]
    texts = agreement_texts(found, before)
    for at, text in enumerate(texts):
        yield {"part": "line", "key": f"line{at}", "at": at, "name": text}
    for end in (1, most):
        yield {"part": "room", "key": f"room{end}", "end": end}
    for place, row in enumerate(first, start=1):
        where = {"place": place, "documents": len(first), "most": most, "lines": len(texts)}
        mean, spread_, median = found.means[row], found.spreads[row], found.median.values[row]
        counts = sorted(Counter(found.positions[:, row].tolist()).items())
        for position, count in counts:
            yield {
                **{"part": "at", "key": f"at{row} {position}", "position": position, **where},
                **{"share": count / students, "colour": theme.HIT},
            }
        short = f"{decimals(mean, 1)} ± {decimals(spread_, 1)}"
        label = f"mean {short}, median {median:g}"
        each = ", ".join(f"{count} at {position}" for position, count in counts)
        yield {
            **{"part": "a", "key": f"document {row}", "mean": mean, **where},
            **{"low": max(mean - spread_, 1), "high": min(mean + spread_, most)},
            **{"name": f"{place}. {titles[row]}", "told": label, "short": short},
            "said": f"{titles[row]}: {label}, {found.borda.values[row]:g} Borda points; {each}",
        }
