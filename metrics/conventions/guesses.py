"""What may give a number if no convention and no common mistake does.

Other queries in the mean, a score times k or over k, a wrong sum over a wrong total, or another
number of relevant documents. There are many, so one of them gives any number with few decimals by
chance.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import Any, Final

import numpy as np

from ..arrays import Array
from ..breakdown import Breakdown
from ..catalog import METRICS
from ..gain import dcg
from ..ranking import Ranking
from .combinations import defined, highest
from .compositions import MEANS, Mean
from .definitions import Definition
from .variants import over, precisions

_MOST_RELEVANT: Final = 60
"""Largest number of relevant documents that is tried."""
_TWICE: Final = "as if the judgements were loaded twice"
_ONE_TWICE: Final = "as if the judgements named one of them twice"
_PERCENT: Final = 100
_QUEPID: Final = "Quepid, which shows scores from 0 to 100"
_MOST_POOLED: Final = 60
"""Most ways to take a list for several queries' that are tried."""
_MOST_SHARED: Final = 8
"""Most relevant documents that are shared out between two queries."""
_OF_CLASSES: Final = ("average_precision", "precision", "recall", "f1")
_OF_ONE_HIT: Final = ("average_precision", "ndcg", "reciprocal_rank")
_SUMS: Final = {
    "the sum of 1/rank over the hits": (
        ("average_precision", "reciprocal_rank"),
        lambda ranking, k: ranking.relevant(k) / ranking.ranks(k),
    ),
    "the sum of P@r over the hits": (("average_precision",), precisions),
    "the sum of P@r over all ranks": (
        ("average_precision",),
        lambda ranking, k: ranking.relevant(k).cumsum() / ranking.ranks(k),
    ),
    "the number of hits": (
        ("hit", "precision", "recall", "r_precision"),
        lambda ranking, k: ranking.relevant(k),
    ),
    "DCG with gain g": (
        ("ndcg",),
        lambda ranking, k: dcg(ranking, k, gain="linear").terms["contribution"],
    ),
    "DCG with gain 2^g − 1": (
        ("ndcg",),
        lambda ranking, k: dcg(ranking, k, gain="exponential").terms["contribution"],
    ),
}
"""What may be added up, with the metrics that add up such a thing."""

_TOTALS: Final[dict[str, Callable[[Ranking, int | None], float]]] = {
    "the hits found": lambda ranking, k: float(ranking.relevant(k).sum()),
    "all relevant": lambda ranking, _: float(ranking.relevant_total),
    "k": lambda ranking, k: float(ranking.grades.size if k is None else k),
    "the length of the list": lambda ranking, _: float(ranking.grades.size),
    "min(relevant, k)": lambda ranking, k: float(ranking.denominator(k, "capped")),
}
"""What a sum may be divided by."""


def guesses(
    metric: str, printed: Sequence[Definition], ranking: Ranking, k: int
) -> Iterator[Definition]:
    """Yield definitions that only a slip makes, the likeliest first.

    Args:
        metric: catalog key.
        printed: what tools print as this metric, the metric as taught first.
        ranking: one list, shape (n,).
        k: cutoff in ranks.

    >>> from metrics.conventions.combinations import defined
    >>> ap, ranking = [defined("average_precision")], Ranking([1, 0, 1])
    >>> for each in [*guesses("average_precision", ap, ranking, 3)][:2]:
    ...     print(each.wording, each.score(ranking, 3).round(4))
    divided by all relevant, in the mean with another query that scores 0 0.4167
    divided by all relevant, in the mean with another query that scores 1 0.9167
    """
    of_two = [each for each in MEANS if each.size == 2]
    of_more = [each for each in MEANS if each.size > 2]
    totals = [*_totals(metric, ranking, k)]
    rare = ("", _ONE_TWICE)
    named, one_twice, unnamed = (
        [each for each in totals if each[1] in some]
        for some in ({each[1] for each in totals} - {*rare}, {_ONE_TWICE}, {""})
    )
    yield from _means(printed[:1], of_two)
    yield from _scaled(printed, {"times k": k, "times 100, a percentage without its sign": 100})
    yield from _of_classes(metric, ranking, k)
    yield from _of_pooled(printed[:1], ranking)
    yield from _of_macro(printed[:1], ranking, k)
    yield from _sums(metric, ranking, k)
    yield from (_of_total(*each) for each in product(printed[:1], named))
    yield from _means(printed[:1], [each for each in of_more if each.lists == 1])
    yield from (_of_total(*each) for each in product(printed[:1], [*one_twice, *unnamed]))
    yield from _means(printed[1:], of_two)
    yield from _means(printed, of_more)
    yield from _scaled(printed, {"then divided by k": 1 / k, "times −1, as a loss": -1})
    yield from (_of_total(*each) for each in product(printed[1:], [*named, *one_twice]))


