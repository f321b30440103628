"""Two systems on the same topics: their scores as pairs of dots, and tests of the difference.

The browser draws the dots (assets/controls/) and sends each edit as an action. Random draws are
cached: the same scores and seed always give the same draws.
"""

from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import ceil, floor, log, log10
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics import compare
from metrics.arrays import Array, Truth, ratio
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.compare import Randomised
from metrics.distributions import t_quantile
from pages.significance import chance, typed
from pages.significance.knobs import Significance
from ui.contents import PAGES
from ui.core import announcements, knobs, plain, post
from ui.core.documents import RefusedError
from ui.core.knob_kinds import Range, to_text
from ui.core.knobs import KNOBS, Compared, MeanOverQueries
from ui.core.plain import decimals, p_value, signed
from ui.core.post import Action
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.core.typed_knobs import Pairs, Scores
from ui.draw import figure, score
from ui.draw import topics as bars
from ui.draw.figure import Figure
from ui.draw.runs import Data, both, cutoffs, judged_share, label
from ui.draw.score import Measured
from ui.export import notebook
from ui.export.notebook import Difference
from ui.parts import controls, steps
from ui.parts.controls import Control

NAME: Final = "significance"
_DOTS, _EXAMPLE, _FILES = "dots", "example", "files"
_LATEX: Final = r"\bar{d} = \frac{1}{n} \sum_{t=1}^{n} (b_t - a_t)"
_IN_WORDS: Final = (
    "d bar is 1 over n, times the sum of the differences b at t minus a at t for the topics t from "
    "1 to n. Here a and b are the scores of A and B, and n is how many topics count."
)
_TOPS: Final = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
"""Where an axis of scores above 1 may end, times a power of ten."""
_SEEDS: Final = 1000
_FEW: Final = 3
"""Most topics of which all ways to swap their scores are written."""
_SHORT: Final = 7
"""Most topics whose draw is written with its numbers."""
_EXTREMES: Final = 5
"""Topics at each end of the table of the largest differences."""


class Topics(NamedTuple):
    """The scores of two systems by topic.

    Attributes:
        a: scores of A, shape (n,); topics with nothing relevant have the value of the knob's rule.
        b: scores of B, shape (n,).
        defined: whether a topic has a relevant document, shape (n,).
        counted: whether a topic counts, shape (n,).
        differences: B − A of the topics that count.
    """

    a: Array
    b: Array
    defined: Truth
    counted: Truth
    differences: Array


def topics(screen: Screen) -> Topics:
    """Return the scores of a screen, with topics without relevant documents by the knob's rule."""
    return _topics(screen, *(run.id for run in compared(screen) or ()))


@once_per_screen
def _topics(screen: Screen, *_ids: str) -> Topics:
    runs = compared(screen)
    rule = screen[MeanOverQueries.EMPTY]
    if runs:
        scores = [run.score(screen[Significance.METRIC], screen) for run in runs]
        defined = ~(scores[0].nothing | scores[1].nothing)
        given = np.stack([scored.each for scored in scores], axis=1)
        if rule == "best":
            given[~defined] = 1.0
    else:
        given = np.array(screen[Compared.PAIRS], dtype=np.float64).reshape(-1, 2)
        defined = ~np.isnan(given[:, 0])
        given[~defined] = float(rule == "best")
    a, b = given.T
    counted = defined | (rule != "skip")
    differences = compare.differences(a[counted], b[counted])
    return Topics(a, b, defined, counted, differences)


def compared(screen: Screen) -> tuple[Data, Data] | None:
    """Return the two runs that replace the dots, or None."""
    return both(screen[Compared.SOURCE]) if screen[Compared.SOURCE] != _DOTS else None


def top(screen: Screen) -> float:
    """Return where the axis of the scores ends: 1, or a round number that none is above."""
    highest = max((score or 0 for score in screen[Compared.PAIRS]), default=0)
    if compared(screen) or highest <= 1:
        return 1
    power = 10.0 ** floor(log10(highest))
    return next(end for step in _TOPS if (end := round(step * power, 4)) >= highest)


