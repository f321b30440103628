"""Many judges: how many of them gave each label, and Fleiss’ κ with all its numbers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np
import streamlit as st

from metrics.breakdown import Breakdown
from metrics.judges import fleiss_kappa, pairwise_kappa
from pages.judges.knobs import Judges
from ui import lesson
from ui.core.plain import counted, decimals, enough, table_html, typeset
from ui.core.post import Action
from ui.core.screen import Screen
from ui.draw.score import Measured
from ui.parts import controls

KAPPA: Final = "κ (Fleiss)"
WHY_NONE: Final = (
    "κ has no value here: all judges gave all documents one and the same label. Chance alone "
    "agrees then, so P(E) is 1, and κ would be 0/0."
)
_MOST_IN_PAIRS: Final = 8
"""Most judges of whom each two have a row."""
_FEW: Final = 12
"""Most documents whose agreement is written out in a mean."""


def is_shown(screen: Screen) -> bool:
    """Return whether a screen counts the votes of many judges."""
    return bool(screen[Judges.SOURCE] == "many")


def read(screen: Screen) -> tuple[list[str], list[list[int]]]:
    """Return the names of the labels, and for each document how many judges gave each."""
    names, *rows = screen[Judges.MANY]
    labels = names.split()
    return labels, [[*map(int, row.split()[: len(labels)])] for row in rows]


def _answers(screen: Screen) -> list[list[str]]:
    """Return what each judge said of all documents, by letters; none if only counts are known."""
    names, *rows = screen[Judges.MANY]
    each = [row.split()[len(names.split()) :] for row in rows]
    return (
        [[*said] for said in zip(*(answers for (answers,) in each), strict=True)]
        if all(each)
        else []
    )


def kappa(screen: Screen) -> Breakdown:
    """Return Fleiss’ κ by label."""
    _, rows = read(screen)
    each = [[label for label, by in enumerate(row) for _ in range(by)] for row in rows]
    found, given = fleiss_kappa([*zip(*each, strict=True)]), np.array(rows).sum(0) > 0
    terms = {}
    for name, values in found.terms.items():  # a label that nobody gave adds nothing
        terms[name] = np.zeros(len(given))
        terms[name][given] = values
    return replace(found, terms=terms)


def share(screen: Screen, term: str) -> Breakdown:
    """Return P(A), the term "observed", or P(E), "expected", by label."""
    found = kappa(screen)
    return Breakdown({"contribution": found.terms[term]}, undefined=np.array(False))


def stage(measures: Sequence[Measured], board: Callable[[bool], None]) -> lesson.Stage:
    """Return the scores and κ worked out, beside the `board`, which draws the table of votes."""
    main = measures[0]
    screen = main.screen
    names, rows = read(screen)
    judges = sum(rows[0])
    return lesson.Stage(
        measures,
        columns=(),
        board=board,
        worked=_worked(main),
        lists="",
        below_score=f"<p>{counted(len(rows), 'document')}, {judges} judges, "
        f"{counted(len(names), 'label')}</p>",
        words=(
            f"Each row is a document: how many of the {judges} judges gave it each label. All rows "
            f"have the sum {judges}. **P of a row** is the share of its pairs of judges that "
            "agree. **P(A)** is the mean of these: books write P with a bar. **P(E)** adds up the "
            "squares of the labels’ shares. So **κ**, kappa, is the part of the way from "
            "P(E) to 1 that the judges went. This is Fleiss’ κ. With two judges it is Scott’s π."
        ),
    )


def _worked(main: Measured) -> lesson.WorkedFormula:
    if main.breakdown.undefined:
        return lesson.WorkedFormula(main, [], "0/0")
    seen, chance = _both(main.breakdown)
    return lesson.WorkedFormula(main, [(0, f"({seen} − {chance}) / (1 − {chance})")])


def _both(found: Breakdown) -> list[str]:
    """Write P(A) and P(E) with as many digits as κ needs."""
    both = (float(found.aside[name]) for name in ("observed", "expected"))
    return enough(lambda a, e: (a - e) / (1 - e), *both)


def draw(screen: Screen, *, hidden: bool) -> None:
    """Draw the votes, with the agreement of each row if the answer is not `hidden`."""
    names, rows = read(screen)
    judges = sum(rows[0])
    pairs = judges * (judges - 1)
    body: list[list[object]] = []
    for at, row in enumerate(rows, start=1):
        cells: list[object] = [f"{at}", *row]
        if not hidden:
            agree = sum(by * (by - 1) for by in row)
            cells.append(f"{agree}/{pairs} = {decimals(agree / pairs)}")
        body.append(cells)
    foot = ["sum", *map(sum, zip(*rows, strict=True)), *[""] * (not hidden)]
    head = ["document", *names, *["P of the row"] * (not hidden)]
    st.html(table_html("Votes for each label", head, body, foot))


def buttons(screen: Screen) -> list[controls.Control]:
    """Return the button that takes each column for a judge, where that is possible."""
    names, rows = read(screen)
    if len(names) > 3 or max(map(max, rows)) > 9:
        return []
    text = "; ".join(" ".join(map(str, row)) for row in zip(*rows, strict=True))
    change: Action = {"do": "type_verdicts", "to": text, "labels": True}
    return [controls.button("Each column is a judge", change)]


def in_numbers(screen: Screen) -> str:
    """Write P of each row, the share of each label, P(A), P(E) and κ, as Markdown."""
    names, rows = read(screen)
    judges, found = sum(rows[0]), kappa(screen)
    pairs, answers = judges * (judges - 1), judges * len(rows)
    agree = [sum(by * (by - 1) for by in row) for row in rows]
    said = [
        f"**P of each row.** With {judges} judges there are {judges} · {judges - 1} = {pairs} "
        "ordered pairs of judges. A label that x judges gave has x · (x − 1) that agree."
    ]
    for at, (row, some) in enumerate(zip(rows, agree, strict=True), start=1):
        if at > _FEW:
            said.append(f"… and so on for the other {len(rows) - _FEW}; the table has them.")
            break
        products = " + ".join(f"{by}·{by - 1}" for by in row if by) or "0"
        said.append(f"Row {at}: ({products})/{pairs} = {some}/{pairs} = {decimals(some / pairs)}")
    observed, expected = (float(found.aside[name]) for name in ("observed", "expected"))
    mean = " + ".join(decimals(some / pairs) for some in agree)
    written = f"({mean})/{len(rows)} = " * (len(rows) <= _FEW)
    said.append(f"**P(A)**, the mean of the rows: {written}**{decimals(observed)}**")
    sums = [sum(column) for column in zip(*rows, strict=True)]
    shares = ", ".join(
        f"{name} {some}/{answers} = {decimals(some / answers)}"
        for name, some in zip(names, sums, strict=True)
    )
    squares = " + ".join(f"{decimals(some / answers)}²" for some in sums)
    said.append(f"**The share of each label**, p: {shares}")
    said.append(f"**P(E)**, the sum of their squares: {squares} = **{decimals(expected)}**")
    if found.undefined:
        said.append("All answers have one label, so κ is 0/0: there is no value.")
    else:
        seen, chance = _both(found)
        score_ = decimals(float(found.score))
        said.append(f"**Fleiss’ κ** = ({seen} − {chance}) / (1 − {chance}) = **{score_}**")
    return typeset("\n\n".join([*said, *_in_pairs(_answers(screen))]))


def _in_pairs(judges: Sequence[Sequence[str]]) -> Iterator[str]:
    """Write Cohen's κ of each two judges, and their mean, as Markdown with a table."""
    if not judges:
        return
    found = pairwise_kappa(judges)
    pairs = [*combinations(range(1, len(judges) + 1), 2)]
    terms = [found.terms[name].tolist() for name in ("observed", "expected", "kappa")]
    body = [
        [f"{one} and {other}", *map(decimals, numbers)]
        for (one, other), *numbers in zip(pairs, *terms, strict=True)
    ]
    known = found.terms["kappa"][~np.isnan(found.terms["kappa"])]
    if not len(known):
        yield "**Cohen’s κ of each two judges** is 0/0 in all pairs: each gave one label only."
        return
    mean = decimals(float(known.mean()))
    none = len(pairs) - len(known)
    yield (
        "**Cohen’s κ of each two judges** takes each judge’s own shares for P(E). The mean of the "
        f"{len(known)} pairs, also called Light’s κ, is **{mean}**."
        + f" {none} more {'have' if none > 1 else 'has'} no value, because P(E) is 1."
        * bool(none)
    )
    if len(judges) <= _MOST_IN_PAIRS:
        yield table_html("Each two judges", ["judges", "P(A)", "P(E)", "κ"], body, words=(0,))


def numbers(main: Measured) -> None:
    """Draw what each label adds, and κ as lines of NumPy."""
    names, rows = read(main.screen)
    code = f"""
votes = np.array({rows})
judges = votes[0].sum()
observed = (votes * (votes - 1)).sum() / (len(votes) * judges * (judges - 1))
expected = ((votes.sum(0) / votes.sum()) ** 2).sum()
score = (observed - expected) / (1 - expected)
"""
    each = (("row", "label"), [*enumerate(names, start=1)])
    lesson.numbers(main, code, each, observed="P(A)", expected="P(E)", contribution="adds")
