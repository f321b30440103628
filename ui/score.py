"""A score with what it is made of, as it is drawn, and the guess that may come before it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import streamlit as st

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from ui import knobs, plain
from ui.documents import RankedList
from ui.plain import decimals
from ui.screen import Name, Screen
from ui.session import session

Bounds: TypeAlias = tuple[float, float | None]


@dataclass(frozen=True)
class Measured:
    """A measure of the screen as it is shown, broken down, and what the last move changed.

    Attributes:
        key: names the measure among others, for a guess.
        label: its name on the screen.
        latex: its formula, or "".
        bounds: the lowest score and the highest; None where there is no highest.
        higher_is_better: which way a system wants to go.
        screen: what was measured, list `name` of it where it is about one.
        breakdown: its terms.
        change: what the last move added to the score; None where there was none before.
    """

    key: str
    label: str
    latex: str
    bounds: Bounds
    higher_is_better: bool
    screen: Screen
    name: Name
    breakdown: Breakdown
    change: float | None

    @property
    def score(self) -> float:
        """The score as a plain number; NaN where nothing could be compared."""
        return float(self.breakdown.score)

    @property
    def ranked(self) -> RankedList:
        """The list that was measured."""
        return self.screen.ranked(self.name)

    @property
    def grades(self) -> str:
        """The grades in ranked order as NumPy code."""
        shown = self.ranked.documents[: self.ranked.retrieved]
        return f"[{', '.join('np.nan' if d.grade is None else str(d.grade) for d in shown)}]"


def measure(key: str, name: Name = "a") -> Measured:
    """Compute a metric of the catalog, with the knobs as they stand, for one list."""
    metric = METRICS[key]
    return measure_by(
        lambda screen: compute(key, name, screen),
        metric.label(session().shown.k),
        key=key,
        latex=metric.latex,
        bounds=metric.range,
        higher_is_better=metric.higher_is_better,
        name=name,
    )


def measure_by(
    compute: Callable[[Screen], Breakdown],
    label: str,
    *,
    key: str = "",
    latex: str = "",
    bounds: Bounds = (0, 1),
    higher_is_better: bool = True,
    name: Name = "a",
) -> Measured:
    """Compute any measure of a screen: of list A, of B, of both, of predictions, of a reader."""
    now = session()
    shown, since = now.shown, now.since
    breakdown = compute(shown)
    there = name in since.lists and since.lists.keys() >= shown.lists.keys()
    change = float(breakdown.score - compute(since).score) if there else None
    return Measured(
        key or label, label, latex, bounds, higher_is_better, shown, name, breakdown, change
    )


def compute(key: str, name: Name, on: Screen) -> Breakdown:
    """Break a metric of the catalog down for a list, as the knobs stand on a screen."""
    ranking = on.ranked(name).ranking(on.scale, on.relevant_from)
    return METRICS[key].compute(ranking, **knobs.arguments(key, on.settings))


def tiles(measured: Sequence[Measured], size: str = "") -> None:
    """Draw scores, each with what the last move changed, as one piece of HTML."""
    st.html(tiles_html(measured, size))


def tiles_html(measured: Sequence[Measured], size: str = "") -> str:
    """Write scores side by side; `size` is "big", "small" or "" between the two."""
    return f"<dl class='scores {size}'>{''.join(map(_tile, measured))}</dl>"


def variants_html(scores: Mapping[str, float]) -> str:
    """Write named scores side by side, without what a move changed."""
    each = (f"<div><dt>{n}</dt><dd><b>{decimals(s)}</b></dd></div>" for n, s in scores.items())
    return f"<dl class='scores variants'>{''.join(each)}</dl>"


def _tile(one: Measured) -> str:
    change, told = one.change, ""
    if change is not None and change == change:
        still = abs(change) < 5e-4
        better = "still" if still else "up" if (change > 0) == one.higher_is_better else "down"
        told = f" <span class='{better}'>{'±0.000' if still else f'{change:+.3f}'}</span>"
    return f"<div><dt>{one.label}</dt><dd><b>{decimals(one.score)}</b>{told}</dd></div>"


def note_undefined(measured: Sequence[Measured]) -> None:
    """Say which scores are not really scores, where the line moves nothing above it."""
    worst = [one.label for one in measured if one.breakdown.undefined and one.score == one.score]
    none = [one.label for one in measured if one.breakdown.undefined and one.score != one.score]
    if worst:
        st.caption(
            f"0/0 for {', '.join(worst)}: no relevant document counts here, so the worst value is "
            "reported."
        )
    if none:
        st.caption(f"0/0 for {', '.join(none)}: there is nothing to compare, so there is no score.")


def awaits_guess(key: str) -> bool:
    """Tell whether the reader predicts first and has no guess yet for this screen and measure."""
    if not st.session_state.get("predict"):
        return False
    guess = st.session_state.get("guess")
    return not guess or guess[:2] != (session().shown, key)


def score_or_guess(measured: Sequence[Measured]) -> bool:
    """Draw the scores, or ask for a guess of the first, and tell whether they may be seen."""
    asked = measured[0]
    awaits = awaits_guess(asked.key)
    low, high = asked.bounds
    with st.container(key="score", horizontal=True, vertical_alignment="bottom", width="content"):
        if awaits:
            st.number_input(
                f"Your guess for {asked.label}",
                float(low),
                None if high is None else float(high),
                value=None,
                step=0.01,
                format="%.3f",
                placeholder=_allowed(asked.bounds),
                key="guessed",
                width=220,
            )
            st.button("Show the answer", on_click=_guess, args=(asked.key, asked.bounds))
        else:
            tiles(measured, "big" if len(measured) == 1 else "")
            if st.session_state.get("predict"):
                said = st.session_state["guess"][2]
                off = decimals(abs(said - asked.score))
                st.markdown(f"You said **{decimals(said)}**, off by **{off}**.")
        st.toggle("Predict first", key="predict", persist_state="session")
    return not awaits


def _guess(key: str, bounds: Bounds) -> None:
    now = session()
    if (guessed := st.session_state["guessed"]) is None:
        now.say(
            f"A guess is a number {'from ' * (bounds[1] is not None)}{_allowed(bounds)}: type "
            "one first."
        )
    else:
        st.session_state["guess"] = (now.current, key, guessed)


def _allowed(bounds: Bounds) -> str:
    low, high = bounds
    return f"of at least {low:g}" if high is None else f"{low:g} to {high:g}"


def sentences() -> None:
    """Draw what the page owes its reader, in sight wherever on the page they are."""
    with st.container(key="notices"):  # always there, so that nothing below is built anew
        if told := " ".join(session().sentences()):
            plain.sentence(told, "notice")
