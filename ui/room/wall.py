"""The room of a class: what its lecturer does, and what the wall shows of it.

The store (`rooms.store`) alone knows the state of a room, so two tabs of a lecturer, or another
process, see the same. What a slide can ask, and what is right, stands in `ui.room.slide_questions`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from secrets import compare_digest
from typing import Any, Final
from urllib.parse import urlsplit

import streamlit as st

from metrics.catalog import DRILLED, METRICS
from rooms import limits, store
from rooms.hub import wall_view
from rooms.store import ENDED, AwayError, Question, RoomError, Rooms
from ui.contents import HOME
from ui.core import plain, post
from ui.core.documents import RefusedError
from ui.core.post import Action
from ui.core.predict import ANY
from ui.core.screen import Screen
from ui.core.session import Room, Session, session
from ui.draw.score import Measured
from ui.parts import controls, present
from ui.room import counts as answers
from ui.room import slide_questions
from ui.room.counts import FEWEST, TOO_FEW
from ui.room.slide_questions import Choice, Slide

KINDS: Final = {"number": "N", "direction": "D", "choice": "W", "order": "O"}
"""The kinds of questions, each with the key that asks it."""
COOKIE: Final = "rankbook_room"
"""Cookie with the code, but not the secret, of the room that this browser holds."""
_SECRET: Final = re.compile(r"[\w-]{22}", re.ASCII)
_MOST_LOST: Final = 20


@dataclass(frozen=True)
class Results:
    """The answers to a revealed question, as they are drawn.

    Attributes:
        question: the question.
        rounds: the answers of each round.
        moves: first and second answer of each phone that answered twice.
        truth: the right answer, or None.
        lecturers_copy: what the lecturer kept for the question.
        screen: the screen that the question is about.
        figures: its pictures, once they are drawn.
    """

    question: Mapping[str, Any]
    rounds: Sequence[Sequence[str]]
    moves: Sequence[tuple[str, str]]
    truth: str | None
    lecturers_copy: Mapping[str, Any]
    screen: Screen
    figures: list[Any] = field(default_factory=list)


# What pages call


def offer(*measured: Measured, in_sight: bool = False) -> None:
    """Offer the scores of a page to be asked; the first is its main one, which is asked at first.

    Scores that the page cannot hide stay `in_sight`.
    """
    session().projector.offers |= {"measured": measured, "in_sight": in_sight}


def offer_choice(*choices: Choice) -> None:
    """Offer questions with a few answers."""
    session().projector.offers["choices"] = choices


def class_question() -> str:
    """Return the question on this slide that is not revealed yet, or ""."""
    state = session()
    room = state.projector.room
    if state.projector.awaits:
        return "Looking for the room of this browser."
    if not room or not room.question or room.question.phase == "revealed":
        return ""
    is_here = slide_questions.is_here(
        _slide(state, state.shown), room.lecturers_copy[room.question.number]
    )
    return str(room.question.content["text"]) if is_here else ""


def is_asked(choice: str) -> bool:
    """Return whether one of this page's choices is asked, and not revealed yet."""
    room = session().projector.room
    return bool(
        room and class_question() and room.lecturers_copy[room.question.number]["of"] == choice
    )


@contextmanager
def held(page: str) -> Iterator[None]:
    """Draw a page by its URL path: read the room's state before, and draw the room after it."""
    state = session()
    state.projector.page, state.projector.offers = page or HOME, {}
    _read_state(state)
    yield
    _draw(state)


def results() -> Results | None:
    """Return the answers that are to be drawn on this page now, or None."""
    state = session()
    room = state.projector.room
    if not room or not room.question or room.shown != room.question.number:
        return None
    found: Results | None = room.computed.get(("results", room.shown))
    if found is None or not slide_questions.is_here(_slide(state), found.lecturers_copy):
        return None
    return found


# The state of the room


