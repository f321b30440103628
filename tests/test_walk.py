"""A minute at random over lessons and playground; after every step the page says what is true.

What is true is computed anew by the package, for the list that the board shows and the knobs that
the address tells. A walk that fails prints its seed and its steps; WALK_SEED=… repeats it.
"""

import math
import os
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from live_app import settle
from live_board import Board, middle, query
from metrics import browsing, gain
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.address import decode
from ui.charts import MOST_AT_EASE
from ui.documents import RankedList
from ui.screen import Screen

SECONDS = 30
PAGES = ("Average precision", "Expected reciprocal rank", "Playground")
TITLES = ("Rye", "a ~ b", "50 % & more", "שלום", "**bold** $x$", "<b>tags</b>", "🍞", "x" * 80)
DENOMINATORS = {"÷ all relevant": "relevant", "÷ found in the top k": "found"}
DENOMINATORS["÷ capped at k"] = "capped"
COLUMNS = {"hit": "relevant", "get here": "reach"}
COLUMNS |= {"satisfied": "satisfaction", "stop here": "stop", "adds": "contribution"}

# Every number of the page: the tiles by label, and the tables row by row.
NUMBERS = """() => {
  const text = (cell) => cell.textContent;
  return {
    tiles: [...document.querySelectorAll("[data-testid=stMetric]")].map((tile) => [
      tile.querySelector("[data-testid=stMetricLabel]").innerText.trim(),
      tile.querySelector("[data-testid=stMetricValue]").innerText.trim()]),
    tables: [...document.querySelectorAll("table.rows")].map((table) =>
      [...table.rows].map((row) => [...row.cells].map(text))),
    faults: document.querySelectorAll("[data-testid=stException]").length,
  };
}"""


def ranking(ranked: RankedList, on: Screen) -> Ranking:
    grades = [math.nan if d.grade is None else float(d.grade) for d in ranked.documents]
    return Ranking(
        grades[: ranked.retrieved],
        grades[ranked.retrieved :],
        top_grade=on.scale,
        relevant_from=on.relevant_from,
    )


def computed(key: str, ranked: RankedList, on: Screen, **other: Any) -> Any:
    """The package's breakdown, with the knobs spelled out once more."""
    sigmoid = browsing.sigmoid(on.steepness, on.midpoint)
    discounts = {
        "log": gain.logarithmic(on.log_base),
        "log_thresholded": gain.logarithmic_thresholded(on.log_base),
        "power": gain.power(on.exponent, on.shift),
        "geometric": gain.geometric(on.ratio),
    }
    knobs = {
        "k": on.k,
        "denominator": on.recall_denominator if key == "recall" else on.denominator,
        "missing": on.missing,
        "patience": on.patience,
        "gain": gain.custom(on.gain_per_grade) if on.gain == "custom" else on.gain,
        "discount": discounts.get(on.discount, on.discount),
        "ideal": on.ideal,
        "persistence": on.persistence,
        "utility": sigmoid if on.utility == "sigmoid" else on.utility,
        "satisfaction": sigmoid if on.satisfaction == "sigmoid" else on.satisfaction,
        "continuation": on.continuation,
    } | other
    metric = METRICS[key]
    if "@k" not in metric.symbol:
        del knobs["k"]
    listens = {name: value for name, value in knobs.items() if name in metric.knobs}
    return metric.function(ranking(ranked, on), **listens)


