"""Scores of a set that was retrieved, each as a bar, and as it was before the last change."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import altair as alt

from ui.core import plain, theme
from ui.draw.rows import Row, changed
from ui.draw.style import BAR_ACROSS, BOLD, COLOUR, GHOST, HIGH, KEY, TOLD, View, across, by, marks

TITLE: Final = "What is each score a share of?"
_INSIDE: Final = 0.6
"""Least length of a bar that has room for its words inside."""


class Share(NamedTuple):
    """A score of a set as a fraction.

    Attributes:
        name: its name.
        above: what is counted.
        below: of how many.
        of: of which documents, in words, or "".
        lacks: the count that is not known, or "".
    """

    name: str
    above: float
    below: float
    of: str
    lacks: str = ""

    @property
    def value(self) -> float:
        """Its value; NaN where it is a share of nothing, or a count is not known."""
        return self.above / self.below if self.below and not self.lacks else float("nan")

    def __str__(self) -> str:
        """Return the fraction, as 20/60; "" for what is no fraction of counts."""
        if self.lacks:
            return f"needs {self.lacks}"
        return "" if self.below == 1 and self.above % 1 else f"{self.above:.10g}/{self.below:.10g}"


def chart() -> View:
    """Draw a bar for each score, with its fraction."""
    bars, was = map(marks, ("bars", "was"))
    drawn: View = alt.layer(
        was.mark_bar(height={"band": 0.84}, **GHOST),
        bars.mark_bar(aria=True, fillOpacity=0.55, **BAR_ACROSS).encode(color=COLOUR, **TOLD),
        bars.mark_text(
            align=by("inside", "right", "left"),
            dx=by("inside", -8, 8),
            **BOLD,
            text={"expr": "width > 420 ? datum.label : datum.short"},
        ),
    ).encode(
        x=across("value", "", 0, 1),
        y=alt.Y("name:N", title=None, sort=None).axis(labelExpr="datum.value", grid=False),
        key=KEY,
    )
    return drawn.properties(height=HIGH)


def rows(shares: Sequence[Share], before: Sequence[Share] = ()) -> Mapping[str, Sequence[Row]]:
    """Return a table of the bars now, and of those that were others before."""
    now = [_row(share) for share in shares]
    return {"bars": now, "was": changed(map(_row, before), now, "key", "name", "value")}


def _row(share: Share) -> Row:
    value = share.value
    known = value == value
    fraction = f"{share} = " * bool(str(share))
    text = f"{fraction}{plain.as_share(value)}" if known else "a share of nothing"
    if share.lacks:
        text, share = str(share), share._replace(of="")
    return {
        **{"key": share.name, "name": share.name, "value": value if known else 0.0},
        **{"inside": known and value >= _INSIDE, "label": f"{text} {share.of}".strip()},
        "short": text,
        "colour": theme.LOST if share.name == "Fall-out" else theme.HIT,
        "said": f"{share.name}: {text} {share.of}".strip(),
    }
