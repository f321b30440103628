"""The parts of a lesson: its question, the list beside its bars, formula, table, questions.

A page runs from top to bottom after every edit, and each of its elements costs time. In ms on two
slow cores: the browser's if unchanged, the browser's if changed, the server's:

    markdown 0.5, 1.2, 0.04     formula 0.7, 2.7, 0.03     chart 1.2, 9 to 14, 1.5
    html 0.6, 0.8, 0.05         code 0.6, 0.9, 0.04        a group of controls, a board 0.8, –, 0.33
    columns 1.3, –, 0.3         a widget of Streamlit's 0.4 to 0.7, –, 0.2 to 0.4

So a section is one text, scores side by side are one piece of HTML, knobs are one group, and a
lesson has two charts, three at most. `make bench` checks the times of the pages.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import streamlit as st

from metrics.catalog import METRICS
from metrics.conventions import tools_by
from metrics.conventions.combinations import POSITIONS
from ui.contents import LESSONS, PAGES, lesson_on
from ui.core import knobs, plain
from ui.core.columns import Column
from ui.core.knob_kinds import Choice
from ui.core.knobs import KNOBS
from ui.core.plain import decimals
from ui.core.presets import presets
from ui.core.screen import Name
from ui.core.session import Depth, session
from ui.draw import beside_cards, figure, rank_terms, score, scoreboard
from ui.draw.figure import Figure
from ui.draw.score import Measured
from ui.export import notebook, numpy_code
from ui.export.notebook import Table
from ui.parts import board, controls, steps
from ui.parts.controls import Control
from ui.parts.present import AllDrawn
from ui.room import figures as answers
from ui.room import wall as room

_View = TypeVar("_View")

_MOST_TOOLS: Final = 6
"""Most tools that are named beside a number; the others are only counted."""

_COUNTS: Final = {"relevant", "irrelevant_above", "right", "wrong"}
"""Terms that are whole numbers; so are all terms of a score without decimals."""

_OF_COUNTS: Final = {"recall", "f1", "r_precision", "interpolated_precision"}
"""Scores that are fractions of counts."""
_FEW: Final = 8
"""Most summands of a formula that also shows those that are 0."""

_NOTHING: Final = "0/0"
"""The factor of a score that has nothing to divide by."""
_LONG: Final = 46
"""Most characters of the summands of a formula on a slide that is written large."""

_REST: Final = "<div class='awaited' style='min-height: 14000px'></div>"
"""Stands for the text below a stage, and is higher than any: where the server starts anew while
somebody reads that text, the place stays in sight."""


Summand: TypeAlias = tuple[int, str]
"""The rank, 0 for what belongs to none, and what is added: `2/3`, `1/3·0.047`."""


class WorkedFormula(NamedTuple):
    """The formula of a score with the current numbers.

    Attributes:
        measured: the score.
        summands: what each rank adds; a lesson may leave out those that add 0.
        factor: factor of their sum, as `1/5`; `0/0` for a score that is no number.
        longest: most characters of the summands on a slide.
        also: other scores with their numbers, as `R@5 = 3/4 = 0.750`.
        says: what the score is, in a sentence for a hall; none where there is no room. Formulas of
            several scores have it in a line of its own.
        flat: whether no fraction is stacked; else none is beside a product of fractions.
        below: the same scores of another list, in a line of their own.
    """

    measured: Measured
    summands: Sequence[Summand]
    factor: str = ""
    longest: int = 170
    also: Sequence[str] = ()
    says: str = ""
    flat: bool = False
    below: Sequence[str] = ()


def worked(measured: Measured, factor: str = "", says: str = "") -> WorkedFormula:
    """Return the formula of a score whose terms are in `ui.draw.rank_terms`."""
    terms = rank_terms.OF[measured.key](measured.breakdown)
    summands = [(term.rank, term.summand) for term in terms if term.summand]
    return WorkedFormula(measured, summands, factor, says=says)


def worked_out(measured: Measured) -> WorkedFormula:
    """Return the formula of a metric with its numbers, as fractions if it has some."""
    key, breakdown = measured.key, measured.breakdown
    if key == "reciprocal_rank":
        adds = enumerate(breakdown.terms["contribution"].tolist(), start=1)
        return WorkedFormula(measured, [(rank, f"1/{rank}") for rank, add in adds if add])
    factor = rank_terms.factor(key, breakdown, measured.screen.k)
    return worked(measured, factor) if factor else summed(measured)


def summed(measured: Measured) -> WorkedFormula:
    """Return the formula of a score as the sum of what ranks add, without those that add 0."""
    breakdown, places = measured.breakdown, measured.places
    adds = [*enumerate(breakdown.terms["contribution"].tolist(), start=1), (0, breakdown.remainder)]

    def text(add: float) -> str:
        share = rank_terms.fraction(add, 100) if measured.key in _OF_COUNTS else ""
        return share or decimals(add, places)

    return WorkedFormula(measured, [(rank, text(add)) for rank, add in adds if add])


def heading(name: str, instead: Control | None = None) -> None:
    """Draw the top of a page: its question, its steps, and pending sentences for the reader.

    `name` is the page's name, or the title of a page that is not in the table of contents. A hall
    reads the question of the step instead of the page's. `instead` is as in `steps.draw`.
    """
    page = PAGES.get(name)
    title = page.title if page else name
    asks = page.question if page and not session().projector.presenting else ""
    st.title(f"{title}: :small[{asks}]" if asks else title, anchor=False)
    if presets(name):
        steps.draw(name, room.class_question(), instead)
    scoreboard.sentences()


@dataclass(frozen=True)
class Stage:
    """A lesson's list, and all about it: it fits on one screen while the list is short.

    Attributes:
        measured: the scores; the first is guessed if the reader predicts first.
        columns: the bars beside list A; the last column is what each rank adds, which a phone shows
            inside the cards. Without columns, `above` draws all lists, each with its bars.
        words: Markdown about list and bars, below the list.
        worked: the formula with the current numbers; None if it has too many.
        chart: the breakdown by position, below the bars; a hall sees it in their place when it is
            asked for.
        in_hall: whether a hall sees the chart from the start: in the place of the bars, or below
            the picture.
        knobs: the lesson's most important knobs. Each is drawn when a step needs it, or when its
            value is not the usual one.
        always: knobs that a reader has beside the buttons at every step, but a hall has not.
        buttons: buttons of this lesson, in the menu.
        below_score: HTML that stays in sight with the scores (`scoreboard.score_or_guess`).
        middle: draws what stands between the cards and the bars.
        picture: draws what stands in the place of the bars; gets whether the answer is hidden.
        remark: what a screen reader says besides the scores, unless the answer is hidden.
        in_cards: what a phone shows inside the cards instead of the last column, if that is long.
        swaps: for each two neighbours, what their swap changes; draws buttons between cards.
        above: draws what stands between the scores and the list, as wide as both columns; gets
            whether the answer is hidden.
        board: draws what stands in the place of list A; gets whether the answer is hidden.
        more: further charts of the page for a hall.
        lists: the list that the buttons put in order, "queries" for all of them, or "" for none.
        ideal: whether one of the orders is that by the grades.
    """

    measured: Sequence[Measured]
    columns: Sequence[Column]
    words: str
    worked: WorkedFormula | None
    chart: Figure | None = None
    in_hall: bool = False
    knobs: Sequence[str] = ()
    always: Sequence[str] = ()
    buttons: Sequence[controls.Control] = ()
    below_score: str | None = None
    middle: Callable[[], None] | None = None
    picture: Callable[[bool], None] | None = None
    remark: str = ""
    in_cards: Column | None = None
    swaps: Sequence[str] | None = None
    above: Callable[[bool], None] | None = None
    board: Callable[[bool], None] | None = None
    more: Sequence[Figure] = ()
    lists: Name = "a"
    ideal: bool = True


def show(lesson: str, stage: Stage) -> bool:
    """Draw the list, its scores and bars; return whether the answer may be seen.

    From the buttons to the foot of the page there are two columns: the list with its buttons and
    words, and the score with its bars and its chart.
    """
    state, presenting = session(), session().projector.presenting
    several = not (stage.columns or stage.board)
    in_hall = presenting and stage.in_hall
    chart = None if in_hall else stage.chart
    room.offer(*stage.measured)
    given, needed = answer_figures(), steps.shown(lesson, stage.knobs)
    with st.container(key="bar", horizontal=True):
        revealed = scoreboard.score_or_guess(stage.measured, stage.below_score)
        state.drawn.hidden = not revealed
        drawn = [chart, *stage.more] if chart and revealed and presenting else []
        charts = figure.views(drawn)
        views: list[tuple[Figure, int] | None] = [*given] or [None, *charts]  # None: the bars
        controls.toolbar(
            main_knobs=[*dict.fromkeys([*([] if presenting else stage.always), *needed])],
            orders_of=stage.lists,
            charts=len(views) - 1 if chart or given else None,
            menu=stage.buttons,
            ideal=stage.ideal,
        )
    if revealed:
        state.drawn.add(stage.remark)
    view = _chosen_view(views)
    beside = view if several else None
    with st.container(key="hall_halves", horizontal=True) if beside else nullcontext():
        if stage.above:
            stage.above(not revealed)
        if beside:
            _on_projector(beside)
    widths = [1, 1.15] if given else [1.3, 1] if view else [1, 1]
    columns = [nullcontext()] * 2 if several and presenting else st.columns(widths, gap="small")
    with columns[0]:
        if stage.board:
            stage.board(not revealed)
        elif not several:
            board.show(
                "a",
                adds=stage.in_cards or stage.columns[-1],
                hidden=not revealed,
                swaps=stage.swaps,
                plain=steps.is_first(lesson),
            )
        if not presenting:
            note = scoreboard.undefined(stage.measured) if revealed else ""
            worked = worked_html(stage.worked, hidden=not revealed) if stage.worked else ""
            words = plain.typeset(stage.words)
            st.markdown(f"{worked}\n\n{words}\n\n{note}", unsafe_allow_html=True)
    with columns[1]:
        if stage.picture and not view:
            stage.picture(not revealed)
        elif view and not several:
            _on_projector(view)
        elif stage.middle:
            handles, bars = st.columns([0.4, 1], gap="small")
            with handles:
                stage.middle()
            with bars:
                beside_cards.draw(state.shown, "a", stage.columns, hidden=not revealed)
        elif stage.columns and not in_hall:
            beside_cards.draw(state.shown, "a", stage.columns, hidden=not revealed)
        if in_hall and stage.chart and revealed and not view:
            figure.in_hall(stage.chart)
        if chart and revealed and not presenting:
            state.drawn.figure = chart.read()  # the notebook draws it, too
            figure.show(state.drawn.figure)
    if presenting and stage.worked:
        st.html(worked_html(stage.worked, projector=True, hidden=not revealed))
    if presenting:
        raise AllDrawn
    if state.depth < Depth.TEXT:
        st.html(_REST)
        raise AllDrawn
    return revealed


def _chosen_view(views: Sequence[_View]) -> _View:
    """Return the view that the key of the charts has led to; the first if there are fewer."""
    at = session().projector.chart
    return views[at if at < len(views) else 0]


def _on_projector(view: tuple[Figure, int]) -> None:
    """Draw one view of a chart for a hall, instead of the bars beside the cards."""
    if not session().projector.presenting:  # the answers of a class, on a page as wide as it likes
        figure.show(view[0])
        return
    figure.in_hall(*view)


def answer_figures() -> list[tuple[Figure, int]]:
    """Return the pictures of the answers of a class that are to be drawn here now, if any."""
    given = room.results()
    if not given:
        return []
    if not given.figures:
        drawn = answers.figures(
            given.question,
            given.rounds,
            given.truth,
            moves=given.moves,
            screen=given.screen,
            keys=given.lecturers_copy["keys"],
            goal=given.lecturers_copy["goal"],
        )
        given.figures.extend(drawn)
    return [(picture, 0) for picture in given.figures]


def show_answers() -> None:
    """Draw the answers of a class on a page without a stage, if there are any to be drawn."""
    if views := answer_figures():
        projector = session().projector
        with st.container(key="class_answers"):
            shown, _ = _chosen_view(views)
            figure.show(shown, view=0 if projector.presenting else None)


def unfold(chart: Figure, label: str) -> None:
    """Draw a folded chart; its data is sent when the reader opens it."""
    with st.expander(label, on_change="rerun", key=f"fold_{chart.name}") as opened:
        if opened.open:
            figure.show(chart)


@cache
def to_step(text: str, lesson: str, step: str) -> str:
    """Write a link that takes a step of a lesson."""
    return controls.invite(text, {"do": "preset", "lesson": lesson, "to": step})


def formula_text(
    measured: Measured,
    letters: Mapping[str, str] | None = None,
    *,
    latex: str = "",
    in_words: str = "",
) -> str:
    """Return the formula of a score in Markdown, with the same in sentences.

    A screen reader says all of them. The eye sees those from "Here" on, which explain the letters.

    Args:
        measured: the score.
        letters: what the sentences do not say about a letter.
        latex: the formula, if a knob changes it; by default the measure's own.
        in_words: the sentences of `latex`.
    """
    if not latex:
        latex, in_words = measured.latex, measured.in_words
    legend = "; ".join(f"*{letter}*: {meaning}" for letter, meaning in (letters or {}).items())
    legend += "." * bool(legend)
    session().drawn.formula = f"$$\n{latex}\n$$\n\n{in_words}\n{legend}"
    return f"$$\n{latex}\n$$\n\n{seen(in_words)}\n{legend}"


def seen(in_words: str) -> str:
    """Write the sentences of a formula, of which the eye sees those from "Here" on.

    >>> seen("P is 1 over k. Here k is a rank.")
    "<span class='spoken'>P is 1 over k.</span> Here k is a rank."
    """
    spoken, here, letters = in_words.partition(" Here ")
    return f"<span class='spoken'>{spoken}</span>{here}{letters}" if here else in_words


def worked_html(worked: WorkedFormula, *, projector: bool = False, hidden: bool = False) -> str:
    """Write a formula with the current numbers, for the page or for a slide.

    Summands of 0 are left out where there are many summands. A hidden formula takes its place.
    """
    measured, summands, factor, longest, also, says, flat, below = worked
    about = {rank: plain.about(measured.document(rank)) for rank, _ in summands if rank}
    if len(summands) > _FEW:
        summands = [each for each in summands if not re.match(r"(.*·)?0(?![.\d/])", each[1])]
    ends = [*accumulate(len(text) + 3 for _, text in summands)]
    fit = sum(end <= longest for end in ends) if projector else len(ends)
    flat = flat or any(_has_fractions(text) for _, text in summands)
    terms = "".join(
        f"{_sign(summand, first=not at)}<span{about.get(rank, '')}>"
        f"{_product(summand.removeprefix('−'), flat=flat)}</span>"
        for at, (rank, summand) in enumerate(summands[:fit])
    ) + " + …" * (fit < len(summands))
    total = f"{_product(factor)} ({terms or 0})" if factor else terms
    long = " long" * (sum(ends[-1:]) + sum(map(len, [*also, *below])) > min(_LONG, longest / 3))
    look = f"class='slide formula{long}'" if projector else "class='wide formula' tabindex='0'"
    total = f" {total} =\u00a0" if terms or factor else "\u00a0"
    others = "<br>".join(
        "".join(
            f"<span class='also'>{_product(a)} <b>{b}</b></span>"
            for a, _, b in (other.rpartition(" ") for other in line)
        )
        for line in ((also, below) if below else (also,))
    )
    shown = "" if hidden else f"{measured.label} ={total}<b>{measured.text}</b>{others}"
    if factor == _NOTHING and not hidden:
        counts = "so there is none" if measured.score != measured.score else "which counts as"
        shown = f"{measured.label}: {_NOTHING}, {counts} <b>{measured.text}</b>{others}"
    if says and projector and (also or below or not long):
        shown += f"<span class='says'><span>{says}</span></span>"
    return f"<p {look} role='region' aria-label='Formula'>{shown}</p>"


def _sign(summand: str, *, first: bool) -> str:
    """Write the sign in front of a summand."""
    return ("−" if first else " − ") if summand.startswith("−") else "" if first else " + "


def _has_fractions(text: str) -> bool:
    """Return whether a text is a product of several fractions."""
    return "·" in text and text.count("/") > 1


def _product(text: str, *, flat: bool = False) -> str:
    """Write `1/3·0.047` with a stacked fraction, in HTML because Streamlit removes MathML.

    Beside a product of several fractions, as `1/2·5/8·7/8`, none is stacked: a `flat` sum.
    """
    if flat or _has_fractions(text):
        return text.replace("·", " · ")
    return re.sub(
        r"([\d.]+)/([\d.]+)",
        r"<span class='fraction'><span>\1</span><i>/</i><span>\2</span></span>",
        text.replace("·", " · "),
    )


def variants(
    measured: Measured,
    field: str,
    notes: Mapping[str, str] | None = None,
    *,
    turns: bool = False,
) -> None:
    """Draw the score for every position of one knob, and the tools that use this position.

    `notes` add texts on positions to the tools; `turns` is as for `variants_html`.
    """
    if not session().drawn.hidden:
        st.html(variants_html(measured, field, notes, with_tools=True, turns=turns))


def variants_html(
    measured: Measured,
    field: str,
    notes: Mapping[str, str] | None = None,
    *,
    with_tools: bool = False,
    leave_out: Sequence[Any] = (),
    turns: bool = False,
) -> str:
    """Write the score for every position of one knob.

    Args:
        measured: the score.
        field: key of the knob.
        notes: texts on positions.
        with_tools: whether to name the tools that use a position, in front of its note.
        leave_out: positions without a score, unless they are the current one.
        turns: whether the name of another position is a link that turns the knob to it.
    """
    knob = KNOBS[field]
    assert isinstance(knob, Choice)
    notes = notes or {}
    parameter = knob.parameter[1] if knob.parameter else field
    tools = _tools(measured.key, parameter) if with_tools else {}
    return scoreboard.variants_html(
        {
            (
                scoreboard.turning(name.partition(":")[0], field, value)
                if turns and value != measured.screen[field]
                else name.partition(":")[0],
                value == measured.screen[field],
                "; ".join(filter(None, (tools.get(value, ""), notes.get(value, "")))),
            ): score.score_with(measured, field, value)
            for value, name in knob.names(measured.screen.scale).items()
            if value not in leave_out or value == measured.screen[field]
        }
    )


def settings(*measured: Measured) -> None:
    """Draw all knobs of the scores."""
    controls.turn(knobs.of_metrics(*(one.key for one in measured)))


@cache
def _tools(metric: str, knob: str) -> Mapping[str, str]:
    """Return, for each position of a knob, the names of some tools that use it."""
    if metric not in METRICS or knob not in POSITIONS:
        return {}
    return {
        position: ", ".join(names[:_MOST_TOOLS])
        + f" and {len(names) - _MOST_TOOLS} more" * (len(names) > _MOST_TOOLS)
        for position, names in tools_by(metric, knob).items()
    }


def beside(scores: Mapping[tuple[str, bool, str], float]) -> None:
    """Draw scores side by side; keys are the name, whether it is the page's own, and a remark."""
    st.html(scoreboard.variants_html(scores))


