"""Interleaving: who gives which document, who wins, and the lesson on it."""

import re
from collections.abc import Callable
from itertools import product
from math import ceil, inf
from typing import Literal

import pytest
from scipy import stats
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    charts,
    controls,
    notices,
    pieces,
    press,
    set_to,
    tables,
    text,
    tiles,
    visit,
)
from metrics.interleaving import balanced, neutral_draft, one_click, outcomes, team_draft
from pages.interleaving import by_readers, model
from ui.core.announcements import describe
from ui.core.screen import Screen

PAGE = "interleaving"


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
        (lambda: balanced("pp", "q", "a"), "a must have each document once, got 'p' twice"),
        (lambda: balanced("p", "q", "a").lead("z"), "clicked must be .* got 'z'"),
        (lambda: team_draft("p", "q", ["a"]).lead("z"), "clicked must be .* got 'z'"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


PUBLISHED = ("abcdgh", "beafgh")
"""Chapelle, Joachims, Radlinski & Yue (2012), figure 1."""


@pytest.mark.parametrize(
    ("first", "merged", "teams"), [("a", "abecdfgh", "abbaabaa"), ("b", "baecfdgh", "babababb")]
)
def test_balanced_lists_are_the_published_ones(
    first: Literal["a", "b"], merged: str, teams: str
) -> None:
    found = balanced(*PUBLISHED, first)
    assert ("".join(map(str, found.documents)), "".join(found.teams)) == (merged, teams)


def test_a_balanced_list_ends_where_a_ranking_has_no_further_rank() -> None:
    assert balanced("pqr", "s", "a").documents == ("p", "s", "q")
    assert balanced("pqr", "s", "b").documents == ("s", "p")
    assert balanced("", "s", "b").documents == ("s",)


@pytest.mark.parametrize(
    ("clicked", "lead"),
    [
        ("a", 1),  # k = 1: of a and b
        ("e", -1),  # k = 2: of ab and be
        ("ae", 0),
        ("ace", 0),  # k = 3: a, c of abc, and a, e of bea
        ("acd", 1),  # k = 4: a, c, d of abcd, and a of beaf
        ("", 0),
    ],
)
def test_clicks_on_a_balanced_list_are_compared_in_the_top_k(clicked: str, lead: int) -> None:
    found = balanced(*PUBLISHED, "a").lead(clicked)
    assert (found > 0) - (found < 0) == lead


def test_balanced_lists_prefer_who_is_ahead_by_one_rank() -> None:
    """Chapelle and others (2012): one random click on abc or bac prefers bca twice of three."""
    for first in ("a", "b"):
        leads = [balanced("abc", "bca", first).lead(each) for each in "abc"]  # type: ignore[arg-type]
        assert leads == [1, -1, -1]


@pytest.mark.parametrize("rankings", [PUBLISHED, ("abc", "bca"), ("pqrs", "s"), ("xy", "xy")])
def test_balanced_outcomes_are_those_of_all_coins_and_clicks(rankings: tuple[str, str]) -> None:
    chances = dict(zip("abcdefghpqrsxy", [0.5, 0.1, 0.9, 0.3] * 4, strict=False))
    looks = [1 / rank for rank in range(1, 9)]
    won = {1: 0.0, 0: 0.0, -1: 0.0}
    for first in ("a", "b"):
        merged = balanced(*rankings, first)  # type: ignore[arg-type]
        for said in product((0, 1), repeat=len(merged.documents)):
            chance, clicked = 0.5, []
            for document, look, on in zip(merged.documents, looks, said, strict=False):
                p = chances[str(document)] * look
                chance *= p if on else 1 - p
                clicked += [document] * on
            lead = merged.lead(clicked)
            won[(lead > 0) - (lead < 0)] += chance
    found = outcomes(*rankings, chances, looks, method="balanced")
    assert (found.a, found.b) == pytest.approx((won[1], won[-1]))


@pytest.mark.parametrize("rankings", [("abcde", "bdaec"), ("abcd", "abcd"), ("abc", "xyzw")])
def test_one_random_click_is_fair_in_a_draft(rankings: tuple[str, str]) -> None:
    """By the outcomes of each document alone, which is clicked with certainty."""
    for method in ("team", "balanced"):
        found = one_click(*rankings, method=method)  # type: ignore[arg-type]
        if len({*"".join(rankings)}) == len(rankings[0]):  # all lists have all documents
            alone = [outcomes(*rankings, {one: 1}, method=method) for one in rankings[0]]  # type: ignore[arg-type]
            assert found.a == pytest.approx(sum(each.a for each in alone) / len(alone))
            assert found.b == pytest.approx(sum(each.b for each in alone) / len(alone))
    if {*rankings[0]} == {*rankings[1]}:  # else the last pick may be missing
        assert one_click(*rankings).lead == pytest.approx(0)
    shown = min(map(len, rankings))
    for draft in ("team", "neutral"):
        assert one_click(*rankings, method=draft, shown=shown).lead == pytest.approx(0)  # type: ignore[arg-type]
    assert one_click("abcde", "bdaec", method="balanced") == (0.4, 0.6)
    assert one_click("abcd", "abcd", method="balanced") == (0, 0)  # all are ties


# Who wins, over all coins


def test_who_wins_by_hand() -> None:
    """Whoever is first, A picks x; where B is first, x stands at rank 2."""
    found = outcomes("xy", "yx", {"x": 0.5}, attention=[1, 0.5])
    assert (found.a, found.b) == (0.375, 0)  # half of them 1/2, half of them 1/4
    assert found.lead == 0.375
    assert found.deviation == pytest.approx((0.375 - 0.375**2) ** 0.5)
    both = outcomes("xy", "yx", {"x": 0.5, "y": 0.5})
    assert (both.a, both.b) == (0.25, 0.25)  # one clicked and not the other; else a tie
    assert both.deviation == pytest.approx(0.5**0.5)
    assert both.readers_needed() == inf


def test_as_many_readers_are_needed_as_for_a_mean() -> None:
    """(1.96 + 0.8416)² · variance / lead²; the variance of 0.375 wins is 0.234."""
    found = outcomes("xy", "yx", {"x": 0.5}, attention=[1, 0.5])
    reach = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert found.readers_needed() == ceil(reach**2 * 0.234375 / 0.140625) == 14
    low, high = found.interval(14)
    half = stats.norm.ppf(0.975) * (0.234375 / 14) ** 0.5
    assert (low, high) == pytest.approx((0.375 - half, 0.375 + half))
    assert found.interval(1) == (pytest.approx(0.375 - 1.959964 * 0.234375**0.5), 1)
    sure = outcomes("xy", "yx", {"x": 1})
    assert (sure.interval(1), sure.readers_needed()) == ((1, 1), 1)


def test_exchanged_rankings_exchange_their_wins() -> None:
    clicks, looks = {"p": 0.5, "q": 0.1, "s": 0.9}, [1, 0.5, 0.25, 0.2]
    one, other = outcomes("pqrs", "sqpr", clicks, looks), outcomes("sqpr", "pqrs", clicks, looks)
    assert (one.a, one.b) == pytest.approx((other.b, other.a))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: outcomes("p", "q", {"p": 2}), "clicks must be a finite number at least 0"),
        (lambda: outcomes("p", "q", {}, method="turns"), "method must be one of"),  # type: ignore[arg-type]
        (lambda: outcomes("p", "q", {}, [1, 1.5]), "attention must be a finite number"),
        (
            lambda: outcomes("p", "q", {}).interval(0),
            "readers must be a whole number of at least 1",
        ),
        (lambda: outcomes("p", "q", {}).interval(5, 1), "confidence must be"),
        (lambda: outcomes("p", "q", {}).readers_needed(power=0.2), "power must be"),
        (lambda: outcomes("p", "q", {}).readers_needed(level=0), "level must be"),
    ],
)
def test_what_is_no_share_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


