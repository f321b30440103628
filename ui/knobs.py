"""The knobs of the metrics: one widget each, a view of the screen that hands in a new screen."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import Any, Final

import streamlit as st

from metrics import browsing, gain
from metrics.catalog import METRICS
from ui import screen
from ui.screen import Screen

SCALES: Final = {1: "Binary", 3: "Graded 0–3", 4: "Graded 0–4", 8: "Graded 0–8"}


@dataclass(frozen=True)
class Choice:
    """A knob with a few named positions."""

    label: str
    options: Mapping[Any, str]
    help: str | None = None

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen; of plain numbers, the ends."""
        labels = list(self.options.values())
        if labels == [str(option) for option in self.options]:
            return f"{labels[0]} to {labels[-1]}"
        return "; ".join(labels)

    def parse(self, text: str) -> Any:
        """Return the position that a text names, else a `ValueError` saying what is allowed."""
        for option in self.options:
            if str(option) == text:
                return option
        raise ValueError(f"one of {', '.join(map(str, self.options))}")

    def show(self, key: str, change: Callable[[], None]) -> None:
        """Draw a row of radio buttons, or a select box where a row would be too long."""
        options, label_of = list(self.options), self.options.__getitem__
        if sum(map(len, self.options.values())) < 50:
            st.radio(
                self.label,
                options,
                format_func=label_of,
                horizontal=True,
                key=key,
                on_change=change,
                help=self.help,
            )
        else:
            st.selectbox(
                self.label,
                options,
                format_func=label_of,
                key=key,
                on_change=change,
                help=self.help,
            )


@dataclass(frozen=True)
class Range:
    """A knob that slides; over whole numbers where its step is one."""

    label: str
    low: float
    high: float
    step: float
    help: str | None = None

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return f"{self.low:g} to {self.high:g}"

    def parse(self, text: str) -> float:
        """Return the number a text spells, else a `ValueError` saying what is allowed."""
        number = type(self.step)
        try:
            value = number(text)
        except ValueError:
            value = inf
        if not self.low <= value <= self.high:
            whole = "whole number" if number is int else "number"
            raise ValueError(f"a {whole} from {self.low} to {self.high}")
        return value

    def show(self, key: str, change: Callable[[], None]) -> None:
        """Draw a slider whose range never depends on the list."""
        st.slider(
            self.label,
            self.low,
            self.high,
            step=self.step,
            key=key,
            on_change=change,
            help=self.help,
        )


@dataclass(frozen=True)
class Several:
    """A knob with any number of its named positions on, kept in the knob's own order."""

    label: str
    options: Mapping[str, str]

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return "; ".join(self.options.values())

    def parse(self, text: str) -> tuple[str, ...]:
        """Return the positions a text names, else a `ValueError` saying what is allowed."""
        names = text.split(",") if text else []
        if not set(names) <= set(self.options):
            raise ValueError(f"names out of {', '.join(self.options)}")
        return tuple(option for option in self.options if option in names)

    def show(self, key: str, change: Callable[[], None]) -> None:
        """Draw one pill a position."""
        st.pills(
            self.label,
            list(self.options),
            format_func=self.options.__getitem__,
            selection_mode="multi",
            key=key,
            on_change=change,
        )


@dataclass(frozen=True)
class Amounts:
    """A knob that takes one number a grade."""

    label: str
    help: str

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return self.help.rstrip(".").lower()

    def parse(self, text: str, count: int = 9) -> tuple[float, ...]:
        """Return the `count` numbers a text lists, else a `ValueError` saying what is allowed."""
        try:
            amounts = tuple(float(part) for part in text.split(","))
        except ValueError:
            amounts = ()
        if len(amounts) != count or not all(0 <= amount <= 1e6 for amount in amounts):
            raise ValueError(f"{count} numbers from 0 to 1000000 with commas between them")
        return amounts

    def show(self, key: str, change: Callable[[], None]) -> None:
        """Draw a line of text."""
        st.text_input(self.label, key=key, on_change=change, help=self.help)


