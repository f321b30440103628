"""Spot the mistake: one step of each puzzle is false, all others hold, and the right one is right.

What each step claims is worked out here once more with `metrics`, from the lists as they stand in
the file. A step below the false one may go on with what that says: then it is worked out from that.
"""

import html
import json
import re
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise
from statistics import harmonic_mean, mean
from typing import Any, NamedTuple
from urllib.parse import unquote

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from streamlit.testing.v1 import AppTest

from app_driver import (
    ROOT,
    act,
    controls,
    data,
    deliver,
    go,
    is_off,
    pieces,
    press,
    set_to,
    to_text,
    visit,
)
from live_app import settle
from live_board import overhang
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.clicks import weighted_clicks
from metrics.compare import sign_test
from metrics.gain import GAINS, geometric, logarithmic
from metrics.ranking import Ranking
from pages.spot_the_mistake import drawing as spot_the_mistake
from steps import PUZZLES
from ui import contents

PAGE = "spot_the_mistake"
PUBLISHED = json.loads((ROOT / "tests/published_examples.json").read_text(encoding="utf-8"))
ENTRIES: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in PUZZLES["puzzle"]}
IDS = list(ENTRIES)


# Worked out


class After(NamedTuple):
    """What a step says that goes on with the false one above it."""

    values: Sequence[float]


Claims = Sequence[float] | bool | After


class Worked(NamedTuple):
    """What the steps of a puzzle should claim, and what the right lines should."""

    steps: Sequence[Claims]
    right: Sequence[Sequence[float]]


def compute(key: str, id_: str, number: int = 0, **knobs: Any) -> Breakdown:
    entry = ENTRIES[id_]
    given = entry["lists"][number]
    ranking = Ranking(given["grades"], given.get("missed", []), top_grade=entry["scale"])
    return METRICS[key].compute(ranking, **knobs)


def score(key: str, id_: str, number: int = 0, **knobs: Any) -> float:
    return float(compute(key, id_, number, **knobs).score)


def at_hits(id_: str, term: str, number: int = 0) -> list[float]:
    average = compute("average_precision", id_, number)
    return list(average.terms[term][average.terms["relevant"] == 1])


def ranks_of_hits(id_: str, number: int = 0) -> list[int]:
    return list(np.flatnonzero(ENTRIES[id_]["lists"][number]["grades"]) + 1)


def listed(*grades: int, key: str, missed: Sequence[int] = (), top: int = 3, **knobs: Any) -> float:
    return float(METRICS[key].compute(Ranking(grades, missed, top_grade=top), **knobs).score)


def first_five() -> Worked:
    p, r = (score(key, "first-five", k=5) for key in ("precision", "recall"))
    return Worked([[p * 5], [p * 5 / r], [p], [5 - p * 5]], [[p], [r]])


def other_list() -> Worked:
    told = compute("ndcg", "other-list", gain="exponential")
    dcg, ideal = (float(told.aside[name]) for name in ("dcg", "ideal_dcg"))
    swapped = Ranking([2, 3, 1], top_grade=3)
    theirs = METRICS["dcg"].compute(swapped, gain="exponential")
    gains = told.terms["gain"]
    return Worked(
        [
            told.aside["ideal_gain"],
            told.terms["contribution"] * ideal,
            After([theirs.score]),
            [ideal],
            After([theirs.score / ideal]),
        ],
        [gains, [dcg], [dcg / ideal], [listed(2, 3, 1, key="ndcg", gain="exponential")]],
    )


def missed() -> Worked:
    """B is A without a hit: better by the hits found, worse by all that exist."""
    a, b = (ENTRIES["missed"]["lists"][at] for at in (0, 1))
    assert sum(a["grades"]) == sum([*b["grades"], *b["missed"]])
    found = [score("average_precision", "missed", at, denominator="found") for at in (0, 1)]
    right = [score("average_precision", "missed", at) for at in (0, 1)]
    is_better = right[1] > right[0]
    assert found[1] > found[0]
    steps = [at_hits("missed", "precision"), found[:1], found[1:], is_better]
    return Worked(steps, [right[:1], right[1:], []])


def shown_ideal() -> Worked:
    told = compute("ndcg", "shown-ideal", k=3, gain="linear")
    dcg, ideal = (float(told.aside[name]) for name in ("dcg", "ideal_dcg"))
    own = compute("ndcg", "shown-ideal", k=3, gain="linear", ideal="retrieved")
    every = [*ENTRIES["shown-ideal"]["lists"][0]["grades"], 3]
    best = sorted(every, reverse=True)[:3]
    without = float(own.aside["ideal_dcg"])
    return Worked(
        [[dcg], best, After([without]), After([dcg / without])], [best, [ideal], [dcg / ideal]]
    )


