"""Scores of a page, and the guess or vote before they are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

import numpy as np
import streamlit as st

from ui.core import plain, post, predict, theme
from ui.core.documents import RefusedError
from ui.core.plain import decimals, signed
from ui.core.post import Action
from ui.core.predict import Bounds, Guess, Prediction, Vote
from ui.core.screen import Name, Screen
from ui.core.session import Session, session
from ui.draw.score import Measured
from ui.parts import controls

_USUAL: Final = 3
"""Decimals of most scores."""
_ROOMY: Final = 3
"""Most scores that stand side by side with room for more decimals."""


def tiles(measured: Sequence[Measured], size: str = "") -> None:
    """Draw scores, each with its change by the last move."""
    st.html(tiles_html(measured, size))


def tiles_html(measured: Sequence[Measured], size: str = "") -> str:
    """Write scores side by side; `size` is the CSS class "big", "several" or "".

    Where many scores leave no room for more than three decimals, such a one has its own class.
    """
    if len(measured) > _ROOMY:
        main, *others = (one.places > _USUAL for one in measured)
        size += " long-first" * main + " long" * any(others)
    return f"<dl class='scores {size}'>{''.join(map(tile_html, measured))}</dl>"


def miniature_html(screen: Screen, name: Name = "a") -> str:
    """Write the symbols of a list's grades, with marks at the cut and the end of retrieval."""
    ranked, symbols = screen.ranked(name), theme.SYMBOLS[screen.scale]
    marks = ["?" if d.grade is None else symbols[d.grade] for d in ranked.documents]
    cut = min(screen.k, ranked.retrieved)
    missed = "".join(marks[ranked.retrieved :])
    return (
        f"<span class='miniature' aria-hidden='true'>{''.join(marks[:cut])}<b></b>"
        f"{''.join(marks[cut : ranked.retrieved])}{missed and f'<i>{missed}</i>'}</span>"
    )


def variants_html(scores: Mapping[tuple[str, bool, str], float]) -> str:
    """Write scores side by side; keys are the name, whether it is the current one, a remark."""
    tiles = (
        f"<div{' class=present' if present else ''}><dt>{name}</dt>"
        f"<dd><b>{decimals(score)}</b></dd>{remark and f'<dd><small>{remark}</small></dd>'}</div>"
        for (name, present, remark), score in scores.items()
    )
    return f"<dl class='scores variants'>{''.join(tiles)}</dl>"


def turning(name: str, knob: str, to: object) -> str:
    """Write the name of a position as a link that turns a knob to it."""
    return f"<a href='{post.href({'do': 'turn', 'knob': knob, 'to': to})}'>{name}</a>"


def tile_html(one: Measured, name: str = "") -> str:
    """Write a score below its label or `name`, with its change by the last move; announce both."""
    shown = ""
    if one.change:
        better = "up" if (one.change > 0) == one.higher_is_better else "down"
        look = better if one.higher_is_better else f"{better} lower"
        if one.higher_is_better is None:
            look = "moved"
        shown = f" <span class='{look}'>{signed(one.change, one.places)}</span>"
    _announce(one)
    return f"<div><dt>{name or one.label}</dt><dd><b>{one.text}</b>{shown}</dd></div>"


def _announce(one: Measured, more: str = "") -> None:
    """Announce a score to a screen reader when the run ends."""
    state, change = session(), one.change or 0
    way = "up" if change > 0 else "down"
    moved = (
        f", {way} {decimals(abs(change), one.places)}"
        if change
        else ", unchanged" * (one.terms_before is not None)
    )
    better = (change > 0) - (change < 0)
    if not one.higher_is_better:
        better = 0 if one.higher_is_better is None else -better
    label = one.label + f" of list {one.name.upper()}" * (one.name != "a")
    value = one.text if one.score == one.score else "no score"
    state.drawn.scores[label] = f"{value}{moved}{more}", better


def note_undefined(measured: Sequence[Measured]) -> None:
    """Draw which scores are 0/0; the element is always there, so that nothing moves."""
    plain.sentence(undefined(measured))


