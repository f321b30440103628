"""The steps of a score's calculation by hand, from the terms of its breakdown."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, for_drill
from metrics.ranking import Ranking
from ui.core.plain import counted, decimals, listed
from ui.draw import rank_terms
from ui.draw.rank_terms import Top


def compute(metric: str, ranking: Ranking, k: int | None, knobs: Mapping[str, Any]) -> Breakdown:
    """Compute a breakdown; pass k only to a metric with a cutoff."""
    cut = {"k": k} if "k" in METRICS[metric].knobs else {}
    return METRICS[metric].compute(ranking, **cut, **knobs)


def steps(
    metric: str, ranking: Ranking, k: int | None, knobs: Mapping[str, Any]
) -> tuple[str, ...]:
    """Return the steps of a score's calculation, one sentence each; the last has the result."""
    breakdown = compute(metric, ranking, k, knobs)
    return tuple(_STEPS[metric](ranking, k, breakdown, METRICS[metric].label(k)))


def _ranks_of_hits(breakdown: Breakdown) -> list[int]:
    return [rank for rank, hit in enumerate(breakdown.terms["relevant"], start=1) if hit]


def _m(ranking: Ranking) -> int:
    return int(ranking.relevant_total)


def _exist(ranking: Ranking, *, named: bool = True) -> str:
    """Say how many relevant documents exist, `named` m, and how many of them were missed."""
    missed = int((ranking.missed >= ranking.relevant_from).sum())
    below = f"; {missed} of them {'was' if missed == 1 else 'were'} not retrieved" if missed else ""
    if not named:
        exist = "exists" if _m(ranking) == 1 else "exist"
        return f"{_counted(_m(ranking), 'relevant document')} {exist}{below}."
    return f"The number of relevant documents that exist is m = {_m(ranking)}{below}."


def _over(name: str, above: object, below: object, score: float) -> str:
    return f"{name} = {above}/{below} = {decimals(score)}."


def _depth(ranking: Ranking, k: int | None) -> int:
    return int(ranking.cutoff(k))


def _top(ranking: Ranking, k: int | None, breakdown: Breakdown) -> Top:
    return Top(len(_ranks_of_hits(breakdown)), _depth(ranking, k), _m(ranking))


