"""A sheet of exercises: what was answered to one after the other, and all that follows from it.

An address holds the answers as one text: `~` between exercises, `_` between the tries at one, and
t and the seconds that it took: `0.9_0.756_t41~b_t9~`. The last exercise is the present one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from ui.drill.exercises import LEVELS, Exercise, exercise
from ui.drill.judging import SHOWN, Judged, judge


@dataclass(frozen=True)
class Attempt:
    """An exercise of a sheet, and what was answered to it.

    Attributes:
        number: which of the sheet it is, from 1.
        exercise: the exercise.
        tries: the answers, the first first.
        seconds: how long it took, as far as the browser was open.
        is_left: whether another exercise came after it.
    """

    number: int
    exercise: Exercise
    tries: tuple[str, ...] = ()
    seconds: int = 0
    is_left: bool = False

    @cached_property
    def judged(self) -> Sequence[Judged]:
        """What there is to say about each answer, the last of which may ask for the solution."""
        found: list[Judged] = []
        for answer in self.tries:
            if answer != SHOWN:
                unknown = sum(not each.known for each in found)
                found.append(judge(self.exercise, answer, unknown))
        return found

    @property
    def is_shown(self) -> bool:
        """Whether the solution was asked for."""
        return SHOWN in self.tries

    @property
    def is_solved(self) -> bool:
        """Whether the reader found out."""
        return any(each.right for each in self.judged) and not self.is_shown

    @property
    def is_unsolved(self) -> bool:
        """Whether the reader did not find out, and no longer tries."""
        return not self.is_solved and (self.is_shown or self.is_left)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to answer."""
        return self.is_solved or self.is_shown

    @property
    def at_once(self) -> bool:
        """Whether the first answer was right."""
        return self.is_solved and len(self.tries) == 1

    @property
    def name(self) -> str:
        """What it is about."""
        return self.exercise.label.replace(f"@{self.exercise.k}", "@k")

    @property
    def told(self) -> str:
        """The answers, and what they were."""
        words = [
            f"{answer.removeprefix('o')} {'right' if each.right else 'wrong'}"
            for answer, each in zip(self.tries, self.judged, strict=False)
        ]
        words += ["solution shown"] * self.is_shown
        return ", ".join(words) or "no answer"


_IN_A_ROW: Final = 2
"""So many in a row lead to another level."""


@lru_cache(maxsize=64)
def sheet(level: int, seed: int, answers: str) -> tuple[Attempt, ...]:
    """Return the exercises of a sheet, down to the present one."""
    found: list[Attempt] = []
    row, texts = 0, answers.split("~")
    for number, text in enumerate(texts, start=1):
        parts = text.split("_") if text else []
        times = [part for part in parts if part.startswith("t")]
        tries = tuple(part for part in parts if not part.startswith("t"))
        seconds = int(times[-1][1:]) if times and times[-1][1:].isdecimal() else 0
        asked = exercise(level, seed + number - 1)
        found.append(Attempt(number, asked, tries, seconds, is_left=number < len(texts)))
        level, row = _climbed(level, row, found[-1])
    return tuple(found)


def spelled(attempts: Sequence[Attempt]) -> str:
    """Spell what was answered, for an address."""
    return "~".join(
        "_".join([*each.tries, *[f"t{each.seconds}"] * (each.seconds > 0)]) for each in attempts
    )


def _climbed(level: int, row: int, attempt: Attempt) -> tuple[int, int]:
    """Return the next level, and how many right at once, or below 0 unsolved, stand in a row.

    Two right at once are a level up, two unsolved a level down; either begins another row.
    """
    row = max(row, 0) + 1 if attempt.at_once else 0 if attempt.is_solved else min(row, 0) - 1
    if abs(row) < _IN_A_ROW:
        return level, row
    return min(max(level + (1 if row > 0 else -1), 1), len(LEVELS)), 0


def by_metric(attempts: Sequence[Attempt]) -> dict[str, tuple[int, int, int]]:
    """Count, for each metric, what was right at once, later, and not."""
    found: dict[str, tuple[int, int, int]] = {}
    for each in attempts:
        if not (each.is_solved or each.is_unsolved):
            continue  # it is still tried
        once, later, never = found.get(each.name, (0, 0, 0))
        found[each.name] = (
            once + each.at_once,
            later + (each.is_solved and not each.at_once),
            never + each.is_unsolved,
        )
    return found
