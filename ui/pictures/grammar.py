"""What charts of Vega's share: how rows flow into a spec, ink and colour."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import altair as alt
import pyarrow as pa
import streamlit as st

from ui import theme

Spec: TypeAlias = dict[str, Any]
Row: TypeAlias = Mapping[str, object]

DATA: Final = alt.NamedData("rows")  # where the rows will flow in; dropped from the spec
INK: Final = "currentColor"  # the page's own text colour, light or dark
COLOUR: Final = alt.Color("colour:N", legend=None).scale(domain=list(range(theme.PALETTE)))

_ARROW: Final = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}


def spec(*layers: alt.Chart) -> Spec:
    """Lay charts over each other, as a spec without data."""
    chart = (
        alt.layer(*layers)
        .configure_axis(labelColor=INK, titleColor=INK, aria=False)
        .configure_text(color=INK)
    )
    built: Spec = chart.to_dict()
    del built["data"]
    return built


def table(rows: Sequence[Row], fields: Mapping[str, type]) -> pa.Table:
    """Write rows as an Arrow table: what Streamlit would build from anything, at a tenth the cost.

    `fields` names the columns and their types, because a picture without rows still has them.
    """
    schema = pa.schema({name: _ARROW[kind] for name, kind in fields.items()})
    return pa.Table.from_pylist(list(rows), schema=schema)


def show(rows: pa.Table, built: Spec, key: str, alt_text: str, **options: Any) -> None:
    """Draw a picture; `key` and `alt_text` must not change, or it would be built anew."""
    st.vega_lite_chart(rows, built, key=key, alt=alt_text, **options)


def picked(key: str) -> str | None:
    """Return the id of what was clicked last in a picture, by the picture's key."""
    picks = st.session_state.get(key, {}).get("selection", {}).get("pick", [])
    return picks[0].get("id") if picks else None
