r"""All metrics by key, in the order of the lessons.

The formulas use these letters:

- `\mathrm{hit}_i`: 1 where rank i is relevant, else 0;
- m: the number of relevant documents;
- G and w: gain of a grade, and weight of a rank;
- u and R: utility of a document, and the probability that it satisfies;
- p: persistence, or the probability of continuation;
- t_c and m_c: the share of readers with threshold c, and the number of documents that reach it.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import MISSING, dataclass, fields
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Self, TypeVar

from .average import (
    average_precision,
    average_recall,
    bpref,
    graded_average_precision,
    q_measure,
)
from .breakdown import Breakdown, postponed
from .first_hit import first_relevant_rank, mean_rank, reciprocal_rank
from .gain import cumulative_gain, dcg, ndcg
from .interpolated import interpolated_average_precision, interpolated_precision
from .ranking import Ranking
from .reader_models import err, nerr, rbp
from .top_k import f1, hit, precision, r_precision, recall

_Function = TypeVar("_Function", bound=Callable[..., object])


class Phrase(NamedTuple):
    """A phrase of a definition in full, and as it is where there is little room, perhaps ""."""

    text: str
    short: str


def divided_by(total: str) -> Phrase:
    """Return the phrase of a denominator."""
    return Phrase(f"divided by {total}", f"÷ {total}")


@dataclass(frozen=True, kw_only=True, eq=False)
class Metric:
    """Description of a metric and the function that computes it.

    Import fails for a metric that lacks an attribute or whose NumPy lines ignore a knob.

    Attributes:
        key: name in code, the same as the function's.
        name: name in prose, "Average precision".
        symbol: short name, "AP@k".
        also: other names of it or of its mean over queries, or "".
        latex: formula with the default knobs, in the letters above.
        in_words: the same in sentences, for those who hear it and for everybody. They name each
            letter and number of the formula, and say what the letters are.
        range: lowest and highest score; None for no upper limit.
        higher_is_better: whether a higher score is better.
        reads: "binary" (hit or miss), "graded" or "both".
        source: author and year.
        teaches: its main lesson, in a sentence.
        reader: the reader it assumes, in a sentence.
        tools: what no line of `metrics.conventions` says of tools, or "".
        function: computes a breakdown from a ranking and knobs.
        numpy: the same in lines of plain NumPy that end with `score`. `{knob}` is replaced by the
            knob's position; `ui/export/numpy_code.py` lists the names they may use.
        phrase: its definition in a few words, if its knobs do not give it. {k} is the cutoff,
            {relevant} the relevant documents.
        drilled: what it computes, as a phrase beside those of mistakes; "" if the drill does not
            ask for it.
        general: formula with a placeholder for each knob, if `latex` has none.
        varies: other variations among tools: whether "missed" documents are passed, and from which
            grade a document is a hit, "relevant_from".
    """

    key: str
    name: str
    symbol: str
    also: str
    latex: str
    in_words: str
    range: tuple[float, float | None]
    higher_is_better: bool
    reads: Literal["binary", "graded", "both"]
    source: str
    teaches: str
    reader: str
    tools: str
    function: Callable[..., Breakdown]
    numpy: str
    phrase: str | Phrase = ""
    drilled: str = ""
    general: str = ""
    varies: tuple[Literal["missed", "relevant_from"], ...] = ()

    def __new__(cls, **given: Any) -> Self:
        """Refuse a metric with missing attributes; the error names its key and the attributes."""
        needed = [attribute.name for attribute in fields(cls) if attribute.default is MISSING]
        if given and (lacks := [name for name in needed if name not in given]):
            raise TypeError(f"the metric {given.get('key', '')!r} lacks: {', '.join(lacks)}")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        """Refuse NumPy lines without a knob: they would give another number than the function."""
        for knob in self.knobs:
            if knob != "k" and f"{{{knob}}}" not in self.numpy:
                raise ValueError(f"the metric {self.key!r} has numpy lines without {{{knob}}}")

    @cached_property
    def knobs(self) -> tuple[str, ...]:
        """Names of the function's parameters after the ranking, "k" first.

        >>> METRICS["ndcg"].knobs
        ('k', 'gain', 'discount', 'ideal')
        """
        return tuple(inspect.signature(self.function).parameters)[1:]

    @property
    def has_cutoff(self) -> bool:
        """Whether it is computed at a cutoff k, which its symbol shows: AP@k, but RBP."""
        return self.symbol.endswith("@k")

    def label(self, k: int | None = None) -> str:
        """Return the symbol with its cutoff k; None removes the "@k".

        >>> METRICS["average_precision"].label(5), METRICS["rbp"].label(5)
        ('AP@5', 'RBP')
        """
        return self.symbol.replace("@k", "" if k is None else f"@{k}")

    def compute(self, ranking: Ranking, **knobs: Any) -> Breakdown:
        """Compute the score of one ranking, or of a batch, with its terms.

        Scores of a large batch are computed at once, block by block. Its terms take more time and
        memory, and are computed when first read.

        Args:
            ranking: lists, shape (..., n).
            **knobs: keyword arguments of the metric.

        Raises:
            TypeError: grades that are not wrapped in a `Ranking`.
            ValueError: a knob that the metric does not have, or an invalid value.

        >>> float(METRICS["dcg"].compute(Ranking([3, 0, 2], top_grade=3), k=1).score)
        3.0
        """
        if not isinstance(ranking, Ranking):
            raise TypeError(
                f"{self.key} takes a Ranking, got {type(ranking).__name__}: wrap the grades, as in "
                "Ranking([3, 0, 2], missed=[1], top_grade=3)"
            )
        for knob, value in knobs.items():
            if knob not in self.knobs:
                allowed = ", ".join(self.knobs) or "none"
                raise ValueError(f"{self.key} has no knob {knob}={value!r}, its knobs: {allowed}")
        break_down = partial(self.function, **knobs)
        if not ranking.blocks:
            return break_down(ranking)
        return postponed(map(break_down, ranking.blocks), whole=partial(break_down, ranking))


_HIT: Final = "hit at i is 1 for a relevant document, else 0"
_M: Final = "m is how many relevant documents exist"

_TEACHING_ORDER = (
    Metric(
        key="hit",
        name="Hit",
        symbol="Hit@k",
        also="hit rate, success@k, accuracy@k",
        latex=r"\mathrm{Hit@}k = \max_{i \le k} \mathrm{hit}_i",
        in_words=f"Hit at k is the largest hit at i for the ranks i up to k. Here {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Craswell & Hawking (2004)",
        teaches="1 if the top k has a relevant document, else 0. A second one adds nothing.",
        reader="Looks at k documents and needs only one that is relevant.",
        tools="ir_measures' Accuracy is another thing.",
        function=hit,
        numpy="score = float(top.any())",
        phrase="1 for any hit",
        varies=("relevant_from",),
    ),
    Metric(
        key="precision",
        name="Precision",
        symbol="P@k",
        also="precision@k, prec@k",
        latex=r"\mathrm{P@}k = \frac{1}{k} \sum_{i=1}^{k} \mathrm{hit}_i",
        in_words="P at k is 1 over k, times the sum of hit at i for the ranks i from 1 to k. Here "
        f"{_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kent, Berry, Luehrs & Perry (1955)",
        teaches="The share of relevant documents among the first k, in any order.",
        reader="Looks at k documents. Each relevant one counts alike.",
        tools="Rankbook divides by k even where fewer documents were retrieved.",
        function=precision,
        numpy="score = top.sum() / k",
        phrase=divided_by("{k}"),
        drilled="the hits in the top k over k",
        varies=("relevant_from",),
    ),
    Metric(
        key="recall",
        name="Recall",
        symbol="R@k",
        also="recall@k, sensitivity",
        latex=r"\mathrm{R@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{hit}_i",
        in_words="R at k is 1 over m, times the sum of hit at i for the ranks i from 1 to k. Here "
        f"{_M}, and {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kent, Berry, Luehrs & Perry (1955)",
        teaches="The share of all relevant documents that the first k hold. You must know how "
        "many exist.",
        reader="Wants all that is relevant, and looks at k documents.",
        tools="",
        function=recall,
        numpy="score = over(top.sum(), {denominator})",
        drilled="the hits in the top k over all relevant documents",
        varies=("missed", "relevant_from"),
    ),
    Metric(
        key="f1",
        name="F1",
        symbol="F1@k",
        also="F-measure, F-score",
        latex=r"\mathrm{F1@}k = \frac{2}{k + m} \sum_{i=1}^{k} \mathrm{hit}_i",
        in_words="F1 at k is 2 over the sum of k and m, times the sum of hit at i for the ranks i "
        f"from 1 to k. Here {_M}, and {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="van Rijsbergen (1979)",
        teaches="The harmonic mean of precision and recall, which is low as soon as one of them "
        "is.",
        reader="Looks at k documents and minds an irrelevant one as much as a missed one.",
        tools="",
        function=f1,
        numpy="score = over(2 * top.sum(), k + m)",
        phrase="2 hits over {k} + {relevant}",
        drilled="2PR / (P + R)",
        varies=("missed", "relevant_from"),
    ),
    Metric(
        key="r_precision",
        name="R-precision",
        symbol="RP",
        also="Rprec, precision at R, break-even point",
        latex=r"\mathrm{RP} = \frac{1}{m} \sum_{i=1}^{m} \mathrm{hit}_i",
        in_words="RP is 1 over m, times the sum of hit at i for the ranks i from 1 to m. Here "
        f"{_M}, and {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2000)",
        teaches="The precision at rank m, if m documents are relevant. There it equals recall.",
        reader="Looks at as many documents as are relevant. Only a judge can know that number.",
        tools="Rprec in trec_eval and ir_measures, r-precision in ranx.",
        function=r_precision,
        numpy="score = over(hit[:m].sum(), m)",
        phrase="precision at rank m",
        drilled="the hits in the top m over m",
        varies=("missed", "relevant_from"),
    ),
    Metric(
        key="reciprocal_rank",
        name="Reciprocal rank",
        symbol="RR@k",
        also="over queries mean reciprocal rank, MRR",
        latex=r"\mathrm{RR@}k = \frac{1}{\min\{i \le k : \mathrm{hit}_i = 1\}}",
        in_words="RR at k is 1 over the smallest rank i, up to k, where hit at i is 1; without "
        f"one it is 0. Here {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kantor & Voorhees (2000)",
        teaches="1 over the rank of the first hit. From rank 1 to 2 it loses half of the score.",
        reader="Wants one relevant document and leaves with the first.",
        tools="",
        function=reciprocal_rank,
        numpy="score = (top / ranks).max(initial=0)",
        phrase="1 / rank of the first hit",
        drilled="1 over the rank of the first hit",
        varies=("relevant_from",),
    ),
    Metric(
        key="first_relevant_rank",
        name="First relevant rank",
        symbol="FRP@k",
        also="first relevant position, rank of the first hit",
        latex=r"\mathrm{FRP@}k = \min(\{i \le k : \mathrm{hit}_i = 1\} \cup \{k + 1\})",
        in_words="FRP at k is the smallest rank i, up to k, where hit at i is 1; without one it "
        f"is k plus 1. Here {_HIT}.",
        range=(1, None),
        higher_is_better=False,
        reads="binary",
        source="after Cooper (1968), who counts the misses before it",
        teaches="The rank of the first hit. In a mean one far hit outweighs many near ones.",
        reader="Opens documents one by one until the first that is relevant.",
        tools="None of the common tools prints it; who reports it should say what a miss costs.",
        function=first_relevant_rank,
        numpy="score = ranks[top > 0].min(initial=k + 1)",
        phrase="none: {k} + 1",
        drilled="the rank of the first hit",
    ),
    Metric(
        key="mean_rank",
        name="Mean rank",
        symbol="MR@k",
        also="average rank",
        latex=r"\mathrm{MR@}k = \frac{1}{m} \sum_{\mathrm{relevant}} \min(\mathrm{rank}, k + 1)",
        in_words="MR at k is 1 over m, times a sum for the relevant documents. Each adds its "
        f"rank, but at most k plus 1. Here {_M}, also those not retrieved.",
        range=(1, None),
        higher_is_better=False,
        reads="binary",
        source="folklore; Bordes et al. (2013) for link prediction",
        teaches="The mean rank of the relevant documents. To leave out those not retrieved "
        "rewards losing a hit.",
        reader="Looks for every relevant document and pays a step for each rank.",
        tools="Link-prediction tools report it over complete rankings, where nothing can "
        "be missing.",
        function=mean_rank,
        numpy="""\
