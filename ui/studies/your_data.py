"""Many topics: the reader's files, the mean, a bar for each topic, and a topic on the board."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Any, Final, NamedTuple, cast
from uuid import uuid4

import numpy as np
import pandas as pd
import streamlit as st

from metrics import compare
from metrics.arrays import Array, Truth
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from metrics.runs import JudgedRun
from ui import figure, lesson
from ui.charts import topics, two_metrics
from ui.contents import PAGES
from ui.export import notebook
from ui.figure import Figure
from ui.look import plain, theme
from ui.look.plain import decimals, signed
from ui.models import score
from ui.models.score import Measured
from ui.parts import controls, scoreboard
from ui.state import documents, knobs, link
from ui.state.documents import (
    ASSETS,
    LONGEST_TITLE,
    MOST_DOCUMENTS,
    Document,
    RankedList,
    RefusedError,
)
from ui.state.knobs import DEEPER, KNOBS, SCALES, WHOLE, Significance
from ui.state.pasted import only_grades, pasted
from ui.state.screen import Screen
from ui.state.session import Session, session
from ui.studies import reading
from ui.studies.reading import MOST_KEPT, File, Reading
from ui.wire import post, uploads

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
_BOXES: Final = ("Run", "Qrels", "Second", "table")
_MOST_NAMES: Final = 300  # in a select box; with more, typing is quicker
_NO_LIST: Final = RankedList((), 0)
_MOST_SUMMANDS: Final = 8
_UNJUDGED: Final = "unjudged"
_CUTOFFS: Final = (5, 10, 20, 50, 100, 1000)
_FIRST: Final = 10
"""Ranks of which it is said how many were judged."""


class Scores(NamedTuple):
    """Scores by topic, whether each is 0/0, and whether nothing is relevant; shape (n,) each."""

    each: Array
    undefined: Truth
    nothing: Truth

    @property
    def mean(self) -> float:
        """The mean of all topics; a score of 0/0 counts as it is reported."""
        return float(self.each.mean())

    @property
    def without(self) -> float:
        """The mean of the topics that are not 0/0; NaN without any."""
        kept = self.each[~self.undefined]
        return float(kept.mean()) if kept.size else float("nan")


@dataclass
class Data:
    """The run a reader brought last, its cached scores, and the last attempt to read files.

    It lives as long as the session, because it is too large for an address. `system` is the name
    of the run alone, `files` are the names of all files, `judged` the ids of its qrels, `known` a
    cache of scores by metric and knobs. `sums` holds texts of how topics get their scores.
    """

    run: JudgedRun | None = None
    name: str = ""
    ours: bool = False
    tried: tuple[object, ...] = ()
    problem: str = ""
    reading: Reading | None = None
    opened: dict[int, RankedList] = field(default_factory=dict)
    system: str = ""
    files: tuple[str, ...] = ()
    judged: tuple[object, ...] = ()
    id: str = field(default_factory=lambda: uuid4().hex)
    known: dict[object, Scores] = field(default_factory=dict)
    sums: dict[object, dict[int, str]] = field(default_factory=dict)

    def worked(self, metric: str, chosen: Sequence[int]) -> list[str]:
        """Return texts of how some topics get their scores, with their grades."""
        screen = session().shown
        key = _position(metric, screen)
        texts = self.sums.get(key, {})
        self.sums = {key: texts}
        new = [topic for topic in chosen if topic not in texts]
        if new:
            ranking = self._ranking(screen, np.array(new))
            scored = METRICS[metric].compute(ranking, **arguments(metric, screen))
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
        key = _position(metric, screen)
        scores = self.known.get(key)
        if scores is None:
            ranking = self._ranking(screen)
            breakdown = METRICS[metric].compute(ranking, **arguments(metric, screen))
            no_relevant = METRICS[metric].reads != "graded" and ranking.relevant_total == 0
            undefined = breakdown.undefined
            scores = Scores(breakdown.score, undefined, undefined | no_relevant)
            kept = list(self.known.items())[1 - MOST_KEPT :]  # all sessions share the example
            self.known = dict([*kept, (key, scores)])
        return scores

    def measure(self) -> dict[str, Scores]:
        """Return the scores of all topics by every metric, with the knobs on the screen."""
        return {key: self.score(key, session().shown) for key in METRICS}

    def unjudged(self, k: int | None) -> Array:
        """Return which share of each topic's first k documents nobody judged; 0 without any."""
        assert self.run
        read = self.run.ranking
        assert read.lengths is not None
        grades = read.grades[:, :k]
        there = np.arange(grades.shape[-1]) < read.lengths[:, None]
        share: Array = (np.isnan(grades) & there).sum(-1) / np.maximum(there.sum(-1), 1)
        return share

    @cached_property
    def judged_at_first(self) -> float:
        """The share of the first ten documents that was judged: the mean over topics with any."""
        assert self.run
        assert self.run.ranking.lengths is not None
        there = self.run.ranking.lengths > 0
        return float(1 - self.unjudged(_FIRST)[there].mean()) if there.any() else float("nan")

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
        """Sentences about ties, grades, and topics that were left out."""
        assert self.run
        assert self.run.ranking.lengths is not None
        run, lengths = self.run, self.run.ranking.lengths
        unjudged = int(lengths.sum() - np.isfinite(run.ranking.grades).sum())
        sentences = {
            f"{run.ties:,} documents have the same score as another one of their topic. Such ties "
            "are ordered as in trec_eval: by document id, from z to a.": run.ties,
            f"{_counted(unjudged, 'ranked document has', 'ranked documents have')} no "
            "judgement.": unjudged,
            f"{_counted(run.negative, 'judgement has', 'judgements have')} a negative grade, which "
            "counts as 0.": run.negative,
            self.lacking: len(run.empty),
            f"{_listed(run.not_judged)} without judgements and left out.": len(run.not_judged),
        }
        return " ".join(sentence for sentence, count in sentences.items() if count)

    @property
    def lacking(self) -> str:
        """A sentence about judged topics that the run lacks, or ""."""
        assert self.run
        empty = self.run.empty
        lists = "their lists are" if len(empty) > 1 else "its list is"
        return f"{_listed(empty)} not in the run: {lists} empty." * bool(empty)

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


