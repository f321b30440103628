"""How many users an A/B test needs, before it begins, and what fewer of them would find."""

from collections.abc import Callable
from math import ceil, floor, log10, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import streamlit as st

from metrics import proportions
from pages.ab_test.knobs import AbTest
from ui.core.knob_kinds import Choice
from ui.core.knobs import KNOBS
from ui.core.plain import counted, decimals, enough, table_html
from ui.core.screen import Screen
from ui.parts import controls

_FORMULAS: Final = {
    "variances": "(z₁ + z₂)² · (a(1 − a) + b(1 − b))/(b − a)²",
    "pooled": "z₁ with √(2m(1 − m)), m = (a + b)/2: R’s power.prop.test",
    "baseline": "2(z₁ + z₂)²/d², d = (b − a)/√(a(1 − a))",
    "arcsine": "2(z₁ + z₂)²/h²: Cohen’s h, proportion_effectsize of statsmodels",
}
_ERRORS: Final = {
    "variances": "√((a(1 − a) + b(1 − b))/n)",
    "pooled": "√((a(1 − a) + b(1 − b))/n)",
    "baseline": "√(2a(1 − a)/n)",
    "arcsine": "√(2/n)",
}
"""The standard error of the difference by each formula."""
_WEEKS: Final = 4
"""So many weeks have a row each, and so has the week in which the test is over."""
_KNOBS: Final = (
    *(AbTest.RATES, AbTest.LEVEL, AbTest.SIDES, AbTest.WANTED, AbTest.FORMULA),
    *(AbTest.EACH, AbTest.WEEKLY),
)


class Plan(NamedTuple):
    """What is to be found, and how surely.

    Attributes:
        a: the rate of A.
        b: the rate that B is to have.
        level: how often the test finds a difference where there is none.
        sides: 1 or 2.
        power: how often it finds this one.
        by: the formula, a key of `proportions.SPREADS`.
    """

    a: float
    b: float
    level: float
    sides: int
    power: float
    by: str

    @property
    def z(self) -> tuple[float, float]:
        """The quantiles of the normal distribution that belong to the level and to the power."""
        normal = NormalDist()
        return normal.inv_cdf(1 - self.level / self.sides), normal.inv_cdf(self.power)

    def size(self, by: str = "") -> int:
        """Return how many users each group needs, by a formula."""
        exact = proportions.sample_size(
            self.a, self.b, self.power, self.level, sides=self.sides, by=by or self.by
        )
        return int(exact)

    def power_of(self, count: int) -> float:
        """Return how often groups of this size find the change."""
        return proportions.power(self.a, self.b, count, self.level, sides=self.sides, by=self.by)

    def smallest(self, count: int) -> float:
        """Return the smallest change in the same direction that groups of this size find."""
        first = self.a if self.b > self.a else 1 - self.a  # a fall is a rise of the others
        return proportions.detectable(
            first, count, self.power, self.level, sides=self.sides, by=self.by
        )


def draw(screen: Screen) -> None:
    """Draw knobs for a planned test, its size with the worked sum, and what each week finds."""
    controls.turn(_KNOBS, by="sizes")
    names = (AbTest.LEVEL, AbTest.SIDES, AbTest.WANTED, AbTest.FORMULA)
    plan = Plan(*screen[AbTest.RATES], *(screen[name] for name in names))
    weekly = int(screen[AbTest.WEEKLY][0])
    st.markdown("\n\n".join(_said(plan, weekly)))
    st.html(_formulas(plan))
    st.markdown("\n\n".join(_given(plan, int(screen[AbTest.EACH][0]))))
    st.markdown(
        "What each week finds. With fewer users the power is lower, or only a larger change is "
        f"found with power {plan.power:g}: *smallest change*. A larger α needs fewer users, and "
        "makes more false alarms. A test with one side needs fewer, and finds no change to the "
        "other side."
    )
    st.html(_weeks(plan, weekly))


