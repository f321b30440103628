"""Calculations with one false step, from `puzzles.toml`.

The current puzzle is part of the screen. The reader's clicks are not: like a guess, an answer
cannot be undone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, Final
from zlib import crc32

import streamlit as st

from ui import lesson
from ui.contents import CHAPTERS, PAGES, TEXTS
from ui.core import plain, post, presets, theme
from ui.core.knobs import PUZZLE
from ui.core.pages import read_toml
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.parts import controls, present
from ui.parts.controls import Control
from ui.parts.present import AllDrawn
from ui.room import wall as room
from ui.room.slide_questions import Choice

SHOWN: Final = "shown"
"""The entry in a reader's clicks for "Give up"."""

_BUILT: Final = (
    "Built for this notebook on a sentence of {}. Lists, numbers and the last step are ours."
)
"""Where a puzzle comes from that has only its idea from a text."""

_MOST: Final = 200
"""Most clicks that are stored for a puzzle."""


@dataclass(frozen=True)
class Step:
    """A line of a calculation, with numbers between `**`, and why it is right or false."""

    says: str
    why: str


@dataclass(frozen=True)
class Puzzle:
    """A calculation with one false step.

    Attributes:
        id: name in the address.
        title: a few words on its result.
        lesson: key of the page that teaches the subject.
        source: key in `TEXTS` of the text that it comes from, or "".
        printed: what that text has of it, with keys of texts in braces; "" if only the idea.
        published: entries of `tests/published_examples.json` that it comes from.
        scale: highest possible grade.
        lists: name, grades and missed grades of each list.
        definition: what should be computed.
        steps: lines of the calculation; lines after the false one may use its result.
        false: number of the false step, from "1".
        rule: key of the rule that shows the mistake.
        rules: keys of the rules to choose from, and a remark on each.
        right: lines of the correct calculation.
    """

    id: str
    title: str
    lesson: str
    source: str
    printed: str
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
    """The clicks of a reader in a puzzle."""

    of: Puzzle
    clicked: Sequence[str]

    @property
    def found(self) -> bool:
        """Whether the false step was clicked or shown."""
        return self.of.false in self.clicked or self.shown

    @property
    def shown(self) -> bool:
        """Whether the reader gave up."""
        return SHOWN in self.clicked

    @property
    def done(self) -> bool:
        """Whether there is nothing left to find."""
        return self.of.rule in self.clicked or self.shown

    @property
    def solved(self) -> bool:
        """Whether the reader found the step and the rule."""
        return self.done and not self.shown

    @property
    def straight(self) -> bool:
        """Whether the reader solved it without a wrong click."""
        return [*self.clicked[:2]] == [self.of.false, self.of.rule]

    @property
    def remark(self) -> str:
        """The reply to the last click."""
        puzzle, last = self.of, self.clicked[-1] if self.clicked else ""
        if last == SHOWN:
            why = f"{self._why(puzzle.false)} {puzzle.rules[puzzle.rule]}"
            return f"Step {puzzle.false} is false. {why}"
        if last == puzzle.false:
            return f"Found: step {last} is false." + " What is wrong with it?" * (not self.done)
        if last.isdecimal():
            return f"Step {last} is right. {self._why(last)}"
        if last == puzzle.rule:
            return f"Solved. {self._why(puzzle.false)} {puzzle.rules[last]}"
        return f"Not this rule. {puzzle.rules[last]}" if last else ""

    def _why(self, step: str) -> str:
        return self.of.steps[int(step) - 1].why


