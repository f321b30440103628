"""What judges said of the same documents: their answers, the table of both, and its scores."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import isqrt
from string import ascii_uppercase
from typing import Final, NamedTuple

import numpy as np
import streamlit as st

from metrics.arrays import Array
from metrics.breakdown import Breakdown
from metrics.catalog import METRICS
from metrics.judges import crosstab, fleiss_kappa, kappa, pairwise_kappa
from metrics.ranking import Ranking
from pages.judges import many, typed_gaps, typed_votes
from pages.judges.knobs import Judges, Verdicts
from ui.core import announcements, judged_tables, plain, post
from ui.core.documents import RefusedError
from ui.core.judgements import TEN
from ui.core.knob_kinds import Choice, to_text
from ui.core.knobs import KNOBS
from ui.core.plain import Html, counted, decimals, listed
from ui.core.post import Action
from ui.core.screen import Screen, once_per_screen
from ui.core.session import session
from ui.draw import score
from ui.draw.score import Measured
from ui.parts import controls, steps, tally
from ui.parts.controls import Control

NAME: Final = "judges"
AGREED: Final = ("precision", "recall", "f1")
"""Metrics of what a system returned, if a rule says what is relevant."""
_YES, _NO = "1", "0"
_WORDS: Final = {_YES: "relevant", _NO: "not"}
_MARKS: Final = {TEN: "10"}
"""What a label of one sign is called, if not by this sign."""
ONE: Final = "κ"
"""What the score is called where the margins are not in question."""
KAPPA: Final = {"pooled": "κ (Scott)", "own": "κ (Cohen)"}
"""What the score is called, by its margins."""
"""What buttons and sentences call the two answers; a label of any other kind is its own name."""
_PARTS: Final = tuple(f"row-{at}" for at in range(1, 21))
_LONGEST: Final = 45
"""Most letters of the line below the scores, which a phone has in one."""
_MOST_ROWS: Final = 20
"""Most documents that have a row each; of more, the counts are shown."""


class Pair(NamedTuple):
    """Two judges of some documents.

    Attributes:
        judges: their numbers, from 1.
        table: counts of documents: row of the first, column of the second; relevant, then not.
        agreement: their agreement, with P(A) and P(E) as asides.
        kinds: what the rows of the table are, and its columns.
    """

    judges: tuple[int, int]
    table: Array
    agreement: Breakdown
    kinds: tuple[str, ...] = ("relevant", "not")

    @property
    def name(self) -> str:
        """Their numbers in words."""
        return f"{self.judges[0]} and {self.judges[1]}"

    @property
    def said(self) -> list[int]:
        """How many documents each judge calls relevant."""
        return [int(self.table[0].sum()), int(self.table[:, 0].sum())]


def is_counted(screen: Screen) -> bool:
    """Return whether a screen has a table of counts in the place of documents."""
    return bool(screen[Judges.SOURCE] == "counts")


def has_returned(screen: Screen) -> bool:
    """Return whether a reader marks on a screen of their own what a system returned."""
    own = screen[Judges.SOURCE] == KNOBS[Judges.SOURCE].first and not steps.current(NAME)
    return own and bool(screen[Judges.RETURNED])


def is_labelled(screen: Screen) -> bool:
    """Return whether the judges of a screen have labels of any kind, not only relevant and not."""
    return bool(screen[Judges.SOURCE] == "labels")


def has_labels(screen: Screen) -> bool:
    """Return whether there are other answers than relevant and not, by documents or counted."""
    return is_labelled(screen) or (is_counted(screen) and len(screen[Judges.COUNTS]) > 4)


def is_tabled(screen: Screen) -> bool:
    """Return whether a table of counts that cannot be filled stands in the place of documents."""
    if is_counted(screen):
        return has_labels(screen)
    return len(said(screen)[0]) > _MOST_ROWS


def are_grades(screen: Screen) -> bool:
    """Return whether the labels have an order, as digits and the lines of a table have."""
    return has_labels(screen) and (is_counted(screen) or all(map(str.isdecimal, names(screen))))


def said(screen: Screen) -> tuple[str, ...]:
    """Return a row of answers for each judge, where there is no table of counts."""
    rows: tuple[str, ...] = screen[_knob_of(screen)]
    return rows


def _knob_of(screen: Screen) -> Judges:
    """Return the knob that has the answers, where there is no table of counts of two judges."""
    each = {"labels": Judges.LABELS, "many": Judges.MANY}
    return each.get(screen[Judges.SOURCE], Judges.VERDICTS)


def labels(screen: Screen) -> tuple[str, ...]:
    """Return the answers that a judge can give: 1 and 0, or the labels that were given, sorted.

    A larger table of counts has the labels A, B, C ...
    """
    if is_counted(screen) and has_labels(screen):
        return tuple(ascii_uppercase[: isqrt(len(screen[Judges.COUNTS]))])
    return tuple(sorted({*"".join(said(screen))})) if is_labelled(screen) else (_YES, _NO)


def names(screen: Screen) -> tuple[str, ...]:
    """Return what the labels of a screen are called: as they were typed, if they have names."""
    called = re.findall(r"[\w.#+-]{1,16}", screen[Judges.CALLED])
    kinds = labels(screen)
    if len({*called}) == len(called) == len(kinds):
        return tuple(called)
    return tuple(_MARKS.get(label, label) for label in kinds)


@once_per_screen
def pairs(screen: Screen) -> list[Pair]:
    """Return each two judges of a screen; none where many judges are counted by label."""
    if many.is_shown(screen):
        return []
    if is_counted(screen):
        counts = np.array(screen[Judges.COUNTS], dtype=np.float64)
        tables = {(1, 2): counts.reshape(2 * [isqrt(len(counts))])}
    else:
        rows = enumerate(said(screen), start=1)
        tables = {
            (one, other): crosstab([*first], [*second], labels(screen))
            for (one, first), (other, second) in combinations(rows, 2)
        }
    margins = screen[Judges.MARGINS]
    kinds = {"kinds": names(screen)} if has_labels(screen) else {}
    return [
        Pair(judges, table, kappa(table, margins=margins), **kinds)
        for judges, table in tables.items()
    ]


def beyond_chance(screen: Screen) -> Breakdown:
    """Return κ of two judges, by label; of three the mean of all pairs, by pair."""
    if many.is_shown(screen):
        return many.kappa(screen)
    each = pairs(screen)
    if len(each) == 1:
        return each[0].agreement
    rows = [[*row] for row in said(screen)]
    return pairwise_kappa(rows, margins=screen[Judges.MARGINS])


def _share(screen: Screen, term: str) -> Breakdown:
    """Return P(A) or P(E), of three judges the mean over all pairs."""
    if many.is_shown(screen):
        return many.share(screen, term)
    breakdown, each = beyond_chance(screen), pairs(screen)
    nothing = not each[0].table.sum()
    adds = breakdown.terms[term] / len(each)
    return Breakdown({"contribution": np.where(nothing, np.nan, adds)}, undefined=np.array(nothing))


def agreed(screen: Screen) -> list[int]:
    """Return for each document whether the rule of a screen takes it for relevant, 1 or 0."""
    rows = screen[Judges.VERDICTS]
    least = {"all": len(rows), "most": len(rows) // 2 + 1, "one": 1}[screen[Judges.NEEDED]]
    return [int(said.count(_YES) >= least) for said in zip(*rows, strict=True)]


def returned(screen: Screen) -> list[bool]:
    """Return for each document whether the system of a screen returned it."""
    marks, documents = screen[Judges.RETURNED], len(screen[Judges.VERDICTS][0])
    return [marks[at : at + 1] == _YES for at in range(documents)]


def of_returned(metric: str, screen: Screen, grades: Sequence[int] | None = None) -> Breakdown:
    """Compute a metric of the documents that were returned, by the rule or by other grades."""
    known = agreed(screen) if grades is None else grades
    by_place: dict[bool, list[int]] = {True: [], False: []}
    for grade, was_returned in zip(known, returned(screen), strict=True):
        by_place[was_returned].append(grade)
    return METRICS[metric].compute(Ranking(by_place[True], missed=by_place[False]))


def fraction(metric: str, screen: Screen, grades: Sequence[int] | None = None) -> str:
    """Write what precision, recall or F1 of the documents that were returned divides."""
    known, back = agreed(screen) if grades is None else grades, returned(screen)
    hits = sum(grade for grade, was_returned in zip(known, back, strict=True) if was_returned)
    parts = {
        "precision": (hits, sum(back)),
        "recall": (hits, sum(known)),
        "f1": (2 * hits, sum(back) + sum(known)),
    }
    return "{}/{}".format(*parts[metric])


def measured() -> list[Measured]:
    """Measure what the reader's step is about: P(A), κ as well, or metrics of what was returned."""
    screen, step = session().shown, steps.current(NAME)
    if is_about_returned(screen):
        return [_of_returned(metric) for metric in AGREED]
    observed = _measure("observed_agreement", "P(A)", "observed")
    usual = all(screen[of] == KNOBS[of].first for of in (Judges.MARGINS, Judges.SOURCE))
    if step and usual and "kappa" not in step.show:
        return [observed]
    named = "mean " * (len(pairs(screen)) > 1) + KAPPA[screen[Judges.MARGINS]]
    if usual and len(pairs(screen)) == 1:
        named = ONE
    if many.is_shown(screen):
        named = many.KAPPA
    main = score.measure_by(beyond_chance, named, key="kappa", bounds=(-1, 1), parts=_PARTS)
    expected = _measure("expected_agreement", "P(E)", "expected")
    why = _why_none(screen)
    each = [main, observed, replace(expected, higher_is_better=None)]
    return [replace(one, why_none=why) for one in each]


