"""Every metric by its key, in the order in which they are best learnt."""

import inspect
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Literal

from metrics.average import (
    average_precision,
    average_recall,
    bpref,
    graded_average_precision,
    q_measure,
)
from metrics.breakdown import Breakdown, postponed
from metrics.browsing import err, nerr, rbp
from metrics.first_hit import first_relevant_rank, mean_rank, reciprocal_rank
from metrics.gain import cumulative_gain, dcg, ndcg
from metrics.ranking import Ranking
from metrics.window import f1, hit, precision, r_precision, recall


@dataclass(frozen=True)
class Metric:
    r"""What there is to know about a metric without computing it, and the function that does.

    Attributes:
        key: the name in code, the same as the function's.
        name: the name in prose, "Average precision".
        symbol: the short name, "AP@k".
        also: other names that people call it or its mean over queries, or "".
        latex: the formula with its default knobs. `\mathrm{hit}_i` is 1 where rank i is relevant,
            m how many relevant documents exist, G and w gain and weight, u and R utility and
            satisfaction, p persistence or continuation,
            t_c the share of readers whose bar is grade c, m_c the documents that reach it.
        range: lowest and highest score; None where there is no highest.
        higher_is_better: which way a system wants to go.
        reads: "binary", hit or miss, "graded", how relevant, or "both".
        source: author and year.
        teaches: what the metric makes one see, in a sentence.
        reader: whom it assumes, in a sentence.
        tools: under which names and conventions the common tools print it.
        function: a ranking and knobs in, a breakdown out.
    """

    key: str
    name: str
    symbol: str
    also: str
    latex: str
    range: tuple[float, float | None]
    higher_is_better: bool
    reads: Literal["binary", "graded", "both"]
    source: str
    teaches: str
    reader: str
    tools: str
    function: Callable[..., Breakdown]

    @cached_property
    def knobs(self) -> tuple[str, ...]:
        """Names of the parameters that can be turned, "k" first: read off the function itself.

        >>> METRICS["ndcg"].knobs
        ('k', 'gain', 'discount', 'ideal')
        """
        return tuple(inspect.signature(self.function).parameters)[1:]

    def label(self, k: int | None = None) -> str:
        """Write the symbol with its cutoff; without one, or where the symbol has none, alone.

        >>> METRICS["average_precision"].label(5), METRICS["rbp"].label(5)
        ('AP@5', 'RBP')
        """
        return self.symbol.replace("@k", "" if k is None else f"@{k}")

    def compute(self, ranking: Ranking, **knobs: Any) -> Breakdown:
        """Break the score of one ranking, or of many, down into its terms.

        Of a large batch the scores are computed at once, block by block, and the terms when they
        are first looked at: they take more time and memory, and most who score a batch never look.

        Raises:
            ValueError: a knob this metric does not have, or a value the knob does not take.

        >>> float(METRICS["dcg"].compute(Ranking([3, 0, 2], top_grade=3), k=1).score)
        3.0
        """
        for knob, value in knobs.items():
            if knob not in self.knobs:
                known = ", ".join(self.knobs) or "none"
                raise ValueError(f"{self.key} has no knob {knob}={value!r}, its knobs: {known}")
        break_down = partial(self.function, **knobs)
        if not ranking.blocks:
            return break_down(ranking)
        return postponed(map(break_down, ranking.blocks), whole=partial(break_down, ranking))


