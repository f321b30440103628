"""Many topics: the files a reader brings, a bar per topic, and a topic's way to the board."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Final, cast

import numpy as np
import pandas as pd
import pyarrow as pa
import streamlit as st

from metrics.breakdown import Breakdown, mean
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from metrics.runs import JudgedRun, Source, read_table, read_trec
from ui import address, board, charts, documents, knobs, lesson, screen, theme
from ui.documents import ASSETS, LONGEST_TITLE, MOST_DOCUMENTS, Document, RankedList, RefusedError
from ui.screen import Screen

_EXAMPLE: Final = (ASSETS / "example_run.txt", ASSETS / "example_qrels.txt")
_OURS: Final = "our example"
_TABLE: Final = ASSETS / "example.csv"
_WAYS: Final = {
    "example": "Our example",
    "paste": "Paste a list",
    "trec": "TREC run and qrels",
    "table": "CSV",
}
_CROWD: Final = 100  # more bars than that are too thin to tell a pale one
_NOTHING: Final = RankedList((), 0)
_BAR: Final = pa.schema(
    {
        "id": pa.int64(),
        "place": pa.int64(),
        "topic": pa.string(),
        "score": pa.float64(),
        "label": pa.string(),
        "mean": pa.float64(),
        "open": pa.bool_(),
        "colour": pa.int64(),
    }
)


@dataclass
class Data:
    """The run a reader brought last, its scores as the knobs stand, and the last try to read one.

    It lives as long as the session: unlike the list on the board it is too large for an address.
    """

    run: JudgedRun | None = None
    name: str = ""
    tried: tuple[object, ...] = ()
    problem: str = ""
    opened: dict[int, RankedList] = field(default_factory=dict)
    knobs: Screen | None = None
    scores: dict[str, Breakdown] = field(default_factory=dict)

    def measure(self) -> dict[str, Breakdown]:
        """Score all topics by every metric as the knobs stand; contribution is the score."""
        now = replace(screen.shown(), a=_NOTHING, b=None)
        if now != self.knobs:
            assert self.run
            read = self.run.ranking
            ranking = Ranking(
                read.grades,
                read.missed,
                read.lengths,
                top_grade=now.scale,
                relevant_from=now.relevant_from,
            )
            self.knobs, self.scores = now, {}
            for key, metric in METRICS.items():
                whole = metric.compute(ranking, **knobs.arguments(key, now))
                self.scores[key] = Breakdown(
                    {"contribution": whole.score[:, None]}, undefined=whole.undefined
                )
        return self.scores

    @cached_property
    def highest(self) -> float:
        """The highest grade that was read."""
        pools = (self.run.ranking.grades, self.run.ranking.missed) if self.run else ()
        return max((float(np.fmax.reduce(pool, axis=None, initial=0)) for pool in pools), default=0)

    def above(self, scale: int) -> str | None:
        """Say which document has a grade that a scale does not have, if there is one."""
        if not (read := self.run) or self.highest <= scale:
            return None
        for grades, ids in (
            (read.ranking.grades, read.documents),
            (read.ranking.missed, read.missed),
        ):
            high = grades > scale
            if high.any():
                topic, place = np.argwhere(high)[0]
                return (
                    f"“{ids[topic, place]}” of topic {read.topics[topic]} has the grade "
                    f"{grades[topic, place]:g}, above the scale 0 to {scale}."
                )
        return None


def _data() -> Data:
    return cast("Data", st.session_state.setdefault("data", Data()))


def bring() -> None:
    """Draw the ways to bring data, and read what was brought."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        way = st.radio(
            "Where from",
            list(_WAYS),
            format_func=_WAYS.__getitem__,
            horizontal=True,
            key="data_way",
            on_change=board.touched,
            persist_state="session",
        )
        knobs.show(["scale"])
    if way == "paste":
        _paste()
    else:
        files = {"example": _example, "trec": _trec, "table": _csv}[way]()
        reading = st.empty()
        if all(files):
            _read(files, reading)
        data, scale = _data(), screen.shown().scale
        if data.problem:
            reading.error(f"{data.problem}. Nothing was changed.", icon=":material/error:")
        elif wrong := data.above(scale):
            reading.info(f"{wrong} Choose a larger scale to see the topics of {data.name}.")
        elif data.run:
            reading.caption(
                f"Read: {len(data.run.topics)} topics of {data.name}. They stay until you leave; "
                "what is on the board is in the address."
            )


def _paste() -> None:
    st.text_area(
        "Titles and grades, a document a line, best first",
        placeholder="Feeding a starter, 3\nToasters, 0\nUnjudged, ?\n---\nNever retrieved, 2",
        height=180,
        key="data_text",
        on_change=board.touched,
        persist_state="session",
    )

    def take() -> None:
        now = screen.current()
        try:
            screen.start_from(
                replace(now, a=documents.pasted(st.session_state["data_text"], now.scale))
            )
        except RefusedError as refused:
            screen.notify(f"{refused} Nothing was changed.")

    st.button("Put it on the board", on_click=take)
    st.caption(
        "The grade may stand first or last, parted by a comma, a tab or a space. Without one, or "
        "with ?, nobody judged the document. Below a line of dashes stands what was not retrieved."
    )


