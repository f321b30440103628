"""The ROC curve of typed scores: a point for each score, a slope where both classes have it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from metrics import agreement, utility
from pages.precision_recall_curve import roc
from pages.precision_recall_curve.knobs import Counted
from ui.core import theme
from ui.core.plain import as_share, counted, decimals, listed, money, signed, table_html
from ui.core.screen import Screen
from ui.draw.rank_terms import Fraction
from ui.draw.rows import MOST_NAMED, Row

TITLE: Final = "Which TPR and FPR from which score on?"


class Point(NamedTuple):
    """A threshold: the cases of each class with its score, and those with at least its score."""

    score: float
    ones: int
    zeros: int
    tpr: Fraction
    fpr: Fraction

    @property
    def said(self) -> str:
        """Both rates in a sentence."""
        return f"Score {self.score:g} or more: TPR {self.tpr}, FPR {self.fpr}"


class Model(NamedTuple):
    """The scores that a model gave the cases, and the class of each case, 1 or 0."""

    scores: Sequence[float]
    classes: Sequence[float]

    @property
    def auc(self) -> float:
        """The area under its ROC curve."""
        return agreement.auc(self.scores, self.classes)

    @property
    def points(self) -> Sequence[Point]:
        """A point for each score, the highest first."""
        found = agreement.thresholds(self.scores, self.classes)
        hits, others = ([*map(int, each.tolist())] for each in (found.hits, found.others))
        above = zip([0, *hits], [0, *others], strict=True)
        return [
            Point(
                score, up - ones, right - zero, Fraction(up, hits[-1]), Fraction(right, others[-1])
            )
            for score, up, right, (ones, zero) in zip(
                found.score.tolist(), hits, others, above, strict=False
            )
        ]


def models(screen: Screen) -> Mapping[str, Model]:
    """Return the typed models by their names; one alone has the name ""."""
    typed = screen[Counted.SCORED]
    if not isinstance(typed[0], str):
        return {"": Model(typed[::2], typed[1::2])}
    columns = zip(*([*map(float, case.split())] for case in typed[1:]), strict=True)
    *scores, classes = columns
    return {name: Model(each, classes) for name, each in zip(typed[0].split(), scores, strict=True)}


def rows(model: Model) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark."""
    found = model.points
    few, dots, area, slopes = len(found) <= MOST_NAMED, [], [], []
    was = {"fpr": 0.0, "tpr": 0.0}
    for place, point in enumerate(found, start=1):
        here = {"fpr": point.fpr.value, "tpr": point.tpr.value}
        of_dot = {"key": f"a{place}", "place": place, **here, "said": point.said}
        colour = {"colour": theme.HIT if point.ones else 0}
        dots.append({**of_dot, **colour, "label": f"{point.score:g}" * few})
        if point.ones and point.zeros:
            each = {"group": f"{place}", "foot": 0}
            slopes += [{**each, **end, "key": f"{place} {end['fpr']:g}"} for end in (was, here)]
        elif point.zeros:
            area.append({**of_dot, "fpr": was["fpr"], "end": here["fpr"], "foot": 0})
        was = here
    start = {"key": "a0", "place": 0, "fpr": 0, "tpr": 0, "colour": theme.HIT}
    named = {"left": False, "lower": 12}
    return {
        "area": area,
        "slopes": slopes,
        "path": [start, *({**dot, "colour": theme.HIT} for dot in dots)],
        "dots": dots,
        "names": [{**dot, **named, "strong": dot["colour"] == theme.HIT} for dot in dots],
        "chance": [roc.CHANCE],
        "cut": [],
    }


def summed(model: Model) -> str:
    """Write the AUC as a sum of pairs, and average precision as a sum over the thresholds."""
    found = model.points
    won = f"{model.auc * found[-1].tpr.below * found[-1].fpr.below:g}"
    return (
        f"AUC = ({_pairs(found)}) / {found[-1].tpr.below * found[-1].fpr.below} = {won}/"
        f"{found[-1].tpr.below * found[-1].fpr.below} = **{decimals(model.auc)}**. "
        f"{average_precision(model)}"
    )


def average_precision(model: Model) -> str:
    """Write average precision as a sum: each 1 adds the precision at its score."""
    found = [point for point in model.points if point.ones]
    ones, most = found[-1].tpr.below, 12
    precisions = [Fraction(p.tpr.above, p.tpr.above + p.fpr.above) for p in found]
    value = sum(p.ones * each.value for p, each in zip(found, precisions, strict=True)) / ones
    summands = [
        f"{point.ones} · {each}" if point.ones > 1 else f"{each}"
        for point, each in zip(found, precisions, strict=True)
    ]
    written = f"({' + '.join(summands)}) / {ones} = " if len(summands) <= most else ""
    return f"AP, average precision: {written}**{decimals(value)}**."


