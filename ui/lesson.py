"""What every lesson is made of: a score, the list beside its bars, a guess, a table, questions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Final, Self

import numpy as np
import pandas as pd
import pyarrow as pa
import streamlit as st

from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS, Metric
from ui import board, charts, documents, knobs, screen, theme
from ui.documents import RankedList
from ui.screen import Name, Screen

_FILES: Final = {path.stem: path for path in documents.ASSETS.parent.glob("pages/*/*.py")}

# The rows of a chart travel as Arrow tables, which Streamlit builds from anything; built at once,
# they cost a tenth. A schema, because a chart without rows still has its columns.
_ROW: Final = pa.schema(
    {
        "id": pa.string(),
        "rank": pa.int64(),
        "column": pa.int64(),
        "start": pa.float64(),
        "end": pa.float64(),
        "label": pa.string(),
        "score": pa.string(),
        "faint": pa.bool_(),
        "colour": pa.int64(),
    }
)
_STEP: Final = pa.schema(
    {
        "from": pa.float64(),
        "to": pa.float64(),
        "precision": pa.float64(),
        "label": pa.string(),
        "colour": pa.int64(),
    }
)


@dataclass(frozen=True)
class Measured:
    """A metric's breakdown for a list as it is shown, and what the last move changed."""

    metric: Metric
    label: str
    screen: Screen
    ranked: RankedList
    breakdown: Breakdown
    change: float | None

    @property
    def score(self) -> float:
        """The score as a plain number."""
        return float(self.breakdown.score)

    @property
    def grades(self) -> str:
        """The grades in ranked order as NumPy code."""
        shown = self.ranked.documents[: self.ranked.retrieved]
        return f"[{', '.join('np.nan' if d.grade is None else str(d.grade) for d in shown)}]"


def measure(key: str, name: Name = "a") -> Measured:
    """Compute a metric, with the knobs as they stand, for list A or B."""
    now, before = screen.shown(), screen.before()
    breakdown = _compute(key, name, now)
    change = (
        float(breakdown.score - _compute(key, name, before).score)
        if name in before.lists()
        else None
    )
    metric = METRICS[key]
    return Measured(metric, metric.label(now.k), now, now.lists()[name], breakdown, change)


def _compute(key: str, name: Name, on: Screen) -> Breakdown:
    ranking = on.lists()[name].ranking(on.scale, on.relevant_from)
    return METRICS[key].compute(ranking, **knobs.arguments(key, on))


@dataclass(frozen=True)
class Bars:
    """One column of bars beside the cards, a bar per rank, each value between 0 and 1.

    `start` and `end` have shape (ranks,), ranks being those the metric looked at.
    """

    heading: str
    start: Array
    end: Array
    labels: Sequence[str]
    faint: Array
    total: str = ""

    @classmethod
    def of(
        cls, heading: str, values: Array, labels: Sequence[str] = (), faint: Array | None = None
    ) -> Self:
        """Draw each rank's value from zero."""
        nothing = np.zeros_like(values)
        return cls(
            heading,
            nothing,
            values,
            labels or [decimals(value) for value in values],
            nothing if faint is None else faint,
        )

    @classmethod
    def running(cls, heading: str, contribution: Array, total: str) -> Self:
        """Draw each contribution where the last one ended, so that the ends climb to the score."""
        end = contribution.cumsum()
        return cls(
            heading,
            end - contribution,
            end,
            [f"+{decimals(c)}" if c else "" for c in contribution],
            np.zeros_like(contribution),
            total,
        )


def rows(ranked: RankedList, columns: Sequence[Bars]) -> pa.Table:
    """Lay columns of bars out as the rows that `charts.beside_cards` draws."""
    top_grade = screen.shown().scale
    shown = ranked.documents[: ranked.retrieved]
    cut = min(screen.shown().k, len(shown))
    table: list[dict[str, object]] = [{"rank": cut, "column": -2, "colour": theme.LINES}]
    for rank, document in enumerate(shown, start=1):
        symbol = "?" if document.grade is None else theme.SYMBOLS[top_grade][document.grade]
        table.append({"rank": rank, "column": -1, "label": f"{rank} {symbol}"})
    for column, bars in enumerate(columns):
        table.append({"rank": 0, "column": column, "label": bars.heading, "score": bars.total})
        table.extend(
            {
                "id": document.id,
                "rank": rank,
                "column": column,
                "start": float(bars.start[rank - 1]),
                "end": float(bars.end[rank - 1]),
                "label": bars.labels[rank - 1],
                "faint": bool(bars.faint[rank - 1]),
                "colour": theme.colour(document.grade, top_grade),
            }
            for rank, document in enumerate(shown[: len(bars.end)], start=1)
        )
    return pa.Table.from_pylist(table, schema=_ROW)


