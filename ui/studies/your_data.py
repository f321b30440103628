"""Many topics: the files a reader brings, a bar per topic, and a topic's way to the board."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, Final, NamedTuple, cast
from uuid import uuid4

import numpy as np
import streamlit as st

from metrics.arrays import Array, Truth
from metrics.breakdown import Breakdown, mean
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from metrics.runs import JudgedRun
from ui import figure, lesson
from ui.charts import topics, two_metrics
from ui.contents import PAGES
from ui.figure import Figure
from ui.look import plain, theme
from ui.look.plain import decimals
from ui.parts import controls
from ui.state import documents, knobs, link
from ui.state.documents import (
    ASSETS,
    LONGEST_TITLE,
    MOST_DOCUMENTS,
    Document,
    RankedList,
    RefusedError,
)
from ui.state.knobs import SCALES, Significance
from ui.state.pasted import pasted
from ui.state.screen import Screen
from ui.state.session import Session, session
from ui.studies import reading
from ui.studies.reading import File, Reading
from ui.wire import post

_EXAMPLE: Final = (ASSETS / "example_run.txt", ASSETS / "example_qrels.txt")
_OTHER: Final = (ASSETS / "example_run_b.txt", ASSETS / "example_qrels.txt")
_OURS: Final = "our example"
_SECOND: Final = "data_second"
_TABLE: Final = ASSETS / "example.csv"
_WAYS: Final = {
    "example": "Our example",
    "paste": "Paste a list",
    "trec": "TREC run and qrels",
    "table": "CSV",
}
_MOST_NAMES: Final = 300  # in a box to choose from; beyond, a name is quicker typed
_NO_LIST: Final = RankedList((), 0)
_MOST_SUMMANDS: Final = 8
_UNJUDGED: Final = "unjudged"
_MOST_KEPT: Final = 40  # positions of the knobs, all metrics twice


class Scores(NamedTuple):
    """A score a topic, shape (n,), and whether there is nothing to find, so that it is none."""

    each: Array
    undefined: Truth


@dataclass
class Data:
    """The run a reader brought last, its scores as the knobs stand, and the last try to read one.

    It lives as long as the session: unlike the list on the board it is too large for an address.
    `system` is what its run alone is called, `judged` the qrels it was read with; `single` holds
    the scores by single metrics, as the knobs stood, and `told` how topics come to theirs.
    """

    run: JudgedRun | None = None
    name: str = ""
    ours: bool = False
    tried: tuple[object, ...] = ()
    problem: str = ""
    reading: Reading | None = None
    opened: dict[int, RankedList] = field(default_factory=dict)
    knobs: Screen | None = None
    scores: dict[str, Breakdown] = field(default_factory=dict)
    system: str = ""
    judged: tuple[object, ...] = ()
    id: str = field(default_factory=lambda: uuid4().hex)
    single: dict[object, Scores] = field(default_factory=dict)
    told: dict[str, dict[int, str]] = field(default_factory=dict)

    def measure(self) -> dict[str, Breakdown]:
        """Score all topics by every metric as the knobs stand; contribution is the score."""
        now = Screen({"a": _NO_LIST}, session().shown.settings)
        if now != self.knobs:
            ranking = self._ranking(now)
            self.knobs, self.scores, self.told = now, {}, {}
            for key, metric in METRICS.items():
                whole = metric.compute(ranking, **knobs.arguments(key, now.settings))
                self.scores[key] = Breakdown(
                    {"contribution": whole.score[:, None]}, undefined=whole.undefined
                )
        return self.scores

    def worked(self, key: str, chosen: Sequence[int]) -> list[str]:
        """Tell of some topics what each rank adds to their score, and their grades."""
        known, now = self.told.setdefault(key, {}), self.knobs
        new = [topic for topic in chosen if topic not in known]
        if new and now:
            ranking = self._ranking(now, np.array(new))
            found = METRICS[key].compute(ranking, **knobs.arguments(key, now.settings))
            symbols, each = theme.SYMBOLS[now.scale], found.terms["contribution"]
            for at, topic in enumerate(new):
                adds = [decimals(value) for value in each[at].tolist() if abs(value) >= 5e-4]
                more = [f"{decimals(float(found.remainder[at]))} charged"]
                summands = [*adds, *more * bool(found.remainder[at])]
                if len(summands) > _MOST_SUMMANDS:
                    summands[_MOST_SUMMANDS:] = ["…"]
                total = decimals(float(found.score[at]))
                assert ranking.lengths is not None
                grades = ranking.grades[at][: int(ranking.lengths[at])][: max(SCALES) + 2].tolist()
                marks = "".join("?" if g != g else symbols[int(g)] for g in grades)
                sum_ = f"{' + '.join(summands)} = " * (len(summands) > 1)
                if found.undefined[at]:
                    sum_, total = "", f"0/0, which counts as {total}"
                known[topic] = f"{sum_}{total} ({marks or 'nothing retrieved'})"
        return [known[topic] for topic in chosen]

    def score(self, metric: str, screen: Screen) -> Scores:
        """Score all topics by one metric as the knobs stand on a screen, or once stood."""
        turned = knobs.drawn(["relevant_from", *knobs.of(metric)], screen.settings)
        position = metric, *((name, screen[name]) for name in turned)
        found = self.single.get(position)
        if found is None:
            ranking, turned_to = self._ranking(screen), knobs.arguments(metric, screen.settings)
            whole = METRICS[metric].compute(ranking, **turned_to)
            nothing = METRICS[metric].reads != "graded" and ranking.relevant_total == 0
            found = Scores(whole.score, whole.undefined | nothing)
            kept = list(self.single.items())[1 - _MOST_KEPT :]  # the example has many readers
            self.single = dict([*kept, (position, found)])
        return found

    def unjudged(self, k: int) -> Array:
        """Return which share of each topic's first k documents nobody judged."""
        assert self.run
        read = self.run.ranking
        assert read.lengths is not None
        there = np.arange(k) < np.minimum(read.lengths, read.grades.shape[-1])[:, None]
        grades = np.pad(read.grades[:, :k], ((0, 0), (0, max(0, k - read.grades.shape[-1]))))
        share: Array = (np.isnan(grades) & there).sum(-1) / np.maximum(there.sum(-1), 1)
        return share

    def _ranking(self, screen: Screen, chosen: Any = slice(None)) -> Ranking:
        assert self.run
        read = self.run.ranking
        assert read.lengths is not None
        return Ranking(
            read.grades[chosen],
            read.missed[chosen],
            read.lengths[chosen],
            top_grade=screen.scale,
            relevant_from=screen.relevant_from,
        )

    @cached_property
    def highest(self) -> float:
        """The highest grade that was read."""
        pools = (self.run.ranking.grades, self.run.ranking.missed) if self.run else ()
        return max((float(np.fmax.reduce(pool, axis=None, initial=0)) for pool in pools), default=0)

    @cached_property
    def noticed(self) -> str:
        """What reading the files has decided, in a sentence each."""
        assert self.run
        assert self.run.ranking.lengths is not None
        run, lengths = self.run, self.run.ranking.lengths
        unjudged = int(lengths.sum() - np.isfinite(run.ranking.grades).sum())
        said = {
            f"{run.ties} documents share their score with another of their topic; such ties stand "
            "in trec_eval's order, by document id from z to a.": run.ties,
            f"{unjudged} ranked documents nobody judged.": unjudged,
            f"{_listed(run.empty)} not in the run: an empty list.": len(run.empty),
            f"{_listed(run.not_judged)} without judgements: left out.": len(run.not_judged),
        }
        return " ".join(sentence for sentence, happened in said.items() if happened)

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
                    f"“{ids[topic, place]}” of topic “{read.topics[topic]}” has the grade "
                    f"{grades[topic, place]:g}, above the scale 0 to {scale}."
                )
        return None


