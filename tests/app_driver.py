"""Drive the app from Streamlit's AppTest as its browser would, and read what it shows.

AppTest knows nothing of components, so what their JavaScript would send is built in this one place
(for streamlit 1.67). Whatever a reader does to lists, knobs and buttons is an action in one outbox,
the state of the component `post`, which rides on every message of the page.
"""

import html
import importlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import MagicMock
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.elements import vega_charts
from streamlit.runtime import Runtime
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner
from streamlit.util import calc_hash

import expected
import vehicle
from expected import Bars, Setup, written
from metrics.catalog import METRICS
from metrics.other_measures import FURTHER
from ui import contents
from ui.contents import LESSONS as TAUGHT
from ui.core import link
from ui.parts import prose
from vehicle import VEHICLE

ROOT = Path(__file__).parents[1]
FILES = {page.name: page.path for page in contents.PAGES.values()}
FILES[VEHICLE] = f"{vehicle.FOLDER}/page.py"


# Look for components among the installed packages once, not for every reader; compile a page once,
# as a server does; make AppTest's stand-in for a server once; and read each chart's form once.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
vega_charts._stabilize_vega_json_spec = cache(vega_charts._stabilize_vega_json_spec)
_COMPILED, _SERVER = ScriptCache(), MagicMock(spec=Runtime)
app_test.ScriptCache = local_script_runner.ScriptCache = lambda: _COMPILED  # type: ignore[assignment, misc]
app_test.MagicMock = lambda spec: _SERVER  # type: ignore[assignment, misc]  # noqa: ARG005


def _wait_for_the_end(runner: LocalScriptRunner, timeout: float) -> None:
    """Wait for the thread of the script; AppTest would look every millisecond whether it ended."""
    thread = runner._script_thread
    assert thread is not None
    thread.join(timeout)
    if thread.is_alive():
        runner.request_stop()
        runner.join()
        raise RuntimeError(f"AppTest script run timed out after {timeout}(s)")


local_script_runner.require_widgets_deltas = _wait_for_the_end


# What the browser sends


def visit(page: str, query: Mapping[str, str] | None = None, **state: Any) -> AppTest:
    """Open a page, by its name, as a new reader, by a link that holds a query.

    `state` is what its widgets hold already; all folds at the foot are open.
    """
    folds = dict.fromkeys(map(prose.fold_key, prose.folds(page)), True)
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=180)
    at.query_params = dict(query or {})
    for key, value in {"further": True, **folds, **state}.items():
        at.session_state[key] = value
    # Before its first run AppTest knows a page by its file's name, and all are called page.py.
    at._page_hash = calc_hash(contents.PAGES[page].url)
    return at.run()


def go(at: AppTest, page: str) -> AppTest:
    """Follow a link to another page."""
    at.switch_page(FILES[page])
    return run(at)


def run(at: AppTest) -> AppTest:
    """Run the page again, with what its widgets hold and the outbox as it was last left."""
    states = at._tree.get_widget_states()
    if (outbox := vars(at).get("outbox")) is not None:
        state = states.widgets.add()
        state.id = _mounted(at, "post").id
        state.json_value = json.dumps({"outbox": outbox})
    return at._run(states)


def deliver(at: AppTest, outbox: str) -> AppTest:
    """Send any text as the outbox."""
    vars(at)["outbox"] = outbox
    return run(at)


def to_text(at: AppTest, *actions: Any, preview: Any = None, **message: Any) -> str:
    """An outbox that this reader's page could send; what has no number gets the next one."""
    sent = data(at, "post")
    seq = sent["ack"]
    numbered = []
    for action in (*actions, preview):
        if isinstance(action, dict):
            seq = action.get("seq", seq + 1)
            action = {"seq": seq, "by": "board_a", **action}
        numbered.append(action)
    *actions, preview = numbered
    return json.dumps(
        {"session": sent["session"], "actions": actions, "preview": preview, **message}
    )


def act(at: AppTest, do: str, by: str = "board_a", *, held: bool = False, **what: Any) -> AppTest:
    """Do one thing, or, `held`, show what it would be if it were let go now."""
    action = {"by": by, "do": do, **what}
    return deliver(at, to_text(at, preview=action) if held else to_text(at, action))


def arrive(at: AppTest, query: dict[str, str]) -> AppTest:
    """Go to an address by Back or Forward: the browser shows it at once, and tells Python."""
    at.query_params = dict(query)
    return act(
        at, "arrive", by="address", query=f"?{urlencode(query)}", page=data(at, "post")["page"]
    )


def press(at: AppTest, label: str) -> AppTest:
    """Press a button by its label."""
    known = controls(at)
    if label not in known:
        (found,) = [button for button in at.button if button.label == label]
        found.click()
        return run(at)
    control = known[label]
    assert control["kind"] == "button"
    assert not control.get("off"), f"{label} does nothing now"
    return act(at, by=control["by"], **control["change"])


def follow(at: AppTest, label: str) -> AppTest:
    """Follow one of the page's own links by its label; it may do something on the way."""
    known = controls(at)
    if label not in known:  # on a card of the reference
        path, query = ways(at)[label]
        if query:
            query = urlencode({**at.query_params, **dict(parse_qsl(query))})
            act(at, by="address", do="arrive", query=f"?{query}", page=path)
        return go(at, path)
    way = known[label]
    assert way["kind"] == "link"
    if "change" in way:
        act(at, by=way["by"], **way["change"])
    return go(at, way["path"] or "welcome")


def ways(at: AppTest) -> dict[str, tuple[str, str]]:
    """Return path and query of the links of the reference's cards, by their labels."""
    links = " ".join(re.findall("<div class='ways'>(.*?)</div>", " ".join(cards(at).values())))
    found = re.findall(r"<a href='(\w+)\??(.*?)'>(.*?)</a>", links)
    return {html.unescape(label): (path, query) for path, query, label in found}