def _example() -> Sequence[Source | None]:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(
            "Small enough to check by hand. The files, to see their form:",
            width="content",
        )
        for path in (*_EXAMPLE, _TABLE):
            st.download_button(
                path.name,
                path.read_bytes,
                path.name,
                on_click="ignore",
                type="tertiary",
                icon=":material/download:",
            )
    data = _data()
    if not data.run or data.name == _OURS or st.button(f"Use it in place of {data.name}"):
        return _EXAMPLE
    return [None]


def _trec() -> Sequence[Source | None]:
    forms = {"Run": "topic Q0 document rank score tag", "Qrels": "topic iteration document grade"}
    return [
        column.file_uploader(f"{kind}: {form}", key=f"data_{kind}", on_change=board.touched)
        for column, (kind, form) in zip(st.columns(2), forms.items(), strict=True)
    ]


def _csv() -> Sequence[Source | None]:
    return [
        st.file_uploader(
            "Table: its first line names the columns document, grade, topic, score (or rank)",
            key="data_table",
            on_change=board.touched,
        )
    ]


def _read(files: Sequence[Any], place: Any) -> None:
    """Read files that were not tried yet; if they can't be read, what was there before stays."""
    data = _data()
    tried = tuple(getattr(file, "file_id", file) for file in files)
    if tried == data.tried:
        return
    bar = place.progress(0.0, "Reading …")
    read: Callable[..., JudgedRun] = read_trec if len(files) == 2 else read_table
    try:
        run = read(
            *files, top_grade=max(knobs.SCALES), progress=partial(bar.progress, text="Reading …")
        )
    except ValueError as refused:
        data.tried, data.problem = tried, str(refused)
    else:
        name = _OURS if tried == _EXAMPLE else " and ".join(file.name for file in files)
        st.session_state["data"] = Data(run, name, tried)
    place.empty()


def choose() -> str:
    """Draw the choice of a metric and of the topic on the board; return the metric's key."""
    data = _data()
    with st.grid(min_column_width=250):
        metric = st.selectbox(
            "Metric",
            list(METRICS),
            format_func=lambda key: f"{METRICS[key].name} ({METRICS[key].symbol})",
            index=list(METRICS).index("average_precision"),
            key="data_metric",
            on_change=board.touched,
            persist_state="session",
        )
        if data.run and not data.above(screen.shown().scale):
            topics = data.run.topics
            st.session_state["data_topic"] = _opened()
            st.selectbox(
                "Topic on the board",
                range(len(topics)),
                format_func=topics.__getitem__,
                placeholder="None: a list of your own",
                key="data_topic",
                on_change=lambda: _open(st.session_state["data_topic"]),
            )
    return metric


def name() -> None:
    """Draw the name of the topic on the board, and what the board has no room for."""
    topic, data = _opened(), _data()
    if topic is not None and data.run:
        st.caption(f"topic {data.run.topics[topic]}{_left_out(topic)}")


def _opened() -> int | None:
    """Tell which topic is on the board: one that was opened and whose documents are there."""
    there = {document.title for document in screen.shown().a.documents}
    for topic, ranked in _data().opened.items():
        if {document.title for document in ranked.documents} == there:
            return topic
    return None


def _left_out(topic: int) -> str:
    """Say how much of a topic the board has no room for, and which scores that changes."""
    data = _data()
    assert data.run
    there, read = data.opened[topic], data.run.ranking
    assert read.lengths is not None
    ranks, missed = int(read.lengths[topic]), read.missed[topic]
    if len(there.documents) == ranks + np.isfinite(missed).sum():
        return ""
    relevant = sum(bool(document.grade) for document in there.documents)
    of = int((read.grades[topic] > 0).sum() + (missed > 0).sum())
    said = f": the first {there.retrieved} of {ranks} ranks"
    if relevant == of:
        return (
            f"{said}, and below the line all others above grade 0. With k up to "
            f"{there.retrieved} the scores are those of the whole topic."
        )
    return f"{said}, {relevant} of {of} documents above grade 0: other scores than the topic's."


def _open(topic: int | None) -> None:
    """Put a topic on the board, as one step, shortened until its address can be shared."""
    data, now = _data(), screen.current()
    if topic is None:
        return
    try:
        for room in (MOST_DOCUMENTS, 25, 12, 6):
            data.opened[topic] = _on_board(topic, room)
            wanted = replace(now, a=data.opened[topic])
            with suppress(RefusedError):
                address.refuse_if_too_long(wanted)
                break
        screen.start_from(wanted)
    except RefusedError as refused:
        screen.notify(f"{refused} Nothing was changed.")


