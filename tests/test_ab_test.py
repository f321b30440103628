"""An A/B test: two proportions, its interval, power and size, and the lesson on them."""

import re
from collections.abc import Callable
from math import inf, isnan, sqrt
from operator import itemgetter

import numpy as np
import pytest
from scipy import stats

from app_driver import act, charts, controls, notices, pieces, set_to, tables, text, tiles, visit
from metrics import looks
from metrics.proportions import (
    SPREADS,
    chi_squared,
    detectable,
    lift,
    power,
    sample_size,
    standard_errors,
    two_proportions,
)
from pages.ab_test import differences
from ui.core.knobs import KNOBS

PAGE = "ab_test"
GROUPS = [(90, 100, 85, 100), (6131, 52400, 6492, 51900), (3, 7, 11, 20), (40, 100, 55, 100)]


@pytest.mark.parametrize("groups", GROUPS)
def test_z_and_p_are_those_of_the_chi_squared_test(groups: tuple[int, int, int, int]) -> None:
    some_a, of_a, some_b, of_b = groups
    table = [[some_a, of_a - some_a], [some_b, of_b - some_b]]
    wanted = stats.chi2_contingency(table, correction=False)
    found = two_proportions(*groups)
    assert found.z**2 == pytest.approx(wanted.statistic)
    assert found.p == pytest.approx(wanted.pvalue)
    assert np.sign(found.z) == np.sign(some_b / of_b - some_a / of_a)
    chi = chi_squared(*groups)
    assert chi.statistic == pytest.approx(wanted.statistic)
    assert chi.expected == pytest.approx(wanted.expected_freq.ravel())
    yates = stats.chi2_contingency(table)
    assert (chi.corrected, chi.p_corrected) == pytest.approx((yates.statistic, yates.pvalue))
    relative = stats.contingency.relative_risk(some_b, of_b, some_a, of_a)
    assert lift(*groups).lift == pytest.approx(relative.relative_risk - 1)
    low, high = relative.confidence_interval()
    assert lift(*groups).interval == pytest.approx((low - 1, high - 1))


def test_two_tasks_of_courses() -> None:
    """90 of 100 against 85 of 100; 6,131 of 52,400 against 6,492 of 51,900."""
    first, second = (two_proportions(*groups) for groups in GROUPS[:2])
    assert (round(first.z, 2), round(first.p, 3)) == (-1.07, 0.285)
    assert (round(second.difference, 5), round(second.z, 2), round(second.p, 5)) == (
        0.00808,
        4.00,
        0.00006,
    )


def test_interval_by_hand() -> None:
    """0.55 - 0.4 ± 1.96 · √(0.4 · 0.6/100 + 0.55 · 0.45/100)."""
    low, high = two_proportions(40, 100, 55, 100).interval
    reach = stats.norm.ppf(0.975) * sqrt((0.24 + 0.2475) / 100)
    assert (low, high) == pytest.approx((0.15 - reach, 0.15 + reach))


def test_groups_that_do_not_vary_have_no_z() -> None:
    for groups in ((5, 5, 7, 7), (0, 5, 0, 7)):
        found = two_proportions(*groups)
        assert isnan(found.z)
        assert isnan(found.p)
        assert isnan(chi_squared(*groups).statistic)
        assert found.interval == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "size"), [((0.5, 0.75, 0.9), 76.7), ((0.5, 0.6, 0.8), 387.4), ((0.1, 0.1), inf)]
)
def test_size_is_that_of_r(arguments: tuple[float, ...], size: float) -> None:
    """power.prop.test, rounded up."""
    assert sample_size(*arguments) == (np.ceil(size) if size < inf else inf)


def test_power_is_that_of_r_and_nearly_that_of_all_outcomes() -> None:
    """R's example is 0.740; all outcomes of two groups are counted one by one, on both sides."""
    assert power(0.5, 0.75, 50) == pytest.approx(0.740, abs=5e-4)
    assert power(0.3, 0.3, 100) == pytest.approx(0.05)
    assert (power(1, 1, 100), power(0, 0, 100)) == (0, 0)  # there is no p
    for shares, n in (((0.5, 0.65), 100), ((0.5, 0.51), 200)):
        exact, chances = 0.0, [stats.binom.pmf(range(n + 1), n, share) for share in shares]
        for a in range(n + 1):
            for b in range(n + 1):
                pooled = (a + b) / (2 * n)
                error = sqrt(pooled * (1 - pooled) * 2 / n)
                if error and abs(b - a) / n / error > stats.norm.ppf(0.975):
                    exact += float(chances[0][a] * chances[1][b])
        assert power(*shares, n) == pytest.approx(exact, abs=0.02)


