"""The tests of a lead, worked with its numbers: Student's t, the sign test and Wilcoxon's."""

from collections.abc import Callable
from math import comb, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

from metrics import compare
from metrics.arrays import Array
from metrics.compare import Summary
from metrics.distributions import Interval, t_quantile
from metrics.means import FLOOR, geometric_mean
from pages.significance.drawing import randomised, resampled_means, topics
from ui.core.plain import (
    counted,
    decimals,
    ends,
    enough,
    listed,
    p_value,
    signed,
    table_html,
    typeset,
)
from ui.core.screen import Screen

_TERMS: Final = 20
"""Most topics of which the ways to win are added up one by one."""
_FLOOR: Final = f"{FLOOR:.5f}"
_DRAWN_OUT: Final = 6
"""Most topics of which all draws are counted: 6^6 are 46,656."""
_LEVELS: Final = (0.1, 0.05, 0.01)
_TABLED: Final = 5
"""Fewest topics that tables of Wilcoxon's test have."""
_ROWS: Final = 50
"""Most topics of which each has a row."""


def five_answers(screen: Screen) -> str:
    """Write what each method finds as a table, with p on both sides and on each."""
    found, exchanged = topics(screen).differences, randomised(screen)
    draws = compare.percentiles(resampled_means(screen))
    rows = [
        ("bootstrap (the draws)", "these topics stand for all others", _ends(draws), "", "", ""),
        (
            *("Student’s t-test", "the mean is nearly normal", _ends(compare.t_interval(found))),
            *_sides(compare.student_t, found),
        ),
        (
            *("randomisation test", "if neither is better, scores can be swapped", ""),
            *map(p_value, (exchanged.p, exchanged.greater, exchanged.less)),
        ),
        (
            *("Wilcoxon’s signed-rank test", "each difference counts by the rank of its size", ""),
            *_sides(compare.signed_ranks, found),
        ),
        (
            *("sign test", "only who wins counts; ties do not", ""),
            *_sides(compare.signs, found),
        ),
    ]
    head = (
        "method",
        "assumes",
        "95 % interval",
        "p",
        "p, one-sided: B higher",
        "p, one-sided: A higher",
    )
    return table_html("One question, five answers", head, rows, words=(0, 1))


def _ends(interval: Interval) -> str:
    return " to ".join(ends(*interval))


def _sides(
    test: Callable[[Array], compare.StudentT | compare.SignTest | compare.SignedRanks],
    differences: Array,
) -> tuple[str, str, str]:
    """Write p of a test on both sides, if B was said to be better, and if A was."""
    of_b = test(differences)
    return p_value(of_b.p), p_value(of_b.greater), p_value(test(-differences).greater)


def resamples(differences: Array) -> str:
    """Write what all draws of the bootstrap give, as Markdown; of few topics they are counted."""
    n, mean = len(differences), float(differences.mean()) if len(differences) else 0.0
    if n < 2:
        return ""
    in_all = ""
    if n <= _DRAWN_OUT:
        means = differences[np.indices((n,) * n).reshape(n, -1)].mean(axis=0)
        far, ways = int((means <= 1e-9 if mean >= 0 else means >= -1e-9).sum()), n**n
        in_all = (
            f" Of all {n}^{n} = {ways:,} ordered draws, {far:,} have a mean of 0 or "
            f"{'less' if mean >= 0 else 'more'}: {far:,}/{ways:,} = {decimals(far / ways)}."
        )
    spread, error = (decimals(float(differences.std(ddof=ddof)) / n**0.5) for ddof in (0, 1))
    return typeset(
        "**The bootstrap** draws with replacement: a topic may come again. Without replacement "
        f"each draw has all {n} topics, and so the same mean.{in_all} The means of all draws have "
        f"the standard deviation {spread}. The standard error s/√n is {error}, because s divides "
        f"by n − 1. A given topic is missing from (1 − 1/{n})^{n} = {decimals((1 - 1 / n) ** n)} "
        "of the draws."
    )


def by_hand(screen: Screen) -> str:
    """Write all tests of one topic or more with their numbers as Markdown."""
    differences = topics(screen).differences
    tests = student(compare.summary(differences)), _swapped(screen), _signs(differences)
    each = *tests, _signed_ranks(differences)
    return typeset("\n\n".join(filter(None, each)))


