"""Many topics: the reader's files, the mean, a bar for each topic, and a topic on the board."""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from itertools import pairwise, zip_longest
from typing import Any, Final, TypeAlias, cast

import numpy as np
import pandas as pd
import streamlit as st

from metrics import compare
from metrics.catalog import METRICS
from metrics.orders import SAME, higher_is_better_score
from metrics.runs import Brought, JudgedRun
from pages.your_data import two_metrics
from pages.your_data.notations import how_read
from pages.your_data.pasted import in_marks, only_grades, pasted
from ui import lesson
from ui.contents import PAGES
from ui.core import (
    documents,
    knobs,
    link,
    plain,
    post,
    presets,
    typed_lists,
    upload_worker,
    uploads,
)
from ui.core.documents import (
    ASSETS,
    LONGEST_TITLE,
    MOST_DOCUMENTS,
    Document,
    RankedList,
    RefusedError,
)
from ui.core.knob_kinds import SCALES, WHOLE, scale_of_brought
from ui.core.knobs import KNOBS, Compared, MeanOverQueries
from ui.core.plain import counted, decimals, interval, signed
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.core.upload_worker import Reading
from ui.draw import figure, many_metrics, runs, score, scoreboard, topics
from ui.draw.figure import Figure
from ui.draw.runs import Data, Scores
from ui.draw.score import Measured
from ui.export import notebook
from ui.export.report import definition, without_hits
from ui.parts import controls

_TABLE: Final = ASSETS / "example.csv"
_WAYS: Final = {"example": "Our example", "paste": "Paste your list", "files": "Files"}
_BOX: Final = "data_files"
_BROUGHT: Final = "data_brought"
_KINDS: Final = {"run": "a run", "qrels": "judgements", "both": "lists with grades"}
_LONGEST_LISTS: Final = 5_000
"""Most characters of lists that are pasted together."""
_MOST_FILES: Final = 4
_FEW: Final = 8
"""Most topics whose mean is written as a sum."""
_RANKS: Final = 5
"""Most ranks of a topic that stand beside its bar."""
_MOST_NAMES: Final = 300  # in a select box; with more, typing is quicker
_Graded: TypeAlias = tuple[str, float]
"""A document and its grade; NaN if nobody judged it."""
_WORDS: Final = (
    "A run is what a search returned for each topic. Judgements are the grades that judges gave. "
    "trec_eval is the program that most papers use."
)
_NO_LIST: Final = RankedList((), 0)
_UNJUDGED: Final = "unjudged"
_START: Final = Screen()


@dataclass
class _Brought:
    """The files in the box, and the last attempt to read them.

    Attributes:
        files: the ids of the files in the box.
        tried: the files and all choices of the last attempt.
        kinds: what files hold, where the reader has said so, by their ids.
        in_order: whether the lines of judgements are a ranking.
        worth: what words are worth as grades.
        reading: an attempt under way.
        outcome: what came of the last attempt.
        problem: why it failed.
    """

    files: Sequence[str] = ()
    tried: tuple[object, ...] = ()
    kinds: dict[str, str] = field(default_factory=dict)
    in_order: bool = False
    worth: dict[str, float] = field(default_factory=dict)
    reading: Reading | None = None
    outcome: Brought = field(default_factory=lambda: Brought(()))
    problem: str = ""

    def again(self) -> None:
        """Read once more, with other choices."""
        self.tried = ()


def _brought() -> _Brought:
    return cast("_Brought", st.session_state.setdefault(_BROUGHT, _Brought()))


def bring() -> None:
    """Draw the ways to bring data, and read the files."""
    # A link without files is about the list in its address.
    came_by_link = len(session().steps) == 1 and session().current != session().opening
    st.session_state.setdefault("data_way", "paste" if came_by_link else "example")
    way = st.radio(
        "Where from",
        list(_WAYS),
        format_func=_WAYS.__getitem__,
        horizontal=True,
        label_visibility="collapsed",
        key="data_way",
        on_change=_leave_topic,
        persist_state="session",
    )
    files: Sequence[Any] = ()
    if way == "paste":
        _paste()
    elif way == "files":
        files = _bring_files()
    elif not runs.own_data().run or (
        not runs.own_data().ours and st.button("Use our example instead of your files")
    ):
        st.session_state["data"] = runs.example()
        st.session_state.pop(runs.SECOND, None)
    if uploads.tidy({file.file_id for file in files}):
        plain.sentence(uploads.why(507), "error")


def _leave_topic() -> None:
    """Take a topic from the board, so that the page shows the mean again."""
    state = session()
    if state.current.a.topic:
        state.act(lambda screen: screen.with_list("a", state.opening.a), begin=True)


def _bring_files() -> Sequence[Any]:
    """Draw the box for files, read them, and say what each was taken for; return them."""
    files = st.file_uploader(
        "Files of what a search returned (a run) and of its grades (judgements), or a table with "
        "both. A second run is compared with the first",
        accept_multiple_files=True,
        key=_BOX,
    )
    state = session()
    if files:
        _read(files[:_MOST_FILES])
    else:
        _stop()
    brought = _brought()
    data, second = runs.own_data(), runs.own_data(runs.SECOND)
    if brought.problem:
        kept = f" The numbers are those of {data.name}." if data.run and not data.ours else ""
        ways = " Bring a run, too, or take the order of the lines."
        plain.sentence(f"{brought.problem}.{ways * brought.outcome.lacks_order}{kept}", "error")
    elif data.run and not data.ours:
        read = f"Read: {counted(len(data.run.topics), 'topic')} of {data.name}"
        if second.run:
            read += f". Run A is {data.system}, run B {second.system}"
        state.drawn.add(read)
        plain.sentence(
            f"{read}. Rankbook forgets them when you leave. A list on the board is in the address."
        )
    else:
        _shapes()
    if files and not brought.reading:
        _draw_taken(files)
    return files


