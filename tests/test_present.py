"""Present: what a hall is shown, how it begins and ends, and a code that a phone can read."""

import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import numpy as np
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from app_driver import (
    act,
    arrive,
    charts,
    controls,
    data,
    deliver,
    is_off,
    pieces,
    press,
    set_to,
    shown_grades,
    tables,
    text,
    tiles,
    value,
    visit,
)
from app_driver import to_text as spelled_outbox
from live_app import settle
from live_board import Board, box, focused, heard, query, to_text
from live_board import arrive as come_to
from live_board import press as click
from metrics.catalog import METRICS
from metrics.other_measures import FURTHER
from pages.playground.challenges import challenges
from pages.reference.drawing import WAYS_IN
from sample import of_sample, sampled
from ui import contents
from ui.core.presets import presets
from ui.core.screen import Screen
from ui.core.session import Session
from ui.parts import present
from vehicle import PATH, VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")

AP = "average_precision"
LESSONS = [page.name for page in contents.LESSONS]
LIST = {"a": "3A~0B~2C~.~1D"}
SEVEN = to_text("302130", "2")

# Every word that is seen, with its size in pixels; shadow roots included.
WORDS = """() => {
  const found = [];
  const look = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const parent = node.parentElement ?? node.parentNode.host;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const inSight = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight;
      const seen = parent.checkVisibility({visibilityProperty: true, opacityProperty: true});
      if (!node.data.trim() || !inSight || !seen) return;
      const unseen = "style, script, .live, .voice, [data-testid=stElementContainer]:has(h1)";
      if (parent.closest(unseen)) return;
      found.push([node.data.trim(), parseFloat(getComputedStyle(parent).fontSize)]);
      return;
    }
    if (node.matches?.("input[type=text]")) {
      found.push([node.value, parseFloat(getComputedStyle(node).fontSize)]);
    }
    for (const child of node.shadowRoot?.childNodes ?? []) look(child);
    for (const child of node.childNodes) look(child);
  };
  look(document.body);
  return found;
}"""


# The session


def test_presenting_is_part_of_the_address_and_no_step() -> None:
    now = Session()
    now.begin({"k": "3", "present": "1"}, Screen())
    assert (now.projector.presenting, now.current, now.sentences()) == (
        True,
        Screen().with_settings(k=3),
        [],
    )
    assert now.query == {"k": "3", "present": "1"}
    now.arrive({"k": "3"}, Screen())
    assert (now.projector.presenting, len(now.steps), now.query) == (False, 1, {"k": "3"})
    now.arrive({"present": "1"}, Screen())
    assert (now.projector.presenting, now.current) == (True, Screen())
    now.arrive({"k": "3", "present": "yes"}, Screen())
    assert not now.projector.presenting
    (sentence,) = now.sentences()
    assert "“present” that Rankbook does not know" in sentence


def test_of_a_page_nothing_is_drawn_but_its_list_score_and_decisive_knob() -> None:
    own = {**LIST, "ap": "found"}
    at = visit(VEHICLE, own)
    bars = [piece for piece in pieces(at) if "class='picture" in piece]
    press(at, "Present")
    assert not at.exception
    assert dict(at.query_params) == {**own, "present": "1"}
    assert is_off(at, "Undo")
    assert [piece for piece in pieces(at) if "class='picture" in piece] == bars
    knobs = {name for name, control in controls(at).items() if control["kind"] != "button"}
    assert knobs == {"which", "question", "step", "Step", "AP denominator", "QR code"}
    asked = "Vehicle: does it run?"
    assert [controls(at)[name]["text"] for name in ("which", "question")] == ["– / 5", asked]
    press(at, "Next step")
    assert controls(at)["which"]["text"] == "1 / 5"
    press(at, "Undo")
    assert (tables(at), at.expander.len) == ([], 0)
    assert "##" not in text(at)
    arrive(at, own)
    assert "Cutoff k" in controls(at)
    press(at, "Present")
    press(at, "End presenting")
    assert dict(at.query_params) == own
    assert tables(at)


def test_keys_may_be_faster_than_the_page() -> None:
    """Two steps that leave together are two steps, and none goes beyond the last one."""
    at = visit(VEHICLE)
    ids = [each for each, _ in controls(at)["Step"]["options"]]
    step = {**controls(at)["Next step"]["change"], "by": "steps"}
    set_to(at, "Step", ids[1])
    set_to(at, "Step", ids[0])
    deliver(at, spelled_outbox(at, step, step))
    assert value(at, "Step") == ids[2]
    deliver(at, spelled_outbox(at, *[step] * (len(ids) + 3)))
    assert value(at, "Step") == ids[-1]


def test_a_hall_finds_a_slide_as_it_left_it_and_goes_on_to_the_next_lesson() -> None:
    at = visit(VEHICLE, {"present": "1"})
    ids = [each for each, _ in controls(at)["Step"]["options"]]
    set_to(at, "Step", ids[2])
    written = shown_grades(at)
    act(at, "order", list="a", order="ideal")
    left = shown_grades(at)
    press(at, "Next step")
    assert controls(at)["which"]["text"] == "4 / 5"
    press(at, "Previous step")
    assert shown_grades(at) == left
    press(at, "Next step")
    set_to(at, "Step", ids[2])  # from the list of slides it comes as it was written
    assert shown_grades(at) == written != left
    set_to(at, "Step", ids[-1])
    onward = controls(at)["Next lesson: Squared error"]
    assert (onward["kind"], onward["path"]) == ("link", "squared_error")
    assert onward["shortcut"] == "ArrowRight"


