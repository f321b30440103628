"""Published calculations with one false step (`assets/spot_the_mistake.json`), and who finds it.

Which puzzle is on the page is part of the screen. What a reader has clicked in it is no step to
undo: an answer that was given is given, as a guess is.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, Final
from urllib.parse import urlencode
from zlib import crc32

import streamlit as st

from ui.contents import CHAPTERS, PAGES
from ui.look import theme
from ui.parts import controls, present
from ui.parts.controls import Control
from ui.parts.present import AllPresented
from ui.state import link
from ui.state.documents import ASSETS
from ui.state.knobs import PUZZLE
from ui.state.screen import Screen
from ui.state.session import Session, session
from ui.wire import post
from ui.wire.post import Action

SHOWN: Final = "shown"
"""What stands among the clicks of a reader who had the answer shown."""

_MOST: Final = 200
"""Clicks in a puzzle that are taken."""


@dataclass(frozen=True)
class Step:
    """A line of a calculation, its numbers between `**`, and why it is fine, or is not."""

    says: str
    why: str


@dataclass(frozen=True)
class Puzzle:
    """A calculation one step of which is false.

    Attributes:
        id: its name in an address.
        name: what was printed, in a few words.
        lesson: the page that teaches what it is about.
        published: the entries of `tests/published_examples.json` that it is about.
        scale: the highest grade there may be.
        lists: by its name, the grades of each list, and those of what was not retrieved.
        definition: what was to be computed.
        steps: its lines; one below the false one may go on with what that says.
        false: which of them is false, counted from 1.
        rule: what shows it.
        rules: that and others to choose from, and what there is to say of each.
        right: the calculation as it should be.
    """

    id: str
    name: str
    lesson: str
    published: Sequence[str]
    scale: int
    lists: Sequence[tuple[str, Sequence[int], Sequence[int]]]
    definition: str
    steps: Sequence[Step]
    false: str
    rule: str
    rules: Mapping[str, str]
    right: Sequence[str]


@dataclass(frozen=True)
class Answer:
    """What a reader has clicked in a puzzle."""

    of: Puzzle
    clicked: Sequence[str]

    @property
    def found(self) -> bool:
        """Whether the false step was clicked, or shown."""
        return self.of.false in self.clicked or self.shown

    @property
    def shown(self) -> bool:
        """Whether the answer was shown before it was found."""
        return SHOWN in self.clicked

    @property
    def done(self) -> bool:
        """Whether there is nothing left to find."""
        return self.of.rule in self.clicked or self.shown

    @property
    def solved(self) -> bool:
        """Whether the reader has found the step and the rule."""
        return self.done and not self.shown

    @property
    def straight(self) -> bool:
        """Whether that took no wrong click."""
        return [*self.clicked[:2]] == [self.of.false, self.of.rule]

    @property
    def remark(self) -> str:
        """What there is to say to the last click."""
        one, last = self.of, self.clicked[-1] if self.clicked else ""
        if last == SHOWN:
            return f"Step {one.false} is false. {self._why(one.false)} {one.rules[one.rule]}"
        if last == one.false:
            return f"Step {last} is false. {self._why(last)} Which rule shows it?"
        if last.isdecimal():
            return f"Step {last} is fine. {self._why(last)}"
        if last == one.rule:
            return f"Solved. {one.rules[last]}"
        return f"Not this rule. {one.rules[last]}" if last else ""

    def _why(self, step: str) -> str:
        return self.of.steps[int(step) - 1].why


_BOOK: Final[Mapping[str, Any]] = json.loads(
    (ASSETS / "spot_the_mistake.json").read_text(encoding="utf-8")
)
RULES: Final[Mapping[str, str]] = _BOOK["rules"]


@cache
def puzzles() -> dict[str, Puzzle]:
    """All puzzles by id, from easy to hard."""
    return {entry["id"]: _read(entry) for entry in _BOOK["puzzles"]}


def _read(entry: Mapping[str, Any]) -> Puzzle:
    lists = [
        (each.get("name", ""), each["grades"], each.get("missed", [])) for each in entry["lists"]
    ]
    steps = [Step(**step) for step in entry["steps"]]
    false = str(entry["false"])
    return Puzzle(**{**entry, "lists": lists, "steps": steps, "false": false})


def answer(puzzle: Puzzle) -> Answer:
    """Return what the reader has clicked in a puzzle so far."""
    return Answer(puzzle, tuple(session().practice.clicked.get(puzzle.id, ())))


# What the reader does


@post.change("turn_to_puzzle")
def _turn(now: Screen, action: Action) -> Screen:
    """Take a puzzle by its id, or the one a `step` from the present one: keys may be fast."""
    ids = list(puzzles())
    if "step" not in action:
        return now.turned(**{PUZZLE: ids[ids.index(action["to"])]})
    to = ids.index(now[PUZZLE]) + int(action["step"])
    return now.turned(**{PUZZLE: ids[min(max(to, 0), len(ids) - 1)]})


@post.deed("point_out")
def _click(now: Session, action: Action) -> None:
    """Take a click on a step, or on a rule once the step is found."""
    one, on = puzzles()[action["of"]], str(action["on"])
    said = answer(one)
    steps = [str(number) for number in range(1, len(one.steps) + 1)]
    if on in steps or (on == SHOWN and not said.done) or (on in one.rules and said.found):
        now.practice.clicked[one.id] = [*said.clicked, on][:_MOST]


@post.deed("raise_hand")
def _raise(now: Session, action: Action) -> None:
    one, step = puzzles()[action["of"]], str(int(action["step"]))
    if 1 <= int(step) <= len(one.steps):
        now.practice.hands[one.id, step] = now.practice.hands.get((one.id, step), 0) + 1


@post.deed("again")
def _again(now: Session, action: Action) -> None:
    one = puzzles()[action["of"]]
    now.practice.clicked.pop(one.id, None)
    for step in range(1, len(one.steps) + 1):
        now.practice.hands.pop((one.id, str(step)), None)


# Drawing


def draw() -> None:
    """Draw the choice of a puzzle, and the present one as far as it is solved."""
    now, every = session(), puzzles()
    one = every[now.shown[PUZZLE]]
    said = answer(one)
    now.drawn.remark = said.remark
    _choose(one)
    with st.container(key="bar", horizontal=True):
        _buttons(one, said)
    st.html(f"<div class='puzzle'>{_given(one)}{_steps(one, said)}</div>")
    st.html(f"<div class='after'>{_rules(one, said) if said.found else ''}</div>")
    if now.hall.presenting:
        raise AllPresented
    ways = [
        controls.link(PAGES[one.lesson], f"The lesson: {PAGES[one.lesson].title}"),
        *(
            controls.link(page, f"{page.title}: {page.question}")
            for page in CHAPTERS["Practise"]
            if page is not PAGES["spot_the_mistake"]
        ),
        controls.link(PAGES["reference"], "All metrics in the reference"),
    ]
    controls.draw("onward", ways, "grid")


def _choose(one: Puzzle) -> None:
    """Draw the puzzle before, the choice, the next, and how many are solved."""
    every = list(puzzles().values())
    choice: Control = {
        **{"kind": "select", "name": "choice", "label": "Puzzle", "value": one.id},
        "options": [
            [each.id, f"{number}. {each.name}{' ✓' * answer(each).solved}"]
            for number, each in enumerate(every, start=1)
        ],
        "change": {"do": "turn_to_puzzle"},
    }
    text = one.definition if session().hall.presenting else _progress()
    controls.talk(
        "puzzles",
        choice,
        at=every.index(one),
        of=len(every),
        asked=f"{PAGES['spot_the_mistake'].title}: {one.name}",
        says={"kind": "text", "name": "says", "text": text},
    )


def _progress() -> str:
    """Say how many puzzles are solved, and how many of them at once."""
    every = [answer(each) for each in puzzles().values()]
    solved = [each for each in every if each.solved]
    straight = sum(each.straight for each in solved)
    if not solved:
        return (
            f"{len(every)} calculations from published texts, each with one false step. What comes "
            "below it goes on with what it says, and is fine in itself. Click the step that is "
            "false."
        )
    return (
        f"Solved: {len(solved)} of {len(every)}, {straight} of them without a wrong click. Click "
        "the step that is false."
    )


def _buttons(one: Puzzle, said: Answer) -> None:
    """Draw the ways back, to the answer, and to take the page along."""
    now = session()
    show = {"do": "point_out", "of": one.id, "on": SHOWN}
    again = {"do": "again", "of": one.id}
    buttons = [
        *controls.back_and_forth(now),
        controls.button("Start over", again, off=not said.clicked),
        controls.button("Give up", show, off=said.done),
        present.button_of(now),
        present.code_of(now) if now.hall.presenting else controls.COPY,
    ]
    controls.draw("toolbar", buttons)


def _given(one: Puzzle) -> str:
    """Write the lists of a puzzle as cards, and what was computed of them."""
    lists = "".join(_cards(one.scale, *each) for each in one.lists)
    return f"<section class='given'>{lists}<p>{_marked(one.definition)}</p></section>"


def _cards(scale: int, name: str, grades: Sequence[int], missed: Sequence[int]) -> str:
    title = f"List {name}" if len(name) == 1 else name.capitalize() or "The list"
    cards = [
        f"<li style='--grade:var(--colour-{theme.colour(grade, scale)})'>"
        f"<small><span class='voice'>rank </span>{rank or '–'}</small>"
        f"<i aria-hidden='true'>{theme.SYMBOLS[scale][grade]}</i>"
        f"<b><span class='voice'>, grade </span>{grade}</b></li>"
        for rank, grade in [*enumerate(grades, start=1), *((0, grade) for grade in missed)]
    ]
    if missed:
        cards.insert(len(grades), "<li class='end'>not retrieved</li>")
    return (
        f"<p class='name'>{title}</p>"
        f"<ol class='strip' role='list' aria-label='{title}'>{''.join(cards)}</ol>"
    )


def _steps(one: Puzzle, said: Answer) -> str:
    """Write the steps, each to be clicked, and below those that were what there is to say."""
    now, lines = session(), []
    for number, step in enumerate(one.steps, start=1):
        on = str(number)
        is_false = on == one.false and said.found
        told = is_false or on in said.clicked
        look = "false" if is_false else "fine" if told else ""
        mark = {"false": "✗ false", "fine": "✓ fine", "": ""}[look]
        click = post.href({"do": "point_out", "of": one.id, "on": on})
        asks = " <b>Which rule shows it?</b>" if is_false and not said.done else ""
        why = f"<p><b>{mark}.</b> {_marked(step.why)}{asks}</p>" if told else ""
        hands = _hands(one, on, open_=not said.found) if now.hall.presenting else ""
        lines.append(
            f"<li class='{look}'><a href='{click}'>{_marked(step.says)}</a>{hands}{why}</li>"
        )
    return (
        f"<section class='printed'><h2>Printed: {_marked(one.name)}</h2>"
        f"<ol class='steps' role='list'>{''.join(lines)}</ol></section>"
    )


def _hands(one: Puzzle, step: str, *, open_: bool) -> str:
    """Write how many hands were raised for a step, to be clicked as long as it is asked."""
    count = session().practice.hands.get((one.id, step), 0)
    hands = f"{count} hand{'s' * (count != 1)}"
    if not open_:
        return f"<span class='hand'>{hands}</span>" * bool(count)
    change = post.href({"do": "raise_hand", "of": one.id, "step": step})
    label = f"Raise a hand for step {step}, {hands}"
    return f"<a class='hand' href='{change}' aria-label='{label}'>{hands if count else 'hand'}</a>"


def _rules(one: Puzzle, said: Answer) -> str:
    """Write the rules to choose from, what there is to say of those chosen, and the right one."""
    lines = []
    # The right one stands anywhere, and in one puzzle always in one place.
    for rule in sorted(one.rules, key=lambda rule: crc32(f"{one.id} {rule}".encode())):
        why = one.rules[rule]
        is_right = rule == one.rule and said.done
        told = is_right or rule in said.clicked
        look = ("right" if is_right else "wrong") if told else ""
        click = post.href({"do": "point_out", "of": one.id, "on": rule})
        sign = {"right": "✓ That is it.", "wrong": "Not this one.", "": ""}[look]
        below = f"<p><b>{sign}</b> {_marked(why)}</p>" if told else ""
        lines.append(f"<li class='{look}'><a href='{click}'>{RULES[rule]}</a>{below}</li>")
    asked = (
        f"<section><h2>Which rule shows it?</h2><ul class='rules'>{''.join(lines)}</ul></section>"
    )
    if not said.done:
        return asked
    worked = "".join(f"<li>{_marked(line)}</li>" for line in one.right)
    return f"{asked}<section class='right'><h2>As it should be</h2><ol>{worked}</ol></section>"


def _marked(text: str) -> str:
    """Write a line of a puzzle, its numbers between `**` in bold."""
    return re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", escape(text))


def contents() -> None:
    """Draw the list of all puzzles, each with its link."""
    now = session()
    lines = []
    for each in puzzles().values():
        said = answer(each)
        mark = " <b>✓ solved</b>" if said.solved else " (answer shown)" if said.shown else ""
        here = " aria-current=true" if each.id == now.shown[PUZZLE] else ""
        way = PAGES["spot_the_mistake"].url
        if query := link.encode(Screen().turned(**{PUZZLE: each.id})):
            way = f"{way}?{urlencode(query)}"
        to = post.href({"do": "turn_to_puzzle", "to": each.id})
        lines.append(
            f"<li{here}><a href='{to}'>{_marked(each.name)}</a> <a class='own' href='{way}' "
            f"target='_blank' title='Its own link, in another tab'>link</a>{mark}</li>"
        )
    title = "All nineteen puzzles"
    st.html(f"<div class='challenges'><h2>{title}</h2><ol>{''.join(lines)}</ol></div>")