def _shapes() -> None:
    """Show two lines of a run and of its judgements, and say what goes where."""
    shapes = (
        (
            "**A run**: what a search returned for each topic, which is a query",
            ["topic", "Q0", "document", "rank", "score", "run"],
            [["tea", "Q0", "green-tea", 1, "9.4", "mine"], ["tea", "Q0", "rum", 2, "8.7", "mine"]],
        ),
        (
            "**Its judgements** (qrels): the grade that judges gave",
            ["topic", "0", "document", "grade"],
            [["tea", 0, "green-tea", 3], ["tea", 0, "rum", 0]],
        ),
    )
    with st.container(key="shapes"):
        for column, (title, head, body) in zip(st.columns([3, 2]), shapes, strict=True):
            column.markdown(title)
            column.html(plain.table_html(title.strip("*"), head, body, words=(0, 1, 2)))
    st.caption(
        "A line for each document. The scores make the order; nothing reads Q0 and 0. A table "
        "(CSV, tabs) may hold both: its columns are named, such as query_id, doc_id, score or "
        "rank, relevance. JSON works, too, and gzip of all these."
    )


def _draw_taken(files: Sequence[Any]) -> None:
    """Draw what each file was taken for, and what the reader may say of them."""
    brought, shown = _brought(), list[controls.Control]()
    called = [taken.name for taken in brought.outcome.taken]
    for at, (file, taken) in enumerate(zip(files, brought.outcome.taken, strict=False), 1):
        if taken.kind:
            names = {**_KINDS, taken.kind: taken.form}
            number = f" ({at})" * (called.count(taken.name) > 1)  # long names are cut alike
            shown.append(
                {
                    **{"kind": "select", "name": f"taken-{file.file_id}"},
                    "label": f"{taken.name}{number}",
                    **{"value": taken.kind, "options": list(names.items())},
                    "change": {"do": "take_as", "file": file.file_id},
                }
            )
    if brought.outcome.lacks_order:
        shown.append(controls.button("Take the order of the lines", {"do": "lines_in_order"}))
    for label in brought.outcome.labels:
        value = brought.worth.get(label)
        shown.append(
            {
                **{"kind": "line", "name": f"worth-{label}", "label": f"{label} is worth"},
                "value": "" if value is None else f"{value:g}",
                "placeholder": "0, 1, 2 …",
                "signs": "",
                "change": {"do": "worth", "label": label},
            }
        )
    if shown:
        controls.draw("taken", shown, "grid")


@post.on_session("take_as")
def _take_as(_state: Session, action: post.Action) -> None:
    if str(action["to"]) in _KINDS:
        _brought().kinds[str(action["file"])] = str(action["to"])
        _brought().again()


@post.on_session("lines_in_order")
def _lines_in_order(_state: Session, _action: post.Action) -> None:
    _brought().in_order = True
    _brought().again()


@post.on_session("worth")
def _worth(state: Session, action: post.Action) -> None:
    brought, text = _brought(), str(action["to"]).strip().replace(",", ".")
    label = str(action.get("label"))
    if label not in brought.outcome.labels:
        return
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= upload_worker.LIMITS.grade:
        most = f"{upload_worker.LIMITS.grade:,}"
        state.say(f"{label}: “{text[:20]}” was not taken; a grade is a number from 0 to {most}.")
        return
    brought.worth[label] = value
    if {*brought.outcome.labels} <= brought.worth.keys():
        brought.again()


def _paste() -> None:
    st.text_area(
        "Titles and grades, one document per line, best first",
        placeholder="Feeding a starter, 3\nToasters, 0\nUnjudged, ?\n---\nNever retrieved, 2",
        height=150,
        key="data_text",
        persist_state="session",
    )

    put: list[controls.Control] = [controls.button("Put it on the board", {"do": "paste"})]
    if session().current.a == session().opening.a:
        if on_board():
            put.append({"kind": "text", "name": "ours", "text": "The list below is our example."})
    elif st.session_state.get("data_placed") == session().current.a:
        count, found = len(session().current.a.documents), session().current.a.retrieved
        text = f"{count} {'documents are' if count > 1 else 'document is'} in the list below"
        text += f": {found} retrieved, {count - found} not." if found < count else "."
        text += f" It is cut at k = {session().current.k}."
        put.append({"kind": "text", "name": "placed", "text": text})
        if len(session().current.queries) > 1 or session().current[MeanOverQueries.OTHER]:
            put.append(controls.link(PAGES["mean_over_queries"], "Open Mean over queries"))
    controls.draw("paste", put)
    st.caption(
        "The grade is first or last in its line, next to a comma, a tab or a space. A document "
        "without a grade, or with ?, was not judged. Documents below a line of dashes were not "
        "retrieved. Grades alone, such as 3 0 2 1 or one on each line, make a list without titles."
    )


