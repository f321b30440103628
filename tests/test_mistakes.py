"""Every mistake is made once more, by hand (`on_paper`)."""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from statistics import median
from tomllib import loads as toml
from typing import Any

import pytest

from metrics.catalog import DRILLED, METRICS
from metrics.conventions import definitions, mistakes
from metrics.ranking import Ranking
from on_paper import (
    RIGHT,
    Paper,
    at_hits,
    at_levels,
    blended,
    cascade,
    charges,
    confused,
    early,
    gained,
    harmonic,
    ideal,
    precision_at,
    preferred,
    read,
    share,
)


def until(p: Paper) -> range:
    return range(1, p.k + 1)


def best_of(p: Paper) -> Paper:
    return p._replace(grades=p.ideal()[: len(p.grades)])


MADE: dict[str, Callable[[Paper], float]] = {
    "precision: over list": lambda p: sum(p.hits) / len(p.grades),
    "precision: uncut": lambda p: sum(p.every) / len(p.grades),
    "precision: hits below": lambda p: sum(p.every) / p.k,
    "precision: count": lambda p: sum(p.hits),
    "precision: recall": lambda p: sum(p.hits) / p.m,
    "precision: misses": lambda p: p.hits.count(0) / p.k,
    "recall: precision": lambda p: sum(p.hits) / p.k,
    "recall: forgot missed": lambda p: sum(p.hits) / sum(p.every),
    "recall: uncut": lambda p: sum(p.every) / p.m,
    "recall: over list": lambda p: sum(p.hits) / len(p.grades),
    "recall: count": lambda p: sum(p.hits),
    "recall: rest": lambda p: (p.m - sum(p.hits)) / p.m,
    "f1: mean": lambda p: (sum(p.hits) / p.k + sum(p.hits) / p.m) / 2,
    "f1: geometric": lambda p: sum(p.hits) / (p.k * p.m) ** 0.5,
    "f1: product": lambda p: sum(p.hits) ** 2 / (p.k * p.m),
    "f1: half": lambda p: sum(p.hits) / (p.k + p.m),
    "f1: precision": lambda p: sum(p.hits) / p.k,
    "f1: recall": lambda p: sum(p.hits) / p.m,
    "f1: over list": lambda p: harmonic(sum(p.hits) / len(p.grades), sum(p.hits) / p.m),
    "f1: uncut": lambda p: harmonic(sum(p.every) / len(p.grades), sum(p.every) / p.m),
    "f1: forgot missed": lambda p: harmonic(sum(p.hits) / p.k, sum(p.hits) / sum(p.every)),
    "r_precision: recall": lambda p: sum(p.every) / p.m,
    "r_precision: precision": lambda p: sum(p.every) / len(p.grades),
    "r_precision: over list": lambda p: sum(p.every[: p.m]) / len(p.grades),
    "r_precision: forgot missed": lambda p: precision_at(p, sum(p.every)),
    "r_precision: count": lambda p: sum(p.every[: p.m]),
    "reciprocal_rank: last hit": lambda p: 1 / p.ranks[-1],
    "reciprocal_rank: rank": lambda p: p.ranks[0],
    "reciprocal_rank: mean": lambda p: sum(1 / r for r in p.ranks) / len(p.ranks),
    "reciprocal_rank: sum": lambda p: sum(1 / r for r in p.ranks),
    "reciprocal_rank: from 0": lambda p: 1 / (p.ranks[0] - 1),
    "reciprocal_rank: uncut": lambda p: 1 / (1 + p.every.index(1)),
    "reciprocal_rank: precision": lambda p: sum(p.hits) / p.k,
    "first_relevant_rank: reciprocal": lambda p: 1 / p.ranks[0],
    "first_relevant_rank: from 0": lambda p: p.ranks[0] - 1,
    "first_relevant_rank: last hit": lambda p: p.ranks[-1],
    "first_relevant_rank: mean": lambda p: sum(p.ranks) / len(p.ranks),
    "first_relevant_rank: uncut": lambda p: 1 + p.every.index(1),
    "first_relevant_rank: k": lambda p: p.k,
    "first_relevant_rank: zero": lambda _: 0,
    "mean_rank: ignored": lambda p: sum(p.ranks) / len(p.ranks),
    "mean_rank: over found": lambda p: (sum(p.ranks) + charges(p)) / len(p.ranks),
    "mean_rank: free": lambda p: sum(p.ranks) / p.m,
    "mean_rank: first": lambda p: p.ranks[0],
    "mean_rank: sum": lambda p: sum(p.ranks) + charges(p),
    "f1: jaccard": lambda p: sum(p.hits) / (p.k + p.m - sum(p.hits)),
    "f1: not divided": lambda p: 2 * sum(p.hits) ** 2 / (p.k * p.m),
    "r_precision: average": lambda p: at_hits(p._replace(k=len(p.grades))) / p.m,
    "reciprocal_rank: plus one": lambda p: 1 / (1 + p.ranks[0]),
    "mean_rank: uncut": lambda p: (
        (sum(r for r, hit in enumerate(p.every, start=1) if hit) + (p.m - sum(p.every)) * (p.k + 1))
        / p.m
    ),
    "mean_rank: k": lambda p: (sum(p.ranks) + (p.m - len(p.ranks)) * p.k) / p.m,
    "mean_rank: from 0": lambda p: (sum(p.ranks) + charges(p)) / p.m - 1,
    "mean_rank: median": lambda p: median([*p.ranks, *[p.k + 1] * (p.m - len(p.ranks))]),
    "average_precision: over list": lambda p: at_hits(p) / len(p.grades),
    "average_precision: interpolated": lambda p: (
        sum(max(precision_at(p, r) for r in range(rank, p.k + 1)) for rank in p.ranks) / p.m
    ),
    "interpolated_average_precision: AP": lambda p: at_hits(p) / p.m,
    "interpolated_average_precision: at hits": lambda p: (
        sum(max(precision_at(p, r) for r in range(rank, p.k + 1)) for rank in p.ranks) / p.m
    ),
    "interpolated_average_precision: there": lambda p: (
        sum(
            next((n / r for n, r in enumerate(p.ranks, start=1) if 10 * n >= tenth * p.m), 0)
            for tenth in range(11)
        )
        / 11
    ),
    "interpolated_average_precision: reached": lambda p: (
        sum(at_levels(p)) / (11 - at_levels(p).count(0))
    ),
    "interpolated_average_precision: without 0": lambda p: sum(at_levels(p)[1:]) / 10,
    "interpolated_average_precision: forgot missed": lambda p: sum(at_levels(p, sum(p.every))) / 11,
    "interpolated_average_precision: sum": lambda p: sum(at_levels(p)),
    "interpolated_average_precision: every rank": lambda p: at_hits(p, range(1, p.k + 1)) / p.k,
    "interpolated_average_precision: grade 1": lambda p: sum(at_levels(p.with_bar(1))) / 11,
    "q_measure: AP": lambda p: at_hits(p) / p.m,
    "q_measure: gains alone": lambda p: sum(gained(p, r) / ideal(p, r) for r in p.ranks) / p.m,
    "q_measure: every rank": lambda p: sum(blended(p, r) for r in range(1, p.k + 1)) / p.m,
    "q_measure: sum": lambda p: sum(blended(p, r) for r in p.ranks),
    "q_measure: over found": lambda p: sum(blended(p, r) for r in p.ranks) / len(p.ranks),
    "q_measure: over k": lambda p: sum(blended(p, r) for r in p.ranks) / p.k,
    "q_measure: ideal of retrieved": lambda p: (
        sum(blended(p._replace(missed=()), r) for r in p.ranks) / p.m
    ),
    "bpref: as misses": lambda p: preferred(p._replace(grades=[g or 0 for g in p.grades])),
    "bpref: every one above": lambda p: preferred(p, lambda above, _, n: above / n),
    "bpref: over m": lambda p: preferred(p, lambda above, m, _: min(above, m) / m),
    "bpref: not capped": lambda p: preferred(p, lambda above, m, n: above / min(n, m)),
    "bpref: penalties": lambda p: len(p.ranks) / p.m - preferred(p),
    "bpref: over found": lambda p: preferred(p) * p.m / len(p.ranks),
    "bpref: AP": lambda p: at_hits(p) / p.m,
    "bpref: grade 1": lambda p: preferred(p.with_bar(1)),
    "average_precision: over k": lambda p: at_hits(p) / p.k,
    "average_precision: every rank": lambda p: at_hits(p, range(1, p.k + 1)) / p.k,
    "average_precision: over found": lambda p: at_hits(p) / len(p.ranks),
    "average_precision: forgot missed": lambda p: at_hits(p) / sum(p.every),
    "average_precision: sum": at_hits,
    "average_precision: precision": lambda p: sum(p.hits) / p.k,
    "average_precision: reciprocals": lambda p: sum(1 / r for r in p.ranks) / p.m,
    "average_precision: recalls": lambda p: (
        sum(sum(p.every[:r]) / p.m for r in p.ranks) / len(p.ranks)
    ),
    "average_precision: hits over k": lambda p: sum(range(1, len(p.ranks) + 1)) / p.k / p.m,
    "average_precision: hits over k, capped": lambda p: sum(range(1, len(p.ranks) + 1)) / p.k**2,
    "average_precision: uncut": lambda p: (
        sum(precision_at(p, at + 1) for at, hit in enumerate(p.every) if hit) / p.m
    ),
    "cumulative_gain: discounted": lambda p: p.dcg(),
    "cumulative_gain: other gain": lambda p: p.dcg(weight=lambda _: 1, other=True),
    "cumulative_gain: uncut": lambda p: p.dcg(k=99, weight=lambda _: 1),
    "cumulative_gain: hits": lambda p: sum(p.hits),
    "cumulative_gain: mean": lambda p: p.dcg(weight=lambda _: 1) / p.k,
    "dcg: log of i": lambda p: p.dcg(weight=early),
    "dcg: reciprocal": lambda p: p.dcg(weight=lambda i: 1 / i),
    "dcg: natural log": lambda p: p.dcg(weight=lambda i: 1 / math.log(i + 1)),
    "dcg: log10": lambda p: p.dcg(weight=lambda i: 1 / math.log10(i + 1)),
    "dcg: times log": lambda p: p.dcg(weight=lambda i: math.log2(i + 1)),
    "dcg: flat": lambda p: p.dcg(weight=lambda _: 1),
    "dcg: normalised": lambda p: p.dcg() / p.dcg(p.ideal()),
    "dcg: other gain": lambda p: p.dcg(other=True),
    "dcg: uncut": lambda p: p.dcg(k=99),
    "ndcg: log of i": share(early),
    "ndcg: reciprocal": share(lambda i: 1 / i),
    "ndcg: flat": share(lambda _: 1),
    "ndcg: not normalised": lambda p: p.dcg(),
    "ndcg: ideal of retrieved": lambda p: p.dcg() / p.dcg(p.ideal(missed=False)),
    "ndcg: ideal uncut": lambda p: p.dcg() / p.dcg(p.ideal(), k=99),
    "ndcg: other gain": lambda p: p.dcg(other=True) / p.dcg(p.ideal(), other=True),
    "ndcg: two gains": lambda p: p.dcg() / p.dcg(p.ideal(), other=True),
    "ndcg: over flat ideal": lambda p: p.dcg() / p.dcg(p.ideal(), weight=lambda _: 1),
    "ndcg: hits": lambda p: RIGHT["ndcg"](
        p._replace(grades=p.every, missed=[int(g >= p.bar) for g in p.missed], knobs={})
    ),
    "ndcg: min–max": lambda p: (
        (p.dcg() - p.dcg(p.ideal()[::-1])) / (p.dcg(p.ideal()) - p.dcg(p.ideal()[::-1]))
    ),
    "ndcg: over discounts": lambda p: p.dcg() / sum(1 / math.log2(i + 1) for i in until(p)),
    "ndcg: upside down": lambda p: p.dcg(p.ideal()) / p.dcg(),
    "ndcg: ideal of top grades": lambda p: p.dcg() / p.dcg([p.top] * p.k),
    "ndcg: uncut": lambda p: p.dcg(k=99) / p.dcg(p.ideal(), k=len(p.grades)),
    "rbp: forgot 1 − p": lambda p: read(p, lambda x, i: x ** (i - 1)),
    "rbp: one power more": lambda p: read(p, lambda x, i: (1 - x) * x**i),
    "rbp: p swapped": lambda p: read(p, lambda x, i: x * (1 - x) ** (i - 1)),
    "rbp: divided": lambda p: (
        read(p, lambda x, i: x ** (i - 1))
        / sum(p.knobs["persistence"] ** at for at in range(len(p.grades)))
    ),
    "rbp: linear": lambda p: sum(p.grades) / p.top / len(p.grades),
    "rbp: grades": lambda p: p.top * read(p, lambda x, i: (1 - x) * x ** (i - 1)),
    "rbp: hits": lambda p: read(p, lambda x, i: (1 - x) * x ** (i - 1), hits=True),
    "rbp: normalised": lambda p: RIGHT["rbp"](p) / RIGHT["rbp"](best_of(p)),
    "rbp: with residual": lambda p: RIGHT["rbp"](p) + p.knobs["persistence"] ** len(p.grades),
    "rbp: exponential": lambda p: sum(
        chance * (1 - p.knobs["persistence"]) * p.knobs["persistence"] ** at
        for at, chance in enumerate(p.chances())
    ),
    "err: forgot − 1": lambda p: cascade([2.0 ** (g - p.top) for g in p.grades]),
    "err: previous only": lambda p: sum(
        chance * (1 - before) / i
        for i, (before, chance) in enumerate(
            zip([0, *p.chances()], p.chances(), strict=False), start=1
        )
    ),
    "err: normalised": lambda p: RIGHT["err"](p) / RIGHT["err"](best_of(p)),
    "err: goes on with R": lambda p: sum(
        math.prod(p.chances()[:i]) / i for i in range(1, len(p.grades) + 1)
    ),
    "err: stops": lambda p: cascade(p.chances(), lambda _: 1),
    "err: forgot those above": lambda p: sum(c / i for i, c in enumerate(p.chances(), start=1)),
    "err: stop for satisfaction": lambda p: confused(p.chances()),
    "err: linear": lambda p: cascade([g / p.top for g in p.grades]),
    "err: over top gain": lambda p: cascade(p.chances(2**p.top - 1)),
    "err: top of the list": lambda p: cascade(p.chances(2 ** max(p.grades))),
    "err: ignores misses": lambda p: cascade([c for c in p.chances() if c]),
    "err: reciprocal rank": lambda p: 1 / p.ranks[0],
    "precision: grade 1": lambda p: sum(p.with_bar(1).hits) / p.k,
    "recall: grade 1": lambda p: sum(p.with_bar(1).hits) / p.with_bar(1).m,
    "f1: grade 1": lambda p: 2 * sum(p.with_bar(1).hits) / (p.k + p.with_bar(1).m),
    "r_precision: grade 1": lambda p: sum(p.with_bar(1).every[: p.with_bar(1).m]) / p.with_bar(1).m,
    "reciprocal_rank: grade 1": lambda p: 1 / min(p.with_bar(1).ranks, default=math.inf),
    "first_relevant_rank: grade 1": lambda p: min(p.with_bar(1).ranks, default=p.k + 1),
    "mean_rank: grade 1": lambda p: (
        (sum(p.with_bar(1).ranks) + charges(p.with_bar(1))) / p.with_bar(1).m
    ),
    "average_precision: grade 1": lambda p: at_hits(p.with_bar(1)) / p.with_bar(1).m,
}
"""What comes out when somebody errs, by the mistake's key."""

