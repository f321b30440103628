"""Every challenge can be solved, is not solved from the start, and is judged right on the way.

What counts as solved is read out of `challenges.toml` here once more, and worked out with
`metrics` alone, for everything a reader is allowed to do.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations, product
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    arrive,
    controls,
    data,
    go,
    is_off,
    notices,
    pieces,
    press,
    set_to,
    shown_grades,
    tiles,
    value,
    visit,
)
from expected import Setup
from metrics.catalog import METRICS
from pages.playground import challenges
from steps import CHALLENGES
from ui.core import link
from ui.core.documents import RankedList
from ui.core.knob_kinds import Choice, Range
from ui.core.knobs import KNOBS
from ui.core.screen import Screen
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")
PLAYGROUND = "playground"
ENTRIES = {entry["id"]: entry for entry in CHALLENGES}
IDS = list(ENTRIES)
KINDS = ("up", "down", "same", "at_least", "at_most")
ADDRESS = {"denominator": "ap", "persistence": "p", "relevant_from": "from"}


def start_of(id_: str) -> Screen:
    return challenges.challenges()[id_].start


def query_of(id_: str) -> dict[str, str]:
    return link.encode(start_of(id_))


# What is written


def test_there_are_twelve_and_each_says_what_it_must() -> None:
    assert len(IDS) == len(set(IDS)) == len({entry["title"] for entry in CHALLENGES}) == 12
    for entry in CHALLENGES:
        assert len(entry["title"]) <= 40
        for part in ("do", "hint", "answer"):
            assert entry[part].endswith((".", "?"))
    assert list(challenges.challenges()) == IDS


@pytest.mark.parametrize("id_", IDS)
def test_words_agree_with_the_goal(id_: str) -> None:
    """A number in the words is one of the goal, or a score before; and one drag is one drag."""
    entry, goal = ENTRIES[id_], ENTRIES[id_]["goal"]
    known = [amount for kind in KINDS for amount in goal.get(kind, {}).values()]
    known += [round(score(id_, start_of(id_), key), 3) for key in entry["metrics"]]
    known += [(low + high) / 2 for low, high in pairwise(known)]
    for number in re.findall(r"\b\d?\.\d+", f"{entry['title']} {entry['do']}"):
        assert any(abs(float(number) - each) < 1e-9 for each in known), number
    assert ("one drag" in entry["title"] or "Move one document" in entry["do"]) == ("drags" in goal)
    assert ("one grade" in entry["title"]) == ("grades" in goal)


@pytest.mark.parametrize("id_", IDS)
def test_a_challenge_begins_as_it_is_written(id_: str) -> None:
    entry, start = ENTRIES[id_], start_of(id_)
    shown, missed = entry["grades"], entry.get("missed", [])
    assert [d.grade for d in start.a.documents] == [*shown, *missed]
    assert start.a.retrieved == len(shown)
    assert {key: start[key] for key in entry["settings"]} == entry["settings"]
    assert list(start["metrics"]) == entry["metrics"]
    assert link.decode(query_of(id_)) == (start, [])


@pytest.mark.parametrize("flags", [{}, {"present": "1"}])
def test_an_address_with_a_challenge_alone_opens_its_list(flags: dict[str, str]) -> None:
    """Also by Back or Forward; an address with a list or a knob shows what it has."""
    for id_ in ("ap-up-ndcg-down", IDS[-1]):
        at = visit(PLAYGROUND, {"challenge": id_, **flags})
        state = at.session_state["session"]
        assert (state.current, state.owed) == (start_of(id_), [])
        assert state.projector.presenting == bool(flags)
        arrive(at, {"challenge": "cut", **flags})
        assert at.session_state["session"].current == start_of("cut")
    for more in ({"k": "3"}, {"a": "3Rye~0Spelt"}):
        at = visit(PLAYGROUND, {"challenge": "cut", **more, **flags})
        assert at.session_state["session"].current == link.decode({"challenge": "cut", **more})[0]


def test_the_first_list_within_a_challenge_keeps_its_place_in_the_address() -> None:
    screen = Screen().with_settings(challenge="cut")
    assert "a" in link.encode(screen)
    assert link.decode(link.encode(screen)) == (screen, [])


ENTRY: dict[str, Any] = {
    **{"id": "one", "title": "One", "do": "Do.", "hint": "How?", "answer": "So."},
    **{"list": "1 0", "settings": {"scale": 1, "k": 2}, "metrics": ["ndcg"]},
    "solve": [{"move": "1", "to": 1}],
    "goal": {"may": ["order"], "up": {"ndcg": 0}},
}


@pytest.mark.parametrize(
    "parts",
    [
        {"list": "2"},
        {"settings": {"scale": 1, "cutoff": 2}},
        {"metrics": []},
        {"metrics": ["ndcg", "nonsense"]},
        {"goal": {"may": ["order"]}},
        {"goal": {"may": ["orders"], "up": {"ndcg": 0}}},
        {"goal": {"may": ["order"], "up": {"err": 0}}},
        {"metrics": ["ndcg", "precision"]},
    ],
)
def test_a_challenge_that_is_wrong_is_named(parts: dict[str, Any]) -> None:
    entry = {**ENTRY, "id": IDS[0]}
    assert challenges.read(entry).goal.up == {"ndcg": 0}
    wrong = {**entry, **parts}
    with pytest.raises(ValueError, match=rf"{wrong['id']}\b"):
        challenges.read(wrong)


# Judging


def setup_of(screen: Screen) -> Setup:
    return Setup.of(link.encode(screen))


def score(id_: str, screen: Screen, key: str) -> float:
    """A score worked out without the app, on the list and under the knobs of a challenge."""
    settings = {**ENTRIES[id_]["settings"]}
    settings |= {name: screen[name] for name in ENTRIES[id_]["goal"]["may"] if name in KNOBS}
    grades = [document.grade for document in screen.a.documents]
    knobs = {ADDRESS.get(name, name): value for name, value in settings.items()}
    known = {name: value for name, value in knobs.items() if not name.startswith("orders")}
    at = screen.a.retrieved
    return Setup(grades[:at], grades[at:], known).score(key)


def solved(id_: str, screen: Screen) -> bool:
    """Whether the scores are where the goal wants them."""
    goal = ENTRIES[id_]["goal"]
    found = []
    for kind in KINDS:
        for key, amount in goal.get(kind, {}).items():
            now = score(id_, screen, key)
            by = now - score(id_, start_of(id_), key)
            found.append(
                {
                    "up": by > 1e-6 and by >= amount - 1e-6,
                    "down": -by > 1e-6 and -by >= amount - 1e-6,
                    "same": abs(by) < max(amount, 1e-6),
                    "at_least": now >= amount - 1e-6,
                    "at_most": now <= amount + 1e-6,
                }[kind]
            )
    return all(found)


def reachable(id_: str) -> Iterator[Screen]:
    """Everything a reader is allowed to do, from the start."""
    goal, start = ENTRIES[id_]["goal"], start_of(id_)
    ranked, ids = start.a, [document.id for document in start.a.documents]
    if goal.get("drags") == 1:
        crossing = "retrieved" in goal["may"]
        for document, to in product(ids, range(len(ids) + 1)):
            moved = ranked.moved(document, to)
            if crossing or moved.retrieved == ranked.retrieved:
                yield start.with_list("a", moved)
    elif "order" in goal["may"]:
        for order in permutations(ranked.documents[: ranked.retrieved]):
            there = (*order, *ranked.documents[ranked.retrieved :])
            yield start.with_list("a", RankedList(there, ranked.retrieved))
    elif "grades" in goal["may"]:
        for document, grade in product(ids, range(start.scale + 1)):
            yield start.with_list("a", ranked.edited(document, grade=grade))
    else:
        for positions in product(*(every(KNOBS[name]) for name in goal["may"])):
            yield start.with_settings(**dict(zip(goal["may"], positions, strict=True)))


def every(knob: Any) -> list[Any]:
    if isinstance(knob, Choice):
        return list(knob.options)
    assert isinstance(knob, Range)
    steps = round((knob.high - knob.low) / knob.step)
    return [type(knob.step)(round(knob.low + i * knob.step, 6)) for i in range(steps + 1)]


@pytest.mark.parametrize("id_", IDS)
def test_each_can_be_solved_and_all_that_is_allowed_is_judged_right(id_: str) -> None:
    challenge = challenges.challenges()[id_]
    assert not challenges.judge(challenge, challenge.start).solved
    found = {True: 0, False: 0}
    for screen in reachable(id_):
        verdict = challenges.judge(challenge, screen)
        assert verdict.broken == []
        assert verdict.solved == solved(id_, screen), setup_of(screen)
        found[verdict.solved] += 1
    assert 0 < found[True] < found[False]
    assert solved(id_, challenge.solution)
    assert challenges.judge(challenge, challenge.solution).solved


def test_the_last_challenge_has_one_solution() -> None:
    """No other conventions print these three decimals; gains of one's own begin as 2^g - 1, too."""
    found = {
        tuple(screen[name] for name in ("gain", "ideal", "discount"))
        for screen in reachable("other-tool")
        if solved("other-tool", screen)
    }
    assert found == {("exponential", "retrieved", "log"), ("custom", "retrieved", "log")}


