"""Exercises, each determined by a level and a seed, so that a URL identifies it.

Random lists are drawn until the exercise has exactly one right answer. No common mistake gives the
right number after rounding, one option is right, and a requested order exists.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import comb, inf, nan
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np

from metrics import agreement, interleaving, judges, proportions
from metrics.arrays import Array
from metrics.catalog import METRICS, check_drill
from metrics.contingency import contingency, f_score
from metrics.conventions import mistakes
from metrics.conventions.definitions import Definition
from metrics.conventions.mistakes import Mistake
from metrics.distributions import t_quantile
from metrics.ranking import Ranking
from pages.drill import worked
from ui import contents
from ui.core import knobs, presets
from ui.core.documents import RankedList
from ui.core.plain import counted, decimals
from ui.core.predict import WAYS
from ui.core.screen import Screen
from ui.draw import which_metric

LEVELS: Final = {
    1: "Precision, recall, RR",
    2: "AP, F1, R-precision",
    3: "Gains and patience",
    4: "Grades, ties, two rankings",
    5: "All of it",
}
CHOICE: Final = "choice"
"""Key of an exercise about the choice of a metric."""

MIN_DISTANCE: Final = 0.0101
"""Smallest distance of a wrong number from the right one, so that two decimals differ."""
_VISIBLE: Final = 0.002
"""Smallest distance of two orders' scores, so that three decimals differ."""
_SAME: Final = 1e-9
_DRAWS: Final = 200
"""Number of lists to try before another kind and metric are drawn."""
_RARE: Final = 0.3
"""Largest share of all orders that may solve an exercise."""


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A problem to solve.

    Attributes:
        level: its difficulty, a key of `LEVELS`.
        which: its seed.
        about: key of its measure, one that a lesson teaches.
        name: its subject, if that is not the label of a metric, AP@3.
        question: the question, as HTML without user input.
        given: the assumptions, in a line below the question.
        ranked: its list, or None.
        scale: highest grade of the list's scale.
        k: cutoff to draw, or None.
        marked: ranks to highlight.
        solution: the solution, one sentence per step; the last one has the result.
    """

    level: int = 0
    which: int = 0
    about: str
    name: str = ""
    question: str
    given: str = ""
    ranked: RankedList | None = None
    scale: int = 3
    k: int | None = None
    marked: Sequence[int] = ()
    solution: Sequence[str] = ()

    @property
    def label(self) -> str:
        """Name of its subject."""
        return self.name or METRICS[self.about].label(self.k)


@dataclass(frozen=True, kw_only=True)
class Number(Exercise):
    """A score to compute.

    Attributes:
        number: the right answer.
        wrong: the mistakes that it can recognise, with their numbers; NaN if there is none.
        range: lowest and highest possible answer; None for no upper limit.
        ranking: the list as input of the metric, or None if the answer is not simply its score.
        knobs: keyword arguments of the metric that are not its defaults.
        best: score of the best order of these documents.
    """

    number: float
    wrong: Mapping[Mistake, float]
    range: tuple[float, float | None] = (0, 1)
    ranking: Ranking | None = None
    knobs: Mapping[str, Any] = field(default_factory=dict)
    best: float = inf

    def is_clear(self) -> bool:
        """Return whether no mistake leads to the right answer."""
        return not any(abs(each - self.number) <= MIN_DISTANCE for each in self.wrong.values())


@dataclass(frozen=True, kw_only=True)
class Chosen(Exercise):
    """A choice of one option.

    Attributes:
        options: the options by letter.
        right: letter of the right option.
        proof: why it is right.
        why: why each other option is wrong, by letter.
    """

    options: Mapping[str, str]
    right: str
    proof: str
    why: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A condition on an order: a metric "is" a score, or "rises" or "falls" from it, by `way`."""

    metric: str
    knobs: Mapping[str, Any]
    way: str
    score: float

    def met(self, score: float) -> bool:
        """Return whether a score meets the condition."""
        by = score - self.score
        return {"is": abs(by) <= _SAME, "rises": by > _SAME, "falls": by < -_SAME}[self.way]


@dataclass(frozen=True, kw_only=True)
class Ordered(Exercise):
    """An order to find for the cards of the list."""

    wanted: Sequence[Wanted] = field(default_factory=tuple)


@lru_cache(maxsize=2048)
def make_exercise(level: int, seed: int) -> Exercise:
    """Return the exercise of a level and a seed."""
    # A URL must keep its exercise; NumPy's generators may change between versions.
    rng = Random(f"rankbook {level} {seed}")
    added = _ADDED_KINDS.get(level, {}) if seed >= ADDED_FROM else {}
    kinds = {**_KINDS[level], **added}
    while True:
        kind, task = _weighted(rng, kinds), _task(rng, level, seed)
        for _ in range(_DRAWS):
            candidate = kind(rng, task)
            if isinstance(candidate, Number) and not candidate.is_clear():
                continue
            if candidate:
                return replace(candidate, level=level, which=seed)


def _weighted(rng: Random, weights: "Mapping[_Kind, int]") -> "_Kind":
    at = int(rng.random() * sum(weights.values()))
    return [kind for kind, weight in weights.items() for _ in range(weight)][at]


# Tasks


@dataclass(frozen=True, kw_only=True)
class _Task:
    """A metric with its knobs, and bounds for the lists to draw; `level` is that of the reader."""

    metric: str
    level: int = 0
    scale: int = 1
    ranks: tuple[int, int] = (5, 5)
    missed: tuple[int, int] = (0, 0)
    unjudged: int = 0
    cut: bool = False
    relevant_from: int = 1
    knobs: Mapping[str, Any] = field(default_factory=dict)


_Kind: TypeAlias = Callable[[Random, _Task], Exercise | None]
_STEEP: Final = {"gain": "exponential"}
_TASKS: Final[Mapping[int, Sequence[_Task]]] = {
    1: (
        _Task(metric="precision", cut=True),
        _Task(metric="recall", cut=True, missed=(0, 1)),
        _Task(metric="reciprocal_rank"),
    ),
    2: (
        _Task(metric="average_precision"),
        _Task(metric="average_precision"),
        _Task(metric="f1", cut=True),
        _Task(metric="r_precision"),
        _Task(metric="first_relevant_rank", cut=True),
    ),
    3: (
        _Task(metric="average_precision", missed=(1, 1)),
        _Task(metric="average_precision", cut=True),
        _Task(metric="cumulative_gain", scale=3, cut=True),
        _Task(metric="dcg", scale=3, ranks=(3, 4)),
        _Task(metric="ndcg", scale=3, ranks=(3, 4)),
        _Task(metric="rbp", ranks=(4, 5), knobs={"persistence": 0.8}),
    ),
    4: (
        _Task(metric="dcg", scale=3, ranks=(3, 5), knobs=_STEEP),
        _Task(metric="ndcg", scale=3, ranks=(3, 4), knobs=_STEEP),
        _Task(metric="ndcg", scale=3, ranks=(3, 4), missed=(1, 1)),
        _Task(metric="err", scale=3, ranks=(3, 4)),
        _Task(metric="rbp", knobs={"persistence": 0.5}),
        _Task(metric="f1", cut=True, missed=(1, 2)),
        _Task(metric="mean_rank", missed=(1, 1)),
    ),
    5: (
        _Task(metric="ndcg", scale=3, missed=(1, 1), cut=True, knobs=_STEEP),
        _Task(metric="err", scale=4, ranks=(4, 5)),
        _Task(metric="rbp", scale=3, knobs={"persistence": 0.9}),
        _Task(metric="average_precision", scale=3, relevant_from=2, missed=(1, 1), cut=True),
        _Task(metric="r_precision", scale=3, relevant_from=2, ranks=(6, 6), missed=(1, 1)),
        _Task(metric="mean_rank", ranks=(6, 6), missed=(1, 1), cut=True),
        _Task(metric="q_measure", scale=3, ranks=(3, 4), missed=(0, 1)),
        _Task(metric="bpref", ranks=(5, 6), missed=(0, 1), unjudged=1),
    ),
}
ADDED_FROM: Final = 10_000
"""Exercises from this seed on draw from `_ADDED` and `_ADDED_KINDS`, too."""
_ADDED: Final[Mapping[int, Sequence[_Task]]] = {
    5: (_Task(metric="interpolated_average_precision", missed=(0, 1)),),
}
check_drill(
    "a task", {task.metric for of in (_TASKS, _ADDED) for tasks in of.values() for task in tasks}
)
_FORMER: Final = 0.25
"""Probability that a level draws a task of the level below."""
_SPREAD: Final = {1: (5, 4), 3: (5, 3, 3, 4), 4: (4, 3, 3, 3, 3)}
"""Weights of the grades 0, 1 ... in random lists, by scale."""


