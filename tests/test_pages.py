"""Every page in every state: no exception, and no number that the package did not return.

What the tests expect is worked out here from the address or the edit that a test sent, with
`metrics` alone. The pages run through app.py, without a browser.
"""

import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

import board_driver
from metrics import browsing, gain
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui import address
from ui.charts import MOST_AT_EASE

ROOT = Path(__file__).parents[1]
BOOK = json.loads((ROOT / "assets/presets.json").read_text(encoding="utf-8"))

WELCOME = "pages/start/welcome.py"
PLAYGROUND = "pages/start/playground.py"
YOUR_DATA = "pages/start/your_data.py"
AP = "pages/binary/average_precision.py"
ERR = "pages/reading/expected_reciprocal_rank.py"
REFERENCE = "pages/start/reference.py"
BOARDS = [WELCOME, PLAYGROUND, YOUR_DATA, AP, ERR]
PAGES = [*BOARDS, REFERENCE]
LESSONS = {AP: "average_precision", ERR: "err"}

FIRST_GAINS = (0, 1, 3, 7, 15, 31, 63, 127, 255)


@dataclass(frozen=True)
class Setup:
    """What a test sets up: grades (None: not judged), missed ones, and knobs by address name."""

    grades: Sequence[int | None] = (3, 0, 2, 1, 3, 0)  # the list of a first visit
    missed: Sequence[int | None] = (2,)
    knobs: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        """A knob's value, by its name in the address; None where it stands as it first stood."""
        first = {"scale": 3, "from": 1, "k": 5, "base": 2, "exponent": 1, "shift": 0}
        first |= {"ratio": 0.8, "steepness": 2, "midpoint": 2, "gains": FIRST_GAINS}
        return self.knobs.get(name, first.get(name))

    def turned(self, **knobs: Any) -> "Setup":
        return replace(self, knobs={**self.knobs, **knobs})

    def query(self) -> dict[str, str]:
        spelled = [f"{'-' if g is None else g}Page {i}" for i, g in enumerate(self.all_grades(), 1)]
        if self.missed:
            spelled.insert(len(self.grades), ".")
        turned = {
            name: ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            for name, value in self.knobs.items()
        }
        return {"a": "~".join(spelled), **turned}

    def all_grades(self) -> list[int | None]:
        return [*self.grades, *self.missed]

    def label(self, key: str) -> str:
        return METRICS[key].label(self["k"])

    def compute(self, key: str, **others: Any) -> Breakdown:
        """The metric as this screen sets its parameters, those in `others` apart."""
        grades, missed = (
            [np.nan if grade is None else grade for grade in part]
            for part in (self.grades, self.missed)
        )
        ranking = Ranking(grades, missed, top_grade=self["scale"], relevant_from=self["from"])
        sigmoid = browsing.sigmoid(self["steepness"], self["midpoint"])
        family = {
            "gain": {"custom": gain.custom(self["gains"])},
            "discount": {
                "log": gain.logarithmic(self["base"]),
                "log_thresholded": gain.logarithmic_thresholded(self["base"]),
                "power": gain.power(self["exponent"], self["shift"]),
                "geometric": gain.geometric(self["ratio"]),
            },
            "utility": {"sigmoid": sigmoid},
            "satisfaction": {"sigmoid": sigmoid},
        }
        spelled = {"persistence": "p", "continuation": "continue"}
        spelled["denominator"] = "recall" if key == "recall" else "ap"
        parameters: dict[str, Any] = {"discount": family["discount"]["log"]}
        for name in METRICS[key].knobs:
            value = self[spelled.get(name, name)]
            if value is not None:
                parameters[name] = family.get(name, {}).get(value, value)
        if "@k" not in METRICS[key].symbol:
            parameters.pop("k", None)
        known = {n: v for n, v in parameters.items() if n in METRICS[key].knobs}
        return METRICS[key].compute(ranking, **{**known, **others})

    def score(self, key: str, **others: Any) -> float:
        return float(self.compute(key, **others).score)


@pytest.fixture(autouse=True, scope="module")
def installed_components() -> Iterator[None]:
    """Look for components among the installed packages once, not for every reader."""
    with pytest.MonkeyPatch.context() as patch:
        found = manifest_scanner.scan_component_manifests()
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: found)
        yield


def visit(page: str, query: dict[str, str] | None = None) -> AppTest:
    """Open a page as a new reader, by a link that holds a query."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    at.query_params = dict(query or {})
    if page != WELCOME:
        at.switch_page(page)
    return at.run()


def text(at: AppTest) -> str:
    """All that a page says in markdown, formulas, code, captions and tables."""
    kinds = ("markdown", "latex", "code", "caption", "html")
    return "\n".join(
        getattr(node, "value", None) or node.proto.body  # type: ignore[attr-defined]
        for kind in kinds
        for node in at.main.get(kind)
    )


def notices(at: AppTest) -> list[str]:
    """The sentences at the top of a page, as a reader sees them."""
    return [re.sub(r"\\(.)", r"\1", warning.value) for warning in at.warning]


def tables(at: AppTest) -> list[list[list[str]]]:
    """The cells of a page's tables, row by row."""
    return [
        [
            [re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.S)]
            for row in re.findall(r"<tr.*?</tr>", table, re.S)
        ]
        for table in re.findall(r"<table.*?</table>", text(at), re.S)
    ]


