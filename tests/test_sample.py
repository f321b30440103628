"""The sample stands for all pages: what is drawn elsewhere alone has a test of its own.

And what acts is tried once a kind: each action has one part on which its test tries it.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from streamlit.testing.v1 import AppTest

from app_driver import controls, pictures, pieces, visit
from live_app import PATHS, ROOT, SAMPLE

ELSEWHERE: Final = {
    "dots": "test_the_keys_move_a_dot",
    "knob shares": "test_shares_are_turned_by_keys_in_quick_succession",
    "bar dashed": "test_the_cut_is_taken_in_the_picture",
    "bar goal": "test_a_dot_is_dragged_and_the_list_follows",
    "bar pale": "test_lines_lead_from_card_to_ideal_place_and_follow_what_is_dragged",
    "bar spot": "test_a_dot_is_dragged_and_the_list_follows",
    "bar way": "test_a_dot_is_dragged_and_the_list_follows",
    "div.after": "test_by_keys_alone",
    "div.answers": "test_it_is_asked_and_answered_by_keys_and_heard",
    "div.code": "test_the_sentence_has_all_that_the_score_depends_on",
    "div.flow": "test_a_third_column_has_room_at_every_width",
    "div.judged": "test_the_drill_is_done_by_keys_alone",
    "div.puzzle": "test_by_touch_and_quickly",
    "div.rather": "test_the_question_is_answered_with_the_keys_and_by_touch",
    "div.scales": "test_the_mark_is_dragged_on_either_scale",
    "div.short": "test_whatever_was_typed_is_asked_on_the_first_screen",
    "div.told": "test_the_question_is_answered_with_the_keys_and_by_touch",
    "details.fold": "test_paper_has_every_group_and_nothing_over_it",
    "h3": "test_the_sentence_has_all_that_the_score_depends_on",
    "nav.index": "test_the_index_of_the_reference_leads_to_each_measure",
    "ol.cards": "test_an_order_is_dragged_and_checked",
    "p.changed": "test_the_cut_is_taken_in_the_picture",
    "section.exercise": "test_the_drill_is_done_by_keys_alone",
    "section.printed": "test_paper_has_every_group_and_nothing_over_it",
    "ul.lights": "test_cases",
}
"""What no page of the sample opens with, and a test that looks at it."""

DATA: Final = {"arc", "area", "bar", "circle", "line", "rect", "square", "tick", "trail"}
"""Marks that draw data; points, rules and texts stand in every chart."""


def marks(spec: Any) -> Iterator[str]:
    """Yield the marks of a chart, those of its layers included."""
    if isinstance(spec, dict):
        mark = spec.get("mark")
        yield from (
            [mark] if isinstance(mark, str) else [mark["type"]] if "type" in (mark or {}) else []
        )
    for part in spec.values() if isinstance(spec, dict) else spec if isinstance(spec, list) else ():
        yield from marks(part)


def elements(at: AppTest) -> Iterator[str]:
    """Yield the types of Streamlit's elements on a page."""

    def below(block: Any) -> Iterator[str]:
        for child in getattr(block, "children", {}).values():
            yield child.type
            yield from below(child)

    return below(at.main)


def drawn(path: str) -> set[str]:
    """Return what stands on a page as it opens."""
    at = visit(path.removeprefix("/") or "welcome")
    assert not at.exception
    columns = [column for _, drawn in pictures(at) for column in drawn]
    openings = [re.match(r"\s*<(\w+)(?: class='([\w-]+))?", piece) for piece in pieces(at)]
    return {
        *elements(at),
        *(node.proto.component_name.removeprefix("rankbook_") for node in at.get("bidi_component")),
        *(f"knob {control['kind']}" for control in controls(at).values()),
        *(
            f"bar {part.look}"
            for column in columns
            for row in column.rows.values()
            for part in row.cell.parts
        ),
        *(".".join(filter(None, found.groups())) for found in openings if found),
        *(
            f"chart {mark}"
            for node in at.get("vega_lite_chart")
            for mark in DATA.intersection(marks(json.loads(node.proto.spec)))
        ),
    }


def defined() -> set[str]:
    """Return the names of all tests."""
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_*.py")]
    return {*re.findall(r"^def (test_\w+)", "\n".join(files), re.MULTILINE)}


def test_what_no_page_of_the_sample_draws_has_a_test_of_its_own() -> None:
    on_sample = {name for path in SAMPLE for name in drawn(path)}
    beyond = {name for path in PATHS for name in drawn(path)} - on_sample
    assert beyond == ELSEWHERE.keys()
    assert {*ELSEWHERE.values()} <= defined()
    assert len(SAMPLE) <= 6
