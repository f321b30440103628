"""The drill: each exercise has one right answer, and a wrong one is led back to its mistake.

What is right is worked out once more on paper (`on_paper`), from the list that is shown.
"""

import inspect
import math
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from html import unescape
from importlib import import_module
from itertools import chain, permutations
from random import Random
from typing import Any

import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from pyNTCIREVAL import metrics as ntcireval
from scipy import stats
from sklearn import metrics as sklearn_metrics
from streamlit.testing.v1 import AppTest

from app_driver import (
    act,
    charts,
    controls,
    data,
    deliver,
    notices,
    pieces,
    press,
    set_to,
    tables,
    text,
    to_text,
    visit,
)
from app_driver import run as rerun
from expected import written
from live_app import settle
from live_board import Board, comes_true, overhang
from metrics import catalog
from metrics.catalog import DRILLED, METRICS
from metrics.conventions import mistakes
from on_paper import RIGHT, Paper
from pages.drill import drawing as drill
from pages.drill import exercises, judging, sheet
from pages.drill.exercises import (
    ADDED_FROM,
    CHOICE,
    LEVELS,
    Chosen,
    Exercise,
    Number,
    Ordered,
    make_exercise,
)
from test_mistakes import MADE
from test_notebook import run, saved
from ui import contents
from ui.core import knobs, link, presets
from ui.core.documents import RefusedError
from ui.draw.which_metric import ADVICE

SEEDS = (*range(1000), *range(ADDED_FROM, ADDED_FROM + 200))
make_exercise = cache(make_exercise)  # the app's own cache holds fewer than are read here


def paper(exercise: Exercise) -> Paper:
    """The list of an exercise as it is shown, with what stands below the question."""
    ranked = exercise.ranked
    assert ranked
    grades: list[Any] = [document.grade for document in ranked.documents]
    shown, missed = grades[: ranked.retrieved], grades[ranked.retrieved :]
    return Paper(shown, missed, exercise.k or len(shown), exercise.scale, *told(exercise.given))


def told(given: str) -> tuple[int, dict[str, Any]]:
    """The bar for relevance and the knobs, as a line of a question tells them."""
    known: dict[str, Any] = {"gain": "exponential" if "ain 2^g − 1" in given else "linear"}
    if p := re.search(r"p = ([\d.]+\d)", given):
        known["persistence"] = float(p[1])
    bar = re.search(r"Relevant from grade (\d)", given)
    return int(bar[1]) if bar else 1, known


def swapped(on: Paper, one: int, other: int) -> Paper:
    grades = list(on.grades)
    grades[one - 1], grades[other - 1] = grades[other - 1], grades[one - 1]
    return on._replace(grades=grades)


def asked_label(exercise: Exercise) -> str:
    return METRICS[exercise.about].label(exercise.k)


# Exercises


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_hundred_exercises_of_a_level_have_one_right_answer_each(level: int) -> None:
    kinds = set()
    for seed in (*range(100), *range(ADDED_FROM, ADDED_FROM + 100)):
        exercise = make_exercise(level, seed)
        if exercise.ranked and not exercise.name and not isinstance(exercise, Ordered):
            assert f"<b>{asked_label(exercise)}" in exercise.question
        if exercise.name == "MRR":
            assert_mean(exercise)
        elif isinstance(exercise, Number) and not exercise.ranking:
            assert_worked_out(exercise)
        elif isinstance(exercise, Number):
            assert_number(exercise)
        elif isinstance(exercise, Chosen):
            assert_choice(exercise)
        kinds.add(
            (type(exercise).__name__, re.sub(r"<.*?>|[\d@.=]+", "", exercise.question).split()[0])
        )
    assert kinds == {kind for first, some in KINDS.items() if first <= level for kind in some} - (
        {("Number", "Three"), ("Number", "A")} if level > 3 else set()
    )


KINDS = {
    1: {("Number", "What"), ("Chosen", "Ranks")},
    2: {
        ("Number", "A"),
        ("Chosen", "A"),
        ("Ordered", "Put"),
        ("Ordered", "Find"),
        ("Number", "Three"),
    },
    3: {("Chosen", "Which")},
    4: {("Number", begins) for begins in ("How", "Ranks", "List", "B", "Of", "In", "Runs:")},
    5: {("Chosen", "The"), ("Chosen", "Team")},
}
"""How the questions begin that a level adds."""


def knobs_of(about: str, on: Paper) -> dict[str, Any]:
    """The knobs that the mistakes about a metric take."""
    taken = () if about == "q_measure" else METRICS[about].knobs
    return {name: on.knobs[name] for name in taken if name in on.knobs}


def assert_number(exercise: Number) -> None:
    on = paper(exercise)
    right = RIGHT[exercise.about](on)
    assert exercise.number == pytest.approx(right)
    assert right > 0.01
    knob = knobs_of(exercise.about, on)
    assert [one.key for one in exercise.wrong] == [
        one.key for one in mistakes.of_metric(exercise.about, **knob)
    ]
    for one, score in exercise.wrong.items():
        assert not abs(score - right) <= 0.01, (exercise, one.key)
    assert written(right) in exercise.solution[-1] or f"= {right:g}." in exercise.solution[-1]
    if told := re.search(r"= ([\d ./+·()−]+) = (\d[\d.]*)\.$", exercise.solution[-1]):
        calculation = told[1].replace("·", "*").replace("−", "-")
        value = eval(calculation)  # digits, signs and brackets of our own sentence
        assert value == pytest.approx(float(told[2]), abs=2e-3)


def assert_mean(exercise: Number) -> None:
    """MRR of first ranks, and what somebody gets who errs; each is told what the error was."""
    ranks = [int(rank) for rank in re.findall(r"\d+", exercise.question)]
    right = sum(1 / rank for rank in ranks) / 3
    assert exercise.number == pytest.approx(right)
    low, middle, high = sorted(ranks)
    made = {
        "one over the mean rank": 3 / (low + middle + high),
        "the mean rank": (low + middle + high) / 3,
        "the sum of 1/r": 1 / low + 1 / middle + 1 / high,
        "1/r of the best query": 1 / low,
        "the product of 1/r": 1 / (low * middle * high),
        "the geometric mean of 1/r": (1 / (low * middle * high)) ** (1 / 3),
        "1/r of the middle query": 1 / middle,
    }
    assert [one.wording for one in exercise.wrong] == list(made)
    for says, wrong in made.items():
        assert abs(wrong - right) > 0.01
        assert f"hat is {says}." in judging.judge(exercise, f"{wrong:.4f}", 0).feedback


def assert_worked_out(exercise: Number) -> None:
    """The answer is that of SciPy, scikit-learn or a plain loop, and no mistake gives it."""
    right = INDEPENDENT[exercise.name](exercise)
    assert exercise.number == pytest.approx(
        right, abs=5e-4 if exercise.name == "Interval" else 1e-9
    )
    assert written(abs(exercise.number)) in exercise.solution[-1]
    assert exercise.range[0] <= right <= (exercise.range[1] or math.inf)
    assert not [one for one, wrong in exercise.wrong.items() if abs(wrong - right) <= 0.01]


def read_numbers(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"\d+(?:\.\d+)?", text)]


def two_lists(exercise: Number) -> tuple[list[str], list[str]]:
    a, b = re.findall(r"(?<=is )[a-f](?: [a-f])+", exercise.question)
    return a.split(), b.split()


def tau(exercise: Number) -> float:
    a, b = two_lists(exercise)
    return float(stats.kendalltau(range(len(a)), [b.index(each) for each in a]).statistic)


