"""Read rankings of documents by their ids, and the set of what is relevant for each query."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from metrics.typed import RefusedError

_Sides: TypeAlias = dict[str, dict[str, str]]
"""By side, a, b or relevant: the ids, each with its grade or score, or ""."""

_KINDS: Final = r"(?:query|topic|question|user|customer|search)"
_QUERY: Final = rf"{_KINDS}\s*#?\s*\w{{1,4}}|[qtu]_?\d{{1,3}}"
_THINGS: Final = (
    r"(?:[ _-](?:documents?|docs?|doc_?ids|items?|results?|ids|set|list|products?|pages?))*"
)
_RELEVANT: Final = (
    r"(?:(?:all|the|truly|known|actually|judged)\s)*(?:relevant|rel|qrels?|gold|ground[ _-]?truth"
    rf"|relevance|labels?|rq|g|liked|bought|judge?ments?){_THINGS}"
)
_RESULTS: Final = (
    r"(?:(?:the|ranked|top[ -]?\d*|search)\s)*(?:results?|ranking|ranked|retrieved|returned|run"
    rf"|predictions?|predicted|recommended|recommendations?|list|output|system){_THINGS}"
)
_SYSTEM: Final = (
    r"(?:(?:results? of|ranking of)\s*)?(?:(?:system|run|ranker|engine|model|algorithm|method"
    r"|ranking|list|s)\s*#?\s*([12ab])|([ab]))"
)
_OF: Final = rf"(?:(?:\s+(?:for|of|in)\s+(?:the\s+)?|\s*_?\s*)({_QUERY}|\d\d?))?"
_SIDES: Final = tuple(
    (side, re.compile(form + _OF, re.IGNORECASE))
    for side, form in (("relevant", _RELEVANT), ("system", _SYSTEM), ("a", _RESULTS))
)
_IS_QUERY: Final = re.compile(rf"{_QUERY}|\d\d?[.)]?", re.IGNORECASE)
_INSIDE: Final = re.compile(
    rf"(?<=[\w*])[.,]?[ ]+(?=(?:{_RELEVANT}|results?|ranking|retrieved){_OF}\s*[:=])", re.IGNORECASE
)
"""Where a label stands behind ids."""
_BEHIND: Final = re.compile(
    r"([|(;\n,])([^|();\n,:=]*?)\s+(?:is|are)\s+(?:the\s+)?(?:only\s+)?relevant\b(?:\s+ones?)?"
)
"""A set in front of what it is: (d3 and d9 are relevant)."""
_BARE: Final = re.compile(
    rf"\s*(?:(?P<query>q_?\d{{1,3}})|(?P<side>relevant|results?|ranking|retrieved){_THINGS})"
    r"\s+(?=[^\s:=])",
    re.IGNORECASE,
)
"""A label without a colon, at the start of a part."""
_NAMED: Final = re.compile(
    rf"\s*(?:({_QUERY})|(?:query|topic|question)\s*[:=]\s*(.*\S))\s*", re.IGNORECASE
)
"""A query alone in its part."""
_NUMBERED: Final = re.compile(r"\s*(\d\d?)[.)]\s+(?=\S)")
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<graded>[^\s,:=]{1,60})\s*[:=]\s*(?P<grade>\d+(?:\.\d+)?)\s*(?=,|$)"
    r"|(?P<label>[^:=,]{1,60}?)\s*[:=]|(?P<id>[^\s,:=]{1,60})(?:\s(?=[*•]))?(?P<star>[*•])?)[\s,]*"
)
_NONE: Final = ("none", "nothing", "∅", "-", "–", "—")
_SHORT: Final = re.compile(r"[^\W\d_][\w-]*\d")
"""An id that a star may mark."""
_RULE: Final = re.compile(r"[\s|:+-]*-[\s|:+-]*")
_HIGHEST: Final = 8
_SIGNS: Final = {**dict.fromkeys(map(ord, "“”\"'`[{<>⟨⟩"), " "), ord("·"): ";"}
_COMMAS: Final = re.compile(r"[^\n:=;|→(){}<>]*,[^\n:=;|→(){}<>]*")
"""What may be a row of titles with commas between them: Star Wars, Toy Story."""
_WITH_NUMBER: Final = re.compile(r"\s*\S*[^\W\d]\S*\s+\d+(?:\.\d+)?\s*")
_TITLED: Final = "Commas part the documents, so the words between two commas are one title."
_BARRED: Final = "What stands behind | was read as the relevant documents."
_STARRED: Final = "A star was read as: relevant."
_NUMBERS: Final = "The numbers are the ids of documents, not their grades."


class Query(NamedTuple):
    """A query as it was typed.

    Attributes:
        a: the ids that system A returned, best first.
        b: those of a second system; none if there is no such system.
        grades: the grade of each relevant document; others have grade 0.
    """

    a: Sequence[str]
    b: Sequence[str]
    grades: Mapping[str, int]

    def written(self, ranking: Sequence[str]) -> str:
        """Write a ranking by its grades, with a bar before what was missed: 10|1."""
        found = "".join(str(self.grades.get(each, 0)) for each in ranking)
        missed = "".join(str(self.grades[each]) for each in self.missed(ranking))
        return "|".join(filter(None, (found, missed)))

    def missed(self, ranking: Sequence[str]) -> list[str]:
        """Return the relevant documents that a ranking lacks."""
        return [each for each, grade in self.grades.items() if grade and each not in ranking]


class Typed(NamedTuple):
    """Queries as they were typed; none for a text of another kind.

    Attributes:
        queries: each query.
        said: how the text was read where it may be meant in two ways.
        are_numbers: whether all ids are numbers, which could be grades or ranks in another text.
    """

    queries: Sequence[Query] = ()
    said: str = ""
    are_numbers: bool = False


class _Event(NamedTuple):
    """A part of a text.

    Attributes:
        kind: query, side, name, break or id.
        what: the query; a, b or relevant; another name; the sign; or the id.
        of: the query of a side, or the grade or the score of an id, or "".
    """

    kind: str
    what: str
    of: str = ""
    has_star: bool = False


def read(text: str) -> Typed:
    r"""Read what systems returned for each query, and what is relevant.

    Raises:
        RefusedError: for a ranking without its set, a set without its ranking, or an id that stands
            twice in one ranking; the message says which.

    >>> read("q1: d3 d7 | relevant: d3 d9; q2: d1 d2 | relevant: d2").queries[0]
    Query(a=['d3', 'd7'], b=[], grades={'d3': 1, 'd9': 1})
    >>> read("Relevant: q1 c; q2 e\nA: q1 c d; q2 f e\nB: q1 d; q2 e").queries[1]
    Query(a=['f', 'e'], b=['e'], grades={'e': 1})
    >>> read("q1: a b | c a\nq2: e f | f").said
    'What stands behind | was read as the relevant documents.'
    """
    text, how = _titled(text)
    events = [*_events(_plain(text))]
    has_sets = ("side", "relevant") in {event[:2] for event in events}
    barred = not has_sets and any(event.what == "|" for event in events)
    ids = [event.what for event in events if event.kind == "id"]
    starred = not has_sets and not barred and any(event.has_star for event in events)
    starred &= all(map(_SHORT.fullmatch, ids))
    barred &= not all(map(str.isdigit, ids))
    if not (has_sets or barred or starred):
        return Typed()
    try:
        found = _read(events, barred, starred)
        return found._replace(said=" ".join(filter(None, (how, found.said))))
    except RefusedError:
        if has_sets:
            raise
        return Typed()


def _read(events: Sequence[_Event], barred: bool, starred: bool) -> Typed:
    events, how = _named(events)
    found = _queries(events, barred, starred)
    said = [*how, *[_BARRED] * barred, *[_STARRED] * starred]
    relevant = [id_ for sides in found.values() for id_ in sides.get("relevant", ())]
    ranked = [id_ for sides in found.values() for side in "ab" for id_ in sides.get(side, ())]
    are_numbers, in_sets = (all(map(str.isdigit, ids)) for ids in (ranked, relevant))
    are_mixed = any(map(str.isdigit, relevant)) and not any(map(str.isdigit, ranked))
    are_rows = all(_is_row(sides) for sides in found.values())
    if not ranked or are_mixed or (are_numbers and in_sets and are_rows):
        return Typed()
    if are_numbers and not in_sets:
        said += _by_number(found, relevant)
    queries = [_checked(query, sides, [*found]) for query, sides in found.items()]
    if not any(each.grades.get(id_) for each in queries for id_ in (*each.a, *each.b)):
        raise RefusedError("no ranking has a document that is relevant")
    if any(each.b for each in queries) and not all(each.b for each in queries):
        lacks = [*found][[bool(each.b) for each in queries].index(False)]
        raise RefusedError(f"{_one(lacks, [*found])} has no ranking of system B")
    are_numbers &= in_sets
    said += [_NUMBERS] * are_numbers + _sorted_by_score(found)
    return Typed(queries, " ".join(said), are_numbers)


def _titled(text: str) -> tuple[str, str]:
    """Join the words of each title, if commas part documents of several words: Star Wars, Alien.

    Say so in the second string.
    """
    titles = list[list[str]]()
    for row in _COMMAS.findall(text):
        parts = re.split(r",|\band\b(?=[^,]*$)", row.strip(" []"))
        words = [part.split() for part in parts]
        first = [each[0] for each in words if len(each) > 1]
        if _BARE.match(parts[0]) or re.match(rf"\s*{_KINDS}\b", parts[0], re.IGNORECASE):
            continue
        if not any(re.search(r"\d", word) for word in first):
            titles += [each for each in words if len(each) > 1]
        elif all(map(_WITH_NUMBER.fullmatch, parts)):  # d1 3, d2 0
            text = text.replace(row, ", ".join(":".join(each) for each in words))
    for each in sorted(titles, key=len, reverse=True):
        as_typed = r"[^\S\n]+".join(map(re.escape, each))
        text = re.sub(rf"(?<!\w){as_typed}(?!\w)", "_".join(each), text)
    return text, _TITLED if titles else ""


def _plain(text: str) -> str:
    """Return a text in which all that parts it is a new line, a semicolon, or a bar."""
    text = re.sub(r'"([^"\n]*)"', lambda cell: cell[1].replace(",", " "), text)
    plain = re.sub(r"(?<=\w)\s?\((\d)\)", r":\1,", text.translate(_SIGNS))  # d3 (2)
    plain = re.sub(rf"\(\s*({_QUERY})\s*\)(?=\s*[:=])", r" \1", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\s*[-=]+>\s*|\s*→\s*", ": ", re.sub(r"[^\S\n]+", " ", plain))
    plain = _BEHIND.sub(r"\1 relevant: \2", _in_table(plain))
    plain = re.sub(r"(?:^|(?<=[\n;]))\s*(\d\d?)\)", r"\1.", plain)
    plain = re.sub(r"[\]})]\s*,?", ";", plain).replace("(", ";")
    return _INSIDE.sub(" ; ", re.sub(r"\s+and\s+", " ", plain))


def _in_table(plain: str) -> str:
    """Return the rows of a table with the names of its columns in front of each cell."""
    lines = [line.strip().strip("|") for line in re.split(r"[\n;]", plain) if line.strip()]
    sign = next((sign for sign in "|," if sign in lines[0]), "") if len(lines) > 1 else ""
    names = [cell.strip() for cell in lines[0].split(sign)] if sign else []
    sides = [name for name in names if (side := _side(name)) and side.kind == "side"]
    if len(sides) < 2 or len(names) - len(sides) > 1:
        return plain
    rows = [
        [cell.strip() for cell in line.split(sign)]
        for line in lines[1:]
        if not _RULE.fullmatch(line)
    ]
    if any(len(row) != len(names) for row in rows):
        return plain
    return "\n".join(
        ";".join(
            f"{name}: {cell}" if name in sides else f"query {cell.removeprefix('query ')}:"
            for name, cell in zip(names, row, strict=True)
        )
        for row in rows
    )


def _events(plain: str) -> Iterator[_Event]:
    for part in re.split(r"([\n;|])", plain):
        if part in (*"\n;|",):
            yield _Event("break", part)
            continue
        if named := _NAMED.fullmatch(part):
            yield _Event("query", _key(named[1] or named[2]))
            continue
        numbered = _NUMBERED.match(part)
        if numbered:
            yield _Event("query", _key(numbered[1]))
        yield from _of_part(part, numbered.end() if numbered else 0)


def _of_part(part: str, at: int) -> Iterator[_Event]:
    begins = True
    while at < len(part) and (token := _TOKEN.match(part, at)):
        label = (token["graded"] or token["label"] or "").strip()
        known = _side(label)
        if begins and not known and (bare := _BARE.match(part, at)):
            at = bare.end()
            yield _side(bare["query"] or bare["side"]) or _Event("name", bare[0])
            continue
        at = token.end()
        if known and not (token["graded"] and label.isdigit()):
            yield known
        elif token["label"]:
            yield _Event("name", label)
        if token["graded"]:
            yield _Event("id", token["grade"]) if known else _Event("id", label, token["grade"])
        elif token["id"]:
            id_ = token["id"].rstrip(".*•)") or token["id"]
            if not re.search(r"\w", id_) and id_ not in _NONE:
                continue
            yield _Event("id", id_, "", bool(token["star"]) or token["id"][-1] in "*•")
        begins = not (token["graded"] or token["id"])


def _key(query: str) -> str:
    """Return one name for a query however it is written: q1, for Query 1 and topic #1."""
    words = " ".join(query.lower().split())
    return re.sub(rf"^(?:{_KINDS}|[qtu]_?)\s*#?\s*(?=\d+$)|^(?=\d+$)", "q", words.rstrip(".)"))


