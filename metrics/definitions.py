"""From a number back to the definition that gives it.

A definition is one way to score a list: what a tool computes under a metric's name
(`metrics.conventions`), or what comes out when somebody errs.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from metrics.ranking import Ranking


@dataclass(frozen=True)
class Definition:
    """One way to score a ranking.

    Attributes:
        key: its name in code, different from all others'.
        metric: catalog key of the metric it claims to be, "ndcg".
        says: what is particular about it, as a phrase: "gain 2^g − 1, ideal order cut at k".
        score: a ranking of shape (n,) and a cutoff, or None, to its number; NaN where it has none.
        steps: how far it is from the metric as it is taught, 0: not at all. Of two definitions that
            give a number the nearer one is the likelier.
    """

    key: str
    metric: str
    says: str
    score: Callable[[Ranking, int | None], float]
    steps: int = 0


@dataclass(frozen=True)
class Found:
    """A definition, what it gives, and how far that is from the number that was looked for."""

    definition: Definition
    score: float
    off: float


def giving(
    number: float,
    within: float,
    definitions: Iterable[Definition],
    ranking: Ranking,
    k: int | None = None,
) -> list[Found]:
    """Return the definitions that give a number, the simplest first; [] if none does.

    Args:
        number: what was printed.
        within: how far it may have been rounded.
        definitions: where to look.
        ranking: one list, shape (n,).
        k: the cutoff, or None.
    """
    near = [one for one in nearest(number, definitions, ranking, k) if one.off <= within]
    return sorted(near, key=lambda one: one.definition.steps)


def nearest(
    number: float, definitions: Iterable[Definition], ranking: Ranking, k: int | None = None
) -> list[Found]:
    """Return all definitions that have a score, by how near that is to a number."""
    scores = ((one, one.score(ranking, k)) for one in definitions)
    found = [Found(one, score, abs(score - number)) for one, score in scores if score == score]
    return sorted(found, key=lambda one: (one.off, one.definition.steps))