counted = {missing}
charged = (counted - top.sum()) * (k + 1)
score = ((top * ranks).sum() + charged) / counted if counted else k + 1""",
        drilled="the ranks of all relevant documents, with the charges, over their number",
        varies=("missed",),
    ),
    Metric(
        key="average_precision",
        name="Average precision",
        symbol="AP@k",
        also="over queries mean average precision, MAP; area under the precision–recall curve",
        latex=r"\mathrm{AP@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{P@}i \cdot \mathrm{hit}_i",
        in_words="AP at k is 1 over m, times the sum of P at i times hit at i for the ranks i "
        f"from 1 to k. Here {_M}. P at i is the precision down to rank i, and {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2000)",
        teaches="The mean of the precisions at the relevant documents. One that was not found "
        "adds 0.",
        reader="Wants all that is relevant, and minds misses above it.",
        tools="cwl-eval divides by the hits found.",
        function=average_precision,
        numpy="score = over((top * top.cumsum() / ranks).sum(), {denominator})",
        drilled="the precisions at the hits over all relevant documents",
        varies=("missed", "relevant_from"),
    ),
    Metric(
        key="interpolated_precision",
        name="Interpolated precision",
        symbol="IPrec",
        also="precision at a recall level, iprec_at_recall",
        latex=r"\mathrm{IPrec}(r) = \max_{i \,:\, \mathrm{R@}i \ge r} \mathrm{P@}i",
        in_words="IPrec of r is the largest P at i for the ranks i where R at i is at least r, or "
        "0 without one. Here r is a recall level, P at i the precision down to rank i, and R at i "
        "the recall.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="van Rijsbergen (1979)",
        teaches="The highest precision at a recall or further down. Who wants this recall may go "
        "on there.",
        reader="Wants a part of all that is relevant, and stops where precision is best.",
        tools="trec_eval prints it as iprec_at_recall_r, ir_measures as IPrec@r, for any r. They "
        "round the hits that r needs in another way; that matters at 0.7 of three.",
        function=interpolated_precision,
        numpy="""\
