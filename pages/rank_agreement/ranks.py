"""What an exercise gives without documents: the ranks of judges, or two rankings of items."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from string import ascii_uppercase
from typing import Final

import streamlit as st

from metrics import agreement
from pages.rank_agreement.model import pair
from ui.core import post
from ui.core.documents import Document, RankedList, RefusedError, checked_length, checked_title
from ui.core.knobs import Counted
from ui.core.plain import decimals, table_html
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.parts import controls

_FIELD: Final = "own_rankings"
_LONGEST: Final = 2000
_LABEL: Final = re.compile(r"^\s*\w[\w ]{0,20}[:=]\s*")


def own_rankings() -> None:
    """Draw a field that puts two typed rankings into the lists."""
    screen = session().shown
    titles = [[title for title, _ in each] for each in pair(screen)[:2]]
    is_short = all(" " not in title and "," not in title for each in titles for title in each)
    now = "; ".join(map(" ".join, titles)) if is_short else ""
    field: controls.Control = {
        **{"kind": "line", "name": _FIELD, "label": "Two rankings, best first", "lines": "; "},
        **{"value": controls.refused(_FIELD, screen.lists)[0] or now},
        **{"placeholder": "0 4 3 1 2; 1 4 2 3 0", "change": {"do": "type_rankings"}},
        "help": "All items of A, a semicolon, all items of B: 0 4 3 1 2; 1 4 2 3 0.",
    }
    controls.draw("own_rankings", [field])


@post.on_session("type_rankings")
def _type(state: Session, action: Action) -> None:
    """Put two typed rankings into the lists; nobody has judged their documents."""
    text = str(action["to"])[:_LONGEST]

    def put(screen: Screen) -> Screen:
        with controls.keeping(_FIELD, screen.lists, text):
            a, b = map(_ranked, _rows(text))
        return screen.with_list("a", a).with_list("b", b)

    state.act(put, begin=True)


def _rows(text: str) -> list[list[str]]:
    """Return the items of two rankings."""
    rows = [_LABEL.sub("", row) for row in re.split(r"[;\n/]", text) if row.strip()]
    found = [[item for item in re.split(r"[\s,>\[\](){}]+", row) if item] for row in rows]
    if len(found) != 2 or not all(found):
        raise RefusedError(
            f"“{text[:40]}” was not taken: type all items of A, a semicolon, and all items of B, "
            "best first, such as 0 4 3 1 2; 1 4 2 3 0."
        )
    for row in found:
        twice = next((item for item in row if row.count(item) > 1), "")
        if twice:
            raise RefusedError(f"“{text[:40]}” was not taken: {twice[:20]} stands twice in a list.")
    return found


def _ranked(items: Sequence[str]) -> RankedList:
    checked_length(len(items))
    documents = (
        Document(str(at), checked_title(item), None) for at, item in enumerate(items, start=1)
    )
    return RankedList(tuple(documents), len(items))


def by_judges() -> None:
    """Draw a field for the ranks of judges, what they are for each item, and both measures."""
    controls.turn([Counted.RANKS], by="judges_ranks")
    st.html(table(session().shown))
    st.markdown(worked(session().shown))


def _judges(screen: Screen) -> dict[str, list[int]]:
    ranks = [[*map(int, each.split())] for each in screen[Counted.RANKS]]
    return dict(zip(ascii_uppercase, ranks, strict=False))


def table(screen: Screen) -> str:
    """Write the ranks of each item, and d and its square for each two judges."""
    judges = _judges(screen)
    pairs = [*combinations(judges, 2)]
    head = ["item", *judges]
    for one, other in pairs:
        head += [f"d = {one} − {other}", "d²"]
    body: list[list[object]] = []
    for at, each in enumerate(zip(*judges.values(), strict=True)):
        row: list[object] = [at + 1, *each]
        for one, other in pairs:
            d = judges[one][at] - judges[other][at]
            row += [f"{d}".replace("-", "−"), d**2]
        body.append(row)
    foot: list[object] = ["sum", *[""] * len(judges)]
    for one, other in pairs:
        foot += ["", _squares(judges[one], judges[other])]
    return table_html("The ranks of each item", head, body, foot)


def worked(screen: Screen) -> str:
    """Write ρ and τ of each two judges with their numbers, and who are most alike."""
    judges = _judges(screen)
    rhos = {
        (one, other): float(agreement.spearman_rho(judges[one], judges[other]).score)
        for one, other in combinations(judges, 2)
    }
    lines = [*_lines(judges)]
    best = max(rhos.values())
    alike = [f"{one} and {other}" for (one, other), rho in rhos.items() if rho > best - 1e-9]
    if len(rhos) > 1:
        lines.append(f"ρ is highest for **{', '.join(alike)}**: they are most alike.")
    return "\n\n".join(lines)


def _lines(judges: dict[str, list[int]]) -> Iterator[str]:
    for one, other in combinations(judges, 2):
        first, second = judges[one], judges[other]
        n, squares = len(first), _squares(first, second)
        crossed = sum((a - c) * (b - d) < 0 for (a, b), (c, d) in _pairs_of(first, second))
        every = n * (n - 1) // 2
        rho = float(agreement.spearman_rho(first, second).score)
        yield (
            f"**{one} and {other}**: ρ = 1 − 6 · {squares} / ({n} · {n**2 - 1}) = "
            f"**{decimals(rho)}**. {crossed} of {every} pairs cross: τ = ({every - crossed} − "
            f"{crossed}) / {every} = **{decimals((every - 2 * crossed) / every)}**."
        )


def _pairs_of(first: Sequence[int], second: Sequence[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    return combinations(zip(first, second, strict=True), 2)


def _squares(first: Sequence[int], second: Sequence[int]) -> int:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))
