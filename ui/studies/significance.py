"""Two systems on the same topics: their scores as pairs of dots, and what could be chance in them.

The browser draws the dots (assets/controls/) and sends each edit as what it changes. What is drawn
at random is drawn once for the same scores and the same seed.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import compare
from metrics.arrays import Array, Truth, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.compare import Randomised
from ui import figure, lesson
from ui.charts import chance, detectable
from ui.charts import topics as bars
from ui.contents import PAGES
from ui.figure import Figure
from ui.look import plain
from ui.look.plain import decimals, signed
from ui.models import score
from ui.models.score import Measured
from ui.parts import controls
from ui.parts.controls import Control
from ui.state import knobs
from ui.state.documents import RefusedError
from ui.state.knobs import KNOBS, Choice, MeanOverQueries, Pairs, Range, Significance
from ui.state.screen import Screen
from ui.state.session import session
from ui.studies.your_data import Data, both
from ui.wire import post
from ui.wire.post import Action

_DOTS, _EXAMPLE, _FILES = "dots", "example", "files"
_LATEX: Final = r"\bar{d} = \frac{1}{n} \sum_{t=1}^{n} (b_t - a_t)"
_SEEDS: Final = 1000
_LEVEL: Final = 0.05


class Topics(NamedTuple):
    """The scores of two systems, a topic each, as they count.

    Attributes:
        a: A's scores, shape (n,); a topic with nothing to find has what the rule gives it.
        b: B's.
        defined: which topics have something to find.
        counted: which topics count.
        differences: B − A of those that count.
    """

    a: Array
    b: Array
    defined: Truth
    counted: Truth
    differences: Array


def topics(screen: Screen) -> Topics:
    """Read the scores of a screen, and settle what a topic with nothing to find counts."""
    runs = compared(screen)
    key = (Topics, *(run.id for run in runs or ()))
    known: Topics | None = screen.computed.get(key)
    if known is not None:
        return known
    rule = screen[MeanOverQueries.EMPTY]
    if runs:
        scores = [run.score(screen[Significance.METRIC], screen) for run in runs]
        defined = ~(scores[0].undefined | scores[1].undefined)
        given = np.stack([each for each, _ in scores], axis=1)
        if rule == "best":
            given[~defined] = 1.0
    else:
        given = np.array(screen[Significance.PAIRS], dtype=np.float64).reshape(-1, 2)
        defined = ~np.isnan(given[:, 0])
        given[~defined] = float(rule == "best")
    a, b = given.T
    counted = defined | (rule != "skip")
    differences = compare.differences(a[counted], b[counted])
    known = screen.computed[key] = Topics(a, b, defined, counted, differences)
    return known


def compared(screen: Screen) -> tuple[Data, Data] | None:
    """Return the two runs that are compared in the place of the dots, if they are."""
    runs = both(screen[Significance.SOURCE]) if screen[Significance.SOURCE] != _DOTS else None
    return None if runs and any(run.above(screen.scale) for run in runs) else runs


def mean_difference(screen: Screen) -> Breakdown:
    """Add up what each topic adds to the mean difference: its own, over how many count."""
    a, b, _, counted, differences = topics(screen)
    count = np.array(float(len(differences)))
    return Breakdown(
        {
            "a": a,
            "b": b,
            "difference": b - a,
            "counts": counted.astype(np.float64),
            "contribution": ratio(np.where(counted, b - a, 0.0), count),
        },
        remainder=np.array(0.0 if count else np.nan),
        undefined=count == 0,
        aside={"count": count},
    )


def measured() -> list[Measured]:
    """Measure the mean difference, its p-value, and on how many topics B wins, ties and loses."""
    screen, since = session().shown, session().since
    parts = tuple(f"topic-{at}" for at in range(1, len(topics(screen).a) + 1))
    won = score.measure_by(_wins, "wins–ties–losses", key="b_wins", parts=parts)
    record = "–".join(map(str, compare.outcomes(topics(screen).differences)))
    found = [
        score.measure_by(
            mean_difference,
            "mean B − A",
            key="mean_difference",
            latex=_LATEX,
            bounds=(-1, 1),
            parts=parts,
        ),
        score.measure_by(_p, "p-value", key="p_value", higher_is_better=None, parts=parts),
        replace(won, words=record, was=None),
    ]
    if since and any(
        since[knob] != screen[knob] for knob in (Significance.SOURCE, Significance.METRIC)
    ):
        found = [replace(each, was=None) for each in found]  # another kind of score
    return found


def _single(value: float) -> Breakdown:
    return Breakdown({"contribution": np.array([value])}, undefined=np.array(value != value))


def _p(screen: Screen) -> Breakdown:
    return _single(randomised(screen).p)


def _wins(screen: Screen) -> Breakdown:
    return _single(float(compare.outcomes(topics(screen).differences)[0]))


def resampled_means(screen: Screen) -> Array:
    """Return the means of as many resamples as the reader has drawn so far."""
    return _resampled(topics(screen).differences.tobytes(), screen[Significance.SEED])[
        : screen[Significance.RESAMPLES]
    ]


def randomised(screen: Screen) -> Randomised:
    """Return what means come of changed names."""
    return _randomised(topics(screen).differences.tobytes(), screen[Significance.SEED])


@lru_cache(maxsize=64)
def _resampled(differences: bytes, seed: int) -> Array:
    return compare.bootstrap_means(np.frombuffer(differences), seed=seed)


@lru_cache(maxsize=64)
def _randomised(differences: bytes, seed: int) -> Randomised:
    return compare.randomisation(np.frombuffer(differences), seed)


def show(mean: Measured, hidden: bool) -> None:
    """Draw the scores as dots, and, unless hidden, what other topics might have said."""
    screen = mean.screen
    runs = compared(screen)
    left, right = st.columns([1, 1], gap="medium")
    with left:
        if runs:
            _show_runs(mean, runs)
        else:
            controls.draw("pairs", [_dots(mean, hidden=hidden)], "grid")
        if screen[Significance.SOURCE] != _DOTS and not session().hall.presenting:
            _sources(screen)
    with right:
        if not hidden:
            _resampled_chart(screen)
        controls.draw("resample", _buttons(screen))


def _resampled_chart(screen: Screen) -> None:
    """Draw what other topics might have said, below what it comes to."""
    differences, means = topics(screen).differences, resampled_means(screen)
    if not len(differences):
        plain.sentence("No topic counts: there is nothing to draw.", "text")
        return
    said = f"{len(means):,} draws"
    if len(means) >= chance.ENOUGH:
        said += f": B is ahead in {_share(float((means > 1e-12).mean()))}"
    elif len(means):
        said = f"Draw {len(means)} of {_most(screen):,}: mean {signed(means[-1])}"
    every = _resampled(differences.tobytes(), screen[Significance.SEED])
    drawn = Figure(chance, [*chance.drawn(differences, every, len(means))], "drawn", said)
    session().drawn.figure = drawn
    figure.show(drawn)


def _share(part: float) -> str:
    """Write a part of all; all, or none, only if it is.

    >>> _share(0.915), _share(0.999), _share(1), _share(0.001)
    ('92 %', 'over 99 %', '100 %', 'under 1 %')
    """
    if 0.995 <= part < 1:
        return "over 99 %"
    return "under 1 %" if 0 < part < 0.005 else f"{100 * part:.0f} %"


def _show_runs(mean: Measured, runs: tuple[Data, Data]) -> None:
    """Draw two runs: who they are, and a bar for the difference of each topic."""
    label = METRICS[mean.screen[Significance.METRIC]].label(mean.screen.k)
    one, other = (run.system for run in runs)
    count = len(topics(mean.screen).differences)
    plain.sentence(f"{label} of {count:,} topics. A: {one}. B: {other}.", "text")
    a, b, _, counted, _ = topics(mean.screen)
    names = np.array(runs[0].run.topics if runs[0].run else [])
    rows = bars.ahead(names[counted].tolist(), a[counted], b[counted])
    figure.show(Figure(bars, [*rows], title=bars.AHEAD))


def _sources(screen: Screen) -> None:
    """Draw the way back from two runs to the dots; and if they can't be compared, say why."""
    source, turn = screen[Significance.SOURCE], {"do": "turn", "knob": Significance.SOURCE}
    if not compared(screen):
        above = [run.above(screen.scale) for run in both(source) or ()]
        why = next((f"{said} Choose a larger scale." for said in above if said), "")
        plain.sentence(f"{why or 'Your two runs are not here (any more).'} These are the dots.")
    way = controls.link(PAGES["your_data"], "Two runs of your own")
    controls.draw("source", [controls.button("Back to the dots", {**turn, "to": _DOTS}), way])


