"""Precision against recall: a point for each rank, the stairs above them, and points on these."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import altair as alt

from metrics.breakdown import Breakdown
from ui.core import theme
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.rank_terms import Fraction
from ui.draw.rows import MOST_NAMED, Row, Version, changed, only, uncounted, versions
from ui.draw.score import Measured
from ui.draw.style import (
    BESIDE,
    COLOUR,
    DASHED,
    FAINT,
    FOOT,
    INK,
    KEY,
    PAGE,
    PATH,
    STRONG,
    TOLD,
    Options,
    View,
    across,
    marks,
    up,
)

TITLE: Final = "Which P at which R?"
LEGEND: Final = "The number at a point is its rank."
FITS: Final = True
"""The style of the page says how high it is: less on a phone."""
_LARGE: Final = 260
_NEAR: Final = 0.2
"""A level of recall whose height is written where the stairs have their name."""
_FAR: Final = 0.85
"""A level of recall that has no room for its name at the right."""


def chart() -> View:
    """Draw the ranks, joined by a thin line, and the stairs with the points that are averaged."""
    never, was, was_hits, b, b_hits = map(marks, ("never", "was", "was_hits", "b", "b_hits"))
    ranks, stairs, levels, guides, names = map(
        marks, ("ranks", "stairs", "levels", "guides", "names")
    )
    step: Options = {"interpolate": "step-before"}
    path: Options = {"order": "place:Q", **PATH}
    return (
        alt.layer(
            never.mark_rect(aria=True, **FAINT).encode(x2="end:Q", y=alt.value(0), y2=FOOT, **TOLD),
            guides.mark_rule(strokeWidth=2, opacity=0.7, **DASHED).encode(
                x2="end:Q", y2="top:Q", key=KEY
            ),
            was.mark_line(color=INK, opacity=0.2, strokeWidth=7, **step).encode(**path),
            b.mark_line(strokeWidth=3, **step).encode(color=COLOUR, **path),
            was_hits.mark_circle(size=110, color=INK, opacity=0.4),
            b_hits.mark_point(shape="diamond", size=90, filled=True, aria=True).encode(
                color=COLOUR, key=KEY, **TOLD
            ),
            ranks.mark_line(color=INK, opacity=0.7, strokeWidth=2).encode(**path),
            stairs.mark_line(strokeWidth=4, opacity=0.8, **step).encode(color=COLOUR, **path),
            levels.mark_point(
                shape="diamond", size=150, fill=PAGE, fillOpacity=1, stroke=INK, aria=True
            ).encode(key=KEY, **TOLD),
            ranks.mark_circle(size={"expr": "datum.size"}, opacity=1, aria=True).encode(
                color=COLOUR, key=KEY, **TOLD
            ),
            names.mark_text(dy={"expr": "datum.lower"}, **BESIDE, **STRONG).encode(
                text="label:N", key=KEY
            ),
            levels.mark_text(align="left", dx=-6, dy=-13).encode(text="label:N", key=KEY),
        )
        .encode(
            # The first point is right of the numbers, and the name of the last one beyond 1.
            x=across(
                "recall", "Recall", -0.04, 1.05, values=[0, 0.2, 0.4, 0.6, 0.8, 1], labelPadding=9
            ),
            y=up(
                "precision", "Precision", titleY=-32, values=[0, 0.25, 0.5, 0.75, 1], format=".3~f"
            ),
        )
        .properties(height=240)
    )


def rows(
    iap: Measured,
    other: Measured | None = None,
    *,
    level: float | None = None,
    height: float = 0,
    equal: bool = False,
    large: int = 0,
    with_stairs: bool = True,
    averaged: bool = True,
) -> Mapping[str, Sequence[Row]]:
    """Return a table of rows for each kind of mark.

    Args:
        iap: the interpolated average precision.
        other: that of list B.
        level: a level of recall, drawn as a line.
        height: how high the stairs are there.
        equal: whether to draw the line on which precision and recall are equal.
        large: the rank whose point is large; 0 for none.
        with_stairs: whether to draw the stairs, and the recall that is out of reach.
        averaged: whether to draw the points whose mean is the score.
    """
    each = {version.part: version for version in versions(iap, other)}
    now = each["a"]
    ranks = [*_ranks(now, large, adds=averaged)]
    hits = [row for row in ranks if row["hit"]]
    was_hits = [row for row in _ranks(each["was"]) if row["hit"]] if "was" in each else []
    if equal:  # only the point where they were equal
        was_hits = [row for row in was_hits if row["recall"] == row["precision"]]
    stairs = {part: [*_stairs(version)] * with_stairs for part, version in each.items()}
    never = [*_never(iap)] * with_stairs
    named = not (averaged or (level is not None and level < _NEAR))
    ends = [("equal", 0.0, 0.0, 1.0, 1.0)] * equal
    if level is not None:
        ends += [("level", level, 0, level, 1)]
    read = [row for row in ranks if row["place"] == large and row["recall"] and not equal]
    for p, r in ((row["precision"], row["recall"]) for row in read):
        ends += [("p", 0, p, r, p), ("r", r, 0, r, p)]
    return {
        "ranks": ranks,
        "names": [
            *_names(ranks),
            *_name_of_never(never, iap.ranked.retrieved > now.breakdown.terms["relevant"].size),
            *({**row, **_RIGHT} for row in stairs.get("b", [])[:1]),
            *({**row, **_RIGHT, **_STAIRS} for row in stairs["a"][:named]),
            *[{**_RIGHT, **_EQUAL}] * equal,
            *_name_of_level(level),
            *_at_axes(read, now.breakdown),
        ],
        "stairs": stairs["a"],
        "levels": [*(_levels(now) if averaged else _level_read(level, height))],
        "was": stairs["was"] if "was" in each and stairs["was"] != stairs["a"] else [],
        "was_hits": changed(was_hits, hits, "recall", "precision"),
        "b": stairs.get("b", []),
        "b_hits": [row for row in _ranks(each["b"]) if row["hit"]] if other else [],
        "never": never,
        "guides": [
            dict(zip(("key", "recall", "precision", "end", "top"), each, strict=True))
            for each in ends
        ],
    }


def _never(iap: Measured) -> Iterator[Row]:
    """Yield the documents that are not in the top k; a relevant one has a share of the recall."""
    hits, bar = iap.breakdown.terms["relevant"], iap.screen.relevant_from
    exist, start = float(iap.breakdown.aside["relevant_total"]), float(hits.sum())
    left = iap.ranked.documents[hits.size :]
    for row, document in zip(uncounted(iap), left, strict=True):
        end = start + ((document.grade or 0) >= bar)
        ends = {"recall": start / exist, "end": end / exist} if exist else {"recall": 0, "end": 0}
        yield {"key": row["key"], **ends, "said": row["said"]}
        start = end


def _name_of_never(never: Sequence[Row], below: bool) -> Iterator[Row]:
    """Yield the name of the recall that is out of reach."""
    if never and never[0]["recall"] < never[-1]["end"]:
        name = {"label": "below the cut" if below else "not found", "precision": 1}
        yield {**_RIGHT, "key": "never", "recall": never[-1]["end"], "left": True, **name}


def _name_of_level(level: float | None) -> Iterator[Row]:
    """Yield the name of the line at a level of recall, at its foot."""
    if level is not None:
        name = {"label": f"r = {level:g}", "recall": level, "precision": 0, "lower": -8}
        yield {**_RIGHT, **name, "key": "level", "left": level > _FAR}


def _at_axes(read: Sequence[Row], breakdown: Breakdown) -> Iterator[Row]:
    """Yield the precision and the recall of a point, each beside its line to the axis."""
    for row in read:
        rank, recall = row["place"], row["recall"]
        hits = int(breakdown.terms["relevant"][:rank].sum())
        p, r = Fraction(hits, rank), Fraction(hits, int(breakdown.aside["relevant_total"]))
        yield {**_RIGHT, **row, "key": "p", "recall": 0, "label": f"P {p}"}
        at_foot = {"recall": recall, "precision": 0, "left": recall > _FAR, "lower": -8}
        yield {**_RIGHT, **at_foot, "key": "r", "label": f"R {r}"}


def _level_read(level: float | None, height: float) -> Iterator[Row]:
    """Yield the point where a line at one level of recall meets the stairs."""
    if level is not None and height == height:
        text = decimals(height)
        said = f"Recall {level:g}: the stairs are {text} high"
        yield {"key": "read", "recall": level, "precision": height, "label": text, "said": said}


def _ranks(version: Version, large: int = 0, *, adds: bool = True) -> Iterator[Row]:
    """Yield a point for each rank, with its number if they are few."""
    terms = version.breakdown.terms
    ranks = zip(
        rank_terms.of_interpolated(version.breakdown),
        *(terms[name].tolist() for name in ("relevant", "precision", "recall")),
        strict=True,
    )
    few = len(terms["relevant"]) <= MOST_NAMED
    for term, (is_hit, precision, recall) in ((term, each) for term, *each in ranks):
        sentence = term.sentence if adds else ", ".join(term.sentence.split(", ")[:2])
        row = version.row(
            term.rank,
            sentence,
            **{"place": term.rank, "recall": recall, "precision": precision, "hit": bool(is_hit)},
            **({} if is_hit else {"colour": 0}),
            label=f"{term.rank}" * few,
            size=_LARGE if term.rank == large else 70 if is_hit else 40,
        )
        shown = ("key", "place", "recall", "precision", "hit", "label", "colour", "size", "said")
        yield from only([row], *shown)


_RIGHT: Final[Row] = {"left": False, "lower": 12, "strong": True}
_STAIRS: Final[Row] = {"label": "stairs", "lower": -12}
_EQUAL: Final[Row] = {"key": "equal", "recall": 0.1, "precision": 0.1, "label": "P = R"}


def _names(ranks: Sequence[Row]) -> Iterator[Row]:
    """Yield the number of each rank; those above all hits are one point."""
    early = [row for row in ranks if not row["recall"]]
    if early and early[0]["label"]:
        label = "–".join(dict.fromkeys(each["label"] for each in (early[0], early[-1])))
        yield {**early[0], "label": label, "left": True, "lower": -12, "strong": False}
    for row in ranks[len(early) :]:
        at_right = row["hit"] or row["size"] == _LARGE
        yield {**row, **(_RIGHT if at_right else {"left": True, "lower": 0, "strong": False})}


def _stairs(version: Version) -> Iterator[Row]:
    """Yield the right end of each stair, from the left; beyond the last hit the height is 0."""
    names = ("relevant", "recall", "interpolated")
    ranks = zip(*(version.breakdown.terms[name].tolist() for name in names), strict=True)
    ends = [(recall, height) for is_hit, recall, height in ranks if is_hit] or [(0.0, 0.0)]
    beyond = [(1.0, 0.0)] * (ends[-1][0] < 1)
    for place, (recall, height) in enumerate([(0.0, ends[0][1]), *ends, *beyond]):
        yield {
            **{"key": f"{place}", "place": place, "recall": recall, "precision": height},
            "colour": theme.UNJUDGED if version.part == "b" else theme.HIT,
            "label": "B" * (version.part == "b" and not place),
        }


def _levels(version: Version) -> Iterator[Row]:
    """Yield the points on the stairs whose mean is the score, and the height of each stair."""
    aside, relevant = version.breakdown.aside, version.breakdown.terms["relevant"]
    hits = [0, *relevant.cumsum().tolist()]
    names, above = ("level", "at_level", "at_rank"), None
    for level, height, rank in zip(*(aside[name].tolist() for name in names), strict=True):
        p = Fraction(int(hits[int(rank)]), int(rank))
        best = f"best from recall {level:g} on, {p} = {decimals(height)}"
        yield {
            **{"key": f"{level:g}", "recall": level, "precision": height},
            "label": "" if height == above else f"{p}" if rank else "0",
            "said": version.told(int(rank), best)
            if rank
            else f"Recall {level:g}: never reached, 0",
        }
        above = height
