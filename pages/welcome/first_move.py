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
    "answer": "ERR, by 0.438: the best page’s 7/8 is ÷ 2 now. nDCG loses 0.155, AP 0.100.",
    "acts": {"do": "move", "list": "a", "id": "2", "to": 0},
}
_OWN: Final[Control] = {
    **{"kind": "step", "name": "step", "of": "", "do": "Drag a card up or down.", "answer": ""},
    "ask": "Whose score changes most?",
}


def draw() -> None:
    """Draw what to try on the first list; on another one, or with other settings, what one can."""
    state = session()
    step = _TRY if state.current in (BEFORE, AFTER) else _OWN
    is_done = state.current == AFTER and not state.projector.presenting
    presenting = state.projector.presenting
    controls.draw(
        "first_move",
        [{**step, "open": is_done}, *[ways_in.onward()] * presenting],
        "steps alone",
        projector=state.projector.presenting,
    )