def _read_state(state: Session) -> None:
    """Read the state of the room, and close a question on the next move when that begins."""
    room = state.projector.room
    if state.projector.awaits is None:
        state.projector.awaits = _awaits()
    class_key = ANY if state.projector.awaits else ""
    if room:
        try:
            _read(room)
            class_key = _watched(state, room)
            state.projector.awaits = False
        except RoomError as error:
            state.say(str(error))
            if not isinstance(error, AwayError):
                state.projector.awaits = False
                _forget(state, room)
    if state.prediction.class_key != class_key:
        state.prediction = replace(state.prediction, class_key=class_key)


def _awaits() -> bool:
    """Return whether this browser holds a room whose secret has not arrived yet.

    Until then no score is drawn: a class may be asked for it.
    """
    if not (code := st.context.cookies.get(COOKIE, "")):
        return False
    try:
        rooms = store.connect(create=False)
        now = rooms.state(code) if rooms else None
    except RoomError:
        return True
    return bool(now and now.question and now.question.phase != "revealed")


def _read(room: Room) -> None:
    """Read the present question, what is kept for it, and its answers once it is revealed."""
    rooms = _rooms()
    now = rooms.state(room.code, counted=True)
    if now is None:
        raise RoomError(ENDED)
    if now.version != room.version:
        rooms.check_held(room.code, room.secret)
    if question := now.question:
        number = question.number
        if number not in room.lecturers_copy:
            room.lecturers_copy[number] = rooms.kept(room.code, room.secret, number)
        if question.phase == "revealed" and ("results", number) not in room.computed:
            truth = question.truth.get("value")
            room.computed["results", number] = _results(rooms, room, question, truth)
            room.shown = number
    # Set last: after a failure the next run reads all of it again.
    room.version, room.question, room.answer_count = now.version, now.question, now.answer_count
    room.counts = wall_view(now)


def _watched(state: Session, room: Room) -> str:
    """Watch the slide of an open question; return the key of the score that it hides, or ""."""
    question = room.question
    if not question or question.phase == "revealed":
        return ""
    lecturers_copy, slide = room.lecturers_copy[question.number], _slide(state, state.shown)
    if not slide_questions.is_here(slide, lecturers_copy):
        return ""
    is_same = slide_questions.is_same(slide, lecturers_copy)
    if is_same:
        room.watched.add(question.number)
    if lecturers_copy["next_move"] and question.number in room.watched:
        has_moved = not is_same
        if has_moved and question.phase == "open":
            _rooms().close(room.code, room.secret, question.number)
            _read(room)
        if has_moved and not state.preview:
            room.moved.setdefault(question.number, state.current)
        elif not state.preview and question.number in room.moved:
            del room.moved[question.number]
            room.computed.pop(("advice", question.number), None)
    return str(lecturers_copy["hides"])


def _slide(state: Session, screen: Screen | None = None) -> Slide:
    """Return the slide that the page has drawn, or is drawing, with its current screen.

    The score that is asked comes first.
    """
    offers = state.projector.offers
    measured = offers.get("measured", ())
    if measured:
        asked = state.prediction.asked([one.key for one in measured])
        measured = sorted(measured, key=lambda one: one.key != asked)
    return Slide(
        state.projector.page,
        screen or state.current,
        state.opening,
        **{**offers, "measured": measured},
    )


def _rooms() -> Rooms:
    rooms = store.connect(create=False)
    if rooms is None:
        raise RoomError(ENDED)
    return rooms


def _forget(state: Session, room: Room) -> None:
    """Let the browser forget a room, but no other one."""
    if state.projector.room and state.projector.room.secret == room.secret:
        state.projector.room = None
    state.projector.lost = [*state.projector.lost, room.secret][-_MOST_LOST:]


def _results(rooms: Rooms, room: Room, question: Question, truth: str | None) -> Results:
    """Return the answers to a question, with those of the round before."""
    again = question.again
    numbers = [question.number] if again is None else [again, question.number]
    lecturers_copy = room.lecturers_copy[question.number]
    return Results(
        question.content,
        [rooms.answers(room.code, room.secret, number) for number in numbers],
        rooms.moves(room.code, room.secret, question.number) if again else [],
        truth,
        lecturers_copy,
        slide_questions.screen_of(lecturers_copy),
    )