def decimals(value: float, places: int = 3) -> str:
    """Write a number the way all pages do: .756 is 0.756."""
    return f"{value:.{places}f}"


def page_on(metric: Metric) -> Path | None:
    """Return the lesson on a metric, if there is one: the page of the same key or name.

    Or of the module it is defined in, for a lesson on several metrics at once.
    """
    module = metric.function.__module__.rpartition(".")[2]
    names = (metric.key, metric.name.lower().replace(" ", "_").replace("-", "_"), module)
    return next((_FILES[name] for name in names if name in _FILES), None)


def heading(title: str, presets_of: str | None = None, metric: str = "") -> None:
    """Open a page: its question, its presets, and what the page owes the reader a word about."""
    question, lists = st.columns([7, 5], gap="large") if presets_of else (st.container(), None)
    question.title(title, anchor=False)
    if presets_of and lists:
        with lists:
            _presets(presets_of, metric)
    if told := " ".join(screen.notices()):
        with st.container(key="notices"):  # in sight wherever on the page the reader is
            # A sentence may quote what a link holds: as text, not as Markdown that loads a picture.
            st.warning(re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", told), icon=":material/info:")


def _presets(lesson: str, metric: str) -> None:
    """Draw the lists that make a lesson's points, and what to look for in the present one."""
    choices = documents.presets(lesson)
    now = screen.current()
    present = next(
        (p for p in choices.values() if p.ranked == now.a and now.with_preset(p) == now), None
    )
    key = f"{lesson}_preset"
    st.session_state[key] = present and present.id

    def choose() -> None:
        if chosen := st.session_state[key]:
            screen.start_from(now.with_preset(choices[chosen]))

    st.selectbox(
        "Preset",
        list(choices),
        format_func=lambda preset: choices[preset].name,
        placeholder="Lists that make a point",
        key=key,
        on_change=choose,
    )
    if present and _awaits_guess(metric):
        st.caption("What it shows stands here once you have guessed.")
    else:
        st.caption(present.says if present else "Each preset makes one point. Or drag your own.")


def _awaits_guess(metric: str) -> bool:
    """Tell whether the reader predicts first and has no guess yet for this list and metric."""
    if not st.session_state.get("predict"):
        return False
    guess = st.session_state.get("guess")
    return not guess or guess[:2] != (screen.shown(), metric)


def stage(measured: Measured, *columns: Bars) -> bool:
    """Draw the score, and the list beside its bars; tell whether the answer may be seen."""
    with st.container(key="bar", horizontal=True, vertical_alignment="bottom"):
        revealed = _score_or_guess(measured)
        board.toolbar()
    cards, bars = st.columns([1, 1], gap="small")
    with bars:
        if revealed:
            st.vega_lite_chart(
                rows(measured.ranked, columns),
                charts.beside_cards(len(columns)),
                key="pick",
                on_select=board.touched,
                selection_mode="pick",
                alt=f"{', '.join(c.heading for c in columns)}: a bar for each rank of the list",
            )
    with cards:
        board.show(lit=board.picked("pick"))
    if revealed:
        note_undefined([measured])
    with st.grid(min_column_width=250):
        knobs.show(knobs.of(measured.metric.key))
    return revealed


def score(measured: Measured) -> None:
    """Draw a score with what the last move changed."""
    change = measured.change
    still = change is None or abs(change) < 5e-4
    st.metric(
        measured.label,
        decimals(measured.score),
        None if change is None else "±0.000" if still else f"{change:+.3f}",
        delta_color="off" if still else "normal" if measured.metric.higher_is_better else "inverse",
        delta_arrow="off" if still else "auto",
    )


def note_undefined(measured: Sequence[Measured]) -> None:
    """Say which scores are not really scores, where the line moves nothing above it."""
    if labels := [one.label for one in measured if one.breakdown.undefined]:
        st.caption(
            f"0/0 for {', '.join(labels)}: no relevant document counts here, so the worst value is "
            "reported."
        )


def _score_or_guess(measured: Measured) -> bool:
    """Draw the score, or ask for a guess first, and tell whether the answer may be seen."""
    awaits = _awaits_guess(measured.metric.key)
    with st.container(key="score", horizontal=True, vertical_alignment="bottom", width="content"):
        if awaits:
            st.number_input(
                f"Your guess for {measured.label}",
                0.0,
                1.0,
                value=None,
                step=0.01,
                format="%.3f",
                placeholder="0 to 1",
                key="guessed",
                on_change=board.touched,
                width=220,
            )
            st.button("Show the answer", on_click=_commit_guess, args=(measured.metric.key,))
        else:
            score(measured)
            if st.session_state.get("predict"):
                said = st.session_state["guess"][2]
                off = decimals(abs(said - measured.score))
                st.markdown(f"You said **{decimals(said)}**, off by **{off}**.")
        st.toggle("Predict first", key="predict", on_change=board.touched, persist_state="session")
    return not awaits


def _commit_guess(metric: str) -> None:
    board.touched()
    if (guessed := st.session_state["guessed"]) is None:
        screen.notify("A guess is a number from 0 to 1: type one first.")
    else:
        st.session_state["guess"] = (screen.current(), metric, guessed)


def section(title: str, text: str = "") -> None:
    """Open a section of a page; one element, because each costs a message in every run."""
    st.markdown(f"## {title}\n\n{text}")


def formula(measured: Measured, numbers: str, latex: str = "") -> None:
    """Draw the metric's formula, its own or as a knob changes it, and the present numbers in it."""
    section(
        "The formula, with these numbers",
        f"$${latex or measured.metric.latex}$$\n\n"
        rf"$$\mathrm{{{measured.label}}} = {numbers} = {decimals(measured.score)}$$",
    )


def variants(measured: Measured, field: str, title: str, remark: str) -> None:
    """Draw the score once for every position of one knob, all else being equal."""
    section(title, remark)
    knob = knobs.KNOBS[field]
    assert isinstance(knob, knobs.Choice)
    with st.grid(len(knob.options), min_column_width=150):
        for value, name in knob.options.items():
            other = _compute(measured.metric.key, "a", replace(measured.screen, **{field: value}))
            st.metric(f"÷ {name}", decimals(float(other.score)))


def staircase(measured: Measured) -> None:
    """Draw average precision as the area under precision against recall."""
    terms, top_grade = measured.breakdown.terms, measured.screen.scale
    recall = np.concatenate([[0], terms["recall"]])
    steps = [
        {
            "from": recall[i],
            "to": recall[i + 1],
            "precision": terms["precision"][i],
            "label": f"rank {i + 1}",
            "colour": theme.colour(measured.ranked.documents[i].grade, top_grade),
        }
        for i, hit in enumerate(terms["relevant"])
        if hit
    ]
    st.vega_lite_chart(
        pa.Table.from_pylist(steps, schema=_STEP),
        charts.staircase(),
        key="staircase",
        alt="Precision against the share of relevant documents found, a step at each hit",
    )


def shares(satisfied: Mapping[str, Array], leaving: Mapping[str, Array]) -> None:
    """Draw all readers as one bar: who stops where, and who leaves unsatisfied; together 1."""
    amounts = {name: float(share) for name, share in {**satisfied, **leaving}.items()}
    ends = np.cumsum(list(amounts.values()))
    parts = [
        {
            "start": end - amount,
            "end": end,
            "label": f"{name}: {decimals(amount)}",
            "colour": theme.LINES if name in satisfied else theme.LOST,
        }
        for (name, amount), end in zip(amounts.items(), ends, strict=True)
    ]
    st.vega_lite_chart(
        pa.Table.from_pylist(parts),
        charts.shares(),
        key="shares",
        alt="All readers as one bar, cut into those who stop at each rank and those who leave",
    )
    lost = ", ".join(f"{name} {decimals(amounts[name])}" for name in leaving)
    st.markdown(
        f"Stop satisfied **{decimals(sum(amounts[name] for name in satisfied))}** + leave "
        f"unsatisfied **{decimals(sum(amounts[name] for name in leaving))}** ({lost}) = "
        f"**{decimals(ends[-1])}**"
    )


def table(measured: Measured, **headings: str) -> None:
    """Draw the named terms row by row, their sum below, and offer the table as a file."""
    terms = measured.breakdown.terms
    columns = [terms[name] for name in headings]
    head = ["rank", "document", "grade", *headings.values()]
    body = [
        [rank, document.title, "?" if document.grade is None else document.grade, *map(float, row)]
        for rank, (document, *row) in enumerate(
            zip(measured.ranked.documents, *columns, strict=False), start=1
        )
    ]
    total = ["", f"Sum = {measured.label}", *[""] * len(columns), decimals(measured.score, 4)]
    section("Rank by rank")
    plain_table(head, body, total)
    st.download_button(
        "Table as CSV",
        lambda: pd.DataFrame(body, columns=head).to_csv(index=False).encode(),
        f"{measured.metric.key}.csv",
        "text/csv",
        on_click="ignore",
    )


def plain_table(
    head: Sequence[str], body: Sequence[Sequence[object]], foot: Sequence[object] = ()
) -> None:
    """Draw a table whose cells are text; `st.table` would read a title as Markdown."""

    def line(cells: Sequence[object]) -> str:
        shown = (decimals(c, 4) if isinstance(c, float) else escape(str(c)) for c in cells)
        return f"<tr><td>{'</td><td>'.join(shown)}</td></tr>"

    top = "</th><th scope='col'>".join(map(escape, head))
    st.html(
        # With a tab stop the keys can scroll it where it is wider than the screen.
        "<div class='wide' role='region' aria-label='Table' tabindex='0'>"
        f"<table class='rows'><thead><tr><th scope='col'>{top}</th></tr></thead>"
        f"<tbody>{''.join(map(line, body))}</tbody>"
        f"{f'<tfoot>{line(foot)}</tfoot>' if foot else ''}</table></div>"
    )


def numpy_lines(code: str) -> None:
    """Draw the same number as a few lines of plain NumPy that end with `score`."""
    section("The same number in plain NumPy", f"```python\nimport numpy as np\n{code}```")


def questions(answers: Mapping[str, str], title: str = "Could you answer?") -> None:
    """Draw questions, each hiding its answer."""
    folds = "\n\n".join(
        f"<details><summary>{question}</summary>\n\n{answer}\n\n</details>"
        for question, answer in answers.items()
    )
    st.markdown(f"## {title}\n\n{folds}", unsafe_allow_html=True)


def scores(lists: Mapping[Name, Sequence[Measured]]) -> None:
    """Draw a tile per metric with what the last move changed, or with how B differs from A."""
    with st.container(key="scores"), st.grid(min_column_width=72, gap="xsmall"):
        for one in lists["a"]:
            score(one)
    if "b" in lists:
        pairs = list(zip(lists["a"], lists["b"], strict=True))
        with st.container(key="crowded" if len(pairs) > charts.MOST_AT_EASE else "pairs"):
            plain_table(
                ["list", *(_short_label(a, len(pairs)) for a, _ in pairs)],
                [
                    ["A", *(decimals(a.score) for a, _ in pairs)],
                    ["B", *(decimals(b.score) for _, b in pairs)],
                ],
                ["B − A", *(f"{b.score - a.score:+.3f}" for a, b in pairs)],
            )


def _short_label(measured: Measured, columns: int) -> str:
    """Write a heading; where many stand side by side, without the cutoff that they share."""
    return measured.label if columns <= charts.MOST_AT_EASE else measured.metric.label()


def matrix(name: Name, measured: Sequence[Measured]) -> None:
    """Draw a list beside one column of bars per metric: what each rank adds to each score."""
    columns = []
    for one in measured:
        contribution = one.breakdown.terms["contribution"]
        longest = contribution.max(initial=0) or 1
        columns.append(
            Bars(
                _short_label(one, len(measured)),
                np.zeros_like(contribution),
                contribution / longest,
                [decimals(c).lstrip("0") if c >= 5e-4 else "" for c in contribution],
                np.zeros_like(contribution),
                decimals(one.score),
            )
        )
    cards, bars = st.columns([1, 1] if len(measured) < 3 else [4, 9], gap="small")
    with bars:
        if measured:
            st.vega_lite_chart(
                rows(measured[0].ranked, columns),
                charts.beside_cards(len(columns)),
                key=f"pick_{name}",
                on_select=board.touched,
                selection_mode="pick",
                alt="What each rank adds to each metric: a row per rank, a column per metric",
            )
    with cards:
        board.show(name, lit=board.picked(f"pick_{name}"))
    note_undefined(measured)


def list_b() -> None:
    """Draw the button that keeps the list as B to compare with, or the one that lets B go."""
    now = screen.current()
    if now.b is None:
        st.button("Keep a copy as list B", on_click=screen.commit, args=(replace(now, b=now.a),))
    else:
        st.button("Remove list B", on_click=screen.commit, args=(replace(now, b=None),))