def _scaled(printed: Sequence[Definition], factors: Mapping[str, float]) -> Iterator[Definition]:
    """Yield scores times a factor, by its phrase."""
    for (phrase, factor), definition in product(factors.items(), printed):
        if factor != 1:
            scaled = _changed(definition, phrase, _times(definition, factor), times=factor)
            is_of_quepid = definition.metric == "ndcg" and factor == _PERCENT
            yield replace(scaled, known=_QUEPID) if is_of_quepid else scaled


def _times(definition: Definition, factor: float) -> Callable[[Ranking, int | None], Breakdown]:
    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        score = float(definition.score(ranking, k))
        if factor < 1:
            return over(np.array([score]), round(1 / factor))
        return Breakdown({"contribution": np.full(round(factor), score)})

    return compute


def _means(printed: Sequence[Definition], means: Sequence[Mean]) -> Iterator[Definition]:
    """Yield means of lists that have the same score, and of others that score 0 or 1."""
    bounded = (each for each in printed if METRICS[each.metric].range[0] == 0)
    for definition, mean in product(bounded, means):
        such = f" of {mean.lists} such lists" * (mean.lists > 1)
        yield _changed(
            definition,
            f"in the mean{such} with {mean.others}",
            _in_mean(definition, mean),
            empty=(*mean,),
        )


def _in_mean(definition: Definition, mean: Mean) -> Callable[[Ranking, int | None], Breakdown]:
    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        score = float(definition.score(ranking, k))
        return over(np.array([score] * mean.lists + [1.0] * mean.ones), mean.size)

    return compute


def _of_classes(metric: str, ranking: Ranking, k: int) -> Iterator[Definition]:
    """Yield what a classifier's report makes of a list: means over hits and misses, accuracy.

    The top k are predicted to be relevant, and the others not to be. AP reads the misses from the
    end.
    """
    is_graded = highest(ranking) > 1 or np.isnan(ranking.grades).any()
    if metric not in _OF_CLASSES or ranking.missed.size or is_graded:
        return
    taught = defined(metric)
    others = Ranking(1 - ranking.relevant()[::-1])
    below = ranking.grades.size if metric == "average_precision" else ranking.grades.size - k

    def mean(of: Ranking, cutoff: int | None) -> Breakdown:
        both = [float(taught.score(of, cutoff)), float(taught.score(others, below))]
        return over(np.array(both), 2)

    def accuracy(of: Ranking, cutoff: int | None) -> Breakdown:
        right = np.concatenate([of.relevant(cutoff), 1 - of.relevant()[cutoff:]])
        return over(right, of.grades.size)

    if below > 0 and others.relevant_total:
        yield _changed(taught, "in the mean of two classes, hits and misses", mean, classes="mean")
        if metric != "average_precision":
            phrase = "the share of all documents that are on the right side of rank k"
            yield replace(_changed(taught, phrase, accuracy, classes="accuracy"), phrases=(phrase,))


def _of_pooled(taught: Sequence[Definition], ranking: Ranking) -> Iterator[Definition]:
    """Yield means over queries with one hit each, if the list holds all of their documents.

    A hit stands at most as low in its own list as in that of all.
    """
    places = [at + 1 for at, hit in enumerate(ranking.relevant()) if hit]
    ways = {tuple(sorted(each)) for each in islice(product(*map(_up_to, places)), _MOST_POOLED)}
    is_one_each = len(places) > 1 and highest(ranking) <= 1 and not ranking.missed.sum()
    if not is_one_each or prod(places) > _MOST_POOLED or taught[0].metric not in _OF_ONE_HIT:
        return
    for ranks in sorted(ways - {(1,) * len(places)}):
        *some, last = map(str, ranks)
        phrase = f"in the mean of {len(ranks)} queries, with a hit each at ranks"
        yield _changed(
            taught[0],
            f"{phrase} {', '.join(some)} and {last}",
            _mean_of_hits(taught[0], ranks),
            queries=ranks,
        )


