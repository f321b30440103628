"""What is seen of a page, in one table of states: each is reached once, and all looks at it.

A state is a list, a screen, a medium, and what is done or open. A page to come is held by this
without a test of its own. `make test` looks at the pages of the sample, `make test-all` at all.
The measures are in `sight.js`.
"""

import re
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from expected import BOARDS
from expected import WITH_BARS as BARS
from live_app import PATHS, ROOT
from live_board import Board, box, overhang
from sample import SAMPLE
from steps import TOLD
from ui import contents

ALL_LESSONS: Final = [f"/{page.url}" for page in contents.LESSONS]
LESSONS: Final = [path for path in ALL_LESSONS if path[1:] in BOARDS]
LEVEL: Final = [*(path for path in LESSONS if path[1:] in BARS), "/playground"]
SIGHT: Final = (ROOT / "tests/sight.js").read_text()
MOST_STATES: Final = 80
"""States that `make test` may reach, each with one wait for a page that rests."""

# ---- what looks


class Property(NamedTuple):
    """What must hold of a page in some states.

    Attributes:
        name: what holds.
        look: returns what is wrong, given the page and its path.
        on: the pages of which it is asked.
    """

    name: str
    look: Callable[[Page, str], object]
    on: Collection[str] = PATHS


def holds(*, on: Collection[str] = PATHS) -> Callable[[Callable[[Page, str], object]], Property]:
    """Name a property after the function that looks."""
    return lambda look: Property(look.__name__.replace("_", " "), look, on)


# What styles are on the way to: a transition may take longer than a busy machine is given, and one
# that has ended may set off another.
STILL = """async () => {
  const moves = () => document.getAnimations()
    .filter(({effect}) => effect.getComputedTiming().endTime < Infinity);
  do {
    for (const each of moves()) each.finish();
    await new Promise(requestAnimationFrame);
  } while (moves().length);
}"""


def wrong(page: Page, measure: str) -> Any:
    """What a measure of `sight.js` finds wrong."""
    page.evaluate(f"async () => {{ await ({STILL})(); if (!globalThis.sight) {{ {SIGHT} }} }}")
    return page.evaluate(f"async () => await sight.{measure}")


def measured(name: str, measure: str) -> Property:
    return Property(name, lambda page, _: wrong(page, measure))


EXEMPT = ":disabled, [aria-disabled=true], i, .square"
"""Texts that need no 4.5:1: of what is switched off, and the signs of grades."""
TEXTS = measured("texts have 4.5:1", f'texts(4.5, "{EXEMPT}")')
EDGES = measured("edges have 3:1", "edges(3)")
RINGS = measured("the focus has a ring", "rings()")
MORE_TEXTS = measured("texts have 6.5:1 where more is asked for", "texts(6.5)")
MORE_EDGES = measured("edges have 4.5:1 where more is asked for", "edges(4.5)")
FORCED = measured("what is chosen stands out in forced colours", "forced()")
SMALL = measured("targets have 24 px", "small()")
HEARD = measured("pictures and charts are heard", "heard()")
ORDER = measured("headings and tables are in order", "order()")
OVERLAPS = measured("no text lies on another", "overlaps(3)")
CHARTED = measured("no text of a chart lies on another", "charted(3)")
FORWARDS = measured("what has the focus is not covered", "covered(false)")
BACKWARDS = measured("nor going backwards", "covered(true)")


@holds()
def sideways(page: Page, _path: str) -> object:
    """Nothing reaches beyond the right edge."""
    return overhang(page)


FOLDS = """(open) => {
  const folds = document.querySelectorAll(".stMain details:not([data-testid=stExpander] *)");
  for (const fold of folds) fold.open = open;
}"""


@holds()
def sideways_unfolded(page: Page, _path: str) -> object:
    """Nor does what is folded."""
    page.evaluate(FOLDS, True)
    page.wait_for_timeout(50)
    found = overhang(page)
    page.evaluate(FOLDS, False)
    return found


def spaced(measure: str) -> Property:
    """A measure of texts that are spaced as WCAG 1.4.12 says."""

    def look(page: Page, _path: str) -> object:
        wrong(page, "space(true)")
        page.wait_for_timeout(100)
        found = wrong(page, measure)
        wrong(page, "space(false)")
        return found

    return Property(f"spaced: {measure}", look)