def _task(rng: Random, level: int, seed: int) -> _Task:
    task_level = level - 1 if level > 1 and rng.random() < _FORMER else level
    added = _ADDED.get(task_level, ()) if seed >= ADDED_FROM else ()
    return replace(rng.choice((*_TASKS[task_level], *added)), level=level)


@dataclass(frozen=True)
class _Case:
    """A task with a random list."""

    task: _Task
    grades: Sequence[int | None]
    missed: Sequence[int]
    k: int | None

    @property
    def ranking(self) -> Ranking:
        return Ranking(
            [nan if grade is None else grade for grade in self.grades],
            missed=self.missed,
            top_grade=self.task.scale,
            relevant_from=self.task.relevant_from,
        )

    @property
    def name(self) -> str:
        return METRICS[self.task.metric].label(self.k)

    @property
    def order(self) -> list[int]:
        """The grades of a list without unjudged documents."""
        return [grade for grade in self.grades if grade is not None]

    def score(self, grades: Sequence[int | None]) -> float:
        """Return the score of the documents in another order."""
        ranking = replace(self, grades=grades).ranking
        return float(worked.compute(self.task.metric, ranking, self.k, self.task.knobs).score)

    def terms(self, grades: Sequence[int | None]) -> Array:
        """Return what each rank adds to the score of the documents in another order."""
        ranking = replace(self, grades=grades).ranking
        breakdown = worked.compute(self.task.metric, ranking, self.k, self.task.knobs)
        return breakdown.terms["contribution"]

    def shown(self) -> dict[str, Any]:
        """Return the attributes that an exercise shows of it."""
        return {
            "about": self.task.metric,
            "ranked": presets.listed([*self.grades, *self.missed], len(self.grades)),
            "scale": self.task.scale,
            "k": self.k,
            "given": _given(self.task, self.k, has_missed=bool(self.missed)),
        }


def _draw_case(rng: Random, task: _Task) -> _Case | None:
    """Draw a list for a task; None if its score is undefined or all grades are equal."""
    count, unseen = rng.randint(*task.ranks), rng.randint(*task.missed)
    grades = rng.choices(range(task.scale + 1), _SPREAD[task.scale], k=count)
    missed = [rng.randint(task.relevant_from, task.scale) for _ in range(unseen)]
    k = rng.randint(2, count - 1) if task.cut else None
    some: list[int | None] = [*grades]
    for at in rng.sample(range(count), task.unjudged) if task.unjudged else ():
        some[at] = None
    case = _Case(task, some, missed, k)
    breakdown = worked.compute(task.metric, case.ranking, k, task.knobs)
    return None if breakdown.undefined or len(set(case.order)) == 1 else case


def _given(task: _Task, k: int | None, *, has_missed: bool) -> str:
    """Return the definition in use as a sentence, if several exist; else ""."""
    text = _assumptions(task, k, has_missed=has_missed)
    return f"{text if text[1:2] == ' ' else text[:1].upper() + text[1:]}." if text else ""


def _assumptions(task: _Task, k: int | None, *, has_missed: bool) -> str:
    is_said = METRICS[task.metric].reads == "binary" and task.scale > 1
    phrases = [f"relevant from grade {task.relevant_from}"] * is_said
    phrases += _knob_phrases(task.metric, task.scale, **task.knobs)
    if task.metric == "average_precision" and (has_missed or k):
        phrases.append("over all relevant documents that exist")
    if task.metric == "ndcg":
        phrases.append(
            "ideal order of all judged documents" + (", cut at the same rank" if has_missed else "")
        )
    where, charge = ("in the top k", "k + 1") if k else ("retrieved", "n + 1 of n")
    if task.metric == "mean_rank" and (has_missed or k):
        phrases.append(f"each relevant document that is not {where} counts as rank {charge}")
    if task.metric == "first_relevant_rank" and (has_missed or k):
        phrases.append(f"without a hit {where.replace('retrieved', 'anywhere')} it is {charge}")
    return ", ".join(phrases)


def _knob_phrases(
    metric: str, scale: int, gain: str = "linear", persistence: float = 0.8
) -> list[str]:
    if metric in ("cumulative_gain", "dcg", "ndcg"):
        discounted = [] if metric == "cumulative_gain" else ["discount 1/log₂(i + 1)"]
        return [f"gain {'g' if gain == 'linear' else '2^g − 1'}", *discounted]
    if metric == "rbp":
        worth = [f"a document of grade g is worth g/{scale}"] if scale > 1 else []
        return [f"p = {persistence:g}, the share of readers who go on", *worth]
    if metric == "q_measure":
        return ["gain g, β = 1"]
    if metric == "bpref":
        return [
            "each hit adds 1 − min(irrelevant above, m)/min(N, m), and the sum is divided by m, "
            "for m relevant and N judged irrelevant documents"
        ]
    return [f"R = (2^g − 1)/2^{scale}"] if metric == "err" else []


# Compute


def _scored(task: _Task, ranking: Ranking, k: int | None) -> dict[Mistake, float]:
    """Return the mistakes about a task with their numbers for a list."""
    return {
        mistake: float(mistake.score(ranking, k))
        for mistake in mistakes.of_metric(task.metric, **task.knobs)
    }


def _number(rng: Random, task: _Task) -> Number | None:
    if not (case := _draw_case(rng, task)):
        return None
    ranking = case.ranking
    right = case.score(case.grades)
    wrong = _scored(task, ranking, case.k)
    if right < MIN_DISTANCE:
        return None
    if sum(case.ranking.relevant()) < 2 and task.metric == "average_precision":
        return None  # AP of a single hit equals RR
    metric = METRICS[task.metric]
    best = replace(
        case, grades=sorted([*case.order, *case.missed], reverse=True), missed=()
    ).ranking
    best_score = float(worked.compute(task.metric, best, case.k, task.knobs).score)
    return Number(
        question=f"What is <b>{case.name}</b> of this list?",
        ranking=ranking,
        knobs=task.knobs,
        number=right,
        range=metric.range,
        best=best_score if metric.higher_is_better else inf,
        wrong=wrong,
        solution=worked.steps(task.metric, ranking, case.k, task.knobs),
        **case.shown(),
    )


