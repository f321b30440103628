"""Clicks: readers who look and click, relevance got back from clicks, and the lesson on them."""

from collections.abc import Callable
from itertools import permutations, product
from math import hypot, prod, sqrt

import numpy as np
import pytest
from scipy import stats

from app_driver import act, controls, notices, pictures, pieces, set_to, text, tiles, visit
from app_driver import tables as drawn_tables
from metrics.clicks import (
    attention,
    expected_clicks,
    observed_relevance,
    one_result,
    preferences,
    simulated_clicks,
    weighted_clicks,
)
from metrics.ranking import Ranking
from pages.clicks import by_rank, model
from ui.core import presets
from ui.core.screen import Screen
from ui.draw import score

PAGE = "clicks"


def ranked(*grades: float) -> Ranking:
    return Ranking(grades, top_grade=4)


# The models


def test_position_based_clicks_by_hand() -> None:
    """1 · 1/2, 1/2 · 1, 1/3 · 1/4; nobody is shown the fourth."""
    terms = expected_clicks(ranked(2, 4, 1, 4), 3).terms
    assert terms["reach"].tolist() == pytest.approx([1, 1 / 2, 1 / 3])
    assert terms["relevance"].tolist() == [1 / 2, 1, 1 / 4]
    assert terms["contribution"].tolist() == pytest.approx([1 / 2, 1 / 2, 1 / 12])


@pytest.mark.parametrize(
    ("decay", "looks"), [(0, [1, 1, 1]), (1, [1, 1 / 2, 1 / 3]), (2, [1, 1 / 4, 1 / 9])]
)
def test_attention_falls_by_its_exponent(decay: float, looks: list[float]) -> None:
    assert attention(np.arange(1.0, 4), decay).tolist() == pytest.approx(looks)
    terms = expected_clicks(ranked(4, 4, 4), decay=decay).terms
    assert terms["contribution"].tolist() == pytest.approx(looks)


@pytest.mark.parametrize("grades", [(3, 2, 2), (1, 0, 4, 2), (0, 0), (2, 4, 3)])
def test_cascade_by_all_that_readers_may_find_good(grades: tuple[int, ...]) -> None:
    """Each reader finds some of the documents good, and clicks on the first of them."""
    chances = [grade / 4 for grade in grades]
    first = [0.0] * len(grades)
    for good in product((True, False), repeat=len(grades)):
        share = prod(p if is_good else 1 - p for p, is_good in zip(chances, good, strict=True))
        if any(good):
            first[good.index(True)] += share
    breakdown = expected_clicks(ranked(*grades), model="cascade")
    assert breakdown.terms["contribution"].tolist() == pytest.approx(first)
    assert breakdown.terms["reach"].tolist() == pytest.approx(
        [1 - sum(first[:rank]) for rank in range(len(grades))]
    )


def test_in_a_cascade_every_order_has_as_many_clicks() -> None:
    """1 - 1/4 · 1/2 · 1/2 of the readers click at all."""
    for order in permutations((3, 2, 2)):
        assert expected_clicks(ranked(*order), model="cascade").score == pytest.approx(15 / 16)


def test_a_batch_counts_no_padding() -> None:
    batch = Ranking([[2, 4, 1], [4, 0, 0]], lengths=[3, 1], top_grade=4)
    for settings in ({"model": "position"}, {"model": "cascade"}):
        alone = [expected_clicks(ranked(*row), **settings) for row in ((2, 4, 1), (4,))]
        found = expected_clicks(batch, **settings)  # type: ignore[arg-type]
        assert found.score.tolist() == pytest.approx([float(each.score) for each in alone])
        for propensity in ("none", "position", "cascade"):
            of_batch = weighted_clicks(batch, propensity=propensity, **settings)  # type: ignore
            assert of_batch.score.tolist() == pytest.approx(
                [
                    float(weighted_clicks(ranked(*row), propensity=propensity, **settings).score)
                    for row in ((2, 4, 1), (4,))
                ]
            )


