"""Judge an answer; explain a wrong one by its mistake, or give the next step."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import copysign
from typing import Final

from metrics import typed
from metrics.catalog import METRICS
from metrics.conventions.mistakes import Mistake
from metrics.ranking import Ranking
from metrics.typed import Typed
from pages.drill import worked
from pages.drill.exercises import Chosen, Exercise, Number, Ordered
from ui.core.documents import RefusedError
from ui.core.plain import decimals

SHOWN: Final = "?"
"""Stands for an answer when the solution was requested."""

_EXACT: Final = 1e-9
_TWO_DECIMALS: Final = 0.005 + 2e-9
_NEAR: Final = 0.006
"""Largest error of a number from rounded intermediate results."""
_PATIENCE: Final = 2
"""Number of unexplained answers that get one step each; then come all steps but the last."""
_CUT: Final = 0.01 - 1e-9
"""Largest error of a number truncated to two decimals; mistakes are farther off (`APART`)."""


@dataclass(frozen=True)
class Judged:
    """The judgement of an answer.

    Attributes:
        right: whether it is right.
        feedback: the feedback, as HTML with all input escaped.
        is_explained: whether a mistake explains it.
        mistakes: the mistakes that give it.
        steps: all steps of the solution but the last, after several unexplained answers.
    """

    right: bool
    feedback: str
    is_explained: bool = True
    mistakes: Sequence[Mistake] = ()
    steps: Sequence[str] = ()


def stored_form(exercise: Exercise, answer: str) -> str:
    """Return an answer to this exercise in the form that the sheet stores.

    Raises:
        RefusedError: with a sentence that says what is allowed.
    """
    if isinstance(exercise, Chosen):
        if answer not in exercise.options:
            raise RefusedError("Choose one of the answers.")
        return answer
    if isinstance(exercise, Ordered):
        _order(exercise, answer)
        return answer
    assert isinstance(exercise, Number)
    try:
        number = typed.read(answer)
    except RefusedError as refused:
        raise RefusedError(f"{refused} Type one, as 0.756, 3/4 or (1 + 2/3)/2.") from None
    if not _is_right(number, exercise.number) and number.means(exercise.number):
        raise RefusedError(
            f"“{number.text}” has too few decimals: type two decimals or a fraction."
        )
    return "".join(number.text.split())


def judge(exercise: Exercise, answer: str, unexplained: int) -> Judged:
    """Judge a stored answer.

    Args:
        exercise: the exercise.
        answer: the answer as `stored_form` returns it; a URL may contain anything else.
        unexplained: number of earlier answers that no mistake explains.
    """
    try:
        if isinstance(exercise, Chosen):
            return _chosen(exercise, stored_form(exercise, answer))
        if isinstance(exercise, Ordered):
            return _ordered(exercise, _order(exercise, answer), unexplained)
        assert isinstance(exercise, Number)
        return _number(exercise, typed.read(answer), unexplained)
    except RefusedError as refused:  # a URL may contain anything
        return Judged(False, escape(str(refused)))


def _is_right(number: Typed, score: float) -> bool:
    """Return whether a number equals a score, exactly or rounded to two decimals or more."""
    exact = abs(number.value - score) <= _EXACT
    return exact or (number.within <= _TWO_DECIMALS and number.means(score))


def _number(exercise: Number, number: Typed, unexplained: int) -> Judged:
    right = exercise.number
    if _is_right(number, right):
        return Judged(True, f"<b>Right.</b> {escape(exercise.solution[-1])}")
    value = number.value
    within = number.within if number.within <= _TWO_DECIMALS else _EXACT
    wrong = [mistake for mistake, score in exercise.wrong.items() if abs(score - value) <= within]
    impossible = _impossible(exercise, value)
    shown = f"<b>Not {escape(number.text)}.</b>"
    if wrong:
        feedback = " ".join(filter(None, (shown, impossible, _diagnosis(wrong))))
        return Judged(False, feedback, mistakes=wrong)
    off = (right - value) * copysign(1, right)
    if not impossible and -_NEAR <= off < _CUT and number.within > 2 * _EXACT:
        return Judged(
            False,
            f"{shown} But nearly: round only at the end, and do not cut decimals off.",
        )
    *steps, _ = exercise.solution
    if unexplained >= _PATIENCE:
        feedback = " ".join(filter(None, (shown, impossible, _ALL_STEPS)))
        return Judged(False, feedback, is_explained=False, steps=steps)
    if impossible:
        return Judged(False, f"{shown} {impossible}", is_explained=False)
    step = escape(steps[min(unexplained, len(steps) - 1)])
    feedback = f"{shown} {'Go on' if unexplained else 'Start here'}: {step} Do you have that?"
    return Judged(False, feedback, is_explained=False)


_ALL_STEPS: Final = "These are all steps but the last. Try again, or look at the solution."


def _diagnosis(wrong: Sequence[Mistake]) -> str:
    """Name all mistakes that give a number, with their corrections; several are a list."""
    named = [f"That is {escape(each.wording)}. {escape(each.instead)}" for each in wrong]
    if len(named) == 1:
        return named[0]
    lines = " ".join(f"<li>{each}</li>" for each in named)
    return f"One of these mistakes gives it: <ul>{lines}</ul>"


def _impossible(exercise: Number, value: float) -> str:
    """Say why a number cannot be a score of this list; "" if it can."""
    low, high = exercise.range
    label = exercise.label
    if value < low - _EXACT:
        return f"{label} is never below {low:g}."
    if high is not None and value > high + _EXACT:
        return f"{label} is never above {high:g}."
    if value > exercise.best + _TWO_DECIMALS:
        return (
            f"Not even the best order of these documents has more than {decimals(exercise.best)}."
        )
    return ""


def _chosen(exercise: Chosen, letter: str) -> Judged:
    if letter == exercise.right:
        return Judged(True, f"<b>Right.</b> {escape(exercise.proof)}")
    option = exercise.options[letter]
    return Judged(False, f"<b>Not that.</b> {escape(option)}? {escape(exercise.why[letter])}")


def _order(exercise: Ordered, answer: str) -> list[int]:
    """Return the grades in the order of an answer, which lists the cards' numbers: o3142."""
    assert exercise.ranked
    grades = [document.grade or 0 for document in exercise.ranked.documents]
    try:
        cards = [int(digit) for digit in answer.removeprefix("o")]
    except ValueError:
        cards = []
    if sorted(cards) != list(range(1, len(grades) + 1)):
        raise RefusedError("An order has each card once.")
    return [grades[card - 1] for card in cards]


