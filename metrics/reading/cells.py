"""Cells of tables as numbers and grades, of whatever country they are."""

from typing import Final

import numpy as np
import pandas as pd

from ..arrays import Array
from .rows import Asked, LabelsError, Rows, quoted

LABELS: Final = {"true": 1.0, "yes": 1.0, "relevant": 1.0, "false": 0.0, "no": 0.0} | dict.fromkeys(
    ("irrelevant", "not relevant", "nonrelevant", "non-relevant"), 0.0
)
"""Words that are the same grade everywhere."""

NOT_JUDGED: Final = ("", "?", "none", "null", "nan", "na", "n/a", "<na>", "-")
"""What stands in a table for a grade that nobody gave."""

_MOST_LABELS: Final = 12  # more different words are no labels
_THOUSAND: Final = r"\s*[-+]?[1-9]\d{{0,2}}{}\d{{3}}\s*"
_SPACES: Final = " \u00a0\u2009\u202f'’"
_GROUPED: Final = (
    (r"\s*[-+]?\d{1,3}(,\d{3})*(,\d{3}\.\d+|,\d{3},\d{3})\s*", ",", "."),
    (r"\s*[-+]?\d{1,3}(\.\d{3})*(\.\d{3},\d+|\.\d{3}\.\d{3})\s*", ".", ","),
    (rf"\s*[-+]?\d{{1,3}}([{_SPACES}]\d{{3}})+([.,]\d+)?\s*", _SPACES, ","),
)
"""Numbers with marks between thousands: their form, these marks, and the decimal sign."""

_COMMA: Final = r"[-+−]?\d*,\d+([eE][-+]?\d+)?"


def numbers(cells: pd.Series, rows: Rows, what: str) -> Array:
    """Return a column of scores or ranks; infinite ones are taken, as by trec_eval."""
    if pd.api.types.is_complex_dtype(cells):
        raise ValueError(f"{rows.name}: the {what} must be a real number, got complex ones")
    found = pd.to_numeric(_with_points(cells, rows, what), errors="coerce").to_numpy(float)
    rows.refuse(np.isnan(found), f"the {what} must be a number, got", cells.to_numpy(object))
    return found


def grades(cells: pd.Series, rows: Rows, asked: Asked, *, may_lack: bool = True) -> Array:
    """Return a column of grades; NaN where nobody judged, if the form has marks for that."""
    texts = cells if pd.api.types.is_string_dtype(cells) else cells.map(str)
    plain = texts.astype(str).fillna("").str.strip()
    lowered = plain.str.lower()
    unjudged = lowered.isin(NOT_JUDGED) & may_lack
    found = pd.to_numeric(_with_points(plain, rows, "grade"), errors="coerce")
    words = found.isna() & ~unjudged
    if words.any():
        worth = LABELS | {word.strip().lower(): float(value) for word, value in asked.worth.items()}
        found = found.where(~words, lowered.map(worth))
        unknown = found.isna() & words
        labels = [quoted(word) for word in plain[unknown].unique()]
        alike = len(labels) <= _MOST_LABELS and all(word[0].isalpha() for word in labels)
        wordy = words.sum() + unjudged.sum() == len(plain)
        if (
            labels
            and alike
            and (wordy or asked.worth or 2 * unknown.sum() > len(plain) - unjudged.sum())
        ):
            raise LabelsError(
                f"{rows.name}: grades are words ({', '.join(labels)}); say what each is worth",
                labels,
            )
        said = (f"{word} = {worth[word.lower()]:g}" for word in plain[words & ~unknown].unique())
        rows.note(f"Words of {rows.name} were read as grades: {', '.join(said)}.")
    values, most = found.to_numpy(float), asked.limits.grade
    wrong = ~(np.abs(values) <= min(most, np.finfo(float).max)) & ~unjudged.to_numpy(bool)
    allowed = f"a number up to {most:,g}" if np.isfinite(most) else "a finite number"
    rows.refuse(wrong, f"the grade must be {allowed}, got", plain.to_numpy(object))
    return values


def _with_points(cells: pd.Series, rows: Rows, what: str) -> pd.Series:
    """Return numbers as Python writes them, of whatever country they are."""
    if not pd.api.types.is_string_dtype(cells):
        return cells
    cells = cells.str.replace("−", "-")
    named = f"the column {what} of {rows.name}"
    for form, marks, point in _GROUPED:
        grouped = cells.str.fullmatch(form)
        if grouped.any():
            first = cells[grouped].iloc[0]
            plain = cells.str.replace(rf"(?<=\d)[{marks}](?=\d{{3}})", "", regex=True)
            plain = plain.str.replace(point, ".")
            rows.note(f"In {named}, {first} was read as {plain[grouped].iloc[0]}.")
            return plain
    commas, points = (cells.str.contains(sign, regex=False) for sign in ",.")
    whole = cells.str.fullmatch(r"\s*[-+]?\d+\s*")
    if cells.str.fullmatch(rf"\s*{_COMMA}\s*").any() and not points.any():
        if whole.any() and cells[commas].str.fullmatch(_THOUSAND.format(",")).all():
            first = cells[commas].iloc[0]
            rows.note(f"In {named}, {first} was read as {first.replace(',', '')}.", doubt=True)
            return cells.str.replace(",", "")
        rows.note(f"T{named[1:]} has decimal commas: 0,5 was read as 0.5.")
        return cells.str.replace(",", ".")
    if (
        whole.any()
        and points.sum() > 1
        and cells[points].str.fullmatch(_THOUSAND.format(r"\.")).all()
    ):
        first = cells[points].iloc[0]
        rows.note(
            f"In {named}, {first} was read with a decimal point, not as thousands.", doubt=True
        )
    return cells
