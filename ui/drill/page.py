"""The page of the drill: one exercise at a time, or ten on a sheet, and what is done there."""

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

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from ui import lesson
from ui.charts import mistaken
from ui.drill import worked
from ui.drill.exercises import CHOICE, LEVELS, Chosen, Exercise, Number, Ordered, exercise
from ui.drill.judging import SHOWN, taken
from ui.drill.sheet import Attempt, by_metric, sheet, spelled
from ui.export import notebook
from ui.figure import Figure
from ui.look import plain, theme
from ui.models import score
from ui.models.score import Measured
from ui.parts import board, controls, present
from ui.parts.controls import Control
from ui.state import link
from ui.state.documents import RankedList, RefusedError
from ui.state.knobs import KNOBS, Answers, Drill
from ui.state.predict import Guess
from ui.state.screen import Screen
from ui.state.session import Session, session
from ui.wire import post
from ui.wire.post import Action

_TEN: Final = "ten"
_MOST_TRIES: Final = 20
_LONGEST: Final = 3600
"""Seconds that one exercise counts at most: nobody works on it all night."""
_SEEDS: Final = 10_000
"""So many seeds are drawn from; an address may name a higher one."""
_CLIMB: Final = (
    "Two in a row that are right at once lead a level up; two in a row without an answer lead down."
)
_MASTERED: Final = 2
"""So many right at once, and a metric is mastered."""


def _sheet_of(screen: Screen) -> tuple[Attempt, ...]:
    return sheet(screen[Drill.LEVEL], screen[Drill.SEED], screen[Drill.ANSWERS])


def is_sheet_of_ten() -> bool:
    """Tell whether ten exercises are shown at once."""
    return bool(session().shown[Drill.SHEET] == _TEN)


# One exercise


def one() -> None:
    """Draw the present exercise: the question, the list, the place for the answer, the verdict."""
    now = session()
    attempts = _sheet_of(now.current)
    attempt = attempts[-1]
    asked = attempt.exercise
    _begin(now, attempt)
    now.drawn.remark = _heard(attempt)
    st.html(f"<section class='exercise'>{_question(asked, attempt.number)}</section>")
    with st.container(key="drill"):
        left, right = st.columns([1, 1], gap="medium")
    with left:
        if isinstance(asked, Ordered) and _has_cards(now.current, asked):
            board.show("a", only_order=True)
        elif asked.ranked:
            st.html(_cards(asked))
    with right:
        asks = _key(now.current, attempt)
        controls.draw("answer", _answering(now, attempt), "drill", asks, hall=now.hall.presenting)
        st.html(_verdict(now, attempt))
        if (parts := _parts(attempt)) and not now.hall.presenting:
            lesson.unfold(parts, "Rank by rank: this gives the right terms away")
    if now.hall.presenting:
        controls.draw("hall", [present.button_of(now)])
        raise present.AllPresented


def _question(asked: Exercise, number: int) -> str:
    about = "" if asked.about == CHOICE else f" · {METRICS[asked.about].name}"
    given = f"<p class='given'>{escape(asked.given)}</p>" if asked.given else ""
    return (
        f"<p class='which'>Exercise {number} · level {asked.level}{about}</p>"
        f"<p class='asks'>{asked.asks}</p>{given}"
    )


def _cards(asked: Exercise) -> str:
    """Write the list of an exercise as cards: rank, symbol, title, grade; and its two lines."""
    ranked = asked.ranked
    assert ranked
    cards = []
    for rank, document in enumerate(ranked.documents, start=1):
        grade = document.grade or 0
        missed = rank > ranked.retrieved
        looks = [
            name
            for name, there in (
                ("missed", missed),
                ("marked", rank in asked.marked),
                ("cut", rank == asked.k),
                ("line", rank == ranked.retrieved < len(ranked.documents)),
            )
            if there
        ]
        colour = f"var(--colour-{theme.colour(grade, asked.scale)})"
        place = "not retrieved" if missed else f"rank {rank}"
        cards.append(
            f"<li class='{' '.join(looks)}' style='--grade:{colour}'>"
            f"<span class='heard'>{place}: </span>"
            f"<b aria-hidden='true'>{'–' if missed else rank}</b>"
            f"<i aria-hidden='true'>{theme.SYMBOLS[asked.scale][grade]}</i>"
            f"<span class='title'>{escape(document.title)}</span>"
            f"<em><span class='heard'>, grade </span>{grade}</em></li>"
        )
    cut = f" style='--k:\"k = {asked.k}\"'" if asked.k else ""
    return f"<ol class='cards' aria-label='The list'{cut}>{''.join(cards)}</ol>"


