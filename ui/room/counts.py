"""The answers of a class to one question: counts, agreement, and sentences about them.

Answers are texts as the store keeps them: a number "0.667", a direction "rises", the index of a
choice "0", or the rows of a list in another order, "2,0,1".
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from metrics.arrays import Array
from metrics.catalog import METRICS
from metrics.orders import Orders, higher_is_better_score
from ui.core import presets, theme
from ui.core.documents import RefusedError
from ui.core.plain import decimals
from ui.core.predict import WAYS
from ui.core.screen import Screen
from ui.draw import score

QuestionContent: TypeAlias = Mapping[str, Any]
"""A question as everybody may know it: its "kind", and what belongs to the kind."""
Rows: TypeAlias = tuple[int, ...]
"""Rows of the list on the wall, from 0, in the order of a student."""
Goal: TypeAlias = Mapping[str, Sequence[float | None]]
"""Lowest and highest score to reach, by metric; None is no limit."""
Scores: TypeAlias = Mapping[str, Sequence[float]]
"""Scores of orders, by the answer; one for each metric."""

FEWEST: Final = 5
"""Fewest answers that are drawn."""
TOO_FEW: Final = f"Fewer than {FEWEST} have answered: the answers are not drawn."
NEAR: Final = 0.005
"""Largest error of a number that counts as right."""
ROUNDS: Final = ("First answers", "Second answers")
WALL: Final = "list on the wall"
_ROUNDED: Final = 5e-4
"""A score meets a limit that it reaches in three decimals."""
_MOST: Final = 12
"""Most places of an order that are written out."""
_GO_ON, _EXPLAIN = 0.7, 0.3


def drawn(rounds: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return the rounds to draw, at most two; none if the last one has too few answers.

    >>> drawn([["rises"] * 4, ["rises"] * 5]), drawn([["rises"] * 5, ["rises"] * 4])
    ([['rises', 'rises', 'rises', 'rises', 'rises']], [])
    """
    *before, last = rounds
    enough = len(last) >= FEWEST
    return [*(each for each in before[-1:] if len(each) >= FEWEST), last] if enough else []


# Numbers


@dataclass(frozen=True)
class Numbers:
    """The guesses of a round, and how many are right.

    Attributes:
        values: the guesses, smallest first.
        median: their median.
        right: how many are within `NEAR` of the truth.
    """

    values: tuple[float, ...]
    median: float
    right: int


def numbers(answers: Sequence[str], truth: float | None) -> Numbers:
    """Return the guesses at a number; without a right number none is right.

    >>> numbers(["0.5", "0.667", "1", "0.25"], 2 / 3)
    Numbers(values=(0.25, 0.5, 0.667, 1.0), median=0.5835, right=1)
    """
    values = sorted(map(float, answers))
    right = 0 if truth is None else sum(near(value, truth) for value in values)
    return Numbers(tuple(values), float(np.median(values)), right)


def near(value: float, truth: float) -> bool:
    """Return whether a guess counts as right."""
    return abs(value - truth) <= NEAR + 1e-9


# Directions and choices


def options(question: QuestionContent) -> dict[str, str]:
    """Return the texts of all options, by the answer that chooses them."""
    if question["kind"] == "direction":
        return {way: f"{sign} {way}" for way, sign in WAYS.items()}
    return {str(at): text for at, text in enumerate(question["choices"])}


def tally(question: QuestionContent, answers: Sequence[str]) -> dict[str, int]:
    """Count the answers of every option."""
    counts = Counter(answers)
    return {option: counts[option] for option in options(question)}


def changes(
    question: QuestionContent, moves: Sequence[tuple[str, str]]
) -> dict[str, tuple[int, int]]:
    """Return how many changed to every option, and how many changed away from it.

    Args:
        question: the question.
        moves: first and second answer of everybody who answered twice; too few give nothing.
    """
    if len(moves) < FEWEST:
        return {}
    changed = [(first, second) for first, second in moves if first != second]
    return {
        option: (
            sum(second == option for _, second in changed),
            sum(first == option for first, _ in changed),
        )
        for option in options(question)
    }


