"""Two tools: a number or a pair is explained by the parts that cost least together.

The lists and numbers are those of public threads, and the sums are worked out by hand.
"""

import re

import numpy as np
import pytest

from metrics.conventions.case import Case
from metrics.conventions.compositions import Part, afters, changes
from metrics.conventions.differing import decided
from metrics.conventions.explain import explain
from metrics.conventions.pasted import stated
from metrics.conventions.reading import Number
from metrics.conventions.together import one_cause
from metrics.ranking import Ranking
from pages.two_tools.explained import answers


def case_of(grades: str, metric: str, k: int, top: int = 1) -> Case:
    shown, missed = ([int(each) for each in part] for part in f"{grades}/".split("/")[:2])
    return Case(metric, Ranking(shown, missed, top_grade=top), k)


def first_said(grades: str, metric: str, k: int, typed: str, top: int = 1) -> str:
    found = answers(typed, case_of(grades, metric, k, top))
    assert isinstance(found, list)
    return str(found[0].summary)


@pytest.mark.parametrize(
    ("grades", "metric", "k", "typed", "says"),
    [
        # Nine of ten
        ("1111111111", "recall", 10, "0.90 and 1", "the tool drops the first document"),
        # (2^1 − 1) / (2^2 − 1) as it stands, 1 turned
        ("12", "ndcg", 1, "0.333333 and 1.000000", "all scores are tied and hits come first. So"),
        # (1/log2(4) + 1/log2(5)) / (1 + 1/log2(3)) is 0.5706; the means with 1 of that and of 0
        ("00110", "ndcg", 2, "0.7853 and 0.5", "the tool ignores the cutoff. For both, the numb"),
        ("0001000000", "hit", 10, "0.03 and 0.3", "0.3 is 0.03 times k = 10"),
        ("0001000000", "hit", 10, "0.1 and 1", "1 is 0.1 times k = 10: is each"),
        # A hit at rank 2 is worth 1/log2(3)
        ("000/1", "ndcg", 3, "0.63093 and 0", "the miss at rank 2 has the id of a missed hit"),
        # (1 + 1) / 2, (1 + 1) / 2, (1 + 2/3) / 2 and so on, from the end over nine
        ("1111111011", "average_precision", 10, "0.8653 and 0.9765", "is read from its end"),
        # One hit over three
        ("111", "average_precision", 3, "0.3333 and 1", "all hits of one grade are one document"),
        ("010", "ndcg", 3, "1.0/0.6309", "The two differ in the discount"),
        ("1111111011", "average_precision", 10, "0.8653 and 0.9765", "lies between two hits. For"),
        # One over 1 + 0.8, and 1 − 0.8
        ("10", "rbp", 2, "0.556 and 0.2", "One common mistake leads from 0.2 to 0.556"),
        # One hit of the top 3, and of two that are relevant
        ("10001", "average_precision", 3, "1./0.5", "The two differ in what is divided by"),
        # 4/log2(3) + 1/2 + 9/log2(5) over 9 + 4/log2(3) + 1/2
        ("0213", "ndcg", 4, "0.5738 and 0.6413", "The two differ in the gain"),
        # (1/2 + 2/3) / 2, three times
        ("0110", "average_precision", 4, "1.7500 and 0.5833", "times 3: is it a sum over 3 quer"),
        ("11100", "precision", 5, "0.6 and 0.60000002", "The two differ only in the last digits"),
        # One hit at rank 7, of one; and (1 + 1 + 1 + 1 + 5/7) / 5
        ("1111001", "average_precision", 7, "0.1428571 and 0.9428571", "only the last hit counts"),
        ("111", "ndcg", 20, "0 and 1", "stands, to 0: the list has fewer documents than k"),
        # 1, and (1 + 0) / 2; 1/3, and (1/3 + 0 + 1) / 3
        ("10", "hit", 2, "1 and 0.5", "0.5 may be 1 in the mean with another query that scores 0"),
        ("001", "reciprocal_rank", 3, "0.3333 and 0.4444", "0.4444 may be 0.3333 in the mean with"),
        # 1/(3 − 1), and 1/3
        (
            "001",
            "reciprocal_rank",
            3,
            "0.5 and 0.3333",
            "one over the misses above the first hit. Or",
        ),
        (
            "0010",
            "reciprocal_rank",
            4,
            "0.5 and 0.3333",
            "from its end. So one tool may print both. Or all scores",
        ),
        ("101/1", "reciprocal_rank", 3, "1 and 0.5", "Or each answer is a query of its own"),
        # 1/log2(3), over 1
        (
            "100",
            "ndcg",
            3,
            "0.6309 and 1",
            "from 1 to 0.6309: the list discounted by 1/log₂(i + 2)",
        ),
        # A hit, of two that are relevant
        ("001/1", "recall", 3, "1.0 and 0.5", "1.0 is Hit and 0.5 is R. Haystack prints both"),
        ("101", "average_precision", 3, "0 and 0.8333", "no id of the list matches a judgement"),
        # 1 + 1/log2(3), and 1/log10(2) + 1/log10(3)
        ("11", "dcg", 2, "1.6309 and 5.4178", "the logarithm has base 10"),
        # Two of four, and of three
        ("1100/11", "recall", 5, "0.5 and 0.6667", "two relevant documents are one answer"),
        # 6/11 has more decimals than trec_eval prints
        (
            "11101101000",
            "precision",
            8,
            "0.5454545454545454 and 0.75",
            "differ in the cutoff. pytrec_eval",
        ),
        # Two areas under one curve of a tie, from precision 1 to 1/10 at recall 1
        (
            "1000000000",
            "average_precision",
            10,
            "0.55 and 0.1",
            "If all scores are tied, the two differ in what lies between two hits",
        ),
        # Two of three, of which one may be a copy
        ("110", "precision", 3, "0.6667 and 0.3333", "rank 2 repeats a document from above"),
        ("0011", "precision", 2, "0.5 and 0", "Or, if all scores are tied, P@2 is 0.5, the mean"),
        ("01", "average_precision", 2, "1 and 0.5", "to 1: all scores are tied and the last id in"),
        # (1 + 2/4 + 3/5 + 4/6) over four documents, and (1 + 2/4 + 3/6) over the same four
        (
            "100111/1",
            "average_precision",
            6,
            "0.6917 and 0.5",
            "0.5 comes if rank 5 repeats a document from above, which counts once",
        ),
        # The middle of three ranks, and the first
        ("001", "reciprocal_rank", 3, "0.5 and 1", "tied: 0.5 gives each hit the middle rank, 1 p"),
        # Ids come before ties and before a list upside down
        ("1000", "ndcg", 1, "1.0 and 0", "to 0: no id of the list matches a judgement"),
        ("1000", "hit", 1, "1.0 and 0", "to 0: all scores are tied"),
        # One hit of five, and of the one document above a threshold
        ("10000", "precision", 5, "0.2 and 1", "or by the one document that was predicted"),
        ("00100/1", "precision", 5, "0.2 and 0.3333", "by the 3 documents that were predicted"),
        (
            "010",
            "ndcg",
            3,
            "-0.6309 and 0.6309",
            "-0.6309 is 0.6309 times −1: is one of them a loss",
        ),
        # One over the rank with all above, and without two of them; the ranks themselves
        (
            "0001",
            "reciprocal_rank",
            4,
            "0.25 and 0.5",
            "2 right answers above the hit are left out",
        ),
        ("000100", "mean_rank", 10, "4 and 2", "2 right answers above the hit are left out"),
        # (1/2 + 1/3) / 2, and (1 + 1) / (2 + 3)
        ("1010/111", "recall", 4, "0.4167 and 0.4", "whether each query counts the same, or each"),
        # The mean of 1 and 2/4
        ("1001", "reciprocal_rank", 4, "0.75 and 1", "metric: 0.75 is AP@4 and 1 is RR@4"),
        # Two of five, and of six
        ("10100/111", "recall", 5, "0.4 and 0.3333", "whether the judgements name a document twi"),
    ],
)
def test_two_numbers_are_told_apart_by_one_change(
    grades: str, metric: str, k: int, typed: str, says: str
) -> None:
    said = first_said(grades, metric, k, typed, 3 if "2" in grades else 1)
    assert says in said
    assert "coincidence" not in said
    assert all(len(each.split()) <= 25 for each in re.split(r"[.?] ", said))


