"""Lesson: an A/B test, whether more readers click with B than chance would make them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from metrics.proportions import standard_errors
from pages.ab_test import differences, looking, model, other_forms, sizes, two_counts
from pages.ab_test.knobs import AbTest
from ui import lesson
from ui.core.plain import Html, as_cases, decimals, interval, p_value, signed, table_html
from ui.core.session import session
from ui.draw import figure, score
from ui.parts import controls, prose, steps

NAME = "ab_test"
LEGENDS = {
    "p": "Block: 1 of 100 tests by chance. Left: A leads.",
    "interval": "Curve: how far chance moves B − A. Filled: the middle 95 %.",
    "power": "Full colour: p < 0.05.",
}

lesson.heading(NAME)

PARTS = ("group-1", "group-2")
lead = score.measure_by(
    model.difference,
    "B − A",
    key="proportion_difference",
    bounds=(-1, 1),
    higher_is_better=None,
    parts=PARTS,
)
z = score.measure_by(
    model.z, "z", key="z", bounds=(-1000, 1000), higher_is_better=None, parts=PARTS
)
p = score.measure_by(model.p, "p-value", key="p", higher_is_better=None, parts=PARTS)
p = replace(p, words=p_value(p.score))
power = score.measure_by(model.power, "Power", key="ab_power", higher_is_better=None, parts=PARTS)
screen = lead.screen
some_a, of_a, some_b, of_b = counts = screen[AbTest.GROUPS]
# The first steps bring one term after the other; z and an exchange come with the last one.
# Numbers of the reader's own have all of them.
step = steps.current(NAME)
its_own = [step.settings, step.then] if step else []
is_step = any(isinstance(each, Mapping) and each[AbTest.GROUPS] == counts for each in its_own)
term = step.show[0] if step and step.show and is_step else ""
is_early = term in ("p", "interval", "power")
found = model.compared(screen)
errors = standard_errors(*counts)


def digits(number: float, most: int = 4) -> str:
    """Write a number with four digits, so that a sum of such numbers has three of its own."""
    short = np.format_float_positional(
        number, precision=most, unique=False, fractional=False, trim="-"
    )
    return short.replace("-", "−")


def operands() -> tuple[str, str]:
    """Write B − A and its standard error with so many digits that their quotient is z."""
    for most in range(4, 9):
        lead, error = (float(f"{each:.{most}g}") for each in (found.difference, errors.equal))
        if error and decimals(lead / error) == decimals(found.z):
            return digits(found.difference, most), digits(errors.equal, most)
    return digits(found.difference), digits(errors.equal)


difference, error = operands()


def places(number: float, text: str) -> int:
    """Return how many decimals a share or a difference has: if computed with more, also here."""
    is_short = is_step or abs(number - round(number, 3)) < 1e-9
    return 3 if is_short else max(3, len(text.partition(".")[2]))


lead = replace(lead, places=places(found.difference, difference))
before = model.compared(lead.screen_before) if lead.screen_before else None
if before and not is_step and {*found[:2]} != {*before[:2]}:
    before = None  # numbers of a reader's own have their own axis
tables = differences.rows(found, before, lead.places, with_interval=not term, as_blocks=term == "p")
title = "How often does chance give such a lead?" if tables else differences.TITLE
old = lead.screen_before if before else None
was = (before, standard_errors(*old[AbTest.GROUPS])) if before and old else None
if term == "p":
    filled = sum(differences.counted(tables))
    far = decimals(abs(found.difference), lead.places)
    title = f"{filled} of 100 blocks: A or B leads by {far} or more"
elif term == "interval":
    tables = differences.of_interval(found, errors, was)
    title = f"Which true differences fit {signed(found.difference)}?"
elif term == "power":
    tables = differences.of_power(found, errors, was)
    title = f"{sum(differences.counted(tables))} of 100 such tests find p < 0.05"
legend = LEGENDS.get(term, "")
if title != differences.TITLE and not is_early and abs(found.z) > differences.SEEN:
    title = f"Seldom by chance: p = {p.text}"
    legend = (
        f"The parts beyond ±{decimals(abs(found.difference), lead.places)} are too thin to see."
    )
drawn = figure.Figure(differences, tables, title=title, legend=legend)
presenting = session().projector.presenting
written = interval(*found.interval)


def board(_hidden: bool) -> None:
    """Draw what A and B are, buttons that change the counts, their line, and both groups."""
    if not presenting:
        st.markdown(
            "A and B are two versions of a search. Each reader sees one, by chance, and "
            "**succeeds** or not: clicks, buys, stays."
        )
    turn = {"do": "turn", "knob": AbTest.GROUPS}
    # Four times the readers halve the error: the step about power has its own button.
    factor = 4 if step and "power" in step.show else 10
    times = ",".join(str(factor * each) for each in counts)
    part = ",".join(str(each // factor) for each in counts)
    fewer = f"{some_a},{of_a},{max(0, some_b - 2)},{of_b}"
    swapped = f"{some_b},{of_b},{some_a},{of_a}"
    most = 100_000_000
    controls.draw(
        "counts",
        [
            controls.button(
                f"All × {factor}",
                {**turn, "to": times},
                off=max(counts) > most,
                none="That is too many",
            ),
            controls.button(
                f"All ÷ {factor}",
                {**turn, "to": part},
                off=any(each % factor for each in counts),
                none=f"Not all of them can be divided by {factor}",
            ),
            *(
                [
                    controls.button(
                        "B: 2 fewer",
                        {**turn, "to": fewer},
                        off=some_b < 2,
                        none="B has fewer than 2 successes",
                    )
                ]
                if step and "interval" in step.show
                else []
            ),
            *([] if is_early else [controls.button("Exchange A and B", {**turn, "to": swapped})]),
        ],
    )
    controls.turn([AbTest.GROUPS], "groups", "grid")
    body = [
        [name, f"{some:,}", f"{of:,}", with_bar(share)]
        for name, some, of, share in (("A", some_a, of_a, found.a), ("B", some_b, of_b, found.b))
    ]
    head = ["group", "succeed", "readers", "share"]
    table = table_html("The groups", head, body, words=(0, 3))
    st.html(f"<div class='groups'>{table}</div>")


def with_bar(share: float) -> Html:
    """Write a share, and a bar that is as long."""
    written = decimals(share, places(share, digits(share)))
    return Html(f"{written}<i style='--share:{share:.4f}'></i>")


def picture(hidden: bool) -> None:
    """Draw the chart of what chance makes, and below it what it means or the test, worked out."""
    if not hidden:
        session().drawn.figure = drawn.read()
        figure.show(drawn)
        if is_early and not presenting:
            st.markdown(ideas[term])
        elif errors.equal and not presenting:
            st.html(f"<div class='test'>{worked()}</div>")


def worked() -> str:
    """Write what the test computes, one number after the other, as a table."""
    a, b = (f"{digits(share)} · {digits(1 - share)}" for share in (found.a, found.b))
    both = f"{digits(errors.pooled)} · {digits(1 - errors.pooled)}"
    body = {
        "share of both": f"({some_a:,} + {some_b:,}) ÷ {of_a + of_b:,} = {digits(errors.pooled)}",
        "standard error": f"√({both} · (1/{of_a:,} + 1/{of_b:,})) = {error}",
        "z": f"{difference} ÷ {error} = {z.text}",
        "p": f"both parts of the curve beyond {decimals(abs(found.z))}: {p.text}",
        "error of the interval": f"√({a}/{of_a:,} + {b}/{of_b:,}) = {digits(errors.own)}",
        "95 % interval": f"{difference} ± 1.96 · {digits(errors.own)}: {written}",
    }
    if is_step:  # they stand beside it
        del body["z"], body["p"]
    return table_html(
        "The test, worked out", ["The test", "worked out"], [*body.items()], words=(0, 1)
    )


own_error = (
    f"√({digits(found.a)} · {digits(1 - found.a)}/{of_a:,} + "
    f"{digits(found.b)} · {digits(1 - found.b)}/{of_b:,}) = {digits(errors.own)}"
)
equal_error = (
    f"√({digits(errors.pooled)} · {digits(1 - errors.pooled)} · "
    f"(1/{of_a:,} + 1/{of_b:,})) = {error}"
)
says = {
    "p": "Each block is 1 of 100 tests, if neither is better.",
    "interval": "1.96: the middle 95 % of a normal curve.",
    "power": "Each block is 1 of 100 tests, if the true shares are these.",
    "z": "error: how far from 0 chance leads as a rule.",
}
left, right = differences.counted(tables)
blocks = f"{left} + {right} of 100 blocks"
if term == "p" and not left + right:
    blocks = f"0 of 100 blocks, {as_cases(found.p)} tests"
also = {
    "p": [f"p: {blocks}, exactly {p.text}"],
    "interval": [
        f"error: {own_error}",
        f"95 % interval: {difference} ± 1.96 · {digits(errors.own)}, {written.partition(',')[0]}",
    ],
    "power": [f"power: {left + right} of 100 blocks, exactly {power.text}"],
    "z": [f"error: {equal_error}"] * presenting + [f"z = {difference} ÷ {error} = {z.text}"],
}
fits = (
    "With so many readers, the measured difference is usually about one *standard error* off. The "
    "**95 % interval** is B − A ± 1.96 standard errors: the middle 95 % of a normal curve. If 0 is "
    "inside, both may be equally good."
)
ideas = {
    "p": "Suppose both are equally good, and make 100 such tests: the blocks. Chance alone gives "
    "most a lead near 0. The p-value, **p**, is the share that lead as far as this one, for A or "
    "for B. It is not the chance that both are equal.",
    "interval": "Until now the curve lay around 0, as if both were equal. Now it lies around what "
    f"we saw. True differences in its middle 95 % fit that. {fits}",
    "power": "p < 0.05 is usually called *significant*. Suppose the true shares are these, and "
    "make 100 such tests: the blocks. **Power** is the share that find p < 0.05, beyond the line.",
    "z": "With many readers the curve is narrow. Chance alone makes small differences "
    "only. **p** is the part of the curve as far from 0 as B − A, on both sides. A *standard "
    "error* is how far from 0 chance leads as a rule. **z** is B − A in standard errors.",
}
below = f"95 % interval: {written}"
if term == "p":
    below = f"p: if neither is better, {as_cases(found.p)} tests lead by as much."
elif term == "power":
    below = "Power: how often p < 0.05 if the true shares are these"
elif term == "z" and found.z:
    below = f"z is B − A divided by {error}, the usual lead by chance"
words = "" if is_early else ideas["z"] if term else f"{ideas['z']} {fits}"
if model.is_rough(screen):
    words += (
        " Here a group has fewer than 5 successes or failures: z, p and the interval are rough."
    )
if model.is_split(screen):
    words += (
        f" **{some_a:,} + {some_b:,} = {of_a:,}**: if these are all readers, split between A and "
        "B, this z is not theirs. *Further* has *Two counts*, with a split check."
    )
revealed = lesson.show(
    NAME,
    lesson.Stage(
        [power, lead]
        if term == "power"
        else [lead, *([] if term == "interval" else [p]), *([] if is_early else [z])],
        columns=(),
        board=board,
        picture=picture,
        worked=lesson.WorkedFormula(
            lead,
            [(2, f"{some_b}/{of_b}"), (1, f"−{some_a}/{of_a}")],
            also=also[term or "z"] if found.z or is_early else [],
            says=says.get(term, ""),
        ),
        lists="",
        below_score=f"<p class='long'>{below}</p>",
        words=words,
    ),
)


def numbers() -> None:
    """Draw the numbers of both groups, and as lines of NumPy."""
    lesson.numbers(
        lead,
        f"""
a, b = {some_a} / {of_a}, {some_b} / {of_b}
both = ({some_a} + {some_b}) / ({of_a} + {of_b})
error = np.sqrt(both * (1 - both) * (1 / {of_a} + 1 / {of_b}))
z = (b - a) / error if error else np.nan
score = b - a
""",
        each=(("group", "succeed", "readers"), [("A", some_a, of_a), ("B", some_b, of_b)]),
        share="share",
        contribution="adds",
    )


prose.draw(
    NAME,
    formula=partial(lesson.formula_text, lead),
    power=power.text,
    each=f"{min(of_a, of_b):,}",
    needed=model.needed(screen),
    tested=revealed and errors.equal,
    levels=partial(other_forms.levels, counts),
    chi_squared=partial(other_forms.as_chi_squared, counts),
    sizes_of_effect=partial(other_forms.sizes_of_effect, counts),
    sample_size=partial(sizes.draw, screen),
    looking=partial(looking.draw, screen),
    two_counts=two_counts.draw,
    numbers=numbers,
    ways_on=lesson.ways_on(NAME, has_list=False),
)