_BOOK: Final[Mapping[str, Any]] = read_toml("spot_the_mistake", "puzzles")
RULES: Final[Mapping[str, str]] = _BOOK["rules"]
_WITHDRAWN: Final[Mapping[str, str]] = _BOOK["withdrawn"]
"""Ids of old links, and the puzzle that they open now."""


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return all puzzles by id, from easy to hard."""
    return {entry["id"]: _read(entry) for entry in _BOOK["puzzle"]}


def _read(entry: Mapping[str, Any]) -> Puzzle:
    own = {key: value for key, value in entry.items() if key != "from"}
    lists = [(each.get("name", ""), *presets.grades(each["list"])) for each in entry["lists"]]
    steps = [Step(**step) for step in entry["steps"]]
    changed = {"lists": lists, "steps": steps, "false": str(entry["false"])}
    return Puzzle(**{**own, "source": entry["from"], **changed})


def shown(screen: Screen) -> Puzzle:
    """Return the puzzle of a screen."""
    return puzzles()[_WITHDRAWN.get(screen[PUZZLE], screen[PUZZLE])]


def answer(puzzle: Puzzle) -> Answer:
    """Return the reader's clicks in a puzzle so far."""
    return Answer(puzzle, tuple(session().practice.clicked.get(puzzle.id, ())))


# What the reader does


@post.on_screen("turn_to_puzzle", linked=True)
def _turn(screen: Screen, action: Action) -> Screen:
    """Show a puzzle by id, or by a `step` from the current one, so that fast key presses add up."""
    ids = list(puzzles())
    if "step" not in action:
        return screen.with_settings(**{PUZZLE: ids[ids.index(action["to"])]})
    index = ids.index(shown(screen).id) + int(action["step"])
    return screen.with_settings(**{PUZZLE: ids[min(max(index, 0), len(ids) - 1)]})


@post.on_session("point_out", linked=True)
def _click(state: Session, action: Action) -> None:
    """Store a click on a step, on "Give up", or on a rule once the step is found."""
    puzzle, on = puzzles()[action["of"]], str(action["on"])
    given = answer(puzzle)
    steps = [str(number) for number in range(1, len(puzzle.steps) + 1)]
    if on in steps or (on == SHOWN and not given.done) or (on in puzzle.rules and given.found):
        state.practice.clicked[puzzle.id] = [*given.clicked, on][:_MOST]


@post.on_session("again")
def _again(state: Session, action: Action) -> None:
    puzzle = puzzles()[action["of"]]
    state.practice.clicked.pop(puzzle.id, None)


# Drawing


def draw() -> None:
    """Draw the choice of a puzzle, and the current one as far as it is solved."""
    state = session()
    puzzle = shown(state.shown)
    given = answer(puzzle)
    state.drawn.remark = given.remark
    _choose(puzzle)
    room.offer_choice(_choice(puzzle))
    lesson.show_answers()
    st.html(f"<div class='puzzle'>{_given(puzzle)}{_steps(puzzle, given)}</div>")
    st.html(f"<div class='after'>{_rules(puzzle, given) if given.found else ''}</div>")
    _buttons(puzzle, given)
    if state.projector.presenting:
        raise AllDrawn
    links = [
        controls.link(PAGES[puzzle.lesson], f"The lesson: {PAGES[puzzle.lesson].title}"),
        *(
            controls.link(page, f"{page.title}: {page.question}")
            for page in CHAPTERS["Practise"]
            if page is not PAGES["spot_the_mistake"]
        ),
        controls.link(PAGES["reference"], "All metrics in the reference"),
    ]
    controls.draw("onward", links, "grid")


