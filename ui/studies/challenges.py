"""Goals to reach on the board, from `assets/challenges.json`, and whether one has been reached.

A challenge is a screen to start from and a goal. What a reader has done to get from the one to the
other is nowhere kept: the goal is judged from the two screens, so a link or a reload loses nothing.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import escape
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from metrics.catalog import METRICS
from ui.contents import PAGES
from ui.look.plain import decimals, signed
from ui.models import score
from ui.parts import controls
from ui.parts.controls import Control
from ui.state import knobs, link, presets
from ui.state.documents import ASSETS, RankedList
from ui.state.knobs import KNOBS
from ui.state.screen import Screen
from ui.state.session import Session, session
from ui.wire import post
from ui.wire.post import Action

Amounts = Mapping[str, float]
"""A number for each of some metrics, by their keys."""

_ROUNDING: Final = 1e-9
_NONE: Final = "±0.000"
_AWAY: Final = "These are not the pages of this challenge. Start it again."


@dataclass(frozen=True, kw_only=True)
class Goal:
    """What is to be reached, and what may be changed for it.

    Attributes:
        may: what may be changed: "order", "grades", "retrieved" (which documents are), or a knob
            by its key. All else has to stay as it was.
        drags: how many documents may be moved; None: any.
        grades: how many grades may be changed; None: any.
        up: by how much a metric has to rise at least; 0: by anything.
        down: by how much it has to fall.
        same: by how much it may change; 0: not at all.
        at_least: the score a metric has to reach.
        at_most: the score it must not exceed.
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
    """A screen to start from, a goal, and what to say about it."""

    id: str
    name: str
    says: str
    hint: str
    learnt: str
    start: Screen
    goal: Goal

    @cached_property
    def scores(self) -> Amounts:
        """What the metrics of the goal are on the screen it starts from."""
        goal = self.goal
        return {key: _score(key, self.start) for key in {**goal.up, **goal.down, **goal.same}}


@dataclass(frozen=True)
class Verdict:
    """How far a screen is from a goal.

    Attributes:
        broken: the rules it breaks, each as a sentence.
        wanted: what the scores have to do, each as a piece of text, and whether they do it.
    """

    broken: Sequence[str]
    wanted: Sequence[tuple[str, bool]]

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return not self.broken and all(met for _, met in self.wanted)


@cache
def challenges() -> dict[str, Challenge]:
    """All challenges by id, from easy to hard.

    Raises:
        ValueError: naming the challenge, when it holds what a screen would not take.
    """
    entries = json.loads((ASSETS / "challenges.json").read_text(encoding="utf-8"))
    return {entry["id"]: read(entry) for entry in entries}


def read(entry: Mapping[str, Any]) -> Challenge:
    """Read one challenge as `assets/challenges.json` writes it: as a preset, and its goal.

    Raises:
        ValueError: as `challenges`.
    """
    shown = presets.read({**entry, "lesson": ""}).on(Screen())
    goal = Goal(**entry["goal"])
    scored = {*goal.up, *goal.down, *goal.same, *goal.at_least, *goal.at_most}
    if unknown := {*goal.may} - {"order", "grades", "retrieved", *KNOBS}:
        raise ValueError(f"challenge {entry['id']}: nothing is called {', '.join(unknown)}")
    metrics = tuple(key for key in METRICS if key in entry["metrics"])
    if not scored or not scored <= {*metrics} or list(metrics) != entry["metrics"]:
        raise ValueError(f"challenge {entry['id']}: its metrics do not show what it is about")
    start = shown.turned(metrics=metrics, challenge=entry["id"])
    told = {name: entry[name] for name in ("id", "name", "says", "hint", "learnt")}
    return Challenge(**told, start=start, goal=goal)


# Judging


def judge(challenge: Challenge, now: Screen) -> Verdict:
    """Tell how far a screen is from the goal of a challenge."""
    goal, before = challenge.goal, challenge.scores
    broken = _broken(goal, challenge.start, now)
    wanted: list[tuple[str, bool]] = []

    def want(key: str, said: str, due: str, *, met: bool) -> None:
        wanted.append((f"{METRICS[key].label(now.k)} {said}{'' if met else f' ({due})'}", met))

    def by(amount: float) -> str:
        return f" by {amount:g}" if amount else ""

    for way, amounts in (("rise", goal.up), ("fall", goal.down)):
        for key, amount in amounts.items():
            change = _score(key, now) - before[key]
            risen = change if way == "rise" else -change
            met = risen > _ROUNDING and risen >= amount - _ROUNDING
            want(key, signed(change, nothing=_NONE), f"must {way}{by(amount)}", met=met)
    for key, amount in goal.same.items():
        change = _score(key, now) - before[key]
        due = f"must change by less than {amount:g}" if amount else "must stay"
        want(
            key,
            signed(change, nothing=_NONE),
            due,
            met=abs(change) <= _ROUNDING or abs(change) < amount,
        )
    ends = {"at_least": goal.at_least, "at_most": goal.at_most}
    for key in {**goal.at_least, **goal.at_most}:
        reached = _score(key, now)
        low, high = ends["at_least"].get(key), ends["at_most"].get(key)
        due = f"must reach {low:g}" if high is None else f"must be at most {high:g}"
        if low is not None and high is not None:
            due = f"must be {decimals((low + high) / 2)}"
        met = (low is None or reached >= low - _ROUNDING) and (
            high is None or reached <= high + _ROUNDING
        )
        want(key, decimals(reached), due, met=met)
    return Verdict(broken, wanted)