def tell_apart() -> Worked:
    p = [score("precision", "tell-apart", at, k=10) for at in (0, 1)]
    ap = [score("average_precision", "tell-apart", at) for at in (0, 1)]
    return Worked([p[:1], p[1:], ap[:1], ap[1:], p[0] != p[1]], [p, ap])


def early() -> Worked:
    aps = [score("average_precision", "early", at) for at in range(3)]
    precisions = at_hits("early", "precision", 2)
    drifted = sum(round(each, 3) for each in precisions)
    printed = [round(aps[0], 3), round(aps[1], 3), 0.609]
    return Worked(
        [aps[:2], precisions, [drifted], [aps[2]], After([mean(printed)])],
        [[sum(precisions)], [aps[2]], [mean(aps)], []],
    )


def doubling() -> Worked:
    gains = GAINS["exponential"](np.arange(9.0)).tolist()
    up = [high / low for low, high in pairwise(gains[1:])]
    down = up[2::-1]
    return Worked(
        [gains[4::-1], down[:1], down[1:2], all(abs(each - 2) < 0.5 for each in down)],
        [down, [up[3]]],
    )


def average_rank() -> Worked:
    ranks = [score("first_relevant_rank", "average-rank", at, k=10) for at in range(3)]
    rrs = [score("reciprocal_rank", "average-rank", at) for at in range(3)]
    assert 1 / mean(rrs) == pytest.approx(harmonic_mean(ranks))
    return Worked([ranks, rrs, [mean(rrs)], [mean(ranks)]], [[mean(ranks)], [1 / mean(rrs)]])


def both_averaged() -> Worked:
    p, r = (at_hits("both-averaged", term) for term in ("precision", "recall"))
    ap = score("average_precision", "both-averaged")
    return Worked([p, r, [mean(p), mean(r)], [ap]], [[ap], [r[0]]])


def every_rank() -> Worked:
    whole = compute("average_precision", "every-rank")

    def terms_that_need(rank: int) -> int:
        grades = np.array(ENTRIES["every-rank"]["lists"][0]["grades"])
        less = Ranking(grades * (np.arange(1, 6) != rank), [1])
        without = METRICS["average_precision"].compute(less)
        return int(np.sum(whole.terms["contribution"] > without.terms["contribution"] + 1e-9))

    ap = float(whole.score)
    less = listed(0, 0, 1, 0, 1, key="average_precision", missed=[1], top=1)
    sum_of = sum(at_hits("every-rank", "precision"))
    counts = [[terms_that_need(rank)] for rank in (1, 5)]
    return Worked(
        [ranks_of_hits("every-rank"), [sum_of], [ap], *counts], [counts[0], [less, ap - less]]
    )


def order_blind() -> Worked:
    ar = [score("average_recall", "order-blind", at) for at in range(3)]
    ap = [score("average_precision", "order-blind", at) for at in range(3)]
    cut = [score("average_recall", "order-blind", at, k=3) for at in range(3)]
    rewards = ar[0] > ar[2] + 1e-9
    return Worked([ar[:1], ar[1:2], ar[2:], rewards], [ar[:1], cut, ap])


def cut_off() -> Worked:
    told = compute("ndcg", "cut-off", gain="linear")
    dcg = compute("dcg", "cut-off", gain="linear").terms["contribution"]
    total, ideal = (float(told.aside[name]) for name in ("dcg", "ideal_dcg"))
    slip = 1.892 - dcg[1]
    return Worked(
        [
            dcg[:1],
            dcg[1:2],
            dcg[2:],
            After([sum([3, 1.892, *np.round(dcg[2:], 3)])]),
            After([ideal + slip]),
        ],
        [dcg[1:2], [total, ideal], [total / ideal]],
    )


def steeper() -> Worked:
    ap = [score("average_precision", "steeper", at) for at in range(3)]
    dcg = [score("dcg", "steeper", at) for at in range(3)]
    falls = [ap[0] - ap[1], ap[1] - ap[2]]
    is_straight = falls[0] / 2 == pytest.approx(falls[1] / 27)
    assert (falls[0] / 2, falls[1] / 27) == pytest.approx((0.333, 0.011), abs=5e-4)
    places = [listed(*[0] * (r - 1), 1, key="average_precision", top=1) for r in (1, 2, 3)]
    return Worked(
        [ap, falls[:1], falls[1:], is_straight], [places, [ap[1] / ap[2]], [dcg[1] / dcg[2]]]
    )


def capped() -> Worked:
    told = compute("average_precision", "capped", k=5)
    ap, total = float(told.score), float(told.aside["relevant_total"])
    best = listed(*[1] * 10, key="average_precision", top=1, k=5, denominator="relevant")
    assert best == 1 / 2
    whole = score("average_precision", "capped", k=5, denominator="capped")
    return Worked([told.terms["precision"], [total], [ap], ap < best], [[best], [whole], []])


