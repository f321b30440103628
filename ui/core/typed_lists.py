"""Read ranked lists that somebody types or pastes: one for each query, of one system or of two."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from metrics.typed import RefusedError
from ui.core import typed_ids
from ui.core.judged_tables import NOT
from ui.core.judgements import SAYS

_QUERY: Final = r"(?:(?:query|topic|question|user|list)\s*#?\s*|q_?|t)\d{1,3}"
_SYSTEM: Final = (
    r"(?:(?:system|run|ranker|engine|model|algorithm|ranking)\s*#?\s*|s)[12ab]|list\s*[ab]|[ab]"
)
_SIDE: Final = r"(?<![^\s;,/|·\[(])(?:(?:results?|list|ranking)\s+(?:for|of)\s+)?"
_AFTER: Final = r"(?<![\s;,/|·])[\s;,/|·]*"
"""All that stands between two lists, from its first sign on."""
_NAMED_SYSTEM: Final = r"(?:system|run|ranker|engine|model|algorithm)\s*#?\s*"
_QUERY_LABEL: Final = re.compile(
    rf"{_AFTER}{_SIDE}(?:(?:{_QUERY})\s*[:=)]|(?:{_QUERY})(?=\s+\S)|(?:^|(?<=;))\s*\d\d?\s*[:)])"
)
_SYSTEM_LABEL: Final = re.compile(
    rf"{_AFTER}{_SIDE}(?:({_SYSTEM})\s*[:=)]|{_NAMED_SYSTEM}([12ab])(?=\s+\S))"
)
_ONE_SYSTEM: Final = re.compile(rf"^{_NAMED_SYSTEM}[12ab](?:\s*[:=)]|(?=\s+\S))")
"""The label of a system that stands alone; one letter may be anything."""
_MISSED_WORDS: Final = r"(?:missed|missing|not (?:retrieved|found))\b\s*:?"
_MISSED: Final = re.compile(rf"(?<=\s)[-=_]{{3,}}(?!\S)|\b{_MISSED_WORDS}")
_BAR: Final = re.compile(r"(?:[-=_*]\s*){3,}")
"""A line of dashes, above what was missed."""
_BAR_LINE: Final = re.compile(r"\n\s*(?:[-=_*] ?){3,}\s*(?:\n|$)")
_BELOW: Final = re.compile(rf"(?:{_MISSED_WORDS}|[-=_]{{3,}}\s)\s*(?=\S)")
_EXIST: Final = re.compile(r" m=(\d{1,2}) ")
"""How many relevant documents exist, as `_with_totals` writes it."""
_EVERY: Final = (
    r"(?:\s+(?:documents?|docs?|results?|items?|ones|exist|are known|in total|in all|overall"
    r"|in the collection))*"
)
_M: Final = (
    r"(?:with |where )?(?<![a-z])m\s*(?:[=:]|is)\s*(\d{1,2})(?![\d.]\d|\d)"
    rf"(?:\s+relevant\b{_EVERY})?"
)
_AT_END: Final = r"(?=\s*(?:[;,/\])]|$))"
_TOTALS: Final = tuple(
    re.compile(form, re.MULTILINE)
    for form in (
        rf"\(\s*{_M}\s*\)|\[\s*{_M}\s*\]|{_M}",
        r"\(\s*(?:there are |with )?(\d{1,2})\s+(?:are\s+)?relevant\b[^()]*\)",
        r"(?<![a-z])(?:(?:total|all|number of)\s+)?"
        r"(?:rel(?:evant)?(?:\s+in\s+total)?|\|rel\||r)\s*=\s*(\d{1,2})\b" + _AT_END,
        r"\b(?:(?:total|all|number of)\s+)?relevant\s*:\s*(\d{1,2})\b",
    )
)
_BARE_TOTAL: Final = re.compile(
    r"(?<=[^\s;,/:|])[ ,]+(?:(?:out )?of )?(\d{1,2}) (?:are )?rel(?:evant)?\b" + _EVERY + _AT_END,
    re.MULTILINE,
)
_OWN_TOTAL: Final = re.compile(r"[;\n]\s*(\d{1,2}) (?:are )?relevant" + _EVERY + r"\s*(?=[;\n]|$)")
_NUMBERED: Final = re.compile(r"\s*(\d\d?)[.):]\s+(\S.*)")
_IN_PARENTHESES: Final = re.compile(
    r"((?:^|[:=;,])\s*)\(([^()\[\]\w]*\w[^()\[\]]*)\)", re.MULTILINE
)
_OF: Final = re.compile(
    r"(?<=[^\s;,/:|])[ ,]+\(?((?:out )?of (\d{1,2}))\b\)?" + _AT_END, re.MULTILINE
)
_BESIDE: Final = re.compile(
    r"(?<=[^\s;,/:|]) ?(\((\d{1,2})\)|/ ?([2-9]|\d\d))(?=\s*;|\s*$)", re.MULTILINE
)
"""A number behind a list: of a list of misses and hits it is no grade."""
_BINARY: Final = re.compile(r"[(/] ?[01]+\)?\s*$")
"""Misses and hits behind a stroke."""
_RANK: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_HITS: Final = re.compile(
    r"(?:hits?|relevant)[a-z ]{0,20}?\s(?:at|in|on)\b[a-z ]{0,20}:?\s*"
    rf"(?P<ranks>{_RANK}(?:[\s,]+(?:and )?{_RANK}){{0,49}})(?: (?:out )?of (?P<long>\d{{1,2}}))?"
)
"""The ranks of hits, and how long the list is."""
_RESULTS: Final = r"(?:results?|documents?|docs?|ranks|retrieved)"
_HIT_WORDS: Final = rf"(?:hits?|relevant|found)(?: {_RESULTS})?"
_AT: Final = r"(?: (?:are|is|were))?(?P<at> ?@| (?:at|in|on))?"
_PLACES: Final = r"(?:ranks?|positions?|places?)"
_LENGTH: Final = (
    rf"[ ,]*\(? ?(?:(?:out )?of|in|n ?=|among)(?: the)?(?: first)? ?(?P<of>\d\d?)(?: {_RESULTS})*"
    r"(?! ?(?:\w|are ))(?: ?\))?"
)
_HITS_SAID: Final = re.compile(
    rf"(?<!not )\b(?:{_PLACES} of (?:the )?)?{_HIT_WORDS}{_AT}(?: (?:the )?{_PLACES})? ?[:=]? ?"
    rf"(?P<ranks>{_RANK}(?:(?:,? and |[ ,]+){_RANK})*)(?![\w./|])"
    rf"(?:{_LENGTH}|[ ,]*\( ?(?P<long>\d\d?) {_RESULTS} ?\))?"
)
"""The same in other words: hits: 2, 6, 12 (20 results)."""
_NUMBERS: Final = re.compile(r"(?<![\w.=/|,])\d\d?(?:(?:, ?| )\d\d?)+(?![\w./|])")
_FOR_EACH: Final = (
    r",? ?(?:(?:for |in |of |per )?(?:each|every)|for all|(?:in |of )all(?= (?:queries|lists)))"
    r"(?: (?:query|queries|lists?|one|systems?))?[\s.)\]]*$"
)
_TOTAL_EACH: Final = re.compile(
    rf"[;,\s]*[(\[]?(?:m ?[=:] ?(\d\d?)|(\d\d?) (?:are )?relevant(?: documents?)?){_FOR_EACH}",
    re.IGNORECASE,
)
"""How many are relevant in each list, behind the last one."""
_LENGTH_EACH: Final = re.compile(
    rf"[;,\s]*\(?(?:of (\d\d?)|(\d\d?) {_RESULTS}){_FOR_EACH}", re.IGNORECASE
)
"""How long each list of hits is, behind the last one."""
_BARE_DASHES: Final = re.compile(r"[-\s]+")
_HEADED: Final = re.compile(r"(?<=\w) +m=(\d{1,2}) \s*([:=])(?=[^\n;:=]*\w)")
"""How many are relevant in front of a list, where its label ends."""
_LAST_TOTAL: Final = re.compile(r" m=(\d{1,2})\s*$")
_RANKS: Final = "The numbers 1, 2 and so on are the ranks of one list here."
_SHORTEST_GROUP: Final = 3
_OF_HITS: Final = "The numbers are the ranks of the hits."
_LAST_HIT: Final = "A list without “of 20” behind its ranks ends at its last hit."
_HIGHEST_GRADE: Final = 8
_SEVERAL: Final = "Write a semicolon between two queries."
_WRITE_M: Final = "write m behind each list, as in 1 0 1 m = 3; 0 1 m = 2, or last m = 3 each"
_CALL: Final = re.compile(r"^(?:\w+\s*=\s*(?=[\w.]*\(?\[))?(?:[\w.]+\(\s*(?=\[))?")
_SET: Final = re.compile(r"\w\s*=\s*[\w.]*\(?\[")
_POINT: Final = re.compile(r"\b([0-8])\.0*(?=[\s,;\]|]|$)")
_BARE_POINT: Final = re.compile(r"(?<![\w.])\.(?=\d)")
"""The point of .62, which is a score, and no grades 6 and 2."""
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
        why: why lists were not read, or "".
        wrong: which one of several lists was not read, as `list 2, “1 9 0”`, or "".
        titles: what the documents of each list of `a` are called, if they have ids.
    """

    a: tuple[str, ...]
    b: tuple[str, ...] = ()
    said: str = ""
    why: str = ""
    wrong: str = ""
    titles: tuple[Sequence[str], ...] = ()