def set_to(at: AppTest, label: str, value: Any) -> AppTest:
    """Set a control by its label to what a reader could set it to."""
    known = controls(at)
    if label not in known:
        _widget(at, label).set_value(value)
        return run(at)
    control = known[label]
    kind = control["kind"]
    if kind in ("radio", "select"):
        value = next(each for each, _ in control["options"] if each == value)
    elif kind == "several":
        assert set(value) <= {each for each, _ in control["options"]}
    elif kind == "range":
        assert control["low"] <= value <= control["high"]
        value = int(value) if value == int(value) else value  # JavaScript has one kind of number
    elif kind == "shares":
        assert len(value) == len(control["names"])
        assert sum(value) == pytest.approx(1)
    else:
        assert kind == "line"
    if value == control["value"]:  # nothing happens in a browser
        return at
    return act(at, by=control["by"], **control["change"], to=value)


# What the page shows


def _mounted(at: AppTest, by: str) -> Any:
    """The message that mounts a component."""
    (proto,) = [
        node.proto  # type: ignore[attr-defined]
        for node in at.get("bidi_component")
        if node.key == by
    ]
    return proto


def data(at: AppTest, by: str = "board_a") -> dict[str, Any]:
    """What the browser was given to draw a component."""
    return _full(json.loads(_mounted(at, by).json))


def _full(given: dict[str, Any]) -> dict[str, Any]:
    """What a component was given, each control with what is not said of it."""
    if given.get("kind") == "controls":
        given["controls"] = [*map(_in_full, given["controls"])]
    return given


def _in_full(control: dict[str, Any]) -> dict[str, Any]:
    full = {"kind": "button", "name": control.get("label"), **control}
    if "items" in full:
        full["items"] = [*map(_in_full, full["items"])]
    return full | ({"mark": full.get("mark", "")} if full["kind"] == "select" else {})


def has_board(at: AppTest) -> bool:
    """Whether the page has a list; that about files has one only if a topic is chosen."""
    return any(node.key == "board_a" for node in at.get("bidi_component"))  # type: ignore[attr-defined]


def controls(at: AppTest) -> dict[str, dict[str, Any]]:
    """All that is drawn by its label, or else its name: knobs, buttons, choices; and who sends."""
    groups = [_full(json.loads(node.proto.json or "{}")) for node in at.get("bidi_component")]  # type: ignore[attr-defined]
    every = [
        {**control, "by": group["by"]}
        for group in groups
        if group.get("kind") == "controls"
        for one in group["controls"]
        for control in (one["items"] if one["kind"] == "menu" else [one])
        if control.get("look") != "in-menu"  # a phone's copy of a button of the row
    ]
    # A knob may stand beside the score and, with all others, in the fold.
    turned = {control["name"] for control in every if control["by"] == "toolbar"}
    every = [each for each in every if each["by"] != "knobs" or each["name"] not in turned]
    labelled = {control.get("label", control["name"]): control for control in every}
    assert len(labelled) == len({(c["by"], c["name"]) for c in every}) == len(every)
    return labelled


def _widget(at: AppTest, label: str) -> Any:
    """A widget of Streamlit's own."""
    kinds = (at.radio, at.selectbox, at.text_input, at.text_area, at.toggle, at.number_input)
    (found,) = [widget for kind in kinds for widget in kind if widget.label == label]
    return found


def value(at: AppTest, label: str) -> Any:
    """Where a control stands."""
    known = controls(at)
    return known[label]["value"] if label in known else _widget(at, label).value


def is_off(at: AppTest, label: str) -> bool:
    """Whether a button has nothing to do."""
    return bool(controls(at)[label].get("off"))


def text(at: AppTest) -> str:
    """All that a page says in markdown, formulas, code, captions and tables.

    The lines of a paragraph are one.
    """
    kinds = ("markdown", "latex", "code", "caption", "html")
    said = {
        kind: "\n".join(
            getattr(node, "value", None) or node.proto.body  # type: ignore[attr-defined]
            for node in at.main.get(kind)
        )
        for kind in kinds
    }
    said["markdown"] = re.sub(r"(?<=[^\n|$>])\n(?=[\w*(\[“])", " ", said["markdown"])
    return "\n".join(said.values())


def pieces(at: AppTest) -> list[str]:
    """The pieces of HTML of a page."""
    return [node.proto.body for node in at.main.get("html")]  # type: ignore[attr-defined]


def markup(at: AppTest) -> str:
    """All HTML of a page, also that in Markdown."""
    return "\n".join([*pieces(at), *(node.value for node in at.main.markdown)])


def sentences(at: AppTest, kind: str) -> list[str]:
    """The sentences of a kind that hold a reader's text: "caption", "text", "notice", "error"."""
    found = [
        re.fullmatch(rf"<p class='plain {kind}'( role='\w+')?>([^<>]*)</p>", piece)
        for piece in pieces(at)
    ]
    return [html.unescape(match[2]) for match in found if match and match[2]]


def notices(at: AppTest) -> list[str]:
    """What the page tells its reader at the top; assistive technology reads it out."""
    return [
        html.unescape(match[1])
        for piece in pieces(at)
        if (match := re.fullmatch(r"<p class='plain notice'>([^<>]*)</p>", piece))
    ]


def captions(at: AppTest) -> list[str]:
    """Captions, ours and those with a reader's text, and the sentences among the controls."""
    said = [control["text"] for control in controls(at).values() if control["kind"] == "text"]
    return [*(caption.value for caption in at.caption), *sentences(at, "caption"), *said]


def tables(at: AppTest) -> list[list[list[str]]]:
    """The cells of a page's tables, row by row."""
    return [
        [
            [
                html.unescape(re.sub("<[^>]*>", "", cell))
                for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.S)
            ]
            for row in re.findall(r"<tr.*?</tr>", table, re.S)
        ]
        for table in re.findall(r"<table.*?</table>", text(at), re.S)
    ]


class Tile(NamedTuple):
    """A score, what the last move changed, whether it is "up" (better) or "down", a remark.

    And whether it stands for how the knobs are now, where it is one of several for other positions.
    """

    score: str
    change: str = ""
    mark: str = ""
    remark: str = ""
    present: bool = False


