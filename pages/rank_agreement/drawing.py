"""Two boards side by side with lines between them, and what the measures are in words."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import streamlit as st

from pages.rank_agreement.model import average_overlap, has_b, moves, name_of_b, pair, swapped
from ui.core import post, theme
from ui.core.columns import Column
from ui.core.plain import about, decimals
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import beside_cards
from ui.draw.score import Measured
from ui.parts import board, controls

_B: Final = "List B", "Same title, same document."
_FEW: Final = 6
"""Most documents whose numbers are written into a formula."""
_MOST_SHARES: Final = 12
"""Most depths whose shares are written out in a mean."""


def boards(
    lines: Column,
    beside_b: Sequence[Column],
    in_b: Column | None,
    plain: bool,
    hidden: bool,
) -> None:
    """Draw both boards with their columns; grades play no part in how alike two orders are.

    Args:
        lines: the column between the boards.
        beside_b: the columns beside B.
        in_b: what the cards of B show on a phone, if anything.
        plain: whether nothing invites to change more than the order.
        hidden: whether to hide the answer.
    """
    state = session()
    screen, with_b = state.shown, has_b(state.current)
    # st.columns would add an element for each column.
    with st.container(key="two_lists", horizontal=True):
        board.show(
            "a",
            hidden=hidden,
            called=("List A", "Drag the cards."),
            plain=plain,
            graded=False,
        )
        beside_cards.draw(screen, "a", [lines], hidden=hidden)
        if with_b:
            board.show(
                "b",
                adds=in_b,
                hidden=hidden,
                called=_B,
                plain=plain,
                graded=False,
            )
        else:
            st.html(_copy_html(screen))
        if beside_b:
            beside_cards.draw(screen, name_of_b(screen), beside_b, hidden=hidden)


def swaps() -> list[controls.Control]:
    """Return buttons that swap neighbours at either end of B."""
    return [
        controls.button(f"Swap at the {end}", {"do": "swap_end", "end": end})
        for end in ("top", "bottom")
    ]


TAU: Final = "τ (tau) = 1: no pair crosses; 0: half\u00a0cross; −1:\u00a0all\u00a0cross"
WHY: Final = (
    "Compare two search engines, or one before and after a change: how alike are their orders? "
)
_WORDS: Final[Mapping[str, str]] = {
    "kendall_tau": "A line leads from a document’s rank in A to its rank in B. Two lines that "
    "**cross** are a pair in opposite orders. Others are in the same order.{pairs} "
    "**Kendall’s τ** takes the pairs in the same "
    "order, subtracts the pairs that cross, and divides by all pairs.",
    "kendall_distance": "**Distance** is the share of pairs that cross.",
    "spearman_rho": "**Spearman’s ρ** (rho) looks at moves: the rank in A minus the rank in B. It "
    "squares each move and adds them up. ρ = "
    "1\u00a0−\u00a06\u00a0·\u00a0sum\u00a0/\u00a0(n\u00a0·\u00a0(n²\u00a0−\u00a01)) "
    "for n documents{sixth}.",
    "tau_ap": "**τ-AP** asks of each document but the first of B: which share of those above it "
    "stands above it in A, too? It is twice the mean of these shares, minus 1. A swap of "
    "neighbours costs most at the top.",
    "rbo": "**RBO** (rank-biased overlap) goes down both lists. At each depth: which share of the "
    "documents so far is in both? A reader goes on to the next depth with probability p.{depths}",
}
"""What each measure is."""


def words(shown: Sequence[Measured]) -> str:
    """Return what the measures are that are shown, in Markdown."""
    screen = shown[0].screen
    n = len(pair(screen).both)
    pairs = f" {n} documents make {n} · {n - 1}/2 = {n * (n - 1) // 2} pairs." if n > 1 else ""
    p, depth = f"{screen['persistence']:g}", len(shown[-1].breakdown.terms.get("overlap", ()))
    depths = (
        f" With p = {p} each next depth weighs {p} of the one before; below depth {depth} the last "
        "share is taken to stay."
    )
    sixth = f". Of {n} it is 1\u00a0−\u00a0sum\u00a0/\u00a0{_half(n)}" if n > 1 else ""
    return " ".join(
        _WORDS[one.key].format(pairs=pairs, depths=depths, sixth=sixth) for one in shown
    )


def _half(n: int) -> int:
    """Return the sum of squared moves of n documents at which ρ is 0."""
    return n * (n * n - 1) // 6


def below_score(shown: Sequence[Measured]) -> str:
    """Return in a sentence what the values of τ mean, or how the score beside it is made."""
    lists = pair(shown[0].screen)
    half = _half(len(lists.both))
    other = shown[-1].key if len(shown) == 2 and half else ""
    if other == "spearman_rho":
        return f"ρ = 1 − sum/{half}. {half} is half of {2 * half}, the sum of reversed lists."
    if other == "tau_ap":
        return "Each document: of those above it in B, the share above it in A."
    return TAU


def in_a_sentence(shown: Sequence[Measured]) -> str:
    """Return what the score beside τ is, or τ itself, in a sentence for a hall."""
    keys, moved = {one.key for one in shown}, moves(shown[0].screen).values()
    if "tau_ap" in keys and "spearman_rho" not in keys:
        return "τ-AP: for each document of B, which share of those above it is above it in A, too?"
    if "spearman_rho" in keys and "tau_ap" not in keys:
        squares = sum(move**2 for move in moved)
        return f"ρ: square how far each document moved, and add up: {squares}."
    if "kendall_distance" in keys:
        return "τ: (pairs in order − pairs that cross) ÷ all. Distance: pairs that cross ÷ all."
    return "τ: (pairs in the same order − pairs that cross) ÷ all pairs."


def by_hand(rho: Measured, tau_ap: Measured) -> list[tuple[Measured, str]]:
    """Return ρ and τ-AP with their formulas in the numbers of lists that are short."""
    lists = pair(rho.screen)
    n, in_b = len(lists.both), lists.both_in_b
    if not 1 < n <= _FEW:
        return []
    moved = moves(rho.screen)
    squares = " + ".join(f"{moved[each] ** 2}" for each in in_b)
    shares = dict(zip(lists.b, tau_ap.breakdown.terms["right_above"].tolist(), strict=True))
    right = (f"{at * shares[each]:.0f}/{at}" for at, each in enumerate(in_b) if at)
    return [
        (rho, f"1 − ({squares})/{_half(n)}"),
        (tau_ap, f"2 · ({' + '.join(right)})/{n - 1} − 1"),
    ]


def formulas(distance: Measured, rho: Measured, tau_ap: Measured, rbo: Measured) -> str:
    """Return the formulas of four measures as Markdown, with the numbers of short lists."""
    n = len(pair(rho.screen).both)
    weights, overlaps = (rbo.breakdown.terms[name].tolist() for name in ("weight", "overlap"))
    depths = [*weights, rbo.screen["persistence"] ** len(weights)], [*overlaps, *overlaps[-1:]]
    seen = (f"{decimals(w)} · {overlap:.3g}" for w, overlap in zip(*depths, strict=False))
    crossed = f"2/({n} · {n - 1}) · {distance.breakdown.aside['pairs'].sum() / 2:g}"
    few = 1 < n <= _FEW >= len(weights)
    written = {one.key: numbers for one, numbers in by_hand(rho, tau_ap)}
    written |= {distance.key: crossed, rbo.key: " + ".join(seen)}
    parts = []
    for one in (distance, rho, tau_ap, rbo):
        here = f"Here: {written[one.key]} = **{one.text}**." if few else ""
        parts.append(f"**{one.label}**\n\n$$\n{one.latex}\n$$\n\n{one.in_words}\n\n{here}")
    return "\n\n".join(parts)


def _copy_html(screen: Screen) -> str:
    """Return a copy of list A as HTML, shown while there is no list B."""
    ranked = screen.a
    items = "".join(
        f"<li{about(f'a-{document.id}')}>{rank} {escape(document.title)}</li>"
        for rank, document in enumerate(ranked.documents[: ranked.retrieved], start=1)
    )
    keep = post.href({"do": "keep_b"})
    return (
        f"<div class='copy' style='--pitch:{theme.ROW_PITCH}px;--gap:{theme.ROW_GAP}px'>"
        "<p>There is no list B yet: this is A again. "
        f"<a href='{keep}'><b>Keep a copy as list B</b></a></p>"
        f"<ol role='list' aria-label='A again, as long as there is no list B'>{items}</ol></div>"
    )


@post.on_screen("swap_end")
def _swap_end(screen: Screen, action: Action) -> Screen:
    return swapped(screen, action["end"])


def mean_of_shares(screen: Screen) -> str:
    """Write the average overlap of two lists with its shares, as Markdown."""
    found = average_overlap(screen)
    shares = found.terms["overlap"].tolist()
    begins = "*Average overlap* is the plain mean of these shares"
    if not shares:
        return f"{begins}. It has no value: a list is empty."
    a, b, _ = pair(screen)
    k, n = screen.k, len(shares)
    ends = f", down to depth {n}, where the shorter list ends" * (min(len(a), k) != min(len(b), k))
    parts = " + ".join(f"{round(share * at)}/{at}" for at, share in enumerate(shares, start=1))
    written = f"({parts}) / {n} = " * (n <= _MOST_SHARES)
    return (
        f"{begins}{ends}: {written}**{decimals(float(found.score))}**. Each depth counts the "
        "same. The Python package rbo prints it as RBO of p = 1, which it takes if you give no p."
    )