def in_address(text: str) -> tuple[str, ...] | None:
    """Read lists as an address spells them, with commas between; None for another text."""
    return tuple(text.split(",")) if _IN_ADDRESS.fullmatch(text) else None


def written(lists: Sequence[str]) -> str:
    """Write lists so that `read` takes them for the same."""
    return "; ".join(lists)


def read(text: str) -> Typed:
    r"""Read lists of grades or marks; `Typed.a` is empty for a text that has other words.

    Lists are parted by semicolons, new lines, brackets, labels such as q1:, else by commas, or by
    strokes. Blanks part groups of one list, if these are as long as each other. m = 4 belongs to
    the list before it, and m = 4 each to all. Below a line of dashes stands what was missed. A list
    may be the ranks of its hits, or ids of documents with a set of those that are relevant.

    >>> read("q1: R N R N / q2: N R").a, read("1 0 1 0\n0 1 1").a, read("[1,0],[0,1]").a
    (('1010', '01'), ('1010', '011'), ('10', '01'))
    >>> read("1 0 1, 0 1 | 1").a, read("+-+ --+").a, read("R N R, m = 4; 1 0\n---\n1").a
    (('101', '01|1'), ('101001',), ('101|11', '10|1'))
    >>> found = read("A: 1 0 1; B: 0 1 1")
    >>> found.a, found.b, found.said
    (('101',), ('011',), 'A and B are two systems on the same query.')
    >>> read("hits 1 3 (5 results), m = 3").a, read("q1: 1 3; q2: 2 10").a
    (('10100|1',), ('101', '0100000001'))
    >>> read("1 0 1; 1 9 0; 0 1 1").wrong
    'list 2, “1 9 0”'
    >>> read("q1: d3 d7 | relevant: d3 d9; q2: d1 d2 | relevant: d2").a
    ('10|1', '01')
    >>> read("1,0,1").said
    'The commas part the grades of one list here. Write a semicolon between two queries.'
    """
    by_ids = _by_ids(text)
    if by_ids and by_ids[1]:
        return by_ids[0]
    body, each = _of_each(text)
    plain, how = _plain(body)
    found = _read(plain, how)
    if by_ids and not found.a and not found.why:
        return by_ids[0]
    if not found.a and not found.why and (hits := _as_hits(plain)):
        found = _read(hits, f"{_OF_HITS} {_LAST_HIT}")
    return _with_each(found, each.get(_TOTAL_EACH), each.get(_LENGTH_EACH)) if each else found


