"""Which metrics fit a reader's needs, and the objections to the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from metrics.catalog import METRICS
from metrics.conventions.tables import refuse_unknown
from ui.core.knob_kinds import Choice
from ui.core.knobs import KNOBS, WhichMetric
from ui.core.pages import read_toml
from ui.core.presets import grades
from ui.core.screen import Screen

Rank: TypeAlias = Literal["fits", "near", "not"]

_SHALLOW: Final = {"screen": 5, "page": 10}
"""Largest k of a first screen, and of a first page."""
_FIELDS: Final = ("fits", "never", "flaw", "example", "settings")
_POSITIONS: Final[Mapping[str, Sequence[str]]] = {
    **{need: [*knob.options] for need in WhichMetric if isinstance(knob := KNOBS[need], Choice)},
    "depth": [*_SHALLOW, "deep"],
}
"""Positions of each need."""
SAID: Final = {"fits": "It fits", "near": "It comes near", "not": "It does not fit"}


@dataclass(frozen=True, kw_only=True)
class Advice:
    """When to choose a metric, and when not.

    Attributes:
        fits: when it is the right one, in a sentence; "" if never.
        never: why it is never the right one, in a sentence; else "".
        objections: sentences against it, by need and by position of that need.
        flaw: its drawback even where it fits, in a sentence.
        example: a list that shows the flaw: the grades of the ranked and of the missed documents.
        settings: knobs that the example needs.
    """

    fits: str = ""
    never: str = ""
    objections: Mapping[str, Mapping[str, str]]
    flaw: str
    example: tuple[list[int | None], list[int | None]]
    settings: Mapping[str, Any]


def read(table: Mapping[str, Any], metrics: Sequence[str]) -> Mapping[str, Advice]:
    """Return the advice on each metric.

    Args:
        table: what `pages/which_metric/advice.toml` holds.
        metrics: keys of the metrics that need advice.

    Raises:
        ValueError: the message names file, entry and field, and what is allowed.
    """
    where = "pages/which_metric/advice.toml"
    refuse_unknown(table, metrics, where)
    if lacks := [metric for metric in metrics if metric not in table]:
        raise ValueError(f"{where}: lacks {', '.join(lacks)}")
    return {metric: _advice(table[metric], f"{where}, {metric}") for metric in metrics}


def _advice(entry: Mapping[str, Any], where: str) -> Advice:
    refuse_unknown(entry, (*_FIELDS, *_POSITIONS), where)
    lacks = [field for field in ("flaw", "example") if field not in entry]
    if lacks or ("fits" in entry) == ("never" in entry):
        raise ValueError(f"{where}: lacks {', '.join(lacks) or 'either fits or never'}")
    objections = {
        need: {at: text for names, text in entry[need].items() for at in names.split(", ")}
        for need in entry.keys() - {*_FIELDS}
    }
    for need, against in objections.items():
        refuse_unknown(against, _POSITIONS[need], f"{where}, {need}")
    try:
        example = grades(entry["example"])
    except ValueError as wrong:
        raise ValueError(f"{where}: example = {entry['example']!r}: {wrong}") from wrong
    return Advice(
        fits=entry.get("fits", ""),
        never=entry.get("never", ""),
        objections=objections,
        flaw=entry["flaw"],
        example=example,
        settings=entry.get("settings", {}),
    )


ADVICE: Final = read(read_toml("which_metric", "advice"), [*METRICS])


@dataclass(frozen=True)
class Verdict:
    """The verdict on a metric for a reader's needs.

    Attributes:
        key: key of the metric.
        against: objections by need; empty if it fits.
        never: whether the objections hold for all needs.
        strength: what it is good at, in a sentence; "" if it never fits.
    """

    key: str
    against: Mapping[str, str]
    never: bool
    strength: str

    @property
    def objections(self) -> Sequence[str]:
        """All different objections."""
        return list(dict.fromkeys(self.against.values()))

    @property
    def rank(self) -> Rank:
        """How well it fits; with one objection it is near."""
        if self.never or len(self.objections) > 1:
            return "not"
        return "near" if self.objections else "fits"


def verdicts(screen: Screen) -> list[Verdict]:
    """Return the verdict on every metric, best first, then in the catalog's order."""
    wanted: dict[str, Any] = {name: screen[name] for name in WhichMetric}
    if screen.k == 1 and wanted["cost"] == "top":
        del wanted["cost"]  # the first result is all that is seen
    wanted["depth"] = next((name for name, k in _SHALLOW.items() if screen.k <= k), "deep")
    judged = []
    for key, advice in ADVICE.items():
        against = {
            need: advice.never or advice.objections[need][position]
            for need, position in wanted.items()
            if advice.never or position in advice.objections.get(need, ())
        }
        judged.append(Verdict(key, against, bool(advice.never), advice.fits))
    return sorted(judged, key=lambda verdict: (verdict.never, len(verdict.objections)))