@post.on_session("paste")
def _take_paste(state: Session, _action: post.Action) -> None:
    text = str(st.session_state.get("data_text") or "")
    before = state.current
    if len(text) <= _LONGEST_LISTS and (lists := typed_lists.several(text)):
        _take_lists(state, text, lists)
        return
    state.act(partial(_placed, text), begin=True)
    if state.owed:
        return
    screen = state.current
    st.session_state["data_placed"] = screen.a
    said = []
    if how := how_read(text):
        said.append(how)
    elif in_marks(text) or (only_grades(text) and not re.search(r"\d", text)):
        said.append("Marks were read as grades: a relevant document has grade 1, another one 0.")
    elif only_grades(text):
        count = len(screen.a.documents)
        said.append(
            f"The text holds numbers only, so it was read as {count} "
            f"{'grades' if count > 1 else 'grade'}, best rank first. For titles that are numbers, "
            "write “title, grade”."
        )
    highest = max((document.grade or 0 for document in screen.a.documents), default=0)
    said += _on_scale(before, screen, f"The list has the grade {highest}")
    if said:
        state.say(" ".join(said))


def _on_scale(before: Screen, screen: Screen, why_wider: str) -> list[str]:
    """Say that what came has changed the scale, and grades of lists that were there before."""
    if screen.scale == before.scale:
        return []
    if screen.scale > before.scale:
        return [f"{why_wider}, so the scale is now 0 to {screen.scale}."]
    said = [f"All grades are 0 or 1, so the scale is now 0 to {screen.scale}."]
    kept = before.with_settings(scale=screen.scale).lists
    if any(
        name != "a" and ranked == screen.lists.get(name) != before.lists[name]
        for name, ranked in kept.items()
    ):
        said.append("Other lists have this scale, too: their higher grades became 1.")
    return said


def _take_lists(state: Session, text: str, lists: typed_lists.Typed) -> None:
    """Take several lists as queries: one of them is on the board, all on Mean over queries."""
    st.session_state.pop("data_placed", None)
    other: Any = {MeanOverQueries.OTHER: lists.b}
    before = state.current
    state.act(
        lambda screen: presets.with_typed(
            screen.with_settings(**other), lists.a, lists.b, lists.titles
        ),
        begin=True,
    )
    if state.owed:
        return
    st.session_state["data_placed"] = state.current.a
    each = f"Each line or label is a list: {len(lists.a)} queries, best rank first."
    if not re.search(r"[\n:\[]", text.strip()):
        each = typed_lists.in_words(lists.a)
    said = [each] * (not lists.b and "Read as" not in lists.said) + [lists.said] * bool(lists.said)
    said.append("The first is below. All are on the page Mean over queries.")
    highest = max(sign for typed in (*lists.a, *lists.b) for sign in typed if sign != "|")
    said += _on_scale(before, state.current, f"A list has the grade {highest}")
    state.say(" ".join(said))


def _placed(text: str, screen: Screen) -> Screen:
    """Put a pasted list on the board, on a scale that has its grades; k is as long as the list."""
    ranked = pasted(text, max(screen.scale, _START.scale))  # also after a list of marks
    scale = scale_of_brought((document.grade for document in ranked.documents), screen.scale)
    k = ranked.retrieved or screen.k
    return screen.with_settings(k=k, scale=scale).with_list("a", ranked)


@post.on_session("upload_failed")
def _upload_failed(state: Session, action: post.Action) -> None:
    """Say what a reader can do; Streamlit shows no more than a number (assets/bring.js)."""
    state.say(uploads.why(action["status"]))


def _stop() -> None:
    """Stop reading files that were taken back, and forget what was said of them."""
    if (reading := _brought().reading) is not None:
        reading.cancel()
    st.session_state[_BROUGHT] = _Brought()


def _read(files: Sequence[Any]) -> None:
    """Read new files; if they can't be read, the data from before stays."""
    brought = _brought()
    ids = [file.file_id for file in files]
    if not {*ids} & {*brought.files}:  # other files
        brought.in_order, brought.worth = False, {}
    brought.files = ids
    kinds = [brought.kinds.get(each) for each in ids]
    tried = (*ids, *kinds, brought.in_order, *brought.worth.items())
    if brought.outcome.labels and {*brought.outcome.labels} - brought.worth.keys():
        tried = brought.tried if brought.tried[: len(ids)] == tuple(ids) else tried
    if tried != brought.tried:
        if brought.reading:
            brought.reading.cancel()
        brought.tried, brought.problem = tried, ""
        brought.reading = upload_worker.start(
            files, kinds, order_of_lines=brought.in_order, worth=brought.worth
        )
    if not brought.reading:
        return
    if not brought.reading.done:
        _wait()
        return
    ended, brought.reading = brought.reading, None
    try:
        brought.outcome = ended.result()
        brought.problem = brought.outcome.problem
    except ValueError as refused:
        brought.problem = str(refused)
    except RuntimeError:  # the log has its traceback
        brought.problem = "reading failed; try once more, or with smaller files"
    if brought.outcome.runs and not brought.problem:
        _keep(brought.outcome)


def _keep(outcome: Brought) -> None:
    """Show runs that were read, at the whole list unless the reader has chosen a cutoff."""
    name = " and ".join(taken.name for taken in outcome.taken)
    systems = [taken.name for taken in outcome.taken if taken.kind != "qrels"]
    for key, run, system in zip_longest(("data", runs.SECOND), outcome.runs, systems):
        if run:
            st.session_state[key] = Data(run, name, system=system or name)
        else:
            st.session_state.pop(key, None)
    state = session()
    if state.current["k"] == state.opening["k"]:
        state.act(lambda screen: screen.with_settings(k=WHOLE), anew=True)


@st.fragment(run_every=0.5)
def _wait() -> None:
    """Draw the progress of a reading, and rerun the page when it ends."""
    under_way = _brought().reading
    if not under_way or under_way.done:
        st.rerun()
    st.progress(under_way.progress, "Reading …" if under_way.progress < 1 else "Sorting …")


