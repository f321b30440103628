"""Two rankings merged into one list, and whom readers click for."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from metrics.breakdown import Breakdown
from metrics.clicks import attention
from metrics.interleaving import (
    Balanced,
    Draft,
    Outcomes,
    Team,
    balanced,
    neutral_draft,
    one_click,
    outcomes,
    team_draft,
)
from metrics.proportions import sample_size
from pages.interleaving.knobs import Interleaving, number_of
from ui.core import announcements, post
from ui.core.documents import RefusedError
from ui.core.knob_kinds import Choice
from ui.core.knobs import ATTENTION_DECAY, KNOBS
from ui.core.plain import counted, decimals, table_html
from ui.core.post import Action
from ui.core.screen import Screen, once_per_screen
from ui.core.typed_knobs import in_letters
from ui.draw import score

RELEVANT: Final = 0.5
"""Of many readers who look at a relevant document, the share that clicks on it."""
ANY: Final = 0.1
"""The share that clicks on any document if none is relevant; else nobody clicks on another one."""
_FIRST: Final[dict[str, Team]] = {"a": "a", "b": "b"}


class Merged(NamedTuple):
    """A list that coins make.

    Attributes:
        coins: who is first in each round.
        draft: the list.
        a: 1 if A wins the one reader, or the share of many readers whom A wins.
        b: the same of B.
    """

    coins: str
    draft: Draft[Team]
    a: float
    b: float


class Shares(NamedTuple):
    """The shares of readers who click on anything, of those who see one ranking alone."""

    a: float
    b: float


def is_one(screen: Screen) -> bool:
    """Return whether a screen has one reader, whose clicks are set by hand."""
    return bool(screen[Interleaving.READERS] == KNOBS[Interleaving.READERS].first)


def waits(screen: Screen) -> bool:
    """Return whether the one reader of a screen clicks on nothing that is shown."""
    return is_one(screen) and not {*draft(screen).documents} & {*screen[Interleaving.CLICKS]}


def not_shown(screen: Screen) -> str:
    """Return on what the one reader of a screen is said to click, though the list lacks it."""
    return "".join(sorted({*screen[Interleaving.CLICKS]} - {*draft(screen).documents}))


def runs(screen: Screen) -> list[str]:
    """Return both rankings, a letter for each document, a capital one if it is relevant."""
    return [*map(in_letters, screen[Interleaving.RANKINGS])]


def rankings(screen: Screen) -> tuple[str, str]:
    """Return both rankings in small letters."""
    a, b = runs(screen)
    return a.lower(), b.lower()


def names(screen: Screen, letters: Iterable[str]) -> list[str]:
    """Return documents by the letters, or the numbers, by which the rankings were typed."""
    if " " not in "".join(screen[Interleaving.RANKINGS]):
        return [*letters]
    return [f"{number_of(letter)}" for letter in letters]


def is_balanced(screen: Screen) -> bool:
    """Return whether the rankings are merged by balanced interleaving, not by team draft."""
    return bool(screen[Interleaving.METHOD] == "balanced")


def coins(screen: Screen) -> str:
    """Return who is first in each round; given letters begin again after the last one."""
    return _whole(screen)[1]


def coin_before(screen: Screen, at: int) -> bool:
    """Return whether a coin is tossed before a place of the list, from 0 on."""
    return at % 2 == 0 and at // 2 < len(coins(screen))


@once_per_screen
def _whole(screen: Screen) -> tuple[Draft[Team], str]:
    """Return the merged list, and who is first in each of its rounds; a balanced one has one."""
    a, b = rankings(screen)
    most = min(len(a), len(b))
    first = ((screen[Interleaving.FIRST] or "a") * most)[:most]
    if is_balanced(screen):
        merged = _balanced(screen)
        return Draft(merged.documents, merged.teams), first[:1]
    found = team_draft(a, b, [_FIRST[coin] for coin in first])
    return found, first[: (len(found.documents) + 1) // 2]


def _balanced(screen: Screen) -> Balanced:
    return balanced(*rankings(screen), _FIRST[(screen[Interleaving.FIRST] or "a")[0]])


def draft(screen: Screen) -> Draft[Team]:
    """Return the merged list: of one reader as far as its picks are shown."""
    documents, teams = _whole(screen)[0]
    end = screen[Interleaving.PICKS] if is_one(screen) else None
    return Draft(documents[:end], teams[:end])


def picks(screen: Screen) -> int:
    """Return how many picks the whole merged list has."""
    return len(_whole(screen)[0].documents)


def clicked(screen: Screen, team: Team) -> list[str]:
    """Return the documents that the one reader clicks on for a team, best first.

    In a draft these are its picks, in a balanced list those in its top k.
    """
    documents, teams = draft(screen)
    rows = [*zip(documents, teams, strict=True)]
    rows = [(one, by) for one, by in rows if one in screen[Interleaving.CLICKS]]
    if is_balanced(screen):
        top = {*rankings(screen)["ab".index(team)][: depth(screen)]}
        return [str(one) for one, _ in rows if one in top]
    return [str(one) for one, by in rows if by == team]


def lists(screen: Screen, most: int) -> Iterator[Merged]:
    """Yield the lists that other coins make; of all coins, the first `most` are turned."""
    now, one = coins(screen), is_one(screen)
    for turned in product("ab", repeat=min(len(now), most)):
        other = screen.with_settings(**{Interleaving.FIRST: "".join(turned) + now[most:]})
        if one:
            a, b = float(wins_a(other).score), float(wins_b(other).score)
        else:
            merged = _balanced(other) if is_balanced(other) else _whole(other)[0]
            looks = _looks(screen, len(merged.documents))
            clicks = [chances(screen)[str(document)] for document in merged.documents]
            a, b = merged.won([p * look for p, look in zip(clicks, looks, strict=True)])
        yield Merged(coins(other), draft(other), a, b)


def depth(screen: Screen) -> int:
    """Return k of a balanced list: down to which rank of A and B clicks count; 0 without any."""
    clicks = [one for one in draft(screen).documents if one in screen[Interleaving.CLICKS]]
    return _balanced(screen).depth(clicks[-1]) if clicks else 0


@once_per_screen
def expected(screen: Screen) -> Outcomes:
    """Return how often each ranking wins: of readers who click as this one, or as the model."""
    a, b = rankings(screen)
    looks = _looks(screen, len({*a, *b}))
    return outcomes(a, b, chances(screen), looks, method=screen[Interleaving.METHOD])


def at_random(screen: Screen) -> str:
    """Write how often each ranking wins a reader with one click on any document, by each method.

    All lists are as long as the shorter ranking: each method fills so many places.
    """
    body, methods = [], KNOBS[Interleaving.METHOD]
    assert isinstance(methods, Choice)
    names = {**methods.names(screen.scale), "neutral": "team draft, neutral"}
    shown = min(map(len, rankings(screen)))
    for method, name in names.items():
        won = one_click(*rankings(screen), method=method, shown=shown)
        tie = max(1 - won.a - won.b, 0.0)
        body.append([name, *map(decimals, (won.a, won.b, tie))])
    head = [f"one click in the first {shown}", "A wins", "B wins", "tie"]
    return table_html("Who wins one reader", head, body)


def neutral(screen: Screen) -> str:
    """Write the neutral draft by the coins of a screen, and who wins the one reader's clicks."""
    a, b = rankings(screen)
    first = ((screen[Interleaving.FIRST] or "a") * len(a))[: len(a)]
    found = neutral_draft(a, b, [_FIRST[coin] for coin in first])
    rows = [*zip(map(str, found.documents), found.teams, strict=True)][: min(len(a), len(b))]
    named = names(screen, [name for name, _ in rows])
    picks = ", ".join(
        f"{name} ({team.upper() if team else 'none'})"
        for name, (_, team) in zip(named, rows, strict=True)
    )
    said = f"Here the neutral draft is {picks}."
    clicks = [(name, team) for name, team in rows if name in screen[Interleaving.CLICKS]]
    if not is_one(screen) or not clicks:
        return said
    of_a, of_b = (sum(team == each for _, team in clicks) for each in _FIRST.values())
    wins = "a tie" if of_a == of_b else f"{'A' if of_a > of_b else 'B'} wins"
    written = ", ".join(names(screen, [name for name, _ in clicks]))
    return f"{said} Of the clicks on {written}, A has {of_a} and B {of_b}: {wins}."


