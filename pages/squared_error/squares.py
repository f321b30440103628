"""The squared error of each document's predicted score, and their mean, which is MSE."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, titled, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    FOOT,
    HIGH,
    MISSED,
    PALETTE,
    TOLD,
    UNSEEN,
    View,
    fits_rank,
    marks,
    named_levels,
    not_counted,
    ranks,
    up_to_room,
)

TITLE: Final = "Which errors make the mean?"
LEGEND: Final = "Dashed: their mean, MSE."


def chart() -> View:
    """Draw a bar for each document, retrieved or not, and a line at their mean."""
    bars, was, room = map(marks, ("ranks", "was", "room"))
    # Bars that end where the axis ends may be longer: so it ends at no round number.
    y = up_to_room("height", "Squared error: (score − grade)²", nice=False)
    return (
        alt.layer(
            room.mark_point(opacity=0),
            *named_levels(),
            was.mark_bar(**BAR_BEFORE),
            bars.mark_bar(aria=True, **BAR).encode(color=alt.datum(8)),
            bars.mark_bar(width={"band": 1}, **UNSEEN).encode(y=alt.value(0), y2=FOOT, **TOLD),
            *not_counted(),
            bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        )
        .encode(
            x=ranks(),
            y=y,
            color=PALETTE,
            key=BY_RANK,
        )
        .properties(height=HIGH)
    )


def rows(mse: Measured, _other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark.

    The axis ends at the largest error within the scale of the grades, whatever the errors are.
    """
    most = float(mse.screen.scale**2)
    each = {version.part: [*_ranks(version, mse, most)] for version in versions(mse)}
    now, score = each["a"], mse.score
    mean = {"height": min(score, most), "at": min(score, most)}
    label = f"MSE {decimals(score)}{' ↑' * (score > most)}"
    return {
        "ranks": [row for row in now if row["height"] is not None],
        "was": changed(
            (row for row in each.get("was", ()) if row["height"] is not None),
            now,
            "rank",
            "height",
        ),
        "gone": only((row for row in now if row["height"] is None), "rank", "label", "said"),
        "levels": [{"rank": 0, **mean, "label": label}] if score == score else [],
        "room": [{"rank": now[0]["rank"], "height": most}] if now else [],
    }


def _ranks(version: Version, mse: Measured, most: float) -> Iterator[Row]:
    """Yield a row for each document; the height is None if it has no error."""
    squares = version.breakdown.terms["squared"].tolist()
    for term, squared in zip(rank_terms.of_squared_error(version.breakdown), squares, strict=True):
        row, missed = term.rank, term.rank > mse.ranked.retrieved
        begins = f"{'Row' if missed else 'Rank'} {row}:"
        label = f"{decimals(squared, 2)}{' ↑' * (squared > most)}" if term.summand else term.short
        yield {
            "rank": row + MISSED * missed,
            "height": min(squared, most) if term.summand else None,
            "label": version.named(label),
            "said": f"{begins} {term.sentence}{titled(mse.ranked, row)}",
        }