# The page


VOTE = "This reader’s vote"


def shown(at: AppTest) -> dict[str, str]:
    return {label: tile.score for label, tile in tiles(at).items()}


def letter(at: AppTest, rank: int) -> str:
    """The document at a rank of the list that readers see; its title follows."""
    return str(controls(at)[f"document-{rank}"]["text"]).partition(" ")[0]


def coin_lists(at: AppTest) -> list[list[str]]:
    """The rows of the table of lists that other coins make: coins, documents, who wins."""
    (table,) = (piece for piece in pieces(at) if "class='coins" in piece)
    cells = [re.findall(r"<td.*?</td>", row) for row in table.split("</tr>")]
    bare = [[re.sub(r"<span>.*?</span>|<[^>]*>", "", cell) for cell in row] for row in cells]
    return [row for row in bare if any(row)]


def test_other_coins_make_other_lists() -> None:
    """Both rankings are abcd: who picks first has a. Of 2 coins the first decides on it."""
    at = visit(PAGE, {"drafted": "abcd,abcd", "coins": "aa", "clicked": "a"})
    assert "class='coins" not in "".join(pieces(at))  # the step asks who wins with another coin
    act(at, "draft_coin", by="draft", round=1)
    assert coin_lists(at)[-1] == ["A", "A", "B", "B"]
    assert "A wins 2 of 4 lists, B wins 2." in "".join(pieces(at))
    at = visit(PAGE, {"drafted": "abcdefgh,badcfehg", "coins": "bbbb", "clicked": "g"})
    assert coin_lists(at)[0][::7] == ["AAA", "BBB"]  # the fourth stays
    assert coin_lists(at)[-1] == ["A"] * 8