def metric() -> str:
    """Return the key of the chosen metric."""
    return str(st.session_state.setdefault("data_metric", "average_precision"))


def choose() -> None:
    """Draw the choice of metric and cutoff; of a list the scale, of very many topics a name."""
    data = runs.own_data()
    if not (_shown() or is_pasted()):
        return
    with st.container(key="chosen"):
        left, right = st.columns([5, 18], gap="xsmall")
    with left:
        st.selectbox(
            "Metric",
            list(METRICS),
            format_func=lambda key: f"{METRICS[key].symbol}: {METRICS[key].name}",
            key="data_metric",
            persist_state="session",
        )
    with right:
        if is_pasted():
            controls.turn(["scale"], "data_scale", "grid", folded=True)
        elif data.run:
            very_many = len(data.run.topics) > _MOST_NAMES
            named = [_named(data.run.topics, _opened())] * very_many
            controls.draw("topic", [*runs.cutoffs(), *named], "grid")


def _scale(data: Data) -> controls.Control:
    """Return a select box of the scale: up to the highest grade of the files, or higher."""
    assert data.run
    highest = data.run.ranking.top_grade
    tops = [highest, *(top for top in SCALES if top > highest)]
    return {
        **{"kind": "select", "name": "top", "label": "Scale", "change": {"do": "top"}},
        "options": [(at, f"0 to {top:g}") for at, top in enumerate(tops)],
        "value": tops.index(data.top_grade),
        "help": "The highest grade that a document can have. Some graded metrics depend on it.",
    }


@post.on_session("top")
def _top(_state: Session, action: post.Action) -> None:
    """Choose a top grade by its place among those that are offered."""
    data, at = runs.own_data(), action["to"]
    if not data.run or type(at) is not int:
        return
    highest = data.run.ranking.top_grade
    higher = [top for top in SCALES if top > highest]
    for each in (data, runs.own_data(runs.SECOND)):
        each.top = higher[at - 1] if 0 < at <= len(higher) else 0


def _named(names: Sequence[str], opened: int | None) -> controls.Control:
    """Return a text field for the name of one of very many topics."""
    return {
        **{"kind": "line", "name": "topic", "label": "Show topic", "change": {"do": "topic"}},
        "value": "" if opened is None else names[opened],
        "placeholder": "its name",
        "help": f"The name of one of {len(names):,} topics.",
    }


def ask() -> None:
    """Draw a question about the mean, or about the topic on the board, if there are topics.

    Its buttons go through the topics, unless there are very many, in the order of their chart.
    """
    data, page, presenting = runs.own_data(), PAGES["your_data"], session().projector.presenting
    if not data.run or not _shown():
        return
    names, opened, walk = data.run.topics, _opened(), _walk(session().shown)
    label, scores = runs.label(metric(), session().shown), data.score(metric(), session().shown)
    if len(names) > _MOST_NAMES:
        walk = []
    acts: controls.Control = {}
    if opened is None:
        of, question, answer = "mean", *_asked_of_mean(named=bool(walk))
        do = f"The mean {label} of {counted(len(names), 'topic')} (queries)"
        do += "." if _pair() else f" is {decimals(scores.mean)}."
    else:
        of = f"topic-{opened}"
        if scores.undefined[opened]:
            do = f"{names[opened]}: {label} is 0/0."
            question, answer = "What does it do to the mean?", _worth_of_nothing(opened, scores)
        else:
            do, question, answer, acts = _asked_of_topic(opened)
    at = walk.index(opened) if opened in walk else -1
    listed = walk if walk or opened is None else [opened]
    place = f"{at + 1} of {len(walk)}" if at >= 0 else f"then {counted(len(walk), 'topic')}"
    place *= bool(walk)
    sentence: controls.Control = {
        **{"kind": "step", "name": "step", "of": of, "open": False},
        **{"do": do, "ask": question, "answer": answer, "place": "" if presenting else place},
        **acts,
    }
    controls.talk(
        "slides",
        {
            **{"kind": "select", "name": "topic", "label": "Topic", "change": {"do": "topic"}},
            "value": "" if opened is None else opened,
            "options": [("", "All topics"), *((at, names[at]) for at in listed)],
        },
        at=at,
        of=len(walk),
        question=f"{page.title}: {page.question}",
        sentence=sentence,
        walk=[str(at) for at in walk] if not presenting else (),
    )


def _worth_of_nothing(topic: int, scores: Scores) -> str:
    """Say what a topic without a score counts in the mean, and what the mean is without."""
    why = "Nothing is relevant. " * bool(scores.nothing[topic])
    counts = f"{why}It counts as {scores.each[topic]:g}"
    if np.isnan(scores.without):
        return f"{counts}."
    them = "it" if scores.undefined.sum() == 1 else "all such topics"
    return (
        f"{counts}: the mean is {decimals(scores.mean)}, without {them} {decimals(scores.without)}."
    )


