"""Reference: a card for each metric and each further measure, with links into the app."""

from collections.abc import Callable
from functools import cache, partial
from html import escape
from typing import Any, TypeAlias

import streamlit as st

from metrics import agreement, cwl, further, pointwise
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, Metric
from metrics.conventions import CONVENTIONS, LINES
from metrics.conventions.combinations import defined
from metrics.conventions.definitions import worked
from metrics.conventions.lines import Line
from metrics.further import FURTHER
from metrics.means import geometric_mean
from metrics.ranking import Ranking
from ui import figure, lesson
from ui.charts import alone
from ui.contents import PAGES, TEXTS, lesson_on
from ui.look import plain
from ui.parts import controls
from ui.state import knobs

Worked: TypeAlias = tuple[str, str, float]

READS = {
    "binary": "binary: a document is a hit or a miss",
    "graded": "graded: how relevant a document is",
    "both": "binary and graded: hits, and how relevant they are",
}
# The DOI of papers that sources name.
DOIS = {
    "Kendall (1938)": "10.1093/biomet/30.1-2.81",
    "Kent, Berry, Luehrs & Perry (1955)": "10.1002/asi.5090060209",
    "Spearman (1904)": "10.2307/1412159",
    "Cooper (1968)": "10.1002/asi.5090190108",
    "Buckley & Voorhees (2000)": "10.1145/345508.345543",
    "Järvelin & Kekäläinen (2002)": "10.1145/582415.582418",
    "Fagin, Kumar & Sivakumar (2003)": "10.1137/S0895480102412856",
    "Buckley & Voorhees (2004)": "10.1145/1008992.1009000",
    "Burges et al. (2005)": "10.1145/1102351.1102363",
    "Moffat & Zobel (2008)": "10.1145/1416950.1416952",
    "Yilmaz, Aslam & Robertson (2008)": "10.1145/1390334.1390435",
    "Chapelle, Metzler, Zhang & Grinspan (2009)": "10.1145/1645953.1646033",
    "Robertson, Kanoulas & Yilmaz (2010)": "10.1145/1835449.1835550",
    "Webber, Moffat & Zobel (2010)": "10.1145/1852102.1852106",
    "Moffat, Bailey, Scholer & Thomas (2017)": "10.1145/3052768",
}

# What each text is good for.
GOOD_FOR = {
    "guide": "a first tour in pictures, from errors to readers",
    "notes": "eight metrics in a line each, to revise with",
    "chapter": "calculations step by step, from MAP to ERR",
    "article": "the case against MAP and MRR in search, and for nDCG and ERR",
}

EXAMPLE = (1, 0, 1, 0, 1)
PREDICTED = (0.9, 0.8, 0.7, 0.6, 0.5)
OTHER = (0, 1, 0, 0, 0)
BEST = "acebd"  # the documents a b c d e of the example in its best order


def of_pair(correlation: Callable[..., Breakdown], *, by_score: bool = False) -> Worked:
    """Compare the example with its best order, by documents or by their scores in both."""
    if by_score:
        found = correlation([5, 4, 3, 2, 1], [5, 2, 4, 1, 3])
    else:
        found = correlation("abcde", BEST)
    return " and its best order 1 1 1 0 0", "", float(found.score)


def of_mean(mean: Callable[[Array], float], terms: str) -> Worked:
    """Average the AP of the example and that of another query."""
    scores = METRICS["average_precision"].compute(Ranking([EXAMPLE, OTHER])).score
    first, second = map(plain.decimals, scores)
    return " and 0 1 0 0 0", terms.format(first, second), mean(scores)


def of_errors(error: Callable[..., Any]) -> Worked:
    """Return an error of predicted scores."""
    found = error(PREDICTED, EXAMPLE)
    score = found.score if isinstance(found, Breakdown) else found
    return f", predicted as {' '.join(map(str, PREDICTED))}", "", float(score)


def of_inversions() -> Worked:
    """Count the pairs in the wrong order."""
    found = agreement.graded_inversions(EXAMPLE)
    wrong = [f"{pairs:g}" for pairs in found.terms["contribution"] if pairs]
    return "", " + ".join(wrong), float(found.score)


