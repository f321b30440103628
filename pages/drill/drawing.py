"""The page of the drill: one exercise at a time or ten on a sheet, and its actions."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape, unescape
from random import Random
from time import monotonic
from typing import Final
from urllib.parse import urlencode, urljoin

import streamlit as st

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from pages.drill import worked
from pages.drill.exercises import (
    ADDED_FROM,
    CHOICE,
    LEVELS,
    Chosen,
    Exercise,
    Number,
    Ordered,
    make_exercise,
)
from pages.drill.judging import SHOWN, stored_form
from pages.drill.sheet import Attempt, by_metric, sheet, to_text
from ui import contents, lesson
from ui.core import link, plain, post, theme
from ui.core.documents import RankedList, RefusedError
from ui.core.knobs import KNOBS, Drill
from ui.core.post import Action
from ui.core.predict import Guess
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.draw import mistaken, score
from ui.draw.figure import Figure
from ui.draw.score import Measured
from ui.export import notebook
from ui.parts import board, controls, present
from ui.parts.controls import Control
from ui.room import wall as room
from ui.room.slide_questions import Choice

_TEN: Final = "ten"
_MOST_TRIES: Final = 20
_LONGEST: Final = 3600
"""Most seconds that count for one exercise, in case the page stays open."""
_SEEDS: Final = range(ADDED_FROM, 2 * ADDED_FROM)
"""Random seeds; a URL may contain any other."""
_CLIMB: Final = (
    "If two in a row are right at the first try, the next level begins. After two in a row without "
    "a right answer, it is the level below."
)
_FRACTIONS: Final = ("precision", "recall", "f1", "r_precision", "reciprocal_rank")
"""Metrics whose score is one fraction."""
_MASTERED: Final = 2
"""Number of exercises right at once after which a metric is mastered."""


def _sheet_of(screen: Screen) -> tuple[Attempt, ...]:
    return sheet(screen[Drill.LEVEL], screen[Drill.SEED], screen[Drill.ANSWERS])


def is_sheet_of_ten() -> bool:
    """Return whether ten exercises are shown at once."""
    return bool(session().shown[Drill.SHEET] == _TEN)


# One exercise


def draw_exercise() -> None:
    """Draw the current exercise: question, list, input for the answer, feedback."""
    state = session()
    attempts = _sheet_of(state.current)
    attempt = attempts[-1]
    exercise = attempt.exercise
    _begin(state, attempt)
    state.drawn.remark = _announcement(attempt)
    before = attempts[-2].exercise.level if len(attempts) > 1 else exercise.level
    is_first = all(each.exercise.about != exercise.about for each in attempts[:-1])
    defined = _defined(exercise) * (is_first and not state.projector.presenting)
    asked = _question(exercise, attempt.number, before)
    st.html(f"<section class='exercise'>{asked}{defined}</section>")
    with st.container(key="drill"):
        left, right = st.columns([1, 1], gap="medium")
    with left:
        if isinstance(exercise, Ordered) and _has_cards(state.current, exercise):
            board.show("a", only_order=True)
        elif exercise.ranked:
            st.html(_cards(exercise))
    with right:
        key = _key(state.current, attempt)
        controls.draw(
            "answer",
            _answer_controls(state, attempt),
            "drill",
            key,
            projector=state.projector.presenting,
        )
        st.html(_verdict(state, attempt))
        if (parts := _parts(attempt)) and not state.projector.presenting:
            lesson.unfold(parts, "Rank by rank: this gives the right terms away")
        _define(exercise)
    if isinstance(exercise, Chosen):
        letters = [*exercise.options]
        room.offer_choice(
            Choice(
                "exercise",
                "the exercise",
                _plain(exercise.question),
                [_plain(each) for each in exercise.options.values()],
                letters.index(exercise.right),
            )
        )
    lesson.show_answers()
    if state.projector.presenting:
        others = [present.button_of(state), *present.room_of(state), present.code_of(state)]
        controls.draw("hall", others)
        raise present.AllDrawn


def _plain(markup: str) -> str:
    """Return the text of HTML without its tags."""
    return unescape(re.sub("<[^>]*>", "", markup))


def _question(exercise: Exercise, number: int, before: int | None = None) -> str:
    about = "" if exercise.about == CHOICE else f" · {_subject(exercise)}"
    climbs = (before or exercise.level) - exercise.level
    level = f"level {exercise.level}{' ▲' if climbs < 0 else ' ▼' if climbs > 0 else ''}"
    given = f"<p class='given'>{escape(exercise.given)}</p>" if exercise.given else ""
    question = exercise.question
    if session().projector.presenting and exercise.about in METRICS:
        metric, at = METRICS[exercise.about], f" at {exercise.k}" if exercise.k else ""
        label = f"<b>{metric.label(exercise.k)}</b>"
        name = metric.name if metric.name[1:2].isupper() else metric.name.lower()
        if name.lower() != metric.symbol.lower():
            question = question.replace(label, f"{label} ({name}{at * ('@' in label)})", 1)
    return (
        f"<p class='which'>Exercise {number} · {level}{about}</p>"
        f"<h2 class='asks'>{question}</h2>{given}"
    )


def _subject(exercise: Exercise) -> str:
    """Return the name of a metric, or the title of the lesson on anything else."""
    if exercise.about in METRICS:
        return METRICS[exercise.about].name
    teaches = contents.lesson_on(exercise.about)
    assert teaches
    return teaches.title


def _defined(exercise: Exercise) -> str:
    """Return the definition of the exercise's metric as a line of HTML, "" if it has none."""
    if exercise.about not in METRICS:
        return ""
    metric = METRICS[exercise.about]
    says = metric.drilled.replace(" over ", " ÷ ")
    if exercise.k:
        says = re.sub(r"(top|÷) k\b", rf"\1 {exercise.k}", says)
    return f"<p class='defined'>{metric.name}: {says}.</p>"


