"""The sample stands for all pages: what is drawn elsewhere alone has a test of its own."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from streamlit.testing.v1 import AppTest

from app_driver import controls, pictures, pieces, visit
from live_app import PATHS, ROOT
from sample import FEATURES, FURTHER, SAMPLE

ELSEWHERE: Final = {
    "dots": "dots: mouse",
    "queries": "queries: keys",
    "knob link": "knob link: mouse",
    "knob shares": "knob shares: keys",
    "bar dashed": "picture: cut",
    "bar filled": "test_a_card_is_a_rectangle_beside_that_of_the_ideal_order",
    "details.fold": "paper",
    "div.after": "puzzle",
    "div.answers": "knob line: keys",
    "div.flow": "picture: third column",
    "div.groups": "test_counts_are_typed_multiplied_and_exchanged",
    "div.judged": "drill",
    "div.others": "test_the_table_names_the_list_that_other_metrics_prefer",
    "div.puzzle": "puzzle",
    "div.short": "knob line: keys",
    "header": "doors",
    "h3": "test_the_sentence_has_all_that_the_score_depends_on",
    "knob text": "puzzle",
    "div.worked": "test_the_query_the_grades_and_the_sums_stand_beside_the_list",
    "nav.ways-in": "test_a_question_or_a_name_leads_to_its_measure_and_opens_it",
    "details.chapter": "test_a_row_of_the_reference_unfolds_its_formula_and_its_bars",
    "div.questions": "test_the_questions_about_a_product_lead_to_a_metric_that_fits",
    "p.fitting": "test_a_reader_of_ones_own_is_told_at_once_what_fits",
    "p.grades": "drill",
    "p.legend": "test_cases",
    "section.exercise": "drill",
    "section.printed": "paper",
}
"""What no page of the sample opens with; and a feature, or a test, that looks at it."""

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


@cache
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


def undefined(names: Iterable[str]) -> set[str]:
    """Return the names that no test has."""
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_*.py")]
    return {*names} - {*re.findall(r"^def (test_\w+)", "\n".join(files), re.MULTILINE)}


def test_what_no_page_of_the_sample_draws_has_a_test_of_its_own() -> None:
    on_sample = {name for path in SAMPLE for name in drawn(path)}
    beyond = {name for path in PATHS for name in drawn(path)} - on_sample
    assert beyond == ELSEWHERE.keys()
    assert not undefined({*ELSEWHERE.values()} - FEATURES.keys() - FURTHER.keys())
    assert len(SAMPLE) <= 6


def test_each_kind_of_knob_is_used_in_a_browser() -> None:
    assert not undefined([*FEATURES.values(), *FURTHER.values()])
    used = {feature.partition(":")[0] for feature in [*FEATURES, *FURTHER]}
    assert {name for path in PATHS for name in drawn(path) if name.startswith("knob ")} - used == {
        "knob text"
    }
