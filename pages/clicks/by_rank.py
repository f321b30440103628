"""At each rank, how many readers look and click, and the relevance that the clicks tell."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.clicks import model
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BAR,
    BAR_BEFORE,
    BY_RANK,
    DASHED,
    LOW,
    PALETTE,
    TOLD,
    View,
    fits_rank,
    marks,
    not_counted,
    ranks,
    stack,
    up,
    up_to_room,
)

TITLE: Final = "Who looks, and who clicks?"
VIEWS: Final = ("Do the clicks tell the relevance?",)
LEGEND: Final = "Pale: look. Filled: click. ●: of the readers sent."


def chart() -> View:
    """Draw the clicks as parts of those who look, and below them the estimates in their frames."""
    bars, was, sent = map(marks, ("ranks", "was", "sent"))
    shares = alt.layer(
        was.mark_bar(**BAR_BEFORE),
        bars.mark_bar(fillOpacity=0.25, aria=True, **BAR).encode(
            y="reach:Q", color=alt.datum(0), **TOLD
        ),
        bars.mark_bar(**BAR).encode(color="colour:N"),
        bars.mark_text(dy=-8, **fits_rank()).encode(y=alt.value(0), text="label:N"),
        sent.mark_circle(size=70, opacity=1, aria=True).encode(
            y="share:Q", color=alt.datum(9), **TOLD
        ),
        *not_counted(),
    ).encode(x=ranks(), y=up("click", "Share of readers"), color=PALETTE, key=BY_RANK)
    told, room = map(marks, ("estimates", "room"))
    relevance = alt.layer(
        room.mark_point(opacity=0),
        bars.mark_bar(width={"band": 0.7}, fillOpacity=0, aria=True, **DASHED).encode(
            y="relevance:Q", **TOLD
        ),
        told.mark_rule(strokeWidth=2.5).encode(y="low:Q", y2="high:Q"),
        told.mark_point(shape="diamond", size=110, filled=True, opacity=1, aria=True).encode(
            color="colour:N", **TOLD
        ),
        sent.mark_circle(size=70, opacity=1, aria=True).encode(color=alt.datum(9), **TOLD),
    ).encode(
        x=ranks("Rank: dashed R, ◇ clicks ÷ attention, line ± 2 standard errors"),
        y=up_to_room("estimate", "Relevance R"),
        color=PALETTE,
        key=BY_RANK,
    )
    return stack(shares.properties(height=LOW), relevance.properties(height=LOW))


def rows(clicks: Measured, estimate: Measured) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    each = {version.part: [*_ranks(version)] for version in versions(clicks, graded=True)}
    now, told = each["a"], [*_estimates(clicks, estimate)]
    sent = [*_sent(clicks, estimate)]
    most = max([1.0, *(row["high"] for row in told), *(row["estimate"] or 0 for row in sent)])
    return {
        "ranks": now,
        "was": changed(each.get("was", ()), now, "rank", "click"),
        "sent": sent,
        "gone": only(uncounted(clicks, "nobody sees it", good=1), "rank", "label", "said"),
        "estimates": told,
        "room": [{"rank": 1, "estimate": most}] if now else [],
    }


def _ranks(version: Version) -> Iterator[Row]:
    terms = version.breakdown.terms
    each = (terms[name].tolist() for name in ("reach", "relevance", "contribution"))
    for term, reach, relevance, click in zip(
        rank_terms.of_clicks(version.breakdown), *each, strict=True
    ):
        row = version.row(
            term.rank,
            term.sentence,
            **{"reach": reach, "relevance": relevance, "click": click},
            label=version.named(decimals(click) * (click >= 5e-4)),
        )
        yield from only([row], "rank", "reach", "relevance", "click", "colour", "label", "said")


def _estimates(clicks: Measured, estimate: Measured) -> Iterator[Row]:
    """Yield the expected estimates, where somebody is assumed to look."""
    (version, *_), n = versions(clicks, graded=True), model.readers(clicks.screen)
    names = ("clicks", "propensity", "estimate", "error")
    each = (estimate.breakdown.terms[name].tolist() for name in names)
    for rank, (click, assumed, told, error) in enumerate(zip(*each, strict=True), start=1):
        if assumed:
            reach = 2 * error / n**0.5
            said = (
                f"{decimals(click)} ÷ {decimals(assumed)} = {decimals(told)} ± {decimals(reach)}, "
                f"two standard errors of {n:,} readers"
            )
            ends = {"low": max(told - reach, 0), "high": told + reach}
            row = version.row(rank, said, estimate=told, **ends)
            yield from only([row], "rank", "estimate", "low", "high", "colour", "said")


def _sent(clicks: Measured, estimate: Measured) -> Iterator[Row]:
    """Yield what the readers sent clicked, and the estimate of each rank by their clicks."""
    screen = clicks.screen
    (version, *_), n = versions(clicks), model.readers(screen)
    if not screen["sent"]:
        return
    assumed = estimate.breakdown.terms["propensity"].tolist()
    for rank, (count, share) in enumerate(
        zip(model.drawn(screen).tolist(), assumed, strict=True), start=1
    ):
        said = f"{count:,} of the {n:,} readers sent click"
        said += f", ÷ {decimals(share)} = {decimals(count / n / share)}" if share else ""
        told = count / n / share if share else None
        row = version.row(rank, said, share=count / n, estimate=told)
        yield from only([row], "rank", "share", "estimate", "said")
