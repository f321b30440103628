"""What each score adds up, with the numbers that the last move changed, and what it changed most.

A summand belongs to a document. So after a move it is compared with its earlier one.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from ui.core import knobs
from ui.core.documents import RankedList
from ui.core.plain import about, decimals, listed
from ui.draw import many_metrics, rank_terms
from ui.draw.beside_cards import MOST_WITH_GHOSTS
from ui.draw.many_metrics import LEAST
from ui.draw.score import Measured
from ui.draw.summands import Sum, Summand, of, short

_EXACT: Final = 1e-9
_FEW: Final = 8
"""Most summands of a sum that also shows those that are 0."""
_BRIEF: Final = 11
"""Most characters of a summand in a sentence."""
_LONG: Final = 60
"""Most characters of the summands on a slide that is written large."""
_HIT: Final = "a hit, a relevant document in the top {k}, counts hits so far&nbsp;/&nbsp;rank."
_ADD: Final = {
    "precision": "a hit counts 1, a miss 0. Divided by k.",
    "reciprocal_rank": "the first hit counts 1/rank.",
    "average_precision": _HIT,
    "interpolated_precision": "the best precision from the recall on.",
    "interpolated_average_precision": "levels of recall · their best precision.",
    "q_measure": "a hit counts (hits + β·gain so far) / (rank + β·ideal gain so far).",
    "bpref": "a hit counts less with each judged miss above it.",
    "cumulative_gain": "a document counts its gain.",
    "dcg": "gain · weight of the rank.",
    "ndcg": "gain · weight of the rank.",
    "rbp": "worth · readers left, times the share who stop.",
    "err": "1/rank · who goes on · who stops.",
}
"""What a summand is; of other metrics it is only a number."""
_RULES: Final = {
    "precision": "A hit adds 1 ÷ {k}",
    "recall": "A hit adds 1 ÷ {by}",
    "reciprocal_rank": "The first hit adds 1 ÷ rank",
    "average_precision": "A hit adds hits so far ÷ rank ÷ {by}",
    "dcg": "A rank adds gain × weight",
    "ndcg": "A rank adds gain × weight ÷ {by}",
    "rbp": "A rank adds worth × readers left × (1 − p)",
    "err": "A rank adds 1/rank × who goes on × who stops",
}
"""What a rank adds."""
_BY: Final = {
    "relevant": "Divided by all {} relevant documents.",
    "found": "Divided by the {} found.",
    "capped": "Divided by {}, the most that the top k can have.",
}
"""What AP is divided by."""


# In numbers


def html(measured: Sequence[Measured]) -> str:
    """Write each of a few scores as a sum, with what a summand is."""
    few = measured if len(measured) <= MOST_WITH_GHOSTS else ()
    rows = "".join(map(_row, few))
    legend = "Bold: changed by the last move." if "<ins>" in rows else "&nbsp;"
    return f"<div class='sums'>{rows}<p class='plain caption'>{legend}</p></div>"


def rule(measured: Measured) -> str:
    """Say in a sentence what a rank adds to a score; "" for a metric that has other words."""
    asides = measured.breakdown.aside
    by = next((float(asides[name]) for name in ("denominator", "ideal_dcg") if name in asides), 1.0)
    said = _RULES.get(measured.key, "").format(by=short(f"{by:.4g}"), k=measured.screen.k)
    of_relevant = (
        measured.key == "average_precision" and measured.screen["denominator"] == "relevant"
    )
    return said + " relevant" * of_relevant


def slide(measured: Measured) -> str:
    """Write the sum of the score whose bars are drawn for a hall, with where it comes from."""
    long = " long" * (sum(len(each.text) + 3 for each in of(measured).summands.values()) > _LONG)
    return (
        f"<p class='slide formula sums{long}'>{_sum(measured)} <small>{sources(measured)}</small>"
        "</p>"
    )


def at_1(measured: Sequence[Measured]) -> str:
    """Say why AP is low at a small k, in a sentence; "" if it is not, or if there is none."""
    ap = next((one for one in measured if one.key == "average_precision"), None)
    if not ap or ap.screen["denominator"] != "relevant":
        return ""
    by = float(ap.breakdown.aside["denominator"])
    said = f"AP is divided by all {by:g} relevant documents, so AP@1 is at most 1/{by:g}."
    return said * (by > 1)


def _row(measured: Measured) -> str:
    says = f"{many_metrics.name(measured.key)}: {_says(measured)}"
    said = f"<p><span>{_sum(measured)}</span> <small class='caption'>{says}</small></p>"
    if measured.key != "err":
        return said
    total = f"{measured.label} = <b>{measured.text}</b>"  # its products are long
    return f"<details><summary>{total}: its sum</summary>{said}</details>"


def _sum(measured: Measured) -> str:
    now, before = of(measured), measured.measured_before
    was = of(before) if before else None
    if was and [*now.summands.values()] == [*was.summands.values()]:
        was = None  # other documents at the same ranks: to this score nothing happened
    terms = " + ".join(_terms(measured.ranked, now, was)) or "0"
    factor = f"{_changed(now.factor, was.factor if was else now.factor)} "
    total = f"{factor}({terms})" if now.factor else terms
    return f"{measured.label} = {total} = <b>{measured.text}</b>"


def sources(measured: Measured) -> str:
    """Say where the numbers of a sum come from that its list does not show."""
    return "".join(_said(measured)[1:2])


def _says(measured: Measured) -> str:
    """Say what a summand is, and where its numbers come from."""
    return " ".join(_said(measured))


def _said(measured: Measured) -> list[str]:
    key, breakdown = measured.key, measured.breakdown
    if key not in _ADD:
        return [many_metrics.asks(key).partition(": ")[2]]
    said = [_ADD[key].format(k=measured.screen.k)]
    if key == "average_precision" and breakdown.aside["denominator"]:
        by = f"{float(breakdown.aside['denominator']):g}"
        said.append(_BY[measured.screen["denominator"]].format(by))
        ranked, lowest = measured.ranked, measured.screen.relevant_from
        missed = sum((d.grade or 0) >= lowest for d in ranked.documents[ranked.retrieved :])
        if missed and measured.screen["denominator"] == "relevant":
            said[-1] = f"{said[-1][:-1]}, {missed} of them not retrieved."
    if key in ("dcg", "ndcg"):
        weights = breakdown.terms["weight"].tolist()[:_FEW]
        usual = (measured.screen["discount"], measured.screen["log_base"]) == ("log", 2)
        formula = "1/log₂(rank + 1)" if usual else "of the rank"
        each = ", ".join(short(decimals(weight)) for weight in weights)
        said = [f"gain · weight {formula}: {each}."]
    if key == "ndcg" and breakdown.aside["ideal_dcg"]:
        best = rank_terms.ideal_order(breakdown).terms["gain"].tolist()[:_FEW]
        order = " ".join(f"{gain:g}" for gain in best)
        more = " …" * (breakdown.aside["ideal_gain"].size > _FEW)
        gives = decimals(float(breakdown.aside["ideal_dcg"]))
        said.append(f"Best order {order}{more} gives {gives}.")
        said += [f"That is {by_hand}."] if (by_hand := _ideal(breakdown, gives)) else []
    if key == "err":
        ranks = zip(measured.ranked.documents, breakdown.terms["satisfaction"], strict=False)
        by_grade = {document.grade or 0: float(share) for document, share in ranks}
        stops = [
            f"a {grade} stops {rank_terms.fraction(by_grade[grade]) or decimals(by_grade[grade])}"
            for grade in sorted(by_grade, reverse=True)[:3]
        ]
        usual = measured.screen["satisfaction"] == "exponential"
        said += [f"{listed(stops)} of readers.".capitalize()] * bool(stops)
        said += [f"The share is (2<sup>grade</sup> − 1)/{2**measured.screen.scale}."] * usual
        products = [each.text.split("·") for each in of(measured).summands.values()]
        for over, *go_on, stop in (each for each in products if len(each) > 2):
            rank, reach = over.removeprefix("1/"), "·".join(go_on)
            said.append(f"At rank {rank}: {over} · {reach} go on · {stop} stop.")
            break
    return said


def _ideal(breakdown: Breakdown, gives: str) -> str:
    """Write out the sum of the best order, with as many decimals as it needs; "" if it is long."""
    best = rank_terms.ideal_order(breakdown).terms
    pairs = [*zip(best["gain"].tolist(), best["weight"].tolist(), strict=True)]
    for places in (3, 4) if len(pairs) <= _FEW else ():
        weights = [decimals(weight, places) for _, weight in pairs]
        total = sum(gain * float(weight) for (gain, _), weight in zip(pairs, weights, strict=True))
        if decimals(total) == gives:
            each = (
                f"{gain:g}·{short(weight)}"
                for (gain, _), weight in zip(pairs, weights, strict=True)
            )
            return " + ".join(each)
    return ""


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
    return now if now == was else f"<ins>{now}</ins>"


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
    if not any(map(_size, moved)):
        befores = [one.measured_before for one in moved]
        pairs = zip(moved, befores, strict=True)
        stay = all(before and abs(one.score - before.score) < _EXACT for one, before in pairs)
        return "No score changed." if stay else "No score changed by 0.001."
    limited = [one for one in moved if one.bounds[1]]
    if not any(map(_size, limited)):
        limited = [max(moved, key=_size)]
    by_size = sorted(limited, key=_size, reverse=True)
    most, least = by_size[0], by_size[-1]
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
    """Say what changed a score most in the direction in which it went."""
    before, total = measured.measured_before, measured.change or 0
    assert before
    now, was = of(measured), of(before)

    def value(of: Sum, id_: str) -> float:
        return of.summands[id_].value if id_ in of.summands else 0

    ids = dict.fromkeys([*now.summands, *was.summands])
    adds = {id_: (value(now, id_) - value(was, id_)) / now.divisor for id_ in ids}
    by_divisor = sum(value(was, id_) for id_ in ids) * (1 / now.divisor - 1 / was.divisor)
    way = 1 if total > 0 else -1
    most = max(adds, key=lambda id_: way * adds[id_])
    if way * by_divisor > way * adds[most]:
        by, not_by = (each.factor or "1" for each in (now, was))
        others, said = total - by_divisor, f"all counts {by}, not {not_by}"
    else:
        text, earlier = (_in_words(each.summands.get(most)) for each in (now, was))
        others = total - adds[most]
        said = f"{_who(most, measured, before)} counts {text}, not {earlier}"
    too = f", others {'more' if others > 0 else 'less'}" if abs(others) >= LEAST else ""
    return said + too


def _in_words(summand: Summand | None) -> str:
    """Write a summand; a long product has only its value."""
    if not summand:
        return "0"
    return summand.text if len(summand.text) <= _BRIEF else decimals(summand.value)


def _who(id_: str, measured: Measured, before: Measured) -> str:
    """Name a document by its earlier rank."""
    if not id_:
        return "what was not found"
    ids = [document.id for document in before.ranked.documents]
    if id_ not in ids:
        return "the new document"
    rank = ids.index(id_) + 1
    if rank > before.ranked.retrieved:
        return "the missed card"
    now = [document.id for document in measured.ranked.documents]
    moved = id_ not in now or now.index(id_) + 1 != rank
    return f"the card from rank {rank}" if moved else f"rank {rank}"
