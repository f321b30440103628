"""What the TOML files of the pages hold, read without the app: grades and titles are in lists."""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from metrics.catalog import METRICS
from ui.contents import PAGES

PAGES_FOLDER = Path(__file__).parents[1] / "pages"
SYMBOLS = {metric.symbol.removesuffix("@k"): key for key, metric in METRICS.items()}


def toml(path: str) -> dict[str, Any]:
    """A file in the folder of the pages, or {}."""
    file = PAGES_FOLDER / path
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def with_lists(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry whose `list` or `documents` are taken apart, in its other lists too."""
    given, found = dict(entry), {}
    for name in ("list", "documents"):
        if rows := given.pop(name, None):
            rows = rows.split() if name == "list" else rows
            grades = [None if row[0] == "?" else int(row.split()[0]) for row in rows if row != "|"]
            at = rows.index("|") if "|" in rows else len(rows)
            found["grades"] = grades[:at]
            if grades[at:]:
                found["missed"] = grades[at:]
            if name == "documents":
                found["titles"] = [row.partition(" ")[2] for row in rows if row != "|"]
    if "order" not in given.get("b", {"order": ()}):
        found["b"] = with_lists(given["b"])
    if "queries" in given:
        found["queries"] = [with_lists(query) for query in given["queries"]]
    return {**given, **found}


def value(given: str) -> Any:
    """A number, several, or a word."""
    if not re.match(r"\d", given):
        return given
    return json.loads(f"[{given}]" if "," in given else given)


def claims(of: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a step claims, as a metric, settings of knobs, and a score as it is printed."""
    found = []
    for name, scores in of.items():
        symbol, *knobs = name.split()
        settings = {knob: value(given) for knob, _, given in (at.partition("=") for at in knobs)}
        for score in [scores] if isinstance(scores, str) else scores:
            metric = SYMBOLS.get(symbol, symbol)
            found.append({"metric": metric, "score": score, "settings": settings})
    return found


def of_lesson(lesson: str) -> list[dict[str, Any]]:
    """The steps of a lesson, with the settings that its file gives to all of them."""
    file, found = toml(f"{lesson}/steps.toml"), []
    for entry in file.get("step", ()):
        step = with_lists(entry)
        own = {"k": len(step["grades"])} if "grades" in step else {}
        settings = {**own, **file.get("settings", {}), **step.get("settings", {})}
        settings = {
            knob: [None if one == "?" else one for one in value]
            if isinstance(value, list)
            else value
            for knob, value in settings.items()
        }
        new = {"lesson": lesson, "settings": settings, "claims": claims(step["claims"])}
        found.append({**step, **new})
    return found


def _moved(step: Mapping[str, Any], grades: list[int]) -> list[int]:
    """The order of B, told by the ranks that its documents have in A after an act.

    Documents of one grade keep their order, unless the step names the move.
    """
    before, places = step["grades"], {}
    if "moves" in step:
        at, to = step["moves"]
        ranks = [rank for rank in range(1, len(before) + 1) if rank != at]
        ranks.insert(to - 1, at)
        return [ranks.index(rank) + 1 for rank in step["b"]["order"]]
    for rank, grade in enumerate(before, start=1):
        nth = before[: rank - 1].count(grade)
        places[rank] = [at for at, each in enumerate(grades, start=1) if each == grade][nth]
    return [places[rank] for rank in step["b"]["order"]]


def done(step: Mapping[str, Any]) -> dict[str, Any]:
    """A step after the act that it asks for, with what it claims of that."""
    then = step["then"]
    if isinstance(then, str):
        changed = {"missed": [], **with_lists({"list": then})}
        if "order" in step.get("b", ()):  # of documents that have moved in A
            changed["b"] = {"order": _moved(step, changed["grades"])}
    elif isinstance(then, list):  # predicted scores, which make the order
        order = sorted(range(len(then)), key=lambda at: -then[at])
        changed = {"predicted": [then[at] for at in order]}
        changed["grades"] = [step["grades"][at] for at in order]
    else:
        changed = {"settings": {**step["settings"], **then}}
    return {**step, **changed, "claims": claims(step["claims_then"])}


STEPS = [step for lesson in PAGES for step in of_lesson(lesson)]
TOLD = list(dict.fromkeys(step["lesson"] for step in STEPS if "group" in step))
"""The lessons that are told in steps."""
CHALLENGES = [with_lists(each) for each in toml("playground/challenges.toml")["challenge"]]
for challenge in CHALLENGES:
    challenge["settings"].setdefault("k", len(challenge["grades"]))
PUZZLES = toml("spot_the_mistake/puzzles.toml")
for puzzle in PUZZLES["puzzle"]:
    puzzle["lists"] = [with_lists(each) for each in puzzle["lists"]]
TITLES = tomllib.loads((PAGES_FOLDER.parent / "assets/titles.toml").read_text(encoding="utf-8"))
