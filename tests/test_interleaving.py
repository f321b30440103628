"""Interleaving by team draft: who picks which document, and who wins."""

from collections.abc import Callable
from itertools import product

import pytest

from metrics.interleaving import team_draft


def test_a_draft_by_hand() -> None:
    """First A picks p and B q; then B is first and picks s, which leaves r for A."""
    draft = team_draft("pqrs", "qpsr", ["a", "b"])
    assert draft.documents == ("p", "q", "s", "r")
    assert draft.teams == ("a", "b", "b", "a")
    assert [draft.lead(clicks) for clicks in ("p", "q", "pq", "", "ppr")] == [1, -1, 0, 0, 3]


def test_who_is_first_picks_the_common_best() -> None:
    assert team_draft("xy", "xz", ["b"]).documents == ("x", "y")
    assert team_draft("xy", "xz", ["b"]).teams == ("b", "a")
    assert team_draft("xy", "xz", ["a", "a"]).documents == ("x", "z")


def test_equal_rankings_win_equally_often() -> None:
    """Over all coins, each click counts as often for A as for B."""
    for clicked in "wxyz":
        leads = [
            team_draft("wxyz", "wxyz", coins).lead(clicked)  # type: ignore[arg-type]
            for coins in product("ab", repeat=2)
        ]
        assert sum(leads) == 0


def test_a_draft_ends_with_the_shorter_ranking() -> None:
    assert team_draft("p", "qrs", ["b"]).documents == ("q", "p")
    assert team_draft("", "qrs", []).documents == ()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: team_draft("pp", "q", ["a"]), "a must have each document once, got 'p' twice"),
        (lambda: team_draft("pq", "rs", ["a"]), "first must have a coin for each round, got 1"),
        (lambda: team_draft("p", "q", ["c"]), "first must be one of a, b, got 'c'"),
        (lambda: team_draft("p", "q", ["a"]).lead("z"), "clicked must be .* got 'z'"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()
