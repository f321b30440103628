"""The ROC curve: a point for each rank, the false positive rate across, the true one upwards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt
import numpy as np

from metrics.arrays import ratio
from metrics.breakdown import Breakdown
from ui import lesson
from ui.core import theme
from ui.core.columns import Cell, Column, Part
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.draw import score
from ui.draw.beside_cards import bars
from ui.draw.rank_terms import Fraction
from ui.draw.rows import MOST_NAMED, Row
from ui.draw.score import Measured
from ui.draw.style import (
    BESIDE,
    BOLD,
    COLOUR,
    DASHED,
    FAINT,
    KEY,
    PATH,
    STRONG,
    TOLD,
    Options,
    View,
    across,
    marks,
    up,
)

TITLE: Final = "Which TPR and FPR at which rank?"
LEGEND: Final = "Area: AUC."
CHANCE: Final[Row] = {"key": "chance", "fpr": 0, "tpr": 0, "end": 1, "top": 1, "middle": 0.6}

_LATEX: Final = (
    r"\mathrm{AUC} = \frac{\#\{\, i < j : \mathrm{hit}_i > \mathrm{hit}_j \,\}}{m\,(n-m)}"
)
_IN_WORDS: Final = (
    "AUC is a ratio. Above is the number of pairs of ranks i and j, i less than j, with a hit at i "
    "and none at j. Below is m times the difference n minus m. Here m of the n documents in the "
    "list are relevant."
)


def chart() -> View:
    """Draw a path from 0 to 1, the area below it, and the line of chance.

    Where scores are tied, the path has a slope.
    """
    area, slopes, path, dots, names, chance, cut = map(
        marks, ("area", "slopes", "path", "dots", "names", "chance", "cut")
    )
    steps: Options = {"order": "place:Q", **PATH}
    return (
        alt.layer(
            area.mark_rect(aria=True, **FAINT).encode(x2="end:Q", y2="foot:Q", **TOLD),
            slopes.mark_area(**FAINT).encode(y2="foot:Q", detail="group:N", **PATH),
            chance.mark_rule(strokeWidth=2, opacity=0.7, **DASHED).encode(x2="end:Q", y2="top:Q"),
            chance.mark_text(align="left", dx=8, dy=10, text="chance").encode(
                x="middle:Q", y="middle:Q"
            ),
            path.mark_line(strokeWidth=3, opacity=0.8).encode(color=COLOUR, **steps),
            cut.mark_circle(size=260, opacity=1).encode(color=COLOUR),
            dots.mark_circle(size=70, opacity=1, aria=True).encode(color=COLOUR, **TOLD),
            names.mark_text(dy={"expr": "datum.lower"}, **BESIDE, **STRONG).encode(text="label:N"),
            cut.mark_text(align="left", dx=12, dy=14, **BOLD).encode(text="label:N"),
        )
        .encode(
            x=across("fpr", "False positive rate", -0.04, 1.05, values=[0, 0.2, 0.4, 0.6, 0.8, 1]),
            y=up("tpr", "True positive rate", grid=False, titleY=-32),
            key=KEY,
        )
        .properties(height=240)
    )


def rows(screen: Screen) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark; none for a list with one kind of document."""
    terms, each = _breakdown(screen).terms, _fractions(screen)
    hits, misses = (int(part) for part in (terms["relevant"].sum(), (1 - terms["relevant"]).sum()))
    if not hits or not misses:
        return dict.fromkeys(("area", "slopes", "path", "dots", "names", "chance", "cut"), ())
    few, dots, area = len(each) <= MOST_NAMED, [], []
    was = (0.0, 0.0)
    for rank, (tpr, fpr) in enumerate(each, start=1):
        x, y, is_hit = fpr.value, tpr.value, terms["relevant"][rank - 1] > 0
        told = f"Rank {rank}: TPR {tpr}, FPR {fpr}"
        place = {"key": f"a{rank}", "place": rank, "fpr": x, "tpr": y, "said": told}
        dots.append({**place, "colour": theme.HIT if is_hit else 0, "label": f"{rank}" * few})
        if not is_hit:
            said = f"{told}; {counted(tpr.above, 'right pair')}, adds {decimals(y / misses)}"
            area.append({**place, "fpr": was[0], "end": x, "foot": 0, "said": said})
        was = (x, y)
    start = {"key": "a0", "place": 0, "fpr": 0, "tpr": 0, "colour": theme.HIT}
    at = min(screen.k, len(dots))
    strong = {"left": False, "lower": 12}
    path = [start, *({**dot, "colour": theme.HIT} for dot in dots)]
    return {
        "area": area,
        "slopes": [],
        "path": path,
        "dots": dots,
        "names": [
            {**dot, **strong, "strong": dot["colour"] == theme.HIT}
            for dot in dots
            if dot["place"] != at
        ],
        "chance": [CHANCE],
        "cut": [{**dot, "label": f"k = {at}"} for dot in dots[at - 1 : at]],
    }