def charts(at: AppTest) -> dict[str, pd.DataFrame]:
    """The rows that each chart of a page draws, by the chart's key, or its first column."""
    drawn = {}
    for node in at.main.get("vega_lite_chart"):
        rows = pa.ipc.open_stream(node.proto.data.data).read_all().to_pandas()  # type: ignore[attr-defined]
        drawn[node.key or rows.columns[0]] = rows
    return drawn


def widget(at: AppTest, label: str) -> Any:
    """The widget with a label."""
    kinds = (at.radio, at.selectbox, at.slider, at.text_input, at.button, at.toggle)
    kinds += (at.number_input, at.button_group)
    (found,) = [w for kind in kinds for w in kind if w.label == label]
    return found


def set_to(at: AppTest, label: str, value: Any) -> AppTest:
    """Turn a knob by its label, as a reader does, and rerun."""
    widget(at, label).set_value(value).run()
    return at


def press(at: AppTest, label: str) -> AppTest:
    """Press a button by its label and rerun."""
    widget(at, label).click().run()
    return at


def shown_grades(at: AppTest, name: str = "a") -> tuple[list[int | None], int]:
    """The grades on a board, best rank first, and how many of them were retrieved."""
    data = board_driver.data(at, name)
    return [document["grade"] for document in data["documents"]], data["retrieved"]


def assert_numbers(at: AppTest, page: str, setup: Setup) -> None:
    """Every number on a page is the package's, in the tiles, charts, tables, formula and code."""
    assert not at.exception, at.exception
    tiles = {tile.label: tile.value for tile in at.metric}
    if page in LESSONS:
        key = LESSONS[page]
        assert_lesson(at, key, setup)
        keys = [key]
        if page == AP:
            for label, denominator in {
                "÷ all relevant": "relevant",
                "÷ found in the top k": "found",
                "÷ capped at k": "capped",
            }.items():
                score = setup.score(key, denominator=denominator)
                assert tiles.pop(label) == f"{score:.3f}"
    elif page == PLAYGROUND:
        keys = [key for key in METRICS if key in (setup["show"] or tuple(METRICS))]
        assert_matrix(charts(at)["pick_a"], setup, keys)
    elif page == YOUR_DATA:
        keys = ["average_precision"]
        assert_matrix(charts(at)["pick_a"], setup, keys)
    elif page == REFERENCE:
        assert_cards(at, list(METRICS))
        keys = []
    else:
        keys = ["average_precision", "ndcg", "err"]
    assert tiles == {setup.label(key): f"{setup.score(key):.3f}" for key in keys}
    undefined = [setup.label(key) for key in keys if setup.compute(key).undefined]
    noted = [caption.value for caption in at.caption if "0/0" in caption.value]
    assert noted == [
        f"0/0 for {', '.join(undefined)}: no relevant document counts here, so the worst value is "
        "reported."
    ] * bool(undefined)


