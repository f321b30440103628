"""What Welcome asks a reader to try first: a move of one card, a question, and its answer."""

from typing import Final

from pages.welcome import ways_in
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls
from ui.parts.controls import Control

BEFORE: Final = Screen()
"""The list that Rankbook opens with."""
AFTER: Final = BEFORE.with_list("a", BEFORE.a.moved("2", 0))
"""Its second page, about toasters, is on top."""
_TRY: Final[Control] = {
    **{"kind": "step", "name": "step", "of": "first-move"},
    "do": "Drag “The ten best toasters this year” to the top.",
    "ask": "Whose score falls most?",
    "answer": "ERR, by 0.438: 7 of 8 readers stopped at rank 1; at rank 2, a stop counts half.",
    "acts": {"do": "move", "list": "a", "id": "2", "to": 0},
}
_BACK: Final[Control] = {
    **{"kind": "step", "name": "step", "of": "", "ask": _TRY["ask"], "answer": ""},
    "do": f"Another card moved (↶ takes it back). {_TRY['do']}",
}
_OWN: Final[Control] = {
    **{"kind": "step", "name": "step", "of": "", "do": "Drag a card up or down.", "answer": ""},
    "ask": "Whose score changes most?",
}


def draw() -> None:
    """Draw what to try on the first list; on another one, or with other settings, what one can."""
    state = session()
    step = _TRY if state.current in (BEFORE, AFTER) else _BACK if _is_moved(state.current) else _OWN
    is_done = state.current == AFTER and not state.projector.presenting
    presenting = state.projector.presenting
    controls.draw(
        "first_move",
        [{**step, "open": is_done}, *[ways_in.onward()] * presenting],
        "steps alone",
        projector=state.projector.presenting,
    )


def _is_moved(screen: Screen) -> bool:
    """Return whether a screen has the first list in another order, and no other setting."""
    pages = [sorted(map(str, of.a.documents)) for of in (screen, BEFORE)]
    return pages[0] == pages[1] and screen.with_list("a", BEFORE.a) == BEFORE
