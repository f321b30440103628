"""Rows of marks that somebody types or pastes: the field and the box for pasted text read alike."""

import pytest

from pages.your_data.notations import how_read
from pages.your_data.pasted import pasted
from ui.core import typed_lists
from ui.core.documents import RefusedError

ROWS = (
    *("1001", "1 0 0 1", "1,0,0,1", "1, 0, 0, 1", "[1, 0, 0, 1]", "RNNR", "R N N R", "R, N, N, R"),
    *("+--+", "+−−+", "+ - - +", "[+,-,-,+]", "[+ - - +]", "yes no no yes", "● ○ ○ ●", "✓✗✗✓"),
)
TOTALS = (
    *(" m=10", " m = 10", " m: 10", ", m=10", ", m = 10", "; m = 10", "\nm = 10", " (m = 10)"),
    *(" (10 relevant)", ", 10 relevant", " 10 relevant documents", " with m = 10", "m=10"),
    *(" of 10", ", of 10 relevant", " (10 relevant documents exist)", " total relevant: 10"),
)


def pasted_as(text: str) -> tuple[str, ...]:
    """Return the lists that the box for pasted text makes of it, as an address spells them."""
    if lists := typed_lists.several(text):
        return lists.a
    read = pasted(text, 8)
    signs = ["?" if each.grade is None else str(each.grade) for each in read.documents]
    missed = "".join(signs[read.retrieved :])
    return ("".join(signs[: read.retrieved]) + f"|{missed}" * bool(missed),)


def both(text: str) -> tuple[str, ...]:
    """Return the lists of a text, which are the same in the field, in which lines are parted."""
    typed, in_field = typed_lists.read(text), typed_lists.read(text.replace("\n", "; "))
    assert typed.a == in_field.a == pasted_as(text), text
    assert not typed.b
    return typed.a


@pytest.mark.parametrize("row", ROWS)
def test_a_total_is_of_the_list_before_it(row: str) -> None:
    for total in TOTALS:
        if row[-1].isalpha() and not total[0].isspace() and total[0] not in ",;":
            continue  # RNNRm=10
        assert both(row + total) == ("1001|11111111",)
        if total[0] not in "\n;":
            for between in ("; ", "\n"):
                every = f"{row}{total}{between}{row}{total}"
                assert both(every) == ("1001|11111111", "1001|11111111")


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("[+ - - +] m=4, [+ + - -] m=4", ("1001|11", "1100|11")),
        ("[[1,0],[0,1]]", ("10", "01")),
        ("101 m=3 011 m=4", ("101|1", "011|11")),
        ("1 0 1, m=3, 0 1 1, m=4", ("101|1", "011|11")),
        ("1 0 1\nm=3\n0 1 1\nm=4", ("101|1", "011|11")),
        ("q1 (m=4): 1 0 1; q2 (m=3): 0 1 1", ("101|11", "011|1")),
        ("q1: [1,0,1], m=4; q2: [0,1,1], m=3", ("101|11", "011|1")),
        ("1 0 1 | 1 m=3; 0 1", ("101|1", "01")),
        ("m=4: 1 0 0 1", ("1001|11",)),
        ("1. RNNR m=4\n2. NRRN m=3", ("1001|11", "0110|1")),
        ("RNNR; 4 relevant", ("1001|11",)),
        ("1 0 0 1, 4 rel", ("1001|11",)),
        ("1: R\n2: N\n3: R", ("101",)),
        ("RNNR - 4 relevant", ("1001|11",)),
        ("RNNR (there are 4 relevant documents)", ("1001|11",)),
        ("(1,0,0,1), m=4", ("1001|11",)),
        ("R/N/N/R m=4", ("1001|11",)),
        ("3 2 0 1 m=4", ("3201|1",)),
        ("R = 1 0 1; R = 0 1 1", ()),
        ("1 0 0 1; 0 1; m = 4 each", ("1001|11", "01|111")),
        ("q1: 1 0 0 1\nq2: 0 1\n(m = 4 for all queries)", ("1001|11", "01|111")),
        ("[1,0,0,1],[0,1] m=2 for each list", ("1001", "01|1")),
        ("hits at 1, 4 of 5; hits at 2 of 3; m = 3 each", ("10010|1", "010|11")),
    ],
)
def test_each_list_has_its_own_total(text: str, lists: tuple[str, ...]) -> None:
    assert (both(text) if lists else typed_lists.read(text).a) == lists


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("101; 011; m = 4", "write m behind each list"),
        ("[[1,0],[0,1]] m=4", "write m behind each list"),
        ("101; 011 m=3, 4", "write m behind each list"),
        ("m=3 101 m=3 011", "write m behind each list"),
        ("101; 011; m = 1 each", "m = 1 is of each list, and one has more"),
        ("101; 011 m = 3; m = 4 each", "m = 4 is of each list, and one has more, or a number of"),
        ("101 m = 1", "it has 2 relevant documents, and m is 1"),
        ("0.02; 0.40", "it has scores and no grades; “Two systems” compares scores of topics"),
        (".62 .48", "it has scores and no grades; “Two systems” compares scores of topics"),
        ("101 | 1 m = 4", "it has 3 relevant documents, and m is 4"),
        ("+-+\n---\n+--", "“---” may be misses, or a line above what was missed."),
        ("+ - -\n- - -\n- + -", "“- - -” may be misses"),
        ("10 01\n---\n1\n---\n1", "two lines of dashes stand below one list"),
    ],
)
def test_it_is_said_why_marks_are_no_list(text: str, why: str) -> None:
    assert (typed_lists.read(text).a, typed_lists.several(text)) == ((), None)
    assert typed_lists.read(text).why.startswith(why)
    with pytest.raises(RefusedError, match=why.replace("---", "-+").replace("- - -", ".*")):
        pasted(text, 3)


