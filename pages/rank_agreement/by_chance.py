"""Whether judges agree more than chance: p and critical values of ρ and τ of each two."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import factorial
from typing import Final

from metrics.rank_tests import RankTest, rho_test, tau_test
from ui.core.plain import decimals, listed, p_value, table_html

_LEVELS: Final = (0.05, 0.01)
_SIDES: Final = (1, 2)
_HEAD: Final = (
    *("judges", "score", "value", "p, one-sided", "critical at 5 %", "at 1 %"),
    *("p, two-sided", "critical at 5 %", "at 1 %"),
)
WORDS: Final = (
    "**Is it more than chance?** By chance, each order of the items is as likely. *p* is how "
    "likely a score of this size is then, or a larger one. The one-sided p counts scores of the "
    "same sign, the two-sided p those of both. A score is *significant* if its size reaches the "
    "*critical value* (✓)."
)


def table(judges: Mapping[str, Sequence[float]]) -> str:
    """Write a row for ρ and for τ of each two judges."""
    rows = [
        [f"{one} and {other}", name, decimals(found.score), *_cells(found)]
        for one, other in combinations(judges, 2)
        for name, found in _tests(judges[one], judges[other])
    ]
    return table_html("ρ and τ against chance", _HEAD, rows, words=(0, 1))


def verdicts(judges: Mapping[str, Sequence[float]]) -> str:
    """Say which scores of two judges are significant, and how p was found.

    Two judges have each level in words, more have one line: what W says comes before it.
    """
    each = {
        f"{one} and {other}": [*_tests(judges[one], judges[other])]
        for one, other in combinations(judges, 2)
    }
    lines = [
        " ".join(f"{name} of {pair} is {_decided(found)}" for name, found in tests)
        for pair, tests in each.items()
    ]
    if len(judges) > 2:
        lines = [_of_pairs(each)]
    tests = [test for tests in each.values() for test in tests]
    return "\n\n".join([*lines, _how(tests, len(next(iter(judges.values()))))])


def _of_pairs(each: Mapping[str, Sequence[tuple[str, RankTest]]]) -> str:
    """Say for which pairs of several judges ρ and τ are significant."""
    said = []
    for at, name in enumerate(("ρ", "τ")):
        found = [pair for pair, tests in each.items() if _reached(tests[at][1], _LEVELS[0], 2)]
        about = " by the approximation" * any(_is_rough(tests[at][1]) for tests in each.values())
        said.append(f"{name} is significant{about} for {listed(found) if found else 'none'}")
    return (
        f"Each two of these judges alone, two-sided at 5 %: {', '.join(said)}. W asks about "
        "all judges at once, so its answer may differ."
    )


def _tests(first: Sequence[float], second: Sequence[float]) -> Iterator[tuple[str, RankTest]]:
    yield "ρ", rho_test(first, second)
    yield ("τ" if len({*first}) == len({*second}) == len(first) else "τ-b"), tau_test(first, second)


def _cells(found: RankTest) -> Iterator[str]:
    for sides in _SIDES:
        yield p_value(_p(found, sides))
        for level in _LEVELS:
            least = found.critical(level, sides)
            reached = " ✓" * _reached(found, level, sides)
            about = "about " * _is_rough(found)
            yield "none" if least > 1 else about + decimals(least) + reached * (not about)


def _p(found: RankTest, sides: int) -> float:
    return found.p if sides == 2 else found.one_sided


def _reached(found: RankTest, level: float, sides: int) -> bool:
    return _p(found, sides) <= level * (1 + 1e-9)


def _is_rough(found: RankTest) -> bool:
    """Return whether critical values are approximate, and those of tables do not hold."""
    return found.tied and not found.exact and found.p == found.p


def _decided(found: RankTest) -> str:
    """Say at which levels a score is significant, one- and two-sided."""
    if found.p != found.p:
        return "without a p." if found.score == found.score else "not defined."
    said, about = [], " by the approximation" * _is_rough(found)
    for sides, name in zip(_SIDES, ("one-sided", "two-sided"), strict=True):
        five, one = (_reached(found, level, sides) for level in _LEVELS)
        said.append(f"{name} " + (f"at 5 %{' and 1 %' * one}" if five else "not at 5 %"))
    if not _reached(found, _LEVELS[0], 1):
        return f"**not significant** at 5 %{about}, neither one- nor two-sided."
    return f"**significant**{about} {', '.join(said)}."


def _how(tests: Sequence[tuple[str, RankTest]], n: int) -> str:
    """Say which p-values count all orders, and how the others are approximated."""
    exact = [*dict.fromkeys(name for name, found in tests if found.exact)]
    rough = {name for name, found in tests if not found.exact and found.p == found.p}
    parts = []
    if exact:
        orders = f" {factorial(n):,}" * (n <= 10)
        parts.append(f"The p of {' and '.join(exact)} is exact: it counts all{orders} orders.")
    if any(found.tied and found.exact for _, found in tests):
        parts.append(
            "These p and critical values keep the ties. Printed tables suppose none, and SciPy’s "
            "spearmanr and kendalltau take approximations here."
        )
    if "ρ" in rough:
        parts.append(
            "With more than 10 items, the p of ρ is the usual approximation. "
            f"Here t = ρ · √((n − 2) / (1 − ρ²)) has n − 2 = {n - 2} degrees of freedom."
        )
    if "τ-b" in rough:
        parts.append(
            "With more than 10 items, the p of τ-b is the usual approximation. S is the pairs in "
            "the same order minus those in opposite orders. z is S divided by its standard "
            "deviation for these ties: "
            + ", ".join(
                decimals(found.statistic)
                for name, found in tests
                if name == "τ-b" and found.p == found.p
            )
            + "."
        )
    if any(_is_rough(found) for _, found in tests):
        parts.append(
            "So many orders with ties are not counted here. Critical values are approximate and "
            "have no ✓: printed tables suppose no ties."
        )
    if any(found.p != found.p and found.score == found.score for _, found in tests):
        parts.append("For ρ of 1 or −1 with ties, t would divide by 0: it has no p here.")
    return " ".join(parts)