def check(page: Page) -> None:
    """Compare every score, table and list on the page with what it should be."""
    on, problems = decode(query(page))
    assert problems == [], page.url
    boards = {"a": Board(page)}
    if (b := Board(page, "Ranked documents B")).list.count():
        boards["b"] = b
    lists = {name: board.ranked() for name, board in boards.items()}
    for name, ranked in lists.items():
        told = on.lists()[name]  # type: ignore[index]
        assert [(d.title, d.grade) for d in ranked.documents] == [
            (d.title, d.grade) for d in told.documents
        ]
        assert ranked.retrieved == told.retrieved
    shown = page.evaluate(NUMBERS)
    assert shown["faults"] == 0
    keys = {metric.label(on.k): key for key, metric in METRICS.items()}
    playground = "playground" in page.url
    tiles = dict(shown["tiles"])
    if playground:
        assert list(tiles) == [METRICS[key].label(on.k) for key in on.metrics]
    else:
        assert tiles
    for label, number in tiles.items():
        if label in DENOMINATORS:
            expected = computed(
                "average_precision", lists["a"], on, denominator=DENOMINATORS[label]
            )
        else:
            expected = computed(keys[label], lists["a"], on)
        assert number == f"{float(expected.score):.3f}", label
    for head, *rows in shown["tables"]:
        if playground:
            crowded = len(tiles) > MOST_AT_EASE
            assert head[1:] == [METRICS[at].label(None if crowded else on.k) for at in on.metrics]
            for name, row in zip(lists, rows, strict=False):
                assert row == [
                    name.upper(),
                    *(f"{float(computed(keys[at], lists[name], on).score):.3f}" for at in tiles),
                ]
        else:
            *rows, total = rows
            label = total[1].removeprefix("Sum = ")
            expected = computed(keys[label], lists["a"], on)
            assert total[-1] == f"{float(expected.score):.4f}"
            for at, title in enumerate(head[3:], start=3):
                term = expected.terms[COLUMNS.get(title, title)]
                assert [row[at] for row in rows] == [f"{float(value):.4f}" for value in term]


class Walker:
    """Does one random thing at a time; each method tells what it did, or "" if it could not."""

    def __init__(self, page: Page, choose: Random) -> None:
        """Walk on one page, by one source of chance."""
        self.page, self.choose = page, choose
        self.main = page.get_by_test_id("stMain")

    def board(self) -> Board:
        other = Board(self.page, "Ranked documents B")
        return other if other.list.count() and self.choose.random() < 0.5 else Board(self.page)

    def card(self, board: Board) -> Any:
        count = board.cards.count()
        return board.cards.nth(self.choose.randrange(count)) if count else None

    def press(self, *names: str) -> str:
        name = self.choose.choice(names)
        button = self.main.get_by_role("button", name=name, exact=True)
        if not button.count() or button.is_disabled():
            return ""
        button.click()
        return name

    def drag(self) -> str:
        board = self.board()
        card, onto = self.card(board), self.card(board)
        if card is None:
            return ""
        grip = card.locator(".grip")
        x, y = middle(grip)
        end = middle(onto)[1] + self.choose.choice((-20, 0, 20))
        told = f"{grip.get_attribute('aria-label')} by {end - y:.0f} px"
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, end, steps=self.choose.choice((3, 10, 30)))
        if self.choose.random() < 0.15:
            self.page.keyboard.press("Escape")
            told += ", Esc"
        mouse.up()
        return told

    def move(self) -> str:
        card = self.card(self.board())
        if card is None:
            return ""
        lifted = self.choose.random() < 0.5
        arrows = [
            self.choose.choice(("ArrowUp", "ArrowDown")) for _ in range(self.choose.randint(1, 4))
        ]
        keys = ["Space", *arrows, self.choose.choice(("Space", "Escape"))]
        if not lifted:
            keys = [f"Alt+{arrow}" for arrow in arrows]
        grip = card.locator(".grip")
        told = f"{grip.get_attribute('aria-label')}: {' '.join(keys)}"
        grip.focus()
        for key in keys:
            self.page.keyboard.press(key)
        return told

    def grade(self) -> str:
        card = self.card(self.board())
        if card is None:
            return ""
        radios = card.get_by_role("radio")
        radio = radios.nth(self.choose.randrange(radios.count()))
        told = f"{card.get_attribute('aria-label')}: {radio.inner_text()}"
        if self.choose.random() < 0.5:
            radio.click()
        else:
            card.locator(".grip").press(radio.inner_text().replace("?", "u"))
        return told

    def rename(self) -> str:
        card = self.card(self.board())
        if card is None:
            return ""
        told = f"{card.get_attribute('aria-label')} to "
        title = self.choose.choice(TITLES)
        box = card.get_by_role("textbox")
        box.fill(title)
        box.press("Enter")
        return told + title

    def add_or_delete(self) -> str:
        board = self.board()
        if board.cards.count() < self.choose.randint(2, 9):
            board.all.get_by_role("button", name="Add document").click()
            return "add"
        button = self.card(board).locator(".delete")
        told: str = button.get_attribute("aria-label")
        button.click()
        return told

    def cut(self) -> str:
        board = self.board()
        if not board.cut.is_visible():
            return ""
        key = self.choose.choice(("ArrowUp", "ArrowDown", "Home", "End", ""))
        if key:
            board.cut.press(key)
            return f"cut {key}"
        self.page.mouse.move(*middle(board.cut.locator(".chip")))
        self.page.mouse.down()
        x, y = middle(self.card(board))
        self.page.mouse.move(x, y, steps=8)
        self.page.mouse.up()
        return "cut by mouse"

    def slider(self) -> str:
        sliders = self.main.get_by_test_id("stSlider")
        if not sliders.count():
            return ""
        slider = sliders.nth(self.choose.randrange(sliders.count()))
        key = self.choose.choice(("ArrowLeft", "ArrowRight", "PageUp", "PageDown"))
        slider.get_by_role("slider").press(key)
        return f"{slider.inner_text().split()[0]} {key}"

    def radio(self) -> str:
        options = self.main.get_by_test_id("stRadio").locator("label:has(input)")
        option = options.nth(self.choose.randrange(options.count()))
        option.click()
        return f"option {option.inner_text()}"

    def select(self) -> str:
        boxes = self.main.get_by_role("combobox")
        if not boxes.count():
            return ""
        box = boxes.nth(self.choose.randrange(boxes.count()))
        box.scroll_into_view_if_needed()
        settle(self.page, 120)  # its list closes when the page still scrolls
        box.click()
        options = self.page.get_by_role("option")
        options.first.wait_for()
        option = options.nth(self.choose.randrange(options.count()))
        told = f"select {option.inner_text()}"
        option.click()
        return told

    def gains(self) -> str:
        line = self.main.get_by_role("textbox", name="Gain per grade")
        if not line.count():
            return ""
        amounts = [str(self.choose.randint(0, 9)) for _ in line.input_value().split(",")]
        line.fill(",".join(amounts))
        line.press("Enter")
        return f"gains {amounts}"

    def pill(self) -> str:
        pills = self.main.get_by_role("toolbar", name="Metrics").get_by_role("button")
        if not pills.count():
            return ""
        pill = pills.nth(self.choose.randrange(pills.count()))
        pill.click()
        return f"metric {pill.inner_text()}"

    def history(self) -> str:
        return self.press("Undo", "Redo")

    def keys(self) -> str:
        key = self.choose.choice(("Control+z", "Control+y"))
        self.page.keyboard.press(key)
        return key

    def order(self) -> str:
        return self.press("Ideal order", "Reverse", "Shuffle", "Reset", "Shuffle B", "Reverse B")

    def list_b(self) -> str:
        return self.press("Keep a copy as list B") or self.press("Remove list B", "Shuffle B")

    def page_link(self) -> str:
        name = self.choose.choice(PAGES)
        self.page.get_by_test_id("stSidebar").get_by_role("link", name=name).click()
        self.page.get_by_role("heading", level=1, name=name).wait_for()
        return f"to {name}"

    def back(self) -> str:
        self.page.go_back()
        return "back"