def products(pair: Pair, margins: str) -> list[str]:
    """Write how often two judges give each label by chance, as `0.1·0.1` and `0.9·0.9`.

    Shares that have no end within three decimals are written as counts.
    """
    every, by_judge = int(pair.table.sum()), [pair.table.sum(axis).astype(int) for axis in (1, 0)]
    if margins == "pooled":
        every, by_judge = 2 * every, [by_judge[0] + by_judge[1]] * 2
    both = np.stack(by_judge, axis=1).tolist()
    ends = all(1000 * said % every == 0 for each in both for said in each)
    return [
        "·".join(f"{said / every:g}" if ends else f"{said}/{every}" for said in each)
        for each in both
    ]


def by_chance(pair: Pair, margins: str) -> str:
    """Write P(E) of two judges with its numbers, as `P(E) = 0.1·0.1 + 0.9·0.9 = 0.820`."""
    summed = " + ".join(products(pair, margins))
    return f"P(E) = {summed} = {decimals(float(pair.agreement.aside['expected']))}"


def is_about_returned(screen: Screen) -> bool:
    """Return whether the reader's step is about a metric of what a system returned."""
    step = steps.current(NAME)
    is_usual = screen[Judges.SOURCE] == KNOBS[Judges.SOURCE].first
    return bool(step and Judges.NEEDED in step.show and is_usual)