def test_power_of_85_and_90_of_100_counts_both_sides() -> None:
    """Standard errors from one reader: equal 0.46771, own 0.46637. (±0.5 − 0.91670) / 0.46637."""
    assert power(0.85, 0.9, 100) == pytest.approx(
        stats.norm.cdf(-0.89350) + stats.norm.cdf(-3.03772), abs=1e-4
    )
    assert f"{power(0.85, 0.9, 100):.3f}" == "0.187"
    assert "**0.187**: the *power*" in text(visit(PAGE))


def test_power_and_size_agree() -> None:
    size = sample_size(0.2, 0.25)
    assert power(0.2, 0.25, size) >= 0.8 > power(0.2, 0.25, size - 1)
    assert (power(0, 1, 9), power(0, 1, 1)) == (1, 0)  # 1 of 1 against 0 of 1: z is 1.41


@pytest.mark.parametrize(
    ("by", "sizes"),
    [("variances", (4435, 5937)), ("baseline", (4145, 5548)), ("arcsine", (4433, 5934))],
)
def test_sizes_of_an_exercise(by: str, sizes: tuple[int, int]) -> None:
    """From 12 % to 14 %: 2 (1.95996 + 0.84162)²/(0.02²/(0.12 · 0.88)) = 4144.3, and so on."""
    z = sum(map(stats.norm.ppf, (0.975, 0.8)))
    by_hand = {
        "variances": z**2 * (0.12 * 0.88 + 0.14 * 0.86) / 0.02**2,
        "baseline": 2 * z**2 / (0.02 / sqrt(0.12 * 0.88)) ** 2,
        "arcsine": 2 * z**2 / (2 * np.arcsin(sqrt(0.14)) - 2 * np.arcsin(sqrt(0.12))) ** 2,
    }
    assert np.ceil(by_hand[by]) == sizes[0]
    assert tuple(sample_size(0.12, 0.14, power, by=by) for power in (0.8, 0.9)) == sizes