def test_nobody_clicks_on_what_nobody_judged() -> None:
    assert expected_clicks(ranked(np.nan, 4)).terms["contribution"].tolist() == [0, 1 / 2]


# Weighting


@pytest.mark.parametrize("decay", [0, 0.5, 1, 2])
def test_the_right_attention_gives_the_relevance_back(decay: float) -> None:
    grades = (2, 4, 0, 1, 3)
    told = weighted_clicks(ranked(*grades), decay=decay, assumed_decay=decay)
    assert told.terms["estimate"].tolist() == pytest.approx([grade / 4 for grade in grades])
    assert told.score == pytest.approx(10 / 4 / 5)
    first = weighted_clicks(ranked(2, 3, 1), model="cascade", propensity="cascade")
    assert first.terms["estimate"].tolist() == pytest.approx([2 / 4, 3 / 4, 1 / 4])


def test_wrong_weights_by_hand() -> None:
    """Equal documents, of relevance 1/4, seem to get better: i² over i times 1/4."""
    told = weighted_clicks(ranked(1, 1, 1, 1), assumed_decay=2)
    assert told.terms["estimate"].tolist() == pytest.approx([1 / 4, 2 / 4, 3 / 4, 1])
    raw = weighted_clicks(ranked(1, 2, 3, 4), propensity="none")
    assert raw.terms["estimate"].tolist() == pytest.approx([1 / 4] * 4)
    of_others = weighted_clicks(ranked(2, 2, 2), model="cascade")
    assert of_others.terms["estimate"].tolist() == pytest.approx([0.5, 0.5, 0.375])
    yet = weighted_clicks(ranked(2, 2), propensity="cascade")  # 1/4 ÷ (1 - 1/2)
    assert yet.terms["estimate"].tolist() == pytest.approx([0.5, 0.5])


def test_a_rank_that_nobody_sees_is_unknown_and_not_in_the_mean() -> None:
    told = weighted_clicks(ranked(2, 4, 3), model="cascade", propensity="cascade")
    assert told.terms["propensity"].tolist() == [1, 1 / 2, 0]
    assert told.terms["contribution"].tolist() == pytest.approx([0.25, 0.5, 0])
    assert told.score == pytest.approx(0.75)


def test_nothing_is_shown() -> None:
    assert expected_clicks(ranked()).score == 0
    assert not expected_clicks(ranked()).undefined
    assert weighted_clicks(ranked()).undefined
    assert weighted_clicks(ranked()).score == 0


@pytest.mark.parametrize("rank", [1, 2, 10])
def test_standard_error_is_that_of_a_binomial_count(rank: int) -> None:
    n = 400
    told = weighted_clicks(ranked(*[2] * 10))
    error = told.terms["error"][rank - 1] / n**0.5
    assert error == pytest.approx(stats.binom(n, 0.5 / rank).std() / n * rank)


# Readers that are sent


@pytest.mark.parametrize("way", ["position", "cascade"])
def test_as_many_click_as_are_expected_but_for_chance(way: str) -> None:
    """The counts lie within four standard deviations of a binomial count."""
    n, breakdown = 20_000, expected_clicks(ranked(3, 2, 0, 4), model=way)  # type: ignore[arg-type]
    drawn = simulated_clicks(breakdown, n, seed=3, model=way)  # type: ignore[arg-type]
    for count, share in zip(drawn.sum(0), breakdown.terms["contribution"], strict=True):
        assert abs(count - n * share) <= 4 * stats.binom(n, share).std()
    assert bool(drawn.sum(1).max() == 1) is (way == "cascade")


def test_fewer_readers_are_the_first_of_more() -> None:
    breakdown = expected_clicks(ranked(3, 2))
    more = simulated_clicks(breakdown, 100, seed=5, model="position")
    fewer = simulated_clicks(breakdown, 10, seed=5, model="position")
    assert (more[:10] == fewer).all()
    assert (more != simulated_clicks(breakdown, 100, seed=6, model="position")).any()


