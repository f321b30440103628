"""Interleaving: two rankings merged into one list, whose clicks say which one readers prefer."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import ceil, inf, sqrt
from statistics import NormalDist
from typing import Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from . import checks

Document = TypeVar("Document", bound=Hashable)
Team: TypeAlias = Literal["a", "b"]
Side = TypeVar("Side", bound=Team | None)
Method: TypeAlias = Literal["team", "balanced"]

_TEAMS: Final[tuple[Team, Team]] = ("a", "b")
_VOTES: Final[Mapping[Team | None, int]] = {"a": 1, "b": -1, None: 0}
"""What a click on a pick of a ranking says for A."""
_NORMAL: Final = NormalDist()


class Draft(NamedTuple, Generic[Side]):
    """A merged list.

    Attributes:
        documents: the documents, best first.
        teams: which ranking each document was picked by, "a" or "b"; None for neither.
    """

    documents: tuple[Hashable, ...]
    teams: tuple[Side, ...]

    def lead(self, clicked: Iterable[Hashable]) -> int:
        """Return how many more clicks the picks of A have than those of B; below 0, B wins.

        Raises:
            ValueError: a clicked document that is not in the list.
        """
        team_of = dict(zip(self.documents, self.teams, strict=True))
        clicks = [*clicked]
        if strangers := [document for document in clicks if document not in team_of]:
            raise ValueError(f"clicked must be in the merged list, got {strangers[0]!r}")
        return sum(_VOTES[team_of[document]] for document in clicks)

    def won(self, shares: Sequence[float]) -> tuple[float, float]:
        """Return the shares of readers that A and B win, if this share clicks at each rank."""
        return _won(_leads([_VOTES[team] for team in self.teams], shares))


def team_draft(a: Sequence[Document], b: Sequence[Document], first: Sequence[Team]) -> Draft[Team]:
    """Merge two rankings by team draft. Radlinski, Kurup & Joachims (2008).

    In each round both rankings pick their best document that is not taken yet, one after the other.
    The draft ends before a pick if one of them has none left.

    Args:
        a: a ranking, best document first.
        b: another ranking.
        first: who picks first in each round, as a coin says it; at least as many as rounds.

    Raises:
        ValueError: a document twice in a ranking, another team than "a" and "b", or fewer coins
            than rounds.

    >>> draft = team_draft([1, 2, 3, 4, 5], [4, 3, 5, 1, 2], first="aaa")
    >>> draft.documents, "".join(draft.teams)
    ((1, 4, 2, 3, 5), 'ababa')
    >>> draft.lead([1, 2])  # both were picked by A
    2
    """
    picked = _picks(a, b, first, neutral=False)
    return Draft(tuple(picked), tuple(filter(None, picked.values())))


def neutral_draft(
    a: Sequence[Document], b: Sequence[Document], first: Sequence[Team]
) -> Draft[Team | None]:
    """Merge two rankings by team draft, without credit for a document that both would pick next.

    Before each round: if the best documents of both that are not taken yet are the same, it comes
    next, no coin is tossed, and its clicks count for none. Args and errors as for `team_draft`.

    >>> draft = neutral_draft("abcde", "acfbd", first="bab")
    >>> "".join(draft.documents), draft.teams
    ('acbdf', (None, 'b', 'a', 'a', 'b'))
    >>> draft.lead("acf")
    -2
    """
    picked = _picks(a, b, first, neutral=True)
    return Draft(tuple(picked), tuple(picked.values()))


def _picks(
    a: Sequence[Document], b: Sequence[Document], first: Sequence[Team], *, neutral: bool
) -> dict[Hashable, Team | None]:
    """Return the documents in the order in which they are picked, each with its team."""
    _each_once(a, b)
    for team in first:
        checks.one_of("first", team, ("a", "b"))
    picked: dict[Hashable, Team | None] = {}
    coins = iter(first)
    while _left(a, picked) and _left(b, picked):
        if neutral and (same := _left(a, picked)[0]) == _left(b, picked)[0]:
            picked[same] = None
            continue
        coin = next(coins, None)
        if coin is None:
            raise ValueError(f"first must have a coin for each round, got {len(first)}")
        order: tuple[Team, Team] = ("a", "b") if coin == "a" else ("b", "a")
        for team in order:
            if _left(a, picked) and _left(b, picked):
                picked[_left(a if team == "a" else b, picked)[0]] = team
    return picked


def _each_once(a: Sequence[Document], b: Sequence[Document]) -> None:
    for name, ranking in (("a", a), ("b", b)):
        twice = checks.repeated(ranking)
        if twice is not None:
            raise ValueError(f"{name} must have each document once, got {twice!r} twice")


def _left(ranking: Sequence[Document], picked: Iterable[Hashable]) -> list[Document]:
    return [document for document in ranking if document not in picked]


class Balanced(NamedTuple):
    """A merged list whose tops have as many documents of one ranking as of the other, or one more.

    Attributes:
        documents: the documents, best first.
        teams: which ranking each document came from, "a" or "b".
        a: the ranking A.
        b: the ranking B.
    """

    documents: tuple[Hashable, ...]
    teams: tuple[Team, ...]
    a: tuple[Hashable, ...]
    b: tuple[Hashable, ...]

    def depth(self, lowest: Hashable) -> int:
        """Return the first rank at which A or B has a document: the lowest one that is clicked."""
        return min(each.index(lowest) + 1 for each in (self.a, self.b) if lowest in each)

    def lead(self, clicked: Iterable[Hashable]) -> int:
        """Return how many more clicks the top k of A has than that of B; below 0, B wins.

        Here k is the first rank at which A or B has the lowest document that is clicked.

        Raises:
            ValueError: a clicked document that is not in the list.
        """
        clicks = [*clicked]
        if strangers := [document for document in clicks if document not in self.documents]:
            raise ValueError(f"clicked must be in the merged list, got {strangers[0]!r}")
        if not clicks:
            return 0
        depth = self.depth(max(clicks, key=self.documents.index))
        return sum(self.vote(document, depth) for document in clicks)

    def vote(self, document: Hashable, depth: int) -> int:
        """Return 1 if a document is in the top of A alone, -1 if in that of B alone, else 0."""
        return (document in self.a[:depth]) - (document in self.b[:depth])

    def won(self, shares: Sequence[float]) -> tuple[float, float]:
        """Return the shares of readers that A and B win, if this share clicks at each rank.

        It goes over the lowest document that is clicked.
        """
        total, unclicked = [0.0, 0.0], 1.0
        for at in reversed(range(len(self.documents))):
            depth = self.depth(self.documents[at])
            votes = [self.vote(document, depth) for document in self.documents[: at + 1]]
            won = _won(_leads(votes, [*shares[:at], 1.0]))
            total = [
                so_far + unclicked * shares[at] * part
                for so_far, part in zip(total, won, strict=True)
            ]
            unclicked *= 1 - shares[at]
        return total[0], total[1]


def balanced(a: Sequence[Document], b: Sequence[Document], first: Team) -> Balanced:
    """Merge two rankings by balanced interleaving. Joachims (2002).

    By turns each ranking gives the document of its next rank, unless the list has it. Where the
    one whose turn it is has no further rank, the list ends.

    Args:
        a: a ranking, best document first.
        b: another ranking.
        first: which ranking a coin lets begin.

    Raises:
        ValueError: a document twice in a ranking, or another team than "a" and "b".

    >>> merged = balanced("abcdgh", "beafgh", first="a")
    >>> "".join(merged.documents), "".join(merged.teams)
    ('abecdfgh', 'abbaabaa')
    >>> merged.lead("ae")  # the top 2 of A has a, that of B has e
    0
    """
    _each_once(a, b)
    checks.one_of("first", first, _TEAMS)
    came: dict[Hashable, Team] = {}
    turns: tuple[tuple[Team, Sequence[Document]], ...] = (("a", a), ("b", b))
    for at in range(max(len(a), len(b))):
        for team, ranking in turns if first == "a" else turns[::-1]:
            if at >= len(ranking):
                return Balanced(tuple(came), tuple(came.values()), tuple(a), tuple(b))
            came.setdefault(ranking[at], team)
    return Balanced(tuple(came), tuple(came.values()), tuple(a), tuple(b))


class Outcomes(NamedTuple):
    """How often each ranking wins a reader, over all coins and clicks.

    Attributes:
        a: share of the readers whom A wins: they click more of its picks.
        b: share of the readers whom B wins.
    """

    a: float
    b: float

    @property
    def lead(self) -> float:
        """The share that A wins minus the share that B wins, from -1 to 1.

        Half of it is the Δ of Chapelle, Joachims, Radlinski & Yue (2012).
        """
        return self.a - self.b

    @property
    def deviation(self) -> float:
        """Standard deviation of one reader, who is 1 for A, -1 for B and 0 for a tie."""
        return sqrt(max(self.a + self.b - self.lead**2, 0))

    def interval(self, readers: int, confidence: float = 0.95) -> tuple[float, float]:
        """Return between which ends so many readers see the lead, from -1 to 1.

        Raises:
            ValueError: a number of readers that is not whole or is 0, or a confidence outside
                (0, 1).
        """
        if not checks.count("readers", readers):
            raise ValueError("readers must be a whole number of at least 1, got 0")
        checks.number("confidence", confidence, above=0, below=1)
        reach = _NORMAL.inv_cdf((1 + confidence) / 2) * self.deviation / sqrt(readers)
        return max(self.lead - reach, -1.0), min(self.lead + reach, 1.0)

    def readers_needed(self, power: float = 0.8, level: float = 0.05) -> float:
        """Return how many readers find the lead with this power; inf without a lead.

        By the normal distribution. At least 1.

        Args:
            power: how often the lead is to be found, at least 1/2 and below 1.
            level: the two-sided p-value below which it is found, above 0 and below 1.

        Raises:
            ValueError: an argument outside its range.
        """
        checks.number("level", level, above=0, below=1)
        checks.number("power", power, 0.5, below=1)
        if not round(self.lead, 12):
            return inf
        reach = _NORMAL.inv_cdf(1 - level / 2) + _NORMAL.inv_cdf(power)
        return max(1, ceil(round((reach * self.deviation / self.lead) ** 2, 9)))


def outcomes(
    a: Sequence[Document],
    b: Sequence[Document],
    clicks: Mapping[Document, float],
    attention: Sequence[float] | None = None,
    *,
    method: Method = "team",
) -> Outcomes:
    """Return how often each of two rankings wins a reader, over all coins.

    Readers click on the documents of the merged list independently of each other.

    Args:
        a: a ranking, best document first.
        b: another ranking.
        clicks: for each document the probability of a click by a reader who looks; 0 if it has no
            entry.
        attention: share of the readers who look at each rank of the merged list, from the first
            on, at least as many as it has; None if all look at all ranks.
        method: "team" for a team draft, "balanced" for balanced interleaving.

    Raises:
        ValueError: as for `team_draft`, a probability outside [0, 1], or another method.

    >>> outcomes("xy", "yx", {"x": 1})  # whoever is first: A picks x
    Outcomes(a=1.0, b=0.0)
    >>> half = outcomes("xy", "yx", {"x": 1}, attention=[1, 0.5])  # x is first for half of them
    >>> half, half.lead
    (Outcomes(a=0.75, b=0.0), 0.75)
    >>> unfair = outcomes("abc", "bca", dict.fromkeys("abc", 0.1), method="balanced")
    >>> unfair.lead < 0  # b and c are in a higher top of B
    True
    """
    checks.one_of("method", method, ("team", "balanced"))
    chances: dict[Hashable, float] = {
        key: checks.number("clicks", clicks[key], 0, 1) for key in clicks
    }
    looks = [checks.number("attention", share, 0, 1) for share in attention or ()]

    def shares(documents: Sequence[Hashable]) -> list[float]:
        found = [chances.get(document, 0.0) for document in documents]
        return [p * look for p, look in zip(found, looks, strict=False)] if attention else found

    found = [each.won(shares(each.documents)) for each in _merged(a, b, method)]
    return Outcomes(*(sum(part) / len(found) for part in zip(*found, strict=True)))


def one_click(
    a: Sequence[Document],
    b: Sequence[Document],
    *,
    method: Method | Literal["neutral"] = "team",
    shown: int | None = None,
) -> Outcomes:
    """Return how often each of two rankings wins a reader who clicks once, on any document.

    Each document of the merged list is as likely, and so are all coins. A fair method lets both win
    equally often. Radlinski, Kurup & Joachims (2008).

    Args:
        a: a ranking, best document first.
        b: another ranking.
        method: "team" for a team draft, "balanced" for balanced interleaving, "neutral" for a draft
            without credit for what both would pick next.
        shown: how many documents of each list a reader sees; None for all. Lists of two methods, or
            of two coins, may have different lengths.

    Raises:
        ValueError: as for `team_draft`, another method, or a number that is not whole.

    >>> one_click([1, 2, 3, 4, 5], [2, 4, 1, 5, 3], method="balanced")  # 2, 4 and 5 are B's
    Outcomes(a=0.4, b=0.6)
    >>> one_click([1, 2, 3, 4, 5], [2, 4, 1, 5, 3])
    Outcomes(a=0.5, b=0.5)
    """
    checks.one_of("method", method, ("team", "balanced", "neutral"))
    end = None if shown is None else checks.count("shown", shown)
    leads = [[each.lead([one]) for one in each.documents[:end]] for each in _merged(a, b, method)]
    shares = [
        [sum(lead * side > 0 for lead in each) / max(len(each), 1) for each in leads]
        for side in (1, -1)
    ]
    return Outcomes(*(sum(each) / len(each) for each in shares))


def _merged(
    a: Sequence[Document], b: Sequence[Document], method: Method | Literal["neutral"]
) -> list[Draft[Team | None]] | list[Draft[Team]] | list[Balanced]:
    """Return the merged lists of all coins, each of them as likely."""
    if method == "balanced":
        return [balanced(a, b, first) for first in _TEAMS]
    coins = product(_TEAMS, repeat=min(len(a), len(b)))
    if method == "neutral":
        return [neutral_draft(a, b, first) for first in coins]
    return [team_draft(a, b, first) for first in coins]


def _leads(votes: Sequence[int], shares: Sequence[float]) -> Mapping[int, float]:
    """Return how likely each sum of votes is, if each is cast with its share."""
    leads = {0: 1.0}
    for vote, share in zip(votes, shares, strict=True):
        after: dict[int, float] = {}
        for lead, chance in leads.items():
            for to, part in ((lead, 1 - share), (lead + vote, share)):
                after[to] = after.get(to, 0.0) + chance * part
        leads = after
    return leads


def _won(leads: Mapping[int, float]) -> tuple[float, float]:
    ahead = sum(chance for lead, chance in leads.items() if lead > 0)
    return ahead, sum(chance for lead, chance in leads.items() if lead < 0)