def _measure(key: str, label: str, term: str) -> Measured:
    return score.measure_by(
        lambda screen: _share(screen, term),
        label,
        key=key,
        parts=_PARTS,
    )


def _of_returned(metric: str) -> Measured:
    of = METRICS[metric]
    return score.measure_by(
        lambda screen: of_returned(metric, screen),
        of.label(),
        key=f"agreed_{metric}",
        latex=of.latex,
        in_words=of.in_words,
        bounds=of.range,
        parts=_PARTS,
    )


def _why_none(screen: Screen) -> str:
    """Say why κ has no value where it has none."""
    if many.is_shown(screen):
        return many.WHY_NONE
    if not all(pair.table.sum() for pair in pairs(screen)):
        return "There is no document, so there is no agreement."
    return (
        "κ has no value here: two judges gave all documents one and the same label. Chance alone "
        "agrees then, so P(E) is 1, and κ would be 0/0."
    )


def both_shares(screen: Screen, pair: Pair) -> list[str]:
    """Write P(A) and P(E) of two judges with their numbers."""
    agreed = " + ".join(f"{count:.0f}" for count in pair.table.diagonal())
    observed = decimals(float(pair.agreement.aside["observed"]))
    return [
        f"P(A) = ({agreed})/{int(pair.table.sum())} = {observed}",
        by_chance(pair, screen[Judges.MARGINS]),
    ]


def relevant_of_all(screen: Screen, pair: Pair) -> list[str]:
    """Write the share of “relevant” among all answers, if P(E) has it as a decimal."""
    relevant, every = sum(pair.said), 2 * int(pair.table.sum())
    share = _ends(relevant, every)
    is_factor = share and screen[Judges.MARGINS] == "pooled" and not has_labels(screen)
    return [f"relevant: {relevant:,} of {every:,} answers{share}"] if is_factor else []


