"""What each score adds up, with the numbers that the last move changed, and what it changed most.

A summand belongs to a document. So after a move each summand stands beside its earlier one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from ui.core import knobs
from ui.core.documents import RankedList
from ui.core.plain import about, decimals
from ui.draw import many_metrics, rank_terms
from ui.draw.beside_cards import MOST_WITH_GHOSTS
from ui.draw.score import Measured

_EXACT: Final = 1e-9
_FEW: Final = 8
"""Most summands of a sum that also shows those that are 0."""
_LONG: Final = 60
"""Most characters of the summands on a slide that is written large."""
_ADD: Final = {
    "precision": "a hit counts 1, a miss 0",
    "reciprocal_rank": "the first hit counts 1/rank",
    "average_precision": "a hit counts hits so far / rank",
    "interpolated_precision": "the precision at the rank that has the best one",
    "interpolated_average_precision": "recall levels · their best precision",
    "q_measure": "a hit counts (hits + gain so far) / (rank + ideal gain so far)",
    "bpref": "a hit counts less for each judged miss above it",
    "cumulative_gain": "a document counts its gain",
    "dcg": "gain · weight of the rank",
    "ndcg": "gain · weight of the rank",
    "rbp": "worth · weight of the rank",
    "err": "1/rank · who goes on · who stops",
}
"""What a summand is, in a clause; of other metrics it is only a number."""
_BY: Final = {"relevant": "{} are relevant", "found": "{} were found", "capped": "{} could be"}
"""What AP is divided by."""


class Summand(NamedTuple):
    """What a document adds to a score, before the sum is divided; `text` has its factors."""

    text: str
    value: float


class Sum(NamedTuple):
    """A score as a sum over documents, by their id; "" adds what belongs to none."""

    summands: Mapping[str, Summand]
    divisor: float
    factor: str


def divisor(key: str, breakdown: Breakdown, k: int) -> float:
    """Return what the sum of a metric is divided by."""
    aside = breakdown.aside
    by: Mapping[str, float] = {
        "precision": k,
        "bpref": float(aside.get("relevant_total", 1)),
        "average_precision": float(aside.get("denominator", 1)),
        "q_measure": float(aside.get("denominator", 1)),
        "ndcg": float(aside.get("ideal_dcg", 1)),
        "interpolated_average_precision": float(aside["level"].size if "level" in aside else 1),
    }
    return by.get(key, 1) or 1


def of(measured: Measured) -> Sum:
    """Return a score as a sum over its documents."""
    key, breakdown, ranked = measured.key, measured.breakdown, measured.ranked
    total = divisor(key, breakdown, measured.screen.k)
    adds = [float(add) * total for add in breakdown.terms["contribution"]]
    if key in rank_terms.OF:
        texts = [_short(term.summand) for term in rank_terms.OF[key](breakdown)]
    elif key == "reciprocal_rank":
        texts = [f"1/{rank}" if add else "" for rank, add in enumerate(adds, start=1)]
    else:
        texts = [decimals(add) if add else "" for add in adds]
    rows = zip(ranked.documents, texts, adds, strict=False)
    summands = {document.id: Summand(text, add) for document, text, add in rows if text}
    if rest := float(breakdown.remainder):
        summands[""] = Summand(decimals(rest), rest)
    factor = rank_terms.factor(key, breakdown, measured.screen.k)
    return Sum(summands, total, factor or (f"1/{total:g}" if total != 1 else ""))


def _short(text: str) -> str:
    """Write the factors of a summand without zeros at their end.

    >>> _short("2·0.500"), _short("10·1.000")
    ('2·0.5', '10·1')
    """
    return re.sub(r"\.?0+$", "", text) if "." in text else text


# In numbers


def html(measured: Sequence[Measured]) -> str:
    """Write each score as a sum, with what a summand is; "" for too many scores."""
    if not 0 < len(measured) <= MOST_WITH_GHOSTS:
        return ""
    was = any(one.terms_before is not None for one in measured)
    legend = "<p>Crossed out: before the last move.</p>" * was
    return f"<div class='sums'>{''.join(map(_row, measured))}{legend}</div>"


def slide(measured: Sequence[Measured]) -> str:
    """Write the sum of the score that the last move changed most, for a hall."""
    shown = max(measured, key=_size, default=None)
    if not shown:
        return ""
    long = " long" * (sum(len(each.text) + 3 for each in of(shown).summands.values()) > _LONG)
    return f"<p class='slide formula sums{long}'>{_sum(shown)}</p>"


def _row(measured: Measured) -> str:
    says = f"{many_metrics.name(measured.key)}: {_says(measured)}"
    return f"<p>{_sum(measured)} <small>{says}</small></p>"


def _sum(measured: Measured) -> str:
    now, before = of(measured), measured.measured_before
    was = of(before) if before else None
    terms = " + ".join(_terms(measured.ranked, now, was)) or "0"
    factor = f"{_changed(now.factor, was.factor if was else now.factor)} "
    total = f"{factor}({terms})" if now.factor else terms
    return f"{measured.label} = {total} = <b>{measured.text}</b>"


def _says(measured: Measured) -> str:
    """Say what a summand is."""
    key, aside = measured.key, measured.breakdown.aside
    if key not in _ADD:
        return many_metrics.asks(key).partition(": ")[2].rstrip(".")
    if key == "average_precision":
        by = f"{float(aside['denominator']):g}"
        return f"{_ADD[key]}; {_BY[measured.screen['denominator']].format(by)}"
    if key == "ndcg" and aside["ideal_dcg"]:
        return f"{_ADD[key]}; the best order sums to {of(measured).factor.removeprefix('1/')}"
    if key != "err":
        return _ADD[key]
    ranks = zip(measured.ranked.documents, measured.breakdown.terms["satisfaction"], strict=False)
    by_grade = {document.grade: float(share) for document, share in ranks if document.grade}
    grades = [
        f"{rank_terms.fraction(by_grade[grade]) or decimals(by_grade[grade])} by a {grade}"
        for grade in sorted(by_grade, reverse=True)[:3]
    ]
    return f"{_ADD['err']}{': ' * bool(grades)}{', '.join(grades)}"


def _terms(ranked: RankedList, now: Sum, was: Sum | None) -> Iterator[str]:
    """Yield each summand as HTML, from the first rank on; it names its document."""
    few = len(now.summands) <= _FEW
    for id_ in [*(document.id for document in ranked.documents), ""]:
        term = now.summands.get(id_)
        earlier = (was or now).summands.get(id_)
        if differ(term, earlier):
            text = _changed(term.text if term else "0", earlier.text if earlier else "0")
        elif not term or not (few or term.value):
            continue
        else:
            text = term.text
        yield f"<span{about(f'a-{id_}') if id_ else ''}>{text}</span>"


def _changed(now: str, was: str) -> str:
    return now if now == was else f"<del>{was}</del> <ins>{now}</ins>"


def differ(one: Summand | None, other: Summand | None) -> bool:
    """Return whether a document adds something else; how many digits are written says nothing."""
    values = [each.value if each else 0.0 for each in (one, other)]
    return abs(values[0] - values[1]) > _EXACT


# In words


def reaction(measured: Sequence[Measured]) -> str:
    """Say what the last move changed most, and why; "" if there was none.

    Scores without an upper limit have another unit than the others, and are left out.
    """
    moved = [one for one in measured if one.terms_before is not None]
    if not any(map(_is_other, moved)):
        return ""
    limited = [one for one in moved if one.bounds[1]]
    by_size = sorted(limited or moved[:1], key=_size, reverse=True)
    most, least = by_size[0], by_size[-1]
    if not _size(most):
        return "No score changed."
    way, size = "rose" if (most.change or 0) > 0 else "fell", decimals(_size(most))
    alone = len(by_size) == 1 or _size(by_size[1]) == _size(most)
    said = f"{METRICS[most.key].label()} {way}{'' if alone else ' most,'} by {size}: {_why(most)}."
    if _size(least) == _size(most):
        return said + " The others changed as much." * (len(by_size) > 1)
    name = METRICS[least.key].label()
    return f"{said} {name} changed least." if _size(least) else f"{said} {name} stays."


def _is_other(measured: Measured) -> bool:
    """Return whether the last move changed what a score reads."""
    now, before = measured.screen, measured.screen_before
    assert before
    read = knobs.of_metrics(measured.key)
    return now.a != before.a or any(now[knob] != before[knob] for knob in read)


def _size(measured: Measured) -> float:
    return round(abs(measured.change or 0), 3)


def _why(measured: Measured) -> str:
    """Say which document changed a score most, by its summands."""
    before = measured.measured_before
    assert before
    now, was = of(measured), of(before)
    ids = dict.fromkeys([*now.summands, *was.summands])
    changed = [id_ for id_ in ids if differ(now.summands.get(id_), was.summands.get(id_))]
    if not changed:
        return f"the sum counts {now.factor}, not {was.factor}"

    def size(id_: str) -> float:
        added, earlier = now.summands.get(id_), was.summands.get(id_)
        return abs(
            (added.value if added else 0) / now.divisor
            - (earlier.value if earlier else 0) / was.divisor
        )

    id_ = max(changed, key=size)
    text, earlier = (
        each.summands[id_].text if id_ in each.summands else "0" for each in (now, was)
    )
    return f"{_who(id_, measured, before)} counts {text}, not {earlier}"


def _who(id_: str, measured: Measured, before: Measured) -> str:
    """Name a document by its earlier rank."""
    if not id_:
        return "what was not found"
    ids = [document.id for document in before.ranked.documents]
    if id_ not in ids:
        return "the new document"
    rank = ids.index(id_) + 1
    if rank > before.ranked.retrieved:
        return "the document that was not retrieved"
    now = [document.id for document in measured.ranked.documents]
    moved = id_ not in now or now.index(id_) + 1 != rank
    return f"the card from rank {rank}" if moved else f"rank {rank}"