def mean_difference(screen: Screen) -> Breakdown:
    """Compute the mean difference; each topic adds its difference divided by the number counted."""
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
    """Measure the mean difference, its p-value, and B's wins, ties and losses.

    A step that tells the lesson, or that turns a knob, has only the first two.
    """
    screen, since = session().shown, session().since
    parts = tuple(f"topic-{at}" for at in range(1, len(topics(screen).a) + 1))
    p = score.measure_by(_p, "p", key="p_value", higher_is_better=None, parts=parts)
    won = score.measure_by(_wins, "wins–ties–losses", key="b_wins", parts=parts)
    record = "–".join(map(str, compare.outcomes(topics(screen).differences)))
    measures = [
        score.measure_by(
            mean_difference,
            "mean B − A",
            key="mean_difference",
            latex=_LATEX,
            in_words=_IN_WORDS,
            bounds=(-top(screen), top(screen)),
            parts=parts,
        ),
        replace(p, words=p_value(p.score)),
        replace(won, words=record, terms_before=None),
    ]
    if since and any(
        since[knob] != screen[knob] for knob in (Compared.SOURCE, Significance.METRIC)
    ):
        measures = [replace(measure, terms_before=None) for measure in measures]  # not comparable
    step = steps.current(NAME)
    if steps.is_first(NAME) and by_draws(screen):
        return measures[:1]  # p has no part in draws
    is_asked = step and MeanOverQueries.EMPTY in step.show  # its knob has the third one's room
    return measures[:2] if is_asked or steps.is_first(NAME) else measures


def _p(screen: Screen) -> Breakdown:
    return score.single(randomised(screen).p)


def _wins(screen: Screen) -> Breakdown:
    return score.single(float(compare.outcomes(topics(screen).differences)[0]))


def resampled_means(screen: Screen) -> Array:
    """Return the means of the resamples that the reader has drawn so far."""
    return _resampled(topics(screen).differences.tobytes(), screen[Significance.SEED])[
        : screen[Significance.RESAMPLES]
    ]


def randomised(screen: Screen) -> Randomised:
    """Return the means under random swaps of A and B, and their p-value."""
    return _randomised(topics(screen).differences.tobytes(), screen[Significance.SEED])


@lru_cache(maxsize=64)
def _resampled(differences: bytes, seed: int) -> Array:
    return compare.bootstrap_means(np.frombuffer(differences), seed=seed)


@lru_cache(maxsize=64)
def _randomised(differences: bytes, seed: int) -> Randomised:
    return compare.randomisation(np.frombuffer(differences), seed)


def by_draws(screen: Screen) -> bool:
    """Return whether the chart beside the scores is that of draws, and not that of swaps.

    So it is where a step speaks of draws, and for scores of the reader's own.
    """
    step = steps.current(NAME)
    return bool(compared(screen)) or not step or Significance.RESAMPLES in step.show


def may_be_empty(screen: Screen) -> bool:
    """Return whether a topic can be said to have nothing to find: most first steps need it not.

    Of scores above 1 nobody knows the lowest and the highest that it would have.
    """
    if top(screen) > 1:
        return False
    step = steps.current(NAME)
    is_asked = not steps.is_first(NAME) or (step and MeanOverQueries.EMPTY in step.show)
    return bool(is_asked) or not topics(screen).defined.all()


def show(mean: Measured, hidden: bool) -> None:
    """Draw the scores as dots, or the difference of two runs as bars."""
    screen, presenting = mean.screen, session().projector.presenting
    if runs := compared(screen):
        if not presenting:
            controls.turn([Significance.METRIC], by="metric")
            if "k" in knobs.of_metrics(screen[Significance.METRIC]):
                controls.draw("cutoff", cutoffs(), "grid")
        _show_runs(mean, runs)
    else:
        controls.draw("pairs", [_dots(mean, hidden=hidden)], "grid")
        if presenting and not hidden and not by_draws(screen) and (ways := _ways_html(screen)):
            st.html(ways)  # in a hall there is room below few dots
        if not presenting and not steps.is_first(NAME):
            typed.draw()
    if screen[Compared.SOURCE] != _DOTS and not presenting:
        _sources(screen)


