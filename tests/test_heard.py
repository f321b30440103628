"""What is heard of an action: one sentence, with the place of the card and the score it made."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from live_app import settle
from live_board import Board, comes_true, heard, to_text
from live_board import press as press_on
from ui.core.announcements import describe
from ui.core.documents import Document, RankedList
from ui.core.screen import Screen
from vehicle import PATH

Open = Callable[..., Page]

# Whatever is said aloud anywhere on a page, in the order it is said.
LISTEN = """() => {
  globalThis.said = [];
  const watched = new WeakSet();
  const watch = (root) => {
    if (watched.has(root)) return;
    watched.add(root);
    for (const node of root.querySelectorAll("*")) if (node.shadowRoot) watch(node.shadowRoot);
    new MutationObserver((changes) => {
      const lines = new Set();
      for (const { target } of changes) {
        const at = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
        lines.add(at?.closest("[role=status], [role=alert], [aria-live]:not([aria-live=off])"));
      }
      for (const line of lines) if (line?.textContent.trim()) said.push(line.textContent.trim());
    }).observe(root, { childList: true, subtree: true, characterData: true });
  };
  watch(document);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options);
    watch(root);
    return root;
  };
}"""


def screen(text: str, **settings: object) -> Screen:
    """A screen whose list A is written like `A3 B? | C1`, or, with a score, `A3:0.5`."""
    shown, _, missed = text.partition("|")
    cards = [*shown.split(), *missed.split()]
    documents = (
        Document(c[0], c[0], None if c[1] == "?" else int(c[1]), float(c[3:]) if c[3:] else None)
        for c in cards
    )
    ranked = RankedList(tuple(documents), len(shown.split()))
    return Screen({"a": ranked}).with_settings(**settings)


OLD = screen("A3 B0 C2 | D1")


@pytest.mark.parametrize(
    ("new", "hand", "expected"),
    [
        (screen("B0 A3 C2 | D1"), "A", "A, rank 2 of 3"),
        (screen("B0 A3 C2 | D1"), "B", "B, rank 1 of 3"),
        (screen("A3 B0 | C2 D1"), "", "C, not retrieved"),
        (screen("A3 B0 C2 D1"), "", "D, rank 4 of 4"),
        (screen("C2 B0 A3 | D1"), "", "C, rank 1 of 3; A, rank 3 of 3"),
        (screen("B0 A3 D1 | C2"), "", "New order: B, A, D"),
        (screen("A3 B0 | D1"), "", "C deleted"),
        (screen("A3 B0 C2 E0 | D1"), "", "E added, rank 4 of 4"),
        (screen("A3 C2 B0 E0 | D1"), "", "Another list: A, C, B"),
        (screen("A3 B2 C2 | D1"), "", "B graded 2 of 3"),
        (screen("A3 B? C2 | D1"), "", "B not judged"),
        (screen("A3 B2 C1 | D1"), "", "2 grades changed"),
        (screen("A3 B0 C2 | D1", k=3), "", "Cutoff k: 3"),
        (OLD.with_settings(denominator="found"), "", "AP denominator: found in the top k"),
        (OLD.with_settings(scale=1), "", "Scale: Binary"),
        (OLD.with_settings(persistence=0.95), "", "Persistence p: 0.95, looks at 20 on average"),
        (OLD.with_settings(sent=100, sent_seed=4), "", ""),  # what became of them is told
        (OLD.with_settings(sent=100, sent_seed=4, k=3), "", "Cutoff k: 3"),
        (OLD.with_settings(metrics=("err", "ndcg")), "", "Metrics: ERR@k, nDCG@k"),
        (OLD.with_list("b", OLD.a), "", "List B is there"),
        (OLD, "A", ""),
    ],
)
def test_a_change_is_told_in_words(new: Screen, hand: str, expected: str) -> None:
    assert describe(OLD, new, "average_precision", hand) == expected


def test_a_cutoff_of_runs_is_one_number_that_is_heard_once_and_does_not_come_back() -> None:
    """It is k, which a list has up to 50."""
    first = Screen().with_settings(k=5)
    deep = first.with_settings(k=100)
    whole = deep.with_settings(k="all")
    low = deep.with_settings(k=10)
    assert describe(first, deep, "your_data") == "Cutoff k: 100"
    assert describe(deep, whole, "your_data") == "Cutoff k: the whole list"
    assert describe(deep, low, "your_data") == "Cutoff k: 10"
    assert low.with_settings(k=50).cutoff == 50
    assert (deep.k, whole.k) == (50, 50)


def test_another_topic_is_another_list() -> None:
    """Documents of two topics may have the same ids: none was moved, graded or deleted."""
    first, second = (
        Screen({"a": replace(screen(text).a, topic=("run", at))})
        for at, text in enumerate(("A3 B0 C2 | D1", "A0 B3 C2 | D1"))
    )
    assert describe(first, second, "your_data") == "Another list: A, B, C"
    assert describe(second, second.with_list("a", second.a.moved("B", 0)), "your_data", "B") == (
        "B, rank 1 of 3"
    )


SCORED = screen("A3:0.9 B0:0.5 C2:0.5 | D1:0.1")


@pytest.mark.parametrize(
    ("old", "new", "hand", "expected"),
    [
        (SCORED, screen("A3:0.8 B0:0.5 C2:0.5 | D1:0.1"), "A", "A scored 0.8, rank 1 of 3"),
        (SCORED, screen("B0:0.5 C2:0.5 A3:-1 | D1:0.1"), "A", "A scored -1, not retrieved; "),
        (SCORED, screen("C2:0.6 A3:0.9 B0:0.5 | D1:0.1"), "C", "C scored 0.6, rank 2 of 3"),
        (SCORED, screen("C2:0.9 B0:0.5 A3:0.5 | D1:0.1"), "", "C, rank 1 of 3; A, rank 3 of 3"),
        (SCORED, screen("A3:0.9 C2:0.5 B0:0.5 | D1:0.1"), "C", "C, rank 2 of 3"),
        (SCORED, screen("A3:9 B0:8 C2:7 | D1:6"), "", "4 scores changed"),
        (screen("A1 B1 C1"), screen("A1:3 B1:1.5 C1:0.5"), "C", "C scored 0.5, rank 3 of 3"),
        (screen("A1:3 B1:1.5 C1:0.5"), screen("A1 B1 C1"), "C", "C scored 0, rank 3 of 3"),
        (screen("A1:3"), screen("A1:3 B1:2.9"), "B", "B added, rank 2 of 2"),
    ],
)
def test_what_is_said_of_a_score(old: Screen, new: Screen, hand: str, expected: str) -> None:
    said = describe(old, new, "squared_error", hand)
    assert said == expected or (expected.endswith("; ") and said.startswith(expected))


def test_what_comes_back_is_told_as_back() -> None:
    """Rows are told in the list as it is then; neighbours that change places by the hand's."""
    assert describe(screen("A3 B0 | D1"), OLD, "", back=True) == "C is back, rank 3 of 3"
    assert describe(screen("B0 A3 C2 | D1"), OLD, "", "B", back=True) == "B is back, rank 2 of 3"


