"""Clicks that a reader has counted and the relevance that they tell, or the other way round."""

import streamlit as st

from metrics.clicks import observed_relevance, own_clicks
from ui.core.knob_kinds import to_text
from ui.core.knobs import Observed
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw the fields, and below them the relevance or the clicks of each rank with the sum."""
    screen = session().shown
    forward = screen[Observed.SOURCE] == "relevance"
    st.markdown("Or choose *relevance*: type R instead, and see who clicks by both models.")
    known = [Observed.RELEVANCE] if forward else [Observed.CLICKS, Observed.READERS]
    controls.turn([Observed.SOURCE, *known, Observed.LOOKS], by="observed")
    st.html(forward_table(screen) if forward else table(screen))


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


def forward_table(screen: Screen) -> str:
    """Write the share of readers who click at each rank, by attention and until the first click."""
    relevance, looks = screen[Observed.RELEVANCE], screen[Observed.LOOKS]
    if len(relevance) != len(looks):
        ranks = counted(len(relevance), "rank")
        return f"<p>R is of {ranks}, and attention is of {len(looks)}: type both of all.</p>"
    position, cascade = own_clicks(relevance, looks), own_clicks(relevance)
    reach = cascade.terms["reach"].tolist()
    body = []
    for at, (here, share) in enumerate(zip(relevance, looks, strict=True)):
        clicks, first = (each.terms["contribution"][at] for each in (position, cascade))
        written = to_text(here)
        left = f"{reach[at]:.4g}"
        body.append(
            [
                at + 1,
                written,
                f"{to_text(share)} · {written} = {decimals(clicks)}",
                f"{left} · {written} = {decimals(first)}",
                f"{left} · {to_text(round(1 - here, 6))} = {decimals(reach[at] * (1 - here))}",
            ]
        )
    head = ["rank", "R", "attention · R", "until the first click: left · R", "left after it"]
    nobody = decimals(float(cascade.aside["nobody"]))
    foot = ["sum", "", *(decimals(float(each.score)) for each in (position, cascade)), ""]
    return table_html("Who clicks at each rank", head, body, foot) + (
        "<p><em>Attention · R</em> is the position-based model: clicks per reader at each rank. "
        "<em>Until the first click</em> is the cascade model: all look at rank 1, and those "
        f"without a click go on. There <strong>{nobody}</strong> of them click on nothing.</p>"
    )
