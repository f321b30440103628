"""Ways in which books, slides and tools write a list, turned into the usual one.

The usual one has a title and a grade on each line, or grades or marks alone, in a row or one on
each line.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from metrics.typed import RefusedError
from ui.core import typed_ids, typed_lists
from ui.core.judged_tables import NOT
from ui.core.judgements import FAMILIES

_SIGNS: Final = {
    sign: grade
    for family in FAMILIES
    for sign, grade in family.items()
    if not sign.isalnum() and sign not in "+-−–"
}
_FIRST: Final = (_SIGNS, {"+": "1", "-": "0", "−": "0"}, {"R": "1", "N": "0"})
"""Marks that may stand before a title."""
_CALL: Final = re.compile(r"(?:\w+\s*=\s*)?\w[\w.]*\(\s*([\d?.,\s-]+?)\s*\)")
_SETTING: Final = re.compile(r",\s*(?:dtype|device|requires_grad|grad_fn)\s*=[^,)\]]*")
_LABEL: Final = re.compile(r"[^\W\d][\w ]*?\s*[:=]\s*(?=.*\S\s*[\s,;]\s*\S)")
_RANKS: Final = re.compile(r"(?:ranks?|pos(?:ition)?s?|k|i|#|nr|no)\b\.?\s*[:=]?\s+", re.IGNORECASE)
_PAIR: Final = r"[^\s,;:=()]+\s*(?:[:=]\s*(?:\d|\?|[RN])\b|\(\s*(?:\d|\?|[RN])\s*\))"
_PAIRS: Final = re.compile(rf"{_PAIR}(?:[\s,;]+{_PAIR})+", re.IGNORECASE)
_BOX: Final = re.compile(r"(?:[-*•]\s+)?\[([ xX✓])\]\s+(.*)")
_HEADER: Final = re.compile(
    r"\W*(?:(?:ranks?|k|i|n|#|nr|no|pos(?:ition)?|doc(?:ument)?s?(?:_?id)?)\b|#)\W+"
    r"(?:rel(?:_?i|evan(?:t|ce))?|grades?|g_?i|labels?|judge?ments?|ratings?)\W*",
    re.IGNORECASE,
)
_STARRED: Final = re.compile(r"(?:\d+[.)]\s+)?([^\W\d_][\w-]*\d)\s*(\*|•)?")
_ROW: Final = re.compile(
    r"[\[(]?(?:[RN]{3,}|[TF]{3,}|[+−-]{3,}|[01]{4,})[\])]?(?:[\s,;:/]|(?=\())+"
)
_RANKING: Final = re.compile(r"\w*\d\w*\s*[:=]\s*[^\W\d]\w{0,5}(?:[\s,]+[^\W\d]\w{0,5}){2,}")
"""A label, and three short words or more, such as u1: a b c."""
_LONGEST: Final = 5_000
_MARK: Final = r"(?:\d|\?|[RNTF+−✓✗])"
_GRADES: Final = re.compile(r"(?:\d|\?)(?:[\s,;]+(?:\d|\?))+[\s,;]*")


@lru_cache(maxsize=4)
def usual(text: str) -> str:
    r"""Return a text with what is written in another way turned into the usual one.

    >>> usual("rel: <1, 0, 1>"), usual("1-0-1"), usual("d1(3) d2(0)")
    ('1, 0, 1', '1 0 1', 'd1, 3\nd2, 0')
    >>> usual("Rank: 1 2 3\nRel: 3 0 2"), usual("✓ Bread\n✗ Tea")
    ('3 0 2', 'Bread, 1\nTea, 0')
    """
    text = NOT.sub("irrelevant", text.lstrip("\ufeff").replace("\ufe0f", ""))
    text = re.sub(r"\u2028|\r\n?", "\n", text)
    if re.search(r"\\\\\s*$", text, re.MULTILINE) and "&" in text:
        text = re.sub(r"\\(?:begin|end|hline|toprule|midrule|bottomrule)\b(?:\{[^}]*\})*", "", text)
        text = re.sub(r"\s*\\\\\s*$", "", text, flags=re.MULTILINE).replace("&", "|")
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(text) <= _LONGEST:  # the patterns would take long
        one = typed_lists.one_list(text)
        row = one and " ".join(*one.a)
        if read := row or _starred(lines) or _ranked_and_relevant(text):
            return read
    if len(lines) == 1:
        return _one_line(lines[0]) or text
    return _turned(lines) or _marked_first(lines) or _decimals(text, lines) or _below(text, lines)


def _ranked_and_relevant(text: str) -> str:
    """Return a title and a grade on each line for a ranking and the set of what is relevant."""
    try:
        queries = typed_ids.read(text).queries
    except RefusedError:
        return ""
    if len(queries) != 1 or queries[0].b or typed_lists.one_list(text):
        return ""
    (query,) = queries
    rows = [f"{title}, {query.grades.get(title, 0)}" for title in query.a]
    missed = [f"{title}, {query.grades[title]}" for title in query.missed(query.a)]
    return "\n".join(rows + ["---"] * bool(missed) + missed)


def _starred(lines: Sequence[str]) -> str:
    """Return a title and a grade on each line, where a star marks some short titles."""
    titles = lines[0].split() if len(lines) == 1 else lines
    found = [_STARRED.fullmatch(title.strip(" ,")) for title in titles]
    if len(found) < 2 or not all(found) or len({bool(each[2]) for each in found if each}) < 2:
        return ""
    return "\n".join(f"{each[1]}, {int(bool(each[2]))}" for each in found if each)


def how_read(text: str) -> str:
    """Say how a text was read that is no list of titles with grades; "" for another."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if len(text) > _LONGEST:
        return ""
    if _starred(lines):
        return "A star was read as: relevant. All others have grade 0."
    if _ranked_and_relevant(text):
        return "This was read as a ranking, and as the documents that are relevant."
    if one := typed_lists.one_list(text):
        missed = "Relevant documents that the list lacks stand below it: they were missed."
        lacks = "|" in "".join(one.a) and typed_lists.says_total(text)
        return " ".join(filter(None, (missed * lacks, one.said)))
    return ""


