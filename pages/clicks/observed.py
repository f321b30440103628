"""Clicks that a reader has counted and the relevance that they tell, or the other way round."""

from collections.abc import Sequence

import streamlit as st

from metrics.clicks import observed_relevance, one_result, own_clicks
from pages.clicks.knobs import Observed
from ui.core.knob_kinds import to_text
from ui.core.knobs import OWN_RELEVANCE
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw the fields, and below them the relevance or the clicks of each rank with the sum."""
    screen = session().shown
    forward = screen[Observed.SOURCE] == "relevance"
    st.markdown("Or choose *relevance*: type R instead, and see who clicks by both models.")
    known = [OWN_RELEVANCE] if forward else [Observed.CLICKS, Observed.READERS]
    results = [Observed.RESULTS] * (not forward)
    controls.turn([Observed.SOURCE, *known, Observed.LOOKS, *results], by="observed")
    st.html(forward_table(screen) if forward else table(screen))


def table(screen: Screen) -> str:
    """Write the estimate of each rank and their sum, or say why there are none."""
    clicks, looks = screen[Observed.CLICKS], screen[Observed.LOOKS]
    readers, results = screen[Observed.READERS], screen[Observed.RESULTS].replace(",", " ").split()
    if refused := _refused(clicks, looks, readers, results):
        return f"<p>{refused}</p>"
    each = [int(some) for some in readers * (len(clicks) if len(readers) == 1 else 1)]
    found = observed_relevance(clicks, looks, each)
    terms = [found.terms[name].tolist() for name in ("clicks", "estimate", "error")]
    body: list[list[object]] = []
    for at, (rate, estimate, error) in enumerate(zip(*terms, strict=True)):
        some, share = f"{clicks[at]:,.0f}", looks[at]
        worked = f"{some} / ({each[at]:,} · {to_text(share)}) = {decimals(estimate)}"
        body.append(
            [
                results[at] if results else at + 1,
                some,
                f"{each[at]:,}",
                decimals(rate),
                decimals(1 / share) if share else "–",
                worked if share else "unknown: nobody looks",
                decimals(error) if share else "–",
            ]
        )
    first = "result" if results else "rank"
    head = [first, "clicks", "readers", "click rate c", "weight", "estimate", "standard error"]
    total = "–" if found.undefined else decimals(float(found.score))
    foot = ["sum", f"{sum(clicks):,.0f}", "", "", "", total, ""]
    said = (
        "<p>The <em>weight</em> of a click is 1 / attention. The <em>standard error</em> of an "
        "estimate is √(c · (1 − c) / readers) / attention: a larger weight makes more noise.</p>"
    )
    if max(terms[1]) > 1:
        said += (
            "<p>An estimate above 1 is no share of readers. It comes from few readers, or from an "
            "attention that is too low. If you counted only those who looked, attention is 1.</p>"
        )
    if any(rate in (0, 1) for rate in terms[0]):
        said += (
            "<p>Where all readers click, or none, the formula of the standard error gives 0. It is "
            "not known then.</p>"
        )
    drawn = table_html(
        "The relevance that your clicks tell", head, body, () if results else foot, words=(5,)
    )
    return drawn + said + _by_result(clicks, looks, each, results) * bool(results)


def _refused(
    clicks: Sequence[float], looks: Sequence[float], readers: Sequence[float], results: list[str]
) -> str:
    """Say why there is no estimate; "" if there is one."""
    ranks = counted(len(clicks), "rank")
    if len(clicks) != len(looks):
        return f"Clicks are of {ranks}, and attention is of {len(looks)}: type both of all."
    if len(readers) not in (1, len(clicks)):
        return f"Clicks are of {ranks}, and readers of {len(readers)}: type one number, or all."
    if results and len(results) != len(clicks):
        return f"Clicks are of {ranks}, and {len(results)} have a result: name all, or none."
    seen = readers if len(readers) > 1 else [*readers] * len(clicks)
    for at, (some, of) in enumerate(zip(clicks, seen, strict=True), start=1):
        if some > of:
            return f"At rank {at} more click than there are readers: type how many readers."
    if any(some and not share for some, share in zip(clicks, looks, strict=True)):
        return "Somebody clicks where nobody looks: an attention of 0 cannot be right."
    return ""


def _by_result(
    clicks: Sequence[float], looks: Sequence[float], readers: list[int], results: list[str]
) -> str:
    """Write one estimate of each result from all its ranks."""
    body = []
    for name in dict.fromkeys(results):
        places = [at for at, each in enumerate(results) if each == name]
        some, shares, of = ([row[at] for at in places] for row in (clicks, looks, readers))
        found = one_result(some, shares, of)
        weighted = " + ".join(
            f"{n:,.0f}/{to_text(share)}" for n, share in zip(some, shares, strict=True)
        )
        looked = sum(n * share for n, share in zip(of, shares, strict=True))
        body.append(
            [
                name,
                f"{sum(some):,.0f}/{sum(of):,} = {decimals(found.rate)}",
                f"({weighted})/{sum(of):,} = {decimals(found.weighted)}"
                if all(shares)
                else "unknown: nobody looks",
                decimals(found.error),
                f"{sum(some):,.0f}/{looked:,.6g} = {decimals(found.pooled)}"
                if looked
                else "unknown: nobody looks",
                decimals(found.pooled_error),
            ]
        )
    head = ["result", "click rate", "weighted clicks / readers", "standard error"]
    head += ["clicks / looks", "standard error"]
    return table_html("One estimate of each result", head, body, words=(1, 2, 4)) + (
        "<p>The <em>weighted</em> estimate is the mean of the ranks’ estimates, by their readers. "
        "The <em>pooled</em> one, clicks / looks, divides by all who look. Both are right if the "
        "attention is, and the pooled one usually has less noise.</p>"
    )


def forward_table(screen: Screen) -> str:
    """Write the share of readers who click at each rank, by attention and until the first click."""
    relevance, looks = screen[OWN_RELEVANCE], screen[Observed.LOOKS]
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