@pytest.mark.parametrize(
    ("before", "after", "one"),
    [
        ("abcde", "abcde", True),
        ("abcde", "bcdea", True),
        ("abcde", "eabcd", True),
        ("abcde", "acbde", True),
        ("abcde", "acdbe", True),
        ("abcde", "adbce", True),
        ("abcde", "badce", False),
        ("abcde", "cbade", False),
        ("abcde", "edcba", False),
        ("abcde", "cdeab", False),
        ("ab", "ba", True),
        ("", "", True),
    ],
)
def test_one_drag(before: str, after: str, one: bool) -> None:
    assert challenges.one_drag(before, after) == one


def test_one_drag_is_what_a_drag_can_do() -> None:
    before = "abcde"
    can = {before}
    for at, to in product(range(5), range(5)):
        left = before[:at] + before[at + 1 :]
        can.add(left[:to] + before[at] + left[to:])
    for order in permutations(before):
        assert challenges.one_drag(before, order) == ("".join(order) in can)


ORDER, GRADES = "The order has to stay as it was.", "The grades have to stay as they were."
LINE = "No page may cross the line where retrieval ends."
MANY, TOO_MANY = "More than one page has been moved.", "Too many grades have been changed."
AWAY = "These are not the pages of this challenge. Start it again."


@pytest.mark.parametrize(
    ("id_", "actions", "broken"),
    [
        ("ap-up-ndcg-down", [{"do": "move", "id": "3", "to": 0}], []),
        (
            "ap-up-ndcg-down",
            [{"do": "move", "id": "3", "to": 0}, {"do": "move", "id": "5", "to": 0}],
            [MANY],
        ),
        ("ap-up-ndcg-down", [{"do": "move", "id": "1", "to": 5}], [LINE]),
        ("ap-up-ndcg-down", [{"do": "grade", "id": "5", "grade": 3}], [GRADES]),
        ("ap-up-ndcg-down", [{"do": "delete", "id": "2"}], [AWAY]),
        ("ap-up-ndcg-down", [{"do": "rename", "id": "2", "title": "Other"}], [AWAY]),
        (
            "ap-up-ndcg-down",
            [{"do": "add", "id": "n1", "title": "Other", "grade": 0}],
            [AWAY],
        ),
        ("cut", [{"do": "move", "id": "1", "to": 2}], [ORDER]),
        ("cut", [{"do": "turn", "knob": "scale", "to": 3}], ["To be put back: Scale."]),
        (
            "cut",
            [
                {"do": "turn", "knob": "patience", "to": 2},
                {"do": "turn", "knob": "gain", "to": "exponential"},
                {"do": "turn", "knob": "k", "to": 7},
            ],
            ["To be put back: Patience β, Gain."],
        ),
        (
            "cut",
            [
                {"do": "turn", "knob": "metrics", "to": ["err"]},
                {"do": "turn", "knob": "orders_by", "to": "err"},
                {"do": "turn", "knob": "orders_against", "to": "none"},
                {"do": "keep_b"},
            ],
            [],
        ),
        (
            "higher-ideal",
            [{"do": "grade", "id": "6", "grade": 3}, {"do": "grade", "id": "7", "grade": 3}],
            [TOO_MANY],
        ),
        ("higher-ideal", [{"do": "order", "order": "reverse"}], [ORDER]),
        (
            "half-with-two",
            [{"do": "grade", "id": "1", "grade": 1}, {"do": "turn", "knob": "k", "to": 2}],
            [GRADES, "To be put back: Cutoff k."],
        ),
        ("half-with-two", [{"do": "move", "id": "6", "to": 0}], [LINE]),
        ("half-with-two", [{"do": "order", "order": "reverse"}], []),
    ],
)
def test_rules_that_are_broken_are_named(
    id_: str, actions: list[dict[str, Any]], broken: list[str]
) -> None:
    at = visit(PLAYGROUND, query_of(id_))
    for action in actions:
        act(at, **{"list": "a", **action})
    (reached, said, _) = verdict(at)
    if reached:
        assert said == "Solved."
    elif broken:
        assert said == " ".join(["Not yet.", *broken])
    else:
        assert re.fullmatch(
            r"Not yet\.|Not yet: .* (rose by|fell by|stayed as it was|is) .*undo\.", said
        )
    assert not (reached and broken)
    # A link to here is judged the same: nothing is kept beside it.
    assert verdict(visit(PLAYGROUND, at.query_params)) == verdict(at)


