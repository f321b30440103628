"""Two judges: kappa by hand and by scikit-learn, and what the page makes of answers and counts."""

import html
import re
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.stats import chi2
from sklearn.metrics import cohen_kappa_score
from streamlit.testing.v1 import AppTest

from app_driver import act, controls, markup, notices, pieces, set_to, tables, text, tiles, visit
from metrics.judges import (
    by_label,
    coincidences,
    crosstab,
    fleiss_kappa,
    kappa,
    kappa_interval,
    krippendorff_alpha,
    pairwise_kappa,
    symmetry,
    weighted_kappa,
)
from pages.judges import drawing, shares
from ui.core import judgements
from ui.core.announcements import describe
from ui.core.screen import Screen

HERE = "judges"
TABLES = ([[300, 20], [10, 70]], [[200, 15], [20, 50]], [[320, 480], [550, 150]], [[0, 1], [1, 8]])
ROWS = ("1111000000", "1110110000", "0011101110")


def answers(table: list[list[int]]) -> tuple[list[int], list[int]]:
    """The two rows of labels that have this table."""
    (both, first), (second, neither) = table
    return (
        [1] * (both + first) + [0] * (second + neither),
        [1] * both + [0] * first + [1] * second + [0] * neither,
    )


# Fleiss (1971), as worked in textbooks: 14 judges give ten subjects one of five labels; rows count
# the judges by label. P(A) is 0.378, P(E) 0.213.
FOURTEEN = """
0 0 0 0 14
0 2 6 4 2
0 0 3 5 6
0 3 9 2 0
2 2 8 1 1
7 7 0 0 0
3 2 6 3 0
2 5 3 2 2
6 5 2 1 0
0 2 2 3 7
"""


# The package


@pytest.mark.parametrize(
    ("table", "own", "pooled"),
    [
        # (0.925 − 0.665)/0.335: Manning, Raghavan and Schütze (2008), table 8.2.
        ([[300, 20], [10, 70]], 0.776, 0.776),
        ([[25, 45], [5, 25]], (0.5 - 0.42) / 0.58, 0.0),
        ([[20, 5], [10, 15]], 0.4, (0.7 - 0.505) / 0.495),
        ([[0, 1], [1, 8]], -0.111, (0.8 - 0.82) / 0.18),
        ([[0, 5], [0, 0]], 0.0, (0 - 0.5) / 0.5),  # each says one thing, and not the same
        ([[7, 0], [0, 3]], 1.0, 1.0),
    ],
)
def test_kappa_by_hand(table: list[list[int]], own: float, pooled: float) -> None:
    assert float(kappa(table).score) == pytest.approx(own, abs=5e-4)
    assert float(kappa(table, margins="pooled").score) == pytest.approx(pooled, abs=5e-4)


@pytest.mark.parametrize("table", TABLES)
def test_kappa_is_that_of_scikit_learn(table: list[list[int]]) -> None:
    """Its own is Cohen's; of both judges in both orders it is Scott's, for margins are equal."""
    first, second = answers(table)
    assert float(kappa(table).score) == pytest.approx(cohen_kappa_score(first, second))
    pooled = cohen_kappa_score(first + second, second + first)
    assert float(kappa(table, margins="pooled").score) == pytest.approx(pooled)


def test_kappa_of_three_labels_is_that_of_scikit_learn() -> None:
    first, second = [*"aabbcccabc"], [*"abbbccaabc"]
    found = kappa(crosstab(first, second))
    assert float(found.score) == pytest.approx(cohen_kappa_score(first, second))
    assert found.terms["contribution"].shape == (3,)
    assert float(found.aside["observed"]) == pytest.approx(8 / 10)


@pytest.mark.parametrize("distance", ["linear", "quadratic"])
@pytest.mark.parametrize("grades", [(0, 1, 2, 3), (0, 1, 3, 8)])
def test_weighted_kappa_is_that_of_scikit_learn(distance: str, grades: tuple[int, ...]) -> None:
    """Its labels are one apart, so all grades in between are given to it, too."""
    first, second = ([grades[int(at)] for at in said] for said in ("0012313320", "0112303220"))
    found = weighted_kappa(crosstab(first, second, grades), distance=distance, grades=grades)  # type: ignore[arg-type]
    every = [*range(max(grades) + 1)]
    theirs = cohen_kappa_score(first, second, weights=distance, labels=every)
    assert float(found.score) == pytest.approx(theirs)
    assert float(found.terms["contribution"].sum()) == pytest.approx(theirs)


def test_weighted_kappa_by_hand() -> None:
    """Cohen (1968): of 200 diagnoses, with disagreement 1, 2 or 3 and three labels."""
    table = [[4, 1, 0], [0, 3, 0], [1, 0, 1]]  # by chance 5·4 + 3·5 + 3·1 + 2·4 = 46 and 15
    assert float(weighted_kappa(table).score) == pytest.approx(1 - 0.3 / 0.76)
    squared = weighted_kappa(table, distance="quadratic")
    assert float(squared.score) == pytest.approx(1 - 0.5 / 1.06)
    assert float(weighted_kappa(TABLES[0]).score) == pytest.approx(float(kappa(TABLES[0]).score))
    assert float(weighted_kappa(TABLES[1], margins="pooled").score) == pytest.approx(
        float(kappa(TABLES[1], margins="pooled").score)
    )
    together = weighted_kappa([[[5, 0], [0, 0]], [[1, 1], [1, 1]], [[0, 0], [0, 0]]])
    assert together.undefined.tolist() == [True, False, True]
    assert np.isnan(together.score[[0, 2]]).all()
    for wrong in ({"distance": "cubic"}, {"grades": [0, 1]}):
        with pytest.raises(ValueError, match=r"distance must be one of|one for each of 3 labels"):
            weighted_kappa(table, **wrong)  # type: ignore[arg-type]


COUPLES = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]
"""Agresti, Categorical Data Analysis, after Hout and others (1987): 91 couples, four answers."""


