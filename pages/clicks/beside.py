"""Columns of bars: readers who look and click, expected or sent, and the estimates."""

from dataclasses import replace
from typing import Final

from pages.clicks import model
from ui.core.columns import Cell, Column, Part
from ui.core.plain import decimals
from ui.draw.rank_terms import fraction
from ui.draw.readers import stops_column
from ui.draw.score import Measured

_FEW: Final = 100
"""Most readers whose clicks are written as a fraction of them."""


def columns(clicks: Measured, estimate: Measured | None) -> list[Column]:
    """Return the column of who looks and clicks, and if there are any that of the estimates.

    A bar of one share is as long in both, as far as no estimate is above 1.
    """
    looking = _looking(clicks)
    if estimate is None:
        return [looking]
    return [replace(looking, width=1), _estimates(estimate)]


def in_cards(clicks: Measured, estimate: Measured | None) -> Column:
    """Return the same for the cards of a phone: who clicks, and how the estimate comes about."""
    looking, sent = _looking(clicks), clicks.screen["sent"]
    if not estimate:
        return looking if sent else replace(looking, heading="How many click, of how many who look")
    told = _estimates(estimate)
    cells = {
        rank: told.cells[rank]._replace(label=label)
        for rank, label in enumerate(worked(estimate, counted=True), start=1)
    }
    return replace(told, heading="Clicks/readers ÷ attention = estimate. Frame: R", cells=cells)


def _looking(clicks: Measured) -> Column:
    if clicks.screen["sent"]:
        return _sent(clicks)
    looking = stops_column(clicks, "contribution", _labels(clicks))
    return replace(looking, heading="Who looks. In colour: who clicks")


def _labels(clicks: Measured) -> list[str]:
    terms, screen = clicks.breakdown.terms, clicks.screen
    each = zip(terms["contribution"].tolist(), terms["reach"].tolist(), strict=True)
    return [
        f"{model.amount(screen, click)} of {model.amount(screen, reach)}" for click, reach in each
    ]


def _sent(clicks: Measured) -> Column:
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
    looking = stops_column(clicks, "contribution")
    return replace(looking, heading="Drawn by chance: clicks (expected)", cells=cells)


def _estimates(estimate: Measured) -> Column:
    """Draw the estimate at each rank, in a frame that is the relevance in truth."""
    told = [one or 0.0 for one in model.estimates(estimate.screen)]
    truth, most = estimate.breakdown.terms["relevance"].tolist(), max([1.0, *told])
    rows = zip(told, truth, worked(estimate), strict=True)
    return Column(
        "Estimate. Frame: relevance R",
        {
            rank: Cell([Part(0, one / most), Part(0, true / most, "hollow")], label)
            for rank, (one, true, label) in enumerate(rows, start=1)
        },
        below=True,
    )


def worked(estimate: Measured, *, counted: bool = False) -> list[str]:
    """Work out the estimate of each rank: the share who click, divided by the assumed attention.

    If `counted`, the share is written as clicks and readers, as far as the clicks are whole. A
    share that is no short number is left out, as its digits would come to another estimate.
    """
    terms, screen, count = estimate.breakdown.terms, estimate.screen, model.readers(estimate.screen)
    shares = [_short(share) for share in terms["clicks"].tolist()]
    if screen["sent"]:
        drawn = model.drawn(screen).tolist()
        few = counted or count <= _FEW
        shares = [f"{n:,}/{count:,}" if few else _short(n / count) for n in drawn]
    elif counted:
        due = [round(share * count, 6) for share in terms["clicks"].tolist()]
        shares = [
            f"{n:,.0f}/{count:,}" if n.is_integer() else share
            for n, share in zip(due, shares, strict=True)
        ]
    assumed = [_short(share) for share in terms["propensity"].tolist()]
    each = zip(shares, assumed, _told(estimate), strict=True)
    return [
        f"{share} ÷ {looks} = {told}" if share and looks and looks != "0" else told
        for share, looks, told in each
    ]


def _short(share: float) -> str:
    """Write a share as a fraction or with three decimals, "" if it has more."""
    return fraction(share) or (decimals(share) if abs(share - round(share, 3)) < 1e-9 else "")


def _told(estimate: Measured) -> list[str]:
    each = model.estimates(estimate.screen)
    return ["unknown" if one is None else decimals(one) for one in each]
