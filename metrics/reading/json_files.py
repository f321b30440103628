"""JSON: documents by topic, records, and what search engines answer."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

import pandas as pd

from .. import checks
from .headers import is_known
from .rows import Asked, Kind, Rows, quoted
from .tables import of_frame, without_names

_PARTS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(
        ("run", "runs", "results", "retrieved", "predictions", "ranking", "hits"), "run"
    ),
    **dict.fromkeys(("qrels", "qrel", "judgments", "judgements", "groundtruth"), "qrels"),
    **dict.fromkeys(("relevantdocs", "relevantdocuments", "relevance", "gold"), "qrels"),
}
"""Names under which run and judgements stand in one object."""


def of_json(text: str, asked: Asked) -> Rows:
    """Read JSON, or lines of JSON.

    Known are {topic: {document: number}}, {topic: [document, …]}, a list of records or of rows, a
    table by columns, run and judgements under names such as "run" and "qrels", a record for each
    topic with its documents, the answer of `_rank_eval`, and OpenSearch's judgments.
    """
    try:
        value = _loaded(text, asked)
    except RecursionError:
        raise ValueError(f"{asked.name}: its JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        value = _of_lines(text, error, asked)
    return _of_value(value, asked)


def _loaded(text: str, asked: Asked) -> Any:
    """Parse JSON in which no name stands twice in one object."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = quoted(str(checks.repeated([name for name, _ in pairs])))
            raise ValueError(f"{asked.name}: in its JSON, {twice} stands twice")
        return found

    return json.loads(text, object_pairs_hook=once)


def _of_lines(text: str, whole: json.JSONDecodeError, asked: Asked) -> list[Any]:
    """Read a value from each line."""
    values = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                values.append(_loaded(line, asked))
            except (json.JSONDecodeError, RecursionError) as error:
                # The fault of the whole, unless other lines can be read.
                at = number if values else whole.lineno
                why = getattr(error if values else whole, "msg", "nested too deeply")
                help_ = "; Python’s own text is none, so save it by json.dump" * ("{'" in text)
                raise ValueError(
                    f"{asked.name}, line {at}: is not JSON: {quoted(why.lower())}{help_}"
                ) from None
    return values


def _of_value(value: Any, asked: Asked) -> Rows:
    if isinstance(value, Mapping):
        if isinstance(details := value.get("details"), Mapping):
            return _rank_eval(details, asked)
        if judged := _rated(value):
            return _judgments(judged, asked)
        if "nbformat" in value:
            raise ValueError(f"{asked.name} is a notebook; save the run and the judgements from it")
        if isinstance(rows := value.get("data"), list) and {"columns", "schema"} & value.keys():
            frame = pd.DataFrame(rows, columns=value.get("columns"))
            return of_frame(_numbered(frame), asked, unit="row")
        if parts := _parts(value):
            return _of_parts(parts, asked)
        inner = [*value.values()]
        if len(inner) > 1 and sum(map(is_known, value)) > 1 and _alike(inner):
            return of_frame(_numbered(pd.DataFrame(value)), asked, unit="row")
        if _records_by_number(inner):
            return of_frame(_numbered(pd.DataFrame(inner)), asked, unit="record")
        of_records = [each for each in inner if _is_records(each)]
        if len(of_records) == 1 and sum(isinstance(each, list) for each in inner) == 1 < len(inner):
            return _of_value(of_records[0], asked)
        if inner and all(isinstance(each, Mapping | list) for each in inner):
            lists = [each for each in inner if isinstance(each, list) and each]
            if len(inner) == 1 and lists and isinstance(lists[0][0], Mapping):
                if not any(map(is_known, _flat(lists[0])[0])):
                    _refuse(asked)
                return _of_value(lists[0], asked)
            return _by_topic(value, asked)
        if any(map(is_known, value)) or any(isinstance(each, list) for each in inner):
            return of_frame(_numbered(pd.DataFrame([value])), asked, unit="record")
    elif isinstance(value, list) and value:
        if all(isinstance(each, Mapping) for each in value):
            return of_frame(_numbered(pd.DataFrame(_flat(value))), asked, unit="record")
        widths = {len(each) if isinstance(each, list) else 0 for each in value}
        if len(widths) == 1 and widths.pop() > 1:
            cells = _numbered(pd.DataFrame(value).astype(str))
            return without_names(cells, asked, unit="row") or _refuse(asked)
    return _refuse(asked)