@pytest.mark.parametrize(
    ("grades", "metric", "typed", "says"),
    [
        # One tie for both numbers; scikit-learn prints the mean
        ("80014", "ndcg", "1.0 and 0.695409", "All scores are tied: 1.0 puts the best document f"),
        ("2001", "ndcg", "0.730238 and 1.0", "All scores are tied: 0.730238 is the mean over all"),
        # A tie, as trec_eval breaks it, before other metrics and forms that few print
        ("001", "average_precision", "map 1.0 and 0.3333", "One thing leads from 0.3333, as the"),
        ("10", "average_precision", "1 and 0.5", "One thing leads from 1, as the list stands, to"),
        # Who does not tie, or names what is printed as AP
        ("11000", "average_precision", "1 and 0.4", "The two differ in what is divided by"),
        ("001", "average_precision", "ContextPrecision 1 and 0.3333", "The two differ in the metr"),
        # What counts twice passes 1
        ("110", "recall", "2.0 and 1.0", "The two differ in whether a document counts each time"),
        ("111", "recall", "1.0 and 3.0", "The two differ in whether a document counts each time"),
        # Of three, the two hits twice
        ("11/1", "recall", "1.3333", "No R@2 is 1.3333: it goes from 0 to 1. A document that stan"),
        # 1/log2(4) over 1/log2(2), and 1/log2(5)
        ("010", "ndcg", "0.5 and 0.6309", "One common mistake leads from 0.6309 to 0.5: the list"),
        ("0010", "ndcg", "0.4307 and 0.5", "One common mistake leads from 0.5 to 0.4307: the list"),
        # Each order is ideal: of the typed list, or of one of whose documents all are relevant
        ("1111", "ndcg", "1.0 and 0.8319", "All documents have the same grade, so every order is"),
        ("222", "ndcg", "0.8 and 1.0", "All documents have the same grade, so every order is id"),
        ("1110", "ndcg", "1.0 and 0.8319", "If these are predictions, and each document is relev"),
        ("0100", "ndcg", "1 and 0.2463", "If these are predictions, and each document is relevant"),
        # Of trec_eval: the ideal of three hits, and of two
        (
            "10/11",
            "ndcg",
            "ndcg 0.4693 and ndcg_cut_2 0.6131",
            "Both fit as trec_eval prints them:",
        ),
    ],
)
def test_the_likelier_cause_of_two_numbers_comes_first(
    grades: str, metric: str, typed: str, says: str
) -> None:
    top = max(int(each) for each in grades if each != "/")
    said = first_said(grades, metric, len(grades.partition("/")[0]), typed, top)
    assert said.startswith(says)
    assert all(len(each.split()) <= 25 for each in re.split(r"[.?] ", said))


