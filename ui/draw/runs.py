"""The runs a reader brought, or our two examples: their scores by topic, and their cutoff."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, cast
from uuid import uuid4

import numpy as np
import streamlit as st

from metrics.arrays import Array, Truth
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from metrics.reading.noticed import without_documents
from metrics.runs import JudgedRun
from ui.core import knobs, post, theme, upload_worker
from ui.core.documents import ASSETS, RankedList, RefusedError
from ui.core.knob_kinds import SCALES, WHOLE
from ui.core.knobs import CUTOFF
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.core.session import session
from ui.core.upload_worker import MOST_KEPT
from ui.draw.topics import Head
from ui.parts import controls

EXAMPLE: Final = (ASSETS / "example_run.txt", ASSETS / "example_qrels.txt")
OTHER: Final = (ASSETS / "example_run_b.txt", ASSETS / "example_qrels.txt")
SECOND: Final = "data_second"
OURS: Final = "our example"
_MOST_SUMMANDS: Final = 8
_CUTOFFS: Final = (5, 10, 20, 50, 100, 1000)
FIRST: Final = 10
"""Ranks of which it is said how many were judged."""


class Scores(NamedTuple):
    """Scores by topic, whether each is 0/0, and whether nothing is relevant; shape (n,) each."""

    each: Array
    undefined: Truth
    nothing: Truth

    @property
    def mean(self) -> float:
        """The mean of all topics; a score of 0/0 counts as it is reported."""
        return float(self.each.mean())

    @property
    def without(self) -> float:
        """The mean of the topics that are not 0/0; NaN without any."""
        kept = self.each[~self.undefined]
        return float(kept.mean()) if kept.size else float("nan")


@dataclass
class Data:
    """A run that a reader brought, or our example, and its cached scores.

    It lives as long as the session, because it is too large for an address. `name` has the names of
    all files, `system` that of the run alone; `top` is a top grade that the reader chose.
    `cached_scores` holds scores by metric and knobs, `sums` texts of how topics get their scores.
    """

    run: JudgedRun | None = None
    name: str = ""
    ours: bool = False
    opened: dict[int, RankedList] = field(default_factory=dict)
    system: str = ""
    top: int = 0
    id: str = field(default_factory=lambda: uuid4().hex)
    cached_scores: dict[object, Scores] = field(default_factory=dict)
    sums: dict[object, dict[int, str]] = field(default_factory=dict)

    def worked(self, metric: str, chosen: Sequence[int]) -> list[str]:
        """Return texts of how some topics get their scores, with their grades."""
        screen = session().shown
        key = (self.top, *_position(metric, screen))
        texts = self.sums.get(key, {})
        self.sums = {key: texts}
        new = [topic for topic in chosen if topic not in texts]
        if new:
            ranking = self._ranking(screen, np.array(new))
            try:
                scored = METRICS[metric].compute(
                    ranking, **arguments(metric, screen, self.top_grade)
                )
            except ValueError:
                return [""] * len(chosen)
            added = scored.terms["contribution"]
            for at, topic in enumerate(new):
                adds = [decimals(value) for value in added[at].tolist() if abs(value) >= 5e-4]
                more = [f"{decimals(float(scored.remainder[at]))} charged"]
                summands = [*adds, *more * bool(scored.remainder[at])]
                if len(summands) > _MOST_SUMMANDS:
                    summands[_MOST_SUMMANDS:] = ["…"]
                total = decimals(float(scored.score[at]))
                assert ranking.lengths is not None
                grades = ranking.grades[at][: int(ranking.lengths[at])][: max(SCALES) + 2].tolist()
                marks = self._marks(grades)
                sum_ = f"{' + '.join(summands)} = " * (len(summands) > 1)
                if scored.undefined[at]:
                    sum_, total = "", f"0/0, which counts as {total}"
                texts[topic] = f"{sum_}{total} ({marks or 'nothing retrieved'})"
        return [texts[topic] for topic in chosen]

    def heads(self, ranks: int, chosen: Sequence[int]) -> list[Head]:
        """Return the first ranks of some topics, and how many documents are relevant to each."""
        ranking, heads = self._ranking(session().shown, np.array(chosen, dtype=int)), []
        assert ranking.lengths is not None
        for at, relevant in enumerate(ranking.relevant_total.tolist()):
            grades = ranking.grades[at][: min(int(ranking.lengths[at]), ranks)].tolist()
            heads.append(Head(self._marks(grades), int(relevant)))
        return heads

    def score(self, metric: str, screen: Screen) -> Scores:
        """Return the scores of all topics by one metric with the knobs of a screen."""
        key = (self.top, *_position(metric, screen))
        scores = self.cached_scores.get(key)
        if scores is None:
            ranking = self._ranking(screen)
            no_relevant = METRICS[metric].reads != "graded" and ranking.relevant_total == 0
            try:
                breakdown = METRICS[metric].compute(
                    ranking, **arguments(metric, screen, self.top_grade)
                )
                undefined, score = breakdown.undefined, breakdown.score
            except ValueError:  # it is not defined for a grade of the files
                score = np.full(len(ranking.grades), np.nan)
                undefined = np.ones(len(score), dtype=bool)
            scores = Scores(score, undefined, undefined | no_relevant)
            kept = [*self.cached_scores.items()][1 - MOST_KEPT :]  # all sessions share the example
            self.cached_scores = dict([*kept, (key, scores)])
        return scores

    def measure(self) -> dict[str, Scores]:
        """Return the scores of all topics by every metric, with the knobs on the screen."""
        return {key: self.score(key, session().shown) for key in METRICS}

    def unjudged(self, k: int | None) -> Array:
        """Return which share of each topic's first k documents nobody judged; 0 without any."""
        assert self.run
        read = self.run.ranking
        assert read.lengths is not None
        grades = read.grades[:, :k]
        there = np.arange(grades.shape[-1]) < read.lengths[:, None]
        share: Array = (np.isnan(grades) & there).sum(-1) / np.maximum(there.sum(-1), 1)
        return share

    @cached_property
    def judged_at_first(self) -> float:
        """The share of the first ten documents that was judged: the mean over topics with any."""
        assert self.run
        assert self.run.ranking.lengths is not None
        there = self.run.ranking.lengths > 0
        return float(1 - self.unjudged(FIRST)[there].mean()) if there.any() else float("nan")

    @property
    def signs(self) -> str:
        """The signs of the grades from 0 on; "" if the scale has none."""
        scales = [scale for scale in theme.SYMBOLS if scale >= self.top_grade]
        return theme.SYMBOLS[scales[0]] if scales else ""

    def _marks(self, grades: Sequence[float]) -> str:
        """Write grades as signs where the scale has some, else as numbers."""
        if not self.signs or any(g == g and g != int(g) for g in grades):
            return " ".join("?" if g != g else f"{g:g}" for g in grades)
        return "".join("?" if g != g else self.signs[int(g)] for g in grades)

    def _ranking(self, screen: Screen, chosen: Any = slice(None)) -> Ranking:
        assert self.run
        # A gain for each grade may give grade 0 a gain too, but none to a negative grade.
        read = self.run.without_spam
        assert read.lengths is not None
        return Ranking(
            read.grades[chosen],
            read.missed[chosen],
            read.lengths[chosen],
            top_grade=max(self.top_grade, screen.relevant_from),
            relevant_from=screen.relevant_from,
        )

    @property
    def top_grade(self) -> float:
        """The highest grade of the scale: that of the files, or a higher one that was chosen."""
        assert self.run
        return max(self.run.ranking.top_grade, self.top)

    @property
    def misses_nothing(self) -> bool:
        """Whether no topic misses a relevant document."""
        assert self.run
        return not (self.run.ranking.missed >= session().shown.relevant_from).any()

    @property
    def notes(self) -> list[str]:
        """Sentences on what was noticed, those in doubt first."""
        assert self.run
        return [note.text for note in self.run.notes]

    @property
    def missing_topics(self) -> str:
        """A sentence about judged topics that the run lacks, or ""."""
        assert self.run
        assert self.run.ranking.lengths is not None
        listed = zip(self.run.topics, self.run.ranking.lengths.tolist(), strict=True)
        empty = [topic for topic, length in listed if not length]
        return without_documents(empty) * bool(empty)

    @property
    def doubts(self) -> list[str]:
        """Sentences on what may not be as it was meant."""
        assert self.run
        doubts = [note.text for note in self.run.notes if note.doubt]
        if self.top_grade > max(SCALES):
            doubts.append(
                f"GAP, and gains of your own for each grade, are defined up to grade {max(SCALES)}."
            )
        return doubts


