"""Patience: how much each rank weighs for readers who differ in it, and what nobody knows."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import streamlit as st

from ui import post, score, theme
from ui.pictures import plane
from ui.plain import about, decimals
from ui.score import Measured

_DEEPEST: Final = 20
_TICKS: Final = (1, 5, 10, 15, 20)
_TOLD: Final = (1, 2, 5, 10, 20)
"""Ranks whose weights are told as numbers."""
_MOST: Final = 0.5
"""The weight that fills the height, which only the most impatient go beyond."""


def weights(measured: Measured, knob: str, people: Mapping[float, str], *, hidden: bool) -> None:
    """Draw the weights of the ranks for some readers by their patience, and for the present one.

    Below stands what they come to as numbers, with the score unless it is `hidden`.
    """
    now = float(measured.screen[knob])
    each = {p: people.get(p, "") for p in sorted({*people, now})}
    curves = plane.curves_html(
        {p: _curve(p) for p in each},
        {p: (f"p = {p:g}", _turned(knob, p)) for p in each},
        now,
        plane.axis_html("across", "Rank", {f"{rank}": _across(rank) for rank in _TICKS})
        + plane.axis_html("up", "Weight", {f"{_MOST * part:g}": part for part in (0, 0.5, 1)}),
    )
    rows = []
    for p, person in each.items():
        cells = [f"{1 / (1 - p):.3g}", *(decimals(_weight(p, rank)) for rank in _TOLD)]
        cells.append(decimals(1 - p**10))
        if not hidden:
            cells.append(f"<b>{decimals(score.elsewhere(measured, knob, p))}</b>")
        rows.append(
            f"<tr{' class=present' * (p == now)}><th scope='row'>"
            f"<a href='{_turned(knob, p)}'>p = {p:g}</a>{person and f', {person}'}</th>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
    head = ["looks at", *(f"rank {rank}" for rank in _TOLD), "ranks 1 to 10"]
    head += [] if hidden else [measured.label]
    st.html(
        f"{curves}<div class='wide' role='region' aria-label='Weights' tabindex='0'>"
        "<table class='weights'><thead><tr><th scope='col'>weight of</th>"
        + "".join(f"<th scope='col'>{cell}</th>" for cell in head)
        + f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


@lru_cache(maxsize=128)
def _curve(p: float) -> plane.Points:
    ranks = range(1, _DEEPEST + 1)
    return tuple((_across(rank), min(_weight(p, rank) / _MOST, 1)) for rank in ranks)


def _weight(p: float, rank: int) -> float:
    return float((1 - p) * p ** (rank - 1))


def _across(rank: int) -> float:
    return (rank - 1) / (_DEEPEST - 1)


def _turned(knob: str, value: float) -> str:
    return post.href({"do": "turn", "knob": knob, "to": value})


def residual(measured: Measured) -> None:
    """Draw a score as a part of 1: what is known, what nobody knows, and what is lost.

    The judges have read down to the cut. What lies below it, or was left out by them, could be
    anything, and its weight is the part that nobody knows.
    """
    screen, ranked, terms = measured.screen, measured.ranked, measured.breakdown.terms
    seen = ranked.documents[: min(screen.k, ranked.retrieved)]
    weights, adds = (terms[term].tolist()[: len(seen)] for term in ("weight", "contribution"))
    unjudged = [weight * (d.grade is None) for weight, d in zip(weights, seen, strict=True)]
    below = max(1 - sum(weights), 0.0)
    best = _best(measured)
    parts = [
        (share, look, f"rank {rank}: {decimals(share)} {what}", rank)
        for look, what, shares in (
            ("known", "known", adds),
            ("open", "not judged", [best * weight for weight in unjudged]),
        )
        for rank, share in enumerate(shares, start=1)
        if share
    ]
    drawn = "".join(
        f"<i class='{look}' style='width:{plane.percent(share)};--colour:var(--colour-"
        f"{theme.colour(seen[rank - 1].grade, screen.scale)})' title='{said}'"
        f"{about(measured.document(rank))}></i>"
        for share, look, said, rank in parts
    )
    drawn += f"<i class='open' style='width:{plane.percent(best * below)}'></i>"
    known, unknown = sum(adds), best * (sum(unjudged) + below)
    label = measured.label if len(seen) == ranked.retrieved else f"{measured.label}@{len(seen)}"
    told = {
        "known": (f"{label}, known", known),
        "open": ("residual, nobody knows", unknown),
        "lost": ("lost for certain", 1 - known - unknown),
    }
    said = ", ".join(f"{name}: {decimals(share)}" for name, share in told.values())
    legend = "".join(
        f"<div class='{look}'><dt>{name}</dt><dd>{decimals(share)}</dd></div>"
        for look, (name, share) in told.items()
    )
    st.html(
        f"<div class='residual'><p role='img' aria-label='A bar from 0 to 1. {said}'>{drawn}</p>"
        f"<dl>{legend}</dl></div>"
    )


def _best(measured: Measured) -> float:
    """Return what a document of the top grade is worth: the residual is that, weighed."""
    weights = measured.breakdown.terms["weight"].tolist()
    shown = zip(weights, measured.ranked.documents, strict=False)
    unread = 1 - sum(weight for weight, document in shown if document.grade is not None)
    return float(measured.breakdown.aside["residual"]) / unread if unread > 1e-12 else 1.0
