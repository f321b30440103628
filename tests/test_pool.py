"""A pool of runs: what judges read, and what a run from outside it may score."""

import json
import re
from collections.abc import Callable
from itertools import product
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect
from sklearn.metrics import average_precision_score

from app_driver import (
    act,
    controls,
    drawn,
    notices,
    pictures,
    set_to,
    tables,
    text,
    tiles,
    visit,
)
from live_app import settle
from pages.unjudged import depths, pool, verdicts, ways
from ui.core import presets
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS
from ui.core.screen import Screen
from ui.draw import score

RUNS = ("aBcDe", "BafHI", "HIBaj")
HERE = "unjudged"


def pooled(depth: int, runs: tuple[str, ...] = RUNS) -> pool.Pooled:
    return pool.pooled(Screen().with_settings(pool_runs=runs, pool_depth=depth))


@pytest.mark.parametrize(
    ("depth", "judged"), [(1, "aB"), (2, "aB"), (3, "aBcf"), (4, "aBcDfH"), (5, "aBcDefHI")]
)
def test_judges_read_the_tops_of_all_runs_but_the_last(depth: int, judged: str) -> None:
    assert pooled(depth).judged == {*judged}


def test_three_runs_share_what_is_in_their_tops() -> None:
    """Of nine places in the tops a, b and c have two each."""
    assert len(pooled(3, ("abcd", "bead", "cfga", "xyz")).judged) == 6


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        # 1 and 1 − 1/3 of m = 3; the one judged miss takes all of a hit by trec_eval.
        ("10?1|1", "By the paper bpref is 1/3 · [(1 − 0/3) + (1 − 1/3)] = **0.556**, by trec_eval"),
        ("0001|0", "For this list both are 1/1 · [(1 − 1/1)] = **0.000**: N is 4, and m is 1."),
        ("10|1", "For this list both are 1/2 · [(1 − 0/2)] = **0.500**: N is 1, and m is 2."),
        ("00", "Nothing relevant is known"),
    ],
)
def test_bpref_of_the_paper_divides_by_all_relevant_documents(listed: str, said: str) -> None:
    screen = Screen().with_list("a", presets.spelled(listed, 1)).with_settings(k=10)
    written = ways.over_m(score.measure("bpref", screen=screen))
    assert said in written
    if "trec_eval" in written:  # 1/3 · (1 − 0 + 1 − 1/1)
        assert "by trec_eval 0.333." in written
    assert "**The paper’s bpref, and trec_eval’s.**" in text(visit(HERE))


@pytest.mark.parametrize(
    ("depth", "misses", "short", "of_a"),
    [
        (2, 1 / 3, 1 / 1, 1 / 2),  # of ? ? B a ? one hit, which is the first that was judged
        (3, 1 / 3, 1 / 1, 1 / 2),
        # H ? B a ? of B, D and H; H B a; A finds B and D.
        (4, (1 / 1 + 2 / 3) / 3, (1 / 1 + 2 / 2) / 3, (1 / 2 + 2 / 4) / 3),
        (5, 3 / 4, 3 / 4, (1 / 2 + 2 / 4) / 4),
    ],
)
def test_scores_by_hand(depth: int, misses: float, short: float, of_a: float) -> None:
    at = pooled(depth)
    assert float(pool.as_misses(at).score) == pytest.approx(misses)
    assert float(pool.left_out(at).score) == pytest.approx(short)
    assert float(pool.as_misses(at, 0).score) == pytest.approx(of_a)


