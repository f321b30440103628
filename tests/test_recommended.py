"""Recommended items: what they show of a catalogue, evenness, diversity and novelty."""

from collections.abc import Callable
from itertools import product
from math import isnan, log2

import pytest
from scipy.stats import entropy

from app_driver import notices, set_to, tables, text, visit
from metrics.recommended import (
    exposure,
    intra_list_diversity,
    jaccard_distance,
    recommended,
    self_information,
)
from pages.mean_over_queries import catalogue
from ui.core.knobs import KNOBS
from ui.core.screen import Screen


def test_coverage_and_novelty_by_hand() -> None:
    """5 of 10 items, 3 of 4 users; −log2 of 0.8, 0.4 and 0.2 have the mean 1.322."""
    lists = [["i1", "i2", "i3"], ["i1", "i2", "i4"], ["i1", "i3", "i5"], []]
    popularity = {"i1": 0.8, "i2": 0.4, "i3": 0.2, "i4": 0.1, "i5": 0.1}
    found = recommended(lists, 10, popularity)
    assert (found.coverage, found.users) == (0.5, 0.75)
    assert found.novelty[:3] == pytest.approx([1.3219, 1.6553, 1.9886], abs=1e-4)
    assert isnan(found.novelty[3])
    assert found.mean_novelty == pytest.approx(1.6553, abs=1e-4)
    assert recommended(lists, 10).popularity == {
        **{"i1": 0.75, "i2": 0.5, "i3": 0.5, "i4": 0.25, "i5": 0.25}
    }
    nothing = recommended([[]], 1)
    assert (nothing.coverage, nothing.users) == (0, 0)
    assert isnan(nothing.mean_novelty)


@pytest.mark.parametrize(
    ("lists", "n"),
    [
        (["ABC", "ABD", "ACB", "AEB"], 8),
        (["ABC", "ABD", "ACB", "AEB"], 5),
        (["A", "A", "A"], 4),
        (["AB", "BA"], 2),
        (["AB", "", "C"], 1000),
    ],
)
def test_evenness_counts_every_item_of_the_catalogue(lists: list[str], n: int) -> None:
    """The Gini index is half the mean difference of two counts, over their mean."""
    found = exposure(lists, n)
    counts = [sum(item in each for each in lists) for item in dict.fromkeys("".join(lists))]
    assert [*found.counts.values()] == counts
    every = [*counts, *[0] * (n - len(counts))]
    apart = sum(abs(a - b) for a, b in product(every, repeat=2))
    assert found.gini_of_n == pytest.approx(apart / (2 * n * sum(every)))
    assert found.gini == pytest.approx(apart / (2 * (n - 1) * sum(every)))
    assert found.entropy == pytest.approx(entropy(every, base=2))
    assert found.most == pytest.approx(log2(n))


def test_evenness_needs_items() -> None:
    assert exposure(["A"] * 3, 4).gini == 1
    assert isnan(exposure(["A"], 1).gini)
    assert all(map(isnan, exposure([""], 3)[1:4]))
    with pytest.raises(ValueError, match="catalogue must be at least 2"):
        exposure(["AB"], 1)


def test_diversity_by_hand() -> None:
    """A and B share one of two classes, and C shares none with them: (1/2 + 1 + 1)/3."""
    genres = {"A": {"action", "comedy"}, "B": ["action"], "C": ["drama"]}
    assert intra_list_diversity("CAB", genres) == pytest.approx(2.5 / 3)
    assert isnan(intra_list_diversity("A", genres))
    assert isnan(jaccard_distance([], []))
    with pytest.raises(ValueError, match="lack 'D'"):
        intra_list_diversity("AD", genres)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: recommended([], 3), "at least one user"),
        (lambda: recommended([["a", "a"]], 3), "got 'a' twice"),
        (lambda: recommended([["a", "b"]], 1), "catalogue must be at least 2, .* got 1"),
        (lambda: recommended([["a"]], 1, {"b": 1}), "it lacks 'a'"),
        (lambda: recommended([["a"]], 1, {"a": 0}), "popularity must be .* more than 0"),
        (lambda: self_information(1.5), "popularity must be .* at most 1"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


# The page


@pytest.mark.parametrize(
    ("typed", "lists"),
    [
        ("i1 i2; i1 i3; –", "i1 i2; i1 i3; –"),
        ("u1: a, b*; u2 = [c]; user 3: none", "a b*; c; –"),
        ("a;; b", "a; –; b"),
        ("Counts: 5, 3, 1, 0", "counts 5 3 1 0"),
        ("[5, 3, 0, 0]", "counts 5 3 0 0"),
        ("5 3 1", "5 3 1"),  # a list of three items
        ("5; 5", "5; 5"),  # two users who get one item
    ],
)
def test_lists_of_users_are_read_in_many_forms(typed: str, lists: str) -> None:
    assert KNOBS["users_lists"].parse(typed, 3) == lists
    assert KNOBS["users_lists"].parse(lists, 3) == lists


@pytest.mark.parametrize(
    "typed", ["", ";", "a b a", "a a*", "0 0", "; ".join("abcdefghijklmnopqrstu")]
)
def test_other_lists_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="1 to 20 lists of up to 20 different items"):
        KNOBS["users_lists"].parse(typed, 3)