GAINS: list[dict[str, Any]] = [{"gain": "linear"}, {"gain": "exponential"}]
KNOBS: dict[str, list[dict[str, Any]]] = {
    **{"cumulative_gain": GAINS, "dcg": GAINS, "ndcg": GAINS},
    "rbp": [{"persistence": 0.8}, {"persistence": 0.3}],
}


def papers(metric: str, knobs: dict[str, Any]) -> list[Paper]:
    """Lists of all kinds: short, long, cut or not, with documents missed, on three scales."""
    choose, found = Random(metric), []
    for _ in range(60):
        top = choose.choice((1, 3, 4))
        n = choose.randint(1, 8)
        grades: list[Any] = [choose.randint(0, top) for _ in range(n)]
        missed = [choose.randint(0, top) for _ in range(choose.choice((0, 0, 1, 2)))]
        cut = choose.random() < 0.5 and metric not in ("rbp", "err", "r_precision", "bpref")
        k = choose.randint(1, n) if cut else n
        if metric == "bpref":
            grades = [None if choose.random() < 0.2 else grade for grade in grades]
        bar = choose.randint(1, min(top, 2)) if METRICS[metric].reads == "binary" else 1
        found.append(Paper(grades, missed, k, top, bar, knobs))
    return [paper for paper in found if paper.m and any(paper.every)]


