"""Predict first: what is taken for a number, what is seen when, and that nothing on the page moves.

The hands of a class are counted against the move they were about, and against no other.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    arrive,
    controls,
    go,
    is_off,
    pieces,
    press,
    set_to,
    text,
    visit,
)
from live_app import settle
from live_board import Board, box, heard, to_text, turn_to
from live_board import press as click
from metrics import typed
from ui.core import predict
from ui.core.documents import RefusedError
from ui.core.predict import Bounds, Prediction, Vote, number, outcome
from ui.core.screen import Screen
from ui.draw.scoreboard import line_html
from vehicle import PATH, VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")

AP = "average_precision"
LIST = {"a": "3A~0B~2C~.~1D"}  # at k = 5: 1/1 and 2/3, divided by three
SCORE = 0.556


# Numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((text, 34 / 45) for text in ("(1 + 2/3 + 3/5) / 3", "1/3*(1+2/3+3/5)", "1 − 11 ÷ 45")),
        *((text, 0.7) for text in ("0.7", ".7", "0,7", ",7", " 0.70 ", "+0.7", "70 %", "70%")),
        *((text, 0.75) for text in ("3/4", " 3 / 4", "75 %", "1.5/2", "1,5/2")),
        *((text, 1) for text in ("1", "1.", "5/5", "100 %", "001")),
        *((text, 0) for text in ("0", "0/9", "-0", "−0", "0%")),
    ],
)
def test_numbers_as_people_write_them(text: str, value: float) -> None:
    assert number(text, (0, 1)) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        *("x", "seven", "0.7.1", "1,234.5", "1e-1", "nan", "inf", "-inf", ".", ",", "%"),
        *("1/0", "3//4", "3/", "/4", "3/4 %", "75 % %", "0x1", "1_0", "0 7", "½", "²"),
        *("1.01", "-0.1", "−1", "101 %", "5/4", "7", "0" * 41),
    ],
)
def test_what_is_no_number_or_out_of_bounds_is_refused_in_a_sentence(text: str) -> None:
    allowed = re.escape("A guess is a number from 0 to 1, as 0.7, 3/4 or 75 %. ")
    with pytest.raises(RefusedError, match=rf"^{allowed}“.{{1,20}}” is not one\.$"):
        number(text, (0, 1))


@pytest.mark.parametrize(
    ("text", "means", "means_not"),
    [
        ("0.76", (0.755, 0.7649), (0.7549, 0.7651)),
        (".760", (0.7595, 0.7605), (0.7594, 0.7606)),
        ("76 %", (0.755, 0.7649), (0.7549, 0.7651)),
        ("3/4", (0.75,), (0.7501, 0.7499)),
        ("0.5 + 0.333", (0.833, 0.88), (0.884,)),  # as exact as the roughest of them
        ("1", (1.0,), (0.9999,)),
    ],
)
def test_a_number_means_what_rounds_to_it(
    text: str, means: tuple[float, ...], means_not: tuple[float, ...]
) -> None:
    read = typed.read(text)
    assert all(map(read.means, means))
    assert not any(map(read.means, means_not))


@pytest.mark.parametrize(
    ("bounds", "below", "sentence"),
    [
        ((0, None), "-1", "A guess is a number of at least 0, as 0.7, 3/4 or 75 %."),
        ((1, None), "0.5", "A guess is a number of at least 1, as 2, 2.5 or 7/2."),
        ((-1, 1), "-1.5", "A guess is a number from -1 to 1, as 0.7, 3/4 or 75 %."),
    ],
)
def test_each_measure_says_its_own_bounds(bounds: Bounds, below: str, sentence: str) -> None:
    """And what it names as examples is taken."""
    with pytest.raises(RefusedError, match=re.escape(sentence)):
        number(below, bounds)
    for example in re.split(", | or ", sentence.removesuffix(".").split("as ")[1]):
        number(example, bounds)


@pytest.mark.parametrize(
    ("guess", "score_", "bounds", "end", "you", "truth"),
    [
        (0.5, 0.25, (0, 1), "1", 0.5, 0.25),
        (0, 0.5, (-1, 1), "1", 0.5, 0.75),
        (3, 7.2, (0, None), "10", 0.3, 0.72),
        (10, 3, (0, None), "20", 0.5, 0.15),
        (1, 1, (1, None), "2", 0, 0),
    ],
)
def test_the_line_has_room_for_both(
    guess: float, score_: float, bounds: Bounds, end: str, you: float, truth: float
) -> None:
    line = line_html(guess, score_, bounds)
    assert f"--you:{you:.4f}" in line
    assert f"--at:{truth:.4f}" in line
    assert f"<span>{end}</span></div>" in line
    assert f"off by <b>{abs(guess - score_):.3f}</b>" in line
    assert "truth" not in line_html(guess, float("nan"), bounds)


# Hands


@pytest.mark.parametrize(
    ("change", "hands", "sentence"),
    [
        (-0.1119, {"falls": 3, "rises": 9}, "It fell by 0.112: 3 of 12 had said so."),
        (0.25, {"rises": 12}, "It rose by 0.250: all 12 had said so."),
        (0.25, {"rises": 1}, "It rose by 0.250: 1 of 1 had said so."),
        (4e-4, {"rises": 5, "falls": 1}, "It stayed: none of 6 had said so."),
        (float("nan"), {"stays": 1}, "There is no score to compare with."),
    ],
)
def test_what_happened_stands_against_what_was_said(
    change: float, hands: dict[str, int], sentence: str
) -> None:
    assert outcome(Vote(Screen(), AP, hands), change) == sentence


def test_a_vote_shows_the_next_screen_and_no_other() -> None:
    first, second = Screen(), Screen().with_settings(k=2)
    voted = Prediction(on=True, vote=Vote(first, AP, {"rises": 1}))
    assert not voted.hides([AP], first, None)  # it is open
    assert not voted.hides([AP], second, first)  # it is answered
    assert voted.hides([AP], second, None)  # a preview, or another list
    assert voted.hides([AP], Screen().with_settings(k=3), second)
    assert voted.hides(["err"], second, first)
    assert not Prediction().hides([AP], second, first)


# A page


def seen(at: AppTest) -> bool:
    """Whether the score is on the page: in its own place, in the bars, or anywhere."""
    assert not at.exception
    shown = any(f"<b>{SCORE:.3f}</b>" in piece for piece in pieces(at))
    assert shown == (f"{SCORE:.3f}" in "".join(pieces(at)))
    return shown


def hands(at: AppTest) -> tuple[str, list[int]]:
    """What the strip says, and how many hands there are for each way."""
    (strip,) = [control for control in controls(at).values() if control["kind"] == "hands"]
    assert [way for way, _, _ in strip["ways"]] == list(predict.WAYS)
    return strip["says"], [count for _, _, count in strip["ways"]]


def raise_hands(at: AppTest, *ways: str) -> None:
    for way in ways:
        act(at, "vote", by="guess", key=AP, **{"for": way})


def test_hands_that_were_answered_are_not_up_again() -> None:
    """The reader moves a card and takes it back: the question is open, and no hand is raised."""
    at = visit(VEHICLE, {"a": "3A~0B~2C", "present": "1"})
    press(at, "Predict first")
    act(at, "guess", by="guess", key=AP, low=0, high=1, to="1")
    raise_hands(at, "falls")
    act(at, "move", list="a", id="1", to=1)
    assert "1 of 1 had said so" in hands(at)[0]
    press(at, "Undo")
    assert hands(at)[1] == [0, 0, 0]


def test_a_guess_belongs_to_its_screen_and_its_measure() -> None:
    at = visit(VEHICLE, LIST)
    assert seen(at)
    press(at, "Predict first")
    assert controls(at)["Predict first"]["pressed"] is True
    assert not seen(at)
    set_to(at, "Your guess for AP@5", "seven")
    field = controls(at)["Your guess for AP@5"]
    assert (field["value"], field["note"].endswith("“seven” is not one.")) == ("seven", True)
    assert not seen(at)
    set_to(at, "Your guess for AP@5", "0,25")
    assert seen(at)
    assert f"off by <b>{SCORE - 0.25:.3f}</b>" in "".join(pieces(at))
    act(at, "move", list="a", id="2", to=0, held=True)
    assert not seen(at)
    assert "Your guess for AP@5" not in controls(at)  # not in the middle of a drag
    act(at, "cancel", held=True)
    assert seen(at)
    go(at, "discounted_gain")
    assert "Your guess for nDCG@5" in controls(at)
    go(at, VEHICLE)
    assert seen(at)
    act(at, "move", list="a", id="2", to=0)
    assert "note" not in controls(at)["Your guess for AP@5"]
    press(at, "Undo")
    assert seen(at)
    press(at, "Predict first")
    press(at, "Predict first")
    assert not seen(at)


def test_each_score_of_a_page_can_be_predicted() -> None:
    """Of three: the guess is about the one that is chosen, and hides all of them."""
    at = visit("precision_and_recall", {"a": "1A~0B~1C~0D~1E", "k": "3"})
    press(at, "Predict first")
    assert "Your guess for P@3" in controls(at)
    set_to(at, "Score to predict", "f1")
    assert "Your guess for P@3" not in controls(at)
    assert "0.667" not in "".join(pieces(at))
    set_to(at, "Your guess for F1@3", "0.6")  # 2 · 2 hits of 3 + 3
    assert "F1@3: off by <b>0.067</b>" in "".join(pieces(at))
    go(at, "average_precision")  # a page without F1
    assert "Your guess for AP@3" in controls(at)


def test_nobody_raises_hands_alone() -> None:
    at = visit(VEHICLE, LIST)
    press(at, "Predict first")
    set_to(at, "Your guess for AP@5", "0.5")
    assert seen(at)
    assert not [each for each in controls(at).values() if each["kind"] == "hands"]


def test_who_types_nothing_sees_the_answer_and_no_distance_from_it() -> None:
    at = visit(VEHICLE, {**LIST, "present": "1"})
    press(at, "Predict first")
    set_to(at, "Your guess for AP@5", " ")
    assert seen(at)
    assert "off by" not in "".join(pieces(at))
    assert hands(at)[1] == [0, 0, 0]
    act(at, "move", list="a", id="2", to=0)
    assert "Your guess for AP@5" in controls(at)


def test_a_hall_is_asked_for_the_score_and_votes_on_the_move_after_the_answer() -> None:
    at = visit(VEHICLE, {**LIST, "present": "1"})
    press(at, "Predict first")
    assert not seen(at)
    assert "Your guess for AP@5" in controls(at)
    assert not [each for each in controls(at).values() if each["kind"] == "hands"]
    raise_hands(at, "rises")  # by a page that was not drawn anew yet
    set_to(at, "Your guess for AP@5", "0.5")
    assert seen(at)
    assert hands(at) == ("Hands up: with the next move, AP@5 …", [0, 0, 0])
    raise_hands(at, "falls", "falls", "rises")
    act(at, "move", list="a", id="2", to=0)  # 1/2 and 2/3
    assert hands(at) == ("It fell by 0.167: 2 of 3 had said so.", [0, 0, 0])
    assert "<b>0.389</b>" in "".join(pieces(at))
    raise_hands(at, "rises")  # on a score that is seen, which stays so
    assert "<b>0.389</b>" in "".join(pieces(at))


def test_the_address_says_that_a_score_is_predicted_and_not_the_guess() -> None:
    at = visit(VEHICLE, LIST)
    press(at, "Predict first")
    set_to(at, "Your guess for AP@5", "3/4")
    raise_hands(at, "rises")
    assert dict(at.query_params) == {**LIST, "predict": "1"}
    assert is_off(at, "Undo")
    phone = visit(VEHICLE, {**LIST, "predict": "1"})
    assert not seen(phone)
    assert "Your guess for AP@5" in controls(phone)
    arrive(phone, LIST)
    assert seen(phone)


def test_what_people_get_wrong_waits_for_the_guess() -> None:
    """It tells what AP of such a list is."""
    at = visit(AP, {**LIST, "predict": "1"})
    assert "What people get wrong" not in text(at)
    set_to(at, "Your guess for AP@5", "0.5")
    assert "What people get wrong" in text(at)


def test_hands_are_shown_against_the_move_they_were_about() -> None:
    at = visit(VEHICLE, {**LIST, "present": "1"})
    press(at, "Predict first")
    raise_hands(at, "rises")  # nobody has seen the score yet
    set_to(at, "Your guess for AP@5", ".5")
    question = "Hands up: with the next move, AP@5 …"
    assert hands(at) == (question, [0, 0, 0])
    raise_hands(at, "falls", "rises", "falls", "nonsense")
    assert hands(at) == (question, [1, 0, 2])
    act(at, "move", list="a", id="2", to=0, held=True)
    assert hands(at) == (question, [1, 0, 2])
    act(at, "move", list="a", id="2", to=0)  # 1/2 and 2/3
    assert hands(at) == ("It fell by 0.167: 2 of 3 had said so.", [0, 0, 0])
    raise_hands(at, "stays")
    assert hands(at) == (question, [0, 1, 0])
    act(at, "rename", list="a", id="2", title="Bee")
    assert hands(at) == ("It stayed: 1 of 1 had said so.", [0, 0, 0])
    act(at, "move", list="a", id="2", to=2)  # nobody voted
    assert "Your guess for AP@5" in controls(at)
    set_to(at, "Your guess for AP@5", "1")
    raise_hands(at, "rises")
    arrive(at, {**LIST, "k": "2", "predict": "1", "present": "1"})  # another list, and no move
    assert "Your guess for AP@2" in controls(at)


@pytest.mark.parametrize(
    "damaged",
    [
        {"do": "guess", "key": AP, "to": "0.5"},
        {"do": "guess", "key": AP, "to": "0.5", "low": "x", "high": 1},
        {"do": "guess", "key": AP, "to": "x", "low": 9, "high": 8},
        {"do": "guess", "key": AP, "to": "\ud800", "low": 0, "high": 1},
        {"do": "vote", "key": AP, "for": ["rises"]},
        {"do": "vote"},
        {"do": "predict", "to": "yes"},
    ],
)
def test_no_message_breaks_the_page(damaged: dict[str, object]) -> None:
    at = visit(VEHICLE, LIST)
    press(at, "Predict first")
    act(at, by="guess", **damaged)  # type: ignore[arg-type]
    assert not at.exception


# In a browser


def places(page: Page) -> list[tuple[float, ...]]:
    """Where the score's block, the list, the buttons, and the bars where they are seen, are."""
    parts = [
        page.locator(selector).first
        for selector in (".st-key-score", ".st-key-toolbar", ".picture")
    ]
    return [
        tuple(round(box(part)[side], 2) for side in ("x", "y", "width", "height"))  # type: ignore[literal-required]
        for part in (*parts, Board(page).list)
        if part.is_visible()
    ]


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
def test_nothing_jumps(open_page: Callable[..., Page], width: int, height: int) -> None:
    """Not when it asks, refuses or reveals; and the keys are enough for it."""
    page = open_page(PATH, width, height)
    more = page.get_by_role("button", name="More")
    assert box(more)["x"] + box(more)["width"] <= width  # nothing is pushed along to reach it
    board = Board(page)
    told = page.locator("dl.scores b").first
    first = told.inner_text()
    expect(page.get_by_role("combobox", name="Step")).not_to_have_value("")  # with its question
    at_first = places(page)

    def stands(state: str, shown: Locator) -> None:
        expect(shown).to_be_visible()
        settle(page)
        page.get_by_test_id("stMain").evaluate("(main) => main.scrollTo(0, 0)")
        assert places(page) == at_first, state

    click(page, "Predict first", "Enter")
    field = page.get_by_role("textbox", name=re.compile("^Your guess for AP@"))
    stands("asked", field)
    expect(field).to_be_focused()
    for part in (".st-key-bar", ".picture"):
        assert first not in page.locator(part).first.inner_text()
    expect(page.locator(".picture .solid, .picture .filled")).to_have_count(0)
    assert page.locator(".picture .dashed").count() >= 3
    field.fill("lots")
    field.press("Enter")
    stands("refused", page.get_by_role("alert").get_by_text("“lots” is not one"))
    expect(field).to_have_value("lots")
    field.fill("3/4")
    field.press("Enter")
    stands(
        "revealed", page.locator(".guessed").get_by_text(f"off by {abs(float(first) - 0.75):.3f}")
    )
    expect(told).to_have_text(first)
    expect(more).to_be_focused()
    title = next(d.title for d in board.ranked().documents if not d.grade)
    board.grip(title).press("Alt+ArrowUp")
    expect(field).to_be_visible()
    expect(board.grip(title)).to_be_focused()


