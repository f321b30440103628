"""Click models that are counted from sessions, by hand and by brute force."""

from itertools import product
from math import isnan

import pytest

from metrics.click_sessions import Counts, count
from pages.clicks import sessions
from ui.core.knobs import KNOBS
from ui.core.screen import Screen


def test_counts_by_hand() -> None:
    """Sessions a b* c, a* b c*, b c a* and a b c: nobody looks below a last click."""
    screen = Screen().with_settings(click_sessions="a b* c; a* b c*; b c a*; a b c")
    found = sessions.counted(screen)
    assert found.documents == {
        "a": Counts(shown=4, clicks=2, reached=4, first=2, looked=4, last=1),
        "b": Counts(shown=4, clicks=1, reached=3, first=1, looked=4, last=1),
        "c": Counts(shown=4, clicks=1, reached=2, first=0, looked=3, last=1),
    }
    assert [each.clicks for each in found.ranks] == [1, 1, 2]
    assert [each.satisfaction for each in found.ranks] == [0, 1, 1]
    ranks = Screen().with_settings(click_sessions="0 1; 1 0")
    assert sessions.counted(ranks).documents["2"].clicks == 1
    assert isnan(count([["a"]], [[False]]).documents["a"].satisfaction)


@pytest.mark.parametrize("stop", [1.0, 0.6])
def test_expected_sessions_give_back_the_models_numbers(stop: float) -> None:
    """All sessions of a reader who clicks by attraction and stops after a click, by their shares.

    Only lists in which somebody clicks at the foot, or on nothing, say where a reader stopped; with
    a certain stop both models give back their numbers exactly.
    """
    attraction, shares = (0.5, 0.25, 0.75), {}
    for clicks in product((False, True), repeat=3):
        left, share = 1.0, 0.0
        for rank, was in enumerate(clicks):
            left *= attraction[rank] if was else 1 - attraction[rank]
            if was:
                share += left * stop * (not any(clicks[rank + 1 :]))
                left *= 1 - stop
        shares[clicks] = share + left
    assert sum(shares.values()) == pytest.approx(1)
    times = [round(share * 10**9) for share in shares.values()]
    found = count(["abc"] * 8, [*shares], times)
    cascade = [each.cascade for each in found.documents.values()]
    assert cascade == pytest.approx(attraction, abs=1e-6)
    if stop == 1:
        looked = [each.attraction for each in found.documents.values()]
        assert looked == pytest.approx(attraction, abs=1e-6)
        assert [each.satisfaction for each in found.ranks] == [1, 1, 1]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("a b* c; a* b c*", "a b* c; a* b c*"),
        ("0 1 0\n101", "0 1 0; 1 0 1"),
        ("s1: a, b*\nsession 2 = [b*]", "a b*; b*"),
        ("40 × 0 1; 1 0 x 1,000; 1 × 0 0", "40 × 0 1; 1000 × 1 0; 0 0"),
        ("d1 d2 d3 | d2; d1 d2 → none", "d1 d2* d3; d1 d2"),
        ("d1 d2 clicked: d1", "d1* d2"),
        ("1; 1 3; –; 2, 4", "1 0 0 0; 1 0 1 0; 0 0 0 0; 0 1 0 1"),
        ("2 1* 3", "2 1* 3"),
    ],
)
def test_sessions_are_read_in_many_forms(typed: str, read: str) -> None:
    assert KNOBS["click_sessions"].parse(typed, 3) == read
    assert KNOBS["click_sessions"].parse(read, 3) == read


@pytest.mark.parametrize("typed", ["", "a a*", "a b | c", "0 × a", "a b!*", "; ".join(["a"] * 101)])
def test_other_sessions_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="1 to 100 sessions of up to 20 different documents"):
        KNOBS["click_sessions"].parse(typed, 3)


@pytest.mark.parametrize(
    ("shown", "clicked", "times", "said"),
    [
        (["ab"], [], None, "1 lists have 0 rows"),
        (["aa"], [(True, False)], None, "different documents"),
        (["ab"], [(True,)], None, "different documents"),
        (["a"], [(True,)], [0.5], "whole number"),
    ],
)
def test_other_counts_are_refused(
    shown: list[str], clicked: list[tuple[bool, ...]], times: list[int] | None, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        count(shown, clicked, times)


def test_each_number_stands_with_its_division() -> None:
    screen = Screen().with_settings(click_sessions="30 × a* b; 10 × a* b*; 60 × a b")
    written = sessions.tables(sessions.counted(screen))
    for said in ("40/100 = 0.400", "30/40 = 0.750", "10/70 = 0.143", "0.250", "10/10 = 1.000"):
        assert said in written


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1 and 5", "1 0 0 0 1"),
        ("clicks at ranks 1 & 3; on 2", "1 0 1; 0 1 0"),
        ("User 1: 2 and 3", "0 1 1"),
        ("a and b*", "a and b*"),
    ],
)
def test_a_session_may_name_its_clicked_ranks_in_words(typed: str, read: str) -> None:
    assert KNOBS["click_sessions"].parse(typed, 1) == read
    assert KNOBS["clicked_ranks"].parse("1, 3, and 7", 1) == (1, 3, 7)


def test_sessions_without_a_click_are_counted() -> None:
    """Two of eight; first clicks are three at rank 1, two at rank 2, one at rank 3."""
    typed = KNOBS["click_sessions"].parse("1; –; 2, 4; 3; 1, 2; –; 2; 1", 1)
    screen = Screen().with_settings(click_sessions=typed)
    written = sessions.tables(sessions.counted(screen))
    assert "Abandoned, without a click: 2/8 = 0.250." in written
    assert "(3 · 1/1 + 2 · 1/2 + 1 · 1/3) / 8 = 0.542." in written