def _asked_of_topic(topic: int) -> tuple[str, str, str, controls.Control]:
    """Return what is known of a topic, a question what its score lacks, its answer and its act.

    The act sorts what was found, so that the list shows what its order costs.
    """
    data, screen = runs.own_data(), session().shown
    assert data.run
    listed, missed = _documents(data.run, topic)
    found, gone = (sum(_counts(grade, screen) for _, grade in each) for each in (listed, missed))
    at = _below_k(topic, metric())
    known = f"{data.run.topics[topic]}: {found} of {found + gone} relevant found{at}."
    opened = data.opened[topic]
    ideal_list = replace(opened.ideal(), retrieved=len(opened.documents))
    each = [opened, opened.sorted_as_found(), ideal_list]
    scores = [float(score.compute(metric(), "a", screen.with_list("a", a)).score) for a in each]
    way = 1 if METRICS[metric()].higher_is_better else -1
    by_order, by_missed = (way * float(to - at) for at, to in pairwise(scores))
    now, best, ideal = map(decimals, scores)
    acts: controls.Control = {"acts": {"do": "order", "list": "a", "order": "found"}}
    if by_order <= SAME:
        acts = {}
    if not gone:
        if acts:
            return known, "What can another order gain?", f"The best has {best}, not {now}.", acts
        turned = float(score.compute(metric(), "a", screen.with_list("a", opened.reversed())).score)
        ask, to = (
            f"Reverse the list: what is {runs.label(metric(), screen)} then?",
            decimals(turned),
        )
        acts = {"acts": {"do": "order", "list": "a", "order": "reverse"}}
        return (
            known,
            ask,
            f"{to}, not {now}: the order counts." if to != now else f"Still {now}.",
            acts,
        )
    missed_ones = f"missed one{'s' * (gone > 1)}"
    if not listed:
        known = f"{data.run.topics[topic]}: the search returned nothing."
        return known, "Can another order help?", f"No: only the {missed_ones} can, to {ideal}.", {}
    costs = [
        f"The {what}: {signed(way * by)}."
        for what, by in (("order", by_order), (missed_ones, by_missed))
    ]
    if by_missed > by_order:
        costs.reverse()
    if not acts:
        costs[1] = f"No order beats {now}."
    if abs(by_order - by_missed) <= SAME:
        costs = [
            f"Both alike: the best order gives {best}, with the {missed_ones} {ideal}."
            if acts
            else f"Neither: {now} stays."
        ]
    fit = (screen.cutoff or 0) if "k" in knobs.of_metrics(metric()) else 0
    if 0 < fit < found + gone and scores[-1] != METRICS[metric()].range[1]:
        costs.append(f"Only {fit} of {found + gone} fit in the top {fit}.")
    return known, f"What costs more, the order or the {missed_ones}?", " ".join(costs), acts


def _counts(grade: float, screen: Screen) -> bool:
    """Return whether a document is relevant; one that nobody judged is not."""
    return grade >= screen.relevant_from


def _asked_of_mean(*, named: bool) -> tuple[str, str]:
    """Return a question about all topics, which their chart answers, and its answer."""
    screen, pair = session().shown, _pair()
    if pair:
        a, b = (
            higher_is_better_score(metric(), each.score(metric(), screen).each) for each in pair
        )
        return "On how many is run B ahead?", f"On {(b - a > SAME).sum()} of {len(a)}."
    scores = runs.own_data().score(metric(), screen)
    each, mean = (
        higher_is_better_score(metric(), value) for value in (scores.each, np.array(scores.mean))
    )
    worse, ends = (each < mean - SAME).sum(), [each.argmin(), each.argmax()]
    low, high = (decimals(float(value)) for value in sorted(scores.each[ends]))
    answer = f"{worse} of {len(each):,}: one mean hides scores from {low} to {high}."
    side = "below" if METRICS[metric()].higher_is_better else "above"
    return f"How many score {side} the mean?", answer + " Next: the worst topic." * named


@post.on_session("topic")
def _choose(state: Session, action: post.Action) -> None:
    """Put a topic on the board by its index or name, or by a `step` from the current one."""
    run, chosen = runs.own_data().run, action.get("to")
    if run and type(step := action.get("step")) is int:
        opened, walk = _opened(state.current), _walk(state.current)
        at = (-1 if opened is None else walk.index(opened)) + step
        chosen = walk[at] if 0 <= at < len(walk) else None
    if chosen == "" and run and len(run.topics) <= _MOST_NAMES:
        _leave_topic()
        return
    if run and isinstance(chosen, str):
        named = chosen.strip()
        if named not in run.topics:
            state.say(f"There is no topic called “{named[:40]}”. Nothing was changed.")
            return
        chosen = run.topics.index(named)
    if run and type(chosen) is int and 0 <= chosen < len(run.topics):
        _open(state, chosen)


def _walk(screen: Screen) -> list[int]:
    """Return all topics in the order of their chart: the worst first, or where B is most behind."""
    if pair := _pair():
        a, b = (each.score(metric(), screen).each for each in pair)
        merit = b - a
    else:
        merit = topics.merit(runs.own_data().score(metric(), screen), METRICS[metric()])
    walk: list[int] = np.argsort(merit, kind="stable").tolist()
    return walk


@post.on_session("close_topic")
def _close(_state: Session, _action: post.Action) -> None:
    _leave_topic()


def on_board() -> bool:
    """Return whether the page is about one list: a topic, or a list of the reader's own."""
    state, way = session(), st.session_state.get("data_way")
    return _opened() is not None or (way == "paste" and state.current != state.opening)


def is_empty() -> bool:
    """Return whether the page waits for a list, so that there is nothing to share."""
    return st.session_state.get("data_way") == "paste" and not on_board()


def is_pasted() -> bool:
    """Return whether the page is about a list of the reader's own."""
    return on_board() and _opened() is None


def closing() -> list[controls.Control]:
    """Return the button that takes a topic from the board, if there is one."""
    return [controls.button("Back to the mean", {"do": "close_topic"})] * (_opened() is not None)


