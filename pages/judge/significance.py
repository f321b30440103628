"""Lesson: whether the difference of two systems is more than chance."""

from functools import partial

from metrics import compare
from ui import lesson
from ui.look.plain import decimals, signed
from ui.studies import significance

lesson.heading("significance")

mean, p, outcomes = significance.measured()
screen = mean.screen
a, b, defined, counted, differences = significance.topics(screen)
count, runs = len(differences), significance.compared(screen)
shows = partial(lesson.to_preset, lesson="significance")

worked = lesson.Sum(
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
    columns={},
    above=partial(significance.show, mean),
    little=significance.little_html(mean),
    orders_of="",
    turn=significance.turned(screen),
    explanation=(
        "Each bar is a topic, and how much better B is on it. Would B "
        if runs
        else "A row is a topic, with the score of A as a ring and that of B as a dot. Would B "
    )
    + "lead on other topics, too? Nobody has them, so we draw from those we have: as many as there "
    "are, some twice, some not at all, and take the mean again. The histogram shows many such "
    "means, the bracket above it where the middle 95 % of them lie. **If 0 is in it, these topics "
    "cannot tell who is better.** "
    + (
        ""
        if runs
        else "Begin from none, draw one, and see who was drawn: ×2, ×0. "
        + significance.invitations()
    ),
)

if revealed and count:
    exact = significance.randomised(screen)
    far = round(exact.p * len(exact.means)) if exact.exact else 0
    low, high = compare.percentiles(significance.resampled_means(screen))
    student = compare.t_interval(differences)
    covers = compare.central(1.96 * (1 - 1 / count) ** 0.5, count - 1) if count > 1 else 0
    spread = float(differences.std(ddof=1)) if count > 1 else float("nan")
    needed = compare.topics_needed(differences)
    lesson.section(
        "What if they only changed names?",
        "If neither were better, it would be chance which of the two scores of a topic is called "
        "B's. So toss a coin for each topic, change the names or not, and take the mean. "
        + (
            f"There are 2^{count} = {len(exact.means):,} ways, and in {far:,} of them the mean is "
            f"at least as far from 0 as the real one, {signed(mean.score)}: "
            if exact.exact
            else f"Of 2^{count} ways {len(exact.means):,} were drawn; with the real one that is "
        )
        + f"p = **{decimals(exact.p)}**. In the chart they are at the two lines and beyond.",
    )
    significance.changed(screen)
    lesson.section(
        "One question, four answers",
        f"""
| | takes for granted | finds |
| --- | --- | --- |
| bootstrap | these topics stand for all others | 95 %: {signed(low)} to {signed(high)} |
| Student's t | the mean is nearly normal | 95 %: {signed(student.low)} to {signed(student.high)}, \
p {decimals(compare.t_test(differences))} |
| randomisation | if neither is better, names can be changed | p {decimals(exact.p)} |
| sign test | only who wins counts, ties do not | p {decimals(compare.sign_test(differences))} |

Of few topics the bootstrap promises too much: with {count}, a bracket of “95 %” holds the truth in
some {100 * covers:.0f} % of all cases, where differences are normal. Believe the wider one,
Student's.

**What could these topics have shown?** Their differences spread with s = {decimals(spread)}. A true
difference of **{decimals(compare.detectable(differences))}** would be found in four of five such
comparisons: (t₀.₉₇₅ + t₀.₈) · s/√n. For one of {decimals(abs(mean.score))} you need \
{"no end of" if needed == float("inf") else f"about **{needed:,.0f}**"} topics.""",
    )
    significance.shows(screen)

if revealed:
    lesson.variants(
        mean,
        "empty_query",
        "A topic with nothing to find",
        "It is a tie by decree, or it does not count. Either way one rule must hold for both "
        "systems. Counted, it draws the difference towards 0, and the bracket with it. "
        + (
            f"None of these is such a topic; {shows('here is one', preset='ts-empty')}, or press "
            "∅ at a row."
            if defined.all()
            else "One tool that counts it 0 and one that leaves it out find a difference between "
            "a system and itself."
        ),
        {},
    )
if revealed and runs and count:
    lesson.section("The topics that differ most")
    significance.extremes(mean)
    lesson.section(
        "Every metric, one after the other",
        "All of the same topics, so no new evidence; but choose the one that suits you, and you "
        "have tried them all. Holm's p counts how many were tried: the smallest is multiplied by "
        "their number, the next by one less, and so on.",
    )
    significance.every_metric(screen)
elif revealed:
    lesson.formula(
        worked, {"a_t, b_t": "scores of A and B on topic t", "n": "how many topics count"}
    )

lesson.section(
    "Try enough metrics, and one will be significant",
    "Compare a system with itself. Every p from 0 to 1 is then as likely as any other, and one in "
    "twenty falls below 0.05. How many metrics will you try?",
)
significance.alarms(screen)

lesson.questions(
    {
        "B is 0.02 ahead on six queries. Do you ship it?": "Not for that. The interval goes from "
        "−0.010 to +0.042, and 0 is in it; with this spread it takes about 29 queries to show "
        f"such a lead. {shows('Fifty', preset='ts-fifty')} show it. Collect queries.",
        "Why compare topic by topic, and not mean with mean?": "Because topics differ far more "
        "than systems do. In the first preset the scores of A spread with 0.248, the differences "
        "with 0.037. An unpaired t-test finds p 0.886, the paired one 0.241.",
        "B wins eight topics of ten by 0.01 and loses two by 0.1. Who is better?": "By the mean "
        "A: it is −0.012. By wins B, eight to two, which chance makes with probability 0.109. "
        "They are two questions: how much is gained, and how often.",
        "Your paper tries 20 metrics and reports the one with p = 0.03.": "One of 20 was to be "
        "expected at 0.05, and at least one comes with probability 0.642. Choose the metric before "
        "you look, or ask for p below 0.05/20 = 0.0025.",
        "Why not Wilcoxon’s test, or the sign test?": "The sign test counts who wins, Wilcoxon’s "
        "ranks the differences: both forget how large they are, and so ask another question than "
        "“whose mean is higher?”. If the mean is what you report, test the mean: t-test, bootstrap "
        "and randomisation do, and mostly agree (Smucker, Allan & Carterette 2007).",
        "Two tools give one run a mean of 0.5 and of 0.75. Which is broken?": "Perhaps neither: "
        "{1, 0.5, nothing to find} has the mean 0.5 if that counts 0, and 0.75 if it is left out. "
        f"{shows('Show it', preset='ts-empty')}.",
        "MAP rose by 2 %. What do you ask?": "From where, and of what? From 0.50 to 0.51 is 2 % "
        "relative and 0.01 absolute; from 0.50 to 0.52 is 4 % and 0.02. Say the two means and the "
        "interval.",
    },
    before=f"""## What people get wrong

- **“p < 0.05: B is better with 95 %.”** p says how often chance alone would get this far if neither
  were better. How likely B is better it cannot say: that depends on what you believed before.
- **“Not significant means equal.”** It means that these topics cannot tell.
  {shows("Here", preset="ts-unclear")} a lead of 0.3 would fit as well as none.
- **“The larger lead is the surer one.”** {shows("Here", preset="ts-small-wins")} 0.019 is all but
  certain; {shows("here", preset="ts-one-huge")} 0.089 is one topic.
- **“More metrics are more evidence.”** They are more chances to be fooled, and they are computed of
  the same topics.
- **“Scores must be normal for a t-test.”** The mean has to be, and that of thirty topics mostly is.
""",
)

if revealed and not runs:
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
lesson.onward("significance")
