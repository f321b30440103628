"""Read the numbers that were typed, as people paste them."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product
from math import isnan, nan
from typing import Final

from .. import typed
from ..typed import RefusedError
from .bounds import Measure, Stated, measure
from .lines import LINES
from .reading import EXACT, Number

_WRAPPED: Final = re.compile(r"(?:\w+\.)*(?:float\d*|array)\(([^()]*)\)")
_BRACKETS: Final = str.maketrans("[]{}", "    ")
"""What Python prints around a number: np.float64(0.75), [0.75]."""
_POWER: Final = re.compile(r"\d+(?:\.\d*)?e-\d{1,2}(?!\d)", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"(?<!\S)(?!(?:x|and|or|vs\.?|versus|nan[,;]?)\s)\S*[^\W\d]\S*\s+(?:[=:]\s*)?(?=.*\d)"
)
"""A word before a number, as in "map all 0.75"."""
_AND: Final = re.compile(r"\s+(?:and|or|vs\.?|versus)\s+|\s*[;&]\s*|,\s+|(?<=[\d%])\s+(?=[\d.])")
_NAME: Final = re.compile(r"[^=:]*[^\W\d][^=:]*[=:]\s*")
"""The name that a tool prints before a number."""
_BRACKETED: Final = re.compile(r"(?<=[\d%])\s*\(\s*(\d*[.,]\d+\s*%?)\s*\)$")
"""A second number in brackets; no calculation has brackets after a number."""
_PAIR: Final = re.compile(
    r"((?=.*[.,]\d{2})(?:.*[=:])?\s*(?:[01]?[.,]\d+|[01])|\d[.,]\d*(?=\s*/\s*\d*[.,]))"
    r"\s*/\s*(\d?[.,]\d+|[01])"
)
"""Two scores separated by a slash, as in 0.6788/0.8400, 1/0.63 and 2.0/0.5; 2/3 is a calculation.
"""
_LISTED: Final = re.compile(
    r"[\[({]?\s*['\"]?((\d|\?)([\s,|/]+(\d|\?)){2,}|"
    r"[^\W\d]\w*\d(['\"]?[\s,;]+['\"]?[^\W\d]\w*\d)+)['\"]?\s*[\])}]?"
)
"""Grades, as in "1 0 1", or ids, as in "doc1, doc2"."""
_ARROW: Final = re.compile(r"[-=]+>|⇒|➔|⟶")
_NAN: Final = re.compile(r"(?:.*\W)?nan\W*", re.IGNORECASE)
_STATED: Final = re.compile(
    r"((?:mean|macro|average)\W+)?([a-z][\w@.-]*)(?:\s+all)?[\s=:'\"]+((?:\d+(?:[.,]\d+)?|[.,]\d+)"
    r"(?:\s*%)?)(?:[\s,;&'\"]+(?:and\s+)?|$)",
    re.IGNORECASE,
)
"""A name and its number, as in "MRR 0.06, Hits@10 0.30"."""
_WORDS: Final = re.compile(r"(?<![\w.@-])[^\W\d][\w.@-]*(?:\s+[^\W\d][\w.@-]*)*")
"""Words that stand together, as "average precision@5" does."""
_BEFORE_NUMBER: Final = re.compile(rf"({_WORDS.pattern})[\s=:'\"]+(?=[\d.,])")
_SIGNS: Final = re.compile(r"[\W_]")
_NO_NAMES: Final = ("and", "or", "vs", "vs.", "versus", "x", "nan", "all")
"""Words between numbers that name none."""


def read(text: str) -> list[Number]:
    """Read a number, or two with "and" between them; each may have a name, "nDCG = 0.75".

    Raises:
        RefusedError: the text cannot be read; the message says what is allowed.

    >>> [[each.value for each in read(text)] for text in ("0,75", "75 %", "0.50 and 2/3", "nan")]
    [[0.75], [0.75], [0.5, 0.6666666666666666], [nan]]
    """
    if not text:
        return []
    if _LISTED.fullmatch(text):
        raise RefusedError(
            "These look like the grades of a list, or like its documents, and not like a number. "
            "Give the list first, and then the number that the tool printed."
        )
    bare = _WRAPPED.sub(r"\1", text.translate(_BRACKETS))
    bare = _POWER.sub(lambda power: f"{Decimal(power.group()):f}", bare)
    bare = _LABEL.sub("", bare).strip()
    pair = _PAIR.fullmatch(bare)
    to_text = " and ".join(pair.groups()) if pair else _BRACKETED.sub(r" and \1", bare)
    parts = [_NAME.sub("", part, count=1) for part in _AND.split(to_text) if part]
    if len(parts) > 2:
        raise RefusedError(
            f"These are {len(parts)} numbers: type one, or two from two tools. Of more, type the "
            "names, too: MRR 0.06, Hits@1 0.06, Hits@10 0.30. Or type the scores of queries, and "
            "what was printed for all: 0.8, 0.5, 0.34 → 0.547."
        )
    try:
        numbers = [_number(part) for part in parts]
    except RefusedError as refused:
        raise RefusedError(
            f"{refused} Type it as the tool printed it, 0.6788, 75 %, 3/4 or nan, or two with "
            "“and” between them."
        ) from None
    short = [each.in_short() for each in numbers]
    is_pair = len({each.text for each in short}) == 2
    return short if is_pair else numbers


def of_scores(text: str) -> tuple[list[Number], list[Number]] | None:
    """Read the scores of several queries and, behind an arrow, one or two numbers made of them.

    Returns:
        The scores, NaN for a query that has none, and the numbers; None without an arrow.

    Raises:
        RefusedError: a text with an arrow that cannot be read.

    >>> scores, numbers = of_scores("0.8, nan 0.34 -> 0.57")
    >>> [each.value for each in scores], [each.value for each in numbers]
    ([0.8, nan, 0.34], [0.57])
    """
    before, arrow, after = _ARROW.sub("→", text).partition("→")
    if not arrow:
        return None
    bare = before.translate(_BRACKETS)
    if "." in bare and re.search(r"\d,\d", bare) and re.search(r",\s", bare):
        raise RefusedError(
            "A comma stands in a number and between numbers. Write points in all numbers: 0.8, 0.5."
        )
    parts = re.split(r"[\s,;]+" if "." in bare else r"[\s;]+|,\s", bare.strip(" ,;"))
    scores = [_number(each) for each in filter(None, parts)]
    numbers = read(after.strip())
    if len(scores) < 2 or not numbers or all(isnan(each.value) for each in scores):
        raise RefusedError(
            "Write the scores of two queries or more, an arrow, and what was printed for all of "
            "them: 0.8, 0.5 → 0.65."
        )
    return scores, numbers


def stated(text: str) -> list[Stated]:
    """Read two or more numbers of different metrics or cutoffs with their names; [] if not all are.

    >>> [(each.label, each.number.value) for each in stated("P@5 0.4, hits@5 = 20 %")]
    [('P@5', 0.4), ('Hit@5', 0.2)]
    >>> stated("trec_eval 0.47, ranx 0.61"), stated("nDCG@5 0.47, nDCG@5 0.61")
    ([], [])
    """
    named = _named(text)
    known = [(which, number) for _, which, number in named if which]
    measures = [which for which, _ in known]
    is_one_name = len(known) < len(named) and len(known) < 2
    if is_one_name or len({*measures}) < max(len(measures), 2):
        return []
    return [Stated(*which, _number(number)) for which, number in known]


def named(text: str) -> tuple[str, Measure] | None:
    """Return the one metric that a text names, and its name; None if it names none, or several.

    >>> named("Recall@3 0.5"), named("average precision: 0,75"), named("trec_eval 0.47")
    (('Recall@3', ('recall', 3)), ('average precision', ('average_precision', None)), None)
    """
    found = {which: name for run in _WORDS.findall(text) for name, which in _measures(run.split())}
    if len(found) != 1:
        return None
    ((which, name),) = found.items()
    return name, which


def ignored(text: str) -> str:
    """Return the one name in a text that is neither of a metric nor of a tool; "" if there is none.

    >>> ignored("auc: 0.47"), ignored("LightGBM 0.47 and ranx 0.61"), ignored("0.47 and 0.61")
    ('auc', '', '')
    """
    runs = ([w for w in run.split() if w not in _NO_NAMES] for run in _BEFORE_NUMBER.findall(text))
    names = {" ".join(words) for words in runs if words}
    tools = {_SIGNS.sub("", word.casefold()) for line in LINES for word in line.tool.split()}
    is_tool = any(
        _SIGNS.sub("", word.casefold()) in {*tools, "sklearn"}
        for name in names
        for word in name.split()
    )
    return names.pop() if len(names) == 1 and not is_tool and named(text) is None else ""


def _measures(words: Sequence[str]) -> Iterator[tuple[str, Measure]]:
    """Yield each metric that some words name, by the longest of its names."""
    for length, start in product(range(len(words), 0, -1), range(len(words))):
        end = start + length
        if end <= len(words) and (which := measure("_".join(words[start:end]))):
            yield " ".join(words[start:end]), which
            yield from _measures(words[:start])
            yield from _measures(words[end:])
            return


def unknown(text: str) -> list[str]:
    """Return the names that are none of ours, in a text of which `stated` reads the others.

    >>> unknown("hit@1 0.5, hit@10 0.9, mean ranks 2.77"), unknown("trec_eval 0.47, ranx 0.61")
    (['mean ranks'], [])
    """
    return [name for name, which, _ in _named(text) if not which] if stated(text) else []


def _named(text: str) -> list[tuple[str, Measure | None, str]]:
    """Return each name with what it stands for and its number; [] if there is more in a text."""
    bare = text.translate(_BRACKETS).strip(" '\"")
    found = [*_STATED.finditer(bare)]
    if "".join(match[0] for match in found) != bare:
        return []
    return [(f"{match[1] or ''}{match[2]}", measure(match[2]), match[3]) for match in found]


def _number(part: str) -> Number:
    if _NAN.fullmatch(part):
        return Number(part.strip(), nan, EXACT)
    number = typed.read(part)
    return Number.of(number.text.rstrip("."), number.value, number.within)
