"""Predict first: a number guessed before the score is seen, hands raised before a card is moved.

What a reader predicts is no part of the screen: it is no step to undo, and no address holds it.
"""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Self, TypeAlias

from ui.look.plain import decimals
from ui.state import typed
from ui.state.documents import RefusedError
from ui.state.screen import Screen

Bounds: TypeAlias = tuple[float, float | None]

WAYS: Final = {"rises": "↑", "stays": "=", "falls": "↓"}
"""What a score can do at the next move, each with its sign."""

_EXAMPLES: Final = {"0.7": 0.7, "3/4": 0.75, "75 %": 0.75, "2": 2, "2.5": 2.5, "7/2": 3.5}


@dataclass(frozen=True)
class Guess:
    """What a reader typed as the score of a measure on a screen.

    Nothing at all is a guess without a `number`, and shows the answer too; what was refused is one
    with a `refusal`, which says why.
    """

    screen: Screen
    key: str
    typed: str
    number: float | None = None
    refusal: str = ""


@dataclass(frozen=True)
class Vote:
    """How many hands were raised for each of `WAYS`, at a screen, before the next move.

    Once that has answered them, they are not up again when the reader comes back to the screen.
    """

    screen: Screen
    key: str
    hands: Mapping[str, int] = field(default_factory=dict)
    answered: bool = False

    @property
    def all(self) -> int:
        """How many hands there were."""
        return sum(self.hands.values())

    def raised(self, way: str) -> Self:
        """Return the vote with one more hand."""
        return replace(self, hands={**self.hands, way: self.hands.get(way, 0) + 1})


@dataclass(frozen=True)
class Preference:
    """Which of two orders a reader would rather get, and which two they were asked about."""

    asked: Hashable
    order: int


@dataclass(frozen=True)
class Prediction:
    """Whether a reader predicts first, their last guess, the last vote and the last preference."""

    on: bool = False
    guess: Guess | None = None
    vote: Vote | None = None
    preference: Preference | None = None

    def hides(self, key: str, shown: Screen, before: Screen | None) -> bool:
        """Tell whether the score of a measure is still to be guessed.

        The score is shown if it was guessed, if an open vote began while it was visible, and right
        after the move that was voted on. Any later change hides it again.
        """
        guessed, vote = self.guess_of(key, shown), self.vote_on(key, shown)
        seen = guessed is not None and not guessed.refusal
        voted = vote or self.vote_on(key, before, answered=True)
        return self.on and not (seen or voted)

    def guess_of(self, key: str, screen: Screen) -> Guess | None:
        """Return what was typed for a measure of a screen, taken or refused."""
        guess = self.guess
        return guess if guess and (guess.screen, guess.key) == (screen, key) else None

    def vote_on(self, key: str, screen: Screen | None, *, answered: bool = False) -> Vote | None:
        """Return the vote on what the move after a screen does to a measure, while it is open.

        With `answered` also the one that this move has answered.
        """
        vote = self.vote
        there = vote is not None and (vote.screen, vote.key) == (screen, key)
        return vote if vote and there and (answered or not vote.answered) else None


def number(text: str, bounds: Bounds) -> float:
    """Read a number as people write it (`ui.state.typed`), between bounds.

    Raises:
        RefusedError: with a sentence that says what is allowed.

    >>> [number(text, (0, 1)) for text in ("0.7", ".7", "0,7", "3/4", "75 %")]
    [0.7, 0.7, 0.7, 0.75, 0.75]
    """
    low, high = bounds
    with suppress(RefusedError):
        value = typed.read(text).value
        if low <= value and (high is None or value <= high):
            return value
    fitting = [
        example
        for example, value in _EXAMPLES.items()
        if low <= value and (high is None or value <= high)
    ]
    *some, last = fitting[:3]
    raise RefusedError(
        f"A guess is a number {'from ' * (high is not None)}{allowed(bounds)}, "
        f"as {', '.join(some)} or {last}. “{text.strip()[:20]}” is none."
    )


def allowed(bounds: Bounds) -> str:
    """Say between what a guess may be."""
    low, high = bounds
    return f"of at least {low:g}" if high is None else f"{low:g} to {high:g}"


def outcome(vote: Vote, change: float) -> str:
    """Say what the move did to the score, and how many hands had said so."""
    if change != change:
        return "There is no score to compare with."
    way = "stays" if abs(change) < 5e-4 else "rises" if change > 0 else "falls"
    did = {"rises": "It rose by ", "stays": "It stayed", "falls": "It fell by "}[way]
    by = "" if way == "stays" else decimals(abs(change))
    right, all_ = vote.hands.get(way, 0), vote.all
    said = f"all {all_}" if right == all_ > 1 else f"{right or 'none'} of {all_}"
    return f"{did}{by}: {said} had said so."