def assert_lesson(at: AppTest, key: str, setup: Setup) -> None:
    """The chart, the table, the formula and the code of a lesson say what the package says."""
    breakdown, score, terms = setup.compute(key), setup.score(key), setup.compute(key).terms
    said = text(at)
    running = terms["contribution"].cumsum()
    if key == "err":
        columns = [terms["reach"], terms["satisfaction"], terms["stop"], running]
        cells = [terms[term] for term in ("reach", "satisfaction", "stop", "contribution")]
        shares = charts(at)["start"]
        assert shares["end"].iloc[-1] == pytest.approx(1)
        assert (shares["end"] - shares["start"]).to_numpy() == pytest.approx(
            [*terms["stop"], *(float(breakdown.aside[x]) for x in ("gave_up", "reached_end"))]
        )
    else:
        columns = [terms["precision"], running]
        cells = [terms[term] for term in ("relevant", "precision", "recall", "contribution")]
        steps = charts(at)["from"]
        area = ((steps["to"] - steps["from"]) * steps["precision"]).sum()
        assert area == pytest.approx(score)
    bars = charts(at)["pick"]
    for column, values in enumerate(columns):
        drawn = bars[(bars["column"] == column) & (bars["rank"] > 0)]
        assert drawn["end"].to_numpy(float) == pytest.approx(values)

    (table,) = [table for table in tables(at) if any("Sum" in row[1] for row in table)]
    _, *rows, total = table
    marks = ["?" if grade is None else str(grade) for grade in setup.grades]
    for i, row in enumerate(rows):
        assert row[:3:2] == [str(i + 1), marks[i]]
        assert [float(cell) for cell in row[3:]] == pytest.approx([c[i] for c in cells], abs=5.1e-5)
    assert len(rows) == len(columns[0])
    assert total[1 :: len(total) - 2] == [f"Sum = {setup.label(key)}", f"{score:.4f}"]

    assert re.findall(rf"\\mathrm{{{setup.label(key)}}} = .* = ([\d.]+)", said) == [f"{score:.3f}"]

    (code,) = re.findall(r"import numpy as np\n.*?^score = [^\n]*", said, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(code, names)  # a 0/0 in it would warn, and so fail
    assert names["score"] == pytest.approx(score, abs=1e-12)


def assert_matrix(bars: pd.DataFrame, setup: Setup, keys: Sequence[str]) -> None:
    """Each column of the playground's chart is a metric, each cell what its rank adds."""
    crowded = len(keys) > MOST_AT_EASE  # there is no room for "@5" in each heading
    for column, key in enumerate(keys):
        drawn = bars[bars["column"] == column]
        head, cells = drawn[drawn["rank"] == 0], drawn[drawn["rank"] > 0]
        contribution = setup.compute(key).terms["contribution"]
        assert head[["label", "score"]].to_numpy().tolist() == [
            [METRICS[key].label() if crowded else setup.label(key), f"{setup.score(key):.3f}"]
        ]
        longest = contribution.max(initial=0) or 1
        assert cells["end"].to_numpy(float) == pytest.approx(contribution / longest)
        shown = [float(label or 0) for label in cells["label"]]
        assert shown == pytest.approx(contribution, abs=5.1e-4)
    assert bars["column"].max() == len(keys) - 1


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
    now, _ = address.decode(at.query_params)
    ways: dict[str, dict[str, Any]] = {"Lesson": {}, "Playground": {}}
    for link in at.main.get("page_link"):
        to, _, label = link.proto.label.partition(" ")  # type: ignore[attr-defined]
        query = dict(parse_qsl(link.proto.query_string, keep_blank_values=True))  # type: ignore[attr-defined]
        shown, problems = address.decode(query)
        assert problems == []
        ways[to][label] = link.proto.page, shown  # type: ignore[attr-defined]
    labels = {key: METRICS[key].label() for key in keys}
    assert ways["Playground"] == {
        f"with {label}": ("playground", replace(now, metrics=(key,)))
        for key, label in labels.items()
    }
    for page, key in LESSONS.items():
        if key in keys:
            assert ways["Lesson"].pop(f"on {labels[key]}") == (Path(page).stem, now)
    for page, shown in ways["Lesson"].values():
        assert page in {Path(lesson).stem for lesson in LESSONS}
        assert shown == now


# States

LISTS = {
    "empty": Setup((), ()),
    "one relevant": Setup((3,), ()),
    "one unjudged": Setup((None,), ()),
    "nothing relevant": Setup((0, 0, 0, 0), (0,)),
    "nothing judged": Setup((None, None, None), (None,)),
    "nothing retrieved": Setup((), (3, 0, 1)),
    "shorter than k": Setup((1, 2), (3,), {"k": 50}),
    "some unjudged": Setup((None, 2, 0, None, 3, 1), (None, 3)),
    "fifty": Setup((0, 1, 2, 3, None) * 9, (3, 2, 1, 0, None), {"k": 50}),
    "fewer than grade 2": Setup((1, 1, 0), (), {"from": 2}),
}
SCALES = {
    f"scale {scale}": Setup(tuple(range(scale + 1)), (scale, None), {"scale": scale, "k": 4})
    for scale in (1, 4, 8)
}


@pytest.mark.parametrize("page", PAGES)
def test_first_visit(page: str) -> None:
    at = visit(page)
    assert_numbers(at, page, Setup())
    assert at.query_params == {}
    assert notices(at) == []
    assert {tile.delta for tile in at.metric} <= {"±0.000", ""}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", [*LISTS, *SCALES])
def test_every_list(page: str, name: str) -> None:
    setup = {**LISTS, **SCALES}[name]
    at = visit(page, setup.query())
    assert_numbers(at, page, setup)
    assert at.query_params == setup.query()
    assert notices(at) == []


# Label, name in the address, positions, and what must be set for the knob to show.
KNOBS = [
    ("Scale", "scale", [3, 4, 8, 1], {"scale": 1}),
    ("Relevant from grade", "from", [2, 3, 1], {}),
    ("Cutoff k", "k", [1, 3, 50], {}),
    ("AP denominator", "ap", ["found", "capped", "relevant"], {}),
    ("Recall denominator", "recall", ["capped", "relevant"], {}),
    ("Gain", "gain", ["exponential", "custom", "linear"], {}),
    ("Gain per grade", "gains", [(0, 1, 10, 100), (0.5, 0, 0, 2.25)], {"gain": "custom"}),
    (
        "Discount",
        "discount",
        ["log_thresholded", "reciprocal", "power", "geometric", "none", "log"],
        {},
    ),
    ("Log base", "base", [1.1, 10.0, 2.0], {}),
    ("Log base", "base", [1.1, 10.0, 2.0], {"discount": "log_thresholded"}),
    ("Power exponent", "exponent", [0.0, 4.0, 1.0], {"discount": "power"}),
    ("Rank shift", "shift", [1, 20, 0], {"discount": "power"}),
    ("Geometric ratio", "ratio", [0.05, 1.0], {"discount": "geometric"}),
    ("Ideal from", "ideal", ["retrieved", "judged"], {}),
    ("Persistence p", "p", [0.0, 0.99, 0.8], {}),
    ("Utility", "utility", ["exponential", "binary", "sigmoid", "linear"], {}),
    ("Steepness", "steepness", [0.1, 10.0], {"utility": "sigmoid"}),
    ("Satisfaction", "satisfaction", ["linear", "binary", "sigmoid", "exponential"], {}),
    ("Steepness", "steepness", [0.1, 10.0, 2.0], {"satisfaction": "sigmoid"}),
    ("Midpoint", "midpoint", [0.0, 8.0, 2.0], {"satisfaction": "sigmoid"}),
    ("Goes on if unsatisfied", "continue", [0.0, 0.5, 1.0], {}),
]
FIRST = {
    **{"scale": 3, "from": 1, "k": 5, "ap": "relevant", "recall": "relevant", "gain": "linear"},
    **{"discount": "log", "base": 2, "exponent": 1, "shift": 0, "ideal": "judged", "p": 0.8},
    **{"utility": "linear", "satisfaction": "exponential", "steepness": 2, "midpoint": 2},
    "continue": 1,
}
ON_LESSON = {
    AP: {"Scale", "Relevant from grade", "Cutoff k", "AP denominator"},
    ERR: {
        *("Scale", "Cutoff k", "Satisfaction", "Goes on if unsatisfied"),
        *("Steepness", "Midpoint"),
    },
}


@pytest.mark.parametrize(
    ("page", "label", "name", "positions", "given"),
    [
        (page, *knob)
        for knob in KNOBS
        for page in (PLAYGROUND, AP, ERR)
        if page == PLAYGROUND or (knob[0] in ON_LESSON[page] and "utility" not in knob[3])
    ],
)
def test_every_position_of_every_knob(
    page: str, label: str, name: str, positions: list[Any], given: dict[str, Any]
) -> None:
    grades = (1, 0, None, 1, 0, 1) if name == "scale" else (3, 0, None, 2, 1, 3)
    setup = Setup(grades, (1,), given)
    at = visit(page, setup.query())
    for position in positions:
        if name == "gains":
            set_to(at, label, ", ".join(map(str, position)))
            position = (*position, *FIRST_GAINS[4:])
        else:
            set_to(at, label, position)
        assert_numbers(at, page, setup.turned(**{name: position}))
        expected = setup.turned(**{name: position}).query()
        if FIRST.get(name) == position:
            del expected[name]
        elif isinstance(position, float):
            expected[name] = f"{position:g}"
        assert at.query_params == expected


@pytest.mark.parametrize("page", [AP, ERR])
def test_lesson_shows_the_knobs_it_listens_to(page: str) -> None:
    at = visit(page, {"satisfaction": "sigmoid"})
    labels = {w.label for kind in (at.radio, at.selectbox, at.slider, at.text_input) for w in kind}
    assert labels == ON_LESSON[page] | {"Preset"}


def test_binary_satisfaction_asks_what_counts_as_relevant() -> None:
    at = visit(ERR, {"satisfaction": "binary"})
    set_to(at, "Relevant from grade", 3)
    assert_numbers(at, ERR, Setup().turned(satisfaction="binary", **{"from": 3}))


@pytest.mark.parametrize("taken", ["0, 1, x", "0, 1, 2", "0,1,2,-1", "", "nan,1,2,3"])
def test_gains_that_are_no_numbers_are_refused(taken: str) -> None:
    at = visit(PLAYGROUND, {"gain": "custom"})
    set_to(at, "Gain per grade", taken)
    assert notices(at) == [
        f"Gain per grade: “{taken}” was not taken; "
        "allowed are 4 numbers from 0 to 1000000 with commas between them."
    ]
    assert widget(at, "Gain per grade").value == "0,1,3,7"
    assert_numbers(at, PLAYGROUND, Setup().turned(gain="custom"))


@pytest.mark.parametrize("chosen", [[], ["ERR@k", "Hit@k"]])
def test_metrics_are_picked(chosen: list[str]) -> None:
    at = visit(PLAYGROUND)
    keys = [key for key, metric in METRICS.items() if metric.symbol in chosen]
    set_to(at, "Metrics", list(reversed(keys)))
    assert not at.exception
    assert [tile.label for tile in at.metric] == [Setup().label(key) for key in keys]
    assert at.query_params == {"show": ",".join(keys)}
    if keys:
        assert_numbers(at, PLAYGROUND, Setup().turned(show=tuple(keys)))


# Presets

PRESETS = [
    (page, entry)
    for page in LESSONS
    for entry in BOOK["presets"]
    if entry["lesson"] == Path(page).stem
]


def test_every_preset_has_a_page() -> None:
    assert len(PRESETS) == len(BOOK["presets"])


@pytest.mark.parametrize(("page", "entry"), PRESETS, ids=[entry["id"] for _, entry in PRESETS])
def test_every_preset_is_one_step(page: str, entry: dict[str, Any]) -> None:
    before = {"from": "2", "k": "7", "p": "0.5"}
    at = visit(page, before)
    widget(at, "Preset").set_value(entry["id"]).run()
    address_of = {"denominator": "ap", "continuation": "continue"}
    settings = {address_of.get(name, name): value for name, value in entry["settings"].items()}
    setup = Setup(entry["grades"], entry.get("missed", ()), settings)
    assert_numbers(at, page, setup)
    assert at.query_params["p"] == "0.5"
    assert entry["says"] in [caption.value for caption in at.caption]
    again = visit(page, at.query_params)
    assert_numbers(again, page, setup)
    assert widget(again, "Preset").value == entry["id"]
    press(at, "Undo")
    assert at.query_params == before
    assert widget(at, "Preset").value is None


# Edits

SHELF = Setup((1, 3, 0, 2), (2, 1), {"k": 3})


@pytest.mark.parametrize("page", BOARDS)
def test_each_edit_shows_numbers_and_change(page: str) -> None:
    """A drag, a grade, a cut, an addition, a deletion, a card across the line."""
    at = visit(page, SHELF.query())
    cards = board_driver.data(at)["documents"]
    new = {"id": "new", "title": " Added,\n100 % ~new~ & <b>bold</b> שלום 👩‍💻", "grade": None}
    regraded = {**cards[2], "grade": 2}
    edits = [
        ({"documents": [1, 0, 2, 3, 4, 5]}, ((3, 1, 0, 2), (2, 1), 3)),
        ({"documents": [cards[1], cards[0], regraded, *cards[3:]]}, ((3, 1, 2, 2), (2, 1), 3)),
        ({"k": 2}, ((3, 1, 2, 2), (2, 1), 2)),
        ({"documents": [0, new, 1, 2, 3, 4, 5], "retrieved": 5}, ((3, None, 1, 2, 2), (2, 1), 2)),
        ({"documents": [1, 2, 3, 4, 5, 6], "retrieved": 4}, ((None, 1, 2, 2), (2, 1), 2)),
        ({"retrieved": 6}, ((None, 1, 2, 2, 2, 1), (), 2)),
        ({"documents": [], "retrieved": 0}, ((), (), 2)),
    ]
    steps = [SHELF]
    for message, (grades, missed, k) in edits:
        board_driver.send(at, **message)
        steps.append(Setup(grades, missed, {"k": k}))
        assert_numbers(at, page, steps[-1])
        assert_change(at, steps[-2], steps[-1])
        if new in message.get("documents", ()):
            assert "~-Added, 100 % ~_new~_ & <b>bold</b> שלום 👩‍💻~" in at.query_params["a"]
            assert page not in LESSONS or "~new~ &amp; &lt;b&gt;bold" in text(at)
    for later, earlier in pairwise(reversed(steps)):
        press(at, "Undo")
        assert_numbers(at, page, earlier)
        assert_change(at, later, earlier)
    assert widget(at, "Undo").disabled
    for _ in edits:
        press(at, "Redo")
    assert_numbers(at, page, steps[-1])
    assert widget(at, "Redo").disabled


def assert_change(at: AppTest, before: Setup, now: Setup) -> None:
    """Each tile that is a metric of the catalog shows the difference to before, never a −0.000."""
    for key in METRICS:
        for tile in at.metric:
            if tile.label == now.label(key):
                change = now.score(key) - before.score(key)
                assert tile.delta == ("±0.000" if abs(change) < 5e-4 else f"{change:+.3f}")


@pytest.mark.parametrize(
    ("button", "grades", "missed"),
    [
        ("Ideal order", [3, 2, 2, 1], [1, 0]),
        ("Reverse", [2, 0, 3, 1], [2, 1]),
    ],
)
def test_orders(button: str, grades: list[int], missed: list[int]) -> None:
    at = visit(AP, SHELF.query())
    press(at, button)
    assert_numbers(at, AP, Setup(grades, missed, {"k": 3}))
    press(at, button)
    assert shown_grades(at)[0] == (
        grades + missed if button == "Ideal order" else [1, 3, 0, 2, 2, 1]
    )
    assert (widget(at, "Undo").disabled, widget(at, "Redo").disabled) == (False, True)


def test_shuffle_is_a_permutation_of_what_was_retrieved() -> None:
    setup = Setup((0, 1, 2, 3, 0, 1, 2, 3, None, 1), (2, 1))
    at = visit(PLAYGROUND, setup.query())
    seen = set()
    for _ in range(5):
        press(at, "Shuffle")
        grades, retrieved = shown_grades(at)
        shuffled = Setup(grades[:retrieved], grades[retrieved:])
        assert_numbers(at, PLAYGROUND, shuffled)
        assert sorted(map(str, shuffled.grades)) == sorted(map(str, setup.grades))
        assert (retrieved, shuffled.missed) == (10, [2, 1])
        seen.add(str(grades))
    assert len(seen) > 1


def test_reset_returns_to_the_start_as_one_step() -> None:
    at = visit(AP, SHELF.query())
    press(at, "Reverse")
    set_to(at, "AP denominator", "found")
    edited = at.query_params
    press(at, "Reset")
    assert at.query_params == SHELF.query()
    press(at, "Undo")
    assert at.query_params == edited


def test_unjudged_documents_come_last_in_the_ideal_order() -> None:
    at = visit(AP, Setup((None, 0, 1), (None, 3)).query())
    press(at, "Ideal order")
    assert shown_grades(at) == ([3, 1, 0, None, None], 3)


@pytest.mark.parametrize(
    ("before", "scale", "grades", "relevant_from"),
    [
        (Setup((0, 1, 2, 3, None), (2,), {"from": 2}), 1, [0, 0, 1, 1, None, 1], 1),
        (Setup((0, 1, 2, 3, None), (2,)), 1, [0, 1, 1, 1, None, 1], 1),
        (Setup((0, 3, 4, 5, 8), (5,), {"scale": 8, "from": 5}), 4, [0, 3, 3, 4, 4, 4], 4),
        (Setup((0, 2, 3, 8), (4,), {"scale": 8, "from": 3}), 1, [0, 0, 1, 1, 1], 1),
        (Setup((0, 1, 2, 3, None), (2,), {"from": 2}), 8, [0, 1, 2, 3, None, 2], 2),
    ],
)
def test_another_scale_keeps_what_was_relevant(
    before: Setup, scale: int, grades: list[int | None], relevant_from: int
) -> None:
    """It is one step, and no document gains or loses its relevance."""
    at = visit(AP, before.query())
    set_to(at, "Scale", scale)
    n = len(before.grades)
    assert shown_grades(at) == (grades, n)
    now = Setup(grades[:n], grades[n:], {"scale": scale, "from": relevant_from})
    assert_numbers(at, AP, now)
    assert now.score("average_precision") == before.score("average_precision")
    press(at, "Undo")
    assert at.query_params == before.query()


# Refusals

LONG = "日本語のとても長い題名" * 7  # 77 signs, 693 characters of an address


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (
            {"documents": [{"id": str(i), "title": "x", "grade": 0} for i in range(51)]},
            "The list would have 51 documents; at most 50 are allowed.",
        ),
        (
            {"documents": [{"id": "1", "title": "y" * 81, "grade": 0}], "retrieved": 1},
            f"The title “{'y' * 30}…” has 81 characters; at most 80 are allowed.",
        ),
        (
            {"documents": [{"id": "1", "title": " \n ", "grade": 0}], "retrieved": 1},
            "A document needs a title of 1 to 80 characters.",
        ),
        (
            {"documents": [{"id": "1", "title": "![x](y)", "grade": 4}], "retrieved": 1},
            "“![x](y)” has the grade 4; allowed are 0 to 3 and ?.",
        ),
        ({"documents": [0, 0]}, "The list arrived damaged."),
        ({"documents": None}, "The list arrived damaged."),
        ({"documents": [{"id": "1", "grade": 1}]}, "The list arrived damaged."),
        ({"retrieved": 7}, "The list arrived damaged."),
        ({"retrieved": 1.5}, "The list arrived damaged."),
        ({"retrieved": "2"}, "The list arrived damaged."),
        ({"k": 51}, "The list arrived damaged."),
        (
            {"documents": [{"id": str(i), "title": LONG, "grade": 0} for i in range(12)]},
            "This would make the address 8347 characters long and at most 8000 can be shared: "
            "use fewer documents or shorter titles.",
        ),
    ],
)
def test_refused_edits_change_nothing(message: dict[str, Any], sentence: str) -> None:
    at = visit(AP, SHELF.query())
    press(at, "Reverse")
    press(at, "Undo")
    board_driver.send(at, **message)
    assert notices(at) == [f"{sentence} Nothing was changed."]
    assert_numbers(at, AP, SHELF)
    assert at.query_params == SHELF.query()
    turned_round = Setup((2, 0, 3, 1), (2, 1), {"k": 3})
    assert_change(at, turned_round, SHELF)
    assert board_driver.data(at)["ack"] == 1
    press(at, "Redo")
    assert notices(at) == []
    assert_numbers(at, AP, turned_round)