def _precision(ranking: Ranking, k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    top = _top(ranking, k, breakdown)
    return [
        f"The top {top.k} have {_counted(top.hits, 'hit')}.",
        f"{label} = {top.fractions['P']} = {decimals(float(breakdown.score))}.",
    ]


def _recall(ranking: Ranking, k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    top = _top(ranking, k, breakdown)
    return [
        f"The top {top.k} have {_counted(top.hits, 'hit')}.",
        _exist(ranking, named=False),
        f"{label} = {top.fractions['R']} = {decimals(float(breakdown.score))}.",
    ]


def _f1(ranking: Ranking, k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    top, score = _top(ranking, k, breakdown), decimals(float(breakdown.score))
    return [
        f"The top {top.k} have {_counted(top.hits, 'hit')}: precision {top.fractions['P']}.",
        _exist(ranking),
        f"So recall is {top.fractions['R']}.",
        "In 2PR / (P + R), P and R share the hits: what is left is 2·hits / (k + m).",
        f"{label} = 2·{top.hits} / ({top.k} + {top.exist}) = {score}.",
    ]


def _r_precision(ranking: Ranking, _: int | None, breakdown: Breakdown, label: str) -> list[str]:
    m = _m(ranking)
    hits = sum(rank <= m for rank in _ranks_of_hits(breakdown))
    return [
        _exist(ranking),
        f"The top {m} have {_counted(hits, 'hit')}.",
        _over(label, hits, m, float(breakdown.score)),
    ]


def _first_hit(breakdown: Breakdown, k: int | None) -> str:
    at = _ranks_of_hits(breakdown)
    within = "list has" if k is None else f"top {k} have"
    return f"The first hit stands at rank {at[0]}." if at else f"The {within} no hit."


def _reciprocal_rank(_: Ranking, k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    at, score = _ranks_of_hits(breakdown), float(breakdown.score)
    result = _over(label, 1, at[0], score) if at else f"{label} = 0."
    return [_first_hit(breakdown, k), result]


def _first_relevant_rank(r: Ranking, k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    charged = "" if _ranks_of_hits(breakdown) else f" So it counts as rank {_depth(r, k) + 1}."
    return [f"{_first_hit(breakdown, k)}{charged}", f"{label} = {float(breakdown.score):g}."]


def _hits_stand_at(ranks: Sequence[int]) -> str:
    return (
        f"Hits stand at ranks {listed(ranks)}" if ranks[1:] else f"A hit stands at rank {ranks[0]}"
    )


def _mean_rank(ranking: Ranking, k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    at, m, charge = _ranks_of_hits(breakdown), _m(ranking), _depth(ranking, k) + 1
    missing = m - len(at)
    ranks = " + ".join(map(str, [*at, *[charge] * missing]))
    each = "The one" if missing == 1 else f"Each of the {missing}"
    return [
        f"{_hits_stand_at(at)}." if at else _first_hit(breakdown, k),
        _exist(ranking),
        *([f"{each} not in the top {charge - 1} counts as rank {charge}."] if missing else []),
        f"{label} = ({ranks})/{m} = {decimals(float(breakdown.score))}.",
    ]


def _average_precision(
    ranking: Ranking, _: int | None, breakdown: Breakdown, label: str
) -> list[str]:
    hits = [term for term in rank_terms.of_average_precision(breakdown) if term.summand]
    precisions, m = [hit.summand for hit in hits], _m(ranking)
    total = decimals(float(sum(map(Fraction, precisions))))
    return [
        *(
            f"Rank {hit.rank} is a hit, the {_nth(number)}: precision {hit.summand}."
            for number, hit in enumerate(hits, start=1)
        ),
        f"Their sum is {' + '.join(precisions) or '0'} = {total}.",
        _exist(ranking),
        _over(label, total, m, float(breakdown.score)),
    ]


def _interpolated_average_precision(
    ranking: Ranking, _: int | None, breakdown: Breakdown, label: str
) -> list[str]:
    m, hits = _m(ranking), _ranks_of_hits(breakdown)
    found = {rank: number for number, rank in enumerate(hits, start=1)}
    aside, levels = breakdown.aside, dict[int, list[float]]()
    for level, rank in zip(aside["level"].tolist(), aside["at_rank"].tolist(), strict=True):
        levels.setdefault(int(rank), []).append(level)
    precisions = {rank: f"{found[rank]}/{rank}" if rank else "0" for rank in levels}
    summed = " + ".join(f"{len(levels[rank])}·{precisions[rank]}" for rank in levels if rank)
    return [
        _exist(ranking),
        *(
            f"Rank {rank} is a hit, the {_nth(number)}: recall {number}/{m}, "
            f"precision {number}/{rank}."
            for rank, number in found.items()
        ),
        *(
            f"Recall {_span(each)} {'reads' if rank else 'is never reached:'} {precisions[rank]}"
            f"{', the highest there or beyond' * bool(rank)}."
            for rank, each in levels.items()
        ),
        f"{label} = ({summed or 0}) / 11 = {decimals(float(breakdown.score))}.",
    ]


def _span(levels: Sequence[float]) -> str:
    return f"{levels[0]:g}" + f" to {levels[-1]:g}" * (len(levels) > 1)


def _q_measure(ranking: Ranking, _: int | None, breakdown: Breakdown, label: str) -> list[str]:
    hits = [term for term in rank_terms.of_q_measure(breakdown) if term.summand]
    total = decimals(float(breakdown.score) * _m(ranking))
    ratios = (float(breakdown.terms["blended_ratio"][hit.rank - 1]) for hit in hits)
    return [
        *(
            f"Rank {hit.rank} is a hit, the {_nth(number)}. "
            f"G{hit.sentence.partition(', adds')[0].removeprefix('g')}."
            for number, hit in enumerate(hits, start=1)
        ),
        f"Their sum is {' + '.join(map(decimals, ratios))} = {total}.",
        _exist(ranking),
        _over(label, total, _m(ranking), float(breakdown.score)),
    ]


def _bpref(ranking: Ranking, _: int | None, breakdown: Breakdown, label: str) -> list[str]:
    m, n = _m(ranking), int(breakdown.aside["irrelevant_total"])
    terms = rank_terms.of_bpref(breakdown)
    total = decimals(float(breakdown.score) * m)
    return [
        _exist(ranking),
        f"Judged irrelevant documents: N = {n}. The smaller one of N and m is {min(n, m)}.",
        *(
            f"Rank {rank} is a hit. It adds {terms[rank - 1].short} = "
            f"{decimals(terms[rank - 1].value * m)}."
            for rank in _ranks_of_hits(breakdown)
        ),
        _over(label, total, m, float(breakdown.score)),
    ]


def _ranks(breakdown: Breakdown, *names: str) -> list[tuple[Any, ...]]:
    """Return each rank with its terms, if the first of them is not 0."""
    terms = zip(*(breakdown.terms[name].tolist() for name in names), strict=True)
    return [(rank, *each) for rank, each in enumerate(terms, start=1) if each[0]]


def _gains(breakdown: Breakdown) -> list[str]:
    return [
        f"Rank {term.rank}: {term.sentence}."
        for term in rank_terms.of_gain(breakdown, lambda rank: f"1/log₂(1 + {rank})")
        if term.summand
    ]


def _cumulative_gain(_: Ranking, _k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    worths = [f"{worth:g}" for worth in breakdown.terms["gain"]]
    return [
        f"The gains from rank 1 on: {', '.join(worths)}.",
        f"{label} = {' + '.join(worths)} = {float(breakdown.score):g}.",
    ]


def _dcg(_: Ranking, _k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    return [*_gains(breakdown), f"{label} = {decimals(float(breakdown.score))}."]


def _ndcg(_: Ranking, _k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    mine, best = float(breakdown.aside["dcg"]), float(breakdown.aside["ideal_dcg"])
    ideal = rank_terms.of_gain(rank_terms.ideal_order(breakdown))
    summed = " + ".join(term.summand for term in ideal if term.summand)
    return [
        *_gains(breakdown),
        f"DCG = {decimals(mine)}.",
        f"The ideal order has {summed} = {decimals(best)}.",
        _over(label, decimals(mine), decimals(best), float(breakdown.score)),
    ]


def _rbp(_: Ranking, _k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    return [
        *(f"Rank {term.rank}: {term.sentence}." for term in rank_terms.of_rbp(breakdown)),
        f"{label} = {decimals(float(breakdown.score))}.",
    ]


def _err(_: Ranking, _k: int | None, breakdown: Breakdown, label: str) -> list[str]:
    return [
        *(f"Rank {term.rank}: {term.sentence}." for term in rank_terms.of_err(breakdown)),
        f"{label} = {decimals(float(breakdown.score))}.",
    ]


def _counted(number: int, thing: str) -> str:
    return counted(number, thing) if number else f"no {thing}s"


def _nth(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


_STEPS: Final[Mapping[str, Callable[[Ranking, int | None, Breakdown, str], list[str]]]] = for_drill(
    "a worked solution",
    *(_precision, _recall, _f1, _r_precision, _reciprocal_rank, _first_relevant_rank, _mean_rank),
    *(_average_precision, _interpolated_average_precision, _q_measure, _bpref, _cumulative_gain),
    *(_dcg, _ndcg, _rbp, _err),
)