@pytest.mark.parametrize("run", [0, 1, 2])
@pytest.mark.parametrize(
    ("runs", "depth"),
    [*((RUNS, depth) for depth in range(1, 6)), (("abc", "cde", "fab"), 1), (("ab", "cA"), 1)],
)
def test_bounds_are_the_least_and_the_most_of_all_answers(
    runs: tuple[str, ...], depth: int, run: int
) -> None:
    """By scikit-learn, whose AP counts only what was found: missed ones make it smaller."""
    at, found = pooled(depth, runs), []
    run = min(run, len(runs) - 1)
    documents = sorted({*"".join(runs)})
    each = ((int(one.isupper()),) if one in pool_of(runs, depth) else (0, 1) for one in documents)
    for said in product(*each):
        relevant = dict(zip(documents, said, strict=True))
        grades = [relevant[one] for one in runs[run]]
        hits = sum(grades)
        score = average_precision_score(grades, range(len(grades), 0, -1)) if hits else 0
        found.append(score * hits / sum(said) if hits else 0)
    assert pool.bounds(at, run) == pytest.approx((min(found), max(found)))


def pool_of(runs: tuple[str, ...], depth: int) -> set[str]:
    return {one for run in runs[:-1] for one in run[:depth]}


@pytest.mark.parametrize(
    ("depth", "run", "low", "high"),
    [
        # ? ? B a ?: one hit at rank 3, and c, d, e, f are relevant, too. Or hits at ranks 1 to 3.
        (2, -1, (1 / 3) / 5, 1),
        # a B ? ? ?: one hit at rank 2, and f, h, i, j are relevant, too. Or c, d and e alone.
        (2, 0, (1 / 2) / 5, (1 / 2 + 2 / 3 + 3 / 4 + 4 / 5) / 4),
        # B a ? ? ?: one hit at rank 1, and c, d, e, j are relevant, too. Or no other one is.
        (2, 1, (1 / 1) / 5, 1),
        # Only the last one is unknown, and no other run has another one.
        (5, -1, 3 / 4, (3 + 4 / 5) / 5),
    ],
)
def test_the_interval_by_hand(depth: int, run: int, low: float, high: float) -> None:
    assert pool.bounds(pooled(depth), run) == pytest.approx((low, high))


def shown(at) -> dict[str, str]:  # type: ignore[no-untyped-def]
    return {label: tile.score for label, tile in tiles(at).items()}


def test_two_systems_change_places_with_the_depth() -> None:
    at = visit(HERE)
    set_to(at, "Step", "unjudged-places")
    assert shown(at) == {"New: AP": "0.333", "New without ?": "1.000", "A: AP": "0.500"}
    assert "New, once all is judged: 0.111 to 1.000" in text(at)
    act(at, "turn", by="pool", knob="pool_depth", to=4)
    assert shown(at) == {"New: AP": "0.556", "New without ?": "0.667", "A: AP": "0.333"}
    assert "New, once all is judged: 0.417 to 0.760" in text(at)
    (table,) = re.findall("<caption>The runs.*?</table>", text(at))
    rows = [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[2:]]
    assert rows == [
        ["1", "a ○", "b ●", "h ●"],
        ["2", "b ●", "a ○", "i ?"],
        ["3", "c ○", "f ○", "b ●"],
        ["4", "d ●", "h ●", "a ○"],
        ["Pool: 6 documents. Below its depth:"],
        ["5", "e ?", "i ?", "j ?"],
    ]


