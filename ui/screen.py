"""Everything a reader has set up, in one value, and the way back through it.

A `Screen` is the lists, the scale and all the knobs. Each session keeps the screens it went
through; the last one is the truth. Widgets, the board and the address are views of it: they
are seeded from it and hand in a new one. So undo, the browser's Back, presets and shared links
are one mechanism, and one step always restores the list and the knobs together.
"""

from dataclasses import dataclass, field, replace
from typing import Final, Literal, Self, cast
from uuid import uuid4

import streamlit as st

from metrics.catalog import METRICS
from ui.documents import Document, Preset, RankedList

Name = Literal["a", "b"]
UNDO: Final = -1
REDO: Final = 1
MOST_STEPS: Final = 200

START: Final = RankedList(
    (
        Document("1", "Sourdough bread, step by step", 3),
        Document("2", "The ten best toasters this year", 0),
        Document("3", "Feeding a sourdough starter", 2),
        Document("4", "White bread without kneading", 1),
        Document("5", "Why is my sourdough flat?", 3),
        Document("6", "Bakeries near you", 0),
        Document("7", "Sourdough in a Dutch oven", 2),
    ),
    retrieved=6,
)


@dataclass(frozen=True)
class Screen:
    """Lists A and B, their scale, and every knob; the fields are what the address spells out."""

    a: RankedList = START
    b: RankedList | None = None
    scale: int = 3
    relevant_from: int = 1
    k: int = 5
    denominator: str = "relevant"
    recall_denominator: str = "relevant"
    missing: str = "penalty"
    patience: float = 1
    gain: str = "linear"
    gain_per_grade: tuple[float, ...] = (0, 1, 3, 7, 15, 31, 63, 127, 255)
    discount: str = "log"
    log_base: float = 2
    exponent: float = 1
    shift: int = 0
    ratio: float = 0.8
    ideal: str = "judged"
    persistence: float = 0.8
    utility: str = "linear"
    satisfaction: str = "exponential"
    steepness: float = 2
    midpoint: float = 2
    continuation: float = 1
    metrics: tuple[str, ...] = tuple(METRICS)

    def __post_init__(self) -> None:
        """Refuse grades and a relevance bar that the scale does not have."""
        grades = [d.grade or 0 for ranked in self.lists().values() for d in ranked.documents]
        if max(grades, default=0) > self.scale or not 1 <= self.relevant_from <= self.scale:
            raise ValueError(f"grades and relevant_from must fit the scale 0 to {self.scale}")

    def lists(self) -> dict[Name, RankedList]:
        """Return the lists that are in use: A, and B when the reader keeps one."""
        return {"a": self.a} if self.b is None else {"a": self.a, "b": self.b}

    def with_list(self, name: Name, ranked: RankedList) -> Self:
        """Return the screen with one of its lists replaced."""
        return replace(self, a=ranked) if name == "a" else replace(self, b=ranked)

    def with_scale(self, scale: int) -> Self:
        """Return the screen on another scale: what counted as relevant still does, nothing else.

        A grade that fits is kept; a higher one becomes the highest that fits.
        """
        bar = min(self.relevant_from, scale)
        new_grade = {
            grade: max(bar, min(grade, scale))
            if grade >= self.relevant_from
            else min(grade, bar - 1)
            for grade in range(self.scale + 1)
        }
        return replace(
            self,
            a=self.a.regraded(new_grade),
            b=self.b and self.b.regraded(new_grade),
            scale=scale,
            relevant_from=bar,
        )

    def with_preset(self, preset: Preset) -> Self:
        """Return the screen with a preset's list as A and the settings it makes its point with."""
        rescaled = self.with_scale(preset.settings["scale"])
        return replace(rescaled, a=preset.ranked, **{"relevant_from": 1, **preset.settings})


@dataclass
class Session:
    """The screens one reader went through, and what is on show while a card is still held.

    A callback must get hold of it once, before it changes anything: every look into
    `st.session_state` is a place where Streamlit may break off a run for the next one.
    """

    steps: list[Screen]
    position: int = 0
    before: Screen = Screen()
    origin: Screen = Screen()
    preview: Screen | None = None
    acted: bool = False
    notices: tuple[str, ...] = ()
    past: tuple[list[Screen], int, Screen] | None = None  # what the newest step has replaced
    acks: dict[Name, int] = field(default_factory=dict)
    id: str = field(default_factory=lambda: uuid4().hex)

    @property
    def current(self) -> Screen:
        """The screen as the reader last left it."""
        return self.steps[self.position]

    def commit(self, screen: Screen) -> None:
        """Take a new screen as one step that undo takes back; an equal one is no step."""
        self.preview, self.acted = None, True
        if screen != self.current:
            self.past = self.steps, self.position, self.before
            self.before = self.current
            self.steps = [*self.steps[: self.position + 1], screen][-MOST_STEPS:]
            self.position = len(self.steps) - 1


def session() -> Session:
    """Return the reader's session, a new one on the first visit."""
    if "session" not in st.session_state:
        st.session_state["session"] = Session([Screen()])
    return cast("Session", st.session_state["session"])


def current() -> Screen:
    """Return the screen as the reader last left it."""
    return session().current


def shown() -> Screen:
    """Return the screen to draw: the current one, or what it would be if the held card dropped."""
    now = session()
    return now.preview or now.current


def before() -> Screen:
    """Return the screen that changes are measured from: the one that the last move left."""
    now = session()
    return now.current if now.preview else now.before


def commit(screen: Screen) -> None:
    """Take a new screen as one step that undo takes back; an equal one is no step."""
    session().commit(screen)


def start_from(screen: Screen) -> None:
    """Take a new screen as one step, and have `reset` come back to it."""
    now = session()
    now.origin = screen
    now.commit(screen)


def reset() -> None:
    """Go back, as one step, to the list and knobs the reader started from; list B stays."""
    now = session()
    kept = now.current.with_scale(now.origin.scale)
    now.commit(replace(now.origin, b=kept.b, metrics=kept.metrics))


def preview(screen: Screen | None) -> None:
    """Draw a screen without taking it, until the end of the run."""
    now = session()
    now.preview, now.acted = screen, True


def restore(screen: Screen, *, fresh: bool) -> None:
    """Take the screen that an address held: as one step, or as a fresh session's first."""
    now = session()
    if fresh:
        now.steps, now.before, now.origin = [screen], screen, screen
    else:
        now.commit(screen)
        now.acted = False


def neighbour(by: int) -> Screen | None:
    """Return the screen that `UNDO` or `REDO` would bring back, if there is one."""
    now = session()
    position = now.position + by
    return now.steps[position] if 0 <= position < len(now.steps) else None


def step(by: int) -> None:
    """Go one step back (`UNDO`) or forth (`REDO`), if there is one."""
    now = session()
    now.preview, now.acted = None, True
    if 0 <= now.position + by < len(now.steps):
        now.before = now.current
        now.position += by


def acted() -> bool:
    """Tell, once, whether the reader acted on the page to start this run."""
    now = session()
    told, now.acted = now.acted, False
    return told


def take_back() -> None:
    """Refuse the newest step, as if it had never been: what could be redone still can."""
    now = session()
    if now.past:
        now.steps, now.position, now.before = now.past


def end_preview() -> None:
    """Let the next run draw the current screen again."""
    session().preview = None


def notify(sentence: str) -> None:
    """Have the page say one sentence in its next run."""
    session().notices += (sentence,)


def notices() -> tuple[str, ...]:
    """Return, once, the sentences that the page owes its reader."""
    now = session()
    told, now.notices = now.notices, ()
    return told
