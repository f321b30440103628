"""Your own data: what is brought, refused, averaged and put on the board, on the page itself."""

import csv
import io
import json
import re
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import ir_measures
import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from scipy import stats
from streamlit.testing.v1 import AppTest

from app_driver import (
    ROOT,
    act,
    assert_numbers,
    captions,
    charts,
    controls,
    download,
    follow,
    formula,
    has_board,
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
from metrics.runs import read
from pages.your_data.notations import how_read
from pages.your_data.pasted import pasted
from ui.core import plain, typed_lists
from ui.core.documents import RefusedError
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")
YOUR_DATA = "your_data"
RUN = b"t1 Q0 a 1 3 s\nt1 Q0 b 2 2 s\nt2 Q0 b 1 9 s\nt3 Q0 c 1 1 s\n"
PASTE = "Titles and grades, one document per line, best first"
QRELS = b"t1 0 b 2\nt1 0 z 1\nt2 0 b 1\nt3 0 c 0\n"


def upload(at: AppTest, files: Mapping[str, bytes]) -> AppTest:
    """Drop files into the box."""
    set_to(at, "Where from", "files")
    at.file_uploader[0].set_value([(*file, "text/plain") for file in files.items()])
    return run(at)


def has_scores(at: AppTest) -> bool:
    return any("class='scores" in piece for piece in pieces(at))


def bars(at: AppTest) -> pd.DataFrame:
    """The bars of the topics, in the order they stand."""
    rows = charts(at)["topics"]
    rows = rows[rows.part == "a"].rename(columns={"value": "score", "strong": "open"})
    rows["id"] = [json.loads(action)["to"] for action in rows.do]
    return rows.sort_values("place")


def means(at: AppTest) -> pd.DataFrame:
    """The table of means, by the metrics' symbols."""
    table: pd.DataFrame = at.dataframe[0].value
    return table.set_index("symbol")


def test_the_mean_of_the_example_is_there_at_once_and_a_board_with_a_topic() -> None:
    at = visit(YOUR_DATA)
    assert {label: tile.score for label, tile in tiles(at).items()} == {
        "mean AP@5": f"{bars(at)['score'].mean():.3f}"
    }
    above, below = sentences(at, "text")[:2]
    assert above == (
        "AP@5, average precision. A hit: grade 1 or\u00a0more.\n"
        "Hits so far ÷ rank at each hit, added up, ÷ all relevant (“of”). "
        "bowline-\u2060knot ○○●○◑: (1/3\u00a0+\u00a02/5)\u00a0/\u00a03\u00a0=\u00a00.244."
    )
    assert below == (
        "The mean is (0.000 + 0.000 + 0.000 + 0.244 + 0.403 + 0.667 + 1.000 + 1.000) / 8 = 0.414. "
        "whale-\u2060song-\u2060notation has no relevant document (0/0) and counts as 0; "
        "without it the mean is 0.473."
    )
    read = "On average judges read 89 % of a topic’s first 10 documents (Judged@10)."
    assert read in text(at)
    assert value(at, "Topic") == ""
    assert len(bars(at)) == 8
    assert "8 topics by AP@5, the worst first" in text(at)
    assert not has_board(at)
    set_to(at, "Topic", 0)
    assert has_board(at)
    press(at, "Back to the mean")
    assert not has_board(at)
    assert list(tiles(at)) == ["mean AP@5"]


def test_the_page_asks_and_its_buttons_go_through_the_topics_as_the_chart_does() -> None:
    """Five of the eight bars end left of the mean; the worst comes first."""
    at = visit(YOUR_DATA)
    step = controls(at)["step"]
    assert [step[part] for part in ("do", "ask", "answer")] == [
        *("The mean AP@5 of 8 topics (queries) is 0.414.", "How many score below the mean?"),
        "5 of 8: one mean hides scores from 0.000 to 1.000. Next: the worst topic.",
    ]
    press(at, "Next topic")
    options = [topic for topic, _ in controls(at)["Topic"]["options"][1:]]
    assert options == bars(at)["id"].tolist()
    assert (value(at, "Topic"), controls(at)["step"]["place"]) == (options[0], "1 of 8")
    set_to(at, "Topic", bars(at).set_index("topic")["id"]["castling-rules"])
    step = controls(at)["step"]
    assert step["do"] == "castling-rules: 1 of 2 relevant found, at rank 6."  # below k
    said = "the best order gives 0.500, with the missed one 1.000."  # 1/1 of 2, and then all
    assert step["answer"] == f"Both alike: {said}"
    set_to(at, "Topic", "")
    assert list(tiles(at)) == ["mean AP@5"]


def test_the_answer_to_a_topic_sorts_what_was_found() -> None:
    """Of bowline-knot 2 of 3 are found, at ranks 3 and 5: at 1 and 2 they have 2/3 of AP."""
    at = visit(YOUR_DATA)
    set_to(at, "Topic", bars(at).set_index("topic")["id"]["bowline-knot"])
    assert tiles(at)["AP@5"].score == f"{(1 / 3 + 2 / 5) / 3:.3f}" == "0.244"
    step = controls(at)["step"]
    said = f"The order: +{2 / 3 - (1 / 3 + 2 / 5) / 3:.3f}. The missed one: +{1 - 2 / 3:.3f}."
    assert (step["do"], step["answer"]) == ("bowline-knot: 2 of 3 relevant found.", said)
    act(at, step["acts"].pop("do"), **step["acts"])
    assert tiles(at)["AP@5"].score == "0.667"
    assert controls(at)["step"]["answer"] == said  # it is about the topic, not about the board
    press(at, "Ideal order")
    assert tiles(at)["AP@5"].score == "1.000"
    set_to(at, "Topic", bars(at).set_index("topic")["id"]["paper-crane"])
    step = controls(at)["step"]
    assert (step["do"], step["ask"], step["answer"]) == (
        *("paper-crane: the search returned nothing.", "Can another order help?"),
        "No: only the missed ones can, to 1.000.",
    )
    assert "acts" not in step
    set_to(at, "Topic", bars(at).set_index("topic")["id"]["sourdough-starter"])
    # 4 of 6 found, at ranks 1, 3, 4 and 7: first they have 4/6, and five of six have 5/6.
    now, best, ideal = (1 + 2 / 3 + 3 / 4) / 6, 4 / 6, 5 / 6
    said = f"The order: +{best - now:.3f}. The missed ones: +{ideal - best:.3f}."
    assert controls(at)["step"]["answer"] == f"{said} Only 5 of 6 fit in the top 5."


def test_the_top_of_a_list_stands_beside_its_bar() -> None:
    """So AP can be worked out by hand: where the relevant ones are, and of how many."""
    at = visit(YOUR_DATA)
    rows = bars(at).set_index("topic")
    assert rows["marks"]["bowline-knot"] == "○○●○◑"
    assert rows["relevant"]["bowline-knot"] == "of 3"
    assert (rows["marks"]["paper-crane"], rows["relevant"]["paper-crane"]) == ("–", "of 2")
    signs = "Grades: ○ 0, ◔ 1, ◑ 2, ● 3, ? unjudged. “of 3”: 3 relevant exist."
    assert signs in text(at)
    set_to(at, "Cutoff k", "all")
    assert set(bars(at)["marks"].str.len()) <= {1, 4, 5}
    set_to(at, "Metric", "ndcg")
    assert sentences(at, "text")[0] == "nDCG: how near the best order is. 1 is best."
    press(at, "Present")
    assert signs in text(at)  # a hall has it, too


def test_a_change_of_a_topic_says_what_the_mean_would_be() -> None:
    """AP of the topic becomes 1/1 of its two relevant ones, so the mean of 8 gains a half / 8."""
    at = visit(YOUR_DATA)
    mean = bars(at)["score"].mean()
    set_to(at, "Topic", bars(at).set_index("topic")["id"]["castling-rules"])
    summed = f"Mean AP@5 of all 8: {8 * mean:.3f} / 8 = {mean:.3f}."
    assert summed in "".join(sentences(at, "caption"))
    act(at, "move", list="a", id="6", to=0)
    said = f" With this list it would be ({8 * mean:.3f} + 0.500) / 8 = {mean + 1 / 16:.3f}. "
    assert said in "".join(sentences(at, "caption"))


def test_a_topic_with_nothing_relevant_says_what_it_does_to_the_mean() -> None:
    """Without it the mean is of 7. With a hit at rank 1 its AP is 1, so the mean of 8 gains 1/8."""
    at = visit(YOUR_DATA)
    each = bars(at)["score"]
    mean, without = each.mean(), each.sum() / 7
    set_to(at, "Topic", bars(at).set_index("topic")["id"]["whale-song-notation"])
    step = controls(at)["step"]
    assert [step[part] for part in ("do", "ask", "answer")] == [
        *("whale-song-notation: AP@5 is 0/0.", "What does it do to the mean?"),
        f"Nothing is relevant. It counts as 0: the mean is {mean:.3f}, without it {without:.3f}.",
    ]
    act(at, "grade", list="a", id="1", grade=1)
    assert f" + 1.000) / 8 = {mean + 1 / 8:.3f}. " in "".join(sentences(at, "caption"))


def test_a_topic_that_no_order_makes_better_is_reversed() -> None:
    """Of fix-a-flat-tyre all four are found first, of six: reversed, at ranks 3 to 6."""
    at = visit(YOUR_DATA)
    set_to(at, "Topic", bars(at).set_index("topic")["id"]["fix-a-flat-tyre"])
    step = controls(at)["step"]
    turned = f"{(1 / 3 + 2 / 4 + 3 / 5) / 4:.3f}"
    assert step["ask"] == "Reverse the list: what is AP@5 then?"
    assert step["answer"] == f"{turned}, not 1.000: the order counts."
    act(at, step["acts"].pop("do"), **step["acts"])
    assert tiles(at)["AP@5"].score == turned


def test_the_files_that_the_page_shows_can_be_read() -> None:
    """The run ranks green-tea first, which is the only relevant document."""
    at = set_to(visit(YOUR_DATA), "Where from", "files")
    shown = [rows for _head, *rows in tables(at)]
    run_, qrels = ("\n".join(" ".join(row) for row in rows).encode() for rows in shown)
    assert shown[0][0][:3] == ["tea", "Q0", "green-tea"]
    upload(at, {"mine.run": run_, "mine.qrels": qrels})
    assert {label: tile.score for label, tile in tiles(at).items()} == {"mean AP": "1.000"}


def test_a_link_with_a_list_opens_with_that_list() -> None:
    at = visit(YOUR_DATA, {"a": "3A~0B"})
    assert titles(at) == ["A", "B"]
    set_to(at, "Where from", "example")
    assert not has_board(at)
    set_to(at, "Where from", "paste")
    assert titles(at) == ["A", "B"]


def test_a_topic_tells_how_it_comes_to_its_score_and_opens_with_a_click() -> None:
    """Of t1 two are relevant, b at rank 2 and z nowhere: 1/2 · 1/2."""
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    act(at, "cut", by="topic", to=5)
    topics = bars(at).set_index("topic")
    assert topics.said["t1"] == "Topic t1: AP@5 = 0.250 (?●)"
    assert topics.said["t3"] == "Topic t3: AP@5 = 0/0, which counts as 0.000 (○)"
    rows = charts(at)["topics"].set_index("key")
    assert rows.label["mean"] == f"mean AP@5 {(1 / 4 + 1) / 3:.3f}"
    assert rows.value["room"] == 1
    act(at, **json.loads(topics.do["t1"]))
    assert titles(at) == ["a", "b", "z"]


def test_two_runs_are_held_against_each_other_by_topic() -> None:
    other = RUN.replace(b"a 1 3", b"a 2 1")
    files = {"mine.run": RUN, "web.qrels": QRELS, "other.run": other}
    at = upload(visit(YOUR_DATA), files)
    rows = charts(at)["topics"]
    assert rows.said[2] == "t1: A 0.250, B 0.500: +0.250"
    assert rows.value.tolist() == [0, 0, 0.25, pytest.approx(0.25 / 3)]
    assert rows.label.tolist() == ["0", "0", "+0.250", "mean B − A +0.083"]
    assert json.loads(rows.do[2]) == {"do": "topic", "to": 0}
    assert [(label, tile.score) for label, tile in tiles(at).items()] == [
        ("A: mean AP", "0.417"),
        ("B: mean AP", "0.500"),
        ("B − A", "+0.083"),
    ]
    (said, *_) = sentences(at, "text")
    student = stats.ttest_1samp([0.25, 0, 0], 0)
    low, high = student.confidence_interval()
    assert (
        f"95 % from −{-low:.3f} to +{high:.3f}, 0 is inside (Student’s t), p {student.pvalue:.3f}."
        in said
    )
    # Of t1 one document of two was judged; of t2 and t3 the one that there is.
    assert said.startswith(
        "Average precision (AP) of the whole list. Our example opens at k = 5. B − A: 95 % from"
    )
    judged = "On average judges read A 83 %, B 83 % of a topic’s first 10 documents (Judged@10)."
    assert judged in text(at)
    read = "Read: 3 topics of mine.run and web.qrels and other.run. Run A is mine.run, run B other"
    assert any(each.startswith(read) for each in sentences(at, "caption"))


def test_topics_that_are_0_0_in_one_run_are_counted_as_that_run_s() -> None:
    """AR is 0/0 where no hit is found: A finds none of t2, B of neither t1 nor t2."""
    qrels = b"t1 0 a 1\nt2 0 b 1\nt3 0 c 1\n"
    one = b"t1 Q0 a 1 1 s\nt2 Q0 x 1 1 s\nt3 Q0 c 1 1 s\n"
    two = b"t1 Q0 x 1 1 s\nt2 Q0 x 1 1 s\nt3 Q0 c 1 1 s\n"
    at = bring_both(visit(YOUR_DATA), {"one.run": one, "web.qrels": qrels, "two.run": two})
    set_to(at, "Metric", "average_recall")
    (said, *_) = sentences(at, "text")
    assert "1 topic of A and 2 topics of B have no score (0/0) and count" in said
    row = means(at).loc["AR"]
    assert (row["A 0/0"], row["B 0/0"]) == (1, 2)


def test_a_second_run_can_be_left_out_again() -> None:
    files = {"mine.run": RUN, "web.qrels": QRELS, "other.run": RUN}
    at = bring_both(visit(YOUR_DATA), files)
    assert "B − A" in tiles(at)
    del files["other.run"]
    at = upload(at, files)
    assert list(tiles(at)) == ["mean AP"]
    assert any(
        each.startswith("Read: 3 topics of mine.run and web.qrels.") for each in captions(at)
    )


def test_the_example_is_one_whether_run_or_table_and_has_what_it_should() -> None:
    run_, table = (
        read(*(ROOT / "assets" / name for name in names))
        for names in (("example_run.txt", "example_qrels.txt"), ("example.csv",))
    )
    pd.testing.assert_frame_equal(run_.table(), table.table())
    said = " ".join(note.text for note in run_.notes)
    assert "7 documents with the same score" in said
    assert "in the run, which counts as an empty list: paper-crane." in said
    assert "of the run without judgements, which is left out: jazz-chords." in said
    nothing_relevant = run_.ranking.relevant_total == 0
    assert [run_.topics[i] for i in nothing_relevant.nonzero()[0]] == ["whale-song-notation"]


def test_uploaded_files_give_the_means_that_trec_eval_gives() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    assert "3 topics by AP, the worst first: mine.run" in text(at)
    act(at, "cut", by="topic", to=5)
    read = "Read: 3 topics of mine.run and web.qrels."
    assert any(each.startswith(read) for each in sentences(at, "caption"))
    qrels = {"t1": {"b": 2, "z": 1}, "t2": {"b": 1}, "t3": {"c": 0}}
    run = {"t1": {"a": 3.0, "b": 2.0}, "t2": {"b": 9.0}, "t3": {"c": 1.0}}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map_cut_5", "ndcg_cut_5"}).evaluate(run)
    table = means(at)
    for symbol, measure in {"AP@5": "map_cut_5", "nDCG@5": "ndcg_cut_5"}.items():
        scores = [theirs[topic][measure] for topic in ("t1", "t2", "t3")]
        row = table.loc[symbol]
        assert row["metric"] == METRICS["ndcg" if "nDCG" in symbol else "average_precision"].name
        assert row["mean"] == pytest.approx(sum(scores) / 3)
        assert (row["0/0"], row["mean without"]) == (1, pytest.approx(sum(scores) / 2))
    shown = bars(at)
    assert shown["topic"].tolist() == ["t3", "t1", "t2"]
    assert shown["score"].tolist() == pytest.approx([0, 0.25, 1])
    assert shown["label"].tolist() == ["0/0, so 0", "0.250", "1.000"]


def generated() -> dict[str, bytes]:
    """Two runs of 200 topics × 100 documents with ties; a third unjudged, two without relevant.

    Of many topics more documents are relevant than the list is long.
    """
    chance = np.random.default_rng(22)
    lines: dict[str, list[str]] = {"one.run": [], "web.qrels": [], "two.run": []}
    for topic in range(200):
        grades = chance.integers(0, 4, 200) * (topic not in (7, 70))
        judged = chance.random(200) < 2 / 3
        lines["web.qrels"] += [
            f"q{topic} 0 d{at} {grade}" for at, grade in enumerate(grades) if judged[at]
        ]
        for name in ("one.run", "two.run"):
            scores = (grades + chance.normal(0, 2, 200)).round()
            top = np.argsort(-scores, kind="stable")[:100]
            lines[name] += [f"q{topic} Q0 d{at} 0 {scores[at]} s" for at in top]
    return {name: "\n".join(each).encode() for name, each in lines.items()}


def bring_both(at: AppTest, files: Mapping[str, bytes]) -> AppTest:
    """Bring a run, its qrels, and a second run; larger files are read beside the page."""
    upload(at, files)
    end = time.monotonic() + 60
    while "Run A is" not in text(at):
        assert time.monotonic() < end
        time.sleep(0.1)
        run(at)
    return run(at)


THEIRS = {
    "AP": "map", "nDCG": "ndcg", "RR": "recip_rank", "P": "set_P", "R": "set_recall", "F1": "set_F",
    "AP@10": "map_cut_10", "AP@100": "map_cut_100", "nDCG@10": "ndcg_cut_10",
    "nDCG@100": "ndcg_cut_100", "P@10": "P_10", "R@10": "recall_10", "R@100": "recall_100",
    "P@1000": "P_1000", "R@1000": "recall_1000", "AP@1000": "map_cut_1000",
    "nDCG@1000": "ndcg_cut_1000", "Hit@10": "success_10", "RP": "Rprec", "bpref": "bpref",
}  # fmt: skip
"""What trec_eval calls our metrics."""


@pytest.mark.slow
def test_means_of_two_runs_at_every_cutoff_are_those_of_trec_eval() -> None:
    files = generated()
    at = bring_both(visit(YOUR_DATA), files)
    qrels: dict[str, dict[str, int]] = {}
    for topic, _, document, grade in map(str.split, files["web.qrels"].decode().splitlines()):
        qrels.setdefault(topic, {})[document] = int(grade)
    theirs = []
    for name in ("one.run", "two.run"):
        lists: dict[str, dict[str, float]] = {}
        for topic, _, document, _, score, _ in map(str.split, files[name].decode().splitlines()):
            lists.setdefault(topic, {})[document] = float(score)
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
        theirs.append(pd.DataFrame(evaluator.evaluate(lists)).T)
    seen = set()
    for cutoff in (10, 100, "1000", "all"):
        act(at, "cut", by="topic", to=cutoff)
        table = means(at)
        for symbol in table.index.intersection(list(THEIRS)):
            seen.add(symbol)
            for system, scores in zip("AB", theirs, strict=True):
                wanted = scores[THEIRS[symbol]].mean()
                assert table.loc[symbol, system] == pytest.approx(wanted, abs=1e-12), symbol
    assert seen == THEIRS.keys()
    gaps = theirs[1]["map"] - theirs[0]["map"]
    assert tiles(at)["B − A"].score == f"{gaps.mean():+.3f}".replace("-", "−")
    student = stats.ttest_1samp(gaps, 0)
    low, high = (f"{end:+.3f}".replace("-", "−") for end in student.confidence_interval())
    assert (
        f"B − A: 95 % from {low} to {high}, 0 is inside (Student’s t), p {student.pvalue:.3f}."
        in text(at)
    )
    # As ir_measures counts it: the share of the first ten, and of each topic the mean.
    for system, name in (("A", "one.run"), ("B", "two.run")):
        frames = [pd.DataFrame(map(str.split, files[n].decode().splitlines())) for n in files]
        run_, judged = frames[list(files).index(name)], frames[1]
        run_ = pd.DataFrame(
            {"query_id": run_[0], "doc_id": run_[2], "score": run_[4].astype(float)}
        )
        judged = pd.DataFrame(
            {"query_id": judged[0], "doc_id": judged[2], "relevance": judged[3].astype(int)}
        )
        # It breaks ties by document from a to z, trec_eval from z to a.
        run_["score"] += run_["doc_id"].rank() * 1e-7
        share = ir_measures.calc_aggregate([ir_measures.Judged @ 10], judged, run_)
        said = f"{system} {100 * share[ir_measures.Judged @ 10]:.0f} %"
        assert re.search(rf"judges read .*{said}.* of a topic’s first 10", text(at))


def test_the_table_of_means_is_saved_with_all_decimals() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    first, *rows = cells(download(at, "Means as CSV"))
    assert first == ["symbol", "mean", "0/0", "mean without", "metric"]
    saved = {row[0]: float(row[1]) for row in rows}
    assert saved == means(at)["mean"].to_dict()
    assert len(saved) == len(METRICS)


@pytest.mark.parametrize(
    ("typed", "label", "address"),
    [
        ("30", "mean AP@30", {"k": "30"}),
        ("50", "mean AP@50", {"k": "50"}),
        ("51", "mean AP@51", {"k": "50", "depth": "51"}),
        ("1000", "mean AP@1000", {"k": "50", "depth": "1000"}),
        ("all", "mean AP", {"k": "50", "depth": "all"}),
    ],
)
def test_any_cutoff_can_be_had_and_is_in_the_address(
    typed: str, label: str, address: dict[str, str]
) -> None:
    at = visit(YOUR_DATA)
    act(at, "cut", by="topic", to=typed)
    assert (list(tiles(at)), at.query_params) == ([label], address)
    again = set_to(visit(YOUR_DATA, address), "Where from", "example")
    assert list(tiles(again)) == [label]
    act(at, "turn", knob="k", to=3)  # the cut on a board
    assert list(tiles(at)) == ["mean AP@3"]


@pytest.fixture(scope="module")
def at() -> AppTest:
    """A reader of three topics, to whom much is refused."""
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    return act(at, "cut", by="topic", to=5)


@pytest.mark.parametrize("typed", ["0", "-1", "1e3", "ten", "1000001", "", "5.5", "9" * 20])
def test_what_is_no_cutoff_is_refused(at: AppTest, typed: str) -> None:
    act(at, "cut", by="topic", to=typed)
    (said,) = notices(at)
    assert said.startswith(f"Cutoff k: “{typed}” was not taken; allowed are whole numbers from 1")
    assert at.query_params == {}


def test_the_rank_that_is_worst_stands_first() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    act(at, "cut", by="topic", to=5)
    set_to(at, "Metric", "first_relevant_rank")
    assert bars(at)[["topic", "score"]].to_numpy().tolist() == [["t3", 6], ["t1", 2], ["t2", 1]]


def test_a_topic_on_the_board_scores_there_as_among_the_topics() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    act(at, "cut", by="topic", to=5)
    set_to(at, "Topic", 0)
    assert (titles(at), shown_grades(at)) == (["a", "b", "z"], ([None, 2, 1], 2))
    assert_numbers(at, YOUR_DATA, Setup((None, 2), (1,)))
    assert at.query_params == {"a": "-a~2b~.~1z"}
    assert bars(at).set_index("topic")["open"].to_dict() == {"t1": True, "t2": False, "t3": False}
    press(at, "Undo")
    assert not has_board(at)
    assert value(at, "Topic") == ""
    press(at, "Redo")
    assert value(at, "Topic") == 0
    press(at, "Reverse")  # another order of a topic's documents is still that topic
    assert value(at, "Topic") == 0
    set_to(at, "Topic", 1)
    press(at, "Undo")
    assert value(at, "Topic") == 0


def test_the_example_replaces_files_only_when_asked() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Where from", "example")
    assert len(bars(at)) == 3
    press(at, "Use our example instead of your files")
    assert len(bars(at)) == 8


def test_a_bad_file_is_forgotten_when_it_is_taken_away() -> None:
    at = upload(visit(YOUR_DATA), {"mine.csv": b"what,is\n1,2\n"})
    assert len(sentences(at, "error")) == 1
    assert not has_scores(at)
    assert "topics" not in charts(at)
    at.file_uploader[0].clear()
    run(at)
    assert sentences(at, "error") == []
    assert not has_scores(at)


def test_a_file_that_is_called_as_the_example_is_not_the_example() -> None:
    at = upload(
        visit(YOUR_DATA), {"our example": b"topic,document,score,grade\nt1,a,2,1\nt2,b,1,0\n"}
    )
    set_to(at, "Where from", "example")
    assert len(bars(at)) == 2
    press(at, "Use our example instead of your files")
    assert len(bars(at)) == 8


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (
            {"mine.run": RUN + b"t9 Q0 x 1 two s\n", "web.qrels": QRELS},
            "mine.run, line 5: the score must be a number, got two. The numbers are those of mine.",
        ),
        (
            {"mine.run": RUN, "web.qrels": QRELS + b"t9 0 x 1001\n"},
            "web.qrels, line 5: the grade must be a number up to 1,000, got 1001.",
        ),
        (
            {"mine.run": RUN, "web.qrels": QRELS.replace(b"t", b"T")},
            "run and qrels share no topic: the run has t1, t2, t3, the qrels T1, T2, T3. The",
        ),
        ({"mine.csv": b"what,is\n1,2\n"}, "mine.csv, line 1: is of no form that is known"),
        ({"mine.csv": b"name,grade\na,2\n"}, "mine.csv, line 1: one column must be called doc"),
        ({"mine.run": b"", "web.qrels": b""}, "mine.run holds no documents. The numbers are"),
        ({"mine.run": RUN}, "mine.run holds a run and no judgements; bring these, too."),
        ({"a.qrels": QRELS, "b.qrels": QRELS}, "a.qrels and b.qrels both hold judgements"),
        ({"web.qrels": QRELS}, "web.qrels holds judgements and no ranking: it has neither scores"),
    ],
)
def test_a_bad_file_changes_nothing(files: dict[str, bytes], sentence: str) -> None:
    good = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(good, "Topic", 0)
    before = titles(good), good.query_params, bars(good).to_dict("list"), tables(good)
    at = upload(good, files)
    (error,) = sentences(at, "error")
    assert error.startswith(sentence)
    assert (titles(at), at.query_params, bars(at).to_dict("list"), tables(at)) == before