def test_counted_clicks_over_readers_and_attention() -> None:
    """Of 100 readers 50 look at rank 2, and 20 click: 0.4; nobody looks at rank 3."""
    found = observed_relevance([[90, 20, 0], [0, 0, 0]], [[1, 0.5, 0], [0, 0, 0]], 100)
    assert found.terms["estimate"].tolist() == [pytest.approx([0.9, 0.4, 0]), [0, 0, 0]]
    assert found.score.tolist() == pytest.approx([1.3, 0])
    assert found.undefined.tolist() == [False, True]
    # the standard error of a share of 100, over the attention
    assert found.terms["error"][0].tolist() == pytest.approx([0.03, 0.04 / 0.5, 0])


def test_readers_and_ranks_of_each_result() -> None:
    """A course's results: x 60 of 200 at rank 1, y 40 of 200 at rank 8, z at ranks 3 and 6."""
    found = observed_relevance([60, 40, 27, 12], [1, 0.4, 0.9, 0.6], [200, 200, 100, 100])
    assert found.terms["estimate"].tolist() == pytest.approx([0.3, 0.5, 0.3, 0.2])
    errors = [sqrt(0.3 * 0.7 / 200), sqrt(0.2 * 0.8 / 200) / 0.4]
    assert found.terms["error"][:2].tolist() == pytest.approx(errors)
    z = one_result([27, 12], [0.9, 0.6], [100, 100])
    assert z[:2] + z[3:4] == pytest.approx((0.195, 0.25, 0.26))
    each = [sqrt(0.27 * 0.73 / 100) / 0.9, sqrt(0.12 * 0.88 / 100) / 0.6]
    assert z.error == pytest.approx(hypot(*each) / 2)
    assert z.pooled_error == pytest.approx(sqrt(27 * 0.73 + 12 * 0.88) / 150)
    unequal = one_result([10, 30], [0.5, 1], [50, 100])  # estimates 0.4 and 0.3
    assert unequal.weighted == pytest.approx((0.4 * 50 + 0.3 * 100) / 150)
    assert np.isnan(one_result([0, 3], [0, 1], 5).weighted)
    assert one_result([0, 3], [0, 1], 5).pooled == pytest.approx(0.6)
    assert np.isnan(one_result([0], [0], 5).pooled)


def test_own_clicks_have_readers_and_results_of_their_own() -> None:
    given = {"seen_clicks": "60,40,27,12", "seen_by": "200,200,100,100", "looks": "1,0.4,0.9,0.6"}
    at = visit("clicks", {**given, "observed_results": "x y z z"})
    ranks, results = (
        next(rows[1:] for rows in drawn_tables(at) if head in rows[0])
        for head in ("weight", "clicks / looks")
    )
    assert ranks == [
        ["x", "60", "200", "0.300", "1.000", "60 / (200 · 1) = 0.300", "0.032"],
        ["y", "40", "200", "0.200", "2.500", "40 / (200 · 0.4) = 0.500", "0.071"],
        ["z", "27", "100", "0.270", "1.111", "27 / (100 · 0.9) = 0.300", "0.049"],
        ["z", "12", "100", "0.120", "1.667", "12 / (100 · 0.6) = 0.200", "0.054"],
    ]
    assert results[-1] == [
        *("z", "39/200 = 0.195", "(27/0.9 + 12/0.6)/200 = 0.250", "0.037"),
        *("39/150 = 0.260", "0.037"),
    ]
    set_to(at, "Readers who saw it", "12,500")  # is one number, as it was
    assert at.query_params["seen_by"] == "12500"
    for wrong, said in (
        ({"seen_by": "200,100"}, "readers of 2: type one number, or all"),
        ({"observed_results": "x y"}, "2 have a result: name all, or none"),
        ({"seen_by": "200,200,20,100"}, "At rank 3 more click than there are readers"),
    ):
        assert said in text(visit("clicks", {**given, **wrong}))


