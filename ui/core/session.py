"""A reader's session: the history of screens, and the only functions that change it.

Every action of a reader arrives in `act`, `step` or `arrive`, one after the other, and is checked
against the current screen. What is drawn is only a view.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from enum import IntEnum
from threading import RLock
from typing import Any, Final, NamedTuple, TypeAlias, cast
from uuid import uuid4

import streamlit as st

from ui.core import link
from ui.core.documents import RefusedError
from ui.core.predict import ANY, Prediction
from ui.core.screen import Screen

UNDO: Final = -1
REDO: Final = 1
MOST_STEPS: Final = 200
MOST_SENDERS: Final = 100
"""Senders whose last message number is kept; a page has about ten."""
_MOST_SAID: Final = 3
"""Problems of an address that are said one by one; the others are only counted."""

Change: TypeAlias = Callable[[Screen], Screen]
"""Return a new screen, or raise `RefusedError` with a sentence for the reader."""


class Depth(IntEnum):
    """How far a page is drawn. A browser asks for more when it has drawn this (courier.js)."""

    STAGE = 0
    """A lesson down to its list, bars and knobs: what a reader needs to begin."""
    TEXT = 1
    """The whole page, but no chart."""
    ALL = 2


class Announced(NamedTuple):
    """The state that was last announced to a screen reader."""

    page: str
    screen: Screen
    position: int
    scores: str
    remark: str


@dataclass
class Room:
    """A room that this lecturer holds, as its store had it last (`ui.room.wall`).

    Attributes:
        code: its code, for everybody.
        secret: proof that it is the lecturer's; it is never part of an address.
        question: its last question, or None.
        answer_count: how many have answered that.
        counts: what its wall is told of its phones (`rooms.hub.wall_view`).
        version: how often a lecturer's screen has changed it.
        lecturers_copy: what the lecturer keeps for each question, by its number.
        moved: the screen after the move that a question on a direction is about, by its number.
        computed: cache of sentences and pictures.
        goal: key of the goal of the next order.
        choice: key of what the next choice is of; "" for the first that the slide offers.
        only_here: whether the next questions are only for the phones that are connected then.
        shown: number of the question whose answers are drawn, or 0.
        given_to: the address that hands it to another device, to draw in the next run, or "".
        wants_table: whether the next run sends all answers as a table.
        watched: numbers of the questions whose slide this session has shown. Only there can a
            move close the question: a second tab begins with another list.
        arrival: "opened" or "taken over" if the browser is to store it, or "" if it has.
    """

    code: str
    secret: str
    question: Any = None
    answer_count: int = 0
    counts: Mapping[str, Any] = field(default_factory=dict)
    version: int = -1
    lecturers_copy: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    moved: dict[int, Screen] = field(default_factory=dict)
    computed: dict[Hashable, Any] = field(default_factory=dict)
    goal: str = "apart"
    choice: str = ""
    only_here: bool = False
    shown: int = 0
    given_to: str = ""
    wants_table: bool = False
    watched: set[int] = field(default_factory=set)
    arrival: str = ""


@dataclass
class Projector:
    """The state of presenting a page to a hall.

    Attributes:
        presenting: whether the page is presented; part of the address, not a step to undo.
        chart: number of the view of the lesson's charts that is shown, from 1; 0 if none.
        code: the address of the QR code to draw in the next run, or "".
        measure: key of the measure that the reference shows a hall, or "" for its questions.
        slides: the screen of each preset as the hall left it, by preset id.
        page: name of the page that was drawn last.
        offers: what the page that was drawn last offers to ask (`ui.room.wall`).
        room: the room that a class answers in, or None.
        offered: a room that another device hands over and its secret there, while the lecturer
            is asked whether to give up the present room; or None.
        lost: the rooms, by their secrets, that the browser is to forget: they have ended, or
            another device holds them.
        opened: the codes of the rooms that this session has opened.
        awaits: whether the browser holds a room whose secret it has not sent yet. No score is
            drawn until then. None before the first run.
    """

    presenting: bool = False
    chart: int = 0
    code: str = ""
    measure: str = ""
    slides: dict[str, Screen] = field(default_factory=dict)
    page: str = ""
    offers: dict[str, Any] = field(default_factory=dict)
    room: Room | None = None
    offered: tuple[Room, str] | None = None
    lost: list[str] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)
    awaits: bool | None = None

    def end_run(self) -> None:
        """Drop what is drawn in one run only."""
        self.code = ""
        if self.room:
            self.room.given_to, self.room.wants_table = "", False


@dataclass
class Practice:
    """Progress in drill, challenges and puzzles during this session.

    Attributes:
        exercise_started: the current exercise, and its start time on the server's clock.
        solved: the challenges that were solved.
        told: the challenge whose answer was asked for, until one starts again.
        clicked: the clicked steps and rules of each puzzle, in order.
        path: the kind of reader whose path Welcome shows, or "".
    """

    exercise_started: tuple[Hashable, float] = (None, 0.0)
    solved: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    clicked: dict[str, list[str]] = field(default_factory=dict)
    path: str = ""


@dataclass
class Drawn:
    """What this run has drawn so far, for a screen reader and the notebook.

    Attributes:
        scores: by label, the score as text, and whether it got better (1), worse (-1) or neither.
        remark: further sentences for a screen reader.
        formula: the page's formula and the meaning of its letters, in Markdown.
        figure: the chart of the page's score.
        hidden: whether the score is still to be guessed.
    """

    scores: dict[str, tuple[str, int]] = field(default_factory=dict)
    remark: str = ""
    formula: str = ""
    figure: Any = None
    hidden: bool = False

    def add(self, *sentences: str) -> None:
        """Add sentences to the remark."""
        self.remark = ". ".join(filter(None, (self.remark, *sentences)))


@dataclass
class Speech:
    """What was announced to a screen reader.

    Attributes:
        announced: the last announced state.
        last: number and text of the last sentence.
        document: id of the document of the last action.
    """

    announced: Announced | None = None
    last: tuple[int, str] = (0, "")
    document: str = ""


@dataclass
class Inbox:
    """Numbers of the messages that were processed.

    Streamlit may run the callback of the next message in another thread before this one ends. So
    an action is acknowledged before it runs, and it runs once. `processing` is held until it has
    run. Otherwise the next run could draw an acknowledged action without its effect.

    Attributes:
        session: id of this session; a restarted server has a new one.
        taken: number of the last processed message.
        acks: number of the last processed message by sender.
        processing: held while a message is processed; a run begins after that.
    """

    session: str = field(default_factory=lambda: uuid4().hex)
    taken: int = 0
    acks: dict[str, int] = field(default_factory=dict)
    processing: AbstractContextManager[Any] = field(default_factory=RLock)

    def acknowledge(self, by: str, number: int) -> None:
        """Store the number of a message; beyond `MOST_SENDERS`, drop the oldest one's sender."""
        self.acks.pop(by, None)
        self.acks[by] = self.taken = number
        if len(self.acks) > MOST_SENDERS:
            del self.acks[next(iter(self.acks))]

    def sender(self, by: str) -> dict[str, object]:
        """Return what a component needs to send: name, session, number processed last."""
        return {"by": by, "session": self.session, "ack": self.acks.get(by, 0)}


