"""Goals to reach on the board, from `challenges.toml`, and whether one has been reached.

A challenge is a starting screen and a goal. The moves in between are not stored: the goal is judged
from the starting and the current screen, so that a link or a reload loses nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import escape
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from metrics.catalog import METRICS
from pages.playground import sums
from ui.contents import PAGES
from ui.core import knobs, link, post, presets
from ui.core.documents import RankedList
from ui.core.knobs import KNOBS
from ui.core.plain import decimals, signed, typeset
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.draw import score
from ui.draw.score import Measured
from ui.parts import controls
from ui.parts.controls import Control

Amounts = Mapping[str, float]
"""Numbers by the key of their metric."""

_ROUNDING: Final = 1e-9
_NONE: Final = "±0.000"
_FIRST: Final = Screen()
"""The list that the page opens with."""
_MOVED: Final = _FIRST.with_list("a", _FIRST.a.moved("5", 2))
_AWAY: Final = "These are not the pages of this challenge. Start it again."


@dataclass(frozen=True, kw_only=True)
class Goal:
    """The scores to reach, and what the reader may change.

    Attributes:
        may: "order", "grades", "retrieved" (which documents) or keys of knobs; all else is fixed.
        drags: most documents that may be moved; None: any number.
        grades: most grades that may be changed; None: any number.
        up: smallest rise of a metric; 0: any rise.
        down: smallest fall of a metric; 0: any fall.
        same: limit of the change of a metric; 0: no change.
        at_least: smallest score of a metric.
        at_most: largest score of a metric.
    """

    may: Sequence[str]
    drags: int | None = None
    grades: int | None = None
    up: Amounts = field(default_factory=dict)
    down: Amounts = field(default_factory=dict)
    same: Amounts = field(default_factory=dict)
    at_least: Amounts = field(default_factory=dict)
    at_most: Amounts = field(default_factory=dict)


@dataclass(frozen=True)
class Challenge:
    """A starting screen, a goal, a screen that reaches it, and the texts about them."""

    id: str
    title: str
    do: str
    hint: str
    answer: str
    start: Screen
    solution: Screen
    goal: Goal

    @cached_property
    def scores(self) -> Amounts:
        """The scores of the goal's metrics on the starting screen."""
        goal = self.goal
        return {key: _score(key, self.start) for key in {**goal.up, **goal.down, **goal.same}}


@dataclass(frozen=True)
class Verdict:
    """How far a screen is from a goal.

    Attributes:
        broken: the broken rules, a sentence each.
        wanted: the conditions on scores, as texts, and whether they are met.
        wrong: what is wrong with those that are not met, as clauses.
    """

    broken: Sequence[str]
    wanted: Sequence[tuple[str, bool]]
    wrong: Sequence[str]

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return not self.broken and all(met for _, met in self.wanted)


@cache
def challenges() -> dict[str, Challenge]:
    """Return all challenges by id, from easy to hard.

    Raises:
        ValueError: an entry is not valid; the message names the challenge.
    """
    return {id_: read(entry) for id_, entry in presets.challenges().items()}


def read(entry: Mapping[str, Any]) -> Challenge:
    """Read an entry of `challenges.toml`: a preset with a goal.

    Raises:
        ValueError: as `challenges`.
    """
    goal = Goal(**entry["goal"])
    scored = {*goal.up, *goal.down, *goal.same, *goal.at_least, *goal.at_most}
    if unknown := {*goal.may} - {"order", "grades", "retrieved", *KNOBS}:
        raise ValueError(f"challenge {entry['id']}: nothing is called {', '.join(unknown)}")
    metrics = tuple(key for key in METRICS if key in entry["metrics"])
    if not scored or not scored <= {*metrics} or list(metrics) != entry["metrics"]:
        raise ValueError(f"challenge {entry['id']}: its metrics do not show what it is about")
    start = presets.challenge_start(entry)
    texts = {name: entry[name] for name in ("id", "title", "do", "hint", "answer")}
    solution = start
    for move in entry["solve"]:
        solution = _made(move, solution)
    return Challenge(**texts, start=start, solution=solution, goal=goal)


def _made(move: Mapping[str, Any], screen: Screen) -> Screen:
    """Return a screen after one move: of a document by its id, of its grade, or of knobs."""
    if "move" in move:
        return screen.with_list("a", screen.a.moved(move["move"], move["to"]))
    if "grade" in move:
        return screen.with_list("a", screen.a.edited(move["grade"], grade=move["to"]))
    return screen.with_settings(**move)


# Judging


