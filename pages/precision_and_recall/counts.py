"""A set that was retrieved, without ranks: a table of four counts, or precision and recall."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics.breakdown import Breakdown
from metrics.contingency import (
    contingency,
    f_score,
    known_and_new,
    matthews,
    recall_for_f,
    weighted_accuracy,
)
from metrics.utility import cost_of_counts, price_of_same_cost
from pages.precision_and_recall import fractions
from pages.precision_and_recall.fractions import Share
from pages.precision_and_recall.knobs import Retrieved
from ui import lesson
from ui.core.knob_kinds import as_root, to_text
from ui.core.knobs import KNOBS
from ui.core.plain import as_share, decimals, money, table_html
from ui.core.post import Action
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.draw import figure, score
from ui.draw.score import Measured
from ui.parts import controls, tally
from ui.parts.controls import Control

_PARTS: Final = ("share",)
_FEWER_IS_BETTER: Final = "fall_out"
_OF_ALL_FOUR: Final = ("fall_out", "accuracy")
"""Scores that need all four counts."""
_HALF: Final = 0.5
_MOST: Final = 8
"""Most tables beside the first one."""
_TABLES: Final = {"counts": Retrieved.COUNTS, "known": Retrieved.KNOWN}


class _Set(NamedTuple):
    """What is said of a set that was retrieved.

    Attributes:
        scores: name and value of each score by key, the main one first; NaN is a share of nothing.
        shares: the fractions of the chart.
        also: names of the fractions that are worked out beside the first one.
        given: how much is relevant and retrieved, or the two scores.
        words: what the scores mean.
        code: the first score as lines of NumPy.
    """

    scores: Mapping[str, tuple[str, float]]
    shares: Sequence[Share]
    also: Sequence[str]
    given: str
    words: str
    code: str


def is_shown(screen: Screen) -> bool:
    """Return whether a screen has counts or two scores in the place of a list."""
    return bool(screen[Retrieved.SOURCE] != KNOBS[Retrieved.SOURCE].first)


def has_counts(screen: Screen) -> bool:
    """Return whether a screen has counts of relevant and irrelevant documents."""
    return bool(screen[Retrieved.SOURCE] == "counts")


def own_knobs(screen: Screen) -> list[str]:
    """Return the knobs that are not on the board: what is given, and counts as one line."""
    source = screen[Retrieved.SOURCE]
    return [Retrieved.SOURCE, *[table for each, table in _TABLES.items() if each == source]]


@once_per_screen
def _set(screen: Screen) -> _Set:
    if has_counts(screen):
        return _of_counts(screen)
    return _of_known(screen) if screen[Retrieved.SOURCE] == "known" else _of_rates(screen)


def _of_counts(screen: Screen) -> _Set:
    """Return five scores of four counts."""
    hits, misses, missed, neither = counts = screen[Retrieved.COUNTS]
    beta, f = screen[Retrieved.BETA], _name_of_f(screen)
    found, weight = contingency(*counts, beta=beta), beta**2
    lacks, rejected = _unknown(screen), neither or 0
    every = hits + misses + missed + rejected
    above = round((1 + weight) * hits, 4)
    return _Set(
        scores={
            "set_precision": ("P", found.precision),
            "set_recall": ("R", found.recall),
            "set_f": (f, found.f),
            "fall_out": ("Fall-out", found.fall_out),
            "accuracy": ("Accuracy", found.accuracy),
        },
        shares=[
            Share("P", hits, hits + misses, "of the retrieved"),
            Share("R", hits, hits + missed, "of the relevant"),
            Share(f, above, round(above + weight * missed + misses, 4), ""),
            Share("Fall-out", misses, misses + rejected, "of the irrelevant", lacks),
            Share("Accuracy", hits + rejected, every, "of all", lacks),
        ],
        also=["R", f],
        given=("" if lacks else f"Of {every:,}: ")
        + f"{hits + misses:,} retrieved, {hits + missed:,} relevant"
        + ", rest unknown" * bool(lacks),
        words="Type a count. A set was retrieved, and nothing says in which order. **P** is the "
        "share of the retrieved documents that is relevant. **R** is the share of the relevant "
        "ones that is retrieved. **F** is a mean of both. **Fall-out** is the share of the "
        "irrelevant ones that is retrieved. **Accuracy** is the share of all documents that is "
        "right: relevant and retrieved, or neither. P, R and F do not need the fourth count: leave "
        "it empty if nobody knows it.",
        code=f"""
hits, misses, missed = {hits}, {misses}, {missed}
beta = {beta!r}
recall = np.divide(hits, hits + missed)
f = np.divide((1 + beta**2) * hits, (1 + beta**2) * hits + beta**2 * missed + misses)
"""
        + f"""rejected = {rejected}