def test_a_step_can_be_free() -> None:
    """Agresti's couples: 23 of 91 are two steps apart or more, by chance 34.91."""
    found = weighted_kappa(COUPLES, distance=[0, 0, 1, 1])
    assert float(found.score) == pytest.approx(1 - 23 / (3177 / 91))
    for distance in ("linear", "quadratic"):
        each = [step ** (1 + (distance == "quadratic")) for step in range(4)]
        own, theirs = (weighted_kappa(COUPLES, distance=one) for one in (each, distance))  # type: ignore[arg-type]
        assert float(own.score) == float(theirs.score)
    for wrong, said in (
        ({"distance": [0, 1]}, "each difference of the grades"),
        ({"distance": [1, 1, 1, 1]}, "must be 0 and then"),
        ({"distance": [0, -1, 1, 1]}, "must be 0 and then"),
        ({"distance": [0, 1, 2, 3], "grades": [0, 0.5, 1, 2]}, "each difference of the grades"),
    ):
        with pytest.raises(ValueError, match=said):
            weighted_kappa(COUPLES, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", [COUPLES, [[20, 5], [10, 15]], [[3, 1, 0], [0, 2, 2], [1, 0, 9]]])
@pytest.mark.parametrize("distance", [None, "linear", "quadratic", [0, 0, 1, 1], [0, 3, 1, 5]])
def test_the_error_of_kappa_is_that_of_its_slopes(table: list[list[int]], distance: object) -> None:
    """For many documents the variance is that of the slopes of κ by the shares, over n."""
    if distance == [0, 0, 1, 1] and len(table) == 2:
        distance = [0, 2]  # a step of two labels that is free leaves nothing
    counts = np.array(table, dtype=float)
    n, size = counts.sum(), len(table)
    shares, steps = counts / n, np.abs(np.subtract.outer(range(size), range(size)))
    powers = {"linear": steps, "quadratic": steps**2}
    if isinstance(distance, list):
        far = np.array(distance)[steps]
    else:
        far = 1.0 * (steps > 0) if distance is None else powers[str(distance)]

    def of(p: np.ndarray) -> float:
        p = p / p.sum()
        return 1 - float((far * p).sum() / (far * np.outer(p.sum(1), p.sum(0))).sum())

    slopes = np.zeros_like(shares)
    for at in np.ndindex(shares.shape):
        step = np.zeros_like(shares)
        step[at] = 1e-6
        slopes[at] = (of(shares + step) - of(shares - step)) / 2e-6
    variance = ((shares * slopes**2).sum() - (shares * slopes).sum() ** 2) / n
    found = kappa_interval(table, distance=distance)  # type: ignore[arg-type]
    assert found.error == pytest.approx(variance**0.5, rel=1e-6)
    assert found.score == pytest.approx(of(shares))
    assert found.low == pytest.approx(max(found.score - 1.959964 * found.error, -1), abs=1e-6)
    assert found.high == pytest.approx(min(found.score + 1.959964 * found.error, 1), abs=1e-6)


def test_the_interval_of_kappa_by_hand() -> None:
    """The couples: −0.005 to 0.264. Cohen's simple error is √(0.3626·0.6374/91)/0.7320."""
    found = kappa_interval(COUPLES)
    assert (found.low, found.high) == pytest.approx((-0.0051, 0.2638), abs=1e-4)
    assert found.simple == pytest.approx((33 / 91 * 58 / 91 / 91) ** 0.5 / (1 - 2219 / 91**2))
    assert np.isnan(kappa_interval([[3, 0], [0, 0]])).all()
    assert kappa_interval([[3, 0], [0, 2]])[:4] == (1, 0, 1, 1)


def test_agreement_by_label_by_hand() -> None:
    """O'Connor (1969): both yes 32, one of them 24 and 24 of 2,460."""
    found = by_label([[32, 24], [24, 2380]])
    assert found.overlap[0] == 32 / 80
    assert found.specific.tolist() == [64 / 112, 4760 / 4808]
    uneven = by_label([[6, 2], [4, 8]])
    assert (uneven.of_first[0], uneven.of_second[0]) == (6 / 8, 6 / 10)
    assert uneven.specific[0] == pytest.approx(2 / (8 / 6 + 10 / 6))  # F1 of the two
    assert np.isnan(by_label([[3, 0], [0, 0]])).all(-1).tolist() == [False] * 4
    assert np.isnan([each[1] for each in by_label([[3, 0], [0, 0]])]).all()


FOUR_OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
"""Krippendorff (2011), section C: four observers, 12 units, "." is missing."""


def test_krippendorffs_alpha_is_the_published_one() -> None:
    """His section B has no missing answers; of section C are 0.743, 0.815 and 0.849."""
    table = crosstab([*"aabbdcccedda"], [*"babbbccceddd"])
    matrix = table + table.T
    assert matrix.diagonal().tolist() == [2, 4, 6, 4, 2]
    found = krippendorff_alpha(matrix)
    assert float(found.aside["expected"]) == pytest.approx(448 / 552)
    assert float(found.score) == pytest.approx(1 - 0.25 / (448 / 552))
    assert float(found.terms["contribution"].sum()) == pytest.approx(float(found.score))
    units = [*zip(*FOUR_OBSERVERS, strict=True)]
    missing = coincidences([[unit.count(grade) for grade in "12345"] for unit in units])
    assert missing.sum() == 40  # unit 12 has one answer, so it is left out
    scores = [
        float(krippendorff_alpha(missing, level=level).score)
        for level in ("nominal", "ordinal", "interval")
    ]
    assert scores == pytest.approx([0.743, 0.815, 0.849], abs=5e-4)


@pytest.mark.parametrize("answers", [ROWS, FOUR_OBSERVERS], ids=[3, 4])
def test_krippendorffs_alpha_is_that_of_all_pairs_of_answers(answers: tuple[str, ...]) -> None:
    """By its definition: pairs in one unit weigh 1/(m − 1); E is over any two answers."""
    units = [[int(said) for said in unit if said != "."] for unit in zip(*answers, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    every = [said for unit in units for said in unit]
    pairs = [
        ((one - other) ** 2, 1 / (len(unit) - 1))
        for unit in units
        for one, other in permutations(unit, 2)
    ]
    labels = range(10)
    matrix = coincidences([[unit.count(label) for label in labels] for unit in units])
    for level, power in (("nominal", 0), ("interval", 1)):
        seen = sum(weight * (far**power if far else 0) for far, weight in pairs) / len(every)
        chance = np.mean(
            [(a - b) ** (2 * power) if a != b else 0 for a, b in permutations(every, 2)]
        )
        found = krippendorff_alpha(matrix, level=level)  # type: ignore[arg-type]
        assert float(found.score) == pytest.approx(1 - seen / chance)


def test_without_two_labels_there_is_no_alpha() -> None:
    for counts in ([[2, 0], [3, 0]], [[1, 0], [0, 1]]):
        found = krippendorff_alpha(coincidences(counts))
        assert found.undefined
        assert np.isnan(found.score)
    for wrong in ([[1, 2], [3, 4]], [[1, 2]], [[-1, 0], [0, 1]]):
        with pytest.raises(ValueError, match=r"both sides|square|at least 0"):
            krippendorff_alpha(wrong)
    for counts in ([1, 2], [[0.5, 1]], [[-1, 2]]):
        with pytest.raises(ValueError, match=r"shape|whole numbers"):
            coincidences(counts)
    with pytest.raises(ValueError, match="grades must have one for each of 2 labels"):
        krippendorff_alpha([[2, 1], [1, 2]], level="interval", grades=[1])


def test_symmetry_by_hand() -> None:
    """A textbook's 50 cases: 4/8 + 1/3 + 1/7 + 1/3 + 1/3, and nobody has A against D."""
    found = symmetry([[8, 5, 1, 0], [3, 6, 3, 2], [2, 4, 5, 1], [0, 1, 2, 7]])
    assert found.statistic == pytest.approx(0.5 + 1 + 1 / 7)
    assert (len(found.terms), found.freedom) == (5, 6)
    assert found.p == pytest.approx(chi2.sf(found.statistic, 6))
    assert found.p_counted == pytest.approx(chi2.sf(found.statistic, 5))
    two = symmetry([[7, 11], [1, 9]])  # McNemar: 10²/12
    assert (two.statistic, two.freedom) == (pytest.approx(100 / 12), 1)
    assert two.p == two.p_counted == pytest.approx(chi2.sf(100 / 12, 1))
    assert np.isnan(symmetry([[3, 0], [0, 4]]).p)
    for wrong in ([[1.5, 1], [1, 1]], [[[1, 1], [1, 1]]]):
        with pytest.raises(ValueError, match="table must"):
            symmetry(wrong)


def test_terms_add_up_by_label() -> None:
    """Of 0.925, 0.750 is that both say yes; of 0.665, 0.620."""
    found = kappa([[300, 20], [10, 70]], margins="pooled")
    assert found.terms["observed"] == pytest.approx([0.75, 0.175])
    assert found.terms["expected"] == pytest.approx([0.7875**2, 0.2125**2])
    assert float(found.aside["expected"]) == pytest.approx(0.665, abs=5e-4)


def test_a_batch_is_each_of_its_tables() -> None:
    together = kappa(np.array(TABLES))
    assert together.score == pytest.approx([float(kappa(table).score) for table in TABLES])


@pytest.mark.parametrize("margins", ["own", "pooled"])
@pytest.mark.parametrize("table", [[[5, 0], [0, 0]], [[0, 0], [0, 3]], [[0, 0], [0, 0]]])
def test_with_one_label_there_is_no_kappa(table: list[list[int]], margins: str) -> None:
    found = kappa(table, margins=margins)
    assert found.undefined
    assert np.isnan(found.score)
    assert float(found.aside["observed"]) == float(sum(map(sum, table)) > 0)


def test_three_judges_are_three_pairs() -> None:
    """Of a course's task: pooled 0.394, −0.200 and −0.414, mean −0.073; by own shares others."""
    found = pairwise_kappa([[*row] for row in ROWS], margins="pooled")
    assert found.terms["kappa"] == pytest.approx([0.394, -0.2, -0.414], abs=5e-4)
    assert float(found.score) == pytest.approx(-0.073, abs=5e-4)
    own = pairwise_kappa([[*row] for row in ROWS])
    sklearns = [cohen_kappa_score([*a], [*b]) for a, b in combinations(ROWS, 2)]
    assert own.terms["kappa"] == pytest.approx(sklearns)
    assert float(own.score) == pytest.approx(np.mean(sklearns))


def test_a_pair_without_a_kappa_leaves_the_mean_without_one() -> None:
    found = pairwise_kappa([[1, 1], [1, 1], [1, 0]])
    assert found.undefined
    assert np.isnan(found.score)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: kappa([[1, 2, 3], [4, 5, 6]]), "table must be square, got shape"),
        (lambda: kappa([1, 2]), "table must be square"),
        (lambda: kappa([[1, -1], [0, 2]]), "finite counts of at least 0"),
        (lambda: kappa([[1, np.nan], [0, 2]]), "finite counts of at least 0"),
        (lambda: kappa([[1, 0], [0, 2]], margins="none"), "margins must be one of own, pooled"),
        (lambda: crosstab([1, 0], [1]), "rows of one length"),
        (lambda: crosstab([1, 2], [1, 0], labels=[1, 0]), "each label that a judge gave, got no 2"),
        (lambda: pairwise_kappa([[1, 0]]), "two or more judges"),
    ],
)
def test_what_is_no_table_is_refused(wrong, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=re.escape(said)):
        wrong()