Knob = Choice | Range | Several | Amounts

KNOBS: Final[Mapping[str, Knob]] = {
    "scale": Choice(
        "Scale", SCALES, "A smaller scale has no room for all grades; Undo brings them back."
    ),
    "relevant_from": Choice(
        "Relevant from grade",
        {grade: str(grade) for grade in range(1, 9)},
        "Binary metrics count a document as relevant from this grade on.",
    ),
    "k": Range("Cutoff k", 1, 50, 1, "Only the top k ranks count. You can also drag the cut."),
    "denominator": Choice(
        "AP denominator",
        {"relevant": "all relevant", "found": "found in the top k", "capped": "capped at k"},
    ),
    "recall_denominator": Choice(
        "Recall denominator", {"relevant": "all relevant", "capped": "capped at k"}
    ),
    "missing": Choice("Missing relevant", {"penalty": "cost k + 1 each", "ignore": "are left out"}),
    "patience": Range("Patience", 0.0, 10.0, 0.1),
    "gain": Choice("Gain", {"linear": "g", "exponential": "2^g − 1", "custom": "custom"}),
    "gain_per_grade": Amounts("Gain per grade", "One number a grade, from grade 0 up."),
    "discount": Choice(
        "Discount",
        {
            "log": "Logarithm: 1 / log(i + 1)",
            "log_thresholded": "Logarithm from rank b on: 1 / log(i)",
            "reciprocal": "Reciprocal: 1 / i",
            "power": "Power (Zipf): 1 / (i + shift)^s",
            "geometric": "Geometric: p^(i − 1)",
            "none": "None",
        },
    ),
    "log_base": Range("Log base", 1.1, 10.0, 0.1),
    "exponent": Range("Power exponent", 0.0, 4.0, 0.1),
    "shift": Range("Rank shift", 0, 20, 1),
    "ratio": Range("Geometric ratio", 0.05, 1.0, 0.05),
    "ideal": Choice("Ideal from", {"judged": "all judged", "retrieved": "only the retrieved"}),
    "persistence": Range("Persistence p", 0.0, 0.99, 0.01),
    "utility": Choice(
        "Utility",
        {
            "linear": "Linear: g/top",
            "exponential": "Exponential: (2^g − 1)/2^top",
            "binary": "Binary: relevant or not",
            "sigmoid": "Sigmoid",
        },
    ),
    "satisfaction": Choice(
        "Satisfaction",
        {
            "exponential": "Exponential: (2^g − 1)/2^top",
            "linear": "Linear: g/top",
            "binary": "Binary: relevant or not",
            "sigmoid": "Sigmoid",
        },
    ),
    "steepness": Range("Steepness", 0.1, 10.0, 0.1),
    "midpoint": Range("Midpoint", 0.0, 8.0, 0.1),
    "continuation": Range(
        "Goes on if unsatisfied", 0.0, 1.0, 0.01, "At 1, as published, nobody gives up."
    ),
    "metrics": Several("Metrics", {key: metric.symbol for key, metric in METRICS.items()}),
}

# What some positions of a choice need besides, in the order they are drawn.
_DETAILS: Final[Mapping[tuple[str, Any], tuple[str, ...]]] = {
    ("gain", "custom"): ("gain_per_grade",),
    ("discount", "log"): ("log_base",),
    ("discount", "log_thresholded"): ("log_base",),
    ("discount", "power"): ("exponent", "shift"),
    ("discount", "geometric"): ("ratio",),
    ("utility", "binary"): ("relevant_from",),
    ("utility", "sigmoid"): ("steepness", "midpoint"),
    ("satisfaction", "binary"): ("relevant_from",),
    ("satisfaction", "sigmoid"): ("steepness", "midpoint"),
}