_FIRST_HITS: Final = (1, 1, 2, 3, 4, 5, 8, 10, 20, 50)


def _mean(rng: Random, _: _Task) -> Number | None:
    """Ask for the MRR of three queries, given the ranks of their first hits."""
    ranks = rng.sample(_FIRST_HITS, 3)
    wrong = mistakes.over_queries(ranks)
    total = sum(1 / rank for rank in ranks)
    right = total / len(ranks)
    reciprocals = [f"1/{rank}" for rank in ranks]
    return Number(
        about="reciprocal_rank",
        name="MRR",
        question="Three queries have their first hit at ranks "
        f"{ranks[0]}, {ranks[1]} and {ranks[2]}. What is <b>MRR</b>?",
        number=right,
        wrong=wrong,
        solution=(
            f"1/r of each query: {', '.join(reciprocals)}.",
            f"Together: {' + '.join(reciprocals)} = {decimals(total)}.",
            f"MRR = {decimals(total)}/{len(ranks)} = {decimals(right)}.",
        ),
    )


# Predict a swap


def _swapped(grades: Sequence[int | None], first: int, second: int) -> list[int | None]:
    """Return grades with two ranks, counted from 1, exchanged."""
    swapped = list(grades)
    swapped[first - 1], swapped[second - 1] = grades[second - 1], grades[first - 1]
    return swapped


_OF_SETS: Final = ("precision", "recall", "f1")
"""Metrics that do not see the order of the top k."""


def _swap(rng: Random, task: _Task) -> Chosen | None:
    way = rng.choice(list(WAYS))
    if not (case := _draw_case(rng, task)):
        return None
    ranks = range(1, len(case.grades) + 1)
    first = rng.choice(ranks[:-1])
    second = first + 1 if task.level < 3 else rng.choice(ranks[first:])
    grades = case.grades
    if grades[first - 1] == grades[second - 1]:
        return None
    before, after = case.score(grades), case.score(_swapped(grades, first, second))
    by = after - before
    if way != ("stays" if abs(by) <= _SAME else "rises" if by > 0 else "falls"):
        return None
    if _SAME < abs(by) < MIN_DISTANCE or before < MIN_DISTANCE:
        return None
    proof = f"So {case.name} is {decimals(after)} then: it {way}."
    moved = _moved(case.terms(grades), case.terms(_swapped(grades, first, second)))
    reason = moved
    if way == "stays" and task.metric in _OF_SETS and case.k and second <= case.k:
        reason = f"Both ranks are in the top {case.k}, before the swap and after it."
    return Chosen(
        question=f"Ranks {first} and {second} change places. Does <b>{case.name}</b> "
        "rise, stay or fall?",
        marked=(first, second),
        options=dict(zip("abc", (f"{way} {sign}" for way, sign in WAYS.items()), strict=True)),
        right="abc"[list(WAYS).index(way)],
        proof=proof,
        why=dict.fromkeys("abc", f"Before the swap it is {decimals(before)}. {moved}"),
        solution=(*worked.steps(task.metric, case.ranking, case.k, task.knobs), reason, proof),
        **case.shown(),
    )


def _moved(before: Array, after: Array) -> str:
    """Say which ranks add another amount after a swap, at most three of them."""
    pairs = enumerate(zip(before.tolist(), after.tolist(), strict=True), start=1)
    changed = [
        f"rank {rank} adds {decimals(now)} instead of {decimals(was)}"
        for rank, (was, now) in pairs
        if abs(now - was) > _SAME
    ]
    if not changed:
        return "After the swap every rank adds what it added before."
    others = counted(len(changed) - 3, "more rank changes", "more ranks change")
    more = f", and {others}" * (len(changed) > 3)
    return f"After the swap {', '.join(changed[:3])}{more}."


def _which_swap(rng: Random, task: _Task) -> Chosen | None:
    if not (case := _draw_case(rng, task)):
        return None
    count = len(case.grades)
    if count < 4:
        return None
    first = rng.randint(1, count - 3)
    second = rng.randint(first + 2, count - 1)
    before = case.score(case.grades)
    by = [abs(case.score(_swapped(case.grades, at, at + 1)) - before) for at in (first, second)]
    if abs(by[0] - by[1]) < MIN_DISTANCE or before < MIN_DISTANCE:
        return None
    names = [f"ranks {at} and {at + 1}" for at in (first, second)]
    right = 0 if by[0] > by[1] else 1
    changes = [
        f"Swapping {name} changes it by {decimals(d)}." for name, d in zip(names, by, strict=True)
    ]
    return Chosen(
        question=f"Which swap changes <b>{case.name}</b> more?",
        marked=(first, first + 1, second, second + 1),
        options=dict(zip("ab", names, strict=True)),
        right="ab"[right],
        proof=changes[right],
        why=dict.fromkeys("ab", f"{changes[1 - right]} Work out the other one."),
        solution=(
            *worked.steps(task.metric, case.ranking, case.k, task.knobs),
            *changes,
        ),
        **case.shown(),
    )


# Explain a number


def _explain(rng: Random, task: _Task) -> Chosen | None:
    if not (case := _draw_case(rng, task)):
        return None
    right = mistakes.taught(task.metric, **task.knobs)
    candidates: list[Definition] = [*mistakes.of_metric(task.metric, **task.knobs), right]
    scores = {d: float(d.score(case.ranking, case.k)) for d in candidates}
    scored = [d for d in candidates if scores[d] == scores[d]]
    rng.shuffle(scored)
    computed = right if rng.random() < 0.25 else scored[0]
    number = scores[computed]
    others = [d for d in scored if abs(scores[d] - number) > MIN_DISTANCE]
    if len(others) < len(scored) - 1 or len(others) < 3 or number < MIN_DISTANCE:
        return None
    options = [computed, *others[:2]]
    if right not in options:
        options.append(right)
    rng.shuffle(options)
    by_letter = dict(zip("abcd", options, strict=False))
    texts = {
        letter: d.wording if d.wording[1:2].isupper() else d.wording[:1].upper() + d.wording[1:]
        for letter, d in by_letter.items()
    }
    gives = {
        letter: f"{texts[letter]}: {decimals(scores[by_letter[letter]])}." for letter in by_letter
    }
    chosen = next(letter for letter, d in by_letter.items() if d is computed)
    return Chosen(
        question=f"A tool says <b>{case.name} = {decimals(number)}</b>. What did it compute?",
        options=texts,
        right=chosen,
        proof=gives[chosen],
        why={letter: f"That would be {decimals(scores[d])}." for letter, d in by_letter.items()},
        solution=tuple(gives.values()),
        **case.shown(),
    )


# Find an order