def _ordered(exercise: Ordered, grades: Sequence[int], unexplained: int) -> Judged:
    phrases, all_met = [], True
    for wanted in exercise.wanted:
        ranking = Ranking(grades, top_grade=exercise.scale)
        breakdown = worked.compute(wanted.metric, ranking, None, wanted.knobs)
        score, name = float(breakdown.score), METRICS[wanted.metric].label()
        met = wanted.met(score)
        all_met &= met
        if wanted.way == "is":
            phrases.append(
                f"{name} is {decimals(score)}" + ("" if met else f", not {decimals(wanted.score)}")
            )
        else:
            due = "" if met else f" and should have {_PARTICIPLES[wanted.way]}"
            phrases.append(f"{name} {_change(score - wanted.score)}{due}")
    offer = " Or look at the solution." if unexplained >= _PATIENCE and not all_met else ""
    feedback = f"<b>{'Right' if all_met else 'Not yet'}.</b> {'; '.join(phrases)}.{offer}"
    return Judged(all_met, feedback, is_explained=all_met)


_PARTICIPLES: Final = {"rises": "risen", "falls": "fallen"}


def _change(by: float) -> str:
    if abs(by) <= _EXACT:
        return "stayed"
    return f"{'rose' if by > 0 else 'fell'} by {decimals(abs(by))}"
