"""Which metric fits: the questions, the verdicts, and a sentence that reports the metric."""

from dataclasses import replace
from html import escape
from typing import Final

import streamlit as st

from metrics.catalog import METRICS
from ui.look import plain
from ui.models import score
from ui.models.which_metric import SAID, Verdict, verdicts
from ui.parts import controls
from ui.state import knobs, presets
from ui.state.documents import RefusedError
from ui.state.knobs import KNOBS, SCALES, Choice, WhichMetric
from ui.state.screen import Screen
from ui.state.session import session
from ui.wire import post
from ui.wire.post import Action

_LIT: Final = 3
"""Most metrics that are drawn beside the list."""


def lit() -> list[str]:
    """Return the keys of up to three metrics with the fewest objections."""
    judged = verdicts(session().shown)
    fewest = len(judged[0].objections)
    best = [v.key for v in judged if not v.never and len(v.objections) == fewest]
    return best[:_LIT]


def choices(hidden: bool) -> None:  # noqa: ARG001  (they give no score away)
    """Draw the questions, and all metrics, highlighted where they fit."""
    screen = session().shown
    ranks = {verdict.key: verdict.rank for verdict in verdicts(screen)}
    lights = "".join(
        f"<li class='{ranks[key]}' title='{metric.name}'>{metric.label()}"
        f"<span>: {SAID[ranks[key]].lower()}</span></li>"
        for key, metric in METRICS.items()
    )
    legend = (
        "<b>Filled</b>: it fits. Dashed: it comes near."
        if "fits" in ranks.values()
        else "<b>Nothing fits all of this.</b> The nearest are on the board."
    )
    with st.container(key="which_metric"):
        controls.turn(WhichMetric, "needs", folded=session().hall.presenting)
        st.html(
            f"<ul class='lights' aria-label='Which metrics fit'>{lights}</ul>"
            f"<p class='legend'>{legend}</p>"
        )


def tiles(*, hidden: bool) -> None:
    """Draw a tile for each metric by verdict, best first, with an argument against it."""
    screen, parts = session().shown, []
    judged = verdicts(screen)
    for rank, title in SAID.items():
        group = [verdict for verdict in judged if verdict.rank == rank]
        written = "".join(_tile(verdict, screen, hidden=hidden) for verdict in group)
        nothing = "<p>Nothing fits all of this: each metric assumes somebody else.</p>"
        if group or rank == "fits":
            parts.append(f"<h3>{title}</h3>")
            parts.append(f"<ul class='verdicts {rank}'>{written}</ul>" if group else nothing)
    st.html("".join(parts))


def _tile(verdict: Verdict, screen: Screen, *, hidden: bool) -> str:
    metric, argument = METRICS[verdict.key], METRICS[verdict.key].advice.flaw
    value = float(score.compute(verdict.key, "a", screen).score)
    reasons = "".join(f"<p>{reason}</p>" for reason in verdict.objections or [verdict.says])
    show = post.href({"do": "argue", "metric": verdict.key})
    return (
        f"<li><b>{metric.label(screen.k)}</b> <span>{'' if hidden else plain.decimals(value)}"
        f"</span><small>{metric.name}</small>{reasons}<details><summary>Argue "
        f"against</summary><p>{argument}</p></details><a href='{show}'>Show such a "
        "list</a></li>"
    )


def sentences() -> None:
    """Draw, for each highlighted metric, a sentence that reports it, with a copy button."""
    screen = session().shown
    st.html(
        "".join(
            f"<div class='code'><pre tabindex='0'><code>{escape(sentence(key, screen))}</code>"
            "</pre><button data-copy>Copy</button></div>"
            for key in lit()
        )
    )


@post.change("argue")
def _argue(screen: Screen, action: Action) -> Screen:
    """Put the example of the argument against a metric on the board."""
    key = action["metric"]
    if key not in METRICS:
        raise RefusedError("This metric is not in the catalog.")
    example = METRICS[key].advice.example
    highest = max(grade or 1 for grade in (*example.grades, *example.missed))
    scale = next(scale for scale in SCALES if scale >= max(highest, screen.scale))
    entry = {"id": key, "lesson": "", "name": "", "says": "", **example._asdict()}
    preset = presets.read({**entry, "settings": {**example.settings, "scale": scale}})
    return replace(preset.on(screen), preset=screen.preset)


def sentence(key: str, screen: Screen) -> str:
    """Return a sentence that names a metric with all settings it depends on."""
    metric = METRICS[key]
    shown = knobs.drawn(knobs.of(key), screen.settings)
    positions = [
        f"{KNOBS[name].label.lower()} "
        + (
            knobs.told(name, screen.settings)
            if isinstance(KNOBS[name], Choice)
            else knobs.spelled(screen[name])
        )
        for name in knobs.of(key)
        if name in shown and name not in ("k", "scale")
    ]
    grades = f"grades 0 to {screen.scale}" if screen.scale > 1 else "binary labels"
    nothing = knobs.MeanOverQueries.EMPTY
    empty = f"{KNOBS[nothing].label} {knobs.told(nothing, screen.settings)}."
    return (
        f"We report {metric.name} ({metric.label(screen.k)}; {metric.source}), with "
        f"{'; '.join([grades, *positions])}. {empty}"
    )
