"""Read typed numbers such as 0.756, 75 % or 3/4 + 1/5, and how far they may be rounded."""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 40
"""Most characters of a typed number."""

_ROUNDING: Final = 1e-9
_DECIMAL: Final = re.compile(r"\d+[.,]?\d*|[.,]\d+")
_CALCULATION: Final = re.compile(r"[\d.,+\-*/()% ]*\d[\d.,+\-*/()% ]*", re.ASCII)
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "\u00a0": " "})
_OPERATIONS: Final[Mapping[type[ast.operator], Callable[[float, float], float]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class RefusedError(ValueError):
    """Raised for input that is refused; the message is a sentence for the reader."""


@dataclass(frozen=True)
class Typed:
    """A number that was typed.

    Attributes:
        text: the typed text.
        value: its value.
        within: largest error of its rounding: half a unit of the last typed decimal, of the number
            with the fewest decimals. A calculation with whole numbers has only float rounding.
    """

    text: str
    value: float
    within: float

    def means(self, score: float) -> bool:
        """Return whether a score, rounded like this number, equals it.

        >>> [read(text).means(2 / 3) for text in ("0.67", "0.667", "0.66", "2/3", "66.7 %")]
        [True, True, False, True, True]
        """
        return abs(score - self.value) <= self.within


def read(text: str) -> Typed:
    """Read a number, or a calculation with + - * / and brackets.

    Raises:
        RefusedError: if it is neither; the message does not say which range is allowed.

    >>> read("(1 + 2/3 + 3/5) / 3").value
    0.7555555555555555
    """
    to_text = text.strip().translate(_SIGNS)
    if len(to_text) > LONGEST or not _CALCULATION.fullmatch(to_text):
        raise RefusedError(f"“{text.strip()[:20]}” is not a number.")
    exactness = [_ROUNDING]

    def number(match: re.Match[str]) -> str:
        digits = match.group(1).replace(",", ".")
        percent = 100 if match.group(2) else 1
        if "." in digits.rstrip(".") or match.group(2):
            exactness.append(0.5 * 10.0 ** -len(digits.partition(".")[2]) / percent + _ROUNDING)
        return f" {float(digits) / percent!r} "

    plain = re.sub(rf"({_DECIMAL.pattern})(\s*%)?", number, to_text)
    try:
        value = _evaluate(ast.parse(plain.strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, ValueError, OverflowError):
        raise RefusedError(f"“{text.strip()[:20]}” is not a number.") from None
    return Typed(text.strip(), value + 0.0, max(exactness))


def _evaluate(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=float(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _evaluate(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            return _OPERATIONS[type(op)](_evaluate(left), _evaluate(right))
    raise ValueError("no calculation")
