"""How many topics a difference takes, and the power of so many, worked with their numbers."""

from math import ceil, isinf, sqrt
from statistics import NormalDist

from metrics import compare
from metrics.compare import Summary
from metrics.distributions import t_quantile
from pages.significance.drawing import topics
from pages.significance.knobs import Significance
from pages.significance.unpaired import summaries
from ui.core.plain import decimals, enough, typeset
from ui.core.screen import Screen


def is_typed(screen: Screen) -> bool:
    """Return whether mean, s and n of paired differences are typed, in the place of topics."""
    return len(summaries(screen)) == 1


def planned(screen: Screen) -> Summary:
    """Return mean, s and n of the typed differences, or of those of the topics."""
    if is_typed(screen):
        return summaries(screen)[0]
    return compare.summary(topics(screen).differences)


def worked(screen: Screen) -> str:
    """Write how many topics find the difference, and the power of as many as there are."""
    found = planned(screen)
    mean, s, n = abs(found.mean), found.deviation, found.size
    power, level = screen[Significance.POWER], screen[Significance.PLANNED_LEVEL]
    if n < 2 or not s or mean <= 1e-12:
        return "There is nothing to plan: it takes two topics, a spread, and a difference."
    sides = 1 - level / 2
    one, other = (NormalDist().inv_cdf(each) for each in (sides, power))
    z = ((one + other) * s / mean) ** 2
    first, second, spread, lead = enough(
        lambda a, b, s, d: ((a + b) * s / d) ** 2 / 100,
        one,
        other,
        s,
        mean,  # to a tenth
    )
    needed = compare.topics_needed(found, power, level)
    centre, far = sqrt(n) * mean / s, t_quantile(sides, n - 1)
    above, below = enough(lambda d, s: d * sqrt(n) / s, mean, s)
    return typeset(
        f"The effect size is d = {lead}/{spread} = {decimals(mean / s)}. By the normal "
        f"distribution, power {power:g} at α = {level:g} takes ((z₁ + z₂) · s ÷ difference)² = "
        f"(({first} + {second}) · {spread} ÷ {lead})² = {decimals(z, 1)}, so "
        f"**{ceil(z):,} topics**. By Student’s t it takes **{needed:,.0f}**.\n\n"
        f"With n = {n:,} topics t lies around {above} · √{n:,} ÷ {below} = {decimals(centre)}. "
        f"The critical t is {decimals(far)}. So the power is "
        f"**{decimals(compare.power(found, level))}**, by the noncentral t distribution, as "
        "G\\*Power and statsmodels have it."
    )


def needed_in_words(screen: Screen) -> str:
    """Write the topics that the mean takes at power 0.8, as a sentence has them."""
    needed = compare.topics_needed(planned(screen))
    return "more topics than exist" if isinf(needed) else f"about **{needed:,.0f}** topics"