# The page


def unmarked(at: AppTest) -> str:
    return text(at).replace("**", "").replace("\u00a0", " ")


def shown(at: AppTest) -> dict[str, str]:
    """The scores at the top, without those of each margins."""
    variants = ("pooled (Scott)", "own (Cohen)")
    return {label: tile.score for label, tile in tiles(at).items() if label not in variants}


def test_an_answer_is_turned_and_turned_back() -> None:
    at = visit(HERE)
    assert shown(at) == {"P(A)": "0.600"}
    turn = {"by": "verdicts", "judge": 1, "document": 1}
    act(at, "verdict", **turn)
    assert shown(at) == {"P(A)": "0.800"}
    assert controls(at)["Judge 2, document 2: relevant"]["text"] == "relevant"
    act(at, "verdict", **turn)
    assert shown(at) == {"P(A)": "0.600"}
    for judge, document in ((2, 0), (-1, 0), (0, 5), (True, 0), ("0", 0)):
        act(at, "verdict", by="verdicts", judge=judge, document=document)
        assert notices(at)
        assert shown(at) == {"P(A)": "0.600"}


def test_a_count_is_typed() -> None:
    at = visit(HERE)
    set_to(at, "Step", "jd-table")
    assert shown(at) == {"κ (Scott)": "0.776", "P(A)": "0.925", "P(E)": "0.665"}
    act(at, "tally", by="tally", knob="judge_counts", cell=0, to="200")
    act(at, "tally", by="tally", knob="judge_counts", cell=1, to=" 15 ")
    act(at, "tally", by="tally", knob="judge_counts", cell=2, to="20")
    act(at, "tally", by="tally", knob="judge_counts", cell=3, to="50")
    assert shown(at) == {"κ (Scott)": "0.660", "P(A)": "0.877", "P(E)": "0.639"}
    assert [controls(at)[f"sum-{row}"]["text"] for row in (1, 2)] == ["215", "70"]
    assert [controls(at)[f"foot-{column}"]["text"] for column in (1, 2, 3)] == ["220", "65", "285"]
    for typed in ("-1", "1.5", "many", "1000001"):
        act(at, "tally", by="tally", knob="judge_counts", cell=3, to=typed)
        assert f"“{typed}” was not taken; allowed are whole numbers" in notices(at)[0]
        assert shown(at)["κ (Scott)"] == "0.660"
    act(at, "tally", by="tally", knob="judge_counts", cell=3, to="")
    assert at.query_params["tally"] == "200,15,20,0"


@pytest.mark.parametrize(
    ("margins", "chance", "kappa"),
    [
        ("pooled", "1670/3000 · 1670/3000 + 1330/3000 · 1330/3000", -0.391),
        ("own", "800/1500 · 870/1500 + 700/1500 · 630/1500", -0.388),
    ],
)
def test_chance_is_worked_from_the_counts(margins: str, chance: str, kappa: float) -> None:
    """320, 480, 550, 150: the first says 800 relevant, the second 870, both 1,670 of 3,000."""
    at = visit(HERE, {"judged": "counts", "tally": "320,480,550,150", "margins": margins})
    said = html.unescape(re.sub("<[^>]*>", "", markup(at))).replace("\u00a0", " ")
    assert "P(A) = (320 + 150)/1500 = 0.313" in said
    (worked, result) = re.findall(r"P\(E\) = ([\d/ ·+]+) = (\d\.\d{3})", said)[0]
    assert worked == chance
    by_hand = sum(
        int(a) * int(c) / int(b) / int(d)
        for a, b, c, d in re.findall(r"(\d+)/(\d+) · (\d+)/(\d+)", worked)
    )
    assert f"{by_hand:.3f}" == result
    ((gone, left),) = re.findall(r"κ \(\w+\) = −([.\d]+)/([.\d]+) = ", said)
    assert f"{-float(gone) / float(left):.3f}" == f"{kappa:.3f}"


def test_both_margins_stand_side_by_side() -> None:
    at = visit(HERE, {"judged": "counts", "tally": "320,480,550,150"})
    variants = re.findall(r"<dt>([^<]*)</dt><dd><b>([^<]*)</b>", text(at))
    assert ("pooled (Scott)", "−0.391") in variants
    assert ("own (Cohen)", "−0.388") in variants


def test_where_there_is_no_kappa_it_is_said_why() -> None:
    at = visit(HERE, {"judged": "counts", "tally": "50,0,0,0"})
    assert shown(at) == {"κ (Scott)": "–", "P(A)": "1.000", "P(E)": "1.000"}
    assert "two judges gave all documents one and the same label" in text(at)
    at = visit(HERE, {"judged": "counts", "tally": "0,0,0,0"})
    assert not at.exception
    assert shown(at) == {"κ (Scott)": "–", "P(A)": "–", "P(E)": "–"}
    assert "There is no document, so there is no agreement." in text(at)
    assert "nothing to compare" not in text(at)


def test_three_judges_have_a_row_for_each_pair() -> None:
    at = visit(HERE)
    set_to(at, "Step", "jd-three")
    assert shown(at)["mean κ (Scott)"] == "−0.073"
    (table,) = re.findall("<caption>Each two judges</caption>.*?</table>", text(at))
    cells = [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[2:]]
    assert cells == [
        ["1 and 2", "0.700", "0.505", "0.394"],
        ["1 and 3", "0.400", "0.500", "−0.200"],
        ["2 and 3", "0.300", "0.505", "−0.414"],
        ["all at once (Fleiss)", "0.467", "0.500", "−0.067"],
    ]


def test_three_judges_have_a_count_for_each_pattern_of_answers() -> None:
    """Documents 1 to 4: 111, 110, 110 and 001."""
    at = visit(HERE, {"verdicts": "1110,1110,1001"})
    (table,) = re.findall(
        "<caption>Documents by what all judges say</caption>.*?</table>", text(at)
    )
    rows = [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[2:]]
    counts = {"111": "1", "110": "2", "001": "1"}
    every = ("111", "110", "101", "100", "011", "010", "001", "000")
    assert rows == [*([each, counts.get(each, "0")] for each in every), ["sum", "4"]]


def test_two_judges_have_a_mark_where_they_say_the_same_and_later_their_table() -> None:
    at = visit(HERE)
    same = [controls(at)[f"same-{row}"]["text"] for row in range(1, 6)]
    assert same == ["✓", "–", "✓", "✓", "–"]
    assert "Same: 1 both relevant + 2 both not" in text(at)
    caption = "Documents by what all judges say"
    assert caption not in text(at)
    set_to(at, "Step", "jd-way")
    (table,) = re.findall(f"<caption>{caption}</caption>.*?</table>", text(at))
    rows = [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[2:]]
    assert [row[1:] for row in rows] == [["3", "2", "5"], ["1", "4", "5"], ["4", "6", "10"]]
    set_to(at, "Step", "jd-three")
    assert "same-1" not in controls(at)


def by_rule(at: AppTest) -> list[list[str]]:
    (table,) = re.findall("<caption>Relevant if</caption>.*?</table>", text(at))
    rows = table.replace("<br>", " ").split("<tr>")[2:]
    return [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in rows]