def log_base() -> Worked:
    told = [
        compute("ndcg", "log-base", gain="linear", discount=logarithmic(base)) for base in (2, 10)
    ]
    sums = [[float(each.aside["dcg"]), float(each.aside["ideal_dcg"])] for each in told]
    scores = [[float(each.score)] for each in told]
    changes = abs(scores[0][0] - scores[1][0]) > 1e-9
    return Worked([*sums, [sums[1][0] / sums[0][0]], changes], [*scores, []])


def forever() -> Worked:
    def read(p: float, ranks: int = 5000) -> float:
        every = Ranking([1] * ranks)
        return float(METRICS["dcg"].compute(every, gain="linear", discount=geometric(p)).score)

    settles = read(1, 2000) == pytest.approx(read(1, 1000))
    return Worked(
        [[read(0.5)], [read(0.8)], [read(0.95)], settles, [1]], [[read(1, 1000)], [read(0.99)]]
    )


def stops(id_: str) -> tuple[Any, Any, Any]:
    terms = compute("err", id_).terms
    return terms["satisfaction"], terms["reach"], terms["stop"]


def more_stop() -> Worked:
    satisfied, reach, stop = stops("more-stop")
    told = compute("err", "more-stop")
    adds, err = told.terms["contribution"], float(told.score)
    best = float(compute("nerr", "more-stop").aside["ideal_err"])
    assert best == pytest.approx(listed(3, 3, 2, 1, 0, key="err"))
    slip = [0.125, 0.953, 0.896]
    third = np.prod(slip[:2]) * satisfied[2]
    fourth = np.prod(slip) * satisfied[3]
    printed = [0.875, 0.047, 0.104, 0.013]
    total = float(np.dot(printed, 1 / np.arange(1, 5)))
    assert err < best < 0.936 < 1 < sum(printed)
    assert adds[:4] == pytest.approx([0.875, 0.0234, 0.0228, 0.0003], abs=5e-5)
    return Worked(
        [satisfied, stop[1:2], 1 - satisfied[:3], After([third, fourth]), After([total])],
        [1 - satisfied[:3], [reach[2], stop[2], stop[3]], [err], [sum(printed)], [best]],
    )


def forgotten() -> Worked:
    satisfied, reach, _ = stops("forgotten")
    literal = float(np.dot(satisfied, 1 / np.arange(1, 4)))
    err = score("err", "forgotten")
    assert round(err, 3) == 0.648
    assert Fraction(literal) == Fraction(13, 16)
    assert listed(3, 2, 0, key="err") == pytest.approx(0.898, abs=5e-4)
    return Worked([satisfied, reach[1:2], reach[2:], [literal]], [[literal], [err], []])


def looked_at() -> Worked:
    satisfied, reach, stop = stops("looked-at")
    err = score("err", "looked-at")
    return Worked([satisfied, reach[:1], stop[1:2], stop[2:], [err]], [reach, satisfied, stop])


def over_queries() -> Worked:
    told = compute("err", "over-queries")
    err, leaves = float(told.score), float(told.aside["leaves"])
    needs_many = np.isnan(err)
    return Worked([told.terms["stop"], [leaves], [err], bool(needs_many)], [[err], []])


def recall_third() -> Worked:
    exist = score("recall", "recall-third")
    found, precisions = len(ranks_of_hits("recall-third")), at_hits("recall-third", "precision")
    best = score("interpolated_precision", "recall-third", recall_level=0.33)
    return Worked([[found / exist], precisions, [2], [best]], [[best], [precisions[1]]])


def nine_points() -> Worked:
    told = compute("interpolated_average_precision", "nine-points")
    levels, heights = told.aside["level"], told.aside["at_level"]
    low, middle, high = (heights[levels < 0.65], heights[7:9], heights[levels > 0.85])
    assert (len(low), *{*high.tolist()}) == (7, 0)
    return Worked(
        [
            at_hits("nine-points", "precision"),
            [*{*low.tolist()}],
            [*{*middle.tolist()}],
            [len(levels)],
            After([(7 * low[0] + 2 * middle[0]) / 9]),
        ],
        [[len(high)], [float(told.score)]],
    )


def p_value() -> Worked:
    """By the sign test; and of equal systems, how many have such a lead, by hand."""
    ahead = np.arange(1.0, 6)
    wins, p = float(np.sign(ahead).sum()), sign_test(ahead)
    by_chance = 90 * p / 2  # the lead is that of B alone
    equal = by_chance / (by_chance + 10)
    is_that = equal == pytest.approx(p)
    return Worked([[wins], [2**5], [p], is_that, p > 0.05], [[by_chance], [equal], []])