def test_preferences_of_two_papers() -> None:
    """Joachims (2002): 1, 3 and 7 of ten; with others (2005): 3, then 1, then 5 of seven."""
    assert preferences([1, 3, 7], 10)["skip_above"] == [(3, 2), (7, 2), (7, 4), (7, 5), (7, 6)]
    assert preferences([3, 1, 5, 1], 7) == {
        "skip_above": [(3, 2), (5, 2), (5, 4)],
        "last_click": [(5, 2), (5, 4)],
        "earlier_click": [(1, 3), (5, 3), (5, 1)],
        "skip_previous": [(3, 2), (5, 4)],
        "next_not": [(1, 2), (3, 4), (5, 6)],
    }
    assert preferences([2], 2)["next_not"] == []
    assert not any(preferences([], 3).values())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: observed_relevance([1, 2], [1, 0.5]), "from 0 to the number of readers, 1"),
        (lambda: observed_relevance([1], [1, 0.5]), "need as many propensities as ranks"),
        (lambda: observed_relevance([1], [1.5]), "a propensity must be from 0 to 1"),
        (lambda: observed_relevance([1], [0]), "there are clicks on a rank of propensity 0"),
        (lambda: observed_relevance([1, 2], [1, 1], [5, 5, 5]), "one number or one for each rank"),
        (lambda: observed_relevance([1], [1], 1.5), "readers must be whole numbers"),
        (lambda: one_result([[1]], [[1]], 2), "clicks must be of one result"),
        (lambda: observed_relevance([0], [1], 0), "from 0 to the number of readers, 0"),
        (lambda: preferences([3, 1], 2), "clicked must be ranks from 1 to 2, those shown"),
        (lambda: preferences([0], 2), "clicked must be ranks from 1 to 2, those shown"),
        (lambda: preferences([1.5], 2), "clicked must be a whole number"),
        (lambda: expected_clicks(ranked(1), model="pbm"), "model must be one of position, cascade"),
        (lambda: expected_clicks(ranked(1), decay=-1), "decay must be .* at least 0, got -1"),
        (
            lambda: expected_clicks(ranked(1), model="cascade", decay=-1),
            "decay must be .* at least 0, got -1",
        ),
        (lambda: expected_clicks(ranked(1), relevance="log"), "relevance must be one of"),
        (lambda: weighted_clicks(ranked(1), propensity="ips"), "propensity must be one of none,"),
        (lambda: weighted_clicks(ranked(1), assumed_decay=-1), "assumed_decay must be .* got -1"),
        (
            lambda: simulated_clicks(expected_clicks(ranked(1)), -1, 0, model="position"),
            "readers must be a whole number of at least 0, got -1",
        ),
        (
            lambda: simulated_clicks(expected_clicks(ranked(1)), 1, 0.5, model="position"),
            "seed must be a whole number of at least 0, got 0.5",
        ),
        (
            lambda: simulated_clicks(expected_clicks(Ranking([[1], [0]])), 1, 0, model="position"),
            r"on one list, got terms of shape \(2, 1\)",
        ),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


# The lesson

ATTENTION, CLICKS = "Attention at rank 1, 2, …", "Clicks at rank 1, 2, …"


def test_own_clicks_are_typed() -> None:
    at = visit(PAGE)
    (first,) = [each for each in drawn_tables(at) if each[0][1] == "clicks"]
    assert [[row[at] for at in (0, 1, 5)] for row in first[1:]] == [
        ["1", "60", "60 / (100 · 1) = 0.600"],
        ["2", "10", "10 / (100 · 0.5) = 0.200"],
        ["3", "15", "15 / (100 · 0.25) = 0.600"],
        ["sum", "85", "1.400"],
    ]
    set_to(at, CLICKS, "60 10 30")
    assert "An estimate above 1 is no share of readers." in text(at)
    assert "not known then" not in text(at)
    set_to(at, CLICKS, "100 10 30")
    assert "not known then" in text(at)
    set_to(at, "Readers who saw it", "10,000")
    set_to(at, CLICKS, "9,000 2,500, 1000 0")
    assert "Clicks are of 4 ranks, and attention is of 3" in text(at)
    set_to(at, ATTENTION, "1 1/2 0,25 0 %")
    (own,) = [each for each in drawn_tables(at) if each[0][1] == "clicks"]
    assert [row[5] for row in own[1:]] == [
        "9,000 / (10,000 · 1) = 0.900",
        "2,500 / (10,000 · 0.5) = 0.500",
        "1,000 / (10,000 · 0.25) = 0.400",
        "unknown: nobody looks",
        "1.800",
    ]
    set_to(at, CLICKS, "1, 2, 3, 4")
    assert "Somebody clicks where nobody looks" in text(at)
    set_to(at, "Readers who saw it", "3")
    assert "At rank 4 more click than there are readers" in text(at)
    assert notices(at) == []
    for typed in ("1, x", "1.5", "-1", ""):
        set_to(at, CLICKS, typed)
        assert "was not taken; allowed are 1 to 50 whole numbers from 0 to" in notices(at)[0]