def test_a_draft_is_shown_pick_by_pick() -> None:
    at = visit(PAGE)
    assert controls(at)["document-1"]["text"] == "a Starter"
    assert "Two picks are a round. A **coin** (“A first”) says who begins" in text(at)
    assert "class='coins" not in "".join(pieces(at))  # nobody has clicked
    assert controls(at)["document-2"]["text"] == ""
    assert shown(at) == {VOTE: "0"}
    act(at, "turn", by="picks", knob="draft_picks", to=2)
    assert (letter(at, 2), controls(at)["team-2"]["text"]) == ("d", "B")
    looks = {name: controls(at)[name].get("look") for name in ("a-1", "a-4", "b-2", "b-1", "a-3")}
    assert looks == {"a-1": "pick a", "a-4": "gone", "b-2": "pick b", "b-1": "gone", "a-3": None}
    act(at, "draft_click", by="draft", document="d")
    assert "How the list is drafted" in text(at)  # the lists have the place of the rules
    rows = coin_lists(at)
    assert rows == [["AA", "AB", "BA", "BB"], [*"aaaa"], [*"ddbb"], ["B", "B", "tie", "tie"]]
    act(at, "turn", by="picks", knob="draft_picks", to=16)
    assert [letter(at, rank) for rank in range(1, 5)] == [*"adbc"]
    assert controls(at)["Next pick"]["off"]


def test_a_click_wins_the_reader_for_who_picked_the_document() -> None:
    """Rankings 1 2 3 4 5 and 4 3 5 1 2, a library's lecture example: A wins with 1 and 2."""
    at = visit(PAGE, {"drafted": "abcde,dceab", "coins": "a"})
    assert shown(at) == {VOTE: "0"}
    for document in "ab":
        act(at, "draft_click", by="draft", document=document)
    assert shown(at) == {VOTE: "1"}
    assert "Clicks: A 2, B 0: A wins" in text(at)
    assert not charts(at)  # it is about many readers
    for document in "dce":
        act(at, "draft_click", by="draft", document=document)
    assert shown(at) == {VOTE: "1"}  # 3 of A's picks, and 2 of B's
    act(at, "draft_click", by="draft", document="a")
    assert shown(at) == {VOTE: "0"}
    for document in ("z", None, 3, "ab"):
        act(at, "draft_click", by="draft", document=document)
        assert notices(at)
        assert shown(at) == {VOTE: "0"}