@pytest.mark.parametrize("by", SPREADS)
@pytest.mark.parametrize("sides", [1, 2])
def test_power_size_and_smallest_change_agree(by: str, sides: int) -> None:
    """A fall is a rise of those who do not succeed; one side needs fewer."""
    for a, b in ((0.12, 0.14), (0.5, 0.75), (0.01, 0.02)):
        size = sample_size(a, b, 0.9, 0.01, sides=sides, by=by)
        found = [power(a, b, n, 0.01, sides=sides, by=by) for n in (size - 1, size)]
        assert found[0] < 0.9 <= found[1]
        assert detectable(a, size, 0.9, 0.01, sides=sides, by=by) <= b - a
        assert detectable(a, size - 1, 0.9, 0.01, sides=sides, by=by) > b - a
        assert sample_size(1 - a, 1 - b, 0.9, 0.01, sides=sides, by=by) == size
        assert sample_size(a, b, 0.9, 0.01, sides=1, by=by) <= size
        assert sample_size(a, b, 0.9, 0.02, by=by) == sample_size(a, b, 0.9, 0.01, sides=1, by=by)
    assert isnan(detectable(0.5, 1, sides=sides, by=by))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: two_proportions(1, 0, 1, 2), "count_a must be at least 1 and 1, the successes"),
        (lambda: two_proportions(1, 2, 3, 2), "count_b must be at least 1 and 3, .* got 2"),
        (lambda: two_proportions(-1, 2, 1, 2), "successes_a must be a whole number of at least 0"),
        (lambda: two_proportions(1, 2, 1, 2, confidence=1), "confidence must be .* less than 1"),
        (lambda: power(0.5, 1.5, 10), "b must be .* at most 1, got 1.5"),
        (lambda: power(0.5, 0.6, 0), "count must be .* more than 0, got 0"),
        (lambda: sample_size(0.5, 0.6, power=0.3), "power must be .* at least 0.5"),
        (lambda: sample_size(0.5, 0.6, level=0), "level must be .* more than 0"),
        (lambda: sample_size(0.5, 0.6, sides=3), "sides must be 1 or 2, got 3"),
        (lambda: sample_size(0.5, 0.6, by="h"), "by must be one of pooled, variances, base"),
        (lambda: sample_size(0, 0.6, by="baseline"), "a must be .* more than 0"),
        (lambda: detectable(1, 10), "a must be .* less than 1"),
        (lambda: detectable(0.5, 0), "count must be .* more than 0"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


# The lesson


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("90/100, 85/100", (90, 100, 85, 100)),
        ("90,100,85,100", (90, 100, 85, 100)),
        (" 90 of 100; 85 of 100 ", (90, 100, 85, 100)),
        ("6,131/52,400, 6,492/51,900", (6131, 52400, 6492, 51900)),
        ("6131/52400 6492/51900", (6131, 52400, 6492, 51900)),
        ("6131/52 400, 6492/51 900", (6131, 52400, 6492, 51900)),
        ("0/1, 1/1", (0, 1, 1, 1)),
        ("144 1200 192 1200", (144, 1200, 192, 1200)),
        ("144, 1200, 192, 1200", (144, 1200, 192, 1200)),
        ("1200 144 1300 192", (144, 1200, 192, 1300)),  # readers first
        ("6,131 52,400 6,492 51,900", (6131, 52400, 6492, 51900)),
    ],
)
def test_counts_are_read_as_people_write_them(typed: str, counts: tuple[int, ...]) -> None:
    assert KNOBS["ab_groups"].parse(typed, 3) == counts


@pytest.mark.parametrize(
    "typed", ["", "90/100", "90/100, 110/100", "0/0, 1/1", "0.9, 0.85", "1/2000000000, 1/2", "a/b"]
)
def test_counts_that_cannot_be_are_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValueError, match="as in 85/100, 90/100"):
        KNOBS["ab_groups"].parse(typed, 3)


def test_chart_by_hand() -> None:
    """The tails begin where B − A lies; its curve is 1 in the middle."""
    found = two_proportions(40, 100, 55, 100)
    tables = differences.rows(found)
    assert max(row["y"] for row in tables["curve"]) == pytest.approx(1)
    left, right = (
        [row["x"] for row in tables["tails"] if row["side"] == side] for side in ("left", "right")
    )
    assert (max(left), min(right)) == pytest.approx((-0.15, 0.15))
    (interval,) = tables["interval"]
    assert interval["said"] == "95 % interval: +0.013 to +0.287"
    assert tables["seen"][1]["said"] == "Seen: +0.150, z = 2.124"
    assert differences.rows(two_proportions(5, 5, 7, 7)) == {}
    level = differences.rows(two_proportions(5, 10, 5, 10))
    assert min(row["x"] for row in level["tails"] if row["side"] == "right") == 0


@pytest.mark.parametrize("groups", [(50, 100, 60, 100), (240, 400, 200, 400)])
def test_filled_part_of_the_second_curve_is_the_power(groups: tuple[int, int, int, int]) -> None:
    """It stands around the true difference; blocks are filled where p is below 0.05."""
    found, errors = two_proportions(*groups), standard_errors(*groups)
    drawn = differences.of_power(found, errors)
    curve = [row for row in drawn["curve"] if row["side"] == "true"]
    assert max(curve, key=itemgetter("y"))["x"] == pytest.approx(found.difference)
    left, right = sorted(drawn["names"], key=itemgetter("x"))
    assert (left["left"], right["left"]) == (True, False)  # each name is outside of both curves
    assert left["x"] < min(0, found.difference) < max(0, found.difference) < right["x"]
    share = sum(differences.counted(drawn)) / 100
    assert share == pytest.approx(power(found.a, found.b, groups[1]), abs=0.006)


