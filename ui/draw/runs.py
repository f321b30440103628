"""The runs a reader brought, or our two examples: their scores by topic, and their cutoff."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, cast
from uuid import uuid4

import numpy as np
import streamlit as st

from metrics.arrays import Array, Truth
from metrics.catalog import METRICS
from metrics.ranking import Ranking
from metrics.runs import JudgedRun
from ui.core import knobs, plain, post, theme, upload_worker
from ui.core.documents import ASSETS, RankedList, RefusedError
from ui.core.knobs import CUTOFF, SCALES, WHOLE
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.core.session import session
from ui.core.upload_worker import MOST_KEPT, Reading
from ui.parts import controls

EXAMPLE: Final = (ASSETS / "example_run.txt", ASSETS / "example_qrels.txt")
OTHER: Final = (ASSETS / "example_run_b.txt", ASSETS / "example_qrels.txt")
SECOND: Final = "data_second"
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
    """The run a reader brought last, its cached scores, and the last attempt to read files.

    It lives as long as the session, because it is too large for an address. `system` is the name
    of the run alone, `files` are the names of all files, `judged` the ids of its qrels.
    `cached_scores` holds scores by metric and knobs, `sums` texts of how topics get their scores.
    """

    run: JudgedRun | None = None
    name: str = ""
    ours: bool = False
    tried: tuple[object, ...] = ()
    problem: str = ""
    reading: Reading | None = None
    opened: dict[int, RankedList] = field(default_factory=dict)
    system: str = ""
    files: tuple[str, ...] = ()
    judged: tuple[object, ...] = ()
    id: str = field(default_factory=lambda: uuid4().hex)
    cached_scores: dict[object, Scores] = field(default_factory=dict)
    sums: dict[object, dict[int, str]] = field(default_factory=dict)

    def worked(self, metric: str, chosen: Sequence[int]) -> list[str]:
        """Return texts of how some topics get their scores, with their grades."""
        screen = session().shown
        key = _position(metric, screen)
        texts = self.sums.get(key, {})
        self.sums = {key: texts}
        new = [topic for topic in chosen if topic not in texts]
        if new:
            ranking = self._ranking(screen, np.array(new))
            scored = METRICS[metric].compute(ranking, **arguments(metric, screen))
            symbols, added = theme.SYMBOLS[screen.scale], scored.terms["contribution"]
            for at, topic in enumerate(new):
                adds = [decimals(value) for value in added[at].tolist() if abs(value) >= 5e-4]
                more = [f"{decimals(float(scored.remainder[at]))} charged"]
                summands = [*adds, *more * bool(scored.remainder[at])]
                if len(summands) > _MOST_SUMMANDS:
                    summands[_MOST_SUMMANDS:] = ["…"]
                total = decimals(float(scored.score[at]))
                assert ranking.lengths is not None
                grades = ranking.grades[at][: int(ranking.lengths[at])][: max(SCALES) + 2].tolist()
                marks = "".join("?" if g != g else symbols[int(g)] for g in grades)
                sum_ = f"{' + '.join(summands)} = " * (len(summands) > 1)
                if scored.undefined[at]:
                    sum_, total = "", f"0/0, which counts as {total}"
                texts[topic] = f"{sum_}{total} ({marks or 'nothing retrieved'})"
        return [texts[topic] for topic in chosen]

    def score(self, metric: str, screen: Screen) -> Scores:
        """Return the scores of all topics by one metric with the knobs of a screen."""
        key = _position(metric, screen)
        scores = self.cached_scores.get(key)
        if scores is None:
            ranking = self._ranking(screen)
            breakdown = METRICS[metric].compute(ranking, **arguments(metric, screen))
            no_relevant = METRICS[metric].reads != "graded" and ranking.relevant_total == 0
            undefined = breakdown.undefined
            scores = Scores(breakdown.score, undefined, undefined | no_relevant)
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

    def _ranking(self, screen: Screen, chosen: Any = slice(None)) -> Ranking:
        assert self.run
        read = self.run.ranking
        assert read.lengths is not None
        return Ranking(
            read.grades[chosen],
            read.missed[chosen],
            read.lengths[chosen],
            top_grade=screen.scale,
            relevant_from=screen.relevant_from,
        )

    @cached_property
    def highest(self) -> float:
        """The highest grade that was read."""
        pools = (self.run.ranking.grades, self.run.ranking.missed) if self.run else ()
        return max((float(np.fmax.reduce(pool, axis=None, initial=0)) for pool in pools), default=0)

    @cached_property
    def notes(self) -> str:
        """Sentences about ties, grades, and topics that were left out."""
        assert self.run
        assert self.run.ranking.lengths is not None
        run, lengths = self.run, self.run.ranking.lengths
        unjudged = int(lengths.sum() - np.isfinite(run.ranking.grades).sum())
        sentences = {
            f"{run.ties:,} documents have the same score as another one of their topic. Such ties "
            "are ordered as in trec_eval: by document id, from z to a.": run.ties,
            f"{plain.counted(unjudged, 'ranked document has', 'ranked documents have')} no "
            "judgement.": unjudged,
            f"{plain.counted(run.negative, 'judgement has', 'judgements have')} a negative grade, "
            "which counts as 0.": run.negative,
            self.missing_topics: len(run.empty),
            f"{_listed(run.not_judged)} without judgements and left out.": len(run.not_judged),
        }
        return " ".join(sentence for sentence, count in sentences.items() if count)

    @property
    def missing_topics(self) -> str:
        """A sentence about judged topics that the run lacks, or ""."""
        assert self.run
        empty = self.run.empty
        lists = "their lists are" if len(empty) > 1 else "its list is"
        return f"{_listed(empty)} not in the run: {lists} empty." * bool(empty)

    def above(self, scale: int) -> str | None:
        """Return a sentence about a document whose grade is above a scale, or None."""
        if not (read := self.run) or self.highest <= scale:
            return None
        for grades, ids in (
            (read.ranking.grades, read.documents),
            (read.ranking.missed, read.missed),
        ):
            high = grades > scale
            if high.any():
                topic, place = np.argwhere(high)[0]
                return (
                    f"“{ids[topic, place]}” of topic “{read.topics[topic]}” has the grade "
                    f"{grades[topic, place]:g}, above the scale 0 to {scale}."
                )
        return None


def arguments(metric: str, screen: Screen) -> dict[str, Any]:
    """Return a metric's arguments for runs, which may be cut deeper than a list on the board.

    Without a cutoff the ideal order is not cut either, as in trec_eval.
    """
    given = knobs.arguments(metric, screen.settings)
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
    comparable = first.run and second.run and first.judged == second.judged
    return (first, second) if comparable else None


@cache
def _examples() -> tuple[Data, Data]:
    first, second = (
        Data(
            upload_worker.start(files, max(SCALES)).result(),
            system=name,
            files=tuple(file.name for file in files),
        )
        for files, name in ((EXAMPLE, "our example"), (OTHER, "our other example"))
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


def _listed(topics: Sequence[str]) -> str:
    """Write the names of a few topics, and how many more there are, as the subject of "is"."""
    named = [*topics[:3]]
    if len(topics) > 3:
        named.append(plain.counted(len(topics) - 3, "more topic"))
    return f"{plain.listed(named)} {'are' if len(topics) > 1 else 'is'}"