# What the lecturer does


def on_room(do: str) -> Callable[[Callable[[Session, Room, Action], None]], object]:
    """Register the handler of a lecturer's action; a refusal becomes a sentence on the page.

    The action carries the room's secret. No link can know it, and no other page of this site.
    """
    _PROVED.add(do)

    def register(handler: Callable[[Session, Room, Action], None]) -> object:
        @post.on_session(do)
        def act(state: Session, action: Action) -> None:
            room = state.projector.room
            if not room:
                return
            if not compare_digest(str(action["secret"]), room.secret):
                raise ValueError("an action of another room")
            _try(state, room, action, handler)

        return act

    return register


_PROVED: Final[set[str]] = set()


def _try(
    state: Session, room: Room, action: Action, handler: Callable[[Session, Room, Action], None]
) -> None:
    try:
        handler(state, room, action)
    except (RoomError, RefusedError) as error:
        state.say(str(error))


@post.on_session("room_open")
def _open(state: Session, _action: Action) -> None:
    projector = state.projector
    if projector.room:
        return
    try:
        rooms = store.connect(create=True)
        assert rooms
        projector.opened = set(filter(rooms.state, projector.opened))
        if len(projector.opened) >= limits.ROOMS_OF_SESSION:
            raise RoomError(
                f"This tab has opened {limits.ROOMS_OF_SESSION} rooms, and all of them are open."
                " Reload the page to open another one."
            )
        projector.room = Room(*rooms.open(), arrival="opened")
        projector.opened.add(projector.room.code)
    except RoomError as error:
        state.say(str(error))


def _sent_room(action: Action) -> Room:
    """Return the room of an action by its code and secret, which a browser has stored."""
    code, secret = action["code"], action["secret"]
    if not store.CODE.fullmatch(code) or not _SECRET.fullmatch(secret):
        raise ValueError("no code of a room, or no secret")
    return Room(code, secret)


@post.on_session("room_resume")
def _resume(state: Session, action: Action) -> None:
    """Hold the room that this browser holds.

    If the database does not answer, the room is held unread, and the next run reads it.
    """
    held, room = state.projector.room, _sent_room(action)
    if held and held.secret == room.secret:
        return
    try:
        _rooms().check_held(room.code, room.secret)
        _hold(state, room)
    except AwayError as error:
        state.say(str(error))
        state.projector.room = held or room
    except RoomError as error:
        state.say(str(error))
        state.projector.awaits = False
        _forget(state, room)


def _hold(state: Session, room: Room) -> None:
    """Hold a room whose secret the store has accepted."""
    _read(room)
    state.projector.awaits, state.projector.room, state.projector.offered = False, room, None
    question = room.question
    if question and question.phase != "revealed" and room.lecturers_copy[question.number]["hides"]:
        # The address has hidden the score until now (`Session.query`).
        state.prediction = replace(state.prediction, on=False)


@post.on_session("room_take")
def _take_over(state: Session, action: Action) -> None:
    """Take a room over from the device that hands it over, with a new secret of this browser.

    The browser stores the new secret as its own only when the store has it. Before it gives up
    another room, the lecturer is asked; the answer carries that room's secret.
    """
    try:
        room, replaces = _sent_room(action), str(action["replaces"])[:100]
    except (ValueError, LookupError, TypeError):
        state.say("This link hands over no room: it is damaged. Scan the code once more.")
        _forget(state, Room("", str(action["secret"])[:100]))
        return
    try:
        rooms, held = _rooms(), state.projector.room
        if held and not rooms.holds(held.code, held.secret):
            _forget(state, held)
            held = None
        if held and held.code == room.code:
            if held.secret != room.secret:
                state.say(f"This browser holds room {_spaced(room.code)} already.")
                _forget(state, room)
            return
        is_taken = rooms.holds(room.code, room.secret)  # before a reload
        if not is_taken and not rooms.holds(room.code, replaces):
            raise RoomError(_NOT_HANDED.format(_spaced(room.code)))
        if held and action.get("gives_up") != held.secret:
            state.projector.offered = room, replaces
            return
        if not is_taken and not rooms.take_over(room.code, replaces, room.secret):
            raise RoomError(_NOT_HANDED.format(_spaced(room.code)))
        if held:
            _forget(state, held)
        room.arrival = "taken over"
        _hold(state, room)
    except AwayError as error:
        state.say(f"{error} Then reload this page to take the room over.")
    except RoomError as error:
        state.say(str(error))
        _forget(state, room)


