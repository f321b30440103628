"""The figures of a class's answers: of numbers, of directions and choices, and of orders."""

from collections.abc import Sequence

import numpy as np

from metrics.catalog import METRICS
from ui.core.screen import Screen
from ui.draw.figure import Figure
from ui.draw.orders import every
from ui.draw.rows import ConstantRows
from ui.room import (
    answered_choices,
    answered_numbers,
    class_orders,
    class_orders_by_one,
    class_places,
)
from ui.room import counts as model
from ui.room.counts import Compared, Goal, QuestionContent


def figures(
    question: QuestionContent,
    rounds: Sequence[Sequence[str]],
    truth: object = None,
    *,
    moves: Sequence[tuple[str, str]] = (),
    screen: Screen | None = None,
    keys: Sequence[str] = (),
    goal: Goal | None = None,
) -> list[Figure]:
    """Return the figures of the answers; none if fewer than `FEWEST` answered.

    Args:
        question: the question.
        rounds: the answers of the first round, and those of the second if there was one.
        truth: the right number, direction or index; None for an opinion.
        moves: first and second answer of everybody who answered twice.
        screen: the screen of the wall, for orders.
        keys: one or two metrics, for orders; a goal chooses among them.
        goal: the goal of the orders, if any.
    """
    drawn = model.drawn(rounds)
    if not drawn:
        return []
    if question["kind"] == "number":
        number = None if truth is None else float(str(truth))
        guessed = [model.numbers(answers, number) for answers in drawn]
        bounds = (float(question["low"]), question["high"])
        label = question.get("label") or "The answer"
        dots = answered_numbers.rows(guessed, bounds, number, label)
        return [Figure(answered_numbers, ConstantRows(dots))]
    if question["kind"] != "order":
        options = model.options(question)
        tallies = [model.tally(question, answers) for answers in drawn]
        changed = model.changes(question, moves) if len(drawn) > 1 else {}
        right = None if truth is None else str(truth)
        bars = answered_choices.rows(options, tallies, right, changed)
        return [Figure(answered_choices, ConstantRows(bars))]
    goal = goal or {}
    named = [key for key in keys if key in goal]
    return _orders(drawn, screen or Screen(), named or keys, goal)


def _orders(
    rounds: Sequence[Sequence[str]], screen: Screen, keys: Sequence[str], goal: Goal
) -> list[Figure]:
    """Return the figures of the last orders: their scores among all orders, and the positions."""
    *before, found = (
        model.agreement([model.rows_of_answer(each, screen.a.retrieved) for each in answers])
        for answers in rounds
    )
    titles = [document.title for document in screen.a.documents]
    places = Figure(class_places, ConstantRows(class_places.rows(found, titles, *before)))
    answers = rounds[-1]
    if not keys:
        return [places]
    orders, labels = every(screen, *keys), [METRICS[key].label(screen.k) for key in keys]
    wall, agreed = (
        ",".join(map(str, rows)) for rows in (range(screen.a.retrieved), found.borda.order)
    )
    scored = model.scores(screen, keys, [*answers, wall, agreed])
    marked = {model.WALL: scored[wall], "order of the class": scored[agreed]}
    for label, merits in zip(labels, orders.merits, strict=True):
        best = int(np.argmax(merits))
        marked[f"best {label}"] = [float(each[best]) for each in orders.scores]
    picture = class_orders if len(keys) > 1 else class_orders_by_one
    rows = picture.rows(Compared(orders, labels, answers, scored, marked, goal))
    return [Figure(picture, ConstantRows(rows)), places]
