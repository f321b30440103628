"""A page as Firefox prints it. WebKit's driver cannot print; poppler reads the sheets."""

import io
import re
import subprocess
from itertools import groupby
from typing import NamedTuple

import pytest
from firefox import Firefox
from PIL import Image
from reader import Reader

from live_board import to_text

pytestmark = pytest.mark.parametrize("engine", [pytest.param(Firefox, id="Firefox")], indirect=True)
EDGE = 558
"""Where the sheet's right margin begins, in points: 210 mm less 13 mm."""

LAST = 777
"""Where the last line of a sheet begins: 297 mm less 16 mm and its height."""


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
    """Draw a sheet, counted from 0: a pixel for each point."""
    command = ["pdftoppm", "-r", "72", "-f", str(sheet + 1), "-l", str(sheet + 1), "-png", "-"]
    drawn = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    return Image.open(io.BytesIO(drawn)).convert("L")


def longest(sheet: Image.Image, left: float, row: Word) -> int:
    """Pixels of the longest dark line right of a place, level with a word or a little above it."""
    height = round(row.bottom - row.top)
    found = 0
    for y in range(round(row.top) - 2 * height, round(row.bottom)):
        dark = [sheet.getpixel((x, y)) < 100 for x in range(round(left), EDGE)]
        found = max(found, *(len([*run]) * is_dark for is_dark, run in groupby(dark)))
    return found


def place(pdf: bytes, text: str) -> tuple[int, Word]:
    """Where a word is first: its sheet, counted from 0, and its place there."""
    return next(
        (at, word) for at, sheet in enumerate(words(pdf)) for word in sheet if word.text == text
    )


def test_bars_have_their_length(reader: Reader) -> None:
    """Of two columns, numbers stand below the bars: that of gain 3, the highest, fills its row."""
    reader.open("/discounted_gain" + to_text("2310"))
    pdf = print_out(reader)
    (sheet, number), (_, heading) = place(pdf, "1.893"), place(pdf, "Gain")
    assert longest(picture(pdf, sheet), heading.left, number) > 0.7 * (EDGE - heading.left)


def test_lines_stay_in_their_picture(reader: Reader) -> None:
    """Those that are turned by the size of their container.

    None runs down the sheet, and none is so wide that all of the page is printed smaller.
    """
    reader.open("/rank_agreement")
    pdf = print_out(reader)
    drawn, (sheet, heading) = picture(pdf, 0), place(pdf, "Pairs")
    assert sheet == 0
    for x in range(round(heading.left), round(heading.left) + 60):
        column = (drawn.getpixel((x, y)) < 240 for y in range(drawn.height))
        assert max(len([*run]) * is_ink for is_ink, run in groupby(column)) < 150
    _, text = place(pdf, "Here")
    reader.open("/average_precision")
    _, other = place(print_out(reader), "Here")
    assert text.bottom - text.top == pytest.approx(other.bottom - other.top, rel=0.05)


def test_a_title_is_printed_with_what_it_is_about(reader: Reader) -> None:
    """One that would be the last line of a sheet goes along: with its chart, and with its text."""
    fill = """const [name, height] = arguments, space = document.createElement("div");
      const title = seen("h2", name)[0];
      title.style.fontWeight = 400; // letters of the variable typeface cannot be read
      space.style.height = `${height / 0.75}px`;
      (title.closest("[class*=st-key-figure_]") ?? title).before(space);"""
    for ranked, name, first, next_ in (
        ("001", "How precise is the list down to each rank?", "precise", "0.4"),
        ("10101", "The formula", "formula", "Here"),
    ):
        reader.open("/average_precision" + to_text(ranked, scale=1))
        reader.js(fill, name, 0)
        sheet, title = place(print_out(reader), first)
        reader.js(fill, name, LAST - title.top)
        after = print_out(reader)
        assert place(after, first)[0] == place(after, next_)[0] == sheet + 1


def test_a_list_begins_on_the_sheet_of_its_score(reader: Reader) -> None:
    """Though its words and its chart do not fit there any more."""
    reader.open("/reciprocal_rank")
    assert place(print_out(reader), "RR,")[0] == 0
