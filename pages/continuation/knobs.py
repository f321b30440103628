"""The knobs that only this page has."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from metrics import cwl
from ui.core.knob_kinds import Choice, Curve, Knob, Range, Several


class Continuation(StrEnum):
    """Knobs of a reader's gain per document; no metric of the catalog uses them."""

    READER = "reader"
    ALSO = "read_also"
    CURVE = "own_curve"
    TARGET = "target"


CONTINUATIONS: Final[Mapping[str, tuple[str, Callable[..., cwl.Continuation], tuple[str, ...]]]] = {
    "precision": ("P@k", cwl.precision, ("k",)),
    "rbp": ("RBP", cwl.rbp, ("persistence",)),
    "reciprocal_rank": ("RR", cwl.reciprocal_rank, ()),
    "dcg": ("DCG", cwl.scaled_dcg, ("k",)),
    "insq": ("INSQ", cwl.insq, ("target",)),
    "inst": ("INST", cwl.inst, ("target",)),
    "err": ("ERR", cwl.err_like, ("k",)),
    "own": ("Your own", cwl.given, ("own_curve",)),
}
"""For each reader: its name, its continuation, and the knobs that this takes."""
_READERS: Final = {key: name for key, (name, *_) in CONTINUATIONS.items()}

KNOBS: Final[Mapping[str, Knob]] = {
    Continuation.READER: Choice(
        label="Reader",
        first="precision",
        options=_READERS,
        help="INSQ (“inverse squares”): attention falls about as 1/i², and later if the reader "
        "wants more (Moffat, Scholer & Thomas 2012). INST (“INSQ with a target”): the same reader, "
        "but each find brings the end nearer (Bailey, Moffat, Scholer & Thomas 2015).",
    ),
    Continuation.ALSO: Several(
        label="Read also by",
        first=(),
        link="also",
        options=_READERS,
        most=2,
        help="Up to two more readers of the same list. Each has a column of attention.",
    ),
    Continuation.CURVE: Curve(
        label="Goes on",
        first=(0.8,),
        link="curve",
        most=50,
        help="The probability of going on to the next document, after each rank.",
    ),
    Continuation.TARGET: Range(
        label="Wanted documents T",
        first=1,
        low=0.5,
        high=10.0,
        step=0.5,
        help="How much gain the readers INSQ and INST want. The more they want, the longer they "
        "read.",
    ),
}
