"""Many topics: the reader's files, the mean, a bar for each topic, and a topic on the board."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import streamlit as st

from metrics import compare
from metrics.catalog import METRICS
from pages.your_data import two_metrics
from pages.your_data.pasted import only_grades, pasted
from ui import lesson
from ui.contents import PAGES
from ui.core import documents, knobs, link, plain, post, upload_worker, uploads
from ui.core.documents import (
    ASSETS,
    LONGEST_TITLE,
    MOST_DOCUMENTS,
    Document,
    RankedList,
    RefusedError,
)
from ui.core.knobs import SCALES, Significance
from ui.core.plain import counted, decimals, signed
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.core.upload_worker import File
from ui.draw import figure, runs, score, scoreboard, topics
from ui.draw.figure import Figure
from ui.draw.runs import Data, Scores
from ui.draw.score import Measured
from ui.export import notebook
from ui.parts import controls

_OURS: Final = "our example"
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
_UNJUDGED: Final = "unjudged"


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
        data, scale = runs.own_data(), session().shown.scale
        if data.problem and data.tried == _tried(files):
            plain.sentence(f"{data.problem}. Nothing was changed.", "error")
        elif wrong := data.above(scale):
            plain.sentence(f"{wrong} Choose a larger scale to see the topics of {data.name}.")
        elif data.run and not data.ours:
            second = runs.both("files")
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


@post.on_session("paste")
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


@post.on_session("upload_failed")
def _upload_failed(state: Session, action: post.Action) -> None:
    """Say what a reader can do; Streamlit shows no more than a number (assets/bring.js)."""
    state.say(uploads.why(action["status"]))


def _example() -> Sequence[File | None]:
    data = runs.own_data()
    if not data.run or data.ours or st.button("Use our example instead of your files"):
        return runs.EXAMPLE
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
        _stop(runs.SECOND)
        # The box is also empty after a visit to another page, and the run is still there.
        if runs.both("files") and st.button("Leave out the second run"):
            del st.session_state[runs.SECOND]
        return
    _read([second, files[1]], runs.SECOND)
    data = runs.own_data(runs.SECOND)
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
    if (data := runs.own_data(key)).reading:
        data.reading.cancel()
        data.reading, data.tried = None, ()


def _read(files: Sequence[Any], key: str = "data") -> None:
    """Read new files; if they can't be read, the data from before stays."""
    data, tried = runs.own_data(key), _tried(files)
    if tried != data.tried:
        if data.reading:
            data.reading.cancel()
        data.tried, data.problem = tried, ""
        data.reading = upload_worker.start(files, max(SCALES))
    if not data.reading:
        return
    if not data.reading.done:
        _wait(key)
        return
    ended, data.reading = data.reading, None
    try:
        ours = tried == runs.EXAMPLE
        name = _OURS if ours else " and ".join(file.name for file in files)
        system = _OURS if ours else files[0].name
        names = tuple(file.name for file in files)
        new = Data(ended.result(), name, ours, tried, system=system, files=names, judged=tried[1:])
        st.session_state[key] = new
    except ValueError as refused:
        data.problem = str(refused)
    except RuntimeError:  # the log has its traceback
        data.problem = "reading failed; try once more, or with smaller files"


@st.fragment(run_every=0.5)
def _wait(key: str) -> None:
    """Draw the progress of a reading, and rerun the page when it ends."""
    under_way = runs.own_data(key).reading
    if not under_way or under_way.done:
        st.rerun()
    st.progress(under_way.progress, "Reading …" if under_way.progress < 1 else "Sorting …")


def choose() -> str:
    """Draw the choice of metric, cutoff and topic on the board; return the metric's key."""
    data = runs.own_data()
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
    if _shown() and not session().projector.presenting:
        chosen += runs.cutoffs()
    if data.run and _shown():
        chosen.append(_topics(data.run.topics, _opened()))
    with right:
        controls.draw("topic", chosen, "grid")
    return metric


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
    data, page = runs.own_data(), PAGES["your_data"]
    if not data.run or not _shown() or len(data.run.topics) > _MOST_NAMES:
        return
    names, opened = data.run.topics, _opened()
    text = "The mean of all topics." if opened is None else f"Topic {names[opened]}."
    controls.talk(
        "slides",
        {
            **{"kind": "select", "name": "slide", "label": "Topic", "value": opened},
            **{"options": list(enumerate(names)), "change": {"do": "topic"}},
        },
        at=-1 if opened is None else opened,
        of=len(names),
        question=f"{page.title}: {page.question}",
        sentence={"kind": "text", "name": "says", "text": text},
    )


