"""Many topics: the reader's files, a bar for each topic, and putting a topic on the board."""

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
_MOST_NAMES: Final = 300  # in a select box; with more, typing is quicker
_NO_LIST: Final = RankedList((), 0)
_MOST_SUMMANDS: Final = 8
_UNJUDGED: Final = "unjudged"
_MOST_KEPT: Final = 40  # positions of the knobs, all metrics twice


class Scores(NamedTuple):
    """The scores by topic and whether a topic has nothing relevant, shape (n,) each."""

    each: Array
    undefined: Truth


@dataclass
class Data:
    """The run a reader brought last, its cached scores, and the last attempt to read files.

    It lives as long as the session, because it is too large for an address. `system` is the name
    of the run alone, `judged` the ids of its qrels, `single` a cache of scores by metric and knobs.
    `sums` holds texts of how topics get their scores, by metric and topic.
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
    sums: dict[str, dict[int, str]] = field(default_factory=dict)

    def measure(self) -> dict[str, Breakdown]:
        """Score all topics by every metric with the current knobs; contributions are the scores."""
        screen = Screen({"a": _NO_LIST}, session().shown.settings)
        if screen != self.knobs:
            ranking = self._ranking(screen)
            self.knobs, self.scores, self.sums = screen, {}, {}
            for key, metric in METRICS.items():
                breakdown = metric.compute(ranking, **knobs.arguments(key, screen.settings))
                self.scores[key] = Breakdown(
                    {"contribution": breakdown.score[:, None]}, undefined=breakdown.undefined
                )
        return self.scores

    def worked(self, key: str, chosen: Sequence[int]) -> list[str]:
        """Return texts of how some topics get their scores, with their grades."""
        texts, screen = self.sums.setdefault(key, {}), self.knobs
        new = [topic for topic in chosen if topic not in texts]
        if new and screen:
            ranking = self._ranking(screen, np.array(new))
            scored = METRICS[key].compute(ranking, **knobs.arguments(key, screen.settings))
            symbols, added = theme.SYMBOLS[screen.scale], scored.terms["contribution"]
            for at, topic in enumerate(new):
                adds = [decimals(value) for value in added[at].tolist() if abs(value) >= 5e-4]
                more = [f"{decimals(float(scored.remainder[at]))} charged"]
                summands = [*adds, *more * bool(scored.remainder[at])]
                if len(summands) > _MOST_SUMMANDS:
                    summands[_MOST_SUMMANDS:] = ["…"]
                total = decimals(float(scored.score[at]))
                assert ranking.lengths is not None
                grades = ranking.grades[at][: int(ranking.lengths[at])][: max(SCALES) + 2].tolist()
                marks = "".join("?" if g != g else symbols[int(g)] for g in grades)
                sum_ = f"{' + '.join(summands)} = " * (len(summands) > 1)
                if scored.undefined[at]:
                    sum_, total = "", f"0/0, which counts as {total}"
                texts[topic] = f"{sum_}{total} ({marks or 'nothing retrieved'})"
        return [texts[topic] for topic in chosen]

    def score(self, metric: str, screen: Screen) -> Scores:
        """Return the scores of all topics by one metric with the knobs of a screen."""
        names = knobs.drawn(["relevant_from", *knobs.of(metric)], screen.settings)
        key = metric, *((name, screen[name]) for name in names)
        scores = self.single.get(key)
        if scores is None:
            ranking, arguments = self._ranking(screen), knobs.arguments(metric, screen.settings)
            breakdown = METRICS[metric].compute(ranking, **arguments)
            no_relevant = METRICS[metric].reads != "graded" and ranking.relevant_total == 0
            scores = Scores(breakdown.score, breakdown.undefined | no_relevant)
            kept = list(self.single.items())[1 - _MOST_KEPT :]  # all sessions share the example
            self.single = dict([*kept, (key, scores)])
        return scores

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
        """Sentences about ties, unjudged documents and topics that were left out."""
        assert self.run
        assert self.run.ranking.lengths is not None
        run, lengths = self.run, self.run.ranking.lengths
        unjudged = int(lengths.sum() - np.isfinite(run.ranking.grades).sum())
        sentences = {
            f"{run.ties} documents have the same score as another one of their topic. Such ties "
            "are ordered as in trec_eval: by document id, from z to a.": run.ties,
            f"{unjudged} ranked documents have no judgement.": unjudged,
            f"{_listed(run.empty)} not in the run: the list is empty.": len(run.empty),
            f"{_listed(run.not_judged)} without judgements and left out.": len(run.not_judged),
        }
        return " ".join(sentence for sentence, count in sentences.items() if count)

    def above(self, scale: int) -> str | None:
        """Return a sentence about a document whose grade is above a scale, or None."""
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
    """Return two runs on the same topics: our "example", or the reader's "files".

    Returns None unless the reader brought a second run for the same judgements.
    """
    if source == "example":
        return _examples()
    first, second = _data(), _data(_SECOND)
    comparable = first.run and second.run and first.judged == second.judged
    return (first, second) if comparable else None


@cache
def _examples() -> tuple[Data, Data]:
    first, second = (
        Data(reading.start(files, max(SCALES)).result(), system=name)
        for files, name in ((_EXAMPLE, "our example"), (_OTHER, "our other example"))
    )
    return first, second


def bring() -> None:
    """Draw the ways to bring data, and read the files."""
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
                f"Read: {len(data.run.topics):,} topics of {data.name}. Rankbook forgets them "
                "when you leave. The list on the board is in the address."
            )


def _paste() -> None:
    st.text_area(
        "Titles and grades, one document per line, best first",
        placeholder="Feeding a starter, 3\nToasters, 0\nUnjudged, ?\n---\nNever retrieved, 2",
        height=180,
        key="data_text",
        persist_state="session",
    )

    controls.draw("paste", [controls.button("Put it on the board", {"do": "paste"})])
    st.caption(
        "The grade is first or last in its line, next to a comma, a tab or a space. A document "
        "without a grade, or with ?, was not judged. Documents below a line of dashes were not "
        "retrieved. Grades alone, such as 3 0 2 1, make a list without titles."
    )


@post.deed("paste")
def _take_paste(state: Session, action: post.Action) -> None:  # noqa: ARG001
    text = str(st.session_state.get("data_text") or "")
    state.act(lambda screen: screen.with_list("a", pasted(text, screen.scale)), begin=True)


def _example() -> Sequence[File | None]:
    data = _data()
    if not data.run or data.ours or st.button("Use our example instead of your files"):
        return _EXAMPLE
    return [None]


def _trec() -> Sequence[File | None]:
    st.caption(
        "A TREC run holds the ranked lists of one system: a line for each topic and document, with "
        "its score. Qrels are the judgements: a line for each topic and document, with its grade."
    )
    forms = {"Run": "topic Q0 document rank score tag", "Qrels": "topic iteration document grade"}
    return [
        column.file_uploader(f"{kind}: {form}", key=f"data_{kind}")
        for column, (kind, form) in zip(st.columns(2), forms.items(), strict=True)
    ]


def _bring_second(files: Sequence[Any]) -> None:
    """Draw the upload of a second run, and read it with the same judgements."""
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
    """Read new files; if they can't be read, the data from before stays."""
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
    ended, data.reading = data.reading, None
    try:
        ours = tried == _EXAMPLE
        name = _OURS if ours else " and ".join(file.name for file in files)
        system = _OURS if ours else files[0].name
        brought = Data(ended.result(), name, ours, tried, system=system, judged=tried[1:])
        st.session_state[key] = brought
    except ValueError as refused:
        data.problem = str(refused)


