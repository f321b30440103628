"""Scores as somebody works them out on paper: in plain loops that know nothing of the package."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Paper(NamedTuple):
    """A list as somebody has it in front of them, on paper."""

    grades: Sequence[Any]
    missed: Sequence[int]
    k: int
    top: int
    bar: int
    knobs: dict[str, Any]

    @property
    def every(self) -> list[int]:
        """1 for a hit; a document that nobody judged has the grade None and is none."""
        return [int((grade or 0) >= self.bar) for grade in self.grades]

    @property
    def hits(self) -> list[int]:
        return self.every[: self.k]

    @property
    def ranks(self) -> list[int]:
        """Ranks of the hits that are looked at."""
        return [at + 1 for at, hit in enumerate(self.hits) if hit]

    @property
    def m(self) -> int:
        return sum(self.every) + sum(grade >= self.bar for grade in self.missed)

    def with_bar(self, bar: int) -> "Paper":
        return self._replace(bar=bar)

    def gain(self, grade: float, other: bool = False) -> float:
        steep = (self.knobs.get("gain", "linear") == "exponential") != other
        return 2**grade - 1 if steep else grade

    def dcg(
        self,
        order: Sequence[int] | None = None,
        k: int | None = None,
        weight: Callable[[int], float] = lambda i: 1 / math.log2(i + 1),
        other: bool = False,
    ) -> float:
        looked_at = (self.grades if order is None else order)[: self.k if k is None else k]
        return sum(self.gain(g, other) * weight(i) for i, g in enumerate(looked_at, start=1))

    def ideal(self, *, missed: bool = True) -> list[int]:
        return sorted([*self.grades, *(self.missed if missed else ())], reverse=True)

    def chances(self, below: float | None = None) -> list[float]:
        return [(2**g - 1) / (below or 2**self.top) for g in self.grades]


def precision_at(paper: Paper, rank: int) -> float:
    return sum(paper.every[:rank]) / rank


def at_hits(paper: Paper, ranks: Sequence[int] | None = None) -> float:
    return sum(precision_at(paper, rank) for rank in (paper.ranks if ranks is None else ranks))


def harmonic(p: float, r: float) -> float:
    return 2 / (1 / p + 1 / r)


def early(i: int) -> float:
    """The weight of rank i for who takes log i and leaves the first rank alone."""
    return 1.0 if i == 1 else 1 / math.log2(i)


def share(weight: Callable[[int], float]) -> Callable[[Paper], float]:
    return lambda p: p.dcg(weight=weight) / p.dcg(p.ideal(), weight=weight)


def charges(paper: Paper) -> int:
    return (paper.m - len(paper.ranks)) * (paper.k + 1)


def cascade(chances: Sequence[float], worth: Callable[[int], float] = lambda i: 1 / i) -> float:
    here, total = 1.0, 0.0
    for rank, chance in enumerate(chances, start=1):
        total += here * chance * worth(rank)
        here *= 1 - chance
    return total


def confused(chances: Sequence[float]) -> float:
    here, total = 1.0, 0.0
    for rank, chance in enumerate(chances, start=1):
        stop = here * chance
        total += stop / rank
        here *= 1 - stop
    return total


def read(paper: Paper, weight: Callable[[float, int], float], hits: bool = False) -> float:
    p = paper.knobs["persistence"]
    worths = paper.every if hits else [grade / paper.top for grade in paper.grades]
    return sum(worth * weight(p, i) for i, worth in enumerate(worths, start=1))


def gained(p: Paper, rank: int) -> float:
    return float(sum(p.grades[:rank]))


def ideal(p: Paper, rank: int) -> float:
    return float(sum(p.ideal()[: min(rank, p.k)]))


def blended(p: Paper, rank: int) -> float:
    """The blended ratio of Q at a rank."""
    return (sum(p.every[:rank]) + gained(p, rank)) / (rank + ideal(p, rank))


def preferred(
    p: Paper,
    penalty: Callable[[int, int, int], float] = lambda above, m, n: min(above, m) / min(n, m),
) -> float:
    """Bpref, for what the judged irrelevant documents above a hit cost of m and N."""
    worse = [grade is not None and grade < p.bar for grade in p.grades]
    n = sum(worse) + sum(grade < p.bar for grade in p.missed)
    above = [sum(worse[: rank - 1]) for rank in p.ranks]
    return sum(1 - (penalty(each, p.m, n) if n else 0) for each in above) / p.m


def at_levels(p: Paper, m: int = 0) -> list[float]:
    """The highest precision at recall 0, 0.1 ... 1 or beyond; 0 for what is never reached."""
    reached: dict[int, list[float]] = {tenth: [] for tenth in range(11)}
    for number, rank in enumerate(p.ranks, start=1):
        for tenth, precisions in reached.items():
            if number / (m or p.m) > tenth / 10 - 1e-6:
                precisions.append(number / rank)
    return [max(precisions, default=0) for precisions in reached.values()]


RIGHT: dict[str, Callable[[Paper], float]] = {
    "precision": lambda p: sum(p.hits) / p.k,
    "recall": lambda p: sum(p.hits) / p.m,
    "f1": lambda p: 2 * sum(p.hits) / (p.k + p.m),
    "r_precision": lambda p: sum(p.every[: p.m]) / p.m,
    "reciprocal_rank": lambda p: 1 / p.ranks[0] if p.ranks else 0,
    "first_relevant_rank": lambda p: p.ranks[0] if p.ranks else p.k + 1,
    "mean_rank": lambda p: (sum(p.ranks) + charges(p)) / p.m,
    "average_precision": lambda p: at_hits(p) / p.m,
    "interpolated_average_precision": lambda p: sum(at_levels(p)) / 11,
    "q_measure": lambda p: sum(blended(p, rank) for rank in p.ranks) / p.m,
    "bpref": preferred,
    "cumulative_gain": lambda p: p.dcg(weight=lambda _: 1),
    "dcg": lambda p: p.dcg(),
    "ndcg": lambda p: p.dcg() / p.dcg(p.ideal()),
    "rbp": lambda p: read(p, lambda x, i: (1 - x) * x ** (i - 1)),
    "err": lambda p: cascade(p.chances()),
}
"""What is right, by the metric."""
