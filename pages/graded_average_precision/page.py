"""Lesson: graded average precision, a mean over readers with different relevance thresholds."""

from functools import partial

import streamlit as st

from metrics.average import naive_graded_average_precision
from metrics.breakdown import Breakdown
from pages.graded_average_precision import blend, borders, crowd, crowds
from ui import lesson
from ui.core import knobs
from ui.core.knob_kinds import accepted
from ui.core.plain import decimals
from ui.core.screen import Screen
from ui.draw import figure, score, scoreboard
from ui.draw.beside_cards import MOST_WITH_GHOSTS, running
from ui.parts import controls, prose, steps

NAME = "graded_average_precision"
FRACTIONS = (
    "Each ✓ has a fraction: ✓ so far ÷ rank. **AP** is the mean of one group’s fractions. **GAP** "
    "is the mean of all fractions of all groups."
)

lesson.heading(NAME)

gap = score.measure(NAME)
now, aside = gap.screen, gap.breakdown.aside
groups = crowd.groups_by_threshold(gap, now)


def naive(screen: Screen) -> Breakdown:
    """Return the terms of the shortcut on list A."""
    return naive_graded_average_precision(score.ranking(screen, "a"), screen.k)


step = steps.current(NAME)
slides = now.scale > 1 and (step is None or bool(steps.shown(NAME, ["thresholds"])))


def shares(_: bool) -> None:
    """Draw a slider for each group of readers, or what the groups are if no step needs sliders."""
    if slides:
        controls.turn(["thresholds"], "shares")
        return
    with st.container(key="shares"):
        many = {1: "One group", 2: "Two groups", 3: "Three groups"}
        groups = many.get(now.scale, f"{now.scale} groups")
        alike = ", equally many" * (now.scale > 1)
        first, *more = (crowd.in_full(at, now.scale) for at in range(1, now.scale + 1))
        accept = f"the first accepts grade {first} (✓)"
        if len(more) < crowd.FEW:
            accept += "".join(
                f", the {nth} {of}" for nth, of in zip(("second", "third"), more, strict=False)
            )
        else:
            accept += f", and so on, the last {more[-1]}"
        accept = accept if more else "it accepts the 1s (✓)"
        st.markdown(f"{groups} of readers{alike}: {accept}.  \n" + FRACTIONS)


columns = crowd.columns(gap)
in_cards = crowd.in_cards(gap, columns, hidden=scoreboard.is_hidden([gap]))
if now["naive_gap"] == "shown":
    shortcut = score.measure_by(naive, "Shortcut")
    columns.append(running(shortcut, "Shortcut", total=shortcut.text, room="0.2rem"))

blended = crowd.blended(gap, shares=slides and now.scale == 2)
if not blended.summands:
    says = of_groups = "No ✓ counts."
elif blended.alike:
    says = "Fraction at a ✓: all ✓ so far ÷ rank. GAP: their mean."
    count = " + ".join(blended.counted) + f" = {blended.total}" * (len(blended.counted) > 1)
    those = "" if crowd.every_group_counts(gap) else " of the groups with readers"
    of_groups = f"the sum of all fractions ÷ the number of ✓{those}, {count}. "
    of_groups += crowd.plain_mean(gap)
else:
    says = "Fraction at a ✓: all ✓ so far ÷ rank. GAP: their mean, weighted by shares."
    bar = "<span class='bar'>, the height of its bar</span>"
    height = bar * (len(columns) <= MOST_WITH_GHOSTS)
    of_groups = "the mean of all fractions. A ✓ counts as much as its group’s share of "
    of_groups += f"readers{height}. So together the ✓ count "
    of_groups += f"{' + '.join(blended.counted)} = {blended.total}."
if blended.summands:
    of_groups = f"**AP** is average precision, **GAP** graded average precision: {of_groups}"
worked = lesson.WorkedFormula(
    gap,
    [(0, each) for each in blended.summands],
    f"1/{blended.total}" if blended.summands else "0/0",
    says=says * slides,  # else the hall reads it above the list
)

found = sum(int(group.terms["relevant"].sum()) for group in groups)
unseen = int(aside["reach"].sum()) > found
as_area = figure.of_score(blend, gap)
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [gap],
        columns=columns,
        in_cards=in_cards,
        chart=figure.of_score(crowds, gap),
        more=[as_area],
        worked=worked,
        knobs=["naive_gap"],
        above=shares,
        below_score="",
        words=(f"{FRACTIONS}\n\n" if slides else "")
        + of_groups
        + "\n\nA ✓ below the line k, or not found, counts 0." * unseen,
    ),
)

everyone = knobs.KNOBS["thresholds"].first
named = {everyone: "equal groups"}
if now.scale > 1:
    none = (0,) * (now.scale - 1)
    named |= {
        (now.scale, *none, *everyone[now.scale :]): f"all accept {accepted(1, now.scale)}",
        (*none, now.scale, *everyone[now.scale :]): f"all accept {accepted(now.scale, now.scale)}",
    }
named = {now["thresholds"]: "these readers", **named}
seen, by_readers = gap.breakdown.terms["precision"], "Which list does each mix of readers prefer?"


prose.draw(
    NAME,
    formula=partial(
        lesson.formula_text,
        gap,
        latex=r"\mathrm{GAP@}k = \frac{\sum_{c} t_c \, S_c}{\sum_{c} t_c \, m_c}",
        in_words="GAP at k is a ratio. Its numerator is the sum of t of c times S of c for all "
        "groups c. Its denominator is the sum of t of c times m of c. Here group c accepts the "
        "grades from c on, and t of c is its share of all readers. S of c is the sum of its "
        "fractions in the top k. It accepts m of c documents, found or not.",
    ),
    scores=lambda: scoreboard.variants_html(
        {
            (name, value == now["thresholds"], ""): score.score_with(gap, "thresholds", value)
            for value, name in named.items()
        }
    ),
    blend=partial(crowd.blend_table, gap),
    as_area=partial(lesson.unfold, as_area, blend.TITLE),
    sum=" + ".join(decimals(each) for each in seen if each) or "0",
    total=f"{float(aside['denominator']):.4g}",
    score=gap.text,
    borders=now.scale > 1 and partial(lesson.unfold, figure.of_score(borders, gap), by_readers),
    numbers=partial(lesson.numbers, gap, precision="share × precision", contribution="adds"),
    settings=partial(
        controls.turn,
        [
            name
            for name in (*knobs.of_metrics(NAME), "naive_gap")
            if name != "thresholds" or not slides
        ],
    ),
    ways_on=lesson.ways_on(NAME),
)
