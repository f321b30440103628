"""A crowd that differs in what is good enough: shares that add up to 1, and what they blend.

Every number here is worked by hand.
"""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect

from app_driver import (
    Drawn,
    act,
    controls,
    data,
    drawn,
    formula,
    notices,
    pictures,
    press,
    run,
    set_to,
    tables,
    text,
    tiles,
    value,
    visit,
)
from expected import Setup, change
from live_board import Board, box, comes_true, heard, middle, overhang, query, score, to_text
from ui.core.announcements import describe
from ui.core.columns import Part
from ui.core.screen import Screen

GAP = "graded_average_precision"
READERS = "Shares of readers by what they accept"
CLIMB = Setup((1, 0, 2, 0, 3), ())
APS = (1 / 1 + 2 / 3 + 3 / 5) / 3, (1 / 3 + 2 / 5) / 2, 1 / 5
"""What each reader of that list sees: three documents are good from 1, two from 2, one from 3."""


def blended(*weights: float) -> str:
    """GAP of that list: each reader weighs by how many they are and by what is good for them."""
    each = [weight * good for weight, good in zip(weights, (3, 2, 1), strict=True)]
    return f"{sum(w * ap for w, ap in zip(each, APS, strict=True)) / sum(each):.3f}"


def parts_of(column: Drawn) -> list[Part]:
    return [part for row in column.rows.values() for part in row.cell.parts]


def bar_of(column: Drawn) -> float:
    """How long the only bar of a column is."""
    (part,) = parts_of(column)
    return part.end


def labels(column: Drawn) -> list[str]:
    """What stands beside each card."""
    return [row.cell.label for row in column.rows.values()]


def test_readers_of_one_list_do_not_agree_and_their_shares_decide() -> None:
    at = visit(GAP, CLIMB.query())
    assert blended(1, 1, 1) == tiles(at)["GAP@5"].score == "0.533"
    columns = pictures(at)[0][1]
    assert [column.score for column in columns] == [f"AP\u00a0{ap:.3f}" for ap in APS]
    assert [column.name for column in columns] == [
        *("Accept 1, 2 or 3", "Accept 2 or 3", "Accept only 3"),
    ]
    assert [labels(column) for column in columns] == [
        *(["✓ 1/1", "–", "✓ 2/3", "–", "✓ 3/5"], ["–", "–", "✓ 1/3", "–", "✓ 2/5"]),
        ["–"] * 4 + ["✓ 1/5"],
    ]
    each = zip(*(labels(column) for column in columns), strict=True)
    told = data(at, "board_a")["adds"]
    assert told["heading"] == "Accept\t1–3\t2 or 3\tonly 3\t\nAP\t0.756\t0.367\t0.200\t"
    assert [label for label, *_ in told["rows"].values()] == ["\t".join([*row, ""]) for row in each]
    on_phone = [[end - start for start, end, *_ in bars] for _, *bars in told["rows"].values()]
    longest = on_phone[0][0]  # each group has a third of a card
    precisions = ([1], [], [2 / 3, 1 / 3], [], [3 / 5, 2 / 5, 1 / 5])
    assert [[bar / longest for bar in bars] for bars in on_phone] == [
        pytest.approx(bars, abs=2e-3) for bars in precisions
    ]
    act(at, "turn", knob="thresholds", to=[0, 0, 1])
    assert (tiles(at)["GAP@5"].score, tiles(at)["GAP@5"].change) == ("0.200", "−0.333")
    press(at, "Ideal order")
    one = "AP\u00a01.000"  # groups without readers are said to count nothing
    scores = [each.score.partition("\n")[0] for each in pictures(at)[0][1]]
    assert scores == [*[f"{one}, counts\u00a00"] * 2, one]