def test_what_a_step_asks_for_is_marked() -> None:
    """The next pick, then the click on d, then the coin of the first round; after that nothing."""
    at = visit(PAGE)
    for asked in ("Next pick", "Click on d: no", "Round 1: A picks first"):
        marked = [name for name, each in controls(at).items() if "asks" in str(each.get("look"))]
        assert [controls(at)[name]["label"] for name in marked] == [asked]
        press(at, asked)
        assert not any("asks" in str(each.get("look")) for each in controls(at).values())
        press(at, "Next step")


def test_beside_the_lists_of_many_readers_stands_who_clicks() -> None:
    """Half of those who look: 1/i of all at rank i if η is 1, and all everywhere if it is 0."""
    at = visit(PAGE, {"drafted": "ABcd,AcBd", "people": "1000"})
    clicks = [row[-1] for row in coin_lists(at)[:5]]
    assert clicks == ["● click", "1/2", "1/4", "1/6", "1/8"]
    how = "<p class='how'>AB: A wins if a is clicked, not b: 1/2 · (1 − 1/6) = 0.417</p>"
    assert how in text(at)
    bar = re.findall(r"flex-grow:([\d.]+)", "".join(pieces(at)))
    assert list(map(float, bar)) == [0.3125, 0.4792, 0.2083]
    at = visit(PAGE, {"drafted": "ABcd,AcBd", "people": "1000", "eta": "0"})
    assert {row[-1] for row in coin_lists(at)[1:5]} == {"1/2"}
    eight = visit(PAGE, {"drafted": "ABcdef,AcBfed", "people": "1000"})  # no room beside the lists
    assert controls(eight)["look-6"]["text"] == "17\u00a0%"


@pytest.mark.parametrize(
    ("rankings", "how"),
    [
        ("ab*c,cb*a", "AAB: B wins if b is clicked: 1/6 = 0.167"),
        ("a*bc*,c*ba*", "ABA: A wins if a is clicked, not c: 1/2 · (1 − 1/4) = 0.375"),
        ("a*b*c*,c*b*a*", ""),  # three sums are too long
        ("abc,cba", ""),
    ],
)
def test_how_a_list_is_won_is_worked_out_for_two_relevant_documents(
    rankings: str, how: str
) -> None:
    at = set_to(visit(PAGE, {"people": "1000"}), "Rankings A and B", rankings)
    found = re.findall(r"<p class='how'>(.*?)</p>", "".join(pieces(at)))
    assert [each.partition(" wins")[2] for each in found] == [how.partition(" wins")[2]] * bool(how)


def test_a_coin_is_turned() -> None:
    at = visit(PAGE, {"drafted": "abcd,abcd", "clicked": "a"})
    assert shown(at) == {VOTE: "1"}
    act(at, "draft_coin", by="draft", round=0)
    assert (shown(at), at.query_params["coins"]) == ({VOTE: "−1"}, "ba")
    assert not tiles(at)[VOTE].mark  # a sign has no distance
    assert "clicks 0 &lt; 1, winner: <b>B</b>" in "".join(pieces(at)) + text(at)
    for round_ in (2, -1, True, "0"):
        act(at, "draft_coin", by="draft", round=round_)
        assert notices(at)


