"""Drive the app from Streamlit's AppTest as its browser would, and read what it shows.

AppTest knows nothing of components, so what their JavaScript would send is built in this one place
(for streamlit 1.67). Whatever a reader does to lists, knobs and buttons is an action in one outbox,
the state of the component `post`, which rides on every message of the page.
"""

import html
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.testing.v1 import AppTest

import expected
from expected import PAGES, Setup
from metrics.catalog import METRICS
from ui import link
from ui.contents import LESSONS as TAUGHT

ROOT = Path(__file__).parents[1]
FILES = {path.stem: str(path.relative_to(ROOT)) for path in (ROOT / "pages").rglob("*.py")}


@pytest.fixture(autouse=True, scope="module")
def installed_components() -> Iterator[None]:
    """Look for components among the installed packages once, not for every reader."""
    with pytest.MonkeyPatch.context() as patch:
        found = manifest_scanner.scan_component_manifests()
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: found)
        yield


# What the browser sends


def visit(page: str, query: dict[str, str] | None = None) -> AppTest:
    """Open a page, by its name, as a new reader, by a link that holds a query."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    at.query_params = dict(query or {})
    if page != "welcome":
        at.switch_page(FILES[page])
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


def spelled(at: AppTest, *actions: Any, preview: Any = None, **message: Any) -> str:
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
    return deliver(at, spelled(at, preview=action) if held else spelled(at, action))


def arrive(at: AppTest, query: dict[str, str]) -> AppTest:
    """Go to an address by Back or Forward: the browser shows it at once, and tells Python."""
    at.query_params = dict(query)
    return act(at, "arrive", by="address", query=f"?{urlencode(query)}")


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
    way = controls(at)[label]
    assert way["kind"] == "link"
    if "change" in way:
        act(at, by=way["by"], **way["change"])
    return go(at, way["path"] or "welcome")


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
    given: dict[str, Any] = json.loads(_mounted(at, by).json)
    return given


def controls(at: AppTest) -> dict[str, dict[str, Any]]:
    """All knobs, buttons and choices that are drawn, by label, with who sends them."""
    groups = [json.loads(node.proto.json or "{}") for node in at.get("bidi_component")]  # type: ignore[attr-defined]
    every = [
        {**control, "by": group["by"]}
        for group in groups
        if group.get("kind") == "controls"
        for control in group["controls"]
    ]
    labelled = {control["label"]: control for control in every}
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
    """All that a page says in markdown, formulas, code, captions and tables."""
    kinds = ("markdown", "latex", "code", "caption", "html")
    return "\n".join(
        getattr(node, "value", None) or node.proto.body  # type: ignore[attr-defined]
        for kind in kinds
        for node in at.main.get(kind)
    )


def pieces(at: AppTest) -> list[str]:
    """The pieces of HTML of a page."""
    return [node.proto.body for node in at.main.get("html")]  # type: ignore[attr-defined]


def sentences(at: AppTest, kind: str) -> list[str]:
    """The sentences of a kind that hold a reader's text: "caption", "text", "notice", "error"."""
    found = [
        re.fullmatch(rf"<p class='plain {kind}'( role='\w+')?>([^<>]*)</p>", piece)
        for piece in pieces(at)
    ]
    return [html.unescape(match[2]) for match in found if match]


def notices(at: AppTest) -> list[str]:
    """What the page tells its reader at the top; assistive technology reads it out."""
    return [
        html.unescape(match[1])
        for piece in pieces(at)
        if (match := re.fullmatch(r"<p class='plain notice' role='status'>([^<>]*)</p>", piece))
    ]


def captions(at: AppTest) -> list[str]:
    """Captions, ours and those with a reader's text, and the notes below controls."""
    notes = [control["note"] for control in controls(at).values() if "note" in control]
    return [*(caption.value for caption in at.caption), *sentences(at, "caption"), *notes]


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
    """A score, what the last move changed, and whether that is "up" (better), "down", "still"."""

    score: str
    change: str = ""
    mark: str = ""


def tiles(at: AppTest) -> dict[str, Tile]:
    """The scores of a page by label, in their order."""
    row = re.compile(
        r"<div><dt>([^<>]*)</dt><dd><b>([^<>]*)</b>"
        r"(?: <span class='(up|down|still)'>([^<>]*)</span>)?</dd></div>"
    )
    found: dict[str, Tile] = {}
    for scores in re.findall(r"<dl class='scores[^']*'>(.*?)</dl>", "\n".join(pieces(at))):
        assert not row.sub("", scores), scores
        for label, score, mark, change in row.findall(scores):
            assert html.unescape(label) not in found
            found[html.unescape(label)] = Tile(score, change, mark)
    return found


def drawn(at: AppTest) -> dict[str, pa.Table]:
    """What flows into each picture of a page, by the picture's key, or its first column."""
    found = {}
    for node in at.main.get("vega_lite_chart"):
        rows = pa.ipc.open_stream(node.proto.data.data).read_all()  # type: ignore[attr-defined]
        found[node.key or rows.column_names[0]] = rows
    return found


def charts(at: AppTest) -> dict[str, pd.DataFrame]:
    """The rows of each picture."""
    return {key: rows.to_pandas() for key, rows in drawn(at).items()}


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


def shown_grades(at: AppTest, name: str = "a") -> tuple[list[int | None], int]:
    """The grades on a board, best rank first, and how many of them were retrieved."""
    board = data(at, f"board_{name}")
    return [document["grade"] for document in board["documents"]], board["retrieved"]