def test_the_lesson_opens_with_ap_of_both_lists_and_asks_what_judges_could_say() -> None:
    """? 1 1 0 1: the hits stand at 2, 3, 5 with the ?, and at 1, 2, 4 without it."""
    at = visit(HERE)
    misses, out = (1 / 2 + 2 / 3 + 3 / 5) / 3, (1 / 1 + 2 / 2 + 3 / 4) / 3
    hits = (1 / 1 + 2 / 2 + 3 / 3 + 4 / 5) / 4
    assert shown(at) == {"AP@5": f"{misses:.3f}", "AP without ?": f"{out:.3f}"}
    columns = [column.name for column in pictures(at)[0][1]]
    assert columns == ["AP: hits ÷ rank", "Without ?: hits ÷ judged"]
    assert f"{hits:.3f}" not in text(at)  # the second step asks for it
    ways = verdicts.chart().to_dict()["encoding"]["x"]["sort"]
    assert ways == ["a miss", "a hit", "left out"]  # whatever a move changed
    rows = drawn(at)["verdicts"].to_pylist()
    assert [(row["way"], row["label"]) for row in rows] == [
        *(("a miss", f"{misses:.3f}"), ("a hit", "grade it to see"), ("left out", f"{out:.3f}")),
    ]
    act(at, "grade", list="a", id="1", grade=0)
    rows = drawn(at)["verdicts"].to_pylist()
    assert {row["label"] for row in rows if row["part"] == "bars"} == {f"{misses:.3f}"}
    was = [(row["way"], row["score"]) for row in rows if row["part"] == "was"]
    assert was == [("left out", pytest.approx(out))]
    set_to(at, "Step", "unjudged-last")
    assert [row["label"] for row in drawn(at)["verdicts"].to_pylist()][1] == f"{hits:.3f}"
    set_to(at, "Step", "unjudged-place")
    assert "verdicts" not in drawn(at)


def test_each_step_has_the_number_that_it_asks_for_first() -> None:
    """Without the ? at rank 2, RBP of 1 ? 1 0 is 0.5 + 0.125; a hit there adds 0.25."""
    at = visit(HERE)
    set_to(at, "Step", "unjudged-new")
    assert [*shown(at).items()][:2] == [("AP@5", "0.589"), ("Judged@5", "0.800")]
    set_to(at, "Step", "unjudged-residual")
    assert next(iter(shown(at).items())) == ("RBP", "0.625")
    assert "At most 0.938" in text(at)
    rows = drawn(at)["verdicts"].to_pylist()
    assert [row["label"] for row in rows] == ["0.625", "grade it to see", "0.750"]
    act(at, "grade", list="a", id="2", grade=1)
    assert shown(at)["RBP"] == "0.875"
    set_to(at, "Step", "unjudged-pool")
    assert next(iter(shown(at).items())) == ("Pool", "2")


def test_each_way_that_has_no_bars_has_its_sum() -> None:
    """? 1 1 0 1: of bpref the last hit has the one judged miss above it; RBP has p 0.8."""
    (others,) = [each for each in tables(visit(HERE)) if each[0][1:2] == ["a ? is"]]
    assert others[1:] == [
        ["bpref", "skipped", "1/3 (1/1 + 1/1 + 0/1) = 0.667"],
        [
            "RBP",
            "unknown",
            "at least 0.160 + 0.128 + 0.082 = 0.370, "
            "at most 0.370 + 0.200 (the ?) + 0.328 (below the list) = 0.898",
        ],
    ]


def test_a_step_with_a_list_takes_the_runs_away() -> None:
    at = visit(HERE)
    set_to(at, "Step", "unjudged-pool")
    set_to(at, "Step", "unjudged-place")
    assert next(iter(shown(at))) == "bpref"
    assert "runs" not in at.query_params


def test_the_chart_has_both_scores_at_each_depth() -> None:
    screen = Screen().with_settings(pool_runs=RUNS)
    rows = [*depths.rows(pool.by_depth(screen), 3, "New")]
    lines = {
        name: [row["y"] for row in rows if (row["part"], row.get("name")) == ("line", name)]
        for name in ("New", "A")
    }
    assert lines["New"] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 5 / 9, 3 / 4])
    assert lines["A"] == pytest.approx([1 / 2, 1 / 2, 1 / 2, 1 / 3, 1 / 4])
    said = [row["said"] for row in rows if row["part"] == "at"]
    assert said[3] == "Depth 4: 6 documents, New 0.556, from 0.417 to 0.760 once judged, A 0.333"