def _data(key: str = "data") -> Data:
    return cast("Data", st.session_state.setdefault(key, Data()))


def both(source: str) -> tuple[Data, Data] | None:
    """Return two runs on the same topics: our "example", or a reader's "files" if there are two.

    The second has what differs from the first: a run, not the judgements.
    """
    if source == "example":
        return _examples()
    one, other = _data(), _data(_SECOND)
    same = one.run and other.run and one.judged == other.judged
    return (one, other) if same else None


@cache
def _examples() -> tuple[Data, Data]:
    one, other = (
        Data(reading.start(files, max(SCALES)).result(), system=name)
        for files, name in ((_EXAMPLE, "our example"), (_OTHER, "our other example"))
    )
    return one, other


def bring() -> None:
    """Draw the ways to bring data, and read what was brought."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        way = st.radio(
            "Where from",
            list(_WAYS),
            format_func=_WAYS.__getitem__,
            horizontal=True,
            key="data_way",
            persist_state="session",
        )
        controls.turn(["scale"], by="data_scale")
    if way == "paste":
        _paste()
    else:
        files = {"example": _example, "trec": _trec, "table": _csv}[way]()
        if all(files):
            _read(files)
            if way == "trec":
                _bring_second(files)
        elif (data := _data()).reading:
            data.reading.cancel()
            data.reading, data.tried = None, ()
        data, scale = _data(), session().shown.scale
        if data.problem and data.tried == _tried(files):
            plain.sentence(f"{data.problem}. Nothing was changed.", "error")
        elif wrong := data.above(scale):
            plain.sentence(f"{wrong} Choose a larger scale to see the topics of {data.name}.")
        elif data.run and not data.ours:
            plain.sentence(
                f"Read: {len(data.run.topics):,} topics of {data.name}. They stay until you "
                "leave; what is on the board is in the address."
            )


def _paste() -> None:
    st.text_area(
        "Titles and grades, a document a line, best first",
        placeholder="Feeding a starter, 3\nToasters, 0\nUnjudged, ?\n---\nNever retrieved, 2",
        height=180,
        key="data_text",
        persist_state="session",
    )

    controls.draw("paste", [controls.button("Put it on the board", {"do": "paste"})])
    st.caption(
        "The grade may stand first or last, parted by a comma, a tab or a space. Without one, or "
        "with ?, nobody judged the document. Below a line of dashes stands what was not retrieved."
    )


@post.deed("paste")
def _take_paste(now: Session, action: post.Action) -> None:  # noqa: ARG001
    text = str(st.session_state.get("data_text") or "")
    now.act(lambda screen: screen.with_list("a", pasted(text, screen.scale)), begin=True)


def _example() -> Sequence[File | None]:
    data = _data()
    if not data.run or data.ours or st.button("Use it in place of yours"):
        return _EXAMPLE
    return [None]


def _trec() -> Sequence[File | None]:
    forms = {"Run": "topic Q0 document rank score tag", "Qrels": "topic iteration document grade"}
    return [
        column.file_uploader(f"{kind}: {form}", key=f"data_{kind}")
        for column, (kind, form) in zip(st.columns(2), forms.items(), strict=True)
    ]


def _bring_second(files: Sequence[Any]) -> None:
    """Draw the way to a second run on the same topics, and read it with the same judgements."""
    second = st.file_uploader("A second run, to compare with the first", key="data_Second")
    if not second:
        return
    _read([second, files[1]], _SECOND)
    data = _data(_SECOND)
    if data.problem:
        plain.sentence(f"{data.problem}. There is no second run.", "error")
    elif both("files") and not (_data().above(session().shown.scale)):
        compare: post.Action = {"do": "turn", "knob": Significance.SOURCE, "to": "files"}
        controls.draw(
            "both", [controls.link(PAGES["significance"], "Compare both runs", change=compare)]
        )


def _csv() -> Sequence[File | None]:
    return [
        st.file_uploader(
            "Table: its first line names the columns document, grade, topic, score (or rank)",
            key="data_table",
        )
    ]


def _tried(files: Sequence[Any]) -> tuple[object, ...]:
    return tuple(getattr(file, "file_id", file) for file in files)


def _read(files: Sequence[Any], key: str = "data") -> None:
    """Read files that were not tried yet; if they can't be read, what was there before stays."""
    data, tried = _data(key), _tried(files)
    if tried != data.tried:
        if data.reading:
            data.reading.cancel()
        data.tried, data.problem = tried, ""
        data.reading = reading.start(files, max(SCALES))
    if not data.reading:
        return
    if not data.reading.done:
        _wait(key)
        return
    now, data.reading = data.reading, None
    try:
        ours = tried == _EXAMPLE
        name = _OURS if ours else " and ".join(file.name for file in files)
        system = _OURS if ours else files[0].name
        found = Data(now.result(), name, ours, tried, system=system, judged=tried[1:])
        st.session_state[key] = found
    except ValueError as refused:
        data.problem = str(refused)


