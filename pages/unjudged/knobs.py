"""The knobs that only this page has."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from ui.core.knob_kinds import Choice, Knob, Range
from ui.core.typed_knobs import Runs


class Pool(StrEnum):
    """Runs, which of them take part in a pool, and how deep judges read these."""

    RUNS = "pool_runs"
    MEMBERS = "pool_members"
    DEPTH = "pool_depth"


KNOBS: Final[Mapping[str, Knob]] = {
    Pool.RUNS: Runs(
        label="Runs",
        first=(),
        link="runs",
        most=20,
        replaces_list=True,
        named=True,
        help="A letter for each document, a capital one if it is relevant, and a comma or a "
        "semicolon between runs: aBc, Bad, Bce. Or names with a star if relevant: d3* A1 7; A1 d2.",
    ),
    Pool.MEMBERS: Choice(
        label="Judges read the tops of",
        first="others",
        link="members",
        options={"others": "all runs but the last", "all": "all runs"},
    ),
    Pool.DEPTH: Range(label="Pool depth", first=1, link="pool", low=1, high=20, step=1),
}
