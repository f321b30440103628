"""Kendall’s W: how far several judges agree, all of them at once."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ui.core.plain import decimals

_FEW: Final = 10
"""Most items whose sums of ranks are written out."""


class Concordance(NamedTuple):
    """What W is made of.

    Attributes:
        sums: the sum of the ranks of each item.
        spread: the sum of their squared distances from the mean sum.
        ties: for each tie of t items, t³ − t, added up over all judges.
        most: the spread if all judges agree, ties considered.
    """

    sums: Sequence[float]
    spread: float
    ties: int
    most: float

    @property
    def w(self) -> float:
        """The share of the most that the sums spread; NaN if all items are tied."""
        return self.spread / self.most if self.most else float("nan")


def of(judges: Sequence[Sequence[float]]) -> Concordance:
    """Return the concordance of the ranks of judges; tied items share their mean rank."""
    count, n = len(judges), len(judges[0])
    sums = [sum(each) for each in zip(*judges, strict=True)]
    mean = count * (n + 1) / 2
    ties = sum(row.count(rank) ** 3 - row.count(rank) for row in judges for rank in {*row})
    most = (count**2 * (n**3 - n) - count * ties) / 12
    return Concordance(sums, sum((each - mean) ** 2 for each in sums), ties, most)


def worked(judges: Mapping[str, Sequence[float]]) -> str:
    """Write W with its numbers; "" for two judges, whose ρ says the same."""
    count, n = len(judges), len(next(iter(judges.values())))
    if count < 3:
        return ""
    found = of([[*row] for row in judges.values()])
    mean, spread = count * (n + 1) / 2, f"{found.spread:.10g}"
    sums = ", ".join(f"{each:g}" for each in found.sums)
    distances = " + ".join(f"{abs(each - mean):g}²" for each in found.sums)
    listed = f" They are {sums}, and their mean is {mean:g}. So S = {distances} = {spread}."
    said = (
        "**How W is made.** Add up the ranks of each item. S is the sum of the "
        "squared distances of these sums from their mean."
        + (listed if n <= _FEW else f" Here the mean is {mean:g} and S = {spread}.")
        + f" Here are {count} judges and n = {n} items."
    )
    ties = f" − {count} · {found.ties}" * bool(found.ties)
    if found.ties:
        said += f" A tie of t items takes t³ − t off: {found.ties} in all."
    if found.w != found.w:
        return f"{said} All items are tied, so there is no W."
    return (
        f"{said} W = 12 · {spread} / ({count}² · ({n}³ − {n}){ties}) = **{decimals(found.w)}**. "
        "1 is the same order by all, 0 is no agreement."
    )
