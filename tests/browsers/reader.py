"""A reader with one window of any engine: finds things by their names, and uses them as people do.

An act goes the way of a real one: a pointer at a place, or keys to what has the focus.
"""

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from live_app import AT_REST
from live_board import FOCUSED

PATIENCE: Final = 30  # seconds; a busy machine is no fault of the page's
KEYS: Final = {
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Shift": "\ue008",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
Point = tuple[float, float]
# What can be seen, through shadow roots; by a selector, and by a name or the name's beginning.
_FIND: Final = r"""
const all = (wanted, root = document) => [...root.querySelectorAll(wanted),
  ...[...root.querySelectorAll("*")].flatMap(({shadowRoot}) =>
    (shadowRoot ? all(wanted, shadowRoot) : []))];
const text = (node) => (node.innerText ?? node.textContent).replace(/\s+/g, " ").trim();
const named = (node) => node.ariaLabel || text(node);
const is = (name, node) =>
  (name.endsWith("…") ? named(node).startsWith(name.slice(0, -1)) : named(node) === name);
const seen = (wanted, name) => all(wanted).filter((node) =>
  node.checkVisibility() && (!name || is(name, node)));
"""


class Engine(Protocol):
    """What a driver can do; its classes say how."""

    tab: str

    def window(self) -> str: ...
    def switch(self, tab: str) -> str: ...
    def resize(self, width: int, height: int) -> None: ...
    def goto(self, url: str) -> None: ...
    def js(self, body: str, *args: Any) -> Any: ...
    def actions(self, source: dict[str, Any]) -> None: ...
    def files(self, query: str, *paths: Path) -> None: ...
    def back(self, delta: int = -1) -> None: ...
    def png(self) -> bytes: ...
    def saved(self, name: str) -> bytes: ...
    def problems(self) -> list[str]: ...
    def quit(self) -> None: ...


class Reader:
    """One who reads, in one window."""

    def __init__(self, engine: Engine, address: str) -> None:
        """Come to no page yet."""
        self.engine, self.address = engine, address
        self.restless = ""  # why the page was not at rest for long

    # ---- Where they are

    def open(self, path: str, width: int = 1400, height: int = 900) -> None:
        """Come to a page as if for the first time."""
        self.engine.goto(f"{self.address}/_stcore/health")
        self.engine.js("localStorage.clear(); sessionStorage.clear()")
        self.engine.resize(width, height)
        self.engine.goto(self.address + path)
        self.settle()

    def settle(self) -> None:
        """Wait until the app has answered and the page is at rest, by the measure of all tests."""
        self.comes_true(lambda: self.js("return !!document.querySelector('.stApp')"), "it loads")
        self.comes_true(self._rests, "the page rests", 4 * PATIENCE)

    def _rests(self) -> bool:
        """Ask again and again: no answer comes from a document that another one replaces."""
        done: bool | str = self.js(
            f"""if (!window.resting) {{
              window.resting = {{}};
              const say = (done) => Object.assign(resting, {{ done }});
              ({AT_REST})(200).then(() => say(true), (why) => say(`${{why}}`));
            }}
            const {{ done }} = window.resting;
            if (done) delete window.resting;
            return done ?? false;"""
        )
        if isinstance(done, str):
            self.restless = done
        return done is True

    def back(self, delta: int = -1) -> None:
        self.engine.back(delta)
        self.settle()

    def query(self) -> str:
        """What the address says after its path."""
        found: str = self.js("return decodeURIComponent(location.search)")
        return found

    # ---- What they see

    def js(self, body: str, *args: Any) -> Any:
        """Ask the page; `all`, `seen`, `text` and `named` are there for it."""
        return self.engine.js(_FIND + body, *args)

    def texts(self, wanted: str, name: str = "") -> list[str]:
        """Read everything of a selector that can be seen."""
        found: list[str] = self.js("return seen(...arguments).map(text)", wanted, name)
        return found

    def scores(self) -> dict[str, str]:
        """Read the scores by their labels, without what they were."""
        found: dict[str, str] = self.js(
            "return Object.fromEntries(seen('dl.scores > div').map((tile) => "
            "[tile.querySelector('dt'), tile.querySelector('b')].map(text)))"
        )
        return found

    def cards(self, label: str = "Ranked documents") -> list[dict[str, Any]]:
        """Read the cards of a list; a held card's floating copy is none of it."""
        cards: list[dict[str, Any]] = self.js(
            """const list = seen("[role=list]", arguments[0])[0];
            return [...list.querySelectorAll("li.card")].map((card) => ({
              title: card.querySelector("input").value,
              grade: card.querySelector("[role=radio][aria-checked=true]").textContent,
              missed: /, not retrieved(,|$)/.test(card.ariaLabel),
            }))""",
            label,
        )
        return cards

    def board(self, label: str = "Ranked documents") -> str:
        """Read a list in short: `A3 B? | C1`, with the missed behind the line."""
        cards = self.cards(label)
        parts = [card["title"] + card["grade"] for card in cards]
        if missed := [at for at, card in enumerate(cards) if card["missed"]]:
            parts.insert(missed[0], "|")
        return " ".join(parts)

    def focused(self) -> str:
        """Name of what has the focus."""
        found: str = self.js(f"return ({FOCUSED})()")
        return found

    def shows(self, what: Callable[[], Any], value: Any) -> None:
        """Wait until something is as it should be, and fail with what it is instead."""
        deadline = time.monotonic() + PATIENCE
        while (got := what()) != value and time.monotonic() < deadline:
            time.sleep(0.05)
        assert got == value

    def comes_true(
        self, holds: Callable[[], Any], what: str, patience: float = 2 * PATIENCE
    ) -> None:
        deadline = time.monotonic() + patience
        while not holds():
            assert time.monotonic() < deadline, f"it never came true that {what} {self.restless}"
            time.sleep(0.05)

    # ---- What they do

    def at(self, wanted: str, name: str = "", nth: int = 0, *, x: float = 0.5) -> Point:
        """Find the middle of something, or so much of its width; scroll there if need be."""
        point: Point | None = None

        def found() -> bool:
            nonlocal point
            point = self.js(
                """const [wanted, name, nth, x] = arguments, node = seen(wanted, name).at(nth);
                if (!node) return null;
                const place = () => {
                  const box = node.getBoundingClientRect();
                  return [box.left + x * box.width, box.top + box.height / 2];
                };
                const [, y] = place();
                if (y < 100 || y > innerHeight - 60) node.scrollIntoView({block: "center"});
                return new Promise((resume) => requestAnimationFrame(() => resume(place())));""",
                *(wanted, name, nth, x),
            )
            return bool(point)

        self.comes_true(found, f"{wanted} {name!r} is seen")
        assert point
        return point[0], point[1]

    def move(self, *path: Point, kind: str = "mouse", drop: bool = True) -> None:
        """Press a pointer at a place, drag it along a path and let it go."""
        (x, y), *rest = [(round(x), round(y)) for x, y in path]
        does: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 30},
        ]
        for x, y in rest:
            does += [
                {"type": "pointerMove", "x": x, "y": y, "duration": 60},
                {"type": "pause", "duration": 30},
            ]
        does += [{"type": "pointerUp", "button": 0}] * drop
        self._point(kind, does)

    def let_go(self, kind: str = "mouse") -> None:
        self._point(kind, [{"type": "pointerUp", "button": 0}])

    def hover(self, point: Point) -> None:
        x, y = map(round, point)
        self._point("mouse", [{"type": "pointerMove", "x": x, "y": y}])

    def _point(self, kind: str, does: Sequence[dict[str, Any]]) -> None:
        parameters = {"pointerType": kind}
        self.engine.actions(
            {"type": "pointer", "id": kind, "parameters": parameters, "actions": does}
        )

    def drag(self, source: Point, target: Point, *, kind: str = "mouse", drop: bool = True) -> None:
        """Drag from a place to another one, with a first small step as a hand makes it."""
        (x, y), (to_x, to_y) = source, target
        away = (x, y + (8 if to_y > y else -8)) if abs(to_y - y) >= abs(to_x - x) else (x + 8, y)
        self.move(source, away, target, kind=kind, drop=drop)

    def click(self, wanted: str, name: str = "", nth: int = 0, *, kind: str = "mouse") -> None:
        self.move(self.at(wanted, name, nth), kind=kind)

    def button(self, name: str) -> None:
        """Click a button; what is in the menu of a lesson is reached first."""
        if not self.js("return seen('button', arguments[0]).length", name):
            self.click("button", "More")
        self.click("button", name)

    def focus(self, wanted: str, name: str = "", nth: int = 0) -> None:
        """Have something get the focus."""
        self.at(wanted, name, nth)
        self.js("const [w, n, nth] = arguments; seen(w, n).at(nth).focus()", wanted, name, nth)

    def press(self, *chords: str) -> None:
        """Press keys, one after the other: "Alt+ArrowDown", "r", " "."""
        for chord in chords:
            keys = [KEYS.get(key, key) for key in re.split(r"(?<=.)\+", chord)]
            does = [{"type": "keyDown", "value": key} for key in keys]
            does += [{"type": "keyUp", "value": key} for key in reversed(keys)]
            self.engine.actions({"type": "key", "id": "keys", "actions": does})

    def write(self, text: str) -> None:
        self.press(*text)