def sampled() -> Worked:
    """By the hypergeometric distribution: at most nine of 100 drawn items stand above."""

    def chance(rank: int) -> float:
        return float(stats.hypergeom.cdf(9, 9999, rank - 1, 100))

    def hits(*ranks: int) -> float:
        return mean(float(rank <= 10) for rank in ranks)

    a, b = (101, 101), (1, 5000)
    above = [stats.hypergeom.mean(9999, rank - 1, 100) for rank in (101, 5000)]
    last = 1 + 9 * 9999 / 100
    return Worked(
        [
            [hits(*a)],
            [hits(*b)],
            above,
            [mean(map(chance, a)), mean(map(chance, b))],
            hits(*a) > hits(*b),
        ],
        [[hits(*a), hits(*b)], [last], []],
    )


def last_hit() -> Worked:
    r = [score("r_precision", "last-hit", at) for at in (0, 1)]
    ap = [score("average_precision", "last-hit", at) for at in (0, 1)]
    found = [ranks_of_hits("last-hit", at) for at in (0, 1)]
    assert r[0] > r[1]
    return Worked([[*map(len, found)], [max(each) for each in found], r, ap], [r, []])


def possible() -> Worked:
    shown = np.array(ENTRIES["possible"]["lists"][0]["grades"])
    more = int(8 - shown.sum())
    empty = np.zeros(10_000 - 20 - more)
    ends = [
        float(METRICS["average_precision"].compute(Ranking(np.concatenate(each), [])).score)
        for each in ([shown, np.ones(more), empty], [shown, empty, np.ones(more)])
    ]
    told = sum(at_hits("possible", "precision"))
    is_any = ends[1] == 0 and ends[0] == 1
    return Worked([[told], [more], is_any, [(shown.sum() + more) / 22]], [ends[:1], ends[1:], []])


def over_systems() -> Worked:
    ap = [score("average_precision", "over-systems", at) for at in range(4)]
    a, b = mean(ap[:2]), mean(ap[2:])
    is_one = mean([a, b]) in (a, b)
    return Worked([ap[:2], ap[2:], [a], is_one], [[a], [b], []])


def scores_as_gains() -> Worked:
    told = compute("ndcg", "scores-as-gains", gain="linear")
    dcg, ideal = (float(told.aside[name]) for name in ("dcg", "ideal_dcg"))
    theirs = listed(5, 4, 3, 2, 1, key="dcg", top=5, gain="linear")
    grades = ENTRIES["scores-as-gains"]["lists"][0]["grades"]
    return Worked([grades, [ideal], [dcg], After([theirs / ideal])], [[dcg], [dcg / ideal]])


def half_of_chance() -> Worked:
    """By scikit-learn, which has Cohen's: of pooled margins it is that of both orders of judges."""
    first, second = ([1] * 25 + [0] * 25, [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15)
    agree = np.equal(first, second)
    share = mean([*first, *second])
    kappa = cohen_kappa_score(first + second, second + first)
    chance = (mean(map(float, agree)) - kappa) / (1 - kappa)
    theirs = (0.7 - share**2) / (1 - share**2)
    return Worked(
        [
            [float(agree.sum()), mean(map(float, agree))],
            [float(sum(first) + sum(second)), share],
            [chance],
            After([theirs]),
        ],
        [[chance], [kappa]],
    )


def most_clicks() -> Worked:
    grades = ENTRIES["most-clicks"]["lists"][0]["grades"]
    told = weighted_clicks(Ranking(grades, top_grade=4)).terms
    best = int(np.argmax(told["estimate"]))
    none = told["estimate"][1]
    return Worked(
        [told["clicks"], 1 / np.arange(1.0, 4), best == 0, [none]],
        [told["estimate"][:1], told["estimate"][2:]],
    )


def overlap() -> Worked:
    """By the normal distribution and the chi-squared test of SciPy."""
    shares = np.array([0.4, 0.55])
    variances = shares * (1 - shares) / 100
    a, b = (stats.norm.interval(0.95, *each) for each in zip(shares, variances**0.5, strict=True))
    both = stats.norm.interval(0.95, 0.15, variances.sum() ** 0.5)
    told = stats.chi2_contingency([[40, 60], [55, 45]], correction=False)
    return Worked(
        [shares, a, b, bool(both[0] <= 0 <= both[1])], [both, [told.statistic**0.5, told.pvalue]]
    )


def whose_click() -> Worked:
    """Both pick by turns what is left; whom the click on 3 is for."""
    left, picked = {"A": [1, 2, 3, 4], "B": [1, 3, 2, 4]}, list[tuple[str, int]]()
    for first in ("B", "A"):
        for team in (first, "AB".replace(first, "")):
            taken = [document for _, document in picked]
            picked.append((team, next(each for each in left[team] if each not in taken)))
    by = {document: team for team, document in picked}
    return Worked(
        [
            [float(document) for _, document in picked[:2]],
            [float(document) for _, document in picked[2:]],
            by[3] == "B",
            True,
        ],
        [by[3] == "A", [1.0]],
    )


def read_twice() -> Worked:
    a, b = [1, 2, 3, 4, 5], [2, 1, 6, 4, 7]
    pools = [len({*a[:depth], *b[:depth]}) for depth in (3, 4)]
    ranks = {float(run.index(4) + 1) for run in (a, b)}
    return Worked(
        [
            [float(each) for each in (*a[:3], *b[:3])],
            [float(pools[0])],
            [*ranks],
            pools[1] == pools[0] + 1,
        ],
        [[float(pools[0])], []],
    )


WORKED: dict[str, Callable[[], Worked]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        *(first_five, other_list, missed, tell_apart, shown_ideal, early, doubling, average_rank),
        *(both_averaged, every_rank, order_blind, cut_off, steeper, capped, log_base, forever),
        *(more_stop, forgotten, looked_at, over_queries, sampled, p_value),
        *(last_hit, possible, over_systems, scores_as_gains),
        *(recall_third, nine_points, half_of_chance, most_clicks, overlap),
        *(whose_click, read_twice),
    )
}


