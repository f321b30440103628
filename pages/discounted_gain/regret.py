"""What each rank adds to DCG beside what the ideal order has there, and both as they grow."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from metrics.breakdown import Breakdown
from ui.core.plain import decimals
from ui.draw import score
from ui.draw.rows import Row, Version, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import View, by_position, climb, stack

TITLE: Final = "How far does the list fall behind the ideal order?"
VIEWS: Final = ("How does DCG grow from rank to rank?",)


def chart() -> View:
    """Draw gain × weight with frames of the ideal order, and below it both sums."""
    return stack(
        by_position("Gain × weight (dashed: ideal)", most=None, due=True),
        climb("DCG so far (dashed: ideal)", most=None, due=True),
    )


def rows(ndcg: Measured, other: Measured | None = None) -> Iterator[Row]:
    """Yield a row for each rank, and for each document below the cutoff."""
    lists = {"a": ndcg, "was": ndcg.measured_before, "b": other}
    for version in versions(ndcg, other, graded=True):
        if measured := lists[version.part]:
            yield from _ranks(version, score.compute("dcg", measured.name, measured.screen))
    counted, total = len(ndcg.breakdown.terms["gain"]), float(ndcg.breakdown.aside["dcg"])
    best = _ideal(ndcg.breakdown, len(ndcg.ranked.documents))[counted:]
    lost = [
        "adds nothing" + (f", the ideal has {decimals(due)} here" if due else "") for due, _ in best
    ]
    for row, (due, ideal) in zip(uncounted(ndcg, lost, good=1), best, strict=True):
        yield {**row, **({"due": due, "ideal": ideal, "sum": total} if due else {})}
    aside = ndcg.breakdown.aside
    if ndcg.screen["ideal"] == "retrieved":  # what is dragged into the list makes the ideal better
        aside = ndcg.compute(ndcg.screen.with_settings(ideal="judged")).aside
    most = float((aside["ideal_gain"] * aside["ideal_weight"]).max(initial=0))
    # where nothing is relevant, 0 stands at the foot all the same
    yield {"part": "room", "key": "room", "value": most or 1, "sum": float(aside["ideal_dcg"]) or 1}


def _ranks(version: Version, dcg: Breakdown) -> Iterator[Row]:
    each = version._replace(breakdown=dcg).ranks("gain", "weight", "contribution", "sum")
    best = _ideal(version.breakdown, len(dcg.terms["gain"]))
    for (rank, gain, weight, adds, so_far), (due, ideal) in zip(each, best, strict=True):
        grown = f"DCG so far {decimals(so_far)} of {decimals(ideal)}"
        yield version.row(
            rank,
            f"gain {gain:g} × weight {decimals(weight)} = {decimals(adds)}, the ideal has "
            f"{decimals(due)} here: {grown}",
            value=adds,
            counts=gain > 0,
            label=version.named(decimals(adds)),
            sum=so_far,
            grown=grown,
            due=due or None,
            ideal=ideal,
        )


def _ideal(ndcg: Breakdown, ranks: int) -> list[tuple[float, float]]:
    """Return, for each rank, what the ideal order adds there, and its sum so far."""
    due = np.zeros(ranks)
    best = (ndcg.aside["ideal_gain"] * ndcg.aside["ideal_weight"])[:ranks]
    due[: best.size] = best
    return list(zip(due.tolist(), due.cumsum().tolist(), strict=True))
