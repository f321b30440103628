"""Steps: a question, an answer that comes when it is asked for or with the act, and a menu."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from app_driver import act, controls, data, listed, press, set_to, shown_grades, text, visit
from live_app import settle
from live_board import Board, box, comes_true, focused
from sample import sampled
from steps import STEPS, TOLD
from ui.contents import LESSONS, PAGES, TEXTS
from ui.core.knobs import KNOBS
from ui.core.plain import typeset
from ui.core.presets import presets

AP: Final = "average_precision"
FIRST, SECOND, *_ = [step for step in STEPS if step["lesson"] == AP]


def strip(page: Page) -> Locator:
    return page.locator(".st-key-steps")


def first_row(page: Page) -> Locator:
    """The first card, query or topic; or the judges, the groups of an A/B test, or a draft."""
    others = ".queries .row, .pairs li, .st-key-groups"
    others += ", .st-key-verdicts, .st-key-tally, .st-key-draft, .coins"
    return page.locator(others).or_(Board(page).cards).first


def shown(page: Page) -> str:
    """What the strip shows of its step."""
    return re.sub(r"\s+", " ", strip(page).locator(".step").inner_text())


# What Python gives


@pytest.mark.parametrize("lesson", TOLD)
def test_the_buttons_lead_through_the_group_and_the_last_one_to_the_next_lesson(
    lesson: str,
) -> None:
    first = [step for step in STEPS if step["lesson"] == lesson and step["group"] == "first"]
    at = visit(lesson)
    for number, step in enumerate(first, start=1):
        given = controls(at)["step"]
        assert (given["do"], given["ask"]) == (typeset(step["do"]), typeset(step["ask"]))
        assert given["place"].startswith(f"{number} of {len(first)}")
        assert not given["open"]
        if number < len(first):  # before the act and after it: the next step may begin with that
            press(at, "Next step")
            press(at, "Previous step")
            act(at, by="steps", **given["acts"])
            press(at, "Next step")
    onward = [each for name, each in controls(at).items() if name.startswith("Next lesson: ")]
    assert bool(onward) == (lesson != LESSONS[-1].name)
    for way in onward:
        assert given["place"].endswith(f", then {PAGES[way['path']].title}")
        act(at, by="steps", **way["change"])
    act(at, by="steps", do="preset", lesson=lesson, to=first[-1]["id"])
    act(at, by="steps", do="preset", lesson=lesson, step=1)  # a key that was pressed twice
    assert controls(at)["step"]["of"] == first[-1]["id"]


@pytest.mark.parametrize("lesson", TOLD)
def test_the_answer_comes_with_the_act_and_goes_when_it_is_undone(lesson: str) -> None:
    at = visit(lesson)
    for step in (each for each in STEPS if each["lesson"] == lesson and "then" in each):
        act(at, by="steps", do="preset", lesson=lesson, to=step["id"])
        assert not controls(at)["step"]["open"]
        then = step["then"]
        if isinstance(then, dict):
            ((knob, value),) = then.items()
            if knob == "own_curve":
                act(at, "bend", to=[[rank, to] for rank, to in enumerate(value, start=1)])
            else:
                if knob == "thresholds":  # of all grades that a scale can have
                    value = value[: step["settings"].get("scale")]
                act(at, "turn", knob=knob, to=value)
        elif isinstance(then, list):
            for card, to in zip(data(at)["documents"], then, strict=True):
                act(at, "score", by="dots", list="a", id=card["id"], to=to)
        else:
            rearrange(at, then)
        assert controls(at)["step"]["open"], step["id"]
        press(at, "Undo")
        assert not controls(at)["step"]["open"]


def rearrange(at: Any, then: str) -> None:
    """Grade or move one card so that the list has these grades."""
    ranked, _, missed = then.partition("|")
    wanted = (
        [None if grade == "?" else int(grade) for grade in f"{ranked} {missed}".split()],
        len(ranked.split()),
    )
    cards, before = listed(at)["documents"], shown_grades(at)
    grades = before[0]
    others = [row for row, (a, b) in enumerate(zip(grades, wanted[0], strict=True)) if a != b]
    if len(others) == 1:
        row = others[0]
        act(at, "grade", list="a", id=cards[row]["id"], grade=wanted[0][row])
        return
    for row, to in product(range(len(cards)), repeat=2):
        left = grades[:row] + grades[row + 1 :]
        if [*left[:to], grades[row], *left[to:]] != wanted[0]:
            continue
        act(at, "move", list="a", id=cards[row]["id"], to=to)
        if shown_grades(at) == wanted:
            return
        if shown_grades(at) != before:
            press(at, "Undo")
    raise AssertionError(f"no move leads from {grades} to {then}")


def test_a_knob_is_drawn_when_a_step_needs_it_or_it_is_not_as_usual() -> None:
    """All of them are in the fold."""
    at = visit(AP)
    drawn = [control["name"] for control in data(at, "toolbar")["controls"]]
    assert "denominator" not in drawn
    act(at, "turn", knob="denominator", to="found")
    assert "denominator" in [control["name"] for control in data(at, "toolbar")["controls"]]
    asked = next(step for step in STEPS if step["lesson"] == AP and "show" in step)
    act(at, by="steps", do="preset", lesson=AP, to=asked["id"])
    assert "denominator" in [control["name"] for control in data(at, "toolbar")["controls"]]


def test_the_number_of_a_step_is_its_own_and_its_group_is_named() -> None:
    choice = controls(visit(AP))["Step"]
    numbers = [label.partition(".")[0] for _, label in choice["options"]]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert sum(count for _, count in choice["groups"]) == len(numbers)
    assert next(name for name, _ in choice["groups"]) == "Begin here"


def test_a_list_of_ones_own_is_no_step() -> None:
    at = visit(AP, {"a": "1A~0B", "scale": "1"})
    given = controls(at)["step"]
    assert (given["of"], given["answer"], given["open"]) == ("", "", False)
    assert controls(at)["Step"]["value"] is None
    press(at, "Next step")
    assert controls(at)["step"]["of"] == FIRST["id"]


@pytest.mark.parametrize(
    ("lesson", "step", "knob", "asked", "typed"),
    [
        ("ab_test", "ab-opening", "ab_groups", "850/1000, 900/1000", "144/1200, 192/1200"),
        ("precision_and_recall", "pr-counts", "retrieved_counts", "20,40,30,880", "5,6,3,0"),
        ("judges", "jd-table", "judge_counts", "300,20,10,0", "22,3,8,7"),
    ],
)
def test_typed_data_are_of_ones_own_unless_the_step_asks_for_them(
    lesson: str, step: str, knob: str, asked: str, typed: str
) -> None:
    at = act(visit(lesson), "preset", by="steps", lesson=lesson, to=step)
    set_to(at, KNOBS[knob].label, asked)
    assert (controls(at)["step"]["of"], controls(at)["step"]["open"]) == (step, True)
    set_to(at, KNOBS[knob].label, typed)
    assert controls(at)["step"]["do"] == "These are numbers of your own: change one."


@pytest.mark.parametrize(
    ("number", "step"), [(1, "ap-alternating"), (2, "ap-clean-start"), (3, "ap-denominators")]
)
def test_an_old_link_to_the_tour_opens_its_step(number: int, step: str) -> None:
    at = visit(AP, {"tour": str(number), "predict": "1"})
    assert controls(at)["step"]["of"] == step
    own = visit(AP, {"tour": str(number), "a": "1A~0B", "scale": "1"})
    assert shown_grades(own)[0] == [1, 0]
    assert "tour" not in own.query_params


def test_the_fold_sends_its_content_when_it_is_opened() -> None:
    closed, opened = (text(visit(AP, further=is_open)) for is_open in (False, True))
    assert "Does AP count recall too much?" in opened
    assert "import numpy" in opened
    assert "Does AP count recall too much?" not in closed
    assert "import numpy" not in closed


# In a browser


def test_the_answer_is_not_there_before_and_moves_nothing(open_page: Callable[..., Page]) -> None:
    """It comes by a key, with the act; goes with Undo; and comes again when the reader acts."""
    page = open_page(f"/{AP}")
    board, cards = Board(page), Board(page).cards
    given = board.text()
    before = box(cards.first)
    assert FIRST["answer"][:20] not in page.content() + shown(page)
    expect(strip(page).locator(".answer > span")).to_have_text("")
    page.get_by_role("button", name="Answer", exact=True).focus()
    page.keyboard.press("Enter")
    expect(strip(page).locator(".answer > span")).to_have_text(FIRST["answer"])
    comes_true(page, lambda: board.text() != given, "the act is done")
    assert [d.grade for d in board.ranked().documents] == [0, 1, 0]
    settle(page)
    assert box(cards.first) == before
    page.get_by_role("button", name="Hide the answer").click()
    expect(strip(page).locator(".answer > span")).to_have_text("")
    page.get_by_role("button", name="Undo", exact=True).click()
    comes_true(page, lambda: board.text() == given, "the act is undone")
    expect(strip(page).locator(".answer > span")).to_have_text("")
    cards.nth(2).locator(".grip").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(strip(page).locator(".answer > span")).to_have_text(FIRST["answer"])
    assert box(cards.first) == before


def test_what_was_answered_is_remembered_by_the_browser(open_page: Callable[..., Page]) -> None:
    page = open_page(f"/{AP}")
    option = strip(page).get_by_role("option").first
    assert "✓" not in (option.text_content() or "")
    page.get_by_role("button", name="Answer", exact=True).click()
    page.reload()
    settle(page)
    expect(option).to_have_text(re.compile("✓"))


def test_space_shows_a_hall_the_answer_and_then_goes_on(open_page: Callable[..., Page]) -> None:
    """Also after a card was clicked, and when presenting began by the button.

    With the answer the act is done, unless the list is not as the step has it.
    """
    page = open_page(f"/{AP}")
    page.get_by_role("button", name="Present", exact=True).click()
    settle(page)
    said, ap = strip(page).locator(".answer > span"), page.locator("dl.scores b").first
    for step in (FIRST, SECOND):
        expect(strip(page).locator(".invites")).to_have_text(f"{step['do']} {step['ask']}")
        expect(said).to_have_text("")
        expect(ap).to_have_text(step["claims"][0]["score"])
        if step is FIRST:
            page.keyboard.press(" ")
        else:
            strip(page).get_by_role("button", name="Answer").click()
        expect(said).to_have_text(step["answer"])
        expect(ap).to_have_text(step["claims_then"]["AP"])
        Board(page).cards.first.locator(".grip").click()
        page.keyboard.press(" ")
        settle(page)
    expect(strip(page).locator(".invites")).not_to_contain_text(SECOND["ask"])
    board = Board(page)
    board.cards.nth(1).locator(".grip").press("Alt+ArrowUp")
    settle(page)
    own = board.text()
    page.keyboard.press(" ")
    settle(page)
    assert board.text() == own


def test_beside_a_knob_the_menu_of_a_phone_has_the_buttons_that_have_no_room(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(f"/{AP}", width=390, height=844, touch=True)
    ideal, reset = (page.get_by_role("button", name=name) for name in ("Ideal order", "Reset"))
    more, row = page.get_by_role("button", name="More"), page.locator(".controls.row")
    expect(ideal.and_(page.locator(".menu *"))).to_have_count(0)
    number = [*presets(AP)].index("ap-three-of-five")
    strip(page).get_by_label("Step", exact=True).select_option(str(number))
    expect(page.get_by_label("AP denominator").first).to_be_visible()
    assert row.evaluate("row => row.scrollWidth <= row.clientWidth")
    expect(ideal).to_have_count(0)  # neither in the row nor in the closed menu
    more.click()
    expect(reset).to_be_visible()
    ideal.click()
    settle(page)
    expect(ideal).to_have_count(0)
    assert focused(page) == "More"


def test_the_menu_is_opened_and_left_by_keys(open_page: Callable[..., Page]) -> None:
    page = open_page(f"/{AP}", width=390, height=844, touch=True)
    more = page.get_by_role("button", name="More")
    more.focus()
    page.keyboard.press("Enter")
    predict = page.get_by_role("button", name="Predict first")
    place = box(predict)
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 390
    page.keyboard.press("Escape")
    expect(predict).to_be_hidden()
    assert focused(page) == "More"
    more.click()
    predict.click()
    settle(page)
    expect(predict).to_be_hidden()
    expect(page.get_by_role("textbox", name=re.compile("Your guess"))).to_be_visible()
    expect(strip(page).locator(".invites")).to_contain_text(FIRST["ask"])


# What a strip measures with each of the texts, its answer hidden and shown.
HIGH = """(step, steps) => {
  const strip = step.getRootNode().host.closest(".st-key-steps");
  const places = [".invites > span", ".invites > b", ".answer > span", ".answer > a"]
    .map((each) => step.querySelector(each));
  const source = places[3];
  const before = [step.className, source.hidden, ...places.map(({innerHTML}) => innerHTML)];
  const write = (texts) => texts.forEach((each, at) => { places[at].innerHTML = each; });
  const high = steps.map((texts) => {
    write(texts);
    return [false, true].map((open) => {
      step.classList.toggle("open", open);
      source.hidden = !open || !texts[3];
      if (!open) places[2].innerHTML = "";
      else write(texts);
      return strip.offsetHeight;
    });
  });
  [step.className, source.hidden] = before;
  write(before.slice(2));
  return [...new Set(high.flat())];
}"""
WIDE, PHONE, HALL = (1400, 900), (390, 844), (1280, 720)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [WIDE, PHONE, HALL])
@pytest.mark.parametrize("lesson", sampled(TOLD))
def test_nothing_moves_from_step_to_step(
    turn_to: Callable[..., Page],
    subtests: pytest.Subtests,
    lesson: str,
    width: int,
    height: int,
) -> None:
    """Neither the strip nor the list, and a knob that a step needs covers no score.

    The text of each step is measured where it stands. On a wide screen the first steps are reached,
    and the later ones that have a knob; elsewhere, of first steps with the same knobs, the first. A
    later one that has several knobs has a row more.
    """
    presented, touch = (width, height) == HALL, (width, height) == PHONE
    page = turn_to(f"/{lesson}{'?present=1' * presented}", width, height, touch=touch)
    steps = [step for step in STEPS if step["lesson"] == lesson]
    with subtests.test("no text makes the strip higher, whether its answer is shown or not"):
        texts = [
            [
                *(typeset(step.get(part, "")) for part in ("do", "ask", "answer")),
                f"From {TEXTS[step['source']].name}" if "source" in step else "",
            ]
            for step in steps
            if not presented or step["group"] == "first"
        ]
        assert len(high := strip(page).locator(".step").evaluate(HIGH, texts)) == 1, high
    if (width, height) == WIDE:
        reached = [step for step in steps if step["group"] == "first" or "show" in step]
    else:
        of_first = [step for step in steps if step["group"] == "first"]
        reached = [*{tuple(step.get("show", ())): step for step in of_first[::-1]}.values()]
    places: dict[str, list[str]] = {}
    for step in reached:
        number = [*presets(lesson)].index(step["id"])
        strip(page).get_by_label("Step", exact=True).select_option(str(number))
        settle(page)
        knobs = 2 if "steepness" in step["settings"] else len(step.get("show", ()))
        if step["group"] == "first" or knobs == 1:
            places.setdefault(f"strip {box(strip(page))['height']} px", []).append(step["id"])
            if step["id"] != "unjudged-pool":  # a table of its own
                places.setdefault(f"list at {box(first_row(page))['y']} px", []).append(step["id"])
        assert not covered_scores(page), step["id"]
    assert len(places) == 2, places


def covered_scores(page: Page) -> list[tuple[dict[str, float], dict[str, float]]]:
    """Each visible knob and the score that it covers, in pixels."""
    knobs, scores = (
        [box(each) for each in page.locator(place).filter(visible=True).all()]
        for place in (".st-key-toolbar :is(select, input)", ".st-key-score dl.scores b")
    )
    return [
        (one, other)
        for one, other in product(knobs, scores)
        if one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    ]
