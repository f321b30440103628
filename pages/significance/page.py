"""Lesson: whether the difference of two systems is more than chance."""

from functools import partial

from metrics import compare
from pages.significance import drawing as significance
from ui import lesson
from ui.core.plain import decimals, signed

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
    above=partial(significance.show, mean),
    little=significance.little_html(mean),
    orders_of="",
    turn=significance.turned(screen),
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

if revealed and count:
    exact = significance.randomised(screen)
    far = round(exact.p * len(exact.means)) if exact.exact else 0
    low, high = compare.percentiles(significance.resampled_means(screen))
    student = compare.t_interval(differences)
    spread = float(differences.std(ddof=1)) if count > 1 else float("nan")
    needed = compare.topics_needed(differences)
    power = ""
    if count > 1:
        ends = (compare.quantile(level, count - 1) for level in (0.975, 0.8))
        reach = " + ".join(map(decimals, ends))
        power = f": ({reach}) · {decimals(spread / count**0.5, 4)} = "
        power += decimals(compare.detectable(differences))
    lesson.section(
        "What if the two names were exchanged?",
        "Assume that neither system is better. Then the names A and B mean nothing: either score "
        "of a topic could be B’s. So toss a coin for each topic: exchange the two scores or not. "
        "Then take the mean. "
        + (
            f"There are 2 to the power {count} = {len(exact.means):,} ways to do so. In {far:,} of "
            f"them the mean is at least as far from 0 as the real one, {signed(mean.score)}: "
            if exact.exact
            else f"Of the 2 to the power {count} ways we drew {len(exact.means):,} at random. "
            "The share whose mean is at least as far from 0 as the real one, "
            f"{signed(mean.score)}, is: "
        )
        + f"p = **{decimals(exact.p)}**. This is the randomisation test, and the p at the top of "
        "the page. Strong bars are at least as far from 0 as the real mean; pale bars are nearer.",
    )
    significance.changed(screen)
    lesson.section(
        "One question, four answers",
        f"""
| method | assumes | finds |
| --- | --- | --- |
| bootstrap (the draws above) | these topics stand for all others | 95 %: {signed(low)} to \
{signed(high)} |
| Student’s t-test | the mean is nearly normal | 95 %: {signed(student.low)} to \
{signed(student.high)}, p {decimals(compare.t_test(differences))} |
| randomisation test | if neither is better, scores can be exchanged | p {decimals(exact.p)} |
| sign test | only who wins counts; ties do not | p {decimals(compare.sign_test(differences))} |

With few topics the bootstrap bracket is too short. With six topics and normal differences, a
bracket of “95 %” holds the truth in only 86 % of cases. Use the wider one, Student’s.

**What could these topics have shown?** The differences have the standard deviation
s = {decimals(spread)}. A true difference of **{decimals(compare.detectable(differences))}** would
be found in four of five such comparisons (“power 0.8”, at p < 0.05). The formula is
(t₀.₉₇₅ + t₀.₈) · s/√n, with n = {count}{power}. Here s/√n is the standard error of the mean.
Student’s t is below t₀.₉₇₅ with probability 0.975, and below t₀.₈ with probability 0.8. To find a
difference of {decimals(abs(mean.score))}, you need \
{"more topics than exist" if needed == float("inf") else f"about **{needed:,.0f}** topics"}.""",
    )
    significance.shows(screen)

if revealed:
    lesson.variants(
        mean,
        "empty_query",
        "A topic with nothing to find",
        "A topic without relevant documents gives both systems the same score by convention, or it "
        "is left out. Use one rule for both systems. If it counts, it moves the mean difference "
        "and the bracket towards 0. "
        + (
            "All topics here have relevant documents. "
            f"{shows('Show a topic without', preset='ts-empty')}, or press ∅ at a row."
            if defined.all()
            else "If one tool counts it 0 and another leaves it out, even one system against "
            "itself shows a difference."
        ),
        {},
    )
if revealed and runs and count:
    lesson.section("The topics that differ most")
    significance.extremes(mean)
    lesson.section(
        "Every metric, one after the other",
        "All metrics use the same topics, so they are no new evidence. If you try them all and "
        "report the best, you have made many tests. Holm’s p corrects for that: the smallest p is "
        "multiplied by the number of metrics, the next one by one less, and so on.",
    )
    significance.every_metric(screen)
elif revealed:
    lesson.formula(worked)

lesson.section(
    "Try enough metrics, and one will be significant",
    "Compare two equally good systems. Then every p from 0 to 1 is equally likely, and one in "
    "twenty is below 0.05. How many metrics will you try?",
)
significance.alarms(screen)

lesson.questions(
    {
        "B is a little ahead on six topics. Do you ship it?": "Not because of that. The interval "
        "of the first preset goes from −0.010 to +0.042, and 0 is in it. With this spread you "
        "need about 29 topics to show such a lead. "
        f"{shows('Fifty', preset='ts-fifty')} show it. Collect more topics.",
        "Why compare topic by topic, and not mean with mean?": "Topics differ far more than "
        "systems do. In the first preset the scores of A have the standard deviation 0.248, the "
        "differences only 0.037. A t-test of two means (unpaired) finds p 0.886, the paired one "
        "0.241.",
        "B wins eight topics of ten by 0.01 and loses two by 0.1. Who is better?": "By the mean A: "
        "the mean difference is −0.012. By wins B: eight to two, which chance gives with "
        "probability 0.109. These are two questions: how much is gained, and how often?",
        "Your paper tries 20 metrics and reports the one with p = 0.03.": "At 0.05, one of 20 is "
        "expected by chance. If they were independent, at least one would appear with probability "
        "0.642. Choose the metric before you look, or ask for p below 0.05/20 = 0.0025.",
        "Why not Wilcoxon’s test, or the sign test?": "The sign test only counts who wins. "
        "Wilcoxon’s test ranks the differences. Neither asks “Whose mean is higher?”. If you "
        "report the mean, test the mean: t-test, bootstrap and randomisation do, and mostly agree "
        "(Smucker, Allan & Carterette 2007).",
        "Two tools give one run a mean of 0.5 and of 0.75. Which is broken?": "Perhaps neither. "
        "The scores 1, 0.5 and “nothing to find” have the mean 0.5 if the last one counts 0. They "
        f"have 0.75 if it is left out. {shows('Show it', preset='ts-empty')}.",
        "MAP (mean average precision) rose by 2 %. What do you ask?": "From where, and 2 % of "
        "what? From 0.50 to 0.51 is 2 % relative and 0.01 absolute. From 0.50 to 0.52 is 4 % and "
        "0.02. Say both means and the interval.",
    },
    before=f"""## What people get wrong

- **“p < 0.05: B is better with 95 %.”** p is how often chance alone gets this far if neither system
  is better. It does not say how likely B is better: that also depends on what you knew before.
- **“Not significant means equal.”** It means that these topics cannot tell.
  {shows("Here", preset="ts-unclear")} a lead of 0.3 is as possible as none.
- **“The larger lead is the surer one.”** {shows("Here", preset="ts-small-wins")} 0.019 has
  p 0.008. {shows("Here", preset="ts-one-huge")} 0.089 comes from one topic and has p 1.
- **“More metrics are more evidence.”** They are more chances to be wrong, and all of them use the
  same topics.
- **“Scores must be normal for a t-test.”** Only their mean must be nearly normal. With
  thirty topics it mostly is.
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