def _define(exercise: Exercise) -> None:
    """Draw the definition of the exercise's metric: folded with its formula, in a hall a line."""
    if exercise.about not in METRICS:
        return
    metric = METRICS[exercise.about]
    if session().projector.presenting:
        st.html(_defined(exercise))
        return
    with st.expander(f"Definition: {metric.name}", on_change="rerun", key="definition") as fold:
        if fold.open:
            _, here, letters = metric.in_words.rpartition("Here ")
            in_words = f"{metric.symbol}: {metric.drilled}."
            st.markdown(f"{in_words}\n\n$$\n{metric.latex}\n$$\n\n{here}{letters}")


def _cards(exercise: Exercise) -> str:
    """Return an exercise's list as HTML cards: rank, symbol, title, grade, and its two lines."""
    ranked = exercise.ranked
    assert ranked
    cards = []
    for rank, document in enumerate(ranked.documents, start=1):
        grade = document.grade
        missed = rank > ranked.retrieved
        looks = [
            name
            for name, holds in (
                ("missed", missed),
                ("marked", rank in exercise.marked),
                ("cut", rank == exercise.k),
                ("line", rank == ranked.retrieved < len(ranked.documents)),
            )
            if holds
        ]
        colour = f"var(--colour-{theme.colour(grade, exercise.scale)})"
        place = "not retrieved" if missed else f"rank {rank}"
        cards.append(
            f"<li class='{' '.join(looks)}' style='--grade:{colour}'>"
            f"<span class='for-screen-readers'>{place}: </span>"
            f"<b aria-hidden='true'>{'–' if missed else rank}</b>"
            f"<i aria-hidden='true'>{theme.symbol(grade, exercise.scale)}</i>"
            f"<span class='title'>{escape(document.title)}</span>"
            f"<em>{_grade(grade)}</em></li>"
        )
    cut = f" style='--k:\"k = {exercise.k}\"'" if exercise.k else ""
    scale = exercise.scale
    signs = [theme.symbol(grade, scale) for grade in range(scale + 1)]
    told = (
        f"{signs[1]} 1: relevant, a hit. {signs[0]} 0: not."
        if scale == 1
        else (f"Grades from {signs[0]} 0, not relevant, to {signs[-1]} {scale}, best.")
    )
    return (
        f"<p class='grades'>{told}</p>"
        f"<ol class='cards' aria-label='The list'{cut}>{''.join(cards)}</ol>"
    )


