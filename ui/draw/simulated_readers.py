"""Simulated readers of a lesson's list: the buttons that send them, and their results.

The number of readers and the seed are part of the screen. So a link, undo and a preview show the
same readers again.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from metrics.simulation import Sample, Walk
from ui.core import post
from ui.core.knob_kinds import Choice, Range
from ui.core.knobs import KNOBS, Sending
from ui.core.plain import decimals
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw.score import Measured
from ui.parts import controls


class Words(NamedTuple):
    """Words on readers: they stop, give up, reach the end, leave; and what they get."""

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
    """Simulated readers of a list, whose expected gain is its score.

    Attributes:
        measured: the score.
        walk: the possible ends of a reader's walk.
        words: words for their sentence.
        sample: the drawn ends.
        seed: the seed.
        are_new: whether the last move sent them.
    """

    measured: Measured
    walk: Walk
    words: Words
    sample: Sample
    seed: int
    are_new: bool

    @property
    def count(self) -> int:
        """The number of readers."""
        return self.sample.ends.size

    @property
    def mean_gain(self) -> float:
        """The mean gain."""
        return float(self.walk.worth[self.sample.ends].mean())

    @property
    def name(self) -> str:
        """The number of readers, in words."""
        return "One reader" if self.count == 1 else f"{self.count:,} readers"

    @property
    def margin(self) -> str:
        """The margin of error of the mean gain, as text."""
        return f"± {decimals(float(self.walk.margin(self.count)))}" if self.count > 1 else ""

    @property
    def below_score(self) -> str:
        """The mean gain as HTML below the score; "" without readers."""
        mean_gain = (
            f"{self.name}: <b>{decimals(self.mean_gain)}</b> {self.margin}" if self.count else ""
        )
        return mean_gain and f"<p>{mean_gain}</p>"

    @property
    def sentence(self) -> str:
        """A sentence on their results; "" without readers."""
        if not self.count:
            return ""
        mean_gain = decimals(self.mean_gain)
        if self.count > 1:
            return (
                f"{self.name}: {mean_gain} {self.margin} on average; the formula says "
                f"{self.measured.text}"
            )
        end = self.sample.ends[0]
        rank, stops, gives_up, ends, _, gets = (self.walk.rank[end], *self.words)
        leaving = gives_up if self.walk.leaves[end] else stops
        verb = ends if rank == self.walk.rank.max() else f"{leaving} at rank {rank}"
        return f"{self.name}: {verb}, {gets} {mean_gain}"


def simulated(measured: Measured, walk: Walk, words: Words) -> Readers:
    """Simulate as many readers of the list as the screen says."""
    screen, since = measured.screen, session().since
    are_new = since is not None and any(since[key] != screen[key] for key in Sending)
    sample = walk.send(screen[Sending.SENT], screen[Sending.SEED])
    return Readers(measured, walk, words, sample, screen[Sending.SEED], are_new)


def buttons() -> list[controls.Control]:
    """Return the buttons that send readers; every click draws new ones."""
    choice = KNOBS[Sending.SENT]
    assert isinstance(choice, Choice)
    names = {count: "one" if count == 1 else name for count, name in choice.options.items()}
    return [
        controls.button(f"Send {name}{' reader' * (count == 1)}", {"do": "send", "readers": count})
        for count, name in names.items()
        if count
    ]


@post.on_screen("send", linked=True)
def _send(screen: Screen, action: Action) -> Screen:
    seeds = KNOBS[Sending.SEED]
    assert isinstance(seeds, Range)
    count = KNOBS[Sending.SENT].from_browser(action["readers"], screen[Sending.SENT], screen.scale)
    return screen.with_settings(
        **{Sending.SENT: count, Sending.SEED: (screen[Sending.SEED] + 1) % (int(seeds.high) + 1)}
    )
