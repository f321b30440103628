"""What people bring, in whatever form: it is read as it was meant, or a sentence says why not.

Each case is small enough to work out by hand.
"""

import gzip
import io
import json
import math
import re
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import metrics
from metrics.catalog import METRICS
from metrics.reading.rows import LabelsError
from metrics.runs import InputWarning, JudgedRun, NoRankingError, read, together

RUN = "1 Q0 x 1 3 s\n1 Q0 a 2 2 s\n2 Q0 b 1 9 s\n"
QRELS = "1 0 a 1\n1 0 c 2\n2 0 b 1\n"
"""Topic 1: x, which nobody judged, and a; c is missed. Topic 2: b alone."""
LISTS = {"1": [math.nan, 1], "2": [1]}
MISSED = {"1": [2], "2": []}


def lists(judged: JudgedRun, of: str = "grades") -> dict[str, list[float]]:
    """Grades of each topic, without padding; documents nobody judged are NaN."""
    assert judged.ranking.lengths is not None
    rows = getattr(judged.ranking, of).tolist()
    if of == "missed":
        kept = [[grade for grade in row if grade == grade] for row in rows]
    else:
        ends = judged.ranking.lengths.tolist()
        kept = [row[:end] for row, end in zip(rows, ends, strict=True)]
    return dict(zip(judged.topics, kept, strict=True))


def assert_read(judged: JudgedRun) -> None:
    np.testing.assert_equal(lists(judged), LISTS)
    assert lists(judged, "missed") == MISSED


def notes(judged: JudgedRun) -> str:
    return " ".join(note.text for note in judged.notes)


def doubts(judged: JudgedRun) -> str:
    return " ".join(note.text for note in judged.notes if note.doubt)


JUDGED = {"1": {"a": 1, "c": 2}, "2": {"b": 1}}
SCORED = {"1": {"x": 3.5, "a": 2.25}, "2": {"b": 9.5}}
CSV_RUN = "query_id,doc_id,score\n1,x,3.5\n1,a,2.25\n2,b,9.5\n"
CSV_QRELS = "query_id,doc_id,relevance\n1,a,1\n1,c,2\n2,b,1\n"

