"""What is drawn, where engines once differed: read from pixels and boxes."""

import io

from PIL import Image
from reader import Reader

from live_board import to_text


def test_a_hall_can_read_a_chart(reader: Reader) -> None:
    """Its letters are as high as in Chromium, at least 22 pixels, and it stays in the window."""
    reader.open(f"/average_precision{to_text('10101', scale=1)}&present=1")
    reader.press("c")
    reader.settle()
    chart = "return seen('.stVegaLiteChart svg')[0].getBoundingClientRect().toJSON()"
    texts = (
        "return seen('.stVegaLiteChart svg text').map("
        "(each) => each.getBoundingClientRect().height)"
    )
    assert min(reader.js(texts)) >= 22
    place = reader.js(chart)
    assert place["right"] <= 1400
    assert place["bottom"] <= 900
    assert place["height"] > 225


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
    drawn = Image.open(io.BytesIO(reader.engine.png())).convert("L")
    last = drawn.crop((round(edge) - 6, round(middle) - 12, round(edge), round(middle) + 12))
    paper = drawn.getpixel((round(edge) + 4, round(middle)))
    ink = last.point(lambda tone: 255 * (abs(tone - paper) > 60)).getbbox()
    assert ink
    _, top, _, bottom = ink
    assert bottom - top <= 4