def picture(screen: Screen, hidden: bool) -> None:
    """Draw the chart beside the scores unless hidden, and buttons that draw."""
    draws = by_draws(screen)
    if not hidden:
        session().drawn.figure = means_of_draws(screen) if draws else means_of_swaps(screen)
        figure.show(session().drawn.figure)
        if not draws and not session().projector.presenting and (ways := _ways_html(screen)):
            st.html(ways)
    if draws:
        buttons(screen)


def _ways_html(screen: Screen) -> str:
    """Write each way to swap the scores of a few topics, from the lowest mean; "" for more topics.

    A way and the bar of its mean light each other. One as far from 0 as the real one is bold.
    """
    found = topics(screen)
    named = [at for at, counts in enumerate(found.counted, start=1) if counts]
    if not 0 < len(named) <= _FEW:
        return ""
    real = abs(float(found.differences.mean()))
    ways: list[tuple[float, str]] = []
    for size in range(len(named) + 1):
        for some in combinations(named, size):
            signs = np.array([-1 if at in some else 1 for at in named])
            mean = float((found.differences * signs).mean())
            swapped = "all" if some == tuple(named) else ", ".join(map(str, some)) or "none"
            far = " class=far" * (abs(mean) >= real - 1e-12)
            written = signed(mean)
            item = f"<li{plain.about(f'mean{written}')}{far}>swap {swapped}: {written}</li>"
            ways.append((round(mean, 9), item))
    ways.sort(key=itemgetter(0))  # from the left bar of the chart to the right one
    said = f"All ways, by mean B − A. Bold: {decimals(real)} or more, for A or B."
    return f"<div class='swapped'><p>{said}</p><ul>{''.join(item for _, item in ways)}</ul></div>"


def draw_written(screen: Screen) -> str:
    """Write the mean of the last draw with its numbers; "" before a draw, and for many topics."""
    differences, number = topics(screen).differences, screen[Significance.RESAMPLES]
    if not 0 < number < _most(screen) or not 0 < len(differences) <= _SHORT:
        return ""
    times = compare.counts_in_resample(len(differences), number, screen[Significance.SEED])
    terms = [
        f"{count} · {one:.8g}" if count > 1 else f"{one:.8g}"
        for one, count in zip(np.round(differences, 4), times.tolist(), strict=True)
        if count
    ]
    total = " + ".join(terms).replace("+ -", "− ").replace("-", "−")
    mean = signed(float(resampled_means(screen)[-1]))
    return f"({total})/{len(differences)} = {mean}"


def means_of_draws(screen: Screen) -> Figure:
    """Return the chart of resampled means."""
    differences, means = topics(screen).differences, resampled_means(screen)
    if not len(differences):
        return Figure(chance, {}, "drawn", "No topic counts")
    low, high = chance.interval(means)
    title = "No draw yet"
    if low == low:
        where = "outside" if low > 0 or high < 0 else "in"
        title = f"{len(means):,} draws: 0 is {where} the 95 % interval"
    elif len(means):
        title = f"Draw {len(means)}: mean {signed(means[-1])}"
    all_means = _resampled(differences.tobytes(), screen[Significance.SEED])
    return Figure(chance, chance.drawn(differences, all_means, len(means)), "drawn", title)


def means_of_swaps(screen: Screen) -> Figure:
    """Return the chart of means under swaps of A and B."""
    differences, tried = topics(screen).differences, randomised(screen)
    if not len(differences):
        return Figure(chance, {}, "changed", "No topic counts")
    far = int(chance.as_far(differences, tried).sum())
    of = f"{far:,} of {len(tried.means):,}"
    lead = decimals(abs(float(differences.mean())))
    title = f"A lead of {lead} or more in {of} ways"
    return Figure(chance, chance.changed(differences, tried), "changed", title)


