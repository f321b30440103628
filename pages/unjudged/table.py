"""Scores of a list as it is, with what nobody judged as misses, and without it."""

from collections.abc import Sequence

import streamlit as st

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs
from ui.core.plain import Html, decimals, table_html
from ui.draw.score import Measured


def unjudged(measured: Sequence[Measured]) -> None:
    """Draw a table of scores: as listed, with unjudged documents as misses, and without them."""
    screen, name = measured[0].screen, measured[0].name
    ranked = screen.ranked(name)
    grades = [document.grade for document in ranked.documents]
    shown, unseen = grades[: ranked.retrieved], grades[ranked.retrieved :]

    def scores(judged: Sequence[int | None], missed: Sequence[int | None]) -> list[float]:
        nan = float("nan")
        ranking = Ranking(
            [nan if grade is None else grade for grade in judged],
            missed=[nan if grade is None else grade for grade in missed],
            top_grade=screen.scale,
            relevant_from=screen.relevant_from,
        )
        return [
            float(
                METRICS[metric.key]
                .compute(ranking, **knobs.arguments(metric.key, screen.settings))
                .score
            )
            for metric in measured
        ]

    current = [metric.score for metric in measured]
    scored = {
        "as it is": current,
        "every ? counted as a miss": scores([g or 0 for g in shown], [g or 0 for g in unseen]),
        "every ? left out": scores(
            [g for g in shown if g is not None], [g for g in unseen if g is not None]
        ),
    }
    rows = [
        [label]
        + [
            Html(f"<b>{decimals(value)}</b>") if abs(value - was) >= 5e-4 else decimals(value)
            for value, was in zip(values, current, strict=True)
        ]
        for label, values in scored.items()
    ]
    header = ["the list", *(metric.label for metric in measured)]
    st.html(table_html("Unjudged documents", header, rows))