def _broken(goal: Goal, start: Screen, now: Screen) -> list[str]:
    """Name the rules that a screen breaks."""
    before, after = start.a, now.a
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
        and start[key] != now[key]
    ]
    if turned:
        broken.append(f"To be put back: {', '.join(turned)}.")
    return broken


def one_drag(before: Sequence[object], after: Sequence[object]) -> bool:
    """Tell whether at most one element has to be moved to get from one order to the other.

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
    """Titles from top to bottom, and None for the line where retrieval ends."""
    rows: list[str | None] = [document.title for document in ranked.documents]
    return [*rows[: ranked.retrieved], None, *rows[ranked.retrieved :]]


def _retrieved(ranked: RankedList) -> set[str]:
    return {document.title for document in ranked.documents[: ranked.retrieved]}


def _score(key: str, on: Screen) -> float:
    return float(score.compute(key, "a", on).score)


# Drawing


def draw(present: str) -> None:
    """Draw the choice of a challenge and, of the present one, how far the board is from its goal.

    `present` is its id, or "".
    """
    every = challenges()
    ids = ["", *every]
    at = ids.index(present)
    ways = [
        controls.button(
            f"{way} challenge", _take_on(ids[to % len(ids)]), text=sign, off=not 0 <= to < len(ids)
        )
        for way, sign, to in (("Previous", "\u2039", at - 1), ("Next", "\u203a", at + 1))
    ]
    options = [["", "No challenge"]] + [
        [each.id, f"{number}. {each.name}"] for number, each in enumerate(every.values(), start=1)
    ]
    choice: Control = {
        **{"kind": "select", "name": "choice", "label": "Challenge", "value": present},
        **{"options": options, "change": {"do": "take_on"}},
    }
    one = every.get(present)
    says = one.says if one else "Twelve goals to reach on the board, from easy to hard."
    said: Control = {"kind": "text", "name": "says", "label": "What is to do", "text": says}
    controls.draw("challenges", [ways[0], choice, ways[1], said], "talk")
    if one:
        now = session()
        verdict = judge(one, now.shown)
        if verdict.solved and not now.preview:
            now.practice.solved.add(one.id)
        st.html(_told(one, verdict))
        st.html(_ways(one))  # by itself, so that the hint stays open while cards are dragged


def invitation() -> None:
    """Draw the first challenge as a link to the playground."""
    first = next(iter(challenges().values()))
    # The link is laid over the address it is followed from, so it has to name every knob.
    every = {name: knobs.spelled(first.start[key]) for name, key in link.KNOB_OF.items()}
    controls.draw(
        "invitation",
        [
            controls.link(
                PAGES["playground"],
                f"Challenge: {first.name}",
                change=_take_on(first.id),
                query={**every, **link.encode(first.start)},
            )
        ],
    )


def _take_on(id_: str) -> Action:
    return {"do": "take_on", "to": id_}


@post.deed("take_on")
def _taken_on(now: Session, action: Action) -> None:
    chosen = challenges().get(str(action["to"]))
    if chosen:
        now.act(lambda _: chosen.start, begin=True)
    elif action["to"] == "":
        now.act(lambda screen: screen.turned(challenge=""))


def _told(one: Challenge, verdict: Verdict) -> str:
    """Say how far the board is from a goal."""
    if verdict.solved:
        first = f"<b>Solved.</b> {escape(one.learnt)}"
    else:
        first = " ".join(["<b>Not yet.</b>", *map(escape, verdict.broken)])
    parts = "".join(
        f"<li class='{'met' if met else 'due'}'>{escape(text)}</li>" for text, met in verdict.wanted
    )
    return (
        f"<div class='verdict {'solved' if verdict.solved else ''}' role='status'>"
        f"<ul>{parts}</ul><p>{first}</p></div>"
    )


def _ways(one: Challenge) -> str:
    """Write what stands below a challenge: its hint, and the ways to begin again and to leave."""
    return (
        f"<div class='challenges'><details><summary>A hint</summary><p>{escape(one.hint)}</p>"
        f"</details>{_doing(one.id, 'Start it again')}{_doing('', 'Leave the challenge')}</div>"
    )


def contents(present: str) -> None:
    """Draw the list of all challenges, each with its link; `present` is as in `draw`."""
    st.html(_contents(present, frozenset(session().practice.solved)))


@cache
def _contents(present: str, solved: frozenset[str]) -> str:
    links = "".join(
        f"<li{' aria-current=true' if each.id == present else ''}>{_linked(each)}"
        f"{' <b>✓ solved</b>' if each.id in solved else ''}</li>"
        for each in challenges().values()
    )
    return f"<div class='challenges'><h2>All twelve challenges</h2><ol>{links}</ol></div>"


def _linked(one: Challenge) -> str:
    """Write a challenge as a link: followed here at once, and to be copied or opened beside."""
    way = f"{PAGES['playground'].url}?{urlencode(link.encode(one.start))}"
    return (
        f"{_doing(one.id, one.name)} <a class='own' href='{escape(way, quote=True)}' "
        f"target='_blank' title='Its own link, in another tab'>link</a>"
    )


def _doing(id_: str, text: str) -> str:
    """Write a text that takes a challenge on when it is clicked (assets/contents.js)."""
    return f"<a href='{post.href(_take_on(id_))}'>{escape(text)}</a>"
