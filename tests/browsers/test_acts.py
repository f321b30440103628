"""What readers do, by mouse and keys: the board, the score and the focus are right in each engine.

What is expected is worked out by hand: of the list 1 0 1 0 1 AP is (1/1 + 2/3 + 3/5) / 3 = 0.756.
"""

import csv

import pytest
from reader import Reader

from live_app import ROOT
from live_board import to_text

LIST = to_text("10101", scale=1)
AP = f"/average_precision{LIST}"
VEHICLE = f"/vehicle{LIST}"
HEARD = "body > [role=status]"
CARD = "li.card"
GRIP = "li.card .grip"


def agrees(reader: Reader, board: str, score: str, label: str = "AP@5") -> None:
    """Wait until a list is drawn, and its score."""
    reader.shows(reader.board, board)
    reader.shows(lambda: reader.scores().get(label), score)


def heard(reader: Reader, sentence: str) -> None:
    reader.comes_true(
        lambda: sentence in reader.js(f"return all({HEARD!r})[0].textContent"), sentence
    )


def test_a_card_is_dragged(reader: Reader) -> None:
    """1 1 0 1 0: (1 + 1 + 3/4) / 3. It counts while it is held; Escape puts it back."""
    reader.open(AP)
    last, second = reader.at(GRIP, nth=4), reader.at(GRIP, nth=1)
    reader.drag(last, second, drop=False)
    agrees(reader, "A1 E1 B0 C1 D0", "0.917")
    assert reader.query() == LIST
    reader.press("Escape")
    agrees(reader, "A1 B0 C1 D0 E1", "0.756")
    reader.let_go()
    reader.settle()
    agrees(reader, "A1 B0 C1 D0 E1", "0.756")
    reader.drag(last, second)
    reader.settle()
    agrees(reader, "A1 E1 B0 C1 D0", "0.917")
    assert reader.query() == "?a=1A~1E~0B~1C~0D&scale=1"
    heard(reader, "E, rank 2 of 5. AP@5 0.917, up 0.161")


def test_a_card_is_moved_by_keys(reader: Reader) -> None:
    """0 1 1 0 1: (1/2 + 2/3 + 3/5) / 3. The focus stays on the card."""
    reader.open(AP)
    reader.focus(GRIP)
    reader.press("Alt+ArrowDown")
    reader.settle()
    agrees(reader, "B0 A1 C1 D0 E1", "0.589")
    assert reader.focused() == "Move A, rank 2 of 5"
    reader.press("Alt+ArrowUp")
    reader.settle()
    agrees(reader, "A1 B0 C1 D0 E1", "0.756")
    reader.press(" ", "ArrowDown")
    agrees(reader, "B0 A1 C1 D0 E1", "0.589")
    reader.press("Escape")
    reader.settle()
    agrees(reader, "A1 B0 C1 D0 E1", "0.756")
    reader.press(" ", "ArrowDown", "ArrowDown", " ")
    reader.settle()
    agrees(reader, "B0 C1 A1 D0 E1", "0.589")
    assert reader.focused() == "Move A, rank 3 of 5"
    heard(reader, "A, rank 3 of 5. AP@5 0.589, down 0.167")


def test_a_card_is_moved_by_two_clicks(reader: Reader) -> None:
    reader.open(AP)
    reader.click(GRIP, nth=4)
    reader.shows(
        lambda: reader.texts(".choose"), ["Choose where it should go. Choose it again to cancel."]
    )
    reader.click(f"{CARD} .rank", nth=1)
    reader.settle()
    agrees(reader, "A1 E1 B0 C1 D0", "0.917")
    assert reader.focused() == "Move E, rank 2 of 5"


def test_grades(reader: Reader) -> None:
    """1 1 1 0 1: (3 + 4/5) / 4; then 1 1 1 1 1; then D is not judged, and no hit."""
    reader.open(AP)
    reader.click("[aria-label='Relevance of B'] [role=radio]", "1")
    reader.settle()
    agrees(reader, "A1 B1 C1 D0 E1", "0.950")
    reader.focus(GRIP, nth=3)
    reader.press("1")
    reader.settle()
    agrees(reader, "A1 B1 C1 D1 E1", "1.000")
    reader.press("u")
    reader.settle()
    agrees(reader, "A1 B1 C1 D? E1", "0.950")
    assert reader.focused() == "Move D, rank 4 of 5"


def test_a_title(reader: Reader) -> None:
    reader.open(AP)
    reader.click("input.title", "Title of C")
    reader.press("Control+a")
    reader.write("Rye")
    reader.press("Enter")
    reader.settle()
    assert reader.board() == "A1 B0 Rye1 D0 E1"
    assert reader.query() == "?a=1A~0B~1Rye~0D~1E&scale=1"


