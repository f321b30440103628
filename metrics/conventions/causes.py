"""What makes a number nan, 0, negative, too large, or just another one: in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import Final, NamedTuple

from ..catalog import METRICS
from ..gain import dcg, exponential
from ..ranking import Ranking
from .combinations import defined
from .inputs import of_input
from .printing import tools_by_nothing

_PERCENT: Final = 100
COUNT: Final = "a count"
"""Name of the cause that a number is that of the hits."""
_NO_PERCENTAGE: Final = 10
"""Largest number that is rather no percentage."""
COPIES: Final = "duplicates"
"""Name of the cause that documents count twice; it comes first for a recall above 1."""
SCORES: Final = "scores as gains"
"""Name of the cause that predicted scores stand where the grades belong."""
_FAR_ABOVE: Final = 2
"""Largest nDCG that an ideal of gains above 0 may explain, say of too few documents."""


class Cause(NamedTuple):
    """A cause as a noun, and in sentences."""

    name: str
    text: str


_IDS: Final = Cause(
    "ids that do not match",
    "If the ids of the list and of the judgements differ, nothing is judged, and each score is 0.",
)
_LOW_SCORES: Final = Cause(
    "scores of 0 or less",
    "Some tools take a document with such a score for irrelevant: torchmetrics does so in MAP, "
    "precision, recall and MRR.",
)
_WHOLE: Final = Cause(
    "whole numbers", "C, Java and Python 2 divide whole numbers without a rest: there 2 / 3 is 0."
)
_NOTHING: Final = "Nothing in this list is relevant."
_NOT_FOUND: Final = "Nothing relevant was retrieved, so a sum over the hits found is 0/0."
_NOT_RETRIEVED: Final = "Nothing relevant was retrieved, though relevant documents exist."
_NO_HARMONIC_MEAN: Final = (
    "Nothing relevant was retrieved, so P and R are 0, and their harmonic mean "
    "2PR / (P + R) is 0/0."
)
_PRINTED: Final = "Some tools print 0, some 1 or nan, and some leave the query out of the mean."
_NAN: Final = "Some tools print nan then, and others 0."
_EMPTY: Final = Cause(
    "0/0", "A query with nothing relevant, or a mean over no query at all, may be nan."
)
_NAN_SCORE: Final = Cause(
    "a score that is nan", "One document without a score may make the whole metric nan."
)
_LOSS: Final = Cause("a loss", "A loss is often the score times −1, or 1 minus the score.")
_LABELS: Final = Cause(
    "large labels",
    "A tool that expects 0 and 1 may add up grades. ERR and RBP pass 1 with a grade above the "
    "tool’s top grade.",
)
_SCORES_FOR_GRADES: Final = (
    "Scores that a model predicted may stand where the grades belong. Are two arguments swapped?"
)
_SCORES: Final = Cause(
    SCORES,
    f"{_SCORES_FOR_GRADES} Then the ideal is of other numbers than the list.",
)
_LARGE_LABELS: Final = Cause(
    "large labels", "The grades may have another scale in the tool, such as 0 to 5 or to 100."
)
_BELOW_0: Final = Cause(
    "gains below 0",
    "A negative grade, or a predicted score in the place of a grade, has a negative gain. If that "
    "makes the ideal nearly 0, nDCG has any size. trec_eval counts a negative grade as 0.",
)
_FEW_RELEVANT: Final = Cause(
    "a small total",
    "The sum may go on below rank k, and what it is divided by may stop there. Or it counts only "
    "some of the relevant documents.",
)
_DUPLICATES: Final = Cause(
    COPIES,
    "A document that stands twice in the list counts twice, but only once among the relevant ones.",
)
_CHECKS: Final = (
    Cause("The documents", "Did the tool get all documents on the board, and no others?"),
    Cause("Ties", "Documents with the same score may have another order in the tool."),
    Cause("Two faults", "Two faults at once give a number that neither of them gives alone."),
)
_ROUNDING: Final = Cause("Rounding", "Some tools round each query before they take the mean.")
"""Other possible reasons for a different number."""
_MOST_NAMED: Final = 4
"""Most tools that a sentence names; the others are counted."""
_TOO_LARGE: Final = Cause(
    "Candidates",
    "A tool that ranks only a sample of the documents often prints a higher score.",
)
_TOO_SMALL: Final = Cause("Ids", "A document whose id differs in the judgements counts as a miss.")


def to_check(value: float, taught: float, metric: str) -> Sequence[Cause]:
    """Return what else to check for a number that differs from the metric as taught."""
    mean = Cause("A mean", f"A mean over queries is the score of no single query. {means(metric)}")
    return (*_CHECKS, mean, _ROUNDING, _TOO_LARGE if value > taught else _TOO_SMALL)


def means(metric: str) -> str:
    """Say which tools count a query with nothing in the mean of a metric, in sentences.

    >>> print(means("err"))
    A query with nothing relevant counts 0 in ir_measures, NTCIREVAL, Elasticsearch, Quepid and 1 \
