"""The sample stands for all pages: what is drawn elsewhere alone has a test of its own.

And what acts is tried once a kind: each action has one part on which its test tries it.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
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


@cache
def quick() -> set[str]:
    """Return the names of the tests that `make test` runs."""
    return {
        node.name
        for path in (ROOT / "tests").glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        if "pytest.mark.slow" not in map(ast.unparse, node.decorator_list)
    }


def test_what_no_page_of_the_sample_draws_has_a_test_of_its_own() -> None:
    on_sample = {name for path in SAMPLE for name in drawn(path)}
    beyond = {name for path in PATHS for name in drawn(path)} - on_sample
    assert beyond == ELSEWHERE.keys()
    assert {*ELSEWHERE.values()} <= quick()
    assert len(SAMPLE) <= 6


ACTS: Final = {
    "board: a card": {
        "mouse": "test_drag_down_and_up",
        "finger": "test_touch",
        "keys": "test_space_lifts_and_drops_and_escape_cancels",
    },
    "board: the retrieval line": {
        "mouse": "test_across_the_retrieval_line",
        "finger": "test_a_card_is_moved_by_clicks_or_taps_alone",
        "keys": "test_across_the_retrieval_line",
    },
    "board: the cut": {
        "mouse": "test_cut",
        "finger": "test_touch",
        "keys": "test_cut",
    },
    "board: grades": {
        "mouse": "test_grades_by_keys_and_clicks",
        "finger": "test_touch",
        "keys": "test_grades_by_keys_and_clicks",
    },
    "board: titles": {"mouse": "test_title", "keys": "test_title"},
    "board: swaps": {
        "mouse": "test_neighbours_are_swapped_by_mouse_and_keys",
        "finger": "test_on_a_phone_a_finger_swaps",
        "keys": "test_neighbours_are_swapped_by_mouse_and_keys",
    },
    "queries": {
        "mouse": "test_a_square_is_dragged_and_the_dot_and_the_mean_follow",
        "finger": "test_rows_for_a_finger",
        "keys": "test_squares_by_the_keys",
    },
    "dots": {
        "mouse": "test_a_dot_is_dragged_and_the_list_follows",
        "finger": "test_a_finger_takes_the_nearest_of_dots_that_are_close",
        "keys": "test_the_keys_move_a_dot",
    },
    "knob range": {
        "mouse": "test_the_base_is_slid_and_ndcg_stands_still",
        "keys": "test_no_action_by_keys_loses_the_focus",
    },
    "knob radio": {
        "mouse": "test_relevant_from_and_scale",
        "keys": "test_no_action_by_keys_loses_the_focus",
    },
    "knob select": {
        "mouse": "test_preset",
        "keys": "test_no_action_by_keys_loses_the_focus",
    },
    "knob several": {
        "mouse": "test_two_boards",
        "keys": "test_no_action_by_keys_loses_the_focus",
    },
    "knob line": {
        "mouse": "test_it_is_asked_and_answered_by_keys_and_heard",
        "finger": "test_on_a_phone_an_exercise_is_above_the_fold_and_done_by_touch",
        "keys": "test_it_is_asked_and_answered_by_keys_and_heard",
    },
    "knob shares": {
        "mouse": "test_shares_are_slid_by_mouse_and_always_add_up",
        "finger": "test_a_finger_sets_a_share_and_each_slider_is_above_its_column",
        "keys": "test_shares_are_turned_by_keys_in_quick_succession",
    },
    "knob curve": {
        "mouse": "test_a_handle_is_held_painted_with_and_let_go_as_one_step",
        "finger": "test_a_finger_moves_a_handle_and_a_dragged_card_moves_those_that_react",
        "keys": "test_handles_are_turned_by_keys_in_quick_succession",
    },
    "knob pairs": {
        "mouse": "test_a_dot_is_dragged_and_everything_follows",
        "finger": "test_dots_for_a_finger",
        "keys": "test_topics_by_the_keys_in_quick_succession",
    },
    "knob button": {
        "mouse": "test_orders_and_reset",
        "finger": "test_a_finger_sends_readers_on_a_phone",
        "keys": "test_undo_and_redo_by_keys",
    },
    "knob copy": {"mouse": "test_copy_link"},
    "knob link": {
        "mouse": "test_an_invitation_does_what_it_says",
        "finger": "test_doors_and_tour_by_touch",
        "keys": "test_doors_and_tour_by_keys_alone",
    },
    "picture: its cut": {
        "mouse": "test_the_cut_is_taken_in_the_picture",
        "finger": "test_a_finger_takes_the_cut_by_its_handle_below_the_list",
    },
    "picture: the mark of the first hit": {
        "mouse": "test_the_mark_is_dragged_on_either_scale",
        "finger": "test_a_finger_drags_the_mark",
    },
    "picture: cells that swap": {
        "mouse": "test_a_click_or_enter_swaps",
        "finger": "test_a_finger_is_told_what_a_cell_swaps_before_it_does",
        "keys": "test_a_click_or_enter_swaps",
    },
    "picture: crossings": {
        "mouse": "test_a_crossing_lights_both_lines_and_all_four_cards",
        "finger": "test_on_a_phone_the_lists_are_side_by_side_and_a_finger_swaps",
    },
    "chart: a mark": {
        "mouse": "test_a_mark_lights_its_card_and_a_card_its_marks",
        "finger": "test_a_tap_names_a_mark_and_a_second_one_takes_it",
        "keys": "test_in_front_of_a_hall_too_keys_take_a_mark",
    },
    "chart: an order": {
        "mouse": "test_a_click_on_an_order_takes_it",
        "keys": "test_an_order_is_taken_with_the_keys",
    },
    "the drill": {
        "mouse": "test_an_order_is_dragged_and_checked",
        "finger": "test_on_a_phone_an_exercise_is_above_the_fold_and_done_by_touch",
        "keys": "test_the_drill_is_done_by_keys_alone",
    },
    "a puzzle": {
        "finger": "test_by_touch_and_quickly",
        "keys": "test_by_keys_alone",
    },
    "the search": {
        "mouse": "test_a_search_leads_to_a_measure_with_the_list",
        "keys": "test_a_slash_leads_to_the_search_from_where_nothing_is_typed",
    },
    "a talk": {
        "mouse": "test_the_keys_lead_whatever_was_clicked_last",
        "keys": "test_a_hall_can_read_it_and_the_keys_lead_through_it",
    },
    "a room": {
        "mouse": "test_a_lesson_with_a_wall_and_five_phones",
        "finger": "test_an_answer_from_the_question_to_the_end",
        "keys": "test_keys_lead_through_a_question_and_the_count_is_live",
    },
}
"""What acts, and one test of each way to use it; what no row has is not tried once more."""


def test_each_kind_of_knob_is_used_in_a_test() -> None:
    named = {test for ways in ACTS.values() for test in ways.values()}
    assert named <= quick()
    kinds = {name for path in SAMPLE for name in drawn(path) if name.startswith("knob ")}
    assert (kinds | {name for name in ELSEWHERE if name.startswith("knob ")}) - {"knob text"} <= (
        ACTS.keys()
    )
