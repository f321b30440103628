"""Two counts of one total: McNemar's test, wins against one half, a split check."""

from collections.abc import Callable
from math import inf, isnan

import pytest
from scipy import stats

from app_driver import controls, set_to, text, visit
from app_driver import tables as drawn_tables
from metrics.two_counts import paired_difference, size_of_share, two_counts
from pages.ab_test import two_counts as page_of_counts
from ui.core.knobs import KNOBS
from ui.core.screen import Screen

COUNTS = [(300, 220), (3, 1), (0, 7), (60, 40), (5, 5), (44_000, 45_000), (1, 0)]


@pytest.mark.parametrize("share", [0.5, 0.2, 0.9])
@pytest.mark.parametrize(("first", "second"), COUNTS)
def test_it_is_chi_squared_and_the_binomial_test(first: int, second: int, share: float) -> None:
    total, found = first + second, two_counts(first, second, share)
    wanted = stats.chisquare([first, second], [total * share, total * (1 - share)])
    assert found.chi_squared == pytest.approx(wanted.statistic)
    assert found.p == pytest.approx(wanted.pvalue, rel=1e-9)
    exact = stats.binomtest(first, total, share)
    greater = stats.binomtest(first, total, share, alternative="greater")
    assert found.exact == pytest.approx(exact.pvalue, rel=1e-6, abs=1e-15)
    assert found.greater == pytest.approx(greater.pvalue, rel=1e-6, abs=1e-15)
    assert found.expected == pytest.approx((total * share, total * (1 - share)))


def test_mcnemar_of_a_textbook() -> None:
    """Of 10,000 only A has 300 right, only B 220: (|300 − 220| − 1)²/520, and p."""
    found = two_counts(300, 220)
    assert found.corrected == pytest.approx(79**2 / 520)
    assert found.p_corrected == pytest.approx(stats.chi2.sf(79**2 / 520, 1))
    assert f"{found.p_corrected:.5f} {found.exact:.5f}" == "0.00053 0.00052"
    difference, error, (low, high) = paired_difference(300, 220, 10_000)
    assert (difference, round(error, 5)) == (0.008, 0.00228)
    assert (round(low, 4), round(high, 4)) == (0.0035, 0.0125)


def test_sixty_wins_of_a_hundred() -> None:
    found = two_counts(60, 40)
    assert f"{found.exact:.3f} {found.greater:.3f} {found.p:.4f}" == "0.057 0.028 0.0455"
    reach = stats.norm.ppf(0.975) * (0.6 * 0.4 / 100) ** 0.5
    assert found.interval == pytest.approx((0.6 - reach, 0.6 + reach))


def test_a_half_off_is_no_difference_after_the_correction() -> None:
    assert two_counts(2, 1).corrected == 0
    assert two_counts(2, 1).p_corrected == 1


def test_beyond_a_million_there_is_no_exact_p() -> None:
    assert isnan(two_counts(1_000_000, 1).exact)
    whole = two_counts(500_500, 499_500)
    assert whole.exact == pytest.approx(stats.binomtest(500_500, 1_000_000).pvalue, rel=1e-6)


@pytest.mark.parametrize(
    ("share", "power", "sides", "exactly"),
    [(0.6, 0.9, 1, 210.3), (0.6, 0.8, 2, 193.8), (0.5, 0.8, 2, inf)],
)
def test_size(share: float, power: float, sides: int, exactly: float) -> None:
    if exactly < inf:
        z = stats.norm.ppf(1 - 0.05 / sides) / 2
        reach = z + stats.norm.ppf(power) * (share * (1 - share)) ** 0.5
        assert (reach / (share - 0.5)) ** 2 == pytest.approx(exactly, abs=0.05)
        exactly = int(exactly) + 1
    assert size_of_share(share, power, sides=sides) == exactly
    assert size_of_share(1 - share, power, sides=sides) == exactly


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: two_counts(0, 0), "one of both counts must be above 0"),
        (lambda: two_counts(-1, 2), "first must be a whole number of at least 0"),
        (lambda: two_counts(1, 2, share=1), "share must be .* less than 1"),
        (lambda: two_counts(1, 2, confidence=0), "confidence must be .* more than 0"),
        (lambda: paired_difference(3, 2, 4), "of must be at least 1 and 5, .* got 4"),
        (lambda: size_of_share(1.5), "share must be .* at most 1"),
        (lambda: size_of_share(0.6, power=0.3), "power must be .* at least 0.5"),
        (lambda: size_of_share(0.6, level=0), "level must be .* more than 0"),
        (lambda: size_of_share(0.6, sides=3), "sides must be 1 or 2, got 3"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


# The page


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("300 : 220", (300, 220)),
        ("300 220", (300, 220)),
        ("300, 220", (300, 220)),
        ("300 and 220", (300, 220)),
        ("44,000 : 45,000", (44_000, 45_000)),
        ("300 : 220 of 10,000", (300, 220, 10_000)),
        ("300,220,10000", (300, 220, 10_000)),
        ("60 of 100", (60, 40)),
        ("8740 300 220 740", (8740, 300, 220, 740)),
        ("8,740, 300; 220, 740", (8740, 300, 220, 740)),
        ("8740,300,220,740", (8740, 300, 220, 740)),
    ],
)
def test_counts_are_read_in_many_forms(typed: str, counts: tuple[int, ...]) -> None:
    knob = KNOBS["two_counts"]
    assert knob.parse(typed, 3) == counts
    assert knob.parse(knob.control(counts, 3)["value"], 3) == counts


