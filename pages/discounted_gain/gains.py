"""Gain times weight as rectangles: the length is the gain, the height the weight of the rank."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from metrics.arrays import Array, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.core import knobs
from ui.core.columns import Cell, Column, Look, Part
from ui.core.plain import decimals, signed
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import rank_terms
from ui.draw.beside_cards import ghost
from ui.draw.score import Measured

_HIGHEST: Final = 0.99
"""Height of the largest weight, as a share of the row. A frame as high as the row would be drawn
while the answer is hidden, too."""
_ROOM: Final = "8.8rem"
"""Room for the number beside a rectangle. It is that of both columns: so they have one scale."""
_LOWER: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def weight_text(settings: Mapping[str, Any], rank: int | str) -> str:
    """Write how the weight of a rank comes about, as `1/log₂ 4`; "" where it is just 1."""
    base = f"{settings['log_base']:g}".translate(_LOWER)
    exponent, shift = settings["exponent"], settings["shift"]
    from_base = not isinstance(rank, int) or rank > settings["log_base"]
    shifted = f"({rank} + {shift})" if shift else f"{rank}"
    before = rank - 1 if isinstance(rank, int) else f"({rank} − 1)"
    texts: dict[str, str] = {
        "log": f"1/log{base} {rank + 1}" if isinstance(rank, int) else f"1/log{base}(1 + {rank})",
        "log_thresholded": f"1/log{base} {rank}" if from_base else "",
        "reciprocal": f"1/{rank}",
        "power": f"1/{shifted}" + f"^{exponent:g}" * (exponent != 1),
        "geometric": f"{settings['ratio']:g}^{before}",
    }
    return texts.get(settings["discount"], "")


def weights(dcg: Measured) -> Column:
    """Draw the weight of each rank as a height; as wide as a gain of 1."""
    return _Drawing(dcg).weights()


def areas(dcg: Measured, *, total: bool = True) -> Column:
    """Draw each document as a rectangle whose area is what it adds to DCG, and the `total`."""
    draw = _Drawing(dcg)
    cells = draw.cells(dcg.breakdown, "filled")
    if dcg.terms_before is not None:  # the cutoff may have moved: there may have been more ranks
        for rank, was in draw.cells(dcg.terms_before, "was filled").items():
            seen = [part for part in was.parts if part.end <= 1 and part.height <= 1]
            now = cells.get(rank)
            behind = ghost(seen, now.parts[-1]) if now else seen
            cells[rank] = (
                Cell([*behind, *now.parts], now.label, now.soft) if now else Cell(behind, "")
            )
    if not total:
        for rank, by in _changes(dcg).items():
            cells[rank] = cells[rank]._replace(label=f"{cells[rank].label} <em>{by}</em>")
    score = f"DCG = {decimals(float(dcg.breakdown.score))}" * total
    before = dcg.screen_before
    rescaled = before is not None and longest(before) != longest(dcg.screen)
    heading = "Gain × weight" + " (new scale)" * rescaled
    return Column(heading, dict(sorted(cells.items())), score, room=_ROOM)


def _changes(dcg: Measured) -> Mapping[int, str]:
    """Return how much more each document adds than before the last change, by its present rank."""
    before, since = dcg.terms_before, session().since
    if before is None or since is None:
        return {}
    was, now = (
        {document.id: adds for document, adds in zip(ranked.documents, terms, strict=False)}
        for ranked, terms in (
            (since.ranked(dcg.name), before.terms["contribution"].tolist()),
            (dcg.ranked, dcg.breakdown.terms["contribution"].tolist()),
        )
    )
    by = (signed(adds - was.get(id_, 0), nothing="") for id_, adds in now.items())
    return {rank: text for rank, text in enumerate(by, start=1) if text}


def in_cards(dcg: Measured, *, total: bool, with_weight: bool = False) -> Column:
    """Return the column of `areas` for cards, which have room for an amount and its change.

    Its heading says how a weight comes about, if no other column does.
    """
    column = areas(dcg)
    weight = weight_text(dcg.screen.settings, "rank")
    heading = column.heading + f": weight {weight}" * bool(with_weight and weight)
    changed = {
        rank: column.cells[rank]._replace(label=f"{column.cells[rank].label}\n{by}")
        for rank, by in ({} if total else _changes(dcg)).items()
    }
    return replace(column, heading=heading, cells={**column.cells, **changed})


def ideal_areas(dcg: Measured, ndcg: Breakdown) -> Column:
    """Draw the ideal order as such rectangles, to the same scale."""
    ideal = rank_terms.ideal_order(ndcg)
    total = f"Ideal DCG = {decimals(float(ideal.score))}"
    cells = {
        rank: cell
        for rank, cell in _Drawing(dcg).cells(ideal, "dashed").items()
        if cell.parts[0].end  # a frame of no width would be a dot
    }
    return Column("The ideal order", cells, total, sees_grades=False, room=_ROOM)


class _Drawing:
    """Rectangles to one scale, which no drag changes."""

    def __init__(self, dcg: Measured) -> None:
        screen: Screen = dcg.screen
        self._settings = screen.settings
        self._weights = dcg.breakdown.terms["weight"].tolist()
        self._longest = longest(screen)
        self._highest = max(self._weights, default=0) or 1

    def weights(self) -> Column:
        """Return the weights as rectangles."""
        cells = {
            rank: Cell([self._part(1, weight, "pale")], self._worked(rank, weight))
            for rank, weight in enumerate(self._weights, start=1)
        }
        return Column(
            f"Weight: {weight_text(self._settings, 'rank') or 1}",
            cells,
            sees_grades=False,
            room=_ROOM,
        )

    def _worked(self, rank: int, weight: float) -> str:
        """Write a weight, as `1/log₂ 3 = 0.631` where it is one over something."""
        worked = weight_text(self._settings, rank)
        return f"{worked} = {decimals(weight)}" if worked.startswith("1/") else decimals(weight)

    def _part(self, gain: float, weight: float, look: Look) -> Part:
        return Part(0, min(gain / self._longest, 1), look, weight / self._highest * _HIGHEST)

    def cells(self, breakdown: Breakdown, look: Look) -> dict[int, Cell]:
        """Return a rectangle for each rank."""
        terms = zip(
            rank_terms.of_gain(breakdown),
            breakdown.terms["gain"].tolist(),
            breakdown.terms["weight"].tolist(),
            strict=True,
        )
        return {
            term.rank: Cell(
                [self._part(gain, weight, look)],
                term.short,
                soft=not term.summand,
            )
            for term, gain, weight in terms
        }


def with_each(measured: Measured, ndcg: Breakdown | None) -> Measured:
    """Return a measure with DCG at each cutoff; of nDCG also the ideal DCG and their quotient.

    An ideal order without a cut is the same at each.
    """
    terms = measured.breakdown.terms
    dcg = np.cumsum(terms["gain"] * terms["weight"])
    each = {"dcg": dcg}
    if ndcg is not None:
        ideal = np.cumsum(ndcg.aside["ideal_gain"] * ndcg.aside["ideal_weight"])
        whole = np.full(dcg.size, ndcg.aside["ideal_dcg"])
        cut = measured.screen["ideal"] != "uncut"
        ideal = np.concatenate([ideal, whole]) if cut else whole
        each |= {"ideal_dcg": ideal[: dcg.size], "ndcg": ratio(dcg, ideal[: dcg.size])}
    return replace(measured, breakdown=replace(measured.breakdown, terms={**terms, **each}))


def longest(screen: Screen) -> float:
    """Return the gain of a rectangle that is as long as the column is wide."""
    return float(worth(screen, range(screen.scale + 1)).max()) or 1


def worth(screen: Screen, grades: Sequence[int | None]) -> Array:
    """Return the gains of documents with these grades, with the knobs of a screen."""
    ranking = Ranking(
        [np.nan if grade is None else grade for grade in grades], top_grade=screen.scale
    )
    key = "cumulative_gain"
    arguments: Mapping[str, Any] = {**knobs.arguments(key, screen.settings), "k": None}
    return METRICS[key].compute(ranking, **arguments).terms["contribution"]