def of_accuracy() -> Worked:
    """Return the share of pairs in the right order."""
    found = agreement.graded_inversions(EXAMPLE)
    pairs = f"1 − {float(found.score):g}/{float(found.aside['ordered_pairs']):g}"
    return "", pairs, float(found.aside["pairwise_accuracy"])


def of_rate() -> Worked:
    """Return the rate of gain of the readers of RBP."""
    found = cwl.rate_of_gain(Ranking(EXAMPLE), cwl.rbp(0.8))
    return ", readers of RBP with p = 0.8", "", float(found.score)


# What is compared with the example, the numbers, and the score.
FURTHER_EXAMPLES: dict[str, Callable[[], Worked]] = {
    "mse": partial(of_errors, pointwise.mse),
    "mae": partial(of_errors, pointwise.mae),
    "rmse": partial(of_errors, pointwise.rmse),
    "inversions": of_inversions,
    "pairwise_accuracy": of_accuracy,
    "mean": partial(of_mean, lambda scores: float(scores.mean()), "({} + {}) / 2"),
    "geometric_mean": partial(of_mean, geometric_mean, "√({} · {})"),
    "rate_of_gain": of_rate,
    "kendall_tau": partial(of_pair, agreement.kendall_tau, by_score=True),
    "kendall_distance": partial(of_pair, agreement.kendall_distance),
    "spearman_rho": partial(of_pair, agreement.spearman_rho, by_score=True),
    "tau_ap": partial(of_pair, agreement.tau_ap),
    "rbo": partial(of_pair, agreement.rbo),
}

FAMILIES = f"""
All measures of this notebook: first those of one ranking, in the order in which they are best
learnt, then those of errors, pairs, means, readers and two rankings. Formulas use the default
settings. The bars show what one relevant document among ten scores at each rank, with the cutoff
k = 10.

{TEXTS["guide"].link} and {TEXTS["chapter"].link} sort metrics into families:

| Family | Metrics |
| --- | --- |
| Efimov: unranked | MSE, RMSE, MAE; precision and recall of a set |
| Efimov: ranked | Kendall’s distance, P@k, R@k, AP, RR |
| Efimov: for a user | DCG, nDCG, RBP, ERR |
| Yu: by position | P@k, R@k, Hit@k, RR, FRP, ERR |
| Yu: comprehensive | AP, AR, nDCG, MR |
| Yu: few relevant documents | Hit@k, RR, FRP |

Every ranked metric implies a reader, too. P@k is a reader who looks at exactly k documents.
"""


@cache
def printed() -> dict[str, dict[str, list[Line]]]:
    """Return what tools print under a metric, by its key and by how they compute it."""
    found: dict[str, dict[str, list[Line]]] = {}
    for line in LINES:
        definition = CONVENTIONS[line.definition]
        found.setdefault(definition.metric, {}).setdefault(definition.says, []).append(line)
    return found


def named(lines: list[Line]) -> str:
    """Name tools, their versions, and what they call a metric."""
    return "; ".join(f"{line.tool} {line.version}: {line.name(None)}" for line in lines)


@cache
def tools_html(metric: Metric) -> str:
    """Write what tools print, folded, below what there is to say besides."""
    said = escape(metric.tools)
    if not (ways := printed().get(metric.key)):
        return said
    tools, rows = set[str](), ""
    for says, lines in ways.items():
        tools |= {line.tool for line in lines}
        rows += f"<div><b>{escape(says)}</b> <span>{escape(named(lines))}</span></div>"
    compared = f"{len(tools)} tool{'s' * (len(tools) > 1)}, {len(ways)} way{'s' * (len(ways) > 1)}"
    return f"{said}<details><summary>Compared: {compared}</summary>{rows}</details>"