def test_what_was_done_is_undone_and_done_again(reader: Reader) -> None:
    reader.open(AP)
    lists = ["A1 B0 C1 D0 E1", "B0 A1 C1 D0 E1", "B0 C1 A1 D0 E1", "B0 C1 D0 A1 E1"]
    reader.focus(GRIP)
    for each in lists[1:]:
        reader.press("Alt+ArrowDown")
        reader.shows(reader.board, each)
    reader.settle()
    reader.press("Control+z")
    reader.shows(reader.board, lists[2])
    reader.press("Control+y")
    reader.shows(reader.board, lists[3])
    reader.press("Control+z", "Control+z", "Control+z")
    reader.settle()
    agrees(reader, lists[0], "0.756")
    assert reader.focused() == "Move A, rank 1 of 5"


def test_the_cut_is_dragged_and_moved_by_keys(reader: Reader) -> None:
    """(1 + 2/3) / 3, then 1/3. In the lesson on precision its line is in the picture, too."""
    reader.open(AP)
    chip, (_, y) = reader.at(".line.cut .chip"), reader.at(CARD, nth=2)
    reader.drag(chip, (chip[0], y + 20))
    reader.settle()
    agrees(reader, "A1 B0 C1 D0 E1", "0.556", "AP@3")
    reader.focus("[role=slider]", "Cut at k")
    reader.press("ArrowUp")
    reader.settle()
    agrees(reader, "A1 B0 C1 D0 E1", "0.333", "AP@2")
    assert (reader.focused(), reader.query()) == ("Cut at k", f"{LIST}&k=2")
    reader.open("/precision_and_recall" + to_text("11010", scale=1))
    (x, y), pitch = reader.at(".boxes .take"), reader.at(CARD, nth=2)[1] - reader.at(CARD, nth=1)[1]
    reader.drag((x, y), (x, y - pitch))
    reader.settle()
    reader.shows(lambda: reader.scores().get("P@4"), "0.750")


def test_a_document_comes_and_goes(reader: Reader) -> None:
    reader.open(AP)
    reader.click("button", "Add document")
    reader.settle()
    reader.write("New")
    reader.press("Enter")
    reader.settle()
    reader.shows(lambda: reader.board()[:-1], "A1 B0 C1 D0 E1 New")
    reader.click("button", "Delete New")
    reader.settle()
    agrees(reader, "A1 B0 C1 D0 E1", "0.756")


def test_back_and_forward(reader: Reader) -> None:
    """Through edits, over the sidebar's link to another page, and from a page outside the app."""
    reader.open(AP)
    reader.focus(GRIP)
    reader.press("Alt+ArrowDown")
    reader.settle()
    assert "a=0B" in reader.query()
    for delta, board in ((-1, "A1 B0 C1 D0 E1"), (1, "B0 A1 C1 D0 E1")):
        reader.back(delta)
        reader.shows(reader.board, board)
    reader.click("[data-testid=stSidebar] a", "Playground…")
    reader.comes_true(lambda: reader.js("return location.pathname") == "/playground", "it is there")
    reader.settle()
    reader.shows(reader.board, "B0 A1 C1 D0 E1")
    reader.back()
    reader.comes_true(
        lambda: reader.js("return location.pathname") == "/average_precision", "it is back"
    )
    reader.settle()
    agrees(reader, "B0 A1 C1 D0 E1", "0.589")
    reader.engine.goto(f"{reader.address}/room")
    reader.back()
    reader.shows(reader.board, "B0 A1 C1 D0 E1")
    reader.focus(GRIP, "Move A…")
    reader.press("Alt+ArrowUp")
    reader.settle()
    agrees(reader, "A1 B0 C1 D0 E1", "0.756")


def test_a_slider(reader: Reader) -> None:
    reader.open(VEHICLE)
    slider, k = (
        "input[type=range]",
        lambda: int(reader.js("return seen('input[type=range]')[0].value")),
    )
    low, middle = reader.at(slider, x=0.1), reader.at(slider, x=0.3)
    reader.drag(low, middle, drop=False)
    held = k()
    assert 10 < held < 20
    reader.shows(lambda: [*reader.scores()], [f"AP@{held}"])
    assert reader.query() == LIST
    reader.let_go()
    reader.settle()
    assert (k(), reader.query()) == (held, f"{LIST}&k={held}")
    for key, now in (("ArrowRight", held + 1), ("Home", 1), ("End", 50)):
        reader.press(key)
        reader.settle()
        assert (k(), [*reader.scores()], reader.focused()) == (now, [f"AP@{now}"], "Cutoff k")
    for before in (1, held + 1, held, 5):
        reader.press("Control+z")
        reader.shows(k, before)