@pytest.mark.parametrize("metric", dict.fromkeys(key.partition(":")[0] for key in MADE))
def test_each_mistake_is_what_comes_out_when_somebody_errs(metric: str) -> None:
    met = set()
    for knobs in KNOBS.get(metric, [{}]):
        for paper in papers(metric, knobs):
            given = [math.nan if grade is None else grade for grade in paper.grades]
            ranking = Ranking(given, paper.missed, top_grade=paper.top, relevant_from=paper.bar)
            for one in mistakes.of_metric(metric, **knobs):
                score = one.score(ranking, paper.k)
                if not math.isnan(score):
                    assert score == pytest.approx(MADE[one.key](paper)), (one.key, paper)
                    met.add(one.key)
    assert met == {key for key in MADE if key.partition(":")[0] == metric}


HANDED: list[tuple[str, dict[str, Any], Ranking, int | None, float, str]] = [
    # (1/1 + 3/5 + 3/5)/3, as after rank 1 precision is highest at rank 5
    ("average_precision", {}, Ranking([1, 0, 0, 1, 1]), None, 11 / 15, "interpolated"),
    ("average_precision", {}, Ranking([1, 0, 0, 1, 1]), 2, 1 / 5, "over list"),
    ("r_precision", {}, Ranking([1, 0, 1, 1]), None, (1 + 2 / 3 + 3 / 4) / 3, "average"),
    # 1 0 3 with gain 1 each: (1 + 1/2)/(1 + 0.6309)
    ("ndcg", {}, Ranking([1, 0, 3], top_grade=3), None, 1.5 / 1.63093, "hits"),
    # DCG 2.5, best 3.63093, worst 1/1.58496 + 3/2 = 2.13093
    ("ndcg", {}, Ranking([1, 0, 3], top_grade=3), None, 0.36907 / 1.5, "min–max"),
    ("ndcg", {}, Ranking([1, 0, 3], top_grade=3), None, 2.5 / 2.13093, "over discounts"),
    ("ndcg", {}, Ranking([1, 0, 3], top_grade=3), None, 3.63093 / 2.5, "upside down"),
    ("ndcg", {}, Ranking([1, 0, 3], top_grade=3), None, 2.5 / 3 / 2.13093, "ideal of top grades"),
    # 1/2 + 1/2 · 1/4 / 2 + 1/2 · 3/4 · 1/4 / 3, with 2/4, 1/4, 1/4
    ("err", {}, Ranking([1, 0, 0], top_grade=2), None, 1 / 2 + 1 / 16 + 1 / 32, "forgot − 1"),
    # R is 3/4, 1/4, 3/4: 3/4 + 1/4 · 1/4 / 2 + 3/4 · 3/4 / 3
    ("err", {}, Ranking([2, 1, 2], top_grade=2), None, 31 / 32, "previous only"),
    # (1/4 + 3/4 · 3/4 / 2) / (3/4 + 1/4 · 1/4 / 2)
    ("err", {}, Ranking([1, 2], top_grade=2), None, 17 / 25, "normalised"),
    # 1/4 + 1/4 · 3/4 / 2
    ("err", {}, Ranking([1, 2], top_grade=2), None, 11 / 32, "goes on with R"),
    # 1 0 1 at p = 1/2: 1/2 + 1/8, best 1/2 + 1/4, residual 1/8
    ("rbp", {"persistence": 0.5}, Ranking([1, 0, 1]), None, 5 / 6, "normalised"),
    ("rbp", {"persistence": 0.5}, Ranking([1, 0, 1]), None, 3 / 4, "with residual"),
    # 3/8 · 1/2 + 1/8 · 1/4
    ("rbp", {"persistence": 0.5}, Ranking([2, 1], top_grade=3), None, 7 / 32, "exponential"),
    # P = 1/2, R = 1/3
    ("f1", {}, Ranking([1, 0, 1], missed=[1]), 2, 1 / 4, "jaccard"),
    ("f1", {}, Ranking([1, 0, 1], missed=[1]), 2, 1 / 3, "not divided"),
    # ranks 2 and 4, and 5 for the missed one
    ("mean_rank", {}, Ranking([0, 1, 0, 1], missed=[1]), None, 10 / 3, "k"),
    ("mean_rank", {}, Ranking([0, 1, 0, 1], missed=[1]), None, 8 / 3, "from 0"),
    ("mean_rank", {}, Ranking([0, 1, 0, 1], missed=[1]), None, 4, "median"),
    ("reciprocal_rank", {}, Ranking([0, 1, 1]), None, 1 / 3, "plus one"),
    ("cumulative_gain", {}, Ranking([3, 0, 1], top_grade=3), None, 2, "hits"),
]
"""What candidates typed, by a list small enough to work out by hand."""


