"""Your own data: what is brought, refused, averaged and put on the board, on the page itself."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from streamlit.testing.v1 import AppTest

from app_driver import (
    ROOT,
    act,
    assert_numbers,
    captions,
    charts,
    controls,
    download,
    notices,
    pieces,
    press,
    run,
    sentences,
    set_to,
    shown_grades,
    tables,
    text,
    tiles,
    titles,
    value,
    visit,
)
from expected import BOARDS, PAGES, WITH_TABLE, Setup, terms, written
from metrics.catalog import METRICS
from metrics.runs import read_table, read_trec
from ui.look import plain
from ui.state.documents import RefusedError
from ui.state.pasted import pasted

YOUR_DATA = "your_data"
RUN = b"t1 Q0 a 1 3 s\nt1 Q0 b 2 2 s\nt2 Q0 b 1 9 s\nt3 Q0 c 1 1 s\n"
PASTE = "Titles and grades, one document per line, best first"
QRELS = b"t1 0 b 2\nt1 0 z 1\nt2 0 b 1\nt3 0 c 0\n"


def upload(at: AppTest, files: Mapping[str, bytes]) -> AppTest:
    """Choose a way, and drop files on its uploaders."""
    set_to(at, "Where from", "trec" if len(files) > 1 else "table")
    # Beside run and qrels there is a place for a second run.
    for uploader, (name, content) in zip(at.file_uploader, files.items(), strict=False):
        uploader.upload(name, content, "text/plain")
    return run(at)


def bars(at: AppTest) -> pd.DataFrame:
    """The bars of the topics, in the order they stand."""
    rows = charts(at)["topics"]
    rows = rows[rows.part == "a"].rename(columns={"value": "score", "strong": "open"})
    rows["id"] = [json.loads(action)["to"] for action in rows.do]
    return rows.sort_values("place")


def test_the_example_is_there_at_once_and_the_board_untouched() -> None:
    at = visit(YOUR_DATA)
    assert shown_grades(at) == ([3, 0, 2, 1, 3, 0, 2], 6)
    assert value(at, "Topic on the board") is None
    assert len(bars(at)) == 8
    assert "All 8 topics of our example" in text(at)


def test_a_topic_tells_how_it_comes_to_its_score_and_opens_with_a_click() -> None:
    """Of t1 two are relevant, b at rank 2 and z nowhere: 1/2 · 1/2."""
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    topics = bars(at).set_index("topic")
    assert topics.said["t1"] == "Topic t1: AP@5 = 0.250 (?◑)"
    assert topics.said["t3"] == "Topic t3: AP@5 = 0/0, which counts as 0.000 (○)"
    rows = charts(at)["topics"].set_index("key")
    assert rows.label["mean"] == f"mean AP@5 {(1 / 4 + 1) / 3:.3f}"
    assert rows.value["room"] == 1
    act(at, **json.loads(topics.do["t1"]))
    assert titles(at) == ["a", "b", "z"]


def test_two_runs_are_held_against_each_other_by_topic() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    assert "topics 2" not in charts(at)
    other = RUN.replace(b"a 1 3", b"a 2 1")
    at.file_uploader[2].upload("other.run", other, "text/plain")
    rows = charts(run(at))["topics 2"]
    assert rows.said[0] == "t1: A 0.250, B 0.500: +0.250"
    assert rows.value.tolist() == [0.25, 0, 0, pytest.approx(0.25 / 3)]
    assert rows.label.tolist() == ["+0.250", "0", "0", "mean B − A +0.083"]


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
    assert shown["label"].tolist() == ["1.000", "0.250", "0/0"]


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
    assert value(at, "Topic on the board") is None
    press(at, "Redo")
    assert value(at, "Topic on the board") == 0
    press(at, "Reverse")  # another order of a topic's documents is still that topic
    assert value(at, "Topic on the board") == 0
    set_to(at, "Topic on the board", 1)
    press(at, "Undo")
    assert value(at, "Topic on the board") == 0


def test_the_example_replaces_files_only_when_asked() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Where from", "example")
    assert len(bars(at)) == 3
    press(at, "Use our example instead of your files")
    assert len(bars(at)) == 8


def test_a_bad_file_is_forgotten_when_it_is_taken_away() -> None:
    at = upload(visit(YOUR_DATA), {"mine.csv": b"what,is\n1,2\n"})
    assert len(sentences(at, "error")) == 1
    at.file_uploader[0].clear()
    run(at)
    assert sentences(at, "error") == []
    assert len(bars(at)) == 8


def test_a_file_that_is_called_as_the_example_is_not_the_example() -> None:
    at = upload(visit(YOUR_DATA), {"our example": b"topic,document,grade\nt1,a,1\nt2,b,0\n"})
    set_to(at, "Where from", "example")
    assert len(bars(at)) == 2
    press(at, "Use our example instead of your files")
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
    (error,) = sentences(at, "error")
    assert error.startswith(sentence)
    assert (titles(at), at.query_params, bars(at).to_dict("list"), tables(at)) == before


def test_a_bad_file_is_forgotten_with_the_example() -> None:
    at = upload(visit(YOUR_DATA), {"mine.csv": b"what,is\n1,2\n"})
    assert len(sentences(at, "error")) == 1
    set_to(at, "Where from", "example")
    assert sentences(at, "error") == []
    assert len(bars(at)) == 8


def test_a_scale_below_the_judgements_hides_the_means_and_says_why() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Scale", 1)
    assert (
        "“b” of topic “t1” has the grade 2, above the scale 0 to 1. "
        "Choose a larger scale to see the topics of mine.run and web.qrels."
    ) in captions(at)
    assert "topics" not in charts(at)
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
    caption = "topic t: the first 37 of 200 ranks are on the board, and below the line all other"
    assert any(each.startswith(caption) for each in captions(at))
    assert tiles(at)["AP@37"].score == f"{bars(at)['score'].iloc[0]:.3f}" == f"{1 / 14:.3f}"


def test_a_topic_with_more_than_the_board_can_hold_says_so() -> None:
    at = upload(visit(YOUR_DATA), long_topic(relevant=100))
    set_to(at, "Topic on the board", 0)
    assert len(titles(at)) == 50
    said = "topic t: the first 25 of 200 ranks are on the board, with 26 of 102 documents above"
    assert any(each.startswith(said) for each in captions(at))


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
        ("3 0 ? 1", ["Document 1 3", "Document 2 0", "Document 3 ?", "Document 4 1"], 4),
        ("3\n0\n---\n2", ["Document 1 3", "Document 2 0", "Document 3 2"], 2),
        ("3, 0\n1984", ["3 0", "1984 ?"], 2),
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
    set_to(at, PASTE, "Bread, 3\nTea, 0\n---\nJam, 2")
    press(at, "Put it on the board")
    assert (titles(at), shown_grades(at)) == (["Bread", "Tea", "Jam"], ([3, 0, 2], 2))
    assert at.query_params == {"a": "3Bread~0Tea~.~2Jam"}
    set_to(at, PASTE, "Bread, 3\nTea, 7")
    press(at, "Put it on the board")
    assert notices(at) == [
        "Line 2: “Tea” has the grade 7; allowed are 0 to 3 and ?. Nothing was changed."
    ]
    assert titles(at) == ["Bread", "Tea", "Jam"]
    press(at, "Undo")
    assert titles(at)[0] == "Sourdough bread, step by step"


# Which topic is on the board


def test_a_score_that_belongs_to_no_topic_says_the_mean_of_all() -> None:
    at = visit(YOUR_DATA)
    mean = np.mean(bars(at)["score"])
    assert f"not a topic; mean of all 8: {mean:.3f}" in sentences(at, "caption")
    set_to(at, "Topic on the board", 0)
    assert not any("not a topic" in each for each in sentences(at, "caption"))


def test_two_topics_over_the_same_documents_are_two() -> None:
    same = b"topic,document,grade,score\nt1,a,1,2\nt1,b,0,1\nt2,a,1,2\nt2,b,0,1\n"
    at = upload(visit(YOUR_DATA), {"mine.csv": same})
    for topic in (1, 0):
        set_to(at, "Topic on the board", topic)
        assert value(at, "Topic on the board") == topic
        assert bars(at).set_index("id")["open"].to_dict() == {topic: True, 1 - topic: False}
        assert sentences(at, "caption")[-1] == f"topic t{topic + 1}"


def test_a_topic_of_another_file_is_not_on_the_board() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Topic on the board", 0)
    at = upload(at, {"other.run": RUN, "web.qrels": QRELS})
    assert value(at, "Topic on the board") is None
    assert titles(at) == ["a", "b", "z"]


@pytest.mark.parametrize("to", [3, -1, 99, True, 0.5, None, [0], {"t1": 0}, 2**70])
def test_a_topic_that_is_none_is_not_opened(to: Any) -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    act(at, "topic", by="topic", to=to)
    assert not at.exception
    assert at.query_params == {}
    assert value(at, "Topic on the board") is None


def many(topics: int) -> dict[str, bytes]:
    """So many topics of one document, whose grades take turns."""
    run = "".join(f"q{i} Q0 d 1 1 s\n" for i in range(topics))
    qrels = "".join(f"q{i} 0 d {i % 3}\n" for i in range(topics))
    return {"mine.run": run.encode(), "web.qrels": qrels.encode()}


def test_of_very_many_topics_one_is_named_and_some_are_drawn() -> None:
    at = upload(visit(YOUR_DATA), many(1000))
    assert controls(at)["Topic on the board"]["kind"] == "line"
    assert 40 <= len(bars(at)) <= 51
    assert any("50 of 1,000 topics are drawn" in each for each in captions(at))
    assert "of 1000 topics" in text(at)
    for name, grades in (("q999", [0]), (" q1 ", [1])):
        set_to(at, "Topic on the board", name)
        assert shown_grades(at) == (grades, 1)
        assert value(at, "Topic on the board") == name.strip()
        assert bars(at).set_index("topic")["label"][name.strip()].startswith("▸")
    before = at.query_params
    for name in ("q1000", "", "<b>q</b>", "![x](http://m.example/x.png)" * 20):
        act(at, "topic", by="topic", to=name)
        assert notices(at) == [f"There is no topic called “{name[:40]}”. Nothing was changed."]
        assert at.query_params == before
    rows = charts(at)["topics"].set_index("key")
    assert rows.value["mean"] == pytest.approx(666 / 1000)


# What was brought stays text

MARK = "m.example"
TEXTS = {
    "an image": f"![i](http://{MARK}/i.png)",
    "a link": f"[l](http://{MARK})",
    "a bare link": f"http://{MARK}/",
    "a mail": f"me@{MARK}",
    "HTML": f"<img/src=//{MARK}><b>{MARK}</b>",
    "a formula": f"$x_{{{MARK}}}$",
    "an icon": f":material/{MARK}:",
    "a colour": f":red[{MARK}]",
    "an attribute": f"'{MARK}\"onload=x",
    "a heading": f"#{MARK}",
}
NOT_SHOWN = {"id", "key", "query_string", "value", "default", "url", "spec", "deferred_file_id"}


def texts(message: Any) -> Iterator[str]:
    """Every text in a message to the browser, but for what is never shown."""
    for each, content in message.ListFields():
        if each.name in NOT_SHOWN:
            continue
        for part in content if each.is_repeated else [content]:
            if isinstance(part, str):
                yield part
            elif hasattr(part, "ListFields"):
                yield from texts(part)


def assert_plain(at: AppTest) -> None:
    """No element that Streamlit reads as Markdown holds what was brought, and no HTML runs it."""
    assert not at.exception
    ours = ("html", "bidi_component", "vega_lite_chart")  # not Markdown
    for node in at:  # type: ignore[attr-defined]
        if getattr(node, "proto", None) and node.type not in ours:
            for shown in texts(node.proto):
                assert MARK not in shown, (node.type, shown)
    for piece in pieces(at):
        assert "<img" not in piece
        tags = re.findall(r"<[^>]*>", piece)
        assert not any(MARK in tag for tag in tags), piece


@pytest.mark.parametrize("page", PAGES)
def test_a_title_is_text(page: str) -> None:
    """In a list of all kinds; and in what is refused, of another kind with each thing refused."""
    kinds = list(TEXTS.values())
    shown = "~".join(f"1{kind}" for kind in kinds)
    first = PAGES.index(page)
    turn = (kinds[at % len(kinds)] for at in range(first, first + 99))
    odd = next(turn)
    query = {"a": f"{shown}~.~2{odd}", "b": shown, "p": f"0.5{odd}", odd: "1"}
    at = visit(page, query)
    assert_plain(at)
    assert f"has a part “{odd[:20]}”" in notices(at)[0]
    if page not in BOARDS:
        return
    assert titles(at) == [*kinds, odd]
    for action in (
        {"do": "grade", "list": "a", "id": str(1 + kinds.index(odd)), "grade": 4},
        {"do": "rename", "list": "a", "id": "1", "title": next(turn) * 9},
        {"do": "turn", "knob": "gain_per_grade", "to": next(turn)},
        {"do": "turn", "knob": "k", "to": next(turn)},
        {"do": "delete", "list": next(turn)[:9], "id": "1"},
        {"do": "delete", "list": "a", "id": next(turn)},
        {"do": "rename", "list": "a", "id": "2", "title": f"{odd}!"},
        {"do": "preset", "lesson": next(turn), "to": next(turn)},
        {"do": next(turn)},
    ):
        act(at, **action, by=next(turn))
        assert_plain(at)
    assert titles(at)[1] == f"{odd}!"


@pytest.mark.parametrize("page", PAGES)
def test_the_scan_would_find_a_text_that_is_read_as_markdown(page: str) -> None:
    at = visit(page)
    [*at.main.markdown, *at.main.caption, *at.main.title][0].proto.body += TEXTS["an image"]  # type: ignore[attr-defined]
    with pytest.raises(AssertionError):
        assert_plain(at)


def spoiled(kind: str) -> dict[str, Mapping[str, bytes]]:
    """Files with a text wherever one can be, good ones and bad ones."""
    odd = TEXTS[kind].replace(" ", "")
    run, qrels, name = "mine.run", "web.qrels", f"{TEXTS[kind].replace('/', '_')}.run"
    good_run, good_qrels = f"{odd} Q0 {odd} 1 3 s\n".encode(), f"{odd} 0 {odd} 2\n".encode()
    cell = '"' + odd.replace('"', '""') + '"'
    return {
        "names of topics and documents": {run: good_run, qrels: good_qrels},
        "names of files": {name: RUN, f"{name}.qrels": QRELS},
        "a name of a table": {name: b"document,grade\na,1\n"},
        "a table": {"mine.csv": f"topic,document,grade\n{cell},{cell},2\n".encode()},
        "a bad grade": {run: RUN, qrels: QRELS + f"t9 0 x {odd}\n".encode()},
        "a bad score": {run: RUN + f"t9 Q0 x 1 {odd} s\n".encode(), qrels: QRELS},
        "a doubled id": {run: good_run * 2, qrels: good_qrels},
        "a doubled judgement": {run: good_run, qrels: good_qrels * 2},
        "an id above the scale": {run: good_run, qrels: good_qrels.replace(b" 2\n", b" 8\n")},
        "a missed id above it": {run: RUN, qrels: f"t1 0 {odd} 8\n".encode()},
        "a topic that is not in the run": {run: RUN, qrels: QRELS + good_qrels},
        "an unjudged topic": {run: RUN + good_run, qrels: QRELS},
        "too few fields": {run: f"{odd} {odd}\n".encode(), qrels: QRELS},
        "too many": {run: RUN, qrels: f"{odd} 0 {odd} 1 {odd}\n".encode()},
        "a heading": {"mine.csv": f"{cell},{cell}\n1,2\n".encode()},
        "a bad cell": {"mine.csv": f"document,grade\na,{cell}\n".encode()},
        "a bad rank": {"mine.csv": f"document,grade,rank\na,1,{cell}\n".encode()},
        "a bad file with such a name": {name: b"what,is\n1,2\n"},
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", TEXTS)
def test_names_and_faults_of_files_are_text(kind: str) -> None:
    """Every fault with two kinds of text, and with each other kind some of them."""
    at, number = visit(YOUR_DATA), list(TEXTS).index(kind)
    for turn, (what, files) in enumerate(spoiled(kind).items()):
        if kind not in ("an image", "HTML") and turn >= 4 and turn % 5 != number % 5:
            continue
        upload(at, files)
        assert_plain(at)
        if "Topic on the board" in controls(at):
            set_to(at, "Topic on the board", 0)
            assert_plain(at)
        errors = sentences(at, "error")
        bad = any(word in what for word in ("bad", "few", "many", "heading", "doubled"))
        assert len(errors) == bad, (what, errors)


@pytest.mark.parametrize("kind", TEXTS)
def test_a_pasted_text_is_text(kind: str) -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    for line in (f"{TEXTS[kind]}\tx, 7", f"{TEXTS[kind]} x, 2\nb, 1"):
        set_to(at, PASTE, line)
        press(at, "Put it on the board")
        assert_plain(at)
    assert titles(at) == [f"{TEXTS[kind]} x", "b"]


# What is saved as a file

RUNS = ["=cmd|' /C calc'!A0", "-1+2"]
RUNS += [f"{sign}1" for sign in "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"]


def cells(saved: bytes) -> list[list[str]]:
    """The cells of a CSV file, its heading included."""
    return list(csv.reader(io.StringIO(saved.decode(), newline="")))


def test_no_cell_of_a_saved_table_is_run_by_a_spreadsheet() -> None:
    safe = [
        "a=1",
        "1+1",
        "",
        " ",
        "'=1",
        "Bread, white",
        'a "b"',
        "日本語",
        "a\nb",
        "a\r=1",
        "a\r\n=1",
    ]
    numbers = [0, -1, 1.5, -0.25, 1e-12, float(np.float64(-3))]
    head = ["=x", "plain", *map(str, numbers)]
    rows = [[odd, plain_one, *numbers] for odd in RUNS for plain_one in safe]
    first, *read = cells(plain.csv(head, rows))
    assert first == ["'=x", "plain", "0", "'-1", "1.5", "'-0.25", "1e-12", "'-3.0"]
    assert [row[:2] for row in read] == [[f"'{odd}", kept] for odd in RUNS for kept in safe]
    assert all([float(cell) for cell in row[2:]] == numbers for row in read)


@pytest.mark.parametrize("page", WITH_TABLE)
def test_a_lesson_saves_its_table_with_all_decimals(page: str) -> None:
    setup = Setup((3, 0, None, 1, 2), (2,), {"k": 4}, ["Rye, “dark”", *"BCDEF"])
    at = visit(page, setup.query())
    first, *rows = cells(download(at, "Table as CSV"))
    shown = next(table for table in tables(at) if "Sum" in table[-1][1])
    known = terms(first, page, setup)
    own = min(known)  # cells that say which row it is
    assert [first, *(row[:own] for row in rows)] == [shown[0], *(row[:own] for row in shown[1:-1])]
    for at_column, exact in known.items():
        column = [float(row[at_column] or "nan") for row in rows]
        assert column == pytest.approx(exact[: len(rows)], abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("page", ["wrong_pairs", "average_precision", "expected_reciprocal_rank"])
def test_titles_in_a_saved_table_are_not_run(page: str) -> None:
    shown = [title for title in RUNS if title.strip() == title]
    setup = Setup((1,) * len(shown), (), {"k": 50}, shown)
    at = visit(page, setup.query())
    _, *rows = cells(download(at, "Table as CSV"))
    assert [row[1] for row in rows] == [f"'{title}" for title in shown]
    (table,) = [table for table in tables(at) if "Sum" in table[-1][1]]
    for row, wanted in zip(rows, table[1:-1], strict=True):
        saved = [cell if cell.isdigit() else written(float(cell), 4) for cell in row[3:]]
        assert saved == wanted[3:]
        assert (row[0], row[2]) == (wanted[0], wanted[2])


def test_names_of_topics_in_the_saved_scores_are_not_run() -> None:
    names = [name.replace(" ", "") for name in RUNS if name.strip() == name]
    run = "".join(f"{name} Q0 d 1 1 s\n" for name in names).encode()
    qrels = "".join(f"{name} 0 d 1\n" for name in names).encode()
    at = upload(visit(YOUR_DATA), {"mine.run": run, "web.qrels": qrels})
    first, *rows = cells(download(at, "Scores per topic as CSV"))
    assert first == ["topic", *(metric.label(5) for metric in METRICS.values())]
    assert sorted(row[0] for row in rows) == sorted(f"'{name}" for name in names)
    setup = Setup((1,), ())
    for row in rows:
        assert [float(cell) for cell in row[1:]] == [setup.score(key) for key in METRICS]


def test_what_is_not_judged_is_saved_as_a_question() -> None:
    at = visit("average_precision", Setup((None, 2), ()).query())
    assert [row[2] for row in cells(download(at, "Table as CSV"))] == ["grade", "?", "2"]
