"""Numbers as people write them, 0.756, 75 % or 3/4 + 1/5, and how exactly they mean them."""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ui.state.documents import RefusedError

LONGEST: Final = 40
"""Characters that are read."""

_ROUNDING: Final = 1e-9
_DECIMAL: Final = re.compile(r"\d+[.,]?\d*|[.,]\d+")
_CALCULATION: Final = re.compile(r"[\d.,+\-*/()% ]*\d[\d.,+\-*/()% ]*", re.ASCII)
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "\u00a0": " "})
_DOES: Final[Mapping[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


@dataclass(frozen=True)
class Typed:
    """A number that was typed.

    Attributes:
        text: as it was typed.
        value: what it is.
        within: how far what it was rounded from can be off: half a unit of the last decimal that
            was typed, by the number that has fewest; nothing but rounding of floats where it was
            worked out from whole numbers.
    """

    text: str
    value: float
    within: float

    def means(self, score: float) -> bool:
        """Tell whether a score, rounded as this number was, is this number.

        >>> [read(text).means(2 / 3) for text in ("0.67", "0.667", "0.66", "2/3", "66.7 %")]
        [True, True, False, True, True]
        """
        return abs(score - self.value) <= self.within


def read(text: str) -> Typed:
    """Read a number, or a calculation with + - * / and brackets.

    Raises:
        RefusedError: it is none; says nothing yet of what is allowed.

    >>> read("(1 + 2/3 + 3/5) / 3").value
    0.7555555555555555
    """
    spelled = text.strip().translate(_SIGNS)
    if len(spelled) > LONGEST or not _CALCULATION.fullmatch(spelled):
        raise RefusedError(f"“{text.strip()[:20]}” is no number.")
    exactness = [_ROUNDING]

    def number(found: re.Match[str]) -> str:
        digits = found.group(1).replace(",", ".")
        percent = 100 if found.group(2) else 1
        if "." in digits.rstrip(".") or found.group(2):
            exactness.append(0.5 * 10.0 ** -len(digits.partition(".")[2]) / percent + _ROUNDING)
        return f" {float(digits) / percent!r} "

    plain = re.sub(rf"({_DECIMAL.pattern})(\s*%)?", number, spelled)
    try:
        value = _worked_out(ast.parse(plain.strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, ValueError, OverflowError):
        raise RefusedError(f"“{text.strip()[:20]}” is no number.") from None
    return Typed(text.strip(), value + 0.0, max(exactness))


def _worked_out(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=float(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_worked_out(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _worked_out(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _DOES:
            return _DOES[type(op)](_worked_out(left), _worked_out(right))
    raise ValueError("no calculation")
