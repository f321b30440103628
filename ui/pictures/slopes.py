"""Two lists joined by lines, whose crossings are the pairs that the lists have in opposite orders.

Beside them stands what each depth of the lists adds.
"""

from collections.abc import Sequence
from html import escape
from itertools import chain, combinations
from typing import Final, NamedTuple

from metrics.breakdown import Breakdown
from ui.look import theme
from ui.look.columns import Cell, Column, Part
from ui.look.plain import about, decimals
from ui.models.rank_agreement import Title, name_of_b, pair
from ui.models.score import Measured
from ui.pictures.beside_cards import bars, ghost
from ui.state.screen import Name, Screen

_MOST_MARKS: Final = 60
"""So many crossings can be told apart; of more, only the lines are drawn."""


class _End(NamedTuple):
    """Where a line starts in A and ends in B, by rank."""

    a: int
    b: int


def crossed(distance: Measured) -> Column:
    """Draw how many other lines each document's line crosses."""
    now = pair(distance.screen)
    both = set(now.both)
    counts = 2 * distance.breakdown.terms["pairs"]
    labels = [
        f"{count:g}" if each in both else "–" for each, count in zip(now.a, counts, strict=True)
    ]
    most = max(len(now.both) - 1, 1) / 2
    return bars(distance, "pairs", "Crosses", labels, most=most, width=0.42, room="0.6rem")


def lines(distance: Measured) -> Column:
    """Draw a line for each document from its rank in A to its rank in B, and mark the crossings.

    The line of a document that only one list has ends in between. The marks are one stop of the
    keys (assets/pairs.js). Where a picture is not level with the cards, it shows titles itself.
    """
    screen, now = distance.screen, pair(distance.screen)
    in_b = {each: rank for rank, each in enumerate(now.b, start=1)}
    ends = [_End(rank, in_b[each]) for rank, each in enumerate(now.a, start=1) if each in in_b]
    crossings = [(one, other) for one, other in combinations(ends, 2) if one.b > other.b]
    bent = set(chain(*crossings))
    drawn = [_line(screen, end, "" if end in bent else "still") for end in ends]
    for name, titles in (("a", now.a), ("b", now.b)):
        drawn += [
            f"<i class='only {name}' style='--a:{rank};--b:{rank};{_colour(screen, name, rank)}'"
            f"{about(_document(screen, name, rank))}></i>"
            for rank, each in enumerate(titles, start=1)
            if each not in now.both
        ]
    marks = _marks(screen, crossings) if len(crossings) <= _MOST_MARKS else []
    n = len(now.both)
    first, said = min(len(marks), 1), f"{len(crossings)} of {n * (n - 1) // 2}"
    hint = " Arrow keys choose a crossing." if marks else ""
    over = (
        f"<section class='slopes' role='slider' tabindex='0' aria-label='Crossings' "
        f"aria-valuemin='{first}' aria-valuemax='{len(marks)}' aria-valuenow='{first}' "
        f"aria-valuetext='{said} pairs cross.{hint}' style='--rows:{max(len(now.a), len(now.b))}'>"
        f"{_names(screen, 'a', now.a)}<p class='lines' aria-hidden='true'>"
        f"{''.join([*drawn, *marks])}</p>{_names(screen, 'b', now.b)}"
        "<p class='told' aria-hidden='true'></p></section>"
    )
    return Column(
        "Lines, and how often each crosses", total=f"{said} cross", over=over, room="0.2rem"
    )


def _line(screen: Screen, end: _End, look: str) -> str:
    documents = " ".join(dict.fromkeys(_documents(screen, end)))
    return (
        f"<i class='{look}' style='--a:{end.a};--b:{end.b};{_colour(screen, 'a', end.a)}'"
        f"{about(documents)} data-same></i>"
    )


def _marks(screen: Screen, crossings: Sequence[tuple[_End, _End]]) -> list[str]:
    """Mark where lines cross; where several pairs do at one place, with how many."""
    places: dict[tuple[str, str], list[tuple[_End, _End]]] = {}
    for one, other in crossings:
        across = (other.a - one.a) / (other.a - one.a + one.b - other.b)
        place = f"{across:.4f}", f"{one.a + across * (one.b - one.a):.4f}"
        places.setdefault(place, []).append((one, other))
    marks = []
    for (x, y), there in places.items():
        (one, other), ends = there[0], dict.fromkeys(chain(*there))
        said, count = f"Ranks {one.a} and {other.a} of A are {one.b} and {other.b} of B", ""
        if len(there) > 1:
            said, count = f"{len(there)} pairs cross here", str(len(there))
        documents = " ".join(chain(*(_documents(screen, end) for end in ends)))
        marks.append(f"<b style='--x:{x};--y:{y}' title='{said}'{about(documents)}>{count}</b>")
    return marks


