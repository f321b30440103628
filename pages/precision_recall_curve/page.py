"""Lesson: the precision–recall curve, its stairs, and the mean of points on them."""

from functools import partial

from metrics.conventions.combinations import defined
from pages.precision_recall_curve import beside, curve
from ui import lesson
from ui.core.plain import decimals
from ui.draw import figure, score
from ui.parts import prose, steps

NAME = "precision_recall_curve"

lesson.heading(NAME)

iap, ap = score.measure("interpolated_average_precision"), score.measure("average_precision")
screen = iap.screen
iprec = score.measure("interpolated_precision")
rp = score.measure("r_precision")
step = steps.current(NAME)
show = step.show if step else (iprec.key,)
m, points = int(iap.breakdown.aside["relevant_total"]), iap.breakdown.aside["level"].size
b = score.measure(iap.key, "b") if "b" in screen.lists else None
level = screen["recall_level"] if iprec.key in show else None
levels = {11: "at eleven recalls: 0, 0.1 and so on to 1", 3: "at three recalls: 0.2, 0.5 and 0.8"}

words = [
    f"**P**, precision, is hits / rank. **R**, recall, is hits / m: m = {m} relevant documents "
    "exist. Each rank is a point of the chart. A hit leads to the right, and a miss straight "
    "down: these are the *teeth* of a saw. The thick *stairs* have at each recall the highest "
    "precision there or further right. **IAP**, interpolated average precision, is the mean of "
    f"their height {levels[points]}. Where a recall is never reached, the height is 0. **AP**, "
    "average precision, reads the teeth at the hits.",
]
if iprec.key in show:
    words += [f"**IPrec** is the height of the stairs at one recall, r = {level:g} here."]
if rp.key in show:
    words += ["**RP**, R-precision, is the precision at rank m."]
if b:
    words += ["List A is at the left. **B** is at the right, and a second colour in the chart."]

found = int(iap.breakdown.terms["relevant"].sum())
below_score = f"<p>{found} of {m} relevant documents are in the top {screen.k}.</p>"
if b:
    below_score = f"<p>B: IAP {b.text}, AP {score.measure(ap.key, 'b').text}</p>"
elif level is not None:
    below_score = (
        f"<p>Straight lines at recall {level:g}: {decimals(beside.on_line(iap, level))}</p>"
    )
has_two = b and step and step.lists.get("b")
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [iap, ap, *(one for one in (iprec, rp) if one.key in show)],
        columns=beside.columns(iap),
        in_cards=beside.in_cards(iap),
        picture=partial(beside.list_b, b) if b and has_two else None,
        chart=figure.Figure(curve, curve.rows(iap, b, level=level, equal=rp.key in show)),
        in_hall=not has_two,
        worked=lesson.worked(
            iap,
            factor=f"1/{points}",
            says="Each recall level adds the highest precision there or beyond.",
        ),
        knobs=["recall_level", "point_count", "rounding"],
        below_score=below_score,
        words=" ".join(words),
    ),
)

at_points = defined(iap.key, **({"point_count": points} if points == 3 else {}))
prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        iap,
        latex=at_points.latex,
        in_words=iap.in_words
        if points == 11
        else iap.in_words.replace("1 over 11", "1 over 3").replace(
            "0, 0.1 and so on to 1", "0.2, 0.5 and 0.8"
        ),
    ),
    scores=partial(lesson.variants_html, iap, "point_count"),
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