def _by_ids(text: str) -> tuple[Typed, bool] | None:
    """Read the ids of documents, and of those that are relevant; None for another text.

    Also say whether all ids are numbers: these must not be taken for anything else.
    """
    try:
        found = typed_ids.read(text)
    except RefusedError as refused:
        return Typed((), why=str(refused)), False
    if not found.queries:
        return None
    a, b = (
        tuple(each.written(side) for each in found.queries if (side := getattr(each, name)))
        for name in "ab"
    )
    titles = tuple((*each.a, *each.missed(each.a)) for each in found.queries)
    said = " ".join(filter(None, (in_words(a), found.said)))
    return Typed(a, b, said, titles=titles), found.are_numbers


def _of_each(text: str) -> tuple[str, dict[re.Pattern[str], int]]:
    """Return the lists of a text, and the numbers behind the last one that are of each list."""
    said = {}
    for form in (_TOTAL_EACH, _LENGTH_EACH, _TOTAL_EACH):
        if last := form.search(text):
            text, said[form] = text[: last.start()], int(last[1] or last[2])
    return text, said


def _with_each(found: Typed, total: int | None, length: int | None) -> Typed:
    """Return the lists, each with so many relevant documents, and, if of hits, so long."""
    if not found.a:
        return found
    said, sides = found.said, [[*found.a], [*found.b]]
    if length and _LAST_HIT in said:
        said = said.replace(_LAST_HIT, f"Each list has {length} documents.")
        if any("|" in each or len(each) > length for side in sides for each in side):
            return Typed((), why=f"not all lists end at rank {length}, or before")
        sides = [[each.ljust(length, "0") for each in side] for side in sides]
    elif length:
        return Typed((), why="write how long a list is behind the ranks of its hits")
    if total:
        every = [*found.a, *found.b]
        lacks = [total - sum(sign not in "0?" for sign in each) for each in every]
        if min(lacks) < 0 or "|" in "".join(every):
            why = f"m = {total} is of each list, and one has more, or a number of its own"
            return Typed((), why=why)
        full = [
            each + f"|{'1' * lack}" * bool(lack) for each, lack in zip(every, lacks, strict=True)
        ]
        lists, how = _missed_as_found(full, [*map(bool, lacks)])
        sides = [[*lists[: len(sides[0])]], [*lists[len(sides[0]) :]]]
        said += f" m = {total} is of each list. {how}"
    return Typed(tuple(sides[0]), tuple(sides[1]), said.strip())


