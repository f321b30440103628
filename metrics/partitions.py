"""Evaluate more than one machine holds, in partitions by topic, each where its data are.

A partition has all documents and all judgements of its topics. `evaluate_part` scores one, and
keeps a number for each topic and metric. `combine` turns these into the table of `evaluate`: its
topics, its means, and what it notices. Any engine may run the parts, on as many workers as it has.

>>> runs = {"q1": {"a": 2.0, "b": 1.0}}, {"q2": {"a": 2.0, "d": 1.0}}
>>> qrels = {"q1": {"a": 1}}, {"q2": {"d": 2}}
>>> parts = (evaluate_part(run, judged, "AP") for run, judged in zip(runs, qrels, strict=True))
>>> combine(parts)["AP"].to_dict()
{'q1': 1.0, 'q2': 0.5, 'mean': 0.75}
"""

import math
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Unpack

import numpy as np

from .evaluation import Options, Scored, reads_scale, scored, summed_up
from .reading.judged import refuse_apart
from .reading.noticed import together
from .runs import Given, InputWarning

if TYPE_CHECKING:
    import pandas as pd


def evaluate_part(
    run: Given, qrels: "Given | None", names: Iterable[object] | str, **options: Unpack[Options]
) -> Scored:
    """Score one partition, as `metrics.evaluate`, whose arguments it takes.

    It may be empty, have a run without judgements, or judgements without a run.
    """
    return scored(run, qrels, names, part=True, **options)


def combine(parts: Iterable[Scored]) -> "pd.DataFrame":
    """Return the table that `metrics.evaluate` returns for all partitions at once.

    The order of the partitions is that of the topics. It changes no score, mean or interval.

    Raises:
        ValueError: a topic in two partitions; partitions that were scored by different names or
            rules, or on different scales where a metric depends on it; no judged topic with a
            document.
    """
    every = [*parts]
    scales = {part.top_grade for part in every if part.noticed.highest > -math.inf}
    if not scales:
        raise ValueError("no partition holds judgements")
    first, top = every[0], max(scales)
    for at, part in enumerate(every, start=1):
        if [*part.scores] != [*first.scores]:
            raise ValueError(
                f"each partition must have the same names, got {', '.join(first.scores)} in "
                f"partition 1 and {', '.join(part.scores)} in partition {at}"
            )
        for rule, value in part.rules.items():
            if value != first.rules[rule]:  # type: ignore[literal-required]
                raise ValueError(
                    f"each partition must have the same {rule}, got "
                    f"{first.rules[rule]!r} in partition 1 "  # type: ignore[literal-required]
                    f"and {value!r} in partition {at}"
                )
    seen: dict[str, int] = {}
    for at, part in enumerate(every, start=1):
        for topic in (*part.topics, *part.noticed.left_out):
            if topic in seen:
                raise ValueError(
                    f"the topic {topic} is in partitions {seen[topic]} and {at}; all documents and "
                    "judgements of a topic must be in one"
                )
            seen[topic] = at
    if len(scales) > 1 and (on_scale := [name for name in first.scores if reads_scale(name)]):
        raise ValueError(
            f"{on_scale[0]} depends on the highest grade, which is {min(scales):g} in one "
            f"partition and {top:g} in another; give each top_grade={top:g}"
        )
    noticed = together([part.noticed for part in every])
    topics = tuple(topic for part in every for topic in part.topics)
    if not noticed.ranked:
        refuse_apart(noticed.left_out, topics)
    scores = {name: np.concatenate([part.scores[name] for part in every]) for name in first.scores}
    found = summed_up(Scored(topics, scores, noticed, top, first.rules))
    for doubt in found.doubts:
        warnings.warn(doubt, InputWarning, stacklevel=2)
    return found.table()
