"""Readers who are sent down a lesson's list: the buttons that send them, and who came back.

How many were sent, and by which seed they were drawn, is part of the screen. So the same readers
come again by a link, by undo, and while a card is held.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from metrics.simulation import Sent, Walk
from ui.look.plain import decimals
from ui.models.score import Measured
from ui.parts import controls
from ui.state.knobs import KNOBS, Choice, Range, Sending
from ui.state.screen import Screen
from ui.state.session import session
from ui.wire import post
from ui.wire.post import Action


class Words(NamedTuple):
    """What is said of readers: how they stop, give up and end, what all do who leave, and get."""

    stops: str
    gives_up: str
    ends: str
    leaves: str
    gets: str


COLLECTING: Final = Words("stopped", "", "walked off the end", "walked off the end", "found")
SATISFIED: Final = Words(
    "satisfied", "gave up", "reached the end unsatisfied", "left unsatisfied", "worth"
)


@dataclass(frozen=True)
class Readers:
    """Readers of a list that was measured, who all may expect its score.

    Attributes:
        measured: the score.
        walk: the ends they can come to.
        words: what is said of them.
        came: those who were sent.
        number: the seed by which they were drawn.
        are_new: whether the last move of the page's reader sent them.
    """

    measured: Measured
    walk: Walk
    words: Words
    came: Sent
    number: int
    are_new: bool

    @property
    def count(self) -> int:
        """How many were sent."""
        return self.came.ends.size

    @property
    def brought(self) -> float:
        """What they brought back, in the mean."""
        return float(self.walk.worth[self.came.ends].mean())

    @property
    def name(self) -> str:
        """How many they are, in words."""
        return "One reader" if self.count == 1 else f"{self.count:,} readers"

    @property
    def off(self) -> str:
        """How far their mean may be off, in words."""
        return f"± {decimals(float(self.walk.margin(self.count)))}" if self.count > 1 else ""

    @property
    def little(self) -> str:
        """What they brought back, to stay in sight with the score; "" where nobody was sent."""
        brought = f"{self.name}: <b>{decimals(self.brought)}</b> {self.off}" if self.count else ""
        return brought and f"<p>{brought}</p>"

    @property
    def told(self) -> str:
        """What became of them, in a sentence; "" where nobody was sent."""
        if not self.count:
            return ""
        brought = decimals(self.brought)
        if self.count > 1:
            return (
                f"{self.name}: {brought} {self.off} on average; the formula says "
                f"{self.measured.said}"
            )
        end = self.came.ends[0]
        rank, stops, gives_up, ends, _, gets = (self.walk.rank[end], *self.words)
        how = gives_up if self.walk.leaves[end] else stops
        done = ends if rank == self.walk.rank.max() else f"{how} at rank {rank}"
        return f"{self.name}: {done}, {gets} {brought}"


def readers(measured: Measured, walk: Walk, words: Words) -> Readers:
    """Send as many readers down the list as the screen says."""
    screen, since = measured.screen, session().since
    moved = since is not None and any(since[key] != screen[key] for key in Sending)
    sent = walk.send(screen[Sending.SENT], screen[Sending.SEED])
    return Readers(measured, walk, words, sent, screen[Sending.SEED], moved)


def buttons() -> list[controls.Control]:
    """Describe the buttons that send readers, others each time."""
    choice = KNOBS[Sending.SENT]
    assert isinstance(choice, Choice)
    named = {count: "one" if count == 1 else name for count, name in choice.options.items()}
    return [
        controls.button(
            f"Send {name}{' reader' * (count == 1)}",
            {"do": "send", "readers": count},
            text=f"Send {name}",
        )
        for count, name in named.items()
        if count
    ]


@post.change("send")
def _send(screen: Screen, action: Action) -> Screen:
    seeds = KNOBS[Sending.SEED]
    assert isinstance(seeds, Range)
    count = KNOBS[Sending.SENT].taken(action["readers"], screen[Sending.SENT], screen.scale)
    return screen.turned(
        **{Sending.SENT: count, Sending.SEED: (screen[Sending.SEED] + 1) % (int(seeds.high) + 1)}
    )
