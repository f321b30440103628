"""Read ranked lists that somebody types or pastes: one for each query, of one system or of two."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ui.core.judgements import NOT, SAYS

_QUERY: Final = r"(?:(?:query|topic|question|user|list)\s*#?\s*|q_?|t)\d{1,3}"
_SYSTEM: Final = (
    r"(?:(?:system|run|ranker|engine|model|algorithm|ranking)\s*#?\s*|s)[12ab]|list\s*[ab]|[ab]"
)
_SIDE: Final = r"(?<![^\s;,/|\[(])(?:(?:results?|list|ranking)\s+(?:for|of)\s+)?"
_AFTER: Final = r"(?<![\s;,/|])[\s;,/|]*"
"""All that stands between two lists, from its first sign on."""
_NAMED_SYSTEM: Final = r"(?:system|run|ranker|engine|model|algorithm)\s*#?\s*"
_QUERY_LABEL: Final = re.compile(
    rf"{_AFTER}{_SIDE}(?:(?:{_QUERY})\s*[:=)]|(?:{_QUERY})(?=\s+\S)|(?:^|(?<=;))\s*\d\d?\s*[:)])"
)
_SYSTEM_LABEL: Final = re.compile(
    rf"{_AFTER}{_SIDE}(?:({_SYSTEM})\s*[:=)]|{_NAMED_SYSTEM}([12ab])(?=\s+\S))"
)
_MISSED: Final = re.compile(
    r"(?<=\s)[-=_]{3,}(?!\S)|\b(?:missed|missing|not (?:retrieved|found))\b\s*:?"
)
_EXIST: Final = re.compile(r"(?:\(\s*)?\bm\s*=\s*(\d{1,2})\b\s*\)?")
_COUNTED: Final = re.compile(
    r"\(\s*(\d{1,2})\s+(?:are\s+)?relevant\b[^()]*\)"
    r"|\b(?:(?:total|all|number of)\s+)?(?:relevant(?:\s+in\s+total)?|r)\s*=\s*(\d{1,2})\b"
)
"""How many relevant documents exist, in words."""
_RANK: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_HITS: Final = re.compile(
    r"(?:hits?|relevant)[a-z ]{0,20}?\s(?:at|in|on)\b[a-z ]{0,20}:?\s*"
    rf"(?P<ranks>{_RANK}(?:[\s,]+(?:and )?{_RANK}){{0,49}})(?: (?:out )?of (?P<long>\d{{1,2}}))?"
)
"""The ranks of hits, and how long the list is."""
_OF_NO_LIST: Final = re.compile(r"[,;\n/] {0,3}(?=m\s*=)")
_CALL: Final = re.compile(r"^(?:\w+\s*=\s*(?=[\w.]*\(?\[))?(?:[\w.]+\(\s*(?=\[))?")
_POINT: Final = re.compile(r"\b([0-8])\.0*(?=[\s,;\]|]|$)")
_UNJUDGED: Final = ("?", "nan", "none", "null", "na")
_NEGATIVE: Final = re.compile(r"-[0-9]+")
_IN_ADDRESS: Final = re.compile(r"[0-8?|,]*")
_ROW: Final = re.compile(r"\[[^\[\]]*\]")


@dataclass(frozen=True)
class Typed:
    """Lists as an address spells them: 01?0|1, with a bar before the missed.

    Attributes:
        a: a list for each query.
        b: the lists of a second system, if the text has two.
        said: how a text was read that may be meant in two ways, or "".
    """

    a: tuple[str, ...]
    b: tuple[str, ...] = ()
    said: str = ""


def in_address(text: str) -> tuple[str, ...] | None:
    """Read lists as an address spells them, with commas between; None for another text."""
    return tuple(text.split(",")) if _IN_ADDRESS.fullmatch(text) else None


def written(lists: Sequence[str]) -> str:
    """Write lists so that `read` takes them for the same."""
    return ("; " if all(len(each) == 1 for each in lists) else ", ").join(lists)


def read(text: str) -> Typed:
    r"""Read lists of grades or marks; `Typed.a` is empty for a text that has other words.

    Lists are parted by semicolons, new lines, brackets, labels such as q1:, else by commas, by
    strokes, or by spaces if grades are not.

    >>> read("q1: R N R N / q2: N R").a, read("1 0 1 0\n0 1 1").a, read("[1,0],[0,1]").a
    (('1010', '01'), ('1010', '011'), ('10', '01'))
    >>> read("1 0 1, 0 1 | 1").a, read("+-+ --+").a, read("R N R, m = 4").a
    (('101', '01|1'), ('101', '001'), ('101|11',))
    >>> read("A: 1 0 1; B: 0 1 1")
    Typed(a=('101',), b=('011',), said='A and B are two systems on the same query.')
    >>> read("1,0,1").said
    'The commas part the grades of one list here. Write a semicolon between two queries.'
    """
    text = re.sub(r"[^\S\n]+", " ", text)
    plain = text.lower().translate({ord(dash): "-" for dash in "−–—"}).replace("✔️", "✓")
    plain = _POINT.sub(r"\1", _CALL.sub("", NOT.sub("n", plain.strip())))
    plain = re.sub(r"(?<=\w)-(?=\w)", " ", plain)  # 1-0-1
    plain = _COUNTED.sub(lambda found: f" m={found[1] or found[2]}", plain)
    labels = [(found[1] or found[2])[-1] for found in _SYSTEM_LABEL.finditer(plain)]
    if labels in (["a", "b"], ["1", "2"]):
        of_a, of_b = map(_one_system, _SYSTEM_LABEL.sub("\0", plain).split("\0")[1:])
        if not of_a.a or not of_b.a:
            return Typed(())
        queries = "query" if len(of_a.a) == len(of_b.a) == 1 else "queries"
        return Typed(of_a.a, of_b.a, f"A and B are two systems on the same {queries}.")
    return _one_system(plain)


def several(text: str) -> Typed | None:
    """Read a text that is likelier several lists than one; None for another text.

    Each line, each pair of brackets, or what follows each label, has two grades or more, all digits
    or all marks. Lines that begin with 1, 2 and so on, or a line of ranks, are likelier the ranks
    of one list.
    """
    lines = [line for line in text.strip().splitlines() if line.strip()]
    plain = text.lower()
    rows = len(_ROW.findall(text))
    labels = len(_QUERY_LABEL.findall(plain)) + len(_SYSTEM_LABEL.findall(plain))
    labelled = labels > 1 or rows > 1
    wrapped = len(lines) > 1 and rows == 1  # as NumPy prints one long list
    grouped = "+" in text and not labelled and len(lines) < 3  # +-+, and what was missed
    if (len(lines) < 2 and not labelled) or wrapped or grouped:
        return None
    if not labelled and (_are_ranks(line.split() for line in lines) or not _of_one_kind(plain)):
        return None
    found = read(text)
    every = [*found.a, *found.b]
    enough = len(every) > 1 and all(len(each.partition("|")[0]) > 1 for each in every)
    return found if enough and (labelled or len(every) == len(lines)) else None


def with_total(text: str) -> str:
    """Return the one list of a text that says how many are relevant, as 1 0 1 | 1; "" of others.

    >>> with_total("1 0 (m = 2)"), with_total("Hits at ranks 1, 3 and 4 of 5, m = 4")
    ('1 0 | 1', '1 0 1 1 0 | 1')
    """
    plain = text.lower()
    says = any(form.search(plain) for form in (_EXIST, _COUNTED, _HITS))
    found = read(text) if says else Typed(())
    return " ".join(found.a[0]) if len(found.a) == 1 and not found.b else ""


def _are_ranks(rows: Iterable[Sequence[str]]) -> bool:
    """Return whether a line counts the ranks, or the first of two words in each line."""
    rows = [*rows]
    pairs = [row[0] for row in rows if len(row) == 2]
    each = [row for row in rows if len(row) > 2] + ([pairs] if len(pairs) == len(rows) else [])
    return any([word.strip(".:,)") for word in row] == _counted(len(row)) for row in each)


def _counted(count: int) -> list[str]:
    return [str(rank) for rank in range(1, count + 1)]


def _of_one_kind(plain: str) -> bool:
    """Return whether a text has only digits, or no digits."""
    return not re.search(r"[0-8]", plain) or not re.search(r"\b[a-z]+\b|[+✓✗●○]", plain)


def _one_system(plain: str) -> Typed:
    attached, detached = _OF_NO_LIST.subn(" ", plain)
    labelled, count = _QUERY_LABEL.subn("\n", attached)
    if "[" in labelled:
        labelled = re.sub(r"\]\s*[,;]?\s*(?!m\s*=)", "\n", labelled.replace("[", " ")).replace(
            "]", ""
        )
    parts = [part.strip(" ,\t()<>⟨⟩/") for part in re.split(r"[\n;]", labelled)]
    parts = [part for part in parts if part]
    said = ""
    if len(parts) == 1 and not count:
        parts, said = _in_one_line(parts[0])
    lists = [_grades(part) for part in parts]
    if None in lists or (detached and len(lists) > 1):  # of which list is m?
        return Typed(())
    return Typed(tuple(map(str, lists)), (), said)


def _in_one_line(line: str) -> tuple[list[str], str]:
    """Part a line into lists, and say how if it may be meant otherwise."""
    bare = _EXIST.sub("", line)
    if _HITS.match(bare):
        return [line], ""
    strokes = bare.split("/")
    if len(strokes) > 1 and "|" not in bare:
        last = _grades(strokes[-1])
        if len(strokes) > 2 or (last and "0" in last):
            return strokes, "Each / parts two queries here. Write | before what was missed."
    commas = bare.split(",")
    if len(commas) > 1:
        if all(len(_signs(each.strip())) == 1 for each in commas):
            said = "The commas part the grades of one list here."
            return [line], f"{said} Write a semicolon between two queries."
        return line.split(","), ""
    words = line.split()
    if len(words) > 1 and all(len(_signs(word)) > 1 and word[0] != "|" for word in words):
        return words, ""
    return [line], ""


def _grades(part: str) -> str | None:
    """Return one list as an address spells it; None if it holds anything else."""
    exist = _EXIST.search(part)
    part = _EXIST.sub("", part).strip(" ,.")
    if at := _HITS.fullmatch(part):
        ranks = {int(rank) for rank in re.findall(r"\d+", at["ranks"])}
        part = "".join(
            str(int(rank in ranks)) for rank in range(1, int(at["long"] or max(ranks)) + 1)
        )
        if part.count("1") < len(ranks):
            return None
    sides = [_side(side) for side in re.split(r"[|/]", _MISSED.sub("|", part))]
    if len(sides) > 2 or None in sides:
        return None
    shown, missed = str(sides[0]), str(sides[1]) if len(sides) > 1 else ""
    if exist:
        hits = sum(sign not in "0?" for sign in shown)
        if missed or hits > int(exist[1]):
            return None
        missed = "1" * (int(exist[1]) - hits)
    return f"{shown}|{missed}" if missed else shown


def _side(side: str) -> str | None:
    words = re.split(r"[\s,]+", side.strip(" ,()"))
    signs = [_signs(word) for word in words]
    if len(words) > 1 and any(len(each) != 1 for each in signs):
        return None  # 3 10 is no 3, 1 and 0
    found = "".join(signs)
    return found if re.fullmatch(r"[0-8?]*", found) else None


def _signs(word: str) -> str:
    """Return the grades that a word says, one or several without spaces; ! for another sign."""
    if _NEGATIVE.fullmatch(word):
        return "!"  # a grade below 0, and no miss with a grade behind it
    if word in SAYS or word in _UNJUDGED:
        return SAYS.get(word, "?")
    return "".join(sign if sign in "012345678?" else SAYS.get(sign, "!") for sign in word)