def claims(line: str) -> list[str]:
    return re.findall(r"\*\*(.*?)\*\*", line)


def is_number(claim: str) -> bool:
    return re.fullmatch(r"\d+(\.\d+)?", claim) is not None


def rounds_to(value: float, claim: str) -> bool:
    """Tell whether a value, rounded as people do, is what is claimed."""
    unit = Decimal(1).scaleb(-len(claim.partition(".")[2]))
    return Decimal(repr(round(float(value), 12))).quantize(unit, ROUND_HALF_UP) == Decimal(claim)


def holds(line: str, worked: Claims) -> bool:
    if isinstance(worked, bool):
        assert len(claims(line)) == 1
        assert not is_number(claims(line)[0])
        return worked
    values = worked.values if isinstance(worked, After) else worked
    assert len(claims(line)) == len(values), line
    return all(rounds_to(value, claim) for value, claim in zip(values, claims(line), strict=True))


# What is written


@pytest.mark.parametrize("id_", IDS)
def test_one_step_is_false_and_every_other_holds(id_: str) -> None:
    entry, worked = ENTRIES[id_], WORKED[id_]()
    assert len(worked.steps) == len(entry["steps"])
    held = [
        holds(step["says"], each) for step, each in zip(entry["steps"], worked.steps, strict=True)
    ]
    assert [at for at, fine in enumerate(held, start=1) if not fine] == [entry["false"]]
    for at, each in enumerate(worked.steps, start=1):
        assert at > entry["false"] or not isinstance(each, After)


@pytest.mark.parametrize("id_", IDS)
def test_what_is_right_is_what_the_package_says(id_: str) -> None:
    entry, worked = ENTRIES[id_], WORKED[id_]()
    assert len(worked.right) == len(entry["right"])
    for line, values in zip(entry["right"], worked.right, strict=True):
        assert holds(line, values), line


@pytest.mark.parametrize("id_", IDS)
def test_what_is_written_as_a_calculation_comes_to_what_it_claims(id_: str) -> None:
    """A sum or quotient of numbers that stands before a claim gives it; not in the false step."""
    entry = ENTRIES[id_]
    lines = [step["says"] for step in entry["steps"]]
    del lines[entry["false"] - 1]
    tried = 0
    for line in (*lines, *entry["right"]):
        for left, claim in re.findall(r"([-\d.+−/*·() ]+) = \*\*([\d.]+)\*\*", line):
            expression = left.strip().replace("−", "-").replace("·", "*").lstrip(")")
            if not re.search(r"[-+*/]", expression):
                continue
            value = eval(expression)  # digits, signs and brackets of our own file
            off = 0.6 * 10 ** -len(claim.partition(".")[2])
            assert value == pytest.approx(float(claim), abs=max(off, 2e-3 * float(claim))), line
            tried += 1
    assert tried or id_ in ("log-base", "forever", "more-stop", "over-queries")


def test_every_wrong_figure_has_a_puzzle() -> None:
    wrong = {row["id"] for row in PUBLISHED if row["severity"] == "wrong"}
    told = [id_ for entry in ENTRIES.values() for id_ in entry["published"]]
    assert len(told) == len(set(told))
    assert wrong <= set(told) <= {row["id"] for row in PUBLISHED if not row["agrees"]}
    assert len(ENTRIES) == len(WORKED) == 33
    for entry in ENTRIES.values():
        text = {row["source"] for row in PUBLISHED if row["id"] in entry["published"]}
        assert text == ({entry["from"]} - {""}), entry["id"]
        assert entry["from"] in ("", *contents.TEXTS)
        assert entry["from"] or not entry["printed"]
        rows = [row for row in PUBLISHED if row["id"] in entry["published"]]
        shown = "".join(step["says"] for step in entry["steps"])
        for row in rows:
            if row["published_decimals"]:  # a figure: it is in the steps as it was printed
                written = f"{row['published']:.{row['published_decimals']}f}"
                assert f"**{written}**" in shown, row["id"]
            lists = [each["grades"] for each in entry["lists"]]
            if row["rankings"] and row["kind"] != "IDCG":
                assert all(each in lists or each == [1] for each in row["rankings"]), row["id"]


