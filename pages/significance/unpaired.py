"""Groups of scores that are not paired: t, all splits and ranks of two, the variance of more."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, sqrt
from statistics import NormalDist
from typing import Final

import streamlit as st

from metrics import unpaired
from metrics.agreement import mean_ranks
from metrics.compare import Summary, summary
from metrics.distributions import critical_f, t_quantile
from metrics.unpaired import Splits
from pages.significance.knobs import Significance
from pages.significance.worked import as_typed, short, student
from ui.core.plain import decimals, ends, enough, p_value, signed, table_html, typeset
from ui.core.screen import Screen
from ui.parts import controls

_MOST: Final = 70
"""Most splits of which each has a row: those of eight scores into two groups of four."""
_MOST_SPLITS: Final = 200_000
_WRITTEN_OUT: Final = 12
"""Most scores of a group that are added one by one."""
_LEVELS: Final = (0.9, 0.95, 0.99)


def draw(screen: Screen) -> None:
    """Draw a field for the groups, and the tests with their numbers."""
    controls.turn([Significance.UNPAIRED], by="unpaired")
    if each := summaries(screen):
        _of_summaries(each, screen)
        return
    groups = [group.split() for group in screen[Significance.UNPAIRED]]
    scores = [tuple(map(float, group)) for group in groups]
    if len(groups) > 2:
        st.html(_variance([*map(summary, scores)]))
        return
    found = None
    if comb(sum(map(len, scores)), len(scores[0])) <= _MOST_SPLITS:
        found = _test(*scores)
    splits = _worked(groups, found) if found else _nearly_normal(*scores)
    st.markdown("\n\n".join([_means(groups), *splits, _ranks(*scores)]))
    _of_two([*map(summary, scores)], screen)
    if found and len(found.differences) <= _MOST:
        st.html(_table(groups, found))


def summaries(screen: Screen) -> list[Summary]:
    """Return the groups of which only mean, s and n are typed; [] if their scores are."""
    groups = [group.split() for group in screen[Significance.UNPAIRED]]
    if groups[0][0] != "mean":
        return []
    return [Summary(float(mean), float(s), int(n)) for _, mean, _, s, _, n in groups]


def _of_summaries(groups: Sequence[Summary], screen: Screen) -> None:
    """Draw the tests of groups whose scores nobody knows; of one alone, those of differences."""
    if len(groups) > 2:
        st.html(_variance(groups))
    elif len(groups) > 1:
        _of_two(groups, screen)
    else:
        of = "These are **paired differences**: one for each topic, person or query."
        st.markdown(typeset(f"{of}\n\n{student(groups[0])}"))


def _of_two(groups: Sequence[Summary], screen: Screen) -> None:
    """Draw t of two groups, the intervals of their difference, and how many make one as short."""
    first, second = groups
    st.markdown("\n\n".join(_t(first, second)))
    if first.size + second.size > 2 and first.squares + second.squares:
        controls.turn([Significance.WITHIN], by="within")
        st.html(_intervals(first, second, screen[Significance.WITHIN][0]))


def _intervals(first: Summary, second: Summary, within: float) -> str:
    """Write the intervals of the difference at three levels, and the users for one of ± w."""
    deviation = sqrt((first.squares + second.squares) / (first.size + second.size - 2))
    kinds = [True, False][: min(first.size, second.size)]
    body: list[list[object]] = []
    for level in _LEVELS:
        row: list[object] = [f"{100 * level:g} %"]
        for pooled in kinds:
            degrees = unpaired.student_t(first, second, pooled=pooled).degrees
            found = unpaired.t_interval(first, second, level, pooled=pooled)
            row += [decimals(t_quantile((1 + level) / 2, degrees))]
            row += [" to ".join(ends(*found))]
        row += [f"{NormalDist().inv_cdf((1 + level) / 2):.4f}"]
        row += [f"{unpaired.group_size(deviation, within, level):,}"]
        body.append(row)
    head = ["level", "t, Student", "interval, Student", "t, Welch", "interval, Welch"][
        : 1 + 2 * len(kinds)
    ]
    head += ["z", f"users per group for ± {within:g}"]
    words = range(2, 2 + 2 * len(kinds), 2)
    return table_html("Intervals of mean 1 − mean 2", head, body, words=words) + (
        "<p>Each interval is the difference ± t · its standard error, as above. Users per group "
        f"for ± w: n = 2(z · s/w)², rounded up, with the pooled s = {short(deviation)} and w = "
        f"{within:g}. Both groups have s, so the 2 stands for a difference of two means.</p>"
    )


def _t(first: Summary, second: Summary) -> list[str]:
    """Write Student's t of two groups, and Welch's, with their numbers."""
    n, m = first.size, second.size
    if n + m < 3:
        return ["One score in each group has no t."]
    found = unpaired.student_t(first, second)
    squares = [first.squares, second.squares]
    lead, variance = first.mean - second.mean, sum(squares) / found.degrees
    if found.t != found.t:
        return ["No group varies, so t would divide by 0."]
    above, below = enough(lambda d, e: d / e, lead, found.error)
    at = ", ".join(
        f"{decimals(t_quantile(1 - level / 2, n + m - 2))} at {100 * level:g} %"
        for level in (0.1, 0.05, 0.01)
    )
    each = [
        "**Student’s t of two groups** (unpaired t-test) supposes one variance. It is the sum of "
        "squares from the mean of the group, of both, divided by n + m − 2: "
        f"({short(squares[0])} + {short(squares[1])})/{n + m - 2} = {short(variance)}. And t is "
        f"the difference ÷ √({short(variance)} · (1/{n} + 1/{m})) = {above} ÷ {below} = "
        f"**{signed(found.t)}**, with **{n + m - 2}** degrees of freedom. The p of both sides is "
        f"**{p_value(found.p)}**, the one-sided p of the higher group {p_value(found.p / 2)}. The "
        f"critical values of both sides are {at}."
    ]
    if min(n, m) > 1:
        welch = unpaired.student_t(first, second, pooled=False)
        one, other = (
            f"{short(each / (size - 1))}/{size}" for each, size in zip(squares, (n, m), strict=True)
        )
        above, below = enough(lambda d, e: d / e, lead, welch.error)
        each.append(
            "**Welch’s t** takes the variance of each group by itself: the difference ÷ "
            f"√({one} + {other}) = {above} ÷ {below} = **{signed(welch.t)}**, with "
            f"{decimals(welch.degrees, 2)} degrees of freedom, p = **{p_value(welch.p)}**. R’s "
            "t.test prints this one; SciPy’s ttest_ind prints Student’s."
        )
    return each


def _ranks(first: Sequence[float], second: Sequence[float]) -> str:
    """Write the test of Mann and Whitney, with its exact p."""
    n, m = len(first), len(second)
    ranks = mean_ranks([-score for score in (*first, *second)]).tolist()  # from the lowest score
    found, total = unpaired.rank_sum(first, second), sum(ranks[:n])
    said = (
        "**The test of Mann and Whitney** (Wilcoxon’s rank-sum test) ranks all scores together, "
        "the lowest first. Equal scores share their mean rank. Group 1 has the ranks "
        f"{' + '.join(f'{rank:g}' for rank in ranks[:n])} = {total:g}. So U₁ = {total:g} − "
        f"{n} · {n + 1}/2 = **{found.u:g}**, and U₂ = {n} · {m} − {found.u:g} = "
        f"**{n * m - found.u:g}**. By all splits, the p of both sides is **{p_value(found.p)}**; "
        f"one-sided, group 1 higher: {p_value(found.greater)}, group 2 higher: "
        f"{p_value(found.less)}."
    )
    if found.z != found.z:
        return said
    return (
        f"{said} Books also use the normal distribution: z = (U₁ − {n} · {m}/2) ÷ its standard "
        f"deviation = {signed(found.z)}, p = {p_value(found.p_normal)} of both sides. With the "
        f"correction for continuity it is {p_value(found.p_corrected)}."
    )


def _variance(groups: Sequence[Summary]) -> str:
    """Write the analysis of variance of three groups or more."""
    size = sum(group.size for group in groups)
    mean = sum(group.size * group.mean for group in groups) / size
    body = [
        [f"group {at}", group.size, short(group.mean), short(group.squares)]
        for at, group in enumerate(groups, start=1)
    ]
    whole = sum(group.squares + group.size * (group.mean - mean) ** 2 for group in groups)
    head = ["group", "scores", "mean", "squares from its mean"]
    foot = ["all", size, short(mean), short(whole)]
    table = table_html("The groups", head, body, foot)
    if size == len(groups):
        return f"{table}<p>One score in each group does not vary: there is no F.</p>"
    found = unpaired.anova(groups)
    one, other = found.degrees
    squares = " + ".join(
        f"{group.size} · ({short(group.mean)} − {short(mean)})²" for group in groups
    )
    if found.f != found.f:
        return f"{table}<p>No group varies within, so F would divide by 0.</p>"
    rows = [
        ["between", short(found.between), one, short(found.between / one), decimals(found.f)],
        ["within", short(found.within), other, short(found.within / other), ""],
    ]
    named = ["source", "sum of squares", "degrees", "mean square", "F"]
    total = ["all", short(whole), one + other, "", ""]
    critical = ", ".join(
        f"{decimals(critical_f(one, other, level))} at {100 * level:g} %"
        for level in (0.1, 0.05, 0.01)
    )
    verdict = "" if found.p < 0.05 else "not "
    return (
        f"{table}<p>Between the groups: {squares} = {short(found.between)}. Within: the squares of "
        f"all groups, {short(found.within)}.</p>"
        + table_html("The analysis of variance", named, rows, total)
        + f"<p>F({one}, {other}) = <strong>{decimals(found.f)}</strong>, p = "
        f"<strong>{p_value(found.p)}</strong>: {verdict}significant at 5 %. The critical F is "
        f"{critical}. The groups explain η² = {short(found.between)}/{short(whole)} = "
        f"{decimals(found.between / whole)} of the squares. F does not say which groups differ: "
        "test pairs, with a correction.</p>"
    )


@lru_cache(maxsize=16)
def _test(first: Sequence[float], second: Sequence[float]) -> Splits:
    return unpaired.randomisation(first, second)


def _means(groups: Sequence[Sequence[str]]) -> str:
    """Write both means and their difference."""
    one, other = map(_mean, groups)
    lead = _lead(*([*map(float, group)] for group in groups))
    return f"Mean 1 = {one}, mean 2 = {other}. Their difference is **{as_typed(lead, '0')}**."


def _lead(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(first) / len(first) - sum(second) / len(second)


def _nearly_normal(first: Sequence[float], second: Sequence[float]) -> list[str]:
    """Write the unpaired randomisation test of so many splits that they are not counted."""
    n, m, whole = len(first), len(second), summary([*first, *second])
    said = (
        f"There are {comb(n + m, n):,} ways to split {n + m} scores into groups of {n} and {m}: "
        f"more than the {_MOST_SPLITS:,} that are counted here."
    )
    if not whole.deviation:
        return [said]
    error = whole.deviation * sqrt(1 / n + 1 / m)
    above, below = enough(lambda d, e: d / e, _lead(first, second), error)
    z = _lead(first, second) / error
    return [
        f"{said} Their differences are nearly normal around 0. The standard deviation is s · "
        f"√(1/{n} + 1/{m}), where s = {short(whole.deviation)} is that of all scores together. So "
        f"z = {above} ÷ {below} = **{signed(z)}**, and the p of both sides is about "
        f"**{p_value(2 * NormalDist().cdf(-abs(z)))}**."
    ]


def _worked(groups: Sequence[Sequence[str]], found: Splits) -> list[str]:
    """Write the splits, and p on both sides and on each."""
    ways, shown = len(found.differences), as_typed(float(found.differences[0]), "0")
    sizes = [*map(len, groups)]
    chosen = " · ".join(str(sum(sizes) - at) for at in range(min(sizes)))
    below = " · ".join(str(at) for at in range(min(sizes), 0, -1))
    least, mirror = 1, ""
    if sizes[0] == sizes[1]:
        least, mirror = 2, ": each split has its mirror, with the groups exchanged"
    far, high, low = (
        f"{round(p * ways):,}/{ways:,} = **{p_value(p)}**"
        for p in (found.p, found.greater, found.less)
    )
    return [
        f"There are {chosen} / ({below}) = **{ways:,}** ways to split {sum(sizes)} scores into "
        f"groups of {sizes[0]} and {sizes[1]}. If the groups do not differ, all are equally "
        f"likely. The share with a difference as far from 0 or farther is p of both sides: {far}.",
        f"The share with {shown} or higher is the one-sided p of those who said before that "
        f"group 1 is higher: {high}. The share with {shown} or lower is that for group 2: {low}.",
        f"With so many scores p of one side is at least 1/{ways:,}, and p of both sides at least "
        f"{least}/{ways:,} = {p_value(least / ways)}{mirror}.",
    ]


def _mean(group: Sequence[str]) -> str:
    mean = decimals(sum(map(float, group)) / len(group))
    if len(group) > _WRITTEN_OUT:
        return f"{short(sum(map(float, group)))}/{len(group)} = {mean}"
    total = " + ".join(f"({score})" if score.startswith("-") else score for score in group)
    return f"({total.replace('-', '−')})/{len(group)} = {mean}" if len(group) > 1 else mean


def _table(groups: Sequence[Sequence[str]], found: Splits) -> str:
    """Write each split with its difference, and whether that is as far from 0 as the real one."""
    scores, sizes = [score for group in groups for score in group], [*map(len, groups)]
    real, body = abs(float(found.differences[0])), []
    for members, difference in zip(unpaired.splits(*sizes), found.differences, strict=True):
        others = [at for at in range(len(scores)) if at not in members]
        sides = [", ".join(scores[at] for at in side) for side in (members, others)]
        far = "yes" if abs(difference) >= real - 1e-9 else "no"
        body.append([*(side.replace("-", "−") for side in sides), as_typed(difference, "0"), far])
    head = ["group 1", "group 2", "difference", "as far"]
    return table_html("All splits; the first is the real one", head, body, words=(0, 1))