def test_each_action_is_heard_once(open_page: Open) -> None:
    """A3 B0 C2 | D1 at k = 5: AP is (1/1 + 2/3) / 3 = 0.556."""
    page = open_page(PATH + to_text("302", "1"))
    board, keys = Board(page), page.keyboard
    page.evaluate(LISTEN)

    def hear(*sentences: str) -> None:
        if sentences:
            comes_true(page, lambda: page.evaluate("said.length > 0"), "something is said")
        settle(page)
        # A busy machine may be late, and that is said, too.
        said = [each for each in page.evaluate("said.splice(0)") if "No answer" not in each]
        assert said == [*sentences]

    def press(name: str) -> None:
        press_on(page, name, "Enter")

    hear()
    board.grip("C").press("Alt+ArrowUp")
    hear("C, rank 2 of 3. AP@5 0.667, up 0.111")
    keys.press("Control+z")
    hear("C is back, rank 3 of 3. AP@5 0.556, down 0.111")
    keys.press("Space")
    hear("C lifted, rank 3 of 3")
    keys.press("ArrowDown")
    hear("C, not retrieved")
    keys.press("Space")
    hear("C, not retrieved. AP@5 0.333, down 0.222")
    keys.press("0")
    hear("C graded 0 of 3. AP@5 0.500, up 0.167")
    press("Undo")
    hear("C graded 2 of 3. AP@5 0.333, down 0.167")
    board.card("B").get_by_role("button", name="Delete B").press("Enter")
    hear("B deleted. AP@5 0.333, unchanged")
    press("Undo")
    hear("B is back, rank 2 of 2. AP@5 0.333, unchanged")
    press("Ideal order")
    hear("New order: A, C, D. AP@5 0.667, up 0.333")
    page.get_by_role("radio", name="found in the top k").press("ArrowRight")
    hear("AP denominator: capped at k. AP@5 0.667, unchanged")
    board.cut.press("Home")
    hear("Cutoff k: 1. AP@1 1.000, up 0.333")
    page.get_by_role("combobox", name="Step").select_option("5. The last")
    hear("Step: The last. AP@3 0.333")
    # As long as it is to be guessed, nothing is said of the score.
    press("Predict first")
    hear()
    board.grip("Bakeries near you").press("Alt+ArrowUp")
    hear("Bakeries near you, rank 5 of 6")
    guess = page.get_by_role("textbox", name="Your guess")
    guess.fill("two")
    guess.press("Enter")
    hear("A guess is a number from 0 to 1, as 0.7, 3/4 or 75 %. “two” is not one.")
    guess.fill("0.5")
    guess.press("Enter")
    hear("AP@3 0.333, unchanged, off by 0.167")
    board.grip("Bakeries near you").press("Alt+ArrowDown")
    hear("Bakeries near you, rank 6 of 6")
    # What is refused says why.
    page.evaluate("rankbook.act('text', {do: 'turn', knob: 'k', to: 0})")
    expect(heard(page)).to_contain_text("“0” was not taken")
    settle(page)
    assert len(page.evaluate("said.splice(0)")) == 1