def _of_macro(taught: Sequence[Definition], ranking: Ranking, k: int) -> Iterator[Definition]:
    """Yield means of R over two queries, if the list holds the documents of both.

    R of all documents at once is a micro average: it weighs a query by its relevant documents.
    """
    found, total = int(ranking.relevant(k).sum()), int(ranking.relevant_total)
    is_of_hits = highest(ranking) <= 1 and total <= _MOST_SHARED
    if not is_of_hits or not taught or taught[0].metric != "recall":
        return
    # Each of the two has a hit, if there are two hits.
    for some, hits in product(range(1, total // 2 + 1), range(1, found) if found > 1 else (0, 1)):
        shares = (hits, some), (found - hits, total - some)
        if all(0 <= part <= whole for part, whole in shares):
            phrase = "the macro average of two queries that find {} of {} and {} of {}"
            yield replace(
                _changed(
                    taught[0],
                    phrase.format(*shares[0], *shares[1]),
                    _mean_of_shares(shares),
                    weights=shares,
                ),
                phrases=(phrase.format(*shares[0], *shares[1]),),
            )


def _mean_of_shares(
    shares: Sequence[tuple[int, int]],
) -> Callable[[Ranking, int | None], Breakdown]:
    each = np.array([part / whole for part, whole in shares])
    return lambda *_: over(each, each.size)


def _up_to(rank: int) -> range:
    return range(1, rank + 1)


def _mean_of_hits(
    definition: Definition, ranks: Sequence[int]
) -> Callable[[Ranking, int | None], Breakdown]:
    lists = [Ranking([0] * (rank - 1) + [1]) for rank in ranks]

    def compute(_: Ranking, k: int | None) -> Breakdown:
        return over(np.array([float(definition.score(each, k)) for each in lists]), len(lists))

    return compute


def _sums(metric: str, ranking: Ranking, k: int) -> Iterator[Definition]:
    """Yield each sum over each total, in the top k before in the whole list."""
    depths = ("k", "whole") if ranking.grades.size > k else ("k",)
    for depth, (name, (metrics, terms)), (under, total) in product(
        depths, _SUMS.items(), _TOTALS.items()
    ):
        if metric in metrics:
            yield _of_sum(metric, depth, (name, terms), (under, total))


def _of_sum(
    metric: str,
    depth: str,
    summed: tuple[str, Callable[[Ranking, int | None], Array]],
    total: tuple[str, Callable[[Ranking, int | None], float]],
) -> Definition:
    (name, terms), (under, count) = summed, total

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        return over(terms(ranking, k if depth == "k" else None), count(ranking, k))

    where = " in the whole list" * (depth == "whole")
    return Definition(
        f"{metric}-{depth}-{name}/{under}",
        metric,
        (f"{name}{where}, divided by {under}",),
        score=lambda ranking, k: (
            compute(ranking, k).score if count(ranking, k) else np.array(np.nan)
        ),
        steps=2,
        knobs={"summed": (depth, name), "denominator": under},
        compute=compute,
    )


def _totals(metric: str, ranking: Ranking, k: int) -> Iterator[tuple[int, str]]:
    """Yield other numbers of relevant documents than exist, those with a name first."""
    counted = metric == "ndcg" or "missed" in METRICS[metric].varies
    relevant, size = int(ranking.relevant_total), ranking.grades.size
    judged = int((~np.isnan(ranking.grades)).sum()) + ranking.missed.size
    if not counted or not relevant:
        return
    if METRICS[metric].reads != "binary" and highest(ranking) > 1:
        yield 2 * relevant, _TWICE  # nobody knows the grades of other documents
        return
    named = {
        relevant + 1: _ONE_TWICE,
        2 * relevant: _TWICE,
        judged: "as if every judged document were",
        size: "as if every returned document were",
        int(ranking.relevant(k).sum()): "as if only those of the top k were",
    }
    found = int(ranking.relevant().sum())
    for total in dict.fromkeys((*named, *range(1, _MOST_RELEVANT + 1))):
        if total >= max(found, 1) and total != relevant:
            yield total, named.get(total, "")


def _of_total(definition: Definition, named: tuple[int, str]) -> Definition:
    """Return a definition for a tool that counts another number of relevant documents."""
    total, name = named
    inner = definition.compute
    assert inner is not None

    def compute(ranking: Ranking, k: int | None) -> Breakdown:
        found = int(ranking.relevant().sum())
        others = ranking.missed[ranking.missed < ranking.relevant_from]
        missed = [*others, *[ranking.relevant_from] * (total - found)]
        if name == _TWICE:
            missed = [*ranking.missed, *ranking.missed, *np.nan_to_num(ranking.grades)]
        return inner(
            Ranking(ranking.grades, missed, None, ranking.top_grade, ranking.relevant_from), k
        )

    if name:
        phrase = f"if {total} documents are relevant, {name}"
        knob = "twice" if name in (_TWICE, _ONE_TWICE) else "counted"
        return _changed(definition, phrase, compute, **{knob: name})
    return _changed(definition, f"if {total} documents are relevant", compute, total=total)


def _changed(
    definition: Definition,
    phrase: str,
    compute: Callable[[Ranking, int | None], Breakdown],
    **knobs: Any,
) -> Definition:
    (at,) = knobs.items()
    return replace(
        definition,
        key=f"{definition.key}-{at}",
        phrases=(*definition.phrases, phrase),
        score=lambda ranking, k: compute(ranking, k).score,
        steps=definition.steps + 1,
        knobs={**definition.knobs, **knobs},
        compute=compute,
    )