def _answering(now: Session, attempt: Attempt) -> Sequence[Control]:
    """Describe what an answer is given with, and the ways on."""
    asked, of = attempt.exercise, attempt.number
    refused = now.prediction.guess_of("drill", now.current)
    onward = {"do": "drill_next", "of": of}
    answer = {"do": "drill_answer", "of": of}
    ways: list[Control] = []
    if isinstance(asked, Number):
        typed = [each for each in attempt.tries if each != SHOWN]
        field: Control = {
            "kind": "line",
            "name": "number",
            "label": "Your answer",
            "value": refused.typed if refused else typed[-1] if typed else "",
            "placeholder": "0.756 or 3/4 + 1/5",
            "enter": "Next" if attempt.is_over else "Check",
            "change": onward if attempt.is_over else answer,
            "note": refused.refusal if refused else "",
        }
        ways.append(field)
    elif isinstance(asked, Chosen):
        ways += [_option(attempt, letter, answer) for letter in asked.options]
    elif isinstance(asked, Ordered) and not attempt.is_over:
        if _has_cards(now.current, asked):
            ways.append(controls.button("Check this order", answer, shortcut="C"))
            ways.append(controls.button("Start again", {"do": "drill_cards"}))
        else:
            ways.append(controls.button("Put these cards on the board", {"do": "drill_cards"}))
        if refused:
            ways.append({"kind": "text", "name": "refused", "text": refused.refusal})
    if attempt.is_over and not isinstance(asked, Number):
        ways.append(controls.button("Next exercise", onward, shortcut="N"))
    if not attempt.is_over:
        ways.append(controls.button("Show the solution", {"do": "drill_solve", "of": of}))
        ways.append(controls.button("Skip", onward))
    return ways


def _option(attempt: Attempt, letter: str, answer: Action) -> Control:
    """Describe one answer to choose; those that were chosen say whether they were right."""
    asked = attempt.exercise
    assert isinstance(asked, Chosen)
    tried = letter in attempt.tries
    is_right = letter == asked.right and attempt.is_over
    sign = "✓ " if is_right else "× " if tried else ""
    number = "abcd".index(letter) + 1
    return controls.button(
        f"{sign}{asked.options[letter]}",
        {**answer, "to": letter},
        shortcut=str(number),
        pressed=tried or is_right,
    )


def _verdict(now: Session, attempt: Attempt) -> str:
    """Write what there is to say about the last answer, and the solution where it is due.

    Of an answer that was refused, its field says why.
    """
    asked, judged = attempt.exercise, attempt.judged
    if attempt.is_shown:
        steps = "".join(f"<li>{escape(step)}</li>" for step in asked.worked)
        return f"<div class='judged'><p><b>The solution.</b></p><ol>{steps}</ol></div>"
    if not judged or now.prediction.guess_of("drill", now.current):
        return "<div class='judged none'></div>"
    last = judged[-1]
    praise = " At the first try." if attempt.at_once else ""
    steps = "".join(f"<li>{escape(step)}</li>" for step in asked.worked)
    unfolds = f"<details><summary>Step by step</summary><ol>{steps}</ol></details>"
    look = "right" if last.right else "wrong"
    below = unfolds if last.right else ""
    return f"<div class='judged {look}'><p>{last.says}{praise}</p>{below}</div>"


def _parts(attempt: Attempt) -> Figure | None:
    """Draw where the mistake behind the last answer parts from what is right, if ranks tell."""
    asked, last = attempt.exercise, attempt.judged[-1] if attempt.judged else None
    if not last or attempt.is_over or not isinstance(asked, Number) or not asked.ranked:
        return None
    right = worked.compute(asked.about, asked.ranking, asked.k, asked.knobs).terms["contribution"]
    titles = [document.title for document in asked.ranked.documents]
    for mistake in last.mistakes:
        wrong = mistake.terms(asked.ranking, asked.k)
        if wrong is not None and right.sum():
            tried = f"{attempt.number}_{len(attempt.tries)}"
            return Figure(mistaken, [*mistaken.rows(right, wrong, titles)], tried)
    return None