def test_a_rule_decides_what_counts_as_relevant() -> None:
    """111111000000 and 100010111100: two in common, ten in all; four were returned."""
    at = visit(HERE)
    set_to(at, "Step", "jd-returned")
    assert shown(at) == {"P": "0.250", "R": "0.500", "F1": "0.333"}
    act(at, "turn", by="toolbar", knob="judges_needed", to="one")
    assert shown(at) == {"P": "1.000", "R": "0.400", "F1": "0.571"}
    assert by_rule(at) == [
        ["all judges say so", "1/4 = 0.250", "1/2 = 0.500", "2/6 = 0.333"],
        ["one judge does", "4/4 = 1.000", "4/10 = 0.400", "8/14 = 0.571"],
        ["judge 1 says so", "4/4 = 1.000", "4/6 = 0.667", "8/10 = 0.800"],
        ["judge 2 says so", "1/4 = 0.250", "1/6 = 0.167", "2/10 = 0.200"],
    ]


def test_what_was_returned_is_marked_beside_answers_of_ones_own() -> None:
    """A course's: 3 to 8 and 3, 4, 9 to 12 are relevant, 4 to 8 returned: 1/5, 1/2; 5/5, 5/10."""
    at = visit(HERE, {"verdicts": "001111110000,001100001111"})
    assert not any("not returned" in name for name in controls(at))
    act(at, by="own", **controls(at)["Mark what was returned"]["change"])
    for document in range(4, 9):
        mark = controls(at)[f"Document {document}: not returned"]
        act(at, by="verdicts", **mark["change"])
    assert at.query_params["returned"] == "000111110000"
    assert by_rule(at)[:2] == [
        ["all judges say so", "1/5 = 0.200", "1/2 = 0.500", "2/7 = 0.286"],
        ["one judge does", "5/5 = 1.000", "5/10 = 0.500", "10/15 = 0.667"],
    ]
    act(at, by="panels", **controls(at)["One document less"]["change"])
    assert by_rule(at)[1][2] == "5/9 = 0.556"
    act(at, by="own", **controls(at)["Without the result"]["change"])
    assert "returned" not in at.query_params
    assert "<caption>Relevant if</caption>" not in text(at)


def test_no_document_returned_is_no_fault() -> None:
    at = visit(HERE, {"verdicts": "10,01", "returned": "00"})
    assert not at.exception
    assert by_rule(at)[1] == ["one judge does", "0/0", "0/2 = 0.000", "0/2 = 0.000"]


def test_traps_and_questions_about_kappa_wait_for_its_step() -> None:
    at = visit(HERE)
    early = ("“κ is a percentage of agreement.”", "Is Cohen’s κ ever below Scott’s π?")
    assert not any(each in unmarked(at) for each in early)
    set_to(at, "Step", "jd-way")
    assert all(each in unmarked(at) for each in early)


def test_most_of_three_judges_are_two() -> None:
    screen = Screen().with_settings(judges_said=("1100", "1010", "1001"))
    by_rule = {
        rule: drawing.agreed(screen.with_settings(judges_needed=rule))
        for rule in ("all", "most", "one")
    }
    assert by_rule == {"all": [1, 0, 0, 0], "most": [1, 0, 0, 0], "one": [1, 1, 1, 1]}
    screen = Screen().with_settings(judges_said=("1100", "1110", "0000"), judges_needed="most")
    assert drawing.agreed(screen) == [1, 1, 0, 0]


def test_the_chart_has_the_shares_and_the_way_between_them() -> None:
    screen = Screen().with_settings(judged_from="counts")
    tables = shares.rows(screen)
    words = [(row["line"], row["long"], row["short"]) for row in tables["words"]]
    assert words == [
        ("P(A) 0.925", "both relevant: 300/400", "300/400"),
        ("P(A) 0.925", "both not: 70/400", "70/400"),
        ("P(E) 0.665", "630/800·630/800", "0.620"),
        ("P(E) 0.665", "170/800·170/800", "0.045"),
    ]
    (way,), (room,) = tables["ways"], tables["room"]
    assert (way["start"], way["end"]) == pytest.approx((0.6653, 0.925), abs=5e-5)
    assert (room["start"], room["end"], room["line"]) == (way["start"], 1, "κ 0.776")
    assert (room["label"], f"{0.260 / 0.335:.3f}") == ("0.260 of 0.335", "0.776")
    assert [end["start"] for end in tables["ends"]] == [way["end"], way["start"]]
    less = shares.rows(screen.with_settings(judge_counts=(300, 20, 10, 0)))
    assert less["ways"][0]["start"] == pytest.approx(300 / 330)  # P(E) is above it
    assert less["ways"][0]["colour"] != way["colour"]
    none = shares.rows(screen.with_settings(judge_counts=(50, 0, 0, 0)))
    assert (none["ways"], none["room"], len(none["parts"])) == ([], [], 4)


def test_before_chance_is_taught_three_stairs_lead_over_all_documents_and_no_way_is_left() -> None:
    now, before = (
        Screen().with_settings(judges_said=("11001", said)) for said in ("11000", "10000")
    )
    alone = shares.rows(now, drawing.pairs(before), chance=False)
    stairs = [*alone["parts"], *alone["room"]]
    assert [(row["line"].strip(), row["start"], row["end"]) for row in stairs] == [
        ("both relevant 2/5", 0, 0.4),
        ("both not 2/5", 0.4, 0.8),
        ("P(A) 4/5", 0, 0.4),
        ("P(A) 4/5", 0.4, 0.8),
        ("P(A) 4/5", 0.8, 1),
    ]
    lines = [row["line"] for row in stairs]
    assert lines == sorted(lines)  # the axis sorts them
    assert [(row["start"], row["to"].strip()) for row in alone["ends"]] == [
        (0.4, "P(A) 4/5"),
        (0.8, "P(A) 4/5"),
    ]
    assert (alone["was"], alone["ways"]) == ([], [])
    (ghost,), (way,) = (shares.rows(now, drawing.pairs(before))[name] for name in ("was", "ways"))
    assert ghost["line"] == way["line"] == "κ 0.600"  # (4/5 − 1/2)/(1 − 1/2)


def test_what_chance_gives_is_written_with_its_numbers() -> None:
    """2 of 20 answers are “relevant”; then 70 % of one judge's, and 30 % of the other's."""
    (rare,) = drawing.pairs(Screen().with_settings(judges_said=("1000000000", "0100000000")))
    assert drawing.by_chance(rare, "pooled") == "P(E) = 0.1·0.1 + 0.9·0.9 = 0.820"
    counts = Screen().with_settings(judged_from="counts", judge_counts=(25, 45, 5, 25))
    (own,) = drawing.pairs(counts.with_settings(margins="own"))
    assert drawing.by_chance(own, "own") == "P(E) = 0.7·0.3 + 0.3·0.7 = 0.420"


def test_judges_at_once_by_hand() -> None:
    subjects = [
        [label for label, count in enumerate(map(int, line.split())) for _ in range(count)]
        for line in FOURTEEN.split("\n")
        if line
    ]
    found = fleiss_kappa(np.transpose(subjects))
    worked = [float(found.aside["observed"]), float(found.aside["expected"]), float(found.score)]
    assert np.round(worked, 3).tolist() == [0.378, 0.213, 0.210]
    for table in TABLES:
        two = fleiss_kappa(answers(table)).score
        assert float(two) == pytest.approx(float(kappa(table, margins="pooled").score))
    assert np.isnan(fleiss_kappa([[1, 1], [1, 1], [1, 1]]).score)
    assert np.isnan(fleiss_kappa([[], []]).score)
    with pytest.raises(ValueError, match="two or more judges"):
        fleiss_kappa([[1, 0]])


def test_three_judges_have_a_row_for_all_at_once() -> None:
    """Documents 1 and 2 have one of three pairs, 3 has all: P(A) 5/9. P(E) 41/81, κ 4/40."""
    said = "".join(pieces(visit(HERE, {"verdicts": "110,100,010"})))
    assert "all at once (Fleiss)</th><td>0.556</td><td>0.506</td><td>0.100</td>" in said


def test_changes_are_described() -> None:
    now = Screen().with_settings(judges_said=("110", "101"))

    def said(**settings: object) -> str:
        return describe(now, now.with_settings(**settings), HERE)

    assert said(judges_said=("110", "111")) == "Judge 2, document 2: relevant"
    assert said(judges_said=("010", "101")) == "Judge 1, document 1: not"
    assert said(judges_said=("000", "101")) == "2 answers changed"
    assert said(judges_said=("110", "101", "000")) == "3 judges, 3 documents"
    assert said(judge_counts=(300, 20, 10, 0)) == "Both say not: 0"