def test_what_each_of_two_runs_lacks_is_said() -> None:
    """Also where both are compared: an empty list is a loss on that topic."""
    qrels = QRELS + b"t4 0 e -2\nt5 0 e 1\nt6 0 e 1\nt7 0 e 1\n"
    both = {"A.run": RUN, "web.qrels": qrels, "B.run": b"t1 Q0 a 1 3 s\nt9 Q0 y 1 1 s\n"}
    at = bring_both(visit(YOUR_DATA), both)
    said = text(at)
    assert "Run A: 1 of 4 ranked documents without a judgement" in said
    assert "Run A: 1 judgement with a negative grade, which counts as 0." in said
    assert "Run A: 4 topics without documents in the run" in said
    lacks = "6 topics without documents in the run, which count as empty lists: t2, t3, t4 …."
    assert f"Run B: {lacks}" in said
    assert "Run B: 1 topic of the run without judgements, which is left out: t9." in said
    assert f"Run B: {lacks}" in sentences(follow(at, "Compare both runs"), "text")


def test_a_title_says_how_many_topics_are_drawn() -> None:
    at = upload(visit(YOUR_DATA), {name: generated()[name] for name in ("one.run", "web.qrels")})
    while at.session_state["data"].ours:
        time.sleep(0.1)
        run(at)
    assert "30 of 200 topics by AP, the worst first: one.run" in text(run(at))


