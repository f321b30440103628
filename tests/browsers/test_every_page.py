"""Every page of the app, opened once: whole, right, at rest, and no wider than its window."""

import pytest
from reader import Reader
from webkit import NARROWEST

from app_driver import charts, has_board, shown_grades, tiles, visit
from ui.contents import PAGES
from ui.contents import Page as Entry

PHONE = max(390, NARROWEST), 844
OVERHANG = """return [document.scrollingElement,
    ...document.querySelectorAll("[data-testid=stMain], [data-testid=stMainBlockContainer]")]
  .filter((box) => box.scrollWidth > box.clientWidth)
  .map((box) => `${box.tagName} ${box.scrollWidth} > ${box.clientWidth}`)"""


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_a_page(reader: Reader, page: Entry) -> None:
    """Its scores, list and charts are those that the server has worked out."""
    at = visit(page.name, further=False)
    reader.open(f"/{page.url}")
    assert reader.js("return document.title").startswith(page.title)
    scores = reader.js(
        "return all('dl.scores > div').map((tile) => "
        "['dt', 'b'].map((part) => tile.querySelector(part).textContent))"
    )
    listed = reader.js("return all('li > strong').map((score) => score.textContent)")
    for label, tile in tiles(at).items():
        assert [label, tile.score] in scores or f"{label} {tile.score}" in listed
    drawn = reader.js("return seen('.stVegaLiteChart:has(.role-mark)').length")
    assert drawn == len(charts(at).keys() - {"all_orders"})  # which a closed fold of Playground has
    if has_board(at):
        shown = ["?" if grade is None else str(grade) for grade in shown_grades(at)[0]]
        assert [card["grade"] for card in reader.cards()] == shown
    assert reader.js("return seen('.katex-error').map(text)") == []
    assert reader.js(OVERHANG) == []
    reader.engine.resize(*PHONE)
    reader.settle()
    reader.shows(lambda: reader.js(OVERHANG), [])  # charts are drawn anew some time later
