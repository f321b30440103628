"""Interleaving: two rankings merged into one list, whose clicks say which one readers prefer."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from . import checks

Document = TypeVar("Document", bound=Hashable)
Team: TypeAlias = Literal["a", "b"]


class Draft(NamedTuple):
    """A merged list.

    Attributes:
        documents: the documents, best first.
        teams: which ranking each document was picked by, "a" or "b".
    """

    documents: tuple[Hashable, ...]
    teams: tuple[Team, ...]

    def lead(self, clicked: Iterable[Hashable]) -> int:
        """Return how many more clicks the picks of A have than those of B; below 0, B wins.

        Raises:
            ValueError: a clicked document that is not in the list.
        """
        team_of = dict(zip(self.documents, self.teams, strict=True))
        clicks = [*clicked]
        if strangers := [document for document in clicks if document not in team_of]:
            raise ValueError(f"clicked must be in the merged list, got {strangers[0]!r}")
        return sum(1 if team_of[document] == "a" else -1 for document in clicks)


def team_draft(a: Sequence[Document], b: Sequence[Document], first: Sequence[Team]) -> Draft:
    """Merge two rankings by team draft. Radlinski, Kurup & Joachims (2008).

    In each round both rankings pick their best document that is not taken yet, one after the other.
    After a round in which a ranking has none left, the draft ends.

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
    for name, ranking in (("a", a), ("b", b)):
        twice = checks.repeated(ranking)
        if twice is not None:
            raise ValueError(f"{name} must have each document once, got {twice!r} twice")
    for team in first:
        checks.one_of("first", team, ("a", "b"))
    picked: dict[Hashable, Team] = {}
    coins = iter(first)
    while _left(a, picked) and _left(b, picked):
        coin = next(coins, None)
        if coin is None:
            raise ValueError(f"first must have a coin for each round, got {len(first)}")
        order: tuple[Team, Team] = ("a", "b") if coin == "a" else ("b", "a")
        for team in order:
            for document in _left(a if team == "a" else b, picked)[:1]:
                picked[document] = team
    return Draft(tuple(picked), tuple(picked.values()))


def _left(ranking: Sequence[Document], picked: Iterable[Hashable]) -> list[Document]:
    return [document for document in ranking if document not in picked]
