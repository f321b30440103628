"""The furniture of a lesson: its question, the list beside its bars, formula, table, questions.

A page runs from top to bottom after every edit, and each of its elements costs (milliseconds on two
slow cores; in the browser unchanged, in the browser changed, of the server's time):

    markdown 0.5, 1.2, 0.04     formula 0.7, 2.7, 0.03     picture 1.2, 5.5, 0.5
    html 0.6, 0.8, 0.05         code 0.6, 0.9, 0.04        a group of controls, a board 0.8, –, 0.33
    columns 1.3, –, 0.3         a widget of Streamlit's 0.4 to 0.7, –, 0.2 to 0.4

So a section is one text, scores that stand together are one piece of HTML, knobs are one group, and
a lesson has two pictures, not four. `make bench` holds the pages to their goals.
"""

from collections.abc import Mapping, Sequence

import streamlit as st

from ui import board, controls, knobs, plain, score
from ui.contents import PAGES
from ui.knobs import KNOBS, Choice
from ui.pictures import beside_cards
from ui.pictures.beside_cards import Bars
from ui.plain import decimals
from ui.presets import presets
from ui.score import Measured
from ui.screen import Name
from ui.session import session


def heading(name: str) -> None:
    """Open a page by its name: its question, its presets, and what it owes the reader a word about.

    A page without a line in the table of contents gives its title itself.
    """
    page = PAGES.get(name)
    title = f"{page.title}: {page.question}" if page else name
    if page and page.metrics:
        question, lists = st.columns([7, 5], gap="large")
        question.title(title, anchor=False)
        with lists:
            _presets(name, page.metrics[0])
    else:
        st.title(title, anchor=False)
    score.sentences()


def _presets(lesson: str, metric: str) -> None:
    """Draw the lists that make a lesson's points, and what to look for in the present one."""
    now = session().current
    present = next(
        (
            each
            for each in presets(lesson).values()
            if each.lists["a"] == now.a and each.on(now) == now
        ),
        None,
    )
    if present and score.awaits_guess(metric):
        note = "What it shows stands here once you have guessed."
    else:
        note = present.says if present else "Each preset makes one point. Or drag your own."
    controls.preset(lesson, present.id if present else None, note)


def stage(
    *measured: Measured,
    columns: Mapping[Name, Sequence[Bars]],
    turn: Sequence[str] | None = None,
) -> bool:
    """Draw scores, and lists beside their bars; tell whether the answer may be seen.

    Args:
        measured: the scores, the first of which is guessed when the reader predicts first.
        columns: the bars beside each list that the lesson is about, by the list's name.
        turn: the knobs to draw; by default those the measured metrics listen to.
    """
    with st.container(key="bar", horizontal=True, vertical_alignment="bottom"):
        revealed = score.score_or_guess(measured)
        controls.toolbar()
    for name, bars in columns.items():
        if name not in session().current.lists:
            continue
        key = "pick" if name == "a" else f"pick_{name}"
        left, right = st.columns([1, 1], gap="small")
        with right:
            if revealed:
                beside_cards.draw(session().shown, name, bars, key)
        with left:
            board.show(name, lit=board.picked(key))
    if revealed:
        score.note_undefined(measured)
    controls.turn(knobs.of(*(one.key for one in measured)) if turn is None else turn)
    return revealed


def section(title: str, text: str = "") -> None:
    """Open a section of a page; one element, because each costs a message in every run."""
    st.markdown(f"## {title}\n\n{text}")


def formula(measured: Measured, numbers: str, latex: str = "") -> None:
    """Draw the formula, the measure's own or as a knob changes it, and the numbers in it."""
    section("The formula, with these numbers", f"$${latex or measured.latex}$$")
    # An element of its own: only this one has to be set anew after an edit.
    st.markdown(rf"$$\mathrm{{{measured.label}}} = {numbers} = {decimals(measured.score)}$$")


def variants(measured: Measured, field: str, title: str, remark: str) -> None:
    """Draw the score once for every position of one knob, all else being equal."""
    knob = KNOBS[field]
    assert isinstance(knob, Choice)
    scores = {
        f"÷ {name}": measured.score
        if value == measured.screen[field]
        else float(
            score.compute(
                measured.key, measured.name, measured.screen.turned(**{field: value})
            ).score
        )
        for value, name in knob.names(measured.screen.scale).items()
    }
    st.html(f"<h2>{title}</h2><p>{remark}</p>{score.variants_html(scores)}")


def table(measured: Measured, **headings: str) -> None:
    """Draw the named terms row by row, their sum below, and offer the table as a file.

    What is charged beside the ranks has a row of its own, so that the rows add up to the sum.
    """
    terms, remainder = measured.breakdown.terms, float(measured.breakdown.remainder)
    head = ["rank", "document", "grade", *headings.values()]
    body: list[list[object]] = [
        [rank, document.title, "?" if document.grade is None else document.grade, *map(float, row)]
        for rank, (document, *row) in enumerate(
            zip(measured.ranked.documents, *(terms[name] for name in headings), strict=False),
            start=1,
        )
    ]
    if remainder and remainder == remainder:
        blank = [""] * (len(headings) - 1)
        body.append(["", "charged for what was not found", "", *blank, remainder])
    total = ["", f"Sum = {measured.label}", *[""] * len(headings), decimals(measured.score, 4)]
    st.html(f"<h2>Rank by rank</h2>{plain.table_html(head, body, total)}")
    st.download_button(
        "Table as CSV",
        lambda: plain.csv(head, body),
        f"{measured.key}.csv",
        "text/csv",
        on_click="ignore",
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