def said_relevant(screen: Screen) -> str:
    """Say how often each judge says “relevant”, and the two together if P(E) has that share."""
    if is_about_returned(screen):
        counts_as = [at for at, grade in enumerate(agreed(screen), start=1) if grade]
        return f"Relevant: {listed(counts_as) or 'none'}"
    each = pairs(screen)
    every = int(each[0].table.sum())
    if has_labels(screen):
        called = names(screen)
        begins = f"{counted(every, 'document')}, "
        text = f"{begins}labels {listed(called)}"
        return text if len(text) <= _LONGEST else f"{begins}{len(called)} labels"
    relevant = each[0].said + ([each[1].said[1]] if len(each) > 1 else [])
    if len(each) > 1 or not every:
        return f"Relevant by judge: {listed([f'{count:,}' for count in relevant])} of {every:,}"
    shares = [_share_of(count, every) for count in relevant]
    if screen[Judges.MARGINS] == "own":
        text = f"Relevant by judge: {listed(shares)}"
        whole = [f"{count:,}/{every:,}" for count in relevant]
        return text if len(text) <= _LONGEST else f"Relevant by judge: {listed(whole)}"
    one, other = (f"{count:,}" for count in relevant)
    share = f"({one} + {other})/{2 * every:,}{_ends(sum(relevant), 2 * every)}"
    return f"Said “relevant”: {share}"


def _share_of(some: int, every: int) -> str:
    return f"{some:,}/{every:,}{_ends(some, every)}"


def _ends(some: int, every: int) -> str:
    """Write a share that has an end within three decimals, after its equals sign."""
    return f" = {some / every:g}" if 1000 * some % every == 0 else ""


# What a reader changes


def board(screen: Screen, *, hidden: bool = False) -> None:
    """Draw the answers of all judges, or a table of counts; one of four can be filled.

    What is a reader's own has a field for all answers and a way to the counts; at a step both are
    further below. What tells a score of many judges is not drawn if the answer is `hidden`.
    """
    if many.is_shown(screen):
        many.draw(screen, hidden=hidden)
    elif is_tabled(screen):
        for pair in pairs(screen):
            st.html(table_of(pair))
    elif is_counted(screen):
        tally.draw(Judges.COUNTS)
    else:
        _draw_answers(screen)
    if not session().projector.presenting and not steps.current(NAME):
        draw_own(screen)


def draw_own(screen: Screen) -> None:
    """Draw the field for the answers of all judges, and the way to a table of counts or back."""
    turned = many.buttons(screen) if many.is_shown(screen) else []
    controls.draw("own", [*_all_answers(screen), *turned, _other(screen), *_marking(screen)])


def _marking(screen: Screen) -> list[Control]:
    """Return the button that begins to mark what a system returned, or ends it."""
    if screen[Judges.SOURCE] != KNOBS[Judges.SOURCE].first or steps.current(NAME):
        return []
    if is_tabled(screen) and not has_returned(screen):
        return []
    if has_returned(screen):
        return [_turned("Without the result", Judges.RETURNED, "")]
    return [_turned("Mark what was returned", Judges.RETURNED, _NO * len(said(screen)[0]))]


def _all_answers(screen: Screen) -> list[Control]:
    """Return the field for the answers of all judges, or for all counts."""
    if is_counted(screen):
        name, value, change = Judges.COUNTS, screen[Judges.COUNTS], {"do": "turn", "typed": True}
        change["knob"] = name
    else:
        name, value, change = Judges.VERDICTS, said(screen), {"do": "type_verdicts"}
    knob, writes = KNOBS[name], KNOBS[_knob_of(screen) if name == Judges.VERDICTS else name]
    return [
        {
            **writes.control(value, screen.scale),
            **{"name": name, "label": knob.label, "help": knob.help, "change": change},
        }
    ]


