"""Lesson: the precision–recall curve, its stairs, and the mean of points on them."""

from dataclasses import replace
from functools import partial

from metrics.conventions.combinations import defined
from pages.precision_recall_curve import beside, curve
from ui import lesson
from ui.core.plain import decimals
from ui.core.session import session
from ui.draw import figure, score
from ui.parts import prose, steps

NAME = "precision_recall_curve"
_ELEVEN = 11

lesson.heading(NAME)

iap, ap = score.measure("interpolated_average_precision"), score.measure("average_precision")
screen = iap.screen
iprec = score.measure("interpolated_precision")
rp = score.measure("r_precision")
step = steps.current(NAME)
show = step.show if step else (ap.key, iprec.key)
of_hit = "precision" in show
found = int(iap.breakdown.terms["relevant"].sum())
m, points = int(iap.breakdown.aside["relevant_total"]), iap.breakdown.aside["level"].size
b = score.measure(iap.key, "b") if "b" in screen.lists else None
level = screen["recall_level"] if iprec.key in show else None
iprec = replace(iprec, label=f"IPrec at {screen['recall_level']:g}")
levels = {11: "0, 0.1 and so on to 1", 3: "0.2, 0.5 and 0.8", "quarters": "0.25, 0.5 and 0.75"}[
    screen["point_count"]
]

words = [
    f"**P**, precision, is hits / rank. **R**, recall, is hits / m: m = {m} relevant documents "
    "exist. Each rank is a point of the chart. A hit leads to the right, and a miss straight "
    "down: these are the *teeth* of a saw. Look from one recall to the right: the highest "
    "precision there or further on is the height of the thick *stairs*.",
]
if not of_hit:
    words += [
        "**IAP**, interpolated average precision, is the mean of the stairs’ height "
        f"at {'eleven' if points == _ELEVEN else 'three'} recalls: {levels}. "
        f"Each of these points is a ◇: {beside.weights(iap)}."
        + " Where a recall is never reached, the height is 0."
        * (found < m)
    ]
if ap.key in show:
    words += ["**AP**, average precision, reads the teeth at the hits."]
if level is not None:
    words += [
        f"**IPrec** is the height of the stairs at one recall, r = {level:g} here. "
        f"Straight lines at recall {level:g}: {decimals(beside.on_line(iap, level))}."
    ]
if rp.key in show:
    words += ["**RP**, R-precision, is the precision at rank m."]
if b:
    words += ["List A is at the left. **B** is at the right, and a second colour in the chart."]

below_score = f"<p>IAP is the mean height of the {points} ◇.</p>"
if of_hit:
    below_score = f"<p>P: hits / rank. R: hits / {m} relevant.</p>"
elif b:
    below_score = f"<p>B: IAP {b.text}, AP {score.measure(ap.key, 'b').text}</p>"
elif level is not None:
    below_score = f"<p>IPrec is the stairs’ height at r = {level:g}.</p>"
has_two = b and step and step.lists.get("b")
drawn = curve.rows(iap, b, level=level, equal=rp.key in show, averaged=not of_hit)
before = " Grey: before." * bool(session().projector.presenting and drawn["was"])
if of_hit:
    scores = beside.at_last_hit(iap)
    worked = beside.worked(iap, scores)
else:
    scores = [iap, *(one for one in (ap, iprec, rp) if one.key in show)]
    worked = lesson.worked(iap, factor=f"1/{points}", says=f"◇: {beside.weights(iap)}.")
revealed = lesson.show(
    NAME,
    lesson.Stage(
        scores,
        columns=beside.columns(iap),
        in_cards=beside.in_cards(iap),
        picture=partial(beside.list_b, b) if b and has_two else None,
        chart=figure.Figure(curve, drawn, title=curve.TITLE + before),
        in_hall=not has_two,
        worked=worked,
        knobs=["recall_level", "point_count", "rounding"],
        below_score=below_score,
        words=" ".join(words),
    ),
)

at_points = defined(
    iap.key, **({"point_count": screen["point_count"]} if points != _ELEVEN else {})
)
prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        iap,
        latex=at_points.latex,
        in_words=iap.in_words
        if points == _ELEVEN
        else iap.in_words.replace("1 over 11", "1 over 3").replace("0, 0.1 and so on to 1", levels),
    ),
    scores=not of_hit and partial(lesson.variants_html, iap, "point_count"),
    under_lines=lambda: decimals(beside.under_lines(iap)),
    numbers=partial(
        lesson.numbers,
        iap,
        relevant="hit",
        precision="P@i",
        recall="R@i",
        interpolated="stairs",
        levels="levels",
        contribution="adds",
    ),
    settings=partial(lesson.settings, iap, iprec, ap),
    ways_on=lesson.ways_on(NAME),
)
