"""Judges who give labels of any kind: their table, and every κ of theirs with its numbers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics.breakdown import Breakdown
from metrics.judges import Distance, Margins, fleiss_kappa, kappa, weighted_kappa
from pages.judges import drawing as judges
from pages.judges.drawing import Pair
from pages.judges.knobs import Judges
from ui.core.plain import counted, decimals, enough, listed, table_html, typeset
from ui.core.screen import Screen

_NAMED: Final[Mapping[Margins, str]] = {"own": "Cohen’s κ", "pooled": "Scott’s π"}


_DISTANCES: Final[Mapping[Distance, int]] = {"linear": 1, "quadratic": 2}
"""By which power of the difference of two grades they count."""


def words(screen: Screen) -> str:
    """Explain the scores in Markdown."""
    pooled, several = screen[Judges.MARGINS] == "pooled", len(judges.pairs(screen)) > 1
    often = "as the two together do" if pooled else "as this judge does here"
    means = " Three judges are three pairs, and all three scores are means over them."
    rows = (
        "A row is what one judge says, a column what the other says."
        if judges.is_tabled(screen)
        else "Each row is a document, each column a judge. Press a label for the next one."
    )
    return (
        f"{rows}{_as_counts(screen)}\n\n"
        "**P(A)** is the share of the documents on which two judges say the same. **P(E)** is the "
        f"share expected by chance, if each judge gives each label as often {often}. "
        "So **κ**, kappa, is the part of the way from P(E) to 1 that they went."
        f" Here it is {_NAMED[screen[Judges.MARGINS]]}." + means * several
    )


def both_kappas(screen: Screen) -> str:
    """Write Cohen’s κ beside Scott’s π, of three judges the means of the pairs; "" without them."""
    each = judges.pairs(screen)
    means = [
        sum(float(kappa(pair.table, margins=margins).score) for pair in each) / len(each)
        for margins in _NAMED
    ]
    named = zip(_NAMED.values(), map(decimals, means), strict=True)
    mean = "Means: " * (len(each) > 1)
    return "" if np.isnan(means).any() else mean + ", ".join(" ".join(one) for one in named)


def _as_counts(screen: Screen) -> str:
    """Say what Fleiss’ κ is if each row counts judges by label; "" if rows are likelier labels."""
    rows = [*zip(*judges.said(screen), strict=True)]
    sums = {sum(map(int, row)) if "".join(row).isdecimal() else 0 for row in rows}
    if len(rows) < 3 or len(rows[0]) < 3 or len(sums) > 1 or (count := sums.pop()) < 2:
        return ""
    each = [[label for label, by in enumerate(row) for _ in range(int(by))] for row in rows]
    score = decimals(float(fleiss_kappa([*zip(*each, strict=True)]).score))
    return (
        f" All rows have the sum {count}. Perhaps a row counts how many of {count} judges gave "
        f"each label. Then Fleiss’ κ is **{score}**."
    )


def table(screen: Screen, *, hidden: bool) -> None:
    """Draw how often two judges said what, of three a row for each pair.

    What tells a score is not drawn if the answer is `hidden`.
    """
    each = judges.pairs(screen)
    if len(each) == 1:
        if not judges.is_tabled(screen):
            st.html(judges.table_of(each[0]))
        return
    if hidden:
        return
    rows = [_row(pair.name, pair.agreement) for pair in each]
    every = fleiss_kappa([[*row] for row in judges.said(screen)])
    head = ["judges", "P(A)", "P(E)", judges.KAPPA[screen[Judges.MARGINS]]]
    st.html(table_html("Each two judges", head, rows, _row("all at once (Fleiss)", every)))


def _row(name: str, found: Breakdown) -> list[str]:
    scores = (found.aside["observed"], found.aside["expected"], found.score)
    return [name, *(decimals(float(score)) for score in scores)]


def in_numbers(screen: Screen) -> str:
    """Write Cohen’s κ and Scott’s π of each two judges with their numbers, and Fleiss’ κ of three.

    As Markdown, with a table of counts for each pair of three.
    """
    each = judges.pairs(screen)
    alone, grades = len(each) == 1, judges.are_grades(screen)
    parts = [part for pair in each for part in _of_pair(pair, alone=alone, grades=grades)]
    if len(each) > 1:
        parts += [_mean(each), _at_once(screen)]
    return typeset("\n\n".join(parts))


def _of_pair(pair: Pair, *, alone: bool, grades: bool) -> Iterator[str]:
    if not alone:
        yield f"**Judges {pair.name}**"
        yield judges.table_of(pair)
    agreed = " + ".join(f"{count:.0f}" for count in pair.table.diagonal())
    observed = float(pair.agreement.aside["observed"])
    yield f"P(A) = ({agreed})/{int(pair.table.sum())} = {decimals(observed)}"
    for margins, name in _NAMED.items():
        found = pair._replace(agreement=kappa(pair.table, margins=margins))
        worked = _beyond(observed, float(found.agreement.aside["expected"]))
        yield f"{name}: {judges.by_chance(found, margins)}, so {worked}"
    if grades:
        yield from _weighted(pair)


def grades_of(pair: Pair) -> list[int]:
    """Return the grade of each label: its number, or its place."""
    return [int(kind) if kind.isdecimal() else at for at, kind in enumerate(pair.kinds)]


class _Distances(NamedTuple):
    """How many documents are how many grades apart, and how many pairs by chance."""

    seen: Mapping[int, int]
    chance: Mapping[int, Sequence[tuple[int, int]]]

    @property
    def apart(self) -> dict[int, int]:
        """How many pairs of two documents are so far apart."""
        return {far: sum(a * b for a, b in self.chance[far]) for far in sorted(self.chance)}


def _distances(pair: Pair) -> _Distances:
    table, values = pair.table.astype(int).tolist(), grades_of(pair)
    sums = [pair.table.sum(axis).astype(int).tolist() for axis in (1, 0)]
    seen: dict[int, int] = {}
    chance: dict[int, list[tuple[int, int]]] = {}
    for (at, one), (place, other) in product(enumerate(values), repeat=2):
        if far := abs(one - other):
            seen[far] = seen.get(far, 0) + table[at][place]
            chance.setdefault(far, []).append((sums[0][at], sums[1][place]))
    return _Distances(seen, chance)


def _weighted(pair: Pair) -> Iterator[str]:
    """Yield κ of grades with both distances, by each judge's own shares, with their numbers."""
    every, found = int(pair.table.sum()), _distances(pair)
    order = "" if pair.kinds[0].isdecimal() else "The labels must be grades in this order. "
    yield (
        "<details><summary>Weighted κ: how far apart are their grades?</summary>\n\n"
        f"{order}It is 1 − D/E (Cohen 1968). D is the mean distance of the two grades of a "
        "document. E is the same by chance, with own shares: each sum of a row times each sum of "
        "a column."
    )
    for far, some in found.apart.items():
        products = " + ".join(f"{a}·{b}" for a, b in found.chance[far] if a * b) or "0"
        yield (
            f"Distance {far}: {counted(found.seen[far], 'document')}; by chance {products} = "
            f"{some:,} of {every:,}² pairs."
        )
    for distance, power in _DISTANCES.items():
        costs = {far: far**power for far in found.apart}
        yield _one_less(f"{distance.capitalize()} distances", pair, distance, costs)
    yield "</details>"