def arguments(metric: str, screen: Screen) -> dict[str, Any]:
    """Return a metric's arguments for runs, which may be cut deeper than a list on the board.

    Without a cutoff the ideal order is not cut either, as in trec_eval.
    """
    given = knobs.arguments(metric, screen.settings)
    if "k" in given:
        given["k"] = screen.cutoff
        if screen.cutoff is None and given.get("ideal") == "judged":
            given["ideal"] = "uncut"
    return given


def label(metric: str, screen: Screen) -> str:
    """Return the symbol of a metric with the cutoff of runs."""
    return METRICS[metric].label(screen.cutoff)


def _position(metric: str, screen: Screen) -> tuple[object, ...]:
    """Return a metric and all values that its scores of a run depend on."""
    names = knobs.to_draw(["relevant_from", *knobs.of(metric)], screen.settings)
    return metric, *((n, screen.cutoff if n == "k" else screen[n]) for n in names)


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
        Data(
            reading.start(files, max(SCALES)).result(),
            system=name,
            files=tuple(file.name for file in files),
        )
        for files, name in ((_EXAMPLE, "our example"), (_OTHER, "our other example"))
    )
    return first, second


def bring() -> None:
    """Draw the ways to bring data, and read the files."""
    # A link without files is about the list in its address.
    came_by_link = len(session().steps) == 1 and session().current != session().opening
    st.session_state.setdefault("data_way", "paste" if came_by_link else "example")
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
        else:
            _stop()
        data, scale = _data(), session().shown.scale
        if data.problem and data.tried == _tried(files):
            plain.sentence(f"{data.problem}. Nothing was changed.", "error")
        elif wrong := data.above(scale):
            plain.sentence(f"{wrong} Choose a larger scale to see the topics of {data.name}.")
        elif data.run and not data.ours:
            second = both("files")
            read = f"Read: {len(data.run.topics):,} topics of {data.name}" + (
                f", and {second[1].system} as run B" if second else ""
            )
            session().drawn.add(read)
            plain.sentence(
                f"{read}. Rankbook forgets them when you leave. A list on the board is in the "
                "address."
            )
    boxes = (st.session_state.get(f"data_{box}") for box in _BOXES)
    if uploads.tidy({file.file_id for file in boxes if file}):
        plain.sentence(uploads.why(507), "error")