def _show_runs(mean: Measured, runs: tuple[Data, Data]) -> None:
    """Draw the names of two runs, and a bar for the difference of each topic."""
    a, b, _, counted, differences = topics(mean.screen)
    count, called = len(differences), label(mean.screen[Significance.METRIC], mean.screen)
    means = "".join(
        f" {name}: {decimals(float(each[counted].mean()))}, {run.system}, "
        f"Judged@10 {judged_share(run)}."
        for name, each, run in zip("AB", (a, b), runs, strict=True)
        if count
    )
    low, high = compare.t_interval(differences)
    interval = (
        f" B − A: 95 % from {plain.interval(low, high)} (Student’s t). "
        "With few topics the interval of the draws is too short."
    ) * (low == low)
    plain.sentence(f"Mean {called} of {count:,} topics.{means}{interval}", "text")
    for name, run in zip("AB", runs, strict=True):
        if run.missing_topics:
            plain.sentence(f"Run {name}: {run.missing_topics}", "text")
    names = np.array(runs[0].run.topics if runs[0].run else [])
    rows = bars.ahead(names[counted].tolist(), a[counted], b[counted])
    figure.show(Figure(bars, [*rows], title=bars.AHEAD))


def asked(screen: Screen) -> Control | None:
    """Return what is asked of two runs; None of dots."""
    if not compared(screen):
        return None
    differences = topics(screen).differences
    won, tied, lost = compare.outcomes(differences)
    low, high = chance.interval(resampled_means(screen))
    ties = plain.counted(tied, "is a tie", "are ties")
    answer = f"On {won:,} of {len(differences):,}. A is ahead on {lost:,}, and {ties}."
    if low == low:
        where = "outside" if low > 0 or high < 0 else "in"
        answer += f" 0 is {where} the interval of the draws."
    ours = screen[Compared.SOURCE] == _EXAMPLE
    return {
        "mine": "Two runs",
        "do": f"These are {'our two example runs' if ours else 'your two runs'}.",
        "ask": "On how many topics is B ahead?",
        "answer": answer,
    }


def _sources(screen: Screen) -> None:
    """Draw a button from two runs back to the dots, and why runs can't be compared."""
    turn = {"do": "turn", "knob": Compared.SOURCE}
    if not compared(screen):
        plain.sentence("Your two runs are not loaded. So the dots are shown.")
    link = controls.link(PAGES["your_data"], "Two runs of your own")
    controls.draw("source", [controls.button("Back to the dots", {**turn, "to": _DOTS}), link])


def invitations() -> str:
    """Write links from the dots to two runs: our examples, and the reader's if there are two."""
    offered = {_EXAMPLE: "our two example runs"}
    offered |= {_FILES: "your two runs"} if both(_FILES) else {}
    turn = {"do": "turn", "knob": Compared.SOURCE}
    links = [controls.invite(label, {**turn, "to": to}) for to, label in offered.items()]
    hint = "" if len(links) > 1 else " To compare two runs of yours, open *Your own data*."
    return f"Compare {' or '.join(links)} like this.{hint}"


def _most(screen: Screen) -> int:
    return compare.allowed(len(topics(screen).differences))


def repeats(screen: Screen) -> list[int | None] | None:
    """Return how often the last draw took each topic, None for one that does not count.

    None stands for all before a draw, and after the last one.
    """
    found, number = topics(screen), screen[Significance.RESAMPLES]
    if not 0 < number < _most(screen) or not len(found.differences):
        return None
    taken = compare.counts_in_resample(len(found.differences), number, screen[Significance.SEED])
    times = iter(taken.tolist())
    return [next(times) if counts else None for counts in found.counted]


def _dots(mean: Measured, *, hidden: bool) -> Control:
    shown, screen = session().shown_to("pairs"), mean.screen
    a, b, _, counted, _ = topics(screen)
    knob = KNOBS[Compared.PAIRS]
    has_means = not hidden and counted.any()
    since = session().since
    was = list(since[Compared.PAIRS]) if since and not compared(since) else []
    return {
        "name": "pairs",
        "label": knob.label,
        "change": {"do": "pair"},
        "times": repeats(screen),
        "was": was if len(was) == 2 * len(a) else None,
        "empties": may_be_empty(screen),
        "empty": "left out" if screen[MeanOverQueries.EMPTY] == "skip" else "0",
        "top": top(screen),
        "means": [float(scores[counted].mean()) for scores in (a, b)] if has_means else None,
        **knob.control(shown[Compared.PAIRS], shown.scale),
    }