fall_out = np.divide(misses, misses + rejected)
accuracy = np.divide(hits + rejected, hits + misses + missed + rejected)
"""
        * (not lacks)
        + """score = np.divide(hits, hits + misses)  # precision
""",
    )


def _unknown(screen: Screen) -> str:
    """Return what the count of documents that are neither is called if nobody knows it, or ""."""
    unknown = has_counts(screen) and screen[Retrieved.COUNTS][3] is None
    return "the fourth count, TN" * unknown


def _of_known(screen: Screen) -> _Set:
    """Return what a user learns, by counts of relevant documents that the user knew or not."""
    known, new, known_missed, new_missed = counts = screen[Retrieved.KNOWN]
    coverage, novelty, recall = known_and_new(*counts)
    found, every = known + new, sum(counts)
    return _Set(
        scores={
            "coverage": ("Coverage", coverage),
            "novelty": ("Novelty", novelty),
            "known_recall": ("R", recall),
        },
        shares=[
            Share("Coverage", known, known + known_missed, "of the known"),
            Share("Novelty", new, found, "of the found"),
            Share("R", found, every, "of all relevant"),
        ],
        also=["Novelty", "R"],
        given=f"Of {every:,} relevant: {found:,} retrieved, {known + known_missed:,} known",
        words="Type a count. All these documents are relevant. Some of them the user **knew** "
        "before the search, and the others are **new**. **Coverage** is the share of the known "
        "ones that is retrieved. **Novelty** is the share of the retrieved ones that is new. "
        "**R**, recall, is the share of all relevant ones that is retrieved.",
        code=f"""
known, new, known_missed, new_missed = {known}, {new}, {known_missed}, {new_missed}
novelty = np.divide(new, known + new)
recall = np.divide(known + new, known + new + known_missed + new_missed)
score = np.divide(known, known + known_missed)  # coverage
""",
    )


def _of_rates(screen: Screen) -> _Set:
    """Return F of two scores, and their mean."""
    p, r, beta = (screen[key] for key in (Retrieved.PRECISION, Retrieved.RECALL, Retrieved.BETA))
    name, f, mean = _name_of_f(screen), f_score(p, r, beta=beta), (p + r) / 2
    return _Set(
        scores={"set_f": (name, f), "set_mean": ("(P + R)/2", mean)},
        shares=[
            Share(each, value, 1, "")
            for each, value in (("P", p), ("R", r), (name, f), ("Mean", mean))
        ],
        also=[],
        given=f"P {as_share(p)}, R {as_share(r)}",
        words="Set P and R. **F** lies between them: **F1** is their harmonic mean, nearer to the "
        "smaller one. With a larger **β** it is nearer to R, with a smaller one nearer to P. "
        + _inverse(p),
        code=f"""