@pytest.mark.parametrize(("metric", "knobs", "ranking", "k", "typed", "name"), HANDED)
def test_what_candidates_typed_is_named(
    metric: str, knobs: dict[str, Any], ranking: Ranking, k: int | None, typed: float, name: str
) -> None:
    found = definitions.giving(typed, 1e-5, mistakes.of_metric(metric, **knobs), ranking, k)
    assert f"{metric}: {name}" in [one.definition.key for one in found]


LATE, EARLY = (lambda i: 1 / math.log2(i + 2)), early
IN_CODE: list[tuple[str, list[int], str, float]] = [
    # 2 XOR 3 is 1, 2 XOR 0 is 2, 2 XOR 2 is 0, 2 XOR 1 is 3
    ("dcg", [3, 0, 2, 1], "xor", 1 + 2 / math.log2(3) + 3 / math.log2(5)),
    ("dcg", [3, 0, 2, 1], "xor minus 1", 0 + 1 / math.log2(3) - 1 / 2 + 2 / math.log2(5)),
    # 2 XOR 2, 2 XOR -1, 2 XOR 1, 2 XOR 0
    ("dcg", [3, 0, 2, 1], "xor of less 1", 0 - 3 / math.log2(3) + 3 / 2 + 2 / math.log2(5)),
    ("dcg", [3, 0, 1], "one rank on", 3 / math.log2(3) + 1 / math.log2(5)),
    ("ndcg", [0, 3], "xor", (2 + 1 / math.log2(3)) / (1 + 2 / math.log2(3))),
    (
        *("ndcg", [3, 0, 2, 1], "xor, sorted"),
        (1 + 2 / math.log2(3) + 3 / math.log2(5)) / (3 + 2 / math.log2(3) + 1 / 2),
    ),
    (
        *("ndcg", [3, 0, 2, 1], "xor minus 1, sorted"),
        (1 / math.log2(3) - 1 / 2 + 2 / math.log2(5)) / (2 + 1 / math.log2(3) - 1 / math.log2(5)),
    ),
    (
        *("ndcg", [3, 0, 2, 1], "xor of less 1, sorted"),
        (-3 / math.log2(3) + 3 / 2 + 2 / math.log2(5)) / (3 + 2 / math.log2(3) - 3 / math.log2(5)),
    ),
    ("ndcg", [0, 1], "one rank on", LATE(2) / LATE(1)),
    ("ndcg", [0, 1], "list one rank on", LATE(2)),
    ("ndcg", [0, 1], "ideal one rank on", 1 / math.log2(3) / LATE(1)),
    ("ndcg", [0, 1], "list log of i", EARLY(2)),
    ("ndcg", [0, 1, 1], "ideal log of i", (1 / math.log2(3) + 1 / 2) / (EARLY(1) + EARLY(2))),
    ("ndcg", [0, 1], "list natural log", 1 / math.log(3)),
    ("ndcg", [0, 1], "ideal natural log", math.log(2) / math.log2(3)),
    ("ndcg", [0, 1], "list log10", 1 / math.log10(3)),
    ("ndcg", [0, 1], "ideal log10", math.log10(2) / math.log2(3)),
    ("ndcg", [0, 1], "list reciprocal", 1 / 2),
    ("ndcg", [0, 1, 1], "list flat", 2 / (1 + 1 / math.log2(3))),
    ("ndcg", [0, 3], "list of hits", 1 / math.log2(3) / 3),
    ("ndcg", [3, 0, 1], "ideal of hits", (3 + 1 / 2) / (1 + 1 / math.log2(3))),
    ("ndcg", [0, 1], "times rank", 2),
    ("ndcg", [0, 1], "times log", math.log2(3)),
    ("dcg", [0, 3, 1], "rank 1 left out", 3 + 1 / math.log2(3)),
    ("ndcg", [0, 3, 1], "rank 1 left out", 3 + 1 / math.log2(3)),  # the ideal has 1 at rank 2
    ("dcg", [3, 0], "no minus 1", 8 + 1 / math.log2(3)),
    ("dcg", [3, 0], "plus 1", 4 + 1 / math.log2(3)),
    ("ndcg", [0, 3], "no minus 1", (1 + 8 / math.log2(3)) / (8 + 1 / math.log2(3))),
    ("ndcg", [0, 3], "plus 1", (1 + 4 / math.log2(3)) / (4 + 1 / math.log2(3))),
    ("ndcg", [3, 1], "worst order", (3 + 1 / math.log2(3)) / (1 + 3 / math.log2(3))),
    ("ndcg", [0, 0, 1], "loss", 1 / 2),
    ("ndcg", [0, 1], "ideal of 2s", 1 / math.log2(3) / 2),
    ("ndcg", [0, 1], "ideal of 5s", 1 / math.log2(3) / 5),
]


