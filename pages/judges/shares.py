"""Where judges agree, where chance would let them, and how far beyond chance they went."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.judges.drawing import Pair
from ui.core import theme
from ui.core.plain import decimals, enough
from ui.draw.rows import Row, changed
from ui.draw.style import (
    BAR_ACROSS,
    BOLD,
    COLOUR,
    DASHED,
    GHOST,
    HIGH,
    KEY,
    PAGE,
    TOLD,
    View,
    across,
    fits,
    marks,
)

TITLE: Final = "Where do they agree, and where would chance?"
_TERMS: Final = (("P(A)", "observed"), ("P(E)", "expected"))
"""Bars of shares, and the terms of their parts."""
_BEYOND: Final = "κ"
_ROOM: Final = 0.35
"""Least share in front of a way that has room for its words."""
LEGEND: Final = "Left: both say relevant. Right: both say not."


def chart() -> View:
    """Draw three bars for each pair of judges: what they said, chance, and the way beyond it."""
    parts, room, was, ways = map(marks, ("parts", "room", "was", "ways"))
    x = across("start", "Share of the documents", 0, 1)
    y = alt.Y("line:N", title=None).axis(labelExpr="datum.value", grid=False, minExtent=94)
    drawn: View = alt.layer(
        parts.mark_bar(fillOpacity=0.4, stroke=PAGE, aria=True, **BAR_ACROSS).encode(
            x2="end:Q", color=COLOUR, **TOLD
        ),
        parts.mark_text(align="left", dx=6, **fits(55)).encode(text="label:N"),
        room.mark_bar(fillOpacity=0, **BAR_ACROSS, **DASHED).encode(x2="end:Q"),
        was.mark_bar(height={"band": 0.84}, **GHOST).encode(x2="end:Q"),
        ways.mark_bar(aria=True, **BAR_ACROSS).encode(x2="end:Q", color=COLOUR, **TOLD),
        room.mark_text(align="left", dx=6, **BOLD).encode(x="at:Q", text="label:N"),
    ).encode(x=x, y=y, key=KEY)
    return drawn.properties(height=HIGH)


def rows(
    pairs: Sequence[Pair], before: Sequence[Pair] = (), *, chance: bool = True
) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; of pairs without a value no way is drawn.

    Without `chance`, only what the judges said is drawn.
    """
    named = len(pairs) > 1
    known = [pair for pair in pairs if chance and not pair.agreement.undefined]
    ways = [_way(pair, named=named) for pair in known]
    was = [_way(pair, named=named) for pair in before if chance and not pair.agreement.undefined]
    lines = [row["line"] for row in ways]
    if len(was) == len(lines):  # a line's name has its value, so earlier ones get that of now
        was = [{**row, "line": line} for row, line in zip(was, lines, strict=True)]
    return {
        "parts": [
            row
            for pair in pairs
            if pair.table.sum()
            for row in _parts(pair, _TERMS if chance else _TERMS[:1], named=named)
        ],
        "ways": ways,
        "was": changed(was if len(before) == len(pairs) else (), ways, "line", "start", "end"),
        "room": [_rest(pair, named=named) for pair in known],
    }


def _line(pair: Pair, what: str, value: float, *, named: bool) -> str:
    """Return the name of a line, with its value or its two judges. The axis sorts them."""
    return f"{pair.judges[0]}, {pair.judges[1]}: {what}" if named else f"{what} {decimals(value)}"


def _parts(pair: Pair, terms: Sequence[tuple[str, str]], *, named: bool) -> Iterator[Row]:
    """Yield what both call relevant, and what both do not, as they said it and by chance."""
    counts, documents = pair.table.diagonal().tolist(), pair.table.sum()
    begins = f"Judges {pair.name}: " if named else ""
    for what, term in terms:
        start = 0.0
        shares, total = pair.agreement.terms[term].tolist(), float(pair.agreement.aside[term])
        colours = theme.COLOURS[max(len(pair.kinds) - 1, 1)][::-1]
        for name, count, share, colour in zip(
            pair.kinds, counts, shares, colours[: len(counts)], strict=True
        ):
            seen = term == "observed"
            of = f"{count:,.0f} of {documents:,.0f} = " if seen else "by chance "
            yield {
                **{"key": f"{pair.name} {what} {name}", "colour": colour},
                **{
                    "line": _line(pair, what, total, named=named),
                    "start": start,
                    "end": start + share,
                },
                "label": "" if named else f"{count:g}/{documents:g}" if seen else decimals(share),
                "said": f"{begins}both say {name}, {of}{decimals(share)}",
            }
            start += share


def _rest(pair: Pair, *, named: bool) -> Row:
    """Return the whole way from P(E) to 1, and how much of it was gone, or κ of several pairs.

    The words stand where the line begins if there is room, else behind the way.
    """
    observed, expected = (float(pair.agreement.aside[at]) for at in ("observed", "expected"))
    has_room, kappa = min(observed, expected) >= _ROOM, float(pair.agreement.score)
    return {
        **{"key": pair.name, "line": _line(pair, _BEYOND, kappa, named=named)},
        **{"start": expected, "end": 1.0},
        "at": 0 if has_room else max(observed, expected),
        "label": f"κ {decimals(kappa)}" if named else gone(pair, " of "),
    }


def gone(pair: Pair, between: str) -> str:
    """Write the way from P(E) to P(A), and that from P(E) to 1; κ is the first ÷ the second."""
    observed, expected = (float(pair.agreement.aside[at]) for at in ("observed", "expected"))
    each = enough(lambda went, whole: went / whole, observed - expected, 1 - expected)
    return between.join(each)


def _way(pair: Pair, *, named: bool) -> Row:
    """Return the way from P(E) to P(A); it leads back if they agree less than chance."""
    observed, expected = (float(pair.agreement.aside[at]) for at in ("observed", "expected"))
    kappa = float(pair.agreement.score)
    begins = f"Judges {pair.name}: " if named else ""
    return {
        **{"key": pair.name, "line": _line(pair, _BEYOND, kappa, named=named)},
        **{"start": min(observed, expected), "end": max(observed, expected)},
        "colour": theme.LINES if observed >= expected else theme.LOST,
        "said": f"{begins}κ {decimals(kappa)}, from P(E) {decimals(expected)} "
        f"to P(A) {decimals(observed)}",
    }