EXAM = "RRNRNRNNNN RNNNRNNNNR RNNNNNNNRN NNNNNNNNNN RNNNNNNNNN"
AS_GRADES = "11010100001000100001100000001000000000001000000000"


@pytest.mark.parametrize(
    ("text", "lists", "said"),
    [
        (EXAM, (AS_GRADES,), "Read as one list of 50 documents."),
        (f"{EXAM} m=10", (AS_GRADES,), "Read as one list of 50 documents."),
        ("RNNRR NNR m=10", ("10011001|111111",), "Read as one list of 8 documents."),
        ("10011 01100 11", ("100110110011",), "Read as one list of 12 documents."),
        ("+-+ --- +", ("1010001",), "Read as one list of 7 documents."),
        (
            "RRNRN RNNNR; RNNRR NNR m=10",
            ("1101010001", "10011001|111111"),
            "Read as 2 queries, of 10 and 8 documents.",
        ),
        ("RNNRR NRRNNN", ("10011", "011000"), "Read as 2 queries, of 5 and 6 documents."),
        ("1111 00 11 m=9", ("11110011|111",), "Read as one list of 8 documents."),
        ("101, 0111", ("101", "0111"), "Read as 2 queries, of 3 and 4 documents."),
        (
            "10, 011, 01 m=2",
            ("10", "011", "01|1"),
            "Read as 3 queries, of 2, 3 and 2 documents. m = 2 is of the last list alone.",
        ),
        ("10 01", ("10", "01"), "Read as 2 queries, of 2 and 2 documents."),
        ("[1 0] [0 1] m=2", ("10", "01|1"), "m = 2 is of the last list alone."),
        ("RNNR of 10", ("1001|11111111",), "“of 10” was read as m = 10"),
        ("RNNR (4)", ("1001|11",), "“(4)” was read as m = 4"),
        ("1 0 1 0 0 / 4", ("10100|11",), "“/ 4” was read as m = 4"),
        ("1 R\n2 N\n3 R", ("101",), "The numbers 1, 2 and so on are the ranks"),
        ("1 2 3\nR N R", ("101",), "The numbers 1, 2 and so on are the ranks"),
    ],
)
def test_groups_are_one_list_and_it_is_said(text: str, lists: tuple[str, ...], said: str) -> None:
    assert both(text) == lists
    assert said in typed_lists.read(text).said
    assert "rank" in said or said in how_read(text) or typed_lists.several(text)