@pytest.mark.parametrize(
    "verdicts", ["1", "11,1", "12,11", "1,1,1,1", ",", f"{'1' * 501},{'0' * 501}"]
)
def test_a_link_with_other_judgements_is_said_to_be_wrong(verdicts: str) -> None:
    at = visit(HERE, {"verdicts": verdicts})
    assert "“verdicts=" in notices(at)[0]
    assert not at.exception


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        *(
            (typed, "1010,1100")
            for typed in (
                "1010 1100",
                "1010, 1100",
                "1 0 1 0, 1 1 0 0",
                "1,0,1,0 1,1,0,0",
                "1,0,1,0; 1,1,0,0",
                "1-0-1-0, 1-1-0-0",
                "[1, 0, 1, 0], [1, 1, 0, 0]",
                "+ - + -, + + - -",
                "+−+− ++−−",
                "R N R N / R R N N",
                "RNRN, RRNN",
                "Judge 1: yes no yes no; Judge 2: yes yes no no",
                "A: relevant, not relevant, relevant, non-relevant; B: T T F F",
                "1 1; 0 1; 1 0; 0 0",
                "d1 R R; d2 N R; d3 R N; d4 N N",
                "docID Judge1 Judge2; 0 1 1; 1 0 1; 2 1 0; 3 0 0",
                "Judgements of j1: R N R N; Judgements of j2: R R N N",
            )
        ),
        ("1, 0", "1,0"),
        ("101; 110; 011", "101,110,011"),
    ],
)
def test_rows_of_answers_in_the_notations_of_books(typed: str, rows: str) -> None:
    at = set_to(visit(HERE, {"verdicts": "0000,0000"}), "Judgements", typed)
    assert (at.query_params["verdicts"], notices(at)) == (rows, [])


def test_rows_of_ones_own_have_their_kappa_on_the_first_step_too() -> None:
    """The midterm's: mean of 0.394, −0.200 and −0.414 with the margins pooled is −0.073."""
    at = set_to(visit(HERE), "Judgements", "1110001100, 1100011100, 0001110011")
    assert "mean κ (Scott)" in shown(at)


@pytest.mark.parametrize(
    "typed",
    [
        "1 0 1 0 1 1 0 0",
        "1010",
        "101 11",
        "ABCDEFGHIJKL, ABCDEFGHIJKL",
        "9 7 12; 8 11 10",
        "yes maybe, no no",
        "low mid, mid low",
    ],
)
def test_a_row_that_may_mean_anything_is_refused(typed: str) -> None:
    at = set_to(visit(HERE, {"verdicts": "10,11"}), "Judgements", typed)
    assert at.query_params["verdicts"] == "10,11"
    assert "allowed are a row of 1 to 500 answers for each of 2 or 3 judges" in notices(at)[0]


def test_documents_and_judges_come_and_go() -> None:
    at = visit(HERE, {"verdicts": "10,11"})
    for label, rows in (
        ("One more document", "100,110"),
        ("Judge 3", "100,110,000"),
        ("One document less", "10,11,00"),
        ("Without judge 3", "10,11"),
    ):
        act(at, by="panels", **controls(at)[label]["change"])
        assert at.query_params["verdicts"] == rows
    act(at, by="own", **controls(at)["A table of counts"]["change"])
    assert shown(at)["κ (Scott)"] == "0.776"
    act(at, by="own", **controls(at)["Back to documents"]["change"])
    assert shown(at)["P(A)"] == "0.500"


THREE_LABELS = ("PNGGPNPPNN", "NNGGPNNPNP")
"""A course's ten texts, positive, neutral and negative."""
CASES = "111 222 333 233 111 231 221 111 211 111 222 333 111 112 222 222 111 231"
"""A course's 18 cases, each with the label of three reviewers."""


@pytest.mark.parametrize(
    "typed",
    [
        "PNGGPNPPNN, NNGGPNNPNP",
        "p n g g p n p p n n; n n g g p n n p n p",
        "A: P,N,G,G,P,N,P,P,N,N; B: N,N,G,G,P,N,N,P,N,P",
        "PN NN GG GG PP NN PN PP NN NP",
    ],
)
def test_labels_of_any_kind_are_taken_and_worked(typed: str) -> None:
    """7 of 10 agree. P 4·3, N 4·5, G 2·2 of 100 by chance: (0.7 − 0.36)/0.64."""
    at = set_to(visit(HERE), "Judgements", typed)
    assert (at.query_params["labelled"], notices(at)) == (",".join(THREE_LABELS), [])
    assert shown(at) == {"κ (Scott)": "0.528", "P(A)": "0.700", "P(E)": "0.365"}
    set_to(at, "Shares in P(E)", "own")
    assert shown(at) == {"κ (Cohen)": "0.531", "P(A)": "0.700", "P(E)": "0.360"}
    assert f"{cohen_kappa_score([*THREE_LABELS[0]], [*THREE_LABELS[1]]):.3f}" == "0.531"
    worked = unmarked(at)
    assert "P(A) = (2 + 3 + 2)/10 = 0.700" in worked
    assert "Cohen’s κ: P(E) = 0.2·0.2 + 0.4·0.5 + 0.4·0.3 = 0.360, so" in worked
    assert "(0.700 − 0.360) / (1 − 0.360) = 0.531" in worked
    assert "Scott’s π: P(E) = 0.2·0.2 + 0.45·0.45 + 0.35·0.35 = 0.365, so" in worked
    (table,) = re.findall(
        "<caption>Documents by what judges 1 and 2 say</caption>.*?</table>", worked
    )
    cells = [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[1:]]
    assert cells == [
        ["documents", "Judge 2: G", "N", "P", "sum"],
        ["Judge 1: G", "2", "0", "0", "2"],
        ["N", "0", "3", "1", "4"],
        ["P", "0", "2", "2", "4"],
        ["sum", "2", "5", "3", "10"],
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "9 7 8 7 6 8 3 5 10; 8 8 6 6 7 6 1 4 8",
        "Rater A: 9, 7, 8, 7, 6, 8, 3, 5, 10\nRater B: 8, 8, 6, 6, 7, 6, 1, 4, 8",
        "9 8\n7 8\n8 6\n7 6\n6 7\n8 6\n3 1\n5 4\n10 8",
        "1 9 8\n2 7 8\n3 8 6\n4 7 6\n5 6 7\n6 8 6\n7 3 1\n8 5 4\n9 10 8",
        "essay,Ann,Bob\na,9,8\nb,7,8\nc,8,6\nd,7,6\ne,6,7\nf,8,6\ng,3,1\nh,5,4\ni,10,8",
    ],
)
def test_marks_up_to_ten_have_their_weighted_kappa(typed: str) -> None:
    """A course's nine essays: Σd² is 21, and 87/9 by chance: κ is 1 − 2.333/9.667."""
    at = set_to(visit(HERE), "Judgements", typed)
    assert (at.query_params["labelled"], notices(at)) == ("97876835⑩,886676148", [])
    assert controls(at)["Judgements"]["value"] == "9 7 8 7 6 8 3 5 10; 8 8 6 6 7 6 1 4 8"
    assert controls(at)["Judge 1, document 9: 10"]["text"] == "10"
    worked = unmarked(at)
    assert "Quadratic distances: D = (1·5 + 4·4 + 9·0" in worked
    assert "= 0.759" in worked
    assert not at.exception
    act(at, "verdict", by="verdicts", judge=0, document=8)  # the labels begin anew
    assert at.query_params["labelled"] == "978768351,886676148"


@pytest.mark.parametrize("side", [7, 11])
def test_tables_of_counts_have_up_to_eleven_labels(side: int) -> None:
    table = [[9 * (row == column) for column in range(side)] for row in range(side)]
    typed = "; ".join(" ".join(map(str, row)) for row in table)
    at = set_to(visit(HERE), "Judgements", typed)
    assert (shown(at)["P(A)"], notices(at), len(at.exception)) == ("1.000", [], 0)
    more = "; ".join(["9 " * (side + 1)] * (side + 1))
    set_to(at, "Counts", more)
    assert any("a table of up to 11 rows" in each for each in notices(at)) == (side == 11)


