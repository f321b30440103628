"""Two lists of the same documents: which is which, how alike the lists are, and both boards.

Two documents are the same if their titles are, a title's second document being the second in both:
an address has no other names, and a link must show the scores that were copied. What was not
retrieved has no rank. A reader without list B sees list A compared with itself.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import NamedTuple, TypeAlias

import numpy as np

from metrics import agreement
from metrics.breakdown import Breakdown
from ui.models.score import Measured
from ui.state.documents import Document, RankedList, RefusedError
from ui.state.screen import Name, Screen

Title: TypeAlias = tuple[str, int]
"""A document of either list: its title, and how many of that title stand above it."""


class Pair(NamedTuple):
    """Two rankings: the documents of each, best first, and those that both have, in A's order."""

    a: tuple[Title, ...]
    b: tuple[Title, ...]
    both: tuple[Title, ...]

    @property
    def both_in_b(self) -> tuple[Title, ...]:
        """The documents that both have, in B's order."""
        there = set(self.both)
        return tuple(each for each in self.b if each in there)


def has_b(screen: Screen) -> bool:
    """Tell whether there is a list B, and list A is not compared with itself."""
    return "b" in screen.lists


def name_of_b(screen: Screen) -> Name:
    """Name the list that A is compared with."""
    return "b" if has_b(screen) else "a"


def pair(screen: Screen) -> Pair:
    """Find the documents of list A in list B."""
    known: Pair | None = screen.computed.get(Pair)
    if known is None:
        a, b = (_titles(screen.ranked(name)) for name in ("a", name_of_b(screen)))
        there = set(b)
        known = screen.computed[Pair] = Pair(a, b, tuple(each for each in a if each in there))
    return known


def _titles(ranked: RankedList) -> tuple[Title, ...]:
    seen: Counter[str] = Counter()
    titles = []
    for document in ranked.documents[: ranked.retrieved]:
        titles.append((document.title, seen[document.title]))
        seen[document.title] += 1
    return tuple(titles)


def _once(compute: Callable[[Screen], Breakdown]) -> Callable[[Screen], Breakdown]:
    """Keep what was computed of a screen, for the next run that compares it with another."""

    @wraps(compute)
    def known(screen: Screen) -> Breakdown:
        if compute not in screen.computed:
            screen.computed[compute] = compute(screen)
        found: Breakdown = screen.computed[compute]
        return found

    return known


@_once
def tau(screen: Screen) -> Breakdown:
    """Count the pairs in one order less those in opposite ones, over all pairs that both have.

    Beside what it adds stands, for each document of A, with how many it stands "right" and "wrong".
    """
    now = pair(screen)
    found = agreement.kendall_tau(*_ranks(now))
    wrong = 2 * _distance(screen).terms["pairs"]
    terms = {"right": len(now.both) - 1 - wrong, "wrong": wrong, **found.terms}
    return _among(now.a, now.both, found, terms)


@_once
def distance(screen: Screen) -> Breakdown:
    """Count the pairs in opposite orders, over all pairs that both have."""
    now, found = pair(screen), _distance(screen)
    return _among(now.a, now.both, found, found.terms)


def top_distance(screen: Screen, pairs: str) -> Breakdown:
    """Count the pairs in opposite orders among the top k, of documents in either or in both."""
    a, b, _ = pair(screen)
    return agreement.kendall_distance(a, b, screen.k, pairs=pairs)  # type: ignore[arg-type]


@_once
def rho(screen: Screen) -> Breakdown:
    """Correlate the ranks of the documents that both have."""
    now = pair(screen)
    found = agreement.spearman_rho(*_ranks(now))
    return _among(now.a, now.both, found, found.terms)


@_once
def tau_ap(screen: Screen) -> Breakdown:
    """Ask on the way down B which share of the documents above is above in A, too."""
    now = pair(screen)
    found = agreement.tau_ap(now.both, now.both_in_b)
    return _among(now.b, now.both_in_b, found, found.terms)


@_once
def rbo(screen: Screen) -> Breakdown:
    """Weigh the overlap of the tops by the readers who stop there, as patient as those of RBP."""
    return _rbo(screen, extrapolated=True)


def truncated_rbo(screen: Screen) -> Breakdown:
    """Weigh it as far as it is seen, and count nothing below."""
    return _rbo(screen, extrapolated=False)


def _rbo(screen: Screen, *, extrapolated: bool) -> Breakdown:
    a, b, _ = pair(screen)
    return agreement.rbo(a, b, screen["persistence"], screen.k, extrapolated=extrapolated)


@_once
def _distance(screen: Screen) -> Breakdown:
    now = pair(screen)
    return agreement.kendall_distance(now.both, now.both_in_b)


def _ranks(now: Pair) -> tuple[Sequence[int], Sequence[int]]:
    """Rank the documents that both have among themselves, in each list."""
    in_b = {each: rank for rank, each in enumerate(now.both_in_b)}
    return range(len(now.both)), [in_b[each] for each in now.both]


def _among(
    all_: Sequence[Title],
    both: Sequence[Title],
    found: Breakdown,
    terms: Mapping[str, np.ndarray],
) -> Breakdown:
    """Give each document of a list its terms; one that the other list lacks adds nothing."""
    rows = {each: row for row, each in enumerate(all_)}
    at = [rows[each] for each in both]
    spread = {}
    for name, values in terms.items():
        spread[name] = np.zeros(len(all_))
        if not found.undefined:
            spread[name][at] = values
    return Breakdown(
        spread,
        remainder=np.where(found.undefined, np.nan, 0.0),
        undefined=found.undefined,
        aside=found.aside,
    )


def swapped(screen: Screen, end: str) -> Screen:
    """Swap the first two of list B, or the last two; where there is none, of a copy of A."""
    ranked = screen.ranked(name_of_b(screen))
    if ranked.retrieved < 2:
        raise RefusedError("There are no two documents to swap.")
    row = {"top": 1, "bottom": ranked.retrieved - 1}[end]
    return screen.with_list("b", ranked.moved(ranked.documents[row].id, row - 1))


def costs(measured: Sequence[Measured]) -> list[list[tuple[Measured, float]]]:
    """Return, for each two neighbours, the scores with what their swap in a copy of A would add."""
    screen = measured[0].screen
    found = _costs(
        tuple(one.compute for one in measured), screen.a.retrieved, screen.k, screen["persistence"]
    )
    return [list(zip(measured, each, strict=True)) for each in found]


@lru_cache(maxsize=32)
def _costs(
    compute: Sequence[Callable[[Screen], Breakdown]], n: int, k: int, p: float
) -> list[list[float]]:
    """Swap neighbours among any n documents: which they are makes no difference."""
    documents = tuple(Document(str(at), str(at), None) for at in range(n))
    alike = Screen({"a": RankedList(documents, n)}).turned(k=k, persistence=p)
    there = [alike.with_list("b", alike.a.moved(str(at), at - 1)) for at in range(1, n)]
    return [[float(of(each).score - of(alike).score) for of in compute] for each in there]