_AGAINST: Final[Mapping[int, Sequence[tuple[_Task, _Task]]]] = {
    2: (
        (
            _Task(metric="reciprocal_rank", ranks=(6, 6)),
            _Task(metric="average_precision", ranks=(6, 6)),
        ),
    ),
    3: (
        (_Task(metric="reciprocal_rank", scale=3), _Task(metric="ndcg", scale=3)),
        (_Task(metric="average_precision", scale=3), _Task(metric="ndcg", scale=3)),
    ),
    4: (
        (_Task(metric="err", scale=3), _Task(metric="ndcg", scale=3)),
        (_Task(metric="average_precision", scale=3), _Task(metric="err", scale=3)),
    ),
    5: (
        (_Task(metric="rbp", scale=3), _Task(metric="ndcg", scale=3, knobs=_STEEP)),
        (_Task(metric="err", scale=3), _Task(metric="rbp", scale=3)),
    ),
}
"""Pairs of metrics for which an order must raise one and lower the other, by level."""

_TARGETS: Final[Mapping[int, Sequence[_Task]]] = {
    2: (_Task(metric="average_precision", ranks=(5, 6)),),
    3: (
        _Task(metric="average_precision", ranks=(6, 6)),
        _Task(metric="rbp", ranks=(5, 5), knobs={"persistence": 0.5}),
    ),
    4: (_Task(metric="dcg", scale=3, ranks=(4, 4)), _Task(metric="mean_rank", ranks=(6, 6))),
    5: (
        _Task(metric="ndcg", scale=3, ranks=(4, 5)),
        _Task(metric="err", scale=3, ranks=(4, 4)),
    ),
}
"""Metrics for which an order with a given score must be found, by level."""


def scores_of_orders(
    metric: str, knobs: Mapping[str, Any], scale: int, grades: Sequence[int]
) -> dict[tuple[int, ...], float]:
    """Return the score of each order of some grades."""
    orders = sorted(set(permutations(grades)))
    breakdown = worked.compute(metric, Ranking(np.array(orders), top_grade=scale), None, knobs)
    return dict(zip(orders, breakdown.score.tolist(), strict=True))


def _are_clear(scores: Sequence[float], score: float) -> bool:
    """Return whether three decimals distinguish a score from all different scores."""
    off = np.abs(np.array(scores) - score)
    return not ((off > _SAME) & (off < _VISIBLE)).any()


def _target(rng: Random, drawn: _Task) -> Ordered | None:
    task = rng.choice(_TARGETS[drawn.level])
    case = _draw_case(rng, task)
    if not case or sum(grade > 0 for grade in case.order) < 2:
        return None
    start = tuple(case.order)
    scores = scores_of_orders(task.metric, task.knobs, task.scale, start)
    all_scores = list(scores.values())
    score = rng.choice(all_scores)
    solving = [order for order, other in scores.items() if abs(other - score) <= _SAME]
    if (
        abs(scores[start] - score) <= _SAME
        or len(solving) > _RARE * len(scores)
        or score in (min(all_scores), max(all_scores))
        or not _are_clear(all_scores, score)
    ):
        return None
    shown = decimals(score).rstrip("0").rstrip(".")
    return Ordered(
        question=f"Put these cards in an order with <b>{case.name} = {shown}</b>.",
        wanted=(Wanted(metric=task.metric, knobs=task.knobs, way="is", score=score),),
        solution=_one_order(solving[0], [task]),
        **case.shown(),
    )


def _against(rng: Random, drawn: _Task) -> Ordered | None:
    tasks = list(rng.choice(_AGAINST[drawn.level]))
    rng.shuffle(tasks)
    if not (case := _draw_case(rng, tasks[0])):
        return None
    start = tuple(case.order)
    ups, downs = (scores_of_orders(task.metric, task.knobs, task.scale, start) for task in tasks)
    solving = [
        order
        for order in ups
        if ups[order] - ups[start] > _SAME and downs[start] - downs[order] > _SAME
    ]
    if not 0 < len(solving) <= _RARE * len(ups):
        return None
    if not all(_are_clear(list(scores.values()), scores[start]) for scores in (ups, downs)):
        return None
    up, down = (METRICS[task.metric].label() for task in tasks)
    shown = case.shown()
    taken = [_assumptions(task, None, has_missed=False) for task in tasks]
    shown["given"] = " ".join(
        f"{name}: {meant}." for name, meant in zip((up, down), taken, strict=True) if meant
    )
    return Ordered(
        question=f"<b>Find an order in which {up} rises and {down} falls.</b>",
        wanted=(
            *(
                Wanted(metric=task.metric, knobs=task.knobs, way=way, score=scores[start])
                for task, way, scores in zip(tasks, ("rises", "falls"), (ups, downs), strict=True)
            ),
        ),
        solution=(
            f"Now {up} is {decimals(ups[start])} and {down} {decimals(downs[start])}.",
            *_one_order(solving[0], tasks),
        ),
        **shown,
    )


def _one_order(order: Sequence[int], tasks: Sequence[_Task]) -> tuple[str, ...]:
    ranking = Ranking(order, top_grade=tasks[0].scale)
    results = [
        f"{METRICS[task.metric].label()} = "
        f"{decimals(float(worked.compute(task.metric, ranking, None, task.knobs).score))}"
        for task in tasks
    ]
    return (
        f"One such order: grades {' '.join(map(str, order))}.",
        f"It has {' and '.join(results)}.",
        *(step for task in tasks for step in worked.steps(task.metric, ranking, None, task.knobs)),
    )


# Unjudged documents and ties

_CONDENSED: Final = _Task(metric="average_precision", ranks=(6, 6), unjudged=2)
_WITH_TIES: Final = (
    _Task(metric="precision", cut=True),
    _Task(metric="reciprocal_rank"),
    _Task(metric="average_precision"),
)
_PATIENCES: Final = (0.5, 0.8, 0.9)


def _condensed(rng: Random, _: _Task) -> Number | None:
    """Ask for AP of a list without the documents that nobody judged."""
    if not (case := _draw_case(rng, _CONDENSED)):
        return None
    short = replace(case, grades=case.order)
    right = short.score(short.grades)
    wrong = _scored(case.task, short.ranking, None) | mistakes.constant_mistakes(
        "condensed",
        [
            (f"AP with unjudged documents as {wording}", "Take them out of the list first.", score)
            for wording, grade in (("misses", 0), ("hits", 1))
            for score in [case.score([grade if g is None else g for g in case.grades])]
        ],
    )
    if sum(case.order) < 2:
        return None
    return Number(
        name="Condensed AP",
        question="What is <b>AP</b> of the condensed list?",
        **case.shown()
        | {"given": "Condensed: documents that nobody judged (?) are taken out first."},
        number=right,
        wrong=wrong,
        solution=(
            f"Without the unjudged documents the list is {' '.join(map(str, case.order))}.",
            *worked.steps("average_precision", short.ranking, None, {}),
        ),
    )