def test_a_mean_of_few_queries_comes_before_a_document_that_is_judged_twice() -> None:
    """(1 + 1 + 0) / 3 is two hits of three documents as well."""
    said = first_said("11", "recall", 5, "0.6667 and 1")
    assert said.startswith("0.6667 may be 1 in the mean with other queries that score 0 and 1")


def test_one_cause_is_said_once() -> None:
    said = first_said("321", "ndcg", 3, "1.0 and 0", top=3)
    assert "one minus nDCG" in said
    assert "1 minus" not in said
    for typed in ("0.5 and 1", "0.5 and 0.3333", "1.0", "0.5"):
        found = answers(typed, case_of("111", "ndcg", 3))
        assert isinstance(found, list)
        every = " ".join(each.summary for each in found)
        assert every.count("every order is ideal") + every.count("No order of this list") == 1


def test_named_numbers_are_explained_one_by_one() -> None:
    """R and RR of 1 0 0 are 1, and P is 1/3; 1/log2(3) has the gain 1 of 2 in another ideal."""
    mean = "the mean of this list and another query that scores 0"
    assert first_said("100", "ndcg", 3, "R@3 0.5, MRR@3 0.5") == f"Both fit if each is {mean}"
    for grades, typed, says in (
        ("100", "R@3 0.5, P@3 0.33", "In the mean with another query that scores 0: R@3"),
        ("0100", "MRR 0.5, nDCG@4 0.3155", "of 1 for each hit in the list, and of 2 in the ideal"),
    ):
        found = answers(typed, case_of(grades, "precision", 3))
        assert isinstance(found, list)
        assert [says in each.summary for each in found] == [False, True]


