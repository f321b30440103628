"""Lesson: whether the difference of two systems is more than chance."""

from functools import partial
from math import isinf

from metrics import compare
from pages.significance import drawing as significance
from ui import lesson
from ui.core.plain import decimals, signed
from ui.parts import prose

lesson.heading("significance")

mean, p, outcomes = significance.measured()
screen = mean.screen
a, b, defined, counted, differences = significance.topics(screen)
count, runs = len(differences), significance.compared(screen)

worked = lesson.WorkedFormula(
    mean,
    [
        (at, f"{round(value, 3):g}".replace("-", "−"))
        for at, (value, counts) in enumerate(zip(b - a, counted, strict=True), 1)
        if counts
    ],
    factor=f"1/{count}" if count else "0/0",
    longest=66,
)
revealed = lesson.stage(
    mean,
    p,
    outcomes,
    worked=None if runs else worked,
    above=partial(significance.show, mean),
    below_score=significance.little_html(mean),
    orders_of="",
    other_knobs=significance.other_knobs(screen),
    explanation=(
        "Each bar is a topic: how much better B is on it. "
        if runs
        else "A row is a topic: the ring is the score of A, the dot that of B. "
    )
    + "Would B also lead on other topics? We have no others, so we draw from these: as many as "
    "there are, some twice, some not at all. The mean of each draw is one brick of the histogram. "
    "The upper bracket (bootstrap) holds the middle 95 % of the means. The lower one is "
    "Student’s t. **If 0 is in a bracket, these topics cannot say who is better.** A bar has the "
    "colour of the system that leads. Pale bars are outside the upper bracket. "
    + (
        ""
        if runs
        else "Start with *From none*, draw one, and see which topics it has: ×2, ×0. "
        + significance.invitations()
    ),
)


def of_all_ways() -> str:
    """Say how many exchanges of names give a mean at least as far from 0 as the real one."""
    tried, real = f"{len(exchanges.means):,}", signed(mean.score)
    if not exchanges.exact:
        return (
            f"Of the 2 to the power {count} ways we drew {tried} at random. The share whose mean "
            f"is at least as far from 0 as the real one, {real}, is"
        )
    far = round(exchanges.p * len(exchanges.means))
    return (
        f"There are 2 to the power {count} = {tried} ways to do so. In {far:,} of them the mean is "
        f"at least as far from 0 as the real one, {real}"
    )


def ends(interval: compare.Interval) -> str:
    """Write the two ends of an interval."""
    return f"{signed(interval.low)} to {signed(interval.high)}"


def in_numbers() -> str:
    """Write the formula of the detectable difference with its numbers, if it has any."""
    if count < 2:
        return ""
    quantiles = (compare.quantile(level, count - 1) for level in (0.975, 0.8))
    reach = " + ".join(map(decimals, quantiles))
    return f": ({reach}) · {decimals(deviation / count**0.5, 4)} = {detectable}"


def if_left_out() -> str:
    """Say what the rule for empty topics changes here, or how to see what it changes."""
    if not defined.all():
        return (
            "If one tool counts it 0 and another leaves it out, even one system against itself "
            "shows a difference."
        )
    without = lesson.to_step("Show a topic without", "significance", "ts-empty")
    return f"All topics here have relevant documents. {without}, or press ∅ at a row."


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
        each=(("topic", "better"), significance.rows(screen)),
        a="A",
        b="B",
        difference="B − A",
        contribution="adds",
    )


exchanges = significance.randomised(screen)
deviation = float(differences.std(ddof=1)) if count > 1 else float("nan")
detectable = decimals(compare.detectable(differences))
needed = compare.topics_needed(differences)
two_runs = runs and count
prose.draw(
    "significance",
    compared=revealed and count,
    of_all_ways=of_all_ways,
    randomisation_p=decimals(exchanges.p),
    exchanged=partial(significance.changed, screen),
    bootstrap=ends(compare.percentiles(significance.resampled_means(screen))),
    student=ends(compare.t_interval(differences)),
    student_p=decimals(compare.t_test(differences)),
    sign_p=decimals(compare.sign_test(differences)),
    deviation=decimals(deviation),
    detectable=detectable,
    count=count,
    in_numbers=in_numbers,
    lead=decimals(abs(mean.score)),
    topics_needed="more topics than exist" if isinf(needed) else f"about **{needed:,.0f}** topics",
    detectable_by_count=partial(significance.smallest_detectable, screen),
    if_left_out=if_left_out,
    variants=partial(lesson.variants, mean),
    formula=not two_runs and partial(lesson.formula, worked),
    two_runs=revealed and two_runs,
    extremes=partial(significance.extremes, mean),
    every_metric=partial(significance.every_metric, screen),
    false_alarms=partial(significance.false_alarms, screen),
    numbers=not runs and numbers,
)
lesson.onward("significance")