asked, hits = {recall_level} * m, hit.cumsum()
needed = max(1, int({rounding}))
score = (hits / np.arange(1, len(hit) + 1))[hits >= needed].max(initial=0)""",
        phrase="the highest precision from this recall on",
        varies=("missed", "relevant_from"),
    ),
    Metric(
        key="interpolated_average_precision",
        name="Interpolated average precision",
        symbol="IAP@k",
        also="11-point average precision, 11pt_avg; with 3 points 3-point average precision",
        latex=r"\mathrm{IAP@}k = \frac{1}{11} \sum_{r \in \{0,\, 0.1,\, \ldots,\, 1\}}"
        r" \max_{i \le k \,:\, \mathrm{R@}i \ge r} \mathrm{P@}i",
        in_words="IAP at k is 1 over 11, times a sum for the recall levels r: 0, 0.1 and so on to "
        "1. Each adds the largest P at i for the ranks i up to k where R at i is at least r, or 0 "
        "if there is none. Here P at i is the precision down to rank i, and R at i the recall.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Manning, Raghavan & Schütze (2008)",
        teaches="The mean of eleven points on the stairs of the precision–recall curve.",
        reader="Wants all that is relevant, and at each level of recall the best precision.",
        tools="trec_eval prints it as 11pt_avg, of the whole list. scikit-learn’s "
        "precision_recall_curve has the points of the curve, and does not interpolate.",
        function=interpolated_average_precision,
        numpy="""\
