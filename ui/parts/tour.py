"""A tour of average precision in five steps, each with a sentence and one thing to do on the board.

A step loads a preset of the lesson. Which step it is belongs to the session's practice, so that
undo does not change it.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from ui.contents import PAGES
from ui.parts import controls
from ui.parts.controls import Control
from ui.state.presets import presets
from ui.state.session import Session, session
from ui.wire import post
from ui.wire.post import Action

PAGE: Final = "average_precision"


class Step(NamedTuple):
    """A step of the tour: its name, what it shows, and what the reader does."""

    name: str
    shows: str
    do: str


STEPS: Final[Mapping[str, Step]] = {
    "ap-alternating": Step(
        "Hits",
        "A hit is a relevant page, here grade 1. Count at each hit of 1 0 1 0 1: 1 of 1, 2 of 3 "
        "and 3 of 5 pages are hits. The mean of these shares is AP, 0.756.",
        "Drag the hit at rank 3 to rank 2: AP rises to 0.867.",
    ),
    "ap-clean-start": Step(
        "A miss on top",
        "1 1 1 0 0 has its hits on top: AP is 1.",
        "Drag a miss to rank 1. It lowers the share at every hit below, and AP falls to 0.639.",
    ),
    "ap-denominators": Step(
        "Not retrieved",
        "Four relevant pages exist, and the search did not retrieve one. It adds 0, and the sum "
        "is still divided by four: 0.604.",
        "Drag it to rank 3: AP rises to 0.804.",
    ),
    "ap-late-cluster": Step(
        "The cutoff k",
        "Only the first k ranks count. With k = 5, 0 0 1 1 1 has AP 0.478.",
        "Drag the line k up to 3. Two hits are cut off, and AP falls to 0.111.",
    ),
    "ap-blind-1-3": Step(
        "Grades",
        "AP reads hit or miss only. In 1 3 0 the best page, grade 3, is second, and AP is 1.",
        "Swap the first two pages: AP stays 1. Metrics that read grades come in Discounted gain.",
    ),
}
"""The steps by the preset that each loads."""


def link() -> Control:
    """Return the link that starts the tour."""
    first = next(iter(STEPS))
    text = "Tour: average precision in 90 seconds"
    return controls.link(PAGES[PAGE], text, name="tour", change={"do": "tour", "to": first})


def draw(page: str) -> bool:
    """Draw the current step in the place of a page's presets; return whether there is one."""
    state = session()
    at = state.practice.tour
    if page != PAGE or not at or state.hall.presenting:
        return False
    step, ids = STEPS[at], list(STEPS)
    last = at == ids[-1]
    choice: Control = {
        **{"kind": "select", "name": "step", "label": "Step", "value": at},
        "options": [[id_, f"{n}. {each.name}"] for n, (id_, each) in enumerate(STEPS.items(), 1)],
        "change": {"do": "tour"},
    }
    text = f"{step.shows} {step.do}"
    leave = controls.button(
        "End the tour" if last else "Leave the tour", {"do": "tour", "to": ""}, shortcut="Escape"
    )
    controls.talk(
        "tour",
        choice,
        at=ids.index(at),
        of=len(ids),
        asked="",
        says={"kind": "text", "name": "says", "text": text},
        more=[{**leave, "name": "leave"}],
    )
    state.drawn.add(f"Step {ids.index(at) + 1} of the tour: {text}")
    return True


@post.deed("tour")
def _go(state: Session, action: Action) -> None:
    """Go to a step by its preset, or by a `step` from the current one; leave with ""."""
    ids = ["", *STEPS]
    if "step" in action:
        to = ids.index(state.practice.tour) + int(action["step"])
        at = ids[min(max(to, 1), len(STEPS))]
    else:
        at = ids[ids.index(action["to"])]
    state.practice.tour = at
    if at:
        preset = presets(PAGE)[at]
        state.act(preset.on, begin=True)
