"""The screens one reader went through, and the one door by which they are changed.

Everything a reader does arrives in `act`, `step` or `arrive`, one after the other, and is judged
against the screen as it is then. What is drawn is a view and decides nothing.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeAlias, cast
from uuid import uuid4

import streamlit as st

from ui import link
from ui.documents import RefusedError
from ui.screen import Screen

UNDO: Final = -1
REDO: Final = 1
MOST_STEPS: Final = 200

Change: TypeAlias = Callable[[Screen], Screen]
"""Makes a screen out of another, or raises `RefusedError` with a sentence for the reader."""


@dataclass
class Session:
    """One reader's screens, the last of them the truth, and what the pages owe a word about.

    A callback must get hold of it once, before it changes anything: every look into
    `st.session_state` is a place where Streamlit may break off a run for the next one.

    Attributes:
        steps: the screens that undo and redo go through; `position` is the present one's.
        before: the screen that the last step left, from which changes are measured.
        origin: the screen that `reset` comes back to.
        preview: what the screen would be if what is held were let go now; drawn, never kept.
        owed: sentences for the reader; those that a run has drawn go when that run is complete.
        taken: number of the last message that was taken; `acks`, of each sender's last.
        told: the query that the browser was told last.
        id: a new one when the server knows nothing of what came before.
    """

    steps: list[Screen] = field(default_factory=lambda: [Screen()])
    position: int = 0
    before: Screen = field(default_factory=Screen)
    origin: Screen = field(default_factory=Screen)
    preview: Screen | None = None
    owed: list[str] = field(default_factory=list)
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

    @property
    def since(self) -> Screen:
        """The screen that changes are measured from."""
        return self.current if self.preview else self.before

    def begin(self, query: Mapping[str, str]) -> None:
        """Start from the screen that a link holds."""
        found, problems = link.decode(query)
        self.steps, self.before, self.origin = [found], found, found
        self._say_some(problems)

    def act(self, change: Change, *, begin: bool = False) -> None:
        """Take what a change makes of the current screen as one step, or say why not.

        An equal screen is no step. `begin` makes it the one that `reset` comes back to.
        """
        self.preview = None
        try:
            screen = link.fitting(change(self.current))
        except RefusedError as refused:
            self.say(f"{refused} Nothing was changed.")
            return
        if begin:
            self.origin = screen
        if screen != self.current:
            self.before = self.current
            self.steps = [*self.steps[: self.position + 1], screen][-MOST_STEPS:]
            self.position = len(self.steps) - 1

    def show(self, change: Change | None) -> None:
        """Draw what a change would make of the current screen, in the next run only."""
        self.preview = None
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
            self.before = self.current
            self.position += by

    def reset(self) -> None:
        """Go back, as one step, to the lists and knobs the reader started from; B stays."""
        origin = self.origin

        def back(now: Screen) -> Screen:
            kept = now.turned(scale=origin.scale)
            lists = {**kept.lists, **{n: r for n, r in origin.lists.items() if n != "b"}}
            return Screen(lists, {**origin.settings, "metrics": now["metrics"]})

        self.act(back)

    def arrive(self, query: Mapping[str, str]) -> None:
        """Take the screen of an address that the reader went to, by Back or Forward."""
        self.told = query
        if query == link.encode(self.current):
            return
        for by in (UNDO, REDO):
            if self.can_step(by) and link.encode(self.steps[self.position + by]) == query:
                self.step(by)
                return
        found, problems = link.decode(query)
        self._say_some(problems)
        self.act(lambda _: found)

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

    def drawn(self) -> None:
        """End a run: its sentences are said, and the next draws the current screen again."""
        del self.owed[: self._drawn]
        self._drawn, self.preview = 0, None

    def _say_some(self, problems: list[str], most: int = 3) -> None:
        for sentence in problems[:most]:
            self.say(sentence)
        if more := problems[most:]:
            self.say(f"{len(more)} more parts of the address were left out.")


def session() -> Session:
    """Return the reader's session, a new one on the first visit."""
    if "session" not in st.session_state:
        st.session_state["session"] = Session()
    return cast("Session", st.session_state["session"])