def test_a_curve_is_painted_over_its_handles(reader: Reader) -> None:
    """Ranks 1 to 3 go on with a half, 4 always, 5 never: hits count 1, 1/4 and 1/8 where read."""
    reader.open(f"/continuation{LIST}")
    handle = "input[type=range]"
    half = [reader.at(handle, nth=at) for at in range(3)]
    first = reader.at(handle, x=0.99)
    reader.move(first, half[0], half[1], half[2])
    reader.settle()
    says = "return seen('input[type=range]').map((each) => each.ariaValueText ?? each.value)"
    told = [float(each) for each in reader.js(says)]
    assert told == [*[pytest.approx(0.5, abs=0.02)] * 3, 1, 0]
    a, b, c = told[:3]
    read = 1 + a + a * b + a * b * c + a * b * c
    rate = (1 + a * b + a * b * c) / read
    assert float(reader.scores()["Rate of gain"]) == pytest.approx(rate, abs=0.006)
    reader.press("Control+z")
    reader.shows(lambda: reader.scores()["Rate of gain"], "0.600")


def test_knobs_of_other_kinds(reader: Reader) -> None:
    """Radio buttons by the mouse; a select box by keys."""
    reader.open("/vehicle" + to_text("30213", "2"))
    reader.click("[role=radiogroup][aria-label='Scale'] label", "Binary")
    reader.settle()
    reader.shows(reader.board, "A1 B0 C1 D1 E1 | F1")
    reader.press("Control+z")
    reader.shows(reader.board, "A3 B0 C2 D1 E3 | F2")
    reader.settle()
    reader.focus("select", "Step")
    reader.press("ArrowDown")
    reader.settle()
    assert reader.board() != "A3 B0 C2 D1 E3 | F2"
    assert reader.focused() == "Step"


def test_predicted_scores_are_dragged_on_their_line(reader: Reader) -> None:
    """A from 0.6 to 0.45: (0.55² + 0.55² + 0.5² + 0.5² + 0.4²) / 5; it was (0.4² + …) / 5."""
    reader.open("/squared_error?a=1A~0B~0C~0D~0E&a_scores=0.6,0.55,0.5,0.5,0.4&scale=1")
    dot = "Predicted score of "
    (low, _), (high, y) = (reader.at("[role=slider]", dot + each) for each in "EA")
    reader.drag((high, y), (low + (high - low) / 4, y), drop=False)
    agrees(reader, "B0 C0 D0 A1 E0", "0.253", "MSE")
    reader.let_go()
    reader.settle()
    assert "a_scores=0.55,0.5,0.5,0.45,0.4" in reader.query()
    reader.focus("[role=slider]", f"{dot}A")
    reader.press("ArrowUp")
    reader.settle()
    assert reader.focused() == f"{dot}A"
    reader.press("Control+z", "Control+z")
    reader.settle()
    agrees(reader, "A1 B0 C0 D0 E0", "0.225", "MSE")


def test_dots_of_two_systems(reader: Reader) -> None:
    """The differences are 0.1, 0.2 and −0.1 at first: their mean is 0.067."""
    reader.open("/significance")
    reader.shows(lambda: reader.scores()["mean B − A"], "0.067")
    reader.focus("input[type=range]", "Topic 1, B")
    reader.press("ArrowRight")
    reader.settle()
    step = float(reader.js("return seen('input[type=range]', 'Topic 1, B')[0].value")) - 0.6
    assert step > 0
    assert float(reader.scores()["mean B − A"]) == pytest.approx((0.2 + step) / 3, abs=6e-4)
    assert reader.focused() == "Topic 1, B"
    reader.press("Control+z")
    reader.shows(lambda: reader.scores()["mean B − A"], "0.067")


def test_squares_of_queries(reader: Reader) -> None:
    """AP 1 and (1/3) / 2; then F is first: 1/2. With C before A and B: 1/2. Cut at 2: 1/2, 1/2."""
    reader.open("/mean_over_queries?a=1A~0B~0C&a_query=rye&q2=0D~0E~1F~.~1G&scale=1&k=3")
    mean = lambda: reader.scores().get("MAP@3")  # noqa: E731
    reader.shows(mean, "0.583")
    reader.drag(reader.at(".square", "F, …"), reader.at(".square", "D, …"))
    reader.settle()
    reader.shows(mean, "0.750")
    reader.focus(".square", "A, …")
    reader.press("Alt+ArrowRight")
    reader.settle()
    reader.shows(mean, "0.500")
    assert reader.focused().startswith("A, rank 2 of 3")
    reader.focus(".cut[role=slider]")
    reader.press("ArrowLeft", "ArrowLeft")
    reader.settle()
    reader.shows(lambda: reader.scores().get("MAP@1"), "0.250")


