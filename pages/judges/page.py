"""Lesson: two judges, and how far they agree beyond chance."""

from functools import partial

import streamlit as st

from pages.judges import alpha, label_shares, labelled, many, shares, symmetric, two_judges
from pages.judges import drawing as judges
from pages.judges.drawing import NAME
from pages.judges.knobs import Judges
from ui import lesson
from ui.core.plain import decimals, typeset
from ui.core.session import session
from ui.draw import figure
from ui.parts import controls, prose, steps

_FEW = 6  # most documents below whose answers there is room for words

lesson.heading("judges")

measures = judges.measured()
main = measures[0]
screen, since = main.screen, session().since
each, is_counted = judges.pairs(screen), judges.is_counted(screen)
presenting, step = session().projector.presenting, steps.current(NAME)
about_returned, with_kappa = judges.is_about_returned(screen), main.key == "kappa"
has_labels, of_many = judges.has_labels(screen), many.is_shown(screen)

words = (
    "Type a count into the table. A row is what judge 1 says, a column what judge 2 says.\n\n"
    if is_counted
    else "Each row is a document. Press an answer to change it.\n\n" * (not with_kappa)
)
if about_returned:
    words += (
        "A rule says when a document counts as relevant. A *hit* is a relevant document that the "
        "system returned.\n\n**P**, precision, is the share of hits in what was returned. **R**, "
        "recall, is the share of the relevant documents that are hits. **F1**, their harmonic "
        "mean, is 2 · hits ÷ (returned + relevant)."
    )
else:
    marked = " (✓)" * (not (is_counted or judges.is_tabled(screen)) and len(each) == 1)
    words += (
        "**P(A)**, the proportion of agreement, is the share of the documents on which two judges "
        f"say the same{marked}."
    )
    words += " But two who do not read say the same now and then, too: by *chance*." * (
        not with_kappa
    )
if with_kappa:
    pooled, one = screen[Judges.MARGINS] == "pooled", main.label == judges.ONE
    often = "as often as the two together do" if pooled else "as often as this judge does"
    named = ", here Scott’s, with pooled shares," if pooled else ", here Cohen’s, with own shares,"
    named *= not (one and step)
    words += (
        "\n\n**P(E)**, the proportion expected by chance, is this share for two who do not read: "
        f"each says “relevant” {often}. Multiply both shares of “relevant”, and both of “not”. "
        f"Add the two.\n\n**κ**, kappa{named} is the part of the way from "
        "P(E) to 1 that they went. It is P(A)\u00a0−\u00a0P(E), divided by 1\u00a0−\u00a0P(E)."
    )
    if len(each) > 1:
        words += " Three judges are three pairs, and all three scores are means over them."
is_long = not (presenting or is_counted or judges.is_tabled(screen))
is_long = is_long and len(judges.said(screen)[0]) > _FEW
if has_labels:
    words = labelled.words(screen)


def worked() -> lesson.WorkedFormula:
    """Return the formula of the first score with its numbers."""
    if about_returned:
        parts = [judges.fraction(metric, screen) for metric in judges.AGREED]
        also = [
            f"{each.label} = {part} = {each.text}"
            for each, part in zip(measures[1:], parts[1:], strict=True)
        ]
        return lesson.WorkedFormula(main, [(0, parts[0])], also=also)
    if len(each) > 1:
        summands = [(0, decimals(float(pair.agreement.score))) for pair in each]
        return lesson.WorkedFormula(main, summands, f"1/{len(each)}")
    (pair,) = each
    if not with_kappa:
        both = [(0, f"{count:.0f}") for count in pair.table.diagonal()]
        says = "P(A): (both relevant + both not) ÷ all documents."
        return lesson.WorkedFormula(main, both, f"1/{pair.table.sum():.0f}", says=says)
    is_below = presenting and step and Judges.MARGINS not in step.show  # below the score
    says = "P(E): how often two agree by chance. κ: the part of the way from P(E) to 1."
    says *= not is_below
    if pair.agreement.undefined:
        return lesson.WorkedFormula(main, [], "0/0", says=says)
    observed, expected = judges.both_shares(screen, pair)
    also = [*judges.relevant_of_all(screen, pair), expected]
    if not presenting:  # where bars show P(A)
        also = [observed, *also]
    return lesson.WorkedFormula(main, [(0, shares.gone(pair, "/"))], also=also, says=says)