def _names(screen: Screen, name: Name, titles: Sequence[Title]) -> str:
    each = "".join(
        f"<span{about(_document(screen, name, rank))}>{rank} {escape(title)}</span>"
        for rank, (title, _) in enumerate(titles, start=1)
    )
    return f"<div class='names {name}' aria-hidden='true'>{each}</div>"


def _list(screen: Screen, name: Name) -> Name:
    return name_of_b(screen) if name == "b" else name


def _document(screen: Screen, name: Name, rank: int) -> str:
    there = _list(screen, name)
    return f"{there}-{screen.ranked(there).documents[rank - 1].id}"


def _documents(screen: Screen, end: _End) -> tuple[str, str]:
    return _document(screen, "a", end.a), _document(screen, "b", end.b)


def _colour(screen: Screen, name: Name, rank: int) -> str:
    grade = screen.ranked(_list(screen, name)).documents[rank - 1].grade
    return f"--colour:var(--colour-{theme.colour(grade, screen.scale)})"


def right_above(tau_ap: Measured) -> Column:
    """Draw, for each document of B, which share of those above it is above it in A, too."""
    now = pair(tau_ap.screen)
    rows = {each: row for row, each in enumerate(now.b, start=1)}
    shares = tau_ap.breakdown.terms["right_above"]
    cells = {}
    for above, each in enumerate(now.both_in_b):
        row = rows[each]
        if above:
            share = float(shares[row - 1])
            cells[row] = Cell([Part(0, share)], f"{share * above:.0f}/{above}")
    return Column("Above in A, too", cells, f"{tau_ap.label} {tau_ap.said}", room="0.6rem")


def overlaps(rbo: Measured) -> Column:
    """Draw at each depth which share of the tops both lists have, as thick as the depth weighs."""
    return Column(
        "In both so far",
        dict(enumerate(_overlaps(rbo), start=1)),
        f"{rbo.label} {rbo.said}",
        sees_grades=False,
        width=1.15,
        room="0.6rem",
    )


def _overlaps(rbo: Measured) -> Sequence[Cell]:
    """Write a depth's overlap as `2/3 = 0.667`; of a list that has ended, its last goes on."""
    before = _depths(rbo.was) if rbo.was is not None else []
    cells = []
    for at, bar in enumerate(_depths(rbo.breakdown)):
        depth, share = at + 1, bar.end
        was = [part._replace(look="was") for part in before[at : at + 1]]
        label = f"{round(share * depth, 2):g}/{depth} = {decimals(share)}"
        cells.append(Cell([*ghost(was, bar), bar], label))
    return cells


def _depths(rbo: Breakdown) -> list[Part]:
    terms, thickest = rbo.terms, 0.5
    first = terms["weight"][:1]
    each = zip(terms["overlap"].tolist(), (terms["weight"] / first).tolist(), strict=True)
    return [Part(0, overlap, height=thickest * weight) for overlap, weight in each]


def little_html(screen: Screen) -> str:
    """Write list B in little, by the ranks that its documents have in A."""
    now = pair(screen)
    in_a = {each: str(rank) for rank, each in enumerate(now.a, start=1)}
    ranks = " ".join(in_a.get(each, "–") for each in now.b)
    return f"<span class='miniature' aria-hidden='true'>A’s ranks in B: {ranks}</span>"


def others(every: Sequence[Measured]) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
    """Lay out what each rank of A, each rank of B and each depth adds to the scores but the first.

    Beside their sums stands what RBO takes from below the last depth.
    """
    screen, (distance, rho, tau_ap, rbo) = every[0].screen, every[1:]
    now = pair(screen)
    adds = [one.breakdown.terms["contribution"].tolist() for one in (distance, rho, tau_ap, rbo)]
    head = ("rank", "in A", distance.label, rho.label, "in B", tau_ap.label, rbo.label)

    def row(at: int) -> list[object]:
        title = [titles[at][0] if at < len(titles) else "" for titles in (now.a, now.b)]
        cells: list[object] = [each[at] if at < len(each) else "" for each in adds]
        return [str(at + 1), title[0], *cells[:2], title[1], *cells[2:]]

    body = [row(at) for at in range(max(len(now.a), len(now.b)))]
    beyond = float(rbo.breakdown.remainder)
    body.append(["beyond", "", "", "", "", "", beyond])
    body.append(["all", "", distance.score, rho.score, "", tau_ap.score, rbo.score])
    return head, body
