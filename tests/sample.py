"""What `make test` tries in a browser: the pages it looks at, and one test of each feature.

All other tests that need a browser are `make test-all`'s; conftest.py marks them slow.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pytest

SAMPLE: Final[Mapping[str, str]] = {
    "/average_precision": "a lesson: hits, bars of cells, a formula, a table of ranks",
    "/continuation": "a curve that is drawn, and charts of readers",
    "/significance": "dots of topics, paired scores",
    "/playground": "two boards, every knob, all orders",
    "/your_data": "Streamlit's own widgets, files, a data frame",
}
"""The pages of `make test`, and in what each differs in kind."""

FEATURES: Final[Mapping[str, str]] = {
    # Parts that act, and by what.
    "board: mouse": "test_drag_down_and_up",
    "board: finger": "test_touch",
    "board: keys": "test_space_lifts_and_drops_and_escape_cancels",
    "board: grades": "test_grades_by_keys_and_clicks",
    "board: titles": "test_title",
    "board: cards come and go": "test_delete_and_add",
    "board: cut": "test_cut",
    "queries: keys": "test_squares_by_the_keys",
    "dots: mouse": "test_a_dot_is_dragged_and_the_list_follows",
    "knob button: keys": "test_undo_and_redo_by_keys",
    "knob curve: mouse": "test_a_handle_is_held_painted_with_and_let_go_as_one_step",
    "knob line: keys": "test_it_is_asked_and_answered_by_keys_and_heard",
    "knob radio: mouse": "test_relevant_from_and_scale",
    "knob select: mouse": "test_step",
    "chart: mark": "test_a_mark_lights_its_card_and_a_card_its_marks",
    "chart: order": "test_a_click_on_an_order_takes_it",
    "chart: save": "test_a_chart_is_saved_as_it_is_seen",
    "knob step: keys": "test_the_answer_is_not_there_before_and_moves_nothing",
    "step: hall": "test_space_shows_a_hall_the_answer_and_then_goes_on",
    "knob menu: keys": "test_the_menu_is_opened_and_left_by_keys",
    # Ways through the app.
    "drill": "test_the_drill_is_done_by_keys_alone",
    "puzzle": "test_by_keys_alone",
    "talk": "test_a_hall_can_read_it_and_the_keys_lead_through_it",
    "room": "test_keys_lead_through_a_question_and_the_count_is_live",
    "phone": "test_an_answer_from_the_question_to_the_end",
    "phone without network": "test_without_network_an_answer_is_kept_and_sent_again",
    "files": "test_files_of_a_readers_own",
    "pasted text": "test_a_pasted_list_is_taken_by_ctrl_enter",
    # What carries all of it.
    "address": "test_back_and_forward",
    "nonsense": "test_nonsense_path",
    "connection": "test_a_message_that_was_lost_is_sent_again_without_being_asked_for",
    "focus": "test_a_control_that_goes_leaves_the_focus_to_one_that_can_be_seen",
    "first visit": "test_a_phone_gets_the_stage_first_and_after_a_pause_the_text_without_charts",
    "policy": "test_no_script_runs_that_stands_in_an_address_or_is_made_of_text",
}
"""Kinds of action and ways through the app that `make test` tries, each with its test."""

FURTHER: Final[Mapping[str, str]] = {
    "connection cut": "test_a_cut_connection_loses_no_drop",
    "voice": "test_each_action_is_heard_once",
    "quick succession": "test_storm",
    "knob shares: keys": "test_shares_are_turned_by_keys_in_quick_succession",
    "knob pairs: keys": "test_topics_by_the_keys_in_quick_succession",
    "search": "test_a_search_leads_to_a_measure_with_the_list",
    "picture: cut": "test_the_cut_is_taken_in_the_picture",
    "doors": "test_doors_by_keys_alone",
    "step: answered": "test_what_was_answered_is_remembered_by_the_browser",
    "guess": "test_a_guess_that_was_typed_is_about_its_question",
    "board: rank and title": "test_the_whole_card_is_the_handle",
    "board: across the line": "test_across_the_retrieval_line",
    "board: swaps": "test_neighbours_are_swapped_by_mouse_and_keys",
    "knob copy: mouse": "test_copy_link",
    "knob link: mouse": "test_an_invitation_does_what_it_says",
    "knob range: mouse": "test_the_base_is_slid_and_ndcg_stands_still",
    "knob several: mouse": "test_two_boards",
    "picture: places": "test_lines_lead_from_card_to_ideal_place_and_follow_what_is_dragged",
    "picture: cells": "test_a_click_or_enter_swaps",
    "picture: crossings": "test_a_crossing_lights_both_lines_and_all_four_cards",
    "picture: figure": "test_a_figure_walks_down_to_where_the_reader_stops",
    "picture: third column": "test_a_third_column_has_room_at_every_width",
    "reference": "test_a_row_of_the_reference_unfolds_its_formula_and_its_bars",
    "paper": "test_paper_has_every_group_and_nothing_over_it",
    "frame": "test_a_page_stands_in_a_frame_of_a_site_that_is_named_and_of_no_other",
    "room and links": "test_no_link_changes_an_open_room",
    "upload": "test_a_reader_is_told_why_a_file_was_not_taken_and_can_bring_another",
}
"""Those that only `make test-all` tries."""


def _is_of_it(page: str) -> bool:
    return f"/{page.removeprefix('/')}" in SAMPLE


def of_sample(pages: Iterable[str]) -> list[str]:
    """Those pages, or their paths, that are of the sample: what acts is not tried on more."""
    return [page for page in pages if _is_of_it(page)]


def sampled(pages: Iterable[str], *also: str) -> list[Any]:
    """Pages, or their paths: `make test` has those of the sample, and those that are named."""
    return [
        page if _is_of_it(page) or page in also else pytest.param(page, marks=pytest.mark.slow)
        for page in pages
    ]