def test_equal_groups_need_no_weights_each_good_document_of_each_group_counts_alike() -> None:
    """For 1 2 3 they see 1/1, 2/2 and 3/3; then 1/2 and 2/3; then 1/3."""
    at = visit(GAP, Setup((1, 2, 3), (), {"k": 3}).query())
    aps, seen = (1, (1 / 2 + 2 / 3) / 2, 1 / 3), (1, 1, 1, 1 / 2, 2 / 3, 1 / 3)
    assert formula(at).factor == Fraction(1, 6)
    assert [*map(float, formula(at).terms.values())] == pytest.approx(seen)
    assert [each.score for each in pictures(at)[0][1]] == [f"AP\u00a0{ap:.3f}" for ap in aps]
    assert tiles(at)["GAP@3"].score == f"{sum(seen) / 6:.3f}"
    assert "÷ the number of ✓, 3 + 2 + 1 = 6." in text(at)
    assert f"It is not the mean of the APs, {sum(aps) / 3:.3f}: a group with more" in text(at)
    act(at, "turn", knob="thresholds", to=[0, 0, 1])
    assert "÷ the number of ✓ of the groups with readers, 1." in text(at)
    assert (formula(at).factor, [*formula(at).terms.values()]) == (1, [Fraction(1, 3)])
    assert "mean of the APs" not in text(at)
    press(at, "Ideal order")
    act(at, "turn", knob="thresholds", to=[1, 1, 1])
    assert "Here the mean of the APs is 1.000, too." in text(at)


def test_of_unequal_groups_a_hit_counts_as_much_as_there_are_readers() -> None:
    """Of 1 0 2 0 3 they see 1/1, 2/3 and 3/5; 1/3 and 2/5; 1/5."""
    at = visit(GAP, CLIMB.with_settings(readers=(0.3, 0.9, 1.8)).query())
    fractions = (1 + 2 / 3 + 3 / 5, 1 / 3 + 2 / 5, 1 / 5)
    counted = 0.1 * 3 + 0.3 * 2 + 0.6 * 1
    assert formula(at).factor == 1 / Fraction(f"{counted:g}")
    shared = [share * sum_ for share, sum_ in zip((0.1, 0.3, 0.6), fractions, strict=True)]
    assert [*map(float, formula(at).terms.values())] == pytest.approx(shared, abs=5e-4)
    assert tiles(at)["GAP@5"].score == formula(at).result == f"{sum(shared) / counted:.3f}"
    assert "the ✓ count 0.1 · 3 + 0.3 · 2 + 0.6 · 1 = 1.5." in text(at)


def test_a_good_document_that_nobody_finds_counts_as_nothing() -> None:
    """The 1 is below the list, the last 2 below the line k: each adds a 0 to a mean."""
    at = visit(GAP, Setup((2, 0, 2), (1,), {"k": 2, "scale": 2}).query())
    assert [column.score.partition("\n")[2] for column in pictures(at)[0][1]] == [
        *("mean of 1/1, 0, 0", "mean of 1/1, 0"),
    ]
    assert [labels(column) for column in pictures(at)[0][1]] == [
        *(["✓ 1/1", "–", "✓ 0", "✓ 0"], ["✓ 1/1", "–", "✓ 0"]),
    ]


def test_two_shares_that_add_up_to_1_stand_in_the_sum_before_and_after() -> None:
    """Of 1 0 2 the first half sees 1/1 and 2/3, the other one 1/3."""
    at = visit(GAP)
    set_to(at, "Step", "gap-picky")
    assert formula(at).factor == 1 / Fraction("1.5")
    assert [*formula(at).terms.values()] == [Fraction(5, 6), Fraction(1, 6)]
    act(at, "turn", knob="thresholds", to=[0, 1])
    assert (formula(at).factor, [*formula(at).terms.values()]) == (1, [0, Fraction(1, 3)])