_NOT_HANDED: Final = (
    "Room {} cannot be taken over: its code was used before, or the room has ended."
    " Ask the other device for a new code."
)


@post.on_session("room_keep")
def _keep(state: Session, _action: Action) -> None:
    """Keep the present room, and leave the one that another device has offered."""
    if state.projector.offered:
        _forget(state, state.projector.offered[0])
        state.projector.offered = None


@post.on_session("room_none")
def _stop_waiting(state: Session, _action: Action) -> None:
    """Wait no longer for the secret of a room: this browser has none."""
    state.projector.awaits = False


@on_room("room_ask")
def _ask(state: Session, room: Room, action: Action) -> None:
    ask(state, room, str(action["kind"]))


def ask(state: Session, room: Room, kind: str) -> None:
    """Ask a question of a kind about the current screen."""
    if room.question and room.question.phase == "open":  # a key was pressed twice
        return
    content, lecturers_copy = slide_questions.make(_slide(state), kind, room.goal, room.choice)
    room.shown = 0
    _rooms().ask(room.code, room.secret, content, lecturers_copy, only_here=room.only_here)
    _read(room)


@on_room("room_goal")
def _goal(_state: Session, room: Room, action: Action) -> None:
    if action["to"] in slide_questions.GOALS:
        room.goal = action["to"]


@on_room("room_choice")
def _choose(_state: Session, room: Room, action: Action) -> None:
    room.choice = str(action["to"])[:40]


@on_room("room_only")
def _only(_state: Session, room: Room, action: Action) -> None:
    room.only_here = action["to"] is True


@on_room("room_close")
def _close(_state: Session, room: Room, _action: Action) -> None:
    if room.question:
        _rooms().close(room.code, room.secret, room.question.number)


@on_room("room_again")
def _again(_state: Session, room: Room, _action: Action) -> None:
    question = room.question
    if not question or question.phase == "open":
        return
    lecturers_copy = room.lecturers_copy[question.number]
    if question.number in room.moved:
        raise RefusedError("The move is made. Undo it to ask again.")
    room.shown = 0
    first = question.again or question.number
    lecturers_copy = {**lecturers_copy, "again": first}
    _rooms().ask(
        room.code, room.secret, question.content, lecturers_copy, first, only_here=room.only_here
    )
    _read(room)


@on_room("room_reveal")
def _reveal(state: Session, room: Room, _action: Action) -> None:
    """Close the question, work out what is right, and tell everybody; then show or hide it."""
    question = room.question
    if not question:
        return
    number = question.number
    if question.phase == "revealed":
        lecturers_copy = room.lecturers_copy[number]
        if not slide_questions.is_here(_slide(state), lecturers_copy):
            raise RefusedError(
                f"These answers are about another slide: “{question.content['text']}”"
            )
        room.shown = 0 if room.shown == number else number
        return
    truth = _truth(state, room, question)
    rooms = _rooms()
    rooms.close(room.code, room.secret, number)
    found = _results(rooms, room, question, truth["value"])
    given, lecturers_copy = found.rounds[-1], found.lecturers_copy
    verdicts = {}
    if question.content["kind"] == "order":
        verdicts = answers.verdicts(
            given,
            screen=found.screen,
            page=lecturers_copy["page"],
            keys=lecturers_copy["keys"],
            goal=lecturers_copy["goal"] or None,
            scored=answers.scores(found.screen, lecturers_copy["keys"], given),
        )
    rooms.reveal(room.code, room.secret, number, truth, verdicts)
    room.computed["results", number] = found
    room.shown = number


