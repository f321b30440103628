"""The ways into the notebook: a path of six pages for each kind of reader."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from metrics.catalog import METRICS
from ui.contents import PAGES
from ui.core import link, post, presets
from ui.core.knob_kinds import to_text
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.parts import controls
from ui.parts.controls import Control


class Stop(NamedTuple):
    """A page on a path, what it gives the reader, and how many minutes it takes."""

    page: str
    gives: str
    minutes: int


PATHS: Final[Mapping[str, Sequence[Stop]]] = {
    "I am new": (
        Stop("average_precision", "from one relevant document on", 15),
        Stop("precision_and_recall", "how much was found, and how much of it is good", 10),
        Stop("reciprocal_rank", "only the first relevant document counts", 5),
        Stop("mean_over_queries", "what a mean hides, one dot for each query", 10),
        Stop("discounted_gain", "grades and ranks in one number", 15),
        Stop("playground", f"{len(METRICS)} metrics on one list, and challenges", 10),
    ),
    "I teach": (
        Stop(
            "average_precision",
            "100 phones: Present, then Room; students scan the code",
            15,
        ),
        Stop("discounted_gain", "grades and ranks, with a guess before the answer", 15),
        Stop("mean_over_queries", "what a mean hides, one dot for each query", 10),
        Stop("playground", "challenges to solve together", 15),
        Stop("spot_the_mistake", "calculations, and hands up for the false step", 10),
        Stop("drill", "exercise sheets to print, with solutions", 5),
    ),
    "I have an interview": (
        Stop("average_precision", "precision and AP by hand", 10),
        Stop("discounted_gain", "nDCG: its gain, discount and ideal order", 15),
        Stop("expected_reciprocal_rank", "a reader who stops when satisfied", 10),
        Stop("two_tools", "why two tools print two numbers", 10),
        Stop("which_metric", "which metric fits a product, and why", 10),
        Stop("drill", "exercises that name your mistake", 20),
    ),
    "I am an engineer": (
        Stop("your_data", "your own list or files, topic by topic", 10),
        Stop("two_tools", "why two tools print two numbers", 10),
        Stop("which_metric", "which metric fits a product, and why", 10),
        Stop("unjudged", "documents that nobody judged", 10),
        Stop("significance", "whether B is really better than A", 10),
        Stop("ab_test", "how many visitors a test needs", 10),
    ),
}


def draw() -> None:
    """Draw a door for each kind of reader, and the path behind one."""
    chosen = session().practice.path or next(iter(PATHS))
    doors = [
        controls.button(door, {"do": "open_door", "to": door}, pressed=door == chosen)
        for door in PATHS
    ]
    controls.draw("doors", doors, "grid")
    path: list[Control] = []
    for at, (page, gives, minutes) in enumerate(PATHS[chosen], start=1):
        text = f"{gives} ({minutes}\u00a0min)"
        begins = page == "average_precision"
        path += [
            _begin() if begins else controls.link(PAGES[page], f"{at}. {PAGES[page].title}"),
            {"kind": "text", "name": f"{page}_gives", "text": text},
        ]
    controls.draw("path", path, "grid")


def onward() -> Control:
    """Return a link to the same step for a hall, where Space goes on."""
    title = PAGES["average_precision"].title
    return {
        **_begin(),
        "label": f"Next lesson: {title}",
        "text": f"then {title}",
        "shortcut": "ArrowRight",
    }


def _begin() -> Control:
    """Return a link to the first step of average precision, of those that tell the lesson."""
    steps = presets.presets("average_precision").values()
    first, *others = (step for step in steps if step.group == "first")
    return controls.link(
        PAGES["average_precision"],
        f"1. Begin: average precision in {len(others) + 1} steps",
        name="begin",
        change={"do": "preset", "lesson": "average_precision", "to": first.id},
        query=link.encode(first.on(Screen())),
    )


def challenge() -> None:
    """Draw a link to the first challenge on the playground."""
    first = next(iter(presets.challenges().values()))
    start = presets.challenge_start(first)
    # The link only overrides parameters of the current address, so it has to name every knob.
    positions = {name: to_text(start[key]) for name, key in link.KNOB_OF.items()}
    invitation = controls.link(
        PAGES["playground"],
        f"Challenge: {first['title']}",
        change={"do": "take_on", "to": first["id"]},
        query={**positions, **link.encode(start)},
    )
    controls.draw("invitation", [invitation], "grid")


@post.on_session("open_door")
def _open(state: Session, action: Action) -> None:
    if action["to"] in PATHS:
        state.practice.path = action["to"]
