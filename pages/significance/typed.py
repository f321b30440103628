"""Fields for the scores of an exercise: both of each topic, or their difference alone."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ui.core import post
from ui.core.documents import RefusedError
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS, Compared
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.parts import controls
from ui.parts.controls import Control

_LONGEST: Final = 2000
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "[": " ", "]": " ", "(": " ", ")": " "})
_LABEL: Final = re.compile(r"(?:\b(?:system|run)\s+)?\b[A-Za-z]\s*[:=]")

Pair = tuple[float | None, float | None]


def draw() -> None:
    """Draw a field for the scores of both systems, and one for their differences alone."""
    scores = session().shown[Compared.PAIRS]
    pairs = [*zip(scores[::2], scores[1::2], strict=True)]
    written = ", ".join("/".join(map(_number, pair)) for pair in pairs)
    differences = ", ".join("∅" if a is None else _signed(b - a) for a, b in pairs)
    both: Control = {
        **_field("scores", "Scores A/B by topic", written),
        "help": "A topic is A’s score, a slash and B’s score. Or type all of A, a semicolon, and "
        "all of B; two lines may be pasted. They may have any unit up to 1000: points, percent.",
    }
    alone: Control = {
        **_field("differences", "Or differences B − A alone", differences),
        "help": "If an exercise gives only the differences, type them: 0.11 0.01 −0.02.",
    }
    controls.draw("own", [both, alone], "grid")


def _field(name: str, label: str, value: str) -> Control:
    return {
        **{"kind": "line", "name": name, "label": label, "value": value, "lines": "; "},
        "change": {"do": "type_scores", "as": name},
        **controls.untaken(name, Compared.PAIRS),
    }


def _number(score: float | None) -> str:
    return "" if score is None else f"{score:.8g}"


def _signed(difference: float) -> str:
    return f"{round(difference, 4) + 0:.8g}".replace("-", "−")


@post.on_session("type_scores")
def _type(state: Session, action: Action) -> None:
    """Put typed scores on the page, and say how they were read if that is in doubt."""
    text, name, said = str(action["to"])[:_LONGEST], str(action["as"]), list[str]()
    read = _READ[name]

    def put(screen: Screen) -> Screen:
        knob = KNOBS[Compared.PAIRS]
        with controls.keeping(name, screen[Compared.PAIRS], text):
            try:
                pairs = read(text.translate(_SIGNS))
                scores = knob.parse(
                    to_text([score for pair in pairs for score in pair]), screen.scale
                )
            except ValueError:
                raise RefusedError(
                    f"{knob.label}: “{text[:40]}” was not taken; allowed are {_ALLOWED[name]}."
                    f" {_MORE}"
                ) from None
        said[:] = [_ALONE] * (name == "differences")
        return replace(screen.with_settings(**{Compared.PAIRS: scores}), preset="")

    state.act(put)
    for sentence in said:
        state.say(sentence)


_ALONE: Final = (
    "Only the differences are known, so the lower score of each topic stands at 0. The means of A "
    "and B alone say nothing."
)
_ALLOWED: Final = {
    "scores": "0.7/0.8, 0.6/0.6 and so on, or all scores of A; all of B, for 1 to 50 topics. "
    "Each is a number from 0 to 1000, and beside scores above 1 none is empty",
    "differences": "numbers from −1000 to 1000, for 1 to 50 topics, with commas or spaces "
    "between them",
}
_MORE: Final = "“Your own data” reads two runs with more topics, and this page compares them."


def _both(text: str) -> list[Pair]:
    """Read 0.7/0.8, 0.6/0.6; or all of A, a semicolon and all of B; or a row for each topic."""
    if "/" in text:
        between = re.sub(r"\s*/\s*", "/", re.sub(r"[,;]", " ", text)).split()
        return [_pair(*pair.split("/")) for pair in between]
    rows = [_LABEL.sub(" ", row).replace(",", " ").split() for row in text.strip("; ").split(";")]
    if len(rows) == 2:
        return [_pair(*pair) for pair in zip(*rows, strict=True)]
    if len(rows) < 2:
        raise ValueError
    numbered = all(len(row) == 3 and row[0] == f"{at}" for at, row in enumerate(rows, start=1))
    return [_pair(*row[numbered:]) for row in rows]


def _pair(*pair: str) -> Pair:
    if len(pair) != 2:
        raise ValueError
    a, b = (_score(each) if each.strip("∅") else None for each in pair)
    return a, b


def _score(text: str) -> float:
    """Return a number without its percent sign; a `ValueError` without a text for another one."""
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)%?", text):
        raise ValueError
    return float(text.removesuffix("%"))


def _alone(text: str) -> list[Pair]:
    """Read differences; the lower score of each topic is 0."""
    words = re.sub(r"(?<=[+-])\s+|\s+(?=%)", "", text)
    each = [
        None if word == "∅" else _score(word) for word in re.split(r"[,;\s]+", words.strip(" ,;"))
    ]
    return [(None, None) if one is None else (max(-one, 0.0), max(one, 0.0)) for one in each]


_READ: Final[dict[str, Callable[[str], list[Pair]]]] = {"scores": _both, "differences": _alone}