levels, hits, score = {point_count}, top.cumsum(), 0.0
for level in levels:
    asked = level * m
    needed = max(1, int({rounding}))
    score += (hits / ranks)[hits >= needed].max(initial=0) / len(levels)""",
        drilled="at eleven recall levels the highest precision there or beyond, their mean",
        varies=("missed", "relevant_from"),
    ),
    Metric(
        key="average_recall",
        name="Average recall",
        symbol="AR@k",
        also="over queries mean average recall, MAR",
        latex=r"\mathrm{AR@}k = \frac{\sum_{i=1}^{k} \mathrm{R@}i \cdot \mathrm{hit}_i}"
        r"{\sum_{i=1}^{k} \mathrm{hit}_i}",
        in_words="AR at k is one sum divided by another, both for the ranks i from 1 to k. The "
        "first adds R at i times hit at i, the second hit at i. Here R at i is the recall down to "
        f"rank i, and {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="folklore, the mirror of average precision",
        teaches="The mean recall at the hits. It looks like AP, but only their number in the top "
        "k counts.",
        reader="Wants every relevant document and does not mind what stands between them.",
        tools="None of the common tools prints it; object detection uses the name for "
        "something else.",
        function=average_recall,
        numpy="score = over((top * top.cumsum()).sum(), m * top.sum())",
        phrase="mean recall at the hits",
        varies=("missed",),
    ),
    Metric(
        key="graded_average_precision",
        name="Graded average precision",
        symbol="GAP@k",
        also="graded AP, over queries graded MAP",
        latex=r"\mathrm{GAP@}k = \frac{\sum_{c} t_c \sum_{i=1}^{k} \mathrm{P}_c\mathrm{@}i"
        r" \cdot [g_i \ge c]}{\sum_{c} t_c \, m_c}",
        in_words="GAP at k is one sum divided by another, both for the thresholds c. The first "
        "adds t of c times P of c at i, for each rank i from 1 to k whose grade g at i is at "
        "least c. The second adds t of c times m of c. Here t of c is the share of readers with "
        "threshold c, and m of c is how many documents reach it. P of c at i is the precision "
        "that these readers see down to rank i.",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Robertson, Kanoulas & Yilmaz (2010)",
        teaches="AP of many readers at once: each draws the line between good and bad at another "
        "grade.",
        reader="One of many, each with a threshold: the grade from which a document is good.",
        tools="None of the common tools prints it. The grade in the place of AP's hit is not GAP.",
        function=graded_average_precision,
        numpy="""\
