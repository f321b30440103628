"""Lesson: whether the difference of two systems is more than chance."""

from functools import partial

import streamlit as st

from metrics import compare
from metrics.distributions import t_quantile
from pages.significance import chance, multiple, planned, typed, unpaired, worked
from pages.significance import detectable as curve
from pages.significance import drawing as significance
from pages.significance.knobs import Significance
from ui import lesson
from ui.core import plain
from ui.core.knobs import MeanOverQueries
from ui.core.plain import brief, decimals, p_value
from ui.core.session import session
from ui.draw import figure
from ui.parts import controls, prose, steps

NAME = "significance"

lesson.heading(NAME, significance.asked(session().shown))

measures = significance.measured()
mean = measures[0]
screen = mean.screen
a, b, defined, counted, differences = significance.topics(screen)
count, runs = len(differences), significance.compared(screen)
draws, swaps = significance.by_draws(screen), significance.randomised(screen)
p = p_value(swaps.p)

if runs:
    words = "Each bar is a **topic**, a query: how much better B is on it. "
else:
    words = "Each row is a **topic**, a query that both systems have answered. "
if draws:
    words += (
        f"What if others had come? We have none, so we draw {count:,} of these: some more than "
        "once (×2, ×3), some not at all (×0). The chart counts the means of the draws. "
    )
    words += (
        "The **95 % interval** holds the middle 95 % of them, the bars in full colour. If 0 is "
        "in it, these topics cannot say who is better. p says whether there is a lead, the "
        "interval how large: this is the **bootstrap**."
        if screen["resamples"] >= chance.ENOUGH
        else f"From {chance.ENOUGH} draws on you see the **95 % interval**: their middle 95 %."
    )
else:
    some = "" if swaps.exact else ", some in the chart"
    words += (
        "The **randomisation test**:\n\n"
        "1. Suppose neither is better. Then a coin says which score is B’s.\n"
        f"2. Heads swaps A and B. {plain.counted(count, 'coin falls', 'coins fall')} in "
        f"2<sup>{count}</sup> = {2**count:,} ways{some}.\n"
        f"3. **p** is the share of ways with a lead of {decimals(abs(mean.score))} or more, A’s or "
        "B’s.\n\n"
    )
if not runs and significance.may_be_empty(screen):
    words += " Press ∅ at a topic that has nothing to find."

little = ""
far = in_ways = ""
if swaps.exact and count:
    far = f"{swaps.p * 2**count:,.0f}"
    in_ways = f"{far}/{2**count:,} = {p}"
if not draws and in_ways:
    little = (
        "<p class='long ways'>If neither is better, coins swap A and B: "
        f"{plain.counted(2**count, 'way')}. <span>In {far} one leads by "
        f"{decimals(abs(mean.score))} or more: p = {in_ways}.</span></p>"
    )
elif not draws and count:
    little = (
        "<p class='long'>p: suppose neither is better. Then chance gives "
        f"<span>a lead this large or larger in {plain.as_cases(swaps.p)} cases.</span></p>"
    )
elif not runs and screen["resamples"] < chance.ENOUGH:
    drawn_now = significance.draw_written(screen)
    said = (
        f"This draw: {drawn_now}"
        if drawn_now
        else "A draw: some topics more than once, some not at all"
    )
    little = f"<p class='long drawing'>{said}</p>"
elif draws and count:
    is_drawing = bool(not runs and significance.repeats(screen))
    last = " Solid line: the last draw." * is_drawing
    says = f"95 % interval: the middle 95 % of all draws.{last}"
    if in_ways and len(measures) > 1:
        says += f" <span>p = {in_ways}, by swaps.</span>"
    little = f"<p class='long within{' drawing' * is_drawing}'>{says}</p>"