def test_what_the_reader_has_set_comes_before_what_a_tool_sets() -> None:
    """A grade of 2 is worth 0.2 as a hit, and 0.4 itself; with p = 0.9 the grade is worth 0.2."""
    one = Case("rbp", Ranking([2], top_grade=3), 1, chosen={"persistence": 0.8})
    other = Case("rbp", Ranking([2], top_grade=3), 1, chosen={"persistence": 0.9})
    said = [answers("0.2 and 0.4", case) for case in (one, other)]
    assert isinstance(said[0], list)
    assert isinstance(said[1], list)
    assert "the utility of a grade" in said[0][0].summary
    assert "the persistence p" not in said[0][0].summary
    assert "p = 0.9" in said[1][1].summary


def test_what_a_tool_prints_is_never_said_to_be_of_none() -> None:
    """1 is nDCG@1 of a hit, too; and 0.7344 is (3 + 5) / (5 + 4 + 3/log2(3))."""
    for grades, metric, k, typed, top in (
        ("12", "ndcg", 1, "0.333333 and 1.000000", 3),
        ("35/4", "ndcg", 2, "0.7344/0.8888", 5),
    ):
        found = answers(typed, case_of(grades, metric, k, top))
        assert isinstance(found, list)
        assert not [each for each in found if each.summary.startswith("No tool that we know")]


def test_a_top_grade_below_that_of_the_list_passes_1() -> None:
    """R is 7/4, 0, 3/4, 1/4, 1/4: 7/4 − 3/4 · (3/4/3 + 1/4 · 1/4/4 + 1/4 · 3/4 · 1/4/5)."""
    said = first_said("30211", "err", 10, "1.54375", top=3)
    assert "the top grade is left at 2, below the list’s own" in said


def test_what_is_summed_otherwise_is_one_number_in_floating_point() -> None:
    typed = "0.18741227770955543 and 0.18741227770955546"
    assert "only in floating point" in first_said("10", "reciprocal_rank", 10, typed)