def _residual(rng: Random, _: _Task) -> Number | None:
    """Ask how much RBP could still rise: below the list, and where nobody judged."""
    p = rng.choice(_PATIENCES)
    case = _draw_case(rng, _Task(metric="rbp", ranks=(4, 5), unjudged=1, knobs={"persistence": p}))
    if not case:
        return None
    count, at = len(case.grades), case.grades.index(None) + 1
    score, below, unjudged = case.score(case.grades), p**count, (1 - p) * p ** (at - 1)
    right = below + unjudged
    wrong = mistakes.constant_mistakes(
        "residual",
        (
            ("what lies below the list alone", f"Rank {at} could add something, too.", below),
            (
                f"the weight of rank {at} alone",
                "The ranks below could add something, too.",
                unjudged,
            ),
            ("RBP itself", "The residual is what RBP could still gain.", score),
            ("RBP with the residual, the most that it could be", "Leave RBP out.", score + right),
            ("1 − RBP", "A judged miss adds nothing more: count what is not known.", 1 - score),
            (
                "the residual with one power of p too few below the list",
                f"The share p^{count} of the readers goes on below rank {count}.",
                p ** (count - 1) + unjudged,
            ),
        ),
    )
    return Number(
        name="Residual",
        question="How much could <b>RBP</b> of this list still rise?",
        **case.shown()
        | {"given": f"p = {p:g}. Rank {at} was not judged (?), and nothing below rank {count}."},
        number=right,
        wrong=wrong,
        solution=(
            f"The share p^{count} = {decimals(below, 4)} of the readers reads below rank {count}.",
            f"The share (1 − p)·p^{at - 1} = {decimals(unjudged, 4)} stops at rank {at}.",
            f"Residual = {decimals(below, 4)} + {decimals(unjudged, 4)} = {decimals(right)}.",
        ),
    )


def _tied(rng: Random, _: _Task) -> Number | None:
    """Ask for the mean score over the orders of documents with equal scores."""
    case = _draw_case(rng, rng.choice(_WITH_TIES))
    if not case:
        return None
    many = rng.randint(2, 3)
    first = rng.randint(1, len(case.grades) - many + 1)
    last = first + many - 1
    grades = case.order
    orders = sorted({*permutations(grades[first - 1 : last])}, reverse=True)
    scores = [case.score([*grades[: first - 1], *order, *grades[last:]]) for order in orders]
    right, name = sum(scores) / len(scores), case.name
    wrong = mistakes.constant_mistakes(
        "ties",
        (
            (f"{name} of the best of these orders", _OVER_ORDERS, max(scores)),
            (f"{name} of the worst of these orders", _OVER_ORDERS, min(scores)),
            (
                "one over the mean of the tied ranks",
                _OVER_ORDERS,
                2 / (first + last) if case.task.metric == "reciprocal_rank" else nan,
            ),
        ),
    )
    if len(orders) < 2:
        return None
    each = [
        f"{' '.join(map(str, order))} at ranks {first} to {last}: {name} = {decimals(score)}."
        for order, score in zip(orders, scores, strict=True)
    ]
    total = decimals(sum(scores))
    return Number(
        question=f"Ranks {first} to {last} have equal scores. What is <b>{name}</b> on average?",
        marked=range(first, last + 1),
        **case.shown() | {"given": "Each order of the tied documents is equally likely."},
        number=right,
        wrong=wrong,
        solution=(*each, f"Their mean is {total}/{len(scores)} = {decimals(right)}."),
    )


_OVER_ORDERS: Final = "Take the mean over all orders of the tied documents."

# Two rankings


def _lists(rng: Random, count: int, of: int) -> tuple[str, str]:
    """Return two lists of letters, `count` of each; the first is in alphabetical order."""
    letters = "abcdef"[:of]
    return letters[:count], "".join(rng.sample(letters, count))


def _kendall_tau(rng: Random, drawn: _Task) -> Number | None:
    a, b = _lists(rng, drawn.level, drawn.level)
    pairs = list(combinations(a, 2))
    turned = [f"{x}–{y}" for x, y in pairs if b.index(x) > b.index(y)]
    opposite, total = len(turned), len(pairs)
    same = total - opposite
    right = (same - opposite) / total
    wrong = mistakes.constant_mistakes(
        "kendall_tau",
        (
            ("the share of pairs in the same order", _TAU, same / total),
            ("the share of pairs in opposite orders", _TAU, opposite / total),
            ("the number of pairs in opposite orders", _TAU, opposite),
            (
                "the difference of the two counts",
                "Divide it by the number of pairs.",
                same - opposite,
            ),
            (
                "the difference of the two counts, over the number of documents",
                f"Divide it by the {total} pairs.",
                (same - opposite) / len(a),
            ),
            ("τ with its sign turned", _TAU, -right),
            (
                "Spearman’s ρ, which looks at differences of ranks",
                _TAU,
                float(agreement.spearman_rho(range(len(a)), [b.index(x) for x in a]).score),
            ),
        ),
    )
    if not turned or abs(right) < MIN_DISTANCE:
        return None
    return Number(
        about="kendall_tau",
        name="τ",
        question=f"List A is {' '.join(a)}, list B is {' '.join(b)}. What is <b>Kendall’s τ</b>?",
        number=right,
        wrong=wrong,
        range=(-1, 1),
        solution=(
            f"{len(a)} documents make {total} pairs.",
            f"In opposite orders: {', '.join(turned)}, together {opposite}. The other {same} pairs "
            "have the same order.",
            f"τ = ({same} − {opposite})/{total} = {decimals(right)}.",
        ),
    )


_TAU: Final = "τ is the share of pairs in the same order, less that in opposite orders."


def _rbo(rng: Random, _: _Task) -> Number | None:
    a, b = _lists(rng, 3, 5)
    p = rng.choice(_PATIENCES)
    shared = [len({*a[:depth]} & {*b[:depth]}) for depth in (1, 2, 3)]
    overlaps = [both / depth for depth, both in enumerate(shared, start=1)]
    weights = [(1 - p) * p**at for at in range(3)]
    right = sum(np.multiply(weights, overlaps).tolist())
    wrong = mistakes.constant_mistakes(
        "rbo",
        (
            (
                "the mean overlap of the depths",
                "Weigh depth d by (1 − p)·p^(d − 1).",
                sum(overlaps) / 3,
            ),
            ("the overlap at depth 3", "Every depth counts.", overlaps[-1]),
            (
                "the sum with the number of shared documents",
                "The overlap at depth d is that number over d.",
                float(np.dot(weights, shared)),
            ),
            ("the sum without the factor 1 − p", "Multiply it by 1 − p.", right / (1 - p)),
            ("the sum with p^d", "Depth 1 has the weight 1 − p.", right * p),
            (
                "the extrapolated RBO",
                "Here nothing is counted below depth 3.",
                right + overlaps[-1] * p**3,
            ),
        ),
    )
    if right < MIN_DISTANCE or a == b:
        return None
    adds = [
        f"Depth {d}: {both} of {d} in both, weight {decimals(weight)}: adds "
        f"{decimals(weight * both / d)}."
        for d, (both, weight) in enumerate(zip(shared, weights, strict=True), start=1)
    ]
    return Number(
        about="rbo",
        name="RBO",
        question=f"List A is {' '.join(a)}, list B is {' '.join(b)}. "
        "What is <b>RBO</b> to depth 3?",
        given=f"p = {p:g}. Depth d has the weight (1 − p)·p^(d − 1). Below depth 3 nothing counts.",
        number=right,
        wrong=wrong,
        solution=(*adds, f"RBO = {decimals(right)}."),
    )


# Two judges


