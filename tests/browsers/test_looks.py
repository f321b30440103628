"""What is drawn, where engines once differed: read from pixels and boxes."""

import io
from itertools import groupby

from PIL import Image
from reader import Reader

from live_board import to_text


def drawn(reader: Reader) -> Image.Image:
    return Image.open(io.BytesIO(reader.engine.png())).convert("L")


def test_a_hall_can_read_a_chart(reader: Reader) -> None:
    """The digits beside its axis are as high as those of text of 22 pixels, in pixels drawn."""
    reader.open(f"/average_precision{to_text('10101', scale=1)}&present=1")
    reader.press("c")
    reader.comes_true(lambda: reader.texts(".stVegaLiteChart svg"), "the chart is there")
    reader.settle()
    left, top = reader.js(
        "const { left, top } = seen('.stVegaLiteChart')[0].getBoundingClientRect();"
        "return [left, top].map(Math.round);"
    )
    axis = drawn(reader).crop((left + 2, top, left + 36, 860))
    rows = [axis.crop((0, y, axis.width, y + 1)).getextrema()[0] < 120 for y in range(axis.height)]
    digits = [len([*run]) for is_ink, run in groupby(rows) if is_ink][-6:]  # 1, 0.8, … 0
    assert min(digits) >= 14


def test_what_a_select_box_cuts_ends_in_dots(reader: Reader) -> None:
    """Of letters as high as a line, what is drawn last is low."""
    reader.open("/average_precision")
    edge, middle = reader.js(
        """const box = seen("select", "Step")[0], at = box.getBoundingClientRect();
        const { paddingRight } = getComputedStyle(box);
        box.selectedOptions[0].text = "l".repeat(80);
        return [at.right - parseFloat(paddingRight), at.top + at.height / 2];"""
    )
    reader.settle()
    image, x, y = drawn(reader), round(edge), round(middle)
    last = image.crop((x - 6, y - 12, x, y + 12))
    paper = image.getpixel((x + 4, y))
    ink = last.point(lambda tone: 255 * (abs(tone - paper) > 60)).getbbox()
    assert ink
    _, top, _, bottom = ink
    assert bottom - top <= 4