def _grade(grade: int | None) -> str:
    if grade is None:
        return (
            "<span class='for-screen-readers'>, not judged</span><span aria-hidden='true'>?</span>"
        )
    return f"<span class='for-screen-readers'>, grade </span>{grade}"


def _answer_controls(state: Session, attempt: Attempt) -> Sequence[Control]:
    """Return the controls to give an answer and to move on."""
    exercise, number = attempt.exercise, attempt.number
    refused = state.prediction.guess_of("drill", state.current)
    onward = {"do": "drill_next", "of": number}
    answer = {"do": "drill_answer", "of": number}
    inputs: list[Control] = []
    in_hall = state.projector.presenting  # where Space and the arrow lead on
    if isinstance(exercise, Number) and not in_hall:
        numbers = [text for text in attempt.tries if text != SHOWN]
        field: Control = {
            "kind": "line",
            "name": "number",
            "label": "Your answer",
            "value": refused.typed if refused else numbers[-1] if numbers else "",
            "about": _key(state.current, attempt),
            "placeholder": "such as 3/4" if exercise.about in _FRACTIONS else "such as 3/4 + 1/5",
            "signs": "/+",
            "enter": "Next" if attempt.is_over else "Check",
            "change": onward if attempt.is_over else answer,
            "note": refused.refusal if refused else "",
        }
        inputs.append(field)
    elif isinstance(exercise, Chosen):
        inputs += [_option(attempt, letter, answer) for letter in exercise.options]
    elif isinstance(exercise, Ordered) and not attempt.is_over:
        if _has_cards(state.current, exercise):
            inputs.append(controls.button("Check this order", answer, shortcut="C"))
            inputs.append(controls.button("Start again", {"do": "drill_cards"}))
        else:
            inputs.append(controls.button("Put these cards on the board", {"do": "drill_cards"}))
        if refused:
            inputs.append({"kind": "text", "name": "refused", "text": refused.refusal})
    if attempt.is_over and (in_hall or not isinstance(exercise, Number)):
        key = "ArrowRight" if in_hall else "N"
        inputs.append(controls.button("Next exercise", onward, shortcut=key))
    if not attempt.is_over:
        show = {"do": "drill_solve", "of": number}
        key = "ArrowRight" if in_hall else ""
        inputs.append(controls.button("Show the solution", show, shortcut=key))
        inputs += [] if in_hall else [controls.button("Skip", onward)]
    return inputs


def _option(attempt: Attempt, letter: str, answer: Action) -> Control:
    """Return the button for one option; a chosen one shows whether it was right."""
    exercise = attempt.exercise
    assert isinstance(exercise, Chosen)
    tried = letter in attempt.tries
    is_right = letter == exercise.right and attempt.is_over
    sign = "✓ " if is_right else "× " if tried else ""
    number = "abcd".index(letter) + 1
    return controls.button(
        f"{sign}{exercise.options[letter]}",
        {**answer, "to": letter},
        shortcut=str(number),
        pressed=is_right if attempt.is_over else tried,
    )