def rbo(exercise: Number) -> float:
    a, b = two_lists(exercise)
    p, total = read_numbers(exercise.given)[0], 0.0
    for depth in (1, 2, 3):
        total += (1 - p) * p ** (depth - 1) * len({*a[:depth]}.intersection(b[:depth])) / depth
    return total


def residual(exercise: Number) -> float:
    """All readers less those who stop at a judged rank."""
    p, on = read_numbers(exercise.given)[0], paper(exercise)
    judged = [rank for rank, grade in enumerate(on.grades, start=1) if grade is not None]
    return 1 - sum((1 - p) * p ** (rank - 1) for rank in judged)


def condensed(exercise: Number) -> float:
    short = [grade for grade in paper(exercise).grades if grade is not None]
    return float(sklearn_metrics.average_precision_score(short, range(len(short), 0, -1)))


def sign_test(exercise: Number) -> float:
    wins, losses = map(int, read_numbers(exercise.question)[:2])
    return float(stats.binomtest(wins, wins + losses).pvalue)


def upper_end(exercise: Number) -> float:
    n, mean, spread = read_numbers(exercise.question)[:3]
    return float(stats.t.interval(0.95, n - 1, mean, spread / n**0.5)[1])


def kappa(exercise: Number) -> float:
    """Pooled, it is Cohen's of both judges in both orders, whose margins are equal."""
    _, both, first, second, neither = map(int, read_numbers(exercise.question))
    one = [1] * (both + first) + [0] * (second + neither)
    other = [1] * both + [0] * first + [1] * second + [0] * neither
    if "pooled" in exercise.given:
        one, other = one + other, other + one
    return float(sklearn_metrics.cohen_kappa_score(one, other))


def over_ties(exercise: Number) -> float:
    on, tied = paper(exercise), [rank - 1 for rank in exercise.marked]
    scores = []
    for order in permutations(tied):
        grades = list(on.grades)
        for at, of in zip(tied, order, strict=True):
            grades[at] = on.grades[of]
        scores.append(RIGHT[exercise.about](on._replace(grades=grades)))
    return sum(scores) / len(scores)


def z_of_two(exercise: Number) -> float:
    a, of_a, b, of_b = read_numbers(exercise.question)
    both = (a + b) / (of_a + of_b)
    return (b / of_b - a / of_a) / math.sqrt(both * (1 - both) * (1 / of_a + 1 / of_b))


def relevance(exercise: Number) -> float:
    readers, rank, clicks = read_numbers(exercise.question.replace(",", "").replace("1/i", ""))
    return clicks / (readers / rank)


def pool(exercise: Number) -> float:
    """How many letters the first columns of the runs have."""
    runs = re.findall(r"\b[a-h](?: [a-h]){4}\b", exercise.question)
    depth = int(re.findall(r"top (\d)", exercise.question)[0])
    columns = list(zip(*(run.split() for run in runs), strict=True))[:depth]
    return len(set().union(*columns))


def labels(retrieved: int, hits: int, relevant: int, total: int) -> tuple[list[int], list[int]]:
    """Which documents are relevant, and which are retrieved."""
    missed = relevant - hits
    rejected = total - retrieved - missed
    truth = [1] * hits + [0] * (retrieved - hits) + [1] * missed + [0] * rejected
    return truth, [1] * retrieved + [0] * (total - retrieved)


def f_beta(exercise: Number) -> float:
    *counts, beta = read_numbers(exercise.question)
    retrieved, hits, relevant = map(int, counts)
    truth, found = labels(retrieved, hits, relevant, retrieved + relevant)
    return float(sklearn_metrics.fbeta_score(truth, found, beta=beta))


def fall_out(exercise: Number) -> float:
    """1 minus the recall of the irrelevant documents among those that are not retrieved."""
    retrieved, total, hits, relevant = map(int, read_numbers(exercise.question))
    truth, found = labels(retrieved, hits, relevant, total)
    return 1 - float(sklearn_metrics.recall_score(truth, found, pos_label=0))


INDEPENDENT: dict[str, Callable[[Number], float]] = {
    **{"τ": tau, "RBO": rbo, "Residual": residual, "Condensed AP": condensed},
    **{"p-value": sign_test, "Interval": upper_end, "": over_ties, "κ": kappa},
    **{"Relevance": relevance, "z": z_of_two, "Pool": pool},
    **{"F with β": f_beta, "Fall-out": fall_out},
}


def assert_choice(exercise: Chosen) -> None:
    assert len(set(exercise.options.values())) == len(exercise.options) in (2, 3, 4)
    if exercise.about == CHOICE:
        assert_fits(exercise)
        return
    if exercise.name == "Reading a test":
        assert_reads(exercise)
        return
    if exercise.name == "Interleaving":
        assert_interleaved(exercise)
        return
    on = paper(exercise)
    score = RIGHT[exercise.about]
    ranks = [int(rank) for rank in re.findall(r"\d+", exercise.question.partition("<b>")[0])]
    if exercise.question.startswith("Ranks"):
        by = score(swapped(on, *ranks)) - score(on)
        assert abs(by) < 1e-9 or abs(by) > 0.01
        way = "stays =" if abs(by) < 1e-9 else "rises ↑" if by > 0 else "falls ↓"
        assert exercise.options[exercise.right] == way
        assert list(exercise.marked) == ranks
    elif exercise.question.startswith("Which"):
        by = {
            option: abs(score(swapped(on, *map(int, re.findall(r"\d+", option)))) - score(on))
            for option in exercise.options.values()
        }
        small, large = sorted(by.values())
        assert large - small > 0.01
        assert by[exercise.options[exercise.right]] == large
    else:
        assert_explains(exercise, on)


def assert_explains(exercise: Chosen, on: Paper) -> None:
    """The number that is asked about comes from one option only."""
    number = float(exercise.question.partition(" = ")[2].partition("<")[0])
    knob = knobs_of(exercise.about, on)
    by = {one.wording.lower(): MADE[one.key] for one in mistakes.of_metric(exercise.about, **knob)}
    by[mistakes.taught(exercise.about).wording.lower()] = RIGHT[exercise.about]
    scores = {letter: by[option.lower()](on) for letter, option in exercise.options.items()}
    giving = [letter for letter, score in scores.items() if abs(score - number) < 0.01]
    assert giving == [exercise.right]
    assert abs(scores[exercise.right] - number) <= 0.0005 + 1e-9


def assert_reads(exercise: Chosen) -> None:
    right, wrong = exercise.options[exercise.right], {*exercise.options.values()}
    wrong.remove(right)
    if "interval" in exercise.question:
        ends = exercise.question.replace("−", "-").partition("is <b>")[2].partition("</b>")[0]
        low, high = map(float, ends.split(" to "))
        holds = "is significant" if low * high > 0 else "is not significant"
        assert right.endswith(holds)
    else:
        percent = round(100 * float(exercise.question.partition("p = ")[2][:4]))
        assert right.startswith(f"If A and B were equally good, {percent} % ")
    assert all(exercise.why[letter] for letter in exercise.options if letter != exercise.right)


def assert_interleaved(exercise: Chosen) -> None:
    """Four documents are picked in two rounds; each click counts for who picked it."""
    a, b = (each.split() for each in re.findall(r"(?<= is )[a-d](?: [a-d])+", exercise.question))
    pick: dict[str, str] = {}
    for who in re.findall(r"([AB]) in round", exercise.question):
        for team in (who, "AB".replace(who, "")):
            pick[next(each for each in (a if team == "A" else b) if each not in pick)] = team
    clicks = exercise.question.partition("click on ")[2][:7].split(" and ")
    teams = [pick[each] for each in clicks]
    won = {2: "A", 1: "nobody: it is a tie", 0: "B"}[teams.count("A")]
    assert exercise.options[exercise.right] == won


