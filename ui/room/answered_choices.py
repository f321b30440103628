"""How many of a class chose each option, and which one is right."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from ui.core import theme
from ui.draw.rows import Row
from ui.draw.style import BOLD, COLOUR, KEY, SAID, STROKE, UNSEEN, Options, View, rows_of
from ui.room.counts import ROUNDS, change_text, percent

TITLE: Final = "What did the class choose?"


def chart() -> View:
    """Draw a line of text for each option, and below it a bar for each round."""
    x = alt.X(
        "share:Q",
        title=None,
        scale=alt.Scale(domain=[0, 1], nice=False),
        axis=alt.Axis(format=".0%", tickCount=5),
    )
    head = "(datum.rounds > 1 ? 26 : 0)"
    block = f"((height - {head}) / datum.options)"
    top = f"({head} + {block} * datum.option)"
    # With much room, what moved has a line of its own; with little, the bars are behind the text.
    texts = f"({block} < 34 ? 0 : {block} > 90 && datum.rounds > 1 ? 40 : 20)"
    thick = f"min(36, ({block} - {texts} - 4) / ({texts} ? datum.rounds : 1))"
    start = f"({top} + {texts} + ({texts} ? {thick} * datum.round : -2))"
    bar: Options = {"y": {"expr": start}, "y2": {"expr": f"{start} + {thick} * 0.9"}}
    solid: Options = {"expr": f"datum.last ? ({texts} ? 1 : 0.3) : 0"}
    line: Options = {
        "expr": f"datum.share && ({texts} || !datum.last) ? clamp({thick} / 8, 1, 2) : 0"
    }
    of_option = rows_of("option").encode(key=KEY)
    whole: Options = {"y": {"expr": top}, "y2": {"expr": f"{top} + {block} - 4"}}
    label = f"({texts} < 40 && width > 500 ? datum.told : datum.short)"
    cut: Options = {"expr": f"truncate(datum.name, max(8, width / 7.5 - length({label})))"}
    return alt.layer(
        rows_of("bar")
        .mark_rect(strokeWidth=line, fillOpacity=solid, **bar)
        .encode(x=x, x2=alt.value(0), color=COLOUR, stroke=STROKE, key=KEY),
        of_option.mark_text(align="left", baseline="top", x=0, y={"expr": top}, text=cut, **BOLD),
        of_option.mark_text(
            align="right",
            baseline="top",
            x={"expr": "width"},
            y={"expr": top},
            text={"expr": label},
        ),
        of_option.mark_text(
            align="left",
            baseline="top",
            x=0,
            y={"expr": f"{top} + 19"},
            text={"expr": f"{texts} < 40 ? '' : datum.moved"},
        ),
        rows_of("rounds").mark_text(align="left", baseline="top", x=0, y=0).encode(text="name:N"),
        rows_of("option").mark_rect(x=0, x2={"expr": "width"}, **whole, **UNSEEN).encode(**SAID),
    ).properties(height=440)


def rows(
    options: Mapping[str, str],
    tallies: Sequence[Mapping[str, int]],
    truth: str | None = None,
    changed: Mapping[str, tuple[int, int]] | None = None,
) -> Iterator[Row]:
    """Yield a row for each option, and for each of its bars.

    Args:
        options: text of each option, by its answer.
        tallies: how many chose each option, for one or two rounds.
        truth: the right option, or None.
        changed: how many changed to each option, and away from it.
    """
    for at, (option, text) in enumerate(options.items()):
        place = {"option": at, "options": len(options), "rounds": len(tallies)}
        shares = []
        for number, tally in enumerate(tallies):
            many, every = tally[option], sum(tally.values())
            share = many / every if every else 0.0
            shares.append(f"{many} ({percent(share)})")
            yield {
                **{"part": "bar", "key": f"bar{option} {number}", "share": share, **place},
                **{"round": number, "last": number == len(tallies) - 1, "colour": theme.HIT},
            }
        name = "Right: " * (option == truth) + text
        moved = change_text(*(changed or {}).get(option, (0, 0)))
        short = " → ".join(shares)
        pairs = zip(ROUNDS, shares, strict=False)
        sentence = short if len(shares) == 1 else ", ".join(f"{a.lower()} {b}" for a, b in pairs)
        yield {
            **{"part": "option", "key": f"option{option}", **place, "name": name},
            **{"short": short, "moved": moved, "told": short + f"; {moved}" * bool(moved)},
            "said": f"{name}: {sentence}" + f"; {moved}" * bool(moved),
        }
    if len(tallies) > 1:
        name = f"Outlined: {ROUNDS[0].lower()}. Filled: {ROUNDS[1].lower()}."
        yield {"part": "rounds", "key": "rounds", "name": name}
