"""A confusion table of several classes: P, R and F1 of each, and their means."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from pages.precision_and_recall.knobs import Retrieved
from ui.core.plain import as_share, listed, table_html
from ui.core.screen import Screen
from ui.draw.rank_terms import Fraction
from ui.parts import controls

_SCORES: Final = ("P", "R", "F1")
_TWO: Final = 2
_FEW: Final = 8
"""Most classes whose scores are written out in a mean."""


class Class(NamedTuple):
    """A class beside all others.

    Attributes:
        name: its name.
        right: how many of its cases are predicted right, TP.
        predicted: how many cases are predicted as it.
        actual: how many cases it has.
    """

    name: str
    right: int
    predicted: int
    actual: int

    @property
    def fractions(self) -> tuple[Fraction, Fraction, Fraction]:
        """Precision, recall and F1."""
        return (
            Fraction(self.right, self.predicted),
            Fraction(self.right, self.actual),
            Fraction(2 * self.right, self.predicted + self.actual),
        )


def draw(screen: Screen) -> None:
    """Draw a field for a table, the table, the scores of each class, and their means."""
    names, rows = read(screen)
    turned = ",".join(
        [" ".join(names), *(" ".join(map(str, each)) for each in zip(*rows, strict=True))]
    )
    turn = {"do": "turn", "knob": Retrieved.CLASSES, "to": turned}
    alike = [*map(tuple, rows)] == [*zip(*rows, strict=True)]
    controls.turn(
        [Retrieved.CLASSES],
        by="classes",
        more=[controls.button("Turn the table", turn, off=alike)],
    )
    st.markdown(
        "A row is an actual class, a column a predicted one. Some books have it the other way: if "
        "yours does, press *Turn the table*. This exchanges P and R of each class."
    )
    st.html(_table(names, rows))
    each = of(screen)
    st.html(_scores(each))
    st.markdown(means(each))


def read(screen: Screen) -> tuple[list[str], list[list[int]]]:
    """Return the names of the classes, and the rows of the table."""
    names, *rows = screen[Retrieved.CLASSES]
    return names.split(), [[*map(int, row.split())] for row in rows]


def of(screen: Screen) -> Sequence[Class]:
    """Return each class beside all others."""
    names, rows = read(screen)
    table = np.array(rows)
    counts = (table.diagonal().tolist(), table.sum(0).tolist(), table.sum(1).tolist())
    return [Class(*each) for each in zip(names, *counts, strict=True)]


def _table(names: Sequence[str], rows: Sequence[Sequence[int]]) -> str:
    body: list[list[object]] = [
        [f"actual {name}", *row, sum(row)] for name, row in zip(names, rows, strict=True)
    ]
    foot = ["sum", *map(sum, zip(*rows, strict=True)), sum(map(sum, rows))]
    return table_html("The table", ["", *(f"as {name}" for name in names), "sum"], body, foot)


def _scores(each: Sequence[Class]) -> str:
    """Write the scores of each class with their fractions; the sums stand below."""
    right, cases = (sum(one.right for one in each), sum(one.actual for one in each))
    body = [
        [one.name, one.right, one.predicted - one.right, one.actual - one.right]
        + [cases - one.predicted - one.actual + one.right]
        + [f"{part} = {as_share(part.value)}" if part.below else "0/0" for part in one.fractions]
        + [one.actual]
        for one in each
    ]
    true_negatives = (len(each) - 2) * cases + right
    foot = ["sum", right, cases - right, cases - right, true_negatives, "", "", "", cases]
    head = [
        "class",
        "TP",
        "FP",
        "FN",
        "TN",
        "P = TP/(TP + FP)",
        "R = TP/(TP + FN)",
        "F1",
        "support",
    ]
    return table_html("Each class", head, body, foot)


def means(each: Sequence[Class]) -> str:
    """Write the macro, the weighted and the micro averages with their numbers, as Markdown."""
    cases, right = sum(one.actual for one in each), sum(one.right for one in each)
    values = {
        name: [one.fractions[at].value if one.fractions[at].below else 0.0 for one in each]
        for at, name in enumerate(_SCORES)
    }
    macro = {name: sum(scores) / len(each) for name, scores in values.items()}
    few = len(each) <= _FEW
    said = ["**Macro**: the plain mean over the classes. Each class counts the same."]
    for name, scores in values.items():
        sums = f"({' + '.join(map(as_share, scores))})/{len(each)} = " * few
        said.append(f"Macro {name} = {sums}**{as_share(macro[name])}**")
    p, r = macro["P"], macro["R"]
    of_both = 2 * p * r / (p + r) if p + r else 0.0
    said.append(
        f"Some books take F1 of macro P and macro R instead: 2 · {as_share(p)} · {as_share(r)} / "
        f"({as_share(p)} + {as_share(r)}) = {as_share(of_both)}."
    )
    said.append(
        "**Weighted**: the mean over the classes, each as often as it has cases (its *support*)."
    )
    for name, scores in values.items():
        products = " + ".join(
            f"{one.actual}·{as_share(value)}" for one, value in zip(each, scores, strict=True)
        )
        mean = sum(one.actual * value for one, value in zip(each, scores, strict=True)) / cases
        said.append(f"Weighted {name} = {f'({products})/{cases} = ' * few}**{as_share(mean)}**")
    added = " + ".join(f"{one.right}" for one in each)
    said.append(
        "**Micro**: add up the counts of all classes first. Each case counts the same. A wrong "
        "case is an FP of one class and an FN of another one. So micro P, micro R, micro F1 and "
        f"**accuracy** are the same: ({added})/{cases} = {right}/{cases} = "
        f"**{as_share(right / cases)}**"
    )
    n = len(each)
    if n > _TWO:
        correct = (n - 2) * cases + 2 * right
        said.append(
            "Some books take the accuracy of each class beside all others, (TP + TN) / cases. A "
            f"wrong case is wrong for two of the {n} classes, and right for the rest. So the macro "
            f"and the micro mean of these are the same: {correct}/({n} · {cases}) = "
            f"**{as_share(correct / (n * cases))}**"
        )
    if lacks := [one.name for one in each if not one.predicted]:
        said.append(
            f"No case is predicted as {listed(lacks)}: P is 0/0, which counts as 0 in the means."
        )
    if lacks := [one.name for one in each if not one.actual]:
        said.append(f"No case is {listed(lacks)}: R is 0/0, which counts as 0 in the means.")
    return "\n\n".join(said)