def change_text(to: int, away: int) -> str:
    """Write how many changed to an option and away from it.

    >>> change_text(12, 3)
    '12 changed to it, 3 away'
    """
    return f"{to} changed to it, {away} away" if to or away else ""


# Orders


def rows_of_answer(answer: str, length: int) -> Rows:
    """Return the rows of an order, or refuse what is no order of a list of this length.

    >>> rows_of_answer("2,0,1", 3)
    (2, 0, 1)
    """
    rows = tuple(int(row) for row in answer.split(",") if row.isdecimal())
    if sorted(rows) != [*range(length)]:
        raise RefusedError(f"This is not an order of the {length} documents on the wall.")
    return rows


def with_order(screen: Screen, answer: str) -> Screen:
    """Return the screen of the wall with the order of a student."""
    ranked = screen.a
    rows = rows_of_answer(answer, ranked.retrieved)
    missed = ranked.documents[ranked.retrieved :]
    documents = (*(ranked.documents[row] for row in rows), *missed)
    return screen.with_list("a", ranked.reordered(documents))


def scores(screen: Screen, keys: Sequence[str], answers: Iterable[str]) -> Scores:
    """Return the scores of orders by metrics of the catalog, as the page would show them.

    Args:
        screen: the screen of the wall.
        keys: keys of the metrics.
        answers: the orders.
    """
    return {
        answer: [float(score.compute(key, "a", changed).score) for key in keys]
        for answer in dict.fromkeys(answers)
        for changed in [with_order(screen, answer)]
    }


@dataclass(frozen=True)
class Compared:
    """The orders of a class by one metric or two, among all orders of the list on the wall.

    Attributes:
        every: all orders.
        names: labels of the metrics.
        answers: the order of each student.
        scored: scores of those orders.
        marked: scores of the named orders, the list on the wall among them.
        goal: the scores to reach; empty if there are none.
    """

    every: Orders
    names: Sequence[str]
    answers: Sequence[str]
    scored: Scores
    marked: Scores
    goal: Goal

    @cached_property
    def many(self) -> Counter[str]:
        """How many students gave each order."""
        return Counter(self.answers)

    def merits(self, scored: Scores) -> dict[str, tuple[float, ...]]:
        """Return the merits of some orders by the metrics."""
        keys = self.every.metrics
        return {
            name: tuple(
                float(higher_is_better_score(key, value))
                for key, value in zip(keys, each, strict=True)
            )
            for name, each in scored.items()
        }

    def row(self, answer: str, **more: Any) -> dict[str, Any]:
        """Return the row of a student's dot."""
        each = zip(self.names, self.scored[answer], strict=True)
        scores = ", ".join(f"{label} {decimals(value)}" for label, value in each)
        return {
            **{"part": "dot", "colour": theme.HIT, **more},
            "said": f"{scores}: {order_text(answer, self.many[answer])}",
            "do": json.dumps({"do": "take_answer", "order": answer}),
        }


def order_text(answer: str, many: int) -> str:
    """Write an order by the ranks on the wall, and how many students gave it.

    >>> order_text("2,0,1", 4)
    'Documents 3, 1, 2 of the wall, from 4 students. Click to take this list.'
    """
    ranks = ", ".join(str(int(row) + 1) for row in answer.split(","))
    students = f"{many} student{'s' * (many > 1)}"
    return f"Documents {ranks} of the wall, from {students}. Click to take this list."


def meets(goal: Goal, keys: Sequence[str], scored: Sequence[float]) -> bool:
    """Return whether scores reach a goal in three decimals; an empty goal is always reached."""
    of = dict(zip(keys, scored, strict=True))
    return all(
        (low is None or of[key] >= low - _ROUNDED) and (high is None or of[key] <= high + _ROUNDED)
        for key, (low, high) in goal.items()
    )