def assert_fits(exercise: Chosen) -> None:
    """One metric has nothing against it in what is said of the choice, the others two things."""
    said = exercise.question.lower()
    words = {
        "wants": {"one answer": "one", "a few": "few", "all there is": "all"},
        "labels": {
            "relevant or not": "binary",
            "labels are graded": "graded",
            "never judged": "incomplete",
        },
        "attention": {
            "same attention": "same",
            "attention fades": "fades",
            "when satisfied": "until",
        },
        "cost": {
            "a bad first result": "top",
            "a missed document": "missed",
            "junk in the list": "wasted",
            "missed documents and junk": "both",
        },
        "depth": {"one screen": "screen", "one page": "page", "a long list": "deep"},
    }
    case = {}
    for choice, positions in words.items():
        (case[choice],) = (value for word, value in positions.items() if word in said)
    if "(k = 1)" in said and case["cost"] == "top":  # only the first result is seen
        del case["cost"]
    keys = {metric.name: key for key, metric in METRICS.items()}
    for letter, option in exercise.options.items():
        assert contents.lesson_on(keys[option])
        advice = ADVICE[keys[option]]
        objections = advice.objections
        against = sum(value in objections.get(choice, ()) for choice, value in case.items())
        if letter == exercise.right:
            assert against == 0
            assert not advice.never
        else:
            assert against > 1 or advice.never


@pytest.mark.slow
@pytest.mark.parametrize("about", ["q_measure", "bpref"])
def test_q_is_that_of_ntcireval_and_bpref_that_of_trec_eval(about: str) -> None:
    tried = 0
    for exercise in numbers(about, 5):
        on = paper(exercise)
        names = [f"d{at}" for at in range(len(on.grades) + len(on.missed))]
        judged = {
            n: g for n, g in zip(names, (*on.grades, *on.missed), strict=True) if g is not None
        }
        run = {name: -at for at, name in enumerate(names[: len(on.grades)])}
        if about == "bpref":
            measured = pytrec_eval.RelevanceEvaluator({"q": judged}, {"bpref"}).evaluate({"q": run})
            theirs = measured["q"]["bpref"]
        else:
            counts = [[*judged.values()].count(grade) for grade in range(4)]
            theirs = ntcireval.QMeasure(counts, [1, 2, 3], 1).compute([*enumerate(on.grades)])
        assert exercise.number == pytest.approx(theirs, abs=1e-6), exercise.which
        tried += 1
        if tried == 10:
            break
    assert tried == 10


def test_the_last_level_asks_for_much_more_than_rr_ndcg_and_err() -> None:
    names = [make_exercise(5, seed).label.partition("@")[0] for seed in range(200)]
    assert sum(name in ("RR", "nDCG", "ERR") for name in names) < len(names) / 3
    assert {*names} > {"RBO", "τ", "bpref", "Q", "Residual", "Interval", "p-value"}
    assert {*names} > {"Reading a test", "Condensed AP", "Choosing"}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_praise_is_about_what_was_chosen(level: int) -> None:
    told_apart = 0
    for seed in range(400):
        exercise = make_exercise(level, seed)
        if not isinstance(exercise, Chosen):
            continue
        judged = judging.judge(exercise, exercise.right, 0)
        assert judged.right
        praise = unescape(judged.feedback).removeprefix("<b>Right.</b> ")
        option = exercise.options[exercise.right]
        if exercise.name == "Reading a test":
            assert praise == f"{option}."
        elif exercise.about == CHOICE:
            assert praise == f"{option}: nothing speaks against it here."
        elif exercise.question.startswith("Ranks"):
            assert praise.endswith(f": it {option.split()[0]}.")
        elif exercise.question.startswith("Which"):
            ranks, by = [int(rank) for rank in re.findall(r"\d+", option)], RIGHT[exercise.about]
            change = abs(by(swapped(paper(exercise), *ranks)) - by(paper(exercise)))
            assert praise.startswith(f"Swapping {option} changes it by ")
            assert abs(float(praise.split()[-1].rstrip(".")) - change) <= 0.0005 + 1e-9
        else:
            number = exercise.question.partition(" = ")[2].partition("<")[0]
            assert praise == f"{option}: {number}."
        told_apart += praise != exercise.solution[-1]
    assert told_apart > 5 or level < 3


@pytest.mark.parametrize("level", [level for level in LEVELS if level > 1])
def test_orders_that_are_asked_for_exist_and_are_judged_exactly(level: int) -> None:
    choose = Random(level)
    ordered = [
        each for seed in range(120) if isinstance(each := make_exercise(level, seed), Ordered)
    ]
    assert len(ordered) > 8
    for exercise in ordered:
        on = paper(exercise)
        orders = sorted(set(permutations(on.grades)))
        solving = [order for order in orders if is_solved(exercise, order)]
        assert 0 < len(solving) <= 0.3 * len(orders)
        assert tuple(on.grades) not in solving
        best = tuple(sorted(on.grades, reverse=True))
        assert_worked(exercise)
        assert not re.search(r": [A-Z][a-z]", exercise.given)
        assert exercise.question.startswith("Find") or not {best, best[::-1]} & {
            *solving
        }  # too easy
        for order in {*choose.sample(orders, min(8, len(orders))), solving[0]}:
            judged = judging.judge(exercise, answer(on.grades, order), 0)
            assert judged.right == (order in solving), (exercise, order)


def assert_worked(exercise: Ordered) -> None:
    """The solution has the sums: their last steps are what it says that the order has."""
    (at,) = [at for at, step in enumerate(exercise.solution) if step.startswith("It has ")]
    said = exercise.solution[at].removeprefix("It has ").rstrip(".").split(" and ")
    sums = exercise.solution[at + 1 :]
    assert len(sums) > len(said)
    for each in said:
        name, number = each.split(" = ")
        assert any(
            step.startswith(f"{name} = ")
            and float(step.split(" = ")[-1].rstrip(".")) == float(number)
            for step in sums
        )


def is_solved(exercise: Ordered, order: Sequence[int]) -> bool:
    """Tell from the words of an exercise alone whether an order is what it asks for."""
    on, before = paper(exercise)._replace(grades=order), paper(exercise)
    key_of = {metric.label(): key for key, metric in METRICS.items()}
    if exercise.question.startswith("Put"):
        name, number = re.findall(r"<b>(.*?) = ([\d.]+)</b>", exercise.question)[0]
        return abs(RIGHT[key_of[name]](on) - float(number)) <= 0.0005 + 1e-9
    by = {}
    for name, way in re.findall(r"(\S+) (rises|falls)", exercise.question):
        lines = [line for line in exercise.given.split(". ") if line.startswith(f"{name}:")]
        knob = told(lines[0])[1] if lines else told(exercise.given)[1]
        score = RIGHT[key_of[name]]
        now, was = score(on._replace(knobs=knob)), score(before._replace(knobs=knob))
        by[way] = now - was
    return by["rises"] > 1e-9 and by["falls"] < -1e-9


def answer(grades: Sequence[int], order: Sequence[int]) -> str:
    """Spell an order of grades as the cards it takes."""
    left = list(enumerate(grades, start=1))
    spelt = "o"
    for grade in order:
        card = next(card for card in left if card[1] == grade)
        left.remove(card)
        spelt += str(card[0])
    return spelt