def invitations() -> str:
    """Invite from the dots to two runs: ours, and the reader's if there are two."""
    offered = {_EXAMPLE: "our two example runs"}
    offered |= {_FILES: "your two runs"} if both(_FILES) else {}
    turn = {"do": "turn", "knob": Significance.SOURCE}
    said = [lesson.invite(label, {**turn, "to": to}) for to, label in offered.items()]
    own = "" if len(said) > 1 else "; the page *Your own data* takes two of yours"
    return f"Or compare {' or '.join(said)}{own}."


def _most(screen: Screen) -> int:
    return compare.allowed(len(topics(screen).differences))


def _dots(mean: Measured, *, hidden: bool) -> Control:
    shown, screen = session().shown_to("pairs"), mean.screen
    a, b, _, counted, differences = topics(screen)
    drawn: list[int | None] | None = None
    number = screen[Significance.RESAMPLES]
    if 0 < number < _most(screen) and len(differences):
        times = iter(
            compare.counts_in_resample(len(differences), number, screen[Significance.SEED]).tolist()
        )
        drawn = [next(times) if counts else None for counts in counted]
    knob = KNOBS[Significance.PAIRS]
    known = not hidden and counted.any()
    return {
        "name": "pairs",
        "label": knob.label,
        "change": {"do": "pair"},
        "times": drawn,
        "means": [float(each[counted].mean()) for each in (a, b)] if known else None,
        **knob.drawn(shown[Significance.PAIRS], shown.scale),
    }