score = reach = 0.0
for grade, share in enumerate({thresholds}, start=1):
    good = grades[:k] >= grade
    score += share * (good * good.cumsum() / ranks).sum()
    reach += share * (every >= grade).sum()
score = over(score, reach)""",
        phrase="all readers alike",
        varies=("missed",),
    ),
    Metric(
        key="q_measure",
        name="Q-measure",
        symbol="Q@k",
        also="",
        latex=r"\mathrm{Q@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{hit}_i \cdot"
        r" \frac{\mathrm{hits}_i + \beta \, \mathrm{CG}_i}{i + \beta \, \mathrm{CG}^*_i}",
        in_words="Q at k is 1 over m, times a sum for the ranks i from 1 to k. Each adds hit at i "
        "times a ratio. Its numerator is hits at i plus β times CG at i. Its denominator is i "
        f"plus β times the ideal CG at i. Here {_HIT}, and hits at i is their sum so far; {_M}. "
        "CG at i is the gain down to rank i, the ideal CG that of the ideal order, and β the "
        "patience.",
        range=(0, 1),
        higher_is_better=True,
        reads="both",
        source="Sakai (2004)",
        teaches="AP with a precision that counts hits and gain. Its patience leads from the one "
        "to the other.",
        reader="Wants every relevant document, the best of them first.",
        tools="NTCIREVAL and pyNTCIREVAL divide by at most k at a cutoff; choose that "
        "denominator to compare.",
        function=q_measure,
        numpy="""\
gained, ideal = worth({gain}, grades[:k]).cumsum(), best({gain}, every, k).cumsum()
blended = (top.cumsum() + {patience} * gained) / (ranks + {patience} * ideal[: len(ranks)])
score = over((blended * top).sum(), {denominator})""",
        drilled="the blended ratios at the hits over all relevant documents",
        general=r"\mathrm{Q@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{hit}_i \cdot"
        r" \frac{\mathrm{hits}_i + \beta \, \mathrm{CG}_i}{i + \beta \, \mathrm{CG}^*_i}"
        r", \quad \mathrm{CG}_r = \sum_{i=1}^{r} G(g_i)",
        varies=("missed",),
    ),
    Metric(
        key="bpref",
        name="Bpref",
        symbol="bpref",
        also="binary preference",
        latex=r"\mathrm{bpref} = \frac{1}{m} \sum_{i} \mathrm{hit}_i \left(1 -"
        r" \frac{\min(\mathrm{irrelevant\ above}_i, m)}{\min(N, m)}\right)",
        in_words="bpref is 1 over m, times a sum for the ranks i. Each adds hit at i times a "
        "difference: 1 minus a ratio. Its numerator is how many documents above i were judged "
        "irrelevant, but at most m. Its denominator is the smaller of N and m. Here "
        f"{_M}, N is how many were judged irrelevant, and {_HIT}.",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2004)",
        teaches="How few judged misses stand above each relevant document. What nobody judged "
        "does not count.",
        reader="Trusts the judges only: a document without a judgement does not count either way.",
        tools="trec_eval's form, which ir_measures and ranx follow; the paper of 2004 has two "
        "others. Without a judged miss it is the recall; ranx prints nan where a hit is found and "
        "no judged document is irrelevant.",
        function=bpref,
        numpy="""\
