"""The board as a reader handles it: found by its names, moved by mouse, finger or keys."""

import re
from collections.abc import Callable, Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import CDPSession, FloatRect, Locator, Page, expect

from live_app import PATIENCE, settle
from ui.core.documents import Document, RankedList

# What has the focus, through shadow roots; and its accessible name or else its text.
ACTIVE = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}"""
FOCUSED = f"""() => {{
  const at = ({ACTIVE})();
  return at?.getAttribute("aria-label") || at?.innerText.trim() || "";
}}"""

# Back to an address, from the entry behind it in the tab's history.
BACK = """async (address) => {
  const back = new Promise((resume) => addEventListener("popstate", resume, {once: true}));
  for (const entry of [address, address]) history.pushState(null, "", entry);
  history.back();
  await back;
}"""

# All that was done; and what is seen and said of it, or in hand.
TAKE_BACK = """() => {
  for (let step = 0; step < 40; step += 1) rankbook.act("text", {do: "undo"});
  document.activeElement.blur();
  document.querySelector(".stMain").scrollTo(0, 0);
  const clear = (root) => {
    for (const node of root.children) {
      if (node.role === "status") node.textContent = "";
      if (node.shadowRoot) clear(node.shadowRoot);
      clear(node);
    }
  };
  clear(document.body);
}"""

# The list as it is drawn; a held card's floating copy is not part of it.
DRAWN = """(cards) => cards.map((card) => ({
  title: card.querySelector("input").value,
  grade: card.querySelector("[role=radio][aria-checked=true]").textContent,
  missed: /, not retrieved(,|$)/.test(card.ariaLabel),
}))"""


def to_text(graded: str, missed: str = "", **knobs: object) -> str:
    """Query of a list whose documents are called A, B, C, … and have the given grades.

    >>> to_text("3-", "1", k=2)
    '?a=3A~-B~.~1C&k=2'
    """
    parts = [f"{grade}{chr(ord('A') + at)}" for at, grade in enumerate(graded + missed)]
    if missed:
        parts.insert(len(graded), ".")
    return "?" + urlencode({"a": "~".join(parts), **knobs}, safe="~?")


def query(page: Page) -> dict[str, str]:
    """The query in the page's address."""
    return dict(parse_qsl(urlsplit(page.url).query, keep_blank_values=True))


def arrive(page: Page, address: str) -> None:
    """Have a tab show what an address holds, on whichever page, by the browser's own Back.

    A visit would take four times as long.
    """
    # Not by `wait_for_function`, which makes a function of a text: the page's policy refuses that.
    comes_true(page, lambda: page.evaluate("!!globalThis.rankbook"), "the page's code is there")
    page.evaluate(BACK, address)
    settle(page)


def begin(page: Page, path: str, given: str = "") -> None:
    """Have a page as a new reader finds it at an address: there is nothing to undo.

    It visits the app only where what was done there cannot be undone.
    """
    page.mouse.up()
    page.mouse.move(0, 0)
    if page.url != "about:blank":
        page.evaluate(TAKE_BACK)
        settle(page)
    if page.url == "about:blank" or query(page) != dict(parse_qsl(given.removeprefix("?"))):
        page.goto(f"/{path}{given}")
        settle(page)
    elif urlsplit(page.url).path != f"/{path}":
        turn_to(page, path)
    undo = page.get_by_role("button", name="Undo", exact=True, disabled=False)
    expect(undo, "there is nothing to undo").to_have_count(0)


def turn_to(page: Page, path: str) -> None:
    """Follow the sidebar's link to another page; a visit would take five times as long."""
    link_to(page, path).evaluate("(link) => link.click()")
    page.wait_for_url(lambda url: urlsplit(url).path == f"/{path}")
    settle(page)


def press(page: Page, name: str, key: str = "") -> None:
    """Click a button, or press it by a key; what is in the menu of a lesson is reached first."""
    button = page.get_by_role("button", name=name, exact=True)
    for each in [button] if button.count() else [page.get_by_role("button", name="More"), button]:
        if key:
            each.press(key)
        else:
            each.click()


def link_to(page: Page, path: str) -> Locator:
    """The sidebar's link to a page."""
    return page.get_by_test_id("stSidebar").locator(f"a[href='{path or '.'}']")


def focused(page: Page) -> str:
    """Name of what has the focus."""
    name: str = page.evaluate(FOCUSED)
    return name


def score(page: Page, label: str) -> Locator:
    """The number below a score's label."""
    return (
        page.locator("dl.scores > div:visible")
        .filter(has=page.locator("dt").get_by_text(label, exact=True))
        .locator("b")
    )


def heard(page: Page) -> Locator:
    """What a screen reader was told last of what the reader did."""
    return page.locator("body > [role=status]")