def buttons(screen: Screen) -> None:
    """Draw the buttons that draw more resamples, none, or others."""
    number, most = screen[Significance.RESAMPLES], _most(screen)
    draw: Action = {"do": "resample"}
    each = [
        controls.button("No draws", {**draw, "more": -number}, off=not number),
        *(
            controls.button(
                f"{more:,} more",
                {**draw, "more": more},
                text=f"+{more:,}",
                off=number >= most,
                none=f"There are {most:,} already",
            )
            for more in (1, 100, compare.RESAMPLES)
        ),
        controls.button("Draw anew", {"do": "reseed"}),
    ]
    controls.draw("resample", each)


@announcements.words_of(Compared.PAIRS)
def _changed_scores(old: Screen, new: Screen, back: bool) -> str:
    """Describe the changes of two systems' scores by topic."""
    was, now = (
        list(zip(scores[::2], scores[1::2], strict=True))
        for scores in (old[Compared.PAIRS], new[Compared.PAIRS])
    )
    if at := announcements.odd_row(was, now):
        verb = "removed" if len(was) > len(now) else "is back" if back else "added"
        return f"Topic {at} {verb}"
    if len(was) != len(now):
        return f"Other scores, of {len(now)} topics"
    changed = [at for at, pair in enumerate(now) if pair != was[at]]
    if len(changed) > 1:
        return f"The scores of {len(changed)} topics changed"
    a, b = now[changed[0]]
    scores = f"A {decimals(a, 2)}, B {decimals(b, 2)}" if a is not None and b is not None else ""
    return f"Topic {changed[0] + 1}: {scores or 'nothing to find'}"