def numbers(
    measured: Measured,
    code: str = "",
    each: tuple[Sequence[str], Sequence[Sequence[object]]] | None = None,
    **headings: str,
) -> None:
    """Draw a lesson's score as a table by rank, with downloads, and as lines of plain NumPy.

    Args:
        measured: the score.
        code: NumPy lines that end with `score`; by default those of the catalog's metric.
        each: headings and first cells of the rows, if a row is not a document.
        headings: the heading of each term to show.

    A remainder that belongs to no rank has its own row, so that the rows add up to the sum.
    """
    if session().drawn.hidden:
        return
    terms, remainder = measured.breakdown.terms, float(measured.breakdown.remainder)
    code = code or numpy_code.code_of(measured)
    first, rows = each or (
        ("rank", "document", "grade"),
        [
            (
                rank if rank <= measured.ranked.retrieved else "–",
                document.title,
                "?" if document.grade is None else document.grade,
            )
            for rank, document in enumerate(measured.ranked.documents, start=1)
        ],
    )
    head = [*first, *headings.values()]
    columns = [
        [*map(int if name in _COUNTS or not measured.places else float, terms[name])]
        for name in headings
    ]
    body: list[list[object]] = [[*cells, *row] for cells, *row in zip(rows, *columns, strict=False)]
    marks = [measured.document(rank) for rank in range(1, len(body) + 1)]
    blank = [""] * (len(head) - 3)
    if remainder and remainder == remainder:
        body.append(["", "charged for what was not found", *blank, remainder])
    total = [
        "",
        f"Sum = {measured.label}",
        *blank,
        measured.score if measured.places else decimals(measured.score, 0),
    ]
    title = f"The numbers, {first[0]} by {first[0]}"
    table = plain.table_html(title, head, body, total, words=(1,), marks=marks)
    st.html(f"<h2>{title}</h2>{table}")
    page = lesson_on(measured.key)
    adds = headings["contribution"]
    with st.container(key="take", horizontal=True):
        st.download_button(
            "Table as CSV",
            lambda: plain.csv(head, body),
            f"{measured.key}.csv",
            "text/csv",
            on_click="ignore",
        )
        if page:
            notebook.download(
                page.name,
                lambda origin: notebook.of_one(origin, measured, code, Table(head, body), adds),
            )
    st.html(
        "<p>The same number in plain NumPy:</p><div class='code'><pre tabindex='0'><code>"
        f"import numpy as np\n\n{escape(code.strip())}</code></pre>"
        "<button data-copy>Copy</button></div>"
    )