def _kappa(rng: Random, _: _Task) -> Number | None:
    total, first, second = rng.choice((10, 20)), rng.randint(0, 4), rng.randint(0, 4)
    both = rng.randint(1, total - first - second - 1)
    neither = total - both - first - second
    table, pooled = [[both, first], [second, neither]], rng.random() < 0.5
    told = judges.kappa(table, margins="pooled" if pooled else "own")
    right, agree, chance = float(told.score), *(float(told.aside[name]) for name in _SHARES)
    other = float(judges.kappa(table, margins="own" if pooled else "pooled").score)
    relevant = float(told.terms["expected"][0])
    wrong = mistakes.constant_mistakes(
        "kappa",
        (
            ("P(A), the share on which they agree", "Take chance away.", agree),
            ("P(E), what chance agrees on", _KAPPA, chance),
            ("P(A) − P(E)", "Divide it by 1 − P(E).", agree - chance),
            ("that difference over P(A)", "Divide it by 1 − P(E).", (agree - chance) / agree),
            (
                "κ without the documents that both reject in P(E)",
                "Both saying “not” is agreement by chance, too.",
                (agree - relevant) / (1 - relevant),
            ),
            ("κ with P(E) = 1/2", "P(E) depends on how often they say “relevant”.", 2 * agree - 1),
            (
                "κ with the other margins",
                "See the line below the question.",
                nan if abs(other - right) <= MIN_DISTANCE else other,
            ),
        ),
    )
    if not first + second or abs(right) < MIN_DISTANCE:
        return None
    shares = [(both + first) / total, (both + second) / total]
    shares = [sum(shares) / 2] * 2 if pooled else shares
    yes, no = (" · ".join(decimals(share) for share in each) for each in _each_answer(shares))
    by = "Both judges together" if pooled else "Judges 1 and 2"
    return Number(
        about="kappa",
        name="κ",
        question=f"Of {total} documents both judges call {both} relevant, only the first "
        f"{first}, only the second {second}, neither {neither}. What is <b>κ</b>?",
        given="P(E) with pooled margins (Scott)."
        if pooled
        else "P(E) with each judge’s own share (Cohen).",
        number=right,
        wrong=wrong,
        range=(-1, 1),
        solution=(
            f"P(A) = ({both} + {neither})/{total} = {decimals(agree)}.",
            f"{by} say “relevant” with the share "
            f"{' and '.join(map(decimals, shares[: 1 if pooled else 2]))}.",
            f"P(E) = {yes} + {no} = {decimals(chance)}.",
            f"κ = ({decimals(agree)} − {decimals(chance)})/(1 − {decimals(chance)}) = "
            f"{decimals(right)}.",
        ),
    )


def _each_answer(shares: Sequence[float]) -> tuple[Sequence[float], Sequence[float]]:
    """Return the shares of "relevant", and those of "not"."""
    return shares, [1 - share for share in shares]


_SHARES: Final = ("observed", "expected")
_KAPPA: Final = "κ is the part of the way from P(E) to 1 that P(A) went."

# Two systems


def _sign_test(rng: Random, _: _Task) -> Number | None:
    wins, losses, ties = rng.randint(4, 9), rng.randint(0, 2), rng.choice((0, 0, 2, 3))
    n = wins + losses
    as_far = sum(comb(n, lost) for lost in range(losses + 1))
    right = 2 * as_far / 2**n
    counted = sum(comb(n + ties, lost) for lost in range(losses + 1))
    wrong = mistakes.constant_mistakes(
        "sign_test",
        (
            ("the p-value on one side", "A lead of A would be as clear: double it.", right / 2),
            (
                "the probability of just this number of wins",
                "Count what is clearer, too.",
                2 * comb(n, losses) / 2**n if losses else nan,
            ),
            ("the share of topics that A wins", "Count the patterns of wins.", losses / n),
            ("1 − p", "The p-value is the probability of such a lead by chance.", 1 - right),
            (
                "the p-value with the ties among the topics",
                "Leave ties out.",
                2 * counted / 2 ** (n + ties) if ties else nan,
            ),
        ),
    )
    if not MIN_DISTANCE < right < 1:
        return None
    tied = f", {ties} are ties" if ties else ""
    return Number(
        about="mean_difference",
        name="p-value",
        question=f"B wins {wins} topics, A wins {losses}{tied}. What is the <b>p-value</b> "
        "of the sign test?",
        given="Two-sided. Ties are left out.",
        number=right,
        wrong=wrong,
        solution=(
            f"{n} topics are decided: 2^{n} = {2**n} patterns of wins are equally likely.",
            f"A wins at most {losses} in {as_far} of them, and B in as many.",
            f"p = 2·{as_far}/{2**n} = {decimals(right)}.",
        ),
    )


def _interval(rng: Random, _: _Task) -> Number | None:
    root = rng.randint(2, 4)
    n, mean, spread = root * root, rng.randint(2, 9) / 100, rng.randint(10, 40) / 100
    t = round(t_quantile(0.975, n - 1), 3)
    error = spread / root
    right = mean + t * error
    wrong = mistakes.constant_mistakes(
        "interval",
        (
            ("the lower end", "Add t·s/√n to the mean.", mean - t * error),
            ("t·s/√n alone", "Add it to the mean.", t * error),
            ("the mean plus t·s", "Divide s by √n.", mean + t * spread),
            ("the mean plus t·s/n", "Divide s by √n.", mean + t * spread / n),
            ("the mean plus s/√n", "Multiply that by t.", mean + error),
            ("the mean plus 1.96·s/√n", "So few topics need Student’s t.", mean + 1.96 * error),
            ("the mean plus the whole width", "Go t·s/√n to each side.", mean + 2 * t * error),
        ),
    )
    return Number(
        about="mean_difference",
        name="Interval",
        question=f"B − A of {n} topics has mean {mean:.2f} and standard deviation {spread:.2f}. "
        "What is the <b>upper end</b> of the 95 % interval?",
        given=f"Student’s t: t = {t} for {n - 1} degrees of freedom.",
        number=right,
        wrong=wrong,
        range=(-inf, None),
        solution=(
            f"The standard error is s/√n = {spread:.2f}/{root} = {decimals(error)}.",
            f"To each side: t·s/√n = {t}·{decimals(error)} = {decimals(t * error)}.",
            f"Upper end = {mean:.2f} + {decimals(t * error)} = {decimals(right)}.",
        ),
    )


def _read_test(rng: Random, _: _Task) -> Chosen:
    """Ask what a p-value or an interval says."""
    n = rng.choice((25, 50, 100, 200))
    if rng.random() < 0.5:
        p = rng.choice((1, 2, 3, 4, 8, 12, 20, 30))
        question = (
            f"A test of B − A over {n} topics gives <b>p = {p / 100:.2f}</b>. What does it say?"
        )
        right = (
            f"If A and B were equally good, {p} % of comparisons would show a difference at least "
            "as large, either way"
        )
        why = {
            f"With probability {p} % A and B are equally good": _GIVEN,
            f"With probability {100 - p} % B is better than A": _GIVEN,
            f"B is better than A on {100 - p} % of the topics": "p counts no topics.",
        }
    else:
        mean, half = rng.randint(10, 40), rng.randint(4, 24) * 2 + 0.5
        low, high = (decimals(end / 1000) for end in (mean - half, mean + half))
        question = (
            f"The <b>95 % interval</b> of B − A over {n} topics is <b>{low} to {high}</b>. What "
            "does it say?"
        )
        clear = "At the level 0.05 the difference is significant"
        unclear = "At the level 0.05 the difference is not significant"
        right, other = (clear, unclear) if half < mean else (unclear, clear)
        why = {
            other: f"0 lies {'outside' if half < mean else 'inside'} the interval.",
            "A and B are equally good": "The interval holds many other differences.",
            f"On 95 % of the topics B − A lies from {low} to {high}": _OF_THE_MEAN,
        }
    options = [right, *why]
    rng.shuffle(options)
    by_letter = dict(zip("abcd", options, strict=True))
    proof = f"{right}."
    return Chosen(
        about="mean_difference",
        name="Reading a test",
        question=question,
        options=by_letter,
        right=next(letter for letter, option in by_letter.items() if option == right),
        proof=proof,
        why={letter: why.get(option, "") for letter, option in by_letter.items()},
        solution=(*(f"{option}: no. {reason}" for option, reason in why.items()), proof),
    )