def tables(grades: str, **settings: object) -> dict[str, list[dict[str, object]]]:
    """The tables of the chart."""
    shown, missed = presets.grades(grades)
    screen = Screen().with_settings(scale=4)
    screen = screen.with_list("a", presets.listed([*shown, *missed], len(shown)))
    screen = screen.with_settings(**{"k": len(shown), **settings})
    clicks, estimate = (
        score.measure_by(one, "x", key="x", screen=screen)
        for one in (model.expected, model.weighted)
    )
    return {name: [*map(dict, rows)] for name, rows in by_rank.rows(clicks, estimate).items()}


def test_chart_by_hand() -> None:
    """Rank 2: half look, all click. Of 1,200, ± 2 · √(1/2 · 1/2/1,200) ÷ 1/2 = 0.058."""
    found = tables("2 4 0 | 1", propensity="position")
    assert [row["click"] for row in found["ranks"]] == [600, 600, 0]
    # R 1/2, 1 and 0, where all, 1/2 and 1/3 look
    lines = [[row["click"] for row in found["paths"][at : at + 3]] for at in (0, 3, 6)]
    assert lines == [pytest.approx(line) for line in ([600, 300, 200], [1200, 600, 400], [0, 0, 0])]
    assert [row["label"] for row in found["names"]] == ["R = 1/2", "R = 1", "R = 0"]
    second = found["estimates"][1]
    assert second["estimate"] == 1
    assert (second["low"], second["high"]) == (
        pytest.approx(1 - 12**-0.5 / 5),
        pytest.approx(1 + 12**-0.5 / 5),
    )
    said = "Rank 2: 0.500 ÷ 0.500 = 1.000 ± 0.058, two standard errors of 1,200 readers"
    assert str(second["said"]).startswith(said)
    assert found["sent"] == []
    (never,) = found["gone"]
    assert str(never["said"]).startswith("Row 4: never retrieved, nobody sees it")


def test_chart_has_the_readers_that_were_sent() -> None:
    found = tables("4 4", propensity="position", sent=100, sent_seed=2)
    first, second = found["sent"]
    assert (first["click"], first["estimate"]) == (100, 1)  # all look at rank 1, and all click
    count = int(str(second["click"]))
    assert second["estimate"] == pytest.approx(count / 100 / 0.5)
    assert str(second["said"]).startswith(f"Rank 2: {count} of the 100 readers sent click, ÷ 0.500")


def test_chart_leaves_out_an_estimate_that_cannot_be() -> None:
    found = tables("2 4 3", click_model="cascade", propensity="cascade", sent=100)
    assert [row["rank"] for row in found["estimates"]] == [1, 2]
    assert found["sent"][2]["estimate"] is None


