"""A bench of malice: every action with wrong values, and every form of link, against an open room.

It finds the actions by itself. Whoever adds one says here who may start it: `RULES`.
"""

import importlib
import inspect
import json
import pkgutil
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

import ui
from app_driver import act, data, deliver, notices, titles, to_text, visit
from live_app import ROOT, settle
from live_board import Board, comes_true, score
from rooms import store
from rooms.store import Rooms
from ui import contents
from ui.core import link, post
from vehicle import VEHICLE

pytestmark = pytest.mark.usefixtures("vehicle")
DAMAGED: Final = "A message of this page arrived damaged. Nothing was changed."
NO_LINK: Final = "No link can do what this one asks for. Nothing was changed."

RULES: Final = {
    # A link may start it, also one that a stranger wrote: it changes the reader's own screen, and
    # Undo takes that back; it notes an answer to a puzzle; or it presents a measure, as an
    # address with `present` does.
    "link": """argue grade keep_b look_at move order point_out preset project rescore send
        take_grades take_on take_pair turn turn_to_puzzle""",
    # Only the page itself sends it.
    "page": """act add add_query again arrive bend chart close_topic code copy_query cut delete
        draft_click draft_coin drill_answer drill_begin drill_cards drill_next drill_solve drill_ten
        guess lines_in_order lost name_query solve
        open_door pair paste predict predict_of present redo remove_b remove_query rename resample
        reseed reset room_keep room_look room_none room_open room_resume room_take score show_moved
        swap swap_end take_answer take_as take_order tally top topic type_list type_queries
        type_rankings type_scores type_verdicts undo upload_failed verdict vote worth""",
    # The lecturer's alone: it carries the room's secret.
    "room": """room_again room_alike room_ask room_choice room_close room_end room_goal room_hand
        room_only room_results room_reveal""",
}
RULE: Final = {name: rule for rule, names in RULES.items() for name in names.split()}


def registered() -> dict[str, Callable[..., object]]:
    """The handlers of all actions. What is called page.py draws when imported, and has none."""
    shared = (module.name for module in pkgutil.walk_packages(ui.__path__, "ui."))
    for name in (*shared, *contents.modules()):
        importlib.import_module(name)
    return {**post._ON_SCREEN, **post._ON_SESSION}


HANDLERS: Final = registered()


def test_every_action_has_a_rule() -> None:
    assert {name: RULE.get(name, "no rule: write it into RULES") for name in HANDLERS} == RULE
    assert {name for name, rule in RULE.items() if rule == "link"} == post._LINKED
    for name in HANDLERS:
        if RULE[name] == "link":
            assert post.href({"do": name}).startswith("#do=")
        else:
            with pytest.raises(ValueError, match="not linked"):
                post.href({"do": name})


def test_each_threat_has_a_test() -> None:
    """By the names in SECURITY.md."""
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8")))
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    assert len(named) > 20
    assert named <= set(re.findall(r"^def (test_\w+)", "\n".join(files), re.MULTILINE))


# What a browser may send

VALUES: Final = (
    *(None, True, -1, 3.5, 1e308, float("nan"), float("inf"), 10**30, "", "b", "x" * 5_000),
    *("\ud800", "\0", "<script>alert(1)</script>", "'; DROP TABLE rooms; --"),
    *([], [[[]]], {}, {"a": [None]}, ["a"] * 3_000),
)
LIKELY: Final = {
    **{"list": "a", "id": "1", "to": 1, "grade": 1, "title": "x", "order": "ideal", "knob": "k"},
    **{
        "query": "?k=3",
        "page": VEHICLE,
        "lesson": VEHICLE,
        "ids": ["1", "2"],
        "topic": 0,
        "kind": "number",
    },
}
FIELD: Final = re.compile(r'action\["(\w+)"\]|action\.get\("(\w+)"|"(\w+)" in action')


def fields(name: str) -> list[str]:
    """What the handler of an action reads, and what others read for several handlers."""
    source = inspect.getsource(HANDLERS[name])
    found = {field for match in FIELD.findall(source) for field in match if field}
    return sorted({*found, "to", "step", "id", "of", "on", "secret"})