def _side(label: str) -> _Event | None:
    """Return what a label says: a query, or a side; None for another name."""
    if _IS_QUERY.fullmatch(label):
        return _Event("query", _key(label))
    for side, form in _SIDES:
        if said := form.fullmatch(label):
            letter = (said[1] or said[2]).lower() if side == "system" else ""
            side = ("b" if letter in "2b" else "a") if letter else side
            return _Event("side", side, _key(said.groups()[-1] or ""))
    return None


def _named(events: Sequence[_Event]) -> tuple[list[_Event], list[str]]:
    """Return other names as queries or as two systems, and say which is which."""
    names = [*dict.fromkeys(event.what for event in events if event.kind == "name")]
    kinds = {event[:2] for event in events}
    sets = sum(event[:2] == ("side", "relevant") for event in events)
    has_queries = any(kind == "query" for kind, _ in kinds)
    follow = {(one.kind, after.kind) for one, after in pairwise(events)}
    has_systems = bool({("side", "a"), ("side", "b")} & kinds)
    has_systems |= events[0].kind == "query" and ("query", "id") in follow
    if 1 <= len(names) <= len("ab") and not has_systems and (has_queries or sets == 1):
        sides = dict(zip(names, "ab", strict=False))
        said = [f"{names[0]} is system A, {names[1]} is B."] if len(names) > 1 else []
        return [
            _Event("side", sides[each.what]) if each.kind == "name" else each for each in events
        ], said
    if names and has_queries:
        raise RefusedError(f"“{names[0][:20]}” is no query, no ranking and not what is relevant")
    return [each._replace(kind="query") if each.kind == "name" else each for each in events], []