def _buttons(screen: Screen) -> list[Control]:
    drawn, most = screen[Significance.RESAMPLES], _most(screen)
    draw: Action = {"do": "resample"}
    return [
        controls.button("From none", {**draw, "more": -most}, off=not drawn),
        *(
            controls.button(
                f"{more:,} more", {**draw, "more": more}, text=f"+{more:,}", off=drawn >= most
            )
            for more in (1, 100, compare.RESAMPLES)
        ),
        controls.button("Other draws", {"do": "reseed"}),
    ]


@post.change("pair")
def _pair(now: Screen, action: Action) -> Screen:
    """Set the scores of a topic; behind the last it is a new one, and with none it goes."""
    at, to, scores = action["topic"], action["to"], list(now[Significance.PAIRS])
    if type(at) is not int or not 0 <= 2 * at <= len(scores):
        raise RefusedError("This topic is no longer there.")
    scores[2 * at : 2 * at + 2] = [] if to is None else to or [None, None]
    knob = KNOBS[Significance.PAIRS]
    assert isinstance(knob, Pairs)
    try:
        return now.turned(**{Significance.PAIRS: knob.parse(knobs.spelled(scores), now.scale)})
    except ValueError as allowed:
        raise RefusedError(f"A comparison holds {allowed}.") from None


@post.change("resample")
def _resample(now: Screen, action: Action) -> Screen:
    """Draw so many resamples more, up to all there are."""
    knob = KNOBS[Significance.RESAMPLES]
    assert isinstance(knob, Range)
    return now.turned(
        **{
            Significance.RESAMPLES: min(
                max(now[Significance.RESAMPLES] + int(action["more"]), 0), knob.high
            )
        }
    )


@post.change("reseed")
def _reseed(now: Screen, action: Action) -> Screen:  # noqa: ARG001
    """Draw others, with the next seed."""
    return now.turned(**{Significance.SEED: (now[Significance.SEED] + 1) % _SEEDS})


def changed(screen: Screen) -> None:
    """Draw what means come of changed names."""
    rows = chance.changed(topics(screen).differences, randomised(screen))
    figure.show(Figure(chance, [*rows], "changed"))


def shows(screen: Screen) -> None:
    """Draw what so many topics could have shown, if they spread as these do."""
    figure.show(Figure(detectable, [*detectable.rows(topics(screen).differences)]))


