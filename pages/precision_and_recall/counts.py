"""A set that was retrieved, without ranks: a table of four counts, or precision and recall."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import numpy as np

from metrics.breakdown import Breakdown
from metrics.contingency import contingency, f_score
from pages.precision_and_recall import fractions
from pages.precision_and_recall.fractions import Share
from ui import lesson
from ui.core import knobs
from ui.core.knobs import KNOBS, Retrieved
from ui.core.plain import decimals, table_html
from ui.core.post import Action
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.draw import figure, score
from ui.draw.score import Measured
from ui.parts import controls, tally
from ui.parts.controls import Control

_PARTS: Final = ("share",)
_LABELS: Final = {
    "set_precision": "P",
    "set_recall": "R",
    "set_f": "F",
    "fall_out": "Fall-out",
    "accuracy": "Accuracy",
}
_FEWER_IS_BETTER: Final = "fall_out"


def is_shown(screen: Screen) -> bool:
    """Return whether a screen has counts or two scores in the place of a list."""
    return bool(screen[Retrieved.SOURCE] != KNOBS[Retrieved.SOURCE].first)


def has_counts(screen: Screen) -> bool:
    """Return whether a screen has four counts."""
    return bool(screen[Retrieved.SOURCE] == "counts")


def own_knobs(screen: Screen) -> list[str]:
    """Return the knobs that are not on the board: what is given, and counts as one line."""
    return [Retrieved.SOURCE, *[Retrieved.COUNTS] * has_counts(screen)]


@once_per_screen
def scores(screen: Screen) -> Mapping[str, float]:
    """Return the scores of a set by key, NaN where one is a share of nothing."""
    beta = screen[Retrieved.BETA]
    if has_counts(screen):
        found = contingency(*screen[Retrieved.COUNTS], beta=beta)
        return dict(zip(_LABELS, found, strict=True))
    p, r = screen[Retrieved.PRECISION], screen[Retrieved.RECALL]
    return {"set_f": f_score(p, r, beta=beta), "set_mean": (p + r) / 2}


def name_of_f(screen: Screen) -> str:
    """Return the name of F with β: F1, F0.5."""
    return f"F{screen[Retrieved.BETA]:g}"


def measured() -> list[Measured]:
    """Measure the set: five scores of its counts, or F of two scores, and their mean."""
    screen = session().shown
    labels = {**_LABELS, "set_f": name_of_f(screen), "set_mean": "(P + R)/2"}
    return [
        score.measure_by(
            partial(_one, key),
            labels[key],
            key=key,
            parts=_PARTS,
            higher_is_better=key != _FEWER_IS_BETTER,
        )
        for key in scores(screen)
    ]


def _one(key: str, screen: Screen) -> Breakdown:
    return score.single(scores(screen).get(key, np.nan))


def shares(screen: Screen) -> list[Share]:
    """Return the scores of a set as fractions, with what each is a share of."""
    f, beta = name_of_f(screen), screen[Retrieved.BETA]
    if has_counts(screen):
        hits, misses, missed, rejected = screen[Retrieved.COUNTS]
        weight = beta**2
        return [
            Share("P", hits, hits + misses, "of the retrieved"),
            Share("R", hits, hits + missed, "of the relevant"),
            Share(f, (1 + weight) * hits, (1 + weight) * hits + weight * missed + misses, ""),
            Share("Fall-out", misses, misses + rejected, "of the irrelevant"),
            Share("Accuracy", hits + rejected, hits + misses + missed + rejected, "of all"),
        ]
    p, r = screen[Retrieved.PRECISION], screen[Retrieved.RECALL]
    return [
        Share("P", p, 1, ""),
        Share("R", r, 1, ""),
        Share(f, scores(screen)["set_f"], 1, ""),
        Share("Mean", (p + r) / 2, 1, ""),
    ]


def stage(measured: list[Measured]) -> lesson.Stage:
    """Return the table or the two scores, and the chart of what each score is a share of."""
    main = measured[0]
    screen, since = main.screen, session().since
    counted = has_counts(screen)
    before = shares(since) if since and since[Retrieved.SOURCE] == screen[Retrieved.SOURCE] else ()
    shown = figure.Figure(
        fractions,
        fractions.rows(shares(screen), before),
        title="" if counted else "Which score is F near?",
    )
    return lesson.Stage(
        measured,
        columns=(),
        board=lambda _hidden: _board(screen),
        chart=shown,
        in_hall=True,
        worked=worked(main),
        lists="",
        below_score=f"<p class='changed'>{_given(screen)}</p>",
        words=_words(screen),
    )


def worked(main: Measured) -> lesson.WorkedFormula:
    """Return the first score with its numbers, and F with them."""
    screen = main.screen
    of = {share.name: share for share in shares(screen)}
    if has_counts(screen):
        also = [
            f"{name} = {of[name]} = {decimals(of[name].value)}" for name in ("R", name_of_f(screen))
        ]
        return lesson.WorkedFormula(main, [(0, str(of["P"]))], also=also)
    p, r, beta = (screen[key] for key in (Retrieved.PRECISION, Retrieved.RECALL, Retrieved.BETA))
    weight = beta**2
    below = f"{weight * p + r:.4g}"
    return lesson.WorkedFormula(main, [(0, f"{1 + weight:.4g}·{p:g}·{r:g} ÷ {below}")])


def _given(screen: Screen) -> str:
    """Say how much is relevant and retrieved, or the two scores."""
    if not has_counts(screen):
        p, r = screen[Retrieved.PRECISION], screen[Retrieved.RECALL]
        return f"P {decimals(p)}, R {decimals(r)}"
    hits, misses, missed, rejected = screen[Retrieved.COUNTS]
    every = hits + misses + missed + rejected
    return f"Of {every:,}: {hits + misses:,} retrieved, {hits + missed:,} relevant"


def _words(screen: Screen) -> str:
    if not has_counts(screen):
        return (
            "Set P and R. **F** lies between them: **F1** is their harmonic mean, nearer to the "
            "smaller one. With a larger **β** it is nearer to R, with a smaller one nearer to P."
        )
    return (
        "Type a count. A set was retrieved, and nothing says in which order. **P** is the share of "
        "the retrieved documents that is relevant. **R** is the share of the relevant ones that is "
        "retrieved. **F** is a mean of both. **Fall-out** is the share of the irrelevant ones that "
        "is retrieved. **Accuracy** is the share of all documents that is right: relevant and "
        "retrieved, or neither."
    )


def _board(screen: Screen) -> None:
    """Draw the table or the sliders, and buttons that retrieve nothing or everything."""
    if not has_counts(screen):
        controls.turn([Retrieved.PRECISION, Retrieved.RECALL, Retrieved.BETA], "rates")
        return
    tally.draw(Retrieved.COUNTS)
    hits, misses, missed, rejected = screen[Retrieved.COUNTS]
    relevant, others = hits + missed, misses + rejected
    controls.draw(
        "retrieve",
        [
            _retrieved("Retrieve nothing", (0, 0, relevant, others), screen),
            _retrieved("Retrieve everything", (relevant, others, 0, 0), screen),
        ],
    )
    controls.turn([Retrieved.BETA], "balance")


def _retrieved(label: str, counts: tuple[int, ...], screen: Screen) -> Control:
    turn: Action = {"do": "turn", "knob": Retrieved.COUNTS, "to": knobs.to_text(counts)}
    return controls.button(label, turn, off=screen[Retrieved.COUNTS] == counts)


def all_shares(screen: Screen) -> str:
    """Write each score of a table with its fraction, and specificity and error rate."""
    hits, misses, missed, rejected = screen[Retrieved.COUNTS]
    every = hits + misses + missed + rejected
    rows = [
        *shares(screen),
        Share("Specificity", rejected, misses + rejected, "of the irrelevant"),
        Share("Error rate", misses + missed, every, "of all"),
    ]
    body = [[one.name, f"{one} {one.of}".strip(), decimals(one.value)] for one in rows]
    return table_html("Each score as a share", ["score", "share", "value"], body, words=(1,))


def numbers(main: Measured) -> None:
    """Draw the first score as a fraction, and as lines of NumPy."""
    screen = main.screen
    if has_counts(screen):
        hits, misses, missed, rejected = screen[Retrieved.COUNTS]
        code = f"""
hits, misses, missed, rejected = {hits}, {misses}, {missed}, {rejected}
beta = {screen[Retrieved.BETA]:g}
recall = np.divide(hits, hits + missed)
f = np.divide((1 + beta**2) * hits, (1 + beta**2) * hits + beta**2 * missed + misses)
fall_out = np.divide(misses, misses + rejected)
accuracy = np.divide(hits + rejected, hits + misses + missed + rejected)
score = np.divide(hits, hits + misses)  # precision
"""
    else:
        code = f"""
precision, recall, beta = {screen[Retrieved.PRECISION]:g}, {screen[Retrieved.RECALL]:g}, \
{screen[Retrieved.BETA]:g}
below = beta**2 * precision + recall
score = (1 + beta**2) * precision * recall / below if below else 0.0
"""
    lesson.numbers(main, code, (("row", "score"), [(1, main.label)]), contribution="adds")
