"""Readers who disagree about what is relevant, one group for each threshold.

Each reader has their own hits and average precision. Graded average precision blends them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import streamlit as st

from metrics.average import average_precision
from metrics.breakdown import Breakdown
from ui.core.columns import Cell, Column, Part
from ui.core.knob_kinds import accepted
from ui.core.plain import decimals, enough, table_html
from ui.core.screen import Name, Screen, once_per_screen
from ui.core.session import session
from ui.draw import rank_terms
from ui.draw.beside_cards import ghost
from ui.draw.score import Measured

_THICKEST: Final = 0.64
"""Largest height of a bar, as a share of the row; it stands for the largest group."""
_MOST_FRACTIONS: Final = 8
"""Most fractions that are written in the sum."""
FEW: Final = 3
"""Most columns that have room for ✓ and –, and for AP in the heading."""
_OF_A_PART: Final = 0.8
"""How much of its part of a phone's card the longest bar takes."""
_WIDEST: Final = 66
"""Most characters in the headings of all columns."""


def in_full(threshold: int, scale: int) -> str:
    """Write the grades that a group of readers accepts.

    >>> [in_full(threshold, 3) for threshold in (1, 2, 3)], in_full(5, 8), in_full(1, 1)
    (['1, 2 or 3', '2 or 3', 'only 3'], '5 to 8', '1')
    """
    *some, last = range(threshold, scale + 1)
    if len(some) > FEW - 1:
        return f"{threshold} to {last}"
    return f"{', '.join(map(str, some))} or {last}" if some else "only " * (scale > 1) + str(last)


def groups_by_threshold(measured: Measured, screen: Screen) -> list[Breakdown]:
    """Return the average precision of each reader: relevant from grade 1, from 2, and so on."""
    return _readers(screen, measured.name)


@once_per_screen
def _readers(screen: Screen, name: Name) -> list[Breakdown]:
    ranked, thresholds = screen.ranked(name), range(1, screen.scale + 1)
    return [average_precision(ranked.ranking(screen.scale, t), screen.k) for t in thresholds]


def weights(gap: Breakdown) -> list[float]:
    """Return the weight of each group: its readers times the documents that are good for them."""
    total = float(gap.aside["denominator"])
    each = (gap.aside["share"] * gap.aside["reach"]).tolist()
    return [weight / total if total else 0.0 for weight in each]


class Blended(NamedTuple):
    """GAP as a mean over the ✓ of all groups, as it is written.

    Attributes:
        summands: the fractions of equal groups, or else of each group that counts, times its
            share of readers, as `0.1·(1/1 + 2/3)`; their sums if they are many.
        counted: how much the ✓ of each group count, as `0.1 · 3`; of equal groups their number.
        total: how much all ✓ count.
        alike: whether the groups that count are equal.
    """

    summands: Sequence[str]
    counted: Sequence[str]
    total: str
    alike: bool


def blended(gap: Measured, *, shares: bool) -> Blended:
    """Write GAP with its numbers; they have the digits that its three decimals need.

    With `shares`, each group has its share of readers, though all are equal or some have none.
    """
    aside = gap.breakdown.aside
    reads, reaches = aside["share"].tolist(), aside["reach"].tolist()
    counting = {share for share, reach in zip(reads, reaches, strict=True) if share and reach}
    alike = len(counting) == 1 and not shares
    groups = [
        (share, reach, group)
        for share, reach, group in zip(
            reads, reaches, groups_by_threshold(gap, gap.screen), strict=True
        )
        if reach and (share or (shares and counting))
    ]
    each = [
        (1.0 if alike else share, reach, float(group.score) * reach)
        for share, reach, group in groups
    ]
    if not each:
        return Blended((), (), "0", alike)
    parts, most, sums = map(list, zip(*each, strict=True))

    def mean(*numbers: float) -> float:
        of, added = numbers[: len(each)], numbers[len(each) :]
        above = sum(share * one for share, one in zip(of, added, strict=True))
        below = sum(share * reach for share, reach in zip(of, most, strict=True))
        return float(above / below)

    written = [f"{float(one):g}" for one in enough(mean, *parts, *sums)]
    shared, summed = written[: len(each)], written[len(each) :]
    total = sum(float(share) * reach for share, reach in zip(shared, most, strict=True))
    fractions = [_fractions(group) for *_, group in groups]
    if 0 < sum(map(len, fractions)) <= _MOST_FRACTIONS:
        summed = [
            f"({' + '.join(some)})" if len(some) > 1 else "".join(some) or "0" for some in fractions
        ]
        if alike:
            summed = [*chain.from_iterable(fractions)]
    if alike:
        return Blended(summed, [f"{reach:g}" for reach in most], f"{total:g}", alike)
    return Blended(
        [f"{share}·{one}" for share, one in zip(shared, summed, strict=True)],
        [f"{share} · {reach:g}" for share, reach in zip(shared, most, strict=True)],
        f"{total:.6g}",
        alike,
    )