@pytest.mark.parametrize(
    ("module", "part"),
    [
        ("metrics.conventions.mistakes", "mistakes"),
        ("pages.drill.worked", "a worked solution"),
        ("pages.drill.exercises", "a task"),
    ],
)
def test_a_metric_that_the_drill_has_only_in_part_is_refused_at_import(
    monkeypatch: pytest.MonkeyPatch, module: str, part: str
) -> None:
    source = inspect.getsource(import_module(module))
    names = {"__name__": module, "__package__": module.rpartition(".")[0]}
    monkeypatch.setattr(catalog, "DRILLED", DRILLED | {"hit"})
    with pytest.raises(TypeError, match=f"the metric 'hit' lacks: {part}"):
        exec(source, {**names})
    monkeypatch.setattr(catalog, "DRILLED", DRILLED - {"err"})
    with pytest.raises(TypeError, match="the metric 'err' lacks: drilled"):
        exec(source, {**names})


def test_no_exercise_needs_more_than_the_lessons_teach() -> None:
    taught = set(chain(*(page.metrics for page in contents.LESSONS)))
    positions = {"linear": "the grade g", "exponential": "2^g − 1"}
    assert knobs.KNOBS["gain"].options == {  # type: ignore[attr-defined]
        **positions,
        "custom": knobs.KNOBS["gain"].options["custom"],  # type: ignore[attr-defined]
    }
    for level in LEVELS:
        for seed in range(100):
            exercise = make_exercise(level, seed)
            assert exercise.about in {*taught, CHOICE}
            if isinstance(exercise, Ordered):
                assert {wanted.metric for wanted in exercise.wanted} <= taught
            assert exercise.ranked is None or len(exercise.ranked.documents) <= 7  # above the fold


def test_an_exercise_is_its_level_and_seed() -> None:
    """A link is the same exercise tomorrow: who changes how they are drawn sees it here."""
    first = make_exercise(1, 1)
    assert len({make_exercise(level, seed).question for level in LEVELS for seed in range(9)}) > 30
    assert first.question == "What is <b>R@2</b> of this list?"
    assert paper(first) == Paper([0, 1, 0, 0, 1], [1], 2, 1, 1, {"gain": "linear"})


def test_a_task_that_was_added_changes_no_older_exercise() -> None:
    added = "interpolated_average_precision"
    assert all(make_exercise(5, seed).about != added for seed in range(200))
    assert any(make_exercise(5, seed).about == added for seed in range(ADDED_FROM, ADDED_FROM + 60))


# Judging


def numbers(about: str, level: int) -> Iterator[Number]:
    for seed in SEEDS:
        exercise = make_exercise(level, seed)
        if isinstance(exercise, Number) and exercise.about == about:
            yield exercise


AP = next(  # [1, 0, 0, 1, 1]: 1/1, 2/4, 3/5 are 2.1, over 3
    each for each in numbers("average_precision", 2) if paper(each).grades == [1, 0, 0, 1, 1]
)


@pytest.mark.parametrize(
    "typed", ["0.7", "0.70", ".7", "0,700", "70 %", "7/10", "(1 + 2/4 + 3/5)/3", "2.1/3", "1-0.3"]
)
def test_right_is_right_however_it_is_written(typed: str) -> None:
    assert judging.stored_form(AP, typed) == "".join(typed.split())
    judged = judging.judge(AP, judging.stored_form(AP, typed), 0)
    assert judged.right
    assert judged.feedback == "<b>Right.</b> AP = 2.100/3 = 0.700."


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("2.1/5", "That is the precisions at the hits, divided by the number of ranks."),
        ("0.42", "Divide their sum by the number of relevant documents."),
        ("2.1", "That is the sum of the precisions at the hits."),
        ("2.1", "AP is never above 1."),
        ("1.2", "AP is never above 1."),
        ("-0.1", "AP is never below 0."),
        ("0.69", "Start here: Rank 1 is a hit, the 1st: precision 1/1. Do you have that?"),
        ("0.6", "That is precision of the whole window."),
        ("0.704", "But nearly: round only at the end"),
        ("0.71", "Start here: "),
    ],
)
def test_a_wrong_number_is_told_what_led_to_it(typed: str, says: str) -> None:
    judged = judging.judge(AP, judging.stored_form(AP, typed), 0)
    assert not judged.right
    assert says in unescape(judged.feedback)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_number_that_was_cut_after_two_decimals_is_nearly_right(level: int) -> None:
    cut = 0
    for seed in range(300):
        exercise = make_exercise(level, seed)
        if not isinstance(exercise, Number):
            continue
        typed = (
            f"{math.trunc(exercise.number * 100 + math.copysign(1e-6, exercise.number)) / 100:.2f}"
        )
        judged = judging.judge(exercise, typed, 0)
        if not judged.right and not any(
            abs(score - float(typed)) <= 0.0051 for score in exercise.wrong.values()
        ):
            assert (
                "But nearly: round only at the end, and do not cut decimals off." in judged.feedback
            )
            assert judged.is_explained
            cut += 1
    assert cut > 10


def test_two_thirds_cut_off_are_nearly_right() -> None:
    exercise = next(each for each in numbers("precision", 1) if each.number == 2 / 3)
    assert "But nearly: " in judging.judge(exercise, "0.66", 0).feedback
    assert "But nearly: " not in judging.judge(exercise, "0.65", 0).feedback


def test_a_named_mistake_is_held_against_what_is_right_rank_by_rank() -> None:
    """AP@2 of 1 0 1 0 1 is 1/3 · 1/1; whoever goes on adds 1/3 · 2/3 and 1/3 · 3/5 = 0.756."""
    at = visit("drill", {"level": "3", "exercise": "2", "answers": "0.756"})
    assert "mistaken" not in charts(at)
    at.session_state["fold_mistaken_1_1"] = True
    rows = charts(rerun(at))["mistaken"]
    assert rows.due.tolist() == pytest.approx([1 / 3, 0, 0, 0, 0])
    assert rows.value.tolist() == pytest.approx([1 / 3, 0, 2 / 9, 0, 1 / 5])
    third = "Rank 3: right 0.000, the mistake 0.222 (Feeding a sourdough starter)"
    assert rows.said[2] == third
    for unexplained in ("0.123", "1/3", "?"):  # unknown, right, given away
        at = visit("drill", {"level": "3", "exercise": "2", "answers": unexplained})
        at.session_state["fold_mistaken_1_1"] = True
        assert "mistaken" not in charts(rerun(at))


@pytest.mark.parametrize("level", LEVELS)
def test_terms_of_mistakes_add_up_to_their_numbers(level: int) -> None:
    of_ranks = set()
    for exercise in (make_exercise(level, seed) for seed in range(60)):
        if not isinstance(exercise, Number) or not exercise.ranking:
            continue
        for mistake in exercise.wrong:
            terms = mistake.terms(exercise.ranking, exercise.k)
            if terms is not None:
                of_ranks.add(exercise.about)
                assert terms.sum() == pytest.approx(mistake.score(exercise.ranking, exercise.k))
    assert of_ranks


def test_two_mistakes_that_give_one_number_are_both_told() -> None:
    exercise = make_exercise(1, 1)  # one hit of two ranks, two hits in the list, three in all
    said = judging.judge(exercise, "1/2", 0).feedback
    assert "That is precision: the hits over k." in said
    assert "</li> <li>That is the hits over" in said
    assert "the relevant documents of the list alone" in said