@holds()
def misheard(page: Page, _path: str) -> object:
    """Of pictures a list for each column is read, named by it, of the bars that are seen."""
    found: list[str] = []
    for picture in page.locator(".picture").all():
        read = [line.strip() for line in picture.aria_snapshot().splitlines()]
        # In the playground the scores stand above the columns, and are links.
        scores = "|term|definition|link|text|/url" if picture.locator(".head").count() else ""
        found += [
            line
            for line in read
            if not re.fullmatch(rf"- '?((list|slider) \"|listitem: {scores}).*", line)
        ]
        bars = picture.locator("ul:visible > li:not([aria-hidden])").count()
        if bars != sum(line.startswith("- listitem: ") for line in read):
            found.append(f"not {bars} bars")
        if picture.get_by_role("list").count() != picture.locator("ul[aria-label]:visible").count():
            found.append("a column without a name")
    return found


# ---- the first screen

KNOB: Final = {
    "/squared_error": "Predicted score of Feeding a sourdough starter",
    "/wrong_pairs": "Swap ranks 1 and 2",
    "/precision_and_recall": "Cut at k",
    "/reciprocal_rank": "Cut at k",
    "/graded_average_precision": "Shares of readers by what they accept",
    "/rank_biased_precision": "Persistence p",
    "/rank_agreement": "Crossings",
    "/continuation": "Goes on after rank 1",
}
"""The decisive knob of each lesson."""
BELOW: Final = ("/squared_error", "/which_metric")
"""What the cards of these stand below."""
CHART_LOW: Final = ("/which_metric",)
"""What have their chart below the first screen: it answers the question."""
CROWDED: Final = (*BELOW, "/reciprocal_rank", "/precision_recall_curve", "/two_tools")
"""What these have above their cards takes the place of one card or more on a phone."""
FIVE: Final = [path for path in LESSONS if path not in CROWDED]


def least(page: Page, path: str) -> int:
    """Cards that a screen must show."""
    wanted = 2 if path in BELOW else 4
    return min(wanted, Board(page).cards.count())


def whole(page: Page) -> int:
    """Cards that are whole on the screen."""
    size = page.viewport_size
    assert size
    cards = map(box, Board(page).cards.all())
    return sum(card["y"] + card["height"] <= size["height"] for card in cards)


@holds(on=LESSONS)
def holds_what_matters(page: Page, path: str) -> object:
    """Question, score, list, picture, decisive knob and explanation, without scrolling.

    On a lesson of steps it is the strip, and where the chart begins.
    """
    main, told = page.get_by_test_id("stMain"), path[1:] in TOLD
    first = box(page.locator("dl.scores").first)
    place = (882, 181) if told else (303, 152)
    assert (first["x"], first["y"]) == pytest.approx(place, abs=2), "it has one place"
    parts = [
        page.get_by_role("heading", level=1),
        page.locator("dl.scores").first,
        page.locator(".picture, .judges, .printed > .many").first,
        *(
            main.locator(".st-key-steps" if path in CHART_LOW else ".st-key-steps, .titled").all()
            if told
            else [main.get_by_label(KNOB[path], exact=True).first]
        ),
        *([] if path in BELOW else [main.get_by_test_id("stMarkdown").first]),
        *Board(page).cards.all(),
    ]
    return [part for part in parts if not 0 <= box(part)["y"] <= 900 - box(part)["height"]]


@holds(on=LESSONS)
def enough_cards(page: Page, path: str) -> object:
    return whole(page) < least(page, path) and f"{whole(page)} cards"


enlarged = Property("enough cards at 150 %", enough_cards.look, [*{*LESSONS} - {*BELOW}])
"""At 150 % a screen of 1400 by 900 has the room of one of 933 by 600."""


@holds(on=LESSONS)
def headings_apart(page: Page, _path: str) -> object:
    heads = [box(head) for head in page.locator(".picture .column > p:visible").all()]
    beside = [(one, other) for one, other in pairwise(heads) if abs(one["y"] - other["y"]) < 40]
    return [one for one, other in beside if one["x"] + one["width"] > other["x"] + 12]


