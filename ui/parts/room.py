"""The room of a class: what its lecturer asks, counts, reveals and takes away.

The store (`rooms.store`) alone knows the state of a room, so two tabs of a lecturer, or another
process, see the same. Whatever a page offers to ask is computed anew when it is revealed: before
that no truth is stored.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import numpy as np
import streamlit as st

from metrics.catalog import METRICS
from rooms import store
from rooms.store import MOST_VALUE, AwayError, Question, RoomError, Rooms
from ui.contents import HOME, PAGES
from ui.look import plain, theme
from ui.look.plain import decimals
from ui.models import answers, orders, score
from ui.models.answers import FEWEST, TOO_FEW
from ui.models.score import Measured
from ui.parts import controls, present
from ui.state import link, presets
from ui.state.documents import RankedList, RefusedError
from ui.state.knobs import PUZZLE
from ui.state.screen import Screen
from ui.state.session import Room, Session, session
from ui.wire import post
from ui.wire.post import Action

KINDS: Final = {"number": "N", "direction": "D", "choice": "W", "order": "O"}
"""The kinds of questions, each with the key that asks it."""
_LABELS: Final = {
    "number": "Number",
    "direction": "Direction",
    "choice": "Choice",
    "order": "Order",
}
_SAME: Final = 5e-4
_ENDED: Final = "The room has ended. All answers are deleted."
_NO_LIST: Final = "This slide has no list of retrieved documents to put in order."


@dataclass(frozen=True)
class Choice:
    """A question with a few answers that a page offers.

    Attributes:
        text: the question.
        choices: the answers.
        right: index of the right one, or None if there is none.
        hides: whether the score of the page would give the answer away.
    """

    text: str
    choices: Sequence[str]
    right: int | None
    hides: bool = False


@dataclass(frozen=True)
class Results:
    """The answers to a revealed question, as they are drawn.

    Attributes:
        asked: the question.
        rounds: the answers of each round.
        moves: first and second answer of each phone that answered twice.
        truth: the right answer, or None.
        kept: what the lecturer kept for the question.
        screen: the screen that the question is about.
        figures: its pictures, once they are drawn.
    """

    asked: Mapping[str, Any]
    rounds: Sequence[Sequence[str]]
    moves: Sequence[tuple[str, str]]
    truth: str | None
    kept: Mapping[str, Any]
    screen: Screen
    figures: list[Any] = field(default_factory=list)


# What pages call


def offer(*measured: Measured, in_sight: bool = False) -> None:
    """Offer the scores of a page to be asked; the first is its main one.

    Scores that the page cannot hide stay `in_sight`.
    """
    session().hall.offers |= {"measured": measured, "in_sight": in_sight}


def offer_choice(choice: Choice | None) -> None:
    """Offer a question with a few answers."""
    session().hall.offers["choice"] = choice


def asks() -> str:
    """Return the question that the class is asked now."""
    room = session().hall.room
    return room.question.asked["text"] if room and room.question else ""


@contextmanager
def held(page: str) -> Iterator[None]:
    """Draw a page by its URL path: read the room's state before, and draw the room after it."""
    state = session()
    state.hall.page, state.hall.offers = page or HOME, {}
    _look(state)
    yield
    if state.hall.room:
        _draw(state, state.hall.room)


def results() -> Results | None:
    """Return the answers that are to be drawn on this page now, or None."""
    state = session()
    room = state.hall.room
    if not room or not room.question or room.shown != room.question.number:
        return None
    found: Results | None = room.computed.get(("results", room.shown))
    if found is None or not _is_here(state, found.kept):
        return None
    return found


# The state of the room


def _look(state: Session) -> None:
    """Read the state of the room, and close a question on a direction when the move begins."""
    room = state.hall.room
    asked_key = ""
    if room and not room.gone:
        try:
            _read(room)
            asked_key = _watched(state, room)
        except RoomError as error:
            state.say(str(error))
            if not isinstance(error, AwayError):
                _forget(state, room)
    if state.prediction.asked != asked_key:
        state.prediction = replace(state.prediction, asked=asked_key)