def reached(goal: Goal, key: str, worst: float, best: float) -> tuple[float, float]:
    """Return the merits that reach a goal, within an axis and at least a hundredth of it wide.

    >>> reached({"average_precision": (0.7, None)}, "average_precision", 0.2, 0.9)
    (0.7, 0.9)
    """
    low, high = goal.get(key) or (None, None)
    if not METRICS[key].higher_is_better:
        low, high = (None if end is None else -end for end in (high, low))
    left, right = worst if low is None else low, best if high is None else high
    wide = max(right - left, (best - worst) / 100)
    left = min(max((left + right - wide) / 2, worst), best - wide)
    return left, left + wide


@dataclass(frozen=True, eq=False)
class Agreed:
    """An order on which a class agrees.

    Attributes:
        order: rows of the documents, best first.
        values: the value of each row by which they are sorted.
        ties: groups of rows with equal values; they stand as on the wall.
        tau: mean Kendall's τ of the students' orders with it; NaN for fewer than two documents.
    """

    order: Rows
    values: tuple[float, ...]
    ties: tuple[Rows, ...]
    tau: float


@dataclass(frozen=True, eq=False)
class Agreement:
    """What the orders of a class have in common; documents are rows of the list on the wall.

    Attributes:
        positions: position of each document in each order, from 1, shape (students, documents).
        means: mean position of each document.
        spreads: standard deviation of its positions (of the class, not of a sample).
        borda: order by Borda points; a document gets one point for each document below it.
        median: order by median position.
        alike: mean Kendall's τ of two students; NaN for fewer than two documents or students.
    """

    positions: NDArray[np.intp]
    means: tuple[float, ...]
    spreads: tuple[float, ...]
    borda: Agreed
    median: Agreed
    alike: float


def agreement(orders: Sequence[Rows]) -> Agreement:
    """Return what orders of the same documents have in common.

    >>> found = agreement([(0, 1, 2), (0, 2, 1), (1, 0, 2)])
    >>> found.borda.values, found.borda.order, round(found.alike, 3)
    ((5.0, 3.0, 1.0), (0, 1, 2), 0.111)
    """
    positions = np.argsort(np.array(orders, dtype=np.intp), axis=1) + 1
    students, documents = positions.shape
    one, other = np.triu_indices(documents, 1)
    signs = np.sign(positions[:, other] - positions[:, one])
    pairs, both = len(one), np.sum(signs.sum(0, dtype=np.int64) ** 2)
    two = students * (students - 1)
    alike = (int(both) - students * pairs) / (two * pairs) if two and pairs else np.nan
    borda = (documents - positions).sum(0)
    median = np.median(positions, axis=0)
    return Agreement(
        positions,
        tuple(positions.mean(0).tolist()),
        tuple(positions.std(0).tolist()),
        _agreed(-borda, borda, positions),
        _agreed(median, median, positions),
        float(alike),
    )


def _agreed(keys: Array, values: Array, positions: NDArray[np.intp]) -> Agreed:
    """Sort documents by a key; equal ones stay in their order on the wall."""
    order = np.argsort(keys, kind="stable")
    groups = (tuple(rows) for _, rows in groupby(order.tolist(), key=lambda row: keys[row]))
    one, other = np.triu_indices(len(order), 1)
    opposite = np.sign(positions[:, order[other]] - positions[:, order[one]])
    return Agreed(
        tuple(order.tolist()),
        tuple(map(float, values)),
        tuple(rows for rows in groups if len(rows) > 1),
        float(opposite.mean()) if len(one) else np.nan,
    )


# Sentences


def advice(right: int, count: int, what: str = "right", way: str = "") -> str:
    """Write how many are right after a first round, and what peer instruction advises.

    Args:
        right: number of right answers.
        count: number of all answers.
        what: what the right ones are.
        way: a sentence in the place of the advice.

    >>> advice(42, 60)
    '42 of 60 are right (70 %). Advice: let neighbours discuss, then ask again.'
    """
    share = right / count
    if not way:
        if share > _GO_ON:
            way = "Advice: go on."
        elif share < _EXPLAIN:
            way = "Advice: explain it first, then ask again."
        else:
            way = "Advice: let neighbours discuss, then ask again."
    return f"{right} of {count} are {what} ({percent(share)}). {way}"


