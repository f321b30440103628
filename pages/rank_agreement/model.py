"""How alike two lists of the same documents are.

Documents of two lists are the same if their titles are; the second one of a title is the second in
both lists. Ids are not compared: an address has none, and a copied link must show the same scores.
Documents that were not retrieved have no rank. Without list B, list A is compared with itself.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from metrics import agreement
from metrics.breakdown import Breakdown
from ui.core.documents import Document, RankedList, RefusedError
from ui.core.screen import Name, Screen, once_per_screen
from ui.draw.score import Measured

Title: TypeAlias = tuple[str, int]
"""A document of either list: its title, and how many documents above it have that title."""


class Pair(NamedTuple):
    """Two rankings, best document first, and their common documents in A's order."""

    a: tuple[Title, ...]
    b: tuple[Title, ...]
    both: tuple[Title, ...]

    @property
    def both_in_b(self) -> tuple[Title, ...]:
        """The common documents in B's order."""
        return tuple(title for title in self.b if title in self.both)


def has_b(screen: Screen) -> bool:
    """Return whether there is a list B."""
    return "b" in screen.lists


def name_of_b(screen: Screen) -> Name:
    """Return the name of the list that A is compared with."""
    return "b" if has_b(screen) else "a"


@once_per_screen
def pair(screen: Screen) -> Pair:
    """Return the rankings of list A and list B, and their common documents."""
    a, b = (_titles(screen.ranked(name)) for name in ("a", name_of_b(screen)))
    return Pair(a, b, tuple(title for title in a if title in b))


def moves(screen: Screen) -> dict[Title, int]:
    """Return how many ranks each common document moves from A to B, among the common ones."""
    lists = pair(screen)
    in_b = {title: rank for rank, title in enumerate(lists.both_in_b)}
    return {title: in_b[title] - rank for rank, title in enumerate(lists.both)}


def _titles(ranked: RankedList) -> tuple[Title, ...]:
    seen: Counter[str] = Counter()
    titles = []
    for document in ranked.documents[: ranked.retrieved]:
        titles.append((document.title, seen[document.title]))
        seen[document.title] += 1
    return tuple(titles)


@once_per_screen
def tau(screen: Screen) -> Breakdown:
    """Return tau: pairs in the same order minus pairs in opposite orders, over all common pairs.

    The terms "right" and "wrong" count, for each document of A, its pairs of either kind.
    """
    lists = pair(screen)
    breakdown = agreement.kendall_tau(*_ranks(lists))
    wrong = 2 * _distance(screen).terms["pairs"]
    terms = {"right": len(lists.both) - 1 - wrong, "wrong": wrong, **breakdown.terms}
    return _spread(lists.a, lists.both, breakdown, terms)


@once_per_screen
def distance(screen: Screen) -> Breakdown:
    """Return the share of the common pairs that are in opposite orders."""
    lists, breakdown = pair(screen), _distance(screen)
    return _spread(lists.a, lists.both, breakdown, breakdown.terms)


def top_distance(screen: Screen, pairs: str) -> Breakdown:
    """Return the share of pairs in opposite orders among the top k of either or both lists."""
    a, b, _ = pair(screen)
    return agreement.kendall_distance(a, b, screen.k, pairs=pairs)  # type: ignore[arg-type]


@once_per_screen
def rho(screen: Screen) -> Breakdown:
    """Return Spearman's correlation of the common documents' ranks."""
    lists = pair(screen)
    breakdown = agreement.spearman_rho(*_ranks(lists))
    return _spread(lists.a, lists.both, breakdown, breakdown.terms)


@once_per_screen
def tau_ap(screen: Screen) -> Breakdown:
    """Return tau_ap: for each document of B, the share of those above it that A has above, too."""
    lists = pair(screen)
    breakdown = agreement.tau_ap(lists.both, lists.both_in_b)
    return _spread(lists.b, lists.both_in_b, breakdown, breakdown.terms)


@once_per_screen
def rbo(screen: Screen) -> Breakdown:
    """Return RBO: the overlap at each depth, weighted by the readers of RBP who stop there."""
    return _rbo(screen, extrapolated=True)


def truncated_rbo(screen: Screen) -> Breakdown:
    """Return RBO without extrapolation below the last rank."""
    return _rbo(screen, extrapolated=False)


def average_overlap(screen: Screen) -> Breakdown:
    """Return the mean of the overlaps, down to rank k or to the end of the shorter list."""
    a, b, _ = pair(screen)
    return agreement.average_overlap(a, b, screen.k)


def _rbo(screen: Screen, *, extrapolated: bool) -> Breakdown:
    a, b, _ = pair(screen)
    return agreement.rbo(a, b, screen["persistence"], screen.k, extrapolated=extrapolated)


@once_per_screen
def _distance(screen: Screen) -> Breakdown:
    lists = pair(screen)
    return agreement.kendall_distance(lists.both, lists.both_in_b)


def _ranks(lists: Pair) -> tuple[Sequence[int], Sequence[int]]:
    """Return the ranks of the common documents among themselves, in A and in B."""
    in_b = {title: rank for rank, title in enumerate(lists.both_in_b)}
    return range(len(lists.both)), [in_b[title] for title in lists.both]


def _spread(
    titles: Sequence[Title],
    both: Sequence[Title],
    breakdown: Breakdown,
    terms: Mapping[str, np.ndarray],
) -> Breakdown:
    """Return terms for all documents of a list; one that the other list lacks adds nothing."""
    row_of = {title: row for row, title in enumerate(titles)}
    rows = [row_of[title] for title in both]
    spread = {}
    for name, values in terms.items():
        spread[name] = np.zeros(len(titles))
        if not breakdown.undefined:
            spread[name][rows] = values
    return Breakdown(
        spread,
        remainder=np.where(breakdown.undefined, np.nan, 0.0),
        undefined=breakdown.undefined,
        aside=breakdown.aside,
    )


def swapped(screen: Screen, end: str) -> Screen:
    """Swap the first or last two documents of list B; without B, of a copy of A."""
    ranked = screen.ranked(name_of_b(screen))
    if ranked.retrieved < 2:
        raise RefusedError("There are no two documents to swap.")
    row = {"top": 1, "bottom": ranked.retrieved - 1}[end]
    return screen.with_list("b", ranked.moved(ranked.documents[row].id, row - 1))


def costs(measured: Sequence[Measured]) -> list[list[tuple[Measured, float]]]:
    """Return, for each swap of two neighbours in a copy of A, its change of every score."""
    screen = measured[0].screen
    computes = tuple(one.compute for one in measured)
    changes = _costs(computes, screen.a.retrieved, screen.k, screen["persistence"])
    return [list(zip(measured, values, strict=True)) for values in changes]


@lru_cache(maxsize=32)
def _costs(
    computes: Sequence[Callable[[Screen], Breakdown]], n: int, k: int, p: float
) -> list[list[float]]:
    """Compute `costs` for any n documents: which ones they are makes no difference."""
    documents = tuple(Document(str(at), str(at), None) for at in range(n))
    alike = Screen({"a": RankedList(documents, n)}).with_settings(k=k, persistence=p)
    swaps = [alike.with_list("b", alike.a.moved(str(at), at - 1)) for at in range(1, n)]
    return [[float(of(swap).score - of(alike).score) for of in computes] for swap in swaps]