def test_a_hundred_blocks_are_the_curve_of_chance() -> None:
    """0.05 is 1.069 standard errors: 14.25 % of a normal curve are beyond it, on each side."""
    found = two_proportions(85, 100, 90, 100)
    drawn = differences.rows(found, as_blocks=True)
    assert differences.counted(drawn) == (14, 14)
    blocks = drawn["blocks"]
    assert len(blocks) == len({row["key"] for row in blocks}) == 100
    beyond = [row for row in blocks if row["end"] <= -0.05 + 1e-9 or row["x"] >= 0.05 - 1e-9]
    assert beyond == [row for row in blocks if row["strength"] == 1]  # no line cuts a block
    area = sum((row["end"] - row["x"]) * (row["top"] - row["y"]) for row in blocks)
    ends = [(row["x"], row["y"]) for row in drawn["curve"]]
    assert area == pytest.approx(np.trapezoid([y for _, y in ends], [x for x, _ in ends]), rel=0.01)
    few = differences.rows(two_proportions(850, 1000, 900, 1000), as_blocks=True)
    assert differences.counted(few) == (0, 0)


def test_the_filled_part_of_an_interval_is_the_interval() -> None:
    groups = (40, 100, 53, 100)
    found, errors = two_proportions(*groups), standard_errors(*groups)
    drawn = differences.of_interval(found, errors)
    filled = [row["x"] for row in drawn["tails"]]
    assert (min(filled), max(filled)) == pytest.approx(found.interval)
    assert max(drawn["curve"], key=itemgetter("y"))["x"] == pytest.approx(0.13)
    assert (0.53 - 0.4) - 1.96 * errors.own == pytest.approx(min(filled), abs=1e-5)


def test_counts_are_typed_multiplied_and_exchanged() -> None:
    at = visit(PAGE)
    assert [*tiles(at)] == ["B − A", "p-value"]  # one thought a step
    assert re.findall(r"(0\.\d+)<i style='--share:([\d.]+)'", "".join(pieces(at))) == [
        *(("0.850", "0.8500"), ("0.900", "0.9000"))
    ]
    act(at, **controls(at)["All × 10"]["change"])
    assert controls(at)["Successes of A, of B"]["value"] == "850/1000, 900/1000"
    assert tiles(at)["p-value"].score == "0.00072"
    assert "0 of 100 blocks: A or B leads by 0.050 or more" in text(at)
    assert "p: if neither is better, 7.2 of 10,000 tests lead by as much." in text(at)
    at = visit(PAGE, {"groups": "850,1000,900,1000"})
    said = "".join(pieces(at))
    assert "<dt>z</dt><dd><b>3.381</b>" in said
    assert "95 % interval: +0.021 to +0.079, 0 is outside" in said
    act(at, **controls(at)["Exchange A and B"]["change"])
    assert controls(at)["Successes of A, of B"]["value"] == "900/1000, 850/1000"
    act(at, "turn", knob="ab_groups", to="6131/52400, 6492/51900")
    assert "<dt>p-value</dt><dd><b>0.000063</b>" in "".join(pieces(at))
    act(at, "turn", knob="ab_groups", to="5/5, 7/7")
    said = "".join(pieces(at))
    assert "<dt>z</dt><dd><b>–</b>" in said
    assert "fewer than 5 successes or failures" in text(at)


def test_four_numbers_in_turn_are_read_with_a_sentence() -> None:
    at = visit(PAGE)
    act(at, "turn", knob="ab_groups", to="144 1200 192 1200")
    assert controls(at)["Successes of A, of B"]["value"] == "144/1200, 192/1200"
    assert notices(at) == [
        "The four numbers were read as 144 of 1,200 for A, and 192 of 1,200 for B."
    ]
    act(at, "turn", knob="ab_groups", to="144/1200, 190/1200")
    act(at, **controls(at)["Exchange A and B"]["change"])
    assert notices(at) == []