def test_a_balanced_list_has_one_coin_and_counts_clicks_in_the_top_k() -> None:
    at = visit(PAGE, {"drafted": ",".join(PUBLISHED), "coins": "a", "clicked": "a"})
    set_to(at, "Merged by", "balanced")
    assert [letter(at, rank) for rank in range(1, 9)] == [*"abecdfgh"]
    assert "Round 1: A picks first" in controls(at)
    assert "Round 2: A picks first" not in controls(at)
    assert shown(at) == {VOTE: "1"}
    act(at, "draft_click", by="draft", document="e")
    assert "k = 2. Clicks: A 1, B 1" in text(at)
    assert "top of A: a b, clicks on a; of B: b e, clicks on e; k = <b>2</b>" in text(at)
    assert shown(at) == {VOTE: "0"}
    act(at, "draft_coin", by="draft", round=1)
    assert notices(at)
    act(at, "draft_coin", by="draft", round=0)
    assert [letter(at, rank) for rank in range(1, 9)] == [*"baecfdgh"]


def test_one_random_click_stands_for_both_methods() -> None:
    """A course's rankings 1 2 3 4 5 and 2 4 1 5 3: 2, 4 and 5 are always B's if balanced."""
    at = set_to(visit(PAGE, {"clicked": "bd"}), "Rankings A and B", "1 2 3 4 5, 2 4 1 5 3")
    (rows,) = [rows[1:] for rows in tables(at) if rows[0][0].startswith("one click")]
    assert [row[1:] for row in rows] == [
        ["0.500", "0.500", "0.000"],
        ["0.400", "0.600", "0.000"],
        ["0.400", "0.400", "0.200"],  # 5 is the last of both
    ]


def test_lists_of_the_same_length_are_compared_and_a_shared_pick_may_be_neutral() -> None:
    """The balanced list of abcde and acfbd has six documents, a draft may have five."""
    at = visit(PAGE, {"drafted": "abcde,acfbd", "coins": "ba", "clicked": "acf"})
    (rows,) = [rows for rows in tables(at) if rows[0][0].startswith("one click in the first")]
    assert rows[0][0] == "one click in the first 5"
    assert [row[1:] for row in rows[1:]] == [
        ["0.500", "0.500", "0.000"],
        ["0.400", "0.400", "0.200"],
        ["0.400", "0.400", "0.200"],
    ]
    said = text(at)
    assert "Here the neutral draft is a (none), c (B), b (A), d (A), f (B)." in said
    assert "Of the clicks on a, c, f, A has 0 and B 2: B wins." in said
    assert len(balanced("abcde", "acfbd", "a").documents) == 6
    with pytest.raises(ValueError, match="coin for each round"):
        neutral_draft("abcd", "badc", "a")
    with pytest.raises(ValueError, match="clicked must be in the merged list"):
        neutral_draft("ab", "ab", "").lead("x")
    assert neutral_draft("abc", "abc", "").teams == (None, None, None)


def test_many_readers_need_fewer_than_an_ab_test() -> None:
    """Exact over all coins and clicks: `tests/expected.py` works it out another way."""
    at = visit(PAGE, {"drafted": "ABcd,AcBd", "people": "1000"})
    assert shown(at) == {"A − B": "0.104", "Readers needed": "369"}
    few = visit(PAGE, {"drafted": "ABcd,AcBd", "people": "100"})  # this step is about the interval
    assert (shown(few), "369" in text(few)) == ({"A − B": "0.104"}, True)
    assert "interval: +0.060 to +0.148<span class='of'>, of 1,000 readers" in "".join(pieces(at))
    wins_a, wins_b = (row[2:-1] for row in coin_lists(at)[-2:])
    assert [sum(map(float, row)) / 4 for row in (wins_a, wins_b)] == [
        pytest.approx(0.3125, abs=5e-4),
        pytest.approx(0.2083, abs=5e-4),
    ]
    assert "Mean of all lists: A wins 0.3125, B wins 0.2083." in "".join(pieces(at))
    assert [*charts(at)] == ["by_readers"]
    assert "In 4 of 5 such tests, **369 readers** of this kind are enough" in text(at)
    assert "7.849 · 0.5100 / 0.1042², rounded up" in text(at)
    assert "it takes **4,324 readers** in both groups together" in text(at)
    at = visit(PAGE, {"drafted": "AbcD,bADc", "people": "100", "eta": "0"})
    assert "Nobody leads, so **no number of readers** is enough." in text(at)
    assert "Nobody leads, so no number of readers is enough." in text(at)  # beside the score
    assert shown(at)["Readers needed"] == "–"
    assert "The shares are equal, so **no number of readers** tells them apart." in text(at)


