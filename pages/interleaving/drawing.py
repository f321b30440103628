"""The merged list of two rankings, pick by pick, between the two rankings."""

from collections.abc import Mapping
from typing import Any, Final

from metrics.interleaving import Team
from pages.interleaving import model
from pages.interleaving.knobs import Interleaving
from ui.core import theme
from ui.core.plain import listed
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls, steps
from ui.parts.controls import Control

NAME: Final = "interleaving"
_TITLES: Final = dict(
    zip(
        "abcdefgh",
        ("Starter", "Baking", "Dough", "Recipe", "Rye", "Salt", "Flour", "Oven"),
        strict=True,
    )
)
"""What documents are called, of those that a search for sourdough returned."""
_HEAD: Final = ("Rank", "A", "Readers see", "B", "Picked by", "This reader")
_HEAD_OF_MANY: Final = ("Rank", "A", "One list", "B", "Who looks")


def asked(screen: Screen) -> Mapping[str, Any]:
    """Return the settings that the step asks for, as long as nothing was done; else none."""
    step = steps.current(NAME)
    if step and isinstance(step.then, Mapping) and step.on(screen) == screen:
        return step.then
    return {}


def board(screen: Screen) -> None:
    """Draw both rankings, and between them the merged list with what one reader clicks on.

    Rows of picks to come are empty, so that a pick moves nothing.
    """
    draft, one = model.draft(screen), model.is_one(screen)
    team_of = dict(zip(draft.documents, draft.teams, strict=True))
    a, b = model.rankings(screen)
    head = _HEAD if one else _HEAD_OF_MANY
    cells: list[Control] = [
        _text(f"head-{name}", name, "heads", "’s ranking" * (name in ("A", "B"))) for name in head
    ]
    for at in range(max(len(a), len(b), model.picks(screen))):
        rank, picked = at + 1, at < len(draft.documents)
        name, team = (str(draft.documents[at]), draft.teams[at]) if picked else ("", None)
        text = shown(screen, name) if picked else ""
        text += _title(screen, name)
        cells += [
            _text(f"rank-{rank}", f"{rank}"),
            _ranked(screen, a, "a", at, team_of),
            _text(f"document-{rank}", text, f"pick {team}" if team else ""),
            _ranked(screen, b, "b", at, team_of),
            _picked(screen, at, team) if team else _text(f"team-{rank}", ""),
        ]
        if one and picked:
            clicked = name in screen[Interleaving.CLICKS]
            asks = not clicked and name in asked(screen).get(Interleaving.CLICKS, "")
            cells.append(_click(screen, name, team, clicked=clicked, asks=asks))
        elif one:
            cells.append(_text(f"no-click-{rank}", ""))
    controls.draw("draft", cells, "draft" if one else "draft many")
    if one:
        _picks(len(draft.documents), model.picks(screen))


def not_shown(screen: Screen) -> str:
    """Say which clicks of one reader are on documents that the list does not hold; or ""."""
    strange, ranked = model.not_shown(screen), "".join(model.rankings(screen))
    later = [one for one in strange if one in ranked]
    never = [one for one in strange if one not in ranked]
    cases = ((never, "In no ranking"), (later, "Not picked yet"))
    return " ".join(
        f"{why}, so a click there does not count: {listed(model.names(screen, some))}."
        for some, why in cases
        if some
    )


def own_rankings() -> None:
    """Draw the field for both rankings: below the list, or in the fold if a step tells of them."""
    controls.turn([Interleaving.RANKINGS], by="own")


def clicks(screen: Screen) -> Control:
    """Return the field for the clicks of one reader, which writes them as the rankings are."""
    clicked = screen[Interleaving.CLICKS]
    names = model.names(screen, clicked)
    return {
        **controls.field(Interleaving.CLICKS),
        "value": clicked if names == [*clicked] else " ".join(names),
        **controls.untaken(Interleaving.CLICKS),
    }


def _picks(shown: int, every: int) -> None:
    """Draw buttons that show more or fewer picks of one reader's list."""
    turn = {"do": "turn", "knob": Interleaving.PICKS}
    controls.draw(
        "picks",
        [
            controls.button(
                "Next pick",
                {**turn, "to": shown + 1},
                off=shown >= every,
                none="All documents are picked",
                look="asks" * (Interleaving.PICKS in asked(session().shown)),
            ),
            controls.button("All picks", {**turn, "to": 16}, off=shown >= every),
            controls.button("From the start", {**turn, "to": 0}, off=not shown),
        ],
    )


def _text(name: str, text: str, look: str = "", rest: str = "") -> Control:
    return {"kind": "text", "name": name, "text": text, "look": look, "rest": rest}


def _ranked(
    screen: Screen, ranking: str, team: Team, at: int, team_of: Mapping[object, Team]
) -> Control:
    """Return a document of one ranking: picked by it, struck out by the other's pick, or left."""
    name = f"{team}-{at + 1}"
    if at >= len(ranking):
        return _text(name, "")
    text, by = shown(screen, ranking[at]), team_of.get(ranking[at])
    rest = _title(screen, ranking[at])
    if by == team:
        return _text(name, f"✓ {text}", f"pick {team}", rest)
    return _text(name, text, "gone" if by else "", rest)


def _title(screen: Screen, document: str) -> str:
    """Return what a document is called beside its letter; a number stands alone."""
    is_letter = model.names(screen, document) == [document]
    found = _TITLES.get(document, "") if model.is_one(screen) and is_letter else ""
    return f" {found}".rstrip()


def shown(screen: Screen, document: str) -> str:
    """Return a document's name, and whether it is relevant where that decides on clicks."""
    (name,) = model.names(screen, document)
    if model.is_one(screen):
        return name
    relevant = document.upper() in "".join(model.runs(screen))
    return f"{name} {theme.symbol(int(relevant), 1)}"


def _picked(screen: Screen, at: int, team: Team) -> Control:
    """Return who picked a document; at one reader's first pick of a round a coin to turn.

    Of many readers it is how many look at the rank.
    """
    if not model.is_one(screen):
        return _text(f"look-{at + 1}", model.who_looks(screen)[at])
    name, turn = team.upper(), at // 2
    if not model.coin_before(screen, at):
        return _text(f"team-{at + 1}", name)
    asks = asked(screen).get(Interleaving.FIRST, "")[turn : turn + 1] not in ("", team)
    return controls.button(
        f"Round {turn + 1}: {name} picks first",
        {"do": "draft_coin", "round": turn},
        name=f"first-{turn + 1}",
        text="first",
        look=f"coin {team}{' asks' * asks}",
    )


def _click(
    screen: Screen, document: str, team: Team | None, *, clicked: bool, asks: bool
) -> Control:
    (name,) = model.names(screen, document)
    return controls.button(
        f"Click on {name}: {'yes' if clicked else 'no'}",
        {"do": "draft_click", "document": document},
        name=f"click-{document}",
        text="clicked" if clicked else "click",
        look=f"yes {team}" if clicked else "asks" * asks,
    )