def test_markdown_in_a_title_is_shown_as_text() -> None:
    at = visit(AP, {"a": "9![x](https://example.org/y.png)~1Rye"})
    assert notices(at) == [
        "List A in the address: “![x](https://example.org/y.png)” has the grade 9; "
        "allowed are 0 to 3 and ?. It was left out."
    ]
    assert "![" not in at.warning[0].value


def test_edits_that_would_make_the_address_too_long_are_refused_wherever_they_are_made() -> None:
    """A copy as list B, and one knob more: what is on the screen always fits the address."""
    half = {"a": "~".join(f"1{LONG}" for _ in range(6))}
    at = visit(PLAYGROUND, half)
    press(at, "Keep a copy as list B")
    assert notices(at)[0].endswith("use fewer documents or shorter titles. Nothing was changed.")
    assert at.query_params == half
    full = {"a": "~".join(f"1{LONG}" for _ in range(11))}
    full["a"] += f"~1{'x' * 80}" * 4
    full["a"] += f"~1{'x' * (8000 - len(urlencode(full)) - 2)}"
    at = visit(ERR, full)
    assert (notices(at), len(urlencode(at.query_params))) == ([], 8000)
    set_to(at, "Cutoff k", 7)
    assert len(notices(at)) == 1
    assert (at.query_params, widget(at, "Cutoff k").value) == (full, 5)