# On the page

SOLUTIONS: Mapping[str, list[dict[str, Any]]] = {
    "ap-up-ndcg-down": [{"do": "move", "id": "3", "to": 0}],
    "half-with-two": [{"do": "move", "id": "2", "to": 0}, {"do": "move", "id": "5", "to": 1}],
    "behind-rr": [{"do": "move", "id": "7", "to": 2}],
    "cut": [{"do": "turn", "knob": "k", "to": 7}],
    "whole-by-a-knob": [{"do": "turn", "knob": "denominator", "to": "found"}],
    "only-ndcg": [{"do": "move", "id": "3", "to": 0}, {"do": "move", "id": "1", "to": 2}],
    "err-up-ap-down": [{"do": "move", "id": "1", "to": 3}],
    "lose-to-win": [{"do": "move", "id": "8", "to": 8}],
    "higher-ideal": [{"do": "grade", "id": "6", "grade": 3}],
    "patience": [{"do": "turn", "knob": "persistence", "to": 0.8}],
    "satisfied": [{"do": "move", "id": "5", "to": 1}, {"do": "move", "id": "4", "to": 2}],
    "other-tool": [
        {"do": "turn", "knob": "gain", "to": "exponential"},
        {"do": "turn", "knob": "ideal", "to": "retrieved"},
    ],
}


