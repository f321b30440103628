"""A sheet of exercises: the answers so far, and everything computed from them.

A URL stores the answers as one text: `~` between exercises, `_` between the tries at one, and t
with its seconds, `0.9_0.756_t41~b_t9~`. The last exercise is the current one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from metrics.catalog import METRICS
from pages.drill.exercises import LEVELS, Exercise, make_exercise
from pages.drill.judging import SHOWN, Judged, judge


@dataclass(frozen=True)
class Attempt:
    """An exercise of a sheet with its answers.

    Attributes:
        number: position on the sheet, from 1.
        exercise: the exercise.
        tries: the answers in the order given.
        seconds: time spent on it while the page was open.
        is_left: whether another exercise follows.
    """

    number: int
    exercise: Exercise
    tries: tuple[str, ...] = ()
    seconds: int = 0
    is_left: bool = False

    @cached_property
    def judged(self) -> Sequence[Judged]:
        """Judgement of each answer; a request for the solution has none."""
        judgements: list[Judged] = []
        for answer in self.tries:
            if answer != SHOWN:
                unexplained = sum(not judged.is_explained for judged in judgements)
                judgements.append(judge(self.exercise, answer, unexplained))
        return judgements

    @property
    def is_shown(self) -> bool:
        """Whether the solution was requested."""
        return SHOWN in self.tries

    @property
    def is_solved(self) -> bool:
        """Whether an answer was right."""
        return any(judged.right for judged in self.judged) and not self.is_shown

    @property
    def is_unsolved(self) -> bool:
        """Whether the exercise was given up without a right answer."""
        return not self.is_solved and (self.is_shown or self.is_left)

    @property
    def is_over(self) -> bool:
        """Whether no more answers are accepted."""
        return self.is_solved or self.is_shown

    @property
    def at_once(self) -> bool:
        """Whether the first answer was right."""
        return self.is_solved and len(self.tries) == 1

    @property
    def name(self) -> str:
        """Name of its subject."""
        exercise = self.exercise
        return (
            exercise.label
            if exercise.name or exercise.k is None
            else METRICS[exercise.about].symbol
        )

    @property
    def summary(self) -> str:
        """The answers with their judgements, as text."""
        words = [
            f"{answer.removeprefix('o')} {'right' if judged.right else 'wrong'}"
            for answer, judged in zip(self.tries, self.judged, strict=False)
        ]
        words += ["solution shown"] * self.is_shown
        return ", ".join(words) or "no answer"


_IN_A_ROW: Final = 2
"""Length of a streak that leads to another level."""


@lru_cache(maxsize=64)
def sheet(level: int, seed: int, answers: str) -> tuple[Attempt, ...]:
    """Return the exercises of a sheet, up to the current one."""
    attempts: list[Attempt] = []
    streak, texts = 0, answers.split("~")
    for number, text in enumerate(texts, start=1):
        parts = text.split("_") if text else []
        times = [part for part in parts if part.startswith("t")]
        tries = tuple(part for part in parts if not part.startswith("t"))
        seconds = int(times[-1][1:]) if times and times[-1][1:].isdecimal() else 0
        exercise = make_exercise(level, seed + number - 1)
        attempts.append(Attempt(number, exercise, tries, seconds, is_left=number < len(texts)))
        level, streak = _climbed(level, streak, attempts[-1])
    return tuple(attempts)


def to_text(attempts: Sequence[Attempt]) -> str:
    """Encode attempts for a URL."""
    return "~".join(
        "_".join([*attempt.tries, *[f"t{attempt.seconds}"] * (attempt.seconds > 0)])
        for attempt in attempts
    )


def _climbed(level: int, streak: int, attempt: Attempt) -> tuple[int, int]:
    """Return the next level and the current streak.

    The streak is the number of exercises in a row that were right at once, or minus the number
    unsolved. Two right at once lead one level up, two unsolved one level down; then a new streak
    begins.
    """
    streak = (
        max(streak, 0) + 1 if attempt.at_once else 0 if attempt.is_solved else min(streak, 0) - 1
    )
    if abs(streak) < _IN_A_ROW:
        return level, streak
    return min(max(level + (1 if streak > 0 else -1), 1), len(LEVELS)), 0


def by_metric(attempts: Sequence[Attempt]) -> dict[str, tuple[int, int, int]]:
    """Count, for each metric, the exercises right at once, right later, and unsolved."""
    counts: dict[str, tuple[int, int, int]] = {}
    for attempt in attempts:
        if not (attempt.is_solved or attempt.is_unsolved):
            continue
        once, later, never = counts.get(attempt.name, (0, 0, 0))
        counts[attempt.name] = (
            once + attempt.at_once,
            later + (attempt.is_solved and not attempt.at_once),
            never + attempt.is_unsolved,
        )
    return counts