def test_the_votes_of_three_judges_are_counted() -> None:
    """A homework: 3, 2, 0, 2, 2, 0, 3 and 1 judges call a page relevant."""
    at = set_to(visit(HERE), "Judgements", "11010010, 10011010, 11001011")
    said = unmarked(at)
    assert "3, 2, 1, 0 votes for relevant: 2, 3, 1, 2 documents; all alike 4 of 8." in said
    assert "5 documents are relevant: 1, 2, 4, 5 and 7." in said


def test_three_judges_of_three_labels_have_each_pair_and_fleiss() -> None:
    """Of 54 pairs of answers 40 agree; 25, 19 and 10 of 54 answers are 1, 2 and 3."""
    at = set_to(visit(HERE), "Judgements", CASES)
    set_to(at, "Shares in P(E)", "own")
    assert shown(at)["mean κ (Cohen)"] == "0.592"
    rows = [*map("".join, zip(*CASES.split(), strict=True))]
    pairs = [cohen_kappa_score([*one], [*other]) for one, other in combinations(rows, 2)]
    assert [f"{score:.3f}" for score in pairs] == ["0.662", "0.468", "0.647"]
    worked = unmarked(at)
    assert "P(E) = 7/18·10/18 + 9/18·5/18 + 2/18·3/18 = 0.373, so" in worked
    assert "Cohen’s κ: (0.662 + 0.468 + 0.647)/3 = 0.592." in worked
    assert "40 agree: P(A) = 40/54 = 0.741." in worked
    assert "25/54 for 1, 19/54 for 2 and 10/54 for 3: P(E) = 25/54·25/54" in worked
    assert "So κ is (0.7407 − 0.3724) / (1 − 0.3724) = 0.587" in worked
    assert "all at once (Fleiss)</th><td>0.741</td><td>0.372</td><td>0.587</td>" in worked


def test_a_label_is_pressed_for_the_next_and_two_answers_are_relevance_again() -> None:
    at = set_to(visit(HERE), "Judgements", "112, 121")
    assert shown(at)["P(A)"] == "0.333"
    assert controls(at)["Judge 2, document 2: 2"]["text"] == "2"
    act(at, "verdict", by="verdicts", judge=1, document=1)
    assert at.query_params["labelled"] == "112,111"
    assert not at.exception
    set_to(at, "Judgements", "110, 100")
    assert "judged" not in at.query_params
    assert "Judge 1, document 1: relevant" in controls(at)
    assert visit(HERE, {"judged": "labels", "labelled": "AAA,AAA"}).exception == []


# Rows as they are pasted

FORTY = ("RRRRRRRRNRNNNNNNNNRNRRRRRRRRNRNNNRRRRRRN", "RRRRRRRRRRRRRRRNNRNRRRRRRRRRNNNNNRRNRRRN")
"""A course's 40 results: 22 both relevant, 3 only by judge 1, 8 only by judge 2, 7 neither."""
_KINDS = (
    *({"R": "R", "N": "N"}, {"R": "1", "N": "0"}, {"R": "yes", "N": "no"}),
    {"R": "relevant", "N": "not relevant"},
)


def pasted(rows: tuple[str, ...], sign: str, head: str, name: str, words: dict[str, str]) -> str:
    """A column for each judge, cells parted by a sign; with names of columns and of documents."""
    names = [name.format(at, 7 * at) for at in range(1, len(rows[0]) + 1)]
    judges = [f"{head}{letter}" for letter in "ABC"[: len(rows)]]
    lines = [["doc", *judges]] if head else []
    lines += [[at, *map(words.get, cells)] for at, *cells in zip(names, *rows, strict=True)]
    return "\n".join(sign.join(line if name else line[1:]) for line in lines)


@pytest.mark.parametrize("words", _KINDS, ids=lambda words: words["N"])
@pytest.mark.parametrize("sign", [" ", "\t", ",", ";"])
@pytest.mark.parametrize("head", ["", "judge ", "J"])
@pytest.mark.parametrize("name", ["", "{0}", "d{0}", "FT-{1}x"])
def test_columns_of_forty_answers_are_taken(
    sign: str, head: str, name: str, words: dict[str, str]
) -> None:
    if sign == " ":
        words, head = {key: word.replace(" ", "-") for key, word in words.items()}, head.strip()
    said = judgements.rows(pasted(FORTY, sign, head, name, words))
    assert said == [row.replace("R", "1").replace("N", "0") for row in FORTY]
    three = (*FORTY, FORTY[0][::-1])
    assert len(judgements.rows(pasted(three, sign, head, name, words))) == 3


@pytest.mark.parametrize("sign", [" ", "\t", ",", ";"])
@pytest.mark.parametrize(("head", "name"), [("", ""), ("J", "{0}"), ("J", "FT-{1}x"), ("J", "")])
def test_columns_of_grades_and_of_other_words_are_taken(sign: str, head: str, name: str) -> None:
    grades = (
        "0123321012301230123301230123012301230123",
        "0122331012301330123301230113012201230123",
    )
    kept = {grade: grade for grade in "0123"}
    assert judgements.labelled_rows(pasted(grades, sign, head, name, kept)) == [*grades]
    words = dict(zip("0123", ("none", "little", "some", "all"), strict=True))
    letters = [row.translate(str.maketrans("0123", "NLSA")) for row in grades]
    assert judgements.labelled_rows(pasted(grades, sign, head, name, words)) == letters
    alike = {**words, "3": "lots"}  # begins as “little”
    assert judgements.labelled_rows(pasted(grades, sign, head, name, alike)) == []


@pytest.mark.parametrize("between", ["\n", "; ", " / ", ", "])
@pytest.mark.parametrize("marked", ["{}", "`{}`", "Judge: {}"])
def test_rows_in_groups_of_ten_have_their_table(between: str, marked: str) -> None:
    groups = [" ".join(row[at : at + 10] for at in range(0, 40, 10)) for row in FORTY]
    at = set_to(visit(HERE), "Judgements", between.join(map(marked.format, groups)))
    assert notices(at) == []
    set_to(at, "Shares in P(E)", "own")
    assert shown(at) == {"κ (Cohen)": "0.371", "P(A)": "0.725", "P(E)": "0.563"}
    said = unmarked(at)
    assert "P(A) = (22 + 7)/40 = 0.725" in html.unescape(re.sub("<[^>]*>", "", markup(at)))
    assert [row[1:] for row in rows_of(said, "Documents by what judges 1 and 2 say")[1:]] == [
        ["22", "3", "25"],
        ["8", "7", "15"],
        ["30", "10", "40"],
    ]
    assert not any(name.startswith("Judge 1, document") for name in controls(at))


def rows_of(said: str, caption: str) -> list[list[str]]:
    (table,) = re.findall(f"<caption>{caption}</caption>.*?</table>", said)
    return [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in table.split("<tr>")[1:]]


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("300 20 / 10 70", "300 20; 10 70"),
        ("300\t20\n10\t70", "300 20; 10 70"),
        ("300;20\n10;70", "300 20; 10 70"),
        ("7 2 / 1 5", "7 2; 1 5"),
        ("J1 / J2,rel,not,sum\nrel,300,20,320\nnot,10,70,80\nsum,310,90,400", "300 20; 10 70"),
        ("| | R | N |\n|---|---|---|\n| R | 300 | 20 |\n| N | 10 | 70 |", "300 20; 10 70"),
        ("9 1 0; 2 8 1; 0 1 7", "9 1 0; 2 8 1; 0 1 7"),
        ("  0 1 2\n0 9 1 0\n1 2 8 1\n2 0 1 7", "9 1 0; 2 8 1; 0 1 7"),
        ("a 9 1 0 10\nb 2 8 1 11\nc 0 1 7 8", "9 1 0; 2 8 1; 0 1 7"),
    ],
)
def test_a_table_of_counts_is_pasted(typed: str, counts: str) -> None:
    at = set_to(visit(HERE), "Judgements", typed)
    assert (at.query_params["judged"], notices(at)) == ("counts", [])
    assert controls(at)["Counts"]["value"] == counts
    set_to(at, "Counts", "1 2; 1 1")  # here these are counts, too
    assert (at.query_params["tally"], shown(at)["P(A)"]) == ("1,2,1,1", "0.400")