def test_documents_keep_their_names() -> None:
    """The first five of a course's three runs of twenty numbered documents."""
    at = visit(HERE, {"runs": "ab,ba", "pool": "2"})
    set_to(at, "Runs", "7 15* 13 9 16, 20 8 9 1 16, 6 1 16 7* 4")
    assert at.query_params["runs"] == "7* 15* 13 9 16,20 8 9 1 16,6 1 16 7* 4"
    (board,) = [each for each in tables(at) if each[0][:2] == ["rank", "A"]]
    assert [row[1:] for row in board[1:] if len(row) > 1] == [
        ["7 ●", "20 ○", "6 ?"],
        ["15 ●", "8 ○", "1 ?"],
        ["13 ?", "9 ?", "16 ?"],
        ["9 ?", "1 ?", "7 ●"],
        ["16 ?", "16 ?", "4 ?"],
    ]
    assert shown(at)["New: AP"] == "0.125"  # (1/4) / 2


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("d3* A1 7; A1 d3 d3b", ("d3* A1 7", "A1 d3* d3b")),
        ("A: d1, d2; B: d2, d3", ("d1 d2", "d2 d3")),
        ("[d1, d2], [d2, d3]", ("d1 d2", "d2 d3")),
        ("Rank 1 2 3; IR1 7 15 13; IR2 20 8 7", ("7 15 13", "20 8 7")),
        ("a B c; B a", ("aBc", "Ba")),
        ("aBc, Ba", ("aBc", "Ba")),
    ],
)
def test_runs_as_people_write_them(typed: str, runs: tuple[str, ...]) -> None:
    knob = KNOBS["pool_runs"]
    assert knob.parse(typed, 1) == runs
    assert knob.parse(to_text(runs), 1) == runs
    assert knob.parse(knob.control(runs, 1)["value"], 1) == runs


def test_more_documents_than_letters_have_names() -> None:
    runs = tuple(" ".join(f"d{at}" for at in range(20 * of, 20 * of + 20)) for of in range(5))
    found = pool.pooled(Screen().with_settings(pool_runs=runs, pool_depth=20))
    assert len(found.judged) == 80
    assert not any(map(str.isupper, found.judged))


@pytest.mark.parametrize("wrong", ["d1 d1; d2 d3", "d1, d2, d3", "d1 d2", "d1 (x); d2 d3"])
def test_runs_that_cannot_be_are_refused(wrong: str) -> None:
    at = set_to(visit(HERE, {"runs": "ab,ba"}), "Runs", wrong)
    assert "d3* A1" in notices(at)[0]
    assert at.query_params["runs"] == "ab,ba"


def test_every_run_may_take_part() -> None:
    """The top 3 of aBcDe, BafHI and HIBaj are a, B, c, f, H and I: D is judged in none."""
    at = visit(HERE, {"runs": ",".join(RUNS), "pool": "3"})
    assert shown(at)["New: AP"] == "0.333"
    set_to(at, "Judges read the tops of", "all")
    # C: H I B a hits at 1, 2, 3 of B, H and I. A: a B c ? ? has one of these, at rank 2;
    # hits at 4 and 5, too, would make it (1/2 + 2/4 + 3/5)/5, and j instead (1/2)/4. B has none
    # that nobody judged; d, e and j would make it (21/10)/6. C with d and e: 3/5. bpref: a, c and
    # f are misses; one stands above the hit of A, two above the later hits of B.
    assert shown(at) == {"C: AP": "1.000", "C without ?": "1.000", "A: AP": "0.167"}
    (table,) = re.findall("<caption>Each run.*?</table>", text(at))
    rows = [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[2:]]
    assert rows == [
        [
            "A",
            "3 of 5",
            "(1/2) / 3 = 0.167",
            "0.167",
            "1/3 (2/3) = 0.222",
            "1/3 = 0.333",
            "0.125 to 0.320",
            "1/5 = 0.200 to 3/5 = 0.600",
        ],
        [
            "B",
            "5 of 5",
            "(1/1 + 2/4 + 3/5) / 3 = 0.700",
            "0.700",
            "1/3 (3/3 + 1/3 + 1/3) = 0.556",
            "3/3 = 1.000",
            "0.350 to 0.700",
            "3/5 = 0.600 to 3/5 = 0.600",
        ],
        [
            "C",
            "4 of 5",
            "(1/1 + 2/2 + 3/3) / 3 = 1.000",
            "1.000",
            "1/3 (3/3 + 3/3 + 3/3) = 1.000",
            "3/3 = 1.000",
            "0.600 to 1.000",
            "3/5 = 0.600 to 4/5 = 0.800",
        ],
    ]


