"""Kinds of knobs for data that a reader types or pastes, such as scores, ranks and lists."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isqrt
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, Self

from metrics import typed
from ui.core import judged_tables, typed_lists, typed_rates
from ui.core.knob_kinds import Knob, Line, to_text

_ANSWERED: Final = re.compile(r"[0-9a-z.,+*/()%?_~×·÷−–-]{0,4000}")
_RUN_LABEL: Final = re.compile(
    r"(?<![\s;,/|])[\s;,/|]*\b(?:(?:run|system|ranker|engine) ?\w ?[:=]|[A-Z] ?[:=])", re.IGNORECASE
)
DECIMAL: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


class Scores(tuple[float | None, ...]):
    """A value of `Pairs` that knows which scores its emptied topics had.

    They are no part of an address, and two values are equal without regard to them.

    Attributes:
        had: for each topic the two scores from 0 to 1 that it had when it was emptied, or None.
    """

    had: tuple[tuple[float, float] | None, ...]

    def __new__(
        cls, scores: Iterable[float | None], had: Iterable[tuple[float, float] | None]
    ) -> Self:
        """Return the scores of all topics."""
        made = super().__new__(cls, scores)
        made.had = tuple(had)
        return made


@dataclass(frozen=True, kw_only=True)
class Pairs(Knob):
    """The scores of two systems for each topic: A's, B's, A's, B's, and so on.

    Both are None for a topic without relevant documents. With scores above 1 there is none: its
    score is 0 or 1 by the rule for such topics, which says nothing in another unit.

    Attributes:
        most: most topics.
        top: the highest score.
    """

    most: int
    top: int

    def parse(self, text: str, scale: int) -> tuple[float | None, ...]:
        """Return the scores of a text, else raise a `ValueError` that says what is allowed."""
        try:
            scores = tuple(round(float(part), 4) if part else None for part in text.split(","))
        except ValueError:
            scores = ()
        topics = list(zip(scores[::2], scores[1::2], strict=False))
        if (
            len(scores) != 2 * len(topics)
            or not 1 <= len(topics) <= self.most
            or not all(score is None or 0 <= score <= self.top for score in scores)
            or any((a is None) != (b is None) for a, b in topics)
            or (None in scores and any(score is not None and score > 1 for score in scores))
        ):
            raise ValueError(
                f"two numbers from 0 to {self.top}, or nothing twice beside numbers up to 1, for "
                f"each of 1 to {self.most} topics, with commas between them"
            )
        return scores

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a row for each topic, with a dot for each system."""
        had = value.had if isinstance(value, Scores) else ()
        return {"kind": "pairs", "value": tuple(value), "had": had, "most": self.most}


def unlabelled(text: str) -> str:
    """Return a text of numbers without what stands before them, A: or pred =, and with plain −."""
    return re.sub(r"[A-Za-z]+\s*[:=]", " ", text.replace("−", "-"))


def are_scores(words: Iterable[str]) -> bool:
    """Return whether all words are decimals from −1000 to 1000."""
    return all(DECIMAL.fullmatch(word) and abs(float(word)) <= 1000 for word in words)