@pytest.mark.parametrize(("metric", "grades", "name", "by_hand"), IN_CODE)
def test_what_only_code_gets_wrong_is_named(
    metric: str, grades: list[int], name: str, by_hand: float
) -> None:
    """The drill has none of them, and each has its words."""
    every = mistakes.of_every_gain(metric, 1)
    (one,) = (each for each in every if each.key == f"{metric}: {name}")
    assert float(one.score(Ranking(grades, top_grade=3), None)) == pytest.approx(by_hand)
    assert one.key not in {each.key for each in mistakes.of_metric(metric)}
    assert one.instead.endswith(".")


def test_the_whole_list_over_the_ideal_of_its_top_is_named() -> None:
    """Of 1 0 1 at k = 2: 1 + 1/2 over 1 + 1/log2(3)."""
    (one,) = (e for e in mistakes.of_every_gain("ndcg", 1) if e.key == "ndcg: list uncut")
    assert float(one.score(Ranking([1, 0, 1]), 2)) == pytest.approx(1.5 / (1 + 1 / math.log2(3)))


def test_the_same_with_the_discount_of_2002_is_named() -> None:
    """Of 5 4 3 at k = 2: 5 + 4 + 3/log2(3) over 5 + 4."""
    every = mistakes.of_every_gain("ndcg", 1)
    (one,) = (each for each in every if each.key == "ndcg: list uncut, log of i")
    score = float(one.score(Ranking([5, 4, 3], top_grade=5), 2))
    assert score == pytest.approx((9 + 3 / math.log2(3)) / 9)