def _read(room: Room) -> None:
    """Read the present question, what is kept for it, and its answers once it is revealed."""
    rooms = _rooms()
    now = rooms.state(room.code)
    if now is None:
        raise RoomError(_ENDED)
    if question := now.question:
        number = question.number
        if number not in room.kept:
            room.kept[number] = rooms.kept(room.code, room.secret, number)
        if question.phase == "revealed" and ("results", number) not in room.computed:
            truth = question.truth.get("value")
            room.computed["results", number] = _results(rooms, room, question, truth)
            room.shown = number
    room.question, room.answered = now.question, now.answered  # last: a failure changes nothing


def _watched(state: Session, room: Room) -> str:
    """Watch the slide of an open question; return the key of the score that it hides, or ""."""
    question = room.question
    if not question or question.phase == "revealed":
        return ""
    kept = room.kept[question.number]
    if kept["page"] != state.hall.page:
        return ""
    if question.asked["kind"] == "direction" and _is_here(state, kept):
        has_moved = not _is_same(state, kept)
        if has_moved and question.phase == "open":
            _rooms().close(room.code, room.secret, question.number)
            _read(room)
        if not state.preview:
            if has_moved:
                room.moved.setdefault(question.number, state.current)
            else:
                room.moved.pop(question.number, None)
    return kept["hides"] if _is_here(state, kept) else ""


def _is_same(state: Session, kept: Mapping[str, Any]) -> bool:
    """Return whether the wall shows what a question is about, unchanged."""
    shown = link.encode(state.shown, state.opening)
    return (kept["page"], kept["query"]) == (state.hall.page, shown)


def _is_here(state: Session, kept: Mapping[str, Any]) -> bool:
    """Return whether the slide of a question is shown, perhaps with cards that were moved."""
    if kept["page"] != state.hall.page:
        return False
    now = state.shown
    return _is_same(state, kept) or (kept["preset"], kept["of_puzzle"]) == (now.preset, now[PUZZLE])


def _rooms() -> Rooms:
    rooms = store.connect(create=False)
    if rooms is None:
        raise RoomError(_ENDED)
    return rooms


def _forget(state: Session, room: Room) -> None:
    """Let the browser's tab forget a room."""
    state.hall.room = Room(room.code, "", gone=True)


def _screen_of(kept: Mapping[str, Any]) -> Screen:
    """Return the screen that a question is about."""
    return link.decode(kept["query"], presets.opening(kept["page"]))[0]


# What is asked