OTHERWISE = (
    *("k", "paired_scores", "own_curve", "resamples", "judges_said", "judge_counts"),
    *("retrieved_counts", "draft_clicks", "draft_first"),
)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_hall_has_the_knobs_that_the_steps_ask_for(lesson: str) -> None:
    """Or it has the line at k, dots of topics, handles, buttons that draw, answers, fields."""
    at = visit(lesson, {"present": "1"})
    for step in presets(lesson).values():
        if isinstance(step.then, Mapping) and step.then.keys().isdisjoint(OTHERWISE):
            act(at, "preset", by="steps", lesson=lesson, to=step.id)
            turned = {control.get("change", {}).get("knob") for control in controls(at).values()}
            assert step.then.keys() <= turned, step.id


def test_a_hall_sees_one_measure_of_the_reference_and_goes_through_all() -> None:
    """That which a link names, and those around it; before all, questions that lead to some."""
    at = visit("reference", LIST)
    press(at, "Present")
    assert dict(at.query_params) == {**LIST, "present": "1"}
    count = len({**METRICS, **FURTHER})
    assert controls(at)["which"]["text"] == f"1 / {count + 1}"
    (asked,) = (piece for piece in pieces(at) if "<nav class='ways-in'" in piece)
    ways = [json.loads(unquote(way)) for way in re.findall(r"href='#do=(.*?)'", asked)]
    assert ways == [{"do": "project", "to": key} for few in WAYS_IN.values() for key in few]
    press(at, "Next measure")
    press(at, "Previous measure")
    assert "<nav class='ways-in'" in "".join(pieces(at))
    act(at, "project", by="link", to="ndcg")
    shown = [METRICS["ndcg"].latex, "1 0 1 0 1: ", "<small>0.387", "<b>nDCG@5 = "]
    written = "".join(markdown.value for markdown in at.main.markdown)
    assert all(text in written for text in shown)
    assert controls(at)["What it says"]["text"] == METRICS["ndcg"].teaches
    for key in ("Next measure", "Previous measure"):
        press(at, key)
    assert "".join(markdown.value for markdown in at.main.markdown) == written
    for wrong in ("nonsense", None, 3):
        act(at, "project", by="link", to=wrong)
        assert controls(at)["Measure"]["value"] == "ndcg"
    press(at, "End presenting")
    act(at, "project", by="link", to="mse")
    assert at.query_params["present"] == "1"


@pytest.mark.parametrize("page", ["playground", "your_data", "welcome"])
def test_other_pages_show_a_hall_their_scores_and_cards(page: str) -> None:
    at, plain = visit(page, {**LIST, "present": "1"}), visit(page, LIST)
    assert not at.exception
    assert dict(at.query_params) == {**LIST, "present": "1"}
    assert {label: tile.score for label, tile in tiles(at).items()} == {
        label: tile.score for label, tile in tiles(plain).items()
    }
    assert [d["title"] for d in data(at)["documents"]] == ["A", "B", "C", "D"]
    assert data(at, "toolbar")["hall"]
    assert "Cutoff k" not in controls(at)
    press(at, "End presenting")
    assert dict(at.query_params) == LIST
    press(at, "Present")
    assert at.query_params["present"] == "1"


def test_a_hall_goes_through_the_challenges_and_finds_each_as_it_left_it() -> None:
    at = visit("playground", {"present": "1"})
    assert controls(at)["which"]["text"] == "– / 12"
    press(at, "Next challenge")
    first = next(iter(challenges()))
    assert controls(at)["which"]["text"] == "1 / 12"
    assert controls(at)["step"]["ask"] == challenges()[first].do
    assert controls(at)["Next challenge"]["shortcut"] == "ArrowRight"
    act(at, "move", list="a", id="1", to=2)
    left = shown_grades(at)
    press(at, "Next challenge")
    press(at, "Previous challenge")
    assert shown_grades(at) == left
    act(at, "take_on", to=first)  # from the list it comes as it was written
    assert shown_grades(at) != left
    last = controls(at)["Next challenge"]["ends"]["End"]
    act(at, **last, by="challenges")
    assert controls(at)["which"]["text"] == "12 / 12"
    assert {"Gain", "Ideal from", "Discount"} <= {*controls(at)}


def test_a_hall_goes_through_the_topics_of_your_own_data() -> None:
    at = visit("your_data", {"present": "1"})
    assert "8 topics by AP@5, the worst first" in "".join(pieces(at))
    assert len(charts(at)) == 1
    press(at, "Next topic")
    assert not charts(at)
    first = [d["title"] for d in data(at)["documents"]]
    assert controls(at)["which"]["text"].startswith("1 / ")
    press(at, "Next topic")
    assert controls(at)["which"]["text"].startswith("2 / ")
    assert [d["title"] for d in data(at)["documents"]] != first
    press(at, "Previous topic")
    assert [d["title"] for d in data(at)["documents"]] == first


# The code


