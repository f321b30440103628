"""Exercises, each a function of a level and a seed, so that one link is one exercise.

Draws are thrown away until there is exactly one right answer: no usual mistake comes within
rounding of a number, one choice of several is right, and an order that is asked for exists.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np

from metrics.catalog import METRICS
from metrics.conventions import mistakes
from metrics.conventions.definitions import Definition
from metrics.conventions.mistakes import Mistake
from metrics.ranking import Ranking
from ui import contents
from ui.drill import worked
from ui.look.plain import decimals
from ui.models import which_metric
from ui.state import knobs, presets
from ui.state.documents import RankedList
from ui.state.predict import WAYS
from ui.state.screen import Screen

LEVELS: Final = {
    1: "Precision, recall, RR",
    2: "AP, F1, R-precision",
    3: "Gains and patience",
    4: "Grades that satisfy",
    5: "All of it",
}
CHOICE: Final = "choice"
"""What an exercise is about that is about no metric, but which to take."""

APART: Final = 0.0101
"""How far a wrong number is at least from the right one: two decimals tell them apart."""
_VISIBLE: Final = 0.002
"""How far two orders' scores are apart, if they are: three decimals tell them apart."""
_SAME: Final = 1e-9
_DRAWS: Final = 200
"""So many lists are tried for a kind and a metric, before others are taken."""
_RARE: Final = 0.3
"""The share of all orders, at most, that solve an exercise."""


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """Something to be worked out.

    Attributes:
        level: how hard it is.
        which: its seed.
        about: the metric it is about, by its key, or `CHOICE`.
        asks: the question, as HTML of our own.
        given: what is taken for granted, in a line below.
        ranked: the list that it is about; None: none.
        scale: the highest grade of the list's scale.
        k: the cut to draw.
        marked: ranks that are pointed at.
        worked: the solution, a sentence a step, the last with the result.
    """

    level: int
    which: int
    about: str
    asks: str
    given: str = ""
    ranked: RankedList | None = None
    scale: int = 3
    k: int | None = None
    marked: Sequence[int] = ()
    worked: Sequence[str] = ()

    @property
    def label(self) -> str:
        """What it is about, AP@3; only a mean over queries has a metric and no list."""
        if self.about == CHOICE:
            return "Choosing"
        return METRICS[self.about].label(self.k) if self.ranked else "MRR"


@dataclass(frozen=True, kw_only=True)
class Number(Exercise):
    """A score to be computed.

    Attributes:
        ranking: the list as metrics read it.
        knobs: the metric's, where they are not as they first stand.
        number: what is right.
        best: what the best order of these documents has.
        wrong: the mistakes it tells apart.
    """

    ranking: Ranking
    knobs: Mapping[str, Any] = field(default_factory=dict)
    number: float
    best: float
    wrong: Sequence[Mistake]