def test_a_bad_file_is_forgotten_with_the_example() -> None:
    at = upload(visit(YOUR_DATA), {"mine.csv": b"what,is\n1,2\n"})
    assert len(sentences(at, "error")) == 1
    set_to(at, "Where from", "example")
    assert sentences(at, "error") == []
    assert len(bars(at)) == 8


def test_the_scale_ends_at_the_highest_grade_unless_a_higher_one_is_chosen() -> None:
    """ERR of a hit of grade 1 at rank 1: 1/2 on the scale 0 to 1, 1/16 on the scale 0 to 4."""
    at = upload(visit(YOUR_DATA), {"mine.run": b"1 Q0 a 1 2 x\n", "web.qrels": b"1 0 a 1\n"})
    set_to(at, "Metric", "err")
    assert tiles(at)["mean ERR"].score == "0.500"
    options = dict(controls(at)["Scale"]["options"])
    assert list(options.values()) == ["0 to 1", "0 to 2", "0 to 3", "0 to 4", "0 to 5", "0 to 8"]
    set_to(at, "Scale", 3)
    assert tiles(at)["mean ERR"].score == "0.063"
    for odd in (99, -1, True, "x", None):
        act(at, "top", by="topic", to=odd)
        assert not at.exception


def test_judgements_alone_are_scored_in_the_order_of_lines_if_one_says_so() -> None:
    lines = b"query,docid,rating\nlaptop,a,0\nlaptop,b,1\n"
    at = upload(visit(YOUR_DATA), {"book.csv": lines})
    assert not has_scores(at)
    press(at, "Take the order of the lines")
    assert tiles(at)["mean AP"].score == "0.500"
    assert "The order of the lines of book.csv was taken for the ranking." in text(at)


