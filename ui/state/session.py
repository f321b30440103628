"""A reader's session: the screens they went through, and the one door by which they change.

Everything a reader does arrives in `act`, `step` or `arrive`, one after the other, and is judged
against the screen as it is then. What is drawn is a view and decides nothing.
"""

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias, cast
from uuid import uuid4

import streamlit as st

from ui.state import link
from ui.state.documents import RefusedError
from ui.state.predict import Prediction
from ui.state.screen import Screen

UNDO: Final = -1
REDO: Final = 1
MOST_STEPS: Final = 200
MOST_SENDERS: Final = 100
"""Parts of pages of which the last message is known; a page has about ten."""

Change: TypeAlias = Callable[[Screen], Screen]
"""Makes a screen out of another, or raises `RefusedError` with a sentence for the reader."""


class Heard(NamedTuple):
    """The state that a screen reader was told of last."""

    page: str
    screen: Screen
    position: int
    scores: str
    remark: str


@dataclass
class Hall:
    """How a page is shown to a hall.

    Attributes:
        presenting: whether it is; part of the address, and no step.
        chart: which view of the lesson's charts is shown, from 1; 0 if none.
        code: the address for which a QR code was asked; drawn in the next run only.
        slides: the screen of each preset as the hall left it, by the preset's id.
    """

    presenting: bool = False
    chart: int = 0
    code: str = ""
    slides: dict[str, Screen] = field(default_factory=dict)


@dataclass
class Practice:
    """What a reader has done in drill, challenges and puzzles, for as long as the session lasts.

    Attributes:
        asked: the exercise that is asked, and when that began, on the server's clock.
        solved: the challenges whose goals were reached.
        clicked: the steps and rules that were clicked in each puzzle, in their order.
        hands: how many were raised for each step of a puzzle.
    """

    asked: tuple[Hashable, float] = (None, 0.0)
    solved: set[str] = field(default_factory=set)
    clicked: dict[str, list[str]] = field(default_factory=dict)
    hands: dict[tuple[str, str], int] = field(default_factory=dict)