FIRST = ".board .card, .queries .square, .pairs .track, .cards > li, .puzzle li"
"""What a page is about: a card, a square of a query, a topic, a document of an exercise, a step."""


@holds()
def first_is_whole(page: Page, _path: str) -> object:
    first, size = page.locator(FIRST).first, page.viewport_size
    assert size
    return bool(first.count()) and box(first)["y"] + box(first)["height"] > size["height"]


@holds(on=FIVE)
def five_cards(page: Page, _path: str) -> object:
    """A phone shows five cards, if the list has as many."""
    return whole(page) < min(5, Board(page).cards.count()) and f"{whole(page)} cards"


@holds()
def contents_closed(page: Page, _path: str) -> object:
    return page.get_by_test_id("stSidebarContent").is_visible()


# Which cards are not between the left and the right edge of the phone.
OUTSIDE = """(cards) => cards.map((card) => card.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth)"""


@holds()
def cards_inside(page: Page, _path: str) -> object:
    return Board(page).cards.evaluate_all(OUTSIDE)


@holds(on=ALL_LESSONS)
def one_line_stays(page: Page, _path: str) -> object:
    """At 400 %, or on a phone on its side, one line stays in sight: the score."""
    main = page.get_by_test_id("stMain")
    main.evaluate("(main) => main.scrollTo(0, 900)")
    first = page.locator(".st-key-score dl.scores > div").first
    name, number = (box(first.locator(part)) for part in ("dt", "b"))
    middle = number["y"] + number["height"] / 2
    assert name["y"] < middle < name["y"] + name["height"]
    assert 0 <= number["y"] < number["y"] + number["height"] <= 45
    stuck = main.evaluate("(main) => parseFloat(main.style.getPropertyValue('--stuck'))")
    main.evaluate("(main) => main.scrollTo(0, 0)")
    return not 20 < stuck <= 45 and stuck


# ---- charts


@holds()
def room_for_charts(page: Page, _path: str) -> object:
    """Room is kept for a chart before it comes."""
    rooms = page.locator(".stVegaLiteChart").evaluate_all(
        """(charts) => charts.map((chart) => [parseFloat(getComputedStyle(chart).minHeight),
          chart.querySelector("svg").getBoundingClientRect().height])"""
    )
    return [(kept, high) for kept, high in rooms if not -1 <= kept - high <= 60]


@holds()
def charts_fit(page: Page, _path: str) -> object:
    return page.locator(".stVegaLiteChart > svg").evaluate_all(
        """(drawn) => drawn.filter((svg) =>
          svg.getBoundingClientRect().width > svg.parentElement.clientWidth + 1).length"""
    )


# ---- the board

# What of the picture beside a list does not stand level with its cards.
UNEVEN = """(title) => {
  const box = (thing) => thing.getBoundingClientRect();
  const middle = (thing) => (box(thing).top + box(thing).bottom) / 2;
  const lists = [...document.querySelectorAll("*")].flatMap(
    (thing) => thing.shadowRoot ? [...thing.shadowRoot.querySelectorAll("ol")] : []);
  const list = lists.find((ol) => ol.ariaLabel === title);
  const cards = [...list.querySelectorAll("li")];
  const its = (thing) => thing.querySelector(`[data-doc~="${cards[0].dataset.doc}"]`);
  const picture = [...document.querySelectorAll(".picture")].find(its);
  const cells = [...picture.querySelectorAll(".column > ul > li[data-doc]")]; // not who leaves
  const pairs = [...picture.querySelectorAll(".pairs i")]; // level with the lower one
  const rankIn = (line, name) => line.style.getPropertyValue(`--${name}`);
  const level = [...picture.querySelectorAll(".slopes .lines i")]
    .filter((line) => rankIn(line, "a") === rankIn(line, "b"));
  const ranks = [...picture.querySelectorAll(".ranks li")];
  const off = (one, other) => Math.abs(middle(one) - middle(other)) > 2;
  const cardOf = (cell) => cards.find((card) => card.dataset.doc === cell.dataset.doc);
  const text = (thing) => thing.innerText;
  const unseen = (cell) => cell.closest(".crowded")
    && getComputedStyle(cell, "::before").backgroundColor === "rgba(0, 0, 0, 0)";
  const leaves = (cell) => [...cell.children].some((part) => part.getClientRects().length &&
    (box(part).top < box(cell).top - 1 || box(part).bottom > box(cell).bottom + 8));
  const [line, beside] = [list.parentElement, picture]
    .map((of) => of.querySelector(":scope > .cut"));
  const bent = line?.offsetHeight && beside?.offsetWidth
    && box(line).top + parseFloat(getComputedStyle(line, "::before").top) - box(beside).top;
  return [
    ...Math.abs(bent) > 1 ? [`the line at k ends ${bent} px from that of the bars`] : [],
    ...ranks.length === cards.length && cells.length + pairs.length + level.length ? [] : ["rows"],
    ...level.filter((line) => off(line, cards[rankIn(line, "a") - 1])).map(() => "a level line"),
    ...pairs.filter((pair) => off(pair, cards[pair.style.gridRowStart - 1])).map(text),
    ...ranks.filter((rank, at) => !cards[at] || off(rank, cards[at])).map(text),
    ...cells.filter((cell) => off(cell, cardOf(cell)) || leaves(cell) || unseen(cell)).map(text),
  ];
}"""


