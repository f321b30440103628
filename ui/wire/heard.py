"""What a screen reader is told: one sentence for whatever the reader did, with the scores it made.

The sentence comes from the difference of two screens, whichever way led from one to the other: a
drag, a knob, undo, a preset, the browser's Back. It is said when the run that drew it is complete.
"""

from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Final, TypeVar

from ui.look.plain import decimals
from ui.state.continuation import handles
from ui.state.documents import RankedList
from ui.state.knobs import (
    KNOBS,
    Amounts,
    Choice,
    Curve,
    Drill,
    Pairs,
    Range,
    Sending,
    Several,
    Shares,
    spelled,
)
from ui.state.presets import presets
from ui.state.screen import Screen, query_name
from ui.state.session import Heard, Session

Row = TypeVar("Row")

_UNTOLD: Final = (*Sending, *Drill)
"""Knobs whose pages tell themselves what has become of them."""
_MOST: Final = 3
"""So many knobs or titles are told one by one."""
_MOST_SCORES: Final = 5
"""So many scores are: as many as a lesson shows side by side."""


def sentence(now: Session, page: str) -> str:
    """Return what there is to say since the last sentence; "" where there is nothing."""
    if now.preview:
        return ""
    last = now.speech.heard
    now.speech.heard = Heard(
        page, now.current, now.position, _scores(now.drawn.scores), now.drawn.remark
    )
    said = []
    if last and last.page == page:  # else the title of the page is heard
        back = now.position < last.position
        sends = any(last.screen[key] != now.current[key] for key in Sending)
        said.append(words(last.screen, now.current, page, now.speech.document, back=back))
        if said[0] or (now.speech.heard.scores != last.scores and not sends):
            said.append(now.speech.heard.scores)
        if sends and not now.drawn.remark:
            said.append(_knob(Sending.SENT, last.screen, now.current, back=back))
        if now.drawn.remark != last.remark or sends:  # other readers may do just the same
            said.append(now.drawn.remark)
    told = ". ".join(part for part in said if part)
    return " ".join([*now.sentences_drawn, told]).strip()


def words(old: Screen, new: Screen, page: str, hand: str = "", *, back: bool = False) -> str:
    """Say what makes one screen of another.

    Args:
        old: the screen as it was.
        new: the screen as it is.
        page: the page it is on, whose presets are told by their names.
        hand: the document that was last moved, by its id: two neighbours that changed places
            do not tell which of them it was.
        back: whether a step was taken back.
    """
    preset = presets(page).get(new.preset)
    if preset and new.preset != old.preset:
        return f"Preset: {preset.name}"
    turned = [key for key in KNOBS if old[key] != new[key] and key not in _UNTOLD]
    if "scale" in turned:
        turned = ["scale"]  # grades and the bar for relevance follow it
    said = [*filter(None, (_knob(key, old, new, back=back) for key in turned[:_MOST]))]
    if more := turned[_MOST:]:
        said.append(f"{len(more)} more knobs turned")
    if turned != ["scale"]:
        said += _queries(old, new, hand, back=back)
        one, other = old.lists.get("b"), new.lists.get("b")
        if (one is None) != (other is None):
            said.append(f"List B {'removed' if other is None else 'is there'}")
        elif one and other and (told := _list(one, other, new.scale, hand, back=back)):
            said.append(f"List B: {told}")
    return "; ".join(said)


def _queries(old: Screen, new: Screen, hand: str, *, back: bool) -> list[str]:
    """Say what happened to list A, and to each of the queries where there are several."""
    was, now = list(old.queries.values()), list(new.queries.values())
    fewer, more = sorted((was, now), key=len)
    if len(more) == len(fewer) + 1:
        # If two neighbours are equal, the second is reported as the added one.
        at = next((at for at in range(len(more), 0, -1) if _but(more, at) == fewer), None)
        if at:
            verb = "removed" if more is was else "is back" if back else "added"
            return [f"{query_name(at, more[at - 1])} {verb}"]
    if len(was) != len(now):
        return [f"Other queries: {', '.join(starmap(query_name, enumerate(now[:_MOST], 1)))}"]
    said = []
    for at, (one, other) in enumerate(zip(was, now, strict=True), start=1):
        if one.query != other.query:
            said.append(f"Query {at} is now called {query_name(at, other)}")
        if told := _list(one, other, new.scale, hand, back=back):
            said.append(f"{query_name(at, other)}: {told}" if len(now) > 1 else told)
    if rest := said[_MOST:]:
        said[_MOST:] = [f"{len(rest)} more changed"]
    return said


def _but(rows: list[Row], at: int) -> list[Row]:
    """Return all rows but one, counted from 1."""
    return [*rows[: at - 1], *rows[at:]]


def _knob(key: str, old: Screen, screen: Screen, *, back: bool) -> str:
    knob, value = KNOBS[key], screen[key]
    if isinstance(knob, Pairs):
        return _topics(old[key], value, back=back)
    if isinstance(knob, Curve):
        return _goes_on(old, screen)
    if isinstance(knob, Choice):
        return f"{knob.label}: {knob.names(screen.scale)[value]}"
    if isinstance(knob, Several):
        names = [knob.options[each] for each in value]
        return f"{knob.label}: {', '.join(names) if len(names) <= _MOST else len(names)}"
    if isinstance(knob, Shares):
        shares = knob.argument(value, screen.scale)
        return f"{knob.label}: {', '.join(map(decimals, shares))}"
    if isinstance(knob, Range) and knob.meaning:
        return f"{knob.label}: {spelled(value)}, {knob.meaning(value)}"
    amounts = value[: screen.scale + 1] if isinstance(knob, Amounts) else value
    return f"{knob.label}: {spelled(amounts)}"