def test_a_file_can_be_taken_for_another_kind() -> None:
    """Both look like judgements; the reader says which is the run."""
    files = {"one.csv": b"q,a,2\nq,b,1\nq,c,0\n", "two.csv": b"q,a,0\nq,b,1\nq,c,0\n"}
    at = upload(visit(YOUR_DATA), files)
    assert tiles(at)["mean AP"].score == "0.500"
    act(at, "take_as", by="taken", file=controls(at)["one.csv"]["change"]["file"], to="qrels")
    act(at, "take_as", by="taken", file=controls(at)["two.csv"]["change"]["file"], to="run")
    assert tiles(at)["mean AP"].score == "0.833"
    act(at, "take_as", by="taken", file="none", to="nothing")
    assert not at.exception


def test_words_are_grades_when_one_has_said_what_they_are_worth() -> None:
    table = b"qid,doc,score,label\nq,a,2,S\nq,b,1,E\n"
    at = upload(visit(YOUR_DATA), {"esci.csv": table})
    assert sentences(at, "error")[0].startswith("esci.csv: grades are words (S, E); say what each")
    set_to(at, "S is worth", "0")
    set_to(at, "E is worth", "many")
    assert "a grade is a number from 0 to 1,000" in notices(at)[0]
    set_to(at, "E is worth", "1")
    assert tiles(at)["mean AP"].score == "0.500"