def _one_line(line: str) -> str:
    """Return a line without its label and brackets; "" if it is written in the usual way."""
    bare = _SETTING.sub("", line)
    if call := _CALL.fullmatch(bare):
        bare = call[1]
    if label := _LABEL.match(bare):
        rest = bare[label.end() :].strip("<>⟨⟩[](){}; ")
        if _GRADES.fullmatch(rest) or _is_row(rest):
            bare = rest
    if re.fullmatch(r"[<⟨][^<>⟨⟩]*[>⟩]", bare):
        bare = bare[1:-1]
    if re.fullmatch(r"\w(-\w){2,}|\w(/\w){2,}", bare):
        row = re.sub(r"[-/]", " ", bare)
        bare = row if _GRADES.fullmatch(row) or _is_row(row) else bare
    if "/" in bare and re.fullmatch(r"[\s\w?+−✓✗,;]+\s/\s[\s\w?+−✓✗,;]+", bare):
        bare = bare.replace("/", "|")
    if bare.count("|") > 1 and re.fullmatch(r"\s*\S+(\s*\|\s*\w+)+\s*", bare):
        bare = bare.replace("|", " ")
    bare = re.sub(r"\s(?:rel|relevance|grade) ?= ?(?=\d)", "=", bare)
    if _PAIRS.fullmatch(bare):
        pairs = re.findall(rf"({_PAIR})", bare, re.IGNORECASE)
        return "\n".join(", ".join(re.split(r"\s*[:=(]\s*", pair.rstrip(" )"))) for pair in pairs)
    return _decimals(bare, [bare]) or ("" if bare == line else bare)


def _is_row(text: str) -> bool:
    """Return whether a text is a row of two marks or more, all of one family."""
    tokens = {token.lower() for token in re.split(r"[\s,;]+", text) if token}
    return len(tokens) > 1 and any(tokens <= {*family, "?"} for family in FAMILIES)


def _turned(lines: Sequence[str]) -> str:
    """Return a title and a grade on each line for a line of titles or ranks, and one of grades."""
    if len(lines) != 2:
        return ""
    first, second = (_LABEL.sub("", line, count=1) for line in lines)
    of_ranks = bool(_RANKS.match(lines[0]))
    if of_ranks:
        first = _RANKS.sub("", lines[0], count=1)
        second = re.sub(r"^[^\W\d]\w*\s*[:=]?\s+(?=\S+\s+\S)", "", lines[1])
    titles, marks = (re.split(r"[\s,;|]+", line.strip(" |,;")) for line in (first, second))
    if len(titles) != len(marks) or len(titles) < 2:
        return ""
    row = " ".join(marks)
    counted = titles == [str(rank) for rank in range(1, len(titles) + 1)]
    if not (_GRADES.fullmatch(row) or _is_row(row)):
        return ""
    if counted and (of_ranks or _is_row(row)):
        return row
    if (
        not of_ranks
        and all(re.search(r"[^\W\d]", title) for title in titles)
        and not _is_row(first)
    ):
        return "\n".join(f"{title}, {mark}" for title, mark in zip(titles, marks, strict=True))
    return ""


