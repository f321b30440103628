"""Columns of bars: readers who look and click, expected or sent, and the estimates."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pages.clicks import model
from ui.core.columns import Cell, Column, Part
from ui.core.plain import decimals
from ui.draw.readers import stops_column
from ui.draw.score import Measured


def columns(clicks: Measured, estimate: Measured | None) -> list[Column]:
    """Return the column of who looks and clicks, and if there are any that of the estimates.

    A bar of one share is as long in both, as far as no estimate is above 1.
    """
    looking = replace(
        stops_column(clicks, "contribution", _labels(clicks)), heading="Click. Pale: only look"
    )
    if clicks.screen["sent"]:
        looking = _sent(clicks, looking)
    if estimate is None:
        return [looking]
    return [replace(looking, width=1), _estimates(estimate)]


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


def _sent(clicks: Measured, looking: Column) -> Column:
    """Draw the clicks of the readers sent, in frames of those that are expected."""
    terms, count = clicks.breakdown.terms, model.readers(clicks.screen)
    each = zip(terms["contribution"].tolist(), terms["reach"].tolist(), strict=True)
    cells = {
        rank: Cell(
            [Part(0, reach, "pale"), Part(0, n / count), Part(0, due, "hollow")],
            f"{n:,} ({model.amount(clicks.screen, due)})",
        )
        for rank, (n, (due, reach)) in enumerate(
            zip(model.drawn(clicks.screen).tolist(), each, strict=True), start=1
        )
    }
    return replace(looking, heading="Click (frame: expected). Pale: look", cells=cells)


def _estimates(estimate: Measured) -> Column:
    """Draw the estimate at each rank, in a frame that is the relevance in truth."""
    told, truth = _estimated(estimate), estimate.breakdown.terms["relevance"].tolist()
    most = max([1.0, *told])
    rows = zip(told, truth, _told(estimate), strict=True)
    return Column(
        "Estimate. Frame: R",
        {
            rank: Cell([Part(0, one / most), Part(0, true / most, "hollow")], label)
            for rank, (one, true, label) in enumerate(rows, start=1)
        },
        below=True,
    )


def _estimated(estimate: Measured) -> list[float]:
    """Return the estimate of each rank by the clicks of the readers sent, or the expected one."""
    terms, screen = estimate.breakdown.terms, estimate.screen
    if not screen["sent"]:
        return [*terms["estimate"].tolist()]
    shares = model.drawn(screen) / model.readers(screen)
    assumed = terms["propensity"]
    return [*np.divide(shares, assumed, out=np.zeros(len(assumed)), where=assumed > 0).tolist()]


def _told(estimate: Measured) -> Sequence[str]:
    each = zip(_estimated(estimate), estimate.breakdown.terms["propensity"].tolist(), strict=True)
    return [decimals(told) if assumed else "unknown" for told, assumed in each]
