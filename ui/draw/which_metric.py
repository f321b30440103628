"""Which metrics fit a reader's needs, and the objections to the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from metrics.catalog import METRICS
from ui.core.knobs import WhichMetric
from ui.core.screen import Screen

Rank: TypeAlias = Literal["fits", "near", "not"]

_SHALLOW: Final = {"screen": 5, "page": 10}
"""Largest k of a first screen, and of a first page."""
SAID: Final = {"fits": "It fits", "near": "It comes near", "not": "It does not fit"}


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
    for key in METRICS:
        advice = METRICS[key].advice
        against = {
            need: advice.never or advice.objections[need][position]
            for need, position in wanted.items()
            if advice.never or position in advice.objections.get(need, ())
        }
        judged.append(Verdict(key, against, bool(advice.never), advice.fits))
    return sorted(judged, key=lambda verdict: (verdict.never, len(verdict.objections)))