def verdict(at: AppTest) -> tuple[bool, str, list[tuple[str, bool]]]:
    """Whether the page says solved, in which words, and each score with whether it is right."""
    assert not at.exception, at.exception
    (told,) = [piece for piece in pieces(at) if "class='verdict" in piece]
    said = re.findall(r"<p>(.*)</p>", told)[0]
    parts = re.findall(r"<li class='(met|due)'>(.*?)</li>", told)
    return (
        "verdict solved" in told,
        html.unescape(re.sub("<[^>]*>", "", said)),
        [(html.unescape(text), mark == "met") for mark, text in parts],
    )


@pytest.mark.parametrize("id_", IDS)
def test_a_challenge_is_opened_by_its_link_and_solved_on_the_board(id_: str) -> None:
    entry = ENTRIES[id_]
    at = visit(PLAYGROUND, query_of(id_))
    assert notices(at) == []
    assert value(at, "Challenge") == id_
    step = controls(at)["step"]
    answer = re.sub("<sup>(.*?)</sup>", r"^\1", step["answer"]).replace("\u00a0", " ")
    assert (step["ask"], answer, step["open"]) == (entry["do"], entry["answer"], False)
    labels = [METRICS[key].label(start_of(id_).k) for key in METRICS if key in entry["metrics"]]
    assert list(tiles(at)) == labels
    assert (verdict(at)[0], verdict(at)[1]) == (False, "Not yet.")
    for action in SOLUTIONS[id_]:
        assert not verdict(at)[0]
        act(at, **{"list": "a", **action})
    done = verdict(at)
    assert (done[0], done[1], controls(at)["step"]["open"]) == (True, "Solved.", True)
    asked = set_to(visit(PLAYGROUND), "Challenge", id_)
    act(asked, **controls(asked)["step"]["acts"])
    assert verdict(asked)[:2] == (True, "Shown.")  # its answer was asked for
    assert not any(name.endswith(" ✓") for _, name in controls(asked)["Challenge"]["options"])
    assert all(met and "must" not in text for text, met in done[2])
    assert verdict(visit(PLAYGROUND, at.query_params)) == done
    for _ in SOLUTIONS[id_]:
        press(at, "Undo")
    assert not verdict(at)[0]
    act(at, **step["acts"])  # what the answer does
    assert verdict(at)[0]