def own_distances(pair: Pair, costs: Sequence[float]) -> str:
    """Write κ of grades by a reader's own costs of the distances, with its numbers."""
    reaching_ = reaching(costs, grades_of(pair))
    each = {far: reaching_[far] for far in _distances(pair).apart}
    return _one_less(f"Own distances {in_steps(costs)}", pair, reaching_, each)


def reaching(costs: Sequence[float], grades: Sequence[int]) -> list[float]:
    """Return the costs of all distances of grades; the last one counts beyond, too.

    >>> reaching((0, 0, 1), [0, 1, 2, 3])
    [0, 0, 1, 1]
    """
    largest = max(grades) - min(grades)
    return [costs[min(far, len(costs) - 1)] for far in range(largest + 1)]


def in_steps(costs: Sequence[float]) -> str:
    """Write costs with spaces between them."""
    return " ".join(f"{cost:g}" for cost in costs)


def _one_less(
    name: str, pair: Pair, distance: Distance | Sequence[float], costs: Mapping[int, float]
) -> str:
    """Write 1 − D/E, where each distance has a cost."""
    every, counts = int(pair.table.sum()), _distances(pair)
    found = weighted_kappa(pair.table, distance=distance, grades=grades_of(pair))
    d, e = (float(found.aside[name]) for name in ("observed", "expected"))
    of_d, of_e = (
        " + ".join(f"{cost:g}·{some[far]}" for far, cost in costs.items())
        for some in (counts.seen, counts.apart)
    )
    begins = f"{name}: D = ({of_d})/{every} = {decimals(d)}, E = ({of_e})/{every}² = {decimals(e)}"
    if found.undefined:
        return f"{begins}: there is no κ."
    of_seen, of_chance = enough(lambda some, all_: 1 - some / all_, d, e)
    return f"{begins}, so κ = 1 − {of_seen}/{of_chance} = **{decimals(float(found.score))}**"


def _beyond(observed: float, expected: float) -> str:
    """Write the last step of κ, as a reader repeats it."""
    if expected > 1 - 1e-12:
        return "it is 0/0: there is no value."
    seen, by_chance = enough(lambda a, e: (a - e) / (1 - e), observed, expected)
    score = decimals((observed - expected) / (1 - expected))
    return f"({seen} − {by_chance}) / (1 − {by_chance}) = **{score}**"


def _mean(each: Sequence[Pair]) -> str:
    means = []
    for margins, name in _NAMED.items():
        scores = [float(kappa(pair.table, margins=margins).score) for pair in each]
        written = map(decimals, scores)
        shown = " + ".join(f"({one})" if one.startswith("−") else one for one in written)
        means.append(f"{name}: ({shown})/{len(each)} = **{decimals(sum(scores) / len(each))}**")
    return f"**Mean of the pairs.** {'. '.join(means)}."


def _at_once(screen: Screen) -> str:
    """Write Fleiss’ κ: the pairs of judges that agree, and the share of each label."""
    rows = judges.said(screen)
    count, documents = len(rows), len(rows[0])
    pairs, answers = documents * count * (count - 1) // 2, documents * count
    columns = [*zip(*rows, strict=True)]
    agree = sum(
        column[one] == column[other]
        for column in columns
        for one in range(count)
        for other in range(one)
    )
    given = ["".join(rows).count(label) for label in judges.labels(screen)]
    shares = listed(
        [
            f"{some}/{answers} for {label}"
            for label, some in zip(judges.names(screen), given, strict=True)
        ]
    )
    squares = " + ".join(f"{some}/{answers}·{some}/{answers}" for some in given)
    expected = sum((some / answers) ** 2 for some in given)
    return (
        f"**All at once: Fleiss’ κ.** Of {counted(pairs, 'pair')} of answers to one document "
        f"{agree} agree: P(A) = {agree}/{pairs} = {decimals(agree / pairs)}. "
        f"The shares of the labels are {shares}: P(E) = {squares} = {decimals(expected)}. "
        f"So κ is {_beyond(agree / pairs, expected)}"
    )
