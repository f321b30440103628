"""A pool: what judges read of the tops of some runs, and what metrics make of a run outside it.

A run is a text of letters, one for each document in ranked order. A capital letter is a document
that judges call relevant when they read it. The last run takes part in the pool or not.
"""

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics.average import average_precision, bpref
from metrics.breakdown import Breakdown
from metrics.ranking import Ranking
from pages.unjudged import depths, ways
from pages.unjudged.knobs import Pool
from ui import lesson
from ui.core import theme
from ui.core.plain import Html, counted, decimals, listed, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import figure, rank_terms, score
from ui.draw.score import Measured
from ui.parts import controls

_LETTERS: Final = [
    sign
    for sign in map(chr, range(ord("a"), 0x590))
    if sign.islower() and sign.upper() != sign and sign.upper().lower() == sign
]
"""Letters for documents that have names; each has a capital one of its own."""
_PARTS: Final = tuple(f"row-{at}" for at in range(1, 9))


class Pooled(NamedTuple):
    """Some runs, and the documents of the pool.

    Attributes:
        runs: the runs, the last of which may be from outside the pool.
        judged: the documents that judges read.
    """

    runs: Sequence[str]
    judged: frozenset[str]

    def grades(self, run: int) -> list[int | None]:
        """Return the grades of a run's documents; None for those that nobody judged."""
        return [int(each.isupper()) if each in self.judged else None for each in self.runs[run]]

    def missed(self, run: int) -> int:
        """Return how many documents that are known to be relevant a run lacks."""
        return sum(each.isupper() for each in self.judged - {*self.runs[run]})


def is_shown(screen: Screen) -> bool:
    """Return whether a screen has runs and their pool, in the place of a list."""
    return bool(screen[Pool.RUNS])


def pooled(screen: Screen, depth: int | None = None) -> Pooled:
    """Return the runs of a screen with the pool of its depth, or of another one."""
    runs, depth = _lettered(screen)[0], screen[Pool.DEPTH] if depth is None else depth
    members = runs if all_take_part(screen) else runs[:-1]
    return Pooled(runs, frozenset("".join(run[:depth] for run in members)))


def _lettered(screen: Screen) -> tuple[Sequence[str], Mapping[str, str]]:
    """Return the runs of a screen in letters, and what each document is called."""
    typed: Sequence[str] = screen[Pool.RUNS]
    if not any(" " in run for run in typed):
        return typed, {}
    each = [run.split() for run in typed]
    starred = {name: name.rstrip("*") for run in each for name in run}
    letter = dict(zip(starred, _LETTERS, strict=False))
    runs = [
        "".join(letter[name].upper() if "*" in name else letter[name] for name in run)
        for run in each
    ]
    return runs, {letter[name]: bare for name, bare in starred.items()}


def all_take_part(screen: Screen) -> bool:
    """Return whether the last run takes part in the pool, too."""
    return bool(screen[Pool.MEMBERS] == "all")


def as_misses(pool: Pooled, run: int = -1) -> Breakdown:
    """Return AP of a run that counts what nobody judged as irrelevant."""
    grades = [grade or 0 for grade in pool.grades(run)]
    return average_precision(Ranking(grades, missed=[1] * pool.missed(run)))


def left_out(pool: Pooled, run: int = -1) -> Breakdown:
    """Return AP of a run without what nobody judged."""
    grades = [grade for grade in pool.grades(run) if grade is not None]
    return average_precision(Ranking(grades, missed=[1] * pool.missed(run)))


def preferred(pool: Pooled, run: int) -> Breakdown:
    """Return bpref of a run; what judges read of other runs is known, too."""
    grades = [np.nan if grade is None else grade for grade in pool.grades(run)]
    elsewhere = [int(each.isupper()) for each in pool.judged - {*pool.runs[run]}]
    return bpref(Ranking(grades, missed=elsewhere))