def test_every_puzzle_says_what_it_must() -> None:
    assert len({entry["title"] for entry in ENTRIES.values()}) == len(IDS)
    assert {rule for entry in ENTRIES.values() for rule in entry["rules"]} == PUZZLES[
        "rules"
    ].keys()
    for entry in ENTRIES.values():
        assert entry["lesson"] in contents.PAGES
        assert 3 <= len(entry["rules"]) <= 4
        assert entry["rule"] in entry["rules"]
        assert len(entry["title"]) <= 40
        said = [*(step["why"] for step in entry["steps"]), *entry["rules"].values()]
        assert all(each.endswith((".", "?")) for each in (*said, entry["definition"]))
        assert len(set(said)) == len(said)


# What a reader does


def puzzle(at: AppTest) -> str:
    return next(piece for piece in pieces(at) if "<div class='puzzle'>" in piece)


def after(at: AppTest) -> str:
    return next(piece for piece in pieces(at) if "<div class='after'>" in piece)


def looks(piece: str) -> list[str]:
    """What the lines of a piece are marked as."""
    return re.findall(r"<li class='(\w*)'><a", piece)


def click(at: AppTest, id_: str, on: int | str) -> AppTest:
    """Click a step or a rule, as its link says it."""
    links = [json.loads(text) for text in hrefs(puzzle(at) + after(at))]
    (change,) = [one for one in links if one["do"] == "point_out" and one["on"] == str(on)]
    assert change["of"] == id_
    return act(at, by="text", **change)


def hrefs(piece: str) -> list[str]:
    return [unquote(each) for each in re.findall(r"href='#do=([^']*)'", piece)]


def remark(at: AppTest) -> str:
    return str(data(at, "post")["said"][1])


@pytest.mark.parametrize(
    "id_", [pytest.param(id_, marks=[pytest.mark.slow] * (id_ not in IDS[:5])) for id_ in IDS]
)
def test_a_puzzle_by_wrong_clicks_and_by_right_ones(id_: str) -> None:
    entry = ENTRIES[id_]
    first = IDS[0] == id_
    at = visit(PAGE, {} if first else {"puzzle": id_})
    assert not at.exception
    assert set(looks(puzzle(at))) == {""}
    assert after(at) == "<div class='after'></div>"
    why = [html.escape(step["why"]) for step in entry["steps"]]
    rules = entry["rules"]
    wrong = next(n for n in range(1, len(why) + 1) if n != entry["false"])
    click(at, id_, wrong)
    assert looks(puzzle(at))[wrong - 1] == "fine"
    assert why[wrong - 1] in puzzle(at)
    assert remark(at).startswith(f"Step {wrong} is right.")
    assert why[entry["false"] - 1] not in puzzle(at)
    click(at, id_, entry["false"])
    assert looks(puzzle(at))[entry["false"] - 1] == "false"
    assert looks(puzzle(at)).count("false") == 1
    assert remark(at).endswith("What is wrong with it?")
    assert why[entry["false"] - 1] not in puzzle(at)  # the reason would give the rule away
    assert f"What is wrong with step {entry['false']}?" in after(at)
    offered = re.findall(r"<a [^>]*>([^<]*)</a>", after(at))
    assert sorted(offered) == sorted(PUZZLES["rules"][each] for each in rules)
    assert entry["right"][0][:12] not in html.unescape(re.sub("<.*?>", "", after(at)))
    other = next(each for each in rules if each != entry["rule"])
    click(at, id_, other)
    assert html.escape(rules[other]) in after(at)
    assert "As it should be" not in after(at)
    click(at, id_, entry["rule"])
    assert remark(at).startswith("Solved.")
    assert why[entry["false"] - 1] in puzzle(at)
    worked = html.unescape(re.sub("<.*?>", "", after(at)))
    for line in entry["right"]:
        assert line.replace("**", "") in worked
    assert controls(at)["says"]["text"].startswith(
        f"Solved: 1 of {len(IDS)}. Right at the first try: 0."
    )
    assert dict(at.query_params) == ({} if first else {"puzzle": id_})
    if id_ not in IDS[:2]:
        return
    press(at, "Reset")
    assert set(looks(puzzle(at))) == {""}
    click(at, id_, entry["false"])
    click(at, id_, entry["rule"])
    assert controls(at)["says"]["text"].startswith(
        f"Solved: 1 of {len(IDS)}. Right at the first try: 1."
    )
    assert is_off(at, "Give up")