@dataclass(frozen=True, kw_only=True)
class Chosen(Exercise):
    """One of several to be chosen.

    Attributes:
        options: what can be chosen, by letter.
        right: the letter that is right.
        proof: what shows that it is.
        why: what is to be said about the others.
    """

    options: Mapping[str, str]
    right: str
    proof: str
    why: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What an order has to do to a metric: `way` is "is", "rises" or "falls", from a score."""

    metric: str
    knobs: Mapping[str, Any]
    way: str
    score: float

    def met(self, score: float) -> bool:
        """Tell whether a score is where it has to be."""
        by = score - self.score
        return {"is": abs(by) <= _SAME, "rises": by > _SAME, "falls": by < -_SAME}[self.way]


@dataclass(frozen=True, kw_only=True)
class Ordered(Exercise):
    """An order to be found for the cards of the list."""

    wanted: Sequence[Wanted] = field(default_factory=tuple)


@lru_cache(maxsize=2048)
def exercise(level: int, seed: int) -> Exercise:
    """Return the exercise of a level and a seed."""
    # A link has to stay the same exercise: NumPy's generators may draw otherwise in a new version.
    rng = Random(f"rankbook {level} {seed}")
    while True:
        kind, task = _weighted(rng, _KINDS[level]), _task(rng, level)
        for _ in range(_DRAWS):
            if made := kind(rng, task, level, seed):
                return made


def _weighted(rng: Random, weights: "Mapping[_Kind, int]") -> "_Kind":
    at = int(rng.random() * sum(weights.values()))
    return [kind for kind, weight in weights.items() for _ in range(weight)][at]


# What is asked about


@dataclass(frozen=True, kw_only=True)
class _Task:
    """A metric with its knobs, and the lists on which it is asked for."""

    metric: str
    scale: int = 1
    ranks: tuple[int, int] = (5, 5)
    missed: tuple[int, int] = (0, 0)
    cut: bool = False
    relevant_from: int = 1
    knobs: Mapping[str, Any] = field(default_factory=dict)


_Kind: TypeAlias = Callable[[Random, _Task, int, int], Exercise | None]
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
        _Task(metric="reciprocal_rank", scale=3, relevant_from=2),
    ),
}
_FORMER: Final = 0.25
"""How often a level asks for what the one below asks for."""
_SPREAD: Final = {1: (5, 4), 3: (5, 3, 3, 4), 4: (4, 3, 3, 3, 3)}
"""How often which grade is drawn, by scale."""


def _task(rng: Random, level: int) -> _Task:
    of = level - 1 if level > 1 and rng.random() < _FORMER else level
    return rng.choice(_TASKS[of])


@dataclass(frozen=True)
class _Drawn:
    """A task with a list drawn for it."""

    task: _Task
    grades: Sequence[int]
    missed: Sequence[int]
    k: int | None

    @property
    def ranking(self) -> Ranking:
        return Ranking(
            self.grades,
            missed=self.missed,
            top_grade=self.task.scale,
            relevant_from=self.task.relevant_from,
        )

    @property
    def name(self) -> str:
        return METRICS[self.task.metric].label(self.k)

    def score(self, grades: Sequence[int]) -> float:
        """Score the documents in another order."""
        drawn = _Drawn(self.task, grades, self.missed, self.k)
        return float(worked.compute(self.task.metric, drawn.ranking, self.k, self.task.knobs).score)

    def shown(self) -> dict[str, Any]:
        """Return what an exercise shows of it."""
        return {
            "about": self.task.metric,
            "ranked": _listed(self.grades, self.missed, self.task.scale),
            "scale": self.task.scale,
            "k": self.k,
            "given": _given(self.task, self.k, has_missed=bool(self.missed)),
        }


def _drawn(rng: Random, task: _Task) -> _Drawn | None:
    """Draw a list for a task; None where the metric has no score, or nothing to tell apart."""
    count, unseen = rng.randint(*task.ranks), rng.randint(*task.missed)
    grades = rng.choices(range(task.scale + 1), _SPREAD[task.scale], k=count)
    missed = [rng.randint(task.relevant_from, task.scale) for _ in range(unseen)]
    k = rng.randint(2, count - 1) if task.cut else None
    drawn = _Drawn(task, grades, missed, k)
    made = worked.compute(task.metric, drawn.ranking, k, task.knobs)
    return None if made.undefined or len(set(grades)) == 1 else drawn


def _listed(grades: Sequence[int], missed: Sequence[int], scale: int) -> RankedList:
    """Return a list with these grades, with titles for its documents."""
    told = {"id": "drill", "lesson": "", "name": "", "says": "", "settings": {"scale": scale}}
    found = presets.read({**told, "grades": grades, "missed": missed}).lists["a"]
    assert found
    return found


def _given(task: _Task, k: int | None, *, has_missed: bool) -> str:
    """Say in a sentence which definition is meant, where there are several."""
    text = _meant(task, k, has_missed=has_missed)
    return f"{text if text[1:2] == ' ' else text[:1].upper() + text[1:]}." if text else ""


def _meant(task: _Task, k: int | None, *, has_missed: bool) -> str:
    said = [f"relevant from grade {task.relevant_from}"] * (task.relevant_from > 1)
    said += _taken(task.metric, task.scale, **task.knobs)
    if task.metric == "average_precision" and (has_missed or k):
        said.append("over all relevant documents that exist")
    if task.metric == "ndcg":
        said.append(
            "ideal order of all judged documents" + (", cut at the same rank" if has_missed else "")
        )
    if task.metric in ("mean_rank", "first_relevant_rank") and (has_missed or k):
        charge = "k + 1" if k else "one rank more than the list has"
        said.append(f"what is not there costs {charge}")
    return ", ".join(said)


def _taken(metric: str, scale: int, gain: str = "linear", persistence: float = 0.8) -> list[str]:
    if metric in ("cumulative_gain", "dcg", "ndcg"):
        discounted = [] if metric == "cumulative_gain" else ["discount 1/log₂(i + 1)"]
        return [f"gain {'g' if gain == 'linear' else '2^g − 1'}", *discounted]
    if metric == "rbp":
        worth = [f"a document of grade g is worth g/{scale}"] if scale > 1 else []
        return [f"p = {persistence:g}", *worth]
    return [f"R = (2^g − 1)/2^{scale}"] if metric == "err" else []


# Compute


def _number(rng: Random, task: _Task, level: int, seed: int) -> Number | None:
    if not (drawn := _drawn(rng, task)):
        return None
    ranking = drawn.ranking
    right = drawn.score(drawn.grades)
    wrong = mistakes.of(task.metric, **task.knobs)
    scores = [float(one.score(ranking, drawn.k)) for one in wrong]
    if right < APART or any(abs(score - right) <= APART for score in scores):
        return None
    if sum(drawn.ranking.relevant()) < 2 and task.metric == "average_precision":
        return None  # then it is RR
    best = Ranking(
        sorted([*drawn.grades, *drawn.missed], reverse=True),
        top_grade=task.scale,
        relevant_from=task.relevant_from,
    )
    return Number(
        level=level,
        which=seed,
        asks=f"What is <b>{drawn.name}</b> of this list?",
        ranking=ranking,
        knobs=task.knobs,
        number=right,
        best=float(worked.compute(task.metric, best, drawn.k, task.knobs).score),
        wrong=wrong,
        worked=worked.steps(task.metric, ranking, drawn.k, task.knobs),
        **drawn.shown(),
    )


_FIRST_HITS: Final = (1, 1, 2, 3, 4, 5, 8, 10, 20, 50)


def _mean(rng: Random, _: _Task, level: int, seed: int) -> Number | None:
    """Ask for MRR, of queries of which all that matters can be told."""
    ranks = rng.sample(_FIRST_HITS, 3)
    grades = np.zeros((len(ranks), max(ranks)))
    grades[range(len(ranks)), [rank - 1 for rank in ranks]] = 1
    ranking, wrong = Ranking(grades), mistakes.over_queries()
    total = sum(1 / rank for rank in ranks)
    right = total / len(ranks)
    if any(abs(float(one.score(ranking, None)) - right) <= APART for one in wrong):
        return None
    each = [f"1/{rank}" for rank in ranks]
    return Number(
        level=level,
        which=seed,
        about="reciprocal_rank",
        asks="Three queries have their first hit at ranks "
        f"{ranks[0]}, {ranks[1]} and {ranks[2]}. What is <b>MRR</b>?",
        ranking=ranking,
        number=right,
        best=1,
        wrong=wrong,
        worked=(
            f"1/r of each query: {', '.join(each)}.",
            f"Together: {' + '.join(each)} = {decimals(total)}.",
            f"MRR = {decimals(total)}/{len(ranks)} = {decimals(right)}.",
        ),
    )


# Predict a swap


def _swapped(grades: Sequence[int], one: int, other: int) -> list[int]:
    """Return grades with two ranks, counted from 1, in each other's place."""
    swapped = list(grades)
    swapped[one - 1], swapped[other - 1] = grades[other - 1], grades[one - 1]
    return swapped


