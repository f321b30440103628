"""The app at random: after every step, a page says what is true.

What is true is worked out by `expected`, from the address alone, which holds the whole screen.
`make walk` walks with ever new seeds until somebody ends it; a seed behind it repeats one.
"""

import re
import time
from argparse import ArgumentParser
from collections.abc import Callable, Collection
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

import chromium
import expected
from expected import Setup
from live_app import PATIENCE, serve, settle
from live_board import Board, middle, query
from metrics.catalog import METRICS
from ui import contents
from ui.contents import LESSONS

PAGES = (*LESSONS, contents.PAGES["playground"])  # whose every number `expected` knows
STARTS = tuple(f"/{page.url}" for page in PAGES)
TITLES = ("Rye", "a ~ b", "50 % & more", "שלום", "**bold** $x$", "<b>tags</b>", "🍞", "x" * 80)

# Every number of the page: the tiles by label, and the tables row by row.
NUMBERS = """() => {
  const text = (cell) => cell.textContent;
  return {
    tiles: [...document.querySelectorAll("dl.scores:not(.list-b) > div")].map((tile) => [
      text(tile.querySelector("dt")), text(tile.querySelector("b"))]),
    tables: [...document.querySelectorAll("table.rows")].map((table) =>
      [...table.rows].map((row) => [...row.cells].map(text))),
    faults: document.querySelectorAll("[data-testid=stException]").length,
  };
}"""


# The queries of a page: the words of each, and its documents with their grades.
ROWS = """() => [...document.querySelectorAll(".st-key-queries *")].flatMap(({ shadowRoot }) =>
  [...shadowRoot?.querySelectorAll(".row") ?? []].map((row) => [
    row.querySelector(".words").value,
    ...[...row.querySelectorAll(".square")].map(({ ariaLabel }) => {
      const [, title, grade] = ariaLabel.match(/^(.*), (?:rank|not retr).*, relevance (.*)$/);
      return [title, /^not/.test(grade) ? null : parseInt(grade)];
    }),
  ]))"""


def check(page: Page) -> None:
    """Compare every score, table and list on the page with what it should be."""
    on = query(page)
    name_of_page = urlsplit(page.url).path.strip("/") or "welcome"
    of_a = Setup.of(on, "a", name_of_page)
    lists = {"a": of_a, **({"b": replace(of_a.b, knobs=of_a.knobs)} if of_a.b else {})}
    boards = {"a": Board(page)} if name_of_page in expected.BOARDS else {}
    if rows := page.evaluate(ROWS):
        assert rows == [
            [each.words, *map(list, zip(each.titles or (), each.all_grades(), strict=True))]
            for each in lists["a"].queries()
        ]
    if (b := Board(page, "Ranked documents B")).list.count():
        boards["b"] = b
    for name, board in boards.items():
        drawn, told = board.ranked(), lists[name]
        assert [d.title for d in drawn.documents] == list(told.titles or ())
        assert [d.grade for d in drawn.documents] == told.all_grades()
        assert drawn.retrieved == len(told.grades)
    fold = page.locator(".st-key-further > * > details:not([open]) > summary")
    if name_of_page in expected.WITH_TABLE and fold.count():
        fold.click()  # its table and further scores are sent now
    shown = page.evaluate(NUMBERS)
    assert shown["faults"] == 0
    expected.assert_scores(name_of_page, dict(shown["tiles"]), of_a)
    if name_of_page in expected.WITH_TABLE:
        tables = [table for table in shown["tables"] if "Sum" in table[-1][1]]
        assert len(tables) == 1
        expected.assert_table(tables[0], name_of_page, of_a)
    elif len(boards) > 1:
        told = [expected.comparison(lists, [key for key in METRICS if key in of_a["show"]])]
        assert shown["tables"] == told, (shown["tables"], told)


