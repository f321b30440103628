"""Which metric fits: every choice has an answer, every answer a reason."""

import html
import re
from collections.abc import Callable
from itertools import product
from tomllib import loads as toml

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    charts,
    listed,
    pictures,
    pieces,
    press,
    set_to,
    shown_grades,
    tiles,
    visit,
)
from expected import Setup, written
from metrics.catalog import METRICS
from pages.which_metric import questions
from ui.core import knobs
from ui.core.knob_kinds import Range
from ui.core.presets import presets
from ui.core.screen import Screen
from ui.draw import which_metric
from ui.draw.which_metric import ADVICE
from ui.export.report import definition, sentence

Open = Callable[..., Page]
PAGE = "which_metric"
CUTOFFS = (5, 10, 50)


def test_every_metric_has_a_word_for_it_and_one_against_it() -> None:
    assert ADVICE.keys() == METRICS.keys()
    for key, advice in ADVICE.items():
        assert bool(advice.fits) != bool(advice.never), key
        assert advice.flaw.endswith((".", "?"))


ADVISED = """
[dcg]
fits = "Rarely."
flaw = "It has no bound."
example = "1 2 | 3"
[dcg.wants]
"few, all" = "No."
"""


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("[dcg]", "[dgc]", "advice.toml: unknown field 'dgc', allowed: dcg"),
        (ADVISED, "", "advice.toml: lacks dcg"),
        ("flaw =", "flaws =", "advice.toml, dcg: unknown field 'flaws', allowed: fits, never"),
        ('flaw = "It has no bound."', "", "advice.toml, dcg: lacks flaw"),
        ('fits = "Rarely."', "", "advice.toml, dcg: lacks either fits or never"),
        ("flaw =", 'never = "No."\nflaw =', "advice.toml, dcg: lacks either fits or never"),
        ("1 2 | 3", "1 2 / 3", "advice.toml, dcg: example = '1 2 / 3': "),
        ("dcg.wants", "dcg.want", "advice.toml, dcg: unknown field 'want', allowed: fits"),
        ("few, all", "few, some", "advice.toml, dcg, wants: unknown field 'some', allowed: one"),
    ],
)
def test_wrong_advice_is_named_with_what_is_allowed(written: str, instead: str, said: str) -> None:
    (advice,) = which_metric.read(toml(ADVISED), ["dcg"]).values()
    assert advice.objections == {"wants": {"few": "No.", "all": "No."}}
    assert advice.example == ([1, 2], [3])
    with pytest.raises(ValueError, match=re.escape(said)):
        which_metric.read(toml(ADVISED.replace(written, instead)), ["dcg"])


@pytest.mark.parametrize("k", CUTOFFS)
def test_whatever_is_wanted_something_comes_nearest(k: int) -> None:
    """And no metric of hits alone fits where there are grades."""
    names = [
        [value for value, _ in knobs.KNOBS[each].control(None, 3)["options"]]
        for each in knobs.WhichMetric
    ]
    for wanted in product(*names):
        screen = Screen().with_settings(k=k, **dict(zip(knobs.WhichMetric, wanted, strict=True)))
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
        ("which-phone", {"reciprocal_rank"}, {"hit", "first_relevant_rank"}),
        ("which-voice", {"hit", "reciprocal_rank", "first_relevant_rank"}, set()),
        ("which-web", {"err", "nerr"}, {"ndcg"}),
        ("which-legal", {"recall"}, {"average_precision"}),
        ("which-shop", {"ndcg", "rbp"}, {"err"}),
        ("which-feed", {"rbp"}, {"bpref"}),
        ("which-rag", {"recall"}, {"ndcg"}),
    ],
)
def test_cases(case: str, fits: set[str], near: set[str]) -> None:
    at = visit(PAGE)
    set_to(at, "Step", case)
    judged = which_metric.verdicts(at.session_state["session"].shown)
    labels = {rank: {v.key for v in judged if v.rank == rank} for rank in which_metric.SAID}
    assert labels["fits"] == fits
    assert near <= labels["near"]
    for rank, title in which_metric.SAID.items():
        tiled = [piece for piece in pieces(at) if piece.startswith(f"<h3>{title}</h3>")]
        names = {*re.findall(r"<small>(.*?)</small>", "".join(tiled))}
        assert names == {METRICS[key].name for key in labels[rank]}