@st.fragment(run_every=0.5)
def _wait(key: str) -> None:
    """Show how far the reading is, and draw the page anew when it has ended."""
    under_way = _data(key).reading
    if not under_way or under_way.done:
        st.rerun()
    st.progress(under_way.progress, "Reading …" if under_way.progress < 1 else "Sorting …")


def choose() -> str:
    """Draw the choice of a metric and of the topic on the board; return the metric's key."""
    data = _data()
    with st.container(key="chosen"):
        left, right = st.columns(2, wrap=False)
    with left:
        metric = st.selectbox(
            "Metric",
            list(METRICS),
            format_func=lambda key: f"{METRICS[key].name} ({METRICS[key].symbol})",
            index=list(METRICS).index("average_precision"),
            key="data_metric",
            persist_state="session",
        )
    if data.run and not data.above(session().shown.scale):
        with right:
            _choose_topic(data.run.topics, _opened())
    return metric


def _choose_topic(names: Sequence[str], opened: int | None) -> None:
    """Draw a box of all topics, or, of very many, a line for the name of one."""
    control: dict[str, Any] = {
        "name": "topic",
        "label": "Topic on the board",
        "change": {"do": "topic"},
    }
    if len(names) > _MOST_NAMES:
        control |= {
            "kind": "line",
            "value": "" if opened is None else names[opened],
            "help": f"The name of one of {len(names):,} topics.",
        }
    else:
        control |= {
            "kind": "select",
            "value": opened,
            "options": list(enumerate(names)),
            "placeholder": "None: a list of your own",
        }
    controls.draw("topic", [control], "grid")


