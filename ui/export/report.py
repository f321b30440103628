"""Sentences that report a metric with all settings that its score depends on."""

import re
from collections.abc import Mapping
from html import escape
from typing import Any, Final

from metrics.catalog import METRICS
from ui.core import knobs
from ui.core.knob_kinds import to_text
from ui.core.screen import Screen


def sentence(key: str, screen: Screen) -> str:
    """Return a sentence for a paper: a metric with all settings that its score depends on."""
    nothing = screen[knobs.MeanOverQueries.EMPTY]
    return f"{definition(key, screen, screen.k, screen.scale)}; {without_hits(key, nothing)}."


def to_copy(said: str) -> str:
    """Return the HTML of a sentence with a button that copies it."""
    return (
        f"<div class='code'><pre tabindex='0'><code>{escape(said)}</code></pre>"
        "<button data-copy>Copy</button></div>"
    )


def without_hits(key: str, nothing: str) -> str:
    """Return what queries without a relevant document count, as part of a sentence."""
    empty = _NOTHING[nothing, METRICS[key].higher_is_better]
    return f"queries without a relevant document {empty}"


def definition(key: str, screen: Screen, k: int | None, top: float) -> str:
    """Return a metric with all settings that its score depends on.

    Args:
        key: key of the metric.
        screen: the settings of its knobs.
        k: its cutoff; None for none.
        top: the highest grade of the scale.
    """
    metric = METRICS[key]
    shown = knobs.to_draw(knobs.of_metrics(key), screen.settings)
    clauses = (_clause(name, screen, k, top) for name in shown if name not in ("k", "scale"))
    grades = f"grades 0–{top:g}" if top > 1 else "binary labels"
    cited = f"{metric.label(k)} ({_cited(metric.source)})"
    return ", ".join([cited, grades, *filter(None, clauses)])


def _cited(source: str) -> str:
    """Return authors and year as they are cited: three or more authors become "et al.".

    >>> _cited("Chapelle, Metzler, Zhang & Grinspan (2009)"), _cited("Moffat & Zobel (2008)")
    ('Chapelle et al. 2009', 'Moffat & Zobel 2008')
    """
    return re.sub(r"(\w+), [\w, ]+ & \w+", r"\1 et al.", re.sub(r"\((\d+)\)", r"\1", source))


def _clause(name: str, screen: Screen, k: int | None, top: float) -> str:
    """Return what the position of a knob means, as part of a sentence; "" if it means nothing."""
    value = screen[name]
    if name in _WORDS:
        clause: str = _WORDS[name][value]
    elif name in ("utility", "satisfaction"):
        exponential = f"(2^g − 1)/{2**top:g}" if top > 1 else "g/2"
        sigmoid = f"1/(1 + e^(−{screen['steepness']:g}(g − {screen['midpoint']:g})))"
        share = {"linear": f"g/{top:g}" if top > 1 else "g", "exponential": exponential}
        share |= {"binary": "1 if it is relevant, else 0", "sigmoid": sigmoid}
        counts = "is worth {}" if name == "utility" else "satisfies a share of its readers of {}"
        if name == "satisfaction" and value == "exponential":
            counts = "satisfies {} of its readers"
        return f"a document of grade g {counts.format(share[value])}"
    elif name in _AMOUNTS:
        clause = _AMOUNTS[name]
    elif name in _USED:  # it is in another knob's clause
        return ""
    else:
        return f"{knobs.KNOBS[name].label.lower()} {to_text(value)}"
    amounts = {each: to_text(screen[each]) for each in _USED}
    amounts["thresholds"] = ":".join(map(str, screen["thresholds"][: int(top)]))
    amounts |= _OF_LIST if k is None else {"top": f"the top {k}", "most": str(k), "next": "k + 1"}
    return clause.format(**amounts) if name != "continuation" or value < 1 else ""


_USED: Final = (
    *("relevant_from", "gain_per_grade", "log_base", "exponent", "shift", "ratio"),
    *("persistence", "patience", "continuation", "k", "steepness", "midpoint", "recall_level"),
)
_OF_LIST: Final = {
    "top": "the list",
    "most": "the list's length",
    "next": "n + 1 for a list of n",
}
"""What a cutoff is called where there is none: the whole list counts."""
_WORDS: Final[Mapping[str, Mapping[Any, str]]] = {
    "denominator": {
        "relevant": "divided by all relevant documents",
        "found": "divided by the relevant documents in {top}",
        "capped": "divided by all relevant documents, at most {most}",
    },
    "recall_denominator": {
        "relevant": "divided by all relevant documents",
        "capped": "divided by all relevant documents, at most {most}",
    },
    "point_count": {
        11: "the mean at recall 0, 0.1, … 1",
        3: "the mean at recall 0.2, 0.5 and 0.8",
        "quarters": "the mean at recall 0.25, 0.5 and 0.75",
    },
    "rounding": {
        "up": "hits for a recall level rounded up",
        "trec_eval": "hits for a recall level rounded as in trec_eval",
    },
    "missing": {
        "penalty": "a relevant document that is not in {top} counts as rank {next}",
        "ignore": "only relevant documents in {top} count",
    },
    "gain": {
        "linear": "gain g",
        "exponential": "gain 2^g − 1",
        "custom": "gains {gain_per_grade} from grade 0 on",
    },
    "discount": {
        "log": "discount 1/log{log_base}(i + 1)",
        "log_thresholded": "discount 1/log{log_base}(i) from rank {log_base} on",
        "reciprocal": "discount 1/i",
        "power": "discount 1/(i + {shift})^{exponent}",
        "geometric": "discount {ratio}^(i − 1)",
        "none": "no discount",
    },
    "ideal": {
        "judged": "ideal of all judged documents, cut at k",
        "retrieved": "ideal of the retrieved documents only",
        "uncut": "ideal of all judged documents, not cut",
    },
}
"""What the positions of choices mean in a sentence."""
_AMOUNTS: Final = {
    "relevant_from": "relevant from grade {relevant_from}",
    "persistence": "p = {persistence}",
    "patience": "patience {patience}",
    "recall_level": "at recall {recall_level}",
    "continuation": "an unsatisfied reader goes on with probability {continuation}",
    "thresholds": "shares of readers by the least grade they accept, from 1 on, {thresholds}",
}
_NOTHING: Final = {
    ("worst", True): "count 0",
    ("worst", False): "count as the worst score",
    ("skip", True): "are left out",
    ("skip", False): "are left out",
    ("best", True): "count 1",
    ("best", False): "count as the best score",
}
"""What a query with nothing to find counts, by the knob and by whether a higher score is better."""