def test_a_use_is_a_step_that_tells_the_lesson() -> None:
    """Each row of the table leads to one, and beside its scores stands what its readers do."""
    first = [each for each in presets("which_metric").values() if each.group == "first"]
    at = visit(PAGE)
    (table,) = (text.value for text in at.main.markdown if "| use |" in text.value)
    rows = re.findall(r"^\| \[\*\*(.*?)\*\*\]\((.*?)\)", table, re.M)
    assert [title for title, _ in rows] == [each.title for each in first]
    readers = set()
    for step, (_, leads_to) in zip(first, rows, strict=True):
        assert step.id in leads_to
        act(at, "preset", by="text", lesson=PAGE, to=step.id)
        ((title, reader),) = re.findall(
            r"<p class='use'><b class='named'>(.*?)\.</b> (.*?) <small", "".join(pieces(at))
        )
        assert title == step.title
        readers.add(reader)
    assert len(readers - {""}) == len(first)


def test_a_card_of_a_phone_has_what_its_rank_adds_or_the_readers_attention() -> None:
    """P@3 counts each of the hits 1/3, and RR only the first."""
    at = visit(PAGE)
    act(at, "act", lesson=PAGE, step="which-phone")
    adds = listed(at)["adds"]
    assert adds["heading"] == "Reader’s attention, and what each rank adds"
    assert [row[0].replace("\u00a0", " ") for row in adds["rows"].values()] == [
        "P 0.333 · RR 1.000",
        "P 0.333 · RR 0",
        "gone",
        "not shown",
        "not shown",
    ]


def test_the_verdicts_take_the_place_of_the_range_that_rbp_gave() -> None:
    """Two documents of persistence 0.8 are open: 0.2 · (0.8 + 0.512) = 0.262."""
    at = visit(PAGE)
    set_to(at, "Step", "which-feed")
    assert "<b>RBP</b>: 0.282 to 0.544 (“?” as 0 or 1)." in "".join(pieces(at))
    act(at, "act", lesson=PAGE, step="which-feed")
    assert "<b>✓ RBP fits · ~ AP comes near</b>" in "".join(pieces(at))


def test_a_step_compares_two_metrics_and_the_one_that_fits_is_named_after_its_act() -> None:
    """Exactly one of the two fits, and the answer says so."""
    at = visit(PAGE)
    for step in (each for each in presets("which_metric").values() if each.group == "first"):
        act(at, "preset", by="text", lesson=PAGE, to=step.id)
        assert len(tiles(at)) == 2
        assert "It fits." not in _words(at)
        act(at, "act", lesson=PAGE, step=step.id)
        (fits,) = re.findall(r"\*\*(\w+)(?:@\d+)?\*\*, [^*]*\*\*✓ It fits\.", _words(at))
        assert re.search(rf"\b{fits} fits", step.answer)
        assert not re.search("✗ It comes near|~ It does not fit", _words(at))


def _words(at: AppTest) -> str:
    """The text below the list."""
    return next(node.value for node in at.main.markdown if "class='wide formula'" in node.value)


@pytest.mark.parametrize(
    ("case", "attention"),
    [
        ("which-phone", ["1, then leaves", "gone", "gone", "not shown", "not shown"]),
        ("which-ads", ["1", "1", "1", "not shown", "not shown"]),
        (
            "which-shop",
            [
                "1",
                "0.631 = 1/log₂ 3",
                "0.5 = 1/log₂ 4",
                "0.431 = 1/log₂ 5",
                "0.387 = 1/log₂ 6",
            ],
        ),
        ("which-web", ["1", "0.125 = 1/8", "0.125", "0.125", "0.125"]),
        ("which-feed", ["1", "0.8", "0.64 = 0.8²", "0.512 = 0.8³", "0.410 = 0.8⁴"]),
    ],
)
def test_the_readers_attention_stands_beside_each_document(case: str, attention: list[str]) -> None:
    at = visit(PAGE)
    set_to(at, "Step", case)
    ((_, columns),) = pictures(at)
    looks, *adds = columns
    assert looks.name == "Reader’s attention"
    assert [row.cell.label for row in looks.rows.values()] == attention
    assert [column.name for column in adds] == [
        f"Adds to {label.partition('@')[0]}" for label in tiles(at)
    ]