above = (grades < bar).cumsum()  # judged, and not relevant
least = min((every < bar).sum(), m)
preferred = 1 - (np.minimum(above, m) / least if least else 0)
score = over((preferred * hit).sum(), m)""",
        phrase="trec_eval’s form",
        drilled="what each hit adds, 1 − min(irrelevant above, m)/min(N, m), over m",
        varies=("missed",),
    ),
    Metric(
        key="cumulative_gain",
        name="Cumulative gain",
        symbol="CG@k",
        also="",
        latex=r"\mathrm{CG@}k = \sum_{i=1}^{k} G(g_i)",
        in_words="CG at k is the sum of G for the ranks i from 1 to k. G is the gain of g at i, "
        "the grade at rank i.",
        range=(0, None),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002)",
        teaches="The sum of the gains in the top k. Grades say more than hits, but it does not "
        "see the order.",
        reader="Looks at k documents and takes the gain of each, in any order.",
        tools="DCG without a discount in any tool that lets the discount be chosen.",
        function=cumulative_gain,
        numpy="score = worth({gain}, grades[:k]).sum()",
        drilled="the gains in the top k, added up",
    ),
    Metric(
        key="dcg",
        name="Discounted cumulative gain",
        symbol="DCG@k",
        also="",
        latex=r"\mathrm{DCG@}k = \sum_{i=1}^{k} G(g_i) \, w_i"
        r", \quad w_i = \frac{1}{\log_2(i + 1)}",
        in_words="DCG at k is the sum of G times w at i for the ranks i from 1 to k. G is the "
        "gain of g at i, the grade at rank i. The weight w at i is 1 over the logarithm to base 2 "
        "of the sum of i and 1.",
        range=(0, None),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002); with log(i + 1) Burges et al. (2005)",
        teaches="The sum of gain × weight in the top k. The gain belongs to the grade, the "
        "weight to the rank.",
        reader="Looks at k documents, at each with less attention than at the one before.",
        tools="scikit-learn (sklearn.metrics.dcg_score) and ranx's dcg take the grade itself, "
        "ranx's dcg_burges 2^g − 1.",
        function=dcg,
        numpy="""\
weights = np.array({discount})
score = (worth({gain}, grades[:k]) * weights[: len(ranks)]).sum()""",
        drilled="the gains, each times 1/log₂(i + 1), added up",
        general=r"\mathrm{DCG@}k = \sum_{i=1}^{k} G(g_i) \, w_i",
    ),
    Metric(
        key="ndcg",
        name="Normalised discounted cumulative gain",
        symbol="nDCG@k",
        also="",
        latex=r"\mathrm{nDCG@}k = \frac{\mathrm{DCG@}k}{\mathrm{DCG@}k \text{ of the ideal order}}",
        in_words="nDCG at k is DCG at k divided by DCG at k of the ideal order, which has all "
        "judged documents, the best first.",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002); with log(i + 1) Burges et al. (2005)",
        teaches="DCG over the DCG of the best order, which has 1.",
        reader="Pays less attention to each next document.",
        tools="The name does not say whether the gain is linear (the grade itself) or exponential. "
        "scikit-learn has it as sklearn.metrics.ndcg_score.",
        function=ndcg,
        numpy="""\
weights = np.array({discount})
ideal = best({gain}, {ideal})
dcg = (worth({gain}, grades[:k]) * weights[: len(ranks)]).sum()
score = over(dcg, (ideal * weights[: len(ideal)]).sum())""",
        drilled="DCG over the DCG of the ideal order, cut at the same rank",
        general=r"\mathrm{nDCG@}k = \frac{\sum_{i=1}^{k} G(g_i) \, w_i}"
        r"{\sum_{i=1}^{k} G(g^*_i) \, w_i}",
    ),
    Metric(
        key="rbp",
        name="Rank-biased precision",
        symbol="RBP",
        also="",
        latex=r"\mathrm{RBP} = (1 - p) \sum_{i} u_i \, p^{\,i-1}",
        in_words="RBP is the difference 1 minus p, times a sum for all ranks i. Each adds u at i "
        "times p to the power i minus 1. Here p is the persistence, the probability of going on. "
        "u at i is what the document at rank i is worth, from 0 to 1.",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Moffat & Zobel (2008)",
        teaches="The sum of worth × weight of each document. The weight falls with the rank, by "
        "persistence p alone.",
        reader="Goes on with probability p after any document.",
        tools="ir_measures reads hit or miss, cwl-eval the gains it is given.",
        function=rbp,
        numpy="""\