class Board:
    """List A on a page, or the list of another name."""

    def __init__(self, page: Page, label: str = "Ranked documents") -> None:
        """Find the board's parts; they are looked up anew whenever they are used."""
        self.page = page
        self.list = page.get_by_role("list", name=label, exact=True)
        self.all = page.locator(".board").filter(has=self.list)
        self.cards = self.list.locator("li")
        self.cut = self.all.get_by_role("slider", name="Cut at k")
        self.status = heard(page)

    def ranked(self) -> RankedList:
        """The list that is drawn, numbered in its order as an address is read."""
        drawn = self.cards.evaluate_all(DRAWN)
        documents = tuple(
            Document(str(at), card["title"], None if card["grade"] == "?" else int(card["grade"]))
            for at, card in enumerate(drawn, start=1)
        )
        return RankedList(documents, sum(not card["missed"] for card in drawn))

    def text(self) -> str:
        """The list in short: `A3 B? | C1`, with the missed behind the line."""
        ranked = self.ranked()
        parts = [f"{d.title}{'?' if d.grade is None else d.grade}" for d in ranked.documents]
        if ranked.retrieved < len(parts):
            parts.insert(ranked.retrieved, "|")
        return " ".join(parts)

    def shows(self, text: str) -> None:
        """Wait until the list is drawn as `text` says, and fail if it never is."""
        cards = text.replace("|", "").split()
        expect(self.cards).to_have_count(len(cards))
        comes_true(self.page, lambda: self.text() == text, f"the board shows {text!r}")

    def card(self, title: str) -> Locator:
        grip = re.compile(rf"^Move {re.escape(title)}, (rank \d+ of \d+|not retrieved)(, list B)?$")
        return self.cards.filter(has=self.page.get_by_role("button", name=grip))

    def grip(self, title: str) -> Locator:
        return self.card(title).locator(".grip")

    def title(self, title: str) -> Locator:
        return self.card(title).get_by_role("textbox", name="Title")

    def grade(self, title: str, grade: int | str) -> Locator:
        return self.card(title).get_by_role("radio", name=str(grade), exact=True)

    def opener(self, title: str) -> Locator:
        """What opens a card's grades, where a finger needs room."""
        return self.card(title).get_by_role("button", name=f"Grade {title}")

    def centre(self, title: str) -> None:
        """Scroll a card to the middle of the screen, away from the edges that scroll a drag."""
        self.card(title).evaluate("(card) => card.scrollIntoView({block: 'center'})")

    def take(self, title: str) -> float:
        """Press the mouse on a card's grip, and return the height at which it is held."""
        self.grip(title).hover()  # when it has come to rest
        _, y = middle(self.grip(title))
        self.page.mouse.down()
        return y

    def carry(self, to: Locator, steps: int = 5, *, below: float = 0) -> None:
        """Move what the mouse holds to the height of something, or so many pixels below it."""
        x, y = middle(to)
        self.page.mouse.move(x, y + below, steps=steps)

    def drag(self, title: str, onto: str) -> None:
        """Drop a card where another one is, when that has made room."""

        def place(of: str) -> int:
            return [document.title for document in self.ranked().documents].index(of)

        there = place(onto)
        self.take(title)
        self.carry(self.grip(onto))
        for _ in range(
            40
        ):  # it may have another place in the end: beyond a line, at the list's end
            if place(title) == there:
                break
            self.page.wait_for_timeout(50)
        self.page.mouse.up()


def comes_true(page: Page, holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds that comes in its own time, and fail if it never does."""
    for _ in range(PATIENCE // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it never came true that {what}")


def box(thing: Locator) -> FloatRect:
    """Where something is on the screen; what is drawn anew at that moment, as soon as it is."""
    for _ in range(PATIENCE // 50):
        if found := thing.bounding_box():
            return found
        thing.page.wait_for_timeout(50)
    raise AssertionError("nothing to be seen")


def middle(thing: Locator) -> tuple[float, float]:
    """Where the middle of something is on the screen."""
    at = box(thing)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def swipe(finger: CDPSession, path: Sequence[tuple[float, float]], *, lift: bool = True) -> None:
    """Touch the screen, move the finger along a path, and lift it."""
    for at, (x, y) in enumerate(path):
        finger.send(
            "Input.dispatchTouchEvent",
            {"type": "touchMove" if at else "touchStart", "touchPoints": [{"x": x, "y": y}]},
        )
    if lift:
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def overhang(page: Page) -> list[str]:
    """What reaches beyond the right edge of the screen and can be scrolled to."""
    found: list[str] = page.evaluate(
        """() => [document.scrollingElement, ...document.querySelectorAll(
            "[data-testid=stMain], [data-testid=stMainBlockContainer]")]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => `${box.tagName} ${box.scrollWidth} > ${box.clientWidth}`)"""
    )
    return found