def _read(plain: str, how: str) -> Typed:
    """Read a plain text; `how` says how a part of it was read."""
    labels = [(found[1] or found[2])[-1] for found in _SYSTEM_LABEL.finditer(plain)]
    if labels in (["a", "b"], ["1", "2"]):
        sides = _SYSTEM_LABEL.sub("\0", plain).split("\0")[1:]
        both = ""
        if not re.search(r" m=|\||-{3}|missed", sides[0]) and (
            last := _LAST_TOTAL.search(sides[1])
        ):
            sides = [f"{sides[0]} m={last[1]} ", sides[1]]
            both = f"m = {last[1]} is of both."
        of_a, of_b = map(_one_system, sides)
        if not of_a.a or not of_b.a:
            name, refused = ("A", of_a) if not of_a.a else ("B", of_b)
            return Typed((), why=refused.why, wrong=f"{refused.wrong or 'the list'} of {name}")
        queries = "query" if len(of_a.a) == len(of_b.a) == 1 else "queries"
        said = f"A and B are two systems on the same {queries}."
        return Typed(of_a.a, of_b.a, " ".join(filter(None, (said, both, of_a.said, how))))
    found = _one_system(_ONE_SYSTEM.sub("", plain) if len(labels) == 1 else plain)
    return replace(found, said=" ".join(filter(None, (found.said, how)))) if found.a else found


def several(text: str) -> Typed | None:
    """Read a text that is likelier several lists than one; None for another text.

    Each line, each pair of brackets, what follows each label, or what stands before a semicolon,
    has two grades or more, all digits or all marks. Lines that begin with 1, 2 and so on, or a line
    of ranks, are likelier the ranks of one list.
    """
    if (by_ids := _by_ids(text)) and len((*by_ids[0].a, *by_ids[0].b)) > 1:
        found = read(text)
        if found.said == by_ids[0].said:
            return found
    lines = [line for line in text.strip().splitlines() if line.strip()]
    body, each = _of_each(text)
    plain, how = _plain(body)
    rows = len(_ROW.findall(plain))
    labels = len(_QUERY_LABEL.findall(plain)) + len(_SYSTEM_LABEL.findall(plain))
    labelled = labels > 1 or rows > 1
    if len(lines) > 1 and rows == 1:
        return None  # as NumPy prints one long list
    bare = _HITS.sub("1", _EXIST.sub(" ", plain))
    if not labelled and (_are_ranks(line.split() for line in lines) or not _of_one_kind(bare)):
        return None
    found = read(text) if labelled or each else _read(plain, how)
    every = [*found.a, *found.b]
    enough = len(every) > 1 and all(len(each.partition("|")[0]) > 1 for each in every)
    return found if enough else None


@lru_cache(maxsize=4)
def one_list(text: str) -> Typed | None:
    """Read a text of one list that says how many are relevant, or has groups or a line of dashes.

    None for another text. `Typed.why` says why a text of marks is no list.

    >>> one_list("1 0 (m = 2)").a, one_list("Hits at ranks 1, 3 and 4 of 5, m = 4").a
    (('10|1',), ('10110|1',))
    """
    plain, _ = _plain(text)
    says = says_total(text) or bool(_BAR_LINE.search(plain))
    words = re.split(r"[\s|]+", plain.strip())
    says |= len(words) > 1 and any(re.fullmatch("[0-8]{2,}", word) for word in words)
    found = read(text)
    says |= found.said.startswith(_RANKS)
    if found.b or len(found.a) > 1 or not (says or found.why or are_groups(words)):
        return None
    return found if found.a or found.why else None