def _draw_answers(screen: Screen) -> None:
    """Draw a row for each document, a button for each judge's answer, and what comes of both.

    Where a system's result is marked, that is a column of buttons, too.
    """
    rows = said(screen)
    by_rule = is_about_returned(screen)
    marked = by_rule or has_returned(screen)
    two = len(rows) == 2
    cells: list[Control] = [_text("head", "Doc." if marked else "Document")]
    cells += [_text(f"judge-{at}", f"Judge {at}") for at in range(1, len(rows) + 1)]
    cells += [_text("last", "Counts as" if by_rule else "Same?")] * two
    cells += [_text("returned", "Returned?")] * marked
    counts_as = agreed(screen) if by_rule else []
    words = _MARKS if is_labelled(screen) else _WORDS
    for at in range(len(rows[0])):
        cells.append(_text(f"document-{at + 1}", f"{at + 1}"))
        cells += [_answer(judge, at, row[at], words) for judge, row in enumerate(rows)]
        if two and by_rule:
            cells.append(_text(f"agreed-{at + 1}", "relevant" if counts_as[at] else "not"))
        elif two:
            cells.append(_text(f"same-{at + 1}", "✓" if rows[0][at] == rows[1][at] else "–"))
        if marked:
            cells.append(_mark(screen, at))
    columns = 1 + len(rows) + two + marked
    layouts: dict[int, controls.Layout] = {
        3: "verdicts of-3",
        4: "verdicts of-4",
        5: "verdicts of-5",
    }
    controls.draw("verdicts", cells, layouts[columns])


def _mark(screen: Screen, at: int) -> Control:
    """Return the button that says of a document that it was returned, or that it was not."""
    now = returned(screen)
    to = "".join(_YES if was != (place == at) else _NO for place, was in enumerate(now))
    return controls.button(
        f"Document {at + 1}: {'returned' if now[at] else 'not returned'}",
        {"do": "turn", "knob": Judges.RETURNED, "to": to},
        name=f"returned-{at + 1}",
        text="returned" if now[at] else "–",
        look="yes" if now[at] else "",
    )


def _text(name: str, text: str) -> Control:
    return {"kind": "text", "name": name, "text": text}


def _answer(judge: int, document: int, said: str, words: Mapping[str, str]) -> Control:
    """Return the button that turns what a judge says of a document."""
    answer = words.get(said, said)
    return controls.button(
        f"Judge {judge + 1}, document {document + 1}: {answer}",
        {"do": "verdict", "judge": judge, "document": document},
        name=f"answer-{judge + 1}-{document + 1}",
        text=answer,
        look="yes" if said == _YES and words is _WORDS else "",
    )


def table(screen: Screen, *, hidden: bool) -> None:
    """Draw what is said of each two of three judges, and of each rule if a result is marked.

    What tells a score is not drawn if the answer is `hidden`.
    """
    each = pairs(screen)
    if hidden:
        return
    if is_about_returned(screen) or has_returned(screen):
        st.html(by_rule(screen))
    if is_about_returned(screen) or len(each) == 1:
        return
    head = ["judges", "P(A)", "P(E)", KAPPA[screen[Judges.MARGINS]]]
    body = [
        [
            pair.name,
            *(decimals(float(pair.agreement.aside[name])) for name in ("observed", "expected")),
            decimals(float(pair.agreement.score)),
        ]
        for pair in each
    ]
    every = fleiss_kappa([[*row] for row in screen[Judges.VERDICTS]])
    at_once = [every.aside["observed"], every.aside["expected"], every.score]
    foot = ["all at once (Fleiss)", *(decimals(float(value)) for value in at_once)]
    st.html(plain.table_html("Each two judges", head, body, foot))


def by_rule(screen: Screen) -> str:
    """Write what metrics make of what was returned under each rule, and of each judge alone."""
    rows: dict[str, list[int]] = {}
    knob = KNOBS[Judges.NEEDED]
    assert isinstance(knob, Choice)
    for rule, name in knob.names(screen.scale).items():
        if rule != "most" or len(screen[Judges.VERDICTS]) > 2:
            rows[name] = agreed(screen.with_settings(**{Judges.NEEDED: rule}))
    for at, row in enumerate(screen[Judges.VERDICTS], start=1):
        rows[f"judge {at} says so"] = [*map(int, row)]
    body = [
        [
            name,
            *(_divided(metric, screen, grades) for metric in AGREED),
        ]
        for name, grades in rows.items()
    ]
    labels = [METRICS[metric].label() for metric in AGREED]
    return plain.table_html("Relevant if", ["relevant if", *labels], body)


