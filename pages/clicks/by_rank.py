"""What a rank does to the clicks, and the relevance that the clicks tell."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.clicks import model
from pages.clicks.knobs import Clicks
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rows import MOST_NAMED, Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BOLD,
    BY_RANK,
    DASHED,
    INK,
    KEY,
    LOW,
    PALETTE,
    PATH,
    TOLD,
    Options,
    View,
    marks,
    not_counted,
    ranks,
    stack,
    up_to_room,
)

TITLE: Final = "What does the rank do to clicks?"
VIEWS: Final = ("Do the clicks tell the relevance?",)
LEGEND: Final = "Dot: a document. Line: the same R at any rank."


def chart() -> View:
    """Draw the clicks as dots on lines of one relevance, and below them the estimates."""
    # Half of the first rank's room is for names: left of the dots, or right if it is narrow.
    many = "length(data('ranks')) + length(data('gone'))"
    room_of = f"item.mark.group.width / ({many})"
    roomy, align, dx, dy = (
        {"expr": f"{room_of} > {least} ? {then} : {other}"}
        for least, then, other in (
            (60, 1, 0),
            (110, "'right'", "'left'"),
            (110, -12, 10),
            (110, 0, -15),
        )
    )
    crosses: Options = {
        **{"shape": "cross", "size": 130, "filled": True, "opacity": 1, "aria": True},
        "xOffset": {"expr": f"min(13, {room_of} / 4)"},  # beside what is expected
    }
    bars, was, paths, names = map(marks, ("ranks", "was", "paths", "names"))
    sent, room = map(marks, ("sent", "room"))
    unseen = room.mark_point(opacity=0)
    clicks = alt.layer(
        unseen,
        paths.mark_line(strokeWidth=2, opacity=0.55).encode(
            detail="relevance:Q", color="colour:N", **PATH
        ),
        names.mark_text(align=align, dx=dx, dy=dy, opacity=roomy, **BOLD).encode(
            text="label:N", key=KEY
        ),
        was.mark_point(size=190, strokeWidth=2, color=INK, opacity=0.6),
        bars.mark_circle(size=190, opacity=1, aria=True).encode(color="colour:N", **TOLD),
        sent.mark_point(**crosses).encode(color=alt.datum(9), **TOLD),
        *not_counted(),
    ).encode(
        x=ranks(),
        y=up_to_room("click", "Readers who click").axis(format=",~f", tickCount=4),
        color=PALETTE,
        key=BY_RANK,
    )
    told = marks("estimates")
    relevance = alt.layer(
        unseen,
        bars.mark_bar(width={"band": 0.7}, fillOpacity=0, aria=True, **DASHED).encode(
            y="relevance:Q", **TOLD
        ),
        told.mark_rule(strokeWidth=2.5).encode(y="low:Q", y2="high:Q"),
        told.mark_point(shape="diamond", size=110, filled=True, opacity=1, aria=True).encode(
            color="colour:N", **TOLD
        ),
        sent.mark_point(**crosses).encode(color=alt.datum(9), **TOLD),
    ).encode(
        x=ranks(),
        y=up_to_room("estimate", "◇ Estimate, line ± 2 standard errors. Dashed: R"),
        color=PALETTE,
        key=BY_RANK,
    )
    return stack(clicks.properties(height=LOW), relevance.properties(height=LOW))


def rows(clicks: Measured, estimate: Measured) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark.

    Where readers stop at a click, no line is drawn: who looks depends on the documents above.
    """
    count, is_cascade = model.readers(clicks.screen), clicks.screen[Clicks.MODEL] == "cascade"
    each = {version.part: [*_ranks(version, count)] for version in versions(clicks, graded=True)}
    now, told = each["a"], [*_estimates(clicks, estimate)]
    sent = [*_sent(clicks, estimate)]
    most = max([1.0, *(row["high"] for row in told), *(row["estimate"] or 0 for row in sent)])
    return {
        "ranks": now,
        "was": changed(each.get("was", ()), now, "rank", "click"),
        "paths": (paths := [] if is_cascade else _paths(now, clicks, count)),
        "names": [row for row in paths if row["rank"] == 1 and len(now) <= MOST_NAMED],
        "sent": sent,
        "gone": only(uncounted(clicks, "nobody sees it", good=1), "rank", "label", "said"),
        "room": [{"rank": 1, "estimate": most, "click": count}] if now else [],
        "estimates": told,
    }


def _ranks(version: Version, count: int) -> Iterator[Row]:
    terms = version.breakdown.terms
    each = (terms[name].tolist() for name in ("relevance", "contribution"))
    for term, relevance, click in zip(rank_terms.of_clicks(version.breakdown), *each, strict=True):
        row = version.row(term.rank, term.sentence, relevance=relevance, click=click * count)
        yield from only([row], "rank", "relevance", "click", "colour", "said")


def _paths(now: Sequence[Row], clicks: Measured, count: int) -> list[Row]:
    """Return the clicks at each rank of every relevance of the list, as many look there now."""
    reach = clicks.breakdown.terms["reach"].tolist()
    colours = {row["relevance"]: row["colour"] for row in now}
    return [
        {
            **{"rank": rank, "relevance": relevance, "click": share * relevance * count},
            **{"key": f"path{relevance}-{rank}", "colour": colour},
            "label": f"R = {rank_terms.share_text(relevance)}",
        }
        for relevance, colour in colours.items()
        for rank, share in enumerate(reach, start=1)
    ]


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
    each = zip(model.drawn(screen).tolist(), assumed, model.estimates(screen), strict=True)
    for rank, (count, share, told) in enumerate(each, start=1):
        said = f"{count:,} of the {n:,} readers sent click"
        said += "" if told is None else f", ÷ {decimals(share)} = {decimals(told)}"
        row = version.row(rank, said, click=count, estimate=told)
        yield from only([row], "rank", "click", "estimate", "said")
