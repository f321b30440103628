"""Reference: a card for each metric of the catalog, with links into the app."""

from functools import cache
from html import escape

import streamlit as st

from metrics.catalog import METRICS, Metric, find
from metrics.conventions import CONVENTIONS, LINES
from ui import figure, lesson
from ui.charts import alone
from ui.contents import PAGES, lesson_on
from ui.parts import controls
from ui.state import knobs

READS = {
    "binary": "binary: a document is a hit or a miss",
    "graded": "graded: how relevant a document is",
    "both": "binary and graded: hits, and how relevant they are",
}


@cache
def printed() -> dict[str, dict[str, list[str]]]:
    """Name what tools print under a metric, by its key and by how they compute it."""
    found: dict[str, dict[str, list[str]]] = {}
    for line in LINES:
        definition = CONVENTIONS[line.definition]
        names = found.setdefault(definition.metric, {}).setdefault(definition.says, [])
        names.append(f"{line.tool} {line.version}: {line.name(None)}")
    return found


@cache
def tools_html(metric: Metric) -> str:
    """Write what tools print, folded, below what there is to say besides."""
    said = escape(metric.tools)
    if not (ways := printed().get(metric.key)):
        return said
    tools = len({line.tool for line in LINES if CONVENTIONS[line.definition].metric == metric.key})
    rows = "".join(
        f"<div><b>{escape(says)}</b> <span>{escape('; '.join(names))}</span></div>"
        for says, names in ways.items()
    )
    compared = f"{tools} tool{'s' * (tools > 1)}, {len(ways)} way{'s' * (len(ways) > 1)}"
    return f"{said}<details><summary>Compared: {compared}</summary>{rows}</details>"


lesson.heading("reference")
st.markdown(
    r"""
All metrics of this notebook, in the order in which they are best learnt. Each formula is written
for the knobs as a first visit finds them. The **Scale** of the grades is a knob of every metric and
not repeated below. The bars say what one relevant document among ten scores at each rank with
$k = 10$, all on one scale from 0 to 1; ranks from 0 to 10.

<details><summary>What the letters mean</summary>

- $i$ is a rank, $k$ the cutoff, $m$ how many relevant documents exist, $N$ how many documents
  were judged irrelevant.
- $\mathrm{hit}_i$ is 1 where the document at rank $i$ is relevant, else 0; $\mathrm{hits}_i$ adds
  them up from the top to rank $i$.
- $g_i$ is a grade, $G$ the gain it is worth, $w_i$ the weight that the discount leaves it.
- $\mathrm{CG}_i$ is the gain collected down to rank $i$, $\mathrm{CG}^*_i$ the same in the ideal
  order, $\beta$ the patience.
- $u_i$ is the utility of the document at rank $i$, $R_i$ the share of readers it satisfies, $p$
  the probability to go on.
- $t_c$ is the share of readers whose bar is grade $c$, $m_c$ how many documents reach that bar,
  $\mathrm{P}_c$ the precision that those readers see.

</details>
""",
    unsafe_allow_html=True,
)
words = st.text_input(
    "Search",
    type="search",
    live=True,
    placeholder="jarvelin, trec_eval, graded …",
    key="reference_search",
    persist_state="session",
    width=420,
)
matches = find(words or "", {key: str(ways) for key, ways in printed().items()})
st.caption(
    f"{len(matches)} of {len(METRICS)} metrics"
    if matches
    else "No metric has all of these words. You can search for names and symbols, authors and "
    "years, tools, and binary or graded."
)
with st.container(key="reference", gap=None):
    for metric in matches:
        low, high = metric.range
        facts = {
            "Range": f"{low:g} {'and up' if high is None else f'to {high:g}'}, "
            f"{'higher' if metric.higher_is_better else 'lower'} is better",
            "Reads": READS[metric.reads],
            "Reader": metric.reader,
            "Source": metric.source,
        } | ({"Also": metric.also} if metric.also else {})
        listed = "".join(f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items())
        turned = "".join(
            f"<div><b>{escape(label)}</b> <span>{escape(positions)}</span></div>"
            for label, positions in knobs.positions(metric.key).items()
        )
        with st.container(horizontal=True):
            st.markdown(
                f"<div><h2>{metric.name} <small>{metric.symbol}</small></h2>\n\n"
                f"{metric.teaches}\n\n$$\n{metric.latex}\n$$\n\n</div>"
                f"<dl>{listed}<dt>Tools</dt><dd>{tools_html(metric)}</dd>"
                f"<dt>Knobs</dt><dd>{turned}</dd></dl>",
                unsafe_allow_html=True,
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
