"""Your own data: what is brought, refused, averaged and put on the board, on the page itself."""

from collections.abc import Mapping

import pandas as pd
import pytest
import pytrec_eval
from streamlit.testing.v1 import AppTest

import board_driver
from metrics.catalog import METRICS
from metrics.runs import read_table, read_trec
from test_pages import (
    ROOT,
    YOUR_DATA,
    Setup,
    assert_numbers,
    charts,
    installed_components,
    notices,
    press,
    set_to,
    shown_grades,
    tables,
    text,
    visit,
    widget,
)
from ui.documents import RefusedError, pasted

__all__ = ["installed_components"]  # a fixture, for all tests of this file

RUN = b"t1 Q0 a 1 3 s\nt1 Q0 b 2 2 s\nt2 Q0 b 1 9 s\nt3 Q0 c 1 1 s\n"
QRELS = b"t1 0 b 2\nt1 0 z 1\nt2 0 b 1\nt3 0 c 0\n"


def upload(at: AppTest, files: Mapping[str, bytes]) -> AppTest:
    """Choose a way, and drop files on its uploaders."""
    set_to(at, "Where from", "trec" if len(files) == 2 else "table")
    for uploader, (name, content) in zip(at.file_uploader, files.items(), strict=True):
        uploader.upload(name, content, "text/plain")
    return at.run()


def titles(at: AppTest) -> list[str]:
    """Titles on the board, best rank first."""
    return [document["title"] for document in board_driver.data(at)["documents"]]


def bars(at: AppTest) -> pd.DataFrame:
    """The bars of the topics, in the order they stand."""
    rows = charts(at)["data_bars"]
    return rows[rows["topic"].notna()].drop(columns="mean").sort_values("place")


def test_the_example_is_there_at_once_and_the_board_untouched() -> None:
    at = visit(YOUR_DATA)
    assert shown_grades(at) == ([3, 0, 2, 1, 3, 0, 2], 6)
    assert widget(at, "Topic on the board").value is None
    assert len(bars(at)) == 8
    assert "All 8 topics of our example" in text(at)


def test_the_example_is_one_whether_run_or_table_and_has_what_it_should() -> None:
    run = read_trec(*(ROOT / "assets" / f"example_{n}.txt" for n in ("run", "qrels")), top_grade=3)
    table = read_table(ROOT / "assets" / "example.csv", top_grade=3)
    assert run.documents.tolist() == table.documents.tolist()
    assert run.missed.tolist() == table.missed.tolist()
    assert (run.ties, run.empty, run.not_judged) == (7, ("paper-crane",), ("jazz-chords",))
    nothing_relevant = run.ranking.relevant_total == 0
    assert [run.topics[i] for i in nothing_relevant.nonzero()[0]] == ["whale-song-notation"]


def test_uploaded_files_give_the_means_that_trec_eval_gives() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    assert "All 3 topics of mine.run and web.qrels" in text(at)
    qrels = {"t1": {"b": 2, "z": 1}, "t2": {"b": 1}, "t3": {"c": 0}}
    run = {"t1": {"a": 3.0, "b": 2.0}, "t2": {"b": 9.0}, "t3": {"c": 1.0}}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map_cut_5", "ndcg_cut_5"}).evaluate(run)
    rows = {row[0]: row[1:] for row in tables(at)[-1][1:]}
    for symbol, measure in {"AP@5": "map_cut_5", "nDCG@5": "ndcg_cut_5"}.items():
        scores = [theirs[topic][measure] for topic in ("t1", "t2", "t3")]
        name, average, undefined, without = rows[symbol]
        assert name == METRICS["ndcg" if "nDCG" in symbol else "average_precision"].name
        assert float(average) == pytest.approx(sum(scores) / 3, abs=5.1e-5)
        assert (undefined, float(without)) == ("1", pytest.approx(sum(scores) / 2, abs=5.1e-5))
    shown = bars(at)
    assert shown["topic"].tolist() == ["t2", "t1", "t3"]
    assert shown["score"].tolist() == pytest.approx([1, 0.25, 0])
    assert shown["label"].tolist() == ["", "", "0/0"]


def test_lower_is_better_stands_first() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Metric", "first_relevant_rank")
    assert bars(at)[["topic", "score"]].to_numpy().tolist() == [["t2", 1], ["t1", 2], ["t3", 6]]