RUNS = {
    "TREC": RUN,
    "TREC with tabs": RUN.replace(" ", "\t"),
    "TREC with columns": RUN.replace(" ", "   "),
    "TREC with CR LF": RUN.replace("\n", "\r\n"),
    "TREC without tags": RUN.replace(" s\n", "\n"),
    "TREC with words behind the tag": RUN.replace(" s\n", " s and more words\n"),
    "TREC with comments": f"# made by us\n{RUN}# end\n",
    "TREC with a line twice": RUN + RUN.splitlines()[1] + "\n",
    "TREC with infinite scores": RUN.replace(" 3 s", " inf s").replace(" 2 s", " -1e39 s"),
    "TREC with commas": RUN.replace(" ", ","),
    "TREC with names": "qid iter docno rank sim run_id\n" + RUN,
    "gzip": gzip.compress(RUN.encode()),
    "gzip in two parts": gzip.compress(RUN[:20].encode()) + gzip.compress(RUN[20:].encode()),
    "CSV": CSV_RUN,
    "CSV with capitals": CSV_RUN.replace("query_id,doc_id", "queryId,Doc-ID"),
    "CSV with a text beside the id": "qid,query,docno,title,sim\n1,q,x,t,3\n1,q,a,t,2\n2,r,b,u,9\n",
    "TSV": CSV_RUN.replace(",", "\t"),
    "pipes": CSV_RUN.replace(",", " | "),
    "decimal commas": CSV_RUN.replace(",", ";").replace(".", ","),
    "sep=": "sep=;\n" + CSV_RUN.replace(",", ";"),
    "UTF-16": CSV_RUN.encode("utf-16"),
    "UTF-16 without a mark": CSV_RUN.encode("utf-16-le"),
    "UTF-8 with a mark": CSV_RUN.encode("utf-8-sig"),
    "three columns with ranks": "1\tx\t1\n1\ta\t2\n2\tb\t1\n",
    "three columns with ranks from 0": "1,x,0\n1,a,1\n2,b,0\n",
    "three columns with scores": "1,x,0.9\n1,a,0.2\n2,b,0.7\n",
    "four columns": "1,x,1,0.9\n1,a,2,0.2\n2,b,1,0.7\n",
    "distances": "query_id,doc_id,distance\n1,a,0.9\n1,x,0.2\n2,b,0.7\n",
    "lists by topic": json.dumps({"1": ["x", "a"], "2": ["b"]}),
    "scores by topic": json.dumps(SCORED),
    "pairs by topic": json.dumps({t: [*map(list, each.items())] for t, each in SCORED.items()}),
    "hits by topic": json.dumps(
        {t: [{"id": d, "score": s} for d, s in each.items()] for t, each in SCORED.items()}
    ),
    "records": pd.read_csv(io.StringIO(CSV_RUN)).to_json(orient="records"),
    "lines of JSON": pd.read_csv(io.StringIO(CSV_RUN)).to_json(orient="records", lines=True),
    "columns": pd.read_csv(io.StringIO(CSV_RUN)).to_json(),
    "records under a name": json.dumps(
        {"results": pd.read_csv(io.StringIO(CSV_RUN), dtype=str).to_dict("records")}
    ),
    "rows of questions": "id,retrieved_ids\n1,x|a\n2,b\n",
    "rows of two columns": '1,"x a"\n2,"b y"\n',
    "TREC without Q0": "1 x 1 3 s\n1 a 2 2 s\n2 b 1 9 s\n",
    "TREC without Q0 and tag": "1 x 1 3.5\n1 a 2 2.5\n2 b 1 9.5\n",
    "TREC with the score before the rank": "1 x 3.5 1\n1 a 2.5 2\n2 b 9.5 1\n",
    "the last word of a name": "Query Text,Doc ID,Doc Position\n1,a,2\n1,x,1\n2,b,1\n",
    "an id of something else": "query_id,listing_id,cosine_similarity\n1,x,.3\n1,a,.2\n2,b,.9\n",
    "an unknown name of ranks": "query_id,doc_id,turn\n1,a,2\n1,x,1\n2,b,1\n",
    "names of another language": "Suchanfrage;Dokument;Rang\n1;a;2\n1;x;1\n2;b;1\n",
    "names that are unknown": "Anliegen,Ding,Zahl\n1,a,2\n1,x,1\n2,b,1\n",
    "single quotation marks": "'qid','docno','score'\n'1','x','3'\n'1','a','2'\n'2','b','9'\n",
    "rows with a number": '"qid" "docno" "score"\n"1" 1 "x" 3\n"2" 1 "a" 2\n"3" 2 "b" 9\n',
    "a table of Markdown": "| qid | docno | score |\n|---|:--|--:|\n|1|x|3|\n|1|a|2|\n|2|b|9|\n",
    "a table of MySQL": "+--+--+\n|qid|docno|score|\n+--+--+\n|1|x|3|\n|1|a|2|\n|2|b|9|\n+--+\n",
    "a column for each rank": "query,rank1,rank2\n1,x,a\n2,b,\n",
    "numbers as names of ranks": "query,1,2\n1,x,a\n2,b,\n",
    "thousands": 'qid,docno,score\n1,x,"9,000"\n1,a,950\n2,b,"1,200"\n',
    "thousands and decimals": 'qid,docno,score\n1,x,"9,000.5"\n1,a,950.0\n2,b,1.0\n',
    "thousands of Germany": "qid;docno;score\n1;x;9.000,5\n1;a;950,0\n2;b;1,0\n",
    "thousands of France": "qid;docno;score\n1;x;9\u202f000,5\n1;a;950\n2;b;1\n",
    "lists by topic, one of them empty": json.dumps({"0": [], "1": ["x", "a"], "2": ["b"]}),
    "a table by rows": pd.read_csv(io.StringIO(CSV_RUN)).to_json(orient="split"),
    "a table with a schema": pd.read_csv(io.StringIO(CSV_RUN)).to_json(orient="table"),
    "records by number": pd.read_csv(io.StringIO(CSV_RUN)).to_json(orient="index"),
    "records of topics": json.dumps(
        [
            {"id": t, "results": [{"doc_id": d, "score": s} for d, s in each.items()]}
            for t, each in SCORED.items()
        ]
    ),
    "a run under its name": json.dumps({"run": SCORED}),
    "records of questions": json.dumps(
        [
            {"id": 1, "question": "?", "retrieved_docs": ["x", "a"]},
            {"id": 2, "retrieved_docs": ["b"]},
        ]
    ),
}
FORMS_OF_QRELS = {
    "TREC": QRELS,
    "TREC with comments": f"# one\n# comment in docno\n{QRELS}",
    "Cranfield": QRELS.replace(" 0 ", " "),
    "BEIR": "query-id\tcorpus-id\tscore\r\n1\ta\t1\r\n1\tc\t2\r\n2\tb\t1\r\n",
    "CSV": CSV_QRELS,
    "words": CSV_QRELS.replace(",1\n", ",S\n").replace(",2\n", ",E\n"),
    "JSON": json.dumps(JUDGED),
    "a column of an unknown name": CSV_QRELS.replace("relevance", "use"),
    "a question in a name": CSV_QRELS.replace("relevance", "Relevant? (0-3)"),
    "a name of relevant documents": CSV_QRELS.replace("relevance", "gold_label"),
    "a judge's confidence": "query_id,doc_id,relevance,confidence\n1,a,1,.5\n1,c,2,.9\n2,b,1,.7\n",
    "a request to rank_eval": json.dumps(
        {
            "requests": [
                {"id": t, "ratings": [{"_id": d, "rating": g} for d, g in each.items()]}
                for t, each in JUDGED.items()
            ],
            "metric": {},
        }
    ),
    "ratings by document": json.dumps(
        {"queries": [{"query": t, "ratings": each} for t, each in JUDGED.items()]}
    ),
    "OpenSearch, found": json.dumps(
        {
            "hits": {
                "hits": [
                    {
                        "_source": {
                            "judgmentRatings": [
                                {"query": t, "ratings": [{"docId": d, "rating": str(g)}]}
                                for t, each in JUDGED.items()
                                for d, g in each.items()
                            ]
                        }
                    }
                ]
            }
        }
    ),
    "OpenSearch": json.dumps(
        {
            "name": "ours",
            "judgmentRatings": [
                {"query": t, "ratings": [{"docId": d, "rating": f"{g}.0"} for d, g in each.items()]}
                for t, each in JUDGED.items()
            ],
        }
    ),
}


