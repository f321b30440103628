"""The table of contents: one line for each page, and the published texts that pages quote."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "pages"
"""The folder that has a folder for each page."""

HOME: Final = "welcome"
"""The page at the empty address."""


@dataclass(frozen=True)
class Page:
    """A page of the notebook.

    Attributes:
        name: the name of its folder in `pages/`, and its path in the address.
        title: its title.
        question: the question that it answers.
        metrics: keys of the measures that it teaches, the main one first. The catalog's metrics
            link to this page.
        guess_question: what a reader predicts, if it is not a score of the list in the catalog.
        words: more words by which the search finds it, for what it is about.
    """

    name: str
    title: str
    question: str = ""
    metrics: tuple[str, ...] = ()
    guess_question: str = ""
    words: str = ""

    @property
    def url(self) -> str:
        """Its path in the address."""
        return "" if self.name == HOME else self.name

    @property
    def path(self) -> str:
        """Its file, relative to app.py."""
        return f"pages/{self.name}/page.py"


@dataclass(frozen=True)
class Text:
    """A published text whose figures Rankbook replays, quotes or corrects."""

    author: str
    title: str
    year: int
    url: str

    @property
    def name(self) -> str:
        """Its author and year."""
        return f"{self.author} ({self.year})"

    @property
    def link(self) -> str:
        """Its author and year as a Markdown link."""
        return f"[{self.name}]({self.url})"

    @property
    def cited(self) -> str:
        """Its author, title and year as Markdown, with a link."""
        return f"{self.author}, [*{self.title}*]({self.url}), {self.year}"


TEXTS: Final[Mapping[str, Text]] = {
    "guide": Text(
        "Vyacheslav Efimov",
        "Comprehensive Guide to Ranking Evaluation Metrics",
        2023,
        "https://towardsdatascience.com/"
        "comprehensive-guide-to-ranking-evaluation-metrics-7d10382c1025",
    ),
    "notes": Text(
        "Ziyue Wang",
        "Metrics in LearnToRank (LTR) problems",
        2023,
        "https://www.ziyuewang.com/blog/2023/Learn-To-Rank-Metrics/",
    ),
    "chapter": Text(
        "Xinli Yu",
        "Ranking Evaluation, in ML/AI: From Theory to Industry",
        2025,
        "https://github.com/XinliYu/ML-AI-From-Theory-To-Industry",
    ),
    "article": Text(
        "Shubham Gandhi",
        "Why MAP and MRR are not a good choice for Search Ranking",
        2025,
        "https://www.shubhamgandhi.net/blog/why-map-and-mrr-are-bad-for-search-ranking/",
    ),
}
"""The four texts that the notebook began with; `tests/published_examples.json` has their figures
under the same keys."""

CHAPTERS: Final[Mapping[str, tuple[Page, ...]]] = {
    "Start": (
        Page("welcome", "Welcome"),
        Page(
            "playground",
            "Playground",
            "what does a rank add to a score?",
            words="sandbox, compare all metrics",
        ),
        Page(
            "your_data",
            "Your own data",
            "on which topics does the ranking fail?",
            words="qrels, TREC run, CSV, upload files, export, paste a list, R N R N, "
            "more than 50 documents, unjudged, Judged@k, "
            "duplicates, negative grade, trec_eval format, long list",
        ),
        Page("reference", "Reference", "what exactly does each metric measure?"),
    ),
    "Why order matters": (
        Page(
            "squared_error",
            "Squared error",
            "why not simply predict the grades?",
            ("mse", "mae", "rmse"),
            guess_question="What is the MSE of this list?",
            words="MAE, RMSE, mean absolute error, regression, pointwise, pairwise, listwise, "
            "RankNet, LambdaRank, LambdaMART",
        ),
        Page(
            "wrong_pairs",
            "Wrong pairs",
            "is it enough to count them?",
            ("inversions", "pairwise_accuracy"),
            guess_question="How many wrong pairs does this list have?",
            words="AUC, concordant pairs",
        ),
    ),
    "Relevant or not": (
        Page(
            "precision_and_recall",
            "Precision and recall",
            "how good is the top k?",
            ("precision", "recall", "hit", "f1", "r_precision"),
            words="F1, F-beta, F-measure, F-score, E-measure, harmonic mean, fall-out, "
            "fallout, false positive rate, true negative, accuracy, confusion matrix, hit rate",
        ),
        Page(
            "reciprocal_rank",
            "Reciprocal rank",
            "how far to the first good one?",
            ("reciprocal_rank", "first_relevant_rank", "mean_rank"),
            words="RR, MRR, not found, nothing found",
        ),
        Page(
            "average_precision",
            "Average precision",
            "how early do all the good ones come?",
            ("average_precision",),
            words="AP, MAP, mean average precision, cut off at 1000, AP@1000, "
            "area under the curve, trapezoid",
        ),
        Page(
            "precision_recall_curve",
            "Precision–recall curve",
            "which precision at which recall?",
            ("interpolated_average_precision", "interpolated_precision", "auc"),
            words="interpolated, interpolation, 11-point, eleven points, 3-point, breakeven, "
            "F1 and break-even, PR curve, saw-tooth, recall level, ROC curve, AUC, TPR, FPR, "
            "sensitivity, true positive rate, false positive rate, threshold",
        ),
        Page(
            "mean_over_queries",
            "Mean over queries",
            "what does it hide?",
            ("mean", "average_recall"),
            guess_question="What is the mean over these queries?",
            words="MAP, mean average precision, GMAP, R N R N, hit rate HR@k, macro and micro "
            "average F1, empty query, recommender, leave one out, ARHR, RAG, context precision and "
            "recall",
        ),
    ),
    "How good, how deep": (
        Page(
            "discounted_gain",
            "Discounted gain",
            "how good, and how deep?",
            ("ndcg", "dcg", "cumulative_gain"),
            words="DCG, nDCG, normalised, exponential gain, linear gain, log base, "
            "ideal order, top-heavy",
        ),
        Page(
            "graded_average_precision",
            "Graded average precision",
            "which grade is good enough?",
            ("graded_average_precision",),
            words="graded relevance, threshold, GAP",
        ),
        Page(
            "q_measure",
            "Q-measure",
            "how near to the best order?",
            ("q_measure",),
            words="blended ratio, patience, cumulative gain, NTCIR",
        ),
    ),
    "A person reading": (
        Page(
            "rank_biased_precision",
            "Rank-biased precision",
            "how patient is the reader?",
            ("rbp",),
            words="RBP, patience, residual, unjudged documents",
        ),
        Page(
            "expected_reciprocal_rank",
            "Expected reciprocal rank",
            "at which rank is a reader satisfied?",
            ("err",),
            words="ERR, cascade model, satisfaction",
        ),
        Page(
            "continuation",
            "C/W/L",
            "continue, weight, last. Who reads on?",
            ("rate_of_gain",),
            guess_question="What is the rate of gain of this list?",
            words="user model, cascade, INSQ, INST",
        ),
        Page(
            "clicks",
            "Clicks",
            "what do they say about relevance?",
            ("expected_clicks", "weighted_clicks"),
            guess_question="How many clicks does one reader make on this list, on average?",
            words="click model, click-through rate, CTR, position bias, examination, PBM, "
            "position-based model, cascade model, propensity, inverse propensity weighting, IPW, "
            "IPS, counterfactual, unbiased learning to rank, implicit feedback, attention, "
            "attractiveness, click preferences",
        ),
    ),
    "Two rankings": (
        Page(
            "rank_agreement",
            "Two rankings",
            "how alike are they?",
            ("kendall_tau", "kendall_distance", "spearman_rho", "tau_ap", "rbo"),
            guess_question="What is Kendall’s τ of these two lists?",
            words="correlation, Kendall tau, Spearman rho, overlap, average overlap, top-heavy, "
            "critical values of ρ and τ, critical value of Spearman",
        ),
    ),
    "Judge for yourself": (
        Page(
            "judges",
            "Two judges",
            "do they agree?",
            ("kappa", "observed_agreement"),
            guess_question="How far do these judges agree beyond chance?",
            words="kappa, κ, Cohen, Fleiss, Scott’s pi, inter-judge, inter-annotator, "
            "inter-rater agreement, annotators, assessors, LLM, language model as a judge, bias, "
            "margins, several labels, confusion matrix, weighted kappa, quadratic weights, "
            "majority vote",
        ),
        Page(
            "unjudged",
            "What nobody judged",
            "is it a miss?",
            ("bpref", "pool_size"),
            words="unjudged documents, pool, pooling, pool depth, own runs, bpref, "
            "binary preference, Judged@k, residual, condensed list, holes",
        ),
        Page(
            "disagreement",
            "Disagreement",
            "when do metrics disagree?",
            ("disagreement",),
        ),
        Page(
            "significance",
            "Two systems",
            "is B really better than A?",
            ("mean_difference",),
            guess_question="How far is B ahead of A on average?",
            words="statistical significance, confidence interval, bootstrap, t-test, "
            "sign test, permutation test, randomisation test, Wilcoxon, power, "
            "one-sided test, one-tailed, two-sided, two-tailed, critical value of t, "
            "matched pairs, unpaired, geometric mean, GMAP, ANOVA",
        ),
        Page(
            "ab_test",
            "A/B test",
            "do more readers succeed with B?",
            ("proportion_difference",),
            guess_question="How much larger is the share of B than that of A?",
            words="A/B testing, online experiment, split test, two proportions, "
            "z-test, conversion rate, CTR, click-through rate, confidence interval, "
            "chi-squared, McNemar, SRM, one-sided, one-tailed, two-tailed, relative lift, MDE",
        ),
        Page(
            "interleaving",
            "Interleaving",
            "which ranking do readers prefer?",
            ("team_draft",),
            guess_question="How far does A lead?",
            words="team draft, balanced interleaving, online experiment, interleaved list, credit, "
            "clicks, preference",
        ),
        Page(
            "which_metric",
            "Choosing",
            "which metric should I use?",
            ("choice",),
        ),
        Page(
            "two_tools",
            "Two tools",
            "why do they print two numbers?",
            ("convention",),
            words="conventions, library, empty query, tie, optimistic rank, zero score, sampled "
            "candidates",
        ),
    ),
    "Practise": (
        Page("spot_the_mistake", "Spot the mistake", "which step is false?"),
        Page(
            "drill",
            "The drill",
            "could you do it on paper?",
            words="exercises, practice, condensed list",
        ),
    ),
}

PAGES: Final = {page.name: page for pages in CHAPTERS.values() for page in pages}
LESSONS: Final = tuple(page for page in PAGES.values() if page.metrics)


def lesson_on(metric: str) -> Page | None:
    """Return the lesson on a metric, or None."""
    return next((page for page in LESSONS if metric in page.metrics), None)


@cache
def modules() -> tuple[str, ...]:
    """Return the names of all modules of pages, without the scripts that draw them."""
    files = (file for name in PAGES for file in sorted((FOLDER / name).glob("*.py")))
    return tuple(
        f"pages.{file.parent.name}.{file.stem}"
        for file in files
        if file.stem not in ("__init__", "page")
    )