@pytest.mark.parametrize("page", PAGES)
def test_mangled_address_draws_what_could_be_read(page: str) -> None:
    query = {"a": "9Rye~1Spelt", "k": "banana", "q": "x", "p": "2", "from": "9", "scale": "4"}
    at = visit(page, query)
    assert_numbers(at, page, Setup((1,), (), {"scale": 4}))
    assert at.query_params == {"a": "1Spelt", "scale": "4"}
    (said,) = notices(at)
    assert said.startswith("The address has a part “q” that Rankbook does not know; it was left")
    assert said.endswith(" 2 more parts of the address were left out.")


# Previews


@pytest.mark.parametrize("page", BOARDS)
def test_preview_is_shown_and_not_taken(page: str) -> None:
    at = visit(page, SHELF.query())
    for order, grades in (([1, 0, 2, 3, 4, 5], (3, 1, 0, 2)), ([0, 1, 3, 2, 4, 5], (1, 3, 2, 0))):
        board_driver.send(at, kind="preview", documents=order)
        held = Setup(grades, (2, 1), {"k": 3})
        assert_numbers(at, page, held)
        assert_change(at, SHELF, held)
        assert at.query_params == SHELF.query()
        assert widget(at, "Undo").disabled
        assert shown_grades(at) == ([1, 3, 0, 2, 2, 1], 4)
    board_driver.send(at, kind="preview", k=1)
    assert_numbers(at, page, SHELF.turned(k=1))
    board_driver.send(at, kind="cancel")
    assert_numbers(at, page, SHELF)
    assert_change(at, SHELF, SHELF)
    assert widget(at, "Undo").disabled