def of_pairs() -> lesson.Stage:
    """Return what each two judges said, and the scores of that."""
    below = judges.said_relevant(screen)
    is_told = with_kappa and step and steps.is_first(NAME) and Judges.MARGINS not in step.show
    if len(each) == 1 and not (with_kappa or about_returned):
        alike = zip(each[0].table.diagonal(), each[0].kinds, strict=True)
        below = "Same: " + " + ".join(f"{count:.0f} both {kind}" for count, kind in alike)
    elif has_labels:
        below = labelled.both_kappas(screen) or below
    elif is_told and presenting:
        below = "P(A): they agree. P(E): they would by chance. κ = (P(A) − P(E)) ÷ (1 − P(E))"
    elif is_told:
        below = "P(A): they agree. P(E): they would by chance."
    before = judges.pairs(since) if since else ()
    title = "" if with_kappa else "P(A): where do they agree?"
    if with_kappa and presenting and before:
        title = f"{shares.SHORT} Frame: before."
    rows = shares.rows(screen, before, chance=with_kappa)
    drawn = label_shares if has_labels else shares
    chart = None if about_returned else figure.Figure(drawn, rows, title=title)
    return lesson.Stage(
        measures,
        columns=(),
        board=board,
        picture=partial(picture, chart),
        worked=worked(),
        chart=None if is_long else chart,
        in_hall=presenting and len(each) == 1,
        knobs=[Judges.MARGINS, Judges.NEEDED],
        lists="",
        below_score=f"<p>{below}</p>",
        words="" if is_long else words,
    )


def picture(chart: figure.Figure | None, hidden: bool) -> None:
    """Draw the table of the counts, the chart, and beside many answers also the words."""
    (labelled.table if has_labels else judges.table)(screen, hidden=hidden)
    if not is_long:
        return
    if chart and not hidden:
        session().drawn.figure = chart.read()
        figure.show(session().drawn.figure)
    st.markdown(typeset(words), unsafe_allow_html=True)


def board(hidden: bool) -> None:
    """Draw what the judges said."""
    judges.board(screen, hidden=hidden)


revealed = lesson.show(NAME, many.stage(measures, board) if of_many else of_pairs())


def numbers() -> None:
    """Draw the numbers of the score by answer, by pair or by document, and as NumPy lines."""
    if of_many:
        many.numbers(main)
        return
    if about_returned:
        relevant, returned = judges.agreed(screen), [*map(int, judges.returned(screen))]
        code = f"""
relevant = np.array({relevant})
returned = np.array({returned})
hits = (relevant * returned).sum()
score = hits / max(returned.sum(), 1)
"""
        rows = [
            (at, "relevant" if grade else "not")
            for at, (grade, was_returned) in enumerate(zip(relevant, returned, strict=True), 1)
            if was_returned
        ]
        lesson.numbers(main, code, (("document", "counts as"), rows), contribution="adds")
        return
    tables = ", ".join(f"{pair.table.astype(int).tolist()}" for pair in each)
    code = f"""
tables = np.array([{tables}])
shares = tables / tables.sum((1, 2), keepdims=True)
observed = np.trace(shares, axis1=1, axis2=2)
"""
    if with_kappa:
        code += "first, second = shares.sum(2), shares.sum(1)\n"
        code += (
            "first = second = (first + second) / 2\n" if screen[Judges.MARGINS] == "pooled" else ""
        )
        code += "expected = (first * second).sum(1)\n"
        code += "score = ((observed - expected) / (1 - expected)).mean()\n"
    else:
        code += "score = observed.mean()\n"
    by, names = "answer", ["both relevant", "both not"]
    if has_labels:
        by, names = "label", [f"both {kind}" for kind in each[0].kinds]
    if len(each) > 1:
        by, names = "judges", [pair.name for pair in each]
    terms = {"observed": "P(A)", "expected": "P(E)"} if with_kappa else {}
    lesson.numbers(
        main, code, (("row", by), [*enumerate(names, start=1)]), **terms, contribution="adds"
    )


def margins() -> str:
    """Write κ by the pooled margins, and by each judge's own."""
    if of_many:
        return ""
    return lesson.variants_html(main, Judges.MARGINS)


shows_table = judges.is_tabled(screen) and len(each) == 1
tabled = not (is_counted or about_returned or has_labels or shows_table or of_many)
later = revealed and (with_kappa or about_returned)
prose.draw(
    NAME,
    kappa=revealed and with_kappa,
    formula=partial(lesson.formula_text, main),
    margins=margins,
    later=later,
    early=revealed and not later,
    tabled=later and tabled,
    patterns=lambda: judges.patterns(screen),
    labelled=revealed and has_labels and partial(labelled.in_numbers, screen),
    many=revealed and of_many and partial(many.in_numbers, screen),
    alpha=partial(alpha.draw, screen),
    symmetric=revealed and with_kappa and not of_many,
    symmetry=partial(symmetric.in_numbers, screen),
    two_judges=partial(two_judges.draw, screen),
    own=partial(judges.draw_own, screen)
    if step
    else "The field and its buttons stand below the answers at the top of this page.",
    panels=not (is_counted or has_labels or of_many)
    and (lambda: controls.draw("panels", judges.other_panels(screen))),
    numbers=numbers,
    settings=partial(controls.turn, [Judges.SOURCE, Judges.MARGINS, Judges.NEEDED]),
    ways_on=lesson.ways_on(NAME, has_list=False),
)