def take(name: str, measured: Sequence[Measured]) -> None:
    """Draw the download of the scores as a notebook, on a page without `numbers`."""
    if session().drawn.hidden:
        return
    notebook.download(name, lambda origin: notebook.of_several(origin, measured))


def fold(title: str, inner: str) -> None:
    """Draw folded HTML below a title."""
    st.html(f"<details class='fold'><summary>{title}</summary>{inner}</details>")


def ways_on(name: str, *, has_list: bool = True) -> str:
    """Return links to the lessons before and after one, and to its list in the playground."""
    at = next(at for at, page in enumerate(LESSONS) if page.name == name)
    ways = [(page.url, f"← {page.title}") for page in LESSONS[max(at - 1, 0) : at]]
    ways += [(page.url, f"{page.title} →") for page in LESSONS[at + 1 : at + 2]]
    metrics = ",".join(metric for metric in LESSONS[at].metrics if metric in METRICS)
    shown = f"?show={metrics}" if metrics else ""
    if has_list:
        ways.append((f"{PAGES['playground'].url}{shown}", "This list in the playground"))
    links = "".join(f"<a href='{url}'>{escape(words)}</a>" for url, words in ways)
    return f"<nav class='ways' aria-label='Lessons'>Lesson {at + 1} of {len(LESSONS)}{links}</nav>"