def test_a_hall_votes_by_keys_and_nothing_jumps(open_page: Callable[..., Page]) -> None:
    page = open_page(PATH + to_text("10101", scale=1, present=1))
    board = Board(page)
    click(page, "Predict first", "Enter")
    field = page.get_by_role("textbox", name=re.compile("^Your guess for AP@"))
    field.fill("3/4")
    field.press("Enter")
    group = page.get_by_role("group", name="Before the next move")
    expect(group).to_be_focused()
    settle(page)
    at_first = places(page)
    clear = page.get_by_role("button", name="Clear")
    expect(clear).to_be_hidden()
    rises = page.get_by_role("button", name=re.compile("^rises"))
    page.keyboard.press("Enter")  # a second one, out of habit
    page.keyboard.press("ArrowUp")
    expect(rises).to_have_accessible_name("rises, 1 hand")
    clear.click()
    expect(rises).to_have_accessible_name("rises, 0 hands")
    group.focus()
    for key in ("ArrowUp", "=", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="falls, 2 hands")).to_be_visible()
    expect(rises).to_have_accessible_name("rises, 1 hand")
    settle(page)
    assert places(page) == at_first
    page.get_by_role("button", name="Ideal order").focus()
    page.keyboard.press("=")  # elsewhere the keys count nothing
    board.grip("B").press("Alt+ArrowUp")
    expect(heard(page)).to_contain_text("2 of 4 had said so.")
    expect(rises).to_have_accessible_name("rises, 0 hands")