def test_a_number_nobody_can_explain_gets_two_steps_and_then_all_but_the_last() -> None:
    judged = [judging.judge(AP, "0.123", unknown) for unknown in range(4)]
    for step, each in zip(AP.solution, judged[:2], strict=False):
        assert f": {step} Do you have that?" in each.feedback
        assert not each.steps
    for each in judged[2:]:
        assert (
            "These are all steps but the last. Try again, or look at the solution." in each.feedback
        )
        assert [*each.steps] == [*AP.solution[:-1]]
        assert "0.700" not in each.feedback + "".join(each.steps)
    impossible = judging.judge(AP, "7", 2)
    assert "AP is never above 1. These are all steps" in impossible.feedback
    at = visit("drill", {"level": "2", "exercise": str(AP.which), "answers": "0.123_0.124"})
    type_in(at, "0.127")
    (found,) = [piece for piece in pieces(at) if piece.startswith("<div class='judged")]
    assert f"<ol><li>{AP.solution[0]}</li>" in found
    assert AP.solution[-1] not in found
    assert AP.solution[-2] in data(at, "post")["said"][1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_wrong_choice_about_a_swap_says_which_ranks_add_another_amount(level: int) -> None:
    """Held against what each rank adds to AP and P on paper, for the swap that is asked about."""
    seen = set()
    for seed in range(400):
        exercise = make_exercise(level, seed)
        if not isinstance(exercise, Chosen) or not exercise.question.startswith("Ranks"):
            continue
        wrong = next(letter for letter in exercise.options if letter != exercise.right)
        said = judging.judge(exercise, wrong, 0).feedback
        on, (first, second) = paper(exercise), exercise.marked
        then = swapped(on, first, second)
        amounts = re.findall(r"rank (\d+) adds ([\d.]+) instead of ([\d.]+\d)", said)
        assert amounts or "every rank adds what it added before" in said
        if exercise.about not in ("precision", "average_precision"):
            continue
        for rank, now, was in amounts:
            for list_, written_ in ((on, was), (then, now)):
                assert written(added(exercise.about, list_, int(rank)), 3) == written_
                seen.add(exercise.about)
    assert seen or level > 3


def added(metric: str, on: Paper, rank: int) -> float:
    """What a rank adds to P@k or to AP, over all relevant documents."""
    if rank not in on.ranks:
        return 0
    return 1 / on.k if metric == "precision" else (on.ranks.index(rank) + 1) / rank / on.m


def test_a_choice_is_asked_for_in_situations_of_the_lesson_only() -> None:
    """Three lists of the lesson are shorter now; what was asked about them stays."""
    longer = {"Legal review": 12, "A shop": 6, "A feed": 6}
    steps = presets.presets("which_metric")
    situations = {name: steps[id_] for id_, name in exercises._SITUATIONS.items()}
    met = set()
    for level in (3, 4, 5):
        for seed in range(600):
            exercise = make_exercise(level, seed)
            if exercise.about == CHOICE:
                name, k = re.findall(r"<small>(.*?), .*? \(k = (\d+)\)", exercise.question)[0]
                assert longer.get(name, situations[name].settings["k"]) == int(k)
                met.add(name)
    assert len(met) == 9


@pytest.mark.parametrize("typed", ["apple", "", "1e999", "1/0", "0.7.1", "=1", "<b>", "9" * 41])
def test_what_is_no_number_is_refused_in_one_sentence(typed: str) -> None:
    with pytest.raises(RefusedError, match=r"is not a number\. Type one, as 0\.756, 3/4 or "):
        judging.stored_form(AP, typed)


def test_what_is_too_coarse_to_tell_is_not_taken() -> None:
    grades = [0, 1, 0, 0, 1]  # 1/2 and 2/5, over 2
    exercise = next(
        each for each in numbers("average_precision", 2) if paper(each).grades == grades
    )
    for typed in ("0.45", "45 %", "0.9/2"):
        assert judging.judge(exercise, judging.stored_form(exercise, typed), 0).right
    for typed in ("0.5", "0.4", ".4"):
        with pytest.raises(RefusedError, match="two decimals or a fraction"):
            judging.stored_form(exercise, typed)
    assert not judging.judge(exercise, judging.stored_form(exercise, "0.7"), 0).right


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_diagnosis_is_made_where_somebody_makes_the_mistake(level: int) -> None:
    met = set()
    for seed in range(300):
        exercise = make_exercise(level, seed)
        if not (isinstance(exercise, Number) and exercise.ranking):
            continue
        on = paper(exercise)
        for one in exercise.wrong:
            if not math.isnan(exercise.wrong[one]):
                wrong = MADE[one.key](on)
                for typed in (
                    f"{wrong:.2f}",
                    f"{wrong:.4f}",
                    str(Fraction(wrong).limit_denominator(500)),
                ):
                    if abs(float(Fraction(typed)) - wrong) > 0.005:
                        continue
                    judged = judging.judge(exercise, judging.stored_form(exercise, typed), 0)
                    assert not judged.right
                    exactly = "." in typed or abs(float(Fraction(typed)) - wrong) < 1e-9
                    if exactly:
                        assert one.wording in unescape(judged.feedback), (exercise, one.key, typed)
                        assert one.instead in unescape(judged.feedback)
                        met.add(one.key)
    assert len(met) > 15


# The sheet


def solve(exercise: Exercise) -> str:
    """The answer to an exercise."""
    if isinstance(exercise, Number):
        return f"{exercise.number:.4f}"
    if isinstance(exercise, Chosen):
        return exercise.right
    on = paper(exercise)
    assert isinstance(exercise, Ordered)
    orders = sorted(set(permutations(on.grades)))
    return answer(on.grades, next(order for order in orders if is_solved(exercise, order)))


def test_difficulty_grows_with_success_and_shrinks_without() -> None:
    answers, levels = "", []
    for _ in range(12):
        present = sheet.sheet(1, 5, answers)[-1]
        levels.append(present.exercise.level)
        answers += f"{solve(present.exercise)}~"
    assert levels == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]
    lost = sheet.sheet(5, 5, "~~~~~~~~~~")
    assert [each.exercise.level for each in lost] == [5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1]
    assert [each.exercise.which for each in lost] == list(range(5, 16))


@pytest.mark.parametrize(
    ("did", "levels"),
    [
        ("-", [3, 3]),
        ("--", [3, 3, 2]),
        ("++", [3, 3, 4]),
        ("++-", [3, 3, 4, 4]),
        ("++--", [3, 3, 4, 4, 3]),
        ("+--", [3, 3, 3, 2]),
        ("-++", [3, 3, 3, 4]),
        ("-+-", [3, 3, 3, 3]),
        ("+-+", [3, 3, 3, 3]),
        ("-~-", [3, 3, 3, 3]),
        ("+~+", [3, 3, 3, 3]),
        ("---", [3, 3, 2, 2]),
    ],
)
def test_two_in_a_row_lead_to_another_level(did: str, levels: list[int]) -> None:
    """What is right at once is a +, what is skipped a -, and ~ is right at the second try."""
    answers = ""
    for each in did:
        exercise = sheet.sheet(3, 5, answers)[-1].exercise
        right = "" if each == "-" else solve(exercise)
        wrong = "a" if right == "b" else "b" if right in "acd" else "o1" if right[0] == "o" else "9"
        answers += f"{wrong}_{right}~" if each == "~" else f"{right}~"
    assert [each.exercise.level for each in sheet.sheet(3, 5, answers)] == levels


def test_what_was_answered_is_counted_by_metric() -> None:
    first, second = (make_exercise(1, 1), make_exercise(1, 2))
    done = sheet.sheet(1, 1, f"0.9_{solve(first)}_t12~{solve(second)}~?_t3~")
    assert [(each.is_solved, each.at_once, each.is_shown, each.seconds) for each in done] == [
        (True, False, False, 12),
        (True, True, False, 0),
        (False, False, True, 3),
        (False, False, False, 0),
    ]
    assert sheet.to_text(done) == f"0.9_{solve(first)}_t12~{solve(second)}~?_t3~"
    counted = sheet.by_metric(done[:3])
    assert counted["R@k"][1] == counted["RR"][0] == 1
    assert sum(map(sum, counted.values())) == 3