@pytest.mark.parametrize("form", RUNS)
def test_a_run_of_any_form_is_read(form: str) -> None:
    content = RUNS[form]
    judged = read(content.encode() if isinstance(content, str) else content, QRELS.encode())
    if form == "rows of two columns":
        assert lists(judged)["2"][0] == 1
        return
    assert_read(judged)


@pytest.mark.parametrize("form", FORMS_OF_QRELS)
def test_qrels_of_any_form_are_read(form: str) -> None:
    content = FORMS_OF_QRELS[form].encode()
    assert_read(read(RUN.encode(), content, worth={"E": 2, "S": 1}))


@pytest.mark.parametrize(
    "table",
    [
        "query,docno,rank,grade\n1,x,1,?\n1,a,2,1\n1,c,,2\n2,b,1,1\n",
        json.dumps(
            [
                {"qid": "1", "doc_id": "x", "score": 3, "rel": None},
                {"qid": "1", "doc_id": "a", "score": 2, "rel": 1},
                {"qid": "1", "doc_id": "c", "score": None, "rel": 2},
                {"qid": "2", "doc_id": "b", "score": 1, "rel": 1},
            ]
        ),
        json.dumps({"qrels": JUDGED, "run": SCORED}),
    ],
)
def test_lists_and_grades_in_one_table_are_read(table: str) -> None:
    assert_read(read(table.encode()))