def agreed(page: Page) -> None:
    """Wait until the page says what is true, and fail if it never does."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            check(page)
            return
        except AssertionError:
            if time.monotonic() > end:
                raise
            settle(page, 200)


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

    def unfold(self, card: Any) -> None:
        """Show a card's grades, where it shows only the one it has."""
        opener = card.locator(".grade")
        if opener.is_visible():
            opener.click()

    def press(self, *names: str) -> str:
        name = self.choose.choice(names)
        button = self.main.get_by_role("button", name=name, exact=True)
        if not button.count() or not button.is_enabled():
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
        if end == y:  # a click, which lifts the card: no address holds where it is
            self.page.keyboard.press("Escape")
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
        self.unfold(card)
        radios = card.get_by_role("radio")
        if not radios.count():  # a list without grades
            card.locator(".grip").press("Escape")
            return ""
        radio = radios.nth(self.choose.randrange(radios.count()))
        told = f"{card.get_attribute('aria-label')}: {radio.inner_text()}"
        if self.choose.random() < 0.5:
            radio.click()
        else:
            card.locator(".grip").press(radio.inner_text().replace("?", "u"))
            card.locator(".grip").press("Escape")  # what was unfolded lies on the next card
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
        if not board.list.count():
            return ""
        if board.cards.count() < self.choose.randint(2, 9):
            board.all.get_by_role("button", name="Add document").click()
            return "add"
        card = self.card(board)
        self.unfold(card)
        button = card.locator(".delete")
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

    def square(self) -> str:
        squares = self.main.locator(".square")
        if not squares.count():
            return ""
        one, other = (squares.nth(self.choose.randrange(squares.count())) for _ in "ab")
        told = str(one.get_attribute("aria-label"))
        if self.choose.random() < 0.5:
            keys = ["Alt+ArrowLeft", "Alt+ArrowRight", "0", "1", "u", "Delete", "Space", "End"]
            for key in self.choose.sample(keys, 3):
                if self.main.locator(".square:focus").count() or key != "Delete":
                    one.press(key, timeout=2000) if one.count() else None
            if self.main.locator(".square.lifted").count():
                self.page.keyboard.press("Space")  # no address holds a lifted square
            return told
        one.hover()
        self.page.mouse.down()
        self.page.mouse.move(*middle(other), steps=self.choose.choice((3, 10)))
        if self.choose.random() < 0.15:
            self.page.keyboard.press("Escape")
        self.page.mouse.up()
        return f"{told} dragged"

    def row_of_squares(self) -> str:
        names = re.compile("^(Duplicate|Remove|Add a document to|Add query)")
        buttons = self.main.locator(".queries").get_by_role("button", name=names)
        if not buttons.count():
            return ""
        button = buttons.nth(self.choose.randrange(buttons.count()))
        told = button.get_attribute("aria-label") or button.inner_text()
        button.click(force=True)
        return told

    def slider(self) -> str:
        sliders = self.main.locator("input[type=range]")
        if not sliders.count():
            return ""
        slider = sliders.nth(self.choose.randrange(sliders.count()))
        key = self.choose.choice(("ArrowLeft", "ArrowRight", "PageUp", "PageDown"))
        slider.press(key)
        return f"{slider.get_attribute('aria-label')} {key}"

    def radio(self) -> str:
        options = self.main.get_by_role("radiogroup").locator("label:has(input)")
        if not options.count():
            return ""
        option = options.nth(self.choose.randrange(options.count()))
        option.click()
        return f"option {option.inner_text()}"

    def select(self) -> str:
        boxes = self.main.get_by_role("combobox")
        if not boxes.count():
            return ""
        box = boxes.nth(self.choose.randrange(boxes.count()))
        options = box.locator("option:enabled")
        option = self.choose.randrange(options.count())
        told = f"select {options.nth(option).inner_text()}"
        box.focus()  # as a click does, which puts a lifted card down
        box.select_option(value=str(option))
        return told

    def gains(self) -> str:
        line = self.main.get_by_role("textbox", name="Gain per grade").first
        if not line.count():
            return ""
        amounts = [str(self.choose.randint(0, 9)) for _ in line.input_value().split(",")]
        line.fill(",".join(amounts))
        line.press("Enter")
        return f"gains {amounts}"

    def pill(self) -> str:
        pills = self.main.get_by_role("toolbar", name="Metrics").get_by_role("button")
        fold = self.main.get_by_text("Other scores: choose")
        if fold.count() and not pills.count():
            fold.click()
            settle(self.page)
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
        of_b = ("Shuffle B", "Reverse B", "Swap at the top", "Swap at the bottom")
        return self.press("Ideal order", "Reverse", "Shuffle", "Reset", *of_b)

    def send(self) -> str:
        if (menu := self.main.get_by_role("button", name="More", exact=True)).count():
            menu.click()
        return self.press("Send one reader", "Send 100", "Send 10,000")

    def list_b(self) -> str:
        if (menu := self.main.get_by_role("button", name="More", exact=True)).count():
            menu.click()
        return self.press("Keep a copy as list B") or self.press("Remove list B", "Shuffle B")

    def page_link(self) -> str:
        name = self.choose.choice(PAGES).title
        self.page.get_by_test_id("stSidebar").get_by_role("link", name=name, exact=True).click()
        self.page.locator("h1").filter(has_text=name).wait_for()
        return f"to {name}"

    def back(self) -> str:
        self.page.go_back()
        return "back"