@pytest.mark.parametrize("typed", ["1 2 3 4 5, 4 3 5 1 2", "abcde,dceab"])
def test_that_no_document_is_relevant_is_said(typed: str) -> None:
    at = set_to(visit(PAGE, {"people": "1000"}), "Rankings A and B", typed)
    assert "**No document is relevant**: of those who look, one in ten clicks." in text(at)
    assert "half click on ●" not in text(at)


@pytest.mark.parametrize("typed", ["1 2* 3, 3 2 1", "a b* c, c b a", "ab*c; cb*a", "aBc,cBa"])
def test_a_star_or_a_capital_letter_makes_a_document_relevant(typed: str) -> None:
    at = set_to(visit(PAGE, {"people": "1000"}), "Rankings A and B", typed)
    assert at.query_params["drafted"] == ("1 2* 3,3 2* 1" if "1" in typed else "aBc,cBa")
    assert "half click on ●" in text(at)


def test_numbers_stay_numbers_and_clicks_beside_the_list_are_named() -> None:
    """By hand, A first in each round: 1 (A), 4 (B), 2 (A), 3 (B), 5 (A)."""
    at = set_to(visit(PAGE), "Rankings A and B", "1 2 3 4 5, 4 3 5 1 2")
    assert at.query_params["drafted"] == "1 2 3 4 5,4 3 5 1 2"
    set_to(at, "Clicked", "1 5")
    assert "Clicks: A 1, B 0: A wins<" in "".join(pieces(at))
    assert "Not picked yet, so a click there does not count: 5." in text(at)
    act(at, "turn", by="picks", knob="draft_picks", to=16)
    assert [controls(at)[f"document-{rank}"]["text"] for rank in range(1, 6)] == [*"14235"]
    assert "does not count" not in text(at)
    set_to(at, "Clicked", "1 5 7")
    assert controls(at)["Clicked"]["value"] == "1 5 7"
    assert at.query_params["clicked"] == "aeg"
    assert shown(at) == {VOTE: "1"}
    assert "In no ranking, so a click there does not count: 7." in text(at)
    at = visit(PAGE, {"drafted": "1 2,2 1", "clicked": "de"})
    assert "Nobody has clicked on this list: a tie" in "".join(pieces(at))
    assert "In no ranking, so a click there does not count: 4 and 5." in text(at)
    letters = visit(PAGE, {"drafted": "ab,ba", "clicked": "az"})
    assert "In no ranking, so a click there does not count: z." in text(letters)


def test_the_lists_of_many_readers_are_whole() -> None:
    """However few picks of one reader's list were shown, all coins make lists of all ranks."""
    few = visit(PAGE, {"drafted": "abc,bca", "people": "100", "merged": "balanced", "picks": "1"})
    names = [[cell[0] for cell in row[:4]] for row in coin_lists(few)[:4]]
    assert names == [[*"ABAB"], [*"abab"], [*"bcba"], [*"cacc"]]
    assert "Next pick" not in controls(few)