def in_the_top(screen: Screen) -> str:
    """Write k of a balanced list, the top k of both rankings and the clicks on them."""
    k, tops = depth(screen), []
    for team, ranking in zip(_FIRST.values(), rankings(screen), strict=True):
        hits = " ".join(names(screen, clicked(screen, team))) or "none"
        tops.append(f"{team.upper()}: {' '.join(names(screen, ranking[:k]))}, clicks on {hits}")
    return f"top of {'; of '.join(tops)}; k = {k}"


def chances(screen: Screen) -> dict[str, float]:
    """Return how likely a reader who looks at a document clicks on it."""
    if is_one(screen):
        return dict.fromkeys(screen[Interleaving.CLICKS], 1.0)
    letters = {*"".join(runs(screen))}
    other = ANY if none_is_relevant(screen) else 0.0
    return {letter.lower(): RELEVANT if letter.isupper() else other for letter in letters}


def none_is_relevant(screen: Screen) -> bool:
    """Return whether no document has a capital letter, so that readers click on all alike."""
    return "".join(runs(screen)).islower()


def _looks(screen: Screen, ranks: int) -> list[float]:
    decay = 0 if is_one(screen) else screen[ATTENTION_DECAY]
    shares: list[float] = attention(np.arange(1.0, ranks + 1), decay).tolist()
    return shares


def who_looks(screen: Screen) -> list[str]:
    """Return the share of many readers that looks at each rank, in per cent."""
    return [f"{look:.0%}".replace("%", "\u00a0%") for look in _looks(screen, picks(screen))]