def _queries(events: Sequence[_Event], barred: bool, starred: bool) -> dict[str, _Sides]:
    """Return what each query has; queries without a name are blanks."""
    found: dict[str, _Sides] = {}
    outer = next((each.kind for each in events if each.kind in ("query", "side")), "")
    in_rows = starred and any(a.kind == b.kind == "id" for a, b in pairwise(events))
    query, side = "", "a"
    for event, after in zip(events, [*events[1:], _Event("", "")], strict=True):
        here = found.get(query, {})
        if event.kind == "query":
            query, side = event.what, side if outer == "side" else "a"
        elif event.kind == "side":
            side = event.what
            if outer == "side" and side in here:
                query = query if not query.strip() else ""
            query = event.of or query
            while not query.strip() and side in found.get(query, {}):
                query += " "  # the next one without a name
        elif event.kind == "break" and after.kind == "id":
            whole = here.get("a") and (in_rows or (side == "relevant" and here.get(side)))
            if event.what == "|" and barred and side == "a" and here.get("a"):
                side = "relevant"
            elif event.what != "|" and whole and not query.strip():
                query, side = query + " ", "a"
        if event.kind == "id":
            ids = found.setdefault(query, {}).setdefault(side, {})
            if event.what in ids and side != "relevant":
                raise RefusedError(f"“{event.what}” stands twice in {_one(query, [*found])}")
            if event.what.lower() not in _NONE:
                ids[event.what] = event.of
            if starred:
                found[query].setdefault("relevant", {}).update(
                    {event.what: ""} if event.has_star else {}
                )
    return found