def test_a_row_for_each_question_is_read() -> None:
    table = (
        "question,expected_answer,expected_doc_ids,retrieved_ids\nwho,me,a;c,x;a\nwhen,now,b,b\n"
    )
    judged = read(table.encode())
    np.testing.assert_equal(lists(judged), {"who": [math.nan, 1], "when": [1]})
    assert lists(judged, "missed") == {"who": [1], "when": []}
    assert "not read: expected_answer" not in notes(judged)


@pytest.mark.parametrize("sign", ["|", ",", ";", " ", ", ", "\n"])
@pytest.mark.parametrize("marks", ["{}", "[{}]", "({},)", "{{{}}}"])
def test_ids_of_a_cell_are_told_apart(sign: str, marks: str) -> None:
    """Where half of the questions have one relevant document, too."""
    one, two = (marks.format(sign.join(ids)) for ids in ("b", "ac"))
    table = f'relevant,retrieved\n"{two}","{marks.format(sign.join("xa"))}"\n"{one}","{one}"\n'
    judged = read(table.encode())
    np.testing.assert_equal(lists(judged), {"1": [math.nan, 1], "2": [1]})
    assert lists(judged, "missed") == {"1": [1], "2": []}


FRAME = pd.read_csv(io.StringIO(CSV_RUN), dtype={"query_id": str})


@pytest.mark.parametrize(
    "frame",
    {
        "topics in the index": FRAME.set_index("query_id"),
        "topics and documents in the index": FRAME.set_index(["query_id", "doc_id"]),
        "a series": FRAME.set_index(["query_id", "doc_id"])["score"],
        "of pyarrow": pa.Table.from_pandas(FRAME, preserve_index=False),
        "bytes": FRAME.assign(doc_id=FRAME["doc_id"].str.encode("utf-8")),
        "sets of ids": pd.DataFrame({"query": [1, 2], "retrieved": [("x", "a"), ("b",)]}),
        "arrays of ids": pd.DataFrame(
            {"query": [1, 2], "retrieved": [np.array(["x", "a"]), np.array(["b"])]}
        ),
    }.items(),
    ids=lambda frame: frame[0],
)
def test_frames_of_any_form_are_read(frame: Any) -> None:
    assert_read(read(frame[1], QRELS.encode()))


def test_dicts_of_lists_and_sets_are_read_as_json_is() -> None:
    judged = read({"1": ["x", "a"], "2": ("b",)}, {"1": {"a", "c"}, "2": ["b"]})  # type: ignore[dict-item]
    np.testing.assert_equal(lists(judged), {"1": [math.nan, 1], "2": [1]})
    assert lists(judged, "missed") == {"1": [1], "2": []}
    assert "of run were taken for its ranking, best first" in notes(judged)
    assert "of qrels were taken for its relevant ones" in notes(judged)
    with pytest.raises(ValueError, match=r"run, topic 1: .* a stands twice"):
        read({"1": ["a", "a"]}, {"1": {"a": 1}})  # type: ignore[dict-item]


def test_an_answer_of_rank_eval_is_read_and_says_what_it_lacks() -> None:
    hits = [{"hit": {"_id": "x"}, "rating": None}, {"hit": {"_id": "a"}, "rating": 1}]
    judged = read(json.dumps({"metric_score": 1, "details": {"1": {"hits": hits}}}).encode())
    np.testing.assert_equal(lists(judged), {"1": [math.nan, 1]})
    assert "holds only what was returned" in doubts(judged)


def test_letor_with_predictions_is_read() -> None:
    """Grades 0 2 1 with the scores 0.1, 0.9, 0.5 are the list 2 1 0."""
    letor = "0 qid:7 1:0.2\n2 qid:7 1:0.3 # docid = best\n1 qid:7 1:0.1\n"
    assert lists(read(b"0.1\n0.9\n0.5\n", letor.encode())) == {"7": [2, 1, 0]}


# Never mistaken in silence