more. It is left out by gdeval. A query without a retrieved document counts 0 in ir_measures.
    """
    queries = ("with nothing relevant", "without a retrieved document")
    return " ".join(
        _counted(f"A query {which}", by)
        for which, by in zip(queries, tools_by_nothing(metric), strict=True)
        if any(by.values())
    )


def _counted(query: str, by: Mapping[str, Sequence[str]]) -> str:
    counts = [f"counts {answer} in {named(by[answer])}." for answer in ("0", "1") if by[answer]]
    if by["left out"]:
        counts.append(f"is left out by {named(by['left out'])}.")
    return f"{query} {' It '.join(counts)}"


def named(names: Sequence[str]) -> str:
    """Return some names as a phrase; the last ones are only counted if they are many."""
    shown = [*names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        shown.append(f"{len(names) - _MOST_NAMED} more")
    *some, last = shown
    return f"{', '.join(some)} and {last}" if some else last


def causes(value: float, text: str, metric: str, ranking: Ranking, k: int) -> Iterator[Cause]:
    """Yield what makes a number nan, 0, negative, or larger than the metric can be.

    Args:
        value: the number.
        text: as it was typed.
        metric: catalog key.
        ranking: one list, shape (n,).
        k: cutoff in ranks.
    """
    low, high = METRICS[metric].range
    zero = _zero_over_zero(metric, ranking, k)
    if isnan(value):
        not_found = Cause("nothing retrieved", f"{_NOT_RETRIEVED} {_NAN}")
        is_found = ranking.relevant(k).any()
        yield from (zero,) if zero else (_EMPTY, _NAN_SCORE) if is_found else (not_found,)
    elif zero and value in (0, 1):
        yield zero
    elif value == 0:
        divided = [_WHOLE] * (0 < float(defined(metric).score(ranking, k)) < 1)
        yield from (
            *_too_short(ranking, k),
            _IDS,
            _LOW_SCORES,
            *divided,
            *_upside_down(metric, ranking, k),
        )
    elif value < low:
        yield from (_LOSS, *[_BELOW_0] * (METRICS[metric].reads != "binary"))
    elif metric == "dcg" and value > (most := _most(ranking, k)):
        yield Cause(
            SCORES,
            f"No order of this list has a DCG@{k} above {most:g}, whatever the gain and the "
            f"discount. {_SCORES_FOR_GRADES}",
        )
        yield from (_LARGE_LABELS, _DUPLICATES)
    elif high is not None and value > high:
        sized = [_BELOW_0] * (metric == "ndcg")
        is_of_scores = sized and _FAR_ABOVE < value <= _NO_PERCENTAGE
        if is_of_scores:
            yield _SCORES
        if value > _PERCENT:
            yield from sized
        if metric == "recall":
            yield _DUPLICATES
        if is_count(value, metric, ranking, k):
            yield Cause(COUNT, f"The top {k} has {value:g} hits: ranx prints that as hits@{k}.")
        if 1 < value <= _PERCENT and (metric != "hit" or value == _PERCENT):
            yield Cause("a percentage", f"If it is a percentage, type {text} %.")
        yield from (
            (*_not_divided(ranking, k), *[_SCORES] * (not is_of_scores))
            if metric == "ndcg"
            else (_LABELS, _FEW_RELEVANT)
        )
        if value <= _PERCENT:
            yield from sized
        if metric != "recall":
            yield _DUPLICATES


def _most(ranking: Ranking, k: int) -> float:
    """Return the sum of the largest gains, which no discount raises."""
    return float(ranking.ideal_worth(exponential, k).sum())


def is_count(value: float, metric: str, ranking: Ranking, k: int) -> bool:
    """Return whether a number that is too large is the number of hits in the top k."""
    return METRICS[metric].reads == "binary" and value > 1 and value == ranking.relevant(k).sum()


def _zero_over_zero(metric: str, ranking: Ranking, k: int) -> Cause | None:
    """Return why a metric, or a usual form of it, is 0/0; None if it is not."""
    found = ranking.relevant(k).any()
    if not ranking.relevant_total:
        why = _NOTHING
    elif metric == "f1" and not found:
        why = _NO_HARMONIC_MEAN
    elif metric == "average_precision" and not found:
        why = _NOT_FOUND
    else:
        return None
    return Cause("0/0", f"{why} {_PRINTED}")


def _too_short(ranking: Ranking, k: int) -> Iterator[Cause]:
    size = ranking.grades.size
    if k > size:
        yield Cause(
            "fewer documents than k",
            f"The list ends at rank {size}, and k is {k}. Spark’s old ndcgAt returned 0 then.",
        )


def _upside_down(metric: str, ranking: Ranking, k: int) -> Iterator[Cause]:
    turned = of_input(defined(metric), "reversed").score(ranking, k)
    if not isnan(turned):
        yield Cause(
            "a list upside down",
            "Is the lowest score the best, as with distances? Read from its end, "
            f"{METRICS[metric].label(k)} of this list is {turned:.4f}.",
        )


def _not_divided(ranking: Ranking, k: int) -> Iterator[Cause]:
    linear, exponential = (dcg(ranking, k, gain=gain).score for gain in ("linear", "exponential"))
    yield Cause(
        "gains not divided",
        f"Without its denominator, nDCG is DCG. Here DCG@{k} is {linear:.4f} with the gain g, and "
        f"{exponential:.4f} with 2^g − 1.",
    )
    yield Cause(
        "a small ideal",
        "It may have fewer documents than the list has, or leave out the missed ones. Or the gain "
        "of a large grade is too large a number: 2^31 is, in 32 bits.",
    )