def test_preview_ends_with_the_next_run() -> None:
    at = visit(AP, SHELF.query())
    board_driver.send(at, kind="preview", documents=[1, 0, 2, 3, 4, 5])
    at.run()
    assert_numbers(at, AP, SHELF)
    board_driver.send(at, kind="preview", documents=[1, 0, 2, 3, 4, 5])
    set_to(at, "Cutoff k", 2)
    assert_numbers(at, AP, SHELF.turned(k=2))
    board_driver.send(at, documents=[2, 0, 1, 3, 4, 5])
    dropped = Setup((0, 1, 3, 2), (2, 1), {"k": 2})
    assert_numbers(at, AP, dropped)
    assert_change(at, SHELF.turned(k=2), dropped)
    board_driver.send(at, kind="preview", documents=[1, 0, 2, 3, 4, 5])
    assert_change(at, dropped, Setup((1, 0, 3, 2), (2, 1), {"k": 2}))
    board_driver.send(at, kind="cancel")
    assert_change(at, SHELF.turned(k=2), dropped)


def test_each_message_is_acknowledged() -> None:
    """Without it the browser would take the board's own echo for stale, or wait for it."""
    at = visit(AP)
    assert board_driver.data(at)["ack"] == 0
    board_driver.send(at, kind="preview", seq=3)
    board_driver.send(at, kind="cancel", seq=4)
    assert board_driver.data(at)["ack"] == 4
    board_driver.send(at, documents=[0] * 2, seq=5)
    assert board_driver.data(at)["ack"] == 5


