"""The screens one reader went through, and the one door by which they are changed.

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
    """What a reader has heard of: a page, a screen and its place among the steps, and the rest."""

    page: str
    screen: Screen
    position: int
    scores: str
    remark: str


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
        presenting: whether the page is shown to a hall; part of the address, and no step.
        charted: which view of the lesson's charts a hall sees, from 1; 0 if none.
        code: the address a QR code was asked for; drawn in the next run only.
        asked: the exercise that is asked, and when that began, on the server's clock.
        solved: the challenges whose goals the reader has reached, for as long as the session lasts.
        clicked: the steps and rules the reader has clicked in each puzzle, in their order.
        hands: how many were raised for each step of a puzzle.
        owed: sentences for the reader; those that a run has drawn go when that run is complete.
        scores: what this run has drawn of each score, by its label, and whether that is better (1),
            worse (-1) or neither; for who cannot see them. `remark` is what else it has drawn.
        formula: the formula that this run has drawn, with what its letters mean, in Markdown.
        figure: the chart that this run has drawn of the page's score.
        heard: the state that a screen reader was told last; `said` is the number of the last
            sentence, and the sentence.
        hand: the document that the last action was about, by its id.
        taken: number of the last message that was taken; `acks`, of each sender's last.
        told: the query that the browser was told last.
        id: a new one when the server knows nothing of what came before.
    """

    steps: list[Screen] = field(default_factory=lambda: [Screen()])
    position: int = 0
    before: Screen | None = None
    opening: Screen = field(default_factory=Screen)
    origin: Screen = field(default_factory=Screen)
    preview: Screen | None = None
    holder: str = ""
    prediction: Prediction = field(default_factory=Prediction)
    presenting: bool = False
    charted: int = 0
    code: str = ""
    asked: tuple[Hashable, float] = (None, 0.0)
    solved: set[str] = field(default_factory=set)
    clicked: dict[str, list[str]] = field(default_factory=dict)
    hands: dict[tuple[str, str], int] = field(default_factory=dict)
    owed: list[str] = field(default_factory=list)
    scores: dict[str, tuple[str, int]] = field(default_factory=dict)
    remark: str = ""
    formula: str = ""
    figure: Any = None
    heard: Heard | None = None
    said: tuple[int, str] = (0, "")
    hand: str = ""
    taken: int = 0
    acks: dict[str, int] = field(default_factory=dict)
    told: Mapping[str, str] | None = None
    id: str = field(default_factory=lambda: uuid4().hex)
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
        return {**query, "present": "1"} if self.presenting else query

    def begin(
        self, query: Mapping[str, str], opening: Screen, known: Change = lambda screen: screen
    ) -> None:
        """Start from the screen that a link to a page holds; `known` tells what it is made of."""
        found, problems = link.decode(self._present(query), opening)
        found = known(found)
        self.opening, self.steps, self.origin = opening, [found], found
        self._say_some(problems)

    def enter(self, opening: Screen) -> None:
        """Come to a page; who has not done anything yet gets what that page opens with."""
        self.scores, self.remark, self.formula, self.figure = {}, "", "", None
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
        self.told, self.opening = query, opening
        query = self._present(query)
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

    def acknowledge(self, by: str, number: int) -> None:
        """Note the number of a message that was taken, and forget who sent longest ago."""
        self.acks.pop(by, None)
        self.acks[by] = self.taken = number
        if len(self.acks) > MOST_SENDERS:
            del self.acks[next(iter(self.acks))]

    def sender(self, by: str) -> dict[str, object]:
        """Tell a component by what name it sends, to which session, and what was taken of it."""
        return {"by": by, "session": self.id, "ack": self.acks.get(by, 0)}

    @property
    def told_now(self) -> list[str]:
        """The sentences that this run has drawn."""
        return self.owed[: self._drawn]

    def drawn(self) -> None:
        """End a run: its sentences are said, and the next draws the current screen again."""
        del self.owed[: self._drawn]
        self._drawn, self.preview, self.code = 0, None, ""

    def _present(self, query: Mapping[str, str]) -> dict[str, str]:
        """Note whether an address is of a page that is presented; return what is of the screen."""
        self.presenting = query.get("present") == "1"
        return {name: v for name, v in query.items() if not self.presenting or name != "present"}

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