def test_one_cause_explains_all_numbers() -> None:
    ten = Ranking([1] * 10)
    typed = "Recall@10 0.90, P@10 0.90, AP@10 0.90, NDCG@10 0.94, MRR@10 1.0"
    dropped = "fit if the tool drops the first document, whose id is the query’s"
    assert one_cause(stated(typed), ten) == f"All 5 {dropped}"
    assert one_cause(stated("Recall@10 0.90, NDCG@10 0.94"), ten) == f"Both {dropped}"
    assert one_cause(stated("P@10 1.0, RR@10 1.0"), ten) == "Both are of the list on the board"
    first = Ranking([1] + [0] * 11)
    assert "but by two. If all scores are tied, RR@10 takes them as they stand and nDCG" in (
        one_cause(stated("MRR@10 1.0000, NDCG@10 0.0000"), first)
    )
    assert one_cause(stated("P@5 0.41, R@5 0.23"), ten) == ""
    two = Ranking([1, 1, 0, 0, 0], missed=[1])
    assert one_cause(stated("R@5 0.4, P@5 0.6667"), two) == (
        "Both fit if the numbers of R@5 and P@5 are swapped"
    )
    # The fourth, and the second of what is left
    filtered = one_cause(stated("MRR 0.5, Hits@1 0, Hits@3 1.0"), Ranking([0, 0, 0, 1]))
    assert filtered.startswith("All 3 fit if 2 right answers above the hit are left out")
    # The mean of 1/rank over five ranks, and one order in five
    assert (
        one_cause(stated("MRR 0.457, recall@1 0.20"), Ranking([1, 0, 0, 0, 0]))
        == "Both fit if all scores are tied, the mean over all orders of a tie"
    )


def test_more_hits_raise_recall() -> None:
    """10 · 3.5 % are more hits than 5 · 6 %."""
    typed = "Recall@5 29.878%, P@5 6%, Recall@10 29.878%, P@10 3.5%"
    said = first_said("101", "recall", 5, typed)
    assert "P@10 · 10 = 0.35 is more than P@5 · 5 = 0.3" in said
    assert "cannot all be right" in said


def test_each_part_of_a_list_changes_it() -> None:
    ranking = Ranking([2, 0, np.nan, 1], missed=[2], top_grade=3)
    found = [(each.part, each.make(ranking, 2)) for each in changes(ranking, 2)]
    assert len({(part.knob, part.value) for part, _ in found}) == len(found)
    assert all(made is None or made != (ranking, 2) for _, made in found)
    parts = [part for part, _ in found] + [each.part for each in afters(ranking, 2) if each.part]
    assert all(isinstance(part, Part) and part.cost > 0 for part in parts)
    assert all(decided(part.knob) for part in parts)


def test_a_mean_beside_a_mistake_is_said() -> None:
    """Half of 1/log2(3), as a mean and as a gain of 2 in the ideal."""
    said = first_said("010", "ndcg", 3, "0.3155")
    assert "Or, in the mean with another query that scores 0, nDCG@3 is 0.3155" in said


def test_gains_may_be_divided_by_the_rank_too() -> None:
    """Of 1 0 1: 1 + 1/2 · 1/3, over 1 + 1/log2(3) · 1/2."""
    said = first_said("101", "ndcg", 3, "0.8869")
    assert "the gains divided by the rank and discounted as well" in said


def test_a_dear_pair_is_perhaps_a_coincidence() -> None:
    """1 − 0.1 · (1 + 0.81) beside 0.2 · (1 + 0.64): two things, and five digits in all."""
    assert "perhaps a coincidence" in first_said("101", "rbp", 3, "0.82 and 0.328")


def test_two_unlikely_faults_are_perhaps_a_coincidence() -> None:
    """Misses first, 1/log2(4) + 1/log2(5) over 1 + 1/log2(3): by a rule that no tool has."""
    assert "0.9307, perhaps a coincidence" in first_said("10100", "ndcg", 5, "0.9307")


def test_one_minus_a_score_comes_after_what_programs_do() -> None:
    for grades, metric in (("110", "precision"), ("110/1", "recall")):
        assert "share of misses" not in first_said(grades, metric, 3, "0.3333")
        assert "that was not found" not in first_said(grades, metric, 3, "0.3333")


def test_few_digits_are_no_two_faults() -> None:
    """Of 0.3, so many compositions come that none explains it."""
    case = case_of("132", "ndcg", 3, 3)
    found = explain(Number.of("0.3", 0.3, 0.05), case)
    assert not any(each.parts for each in found.readings)
