"""The rows of the reference: what each measure says; below, its formula, links and facts."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from html import escape
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

import streamlit as st

from metrics import agreement, clicks, cwl, other_measures, pointwise
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, PRINTED, Metric
from metrics.contingency import Contingency, contingency, known_and_new
from metrics.conventions import CONVENTIONS, LINES
from metrics.conventions.combinations import defined
from metrics.conventions.definitions import worked
from metrics.conventions.lines import Line
from metrics.interleaving import team_draft
from metrics.judges import crosstab, kappa
from metrics.means import geometric_mean
from metrics.other_measures import FURTHER
from metrics.proportions import two_proportions
from metrics.ranking import Ranking
from metrics.top_k import f_beta
from pages.reference import one_hit
from ui import lesson
from ui.contents import CHAPTERS, LESSONS, PAGES, Page, lesson_on
from ui.core import knobs, plain, post
from ui.core.post import Action
from ui.core.session import Session, session
from ui.draw import figure, rank_terms
from ui.parts import controls, present
from ui.parts.controls import Control

_Worked: TypeAlias = tuple[str, str, float]
Measured: TypeAlias = Metric | other_measures.Measure

ALL: Final[Mapping[str, Measured]] = {**METRICS, **FURTHER}
"""All measures by key."""

_ABOUT: Final = {
    "Relevant or not": "a document is a hit or a miss",
    "How good, how deep": "documents have grades, and low ranks count less",
    "A person reading": "a reader may stop at each rank",
    "Judge for yourself": "some documents are not judged, or judges differ",
    "Why order matters": "errors of predicted scores, and pairs in the wrong order",
    "Two rankings": "how alike two orders of documents are",
}
"""The chapters that teach measures, in the order of the page, and what these take."""

WAYS_IN: Final[Mapping[str, Mapping[str, str]]] = {
    "Is the list good?": {
        "hit": "Is there any good document?",
        "precision": "Is what I show good?",
        "recall": "Do I show all that is good?",
        "reciprocal_rank": "How early is the first hit?",
    },
    "Is its order good?": {
        "average_precision": "Are all good ones early?",
        "ndcg": "Are the best on top?",
        "err": "How soon do readers stop?",
        "inversions": "How many pairs are wrong?",
    },
    "How do two compare?": {
        "kendall_tau": "Do two rankings agree?",
        "kappa": "Do two judges agree?",
        "proportion_difference": "Is B clicked more?",
        "mse": "Are predictions far off?",
    },
}
"""Questions in plain words, each with the measure that answers it."""

_ASKS: Final = (
    "**What do you want to know?** Each number scores one list, **● ○ ● ○ ●**. A ● is good, a hit."
)
_MEANS: Final[Mapping[str, Sequence[str]]] = {
    "hit": ("= 1 if there is a ●",),
    "recall": ("no other hit exists",),
    "reciprocal_rank": ("= 1/1", "1 ÷ rank of the first ●"),
    "average_precision": ("P at each hit",),
    "ndcg": ("a hit at rank i: 1/log₂(i + 1)",),
    "err": ("half stop at a hit", "÷ rank", "1: all at once"),
    "inversions": ("○ above a ●", "lower is better"),
    "kendall_tau": ("7 of 10 pairs alike",),
    "kappa": ("0.8 alike", "0.48 by chance"),
    "mse": ("lower is better",),
}
"""What the numbers of a score in the questions are, and what it supposes, in parts of a line."""
_OTHERS: Final = {
    "kendall_tau": "best order: 1 3 5 2 4",
    "kappa": "judge 2: ● ○ ○ ○ ●",
    "proportion_difference": "B: ○ ● ○ ○ ○",
    "mse": "predicted: 0.9 0.8 0.7 0.6 0.5",
}
"""What the list is compared with."""
_READS = {
    "binary": "binary: a document is a hit or a miss",
    "graded": "graded: how relevant a document is",
    "both": "binary and graded: hits, and how relevant they are",
}
# The DOI of papers that sources name.
_DOIS = {
    "Kendall (1938)": "10.1093/biomet/30.1-2.81",
    "Scott (1955)": "10.1086/266577",
    "Cohen (1960)": "10.1177/001316446002000104",
    "Kent, Berry, Luehrs & Perry (1955)": "10.1002/asi.5090060209",
    "Spearman (1904)": "10.2307/1412159",
    "Cooper (1968)": "10.1002/asi.5090190108",
    "Buckley & Voorhees (2000)": "10.1145/345508.345543",
    "Järvelin & Kekäläinen (2002)": "10.1145/582415.582418",
    "Radlinski, Kurup & Joachims (2008)": "10.1145/1458082.1458092",
    "Fagin, Kumar & Sivakumar (2003)": "10.1137/S0895480102412856",
    "Buckley & Voorhees (2004)": "10.1145/1008992.1009000",
    "Burges et al. (2005)": "10.1145/1102351.1102363",
    "Moffat & Zobel (2008)": "10.1145/1416950.1416952",
    "Yilmaz, Aslam & Robertson (2008)": "10.1145/1390334.1390435",
    "Craswell, Zoeter, Taylor & Ramsey (2008)": "10.1145/1341531.1341545",
    "Chapelle, Metzler, Zhang & Grinspan (2009)": "10.1145/1645953.1646033",
    "Robertson, Kanoulas & Yilmaz (2010)": "10.1145/1835449.1835550",
    "Webber, Moffat & Zobel (2010)": "10.1145/1852102.1852106",
    "Moffat, Bailey, Scholer & Thomas (2017)": "10.1145/3052768",
    "Joachims, Swaminathan & Schnabel (2017)": "10.1145/3018661.3018699",
}

_LONG: Final = 6
"""Characters of a symbol that is no short name."""
_EXAMPLE = (1, 0, 1, 0, 1)
_PREDICTED = (0.9, 0.8, 0.7, 0.6, 0.5)
_OTHER = (0, 1, 0, 0, 0)
_BEST = "acebd"  # the documents a b c d e of the example in its best order
_SQUARES: Final = "0.01 + 0.64 + 0.09 + 0.36 + 0.25"


def _of_pair(
    correlation: Callable[..., Breakdown], terms: str, *, by_score: bool = False
) -> _Worked:
    """Compare the example with its best order, by documents or by their scores in both."""
    if by_score:
        found = correlation([5, 4, 3, 2, 1], [5, 2, 4, 1, 3])
    else:
        found = correlation("abcde", _BEST)
    depth = ", p = 0.9" * (correlation is agreement.rbo)
    return f" and its best order 1 1 1 0 0{depth}", terms, float(found.score)


def _of_mean(mean: Callable[[Array], float], terms: str) -> _Worked:
    """Average the AP of the example and that of another query."""
    scores = METRICS["average_precision"].compute(Ranking([_EXAMPLE, _OTHER])).score
    first, second = map(plain.decimals, scores)
    return " and 0 1 0 0 0", terms.format(first, second), mean(scores)


def _of_errors(error: Callable[..., Any], terms: str) -> _Worked:
    """Return an error of predicted scores."""
    found = error(_PREDICTED, _EXAMPLE)
    score = found.score if isinstance(found, Breakdown) else found
    return f", predicted as {' '.join(map(str, _PREDICTED))}", terms, float(score)


def _of_inversions() -> _Worked:
    """Count the pairs in the wrong order."""
    found = agreement.graded_inversions(_EXAMPLE)
    wrong = [f"{pairs:g}" for pairs in found.terms["contribution"] if pairs]
    return "", " + ".join(wrong), float(found.score)


def _of_accuracy() -> _Worked:
    """Return the share of pairs in the right order."""
    found = agreement.graded_inversions(_EXAMPLE)
    pairs = f"1 − {float(found.score):g}/{float(found.aside['ordered_pairs']):g}"
    return "", pairs, float(found.aside["pairwise_accuracy"])


def _of_rate() -> _Worked:
    """Return the rate of gain of the readers of RBP."""
    found = cwl.rate_of_gain(Ranking(_EXAMPLE), cwl.rbp(0.8))
    return ", readers of RBP with p = 0.8", "1/5 + 0.128 + 0.082", float(found.score)


def _of_clicks() -> _Worked:
    """Let all readers who look at a hit click on it."""
    found = clicks.expected_clicks(Ranking(_EXAMPLE))
    return ", attention 1/i, all click on a hit", "1 + 1/3 + 1/5", float(found.score)


def _of_weighted_clicks() -> _Worked:
    """Assume that attention falls faster than it does."""
    found = clicks.weighted_clicks(Ranking(_EXAMPLE), assumed_decay=2)
    terms = "(1 ÷ 1 + 1/3 ÷ 1/9 + 1/5 ÷ 1/25) / 5"
    return ", attention 1/i, assumed 1/i², all click on a hit", terms, float(found.score)


def _of_proportions() -> _Worked:
    """Compare the share of hits with that of another group."""
    found = two_proportions(sum(_EXAMPLE), len(_EXAMPLE), sum(_OTHER), len(_OTHER))
    return " and 0 1 0 0 0, as readers who click or not", "1/5 − 3/5", found.difference


def _of_draft() -> _Worked:
    """Merge the example with its best order, and click on all hits."""
    draft = team_draft("abcde", _BEST, ("a", "a", "a"))
    lead = draft.lead(each for each, hit in zip("abcde", _EXAMPLE, strict=True) if hit)
    wins = (lead > 0) - (lead < 0)
    return ", and its best order as B, A first, clicks on all hits", "0 − 1", float(wins)


def _of_pool() -> _Worked:
    """Pool the top 3 of the example and of its best order."""
    pool = {*"abcde"[:3], *_BEST[:3]}
    return " and its best order, the top 3 of both", "3 + 3 − 2", float(len(pool))


def _of_set(score: Callable[[Contingency], float], terms: str) -> _Worked:
    """Take the top 3 of the example as what is retrieved."""
    return ", the top 3 retrieved", terms, score(contingency(2, 1, 1, 1))


def _of_known(at: int, terms: str) -> _Worked:
    """Let the user know the last hit of the example before, and retrieve the top 3 or all."""
    return ", whose last hit the user knew", terms, known_and_new(1, 2, 0)[at]


def _of_f_beta() -> _Worked:
    """Weigh recall twice as much as precision."""
    found = f_beta(Ranking(_EXAMPLE, missed=[1]), beta=2)
    return (
        " and one missed hit, β = 2",
        "(1 + 4) · 3 / (5\u00a0+\u00a04\u00a0·\u00a04)",
        float(found.score),
    )


def _of_auc() -> _Worked:
    """Give two documents of the example the same score."""
    return ", scored 5 4 4 2 1", "(2 + 1.5 + 0) / (3 · 2)", agreement.auc([5, 4, 4, 2, 1], _EXAMPLE)


def _of_bounds() -> _Worked:
    """Return what RBO is at least."""
    lowest, highest = agreement.rbo_bounds("abcde", _BEST)
    best = f" and its best order 1 1 1 0 0, p = 0.9, RBO max = {plain.decimals(highest)}"
    return best, "(5 · 2.303 − 6.277) / 9", lowest


def _of_judges(terms: str, score: Callable[[Breakdown], float]) -> _Worked:
    """Compare the example with what another judge says of the same documents."""
    found = kappa(crosstab(_EXAMPLE, (1, 0, 0, 0, 1)), margins="pooled")
    return ", and 1 0 0 0 1 by judge 2", terms, score(found)


def _of_kappa() -> _Worked:
    """Compare the example with another judge by Cohen's margins: each judge's own share of hits."""
    chance = ", and 1 0 0 0 1 by judge 2; P(E) = 0.6·0.4 + 0.4·0.6 = 0.48"
    found = kappa(crosstab(_EXAMPLE, (1, 0, 0, 0, 1)))
    return chance, "(0.8 − 0.48) / (1 − 0.48)", float(found.score)


# What is compared with the example, the numbers, and the score.
_FURTHER_EXAMPLES: dict[str, Callable[[], _Worked]] = {
    "mse": partial(_of_errors, pointwise.mse, f"({_SQUARES}) / 5"),
    "mae": partial(_of_errors, pointwise.mae, "(0.1 + 0.8 + 0.3 + 0.6 + 0.5) / 5"),
    "rmse": partial(_of_errors, pointwise.rmse, f"√(({_SQUARES}) / 5)"),
    "f_beta": _of_f_beta,
    "auc": _of_auc,
    "rbo_bounds": _of_bounds,
    "inversions": _of_inversions,
    "pairwise_accuracy": _of_accuracy,
    "mean": partial(_of_mean, lambda scores: float(scores.mean()), "({} + {}) / 2"),
    "geometric_mean": partial(_of_mean, geometric_mean, "√({} · {})"),
    "rate_of_gain": _of_rate,
    "expected_clicks": _of_clicks,
    "weighted_clicks": _of_weighted_clicks,
    "pool_size": _of_pool,
    "fall_out": partial(_of_set, lambda found: found.fall_out, "1/2"),
    "accuracy": partial(_of_set, lambda found: found.accuracy, "3/5"),
    "coverage": partial(_of_known, 0, "1/1"),
    "novelty": partial(_of_known, 1, "2/3"),
    "proportion_difference": _of_proportions,
    "team_draft": _of_draft,
    "kendall_tau": partial(_of_pair, agreement.kendall_tau, "(7 − 3) / 10", by_score=True),
    "kendall_distance": partial(_of_pair, agreement.kendall_distance, "3/10"),
    "spearman_rho": partial(
        _of_pair, agreement.spearman_rho, "1 − 6 · (0 + 4 + 1 + 1 + 4) / (5 · 24)", by_score=True
    ),
    "tau_ap": partial(_of_pair, agreement.tau_ap, "2/4 · (1/1 + 2/2 + 1/3 + 3/4) − 1"),
    "rbo": partial(_of_pair, agreement.rbo, "0.100 + 0.045 + 0.054 + 0.055 + 0.066 + 0.9⁵ · 1"),
    "observed_agreement": partial(_of_judges, "4/5", lambda found: float(found.aside["observed"])),
    "kappa": _of_kappa,
}


_AND_BEST: Final = (("A", "●a ○b ●c ○d ●e"), ("B", "●a ●c ●e ○b ○d"))
_RETRIEVED: Final = (("", "● ○ ● ○ ●"), ("retrieved", "yes yes yes no no"))
_KNOWN: Final = (("", "● ○ ● ○ ●"), ("known", "no – no – yes"))
_WRONG: Final = (("", "● ○ ● ○ ●"), ("○ above", "0 – 1 – 2"))
_GUESSED: Final = (("", "● ○ ● ○ ●"), ("predicted", "0.9 0.8 0.7 0.6 0.5"))
_SQUARED: Final = (*_GUESSED, ("error²", "0.01 0.64 0.09 0.36 0.25"))
_QUERIES: Final = (("query 1", "● ○ ● ○ ● AP\u00a00.756"), ("query 2", "○ ● ○ ○ ○ AP\u00a00.500"))
_JUDGED: Final = (("judge 1", "● ○ ● ○ ●"), ("judge 2", "● ○ ○ ○ ●"), ("same", "✓ ✓ ✗ ✓ ✓"))
_IDEAL: Final = {"ndcg": "1 0.631 1/2", "nerr": "1/2 1/8 1/24"}
"""What each document of the best order adds to the score by which a metric divides."""
_TABLES: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "interpolated_precision": (
        ("", "● ○ ● ○ ●"),
        ("P", "1 1/2 2/3 1/2 3/5"),
        ("R", "1/3 1/3 2/3 2/3 1"),
    ),
    "first_relevant_rank": (("", "● ○ ● ○ ●"), ("rank", "1 – – – –")),
    "mean_rank": (("", "● ○ ● ○ ●"), ("rank", "1 – 3 – 5")),
    "mse": _SQUARED,
    "mae": (*_GUESSED, ("error", "0.1 0.8 0.3 0.6 0.5")),
    "rmse": _SQUARED,
    "f_beta": (("", "● ○ ● ○ ● ●"), ("", "– – – – – missed")),
    "auc": (("", "● ○ ● ○ ●"), ("scored", "5 4 4 2 1"), ("○ below", "2 – 1.5 – 0")),
    "rbo_bounds": (*_AND_BEST, ("X: shared", "1 1 2 3 5")),
    "inversions": _WRONG,
    "pairwise_accuracy": _WRONG,
    "mean": _QUERIES,
    "geometric_mean": _QUERIES,
    "rate_of_gain": (("", "● ○ ● ○ ●"), ("adds", "1/5 0 0.128 0 0.082")),
    "expected_clicks": (
        ("", "● ○ ● ○ ●"),
        ("look", "1 1/2 1/3 1/4 1/5"),
        ("click", "1 0 1/3 0 1/5"),
    ),
    "weighted_clicks": (
        ("", "● ○ ● ○ ●"),
        ("click", "1 0 1/3 0 1/5"),
        ("÷ assumed", "1 1/4 1/9 1/16 1/25"),
    ),
    "pool_size": _AND_BEST,
    "fall_out": _RETRIEVED,
    "accuracy": (*_RETRIEVED, ("right", "✓ ✗ ✓ ✓ ✗")),
    "coverage": _KNOWN,
    "novelty": _KNOWN,
    "proportion_difference": (("A", "● ○ ● ○ ● 3/5"), ("B", "○ ● ○ ○ ○ 1/5")),
    "team_draft": (*_AND_BEST, ("shown", "●a ●c ○b ●e ○d"), ("from", "A B A B A")),
    "kendall_tau": (*_AND_BEST, ("opposite", "b–c b–e d–e")),
    "kendall_distance": (*_AND_BEST, ("opposite", "b–c b–e d–e")),
    "spearman_rho": (
        ("A", "●a ○b ●c ○d ●e"),
        ("rank in B", "1 4 2 5 3"),
        ("difference²", "0 4 1 1 4"),
    ),
    "tau_ap": (*_AND_BEST, ("above in A", "– 1/1 2/2 1/3 3/4")),
    "rbo": (*_AND_BEST, ("O: shared", "1 1/2 2/3 3/4 1")),
    "observed_agreement": _JUDGED,
    "kappa": _JUDGED,
}
"""What a hall sees of the example of a measure, if not what documents add: rows of their cells."""


@cache
def _printed() -> dict[str, dict[str, list[Line]]]:
    """Return what tools print under a metric, by its key and by how they compute it."""
    found: dict[str, dict[str, list[Line]]] = {}
    for line in LINES:
        definition = CONVENTIONS[line.definition]
        found.setdefault(definition.metric, {}).setdefault(definition.wording, []).append(line)
    return found


def _named(lines: list[Line]) -> str:
    """Name tools, their versions, and what they call a metric."""
    return "; ".join(f"{line.tool} {line.version}: {line.name(None)}" for line in lines)


def _tools_html(metric: Metric) -> str:
    """Write what tools print, folded, below what there is to say besides."""
    other_tools = escape(metric.tools)
    if not (ways := _printed().get(metric.key)):
        return other_tools
    tools, rows = set[str](), ""
    for phrase, lines in ways.items():
        tools |= {line.tool for line in lines}
        rows += f"<div><b>{escape(phrase)}</b> <span>{escape(_named(lines))}</span></div>"
    compared = f"{plain.counted(len(tools), 'tool')}, {plain.counted(len(ways), 'way')}"
    return f"{other_tools}<details><summary>Compared: {compared}</summary>{rows}</details>"


class _Example(NamedTuple):
    """What a measure makes of 1 0 1 0 1, "AP@5 = (1 + 2/3 + 3/5) / 3 = 0.756".

    Attributes:
        beside: what else it needs, as " and its best order 1 1 1 0 0"; "" for the list alone.
        label: its label.
        terms: the score with its numbers, or "".
        score: the score as text.
    """

    beside: str
    label: str
    terms: str
    score: str

    def __str__(self) -> str:
        terms = f"{self.terms} = " * (self.terms not in ("", self.score))
        return f"1 0 1 0 1{self.beside}: {self.label} = {terms}{self.score}"


@cache
def _example(key: str) -> _Example:
    ranking, k = Ranking(_EXAMPLE), len(_EXAMPLE)
    if key in METRICS:
        definition, label, beside = defined(key), METRICS[key].label(k), ""
        score, terms = float(definition.score(ranking, k)), worked(definition, ranking, k)
        label += {"rbp": " (p = 0.8)", "interpolated_precision": " (R ≥ 0.5)"}.get(key, "")
        if key in _IDEAL:
            terms = f"{terms.rpartition(' / ')[0]} / ({_IDEAL[key].replace(' ', ' + ')})"
    else:
        of = FURTHER[key]
        symbol = of.symbol.removesuffix(", RBO max")
        label = symbol if len(symbol) < 8 else of.name
        beside, terms, score = _FURTHER_EXAMPLES[key]()
    return _Example(beside, label, terms, plain.decimals(score).removesuffix(".000"))


@cache
def chapters() -> Mapping[str, tuple[str, ...]]:
    """Return the keys of all measures by chapter, in the order of its lessons."""
    of_page: dict[Page, list[str]] = {}
    page = LESSONS[0]
    for key in ALL:
        page = _lesson(key) or page  # what no lesson is about stands beside the measure before it
        of_page.setdefault(page, []).append(key)
    return {
        chapter: tuple(key for page in CHAPTERS[chapter] for key in of_page.get(page, ()))
        for chapter in _ABOUT
    }


def _lesson(key: str) -> Page | None:
    """Return the lesson on a measure; a mean of another kind has no key of its own on its page."""
    return lesson_on(key) or (lesson_on(FURTHER[key].beside) if key in FURTHER else None)


def begin() -> None:
    """Draw the way in: questions that lead to a measure; and the button that presents the page."""
    with st.container(key="begin", horizontal=True, vertical_alignment="center"):
        st.markdown(_ASKS)
        controls.draw("toolbar", [present.button_of(session())])
    st.html(
        _ways_in(lambda key, said: f"<button data-reveal='.st-key-measure_{key}'>{said}</button>")
    )


def _ways_in(write: Callable[[str, str], str]) -> str:
    """Write the questions with the answer for one list; `write` makes a text a way to a measure."""
    groups = "".join(
        f"<section><h2>{about}</h2>"
        f"{''.join(write(key, _asked(key, asked)) for key, asked in questions.items())}</section>"
        for about, questions in WAYS_IN.items()
    )
    return f"<nav class='ways-in' aria-label='Questions'>{groups}</nav>"


def _asked(key: str, asked: str) -> str:
    """Write a question with the name of its measure, its score, and what else that needs."""
    example = _example(key)
    score = f" <i>{example.score}</i>"
    short = _short(key)
    has_sum = example.terms not in ("", example.score) and key != "mse"  # which is long
    terms = re.sub(r"^(\d+) (?:· 1)?/ ?(\d+)$", r"\1/\2", example.terms)
    parts = [*["= " + terms.replace(") / (", ")</span> <span>/ (")] * has_sum, *_MEANS.get(key, ())]
    if other := _OTHERS.get(key, ""):
        parts = [*parts, f"<em>{other}</em>"]
    comma = "," * (not parts[0].startswith("="))
    named = f"<b>{short}</b> " * bool(short) + f"<span class='name'>{ALL[key].name}{comma}</span> "
    written = ",</span> <span>".join(parts)
    return f"<span>{asked}</span>{score} <small>{named}<span>{written}</span></small>"


def _short(key: str) -> str:
    """Return the short name of a measure, or "" if it has none."""
    of = ALL[key]
    short = of.label() if isinstance(of, Metric) else of.symbol
    return short if len(short) < _LONG and short.lower() != of.name.lower() else ""


def draw() -> None:
    """Draw a row for each measure, folded by chapters; what it unfolds has the bars of one ranking.

    A chapter shows them while it is open; until then, their names lead to them (style.css).
    """
    st.markdown(
        f"## All {len(ALL)} measures\n\nA name opens its formula, an example and facts. "
        "The examples write the list as **1\u00a00\u00a01\u00a00\u00a01**."
    )
    with st.container(key="reference", gap=None):
        for at, (chapter, keys) in enumerate(chapters().items()):
            score = "<i>score of 1 0 1 0 1</i>" * any(not _example(key).beside for key in keys)
            names = "".join(
                f"<li><button data-reveal='.st-key-measure_{key}'>{_named_short(key)}</button></li>"
                for key in keys
            )
            with st.container(key=f"chapter_{at}", gap=None):
                st.html(
                    f"<details class='chapter'><summary><h2>{chapter}: <small>{_ABOUT[chapter]}"
                    f"</small>{score}</h2></summary></details><ul class='names'>{names}</ul>"
                )
                for key in keys:
                    with st.container(key=f"measure_{key}", gap=None):
                        st.markdown(row(key), unsafe_allow_html=True)
                        if key in METRICS and not one_hit.at_any_rank(key):
                            figure.show(figure.Figure(one_hit, one_hit.rows(key), key), bare=True)


def _named_short(key: str) -> str:
    """Write the name of a measure with its short name, if it has one."""
    return ALL[key].name + (f" <small>{short}</small>" if (short := _short(key)) else "")


def draw_for_hall() -> None:
    """Draw the questions, and then one measure, large, between keys that lead to its neighbours."""
    state, keys = session(), [*chain(*chapters().values())]
    key = state.projector.measure
    choice: Control = {
        **{"kind": "select", "name": "choice", "label": "Measure", "value": key},
        "options": [["", "Questions"], *([each, ALL[each].name] for each in keys)],
        "change": {"do": "project"},
    }
    page = PAGES["reference"]
    question, says = f"{page.title}: {page.question}", _ASKS.partition("** ")[2].replace("**", "")
    if key:
        chapter = next(name for name, those in chapters().items() if key in those)
        question, says = f"{chapter}: {_ABOUT[chapter]}", ALL[key].teaches
    controls.talk(
        "measures",
        choice,
        at=["", *keys].index(key),
        of=len(keys) + 1,
        question=question,
        sentence={"kind": "text", "name": "says", "label": "What it says", "text": says},
    )
    with st.container(key="bar", horizontal=True):
        named = f"{ALL[key].name} :small[{ALL[key].symbol}]" if key else ""
        heading = named or "What do you want to know?"
        st.header(heading, anchor=False)
        controls.draw("toolbar", [present.button_of(state), present.code_of(state)], projector=True)
    if not key:
        st.html(_ways_in(_to_slide))
        return
    of = ALL[key]
    text = f"{_table_html(key)}\n\n$$\n{of.latex}\n$$\n\n{lesson.seen(of.in_words)}"
    st.markdown(text, unsafe_allow_html=True)
    if key in METRICS and (says := one_hit.at_any_rank(key)):
        st.markdown(says)
    elif key in METRICS:
        figure.in_hall(figure.Figure(one_hit, one_hit.rows(key), key, one_hit.title(key)))


def _table_html(key: str) -> str:
    """Write the example large: rows of its documents and of what each counts, and the sum."""
    example = _example(key)
    rows = _TABLES.get(key) or [("", "● ○ ● ○ ●"), ("adds", " ".join(_adds(key)))]
    if key in _IDEAL:
        rows = [*rows, ("ideal", _IDEAL[key])]
    cells = "".join(
        f"<li><small>{label}</small>{''.join(map(_cell_html, each.split(' ')))}</li>"
        for label, each in rows
    )
    list_ = f"1 0 1 0 1{example.beside}: "
    about = "" if example.beside else " class='spoken'"
    score = str(example).removeprefix(list_)
    return f"<div class='parts'><p{about}>{list_}</p><ul>{cells}</ul><b>{score}</b></div>"


def _cell_html(cell: str) -> str:
    """Write a document, large, or what it counts."""
    return f"<span>{cell}</span>" if cell[0] in "●○" else f"<small>{cell}</small>"


def _adds(key: str) -> list[str]:
    """Return what each document adds to the sum that is written out, or to the score."""
    settings = {**knobs.FIRST_SETTINGS, "k": len(_EXAMPLE), "scale": 1, "relevant_from": 1}
    found = METRICS[key].compute(Ranking(_EXAMPLE, top_grade=1), **knobs.arguments(key, settings))
    adds = found.terms["contribution"].tolist()
    written = [rank_terms.fraction(part) or plain.decimals(part) for part in adds]
    summands = _example(key).terms.partition(")")[0].removeprefix("(").split(" + ")
    if len(summands) == sum(map(bool, adds)) > 1:
        each = iter(summands)
        written = [next(each) if add else "0" for add in adds]
    return written


def _to_slide(key: str, said: str) -> str:
    """Write a link to the slide of a measure."""
    return f"<a href='{post.href({'do': 'project', 'to': key})}'>{said}</a>"


@post.on_session("project", linked=True)
def _project(state: Session, action: Action) -> None:
    """Show a hall a measure by its key, or by a `step` from the present one, or the questions."""
    keys = ["", *chain(*chapters().values())]
    if "step" in action:
        at = keys.index(state.projector.measure) + action["step"]
        to = keys[min(max(at, 0), len(keys) - 1)]
    else:
        to = str(action["to"])
    if to in keys:
        state.projector.measure, state.projector.presenting = to, True


@cache
def row(key: str) -> str:
    """Write the Markdown of a measure: what it says, and folded its formula, links, and facts."""
    of, example = ALL[key], _example(key)
    low, high = of.range
    bounds = f"{low:g} {'and up' if high is None else f'to {high:g}'}".replace("-", "−")
    better = "higher" if of.higher_is_better else "lower"
    facts = {
        "Example": escape(str(example)),
        "Range": f"{bounds}, {better} is better",
    }
    if isinstance(of, Metric):
        facts |= {"Reads": _READS[of.reads], "Reader": escape(of.reader)}
    else:
        facts["Of"] = escape(of.of)
    if of.also:
        facts["Also"] = escape(of.also)
    facts["Source"] = _source_html(of.source)
    if isinstance(of, Metric):
        facts |= {
            "Tools": _tools_html(of),
            "Knobs": "".join(
                f"<div><b>{escape(label)}</b> <span>{plain.typeset(escape(positions))}</span></div>"
                for label, positions in knobs.positions(key).items()
            ),
        }
    listed = "".join(f"<dt>{name}</dt><dd>{fact}</dd>" for name, fact in facts.items())
    score = f"<i>{example.score}</i>" * (not example.beside)
    bars = f"<p>{one_hit.at_any_rank(key) or one_hit.title(key)}</p>" if key in METRICS else ""
    symbol = f" <small>{of.symbol}</small>" * (of.symbol != of.name)
    back = "<button class='back' data-reveal='.st-key-begin'>All questions</button>"
    return (
        f"<details><summary><b>{of.name}{symbol}</b> "
        f"<span>{of.teaches}</span>{score}</summary>{back}<div class='card'><div>\n\n"
        f"$$\n{of.latex}\n$$\n\n{lesson.seen(of.in_words)}\n\n</div>"
        f"<dl>{listed}</dl><div class='ways'>{_links_html(key)}</div>{bars}</div></details>"
    )


def _source_html(source: str) -> str:
    """Write a source with links to its papers."""
    html = escape(source)
    for paper, doi in _DOIS.items():
        linked = f"<a href='https://doi.org/{doi}' target='_blank'>{escape(paper)}</a>"
        html = html.replace(escape(paper), linked)
    return html


def _links_html(key: str) -> str:
    """Write the links of a card, which keep the reader's screen but for a query (links.js)."""
    of, page = ALL[key], _lesson(key)
    label = of.label() if isinstance(of, Metric) else of.symbol
    links = [(page.url, f"Lesson on {label}")] if page else []
    if isinstance(of, Metric):
        playground, two_tools = PAGES["playground"].url, PAGES["two_tools"].url
        links.append((f"{playground}?show={key}", f"Playground with {label}"))
        if key in PRINTED:
            links.append((f"{two_tools}?printed={key}", f"Tools that print {label}"))
    links.append((post.href({"do": "project", "to": key}), f"Present {label}"))
    return "".join(f"<a href='{to}'>{escape(text)}</a>" for to, text in links)