def _heard(attempt: Attempt) -> str:
    """Say the question, or what became of the last answer."""
    number, asked = attempt.number, attempt.exercise
    if attempt.is_shown:
        return f"Exercise {number}. The solution: {' '.join(asked.worked)}"
    if attempt.judged:
        return f"Exercise {number}, try {len(attempt.tries)}. {_text(attempt.judged[-1].says)}"
    return f"Exercise {number}, level {asked.level}. {_text(asked.asks)} {asked.given}".strip()


def _text(written: str) -> str:
    """Return HTML of our own as text."""
    return unescape(re.sub("<[^>]*>", "", written))


# What was done


def done() -> None:
    """Draw what was answered: by metric, and as a text to hand in that anybody can check."""
    now = session().current
    rows = [
        [name, *counts, "✓" if counts[0] >= _MASTERED else ""]
        for name, counts in by_metric(_sheet_of(now)).items()
    ]
    if not rows or is_sheet_of_ten():
        return
    head = ["metric", "right at once", "right later", "not", "mastered"]
    text = handed_in(now)
    st.html(
        f"<h2>What you have done</h2>{plain.table_html('What you have done', head, rows)}"
        f"<details><summary>To hand in</summary><div class='code'><pre tabindex='0'><code>"
        f"{escape(text)}</code></pre><button data-copy>Copy</button></div></details>"
    )
    st.download_button("As a text", text, "drill.txt", "text/plain", on_click="ignore")
    last = _sheet_of(now)[-1]
    asked = last.exercise
    if last.is_over and isinstance(asked, Number) and asked.ranked:  # else it would tell
        measured = _measured(asked, asked.ranked)
        notebook.download(
            "drill",
            lambda origin: notebook.of_several(origin._replace(shown=measured.screen), [measured]),
        )


def _measured(asked: Number, ranked: RankedList) -> Measured:
    """Return the score of an exercise as that of a screen which holds its list and its knobs."""
    metric = METRICS[asked.about]
    turned = Screen().turned(
        scale=asked.scale,
        relevant_from=int(asked.ranking.relevant_from),
        k=asked.k or ranked.retrieved,
        **asked.knobs,
    )

    def compute(screen: Screen) -> Breakdown:
        return score.compute(asked.about, "a", screen)

    screen = turned.with_list("a", ranked)
    return Measured(
        asked.about,
        metric.label(asked.k),
        metric.latex,
        metric.range,
        metric.higher_is_better,
        screen,
        "a",
        compute(screen),
        None,
        compute,
    )


def _done(screen: Screen) -> Sequence[Attempt]:
    """Return the exercises that were answered, or left for the next."""
    *left, present = _sheet_of(screen)
    return [*left, present] if present.tries else left