def _question(state: Session, kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what is asked of everybody, and what the lecturer keeps.

    Raises:
        RefusedError: with the reason, if the page offers no question of this kind.
    """
    screen, page = state.current, state.hall.page
    asked, more = _ASKS[kind](state, screen)
    written = {name: asked[name] for name in ("text", "choices") if name in asked}
    titles = [title for _, title, _ in asked.get("documents", ())]
    kept = {
        **{"page": page, "preset": screen.preset, "of_puzzle": screen[PUZZLE]},
        **{"query": link.encode(screen, state.opening)},
        **{"key": "", "keys": [], "hides": "", "goal": {}, "of": "", **more},
        "asked": {"kind": kind, **written, "titles": titles},
    }
    return {"kind": kind, **asked}, kept


def _measured(state: Session) -> Measured:
    """Return the main score of the page, for its current list."""
    offered: Sequence[Measured] = state.hall.offers.get("measured", ())
    if not offered:
        raise RefusedError("This page has no score to ask for.")
    if offered[0].words:
        raise RefusedError("The score of this slide is no number.")
    return offered[0]


def _number(state: Session, screen: Screen) -> tuple[dict[str, Any], dict[str, Any]]:
    measured = _measured(state)
    if state.hall.offers["in_sight"]:
        raise RefusedError("The scores of this page stay in sight. Ask for one on a lesson.")
    if _value(measured, screen) != _value(measured, screen):
        raise RefusedError("This list has no score to ask for.")
    page = PAGES[state.hall.page]
    is_main = page.metrics and measured.key == page.metrics[0]
    low, high = measured.bounds
    asked = {
        "text": (page.asks if is_main else "")
        or f"What is {_label(measured, screen)} of this list?",
        **{"label": _label(measured, screen), "low": low, "high": high},
        **_listed(measured, screen),
    }
    return asked, {"key": measured.key, "hides": measured.key}


def _direction(state: Session, screen: Screen) -> tuple[dict[str, Any], dict[str, Any]]:
    measured = _measured(state)
    asked = {
        "text": f"With the next move, {_label(measured, screen)} …",
        **_listed(measured, screen),
    }
    return asked, {"key": measured.key}


def _choice(state: Session, screen: Screen) -> tuple[dict[str, Any], dict[str, Any]]:
    choice: Choice | None = state.hall.offers.get("choice")
    if choice:
        key = state.hall.offers["measured"][0].key if choice.hides else ""
        asked = {"text": choice.text, "choices": list(choice.choices)}
        return asked, {"hides": key, "of": "page"}
    measured = state.hall.offers.get("measured", ())
    hidden = measured and not state.hall.offers["in_sight"]
    if "b" not in screen.lists or not hidden or measured[0].key not in METRICS:
        raise RefusedError("This slide has nothing to choose from: neither two lists nor steps.")
    label = _label(measured[0], screen)
    lists = [f"List {name.upper()}: {_grades(screen.lists[name])}" for name in "ab"]
    asked = {
        "text": f"Which list has the higher {label}?",
        "choices": [*lists, "Both have the same"],
    }
    key = measured[0].key
    return asked, {"key": key, "hides": key, "of": "lists"}


def _grades(ranked: RankedList) -> str:
    retrieved = ranked.documents[: ranked.retrieved]
    return " ".join("?" if each.grade is None else str(each.grade) for each in retrieved)


def _order(state: Session, screen: Screen) -> tuple[dict[str, Any], dict[str, Any]]:
    keys = _keys(state)
    goal_name = state.hall.room.goal if state.hall.room else "best"
    listed = screen.lists.get("a") if keys else None
    if listed is None or listed.retrieved < 2:
        raise RefusedError(_NO_LIST)
    if len(",".join(map(str, range(listed.retrieved)))) > MOST_VALUE:
        raise RefusedError("This list is too long to be put in order on a phone.")
    text, goal = _GOALS[goal_name](screen, keys)
    asked = {"text": text, "graded": bool(goal), **_documents(screen, graded=bool(goal))}
    return asked, {"keys": keys, "goal": goal, "hides": "" if goal else keys[0]}


def _keys(state: Session) -> list[str]:
    """Return the one or two metrics of the page by which orders are scored."""
    offered = [one.key for one in state.hall.offers.get("measured", ()) if one.key in METRICS]
    if not offered or "a" not in state.current.lists:
        return []
    more = (*offered[1:], "ndcg", "average_precision")
    return [offered[0], next(key for key in more if key != offered[0])]


def _best(screen: Screen, keys: Sequence[str]) -> tuple[str, dict[str, Any]]:  # noqa: ARG001
    return "Put these into the order that is best for you.", {}


def _apart(screen: Screen, keys: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Ask for an order that the first metric likes and the second does not."""
    if not all(METRICS[key].higher_is_better for key in keys):
        raise RefusedError("For one of these metrics lower is better. Choose another goal.")
    found = orders.every(screen, *keys)
    first, second = found.scores
    widths = [np.ptp(scores) or 1.0 for scores in (first, second)]
    if np.ptp(first) < _SAME or np.ptp(second) < _SAME:
        raise RefusedError("All orders of these documents have the same score.")
    apart = (first - first.min()) / widths[0] - (second - second.min()) / widths[1]
    at = int(np.argmax(apart))
    low = np.floor(first[at] * 100 + 1e-6) / 100
    high = np.ceil(second[at] * 100 - 1e-6) / 100
    one, other = (METRICS[key].label(screen.k) for key in keys)
    text = (
        f"Put these into an order whose {one} is at least {low:g} and whose {other} is at most "
        f"{high:g}."
    )
    return text, {keys[0]: [float(low), None], keys[1]: [None, float(high)]}


def _exact(screen: Screen, keys: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Ask for an order of one score: a half if an order has it, else the middle one."""
    scores = np.unique(orders.every(screen, keys[0]).scores[0].round(9))
    if np.ptp(scores) < _SAME:
        raise RefusedError("All orders of these documents have the same score.")
    middle = 0.5 if scores.min() < 0.5 < scores.max() else (scores.min() + scores.max()) / 2
    target = float(scores[np.argmin(abs(scores - middle))])
    label = METRICS[keys[0]].label(screen.k)
    shown = decimals(target).rstrip("0").rstrip(".") if "." in decimals(target) else f"{target:g}"
    return f"Put these into an order whose {label} is exactly {shown}.", {keys[0]: [target, target]}


_ASKS: Final[Mapping[str, Callable[[Session, Screen], Any]]] = {
    "number": _number,
    "direction": _direction,
    "choice": _choice,
    "order": _order,
}
_GOALS: Final[Mapping[str, Callable[[Screen, Sequence[str]], tuple[str, dict[str, Any]]]]] = {
    "best": _best,
    "apart": _apart,
    "exact": _exact,
}


def _label(measured: Measured, screen: Screen) -> str:
    return METRICS[measured.key].label(screen.k) if measured.key in METRICS else measured.label


def _listed(measured: Measured, screen: Screen) -> dict[str, Any]:
    """Return the list on the wall, if the score is that of one list."""
    return _documents(screen) if measured.key in METRICS and measured.name == "a" else {}


def _documents(screen: Screen, *, graded: bool = True) -> dict[str, Any]:
    """Return the list on the wall; without grades if phones must not know them."""
    ranked = screen.a
    return {
        "documents": [[d.id, d.title, d.grade if graded else None] for d in ranked.documents],
        **{"retrieved": ranked.retrieved, "k": screen.k, "top": screen.scale},
        "symbols": [*theme.SYMBOLS[screen.scale]],
    }


# What is true


def _value(measured: Measured, screen: Screen) -> float:
    return float(measured.compute(screen).score)


def _scored(state: Session, kept: Mapping[str, Any], screen: Screen, name: str = "a") -> float:
    """Return the score that a question is about, on a screen."""
    if kept["key"] in METRICS:
        return float(score.compute(kept["key"], name, screen).score)
    return _value(_of_page(state, kept), screen)


def _of_page(state: Session, kept: Mapping[str, Any]) -> Measured:
    """Return the score that only the page of the question can compute."""
    offered = state.hall.offers.get("measured", ())
    if kept["page"] != state.hall.page or not offered or offered[0].key != kept["key"]:
        raise RefusedError(f"Go back to “{PAGES[kept['page']].title}” to reveal this question.")
    found: Measured = offered[0]
    return found


def _truth(state: Session, room: Room) -> dict[str, Any]:
    """Return the right answer, as everybody may know it after the reveal.

    Raises:
        RefusedError: if it is not known yet.
    """
    question = room.question
    kept, asked = room.kept[question.number], question.asked
    screen = _screen_of(kept)
    told: dict[str, Any] = {"text": "", "value": None, "link": _link(kept, screen)}
    if asked["kind"] == "number":
        value = _scored(state, kept, screen)
        return {**told, "text": f"{asked['label']} = {decimals(value)}", "value": f"{value:.6g}"}
    if asked["kind"] == "direction":
        after = room.moved.get(question.number)
        if after is None and _is_here(state, kept):
            has_moved = link.encode(state.current, state.opening) != kept["query"]
            after = state.current if has_moved else None
        if after is None:
            raise RefusedError("Make the move first. It is the answer.")
        change = _scored(state, kept, after) - _scored(state, kept, screen)
        way = "stays" if abs(change) < _SAME else "rises" if change > 0 else "falls"
        by = "" if way == "stays" else f" by {decimals(abs(change))}"
        label = asked["text"].removeprefix("With the next move, ").removesuffix(" …")
        return {**told, "text": f"{label} {way}{by}.", "value": way, "link": _link(kept, after)}
    if asked["kind"] == "choice":
        right = _right_choice(state, kept, asked, screen)
        text = "There is no right answer." if right is None else asked["choices"][right]
        return {**told, "text": text, "value": None if right is None else str(right)}
    goal = kept["goal"]
    if not goal:
        return {**told, "text": "There is no right order."}
    found = orders.every(screen, *kept["keys"])
    reached = [
        at
        for at in range(len(found.counts))
        if answers.meets(goal, kept["keys"], [float(scores[at]) for scores in found.scores])
    ]
    if not reached:  # of many orders only some are tried
        return {**told, "text": "The orders of the class are in the picture."}
    solved = screen.with_list("a", orders.in_order(screen.a, found.order(reached[0])))
    grades = orders.as_text(found, reached[0])
    return {**told, "text": f"The grades {grades} reach the goal.", "link": _link(kept, solved)}


def _right_choice(
    state: Session, kept: Mapping[str, Any], asked: Mapping[str, Any], screen: Screen
) -> int | None:
    if kept["of"] == "lists":
        a, b = (_scored(state, kept, screen, name) for name in ("a", "b"))
        return 2 if abs(a - b) < _SAME else int(b > a)
    choice: Choice | None = state.hall.offers.get("choice")
    if choice is None or [choice.text, *choice.choices] != [asked["text"], *asked["choices"]]:
        raise RefusedError(f"Show the slide of the question again: “{asked['text']}”")
    return choice.right


def _link(kept: Mapping[str, Any], screen: Screen) -> str:
    """Return the address of a screen, relative to the app."""
    query = link.encode(screen, presets.opening(kept["page"]))
    return f"{PAGES[kept['page']].url}{'?' * bool(query)}{urlencode(query)}"


def _results(rooms: Rooms, room: Room, question: Question, truth: str | None) -> Results:
    """Return the answers to a question, with those of the round before."""
    again = question.again
    numbers = [question.number] if again is None else [again, question.number]
    kept = room.kept[question.number]
    return Results(
        question.asked,
        [rooms.answers(room.code, room.secret, number) for number in numbers],
        rooms.moves(room.code, room.secret, question.number) if again else [],
        truth,
        kept,
        _screen_of(kept),
    )


# What the lecturer does


def deed(do: str) -> Callable[[Callable[[Session, Room, Action], None]], object]:
    """Register a deed of who holds the room; what cannot be done is said in one sentence."""

    def register(handler: Callable[[Session, Room, Action], None]) -> object:
        @post.deed(do)
        def act(state: Session, action: Action) -> None:
            room = state.hall.room
            if not room or room.gone:
                return
            try:
                handler(state, room, action)
            except (RoomError, RefusedError) as error:
                state.say(str(error))

        return act

    return register


@post.deed("room_open")
def _open(state: Session, action: Action) -> None:  # noqa: ARG001
    if state.hall.room and not state.hall.room.gone:
        return
    try:
        rooms = store.connect(create=True)
        assert rooms
        state.hall.room = Room(*rooms.open())
    except RoomError as error:
        state.say(str(error))


@post.deed("room_resume")
def _resume(state: Session, action: Action) -> None:
    """Hold the room again that this tab, or another device, has held before."""
    room = Room(str(action["code"])[:20], str(action["secret"])[:100])
    try:
        if _rooms().holds(room.code, room.secret):
            state.hall.room = room
            _read(room)
            question = room.question
            if question and question.phase != "revealed" and room.kept[question.number]["hides"]:
                # The address has hidden the score until now (`Session.query`).
                state.prediction = replace(state.prediction, on=False)
            return
    except RoomError as error:
        state.say(str(error))
        if isinstance(error, AwayError):
            return  # the tab keeps the secret, and a reload tries again
    else:
        state.say(_ENDED)
    _forget(state, room)


@post.deed("room_gone")
def _gone(state: Session, action: Action) -> None:  # noqa: ARG001
    """Drop a room that has ended: the browser has forgotten it."""
    if state.hall.room and state.hall.room.gone:
        state.hall.room = None


@deed("room_ask")
def _ask(state: Session, room: Room, action: Action) -> None:
    ask(state, room, str(action["kind"]))


def ask(state: Session, room: Room, kind: str) -> None:
    """Ask a question of a kind about the current screen."""
    if room.question and room.question.phase == "open":  # a key was pressed twice
        return
    asked, kept = _question(state, kind)
    room.shown = 0
    _rooms().ask(room.code, room.secret, asked, kept)
    _read(room)


@deed("room_goal")
def _goal(state: Session, room: Room, action: Action) -> None:  # noqa: ARG001
    if action["to"] in _GOALS:
        room.goal = action["to"]


@deed("room_close")
def _close(state: Session, room: Room, action: Action) -> None:  # noqa: ARG001
    if room.question:
        _rooms().close(room.code, room.secret, room.question.number)


@deed("room_again")
def _again(state: Session, room: Room, action: Action) -> None:  # noqa: ARG001
    question = room.question
    if not question or question.phase == "open":
        return
    kept = room.kept[question.number]
    if question.asked["kind"] == "direction" and question.number in room.moved:
        raise RefusedError("The move is made. Undo it to ask again.")
    room.shown = 0
    first = question.again or question.number
    _rooms().ask(room.code, room.secret, question.asked, {**kept, "again": first}, again=first)
    _read(room)


@deed("room_reveal")
def _reveal(state: Session, room: Room, action: Action) -> None:  # noqa: ARG001
    """Close the question, work out what is right, and tell everybody; then show or hide it."""
    question = room.question
    if not question:
        return
    number = question.number
    if question.phase == "revealed":
        kept = room.kept[number]
        if not _is_here(state, kept):
            raise RefusedError(f"These answers are about another slide: “{question.asked['text']}”")
        room.shown = 0 if room.shown == number else number
        return
    truth = _truth(state, room)
    rooms = _rooms()
    rooms.close(room.code, room.secret, number)
    found = _results(rooms, room, question, truth["value"])
    given, kept = found.rounds[-1], found.kept
    told = answers.verdicts(
        question.asked,
        given,
        truth["value"],
        screen=found.screen,
        page=kept["page"],
        keys=kept["keys"],
        goal=kept["goal"] or None,
        scored=answers.scores(found.screen, kept["keys"], given) if kept["keys"] else None,
    )
    rooms.reveal(room.code, room.secret, number, truth, told)
    room.computed["results", number] = found
    room.shown = number


@deed("take_answer")
def _take(state: Session, room: Room, action: Action) -> None:
    """Put the list of a student, or of the class, on the board."""
    if room.question and room.question.asked["kind"] == "order":
        screen = _screen_of(room.kept[room.question.number])
        preset = room.kept[room.question.number]["preset"]
        taken = replace(answers.reordered(screen, str(action["order"])), preset=preset)
        state.act(lambda _: taken)


@deed("room_hand")
def _hand(state: Session, room: Room, action: Action) -> None:  # noqa: ARG001
    room.given_to = str(action["of"])[:20_000].encode(errors="replace").decode()


@deed("room_results")
def _take_away(state: Session, room: Room, action: Action) -> None:  # noqa: ARG001
    room.wants_table = True


@deed("room_end")
def _end(state: Session, room: Room, action: Action) -> None:  # noqa: ARG001
    _rooms().end(room.code, room.secret)
    _forget(state, room)
    state.say(_ENDED)


@deed("room_look")
def _look_again(state: Session, room: Room, action: Action) -> None:
    """Do nothing but run: another tab of the lecturer has asked."""


# What is drawn


def _draw(state: Session, room: Room) -> None:
    """Draw the room at the foot of the window: its code, the count, the lecturer's buttons."""
    if room.gone:
        with st.container(key="left_room"):
            controls.draw("room", [{"kind": "wall", "name": "wall", "gone": True}], "wall")
        return
    with st.container(key="wall", horizontal=True):
        controls.draw("room", [_wall(room)], "wall")
        controls.draw("room_keys", [_sentence(state, room), *_buttons(state, room)], "wall")


def _wall(room: Room) -> controls.Control:
    """Return the code of the room, and the number of answers to an open question."""
    base = st.get_option("server.baseUrlPath").strip("/")
    path = f"{'/' * bool(base)}{base}/room/{room.code}"
    here = urlsplit(st.context.url or "http://localhost:8501")
    question = room.question
    return {
        **{"kind": "wall", "name": "wall", "label": "Room", "shortcut": "R"},
        **{"code": room.code, "secret": room.secret},
        **_drawn(f"{here.scheme}://{here.netloc}{path}"),
        "number": question.number if question else 0,
        "answered": room.answered if question and question.phase != "revealed" else None,
        "stream": f"{path}/count",
    }


_drawn = lru_cache(maxsize=32)(present.code)


def _sentence(state: Session, room: Room) -> controls.Control:
    """Return what the wall says about the present question."""
    question, says = room.question, "Ask a question with a key."
    if question and question.phase == "open":
        says = question.asked["text"]
        if "documents" in question.asked and not _is_same(state, room.kept[question.number]):
            says += " It is about the list on the phones."
    elif question and question.phase == "closed":
        try:
            says = _advice(state, room)
        except RoomError as error:
            says = str(error)
    elif question:
        found: Results = room.computed["results", question.number]
        few = f" {TOO_FEW}" * (len(found.rounds[-1]) < FEWEST)
        text = question.truth["text"]
        says = f"{text}{'.' * (few > '' and not text.endswith('.'))}{few}"
    return {"kind": "text", "name": "asked", "text": says}


def _advice(state: Session, room: Room) -> str:
    """Return what peer instruction advises after the first round, which is kept back."""
    question = room.question
    if room.answered < FEWEST:
        return TOO_FEW
    if question.again:
        return "Second answers are in."
    said = room.computed.get(("advice", question.number))
    if said is None:
        try:
            truth = _truth(state, room)["value"]
        except RefusedError as unknown:
            return str(unknown)
        found = _results(_rooms(), room, question, truth)
        given, kept = found.rounds[-1], found.kept
        goal, keys = kept["goal"] or None, kept["keys"]
        scored = answers.scores(found.screen, keys, given) if goal else None
        right = answers.right(question.asked, given, truth, goal=goal, keys=keys, scored=scored)
        what = f"within {answers.NEAR:g}" if question.asked["kind"] == "number" else "right"
        way = "Reveal, or undo the move to ask again." if question.number in room.moved else ""
        said = "Answers are closed."
        if right is not None:
            said = answers.advice(right, len(given), what, way)
        room.computed["advice", question.number] = said
    return str(said)


def _buttons(state: Session, room: Room) -> list[controls.Control]:
    """Return the lecturer's buttons, each with its key; an open question is closed first."""
    question = room.question
    phase = question.phase if question else ""
    buttons = []
    if phase == "open":
        buttons.append(_key("Keep back", "K", {"do": "room_close"}, help=_KEEP))
    if phase in ("open", "closed"):
        buttons.append(_key("Reveal", "V", {"do": "room_reveal"}, look="asks"))
    if phase == "revealed":
        shown = room.shown == question.number
        buttons.append(_key("Answers", "V", {"do": "room_reveal"}, pressed=shown))
    if phase in ("closed", "revealed"):
        buttons.append(_key("Ask again", "A", {"do": "room_again"}))
    if phase != "open":
        buttons += _asks(state, room)
    hand: dict[str, Any] = {"kind": "hand_over", "name": "hand_over", "label": "Other device"}
    if room.given_to:
        hand["given"] = present.code(f"{room.given_to}#room={room.code}.{room.secret}")
    table: dict[str, Any] = {"kind": "results", "name": "results", "label": "Results"}
    if room.wants_table:
        table["table"] = _csv(room).decode()
    end = {"kind": "end_room", "name": "end_room", "label": "End room"}
    return [
        *buttons,
        {**table, "change": {"do": "room_results"}},
        {**hand, "change": {"do": "room_hand"}},
        {**end, "change": {"do": "room_end"}},
    ]


def _asks(state: Session, room: Room) -> Iterator[controls.Control]:
    """Yield the buttons that ask; one that cannot says why."""
    for kind, key in KINDS.items():
        why = _why_not(state, kind)
        change: Action = {"do": "room_ask", "kind": kind}
        look = {"look": "dim"} if why else {}
        yield _key(_LABELS[kind], key, change, help=why or f"Ask: {kind}, {key}", **look)
    yield _goals(state, room)
    yield _key("Alike", "L", {"do": "room_alike"}, help=_ALIKE)


_KEEP: Final = "Close the question and keep the answers back, K"
_ALIKE: Final = "Ask an alike question, on another list from the drill, L"


def _key(label: str, key: str, change: Action, **more: Any) -> controls.Control:
    return controls.button(label, change, shortcut=key, **{"help": f"{label}, {key}", **more})


def _why_not(state: Session, kind: str) -> str:
    """Return why this page does not offer a kind of question, or ""."""
    try:
        _question(state, kind)
    except RefusedError as why:
        return str(why)
    return ""


def _goals(state: Session, room: Room) -> controls.Control:
    """Return the choice of the goal of the next order."""
    keys = _keys(state) or ["average_precision", "ndcg"]
    one, other = (METRICS[key].label() for key in keys)
    named = {
        "best": "best for you",
        "apart": f"{one} high, {other} low",
        "exact": f"{one} exactly …",
    }
    return {
        **{"kind": "select", "name": "goal", "label": "Goal of the order", "value": room.goal},
        "options": [*map(list, named.items())],
        "change": {"do": "room_goal"},
    }


def _csv(room: Room) -> bytes:
    """Return the counted answers to all questions of a room; too few answers are only counted."""
    head = ["number", "kind", "text", "round", "answer", "count"]
    body: list[list[object]] = []
    try:
        rooms = _rooms()
        now = rooms.state(room.code)
        last = now.question.number if now and now.question else 0
        texts: dict[int, tuple[Mapping[str, Any], int]] = {}
        for number in range(1, last + 1):
            kept = rooms.kept(room.code, room.secret, number)
            asked, first = kept["asked"], kept.get("again")
            before = 1 + sum(again == (first or number) for _, again in texts.values())
            texts[number] = asked, first or number
            given = Counter(rooms.answers(room.code, room.secret, number))
            row: list[object] = [number, asked["kind"], asked["text"], before]
            if given.total() < FEWEST:
                body.append([*row, f"fewer than {FEWEST}", given.total()])
                continue
            counted = sorted(given.items(), key=lambda pair: (-pair[1], pair[0]))
            body += [[*row, _written(asked, answer), many] for answer, many in counted]
    except RoomError as error:
        body.append(["", "", str(error), "", "", ""])
    return plain.csv(head, body)


def _written(asked: Mapping[str, Any], answer: str) -> str:
    """Write an answer for a table."""
    if asked["kind"] == "choice":
        return str(asked["choices"][int(answer)])
    if asked["kind"] == "order":
        return " > ".join(asked["titles"][int(row)] for row in answer.split(","))
    return answer
