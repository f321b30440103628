"""The typeface of the symbols for grades: five discs of one size, which no other typeface has.

Run as a program, it draws the file in static/ anew.
"""

from math import cos, radians, sin, tan
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

FILE = Path(__file__).parents[1] / "static" / "grades.woff"
DISCS = {"○": 0, "◔": 90, "◑": 180, "◕": 270, "●": 360}
"""How many degrees of each are filled, clockwise from the top."""

ADVANCE, RADIUS, STROKE = 860, 380, 85
MIDDLE = 349
"""Of an em of 1000; the middle is that of a capital."""


def draw(filled: int) -> TTGlyphPen:
    """Draw a ring, and the part of it that is filled."""
    glyph = TTGlyphPen(None)
    pen = Cu2QuPen(glyph, max_err=0.5)
    _arc(pen, RADIUS, 0, 360)
    if filled < 360:
        _arc(pen, RADIUS - STROKE, 360, 0)
    if 0 < filled < 360:
        _arc(pen, RADIUS - STROKE / 2, 0, filled, from_middle=True)
    return glyph


def _arc(pen: Cu2QuPen, radius: float, start: int, end: int, *, from_middle: bool = False) -> None:
    """Add a closed path along a circle, in steps of a quarter."""

    def at(degrees: float, along: float = 0) -> tuple[float, float]:
        across, up = sin(radians(degrees)), cos(radians(degrees))
        return ADVANCE / 2 + radius * across + along * up, MIDDLE + radius * up - along * across

    if from_middle:
        pen.moveTo((ADVANCE / 2, MIDDLE))
        pen.lineTo(at(start))
    else:
        pen.moveTo(at(start))
    step = 90 if end > start else -90
    handle = radius * 4 / 3 * tan(radians(step) / 4)
    for turned in range(start, end, step):
        pen.curveTo(at(turned, handle), at(turned + step, -handle), at(turned + step))
    pen.closePath()


def build() -> FontBuilder:
    """Make the typeface, with the line heights of IBM Plex Sans."""
    font = FontBuilder(1000, isTTF=True)
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    glyphs |= {f"disc{filled}": draw(filled).glyph() for filled in DISCS.values()}
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord(disc): f"disc{filled}" for disc, filled in DISCS.items()})
    font.setupGlyf(glyphs)
    bearing = ADVANCE // 2 - RADIUS
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (ADVANCE, bearing)))
    font.setupHorizontalHeader(ascent=1025, descent=-275)
    font.setupNameTable({"familyName": "Rankbook Grades", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=1025, sTypoDescender=-275, usWinAscent=1025, usWinDescent=275)
    font.setupPost()
    return font


if __name__ == "__main__":
    made = build()
    made.font.flavor = "woff"
    made.save(FILE)
