"""Clicks that a reader has counted: fields for them, and the relevance that they tell."""

import streamlit as st

from metrics.clicks import observed_relevance
from ui.core.knobs import Observed, to_text
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw the fields, and below them the relevance of each rank with the sum."""
    screen = session().shown
    controls.turn([Observed.CLICKS, Observed.READERS, Observed.LOOKS], by="observed")
    st.html(table(screen))


def table(screen: Screen) -> str:
    """Write the estimate of each rank and their sum, or say why there are none."""
    clicks, looks = screen[Observed.CLICKS], screen[Observed.LOOKS]
    (readers,) = screen[Observed.READERS]
    if len(clicks) != len(looks):
        ranks = counted(len(clicks), "rank")
        return f"<p>Clicks are of {ranks}, and attention is of {len(looks)}: type both of all.</p>"
    if max(clicks) > readers:
        at = clicks.index(max(clicks)) + 1
        return f"<p>At rank {at} more click than there are readers: type how many readers.</p>"
    if any(some and not share for some, share in zip(clicks, looks, strict=True)):
        return "<p>Somebody clicks where nobody looks: an attention of 0 cannot be right.</p>"
    found = observed_relevance(clicks, looks, int(readers))
    estimates = found.terms["estimate"].tolist()
    body = []
    for rank, (some, share, estimate) in enumerate(zip(clicks, looks, estimates, strict=True), 1):
        worked = f"{some:,.0f} / ({readers:,.0f} · {to_text(share)})"
        known = f"{worked} = {decimals(estimate)}" if share else "unknown: nobody looks"
        body.append([rank, f"{some:,.0f}", known])
    head = ["rank", "clicks", "estimate"]
    total = "–" if found.undefined else decimals(float(found.score))
    foot = ["sum", f"{sum(clicks):,.0f}", total]
    said = ""
    if max(estimates) > 1:
        said = (
            "<p>An estimate above 1 is no share of readers. It comes from few readers, or from an "
            "attention that is too low.</p>"
        )
    return table_html("The relevance that your clicks tell", head, body, foot) + said
