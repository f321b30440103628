"""What can be asked, and what counts as an answer to it.

A question is JSON (`rooms.store.Question.content`). Its `kind` is one of four:

- number: `low` to `high` (None: no upper bound); the answer is the number, as "0.667";
- direction: the answer is one of `WAYS`;
- choice: of `choices`; the answer is an index, as "0";
- order: of the first `retrieved` of `documents`; the answer holds their indices, as "2,0,1".
"""

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final

from metrics import typed
from rooms.store import RoomError

WAYS: Final = ("rises", "stays", "falls")


def judged(question: Mapping[str, Any], text: str) -> str:
    """Return an answer as it is stored.

    Raises:
        RoomError: with a sentence for the student, if the question does not allow this answer.

    >>> judged({"kind": "number", "low": 0, "high": 1}, " 66,7 % ")
    '0.667'
    >>> judged({"kind": "order", "documents": [["1"], ["2"], ["3"]], "retrieved": 2}, "1,0")
    '1,0'
    """
    return _JUDGES[question["kind"]](question, text)


def _number(question: Mapping[str, Any], text: str) -> str:
    low, high = question.get("low"), question.get("high")
    low, high = -inf if low is None else low, inf if high is None else high
    try:
        value = typed.read(text).value
    except typed.RefusedError as refused:
        raise RoomError(f"{refused} Type one, as 0.7 or 3/4.") from None
    if not low <= value <= high:
        most = f" to {high:g}" if high < inf else " or more"
        raise RoomError(f"{value:.6g} is out of range. Type a number from {low:g}{most}.")
    return f"{value:.6g}"


def _direction(_asked: Mapping[str, Any], text: str) -> str:
    if text not in WAYS:
        raise RoomError("Choose one of rises, stays or falls.")
    return text


def _choice(question: Mapping[str, Any], text: str) -> str:
    indices = [str(index) for index in range(len(question["choices"]))]
    if text not in indices:
        raise RoomError(f"Choose one of the {len(indices)} answers.")
    return text


def _order(question: Mapping[str, Any], text: str) -> str:
    count = question.get("retrieved", len(question["documents"]))
    if sorted(text.split(",")) != sorted(str(index) for index in range(count)):
        raise RoomError(f"An order has each of the {count} documents once.")
    return text


_JUDGES: Final[Mapping[str, Callable[[Mapping[str, Any], str], str]]] = {
    "number": _number,
    "direction": _direction,
    "choice": _choice,
    "order": _order,
}