def _shown() -> bool:
    """Return whether there are topics whose means can be shown."""
    data, way = runs.own_data(), st.session_state.get("data_way")
    if way == "files" and data.ours:  # nothing of theirs was read
        return False
    return bool(data.run) and (way != "paste" or _opened() is not None)


def name(metric: str) -> None:
    """Draw the name of the topic on the board, and the mean of all topics."""
    topic, data = _opened(), runs.own_data()
    if topic is not None and data.run and _shown():
        screen = session().shown
        scores, label = data.score(metric, screen), runs.label(metric, screen)
        deeper = screen.cutoff != screen.k and "k" in knobs.of_metrics(metric)
        own = f"{label} of the topic: {decimals(float(scores.each[topic]))}. " * deeper
        mean = f"{decimals(scores.each.sum())} / {len(scores.each):,} = {decimals(scores.mean)}"
        plain.sentence(
            f"{_left_out(topic)}{own}Mean {label} of all {len(scores.each):,}: {mean}."
            f"{_with_board(topic, metric)} {many_metrics.asks(metric)}"
        )


def _with_board(topic: int, metric: str) -> str:
    """Say what the mean would be with the list on the board, if its score is that of the topic."""
    data, screen = runs.own_data(), session().shown
    scores, opened = data.score(metric, screen).each, data.opened[topic]
    was, now = (
        float(score.compute(metric, "a", each).score)
        for each in (screen.with_list("a", opened), screen)
    )
    if abs(was - scores[topic]) > SAME or screen.a == opened:
        return ""
    way, by = "−" if now < was else "+", decimals(abs(now - was))
    mean = decimals(scores.mean() + (now - was) / len(scores))
    summed = f"({decimals(scores.sum())} {way} {by}) / {len(scores):,}"
    return f" With this list it would be {summed} = {mean}."


def _below_k(topic: int, metric: str) -> str:
    """Return where the first relevant document is, if that is below a cutoff of the metric."""
    run, screen = runs.own_data().run, session().shown
    assert run
    listed, cutoff = _documents(run, topic)[0], screen.cutoff
    hits = [rank for rank, (_, grade) in enumerate(listed, start=1) if _counts(grade, screen)]
    if not (hits and cutoff and cutoff < hits[0] and "k" in knobs.of_metrics(metric)):
        return ""
    return f", {'the first ' * (len(hits) > 1)}at rank {hits[0]}"


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
    """Write what is measured, the interval of a difference, and which topics have no score."""
    data, screen = runs.own_data(), session().shown
    if not data.run or not _shown() or _opened() is not None:
        return
    pair = _pair()
    compared = pair or (data,)
    scores = [run.score(metric, screen) for run in compared]
    entry = METRICS[metric]
    short = entry.symbol.removesuffix("@k")
    named = entry.name + f" ({short})" * (entry.name.lower() != short.lower())
    depth, whole = "", False
    if "k" in knobs.of_metrics(metric):
        whole = not screen.cutoff
        depth = " of the whole list" if whole else f" of the top {screen.cutoff:,}"
    by_hand = "" if pair else _by_hand(metric, scores[0])
    if session().projector.presenting:
        sentences = [_meant(metric), _legend()]
    else:
        sentences = [] if by_hand and not whole else [f"{named}{depth}."]
        if whole and not data.ours:
            sentences[0] += f" Our example opens at k = {Screen().k}."
        if not pair and len(data.run.topics) <= _FEW:
            order = np.argsort(topics.merit(scores[0], entry), kind="stable")
            summed = " + ".join(map(decimals, scores[0].each[order].tolist()))
            mean = f"({summed}) / {len(order)} = {decimals(scores[0].mean)}"
            sentences.insert(0, f"The mean is {mean}.")
    if pair:
        gaps = compare.differences(*(scored.each for scored in scores))
        low, high = compare.t_interval(gaps)
        p = decimals(compare.t_test(gaps))
        fits = f"B − A: 95 % from {interval(low, high)} (Student’s t), p {p}."
        sentences += [fits] * (low == low)
    undefined = [int(scored.undefined.sum()) for scored in scores]
    if any(undefined) and not (by_hand and session().projector.presenting):  # its topic tells it
        if len({*undefined}) > 1:
            each = (counted(number, "topic") for number in undefined)
            some = f"{next(each)} of A and {next(each)} of B have no score (0/0) and count"
        elif undefined[0] == 1 and not pair:
            at = int(scores[0].undefined.argmax())
            why = "has no relevant document" if scores[0].nothing[at] else "has no score"
            name = data.run.topics[at].replace("-", "-\u2060")  # no line ends after it
            some = f"{name} {why} (0/0) and counts"
        elif undefined[0] == 1:
            some = "One topic has no score (0/0) and counts"
        else:
            some = f"{undefined[0]} topics have no score (0/0) and count"
        without = [decimals(scored.without) for scored in scores]
        others = f"A is {without[0]}, B {without[-1]}" if pair else f"the mean is {without[0]}"
        them = "it" if {*undefined} == {1} else "them"
        worth = {float(each) for scored in scores for each in scored.each[scored.undefined]}
        worst = f"{worth.pop():g}" if len(worth) == 1 else "the worst score"
        sentences.append(f"{some} as {worst}; without {them} {others}.")
    plain.sentence(" ".join(sentences), "text")