_TILE = re.compile(
    r"<div( class=present)?><dt>(.*?)</dt><dd><b>([^<>]*)</b>"
    r"(?: <span class='((?:up|down)(?: lower)?|moved)'>([^<>]*)</span>)?</dd>"
    r"(?:<dd><small>((?:[^<>]|</?[ai]\b[^<>]*>)*)</small></dd>)?</div>"
)


def _tiles(written: str) -> dict[str, Tile]:
    assert not _TILE.sub("", written), written
    return {
        html.unescape(re.sub("<[^>]*>", "", label)): Tile(score, change, mark, said, bool(present))
        for present, label, score, mark, change, said in _TILE.findall(written)
    }


def tiles(at: AppTest) -> dict[str, Tile]:
    """The scores of list A by label, in their order; one may stand above its bars, too."""
    found: dict[str, Tile] = {}
    for scores in re.findall(r"<dl class='scores ?(?:head list-a)?[^']*'>(.*?)</dl>", markup(at)):
        for label, tile in _tiles(scores).items():
            # One may stand above its bars, too, or with the tools that print it.
            other = found.get(label, tile)
            assert tile._replace(remark="") == other._replace(remark="")
            found[label] = tile if tile.remark else other
    # Others stand in a list, before what they mean.
    listed = re.findall(r"^- \*\*(\w.*?) (–|−?\d\.\d+)\*\*[:,]", markup(at), re.M)
    for label, score in listed:
        assert found.setdefault(label, Tile(score)).score == score
    return found


class Part(NamedTuple):
    """A rectangle of a bar: its look, and where it is, as shares of the column and of the row."""

    look: str
    start: float
    end: float
    height: float = 0.5


class Cell(NamedTuple):
    """What a column has in one row."""

    parts: Sequence[Part]
    label: str


CROWDED = 5
"""Columns of bars with room for what was before the last move."""


class Row(NamedTuple):
    """What a column of bars has in one row: its document, what is read out, and what is drawn."""

    document: str
    spoken: str
    cell: Cell
    was: Sequence[Part]


class Drawn(NamedTuple):
    """A column of bars as it is drawn."""

    heading: str
    name: str
    score: str
    rows: dict[int, Row]
    over: str
    past: Cell | None


_COLUMN = re.compile(
    r"<div class='column[^>]*>(?:<p aria-hidden='true'>([^<]*)(?:<b>([^<]*)</b>)?</p>"
    r"|<dl class='(?:scores head list-a|head list-b)'>(.*?)</dl>)"
    r"(?:<ul role='list' aria-label='([^']*)'>(.*?)</ul>)?"
    r"(?:<div class='over'>(.*?)</div>)?</div>"
)
_PAST = re.compile(r"<li class='past' style='grid-row:\d+'>(.*?)<span>([^<]*)</span></li>")
_ROW = re.compile(
    r"<li (?:class='([^']*)' )?data-doc='([^']*)'( aria-hidden='true')?"
    r"(?: style='(?:grid-row:(\d+))?([^']*)')?>(?:(.*?)<span(?: class='[^']*')?>)?"
    r"<b>([^<]*)</b>([^<]*(?:<(?:em|span)>[^<]*</(?:em|span)>[^<]*)?)(?:</span>)?</li>"
)
_PART = re.compile(r"<i class='([^']*)'(?: style='([^']*)')?></i>")


def pictures(at: AppTest) -> list[tuple[dict[str, str], list[Drawn]]]:
    """The bars beside the lists of a page: for each list their style, and their columns."""
    found = []
    for piece in pieces(at):
        if style := re.match(r"<div class='picture [^']*' style='([^']*)'>", piece):
            named = dict(part.split(":") for part in style[1].split(";"))
            found.append((named, [_column(*column) for column in _COLUMN.findall(piece)]))
            assert len(found[-1][1]) == piece.count("<div class='column")
    return found


def _column(heading: str, score: str, tile: str, name: str, rows: str, over: str) -> Drawn:
    for label, (told, *_) in _tiles(tile).items():
        heading, score = label, told
    drawn: dict[int, Row] = {}
    past = _PAST.search(rows)
    rows = _PAST.sub("", rows)
    for nth, found in enumerate(_ROW.findall(rows), 1):  # without a gap, rows name no place
        look, document, unread, row, style, inner, place, written = found
        label = re.sub("</?(?:em|span)>", "", written)
        assert int(row or nth) not in drawn
        spoken = "" if unread else place + label
        # Among very many columns the row itself is the bar, half as high as a card.
        parts = f"<i class='{look}' style='{style}'></i>" if look else inner
        assert parts
        assert not _PART.sub("", parts)
        every = _parts(parts)
        there = [part for part in every if "was" not in part.look]
        was = [part for part in every if "was" in part.look]
        drawn[int(row or nth)] = Row(html.unescape(document), spoken, Cell(there, label), was)
    assert not _ROW.sub("", rows)
    return Drawn(
        heading,
        html.unescape(name or heading),
        score,
        drawn,
        over,
        Cell(_parts(past[1]), past[2]) if past else None,
    )


def _parts(written: str) -> list[Part]:
    return [_part(look, style) for look, style in _PART.findall(written)]


def _part(look: str, style: str) -> Part:
    given = dict(re.findall(r"--(\w+):(-?[\d.]+)", style))
    start, end, height = (
        float(given.get(name, usual)) for name, usual in (("from", 0), ("to", 0), ("height", 0.5))
    )
    return Part(look, start, end, height)


class Formula(NamedTuple):
    """The formula with the present numbers: the terms by their document, and what they come to.

    Terms that belong to no document, but to a group of readers, are numbered.
    """

    label: str
    factor: Fraction
    terms: dict[str, Fraction]
    result: str