def undefined(measured: Sequence[Measured]) -> str:
    """Return a sentence on the scores that are 0/0, or ""."""
    worst = [one.label for one in measured if one.breakdown.undefined and one.score == one.score]
    none = [one for one in measured if one.breakdown.undefined and one.score != one.score]
    unexplained = [one.label for one in none if not one.why_none]
    notes = [*dict.fromkeys(one.why_none for one in none if one.why_none)]
    if worst:
        notes.append(
            f"0/0 for {', '.join(worst)}: no relevant document counts here. "
            "It counts as the worst score."
        )
    if unexplained:
        notes.append(
            f"0/0 for {', '.join(unexplained)}: there is nothing to compare, so there is no score."
        )
    return " ".join(notes)


def must_guess(measured: Sequence[Measured]) -> bool:
    """Return whether the reader must still guess or vote on one of these scores.

    A preview does not count: asking would interrupt the drag.
    """
    state = session()
    return state.prediction.hides([one.key for one in measured], state.current, state.before)


def is_hidden(measured: Sequence[Measured]) -> bool:
    """Return whether these scores are hidden as they are drawn now, perhaps during a drag."""
    state = session()
    before = None if state.preview else state.before
    return state.prediction.hides([one.key for one in measured], state.shown, before)


def score_or_guess(measured: Sequence[Measured], below_score: str | None = None) -> bool:
    """Draw the scores, or ask for a guess at one; return whether they may be seen.

    Both take the same height, so that the list below does not move. `below_score` is HTML that
    stays in sight with the scores, by default the list as symbols.
    """
    state, keys = session(), [one.key for one in measured]
    at = keys.index(state.prediction.asked(keys))
    main, hides, guessing = measured[at], is_hidden(measured), must_guess(measured)
    by_class = state.prediction.is_for_class(main.key)
    size = "big" if len(measured) == 1 else "several"
    guess = None if by_class else state.prediction.guess_of(main.key, main.screen)
    if hides:
        blank = "<div><dt>&nbsp;</dt><dd><b>&nbsp;</b></dd></div>"
        cells = [blank] * len(measured)
        if by_class or not guessing:
            cells[at] = f"<div><dt>{main.label}</dt><dd><b>?</b></dd></div>"
        scores = f"<dl class='room scores {size}'>{''.join(cells)}</dl>"
    else:
        scores = tiles_html(measured, size)
    if guess and guess.number is not None:
        below = line_html(guess.number, main.score, main.bounds, f"{main.label}: " * (at > 0))
        _announce(main, f", off by {decimals(abs(guess.number - main.score))}")
    elif below_score is None:
        below = miniature_html(main.screen, main.name)
    else:
        below = "" if hides else below_score
    with st.container(key="score"):
        if by_class:
            below = ""
        elif guessing:
            below = f"<p class='paper'>{main.label}</p>"
        st.html(f"{scores}<div class='below'>{below}</div>")
        # After the answer, the hands of a hall without phones vote on the next move.
        votes = state.projector.presenting and not state.projector.room
        if state.prediction.on and not by_class and (guessing or votes):
            control = _question(main) if guessing else _hands(main)
            controls.draw(
                "guess", [control], "hall-guess" if state.projector.presenting else "guess"
            )
    return not hides


def line_html(guess: float, score: float, bounds: Bounds, name: str = "") -> str:
    """Write an axis of all scores with marks at the guess and at the score that has this name.

    Without a highest score, the axis ends at a round number above both.
    """
    low, high = bounds
    has_score = score == score
    end = high if high is not None else _round_above(max(guess, score if has_score else guess, low))
    you = (guess - low) / (end - low)
    truth = (score - low) / (end - low)
    dot = f"<i class='truth' style='--at:{truth:.4f}'></i>" if has_score else ""
    off = f"off by <b>{decimals(abs(guess - score))}</b>" if has_score else "no score here"
    return (
        f"<div class='guessed' style='--you:{you:.4f}'><div><span>{low:g}</span>"
        f"<div class='axis'><i></i><span class='you'>you</span>{dot}</div>"
        f"<span>{end:g}</span></div><p>{name}{off}</p></div>"
    )