@post.on_session("topic")
def _choose(state: Session, action: post.Action) -> None:
    """Put a topic on the board by its index or name, or by a `step` from the current one."""
    run, chosen = runs.own_data().run, action.get("to")
    if "step" in action:
        opened = _opened(state.current)
        chosen = (-1 if opened is None else opened) + action["step"]
    if run and isinstance(chosen, str):
        named = chosen.strip()
        if named not in run.topics:
            state.say(f"There is no topic called “{named[:40]}”. Nothing was changed.")
            return
        chosen = run.topics.index(named)
    if run and type(chosen) is int and 0 <= chosen < len(run.topics):
        _open(state, chosen)


@post.on_session("close_topic")
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
    run = runs.own_data().run and not runs.own_data().above(session().shown.scale)
    return bool(run) and (st.session_state.get("data_way") != "paste" or _opened() is not None)


def name(metric: str) -> None:
    """Draw the name of the topic on the board, and the mean of all topics."""
    topic, data = _opened(), runs.own_data()
    if topic is not None and data.run and _shown():
        screen = session().shown
        scores, label = data.score(metric, screen), runs.label(metric, screen)
        deeper = screen.cutoff != screen.k and "k" in knobs.of_metrics(metric)
        own = f" {label} of the topic: {decimals(float(scores.each[topic]))}." * deeper
        plain.sentence(
            f"Topic {data.run.topics[topic]}{_left_out(topic)}{own} Mean {label} of all "
            f"{len(scores.each):,}: {decimals(scores.mean)}"
        )


def headline(metric: str) -> None:
    """Draw the mean of all topics; of two runs both means and their difference."""
    if not _shown():
        return
    label = f"mean {runs.label(metric, session().shown)}"
    if not (pair := _pair()):
        scoreboard.tiles([_mean(runs.own_data(), metric, label)], "big")
        return
    a, b = pair
    difference = score.measure_by(
        lambda screen: score.single(_mean_of(b, metric, screen) - _mean_of(a, metric, screen)),
        "B − A",
        higher_is_better=METRICS[metric].higher_is_better,
        parts=("mean",),
    )
    means = [_mean(run, metric, f"{each}: {label}") for each, run in zip("AB", pair, strict=True)]
    scoreboard.tiles([*means, replace(difference, words=signed(difference.score))], "several")


def about_mean(metric: str) -> None:
    """Write the number of topics, the interval of a difference, and what was not judged."""
    data, screen = runs.own_data(), session().shown
    if not data.run or not _shown() or _opened() is not None:
        return
    pair, count = _pair(), len(data.run.topics)
    compared = pair or (data,)
    scores = [run.score(metric, screen) for run in compared]
    shares = ", ".join(
        f"{each} {runs.judged_share(run)}" for each, run in zip("AB", compared, strict=False)
    )
    entry = METRICS[metric]
    short = entry.symbol.removesuffix("@k")
    named = entry.name + f" ({short})" * (entry.name.lower() != short.lower())
    sentences = [
        f"{named}: {'means' if pair else 'the mean'} of {count:,} topics. "
        f"Judged@{runs.FIRST}: {shares if pair else runs.judged_share(data)}."
    ]
    if pair:
        gaps = compare.differences(*(scored.each for scored in scores))
        low, high = compare.t_interval(gaps)
        p = decimals(compare.t_test(gaps))
        interval = f"B − A: 95 % from {signed(low)} to {signed(high)} (Student’s t), p {p}."
        sentences += [interval] * (low == low)
    if any(undefined := [int(scored.undefined.sum()) for scored in scores]):
        if len({*undefined}) > 1:
            each = (counted(number, "topic") for number in undefined)
            some = f"{next(each)} of A and {next(each)} of B are 0/0 and count"
        else:
            number = undefined[0]
            some = "One topic is 0/0 and counts" if number == 1 else f"{number} are 0/0 and count"
        without = [decimals(scored.without) for scored in scores]
        others = f"A is {without[0]}, B {without[-1]}" if pair else f"the mean is {without[0]}"
        sentences.append(f"{some} as the worst score; without, {others}.")
    plain.sentence(" ".join(sentences), "text")


def _pair() -> tuple[Data, Data] | None:
    """Return the reader's two runs; those of our example are compared further down only."""
    return None if runs.own_data().ours else runs.both("files")


def _mean(data: Data, metric: str, label: str) -> Measured:
    """Measure the mean of a run over its topics."""
    return score.measure_by(
        lambda screen: score.single(_mean_of(data, metric, screen)),
        label,
        bounds=METRICS[metric].range,
        higher_is_better=METRICS[metric].higher_is_better,
        parts=("mean",),
    )