def _verdict(state: Session, attempt: Attempt) -> str:
    """Return the feedback on the last answer as HTML, with the solution when it is due.

    The input field itself explains a refused answer.
    """
    exercise, judged = attempt.exercise, attempt.judged
    if attempt.is_shown:
        steps = "".join(f"<li>{escape(step)}</li>" for step in exercise.solution)
        return f"<div class='judged'><p><b>The solution.</b></p><ol>{steps}</ol></div>"
    if not judged or state.prediction.guess_of("drill", state.current):
        return "<div class='judged none'></div>"
    last = judged[-1]
    praise = " At the first try." if attempt.at_once else ""
    steps = "".join(f"<li>{escape(step)}</li>" for step in exercise.solution)
    unfolds = f"<details><summary>Step by step</summary><ol>{steps}</ol></details>"
    look = "right" if last.right else "wrong"
    so_far = "".join(f"<li>{escape(step)}</li>" for step in last.steps)
    below = unfolds if last.right else f"<ol>{so_far}</ol>" if so_far else ""
    return f"<div class='judged {look}'><div>{last.feedback}{praise}</div>{below}</div>"


def _parts(attempt: Attempt) -> Figure | None:
    """Chart each rank's part of the last answer's mistake beside the solution's, if it has any."""
    exercise, last = attempt.exercise, attempt.judged[-1] if attempt.judged else None
    if not last or attempt.is_over or not isinstance(exercise, Number):
        return None
    if not exercise.ranked or not exercise.ranking:
        return None
    right = worked.compute(exercise.about, exercise.ranking, exercise.k, exercise.knobs).terms[
        "contribution"
    ]
    titles = [document.title for document in exercise.ranked.documents]
    for mistake in last.mistakes:
        wrong = mistake.terms(exercise.ranking, exercise.k)
        if wrong is not None and right.sum():
            tried = f"{attempt.number}_{len(attempt.tries)}"
            return Figure(mistaken, [*mistaken.rows(right, wrong, titles)], tried)
    return None


def _announcement(attempt: Attempt) -> str:
    """Return what a screen reader announces: the question, or the result of the last answer."""
    number, exercise = attempt.number, attempt.exercise
    if attempt.is_shown:
        return f"Exercise {number}. The solution: {' '.join(exercise.solution)}"
    if attempt.judged:
        last = attempt.judged[-1]
        feedback = " ".join([_plain(last.feedback), *last.steps])
        return f"Exercise {number}, try {len(attempt.tries)}. {feedback}"
    question = f"{_plain(exercise.question)} {exercise.given}".strip()
    return f"Exercise {number}, level {exercise.level}. {question}"


# Results


def draw_results() -> None:
    """Draw the results: a table by metric, and a text to hand in whose link anybody can check."""
    screen = session().current
    rows = [
        [name, *counts, "✓" if (missing := _MASTERED - counts[0]) <= 0 else f"after {missing} more"]
        for name, counts in by_metric(_sheet_of(screen)).items()
    ]
    if not rows or is_sheet_of_ten():
        return
    head = ["metric", "right at once", "right later", "not solved", "mastered"]
    text = handed_in(screen)
    st.html(
        f"<h2>What you have done</h2>{plain.table_html('What you have done', head, rows)}"
        f"<details><summary>To hand in</summary><div class='code'><pre tabindex='0'><code>"
        f"{escape(text)}</code></pre><button data-copy>Copy</button></div></details>"
    )
    st.download_button("As a text", text, "drill.txt", "text/plain", on_click="ignore")
    last = _sheet_of(screen)[-1]
    exercise = last.exercise
    if not last.is_over or not isinstance(exercise, Number):
        return  # the notebook contains the solution
    if exercise.ranked and exercise.ranking:
        measured = _measured(exercise, exercise.ranked, exercise.ranking)
        notebook.download(
            "drill",
            lambda origin: notebook.of_several(origin._replace(shown=measured.screen), [measured]),
        )