JUDGEMENTS_ALONE = [
    CSV_QRELS,
    "query,docid,rating\n1,a,1\n1,c,2\n2,b,1\n",
    json.dumps([{"id": "1", "question": "?", "expected_doc_ids": ["a", "c"]}]),
    "1 qid:1 2:0.5\n0 qid:1 2:0.7\n",
    QRELS,
]


@pytest.mark.parametrize("content", JUDGEMENTS_ALONE)
def test_judgements_alone_are_not_scored(content: str) -> None:
    with pytest.raises(NoRankingError, match="holds judgements and no ranking"):
        metrics.evaluate(content, None, "AP")
    in_order = read(content.encode(), order_of_lines=True)
    assert "order of the lines of file was taken for the ranking" in notes(in_order)


def test_the_order_of_lines_is_a_ranking_where_one_says_so() -> None:
    table = metrics.evaluate(CSV_QRELS, None, ["RR", "nDCG"], order_of_lines=True)
    # c, grade 2, is second: (1 + 2 / log2 3) / (2 + 1 / log2 3)
    ndcg = (1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3))
    assert table.loc["1"].tolist() == [1, pytest.approx(ndcg)]


def test_a_table_without_a_topic_says_so() -> None:
    table = "word,doc,score,grade\nq,a,9,1\nq,b,8,0\nr,c,7,1\nr,d,6,0\n"
    judged = read(table.encode())
    assert "No column of file is called topic" in doubts(judged)
    assert "If word is the topic" in doubts(judged)
    assert not doubts(read(b"doc,score,grade\na,9,1\nb,8,0\n"))


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_rank_against_score_is_said(order: tuple[int, int]) -> None:
    """Distances as scores turn every list upside down."""
    run = f"1 Q0 a {order[0]} 0.9 s\n1 Q0 b {order[1]} 0.1 s\n".encode()
    said = "Rank and score disagree in 1 of 1 topic"
    assert (said in doubts(read(run, b"1 0 a 1\n"))) == (order == (2, 1))


APART = {
    "capitals": ("Doc", "doc"),
    "blanks": ("a", "a "),
    "zeros in front": ("7", "007"),
    "decimals": ("7.0", "7"),
    "quotation marks": ('"a"', "a"),
    "a composed letter": ("d\u00e9", "de\u0301"),
    "a character that is not seen": ("a", "a\u200b"),
}
TWO = {"q": {"b": 2.0}}


@pytest.mark.parametrize("case", APART)
def test_ids_that_are_spelled_in_two_ways_warn(case: str) -> None:
    """Some match, so the score is no 0 that anybody would notice."""
    ours, theirs = APART[case]
    said = f"1 document of the run may be judged under another spelling: “{ours}” as"
    assert said.replace("\u200b", "�") in doubts(
        read({"q": {ours: 1.0, "b": 2.0}}, {"q": {theirs: 1, "b": 1}})
    )
    if case != "blanks":
        files = f"q Q0 {ours} 1 1 s\nq Q0 b 2 2 s\n", f"q 0 {theirs} 1\nq 0 b 1\n"
        assert said in doubts(read(*(text.encode() for text in files)))
    topics = read({ours: {"b": 1.0}} | TWO, {theirs: {"b": 1}, "q": {"b": 1}})
    assert "1 topic of the run may be judged under another spelling" in doubts(topics)
    assert not doubts(read({"q": {ours: 9.0, theirs: 2.0}}, {"q": {ours: 1, theirs: 0}}))
    with pytest.raises(ValueError, match=r"share no topic: .* They may be the same ones"):
        read({ours: {"b": 1.0}}, {theirs: {"b": 1}})


