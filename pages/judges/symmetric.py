"""Whether two judges differ on one side: Bowker’s test of a table, McNemar’s of four counts."""

from collections.abc import Iterator

from metrics.judges import symmetry
from metrics.two_counts import two_counts
from pages.judges import drawing as judges
from pages.judges.drawing import Pair
from ui.core.plain import counted, decimals, p_value, typeset
from ui.core.screen import Screen


def in_numbers(screen: Screen) -> str:
    """Write the test of each two judges of a screen with its terms, as Markdown."""
    each = judges.pairs(screen)
    lines = [line for pair in each for line in _of_pair(pair, alone=len(each) == 1)]
    return typeset("\n\n".join(lines))


def _of_pair(pair: Pair, *, alone: bool) -> Iterator[str]:
    counts, found = pair.table.astype(int).tolist(), symmetry(pair.table)
    begins = "" if alone else f"Judges {pair.name}: "
    if not found.terms:
        yield f"{begins}They agree on all documents, so there is nothing to test."
        return
    both = {(a, b): (counts[a][b], counts[b][a]) for a, b in found.terms}
    summed = " + ".join(f"({n} − {m})²/{n + m}" for n, m in both.values())
    if len(counts) == 2:
        ((n, m),) = both.values()
        of_two = two_counts(n, m)
        yield (
            f"{begins}McNemar: χ² = {summed} = **{decimals(of_two.chi_squared)}**, 1 degree of "
            f"freedom, {_p(of_two.p)}. With the correction (|{n} − {m}| − 1)²/{n + m} = "
            f"{decimals(of_two.corrected)}, {_p(of_two.p_corrected)}"
            + f". Exact, as a sign test: {_p(of_two.exact)}."
            * (of_two.exact == of_two.exact)
        )
        return
    size = len(counts)
    yield (
        f"{begins}Bowker: χ² = {summed} = **{decimals(found.statistic)}**. The {size} labels make "
        f"{size}·{size - 1}/2 = {found.freedom} pairs, which are the degrees of freedom: "
        f"**{_p(found.p)}**."
    )
    terms = [
        f"{pair.kinds[a]} and {pair.kinds[b]}: {n} against {m}, {decimals(found.terms[a, b])}"
        for (a, b), (n, m) in both.items()
    ]
    yield f"Its terms are {'; '.join(terms)}."
    if empty := found.freedom - len(found.terms):
        less = counted(len(found.terms), "degree")
        yield (
            f"{counted(empty, 'pair')} of labels {'has' if empty == 1 else 'have'} no documents, "
            f"so some leave {'it' if empty == 1 else 'them'} out: with {less} of freedom "
            f"{_p(found.p_counted)}."
        )


def _p(p: float) -> str:
    written = p_value(p)
    return f"p {written}" if written.startswith("<") else f"p = {written}"