def _truth(state: Session, room: Room, question: Question) -> dict[str, Any]:
    lecturers_copy, after = room.lecturers_copy[question.number], room.moved.get(question.number)
    return slide_questions.truth(_slide(state), question.content, lecturers_copy, after)


@post.on_session("take_answer")
def _take(state: Session, action: Action) -> None:
    """Put the list of a student, or of the class, on the board. It changes nothing in the room."""
    if room := state.projector.room:
        _try(state, room, action, _put)


def _put(state: Session, room: Room, action: Action) -> None:
    if room.question and room.question.content["kind"] == "order":
        screen = slide_questions.screen_of(room.lecturers_copy[room.question.number])
        preset = room.lecturers_copy[room.question.number]["preset"]
        taken = replace(answers.with_order(screen, str(action["order"])), preset=preset)
        state.act(lambda _: taken)


@on_room("room_hand")
def _hand(_state: Session, room: Room, action: Action) -> None:
    room.given_to = str(action["of"])[:20_000].encode(errors="replace").decode()


@on_room("room_results")
def _take_away(_state: Session, room: Room, _action: Action) -> None:
    room.wants_table = True


@on_room("room_end")
def _end(state: Session, room: Room, _action: Action) -> None:
    _rooms().end(room.code, room.secret)
    _forget(state, room)
    state.say(ENDED)


@post.on_session("room_look")
def _look_again(_state: Session, _action: Action) -> None:
    """Do nothing but run: another tab has asked."""


# What is drawn


def _draw(state: Session) -> None:
    """Draw the room at the foot of the window: its code, the count, the lecturer's buttons."""
    room, lost = state.projector.room, state.projector.lost
    if lost:
        with st.container(key="left_room"):
            controls.draw("lost", [{"kind": "lost_rooms", "name": "lost", "secrets": lost}], "wall")
    if room:
        with st.container(key="wall", horizontal=True):
            controls.draw("room", [_wall(room)], "wall")
            drawn = [_sentence(state, room), *_buttons(state, room), *_offer(state, room)]
            controls.draw("room_keys", [_proved(control, room) for control in drawn], "wall")


def _proved(control: controls.Control, room: Room) -> controls.Control:
    """Put the room's secret into the lecturer's actions (`on_room`)."""
    change = control.get("change", {})
    if change.get("do") not in _PROVED:
        return control
    return {**control, "change": {**change, "secret": room.secret}}


def _offer(state: Session, room: Room) -> Iterator[controls.Control]:
    """Yield the question whether another room shall replace the present one."""
    if state.projector.offered:
        offered, replaces = state.projector.offered
        mine, other = _spaced(room.code), _spaced(offered.code)
        yield {
            **{"kind": "take_room", "name": "take_room", "label": f"Take room {other}?"},
            "text": f"This browser holds room {mine}. It can hold only one room. If you take"
            f" {other}, nobody can reveal or end {mine} any more. It is deleted after a day.",
            "keep": f"Keep {mine}",
            "take": f"Give {mine} up, and take {other}",
            "secret": offered.secret,
            "change": {
                **{"do": "room_take", "code": offered.code, "secret": offered.secret},
                **{"replaces": replaces, "gives_up": room.secret},
            },
        }


def _spaced(code: str) -> str:
    return f"{code[:3]} {code[3:]}"