def bounds(pool: Pooled, run: int = -1) -> tuple[float, float]:
    """Return the lowest and the highest AP of a run, whatever judges say of every document.

    Of as many hits AP is lowest if they stand last, and highest if they stand first. What only
    other runs found can be missed: AP is lowest if all of it is relevant, highest if none is.
    """
    grades = pool.grades(run)
    unknown = [at for at, grade in enumerate(grades) if grade is None]
    tried = np.tile([grade or 0 for grade in grades], (len(unknown) + 1, 1))
    last, first = tried.copy(), tried
    for hits in range(1, len(unknown) + 1):
        last[hits, unknown[-hits:]] = first[hits, unknown[:hits]] = 1
    elsewhere = {*"".join(pool.runs)} - pool.judged - {*pool.runs[run]}
    most, least = pool.missed(run) + len(elsewhere), pool.missed(run)
    lows, highs = (
        average_precision(Ranking(tried, missed=np.ones((len(tried), missed)))).score
        for tried, missed in ((last, most), (first, least))
    )
    return float(lows.min()), float(highs.max())


def measured(needed: Sequence[str]) -> list[Measured]:
    """Measure AP of the last run with its ? as misses and without them, and AP of run A.

    Where a step needs it, the number of documents in the pool comes first.
    """
    last = names(session().shown)[-1]
    return [
        *[_measure_size()] * ("pool_size" in needed),
        _measure("pool_new", f"{last}: AP", as_misses, -1),
        *[_measure("pool_new_short", f"{last} without ?", left_out, -1)]
        * ("pool_size" not in needed),
        _measure("pool_a", "A: AP", as_misses, 0),
    ]


def _measure_size() -> Measured:
    return score.measure_by(
        lambda screen: score.single(len(pooled(screen).judged)),
        "Pool",
        key="pool_size",
        bounds=(0, None),
        higher_is_better=None,
        places=0,
        parts=_PARTS,
        screen=_alone(),
    )


def _alone() -> Screen | None:
    """Return the screen if the one before the last move had no runs."""
    before = session().since
    return None if before is None or is_shown(before) else session().shown


def _measure(key: str, label: str, of: Callable[[Pooled, int], Breakdown], run: int) -> Measured:
    return score.measure_by(
        lambda screen: of(pooled(screen), run), label, key=key, parts=_PARTS, screen=_alone()
    )


def stage(scores: Sequence[Measured], *, typed: bool) -> lesson.Stage:
    """Return the runs with their pool, and the scores of the last run beside that of A.

    With `typed`, the reader may type other runs beside them.
    """
    main = next(each for each in scores if each.key == "pool_new")
    screen = main.screen
    pool, depth = pooled(screen), screen[Pool.DEPTH]
    terms = rank_terms.of_average_precision(main.breakdown)
    ends = " to ".join(map(decimals, bounds(pool)))
    each, outside = names(screen), not all_take_part(screen)
    last, part = each[-1], listed(each[: -1 if outside else None])
    of_ap = "**AP**, average precision, counts a ? as a miss. "
    of_ap += "**Without ?** leaves it out. " * (main is scores[0])
    return lesson.Stage(
        scores,
        columns=(),
        board=lambda _hidden: _board(screen, typed=typed),
        chart=figure.Figure(depths, [*depths.rows(by_depth(screen), depth, last)]),
        in_hall=True,
        worked=lesson.WorkedFormula(
            main,
            [(0, term.summand) for term in terms if term.summand],
            rank_terms.factor("average_precision", main.breakdown, 0),
            also=[ways.worked(each) for each in scores if each.key not in (main.key, "pool_size")],
        ),
        lists="",
        below_score=f"<p>{last}, once all is judged: {ends}</p>",
        words=f"Judges read the **pool**: the top documents of {part}. ● is judged relevant, ○ "
        f"irrelevant. A **?** is outside the pool, so nobody judged it. "
        f"{'**New** took no part. ' * outside}\n\n{of_ap}Once all is judged, the AP of {last} "
        "lies between two values. They stand below the scores.",
    )