def clicks_at(screen: Screen) -> list[float]:
    """Return the share of many readers that clicks at each rank: on ●, or on any if none is one."""
    click = ANY if none_is_relevant(screen) else RELEVANT
    return [click * look for look in _looks(screen, picks(screen))]


def preference(screen: Screen) -> Breakdown:
    """Return A − B: the share of readers that A wins is added, that of B subtracted."""
    won = np.array([wins_a(screen).score, -wins_b(screen).score], dtype=np.float64)
    return Breakdown({"share": np.abs(won), "contribution": won})


def wins_a(screen: Screen) -> Breakdown:
    """Return the share of the readers that A wins; of one reader 1 or 0."""
    return score.single(_won(screen, lambda lead: lead > 0, expected(screen).a))


def wins_b(screen: Screen) -> Breakdown:
    """Return the share of the readers that B wins; of one reader 1 or 0."""
    return score.single(_won(screen, lambda lead: lead < 0, expected(screen).b))


def _won(screen: Screen, wins: Callable[[int], bool], share: float) -> float:
    if not is_one(screen):
        return share
    return float(wins(len(clicked(screen, "a")) - len(clicked(screen, "b"))))


@once_per_screen
def alone(screen: Screen) -> Shares:
    """Return the shares of an A/B test with the same readers: each sees one ranking."""
    clicks, found = chances(screen), []
    for ranking in rankings(screen):
        looks = zip(ranking, _looks(screen, len(ranking)), strict=True)
        missed = [1 - clicks.get(one, 0) * look for one, look in looks]
        found.append(1 - float(np.prod(missed)))
    return Shares(*found)


def needed(screen: Screen) -> Breakdown:
    """Return how many readers find who leads, four times in five; NaN if nobody leads."""
    readers = expected(screen).readers_needed()
    return score.single(float("nan") if np.isinf(readers) else readers)


def needed_in_words(screen: Screen) -> str:
    """Say how many readers find who leads, four times in five."""
    readers = needed(screen).score
    if np.isnan(readers):
        return "Nobody leads, so **no number of readers** is enough."
    many = counted(int(readers), "reader")
    who = "who click as this one does" if is_one(screen) else "of this kind"
    return f"In 4 of 5 such tests, **{many}** {who} are enough to find who leads{_summed(screen)}."


def _summed(screen: Screen) -> str:
    """Write how many readers are needed as a calculation, if its digits come to that number."""
    found = expected(screen)
    variance, lead = (decimals(each, 4) for each in (found.a + found.b - found.lead**2, found.lead))
    by_hand = 7.849 * float(variance) / float(lead.replace("−", "-")) ** 2
    same = np.ceil(by_hand) == needed(screen).score
    sum_ = f": (1.96 + 0.8416)² = 7.849, and 7.849 · {variance} / {lead.lstrip('−')}², rounded up"
    return sum_ * bool(same)


def needed_alone(screen: Screen) -> str:
    """Say how many readers an A/B test of the same two rankings takes."""
    each = sample_size(*alone(screen))
    if np.isinf(each):
        return "The shares are equal, so **no number of readers** tells them apart."
    many = counted(2 * int(each), "reader")
    return f"To tell these shares apart as often, it takes **{many}** in both groups together."


# What a reader changes


@post.on_screen("draft_click")
def _click(screen: Screen, action: Action) -> Screen:
    """Click on a document of the merged list, or take the click back."""
    document, clicks = action["document"], screen[Interleaving.CLICKS]
    if not isinstance(document, str) or document not in draft(screen).documents:
        raise RefusedError("This document is no longer there.")
    now = {*clicks} ^ {document}
    return screen.with_settings(**{Interleaving.CLICKS: "".join(sorted(now))})


@post.on_screen("draft_coin")
def _coin(screen: Screen, action: Action) -> Screen:
    """Turn who is first in a round."""
    at, first = action["round"], coins(screen)
    if type(at) is not int or not 0 <= at < len(first):
        raise RefusedError("This round is no longer there.")
    turned = "b" if first[at] == "a" else "a"
    return screen.with_settings(**{Interleaving.FIRST: first[:at] + turned + first[at + 1 :]})


@announcements.words_of(Interleaving.CLICKS)
def _changed_clicks(old: Screen, new: Screen, _back: bool) -> str:
    """Describe which clicks came or went."""
    was, now = {*old[Interleaving.CLICKS]}, {*new[Interleaving.CLICKS]}
    more, less = (", ".join(names(new, sorted(each))) for each in (now - was, was - now))
    return ", ".join([f"Clicked: {more}"] * bool(more) + [f"no click: {less}"] * bool(less))


@announcements.words_of(Interleaving.FIRST)
def _changed_coins(old: Screen, new: Screen, _back: bool) -> str:
    """Describe in which round who is first."""
    rounds = enumerate(zip(coins(old), coins(new), strict=False), start=1)
    return ", ".join(f"Round {at}: {now.upper()} first" for at, (was, now) in rounds if was != now)