def judge(challenge: Challenge, screen: Screen) -> Verdict:
    """Return how far a screen is from the goal of a challenge."""
    goal, before = challenge.goal, challenge.scores
    broken = _broken(goal, challenge.start, screen)
    wanted: list[tuple[str, bool]] = []
    wrong: list[str] = []

    def want(key: str, text: str, happened: str, due: str, *, met: bool) -> None:
        label = METRICS[key].label(screen.k)
        wanted.append((f"{label} {text}{'' if met else f' ({due})'}", met))
        if not met:
            wrong.append(f"{METRICS[key].label()} {happened}")

    def by(amount: float) -> str:
        return f" by {amount:g}" if amount else ""

    for way, amounts in (("rise", goal.up), ("fall", goal.down)):
        for key, amount in amounts.items():
            change = _score(key, screen) - before[key]
            moved = change if way == "rise" else -change
            met = moved > _ROUNDING and moved >= amount - _ROUNDING
            want(key, *_changed(change), f"must {way}{by(amount)}", met=met)
    for key, amount in goal.same.items():
        change = _score(key, screen) - before[key]
        due = f"must change by < {amount:g}" if amount else "must stay"
        met = abs(change) <= _ROUNDING or abs(change) < amount
        want(key, *_changed(change), due, met=met)
    ends = {"at_least": goal.at_least, "at_most": goal.at_most}
    for key in {**goal.at_least, **goal.at_most}:
        reached = _score(key, screen)
        low, high = ends["at_least"].get(key), ends["at_most"].get(key)
        due = f"must reach {low:g}" if high is None else f"must be at most {high:g}"
        if low is not None and high is not None:
            due = f"must be {decimals((low + high) / 2)}"
        met = (low is None or reached >= low - _ROUNDING) and (
            high is None or reached <= high + _ROUNDING
        )
        want(key, decimals(reached), f"is {decimals(reached)}", due, met=met)
    start = challenge.start
    knobs_turned = any(screen[key] != start[key] for key in goal.may if key in KNOBS)
    return Verdict(broken, wanted, wrong if screen.a != start.a or knobs_turned else [])


def _changed(by: float) -> tuple[str, str]:
    """Write a change of a score with its sign, and what the score did.

    >>> _changed(0.038), _changed(-0.01), _changed(0)
    (('+0.038', 'rose by 0.038'), ('−0.010', 'fell by 0.010'), ('±0.000', 'stayed as it was'))
    """
    text = signed(by, nothing=_NONE)
    if text == _NONE:
        return text, "stayed as it was"
    if by != by:
        return text, f"is {text}"
    return text, f"{'rose' if by > 0 else 'fell'} by {decimals(abs(by))}"


def _broken(goal: Goal, start: Screen, screen: Screen) -> list[str]:
    """Return the rules that a screen breaks, a sentence each."""
    before, after = start.a, screen.a
    if sorted(d.title for d in before.documents) != sorted(d.title for d in after.documents):
        return [_AWAY]
    broken = []
    if "order" not in goal.may and _rows(before) != _rows(after):
        broken.append("The order has to stay as it was.")
    elif "retrieved" not in goal.may and _retrieved(before) != _retrieved(after):
        broken.append("No page may cross the line where retrieval ends.")
    elif goal.drags == 1 and not one_drag(_rows(before), _rows(after)):
        broken.append("More than one page has been moved.")
    graded = {d.title: d.grade for d in before.documents}
    regraded = sum(d.grade != graded[d.title] for d in after.documents)
    if regraded and "grades" not in goal.may:
        broken.append("The grades have to stay as they were.")
    elif goal.grades is not None and regraded > goal.grades:
        broken.append("Too many grades have been changed.")
    turned = [
        knob.label
        for key, knob in KNOBS.items()
        if key not in (*goal.may, *knobs.SHOWN, *knobs.WhichMetric, *knobs.Drill)
        and start[key] != screen[key]
    ]
    if turned:
        broken.append(f"To be put back: {', '.join(turned)}.")
    return broken