def says_total(text: str) -> bool:
    """Return whether a text says how many relevant documents exist, or where the hits are."""
    plain, _ = _plain(text)
    return bool(_EXIST.search(plain) or _HITS.search(plain))


def are_groups(words: Sequence[str]) -> bool:
    """Return whether words are groups of the grades of one list, as exams print them.

    All are as long as each other, but the last; all are digits, or all marks.
    """
    first, *others = [len(_signs(word)) for word in words] or [0]
    digits = {bool(re.search("[0-8]", word)) for word in words}
    return (
        first >= _SHORTEST_GROUP
        and bool(others)
        and len(digits) == 1
        and all(length == first for length in others[:-1])
        and 1 <= others[-1] <= first
        and "!" not in "".join(map(_signs, words))
    )


def _plain(text: str) -> tuple[str, str]:
    """Return a text as its parts are read, and how "of 10" in it was read."""
    text = re.sub(r"[^\S\n]+", " ", text)
    plain = text.lower().translate({ord(dash): "-" for dash in "−–—"}).replace("✔️", "✓")
    counted = _BARE_TOTAL if not re.search(r"\b(?:ir|non|not)[\s-]?rel", plain) else None
    plain = _numbered(plain)
    plain = NOT.sub("n", plain.strip())
    plain = _CALL.sub("", plain) if len(_SET.findall(plain)) < 2 else plain
    plain = _POINT.sub(r"\1", plain)
    plain = _BARE_POINT.sub("0.", plain)
    plain = re.sub(r"(?<=\w)-(?=\w)", " ", plain)  # 1-0-1
    plain, hits = _with_hits(plain)
    for form in (*_TOTALS, *filter(None, [counted])):
        plain = form.sub(lambda found: f" m={next(filter(None, found.groups()))} ", plain)
    if plain.count("relevant") == 1:  # not: 1 relevant; 2 relevant
        plain = _OWN_TOTAL.sub(r"; m=\1 ", plain)
    plain = re.sub(r"(?<=[a-z\d\])])\s*[-:]\s*(?= m=)", " ", plain)
    plain = _IN_PARENTHESES.sub(r"\1[\2]", plain.translate({ord("{"): "[", ord("}"): "]"}))
    plain = _HEADED.sub(r"\2 m=\1 ", plain)
    bare = _BESIDE.sub("", plain)
    has_grades = re.search("[2-8]", bare) or (re.search("[01]", bare) and _BINARY.search(plain))
    total = _OF if _OF.search(plain) or has_grades else _BESIDE
    if _HITS.search(plain) or not (found := total.search(plain)):
        return plain, hits
    how, m = filter(None, found.groups())
    said = f"“{how}” was read as m = {m}: so many relevant documents exist."
    return total.sub(lambda each: f" m={[*filter(None, each.groups())][-1]} ", plain), said


def _with_hits(plain: str) -> tuple[str, str]:
    """Write the ranks of hits, however they are named, as hits at 2 6 of 12; and say so."""
    said: list[str] = []

    def hits(found: re.Match[str]) -> str:
        ranks = [*map(int, re.findall(r"\d+", found["ranks"]))]
        if not _rise(ranks) or not (found["at"] or len(ranks) > 1):
            return found[0]
        long = found["of"] or found["long"]
        said.extend([_OF_HITS] * (not found["at"]) + [_LAST_HIT] * (not long))
        return f"hits at {' '.join(map(str, ranks))}" + f" of {long}" * bool(long)

    written = _HITS_SAID.sub(hits, plain)
    return written, " ".join(each for each in (_OF_HITS, _LAST_HIT) if each in said)


def _as_hits(plain: str) -> str:
    """Write two rows of numbers or more as the ranks of hits; "" if they can be anything else.

    The numbers of each row rise, and one is above all grades.
    """
    rows = [[*map(int, re.findall(r"\d+", found[0]))] for found in _NUMBERS.finditer(plain)]
    if len(rows) < 2 or not all(map(_rise, rows)) or max(map(max, rows)) <= _HIGHEST_GRADE:
        return ""
    return _NUMBERS.sub(lambda found: f"hits at {found[0]}", plain)


def _rise(ranks: Sequence[int]) -> bool:
    """Return whether numbers are ranks in their order."""
    return all(low < high for low, high in pairwise([0, *ranks]))


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