def _paste() -> None:
    st.text_area(
        "Titles and grades, one document per line, best first",
        placeholder="Feeding a starter, 3\nToasters, 0\nUnjudged, ?\n---\nNever retrieved, 2",
        height=180,
        key="data_text",
        persist_state="session",
    )

    put: list[controls.Control] = [controls.button("Put it on the board", {"do": "paste"})]
    if st.session_state.get("data_placed") == session().current.a:
        count = len(session().current.a.documents)
        text = f"{count} {'documents are' if count > 1 else 'document is'} in the list below."
        put.append({"kind": "text", "name": "placed", "text": text})
    controls.draw("paste", put)
    st.caption(
        "The grade is first or last in its line, next to a comma, a tab or a space. A document "
        "without a grade, or with ?, was not judged. Documents below a line of dashes were not "
        "retrieved. Grades alone, such as 3 0 2 1 or one on each line, make a list without titles."
    )


@post.deed("paste")
def _take_paste(state: Session, _action: post.Action) -> None:
    text = str(st.session_state.get("data_text") or "")
    state.act(lambda screen: screen.with_list("a", pasted(text, screen.scale)), begin=True)
    if state.owed:
        return
    st.session_state["data_placed"] = state.current.a
    if only_grades(text):
        count = len(state.current.a.documents)
        state.say(
            f"The text holds numbers only, so it was read as {count} "
            f"{'grades' if count > 1 else 'grade'}, best rank first. For titles that are numbers, "
            "write “title, grade”."
        )


@post.deed("upload_failed")
def _upload_failed(state: Session, action: post.Action) -> None:
    """Say what a reader can do; Streamlit shows no more than a number (assets/bring.js)."""
    state.say(uploads.why(action["status"]))


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
        _stop(_SECOND)
        # The box is also empty after a visit to another page, and the run is still there.
        if both("files") and st.button("Leave out the second run"):
            del st.session_state[_SECOND]
        return
    _read([second, files[1]], _SECOND)
    data = _data(_SECOND)
    if data.problem:
        plain.sentence(f"{data.problem}. There is no second run.", "error")


def _csv() -> Sequence[File | None]:
    return [
        st.file_uploader(
            "Table: its first line names the columns document, grade, topic, score (or rank)",
            key="data_table",
        )
    ]


def _tried(files: Sequence[Any]) -> tuple[object, ...]:
    return tuple(getattr(file, "file_id", file) for file in files)


def _stop(key: str = "data") -> None:
    """Stop reading files that were taken back."""
    if (data := _data(key)).reading:
        data.reading.cancel()
        data.reading, data.tried = None, ()


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
        names = tuple(file.name for file in files)
        brought = Data(
            ended.result(), name, ours, tried, system=system, files=names, judged=tried[1:]
        )
        st.session_state[key] = brought
    except ValueError as refused:
        data.problem = str(refused)
    except RuntimeError:  # the log has its traceback
        data.problem = "reading failed; try once more, or with smaller files"


@st.fragment(run_every=0.5)
def _wait(key: str) -> None:
    """Draw the progress of a reading, and rerun the page when it ends."""
    under_way = _data(key).reading
    if not under_way or under_way.done:
        st.rerun()
    st.progress(under_way.progress, "Reading …" if under_way.progress < 1 else "Sorting …")