@post.deed("topic")
def _choose(now: Session, action: post.Action) -> None:
    run, chosen = _data().run, action["to"]
    if run and isinstance(chosen, str):
        named = chosen.strip()
        if named not in run.topics:
            now.say(f"There is no topic called “{named[:40]}”. Nothing was changed.")
            return
        chosen = run.topics.index(named)
    if run and type(chosen) is int and 0 <= chosen < len(run.topics):
        _open(now, chosen)


def name() -> None:
    """Draw the name of the topic on the board, and what the board has no room for."""
    topic, data = _opened(), _data()
    if topic is not None and data.run:
        plain.sentence(f"topic {data.run.topics[topic]}{_left_out(topic)}")


def _opened() -> int | None:
    """Tell which topic is on the board, however it has been edited since."""
    data, topic = _data(), session().shown.a.topic
    return topic[1] if topic and topic[0] == data.id and topic[1] in data.opened else None


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


def _open(now: Session, topic: int) -> None:
    """Put a topic on the board, as one step, shortened until its address can be shared."""
    data = _data()

    def opened(screen: Screen) -> Screen:
        for room in (MOST_DOCUMENTS, 25, 12, 6):
            data.opened[topic] = _on_board(topic, room)
            wanted = screen.with_list("a", data.opened[topic])
            with suppress(RefusedError):
                return link.fitting(wanted)
        return wanted

    now.act(opened, begin=True)


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
        topic=(_data().id, topic),
    )


