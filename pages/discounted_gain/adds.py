"""How DCG grows from rank to rank."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt
import numpy as np

from metrics.breakdown import Breakdown
from pages.discounted_gain.gains import weight_text
from ui.core.plain import decimals
from ui.draw import rank_terms, score
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    DASHED,
    LOW,
    MISSED,
    PALETTE,
    TOLD,
    View,
    fits_rank,
    marks,
    not_counted,
    ranks,
    up_to_room,
)

TITLE: Final = "How does DCG grow from rank to rank?"


def chart() -> View:
    """Draw the sum of gain × weight down to each rank, with frames of the ideal order."""
    bars, was, b, gone, ideal, room = map(marks, ("ranks", "was", "b", "gone", "ideal", "room"))
    return (
        alt.layer(
            room.mark_point(opacity=0),
            was.mark_bar(**BAR_BEFORE),
            bars.mark_bar(aria=True, **BAR).encode(color=alt.datum(8), **TOLD),
            gone.mark_bar(fillOpacity=0.25, **BAR).encode(color=alt.datum(8)),
            ideal.mark_bar(width={"band": 0.7}, fillOpacity=0, **DASHED),
            bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
            *not_counted(),
            b.mark_point(shape="diamond", size=130, aria=True).encode(color=alt.datum(9), **TOLD),
        )
        .encode(x=ranks(), y=up_to_room("sum", "DCG so far"), color=PALETTE, key=BY_RANK)
        .properties(height=LOW)
    )


def rows(
    dcg: Measured, other: Measured | None = None, with_ideal: bool = True
) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark: either the ideal order's, or what was."""
    screen, retrieved = dcg.screen, dcg.ranked.retrieved
    best = _ideal(score.compute("ndcg", dcg.name, screen))
    ideals = {"a": best}
    if other:
        ideals["b"] = _ideal(score.compute("ndcg", "b", screen))
    each = {
        version.part: [
            *_ranks(version, screen.settings, ideals.get(version.part, best), with_ideal)
        ]
        for version in versions(dcg, other, graded=True)
    }
    ideal = [
        {"rank": rank if rank <= retrieved else rank + MISSED, "sum": so_far}
        for rank, (_, so_far) in enumerate(best, start=1)
    ]
    gone = [*_gone(dcg, best)]
    places = [row["rank"] for row in (*each["a"], *gone)]
    return {
        "ranks": each["a"],
        "was": [] if with_ideal else changed(each.get("was", ()), each["a"], "rank", "sum"),
        "b": only(each.get("b", ()), "rank", "sum", "said"),
        "gone": gone,
        "ideal": ideal if with_ideal else [],
        "room": [{"rank": place, "sum": _room(dcg)} for place in places[:1]],
    }


def _room(dcg: Measured) -> float:
    """Return the most that the axis must hold: what the ideal order of all documents has.

    So no drag changes it, even where the ideal is of the retrieved documents only.
    """
    screen = dcg.screen
    if screen["ideal"] == "retrieved":
        screen = screen.with_settings(ideal="judged")
    best = _ideal(score.compute("ndcg", dcg.name, screen))
    # Where nothing is relevant, 0 stands at the foot all the same.
    return max((so_far for _, so_far in best), default=0) or 1


def _ideal(ndcg: Breakdown) -> list[tuple[float, float]]:
    """Return, for each rank, what the ideal order adds there, and its sum so far."""
    due = rank_terms.ideal_order(ndcg).terms["contribution"]
    return list(zip(due.tolist(), due.cumsum().tolist(), strict=True))


def _ranks(
    version: Version,
    settings: Mapping[str, object],
    best: Sequence[tuple[float, float]],
    with_ideal: bool,
) -> Iterator[Row]:
    terms = rank_terms.of_gain(version.breakdown, lambda rank: weight_text(settings, rank))
    sums = np.cumsum([term.value for term in terms]).tolist()
    whole = best[-1][1] if best else 0.0
    for term, so_far in zip(terms, sums, strict=True):
        due, ideal = best[term.rank - 1] if term.rank <= len(best) else (0.0, whole)
        grown = f"DCG so far {decimals(so_far)}"
        if with_ideal:
            grown = f"the ideal has {decimals(due)} here: {grown} of {decimals(ideal)}"
        row = version.row(
            term.rank,
            f"{term.sentence}, {grown}",
            label=version.named(decimals(so_far)),
        )
        yield {**only([row], "rank", "label", "said")[0], "sum": so_far}


def _gone(dcg: Measured, best: Sequence[tuple[float, float]]) -> Iterator[Row]:
    """Yield the documents that do not count; an ideal order that is not cut goes on there."""
    counted, total = len(dcg.breakdown.terms["gain"]), float(dcg.breakdown.score)
    dues = [due for due, _ in best[counted:]]
    dues += [0.0] * (len(dcg.ranked.documents) - counted - len(dues))
    said = [
        "adds nothing" + (f", the ideal has {decimals(due)} here" if due else "") for due in dues
    ]
    for row, due in zip(uncounted(dcg, said, good=1), dues, strict=True):
        yield {**only([row], "rank", "label", "said")[0], "sum": total if due else 0.0}