def test_own_numbers_have_the_whole_test_worked_out() -> None:
    """At any step; the step's own numbers, before and after its act, have its one idea alone."""
    at = visit(PAGE)
    act(at, "turn", knob="ab_groups", to="144/1200, 192/1200")
    scores = {label: tile.score for label, tile in tiles(at).items()}
    assert scores == {"B − A": "0.040", "p-value": "0.0047", "z": "2.824"}
    assert "95 % interval: +0.012 to +0.068, 0 is outside" in "".join(pieces(at))
    (test,) = [each for each in tables(at) if each[0][0] == "The test"]
    assert test[1:] == [
        ["share of both", "(144 + 192) ÷ 2,400 = 0.14"],
        ["standard error", "√(0.14 · 0.86 · (1/1,200 + 1/1,200)) = 0.014166"],
        ["z", "0.04 ÷ 0.014166 = 2.824"],
        ["p", "both parts of the curve beyond 2.824: 0.0047"],
        ["error of the interval", "√(0.12 · 0.88/1,200 + 0.16 · 0.84/1,200) = 0.01414"],
        ["95 % interval", "0.04 ± 1.96 · 0.01414: +0.012 to +0.068, 0 is outside"],
    ]
    act(at, "turn", knob="ab_groups", to="850/1000, 900/1000")
    assert [*tiles(at)] == ["B − A", "p-value"]
    assert not [each for each in tables(at) if each[0][0] == "The test"]


def test_own_numbers_have_as_many_digits_as_z_is_computed_from() -> None:
    """130/2000 − 105/2000 = 0.0125, and 0.013 is not that."""
    at = visit(PAGE)
    act(at, "turn", knob="ab_groups", to="105/2000, 130/2000")
    assert tiles(at)["B − A"].score == "0.0125"
    (test,) = [each for each in tables(at) if each[0][0] == "The test"]
    assert ["z", "0.0125 ÷ 0.007436 = 1.681"] in test
    drawn = charts(at)["differences"]
    assert "+0.0125" in set(drawn[drawn["part"] == "seen"]["label"])
    groups = next(each for each in tables(at) if each[0][0] == "group")
    assert [row[-1] for row in groups[1:]] == ["0.0525", "0.065"]


def test_the_test_in_other_forms() -> None:
    """By SciPy, and by hand: 130/105 − 1 is 0.238; e^(0.21357 ± 1.95996 · 0.12734) − 1."""
    at = visit(PAGE)
    act(at, "turn", knob="ab_groups", to="105/2000, 130/2000")
    by_name = {each[0][0]: each[1:] for each in tables(at)}
    chi, yates = (
        stats.chi2_contingency([[105, 1895], [130, 1870]], correction=each)
        for each in (False, True)
    )
    assert by_name["cell"][0] == [
        *("A succeeds", "105", "2,000 · 235/4,000 = 117.5", "(105 − 117.5)²/117.5 = 1.330"),
    ]
    assert by_name["cell"][-1][-1] == f"χ² = {chi.statistic:.3f}" == "χ² = 2.826"
    said = text(at)
    assert f"χ² = {yates.statistic:.3f}, p = {yates.pvalue:.3f}. R’s" in said
    levels = by_name["level α"]
    assert levels[0] == ["10 %", "1.645: significant", "1.282: significant", levels[0][3]]
    assert levels[1] == [
        *("5 %", "1.960: not", "1.645: significant", "95 %: −0.002 to +0.027"),
    ]
    assert levels[2] == ["1 %", "2.576: not", "2.326: not", levels[2][3]]
    one_sided = stats.norm.sf(chi.statistic**0.5)
    assert f"<strong>{one_sided:.3f}</strong>, if you said before that B would be" in said
    sizes = dict(row[:2] for row in by_name["measure"])
    assert sizes["lift, relative: B/A − 1"] == "(130/2,000)/(105/2,000) − 1 = +23.8 %"
    assert sizes["95 % interval of the lift"].endswith(": −3.5 % to +58.9 %")
    assert sizes["odds ratio"] == "(130 · 1,895)/(105 · 1,870) = 1.255"
    h = 2 * np.arcsin(0.065**0.5) - 2 * np.arcsin(0.0525**0.5)
    assert sizes["effect size, Cohen’s h"].endswith(f"= +{h:.3f}")
    assert "B has <strong>23.8 % more</strong> successes than A" in said
    assert "rises by 1.25 percentage points" in said


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ("0/20, 5/20", ("Nobody succeeds with A, so there is no lift", "none: ÷ 0")),
        ("5/20, 5/20", ("Both shares are equal: the lift is 0.", "0.500")),
        ("5/20, 0/20", ("B has <strong>100.0 % less</strong> successes", "−100.0 %")),
    ],
)
def test_leads_without_a_lift(groups: str, said: tuple[str, ...]) -> None:
    at = visit(PAGE)
    act(at, "turn", knob="ab_groups", to=groups)
    for each in said:
        assert each in text(at)