OFTEN = (Walker.drag, Walker.move, Walker.grade, Walker.slider, Walker.radio, Walker.history)
RARE = (
    Walker.rename,
    Walker.square,
    Walker.square,
    Walker.row_of_squares,
    Walker.add_or_delete,
    Walker.cut,
    Walker.select,
    Walker.gains,
    Walker.pill,
    Walker.keys,
    Walker.order,
    Walker.send,
    Walker.list_b,
    Walker.list_b,
    Walker.page_link,
)
KINDS = tuple(dict.fromkeys(doing.__name__ for doing in (Walker.back, *OFTEN, *RARE)))


def walk(
    page: Page,
    seed: int,
    steps: int,
    told: Callable[[str], None] = print,
    first: Collection[str] = (),
) -> set[str]:
    """Do so many random things on a page, and look at it after each; return the kinds of them.

    Kinds that are named come first.
    """
    told(f"seed {seed}")
    walker = Walker(page, Random(seed))
    wanted = [getattr(Walker, kind) for kind in first]
    agreed(page)
    done: list[str] = []
    address = page.url
    while len(done) < steps:
        doings = [*OFTEN, *OFTEN, *RARE]
        if page.url != address:  # there is a step that Back can take back
            doings += [Walker.back, Walker.back]
        address = page.url
        doing = wanted.pop() if wanted else walker.choose.choice(doings)
        if (doing is Walker.back and doing not in doings) or not (what := doing(walker)):
            continue
        done.append(doing.__name__)
        told(f"{len(done):3} {done[-1]}: {what}")
        settle(page, 120)
        agreed(page)
        if doing is Walker.back:
            address = page.url
    return set(done)


def main() -> None:
    """Walk with some seeds, or with ever new ones until somebody ends it or its time is over.

    After each walk, print what memory the tab and the server hold.
    """
    parser = ArgumentParser()
    parser.add_argument("seeds", nargs="*", type=int, help="only walk with these")
    parser.add_argument("--seconds", type=float, default=inf, help="begin no walk after so many")
    given = parser.parse_args()
    seeds, end = [*given.seeds], time.monotonic() + given.seconds
    with (
        TemporaryDirectory() as logs,
        serve(Path(logs) / "server.log") as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        while time.monotonic() < end:
            seed = seeds.pop(0) if seeds else time.time_ns() % 1_000_000
            page = browser.new_page(viewport={"width": 1400, "height": 2000})
            page.goto(server.address)
            settle(page)
            page.goto(server.address + STARTS[seed % len(STARTS)])
            settle(page)
            walk(page, seed, 100)
            devtools = page.context.new_cdp_session(page)
            devtools.send("HeapProfiler.collectGarbage")
            heap = devtools.send("Runtime.getHeapUsage")["usedSize"] / 2**20
            print(f"heap of the tab {heap:.1f} MB, server {server.megabytes():.0f} MB", flush=True)
            page.close()
            if given.seeds and not seeds:
                return


if __name__ == "__main__":
    main()