def _meant(metric: str) -> str:
    """Say what the bars are; of average precision also how, with the sum of one."""
    data, screen = runs.own_data(), session().shown
    sum_of_one = "" if _pair() else _by_hand(metric, data.score(metric, screen))
    if not sum_of_one:
        entry = METRICS[metric]
        best = " 1 is best." * (entry.higher_is_better and entry.range[1] == 1)
        return many_metrics.asks(metric) + best
    by = {"relevant": "all relevant (“of”)", "found": "these hits", "capped": "as many as fit"}
    return (
        f"{runs.label(metric, screen)}, average precision. A hit: grade {screen.relevant_from} "
        f"or\u00a0more.\nHits so far ÷ rank at each hit, added up, ÷ {by[screen['denominator']]}. "
        f"{sum_of_one}"
    )


def _legend() -> str:
    """Say what the signs of grades beside the bars mean, if they have signs."""
    signs = ", ".join(f"{sign} {grade}" for grade, sign in enumerate(runs.own_data().signs))
    return f"Grades: {signs}, ? unjudged. “of 3”: 3 relevant exist." * bool(signs)


def _by_hand(metric: str, scores: Scores) -> str:
    """Work out average precision of the worst topic above 0; "" for another metric, or if long."""
    data, screen = runs.own_data(), session().shown
    between = (scores.each > 0) & (scores.each < 1)
    if metric != "average_precision" or not data.run or not between.any():
        return ""
    topic = int(np.where(between, scores.each, np.inf).argmin())
    listed = _documents(data.run, topic)[0][: screen.cutoff or None]
    hits = [rank for rank, (_, grade) in enumerate(listed, start=1) if _counts(grade, screen)]
    value, total = float(scores.each[topic]), sum(at / rank for at, rank in enumerate(hits, 1))
    by = round(total / value)
    if len(hits) > _RANKS or abs(total / by - value) > SAME:
        return ""
    adds = " + ".join(f"{at}/{rank}" for at, rank in enumerate(hits, start=1))
    adds = f"({adds})" if len(hits) > 1 else adds
    name = data.run.topics[topic].replace("-", "-\u2060")  # no line ends after it
    marks = data.heads(_RANKS, [topic])[0].marks
    summed = f"{adds} / {by} = {decimals(value)}".replace(" ", "\u00a0")
    return f"{name} {marks}: {summed}."


def doubts() -> None:
    """Say why the means may not be those that were meant."""
    if not _shown() or on_board():
        return
    compared = _pair() or (runs.own_data(),)
    found = dict.fromkeys(doubt for each in compared for doubt in each.doubts)
    if all(each.misses_nothing for each in compared):
        found[
            "No topic misses a relevant document. If only what was returned has been judged, "
            "recall, AP and nDCG are too high."
        ] = None
    for doubt in found:
        plain.sentence(doubt, "notice")


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
    return data.score(metric, screen).mean


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
        return ""
    relevant = sum(bool(document.grade) for document in shown.documents)
    total = int((read.grades[topic] > 0).sum() + (missed > 0).sum())
    text = f"The first {shown.retrieved} of {ranks} ranks are on the board"
    if relevant == total:
        return (
            f"{text}, and below the line all other documents above grade 0. Up to "
            f"k = {shown.retrieved} the scores are those of the whole topic. "
        )
    return (
        f"{text}, with {relevant} of {total} documents above grade 0. So the scores differ from "
        "the topic's. "
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


def _documents(run: JudgedRun, topic: int) -> tuple[list[_Graded], list[_Graded]]:
    """Return the ranked documents of a topic, and those that were never retrieved."""
    assert run.documents
    assert run.missed
    ranked, missed = (
        [(str(title), float(grade)) for title, grade in zip(titles, grades, strict=True) if title]
        for titles, grades in (
            (run.documents[topic], run.ranking.grades[topic]),
            (run.missed[topic], run.ranking.missed[topic]),
        )
    )
    return ranked, missed


def _on_board(topic: int, room: int) -> RankedList:
    """Return the list of a topic with at most `room` documents.

    A longer list keeps its top. Relevant documents that are left out become missed documents, so
    that metrics with a cutoff inside the top keep their scores.
    """
    run = runs.own_data().run
    assert run
    ranked, missed = _documents(run, topic)
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
                None if np.isnan(grade) else _on_card(grade),
            )
            for i, (title, grade) in enumerate(ranked[:depth] + rest, start=1)
        ),
        depth,
        topic=(runs.own_data().id, topic),
    )


def _on_card(grade: float) -> int:
    """Return a grade as a card has it, or refuse it."""
    if grade != int(grade) or grade > max(SCALES):
        raise RefusedError(
            f"A card has whole grades from 0 to {max(SCALES)}, and this topic has {grade:g}: its "
            "list can’t be on the board."
        )
    return int(grade)


def show_topics(chosen: str) -> None:
    """Draw the topics, worst first, and what the mean is of, if there are any."""
    data, pair = runs.own_data(), _pair()
    if not data.run or not _shown():
        return
    run = data.run
    if pair:
        figure.show(_ahead(pair, chosen))
        plain.sentence(f"A: {pair[0].system}. B: {pair[1].system}. {_drawn(run.topics)}")
        change: post.Action = {"do": "turn", "knob": Compared.SOURCE, "to": "files"}
        more = controls.link(PAGES["significance"], "Compare both runs", change=change)
        controls.draw("both", [more])
    with st.container(key="by_topic"):
        if _opened() is None and not pair:
            plain.sentence(_meant(chosen), "text")
        figure.show(_worst_first(chosen))
    if drawn := _drawn(run.topics):
        st.caption(drawn)
    with st.container(key="signs"):
        meant = _meant(chosen) if _opened() is None and pair else ""
        st.caption(f"{meant} {_legend()}".strip())