def test_a_topic_that_no_card_can_hold_is_scored_and_not_opened() -> None:
    at = upload(visit(YOUR_DATA), {"big.csv": b"qid,doc,score,rel\nq,a,2,0.9\nq,b,1,50\n"})
    set_to(at, "Metric", "cumulative_gain")
    assert tiles(at)["mean CG"].score == "50.900"
    set_to(at, "Topic", 0)
    assert notices(at)[0].startswith("A card has whole grades from 0 to 8, and this topic has 0.9")
    assert not has_board(at)
    set_to(at, "Metric", "graded_average_precision")
    assert not at.exception
    assert "GAP, and gains of your own for each grade, are defined up to grade 8." in text(at)


def test_a_report_says_what_was_measured() -> None:
    """Of t1 AP is 1/4, of t2 1, of t3 0."""
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    low, high = stats.ttest_1samp([0.25, 1, 0], 0).confidence_interval()
    interval = f"95 % interval −{-low:.3f} to {high:.3f}"
    assert f"mine.run: 0.417 ({interval}). Order and ties as in trec_eval." in text(at)
    assert "Mean of 3 topics, AP (Buckley &" in text(at)


def test_knobs_reach_the_topics() -> None:
    at = upload(visit(YOUR_DATA, {"from": "2"}), {"mine.run": RUN, "web.qrels": QRELS})
    act(at, "cut", by="topic", to=5)
    assert bars(at).set_index("topic")["score"].to_dict() == {"t1": 0.5, "t2": 0, "t3": 0}
    act(at, "cut", by="topic", to=1)
    assert bars(at)["score"].tolist() == [0, 0, 0]


def long_topic(relevant: int) -> dict[str, bytes]:
    """One topic of 200 ranks, whose last documents are relevant, and one that was missed."""
    run = "".join(f"t Q0 d{i:03} {i} {-i} s\n" for i in range(200))
    qrels = "".join(f"t 0 d{199 - i:03} 2\n" for i in range(relevant)) + "t 0 lost 3\nt 0 d000 1\n"
    return {"mine.run": run.encode(), "web.qrels": qrels.encode()}


def test_a_long_topic_is_cut_so_that_scores_with_a_cutoff_stay() -> None:
    at = upload(visit(YOUR_DATA, {"k": "37"}), long_topic(relevant=12))
    set_to(at, "Topic", 0)
    assert titles(at) == [
        *(f"d{i:03}" for i in range(37)),
        "lost",
        *(f"d{i:03}" for i in range(188, 200)),
    ]
    caption = "The first 37 of 200 ranks are on the board, and below the line all other"
    assert any(each.startswith(caption) for each in captions(at))
    assert tiles(at)["AP@37"].score == f"{bars(at)['score'].iloc[0]:.3f}" == f"{1 / 14:.3f}"


def test_a_topic_with_more_than_the_board_can_hold_says_so() -> None:
    at = upload(visit(YOUR_DATA), long_topic(relevant=100))
    act(at, "cut", by="topic", to=5)
    set_to(at, "Topic", 0)
    assert len(titles(at)) == 50
    said = "The first 25 of 200 ranks are on the board, with 26 of 102 documents above"
    assert any(each.startswith(said) for each in captions(at))


def test_titles_that_no_address_can_hold_make_a_shorter_list() -> None:
    wide = "".join(f"{'日' * 79}{i:03},1,{-i}\n" for i in range(40))
    at = upload(visit(YOUR_DATA), {"mine.csv": f"title,grade,score\n{wide}".encode()})
    set_to(at, "Topic", 0)
    assert notices(at) == []
    assert titles(at) == ["日" * 79 + "…"] * 6  # 12 would spell 8,640 characters and more


@pytest.mark.parametrize(
    ("typed", "queries", "b", "said"),
    [
        ("q1: R N R N / q2: N R", ["1010", "01"], "", "Each line or label is a list: 2 queries"),
        ("1 0 1 0\n0 1 1 0\n1 1 0 0", ["1010", "0110", "1100"], "", "Each line or label"),
        ("[[1, 0], [0, 1]]", ["10", "01"], "", "Each line or label is a list"),
        (
            "Results for q1: RN (3 relevant)\nResults for q2: NRR (2 relevant results exist)",
            ["1011", "011"],
            "",
            "Each line or label is a list",
        ),
        ("System 1 R N R\nSystem 2 N R R", ["101"], "011", "A and B are two systems"),
        ("A: 1 0 1\nB: 0 1 1 | 1", ["101"], "011|1", "A and B are two systems on the same query"),
    ],
)
def test_several_pasted_lists_are_queries(
    typed: str, queries: list[str], b: str, said: str
) -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    set_to(at, PASTE, typed)
    press(at, "Put it on the board")
    found = [at.query_params.get(name) for name in ("a", "q2", "q3")]
    spelled = ["".join(re.findall(r"(\d)Document", each)) for each in found if each]
    assert (spelled, at.query_params.get("system_b", "")) == (queries, b)
    assert notices(at)[0].startswith(said)
    assert "Open Mean over queries" in controls(at)


@pytest.mark.parametrize(
    ("typed", "documents", "retrieved", "said"),
    [
        (
            "Relevant documents: d3, d12 and d21\nRanking: d5, d3, d21",
            ["d5 0", "d3 1", "d21 1", "d12 1"],
            3,
            "This was read as a ranking, and as the documents that are relevant.",
        ),
        ("G = {A, C}\nR = [B, A, C]", ["B 0", "A 1", "C 1"], 3, "This was read as a ranking"),
        ("1. d3 *\n2. d84\n3. d56 *", ["d3 1", "d84 0", "d56 1"], 3, "A star was read as"),
        ("d3* d84 d56•", ["d3 1", "d84 0", "d56 1"], 3, "A star was read as: relevant."),
        ("d1 rel=3, d2 rel=0", ["d1 3", "d2 0"], 2, ""),
        *(
            (text, ["Document 1 1", "Document 2 0", "Document 3 1"], 2, "Relevant documents")
            for text in (
                "1 0 (m=2)",
                "Relevant at rank 1 of 2; m = 2",
                "R N; total relevant = 2",
                "R N (2 relevant in total)",
            )
        ),
    ],
)
def test_how_courses_write_a_list(
    typed: str, documents: list[str], retrieved: int, said: str
) -> None:
    read = pasted(typed, 1)
    assert [f"{each.title} {each.grade}" for each in read.documents] == documents
    assert read.retrieved == retrieved
    assert how_read(typed).startswith(said)
    assert bool(how_read(typed)) == bool(said)


@pytest.mark.parametrize("typed", ["1 1\n2 0\n3 1", "1 2 3\nR N R", "3 0 2\n1 R 1"])
def test_ranks_beside_grades_are_no_queries(typed: str) -> None:
    assert typed_lists.several(typed) is None


@pytest.mark.parametrize("typed", ["-1; 1", "-1 1\n0 1", "q1: 1 0 / q2: −1", "[-1], [1]"])
def test_a_grade_below_0_is_no_miss_with_a_grade_behind_it(typed: str) -> None:
    assert typed_lists.read(typed).a == ()


def _numbered(grades: str) -> list[str]:
    return [f"Document {rank} {grade}" for rank, grade in enumerate(grades, start=1)]