weights = (1 - {persistence}) * {persistence} ** np.arange(len(grades))
score = (weights * worth({utility}, grades)).sum()""",
        drilled="the worths, each times (1 − p)·p^(i − 1), added up",
        general=r"\mathrm{RBP} = (1 - p) \sum_{i=1}^{k} u_i \, p^{\,i-1}",
    ),
    Metric(
        key="err",
        name="Expected reciprocal rank",
        symbol="ERR@k",
        also="over queries MERR",
        latex=r"\mathrm{ERR@}k = \sum_{i=1}^{k} \frac{1}{i} \, R_i \, c^{\,i-1}"
        r" \prod_{j=1}^{i-1} (1 - R_j)",
        in_words="ERR at k is a sum for the ranks i from 1 to k. Each adds 1 over i times R at i, "
        "times c to the power i minus 1, times a product. The product has a factor 1 minus R at j "
        "for each rank j from 1 to i minus 1. Here R at i is the share of readers whom the "
        "document at rank i satisfies. An unsatisfied reader goes on with probability c.",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Chapelle, Metzler, Zhang & Grinspan (2009)",
        teaches="The mean of 1/rank where readers stop. A document counts only for those who "
        "come to it.",
        reader="Goes on until a document satisfies.",
        tools="ir_measures runs gdeval. A top grade that is fixed gives another number than the "
        "scale's own.",
        function=err,
        numpy="score = (stops(worth({satisfaction}, grades[:k]), {continuation}) / ranks).sum()",
        drilled="the stop probabilities, each over its rank, added up",
    ),
    Metric(
        key="nerr",
        name="Normalised expected reciprocal rank",
        symbol="nERR@k",
        also="normalised ERR",
        latex=r"\mathrm{nERR@}k = \frac{\mathrm{ERR@}k}{\mathrm{ERR@}k \text{ of the ideal order}}",
        in_words="nERR at k is ERR at k divided by ERR at k of the ideal order, which has all "
        "judged documents, the best first.",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Sakai & Song (2011)",
        teaches="ERR over the ERR of the best order. So it can reach 1, and ERR with grades "
        "cannot.",
        reader="Goes on until a document satisfies, as for ERR.",
        tools="NTCIREVAL prints nERR with linear gains over the top gain plus 1.",
        function=nerr,
        numpy="""\
