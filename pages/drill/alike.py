"""A list of the drill as an alike, but different question for a room."""

from dataclasses import replace
from typing import Final

from pages.drill.exercises import ADDED_FROM, LEVELS, Number, make_exercise
from ui.core.documents import RefusedError
from ui.core.knobs import KNOBS
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Room, Session
from ui.draw import score
from ui.room import wall as room

_SEEDS: Final = range(ADDED_FROM, ADDED_FROM + 60)
"""Seeds of each level to look through for a metric."""


@room.on_room("room_alike")
def _alike(state: Session, held: Room, _action: Action) -> None:
    """Put a list of the drill on the wall, and ask for the main score of the page."""
    if held.question and held.question.phase == "open":  # the key was pressed twice
        return
    measured = state.projector.offers.get("measured", ())
    key = measured[0].key if measured else ""
    screen = alike(state.current, key, held.question.number if held.question else 0)
    if screen is None:
        about = measured[0].label if measured else "this page"
        raise RefusedError(f"The drill has no exercise on {about}.")
    state.act(lambda _: screen, anew=True)
    room.ask(state, held, "number")


def alike(screen: Screen, key: str, after: int) -> Screen | None:
    """Return a screen with a list of the drill for a metric, another one after each question."""
    found = [
        candidate
        for seed in _SEEDS
        for level in LEVELS
        if (candidate := _screen(screen, key, level, seed))
    ]
    others = [each for each in dict.fromkeys(map(_grades, found)) if each != _grades(screen)]
    if not others:
        return None
    chosen = others[after % len(others)]
    return next(each for each in found if _grades(each) == chosen)


def _screen(screen: Screen, key: str, level: int, seed: int) -> Screen | None:
    """Return the screen of an exercise that asks for a metric of one list, or None."""
    exercise = make_exercise(level, seed)
    if (
        not isinstance(exercise, Number)
        or exercise.about != key
        or not exercise.ranked
        or exercise.name
    ):
        return None
    if not exercise.knobs.keys() <= KNOBS.keys():
        return None
    k = exercise.k or exercise.ranked.retrieved
    plain = (
        screen.with_settings(scale=exercise.scale)
        .with_list("b", None)
        .with_list("a", exercise.ranked)
    )
    shown = replace(plain, preset="").with_settings(k=k, **exercise.knobs)
    value = float(score.compute(key, "a", shown).score)
    return shown if abs(value - exercise.number) < 5e-4 else None


def _grades(screen: Screen) -> tuple[int | None, ...]:
    return tuple(document.grade for document in screen.a.documents)