def test_attention_that_falls_with_what_was_read_says_how() -> None:
    """Of those who look at a 2, 5 of 8 go on."""
    at = visit(PAGE)
    set_to(at, "Step", "which-web")
    act(at, "act", lesson=PAGE, step="which-web")
    looks = pictures(at)[0][1][0]
    said = ["1", "0.125 = 1/8", "0.078 = 0.125 · 5/8", "0.078", "0.078"]
    assert [row.cell.label for row in looks.rows.values()] == said


@pytest.mark.parametrize("path", questions.LEADS_TO)
def test_the_questions_about_a_product_lead_to_a_metric_that_fits(path: questions.Path) -> None:
    key, told = questions.LEADS_TO[path]
    judged = which_metric.verdicts(Screen().with_settings(k=10, **told))
    assert key in [verdict.key for verdict in judged if verdict.rank == "fits"]
    assert path[:1] in questions.ASKS or len(path) == 1
    adds, score = questions.counted(key)
    assert sum(adds) == pytest.approx(score)
    assert f"<b>Take {METRICS[key].label()}</b>" in questions.html()
    labels = "grades 0–3" if told["labels"] == "graded" else "binary labels"
    assert re.search(
        rf"<code>{re.escape(METRICS[key].label(10))} \([^<]*\), {labels}", questions.html()
    )


def test_the_sentence_of_the_reader_above_goes_with_an_answer(open_page: Open) -> None:
    page = open_page(f"/{PAGE}")
    page.locator("summary:visible", has_text="Further").click()
    above = page.get_by_text("the sentence for the reader at the top of the page")
    expect(above).to_be_visible()
    for answer in ("All there are", "At all of it alike"):
        page.locator(".asks label:visible", has_text=answer).click()
    expect(above).to_be_hidden()
    expect(page.get_by_text("R@10 (Kent et al. 1955), binary labels")).to_be_visible()


def test_a_reader_of_ones_own_is_told_at_once_what_fits() -> None:
    """A reader of a step is not: the step asks for it. The sentence to copy has these labels."""
    at = visit(PAGE)
    assert "<p class='fitting'></p>" in pieces(at)
    act(at, "turn", knob="cost", to="missed")
    act(at, "turn", by="text", knob="labels", to="graded")
    written = "".join(pieces(at)).replace("\u00a0", " ")
    assert "<b class='named'>" not in written
    (said,) = re.findall("<p class='fitting'>(.*?)</p>", written)
    judged = which_metric.verdicts(at.session_state["session"].shown)
    fits = [METRICS[each.key].label() for each in judged if each.rank == "fits"]
    near = next(each for each in judged if each.rank == "near")
    assert said.startswith(f"<b>Fits: {', '.join(fits)}.</b>" if fits else "<b>No metric fits.</b>")
    assert f"Nearly: {METRICS[near.key].label()}. {near.objections[0]}" in said
    assert "binary labels" not in written.replace(questions.html().replace("\u00a0", " "), "")
    assert "grades 0–3" in html.unescape(written)
    set_to(at, "Step", "which-ads")
    assert "<p class='fitting'></p>" in pieces(at)


def test_graded_labels_on_a_list_of_0_and_1_invite_to_grade_it() -> None:
    at = visit(PAGE)
    assert "grades 0 to 3" not in "".join(pieces(at))
    act(at, "turn", knob="labels", to="graded")
    assert "grades 0 to 3" in "".join(pieces(at))
    act(at, "turn", by="text", knob="scale", to=3)
    assert "grades 0 to 3" not in "".join(pieces(at))
    assert at.session_state["session"].current.scale == 3


