"""Every metric by its key, in the order in which they are best learnt."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from metrics.average import average_precision
from metrics.breakdown import Breakdown
from metrics.browsing import err, nerr, rbp
from metrics.first_hit import reciprocal_rank
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
        latex: the formula with its default knobs. `\mathrm{hit}_i` is 1 where rank i is relevant,
            m how many relevant documents exist, G and w gain and weight, u and R utility and
            satisfaction, p persistence or continuation.
        range: lowest and highest score; None where there is no highest.
        higher_is_better: which way a system wants to go.
        reads: "binary", hit or miss, or "graded", how relevant.
        source: author and year.
        teaches: what the metric makes one see, in a sentence.
        function: a ranking and knobs in, a breakdown out.
    """

    key: str
    name: str
    symbol: str
    latex: str
    range: tuple[float, float | None]
    higher_is_better: bool
    reads: Literal["binary", "graded"]
    source: str
    teaches: str
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

        Raises:
            ValueError: a knob this metric does not have, or a value the knob does not take.

        >>> float(METRICS["dcg"].compute(Ranking([3, 0, 2], top_grade=3), k=1).score)
        3.0
        """
        for knob, value in knobs.items():
            if knob not in self.knobs:
                known = ", ".join(self.knobs) or "none"
                raise ValueError(f"{self.key} has no knob {knob}={value!r}, its knobs: {known}")
        return self.function(ranking, **knobs)


_TEACHING_ORDER = (
    Metric(
        key="hit",
        name="Hit",
        symbol="Hit@k",
        latex=r"\mathrm{Hit@}k = \max_{i \le k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Craswell & Hawking (2004)",
        teaches="One good document in the window is enough, and a second one is worth nothing.",
        function=hit,
    ),
    Metric(
        key="precision",
        name="Precision",
        symbol="P@k",
        latex=r"\mathrm{P@}k = \frac{1}{k} \sum_{i=1}^{k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kent, Berry, Luehrs & Perry (1955)",
        teaches="How much of what was shown was worth reading, in whatever order it stood.",
        function=precision,
    ),
    Metric(
        key="recall",
        name="Recall",
        symbol="R@k",
        latex=r"\mathrm{R@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kent, Berry, Luehrs & Perry (1955)",
        teaches="How much of what exists was shown, which takes knowing what was not.",
        function=recall,
    ),
    Metric(
        key="f1",
        name="F1",
        symbol="F1@k",
        latex=r"\mathrm{F1@}k = \frac{2}{k + m} \sum_{i=1}^{k} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="van Rijsbergen (1979)",
        teaches="Precision and recall in one number that is low as soon as either of them is.",
        function=f1,
    ),
    Metric(
        key="r_precision",
        name="R-precision",
        symbol="RP",
        latex=r"\mathrm{RP} = \frac{1}{m} \sum_{i=1}^{m} \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2000)",
        teaches="With as many ranks as there are relevant documents, precision and recall are one.",
        function=r_precision,
    ),
    Metric(
        key="reciprocal_rank",
        name="Reciprocal rank",
        symbol="RR@k",
        latex=r"\mathrm{RR@}k = \frac{1}{\min\{i \le k : \mathrm{hit}_i = 1\}}",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Kantor & Voorhees (2000)",
        teaches="Only the way to the first hit counts, and its first step costs the most.",
        function=reciprocal_rank,
    ),
    Metric(
        key="average_precision",
        name="Average precision",
        symbol="AP@k",
        latex=r"\mathrm{AP@}k = \frac{1}{m} \sum_{i=1}^{k} \mathrm{P@}i \cdot \mathrm{hit}_i",
        range=(0, 1),
        higher_is_better=True,
        reads="binary",
        source="Buckley & Voorhees (2000)",
        teaches="Every hit asks how clean the road to it was, and a hit never made answers 0.",
        function=average_precision,
    ),
    Metric(
        key="cumulative_gain",
        name="Cumulative gain",
        symbol="CG@k",
        latex=r"\mathrm{CG@}k = \sum_{i=1}^{k} G(g_i)",
        range=(0, None),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002)",
        teaches="Grades add up to more than hits do, but a sum alone cannot see order.",
        function=cumulative_gain,
    ),
    Metric(
        key="dcg",
        name="Discounted cumulative gain",
        symbol="DCG@k",
        latex=r"\mathrm{DCG@}k = \sum_{i=1}^{k} G(g_i) \, w_i"
        r", \quad w_i = \frac{1}{\log_2(i + 1)}",
        range=(0, None),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002)",
        teaches="The gain says how much better a document is, the discount what its rank costs.",
        function=dcg,
    ),
    Metric(
        key="ndcg",
        name="Normalised discounted cumulative gain",
        symbol="nDCG@k",
        latex=r"\mathrm{nDCG@}k = \frac{\mathrm{DCG@}k}{\mathrm{DCG@}k \text{ of the ideal order}}",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Järvelin & Kekäläinen (2002)",
        teaches="A score is a share of the best possible, so say first what would be possible.",
        function=ndcg,
    ),
    Metric(
        key="rbp",
        name="Rank-biased precision",
        symbol="RBP",
        latex=r"\mathrm{RBP} = (1 - p) \sum_{i} u_i \, p^{\,i-1}",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Moffat & Zobel (2008)",
        teaches="A metric is a person: patience alone decides how much each rank counts.",
        function=rbp,
    ),
    Metric(
        key="err",
        name="Expected reciprocal rank",
        symbol="ERR@k",
        latex=r"\mathrm{ERR@}k = \sum_{i=1}^{k} \frac{1}{i} \, R_i \, p^{\,i-1}"
        r" \prod_{j=1}^{i-1} (1 - R_j)",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Chapelle, Metzler, Zhang & Grinspan (2009)",
        teaches="What a document is worth depends on whether anyone still reads when it comes.",
        function=err,
    ),
    Metric(
        key="nerr",
        name="Normalised expected reciprocal rank",
        symbol="nERR@k",
        latex=r"\mathrm{nERR@}k = \frac{\mathrm{ERR@}k}{\mathrm{ERR@}k \text{ of the ideal order}}",
        range=(0, 1),
        higher_is_better=True,
        reads="graded",
        source="Sakai & Song (2011)",
        teaches="ERR cannot reach 1 by itself; beside its best order it can.",
        function=nerr,
    ),
)

METRICS: Mapping[str, Metric] = MappingProxyType({metric.key: metric for metric in _TEACHING_ORDER})