def formula(at: AppTest) -> Formula:
    """The formula of a lesson, read as the text it is: `AP@3 = 1/5 (1/1 + 2/3) = 0.333`."""
    (written,) = re.findall("<p class='wide formula'.*?</p>", markup(at))
    written = re.sub("<span class='also'>.*", "", written)  # other scores
    written = re.sub(
        r"(?: \+ )?<span>\d+ · 0</span>", "", written
    )  # recall out of reach: no document
    said = html.unescape(re.sub("<[^>]*>", "", written)).replace("\u00a0", " ")
    if ": 0/0, " in said:  # which is equal to nothing
        label, ended = said.split(": 0/0, ")
        return Formula(label, Fraction(0), {}, ended.rpartition(" ")[2])
    label, *sums, result = said.split(" = ")
    factor, summands = re.fullmatch(r"(?:(\S+) \()?(.*?)\)?", "".join(sums[-1:])).groups()  # type: ignore[union-attr]
    documents = [html.unescape(each) for each in re.findall("data-doc='([^']*)'", written)]
    whole = re.sub("<span class='fraction'>.*?</span></span>", "", written)
    if not documents and label == "Kendall’s τ":  # it adds counts of pairs
        documents = ["same", "opposite"]
    documents = documents or [f"{at}" for at in range(1, whole.count("<span>") + 1)]
    if not documents:
        assert summands in ("0", "")
    each = r"(?:^| ([+−]) |(−))?((?:\([^()]*\)|[^+−()])+?)(?= [+−] |$)"
    signed = re.findall(each, summands) if documents else []
    terms = [_number(each) * (-1 if "−" in signs else 1) for *signs, each in signed]
    named = dict(zip(documents, terms, strict=True))
    assert len(named) == len(terms)
    return Formula(label, _number(factor or "1"), named, result)


def _number(product: str) -> Fraction:
    """What `1,200 · 1/3`, `0.3²`, or `0.1 · (1/2 + 2/3)` comes to; 0/0 is 0."""
    result = Fraction(1)
    for each in product.replace(",", "").split(" · "):
        if each.startswith("("):
            result *= sum(map(_number, each.strip("()").split(" + ")))
            continue
        above, _, below = each.rstrip("²").partition("/")
        result *= (Fraction(above) / (Fraction(below or 1) or 1)) ** (1 + each.endswith("²"))
    return result


CHARTS = [
    path.relative_to(ROOT)
    for folder in ("pages", "ui")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "\ndef chart(" in path.read_text(encoding="utf-8")
]
"""The files that draw a chart."""
PICTURES = {
    path.stem: importlib.import_module(".".join(path.with_suffix("").parts)) for path in CHARTS
}


def drawn(at: AppTest) -> dict[str, pa.Table]:
    """What flows into each chart of a page, by the chart's file; a second one is "x 2".

    Of a chart with a table for each kind of mark, the rows of all; their part is the table, or "a"
    for the ranks of the list.
    """
    found: dict[str, pa.Table] = {}
    for node in at.main.get("vega_lite_chart"):
        proto = node.proto  # type: ignore[attr-defined]
        (name,) = [name for name, each in PICTURES.items() if each.__doc__ == proto.alt]
        number = sum(key.split()[0] == name for key in found) + 1
        key = name if number == 1 else f"{name} {number}"
        tables = {
            each.name: pa.ipc.open_stream(each.data.data).read_all() for each in proto.datasets
        }
        found[key] = tables["rows"] if [*tables] == ["rows"] else _united(tables)
    return found


def _united(tables: Mapping[str, pa.Table]) -> pa.Table:
    rows = [
        {"part": "a" if name == "ranks" else name, **row}
        for name, each in tables.items()
        for row in each.to_pylist()
    ]
    columns = dict.fromkeys(name for row in rows for name in row)
    return pa.table({name: [row.get(name) for row in rows] for name in columns})


def unnamed(spec: Any) -> Any:
    """A chart's spec without the names that Altair gives its views, anew each time.

    And without the titles of lower views, which only a page has.
    """
    if isinstance(spec, dict):
        titled = "title" if "layer" in spec else ""
        return {
            k: unnamed(v) for k, v in spec.items() if k != titled and (k != "name" or v == "rows")
        }
    return [unnamed(each) for each in spec] if isinstance(spec, list) else spec


def charts(at: AppTest) -> dict[str, pd.DataFrame]:
    """The rows of each picture."""
    return {key: rows.to_pandas() for key, rows in drawn(at).items()}


class AllOrders(NamedTuple):
    """The chart of all orders of a list, by its scores; those of a metric better lower as well.

    Attributes:
        kind: "strip" or "scatter".
        marks: a row per bar or dot: the `order` a click takes, how many `orders` it stands for as
            it is told, and the scores `x` and `y` of a dot, or from `x` to `y` of a bar.
        named: the scores that have a name, by that; of the list itself, by both metrics.
        fields: the scores `x`, `x2`, `y` and `y2` at the ends of each field, by name.
        said: the sentences below it.
    """

    kind: str
    marks: pd.DataFrame
    named: dict[str, Any]
    fields: dict[str, tuple[float, ...]]
    said: str


def all_orders(at: AppTest) -> AllOrders:
    """The chart of all orders on a page."""
    rows = charts(at)
    kind = "scatter" if "all_orders" in rows else "strip"
    each = rows["all_orders" if kind == "scatter" else "orders_by_one"]
    ends = ["x", "y"] if kind == "scatter" else ["low", "high"]
    marks = each[each["do"].notna()]
    told = marks["said"].str.extract(r"([\d,]+) orders?\. Click to take")[0]
    orders = [tuple(json.loads(do)["grades"]) for do in marks["do"]]
    scores = np.sort(marks[ends].abs()) if kind == "strip" else marks[ends].abs().to_numpy()
    named = each[each["part"].isin(["place", "mark"])]
    fields = each[each["part"] == "field"]
    return AllOrders(
        kind,
        pd.DataFrame(
            {
                "order": orders,
                "orders": told.str.replace(",", "").astype(int).to_numpy(),
                "x": scores[:, 0],
                "y": scores[:, 1],
            }
        ),
        {
            row["key"]: (abs(row["x"]), abs(row["y"])) if kind == "scatter" else abs(row["low"])
            for _, row in named.iterrows()
        },
        {
            row["name"]: tuple(abs(row[end]) for end in ("x", "x2", "y", "y2"))
            for _, row in fields.iterrows()
        }
        if kind == "scatter"
        else {},
        next(
            said
            for said in sentences(at, "caption")
            if re.search(r"\borders\b|only one order", said)
        ),
    )