_TEACHING_ORDER = (
    Metric(
        key="hit",
        name="Hit",
        symbol="Hit@k",
        also="hit rate, hits@k, success@k, accuracy@k",
        latex=r"\mathrm{Hit@}k = \max_{i \le k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Craswell & Hawking (2004)",
        teaches="One good document in the window is enough, and a second one is worth nothing.",
        reader="Looks at k documents and needs only one that is relevant.",
        tools="trec_eval and ir_measures call it success, ranx hit_rate. ir_measures' "
        "Accuracy is another thing.",
        function=hit,
    ),
    Metric(
        key="precision",
        name="Precision",
        symbol="P@k",
        also="precision@k, prec@k",
        latex=r"\mathrm{P@}k = \frac{1}{k} \sum_{i=1}^{k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kent, Berry, Luehrs & Perry (1955)",
        teaches="How much of what was shown was worth reading, in whatever order it stood.",
        reader="Looks at exactly k documents and values each relevant one alike.",
        tools="trec_eval divides by k even where fewer documents were retrieved, and so "
        "does Rankbook.",
        function=precision,
    ),
    Metric(
        key="recall",
        name="Recall",
        symbol="R@k",
        also="recall@k, sensitivity",
        latex=r"\mathrm{R@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kent, Berry, Luehrs & Perry (1955)",
        teaches="How much of what exists was shown, which takes knowing what was not.",
        reader="Wants everything relevant, and looks at k documents to find it.",
        tools="trec_eval, ir_measures and ranx divide by all relevant documents; BEIR's "
        "R_cap is the capped one.",
        function=recall,
    ),
    Metric(
        key="f1",
        name="F1",
        symbol="F1@k",
        also="F-measure, F-score",
        latex=r"\mathrm{F1@}k = \frac{2}{k + m} \sum_{i=1}^{k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="van Rijsbergen (1979)",
        teaches="Precision and recall in one number that is low as soon as either of them is.",
        reader="Looks at k documents and minds what is irrelevant as much as what is missed.",
        tools="ranx prints f1 at a cutoff; trec_eval's set_F reads the whole list without order.",
        function=f1,
    ),
    Metric(
        key="r_precision",
        name="R-precision",
        symbol="RP",
        also="Rprec, precision at R",
        latex=r"\mathrm{RP} = \frac{1}{m} \sum_{i=1}^{m} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2000)",
        teaches="With as many ranks as there are relevant documents, precision and recall are one.",
        reader="Looks at as many documents as are relevant, which only a judge can know.",
        tools="Rprec in trec_eval and ir_measures, r_precision in ranx.",
        function=r_precision,
    ),
    Metric(
        key="reciprocal_rank",
        name="Reciprocal rank",
        symbol="RR@k",
        also="over queries mean reciprocal rank, MRR",
        latex=r"\mathrm{RR@}k = \frac{1}{\min\{i \le k : \mathrm{hit}_i = 1\}}",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kantor & Voorhees (2000)",
        teaches="Only the way to the first hit counts, and its first step costs the most.",
        reader="Wants one relevant document and leaves with the first.",
        tools="trec_eval's recip_rank has no cutoff; ir_measures' RR@k and ranx's mrr@k have one.",
        function=reciprocal_rank,
    ),
    Metric(
        key="first_relevant_rank",
        name="First relevant rank",
        symbol="FRP@k",
        also="rank of the first hit",
        latex=r"\mathrm{FRP@}k = \min(\{i \le k : \mathrm{hit}_i = 1\} \cup \{k + 1\})",
        range=(1, None),
        higher_is_better=False,
        reads="binary",
        source="after Cooper (1968), who counts the misses before it",
        teaches="Ranks are what everybody understands, and one far-off hit outweighs "
        "many near ones.",
        reader="Opens documents one by one until the first that is relevant.",
        tools="None of the common tools prints it; who reports it should say what a miss costs.",
        function=first_relevant_rank,
    ),
    Metric(
        key="mean_rank",
        name="Mean rank",
        symbol="MR@k",
        also="average rank",
        latex=r"\mathrm{MR@}k = \frac{1}{m} \sum_{\mathrm{relevant}} \min(\mathrm{rank}, k + 1)",
        range=(1, None),
        higher_is_better=False,
        reads="binary",
        source="folklore; Bordes et al. (2013) for link prediction",
        teaches="A mean needs a rule for what has no rank, and the wrong rule rewards losing it.",
        reader="Looks for every relevant document and pays a step for each rank.",
        tools="Link-prediction tools report it over complete rankings, where nothing can "
        "be missing.",
        function=mean_rank,
    ),
    Metric(
        key="average_precision",
        name="Average precision",
        symbol="AP@k",
        also="over queries mean average precision, MAP",
        latex=r"\mathrm{AP@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{P@}i \cdot \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2000)",
        teaches="Every hit asks how clean the road to it was, and a hit never made answers 0.",
        reader="Wants every relevant document, and at each asks how clean the road was.",
        tools="map in trec_eval and ranx, AP in ir_measures: divided by all relevant documents. "
        "cwl-eval divides by those found, ml_metrics by at most k.",
        function=average_precision,
    ),
    Metric(
        key="average_recall",
        name="Average recall",
        symbol="AR@k",
        also="over queries mean average recall, MAR",
        latex=r"\mathrm{AR@}k = \frac{\sum_{i=1}^{k} \mathrm{R@}i \cdot \mathrm{hit}_i}"
        r"{\sum_{i=1}^{k} \mathrm{hit}_i}",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="folklore, the mirror of average precision",
        teaches="A formula that looks like AP and yet cannot see order at all.",
        reader="Wants every relevant document and never minds what stands between them.",
        tools="None of the common tools prints it; object detection uses the name for "
        "something else.",
        function=average_recall,
    ),
    Metric(
        key="graded_average_precision",
        name="Graded average precision",
        symbol="GAP@k",
        also="graded AP, over queries graded MAP",
        latex=r"\mathrm{GAP@}k = \frac{\sum_{c} t_c \sum_{i=1}^{k} \mathrm{P}_c\mathrm{@}i"
        r" \cdot [g_i \ge c]}{\sum_{c} t_c \, m_c}",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Robertson, Kanoulas & Yilmaz (2010)",
        teaches="AP for a crowd: everybody draws the line between good and bad at another grade.",
        reader="One of many, each with a bar of their own for what is relevant.",
        tools="None of the common tools prints it. The grade in the place of AP's hit is not GAP.",
        function=graded_average_precision,
    ),
    Metric(
        key="q_measure",
        name="Q-measure",
        symbol="Q@k",
        also="",
        latex=r"\mathrm{Q@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{hit}_i \cdot"
        r" \frac{\mathrm{hits}_i + \beta \, \mathrm{CG}_i}{i + \beta \, \mathrm{CG}^*_i}",
        range=(0, 1),
        higher_is_better=True,
        reads="both",
        source="Sakai (2004)",
        teaches="One knob leads from AP, which counts hits, to a score that counts gain.",
        reader="Wants every relevant document, the best of them first.",
        tools="NTCIREVAL and pyNTCIREVAL divide by at most k at a cutoff; choose that "
        "denominator to compare.",
        function=q_measure,
    ),
    Metric(
        key="bpref",
        name="Bpref",
        symbol="bpref",
        also="binary preference",
        latex=r"\mathrm{bpref} = \frac{1}{m} \sum_{i} \mathrm{hit}_i \left(1 -"
        r" \frac{\min(\mathrm{irrelevant\ above}_i, m)}{\min(N, m)}\right)",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2004)",
        teaches="What nobody judged is not irrelevant, it is unknown.",
        reader="Trusts the judges only: what they never saw does not count either way.",
        tools="trec_eval's form, which ir_measures and ranx follow; the paper of 2004 "
        "has two others.",
        function=bpref,
    ),
    Metric(
        key="cumulative_gain",
        name="Cumulative gain",
        symbol="CG@k",
        also="",
        latex=r"\mathrm{CG@}k = \sum_{i=1}^{k} G(g_i)",
        range=(0, None),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002)",
        teaches="Grades add up to more than hits do, but a sum alone cannot see order.",
        reader="Looks at k documents and takes what each is worth, in any order.",
        tools="DCG without a discount in any tool that lets the discount be chosen.",
        function=cumulative_gain,
    ),
    Metric(
        key="dcg",
        name="Discounted cumulative gain",
        symbol="DCG@k",
        also="",
        latex=r"\mathrm{DCG@}k = \sum_{i=1}^{k} G(g_i) \, w_i"
        r", \quad w_i = \frac{1}{\log_2(i + 1)}",
        range=(0, None),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002); with log(i + 1) Burges et al. (2005)",
        teaches="The gain says how much better a document is, the discount what its rank costs.",
        reader="Looks at k documents, at each with less attention than at the one above.",
        tools="scikit-learn (sklearn.metrics.dcg_score) and ranx's dcg take the grade itself, "
        "ranx's dcg_burges 2^g − 1.",
        function=dcg,
    ),
    Metric(
        key="ndcg",
        name="Normalised discounted cumulative gain",
        symbol="nDCG@k",
        also="",
        latex=r"\mathrm{nDCG@}k = \frac{\mathrm{DCG@}k}{\mathrm{DCG@}k \text{ of the ideal order}}",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002); with log(i + 1) Burges et al. (2005)",
        teaches="A score is a share of the best possible, so say first what would be possible.",
        reader="The reader of DCG, who knows what the best possible list would have given.",
        tools="trec_eval and ir_measures: linear gain, ideal from all judged documents, not cut "
        "(ndcg) or cut at k (ndcg_cut). "
        "scikit-learn (sklearn.metrics.ndcg_score): ideal from the given list alone. "
        "ranx's ndcg_burges: exponential gain.",
        function=ndcg,
    ),
    Metric(
        key="rbp",
        name="Rank-biased precision",
        symbol="RBP",
        also="",
        latex=r"\mathrm{RBP} = (1 - p) \sum_{i} u_i \, p^{\,i-1}",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Moffat & Zobel (2008)",
        teaches="A metric is a person: patience alone decides how much each rank counts.",
        reader="Reads on with probability p after every document, good or bad.",
        tools="ir_measures reads hit or miss, cwl-eval the gains it is given; ranx does not divide "
        "grades by the top grade.",
        function=rbp,
    ),
    Metric(
        key="err",
        name="Expected reciprocal rank",
        symbol="ERR@k",
        also="over queries MERR",
        latex=r"\mathrm{ERR@}k = \sum_{i=1}^{k} \frac{1}{i} \, R_i \, p^{\,i-1}"
        r" \prod_{j=1}^{i-1} (1 - R_j)",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Chapelle, Metzler, Zhang & Grinspan (2009)",
        teaches="What a document is worth depends on whether anyone still reads when it comes.",
        reader="Stops at a document with the probability that it satisfies.",
        tools="ir_measures runs gdeval, whose top grade is always 4; the scale's own top "
        "gives another number.",
        function=err,
    ),
    Metric(
        key="nerr",
        name="Normalised expected reciprocal rank",
        symbol="nERR@k",
        also="normalised ERR",
        latex=r"\mathrm{nERR@}k = \frac{\mathrm{ERR@}k}{\mathrm{ERR@}k \text{ of the ideal order}}",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Sakai & Song (2011)",
        teaches="ERR cannot reach 1 by itself; beside its best order it can.",
        reader="The reader of ERR, beside what the best order would have given.",
        tools="NTCIREVAL prints nERR with linear gains over the top gain plus 1.",
        function=nerr,
    ),
)

METRICS: Mapping[str, Metric] = MappingProxyType({metric.key: metric for metric in _TEACHING_ORDER})


def find(words: str) -> list[Metric]:
    """Look for the metrics in which every word occurs, those that are called so first.

    A word may stand in a name, symbol, key, source or tool, or say what is read: binary, graded.
    Case, accents, cutoffs, and z for s make no difference.

    >>> [metric.symbol for metric in find("jarvelin IDEAL")], find("MAP@10")[0].symbol
    (['nDCG@k'], 'AP@k')
    """
    wanted = _folded(words).split()
    found = []
    for metric in METRICS.values():
        called = _folded(f"{metric.name} {metric.symbol} {metric.also} {metric.key}")
        reads = "binary graded" if metric.reads == "both" else metric.reads
        told = _folded(f"{called} {metric.source} {metric.tools} {reads}")
        if all(word in told for word in wanted):
            found.append((not all(word in called for word in wanted), metric))
    return [metric for _, metric in sorted(found, key=lambda pair: pair[0])]


def _folded(text: str) -> str:
    """Write a text in one spelling, without capitals, accents and cutoffs."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"@(\d+|k)\b", "", plain).replace("z", "s").replace("pytrec_eval", "trec_eval")