def _numbered(plain: str) -> str:
    """Return a text with q1: in the place of 1. where each line is a list with its number."""
    found = [_NUMBERED.fullmatch(line) for line in re.split(r"[\n;]", plain)]
    numbers = [each[1] for each in found if each]
    rest = [each[2].strip() for each in found if each]
    if len(found) < 2 or numbers != _counted(len(found)):
        return plain
    if all(len(_signs(each)) == 1 and not each.isdigit() for each in rest):
        return "\n".join(map(" ".join, zip(numbers, rest, strict=True)))  # ranks
    if any(map(_is_short, rest)):
        return plain
    return "\n".join(f"q{number}: {each}" for number, each in zip(numbers, rest, strict=True))


def _is_short(text: str) -> bool:
    """Return whether a text is one mark, or has decimal points."""
    return len(_signs(text)) == 1 or bool(re.search(r"\d\.", text))


def _one_system(plain: str) -> Typed:
    labelled, count = _QUERY_LABEL.subn("\n", plain)
    in_brackets = "[" in labelled
    if in_brackets:
        labelled = re.sub(r"\](?=[ ,]*m=)|\]\s*(?=\|)", " ", labelled).replace("[", " ")
        labelled = re.sub(r"\]\s*[,;]?\s*", "\n", labelled)
    parts = [part.strip(" ,\t()<>⟨⟩/") for part in re.split(r"[\n;]", f" {labelled} ")]
    parts, said = _without_ranks([f" {part} " for part in parts if part])
    rows = parts
    try:
        parts, barred = _with_bars(_with_own_totals(parts))
        said += [barred] * bool(barred)
        pieces = [piece for part in parts for piece in _pieces(part)]
    except ValueError as why:
        marks = re.sub(r"m=|[-=|;,\s\[\]]", "", plain)
        return Typed((), why=str(why) if "!" not in _signs(marks) else "")
    if len(parts) == 1 and not count:
        found = [_in_one_line(piece, in_brackets) for piece in pieces]
        pieces = [piece for lists, _ in found for piece in lists]
        said += [how for _, how in found if how]
    lists = [_grades(piece) for piece in pieces]
    if "" in lists:
        return Typed(())
    if None in lists:
        at = lists.index(None)
        wrong = f"list {at + 1}, “{' '.join(pieces[at].split())[:20]}”" if len(lists) > 1 else ""
        return Typed((), why=_why_not(pieces[at]), wrong=wrong)
    read = tuple(map(str, lists))
    filled = [
        bool(_EXIST.search(piece))
        and "|" in each
        and "|" not in str(_grades(_EXIST.sub("", piece)))
        for piece, each in zip(pieces, read, strict=True)
    ]
    read, how = _missed_as_found(read, filled)
    grouped = any(
        are_groups(_EXIST.sub("", side).split()) for each in pieces for side in each.split("|")
    )
    unlike = (
        any(map(_BAR.fullmatch, map(str.strip, rows)))
        or any(each[0] == "|" for each in read)
        or any(map(_BARE_DASHES.fullmatch, parts))
    )
    if grouped or (unlike and len(read) > 1):
        said.append(in_words(read))
        if len(read) == 1:
            said.append(_SEVERAL)
    totals = [_EXIST.search(piece) for piece in pieces]
    if len(read) > 1 and totals[-1] and not any(totals[:-1]):
        said.append(f"m = {totals[-1][1]} is of the last list alone.")
    return Typed(read, (), " ".join(filter(None, dict.fromkeys([*said, how]))))


def _missed_as_found(lists: Sequence[str], filled: Sequence[bool]) -> tuple[tuple[str, ...], str]:
    """Return lists whose missed documents m has added, with their grade, and say which it is.

    They have the grade of all relevant documents in the lists if that is one grade, else 1.
    """
    grades = {sign for each in lists for sign in each.partition("|")[0] if sign not in "0?"}
    if not any(filled) or grades <= {"1"}:
        return tuple(lists), ""
    alike = len(grades) == 1
    grade = min(grades) if alike else "1"
    said = f"Missed documents have grade {grade}{', as all others' * alike}."
    parts = [each.partition("|") for each in lists]
    with_grade = [
        f"{shown}|{grade * len(missed)}" if added else f"{shown}{bar}{missed}"
        for (shown, bar, missed), added in zip(parts, filled, strict=True)
    ]
    return tuple(with_grade), said


def in_words(lists: Sequence[str]) -> str:
    """Say how many lists were read, and how long they are."""
    lengths = [str(len(each.partition("|")[0])) for each in lists]
    if len(lengths) == 1:
        return f"Read as one list of {lengths[0]} documents."
    return (
        f"Read as {len(lists)} queries, of {', '.join(lengths[:-1])} and {lengths[-1]} documents."
    )