def _divided(metric: str, screen: Screen, grades: Sequence[int]) -> Html:
    """Write a metric of what was returned as a fraction, on a page with its value if it has one."""
    found, value = of_returned(metric, screen, grades), ""
    if not (found.undefined or session().projector.presenting):
        value = f"<br>= {decimals(float(found.score))}"
    return Html(fraction(metric, screen, grades) + value)


def table_of(pair: Pair, caption: str = "") -> str:
    """Write how many documents have which answers of two judges, with the sums."""
    one, other = pair.judges
    names = [f"Judge {one}: {pair.kinds[0]}", *pair.kinds[1:]]
    body = [
        [name, *map(int, row), int(row.sum())] for name, row in zip(names, pair.table, strict=True)
    ]
    foot = ["sum", *map(int, pair.table.sum(0)), int(pair.table.sum())]
    head = ["documents", f"Judge {other}: {pair.kinds[0]}", *pair.kinds[1:], "sum"]
    caption = caption or f"Documents by what judges {pair.name} say"
    return plain.table_html(caption, head, body, foot)


def patterns(screen: Screen) -> str:
    """Write how many documents have each pattern of answers, of two judges as their table."""
    rows, caption = screen[Judges.VERDICTS], "Documents by what all judges say"
    if len(rows) == 2:
        return table_of(pairs(screen)[0], caption)
    said = ["".join(each) for each in zip(*rows, strict=True)]
    every = map("".join, product(_YES + _NO, repeat=len(rows)))
    body = [[pattern, said.count(pattern)] for pattern in every]
    table = plain.table_html(caption, ["answers", "documents"], body, ["sum", len(said)])
    return f"{table}\n\n{votes(screen)}"


def votes(screen: Screen) -> str:
    """Say how many documents have 3, 2, 1 and 0 votes for relevant, and what the majority says."""
    each = [answers.count(_YES) for answers in zip(*screen[Judges.VERDICTS], strict=True)]
    numbers = range(len(screen[Judges.VERDICTS]), -1, -1)
    counts = [each.count(number) for number in numbers]
    most = [at for at, number in enumerate(each, start=1) if 2 * number > numbers[0]]
    named = f": {listed(most)}" * (0 < len(most) <= _MOST_ROWS)
    return (
        f"{', '.join(map(str, numbers))} votes for relevant: "
        f"{', '.join(f'{count:,}' for count in counts)} documents; all alike "
        f"{counts[0] + counts[-1]:,} of {len(each):,}. By **majority vote** "
        f"{counted(len(most), 'document')} {'is' if len(most) == 1 else 'are'} relevant{named}."
    )


def _other(screen: Screen) -> Control:
    """Return the button that leads to a table of counts, or back to documents."""
    if is_counted(screen) or many.is_shown(screen):
        return _turned("Back to documents", Judges.SOURCE, KNOBS[Judges.SOURCE].first)
    return _turned("A table of counts", Judges.SOURCE, "counts")


def other_panels(screen: Screen) -> list[Control]:
    """Return buttons that add or take a document or a judge."""
    rows, knob = screen[Judges.VERDICTS], KNOBS[Judges.VERDICTS]
    assert isinstance(knob, Verdicts)
    count = len(rows[0])
    judges = ("Without judge 3", rows[:2]) if len(rows) > 2 else ("Judge 3", [*rows, _NO * count])
    return [
        _turned(
            "One more document", Judges.VERDICTS, [row + _NO for row in rows], count < knob.most
        ),
        _turned("One document less", Judges.VERDICTS, [row[:-1] for row in rows], count > 1),
        _turned(judges[0], Judges.VERDICTS, judges[1]),
    ]


def _turned(label: str, knob: str, to: object, allowed: bool = True) -> Control:
    turn: Action = {"do": "turn", "knob": knob, "to": to_text(to)}
    return controls.button(label, turn, off=not allowed)