def choose() -> str:
    """Draw the choice of metric, cutoff and topic on the board; return the metric's key."""
    data = _data()
    with st.container(key="chosen"):
        left, right = st.columns([5, 18], gap="xsmall")
    with left:
        metric = st.selectbox(
            "Metric",
            list(METRICS),
            format_func=lambda key: f"{METRICS[key].symbol}: {METRICS[key].name}",
            index=list(METRICS).index("average_precision"),
            key="data_metric",
            persist_state="session",
        )
    chosen: list[controls.Control] = []
    if _shown() and not session().hall.presenting:
        chosen += cutoffs()
    if data.run and _shown():
        chosen.append(_topics(data.run.topics, _opened()))
    with right:
        controls.draw("topic", chosen, "grid")
    return metric


def cutoffs() -> list[controls.Control]:
    """Return the controls of the cutoff of runs: the usual ones, and any other."""
    cutoff = session().shown.cutoff
    usual = sorted({*_CUTOFFS, *([cutoff] if cutoff else [])})
    change: post.Action = {"do": "cut"}
    return [
        {
            **{"kind": "select", "name": "cutoff", "label": "Cutoff k", "change": change},
            "options": [*((k, f"{k:,}") for k in usual), (WHOLE, "whole list")],
            "value": cutoff or WHOLE,
            "help": "Only the top k ranks count. Without a cutoff the ideal order is not cut "
            "either, as in trec_eval’s map and ndcg.",
        },
        {
            **{"kind": "line", "name": "cutoff_typed", "label": "Another k", "change": change},
            "value": "",
            "placeholder": "such as 30",
            "signs": "",
        },
    ]


@post.change("cut")
def _cut(screen: Screen, action: post.Action) -> Screen:
    """Cut runs at a number of ranks, or at none; a list on the board at as many as it can hold."""
    cut, deeper, text = KNOBS["k"], KNOBS[DEEPER], str(action["to"]).strip()
    assert isinstance(cut, knobs.Range)
    assert isinstance(deeper, knobs.Deeper)
    with suppress(ValueError):
        return screen.turned(k=cut.parse(text, screen.scale), **{DEEPER: deeper.first})
    with suppress(ValueError):
        if below := deeper.parse(text, screen.scale):
            return screen.turned(k=cut.high, **{DEEPER: below})
    raise RefusedError(
        f"Cutoff k: “{text[:20]}” was not taken; allowed are whole numbers from {cut.low} to "
        f"{deeper.most:,}, and the whole list."
    )


def _topics(names: Sequence[str], opened: int | None) -> controls.Control:
    """Return a select box of all topics, or a text field for a name if there are too many."""
    control: controls.Control = {
        "name": "topic",
        "label": "Topic on the board",
        "change": {"do": "topic"},
    }
    if len(names) > _MOST_NAMES:
        return {
            **control,
            "kind": "line",
            "value": "" if opened is None else names[opened],
            "placeholder": "its name",
            "help": f"The name of one of {len(names):,} topics.",
        }
    return {
        **control,
        "kind": "select",
        "value": opened,
        "options": list(enumerate(names)),
        "placeholder": "none",
    }


def present_topics() -> None:
    """Draw the topics as slides for a hall, if there are any and not too many."""
    data, page = _data(), PAGES["your_data"]
    if not data.run or not _shown() or len(data.run.topics) > _MOST_NAMES:
        return
    names, opened = data.run.topics, _opened()
    says = "The mean of all topics." if opened is None else f"Topic {names[opened]}."
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


@post.deed("close_topic")
def _close(state: Session, _action: post.Action) -> None:
    """Take a topic from the board, so that the page shows the mean again."""
    if state.current.a.topic:
        state.act(lambda screen: screen.with_list("a", state.opening.a), begin=True)