def _measured(exercise: Number, ranked: RankedList, ranking: Ranking) -> Measured:
    """Return an exercise's score as that of a screen with its list and knobs."""
    turned = Screen().with_settings(
        scale=exercise.scale,
        relevant_from=int(ranking.relevant_from),
        k=exercise.k or ranked.retrieved,
        **exercise.knobs,
    )
    measured = score.measure(exercise.about, screen=turned.with_list("a", ranked))
    return replace(measured, label=exercise.label)


def _done(screen: Screen) -> Sequence[Attempt]:
    """Return the exercises that were answered or skipped."""
    *left, present = _sheet_of(screen)
    return [*left, present] if present.tries else left


def handed_in(screen: Screen) -> str:
    """Return the results as text, with a URL that computes them again."""
    attempts = _done(screen)
    at_once = sum(attempt.at_once for attempt in attempts)
    solved = sum(attempt.is_solved for attempt in attempts)
    unsolved = sum(attempt.is_unsolved for attempt in attempts)
    tried = ", 1 still tried" if solved + unsolved < len(attempts) else ""
    seconds = sum(attempt.seconds for attempt in attempts)
    lines = [
        f"{attempt.number}. {attempt.name}, level {attempt.exercise.level}: {attempt.summary} "
        f"({_time(attempt.seconds)})"
        for attempt in attempts
    ]
    query = urlencode(link.encode(screen))
    return "\n".join(
        [
            f"Rankbook, the drill. Exercise {screen[Drill.SEED]}, "
            f"from level {screen[Drill.LEVEL]}.",
            *lines,
            f"Of {len(attempts)}: {at_once} right at once, {solved - at_once} right later, "
            f"{unsolved} not{tried}. {_time(seconds)} in all.",
            f"To check it, open: {urljoin(st.context.url or '', f'drill?{query}')}",
        ]
    )


def _time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


# Ten on a sheet


def draw_ten() -> None:
    """Draw ten exercises, and below them their solutions."""
    session().drawn.remark = "Ten exercises on a sheet, and their solutions"
    screen = session().shown
    exercises = different(screen[Drill.LEVEL], screen[Drill.SEED], 10)
    problems = "".join(
        f"<section class='exercise'>{_question(problem, at)}"
        f"{_cards(problem) if problem.ranked else ''}{_blank(problem)}</section>"
        for at, problem in enumerate(exercises, start=1)
    )
    solved = "".join(
        f"<section class='solution'><h3>{at}</h3><ol>"
        f"{''.join(f'<li>{escape(step)}</li>' for step in problem.solution)}</ol></section>"
        for at, problem in enumerate(exercises, start=1)
    )
    first, last = exercises[0].which, exercises[-1].which
    repeats = "; repeats are left out" if last - first >= len(exercises) else ""
    st.html(
        f"<p>Level {screen[Drill.LEVEL]}, exercises {first} to {last}{repeats}. The solutions are "
        f"at the end.</p><div class='ten'>{problems}</div>"
        f"<h2>Solutions</h2><div class='ten'>{solved}</div>"
    )


def different(level: int, seed: int, count: int) -> Sequence[Exercise]:
    """Return the next `count` exercises of a level, without repeats."""
    exercises: dict[str, Exercise] = {}
    for which in itertools.count(seed):
        candidate = make_exercise(level, which)
        exercises.setdefault(
            f"{_question(candidate, 0)}{candidate.ranked and _cards(candidate)}{_blank(candidate)}",
            candidate,
        )
        if len(exercises) == count:
            break
    return list(exercises.values())


def _blank(exercise: Exercise) -> str:
    """Return the space for an answer on paper, as HTML."""
    if not isinstance(exercise, Chosen):
        return "<p class='blank'>Answer: <span></span></p>"
    options = "".join(f"<li>{escape(option)}</li>" for option in exercise.options.values())
    return f"<ul class='blank'>{options}</ul>"