def test_a_topic_on_the_board_scores_there_as_among_the_topics() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Topic on the board", 0)
    assert (titles(at), shown_grades(at)) == (["a", "b", "z"], ([None, 2, 1], 2))
    assert_numbers(at, YOUR_DATA, Setup((None, 2), (1,)))
    assert at.query_params == {"a": "-a~2b~.~1z"}
    assert bars(at).set_index("topic")["open"].to_dict() == {"t1": True, "t2": False, "t3": False}
    press(at, "Undo")
    assert titles(at)[0] == "Sourdough bread, step by step"
    assert widget(at, "Topic on the board").value is None
    press(at, "Redo")
    assert widget(at, "Topic on the board").value == 0
    press(at, "Reverse")  # another order of a topic's documents is still that topic
    assert widget(at, "Topic on the board").value == 0
    set_to(at, "Topic on the board", 1)
    press(at, "Undo")
    assert widget(at, "Topic on the board").value == 0


def test_the_example_replaces_files_only_when_asked() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Where from", "example")
    assert len(bars(at)) == 3
    press(at, "Use it in place of mine.run and web.qrels")
    assert len(bars(at)) == 8


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (
            {"mine.run": RUN + b"t9 Q0 x 1 two s\n", "web.qrels": QRELS},
            "mine.run, line 5: the score must be a finite number, got two. Nothing was changed.",
        ),
        (
            {"mine.run": RUN, "web.qrels": QRELS + b"t9 0 x 9\n"},
            "web.qrels, line 5: the grade must be a whole number from 0 to 8, got 9. "
            "Nothing was changed.",
        ),
        ({"mine.csv": b"what,is\n1,2\n"}, "mine.csv, line 1: one column must be called document"),
    ],
)
def test_a_bad_file_changes_nothing(files: dict[str, bytes], sentence: str) -> None:
    good = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(good, "Topic on the board", 0)
    before = titles(good), good.query_params, bars(good).to_dict("list"), tables(good)
    at = upload(good, files)
    (error,) = at.error
    assert error.value.startswith(sentence)
    assert (titles(at), at.query_params, bars(at).to_dict("list"), tables(at)) == before


def test_a_bad_file_is_forgotten_with_the_example() -> None:
    at = upload(visit(YOUR_DATA), {"mine.csv": b"what,is\n1,2\n"})
    assert len(at.error) == 1
    set_to(at, "Where from", "example")
    assert list(at.error) == []
    assert len(bars(at)) == 8


def test_a_scale_below_the_judgements_hides_the_means_and_says_why() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Scale", 1)
    (info,) = at.info
    assert info.value == (
        "“b” of topic t1 has the grade 2, above the scale 0 to 1. "
        "Choose a larger scale to see the topics of mine.run and web.qrels."
    )
    assert "data_bars" not in charts(at)
    set_to(at, "Scale", 4)
    assert len(bars(at)) == 3


def test_knobs_reach_the_topics() -> None:
    at = upload(visit(YOUR_DATA, {"from": "2"}), {"mine.run": RUN, "web.qrels": QRELS})
    assert bars(at).set_index("topic")["score"].to_dict() == {"t1": 0.5, "t2": 0, "t3": 0}
    set_to(at, "Cutoff k", 1)
    assert bars(at)["score"].tolist() == [0, 0, 0]


def long_topic(relevant: int) -> dict[str, bytes]:
    """One topic of 200 ranks, whose last documents are relevant, and one that was missed."""
    run = "".join(f"t Q0 d{i:03} {i} {-i} s\n" for i in range(200))
    qrels = "".join(f"t 0 d{199 - i:03} 2\n" for i in range(relevant)) + "t 0 lost 3\nt 0 d000 1\n"
    return {"mine.run": run.encode(), "web.qrels": qrels.encode()}


def test_a_long_topic_is_cut_so_that_scores_with_a_cutoff_stay() -> None:
    at = upload(visit(YOUR_DATA, {"k": "37"}), long_topic(relevant=12))
    set_to(at, "Topic on the board", 0)
    assert titles(at) == [
        *(f"d{i:03}" for i in range(37)),
        "lost",
        *(f"d{i:03}" for i in range(188, 200)),
    ]
    caption = "topic t: the first 37 of 200 ranks, and below the line all others above grade 0."
    assert [c.value for c in at.caption if c.value.startswith(caption)]
    (tile,) = at.metric
    assert tile.value == f"{bars(at)['score'].iloc[0]:.3f}" == f"{1 / 14:.3f}"


