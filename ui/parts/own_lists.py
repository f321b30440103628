"""Lists of several queries, typed or pasted: of one system, or of two."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ui.core import post, presets, typed_lists
from ui.core.documents import RefusedError
from ui.core.knobs import KNOBS, MeanOverQueries
from ui.core.post import Action
from ui.core.screen import Screen, once_per_screen
from ui.core.session import Session
from ui.parts.controls import Control

_LONGEST: Final = 5000
"""Most characters of typed lists: 20 queries of 50 documents, with words between."""
_MORE: Final = (
    "“Your own data” scores more queries, and lists of more than 50 documents, from files."
)


@once_per_screen
def other(screen: Screen) -> Screen | None:
    """Return the screen with the lists of system B; None if there is none."""
    lists = screen[MeanOverQueries.OTHER]
    return (
        screen.with_queries([presets.spelled(each, screen.scale) for each in lists])
        if lists
        else None
    )


def written(screen: Screen) -> tuple[str, ...]:
    """Write the lists of all queries by their grades, as those of system B are written."""
    found = []
    for ranked in screen.queries.values():
        every = ["?" if d.grade is None else str(d.grade) for d in ranked.documents]
        shown, missed = "".join(every[: ranked.retrieved]), "".join(every[ranked.retrieved :])
        found.append(f"{shown}|{missed}" if missed else shown)
    return tuple(found)


def fields(screen: Screen) -> Sequence[Control]:
    """Return fields that show the lists of all queries, and those of system B, and take others."""
    knob = KNOBS[MeanOverQueries.OTHER]
    return [
        {
            **knob.control(lists, screen.scale),
            **{"name": f"lists-{system}", "label": f"Lists of system {system.upper()}"},
            "change": {"do": "type_queries", "system": system},
        }
        for system, lists in (("a", written(screen)), ("b", screen[MeanOverQueries.OTHER]))
    ]


@post.on_session("type_queries")
def _type(state: Session, action: Action) -> None:
    """Put typed lists on the page, and say how they were read; they leave a step."""
    text, of_b = str(action["to"]), action["system"] == "b"
    if of_b and not text.strip():
        state.act(lambda screen: screen.with_settings(**{MeanOverQueries.OTHER: ()}))
        return
    is_long, knob = len(text) > _LONGEST, KNOBS[MeanOverQueries.OTHER]
    typed = typed_lists.Typed((), why="it is too long") if is_long else typed_lists.read(text)

    def put(screen: Screen) -> Screen:
        refused = f"Lists: “{text[:40]}” was not taken"
        if wrong := typed.wrong or _too_long(typed, screen.scale):
            refused += f", because of {wrong}"
        if typed.why:
            raise RefusedError(f"{refused}: {typed.why}.")
        own, other, titles = typed.a, typed.b, typed.titles
        if of_b and not other:
            own, other, titles = written(screen), own, ()
        try:
            for lists in filter(None, (typed.a, typed.b)) if typed.a else [(text,)]:
                knob.parse(",".join(lists), screen.scale)
        except ValueError as allowed:
            raise RefusedError(f"{refused}; allowed are {allowed}. {_MORE}") from None
        return replace(presets.with_typed(screen, own, other, titles), preset="")

    scale = state.current.scale
    state.act(put, anew=True)
    said = [typed.said] * bool(typed.said)
    if scale != state.current.scale:
        said.append(f"The scale is now 0 to {state.current.scale}.")
    if said and not state.owed:
        state.say(" ".join(said))


def _too_long(typed: typed_lists.Typed, scale: int) -> str:
    """Return which of several lists is too long, or ""."""
    for system, lists in (("A", typed.a), ("B", typed.b)):
        for at, each in enumerate(lists, start=1):
            try:
                KNOBS[MeanOverQueries.OTHER].parse(each, scale)
            except ValueError:
                return f"list {at}" + f" of {system}" * bool(typed.b)
    return ""