_FAMILIES: Final[Mapping[tuple[str, Any], Callable[..., object]]] = {
    ("gain", "custom"): gain.custom,
    ("discount", "log"): gain.logarithmic,
    ("discount", "log_thresholded"): gain.logarithmic_thresholded,
    ("discount", "power"): gain.power,
    ("discount", "geometric"): gain.geometric,
    ("utility", "sigmoid"): browsing.sigmoid,
    ("satisfaction", "sigmoid"): browsing.sigmoid,
}


def of(*metrics: str) -> list[str]:
    """Name the knobs that some metrics listen to, each once, in the order of `KNOBS`."""
    wanted = {_field(key, parameter) for key in metrics for parameter in _turned(key)}
    if any(METRICS[key].reads != "graded" for key in metrics):
        wanted.add("relevant_from")
    return [name for name in KNOBS if name in wanted or name == "scale"]


def positions(metric: str) -> dict[str, str]:
    """Tell, label by label, what the knobs of a metric can be set to, the scale apart.

    After each knob come those that some position of it needs besides.
    """
    named = {
        part: KNOBS[part]
        for name in of(metric)
        for part in (name, *chain(*(more for (knob, _), more in _DETAILS.items() if knob == name)))
        if part != "scale"  # it belongs to the list
    }
    return {knob.label: knob.positions for knob in named.values()}


def arguments(metric: str, on: Screen) -> dict[str, Any]:
    """Return a metric's parameters as the knobs stand on a screen."""
    found = {}
    for parameter in _turned(metric):
        value = getattr(on, _field(metric, parameter))
        family = _FAMILIES.get((parameter, value))
        details = _DETAILS.get((parameter, value), ())
        found[parameter] = family(*(getattr(on, name) for name in details)) if family else value
    return found


def _turned(metric: str) -> list[str]:
    """Name the parameters that knobs turn: k where the metric's name shows it, and no thresholds.

    Without k a metric reads the whole list; without thresholds every bar is as likely.
    """
    cuts = METRICS[metric].symbol.endswith("@k")
    return [
        name
        for name in METRICS[metric].knobs
        if (cuts if name == "k" else _field(metric, name) in KNOBS)
    ]


def _field(metric: str, parameter: str) -> str:
    """Name the screen's field behind a parameter: AP and recall divide by knobs of their own."""
    return "recall_denominator" if (metric, parameter) == ("recall", "denominator") else parameter


def show(names: Iterable[str]) -> None:
    """Draw the named knobs, and after each what its present position needs besides."""
    now = screen.shown()
    wanted = [
        part for name in names for part in (name, *_DETAILS.get((name, getattr(now, name)), ()))
    ]
    for name in dict.fromkeys(wanted):
        knob = KNOBS[name]
        if name == "relevant_from" and isinstance(knob, Choice):
            if now.scale == 1:
                continue
            knob = replace(knob, options={g: str(g) for g in range(1, now.scale + 1)})
        _draw(name, knob, getattr(now, name))


def _draw(name: str, knob: Knob, value: Any) -> None:
    key, grades = f"knob_{name}", screen.current().scale + 1
    if isinstance(knob, Amounts):
        seed: Any = spelled(value[:grades])  # the scale has no use for the others; they are kept
    else:
        seed = list(value) if isinstance(knob, Several) else value
    if st.session_state.get(key) != seed:
        st.session_state[key] = seed

    def turn() -> None:
        taken = st.session_state[key]
        session = screen.session()
        now = session.current
        if isinstance(knob, Several):
            taken = tuple(option for option in knob.options if option in taken)
        if isinstance(knob, Amounts):
            try:
                taken = (*knob.parse(taken, grades), *value[grades:])
            except ValueError as allowed:
                sentence = f"{knob.label}: “{taken[:40]}” was not taken; allowed are {allowed}."
                session.notices += (sentence,)
                taken = value
        session.commit(now.with_scale(taken) if name == "scale" else replace(now, **{name: taken}))

    knob.show(key, turn)


def spelled(value: Any) -> str:
    """Spell a knob's value for an address or a line of text; `parse` reads it back exactly."""
    if isinstance(value, tuple):
        return ",".join(map(spelled, value))
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)