def arguments(metric: str, screen: Screen, top_grade: float) -> dict[str, Any]:
    """Return a metric's arguments for runs, which may be cut deeper than a list on the board.

    Without a cutoff the ideal order is not cut either, as in trec_eval.
    """
    given = knobs.arguments(metric, {**screen.settings, "scale": math.ceil(top_grade)})
    if "k" in given:
        given["k"] = screen.cutoff
        if screen.cutoff is None and given.get("ideal") == "judged":
            given["ideal"] = "uncut"
    return given


def label(metric: str, screen: Screen) -> str:
    """Return the symbol of a metric with the cutoff of runs."""
    return METRICS[metric].label(screen.cutoff)


def _position(metric: str, screen: Screen) -> tuple[object, ...]:
    """Return a metric and all values that its scores of a run depend on."""
    names = knobs.to_draw(["relevant_from", *knobs.of_metrics(metric)], screen.settings)
    return metric, *((n, screen.cutoff if n == "k" else screen[n]) for n in names)


def own_data(key: str = "data") -> Data:
    """Return the run that the reader brought, the first or the `SECOND`."""
    return cast("Data", st.session_state.setdefault(key, Data()))


def both(source: str) -> tuple[Data, Data] | None:
    """Return two runs on the same topics: our "example", or the reader's "files".

    Returns None unless the reader brought a second run for the same judgements.
    """
    if source == "example":
        return _examples()
    first, second = own_data(), own_data(SECOND)
    return (first, second) if first.run and second.run else None