@holds(on=LEVEL)
def level(page: Page, path: str) -> object:
    """Bars stand level with their cards, and the line at k goes on beside them."""
    lists = ["Ranked documents", *["Ranked documents B"] * (path == "/playground")]
    return [page.evaluate(UNEVEN, title) for title in lists if page.evaluate(UNEVEN, title)]


# How much higher scores and buttons are because changes are drawn beside the scores.
JUMP = """() => {
  const high = () => document.querySelector(".st-key-bar").offsetHeight;
  const changes = [...document.querySelectorAll(".st-key-score dd span")];
  const before = high();
  for (const span of changes) span.style.display = "none";
  const jump = before - high();
  for (const span of changes) span.style.display = "";
  return jump;
}"""


@holds(on=LESSONS)
def nothing_jumps(page: Page, _path: str) -> object:
    """A change beside the scores has its room: the list stays where it is while a card is held."""
    return page.evaluate(JUMP)


# ---- axe, and paper

# What axe finds wrong with the main block: there is what our pages draw.
FAULTS = """async (rules) => {
  const options = {resultTypes: ["violations"], preload: false, ...rules};
  const { violations } = await axe.run(".stMainBlockContainer", options);
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}"""


def axe(**rules: object) -> Property:
    """No serious or critical finding in the main block; Streamlit's own parts stand around it."""

    def look(page: Page, _path: str) -> object:
        if not page.evaluate("!!globalThis.axe"):
            page.evaluate(Axe().axe_script)
        return page.evaluate(FAULTS, rules)

    return Property("axe", look)


# What is wrong with the elements that are seen on paper, shadow roots included; and how many have
# words of their own. Of buttons, those that say what is set stay.
ON_PAPER = """(sheet) => {
  const found = [];
  let words = 0;
  const brightness = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map(Number);
    return (red + green + blue) / (colour.startsWith("rgb") ? 3 * 255 : 3);
  };
  const look = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) look(node.shadowRoot);
      if (node.closest("style, script, template, svg *")) continue; // a drawing is one thing
      if (!node.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
      const {width, height, left, right} = node.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const say = (what, when) => {
        if (when) found.push(`${what}: ${node.tagName}.${node.className} ${node.textContent}`);
      };
      say("to be clicked", node.matches(
        "button:not([role=radio], [aria-pressed=true], .square)"));
      say("cut", right > sheet + 12 || left < -1);
      const text = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
      if (!text || !node.matches("p, li, h1, h2, td")) continue;
      words += 1;
      say("pale", brightness(getComputedStyle(node).color) > 0.5);
    }
  };
  look(document);
  return [found, words];
}"""

SHEET: Final = 695
"""Pixels between the margins of a sheet of A4."""


@holds()
def clean_on_paper(page: Page, _path: str) -> object:
    """Black on white, nothing to click, nothing cut."""
    found, words = page.evaluate(ON_PAPER, SHEET)
    sheet = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    return [*found, *["no words"] * (not words), *["dark"] * (sheet != "rgb(255, 255, 255)")]