precision, recall, beta = {p:g}, {r:g}, {beta!r}
below = beta**2 * precision + recall
score = (1 + beta**2) * precision * recall / below if below else 0.0
""",
    )


def _inverse(p: float) -> str:
    """Say at which R F1 is one half, with the formula in numbers."""
    short = Fraction(p).limit_denominator(100)  # 1/3 is typed, and stays as 0.333333
    r = recall_for_f(_HALF, float(short) if abs(short - p) < 1e-6 else p)
    if r != r:
        return f"At P = {p:g} no R gives F1 = {_HALF}."
    worked = f"{_HALF} · {p:g} / (2 · {p:g} − {_HALF}) = {as_share(r)}"
    return f"At P = {p:g}, F1 is {_HALF} if R = F1 · P / (2 · P − F1) = {worked}."


def _name_of_f(screen: Screen) -> str:
    """Return the name of F with β: F1, F0.5, F(β = 1/√3)."""
    beta = as_root(screen[Retrieved.BETA])
    return f"F(β = {beta})" if "√" in beta else f"F{beta}"


def measured() -> list[Measured]:
    """Measure the set by each of its scores."""
    lacks = _unknown(session().shown)
    return [
        replace(
            score.measure_by(
                partial(_one, key),
                label,
                key=key,
                parts=_PARTS,
                places=_places(value),
                higher_is_better=key != _FEWER_IS_BETTER,
            ),
            why_none=f"{label} needs {lacks}." * (bool(lacks) and key in _OF_ALL_FOUR),
        )
        for key, (label, value) in _set(session().shown).scores.items()
    ]


def _places(share: float) -> int:
    """Return how many decimals a share has on this page."""
    return max(3, len(as_share(share).partition(".")[2]))


def _one(key: str, screen: Screen) -> Breakdown:
    return score.single(_set(screen).scores.get(key, ("", np.nan))[1])


def stage(measured: list[Measured]) -> lesson.Stage:
    """Return the table or the two scores, and the chart of what each score is a share of."""
    main = measured[0]
    screen, since = main.screen, session().since
    now = _set(screen)
    same = since and since[Retrieved.SOURCE] == screen[Retrieved.SOURCE]
    before = _set(since).shares if since and same else ()
    shown = figure.Figure(
        fractions,
        fractions.rows(now.shares, before),
        title="" if now.also else "Which score is F near?",
    )
    return lesson.Stage(
        measured,
        columns=(),
        board=lambda _hidden: _board(screen),
        chart=shown,
        in_hall=True,
        worked=worked(main),
        lists="",
        below_score=f"<p class='changed'>{now.given}</p>",
        words=now.words,
    )


def worked(main: Measured) -> lesson.WorkedFormula:
    """Return the first score with its numbers, and others with theirs."""
    screen = main.screen
    now = _set(screen)
    if now.also:
        of = {each.name: each for each in now.shares}
        also = [f"{name} = {of[name]} = {as_share(of[name].value)}" for name in now.also]
        return lesson.WorkedFormula(main, [(0, str(now.shares[0]))], also=also)
    p, r, beta = (screen[key] for key in (Retrieved.PRECISION, Retrieved.RECALL, Retrieved.BETA))
    weight = beta**2
    below = f"{weight * p + r:.4g}"
    return lesson.WorkedFormula(main, [(0, f"{1 + weight:.4g}·{p:g}·{r:g} ÷ {below}")])


def _board(screen: Screen) -> None:
    """Draw the table or the sliders, and buttons that retrieve nothing or everything."""
    table = _TABLES.get(screen[Retrieved.SOURCE])
    if table is None:
        controls.turn([Retrieved.PRECISION, Retrieved.RECALL, Retrieved.BETA], "rates")
        given = [
            _typed(screen, Retrieved.PRECISION, "typed-p", "P, also 1/3"),
            _typed(screen, Retrieved.RECALL, "typed-r", "R, also 1/3"),
        ]
        controls.draw("typed_beta", [*given, _typed_beta(screen)], "grid")
        return
    tally.draw(table)
    if not has_counts(screen):
        return
    hits, misses, missed, rejected = screen[Retrieved.COUNTS]
    if rejected is not None:
        relevant, others = hits + missed, misses + rejected
        controls.draw(
            "retrieve",
            [
                _retrieved("Retrieve nothing", (0, 0, relevant, others), screen),
                _retrieved("Retrieve everything", (relevant, others, 0, 0), screen),
            ],
        )
    controls.turn([Retrieved.BETA], "balance")
    controls.draw("typed_beta", [_typed_beta(screen)])


def _typed_beta(screen: Screen) -> Control:
    """Return a field for β, which a slider cannot set exactly."""
    root = as_root(screen[Retrieved.BETA])
    typed = _typed(screen, Retrieved.BETA, "typed-beta", "β, also 1/√3")
    return {**typed, "signs": "√/", **({"value": root} if "√" in root else {})}


def _typed(screen: Screen, knob: str, name: str, label: str) -> Control:
    """Return a field for a number that a slider cannot set exactly."""
    return {
        **{"kind": "line", "name": name, "label": label, "signs": "/"},
        **{"value": to_text(screen[knob]), "change": {"do": "turn", "knob": knob}},
    }


def _retrieved(label: str, counts: tuple[int, ...], screen: Screen) -> Control:
    turn: Action = {"do": "turn", "knob": Retrieved.COUNTS, "to": to_text(counts)}
    return controls.button(label, turn, off=screen[Retrieved.COUNTS] == counts)


def all_shares(screen: Screen) -> str:
    """Write each score of a table with its fraction, and the other shares that books name."""
    hits, misses, missed, neither = screen[Retrieved.COUNTS]
    rejected, lacks = neither or 0, _unknown(screen)
    every = hits + misses + missed + rejected
    rows = [
        *_set(screen).shares,
        Share("Specificity", rejected, misses + rejected, "of the irrelevant", lacks),
        Share("NPV", rejected, rejected + missed, "of the rejected", lacks),
        Share("Error rate", misses + missed, every, "of all", lacks),
        Share("Generality", hits + missed, every, "of all", lacks),
    ]
    body = [
        [one.name, str(one) if one.lacks else f"{one} {one.of}".strip(), as_share(one.value)]
        for one in rows
    ]
    _, _, f, *_ = rows  # after P and R
    effectiveness = [f"E = 1 − {f.name}", f"1 − {as_share(f.value)}", as_share(1 - f.value)]
    body += [effectiveness, _youden(screen), _matthews(screen)]
    return table_html("Each score, worked", ["score", "worked", "value"], body, words=(1,))


def _youden(screen: Screen) -> list[str]:
    """Write the row of Youden's J, sensitivity − (1 − specificity)."""
    lacks = _unknown(screen)
    recall, fall_out = (_set(screen).shares[at] for at in (1, 3))
    if lacks:
        return ["Youden’s J", f"needs {lacks}", "–"]
    places = max(_places(each.value) for each in (recall, fall_out))
    value = decimals(recall.value - fall_out.value, places)
    return ["Youden’s J", f"{recall} − {fall_out}", value]