def percent(share: float) -> str:
    """Write a share as a percentage."""
    return f"{decimals(100 * share, 0)} %"


def is_right(question: QuestionContent, answer: str, truth: object) -> bool | None:
    """Return whether an answer is right; None for an opinion and for an order."""
    if truth is None or question["kind"] == "order":
        return None
    if question["kind"] == "number":
        return near(float(answer), float(str(truth)))
    return answer == str(truth)


def right(
    question: QuestionContent,
    answers: Sequence[str],
    truth: object = None,
    *,
    goal: Goal | None = None,
    keys: Sequence[str] = (),
    scored: Scores | None = None,
) -> int | None:
    """Count the right answers; None for opinions.

    Args:
        question: the question.
        answers: the answers of a round.
        truth: the right number, direction or index; None for an opinion.
        goal: the goal of an order; None for an opinion.
        keys: the metrics of the orders.
        scored: the scores of the orders.
    """
    if question["kind"] == "order":
        if not goal or scored is None:
            return None
        return sum(meets(goal, keys, scored[answer]) for answer in answers)
    return None if truth is None else sum(bool(is_right(question, a, truth)) for a in answers)


def verdicts(
    answers: Iterable[str],
    *,
    screen: Screen,
    page: str,
    keys: Sequence[str] = (),
    goal: Goal | None = None,
    scored: Scores | None = None,
) -> dict[str, dict[str, str]]:
    """Return what a phone shows of its own order after the reveal.

    Args:
        answers: all orders.
        screen: the screen of the wall.
        page: name of the page of the wall.
        keys: the metrics of the orders.
        goal: the goal of the orders, if any.
        scored: their scores.

    Returns:
        By order, a "text" and a "link", relative to the app.
    """
    texts = {}
    for answer in dict.fromkeys(answers):
        text = "Your order"
        if scored is not None and keys:
            text += f": {scores_text(screen, keys, scored[answer])}"
            if goal:
                reaches = "reaches" if meets(goal, keys, scored[answer]) else "does not reach"
                text += f". It {reaches} the goal"
        link = presets.address(page, with_order(screen, answer))
        texts[answer] = {"text": f"{text}.", "link": link}
    return texts


def scores_text(screen: Screen, keys: Sequence[str], scored: Sequence[float]) -> str:
    """Write scores with their labels: "AP@5 = 0.700, nDCG@5 = 0.812"."""
    return ", ".join(
        f"{METRICS[key].label(screen.k)} = {decimals(value)}"
        for key, value in zip(keys, scored, strict=True)
    )


def agreement_texts(found: Agreement, before: Agreement | None = None) -> list[str]:
    """Write how far the class agrees; documents are numbered in their order by Borda points.

    τ is Kendall's, the mean over the students, or over all pairs of them.

    Args:
        found: the agreement.
        before: the agreement of the first round, if there were two.
    """
    place = {row: at for at, row in enumerate(found.borda.order, start=1)}
    since = f" (first {decimals(before.borda.tau)})" if before else ""
    sentences = [f"Order by Borda points: mean τ {decimals(found.borda.tau)}{since}."]
    median, since = found.median, f" (first {decimals(before.alike)})" if before else ""
    by_median = f"{_places(median.order[:_MOST], place)}{' …' * (len(place) > _MOST)}"
    same = found.borda.order == median.order
    sentences.append(
        f"Order by median: {'the same' if same else f'{by_median}, mean τ {decimals(median.tau)}'}."
    )
    for name, agreed in {"points": found.borda, "median": median}.items():
        equal = ", ".join(_places(rows, place, " = ") for rows in agreed.ties)
        sentences += [f"Equal {name}: {equal}, as on the wall."] * bool(equal)
    return [*sentences, f"Any two students: mean τ {decimals(found.alike)}{since}."]


def _places(rows: Iterable[int], place: Mapping[int, int], between: str = " ") -> str:
    return between.join(str(place[row]) for row in rows)