@pytest.mark.parametrize(
    ("typed", "p", "ends", "where"),
    [
        ("2211/18420, 2284/17980", "0.042", "+0.00024 to +0.01376", "outside"),
        ("2217/18420, 2284/17980", "0.053", "−0.000094 to +0.013437", "inside"),
    ],
)
def test_an_end_near_0_is_not_written_as_0(typed: str, p: str, ends: str, where: str) -> None:
    """0.1270300 − 0.1200326 = 0.0069975, ± 1.95996 · 0.0034499 = 0.0067617; the other is alike.

    0.0034499 is √(0.1200326 · 0.8799674/18420 + 0.1270300 · 0.8729700/17980).
    """
    at = visit(PAGE)
    act(at, "turn", knob="ab_groups", to=typed)
    said = "".join(pieces(at))
    assert f"95 % interval: {ends}, 0 is {where}" in said
    assert tiles(at)["p-value"].score == p
    drawn = charts(at)["differences"]
    (label,) = drawn[drawn["part"] == "interval"]["label"]
    assert label == f"True differences that fit: {ends}"
    (test,) = [each for each in tables(at) if each[0][0] == "The test"]
    assert test[-1][1].endswith(f"{ends}, 0 is {where}")
    # The example's curve of 100 readers each would make a needle of this one.
    assert "was" not in set(drawn["part"])
    assert drawn[drawn["part"] == "room"]["x"].max() < 0.02


def test_the_axis_stays_and_the_curve_before_is_grey() -> None:
    """Ten times the readers: the standard error of 0.04677 falls to 0.01479."""
    at = visit(PAGE)
    drawn = charts(at)["differences"]
    ends = drawn[drawn["part"] == "room"]["x"].tolist()
    assert "was" not in set(drawn["part"])
    act(at, **controls(at)["All × 10"]["change"])
    drawn = charts(at)["differences"]
    assert drawn[drawn["part"] == "room"]["x"].tolist() == ends
    widths = [drawn[drawn["part"] == part]["x"].max() / 4 for part in ("was", "curve")]
    assert widths == pytest.approx([0.04677, 0.01479], abs=5e-6)
    act(at, "turn", knob="ab_groups", to="900/1000, 850/1000")
    assert "was" not in set(charts(at)["differences"]["part"])  # as wide as before


def test_counts_that_cannot_be_stay_where_they_were_typed_with_the_reason() -> None:
    at = visit(PAGE)
    act(at, "turn", knob="ab_groups", to="85/80, 90/100")
    line = controls(at)["Successes of A, of B"]
    assert line["value"] == "85/80, 90/100"
    assert line["note"].endswith("Of 80 readers, 85 cannot succeed.")
    assert notices(at)[0].startswith(line["note"])
    act(at, **controls(at)["All × 10"]["change"])
    line = controls(at)["Successes of A, of B"]
    assert (line["value"], line.get("note")) == ("850/1000, 900/1000", None)
    act(at, "turn", knob="ab_groups", to="x")
    act(at, "turn", knob="ab_groups", to="850/1000, 900/1000")
    assert controls(at)["Successes of A, of B"]["value"] == "850/1000, 900/1000"


# A planned test


@pytest.mark.parametrize(
    ("typed", "rates"),
    [
        ("12 %, 14 %", (0.12, 0.14)),
        ("12% to 14%", (0.12, 0.14)),
        ("0.12, 0.14", (0.12, 0.14)),
        ("0,12; 0,14", (0.12, 0.14)),
        ("12 % + 2 points", (0.12, 0.14)),
        ("12 % − 2 %", (0.12, 0.1)),
        ("12 % + 10 % relative", (0.12, 0.132)),
        ("12/100 vs. 14/100", (0.12, 0.14)),
        ("12 14", (0.12, 0.14)),
    ],
)
def test_rates_are_read_as_people_write_them(typed: str, rates: tuple[float, ...]) -> None:
    knob = KNOBS["ab_rates"]
    assert knob.parse(typed, 3) == rates
    assert knob.parse(knob.in_words(rates, 3), 3) == rates


