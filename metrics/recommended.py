"""What lists of recommended items show of a catalogue: coverage, novelty, evenness, diversity."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import chain, combinations
from math import log2, nan
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
    items = _counted(lists, catalogue)
    known: dict[Hashable, float] = {}
    for item, count in items.items():
        if popularity is None:
            known[item] = count / len(lists)
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


class Exposure(NamedTuple):
    """How evenly items are recommended; items that no list has count, too.

    All but the counts is NaN where nothing is recommended; "gini" also with one item.

    Attributes:
        counts: in how many lists each item stands, in the order of the lists.
        gini: 0 if all items stand in as many lists, 1 if one item stands in all; divided by n - 1.
        gini_of_n: the same divided by n; at most (n - 1)/n.
        entropy: of the shares of the items, in bits.
        most: the highest entropy, log2(n), of n items in as many lists each.
    """

    counts: Mapping[Hashable, int]
    gini: float
    gini_of_n: float
    entropy: float
    most: float


def exposure(lists: Sequence[Sequence[Item]], catalogue: int) -> Exposure:
    """Return the Gini index and the Shannon entropy of how often items are recommended.

    The Gini index adds up (2j - n - 1) c_j for the j-th of n items, by rising count c, and divides
    by (n - 1) times the sum of all counts. Shani & Gunawardana (2011);
    Shannon (1948).

    Args:
        lists: the items of each user, each once; a list may be empty.
        catalogue: n, how many items there are. Those in no list have the count 0.

    Raises:
        ValueError: as for `recommended`.

    >>> found = exposure([["a", "b"], ["a", "c"]], catalogue=4)  # 0 1 1 2: (-1 + 1 + 6) / (3 * 4)
    >>> found.gini, found.gini_of_n, found.entropy, found.most
    (0.5, 0.375, 1.5, 2.0)
    """
    counts: dict[Hashable, int] = {**_counted(lists, catalogue)}
    every, most = sum(counts.values()), log2(catalogue)
    if not every:
        return Exposure(counts, nan, nan, nan, most)
    first = catalogue - len(counts) + 1  # those in no list are the lowest
    weighed = sum(
        (2 * j - catalogue - 1) * count for j, count in enumerate(sorted(counts.values()), first)
    )
    return Exposure(
        counts,
        gini=weighed / ((catalogue - 1) * every) if catalogue > 1 else nan,
        gini_of_n=weighed / (catalogue * every),
        entropy=sum(count / every * self_information(count / every) for count in counts.values()),
        most=most,
    )


def intra_list_diversity(items: Sequence[Item], classes: Mapping[Item, Collection[str]]) -> float:
    """Return the mean `jaccard_distance` of each two items of a list; NaN of fewer than two.

    Ziegler and others (2005), with the mean in the place of the sum, and distance in that of
    similarity.

    Args:
        items: the items of a list, in any order.
        classes: the classes of each item, such as genres; at least one.

    Raises:
        ValueError: an item without a class.

    >>> genres = {"A": {"action", "comedy"}, "B": {"action"}, "C": {"drama"}}
    >>> round(intra_list_diversity("ABC", genres), 3)  # (1/2 + 1 + 1) / 3
    0.833
    """
    for item in items:
        if not classes.get(item):
            raise ValueError(f"classes must have one or more of each item, they lack {item!r}")
    far = [jaccard_distance(classes[a], classes[b]) for a, b in combinations(items, 2)]
    return sum(far) / len(far) if far else nan


def jaccard_distance(a: Collection[Hashable], b: Collection[Hashable]) -> float:
    """Return 1 - |both| / |either| of two sets: 0 if they are equal, 1 if they share nothing.

    NaN of two empty sets. Jaccard (1901).

    >>> jaccard_distance({"action", "comedy"}, {"action"})
    0.5
    """
    both, either = {*a} & {*b}, {*a} | {*b}
    return 1 - len(both) / len(either) if either else nan


def _counted(lists: Sequence[Sequence[Item]], catalogue: int) -> dict[Item, int]:
    """Check lists, and count how many of them have each item, in their order."""
    if not lists:
        raise ValueError("lists must be of at least one user")
    for each in lists:
        if (twice := checks.repeated([*each])) is not None:
            raise ValueError(f"an item stands once in a list, got {twice!r} twice")
    counts: dict[Item, int] = {}
    for item in chain(*lists):
        counts[item] = counts.get(item, 0) + 1
    if checks.count("catalogue", catalogue) < max(len(counts), 1):
        raise ValueError(
            f"catalogue must be at least {max(len(counts), 1)}, the items of all lists, "
            f"got {catalogue!r}"
        )
    return counts