@pytest.mark.parametrize("row", [row for row in ROWS if row[0] != "["])
@pytest.mark.parametrize("line", ["---", "———", "- - -", "-----", "--- ", "===", "_____"])
def test_a_line_of_dashes_is_the_bar(row: str, line: str) -> None:
    hit = "1" if row[0] == "1" else row[:3] if row[0] == "y" else row[0]
    for below in (f"{hit} {hit}", f"{hit}\n{hit}"):
        assert both(f"{row}\n{line}\n{below}") == ("1001|11",)
    said = typed_lists.read(f"{row}\n{line}\n{hit}").said
    assert ("The line of dashes is a bar" in said) == ("+" in row)


@pytest.mark.parametrize("text", ["RNNR (1, 4)", "RNNR, 4", "RNNR 4", "+--+ m=4, k=5", "|"])
def test_what_is_behind_marks_is_no_list(text: str) -> None:
    assert typed_lists.read(text).a == ()
    with pytest.raises(RefusedError):
        pasted(text, 3)


def test_each_list_has_its_own_bar() -> None:
    assert both("1 0 0 1\n---\n1 1\n0 1 1 0\n---\n1") == ("1001|11", "0110|1")
    assert both("1 0 0 1 1 0 0 1\n---\n1 1 1 1 1 1") == ("10011001|111111",)
    assert both("+-+\n---") == ("101",)  # never three misses
    assert both("1 0 1\nmissed: 1") == both("1 0 1 ---\n1") == both("1 0 1\n--- 1") == ("101|1",)
    assert both("1 0 1\n---\n(none)") == ("101",)
    assert both("1,0,1,0 / 1 1") == ("1010|11",)
    assert both("System A m=4: 1 0 1") == ("101|11",)


@pytest.mark.parametrize(
    ("lists", "field"), [(("101", "01|1"), "101; 01|1"), (("1", "0"), "1; 0"), (("|1",), "|1")]
)
def test_what_the_field_shows_is_read_as_the_same(lists: tuple[str, ...], field: str) -> None:
    assert (typed_lists.written(lists), typed_lists.read(field).a) == (field, lists)


def test_two_parts_of_one_query_have_one_total() -> None:
    one = "A and B are two systems on the same query."
    for text, said in (
        ("A: 1 0 1; B: 0 1 1; m=3", f"{one} m = 3 is of both."),
        ("A = [1,0,1], B = [0,1,1], m = 3", f"{one} m = 3 is of both."),
        ("A: 101 m=3\nB: 011 m=3", one),
    ):
        found = typed_lists.read(text)
        assert (found.a, found.b, found.said) == (("101|1",), ("011|1",), said)


@pytest.mark.parametrize(
    ("text", "lists", "said"),
    [
        ("hits 2 6 12", ("010001000001",), ("ranks of the hits", "ends at its last hit")),
        ("hits: 2, 6 and 12, m = 4", ("010001000001|1",), ("ranks of the hits", "last hit")),
        ("Hits 2 6 (8 results)", ("01000100",), ("ranks of the hits",)),
        ("relevant at 2, 6 of 8", ("01000100",), ()),
        ("ranks of the hits: 2 6 in 8 results", ("01000100",), ("ranks of the hits",)),
        ("relevant 1, 3; relevant 2, 3", ("101", "011"), ("ranks of the hits", "last hit")),
        ("q1 1 3; q2 2 10", ("101", "0100000001"), ("ranks of the hits", "last hit")),
        ("q1 1 3 · q2 2 10", ("101", "0100000001"), ("ranks of the hits", "last hit")),
    ],
)
def test_hits_may_be_named_by_their_ranks(
    text: str, lists: tuple[str, ...], said: tuple[str, ...]
) -> None:
    typed = typed_lists.read(text)
    assert typed.a == lists
    assert bool(typed.said) == bool(said)
    assert all(each in typed.said for each in said)