@st.fragment(run_every=0.5)
def _wait(key: str) -> None:
    """Draw the progress of a reading, and rerun the page when it ends."""
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
    """Draw a select box of all topics, or a text field for a name if there are too many."""
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


def present_topics() -> None:
    """Draw the topics as slides for a hall, if there are any and not too many."""
    data, page = _data(), PAGES["your_data"]
    if not data.run or data.above(session().shown.scale) or len(data.run.topics) > _MOST_NAMES:
        return
    names, opened = data.run.topics, _opened()
    says = "A list of your own." if opened is None else f"Topic {names[opened]}."
    controls.talk(
        "slides",
        {
            **{"kind": "select", "name": "slide", "label": "Topic", "value": opened},
            **{"options": list(enumerate(names)), "change": {"do": "topic"}},
        },
        at=-1 if opened is None else opened,
        of=len(names),
        asked=f"{page.title}: {page.question}",
        says={"kind": "text", "name": "says", "text": says},
    )


@post.deed("topic")
def _choose(state: Session, action: post.Action) -> None:
    """Put a topic on the board by its index or name, or by a `step` from the current one."""
    run, chosen = _data().run, action.get("to")
    if "step" in action:
        topic = state.current.a.topic
        chosen = (topic[1] if topic else -1) + action["step"]
    if run and isinstance(chosen, str):
        named = chosen.strip()
        if named not in run.topics:
            state.say(f"There is no topic called “{named[:40]}”. Nothing was changed.")
            return
        chosen = run.topics.index(named)
    if run and type(chosen) is int and 0 <= chosen < len(run.topics):
        _open(state, chosen)


def name(metric: str) -> None:
    """Draw the name of the topic on the board, or the mean of all topics if it shows none."""
    topic, data = _opened(), _data()
    if topic is not None and data.run:
        plain.sentence(f"topic {data.run.topics[topic]}{_left_out(topic)}")
    elif data.run and not data.above(session().shown.scale):
        all_topics = decimals(mean(data.measure()[metric]))
        plain.sentence(f"not a topic; mean of all {len(data.run.topics):,}: {all_topics}")


def _opened() -> int | None:
    """Return the index of the topic on the board, even if edited since, or None."""
    data, topic = _data(), session().shown.a.topic
    return topic[1] if topic and topic[0] == data.id and topic[1] in data.opened else None


