"""The same test in other forms: by levels, as χ² of four counts, and how large the lead is."""

from math import asin, log, sqrt
from statistics import NormalDist
from typing import Final

from metrics import proportions
from ui.core.plain import decimals, ends, enough, p_value, signed, table_html, typeset

Counts = tuple[int, int, int, int]

_NORMAL: Final = NormalDist()
_LEVELS: Final = (0.1, 0.05, 0.01)
SIGNIFICANT: Final = (
    "It is significant above 2.706 at 10 %, above 3.841 at 5 %, and above 6.635 at 1 %."
)
"""Of χ² with one degree of freedom."""


def levels(counts: Counts) -> str:
    """Write which z is significant at usual levels, on both sides and on one, and the intervals."""
    found = proportions.two_proportions(*counts)
    b_leads = found.z >= 0
    one = _NORMAL.cdf(-abs(found.z))
    body = []
    for level in _LEVELS:
        two_sided, one_sided = (_NORMAL.inv_cdf(1 - level / sides) for sides in (2, 1))
        interval = proportions.two_proportions(*counts, confidence=1 - level).interval
        body.append(
            [
                f"{100 * level:g} %",
                f"{two_sided:.3f}: {_yes(abs(found.z) > two_sided)}",
                f"{one_sided:.3f}: {_yes(abs(found.z) > one_sided)}",
                f"{100 * (1 - level):g} %: {' to '.join(ends(*interval))}",
            ]
        )
    head = ["level α", "two-sided: z beyond ±", "one-sided: z beyond", "interval of B − A"]
    led, other = ("B", "A") if b_leads else ("A", "B")
    half = p_value(one)
    rest = "above 0.999999" if one < 1e-6 else decimals(1 - one, len(half.partition(".")[2]))
    return table_html("The test at three levels", head, body, words=range(4)) + (
        f"<p>The two-sided p of z = {decimals(found.z)} is {p_value(found.p)}. The one-sided p is "
        f"half of it, <strong>{half}</strong>, if you said before that {led} would be better. If "
        f"you said {other}, it is 1 minus that: {rest}.</p>"
    )


def as_chi_squared(counts: Counts) -> str:
    """Write χ² with its four cells."""
    some_a, of_a, some_b, of_b = counts
    found, test = proportions.chi_squared(*counts), proportions.two_proportions(*counts)
    seen, all_ = (some_a, of_a - some_a, some_b, of_b - some_b), of_a + of_b
    some = some_a + some_b
    totals = [f"{of:,} · {part:,}/{all_:,}" for of in (of_a, of_b) for part in (some, all_ - some)]
    names = ("A succeeds", "A does not", "B succeeds", "B does not")
    body = []
    for name, count, due, total in zip(names, seen, found.expected, totals, strict=True):
        (exact,) = enough(lambda due, count=count: (count - due) ** 2 / due, due)
        expected = f"{float(exact):,.6f}".rstrip("0").rstrip(".")
        adds = decimals((count - due) ** 2 / due)
        body.append(
            [
                *(name, f"{count:,}", f"{total} = {expected}"),
                f"({count:,} − {expected})²/{expected} = {adds}",
            ]
        )
    foot = ["sum", f"{all_:,}", f"{all_:,}", f"χ² = {decimals(found.statistic)}"]
    head = ["cell", "observed", "expected", "(observed − expected)²/expected"]
    z = f"({decimals(test.z)})" if test.z < 0 else decimals(test.z)
    return table_html("χ² of four counts", head, body, foot, words=(0, 2, 3)) + (
        f"<p>χ² = z² = {z}², with one degree of freedom, so p is the same, "
        f"{p_value(test.p)}. {SIGNIFICANT} "
        "With <em>Yates’s correction</em> each difference is smaller by 0.5: χ² = "
        f"{decimals(found.corrected)}, p = {p_value(found.p_corrected)}. R’s chisq.test and "
        "SciPy’s chi2_contingency print that one, unless you switch it off.</p>"
    )


def sizes_of_effect(counts: Counts) -> str:
    """Write how large the lead is by other measures than B − A."""
    some_a, of_a, some_b, of_b = counts
    body = [["lift, relative: B/A − 1", _lift(counts)]]
    if some_a and some_b:
        body.append(["95 % interval of the lift", _interval_of_lift(counts)])
    others = some_b * (of_a - some_a), some_a * (of_b - some_b)
    odds = f"({some_b:,} · {of_a - some_a:,})/({some_a:,} · {of_b - some_b:,})"
    body.append(
        ["odds ratio", f"{odds} = {decimals(others[0] / others[1])}" if others[1] else "none: ÷ 0"]
    )
    h = 2 * asin(sqrt(some_b / of_b)) - 2 * asin(sqrt(some_a / of_a))
    arc = [f"2 arcsin √({some:,}/{of:,})" for some, of in ((some_a, of_a), (some_b, of_b))]
    body.append(["effect size, Cohen’s h", f"{arc[1]} − {arc[0]} = {signed(h)}"])
    head = ["measure", "worked out"]
    written = typeset(table_html("How large is the lead?", head, body, words=(0, 1)))
    return f"{written}<p>{_said(counts)} Cohen calls an h of 0.2 small, 0.5 medium, 0.8 large.</p>"


def _said(counts: Counts) -> str:
    """Write the lift in a sentence."""
    lift = 100 * proportions.lift(*counts).lift
    points = 100 * proportions.two_proportions(*counts).difference
    if lift != lift:
        return "Nobody succeeds with A, so there is no lift: it would divide by 0."
    if not lift:
        return "Both shares are equal: the lift is 0."
    more = "more" if points > 0 else "less"
    return (
        f"Per reader, B has <strong>{_part(abs(lift))} % {more}</strong> successes than A. The "
        f"share itself {'rises' if points > 0 else 'falls'} by {abs(points):.3g} percentage "
        "points: say which of the two you mean."
    )


def _lift(counts: Counts) -> str:
    some_a, of_a, some_b, of_b = counts
    if not some_a:
        return "none: ÷ 0"
    ratio = f"({some_b:,}/{of_b:,})/({some_a:,}/{of_a:,})"
    return f"{ratio} − 1 = {_percent(proportions.lift(*counts).lift)}"


def _interval_of_lift(counts: Counts) -> str:
    some_a, of_a, some_b, of_b = counts
    found = proportions.lift(*counts)
    root = f"√(1/{some_a:,} − 1/{of_a:,} + 1/{some_b:,} − 1/{of_b:,})"
    error, ratio = _short(found.error), _short(log(1 + found.lift))
    written = " to ".join(map(_percent, found.interval))
    return f"error of ln(B/A): {root} = {error}. e^({ratio} ± 1.96 · {error}) − 1: {written}"


def _percent(share: float) -> str:
    return f"{'+' * (share > 0)}{_part(100 * share)} %"


def _part(percent: float) -> str:
    """Write percents with a decimal; a small one with three."""
    return decimals(percent, 1 if abs(percent) >= 0.1 else 3) if percent else "0"


def _yes(is_beyond: bool) -> str:
    return "significant" if is_beyond else "not"


def _short(number: float) -> str:
    """Write a number with four digits."""
    return f"{number:.4g}".replace("-", "−")
