"""The share of readers at each rank: some stop there, the others go on to the next."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ui.core.columns import Cell, Column, Part
from ui.core.plain import decimals
from ui.draw.beside_cards import ghost
from ui.draw.rank_terms import share_text
from ui.draw.score import Measured


def stops_column(measured: Measured, term: str = "stop", labels: Sequence[str] = ()) -> Column:
    """Draw the share that gets to each rank, split into those who stop there and those who go on.

    The breakdown has the terms "reach" and `term`, the share that stops. The pale part of a bar
    is the share that goes on. `labels` say both by default.
    """
    terms, was = measured.breakdown.terms, measured.terms_before
    cells = {}
    if was is not None:  # the cutoff may have moved: there may be more ranks
        cells = {
            rank: Cell([Part(0, float(reach), "was")], "")
            for rank, reach in enumerate(was.terms["reach"], start=1)
        }
    for index, (reach, stop) in enumerate(zip(terms["reach"], terms[term], strict=True)):
        pale = Part(float(stop), float(reach), "pale")
        before = []
        if was is not None and index < len(was.terms["reach"]):
            before = [Part(0, float(was.terms["reach"][index]), "was")]
        cells[index + 1] = Cell(
            [*ghost(before, Part(0, pale.end)), pale, Part(0, pale.start)],
            labels[index] if labels else f"{decimals(stop)} of {decimals(reach)}",
        )
    return Column("Readers who stop. Pale: go on", cells, width=1.4, room="10rem", below=True)


def of_eight(
    stops: Column, past: str, share: float, how: str = "", labels: Sequence[str] = ()
) -> Column:
    """Return that column for a page whose style draws eight readers (assets/people.css).

    Below the last document are the `share` of the readers who are left, named `past`. Heading and
    `labels` also say `how` the ranks add to the score; then no other column does.
    """
    row = Cell([Part(0, share, "pale")], _left(share))
    cells = {
        rank: stops.cells[rank]._replace(label=f"{stops.cells[rank].label} <span>{label}</span>")
        for rank, label in enumerate(labels, start=1)
        if label
    }
    return replace(
        stops,
        heading="Of 8 readers, on average. Filled: stops. Hollow:\u00a0goes\u00a0on."
        + " Adds:\u00a0{}.".format(how.replace(" ", "\u00a0")) * bool(how),
        cells={**stops.cells, **cells},
        past=(past, row),
    )


def _left(share: float) -> str:
    if share >= 5e-4:
        return share_text(share)
    return "almost nobody" if share else "nobody"


def in_cards(stops: Column, how: str, labels: Sequence[str]) -> Column:
    """Return eight readers for cards: heading and labels also say how ranks add to the score."""
    cells = {
        rank: stops.cells[rank]._replace(label=label) for rank, label in enumerate(labels, start=1)
    }
    heading = f"8 readers: filled stop. Adds: {how}"
    return replace(stops, heading=heading, cells={**stops.cells, **cells})


def patient(p: float) -> None:
    """Draw a diagram of a reader who goes on with probability `p` after every document."""
    st.html(
        "<div class='flow' role='img' aria-label='A reader looks at rank 1. With probability "
        f"{p:g} they go on to the next rank, whatever they have seen; otherwise they stop.'>"
        "<b>looks at rank 1</b><i class='down'></i><b>goes on?</b><i class='right'>no: 1 − p = "
        f"{1 - p:g}</i><b class='end'>stops</b><i class='back'>yes: p = {p:g}, and looks at the "
        "next rank</i></div>"
    )


DIAGRAM = """
<div class='flow' role='img' aria-label='A reader looks at a document. With probability R it
satisfies them, and they stop: worth 1 over the rank. Otherwise they go on to the next rank with
probability c, or give up: worth nothing.'>
<b>looks at the document</b><i class='right'>satisfied: R</i><b class='end'>stops, worth 1/rank</b>
<i class='down'>not yet: 1 − R</i>
<b>goes on?</b><i class='right'>no: 1 − c</i><b class='end'>leaves, worth 0</b>
<i class='back'>yes: c, to the next rank</i>
</div>
"""
"""HTML of a diagram of a reader who stops when satisfied."""