def test_the_verdict_says_how_far_each_score_is() -> None:
    """3 2 0 0 1: AP (1 + 1 + 3/5) / 3 = 0.867 was 0.756; nDCG rises, too, and must not."""
    at = visit(PLAYGROUND, query_of("ap-up-ndcg-down"))
    unmoved = [("AP@5 ±0.000 (must rise)", False), ("nDCG@5 ±0.000 (must fall)", False)]
    assert verdict(at)[2] == unmoved
    act(at, "move", list="a", id="3", to=1, held=True)
    before, now = Setup((3, 0, 2, 0, 1), ()), Setup((3, 2, 0, 0, 1), ())
    rise = now.score("ndcg") - before.score("ndcg")
    assert "<span>Since the start:</span>" in pieces(at)[0]
    live = [("AP@5 +0.111", True), (f"nDCG@5 +{rise:.3f} (must fall)", False)]
    assert verdict(at)[2] == live
    act(at, "cancel", held=True)
    assert verdict(at)[2] == unmoved
    act(at, "move", list="a", id="3", to=1)
    assert verdict(at)[2] == live
    act(at, "move", list="a", id="1", to=4)
    assert verdict(at)[2][1][0].startswith("nDCG@5 −0.")


@pytest.mark.parametrize(
    ("id_", "wanted"),
    [
        ("half-with-two", "AP@5 0.225 (must reach 0.5)"),  # (1/2 + 2/5) / 4
        ("behind-rr", "AP@7 ±0.000 (must rise by 0.1)"),
        ("patience", "RBP 0.122 (must reach 0.245)"),
        ("other-tool", "nDCG@5 0.550 (must be 0.738)"),
    ],
)
def test_what_is_wanted_is_said_in_numbers(id_: str, wanted: str) -> None:
    assert (wanted, False) in verdict(visit(PLAYGROUND, query_of(id_)))[2]


def test_not_yet_says_what_went_wrong() -> None:
    """3 2 0 0 1: nDCG goes from 0.921 to 0.973, and must fall; AP rises, as it must."""
    at = visit(PLAYGROUND, query_of("ap-up-ndcg-down"))
    before, now = Setup((3, 0, 2, 0, 1), ()), Setup((3, 2, 0, 0, 1), ())
    rise = now.score("ndcg") - before.score("ndcg")
    act(at, "move", list="a", id="3", to=1)
    assert verdict(at)[1] == f"Not yet: nDCG rose by {rise:.3f}. Undo and try another move."
    press(at, "Undo")
    act(at, "move", list="a", id="2", to=4)
    act(at, "keep_b")
    assert verdict(at)[1].startswith("Not yet: nDCG rose by 0.")
    press(at, "Undo")
    press(at, "Undo")
    act(at, "keep_b")  # the list is as it was
    assert verdict(at)[1] == "Not yet."
    at = visit(PLAYGROUND, query_of("cut"))
    act(at, "turn", knob="k", to=2)
    assert verdict(at)[1] == "Not yet: R is 0.400. Go on, or undo."
    act(at, "turn", knob="k", to=8)
    assert verdict(at)[1] == "Not yet: P is 0.500. Go on, or undo."