def variants(name: str) -> Iterator[dict[str, Any]]:
    """An action with wrong values: in all fields, in each one alone, in unknown ones, in none."""
    own = fields(name)
    likely = {field: LIKELY.get(field, "1") for field in own if field != "step"}
    yield {"do": name}
    for value in VALUES:
        yield {"do": name, **dict.fromkeys(own, value)}
        yield {"do": name, **likely, "nonsense": value}
        for field in own:
            yield {"do": name, **likely, field: value}


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rooms:
    monkeypatch.setenv("ROOMS", f"sqlite:///{tmp_path}/rooms.sqlite")
    found = store.connect(create=True)
    assert found
    return found


@pytest.fixture
def lecturer(rooms: Rooms) -> AppTest:  # noqa: ARG001 (the database)
    """Who holds a room with an open question, on a list that has some of everything."""
    at = visit(VEHICLE, {"a": "1A~0B~1C~0D~1E", "scale": "1", "present": "1"})
    act(at, "room_open", by="toolbar")
    act(at, "room_ask", by="room_keys", kind="number", secret=held(at).secret)
    assert held(at).question.phase == "open"
    return at


def held(at: AppTest) -> Any:
    return at.session_state["session"].projector.room


def stored(file: Path) -> dict[str, list[Any]]:
    """All that the database knows of rooms."""
    tables = ("rooms", "questions", "answers", "verdicts")
    with sqlite3.connect(file) as database:
        return {each: database.execute(f"SELECT * FROM {each}").fetchall() for each in tables}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (at % 8 > 0))
        for at, name in enumerate(HANDLERS)
    ],
)
def test_no_action_with_wrong_values_harms_a_room_or_the_page(
    lecturer: AppTest, tmp_path: Path, name: str
) -> None:
    before, room = stored(tmp_path / "rooms.sqlite"), held(lecturer)
    for by in ("board_a", post.LINK):
        deliver(lecturer, to_text(lecturer, *({"by": by, **each} for each in variants(name))))
        assert not lecturer.exception
        assert stored(tmp_path / "rooms.sqlite") == before
        assert held(lecturer) is room
        for sentence in notices(lecturer):
            assert sentence.endswith((".", "!", "?")), sentence
        if by == post.LINK and RULE[name] != "link":
            assert notices(lecturer) == [NO_LINK]
        if by != post.LINK and RULE[name] == "room":
            assert notices(lecturer) == [DAMAGED]
        _, problems = link.decode(
            {key: text for key, text in lecturer.query_params.items() if key not in link.FLAGS}
        )
        assert problems == []
    act(lecturer, "room_close", by="room_keys", secret=room.secret)
    assert room.question.phase == "closed"  # the page and the room go on


def test_no_link_does_what_is_the_lecturers_though_it_knows_the_secret(
    lecturer: AppTest, tmp_path: Path
) -> None:
    before, secret = stored(tmp_path / "rooms.sqlite"), held(lecturer).secret
    for name, rule in RULE.items():
        if rule == "room":
            act(lecturer, name, by=post.LINK, secret=secret, kind="order", to="best", of="x")
            assert notices(lecturer) == [NO_LINK]
    assert stored(tmp_path / "rooms.sqlite") == before


UNDO: Final = {"do": "undo"}


@pytest.mark.parametrize(
    "damaged",
    [
        *(5, "move", None, [], True, {}, {**UNDO, "seq": 1.5}, {**UNDO, "seq": 20_000}),
        *({"seq": 2, "by": "x"}, {"seq": 2, "by": "x", "do": 5}, {"seq": 2, **UNDO}),
        *({"seq": 2, **UNDO, "by": 5}, {"seq": 2, **UNDO, "by": [1]}),
    ],
)
def test_an_action_is_damaged_alone(damaged: Any) -> None:
    """The others of its message are taken. It is acknowledged itself, if it has a number."""
    at = visit(VEHICLE, {"a": "1A~0B~1C~0D~1E", "scale": "1"})
    first = {"seq": 1, "by": "x", "do": "turn", "knob": "k", "to": 3}
    last = {"seq": 3, "by": "x", "do": "move", "list": "a", "id": "5", "to": 0}
    message = {"session": data(at, "post")["session"], "preview": None}
    if isinstance(damaged, dict) and damaged.get("seq") == 2:
        deliver(at, json.dumps({**message, "actions": [first, damaged]}))
        assert (notices(at), data(at, "post")["ack"]) == ([DAMAGED], 2)
    deliver(at, json.dumps({**message, "actions": [first, damaged, last]}))
    assert data(at, "post")["ack"] == 3
    assert (at.query_params["k"], titles(at)) == ("3", ["E", "A", "B", "C", "D"])
    if not (isinstance(damaged, dict) and damaged.get("seq") == 2):
        assert notices(at) == [DAMAGED]


