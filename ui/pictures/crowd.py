"""A crowd that does not agree on what is good: a reader for each grade.

Each of them sees hits of their own and an average precision of their own; graded average precision
is the blend.
"""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from metrics.average import average_precision
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.look.columns import Cell, Column, Part
from ui.look.plain import Html, decimals, table_html
from ui.models.score import Measured
from ui.pictures.beside_cards import ghost, running
from ui.state import knobs
from ui.state.screen import Screen
from ui.state.session import session

_THICKEST: Final = 0.64
"""How much of a row's height a bar takes that stands for half of the readers, or more."""


def readers(measured: Measured, screen: Screen) -> list[Breakdown]:
    """Break average precision down for each reader, from the bar at grade 1 to that at the top."""
    known: list[Breakdown] | None = screen.computed.get((readers, measured.name))
    if known is None:
        ranked, bars = screen.ranked(measured.name), range(1, screen.scale + 1)
        known = [average_precision(ranked.ranking(screen.scale, bar), screen.k) for bar in bars]
        screen.computed[readers, measured.name] = known
    return known


def columns(gap: Measured) -> list[Column]:
    """Draw each reader's precisions at their own hits, and what all of them together add.

    A bar is as long as the precision and as thick as the readers are many, so its area is what
    they add.
    """
    each = readers(gap, gap.screen)
    now = _bars(each, gap.breakdown)
    were: list[dict[int, Part]] = [{} for _ in each]
    since = session().since
    if gap.was is not None and since is not None:
        were = _bars(readers(gap, since), gap.was)
    drawn = []
    for bar, (reader, parts) in enumerate(zip(each, now, strict=True), start=1):
        before = were[bar - 1] if bar <= len(were) else {}
        hits = reader.terms["relevant"].cumsum()
        cells = {}
        for row in sorted({*parts, *before}):
            was = [before[row]._replace(look="was")] if row in before else []
            if row in parts:
                cells[row] = Cell([*ghost(was, parts[row]), parts[row]], f"{hits[row - 1]:g}/{row}")
            else:
                cells[row] = Cell(was, "")
        drawn.append(Column(f"Good from {bar}", cells, f"AP {decimals(float(reader.score))}"))
    total = f"= {decimals(gap.score)}"
    return [*drawn, running(gap, "Adds", total=total, room="0.2rem")]


def _bars(each: Sequence[Breakdown], gap: Breakdown) -> list[dict[int, Part]]:
    """Return the bars of all readers, by row: at their hits, and nowhere else."""
    shares = gap.aside["share"].tolist()
    most = max(0.5, *shares)
    return [
        {
            row: Part(0, precision, height=_THICKEST * share / most)
            for row, (hit, precision) in enumerate(
                zip(reader.terms["relevant"], reader.terms["precision"].tolist(), strict=True), 1
            )
            if hit
        }
        for share, reader in zip(shares, each, strict=True)
    ]


def blend(gap: Measured) -> None:
    """Draw how the readers' average precisions come to the score: each one's weight, times theirs.

    A reader weighs by how many they are, and by how many documents are good enough for them.
    """
    aside = gap.breakdown.aside
    total = float(aside["denominator"])
    rows = []
    for bar, (reader, share, reach) in enumerate(
        zip(readers(gap, gap.screen), aside["share"], aside["reach"], strict=True), start=1
    ):
        weight = float(share * reach / total) if total else 0.0
        average = float(reader.score)
        their = decimals(average) if reach else "–"
        cells = decimals(share), f"{reach:g}", decimals(weight), their, decimals(weight * average)
        rows.append([f"good from {bar}", *cells])
    head = ["readers", "share", "good documents", "weight", "their AP", "weight × AP"]
    foot = ["all", 1, "", int(total > 0), "", f"{gap.label} = {decimals(gap.score)}"]
    st.html(table_html("The blend", head, rows, foot))


def unjudged(measured: Sequence[Measured]) -> None:
    """Draw scores as they are, with every unjudged document taken for a miss, and without them."""
    screen, name = measured[0].screen, measured[0].name
    ranked = screen.ranked(name)
    grades = [document.grade for document in ranked.documents]
    shown, unseen = grades[: ranked.retrieved], grades[ranked.retrieved :]

    def scores(judged: Sequence[int | None], missed: Sequence[int | None]) -> list[float]:
        none = float("nan")
        ranking = Ranking(
            [none if grade is None else grade for grade in judged],
            missed=[none if grade is None else grade for grade in missed],
            top_grade=screen.scale,
            relevant_from=screen.relevant_from,
        )
        return [
            float(
                METRICS[each.key]
                .compute(ranking, **knobs.arguments(each.key, screen.settings))
                .score
            )
            for each in measured
        ]

    present = [each.score for each in measured]
    lines = {
        "as it is": present,
        "every ? counted as a miss": scores([g or 0 for g in shown], [g or 0 for g in unseen]),
        "every ? taken out": scores(
            [g for g in shown if g is not None], [g for g in unseen if g is not None]
        ),
    }
    rows = [
        [said]
        + [
            Html(f"<b>{decimals(one)}</b>") if abs(one - was) >= 5e-4 else decimals(one)
            for one, was in zip(values, present, strict=True)
        ]
        for said, values in lines.items()
    ]
    head = ["the list", *(each.label for each in measured)]
    st.html(table_html("Unjudged documents", head, rows))
