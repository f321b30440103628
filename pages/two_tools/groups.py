"""The numbers that tools print for one list: a row for each, with its sum and its tools."""

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Final

import numpy as np
import streamlit as st

from metrics.breakdown import Breakdown
from pages.two_tools import explained, lines
from pages.two_tools.lines import Halves
from pages.two_tools.model import PLACES, Group, Numbers, score_on
from ui.core import knobs, plain
from ui.core.plain import counted, decimals, signed
from ui.core.presets import Preset
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw.score import Measured
from ui.parts import steps

WORDS: Final[Mapping[str, str]] = {
    "ndcg": "{tool}**nDCG** is the sum of gain × weight, divided by the same sum of the best "
    "order, the *ideal*.{gain}{weight}",
    "dcg": "{tool}**DCG**, discounted cumulative gain, is the sum of gain × weight.{gain}{weight}",
    "average_precision": "A *hit* is a relevant document. **AP**, average precision, adds up hits "
    "so far ÷ rank, at each hit. Tools differ in what they divide this sum by.",
    "precision": "A *hit* is a relevant document. **P** is precision, the share of hits. Tools "
    "differ in what they divide the hits by.",
    "recall": "A *hit* is a relevant document. **R** is recall, the share of all relevant "
    "documents that was found. Tools differ in what they divide the hits by.",
    "reciprocal_rank": "**RR**, reciprocal rank, is 1 / rank of the first relevant document.",
    "hit": "**Hit** is 1 if the top k has a relevant document, and else 0.",
    "f1": "**F1** is the harmonic mean of precision and recall.",
    "r_precision": "**RP**, R-precision, is the precision at rank m, where m relevant documents "
    "exist.",
    "bpref": "**bpref** reads at each relevant document which share of the judged misses is not "
    "above.",
    "rbp": "**RBP**, rank-biased precision, has a reader who goes on to each next rank with "
    "probability p.",
    "err": "**ERR**, expected reciprocal rank: a good document stops many readers. A stop at rank "
    "i is worth 1 / i.",
}
"""What each metric is, in Markdown."""
_IN_HALL: Final = "**nDCG**: sum of gain × weight ÷ that of the best order, the *ideal*.{gain}"
"""What nDCG is, in one line."""
_NAMED: Final = 2
"""Most tools that a row names; the others are only counted."""
_WEIGHTS: Final = 3
"""Weights that stand in a sentence."""
_TOOL: Final = "<span class='no_hall'>A *tool* is a program that computes the score. </span>"
_WIDE: Final = 0.02
"""Least share of a bar that has room for each digit of a gain, and for its frame."""
_LONG: Final = 110
"""Most characters of a sum that is shown."""
_LINE: Final = 34
"""Most characters of one that stands beside its bar."""


def words(measured: Measured) -> str:
    """Return what a metric is, in Markdown; a hall and a phone hide what they have no room for."""
    top = max((each.grade or 0 for each in measured.screen.a.documents), default=0)
    power = f"2^{top} − 1\u00a0=\u00a0{2**top - 1}"
    worth = {"linear": f"{top}, or {power}", "exponential": power}
    gain = worth.get(measured.screen["gain"], "") if top > 1 else ""
    counts = f"a grade g of {top} counts {gain}" if gain else "what a grade g is worth"
    is_usual = (measured.screen["discount"], measured.screen["log_base"]) == ("log", 2)
    weight = "<span class='no_hall no_phone'> *Weight* (discount): 1 / log₂(rank\u00a0+\u00a01)"
    in_hall = measured.key == "ndcg" and session().projector.presenting
    return (_IN_HALL if in_hall else WORDS[measured.key]).format(
        tool=_TOOL,
        gain=f"<span class='no_phone'> *Gain*: {counts}.</span>",
        weight=f"{weight}.</span>" * is_usual,
    )


def _weights(measured: Measured) -> str:
    """Return the weights of the first ranks, above the sums that have them, as HTML; or ""."""
    if measured.key not in ("ndcg", "dcg"):
        return ""
    terms, aside = measured.breakdown.terms, measured.breakdown.aside
    weights = max(terms["weight"], aside.get("ideal_weight", terms["weight"]), key=len)[:_WEIGHTS]
    each = ", ".join(decimals(weight) if weight < 1 else f"{weight:g}" for weight in weights)
    ranks = ", ".join(map(str, range(1, len(weights) + 1)))
    some = "s" * (len(weights) > 1)
    of_ranks = f"<span class='no_hall'> of rank{some} {ranks}</span>"
    return f"<p class='weights'>Weight{some}{of_ranks}: {each}</p>" * bool(each)