@pytest.mark.parametrize(
    "typed",
    ["", "12 %", "12 %, 12 %", "60 % + 50 %", "12 % to 14 % relative", "120, 130", "0, 5 %", "x"],
)
def test_rates_that_cannot_be_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="two different rates from"):
        KNOBS["ab_rates"].parse(typed, 3)


def test_a_test_is_planned() -> None:
    """From 12 % to 14 %, 8,000 users a week: a little more than a week, and in one 0.758."""
    at = visit(PAGE)
    act(at, "turn", knob="ab_rates", to="12 % + 2 points")
    act(at, "turn", knob="ab_weekly", to="8,000")
    said = text(at)
    assert (
        "(1.95996 + 0.84162)² · (0.12 · 0.88 + 0.14 · 0.86)/0.02² = 4,434.6, rounded up **4,435**"
        in said
    )
    assert "a rise by 2 points, which is 16.7 % of 12 %" in said
    assert "1.96 and 0.84, n = 4,429.6." in said
    assert "8,870/8,000 = 1.11 weeks, or 7.8 days: **2 whole weeks**" in said
    (weeks,) = [each for each in tables(at) if each[0][0] == "weeks"]
    assert weeks[1] == ["1", "4,000", "0.758", "2.11 points"]
    (sizes,) = [each for each in tables(at) if each[0][0] == "formula"]
    assert [row[2] for row in sizes[1:]] == ["4,435", "4,438", "4,145", "4,433"]
    act(at, "turn", knob="ab_formula", to="baseline")
    assert (
        "d = 0.02/√(0.12 · 0.88) = 0.0615457: 2 · (1.95996 + 0.84162)²/0.0615457² = 4,144.2, "
        "rounded up **4,145** users" in text(at)
    )
    (weeks,) = [each for each in tables(at) if each[0][0] == "weeks"]
    assert weeks[1] == ["1", "4,000", "0.786", "2.04 points"]
    act(at, "turn", knob="ab_wanted_power", to=0.9)
    assert "rounded up **5,548** users" in text(at)
    act(at, "turn", knob="ab_rates", to="14 % to 12 %")
    assert "a fall by 2 points, which is 14.3 % of 14 %" in text(at)
    act(at, "turn", knob="ab_rates", to="50 % to 60 %")
    act(at, "turn", knob="ab_weekly", to="2")
    (weeks,) = [each for each in tables(at) if each[0][0] == "weeks"]
    assert weeks[1][3] == "none"  # of one user in each group
    act(at, "turn", knob="ab_wanted_power", to=0.5)
    assert "rounded up **193** users" in text(at)  # d = 0.1/0.5: 2 · 3.8415/0.04 = 192.07
    assert "z₂ = 0.00000. So a measured change of this size is just significant." in text(at)


@pytest.mark.parametrize("by", ["variances", "pooled", "baseline", "arcsine"])
def test_the_power_of_groups_of_a_given_size_is_worked(by: str) -> None:
    """2.5 % to 2.75 % with 20,000 in each group: power 0.346, and from 2.5 % one finds 2.956 %."""
    at = visit(PAGE, {"rates": "0.025,0.0275", "ab_each": "20000", "formula": by})
    said = text(at)
    wanted = power(0.025, 0.0275, 20_000, by=by)
    rise = detectable(0.025, 20_000, by=by)
    z = re.search(
        r"With \*\*n = 20,000\*\* .* So z = .* = ([−.\d]+)\. .*: \*\*([.\d]+)\*\*\.", said
    )
    assert z
    assert stats.norm.cdf(float(z[1].replace("−", "-"))) == pytest.approx(wanted, abs=6e-4)
    assert float(z[2]) == pytest.approx(wanted, abs=5e-4)
    found = re.search(
        r"is \*\*([.\d]+) points\*\*, to b = ([.\d]+) %\. There .* = (.*) = ([.\d]+)\.", said
    )
    assert found
    assert float(found[1]) == pytest.approx(100 * rise, abs=5e-4)
    one, two, *more = map(float, re.findall(r"[.\d]+", found[3]))
    by_hand = (one + two) * more[0] if len(more) == 1 else one * two + more[0] * more[1]
    assert by_hand == pytest.approx(float(found[4]), rel=1e-3)
    if by == "variances":
        assert "z = |b − a|/SE − z₁ = 0.002500/" in said
        assert "= −0.396." in said
        assert (z[2], found[1], found[2]) == ("0.346", "0.456", "2.956")