def _round_above(value: float) -> float:
    """Return the first of 1, 2, 5, 10, 20, 50, … above a value.

    >>> [_round_above(value) for value in (0, 1, 3.2, 7, 10)]
    [1.0, 2.0, 5.0, 10.0, 20.0]
    """
    steps = (step * 10.0**power for power in count() for step in (1, 2, 5))
    return next(step for step in steps if step > value)


def _question(measured: Measured) -> controls.Control:
    """Return the field for a guess; a refused text stays in it, with the reason."""
    state = session()
    guess = state.prediction.guess_of(measured.key, state.current)
    low, high = measured.bounds
    return {
        "kind": "line",
        "name": "guess",
        "label": f"Your guess for {measured.label}",
        "value": guess.typed if guess else "",
        "about": f"{measured.label} {state.projector.page} {state.current.preset}",
        "placeholder": predict.allowed(measured.bounds),
        "signs": "/",
        "enter": "Show the answer",
        "change": {"do": "guess", "key": measured.key, "low": low, "high": high},
        **({"note": guess.refusal} if guess else {}),
    }


def _hands(measured: Measured) -> controls.Control:
    """Return the buttons that count votes on the next move."""
    state = session()
    vote = state.prediction.vote_on(measured.key, state.current)
    closed = state.prediction.vote_on(measured.key, state.before, with_answered=True)
    if state.preview or vote:
        closed = None
    elif closed:
        state.prediction = replace(state.prediction, vote=replace(closed, is_answered=True))
    change = (
        np.nan
        if measured.terms_before is None
        else measured.score - float(measured.terms_before.score)
    )
    question = f"Hands up: with the next move, {measured.label} …"
    sentence = predict.outcome(closed, float(change)) if closed else question
    if closed or vote:
        hands = ", ".join(f"{way} {vote.hands.get(way, 0)}" for way in predict.WAYS) if vote else ""
        state.drawn.remark = sentence if closed else f"Hands: {hands}"
    return {
        "kind": "hands",
        "name": "hands",
        "label": f"Before the next move: {measured.label}",
        "says": sentence,
        "ways": [
            [way, sign, vote.hands.get(way, 0) if vote else 0] for way, sign in predict.WAYS.items()
        ],
        "change": {"do": "vote", "key": measured.key},
    }


@post.on_session("predict")
def _predict(state: Session, action: Action) -> None:
    now = state.prediction
    state.prediction = Prediction(action["to"] is True, now.of, class_key=now.class_key)


@post.on_session("predict_of")
def _predict_of(state: Session, action: Action) -> None:
    state.prediction = replace(state.prediction, of=str(action["to"])[:40])


@post.on_session("guess")
def _guess(state: Session, action: Action) -> None:
    key, typed = str(action["key"])[:40], str(action["to"])[:200].encode(errors="replace").decode()
    low, high = action["low"], action["high"]
    bounds = float(low), None if high is None else float(high)
    try:
        number = predict.number(typed, bounds) if typed.strip() else None
        guess = Guess(state.current, key, typed, number)
    except RefusedError as refused:
        guess = Guess(state.current, key, typed, refusal=str(refused))
    state.prediction = replace(state.prediction, guess=guess)


@post.on_session("vote")
def _vote(state: Session, action: Action) -> None:
    key, way = str(action["key"])[:40], action["for"]
    is_hidden = state.prediction.hides([key], state.current, state.before)
    if way not in ("", *predict.WAYS) or is_hidden:
        return
    vote = (way and state.prediction.vote_on(key, state.current)) or Vote(state.current, key)
    state.prediction = replace(state.prediction, vote=vote.raised(way) if way else vote)


def sentences() -> None:
    """Draw the pending sentences for the reader, always in sight."""
    with st.container(key="notices"):  # always there, so that the elements below stay
        if pending := " ".join(session().sentences()):
            plain.sentence(pending, "notice")