def test_the_blend_is_no_plain_mean() -> None:
    at = visit(GAP, CLIMB.with_settings(readers=(1, 2, 3)).query())
    (blend,) = [table for table in tables(at) if table[0][0] == "group"]
    total = (1 * 3 + 2 * 2 + 3 * 1) / 6
    for row, (weight, good, ap) in enumerate(zip((1, 2, 3), (3, 2, 1), APS, strict=True), 1):
        share = weight / 6 * good / total
        numbers = share * ap, share, ap, weight / 6, float(good)
        assert blend[row][1:] == [
            f"{number:g}" if at == 4 else f"{number:.3f}" for at, number in enumerate(numbers)
        ]
    assert blend[-1][1] == f"GAP@5 = {blended(1, 2, 3)}"
    assert blended(1, 2, 3) != f"{sum(APS) / 3:.3f}"


def test_bars_are_as_thick_as_the_readers_are_many() -> None:
    at = visit(GAP, CLIMB.with_settings(readers=(0, 1, 3)).query())
    first = [
        next(part for row in column.rows.values() for part in row.cell.parts if part.end)
        for column in pictures(at)[0][1][:3]
    ]
    assert [part.height for part in first] == pytest.approx([0.64, 0.64 / 3, 0.64], abs=6e-4)
    assert [part.look for part in first] == ["hollow", "solid", "solid"]  # nobody is in the first
    assert [part.end for part in first] == pytest.approx([1 / 1, 1 / 3, 1 / 5], abs=6e-5)


@pytest.mark.parametrize(
    ("typed", "shares"),
    [
        ("1,2,1", [0.25, 0.5, 0.25]),
        ("0,0,5", [0, 0, 1]),
        ("1,1,2,9,9,9,9,9", [0.25, 0.25, 0.5]),
        ("0,0,0,1,0,0,0,0", [1 / 3, 1 / 3, 1 / 3]),  # nobody is left on this scale
    ],
)
def test_an_address_says_how_many_readers_there_are_of_each_kind(
    typed: str, shares: list[float]
) -> None:
    at = visit(GAP, CLIMB.query() | {"readers": typed})
    assert value(at, READERS) == pytest.approx(shares)
    assert sum(value(at, READERS)) == pytest.approx(1, abs=1e-12)
    assert tiles(at)["GAP@5"].score == blended(*shares)
    assert notices(at) == []
    again = visit(GAP, act(at, "move", list="a", id="1", to=1).query_params)
    assert value(again, READERS) == value(at, READERS)


@pytest.mark.parametrize("typed", ["1,2", "0,0,0", "1,-1,1", "nan,1,1", "many", "", "1,1,1,1"])
def test_readers_that_cannot_be_are_left_out_with_a_word(typed: str) -> None:
    at = visit(GAP, CLIMB.query() | {"readers": typed})
    (said,) = notices(at)
    assert f"“readers={typed}” in the address was left out; allowed: 3 numbers from 0" in said
    assert tiles(at)["GAP@5"].score == blended(1, 1, 1)
    sent = [float(part) for part in typed.split(",")] if re.match(r"[\d-]", typed) else typed
    act(at, "turn", knob="thresholds", to=sent)
    assert "was not taken; allowed are 3 numbers from 0" in notices(at)[0]
    assert value(at, READERS) == pytest.approx([1 / 3] * 3)


def test_on_another_scale_a_new_grade_gets_its_due_and_a_binary_one_has_one_bar() -> None:
    at = visit(GAP, CLIMB.query())
    act(at, "turn", knob="thresholds", to=[0.5, 0.5, 0])
    act(at, "turn", knob="scale", to=4)
    assert value(at, READERS) == pytest.approx([0.75 / 2, 0.75 / 2, 0, 1 / 4])
    act(at, "turn", knob="thresholds", to=[0, 0, 0, 1])
    act(at, "turn", knob="scale", to=3)
    assert value(at, READERS) == pytest.approx([1 / 3] * 3)
    act(at, "turn", knob="scale", to=1)
    assert READERS not in controls(at)
    assert tiles(at)["GAP@5"].score == f"{APS[0]:.3f}"
    (column,) = pictures(at)[0][1]
    assert column.score == f"AP\u00a0{APS[0]:.3f}\nmean of 1/1, 2/3, 3/5"