def on_board() -> bool:
    """Return whether the page is about one list: a topic, or a list of the reader's own."""
    return _opened() is not None or st.session_state.get("data_way") == "paste"


def closing() -> list[controls.Control]:
    """Return the button that takes a topic from the board, if there is one."""
    return [controls.button("Back to the mean", {"do": "close_topic"})] * (_opened() is not None)


def _shown() -> bool:
    """Return whether there are topics whose means can be shown."""
    run = _data().run and not _data().above(session().shown.scale)
    return bool(run) and (st.session_state.get("data_way") != "paste" or _opened() is not None)


def name(metric: str) -> None:
    """Draw the name of the topic on the board, and the mean of all topics."""
    topic, data = _opened(), _data()
    if topic is not None and data.run and _shown():
        screen = session().shown
        scores, called = data.score(metric, screen), label(metric, screen)
        deeper = screen.cutoff != screen.k and "k" in knobs.of(metric)
        own = f" {called} of the topic: {decimals(float(scores.each[topic]))}." * deeper
        plain.sentence(
            f"Topic {data.run.topics[topic]}{_left_out(topic)}{own} Mean {called} of all "
            f"{len(scores.each):,}: {decimals(scores.mean)}"
        )


def headline(metric: str) -> None:
    """Draw the mean of all topics; of two runs both means and their difference."""
    if not _shown():
        return
    called = f"mean {label(metric, session().shown)}"
    if not (pair := _pair()):
        scoreboard.tiles([_mean(_data(), metric, called)], "big")
        return
    a, b = pair
    difference = score.measure_by(
        lambda screen: score.single(_mean_of(b, metric, screen) - _mean_of(a, metric, screen)),
        "B − A",
        higher_is_better=METRICS[metric].higher_is_better,
        parts=("mean",),
    )
    means = [_mean(run, metric, f"{each}: {called}") for each, run in zip("AB", pair, strict=True)]
    scoreboard.tiles([*means, replace(difference, words=signed(difference.score))], "several")


def about_mean(metric: str) -> None:
    """Write the number of topics, the interval of a difference, and what was not judged."""
    data, screen = _data(), session().shown
    if not data.run or not _shown() or _opened() is not None:
        return
    pair, count = _pair(), len(data.run.topics)
    runs = pair or (data,)
    scores = [run.score(metric, screen) for run in runs]
    shares = ", ".join(f"{each} {judged(run)}" for each, run in zip("AB", runs, strict=False))
    entry = METRICS[metric]
    short = entry.symbol.removesuffix("@k")
    named = entry.name + f" ({short})" * (entry.name.lower() != short.lower())
    sentences = [
        f"{named}: {'means' if pair else 'the mean'} of {count:,} topics. "
        f"Judged@{_FIRST}: {shares if pair else judged(data)}."
    ]
    if pair:
        gaps = compare.differences(*(scored.each for scored in scores))
        low, high = compare.t_interval(gaps)
        p = decimals(compare.t_test(gaps))
        interval = f"B − A: 95 % from {signed(low)} to {signed(high)} (Student’s t), p {p}."
        sentences += [interval] * (low == low)
    if undefined := int(scores[0].undefined.sum()):
        some = "One topic is 0/0 and counts" if undefined == 1 else f"{undefined} are 0/0 and count"
        without = [decimals(scored.without) for scored in scores]
        others = f"A is {without[0]}, B {without[-1]}" if pair else f"the mean is {without[0]}"
        sentences.append(f"{some} as the worst score; without, {others}.")
    plain.sentence(" ".join(sentences), "text")


def _pair() -> tuple[Data, Data] | None:
    """Return the reader's two runs; those of our example are compared further down only."""
    return None if _data().ours else both("files")