def _choice(puzzle: Puzzle) -> Choice:
    """Return the question that a class answers on its phones."""
    steps = [re.sub(r"\*\*", "", step.says) for step in puzzle.steps]
    choices = [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
    text = "Which step is false?"
    return Choice("step", "which step is false", text, choices, int(puzzle.false) - 1)


def _choose(puzzle: Puzzle) -> None:
    """Draw the choice of a puzzle between arrows, and how many are solved."""
    all_puzzles = list(puzzles().values())
    choice: Control = {
        **{"kind": "select", "name": "choice", "label": "Puzzle", "value": puzzle.id},
        "options": [
            [option.id, f"{number}. {option.title}{' ✓' * answer(option).solved}"]
            for number, option in enumerate(all_puzzles, start=1)
        ],
        "change": {"do": "turn_to_puzzle"},
    }
    sentence: Control = {"kind": "text", "name": "says", "text": _progress()}
    if session().projector.presenting:
        given = answer(puzzle)
        # First the false step is marked, and after a pause what is wrong with it is said.
        asks = f"why is step {puzzle.false} false?" if given.found else "which step is false?"
        told = f" {puzzle.rules[puzzle.rule]}" * given.found
        sentence = {
            **{"kind": "step", "name": "step", "open": given.done},
            **{"of": f"{puzzle.id}-rule" * (given.found and not given.done)},
            **{"do": puzzle.definition.replace("^g", "ᵍ"), "ask": f"{puzzle.title}: {asks}"},
            "answer": f"Step {puzzle.false} is false.{told}",
            "acts": {
                **{"do": "point_out", "of": puzzle.id},
                "on": SHOWN if given.found else puzzle.false,
            },
        }
    controls.talk(
        "puzzles",
        choice,
        at=all_puzzles.index(puzzle),
        of=len(all_puzzles),
        question=f"{PAGES['spot_the_mistake'].title}: {puzzle.title}",
        sentence=sentence,
    )


def _progress() -> str:
    """Return a sentence with the number of solved puzzles, and of those without a wrong click."""
    every = [answer(given) for given in puzzles().values()]
    solved = [given for given in every if given.solved]
    straight = sum(given.straight for given in solved)
    if not solved:
        return f"{len(every)} calculations, from easy to hard. Each has one false step."
    return f"Solved: {len(solved)} of {len(every)}. Right at the first try: {straight}."


def _buttons(puzzle: Puzzle, given: Answer) -> None:
    """Draw the toolbar: undo and redo, start over, give up, present, copy the link."""
    state = session()
    presenting = state.projector.presenting  # the line at the top has the answer
    show = {"do": "point_out", "of": puzzle.id, "on": SHOWN}
    again = {"do": "again", "of": puzzle.id}
    buttons = [
        *controls.back_and_forth(state),
        controls.button("Reset", again, off=not given.clicked),
        *([] if presenting else [controls.button("Give up", show, off=given.done)]),
        present.button_of(state),
        *present.room_of(state),
        present.code_of(state) if presenting else controls.COPY,
    ]
    with st.container(key="bar", horizontal=True):
        controls.draw("toolbar", buttons)


def _given(puzzle: Puzzle) -> str:
    """Return the lists of a puzzle as cards, and the definition below them, as HTML."""
    lists = "".join(
        _cards(puzzle.scale, *ranked, first=at == 0) for at, ranked in enumerate(puzzle.lists)
    )
    return f"<section class='given'>{lists}<p>{_marked(puzzle.definition)}</p></section>"


def _cards(
    scale: int, name: str, grades: Sequence[int], missed: Sequence[int], *, first: bool
) -> str:
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
    nothing, all_of_it = (theme.SYMBOLS[scale][grade] for grade in (0, scale))
    key = f"<small>: {all_of_it} 1 relevant, {nothing} 0 not</small>" * (first and scale == 1)
    return (
        f"<div class='list'><p class='name'>{title}{key}</p>"
        f"<ol class='strip' role='list' aria-label='{title}'>{''.join(cards)}</ol></div>"
    )


def _steps(puzzle: Puzzle, given: Answer) -> str:
    """Return the steps as buttons, with explanations below those that were clicked, as HTML.

    In front of a hall the false step has the right calculation below it.
    """
    lines, presenting = [], session().projector.presenting
    for number, step in enumerate(puzzle.steps, start=1):
        name = str(number)
        is_false = name == puzzle.false and given.found
        explained = is_false or name in given.clicked
        found = is_false and name in given.clicked
        look = "false" if is_false else "fine" if explained else ""
        says = f"This step is {'false' if is_false else 'right'}."
        mark = "<b class='found'>✓ Found.</b>" if found else f"<b>{says}</b>"
        click = post.href({"do": "point_out", "of": puzzle.id, "on": name})
        is_asked = is_false and not given.done
        told = f"{step.why} {puzzle.rules[puzzle.rule]}" if is_false else step.why
        explanation = "Now choose the reason below." if is_asked else _marked(told)
        why = f"<p>{mark} {explanation}</p>" if explained else ""
        if presenting and is_false:  # the line at the top asks
            why = _right(puzzle) if given.done else ""
        act = f"<a role='button' href='{click}'>{_marked(step.says)}</a>"
        lines.append(f"<li class='{look}'>{act}{why}</li>")
    text = f"step {puzzle.false} is false" if given.found else "select the false step"
    asks = "" if presenting else f"<p class='request'>{text}</p>"
    source = f"<p>{_source(puzzle)}</p>" if puzzle.source else ""
    return (
        f"<section class='printed'><h2>{_marked(puzzle.title)}</h2>{asks}"
        f"<ol class='steps' role='list'>{''.join(lines)}</ol>{source}</section>"
    )


def _source(puzzle: Puzzle) -> str:
    """Return the text that a puzzle comes from, as HTML."""
    links = {
        key: f"<a href='{text.url}' target='_blank'>{text.name}</a>" for key, text in TEXTS.items()
    }
    return (puzzle.printed or _BUILT.format(f"{{{puzzle.source}}}")).format(**links)


def _rules(puzzle: Puzzle, given: Answer) -> str:
    """Return the rules as buttons, remarks on wrong ones, and the solution, as HTML.

    What the right one says stands with the false step.
    """
    lines = []
    # The hash shuffles the rules, in the same order each time.
    for rule in sorted(puzzle.rules, key=lambda rule: crc32(f"{puzzle.id} {rule}".encode())):
        why = puzzle.rules[rule]
        is_right = rule == puzzle.rule and given.done
        explained = is_right or rule in given.clicked
        look = ("right" if is_right else "wrong") if explained else ""
        click = post.href({"do": "point_out", "of": puzzle.id, "on": rule})
        below = f"<p><b>Not this one.</b> {_marked(why)}</p>" * (look == "wrong")
        lines.append(
            f"<li class='{look}'><a role='button' href='{click}'>{RULES[rule]}</a>{below}</li>"
        )
    asks, listed = f"What is wrong with step {puzzle.false}?", "".join(lines)
    head = "" if session().projector.presenting else f"<h2>{asks}</h2>"
    question = f"<section>{head}<ul class='rules'>{listed}</ul></section>"
    if not given.done:
        return question
    if session().projector.presenting:
        return ""
    step = post.href({"do": "turn_to_puzzle", "step": 1})
    is_last = puzzle.id == [*puzzles()][-1]
    onward = "" if is_last else f"<p><a role='button' href='{step}'>Next puzzle</a></p>"
    return f"{question}<section class='right'>{_right(puzzle)}{onward}</section>"


def _right(puzzle: Puzzle) -> str:
    """Return the right calculation as HTML."""
    worked = "".join(f"<li>{_marked(line)}</li>" for line in puzzle.right)
    return f"<h2>As it should be</h2><ol>{worked}</ol>"


def _marked(text: str) -> str:
    """Return a line of a puzzle as HTML, with the text between `**` in bold."""
    return re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", plain.typeset(escape(text)))


def contents() -> None:
    """Draw the list of all puzzles."""
    lines, here_is = [], shown(session().shown)
    for puzzle in puzzles().values():
        given = answer(puzzle)
        mark = " <b>✓ solved</b>" if given.solved else " (answer shown)" if given.shown else ""
        here = " aria-current=true" if puzzle is here_is else ""
        action = post.href({"do": "turn_to_puzzle", "to": puzzle.id})
        lines.append(f"<li{here}><a href='{action}'>{_marked(puzzle.title)}</a>{mark}</li>")
    st.html(
        f"<div class='challenges'><h2>All {len(lines)} puzzles</h2><ol>{''.join(lines)}</ol></div>"
    )