def _swap(rng: Random, task: _Task, level: int, seed: int) -> Chosen | None:
    way = rng.choice(list(WAYS))
    if not (drawn := _drawn(rng, task)):
        return None
    ranks = range(1, len(drawn.grades) + 1)
    one = rng.choice(ranks[:-1])
    other = one + 1 if level < 3 else rng.choice(ranks[one:])
    grades = drawn.grades
    if grades[one - 1] == grades[other - 1]:
        return None
    was, now = drawn.score(grades), drawn.score(_swapped(grades, one, other))
    by = now - was
    if way != ("stays" if abs(by) <= _SAME else "rises" if by > 0 else "falls"):
        return None
    if _SAME < abs(by) < APART or was < APART:
        return None
    before = decimals(was)
    proof = f"After the swap {drawn.name} is {decimals(now)}: it {way}."
    return Chosen(
        level=level,
        which=seed,
        asks=f"Ranks {one} and {other} change places. <b>{drawn.name}</b> …",
        marked=(one, other),
        options=dict(zip("abc", (f"{way} {sign}" for way, sign in WAYS.items()), strict=True)),
        right="abc"[list(WAYS).index(way)],
        proof=proof,
        why=dict.fromkeys(
            "abc", f"Before the swap it is {before}. Work out what it is after the swap."
        ),
        worked=(*worked.steps(task.metric, drawn.ranking, drawn.k, task.knobs), proof),
        **drawn.shown(),
    )