def _topics(old: Sequence[float | None], new: Sequence[float | None], *, back: bool) -> str:
    """Say what happened to the scores of two systems on some topics."""
    was, now = (list(zip(each[::2], each[1::2], strict=True)) for each in (old, new))
    fewer, more = sorted((was, now), key=len)
    if len(more) == len(fewer) + 1:
        at = next((at for at in range(len(more), 0, -1) if _but(more, at) == fewer), None)
        if at:
            return f"Topic {at} {'removed' if more is was else 'is back' if back else 'added'}"
    if len(was) != len(now):
        return f"Other scores, of {len(now)} topics"
    changed = [at for at, (one, other) in enumerate(zip(was, now, strict=True)) if one != other]
    if len(changed) > 1:
        return f"The scores of {len(changed)} topics changed"
    a, b = now[changed[0]]
    found = (
        "nothing to find" if a is None or b is None else f"A {decimals(a, 2)}, B {decimals(b, 2)}"
    )
    return f"Topic {changed[0] + 1}: {found}"


def _goes_on(old: Screen, new: Screen) -> str:
    """Say which handles of a curve are elsewhere."""
    was, now = handles(old), handles(new)
    moved = {
        rank: chance
        for rank, chance in enumerate(now, start=1)
        if rank <= len(was) and abs(chance - was[rank - 1]) >= 5e-4
    }
    if len(moved) > _MOST:
        return f"{len(moved)} handles moved"
    each = (f"after rank {rank} with {decimals(chance)}" for rank, chance in moved.items())
    return f"Goes on {', '.join(each)}" if moved else ""


def _list(old: RankedList, new: RankedList, top: int, hand: str, *, back: bool) -> str:
    was, now = ({d.id: d for d in each.documents} for each in (old, new))
    come, gone = [id_ for id_ in now if id_ not in was], [id_ for id_ in was if id_ not in now]
    if len(come) == 1 and not gone and _rows(old) == _rows(new, come[0]):
        return f"{now[come[0]].title} {'is back' if back else 'added'}, {_place(new, come[0])}"
    if len(gone) == 1 and not come and _rows(old, gone[0]) == _rows(new):
        return f"{was[gone[0]].title} deleted"
    first = ", ".join(d.title for d in new.documents[:_MOST])
    if come or gone:
        return f"Another list: {first}"
    said = [f"Renamed to {each.title}" for id_, each in now.items() if each.title != was[id_].title]
    graded = [each for id_, each in now.items() if each.grade != was[id_].grade]
    if len(graded) > 1:
        said.append(f"{len(graded)} grades changed")
    elif graded:
        grade = graded[0].grade
        verdict = "not judged" if grade is None else f"graded {grade} of {top}"
        said.append(f"{graded[0].title} {verdict}")
    scored = _scored(old, new, top)
    if len(scored) > 1:
        said.append(f"{len(scored)} scores changed")
    for id_, score in scored.items() if len(scored) == 1 else ():
        said.append(f"{now[id_].title} scored {spelled(score)}, {_place(new, id_)}")
        if _rows(old, id_) == _rows(new, id_):
            return "; ".join(said)
    if _rows(old) != _rows(new):
        moved = next((id_ for id_ in (hand, *now) if _rows(old, id_) == _rows(new, id_)), None)
        places = zip(_rows(old), _rows(new), strict=True)
        differ = [after for before, after in places if before != after]
        if len(differ) == 2 and moved != hand and None not in differ:
            said += [f"{now[id_].title}, {_place(new, id_)}" for id_ in differ if id_]
        elif moved in now:
            said.append(f"{now[moved].title}{' is back' if back else ''}, {_place(new, moved)}")
        else:
            said.append(f"New order: {first}")
    return "; ".join(said)


def _scored(old: RankedList, new: RankedList, top: int) -> dict[str, float | None]:
    """Return the predicted scores that changed, by document; not where only ranks did."""
    if not old.is_scored and not new.is_scored:
        return {}
    was, now = ({d.id: d.predicted for d in each.scored(top).documents} for each in (old, new))
    if list(was.values()) == list(now.values()):
        return {}
    return {id_: score for id_, score in now.items() if score != was[id_]}


def _rows(ranked: RankedList, without: str = "") -> list[str | None]:
    """Return the ids in their rows, the retrieval line among them, but for one."""
    rows: list[str | None] = [d.id for d in ranked.documents]
    rows.insert(ranked.retrieved, None)
    return [row for row in rows if row != without]


def _place(ranked: RankedList, document: str) -> str:
    at = [d.id for d in ranked.documents].index(document)
    return f"rank {at + 1} of {ranked.retrieved}" if at < ranked.retrieved else "not retrieved"


def _scores(told: Mapping[str, tuple[str, int]]) -> str:
    """Say the scores a page has drawn, and where they are many, those that changed or how many."""
    if len(told) > _MOST_SCORES:
        changed = {label: each for label, each in told.items() if each[1]}
        if len(changed) > _MOST_SCORES:
            better = sum(verdict > 0 for _, verdict in changed.values())
            each = {"better": better, "worse": len(changed) - better}
            ways = [f"{number} got {way}" for way, number in each.items() if number]
            return f"Of {len(told)} scores {' and '.join(ways)}"
        told = changed
    return "; ".join(f"{label} {text}" for label, (text, _) in told.items())