@pytest.mark.parametrize(
    ("text", "lists", "said"),
    [
        ("1 0 1; 0 1 1; m = 3 each", ("101|1", "011|1"), "m = 3 is of each list."),
        ("1 0 1; 0 0 1, 2 relevant in each list", ("101", "001|1"), "m = 2 is of each list."),
        ("q1 1 3; q2 2 10; m = 3 each", ("101|1", "0100000001|1"), "ends at its last hit. m = 3"),
        ("hits 1; hits at 2; of 3 each; m = 1 each", (), ""),
        ("hits 1 3; hits 2 4 (5 results each)", ("10100", "01010"), "Each list has 5 documents."),
        ("q1: 1 3; q2: 2 10; of 12 each", ("101000000000", "010000000100"), "has 12 documents."),
        ("1 0 1; 0 1 1; m = 1 each", (), ""),
        ("1 0 1 | 1; 0 1 1; m = 4 each", (), ""),
        ("hits 1 3; hits 2 4; of 3 each", (), ""),
    ],
)
def test_a_total_or_a_length_may_be_of_each_list(
    text: str, lists: tuple[str, ...], said: str
) -> None:
    typed = typed_lists.read(text)
    assert typed.a == lists
    assert said in typed.said


@pytest.mark.parametrize("text", ["1 3 10", "1 10 3; 1 2 3", "3 10.5; 4 11", "0 1 10; 0 1 11"])
def test_numbers_that_may_be_ids_or_scores_are_no_hits(text: str) -> None:
    assert not typed_lists.read(text).a
    assert not typed_lists.several("3 12\n4 15")


@pytest.mark.parametrize(
    ("text", "lists", "said"),
    [
        ("0030 m = 2; 0003 m = 3", ("0030|3", "0003|33"), "grade 3, as all others."),
        ("2 0 2; 0 2; m = 3 each", ("202|2", "02|22"), "grade 2, as all others."),
        ("3 2 0 m = 3", ("320|1",), "grade 1."),
        ("3 0 m = 2; 1 0 m = 2", ("30|1", "10|1"), "grade 1."),
    ],
)
def test_documents_that_m_adds_have_the_grade_of_the_others(
    text: str, lists: tuple[str, ...], said: str
) -> None:
    """The nDCG of lists with one grade does not depend on that grade."""
    typed = typed_lists.read(text)
    assert typed.a == lists
    assert f"Missed documents have {said}" in typed.said


IDS = ("1001", "01|1")
"""q1 has d3 d7 d1 d9, of which d3 and d9 are relevant; q2 has d1 d2, of d2 and d5."""


@pytest.mark.parametrize(
    "text",
    [
        "q1: d3 d7 d1 d9 | relevant: d3 d9; q2: d1 d2 | relevant: d2 d5",
        "q1: d3, d7, d1, d9 | relevant d3, d9\nq2: d1, d2 | relevant d5, d2",
        "Results: d3, d7, d1, d9\nRelevant: d3, d9\nResults: d1, d2\nRelevant: d2, d5",
        "q1\nResults: d3 d7 d1 d9\nRelevant: d9 d3\n\nq2\nResults: d1 d2\nRelevant: d2 d5",
        "Query 1: d3 d7 d1 d9\nQuery 2: d1 d2\nRelevant for query 1: d3 d9\nRelevant for q2: d2 d5",
        "Query: rye\nRetrieved documents: d3 d7 d1 d9. Relevant documents: {d3, d9}.\nQuery: oat\n"
        "Retrieved documents: d1 d2. Relevant documents: {d2, d5}.",
        "rye: d3 d7 d1 d9 | relevant: d3 d9\nsour dough: d1 d2 | relevant: d2 d5",
        "Relevant: q1 d3 d9 · q2 d2 d5\nRanking: q1 d3 d7 d1 d9 · q2 d1 d2",
        "Relevant: q1 doc3 doc9; q2 doc2 doc5\nRanking: q1 3 7 1 9; q2 1 2",
        "Results: q1 3 7 1 9; q2 1 2\nRelevant: q1 3 9; q2 2 5",
        'run = {"q1": ["d3", "d7", "d1", "d9"], "q2": ["d1", "d2"]}\n'
        'qrels = {"q1": ["d3", "d9"], "q2": ["d2", "d5"]}',
        'qrels = {"q1": {"d3": 1, "d9": 1, "d7": 0}, "q2": {"d2": 1, "d5": 1}}\n'
        'run = {"q1": {"d3": 9.1, "d9": 0.3, "d7": 4, "d1": 2.5}, "q2": {"d1": 2, "d2": 1}}',
        'query,results,relevant\nq1,d3 d7 d1 d9,d3 d9\nq2,d1 d2,"d2, d5"',
        "| query | ranking | relevant |\n|---|---|---|\n| 1 | d3, d7, d1, d9 | d3, d9 |\n"
        "| 2 | d1, d2 | d2, d5 |",
        "d3 d7 d1 d9 | d3 d9\nd1 d2 | d2 d5",
        "1. d3 d7 d1 d9 (d3 and d9 are relevant)\n2. d1 d2 (d2 and d5 are relevant)",
        "1) d3 d7 d1 d9 (relevant: d3, d9)\n2) d1 d2 (relevant: d2, d5)",
    ],
)
def test_rankings_may_be_ids_with_the_set_of_what_is_relevant(text: str) -> None:
    assert both(text) == IDS
    typed = typed_lists.read(text)
    assert typed.said.startswith("Read as 2 queries, of 4 and 2 documents.")
    ids = (*typed.titles[0], *typed.titles[1])
    assert [int(id_.lstrip("doc")) for id_ in ids] == [3, 7, 1, 9, 1, 2, 5] or "0.3" in text