def _left_out(topic: int) -> str:
    """Return a text of what the board leaves out of a topic, and which scores that changes."""
    data = _data()
    assert data.run
    shown, read = data.opened[topic], data.run.ranking
    assert read.lengths is not None
    ranks, missed = int(read.lengths[topic]), read.missed[topic]
    if len(shown.documents) == ranks + np.isfinite(missed).sum():
        return ""
    relevant = sum(bool(document.grade) for document in shown.documents)
    total = int((read.grades[topic] > 0).sum() + (missed > 0).sum())
    text = f": the first {shown.retrieved} of {ranks} ranks are on the board"
    if relevant == total:
        return (
            f"{text}, and below the line all other documents above grade 0. Up to "
            f"k = {shown.retrieved} the scores are those of the whole topic."
        )
    return (
        f"{text}, with {relevant} of {total} documents above grade 0. So the scores differ from "
        "the topic's."
    )


def _open(state: Session, topic: int) -> None:
    """Put a topic on the board as one step, shortened until it fits an address."""
    data = _data()

    def opened(screen: Screen) -> Screen:
        for room in (MOST_DOCUMENTS, 25, 12, 6):
            data.opened[topic] = _on_board(topic, room)
            wanted = screen.with_list("a", data.opened[topic])
            with suppress(RefusedError):
                return link.fitting(wanted)
        return wanted

    state.act(opened, begin=True)


def _on_board(topic: int, room: int) -> RankedList:
    """Return the list of a topic with at most `room` documents.

    A longer list keeps its top. Relevant documents that are left out become missed documents, so
    that metrics with a cutoff inside the top keep their scores.
    """
    run = _data().run
    assert run
    ranked, missed = (
        [(str(title), float(grade)) for title, grade in zip(titles, grades, strict=True) if title]
        for titles, grades in (
            (run.documents[topic], run.ranking.grades[topic]),
            (run.missed[topic], run.ranking.missed[topic]),
        )
    )
    depth = min(len(ranked), room)
    while depth > room // 2 and depth + sum(g > 0 for _, g in ranked[depth:] + missed) > room:
        depth -= 1
    judged = [(title, grade) for title, grade in ranked[depth:] + missed if grade >= 0]
    rest = sorted(judged, key=lambda document: -document[1])[: room - depth]
    return RankedList(
        tuple(
            Document(
                str(i),
                documents.checked_title(
                    title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
                ),
                None if np.isnan(grade) else int(grade),
            )
            for i, (title, grade) in enumerate(ranked[:depth] + rest, start=1)
        ),
        depth,
        topic=(_data().id, topic),
    )


def show(chosen: str) -> None:
    """Draw a bar for each topic, the means of all metrics, and remarks on the files."""
    data = _data()
    if not data.run or data.above(session().shown.scale):
        return
    run = data.run
    plain.heading(f"All {len(run.topics):,} topics of {data.name}")
    plain.sentence(data.noticed, "text")
    by_metric = {METRICS[key]: each for key, each in data.measure().items()}
    measured = by_metric[METRICS[chosen]]
    k, metric = session().shown.k, METRICS[chosen]
    worked = partial(data.worked, chosen)
    label = metric.label(k)
    bars = topics.rows(run.topics, measured, metric, label, _opened(), worked)
    figure.show(Figure(topics, [*bars], title=f"Which topics make the mean {label}?"))
    drawn = (
        f" {topics.MOST} of {len(run.topics):,} topics are drawn, evenly spread over the order."
        if len(run.topics) > topics.MOST
        else ""
    )
    st.caption("A click on a topic puts it on the board. So does the box above." + drawn)
    _beside(chosen, label, measured)
    if pair := both("example" if data.ours else "files"):
        a, b = (run_data.score(chosen, session().shown).each for run_data in pair)
        ahead = Figure(topics, topics.ahead(run.topics, a, b), "ahead", topics.AHEAD)
        if data.ours:
            lesson.unfold(ahead, f"B − A by topic: {pair[1].system} beside {pair[0].system}")
        else:
            figure.show(ahead)
    sentence = f"Mean {label} of {len(run.topics)} topics: **{decimals(mean(measured))}**"
    if undefined := int(measured.undefined.sum()):
        skipped = decimals(mean(measured, undefined="skip"))
        several = f"{undefined} of them are 0/0 and count"
        some = several if undefined > 1 else "One of them is 0/0 and counts"
        sentence += f". {some} as the worst score. Without, the mean is **{skipped}**"
    st.markdown(sentence)
    means = [
        [metric.label(k), metric.name, mean(each)]
        + (
            [int(each.undefined.sum()), mean(each, undefined="skip")]
            if each.undefined.any()
            else ["", ""]
        )
        for metric, each in by_metric.items()
    ]
    header = ["symbol", "metric", "mean", "0/0", "mean without"]
    st.html(plain.table_html("The mean of every metric", header, means, words=(0, 1)))

    def scores() -> bytes:
        columns = [run.topics, *(scored.score.tolist() for scored in by_metric.values())]
        return plain.csv(
            ["topic", *(metric.label(k) for metric in by_metric)], list(zip(*columns, strict=True))
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