@pytest.mark.parametrize("typed", ["", "5", "0 : 0", "1.5 : 2", "-3 : 5", "60/100", "110 of 100"])
def test_other_counts_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="two whole numbers, not both 0"):
        KNOBS["two_counts"].parse(typed, 3)


def test_too_few_in_all_are_refused_by_their_number() -> None:
    with pytest.raises(ValueError, match="500 in all are too few"):
        KNOBS["two_counts"].parse("300 : 220 of 500", 3)


def table_of(**settings: object) -> str:
    return page_of_counts.table(Screen().with_settings(**settings))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"two_counts": (300, 220, 10_000)},
            ("= 79²/520 = 12.002: p = 0.00053", "12.308: p = 0.00045", "0.00052", "= 0.008<"),
        ),
        (
            {"two_counts": (60, 40), "two_counts_are": "wins"},
            ("60/100 = 0.6<", "2.000: p = 0.046", "p = 0.057", "p = 0.028", "0.504 to 0.696"),
        ),
        (  # Δ is half of (250 − 200)/600
            {"two_counts": (250, 200, 600), "two_counts_are": "wins"},
            (
                "250/450 = 0.5556<",
                "(250 + ½ · 150) / 600 − ½ = 0.04167, half of A − B",
                "= 0.08333<",
            ),
        ),
        (
            {"two_counts": (250, 200, 600), "two_counts_are": "wins"},
            ("250/600 = 0.4167 counts all 150 ties as losses of A",),
        ),
        (
            {"two_counts": (60, 40), "two_counts_are": "wins"},
            ("<td>194</td>", "<td>211</td>", "√(0.6 · 0.4)) / 0.1)²"),
        ),
        (
            {"two_counts": (44_000, 45_000), "two_counts_are": "split"},
            ("(44,000 − 44,500)² / 44,500 = 5.618", "χ² = 11.236, p = 0.00080", "SRM"),
        ),
        (
            {"two_counts": (90, 10), "two_counts_are": "split", "planned_share": (0.9,)},
            ("100 · 0.9 = 90", "p = 1.000", "There is no sample ratio mismatch"),
        ),
        (
            {"two_counts": (5_140, 4_860), "two_counts_are": "split"},
            ("p = 0.0051", "p &lt; 0.01, none for who takes p &lt; 0.001"),
        ),
        (
            # √(520 − 80²/10,000) / 10,000 = 0.00227895, times 1.95996 is 0.0044667
            {"two_counts": (8_740, 300, 220, 740)},
            ("= 79²/520 = 12.002: p = 0.00053", "= 0.904<", "= 0.896<", "0.003533 to 0.01247"),
        ),
        (  # 8, 9 and 10 heads of 10
            {"two_counts": (8, 2)},
            ("2 · (45 + 10 + 1)/1,024: p = 0.109", ", (45 + 10 + 1)/1,024: p = 0.055"),
        ),
        (
            {"two_counts": (8_740, 300, 220, 740), "two_counts_are": "wins"},
            ("Four cells are what both",),
        ),
        ({"two_counts": (5, 5)}, ("both are equal: p = 1.000", "Fewer than 25 together")),
        ({"two_counts": (3, 0), "two_counts_are": "wins"}, ("none: nothing varies",)),
    ],
)
def test_the_test_is_worked_out(settings: dict[str, object], said: tuple[str, ...]) -> None:
    written = table_of(**settings)
    for each in said:
        assert each in written


def test_four_cells_are_a_table_with_its_sums() -> None:
    """8,740 + 300 are A's, 8,740 + 220 are B's, of 10,000."""
    at = visit("ab_test")
    set_to(at, "Two counts", "8740 300 220 740")
    (cells,) = [each for each in drawn_tables(at) if each[0][1:2] == ["B right"]]
    assert cells[1:] == [
        ["A right", "8,740", "300", "9,040"],
        ["A wrong", "220", "740", "960"],
        ["all", "8,960", "1,040", "10,000"],
    ]
    with pytest.raises(ValueError, match="not both 0"):
        KNOBS["two_counts"].parse("8740 0 0 740", 3)


def test_what_the_counts_are_chooses_the_test() -> None:
    at = visit("ab_test")
    assert "Planned share of A" not in controls(at)
    set_to(at, "Two counts", "44,000 : 45,000")
    set_to(at, "What they count", "split")
    assert "Planned share of A" in controls(at)
    assert ["A", "44,000"] in [row[:2] for _, *rows in drawn_tables(at) for row in rows]
    assert "sample ratio mismatch" in text(at)


@pytest.mark.parametrize(
    ("groups", "warned"),
    [("44000,89000,45000,89000", True), ("44000,89000,45000,90000", False), ("9,10,8,10", False)],
)
def test_two_parts_of_one_total_are_no_ab_test(groups: str, *, warned: bool) -> None:
    assert ("this z is not theirs" in text(visit("ab_test", {"groups": groups}))) == warned