@pytest.mark.parametrize(
    ("typed", "shares"),
    [("", ""), ("i1 .8 i2 2/5", "i1 0.8, i2 0.4"), ("7: 80 %; 8 = 0,4", "7 0.8, 8 0.4")],
)
def test_popularity_is_read_with_names(typed: str, shares: str) -> None:
    assert KNOBS["popularity"].parse(typed, 3) == shares
    assert KNOBS["popularity"].parse(shares, 3) == shares


@pytest.mark.parametrize("typed", ["i1", "i1 0", "i1 1.5", "i1 0.5 i1 0.4", "i1 i2"])
def test_other_popularity_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="shares above 0 and up to 1"):
        KNOBS["popularity"].parse(typed, 3)


@pytest.mark.parametrize(
    ("typed", "classes"),
    [
        ("A action comedy; B action", "A action comedy; B action"),
        ("A: {action, comedy}, B: {action}", "A action comedy; B action"),
        ("A = x, x\nB (y)", "A x; B y"),
        ("", ""),
    ],
)
def test_classes_are_read_with_names(typed: str, classes: str) -> None:
    assert KNOBS["item_classes"].parse(typed, 3) == classes
    assert KNOBS["item_classes"].parse(classes, 3) == classes


@pytest.mark.parametrize("typed", ["A", "A x; A y", "A x; B"])
def test_other_classes_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="up to 100 different items, each with 1 to 20 classes"):
        KNOBS["item_classes"].parse(typed, 3)


def test_evenness_and_diversity_are_worked_out() -> None:
    screen = Screen().with_settings(users_lists="A B C; A B D; A", catalogue_size=(8,))
    written = catalogue.tables(screen)
    for said in (
        *("4 items in no list", "7 · 3 = 21", "35 / ((8 − 1) · 7) = <b>0.714</b>"),
        *("35 / (8 · 7) = 0.625", "−3/7 · log2(3/7) = 0.524", "<b>1.842</b>", "log2(8) = 3.000"),
    ):
        assert said in written
    assert "ILD" not in written
    genres = "A action comedy; B action; C drama"
    written = catalogue.tables(screen.with_settings(item_classes=genres))
    for said in ("A B: 1 − 1/2", "+ 1.000) / 3", "no classes of D", "no two items", "of 1 list"):
        assert said in written


def test_counts_of_items_need_no_lists() -> None:
    """0 0 0 1 1 2 3 5 of 8: 7 · 5 + 5 · 3 + 3 · 2 + 1 − 1 = 56 over 7 · 12 and 8 · 12."""
    at = set_to(visit("mean_over_queries"), "List of each user", "5 3 2 1 1 0 0 0")
    assert notices(at) == ["A number stands twice, so these are counts of items, and no list."]
    said = text(at)
    for each in ("5 items above 0 / 8 = <b>0.625</b>", "56 / ((8 − 1) · 12) = <b>0.667</b>"):
        assert each in said
    assert "56 / (8 · 12) = 0.583" in said
    assert "<b>2.055</b> bits" in said  # SciPy: entropy([5, 3, 2, 1, 1], base=2)


def test_what_is_not_typed_is_said() -> None:
    """Nobody takes the share of these lists for the share of users who know an item."""
    assert "share of these users who get it" in catalogue.tables(Screen())
    shares = "i1 0.8, i2 0.4, i3 0.2, i4 0.1, i5 0.1"
    typed = catalogue.tables(Screen().with_settings(popularity=shares))
    assert "share of these users who get it" not in typed
    assert "share of users who know it" in typed


def test_a_catalogue_is_worked_out() -> None:
    shares = "i1 0.8, i2 0.4, i3 0.2, i4 0.1, i5 0.1"
    written = catalogue.tables(Screen().with_settings(popularity=shares))
    for said in ("5 different items / 10 = 0.500", "3/4 = 0.750", "−log2(0.4) = 1.322", "1.655"):
        assert said in written
    assert "has a hit" not in written
    liked = catalogue.tables(Screen().with_settings(users_lists="a b*; a c; –"))
    for said in ("1/3 = 0.333", "−log2(2/3) = 0.585"):
        assert said in liked
    few = catalogue.tables(Screen().with_settings(catalogue_size=(4,)))
    assert "The lists have 5 items" in few
    one = catalogue.tables(Screen().with_settings(popularity="i1 0.8"))
    assert "i2 has no popularity" in one
    at = visit("mean_over_queries")
    set_to(at, "List of each user", "a b; –")
    assert any(["of users: has a list", "1/2 = 0.500"] in table for table in tables(at))


def test_diversity_of_typed_similarities_is_the_mean_of_one_minus_each() -> None:
    """(0.2 + 0.9 + 0.7)/3 = 0.6 of x y z; x w has a pair without a similarity."""
    at = visit("mean_over_queries", {"users": "x y z; x w", "catalogue": "12"})
    set_to(at, "Classes of each item", "x-y 0.8, z-x 0.1, y z .3")
    said = text(at)
    assert "((1 − 0.8) + (1 − 0.1) + (1 − 0.3)) / 3</td><td>0.600" in said
    assert "no similarity of w x" in said
    set_to(at, "Classes of each item", "a b")
    assert "No list has the classes of all its items." in text(at)