def test_what_is_still_tried_is_not_counted_until_it_is_left() -> None:
    assert sheet.by_metric(sheet.sheet(1, 1, "0.9_0.8")) == {}
    assert sheet.by_metric(sheet.sheet(1, 1, "0.9_0.8~")) == {"R@k": (0, 0, 1)}


@pytest.mark.parametrize("level", LEVELS)
def test_a_score_is_named_as_it_was_asked_for(level: int) -> None:
    for seed in range(100):
        exercise = make_exercise(level, seed)
        name = sheet.Attempt(1, exercise).name
        if exercise.about == CHOICE:
            assert name == "Choosing"
        elif not exercise.name and not isinstance(exercise, Ordered):
            assert f"<b>{name.replace('@k', f'@{exercise.k}')}" in exercise.question


def test_hits_stand_at_ranks_and_one_at_a_rank() -> None:
    for exercise in numbers("mean_rank", 4):
        hits = sum(paper(exercise).hits)
        stand = "A hit stands at rank " if hits == 1 else "Hits stand at ranks "
        assert not hits or exercise.solution[0].startswith(stand)


def test_a_mean_over_queries_is_called_by_its_name() -> None:
    exercise = next(each for each in numbers("reciprocal_rank", 2) if not each.ranked)
    assert "MRR is never above 1." in judging.judge(exercise, "47", 0).feedback


@given(st.text("0123456789abot.,+*/()%?_~×-", max_size=60), st.integers(1, 5), st.integers(0, 9))
def test_any_answers_make_a_sheet(answers: str, level: int, seed: int) -> None:
    for each in sheet.sheet(level, seed, answers):
        assert len(each.judged) == len([one for one in each.tries if one != "?"])
        assert each.summary


# The page


def verdict(at: AppTest) -> str:
    (found,) = [piece for piece in pieces(at) if piece.startswith("<div class='judged")]
    return unescape(re.sub("<details.*|<[^>]*>", "", found))


def question(at: AppTest) -> str:
    (found,) = [piece for piece in pieces(at) if piece.startswith("<section class='exercise'>")]
    return unescape(re.sub("<[^>]*>", "", found.partition("asks'>")[2].partition("</p>")[0]))


def type_in(at: AppTest, typed: str) -> AppTest:
    field = controls(at)["Your answer"]
    return act(at, by="answer", **field["change"], to=typed)


def test_a_first_visit_from_a_wrong_answer_to_the_next_exercise() -> None:
    at = visit("drill")
    assert not at.exception
    assert question(at).startswith("What is R@2 of this list?Recall: the hits")
    assert dict(at.query_params) == {}
    type_in(at, "1/2")
    assert "That is precision: the hits over k." in verdict(at)
    assert data(at, "post")["said"][1].startswith("Exercise 1, try 1. Not 1/2. One of these")
    type_in(at, "1/3")
    assert verdict(at) == "Right. R@2 = 1/3 = 0.333."
    assert tables(at) == [
        [
            ["metric", "right at once", "right later", "not solved", "mastered"],
            ["R@k", "0", "1", "0", "after 2 more"],
        ]
    ]
    assert "At the first try" not in verdict(at)
    assert controls(at)["Your answer"]["enter"] == "Next"
    type_in(at, "whatever stands there")
    assert question(at).startswith("What is RR of this list?Reciprocal rank: 1 ÷ the rank")
    assert data(at, "post")["said"][1] == "Exercise 2, level 1. What is RR of this list?"
    assert re.fullmatch(r"1/2_1/3(_t\d+)?~", at.query_params["answers"])
    type_in(at, "0.5")
    assert verdict(at).endswith("At the first try.")
    press(at, "Undo")
    assert verdict(at) == ""
    press(at, "Undo")
    assert verdict(at) == "Right. R@2 = 1/3 = 0.333."


def test_what_is_refused_stays_in_its_field_and_is_no_step() -> None:
    at = visit("drill")
    type_in(at, "appel <b>")
    field = controls(at)["Your answer"]
    assert field["value"] == "appel <b>"
    assert field["note"].startswith("“appel <b>” is not a number.")
    assert verdict(at) == ""
    assert dict(at.query_params) == {}
    assert controls(at)["Undo"]["off"]
    type_in(at, "0.81")
    assert verdict(at).startswith("Not 0.81")
    type_in(at, "abc")
    assert verdict(at) == ""
    type_in(at, "1/3")
    assert controls(at)["Your answer"]["note"] == ""
    assert verdict(at).startswith("Right.")


def test_an_answer_to_another_exercise_is_none_and_one_is_taken_once() -> None:
    at = visit("drill")
    for _ in range(2):
        act(at, "drill_answer", by="answer", of=1, to="0.9")
    assert at.query_params["answers"].count("0.9") == 1
    act(at, "drill_answer", by="answer", of=2, to="0.8")
    assert "0.8" not in at.query_params["answers"]
    act(at, "drill_next", by="answer", of=1)
    act(at, "drill_next", by="answer", of=1)
    assert question(at).startswith("What is RR of this list?Reciprocal rank: 1 ÷ the rank")
    act(at, "drill_answer", by="answer", of=2, to=None)
    assert not at.exception
    for change in (
        {"do": "drill_begin", "to": 9},
        {"do": "drill_ten", "to": "all"},
        {"do": "drill_next"},
    ):
        deliver(at, to_text(at, {"by": "answer", **change}))
        assert not at.exception
        assert notices(at) == ["A message of this page arrived damaged. Nothing was changed."]


def of_kind(kind: type[Exercise], level: int = 3) -> int:
    return next(seed for seed in SEEDS if isinstance(make_exercise(level, seed), kind))


def test_a_choice_is_made_by_a_button_and_a_wrong_one_is_answered() -> None:
    seed = of_kind(Chosen)
    exercise = make_exercise(3, seed)
    assert isinstance(exercise, Chosen)
    at = visit("drill", {"level": "3", "exercise": str(seed)})
    wrong = next(letter for letter in exercise.options if letter != exercise.right)
    assert [controls(at)[each]["shortcut"] for each in exercise.options.values()] == list("1234")[
        : len(exercise.options)
    ]
    press(at, exercise.options[wrong])
    assert verdict(at).startswith("Not that.")
    assert controls(at)[f"× {exercise.options[wrong]}"]["pressed"]
    press(at, exercise.options[exercise.right])
    assert verdict(at).startswith("Right.")
    press(at, "Next exercise")
    assert verdict(at) == ""


def test_an_order_is_found_on_the_board() -> None:
    seed = of_kind(Ordered)
    exercise = make_exercise(3, seed)
    at = visit("drill", {"level": "3", "exercise": str(seed)})
    assert not any(node.key == "board_a" for node in at.get("bidi_component"))
    press(at, "Put these cards on the board")
    on = paper(exercise)
    cards = data(at)["documents"]
    assert [card["grade"] for card in cards] == list(on.grades)
    press(at, "Check this order")
    assert verdict(at).startswith("Not yet.")
    act(at, "grade", list="a", id=cards[0]["id"], grade=1 - min(cards[0]["grade"], 1))
    press(at, "Check this order")
    assert "Keep the grades as they were." in text(at) + str(controls(at)["refused"])
    press(at, "Start again")
    for to, card in enumerate(solve(exercise)[1:]):
        act(at, "move", list="a", id=cards[int(card) - 1]["id"], to=to)
    press(at, "Check this order")
    assert verdict(at).startswith("Right.")
    again = visit("drill", dict(at.query_params))
    assert verdict(again) == verdict(at)
    assert [card["title"] for card in data(again)["documents"]] == [
        card["title"] for card in data(at)["documents"]
    ]
    press(at, "Next exercise")
    if not isinstance(make_exercise(3, seed + 1), Ordered):
        assert "a" not in at.query_params