_OF_THE_MEAN: Final = "The interval is about the mean of B − A, not about single topics."
_GIVEN: Final = (
    "p is the probability of such a lead if both are equally good. It is not the probability that "
    "both are equally good."
)

# Clicks, and an A/B test


def _clicks(rng: Random, _: _Task) -> Number | None:
    """Ask for the relevance that clicks tell."""
    rank, looks = rng.randint(2, 6), rng.choice((100, 200, 500))
    clicks = looks * rng.randint(2, 19) // 20
    readers = rank * looks
    right, share = clicks / looks, clicks / readers
    wrong = mistakes.constant_mistakes(
        "expected_clicks",
        (
            ("the share of all readers who click", "Divide by those who look.", share),
            ("the share who click, times the attention", "Divide by the attention.", share / rank),
            ("the share who click, over 1/i²", "The attention is 1/i.", share * rank**2),
            ("the share of those who look and do not click", "Count the clicks.", 1 - right),
            ("the attention", "It is the share who look.", 1 / rank),
        ),
    )
    return Number(
        about="expected_clicks",
        name="Relevance",
        question=f"Of {readers:,} readers 1/i look at rank i. At rank {rank}, {clicks} click. "
        "What is the <b>relevance</b> there?",
        given="Relevance: the share of those who look who click.",
        number=right,
        wrong=wrong,
        solution=(
            f"{readers:,}/{rank} = {looks} readers look at rank {rank}.",
            f"Relevance = {clicks}/{looks} = {decimals(right)}.",
        ),
    )