def draw_other_exercises() -> None:
    """Draw the controls for other exercises: level, seed, ten at once; and undo."""
    state = session()
    screen, tens = state.current, is_sheet_of_ten()
    attempt = _sheet_of(screen)[-1]
    options = [[level, f"{level}: {name}"] for level, name in LEVELS.items()]
    level: Control = {
        **{
            "kind": "select",
            "name": "level",
            "label": "Level",
            "value": attempt.exercise.level,
        },
        **{"options": options, "change": {"do": "drill_begin"}, "help": _CLIMB},
    }
    here = {"do": "drill_begin", "to": attempt.exercise.level, "first": attempt.exercise.which}
    show = {"do": "drill_ten", "to": "one" if tens else _TEN}
    controls.toolbar(orders_of="", presents=False)
    controls.draw(
        "others",
        [
            level,
            controls.button(
                "New exercises", {"do": "drill_begin", "to": screen[Drill.LEVEL], "first": None}
            ),
            controls.button("One at a time" if tens else "Ten on a sheet", show, to_top=True),
            *(
                []
                if tens
                else [controls.button("Only this one (link)", here), present.button_of(state)]
            ),
        ],
        "row",
    )


# Actions


def _key(screen: Screen, attempt: Attempt) -> str:
    return f"{screen[Drill.LEVEL]} {screen[Drill.SEED]} {attempt.number}"


def _begin(state: Session, attempt: Attempt) -> None:
    """Store when an exercise was first shown."""
    key = _key(state.current, attempt)
    if state.practice.exercise_started[0] != key:
        state.practice.exercise_started = key, monotonic()


def _with_attempt(screen: Screen, attempt: Attempt) -> Screen:
    """Return the screen with its current exercise replaced."""
    try:
        return _with_answers(screen, to_text((*_sheet_of(screen)[:-1], attempt)))
    except ValueError:
        raise RefusedError(
            "This sheet has no room for another answer. Begin another one."
        ) from None


def _with_answers(screen: Screen, answers: str) -> Screen:
    """Return the screen with other answers; raise a `ValueError` if an address has no room."""
    return screen.with_settings(
        **{Drill.ANSWERS: KNOBS[Drill.ANSWERS].parse(answers, screen.scale)}
    )


def _has_cards(screen: Screen, exercise: Ordered) -> bool:
    """Return whether the board holds the cards of an exercise, in any order."""
    assert exercise.ranked
    on_board, due = ({d.title for d in ranked.documents} for ranked in (screen.a, exercise.ranked))
    return on_board == due


def _order_on(screen: Screen, exercise: Ordered) -> str:
    """Return the board's order as an answer.

    Raises:
        RefusedError: the board does not hold the exercise's cards with their grades.
    """
    assert exercise.ranked
    titles = [document.title for document in exercise.ranked.documents]
    grades = {document.title: document.grade for document in exercise.ranked.documents}
    on = screen.a
    if not _has_cards(screen, exercise) or len(on.documents) != len(titles):
        raise RefusedError("These are not the cards of this exercise. Start again.")
    if on.retrieved < len(titles):
        raise RefusedError("Keep all cards above the line “not retrieved”.")
    if any(document.grade != grades[document.title] for document in on.documents):
        raise RefusedError("Keep the grades as they were.")
    return "o" + "".join(str(titles.index(document.title) + 1) for document in on.documents)


@post.on_session("drill_answer")
def _answer(state: Session, action: Action) -> None:
    """Accept an answer; an invalid one stays in its field, with the reason."""
    attempt = _sheet_of(state.current)[-1]
    exercise = attempt.exercise
    text = str(action.get("to", ""))[:200].encode(errors="replace").decode()
    if attempt.is_over or action["of"] != attempt.number:
        return  # a repeated key sends the action twice
    try:
        answer = _order_on(state.current, exercise) if isinstance(exercise, Ordered) else text
        kept = stored_form(exercise, answer)
        if len(attempt.tries) >= _MOST_TRIES:
            raise RefusedError("These were twenty tries. Look at the solution, or go on.")
    except RefusedError as refused:
        guess = Guess(state.current, "drill", text, refusal=str(refused))
        state.prediction = replace(state.prediction, guess=guess)
        return
    if attempt.tries[-1:] != (kept,):
        _keep(state, attempt, kept)