ideal = best({satisfaction}, {ideal})
err = (stops(worth({satisfaction}, grades[:k]), {continuation}) / ranks).sum()
score = over(err, (stops(ideal, {continuation}) / np.arange(1, len(ideal) + 1)).sum())""",
        general=r"\mathrm{nERR@}k = \frac{\sum_{i=1}^{k} \frac{1}{i} \, R_i \, c^{\,i-1}"
        r" \prod_{j=1}^{i-1} (1 - R_j)}{\text{the same sum over the ideal order}}",
    ),
)


_USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "hit": ("Success", "hit_rate"),
    "precision": ("SetP", "set_P", "prec"),
    "recall": ("SetR", "set_recall", "sensitivity"),
    "f1": ("SetF", "set_F", "F_measure", "F_score", "f1_score"),
    "r_precision": ("Rprec",),
    "reciprocal_rank": ("MRR", "recip_rank"),
    "average_precision": ("MAP",),
}
"""Further names by metric, as ir_measures, trec_eval and ranx write them."""


class _Catalog(dict[str, Metric]):
    """Metrics by key; the error for another key names the nearest."""

    def __missing__(self, key: object) -> Metric:
        name = nearest(str(key))
        near = f"; the nearest is {NAMES[name][0]!r}" if name else ""
        raise KeyError(f"no metric has the key {key!r}{near}")


METRICS: Mapping[str, Metric] = MappingProxyType(
    _Catalog((metric.key, metric) for metric in _TEACHING_ORDER)
)

DRILLED: Final = frozenset(key for key, metric in METRICS.items() if metric.drilled)
"""Keys of the metrics that the drill asks for."""


def check_drill(part: str, keys: Set[str]) -> None:
    """Refuse a part of the drill that is not there for each of its metrics and for them alone.

    Args:
        part: what the drill needs of each of its metrics, "mistakes".
        keys: the metrics that have it.

    Raises:
        TypeError: a metric of the drill lacks it, or another one has it.
    """
    for key in sorted(DRILLED ^ keys):
        raise TypeError(f"the metric {key!r} lacks: {part if key in DRILLED else 'drilled'}")


def for_drill(part: str, *functions: _Function) -> Mapping[str, _Function]:
    """Return functions by the metric that each is named after, one for each metric of the drill.

    Args:
        part: what they give, for `check_drill`.
        *functions: `_dcg` is that of "dcg".
    """
    by_key = {function.__name__.removeprefix("_"): function for function in functions}
    check_drill(part, by_key.keys())
    return by_key


def _names() -> Iterator[tuple[str, tuple[str, Mapping[str, Any]]]]:
    for key, metric in METRICS.items():
        for name in (metric.label(), *_USUAL.get(key, ()), key):
            yield name, (key, {})
            if metric.has_cutoff:
                yield f"{name}@k", (key, {})
    for name in ("nDCG", "ndcg"):
        yield name, ("ndcg", {"ideal": "uncut"})
    for name, key in (("ndcg_cut", "ndcg"), ("map_cut", "average_precision")):
        yield f"{name}@k", (key, {})
    for name in ("IPrec", "iprec_at_recall"):
        yield name, ("interpolated_precision", {"rounding": "trec_eval"})
    for name in ("11pt_avg", "11pt"):
        yield name, ("interpolated_average_precision", {"rounding": "trec_eval"})
    yield "ndcg_burges@k", ("ndcg", {"gain": "exponential"})  # ranx
    yield "R_cap@k", ("recall", {"denominator": "capped"})  # BEIR


PRINTED: Final = (
    *("ndcg", "average_precision", "precision", "recall", "reciprocal_rank"),
    *("hit", "f1", "r_precision", "bpref", "dcg", "rbp", "err"),
)
"""Metrics whose numbers are compared from tool to tool, the most common first."""

NAMES: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = MappingProxyType(dict(_names()))
"""Names of metrics in use, with the key and the knobs that each stands for.

"@k" marks names with a cutoff. nDCG without one is trec_eval's: its ideal order is not cut. Other
names follow the defaults of the metric.
"""


_SURE: Final = 0.9
"""How alike two names are, from 0 to 1, of which hardly a letter differs."""


_SHORT: Final = 3
"""Most letters of a short name. One other letter makes it another name."""
_FEW_LETTERS: Final = 0.75
"""How alike short names are at least."""
_LOWER: Final = re.compile(
    r"(?<!recip)(?<!recip_)(?<!reciprocal)(?<!reciprocal_)(?<!rr_)rank(@k)?$|loss|error|miss"
)
"""What says that a name is of a score that is better lower."""


def nearest(name: str) -> str:
    """Return the name in `NAMES` that is most like another one, or "" if none is like it.

    A score that is better lower and one that is better higher are never each other's nearest,
    unless hardly a letter differs: that would turn a comparison round.

    >>> nearest("ngcd@k"), nearest("avg_precision"), nearest("num_rel"), nearest("MAR@k")
    ('nDCG@k', 'average_precision', '', 'AR@k')
    >>> nearest("average_rank"), nearest("MdR@k"), nearest("precision_loss")
    ('mean_rank', '', '')
    """
    wanted = name.casefold()
    stem, is_lower = wanted.removesuffix("@k"), bool(_LOWER.search(wanted))
    higher = {each: METRICS[key].higher_is_better for each, (key, _) in NAMES.items()}
    names = {each.casefold(): each for each in [*NAMES][::-1] if not (is_lower and higher[each])}
    for near in get_close_matches(wanted, names, n=5):
        alike = SequenceMatcher(None, near.removesuffix("@k"), stem).ratio()
        is_sure = SequenceMatcher(None, near, wanted).ratio() >= _SURE
        is_one = len(stem) > _SHORT or alike >= _FEW_LETTERS
        if is_one and (is_sure or is_lower or higher[names[near]]):
            return names[near]
    return ""