def read(drawn: dict[str, Any]) -> str:
    """What a phone reads of a code: decoded by a library that did not draw it."""
    pixels = np.full((drawn["size"],) * 2, 255, dtype=np.uint8)
    for square in drawn["path"].removeprefix("M").split("M"):
        x, y = square.removesuffix("h1v1h-1z").split()
        pixels[int(y), int(x)] = 0
    (found,) = zxingcpp.read_barcodes(np.kron(pixels, np.ones((4, 4), dtype=np.uint8)))
    return str(found.text)


@pytest.mark.parametrize(
    "address",
    [
        "http://rankbook.example:8501/average_precision",
        "https://x.org/ap?a=3A+%26+B~0%F0%9F%8D%9E~-50%25&k=3#x",
        "https://x.org/" + "a" * (present.MOST - 14),
        "<script>alert(1)</script>",
        "http://[127.0.0.1:8501/",
        "12345",
        "ÄÖ é 🍞",
    ],
)
def test_a_code_says_its_address(address: str) -> None:
    assert read(present.code(address)) == address


@pytest.mark.parametrize("host", ["localhost:8501", "127.0.0.1:8501", "[::1]:8501"])
def test_phones_get_the_address_of_the_computer_in_its_network(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(present, "get_internal_ip", lambda: "192.168.1.7")
    drawn = present.code(f"http://{host}/ap?k=3&predict=1")
    assert (drawn["of"], drawn["reach"]) == (f"http://{host}/ap?k=3&predict=1", "shared")
    assert read(drawn) == drawn["address"] == "http://192.168.1.7:8501/ap?k=3&predict=1"
    monkeypatch.setattr(present, "get_internal_ip", lambda: None)
    drawn = present.code(f"http://{host}/ap")
    assert (read(drawn), drawn["reach"]) == (f"http://{host}/ap", "alone")


def test_what_does_not_fit_a_code_is_said() -> None:
    drawn = present.code("a" * (present.MOST + 1))
    assert "path" not in drawn
    assert drawn["note"].startswith("This address has 2954 characters and a QR code holds 2953:")


def test_a_code_is_drawn_when_it_is_asked_for_and_gone_with_the_next_run() -> None:
    at = visit(VEHICLE, {**LIST, "present": "1"})

    def drawn() -> dict[str, Any]:
        (found,) = [c for c in data(at, "toolbar")["controls"] if c["kind"] == "code"]
        return dict(found)

    assert "path" not in drawn()
    act(at, "code", by="toolbar", of="http://here/?k=3")
    assert (drawn()["of"], read(drawn())) == ("http://here/?k=3",) * 2
    act(at, "move", list="a", id="2", to=0)
    assert "path" not in drawn()
    act(at, "code", by="toolbar", of="\ud800")
    assert not at.exception
    act(at, "code", by="toolbar")
    assert not at.exception


# In a browser


def test_a_hall_can_read_it_and_the_keys_lead_through_it(open_page: Callable[..., Page]) -> None:
    page = open_page(PATH + SEVEN)
    board = Board(page)
    sidebar, header = page.get_by_test_id("stSidebar"), page.get_by_test_id("stHeader")
    expect(sidebar).to_be_visible()
    expect(page.get_by_role("button", name="Present", exact=True)).to_have_attribute(
        "title", "Present, P"
    )

    # P begins, but not while it is typed.
    board.title("A").click()
    page.keyboard.press("p")
    board.title("A").press("Escape")
    expect(sidebar).to_be_visible()
    page.keyboard.press("p")
    expect(sidebar).to_be_hidden()
    expect(header).to_be_hidden()
    settle(page)
    assert query(page)["present"] == "1"
    expect(board.cards).to_have_count(7)
    assert page.evaluate(MISFITS) == []
    click(page, "Predict first")
    page.get_by_role("textbox", name="Your guess for AP@5").fill("3/4")
    words = page.evaluate(WORDS)
    page.keyboard.press("Enter")
    expect(page.locator(".guessed").get_by_text("off by")).to_be_visible()
    expect(page.get_by_role("button", name="rises")).to_be_visible()
    words += page.evaluate(WORDS)
    assert {"AP@5", "you", "rises", "A", "k = 5"} <= {word for word, _ in words}
    assert [(word, size) for word, size in words if size < 22] == []
    click(page, "Predict first")

    # The arrows turn the steps, where they have nothing else to do.
    which = page.locator(".controls.hall .text").first
    page.get_by_role("button", name="Next step").click()
    expect(which).to_have_text("1 / 5")
    page.keyboard.press("ArrowRight")
    expect(which).to_have_text("2 / 5")
    page.keyboard.press("ArrowLeft")
    expect(which).to_have_text("1 / 5")
    page.keyboard.press("End")
    knob = page.get_by_role("combobox", name="AP denominator")
    knob.focus()
    page.keyboard.press("ArrowDown")
    expect(knob).to_have_value("1")
    settle(page)
    expect(which).to_have_text("5 / 5")

    # Escape belongs to what is held, to a field and to a dialog; then it ends the presentation.
    grip = board.cards.first.locator(".grip")
    before = board.text()
    grip.focus()
    for key in ("Space", "ArrowDown", "Escape"):
        page.keyboard.press(key)
    settle(page)
    assert board.text() == before
    board.cards.first.get_by_role("textbox").press("Escape")
    page.get_by_role("button", name="QR code").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR code of the address below")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(sidebar).to_be_hidden()
    assert focused(page) == "QR code"
    page.keyboard.press("Escape")
    expect(sidebar).to_be_visible()
    settle(page)
    assert "present" not in query(page)
    page.go_back()
    expect(sidebar).to_be_hidden()


# What of a presented page does not fit: words and buttons that end outside the window, or a score,
# its change included, in what is beside it; the name of a lesson; of a board, a card that is
# covered, or not level with its bars; of queries, a row that is broken. Found in one go, for asking
# costs.
MISFITS = """() => {
  const found = [];
  const say = (what, when) => { if (when) found.push(what); };
  const box = (node) => node.getBoundingClientRect();
  const shown = {visibilityProperty: true, opacityProperty: true};
  const parts = "button, input, .text, .says, dt, dd b, dd span, .chip, .queries .value";
  const all = [];
  const look = (root) => root.querySelectorAll("*").forEach((node) => {
    if (node.shadowRoot) look(node.shadowRoot);
    if (node.checkVisibility(shown) && box(node).width > 1) all.push(node);
  });
  look(document.querySelector(".stMain"));
  const those = (selector) => all.filter((node) => node.matches(selector));
  for (const node of those(parts)) {
    const {right, bottom} = box(node);
    const name = node.ariaLabel || node.textContent;
    say(`outside: ${name}`, right > innerWidth || bottom > innerHeight);
  }
  // The name of a lesson, not of Welcome, stands over the menu of its steps, beside the question.
  const [asked] = those(".controls.steps .invites").map(box);
  const menus = those(".controls.steps :is(select, button)").map(box);
  if (asked && !document.querySelector(".st-key-readers")) {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector("h1"));
    const name = box(words);
    say("the name is small", name.height < 17 || !those("h1").length);
    say("the name lies on the question", name.right > asked.left);
    say("the name lies on the steps", name.top < 0 || menus.some(({top}) => top < name.bottom - 2));
  }

  say("scrolls", document.querySelector(".stMain").scrollHeight > innerHeight);

  const {left: buttons} = box(document.querySelector(".st-key-toolbar"));
  const tiles = those("dl.scores > div");
  tiles.forEach((tile, at) => {
    const ends = [...tile.querySelectorAll("dt, b, span")].map((part) => {
      const words = document.createRange();
      words.selectNodeContents(part);
      return box(words).right;
    });
    const after = tiles[at + 1] ? box(tiles[at + 1]).left : 0;
    const last = tile.closest(".st-key-score") ? buttons : innerWidth;
    const next = after > box(tile).left ? after : last;
    say(`reaches too far: ${tile.textContent}`, Math.max(...ends) > next);
  });

  const cards = those(".board .card").map(box);
  cards.forEach(({right, top, height}, at) => {
    const above = document.elementFromPoint(right - 6, top + height / 2);
    say(`covered: card ${at + 1}`, !above?.closest(".st-key-board_a, .st-key-board_b"));
  });
  const rows = those(".picture .column > ul > li[data-doc], .handle").map(box);
  for (const row of cards.length ? rows : []) {
    const off = Math.min(...cards.map(({top}) => Math.abs(top - row.top)));
    say("not level", off > 1.5 || Math.abs(row.height - cards[0].height) > 1.5);
  }
  const [tag] = those(".cut .chip");
  const chip = tag && box(tag);
  const last = cards.at(-1);
  for (const slide of those(".slide")) {
    const {left, top, height} = box(slide);
    const taller = slide.scrollHeight - slide.clientHeight > 6;
    say("the formula is cut", taller || slide.scrollWidth > slide.clientWidth + 1);
    say("the formula lies on a card", last && top < last.bottom);
    const above = document.elementFromPoint(left + 8, top + height / 2);
    say("the formula is covered", slide.textContent && !slide.contains(above));
  }
  // A first step may hide k, and in most halls its tag stands beside the cards.
  const own = [...(tag?.getRootNode().querySelectorAll(".board .card") ?? [])].map(box).at(-1);
  const near = own && chip.left < own.right - 2;
  say("k lies on the last card", near && chip.top < own.bottom - 2 && chip.bottom > own.top + 2);

  for (const row of those(".queries .rows .row")) {
    const squares = [...row.querySelectorAll(".square")];
    const lines = new Set(squares.map((square) => Math.round(box(square).top)));
    say("a row of squares is broken", lines.size > 1);
  }
  const names = those(".queries .head .named-line").map(box);
  say("k lies on the mean", names.some(({left}) => chip.right > left));
  const axes = those(".queries .rows .axis").map(box);
  say("the axis is short", axes.some(({width}) => width < 0.17 * innerWidth));
  return found;
}"""
SIZES = ((1400, 900), (1024, 768))
# Lessons whose stage is another one, and which of their presets takes most room.
OTHERS = {
    "rank_agreement": 5,
    "disagreement": 5,
    "significance": 5,
    "which_metric": 5,
    "mean_over_queries": 16,
    "two_tools": 5,
    "judges": 6,
}
ONE_LIST = [each for each in LESSONS if each not in OTHERS]


def assert_nothing_misfits(page: Page, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate(MISFITS) == [], (width, height)


@pytest.mark.parametrize("lesson", sampled(["squared_error", *of_sample(ONE_LIST)]))
def test_a_list_beside_its_bars_fits_the_window_whatever_is_asked(
    open_page: Callable[..., Page], lesson: str
) -> None:
    """Ten cards, or six below a line of dots; after a change, and with hands to count.

    What has changed is looked at in one window of the two, in both on one page.
    """
    sizes = SIZES if lesson == AP else SIZES[1:]
    count = 6 if lesson == "squared_error" else 10
    page = open_page(lesson + to_text("3021030211"[:count], k=count, present=1), *SIZES[1])
    board = Board(page)
    expect(board.cards).to_have_count(count)
    expect(board.all.locator(".retrieval")).to_be_hidden()
    assert_nothing_misfits(page)
    top = box(board.list)["y"]
    board.grade("A", 0).click()
    expect(page.locator("dl.scores :is(.up, .down)").first).to_be_visible()
    assert box(board.list)["y"] == top
    assert_nothing_misfits(page, sizes)
    click(page, "Predict first")
    field = page.get_by_role("textbox", name="Your guess")
    rises = page.get_by_role("button", name="rises")
    expect(field).to_be_visible()
    expect(rises).to_be_hidden()
    assert_nothing_misfits(page, sizes)
    place = box(board.list)
    field.press("Enter")
    expect(field).to_be_hidden()
    expect(rises).to_be_visible()
    assert page.locator(".guessed").count() == 0
    assert_nothing_misfits(page, sizes)
    assert box(board.list) == place


@pytest.mark.parametrize("lesson", sampled(each for each in OTHERS if each != "mean_over_queries"))
def test_another_stage_fits_the_window_and_a_presenter_leads_through_it(
    open_page: Callable[..., Page], lesson: str
) -> None:
    page = open_page(f"/{lesson}?present=1", *SIZES[1])
    which = page.locator(".controls.hall .text").first
    expect(which).to_have_text(re.compile(r"^1 / "))
    assert_nothing_misfits(page)
    for at in range(2, OTHERS[lesson] + 1):
        page.keyboard.press("PageDown")
        expect(which).to_have_text(re.compile(rf"^{at} / "))
    assert_nothing_misfits(page)


def test_what_the_mouse_has_set_does_not_keep_the_arrow_keys(
    open_page: Callable[..., Page],
) -> None:
    """They lead through the talk; whoever sets it with the keys has them."""
    page = open_page("/rank_biased_precision?present=1", *SIZES[0])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # to the step that turns it
    which = page.locator(".controls.hall .text").first
    slider = page.get_by_role("slider", name="Persistence p")
    # A busy browser gives the focus up late: the next key comes before.
    page.evaluate(
        "() => {const soon = setTimeout; window.setTimeout = (act, ms = 0) => soon(act, ms + 200)}"
    )
    slider.click(position={"x": 20, "y": 5})
    expect(slider).not_to_have_value("0.5")
    page.keyboard.press("ArrowRight")
    expect(which).to_have_text(re.compile(r"^4 / "))
    page.keyboard.press("ArrowLeft")
    expect(which).to_have_text(re.compile(r"^3 / "))
    settle(page)
    value = slider.input_value()
    slider.press("ArrowRight")
    assert float(slider.input_value()) > float(value)
    settle(page)
    expect(which).to_have_text(re.compile(r"^3 / "))


def test_the_keys_lead_whatever_was_clicked_last(open_page: Callable[..., Page]) -> None:
    """A grade, a grip that has its card, a button, a menu; Home, End and Space lead, too."""
    page = open_page(f"{PATH}?present=1", *SIZES[0])
    which = page.locator(".controls.hall .text").first
    ways = page.locator("[role=radio]").nth(2), page.locator(".grip").first
    ideal, more = (page.get_by_role("button", name=name) for name in ("Ideal order", "More"))
    for at, (clicked, key) in enumerate(
        zip((*ways, ideal, more), ("ArrowRight", "ArrowRight", "PageDown", " "), strict=True),
        start=2,
    ):
        clicked.click()
        if clicked is more:
            page.get_by_role("button", name="Shuffle").click()
            page.keyboard.press(" ")  # first the answer
        settle(page)
        graded = page.locator("[role=radio][aria-checked=true]").all_inner_texts()
        page.keyboard.press(key)
        expect(which).to_have_text(re.compile(rf"^{at} / "))
        settle(page)
        assert not page.locator(".lifted").count(), graded
    page.keyboard.press("ArrowLeft")
    expect(which).to_have_text(re.compile("^4 / "))
    page.keyboard.press("End")
    expect(which).to_have_text(re.compile(r"^(\d+) / \1"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/squared_error[?]"))
    expect(which).to_have_text(re.compile("^1 / "))
    page.get_by_role("combobox", name="Step").select_option(index=3)
    expect(which).to_have_text(re.compile("^3 / "))
    page.keyboard.press("Home")
    expect(which).to_have_text(re.compile("^1 / "))


def test_space_leads_on_after_a_drag_to_steps_with_other_cards(
    open_page: Callable[..., Page],
) -> None:
    """The next step builds some cards anew: no grip among them takes Space as its own."""
    page = open_page("/average_precision?present=1", *SIZES[0])
    which = page.locator(".controls.hall .text").first
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        settle(page)
    grips = page.locator(".grip")
    begin, end = box(grips.nth(6)), box(grips.nth(5))
    page.mouse.move(begin["x"] + 5, begin["y"] + 10)
    page.mouse.down()
    page.mouse.move(begin["x"] + 5, begin["y"] - 10, steps=4)
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=8)
    page.mouse.up()
    settle(page)
    for at in (4, 5, 5, 6):  # the answer of the fourth step, the fifth, its answer, the sixth
        page.keyboard.press(" ")
        settle(page)
        assert not page.locator(".lifted").count()
        expect(which).to_have_text(re.compile(rf"^{at} / "))


def test_what_is_announced_is_heard_in_the_code_too(open_page: Callable[..., Page]) -> None:
    """Nothing is heard beside an open dialog."""
    page = open_page(f"{PATH}?present=1&a=3A~0B")
    page.get_by_role("button", name="QR code", exact=True).click()
    dialog = page.get_by_role("dialog")
    page.evaluate("rankbook.act('text', {do: 'move', list: 'a', id: '2', to: 0})")
    expect(dialog.get_by_role("status")).to_contain_text("B, rank 1 of 2")
    dialog.get_by_role("button", name="Close").click()
    page.evaluate("rankbook.act('text', {do: 'move', list: 'a', id: '1', to: 0})")
    expect(heard(page)).to_contain_text("A, rank 1 of 2")


def test_the_key_of_the_search_opens_no_contents_that_a_hall_does_not_see(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(PATH)
    page.get_by_test_id("stSidebarContent").hover()  # else the button is hidden
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click(force=True)
    opener = page.get_by_test_id("stExpandSidebarButton")
    expect(opener).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".presenting")).to_have_count(1)
    settle(page)
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(page.locator(".presenting")).to_have_count(0)
    expect(opener).to_be_visible()


def test_a_phone_shows_its_own_page(open_page: Callable[..., Page]) -> None:
    page = open_page(f"{PATH}?present=1", 390, 844, touch=True)
    expect(page).not_to_have_url(re.compile("present=1"))
    expect(page.get_by_role("button", name="Reset", exact=True)).to_be_visible()


def test_the_balance_of_queries_fills_the_window(open_page: Callable[..., Page]) -> None:
    """Also of lists of 25: each is one line of squares, below the numbers of its ranks."""
    page = open_page("/mean_over_queries?present=1", *SIZES[1])
    choice = page.get_by_label("Step", exact=True)
    expect(choice.locator("option:checked")).to_have_text(re.compile("Two queries"))
    for number, step in enumerate(presets("mean_over_queries")):
        if step in ("mq-two", "mq-opening", "mq-late", "mq-outlier", "mq-macro-micro", "mq-err"):
            choice.select_option(str(number))
            settle(page)
            assert_nothing_misfits(page)
            foot = box(page.locator(".queries .foot"))
            assert step != "mq-opening" or foot["y"] + foot["height"] > 0.8 * SIZES[1][1]


def photograph(thing: Locator) -> str:
    """What a phone reads that is held to the screen."""
    picture = Image.open(io.BytesIO(thing.screenshot())).convert("L")
    (found,) = zxingcpp.read_barcodes(np.asarray(picture))
    return str(found.text)


@pytest.mark.parametrize("dark", [False, True])
def test_a_link_opens_it_and_a_phone_gets_the_page(
    open_page: Callable[..., Page], dark: bool
) -> None:
    page = open_page(PATH + to_text("30210", present=1), 1024, 768, dark=dark)
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(Board(page).cards).to_have_count(5)
    assert page.evaluate(MISFITS) == []
    page.get_by_role("button", name="QR code").click()
    drawing = page.get_by_role("img", name="QR code of the address below")
    expect(drawing.locator("path")).to_have_attribute("d", re.compile("^M4 4"))
    address = page.get_by_role("dialog").locator(".address").inner_text()
    assert photograph(drawing) == address
    parts, here = urlsplit(address), urlsplit(page.url)
    assert parts[:3] == here[:3]
    assert "present" not in parts.query
    assert parse_qs(here.query) == {**parse_qs(parts.query), "present": ["1"]}


def test_only_what_is_presented_is_drawn_for_a_hall(open_page: Callable[..., Page]) -> None:
    """Whatever page the address is of next, it has its chapters back, or loses them again."""
    page = open_page("/reference?present=1")
    chapters = page.get_by_role("navigation", name="Chapters")
    for path in ("playground", "reference", "average_precision", "drill", "spot_the_mistake"):
        come_to(page, f"/{path}?present=1")
        expect(chapters).to_be_hidden()
        come_to(page, f"/{path}")
        expect(chapters).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_the_formula_on_the_slide_follows_every_drag_and_waits_for_a_guess(
    open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    """1 0 1 1 0: AP@5 is (1/1 + 2/3 + 3/4) / 3 = 0.806."""
    page = open_page(PATH + to_text("10110", scale=1, present=1), *size)
    board, slide = Board(page), page.locator(".slide")
    # Each fraction has a hidden stroke, for copying.
    expect(slide).to_have_text("AP@5 = 1/3 (1/1 + 2/3 + 3/4) = 0.806")
    place = box(board.list)

    # While C is dragged to the top the formula is that of 1 1 0 1 0; dropped there, it stays.
    board.take("C")
    board.carry(board.card("B"))
    expect(slide).to_have_text("AP@5 = 1/3 (1/1 + 2/2 + 3/4) = 0.917")
    page.mouse.up()
    settle(page)
    expect(slide).to_have_text("AP@5 = 1/3 (1/1 + 2/2 + 3/4) = 0.917")
    assert box(board.list) == place

    # Who predicts sees it with the answer, and nothing moves.
    click(page, "Predict first")
    field = page.get_by_role("textbox", name="Your guess")
    expect(field).to_be_visible()
    expect(slide).to_have_text("")
    place = box(board.list)
    field.fill("0.9")
    field.press("Enter")
    expect(slide).to_have_text("AP@5 = 1/3 (1/1 + 2/2 + 3/4) = 0.917")
    assert box(board.list) == place
    assert_nothing_misfits(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    "lesson",  # the first step of interleaving has no score yet
    [each for each in LESSONS if each not in ("interleaving", "two_tools", "which_metric")],
)
@pytest.mark.parametrize("shown", ["list", "chart", "guess"])
def test_the_formula_is_on_every_slide(lesson: str, shown: str) -> None:
    """With the numbers of the score, or with its room while the reader guesses."""
    at = visit(lesson, {"present": "1"} | ({"predict": "1"} if shown == "guess" else {}))
    if shown == "chart":
        act(at, "chart", by="toolbar", to=1)
    (slide,) = [piece for piece in pieces(at) if "class='slide formula" in piece]
    scores = [tile.score for tile in tiles(at).values()]
    # A sentence on the score may follow.
    slide = re.sub(r"<span class='says'><span>[^<]+\.</span></span></p>$", "</p>", slide)
    # Another score follows.
    if lesson in ("ab_test", "disagreement", "unjudged", "precision_recall_curve"):
        slide, also = re.subn(r"<span class='also'>.*</span></p>$", "</p>", slide)
        assert also == (shown != "guess")
    assert slide.endswith("></p>" if shown == "guess" else f"=\u00a0<b>{scores[0]}</b></p>")


@pytest.mark.parametrize(
    ("lesson", "has_room"), [("expected_reciprocal_rank", True), ("significance", False)]
)
def test_beside_a_sum_stands_what_the_score_is_if_there_is_room(
    open_page: Callable[..., Page], lesson: str, has_room: bool
) -> None:
    """The sum of two systems has a difference for each of many topics."""
    page = open_page(f"/{lesson}?present=1")
    slide, says = page.locator(".slide"), page.locator(".says > span")
    middle = box(says)["y"] + box(says)["height"] / 2
    assert (middle < box(slide)["y"] + box(slide)["height"]) == has_room
    assert not slide.evaluate("(node) => node.scrollHeight > node.clientHeight + 6")


def test_below_thirty_cards_the_formula_stays_in_sight(open_page: Callable[..., Page]) -> None:
    listed = to_text("0" * 29 + "1", scale=1, k=30, present=1)
    page = open_page(PATH + listed, *SIZES[0])
    slide, main = page.locator(".slide"), page.get_by_test_id("stMain")
    covered = "(node) => { const {left, bottom} = node.getBoundingClientRect(); "
    covered += "return !node.contains(document.elementFromPoint(left + 8, bottom - 12)); }"
    for top in (0, 10_000):
        main.evaluate("(node, top) => node.scrollTo(0, top)", top)
        expect(slide).to_have_text("AP@30 = 1/1 (1/30) = 0.033")
        expect(slide).to_be_in_viewport(ratio=1)
        assert not slide.evaluate(covered)
    page.keyboard.press("c")
    expect(page.locator(".st-key-hall_chart svg.marks")).to_be_visible()
    expect(slide).to_be_in_viewport(ratio=1)


def test_titles_are_whole_beside_a_chart(open_page: Callable[..., Page]) -> None:
    page = open_page("/discounted_gain?present=1", *SIZES[0])
    page.keyboard.press("c")
    expect(page.locator(".st-key-hall_chart svg.marks")).to_be_visible()
    settle(page)
    cut = "(title) => title.scrollHeight > 1.5 * parseFloat(getComputedStyle(title).lineHeight)"
    titles = page.locator(".card .whole").all()
    assert titles
    assert not any(title.evaluate(cut) for title in titles)


@pytest.mark.parametrize(
    ("lesson", "terms"),
    [("expected_reciprocal_rank", 9), ("rank_biased_precision", 12), ("discounted_gain", 6)],
)
def test_a_long_formula_has_two_lines_at_most(
    open_page: Callable[..., Page], lesson: str, terms: int
) -> None:
    grades = "1" * terms
    page = open_page(lesson + to_text(grades, k=terms, present=1), *SIZES[1])
    slide = page.locator(".slide.long")
    expect(slide).to_be_visible()
    expect(slide.locator("b")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        assert page.evaluate(MISFITS) == []
        line = slide.evaluate("(node) => parseFloat(getComputedStyle(node).lineHeight)")
        result = box(slide.locator("b"))
        assert result["y"] + result["height"] <= box(slide)["y"] + 2 * line + 6


# Pixels below the baseline that a title has, less those that a "g" needs.
DESCENT = """(title) => {
  const mark = document.createElement("i");
  mark.style.cssText = "display: inline-block; width: 0; height: 0";
  title.append(mark);
  const style = getComputedStyle(title);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const needs = pen.measureText("g").actualBoundingBoxDescent;
  const left = title.getBoundingClientRect().bottom - mark.getBoundingClientRect().bottom - needs;
  mark.remove();
  return left;
}"""


@pytest.mark.parametrize("count", [5, 7, 10])
def test_no_title_is_cut_below_while_a_hall_predicts(
    open_page: Callable[..., Page], count: int
) -> None:
    listed = to_text("1010101010"[:count], scale=1, k=count, present=1, predict=1)
    page = open_page(PATH + listed, *SIZES[1])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        for card in Board(page).cards.all():
            assert card.locator(".whole").evaluate(DESCENT) >= 0


@pytest.mark.parametrize(
    ("path", "first", "shows", "answer", "then"),
    [
        ("/drill", "", ".judged", "The solution.", ".which:has-text('Exercise 2')"),
        (
            "/spot_the_mistake",
            ".step:has-text('Why is step 3 false?')",
            ".step .answer",
            "Step 3 is false.",
            ".hall .text:has-text('2 / 33')",
        ),
    ],
)
def test_space_answers_an_exercise_in_a_hall_and_goes_on(
    open_page: Callable[..., Page], path: str, first: str, shows: str, answer: str, then: str
) -> None:
    """A puzzle has a pause between the step and what is wrong with it."""
    page = open_page(f"{path}?present=1", *SIZES[0])
    if first:
        page.keyboard.press("Space")
        expect(page.locator(first)).to_be_visible()
        settle(page)
    expect(page.locator(shows)).not_to_contain_text(answer)
    page.keyboard.press("Space")
    expect(page.locator(shows)).to_contain_text(answer)
    settle(page)
    page.keyboard.press("Space")
    expect(page.locator(then)).to_be_visible()


def test_space_answers_no_question_of_a_hall_for_it(open_page: Callable[..., Page]) -> None:
    """Also where an exercise is a choice: the next one focuses none."""
    page = open_page("/drill?present=1", *SIZES[0])
    choices = 0
    for number in range(1, 6):
        expect(page.locator(".which")).to_contain_text(f"Exercise {number}")
        settle(page)
        choices += page.get_by_role("button", name="falls").count()
        page.keyboard.press("Space")
        expect(page.locator(".judged")).to_contain_text("The solution.")
        settle(page)
        page.keyboard.press("Space")
    assert choices


def test_a_hall_plays_with_the_challenges(open_page: Callable[..., Page]) -> None:
    page = open_page("/playground", *SIZES[0])
    board, which = Board(page), page.locator(".controls.hall .text").first
    page.keyboard.press("p")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(which).to_have_text("– / 12")
    assert_nothing_misfits(page)
    page.keyboard.press("ArrowRight")
    expect(which).to_have_text("1 / 12")
    step = page.locator(".controls.hall .step")
    expect(step).to_contain_text("Move one document so that AP rises and nDCG falls.")
    assert_nothing_misfits(page)
    page.keyboard.press("Space")  # solves it, says why, and then goes on
    expect(page.locator(".verdict.solved")).to_be_visible()
    expect(step).to_contain_text("A weak hit now stands above a strong one.")
    assert_nothing_misfits(page)
    page.keyboard.press("Space")
    expect(which).to_have_text("2 / 12")
    page.keyboard.press("ArrowLeft")
    expect(which).to_have_text("1 / 12")
    page.get_by_role("link", name="Start it again").click()
    expect(page.locator(".verdict.solved")).to_have_count(0)
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    settle(page)
    place = box(board.list)
    board.cards.nth(0).locator(".grip").press("Alt+ArrowDown")
    expect(page.locator(".verdict p")).to_have_text("Not yet.")
    expect(page.locator(".verdict li").first).to_have_text("AP@5 −0.167 (must rise)")
    assert box(board.list) == place
    page.keyboard.press("Control+z")
    settle(page)
    board.cards.nth(2).locator(".grip").press("Alt+ArrowUp")
    settle(page)
    board.cards.nth(1).locator(".grip").press("Alt+ArrowUp")
    expect(page.locator(".verdict.solved")).to_be_visible()
    page.get_by_role("button", name="Next challenge", exact=True).click()
    expect(which).to_have_text("2 / 12")
    page.keyboard.press("ArrowLeft")
    expect(which).to_have_text("1 / 12")
    expect(page.locator(".verdict.solved")).to_be_visible()  # as the hall left it
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "named"),
    [
        *((path, "AP@5") for path in ("/", "/your_data", "/playground")),
        (f"/playground?show={','.join(METRICS)}", "nERR@5"),
        ("/reference", "What do you want to know?"),
    ],
)
def test_the_other_pages_fit_the_window_too(
    open_page: Callable[..., Page], path: str, named: str
) -> None:
    page = open_page(path, *SIZES[1])
    page.keyboard.press("p")
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_text(named).first).to_be_visible()
    assert_nothing_misfits(page)
    if path == "/reference":  # its first measure follows
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text("Hit@k").first).to_be_visible()
        assert_nothing_misfits(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()


def test_an_empty_field_for_a_guess_takes_letters_and_lets_the_keys_of_a_talk_through(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(f"{PATH}?present=1")
    click(page, "Predict first")
    field = page.get_by_role("textbox", name="Your guess")
    field.press("p")
    expect(field).to_have_value("p")
    field.press("ArrowRight")  # in what is typed the arrows and Escape are the field's
    field.press("ArrowLeft")
    which = page.locator(".controls.hall .text").first
    expect(which).to_have_text(re.compile("^1 / "))
    field.fill("")
    field.press("ArrowRight")
    expect(which).to_have_text(re.compile("^2 / "))
    field.press("Escape")
    expect(page.get_by_role("button", name="Present", exact=True)).to_be_visible()