def test_the_map_has_the_best_metrics_by_every_need_with_its_reason() -> None:
    """A tile has those of each of the others."""
    at = visit(PAGE)
    set_to(at, "Step", "which-web")
    cells = charts(at)["needs"].set_index("key")
    judged = which_metric.verdicts(at.session_state["session"].shown)
    best = [verdict.key for verdict in judged[:6]]
    assert [*cells[cells.need == "metric"].index] == best
    assert len(cells) == 6 * 6
    assert cells.label[["err", "nerr", "ndcg"]].tolist() == ["ERR", "nERR", "nDCG"]
    assert cells.place[["err", "nerr", "ndcg"]].tolist() == [0, 1, 2]
    nearest = cells.loc[[f"ndcg {need}" for need in (*knobs.WhichMetric, "depth")]]
    assert nearest.label.tolist() == ["✓", "✓", "~", "✓", "✓"]
    set_to(at, "Step", "which-phone")  # the loser of the step is not among the best six
    assert "precision" not in [
        each.key for each in which_metric.verdicts(at.session_state["session"].shown)[:6]
    ]
    rows = charts(at)["needs"]
    assert {"precision", "reciprocal_rank"} <= {*rows[rows.need == "metric"].key}
    set_to(at, "Step", "which-web")
    reason = ADVICE["ndcg"].objections["attention"]["until"]
    assert cells.said["ndcg attention"] == f"nDCG, attention: {reason}"
    assert cells.said["ndcg"] == f"nDCG: it comes near. {reason}"
    assert cells.said["err"] == f"ERR: it fits. {ADVICE['err'].fits}"
    signs = {True: "~", False: "✗"}
    for verdict in judged[:6]:
        for need in verdict.against:
            assert cells.label[f"{verdict.key} {need}"] == signs[verdict.rank == "near"]
    never = [key for key, advice in ADVICE.items() if advice.never]
    written = "".join(pieces(at)).replace("\u00a0", " ")
    assert len(never) == 4
    for verdict in judged:
        if verdict.rank == "not":
            assert all(f"<p>{reason}</p>" in written for reason in verdict.objections)


@pytest.fixture(scope="module")
def at() -> AppTest:
    """One reader, who undoes each argument before the next."""
    return visit(PAGE)


@pytest.mark.parametrize("key", METRICS)
def test_an_argument_puts_its_list_on_the_board(at: AppTest, key: str) -> None:
    act(at, "argue", by="text", metric=key)
    ranked, missed = ADVICE[key].example
    assert shown_grades(at) == ([*ranked, *missed], len(ranked))
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
        assert [*shown.grades] == ADVICE[key].example[0]
        assert shown.score(key) == pytest.approx(score)


def test_the_sentence_has_all_that_the_score_depends_on() -> None:
    at = visit(PAGE, {"attention": "fades", "k": "10", "gain": "exponential", "empty": "skip"})
    assert list(tiles(at)) == ["AP@10", "nDCG@10"]
    assert (
        "nDCG@10 (Järvelin & Kekäläinen 2002; with log(i + 1) Burges et al. 2005), grades 0–3, "
        "gain 2^g − 1, discount 1/log2(i + 1), ideal of all judged documents, cut at k; queries "
        "without a relevant document are left out."
    ) in html.unescape("".join(pieces(at)))
    set_to(at, "Discount", "geometric")
    assert "discount 0.8^(i − 1)" in html.unescape("".join(pieces(at)))
    assert listed(at)["k"] == 10


SENTENCES = {
    "err": "ERR@10 (Chapelle et al. 2009), grades 0–3, a document of grade g satisfies (2^g − 1)/8 "
    "of its readers; queries without a relevant document count 0.",
    "rbp": "RBP (Moffat & Zobel 2008), grades 0–3, p = 0.8, a document of grade g is worth g/3; "
    "queries without a relevant document count 0.",
    "average_precision": "AP@10 (Buckley & Voorhees 2000), grades 0–3, relevant from grade 1, "
    "divided by all relevant documents; queries without a relevant document count 0.",
    "mean_rank": "MR@10 (folklore; Bordes et al. 2013 for link prediction), grades 0–3, relevant "
    "from grade 1, a relevant document that is not in the top 10 counts as rank k + 1; queries "
    "without a relevant document count as the worst score.",
}