def area(rows: pa.Table, high: str) -> float:
    """The area of all parts of a chart that draws a score as one, list A's."""
    return sum(
        (row["end"] - row["start"]) * row[high]
        for row in rows.to_pylist()
        if row["part"] in ("slots", "a") and row.get("start") is not None
    )


def download(at: AppTest, label: str) -> bytes:
    """What a button saves as a file."""
    later: dict[str, Callable[[], bytes]] = {}
    defer = MediaFileManager.add_deferred

    def noted(self: MediaFileManager, made: Any, *args: Any, **more: Any) -> str:
        file = defer(self, made, *args, **more)
        later[file] = made
        return file

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MediaFileManager, "add_deferred", noted)
        run(at)
    (found,) = [button for button in at.get("download_button") if button.proto.label == label]  # type: ignore[attr-defined]
    return later[found.proto.deferred_file_id]()  # type: ignore[attr-defined]


def listed(at: AppTest, name: str = "a") -> dict[str, Any]:
    """A list as the browser was given it: a board of its own, or a row among the queries."""
    if not any(node.key == "queries" for node in at.get("bidi_component")):  # type: ignore[attr-defined]
        return data(at, f"board_{name}")
    rows: list[dict[str, Any]] = data(at, "queries")["rows"]
    return rows[0 if name == "a" else int(name[1:]) - 1]


def shown_grades(at: AppTest, name: str = "a") -> tuple[list[int | None], int]:
    """The grades on a board, best rank first, and how many of them were retrieved."""
    shown = listed(at, name)
    return [document["grade"] for document in shown["documents"]], shown["retrieved"]


def titles(at: AppTest, name: str = "a") -> list[str]:
    """Titles on a board, best rank first."""
    return [document["title"] for document in listed(at, name)["documents"]]


# What it should show


def assert_numbers(at: AppTest, name: str, setup: Setup, *, were: Sequence[Setup] = ()) -> None:
    """Every number on a page is the package's, in scores, charts, tables, formula and code.

    `were` is what was on the screen before the last move, where that can be seen.
    """
    assert not at.exception, at.exception
    if name == "your_data" and not has_board(at):
        return  # it is about a mean of many topics, not about this list
    scores = {label: tile.score for label, tile in tiles(at).items()}
    expected.assert_scores(name, scores, setup)
    said = [said for said in captions(at) if said.startswith("0/0")]
    said += re.findall(r"^0/0 for .*$", "\n".join(node.value for node in at.main.markdown), re.M)
    if len(said) > 1:  # the scores above the list have their own sentence
        labels = [re.findall(r"^0/0 for (.*?): ", each)[0].split(", ") for each in said]
        every = ", ".join(label for label in scores if any(label in each for each in labels))
        said = [said[0].replace(", ".join(labels[0]), every)]
    assert said == expected.undefined(scores, setup)
    assert bool(pictures(at)) == (name in (*expected.WITH_BARS, VEHICLE))
    for _, columns in pictures(at)[:1]:
        assert_bars(at, name, setup, were if len(columns) <= CROWDED else ())
    if name == "expected_reciprocal_rank":
        charts = drawn(at)
        for rows in (
            [charts["stops"]] if "stops" in charts else []
        ):  # of an empty list none is drawn
            ranks = [row for row in rows.to_pylist() if row["part"] == "a"]
            err = sum(row["stop"] / row["rank"] for row in ranks if row["stop"])
            assert err == pytest.approx(setup.score("err"))
        for rows in [charts["stop_areas"]] if "stop_areas" in charts else []:  # it is in a fold
            assert area(rows, "worth") == pytest.approx(setup.score("err"))
    if name == "average_precision" and (total := setup.compute(name).aside["denominator"]):
        hits = [row["height"] for row in drawn(at)["precisions"].to_pylist() if row.get("filled")]
        assert sum(hits) / total == pytest.approx(setup.score(name))
        for areas in [drawn(at)["areas"]] if "areas" in drawn(at) else []:  # it is in a fold
            assert area(areas, "height") == pytest.approx(setup.score(name))
    if name in (*expected.WITH_TABLE, VEHICLE):
        assert_lesson(at, name, setup)
    if name == "average_precision":
        assert_hits(at, setup)
    if name in ("expected_reciprocal_rank", "rank_biased_precision"):
        assert_readers(at, setup["continue"] if name == "expected_reciprocal_rank" else 1)
    if name == "playground":
        there = [setup.score(setup[by]) for by in ("orders", "against")]
        assert all_orders(at).named["this list"] == pytest.approx(there)
    if name == "reference":
        assert_cards(at, [*METRICS, *FURTHER])


def assert_bars(
    at: AppTest, page: str, setup: Setup, others: Sequence[Setup] = (), picture: int = 0
) -> None:
    """The bars beside a list are as long as the numbers they stand for; those are read out, too."""
    style, columns = pictures(at)[picture]
    shown, listed = len(setup.grades), len(setup.all_grades())
    assert (style["--rows"], style["--cut"]) == (str(listed), str(min(setup["k"], shown)))
    keys = {metric.label(): key for key, metric in METRICS.items()}
    keys |= {setup.label(key): key for key in (*expected.OTHERS, *METRICS)}
    for column in columns:
        wanted = expected.bars(page, column.name, setup, others)
        assert_column(column, wanted, shown)
        label, equals, total = column.score.rpartition("= ")
        key = keys.get(label.strip(), expected.own(page, setup) if wanted else "")
        if equals and key and total != "–":
            assert float(total.replace("−", "-")) == pytest.approx(setup.score(key), abs=5.1e-4)


