"""Where judges agree, where chance would let them, and how far beyond chance they went."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from pages.judges import drawing as judges
from pages.judges.drawing import Pair
from pages.judges.knobs import Judges
from ui.core import theme
from ui.core.plain import decimals, enough
from ui.core.screen import Screen
from ui.draw.rows import Row, changed, only
from ui.draw.style import (
    BAR_ACROSS,
    BOLD,
    COLOUR,
    DASHED,
    GHOST,
    HIGH,
    INK,
    KEY,
    TOLD,
    View,
    across,
    marks,
)

TITLE: Final = "Where do they agree, and where would chance?"
SHORT: Final = "Where do they agree?"
"""The title beside what a frame is."""
_TERMS: Final = (("P(A)", "observed"), ("P(E)", "expected"))
"""Bars of shares, and the terms of their parts."""
_BEYOND: Final = "κ"
_ROOM: Final = 0.35
"""Least share in front of a way, or behind it, that has room for its words."""
_STAIRS: Final = ("", "\u2002", "\u2003")
"""What the names of stairs begin with: the axis sorts the lines by it."""
BEFORE: Final = "Frame"
"""Grey is an answer, too."""


def chart() -> View:
    """Draw three bars for each pair of judges: what they said, chance, and the way beyond it."""
    parts, words, room, was, ways, ends = map(
        marks, ("parts", "words", "room", "was", "ways", "ends")
    )
    x = across("start", "Share of the documents", 0, 1)
    signs = "((datum.end - datum.start) * width - 6) / 7"
    long, short = (f"{signs} > length(datum.{name}) ? datum.{name}" for name in ("long", "short"))
    y = alt.Y("line:N", title=None).axis(labelExpr="datum.value", grid=False, minExtent=94)
    drawn: View = alt.layer(
        parts.mark_bar(
            fillOpacity=0.4, stroke=INK, strokeOpacity=0.5, aria=True, **BAR_ACROSS
        ).encode(x2="end:Q", color=COLOUR, **TOLD),
        ends.mark_rule(strokeDash=[2, 3], color=INK, opacity=0.6).encode(y2="to:N"),
        room.mark_bar(fillOpacity=0, **BAR_ACROSS, **DASHED).encode(x2="end:Q"),
        was.mark_bar(height={"band": 0.84}, **GHOST).encode(x2="end:Q"),
        ways.mark_bar(aria=True, **BAR_ACROSS).encode(x2="end:Q", color=COLOUR, **TOLD),
        words.mark_text(align="left", dx=6, text={"expr": f"{long} : {short} : ''"}),
        room.mark_text(align="left", dx=6, **BOLD).encode(x="at:Q", text="label:N"),
    ).encode(x=x, y=y, key=KEY)
    return drawn.properties(height=HIGH)


def rows(
    screen: Screen, before: Sequence[Pair] = (), *, chance: bool = True
) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; of pairs without a value no way is drawn.

    Without `chance`, only what two judges said is drawn, as stairs: where they agree, and differ.
    """
    pairs = judges.pairs(screen)
    if not chance and len(pairs) == 1:
        return _stairs(pairs[0])
    named = len(pairs) > 1
    known = [pair for pair in pairs if chance and not pair.agreement.undefined]
    ways = [_way(pair, named=named) for pair in known]
    was = [_way(pair, named=named) for pair in before if chance and not pair.agreement.undefined]
    lines = [row["line"] for row in ways]
    if len(was) == len(lines):  # a line's name has its value, so earlier ones get that of now
        was = [{**row, "line": line} for row, line in zip(was, lines, strict=True)]
    parts = [
        row
        for pair in pairs
        if pair.table.sum()
        for row in _parts(pair, screen[Judges.MARGINS], chance=chance, named=named)
    ]
    seen = ("key", "line", "start", "end")
    room = [_rest(pair, named=named) for pair in known]
    return {
        "parts": only(parts, *seen, "colour", "said"),
        "words": [] if named else only(parts, *seen, "long", "short"),
        "ways": ways,
        "was": changed(was if len(before) == len(pairs) else (), ways, "line", "start", "end"),
        "room": room,
        "ends": [] if named else [row for pair in known for row in _ends(pair, lines[0])],
    }


def _line(pair: Pair, what: str, value: float, *, named: bool) -> str:
    """Return the name of a line, with its value or its two judges. The axis sorts them."""
    return f"{pair.judges[0]}, {pair.judges[1]}: {what}" if named else f"{what} {decimals(value)}"


