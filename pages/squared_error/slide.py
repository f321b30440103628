"""Squared error, and below it nDCG and RR, over all scores that one document might have."""

from collections.abc import Iterator, Sequence
from typing import Final

from pages.squared_error.dots import Slide
from ui.core import theme
from ui.core.plain import decimals
from ui.draw.rows import Row, column, curve, ends
from ui.draw.score import Measured
from ui.draw.style import GROWN, View, across, curves, stack, up

TITLE: Final = "What if one score changes?"
VIEWS: Final = ("When does the order change?",)


def chart() -> View:
    """Draw MSE, and below it nDCG and RR, over the possible scores of one document."""
    order = up("y", "nDCG and RR", 1.3, values=[0, 0.25, 0.5, 0.75, 1])  # names above the stairs
    return stack(
        curves(across("x", ""), up("error", "MSE", None, tickCount=2), high=150),
        curves(across("x", "Predicted score"), order, stepped=True, sentence=GROWN, high=150),
    )


def rows(slide: Slide, mse: Measured, measured: Sequence[Measured]) -> Iterator[Row]:
    """Yield rows for the curves, a column for each place, and marks at the current score.

    Args:
        slide: errors and scores over the possible scores of one document.
        mse: the current error.
        measured: the current nDCG and RR.
    """
    document, places = slide.document, slide.places
    now, grade = float(document.predicted or 0), int(document.grade or 0)
    last, colour = places[-1], theme.LOST
    for row in (
        *curve("MSE", places, slide.errors, strong=True, colour=colour),
        {"part": "here", "key": "MSE", "x": now, "y": mse.score, "colour": colour},
        *ends({"MSE": (last, slide.errors[-1])}, 0, "MSE", looks={"MSE": {"colour": colour}}),
    ):  # of the upper view
        yield {**row, "error": row["y"], "y": None}
    top, looks = {}, {}
    for at, (one, (_, stairs)) in enumerate(zip(measured, slide.orders, strict=True)):
        colour = (theme.HIT, theme.LINES)[at]
        top[one.label], looks[one.label] = (last, stairs[-1]), {"colour": colour, "dash": at}
        steps, heights = [*slide.steps, last], [*stairs, stairs[-1]]
        yield from curve(one.label, steps, heights, at, strong=not at, colour=colour)
        yield {"part": "here", "key": one.label, "x": now, "y": one.score, "colour": colour}
    yield from ends(top, 0.12, measured[0].label, most=1, looks=looks)
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
        begins = f"Score {decimals(place, 2)}:"
        yield column(
            place,
            (places[0], last),
            f"{begins} MSE {decimals(slide.errors[at])}, grades in order {slide.lists[at]} "
            f"({document.title})",
            {"do": "score", "list": "a", "id": document.id, "to": place},
            half,
            grown=f"{begins} {where}, {order} ({document.title})",
        )