def _is_records(value: Any) -> bool:
    """Return whether a value is a list of objects."""
    return isinstance(value, list) and bool(value) and all(isinstance(x, Mapping) for x in value)


def _records_by_number(inner: Sequence[Any]) -> bool:
    """Return whether values are records with the same names, some of them of texts."""
    if not inner or not all(isinstance(each, Mapping) for each in inner):
        return False
    names = {tuple(each) for each in inner}
    return len(names) == 1 and any(
        sum(map(is_known, each)) > 1 and any(isinstance(value, str) for value in each.values())
        for each in inner[:1]
    )


def _flat(records: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return records of documents for records of topics, each of which holds its documents.

    They stand in a list of records, best first if its name is that of a run, or are the names of
    numbers.
    """
    names = {
        name
        for record in records
        for name, value in record.items()
        if _is_records(value) or _is_numbers(value)
    }
    if len(names) != 1:
        return [*records]
    (name,) = names
    flat: list[Mapping[str, Any]] = []
    in_order = _kind_of(name) == "run"
    for record in records:
        outer = {
            ("topic" if each == "id" else each): value
            for each, value in record.items()
            if not isinstance(value, Mapping | list)
        }
        inside = record.get(name) or []
        if isinstance(inside, Mapping):
            flat += [{**outer, "document": each, "score": at} for each, at in inside.items()]
            continue
        given = in_order and not any("score" in each or "rank" in each for each in inside)
        flat += [
            {**outer, **({"rank": at} if given else {}), **each}
            for at, each in enumerate(inside, start=1)
        ]
    return flat


def _kind_of(name: str) -> Kind | None:
    return _PARTS.get(re.sub(r"[\W_]+", "", name.lower()))


def _is_numbers(value: Any) -> bool:
    """Return whether a value is an object of numbers."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(isinstance(each, int | float) for each in value.values())
    )


def _rated(value: Mapping[str, Any]) -> list[Any]:
    """Return OpenSearch's judgments, as they were saved or as a search finds them."""
    if isinstance(judged := value.get("judgmentRatings"), list):
        return judged
    hits = value.get("hits")
    found = hits.get("hits") if isinstance(hits, Mapping) else None
    return [
        each
        for hit in found or ()
        if isinstance(hit, Mapping) and isinstance(source := hit.get("_source"), Mapping)
        for each in source.get("judgmentRatings") or ()
    ]


def _parts(value: Mapping[str, Any]) -> dict[Kind, Any]:
    """Return the run and the judgements that stand under their names in one object."""
    found: dict[Kind, Any] = {}
    for name, part in value.items():
        kind = _kind_of(name)
        if kind and isinstance(part, Mapping) and part:
            if kind in found or not all(isinstance(each, Mapping | list) for each in part.values()):
                return {}
            found[kind] = part
    others = [part for part in value.values() if not isinstance(part, Mapping) or part]
    return found if "qrels" in found or len(others) == len(found) else {}


def _of_parts(parts: Mapping[Kind, Any], asked: Asked) -> Rows:
    """Read the run and the judgements of one object."""
    wanted = [kind for kind in parts if asked.hint in (None, kind)]
    if not wanted:
        raise ValueError(f"{asked.name}: its JSON holds no {asked.hint}, only {', '.join(parts)}")
    rows = {kind: _by_topic(parts[kind], asked._replace(hint=kind)) for kind in wanted}
    if len(rows) == 1:
        (only,) = rows.values()
        return only
    tables = []
    for each in rows.values():
        by = {"grade": each.grade, "score": each.score, "rank": each.rank}
        there = {name: values for name, values in by.items() if values is not None}
        names = {"topic": each.topic.to_pylist(), "document": each.document.to_pylist()}
        tables.append(pd.DataFrame(names | there))
    both = tables[0].merge(tables[1], how="outer", on=["topic", "document"], sort=False)
    found = of_frame(_numbered(both), asked, unit="entry")
    found.notes = [note for each in rows.values() for note in each.notes]
    return found


