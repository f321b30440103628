"""What a reader gains from what was retrieved, and what reading it costs."""

from itertools import chain, repeat

import streamlit as st

from metrics.utility import least_probability, linear_utility, paid_by_block
from pages.precision_and_recall import counts, tops
from pages.precision_and_recall.knobs import Retrieved
from ui.core.plain import as_share, counted, money, typeset
from ui.core.screen import Screen
from ui.parts import controls


def draw(screen: Screen) -> None:
    """Draw prices and the linear utility; of counts a cost matrix, of a list blocks, too."""
    controls.turn([Retrieved.PRICES], by="prices")
    st.markdown(typeset(_utility(screen)))
    if counts.has_counts(screen):
        st.markdown(
            "A *cost matrix* has a price for each of the four counts. A price below 0 is a gain. "
            "The *expected cost* is what one document costs, in the mean."
        )
        controls.turn([Retrieved.MATRIX], by="matrix")
        st.markdown(_of_matrix(screen))
    else:
        st.markdown(
            "An assistant who is paid by the full hour costs by whole *blocks* of documents. So "
            "the cost is a staircase: each rank of a block costs the same."
        )
        controls.turn([Retrieved.BLOCKS], by="blocks")
        st.markdown(typeset(_blocks(screen)))


def _utility(screen: Screen) -> str:
    """Write the linear utility of what is read, and when one more document pays."""
    if counts.has_counts(screen):
        hits, misses, missed, _ = screen[Retrieved.COUNTS]
        name, read = "U", hits + misses
    else:
        top, ranked = tops.at_cut(screen, "a"), screen.ranked("a")
        name, read, hits = f"U@{top.k}", min(top.k, ranked.retrieved), top.hits
        missed = sum(tops.relevance(screen, "a")) - hits
    worth, reading, missing = _first(3, screen[Retrieved.PRICES])
    utility = linear_utility(hits, read, missed, worth=worth, reading=reading, missing=missing)
    text = (
        f"{name} = {worth:g}·{hits:,} − {reading:g}·{read:,} − {missing:g}·{missed:,} = "
        f"**{money(float(utility))}**"
    )
    if reading >= worth + missing:
        return f"{text}\n\nReading costs at least what a hit brings, so no document pays."
    least = reading / (worth + missing)
    return (
        f"{text}\n\nOne more document pays if its chance of being relevant is above A/(B + C) = "
        f"{reading:g}/({worth:g} + {missing:g}) = {money(least)}."
    )


def _of_matrix(screen: Screen) -> str:
    """Write the cost of four counts as a sum, that of one document, and when to retrieve it."""
    found, prices = screen[Retrieved.COUNTS], screen[Retrieved.MATRIX]
    cost = counts.cost(found, prices)
    if cost is None:
        return "The cost needs the fourth count, TN, or 0 as its price."
    text = f"Cost = {counts.cost_sum(found, prices)} = **{money(cost)}**."
    if (every := sum(n or 0 for n in found)) and None not in found:
        each = cost / every
        text += f" Expected cost: {money(cost)}/{every:,} = **{money(each)}**."
    least = least_probability(prices)
    if least != least:
        return text
    hit, miss, missed, rejected = map(counts.in_sum, prices)
    return (
        f"{text}\n\nIf a document has a probability, retrieve it from **{as_share(least)}** on: "
        "that costs least. This is (FP − TN)/(FP − TN + FN − TP) = "
        f"({miss} − {rejected})/({miss} − {rejected} + {missed} − {hit})."
    )


def _blocks(screen: Screen) -> str:
    """Write what blocks cost down to the first hit, and down to k."""
    size, price = _first(2, screen[Retrieved.BLOCKS])
    size = max(size, 1.0)
    relevant = tops.relevance(screen, "a")[: screen.ranked("a").retrieved]
    rank = relevant.index(True) + 1 if True in relevant else len(relevant)
    found = f"The first hit is at rank {rank}" if True in relevant else f"No hit in {rank} ranks"
    blocks, cost = (float(paid_by_block(rank, size, of)) for of in (1, price))
    return (
        f"{found}: {rank}/{size:g}, rounded up, is {counted(int(blocks), 'block')}. "
        f"It costs {price:g}·{blocks:g} = **{money(cost)}**."
    )


def _first(many: int, typed: tuple[float, ...]) -> list[float]:
    """Return so many typed numbers; what was not typed is 0."""
    return [each for each, _ in zip(chain(typed, repeat(0.0)), range(many), strict=False)]