def test_mistakes_of_graded_lists_come_with_both_gains() -> None:
    """7/log2(4) over 7: the natural logarithm in DCG alone cancels in no nDCG."""
    graded = mistakes.of_every_gain("ndcg", 3)
    late = [each for each in graded if each.key == "ndcg: one rank on"]
    assert [each.wording.endswith("with gain 2^g − 1") for each in late] == [False, True]
    scores = [float(each.score(Ranking([1, 3], top_grade=3), None)) for each in late]
    first, second = LATE(1), LATE(2)
    assert scores == pytest.approx(
        [
            (first + 3 * second) / (3 * first + second),
            (first + 7 * second) / (7 * first + second),
        ]
    )


def test_means_over_queries_that_multiply_are_named() -> None:
    """Ranks 1, 2 and 4: 1/8, and its third root 1/2."""
    by = {one.wording: number for one, number in mistakes.over_queries([1, 2, 4]).items()}
    assert by["the product of 1/r"] == 1 / 8
    assert by["the geometric mean of 1/r"] == pytest.approx(1 / 2)


def test_every_mistake_says_what_it_is_and_what_to_do_instead() -> None:
    assert {key.partition(":")[0] for key in MADE} == DRILLED
    for metric in DRILLED:
        every = mistakes.of_metric(metric)
        assert len({one.key for one in every}) == len({one.wording for one in every}) == len(every)
        right = mistakes.taught(metric)
        for one in every:
            assert one.metric == metric == right.metric
            assert one.steps > right.steps == 0
            assert one.instead.endswith(".")
            assert not one.wording.endswith(".")
            assert one.wording != right.wording


