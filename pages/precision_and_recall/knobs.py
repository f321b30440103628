"""The knobs that only this page has."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pages.precision_and_recall import typed_tables
from ui.core import judged_tables
from ui.core.knob_kinds import Choice, Exact, Knob, Line, Numbers
from ui.core.typed_knobs import Counts, Tabled


class Retrieved(StrEnum):
    """A set that was retrieved, without ranks: four counts, or precision and recall alone."""

    SOURCE = "counted_from"
    COUNTS = "retrieved_counts"
    KNOWN = "known_counts"
    CLASSES = "class_counts"
    BESIDE = "further_counts"
    WEIGHT = "weight_of_fp"
    PRECISION = "given_precision"
    RECALL = "given_recall"
    BETA = "beta"
    COLLECTION = "collection_size"
    PRICES = "prices"
    MATRIX = "cost_matrix"
    BLOCKS = "paid_blocks"


@dataclass(frozen=True, kw_only=True)
class Classes(Tabled):
    """A confusion table: a text with the names of the classes, then one for each actual class."""

    allows = (
        "a table of counts of 2 to {classes} classes, such as 5 1 0; 2 3 1; 0 1 4, with or without "
        "names and sums. Or type two columns with the actual and the predicted class of each case"
    )
    most: int
    classes: int = judged_tables.MOST_LABELS

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the table of a text, else raise a `ValueError` that says what is allowed."""
        table = typed_tables.read(text)
        if (
            not table
            or not 2 <= len(table.names) <= self.classes
            or not 0 < sum(map(sum, table.rows)) <= self.most
        ):
            raise ValueError(self.positions)
        return (" ".join(table.names), *(" ".join(map(str, row)) for row in table.rows))


KNOBS: Final[Mapping[str, Knob]] = {
    Retrieved.SOURCE: Choice(
        label="What is given",
        first="list",
        link="given",
        options={
            "list": "a list",
            "counts": "four counts",
            "rates": "P and R",
            "known": "what a user knew",
        },
        replaces_list=True,
    ),
    Retrieved.COUNTS: Counts(
        is_subject=True,
        label="Documents",
        first=(20, 40, 60, 880),
        link="counts",
        most=100_000_000,
        signs=("TP", "FP", "FN", "TN"),
        last_unknown=True,
        help="Retrieved and relevant, retrieved and not relevant, relevant and not retrieved, "
        "neither. Or TP=20 FP=40 FN=60, with TN if it is known. Or rates: prevalence 2 %, P 50 %, "
        "R 10 %, N 10,000; also FPR, specificity, accuracy.",
        rows=("Retrieved", "Not retrieved"),
        columns=("Relevant", "Not relevant"),
        cells=("Hits (TP)", "Misses (FP)", "Relevant, missed (FN)", "Neither (TN)"),
    ),
    Retrieved.BESIDE: Line(
        label="Further tables: TP FP FN TN each",
        first="",
        most=300,
        help="Four counts for each table: 120 1 80 599; 160 10 40 590. They stand beside yours.",
    ),
    Retrieved.WEIGHT: Numbers(
        label="Weight of an FP in accuracy",
        first=(1.0,),
        most=1,
        high=1e6,
        help="(TP + TN) / (TP + TN + w · FP + FN): 10 if a lost good e-mail costs ten times.",
    ),
    Retrieved.CLASSES: Classes(
        label="Table of the classes",
        first=("cat dog bird", "5 1 0", "2 3 1", "0 1 4"),
        link="classes",
        most=100_000_000,
        help="A row for each actual class, a column for each predicted one: 5 1 0; 2 3 1; 0 1 4. "
        "Or paste the actual and the predicted class of each case.",
    ),
    Retrieved.KNOWN: Counts(
        is_subject=True,
        label="Relevant documents",
        first=(2, 2, 1, 5),
        link="known",
        most=100_000_000,
        help="Relevant documents: known and retrieved, new and retrieved, known and not "
        "retrieved, neither.",
        rows=("Retrieved", "Not retrieved"),
        columns=("Known", "New"),
        cells=("Known, retrieved", "New, retrieved", "Known, missed", "New, missed"),
    ),
    Retrieved.PRECISION: Exact(
        label="Precision P", first=0.5, link="given_p", low=0.0, high=1.0, most=1.0, step=0.01
    ),
    Retrieved.RECALL: Exact(
        label="Recall R", first=0.5, link="given_r", low=0.0, high=1.0, most=1.0, step=0.01
    ),
    Retrieved.BETA: Exact(
        label="β of F",
        first=1,
        low=0.0,
        high=5.0,
        most=100.0,
        step=0.1,
        help="F with β takes recall for β times as important as precision. β² is (1 − α)/α.",
    ),
    Retrieved.COLLECTION: Numbers(
        label="Documents in the collection",
        first=(0.0,),
        link="collection",
        most=1,
        high=1e9,
        whole=True,
        help="For fall-out. 0: only those of the list.",
    ),
    Retrieved.PRICES: Numbers(
        label="B (a hit), A (reading), C (missed)",
        first=(5.0, 1.0, 2.0),
        most=3,
        high=1e6,
        help="What a hit is worth, what reading a document costs, and what a relevant document "
        "costs that is missed: 5, 1, 2.",
    ),
    Retrieved.MATRIX: Numbers(
        label="Price of a TP, FP, FN, TN",
        first=(0.0, 1.0, 1.0, 0.0),
        least=4,
        most=4,
        low=-100_000,
        high=1e6,
        help="A cost matrix: what one of each costs, a gain with a minus: −1, 1, 100, 0.",
    ),
    Retrieved.BLOCKS: Numbers(
        label="Documents in a block, price",
        first=(100.0, 15.0),
        link="blocks",
        most=2,
        high=1e6,
        help="An assistant reads 100 results an hour and is paid 15 for each hour begun: 100, 15.",
    ),
}