def test_many_scores_are_told_as_how_many_changed(open_page: Open) -> None:
    page = open_page("/playground" + to_text("302", "1"))
    board = Board(page)
    page.get_by_text("Other scores:").click()
    scores = page.get_by_role("combobox", name="Scores")
    scores.select_option(label="All 21 metrics")
    settle(page)  # the board is built anew
    board.grip("B").press("Alt+ArrowUp")
    expect(heard(page)).to_contain_text("B, rank 1 of 3. Of 21 scores")
    scores.select_option(label="AP · nDCG · ERR")
    settle(page)
    board.grip("B").press("Alt+ArrowDown")
    # The first three of ERR's sum: 7/8, 3/8 of what is left at rank 3: 0.875 + 0.125 · 0.375 / 3.
    expect(heard(page)).to_contain_text("B, rank 2 of 3. AP@5 0.556, up 0.")
    expect(heard(page)).to_contain_text("ERR@5 0.891, up 0.")


@pytest.mark.parametrize("path", ["/reference", PATH, "/rank_agreement"])
def test_a_formula_is_heard_as_sentences_and_not_letter_by_letter(
    open_page: Open, path: str
) -> None:
    """Chromium's accessibility tree has every sentence once, and no letter of a formula."""
    page = open_page(path)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    formulas = page.locator(".katex-display")
    expect(formulas.first).to_be_attached()
    paragraphs = page.locator(".katex-display + p")
    assert paragraphs.count() == formulas.count()
    # The eye sees a part of them: what explains the letters.
    written = paragraphs.evaluate_all(
        "(all) => all.flatMap((p) => [...p.childNodes].map((part) => part.textContent.trim()))"
    )
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    heard = [
        (node["role"]["value"], str(node.get("name", {}).get("value")).strip())
        for node in tree
        if not node["ignored"]
    ]
    assert not [role for role, _ in heard if "math" in role.lower()]
    said = [sentences for role, sentences in heard if role == "StaticText"]
    assert [*map(said.count, written)] == [*map(written.count, written)]


def test_the_verdict_on_a_challenge_is_one_sentence_after_the_scores(open_page: Open) -> None:
    """What is still due, in words; nothing else on the page speaks."""
    page = open_page("/playground")
    page.get_by_role("combobox", name="Challenge").select_option(index=2)
    expect(heard(page)).not_to_be_empty()
    settle(page)
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Move ").nth(1).press("Alt+ArrowUp")
    comes_true(page, lambda: page.evaluate("said.length > 0"), "something is said")
    settle(page)
    (said,) = page.evaluate("said")
    move, scores, *verdict = said.split(". ")
    assert re.search(r", rank 1 of \d", move)
    assert "AP@5" in scores
    assert ". ".join(verdict).startswith(("Not yet: ", "Solved"))


def test_the_upload_says_what_it_takes(open_page: Open) -> None:
    page = open_page("/your_data")
    page.locator("label", has_text="Files").click()
    expect(page.get_by_role("button", name="Upload: Files of what a search ")).to_have_count(1)


def test_the_question_of_an_exercise_is_a_heading(open_page: Open) -> None:
    page = open_page("/drill")
    expect(page.get_by_role("heading", level=2).first).to_have_text("What is R@2 of this list?")


def test_what_acts_in_a_puzzle_is_a_button(open_page: Open) -> None:
    """Space presses it, too; a link says where it leads."""
    page = open_page("/spot_the_mistake")
    step = page.get_by_role("button", name="Relevant documents in all: 3 + 1 = 4")
    step.press("Space")
    expect(page.get_by_text("This step is right.")).to_be_visible()
    expect(step).to_be_focused()
    names = page.locator(".challenges").get_by_role("listitem").locator("a").all_inner_texts()
    assert len(set(names)) == len(names) > 1
    assert names.count("A P@5 of 0.75") == 1


def test_parts_of_list_b_say_so(open_page: Open) -> None:
    page = open_page("/rank_agreement?a=1A~1B~.~0C&b=1B~1A~.~0C")
    for name in ("Cut at k", "Add document", "Not retrieved"):
        labels = page.locator(f"[aria-label^='{name}']")
        assert [node.get_attribute("aria-label") for node in labels.all()] == [
            name,
            f"{name}, list B",
        ]
    grips = page.get_by_role("button", name="Move ")
    names = [grip.get_attribute("aria-label") for grip in grips.all()]
    assert len(set(names)) == len(names)


def test_keys_of_the_cards_are_told_where_the_list_is_entered(open_page: Open) -> None:
    page = open_page(PATH + to_text("302"))
    board = Board(page)
    told = board.all.locator(".grip[aria-describedby]")
    expect(told).to_have_attribute("aria-label", "Move A, rank 1 of 3")
    board.grip("A").focus()
    page.keyboard.press("ArrowDown")
    expect(board.grip("B")).to_be_focused()
    expect(told).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).focus()
    expect(told).to_have_attribute("aria-label", "Move B, rank 2 of 3")