def _without_ranks(parts: list[str]) -> tuple[list[str], list[str]]:
    """Return the parts without the ranks that stand before marks, or above them; and say so."""
    words = [part.split() for part in parts]
    said = [_RANKS]
    if len(words) > 1 and all(len(each) == 2 for each in words):
        ranks, marks = zip(*words, strict=True)
        if (
            [rank.strip(".:,)") for rank in ranks] == _counted(len(words))
            and (len(words) > 2 or not any(map(str.isdigit, marks)))
            and all(len(_signs(mark)) == 1 for mark in marks)
        ):
            return [f" {' '.join(marks)} "], said
    if len(words) == 2 and len(words[0]) > 2 and words[0] == _counted(len(words[0])):
        signs = [_signs(word) for word in words[1]]
        if len(signs) == len(words[0]) and {*words[1]} - {*words[0][1:]} == {*words[1]}:
            return parts[1:], said
    return parts, []


def _with_own_totals(parts: Sequence[str]) -> list[str]:
    """Return the parts, each m = 4 that stands alone with the list before it.

    Raises:
        ValueError: an m alone behind several lists, of which not all have one.
    """
    alone = [bool(_EXIST.fullmatch(f" {part.strip()} ")) for part in parts]
    if not any(alone):
        return [*parts]
    lists = [part for part, is_total in zip(parts, alone, strict=True) if not is_total]
    totals = [part for part, is_total in zip(parts, alone, strict=True) if is_total]
    in_turn = alone == [False, True] * len(lists)
    barred = sum(bool(_BAR.fullmatch(part.strip())) for part in lists)
    if in_turn or (len(totals) == 1 and len(lists) - 2 * barred == 1):
        return [
            *lists[: len(lists) - len(totals)],
            *(f"{part} {total}" for part, total in zip(lists[-len(totals) :], totals, strict=True)),
        ]
    raise ValueError(_WRITE_M)


def _with_bars(parts: Sequence[str]) -> tuple[list[str], str]:
    """Return the parts with what stands below a line of dashes behind a bar; and say so of + and -.

    Raises:
        ValueError: dashes that may be misses, or two bars of one list.
    """
    rows: list[str] = []
    said, bars = "", sum(bool(_BAR.fullmatch(part.strip())) for part in parts)
    marks = any("+" in part for part in parts)
    for at, each in enumerate(parts):
        part = each if are_groups(each.split()) else re.sub(r"(?<=\S\s)[-=_]{3,}\s*$", " | ", each)
        is_bar = bool(_BAR.fullmatch(part.strip()))
        if is_bar and (rows or not marks) and len(parts) > 1:
            signs = _side(part) or ""
            beside = [_side(each) or "" for each in (*rows[-1:], *parts[at + 1 : at + 2])]
            if marks and len(beside) == 2 and "0" in beside[1] and len(signs) == len(beside[0]):
                raise ValueError(
                    f"“{part.strip()}” may be misses, or a line above what was missed. Write 0 for "
                    "a miss, or | before what was missed"
                )
            if "|" in "".join(rows[-1:]):
                raise ValueError("two lines of dashes stand below one list")
            rows[-1:] = ["".join(rows[-1:]) + " | "]
            if marks:
                said = "The line of dashes is a bar: what stands below it was missed."
        elif rows and rows[-1].rstrip().endswith("|") and part.strip(" ()") in ("none", "nothing"):
            continue
        elif (
            rows
            and (below := _BELOW.match(part.strip()))
            and "|" not in rows[-1]
            and not ("+" in part and are_groups(part.split()))
        ):
            rows[-1] += f" | {part.strip()[below.end() :]} "
        elif rows and (
            rows[-1].rstrip().endswith("|")
            or (bars == 1 and "|" in rows[-1] and "0" not in (_grades(part) or "0"))
        ):
            rows[-1] += part
        else:
            rows.append(part)
    return rows, said


def _pieces(part: str) -> list[str]:
    """Return the lists of a part: an m = 4 ends a list.

    Raises:
        ValueError: an m before a list, and another one behind it.
    """
    found = [*_EXIST.finditer(part)]
    if not found:
        return [part]
    starts, ends = [0, *(each.end() for each in found)], [each.end() for each in found]
    if not part[: found[0].start()].strip(" ,"):
        if len(found) > 1:
            raise ValueError(_WRITE_M)
        return [f" {part[found[0].end() :].strip(' ,:/.')}{found[0][0]}"]
    pieces = [f" {part[start:end].strip(' ,/')} " for start, end in zip(starts, ends, strict=False)]
    if tail := part[ends[-1] :].strip(" ,/.)"):
        if len(_side(tail) or "00") < 2:
            raise ValueError(_WRITE_M)
        pieces.append(f" {tail} ")
    return pieces