@dataclass
class Session:
    """The state of one reader: the history of screens, and pending sentences for the reader.

    A callback must call `session()` once, before it changes anything: at every access to
    `st.session_state`, Streamlit may abort the run for the next one.

    Attributes:
        steps: the screens that undo and redo go through.
        position: index of the current screen in `steps`.
        before: the screen before the last move, to measure changes from; None if the last action
            loaded another list.
        opening: the opening screen of the current page.
        origin: the screen that `reset` returns to.
        preview: the screen that the current drag would give if it ended now; it is drawn only.
        holder: the component in which that drag is going on.
        prediction: guess and vote of the reader.
        owed: sentences for the reader; a complete run removes those that it has drawn.
        came: the screen of the last address, and what of that could not be read, in sentences.
        untaken: by the name of a field, its value, a typed text that was refused, and why, in
            sentences; it is shown as long as that value stands.
        query_sent: the URL parameters that the browser was sent last.
        depth: how far pages are drawn.
        hall, practice, drawn, speech, inbox: state that is not part of a screen, by subject.
    """

    steps: list[Screen] = field(default_factory=lambda: [Screen()])
    position: int = 0
    before: Screen | None = None
    opening: Screen = field(default_factory=Screen)
    origin: Screen = field(default_factory=Screen)
    preview: Screen | None = None
    holder: str = ""
    prediction: Prediction = field(default_factory=Prediction)
    owed: list[str] = field(default_factory=list)
    came: tuple[Screen, Sequence[str]] | None = None
    untaken: dict[str, tuple[Any, str, str]] = field(default_factory=dict)
    query_sent: Mapping[str, str] | None = None
    depth: Depth = Depth.ALL
    projector: Projector = field(default_factory=Projector)
    practice: Practice = field(default_factory=Practice)
    drawn: Drawn = field(default_factory=Drawn)
    speech: Speech = field(default_factory=Speech)
    inbox: Inbox = field(default_factory=Inbox)
    _drawn_count: int = 0
    _last_drawn: list[str] = field(default_factory=list)
    _repeated: int = 0

    @property
    def current(self) -> Screen:
        """The current screen, without a preview."""
        return self.steps[self.position]

    @property
    def shown(self) -> Screen:
        """The screen to draw: the preview during a drag, else the current one."""
        return self.preview or self.current

    def shown_to(self, by: str) -> Screen:
        """Return the screen for a component to draw: it draws its own drag itself."""
        return self.current if by == self.holder else self.shown

    @property
    def since(self) -> Screen | None:
        """The screen to measure changes from, if there is one."""
        return self.current if self.preview else self.before

    @property
    def query(self) -> dict[str, str]:
        """The current screen as URL parameters; the page's opening screen has none."""
        query = link.encode(self.current, self.opening)
        # A reload shows no score that a class is asked for, nor does a phone that opens the link.
        hides = self.prediction.on or self.prediction.class_key not in ("", ANY)
        flags = {"predict": hides, "present": self.projector.presenting}
        return {**query, **{name: "1" for name, on in flags.items() if on}}

    def begin(
        self, query: Mapping[str, str], opening: Screen, recognise: Change = lambda screen: screen
    ) -> None:
        """Start from the screen of an address; `recognise` finds the preset that it equals."""
        decoded, problems = link.decode(self._flags(query), opening)
        screen = recognise(decoded)
        self.opening, self.steps, self.origin = opening, [screen], screen
        self.came = screen, problems
        self._say_some(problems)

    def enter(self, opening: Screen) -> None:
        """Enter a page; a reader without any change yet gets its opening screen."""
        with self.inbox.processing:
            self.drawn = Drawn()
            if len(self.steps) == 1 and self.current == self.opening:
                self.steps, self.origin = [opening], opening
            self.opening = opening

    def act(
        self, change: Change, *, begin: bool = False, anew: bool = False, looks: bool = False
    ) -> None:
        """Apply a change to the current screen as one step, or say why it is refused.

        Args:
            change: makes the new screen; an equal one is no step, unless it is of another preset.
            begin: whether `reset` shall return to the new screen.
            anew: whether the new screen replaces the old one, so that no changes are shown.
            looks: whether it is no move, so that changes by the last one are shown on.
        """
        self.preview = None
        # A screen that replaces a preset's list is not a changed preset.
        current = replace(self.current, preset="") if anew or begin else self.current
        try:
            screen = link.fitting(change(current))
        except RefusedError as refused:
            self.say(f"{refused} Nothing was changed.")
            return
        if begin:
            self.origin = screen
        if anew or begin or screen != self.current:
            before = self.before if looks else self.current
            self._leave(None if anew or begin else before)
        # A preset that is chosen by name is that preset, although another one looks the same.
        if screen != self.current or screen.preset not in ("", self.current.preset):
            self.steps = [*self.steps[: self.position + 1], screen][-MOST_STEPS:]
            self.position = len(self.steps) - 1

    def show(self, change: Change | None, holder: str = "") -> None:
        """Preview a change of the current screen in the next run only."""
        self.preview, self.holder = None, holder
        if change:
            with suppress(RefusedError):  # the refusal is said when the drag ends
                self.preview = change(self.current)

    def can_step(self, by: int) -> bool:
        """Return whether there is a step to `UNDO` or `REDO`."""
        return 0 <= self.position + by < len(self.steps)

    def step(self, by: int) -> None:
        """`UNDO` or `REDO` one step, if there is one."""
        self.preview = None
        if self.can_step(by):
            target = self.steps[self.position + by]
            self._leave(self.current if target.preset == self.current.preset else None)
            self.position += by

    def _leave(self, screen: Screen | None) -> None:
        """Remember the screen before this move, to show changes; drop the caches of older ones."""
        for old in (self.before, self.current):
            if old and old is not screen:
                old.forget()
        self.before = screen

    def reset(self) -> None:
        """Return to the original lists and knobs, as one step; a list B kept since stays."""
        origin = self.origin

        def back(screen: Screen) -> Screen:
            kept = screen.with_settings(scale=origin.scale)
            b = origin.lists.get("b", kept.lists.get("b"))
            lists = origin.with_list("b", b).lists
            settings = {**origin.settings, "metrics": screen["metrics"]}
            return Screen(lists, settings, origin.preset)

        self.act(back, anew=True)

    def arrive(self, query: Mapping[str, str], opening: Screen) -> None:
        """Show the screen of an address that the reader reached by Back or Forward."""
        self.query_sent, self.opening = query, opening
        query = self._flags(query)
        if query == link.encode(self.current, opening):
            return
        for by in (UNDO, REDO):
            if self.can_step(by):
                neighbour = self.steps[self.position + by]
                if link.encode(neighbour, self.opening) == query:
                    self.step(by)
                    return
        screen, problems = link.decode(query, self.opening)
        self.came = screen, problems
        self._say_some(problems)
        self.act(lambda _: screen, anew=True)

    @property
    def lacks(self) -> Sequence[str]:
        """What the list A lacks of that in the address, as long as it stands as it came."""
        if self.came is None or self.came[0].a != self.current.a:
            return ()
        return [problem for problem in self.came[1] if problem.startswith(link.OF_LIST_A)]

    def say(self, sentence: str) -> None:
        """Queue a sentence for the reader; it stays until a run that drew it is complete."""
        text = sentence.encode(errors="replace").decode()  # a lone surrogate cannot be sent
        if text not in self.owed[self._drawn_count :]:
            self.owed.append(text)

    def repeat(self) -> None:
        """Draw the sentences of the last run once more, because nothing was done since."""
        self.owed = [*self._last_drawn, *self.owed]
        self._repeated = len(self._last_drawn)

    def sentences(self) -> list[str]:
        """Return the pending sentences, to draw in this run."""
        self.owed = list(dict.fromkeys(self.owed))  # an aborted run may have queued one already
        self._drawn_count = len(self.owed)
        return list(self.owed)

    @property
    def sentences_drawn(self) -> list[str]:
        """The sentences that this run has drawn for the first time."""
        return self.owed[self._repeated : self._drawn_count]

    def end_run(self) -> None:
        """End a run: drop its sentences and the preview."""
        self._last_drawn = self.owed[: self._drawn_count]
        del self.owed[: self._drawn_count]
        self._drawn_count, self._repeated, self.preview = 0, 0, None
        self.projector.end_run()

    def _flags(self, query: Mapping[str, str]) -> dict[str, str]:
        """Store whether an address predicts and presents its page; return its other parameters."""
        flags = {name for name in link.FLAGS if query.get(name) == "1"}
        self.projector.presenting = "present" in flags
        if not self.prediction.class_key:
            self.prediction = replace(self.prediction, on="predict" in flags)
        return {name: value for name, value in query.items() if name not in flags}

    def _say_some(self, problems: list[str]) -> None:
        for sentence in problems[:_MOST_SAID]:
            self.say(sentence)
        if more := problems[_MOST_SAID:]:
            parts = "part of the address was" if len(more) == 1 else "parts of the address were"
            self.say(f"{len(more)} more {parts} left out.")


def session() -> Session:
    """Return the reader's session; create it on the first visit."""
    try:
        return cast("Session", st.session_state["session"])
    except KeyError:
        st.session_state["session"] = new = Session()
        return new