revealed = lesson.show(
    NAME,
    lesson.Stage(
        measures,
        columns=(),
        board=partial(significance.show, mean),
        picture=partial(significance.picture, screen),
        worked=None
        if runs
        else lesson.WorkedFormula(
            mean,
            [
                (at, brief(value))
                for at, (value, counts) in enumerate(zip(b - a, counted, strict=True), 1)
                if counts
            ],
            factor=f"1/{count}" if count else "0/0",
            longest=66,
            says="Chance: a coin says which score of a topic is B’s.",
        ),
        knobs=[MeanOverQueries.EMPTY],
        lists="",
        below_score=little,
        words=words,
    ),
)


def in_numbers() -> str:
    """Write the formula of the detectable difference with its numbers, if it has any."""
    if plan.size < 2:
        return ""
    quantiles = (t_quantile(level, plan.size - 1) for level in (0.975, 0.8))
    one, other, error = plain.enough(
        lambda t, power, error: (t + power) * error, *quantiles, plan.deviation / plan.size**0.5
    )
    return f": ({one} + {other}) · {error} = {detectable}"


def power() -> None:
    """Draw the smallest difference that n topics can show, then how many it takes, worked."""
    highest = max(significance.top(screen), abs(plan.mean), plan.deviation)
    figure.show(figure.Figure(curve, [*curve.rows(plan, highest)]))
    controls.turn([Significance.POWER, Significance.PLANNED_LEVEL], by="power")
    st.markdown(planned.worked(screen))


def numbers() -> None:
    """Draw the numbers by topic, and as NumPy lines with the draws so far."""
    scores = [", ".join(f"{value:g}" for value in each[counted].tolist()) for each in (a, b)]
    resamples = screen["resamples"]
    resampling = f"""
draws = np.random.default_rng({screen["seed"]}).integers(0, len(a), ({resamples}, len(a)))
low, high = np.quantile((b - a)[draws].mean(axis=1), [0.025, 0.975])"""
    lesson.numbers(
        mean,
        f"""
a = np.array([{scores[0]}])
b = np.array([{scores[1]}]){resampling if resamples and count else ""}
score = (b - a).mean() if len(a) else np.nan
""",
        each=(("topic", "higher"), significance.rows(screen)),
        a="A",
        b="B",
        difference="B − A",
        contribution="adds",
    )


plan = planned.planned(screen)
typed_plan = planned.is_typed(screen)
detectable = decimals(compare.detectable(plan))
two_runs = bool(revealed and runs and count)
prose.draw(
    NAME,
    formula=partial(lesson.formula_text, mean),
    in_ways=f", here {in_ways}" * bool(in_ways and revealed),
    extremes=partial(significance.extremes, mean),
    every_metric=partial(significance.every_metric, screen),
    two_runs=two_runs,
    compared=revealed and count,
    invitations="" if runs else significance.invitations(),
    draws=revealed and not draws,
    swaps=revealed and draws,
    means_of_draws=lambda: figure.show(significance.means_of_draws(screen)),
    buttons=partial(significance.buttons, screen),
    means_of_swaps=lambda: figure.show(significance.means_of_swaps(screen)),
    resamples=partial(worked.resamples, differences),
    by_hand=partial(worked.by_hand, screen),
    ranks=partial(worked.ranks, screen),
    means=partial(worked.means, a[counted], b[counted]),
    unpaired=partial(unpaired.draw, screen),
    own=steps.is_first(NAME) and not runs,
    own_scores=typed.draw,
    five_answers=partial(worked.five_answers, screen),
    whose="The differences that you typed" if typed_plan else "The differences",
    deviation=decimals(plan.deviation),
    detectable=detectable,
    count=count,
    planned=f"{plan.size:,}",
    in_numbers=in_numbers,
    lead=decimals(abs(plan.mean)),
    topics_needed=planned.needed_in_words(screen),
    power=power,
    own_p=partial(multiple.draw, screen),
    false_alarms=partial(significance.false_alarms, screen),
    numbers=not runs and numbers,
    settings=partial(significance.settings, screen),
    ways_on=lesson.ways_on(NAME, has_list=False),
)