def test_a_topic_with_more_than_the_board_can_hold_says_so() -> None:
    at = upload(visit(YOUR_DATA), long_topic(relevant=100))
    set_to(at, "Topic on the board", 0)
    assert len(titles(at)) == 50
    said = "topic t: the first 25 of 200 ranks, 26 of 102 documents above grade 0: other scores"
    assert [c.value for c in at.caption if c.value.startswith(said)]


def test_titles_that_no_address_can_hold_make_a_shorter_list() -> None:
    wide = "".join(f"{'日' * 79}{i:03},1\n" for i in range(40))
    at = upload(visit(YOUR_DATA), {"mine.csv": f"title,grade\n{wide}".encode()})
    set_to(at, "Topic on the board", 0)
    assert notices(at) == []
    assert titles(at) == ["日" * 79 + "…"] * 6  # 12 would spell 8,640 characters and more


@pytest.mark.parametrize(
    ("text", "documents", "retrieved"),
    [
        (
            "Bread, 3\nToast;0\n Tea\t2\nJam | 1\nSalt: 0",
            ["Bread 3", "Toast 0", "Tea 2", "Jam 1", "Salt 0"],
            5,
        ),
        ("3 Bread\n0\tToast\n? Tea", ["Bread 3", "Toast 0", "Tea ?"], 3),
        ("1. Bread, 3\n2. Toast, 0", ["Bread 3", "Toast 0"], 2),
        ("- Bread 3\n- Toast -\n- Tea ?", ["Bread 3", "Toast ?", "Tea ?"], 3),
        ('title,grade\n"Bread, white",3\nTea (2)', ["Bread, white 3", "Tea 2"], 2),
        (
            "Apollo 13\n10 best toasters\nWhy so flat?",
            ["Apollo 13 ?", "10 best toasters ?", "Why so flat? ?"],
            3,
        ),
        ("Rank\tTitle\tGrade\n1\tBread\t3\n2\tTea\t0", ["Bread 3", "Tea 0"], 2),
        ("docid;relevance\nBread - 3\nTea – 0", ["Bread 3", "Tea 0"], 2),
        ("Bread, 3.0,\nTea;", ["Bread 3", "Tea ?"], 2),
        ('\ufeff"Bread ""white""",3\nTea,0', ['Bread "white" 3', "Tea 0"], 2),
        ("1 Bread\n2 Jam\n3 Tea\n4 Salt", ["Bread ?", "Jam ?", "Tea ?", "Salt ?"], 4),
        ("3 Bread\n1 Jam\n2 Tea", ["Bread 3", "Jam 1", "Tea 2"], 3),
        ("Bread 3\n\n-----\nTea 2", ["Bread 3", "Tea 2"], 1),
        ("Not retrieved:\nTea 2", ["Tea 2"], 0),
    ],
)
def test_pasted_lists(text: str, documents: list[str], retrieved: int) -> None:
    read = pasted(text, 3)
    shown = [f"{d.title} {'?' if d.grade is None else d.grade}" for d in read.documents]
    assert (shown, read.retrieved) == (documents, retrieved)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no title in the text"),
        ("---\n \n", "There is no title in the text"),
        ("Bread, 3\nTea, 4", "Line 2: “Tea” has the grade 4; allowed are 0 to 3 and ?."),
        ("Bread, 3\n\n, 2", "Line 3: A document needs a title of 1 to 80 characters."),
        ("x" * 81, "Line 1: The title .* has 81 characters"),
        ("a\n" * 51, "The list would have 51 documents"),
    ],
)
def test_a_pasted_list_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(RefusedError, match=f"^{sentence}"):
        pasted(text, 3)


def test_pasting_is_one_step_and_a_bad_text_none() -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    at.text_area[0].set_value("Bread, 3\nTea, 0\n---\nJam, 2")
    press(at, "Put it on the board")
    assert (titles(at), shown_grades(at)) == (["Bread", "Tea", "Jam"], ([3, 0, 2], 2))
    assert at.query_params == {"a": "3Bread~0Tea~.~2Jam"}
    at.text_area[0].set_value("Bread, 3\nTea, 7")
    press(at, "Put it on the board")
    assert notices(at) == [
        "Line 2: “Tea” has the grade 7; allowed are 0 to 3 and ?. Nothing was changed."
    ]
    assert titles(at) == ["Bread", "Tea", "Jam"]
    press(at, "Undo")
    assert titles(at)[0] == "Sourdough bread, step by step"