def test_the_solution_is_told_step_by_step_and_does_not_count() -> None:
    at = press(visit("drill"), "Show the solution")
    steps = make_exercise(1, 1).solution
    assert verdict(at) == f"The solution.{''.join(steps)}"
    assert tables(at)[0][1][1:4] == ["0", "0", "1"]
    assert at.query_params["answers"].startswith("?")
    press(at, "Undo")
    assert verdict(at) == ""


def test_a_session_is_handed_in_and_checked_by_its_address() -> None:
    at = visit("drill")
    for typed in ("0.9", "1/3", "", "0.5", ""):
        type_in(at, typed)
    written = unescape(re.search("<code>(.*?)</code>", text(at), re.S)[1])  # type: ignore[index]
    lines = written.splitlines()
    assert lines[0] == "Rankbook, the drill. Exercise 1, from level 1."
    assert re.fullmatch(r"1\. R@k, level 1: 0\.9 wrong, 1/3 right \(\d+ s\)", lines[1])
    assert re.fullmatch(r"2\. RR, level 1: 0\.5 right \(\d+ s\)", lines[2])
    assert re.fullmatch(r"Of 2: 1 right at once, 1 right later, 0 not\. \d+ s in all\.", lines[3])
    address = lines[4].partition("drill?")[2]
    query = dict(part.split("=") for part in address.split("&"))
    assert (
        link.decode({"answers": query["answers"].replace("%2F", "/")})[0]["drill_answers"]
        == (at.query_params["answers"])
    )
    assert tables(visit("drill", dict(at.query_params))) == tables(at)


def test_ten_exercises_stand_on_a_sheet_with_their_solutions() -> None:
    at = press(visit("drill", {"level": "2", "exercise": "40"}), "Ten on a sheet")
    assert data(at, "post")["said"][1] == "Ten exercises on a sheet, and their solutions"
    (drawn,) = [piece for piece in pieces(at) if "class='ten'" in piece]
    assert drawn.count("<section class='exercise'>") == 10
    assert drawn.count("<section class='solution'>") == 10
    for seed in range(40, 50):
        assert make_exercise(2, seed).question in drawn
        assert make_exercise(2, seed).solution[-1].partition(" (")[0][:20] in unescape(drawn)
    again = visit("drill", {"level": "2", "exercise": "40", "sheet": "ten"})
    assert [piece for piece in pieces(again) if "class='ten'" in piece] == [drawn]
    assert "Your answer" not in controls(press(at, "One at a time")) or question(at)


def test_a_sheet_of_ten_has_no_exercise_twice() -> None:
    left_out = 0
    for seed in range(1, 301, 10):
        every = drill.different(1, seed, 10)
        shown = {f"{each.question} {each.given} {paper(each)}" for each in every}
        assert len(shown) == len(every) == 10
        assert every[0].which == seed
        assert [each.which for each in every] == sorted({each.which for each in every})
        left_out += every[-1].which > seed + 9
        assert [each.which for each in drill.different(1, seed, 10)] == [
            each.which for each in every
        ]
    assert left_out > 3


def test_other_exercises_begin_anew_and_one_can_be_linked_alone() -> None:
    at = visit("drill")
    type_in(at, "0.9")
    press(at, "New exercises")
    assert "answers" not in at.query_params
    assert at.query_params["exercise"] != "1"
    set_to(at, "Level", 4)
    assert at.query_params["level"] == "4"
    seed = int(at.query_params["exercise"])
    press(at, "Skip")
    press(at, "Only this one (link)")
    assert int(at.query_params["exercise"]) == seed + 1
    assert at.query_params.get("answers", "") == ""


def test_behind_a_hundred_exercises_another_sheet_begins() -> None:
    at = visit("drill", {"exercise": "7", "answers": "~" * 99})
    press(at, "Skip")
    assert dict(at.query_params)["exercise"] == "107"
    assert "answers" not in at.query_params


def test_an_address_that_is_full_takes_no_answer_and_another_sheet_begins() -> None:
    full = ("_".join(["0.123456789"] * 11) + "~") * 30 + "~" * 38  # 3,998 characters of 4,000
    at = visit("drill", {"exercise": "2", "answers": full})
    type_in(at, "0.12345678")
    assert notices(at) == [
        "This sheet has no room for another answer. Begin another one. Nothing was changed."
    ]
    assert at.query_params["answers"] == full
    for _ in range(2):
        press(at, "Skip")
    assert at.query_params["answers"] == full + "~~"
    press(at, "Skip")
    assert not at.exception
    assert "answers" not in at.query_params


@pytest.mark.parametrize(
    ("query", "left_out"),
    [
        ({"answers": "~" * 100}, True),
        ({"answers": "A"}, True),
        ({"answers": "<b>"}, True),
        ({"level": "6"}, True),
        ({"exercise": "-1"}, True),
        ({"exercise": "100000"}, True),
        ({"sheet": "nine"}, True),
        ({"answers": "t_t9_tt_?_?~_~t1~~~o9~zz~1/0~((("}, False),
        ({"answers": "0.5_" * 40}, False),
        ({"a": "3Another~0List", "answers": "o21"}, False),
        ({"level": "3", "exercise": "12", "scale": "8", "answers": "o1"}, False),
    ],
)
def test_any_address_draws_a_page(query: dict[str, str], left_out: bool) -> None:
    at = visit("drill", query)
    assert not at.exception
    assert question(at)
    assert bool(notices(at)) == left_out
    press(at, "Undo") if not controls(at)["Undo"].get("off") else at
    act(at, "drill_next", by="answer", of=len(query.get("answers", "").split("~")))
    assert not at.exception


def test_a_hall_sees_the_exercise_alone() -> None:
    at = visit("drill", {"present": "1"})
    assert not at.exception
    assert data(at, "answer")["hall"]
    assert "End" in controls(at)["End presenting"].values()
    assert not {"Level", "Your answer", "Skip"} & controls(at).keys()


def test_the_time_an_exercise_takes_is_counted_on_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [1000.0]
    monkeypatch.setattr("pages.drill.drawing.monotonic", lambda: clock[0])
    at = visit("drill")
    clock[0] += 42.7
    type_in(at, "0.9")
    assert at.query_params["answers"] == "0.9_t42"
    clock[0] += 20
    type_in(at, "1/3")
    assert at.query_params["answers"] == "0.9_1/3_t62"
    clock[0] += 500
    type_in(at, "")
    clock[0] += 100_000  # over night
    type_in(at, "0.5")
    assert at.query_params["answers"] == "0.9_1/3_t62~0.5_t3600"
    assert "(1 min 2 s)" in text(at)


@pytest.mark.parametrize("level", LEVELS)
def test_what_was_worked_out_can_be_taken_along_as_a_notebook(level: int) -> None:
    """Not before: it has the answer. It runs, and prints what was right."""
    abouts = set()
    for seed in range(40):
        exercise = make_exercise(level, seed)
        if isinstance(exercise, Number) and exercise.ranking and exercise.about not in abouts:
            abouts.add(exercise.about)
            query = {"level": str(level), "exercise": str(seed)}
            at = visit("drill", {**query, "answers": "7"})
            assert not at.get("download_button")[1:]
            _, printed = run(saved(visit("drill", {**query, "answers": "?"})))
            assert printed == [f"{asked_label(exercise)} A {exercise.number:.3f}"]
    assert len(abouts) > 2


# In a browser


def label_of_focus(page: Page) -> str:
    said: str = page.evaluate(
        """() => {
          let node = document.activeElement;
          while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
          return node.ariaLabel ?? node.textContent;
        }"""
    )
    return said