WORDS = """
[dcg.flat]
phrase = "gains of {gain}"
instead = "Discount them."
"""


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("dcg.flat", "dgc.flat", "a.toml: unknown field 'dgc', allowed: dcg"),
        ("dcg.flat", "dcg.flatt", "a.toml, dcg: unknown field 'flatt', allowed: flat"),
        ("[dcg.flat]", "[dcg]\n[dcg.x]", "a.toml, dcg: unknown field 'x', allowed: flat"),
        (WORDS, "", "a.toml, dcg, flat: lacks phrase"),
        ("instead =", "why =", "dcg, flat: unknown field 'why', allowed: phrase, instead"),
        ('instead = "Discount them."', "", "a.toml, dcg, flat: lacks instead"),
        ("{gain}", "{gains}", "dcg, flat: phrase has {gains}, not one of ('gain', 'other_gain')"),
    ],
)
def test_each_mistake_has_words_and_no_words_are_left(
    written: str, instead: str, said: str
) -> None:
    names = {"dcg": ["flat"]}
    ((words,),) = (each.values() for each in mistakes.read(toml(WORDS), "a.toml", names).values())
    assert words == ("gains of {gain}", "Discount them.")
    with pytest.raises(ValueError, match=re.escape(said)):
        mistakes.read(toml(WORDS.replace(written, instead)), "a.toml", names)