_AS_GRADES = (
    "[3, 0, ?, 1]",
    "[3, 0, None, 1]",
    "grades = [3, 0, None, 1]",
    "np.array([3., 0., nan, 1.])",
    "[3. 0.\n nan 1.]",
    "(3, False, null, True)",
    "3.0 0.0 ? 1.0",
)
"""The grades 3 0 ? 1 as code prints them."""


_AS_MARKS = {
    "1 0 1": [
        *("R-N-R", "1-0-1", "1/0/1", "1 | 0 | 1", "<1, 0, 1>", "⟨1,0,1⟩", "c(1,0,1)", "YNY"),
        *("R NR R", "P N P", "TP FP TP", "rel nonrel rel", "Rel, Non, Rel", "pos neg pos"),
        *(
            "relevant, not relevant, relevant",
            "relevant\nnon-relevant\nrelevant",
            "1. R\n2. N\n3. R",
        ),
        *("✔️ ❌ ✔️", "✅ ❌ ✅", "👍 👎 👍", "● ○ ●", "■ □ ■", "correct wrong correct"),
        *("np.array([1, 0, 1], dtype=int32)", "tensor([1, 0, 1], device='cuda:0')", "rel: [1,0,1]"),
        *("rank 1 2 3\nrel 1 0 1", "1 2 3\nR N R", "k rel\n1 1\n2 0\n3 1", "1,0 0,0 1,0"),
        *("✓ a\n✗ b\n✓ c", "- [x] a\n- [ ] b\n- [x] c", "+ a\n- b\n+ c", "R a\nN b\nR c"),
        *("d1: R, d2: N, d3: R", "d1 (R), d2 (N), d3 (R)", "d1 d2 d3\n1 0 1", "d1(1) d2(0) d3(1)"),
        *("a (relevant)\nb (not relevant)\nc (relevant)", "rank relevant\n1 yes\n2 no\n3 yes"),
        "a & 1 \\\\\nb & 0 \\\\\nc & 1",
        "| title | grade |\n|:--|--:|\n| a | 1 |\n| b | 0 |\n| c | 1 |",
        "a;1,0\nb;0,0\nc;1,0",
    ],
    "1 0 ? 1": ["1 0 NA 1", "R N U R", "1 0 ? 1"],
    "3 0 2": ["grades: 3 0 2", "G = <3,0,2>", "Rank: 1 2 3\nRel: 3 0 2", "d1\td2\td3\n3\t0\t2"],
    "1 0 1 / 1": [
        *("1 0 1 / 1", "TP FP TP | FN", "1 0 1\nmissing: 1", "1 0 1\nnot found: 1"),
        *("R N R\n---\nR", "R\nN\nR\n---\nR", "R N R --- R", "RNR\n===\nR", "1 0 1 --- 1"),
        *("+\n-\n+\n---\n+", "✓ ✗ ✓ ——— ✓", "yes no yes\n----\nyes"),
    ],
    "1 0 1 0 0 0": ["+-+---", "+-+ ---"],
}


@pytest.mark.parametrize(
    ("text", "grades"), [(text, grades) for grades, texts in _AS_MARKS.items() for text in texts]
)
def test_lists_in_the_notations_of_books(text: str, grades: str) -> None:
    read = pasted(text, 3)
    shown = ["?" if each.grade is None else str(each.grade) for each in read.documents]
    shown[read.retrieved : read.retrieved] = ["/"] * (read.retrieved < len(shown))
    assert " ".join(shown) == grades


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *((text, f"“{text}” may be marks") for text in ("x - x", "E S C I", "1 0 u 1", "o x o")),
        ("1 0 1; total = 4", "“total = 4” behind the grades is not read"),
        ("2 1 0 2 xy", "“xy” behind the grades is not read"),
        ("a: 1 0 1\nb: R R", "Line 1 holds several grades"),
        ("1 0 1\n2 more", "Line 1 holds several grades"),
        ("Bread* Tea Jam*", "Does . mark a relevant document"),
    ],
)
def test_marks_that_may_mean_either_are_asked_for(text: str, sentence: str) -> None:
    with pytest.raises(RefusedError, match=f"^{sentence}"):
        pasted(text, 3)


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
        ("4711\t3\n17\t0", ["4711 3", "17 0"], 2),
        *((text, _numbered("30?1"), 4) for text in _AS_GRADES),
        ("1. 3\n2. 0\n3. ?\n4. 1", _numbered("30?1"), 4),
        ("3 0\nNot retrieved:\n2", _numbered("302"), 2),
        ("- 3\n- 0", _numbered("30"), 2),
        ("1 0 2", _numbered("102"), 3),
        ("True False True", _numbered("101"), 3),
        ("True story, 3\nNone of it", ["True story 3", "None of it ?"], 2),
        ("[1] Bread [3]\n[2] Tea (0)", ["[1] Bread 3", "[2] Tea 0"], 2),
        ("Bread -2\nPi is 3.14", ["Bread -2 ?", "Pi is 3.14 ?"], 2),
    ],
)
def test_pasted_lists(text: str, documents: list[str], retrieved: int) -> None:
    read = pasted(text, 3)
    shown = [f"{d.title} {'?' if d.grade is None else d.grade}" for d in read.documents]
    assert (shown, read.retrieved) == (documents, retrieved)


_NO_GRADES = {
    "3 0 2.5 1": "2.5",
    "3 ? 2 -1": "-1",
    "3021": "3021",
    "[3, 9]": "9",
    "3 0 2 1 9": "9",
    "2.5 1": "2.5",
    "3 0.5": "0.5",
}
"""Numbers alone, with the one that no grade can be."""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no title in the text"),
        ("---\n \n", "There is no title in the text"),
        ("Bread, 3\nTea, 9", "Line 2: “Tea” has the grade 9; allowed are 0 to 8 and ?."),
        ("Bread, 3\n\n, 2", "Line 3: A document needs a title of 1 to 80 characters."),
        ("x" * 81, "Line 1: The title .* has 81 characters"),
        (
            "a\n" * 51,
            "The list would have 51 documents; .* choose “Files” .* “Precision and recall”",
        ),
        ("1 " * 51, "The list would have 51 documents"),
        *(
            (text, f"Line 1: “{mark}” is not a grade; allowed are 0 to 8")
            for text, mark in _NO_GRADES.items()
        ),
        ("3\n0\n10\n2", "Line 3: “10” is not a grade"),
        ("Bread, 3\nTea, -2", "Line 2: “Tea” has the grade -2; allowed are 0 to 8"),
        (
            "D1 -1\nD2 1",
            "Line 1: “D1” has the grade -1; .* and with -J leaves it out: write 0, or ?",
        ),
        ("a 3\nb 1\ne 10", "Line 3: “e” has the grade 10; .* In Python"),
        ("3 0 -1", "Line 1: “-1” is not a grade; .* leaves it out: write 0, or ?"),
        ("3 0 10", "Line 1: “10” is not a grade; .* reads higher grades"),
        ("Bread\t2.5", "Line 1: “Bread” has the grade 2.5; allowed are 0 to 8"),
        ("q1 Q0 d1 1 0.5 tag\nq1 Q0 d2 2 0.4 tag", "These are lines of a TREC file"),
        ("q1 0 d1 1\nq1 0 d2 -2", "These are lines of a TREC file"),
        ("q1,d1,1\nq1,d2,0", "These lines look like topic, document and grade"),
        ("q7\t4711\t1\nq7\t4712\t0\nq8\t9\t2", "These lines look like topic, document"),
        ('[("Bread", 3), ("Tea", 0)]', "Of code only a list of grades is read"),
        ('{"Bread": 3, "Tea": 0}', "Of code only a list of grades is read"),
        ("[[3, 0], [1, 2]]", "Line 1: “\\[\\[3” is not a grade"),
        ("301 0 4711 1", "Line 1: “301” is not a grade"),
        (
            ".62 .48 .02 .75",
            "“.62 .48 .02 .75” was not taken, because of list 1, “0.62”: it has sco",
        ),
        ("u1: a b c\nu2: a c d", "“u1: a b c” may be a title, or a ranking of ids"),
        ("Tea, 3\n" + "=\t" * 50_000 + "1x", "Line 2 has 100,002 characters, too many"),
    ],
)
def test_a_pasted_list_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(RefusedError, match=f"^{sentence}"):
        pasted(text, 3)


