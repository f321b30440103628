"""Recommended items: what they show of a catalogue, and novelty."""

from collections.abc import Callable
from math import isnan

import pytest

from app_driver import set_to, tables, visit
from metrics.recommended import recommended, self_information
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
    ],
)
def test_lists_of_users_are_read_in_many_forms(typed: str, lists: str) -> None:
    assert KNOBS["users_lists"].parse(typed, 3) == lists
    assert KNOBS["users_lists"].parse(lists, 3) == lists


@pytest.mark.parametrize("typed", ["", ";", "a b a", "a a*", "; ".join("abcdefghijklmnopqrstu")])
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