def show(chosen: str) -> bool:
    """Draw what was noticed, and the means of all metrics; return whether there are topics."""
    data, screen = runs.own_data(), session().shown
    if not data.run or not _shown():
        return False
    label, pair, scores = runs.label(chosen, screen), _pair(), data.score(chosen, screen)
    examples = runs.both("example") if data.ours else None
    # The cutoff has its place above.
    left, right = st.columns(2, gap="medium")
    with left:
        report(chosen)
    with right:
        _notes(pair or (data,))
    counts = [name for name in knobs.of_metrics(chosen) if name not in ("scale", "k")]
    labels = " · ".join(["Scale", *(KNOBS[name].label for name in counts)])
    with st.expander(f"**How {label} counts:** {labels}", key="fold_counts"):
        controls.draw("scale", [_scale(data)], "grid")
        controls.turn(counts)
    _beside(chosen, label, scores)
    if examples:
        lesson.unfold(
            _ahead(examples, chosen),
            f"A second search on the same topics: {examples[1].system} beside {examples[0].system}",
        )
    with st.expander("The mean of every metric, as a table", key="fold_means"):
        _means(chosen, pair or (data,))
    if data.ours:
        with st.container(
            key="example_files", horizontal=True, vertical_alignment="center", gap="small"
        ):
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


def project(chosen: str) -> None:
    """Draw for a hall the topics, worst first, or by how far run B is ahead, if there are any."""
    if runs.own_data().run and _shown():
        pair = _pair()
        figure.in_hall(_ahead(pair, chosen) if pair else _worst_first(chosen))


def _worst_first(chosen: str) -> Figure:
    """Return the chart of the topics by the chosen metric."""
    data, screen = runs.own_data(), session().shown
    assert data.run
    names, label, scores = data.run.topics, runs.label(chosen, screen), data.score(chosen, screen)
    worked = partial(data.worked, chosen)
    ranks = min((screen.cutoff if "k" in knobs.of_metrics(chosen) else 0) or _RANKS, _RANKS)
    heads = partial(data.heads, ranks)
    bars = topics.rows(names, scores, METRICS[chosen], label, _opened(), worked, heads, ranks)
    drawn = f"{topics.MOST} of " * (len(names) > topics.MOST) + counted(len(names), "topic")
    of = f": {'A, ' * bool(_pair())}{data.system}" * (not data.ours)
    title = f"{drawn} by {label}, the worst first{of}"
    return Figure(topics, [*bars], title=title)


def _ahead(compared: tuple[Data, Data], chosen: str) -> Figure:
    """Return the chart of the topics by the difference of two runs."""
    screen = session().shown
    a, b = (each.score(chosen, screen).each for each in compared)
    assert compared[0].run
    rows = topics.ahead(compared[0].run.topics, a, b, opens=True)
    return Figure(topics, rows, "ahead", f"{topics.AHEAD} {runs.label(chosen, screen)}, B − A")


def _notes(compared: Sequence[Data]) -> None:
    """Draw a list of what was noticed while the files were read."""
    noticed = [
        f"{f'Run {name}: ' * (len(compared) > 1)}{note}"
        for name, each in zip("AB", compared, strict=False)
        for note in each.notes
    ]
    shares = [runs.judged_share(each) for each in compared]
    named = ", ".join(f"{name} {share}" for name, share in zip("AB", shares, strict=False))
    noticed.append(
        f"On average judges read {named if len(shares) > 1 else shares[0]} of a topic’s first "
        f"{runs.FIRST} documents (Judged@{runs.FIRST})."
    )
    items = "".join(f"<li>{escape(note)}</li>" for note in noticed)
    st.html(f"<div class='noticed'><h2>What was noticed</h2><p>{_WORDS}</p><ul>{items}</ul></div>")


def report(metric: str) -> None:
    """Draw a paragraph for a report: system, topics, metric, mean, and its interval."""
    data, screen = runs.own_data(), session().shown
    if not data.run or not _shown() or _opened() is not None:
        return
    pair = _pair()
    defined = definition(metric, screen, screen.cutoff, data.top_grade)
    parts = []
    for each in pair or (data,):
        scores = each.score(metric, screen).each
        low, high = compare.t_interval(scores)
        interval = f" (95 % interval {decimals(low)} to {decimals(high)})" * (low == low)
        system = each.system[:1].upper() + each.system[1:] if each.ours else each.system
        parts.append(f"{system}: {decimals(float(scores.mean()))}{interval}")
    text = (
        f"Mean of {counted(len(data.run.topics), 'topic')}, {defined}; "
        f"{without_hits(metric, 'worst')}. {'. '.join(parts)}. Order and ties as in trec_eval."
    )
    st.markdown("## For a report")
    st.html(
        f"<div class='code'><pre tabindex='0'><code>{escape(text)}</code></pre>"
        "<button data-copy>Copy</button></div>"
    )
    if "95 %" in text:
        st.caption(
            "Of 20 such samples of topics, about 19 have a 95 % interval (Student’s t) that holds "
            "the mean of all such topics."
        )


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
        "“without” leaves them out. Four decimals, as trec_eval prints them."
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
    title, key = "Beside another metric: a dot for each topic", "fold_two_metrics"
    with st.expander(title, on_change="rerun", key=key) as unfolded:
        if not unfolded.open:
            return
        other = st.selectbox(
            "Other metric",
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
        figure.show(Figure(two_metrics, rows))