def _which_swap(rng: Random, task: _Task, level: int, seed: int) -> Chosen | None:
    if not (drawn := _drawn(rng, task)):
        return None
    count = len(drawn.grades)
    if count < 4:
        return None
    first = rng.randint(1, count - 3)
    second = rng.randint(first + 2, count - 1)
    was = drawn.score(drawn.grades)
    by = [abs(drawn.score(_swapped(drawn.grades, at, at + 1)) - was) for at in (first, second)]
    if abs(by[0] - by[1]) < APART or was < APART:
        return None
    names = [f"ranks {at} and {at + 1}" for at in (first, second)]
    right = 0 if by[0] > by[1] else 1
    changes = [
        f"Swapping {name} changes it by {decimals(d)}." for name, d in zip(names, by, strict=True)
    ]
    return Chosen(
        level=level,
        which=seed,
        asks=f"Which swap changes <b>{drawn.name}</b> more?",
        marked=(first, first + 1, second, second + 1),
        options=dict(zip("ab", names, strict=True)),
        right="ab"[right],
        proof=changes[right],
        why=dict.fromkeys("ab", f"{changes[1 - right]} Work out the other one."),
        worked=(
            *worked.steps(task.metric, drawn.ranking, drawn.k, task.knobs),
            *changes,
        ),
        **drawn.shown(),
    )


# Explain a number


def _explain(rng: Random, task: _Task, level: int, seed: int) -> Chosen | None:
    if not (drawn := _drawn(rng, task)):
        return None
    right = mistakes.taught(task.metric, **task.knobs)
    every: list[Definition] = [*mistakes.of(task.metric, **task.knobs), right]
    scores = {each: float(each.score(drawn.ranking, drawn.k)) for each in every}
    there = [each for each in every if scores[each] == scores[each]]
    rng.shuffle(there)
    asked = right if rng.random() < 0.25 else there[0]
    number = scores[asked]
    others = [each for each in there if abs(scores[each] - number) > APART]
    if len(others) < len(there) - 1 or len(others) < 3 or number < APART:
        return None
    options = [asked, *others[:2]]
    if right not in options:
        options.append(right)
    rng.shuffle(options)
    named = dict(zip("abcd", options, strict=False))
    told = {letter: f"{each.says[:1].upper()}{each.says[1:]}" for letter, each in named.items()}
    gives = {letter: f"{told[letter]}: {decimals(scores[named[letter]])}." for letter in named}
    chosen = next(letter for letter, each in named.items() if each is asked)
    return Chosen(
        level=level,
        which=seed,
        asks=f"A tool says <b>{drawn.name} = {decimals(number)}</b>. What did it compute?",
        options=told,
        right=chosen,
        proof=gives[chosen],
        why={letter: f"That would be {decimals(scores[each])}." for letter, each in named.items()},
        worked=tuple(gives.values()),
        **drawn.shown(),
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
"""Which metrics are to be set against each other, by level."""

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
"""Metrics of which a score is asked for, by level."""


def scores_of_orders(
    metric: str, knobs: Mapping[str, Any], scale: int, grades: Sequence[int]
) -> dict[tuple[int, ...], float]:
    """Score every order of some grades."""
    orders = sorted(set(permutations(grades)))
    made = worked.compute(metric, Ranking(np.array(orders), top_grade=scale), None, knobs)
    return dict(zip(orders, made.score.tolist(), strict=True))


def _are_clear(scores: Sequence[float], score: float) -> bool:
    """Tell whether three decimals show which of the scores are another one."""
    off = np.abs(np.array(scores) - score)
    return not ((off > _SAME) & (off < _VISIBLE)).any()


def _target(rng: Random, _: _Task, level: int, seed: int) -> Ordered | None:
    task = rng.choice(_TARGETS[level])
    drawn = _drawn(rng, task)
    if not drawn or sum(grade > 0 for grade in drawn.grades) < 2:
        return None
    start = tuple(drawn.grades)
    scores = scores_of_orders(task.metric, task.knobs, task.scale, start)
    every = list(scores.values())
    score = rng.choice(every)
    solving = [order for order, each in scores.items() if abs(each - score) <= _SAME]
    if (
        abs(scores[start] - score) <= _SAME
        or len(solving) > _RARE * len(scores)
        or score in (min(every), max(every))
        or not _are_clear(every, score)
    ):
        return None
    told = decimals(score).rstrip("0").rstrip(".")
    return Ordered(
        level=level,
        which=seed,
        asks=f"Put these cards in an order with <b>{drawn.name} = {told}</b>.",
        wanted=(Wanted(metric=task.metric, knobs=task.knobs, way="is", score=score),),
        worked=_one_order(solving[0], [task]),
        **drawn.shown(),
    )


def _against(rng: Random, _: _Task, level: int, seed: int) -> Ordered | None:
    tasks = list(rng.choice(_AGAINST[level]))
    rng.shuffle(tasks)
    if not (drawn := _drawn(rng, tasks[0])):
        return None
    start = tuple(drawn.grades)
    ups, downs = (scores_of_orders(task.metric, task.knobs, task.scale, start) for task in tasks)
    solving = [
        order
        for order in ups
        if ups[order] - ups[start] > _SAME and downs[start] - downs[order] > _SAME
    ]
    if not 0 < len(solving) <= _RARE * len(ups):
        return None
    if not all(_are_clear(list(each.values()), each[start]) for each in (ups, downs)):
        return None
    up, down = (METRICS[task.metric].label() for task in tasks)
    shown = drawn.shown()
    taken = [_meant(task, None, has_missed=False) for task in tasks]
    shown["given"] = ". ".join(
        f"{name}: {said}" for name, said in zip((up, down), taken, strict=True) if said
    )
    return Ordered(
        level=level,
        which=seed,
        asks=f"Find an order that <b>{up}</b> prefers to this one and <b>{down}</b> does not: "
        f"{up} rises, {down} falls.",
        wanted=(
            *(
                Wanted(metric=task.metric, knobs=task.knobs, way=way, score=scores[start])
                for task, way, scores in zip(tasks, ("rises", "falls"), (ups, downs), strict=True)
            ),
        ),
        worked=(
            f"Now {up} is {decimals(ups[start])} and {down} {decimals(downs[start])}.",
            *_one_order(solving[0], tasks),
        ),
        **shown,
    )


def _one_order(order: Sequence[int], tasks: Sequence[_Task]) -> tuple[str, ...]:
    ranking = Ranking(order, top_grade=tasks[0].scale)
    told = [
        f"{METRICS[task.metric].label()} = "
        f"{decimals(float(worked.compute(task.metric, ranking, None, task.knobs).score))}"
        for task in tasks
    ]
    return (
        f"One that does it: grades {' '.join(map(str, order))}.",
        f"It has {' and '.join(told)}.",
        *(step for task in tasks for step in worked.steps(task.metric, ranking, None, task.knobs)),
    )


# Choose a metric

_SAID: Final = (
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
        "same": "all in sight is looked at alike",
        "fades": "attention fades from rank to rank",
        "until": "the reader stops when satisfied",
    },
    {
        "top": "a bad first result costs most",
        "missed": "a missed document costs most",
        "wasted": "junk in the list costs most",
        "both": "missed documents and junk cost alike",
    },
)
"""What a metric is chosen by (`knobs.WhichMetric`), in words."""
_DEPTHS: Final = {5: "One screen of 5", 10: "One page of 10", 50: "A long list"}


