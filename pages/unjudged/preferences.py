"""What each hit adds to bpref, and what each way to score makes of the list."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.unjudged import ways
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    DASHED,
    INK,
    LOW,
    PALETTE,
    TOLD,
    View,
    across,
    fits_rank,
    marks,
    not_counted,
    ranks,
    stack,
    up_to_room,
)

TITLE: Final = "How many judged misses stand above a hit?"
VIEWS: Final = ("What does each score say?",)
LEGEND: Final = "Dashed: the most that a hit can add."


def chart() -> View:
    """Draw what each hit adds to bpref, and below it a score for each way, or from where to where.

    A list before the last move is an outline.
    """
    bars, was, b, room = map(marks, ("ranks", "was", "b", "room"))
    adds = alt.layer(
        room.mark_point(opacity=0),
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(aria=True, **BAR).encode(color=alt.datum(8), **TOLD),
        bars.mark_bar(width={"band": 0.7}, fillOpacity=0, **DASHED).encode(y="due:Q"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        *not_counted(),
        b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(x=ranks(), y=up_to_room("value", "Adds to bpref"), color=PALETTE, key=BY_RANK)
    scores, were = map(marks, ("scores", "scores_was"))
    names = ["AP", "AP without ?", "bpref", "RBP"]
    place = alt.Y("way:N", title=None, sort=names).axis(labelExpr="datum.value", grid=False)
    each = alt.layer(
        scores.mark_bar(fillOpacity=0.3, size=14).encode(x2="high:Q", color=alt.datum(8)),
        were.mark_point(size=180, filled=False, color=INK, opacity=0.5),
        scores.mark_circle(size=120, opacity=1, aria=True).encode(color=alt.datum(8), **TOLD),
        scores.mark_text(align="right", dx=-10).encode(x=alt.value("width"), text="label:N"),
    ).encode(
        x=across("score", "Score", 0, 1.7, values=[0, 0.2, 0.4, 0.6, 0.8, 1]),
        y=place,
        color=PALETTE,
        key=alt.Key("way:N"),
    )
    return stack(adds.properties(height=LOW), each.properties(height=LOW))


def rows(
    bpref: Measured, other: Measured | None, each: Mapping[str, Measured]
) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; `each` has the score of each way."""
    shown = {version.part: [*_ranks(version)] for version in versions(bpref, other)}
    scores = [*_scores(each)]
    before = {way: was for way, one in each.items() if (was := one.measured_before)}
    exist = float(bpref.breakdown.aside["relevant_total"])
    return {
        "ranks": shown["a"],
        "was": changed(shown.get("was", ()), shown["a"], "rank", "value"),
        "b": only(shown.get("b", ()), "rank", "value", "said"),
        "gone": only(uncounted(bpref, good=bpref.screen.relevant_from), "rank", "label", "said"),
        "room": [{"rank": 1, "value": 1 / exist}] if exist else [],
        "scores": scores,
        "scores_was": changed(_scores(before), scores, "way", "score"),
    }


def _ranks(version: Version) -> Iterator[Row]:
    exist = float(version.breakdown.aside["relevant_total"])
    terms = version.breakdown.terms
    found = (terms[name].tolist() for name in ("relevant", "irrelevant_above"))
    for term, hit, above in zip(rank_terms.of_bpref(version.breakdown), *found, strict=True):
        row = version.row(
            term.rank,
            term.sentence,
            value=term.value,
            due=1 / exist if hit else None,
            label=version.named(f"{above:g}" if hit else term.short),
        )
        yield from only([row], "rank", "value", "due", "label", "said")


def _scores(each: Mapping[str, Measured]) -> Iterator[Row]:
    for way, one in each.items():
        score = one.score
        high = score + float(one.breakdown.aside["residual"]) if way == "rbp" else score
        name, text = ways.NAMES[way], ways.total(way, one)
        yield {
            **{"way": name, "score": score, "high": high},
            "label": text,
            "said": f"{name}, {text}" + ", what is judged later decides" * (high > score),
        }