def _in_one_line(line: str, in_brackets: bool) -> tuple[list[str], str]:
    """Part a line into lists, and say how if it may be meant otherwise."""
    exist = "".join(found[0] for found in _EXIST.finditer(line))
    bare = _EXIST.sub("", line).strip(" ,.()<>⟨⟩")
    if _HITS.match(bare):
        return [line], ""
    strokes = bare.split("/")
    if len(strokes) > 2 and all(len(_signs(each.strip())) == 1 for each in strokes):
        said = (
            "The strokes part the grades of one list here. Write a semicolon between two queries."
        )
        return [f"{' '.join(strokes)}{exist}"], said
    if len(strokes) > 1 and "|" not in bare:
        last = _grades(strokes[-1])
        if len(strokes) > 2 or (last and "0" in last):
            strokes[-1] += exist
            return strokes, "Each / parts two queries here. Write | before what was missed."
    commas = bare.split(",")
    if len(commas) > 1:
        shown, bar, below = re.sub("^([^/|]*)/([^/|]*)$", r"\1|\2", bare).partition("|")
        single = [*shown.split(","), *re.split(r"[\s,]+", below.strip()) * bool(bar)]
        if all(len(_signs(each.strip())) == 1 for each in single):
            said = "The commas part the grades of one list here."
            return [line], f"{said} Write a semicolon between two queries." * (not in_brackets)
        return _counted_parts(commas, exist, all(" " not in each.strip() for each in commas))
    words = bare.split()
    if are_groups(words):
        return [line], ""
    if len(words) > 1 and all(len(_signs(word)) > 1 and word[0] != "|" for word in words):
        if exist and None not in map(_grades, words):  # one m is of one list
            listed = "".join(words)
            return [f"{' '.join(listed)}{exist}"], f"{in_words([listed])} {_SEVERAL}"
        return _counted_parts(words, exist, True)
    return [line], ""


def _counted_parts(parts: list[str], exist: str, may_be_one: bool) -> tuple[list[str], str]:
    """Return the lists of a line, m with the last of them, and how many they are."""
    lists = [*parts[:-1], parts[-1] + exist]
    found = [*map(_grades, lists)]
    if len({bool(re.search("[0-8]", each)) for each in parts}) > 1 and 1 in map(
        len, map(str, found)
    ):
        return [f"{' '.join(parts)} !"], ""  # RNNR, 4
    said = [in_words([*map(str, found)])] * may_be_one
    return lists, " ".join(said) if None not in found else ""


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
    barred = part if "+" in part and are_groups(part.split()) else _MISSED.sub("|", part)
    sides = [_side(side) for side in re.split(r"[|/]", barred)]
    mixed = (
        "/" in barred and len({bool(re.search("[0-8]", each)) for each in barred.split("/")}) > 1
    )
    if len(sides) > 2 or None in sides or mixed:
        return None
    shown, missed = str(sides[0]), str(sides[1]) if len(sides) > 1 else ""
    if exist:
        hits = sum(sign not in "0?" for sign in shown)
        if missed and hits + sum(sign not in "0?" for sign in missed) != int(exist[1]):
            return None
        if hits > int(exist[1]):
            return None
        missed = missed or "1" * (int(exist[1]) - hits)
    return f"{shown}|{missed}" if missed else shown


def _why_not(piece: str) -> str:
    """Say why a list has scores instead of grades, or another total; "" for another fault."""
    if re.fullmatch(r"(?:[01]?\.\d+[\s,]*)+", piece.strip()):
        return "it has scores and no grades; “Two systems” compares scores of topics"
    exist, found = _EXIST.search(piece), _grades(_EXIST.sub("", piece))
    if not exist or not found or _grades(piece):
        return ""
    hits = sum(sign not in "0?|" for sign in found)
    return f"it has {hits} relevant documents, and m is {exist[1]}"


def _side(side: str) -> str | None:
    words = re.split(r"[\s,]+", side.strip(" ,()"))
    signs = [_signs(word) for word in words]
    are_one = "," not in side and are_groups(words)
    if len(words) > 1 and any(len(each) != 1 for each in signs) and not are_one:
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