def _swapped(screen: Screen) -> str:
    """Write the randomisation test with the numbers of ways to swap."""
    found, differences = randomised(screen), topics(screen).differences
    ways, n = len(found.means), len(differences)
    total = signed(float(differences.sum()))
    first = (
        f"**The randomisation test** adds the differences up: {total}. A swap turns the sign of "
        "a difference around."
    )
    if not found.exact:
        drawn = ways + 1
        far, above, below = (round(p * drawn) for p in (found.p, found.greater, found.less))
        return (
            f"{first} Of {ways:,} random ways, {far - 1:,} have a sum as far from 0. The way as it "
            f"is counts, too: p = ({far - 1:,} + 1)/({ways:,} + 1) = {p_value(found.p)}. One-sided "
            f"for B: {above:,}/{drawn:,} = {p_value(found.greater)}, for A: {below:,}/{drawn:,} = "
            f"{p_value(found.less)}. {_decided(found.p, min(found.greater, found.less))}"
        )
    far, above, below = (round(p * ways) for p in (found.p, found.greater, found.less))
    return (
        f"{first} Of all 2^{n} = {ways:,} ways, {far:,} have a sum as far from 0: the p of both "
        f"sides is {far:,}/{ways:,} = {p_value(found.p)}. One-sided for B: {above:,} ways "
        f"have a sum as high or higher, p = {p_value(found.greater)}. For A: {below:,} have one as "
        f"low or lower, p = {p_value(found.less)}. "
        f"{_decided(found.p, min(found.greater, found.less))}"
    )


def student(differences: Summary) -> str:
    """Write Student's t of paired differences with its numbers, or why there is none."""
    mean, deviation, n = differences
    if n == 1:
        return "One topic alone has no t."
    found = compare.student_t(differences)
    if not np.isfinite(found.t):
        return "All differences are equal, so Student’s t would divide by 0."
    squares = f"{short(differences.squares)}/{n - 1} = {short(deviation**2)}"
    above, below = enough(lambda d, s: d / (s / sqrt(n)), mean, deviation)
    effect = " ÷ ".join(enough(lambda d, s: d / s, mean, deviation))
    return (
        "**Student’s t** is the mean difference ÷ (s ÷ √n), where s is the standard deviation. Its "
        "square is the sum of squares of the differences from their mean, divided by n − 1, so "
        f"{squares}. And t is {above} ÷ ({below} ÷ √{n}) = **{signed(found.t)}**, with n − 1 = "
        f"**{found.degrees}** degrees of freedom. Of A − B it has the other sign. "
        f"{_critical_t(found)} The p of both sides is {p_value(found.p)}. The one-sided p is half "
        f"of it for the system that leads: {p_value(min(found.greater, 1 - found.greater))}.\n\n"
        f"{_t_interval(differences)} The *effect size*, Cohen’s d, is mean ÷ s = {effect} = "
        f"**{signed(mean / deviation)}**; 0.2 is called small, 0.5 medium, 0.8 large."
    )


def short(number: float) -> str:
    """Write a number with six digits, and no power of ten."""
    short = np.format_float_positional(
        round(number, 12) + 0, precision=6, unique=False, fractional=False, trim="-"
    )
    return short.replace("-", "−")


def _t_interval(differences: Summary) -> str:
    """Write the 95 % interval of the mean with its numbers, and those of 90 % and 99 %."""
    mean, deviation, n = differences
    (low, high), least = compare.t_interval(differences), t_quantile(0.975, n - 1)
    reach = least * deviation / sqrt(n)
    factor, error = enough(lambda t, s: t * s, least, reach / least)
    others = " ".join(
        f"With {decimals(t_quantile((1 + level) / 2, n - 1))} that of {100 * level:g} % is "
        f"{' to '.join(ends(*compare.t_interval(differences, level)))}."
        for level in (0.9, 0.99)
    )
    return (
        f"The 95 % interval is mean ± {factor} · {error} = {signed(mean)} ± {decimals(reach)}: "
        f"{' to '.join(ends(low, high))}. {others}"
    )


def _critical_t(found: compare.StudentT) -> str:
    """Compare t with the critical values of both sides, and of one."""
    both, one = (
        [t_quantile(1 - level / sides, found.degrees) for level in _LEVELS] for sides in (2, 1)
    )
    at = [
        f"**{decimals(value)}** at {level * 100:g} %"
        for level, value in zip(_LEVELS, both, strict=True)
    ]
    return (
        f"The *critical values* of both sides are {listed(at)}: a t that is farther from 0 is "
        f"significant. Those of one side are {listed(map(decimals, one))}. "
        f"{_decided(found.p, found.p / 2)}"
    )


def _decided(p: float, one_sided: float) -> str:
    """Say at which levels a test of both sides is significant, and what one side has more."""
    at = [f"{level * 100:g} %" for level in _LEVELS]
    found, more = (sum(each < level for level in _LEVELS) for each in (p, one_sided))
    but = ", and not at " + " or ".join(at[found:]) if at[found:] else ""
    said = f"significant at {listed(at[:found])}{but}"
    if not found:
        said = f"not significant at {at[0]}, {at[1]} or {at[2]}"
    also = f" Of the side that leads, if it was chosen before, also at {listed(at[found:more])}."
    return f"Of both sides, the lead is **{said}**.{also * (more > found)}"


