"""The lines that tools print under a metric's name, and the evidence for each.

`tools.toml` holds them; here it is read and checked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final, Literal

from ..catalog import METRICS
from .combinations import by_key
from .definitions import Definition
from .tables import read_table, refuse_unknown
from .variants import VARIANTS, from_t

TIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "order": "as they stand",
        "id": "by document id, z first",
        "id_first": "by document id, a first",
        "reversed": "the last row first, on many machines",
        "averaged": "averaged over all orders",
        "worst": "misses first",
        "last": "each at the last rank of its tie",
        "unstable": "in an order that depends on the machine",
        "shuffled": "shuffled anew each time",
    }
)
"""Rules of tools for documents of equal score, as phrases."""


@dataclass(frozen=True)
class Line:
    """What one tool prints under one name.

    Attributes:
        tool: name of the tool.
        version: first version, or range of versions, that the line holds for.
        prints: printed name, with {k} for the cutoff, {t} for the relevance threshold, and
            {rel}.
        rel: how a tool is told a relevance threshold {t} above 1. It stands for {rel} in name and
            call.
        call: code that prints it, or "" where there is none to type. Python, or a command of a
            shell. Its names: qrels and run as dicts by query, labels y and scores s in the order of
            the rows. Where hits count and there is no {rel}, labels are 1 for a hit and else 0.
            {top} stands for the top grade.
        definition: key of what it computes, in `CONVENTIONS`.
        ties: rule for equal scores, a key of `TIES`.
        takes: "judgements", which include documents that were not retrieved, or "rows" of labels
            and scores, which do not.
        proof: "run": tests compare all numbers with the tool's own. "read": in its source. "told":
            by its users.
        digits: how many decimals it prints, or "" for all.
        absent: what a query without a retrieved document counts in its mean, "0" or "left out"; ""
            where we do not know.
        empty: why it prints nothing if nothing is relevant, or "".
        single: why it prints nothing for a single document, or "".
        short: why it prints nothing for a list of fewer than k, or "".
        no_hit: why it prints nothing if relevant documents exist and none was retrieved, or "".
        no_miss: why it prints nothing if no judged document is irrelevant, or "".
        odd: other behaviour for empty or odd input.
        note: where a run or its source contradicts what is said about it.
        named: keys of other metrics whose name it prints, with commas between, or "".
    """

    tool: str
    version: str
    prints: str
    definition: str
    ties: str = "order"
    takes: Literal["judgements", "rows"] = "judgements"
    proof: Literal["run", "read", "told"] = "read"
    digits: Literal["", "4"] = ""
    absent: Literal["", "0", "left out"] = ""
    empty: str = ""
    single: str = ""
    short: str = ""
    no_hit: str = ""
    no_miss: str = ""
    odd: str = ""
    note: str = ""
    named: str = ""
    call: str = ""
    rel: str = ""

    def name(self, k: int | None, relevant_from: float = 1) -> str:
        """Return the printed name at a cutoff and a relevance threshold."""
        return self._filled(self.prints, k, relevant_from)

    def called(
        self, k: int | None, relevant_from: float = 1, top_grade: float | None = None
    ) -> str:
        """Return the call at a cutoff, a relevance threshold and a top grade."""
        top = "top" if top_grade is None else f"{top_grade:g}"
        return self._filled(self.call, k, relevant_from).replace("{top}", top)

    def read_name(self, name: str) -> tuple[int | None, float] | None:
        """Return the cutoff, or None, and the threshold of a printed name; None if it is another.

        >>> line = Line("ranx", "1", "map@{k}{rel}", "average_precision", rel="-l{t}")
        >>> line.read_name("map@5-l2"), line.read_name("map@5"), line.read_name("map")
        ((5, 2.0), (5, 1.0), None)
        """
        found = self._pattern.fullmatch(name)
        if not found:
            return None
        groups = found.groupdict()
        k, threshold = groups.get("k"), groups.get("t")
        return int(k) if k else None, float(threshold) if threshold else 1.0

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        pattern = re.escape(self.prints).replace(r"\{rel\}", f"(?:{re.escape(self.rel)})?")
        pattern = pattern.replace(r"\{k\}", r"(?P<k>[1-9]\d*)")
        return re.compile(pattern.replace(r"\{t\}", r"(?P<t>\d+(?:\.\d+)?)"), re.IGNORECASE)

    def _filled(self, text: str, k: int | None, relevant_from: float) -> str:
        text = text.replace("{rel}", self.rel if relevant_from > 1 else "")
        return text.replace("{k}", "k" if k is None else str(k)).replace(
            "{t}", f"{relevant_from:g}"
        )


_TOOL: Final = ("name", "version", "prints")
"""Fields that each entry of a tool has."""
_TEXTS: Final = ("empty", "single", "short", "no_hit", "no_miss", "odd", "note")
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "ties": tuple(TIES),
    "takes": ("judgements", "rows"),
    "proof": ("run", "read", "told"),
    "absent": ("0", "left out"),
    "digits": ("4",),
}
_COMMON: Final = (*_CHOICES, "call", "rel", *_TEXTS)
"""Fields of an entry that hold for all its lines, or of one line alone."""
_FILLED: Final[Mapping[str, tuple[str, ...]]] = {
    "prints": ("k", "t", "rel"),
    "ask": ("k", "t", "rel", "top"),
    "call": ("name", "stem", "k", "t", "rel", "top"),
    "rel": ("t",),
}
"""What a {name} in a field may be; in texts it is one of [words]."""
_PLACE: Final = re.compile(r"{(\w+)}")
_VARIANTS: Final = {variant.key: variant for variant in VARIANTS}
_FROM_T: Final = "-from_t"


def read(table: Mapping[str, Any], where: str) -> tuple[Line, ...]:
    """Return the lines of a table of tools, checked.

    Args:
        table: what `tools.toml` holds.
        where: name of the file, for errors.

    Raises:
        ValueError: the message names file, entry and field, and what is allowed.
    """
    refuse_unknown(table, ("words", "tool"), where)
    words = table.get("words", {})
    return tuple(line for entry in table.get("tool", ()) for line in _lines(entry, words, where))


def _lines(entry: Mapping[str, Any], words: Mapping[str, str], file: str) -> Iterator[Line]:
    """Yield the lines of one entry."""
    where = f"{file}, {entry.get('name', '?')} {entry.get('version', '?')}"
    refuse_unknown(entry, (*_TOOL, *_COMMON), where)
    _refuse_lacking(entry, _TOOL, where)
    common = {field: text for field, text in entry.items() if field != "prints"}
    _check(common, words, where)
    if not isinstance(entry["prints"], Mapping):
        raise ValueError(f"{where}: prints is no table of names")
    for prints, given in entry["prints"].items():
        line = f"{where}, {prints}"
        own = given if isinstance(given, Mapping) else {"definition": given}
        refuse_unknown(own, ("definition", "ask", "named", *_COMMON), line)
        refuse_unknown(dict.fromkeys(own.get("named", "").split(", ")), ("", *METRICS), line)
        _check({"prints": prints, **own}, words, line)
        fields = {**common, **own}
        needed = ("definition", "call") if fields.get("proof") == "run" else ("definition",)
        _refuse_lacking(fields, needed, line)
        ask = fields.pop("ask", prints)
        if "call" in fields:
            stem = ask.partition("@")[0]
            fields["call"] = fields["call"].replace("{name}", ask).replace("{stem}", stem)
        for field in _TEXTS & fields.keys():
            fields[field] = _PLACE.sub(lambda place: words[place[1]], fields[field])
        yield Line(fields.pop("name"), fields.pop("version"), prints, **fields)


def _refuse_lacking(fields: Mapping[str, Any], needed: Iterable[str], where: str) -> None:
    if lacks := [field for field in needed if not fields.get(field)]:
        raise ValueError(f"{where}: lacks {', '.join(lacks)}")


def _check(fields: Mapping[str, Any], words: Mapping[str, str], where: str) -> None:
    """Refuse fields with a value that is not allowed."""
    for field, text in fields.items():
        if not isinstance(text, str):
            raise ValueError(f"{where}: {field} = {text!r} is no text")
        if field == "definition":
            try:
                _definition(text)
            except ValueError as wrong:
                raise ValueError(f"{where}: definition = {text!r}: {wrong}") from None
        if text not in _CHOICES.get(field, (text,)):
            raise ValueError(f"{where}: {field} = {text!r} is none of {', '.join(_CHOICES[field])}")
        names = _FILLED.get(field, words if field in _TEXTS else ())
        for name in _PLACE.findall(text):
            if name not in names:
                allowed = ", ".join(names)
                raise ValueError(f"{where}: {field} has {{{name}}}, which is none of {allowed}")


@cache
def _definition(key: str) -> Definition:
    """Return what tools print, by key.

    Raises:
        ValueError: nothing has that key; the message says what is allowed.
    """
    plain = key.removesuffix(_FROM_T)
    definition = _VARIANTS.get(plain) or by_key(plain)
    return from_t(definition) if plain != key else definition


LINES: Final = read(*read_table("tools.toml"))

_DEFINED: Final = _VARIANTS | {line.definition: _definition(line.definition) for line in LINES}
CONVENTIONS: Final[Mapping[str, Definition]] = MappingProxyType(
    dict(sorted(_DEFINED.items(), key=lambda each: each[1].steps))
)
"""Definitions that tools print, by key, the metrics as taught first."""
