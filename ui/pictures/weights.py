"""A table of weights, with a row for each position of a knob, which a click takes."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import streamlit as st

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.look import plain
from ui.look.plain import Html, decimals
from ui.models import score
from ui.models.score import Measured
from ui.state import knobs
from ui.state.knobs import KNOBS, Choice
from ui.wire import post


class Position(NamedTuple):
    """A position of a knob, and what each rank weighs there."""

    value: Any
    weights: list[float]


Columns: TypeAlias = Mapping[str, Callable[[Position], str]]


def at(*ranks: int) -> Columns:
    """Return columns that tell the weights of some ranks, by their headings."""
    return {f"rank {i}": lambda each, i=i: decimals(each.weights[i - 1]) for i in ranks}  # type: ignore[misc]


def draw(
    measured: Measured,
    knob: str,
    columns: Columns,
    names: Mapping[Any, str] | None = None,
    *,
    hidden: bool,
) -> None:
    """Draw what each position of a knob comes to, with the score unless it is `hidden`.

    Positions that are not a choice's own have `names`, by their values.
    """
    screen, options = measured.screen, KNOBS[knob]
    if isinstance(options, Choice):
        names = options.names(screen.scale)
    ranking = Ranking([0] * 50, top_grade=screen.scale, relevant_from=screen.relevant_from)
    rows: list[list[object]] = []
    for value, name in (names or {}).items():
        given = knobs.arguments(measured.key, {**screen.settings, knob: value})
        found = METRICS[measured.key].compute(ranking, **{**given, "k": None})
        position = Position(value, found.terms["weight"].tolist())
        link = post.href({"do": "turn", "knob": knob, "to": value})
        short = name.partition(":")[0].replace("Logarithm", "Log").removesuffix(" on")
        named = Html(f"<a href='{link}'>{short}</a>")
        rows.append([named, *(tell(position) for tell in columns.values())])
        if not hidden:
            rows[-1].append(Html(f"<b>{decimals(score.elsewhere(measured, knob, value))}</b>"))
    head = ["weight of", *columns, *([] if hidden else [measured.label])]
    present = [*(names or {})].index(screen[knob])
    st.html(plain.table_html("Weights", head, rows, present=present))
