"""Click models whose numbers are counted from sessions: what was shown, and what was clicked.

A session is one list that one reader saw. The reader goes down the list. Nobody knows how far a
reader without a click looked: these models suppose that they looked at all of it. They also suppose
that nobody looks below the last click. Chuklin, Markov & de Rijke (2015), chapters 3 and 4.
"""

from collections.abc import Iterable, Sequence
from math import nan
from typing import NamedTuple

from . import checks


class Counts(NamedTuple):
    """How often a document was seen and clicked, or a rank: whole numbers of sessions.

    Attributes:
        shown: those that show it.
        clicks: those in which it is clicked.
        reached: those that show it and have no click above it.
        first: those in which it is the first click.
        looked: those that show it at the last click or above, or have no click.
        last: those in which it is the last click.
    """

    shown: int = 0
    clicks: int = 0
    reached: int = 0
    first: int = 0
    looked: int = 0
    last: int = 0

    @property
    def rate(self) -> float:
        """The click rate, clicks / shown."""
        return _share(self.clicks, self.shown)

    @property
    def cascade(self) -> float:
        """The relevance by the cascade model: first clicks of those who got there. NaN for none.

        Craswell, Zoeter, Taylor & Ramsey (2008).
        """
        return _share(self.first, self.reached)

    @property
    def attraction(self) -> float:
        """The share of clicks of those who looked, clicks / looked. NaN if nobody did.

        It is the relevance of the dependent click model, Guo, Liu & Wang (2009), and the
        attractiveness of the simplified dynamic Bayesian network, Chapelle & Zhang (2009).
        """
        return _share(self.clicks, self.looked)

    @property
    def satisfaction(self) -> float:
        """The share of clicks after which the reader clicked no more, last / clicks.

        NaN without clicks. One minus it, of a rank, is λ of the dependent click model.
        """
        return _share(self.last, self.clicks)


class Counted(NamedTuple):
    """What sessions tell.

    Attributes:
        documents: the counts of each document, in the order in which sessions first show it.
        ranks: the counts of each rank, the first one first.
    """

    documents: dict[str, Counts]
    ranks: list[Counts]


def count(
    shown: Sequence[Sequence[str]],
    clicked: Sequence[Sequence[bool]],
    times: Sequence[int] | None = None,
) -> Counted:
    """Count clicks, and who looked, over sessions.

    Args:
        shown: the documents of each session, best rank first.
        clicked: for each of them, whether it was clicked.
        times: how many sessions were so; None: one each.

    Raises:
        ValueError: parts of different lengths, a document twice in one session, or a number of
            sessions that is not whole.

    >>> found = count(["ab", "ab", "ba"], [(False, True), (True, True), (False, False)])
    >>> found.documents["b"]
    Counts(shown=3, clicks=2, reached=2, first=1, looked=3, last=2)
    >>> found.ranks[0].satisfaction  # one click, and another one after it
    0.0
    """
    times = [1] * len(shown) if times is None else times
    if not len(shown) == len(clicked) == len(times):
        raise ValueError(f"{len(shown)} lists have {len(clicked)} rows of clicks and {len(times)}")
    documents: dict[str, Counts] = {}
    ranks: list[Counts] = []
    for list_, clicks, number in zip(shown, clicked, times, strict=True):
        if len(list_) != len(clicks) or len({*list_}) < len(list_):
            raise ValueError(f"a session needs different documents, a click each, got {list_!r}")
        checks.count("times", number)
        at = [rank for rank, was in enumerate(clicks) if was]
        first, last = (at[0], at[-1]) if at else (len(list_), len(list_))
        ranks += [Counts()] * (len(list_) - len(ranks))
        for rank, (document, was) in enumerate(zip(list_, clicks, strict=True)):
            here = (True, was, rank <= first, rank == first, rank <= last, rank == last)
            more = [number * each for each in here]
            documents[document] = _sum(documents.get(document, Counts()), more)
            ranks[rank] = _sum(ranks[rank], more)
    return Counted(documents, ranks)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else nan


def _sum(old: Counts, more: Iterable[int]) -> Counts:
    return Counts(*map(sum, zip(old, more, strict=True)))