class Tabled(Knob):
    """A knob that holds a table, which may be pasted."""

    lines = "; "

    def in_words(self, value: Any, scale: int) -> str:
        """Return the rows, as they are typed."""
        return "; ".join(value)

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which the cells of pasted lines are parted by commas."""
        return {**super().control(value, scale), "cells": ","}


@dataclass(frozen=True, kw_only=True)
class Counts(Tabled):
    """Four counts of documents, row by row of a table of two by two.

    Attributes:
        square: whether it may be a larger table of as many columns as rows.
        signs: the signs that a text may have before the counts, as in TP = 20.
        last_unknown: whether the last count may be unknown, None.
        rows: what the documents of each row are.
        columns: what the documents of each column are.
        cells: what the documents of each count are.
    """

    allows = "four whole numbers from 0 to {most}"
    most: int
    rows: tuple[str, str]
    columns: tuple[str, str]
    cells: tuple[str, str, str, str]
    square: bool = False
    signs: tuple[str, ...] = ()
    last_unknown: bool = False

    def parse(self, text: str, scale: int) -> tuple[int | None, ...]:
        """Return the counts of a text, else raise a `ValueError` that says what is allowed."""
        counts = self._signed(text) or self._of_rates(text) or re.split(r"[,;\s]+", text.strip())
        if self.last_unknown and counts[3:] in ([""], [None]):
            counts = [*counts[:3], None]
        if self.square and (table := judged_tables.counts(text)):
            counts = [*map(str, table)]
        known = [count for count in counts if count is not None]
        most = judged_tables.MOST_LABELS if self.square else 2
        sizes = [side**2 for side in range(2, most + 1)]
        if len(counts) not in sizes or not all(
            re.fullmatch("[0-9]{1,9}", count) and int(count) <= self.most for count in known
        ):
            raise ValueError(
                f"four whole numbers from 0 to {self.most}, with commas between them"
                + "; or rates: prevalence 2 %, P 50 %, R 10 %, N 10,000" * bool(self.signs)
                + f"; or a table of up to {most} rows, such as 300 20; 10 70" * self.square
                + "; if nobody knows the fourth, type three and a last comma: 20, 40, 60,"
                * self.last_unknown
            )
        return tuple(None if count is None else int(count) for count in counts)

    def _signed(self, text: str) -> list[str | None]:
        """Return the counts behind their signs; the last one may be unknown."""
        found = [
            re.search(rf"\b{sign}\b\W{{0,3}}([0-9]+)", text, re.IGNORECASE) for sign in self.signs
        ]
        return [one and one[1] for one in found] if found and all(found[:3]) else []

    def _of_rates(self, text: str) -> list[str | None]:
        """Return the counts that have typed rates, if they have signs."""
        try:
            counts = typed_rates.read(text, self.most) if self.signs else None
        except typed.RefusedError as refused:
            raise ValueError(f"rates that four counts have: {refused}") from None
        return [*map(str, counts or ())]

    def in_words(self, value: Any, scale: int) -> str:
        """Return the counts; of a square, row by row."""
        side = isqrt(len(value))
        if not self.square:
            return to_text(value)
        rows = (value[at : at + side] for at in range(0, len(value), side))
        return "; ".join(" ".join(map(str, row)) for row in rows)


@dataclass(frozen=True, kw_only=True)
class Runs(Knob):
    """Runs, a text each: a letter for a document, a capital one if it is relevant; or none.

    If `named`, documents may have names with spaces between them; a star marks a relevant one in
    all runs: d3* A1 7.
    """

    allows = "2 to {runs} runs of 1 to {most} letters, with commas between them"
    most: int
    runs: int = 5
    named: bool = False

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the runs of a text, else raise a `ValueError` that says what is allowed."""
        if self.named and (named := _named_runs(text)):
            documents = [run.split() for run in named]
            if (
                not 2 <= len(named) <= self.runs
                or not all(1 <= len(run) <= self.most for run in documents)
                or any(len({*run}) < len(run) for run in documents)
            ):
                raise ValueError(
                    f"2 to {self.runs} runs of 1 to {self.most} documents, each once in a run: "
                    "d3* A1 7; A1 d2"
                )
            return named
        if ";" in text:
            text = text.replace(",", " ").replace(";", ",")
        runs = tuple(in_letters(text).split(",")) if text else ()
        letters = {*"".join(runs)}
        if (text or self.first) and (
            not 2 <= len(runs) <= self.runs
            or not all(re.fullmatch(f"[A-Za-z]{{1,{self.most}}}", run) for run in runs)
            or any(len({*run.lower()}) < len(run) for run in runs)
            or any(letter.swapcase() in letters for letter in letters)
        ):
            many = "2" if self.runs == 2 else f"2 to {self.runs}"
            other = "of names, d3* A1; A1 7" if self.named else "of numbers from 1 to 26"
            raise ValueError(
                f"{many} runs of 1 to {self.most} letters, each once in a run and always "
                f"large or always small, with commas between the runs; or {other}"
            )
        return runs

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which pasted lines are parted by commas, or semicolons."""
        between = "; " if self.named and any(" " in run for run in value) else ","
        lines = "; " if self.named else ", "
        return {**super().control(value, scale), "value": between.join(value), "lines": lines}


def _named_runs(text: str) -> tuple[str, ...]:
    """Read runs of documents with names, d3* A1 7; A1 d2, a star at all that have one in a run.

    Runs are parted by semicolons, strokes and brackets, else by commas. Empty for runs of letters.
    """
    plain = _RUN_LABEL.sub(";", text.replace("[", " "))
    if not re.search(r"[;/|\]]", plain):
        plain = plain.replace(",", ";")
    parts = [re.sub(r"[,\s'\"]+", " ", part).strip() for part in re.split(r"[;/|\]]", plain)]
    documents = [part.split() for part in parts if part]
    if len(documents) > 1 and documents[0][0].lower().startswith("rank"):  # a line of ranks
        documents = documents[1:]
    if _are_labelled(documents):
        documents = [run[1:] for run in documents]
    every = [name for run in documents for name in run]
    if (
        all(len(run) == 1 for run in documents)
        or all(re.fullmatch(r"[A-Za-z]", name) for name in every)
        or not all(re.fullmatch(r"[\w.#-]{1,12}\*?", name) for name in every)
    ):
        return ()
    starred = {name[:-1] for name in every if name.endswith("*")}
    return tuple(
        " ".join(bare + "*" * (bare in starred) for bare in (name.rstrip("*") for name in run))
        for run in documents
    )


def _are_labelled(runs: Sequence[Sequence[str]]) -> bool:
    """Return whether each run begins with its name, IR1 for one, and all else is a number."""
    rest = [name for run in runs for name in run[1:]]
    return (
        bool(rest)
        and all(re.fullmatch(r"[A-Za-z_]+\d*", run[0]) and len(run) > 1 for run in runs)
        and all(re.fullmatch(r"\d+\*?", name) for name in rest)
    )


def in_letters(text: str) -> str:
    """Write runs of numbers, "7 15* 13, 15 2", as letters: g, O for 15, which is relevant, and m.

    A star at a number or a letter marks it in all runs. Other texts only lose their spaces.
    """
    found = [word for run in text.split(",") for word in run.split()]
    if not all(re.fullmatch(r"\d{1,2}\*?", word) for word in found):
        starred = {*re.findall(r"([a-z])\*", text)}
        bare = re.sub(r"(?<=[A-Za-z])\*", "", text.replace(" ", ""))
        return "".join(sign.upper() if sign in starred else sign for sign in bare)
    relevant = {word[:-1] for word in found if word.endswith("*")}

    def letter(word: str) -> str:
        number = word.rstrip("*")
        letters = ascii_uppercase if number in relevant else ascii_lowercase
        return letters[int(number) - 1] if 1 <= int(number) <= len(letters) else number

    return ",".join("".join(map(letter, run.split())) for run in text.split(","))


@dataclass(frozen=True, kw_only=True)
class Lists(Knob):
    """Ranked lists, a text each: the grades, ? for unjudged, and a bar before the missed."""

    lines = "; "
    allows = (
        "up to {most} lists, by grades as 0110 and 01?0|1, or by ranks as “hits at 2, 6 of 12”, "
        "with semicolons between them"
    )
    most: int
    longest: int

    def parse(self, text: str, scale: int) -> tuple[str, ...]:
        """Return the lists of a text, else raise a `ValueError` that says what is allowed."""
        return self._checked(typed_lists.in_address(text) or typed_lists.read(text).a, text)

    def from_browser(self, value: Any, old: Any, scale: int) -> tuple[str, ...]:
        """Return the lists of a typed text, in which commas may part the grades of one list."""
        text = to_text(value)
        return self._checked(typed_lists.read(text).a, text)

    def _checked(self, lists: tuple[str, ...], text: str) -> tuple[str, ...]:
        lists = lists if text else ()
        if (
            (text and not lists)
            or len(lists) > self.most
            or not all(
                re.fullmatch(r"[0-8?]*(\|[0-8?]*)?", each) and len(each) <= self.longest
                for each in lists
            )
        ):
            raise ValueError(self.positions)
        return lists

    def control(self, value: Any, scale: int) -> dict[str, Any]:
        """Return a line of text, in which the lists are written as they are typed."""
        return {**super().control(value, scale), "value": typed_lists.written(value)}


@dataclass(frozen=True, kw_only=True)
class Letters(Knob):
    """Up to `most` letters, each of them one of some; a document may be written as its number."""

    allows = "up to {most} letters of {letters}"
    letters: str
    most: int

    def parse(self, text: str, scale: int) -> str:
        """Return the letters of a text, else raise a `ValueError` that says what is allowed."""
        run = text if self.letters.isdecimal() else in_letters(text)
        letters = re.sub(r"[\s,;]", "", run).lower()
        if len(letters) > self.most or not set(letters) <= set(self.letters):
            raise ValueError(self.positions)
        return letters


@dataclass(frozen=True, kw_only=True)
class SheetText(Line):
    """The answers to a series of exercises, as one line (`pages.drill.sheet`)."""

    allows = "answers to at most {most} exercises with ~ between them"

    def parse(self, text: str, scale: int) -> str:
        """Return a text of answers, else raise a `ValueError` that says what is allowed."""
        if not _ANSWERED.fullmatch(text) or text.count("~") >= self.most:
            raise ValueError(self.positions)
        return text