def test_a_topic_is_opened_by_its_bar(reader: Reader) -> None:
    """By a click and by keys; a tooltip names it first."""
    reader.open("/your_data")
    bars = ".stVegaLiteChart [role=graphics-symbol]"
    name = reader.js(f"return seen({bars!r})[0].ariaLabel")
    reader.hover(reader.at(bars))
    reader.shows(lambda: reader.texts("#vg-tooltip-element"), [name])
    reader.click(bars)
    reader.settle()
    topic = lambda: reader.js("return seen('select', 'Topic')[0].selectedOptions[0].text")  # noqa: E731
    assert f"Topic {topic()}" == name.partition(":")[0]


def test_files_of_ones_own(reader: Reader) -> None:
    reader.open("/your_data")
    reader.click("label", "Files")
    reader.settle()
    files = [ROOT / "assets" / f"example_{each}.txt" for each in ("run", "qrels")]
    reader.engine.files("document.querySelector('input[type=file]')", *files)
    reader.settle()
    reader.shows(lambda: reader.scores().get("mean AP"), "0.456")
    reader.comes_true(
        lambda: reader.texts("h2", "8 topics by AP, the worst first: example_run.txt"),
        "it is read",
    )


def test_a_chart_is_saved(reader: Reader) -> None:
    """As a drawing, a picture and a table, which holds the precisions at each rank."""
    reader.open(AP)
    reader.click(".save summary")
    saved = {}
    for form in ("svg", "png", "csv"):
        reader.click(".save button", form.upper())
        reader.comes_true(
            lambda form=form: reader.engine.saved(f"precisions.{form}"), "it is saved"
        )
        saved[form] = reader.engine.saved(f"precisions.{form}")
    assert saved["svg"].startswith(b"<svg")
    assert saved["png"].startswith(b"\x89PNG")
    rows = [*csv.DictReader(saved["csv"].decode().splitlines())]
    heights = [float(row["height"]) for row in rows if row["part"] == "ranks"]
    assert heights == pytest.approx([1, 1 / 2, 2 / 3, 1 / 2, 3 / 5], abs=5e-4)


def test_predict_first(reader: Reader) -> None:
    reader.open(AP)
    reader.button("Predict first")
    reader.settle()
    assert reader.scores() == {"": ""}
    reader.click("input", "Your guess for AP@5")
    reader.write("0.7")
    reader.press("Enter")
    reader.settle()
    assert reader.scores() == {"AP@5": "0.756"}
    assert reader.texts(".guessed") == ["0 you 1 off by 0.056"]


def test_a_hall(reader: Reader) -> None:
    """P begins, arrows and Page keys lead on, Space answers, Escape ends and closes the code."""
    reader.open("/average_precision")
    which = lambda: reader.texts(".controls.hall .text")[0]  # noqa: E731
    reader.press("p")
    reader.settle()
    assert reader.js("return document.documentElement.classList.contains('presenting')")
    for key, slide in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("PageDown", 3)):
        reader.press(key)
        reader.settle()
        reader.shows(which, f"{slide} / 6")
    reader.press(" ")
    reader.settle()
    assert reader.texts(".answer")
    reader.click("button", "QR code")
    reader.comes_true(lambda: reader.texts("dialog[open]"), "the code is shown")
    reader.press("Escape")
    reader.settle()
    assert reader.focused() == "QR code"
    reader.press("Escape")
    reader.settle()
    assert not reader.js("return document.documentElement.classList.contains('presenting')")