def test_each_rank_adds_what_the_crowd_sees() -> None:
    """At rank 3 the grade is 2: 2/3 for those who accept a 1, 1/3 for the next; 6 good ones.

    Groups that are not equal have no number of ✓ in common: 0.1 · (1 · 1 for a 1) ÷ 1.5.
    """
    at = visit(GAP, CLIMB.with_settings(readers=(0.1, 0.3, 0.6)).query())
    assert drawn(at)["crowds"].to_pylist()[0]["label"] == f"{0.1 / 1.5:.3f}"
    rows = drawn(visit(GAP, CLIMB.query()))["crowds"].to_pylist()
    ranks = [row for row in rows if row["part"] == "a"]
    assert [row["label"] for row in ranks] == ["1/1÷6", "0", "3/3÷6", "0", "6/5÷6"]
    assert [row["height"] for row in ranks] == pytest.approx([1 / 6, 0, 1 / 6, 0, 6 / 5 / 6])
    assert [row["whole"] for row in ranks] == pytest.approx([1 / 6, 0, 2 / 6, 0, 3 / 6])
    assert ranks[2]["said"].startswith(
        "Rank 3: 0.333 × 2/3 + 0.333 × 1/3 = 0.333, adds 0.333 / 2 = 0.167 ("
    )
    assert "good for nobody, adds nothing" in ranks[1]["said"]
    few = [row["label"] for row in drawn(visit(GAP))["crowds"].to_pylist() if row["part"] == "a"]
    assert few == ["1/1 ÷ 3", "(2/2+1/2)÷3", "0"]


def test_the_area_of_all_groups_is_the_score() -> None:
    """Weights 1·3, 2·2 and 3·1 of 10; each as high as their AP."""
    at = visit(GAP, CLIMB.with_settings(readers=(1, 2, 3)).query())
    at.session_state["fold_blend"] = True
    groups = [row for row in drawn(run(at))["blend"].to_pylist() if row["part"] == "groups"]
    assert [row["end"] - row["start"] for row in groups] == pytest.approx([0.3, 0.4, 0.3])
    assert [row["height"] for row in groups] == pytest.approx(APS)
    area = sum((row["end"] - row["start"]) * row["height"] for row in groups)
    assert f"{area:.3f}" == blended(1, 2, 3) == tiles(at)["GAP@5"].score
    assert groups[1]["said"] == (
        "Accept 2 or 3: weight 0.333 × 2 / 1.667 = 0.400, AP 0.367, adds 0.400 × 0.367 = 0.147"
    )
    act(at, "move", list="a", id="5", to=0)
    rows = drawn(at)["blend"].to_pylist()
    assert [row["height"] for row in rows if row["part"] == "was"] == pytest.approx(APS)
    assert [row["height"] for row in rows if row["part"] == "groups"][2] == 1