def test_solved_leads_on_to_the_next_and_the_list_ticks_it() -> None:
    at = visit(PLAYGROUND, query_of("cut"))
    act(at, "turn", knob="k", to=7)
    (told,) = [piece for piece in pieces(at) if "class='verdict" in piece]
    after = ENTRIES[IDS[IDS.index("cut") + 1]]
    ((href, text),) = re.findall(r"<a href='([^']*)'>(.*?)</a>", told)
    assert html.unescape(text) == f"Next challenge: {after['title']}"
    ((_, change),) = parse_qsl(href.removeprefix("#"))
    act(at, **json.loads(change))
    assert value(at, "Challenge") == after["id"]
    ticked = [name for _, name in controls(at)["Challenge"]["options"] if name.endswith(" ✓")]
    assert ticked == [f"{IDS.index('cut') + 1}. {ENTRIES['cut']['title']} ✓"]
    for action in SOLUTIONS[IDS[-1]]:
        set_to(at, "Challenge", IDS[-1]) if value(at, "Challenge") != IDS[-1] else None
        act(at, **{"list": "a", **action})
    (told,) = [piece for piece in pieces(at) if "class='verdict" in piece]
    assert "Solved" in told
    assert "<a" not in told  # it is the last


def test_what_may_change_a_little_says_so_where_it_changes_more() -> None:
    at = visit(PLAYGROUND, query_of("satisfied"))
    assert ("ERR@5 ±0.000", True) in verdict(at)[2]
    act(at, "move", list="a", id="1", to=4)
    (text,) = [text for text, _ in verdict(at)[2] if text.startswith("ERR")]
    assert re.fullmatch(r"ERR@5 −0\.\d{3} \(must change by < 0\.01\)", text)
    at = visit(PLAYGROUND, query_of("behind-rr"))
    act(at, "move", list="a", id="2", to=0)
    assert ("RR@7 +0.500 (must stay)", False) in verdict(at)[2]


def test_from_one_to_the_next_and_back_as_steps() -> None:
    at = visit(PLAYGROUND)
    assert (value(at, "Challenge"), is_off(at, "Previous challenge")) == ("", True)
    assert not any("class='verdict" in piece for piece in pieces(at))
    for id_ in IDS:
        press(at, "Next challenge")
        assert at.query_params == query_of(id_)
        assert value(at, "Challenge") == id_
    assert is_off(at, "Next challenge")
    press(at, "Previous challenge")
    assert at.query_params == query_of(IDS[-2])
    press(at, "Undo")
    press(at, "Undo")
    assert at.query_params == query_of(IDS[-2])
    act(at, "move", list="a", id="1", to=2)
    set_to(at, "Challenge", IDS[4])
    assert at.query_params == query_of(IDS[4])
    press(at, "Undo")
    assert value(at, "Challenge") == IDS[-2]


def test_a_challenge_can_be_left_and_the_list_stays() -> None:
    at = visit(PLAYGROUND, query_of("cut"))
    act(at, "turn", knob="k", to=7)
    before = dict(at.query_params)
    set_to(at, "Challenge", "")
    assert at.query_params == {name: before[name] for name in before if name != "challenge"}
    press(at, "Undo")
    assert at.query_params == before


def test_a_challenge_can_be_started_again_however_far_one_went_astray() -> None:
    at = visit(PLAYGROUND, query_of("cut"))
    act(at, "delete", list="a", id="1")
    act(at, "turn", knob="scale", to=3)
    act(at, **done(at, "Start it again"))
    assert at.query_params == query_of("cut")
    act(at, "move", list="a", id="1", to=3)
    press(at, "Reset")
    assert at.query_params == query_of("cut")
    act(at, **done(at, "Leave the challenge"))
    assert value(at, "Challenge") == ""


def test_reset_returns_to_where_a_challenge_began() -> None:
    at = visit(PLAYGROUND, {"a": "1x~0y"})
    set_to(at, "Challenge", "cut")
    act(at, "move", list="a", id="1", to=3)
    press(at, "Reset")
    assert at.query_params == query_of("cut")


def folds(at: AppTest) -> str:
    return "".join(piece for piece in pieces(at) if "class='challenges'" in piece)


def done(at: AppTest, text: str) -> dict[str, Any]:
    """What a text does when it is clicked."""
    ((href),) = re.findall(rf"<a href='([^']*)'>{re.escape(text)}</a>", folds(at))
    ((name, change),) = parse_qsl(href.removeprefix("#"))
    assert name == "do"
    action: dict[str, Any] = json.loads(change)
    return action


