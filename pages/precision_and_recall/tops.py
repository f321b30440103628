"""The top k of a list, and in words what it holds and how the last move changed it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

import numpy as np

from metrics.arrays import ratio
from pages.precision_and_recall.knobs import Retrieved
from ui.core import knobs
from ui.core.screen import Name, Screen
from ui.core.session import session
from ui.draw.rank_terms import Top
from ui.draw.score import Measured

NAMES: Final = {"precision": "P", "recall": "R", "f1": "F1", "hit": "Hit"}
"""The fractions of a `Top`, by the keys of their metrics."""


def at_each(screen: Screen, name: Name, ks: Iterable[int]) -> list[Top]:
    """Return the top k of a list, for each k."""
    relevant = relevance(screen, name)
    hits = [0, *accumulate(map(int, relevant[: screen.ranked(name).retrieved]))]
    capped = "capped" in knobs.arguments("recall", screen.settings).values()
    return [Top(hits[: k + 1][-1], k, sum(relevant), capped) for k in ks]


def at_cut(screen: Screen, name: Name) -> Top:
    """Return the top k of a list, for the k of its screen."""
    return at_each(screen, name, [screen.k])[0]


def relevance(screen: Screen, name: Name) -> list[bool]:
    """Return whether each document of a list is relevant, also those that were not retrieved."""
    return [(d.grade or 0) >= screen.relevant_from for d in screen.ranked(name).documents]


def sentence(measured: Measured, keys: Sequence[str]) -> str:
    """Say the fractions of the top k as HTML, and how the last move changed them.

    Args:
        measured: the precision.
        keys: the scores that are shown.
    """
    state, screen, name = session(), measured.screen, measured.name
    since, before_now = state.since, None if state.preview else state.before
    shown = [NAMES[key] for key in ("precision", "recall", "f1") if key in keys]
    top = at_cut(screen, name)
    after = {each: top.fractions[each] for each in shown}
    parts = ", ".join(f"<span>{each} <b>{fraction}</b></span>" for each, fraction in after.items())
    if measured.terms_before is None or since is None:
        exist = f", {top.exist} relevant exist" * ("recall" in keys)
        text = f"{top.counted} in the top {top.k}{exist}: {parts}"
    else:
        earlier = at_cut(since, name)
        before = {each: earlier.fractions[each] for each in shown}
        event = _happened(since, screen, name)
        if not state.prediction.hides(keys, state.shown, before_now):
            state.drawn.add(event)
        if before == after:
            stay = "All stay" if len(shown) > 1 else "It stays"
            text = f"{event}. {stay}: {parts}"
        else:
            changes = (
                f"<span>{each} <b>{fraction}</b></span>"
                if fraction == before[each]
                else f"<span>{each} {before[each]} → <b>{fraction}</b></span>"
                for each, fraction in after.items()
            )
            text = f"{event}: {', '.join(changes)}"
    return f"<p class='changed'>{text}</p>"


def _happened(since: Screen, screen: Screen, name: Name) -> str:
    """Describe in a few words how the last move changed the top k."""
    then, now = at_cut(since, name), at_cut(screen, name)
    before, after = since.ranked(name), screen.ranked(name)
    same = before == after and since.relevant_from == screen.relevant_from
    if same and abs(now.k - then.k) == 1:
        rank = max(now.k, then.k)
        what = "a hit" if now.hits != then.hits else "a miss"
        what = what if rank <= after.retrieved else "empty"
        return f"Rank {rank} {'came into' if now.k > then.k else 'left'} the top k, {what}"
    if now.hits != then.hits:
        return f"Hits in the top k: {then.hits} → {now.hits}"
    if now.k != then.k:
        return "The same number of hits"
    if now.exist != then.exist:
        return f"Relevant documents: {then.exist} → {now.exist}"
    if now.capped != then.capped:
        return f"Recall is divided {'by at most k' if now.capped else 'by all that exist'}"
    inside = [
        {d.id for d in shown.documents[: min(depth, shown.retrieved)]}
        for shown, depth in ((before, then.k), (after, now.k))
    ]
    if inside[0] == inside[1]:
        return "The same documents are in the top k"
    return "The top k has the same number of hits"


def irrelevant(screen: Screen, name: Name) -> int:
    """Return how many irrelevant documents exist: in the collection, or at least on the board."""
    every = relevance(screen, name)
    (collection,) = screen[Retrieved.COLLECTION]
    return max(int(collection), len(every)) - sum(every)


def with_each(measured: Measured) -> Measured:
    """Return a measure with terms of further scores, a value for each k.

    They are "precision", "recall", "f1" and "fall_out".
    """
    length = len(measured.breakdown.terms["contribution"])
    screen, name = measured.screen, measured.name
    tops = at_each(screen, name, range(1, length + 1))
    terms = {
        term: np.array([top.fractions[NAMES[term]].value for top in tops])
        for term in ("precision", "recall", "f1")
    }
    retrieved = screen.ranked(name).retrieved
    misses = np.array([min(top.k, retrieved) - top.hits for top in tops], dtype=np.float64)
    terms["fall_out"] = ratio(misses, np.array(float(irrelevant(screen, name))))
    breakdown = replace(measured.breakdown, terms={**measured.breakdown.terms, **terms})
    return replace(measured, breakdown=breakdown)
