"""One door: what a reader does is taken once, in order, against the screen as it is then, or said.

First the session alone, without Streamlit; then the messages that a browser, or somebody who
pretends to be one, may send it.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Barrier, Event, Lock, RLock, Thread
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
import streamlit as st
from streamlit.runtime import Runtime
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

import app_driver
from app_driver import (
    ROOT,
    act,
    assert_numbers,
    data,
    deliver,
    is_off,
    notices,
    press,
    run,
    set_to,
    shown_grades,
    to_text,
    value,
    visit,
)
from expected import Setup
from ui.core import link, post
from ui.core.documents import Document, RankedList, RefusedError
from ui.core.screen import START, Screen
from ui.core.session import MOST_SENDERS, MOST_STEPS, REDO, UNDO, Session
from ui.parts import frame
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")
Change = Callable[[Screen], Screen]


def turn(**settings: Any) -> Change:
    return lambda now: now.with_settings(**settings)


def move(document: str, to: int) -> Change:
    return lambda now: now.with_list("a", now.a.moved(document, to))


def preset(id_: str) -> Change:
    return lambda now: replace(now.with_settings(k=3 if id_ == "one" else 4), preset=id_)


def keep_b(now: Screen) -> Screen:
    return now.with_list("b", now.a)


def refuse(_: Screen) -> Screen:
    raise RefusedError("No.")


def said(now: Session) -> list[str]:
    """What the run of now says, when it is complete."""
    sentences = now.sentences()
    now.end_run()
    return sentences


# One step each, judged as it comes


def test_each_change_is_one_step_against_the_screen_as_it_is_then() -> None:
    now = Session()
    changes = [move("7", 0), keep_b, turn(k=3), move("1", 2), turn(scale=1), turn(persistence=0.5)]
    seen = [Screen()]
    for change in changes:
        now.act(change)
        assert now.current == change(seen[-1])
        assert now.before == seen[-1] == now.since
        seen.append(now.current)
    for screen in reversed(seen[:-1]):
        now.step(UNDO)
        assert now.current == screen
    assert not now.can_step(UNDO)
    now.step(UNDO)
    assert now.current == Screen()
    for screen in seen[1:]:
        now.step(REDO)
        assert now.current == screen
    assert not now.can_step(REDO)
    now.step(REDO)
    assert (now.current, said(now)) == (seen[-1], [])


def test_who_goes_through_the_scales_loses_no_grade() -> None:
    """Arrow keys pass the binary scale; each change of scale begins from the first grades."""
    now = Session()
    first = now.current
    for scale in (1, 8, 4, 1, 3):
        now.act(turn(scale=scale, k=scale))
    assert now.current == first.with_settings(k=3)
    now.act(turn(scale=1))
    binary = [document.grade for document in now.current.a.documents]
    now.act(move("1", 2))  # what was done on a scale stays
    now.act(turn(scale=3))
    assert sorted(d.grade or 0 for d in now.current.a.documents) == sorted(g or 0 for g in binary)
    now.act(turn(scale=1))
    now.act(turn(relevant_from=1))
    assert now.current.relevant_from == 1
    now.act(turn(scale=8, relevant_from=2))  # and so does what now counts as relevant
    now.act(turn(scale=3))
    assert now.current.relevant_from == 2


def test_undo_over_another_list_compares_nothing() -> None:
    """What a preset brought is no move, and to give it back is none either."""
    now = Session()
    now.act(move("1", 2))
    now.act(preset("one"), begin=True)
    now.act(move("1", 0))
    now.step(UNDO)
    assert now.since is not None
    for by in (UNDO, REDO):
        now.step(by)
        assert now.since is None


def test_what_changes_nothing_is_no_step() -> None:
    now = Session()
    now.act(turn(k=3))
    now.step(UNDO)
    for change in (turn(k=5), move("3", 2), lambda now: now, lambda now: now.with_list("b", None)):
        now.act(change)
        assert (now.can_step(UNDO), now.can_step(REDO)) == (False, True)
    now.act(turn(k=4))
    assert (now.can_step(UNDO), now.can_step(REDO)) == (True, False)


def test_what_is_refused_changes_nothing_and_is_said() -> None:
    now = Session()
    now.act(turn(k=3))
    now.step(UNDO)
    steps = list(now.steps)
    now.act(refuse)
    assert (now.steps, now.position, now.can_step(REDO)) == (steps, 0, True)
    assert said(now) == ["No. Nothing was changed."]
    assert said(now) == []


def test_a_change_that_breaks_leaves_the_session_as_it_was() -> None:
    now = Session()
    now.act(turn(k=3))
    now.show(turn(k=7))
    with pytest.raises(KeyError):
        now.act(lambda now: now.with_settings(k=now["no such knob"]))
    assert (now.current["k"], now.preview, len(now.steps)) == (3, None, 2)


def test_there_are_never_more_steps_than_fit() -> None:
    now = Session()
    for i in range(2 * MOST_STEPS + 1):
        now.act(turn(persistence=i / 1000))
        assert now.position == len(now.steps) - 1 < MOST_STEPS
    for _ in range(2 * MOST_STEPS):
        now.step(UNDO)
    assert (len(now.steps), now.current["persistence"]) == (MOST_STEPS, (MOST_STEPS + 1) / 1000)


def test_reset_is_one_step_to_where_the_reader_came_in_and_keeps_b() -> None:
    now = Session()
    now.begin({"k": "7", "scale": "4", "a": "4x~0y~2z"}, Screen())
    came = now.current
    for change in (keep_b, turn(scale=8), turn(k=2, metrics=("err",)), move("1", 2)):
        now.act(change)
    edited = now.current
    now.reset()
    assert now.current.a == came.a
    assert now.current.ranked("b").documents == came.a.documents
    assert now.current == came.with_list("b", came.a).with_settings(metrics=("err",))
    now.step(UNDO)
    assert now.current == edited
    now.step(REDO)
    now.reset()
    assert now.steps[-1] is not now.steps[-2]


def test_reset_brings_back_the_list_b_that_the_reader_came_in_with() -> None:
    now = Session()
    now.begin({"a": "1x~0y", "b": "0y~1x"}, Screen())
    came = now.current
    now.act(keep_b)
    assert now.current != came
    now.reset()
    assert now.current == came


def test_what_begins_anew_is_what_reset_comes_back_to() -> None:
    now = Session()
    now.act(turn(k=7), begin=True)
    now.act(turn(k=8))
    now.reset()
    assert now.current["k"] == 7
    now.act(refuse, begin=True)
    now.act(turn(k=8))
    now.reset()
    assert now.current["k"] == 7


# The address


def of_length(characters: int) -> Screen:
    """A screen whose address has so many characters: fifty titles of narrow and wide signs."""
    room = characters - len("a=") - len("1") * 50 - len("~") * 49
    wide = max(0, -(-(room - 4000) // 8))  # nine characters of an address each
    signs = "日" * wide + "x" * (room - 9 * wide)
    documents = tuple(Document(str(i + 1), signs[i::50], 1) for i in range(50))
    screen = Screen({"a": RankedList(documents, 50)})
    assert len(urlencode(link.encode(screen))) == characters
    return screen


def test_two_changes_in_one_run_never_make_an_address_too_long() -> None:
    """Each is judged when it comes, so the first that fits is kept, whichever it is."""
    whole = of_length(3999)  # kept as B: "&b=…" as long again, 7,999
    for first, second, kept in (
        (keep_b, turn(k=12), ({"a", "b"}, 5)),
        (turn(k=12), keep_b, ({"a"}, 12)),
    ):
        now = Session()
        now.act(lambda _: whole)
        now.act(first)
        now.act(second)
        assert (set(now.current.lists), now.current.k) == kept
        (sentence,) = said(now)
        assert sentence.startswith("This would make the address 8")
        assert sentence.endswith(" Nothing was changed.")
        assert link.decode(link.encode(now.current))[1] == []
        assert len(now.steps) == 3


def test_neither_fits() -> None:
    now = Session()
    now.act(lambda _: of_length(4032))
    now.act(keep_b)
    now.act(turn(k=12))
    assert (set(now.current.lists), now.current.k) == ({"a"}, 12)
    assert said(now)[0].startswith("This would make the address 806")


def test_every_step_has_an_address_that_brings_it_back() -> None:
    now = Session()
    now.act(lambda _: of_length(7990))
    for change in (turn(k=12), keep_b, turn(persistence=0.55), turn(scale=8), move("1", 9)):
        now.act(change)
    for screen in now.steps:
        query = link.encode(screen)
        assert len(urlencode(query)) <= link.LONGEST
        assert link.encode(link.decode(query)[0]) == query


def test_arriving_at_a_neighbouring_step_is_undo_or_redo() -> None:
    now = Session()
    for k in (3, 4, 6):
        now.act(turn(k=k))
    steps = list(now.steps)
    for query, position in (({"k": "4"}, 2), ({"k": "3"}, 1), ({}, 0), ({"k": "3"}, 1)):
        now.arrive(query, Screen())
        assert (now.position, now.steps, now.query_sent) == (position, steps, query)
    now.arrive({"k": "3"}, Screen())  # where the reader is
    assert (now.position, now.steps) == (1, steps)
    now.arrive({"k": "6"}, Screen())  # two steps on: an address like any other
    assert (now.position, now.steps[:2], now.current.k) == (2, steps[:2], 6)
    assert not now.can_step(REDO)
    now.arrive({"k": "9", "a": "1x"}, Screen())
    assert (now.position, link.encode(now.current)) == (3, {"k": "9", "a": "1x"})
    now.step(UNDO)
    assert now.current.k == 6
    assert said(now) == []


def test_arriving_with_nonsense_names_what_is_wrong() -> None:
    now = Session()
    now.act(turn(k=3))
    now.arrive({"k": "x", "y": "z", "p": "0.5", "a": "9x", "b": "~", "from": "-"}, Screen())
    assert now.current == Screen().with_settings(persistence=0.5)
    sentences = said(now)
    assert (
        sentences[0] == "The address has a part “y” that Rankbook does not know; it was left out."
    )
    assert sentences[1].startswith("“from=-” in the address was left out")
    assert len(sentences) == 4
    assert sentences[-1] == "3 more parts of the address were left out."
    now.step(UNDO)
    assert now.current.k == 3


def test_a_session_begins_with_what_can_be_read_of_its_address() -> None:
    now = Session()
    now.begin({"k": "7", "x": "1"}, OPENING)
    assert (now.current, now.origin) == (Screen().with_settings(k=7),) * 2
    assert (now.before, now.since, now.query) == (None, None, {"k": "7"})
    assert not now.can_step(UNDO)
    assert len(said(now)) == 1


# What a page opens with

OPENING = Screen(
    {"a": RankedList((Document("1", "x", 1), Document("2", "y", 0)), 2)}
).with_settings(k=3)
OTHER = Screen({"a": RankedList((Document("1", "z", 2),), 1)})


def test_a_reader_who_has_done_nothing_gets_what_each_page_opens_with() -> None:
    now = Session()
    now.begin({}, OPENING)
    assert (now.current, now.origin, now.query) == (OPENING, OPENING, {})
    for opening in (OTHER, Screen(), OPENING):
        now.enter(opening)
        assert (now.steps, now.origin, now.query) == ([opening], opening, {})
    assert (now.before, now.can_step(UNDO)) == (None, False)


@pytest.mark.parametrize(
    ("query", "openings"),
    [({"k": "7"}, (OTHER, Screen(), OPENING)), ({"k": "5"}, (OTHER, OPENING, OTHER))],
)
def test_a_list_that_came_by_a_link_stays_from_page_to_page(
    query: dict[str, str], openings: Iterable[Screen]
) -> None:
    now = Session()
    now.begin(query, OPENING)
    came = now.current
    for opening in openings:
        now.enter(opening)
        assert (now.current, now.origin) == (came, came)
    assert now.query == query


def test_what_a_reader_has_done_stays_from_page_to_page() -> None:
    now = Session()
    now.begin({}, OPENING)
    now.act(turn(k=2))
    now.enter(OTHER)
    assert (now.current, now.before, len(now.steps)) == (OPENING.with_settings(k=2), OPENING, 2)
    now.step(UNDO)  # not what this page opens with, so its address spells it
    assert (now.current, now.query) == (OPENING, link.encode(OPENING))
    now.enter(OPENING)
    assert now.query == {}


def test_arriving_at_the_empty_address_is_coming_to_what_the_page_opens_with() -> None:
    now = Session()
    now.begin({}, OPENING)
    now.act(turn(k=2))
    now.arrive({}, OPENING)
    assert (now.position, now.current, now.query) == (0, OPENING, {})
    now.step(REDO)
    now.act(turn(k=4))
    now.arrive({}, OPENING)
    assert (now.position, now.current, now.before) == (3, OPENING, None)


def test_arriving_at_another_page_is_coming_to_what_that_page_opens_with() -> None:
    now = Session()
    now.begin({}, OPENING)
    now.act(turn(k=2))
    now.arrive({}, OTHER)
    assert (now.opening, now.current, now.before, now.query) == (OTHER, OTHER, None, {})
    now.step(UNDO)
    assert (now.current, now.query) == (
        OPENING.with_settings(k=2),
        link.encode(OPENING.with_settings(k=2)),
    )
    now.arrive(link.encode(OPENING), OTHER)  # which is a neighbour, and spelled on that page
    assert (now.position, now.current) == (0, OPENING)
    now.arrive(link.encode(OPENING), Screen())  # the same list on a third page: no step
    assert (now.position, now.opening, len(now.steps)) == (0, Screen(), 3)
    assert said(now) == []


# From what a change is measured


@pytest.mark.parametrize(
    "another",
    [
        lambda now: now.act(turn(k=8), begin=True),
        lambda now: now.act(turn(k=8), anew=True),
        lambda now: now.arrive({"k": "9"}, Screen()),
        lambda now: now.reset(),
    ],
)
def test_another_screen_is_no_change_of_the_last_one(another: Callable[[Session], None]) -> None:
    now = Session()
    now.act(preset("one"))
    another(now)
    assert (now.before, now.since, now.current.preset) == (None, None, "")
    now.show(turn(k=7))  # while something is held, from what is there now
    assert now.since == now.current
    now.end_run()
    now.act(turn(k=2))
    assert now.since == now.before == now.steps[-2]
    now.step(UNDO)
    assert now.since == now.before == now.steps[-1]
    assert now.current.preset == ""


def test_what_is_refused_or_no_step_leaves_what_a_change_is_measured_from() -> None:
    now = Session()
    now.act(preset("one"))
    for change in (refuse, turn(k=3)):
        now.act(change)
        assert (now.before, now.current.preset) == (Screen(), "one")


@pytest.mark.parametrize("how", [{"begin": True}, {"anew": True}])
def test_the_same_screen_taken_anew_is_no_step_and_no_change(how: dict[str, bool]) -> None:
    now = Session()
    now.act(turn(k=3))
    now.act(turn(k=3), **how)
    assert (now.position, len(now.steps), now.before, now.since) == (1, 2, None, None)
    now.reset()
    assert now.current.k == (3 if "begin" in how else 5)


# The preset that a screen was made from


def test_a_preset_goes_along_with_each_change_of_its_screen() -> None:
    now = Session()
    now.act(preset("one"), begin=True)
    for change in (turn(k=7), keep_b, move("1", 2), turn(scale=8)):
        now.act(change)
        assert now.current.preset == "one"
    now.act(preset("two"), begin=True)
    now.act(turn(k=9))
    assert now.current.preset == "two"
    for expected in ("two", *("one",) * 5, ""):
        now.step(UNDO)
        assert now.current.preset == expected
    assert not now.can_step(UNDO)


def test_a_preset_that_looks_like_the_screen_is_a_step_of_its_own() -> None:
    now = Session()
    now.act(preset("one"), begin=True)
    now.act(turn(k=4))
    now.act(preset("two"), begin=True)
    assert (now.current.preset, now.before) == ("two", None)
    now.step(UNDO)
    assert (now.current.preset, now.current.k) == ("one", 4)


def test_reset_to_a_preset_is_that_preset() -> None:
    now = Session()
    now.act(preset("one"), begin=True)
    now.act(turn(k=7))
    now.reset()
    now.act(turn(k=8))
    assert now.current.preset == "one"


# What is held


def test_what_is_held_is_shown_in_the_next_run_only() -> None:
    now = Session()
    now.act(turn(k=3))
    now.show(turn(k=7))
    assert (now.shown.k, now.current.k, now.since.k) == (7, 3, 3)
    now.end_run()
    assert (now.shown.k, now.since.k, len(now.steps)) == (3, 5, 2)


@pytest.mark.parametrize(
    "next_one",
    [
        lambda now: now.show(None),
        lambda now: now.show(refuse),
        lambda now: now.act(turn(k=3)),
        lambda now: now.act(refuse),
        lambda now: now.step(UNDO),
        lambda now: now.step(REDO),
        lambda now: now.reset(),
        lambda now: now.arrive({"k": "3"}, Screen()),
    ],
)
def test_what_is_held_is_let_go_by_whatever_comes_next(next_one: Callable[[Session], None]) -> None:
    now = Session()
    now.show(turn(k=7))
    next_one(now)
    assert now.shown == now.current
    assert now.shown.k != 7


def test_what_is_held_leaves_no_trace() -> None:
    now = Session()
    now.act(turn(k=3))
    now.step(UNDO)
    before = replace(now)
    for change in (turn(k=7), move("1", 3), refuse, keep_b):
        now.show(change)
    now.show(None)
    assert now == before
    assert said(now) == []


# What is said


def test_a_sentence_is_said_once() -> None:
    now = Session()
    for sentence in ("One.", "Two.", "One."):
        now.say(sentence)
    assert said(now) == ["One.", "Two."]
    assert said(now) == []


def test_a_sentence_is_said_although_its_run_was_broken_off() -> None:
    now = Session()
    now.say("One.")
    assert now.sentences() == ["One."]  # drawn, and then the run is broken off for the next
    now.say("Two.")
    assert said(now) == ["One.", "Two."]
    assert said(now) == []


def test_what_is_said_again_while_its_run_is_broken_off_is_still_said_once() -> None:
    now = Session()
    now.say("One.")
    assert now.sentences() == ["One."]
    now.say("One.")
    assert said(now) == ["One."]


def test_what_is_said_after_the_sentences_were_drawn_is_said_in_the_next_run() -> None:
    now = Session()
    now.say("One.")
    assert now.sentences() == ["One."]
    now.say("Two.")
    now.end_run()
    assert said(now) == ["Two."]


def test_what_is_said_anew_after_it_was_drawn_is_said_anew() -> None:
    now = Session()
    now.say("One.")
    assert now.sentences() == ["One."]
    now.say("One.")
    now.end_run()
    assert said(now) == ["One."]


def test_two_readers_have_nothing_in_common() -> None:
    one, other = Session(), Session()
    one.act(turn(k=3))
    one.say("One.")
    one.inbox.acks["x"] = 1
    assert other == replace(Session(), inbox=other.inbox)
    assert one.inbox.session != other.inbox.session
    assert other.current.a is START


def test_only_the_latest_senders_are_remembered() -> None:
    now = Session()
    for number in range(1, 1001):
        now.inbox.acknowledge("board_a" if number % 50 == 0 else f"forged {number}", number)
    assert len(now.inbox.acks) == MOST_SENDERS
    assert now.inbox.sender("board_a")["ack"] == now.inbox.taken == 1000
    assert now.inbox.sender("forged 999")["ack"] == 999
    assert now.inbox.sender("forged 1")["ack"] == 0


# Messages

SHELF = Setup((1, 3, 0, 2), (2, 1), {"k": 3})
UPPER = {"do": "move", "list": "a", "id": "2", "to": 0}  # makes 3 1 0 2
LOWER = {"do": "move", "list": "a", "id": "1", "to": 3}
DAMAGED = ["A message of this page arrived damaged. Nothing was changed."]
DEEP = "[" * 100_000


def moved(*grades: int) -> Setup:
    return replace(SHELF, grades=grades)


def raw(text: str) -> Callable[[AppTest], str]:
    return lambda _: text


def inside(text: str, where: str = "actions") -> Callable[[AppTest], str]:
    """A message with some raw text in one of its places."""

    def message(at: AppTest) -> str:
        parts = {"actions": "[]", "preview": "null", where: text}
        parts["session"] = json.dumps(data(at, "post")["session"])
        return f"{{{', '.join(f'{json.dumps(name)}: {part}' for name, part in parts.items())}}}"

    return message


def one(**action: Any) -> Callable[[AppTest], str]:
    """A message with one action that is a good one but for this."""
    return lambda at: to_text(at, {**UPPER, **action})


def held(**action: Any) -> Callable[[AppTest], str]:
    return lambda at: to_text(at, preview={**UPPER, **action})


def without(part: str, *, preview: bool = False) -> Callable[[AppTest], str]:
    """A message with one action that lacks something."""

    def message(at: AppTest) -> str:
        post = data(at, "post")
        action = {"seq": post["ack"] + 1, "by": "board_a", **UPPER}
        del action[part]
        sent = {"session": post["session"], "actions": [], "preview": None}
        return json.dumps({**sent, "preview": action} if preview else {**sent, "actions": [action]})

    return message


# What is ignored without a word, and what is refused in one, both without a trace.
IGNORED = {
    "of another session": lambda at: to_text(at, UPPER, session="0" * 32),
    "of no session": lambda at: to_text(at, UPPER, session=None),
    "number taken": one(seq=0),
    "negative number": one(seq=-1),
    "no actions": lambda at: to_text(at),
    "empty preview": inside("{}", "preview"),
    "false preview": inside("false", "preview"),
    "preview with a number taken": held(seq=0),
    "unknown preview": held(do="nonsense"),
    "preview of a deed": held(do="undo"),
    "preview of what is gone": held(id="gone"),
    "preview of a list that is gone": held(list="b"),
    "a preset that is none": one(do="preset", lesson=VEHICLE, to="nonsense"),
    "preview of no number": held(do="turn", knob="k", to="x"),
}
REFUSED = {
    "damaged": lambda at: to_text(at, UPPER)[:-1],
    "empty": raw(""),
    "null": raw("null"),
    "a number": raw("5"),
    "a list": raw("[]"),
    "a text": raw('"text"'),
    "an empty object": raw("{}"),
    "nesting without end": raw(DEEP),
    "nesting in the actions": inside(DEEP),
    "nesting in the preview": inside(DEEP, "preview"),
    "nesting in a value": inside(f'[{{"seq": 1, "by": "x", "do": "turn", "to": {DEEP}'),
    "a depth that is none": lambda at: to_text(at, UPPER, depth=3),
    "a depth that is a text": lambda at: to_text(at, UPPER, depth="2"),
    "actions are a number": inside("5"),
    "actions are null": inside("null"),
    "actions are an object": inside('{"seq": 1}'),
    "actions are a text": inside('"move"'),
    "an action is null": inside("[null]"),
    "an action is a text": inside('["move"]'),
    "an action is a list": inside("[[1, 2]]"),
    "preview is a text": inside('"move"', "preview"),
    "preview is a number": inside("5", "preview"),
    "preview is a list": inside("[1]", "preview"),
    "preview is true": inside("true", "preview"),
    **{
        f"{kind}, seq {seq}": message(seq=seq)
        for kind, message in (("action", one), ("preview", held))
        for seq in (1e308, 3.0, "2", True, None, [], {}, 2**70, 10_001, float("inf"))
    },
    **{
        f"{'preview' if preview else 'action'} without {part}": without(part, preview=preview)
        for preview in (False, True)
        for part in ("seq", "by", "do")
    },
    "action without list": without("list"),
    "action without id": without("id"),
    "action without to": without("to"),
    "preview without to": without("to", preview=True),
    "unknown do": one(do="nonsense"),
    "private do": one(do="__init__"),
    "do is no text": one(do=["move"]),
    "do is an object": one(do={"move": 1}),
    "by is a number": one(by=5),
    "what boards once sent": one(do="edit", documents=[], retrieved=3.0),
    **{
        f"to is {to!r}": one(to=to)
        for to in (1.5, 1.0, "1", True, None, [1], float("nan"), float("inf"))
    },
    "a list of lists": one(list=["a"]),
    "a list that is an object": one(list={"a": 1}),
    "an order that is none": one(do="order", order="random"),
    "an order that is a list": one(do="order", order=["ideal"]),
    "a knob that is none": one(do="turn", knob="retrieved", to=3.0),
    "a knob that is a list": one(do="turn", knob=["k"], to=3),
    "a new document whose id is a number": one(do="add", id=5, title="x", grade=0),
    "an address without a query": one(do="arrive", by="address", page=VEHICLE),
    "an address without a page": one(do="arrive", by="address", query="?k=4"),
    "a preset of no lesson": one(do="preset"),
    "a knob that is not a number": one(do="turn", knob="k", to=float("nan")),
}


MESSAGES = [*IGNORED, *REFUSED]


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(at, marks=[pytest.mark.slow] * (at % 20 > 0))
        for at in range(0, len(MESSAGES), 10)
    ],
)
def test_what_our_page_does_not_send_changes_nothing(first: int) -> None:
    """Ten messages in a row, from one reader."""
    at = visit(VEHICLE, SHELF.query())
    for name in MESSAGES[first : first + 10]:
        deliver(at, {**IGNORED, **REFUSED}[name](at))
        assert not at.exception, name
        assert notices(at) == ([] if name in IGNORED else DAMAGED), name
        assert at.query_params == SHELF.query(), name
        assert is_off(at, "Undo"), name
    assert_numbers(at, VEHICLE, SHELF)
    act(at, **UPPER)  # and the session goes on
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))
    assert notices(at) == []


LONE = "\ud800"
NESTED = json.loads("[" * 800 + '"x"' + "]" * 800)  # which Python reads, but not much more
ODD = {
    "a lone surrogate for a title": {"do": "rename", "id": "1", "title": f"x{LONE}"},
    "a long title of them": {"do": "rename", "id": "1", "title": LONE * 81},
    "a new title of them": {"do": "add", "id": "n1", "title": LONE, "grade": 0},
    "an id": {"do": "delete", "id": LONE},
    "a new id": {"do": "add", "id": LONE, "title": "x", "grade": 0},
    "a grade": {"do": "grade", "id": "1", "grade": LONE},
    "a list": {"do": "delete", "list": LONE, "id": "1"},
    "a line": {"do": "turn", "knob": "gain_per_grade", "to": LONE},
    "a number": {"do": "turn", "knob": "k", "to": LONE},
    "names": {"do": "turn", "knob": "metrics", "to": [LONE]},
    "an infinite number": {"do": "turn", "knob": "k", "to": float("inf")},
    "another": {"do": "turn", "knob": "persistence", "to": float("-inf")},
    "an infinite name": {"do": "turn", "knob": "metrics", "to": [float("inf")]},
    "a large number": {"do": "turn", "knob": "k", "to": 10**400},
    "an object": {"do": "turn", "knob": "k", "to": {"k": 3}},
    "lists in lists": {"do": "turn", "knob": "metrics", "to": ["err", [["x"]]]},
    "lists for a number": {"do": "turn", "knob": "k", "to": NESTED},
    "lists for names": {"do": "turn", "knob": "metrics", "to": NESTED},
    "lists for a line": {"do": "turn", "knob": "gain_per_grade", "to": NESTED},
    "a grade of lists": {"do": "grade", "id": "1", "grade": NESTED},
}


@pytest.mark.parametrize("is_held", [False, True])
def test_odd_values_change_nothing_and_are_refused_in_a_sentence(is_held: bool) -> None:
    at = visit(VEHICLE, SHELF.query())
    for name, odd in ODD.items():
        act(at, **{"list": "a", **odd}, held=is_held)
        assert not at.exception, name
        assert_numbers(at, VEHICLE, SHELF)
        assert at.query_params == SHELF.query(), name
        if not is_held:
            (sentence,) = notices(at)
            assert sentence.endswith(" Nothing was changed."), name
            assert len(sentence) < 500, name
    act(at, **UPPER)
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))


def test_an_address_of_odd_characters_is_named() -> None:
    at = visit(VEHICLE, SHELF.query())
    for query in (f"?{LONE}=1", f"?k={LONE}", f"?a=1{LONE}", "?a=%ED%A0%80", "?=&&;==", "?" * 50):
        act(at, "arrive", by="address", query=query, page=VEHICLE)
        assert not at.exception
        assert_numbers(at, VEHICLE, Setup())
        assert len(notices(at)) == 1
        press(at, "Undo") if not is_off(at, "Undo") else None


@pytest.mark.parametrize(
    "page", ["", "nonsense", LONE, "../" * 100, None, 5, [VEHICLE], {"page": VEHICLE}]
)
def test_an_address_of_a_page_that_is_none_opens_with_the_list_of_a_first_visit(page: Any) -> None:
    at = visit(VEHICLE, SHELF.query())
    act(at, "arrive", by="address", query="", page=page)
    assert_numbers(at, VEHICLE, Setup())
    assert notices(at) == []
    press(at, "Undo")
    assert_numbers(at, VEHICLE, SHELF)


def test_a_sentence_is_not_longer_than_one_reads() -> None:
    """Whatever it quotes."""
    at = visit(VEHICLE, SHELF.query())
    for action in (
        {"do": "grade", "id": "1", "grade": "9" * 10_000},
        {"do": "grade", "id": "1", "grade": 10**1000},
        {"do": "turn", "knob": "k", "to": "9" * 10_000},
        {"do": "delete", "list": "b" * 10_000, "id": "1"},
        {"do": "delete", "id": "1" * 10_000},
    ):
        act(at, **{"list": "a", **action})
        (sentence,) = notices(at)
        assert len(sentence) < 500
        assert_numbers(at, VEHICLE, SHELF)


@pytest.mark.parametrize(
    "odd",
    [
        {"by": LONE},
        {"by": "<b>" * 100},
        {"by": ""},
        {"retrieved": 3.0, "k": 1e308, "documents": None, "more": DEEP},
        {"list": "a", "seq": 10_000},
    ],
)
def test_what_does_not_matter_does_no_harm(odd: dict[str, Any]) -> None:
    at = visit(VEHICLE, SHELF.query())
    deliver(at, to_text(at, {**UPPER, **odd}))
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))
    assert notices(at) == []
    press(at, "Undo")
    assert_numbers(at, VEHICLE, SHELF)
    assert data(at, "post")["ack"] == odd.get("seq", 1) + 1


def test_numbers_are_what_they_are_however_they_are_spelled() -> None:
    """JavaScript has one kind of number: a 3 may come as 3.0, and is 3."""
    at = visit(VEHICLE, SHELF.query())
    act(at, "turn", knob="k", to=2.0)
    assert (data(at)["k"], at.query_params["k"]) == (2, "2")
    assert isinstance(data(at)["k"], int)
    assert_numbers(at, VEHICLE, SHELF.with_settings(k=2))
    act(at, "turn", knob="denominator", to="capped")
    assert_numbers(at, VEHICLE, SHELF.with_settings(k=2, ap="capped"))


def test_no_two_functions_have_one_action() -> None:
    """Pages come at different times: the last one's would do what the first one's was to do."""
    with pytest.raises(ValueError, match=r"ui\.parts\.board has the action 'move' already"):
        post.on_screen("move")(keep_b)


# More than one action


def test_ten_thousand_actions_in_one_message() -> None:
    at = visit(VEHICLE, SHELF.query())
    actions = [UPPER, {**UPPER, "id": "1"}] * 5000
    deliver(at, to_text(at, *actions))
    assert_numbers(at, VEHICLE, SHELF)
    assert data(at, "post")["ack"] == 10_000
    press(at, "Undo")
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))


def test_an_action_is_taken_once_however_often_it_comes() -> None:
    at = visit(VEHICLE, SHELF.query())
    first = {"seq": 1, **UPPER}
    deliver(at, to_text(at, first, first))
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))
    run(at)  # it rides on other messages
    second = {"seq": 2, "do": "grade", "list": "a", "id": "4", "grade": 0}
    deliver(at, to_text(at, first, second))  # not acknowledged when it was sent
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 0))
    deliver(at, to_text(at, second, first))
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 0))
    assert data(at, "post")["ack"] == 2
    press(at, "Undo")
    press(at, "Undo")
    assert is_off(at, "Undo")


def test_actions_are_taken_in_the_order_of_their_numbers() -> None:
    at = visit(VEHICLE, SHELF.query())
    steps = [UPPER, LOWER, {"do": "turn", "knob": "k", "to": 2}, {**UPPER, "id": "4"}]
    numbered = [{"seq": seq, **step} for seq, step in enumerate(steps, start=1)]
    deliver(at, to_text(at, *(numbered[at] for at in (2, 0, 3, 1))))
    assert_numbers(at, VEHICLE, replace(SHELF.with_settings(k=2), grades=(2, 3, 0, 1)))
    for grades, k in (((3, 0, 2, 1), 2), ((3, 0, 2, 1), 3), ((3, 1, 0, 2), 3), ((1, 3, 0, 2), 3)):
        press(at, "Undo")
        assert_numbers(at, VEHICLE, moved(*grades).with_settings(k=k))
    assert is_off(at, "Undo")


def test_what_different_parts_send_in_one_message_is_all_taken() -> None:
    at = visit("playground", SHELF.query())
    actions = [
        {"by": "board_a", **UPPER},
        {"by": "toolbar", "do": "keep_b"},
        {"by": "knobs", "do": "turn", "knob": "persistence", "to": 0.5},
        {"by": "board_b", "do": "grade", "list": "b", "id": "2", "grade": 0},
        {"by": "orders_b", "do": "order", "list": "b", "order": "reverse"},
        {"by": "toolbar", "do": "undo"},
    ]
    deliver(at, to_text(at, *actions))
    assert shown_grades(at) == ([3, 1, 0, 2, 2, 1], 4)
    assert shown_grades(at, "b") == ([0, 1, 0, 2, 2, 1], 4)
    assert at.query_params["p"] == "0.5"
    assert [data(at, by)["ack"] for by in ("board_a", "toolbar", "knobs", "board_b")] == [
        1,
        6,
        3,
        4,
    ]
    for _ in range(4):
        press(at, "Undo")
    assert at.query_params == SHELF.query()


def test_an_undo_together_with_a_grade() -> None:
    at = visit(VEHICLE, SHELF.query())
    act(at, **UPPER)
    grade = {"do": "grade", "list": "a", "id": "4", "grade": 0}
    deliver(at, to_text(at, {"by": "toolbar", "do": "undo"}, grade))
    assert_numbers(at, VEHICLE, moved(1, 3, 0, 0))
    assert is_off(at, "Redo")
    deliver(at, to_text(at, {**grade, "grade": 3}, {"by": "toolbar", "do": "undo"}))
    assert_numbers(at, VEHICLE, moved(1, 3, 0, 0))
    press(at, "Redo")
    assert_numbers(at, VEHICLE, moved(1, 3, 0, 3))


def test_undo_twice_over_a_knob_is_two_steps() -> None:
    at = visit(VEHICLE, SHELF.query())
    for k in (6, 7):
        set_to(at, "Cutoff k", k)
    undo = {"by": "toolbar", "do": "undo"}
    deliver(at, to_text(at, undo, undo))
    assert_numbers(at, VEHICLE, SHELF)
    assert value(at, "Cutoff k") == 3
    press(at, "Redo")
    press(at, "Redo")
    assert (value(at, "Cutoff k"), is_off(at, "Redo")) == (7, True)


def test_what_is_refused_between_others_is_said_and_the_others_are_taken() -> None:
    at = visit(VEHICLE, SHELF.query())
    gone = {"do": "delete", "list": "b", "id": "1"}
    deliver(at, to_text(at, UPPER, gone, {"do": "nonsense"}, {"do": "turn", "knob": "k", "to": 2}))
    assert notices(at) == ["List B is no longer there. Nothing was changed. " + DAMAGED[0]]
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2).with_settings(k=2))
    press(at, "Undo")
    press(at, "Undo")
    assert is_off(at, "Undo")


def test_a_list_that_was_removed_stays_away() -> None:
    at = visit("playground", SHELF.query())
    press(at, "Keep a copy as list B")
    deliver(
        at,
        to_text(
            at,
            {"by": "toolbar", "do": "remove_b"},
            *(
                {"by": "board_b", "list": "b", "id": "1", **edit}
                for edit in (
                    {"do": "move", "to": 2},
                    {"do": "grade", "grade": 0},
                    {"do": "rename", "title": "x"},
                    {"do": "add", "id": "n1", "title": "x", "grade": 0},
                    {"do": "delete"},
                    {"do": "order", "order": "reverse"},
                )
            ),
            preview={"by": "board_b", **UPPER, "list": "b"},
        ),
    )
    assert notices(at) == ["List B is no longer there. Nothing was changed."]
    assert at.query_params == SHELF.query()
    assert_numbers(at, "playground", SHELF)
    press(at, "Undo")
    assert shown_grades(at, "b") == shown_grades(at, "a")
    assert is_off(at, "Undo") is False


def test_a_long_list_kept_as_b_and_a_knob_in_one_message() -> None:
    """Neither is lost without a word, and the link to what is on the screen drops nothing."""
    keep = {"by": "toolbar", "do": "keep_b"}
    knob = {"by": "knobs", "do": "turn", "knob": "continuation", "to": 0.55}
    for length, actions, kept in (
        (4032, (keep, knob), {"a", "continue"}),
        (4032, (knob, keep), {"a", "continue"}),
        (3998, (keep, knob), {"a", "b"}),
        (3998, (knob, keep), {"a", "continue"}),
    ):
        at = visit("playground", link.encode(of_length(length)))
        deliver(at, to_text(at, *actions))
        (sentence,) = notices(at)
        assert sentence.startswith("This would make the address 80")
        assert at.query_params.keys() == kept
        assert len(urlencode(at.query_params)) <= 8000
        again = visit("playground", at.query_params)
        assert (notices(again), again.query_params) == ([], at.query_params)


# Previews


def test_a_preview_older_than_an_action_is_none() -> None:
    at = visit(VEHICLE, SHELF.query())
    deliver(at, to_text(at, {"seq": 2, **UPPER}, preview={"seq": 1, **LOWER}))
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))
    assert data(at, "post")["ack"] == 2


def test_a_preview_that_comes_with_an_action_is_of_what_the_action_made() -> None:
    at = visit(VEHICLE, SHELF.query())
    deliver(at, to_text(at, UPPER, preview=LOWER))
    assert_numbers(at, VEHICLE, moved(3, 0, 2, 1))
    assert at.query_params["a"].startswith("3Page 2~1Page 1~")
    run(at)
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))


def test_a_refused_action_with_a_preview() -> None:
    at = visit(VEHICLE, SHELF.query())
    deliver(at, to_text(at, {**UPPER, "id": "gone"}, preview=LOWER))
    assert_numbers(at, VEHICLE, moved(3, 0, 2, 1))
    assert notices(at) == ["This document is no longer in the list. Nothing was changed."]


# Messages that follow each other closely: Streamlit runs each in a thread of its own


class Watched:
    """A lock that tells when somebody has to wait for it."""

    def __init__(self, awaited: Event) -> None:
        """Begin unlocked."""
        self.lock, self.awaited = RLock(), awaited

    def __enter__(self) -> None:
        """Lock it, at once or later."""
        if not self.lock.acquire(blocking=False):
            self.awaited.set()
            self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        """Unlock it."""
        self.lock.release()


@pytest.mark.parametrize("follows", ["the outbox again", "another page"])
def test_a_run_draws_what_an_overtaken_message_is_still_doing(
    monkeypatch: pytest.MonkeyPatch, follows: str
) -> None:
    """A slow action, such as a look into a database, is done once, and not drawn as undone."""
    state, begun, overtaken, done = Session(), Event(), Event(), []

    def slow(*_: object) -> None:
        begun.set()
        assert overtaken.wait(60)
        done.append("slow")

    def receive(**more: object) -> None:
        action = {"seq": 1, "by": "room", "do": "slow"}
        message = {"session": state.inbox.session, "actions": [action], "preview": None, **more}
        post_state = SimpleNamespace(outbox=json.dumps(message))
        monkeypatch.setattr(st, "session_state", {"session": state, "post": post_state})
        post._collect()

    state.inbox.processing = Watched(overtaken)  # type: ignore[assignment]
    monkeypatch.setitem(post._ON_SESSION, "slow", slow)
    first = Thread(target=receive)
    first.start()
    assert begun.wait(60)
    if follows == "the outbox again":
        receive(charts=True)  # a page asks for its charts when it was painted
    state.enter(Screen())
    drawn = [*done]
    overtaken.set()
    first.join()
    assert state.inbox.taken == 1
    assert drawn == done == ["slow"]


class Together:
    """A turn that nobody takes before two runs wait for it."""

    def __init__(self) -> None:
        """Begin with nobody waiting."""
        self.both, self.turn = Barrier(2, timeout=60), Lock()

    def __enter__(self) -> None:
        """Wait for the other run, and then for the turn."""
        self.both.wait()
        self.turn.acquire()

    def __exit__(self, *_: object) -> None:
        """Leave the turn to the other run."""
        self.turn.release()


def test_two_runs_of_a_session_that_overlap_both_draw_their_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Streamlit marks the page that may run, and takes the mark away when it runs."""
    runs = [visit(VEHICLE), visit(VEHICLE)]
    runs[1]._session_state = runs[0]._session_state
    monkeypatch.setattr(frame, "ONE_PAGE_AT_A_TIME", Together())
    # Each AppTest would take its stand-in for a server away at its end.
    monkeypatch.setattr(Runtime, "instance", lambda: app_driver._SERVER)
    others = [Thread(target=at.run) for at in runs]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert [at.exception.values for at in runs] == [[], []]
    assert [len(at.main) > 0 for at in runs] == [True, True]