@pytest.mark.parametrize("line", ["Tea, 1", "1", "+", "- tea", "q Q0 d 1 2 s"])
def test_a_text_with_far_too_many_lines_is_refused_at_once(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is looked at: that took six seconds for as many lines as a text may have."""
    monkeypatch.setattr("pages.your_data.pasted._lines", None)
    monkeypatch.setattr("pages.your_data.pasted.in_marks", None)
    with pytest.raises(RefusedError, match=r"would have 20000 documents; at most 50 are allowed"):
        pasted(f"{line}\n\n" * 20_000, 3)


def test_pasting_is_one_step_and_a_bad_text_none() -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    assert not has_board(at)  # nothing was pasted
    set_to(at, PASTE, "Bread, 3\nTea, 0\n---\nJam, 2")
    press(at, "Put it on the board")
    assert not notices(at)
    assert (titles(at), shown_grades(at)) == (["Bread", "Tea", "Jam"], ([3, 0, 2], 2))
    assert at.query_params == {"a": "3Bread~0Tea~.~2Jam", "k": "2"}
    placed = "3 documents are in the list below: 2 retrieved, 1 not. It is cut at k = 2."
    assert controls(at)["placed"]["text"] == placed
    assert "ours" not in controls(at)
    set_to(at, PASTE, "Bread, 3\nTea, 9")
    press(at, "Put it on the board")
    assert notices(at) == [
        "Line 2: “Tea” has the grade 9; allowed are 0 to 8 and ?. In Python, "
        "metrics.conventions.explain reads higher grades. Nothing was changed."
    ]
    assert titles(at) == ["Bread", "Tea", "Jam"]
    press(at, "Undo")
    assert not has_board(at)
    assert "placed" not in controls(at)  # that list is gone


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        *(
            (text, "4 grades")
            for text in ("3 0 2 1", "3\n0\n\n2\n---\n1", "3 0 2 | 1", "3 0 2 --- 1")
        ),
        ("3", "1 grade"),
    ],
)
def test_numbers_alone_are_grades_and_it_is_said(typed: str, said: str) -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    set_to(at, PASTE, typed)
    press(at, "Put it on the board")
    assert shown_grades(at)[0] == [int(grade) for grade in typed if grade.isdigit()]
    assert notices(at)[0].startswith(f"The text holds numbers only, so it was read as {said}, best")
    set_to(at, PASTE, "1984, 3\n7, 0")
    press(at, "Put it on the board")
    assert (titles(at), shown_grades(at)[0]) == (["1984", "7"], [3, 0])
    assert "numbers only" not in "".join(notices(at))
    set_to(at, PASTE, "R N ? R\n---\nR")
    press(at, "Put it on the board")
    assert notices(at)[0].startswith("Marks were read as grades")


def test_all_of_a_pasted_list_counts() -> None:
    """A textbook's list R N R N N N N N R R, of which all four are found: AP 0.600, not AP@5."""
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    set_to(at, PASTE, "R N R N N N N N R R")
    press(at, "Put it on the board")
    assert (at.query_params["k"], at.query_params["scale"]) == ("10", "1")
    assert controls(at)["placed"]["text"].endswith("It is cut at k = 10.")
    press(at, "Undo")
    assert "k" not in at.query_params
    set_to(at, PASTE, "R N R")
    press(at, "Put it on the board")
    assert at.query_params["k"] == "3"
    set_to(at, "Metric", "f1")  # 2 · 2 / (3 + 2), of two hits that add as much
    assert [*formula(at).terms.values()] == [Fraction(2, 5)] * 2


@pytest.mark.parametrize(
    ("text", "scale", "said"),
    [
        ("3 5 0 2 1", "5", "The list has the grade 5, so the scale is now 0 to 5."),
        ("Bread, 7\nTea, 0", "8", "The list has the grade 7, so the scale is now 0 to 8."),
        ("Bread 4\nTea 1", "4", "The list has the grade 4, so the scale is now 0 to 4."),
        ("3 2 1", None, ""),
        ("Tea, 2\nApollo 5", None, ""),  # a title
    ],
)
def test_a_pasted_list_widens_the_scale_and_it_is_said(
    text: str, scale: str | None, said: str
) -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    set_to(at, PASTE, text)
    press(at, "Put it on the board")
    assert at.query_params.get("scale") == scale
    told = " ".join(notices(at))
    assert ("scale" in told, said in told) == (scale is not None, True)


@pytest.mark.parametrize(
    "typed",
    [
        *("R N R m=3", "R N (2 relevant)", "+ - +", "1 0 1", "Relevant at ranks 1 and 3 of 10"),
        *("d3* d84 d56*", "R a\nN b", "q1: R N R\nq2: N R", "A: 1 0 1\nB: 0 1 1"),
    ],
)
def test_hits_and_misses_have_the_scale_0_to_1_however_they_are_written(typed: str) -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    set_to(at, PASTE, typed)
    press(at, "Put it on the board")
    assert at.query_params["scale"] == "1"
    assert "All grades are 0 or 1, so the scale is now 0 to 1." in notices(at)[0]


@pytest.mark.parametrize("typed", ["R N R", "R N R m=3"])
def test_err_of_hits_does_not_depend_on_how_many_exist(typed: str) -> None:
    """Each hit stops half of the readers: 1/2 at rank 1, and of the other half 1/2 at rank 3."""
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    set_to(at, PASTE, typed)
    press(at, "Put it on the board")
    carried = visit("expected_reciprocal_rank", at.query_params)
    assert carried.query_params["scale"] == "1"
    assert tiles(carried)["ERR@3"].score == f"{1 / 2 + 1 / 4 / 3:.3f}"


def test_a_list_of_hits_takes_others_to_its_scale_and_says_so() -> None:
    at = visit(YOUR_DATA, {"a": "3Bread~0Tea", "b": "2Jam~1Salt"})
    set_to(at, PASTE, "R N")
    press(at, "Put it on the board")
    assert at.query_params["b"] == "1Jam~1Salt"
    assert "Other lists have this scale, too: their higher grades became 1." in notices(at)[0]
    set_to(at, PASTE, "N R")
    press(at, "Put it on the board")
    assert "scale" not in "".join(notices(at))


def test_a_grade_behind_a_space_is_one_after_a_list_of_hits_too() -> None:
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    for row, grades in (("R N R", [1, 0, 1]), ("Bread 3\nTea", [3, None])):
        set_to(at, PASTE, row)
        press(at, "Put it on the board")
        assert shown_grades(at)[0] == grades


def test_grades_after_marks_have_their_scale_again() -> None:
    """Marks are of two kinds; the next list has three, and its scale is one of grades up to 2."""
    at = set_to(visit(YOUR_DATA), "Where from", "paste")
    for row, scale in (("R N R", "1"), ("0 2 1", "2")):
        set_to(at, PASTE, row)
        press(at, "Put it on the board")
        assert at.query_params["scale"] == scale


# Which topic is on the board


def test_a_topic_on_the_board_has_the_mean_of_all_beside_it() -> None:
    at = visit(YOUR_DATA)
    mean = np.mean(bars(at)["score"])
    set_to(at, "Topic", 0)
    asks = "AP: how early all relevant ones come."
    said = f"Mean AP@5 of all 8: {8 * mean:.3f} / 8 = {mean:.3f}. {asks}"
    assert said in sentences(at, "caption")
    assert len(re.findall("<dt>AP", "".join(pieces(at)))) == 1  # the score stands once
    act(at, "cut", by="topic", to="all")
    own, every = bars(at).set_index("open")["score"][True], bars(at)["score"].mean()
    mean = f"{8 * every:.3f} / 8 = {every:.3f}"
    said = f"AP of the topic: {own:.3f}. Mean AP of all 8: {mean}. {asks}"
    assert said in sentences(at, "caption")


def test_two_topics_over_the_same_documents_are_two() -> None:
    same = b"topic,document,grade,score\nt1,a,1,2\nt1,b,0,1\nt2,a,1,2\nt2,b,0,1\n"
    at = upload(visit(YOUR_DATA), {"mine.csv": same})
    for topic in (1, 0):
        set_to(at, "Topic", topic)
        assert value(at, "Topic") == topic
        assert bars(at).set_index("id")["open"].to_dict() == {topic: True, 1 - topic: False}
        assert controls(at)["step"]["do"].startswith(f"t{topic + 1}: ")


def test_a_topic_of_another_file_is_not_on_the_board() -> None:
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Topic", 0)
    at = upload(at, {"other.run": RUN, "web.qrels": QRELS})
    assert value(at, "Topic") == ""
    assert not has_board(at)


def test_the_topic_after_one_of_other_files_is_the_worst() -> None:
    """Of t3 nothing is relevant, which counts as 0."""
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    set_to(at, "Topic", 1)
    at = upload(at, {"other.run": RUN, "web.qrels": QRELS})
    act(at, "topic", by="topic", step=1)
    assert value(at, "Topic") == 2


def test_topics_are_gone_through_each_with_its_reason() -> None:
    """AP: t3 has nothing relevant, t1 finds one of two at rank 2, t2 its only one at rank 1."""
    at = upload(visit(YOUR_DATA), {"mine.run": RUN, "web.qrels": QRELS})
    press(at, "Present")
    step = controls(at)["step"]
    assert [step[part] for part in ("do", "ask", "answer")] == [
        *("The mean AP of 3 topics (queries) is 0.417.", "How many score below the mean?"),
        "2 of 3: one mean hides scores from 0.000 to 1.000. Next: the worst topic.",
    ]
    said = []
    for place in range(1, 4):
        press(at, "Next topic")
        assert controls(at)["which"]["text"] == f"{place} / 3"
        step = controls(at)["step"]
        said.append([step[part] for part in ("do", "ask", "answer")])
    assert said == [
        [
            *("t3: AP is 0/0.", "What does it do to the mean?"),
            "Nothing is relevant. It counts as 0: the mean is 0.417, without it 0.625.",
        ],
        [
            *("t1: 1 of 2 relevant found.", "What costs more, the order or the missed one?"),
            "The missed one: +0.500. The order: +0.250.",
        ],
        [
            *("t2: 1 of 1 relevant found.", "Reverse the list: what is AP then?"),
            "Still 1.000.",
        ],
    ]
    assert controls(at)["Next topic"]["off"]
    act(at, "topic", by="slides", step=1)
    assert controls(at)["which"]["text"] == "3 / 3"


def test_a_topic_leaves_the_board_when_other_data_are_brought() -> None:
    at = set_to(visit(YOUR_DATA), "Topic", 0)
    for way in ("paste", "files", "example"):
        set_to(at, "Where from", way)
        assert "Back to the mean" not in controls(at)
        assert not has_board(at)
    set_to(at, "Metric", "ndcg")
    press(at, "Present")
    assert list(tiles(at)) == ["mean nDCG@5"]


@pytest.mark.parametrize("to", [3, -1, 99, True, 0.5, None, [0], {"t1": 0}, 2**70])
def test_a_topic_that_is_none_is_not_opened(at: AppTest, to: Any) -> None:
    act(at, "topic", by="topic", to=to)
    assert not at.exception
    assert at.query_params == {}
    assert value(at, "Topic") == ""


def many(topics: int) -> dict[str, bytes]:
    """So many topics of one document, whose grades take turns."""
    run = "".join(f"q{i} Q0 d 1 1 s\n" for i in range(topics))
    qrels = "".join(f"q{i} 0 d {i % 3}\n" for i in range(topics))
    return {"mine.run": run.encode(), "web.qrels": qrels.encode()}


def test_of_very_many_topics_one_is_named_and_some_are_drawn() -> None:
    at = upload(visit(YOUR_DATA), many(1000))
    assert controls(at)["Show topic"]["kind"] == "line"
    assert len(bars(at)) == 30
    assert any("Of 1,000 topics 30 are drawn: 12 from each end" in each for each in captions(at))
    act(at, "cut", by="topic", to=5)
    assert controls(at)["step"]["do"] == "The mean AP@5 of 1,000 topics (queries) is 0.666."
    assert controls(at)["Next topic"]["off"]
    assert bars(at)["score"].tolist()[:12] == [0] * 12
    assert bars(at)["score"].tolist()[-12:] == [1] * 12
    for name, grades in (("q999", [0]), (" q1 ", [1])):
        set_to(at, "Show topic", name)
        assert shown_grades(at) == (grades, 1)
        assert value(at, "Show topic") == name.strip()
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
        named = [
            re.sub(r" aria-label='[^']*'", "", tag) for tag in tags
        ]  # text, its quotes escaped
        assert not any(MARK in tag for tag in named), piece


@pytest.mark.slow
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
        "a name of a table": {name: b"document,grade,rank\na,1,1\n"},
        "a table": {
            "mine.csv": f"topic,document,grade,rank,{cell}\n{cell},{cell},2,1,x\n".encode()
        },
        "a bad order": {name: b"document,grade\na,1\n"},
        "a bad word": {"mine.csv": f"document,grade,rank\na,{cell},1\nb,{cell},2\n".encode()},
        "a bad grade": {run: RUN, qrels: QRELS + f"t9 0 x {odd}\n".encode()},
        "a bad score": {run: RUN + f"t9 Q0 x 1 {odd} s\n".encode(), qrels: QRELS},
        "a doubled id": {run: good_run + good_run.replace(b" 3 s", b" 2 s"), qrels: good_qrels},
        "a doubled judgement": {
            run: good_run,
            qrels: good_qrels + good_qrels.replace(b" 2", b" 1"),
        },
        "an id that no card can hold": {run: good_run, qrels: good_qrels.replace(b" 2", b" 9")},
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
    """Every fault with two kinds of text, and with one of the others."""
    at, number = visit(YOUR_DATA), list(TEXTS).index(kind)
    for turn, (what, files) in enumerate(spoiled(kind).items()):
        if kind not in ("an image", "HTML") and turn % 8 != number % 8:
            continue
        upload(at, files)
        assert_plain(at)
        if "Topic" in controls(at):
            set_to(at, "Topic", 0)
            assert_plain(at)
        errors = sentences(at, "error")
        bad = any(word in what for word in ("bad", "few", "many", "heading", "doubled"))
        assert len(errors) == bad, (what, errors)


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[pytest.mark.slow] * (at % 3 > 0)) for at, kind in enumerate(TEXTS)],
)
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


@pytest.mark.parametrize("page", ["wrong_pairs", VEHICLE])
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
    act(at, "cut", by="topic", to=5)
    first, *rows = cells(download(at, "Scores per topic as CSV"))
    assert first == ["topic", *(metric.label(5) for metric in METRICS.values())]
    assert sorted(row[0] for row in rows) == sorted(f"'{name}" for name in names)
    setup = Setup((1,), (), {"scale": 1})
    for row in rows:
        assert [float(cell) for cell in row[1:]] == [setup.score(key) for key in METRICS]


def test_what_is_not_judged_is_saved_as_a_question() -> None:
    at = visit(VEHICLE, Setup((None, 2), ()).query())
    assert [row[2] for row in cells(download(at, "Table as CSV"))] == ["grade", "?", "2"]