def _mean(data: Data, metric: str, called: str) -> Measured:
    """Measure the mean of a run over its topics."""
    return score.measure_by(
        lambda screen: score.single(_mean_of(data, metric, screen)),
        called,
        bounds=METRICS[metric].range,
        higher_is_better=METRICS[metric].higher_is_better,
        parts=("mean",),
    )


def _mean_of(data: Data, metric: str, screen: Screen) -> float:
    """Return the mean of a run; NaN on a scale that its grades are above."""
    return float("nan") if data.above(screen.scale) else data.score(metric, screen).mean


def judged(data: Data) -> str:
    """Return which share of a run's first documents was judged, in percent."""
    share = data.judged_at_first
    return "–" if share != share else f"{decimals(100 * share, 0)} %"


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
        return "."
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


def show(chosen: str) -> bool:
    """Draw the topics, worst first, and the means of all metrics; return whether there are any."""
    data, screen = _data(), session().shown
    if not data.run or not _shown():
        return False
    run, called, pair = data.run, label(chosen, screen), _pair()
    scores, count = data.score(chosen, screen), len(data.run.topics)
    examples = both("example") if data.ours else None
    if a_and_b := pair or examples:
        a, b = (each.score(chosen, screen).each for each in a_and_b)
        rows = topics.ahead(run.topics, a, b, opens=True)
        ahead = Figure(topics, rows, "ahead", f"{topics.AHEAD} {called}, B − A")
    if pair:
        figure.show(ahead)
        plain.sentence(f"A: {pair[0].system}. B: {pair[1].system}. {_drawn(run.topics)}")
        change: post.Action = {"do": "turn", "knob": Significance.SOURCE, "to": "files"}
        more = controls.link(PAGES["significance"], "Compare both runs", change=change)
        controls.draw("both", [more])
    worked = partial(data.worked, chosen)
    bars = topics.rows(run.topics, scores, METRICS[chosen], called, _opened(), worked)
    drawn = f"{topics.MOST} of " * (count > topics.MOST) + _counted(count, "topic", "topics")
    title = f"{drawn} by {called}, the worst first: {'A, ' * bool(pair)}{data.system}"
    figure.show(Figure(topics, [*bars], title=title))
    st.caption(f"Select a topic, here or in the box above, to see its list. {_drawn(run.topics)}")
    for run_name, each in zip(("Run A: ", "Run B: "), pair, strict=True) if pair else [("", data)]:
        if each.noticed:
            plain.sentence(f"{run_name}{each.noticed}", "text")
    _beside(chosen, called, scores)
    if examples:
        lesson.unfold(ahead, f"B − A by topic: {examples[1].system} beside {examples[0].system}")
    # The cutoff has its place above.
    controls.turn(name for name in knobs.of(chosen) if name not in ("scale", "k"))
    _means(chosen, pair or (data,))
    if data.ours:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption("The example's files, small enough to check by hand:", width="content")
            for path in (*_EXAMPLE, _OTHER[0], _TABLE):
                st.download_button(
                    path.name,
                    path.read_bytes,
                    path.name,
                    on_click="ignore",
                    type="tertiary",
                    icon=":material/download:",
                )
    return True


def _drawn(names: Sequence[str]) -> str:
    """Return a sentence on which topics are drawn, or "" for all."""
    if len(names) <= topics.MOST:
        return ""
    return (
        f"Of {len(names):,} topics {topics.MOST} are drawn: {topics.ENDS} from each end, and "
        "the others evenly spread between."
    )


def take(
    page: str, chosen: str, runs: Sequence[Data], by: notebook.Difference | None = None
) -> None:
    """Draw the download of a notebook that computes everything from the files of one run or two."""
    screen, files = session().shown, [*runs[0].files, *(run.files[0] for run in runs[1:])]
    given = {key: arguments(key, screen) for key in METRICS}
    if len(runs) > 1 and by is None:
        topics_ = len(runs[0].run.topics) if runs[0].run else 0
        by = notebook.Difference(compare.quantile(0.975, topics_ - 1) if topics_ > 1 else np.nan)
    notebook.download(page, lambda origin: notebook.of_files(origin, files, given, chosen, by))