def handed_in(screen: Screen) -> str:
    """Write what was answered as a text; whoever opens its address sees it worked out again."""
    attempts = _done(screen)
    at_once = sum(each.at_once for each in attempts)
    solved = sum(each.is_solved for each in attempts)
    unsolved = sum(each.is_unsolved for each in attempts)
    tried = ", 1 still tried" if solved + unsolved < len(attempts) else ""
    seconds = sum(each.seconds for each in attempts)
    lines = [
        f"{each.number}. {each.name}, level {each.exercise.level}: {each.told} "
        f"({_time(each.seconds)})"
        for each in attempts
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


def ten() -> None:
    """Draw ten exercises below each other, and their solutions below those."""
    session().drawn.remark = "Ten exercises on a sheet, and their solutions"
    now = session().shown
    every = different(now[Drill.LEVEL], now[Drill.SEED], 10)
    asked = "".join(
        f"<section class='exercise'>{_question(each, at)}{_cards(each) if each.ranked else ''}"
        f"{_blank(each)}</section>"
        for at, each in enumerate(every, start=1)
    )
    solved = "".join(
        f"<section class='solution'><h3>{at}</h3><ol>"
        f"{''.join(f'<li>{escape(step)}</li>' for step in each.worked)}</ol></section>"
        for at, each in enumerate(every, start=1)
    )
    first, last = every[0].which, every[-1].which
    repeats = "; repeats are left out" if last - first >= len(every) else ""
    st.html(
        f"<p>Level {now[Drill.LEVEL]}, exercises {first} to {last}{repeats}. The solutions are "
        f"at the end.</p><div class='ten'>{asked}</div>"
        f"<h2>Solutions</h2><div class='ten'>{solved}</div>"
    )


def different(level: int, seed: int, count: int) -> Sequence[Exercise]:
    """Return the next exercises of a level; what was asked before is left out."""
    found: dict[str, Exercise] = {}
    for which in itertools.count(seed):
        each = exercise(level, which)
        found.setdefault(f"{_question(each, 0)}{each.ranked and _cards(each)}{_blank(each)}", each)
        if len(found) == count:
            break
    return list(found.values())


def _blank(asked: Exercise) -> str:
    """Write where the answer goes, on paper."""
    if not isinstance(asked, Chosen):
        return "<p class='blank'>Answer: <span></span></p>"
    options = "".join(f"<li>{escape(option)}</li>" for option in asked.options.values())
    return f"<ul class='blank'>{options}</ul>"


def others() -> None:
    """Draw the ways to other exercises: another level, another seed, ten at once; and undo."""
    now = session()
    screen, tens = now.current, is_sheet_of_ten()
    options = [[level, f"{level}: {name}"] for level, name in LEVELS.items()]
    level: Control = {
        **{
            "kind": "select",
            "name": "level",
            "label": "Begin at level",
            "value": screen[Drill.LEVEL],
        },
        **{"options": options, "change": {"do": "drill_begin"}, "help": _CLIMB},
    }
    asked = _sheet_of(screen)[-1]
    here = {"do": "drill_begin", "to": asked.exercise.level, "first": asked.exercise.which}
    show = {"do": "drill_ten", "to": "one" if tens else _TEN}
    controls.toolbar(orders_of="")
    controls.draw(
        "others",
        [
            level,
            controls.button(
                "Other exercises", {"do": "drill_begin", "to": screen[Drill.LEVEL], "first": None}
            ),
            controls.button("One at a time" if tens else "Ten on a sheet", show),
            *(
                []
                if tens
                else [controls.button("This exercise alone", here), present.button_of(now)]
            ),
        ],
        "row",
    )


# What a reader does


def _key(screen: Screen, attempt: Attempt) -> str:
    return f"{screen[Drill.LEVEL]} {screen[Drill.SEED]} {attempt.number}"


def _begin(now: Session, attempt: Attempt) -> None:
    """Note when an exercise was first seen."""
    key = _key(now.current, attempt)
    if now.practice.asked[0] != key:
        now.practice.asked = key, monotonic()


def _answered(screen: Screen, attempt: Attempt) -> Screen:
    """Return the screen with the present exercise as it is now."""
    attempts = (*_sheet_of(screen)[:-1], attempt)
    answers = spelled(attempts)
    return screen.turned(**{Drill.ANSWERS: KNOBS[Drill.ANSWERS].parse(answers, screen.scale)})


def _has_cards(screen: Screen, asked: Ordered) -> bool:
    """Tell whether the cards of an exercise are on the board, in whatever order."""
    assert asked.ranked
    there, due = ({d.title for d in each.documents} for each in (screen.a, asked.ranked))
    return there == due


def _order_on(screen: Screen, asked: Ordered) -> str:
    """Spell the order that the board has as an answer, if it still has the cards as they were."""
    assert asked.ranked
    titles = [document.title for document in asked.ranked.documents]
    grades = {document.title: document.grade for document in asked.ranked.documents}
    on = screen.a
    if not _has_cards(screen, asked) or len(on.documents) != len(titles):
        raise RefusedError("These are not the cards of this exercise. Start again.")
    if on.retrieved < len(titles):
        raise RefusedError("No card may cross the line where retrieval ends.")
    if any(document.grade != grades[document.title] for document in on.documents):
        raise RefusedError("The grades have to stay as they were.")
    return "o" + "".join(str(titles.index(document.title) + 1) for document in on.documents)


@post.deed("drill_answer")
def _answer(now: Session, action: Action) -> None:
    """Take an answer; one that is none stays in its field, with the reason."""
    attempt = _sheet_of(now.current)[-1]
    asked = attempt.exercise
    text = str(action.get("to", ""))[:200].encode(errors="replace").decode()
    if attempt.is_over or action["of"] != attempt.number:
        return  # keys may be fast
    try:
        answer = _order_on(now.current, asked) if isinstance(asked, Ordered) else text
        kept = taken(asked, answer)
        if len(attempt.tries) >= _MOST_TRIES:
            raise RefusedError("That makes twenty tries. Look at the solution, or go on.")
    except RefusedError as refused:
        guess = Guess(now.current, "drill", text, refusal=str(refused))
        now.prediction = replace(now.prediction, guess=guess)
        return
    if attempt.tries[-1:] != (kept,):
        _keep(now, attempt, kept)


def _keep(now: Session, attempt: Attempt, answer: str) -> None:
    """Add an answer to the present exercise, with the time it took."""
    key, since = now.practice.asked
    clock = monotonic()
    spent = int(clock - since) if key == _key(now.current, attempt) else 0
    now.practice.asked = _key(now.current, attempt), clock
    seconds = min(attempt.seconds + spent, _LONGEST)
    more = replace(attempt, tries=(*attempt.tries, answer), seconds=seconds)
    now.act(lambda screen: _answered(screen, more))


@post.deed("drill_solve")
def _solve(now: Session, action: Action) -> None:
    """Give the solution away."""
    attempt = _sheet_of(now.current)[-1]
    if action["of"] == attempt.number and not attempt.is_over:
        _keep(now, attempt, SHOWN)


@post.deed("drill_next")
def _next(now: Session, action: Action) -> None:
    """Go on to the next exercise; behind the last that a sheet holds, to the next sheet."""
    if action["of"] == _sheet_of(now.current)[-1].number:
        now.act(_onward)


def _onward(screen: Screen) -> Screen:
    attempts = _sheet_of(screen)
    knob = KNOBS[Drill.ANSWERS]
    assert isinstance(knob, Answers)
    if len(attempts) < knob.most:
        return _laid(screen, screen.turned(**{Drill.ANSWERS: f"{spelled(attempts)}~"}))
    last = attempts[-1].exercise
    return _laid(screen, _begun(screen, last.level, last.which + 1))


def _begun(screen: Screen, level: object, seed: object) -> Screen:
    """Return a screen with a sheet that begins at a level and a seed."""
    turned = {
        name: KNOBS[name].taken(value, screen[name], screen.scale)
        for name, value in ((Drill.LEVEL, level), (Drill.SEED, seed))
    }
    return screen.turned(**turned, **{Drill.ANSWERS: ""})


def _laid(before: Screen, screen: Screen) -> Screen:
    """Put the present exercise's cards on the board, where an order is asked for.

    Behind such an exercise the board is cleared, so that an address need not hold its cards.
    """
    was, asked = (_sheet_of(each)[-1].exercise for each in (before, screen))
    if isinstance(asked, Ordered):
        return _with_cards(screen, asked)
    if isinstance(was, Ordered) and _has_cards(screen, was):
        first = Screen()
        cleared = screen.turned(scale=first.scale, relevant_from=1, k=first.k)
        return cleared.with_list("a", first.a)
    return screen


def _with_cards(screen: Screen, asked: Ordered) -> Screen:
    assert asked.ranked
    on = screen.turned(scale=asked.scale, relevant_from=1, k=len(asked.ranked.documents))
    return on.with_list("a", asked.ranked)


@post.change("drill_cards")
def _take_cards(now: Screen, action: Action) -> Screen:  # noqa: ARG001
    asked = _sheet_of(now)[-1].exercise
    return _with_cards(now, asked) if isinstance(asked, Ordered) else now


@post.deed("drill_begin")
def _begin_anew(now: Session, action: Action) -> None:
    """Begin a sheet, at a level; with the seed of the present one, a given or, None, any other."""
    seed = action.get("first", now.current[Drill.SEED])
    if seed is None:
        seed = Random().randrange(_SEEDS)
    now.act(lambda screen: _laid(screen, _begun(screen, action["to"], seed)), begin=True)


@post.change("drill_ten")
def _ten(now: Screen, action: Action) -> Screen:
    knob = KNOBS[Drill.SHEET]
    return now.turned(**{Drill.SHEET: knob.taken(action["to"], now[Drill.SHEET], now.scale)})
