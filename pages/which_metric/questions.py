"""Questions about a product, one after the other, until one metric is left.

They are radio buttons that a style sheet follows (style.css): an answer changes no screen.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from metrics.catalog import METRICS
from metrics.ranking import Ranking
from ui.contents import lesson_on
from ui.core import knobs, plain, theme
from ui.core.screen import Screen
from ui.draw.which_metric import ADVICE
from ui.export import report

Path: TypeAlias = tuple[str, ...]
"""Answers, in the order of their questions."""

_LOOKS: Final = "How does your reader look at the list?"
_ALIKE, _TOP = "At all of it alike", "Most at the top"
_JUDGES: Final = "What did your judges say of a document?"
_HIT, _GRADE, _NOTHING = "Hit or miss", "A grade, as 0 to 3", "Of many documents nothing"

ASKS: Final[Mapping[Path, str]] = {
    (): "How many good documents does your reader need?",
    ("One",): _JUDGES,
    ("A few",): _LOOKS,
    ("A few", _TOP): _JUDGES,
    ("All there are",): _LOOKS,
}
"""Each question, by the answers before it."""

_FEW: Final = {"wants": "few", "attention": "fades", "cost": "top"}
_ALL: Final = {"wants": "all", "labels": "binary", "cost": "missed"}
LEADS_TO: Final[Mapping[Path, tuple[str, Mapping[str, str]]]] = {
    ("One", _HIT): (
        "reciprocal_rank",
        {"wants": "one", "labels": "binary", "attention": "until", "cost": "top"},
    ),
    ("One", _GRADE): (
        "err",
        {"wants": "one", "labels": "graded", "attention": "until", "cost": "top"},
    ),
    ("A few", _ALIKE): (
        "precision",
        {"wants": "few", "labels": "binary", "attention": "same", "cost": "wasted"},
    ),
    ("A few", _TOP, _HIT): ("average_precision", {**_FEW, "labels": "binary"}),
    ("A few", _TOP, _GRADE): ("ndcg", {**_FEW, "labels": "graded"}),
    ("A few", _TOP, _NOTHING): ("rbp", {**_FEW, "labels": "incomplete"}),
    ("All there are", _ALIKE): ("recall", {**_ALL, "attention": "same"}),
    ("All there are", _TOP): ("average_precision", {**_ALL, "attention": "fades"}),
}
"""The metric that all answers lead to, and the reader's needs that they say."""

_K: Final = 10
"""The cutoff of a sentence that reports a metric, until a reader puts in another one."""
_LIST: Final = (3, 0, 2, 1, 3)
"""The grades of the list that shows what each metric counts."""


@cache
def html() -> str:
    """Write the first question, and inside it all that follow."""
    return f"<div class='questions'>{_question(())}</div>"


def _question(path: Path) -> str:
    if path in LEADS_TO:
        return _result(*LEADS_TO[path])
    at = len(path)
    answers = dict.fromkeys(each[at] for each in LEADS_TO if each[:at] == path)
    name = "-".join(["asks", *(str(len(each)) for each in path)])
    labels = "".join(
        f"<label><input type='radio' name='{name}'> {answer}</label>" for answer in answers
    )
    then = "".join(f"<div>{_question((*path, answer))}</div>" for answer in answers)
    return (
        f"<div class='asks'><p>{at + 1}. {ASKS[path]}</p><div role='radiogroup' "
        f"aria-label='{ASKS[path]}'>{labels}</div>{then}</div>"
    )


def _result(key: str, needs: Mapping[str, str]) -> str:
    """Write a metric with its reason, what it counts of one list, and a sentence for a paper."""
    metric, page = METRICS[key], lesson_on(key)
    graded = needs["labels"] == "graded"
    screen = Screen().with_settings(k=_K, scale=3 if graded else 1)
    said = report.to_copy(report.sentence(key, screen))
    at_k = f", for k = {_K}" * ("@" in metric.label())
    way = f"<a href='{page.url}'>Lesson: {page.title}</a>" if page else ""
    return (
        f"<div class='result'><p><b>Take {metric.label()}</b>, {metric.name}. {ADVICE[key].fits} "
        f"{way}</p>{_counted(key)}<div class='say'>To report it{at_k}:{said}</div></div>"
    )


def _counted(key: str) -> str:
    """Write what each document of one list adds to a metric, as bars."""
    adds, total = counted(key)
    bars = "".join(
        f"<li><span>{plain.decimals(add) if add >= 5e-4 else '0'}</span>"
        f"<i style='height:{max(3.2 * add, 0.06):.2f}rem'></i>{theme.symbol(grade, 3)} {grade}</li>"
        for grade, add in zip(_LIST, adds, strict=True)
    )
    label = METRICS[key].label(len(_LIST))
    return (
        f"<figure><ol>{bars}</ol><figcaption>What each document of this list adds: "
        f"{label} = {plain.decimals(total)}</figcaption></figure>"
    )


def counted(key: str) -> tuple[Sequence[float], float]:
    """Return what each document of the list adds to a metric, and the score."""
    settings: dict[str, Any] = {**knobs.FIRST_SETTINGS, "k": len(_LIST)}
    found = METRICS[key].compute(Ranking(_LIST, top_grade=3), **knobs.arguments(key, settings))
    return found.terms["contribution"].tolist(), float(found.score)