# Predict first


@pytest.mark.parametrize("page", LESSONS)
def test_predict_first(page: str) -> None:
    """The answer is hidden until the guess, and again after an edit."""
    at = visit(page, SHELF.query())
    label = SHELF.label(LESSONS[page])

    def assert_hidden() -> None:
        assert not at.exception
        assert list(at.metric) == []
        assert charts(at) == {}
        assert rf"\mathrm{{{label}}} =" not in text(at)
        assert not any("Sum" in str(table) for table in tables(at))

    set_to(at, "Predict first", True)
    assert_hidden()
    set_to(at, f"Your guess for {label}", 0.25)
    assert_hidden()
    press(at, "Show the answer")
    score = SHELF.score(LESSONS[page])
    assert f"You said **0.250**, off by **{abs(score - 0.25):.3f}**." in text(at)
    assert_numbers(at, page, SHELF)
    board_driver.send(at, kind="preview", documents=[1, 0, 2, 3, 4, 5])
    assert_hidden()
    board_driver.send(at, kind="cancel")
    assert_numbers(at, page, SHELF)
    board_driver.send(at, documents=[1, 0, 2, 3, 4, 5])
    assert_hidden()
    press(at, "Undo")
    set_to(at, "Cutoff k", 2)
    label = METRICS[LESSONS[page]].label(2)
    assert_hidden()
    set_to(at, "Predict first", False)
    assert_numbers(at, page, SHELF.turned(k=2))
    assert "You said" not in text(at)


def test_predict_first_hides_what_a_preset_says_until_its_own_metric_is_guessed() -> None:
    at = visit(ERR)
    widget(at, "Preset").set_value("err-three-first").run()
    (says,) = (entry["says"] for entry in BOOK["presets"] if entry["id"] == "err-three-first")

    def said() -> bool:
        return says in [caption.value for caption in at.caption]

    assert said()
    set_to(at, "Predict first", True)
    assert not said()
    at.switch_page(AP).run()
    set_to(at, f"Your guess for {METRICS['average_precision'].label(3)}", 0.5)
    press(at, "Show the answer")
    at.switch_page(ERR).run()
    assert list(at.metric) == []
    assert not said()
    press(at, "Show the answer")
    assert notices(at) == ["A guess is a number from 0 to 1: type one first."]
    assert not said()
    set_to(at, f"Your guess for {METRICS['err'].label(3)}", 0.5)
    press(at, "Show the answer")
    assert said()


# Reference


def test_cards_say_what_the_catalog_says() -> None:
    said = cards(visit(REFERENCE))
    assert list(said) == list(METRICS)
    for key, metric in METRICS.items():
        for part in (metric.name, metric.teaches, metric.source, metric.reader, metric.tools):
            assert part in said[key]
        assert f"$$\n{metric.latex}\n$$" in said[key]
        assert ("lower is better" in said[key]) == (not metric.higher_is_better)
        for reads in ("binary", "graded"):
            assert (reads in said[key].split("Reads")[1][:40]) == (metric.reads in (reads, "both"))
    for key, reach in {"rbp": "0 to 1,", "dcg": "0 and up,", "mean_rank": "1 and up,"}.items():
        assert f"<dt>Range</dt><dd>{reach} " in said[key]


@pytest.mark.parametrize("key", METRICS)
def test_cards_name_the_knobs_that_the_playground_draws(key: str) -> None:
    """With their positions, and with the knobs that stand there at some position of another."""
    _, knobs = cards(visit(REFERENCE))[key].split("<dt>Knobs</dt>")
    said = dict(re.findall("<b>(.*?)</b> <span>(.*?)</span>", knobs))
    drawn: dict[str, Any] = {}
    for gains, discount, curve in (
        ("linear", "log", "sigmoid"),
        ("custom", "power", "binary"),
        ("linear", "geometric", "linear"),
    ):
        turned = {"gain": gains, "discount": discount, "utility": curve, "satisfaction": curve}
        at = visit(PLAYGROUND, {"show": key, "scale": "8", **turned})
        for kind in (at.radio, at.selectbox, at.slider, at.text_input):
            drawn.update({knob.label: knob for knob in kind})
    del drawn["Scale"]
    assert said.keys() == drawn.keys()
    for label, knob in drawn.items():
        if label == "Relevant from grade":
            assert said[label] == f"{knob.options[0]} to {knob.options[-1]}"
        elif knob.type == "slider":
            assert said[label] == f"{knob.min:g} to {knob.max:g}"
        elif knob.type != "text_input":
            assert said[label].split("; ") == knob.options


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("jarvelin", ["cumulative_gain", "dcg", "ndcg"]),
        (" KEKÄLÄINEN  linear ", ["ndcg"]),
        ("trec_eval bpref", ["bpref"]),
        ("sklearn", ["dcg", "ndcg"]),
        ("scikit-learn ideal", ["ndcg"]),
        ("graded", [key for key in METRICS if METRICS[key].reads != "binary"]),
        ("nDCG@10", ["ndcg"]),
        ("@k reciprocal", ["reciprocal_rank", "err", "nerr"]),
        ("", list(METRICS)),
        ("nothing like this", []),
        ("](<b>*", []),
    ],
)
def test_search(words: str, keys: list[str]) -> None:
    at = visit(REFERENCE, SHELF.query())
    set_to(at, "Search", words)
    assert_cards(at, keys)
    assert at.query_params == SHELF.query()
    (told,) = at.caption
    nothing = "No metric has all of these words. You can search for names and symbols,"
    assert told.value.startswith(f"{len(keys)} of {len(METRICS)} metrics" if keys else nothing)