def printed(page: Page) -> int:
    """The number of sheets."""
    return len(re.findall(rb"/Type /Page\b", page.pdf(format="A4")))


@holds()
def sheets(page: Page, path: str) -> object:
    """All of a page is printed, though its window scrolls: a lesson takes two sheets or more."""
    fewest, found = 2 if path in ALL_LESSONS else 1, printed(page)
    return not fewest <= found <= (16 if path == "/reference" else 7) and f"{found} sheets"


# ---- the table


class State(NamedTuple):
    """What a page is brought to, and what then looks at it.

    Attributes:
        properties: each returns what is wrong.
        query: the list and the knobs, as an address has them.
        size: width and height of the window.
        touch: whether it is a phone's.
        media: what is emulated.
        does: what is done or opened there.
        on: the pages that have it.
        slow: whether only `make test-all` has time for it.
        sampled: whether only pages of the sample are brought to it, as its screen lies between two
            others, or the same lines draw it on every page.
    """

    properties: tuple[Property, ...]
    query: str = ""
    size: tuple[int, int] = (1400, 900)
    touch: bool = False
    media: Mapping[str, Any] = MappingProxyType({})
    does: Callable[[Page], None] | None = None
    on: Collection[str] = PATHS
    slow: bool = False
    sampled: bool = False


BOTH: Final = "?a=3A~0B~2C~1D~-E~.~2F&b=1X~2Y&show=average_precision,err"
TWELVE: Final = "?a=" + "~".join(f"{at % 4}Document+number+{at}" for at in range(12))
SIX: Final = "?a=" + "~".join(f"{at % 2}A+title+that+has+two+lines+{at}" for at in range(6))
TITLE: Final = "A title of eighty characters, " + "wide " * 8 + "and 7 more"
WIDEST: Final = 80 * "W"
LONG: Final = [f"8{TITLE}", f"0{WIDEST}", "-C", "1D", "4E", ".", f"0{TITLE}", "1G"]
UNEVEN_LIST: Final = f"?scale=8&k=4&a={'~'.join(LONG)}&b={'~'.join(LONG[1:])}"
WIDE: Final = f"?scale=8&a=8{TITLE}~0B~-C~4{WIDEST}~.~2E~-F&b=1{WIDEST}~2Y~.~3Z"
FIFTY: Final = "?scale=8&a=" + "~".join(
    f"{at % 9}{TITLE if at % 7 else WIDEST}" for at in range(50)
)


def moved(page: Page) -> None:
    """A card was moved: what was before is drawn, too."""
    if page.locator(".board").count():
        page.get_by_role("button", name="Move B").press("Alt+ArrowDown")


def way(at: int) -> Callable[[Page], None]:
    """Another way to bring data, by Streamlit's own radios."""
    return lambda page: page.get_by_test_id("stRadioOption").nth(at).click()


WAYS: Final = [way(at) for at in (1, 2)]


def with_keys(page: Page) -> None:
    """The reader uses the keyboard: what has the focus has a ring."""
    page.keyboard.press("Tab")


def moved_by_keys(page: Page) -> None:
    """And what has the focus has a ring."""
    moved(page)
    with_keys(page)


RULES: Final = {"rules": {"color-contrast": {"enabled": False}}}  # measured by TEXTS
SEEN: Final = (TEXTS, EDGES, RINGS)
PAINTED: Final = (HEARD, ORDER, misheard, SMALL, OVERLAPS, CHARTED, nothing_jumps)
LOOKS: Final[Mapping[str, tuple[Mapping[str, Any], tuple[Property, ...]]]] = {
    "": ({}, SEEN),
    "more contrast": ({"contrast": "more"}, (MORE_TEXTS, MORE_EDGES)),
    "forced colours": ({"forced_colors": "active"}, (FORCED,)),
}