def _z(rng: Random, _: _Task) -> Number | None:
    """Ask for z of two proportions."""
    n = rng.choice((100, 200, 400))
    a, b = (n * rng.randint(4, 16) // 20 for _ in "ab")
    found = proportions.two_proportions(a, n, b, n)
    both, right = (a + b) / (2 * n), found.z
    error = (both * (1 - both) * 2 / n) ** 0.5
    wrong = mistakes.constant_mistakes(
        "z",
        (
            ("the difference of the shares", "Divide it by its standard error.", found.difference),
            ("z with its sign turned", "Subtract A from B.", -right),
            ("the difference over the variance", "Take the root.", found.difference / error**2),
            (
                "z with the error of one group",
                "Both groups vary: 1/n twice.",
                right * 2**0.5,
            ),
            ("the p-value", "That is how often chance gives a lead this large or larger.", found.p),
        ),
    )
    if not 0.1 < abs(right) < 5:
        return None
    return Number(
        about="proportion_difference",
        name="z",
        question=f"In an A/B test {a} of {n} click with A, and {b} of {n} with B. What is <b>z</b>"
        " of B − A?",
        given="The standard error supposes that both shares are equal.",
        number=right,
        wrong=wrong,
        range=(-10, 10),
        solution=(
            f"Together ({a} + {b})/{2 * n} = {decimals(both)} click.",
            f"Standard error: √({decimals(both)}·{decimals(1 - both)}·2/{n}) = "
            f"{decimals(error, 4)}.",
            f"z = ({decimals(b / n)} − {decimals(a / n)})/{decimals(error, 4)} = "
            f"{decimals(right)}.",
        ),
    )


def _team_draft(rng: Random, _: _Task) -> Chosen | None:
    """Ask who wins an interleaved list by two clicks."""
    a, b = _lists(rng, 4, 4)
    first = rng.choice(("ab", "ba", "aa", "bb"))
    draft = interleaving.team_draft(a, b, [*map(_TEAMS.__getitem__, first)])
    clicks = sorted(rng.sample(a, 2))
    lead = draft.lead(clicks)
    options = {"a": "A", "b": "B", "c": "nobody: it is a tie"}
    right = "a" if lead > 0 else "b" if lead < 0 else "c"
    teams = zip(draft.documents, draft.teams, strict=True)
    picks = [f"{document} by {team.upper()}" for document, team in teams]
    proof = f"The list is {', '.join(picks)}."
    if a == b:
        return None
    return Chosen(
        about="team_draft",
        name="Interleaving",
        question=f"Team draft: A is {' '.join(a)}, B is {' '.join(b)}. First pick: "
        f"{first[0].upper()} in round 1, {first[1].upper()} in round 2. Readers click on "
        f"{' and '.join(clicks)}. Who <b>wins</b>?",
        given="A round: both pick their best document that is left. A click counts for its picker.",
        options=options,
        right=right,
        proof=proof,
        why=dict.fromkeys(options, "Write down who picks which document."),
        solution=(proof, f"So {options[right]} wins." if lead else "One click each: it is a tie."),
    )


def _pool(rng: Random, _: _Task) -> Number | None:
    """Ask how many documents a pool of three runs has."""
    runs = ["".join(rng.sample("abcdefgh", 5)) for _ in range(3)]
    depth = rng.randint(2, 4)
    tops = [{*run[:depth]} for run in runs]
    right, both = len({*chain(*tops)}), len(tops[0] & tops[1] & tops[2])
    wrong = mistakes.constant_mistakes(
        "pool_size",
        (
            ("the tops added up", "A document in two tops is read once.", 3 * depth),
            ("the documents of one top", "Each run brings its own.", depth),
            ("all documents of the runs", "Judges read the tops only.", len({*"".join(runs)})),
            ("the documents that are in all tops", "One top is enough.", both),
        ),
    )
    each = ", ".join(f"{{{', '.join(sorted(top))}}}" for top in tops)
    return Number(
        about="pool_size",
        name="Pool",
        question=f"Runs: {', '.join(' '.join(run) for run in runs)}. The top {depth} of each make "
        "a <b>pool</b>. How many documents do judges read?",
        number=right,
        wrong=wrong,
        range=(0, None),
        solution=(
            f"The tops are {each}.",
            f"Each document once: {', '.join(sorted({*chain(*tops)}))}.",
            f"Pool = {decimals(right)}.",
        ),
    )


_TEAMS: Final[Mapping[str, interleaving.Team]] = {"a": "a", "b": "b"}

# Scores of a set, by counts


def _f_beta(rng: Random, _: _Task) -> Number | None:
    """Ask for F with another weight of recall."""
    retrieved, relevant = rng.randint(4, 20), rng.randint(4, 20)
    hits, beta = rng.randint(2, min(retrieved, relevant) - 1), rng.choice((0.5, 2, 3))
    p, r = hits / retrieved, hits / relevant
    right, square = f_score(p, r, beta=beta), beta**2
    wrong = mistakes.constant_mistakes(
        "f_beta",
        (
            ("F1", f"Recall weighs {beta:g} times as much here.", f_score(p, r)),
            ("F with 1/β", "β² stands before P, below the line.", f_score(p, r, beta=1 / beta)),
            ("F with β in place of β²", "Square β.", f_score(p, r, beta=beta**0.5)),
            ("the sum without 1 + β²", "The factor is 1 + β².", p * r / (square * p + r)),
            ("the sum with 2 for 1 + β²", "The factor is 1 + β².", 2 * p * r / (square * p + r)),
            ("the mean of P and R", "F is a harmonic mean.", (p + r) / 2),
        ),
    )
    return Number(
        about="f1",
        name="F with β",
        question=f"A system retrieves {retrieved} documents, and {hits} of them are relevant. "
        f"{relevant} relevant documents exist. What is <b>F</b> with β = {beta:g}?",
        given="F = (1 + β²)·P·R/(β²·P + R).",
        number=right,
        wrong=wrong,
        solution=(
            f"P = {hits}/{retrieved} = {decimals(p)}, and R = {hits}/{relevant} = {decimals(r)}.",
            f"β² = {square:g}, so the factor is {1 + square:g}.",
            f"F = {1 + square:g}·{decimals(p)}·{decimals(r)}/"
            f"({square:g}·{decimals(p)} + {decimals(r)}) = {decimals(right)}.",
        ),
    )


def _fall_out(rng: Random, _: _Task) -> Number | None:
    """Ask which share of the irrelevant documents is retrieved."""
    total, relevant, retrieved = rng.choice((20, 30, 40, 50)), rng.randint(4, 9), rng.randint(5, 12)
    hits = rng.randint(1, min(relevant, retrieved) - 1)
    misses, irrelevant = retrieved - hits, total - relevant
    right = contingency(hits, misses, relevant - hits, irrelevant - misses).fall_out
    wrong = mistakes.constant_mistakes(
        "fall_out",
        (
            ("a share of all documents", "Divide by the irrelevant ones.", misses / total),
            ("a share of the retrieved ones", "That is 1 − P.", misses / retrieved),
            ("recall", "Count the irrelevant ones.", hits / relevant),
            ("1 − fall-out, the specificity", "Count what is retrieved.", 1 - right),
            ("a share of what is not retrieved", _IRRELEVANT, misses / (total - retrieved)),
        ),
    )
    return Number(
        about="precision",
        name="Fall-out",
        question=f"A system retrieves {retrieved} of {total} documents, and {hits} of them are "
        f"relevant. {relevant} relevant documents exist. What is the <b>fall-out</b>?",
        given="Fall-out: the share of the irrelevant documents that is retrieved.",
        number=right,
        wrong=wrong,
        solution=(
            f"{retrieved} − {hits} = {misses} irrelevant documents are retrieved.",
            f"{total} − {relevant} = {irrelevant} irrelevant documents exist.",
            f"Fall-out = {misses}/{irrelevant} = {decimals(right)}.",
        ),
    )


_IRRELEVANT: Final = "Divide by all irrelevant documents, retrieved or not."

# Choose a metric

_SITUATIONS: Final = {
    "which-phone": "A small screen",
    "which-voice": "Voice assistant",
    "which-complete": "Autocomplete",
    "which-ads": "Ads",
    "which-web": "Web search",
    "which-shop": "A shop",
    "which-feed": "A feed",
    "which-legal": "Legal review",
    "which-rag": "Passages for a language model",
}
"""Presets of Choosing that are a situation, so that their needs go together, and its name."""
_LONGER: Final = {"which-legal": 12, "which-shop": 6, "which-feed": 6}
"""k of a situation whose list on Choosing is shorter."""
_NEEDS: Final = (
    {
        "one": "the reader wants one answer",
        "few": "the reader wants a few documents",
        "all": "the reader wants all there is",
    },
    {
        "binary": "labels say relevant or not",
        "graded": "labels are graded",
        "incomplete": "many documents were never judged",
    },
    {
        "same": "all documents in sight get the same attention",
        "fades": "attention fades from rank to rank",
        "until": "the reader stops when satisfied",
    },
    {
        "top": "a bad first result costs most",
        "missed": "a missed document costs most",
        "wasted": "junk in the list costs most",
        "both": "missed documents and junk cost the same",
    },
)
"""Phrases for the positions of the knobs `knobs.WhichMetric`, in their order."""
_DEPTHS: Final = ((5, "one screen"), (10, "one page"), (50, "a long list"))


def _choose(rng: Random, _: _Task) -> Chosen | None:
    preset, situation = rng.choice([*_SITUATIONS.items()])
    screen = presets.presets("which_metric")[preset].on(Screen())
    screen = screen.with_settings(k=_LONGER.get(preset, screen.k))
    wanted = [screen[need] for need in knobs.WhichMetric]
    depth = next(name for k, name in _DEPTHS if screen.k <= k)
    judged = [
        verdict for verdict in which_metric.verdicts(screen) if contents.lesson_on(verdict.key)
    ]
    fitting = [verdict for verdict in judged if verdict.rank == "fits"]
    others = [verdict for verdict in judged if verdict.rank == "not"]
    if not fitting or len(others) < 3:
        return None
    right = rng.choice(fitting)
    options = [right, *rng.sample(others, 3)]
    rng.shuffle(options)
    by_letter = dict(zip("abcd", options, strict=True))
    case = "; ".join(phrases[position] for phrases, position in zip(_NEEDS, wanted, strict=True))
    why = {letter: " ".join(verdict.objections[:2]) for letter, verdict in by_letter.items()}
    why |= {letter: "" for letter, verdict in by_letter.items() if verdict is right}
    names = {letter: METRICS[verdict.key].name for letter, verdict in by_letter.items()}
    proof = f"{METRICS[right.key].name}: nothing speaks against it here."
    return Chosen(
        about=CHOICE,
        name="Choosing",
        question="Which metric fits? "
        f"<small>{situation}, {depth} (k = {screen.k}): {case}.</small>",
        options=names,
        right=next(letter for letter, verdict in by_letter.items() if verdict is right),
        proof=proof,
        why=why,
        solution=(
            *(f"{names[letter]}: {objection}" for letter, objection in why.items() if objection),
            proof,
        ),
    )


_KINDS: Final[Mapping[int, Mapping[_Kind, int]]] = {
    1: {_number: 4, _swap: 2},
    2: {_number: 4, _mean: 1, _swap: 1, _explain: 1, _target: 1, _against: 1},
    3: {_number: 4, _mean: 1, _swap: 1, _explain: 1, _target: 1, _against: 1, _choose: 1},
    4: {
        **{_number: 4, _swap: 1, _which_swap: 1, _explain: 1, _target: 1, _against: 1, _choose: 1},
        **{_tied: 1, _kendall_tau: 1, _residual: 1, _sign_test: 1},
    },
    5: {
        **{_number: 4, _swap: 1, _which_swap: 1, _explain: 1, _target: 1, _against: 1, _choose: 1},
        **{_tied: 1, _kendall_tau: 1, _residual: 1, _sign_test: 1},
        **{_condensed: 1, _rbo: 1, _interval: 1, _read_test: 1},
    },
}
_ADDED_KINDS: Final[Mapping[int, Mapping[_Kind, int]]] = {
    2: {_f_beta: 1},
    3: {_fall_out: 1},
    4: {_kappa: 1, _clicks: 1, _z: 1, _pool: 1},
    5: {_kappa: 1, _clicks: 1, _z: 1, _team_draft: 1, _pool: 1},
}
"""What is asked besides from the seed `ADDED_FROM` on."""