def example() -> Data:
    """Return our example; what is opened of it is the reader's own."""
    return replace(_examples()[0], opened={}, id=uuid4().hex)


@cache
def _examples() -> tuple[Data, Data]:
    first, second = (
        Data(upload_worker.start(files).result().runs[0], name, ours=True, system=name)
        for files, name in ((EXAMPLE, OURS), (OTHER, "our other example"))
    )
    return first, second


def judged_share(data: Data) -> str:
    """Return which share of a run's first documents was judged, in percent."""
    share = data.judged_at_first
    return "–" if share != share else f"{decimals(100 * share, 0)} %"


def cutoffs() -> list[controls.Control]:
    """Return the controls of the cutoff of runs: the usual ones, and any other."""
    cutoff = session().shown.cutoff
    usual = sorted({*_CUTOFFS, *([cutoff] if cutoff else [])})
    change: post.Action = {"do": "cut"}
    return [
        {
            **{"kind": "select", "name": "cutoff", "label": "Cutoff k", "change": change},
            "options": [*((k, f"{k:,}") for k in usual), (WHOLE, "whole list")],
            "value": cutoff or WHOLE,
            "help": "Only the top k ranks count. Without a cutoff the ideal order is not cut "
            "either, as in trec_eval’s map and ndcg.",
        },
        {
            **{"kind": "line", "name": "cutoff_typed", "label": "Another k", "change": change},
            "value": "",
            "placeholder": "such as 30",
            "signs": "",
        },
    ]


@post.on_screen("cut")
def _cut(screen: Screen, action: post.Action) -> Screen:
    """Cut runs at a number of ranks, or at none; a list on the board at as many as it can hold."""
    text = str(action["to"]).strip()
    try:
        return screen.with_settings(k=CUTOFF.of_runs(text))
    except ValueError as allowed:
        raise RefusedError(
            f"Cutoff k: “{text[:20]}” was not taken; allowed are {allowed}."
        ) from None