def _on_board(topic: int, room: int) -> RankedList:
    """Return a topic's list; one that is too long as its top, and the best of what it leaves out.

    What is left out but relevant stands below the line, so that metrics with a cutoff inside the
    top still see everything that exists.
    """
    run = _data().run
    assert run
    found, missed = (
        [(str(title), float(grade)) for title, grade in zip(titles, grades, strict=True) if title]
        for titles, grades in (
            (run.documents[topic], run.ranking.grades[topic]),
            (run.missed[topic], run.ranking.missed[topic]),
        )
    )
    depth = min(len(found), room)
    while depth > room // 2 and depth + sum(g > 0 for _, g in found[depth:] + missed) > room:
        depth -= 1
    judged = [(title, grade) for title, grade in found[depth:] + missed if grade >= 0]
    below = sorted(judged, key=lambda document: -document[1])[: room - depth]
    return RankedList(
        tuple(
            Document(
                str(i),
                documents.checked_title(
                    title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
                ),
                None if np.isnan(grade) else int(grade),
            )
            for i, (title, grade) in enumerate(found[:depth] + below, start=1)
        ),
        depth,
    )


def show(chosen: str) -> None:
    """Draw a bar per topic, the means of all metrics, and what was noticed while reading."""
    data = _data()
    if not data.run or data.above(screen.shown().scale):
        return
    run = data.run
    lesson.section(f"All {len(run.topics)} topics of {data.name}", _noticed(run))
    every = {METRICS[key]: each for key, each in data.measure().items()}
    measured = every[METRICS[chosen]]
    st.vega_lite_chart(
        _bars(run, METRICS[chosen].higher_is_better, measured, _opened()),
        charts.topics(),
        key="data_bars",
        on_select=_pick,
        selection_mode="pick",
        alt="The score of every topic, best first, and their mean",
    )
    st.caption(
        "The dashed line is the mean. A click puts a topic on the board, as does the box above."
    )
    k = screen.shown().k
    said = (
        f"Mean {METRICS[chosen].label(k)} of {len(run.topics)} topics: "
        f"**{lesson.decimals(mean(measured))}**"
    )
    if undefined := int(measured.undefined.sum()):
        skipped = lesson.decimals(mean(measured, undefined="skip"))
        said += f", {undefined} of them 0/0 and counted as the worst; without **{skipped}**"
    st.markdown(said)
    lesson.plain_table(
        ["", "metric", "mean", "0/0", "mean without"],
        [
            [metric.label(k), metric.name, mean(each)]
            + (
                [int(each.undefined.sum()), mean(each, undefined="skip")]
                if each.undefined.any()
                else ["", ""]
            )
            for metric, each in every.items()
        ],
    )

    def scores() -> bytes:
        columns = {metric.label(k): each.score for metric, each in every.items()}
        return pd.DataFrame({"topic": run.topics, **columns}).to_csv(index=False).encode()

    st.download_button(
        "Scores per topic as CSV",
        scores,
        "scores.csv",
        "text/csv",
        on_click="ignore",
    )


def _bars(
    run: JudgedRun, higher_is_better: bool, measured: Breakdown, opened: int | None
) -> pa.Table:
    """Lay the topics out as the rows that `charts.topics` draws, best first, and their mean."""
    order = np.argsort(-measured.score if higher_is_better else measured.score, kind="stable")
    rows: list[dict[str, object]] = [{"mean": mean(measured)}]
    rows += [
        {
            "id": int(topic),
            "place": place,
            "topic": run.topics[topic],
            "score": float(measured.score[topic]),
            "label": ("▼" if topic == opened else "")
            + ("0/0" if measured.undefined[topic] else ""),
            "open": opened is None or topic == opened or len(order) > _CROWD,
            "colour": theme.LINES,
        }
        for place, topic in enumerate(order)
    ]
    return pa.Table.from_pylist(rows, schema=_BAR)


def _pick() -> None:
    """Open the topic whose bar was clicked."""
    board.touched()
    picked = board.picked("data_bars")
    _open(None if picked is None else int(picked))


def _noticed(run: JudgedRun) -> str:
    """Say what reading the files has decided, in a sentence each."""
    assert run.ranking.lengths is not None
    unjudged = int(run.ranking.lengths.sum() - np.isfinite(run.ranking.grades).sum())
    said = {
        f"{run.ties} documents share their score with another of their topic; such ties stand in "
        "trec_eval's order, by document id from z to a.": run.ties,
        f"{unjudged} ranked documents nobody judged.": unjudged,
        f"{_listed(run.empty)} not in the run: an empty list.": len(run.empty),
        f"{_listed(run.not_judged)} without judgements: left out.": len(run.not_judged),
    }
    return " ".join(sentence for sentence, happened in said.items() if happened)


def _listed(topics: Sequence[str]) -> str:
    named = ", ".join(topics[:3])
    return f"{named} and {len(topics) - 3} more topics are" if len(topics) > 3 else f"{named} is"
