"""The steps of a lesson: an invitation, a question, and an answer that is hidden at first."""

from collections.abc import Sequence
from itertools import groupby

from ui.contents import LESSONS, PAGES, TEXTS
from ui.core import post
from ui.core.knobs import Compared
from ui.core.plain import typeset
from ui.core.post import Action
from ui.core.presets import GROUPS, Preset, opening, presets
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls
from ui.parts.controls import Control


def current(lesson: str) -> Preset | None:
    """Return the step that the reader's screen was made from, or equals."""
    return presets(lesson).get(controls.preset_of(lesson, session().current) or "")


def is_first(lesson: str) -> bool:
    """Return whether the reader's step is one of those that tell the lesson."""
    step = current(lesson)
    return bool(step and step.group == next(iter(GROUPS)))


def shown(lesson: str, knobs: Sequence[str]) -> list[str]:
    """Return those of some knobs that the step needs, or whose value is not the usual one.

    That is the step's, or the lesson's for a list of the reader's own.

    All of them are in the fold at the foot of the page.
    """
    step, screen = current(lesson), session().shown
    usual = step.on(Screen()) if step else opening(lesson)
    return [name for name in knobs if (step and name in step.show) or screen[name] != usual[name]]


def draw(lesson: str, class_question: str = "", instead: Control | None = None) -> None:
    """Draw the reader's step, and the menu of all steps of a lesson.

    The answer comes when it is asked for, and then the act is done with it. Or it comes with the
    act, but not in front of a hall. A question that a class answers on its phones stands in the
    place of all that.

    Args:
        lesson: name of the lesson.
        class_question: the question that a class answers, or "".
        instead: what is asked of what no step has, if the lesson says it; its "mine" is the name
            of that in the menu.
    """
    screen, step, all_ = session().current, current(lesson), presets(lesson)
    ids = [*all_]
    groups = [
        (group, [each.id for each in steps])
        for group, steps in groupby(all_.values(), lambda each: each.group)
    ]
    walk = next((walk for _, walk in groups if step and step.id in walk), groups[0][1])
    of_lists = screen.has_list and any(each.lists for each in all_.values())
    own = {"do": "This is a list of your own: move a document.", "ask": "What changes, and why?"}
    of_dots = any(Compared.PAIRS in each.settings for each in all_.values())
    mine = "A list" if of_lists else "Scores" if of_dots else "Numbers"
    if not of_lists:
        act = "scores of your own: move a dot" if of_dots else "numbers of your own: change one"
        own = {**own, "do": f"These are {act}."}
    own |= instead or {}
    choice: Control = {
        **{"kind": "select", "name": "preset", "label": "Step", "value": step and step.id},
        "placeholder": own.pop("mine", f"{mine} of your own"),
        "options": [[id_, f"{n}. {all_[id_].title}"] for n, id_ in enumerate(ids, start=1)],
        "groups": [[GROUPS[group], len(walk)] for group, walk in groups],
        "mark": "changed" if step and step.on(screen) != screen else "",
        "change": {"do": "preset", "lesson": lesson},
    }
    at = walk.index(step.id) if step else -1
    following = LESSONS[LESSONS.index(PAGES[lesson]) + 1 :]
    last = at == len(groups[0][1]) - 1 and walk is groups[0][1]
    in_hall = session().projector.presenting
    is_done = bool(step and step.is_done(screen)) and not in_hall
    sentence = _sentence(step, own, done=is_done)
    if step:
        number = f"{ids.index(step.id) + 1} of {ids.index(walk[-1]) + 1}"
        onward = f"then {following[0].title}" if last and following else ""
        place = [number, onward or choice["mark"]]
        sentence = {**sentence, "place": onward if in_hall else ", ".join(filter(None, place))}
        if step.then is not None and not choice["mark"]:
            sentence["acts"] = {"do": "act", "lesson": lesson, "step": step.id}
    if class_question:
        sentence = {"kind": "text", "name": "says", "text": class_question}
    controls.talk(
        "steps",
        choice,
        at=at,
        of=len(walk),
        question=f"{PAGES[lesson].title}: {PAGES[lesson].question}",
        sentence=sentence,
        onward=following[0] if last and following else None,
        walk=walk,
    )


def _sentence(step: Preset | None, own: Control, *, done: bool) -> Control:
    """Return what a step asks and answers, or what is asked of what is the reader's own."""
    if not step:
        return {"kind": "step", "name": "step", "of": "", "answer": "", "open": False, **own}
    source = TEXTS.get(step.source)
    return {
        **{"kind": "step", "name": "step", "of": step.id, "open": done},
        **{"do": typeset(step.do), "ask": typeset(step.ask), "answer": typeset(step.answer)},
        **({"source": [f"From {source.name}", source.url]} if source else {}),
    }


@post.on_screen("act")
def _act(screen: Screen, action: Action) -> Screen:
    """Do what a step asks for, so that the page shows what its answer speaks of."""
    step = presets(str(action["lesson"]))[action["step"]]
    is_untouched = screen.preset == step.id and step.on(screen) == screen
    return (is_untouched and step.acted(screen)) or screen