def _said(plan: Plan, weekly: int) -> list[str]:
    """Write the change, both quantiles, the worked sum and how long it takes, as Markdown."""
    change, (of_level, of_power) = plan.b - plan.a, plan.z
    relative = f"{100 * abs(change) / plan.a:.3g} % of {_percent(plan.a)}"
    half = "half of it on each side, " if plan.sides == 2 else "all of it on one side, "
    size = plan.size()
    weeks = 2 * size / weekly
    whole = counted(ceil(weeks), "whole week")
    kind = "rise" if change > 0 else "fall"
    just = " So a measured change of this size is just significant." * (plan.power == 0.5)
    return [
        f"From a = {_percent(plan.a)} to b = {_percent(plan.b)}: a {kind} by "
        f"{_points(abs(change))}, which is {relative}. The z of α = {plan.level:g}, {half}is "
        f"z₁ = {of_level:.5f}. The z of power {plan.power:g} is z₂ = {of_power:.5f}.{just}",
        f"Each group needs {_SUMS[plan.by](plan)} = {_exact(plan):,.1f}, rounded up "
        f"**{size:,}** users, both together **{2 * size:,}**. With z of two decimals, "
        f"{round(of_level, 2):g} and {round(of_power, 2):g}, n = {_exact(plan, 2):,.1f}.",
        f"{weekly:,} users a week take {2 * size:,}/{weekly:,} = {weeks:.2f} weeks, or "
        f"{7 * weeks:.1f} days: **{whole}**, as not all days of a week are alike.",
    ]


def _given(plan: Plan, count: int) -> list[str]:
    """Write the power of groups of this size as a sum, and the smallest change that they find."""
    (of_level, _), normal = plan.z, NormalDist()
    equal, own, gap = _spread(plan, plan.b, count)
    z = (gap - of_level * equal) / own
    what = "h" if plan.by == "arcsine" else "|b − a|"
    if equal == own:
        formula = f"{what}/SE − z₁"
        g, se, z_1 = enough(lambda g, se, z_1: g / se - z_1, gap, own, of_level)
        worked, errors = f"{g}/{se} − {z_1}", f"SE = {_ERRORS[plan.by]} = {se}"
    else:
        formula = f"({what} − z₁ · SE₀)/SE"
        g, z_1, even, se = enough(
            lambda g, z_1, even, se: (g - z_1 * even) / se, gap, of_level, equal, own
        )
        worked = f"({g} − {z_1} · {even})/{se}"
        errors = f"SE = {_ERRORS[plan.by]} = {se}, and SE₀, of equal rates, is {even}"
    power = plan.power_of(count)
    beyond = power - normal.cdf(z)
    other = f", and {decimals(beyond)} on the wrong side" * (round(beyond, 3) > 0)
    said = [
        f"With **n = {count:,}** users per group, {errors}. So z = {formula} = {worked} = "
        f"{decimals(z)}. The *power* is the part of a normal curve below it{other}: "
        f"**{decimals(power)}**."
    ]
    smallest = plan.smallest(count)
    if smallest != smallest:
        return [*said, f"So few users find no change with power {plan.power:g}."]
    to = plan.a + (smallest if plan.b > plan.a else -smallest)
    equal, own, gap = _spread(plan, to, count)
    z_1, z_2 = (f"{z:.5f}" for z in plan.z)
    even, se = (_significant(error, 5) for error in (equal, own))
    formula, worked = "(z₁ + z₂) · SE", f"({z_1} + {z_2}) · {se}"
    if equal != own:
        formula, worked = "z₁ · SE₀ + z₂ · SE", f"{z_1} · {even} + {z_2} · {se}"
    said.append(
        f"The smallest change that they find with power {plan.power:g}, the *minimum detectable "
        f"effect*, is **{_points(smallest, 3)}**, to b = {decimals(100 * to, 3)} %. There {what} "
        f"= {formula} = {worked} = {_significant(gap, 4)}."
    )
    return said


def _significant(number: float, digits: int) -> str:
    return decimals(number, digits - 1 - floor(log10(number)))


