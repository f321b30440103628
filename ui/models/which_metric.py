"""Which metric fits what is asked of it, and what speaks against each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from metrics.catalog import METRICS
from ui.state.knobs import WhichMetric
from ui.state.screen import Screen

Rank: TypeAlias = Literal["fits", "near", "not"]

_SHALLOW: Final = {"screen": 5, "page": 10}
"""Down to which k it is a first screen, or a first page."""
SAID: Final = {"fits": "It fits", "near": "It comes near", "not": "It does not fit"}


@dataclass(frozen=True)
class Verdict:
    """What there is to say about a metric for somebody who knows what they want.

    Attributes:
        key: of the metric.
        against: what speaks against it, by the need that it is about; nothing where it fits.
        never: whether that holds whatever is wanted.
        says: what speaks for it; nothing where it never fits.
    """

    key: str
    against: Mapping[str, str]
    never: bool
    says: str

    @property
    def objections(self) -> Sequence[str]:
        """What speaks against it."""
        return list(dict.fromkeys(self.against.values()))

    @property
    def rank(self) -> Rank:
        """How well it fits: one objection is near."""
        if self.never or len(self.objections) > 1:
            return "not"
        return "near" if self.objections else "fits"


def verdicts(screen: Screen) -> list[Verdict]:
    """Judge every metric of the catalog, the best first, and else in the catalog's order."""
    wanted: dict[str, Any] = {name: screen[name] for name in WhichMetric}
    wanted["depth"] = next((name for name, k in _SHALLOW.items() if screen.k <= k), "deep")
    found = []
    for key in METRICS:
        advice = METRICS[key].advice
        against = {
            need: advice.never or advice.objections[need][position]
            for need, position in wanted.items()
            if advice.never or position in advice.objections.get(need, ())
        }
        found.append(Verdict(key, against, bool(advice.never), advice.fits))
    return sorted(found, key=lambda each: (each.never, len(each.objections)))
