"""Sessions that a reader types, and what four click models tell of them."""

from collections.abc import Sequence

import streamlit as st

from metrics.click_sessions import Counted, Counts, count
from pages.clicks.knobs import Observed
from ui.core.plain import decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw a field for sessions, and the tables of their documents and ranks."""
    controls.turn([Observed.SESSIONS], by="sessions")
    st.html(tables(counted(session().shown)))


def counted(screen: Screen) -> Counted:
    """Count the sessions of the field."""
    shown, clicked, times = [], [], []
    for row in screen[Observed.SESSIONS].split("; "):
        number, _, words = row.rpartition(" × ")
        marked = words.split()
        if {*marked} <= {*"01"}:
            marked = [f"{rank}{'*' * int(mark)}" for rank, mark in enumerate(marked, start=1)]
        shown.append([word.removesuffix("*") for word in marked])
        clicked.append([word.endswith("*") for word in marked])
        times.append(int(number or 1))
    return count(shown, clicked, times)


def tables(found: Counted) -> str:
    """Write the models' numbers for each document, and λ for each rank, each with its division."""
    documents = [
        [
            name,
            _share(each.clicks, each.shown, each.rate),
            _share(each.first, each.reached, each.cascade),
            _share(each.clicks, each.looked, each.attraction),
            _share(each.last, each.clicks, each.satisfaction),
            decimals(each.attraction * each.satisfaction) if each.clicks else "–",
        ]
        for name, each in found.documents.items()
    ]
    head = ["document", "click rate", "first clicks / got there", "clicks / looked"]
    head += ["last click / clicks", "both: clicks × last"]
    return table_html("What sessions tell of each document", head, documents, words=range(1, 5)) + (
        "<p><em>Click rate</em>: clicks / sessions that show it. <em>Got there</em>, the cascade "
        "model: no click stands above. <em>Looked</em>: it stands at the last click or above, or "
        "nobody clicked. That share is the relevance of the dependent click model (DCM) and the "
        "attraction of the simplified dynamic Bayesian network (SDBN). A <em>last click</em> "
        "counts as satisfied. SDBN multiplies both.</p>"
        + table_html(
            "Clicks at each rank, and what comes after them",
            ["rank", "click rate", "last click / clicks", "λ = 1 − last / clicks"],
            [_rank(rank, each) for rank, each in enumerate(found.ranks, start=1)],
            words=range(1, 4),
        )
        + "<p>λ (<em>lambda</em>) of DCM is the share of clicks at this rank after which another "
        f"click comes.</p>{_first_clicks(found.ranks)}"
    )


def _first_clicks(ranks: Sequence[Counts]) -> str:
    """Write the share of sessions without a click, and the mean of 1 / rank of the first click."""
    sessions, first = ranks[0].shown, [each.first for each in ranks]
    without = sessions - sum(first)
    each = [(number, rank) for rank, number in enumerate(first, start=1) if number]
    added = " + ".join(f"{number:,} · 1/{rank}" for number, rank in each) or "0"
    mean = sum(number / rank for number, rank in each) / sessions
    return (
        f"<p>Abandoned, without a click: {_share(without, sessions, without / sessions)}. First "
        f"click, mean of 1 / rank (0 without one): ({added}) / {sessions:,} = {decimals(mean)}.</p>"
    )


def _rank(rank: int, each: Counts) -> list[object]:
    went_on = decimals(1 - each.satisfaction) if each.clicks else "–"
    return [
        rank,
        _share(each.clicks, each.shown, each.rate),
        _share(each.last, each.clicks, each.satisfaction),
        went_on,
    ]


def _share(part: int, whole: int, share: float) -> str:
    return f"{part:,}/{whole:,} = {decimals(share)}" if whole else "–"