def define(measured: Measured) -> None:
    """Draw what the metric is."""
    with st.container(key="defined"):
        st.markdown(plain.typeset(words(measured)), unsafe_allow_html=True)


_WAY: Final = "<p class='way'><a href='#explain' data-field='explain'>Explain my number</a></p>"
"""A link to the input field, as HTML."""


def awaited(printed: Numbers) -> str:
    """Return the number that a step's act makes: it waits for the act. "" if none does.

    A question that names a number of the page asks for something else.
    """
    screen = printed.taught.screen
    if not (step := _undone(screen)):
        return ""
    if any(group.text in step.ask for group in printed.groups):
        return ""
    made = step.acted(screen)
    return decimals(score_on(made, printed.taught.key), PLACES) if made else ""


def _undone(screen: Screen) -> Preset | None:
    """Return the step whose act has yet to be done on its screen."""
    step = steps.current("two_tools")
    return step if step and step.then is not None and step.on(screen) == screen else None


def draw(printed: Numbers, hidden: bool) -> None:
    """Draw a row for each number that tools print.

    First come Rankbook's number, that which most other tools print, and the typed ones, with their
    sums; the others are folded. The other ones are what the step's question names, or a number that
    only the knob of the step changes. What a step's act makes is hidden until then. Where an answer
    has percents, they follow its act.
    """
    several = sum(count > 1 for count in printed.tools.values())
    some_print = f"; {several} print{'s' * (several == 1)} several"
    label = counted(len(printed.tools), "tool") + some_print * bool(several)
    if hidden:
        st.html(
            f"<section class='printed'><p class='many'><b>?</b> numbers for one list, of "
            f"{label}</p><p>Guess first. Then see how many numbers the tools print.</p></section>"
        )
        return
    session().drawn.add(_count(printed))
    many, bar = len(printed.groups), printed.taught.screen.relevant_from
    others = [group for group in printed.groups if group is not printed.own]
    asked = {*steps.shown("two_tools", knobs.of_metrics(printed.taught.key))}
    step = steps.current("two_tools")
    ask = step.ask if step else ""
    named = sorted(
        (group for group in others if group.text in ask), key=lambda group: ask.index(group.text)
    )
    most = max(
        named[:1] or others,
        key=lambda group: (printed.differs_in(group) in asked, len(group.tools)),
        default=None,
    )
    grows = bool(step and "%" in step.answer and step.is_done(printed.taught.screen))
    why = named if _undone(printed.taught.screen) else []
    waits = awaited(printed)
    mine = explained.typed_numbers(printed.taught.screen)
    rows: dict[bool, list[str]] = {True: [], False: []}
    for group in [*printed.groups, *([printed.without] if printed.without.ways else [])]:
        is_typed = any(number.means(group.number) for number in mine)
        is_asked = group in named and not session().projector.presenting
        is_first = is_typed or group is printed.own or group is most or is_asked
        is_awaited = group.text == waits and not is_typed
        row = _row(printed, group, is_typed, is_first, most, grows, is_awaited, group in why)
        rows[is_first].append(row)
    labels = (
        f"<p class='legend'>Tools that see only hits get labels: 1 from grade {bar} on, and else 0."
        "</p>"
    )
    folded = "".join(rows[False])
    none = len(printed.without.tools) if "<li class='none'" in folded else 0
    further = len(rows[False]) - bool(none)
    more = [f"{counted(further, 'more number')}"] * bool(further)
    more += [f"{counted(none, 'tool prints', 'tools print')} no number"] * bool(none)
    rest = (
        f"<details class='rest'><summary>{', '.join(more)}</summary><ol>{folded}</ol>"
        f"<p class='all'>{label}</p></details>"
    )
    in_hall = session().projector.presenting
    way, numbers = _WAY * (not in_hall), f"{'different ' * (not in_hall)}numbers"
    st.html(
        f"<section class='printed' aria-label='Numbers that tools print'>{way}<p class='many'><b>"
        f"{many}</b> {'number' if many == 1 else numbers} for one list</p>"
        f"{_weights(printed.taught)}<ol role='list'>{''.join(rows[True])}</ol>{rest * bool(folded)}"
        f"{labels * (bar > 1)}</section>"
    )


def has_sum(printed: Numbers) -> bool:
    """Return whether Rankbook's own number stands beside the sum that gives it."""
    return bool(_sum(printed, printed.own))


def _count(printed: Numbers) -> str:
    many = len(printed.groups)
    return f"{many} {'number' if many == 1 else 'numbers'}"