def test_a_message_has_a_largest_size() -> None:
    at = visit(VEHICLE)
    act(at, "rename", list="a", id="1", title="x" * 1_000_000)
    assert notices(at) == [DAMAGED]


# Links, in a browser

ROOM_LINKS: Final = (
    {"do": "room_end", "seq": 9},
    {"do": "room_reveal", "seq": 99, "by": "room_keys"},
    {"do": "room_resume", "code": "AAAAAA", "secret": "x" * 22, "seq": 9},
    {"do": "room_take", "code": "AAAAAA", "replaces": "x", "secret": "x" * 22},
)
DEAD_LINKS: Final = (
    *("5", "{}", '{"do": "move", "by": 5, "seq": 1.5}'),
    '{"do": "turn", "by": "board_a", "seq": 50}',
    f'{{"do": "turn", "to": {"[" * 3_000}{"]" * 3_000}}}',  # deeper than Python can read
)


def kept(page: Page) -> tuple[Any, str]:
    """What the browser holds: the room with its secret, and its cookie."""
    return page.evaluate("""[
      localStorage["rankbook-room"], document.cookie.match(/rankbook_room=[^;]*/)[0],
    ]""")


@pytest.fixture
def projector(
    open_page: Callable[..., Page], server_log: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Page, Callable[[], Any]]]:
    """The tab of a lecturer with an open question, and what the store has of the room."""
    monkeypatch.setenv("ROOMS", f"sqlite:///{server_log.parent}/rooms.sqlite")
    page = open_page(f"/{VEHICLE}?a=1A~0B~1C~0D~1E&scale=1&present=1")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Room")).to_be_visible()
    page.keyboard.press("Escape")
    settle(page)
    page.keyboard.press("n")
    expect(score(page, "AP@5")).to_have_text("?")
    held = json.loads(kept(page)[0])
    rooms = store.connect(create=False)
    assert rooms
    yield page, lambda: (rooms.state(held["code"]), rooms.holds(held["code"], held["secret"]))
    rooms.end(held["code"], held["secret"])


def test_no_link_changes_an_open_room(projector: tuple[Page, Callable[[], Any]]) -> None:
    """Opened in the lecturer's browser, by the lecturer or by a page of this site."""
    page, room = projector
    before, held = room(), kept(page)
    tab = page.context.new_page()
    links = [f"do={quote(json.dumps(each))}" for each in ROOM_LINKS]
    links += ["room=AAAAAA.x", "room=x; path=/elsewhere.y"]
    for each in links:
        tab.goto(f"/{VEHICLE}?k=3#{each}")
        settle(tab)
        expect(tab.locator(".st-key-wall .corner")).to_be_visible()
        assert (room(), kept(tab)) == (before, held), each
        assert "#" not in tab.url
        expect(tab.locator(".notice")).to_have_text(
            re.compile(r"^(No link can|Room AAA|This link)")
        )
        tab.goto("about:blank")
    tab.close()
    # The first tab has noticed nothing, and its keys are the lecturer's.
    page.keyboard.press("k")
    comes_true(page, lambda: room()[0].question.phase == "closed", "the question is closed")


def test_no_link_makes_a_page_dead(open_page: Callable[..., Page]) -> None:
    page = open_page()
    for each in DEAD_LINKS:
        page.goto(f"/{VEHICLE}?a=1A~0B~1C~0D~1E&scale=1#do={quote(each)}")
        settle(page)
        page.locator(".board li.card .grip").first.focus()
        page.keyboard.press("Alt+ArrowDown")
        settle(page)
        assert "a=0B~1A" in page.url, each[:40]
        Board(page).shows("B0 A1 C1 D0 E1")
        page.goto("about:blank")
