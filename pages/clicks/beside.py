"""Columns of bars: readers who look and click, those of the readers sent, and the estimates."""

from collections.abc import Sequence
from dataclasses import replace

from pages.clicks import model
from ui.core.columns import Cell, Column, Part
from ui.core.plain import decimals
from ui.draw.readers import stops_column
from ui.draw.score import Measured


def columns(clicks: Measured, estimate: Measured | None) -> list[Column]:
    """Return the column of who looks and clicks; if there are any, of those sent and estimates."""
    looking = stops_column(clicks, "contribution", _labels(clicks))
    crowded = bool(estimate and clicks.screen["sent"])
    room = "1.2rem" if crowded else looking.room
    found = [replace(looking, heading="Click. Pale: only look", room=room)]
    if clicks.screen["sent"]:
        found.append(_sent(clicks))
    if estimate:
        found.append(replace(_estimates(estimate), room="1.2rem" if crowded else "3.4rem"))
    return found


def in_cards(clicks: Measured, estimate: Measured | None) -> Column:
    """Return the same for the cards of a phone; several numbers leave no room for a bar."""
    screen, labels = clicks.screen, _labels(clicks)
    if not (estimate or screen["sent"]):
        looking = stops_column(clicks, "contribution", labels)
        return replace(looking, heading="How many click, of how many who look")
    due = clicks.breakdown.terms["contribution"].tolist()
    labels = [model.amount(screen, share) for share in due]
    heading = "Expected clicks"
    if screen["sent"]:
        drawn = model.drawn(screen).tolist()
        labels = [f"{count:,} ({label})" for count, label in zip(drawn, labels, strict=True)]
        heading = "Clicks (expected)"
    if estimate:
        told = zip(labels, _told(estimate), strict=True)
        labels = [f"{label}, R̂ {one}" for label, one in told]
        heading += ", and R̂, the estimate"
    cells = {rank: Cell([Part(0, 0)], label) for rank, label in enumerate(labels, start=1)}
    return Column(heading, cells)


def _labels(clicks: Measured) -> list[str]:
    terms, screen = clicks.breakdown.terms, clicks.screen
    each = zip(terms["contribution"].tolist(), terms["reach"].tolist(), strict=True)
    return [
        f"all {model.amount(screen, reach)}"
        if 0 < click == reach
        else f"{model.amount(screen, click)} of {model.amount(screen, reach)}"
        for click, reach in each
    ]


def _sent(clicks: Measured) -> Column:
    screen = clicks.screen
    drawn, count = model.drawn(screen).tolist(), model.readers(screen)
    due = clicks.breakdown.terms["contribution"].tolist()
    return Column(
        f"{count:,} sent" if count > 1 else "One sent",
        {
            rank: Cell([Part(0, n / count), Part(0, share, "hollow")], f"{n:,}")
            for rank, (n, share) in enumerate(zip(drawn, due, strict=True), start=1)
        },
        sees_grades=False,
        room="1.2rem",
    )


def _estimates(estimate: Measured) -> Column:
    """Draw the estimate at each rank, in a frame that is the relevance in truth."""
    terms = estimate.breakdown.terms
    told, truth = terms["estimate"].tolist(), terms["relevance"].tolist()
    most = max([1.0, *told])
    rows = zip(told, truth, _told(estimate), strict=True)
    return Column(
        "Estimate. Frame: R",
        {
            rank: Cell([Part(0, one / most), Part(0, true / most, "hollow")], label)
            for rank, (one, true, label) in enumerate(rows, start=1)
        },
    )


def _told(estimate: Measured) -> Sequence[str]:
    terms = estimate.breakdown.terms
    each = zip(terms["estimate"].tolist(), terms["propensity"].tolist(), strict=True)
    return [decimals(told) if assumed else "unknown" for told, assumed in each]