def test_a_whole_round_one_puzzle_after_the_other() -> None:
    """And the right rule stands now here, now there."""
    at, places = visit(PAGE), []
    for number, entry in enumerate(ENTRIES.values(), start=1):
        assert entry["title"] in html.unescape(puzzle(at))
        click(at, entry["id"], entry["false"])
        offered = re.findall(r"<a [^>]*>([^<]*)</a>", after(at))
        places.append(offered.index(PUZZLES["rules"][entry["rule"]]))
        click(at, entry["id"], entry["rule"])
        assert controls(at)["says"]["text"].startswith(
            f"Solved: {number} of {len(IDS)}. Right at the first try: {number}."
        )
        if number < len(ENTRIES):
            press(at, "Next puzzle")
    assert max(map(places.count, places)) < len(places) / 2
    assert is_off(at, "Next puzzle")
    assert pieces(at)[-1].count("✓ solved") == len(IDS)
    go(at, "playground")
    go(at, PAGE)
    assert controls(at)["says"]["text"].startswith(f"Solved: {len(IDS)} of {len(IDS)}")


def test_who_gives_up_is_told_and_has_not_solved_it() -> None:
    at = visit(PAGE)
    press(at, "Give up")
    entry = ENTRIES[IDS[0]]
    assert looks(puzzle(at))[entry["false"] - 1] == "false"
    assert "As it should be" in after(at)
    assert remark(at).startswith(f"Step {entry['false']} is false.")
    assert "(answer shown)" in pieces(at)[-1]
    assert not controls(at)["says"]["text"].startswith("Solved")
    assert is_off(at, "Give up")


def test_puzzles_are_turned_by_keys_that_are_faster_than_the_page_and_turned_back() -> None:
    at = visit(PAGE)
    step = {**controls(at)["Next puzzle"]["change"], "by": "puzzles"}
    deliver(at, to_text(at, step, step))
    assert at.query_params == {"puzzle": IDS[2]}
    assert remark(at).startswith(f"Puzzle: {ENTRIES[IDS[2]]['title']}")
    press(at, "Undo")
    press(at, "Undo")
    assert at.query_params == {}
    set_to(at, "Puzzle", IDS[-1])
    assert at.query_params == {"puzzle": IDS[-1]}
    deliver(at, to_text(at, *[step] * 3))
    assert at.query_params == {"puzzle": IDS[-1]}


@pytest.mark.parametrize(
    "action",
    [
        {"do": "point_out", "of": "none", "on": "1"},
        {"do": "point_out", "of": IDS[0], "on": "99"},
        {"do": "point_out", "of": IDS[0], "on": "denominator"},  # no rule before the step
        {"do": "point_out", "of": IDS[0]},
        {"do": "point_out", "of": [1], "on": {}},
        {"do": "again", "of": 7},
        {"do": "turn_to_puzzle", "to": "none"},
        {"do": "turn_to_puzzle", "step": "x"},
        {"do": "turn_to_puzzle"},
    ],
)
def test_what_no_page_of_ours_sends_changes_nothing(action: dict[str, Any]) -> None:
    at = visit(PAGE)
    before = puzzle(at)
    act(at, by="text", **action)
    assert not at.exception
    assert puzzle(at) == before
    assert at.query_params == {}


def test_an_address_with_another_puzzle_is_told() -> None:
    at = visit(PAGE, {"puzzle": "nonsense"})
    assert not at.exception
    assert "“puzzle=nonsense” in the address was left out" in "".join(pieces(at))


@pytest.mark.parametrize("id_", IDS)
def test_a_puzzle_names_its_text_and_whether_that_prints_it(id_: str) -> None:
    entry = ENTRIES[id_]
    said = re.findall(r"</ol><p>(.*?)</p></section>", puzzle(visit(PAGE, {"puzzle": id_})))
    text = contents.TEXTS.get(entry["from"])
    if not text:
        assert not said
        return
    source = re.sub("<.*?>", "", said[-1])
    assert text.name in source
    if not entry["printed"]:
        assert source == (
            f"Built for this notebook on a sentence of {text.name}. Lists, numbers and the last "
            "step are ours."
        )


def test_a_list_of_a_text_is_not_called_ours() -> None:
    """Nor is a list named as a text's that this does not have."""
    lists = {
        (row["source"], tuple(grades))
        for row in PUBLISHED
        if row["kind"] != "claim" or row["id"] == "article-07"  # has its three lists
        for grades in row["rankings"] or ()
        if len(grades) > 2
    }
    for entry in ENTRIES.values():
        named = re.findall(r"{(\w+)}", entry["printed"]) or [entry["from"]]
        known = {
            name
            for name in named
            for each in entry["lists"]
            if (name, tuple(each["grades"])) in lists
        }
        assert bool(known) == bool(entry["printed"]), entry["id"]