@post.on_screen("verdict")
def _verdict(screen: Screen, action: Action) -> Screen:
    """Turn what a judge says of a document."""
    if many.is_shown(screen):
        raise RefusedError("Single answers are not known here.")
    judge, document, rows = action["judge"], action["document"], [*said(screen)]
    there = type(judge) is type(document) is int
    if not (there and 0 <= judge < len(rows) and 0 <= document < len(rows[0])):
        raise RefusedError("This answer is no longer there.")
    row = rows[judge]
    kinds, knob = labels(screen), Judges.LABELS if is_labelled(screen) else Judges.VERDICTS
    turned = kinds[(kinds.index(row[document]) + 1) % len(kinds)]
    rows[judge] = row[:document] + turned + row[document + 1 :]
    return screen.with_settings(**{knob: tuple(rows)})


@post.on_screen("type_verdicts")
def _type(screen: Screen, action: Action) -> Screen:
    """Take the rows of all judges, or a table of counts.

    Rows leave a step that is about P(A) alone, so κ is there. Answers of more labels than two, and
    counts, leave every step.
    """
    text, step = str(action["to"]), steps.current(NAME)
    if typed_gaps.has_gaps(text):
        raise RefusedError(
            f"“{text[:40]}” was not taken: a judge did not answer. Krippendorff’s α has a field "
            "for answers with gaps, under “Further”."
        )
    knob, source = _of_text(text, screen, as_labels=action.get("labels") is True)
    typed = controls.turned(screen, knob, text).with_settings(**{Judges.SOURCE: source})
    called = judged_tables.names_of_counts(text) if knob == Judges.COUNTS else []
    if knob == Judges.LABELS:
        called = judged_tables.names_of_labels(text, "".join(labels(typed)))
    typed = typed.with_settings(**{Judges.CALLED: " ".join(called)})
    if knob != Judges.VERDICTS:
        step = None
    elif (marks := judged_tables.returned(text)) and _YES in marks:
        typed, step = typed.with_settings(**{Judges.RETURNED: marks}), None
    return typed if step and step.show else replace(typed, preset="")


def _of_text(text: str, screen: Screen, *, as_labels: bool) -> tuple[Judges, str]:
    """Return the knob that a text is for, and what was judged then."""
    if not as_labels and typed_votes.surely_said(text) and not typed_votes.likelier(text):
        return Judges.MANY, "many"
    if _takes(Judges.VERDICTS, text, screen):
        return Judges.VERDICTS, KNOBS[Judges.SOURCE].first
    if not as_labels and typed_votes.likelier(text):
        return Judges.MANY, "many"
    if judged_tables.are_counts(text) and not as_labels:
        return Judges.COUNTS, "counts"
    are_many = not _takes(Judges.LABELS, text, screen) and _takes(Judges.MANY, text, screen)
    return (Judges.MANY, "many") if are_many else (Judges.LABELS, "labels")


def _takes(knob: Judges, text: str, screen: Screen) -> bool:
    """Return whether a knob takes a text."""
    try:
        KNOBS[knob].parse(text, screen.scale)
    except ValueError:
        return False
    return True


@announcements.words_of(Judges.VERDICTS)
def _changed_verdicts(old: Screen, new: Screen, _back: bool) -> str:
    """Describe the changes of what judges said."""
    return _changed_answers(old[Judges.VERDICTS], new[Judges.VERDICTS], _WORDS)


@announcements.words_of(Judges.RETURNED)
def _changed_returned(_old: Screen, new: Screen, _back: bool) -> str:
    """Say which documents are marked as returned."""
    marked = [at for at, was_returned in enumerate(returned(new), start=1) if was_returned]
    return f"Returned: {listed(marked) or 'none'}"


@announcements.words_of(Judges.LABELS)
def _changed_labels(old: Screen, new: Screen, _back: bool) -> str:
    """Describe the changes of the labels that judges gave."""
    return _changed_answers(old[Judges.LABELS], new[Judges.LABELS], _MARKS)


def _changed_answers(was: Sequence[str], now: Sequence[str], words: Mapping[str, str]) -> str:
    if [*map(len, was)] != [*map(len, now)]:
        judges, documents = counted(len(now), "judge"), counted(len(now[0]), "document")
        return f"{judges}, {documents}"
    changed = [
        f"Judge {judge}, document {document}: {words.get(said, said)}"
        for judge, rows in enumerate(zip(was, now, strict=True), start=1)
        for document, (before, said) in enumerate(zip(*rows, strict=True), start=1)
        if before != said
    ]
    return changed[0] if len(changed) == 1 else f"{len(changed)} answers changed"