def test_a_ratio_of_q_names_its_parts_and_no_patience_before_its_step() -> None:
    """Grade 3 at rank 2: 1 hit and 3, of rank 2 and the best 3 + 1; then 2 and 4, of 3 and 4."""
    at = visit("q_measure")
    assert not re.search(r"β|\\beta", text(at).partition("From AP to the gain alone")[0])
    columns = pictures(at)[0][1]
    written = [["(1 + 3)/(2 + 4) = 4/6", "(2 + 4)/(3 + 4) = 6/7"]]
    assert [labels(column) for column in columns] == written
    row = columns[0].rows[2]
    ends = [(part.look, part.end) for part in row.cell.parts]
    assert ends == [("solid", pytest.approx(4 / 6, abs=1e-4)), ("pale", 1)]
    told = data(at, "board_a")["adds"]["rows"].values()
    assert [label for label, *_ in told if label] == [
        "(1 + 3)/(2 + 4)",
        "(2 + 4)/(3 + 4)",
    ]  # on a phone
    best = r"the best order \(3,\s1,\s0\), whose grades so far are \*\*3,\s4,\s4"
    assert re.search(best, text(at))
    set_to(at, "Step", "q-missed")
    act(at, "move", list="a", id="3", to=1)
    (column,) = pictures(at)[0][1]
    assert labels(column)[1] == "(2 + 3)/(2 + 3) = 5/5"
    assert [part.look for part in column.rows[2].cell.parts] == ["solid"]
    set_to(at, "Step", "q-alone")
    act(at, "move", list="a", id="1", to=1)
    ratios, grades_alone = pictures(at)[0][1]
    assert (labels(ratios), labels(grades_alone)) == (["(1 + 2)/(2 + 2) = 3/4"], ["2/2"])
    assert bar_of(grades_alone) == 1
    rows = [row for row in drawn(at)["added"].to_pylist() if row["part"] == "a"]
    assert [row["label"] for row in rows] == ["", "3/4 ÷ 1", ""]
    assert [row["height"] for row in rows] == [0, 3 / 4, 0]
    assert [row["whole"] for row in rows] == [0, 1, 0]
    at = visit("q_measure", Setup((0, 1), (), {"patience": 3}).query())
    assert "β" in text(at).partition("From AP to the gain alone")[0]
    assert labels(pictures(at)[0][1][0]) == ["(1 + 3)/(2 + 3) = 4/5"]


def test_q_goes_from_average_precision_to_the_gain() -> None:
    """One hit at rank 5: (1 + β) / (5 + β) is 1/5 at first, and 1 in the end."""
    setup = Setup((0, 0, 0, 0, 1), (), {"scale": 1, "patience": 3})
    at = visit("q_measure", {**setup.query(), "b": "1x"})
    rows = drawn(at)["q_patience"].to_pylist()
    curve = [row for row in rows if (row["part"], row["name"]) == ("line", "Q")]
    assert [row["y"] for row in curve] == pytest.approx(
        [(1 + row["x"]) / (5 + row["x"]) for row in curve]
    )
    assert {row["y"] for row in rows if row["name"] == "list B" and row["part"] == "line"} == {1}
    assert {row["name"] for row in rows if row["part"] == "end"} == {
        *("AP 0.200", "gain alone 1.000", "list B"),
    }
    (mark,) = [row for row in rows if row["part"] == "mark"]
    assert (mark["x"], mark["label"]) == (3, "β = 3: Q@5 = 0.500")
    (column,) = [row for row in rows if row["key"] == "at5"]
    assert column["said"] == "Patience 5: Q@5 = 0.600"
    act(at, "move", list="a", id="5", to=0)
    rows = drawn(at)["q_patience"].to_pylist()
    was = [row for row in rows if row["part"] == "was"]
    assert [row["y"] for row in was] == pytest.approx(
        [(1 + row["x"]) / (5 + row["x"]) for row in was]
    )