def titles(at: AppTest, name: str = "a") -> list[str]:
    """Titles on a board, best rank first."""
    return [document["title"] for document in data(at, f"board_{name}")["documents"]]


# What it should show


def assert_numbers(at: AppTest, name: str, setup: Setup) -> None:
    """Every number on a page is the package's, in scores, charts, tables, formula and code."""
    assert not at.exception, at.exception
    page = PAGES[name]
    assert {label: tile.score for label, tile in tiles(at).items()} == page.tiles(setup)
    assert [said for said in captions(at) if "0/0" in said] == page.undefined(setup)
    assert (page.picture in charts(at)) == bool(page.columns(setup))
    if page.columns(setup):
        assert_bars(charts(at)[page.picture], page.columns(setup))
    for picture, check in page.pictures.items():
        check(charts(at)[picture], setup)
    if page.bars is None and page.columns(setup):
        assert_labels(charts(at)[page.picture], setup, page.keys(setup))
    if page.table:
        assert_lesson(at, name, setup)
    if name == "reference":
        assert_cards(at, list(METRICS))


def assert_bars(rows: pd.DataFrame, columns: list[expected.Column]) -> None:
    """The columns of bars beside the cards are these, no others."""
    heads = rows[rows["kind"] == "head"]
    assert heads[["column", "label", "score"]].to_numpy().tolist() == [
        [at, column.heading, column.score] for at, column in enumerate(columns)
    ]
    for at, column in enumerate(columns):
        bars = rows[(rows["kind"] == "bar") & (rows["column"] == at)]
        assert bars["rank"].tolist() == list(range(1, len(column.ends) + 1))
        assert bars["end"].to_numpy(float) == pytest.approx(column.ends)
    assert set(rows["column"].dropna()) == set(range(len(columns)))


def assert_labels(rows: pd.DataFrame, setup: Setup, keys: list[str]) -> None:
    """Each cell of the matrix says what its rank adds."""
    for at, key in enumerate(keys):
        bars = rows[(rows["kind"] == "bar") & (rows["column"] == at)]
        shown = [float(label or 0) for label in bars["label"]]
        adds = setup.compute(key).terms["contribution"]
        assert shown == pytest.approx(adds, abs=5.1e-4)


def assert_table(shown: list[list[str]], wanted: list[list[str]], *, titles: bool) -> None:
    """A table shows these cells and adds up; a document's title only if the test knows it."""

    def known(rows: list[list[str]]) -> list[list[str]]:
        return rows if titles else [[*row[:1], *row[2:]] for row in rows]

    assert known(shown) == known(wanted)
    assert shown[-1][1] == wanted[-1][1]
    expected.assert_adds_up(shown)


def assert_lesson(at: AppTest, name: str, setup: Setup) -> None:
    """The table, the formula and the code of a lesson say what the package says."""
    page, key, said = PAGES[name], PAGES[name].keys(setup)[0], text(at)
    (table,) = [table for table in tables(at) if "Sum" in table[-1][1]]
    assert_table(table, page.rows(setup), titles=setup.titles is not None)

    found = re.findall(rf"\\mathrm{{{setup.label(key)}}} = .* = ([\d.]+)", said)
    assert found == [setup.told(key)]

    (code,) = re.findall(r"import numpy as np\n.*?^score = [^\n]*", said, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(code, names)  # a 0/0 in it would warn, and so fail
    assert names["score"] == pytest.approx(setup.score(key), abs=1e-12)


def assert_change(at: AppTest, before: Setup, now: Setup) -> None:
    """Each score of a metric shows the difference to before, never a −0.000, and if it is good."""
    for key in METRICS:
        tile = tiles(at).get(now.label(key))
        if tile and now.label(key) not in PAGES["average_precision"].variants:
            change = now.score(key) - before.score(key)
            if abs(change) < 5e-4:
                assert (tile.change, tile.mark) == ("±0.000", "still")
            else:
                better = np.sign(change) == (1 if METRICS[key].higher_is_better else -1)
                assert (tile.change, tile.mark) == (f"{change:+.3f}", "up" if better else "down")


def cards(at: AppTest) -> dict[str, str]:
    """What the cards of the reference say, by their metrics' keys, from top to bottom."""
    keys = {metric.symbol: key for key, metric in METRICS.items()}
    said = {
        found.group(1): html.unescape(markdown.value)
        for markdown in at.main.markdown
        if (found := re.search("<h2>.*<small>(.*)</small></h2>", markdown.value))
    }
    return {keys[symbol]: text for symbol, text in said.items()}


def assert_cards(at: AppTest, keys: Sequence[str]) -> None:
    """The cards of these metrics, no others; their links take along what the address holds."""
    assert list(cards(at)) == list(keys)
    now, _ = link.decode(at.query_params)
    ways: dict[str, dict[str, Any]] = {"Lesson": {}, "Playground": {}}
    for text, way in controls(at).items():
        if way["kind"] == "link":
            to, _, label = text.partition(" ")
            shown, problems = link.decode({**at.query_params, **way.get("query", {})})
            assert problems == []
            ways[to][label] = way["path"], shown, way.get("change")
    labels = {key: METRICS[key].label() for key in keys}
    assert ways["Playground"] == {
        f"with {label}": (
            "playground",
            now.turned(metrics=(key,)),
            {"do": "turn", "knob": "metrics", "to": [key]},
        )
        for key, label in labels.items()
    }
    taught = {key: page.name for page in TAUGHT for key in page.metrics}
    assert ways["Lesson"] == {
        f"on {labels[key]}": (page, now, None) for key, page in taught.items() if key in keys
    }