def _spread(plan: Plan, to: float, count: int) -> tuple[float, float, float]:
    """Return the error of equal rates, that of a and another rate, and how far these are apart."""
    equal, own, gap = proportions.SPREADS[plan.by](plan.a, to)
    return equal / sqrt(count), own / sqrt(count), gap


def _exact(plan: Plan, places: int = 15) -> float:
    """Return n before it is rounded up, with z of so many decimals."""
    equal, own, gap = proportions.SPREADS[plan.by](plan.a, plan.b)
    of_level, of_power = (round(z, places) for z in plan.z)
    return ((of_level * equal + of_power * own) / gap) ** 2


def _formulas(plan: Plan) -> str:
    """Write n by each formula, which has z of α and z of the power as z₁ and z₂."""
    knob = KNOBS[AbTest.FORMULA]
    assert isinstance(knob, Choice)
    body = [[name, _FORMULAS[by], f"{plan.size(by):,}"] for by, name in knob.names(1).items()]
    present = [*knob.options].index(plan.by)
    head = ["formula", "n", "users per group"]
    return table_html("The size by each formula", head, body, words=(0, 1), present=present)


def _weeks(plan: Plan, weekly: int) -> str:
    """Write how many users have come after each week, and what they find."""
    last = ceil(2 * plan.size() / weekly)
    body: list[list[object]] = []
    for week in sorted({*range(1, _WEEKS + 1), last}):
        count = week * weekly // 2
        smallest = plan.smallest(count)
        found = "none" if smallest != smallest else _points(smallest, 2)
        body.append([week, f"{count:,}", decimals(plan.power_of(count)), found])
    at = [row[0] for row in body].index(last)
    head = ["weeks", "users per group", "power", "smallest change"]
    return table_html("What each week finds", head, body, present=at)


def _percent(rate: float) -> str:
    return f"{100 * rate:.6g} %"


def _points(change: float, places: int | None = None) -> str:
    written = f"{100 * change:.6g}" if places is None else decimals(100 * change, places)
    return f"{written} point{'s' * (written != '1')}"


def _z(plan: Plan) -> str:
    one, other = plan.z
    return f"({one:.5f} + {other:.5f})²"


def _variance(rate: float) -> str:
    return f"{rate:g} · {1 - rate:g}"


def _by_variances(plan: Plan) -> str:
    gap = round(abs(plan.b - plan.a), 6)
    return f"n = {_z(plan)} · ({_variance(plan.a)} + {_variance(plan.b)})/{gap:g}²"


def _by_pooled(plan: Plan) -> str:
    (one, other), mean = plan.z, (plan.a + plan.b) / 2
    gap = round(abs(plan.b - plan.a), 6)
    own = f"{_variance(plan.a)} + {_variance(plan.b)}"
    return f"n = ({one:.5f} · √(2 · {_variance(mean)}) + {other:.5f} · √({own}))²/{gap:g}²"


def _by_baseline(plan: Plan) -> str:
    gap, deviation = round(abs(plan.b - plan.a), 6), sqrt(plan.a * (1 - plan.a))
    effect = f"{gap / deviation:.6g}"
    worked = f"d = {gap:g}/√({_variance(plan.a)}) = {effect}"
    return f"n, by the *effect size* {worked}: 2 · {_z(plan)}/{effect}²"


def _by_arcsine(plan: Plan) -> str:
    effect = f"{proportions.SPREADS['arcsine'](plan.a, plan.b)[2]:.6g}"
    low, high = sorted((plan.a, plan.b))
    worked = f"h = 2 arcsin √{high:g} − 2 arcsin √{low:g} = {effect}"
    return f"n, by the *effect size* {worked}: 2 · {_z(plan)}/{effect}²"


_SUMS: Final[dict[str, Callable[[Plan], str]]] = {
    "variances": _by_variances,
    "pooled": _by_pooled,
    "baseline": _by_baseline,
    "arcsine": _by_arcsine,
}