SUSPECT = {
    "All documents have the same score in 1 of 1 topic": (
        "q Q0 a 1 0 s\nq Q0 b 2 0 s\n",
        "q 0 a 1\n",
    ),
    "All documents have the same rank in 1 of 1 topic": (
        "qid,docno,rank\nq,a,1\nq,b,1\n",
        "q 0 a 1\n",
    ),
    "The scores are the grades": (CSV_QRELS.replace("relevance", "score"),) * 2,
    "The scores are 1, 2, 3 … down each list": ("qid,docno,score\nq,a,1\nq,b,2\n", "q 0 a 1\n"),
    "the columns may be swapped": ("q Q0 a 0.9 1 s\nq Q0 b 0.5 2 s\n", "q 0 a 1\n"),
    "Are the two swapped?": (
        {"q": {f"d{at}": at % 3 for at in range(20)}},
        {"q": {f"d{at}": at / 2 + 1 for at in range(20)}},
    ),
    "The scores look like grades, and the grades like scores": (
        {"q": {"a": 1, "b": 0, "c": 2}},
        {"q": {"a": 0.9, "b": 0.4}},
    ),
    "run has lines of 2 systems (s, t), read as one list": (
        "q Q0 a 1 3 s\nq Q0 b 1 2 t\n",
        "q 0 a 1\n",
    ),
    "run has lines of 2 systems (u, v), read as one list": (
        "qid,docno,score,model\nq,a,3,u\nq,b,2,v\n",
        "q 0 a 1\n",
    ),
    "The highest grade is 1,234,567,890": ("q Q0 a 1 1 s\n", "q 0 a 1234567890\n"),
    "9,000 was read as 9000": ('qid,docno,score\nq,a,"9,000"\nq,b,950\n', "q 0 a 1\n"),
    "9.000 was read with a decimal point": (
        "qid,docno,score\nq,a,9.000\nq,b,8.000\nq,c,950\n",
        "q 0 a 1\n",
    ),
    "The column price of run was read as the score": (
        "qid,docno,price\nq,a,9.5\nq,b,8\n",
        "q 0 a 1\n",
    ),
}


@pytest.mark.parametrize("said", SUSPECT)
def test_numbers_that_look_like_others_warn(said: str) -> None:
    given: Any = SUSPECT[said]
    assert said in doubts(read(*given))


@pytest.mark.parametrize(
    ("run", "qrels"),
    [
        ({"q": {"a": 2.0, "b": 1.0}}, {"q": {"a": 1}}),
        ({"q": {"a": 1.0}}, {"q": {"a": 1}}),
        ({"q": {"a": 2.0, "b": 2.0}, "r": {"a": 2.0, "b": 1.0}}, {"q": {"a": 1}, "r": {"a": 1}}),
        ({"q": {"A": 2.0, "a": 1.0}}, {"q": {"a": 1}}),
        (RUN, QRELS),
    ],
)
def test_usual_numbers_do_not_warn(run: Any, qrels: Any) -> None:
    assert not doubts(read(run, qrels))


def test_two_lists_of_ids_are_told_apart_by_the_names_of_files() -> None:
    """Each may be a ranking, and each the relevant documents."""
    ranked, relevant = json.dumps({"1": ["x", "a"]}), json.dumps({"1": ["a", "c"]})
    files = []
    for name, content in (("relevant.json", relevant), ("run.json", ranked)):
        files.append(io.BytesIO(content.encode()))
        files[-1].name = name
    for order in (files, files[::-1]):
        (judged,) = together(order).runs
        np.testing.assert_equal(lists(judged), {"1": [math.nan, 1]})
        assert "holds the judgements was guessed" in doubts(judged)