def _fractions(group: Breakdown) -> list[str]:
    """Write the precision at each hit of a group, as `2/3`."""
    hits = group.terms["relevant"].tolist()
    so_far = group.terms["relevant"].cumsum().tolist()
    return [f"{down:g}/{rank}" for rank, down in enumerate(so_far, start=1) if hits[rank - 1]]


def every_group_counts(gap: Measured) -> bool:
    """Return whether all groups are equal, so that each ✓ that is shown counts alike."""
    return len({*gap.breakdown.aside["share"].tolist()}) == 1


def plain_mean(gap: Measured) -> str:
    """Say of few equal groups whether GAP is the mean of their APs; "" where it must be."""
    groups, reaches = groups_by_threshold(gap, gap.screen), gap.breakdown.aside["reach"].tolist()
    aps = [float(group.score) for group, reach in zip(groups, reaches, strict=True) if reach]
    mean = decimals(sum(aps) / len(aps))
    if len(groups) > FEW or not every_group_counts(gap) or len({*filter(None, reaches)}) < 2:
        return ""
    if mean == gap.text:
        return f"Here the mean of the APs is {mean}, too."
    return f"It is not the mean of the APs, {mean}: a group with more ✓ weighs more."


def columns(gap: Measured) -> list[Column]:
    """Draw the precisions that each group sees at its hits.

    A bar's length is the precision, its height the share of readers. Below the heading stands the
    AP of the group.
    """
    grades = [document.grade for document in gap.ranked.documents]
    groups = groups_by_threshold(gap, gap.screen)
    bars = _bars(groups, gap.breakdown)
    bars_before: list[dict[int, Part]] = [{} for _ in groups]
    since = session().since
    if gap.terms_before is not None and since is not None:
        bars_before = _bars(groups_by_threshold(gap, since), gap.terms_before)
    result, few = [], len(groups) <= FEW
    for grade, (group, parts) in enumerate(zip(groups, bars, strict=True), start=1):
        reads = gap.breakdown.aside["share"][grade - 1]
        earlier = bars_before[grade - 1] if reads and grade <= len(bars_before) else {}
        hits = group.terms["relevant"].cumsum()
        misses = _misses(grades, grade, hits.size) if few else {}
        cells = {}
        for row in sorted({*parts, *earlier, *misses}):
            was = [earlier[row]._replace(look="was")] if row in earlier else []
            if row in parts:
                label = "✓ " * few + f"{hits[row - 1]:g}/{row}"
                cells[row] = Cell([*ghost(was, parts[row]), parts[row]], label)
            elif row in misses:
                cells[row] = Cell([*was, Part(0, 0)], misses[row])
            else:
                cells[row] = Cell(was, "")
        ap = decimals(float(group.score))
        heading = f"Accept {in_full(grade, len(groups))}" if few else accepted(grade, len(groups))
        unused = ", counts\u00a00" * (few and not reads)
        mean = f"\n{_mean_of(group, len(groups))}" * (len(groups) < FEW)
        result.append(Column(heading, cells, "AP\u00a0" * few + ap + unused + mean))
    return result


def _mean_of(group: Breakdown, groups: int) -> str:
    """Say of which fractions an AP is the mean; what was not found has a 0.

    A column is narrower, the more `groups` there are.
    """
    good = int(group.aside["denominator"])
    fractions = _fractions(group)
    fractions += ["0"] * (good - len(fractions))
    text = f"mean of {', '.join(fractions)}"
    return text if len(text) <= _WIDEST // groups else f"mean of {good} fractions"