def assert_column(column: Drawn, wanted: Bars | None, shown: int) -> None:
    """Bars end where their numbers do, as shares of what fills the column, and say them."""
    assert list(column.rows) == sorted(column.rows)
    for row, there in column.rows.items():
        label = there.cell.label
        place = f"rank {row}" if row <= shown else "not retrieved"
        assert there.spoken == (label and f"{place}: {label}")
        # The parts of a product have as many digits as it takes to come to what it says.
        for one, other, product in re.findall(r"([\d./]+) × ([\d.]+) = ([\d.]+)", label):
            assert written(float(Fraction(one) * Fraction(other))) == product
        if square := re.fullmatch(r"\((−?[\d.]+) − ([\d.]+)\)² = ([\d.]+)", label):
            scored, grade, said = (Fraction(each.replace("−", "-")) for each in square.groups())
            root = abs(scored - grade)
            is_short = len(square[1].partition(".")[2]) <= 2  # then its square is exact
            assert abs(said - root**2) <= (0 if is_short else 1e-3 * (root + 1))
        else:
            assert not re.search(r"\.\d{4}(?!\d*(·.*)?( ÷ [\d.]+)? =)|nan", label)
        for part, of, share in re.findall(r"([\d./]+) of ([\d./]+) = ([\d./]+)", label):
            assert float(Fraction(part) * Fraction(of) - Fraction(share)) == pytest.approx(
                0, abs=1e-3
            )
        for above, below, share in re.findall(
            r"(?<!of )(?<!÷ )(?<![\d·])(\d+)/(\d+) = ([\d.]+)", label
        ):
            assert written(int(above) / int(below)) == share
        for factors, below, share in re.findall(r"([\d./·]+)(?: ÷ ([\d./]+))? = ([\d.]+)", label):
            above = prod(Fraction(factor) for factor in factors.split("·"))
            if below or "·" in factors:
                assert written(float(above / Fraction(below or 1))) == share
    lengths = {row: part for row, there in column.rows.items() if (part := _length(there.cell))}
    if wanted is None:
        assert_told(column, lengths)
        return
    assert lengths.keys() <= wanted.values.keys()
    lows = dict.fromkeys(wanted.values, 0.0)
    ends = dict(wanted.values)
    if wanted.climbs:
        ends = dict(zip(ends, np.cumsum([*ends.values()]), strict=True))
        lows = {row: end - wanted.values[row] for row, end in ends.items()}
    if wanted.squares:
        ends = {row: value**0.5 for row, value in ends.items()}
    most = wanted.most or _fits([(ends[row], part.end, 1e-9) for row, part in lengths.items()])
    for row, value in wanted.values.items():
        if row not in lengths:  # it is left out where there are too many columns
            assert abs(value) < 5e-4
            continue
        drawn = lengths[row][1:3]
        span = lows[row] / most, ends[row] / most
        assert drawn == pytest.approx(span, abs=5.1e-5), column.name
        label = column.rows[row].cell.label
        said = _says(label, value) if re.search(r"\d", label) else abs(value) < 5e-4
        assert said, (label, value)
    end = sum(wanted.values.values()) if wanted.squares else [0.0, *ends.values()][-1]
    if summed := re.fullmatch(r"([\d.]+) ÷ (\d+) = ([\d.]+)", column.score):
        assert end == pytest.approx(float(summed[1]), abs=5.1e-4)
        mean = float(summed[1]) / int(summed[2])
        assert mean == pytest.approx(float(summed[3]), abs=5.1e-4)
    elif wanted.climbs and (score := re.findall(r"[\d.]+$", column.score)) and wanted.values:
        assert end + wanted.charged == pytest.approx(float(score[0]), abs=5.1e-4)


def assert_told(column: Drawn, lengths: Mapping[int, Part]) -> None:
    """The bars are as long as the first, or the last, of the numbers beside them, or as large.

    Or that share of their cells is filled.
    Of a label that works a number out, that number alone. A sign alone, ○, has no length. People
    are the share that stops, not what it adds.
    """
    labels = {row: column.rows[row].cell.label.replace(",", "") for row in lengths}
    if column.heading.startswith("Of 8 readers"):
        labels = {row: re.split(" [×÷]", label)[0] for row, label in labels.items()}
    told = {
        row: _numbers(label.rpartition(" = ")[2].removesuffix(" of all")) or [0.0]
        for row, label in labels.items()
    }
    whole = {row: column.rows[row].cell.parts[-1] for row in lengths}
    cells = {row: Part("solid", 0, _filled(column.rows[row].cell), 1) for row in lengths}
    for which, parts in ((0, lengths), (-1, lengths), (-1, whole), (0, cells)):
        try:
            _fits(
                [
                    (abs(told[row][which]), (part.end - part.start) * part.height, 5.1e-4)
                    for row, part in parts.items()
                ]
            )
        except AssertionError:
            continue
        return
    raise AssertionError(f"{column.heading}: {told} {lengths}")


def _length(cell: Cell) -> Part | None:
    """The part of a row whose length is its number; its height is 1 but where that counts, too."""
    for look in ("filled", "solid", "hollow", "pale"):
        parts = [part for part in cell.parts if part.look == look]
        if look == "filled" and parts:
            return parts[0]
        if parts:  # some are several cells
            return parts[0]._replace(end=parts[-1].end, height=1)
    return None


def _filled(cell: Cell) -> float:
    """The share of a row's cells that is filled."""
    looks = [part.look for part in cell.parts if part.end > part.start]
    return looks.count("solid") / len(looks) if looks else 0.0


def _fits(pairs: Sequence[tuple[float, float, float]]) -> float:
    """The one number that all these numbers are over, to be as long as they are drawn."""
    low, high = 0.0, np.inf
    for value, length, off in pairs:
        low = max(low, (value - off) / (length + 6e-4))
        high = min(high, (value + off) / (length - 6e-4) if length > 6e-4 else np.inf)
    assert low <= high
    longest = max(pairs, key=lambda pair: pair[1], default=(0, 0, 0))
    return longest[0] / longest[1] if longest[1] else 1.0


