"""The sentence that a screen reader announces after an action: what changed, and the new scores.

The sentence describes the difference of two screens, whatever action led from one to the other: a
drag, a knob, undo, a preset, the browser's Back. It is announced when its run is complete.
"""

from collections.abc import Callable, Mapping
from itertools import starmap
from typing import Final, TypeAlias, TypeVar

from ui.core.documents import RankedList
from ui.core.knob_kinds import to_text
from ui.core.knobs import KNOBS, Drill, Sending
from ui.core.presets import presets
from ui.core.screen import Screen, query_name
from ui.core.session import Announced, Session

Row = TypeVar("Row")
Words: TypeAlias = Callable[[Screen, Screen, bool], str]

_BY_THEIR_PAGES: Final = (*Sending, *Drill)
"""Knobs whose changes are announced by their pages."""
_MOST: Final = 3
"""Most knobs or titles that are announced one by one."""
_MOST_SCORES: Final = 5
"""Most scores that are: as many as a lesson shows side by side."""
_WORDS: Final[dict[str, Words]] = {}


def words_of(knob: str) -> Callable[[Words], Words]:
    """Register the words for a change of a lesson's own knob, by its key.

    The function gets the old screen, the new one, and whether the reader went back.
    """

    def register(describe: Words) -> Words:
        _WORDS[knob] = describe
        return describe

    return register


def announcement(state: Session, page: str) -> str:
    """Return the sentence on all changes since the last one, or ""."""
    if state.preview:
        return ""
    last = state.speech.announced
    state.speech.announced = Announced(
        page, state.current, state.position, _scores(state.drawn.scores), state.drawn.remark
    )
    parts = []
    if last and last.page == page:  # else the title of the page is announced
        back = state.position < last.position
        sends = any(last.screen[key] != state.current[key] for key in Sending)
        parts.append(describe(last.screen, state.current, page, state.speech.document, back=back))
        if parts[0] or (state.speech.announced.scores != last.scores and not sends):
            parts.append(state.speech.announced.scores)
        if sends and not state.drawn.remark:
            parts.append(_knob(Sending.SENT, last.screen, state.current, back=back))
        if state.drawn.remark != last.remark or sends:  # new readers may end the same way
            parts.append(state.drawn.remark)
    changes = ". ".join(filter(None, parts))
    return " ".join([*state.sentences_drawn, changes]).strip()


def describe(old: Screen, new: Screen, page: str, hand: str = "", *, back: bool = False) -> str:
    """Describe the difference of two screens.

    Args:
        old: the screen before.
        new: the screen after.
        page: the page, whose presets are announced by their names.
        hand: id of the document that was moved last: two swapped neighbours do not show which of
            them was moved.
        back: whether a step was undone.
    """
    preset = presets(page).get(new.preset)
    if preset and new.preset != old.preset:
        return f"Step: {preset.title}"
    turned = [key for key in KNOBS if old[key] != new[key] and key not in _BY_THEIR_PAGES]
    if "scale" in turned:
        turned = ["scale"]  # it changes grades and the relevance threshold
    parts = [*filter(None, (_knob(key, old, new, back=back) for key in turned[:_MOST]))]
    if more := turned[_MOST:]:
        parts.append(f"{len(more)} more knobs turned")
    if turned != ["scale"]:
        parts += _queries(old, new, hand, back=back)
        old_b, new_b = old.lists.get("b"), new.lists.get("b")
        if (old_b is None) != (new_b is None):
            parts.append(f"List B {'removed' if new_b is None else 'is there'}")
        elif old_b and new_b and (change := _list(old_b, new_b, new.scale, hand, back=back)):
            parts.append(f"List B: {change}")
    return "; ".join(parts)


def _queries(old: Screen, new: Screen, hand: str, *, back: bool) -> list[str]:
    """Describe the changes of list A, or of each query if there are several."""
    was, now = list(old.queries.values()), list(new.queries.values())
    if at := odd_row(was, now):
        verb = "removed" if len(was) > len(now) else "is back" if back else "added"
        return [f"{query_name(at, max(was, now, key=len)[at - 1])} {verb}"]
    if len(was) != len(now):
        return [f"Other queries: {', '.join(starmap(query_name, enumerate(now[:_MOST], 1)))}"]
    changes = []
    for at, (before, after) in enumerate(zip(was, now, strict=True), start=1):
        if before.query != after.query:
            changes.append(f"Query {at} is now called {query_name(at, after)}")
        if change := _list(before, after, new.scale, hand, back=back):
            changes.append(f"{query_name(at, after)}: {change}" if len(now) > 1 else change)
    if rest := changes[_MOST:]:
        changes[_MOST:] = [f"{len(rest)} more changed"]
    return changes