def _row(
    printed: Numbers,
    group: Group,
    is_typed: bool,
    is_open: bool,
    most: Group | None,
    grows: bool = False,
    is_awaited: bool = False,
    is_asked: bool = False,
) -> str:
    """Return a number with what makes it; folded unless open, its sum and who prints it.

    Rankbook's own is named by what makes it another number than that of `most` tools. If it
    `grows`, its sums are compared with those of that number. If it `is_awaited`, it has its place.
    If a question `is_asked` about it, the question does not stand beside its answer.
    """
    screen, is_own = printed.taught.screen, group is printed.own
    marks = " ".join(
        ["own"] * is_own + ["yours"] * is_typed + ["none"] * group.is_empty + ["kept"] * is_awaited
    )
    beside = "Rankbook" if is_own else ""
    beside += "<span>your number</span>" * is_typed
    why = printed.lead(group)
    beyond = printed.lead(most) if most and is_own else ""
    name = "these settings"
    if why:
        name = lines.words(why if group.is_empty else printed.name(why, beyond))
    if is_asked:
        name = "?"
    leading = {line.tool for line in group.ways.get(why, ())}
    tools = sorted(group.tools, key=lambda tool: (tool not in leading, printed.tools[tool]))
    few = tools[: min(len(leading), _NAMED) or _NAMED]
    some = ", ".join(map(escape, few)) or "no tool that we know of"
    some += f" and\u00a0{len(tools) - len(few)}\u00a0more" * (len(tools) > len(few))
    count = f"{len(tools)}\u00a0tool{'s' * (len(tools) != 1)}"
    before = _halves(printed, most) if grows and most and is_own else None
    setup = screen.k, screen.relevant_from, screen.scale
    each = "".join(
        f"<b>{lines.words(why)}</b>{lines.evidence(by, *setup)}" for why, by in group.ways.items()
    )
    who = f"<details><summary>{some}</summary>{each}</details>" if tools else f"<p>{some}</p>"
    return (
        f"<li class='{marks}'><details{' open' * is_open}><summary>"
        f"<b>{'?' if is_awaited else group.text}</b><span>{name} <small>"
        f"{count}</small></span><em>{beside}</em></summary>"
        f"<div class='ways'>{_sum(printed, group, before)}{who}</div></details></li>"
    )


def _sum(printed: Numbers, group: Group, before: Halves | None = None) -> str:
    """Return the sum that gives a number, as bars if it is divided; "" if there is none."""
    parts, written = _made(printed, group)
    bars = _bars(parts, written, before) if parts else ""
    return bars or f"<p class='sum'>{written}</p>" * (0 < len(written) <= _LONG)


def _halves(printed: Numbers, group: Group) -> Halves | None:
    """Return both halves of the quotient that gives a number."""
    parts, written = _made(printed, group)
    return lines.halves(parts, written) if parts else None


def _made(printed: Numbers, group: Group) -> tuple[Breakdown | None, str]:
    """Return what gives a number, and the same as a sum; "" if there is none."""
    why, taught = printed.lead(group), printed.taught
    meant = printed.conventions.get(why)
    if group is printed.own and not why:
        return taught.breakdown, lines.quotient(taught.breakdown)
    if meant and meant.compute:
        screen = taught.screen
        in_list = replace(screen.a, documents=screen.a.documents[: screen.a.retrieved])
        for ranked in (screen.a, in_list):
            ranking = ranked.ranking(screen.scale, screen.relevant_from)
            if np.isclose(meant.score(ranking, screen.k), group.number, rtol=0, atol=1e-9):
                return meant.compute(ranking, screen.k), lines.worked(meant, ranking, screen.k)
    return None, ""


def _bars(parts: Breakdown, written: str, before: Halves | None) -> str:
    """Return what a list adds up to and what that is divided by, as two bars with their sums.

    Each sum is followed by how much it grew, if `before` has the sums of another number.
    """
    rows = lines.halves(parts, written)
    if not rows:
        return ""
    whole, html = max(row.total for row in rows), ""
    named = ("this list", "÷ ideal" if rows[1].has_gains else "÷")
    for label, row, old in zip(named, rows, before or (None, None), strict=True):
        each = "".join(
            f"<i style='width:{share:.2%}' data-gain='"
            f"{gain if share > _WIDE * (1 + len(gain)) else ''}'></i>"
            for share, gain in ((value / whole, gain) for value, gain in row.summands)
        )
        text = row.text if len(row.text) <= _LINE else decimals(row.total)
        total = f"<span> = {decimals(row.total)}</span>" * (" " in text)
        if old:
            total += f" <strong>{signed(100 * row.total / old.total - 100, 0)}\u00a0%</strong>"
        html += f"<dt>{label}</dt><dd><b aria-hidden='true'>{each}</b></dd><dd>{text}{total}</dd>"
    return f"<dl class='halves'>{html}</dl>"