@post.on_screen("pair")
def _pair(screen: Screen, action: Action) -> Screen:
    """Set the scores of a topic, add one after the last, empty one ([]), or remove one (null)."""
    at, to, old = action["topic"], action["to"], screen[Compared.PAIRS]
    if type(at) is not int or not 0 <= 2 * at <= len(old):
        raise RefusedError("This topic is no longer there.")
    scores, emptied = list(old), to == [] and old[2 * at : 2 * at + 2]
    scores[2 * at : 2 * at + 2] = [] if to is None else to or [None, None]
    had = list(old.had) if isinstance(old, Scores) else [None] * (len(old) // 2)
    if not emptied or emptied[0] is not None:  # a topic that is empty already had them before
        had[at : at + 1] = [] if to is None else [emptied or None]
    knob = KNOBS[Compared.PAIRS]
    assert isinstance(knob, Pairs)
    try:
        pairs = knob.parse(to_text(scores), screen.scale)
    except ValueError as allowed:
        raise RefusedError(f"A comparison holds {allowed}.") from None
    fits = 2 * len(had) == len(pairs)  # or our page has not sent it
    return screen.with_settings(**{Compared.PAIRS: Scores(pairs, had) if fits else pairs})


@post.on_screen("resample")
def _resample(screen: Screen, action: Action) -> Screen:
    """Draw more resamples, up to the knob's limit."""
    knob = KNOBS[Significance.RESAMPLES]
    assert isinstance(knob, Range)
    return screen.with_settings(
        **{
            Significance.RESAMPLES: min(
                max(screen[Significance.RESAMPLES] + int(action["more"]), 0), knob.high
            )
        }
    )


@post.on_screen("reseed")
def _reseed(screen: Screen, _action: Action) -> Screen:
    """Draw other resamples, with the next seed."""
    return screen.with_settings(**{Significance.SEED: (screen[Significance.SEED] + 1) % _SEEDS})


def false_alarms(screen: Screen) -> None:
    """Draw p-values of two equally good systems, which are uniform between 0 and 1."""
    controls.turn([Significance.TRIED], by="tried")
    tried, level = screen[Significance.TRIED], screen[Significance.LEVEL]
    values = np.random.default_rng(screen[Significance.SEED]).random(tried)
    items = "".join(
        f"<li{' class=alarm' * (value < level)}>{p_value(value)}</li>" for value in values.tolist()
    )
    st.html(f"<ol class='alarms' aria-label='p-values of {tried} metrics'>{items}</ol>")
    expected, any_ = compare.false_alarms(tried, level)
    strict, keeps = level / tried, f"{1 - level:g}"
    first, half = (1 - level) ** (tried - 1) * level, ceil(log(0.5) / log(1 - level))
    st.markdown(
        plain.typeset(
            f"By chance alone, {tried} · {level:g} = **{expected:g}** of them are expected below "
            f"{level:g}. Here it is {int((values < level).sum())}. The probability of at least one "
            f"is 1 − {keeps}^{tried} = **{decimals(any_)}**, if the metrics are independent. From "
            f"{half} metrics on it is above one half. The probability that metric {tried} is the "
            f"first one below {level:g} is {keeps}^{tried - 1} · {level:g} = "
            f"**{decimals(first, 4)}**. Bonferroni’s rule asks for p below {level:g}/{tried} = "
            f"{decimals(strict, 4)}. Here "
            f"{int((values < strict).sum())} of them pass."
        ),
        unsafe_allow_html=True,
    )


def rows(screen: Screen) -> list[tuple[int, str]]:
    """Return the number of each topic, and which system has the higher score, for a table."""
    a, b, defined, counted, _ = topics(screen)
    winners = {1: "B", 0: "tie", -1: "A"}
    return [
        (at, winners[sign] if exists else "tie, nothing to find" if counts else "left out")
        for at, (sign, exists, counts) in enumerate(
            zip(np.sign(b - a).astype(int).tolist(), defined, counted, strict=True), start=1
        )
    ]


def other_knobs(screen: Screen) -> list[str]:
    """Return the keys of the knobs that the comparison depends on; for runs the metric's, too."""
    names: list[str] = [MeanOverQueries.EMPTY, Significance.RESAMPLES, Significance.SEED]
    if not compared(screen):
        return names
    return [
        *(name for name in knobs.of_metrics(screen[Significance.METRIC]) if name != "k"),
        *names,
    ]


def settings(screen: Screen) -> None:
    """Draw the knobs that the comparison depends on."""
    controls.turn(other_knobs(screen))


def extremes(mean: Measured) -> None:
    """Draw a table of the topics with the largest differences, and a download of all."""
    screen, runs = mean.screen, compared(mean.screen)
    assert runs
    assert runs[0].run
    a, b, _, counted, _ = topics(screen)
    names, order = runs[0].run.topics, np.argsort(a - b, kind="stable")
    order = order[counted[order]]
    shown = [*order[:_EXTREMES], *order[_EXTREMES:][-_EXTREMES:]]
    head = ["topic", "A", "B", "B − A"]

    def row(at: int) -> list[object]:
        return [names[at], float(a[at]), float(b[at]), float(b[at] - a[at])]

    st.html(plain.table_html("The topics that differ most", head, [row(at) for at in shown]))
    metric, only_from = screen[Significance.METRIC], 0
    if screen[MeanOverQueries.EMPTY] == "skip":
        only_from = 1 if METRICS[metric].reads == "graded" else screen.relevant_from
    count = int(counted.sum())
    by = Difference(
        t_quantile(0.975, count - 1) if count > 1 else np.nan,
        min(screen[Significance.RESAMPLES], _most(screen)),
        screen[Significance.SEED],
        only_from,
    )
    with st.container(key="take", horizontal=True):
        st.download_button(
            "All topics as CSV",
            lambda: plain.csv(head, [row(at) for at in range(len(names))]),
            "two_systems.csv",
            "text/csv",
            on_click="ignore",
        )
        notebook.download_runs(NAME, metric, runs, by)


def every_metric(screen: Screen) -> None:
    """Draw a table with a t-test of two runs for each metric, corrected for the number of tests."""
    results = []
    for key in METRICS:
        with_metric = screen.with_settings(**{Significance.METRIC: key})
        differences = topics(with_metric).differences
        mean = float(differences.mean()) if len(differences) else np.nan
        called = label(key, screen)
        called += " (lower is better)" * (not METRICS[key].higher_is_better)
        results.append((called, mean, compare.t_test(differences)))
    strict = compare.holm([p for *_, p in results])
    rows = [[*result, float(p)] for result, p in zip(results, strict, strict=True)]
    head = ["metric", "mean B − A", "p of the t-test", "Holm's p"]
    st.html(plain.table_html("Every metric", head, rows))