def test_the_chart_says_where_the_interval_leaves_0() -> None:
    rows = by_readers.rows(outcomes("xy", "yx", {"x": 0.5}, attention=[1, 0.5]), 100)
    assert [(row["name"], row["place"]) for row in rows["lines"]] == [
        *(("14 needed", 0), ("100 now", 1), ("1,000", 2), ("10,000", 3))
    ]
    assert rows["lines"][1]["said"] == "100 readers: from +0.280 to +0.470"
    assert {row["lead"] for row in rows["lines"]} == {0.375}
    assert [row["low"] for row in rows["room"]] == [-0.75, 0.75]
    near = by_readers.rows(outcomes("ab", "ba", {"a": 0.5, "b": 0.45}), 100)
    assert [row["outside"] for row in near["lines"]] == [False, True, True, True]
    level = by_readers.rows(outcomes("ab", "ba", {"a": 0.5, "b": 0.5}), 1)
    assert [row["name"] for row in level["lines"]] == ["100", "1,000", "10,000"]  # none is enough


def test_clicks_and_coins_are_announced() -> None:
    old = Screen().with_settings(draft_clicks="a")
    new = old.with_settings(draft_clicks="bc", draft_first="ba")
    assert (model.coins(old), model.coins(new)) == ("aa", "ba")
    assert describe(old, new, PAGE) == "Round 1: B first; Clicked: b, c, no click: a"


@pytest.mark.parametrize("typed", ["abc", "ab,ab,ab", "aA,bc", "", "abcdefghi,a", "*a,b", "a**b,a"])
def test_what_are_no_two_rankings_is_refused(typed: str) -> None:
    at = visit(PAGE)
    set_to(at, "Rankings A and B", typed)
    assert "was not taken; allowed are 2 runs" in notices(at)[0]


def test_an_exercise_with_numbers_for_documents_is_typed_as_it_stands() -> None:
    """Rankings 1 2 3 4 5 and 4 3 5 1 2, merged 1 4 2 3 5: A wins with both clicks."""
    at = set_to(visit(PAGE), "Rankings A and B", "1 2 3 4 5, 4 3 5 1 2")
    set_to(at, "Picks first", "A A A")
    set_to(at, "Clicked", "1, 2")
    assert notices(at) == ["Numbers name documents here, and not places in the readers’ list."]
    assert shown(at)[VOTE] == "1"


def test_a_first_step_has_the_field_for_own_rankings_in_the_fold() -> None:
    at = visit(PAGE)
    assert "## Two rankings of your own" in text(at)
    set_to(at, "Rankings A and B", "1 2 3, 3 2 1")
    assert "## Two rankings of your own" not in text(at)
    assert controls(at)["Rankings A and B"]["by"] == "own"


def test_wins_and_ties_have_delta_and_a_sign_test() -> None:
    """Chapelle and others (2012): Δ = (26 + 10)/60 − 0.5."""
    at = visit("interleaving")
    set_to(at, "Readers A won, B won, ties", "14, 26, 20")
    said = text(at)
    assert "**A − B** = (14 − 26)/60 = **−0.200**" in said
    assert "(26 + 10)/60 − 0.5 = **+0.100**" in said
    assert f"p = **{stats.binomtest(14, 40).pvalue:.3f}**" in said
    set_to(at, "Readers A won, B won, ties", "3, 3")
    assert "**A − B** = (3 − 3)/6 = **0**" in text(at)
    set_to(at, "Readers A won, B won, ties", "0, 0, 5")
    assert "Nobody won a reader" in text(at)


def test_documents_may_be_called_d1_and_d2() -> None:
    at = visit("interleaving")
    set_to(at, "Rankings A and B", "d1 d2 d3 d4; d2 d4 d1 d5")
    assert at.query_params["drafted"] == "1 2 3 4,2 4 1 5"
    set_to(at, "Clicked", "d2 d4")
    assert at.query_params["clicked"] == "bd"


def test_numbers_of_clicks_are_said_to_name_documents() -> None:
    at = set_to(visit("interleaving"), "Clicked", "1, 3")
    assert notices(at) == ["Numbers name documents here, and not places in the readers’ list."]
    assert not notices(set_to(at, "Clicked", "a c"))