def test_a_room(reader: Reader) -> None:
    """A number and an order from a second window: the score is hidden until it is revealed."""
    reader.open(f"{AP}&present=1")
    reader.comes_true(lambda: reader.texts("button", "Room"), "its key is there")
    reader.press("r")
    reader.comes_true(lambda: reader.texts("dialog[open]"), "the room's code is shown")
    reader.press("Escape")
    reader.settle()
    reader.comes_true(lambda: reader.texts("button", "End room"), "its keys are there")
    reader.settle()
    code = reader.js("return JSON.parse(localStorage['rankbook-room']).code")
    reader.press("n")
    reader.shows(reader.scores, {"AP@5": "?"})
    wall = reader.engine.window()
    reader.engine.goto(f"{reader.address}/room/{code}")
    said = lambda: " ".join(reader.texts("[role=status]"))  # noqa: E731
    reader.click("input")
    reader.write("0.7")
    reader.press("Enter")
    reader.comes_true(lambda: "You said 0.7." in said(), "the answer is in")
    phone = reader.engine.switch(wall)
    reader.press("v")
    reader.shows(reader.scores, {"AP@5": "0.756"})
    reader.engine.switch(phone)
    reader.comes_true(lambda: "Off by 0.056" in said(), "it is revealed")
    reader.engine.switch(wall)
    reader.press("o")
    reader.engine.switch(phone)
    reader.comes_true(lambda: reader.texts("h1", "Put these into an order…"), "it is asked")
    reader.drag(reader.at(GRIP, nth=4), reader.at(GRIP, nth=1))
    reader.shows(lambda: [card[0] for card in reader.texts(".rank")], ["1", "2", "3", "4", "5"])
    reader.click("button", "Send")
    reader.comes_true(lambda: "Your answer is in" in said(), "the order is in")
    reader.engine.switch(wall)
    reader.press("v")
    reader.engine.switch(phone)
    reader.comes_true(lambda: "Your order: AP@5 = 0.917" in said(), "it is revealed")


def test_the_drill(reader: Reader) -> None:
    """The first exercise asks for R@2 of a list: 1/3. Then the focus is in the next field."""
    reader.open("/drill")
    reader.click("input", "Your answer")
    reader.write("0.5")
    reader.press("Enter")
    reader.settle()
    assert reader.texts(".judged")
    reader.press("Control+a")
    reader.write("1/3")
    reader.press("Enter")
    reader.comes_true(lambda: "Right." in " ".join(reader.texts(".judged")), "it is right")
    reader.settle()
    reader.press("Enter")
    reader.comes_true(lambda: reader.texts(".asks", "What is RR of this list?"), "the next one")
    reader.settle()
    assert reader.focused() == "Your answer"


def test_a_search(reader: Reader) -> None:
    reader.open(AP)
    reader.press("/")
    reader.shows(lambda: reader.js("return document.activeElement.type"), "search")
    reader.comes_true(lambda: reader.texts("[role=search][aria-busy=false]"), "its index is there")
    reader.write("jarvelin normali")
    reader.comes_true(lambda: len(reader.texts("[role=search] a")) == 1, "one is found")
    reader.press("Enter")
    reader.settle()
    assert reader.js("return location.pathname") == "/reference"
    assert "Normalised discounted cumulative gain" in reader.focused()


def test_a_second_list(reader: Reader) -> None:
    """The first is kept as list B; the link of both is copied."""
    reader.open("/playground" + to_text("302", "1"))
    reader.button("Keep a copy as list B")
    other = lambda: reader.board("Ranked documents B")  # noqa: E731
    reader.comes_true(lambda: reader.texts("[role=list]", "Ranked documents B"), "it is there")
    reader.shows(other, "A3 B0 C2 | D1")
    reader.settle()
    reader.focus(GRIP, "Move A, rank 1 of 3, list B")
    reader.press("Alt+ArrowDown")
    reader.settle()
    assert (reader.board(), other()) == ("A3 B0 C2 | D1", "B0 A3 C2 | D1")
    reader.button("Copy link")
    reader.comes_true(lambda: reader.texts("button", "Link copied"), "it is copied")


def test_a_finger(finger: Reader) -> None:
    """A phone: a grip is dragged, a grade is tapped, a card is lifted and dropped by taps.

    At last 1 0 1 1 1: (1 + 2/3 + 3/4 + 4/5) / 4.
    """
    finger.open(AP, 390, 844)
    finger.at(CARD, nth=2)  # it scrolls there, and what comes into sight is drawn
    finger.settle()
    finger.drag(finger.at(GRIP, nth=4), finger.at(GRIP, nth=1), kind="touch")
    finger.settle()
    agrees(finger, "A1 E1 B0 C1 D0", "0.917")
    finger.click("button", "Grade B, relevance 0 of 1", kind="touch")
    finger.click("[aria-label='Relevance of B'] [role=radio]", "1", kind="touch")
    finger.settle()
    agrees(finger, "A1 E1 B1 C1 D0", "1.000")
    finger.click(GRIP, nth=4, kind="touch")
    finger.click(f"{CARD} .rank", nth=1, kind="touch")
    finger.settle()
    agrees(finger, "A1 D0 E1 B1 C1", "0.804")