@cache
def example(of: Metric | further.Measure) -> str:
    """Write the score of 1 0 1 0 1 with its numbers, "AP@5 = (1 + 2/3 + 3/5) / 3 = 0.756"."""
    ranking, k = Ranking(EXAMPLE), len(EXAMPLE)
    if of.key in METRICS:
        definition, label, before = defined(of.key), METRICS[of.key].label(k), ""
        score, terms = float(definition.score(ranking, k)), worked(definition, ranking, k)
    else:
        label = of.symbol if len(of.symbol) < 8 else of.name
        before, terms, score = FURTHER_EXAMPLES[of.key]()
    said = plain.decimals(score).removesuffix(".000")
    return f"1 0 1 0 1{before}: {label} = " + f"{terms} = " * (terms not in ("", said)) + said


def card(of: Metric | further.Measure, facts: dict[str, str]) -> None:
    """Draw the text of a card: name, what it says, formula, and facts; facts are HTML."""
    low, high = of.range
    bounds = f"{low:g} {'and up' if high is None else f'to {high:g}'}".replace("-", "−")
    better = "higher" if of.higher_is_better else "lower"
    source = escape(of.source)
    for paper, doi in DOIS.items():
        linked = f"<a href='https://doi.org/{doi}' target='_blank'>{escape(paper)}</a>"
        source = source.replace(escape(paper), linked)
    facts = {
        "Example": escape(example(of)),
        "Range": f"{bounds}, {better} is better",
        "Source": source,
    } | facts
    if of.also:
        facts["Also"] = escape(of.also)
    listed = "".join(f"<dt>{name}</dt><dd>{fact}</dd>" for name, fact in facts.items())
    says = of.teaches if isinstance(of, Metric) else of.says
    st.markdown(
        f"<div><h2>{of.name} <small>{of.symbol}</small></h2>\n\n"
        f"{says}\n\n$$\n{of.latex}\n$$\n\n{of.in_words}\n\n</div><dl>{listed}</dl>",
        unsafe_allow_html=True,
    )


symbols = {key: metric.symbol for key, metric in METRICS.items()}
symbols |= {key: measure.symbol for key, measure in FURTHER.items()}
index = "".join(f"<a href='#measure_{key}'>{symbol}</a>" for key, symbol in symbols.items())

lesson.heading("reference")
st.html(f"<nav class='index' aria-label='All measures'>{index}</nav>")
st.markdown(FAMILIES)
with st.container(key="reference", gap=None):
    for metric in METRICS.values():
        turned = "".join(
            f"<div><b>{escape(label)}</b> <span>{escape(positions)}</span></div>"
            for label, positions in knobs.positions(metric.key).items()
        )
        with st.container(horizontal=True, key=f"measure_{metric.key}"):
            card(
                metric,
                {
                    "Reads": READS[metric.reads],
                    "Reader": escape(metric.reader),
                    "Tools": tools_html(metric),
                    "Knobs": turned,
                },
            )
            label, show = metric.label(), [metric.key]
            ways = [
                controls.link(
                    PAGES["playground"],
                    f"Playground with {label}",
                    change={"do": "turn", "knob": "metrics", "to": show},
                    query={"show": metric.key},
                )
            ]
            if page := lesson_on(metric.key):
                ways.insert(0, controls.link(page, f"Lesson on {label}"))
            if metric.key in knobs.PRINTED:
                ways.append(
                    controls.link(
                        PAGES["two_tools"],
                        f"Tools that print {label}",
                        change={"do": "turn", "knob": "printed_metric", "to": metric.key},
                        query={"printed": metric.key},
                    )
                )
            controls.draw(f"ways_{metric.key}", ways)
            figure.show(figure.Figure(alone, alone.rows(metric.key), metric.key), bare=True)
    for measure in FURTHER.values():
        with st.container(horizontal=True, key=f"measure_{measure.key}"):
            card(measure, {"Of": escape(measure.of)})
            # A mean of another kind has no key of its own on its page.
            if page := lesson_on(measure.key) or lesson_on("mean"):
                link = controls.link(page, f"Lesson on {measure.symbol}")
                controls.draw(f"ways_{measure.key}", [link])

cited = "\n".join(f"- {text.cited}: {GOOD_FOR[key]}." for key, text in TEXTS.items())
st.markdown(f"## Further reading\n\nRankbook began with four texts.\n\n{cited}")
