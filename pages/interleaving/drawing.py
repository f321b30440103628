"""The merged list of two rankings, pick by pick, and the rankings beside it."""

from typing import Final

import streamlit as st

from pages.interleaving import model
from ui.core import theme
from ui.core.knobs import Interleaving
from ui.core.plain import Html, table_html
from ui.core.screen import Screen
from ui.parts import controls
from ui.parts.controls import Control

_HEAD: Final = ("Rank", "Document", "Picked by", "This reader")


def board(screen: Screen) -> None:
    """Draw the merged list, with who is first in each round and what one reader clicks on."""
    draft, one = model.draft(screen), model.is_one(screen)
    last = None if one else -1
    cells: list[Control] = [_text(f"head-{at}", name) for at, name in enumerate(_HEAD[:last])]
    for at, (document, team) in enumerate(zip(*draft, strict=True)):
        name = str(document)
        cells += [
            _text(f"rank-{at + 1}", f"{at + 1}"),
            _text(f"document-{at + 1}", _shown(screen, name)),
        ]
        cells.append(_picked(screen, at, team.upper()))
        if one:
            cells.append(_click(name, clicked=name in screen[Interleaving.CLICKS]))
    controls.draw("draft", cells, "verdicts of-4" if one else "verdicts of-3")
    shown, every = len(draft.documents), model.picks(screen)
    turn = {"do": "turn", "knob": Interleaving.PICKS}
    controls.draw(
        "picks",
        [
            controls.button(
                "Next pick",
                {**turn, "to": shown + 1},
                off=shown >= every,
                none="All documents are picked",
            ),
            controls.button("All picks", {**turn, "to": 16}, off=shown >= every),
            controls.button("From the start", {**turn, "to": 0}, off=not shown),
        ],
    )


def _text(name: str, text: str) -> Control:
    return {"kind": "text", "name": name, "text": text}


def _shown(screen: Screen, document: str) -> str:
    """Return a document's letter, and whether it is relevant where that decides on clicks."""
    if model.is_one(screen):
        return document
    relevant = document.upper() in "".join(screen[Interleaving.RANKINGS])
    return f"{document} {theme.symbol(int(relevant), 1)}"


def _picked(screen: Screen, at: int, team: str) -> Control:
    """Return who picked a document; at the first pick of a round a button that turns the coin."""
    if not model.coin_before(screen, at):
        return _text(f"team-{at + 1}", team)
    return controls.button(
        f"Round {at // 2 + 1}: {team} picks first",
        {"do": "draft_coin", "round": at // 2},
        name=f"first-{at // 2 + 1}",
        text=f"{team} first",
    )


def _click(document: str, *, clicked: bool) -> Control:
    return controls.button(
        f"Click on {document}: {'yes' if clicked else 'no'}",
        {"do": "draft_click", "document": document},
        name=f"click-{document}",
        text="clicked" if clicked else "click",
        look="yes" if clicked else "",
    )


def both(screen: Screen) -> None:
    """Draw the two rankings; what is picked already says by whom."""
    draft = model.draft(screen)
    team_of = dict(zip(draft.documents, draft.teams, strict=True))
    a, b = model.rankings(screen)

    def cell(ranking: str, at: int, team: str) -> str | Html:
        if at >= len(ranking):
            return ""
        text, by = _shown(screen, ranking[at]), team_of.get(ranking[at])
        if by == team:
            return Html(f"<span class='pick {team}'><b>{text}</b> picked</span>")
        return Html(f"<span class='pick{' gone' * bool(by)}'>{text}{' taken' * bool(by)}</span>")

    body = [[at + 1, cell(a, at, "a"), cell(b, at, "b")] for at in range(max(len(a), len(b)))]
    head = ["rank", "Ranking A", "Ranking B"]
    st.html(table_html("The two rankings", head, body, words=(0, 1, 2)))
