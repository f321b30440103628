"""What lists of recommended items show of a catalogue: coverage and novelty."""

from collections.abc import Hashable, Mapping, Sequence
from math import log2
from typing import NamedTuple, TypeVar

from . import checks

Item = TypeVar("Item", bound=Hashable)


class Recommended(NamedTuple):
    """Scores of the lists of some users; NaN where there is no list.

    Attributes:
        coverage: catalogue coverage: share of the catalogue that stands in any list.
        users: user coverage: share of the users who have a list.
        popularity: that of each item in a list, in the order of the lists.
        novelty: for each user the mean `self_information` of the list.
        mean_novelty: the mean over the users who have a list.
    """

    coverage: float
    users: float
    popularity: Mapping[Hashable, float]
    novelty: tuple[float, ...]
    mean_novelty: float


def recommended(
    lists: Sequence[Sequence[Item]],
    catalogue: int,
    popularity: Mapping[Item, float] | None = None,
) -> Recommended:
    """Return the coverage and the novelty of recommended items.

    Coverage: Ge, Delgado-Battenfeld & Jannach (2010). Novelty is the self-information of an item:
    Zhou and others (2010).

    Args:
        lists: the items of each user, each once; a list may be empty.
        catalogue: how many items there are, at least as many as the lists have.
        popularity: the share of users who know each item, above 0 and up to 1. None: the share of
            these users whose list has it.

    Raises:
        ValueError: no users, an item that stands twice in a list, a catalogue that is too small,
            or an item without a popularity.

    >>> found = recommended([["a", "b"], ["a", "c"], []], catalogue=10)
    >>> found.coverage, round(found.users, 3)  # 3 of 10, 2 of 3
    (0.3, 0.667)
    >>> recommended([["a", "b"]], 10, {"a": 1 / 2, "b": 1 / 8}).novelty  # (1 + 3)/2 bits
    (2.0,)
    """
    if not lists:
        raise ValueError("lists must be of at least one user")
    for each in lists:
        if (twice := checks.repeated([*each])) is not None:
            raise ValueError(f"an item stands once in a list, got {twice!r} twice")
    items = dict.fromkeys(item for each in lists for item in each)
    if checks.count("catalogue", catalogue) < max(len(items), 1):
        raise ValueError(
            f"catalogue must be at least {max(len(items), 1)}, the items of all lists, "
            f"got {catalogue!r}"
        )
    known: dict[Hashable, float] = {}
    for item in items:
        if popularity is None:
            known[item] = sum(item in each for each in lists) / len(lists)
        elif item not in popularity:
            raise ValueError(f"popularity must have every item of the lists, it lacks {item!r}")
        else:
            known[item] = popularity[item]
    novelty = tuple(
        sum(self_information(known[item]) for item in each) / len(each) if each else float("nan")
        for each in lists
    )
    of_lists = [each for each in novelty if each == each]
    return Recommended(
        coverage=len(items) / catalogue,
        users=len(of_lists) / len(lists),
        popularity=known,
        novelty=novelty,
        mean_novelty=sum(of_lists) / len(of_lists) if of_lists else float("nan"),
    )


def self_information(popularity: float) -> float:
    """Return the novelty of an item, -log2 of its popularity, in bits. Zhou and others (2010).

    Args:
        popularity: the share of users who know it, above 0 and up to 1.

    Raises:
        ValueError: another share.

    >>> self_information(1 / 8)
    3.0
    """
    return 0.0 - log2(checks.number("popularity", popularity, above=0, high=1))
