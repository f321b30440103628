"""A tour of average precision in five steps, each with a sentence and one thing to do on the board.

The step is part of the address, and so of the screen: undo goes back to the step before.
"""

from ui.contents import PAGES
from ui.core import post
from ui.core.knobs import TOUR, TOURED
from ui.core.post import Action
from ui.core.presets import tour
from ui.core.session import Session, session
from ui.parts import controls
from ui.parts.controls import Control


def link() -> Control:
    """Return the link that starts the tour."""
    text = "Tour: average precision in 90 seconds"
    change = {"do": "tour", "to": "1"}
    return controls.link(PAGES[TOURED], text, name="tour", change=change, query={TOUR: "1"})


def draw(page: str, question: str) -> bool:
    """Draw the current step in the place of a page's presets; return whether there is one.

    A `question` that the reader has not answered yet replaces its sentence.
    """
    state, steps = session(), tour()
    at = state.current[TOUR]
    if page != TOURED or not at:
        return False
    ids = list(steps)
    choice: Control = {
        **{"kind": "select", "name": "step", "label": "Step", "value": at},
        "options": [[id_, f"{id_} of {len(steps)}. {step.title}"] for id_, step in steps.items()],
        "change": {"do": "tour"},
    }
    text = question or steps[at].sentence_for(state.current)
    leave = controls.button(
        "End the tour" if at == ids[-1] else "Leave the tour",
        {"do": "tour", "to": ""},
        shortcut="Escape",
    )
    controls.talk(
        "tour",
        choice,
        at=ids.index(at),
        of=len(ids),
        question=f"Tour of {PAGES[page].title.lower()}: {steps[at].title}",
        sentence={"kind": "text", "name": "says", "text": text, "room": steps[at].sentence},
        more=[{**leave, "name": "leave"}],
    )
    state.drawn.add(f"Step {at} of the tour: {text}")
    return True


@post.on_session("tour")
def _go(state: Session, action: Action) -> None:
    """Go to a step by its number, or by a "step" from the current one; leave with ""."""
    if action.get("to") == "":
        state.act(lambda screen: screen.with_settings(**{TOUR: ""}))
        return
    slides = {number: step.on for number, step in tour().items()}
    controls.turn_slide(state, action, slides, at=state.current[TOUR])