def _misses(grades: Sequence[int | None], threshold: int, deep: int) -> dict[int, str]:
    """Write, by row, what adds nothing for a threshold: – in the top, and a good one below it.

    >>> _misses([3, 0, 3, 0], 1, 2)
    {1: '✓ 0', 2: '–', 3: '✓ 0'}
    """
    good = [grade is not None and grade >= threshold for grade in grades]
    return {
        row: "✓ 0" if is_good else "–"
        for row, is_good in enumerate(good, start=1)
        if is_good or row <= deep
    }


def in_cards(gap: Measured, columns: Sequence[Column], *, hidden: bool) -> Column:
    """Return the precisions of all groups at each rank, for a phone: few ones as columns, too.

    Their AP stands above them, unless the score is `hidden`.
    """
    groups = groups_by_threshold(gap, gap.screen)
    total = f"{gap.label} = {gap.text}"
    if len(groups) <= FEW:
        rows = range(1, len(gap.ranked.documents) + 1)
        none = Cell([], "")
        each = {row: [column.cells.get(row, none) for column in columns] for row in rows}
        cells = {
            row: Cell([*_side_by_side(of_row)], _tabbed(cell.label for cell in of_row))
            for row, of_row in each.items()
            if any(cell.label for cell in of_row)
        }
        named = [accepted(grade, len(groups)) for grade in range(1, len(groups) + 1)]
        heading = _tabbed(["Accept", *named])
        if not hidden:
            heading += "\n" + _tabbed(["AP", *(decimals(float(group.score)) for group in groups)])
        return Column(heading, cells, total)
    terms = rank_terms.of_graded_average_precision(gap.breakdown, groups)
    cells = {term.rank: Cell([], term.short) for term in terms if term.short}
    heading = f"Hits ÷ rank, for those who accept from 1 to {len(groups)}"
    return Column(heading, cells, total)


def _side_by_side(cells: Sequence[Cell]) -> Iterator[Part]:
    """Yield the bars of cells, each in a part of the width of a card."""
    for at, cell in enumerate(cells):
        for part in cell.parts:
            if "was" not in part.look and part.end:
                yield Part(at / len(cells), (at + _OF_A_PART * part.end) / len(cells), part.look)


def _tabbed(texts: Iterable[str]) -> str:
    """Write texts as columns of a card: a tab ends each one (assets/board/board.css)."""
    return "".join(f"{text}\t" for text in texts)


def _bars(breakdowns: Sequence[Breakdown], gap: Breakdown) -> list[dict[int, Part]]:
    """Return, for each reader, a bar at each of their hits, by row; hollow if nobody is there."""
    shares = gap.aside["share"].tolist()
    most = max(shares)
    return [
        {
            row: Part(
                0,
                precision,
                "solid" if share else "hollow",
                _THICKEST * (share / most if share else 1),
            )
            for row, (hit, precision) in enumerate(
                zip(reader.terms["relevant"], reader.terms["precision"].tolist(), strict=True), 1
            )
            if hit
        }
        for share, reader in zip(shares, breakdowns, strict=True)
    ]


def blend_table(gap: Measured) -> None:
    """Draw a table of the score as the sum of the readers' average precisions times their weights.

    A weight grows with the share of readers and with the number of documents relevant to them.
    """
    aside, each = gap.breakdown.aside, weights(gap.breakdown)
    groups = zip(
        *(groups_by_threshold(gap, gap.screen), each, aside["share"], aside["reach"]), strict=True
    )
    rows = []
    for grade, (group, weight, share, reach) in enumerate(groups, start=1):
        ap = float(group.score)
        shown = decimals(ap) if reach else "–"
        cells = decimals(weight * ap), decimals(weight), shown, decimals(share), f"{reach:g}"
        rows.append([f"accept {in_full(grade, gap.screen.scale)}", *cells])
    header = ["group", "weight × AP", "weight", "their AP", "share", "good documents"]
    footer = ["all", f"{gap.label} = {decimals(gap.score)}", int(any(each)), "", 1, ""]
    st.html(table_html("The blend", header, rows, footer))