@pytest.mark.parametrize(
    ("grades", "missed", "key"),
    [
        ([1, 1, 0], [], "recall: forgot missed"),
        ([1, 1, 0], [], "average_precision: over found"),
        ([1, 0, 0], [], "average_precision: uncut"),
        ([1, 0, 1], [], "ndcg: other gain"),
        ([1, 0, 1], [], "ndcg: ideal of retrieved"),
        ([0, 1, 0], [], "reciprocal_rank: last hit"),
        ([1, 0, 1], [], "average_precision: grade 1"),
    ],
)
def test_what_a_list_leaves_no_room_for_is_no_mistake(
    grades: list[int], missed: list[int], key: str
) -> None:
    ranking = Ranking(grades, missed)
    (one,) = [one for one in mistakes.of_metric(key.partition(":")[0]) if one.key == key]
    assert math.isnan(one.score(ranking, 3))


def test_reciprocals_are_told_with_what_they_are_divided_by() -> None:
    """[1, 0, 1] with one missed: 1/1 and 1/3 are 4/3, and three documents are relevant."""
    ranking = Ranking([1, 0, 1], missed=[1])
    (one,) = definitions.giving(4 / 9, 1e-9, mistakes.of_metric("average_precision"), ranking, None)
    assert (
        one.definition.wording
        == "the sum of 1/rank over the hits, divided by all relevant documents"
    )


def test_a_wrong_number_leads_back_to_the_mistake() -> None:
    """[1, 0, 1, 0, 1] with one missed: (1 + 2/3 + 3/5) is 34/15; over 3, over 5, over 4."""
    ranking, total = Ranking([1, 0, 1, 0, 1], missed=[1]), Fraction(34, 15)
    every = mistakes.of_metric("average_precision")
    for below, keys in {
        3: ["over found", "forgot missed"],
        5: ["over k"],
        1: ["sum"],
        4: [],
    }.items():
        found = definitions.giving(float(total / below), 1e-9, every, ranking, None)
        assert [one.definition.key.partition(": ")[2] for one in found] == keys