@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_can_stand_in_a_paper(key: str) -> None:
    assert sentence(key, Screen().with_settings(k=10)) == SENTENCES[key]


@pytest.mark.parametrize(
    ("key", "settings", "cut", "whole"),
    [
        ("recall", {"recall_denominator": "capped"}, "at most 100", "at most the list's length"),
        ("average_precision", {"denominator": "found"}, "in the top 100", "in the list"),
        ("mean_rank", {}, "the top 100 counts as rank k + 1", "as rank n + 1 for a list of n"),
        ("mean_rank", {"missing": "ignore"}, "in the top 100 count", "in the list count"),
    ],
)
def test_a_report_on_runs_says_where_they_were_cut(
    key: str, settings: dict[str, str], cut: str, whole: str
) -> None:
    """Runs are cut deeper than the list on the board, or nowhere."""
    screen = Screen().with_settings(k=10, **settings)
    assert definition(key, screen, 100, 3).endswith(cut)
    assert definition(key, screen, None, 3).endswith(whole)


@pytest.mark.parametrize(
    ("key", "knob"),
    [
        (key, knob)
        for key in METRICS
        for knob in knobs.of_metrics(key)
        if knob not in ("k", "scale")
    ],
)
def test_every_knob_of_a_metric_changes_its_sentence(key: str, knob: str) -> None:
    """In each of its positions, and no braces are left."""
    shown = knobs.KNOBS[knob]
    drawn = shown.control(shown.first, 3)
    values = [value for value, _ in drawn.get("options", ())]
    if isinstance(shown, Range):
        values = [shown.low, shown.high]
    if values:
        said = {sentence(key, Screen().with_settings(**{knob: value})) for value in values}
        assert len(said) == len(values)
        assert not [each for each in said if "{" in each]


