"""Lines between two lists: each crossing is a pair that the lists have in opposite orders.

Other columns show what each rank or depth adds to the agreement measures.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Final, NamedTuple

from metrics.breakdown import Breakdown
from pages.rank_agreement import model
from pages.rank_agreement.model import name_of_b, pair
from ui.core.columns import Cell, Column, Part
from ui.core.plain import about, brief, decimals, enough
from ui.core.screen import Name, Screen
from ui.draw.beside_cards import ghost
from ui.draw.score import Measured

_MOST_MARKS: Final = 60
"""Most crossings that are marked; with more, only the lines are drawn."""


class _End(NamedTuple):
    """The ranks of a document in A and B, where its line starts and ends."""

    a: int
    b: int


def lines(distance: Measured) -> Column:
    """Draw a line for each document from its rank in A to its rank in B, and mark the crossings.

    The line of a document in only one list ends halfway. All marks together are one tab stop
    (assets/pairs.js).
    """
    screen, lists = distance.screen, pair(distance.screen)
    in_b = {title: rank for rank, title in enumerate(lists.b, start=1)}
    ends = [_End(rank, in_b[title]) for rank, title in enumerate(lists.a, start=1) if title in in_b]
    crossings = [(upper, lower) for upper, lower in combinations(ends, 2) if upper.b > lower.b]
    crossing = set(chain(*crossings))
    parts = [_line(screen, end, "" if end in crossing else "still") for end in ends]
    for name, titles in (("a", lists.a), ("b", lists.b)):
        parts += [
            f"<i class='only {name}' style='--a:{rank};--b:{rank}'"
            f"{about(_document(screen, name, rank))}></i>"
            for rank, title in enumerate(titles, start=1)
            if title not in lists.both
        ]
    marks = _marks(screen, crossings) if len(crossings) <= _MOST_MARKS else []
    n = len(lists.both)
    first, summary = min(len(marks), 1), f"{len(crossings)} of {n * (n - 1) // 2}"
    rows = max(len(lists.a), len(lists.b))
    hint = " Arrow keys choose a crossing." if marks else ""
    over = (
        f"<div class='slopes' role='slider' tabindex='0' aria-label='Crossings' "
        f"aria-valuemin='{first}' aria-valuemax='{len(marks)}' aria-valuenow='{first}' "
        f"aria-valuetext='{summary} pairs cross.{hint}' style='--rows:{rows}'>"
        f"<p class='lines' aria-hidden='true'>{''.join([*parts, *marks])}</p>"
        "<p class='told' aria-hidden='true'></p></div>"
    )
    return Column("Pairs", total=f"{summary} cross", over=over, room="0.2rem")


def _line(screen: Screen, end: _End, look: str) -> str:
    documents = " ".join(dict.fromkeys(_documents(screen, end)))
    return f"<i class='{look}' style='--a:{end.a};--b:{end.b}'{about(documents)} data-same></i>"


def _marks(screen: Screen, crossings: Sequence[tuple[_End, _End]]) -> list[str]:
    """Return the marks of the crossings; several at one place share a mark with their number."""
    places: dict[tuple[str, str], list[tuple[_End, _End]]] = {}
    for upper, lower in crossings:
        across = (lower.a - upper.a) / (lower.a - upper.a + upper.b - lower.b)
        place = f"{across:.4f}", f"{upper.a + across * (upper.b - upper.a):.4f}"
        places.setdefault(place, []).append((upper, lower))
    marks = []
    for (x, y), pairs in places.items():
        (upper, lower), ends = pairs[0], dict.fromkeys(chain(*pairs))
        text, count = f"Ranks {upper.a} and {lower.a} of A are {upper.b} and {lower.b} of B", ""
        if len(pairs) > 1:
            text, count = f"{len(pairs)} pairs cross here", str(len(pairs))
        documents = " ".join(chain(*(_documents(screen, end) for end in ends)))
        marks.append(f"<b style='--x:{x};--y:{y}' title='{text}'{about(documents)}>{count}</b>")
    return marks


def _list(screen: Screen, name: Name) -> Name:
    return name_of_b(screen) if name == "b" else name


def _document(screen: Screen, name: Name, rank: int) -> str:
    shown = _list(screen, name)
    return f"{shown}-{screen.ranked(shown).documents[rank - 1].id}"


def _documents(screen: Screen, end: _End) -> tuple[str, str]:
    return _document(screen, "a", end.a), _document(screen, "b", end.b)


def moves(rho: Measured) -> Column:
    """Draw the square of how many ranks each document of B has moved."""
    screen = rho.screen
    moved, titles = model.moves(screen), pair(screen).b
    most = max(len(moved) - 1, 1) ** 2
    cells = {
        row: Cell(
            [Part(0, moved[title] ** 2 / most)], f"{abs(moved[title])}² = {moved[title] ** 2}"
        )
        for row, title in enumerate(titles, start=1)
        if title in moved
    }
    total = f"sum {sum(move**2 for move in moved.values())}"
    return Column("(rank A − rank B)²", cells, total, sees_grades=False, room="0.6rem")


def in_cards(column: Column) -> Column:
    """Return a column with a heading that has room above the cards of a phone."""
    return replace(column, heading=column.heading.replace("(rank A − rank B)²", "(A − B)²"))


def right_above(tau_ap: Measured) -> Column:
    """Draw, for each document of B, the share of those above it that are also above it in A.

    A frame shows how long all of them are.
    """
    lists = pair(tau_ap.screen)
    rows = {title: row for row, title in enumerate(lists.b, start=1)}
    shares = tau_ap.breakdown.terms["right_above"]
    cells = {}
    for index, title in enumerate(lists.both_in_b):
        row = rows[title]
        if index:
            share = float(shares[row - 1])
            bars = [Part(0, 1, "hollow"), Part(0, share)]
            cells[row] = Cell(bars, f"{share * index:.0f} of {index}")
    (mean,) = enough(lambda mean: 2 * mean - 1, (float(tau_ap.score) + 1) / 2)
    return Column(
        "Above in A",
        cells,
        f"mean {mean}" if cells else "",
        sees_grades=False,
        room="0.6rem",
    )


def overlaps(rbo: Measured) -> Column:
    """Draw, for each depth, the overlap of both lists; the height is the weight of the depth."""
    return Column(
        "Shared",
        dict(enumerate(_overlaps(rbo), start=1)),
        f"{rbo.label} {rbo.text}",
        sees_grades=False,
        width=1.15,
        room="0.6rem",
    )


def _overlaps(rbo: Measured) -> Sequence[Cell]:
    """Return a cell for each depth, labelled `2/3 = 0.667`."""
    before = _depths(rbo.terms_before) if rbo.terms_before is not None else []
    cells = []
    for index, bar in enumerate(_depths(rbo.breakdown)):
        depth, share = index + 1, bar.end
        ghosts = [part._replace(look="was") for part in before[index : index + 1]]
        label = f"{brief(share * depth, 2)}/{depth} = {decimals(share)}"
        cells.append(Cell([*ghost(ghosts, bar), bar], label))
    return cells


def _depths(rbo: Breakdown) -> list[Part]:
    terms, thickest = rbo.terms, 0.5
    first = terms["weight"][:1]
    rows = zip(terms["overlap"].tolist(), (terms["weight"] / first).tolist(), strict=True)
    return [Part(0, overlap, height=thickest * weight) for overlap, weight in rows]


def others(measured: Sequence[Measured]) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
    """Return the header and rows of a table of what each rank or depth adds to the scores.

    The first of the scores is left out. Below are what RBO adds beyond the lists, and the sums.
    """
    screen, (distance, rho, tau_ap, rbo) = measured[0].screen, measured[1:]
    lists = pair(screen)
    adds = [
        metric.breakdown.terms["contribution"].tolist() for metric in (distance, rho, tau_ap, rbo)
    ]
    header = ("rank", "in A", distance.label, rho.label, "in B", tau_ap.label, rbo.label)

    def row(at: int) -> list[object]:
        title = [titles[at][0] if at < len(titles) else "" for titles in (lists.a, lists.b)]
        cells: list[object] = [values[at] if at < len(values) else "" for values in adds]
        return [str(at + 1), title[0], *cells[:2], title[1], *cells[2:]]

    rows = [row(at) for at in range(max(len(lists.a), len(lists.b)))]
    beyond = float(rbo.breakdown.remainder)
    rows.append(["beyond", "", "", "", "", "", beyond])
    rows.append(["all", "", distance.score, rho.score, "", tau_ap.score, rbo.score])
    return header, rows