def _numbers(label: str) -> list[float]:
    """The numbers in a label; `2/3` is one, and so are "nobody", "all" and `(1 + 3)/(2 + 3)`."""
    label = label.replace("nobody", "0").replace("all", "1")
    label = re.sub(r"\(([\d.]+) \+ ([\d.]+)\)", lambda m: f"{sum(map(float, m.groups())):g}", label)
    found = re.findall(r"[−+]?\d+(?:\.\d+)?(?:/\d+(?:\.\d+)?)?", label)
    return [float(_number(each.strip("+").replace("−", "-"))) for each in found]


def _says(label: str, value: float) -> bool:
    """Whether a label has a number, rounded as all are, or exactly, as a fraction or a count.

    Or how many of 1,200 readers a share is, or of 100.
    """
    if readers := re.fullmatch(r"(?:all ([\d.,]+)|([\d.,]+) of [\d.,]+)", label):
        count = readers[1] or readers[2]
        said = float(count.replace(",", ""))
        return abs(said - value * (100 if "." in count else 1_200)) <= 0.5 + 1e-6
    exact = [float(_number(each)) for each in re.findall(r"(?<![.\d])\d+(?:/\d+)?(?![.\d])", label)]
    if square := re.fullmatch(r"\(−?[\d.]+ − [\d.]+\)² = ([\d.]+)", label):
        return abs(float(square[1]) - value) < 5.1e-4
    if ratio := re.fullmatch(r"(\(.+ \+ .+\)/\(.+ \+ .+\))(?: = ([\d.]+/[\d.]+))?", label):
        each = [_numbers(one)[0] for one in ratio.groups() if one]
        return each == pytest.approx([value] * len(each), rel=5.1e-4)
    if product := re.fullmatch(r"([\d.]+) × ([\d.]+)", label):
        return abs(float(product[1]) * float(product[2]) - value) < 1e-3
    return written(value) in re.findall(r"−?\d+\.\d+", label) or any(
        abs(each - value) < 1e-9 for each in exact
    )


def assert_ghosts(
    at: AppTest, page: str, before: Setup, now: Setup, were: Sequence[Drawn] = ()
) -> None:
    """Behind the bars stand those of before the last move, if they can be told from these.

    None stands there after a move that brought other documents to the ranks.

    What they were is worked out; where no term is drawn, it is read off the columns that `were`.
    """
    _, columns = pictures(at)[0]
    for column in columns:
        ghosts = {
            row: part[1:3]
            for row, there in column.rows.items()
            for part in there.was
            if part.end - part.start > 5e-4
        }
        wanted = expected.bars(page, column.name, now, [before])
        earlier = expected.bars(page, column.name, before)
        was, is_ = before.all_grades(), now.all_grades()
        moved = len(was) != len(is_) or (
            was != is_ and sorted(map(str, was)) == sorted(map(str, is_))
        )
        if moved or len(columns) > CROWDED or column.name.startswith(expected.STILL):
            assert ghosts == {}
            continue
        if wanted and wanted.most is None:  # it may be another than before
            continue
        by_value = wanted and earlier and not re.search("Pale: |In colour: ", column.name)
        if wanted and earlier and by_value:
            ends = (
                np.cumsum([*earlier.values.values()])
                if earlier.climbs
                else np.array([*earlier.values.values()])
            )
            starts = ends - [*earlier.values.values()] if earlier.climbs else 0 * ends
            spans = {
                row: (starts[row - 1] / wanted.most, ends[row - 1] / wanted.most)
                for row in earlier.values
            }
        else:
            (same,) = [each for each in were if each.name == column.name][:1] or [None]
            if same is None:
                continue
            spans = {
                row: (b[0], b[1]) for row, there in same.rows.items() if (b := _box(there.cell))
            }
        drawn = {row: by_value and _length(each.cell) for row, each in column.rows.items()}
        there = {
            row: (part.start, part.end) if (part := drawn[row]) else _box(each.cell)
            for row, each in column.rows.items()
        }
        due = {
            row: span
            for row, span in spans.items()
            if span[1] - span[0] > 5e-4
            and row <= len(now.all_grades())
            and not ((b := there.get(row)) and abs(b[0] - span[0]) + abs(b[1] - span[1]) < 5e-4)
        }
        assert ghosts.keys() == due.keys(), column.name
        for row, span in due.items():
            assert ghosts[row] == pytest.approx(span, abs=5.1e-5), column.name


def _box(cell: Cell) -> tuple[float, float] | None:
    """From where to where the bars of a row reach."""
    filled = [part for part in cell.parts if part.look == "filled"]
    parts = filled or [part for part in cell.parts if part.look not in ("dashed", "spot", "goal")]
    return (min(p.start for p in parts), max(p.end for p in parts)) if parts else None


def assert_hits(at: AppTest, setup: Setup) -> None:
    """A bar stands at each document that counts; the mean of their filled shares is AP."""
    column = pictures(at)[0][1][0]
    bars = {row: there.cell.parts for row, there in column.rows.items() if there.cell.parts}
    left_out = {row for row, (part, *_) in bars.items() if part.start == part.end}
    assert {column.rows[row].cell.label for row in left_out} <= {"not counted"}
    bars = {row: parts for row, parts in bars.items() if row not in left_out}
    total = float(setup.compute("average_precision").aside["denominator"])
    assert len(bars) == total
    hits = [each == 1 for each in setup.compute("average_precision").terms["relevant"]]
    shares = []
    for row, parts in bars.items():
        looks = [part.look for part in parts]
        assert parts[0].start == 0
        if looks == ["dashed"]:
            shares.append(0.0)
        elif len(hits) <= 10:  # a cell for each rank, in order
            assert looks == ["solid" if hit else "hollow" for hit in hits[:row]]
            assert [part.end for part in parts] == pytest.approx(
                [(rank + 1) / len(hits) for rank in range(row)], abs=5.1e-5
            )
            shares.append(sum(hits[:row]) / row)
        else:
            assert parts[-1].end == 1
            shares.append(parts[0].end)
    mean = sum(shares) / (total or 1)
    assert mean == pytest.approx(setup.score("average_precision"), abs=5.1e-4)