def _wall(room: Room) -> controls.Control:
    """Return the code of the room, how many phones there are, and how many have answered."""
    base = st.get_option("server.baseUrlPath").strip("/")
    path = f"{'/' * bool(base)}{base}/room/{room.code}"
    here = urlsplit(st.context.url or "http://localhost:8501")
    question = room.question
    return {
        **{"kind": "wall", "name": "wall", "label": "Room", "shortcut": "R"},
        **{"code": room.code, "secret": room.secret, "came": room.arrival},
        **_drawn(f"{here.scheme}://{here.netloc}{path}"),
        **room.counts,
        "number": question.number if question else 0,
        "version": room.version,
        "answered": room.answer_count if question and question.phase != "revealed" else None,
        "only_here": room.only_here,
        "stream": f"{path}/count?proof={store.proof(room.secret)}",
    }


_drawn = lru_cache(maxsize=32)(present.code)


def _sentence(state: Session, room: Room) -> controls.Control:
    """Return what the wall says about the present question."""
    question, text = room.question, "Ask a question with a key."
    if question and question.phase == "open":
        text = f"{question.content['text']}{_of_another(state, room, question)}"
    elif question and question.phase == "closed":
        try:
            text = _advice(state, room, question)
        except RoomError as error:
            text = str(error)
    elif question:
        found: Results = room.computed["results", question.number]
        few = f" {TOO_FEW}" * (len(found.rounds[-1]) < FEWEST)
        text = question.truth["text"]
        text = f"{text}{'.' * (few > '' and not text.endswith('.'))}{few}"
    return {"kind": "text", "name": "asked", "text": text}


def _of_another(state: Session, room: Room, question: Question) -> str:
    """Return a sentence if the wall no longer shows what a question is about."""
    lecturers_copy, slide = room.lecturers_copy[question.number], _slide(state, state.shown)
    if slide_questions.is_same(slide, lecturers_copy) or (
        lecturers_copy["next_move"] and slide_questions.is_here(slide, lecturers_copy)
    ):
        return ""
    if "documents" in question.content:
        return " It is about the list on the phones, not about this one."
    return " It is about the slide as it was when it was asked."


def _advice(state: Session, room: Room, question: Question) -> str:
    """Return what peer instruction advises after the first round, which is kept back."""
    if room.answer_count < FEWEST:
        return TOO_FEW
    if question.again:
        return "Second answers are in."
    advice = room.computed.get(("advice", question.number))
    if advice is None:
        try:
            truth = _truth(state, room, question)["value"]
        except RefusedError as unknown:
            return str(unknown)
        found = _results(_rooms(), room, question, truth)
        given, lecturers_copy = found.rounds[-1], found.lecturers_copy
        goal, keys = lecturers_copy["goal"] or None, lecturers_copy["keys"]
        scored = answers.scores(found.screen, keys, given) if goal else None
        right = answers.right(question.content, given, truth, goal=goal, keys=keys, scored=scored)
        what = f"within {answers.NEAR:g}" if question.content["kind"] == "number" else "right"
        way = "Reveal, or undo the move to ask again." if question.number in room.moved else ""
        advice = "Answers are closed."
        if right is not None:
            advice = answers.advice(right, len(given), what, way)
        room.computed["advice", question.number] = advice
    return str(advice)


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
        buttons += _next_picture(state)
    if phase in ("closed", "revealed"):
        buttons.append(_key("Ask again", "A", {"do": "room_again"}))
    if phase != "open":
        buttons += _asks(state, room)
        only: Action = {"do": "room_only", "to": not room.only_here}
        shown = {"text": "Here now", "help": _ONLY_HELP, "pressed": room.only_here}
        buttons.append(controls.button("Only phones here now", only, **shown))
    hand: dict[str, Any] = {"kind": "hand_over", "name": "hand_over", "label": "Other device"}
    if room.given_to:
        hand["given"] = present.code(f"{room.given_to}#room={room.code}.{room.secret}")
    table: dict[str, Any] = {"kind": "results", "name": "results", "label": "Answers as CSV"}
    if room.wants_table:
        table["table"] = _csv(room).decode()
    end = {"kind": "end_room", "name": "end_room", "label": "End room"}
    return [
        *buttons,
        {**table, "change": {"do": "room_results"}},
        {**hand, "change": {"do": "room_hand"}},
        {**end, "change": {"do": "room_end"}},
    ]