def cost(counts: Sequence[int | None], prices: Sequence[float]) -> float | None:
    """Return what four counts cost; None if the unknown one has a price."""
    if counts[3] is None and prices[3]:
        return None
    return cost_of_counts([each or 0 for each in counts], prices)


def cost_sum(counts: Sequence[int | None], prices: Sequence[float]) -> str:
    """Write the cost of four counts as a sum: 20·0 + 40·1 + 60·1 + 880·0."""
    parts = zip(counts, prices, strict=True)
    return " + ".join(f"{n or 0:,}·{in_sum(price)}" for n, price in parts)


def in_sum(price: float) -> str:
    """Write a price as part of a sum."""
    return f"({money(price)})" if price < 0 else money(price)


def _same_cost(yours: Sequence[int | None], other: Sequence[int], prices: Sequence[float]) -> str:
    """Write at which price of an FP, and of an FN, a table costs as much as yours."""
    if cost(yours, prices) is None:
        return "–"
    found, own = [], [each or 0 for each in yours]
    for name, at in (("FP", 1), ("FN", 2)):
        price = price_of_same_cost(own, other, prices, at)
        if price == price:
            found.append(f"{name} {money(price)}")
    return " or ".join(found) or "–"


def beside(screen: Screen) -> None:
    """Draw the fields for further tables, a weight and prices, and all tables side by side."""
    prices: Control = {
        **{"kind": "line", "name": "prices-beside", "label": "Prices of TP, FP, FN, TN"},
        **{"value": to_text(screen[Retrieved.MATRIX])},
        **{"change": {"do": "turn", "knob": Retrieved.MATRIX}},
        **controls.untaken("prices-beside", Retrieved.MATRIX),
    }
    controls.turn([Retrieved.BESIDE, Retrieved.WEIGHT], by="beside", more=[prices])
    st.html(tables_html(screen))


def tables_html(screen: Screen) -> str:
    """Write P, R, F, accuracy and cost of all tables, or say what is no table."""
    text, (weight,) = screen[Retrieved.BESIDE], screen[Retrieved.WEIGHT]
    prices = screen[Retrieved.MATRIX]
    numbers = [*map(int, re.findall(r"\d{1,9}", text))]
    if re.search(r"[^\d\s,;/|]|\d{10}", text) or len(numbers) % 4 or len(numbers) > 4 * _MOST:
        return f"<p>Type four counts for each of up to {_MOST} tables: TP FP FN TN.</p>"
    tables = [[*screen[Retrieved.COUNTS]]]
    tables += [numbers[at : at + 4] for at in range(0, len(numbers), 4)]
    body = []
    for at, counts in enumerate(tables):
        found = contingency(*counts, beta=screen[Retrieved.BETA])
        known = None not in counts
        scores = [found.precision, found.recall, found.f, found.accuracy]
        scores += [weighted_accuracy(*counts, weight=weight) if known else np.nan] * (weight != 1)
        written = " ".join("?" if one is None else f"{one}" for one in counts)
        total = cost(counts, prices)
        costs = ["–" if total is None else f"{cost_sum(counts, prices)} = {money(total)}"]
        if len(tables) > 1:
            costs.append(_same_cost(tables[0], counts, prices) if at else "")
        row = ["yours" if not at else f"{at + 1}", written, *map(as_share, scores), *costs]
        body.append(row)
    head = ["table", "TP FP FN TN", "P", "R", _name_of_f(screen), "accuracy"]
    head += [f"accuracy, FP × {weight:g}"] * (weight != 1)
    head += ["cost", *["costs as much as yours at a price of"] * (len(tables) > 1)]
    return table_html("Tables beside each other", head, body, words=(0, 1))


def _matthews(screen: Screen) -> list[str]:
    """Write the row of the Matthews correlation coefficient."""
    hits, misses, missed, rejected = screen[Retrieved.COUNTS]
    if rejected is None:
        return ["MCC", f"needs {_unknown(screen)}", "–"]
    sums = (hits + misses, hits + missed, rejected + missed, rejected + misses)
    below = " · ".join(f"{each:,}" for each in sums)
    worked = f"({hits:,} · {rejected:,} − {misses:,} · {missed:,})/√({below})"
    return ["MCC", worked, as_share(matthews(hits, misses, missed, rejected))]


def numbers(main: Measured) -> None:
    """Draw the first score as a fraction, and as lines of NumPy."""
    code = _set(main.screen).code
    lesson.numbers(main, code, (("row", "score"), [(1, main.label)]), contribution="adds")