def assert_readers(at: AppTest, go_on: float) -> None:
    """Of those who get to a rank some stop there; of the others so many get to the next."""
    rows = [row.cell.parts for row in pictures(at)[0][1][0].rows.values() if row.cell.parts]
    reached = 1.0
    for going, stopping in rows:
        assert (stopping.start, going.start) == (0, stopping.end)
        assert going.end == pytest.approx(reached, abs=2e-4)
        reached = (going.end - going.start) * go_on


def assert_lesson(at: AppTest, name: str, setup: Setup) -> None:
    """The table, the formula and the code of a lesson say what the package says."""
    key = expected.own(name, setup)
    (table,) = [table for table in tables(at) if "Sum" in table[-1][1]]
    expected.assert_table(table, name, setup)

    first = expected.first(name, setup)
    present = [label for label, tile in tiles(at).items() if tile.present]
    assert present == [
        label
        for label, (of, on) in expected.measures(tiles(at), setup).items()
        if label != setup.label(of)
        and (
            of == first and on == setup
            if on is setup or label in expected.WAYS
            else all(setup[knob] == on[knob] for knob in on.knobs)
        )
    ]
    key = expected.first(name, setup)
    if "class=picking" in markup(at):  # nobody has voted yet
        return
    line, score = formula(at), setup.score(key)
    assert (line.label, line.result) == (setup.label(key), setup.told(key))
    # Exact fractions, or shares of three decimals, each divided by its rank, or weights of three.
    off = 1e-12 if key not in ("err", "mean") else 5.1e-4 * sum(1 / i for i in range(1, 51))
    if key in ("dcg", "ndcg"):
        divisor = (key == "ndcg" and setup.score("ideal_dcg")) or 1
        off = 5.1e-4 * (sum(setup.compute(key).terms["gain"]) + score) / divisor
    if key == "rbp":
        off = 6e-4 * len(line.terms) * (1 - setup["p"]) + 1e-12
    if key == "graded_average_precision":
        off = 5.1e-4 * (len(line.terms) + 1)  # weights, which add up to 1, and an AP for each
    if key == "team_draft":
        off = 1.1e-4  # two shares of four decimals
    if key == "kappa":
        off = 5e-3  # P(A), P(E) and 1 − P(E) have three decimals
    if key == "expected_clicks":
        off = 1.1e-3 * len(line.terms) + 1e-12  # products of two shares
    if key == "rate_of_gain":
        off = 5.5e-4 * float(setup.compute(key).terms["gain"].sum()) + 1e-6
    total = float(line.factor * sum(line.terms.values()))
    if key == "team_draft" and not line.terms:  # of one reader it is the sign of two counts
        counts = re.findall(r">clicks (\d+) (?:&lt;|&gt;|=) (\d+), winner: ", markup(at))
        ((of_a, of_b),) = [(int(a), int(b)) for a, b in counts] or [(0, 0)]  # nobody has clicked
        total = (of_a > of_b) - (of_a < of_b)
    if score == score:
        assert total == pytest.approx(score, abs=off)

    (code,) = [
        found for each in pieces(at) for found in re.findall("<code>(.*?)</code>", each, re.S)
    ]
    names: dict[str, Any] = {}
    exec(html.unescape(code), names)  # a 0/0 in it would warn, and so fail
    worked = setup.score(expected.of_table(name, setup))
    assert names["score"] == pytest.approx(worked, abs=1e-12, nan_ok=True)


def assert_change(at: AppTest, before: Setup | None, now: Setup, places: int = 3) -> None:
    """Each score of a metric shows the difference to before, if there is one, and if it is good."""
    for key in METRICS:
        tile = tiles(at).get(now.label(key))
        if tile:
            change = now.score(key) - before.score(key) if before else 0
            told = "", ""
            if abs(change) >= 0.5 * 10**-places:
                better = np.sign(change) == (1 if METRICS[key].higher_is_better else -1)
                lower = "" if METRICS[key].higher_is_better else " lower"
                told = expected.change(change, places), ("up" if better else "down") + lower
            assert (tile.change, tile.mark) == told


def cards(at: AppTest) -> dict[str, str]:
    """What the cards of the reference say, by their metrics' keys, from top to bottom."""
    keys = {each.symbol: key for key, each in (METRICS | FURTHER).items()}
    said = {
        found.group(2) or found.group(1): html.unescape(markdown.value)
        for markdown in at.main.markdown
        if (found := re.search("<summary><b>(.*?)(?: <small>(.*)</small>)?</b>", markdown.value))
    }
    return {keys[symbol]: text for symbol, text in said.items()}


def assert_cards(at: AppTest, keys: Sequence[str]) -> None:
    """The rows of these measures, no others; their links take along what the address holds."""
    assert sorted(cards(at)) == sorted(keys)
    further = [key for key in keys if key in FURTHER]
    keys = [key for key in keys if key in METRICS]
    now, _ = link.decode(at.query_params)
    leads: dict[str, dict[str, Any]] = {"Lesson": {}, "Playground": {}, "Tools": {}}
    for text, (path, query) in ways(at).items():
        to, _, label = text.partition(" ")
        shown, problems = link.decode({**at.query_params, **dict(parse_qsl(query))})
        assert problems == []
        leads[to][label] = path, shown
    labels = {key: METRICS[key].label() for key in keys}
    assert leads["Playground"] == {
        f"with {label}": ("playground", now.with_settings(metrics=(key,)))
        for key, label in labels.items()
    }
    printed = {"ndcg", "average_precision", "precision", "recall", "reciprocal_rank"}
    printed |= {"hit", "f1", "r_precision", "bpref", "dcg", "rbp", "err"}
    assert leads["Tools"] == {
        f"that print {labels[key]}": ("two_tools", now.with_settings(printed_metric=key))
        for key in keys
        if key in printed
    }
    taught = {key: page.name for page in TAUGHT for key in page.metrics}
    beside = {key: taught[each.beside] for key, each in FURTHER.items() if key not in taught}
    assert leads["Lesson"] == {
        f"on {labels[key]}": (page, now) for key, page in taught.items() if key in keys
    } | {f"on {FURTHER[key].symbol}": ((taught | beside)[key], now) for key in further}
