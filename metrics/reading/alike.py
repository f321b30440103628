"""Ids that may be the same one, written in two ways."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeAlias

Pair: TypeAlias = tuple[str, str]
"""A topic and a document."""

_MOST: Final = 20_000  # looked at on either side
_ENOUGH: Final = 1_000
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_IN_MARKS: Final = re.compile(r"""b?(["'<])(.*)["'>]""")


def plain(name: str) -> str:
    """Return what an id has in common with its other spellings.

    Those are capitals, blanks, quotation marks, zeros in front, decimals of a whole number, and
    characters that look the same.

    >>> plain("'Dé 1 '") == plain("de\u0301 1"), plain("007.0"), plain("000")
    (True, '7', '0')
    """
    if not name.isascii():
        name = _UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    name = name.strip().casefold()
    if marked := _IN_MARKS.fullmatch(name):
        name = marked[2].strip()
    if name[:1].isdigit():
        name = name.removesuffix(".0")
        name = (name.lstrip("0") or "0") if name.isdigit() else name
    return name


def stride(count: int) -> int:
    """Return of how many topics one is looked at, so that the documents are not too many.

    Who spells ids in another way does so in many topics.
    """
    return 1 + count // _ENOUGH


def spelled_apart(of_run: Iterable[Pair], of_qrels: Iterable[Pair]) -> list[Pair]:
    """Return ids of a run beside those of judgements that they may stand for.

    Args:
        of_run: documents that nobody judged, with their topics.
        of_qrels: documents that the run lacks, with their topics.
    """
    known = {(topic, plain(name)): name for topic, name in islice(of_qrels, _MOST)}
    if not known:
        return []
    looked_up = ((name, known.get((topic, plain(name)))) for topic, name in islice(of_run, _MOST))
    return [(name, other) for name, other in looked_up if other is not None]