@dataclass
class Drawn:
    """What this run has drawn so far, for a screen reader and the notebook.

    Attributes:
        scores: each score by its label, and whether it is better (1), worse (-1) or neither.
        remark: what else is heard.
        formula: the page's formula, with what its letters mean, in Markdown.
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
    """What a screen reader was told.

    Attributes:
        heard: the state that it was told of last.
        last: the number of the last sentence, and the sentence.
        document: the id of the document that the last action was about.
    """

    heard: Heard | None = None
    last: tuple[int, str] = (0, "")
    document: str = ""


@dataclass
class Inbox:
    """Which messages of the browser were taken.

    Attributes:
        session: a new id when the server knows nothing of what came before.
        taken: number of the last message that was taken.
        acks: the same, of each sender.
    """

    session: str = field(default_factory=lambda: uuid4().hex)
    taken: int = 0
    acks: dict[str, int] = field(default_factory=dict)

    def acknowledge(self, by: str, number: int) -> None:
        """Note the number of a message that was taken, and forget who sent longest ago."""
        self.acks.pop(by, None)
        self.acks[by] = self.taken = number
        if len(self.acks) > MOST_SENDERS:
            del self.acks[next(iter(self.acks))]

    def sender(self, by: str) -> dict[str, object]:
        """Tell a component by what name it sends, to which session, and what was taken of it."""
        return {"by": by, "session": self.session, "ack": self.acks.get(by, 0)}


@dataclass
class Session:
    """One reader's screens, the last of them the truth, and what the pages owe a word about.

    A callback must get hold of it once, before it changes anything: every look into
    `st.session_state` is a place where Streamlit may break off a run for the next one.

    Attributes:
        steps: the screens that undo and redo go through; `position` is the present one's.
        before: the screen that the reader's last move left, from which changes are measured; None
            where another list was taken instead.
        opening: what the present page shows to a reader who has not done anything yet.
        origin: the screen that `reset` comes back to.
        preview: what the screen would be if what is held were let go now; drawn, never kept.
            `holder` names the component in which it is held.
        prediction: what is guessed of a score before it is seen, and voted before it changes.
        owed: sentences for the reader; those that a run has drawn go when that run is complete.
        query_sent: the query that the browser was told last.
        hall, practice, drawn, speech, inbox: what is no part of a screen, by what it is about.
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
    query_sent: Mapping[str, str] | None = None
    hall: Hall = field(default_factory=Hall)
    practice: Practice = field(default_factory=Practice)
    drawn: Drawn = field(default_factory=Drawn)
    speech: Speech = field(default_factory=Speech)
    inbox: Inbox = field(default_factory=Inbox)
    _drawn: int = 0

    @property
    def current(self) -> Screen:
        """The screen as the reader last left it."""
        return self.steps[self.position]

    @property
    def shown(self) -> Screen:
        """The screen to draw: the current one, or what it would be if the held card dropped."""
        return self.preview or self.current

    def shown_to(self, by: str) -> Screen:
        """The screen for a component to draw: what is held in it, it has as it should be."""
        return self.current if by == self.holder else self.shown

    @property
    def since(self) -> Screen | None:
        """The screen that changes are measured from, if there is one."""
        return self.current if self.preview else self.before

    @property
    def query(self) -> dict[str, str]:
        """The current screen as URL parameters; a page's opening screen has none."""
        query = link.encode(self.current, self.opening)
        flags = {"predict": self.prediction.on, "present": self.hall.presenting}
        return {**query, **{name: "1" for name, on in flags.items() if on}}

    def begin(
        self, query: Mapping[str, str], opening: Screen, known: Change = lambda screen: screen
    ) -> None:
        """Start from the screen that a link to a page holds; `known` tells what it is made of."""
        found, problems = link.decode(self._flags(query), opening)
        found = known(found)
        self.opening, self.steps, self.origin = opening, [found], found
        self._say_some(problems)

    def enter(self, opening: Screen) -> None:
        """Come to a page; who has not done anything yet gets what that page opens with."""
        self.drawn = Drawn()
        if len(self.steps) == 1 and self.current == self.opening:
            self.steps, self.origin = [opening], opening
        self.opening = opening

    def act(self, change: Change, *, begin: bool = False, anew: bool = False) -> None:
        """Take what a change makes of the current screen as one step, or say why not.

        An equal screen is no step. `anew` says that it is another screen rather than a move, with
        nothing to compare; `begin` that it is also the one that `reset` comes back to.
        """
        self.preview = None
        # What is taken instead of a preset's list is no change of that preset.
        now = replace(self.current, preset="") if anew or begin else self.current
        try:
            screen = link.fitting(change(now))
        except RefusedError as refused:
            self.say(f"{refused} Nothing was changed.")
            return
        if begin:
            self.origin = screen
        if anew or begin or screen != self.current:
            self._leave(None if anew or begin else self.current)
        if screen != self.current:
            self.steps = [*self.steps[: self.position + 1], screen][-MOST_STEPS:]
            self.position = len(self.steps) - 1

    def show(self, change: Change | None, holder: str = "") -> None:
        """Draw what a change would make of the current screen, in the next run only."""
        self.preview, self.holder = None, holder
        if change:
            with suppress(RefusedError):  # said when it is let go
                self.preview = change(self.current)

    def can_step(self, by: int) -> bool:
        """Tell whether there is a step to go back (`UNDO`) or forth (`REDO`)."""
        return 0 <= self.position + by < len(self.steps)

    def step(self, by: int) -> None:
        """Go one step back (`UNDO`) or forth (`REDO`), if there is one."""
        self.preview = None
        if self.can_step(by):
            there = self.steps[self.position + by]
            self._leave(self.current if there.preset == self.current.preset else None)
            self.position += by

    def _leave(self, screen: Screen | None) -> None:
        """Remember the screen before this move, to show changes; drop the caches of older ones."""
        for old in (self.before, self.current):
            if old and old is not screen:
                old.computed.clear()
        self.before = screen

    def reset(self) -> None:
        """Go back, as one step, to the lists and knobs the reader started from.

        A list B that the reader has kept since stays.
        """
        origin = self.origin

        def back(now: Screen) -> Screen:
            kept = now.turned(scale=origin.scale)
            b = origin.lists.get("b", kept.lists.get("b"))
            lists = origin.with_list("b", b).lists
            settings = {**origin.settings, "metrics": now["metrics"]}
            return Screen(lists, settings, origin.preset)

        self.act(back, anew=True)

    def arrive(self, query: Mapping[str, str], opening: Screen) -> None:
        """Take the screen of an address that the reader went to, by Back or Forward."""
        self.query_sent, self.opening = query, opening
        query = self._flags(query)
        if query == link.encode(self.current, opening):
            return
        for by in (UNDO, REDO):
            if self.can_step(by):
                there = self.steps[self.position + by]
                if link.encode(there, self.opening) == query:
                    self.step(by)
                    return
        found, problems = link.decode(query, self.opening)
        self._say_some(problems)
        self.act(lambda _: found, anew=True)

    def say(self, sentence: str) -> None:
        """Have the page say a sentence, in the next run that is complete."""
        shown = sentence.encode(errors="replace").decode()  # a lone surrogate cannot be sent
        if shown not in self.owed[self._drawn :]:
            self.owed.append(shown)

    def sentences(self) -> list[str]:
        """Return what the page owes its reader, to be drawn in this run."""
        self.owed = list(
            dict.fromkeys(self.owed)
        )  # one may be owed since a run that was broken off
        self._drawn = len(self.owed)
        return list(self.owed)

    @property
    def sentences_drawn(self) -> list[str]:
        """The sentences that this run has drawn."""
        return self.owed[: self._drawn]

    def end_run(self) -> None:
        """End a run: its sentences are said, and the next draws the current screen again."""
        del self.owed[: self._drawn]
        self._drawn, self.preview, self.hall.code = 0, None, ""

    def _flags(self, query: Mapping[str, str]) -> dict[str, str]:
        """Note whether an address asks to predict, or to present; return what is of the screen."""
        flags = {name for name in ("predict", "present") if query.get(name) == "1"}
        self.hall.presenting = "present" in flags
        self.prediction = replace(self.prediction, on="predict" in flags)
        return {name: value for name, value in query.items() if name not in flags}

    def _say_some(self, problems: list[str], most: int = 3) -> None:
        for sentence in problems[:most]:
            self.say(sentence)
        if more := problems[most:]:
            self.say(f"{len(more)} more parts of the address were left out.")


def session() -> Session:
    """Return the reader's session, a new one on the first visit."""
    try:
        return cast("Session", st.session_state["session"])
    except KeyError:
        st.session_state["session"] = made = Session()
        return made