NUMBERS: dict[str, list[tuple[str, Setup]]] = {
    "hit": [("1", Setup((0, 0, 0, 0, 1), (), {})), ("0", Setup((None, 0, 0), (), {}))],
    "precision": [
        ("0.333", Setup((3, 0, 0), (), {"k": 3})),
        ("0.5", Setup((1, None), (), {"k": 2})),
        ("0.8", Setup((0, 1, 1, 1, 1), (), {})),
        ("0.4", Setup((1, 1, 0, 0, 0), (), {})),
    ],
    "recall": [
        ("0.1", Setup((1, 0, 0), (1,) * 9, {})),
        ("0.4", Setup((1, 1), (1, 1, 1), {})),
        ("0.5", Setup((1, 0, 0, 0, 1), (), {"k": 4})),
    ],
    "f1": [
        ("0.182", Setup((1,), (1,) * 9, {"k": 1})),
        ("0.571", Setup((1, 1), (1, 1, 1), {"k": 2})),
        ("0.889", Setup((0, 1, 1, 1, 1), (), {})),
        ("0.667", Setup((1, 0), (), {"k": 2})),
        ("0.667", Setup((1,), (1,), {"k": 1})),
        ("0.286", Setup((1, 0, 0, 0, 0), (1,), {})),
    ],
    "r_precision": [
        ("0.2", Setup((1, 0, 0, 0, 0), (1,) * 4, {})),
        ("0.5", Setup((3, 0), (1,), {})),
        ("0.333", Setup((0, 0, 1), (1, 1), {})),
    ],
    "reciprocal_rank": [
        ("0.5", Setup((None, 1), (), {})),
        ("0.02", Setup((0,) * 49 + (1,), (), {"k": 50})),
    ],
    "first_relevant_rank": [("51", Setup((0,), (1,), {"k": 50}))],
    "mean_rank": [
        ("14", Setup((1, 1, 1, *(0,) * 46, 1), (), {"k": 50})),
        ("3.5", Setup((1, 0, 0, 0, 0, 1), (), {"k": 6})),
        ("3", Setup((1, 0, 0, 0, 1), (), {})),
    ],
    "average_precision": [("0.7", Setup((1, 0, 0, 0, 1), (), {}))],
    "interpolated_precision": [
        ("1", Setup((1, 1, 0, 0), (1, 1), {})),
        ("0.4", Setup((1, 0, 0, 0, 1), (1, 1), {})),
        ("1", Setup((1, 0, 0, 1), (), {})),
        ("0", Setup((1, 0, 0, 1), (1, 1, 1), {})),
        ("0.75", Setup((0, 1, 1, 1), (), {})),
    ],
    "interpolated_average_precision": [
        ("0.6", Setup((0, 0, 1, 1, 1), (), {})),
        ("0.6", Setup((0, 1, 0, 1, 1), (), {})),
    ],
    "average_recall": [
        ("0.75", Setup((0, 0, 1, 1), (), {"k": 4})),
        ("0.5", Setup((1, 0, 1, 0, 1), (), {"k": 3})),
    ],
    "graded_average_precision": [
        ("0.7", Setup((3, 0, 0, 0, 3), (), {})),
        ("0.75", Setup((1, 3, 0), (), {})),
    ],
    "q_measure": [
        ("0.864", Setup((3, 0, 0, 0, 3), (), {})),
        ("0.9", Setup((1, 0, 1), (), {"scale": 1})),
        ("0.8", Setup((None, 3), (), {})),
        ("0.667", Setup((0, 0, 3), (), {})),
    ],
    "bpref": [
        ("0.2", Setup((1, 0, 0), (1,) * 4, {})),
        ("0.5", Setup((1, 0, 0, 1), (), {})),
        ("1", Setup((None, None, None, 1, 0), (), {})),
        ("0", Setup((0, 0, 1), (), {})),
    ],
    "cumulative_gain": [("4", Setup((0, 1, 3), (), {}))],
    "dcg": [
        ("6.393", Setup((3, 3, 3), (), {})),
        ("6.214", Setup((1, 2, 3, 3, 3), (), {})),
        ("3.631", Setup((3, 1, 0), (), {})),
    ],
    "ndcg": [
        ("0.850", Setup((3, 0, 0, 0, 3), (), {})),
        ("0.631", Setup((None, 3), (), {})),
        ("0.746", Setup((0, 3, 3, 2, 3), (), {})),
    ],
    "rbp": [
        ("0.488", Setup((1, 1, 1), (1,) * 9, {"scale": 1})),
        ("0.512", Setup((1, 0, 0, 0, 0, 0, 1, 1), (), {"scale": 1, "p": 0.5})),
        ("0.438", Setup((0, 1, 1, 1), (), {"scale": 1, "p": 0.5})),
        ("0.122", Setup((1, 0, 0, 0, 0, 0, 1, 1), (), {"scale": 1, "p": 0.95})),
        ("0.135", Setup((0, 1, 1, 1), (), {"scale": 1, "p": 0.95})),
    ],
    "err": [
        ("0.934", Setup((3, 3, 3), (), {})),
        ("0.438", Setup((None, 3), (), {})),
        ("0.930", Setup((3, 3, 0, 0, 0), (), {})),
        ("0.5", Setup((1, 0, 0), (), {"scale": 1})),
    ],
    "nerr": [
        ("0.937", Setup((3, 0, 0), (3, 3), {})),
        ("0.5", Setup((0, 1), (), {"scale": 1})),
        ("1", Setup((1, 0, 0, 0, 0), (), {})),
    ],
}


@pytest.mark.parametrize("key", METRICS)
def test_an_argument_has_a_number_that_is_right(key: str) -> None:
    advice = ADVICE[key]
    objections = [text for texts in advice.objections.values() for text in texts.values()]
    sentences = " ".join([advice.never, advice.flaw, *objections])
    assert all(re.search(r"\d", text) for text in objections), "each has a list or a number"
    for number, setup in NUMBERS.get(key, ()):
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?![\d])", sentences), number
        places = len(number.partition(".")[2])
        assert written(setup.score(key), places) == number