def show(chosen: str) -> None:
    """Draw a bar per topic, the means of all metrics, and what was noticed while reading."""
    data = _data()
    if not data.run or data.above(session().shown.scale):
        return
    run = data.run
    plain.heading(f"All {len(run.topics):,} topics of {data.name}")
    plain.sentence(data.noticed, "text")
    every = {METRICS[key]: each for key, each in data.measure().items()}
    measured = every[METRICS[chosen]]
    k, metric = session().shown.k, METRICS[chosen]
    worked = partial(data.worked, chosen)
    label = metric.label(k)
    bars = topics.rows(run.topics, measured, metric, label, _opened(), worked)
    figure.show(Figure(topics, [*bars], title=f"Which topics make the mean {label}?"))
    drawn = (
        f" Of {len(run.topics):,} topics {topics.MOST} are drawn, evenly over the whole order."
        if len(run.topics) > topics.MOST
        else ""
    )
    st.caption("A click puts a topic on the board, as does the box above." + drawn)
    _beside(chosen, label, measured)
    if pair := both("example" if data.ours else "files"):
        a, b = (each.score(chosen, session().shown).each for each in pair)
        ahead = Figure(topics, topics.ahead(run.topics, a, b), "ahead", topics.AHEAD)
        if data.ours:
            lesson.unfold(ahead, f"B − A by topic: {pair[1].system} beside {pair[0].system}")
        else:
            figure.show(ahead)
    said = f"Mean {label} of {len(run.topics)} topics: **{decimals(mean(measured))}**"
    if undefined := int(measured.undefined.sum()):
        skipped = decimals(mean(measured, undefined="skip"))
        said += f", {undefined} of them 0/0 and counted as the worst; without **{skipped}**"
    st.markdown(said)
    means = [
        [metric.label(k), metric.name, mean(each)]
        + (
            [int(each.undefined.sum()), mean(each, undefined="skip")]
            if each.undefined.any()
            else ["", ""]
        )
        for metric, each in every.items()
    ]
    head = ["symbol", "metric", "mean", "0/0", "mean without"]
    st.html(plain.table_html("The mean of every metric", head, means, words=(0, 1)))

    def scores() -> bytes:
        each = [run.topics, *(one.score.tolist() for one in every.values())]
        return plain.csv(
            ["topic", *(metric.label(k) for metric in every)], list(zip(*each, strict=True))
        )

    st.download_button(
        "Scores per topic as CSV",
        scores,
        "scores.csv",
        "text/csv",
        on_click="ignore",
    )
    if data.ours:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption("The example's files, small enough to check by hand:", width="content")
            for path in (*_EXAMPLE, _TABLE):
                st.download_button(
                    path.name,
                    path.read_bytes,
                    path.name,
                    on_click="ignore",
                    type="tertiary",
                    icon=":material/download:",
                )


def _beside(chosen: str, label: str, measured: Breakdown) -> None:
    """Draw the topics by the chosen metric and by another, or by the share nobody judged."""
    data, k = _data(), session().shown.k
    assert data.run
    names = {key: metric.label(k) for key, metric in METRICS.items() if key != chosen}
    names[_UNJUDGED] = f"share unjudged in the top {k}"
    other = st.selectbox(
        "Beside it, topic by topic",
        list(names),
        format_func=names.__getitem__,
        index=list(names).index("ndcg" if "ndcg" in names else _UNJUDGED),
        key="data_beside",
        persist_state="session",
    )
    y = data.unjudged(k) if other == _UNJUDGED else data.measure()[other].score
    both_labels = label, names[other]
    rows = two_metrics.rows(data.run.topics, both_labels, measured.score, y, _opened())
    lesson.unfold(Figure(two_metrics, rows), "A dot for each topic")


def _listed(topics: Sequence[str]) -> str:
    named = ", ".join(topics[:3])
    return f"{named} and {len(topics) - 3} more topics are" if len(topics) > 3 else f"{named} is"