def _pairs(found: Sequence[Point]) -> str:
    """Write for each 1 how many 0s have a smaller score, one with the same as one half."""
    zeros = found[-1].fpr.below
    return " + ".join(
        f"{zeros - point.fpr.above + point.zeros / 2:g}"
        for point in found
        for _ in range(point.ones)
    )


def worked(model: Model) -> str:
    """Write the AUC as a sum of pairs, a tie as one half, and say what a tie does to the curve."""
    found, auc = model.points, model.auc
    ones, zeros = found[-1].tpr.below, found[-1].fpr.below
    tied = sum(point.ones * point.zeros for point in found)
    won = auc * ones * zeros
    at = ", ".join(f"{point.score:g}" for point in found if point.ones and point.zeros)
    lowest, highest = ((won + sign * tied / 2) / (ones * zeros) for sign in (-1, 1))
    said = (
        f"Class 1 has {counted(ones, 'case')} and class 0 has {counted(zeros, 'case')}: {ones} · "
        f"{zeros} = {counted(ones * zeros, 'pair')} of both. A pair is right if its 1 has the "
        f"larger score.{' A tied pair counts one half.' * bool(tied)} For each 1, from the largest "
        "score on, count the 0s below it"
        + ", and half of those with its score"
        * bool(tied)
        + f": AUC = ({_pairs(found)}) / {ones * zeros} = {won:g}/{ones * zeros} = "
        f"**{decimals(auc)}**."
    )
    said += (
        "\n\nFor each 1 take the precision of all cases with at least its score. Their mean is the "
        f"area below the steps of the precision–recall curve. {average_precision(model)}"
    )
    if not tied:
        return f"{said}\n\nNo 1 is tied with a 0, so the curve only goes up or to the right."
    return (
        f"{said}\n\nThe curve is **diagonal** at {at}. A threshold takes all cases of the same "
        "score, or none, so the curve goes up and right at once. If they stood in an order, AUC "
        f"would be from {decimals(lowest)}, the 0s first, to {decimals(highest)}, the 1s first. "
        "Precision and recall have a point for each threshold too, in the table, and none within a "
        "tie."
    )


def cheapest(model: Model, screen: Screen) -> str:
    """Say which threshold costs least, and which one probabilities have, as Markdown."""
    wrong, lost = prices = screen[Counted.COSTS]
    costs, found = _costs(model, prices), model.points
    least, ones = min(costs), found[-1].tpr.below
    at = listed(f"{one.score:g}" for one, cost in zip(found, costs, strict=True) if cost == least)
    none = f"to say 0 to all costs {ones}·{money(lost)} = {money(ones * lost)}"
    several = "s" * (costs.count(least) > 1)
    said = f"The cheapest threshold{several} here: **{at}**, {money(least)}. But {none}, less."
    if least <= ones * lost:
        said = f"The cheapest threshold{several} here: **{at}**, {money(least)}; {none}."
    probability = utility.least_probability((0, wrong, lost, 0))
    if probability == probability:
        said += (
            " If the scores are true *probabilities*, say 1 from C_FP/(C_FP + C_FN) = "
            f"{money(wrong)}/({money(wrong)} + {money(lost)}) = **{as_share(probability)}** on: "
            "this has the least *expected cost*."
        )
    return said


def _costs(model: Model, prices: tuple[float, float]) -> list[float]:
    """Return what the false alarms and the missed cases cost at each threshold."""
    wrong, lost = prices
    return [
        utility.cost_of_counts((hits, others, ones - hits, zeros - others), (0, wrong, lost, 0))
        for (hits, ones), (others, zeros) in ((each.tpr, each.fpr) for each in model.points)
    ]


def table(model: Model, screen: Screen, name: str = "") -> str:
    """Write the four counts at each threshold, and what is computed from them."""
    prices, body = screen[Counted.COSTS], list[list[object]]()
    costs = _costs(model, prices)
    for point, cost in zip(model.points, costs, strict=True):
        (right, ones), (wrong, zeros) = point.tpr, point.fpr
        shares = (
            point.tpr,
            point.fpr,
            Fraction(right, right + wrong),
            Fraction(2 * right, right + wrong + ones),
            Fraction(right + zeros - wrong, ones + zeros),
        )
        worked = (f"{share} = {decimals(share.value)}" for share in shares)
        counts = (right, wrong, ones - right, zeros - wrong)
        apart = signed(point.tpr.value - point.fpr.value)
        false, lost = (
            f"{n}·{money(p)}" for n, p in zip((wrong, ones - right), prices, strict=True)
        )
        least = " (least)" * (cost == min(costs))
        written = f"{false} + {lost} = {money(cost)}{least}"
        body.append([f"{point.score:g}", *counts, *worked, apart, written])
    head = ["score from", "TP", "FP", "FN", "TN", "TPR = recall", "FPR", "precision", "F1"]
    head += ["accuracy", "TPR − FPR", "cost of FP + FN"]
    title = "The point of each score" + f" of {name}" * bool(name)
    return table_html(title, head, body, present=costs.index(min(costs)))
