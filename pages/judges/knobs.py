"""The knobs that only this page has."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from pages.judges import typed_gaps, typed_votes
from ui.core import judged_tables, judgements
from ui.core.knob_kinds import Choice, Knob, Line, Numbers
from ui.core.typed_knobs import Counts, Letters, Tabled


class Judges(StrEnum):
    """What judges said, and what is made of it; no metric of one list uses these knobs."""

    SOURCE = "judged_from"
    VERDICTS = "judges_said"
    LABELS = "judges_labelled"
    MANY = "judges_votes"
    COUNTS = "judge_counts"
    MARGINS = "margins"
    NEEDED = "judges_needed"
    RETURNED = "judges_returned"
    WEIGHTS = "kappa_weights"
    GAPS = "answers_with_gaps"
    CALLED = "judges_labels"


@dataclass(frozen=True, kw_only=True)
class Verdicts(Tabled):
    """What two or three judges said of the same documents, a text each: 1 is relevant, 0 is not."""

    allows = "a row of 1 to {most} answers for each of 2 or 3 judges, such as 1010, 1100"
    most: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the rows of a text, else raise a `ValueError` that says what is allowed."""
        rows = judgements.rows(text)
        if len(rows) not in (2, 3) or len(rows[0]) > self.most:
            raise ValueError(f"{self.positions}; of more documents, type the table of counts")
        return tuple(rows)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the rows, with commas between them."""
        return ", ".join(value)


@dataclass(frozen=True, kw_only=True)
class Labelled(Verdicts):
    """What two or three judges said, of more labels than two: a letter or a digit a document."""

    allows = (
        "a row of 1 to {most} answers for each of 2 or 3 judges, such as 1010, 1100 or PNG, PGG"
    )
    most_labels: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the rows of a text, else raise a `ValueError` that says what is allowed."""
        rows = judgements.labelled_rows(text)
        if (
            len(rows) not in (2, 3)
            or not 1 <= len(rows[0]) <= self.most
            or len({*"".join(rows)}) > self.most_labels
        ):
            odd = judgements.odd_row(text)
            raise ValueError(
                f"{self.positions}. There are at most {self.most_labels} labels: a letter or a "
                "digit each, or marks from 0 to 10. Of more documents, type the table of counts"
                + f". {odd}"
                * bool(odd)
            )
        return tuple(rows)

    def in_words(self, value: Any, scale: int) -> str:
        """Return the rows, with semicolons between them if a mark has two digits."""
        if not any(judgements.TEN in row for row in value):
            return super().in_words(value, scale)
        return "; ".join(" ".join(row).replace(judgements.TEN, "10") for row in value)