def _refuse(asked: Asked) -> NoReturn:
    raise ValueError(
        f"{asked.name}: is JSON of a form that is not known; allowed are "
        '{"topic": {"document": number}}, {"topic": ["document", …]}, and records such as '
        '{"query_id": "q1", "doc_id": "d1", "relevance": 1}'
    )


def _alike(columns: Sequence[Any]) -> bool:
    """Return whether values are the columns of one table."""
    kinds = {type(each) for each in columns}
    same = kinds == {list} and len({len(each) for each in columns}) == 1
    return same or kinds == {dict}


def _numbered(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.set_axis(pd.RangeIndex(1, len(frame) + 1))


def _by_topic(value: Mapping[str, Any], asked: Asked) -> Rows:
    """Read documents by topic: with a number each, or as a list in ranked order."""
    records: list[Any] = []
    lists = 0
    for topic, documents in value.items():
        if isinstance(documents, Mapping):
            records += [(topic, document, number) for document, number in documents.items()]
            continue
        lists += 1
        for rank, each in enumerate(documents, start=1):
            if isinstance(each, Mapping):
                records.append({"topic": topic, **each})
            elif isinstance(each, list) and len(each) == 2:
                records.append((topic, *each))
            elif isinstance(each, str | int):
                records.append((topic, each, rank if asked.hint != "qrels" else 1))
            else:
                _refuse(asked)
    if lists not in (0, len(value)) or len({type(each) for each in records}) > 1:
        _refuse(asked)
    if records and isinstance(records[0], Mapping):
        return of_frame(_numbered(pd.DataFrame(records)), asked, unit="record")
    of_ids = lists and any(isinstance(each, str | int) for ids in value.values() for each in ids)
    frame = pd.DataFrame(records, columns=["topic", "document", "score"]).astype({"topic": str})
    if any(isinstance(each, Mapping | list) for each in frame["score"]):
        _refuse(asked)
    if of_ids:
        frame = frame.rename(columns={"score": "grade" if asked.hint == "qrels" else "rank"})
    frame["document"] = frame["document"].map(str)
    rows = of_frame(_numbered(frame), asked, unit="entry")
    rows.notes = [note for note in rows.notes if "column" not in note.text]
    if of_ids:
        rows.sure = asked.hint is not None
        meant = "relevant ones" if asked.hint == "qrels" else "ranking, best first"
        rows.note(f"The documents of each topic of {asked.name} were taken for its {meant}.")
    return rows


def _rank_eval(details: Mapping[str, Any], asked: Asked) -> Rows:
    """Read the answer of `_rank_eval`: lists with ratings; null is not judged."""
    try:
        records = [
            (topic, hit["hit"]["_id"], rank, "?" if hit["rating"] is None else hit["rating"])
            for topic, found in details.items()
            for rank, hit in enumerate(found["hits"], start=1)
        ]
    except (KeyError, TypeError):
        _refuse(asked)
    frame = pd.DataFrame(records, columns=["topic", "document", "rank", "grade"])
    rows = of_frame(_numbered(frame.astype({"grade": str})), asked, unit="hit")
    rows.form = "an answer of _rank_eval"
    rows.note(
        f"{asked.name} holds only what was returned: documents that were missed count neither in "
        "recall, nor in AP, nor in an ideal order.",
        doubt=True,
    )
    return rows


def _judgments(judged: Sequence[Any], asked: Asked) -> Rows:
    """Read OpenSearch's judgments."""
    try:
        records = [
            (each["query"], rating["docId"], str(rating["rating"]))
            for each in judged
            for rating in each["ratings"]
        ]
    except (KeyError, TypeError):
        _refuse(asked)
    frame = pd.DataFrame(records, columns=["topic", "document", "grade"])
    rows = of_frame(_numbered(frame), asked, unit="rating")
    rows.form = "OpenSearch’s judgments"
    return rows
