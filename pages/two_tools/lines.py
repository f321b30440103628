"""The lines of the tools as HTML: who prints a number, by which evidence, and what it computes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import chain, groupby
from math import isclose
from typing import Final, NamedTuple, TypeAlias

import streamlit as st

from metrics import conventions
from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.conventions import Line, definitions
from metrics.conventions.definitions import Definition
from metrics.ranking import Ranking
from ui.core import plain
from ui.core.plain import Html, decimals

_PROOFS: Final[Mapping[str, tuple[str, str]]] = {
    "run": ("", "run by our tests"),
    "read": ("°", "read in its source"),
    "told": ("†", "reported by its users"),
}
"""The evidence for a line: its mark, and a text."""
_FEW: Final = 2
"""Most remarks that are shown; more are folded."""
_GAINS: Final = frozenset({"ideal_gain", "ideal_weight"})
"""What a breakdown has that divides by an ideal."""
_MOST_ONES: Final = 12
"""Most documents of a denominator that are drawn one by one."""
_RENEWED: Final = {
    each
    for each, count in Counter((line.tool, line.prints) for line in conventions.LINES).items()
    if count > 1
}
"""Tools and names that mean something else in another version."""


def words(phrase: str) -> str:
    """Return a phrase of the `conventions` package as HTML."""
    return re.sub(r"\^(\w+|\([^)]*\))", r"<sup>\1</sup>", escape(phrase))


def tools(lines: Iterable[Line], k: int, relevant_from: float) -> str:
    """Return the tools of some lines, with the names that they print."""
    return ", ".join(f"{_tool(line)} {_name(line, k, relevant_from)}" for line in lines)


def evidence(lines: Iterable[Line], k: int, relevant_from: float, top_grade: float) -> str:
    """Return a list of lines: tool, version, name, evidence, rule for ties, and call."""
    calls = [(line, escape(line.called(k, relevant_from, top_grade))) for line in lines]
    return "<ul>{}</ul>".format(
        "".join(
            f"<li>{escape(line.tool)} {escape(line.version)} {_name(line, k, relevant_from)}: "
            f"{_PROOFS[line.proof][1]}. Ties: {conventions.TIES[line.ties]}."
            f"{f' {escape(line.note)}' * bool(line.note)}"
            f"{f' <code>{called}</code>' * bool(called)}</li>"
            for line, called in calls
        )
    )


def call(lines: Iterable[Line], k: int, relevant_from: float, top_grade: float) -> str:
    """Return the shortest call among some lines, one that our tests run if there is one."""
    calls = [
        (line.proof != "run", len(line.call), line.called(k, relevant_from, top_grade))
        for line in lines
        if line.call
    ]
    *_, called = min(calls, default=("",))
    return f"<p class='call'><code>{escape(called)}</code></p>" * bool(called)


def checks(lines: Iterable[Line]) -> str:
    """Return what some tools do with odd input, each remark once, with the tools it is about."""
    remarks: dict[str, dict[str, None]] = {}
    for line in lines:
        remarks.setdefault(line.odd, {})[line.tool] = None
    remarks.pop("", None)
    said = "".join(
        f"<p><small><b>Check {escape(', '.join(names))}.</b> {escape(text)}</small></p>"
        for text, names in remarks.items()
    )
    fold = f"<details><summary>What to check in {len(remarks)} tools</summary>{said}</details>"
    return fold if len(remarks) > _FEW else said


def _name(line: Line, k: int, relevant_from: float) -> str:
    return f"<code>{escape(line.name(k, relevant_from))}</code>"


def _tool(line: Line) -> str:
    """Return a tool's name, with the version if other versions compute something else."""
    return escape(
        f"{line.tool} {line.version}" if (line.tool, line.prints) in _RENEWED else line.tool
    )


def worked(definition: Definition, ranking: Ranking, k: int) -> str:
    """Return a formula with the list's numbers in it; for nDCG with the gains and weights.

    It is "" for a score that is not what the formula gives: a list that is too short and counts 0.
    """
    parts = definition.compute and definition.compute(ranking, k)
    if parts and not isclose(float(parts.score), definition.score(ranking, k)):
        return ""
    if not parts or not parts.aside.keys() >= _GAINS:
        return escape(definitions.worked(definition, ranking, k))
    return quotient(parts)