def _parts(pair: Pair, margins: str, *, chance: bool, named: bool) -> Iterator[Row]:
    """Yield what both call relevant, and what both do not, as they said it and by chance."""
    counts, documents = pair.table.diagonal().tolist(), pair.table.sum()
    begins = f"Judges {pair.name}: " if named else ""
    products = judges.products(pair, margins)
    for what, term in _TERMS if chance else _TERMS[:1]:
        start = 0.0
        shares, total = pair.agreement.terms[term].tolist(), float(pair.agreement.aside[term])
        colours = _colours(len(pair.kinds))
        for name, count, share, product, colour in zip(
            pair.kinds, counts, shares, products, colours, strict=True
        ):
            seen = term == "observed"
            of = f"{count:,.0f} of {documents:,.0f} = " if seen else "by chance "
            short = f"{count:g}/{documents:g}" if seen else decimals(share)
            yield {
                **{"key": f"{pair.name} {what} {name}", "colour": colour},
                **{
                    "line": _line(pair, what, total, named=named),
                    "start": start,
                    "end": start + share,
                },
                "short": short,
                "long": f"both {name}: {short}" if seen else product,
                "said": f"{begins}both say {name}, {of}{decimals(share)}",
            }
            start += share


def _colours(count: int) -> list[int]:
    """Return a colour for each label, the darkest first."""
    whole = theme.COLOURS.get(max(count - 1, 1)) or [
        round(theme.HIT * at / (count - 1)) for at in range(count)
    ]
    return [*whole[::-1][:count]]


def _stairs(pair: Pair) -> Mapping[str, Sequence[Row]]:
    """Return tables of a bar for each label that both gave, and of both bars together."""
    documents, counts = pair.table.sum(), pair.table.diagonal().tolist()
    total = f"{_STAIRS[len(counts)]}P(A) {sum(counts):g}/{documents:g}"
    stairs: list[Row] = []
    at = 0.0
    for begins, kind, count, colour in zip(
        _STAIRS, pair.kinds, counts, _colours(len(counts)), strict=False
    ):
        share = count / documents if documents else 0.0
        stairs.append(
            {
                **{"key": kind, "line": f"{begins}both {kind} {count:g}/{documents:g}"},
                **{"start": at, "end": at + share, "colour": colour},
                "said": f"both {kind}: {count:g} of {documents:g} = {decimals(share)}",
            }
        )
        at += share
    together = [
        {**stair, "key": f"P(A) {stair['key']}", "line": total, "said": f"P(A), {stair['said']}"}
        for stair in stairs
    ]
    differ = f"differ: {documents - sum(counts):g}/{documents:g}"
    return {
        "parts": [*stairs, *together],
        "words": [],
        "ways": [],
        "was": [],
        "room": [
            {**{"key": "differ", "line": total, "start": at, "end": 1.0}, "at": at}
            | {"label": differ if 1 - at >= _ROOM else ""}
        ],
        "ends": [
            {"key": f"end {stair['key']}", "line": stair["line"], "to": total}
            | {"start": stair["end"]}
            for stair in stairs
        ],
    }


def _ends(pair: Pair, way: str) -> Iterator[Row]:
    """Yield lines from the ends of P(A) and P(E) down to the ends of the way between them."""
    for what, term in _TERMS:
        at = float(pair.agreement.aside[term])
        line = _line(pair, what, at, named=False)
        yield {"key": f"end {what}", "line": line, "to": way, "start": at}


def _rest(pair: Pair, *, named: bool) -> Row:
    """Return the whole way from P(E) to 1, and how much of it was gone, or κ of several pairs.

    The words stand where the line begins if there is room, else behind the way, if there is room.
    """
    observed, expected = (float(pair.agreement.aside[at]) for at in ("observed", "expected"))
    has_room, kappa = min(observed, expected) >= _ROOM, float(pair.agreement.score)
    is_full = not has_room and max(observed, expected) > 1 - _ROOM
    return {
        **{"key": pair.name, "line": _line(pair, _BEYOND, kappa, named=named)},
        **{"start": expected, "end": 1.0},
        "at": 0 if has_room else max(observed, expected),
        "label": "" if is_full else f"κ {decimals(kappa)}" if named else gone(pair, " of "),
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
