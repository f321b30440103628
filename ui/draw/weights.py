"""A table of rank weights with a row for each position of a knob; a click turns the knob."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import streamlit as st

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs, plain, post
from ui.core.knobs import KNOBS, Choice
from ui.core.plain import Html, decimals
from ui.draw import score
from ui.draw.score import Measured


class Position(NamedTuple):
    """A position of a knob, and the weight of each rank with it."""

    value: Any
    weights: list[float]


Columns: TypeAlias = Mapping[str, Callable[[Position], str]]


def at(*ranks: int) -> Columns:
    """Return table columns with the weights of some ranks, by their headings."""
    return {f"rank {i}": lambda position, i=i: decimals(position.weights[i - 1]) for i in ranks}  # type: ignore[misc]


def draw(
    measured: Measured,
    knob: str,
    columns: Columns,
    names: Mapping[Any, str] | None = None,
    *,
    hidden: bool,
) -> None:
    """Draw the table for all positions of a knob, with the scores unless they are `hidden`.

    `names` are the labels of the positions by value; a `Choice` has its own.
    """
    screen, options = measured.screen, KNOBS[knob]
    if isinstance(options, Choice):
        names = options.names(screen.scale)
    ranking = Ranking([0] * 50, top_grade=screen.scale, relevant_from=screen.relevant_from)
    rows: list[list[object]] = []
    for value, name in (names or {}).items():
        arguments = knobs.arguments(measured.key, {**screen.settings, knob: value})
        breakdown = METRICS[measured.key].compute(ranking, **{**arguments, "k": None})
        position = Position(value, breakdown.terms["weight"].tolist())
        link = post.href({"do": "turn", "knob": knob, "to": value})
        short = name.partition(":")[0].replace("Logarithm", "Log").removesuffix(" on")
        label = Html(f"<a href='{link}'>{short}</a>")
        rows.append([label, *(write(position) for write in columns.values())])
        if not hidden:
            found = score.elsewhere(measured, knob, value)
            rows[-1].insert(1, Html(f"<b>{decimals(found)}</b>"))
    header = ["weight of", *([] if hidden else [measured.label]), *columns]
    present = [*(names or {})].index(screen[knob])
    st.html(plain.table_html("Weights", header, rows, present=present))
