"""Squared error, and below it nDCG and RR, over all scores that one document might have."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

import altair as alt

from ui import theme
from ui.charts.house import GROWN, across, curves, stack, up
from ui.charts.worked import Row, ends, point
from ui.dots import Slide
from ui.plain import decimals
from ui.score import Measured

TITLE: Final = "What if one score slides?"


def chart() -> alt.VConcatChart:
    """Set the error above the scores of the order, over the scores one document might have."""
    order = up("y", "nDCG and RR", 1.3, values=[0, 0.25, 0.5, 0.75, 1])  # names above the stairs
    return stack(
        curves(across("x", ""), up("error", "MSE", None), high=150),
        curves(across("x", "Its predicted score"), order, stepped=True, sentence=GROWN, high=150),
    )


def rows(slide: Slide, mse: Measured, measured: Sequence[Measured]) -> Iterator[Row]:
    """Write a row for each place of each curve, for each place, and for the present score.

    Args:
        slide: the way of one document's score.
        mse: the error as it is.
        measured: the measures of the order as they are.
    """
    document, places = slide.document, slide.places
    now, grade = float(document.predicted or 0), int(document.grade or 0)
    for x, y in zip(places, slide.errors, strict=True):
        yield _of_error({**point("MSE", x, y, strong=True), "colour": theme.LOST})
    yield _of_error({"part": "here", "key": "MSE", "x": now, "y": mse.score, "colour": theme.LOST})
    yield from map(_of_error, ends({"MSE": (places[-1], slide.errors[-1])}, 0, "MSE"))
    top = {}
    for at, (one, (_, stairs)) in enumerate(zip(measured, slide.orders, strict=True)):
        look = {"colour": (theme.HIT, theme.LINES)[at]}
        top[one.label] = places[-1], stairs[-1]
        for x, y in zip([*slide.steps, places[-1]], [*stairs, stairs[-1]], strict=True):
            row = point(one.label, x, y, at, strong=not at)
            yield {**row, **look, "key": f"{one.label} {x}"}
        yield {"part": "here", "key": one.label, "x": now, "y": one.score, **look}
    yield from ends(top, 0.12, measured[0].label, most=1)
    yield {"part": "mark", "key": "now", "x": now, "label": "now", "left": now < grade}
    least = "least error" if now != grade else ""
    yield {"part": "mark", "key": "grade", "x": grade, "label": least, "left": now >= grade}
    half = (places[1] - places[0]) / 2
    for at, (place, rank) in enumerate(zip(places, slide.ranks, strict=True)):
        order = ", ".join(
            f"{one.label} {decimals(scores[at])}"
            for one, (scores, _) in zip(measured, slide.orders, strict=True)
        )
        where = f"rank {rank}" if rank <= mse.ranked.retrieved else "not retrieved"
        begins = f"Score {'−' * (place < 0)}{abs(place):.2f}:"
        yield {
            "part": "at",
            "key": f"at{at}",
            "low": max(place - half, places[0]),
            "high": min(place + half, places[-1]),
            "said": f"{begins} MSE {decimals(slide.errors[at])} ({document.title})",
            "grown": f"{begins} {where}, {order} ({document.title})",
            "do": json.dumps({"do": "score", "list": "a", "id": document.id, "to": place}),
        }


def _of_error(row: Row) -> Row:
    """Move a row from the scores of the order to the error above them."""
    return {**row, "error": row["y"], "y": None}