def by_depth(screen: Screen) -> list[depths.Depth]:
    """Return the scores at each depth of the pool, down to the longest run."""
    found = []
    for depth in range(1, max(map(len, _lettered(screen)[0])) + 1):
        pool = pooled(screen, depth)
        scores = float(as_misses(pool).score), float(as_misses(pool, 0).score)
        found.append(depths.Depth(len(pool.judged), *scores, *bounds(pool)))
    return found


def names(screen: Screen) -> list[str]:
    """Return the names of the runs: A, B and so on; a last one from outside the pool is new."""
    each = ascii_uppercase[: len(screen[Pool.RUNS])]
    return [*each] if all_take_part(screen) else [*each[:-1], "New"]


def each_run(screen: Screen) -> str:
    """Write the scores of each run, and between which values its AP lies once all is judged."""
    pool, body = pooled(screen), []
    for run, name in enumerate(names(screen)):
        found, short = as_misses(pool, run), left_out(pool, run)
        preference = preferred(pool, run)
        low_to_high = " to ".join(map(decimals, bounds(pool, run)))
        hits, size = sum(map(bool, grades := pool.grades(run))), len(pool.runs[run])
        most, known = hits + grades.count(None), hits + pool.missed(run)
        judged = sum(grade is not None for grade in grades)
        terms = rank_terms.of_average_precision(found)
        above = " + ".join(term.summand for term in terms if term.summand) or "0"
        divided = f"({above}) / {found.aside['denominator']:g} = {decimals(float(found.score))}"
        body.append(
            [
                name,
                f"{judged} of {len(grades)}",
                _or_undefined(found, divided),
                _or_undefined(short, decimals(float(short.score))),
                _or_undefined(
                    preference,
                    f"{ways.sum_of_bpref(preference)} = {decimals(float(preference.score))}",
                ),
                f"{hits}/{known} = {decimals(hits / known)}" if known else "0/0",
                low_to_high,
                f"{hits}/{size} = {decimals(hits / size)} to {most}/{size} = "
                f"{decimals(most / size)}",
            ]
        )
    each = [f"{name} once all is judged" for name in ("AP", "P")]
    head = ["run", "judged", "AP", "AP without ?", "bpref", "R", *each]
    return table_html("Each run in the pool of this depth", head, body, words=(2, 4, 5, 7))


def _or_undefined(found: Breakdown, written: str) -> str:
    """Return how a score is written, or that it is 0/0."""
    return f"0/0, which counts as {decimals(float(found.score))}" if found.undefined else written


def _board(screen: Screen, *, typed: bool) -> None:
    """Draw the depth of the pool, and the documents of each run with what judges say."""
    pool, depth, called = pooled(screen), screen[Pool.DEPTH], _lettered(screen)[1]
    runs = [Pool.RUNS] * (typed and not session().projector.presenting)
    controls.turn([*runs, Pool.DEPTH, Pool.MEMBERS], by="pool", folded=True)
    grades = [pool.grades(at) for at in range(len(pool.runs))]
    size = f"Pool: {counted(len(pool.judged), 'document')}"
    longest = max(map(len, pool.runs))
    body: list[Sequence[object]] = []
    for rank in range(longest):
        if rank == depth:
            body.append(Html(f"{size}. Below its depth:"))
        cells = [
            f"{called.get(run[rank].lower(), run[rank].lower())} {theme.symbol(graded[rank], 1)}"
            if rank < len(run)
            else ""
            for run, graded in zip(pool.runs, grades, strict=True)
        ]
        body.append([rank + 1, *cells])
    if depth >= longest:
        body.append(Html(f"{size}."))
    head = ["rank", *names(screen)]
    st.html(table_html("The runs, and what judges say", head, body))