def measured() -> Measured:
    """Measure the area under the curve: each miss adds the share of relevant ones above it."""
    return score.measure_by(_breakdown, "AUC", key="auc", latex=_LATEX, in_words=_IN_WORDS)


def _breakdown(screen: Screen) -> Breakdown:
    relevant = score.ranking(screen, "a").relevant(None)
    other = 1 - relevant
    hits, misses = relevant.sum(), other.sum()
    tpr, fpr = ratio(relevant.cumsum(), hits), ratio(other.cumsum(), misses)
    return Breakdown(
        {
            "relevant": relevant,
            "tpr": tpr,
            "fpr": fpr,
            "contribution": ratio(other * tpr, misses),
        },
        remainder=np.array(0.0 if hits * misses else np.nan),
        undefined=np.array(not hits * misses),
    )


def _fractions(screen: Screen) -> Sequence[tuple[Fraction, Fraction]]:
    """Return the true and the false positive rate down to each rank."""
    relevant = _breakdown(screen).terms["relevant"]
    exist, so_far = int(relevant.sum()), map(int, relevant.cumsum().tolist())
    others = relevant.size - exist
    return [
        (Fraction(hits, exist), Fraction(rank - hits, others))
        for rank, hits in enumerate(so_far, start=1)
    ]


def columns(auc: Measured) -> list[Column]:
    """Return both rates down to each card."""
    each = _fractions(auc.screen)
    return [
        bars(auc, "tpr", "TPR", [f"{tpr}" for tpr, _ in each], room="2.3rem"),
        bars(auc, "fpr", "FPR", [f"{fpr}" for _, fpr in each], room="2.3rem"),
    ]


def in_cards(auc: Measured) -> Column:
    """Return the same as text for the cards of a phone."""
    each = enumerate(_fractions(auc.screen), start=1)
    cells = {rank: Cell([Part(0, 0)], f"TPR {tpr}, FPR {fpr}") for rank, (tpr, fpr) in each}
    return Column("TPR and FPR down to here", cells, sees_grades=False)


def worked(auc: Measured) -> lesson.WorkedFormula:
    """Return the area as the mean of the shares above each miss."""
    relevant = auc.breakdown.terms["relevant"].tolist()
    shares = enumerate(zip(relevant, _fractions(auc.screen), strict=True), start=1)
    summands = [(rank, f"{tpr}") for rank, (is_hit, (tpr, _)) in shares if not is_hit]
    return lesson.WorkedFormula(auc, summands, f"1/{len(summands)}" if summands else "")


def below_score(screen: Screen) -> str:
    """Say both rates at the line k."""
    return f"<p>{at_cut(screen) or 'The list has one kind of document only.'}</p>"


def at_cut(screen: Screen) -> str:
    """Write both rates at the line k, or "" for an empty list."""
    each = _fractions(screen)
    if not each:
        return ""
    tpr, fpr = each[min(screen.k, len(each)) - 1]
    return f"Above the line k = {screen.k}: TPR {tpr}, FPR {fpr}."


def words(screen: Screen) -> str:
    """Say what the curve is."""
    missed = len(screen.a.documents) - screen.a.retrieved
    return (
        "A *threshold* cuts the list: here it is the line k. **TPR**, the true positive rate, is "
        "the share of the relevant documents above it, as recall is. **FPR**, the false positive "
        "rate, is the share of the others above it. Each rank is a point: a hit leads up, a miss "
        "to the right. This is the **ROC** curve. **AUC** is the area below it: for each miss, "
        "the share of the relevant documents above it, and the mean of these. So it is the share "
        "of right pairs. A random order has 1/2 on average."
        + " What was not found has no rank, so it has no part in it."
        * bool(missed)
    )


def table(screen: Screen) -> str:
    """Write both rates at each rank."""
    body: list[list[object]] = [
        [
            f"{rank}",
            *(f"{one}" + f" = {decimals(one.value)}" * bool(one.below) for one in (tpr, fpr)),
        ]
        for rank, (tpr, fpr) in enumerate(_fractions(screen), start=1)
    ]
    return table_html("TPR and FPR at each rank", ["k", "TPR", "FPR"], body)


def of_list(screen: Screen) -> Iterator[str]:
    """Yield what AUC and the rates at the line k are, in sentences."""
    auc = measured()
    if auc.score == auc.score:
        terms, each = auc.breakdown.terms["relevant"], _fractions(screen)
        right = sum(tpr.above for is_hit, (tpr, _) in zip(terms, each, strict=True) if not is_hit)
        pairs = each[-1][0].below * each[-1][1].below
        yield f"AUC = {right}/{pairs} = **{auc.text}**: so many pairs are right."
        yield at_cut(screen)