def _is_row(sides: _Sides) -> bool:
    """Return whether numbers are no ids: relevant: 4 is a total; rank: 1 2 3, rel: 3 0 2 grades."""
    ranked, relevant = [*sides.get("a", ())], sides.get("relevant", {})
    counted = [str(rank) for rank in range(1, len(relevant) + 1)]
    return len(relevant) == 1 or ranked == counted


def _by_number(found: dict[str, _Sides], relevant: Sequence[str]) -> list[str]:
    """Take doc3 of a set for the 3 of rankings, which have numbers alone; say so."""
    parted = [each for id_ in relevant if (each := re.fullmatch(r"(\D+)(\d+)", id_))]
    if len(parted) < len(relevant) or len({each[1] for each in parted}) != 1:
        return []
    for sides in found.values():
        ids = sides.get("relevant", {})
        sides["relevant"] = {re.sub(r"\D", "", id_): grade for id_, grade in ids.items()}
    return [f"{parted[0][0]} and {parted[0][2]} are one document."]


def _one(query: str, queries: Sequence[str]) -> str:
    """Return what a query is called."""
    if query.strip() or len(queries) == 1:
        return query.strip() or "the list"
    return f"list {queries.index(query) + 1}"


def _checked(query: str, sides: _Sides, queries: Sequence[str]) -> Query:
    """Return a query that has a ranking and a set."""
    for side, lacks in (
        ("a", "ranking"),
        ("relevant", "relevant documents; write none if there are none"),
    ):
        if side not in sides:
            raise RefusedError(f"{_one(query, queries)} has no {lacks}")
    for id_, grade in sides["relevant"].items():
        if grade and (not grade.isdigit() or int(grade) > _HIGHEST):
            raise RefusedError(f"“{id_} {grade}” has no grade from 0 to {_HIGHEST}")
    a, b = (_by_score(sides.get(side, {})) for side in "ab")
    return Query(a, b, {id_: int(grade or 1) for id_, grade in sides["relevant"].items()})


def _by_score(ids: Mapping[str, str]) -> list[str]:
    """Return ids by their scores, the highest first, if all have one."""
    return sorted(ids, key=lambda id_: -float(ids[id_])) if ids and all(ids.values()) else [*ids]


def _sorted_by_score(found: Mapping[str, _Sides]) -> list[str]:
    rankings = [sides[side] for sides in found.values() for side in "ab" if side in sides]
    return ["The scores sort each ranking."] * any(_by_score(ids) != [*ids] for ids in rankings)
