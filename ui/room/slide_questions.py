"""What a slide can ask a class, and what is right.

A question is made of a slide, and its right answer is computed anew from what was kept of it when
it is revealed: before that no truth is stored.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from metrics.catalog import METRICS
from rooms.store import MOST_VALUE
from ui.contents import PAGES
from ui.core import link, presets, theme
from ui.core.documents import RankedList, RefusedError
from ui.core.knobs import PUZZLE
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw import orders, score
from ui.draw.score import Measured
from ui.room import counts as answers
from ui.room.counts import NEAR

Parts: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
"""What is asked of everybody, and what the lecturer keeps."""

_SAME: Final = 5e-4
_MOST_METRICS: Final = 11
"""Most metrics to choose from: a choice has 12 answers, and one is that several are the same."""
_ALIKE: Final = (
    {"dcg", "ndcg"},
    {"err", "nerr"},
    {"precision", "recall", "f1", "average_recall", "hit"},
    {"reciprocal_rank", "first_relevant_rank"},
)
"""Metrics that never disagree about two orders of the same documents."""
_NO_LIST: Final = "This slide has no list of retrieved documents to put in order."
_NO_CHOICE: Final = "This slide has nothing to choose from: no two lists, steps or metrics."


@dataclass(frozen=True)
class Choice:
    """A question with a few answers that a page offers.

    Attributes:
        name: its key among the page's choices.
        label: what is chosen, as "which step".
        text: the question.
        choices: the answers.
        right: index of the right one, or None if there is none.
    """

    name: str
    label: str
    text: str
    choices: Sequence[str]
    right: int | None = None


@dataclass(frozen=True)
class Slide:
    """A page as it is shown, and what it offers to ask.

    Attributes:
        page: its name.
        screen: its current screen.
        opening: the page's opening screen.
        measured: its scores, the one that is asked first.
        in_sight: whether the page cannot hide them.
        choices: its own questions with a few answers.
    """

    page: str
    screen: Screen
    opening: Screen
    measured: Sequence[Measured] = ()
    in_sight: bool = False
    choices: Sequence[Choice] = ()

    @property
    def step(self) -> presets.Preset | None:
        """The step of the lesson that it shows unchanged, if any."""
        step = presets.presets(self.page).get(self.screen.preset)
        return step if step and step.on(self.screen) == self.screen else None

    @property
    def keys(self) -> list[str]:
        """The metrics of its list A."""
        of_a = (one.key for one in self.measured if one.name == "a" and one.key in METRICS)
        return list(dict.fromkeys(of_a))


# What is asked


def make(slide: Slide, kind: str, goal: str = "best", choice: str = "") -> Parts:
    """Return a question of a kind, and what the lecturer keeps of it.

    Args:
        slide: the slide.
        kind: the kind (`rooms.questions`).
        goal: the goal of an order, a key of `GOALS`.
        choice: which choice, a key of `choices`; by default the first.

    Raises:
        RefusedError: with the reason, if the slide offers no such question.
    """
    screen = slide.screen
    if kind == "number":
        content, more = _number(slide)
    elif kind == "direction":
        content, more = _direction(slide)
    elif kind == "choice":
        content, more = _choice(slide, choice)
    elif kind == "order":
        content, more = _order(slide, goal)
    else:
        raise ValueError("a kind that no button asks for")
    written = {name: content[name] for name in ("text", "choices") if name in content}
    titles = [title for _, title, _ in content.get("documents", ())]
    lecturers_copy: dict[str, Any] = {
        **{"page": slide.page, "preset": screen.preset, "of_puzzle": screen[PUZZLE]},
        **{"query": link.encode(screen, slide.opening)},
        **{"key": "", "keys": [], "hides": "", "goal": {}, "of": "", "next_move": False},
        **more,
        "asked": {"kind": kind, **written, "titles": titles},
    }
    return {"kind": kind, **content}, lecturers_copy


def why_not(slide: Slide, kind: str) -> str:
    """Return why a slide does not offer a kind of question, or "".

    It works out no question: the best of all orders may take a fifth of a second.
    """
    try:
        _CHECKS[kind](slide)
    except RefusedError as why:
        return str(why)
    return ""


def _main(slide: Slide) -> Measured:
    """Return the score of a slide that is asked."""
    if not slide.measured:
        raise RefusedError("This page has no score to ask for.")
    if slide.measured[0].words:
        raise RefusedError("The score of this slide is no number.")
    return slide.measured[0]


def _hidden(slide: Slide) -> Measured:
    """Return the score of a slide that is asked, if the slide can hide it."""
    measured = _main(slide)
    if slide.in_sight:
        raise RefusedError("The scores of this page stay in sight. Ask for one on a lesson.")
    if np.isnan(_value(measured, slide.screen)):
        raise RefusedError("This list has no score to ask for.")
    return measured


def _number(slide: Slide) -> Parts:
    measured, screen, page = _hidden(slide), slide.screen, PAGES[slide.page]
    is_main = page.metrics and measured.key == page.metrics[0]
    low, high = measured.bounds
    content = {
        "text": (page.guess_question if is_main else "")
        or f"What is {_label(measured, screen)} of this list?",
        **{"label": _label(measured, screen), "low": low, "high": high},
        **_listed(measured, screen),
    }
    return content, {"key": measured.key, "hides": measured.key}


def _direction(slide: Slide) -> Parts:
    measured = _main(slide)
    act = f"{slide.step.do} Then" if slide.step and slide.step.then else "With the next move,"
    content = {
        "text": f"{act} {(label := _label(measured, slide.screen))} …",
        **_listed(measured, slide.screen),
    }
    return content, {"key": measured.key, "label": label, "next_move": True}


def choices(slide: Slide) -> dict[str, str]:
    """Return what can be chosen on a slide, by its key: the page's own choices come first.

    Raises:
        RefusedError: if there is nothing.
    """
    named = {choice.name: choice.label for choice in slide.choices}
    hidden = slide.measured and not slide.in_sight and slide.measured[0].key in METRICS
    if hidden and "b" in slide.screen.lists:
        named["lists"] = "which list is better"
    if len(slide.keys) > 1:
        named["changes"] = "which metric changes most"
    if not named:
        raise RefusedError(_NO_CHOICE)
    return named


def _choice(slide: Slide, name: str) -> Parts:
    offered, screen = choices(slide), slide.screen
    name = name if name in offered else next(iter(offered))
    for choice in slide.choices:
        if choice.name == name:
            return {"text": choice.text, "choices": list(choice.choices)}, {"of": name}
    if name == "changes":
        keys = slide.keys[:_MOST_METRICS]
        labels = [METRICS[key].label(screen.k) for key in keys]
        content = {
            "text": "With the next move, which metric changes most?",
            "choices": [*labels, f"{'Both' if len(keys) == 2 else 'Several'} by the same"],
            **_documents(screen),
        }
        return content, {"of": name, "keys": keys, "next_move": True}
    key = slide.measured[0].key
    lists = [f"List {each.upper()}: {_grades(screen.lists[each])}" for each in "ab"]
    content = {
        "text": f"Which list has the higher {METRICS[key].label(screen.k)}?",
        "choices": [*lists, "Both have the same"],
    }
    return content, {"of": name, "key": key, "hides": key}


def _grades(ranked: RankedList) -> str:
    retrieved = ranked.documents[: ranked.retrieved]
    return " ".join("?" if each.grade is None else str(each.grade) for each in retrieved)


def _order(slide: Slide, goal_name: str) -> Parts:
    _check_list(slide)
    keys, screen = order_keys(slide), slide.screen
    text, goal = GOALS[goal_name](screen, keys)
    content = {"text": text, "graded": bool(goal), **_documents(screen, graded=bool(goal))}
    return content, {"keys": keys, "goal": goal, "hides": "" if goal else keys[0]}


def _check_list(slide: Slide) -> None:
    """Check that a slide has a list that a phone can put in order."""
    listed = slide.screen.lists.get("a") if order_keys(slide) else None
    if listed is None or listed.retrieved < 2:
        raise RefusedError(_NO_LIST)
    if len(",".join(map(str, range(listed.retrieved)))) > MOST_VALUE:
        raise RefusedError("This list is too long to be put in order on a phone.")


def order_keys(slide: Slide) -> list[str]:
    """Return two metrics of a slide that score orders, and can disagree; none without a list."""
    offered = [one.key for one in slide.measured if one.key in METRICS]
    if not offered or "a" not in slide.screen.lists:
        return []
    first = offered[0]
    alike = {first}.union(*(each for each in _ALIKE if first in each))
    more = (*offered[1:], "ndcg", "average_precision")
    return [first, next(key for key in more if key not in alike)]


def _best(_screen: Screen, _keys: Sequence[str]) -> tuple[str, dict[str, Any]]:
    return "Put these into the order that is best for you.", {}


def _high_and_low(screen: Screen, keys: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Ask for an order that the first metric likes and the second does not."""
    if not all(METRICS[key].higher_is_better for key in keys):
        raise RefusedError("For one of these metrics lower is better. Choose another goal.")
    found = orders.every(screen, *keys)
    first, second = found.scores
    widths = [np.ptp(scores) or 1.0 for scores in (first, second)]
    if np.ptp(first) < _SAME or np.ptp(second) < _SAME:
        raise RefusedError("All orders of these documents have the same score.")
    lead = (first - first.min()) / widths[0] - (second - second.min()) / widths[1]
    if np.ptp(lead) < _SAME:
        raise RefusedError("These metrics score all orders of these documents alike.")
    at = int(np.argmax(lead))
    low = np.floor(first[at] * 100 + 1e-6) / 100
    high = np.ceil(second[at] * 100 - 1e-6) / 100
    one, other = (METRICS[key].label(screen.k) for key in keys)
    text = (
        f"Put these into an order whose {one} is at least {low:g} and whose {other} is at most "
        f"{high:g}."
    )
    return text, {keys[0]: [float(low), None], keys[1]: [None, float(high)]}