def test_counts_of_more_labels_have_every_kappa_and_weighted_kappa() -> None:
    """Of 29 documents 24 have one label, and 5 two that are neighbours; scikit-learn has κ."""
    at = visit(HERE, {"judged": "counts", "tally": "9,1,0,2,8,1,0,1,7", "margins": "own"})
    table = np.array([[9, 1, 0], [2, 8, 1], [0, 1, 7]])
    first, second = np.repeat([*np.ndindex(3, 3)], table.ravel(), axis=0).T.tolist()
    assert shown(at)["κ (Cohen)"] == f"{cohen_kappa_score(first, second):.3f}"
    worked = unmarked(at)
    for distance in ("linear", "quadratic"):
        kappa = cohen_kappa_score(first, second, weights=distance)
        (line,) = re.findall(f"{distance.capitalize()} distances: .*", worked)
        assert line.endswith(f"= {kappa:.3f}")
    assert "Distance 1: 5 documents; by chance 10·10 + 11·11 + 11·8 + 8·10 = 389 of 29²" in worked
    assert "E = (1·389 + 4·168)/29² = 1.262" in worked
    letters = unmarked(visit(HERE, {"judged": "labels", "labelled": "PNG,PGG"}))
    assert "Weighted κ" not in letters  # these labels have no order
    grades = unmarked(visit(HERE, {"judged": "labels", "labelled": "0133,0113"}))
    assert "Distance 2: 1 document" in grades  # 3 and 1


def test_two_judges_have_their_overlap_and_the_error_of_kappa() -> None:
    """The truth is judge 1: 6 of the 10 of judge 2 are right, and 6 of the 8 are found."""
    at = visit(HERE, {"judged": "counts", "tally": "6,2,4,8", "margins": "own"})
    rows = {row[0]: row for table in tables(at) for row in table if "overlap" in table[0]}
    parts = ("6/(6 + 2 + 4) = 0.500", "2 · 6/(8 + 10) = 0.667", "6/10 = 0.600", "6/8 = 0.750")
    assert rows["relevant"] == ["relevant", *parts]
    errors = {
        row[0]: row[1:] for table in tables(at) for row in table if "simple error" in table[0]
    }
    assert errors["Cohen’s κ"][:2] == ["0.400", f"{kappa_interval([[6, 2], [4, 8]]).error:.3f}"]
    assert "What labels 0, 1, 2 … steps apart cost" not in controls(at)
    counts = ",".join(str(count) for row in COUPLES for count in row)
    at = visit(HERE, {"judged": "counts", "tally": counts, "margins": "own"})
    assert "so κ = 1 − 0.253/0.384 = 0.341" in unmarked(at)
    set_to(at, "What labels 0, 1, 2 … steps apart cost", "0 1 4 9")
    errors = {
        row[0]: row[1:] for table in tables(at) for row in table if "simple error" in table[0]
    }
    assert errors["own: 0\xa01\xa04\xa09"] == errors["quadratic"]
    set_to(at, "What labels 0, 1, 2 … steps apart cost", "1 1")
    assert "the first is 0, and one is more" in notices(at)[0]


def test_answers_with_gaps_have_krippendorffs_alpha() -> None:
    """Krippendorff (2011), section C; of two judges by hand."""
    at = visit(HERE, {"judged": "counts", "tally": "6,2,4,8"})
    set_to(at, "Answers with gaps", "; ".join(FOUR_OBSERVERS))
    said = unmarked(at)
    for part in (
        "4 judges and 12 documents",
        "1 document with one answer is left out",
        "= 0.743",
        # By hand: 1 to 4 differ by 3, with 2 · 0.667 of 40 answers; 9, 13, 10, 5 and 3 by label.
        *("0.6667·3²", "90·3²", "D", "1 − 0.433/2.872 = 0.849"),
        *("0.6667·30²", "90·30²", "1 − 47.275/256.077 = 0.815"),
    ):
        assert part in said
    set_to(at, "Answers with gaps", "1 – 0 1; 1 0 NA 0")
    assert "D = 2/4 = 0.500" in unmarked(at)  # 1 and 1, and 1 and 0
    assert "2 documents with one answer are left out" in unmarked(at)
    set_to(at, "Answers with gaps", "1 –; 1")
    assert "a row for each of 2 to 20 judges" in notices(at)[0]
    set_to(at, "Answers with gaps", "")
    assert "left out" not in unmarked(at)


@pytest.mark.parametrize(
    "typed", ["1 – 0 1; 1 0 0 1", "1, ., 0, 1; 1, 0, 0, 1", "1 NA 0 1 / 1 0 0 1", "A * B; A B B"]
)
def test_a_missing_answer_is_no_answer(typed: str) -> None:
    """A dash among 1 and 0 was read as not relevant, and a point as a label of its own."""
    at = visit(HERE)
    before = dict(at.query_params)
    set_to(at, "Judgements", typed)
    assert "has a field for answers with gaps" in notices(at)[0]
    assert dict(at.query_params) == before
    assert judgements.rows("+ - + -; + + - -") == ["1010", "1100"]


def test_a_pasted_column_marks_what_was_returned() -> None:
    said = "doc,judge 1,judge 2,returned\na,1,0,1\nb,1,1,0\nc,0,0,1\nd,0,1,0"
    at = set_to(visit(HERE), "Judgements", said)
    assert (at.query_params["verdicts"], at.query_params["returned"]) == ("1100,0101", "1010")
    assert by_rule(at)[1][1] == "1/2 = 0.500"


def test_a_table_of_fourteen_judges_has_fleiss_kappa_worked() -> None:
    """Fleiss (1971): P of the rows 1, 0.253 ... add up to 3.780; P(E) is 0.213, κ 0.210."""
    numbered = [f"{at} {line}" for at, line in enumerate(filter(None, FOURTEEN.split("\n")), 1)]
    for typed in (
        "; ".join(numbered),
        "\n".join(line.replace(" ", "\t") for line in numbered),
        "subject 1 2 3 4 5; " + "; ".join(numbered),
    ):
        at = set_to(visit(HERE), "Judgements", typed)
        assert shown(at) == {"κ (Fleiss)": "0.210", "P(A)": "0.378", "P(E)": "0.213"}
    said = unmarked(at)
    assert at.query_params["judged"] == "many"
    assert "Row 2: (2·1 + 6·5 + 4·3 + 2·1)/182 = 46/182 = 0.253" in said
    assert "P(A), the mean of the rows: (1.000 + 0.253 + 0.308 + 0.440" in said
    assert "label-1 20/140 = 0.143, label-2 28/140 = 0.200" in said
    assert "P(E), the sum of their squares: 0.143² + 0.200²" in said
    assert "Fleiss’ κ = (0.378 − 0.213) / (1 − 0.213) = 0.210" in said
    rows = next(each for each in tables(at) if each[0][0] == "document")
    assert rows[2][-1] == "46/182 = 0.253"


FIVE_RATERS = ("R R N R R", "N N N R N", "R R R R R", "N N R N N", "R N R N R", "N N N N N")


@pytest.mark.parametrize(
    "typed",
    [
        "; ".join(FIVE_RATERS),
        "\n".join(f"d{at},{row.replace(' ', ',')}" for at, row in enumerate(FIVE_RATERS)),
        "doc,r1,r2,r3,r4,r5\n"
        + "\n".join(f"d{at},{row.replace(' ', ',')}" for at, row in enumerate(FIVE_RATERS)),
        "doc A B C D E; " + "; ".join(f"{at} {row}" for at, row in enumerate(FIVE_RATERS, 1)),
        "\n".join(
            f"Rater {at}: {' '.join(row)}"
            for at, row in enumerate(zip(*map(str.split, FIVE_RATERS), strict=True), start=1)
        ),
        "; ".join(map("".join, zip(*map(str.split, FIVE_RATERS), strict=True))),
    ],
)
def test_four_judges_or_more_are_counted_by_label(typed: str) -> None:
    """Of 5, 4, 1, 5, 1, 3 and 0 say R: 84 of 120 pairs agree, and 14 of 30 answers are R."""
    at = set_to(visit(HERE), "Judgements", typed)
    rows = "1 4 bbabb,4 1 aaaba,0 5 bbbbb,4 1 aabaa,2 3 babab,5 0 aaaaa"
    assert at.query_params["votes"] == f"N R,{rows}"
    chance = (196 + 256) / 900
    assert shown(at)["κ (Fleiss)"] == f"{(84 / 120 - chance) / (1 - chance):.3f}"
    assert (shown(at)["P(A)"], shown(at)["P(E)"]) == (f"{84 / 120:.3f}", f"{chance:.3f}")
    act(at, by="own", **controls(at)["Back to documents"]["change"])
    assert not at.exception