@dataclass(frozen=True, kw_only=True)
class Votes(Tabled):
    """How many of several judges gave each label: the names of the labels, then each document."""

    allows = (
        "the answers of 4 to {judges} judges, a column for each. Or a row for each document says "
        "how many judges gave each label, such as 3 1; 2 2; 0 4, and all rows have one sum"
    )
    most: int
    judges: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the counts of a text, else raise a `ValueError` that says what is allowed."""
        votes = (
            typed_votes.in_address(text)
            or typed_votes.likelier(text)
            or typed_votes.said(text)
            or typed_votes.counted(text)
        )
        if (
            not votes
            or not 2 <= len(votes.rows) <= self.most
            or not 2 <= sum(votes.rows[0]) <= self.judges
            or len(votes.names) > judged_tables.MOST_LABELS
        ):
            raise ValueError(self.positions)
        return votes.written()


@dataclass(frozen=True, kw_only=True)
class Costs(Numbers):
    """What labels 0, 1, 2 … steps apart cost in weighted κ: 0 0 1 has one step free."""

    @property
    def positions(self) -> str:
        """What it can be set to, in the words on the screen."""
        return (
            f"2 to {self.most} numbers from 0 to {self.high:,.0f}, what labels 0, 1, 2 steps apart "
            "cost: the first is 0, and one is more, such as 0 0 1"
        )

    def parse(self, text: str, scale: int) -> tuple[float, ...]:
        """Return the costs of a text, else raise a `ValueError` that says what is allowed."""
        found = super().parse(text, scale)
        if found[0] or not any(found):
            raise ValueError(self.positions)
        return found


@dataclass(frozen=True, kw_only=True)
class Gaps(Knob):
    """What judges said who did not answer everything, a row for each; "" is a value, too."""

    lines = "; "
    allows = (
        "a row for each of 2 to 20 judges with as many answers, and – for one that is missing, "
        "such as 1 – 0 1; 1 0 0 1. There are at most 100 documents and 11 labels"
    )

    def parse(self, text: str, scale: int) -> str:
        """Return the answers of a text, else raise a `ValueError` that says what is allowed."""
        rows = typed_gaps.rows(text)
        if text.strip() and not rows:
            raise ValueError(self.positions)
        return "; ".join(map(" ".join, rows))


KNOBS: Final[Mapping[str, Knob]] = {
    Judges.SOURCE: Choice(
        label="What was judged",
        link="judged",
        first="documents",
        options={
            "documents": "documents, one by one",
            "counts": "a table of counts",
            "labels": "documents, with labels of any kind",
            "many": "how many judges gave each label",
        },
    ),
    Judges.VERDICTS: Verdicts(
        is_subject=True,
        label="Judgements",
        link="verdicts",
        first=("110010", "100011"),
        most=500,
        help="A row for each judge: 1 0, + −, R N or yes no. Or paste a column for each judge, "
        "with or without names. Marks 0 to 10 or up to eleven other labels are taken: PNG, PGG. "
        "So is a table of counts: 300 20; 10 70. Four judges or more: a column each, or Fleiss’ "
        "table with a row for each document: 3 1; 2 2; 0 4.",
    ),
    Judges.LABELS: Labelled(
        is_subject=True,
        label="Judgements with labels",
        link="labelled",
        first=("PPNNGG", "PNNNGP"),
        most=500,
        most_labels=judged_tables.MOST_LABELS,
    ),
    Judges.MANY: Votes(
        is_subject=True,
        label="Votes for each label",
        link="votes",
        first=("relevant not", "4 0", "3 1", "1 3", "0 4", "2 2"),
        most=100,
        judges=99,
    ),
    Judges.COUNTS: Counts(
        is_subject=True,
        label="Counts",
        link="tally",
        first=(300, 20, 10, 70),
        most=1_000_000,
        square=True,
        help="300 20; 10 70: documents that both judges call relevant, only the first, only the "
        "second, neither. Or a larger table, pasted with or without names and sums.",
        rows=("Judge 1: relevant", "Judge 1: not"),
        columns=("Judge 2: relevant", "Judge 2: not"),
        cells=("Both say relevant", "Only judge 1", "Only judge 2", "Both say not"),
    ),
    Judges.MARGINS: Choice(
        label="Shares in P(E)",
        first="pooled",
        options={"pooled": "pooled (Scott)", "own": "own (Cohen)"},
        help="How often a judge says “relevant” by chance: as often as both together (Scott’s π), "
        "or as often as this judge does (Cohen’s κ).",
    ),
    Judges.NEEDED: Choice(
        label="Relevant if",
        link="needed",
        first="all",
        options={"all": "all judges say so", "most": "most of them do", "one": "one judge does"},
        help="What a metric takes for relevant if judges disagree.",
    ),
    Judges.RETURNED: Letters(
        label="Returned",
        first="",
        link="returned",
        letters="01",
        most=20,
        help="1 for each document that a system returned, from document 1 on.",
    ),
    Judges.WEIGHTS: Costs(
        label="What labels 0, 1, 2 … steps apart cost",
        first=(0, 0, 1),
        most=11,
        high=1000,
        help="Weights of your own for weighted κ. 0 0 1: one step is free. The last one counts for "
        "larger steps, too.",
    ),
    Judges.GAPS: Gaps(
        label="Answers with gaps",
        first="",
        help="A row for each judge, and – where one did not answer: 1 – 0 1; 1 0 0 1. Empty: the "
        "answers above.",
    ),
    Judges.CALLED: Line(label="Names of the labels", first="", most=200),
}
