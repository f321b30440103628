"""Which metric fits: every choice has an answer, every answer a reason."""

import html
from itertools import product

import pytest

from app_driver import act, charts, listed, pieces, press, set_to, shown_grades, tiles, visit
from expected import Setup
from metrics.catalog import METRICS
from ui.models import which_metric
from ui.state import knobs
from ui.state.screen import Screen

PAGE = "which_metric"
CUTOFFS = (5, 10, 50)


def test_every_metric_has_a_word_for_it_and_one_against_it() -> None:
    for key, metric in METRICS.items():
        advice = metric.advice
        assert bool(advice.fits) != bool(advice.never), key
        assert advice.flaw.endswith((".", "?"))
        for choice, objections in advice.objections.items():
            positions = {"screen", "page", "deep"}
            if choice != "depth":
                assert choice in [*knobs.WhichMetric]
                positions = {value for value, _ in knobs.KNOBS[choice].drawn(None, 3)["options"]}
            assert objections.keys() <= positions


@pytest.mark.parametrize("k", CUTOFFS)
def test_whatever_is_wanted_something_comes_nearest(k: int) -> None:
    """And no metric of hits alone fits where there are grades."""
    names = [
        [value for value, _ in knobs.KNOBS[each].drawn(None, 3)["options"]]
        for each in knobs.WhichMetric
    ]
    for wanted in product(*names):
        screen = Screen().turned(k=k, **dict(zip(knobs.WhichMetric, wanted, strict=True)))
        judged = which_metric.verdicts(screen)
        assert {each.key for each in judged} == METRICS.keys()
        assert all(each.objections for each in judged if each.rank != "fits")
        assert len(judged[0].objections) <= 2
        fits = [each.key for each in judged if each.rank == "fits"]
        if screen["labels"] == "graded":
            assert not [key for key in fits if METRICS[key].reads == "binary"]
        if screen["labels"] == "incomplete":
            assert set(fits) <= {"rbp", "bpref"}


@pytest.mark.parametrize(
    ("case", "fits", "near"),
    [
        ("which-voice", {"hit", "reciprocal_rank"}, {"first_relevant_rank"}),
        ("which-web", {"err", "nerr"}, {"ndcg"}),
        ("which-legal", {"recall", "r_precision", "mean_rank"}, {"average_precision"}),
        ("which-shop", {"ndcg", "rbp"}, {"err"}),
        ("which-feed", {"rbp"}, {"bpref"}),
        ("which-rag", {"recall"}, {"ndcg"}),
    ],
)
def test_cases(case: str, fits: set[str], near: set[str]) -> None:
    at = visit(PAGE)
    set_to(at, "Preset", case)
    lights = next(piece for piece in pieces(at) if piece.startswith("<ul class='lights'"))
    labels = {
        rank: {
            key
            for key, metric in METRICS.items()
            if f"<li class='{rank}' title='{metric.name}'>{metric.label()}<" in lights
        }
        for rank in ("fits", "near", "not")
    }
    assert labels["fits"] == fits
    assert near <= labels["near"]
    assert set().union(*labels.values()) == METRICS.keys()


def test_the_map_has_every_metric_by_every_need_with_its_reason() -> None:
    at = visit(PAGE)
    set_to(at, "Preset", "which-web")
    cells = charts(at)["needs"].set_index("key")
    never = [key for key, metric in METRICS.items() if metric.advice.never]
    assert len(cells) == (len(METRICS) - len(never)) * 6 + len(never) * 2
    assert cells.label[["err", "nerr", "ndcg", "hit"]].tolist() == [
        *("✓ ERR", "✓ nERR", "~ nDCG", "✗ Hit")
    ]
    assert cells.place[["err", "nerr", "ndcg"]].tolist() == [0, 1, 2]
    nearest = cells.loc[[f"ndcg {need}" for need in (*knobs.WhichMetric, "depth")]]
    assert nearest.label.tolist() == ["✓", "✓", "~", "✓", "✓"]
    reason = METRICS["ndcg"].advice.objections["attention"]["until"]
    assert cells.said["ndcg attention"] == f"nDCG, attention: {reason}"
    assert cells.said["ndcg"] == f"nDCG: it comes near. {reason}"
    assert cells.said["err"] == f"ERR: it fits. {METRICS['err'].advice.fits}"
    assert cells.label["hit wants"] == "✗"
    assert cells.label[[f"{key} never" for key in never]].tolist() == [
        METRICS[key].advice.never for key in never
    ]


@pytest.mark.parametrize("key", METRICS)
def test_an_argument_puts_its_list_on_the_board(key: str) -> None:
    at = visit(PAGE)
    act(at, "argue", by="text", metric=key)
    example = METRICS[key].advice.example
    assert shown_grades(at) == ([*example.grades, *example.missed], len(example.grades))
    assert not at.exception
    press(at, "Undo")
    assert at.query_params == {}


def test_arguments_hold() -> None:
    """Recall is 1 if all is shown, AP 1 on 1 3 0, the mean rank 1 without a price."""
    for key, shown, score in (
        ("recall", Setup((0, 0, 0, 1, 1), (), {"scale": 1}), 1),
        ("average_precision", Setup((1, 3, 0), ()), 1),
        ("hit", Setup((0, 0, 0, 0, 1), (), {"scale": 1}), 1),
        ("mean_rank", Setup((1, 0, 0, 0, 0, 1), (), {"missing": "ignore"}), 1),
        ("average_recall", Setup((0, 0, 1, 1, 1), ()), 2 / 3),
        ("err", Setup((3, 0, 0, 0, 0), (3,)), 7 / 8),
    ):
        assert shown.grades == METRICS[key].advice.example.grades
        assert shown.score(key) == pytest.approx(score)


def test_the_sentence_has_all_that_the_score_depends_on() -> None:
    at = visit(PAGE, {"attention": "fades", "k": "10", "gain": "exponential", "empty": "skip"})
    assert list(tiles(at)) == ["nDCG@10", "RBP"]
    assert (
        "We report Normalised discounted cumulative gain (nDCG@10; Järvelin & Kekäläinen (2002); "
        "with log(i + 1) Burges et al. (2005)), with grades 0 to 3; gain 2^g − 1; discount "
        "Logarithm: 1 / log(i + 1) (log base 2); ideal from all judged. A query with nothing to "
        "find is left out."
    ) in html.unescape("".join(pieces(at)))
    set_to(at, "Discount", "geometric")
    assert "discount Geometric: p^(i − 1) (geometric ratio 0.8)" in html.unescape(
        "".join(pieces(at))
    )
    assert listed(at)["k"] == 10