def test_each_two_of_four_judges_or_more_have_their_kappa() -> None:
    """As scikit-learn has it; a judge who gives one label has none with one who gives it, too."""
    at = set_to(visit(HERE), "Judgements", "; ".join(FIVE_RATERS))
    judges = [*zip(*map(str.split, FIVE_RATERS), strict=True)]
    wanted = [cohen_kappa_score(one, other) for one, other in combinations(judges, 2)]
    (rows,) = [rows for rows in tables(at) if rows[0] == ["judges", "P(A)", "P(E)", "κ"]]
    assert [row[3] for row in rows[1:]] == [f"{each:.3f}".replace("-", "−") for each in wanted]
    assert (
        f"The mean of the 10 pairs, also called Light’s κ, is **{np.mean(wanted):.3f}**."
        in text(at)
    )
    set_to(at, "Judgements", "1 0 1 1; 1 1 1 1; 1 0 1 0; 1 1 1 0")
    assert "mean of the 5 pairs" in text(at)
    assert "1 more has no value, because P(E) is 1." in text(at)
    set_to(at, "Judgements", "3 1; 2 2; 0 4; 1 3")
    assert "Light’s κ" not in text(at)


def test_four_judges_with_named_documents_are_four() -> None:
    """Of 4 say yes: 3, 0, 2, 4, 1. So 1/2, 1, 1/3, 1 and 1/2 of their pairs agree; half say yes."""
    typed = "doc,r1,r2,r3,r4\nd1,yes,yes,no,yes\nd2,no,no,no,no\nd3,yes,no,no,yes"
    at = set_to(visit(HERE), "Judgements", f"{typed}\nd4,yes,yes,yes,yes\nd5,no,no,yes,no")
    assert shown(at) == {"κ (Fleiss)": "0.333", "P(A)": "0.667", "P(E)": "0.500"}


def test_a_table_of_votes_can_be_taken_for_the_labels_of_each_judge() -> None:
    """Of 4: 1/2, 1/3, 1 and 1/2 agree, 7/12 on average, by chance (100 + 36)/256."""
    at = set_to(visit(HERE), "Judgements", "3 1; 2 2; 4 0; 1 3")
    assert shown(at)["κ (Fleiss)"] == "0.111"
    act(at, by="own", **controls(at)["Each column is a judge"]["change"])
    assert at.query_params["labelled"] == "3241,1203"
    assert notices(at) == []


@pytest.mark.parametrize(
    ("typed", "judged"),
    [
        ("9 1 0; 2 7 1; 1 1 8", "counts"),  # the diagonal has the most: two judges
        ("1 9 0; 2 7 1; 1 1 8", "many"),
        ("30 20; 10 40", "counts"),
        ("1 2 3; 3 1 2; 2 3 1; 1 3 2", "labels"),  # all are orders of 1, 2, 3
    ],
)
def test_a_table_is_read_as_what_it_is_likelier(typed: str, judged: str) -> None:
    assert set_to(visit(HERE), "Judgements", typed).query_params["judged"] == judged


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1 0 1; 1 0; 1 1 0", "Row 2, “1 0”, has 2 answers, the others have 3"),
        ("PNG, PG", "has"),
        ("9 7 12; 8 11 10", "In row 1, “12” is no answer"),
    ],
)
def test_a_refusal_of_judgements_names_the_row(typed: str, why: str) -> None:
    at = set_to(visit(HERE, {"verdicts": "10,11"}), "Judgements", typed)
    assert why in notices(at)[0]


def test_rows_of_one_sum_may_be_counts_of_judges_and_it_is_said() -> None:
    """Of 4 judges: P 1/6, 1/3, 1/2, 1/2, 1, mean 1/2; by chance 0.38; (0.5 − 0.38)/0.62."""
    counts = {"judged": "labels", "labelled": "12034,22110,10300"}
    said = markup(visit(HERE, counts))
    assert "All rows have the sum 4." in said
    assert "Then Fleiss’ κ is **0.194**." in said
    other = {**counts, "labelled": "12034,22110,10301"}
    assert "All rows have the sum" not in markup(visit(HERE, other))


OBSERVERS = "aabbdcccedda; babbbccceddd"


def test_krippendorffs_alpha_and_bowkers_test_are_worked_below_the_two_kappas() -> None:
    """His own example: o_aa is 2, D 6/24, E 448/552, α 0.692; Cohen’s κ stands beside Scott’s."""
    at = set_to(visit(HERE), "Judgements", OBSERVERS)
    said = unmarked(at)
    assert "Cohen’s κ 0.684, Scott’s π 0.679" in said
    rows = rows_of(said, "Coincidence matrix")
    assert rows[1] == ["A", "2", "1", "0", "1", "0", "4"]
    assert rows[-1] == ["sum", "4", "6", "6", "6", "2", "24"]
    assert "D = 6/24 = 0.250" in said
    assert "E = 448/552 = 0.812" in said
    assert "= 0.692" in said
    assert "interval α" not in said  # letters are no grades
    four = {"judged": "counts", "tally": "8,5,1,0,3,6,3,2,2,4,5,1,0,1,2,7"}
    said = unmarked(visit(HERE, four))
    assert "(5 − 3)²/8 + (1 − 2)²/3 + (3 − 4)²/7 + (2 − 1)²/3 + (1 − 2)²/3 = 1.643" in said
    assert (
        f"4·3/2 = 6 pairs, which are the degrees of freedom: p = {chi2.sf(23 / 14, 6):.3f}" in said
    )
    assert f"with 5 degrees of freedom p = {chi2.sf(23 / 14, 5):.3f}" in said
    assert "If A, B, C and D are grades 1 apart in this order, a distance counts, too." in said


def test_two_labels_have_mcnemars_test_and_many_judges_have_alpha() -> None:
    said = unmarked(visit(HERE, {"judged": "counts", "tally": "7,11,1,9"}))
    assert "McNemar: χ² = (11 − 1)²/12 = 8.333, 1 degree of freedom, p = 0.0039." in said
    assert "(|11 − 1| − 1)²/12 = 6.750, p = 0.0094. Exact, as a sign test: p = 0.0063." in said
    none = unmarked(visit(HERE, {"judged": "counts", "tally": "7,0,0,9"}))
    assert "They agree on all documents, so there is nothing to test." in none
    at = set_to(visit(HERE), "Judgements", FOURTEEN)
    score = krippendorff_alpha(
        coincidences([[*map(int, row.split())] for row in FOURTEEN.split("\n") if row])
    )
    said = unmarked(at)
    assert f"= {float(score.score):.3f}" in said
    assert "Each document enters as 14 · 13 = 182 ordered pairs of answers." in said
    assert "test of symmetry" not in said


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        (",Cat,Dog,Bird\nCat,9,1,0\nDog,2,8,1\nBird,0,1,7", ("Cat", "Dog", "Bird")),
        ("cat dog bird; 9 1 0; 2 8 1; 0 1 7", ("cat", "dog", "bird")),
        ("9 1 0; 2 8 1; 0 1 7", ("A", "B", "C")),
        ("page,Ann,Bob\nx7,high,low\nx9,mid,mid\nb2,low,low\nq1,mid,high", ("high", "low", "mid")),
        ("PNG, PGG", ("G", "N", "P")),
    ],
)
def test_labels_keep_the_names_that_were_typed(typed: str, kinds: tuple[str, ...]) -> None:
    at = visit(HERE)
    act(at, "type_verdicts", by="verdicts", to=typed)
    screen = at.session_state["session"].current
    assert drawing.names(screen) == drawing.pairs(screen)[0].kinds == kinds
    act(at, "type_verdicts", by="verdicts", to="9 1 0; 2 8 1; 0 1 7")
    assert drawing.names(at.session_state["session"].current) == ("A", "B", "C")