def test_a_link_lets_the_readers_own_runs_take_part() -> None:
    """The tops of 2 are 7, 15, 8 and 9 of both, then 7 and 1 of the last one, too."""
    runs = "7 15* 13,8 9 7,7 1* 4"
    at = visit(HERE, {"runs": runs, "pool": "2"})
    assert "Pool: 4 documents. Below its depth:" in text(at)
    (sent,) = re.findall(r"\[\*\*all runs take part\*\*\]\(#do=([^)]*)\)", text(at))
    act(at, **json.loads(unquote(sent)))
    assert at.query_params["runs"] == runs
    assert "Pool: 5 documents. Below its depth:" in text(at)


@pytest.mark.parametrize(
    "runs", ["ab", "ab,ba,a1", "aba,b", "aB,Ab", "abcdefghijklmnopqrstu,a", "a,b,c,d,e,f"]
)
def test_a_link_with_other_runs_is_said_to_be_wrong(runs: str) -> None:
    at = visit(HERE, {"runs": runs})
    assert "“runs=" in notices(at)[0]
    assert not at.exception


def test_without_a_relevant_document_there_is_no_score() -> None:
    at = visit(HERE, {"runs": "ab,ba"})
    assert not at.exception
    assert shown(at)["New: AP"] == "0.000"
    assert "0/0 for New: AP" in text(at)
    (table,) = re.findall("<caption>Each run.*?</table>", text(at))
    rows = [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[2:]]
    nothing = "0/0, which counts as 0.000"
    # a is judged irrelevant. If b is relevant, it stands at rank 2 of A and at rank 1 of New.
    assert [row[:7] for row in rows] == [
        ["A", "1 of 2", nothing, nothing, nothing, "0/0", "0.000 to 0.500"],
        ["New", "1 of 2", nothing, nothing, nothing, "0/0", "0.000 to 1.000"],
    ]


def test_runs_typed_where_none_are_have_their_pool() -> None:
    """Three runs, the top 2 of the first two: 1 2 3."""
    at = set_to(visit(HERE), "Runs", "1* 2 3 4 5, 1* 3 6 7 2, 8 1* 2 9 4")
    assert not at.exception
    assert notices(at) == []
    assert controls(at)["Pool depth"]["value"] == 1


def test_no_change_lies_on_the_name_of_its_score(open_page: Callable[..., Page]) -> None:
    """The names of the scores without ? are long."""
    page = open_page(f"/{HERE}?runs={','.join(RUNS)}&pool=3", 1400, 900)
    page.get_by_role("slider", name="Pool depth").press("ArrowRight")
    settle(page)
    changes = page.locator("dl.scores.several dd span")
    assert changes.all_inner_texts() == ["+0.222", "−0.333", "−0.167"]
    apart = page.locator("dl.scores.several > div:has(span)").evaluate_all(APART)
    assert [space > 0 for space in apart] == [True] * 3


APART = """tiles => tiles.map(tile => {
  const name = document.createRange();
  name.selectNodeContents(tile.querySelector("dt"));
  return tile.querySelector("dd span").getBoundingClientRect().left
    - name.getBoundingClientRect().right;
})"""


def test_a_phone_has_the_fractions_of_both_ways_once_in_its_cards(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(f"/{HERE}", 390, 844)
    expect(page.get_by_text("AP 1/2 · Without ? 1/1")).to_be_visible()
    expect(page.locator(".picture")).to_be_hidden()