@pytest.mark.parametrize(
    ("run", "qrels", "names", "said"),
    [
        ({"q": {"a1": 2.0}}, {"q": {"a": 1}}, "AP", "No document of the run is judged"),
        (b"q Q0 a1 1 2 s", b"q 0 a 1", "AP", "No document of the run is judged"),
        ({"q": {"a": 2.0}}, {"q": {"a": 0.9}}, "P@1", "1 grade is a fraction below 1"),
        ({"q": {"a": 2.0}}, {"q": {"a": 0.9}}, "nDCG", ""),
        ({"q": {"a": 2.0}}, {"q": {"a": 1.5}}, "P@1", ""),
    ],
)
def test_numbers_in_doubt_warn(run: Any, qrels: Any, names: str, said: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        metrics.evaluate(run, qrels, names)
    assert [str(each.message)[: len(said)] for each in caught] == [said] * bool(said)
    assert all(each.category is InputWarning for each in caught)


def test_notes_stand_in_the_table() -> None:
    found = metrics.evaluate(RUN, QRELS + "3 0 z 1\n", "AP")
    assert found.attrs["notes"] == [
        "The scale is 0 to 2.",
        "1 topic without documents in the run, which counts as an empty list: 3.",
        "1 of 3 ranked documents without a judgement, which count as not relevant.",
    ]
    both = metrics.compare.runs(RUN, RUN, QRELS, "AP")
    assert "B: The scale is 0 to 2." in both.attrs["notes"]


def test_a_negative_grade_is_no_judgement_for_bpref() -> None:
    """As in trec_eval: nothing judged stands above b."""
    run, qrels = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"a": -2, "b": 1, "c": 0}}
    files = b"q Q0 a 1 3 s\nq Q0 b 2 2 s\nq Q0 c 3 1 s\n", b"q 0 a -2\nq 0 b 1\nq 0 c 0\n"
    for given in ((run, qrels), files):
        found = metrics.evaluate(*given, ["bpref", "P@1", "Judged@1"])
        assert found.loc["q"].tolist() == [1, 0, 1]


def test_double_precision_is_that_of_trec_eval_10() -> None:
    run = {"q": {"b": 16.000002, "c": 16.000001}}
    rr = [
        metrics.evaluate(run, {"q": {"b": 1, "c": 0}}, "RR", precision=each).loc["q", "RR"]
        for each in ("single", "double")
    ]
    assert rr == [0.5, 1]


def test_labels_ask_what_they_are_worth() -> None:
    table = "topic,doc,grade,score\n1,a,E,9\n1,b,S,8\n1,c,I,7\n"
    with pytest.raises(LabelsError, match=r"grades are words \(E, S, I\)") as asked:
        read(table.encode())
    assert asked.value.labels == ("E", "S", "I")
    judged = read(table.encode(), worth={"e": 3, "S": 2, "I": 0})
    assert lists(judged) == {"1": [3, 2, 0]}
    assert "E = 3, S = 2, I = 0" in notes(judged)
    yes = read(b"topic,doc,grade,score\n1,a,Yes,9\n1,b,FALSE,8\n")
    assert lists(yes) == {"1": [1, 0]}


def test_ids_in_an_old_encoding_are_read() -> None:
    table = "doc,score,grade\nGröße,2,1\nÜber,1,0\n".encode("cp1252")
    judged = read(table)
    assert judged.documents
    assert judged.documents.tolist() == [["Größe", "Über"]]
    assert "was read as Windows-1252" in notes(judged)


