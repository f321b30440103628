"""The cards of the reference: what each measure says, its formula, links, example and facts."""

from collections.abc import Callable
from functools import cache, partial
from html import escape
from typing import Any, TypeAlias

from metrics import agreement, cwl, other_measures, pointwise
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, Metric
from metrics.conventions import CONVENTIONS, LINES
from metrics.conventions.combinations import defined
from metrics.conventions.definitions import worked
from metrics.conventions.lines import Line
from metrics.means import geometric_mean
from metrics.other_measures import FURTHER
from metrics.ranking import Ranking
from ui.contents import PAGES, lesson_on
from ui.core import knobs, plain

_Worked: TypeAlias = tuple[str, str, float]

_READS = {
    "binary": "binary: a document is a hit or a miss",
    "graded": "graded: how relevant a document is",
    "both": "binary and graded: hits, and how relevant they are",
}
# The DOI of papers that sources name.
_DOIS = {
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

_EXAMPLE = (1, 0, 1, 0, 1)
_PREDICTED = (0.9, 0.8, 0.7, 0.6, 0.5)
_OTHER = (0, 1, 0, 0, 0)
_BEST = "acebd"  # the documents a b c d e of the example in its best order


def _of_pair(correlation: Callable[..., Breakdown], *, by_score: bool = False) -> _Worked:
    """Compare the example with its best order, by documents or by their scores in both."""
    if by_score:
        found = correlation([5, 4, 3, 2, 1], [5, 2, 4, 1, 3])
    else:
        found = correlation("abcde", _BEST)
    return " and its best order 1 1 1 0 0", "", float(found.score)


def _of_mean(mean: Callable[[Array], float], terms: str) -> _Worked:
    """Average the AP of the example and that of another query."""
    scores = METRICS["average_precision"].compute(Ranking([_EXAMPLE, _OTHER])).score
    first, second = map(plain.decimals, scores)
    return " and 0 1 0 0 0", terms.format(first, second), mean(scores)


def _of_errors(error: Callable[..., Any]) -> _Worked:
    """Return an error of predicted scores."""
    found = error(_PREDICTED, _EXAMPLE)
    score = found.score if isinstance(found, Breakdown) else found
    return f", predicted as {' '.join(map(str, _PREDICTED))}", "", float(score)


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
    return ", readers of RBP with p = 0.8", "", float(found.score)


# What is compared with the example, the numbers, and the score.
_FURTHER_EXAMPLES: dict[str, Callable[[], _Worked]] = {
    "mse": partial(_of_errors, pointwise.mse),
    "mae": partial(_of_errors, pointwise.mae),
    "rmse": partial(_of_errors, pointwise.rmse),
    "inversions": _of_inversions,
    "pairwise_accuracy": _of_accuracy,
    "mean": partial(_of_mean, lambda scores: float(scores.mean()), "({} + {}) / 2"),
    "geometric_mean": partial(_of_mean, geometric_mean, "√({} · {})"),
    "rate_of_gain": _of_rate,
    "kendall_tau": partial(_of_pair, agreement.kendall_tau, by_score=True),
    "kendall_distance": partial(_of_pair, agreement.kendall_distance),
    "spearman_rho": partial(_of_pair, agreement.spearman_rho, by_score=True),
    "tau_ap": partial(_of_pair, agreement.tau_ap),
    "rbo": partial(_of_pair, agreement.rbo),
}


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


def _example(of: Metric | other_measures.Measure) -> str:
    """Write the score of 1 0 1 0 1 with its numbers, "AP@5 = (1 + 2/3 + 3/5) / 3 = 0.756"."""
    ranking, k = Ranking(_EXAMPLE), len(_EXAMPLE)
    if of.key in METRICS:
        definition, label, before = defined(of.key), METRICS[of.key].label(k), ""
        score, terms = float(definition.score(ranking, k)), worked(definition, ranking, k)
    else:
        label = of.symbol if len(of.symbol) < 8 else of.name
        before, terms, score = _FURTHER_EXAMPLES[of.key]()
    result = plain.decimals(score).removesuffix(".000")
    return f"1 0 1 0 1{before}: {label} = " + f"{terms} = " * (terms not in ("", result)) + result


@cache
def card(key: str) -> str:
    """Write the Markdown of a measure: what it says, its formula, links, and facts."""
    of: Metric | other_measures.Measure = METRICS[key] if key in METRICS else FURTHER[key]
    low, high = of.range
    bounds = f"{low:g} {'and up' if high is None else f'to {high:g}'}".replace("-", "−")
    better = "higher" if of.higher_is_better else "lower"
    facts = {
        "Example": escape(_example(of)),
        "Range": f"{bounds}, {better} is better",
        "Source": _source_html(of.source),
    }
    if isinstance(of, Metric):
        facts |= {
            "Reads": _READS[of.reads],
            "Reader": escape(of.reader),
            "Tools": _tools_html(of),
            "Knobs": "".join(
                f"<div><b>{escape(label)}</b> <span>{escape(positions)}</span></div>"
                for label, positions in knobs.positions(key).items()
            ),
        }
    else:
        facts["Of"] = escape(of.of)
    if of.also:
        facts["Also"] = escape(of.also)
    listed = "".join(f"<dt>{name}</dt><dd>{fact}</dd>" for name, fact in facts.items())
    return (
        f"<div><h2>{of.name} <small>{of.symbol}</small></h2>\n\n"
        f"{of.teaches}\n\n$$\n{of.latex}\n$$\n\n{of.in_words}\n\n</div>"
        f"<div class='ways'>{_links_html(of)}</div><dl>{listed}</dl>"
    )


def _source_html(source: str) -> str:
    """Write a source with links to its papers."""
    html = escape(source)
    for paper, doi in _DOIS.items():
        linked = f"<a href='https://doi.org/{doi}' target='_blank'>{escape(paper)}</a>"
        html = html.replace(escape(paper), linked)
    return html


def _links_html(of: Metric | other_measures.Measure) -> str:
    """Write the links of a card, which keep the reader's screen but for a query (contents.js)."""
    # A mean of another kind has no key of its own on its page.
    page = lesson_on(of.key) or (None if isinstance(of, Metric) else lesson_on("mean"))
    label = of.label() if isinstance(of, Metric) else of.symbol
    links = [(page.url, f"Lesson on {label}")] if page else []
    if isinstance(of, Metric):
        playground, two_tools = PAGES["playground"].url, PAGES["two_tools"].url
        links.append((f"{playground}?show={of.key}", f"Playground with {label}"))
        if of.key in knobs.PRINTED:
            links.append((f"{two_tools}?printed={of.key}", f"Tools that print {label}"))
    return "".join(f"<a href='{to}'>{escape(text)}</a>" for to, text in links)
