"""Find the one cause that explains several named numbers of one list."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from ..catalog import METRICS
from ..ranking import Ranking
from .answer import OF_TIES
from .bounds import Stated
from .case import Case
from .compositions import MEANS, OF_ONE_ANSWER, changes
from .definitions import Definition
from .lines import CONVENTIONS
from .printing import of_ties

_COST: Final = 1.6
"""Highest cost of what explains two numbers together."""
_COST_BY_NUMBER: Final = 0.5
_BY_ORDER: Final = {"misses": "misses first", "hits": "hits first", "": "as they stand"}
"""What a tool may do with tied documents, as phrases."""


def one_cause(stated: Sequence[Stated], ranking: Ranking) -> str:
    """Return what gives all numbers, the likeliest of all such causes; "" if there is none.

    Args:
        stated: two or more numbers with the metrics that they are said to be.
        ranking: one list, shape (n,).

    >>> from metrics.conventions.pasted import stated
    >>> one_cause(stated("P@4 0.75, R@4 0.75, RR 1"), Ranking([1, 1, 1, 1]))
    'All 3 fit if the tool drops the first document, whose id is the query’s'
    """
    all_of = f"All {len(stated)}" if len(stated) > 2 else "Both"
    taught = [_taught(each) for each in stated]
    if _all_fit(stated, [[each] for each in taught], ranking, None):
        return f"{all_of} are of the list on the board"
    if swapped := _swapped(stated, ranking, taught):
        return f"{all_of} fit if the numbers of {swapped} are swapped"
    printed = [
        [definition, *Case(each.metric, ranking, _cutoff(each, ranking)).by_tools]
        for each, definition in zip(stated, taught, strict=True)
    ]
    found = _causes(stated, ranking, [[each] for each in taught])
    if (cause := min(found, default=None)) is not None:
        return f"{all_of} fit if {cause[1]}"
    if mean := _mean(stated, ranking, taught):
        return f"{all_of} fit if each is {mean}"
    if uncut := _by_ideals(stated, ranking):
        return uncut
    if _all_fit(stated, printed, ranking, None):
        return f"{all_of} fit by definitions of tools. {_definitions(stated, printed, ranking)}"
    if (rule := _rule_of_all_tied(stated, ranking)) != "":
        return f"{all_of} fit if all scores are tied, {OF_TIES[rule]}"
    if (orders := _by_orders(stated, ranking, taught)) != "":
        return orders
    found = _causes(stated, ranking, printed)
    if (cause := min(found, default=None)) is not None:
        return f"{all_of} fit if {cause[1]}, each by a definition that some tool has"
    return ""


def _by_ideals(stated: Sequence[Stated], ranking: Ranking) -> str:
    """Say that two nDCGs are those of trec_eval, whose ideals differ; or ""."""
    whole, *cut = sorted(stated, key=lambda each: each.k is not None)
    if len(cut) != 1 or {each.metric for each in stated} != {"ndcg"} or whole.k or not cut[0].k:
        return ""
    by_name = [[CONVENTIONS["ndcg-whole-uncut"]], [CONVENTIONS["ndcg"]]]
    if not _all_fit([whole, *cut], by_name, ranking, None):
        return ""
    return (
        "Both fit as trec_eval prints them: the ideal of ndcg is not cut, "
        f"and that of ndcg_cut_{cut[0].k} is cut at {cut[0].k}"
    )


def _swapped(stated: Sequence[Stated], ranking: Ranking, taught: Sequence[Definition]) -> str:
    """Return the two metrics whose numbers are those of the list if they are swapped, or ""."""
    for one, other in combinations(range(len(stated)), 2):
        numbers = [each.number for each in stated]
        numbers[one], numbers[other] = numbers[other], numbers[one]
        changed = [each._replace(number=to) for each, to in zip(stated, numbers, strict=True)]
        if _all_fit(changed, [[each] for each in taught], ranking, None):
            return f"{stated[one].label} and {stated[other].label}"
    return ""


def _taught(each: Stated) -> Definition:
    return Definition(each.metric, each.metric, (), lambda ranking, k: _score(each, ranking, k))


def _score(each: Stated, ranking: Ranking, k: int | None) -> float:
    metric = METRICS[each.metric]
    return float(metric.compute(ranking, **({"k": k} if metric.has_cutoff else {})).score)


def _cutoff(each: Stated, ranking: Ranking) -> int:
    return each.k or max(1, ranking.grades.size)


def _fits(
    each: Stated, definitions: Sequence[Definition], ranking: Ranking, k: int | None
) -> Definition | None:
    """Return the first of some definitions that gives a number, or None."""
    scores = ((one, float(one.score(ranking, k))) for one in definitions)
    return next((one for one, score in scores if each.low <= score <= each.high), None)


def _all_fit(
    stated: Sequence[Stated],
    definitions: Sequence[Sequence[Definition]],
    ranking: Ranking,
    k: int | None,
) -> bool:
    pairs = zip(stated, definitions, strict=True)
    return all(_fits(each, some, ranking, k or each.k) is not None for each, some in pairs)


def _causes(
    stated: Sequence[Stated], ranking: Ranking, definitions: Sequence[Sequence[Definition]]
) -> Iterator[tuple[float, str]]:
    """Yield the changes of the list after which all numbers fit, with their costs."""
    most = _COST + _COST_BY_NUMBER * (len(stated) - 2)
    k = max((each.k or 0 for each in stated), default=0) or ranking.grades.size
    of_one = all(each.metric in OF_ONE_ANSWER for each in stated)
    for change in changes(ranking, k, stated[0].metric if of_one else ""):
        made = change.make(ranking, k)
        if made is None or change.part.cost > most:
            continue
        is_cut = change.part.knob == "k"
        if _all_fit(stated, definitions, made[0], made[1] if is_cut else None):
            yield change.part.cost, change.part.clause


def _mean(stated: Sequence[Stated], ranking: Ranking, taught: Sequence[Definition]) -> str:
    """Return the smallest mean with other queries that gives all numbers, as a phrase; or ""."""
    scores = [
        float(definition.score(ranking, each.k))
        for each, definition in zip(stated, taught, strict=True)
    ]
    for mean in MEANS:
        each_mean = [(mean.lists * score + mean.ones) / mean.size for score in scores]
        pairs = zip(stated, each_mean, strict=True)
        if mean.lists == 1 and all(each.low <= score <= each.high for each, score in pairs):
            return f"the mean of this list and {mean.others}"
    return ""


def _definitions(
    stated: Sequence[Stated], printed: Sequence[Sequence[Definition]], ranking: Ranking
) -> str:
    """Return the definitions that are not as taught by which numbers fit, as a phrase."""
    found = [
        (each, _fits(each, some, ranking, each.k))
        for each, some in zip(stated, printed, strict=True)
    ]
    said = [f"{each.label}: {one.wording}" for each, one in found if one and one.phrases]
    return "; ".join(said)


def _rule_of_all_tied(stated: Sequence[Stated], ranking: Ranking) -> str:
    """Return the one rule for ties by which all numbers fit if all scores are tied, or ""."""
    tied = [0.0] * ranking.grades.size
    found = [
        [
            str(rule.knobs["ties"])
            for rule in of_ties(tied, None, each.metric)
            if each.low <= float(rule.score(ranking, _cutoff(each, ranking))) <= each.high
        ]
        for each in stated
    ]
    shared = (rule for rule in found[0] if all(rule in rules for rules in found))
    return next((rule for rule in shared if rule in OF_TIES), "")


def _by_orders(stated: Sequence[Stated], ranking: Ranking, taught: Sequence[Definition]) -> str:
    """Return how the numbers come from two orders of one tie, in sentences; or ""."""
    tied = {str(each.part.value): each for each in changes(ranking, 1) if each.part.knob == "ties"}
    made = {first: each.make(ranking, 1) for first, each in tied.items()}
    lists = {"": ranking, **{first: each[0] for first, each in made.items() if each is not None}}
    by_order: dict[str, list[str]] = {}
    for each, definition in zip(stated, taught, strict=True):
        order = next(
            (name for name, one in lists.items() if _fits(each, [definition], one, each.k)), None
        )
        if order is None:
            return ""
        by_order.setdefault(order, []).append(each.label)
    if len(by_order) < 2:
        return ""
    orders = " and ".join(
        f"{', '.join(labels)} takes them {_BY_ORDER[order]}" for order, labels in by_order.items()
    )
    return (
        f"Not by one order, but by two. If all scores are tied, {orders}"
        + ". MTEB takes MRR by input and nDCG by id" * _is_of_mteb(stated)
    )


def _is_of_mteb(stated: Sequence[Stated]) -> bool:
    return {"reciprocal_rank", "ndcg"} <= {each.metric for each in stated}