def _next_picture(state: Session) -> Iterator[controls.Control]:
    """Yield the button that leads through the pictures of the answers; a stage has its own."""
    found = results()
    has_stage = state.projector.offers.get("measured") and not state.projector.offers["in_sight"]
    if found and len(found.figures) > 1 and not (has_stage and state.projector.presenting):
        yield present.chart_of(state, len(found.figures) - 1)


def _asks(state: Session, room: Room) -> Iterator[controls.Control]:
    """Yield the buttons that ask; one that cannot says why."""
    slide = _slide(state)
    suggested = slide.step.phones if slide.step else ()
    yield from controls.which_score(state, "Score to ask for")
    for kind, key in KINDS.items():
        change: Action = {"do": "room_ask", "kind": kind}
        label, why = kind.capitalize(), slide_questions.why_not(slide, kind)
        asked = _ask_button(label, key, change, why, f"Ask: {kind}")
        yield {**asked, "look": "asks"} if kind in suggested and not why else asked
        if kind == "choice":
            yield from _choices(slide, room)
    yield _goals(slide, room)
    why = slide_questions.why_not(slide, "number")
    if not why and slide.measured[0].key not in DRILLED:
        why = f"The drill has no exercise on {slide.measured[0].label}."
    yield _ask_button(
        "Alike", "L", {"do": "room_alike"}, why, "Ask about another list, of the drill"
    )


_ONLY_HELP: Final = "Ask only the phones that are here now. A phone that is locked is not here."
_KEEP: Final = "Close the question and keep the answers back, K"


def _key(label: str, key: str, change: Action, **more: Any) -> controls.Control:
    return controls.button(label, change, shortcut=key, **{"help": f"{label}, {key}", **more})


def _ask_button(label: str, key: str, change: Action, why: str, does: str) -> controls.Control:
    """Return a button that asks; one that cannot says why."""
    return _key(label, key, change, help=why or f"{does}, {key}", **{"look": "dim"} if why else {})


def _choices(slide: Slide, room: Room) -> Iterator[controls.Control]:
    """Yield the choice of what is chosen, if a slide offers several."""
    if slide_questions.why_not(slide, "choice"):
        return
    offered = slide_questions.choices(slide)
    if len(offered) > 1:
        yield {
            **{"kind": "select", "name": "choice", "label": "What is chosen"},
            "value": room.choice if room.choice in offered else next(iter(offered)),
            "options": [*map(list, offered.items())],
            "change": {"do": "room_choice"},
        }


def _goals(slide: Slide, room: Room) -> controls.Control:
    """Return the choice of the goal of the next order."""
    keys = slide_questions.order_keys(slide) or ["average_precision", "ndcg"]
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
        rounds: Counter[int] = Counter()
        for number in range(1, last + 1):
            lecturers_copy = rooms.kept(room.code, room.secret, number)
            question, first = lecturers_copy["asked"], lecturers_copy.get("again") or number
            rounds[first] += 1
            given = Counter(rooms.answers(room.code, room.secret, number))
            row: list[object] = [number, question["kind"], question["text"], rounds[first]]
            if given.total() < FEWEST:
                body.append([*row, f"fewer than {FEWEST}", given.total()])
                continue
            counted = sorted(given.items(), key=lambda pair: (-pair[1], pair[0]))
            body += [[*row, _written(question, answer), many] for answer, many in counted]
    except RoomError as error:
        body.append(["", "", str(error), "", "", ""])
    return plain.csv(head, body)


def _written(question: Mapping[str, Any], answer: str) -> str:
    """Write an answer for a table."""
    if question["kind"] == "choice":
        return str(question["choices"][int(answer)])
    if question["kind"] == "order":
        return " > ".join(question["titles"][int(row)] for row in answer.split(","))
    return answer
