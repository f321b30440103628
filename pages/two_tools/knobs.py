"""The knobs that only this page has."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from metrics.catalog import METRICS, PRINTED
from ui.core.knob_kinds import Choice, Knob, Line


class TwoTools(StrEnum):
    """Which metric tools print, their input, and the number that a reader got."""

    METRIC = "printed_metric"
    HANDED = "handed"
    TIED = "tied"
    TIES = "tie_rule"
    GOT = "got"


KNOBS: Final[Mapping[str, Knob]] = {
    TwoTools.METRIC: Choice(
        label="Metric",
        first="ndcg",
        link="printed",
        options={key: f"{METRICS[key].label()}: {METRICS[key].name}" for key in PRINTED},
    ),
    TwoTools.HANDED: Choice(
        label="Judgements the tool gets",
        first="usual",
        options={
            "usual": "as its API takes them",
            "everything": "all",
            "list": "only of the list",
        },
        help="Some tools take all judgements, also of missed documents. The API of others takes "
        "only one list of labels and scores.",
    ),
    TwoTools.TIED: Choice(
        label="Tied scores",
        first="none",
        options={"none": "none", "pairs": "two by two", "all": "all of them"},
        help="Documents that the model gave the same score. Tools that break ties by document use "
        "the titles: rename a card to see it.",
    ),
    TwoTools.TIES: Choice(
        label="Ties in Rankbook",
        link="ties",
        first="order",
        options={"order": "as they stand", "averaged": "averaged over all orders"},
        help="Averaged, as scikit-learn does: each tied document has the mean gain of its tie.",
    ),
    TwoTools.GOT: Line(label="The number you got", first="", most=500),
}
