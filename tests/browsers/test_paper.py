"""A page as Firefox prints it. WebKit's driver cannot print; poppler reads the sheets."""

import io
import re
import subprocess
from typing import NamedTuple

import pytest
from firefox import Firefox
from PIL import Image
from reader import Reader

from live_board import to_text

FIREFOX = pytest.param(Firefox, id="Firefox", marks=pytest.mark.xdist_group("Firefox"))
pytestmark = pytest.mark.parametrize("engine", [FIREFOX], indirect=True)
EDGE = 558
"""Where the sheet's right margin begins, in points: 210 mm less 13 mm."""


class Word(NamedTuple):
    """A word on a sheet, in points from its upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def print_out(reader: Reader) -> bytes:
    assert isinstance(reader.engine, Firefox)
    return reader.engine.pdf()


def words(pdf: bytes) -> list[list[Word]]:
    """Read each sheet; letters of variable typefaces, as of titles, cannot be read."""
    command = ["pdftotext", "-bbox", "-", "-"]
    written = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    word = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
    return [
        [Word(text, *map(float, place)) for *place, text in re.findall(word, sheet)]
        for sheet in written.split("<page ")[1:]
    ]


def picture(pdf: bytes, sheet: int) -> Image.Image:
    """Draw a sheet, a pixel for each point."""
    command = ["pdftoppm", "-r", "72", "-f", str(sheet), "-l", str(sheet), "-png", "-", "-"]
    drawn = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    return Image.open(io.BytesIO(drawn)).convert("L")


def longest(sheet: Image.Image, left: float, row: Word) -> int:
    """Pixels of the longest dark line right of a place, level with a word or a little above it."""
    height = round(row.bottom - row.top)
    found = 0
    for y in range(round(row.top) - 2 * height, round(row.bottom)):
        line = "".join(
            "#" if sheet.getpixel((x, y)) < 100 else " " for x in range(round(left), EDGE)
        )
        found = max(found, *map(len, line.split(" ")))
    return found


def test_bars_have_their_length(reader: Reader) -> None:
    """Of two columns, numbers stand below the bars: that of gain 3, the highest, fills its row."""
    reader.open("/discounted_gain" + to_text("2310"))
    pdf = print_out(reader)
    (at,) = [at for at, sheet in enumerate(words(pdf)) if "1.893" in [word.text for word in sheet]]
    heading = next(word for word in words(pdf)[at] if word.text == "Gain")
    number = next(word for word in words(pdf)[at] if word.text == "1.893")
    assert longest(picture(pdf, at + 1), heading.left, number) > 0.7 * (EDGE - heading.left)