def _choose(rng: Random, _: _Task, level: int, seed: int) -> Chosen | None:
    wanted = [rng.choice(list(each)) for each in _SAID]
    k = rng.choice(list(_DEPTHS))
    screen = Screen().turned(k=k, **dict(zip(knobs.WhichMetric, wanted, strict=True)))
    judged = [each for each in which_metric.verdicts(screen) if contents.lesson_on(each.key)]
    fitting = [each for each in judged if each.rank == "fits"]
    others = [each for each in judged if each.rank == "not"]
    if not fitting or len(others) < 3:
        return None
    right = rng.choice(fitting)
    options = [right, *rng.sample(others, 3)]
    rng.shuffle(options)
    named = dict(zip("abcd", options, strict=True))
    case = "; ".join(each[position] for each, position in zip(_SAID, wanted, strict=True))
    why = {letter: " ".join(each.objections) for letter, each in named.items()}
    why |= {letter: "" for letter, each in named.items() if each is right}
    names = {letter: METRICS[each.key].name for letter, each in named.items()}
    proof = f"{METRICS[right.key].name}: nothing speaks against it here."
    return Chosen(
        level=level,
        which=seed,
        about=CHOICE,
        asks=f"Which metric fits? <small>{_DEPTHS[k]}: {case}.</small>",
        options=names,
        right=next(letter for letter, each in named.items() if each is right),
        proof=proof,
        why=why,
        worked=(
            *(f"{names[letter]}: {said}" for letter, said in why.items() if said),
            proof,
        ),
    )


_KINDS: Final[Mapping[int, Mapping[_Kind, int]]] = {
    1: {_number: 4, _swap: 2},
    2: {_number: 4, _mean: 1, _swap: 1, _explain: 1, _target: 1, _against: 1},
    3: {_number: 4, _mean: 1, _swap: 1, _explain: 1, _target: 1, _against: 1, _choose: 1},
    4: {_number: 4, _swap: 1, _which_swap: 1, _explain: 1, _target: 1, _against: 1, _choose: 1},
    5: {_number: 4, _swap: 1, _which_swap: 1, _explain: 2, _target: 1, _against: 1, _choose: 1},
}