def test_what_nobody_judged_is_a_miss_to_all_but_bpref() -> None:
    at = visit("unjudged", {"a": "-A~3B~1C~0D~2E"})
    (table,) = [table for table in tables(at) if table[1][0] == "as it is"]
    ap, without = (1 / 2 + 2 / 3 + 3 / 5) / 3, (1 / 1 + 2 / 2 + 3 / 4) / 3
    bpref, judged = (1 + 1 + (1 - 1 / 1)) / 3, ((1 - 1 / 2) + (1 - 1 / 2) + (1 - 2 / 2)) / 3
    assert [row[0] for row in table[1:]] == [
        *("as it is", "every ? counted as a miss", "every ? left out"),
    ]
    assert [row[1] for row in table] == ["AP@5", f"{ap:.3f}", f"{ap:.3f}", f"{without:.3f}"]
    assert [row[4] for row in table] == ["bpref", f"{bpref:.3f}", f"{judged:.3f}", f"{bpref:.3f}"]
    assert table[1][2:4] == table[2][2:4] != table[3][2:4]
    totals = [f"{score:.3f}" for score in (ap, without, bpref)]
    assert [column.score for column in pictures(at)[0][1]] == totals
    assert "Judges read 4 of 5, not the ?" in text(at)
    act(at, "grade", list="a", id="1", grade=0)
    assert tiles(at)["bpref"].change == change(judged - bpref)
    totals = [f"{score:.3f}" for score in (ap, ap, judged)]
    assert [column.score for column in pictures(at)[0][1]] == totals
    assert "Judges read 5 of 5<" in text(at)
    assert "every ? left out" not in text(at)
    act(at, "grade", list="a", id="1", grade=None)
    act(at, "move", list="a", id="1", to=4)
    assert tiles(at)["bpref"].change == ""
    totals = [f"{score:.3f}" for score in (without, without, bpref)]
    assert [column.score for column in pictures(at)[0][1]] == totals


def test_the_grade_in_the_place_of_the_hit_does_not_see_them_swapped() -> None:
    """The shortcut gives both lists 1, beside the cards too; GAP tells them apart."""
    for grades, gap in (((3, 1, 0), 1.0), ((1, 3, 0), ((1 + 1) + 1 / 2 + 1 / 2) / (2 + 1 + 1))):
        at = visit(GAP, Setup(grades, (), {"shortcut": "shown"}).query())
        assert tiles(at)["GAP@5"].score == f"{gap:.3f}"
        shortcut = pictures(at)[0][1][-1]
        assert (shortcut.heading, shortcut.score) == ("Shortcut", "1.000")
        short_cut = sum(
            grade * sum(g > 0 for g in grades[:rank]) / rank for rank, grade in enumerate(grades, 1)
        )
        assert short_cut / sum(grades) == 1
        set_to(at, "Grade × precision", "hidden")
        assert "Shortcut" not in [column.heading for column in pictures(at)[0][1]]
    at = visit(GAP, Setup((1, 0, 3), (), {"shortcut": "shown"}).query())
    assert pictures(at)[0][1][-1].score == "0.750"  # (1 · 1 + 3 · 2/3) / 4


def test_a_share_is_told_in_words() -> None:
    moved = Screen().with_settings(thresholds=(0.3, 0.9, 1.8, 1, 1, 1, 1, 1))
    assert describe(Screen(), moved, GAP) == f"{READERS}: 0.100, 0.300, 0.600"


# In a browser

Open = Callable[..., Page]


def sliders(page: Page) -> Locator:
    return page.get_by_role("slider", name=READERS)


def shares(page: Page) -> list[float]:
    """What the sliders say; they always add up to all readers, but for their rounding."""
    told = [each.get_attribute("aria-valuetext") for each in sliders(page).all()]
    assert sum(float(each or 0) for each in told) == pytest.approx(1, abs=2e-3)
    return [float(each or 0) for each in told]


def hold(page: Page, slider: Locator, at: float) -> None:
    """Take a slider by its thumb, and carry it to a share of its width."""
    place = box(slider)
    thumb = float(slider.get_attribute("aria-valuetext") or 0)
    inner = 17.6 / 2
    page.mouse.move(place["x"] + inner + thumb * (place["width"] - 2 * inner), middle(slider)[1])
    page.mouse.down()
    page.mouse.move(place["x"] + inner + at * (place["width"] - 2 * inner), middle(slider)[1])