def test_search_puts_first_what_is_called_so() -> None:
    at = visit(REFERENCE)
    set_to(at, "Search", "rr")
    assert list(cards(at))[:3] == ["reciprocal_rank", "err", "nerr"]
    assert "precision" in cards(at)  # Kent, Berry, …


def test_search_does_not_take_an_address_on_its_way_for_the_readers() -> None:
    at = visit(REFERENCE, SHELF.query())
    at.query_params = {"k": "9"}
    set_to(at, "Search", "bpref")
    assert at.query_params == SHELF.query()


# One state, many views


def test_knobs_and_list_live_through_page_switches() -> None:
    """Also those that a page on the way does not show."""
    at = visit(PLAYGROUND)
    set_to(at, "Persistence p", 0.5)
    set_to(at, "Gain", "exponential")
    set_to(at, "Cutoff k", 3)
    board_driver.send(at, documents=[6, 0, 1, 2, 3, 4, 5])
    setup = Setup((2, 3, 0, 2, 1, 3), (0,), {"p": 0.5, "gain": "exponential", "k": 3})
    query = at.query_params
    assert {name: query[name] for name in query if name != "a"} == {
        "p": "0.5",
        "gain": "exponential",
        "k": "3",
    }
    for page in (AP, ERR, WELCOME, REFERENCE, PLAYGROUND):
        at.switch_page(page).run()
        assert_numbers(at, page, setup)
        assert at.query_params == query


@pytest.mark.parametrize("page", BOARDS)
def test_deep_link_keeps_what_its_page_does_not_show(page: str) -> None:
    setup = Setup((1, 0, 2), (3,), {"k": 2, "gain": "custom", "gains": (0, 2, 3, 4, 5, 6, 7, 8, 9)})
    setup = setup.turned(
        discount="power", exponent=0.5, shift=2, p=0.5, recall="capped", ap="found"
    )
    query = {**setup.query(), "b": "3Other list~-Unjudged~.", "show": "err,nerr"}
    at = visit(page, query)
    order = list(range(4))[::-1]
    board_driver.send(at, documents=order)
    assert {**at.query_params, "a": ""} == {**query, "b": "3Other list~-Unjudged", "a": ""}


def test_back_takes_the_last_edit_away_and_redo_brings_it_again() -> None:
    at = visit(AP, SHELF.query())
    press(at, "Reverse")
    reversed_query = at.query_params
    at.query_params = SHELF.query()
    at.run()
    assert_numbers(at, AP, SHELF)
    assert at.query_params == SHELF.query()
    press(at, "Redo")
    assert at.query_params == reversed_query
    at.query_params = SHELF.query()  # Back, and Forward
    at.run()
    at.query_params = reversed_query
    at.run()
    assert shown_grades(at)[0] == [2, 0, 3, 1, 2, 1]
    at.query_params = {"k": "9"}  # another link, pasted into the same tab, is an edit like others
    at.run()
    assert_numbers(at, AP, Setup().turned(k=9))
    press(at, "Undo")
    assert at.query_params == reversed_query


def test_list_b_is_kept_compared_and_let_go() -> None:
    at = visit(PLAYGROUND, SHELF.query())
    press(at, "Keep a copy as list B")
    assert at.query_params == {**SHELF.query(), "b": SHELF.query()["a"]}
    assert shown_grades(at, "b") == shown_grades(at, "a")
    board_driver.send(at, "b", documents=[1, 0, 2, 3, 4, 5])
    press(at, "Reverse")
    a, b = (Setup(grades, (2, 1), {"k": 3}) for grades in ((2, 0, 3, 1), (3, 1, 0, 2)))
    assert_numbers(at, PLAYGROUND, a)
    assert_matrix(charts(at)["pick_b"], b, list(METRICS))
    (comparison,) = tables(at)
    for key, label, *cells in zip(METRICS, *(row[1:] for row in comparison), strict=True):
        scores = a.score(key), b.score(key)
        assert label == METRICS[key].label()
        assert [float(cell) for cell in cells] == pytest.approx(
            [*scores, scores[1] - scores[0]], abs=5.1e-4
        )
    press(at, "Ideal order B")
    assert shown_grades(at, "b")[0] == [3, 2, 2, 1, 1, 0]
    press(at, "Reset")
    assert shown_grades(at, "b")[0] == [3, 2, 2, 1, 1, 0]
    press(at, "Remove list B")
    assert at.query_params == SHELF.query()
