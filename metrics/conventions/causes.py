"""What makes a number nan, 0, negative, too large, or just another one: in sentences."""

from collections.abc import Iterator, Sequence
from math import isnan
from typing import Final, NamedTuple

from metrics.catalog import METRICS
from metrics.conventions.combinations import defined
from metrics.conventions.inputs import of_input
from metrics.gain import dcg
from metrics.ranking import Ranking

_PERCENT: Final = 100
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
_NOTHING: Final = "Nothing in this list is relevant."
_NOT_FOUND: Final = "Nothing relevant was found, so a sum over the hits found is 0/0."
_NO_HARMONIC_MEAN: Final = (
    "Precision and recall are 0, so their harmonic mean 2PR / (P + R) is 0/0."
)
_PRINTED: Final = "Some tools print 0, some 1 or nan, and some leave the query out of the mean."
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
_SCORES: Final = Cause(
    "scores as gains",
    "Scores that a model predicted may stand where the grades belong. Then the ideal is of other "
    "numbers than the list. Are two arguments swapped?",
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
    "duplicates",
    "A document that stands twice in the list counts twice, but only once among the relevant ones.",
)
_CHECKS: Final = (
    Cause("The documents", "Did the tool get all documents on the board, and no others?"),
    Cause("Ties", "Documents with the same score may have another order in the tool."),
    Cause(
        "A mean",
        "A mean over queries is the score of no single query. An empty query counts 0, 1 or not at "
        "all.",
    ),
    Cause("Rounding", "Some tools round each query before they take the mean."),
)
"""Other possible reasons for a different number."""
_TOO_LARGE: Final = Cause(
    "Candidates",
    "A tool that ranks only a sample of the documents often prints a higher score.",
)
_TOO_SMALL: Final = Cause("Ids", "A document whose id differs in the judgements counts as a miss.")


def to_check(value: float, taught: float) -> Sequence[Cause]:
    """Return what else to check for a number that differs from the metric as taught."""
    return (*_CHECKS, _TOO_LARGE if value > taught else _TOO_SMALL)


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
        yield from (zero,) if zero else (_EMPTY, _NAN_SCORE)
    elif zero and value in (0, 1):
        yield zero
    elif value == 0:
        yield from (_IDS, _LOW_SCORES, *_too_short(ranking, k), *_upside_down(metric, ranking, k))
    elif value < low:
        yield from (_LOSS, *[_BELOW_0] * (METRICS[metric].reads != "binary"))
    elif high is not None and value > high:
        sized = [_BELOW_0] * (metric == "ndcg")
        if value > _FAR_ABOVE:
            yield from sized
        if 1 < value <= _PERCENT:
            yield Cause("a percentage", f"If it is a percentage, type {text} %.")
        if METRICS[metric].reads == "binary" and value == (hits := ranking.relevant(k).sum()):
            yield Cause(
                "a count", f"The top {k} has {hits:g} hits, and some tools print their number."
            )
        yield from (
            (*_not_divided(ranking, k), _SCORES) if metric == "ndcg" else (_LABELS, _FEW_RELEVANT)
        )
        if value <= _FAR_ABOVE:
            yield from sized
        yield _DUPLICATES


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
