"""Predict first: a reader guesses a score before seeing it, or votes before a card is moved.

Predictions are not part of the screen: they cannot be undone and are not in the address.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final, Self, TypeAlias

from metrics import typed
from ui.core.documents import RefusedError
from ui.core.plain import decimals
from ui.core.screen import Screen

Bounds: TypeAlias = tuple[float, float | None]

WAYS: Final = {"rises": "↑", "stays": "=", "falls": "↓"}
"""The ways a score can change at the next move, each with its sign."""

_EXAMPLES: Final = {"0.7": 0.7, "3/4": 0.75, "75 %": 0.75, "2": 2, "2.5": 2.5, "7/2": 3.5}


@dataclass(frozen=True)
class Guess:
    """A guess at the score of a measure on a screen.

    Attributes:
        number: the number, or None if the text was empty (which also shows the answer) or refused.
        refusal: why the text was refused, or "".
    """

    screen: Screen
    key: str
    typed: str
    number: float | None = None
    refusal: str = ""


@dataclass(frozen=True)
class Vote:
    """A vote on what the next move does to a score.

    Attributes:
        screen: the screen before that move.
        hands: number of raised hands for each of `WAYS`.
        is_answered: whether the move was made; the vote then stays closed.
    """

    screen: Screen
    key: str
    hands: Mapping[str, int] = field(default_factory=dict)
    is_answered: bool = False

    @property
    def all(self) -> int:
        """The number of all raised hands."""
        return sum(self.hands.values())

    def raised(self, way: str) -> Self:
        """Return the vote with one more hand."""
        return replace(self, hands={**self.hands, way: self.hands.get(way, 0) + 1})


ANY: Final = "*"
"""Any measure."""


@dataclass(frozen=True)
class Prediction:
    """Whether a reader predicts first; their last guess and last vote.

    `of` is the key of the score that is predicted, and asked of a class; "" for a page's first.
    `class_key` is the key of the measure that a class answers on its phones now, or "". It is `ANY`
    as long as nobody knows yet which.
    """

    on: bool = False
    of: str = ""
    guess: Guess | None = None
    vote: Vote | None = None
    class_key: str = ""

    def asked(self, keys: Sequence[str]) -> str:
        """Return which of a page's scores is predicted or asked: the first unless one is chosen."""
        return next((key for key in (self.class_key, self.of) if key in keys), keys[0])

    def hides(self, keys: Sequence[str], shown: Screen, before: Screen | None) -> bool:
        """Return whether the reader, or a class, must still guess one of a page's scores.

        The scores are shown if it was guessed, if an open vote began while it was visible, and
        right after the move that was voted on. Any later change hides them again.
        """
        key = self.asked(keys)
        if self.is_for_class(key):
            return True
        guessed, vote = self.guess_of(key, shown), self.vote_on(key, shown)
        seen = guessed is not None and not guessed.refusal
        voted = vote or self.vote_on(key, before, with_answered=True)
        return self.on and not (seen or voted)

    def is_for_class(self, key: str) -> bool:
        """Return whether a class answers the score of a measure now."""
        return self.class_key in (key, ANY)

    def guess_of(self, key: str, screen: Screen) -> Guess | None:
        """Return the guess at a measure of a screen, accepted or refused, if there is one."""
        guess = self.guess
        return guess if guess and (guess.screen, guess.key) == (screen, key) else None

    def vote_on(
        self, key: str, screen: Screen | None, *, with_answered: bool = False
    ) -> Vote | None:
        """Return the open vote on a measure at a screen, if there is one.

        With `with_answered`, also return a vote that the move has already answered.
        """
        vote = self.vote
        matches = vote is not None and (vote.screen, vote.key) == (screen, key)
        return vote if vote and matches and (with_answered or not vote.is_answered) else None


def number(text: str, bounds: Bounds) -> float:
    """Read a number (`metrics.typed`) and check that it is within bounds.

    Raises:
        RefusedError: with a sentence that says what is allowed.

    >>> [number(text, (0, 1)) for text in ("0.7", ".7", "0,7", "3/4", "75 %")]
    [0.7, 0.7, 0.7, 0.75, 0.75]
    """
    low, high = bounds[0], inf if bounds[1] is None else bounds[1]
    with suppress(RefusedError):
        value = typed.read(text).value
        if low <= value <= high:
            return value
    fitting = [example for example, value in _EXAMPLES.items() if low <= value <= high]
    *some, last = fitting[:3]
    raise RefusedError(
        f"A guess is a number {'from ' * (high < inf)}{allowed(bounds)}, "
        f"as {', '.join(some)} or {last}. “{text.strip()[:20]}” is not one."
    )


def allowed(bounds: Bounds) -> str:
    """Write the range of a guess."""
    low, high = bounds
    return f"of at least {low:g}" if high is None else f"{low:g} to {high:g}"


def outcome(vote: Vote, change: float) -> str:
    """Write how the move changed the score, and how many hands predicted that."""
    if change != change:
        return "There is no score to compare with."
    way = "stays" if abs(change) < 5e-4 else "rises" if change > 0 else "falls"
    verb = {"rises": "It rose by ", "stays": "It stayed", "falls": "It fell by "}[way]
    by = "" if way == "stays" else decimals(abs(change))
    right, all_ = vote.hands.get(way, 0), vote.all
    count = f"all {all_}" if right == all_ > 1 else f"{right or 'none'} of {all_}"
    return f"{verb}{by}: {count} had said so."