def _marked_first(lines: Sequence[str]) -> str:
    """Return a title and a grade on each line for lines that begin with a mark."""
    boxes = [_BOX.fullmatch(line) for line in lines]
    if all(boxes):
        found = [("0" if box[1] == " " else "1", box[2]) for box in boxes if box]
    else:
        begins = [line.split(None, 1) for line in lines]
        if not all(len(each) == 2 for each in begins):
            return ""
        marks = {mark for mark, _ in begins}
        told = next((each for each in _FIRST if marks <= each.keys()), {})
        if not told or len(marks) < 2:
            return ""
        found = [(told[mark], title) for mark, title in begins]
    return "\n".join(f"{title}, {grade}" for grade, title in found)


def _decimals(text: str, lines: Sequence[str]) -> str:
    """Return a text with decimal points, if all its numbers have decimal commas."""
    alone = all(re.fullmatch(r"\d,0+", token) for line in lines for token in line.split())
    last = all(re.search(r"[;\t]\s*\d,\d+$", line) for line in lines)
    if (alone and len(text.split()) > 1) or last:
        return re.sub(r"(\d),(\d+)(?=\s|$)", r"\1.\2", text)
    return ""


def _below(text: str, lines: Sequence[str]) -> str:
    """Return what stands below the names of columns, without the numbers of ranks before marks."""
    names, *below = lines or [""]
    separated = re.search(r"[;\t|]\s*[^\W\d]+$", names) and all(
        re.search(r"[;\t|]\s*(\d|\?)$", line) for line in below
    )
    if len(below) > 1 and (_HEADER.fullmatch(names) or separated):
        return _below("\n".join(below), below)
    numbered = [re.fullmatch(r"(\d+)[.):\]]?\s+(\S+)", line) for line in lines]
    ranks = [int(each[1]) for each in numbered if each]
    row = " ".join(each[2] for each in numbered if each)
    if ranks == [*range(1, len(lines) + 1)] and _is_row(row):
        return row.replace(" ", "\n")
    return text


def why_no_list(text: str) -> str:
    """Say why marks make no list; "" for another text."""
    one = typed_lists.one_list(text) if len(text) <= _LONGEST else None
    if not (one and one.why):
        return ""
    wrong = f", because of {one.wrong}" * bool(one.wrong)
    return f"“{' '.join(text.split())[:30]}” was not taken{wrong}: {one.why}."


def what_is_odd(text: str) -> str:
    """Say what in a text may be meant in two ways, and how to write it; "" if nothing."""
    lines = {at: line.strip() for at, line in enumerate(text.splitlines(), 1) if line.strip()}
    tokens = re.split(r"[\s,;|]+", text.strip())
    if len(lines) == 1:
        leading = re.match(r"\s*(?:(?:\d|\?|[RNTF+✓✗-])[\s,;]+){3,}", text)
        if leading and (tail := text[leading.end() :].strip()) and re.search(r"[^\W\d]", tail):
            return (
                f"“{tail[:30]}” behind the grades is not read. Write missed documents behind |, "
                "such as 1 0 1 | 1, and ? for one that nobody judged."
            )
        if (row := _ROW.match(text.strip())) and (tail := text.strip()[row.end() :]):
            return (
                f"“{tail[:30]}” behind the marks is not read. Write m = 4, or | before the missed."
            )
        short = len(tokens) > 2 and all(len(token) == 1 for token in tokens)
        if short and not all(re.fullmatch(r"\d|\?", token) for token in tokens):
            return (
                f"“{text.strip()[:30]}” may be marks, and it is not said what they mean. Write 1 "
                "and 0, R and N, + and −, or ✓ and ✗."
            )
    elif lines and all(map(_RANKING.fullmatch, lines.values())):
        first = next(iter(lines.values()))
        return (
            f"“{first[:30]}” may be a title, or a ranking of ids. Write what is relevant behind a "
            "ranking, as in q1: d3 d7 | relevant: d3. Write a grade behind a title."
        )
    elif any(re.search(r"[^\W\d]", line) for line in lines.values()):
        rows = [
            at
            for at, line in lines.items()
            if re.fullmatch(rf"(?:[^\W\d][\w ]*[:=]\s*)?{_MARK}(?:[\s,;]+{_MARK}){{2,}}", line)
        ]
        if rows:
            return f"Line {rows[0]} holds several grades. Paste one list, with one document a line."
    starred = [word.endswith("*") for word in (tokens if len(lines) == 1 else [*lines.values()])]
    if any(starred) and not all(starred) and not re.search(r"\d\s*$", text):
        return "Does * mark a relevant document? Write its title, a comma and its grade, such as 1."
    return ""