def _exact(screen: Screen, keys: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Ask for an order of one score: a half if an order has it, else the middle one."""
    scores = np.unique(orders.every(screen, keys[0]).scores[0].round(9))
    if np.ptp(scores) < _SAME:
        raise RefusedError("All orders of these documents have the same score.")
    middle = 0.5 if scores.min() < 0.5 < scores.max() else (scores.min() + scores.max()) / 2
    target = float(scores[np.argmin(abs(scores - middle))])
    label = METRICS[keys[0]].label(screen.k)
    shown = decimals(target).rstrip("0").rstrip(".") if "." in decimals(target) else f"{target:g}"
    return f"Put these into an order whose {label} is exactly {shown}.", {keys[0]: [target, target]}


_CHECKS: Final[Mapping[str, Callable[[Slide], object]]] = {
    "number": _hidden,
    "direction": _main,
    "choice": choices,
    "order": _check_list,
}
GOALS: Final[Mapping[str, Callable[[Screen, Sequence[str]], tuple[str, dict[str, Any]]]]] = {
    "best": _best,
    "apart": _high_and_low,
    "exact": _exact,
}
"""The goals of an order; each returns the question, and the scores to reach."""


def _label(measured: Measured, screen: Screen) -> str:
    return METRICS[measured.key].label(screen.k) if measured.key in METRICS else measured.label


def _listed(measured: Measured, screen: Screen) -> dict[str, Any]:
    """Return the list on the wall, if the score is that of one list."""
    return _documents(screen) if measured.key in METRICS and measured.name == "a" else {}


def _documents(screen: Screen, *, graded: bool = True) -> dict[str, Any]:
    """Return the list on the wall; without grades if phones must not know them."""
    ranked = screen.a
    return {
        "documents": [[d.id, d.title, d.grade if graded else None] for d in ranked.documents],
        **{"retrieved": ranked.retrieved, "k": screen.k, "top": screen.scale},
        "symbols": [*theme.SYMBOLS[screen.scale]],
    }


# What is true


def screen_of(lecturers_copy: Mapping[str, Any]) -> Screen:
    """Return the screen that a question is about."""
    return link.decode(lecturers_copy["query"], presets.opening(lecturers_copy["page"]))[0]


def is_same(slide: Slide, lecturers_copy: Mapping[str, Any]) -> bool:
    """Return whether a slide shows what a question is about, unchanged."""
    shown = link.encode(slide.screen, slide.opening)
    return (lecturers_copy["page"], lecturers_copy["query"]) == (slide.page, shown)


def is_here(slide: Slide, lecturers_copy: Mapping[str, Any]) -> bool:
    """Return whether a slide is that of a question, perhaps with cards that were moved."""
    if lecturers_copy["page"] != slide.page:
        return False
    screen = slide.screen
    about = (screen.preset, screen[PUZZLE])
    return (
        is_same(slide, lecturers_copy)
        or (lecturers_copy["preset"], lecturers_copy["of_puzzle"]) == about
    )


def truth(
    slide: Slide,
    question: Mapping[str, Any],
    lecturers_copy: Mapping[str, Any],
    after: Screen | None,
) -> dict[str, Any]:
    """Return the right answer, as everybody may know it after the reveal.

    Args:
        slide: the slide that is shown.
        question: the question.
        lecturers_copy: what was kept of it.
        after: the screen after the move that it is about, if that was made.

    Raises:
        RefusedError: if it is not known yet.
    """
    screen = screen_of(lecturers_copy)
    here = presets.address(lecturers_copy["page"], screen)
    answer: dict[str, Any] = {"text": "", "value": None, "link": here}
    if lecturers_copy["next_move"]:
        if after is None and is_here(slide, lecturers_copy) and not is_same(slide, lecturers_copy):
            after = slide.screen
        if after is None:
            raise RefusedError(f"Make the move first{_titled(question)}. It is the answer.")
        answer["link"] = presets.address(lecturers_copy["page"], after)
    if question["kind"] == "number":
        value = _scored(slide, lecturers_copy, screen)
        text = f"{question['label']} = {decimals(value)}"
        return {**answer, "text": text, "value": f"{value:.6g}", "within": NEAR}
    if question["kind"] == "direction":
        assert after
        change = _scored(slide, lecturers_copy, after) - _scored(slide, lecturers_copy, screen)
        if change != change:
            raise RefusedError(
                "There is no score to compare with. Undo the move, and make another."
            )
        way = "stays" if abs(change) < _SAME else "rises" if change > 0 else "falls"
        by = "" if way == "stays" else f" by {decimals(abs(change))}"
        return {**answer, "text": f"{lecturers_copy['label']} {way}{by}.", "value": way}
    if question["kind"] == "choice":
        if lecturers_copy["of"] == "changes":
            assert after
            return {
                **answer,
                **_most_changed(question["choices"], lecturers_copy["keys"], screen, after),
            }
        right = _right_choice(slide, lecturers_copy, question, screen)
        text = "There is no right answer." if right is None else question["choices"][right]
        return {**answer, "text": text, "value": None if right is None else str(right)}
    return {**answer, **_solved(lecturers_copy, screen)}


def _titled(question: Mapping[str, Any]) -> str:
    """Write which list a question is about, by its first document."""
    documents = question.get("documents")
    return f", on the list that begins with “{documents[0][1]}”" if documents else ""


def _value(measured: Measured, screen: Screen) -> float:
    return float(measured.compute(screen).score)


def _scored(
    slide: Slide, lecturers_copy: Mapping[str, Any], screen: Screen, name: str = "a"
) -> float:
    """Return the score that a question is about, on a screen."""
    if lecturers_copy["key"] in METRICS:
        return float(score.compute(lecturers_copy["key"], name, screen).score)
    of_page = next((one for one in slide.measured if one.key == lecturers_copy["key"]), None)
    if of_page is None or lecturers_copy["page"] != slide.page:  # only the page can compute it
        raise RefusedError(
            f"Go back to “{PAGES[lecturers_copy['page']].title}” to reveal this question."
        )
    return _value(of_page, screen)


def _most_changed(
    texts: Sequence[str], keys: Sequence[str], screen: Screen, after: Screen
) -> dict[str, Any]:
    """Return which metric a move changed most, and by how much."""
    before, now = (
        np.array([float(score.compute(key, "a", each).score) for key in keys])
        for each in (screen, after)
    )
    changes = np.nan_to_num(np.abs(now - before))
    at, several = int(np.argmax(changes)), len(keys)
    if changes[at] < _SAME:
        return {"text": "No metric changes.", "value": str(several)}
    if np.sum(changes > changes[at] - _SAME) > 1:
        return {"text": f"{texts[several]}, {decimals(changes[at])}.", "value": str(several)}
    ways = f"from {decimals(before[at])} to {decimals(now[at])}"
    return {"text": f"{texts[at]} changes most, {ways}.", "value": str(at)}


def _right_choice(
    slide: Slide, lecturers_copy: Mapping[str, Any], question: Mapping[str, Any], screen: Screen
) -> int | None:
    if lecturers_copy["of"] == "lists":
        a, b = (_scored(slide, lecturers_copy, screen, name) for name in ("a", "b"))
        return 2 if abs(a - b) < _SAME else int(b > a)
    for choice in slide.choices:
        if [choice.text, *choice.choices] == [question["text"], *question["choices"]]:
            return choice.right
    raise RefusedError(f"Show the slide of the question again: “{question['text']}”")


def _solved(lecturers_copy: Mapping[str, Any], screen: Screen) -> dict[str, Any]:
    """Return an order that reaches the goal of a question."""
    goal = lecturers_copy["goal"]
    if not goal:
        return {"text": "There is no right order."}
    found = orders.every(screen, *lecturers_copy["keys"])
    reached = (
        at
        for at in range(len(found.counts))
        if answers.meets(
            goal, lecturers_copy["keys"], [float(scores[at]) for scores in found.scores]
        )
    )
    at = next(reached, None)
    if at is None:  # of many orders only some are tried
        return {"text": "The orders of the class are in the picture."}
    solved = screen.with_list("a", orders.in_order(screen.a, found.order(at)))
    grades = orders.as_text(found, at)
    where = presets.address(lecturers_copy["page"], solved)
    return {"text": f"The grades {grades} reach the goal.", "link": where}
