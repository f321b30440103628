"""What is known of a score, what nobody knows, and what is lost, as parts of a bar."""

import streamlit as st

from ui import theme
from ui.plain import about, decimals
from ui.score import Measured


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
        f"<i class='{look}' style='width:{100 * share:.2f}%;--colour:var(--colour-"
        f"{theme.colour(seen[rank - 1].grade, screen.scale)})' title='{said}'"
        f"{about(measured.document(rank))}></i>"
        for share, look, said, rank in parts
    )
    drawn += f"<i class='open' style='width:{100 * best * below:.2f}%'></i>"
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