@pytest.mark.parametrize("half", [1, 2])
def test_walk(open_page: Callable[..., Page], half: int) -> None:
    seed = int(os.environ.get("WALK_SEED", time.time_ns() % 1_000_000 + half))
    print(f"WALK_SEED={seed}")
    choose = Random(seed)
    page = open_page("/playground" if half == 1 else "/average_precision", 1400, 2000)
    page.on("pageerror", lambda error: print(error.stack))
    walker = Walker(page, choose)
    often = [walker.drag, walker.move, walker.grade, walker.slider, walker.radio, walker.history]
    rare = [
        walker.rename,
        walker.add_or_delete,
        walker.cut,
        walker.select,
        walker.gains,
        walker.pill,
        walker.keys,
        walker.order,
        walker.list_b,
        walker.list_b,
        walker.page_link,
    ]
    check(page)
    steps, end, address = 0, time.monotonic() + SECONDS, page.url
    while time.monotonic() < end:
        doings = [*often, *often, *rare]
        if page.url != address:  # there is a step that Back can take back
            doings += [walker.back, walker.back]
        address = page.url
        doing = choose.choice(doings)
        told = doing()
        if not told:
            continue
        steps += 1
        print(f"{steps:3} {doing.__name__}: {told}")
        settle(page, 120)
        patience = time.monotonic() + 5
        while True:
            try:
                check(page)
                break
            except AssertionError:
                if time.monotonic() > patience:
                    raise
                settle(page, 200)
        if doing == walker.back:
            address = page.url
    assert steps > SECONDS / 4
