"""The prose of pages: what a file may say, and the error that names file and line."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from app_driver import text as all_text
from app_driver import visit
from ui.contents import PAGES
from ui.parts import prose, search

PAGE = """prose.draw("recall", formula=print, hits=2)
"""
TEXT = """{{formula}}

## Hits {{if revealed}}

There are {{hits}}: [one](step:ap-one-at-1), [p](turn:persistence=0.5), [](text:article).

### How many are left?

None: see [its lesson](lesson:disagreement).
"""
WRONG = {
    "step:ap-one-at-1": ("step:ap-one", "line 5: there is no step 'ap-one'"),
    "turn:persistence=0.5": ("turn:persistence=2", "line 5: a number from 0.0 to 0.99"),
    "turn:persistence": ("turn:patient", "line 5: there is no knob 'patient'"),
    "text:article": ("text:articles", "line 5: there is no text 'articles'"),
    "lesson:disagreement": ("lesson:agreement", "line 9: there is no lesson 'agreement'"),
    "(lesson:": ("(lessen:", "line 9: what is '](lessen:disagreement)'?"),
    "{{hits}}": ("{{missed}}", "line 5: page.py gives no 'missed'"),
    "{{formula}}": ("{{form}}", "line 1: page.py gives no 'form'"),
    "{{if revealed}}": ("{{if seen}}", "line 3: page.py gives no 'seen'"),
    "None: see": ("1, or\n2. See", "line 10: a line that begins with '2.' is a list"),
    "{{formula}}\n": ("{{ formula }}\n", "line 1: what is '{{'?"),
}
"""What is right above, what stands in its place, and what is then said."""


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The prose of a page of its own."""
    monkeypatch.setattr(prose, "FOLDER", tmp_path)
    (tmp_path / "recall").mkdir()
    (tmp_path / "recall/page.py").write_text(PAGE)
    file = tmp_path / "recall/prose.md"
    file.write_text(TEXT)
    return file


def test_a_right_text_is_taken(text: Path) -> None:
    assert text.exists()
    prose.check_page("recall")
    formula, hits, question = prose.read("recall")
    assert formula.slot == ("formula",)
    assert (hits.only_if, question.only_if) == ("revealed", "revealed")
    assert [each[:2] for each in prose.headed("recall")] == [
        (False, "Hits"),
        (True, "How many are left?"),
    ]


def test_a_fold_has_the_heading_of_its_section(text: Path) -> None:
    """The search finds it, as it would find a section, and a test opens it."""
    folded = "::: further Hits.\n\n::: fold Hits {{if revealed: a-step}}\n\nAll {{hits}}.\n:::\n:::"
    text.write_text(f"{{{{formula}}}}\n\n{folded}\n")
    prose.check_page("recall")
    assert [*prose.folds("recall")] == ["Hits"]
    _, further = prose.read("recall")
    assert further.inside[0].only_if == "revealed"
    assert [*prose.headed("recall")] == [(False, "Hits", "\nAll ….", "a-step")]


@pytest.mark.parametrize("name", PAGES)
def test_the_search_opens_what_it_names(name: str) -> None:
    """A section of some steps alone is found at its step, and one that needs typing is not."""
    places = {place for _, _, place in found(name)}
    shown = {
        place: text_of(visit(name, dict(parse_qsl(urlsplit(place).query)))) for place in places
    }
    lost = [title for title, begin, place in found(name) if begin not in shown[place]]
    assert lost == []


def found(name: str) -> list[tuple[str, str, str]]:
    """The title, its beginning and the address of each question and section of a page."""
    return [
        (title, begin, place)
        for kind, title, _, _, place, begin in json.loads(search.index())
        if kind in (f"Question · {PAGES[name].title}", f"Section · {PAGES[name].title}")
    ]


def text_of(at: AppTest) -> str:
    """All words of a page, of titles of folds, too; without emphasis."""
    words = all_text(at) + "".join(each.label for each in at.expander)
    return re.sub(r"</?\w[^<>]*>|[*`]", "", words)


@pytest.mark.parametrize("right", WRONG)
def test_what_leads_nowhere_is_named_with_file_and_line(text: Path, right: str) -> None:
    wrong, said = WRONG[right]
    assert right in TEXT
    text.write_text(TEXT.replace(right, wrong, 1))
    with pytest.raises(ValueError, match=re.escape(f"pages/recall/prose.md, {said}")):
        prose.check_page("recall")


def test_a_value_that_no_text_names_is_an_error(text: Path) -> None:
    text.write_text(TEXT.replace("{{hits}}", "two"))
    with pytest.raises(ValueError, match=r"pages/recall/page\.py, line 1: no text names 'hits'"):
        prose.check_page("recall")


def test_an_edited_file_is_read_again(text: Path) -> None:
    prose.read("recall")
    text.write_text("## Another title")
    assert [each.text for each in prose.read("recall")] == ["## Another title"]


@pytest.mark.parametrize("page", PAGES)
def test_every_text_is_drawn_in_its_order(page: str) -> None:
    """Of a page as it opens, but for titles that depend on a condition or a number."""
    drawn = "\n".join(each.value for each in visit(page).markdown)
    blocks = prose.read(page)
    heads = [
        block.text.partition("\n")[0] for block in blocks if block.text.startswith(("##", "<d"))
    ]
    at = [drawn.find(head) for head in heads if "{{" not in head]
    seen = [place for place in at if place >= 0]
    assert seen == sorted(seen)
    conditional = {block.only_if for block in blocks} - {"", "revealed"}
    assert conditional or len(seen) == len(at)