def test_cards_and_bars_say_how_many_click() -> None:
    at = visit(PAGE)
    (_, columns) = pictures(at)[0]
    labels = [row.cell.label for row in columns[0].rows.values()]
    assert labels == ["1,200 of 1,200", "150 of 600", "100 of 400", "75 of 300"]
    assert tiles(at)["Clicks on the best"].score == "1,200"
    assert "Rank 1: of 1,200 readers 1,200 look, 1,200 click" in "".join(pieces(at))
    assert ">1,200 · 1 · 1</span> =\u00a0<b>1,200</b>" in text(at)
    assert "η" not in text(at).partition("The formula")[0]
    act(at, by="steps", do="preset", lesson=PAGE, to="clk-measure")  # it asks of all clicks
    assert "At rank 2: 1/2 · 0 · 1,200 = 0." in text(at)
    assert "600 clicks ÷ 1,200 readers" in text(at)
    assert "Rank 1: 600 of 1,200 readers click" in "".join(pieces(at))
    act(at, "turn", knob="attention_decay", to=0.5)  # no whole number of readers
    assert "At rank 2" not in text(at)


def test_readers_are_sent_and_an_estimate_is_drawn() -> None:
    at = visit(PAGE)
    act(at, "send", readers=100)
    act(at, "turn", knob="propensity", to="position")
    (_, columns) = pictures(at)[0]
    assert [column.heading for column in columns] == [
        "Drawn by chance: clicks (expected)",
        "Estimate. Frame: relevance R",
    ]
    drawn, told = ([row.cell.label for row in column.rows.values()] for column in columns)
    assert [label.split()[1] for label in drawn] == ["(100.0)", "(12.5)", "(8.3)", "(6.3)"]
    clicks = [int(label.split()[0]) for label in drawn]  # of 100 readers, of whom 1/rank look
    attention = ("1", "1/2", "1/3", "1/4")
    each = [*zip((1, 2, 3, 4), clicks, attention, strict=True)]
    assert told == [f"{n}/100 ÷ {share} = {n * rank / 100:.3f}" for rank, n, share in each]
    mean = sum(n * rank for rank, n, _ in each) / 400
    assert f"100 sent: {sum(clicks)} clicks, mean estimate {mean:.3f}" in "".join(pieces(at))
    act(at, "send", readers=0)
    (_, columns) = pictures(at)[0]
    exact = [row.cell.label for row in columns[1].rows.values()]
    assert exact[3] == "1/16 ÷ 1/4 = 0.250"


def test_steps_show_the_knobs_that_they_turn() -> None:
    at = visit(PAGE)
    assert controls(at)["Divide clicks by"]["by"] == "knobs"
    act(at, by="steps", do="preset", lesson=PAGE, to="clk-divide")
    shown = controls(at)["Divide clicks by"]
    assert (shown["by"], shown["value"]) == ("toolbar", "none")
    assert "Rank 3: clicks ÷ readers<" in "".join(pieces(at))
    act(at, "turn", knob="propensity", to="position")
    assert "Rank 3: clicks ÷ readers ÷ attention<" in "".join(pieces(at))
    assert next(iter(tiles(at).items()))[0] == "Estimate"
    assert tiles(at)["Estimate"].score == "1.000"
    assert "Each estimate is the relevance R" in str(controls(at)["step"]["answer"])


def test_clicks_of_one_reader_are_preferences() -> None:
    at = visit(PAGE)
    set_to(at, "Clicked ranks", "1, 7, 3")
    by_click, rules = (
        next(table for table in drawn_tables(at) if table[0][0] == first)
        for first in ("clicked", "rule")
    )
    assert by_click[1:] == [
        ["rank 1", "nothing stands above it", "none"],
        ["rank 3", "2 was not clicked", "3 > 2"],
        ["rank 7", "2, 4, 5 and 6 were not clicked", "7 > 2, 7 > 4, 7 > 5, 7 > 6"],
        ["sum", "", "5 pairs"],
    ]
    pairs = {row[0]: row[2] for row in rules[1:]}
    assert pairs["last click > skip above"] == "3 > 2"
    assert pairs["click > earlier click"] == "7 > 1, 3 > 1, 3 > 7"
    set_to(at, "Clicked ranks", "2, 1")
    assert any(["rank 2", "all above it were clicked, too", "none"] in t for t in drawn_tables(at))
    set_to(at, "Results shown", "1")
    assert "Rank 2 was clicked, but 1 result is shown: type how many." in text(at)