def _means(chosen: str, runs: Sequence[Data]) -> None:
    """Draw a table of the means of one run or two by every metric, and the downloads."""
    screen, names = session().shown, "AB"[: len(runs)] if len(runs) > 1 else ["mean"]
    scores = [run.measure() for run in runs]
    rows = []
    for key, metric in METRICS.items():
        each = [scored[key] for scored in scores]
        row: dict[str, object] = {"symbol": label(key, screen)}
        row |= {name: one.mean for name, one in zip(names, each, strict=True)}
        if len(each) > 1:
            gaps = compare.differences(each[0].each, each[1].each)
            row |= {"B − A": float(gaps.mean()), "p (t-test)": compare.t_test(gaps)}
        row |= {"0/0": int(each[0].undefined.sum())}
        row |= {f"{name} without": one.without for name, one in zip(names, each, strict=True)}
        row |= {"metric": metric.name}
        rows.append(row)
    table = pd.DataFrame(rows)
    st.markdown("## The mean of every metric")
    numbers = [str(name) for name in table if table[name].dtype == float]
    shown = {name: "%+.4f" if name == "B − A" else "%.4f" for name in numbers}
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        column_config={
            **{name: st.column_config.NumberColumn(format=form) for name, form in shown.items()},
            "metric": st.column_config.Column(width=330),
        },
        alt="The mean of every metric",
    )
    st.caption(
        "Select a heading to sort. 0/0: topics without a score, which count as the worst one; "
        "“without” leaves them out."
    )
    assert runs[0].run
    topic_names = runs[0].run.topics

    def by_topic() -> bytes:
        head, columns = ["topic"], [topic_names]
        for name, scored in zip(names, scores, strict=True):
            head += [
                f"{name} {label(key, screen)}" if len(runs) > 1 else label(key, screen)
                for key in scored
            ]
            columns += [one.each.tolist() for one in scored.values()]
        return plain.csv(head, list(zip(*columns, strict=True)))

    with st.container(key="take", horizontal=True):
        for title, made, file in (
            (
                "Means as CSV",
                lambda: plain.csv([*table], table.to_numpy(object).tolist()),
                "means.csv",
            ),
            ("Scores per topic as CSV", by_topic, "scores.csv"),
        ):
            st.download_button(title, made, file, "text/csv", on_click="ignore")
        take("your_data", chosen, runs)


def _beside(chosen: str, called: str, scores: Scores) -> None:
    """Draw the topics by the chosen metric and by another, or by the share nobody judged."""
    data, screen = _data(), session().shown
    assert data.run
    # A box would go on to show the label of another cutoff.
    names = {key: metric.symbol for key, metric in METRICS.items() if key != chosen}
    names[_UNJUDGED] = "share unjudged in the top k"
    other = st.selectbox(
        "Beside it, topic by topic",
        list(names),
        format_func=names.__getitem__,
        index=list(names).index("ndcg" if "ndcg" in names else _UNJUDGED),
        key="data_beside",
        persist_state="session",
    )
    if other == _UNJUDGED:
        y, beside = data.unjudged(screen.cutoff), "share unjudged"
        beside += f" in the top {screen.cutoff:,}" if screen.cutoff else ""
    else:
        y, beside = data.score(other, screen).each, label(other, screen)
    rows = two_metrics.rows(data.run.topics, (called, beside), scores.each, y, _opened())
    lesson.unfold(Figure(two_metrics, rows), "A dot for each topic")


def _listed(topics: Sequence[str]) -> str:
    named = [*topics[:3]]
    if len(topics) > 3:
        named.append(_counted(len(topics) - 3, "more topic", "more topics"))
    return " and ".join(filter(None, [", ".join(named[:-1]), *named[-1:]])) + (
        " are" if len(topics) > 1 else " is"
    )


def _counted(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"