# A server that knows nothing of what was


def test_objects_of_classes_that_were_made_anew_end_the_session_and_not_the_page() -> None:
    """Whoever saves a file of Python makes all classes anew: the address goes on."""
    at = visit(VEHICLE, SHELF.query())
    at.session_state["session"] = SimpleNamespace(current=None)
    run(at)
    assert not at.exception
    assert_numbers(at, VEHICLE, SHELF)
    act(at, **UPPER)
    assert_numbers(at, VEHICLE, moved(3, 1, 0, 2))


def test_a_message_for_a_server_that_was_restarted_is_not_taken_and_the_address_is() -> None:
    """The browser sends it with its first message to the new one."""
    old = visit(VEHICLE, SHELF.query())
    act(old, **UPPER)
    outbox = vars(old)["outbox"]
    new = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    new.query_params = dict(old.query_params)
    states = old._tree.get_widget_states()
    state = states.widgets.add()
    (post,) = [node.proto for node in old.get("bidi_component") if node.key == "post"]  # type: ignore[attr-defined]
    state.id, state.json_value = post.id, json.dumps({"outbox": outbox})
    new._page_hash = calc_hash(
        VEHICLE
    )  # AppTest knows a page by its file's name before its first run
    new._run(states)
    vars(new)["outbox"] = outbox
    for _ in range(2):
        assert_numbers(new, VEHICLE, moved(3, 1, 0, 2))
        assert (data(new, "post")["ack"], data(new)["ack"]) == (0, 0)
        assert new.query_params == old.query_params
        assert is_off(new, "Undo")
        run(new)
    act(new, "lost", by="post")
    assert notices(new) == [
        "The server was started anew before it took your last change. Everything before it is here."
    ]
    assert_numbers(new, VEHICLE, moved(3, 1, 0, 2))
