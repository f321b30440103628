"""What is divided at each hit: hits and grades so far, and the rank and the best grades so far."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BY_RANK,
    FOOT,
    GHOST,
    KEY,
    LOW,
    PALETTE,
    TOLD,
    UNSEEN,
    Options,
    View,
    by,
    fits_rank,
    marks,
    not_counted,
    ranks,
    up_to_room,
)

TITLE: Final = "What is divided at each hit?"
LEGEND: Final = "Left: hits + grades. Right: rank + best grades. Pale: grades."
_LEAST: Final = 0.12
"""Height of a part that has room for its number, as a share of the axis."""


def chart() -> View:
    """Draw two bars at each hit; each is a count with grades on it."""
    each, parts, was, b, room = map(marks, ("ranks", "parts", "was", "b", "room"))
    left: Options = {"xOffset": {"expr": "-0.225 * bandwidth('x')"}}
    right: Options = {"xOffset": {"expr": "0.225 * bandwidth('x')"}}
    beside: Options = {"xOffset": {"expr": "(datum.best ? 0.225 : -0.225) * bandwidth('x')"}}
    ghost: Options = {**GHOST, "width": {"band": 0.46}}
    # A part has its number, and its name too if that fits.
    room_for = "width / (length(data('ranks')) + length(data('gone'))) * 0.42 > 7 *"
    inside: Options = {
        "baseline": "middle",
        "text": {"expr": f"{room_for} length(datum.name) ? datum.name : datum.label"},
        "opacity": {"expr": f"{room_for} length(datum.label) ? 1 : 0"},
    }
    ends = {"y": "start:Q", "y2": "end:Q"}
    drawn: View = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**ghost, **left),
        was.mark_bar(**ghost, **right).encode(y="best:Q"),
        parts.mark_bar(fillOpacity=by("filled", 1, 0.3), width={"band": 0.42}, **beside).encode(
            color=alt.datum(8), key=KEY, **ends
        ),
        parts.mark_text(**beside, **inside).encode(y="middle:Q", key=KEY),
        *not_counted(),
        each.mark_text(dy=-8, **fits_rank()).encode(y="best:Q", text="label:N"),
        each.mark_bar(width={"band": 1}, **UNSEEN).encode(y=alt.value(0), y2=FOOT, **TOLD),
        b.mark_point(shape="diamond", size=130, aria=True, **left).encode(
            color=alt.datum(9), **TOLD
        ),
    ).encode(x=ranks(), y=up_to_room("height", "Sum so far"), color=PALETTE, key=BY_RANK)
    return drawn.properties(height=LOW)


def rows(q: Measured, other: Measured | None = None) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; "room" has what the axis must hold."""
    each = {version.part: [*_ranks(version)] for version in versions(q, other)}
    most = max((row["best"] for rows in each.values() for row in rows), default=1)
    patient = float(q.breakdown.aside["patience"]) != 1
    worth = "" if patient else "grade" if q.screen["gain"] == "linear" else "gain"
    now, was, b = (each.get(part, ()) for part in ("a", "was", "b"))
    return {
        "ranks": only(now, "rank", "height", "best", "label", "said"),
        "parts": [part for row in now for part in _parts(row, most, worth)],
        "was": changed(filter(_is_hit, was), filter(_is_hit, now), "rank", "height", "best"),
        "b": only(filter(_is_hit, b), "rank", "height", "said"),
        "gone": only(uncounted(q, good=q.screen.relevant_from), "rank", "label", "said"),
        "room": [{"rank": row["rank"], "height": most} for row in now[:1]],
    }


def _ranks(version: Version) -> Iterator[Row]:
    """Yield a row for each rank: what both orders have there, and how much of it is a count."""
    terms, beta = version.breakdown.terms, float(version.breakdown.aside["patience"])
    each = zip(
        rank_terms.of_q_measure(version.breakdown),
        *(terms[name].tolist() for name in ("relevant", "gain", "ideal_gain")),
        strict=True,
    )
    hits = 0
    for term, is_hit, gain, ideal in each:
        hits += int(is_hit)
        collected, best = hits + beta * gain, term.rank + beta * ideal
        yield version.row(
            term.rank,
            term.sentence,
            is_hit=is_hit,
            hits=hits,
            height=collected,
            best=best,
            label=version.named(f"{collected:.4g}/{best:.4g}" if is_hit else ""),
        )


def _is_hit(row: Row) -> bool:
    return bool(row["is_hit"])


def _parts(row: Row, most: float, worth: str) -> Iterator[Row]:
    """Yield the parts of both bars of a hit: what is counted, and the grades on it.

    They have names if grades count once; `worth` is what a grade is called.
    """
    hits, rank, many = row["hits"], row["rank"], "s" * (row["hits"] > 1)
    bars = (
        (hits, row["height"], f"{hits} hit{many}", f"{worth}{many}"),
        (rank, row["best"], f"rank {rank}", "best"),
    )
    for best, (count, height, counted, graded) in enumerate(bars if _is_hit(row) else ()):
        for filled, (start, end) in enumerate(((count, height), (0, count))):
            label = f"{end - start:.4g}" if (end - start) / most >= _LEAST else ""
            name = counted if filled else f"{graded} {label}"
            yield {
                **{"key": f"{rank} {best} {filled}", "rank": rank, "best": best},
                **{"filled": filled, "start": start, "end": end, "middle": (start + end) / 2},
                **{"label": label, "name": name if label and worth else label},
            }