@pytest.mark.parametrize(
    ("text", "a", "b", "said"),
    [
        ("q1: a1 a2 | a2\nq2: b1 | b1", ("01", "1"), (), "What stands behind | was read as the"),
        ("Results: 3 7 1; Relevant: 3, 9", ("100|1",), (), "The numbers are the ids of documents"),
        ("results 1 3 7; relevant 3 9", ("010|1",), (), "The numbers are the ids of documents"),
        ("relevant: d3 d9; A: d3 d7; B: d7 d9", ("10|1",), ("01|1",), ""),
        ("BM25: d1 d2; DPR: d2 d3; relevant: d2", ("01",), ("10",), "BM25 is system A, DPR is B."),
        ("q1: d1 d2* d3; q2: d4* d5", ("010", "10"), (), "A star was read as: relevant."),
        ("q1: d1 d2 | relevant: d2 (3), d4=2", ("03|2",), (), ""),
        ("q1: d1 d2 | relevant: d2 3, d4 2", ("03|2",), (), ""),
        ("Star Wars, Toy Story, Up | relevant: Star Trek, Up", ("001|1",), (), "Commas part the"),
        ("Results: The Matrix, Alien; relevant: The Matrix", ("10",), (), "Commas part the doc"),
        ("results: a b, c and d e; relevant: d e", ("001",), (), "Commas part the documents"),
        ("doc 3, doc 7 and doc 1 | relevant: doc 7", ("010",), (), "Commas part the documents"),
        ("q1: d1 | relevant: none; q2: d2 | relevant: d2", ("0", "1"), (), ""),
        ("qrels: q1 {d1: 1}\nrun: q1 {d2: 0.4, d1: 0.9}", ("10",), (), "The scores sort each"),
        ("relevant: q1 doc2; q2 doc4\nA: q1 1 2; q2 4", ("01", "1"), (), "doc2 and 2 are one doc"),
    ],
)
def test_it_is_said_how_ids_were_read(
    text: str, a: tuple[str, ...], b: tuple[str, ...], said: str
) -> None:
    typed = typed_lists.read(text)
    assert (typed.a, typed.b) == (a, b)
    assert said in typed.said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("q1: d3; q2: d1 | relevant: d1", "q1 has no relevant documents; write none if there"),
        ("q1: d3 d3 | relevant: d3", "“d3” stands twice in q1"),
        ("Relevant: q1 d1; q2 d2\nA: q1 d1", "q2 has no ranking"),
        ("Relevant: q1 d1; q2 d2\nA: q1 d1; q2 d2\nB: q1 d1", "q2 has no ranking of system B"),
        ("q1: d3 | relevant: d4", "no ranking has a document that is relevant"),
        ("q1: d3 | relevant: d3 = 9", "“d3 9” has no grade from 0 to 8"),
        ("q1: d3 | relevant: d3 | x: d1", "“x” is no query, no ranking and not what is relevant"),
    ],
)
def test_it_is_said_why_ids_are_no_lists(text: str, why: str) -> None:
    assert (typed_lists.read(text).a, typed_lists.several(text)) == ((), None)
    assert typed_lists.read(text).why.startswith(why)
    with pytest.raises(RefusedError, match=why[:20]):
        pasted(text, 3)