def test_the_drill_is_done_by_keys_alone(open_page: Callable[..., Page]) -> None:
    page = open_page("/drill")
    asks, said = page.locator(".asks"), page.locator(".judged")
    page.get_by_role("textbox", name="Your answer").focus()
    keys = page.keyboard
    keys.type("appel")
    keys.press("Enter")
    expect(page.get_by_text("“appel” is not a number.")).to_be_visible()
    keys.press("Control+a")
    keys.type("1/2")
    keys.press("Enter")
    expect(said.locator("li")).to_have_count(2)
    keys.press("Control+a")
    keys.type("0.33")
    keys.press("Enter")
    expect(said).to_contain_text("Right.")
    expect(page.locator(".voice")).to_contain_text("Exercise 1, try 2. Right. R@2 = 1/3")
    onward = page.get_by_role("button", name="Next")
    expect(onward).to_be_visible()
    keys.press("Enter")
    expect(asks).to_have_text("What is RR of this list?")
    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("")
    assert label_of_focus(page) == "Your answer"
    keys.type("1/2")
    keys.press("Enter")
    expect(said).to_contain_text("At the first try.")
    expect(onward).to_be_visible()
    keys.press("Enter")
    expect(asks).to_contain_text("Ranks")
    comes_true(page, lambda: label_of_focus(page) == "rises ↑", "the first answer has the focus")
    right = make_exercise(1, 3)
    assert isinstance(right, Chosen)
    keys.press(str("abc".index(right.right) + 1))
    expect(said).to_contain_text("Right.")
    expect(onward).to_be_visible()
    keys.press("n")
    expect(page.locator(".which")).to_contain_text("Exercise 4")
    page.get_by_role("button", name="Skip").press("Enter")
    expect(page.locator(".which")).to_contain_text("Exercise 5")
    comes_true(page, lambda: label_of_focus(page) == "Your answer", "the field has the focus")
    settle(page)
    again = open_page(page.url[page.url.index("/drill") :])
    expect(again.locator(".which")).to_contain_text("Exercise 5")
    expect(again.locator("table.rows tbody tr")).to_have_count(3)


def test_what_was_typed_goes_with_its_exercise(open_page: Callable[..., Page]) -> None:
    page = open_page("/drill")
    which, field = page.locator(".which"), page.get_by_role("textbox", name="Your answer")
    field.fill("1/2")
    page.get_by_role("button", name="Skip").click()
    expect(which).to_contain_text("Exercise 2")
    expect(field).to_have_value("")
    assert label_of_focus(page) == "Your answer"
    field.fill("1/3")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(which).to_contain_text("Exercise 1")
    expect(field).to_have_value("")
    field.fill("1/2")
    page.get_by_role("combobox", name="level").select_option("2")
    expect(which).to_contain_text("Exercise 1 · level 3")  # it is the first of a sheet, too
    expect(field).to_have_value("")
    # Escape takes back what was typed since the last answer.
    field.fill("appel")
    field.press("Enter")
    expect(page.get_by_text("“appel” is not a number.")).to_be_visible()
    field.fill("7")
    field.press("Escape")
    expect(field).to_have_value("appel")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(which).to_contain_text("Exercise 1 · level 1")
    expect(field).to_have_value("")


def test_on_a_phone_an_exercise_is_above_the_fold_and_done_by_touch(
    open_page: Callable[..., Page],
) -> None:
    tall = max(
        (make_exercise(5, seed) for seed in range(60)),
        key=lambda each: (
            len(each.ranked.documents) if isinstance(each, Number) and each.ranked else 0
        ),
    )
    page = open_page(f"/drill?level=5&exercise={tall.which}&answers=7", 390, 844, touch=True)
    for name in ("New exercises", "Ten on a sheet", "Only this one (link)"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    verdict = page.locator(".judged")
    expect(verdict).to_contain_text("Not 7.")
    box = verdict.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 844
    assert overhang(page) == []
    for button in (
        page.get_by_test_id("stMain").locator(".st-key-answer").get_by_role("button").all()
    ):
        size = button.bounding_box()
        if size and size["width"]:
            assert min(size["height"], size["width"]) >= 44
    assert isinstance(tall, Number)
    field = page.get_by_role("textbox", name="Your answer")
    field.fill(f"{tall.number:.3f}")
    page.get_by_role("button", name="Check").tap()
    expect(verdict).to_contain_text("Right.")
    page.get_by_role("button", name="Next").tap()
    expect(page.locator(".which")).to_contain_text("Exercise 2")


def test_an_order_is_dragged_and_checked(open_page: Callable[..., Page]) -> None:
    seed = of_kind(Ordered, 2)
    page = open_page(f"/drill?level=2&exercise={seed}")
    page.get_by_role("button", name="Put these cards on the board").click()
    board = Board(page)
    expect(board.cards.first).to_be_visible()
    expect(page.get_by_role("button", name="Add document")).to_have_count(0)  # but the order
    board.cards.last.locator(".grip").press("Alt+ArrowDown")
    assert board.ranked().retrieved == len(board.ranked().documents)
    exercise = make_exercise(2, seed)
    titles = [card.title for card in board.ranked().documents]
    for to, card in enumerate(solve(exercise)[1:]):
        at = [each.title for each in board.ranked().documents].index(titles[int(card) - 1])
        for row in range(at, to, -1):
            board.cards.nth(row).locator(".grip").press("Alt+ArrowUp")
    page.get_by_role("button", name="Check this order").click()
    expect(page.locator(".judged")).to_contain_text("Right.")


def test_a_phone_on_its_side_has_the_answer_beside_the_list(open_page: Callable[..., Page]) -> None:
    page = open_page("/drill", 844, 390, touch=True)
    cards = page.locator(".cards").bounding_box()
    field = page.get_by_role("textbox", name="Your answer").bounding_box()
    assert cards
    assert field
    assert cards["x"] + cards["width"] <= field["x"]
    assert cards["y"] - 40 <= field["y"] <= 390 - field["height"]
    assert overhang(page) == []


def test_a_solution_opens_no_keyboard_over_itself(open_page: Callable[..., Page]) -> None:
    page = open_page("/drill", 390, 844, touch=True)
    page.get_by_role("button", name="Show the solution").tap()
    expect(page.locator(".judged")).to_contain_text("The solution.")
    expect(page.get_by_role("button", name="Next")).to_be_focused()


@pytest.mark.parametrize("touch", [False, True])
def test_a_sheet_of_ten_is_read_from_its_top(open_page: Callable[..., Page], touch: bool) -> None:
    page = open_page("/drill", *((390, 844) if touch else (1400, 900)), touch=touch)
    for label in ("Ten on a sheet", "One at a time"):
        button = page.get_by_role("button", name=label)
        button.tap() if touch else button.press("Enter")
        expect(page.get_by_role("button", name=label)).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        settle(page)
        assert page.locator(".stMain").evaluate("(main) => main.scrollTop") == 0


def test_a_phone_has_keys_for_numbers_and_the_signs_that_these_lack(
    open_page: Callable[..., Page],
) -> None:
    exercise = next(
        each for each in (make_exercise(1, seed) for seed in range(9)) if isinstance(each, Number)
    )
    page = open_page(f"/drill?level=1&exercise={exercise.which}", 360, 640, touch=True)
    field = page.get_by_role("textbox", name="Your answer")
    expect(field).to_have_attribute("inputmode", "decimal")
    field.tap()
    for typed in ("1", "/", "4", "+", "1", "/", "2"):
        if typed.isdigit():
            page.keyboard.type(typed)
        else:
            page.get_by_role("button", name=f"Write {typed}").tap()
        expect(field).to_be_focused()
    expect(field).to_have_value("1/4+1/2")
    page.get_by_role("button", name="Check").tap()
    expect(page).to_have_url(re.compile("answers=1%2F4%2B1%2F2"))