@pytest.mark.parametrize(("old", "new"), PUZZLES["withdrawn"].items())
def test_the_link_of_a_withdrawn_puzzle_opens_the_one_that_has_its_figures(
    old: str, new: str
) -> None:
    at = visit(PAGE, {"puzzle": old})
    assert ENTRIES[new]["title"] in html.unescape(puzzle(at))
    assert old not in ENTRIES
    press(at, "Next puzzle")
    assert at.query_params == {"puzzle": IDS[IDS.index(new) + 1]}


def test_a_hall_sees_the_current_puzzle_alone() -> None:
    at = visit(PAGE, {"present": "1"})
    assert controls(at)["which"]["text"] == f"1 / {len(IDS)}"
    assert f"All {len(IDS)} puzzles" not in "".join(pieces(at))
    assert "Give up" not in controls(at)
    assert "select the false step" not in puzzle(at)
    right = spot_the_mistake.puzzles()[IDS[0]].right[0].replace("**", "")
    # The first answer marks the step; after a pause the second one says what is wrong with it.
    name = ENTRIES[IDS[0]]["title"]
    for asks in (f"{name}: which step is false?", f"{name}: why is step 3 false?"):
        assert right not in re.sub("<[^>]*>", "", puzzle(at))
        assert (controls(at)["step"]["ask"], controls(at)["step"]["open"]) == (asks, False)
        act(at, **controls(at)["step"]["acts"])
    assert right in re.sub("<[^>]*>", "", puzzle(at))
    assert controls(at)["step"]["open"]


def test_the_session_knows_no_more_of_a_reader_than_what_was_clicked() -> None:
    one = spot_the_mistake.puzzles()[IDS[0]]
    said = spot_the_mistake.Answer(one, ("2", one.false, one.rule))
    assert (said.found, said.done, said.solved, said.straight) == (True, True, True, False)
    shown = spot_the_mistake.Answer(one, (spot_the_mistake.SHOWN, one.rule))
    assert (shown.done, shown.solved, shown.straight) == (True, False, False)


# In a browser


def test_by_keys_alone(open_page: Callable[..., Page]) -> None:
    """Tab to the steps, Enter answers, the focus stays where it was; Shift and an arrow turn."""
    page = open_page(f"/{PAGE}")
    step, voice = page.locator(".steps > li > a"), page.locator("body > .voice")
    false = ENTRIES[IDS[0]]["false"]  # counted from 1, so it is the index of the next step
    step.nth(false).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".steps > .fine")).to_have_count(1)
    expect(voice).to_contain_text(f"Step {false + 1} is right.")
    settle(page)
    expect(step.nth(false)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(step.nth(false - 1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(voice).to_contain_text("What is wrong with it?")
    settle(page)
    expect(step.nth(false - 1)).to_be_focused()
    rules = page.locator(".rules > li > a")
    rule = rules.filter(has_text=PUZZLES["rules"][ENTRIES[IDS[0]]["rule"]])
    for _ in range(len(ENTRIES[IDS[0]]["steps"]) - false + 1):
        page.keyboard.press("Tab")
    expect(rules.nth(0)).to_be_focused()
    for _ in range(rules.all_inner_texts().index(rule.inner_text())):
        page.keyboard.press("Tab")
    expect(rule).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="As it should be")).to_be_visible()
    expect(voice).to_contain_text("Solved.")
    settle(page)
    expect(rule).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    expect(page).to_have_url(re.compile(rf"\?puzzle={IDS[1]}$"))
    expect(page.get_by_role("heading", name=ENTRIES[IDS[1]]["title"])).to_be_visible()
    settle(page)
    page.keyboard.press("Control+z")
    expect(page.get_by_role("heading", name="As it should be")).to_be_visible()


def test_by_touch_and_quickly(open_page: Callable[..., Page]) -> None:
    """On a phone every step is high enough for a finger, and of quick taps none is lost."""
    page = open_page(f"/{PAGE}?puzzle={IDS[1]}", width=390, height=844, touch=True)
    step = page.locator(".steps > li > a")
    heights = [each.bounding_box() for each in step.all()]
    assert all(each and each["height"] >= 44 for each in heights)
    page.evaluate("for (const each of document.querySelectorAll('.steps > li > a')) each.click()")
    expect(page.locator(".steps > .fine")).to_have_count(3)
    found = page.locator(".steps > .false")
    expect(found).to_contain_text("Now choose the reason below")
    page.get_by_text(PUZZLES["rules"][ENTRIES[IDS[1]]["rule"]]).tap()
    expect(page.get_by_role("heading", name="As it should be")).to_be_visible()
    expect(found).not_to_contain_text("Now choose")
    assert overhang(page) == []