def _mean_of(data: Data, metric: str, screen: Screen) -> float:
    """Return the mean of a run; NaN on a scale that its grades are above."""
    return float("nan") if data.above(screen.scale) else data.score(metric, screen).mean


def _opened(screen: Screen | None = None) -> int | None:
    """Return the index of the topic on the board, even if edited since, or None."""
    data, topic = runs.own_data(), (screen or session().shown).a.topic
    return topic[1] if topic and topic[0] == data.id and topic[1] in data.opened else None


def _left_out(topic: int) -> str:
    """Return a text of what the board leaves out of a topic, and which scores that changes."""
    data = runs.own_data()
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
    data = runs.own_data()

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
    run = runs.own_data().run
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
        topic=(runs.own_data().id, topic),
    )


def show(chosen: str) -> bool:
    """Draw the topics, worst first, and the means of all metrics; return whether there are any."""
    data, screen = runs.own_data(), session().shown
    if not data.run or not _shown():
        return False
    run, label, pair = data.run, runs.label(chosen, screen), _pair()
    scores, count = data.score(chosen, screen), len(data.run.topics)
    examples = runs.both("example") if data.ours else None
    if a_and_b := pair or examples:
        a, b = (each.score(chosen, screen).each for each in a_and_b)
        rows = topics.ahead(run.topics, a, b, opens=True)
        ahead = Figure(topics, rows, "ahead", f"{topics.AHEAD} {label}, B − A")
    if pair:
        figure.show(ahead)
        plain.sentence(f"A: {pair[0].system}. B: {pair[1].system}. {_drawn(run.topics)}")
        change: post.Action = {"do": "turn", "knob": Significance.SOURCE, "to": "files"}
        more = controls.link(PAGES["significance"], "Compare both runs", change=change)
        controls.draw("both", [more])
    worked = partial(data.worked, chosen)
    bars = topics.rows(run.topics, scores, METRICS[chosen], label, _opened(), worked)
    drawn = f"{topics.MOST} of " * (count > topics.MOST) + counted(count, "topic")
    title = f"{drawn} by {label}, the worst first: {'A, ' * bool(pair)}{data.system}"
    figure.show(Figure(topics, [*bars], title=title))
    st.caption(f"Select a topic, here or in the box above, to see its list. {_drawn(run.topics)}")
    for run_name, each in zip(("Run A: ", "Run B: "), pair, strict=True) if pair else [("", data)]:
        if each.notes:
            plain.sentence(f"{run_name}{each.notes}", "text")
    _beside(chosen, label, scores)
    if examples:
        lesson.unfold(ahead, f"B − A by topic: {examples[1].system} beside {examples[0].system}")
    # The cutoff has its place above.
    controls.turn(name for name in knobs.of_metrics(chosen) if name not in ("scale", "k"))
    _means(chosen, pair or (data,))
    if data.ours:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption("The example's files, small enough to check by hand:", width="content")
            for path in (*runs.EXAMPLE, runs.OTHER[0], _TABLE):
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


def _means(chosen: str, compared: Sequence[Data]) -> None:
    """Draw a table of the means of one run or two by every metric, and the downloads."""
    screen, names = session().shown, "AB"[: len(compared)] if len(compared) > 1 else ["mean"]
    scores, pair = [run.measure() for run in compared], len(compared) > 1
    rows = []
    for key, metric in METRICS.items():
        each = [scored[key] for scored in scores]
        row: dict[str, object] = {"symbol": runs.label(key, screen)}
        row |= {name: one.mean for name, one in zip(names, each, strict=True)}
        if len(each) > 1:
            gaps = compare.differences(each[0].each, each[1].each)
            row |= {"B − A": float(gaps.mean()), "p (t-test)": compare.t_test(gaps)}
        counts = zip(names, each, strict=True)
        row |= {f"{name} 0/0" if pair else "0/0": int(one.undefined.sum()) for name, one in counts}
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
    assert compared[0].run
    topic_names = compared[0].run.topics

    def by_topic() -> bytes:
        head, columns = ["topic"], [topic_names]
        for name, scored in zip(names, scores, strict=True):
            head += [
                f"{name} {runs.label(key, screen)}"
                if len(compared) > 1
                else runs.label(key, screen)
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
        notebook.download_runs("your_data", chosen, compared)


def _beside(chosen: str, label: str, scores: Scores) -> None:
    """Draw the topics by the chosen metric and by another, or by the share nobody judged."""
    data, screen = runs.own_data(), session().shown
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
        y, beside = data.score(other, screen).each, runs.label(other, screen)
    rows = two_metrics.rows(data.run.topics, (label, beside), scores.each, y, _opened())
    lesson.unfold(Figure(two_metrics, rows), "A dot for each topic")
