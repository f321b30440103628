"""Names of columns: which lines of a table hold them, and what each means."""

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from .rows import is_number

ALIASES: Final = {
    "topic": (
        *("queryid", "qid", "topicid", "questionid", "searchid", "sessionid", "userid", "topicno"),
        *("customerid", "uid", "topic", "query", "question", "searchterm", "searchquery"),
        *("keyword", "suchanfrage", "anfrage", "frage", "thema", "requete", "consulta"),
    ),
    "document": (
        *("docno", "docid", "documentid", "corpusid", "itemid", "productid", "movieid", "did"),
        *("passageid", "pid", "chunkid", "articleid", "iid", "document", "doc", "item", "product"),
        *("movie", "passage", "dokument", "documento", "produkt", "id", "url", "title"),
    ),
    "grade": (
        *("grade", "relevance", "rel", "relevant", "label", "rating", "judgment", "judgement"),
        *("gain", "relevancegrade", "relevancelabel", "relevancejudgment", "relevancejudgement"),
        *("isrelevant", "escilabel", "relevanz", "bewertung", "pertinence", "relevancia"),
    ),
    "score": (
        *("score", "sim", "similarity", "prediction", "pred", "predictedscore", "searchscore"),
        *("retrievalscore", "rankingscore", "similarityscore", "relevancescore", "relscore"),
        *("punktzahl", "punkte"),
    ),
    "rank": ("rank", "position", "pos", "rang", "#", "distance"),
}
"""Names of columns, as letters and digits alone, without accents. Of topics, documents and ranks,
the name that stands first here is read: an id before a text."""

_HEADS: Final = {
    word: name
    for name, words in {
        "topic": "query topic question user search session request srch customer prompt",
        "document": "doc docs document passage item product movie chunk article image node hit "
        "candidate listing prop property para paragraph corpus cord page sku asin result book song "
        "track video hotel file entity iri uri",
        "grade": "relevance relevant relevancy grade graded label rating rated judgment judgement "
        "gain gold truth target usefulness true",
        "score": "score similarity sim prediction predicted pred prob probability logit logits est "
        "estimate bm25 cosine",
        "rank": "rank ranking ranked rnk position pos order place distance dist",
    }.items()
    for word in words.split()
}
"""What a longer name means by its last word, where no name is known: "Doc Position"."""

_IDS: Final = ("id", "ids", "key", "uuid")
_OF_IDS: Final = {
    *(*_IDS, "no", "nr", "number", "num", "index", "idx", "text", "string", "name", "code")
}
_OTHER_IDS: Final = re.compile(
    "run|annotator|worker|assessor|judge|rater|case|example|row|team|experiment|split|dataset|group"
    "|iter|batch|system|tag|date|time|file|line"
)

WIDTHS: Final[Mapping[int, Sequence[str]]] = {
    6: ("topic", "", "document", "rank", "score", ""),
    5: ("topic", "", "document", "rank", "score"),
    4: ("topic", "", "document", "grade"),
}
"""The columns of TREC files by their number; "" is not read."""

_ALIAS_OF: Final = {alias: name for name, aliases in ALIASES.items() for alias in aliases}
_LISTS: Final = {
    "retrieved": re.compile("retrieved|predict|result|ranked|ranking|returned|recommend"),
    "relevant": re.compile(
        "relevant|expected|gold|truth|positive|correct|actual|reference|labels?$"
    ),
}
TEXTS: Final = re.compile("answer|context|text|response|reason|question|content")
_SEPARATORS: Final = (",", ";", "\t", "|", " ")


def separator_of_header(lines: Sequence[str], told: str = "") -> str:
    """Return what separates the columns of a table whose first line names them; else ""."""
    best, most = "", 0
    for sign in (told,) if told else _SEPARATORS:
        names = cells_of(lines[0], sign)
        numbered = [name for name in names if is_number(name)]
        if numbered and (names[0] in numbered or len(names) < 3 or not are_counted(numbered)):
            continue
        below = [cells_of(line, sign) for line in lines[1:]]
        # Names between blanks are one word each, as many as the next lines have.
        if (
            sign == " "
            and len({len(names), *map(len, below[:2])} - {width_below(names, below)}) > 1
        ):
            continue
        known = sum(
            bool(is_known(name) or role_of(name) or (len(names) > 2 and meaning_of(name)))
            for at, name in enumerate(names)
            if not any(name in each[at : at + 1] for each in below)
        )
        if known > most + (sign == " "):
            best, most = sign, known
    return best


def are_counted(names: Sequence[str]) -> bool:
    """Return whether names are the numbers from 0 or 1."""
    return len(names) > 1 and any(
        [*names] == [str(at + first) for at in range(len(names))] for first in (0, 1)
    )


def width_below(names: Sequence[str], below: Sequence[Sequence[str]]) -> int:
    """Return the number of cells of the lines below names, if a number without a name leads them.

    R and pandas write the number of a row so.
    """
    first = [each[0] for each in below if len(each) == len(names) + 1]
    counted = are_counted(first) or first in (["0"], ["1"])
    ends = any(each[-1] for each in below)  # a separator at the end of each line is no cell
    return len(names) + 1 if counted and ends and len(first) == len(below) else 0


def cells_of(line: str, separator: str) -> list[str]:
    """Return the cells of a line."""
    if separator == " ":
        return [cell.strip("\"'") for cell in line.split()]
    cells = [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]
    return [_unquoted(cell) for cell in cells]


def _unquoted(cell: str) -> str:
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == "'" else cell


def is_known(name: object) -> bool:
    """Return whether a name is that of a column that is read."""
    return letters_of(name) in _ALIAS_OF


def meaning_of(name: object) -> str:
    """Return what a longer name means by its last word; "id" for an id of something else."""
    spaced = re.sub(r"(?<=[a-z\d])(?=[A-Z])", " ", _bare(name)).lower()
    words = [word for word in re.split(r"[\W_]+", spaced) if not re.fullmatch(r"(v\d+)?", word)]
    behind = set()
    while words and words[-1] in _OF_IDS:
        behind.add(words.pop())
    role = _HEADS.get(words[-1], "") if words else ""
    if not role and words and words[0] in ("score", "rank"):
        return words[0]  # score_a
    if not behind or role in ("topic", "document"):
        return role
    return "id" if words and behind & {*_IDS} and not _OTHER_IDS.search(" ".join(words)) else ""


def _bare(name: object) -> str:
    """Return a name without accents and without what stands in brackets behind it."""
    apart = unicodedata.normalize("NFKD", str(name))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return re.sub(r"\s*\([^()]*\)\s*$", "", bare)


def letters_of(name: object) -> str:
    """Return a name as letters and digits alone, without accents."""
    return re.sub(r"[\W_]+", "", _bare(name).lower()) or str(name).strip()


def role_of(name: object, *, ids: bool = True) -> str:
    """Return which ids a column holds by its name, "retrieved" or "relevant"; else ""."""
    called = letters_of(name)
    if ids and TEXTS.search(called):
        return ""
    return next((role for role, form in _LISTS.items() if form.search(called)), "")