@pytest.mark.parametrize("query", [{}, {"challenge": "cut"}])
def test_all_twelve_are_links(query: dict[str, str]) -> None:
    at = visit(PLAYGROUND, query)
    links = re.findall(r"<a class='own' href='playground\?([^']*)'", folds(at))
    assert len(links) == 12
    for id_, way in zip(IDS, links, strict=True):
        assert dict(parse_qsl(html.unescape(way))) == query_of(id_)
        assert done(at, html.escape(ENTRIES[id_]["title"])) == {"do": "take_on", "to": id_}
    assert ("A hint" in folds(at)) == ("cut" in query.values())
    assert ("Leave the challenge" in folds(at)) == ("cut" in query.values())


def test_what_was_solved_is_ticked_for_as_long_as_the_session_lasts() -> None:
    at = visit(PLAYGROUND, query_of("cut"))
    assert "solved" not in folds(at)
    act(at, "turn", knob="k", to=7)
    assert verdict(at)[0]
    act(at, "take_on", to="")
    ticks = ["✓ solved" in each for each in re.findall("<li>(.*?)</li>", folds(at))]
    assert ticks == [id_ == "cut" for id_ in IDS]
    assert "solved" not in folds(visit(PLAYGROUND))


def test_the_hint_is_folded_and_stays_as_it_is_while_cards_are_dragged() -> None:
    """Were it drawn anew, it would fold up."""
    at = visit(PLAYGROUND, query_of("cut"))
    before = folds(at)
    assert f"<details><summary>A hint</summary><p>{ENTRIES['cut']['hint']}</p></details>" in before
    act(at, "turn", knob="k", to=4)
    act(at, "move", list="a", id="1", to=3)
    assert folds(at) == before


def test_an_address_with_a_challenge_that_is_none() -> None:
    at = visit(PLAYGROUND, {"challenge": "nonsense", "k": "3"})
    (said,) = notices(at)
    assert said.startswith("“challenge=nonsense” in the address was left out; allowed: one of ")
    assert at.query_params == {"k": "3"}
    assert value(at, "Challenge") == ""


def test_a_challenge_on_another_list_says_so() -> None:
    at = visit(PLAYGROUND, {"challenge": "cut", "a": "3Rye~0Spelt"})
    assert verdict(at)[1] == f"Not yet. {AWAY}"


def test_what_nobody_can_take_on_changes_nothing() -> None:
    at = visit(PLAYGROUND, query_of("cut"))
    for to in ("nonsense", None, ["cut"], 3):
        act(at, "take_on", to=to)
        assert at.query_params == query_of("cut")
        assert not at.exception


def test_a_challenge_goes_along_to_other_pages() -> None:
    at = visit(PLAYGROUND, query_of("cut"))
    act(at, "turn", knob="k", to=7)
    go(at, VEHICLE)
    go(at, PLAYGROUND)
    assert verdict(at)[0]


# The invitation


def test_the_first_is_an_invitation_whatever_the_address_says() -> None:
    """Its query is laid over the present one, so it names what that may have turned."""

    def page() -> None:
        from pages.welcome import ways_in

        ways_in.challenge()

    at = AppTest.from_function(page).run()
    (way,) = data(at, "invitation")["controls"]
    assert (way["kind"], way["path"]) == ("link", PLAYGROUND)
    assert way["label"] == f"Challenge: {CHALLENGES[0]['title']}"
    assert way["change"] == {"do": "take_on", "to": IDS[0]}
    there = {"a": "1x~0y", "k": "9", "gain": "exponential", "p": "0.5", "scale": "1", "show": "err"}
    for query in ({}, there):
        shown, problems = link.decode({**query, **way["query"]})
        assert (shown, problems) == (start_of(IDS[0]), [])
        assert len(urlencode({**query, **way["query"]})) < link.LONGEST


def test_following_the_invitation_takes_the_challenge_on() -> None:
    at = visit(PLAYGROUND, {"k": "9", "p": "0.5"})
    act(at, "take_on", by="invitation", to=IDS[0])
    assert at.query_params == query_of(IDS[0])
    assert shown_grades(at)[0] == CHALLENGES[0]["grades"]
