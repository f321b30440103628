"""MSE, and below it the wrong pairs, over all scores that one document might have."""

from collections.abc import Iterator
from typing import Final

from pages.squared_error.dots import Slide
from ui.core import theme
from ui.core.plain import counted, decimals
from ui.draw.rows import Row, column, curve, ends
from ui.draw.score import Measured
from ui.draw.style import GROWN, View, across, curves, stack, up

TITLE: Final = "What if one score changes?"
VIEWS: Final = ("How many pairs are wrong?",)
LEGEND: Final = "Dot: its score now."
_STEEP: Final = 1e-3
"""How far the ends of an upright line are apart: each point of a line has its own place."""
_PAIRS: Final = "wrong pairs"


def chart() -> View:
    """Draw MSE, and below it the wrong pairs, over the possible scores of one document."""
    pairs = up("y", "Wrong pairs", None, tickCount=3, tickMinStep=1, format="d")
    return stack(
        curves(across("x", "Predicted score"), up("error", "MSE", None, tickCount=2), high=110),
        curves(across("x", "Predicted score"), pairs, stepped=True, sentence=GROWN, high=110),
    )


def rows(slide: Slide, mse: Measured) -> Iterator[Row]:
    """Yield rows for the curves, a column for each place, and marks at the current score.

    Args:
        slide: errors and wrong pairs over the possible scores of one document.
        mse: the current error.
    """
    document, places = slide.document, slide.places
    now, grade = float(document.predicted or 0), int(document.grade or 0)
    last, (colour, of_pairs) = places[-1], theme.of_metrics(["mse", "inversions"])
    for row in (
        *_before("MSE", slide, mse, max(slide.errors)),
        *curve("MSE", places, slide.errors, strong=True, colour=colour),
        {"part": "here", "key": "MSE", "x": now, "y": mse.score, "colour": colour},
        *ends({"MSE": (last, slide.errors[-1])}, 0, "MSE", looks={"MSE": {"colour": colour}}),
    ):  # of the upper view
        yield {**row, "error": row["y"], "y": None}
    steps, stairs = [*slide.steps, last], [*slide.stairs, slide.stairs[-1]]
    yield from _before(_PAIRS, slide, mse, max(stairs))
    yield from curve(_PAIRS, steps, stairs, strong=True, colour=of_pairs)
    yield {"part": "here", "key": _PAIRS, "x": now, "y": slide.now, "colour": of_pairs}
    yield from ends({_PAIRS: (last, stairs[-1])}, 0, _PAIRS, looks={_PAIRS: {"colour": of_pairs}})
    yield {"part": "mark", "key": "now", "x": now, "label": "now", "left": now < grade}
    of_grade = "grade" if now != grade else ""
    yield {"part": "mark", "key": "grade", "x": grade, "label": of_grade, "left": now >= grade}
    half = (places[1] - places[0]) / 2
    for at, (place, rank) in enumerate(zip(places, slide.ranks, strict=True)):
        where = f"rank {rank}" if rank <= mse.ranked.retrieved else "not retrieved"
        begins = f"Score {decimals(place, 2)}:"
        pairs = counted(slide.wrong[at], "wrong pair") if slide.wrong[at] else "no wrong pair"
        yield column(
            place,
            (places[0], last),
            f"{begins} MSE {decimals(slide.errors[at])}, grades in order {slide.lists[at]} "
            f"({document.title})",
            {"do": "score", "list": "a", "id": document.id, "to": place},
            half,
            grown=f"{begins} {where}, {pairs} ({document.title})",
        )


def _before(name: str, slide: Slide, mse: Measured, high: float) -> Iterator[Row]:
    """Yield a line at the score that the document had before the last move, if that was another."""
    old = mse.screen_before
    documents = old.a.scored(old.scale).documents if old else ()
    was = next((d.predicted for d in documents if d.id == slide.document.id), None)
    if was is None or was == slide.document.predicted:
        return
    if slide.places[0] <= was <= slide.places[-1]:
        yield from curve(name, [was, was + _STEEP], [0, high], part="was")