def quotient(parts: Breakdown) -> str:
    """Return a sum of gains times weights, divided by that of the ideal; "" without an ideal."""
    if not parts.aside.keys() >= _GAINS:
        return ""
    sums = (
        _products(parts.terms["gain"], parts.terms["weight"]),
        _products(parts.aside["ideal_gain"], parts.aside["ideal_weight"]),
    )
    return " / ".join(f"({each})" if " " in each else each for each in sums)


def _products(gains: Array, weights: Array) -> str:
    """Return a sum of gain times weight over the ranks with a gain."""
    products = (
        f"{gain:g}" + (f" · {decimals(weight)}" if weight < 1 else "")
        for gain, weight in zip(gains.tolist(), weights.tolist(), strict=False)
        if gain
    )
    return " + ".join(products) or "0"


class Row(NamedTuple):
    """One half of a quotient: its summands, each with its gain or "", and their sum as a text."""

    summands: Sequence[tuple[float, str]]
    text: str

    @property
    def total(self) -> float:
        """All summands."""
        return sum(value for value, _ in self.summands)

    @property
    def has_gains(self) -> bool:
        """Whether the summands are gains, each times a weight."""
        return any(gain for _, gain in self.summands)


Halves: TypeAlias = tuple[Row, Row]


def halves(parts: Breakdown, written: str) -> Halves | None:
    """Return both halves of a quotient, as it is `written`; None if nothing is divided."""
    upper, _, lower = written.partition(" / ")
    if not lower:
        return None
    if parts.aside.keys() >= _GAINS:
        above = _summands(parts.terms["gain"], parts.terms["weight"])
        below = _summands(parts.aside["ideal_gain"], parts.aside["ideal_weight"])
    else:
        total = next(float(parts.aside[name]) for name in definitions.TOTALS if name in parts.aside)
        terms = [*(parts.terms["contribution"] * total).tolist(), float(parts.remainder) * total]
        above = [(term, "") for term in terms if term]
        ones = total == round(total) and total <= _MOST_ONES
        below = [(1.0, "")] * round(total) if ones else [(total, "")]
    rows = Row(above, upper.strip("()")), Row(below, lower.strip("()"))
    return rows if rows[1].total > 0 and all(value > 0 for value, _ in above) else None


def _summands(gains: Array, weights: Array) -> list[tuple[float, str]]:
    each = zip(gains.tolist(), weights.tolist(), strict=False)
    return [(gain * weight, f"{gain:g}") for gain, weight in each if gain * weight]


def draw_all() -> None:
    """Draw the table of all lines: what each tool and version computes."""
    st.html(_table())


@cache
def _table() -> str:
    versions = groupby(conventions.LINES, lambda row: (row.tool, row.version))
    rows = [*chain(*(_lines(tool, version, [*lines]) for (tool, version), lines in versions))]
    header = ["prints, at k = 10", "as", "which is", "ties"]
    table = plain.table_html("What each tool computes", header, rows, words=range(4))
    total, run = len(conventions.LINES), sum(line.proof == "run" for line in conventions.LINES)
    return (
        f"<details class='fold lines'><summary>All {total} lines: each tool, version and name, "
        f"and what it computes</summary><p>Our tests run {run} of them on random lists and compare "
        "each with this table. ° means: read in its source. † means: reported by its users.</p>"
        f"{table}</details>"
    )


def _lines(tool: str, version: str, lines: Sequence[Line]) -> Iterator[Sequence[object]]:
    """Yield the table rows of one version of a tool: a heading with remarks, then its lines."""
    remarks: dict[str, list[str]] = {}
    for line in lines:
        whys = (line.empty, line.single, line.short, line.no_hit, line.no_miss)
        for text in (*whys, line.odd, line.note):
            remarks.setdefault(text, []).append(line.name(10))
    remarks.pop("", None)
    remark = " ".join(
        f"{', '.join(names)}: " * (len(names) < len(lines))
        + f"{text[0].upper()}{text[1:].rstrip('.')}."
        for text, names in remarks.items()
    )
    small = f"<small>{escape(remark)}</small>" * bool(remark)
    yield Html(f"<b>{escape(tool)}</b> {escape(version)}{small}")
    for line in lines:
        meant = conventions.CONVENTIONS[line.definition]
        called = f"<br><code>{escape(line.called(10))}</code>" * bool(line.call)
        name = Html(f"<code>{escape(line.name(10))}</code>{_PROOFS[line.proof][0]}{called}")
        yield [name, meant.label(10), Html(words(meant.wording)), conventions.TIES[line.ties]]