def one_drag(before: Sequence[object], after: Sequence[object]) -> bool:
    """Return whether moving at most one element turns one order into the other.

    >>> one_drag("abcd", "bcda"), one_drag("abcd", "abcd"), one_drag("abcd", "badc")
    (True, True, False)
    """
    differ = [i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    if not differ:
        return True
    first, last = differ[0], differ[-1] + 1
    was, is_now = list(before[first:last]), list(after[first:last])
    return is_now in ([*was[1:], was[0]], [was[-1], *was[:-1]])


def _rows(ranked: RankedList) -> list[str | None]:
    """Return the titles from top to bottom, with None where retrieval ends."""
    rows: list[str | None] = [document.title for document in ranked.documents]
    return [*rows[: ranked.retrieved], None, *rows[ranked.retrieved :]]


def _retrieved(ranked: RankedList) -> set[str]:
    return {document.title for document in ranked.documents[: ranked.retrieved]}


def _score(key: str, screen: Screen) -> float:
    return float(score.compute(key, "a", screen).score)


# Drawing


def knobs_of(current: str) -> list[str]:
    """Return the knobs that a challenge asks for, without k, whose line stands in the list."""
    chosen = challenges().get(current)
    return [key for key in chosen.goal.may if key in KNOBS and key != "k"] if chosen else []


def draw(current: str, measured: Sequence[Measured]) -> None:
    """Draw the choice of a challenge, and how far the board is from the goal of the current one.

    `current` is the id of that challenge, or "": then the answer says what the last move did to the
    scores `measured`.
    """
    by_id, state = challenges(), session()
    ids, solved = list(by_id), state.practice.solved
    chosen = by_id.get(current)
    verdict = judge(chosen, state.shown) if chosen else None
    told = chosen is not None and chosen.id in state.practice.told
    if chosen and verdict and verdict.solved and not (told or state.preview):
        solved.add(chosen.id)
    options = [["", "Play freely"]] + [
        [id_, f"{number}. {challenge.title}{' ✓' * (id_ in solved)}"]
        for number, (id_, challenge) in enumerate(by_id.items(), start=1)
    ]
    choice: Control = {
        **{"kind": "select", "name": "choice", "label": "Challenge", "value": current},
        **{"options": options, "change": {"do": "take_on"}},
    }
    at = ids.index(current) if chosen else -1
    place = f"{at + 1} of {len(ids)}" if chosen else f"then {len(ids)} challenges"
    playground = PAGES["playground"]
    sentence = _asked(chosen, solved=verdict.solved) if chosen and verdict else _play(measured)
    controls.talk(
        "challenges",
        choice,
        at=at,
        of=len(ids),
        question=chosen.title if chosen else f"{playground.title}: {playground.question}",
        sentence={
            **{"kind": "step", "name": "step", **sentence},
            "place": "" if state.projector.presenting else place,
        },
        walk=ids,
    )
    if chosen and verdict:
        with st.container(key="goal"):
            st.html(_verdict_html(chosen, verdict, told=told))
            state.drawn.add(_announcement(chosen, verdict, told=told))
            st.html(_below_html(chosen))  # its own element: a drag must not close the hint


def _asked(challenge: Challenge, *, solved: bool) -> Control:
    """Return what a challenge asks, and its answer, which comes when it is solved or asked for."""
    return {
        **{"of": challenge.id, "do": "", "ask": challenge.do, "answer": typeset(challenge.answer)},
        **{"open": solved, "acts": {"do": "solve", "challenge": challenge.id}},
    }


def _play(measured: Sequence[Measured]) -> Control:
    """Return what a reader can try without a challenge; the answer is what the last move did."""
    state = session()
    asks = "Which score changes most, and why?" if len(measured) > 1 else "What changes, and why?"
    own = {"of": "", "do": "Drag a card, or change a grade.", "ask": asks}
    if state.drawn.hidden:
        return {**own, "answer": "", "open": False}
    looked_at = {name: state.current[name] for name in ("orders_by", "orders_against")}
    first, moved = (each.with_settings(**looked_at) for each in (_FIRST, _MOVED))
    if state.current not in (first, moved):
        said = sums.reaction(measured)
        return {**own, "answer": said, "open": bool(said)}
    return {
        **{
            "of": "playground",
            "do": "Three metrics score the top 5. Drag rank 5 (grade 3) to rank 3.",
        },
        "ask": "Which score does not change?",
        "answer": "AP: it asks only for hits, and ranks 3 to 5 stay hits. nDCG and ERR rise.",
        "open": state.current == moved and not state.projector.presenting,
        "acts": {"do": "show_moved"},
    }


_LOOKS: Final = {"orders_by": "ndcg", "orders_against": "average_precision"}
"""A score that changes by what the page asks for is looked at then."""


@post.on_session("show_moved")
def _show_moved(state: Session, _action: Action) -> None:
    """Do what the page asks for, and look at a score that changes."""
    state.act(lambda screen: screen.with_list("a", _MOVED.a).with_settings(**_LOOKS))


def look_at_change() -> None:
    """Look at a score that changes if the reader's own move is what the page asks for, too."""
    state = session()
    at = state.position
    if at and not state.preview and state.steps[at - 1 : at + 1] == [_FIRST, _MOVED]:
        state.steps[at] = _MOVED.with_settings(**_LOOKS)


def _take_on(id_: str) -> Action:
    return {"do": "take_on", "to": id_}


@post.on_session("take_on", linked=True)
def _take_on_challenge(state: Session, action: Action) -> None:
    """Start a challenge by its id, or by a `step` from the current one: keys can be fast."""
    if action.get("to") == "":
        state.act(lambda screen: screen.with_settings(challenge=""))
        return
    state.practice.told.clear()
    slides = {id_: lambda _, start=entry.start: start for id_, entry in challenges().items()}
    controls.turn_slide(state, action, slides, at=state.current[knobs.CHALLENGE])


@post.on_session("solve")
def _solve(state: Session, action: Action) -> None:
    """Show what solves a challenge, as its answer says: until it starts again, this solves none."""
    challenge = challenges()[action["challenge"]]
    if not judge(challenge, state.current).solved:
        state.practice.told.add(challenge.id)
    state.act(lambda _: challenge.solution)


def _announcement(challenge: Challenge, verdict: Verdict, *, told: bool) -> str:
    """Return what a screen reader is told: the verdict, and what is still to be done."""
    if verdict.solved:
        return f"{'Shown' if told else 'Solved'}. {challenge.answer}"
    due = [text for text, met in verdict.wanted if not met]
    return f"Not yet: {' '.join(verdict.broken) or '; '.join(verdict.wrong or due)}"


def _verdict_html(challenge: Challenge, verdict: Verdict, *, told: bool) -> str:
    """Return the HTML of how far the board is from a goal, and what comes next.

    A hall has one line for it, and goes on by the choice of a challenge.
    """
    in_hall = session().projector.presenting
    if verdict.solved:
        answer = f"<b>{'Shown' if told else 'Solved'}.</b>"  # the answer stands by the question
    elif verdict.broken:
        answer = " ".join(["<b>Not yet.</b>", *map(escape, verdict.broken)])
    elif verdict.wrong and not in_hall:
        once = challenge.goal.drags == 1
        advice = "Undo and try another move." if once else "Go on, or undo."
        answer = f"<b>Not yet:</b> {escape(', and '.join(verdict.wrong))}. {advice}"
    else:
        answer = "<b>Not yet.</b>"
    parts = "".join(
        f"<li class='{'met' if met else 'due'}'>{escape(text)}</li>" for text, met in verdict.wanted
    )
    goal = challenge.goal
    changes = (goal.up or goal.down or goal.same) and not in_hall
    since = "<span>Since the start:</span>" if changes else ""
    onward = _next(challenge) if verdict.solved and not in_hall else ""
    return (
        f"<div class='verdict {'solved' if verdict.solved else ''}'>"
        f"{since}<ul>{parts}</ul><p>{answer}</p>{onward}</div>"
    )


def _next(challenge: Challenge) -> str:
    """Return a link to the challenge after this one, if there is one."""
    all_ = list(challenges().values())
    following = all_[all_.index(challenge) + 1 :]
    return _link(following[0].id, f"Next challenge: {following[0].title}") if following else ""


def _below_html(challenge: Challenge) -> str:
    """Return the HTML below a challenge: its hint, and links that restart or leave it.

    A hall leaves it by the choice of a challenge.
    """
    leave = "" if session().projector.presenting else _link("", "Leave the challenge")
    return (
        f"<div class='challenges'><details><summary>A hint</summary><p>{escape(challenge.hint)}</p>"
        f"</details>{_link(challenge.id, 'Start it again')}{leave}</div>"
    )


def contents(current: str) -> None:
    """Draw the list of all challenges, each with its link; `current` is as in `draw`."""
    st.html(_contents(current, frozenset(session().practice.solved)))


@cache
def _contents(current: str, solved: frozenset[str]) -> str:
    links = "".join(
        f"<li{' aria-current=true' if challenge.id == current else ''}>{_links(challenge)}"
        f"{' <b>✓ solved</b>' if challenge.id in solved else ''}</li>"
        for challenge in challenges().values()
    )
    return (
        f"<div class='challenges'><details class='all'><summary>{len(challenges())} challenges"
        f"</summary><ol>{links}</ol></details></div>"
    )


def _links(challenge: Challenge) -> str:
    """Return two links to a challenge: one opens it here, one can be copied or opened in a tab."""
    url = f"{PAGES['playground'].url}?{urlencode(link.encode(challenge.start))}"
    return (
        f"{_link(challenge.id, challenge.title)} <a class='own' href='{escape(url, quote=True)}' "
        f"target='_blank' aria-label='Link to {escape(challenge.title)}' "
        f"title='Its own link, in another tab'>link</a>"
    )


def _link(id_: str, text: str) -> str:
    """Return a link that starts a challenge in this tab (assets/links.js)."""
    return f"<a href='{post.href(_take_on(id_))}'>{escape(text)}</a>"