STATES: Final = {
    # As a page opens.
    "first": State(
        (ORDER, HEARD, misheard, room_for_charts, charts_fit, axe(**RULES), holds_what_matters)
    ),
    "first, 1024": State(
        (headings_apart, enough_cards), size=(1024, 768), on=LESSONS, sampled=True
    ),
    "first, 933": State((enlarged, sideways), size=(933, 600), on=LESSONS),
    "predicting": State((axe(**RULES),), "?predict=1", on=LESSONS, sampled=True),
    "paper": State(
        # In dark, for paper is white all the same.
        (clean_on_paper, sheets),
        size=(SHEET, 1000),
        media={"media": "print", "color_scheme": "dark"},
    ),
    # Two lists, in all colours.
    **{
        f"both, {scheme}, {name}".strip(", "): State(
            looks,
            BOTH,
            media={"color_scheme": scheme, **media},
            does=with_keys,
            slow=scheme == "dark" and name != "",
            sampled=name != "",
        )
        for scheme in ("light", "dark")
        for name, (media, looks) in LOOKS.items()
        if (scheme, name) != ("light", "")  # a card has been moved there, see below
    },
    # A card has been moved: what was before is drawn, too.
    "moved": State((*PAINTED, *SEEN, spaced("overlaps(5)")), BOTH, does=moved_by_keys),
    "moved, 820": State(PAINTED, BOTH, (820, 1180), does=moved, sampled=True),
    "moved, 700": State(PAINTED, BOTH, (700, 450), does=moved, sampled=True),
    "moved, 350": State((*PAINTED, spaced("overlaps(5)")), BOTH, (350, 225), does=moved),
    # Many documents: the Tab key goes through all of them, and then the page is scrolled.
    **{
        f"twelve, {width} x {height}": State(
            (FORWARDS, BACKWARDS), TWELVE, (width, height), sampled=width > 390
        )
        for width, height in ((1400, 900), (900, 600), (820, 1180), (390, 844))
    },
    **{
        f"twelve, {width} x {height}": State(
            (FORWARDS, BACKWARDS, one_line_stays),
            TWELVE,
            (width, height),
            sampled=height in (256, 390, 450),
        )
        for width, height in ((844, 390), (700, 450), (350, 225), (320, 256))
    },
    # Long titles.
    "long titles": State((level,), UNEVEN_LIST, (1400, 1800), on=LEVEL),
    # The other ways to bring data.
    **{
        f"way {at}, {name}".strip(", "): State(
            looks, BOTH, media=media, does=way, on=("/your_data",), slow=name != ""
        )
        for at, way in enumerate(WAYS, 1)
        for name, (media, looks) in LOOKS.items()
    },
    # On a phone.
    "phone": State(
        (sideways, SMALL, contents_closed, five_cards, spaced("cut()")), size=(390, 844), touch=True
    ),
    "phone, on its side": State(
        (sideways, SMALL, contents_closed, first_is_whole),
        size=(844, 390),
        touch=True,
        sampled=True,
    ),
    "phone, 640": State((sideways, sideways_unfolded), size=(640, 844), touch=True, sampled=True),
    "phone, 360": State((sideways, first_is_whole), size=(360, 640), touch=True, sampled=True),
    "phone, 320": State((sideways, sideways_unfolded, charts_fit), size=(320, 640), touch=True),
    "phone, six": State((five_cards,), SIX, (390, 844), touch=True, on=FIVE, sampled=True),
    "phone, wide": State((sideways, cards_inside, axe(**RULES)), WIDE, (390, 844), touch=True),
    "phone, wide, 320": State((sideways,), WIDE, (320, 844), touch=True, sampled=True),
    "phone, fifty": State((sideways, cards_inside), FIFTY, (390, 844), touch=True, sampled=True),
}
TRIED: Final = [
    pytest.param(
        path,
        name,
        marks=[pytest.mark.slow] * (state.slow or state.sampled or path not in SAMPLE),
    )
    for path in PATHS
    for name, state in STATES.items()
    if path in state.on and (path in SAMPLE or not state.sampled)
]


def test_make_test_reaches_so_many_states_at_most() -> None:
    assert len([state for state in TRIED if not state.marks]) <= MOST_STATES


@pytest.mark.parametrize(("path", "name"), TRIED)
def test_state(
    turn_to: Callable[..., Page], subtests: pytest.Subtests, path: str, name: str
) -> None:
    state = STATES[name]
    page = turn_to(
        path + state.query, *state.size, touch=state.touch, media=state.media, does=state.does
    )
    for each in state.properties:
        if path in each.on:
            with subtests.test(each.name):
                assert not each.look(page, path)