def test_shares_are_slid_by_mouse_and_always_add_up(open_page: Open) -> None:
    page = open_page(f"/{GAP}" + to_text("10203", readers="1,2,3"), 1400, 1000)
    gap, undo = score(page, "GAP@5"), page.get_by_role("button", name="Undo", exact=True)
    expect(gap).to_have_text(blended(1, 2, 3))
    given = query(page)
    first = sliders(page).first

    hold(page, first, 1.1)
    expect(gap).to_have_text(blended(1, 0, 0))  # while it is still held
    assert shares(page) == [1, 0, 0]
    assert query(page) == given
    place = box(first)
    page.mouse.move(place["x"] - 20, middle(first)[1])  # as far as it goes, and they are as before
    expect(gap).to_have_text(blended(0, 2, 3))
    assert shares(page) == [0, 0.4, 0.6]
    page.keyboard.press("Escape")
    expect(gap).to_have_text(blended(1, 2, 3))
    page.mouse.move(place["x"] + 40, middle(first)[1])
    page.mouse.up()
    assert shares(page) == [0.167, 0.333, 0.5]
    expect(undo).to_be_disabled()

    hold(page, first, 1.1)
    page.mouse.move(place["x"] - 20, middle(first)[1])
    page.mouse.up()
    expect(heard(page)).to_contain_text(f"{READERS}: 0.000, 0.400, 0.600")
    expect(gap).to_have_text(blended(0, 2, 3))
    expect(page).to_have_url(re.compile(r"readers=0(,|%2C)1\.2(,|%2C)1\.8(,|%2C)1"))
    undo.click()
    expect(gap).to_have_text(blended(1, 2, 3))
    expect(undo).to_be_disabled()
    comes_true(page, lambda: query(page) == given, "the address is as it was")

    first.press("End")
    expect(gap).to_have_text(blended(1, 0, 0))
    hold(page, first, 0.4)  # those who have nothing share alike what is left
    _, second, third = shares(page)
    assert second == third > 0
    page.mouse.up()


def test_shares_are_turned_by_keys_in_quick_succession(open_page: Open) -> None:
    page = open_page(f"/{GAP}" + to_text("10203"), 1400, 1000)
    gap, last = score(page, "GAP@5"), sliders(page).nth(2)
    last.press("End")
    last.press("Home")  # those who had nothing share what is left alike
    last.press("ArrowRight")
    last.press("ArrowRight")
    expect(gap).to_have_text(blended(0.49, 0.49, 0.02))
    assert shares(page) == [0.49, 0.49, 0.02]
    undo = page.get_by_role("button", name="Undo", exact=True)
    for weights in ((0.495, 0.495, 0.01), (0.5, 0.5, 0), (0, 0, 1), (1, 1, 1)):
        undo.click()
        expect(gap).to_have_text(blended(*weights))
    expect(undo).to_be_disabled()
    comes_true(page, lambda: "readers" not in query(page), "the address has no shares")
    last.focus()
    page.keyboard.press("Tab")
    assert last.evaluate("(slider) => slider.getRootNode().activeElement") != last


def test_a_finger_sets_a_share_and_each_slider_is_above_its_column(open_page: Open) -> None:
    page = open_page(f"/{GAP}" + to_text("10203"), 390, 844, touch=True)
    last = sliders(page).nth(2)
    place = box(last)
    assert place["height"] >= 44
    last.tap(position={"x": place["width"] - 1, "y": place["height"] / 2})
    expect(score(page, "GAP@5")).to_have_text(blended(0, 0, 1))
    assert overhang(page) == []
    page.set_viewport_size({"width": 820, "height": 1180})  # a tablet, with the chapters beside it
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(page.get_by_role("navigation", name="Chapters")).to_be_visible()
    ends = (place["x"] + place["width"] for place in map(box, sliders(page).all()))
    assert max(ends) <= 820
    page.set_viewport_size({"width": 1400, "height": 1000})
    Board(page).shows("A1 B0 C2 D0 E3")
    columns = page.locator(".picture .column ul")

    def aligned() -> bool:
        both = zip(sliders(page).all(), columns.all(), strict=False)
        return all(abs(box(slider)["x"] - box(column)["x"]) < 3 for slider, column in both)

    comes_true(page, aligned, "each slider begins where its column does")