def test_fractions_and_large_grades_are_read() -> None:
    """DCG of 0.9 and 50: 0.9 + 50 / log2 3."""
    judged = read(b"topic,doc,grade,score\n1,a,0.9,9\n1,b,50,8\n")
    dcg = METRICS["dcg"].compute(judged.ranking).score.tolist()
    assert dcg == [pytest.approx(0.9 + 50 / math.log2(3))]
    assert judged.ranking.top_grade == 50


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("user_id,item_id,clicked,x\n1,a,1,2\n", "holds clicks and no judgements"),
        ('{"question": "?", "retrieved_contexts": ["a b"]}', "texts in the place of ids"),
        ('[{"a": 1}]', "one column must be called document"),
        ("[1, 0, 1]", "JSON of a form that is not known"),
        ("just words\nand others here\n", "is of no form that is known"),
        (CSV_RUN, "holds a run and no judgements"),
        ("<!DOCTYPE html>\n<p>404\n", "is a web page"),
        ("<?xml version='1.0'?>\n", "is XML"),
        ("<top>\n<num> 301\n", "holds the topics"),
        ("version https://git-lfs.github.com/spec/v1\noid x\n", "is a pointer of Git LFS"),
        ("map \tall\t0.5\nP_5\tall\t0.4\n", "holds numbers of an evaluation"),
        ('{"cells": [], "nbformat": 4}', "is a notebook"),
        ("{'q': {'a': 1}}", "save it by json.dump"),
        ('{"q": {"a": 1, "b": 2, "a": 3}}', "in its JSON, a stands twice"),
        ('{"q": {"a": 1}, "q": {"b": 2}}', "in its JSON, q stands twice"),
        ("query,rank1,rank2\n1,0,0\n2,1,0\n", "rank1 to rank2 hold grades and no ids"),
        ("q Q0 my doc 1 0.9 s\n", "no id may hold a blank"),
        ("q Q0 my 1 1 0.9 s\n", "no id may hold a blank"),
        ("doc,score_a,score_b,grade\na,1,2,1\n", "one column must be called score, got 2"),
        ("qid,docno,score,grade\n1,nan,2,1\n", "the document is a missing value: nan"),
    ],
)
def test_other_forms_are_told_what_is_read(content: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        metrics.evaluate(content if "\n" in content else content.encode(), None, "AP")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0", "is a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "is a picture"),
        (b"\0\0\0\x18ftypmp42", "is a film or a sound"),
        (b"{\\rtf1 a}", "is a text with formats"),
        (gzip.compress(gzip.compress(RUN.encode(), mtime=0), mtime=0), "was packed by gzip twice"),
    ],
)
def test_what_is_no_text_is_named(content: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(content)


@pytest.mark.parametrize("path", ["/nowhere/mine.run", "q Q0 a 1 2 s", "x" * 5000, "", "/", "a\0b"])
def test_a_path_without_a_file_is_told(path: str) -> None:
    for each in (ValueError, FileNotFoundError):
        with pytest.raises(each, match=r"^run: .*(there is no file|is a folder)"):
            read(path, QRELS.encode())


def test_content_of_any_type_is_read() -> None:
    assert_read(read(io.StringIO(RUN), bytearray(QRELS.encode())))  # type: ignore[arg-type]
    assert_read(read("\ufeff" + json.dumps(SCORED), QRELS))


def test_words_that_lack_a_worth_are_asked_for() -> None:
    with pytest.raises(LabelsError, match=r"words \(N\)"):
        read(RUN.encode(), b"1 0 a H\n1 0 c H\n2 0 b N\n", worth={"H": 2})
    with pytest.raises(LabelsError, match=r"words \(Highly relevant\)"):
        read(b"doc,grade,score\na,Highly relevant,2\nb,Not relevant,1\n")


def test_recall_may_weigh_more_and_documents_are_counted() -> None:
    """Of five retrieved three are relevant, of four: F2 is 5 · 3 / (5 + 4 · 4)."""
    run = {"q": {document: 9.0 - rank for rank, document in enumerate("abcde")}}
    qrels = {"q": {"a": 1, "c": 1, "d": 2, "z": 1, "b": 0}}
    names = ["F(beta=2)", "SetF(beta=4)", "F1", "num_ret", "num_rel", "num_rel_ret"]
    found = metrics.evaluate(run, qrels, names).loc["q"].tolist()
    assert found == pytest.approx([15 / 21, 15 / 21, 6 / 9, 5, 4, 3])
    assert metrics.evaluation.meaning("F(beta=2)@5").startswith("F@5: (1 + β²) times the hits")
    for name in ("F1(beta=2)", "AP(beta=2)", "F(beta=0)", "AP(judged_only=1)"):
        with pytest.raises(ValueError, match=r"beta|judged_only"):
            metrics.evaluate(run, qrels, name)


def test_what_was_read_is_a_table() -> None:
    table = read(RUN.encode(), QRELS.encode()).table()
    expected = [("1", "x", 1, None), ("1", "a", 2, 1), ("1", "c", None, 2), ("2", "b", 1, 1)]
    found = [
        tuple(None if pd.isna(each) else each for each in row)
        for row in table.itertuples(index=False)
    ]
    assert found == expected