def test_a_guess_that_was_typed_is_about_its_question(open_page: Callable[..., Page]) -> None:
    """A moved card leaves it in its field; another list, cutoff or page does not."""
    page = open_page(PATH + to_text("302", "1"))
    click(page, "Predict first")
    guess = page.get_by_role("textbox", name="Your guess")
    guess.fill("0.5")
    Board(page).grip("C").press("Alt+ArrowUp")
    Board(page).shows("A3 C2 B0 | D1")
    settle(page)
    expect(guess).to_have_value("0.5")
    for change in (
        lambda: page.get_by_role("slider", name="Cutoff k").press("ArrowLeft"),
        lambda: page.get_by_role("button", name="Next step").click(),
        lambda: turn_to(page, "reciprocal_rank"),
    ):
        guess.fill("0.5")
        change()
        expect(guess).to_have_value("")


def test_the_truth_slides_in_but_for_those_who_want_no_motion(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(PATH + to_text("302", "1"))
    click(page, "Predict first")
    page.get_by_role("textbox", name="Your guess for AP@5").fill("0,25")
    page.get_by_role("button", name="Show the answer").click()
    truth = page.locator(".truth")
    expect(truth).to_have_css("animation-name", "slide-in")
    page.emulate_media(reduced_motion="reduce")
    expect(truth).to_have_css("animation-name", "none")
    page.emulate_media(reduced_motion="no-preference")
    settle(page, 1200)
    you = box(page.locator(".guessed .axis > i").first)
    axis, dot = box(page.locator(".guessed .axis")), box(truth)
    assert abs((dot["x"] + dot["width"] / 2 - axis["x"]) / axis["width"] - 5 / 9) < 0.01
    assert abs((you["x"] + you["width"] / 2 - axis["x"]) / axis["width"] - 0.25) < 0.01