def _keep(state: Session, attempt: Attempt, answer: str) -> None:
    """Add an answer, with its time, to the current exercise."""
    key, since = state.practice.exercise_started
    clock = monotonic()
    spent = int(clock - since) if key == _key(state.current, attempt) else 0
    state.practice.exercise_started = _key(state.current, attempt), clock
    seconds = min(attempt.seconds + spent, _LONGEST)
    more = replace(attempt, tries=(*attempt.tries, answer), seconds=seconds)
    state.act(lambda screen: _with_attempt(screen, more))


@post.on_session("drill_solve")
def _solve(state: Session, action: Action) -> None:
    """Show the solution."""
    attempt = _sheet_of(state.current)[-1]
    if action["of"] == attempt.number and not attempt.is_over:
        _keep(state, attempt, SHOWN)


@post.on_session("drill_next")
def _next(state: Session, action: Action) -> None:
    """Go to the next exercise; after a full sheet, to the next sheet."""
    if action["of"] == _sheet_of(state.current)[-1].number:
        state.act(_onward)


def _onward(screen: Screen) -> Screen:
    attempts = _sheet_of(screen)
    try:
        following = _with_answers(screen, f"{to_text(attempts)}~")
    except ValueError:  # the sheet is full
        last = attempts[-1].exercise
        following = _with_new_sheet(screen, last.level, last.which + 1)
    return _with_board(screen, following)


def _with_new_sheet(screen: Screen, level: object, seed: object) -> Screen:
    """Return the screen with a new sheet of a level and a seed."""
    turned = {
        name: KNOBS[name].from_browser(value, screen[name], screen.scale)
        for name, value in ((Drill.LEVEL, level), (Drill.SEED, seed))
    }
    return screen.with_settings(**turned, **{Drill.ANSWERS: ""})


def _with_board(before: Screen, screen: Screen) -> Screen:
    """Put the current exercise's cards on the board if it asks for an order.

    After such an exercise the board is reset, so that the URL need not hold its cards.
    """
    previous, exercise = (_sheet_of(of)[-1].exercise for of in (before, screen))
    if isinstance(exercise, Ordered):
        return _with_cards(screen, exercise)
    if isinstance(previous, Ordered) and _has_cards(screen, previous):
        first = Screen()
        cleared = screen.with_settings(scale=first.scale, relevant_from=1, k=first.k)
        return cleared.with_list("a", first.a)
    return screen


def _with_cards(screen: Screen, exercise: Ordered) -> Screen:
    assert exercise.ranked
    on = screen.with_settings(
        scale=exercise.scale, relevant_from=1, k=len(exercise.ranked.documents)
    )
    return on.with_list("a", exercise.ranked)


@post.on_screen("drill_cards")
def _take_cards(screen: Screen, _action: Action) -> Screen:
    exercise = _sheet_of(screen)[-1].exercise
    return _with_cards(screen, exercise) if isinstance(exercise, Ordered) else screen


@post.on_session("drill_begin")
def _begin_anew(state: Session, action: Action) -> None:
    """Start a sheet at a level, with the current seed, a given one or, for None, a random one."""
    seed = action.get("first", state.current[Drill.SEED])
    if seed is None:
        seed = Random().choice(_SEEDS)
    state.act(
        lambda screen: _with_board(screen, _with_new_sheet(screen, action["to"], seed)), begin=True
    )


@post.on_screen("drill_ten")
def _ten(screen: Screen, action: Action) -> Screen:
    knob = KNOBS[Drill.SHEET]
    return screen.with_settings(
        **{Drill.SHEET: knob.from_browser(action["to"], screen[Drill.SHEET], screen.scale)}
    )