def _signs(differences: Array) -> str:
    """Write the sign test with the ways to win so many topics."""
    found = compare.signs(differences)
    n, most = found.won + found.lost, max(found.won, found.lost)
    if not n:
        return "All topics are ties: the sign test and Wilcoxon’s test leave them out."
    ties = len(differences) - n
    wins = (
        f"**The sign test** counts wins: B wins {found.won}, and A {found.lost}."
        + f" {counted(ties, 'tie is', 'ties are')} left out: n = {n}." * bool(ties)
    )
    leader = "B" if found.won >= found.lost else "A"
    one = (found if leader == "B" else compare.signs(-differences)).greater
    if n > _TERMS:
        return (
            f"{wins} If neither is better, {leader} wins {most} of {n} or more with probability "
            f"{p_value(one)}, the one-sided p. Both sides have {p_value(found.p)}. "
            f"{_decided(found.p, one)}"
        )
    each = [comb(n, wins) for wins in range(most, n + 1)]
    ways = " + ".join(f"{some:,}" for some in each) + f" = {sum(each):,}" * bool(each[1:])
    both = f"2 · {sum(each):,}/{2**n:,} = {p_value(found.p)}"
    if 2 * sum(each) > 2**n:
        both = "1, for twice that is more than 1"
    return (
        f"{wins} If neither is better, all 2^{n} = {2**n:,} ways to win and lose are equally "
        f"likely. In {ways} of them {leader} wins {most} or more: the one-sided p is "
        f"{sum(each):,}/{2**n:,} = {p_value(one)}. The p of both sides is {both}. "
        f"{_decided(found.p, one)}"
    )


def _signed_ranks(differences: Array) -> str:
    """Write Wilcoxon's test with both sums of ranks, or nothing if all topics are ties."""
    found = compare.signed_ranks(differences)
    n, least = int(np.count_nonzero(found.ranks)), min(found.won, found.lost)
    if not n:
        return ""
    ties = len(differences) - n
    sums = (
        "**Wilcoxon’s test** ranks the differences by their size, the smallest first. Equal sizes "
        "share their mean rank, and ties, with the difference 0, are left out"
        + f" (here {ties:,}, so n = {n})"
        * bool(ties)
        + f". Topics that B wins have the ranks W+ = "
        f"{found.won:g}, those that A wins W− = {found.lost:g}; together "
        f"{n} · {n + 1} ÷ 2 = {n * (n + 1) // 2}. The differences are B − A; of A − B the two sums "
        "change places."
    )
    normal = _normal_of(found)
    if not found.ways:
        return f"{sums} So many topics have the p of the normal distribution: {normal}. " + (
            _decided(found.p, found.p / 2)
        )
    both, one = f"2 · {found.ways:,}/{2**n:,} = {p_value(found.p)}", found.ways / 2**n
    if one > 0.5:
        both = "1, for twice that is more than 1"
    return (
        f"{sums} **W** is the smaller sum, {least:g}. Of all 2^{n} = {2**n:,} ways to give the "
        f"ranks signs, {found.ways:,} have a W+ of {least:g} or less. So the one-sided p of the "
        f"higher sum is {found.ways:,}/{2**n:,} = {p_value(one)}. The p of both sides is {both}. "
        f"{_decided(found.p, one)}\n\n{_critical_sum(n)}Books also use the normal distribution for "
        f"Wilcoxon’s test: {normal}."
    )


def _critical_sum(n: int) -> str:
    """Write what tables say of so many topics; "" for very few."""
    if n < _TABLED:
        return ""
    both, one = (
        [compare.critical_rank_sum(n, level, sides) for level in _LEVELS] for sides in (2, 1)
    )
    two_sided, one_sided = (
        ", ".join(
            f"{'none' if value is None else value} at {level * 100:g} %"
            for level, value in zip(_LEVELS, each, strict=True)
        )
        for each in (both, one)
    )
    return (
        f"Tables have the *critical W* of n = {n}: {two_sided}; one-sided {one_sided}. A W up to "
        "it is significant. They suppose that no two sizes are equal. "
    )


def _normal_of(found: compare.SignedRanks) -> str:
    """Write z of the sum of ranks, and its p of both sides."""
    ranks = found.ranks[found.ranks > 0]
    n, shared = len(ranks), np.unique(ranks, return_counts=True)[1]
    off = int((shared**3 - shared).sum())
    middle, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24 - off / 48
    z = (found.won - middle) / sqrt(variance)
    less = f" − {off}/48" * bool(off)
    p, plain = p_value(2 * NormalDist().cdf(-abs(z))), z * sqrt(variance / (variance + off / 48))
    return (
        f"z = (W+ − n(n + 1)/4)/√(n(n + 1)(2n + 1)/24{less}) = ({found.won:g} − {middle:g})/"
        f"{decimals(sqrt(variance))} = {signed(z)}, p = {p} of both sides"
        + f"; {less.removeprefix(' − ')} is for ranks that are shared, and without it z is "
        f"{signed(plain)}" * bool(off)
    )