def odd_row(was: list[Row], now: list[Row]) -> int:
    """Return the number, from 1, of the row that one list has and the other lacks; else 0.

    Of two equal neighbours it is the second.
    """
    fewer, more = sorted((was, now), key=len)
    if len(more) != len(fewer) + 1:
        return 0
    rows = range(len(more), 0, -1)
    return next((at for at in rows if [*more[: at - 1], *more[at:]] == fewer), 0)


def _knob(key: str, old: Screen, screen: Screen, *, back: bool) -> str:
    if key in _WORDS:
        return _WORDS[key](old, screen, back)
    return f"{KNOBS[key].label}: {KNOBS[key].in_words(screen[key], screen.scale)}"


def _list(old: RankedList, new: RankedList, top: int, hand: str, *, back: bool) -> str:
    was, now = ({d.id: d for d in ranked.documents} for ranked in (old, new))
    come, gone = [id_ for id_ in now if id_ not in was], [id_ for id_ in was if id_ not in now]
    if len(come) == 1 and not gone and _rows(old) == _rows(new, come[0]):
        return f"{now[come[0]].title} {'is back' if back else 'added'}, {_place(new, come[0])}"
    if len(gone) == 1 and not come and _rows(old, gone[0]) == _rows(new):
        return f"{was[gone[0]].title} deleted"
    first = ", ".join(d.title for d in new.documents[:_MOST])
    if come or gone or old.topic != new.topic:  # documents of two topics may have the same ids
        return f"Another list: {first}"
    changes = [f"Renamed to {d.title}" for id_, d in now.items() if d.title != was[id_].title]
    graded = [d for id_, d in now.items() if d.grade != was[id_].grade]
    if len(graded) > 1:
        changes.append(f"{len(graded)} grades changed")
    elif graded:
        grade = graded[0].grade
        verdict = "not judged" if grade is None else f"graded {grade} of {top}"
        changes.append(f"{graded[0].title} {verdict}")
    scored = _scored(old, new, top)
    if len(scored) > 1:
        changes.append(f"{len(scored)} scores changed")
    for id_, score in scored.items() if len(scored) == 1 else ():
        changes.append(f"{now[id_].title} scored {to_text(score)}, {_place(new, id_)}")
        if _rows(old, id_) == _rows(new, id_):
            return "; ".join(changes)
    if _rows(old) != _rows(new):
        moved = next((id_ for id_ in (hand, *now) if _rows(old, id_) == _rows(new, id_)), None)
        places = zip(_rows(old), _rows(new), strict=True)
        differ = [after for before, after in places if before != after]
        if len(differ) == 2 and moved != hand and None not in differ:
            changes += [f"{now[id_].title}, {_place(new, id_)}" for id_ in differ if id_]
        elif moved in now:
            changes.append(f"{now[moved].title}{' is back' if back else ''}, {_place(new, moved)}")
        else:
            changes.append(f"New order: {first}")
    return "; ".join(changes)


def _scored(old: RankedList, new: RankedList, top: int) -> dict[str, float | None]:
    """Return the changed predicted scores by document; none if only the order changed."""
    if not old.is_scored and not new.is_scored:
        return {}
    was, now = ({d.id: d.predicted for d in ranked.scored(top).documents} for ranked in (old, new))
    if list(was.values()) == list(now.values()):
        return {}
    return {id_: score for id_, score in now.items() if score != was[id_]}


def _rows(ranked: RankedList, without: str = "") -> list[str | None]:
    """Return the ids by row, except one; None is the retrieval line."""
    rows: list[str | None] = [d.id for d in ranked.documents]
    rows.insert(ranked.retrieved, None)
    return [row for row in rows if row != without]


def _place(ranked: RankedList, document: str) -> str:
    at = [d.id for d in ranked.documents].index(document)
    return f"rank {at + 1} of {ranked.retrieved}" if at < ranked.retrieved else "not retrieved"


def _scores(scores: Mapping[str, tuple[str, int]]) -> str:
    """Write the scores that a page has drawn; of many, those that changed or their number."""
    if len(scores) > _MOST_SCORES:
        changed = {label: score for label, score in scores.items() if score[1]}
        if len(changed) > _MOST_SCORES:
            better = sum(verdict > 0 for _, verdict in changed.values())
            counts = {"better": better, "worse": len(changed) - better}
            ways = [f"{count} got {way}" for way, count in counts.items() if count]
            return f"Of {len(scores)} scores {' and '.join(ways)}"
        scores = changed
    return "; ".join(f"{label} {text}" for label, (text, _) in scores.items())