def alarms(screen: Screen) -> None:
    """Draw so many p-values of a system that is compared with itself: each is as likely as any."""
    controls.turn([Significance.TRIED], by="tried")
    tried = screen[Significance.TRIED]
    values = np.random.default_rng(screen[Significance.SEED]).random(tried)
    each = "".join(
        f"<li{' class=alarm' * (value < _LEVEL)}>{decimals(value)}</li>"
        for value in values.tolist()
    )
    st.html(f"<ol class='alarms' aria-label='p-values of {tried} metrics'>{each}</ol>")
    expected, any_ = compare.false_alarms(tried)
    strict = _LEVEL / tried
    st.markdown(
        f"By chance alone {tried} · 0.05 = **{expected:g}** of them fall below 0.05, here "
        f"{int((values < _LEVEL).sum())}; at least one does with probability 1 − 0.95^{tried} = "
        f"**{decimals(any_)}**, if the metrics have nothing to do with each other. Bonferroni asks "
        f"for p below 0.05/{tried} = {decimals(strict, 4)}: here {int((values < strict).sum())} of "
        "them pass."
    )


def rows(screen: Screen) -> list[tuple[int, str]]:
    """Number each topic for a table, and say who is better on it."""
    a, b, defined, counted, _ = topics(screen)
    said = {1: "B", 0: "tie", -1: "A"}
    return [
        (at, said[sign] if exists else "tie, nothing to find" if counts else "left out")
        for at, (sign, exists, counts) in enumerate(
            zip(np.sign(b - a).astype(int).tolist(), defined, counted, strict=True), start=1
        )
    ]


def little_html(mean: Measured) -> str:
    """Write Student's interval in little: a bracket on an axis with 0."""
    differences = topics(mean.screen).differences
    low, high = compare.t_interval(differences)
    if low != low:
        return ""
    start, end = min(low, 0.0), max(high, 0.0)
    wide = (end - start) or 1.0
    ends = [(each - start) / wide for each in (low, high, 0.0, mean.score)]
    places = ";".join(
        f"--{name}:{at:.4f}" for name, at in zip(("low", "high", "zero", "at"), ends, strict=True)
    )
    return f"<span class='within' style='{places}' aria-hidden='true'><i></i><b></b><u></u></span>"


def turned(screen: Screen) -> list[str]:
    """Name the knobs that the comparison listens to; two runs listen to those of a metric, too."""
    listened: list[str] = [MeanOverQueries.EMPTY, Significance.RESAMPLES, Significance.SEED]
    return (
        [Significance.METRIC, *knobs.of(screen[Significance.METRIC]), *listened]
        if compared(screen)
        else listened
    )


def extremes(mean: Measured, most: int = 5) -> None:
    """Draw the topics on which two runs differ most, either way, and offer all as a file."""
    screen, runs = mean.screen, compared(mean.screen)
    assert runs
    assert runs[0].run
    a, b, _, counted, _ = topics(screen)
    names, order = runs[0].run.topics, np.argsort(a - b, kind="stable")
    order = order[counted[order]]
    shown = [*order[:most], *order[max(most, len(order) - most) :]]
    head = ["topic", "A", "B", "B − A"]

    def row(at: int) -> list[object]:
        return [names[at], float(a[at]), float(b[at]), float(b[at] - a[at])]

    st.html(plain.table_html("The topics that differ most", head, [row(at) for at in shown]))
    st.download_button(
        "All topics as CSV",
        lambda: plain.csv(head, [row(at) for at in range(len(names))]),
        "two_systems.csv",
        "text/csv",
        on_click="ignore",
    )


def every_metric(screen: Screen) -> None:
    """Draw what each metric says of two runs: many tests, so many chances to be fooled."""
    runs, knob = compared(screen), KNOBS[Significance.METRIC]
    assert runs
    assert isinstance(knob, Choice)
    found = []
    for key in knob.options:
        turned_to = screen.turned(**{Significance.METRIC: key})
        differences = topics(turned_to).differences
        mean = float(differences.mean()) if len(differences) else np.nan
        found.append((METRICS[key].label(screen.k), mean, compare.t_test(differences)))
    tests = [p for *_, p in found]
    strict = compare.holm(tests) if not np.isnan(tests).any() else np.full(len(tests), np.nan)
    rows = [[*each, float(p)] for each, p in zip(found, strict, strict=True)]
    head = ["metric", "mean B − A", "p of the t-test", "Holm's p"]
    st.html(plain.table_html("Every metric", head, rows))