def means(a: Array, b: Array) -> str:
    """Write both means as sums of the scores, and the geometric ones, as Markdown."""
    each = [f"Mean {name} = {_mean(scores)}" for name, scores in (("A", a), ("B", b))]
    each.append(_middle(compare.differences(a, b)))
    if len(a) > 1 and not np.minimum(a, b).any():
        return f"{each[-1]} {_DIFFERENCES_ALONE}"
    if len(a) > _TERMS:
        return "\n\n".join(each)
    geometric = [_geometric(name, scores) for name, scores in (("A", a), ("B", b))]
    each += [*geometric, _floored(np.concatenate([a, b])), _split(a, b)]
    return typeset("\n\n".join(filter(None, each)))


def _split(a: Array, b: Array) -> str:
    """Say that one system has the higher mean and the other the higher geometric mean, if so."""
    by_mean = float(b.mean() - a.mean()) if len(a) else 0.0
    of_a, of_b = (geometric_mean(np.maximum(scores, FLOOR)) for scores in (a, b))
    if by_mean * (of_b - of_a) >= 0:
        return ""
    one, other = "BA" if by_mean > 0 else "AB"
    return (
        f"{one} has the higher mean, {other} the higher geometric mean. A low score that doubles "
        "lifts the geometric mean as much as a high one that doubles."
    )


_DIFFERENCES_ALONE: Final = (
    "In every topic the lower score is 0, as it is when only differences are typed. The means of A "
    "and of B then say nothing, so they are not written."
)


def _middle(differences: Array) -> str:
    """Write the mean and the median of the differences; "" without any."""
    if not len(differences):
        return ""
    mean, median = float(differences.mean()), float(np.median(differences))
    said = f"B − A: the mean is **{signed(mean)}**, the median **{signed(median)}**."
    if mean * median < 0:
        said += (
            " Their signs differ: one system has the higher score more often, the other one by "
            "more. So tests of means and tests of ranks may disagree."
        )
    return said


def _mean(scores: Array) -> str:
    mean, n = decimals(float(scores.mean())), len(scores)
    if n > _TERMS:
        return f"1/{n:,} · {decimals(float(scores.sum()))} = **{mean}**"
    return f"1/{n} ({' + '.join(f'{score:.8g}' for score in scores)}) = **{mean}**"


def _geometric(name: str, scores: Array) -> str:
    """Write the geometric mean, with the floor for scores below it."""
    raised = np.maximum(scores, FLOOR)
    factors = " · ".join(_FLOOR if score < FLOOR else f"{score:.8g}" for score in scores.tolist())
    mean = decimals(geometric_mean(raised))
    return f"Geometric mean {name} = ({factors})<sup>1/{len(scores)}</sup> = **{mean}**"


def _floored(scores: Array) -> str:
    if (scores >= FLOOR).all():
        return "The geometric mean falls most where a score is near 0."
    return (
        f"A single 0 would make the geometric mean 0. So trec_eval takes {_FLOOR} for every lower "
        "score, and this floor then decides the number."
    )


def as_typed(difference: float, nothing: str = "tie") -> str:
    """Write a difference with its sign and no more decimals than it has, or `nothing` for 0."""
    places = len(f"{abs(round(difference, 4)):.4f}".rstrip("0").partition(".")[2])
    return signed(difference, places, nothing)


def ranks(screen: Screen) -> str:
    """Write of each topic the difference, its rank and its square, if they fit a table."""
    counted_, differences = topics(screen).counted, topics(screen).differences
    found = compare.signed_ranks(differences)
    if len(differences) > _ROWS:
        return ""
    body: list[list[object]] = []
    numbers = (np.flatnonzero(counted_) + 1).tolist()
    apart = differences - differences.mean()
    each = zip(numbers, differences, found.ranks, apart, strict=True)
    for at, difference, rank, gap in each:
        sides = [f"{rank:g}" if side * difference > 0 and rank else "" for side in (1, -1)]
        body.append([at, as_typed(difference), *sides, short(gap), short(gap**2)])
    head = ["topic", "B − A", "rank, B wins", "rank, A wins", "B − A − mean", "its square"]
    foot = ["sum", as_typed(float(differences.sum()), "0"), f"W+ = {found.won:g}"]
    foot += [f"W− = {found.lost:g}", "", short(float((apart**2).sum()))]
    return table_html("The ranks of Wilcoxon’s test, and the squares of t", head, body, foot)