def test_groups_too_small_for_any_change_and_both_sides_are_named() -> None:
    at = visit(PAGE, {"rates": "0.5,0.6", "ab_each": "2"})
    assert "So few users find no change with power 0.8." in text(at)
    assert "on the wrong side" in text(at)
    fall = visit(PAGE, {"rates": "0.6,0.5", "ab_each": "1000"})
    rise = detectable(0.4, 1000, by="variances")
    assert f"to b = {100 * (0.6 - rise):.3f} %" in text(fall)


# Looking several times


def test_false_wins_are_those_of_printed_tables() -> None:
    """Armitage, McPherson & Rowe (1969), table 2; Pocock (1977), table 1: z by looks."""
    found = {count: looks.any_false_win(count) for count in (1, 2, 3, 5, 10, 20)}
    wanted = {1: 0.05, 2: 0.083, 3: 0.107, 5: 0.142, 10: 0.193, 20: 0.248}
    assert found == pytest.approx(wanted, abs=5e-4)
    bounds = {count: looks.bound(looks.pocock(count)) for count in (2, 3, 4, 5, 10)}
    assert bounds == pytest.approx({2: 2.178, 3: 2.289, 4: 2.361, 5: 2.413, 10: 2.555}, abs=6e-4)
    for count, level in ((2, 0.1), (7, 0.05), (20, 0.01)):
        assert looks.any_false_win(count, looks.pocock(count, level)) == pytest.approx(level)


@pytest.mark.parametrize(("count", "level"), [(2, 0.05), (3, 0.01), (4, 0.1)])
def test_false_wins_are_those_of_a_multivariate_normal_distribution(
    count: int, level: float
) -> None:
    """The z of look i and of look j > i correlate by √(i/j)."""
    at = np.arange(1, count + 1)
    shared = np.sqrt(np.minimum.outer(at, at) / np.maximum.outer(at, at))
    z = np.full(count, stats.norm.isf(level / 2))
    within = stats.multivariate_normal(cov=shared).cdf(z, lower_limit=-z)
    assert looks.any_false_win(count, level) == pytest.approx(1 - within, abs=1e-4)


def test_five_looks_make_a_false_win_in_one_of_seven() -> None:
    at = visit(PAGE)
    for part in (
        "in **0.142** of all tests without any difference.",
        "1 − 0.95<sup>5</sup> = 0.226",
        "p ≤ 0.05/5 = 0.0100",
        "all looks together then have 0.033.",
        "*Pocock* allows p ≤ **0.0158**, z beyond ±2.413",
    ):
        assert part in text(at)
    act(at, "turn", knob="ab_looks", to=7)
    (rows,) = [each for each in tables(at) if each[0][0] == "looks"]
    assert [row[0] for row in rows[1:]] == ["2", "3", "4", "5", "7", "10"]
    assert [row[1] for row in rows[1:3]] == ["0.083", "0.107"]
    act(at, "turn", knob="ab_level", to=0.01)
    assert "With 7 looks at α = 0.01" in text(at)


def test_a_change_in_percent_is_said_to_be_of_points() -> None:
    at = set_to(visit("ab_test"), "From which rate to which", "4 % +10 %")
    assert notices(at)[0].startswith("Read as a change in points, from 4 % to 14 %.")
    assert not notices(set_to(at, "From which rate to which", "4 % + 10 % relative"))
    assert not notices(set_to(at, "From which rate to which", "4 % + 1 point"))


def test_users_of_a_day_are_seven_times_as_many_a_week() -> None:
    at = set_to(visit("ab_test"), "Users a week, of both groups", "8,000 a day")
    assert notices(at) == ["A week has seven such days: 56,000 users."]
    assert at.query_params["weekly"] == "56000"
