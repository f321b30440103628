"""The theme's colours can be read, and grades told apart, by every reader and on every projector.

Contrast is WCAG 2.2's ratio of relative luminances. Lightness is CIELAB's L* under D65, from 0 for
black to 100 for white: all that a grey copy keeps. Distance is CIE76's, between two points of
CIELAB, of which an eye just sees about 2. What dichromats see is simulated with the matrices of
Machado, Oliveira & Fernandes (2009) at full severity.
"""

import colorsys
import re
import tomllib
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Page

import grades_font
from ui.core.theme import COLOURS, HIT, LINES, LOST, SYMBOLS, UNJUDGED, colour, of_metrics

Triple = tuple[float, float, float]

ROOT = Path(__file__).parents[1]
THEME = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["theme"]
BOARD = "".join((ROOT / f"assets/{name}.css").read_text() for name in ("shared", "board/board"))

EYES = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

# Linear sRGB to XYZ (IEC 61966-2-1), D65 white.
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def linear(colour: str) -> Triple:
    """Red, green and blue light of `#rrggbb`, 0 to 1, with sRGB's transfer curve undone."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (red, green, blue)
    )
    return red, green, blue


def product(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    """Matrix times vector."""
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def luminance(colour: str) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    return product(XYZ, linear(colour))[1]


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio, 1 to 21."""
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def lab(light: Triple) -> Triple:
    """CIELAB coordinates of linear light."""
    x, y, z = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in (
            part / white
            for part, white in zip(product(XYZ, light), product(XYZ, (1, 1, 1)), strict=True)
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, eyes: str) -> Triple:
    """CIELAB coordinates of a colour as these eyes see it."""
    red, green, blue = (min(max(v, 0), 1) for v in product(EYES[eyes], linear(colour)))
    return lab((red, green, blue))


def mixed(share: float, one: str, other: str) -> str:
    """The colour that `color-mix(in srgb, one share, other)` gives."""
    parts = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in parts)


def test_formulas() -> None:
    """Black on white is 21 by WCAG; L*, a* and b* of sRGB's red as every colour tool gives them."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert seen("#ff0000", "trichromat") == pytest.approx((53.24, 80.09, 67.2), abs=0.05)
    assert mixed(0.25, "#ff0000", "#000000") == "#400000"


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_is_readable(name: str) -> None:
    theme = THEME[name]
    grounds = [
        theme["backgroundColor"],
        theme["secondaryBackgroundColor"],
        theme["sidebar"]["backgroundColor"],
        theme["sidebar"]["secondaryBackgroundColor"],
    ]
    for ground in grounds:
        assert contrast(theme["textColor"], ground) >= 7
    for ground in grounds[:2]:
        assert contrast(theme["primaryColor"], ground) >= 4.5
        assert contrast(theme["linkColor"], ground) >= 4.5
    assert contrast(theme["codeTextColor"], theme["codeBackgroundColor"]) >= 7
    # Streamlit draws the mark of a checked radio or switch in white on the accent.
    assert contrast(theme["primaryColor"], "#ffffff") >= 3


@pytest.mark.parametrize("name", ["light", "dark"])
def test_chart_colours_stand_out_from_the_page(name: str) -> None:
    """Graphics need 3:1 (WCAG 1.4.11)."""
    theme = THEME[name]
    assert len(theme["chartCategoricalColors"]) == 12
    for each in theme["chartCategoricalColors"]:
        for ground in (theme["backgroundColor"], theme["secondaryBackgroundColor"]):
            assert contrast(each, ground) >= 3, (each, ground)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_cards_are_readable(name: str) -> None:
    """Text needs 4.5:1, on the grade's own colour and on the tint of it that fills the card."""
    theme = THEME[name]
    page, text = theme["backgroundColor"], theme["textColor"]
    (bound,) = re.findall(r"--white: clamp\(0, \(([\d.]+) - y\)", BOARD)
    (soft,) = re.findall(r"--soft: color-mix\(in srgb, var\(--st-text-color\) (\d+)%", BOARD)
    cards = BOARD.partition("/* for touch: ")[0]
    tints = re.findall(r"background: color-mix\(in srgb, var\(--grade\) (\d+)%", cards)
    assert len(tints) == 2, "cards, and cards of what is missed"
    for each in (*theme["chartCategoricalColors"][: UNJUDGED + 1], theme["primaryColor"]):
        checked = "#ffffff" if luminance(each) < float(bound) else "#000000"
        assert contrast(each, checked) >= 4.5, each
        for tint in tints:
            card = mixed(int(tint) / 100, each, page)
            assert contrast(text, card) >= 7, card
            assert contrast(mixed(int(soft) / 100, text, page), card) >= 4.5, card


@pytest.mark.parametrize("name", ["light", "dark"])
def test_grades_have_one_hue(name: str) -> None:
    """Grade 0 is grey, the others are blue, and what nobody judged is on the wheel's other side."""
    *grades, unjudged = (
        colorsys.rgb_to_hls(*(int(each[at : at + 2], 16) / 255 for at in (1, 3, 5)))
        for each in THEME[name]["chartCategoricalColors"][: UNJUDGED + 1]
    )
    assert grades[0][2] < 0.05
    for hue, _, _ in grades[1:]:
        assert 205 <= 360 * hue <= 235
        assert 150 <= 360 * (hue - unjudged[0]) <= 210


# How far apart in L* neighbouring grades of a scale are, for the eyes they are hardest for. With
# six or nine grades it is less; symbols and digits say the grade, too.
APART = {1: 35.0, 3: 8.5, 4: 8.5, 5: 4.5, 8: 4.0}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("top_grade", APART)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_grades_are_told_apart(name: str, top_grade: int, eyes: str) -> None:
    """Each grade is stronger than the one below: deeper on a light page, brighter on a dark one."""
    palette = THEME[name]["chartCategoricalColors"]
    grades = [palette[step] for step in COLOURS[top_grade]]
    assert len(grades) == len(SYMBOLS[top_grade]) == top_grade + 1
    stronger = -1 if name == "light" else 1
    for lower, higher in pairwise(grades):
        step = seen(higher, eyes)[0] - seen(lower, eyes)[0]
        assert stronger * step >= APART[top_grade], (lower, higher)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_what_is_no_grade_is_told_apart(name: str, eyes: str) -> None:
    palette = [seen(each, eyes) for each in THEME[name]["chartCategoricalColors"]]
    for grade in palette[:UNJUDGED]:
        assert dist(grade, palette[UNJUDGED]) >= 25
    assert dist(palette[LINES], palette[LOST]) >= 40


def test_every_place_in_the_palette_has_one_meaning() -> None:
    grades = {place for places in COLOURS.values() for place in places}
    assert sorted([*grades, UNJUDGED, LINES, LOST]) == list(range(12))
    for top, places in COLOURS.items():
        assert [colour(grade, top) for grade in range(top + 1)] == list(places)
        assert colour(top, top) == HIT
        assert colour(None, top) == UNJUDGED


SHARED = (  # the metrics of a chart: Wrong pairs, Playground, two steps of Disagreement, P and R
    ("reciprocal_rank", "average_precision", "ndcg"),
    ("average_precision", "ndcg", "err"),
    ("reciprocal_rank", "precision"),
    ("average_precision", "ndcg"),
    ("precision", "recall", "f1"),
    ("kendall_tau", "spearman_rho", "tau_ap", "rbo"),
    ("mse", "inversions"),
)


def test_a_metric_has_one_colour_in_every_chart() -> None:
    seen: dict[str, int] = {}
    for keys in SHARED:
        colours = of_metrics(keys)
        assert len({*colours}) == len(keys)
        for key, of_key in zip(keys, colours, strict=True):
            assert seen.setdefault(key, of_key) == of_key, key
    assert seen["inversions"] == LOST  # as wrong pairs are, whose chart has three scores, too
    assert LOST not in of_metrics(SHARED[0])


@pytest.mark.parametrize("keys", [("f1", "average_precision", "rbp", "q_measure"), ("bpref",)])
def test_metrics_without_a_colour_of_their_own_get_one_that_is_free(keys: tuple[str, ...]) -> None:
    assert len({*of_metrics(keys)}) == len(keys)


# The typeface of the symbols


def test_the_discs_are_of_one_size_and_as_they_are_drawn() -> None:
    """In other typefaces an empty and a full one are half as large as those between."""
    kept = TTFont(grades_font.FILE)
    boxes = {
        (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax, kept["hmtx"][name])
        for disc, name in kept.getBestCmap().items()
        for glyph in [kept["glyf"][name]]
    }
    assert len(boxes) == 1
    assert {chr(disc) for disc in kept.getBestCmap()} == set("".join(SYMBOLS.values())) - set(
        "▁▂▃▄▅▆▇█"
    )
    drawn = grades_font.build().font
    paths = [
        [font["glyf"][name].getCoordinates(font["glyf"])[0] for name in drawn.getGlyphOrder()]
        for font in (kept, drawn)
    ]
    assert paths[0] == paths[1]


def test_discs_come_from_it(page: Page) -> None:
    """Each is as wide and as high as the others on the page, too."""
    drawn = page.evaluate(
        """async (discs) => {
          const font = "100px 'IBM Plex Sans'";
          await document.fonts.load(font, discs);
          const pen = document.createElement("canvas").getContext("2d");
          pen.font = font;
          return [...discs].map((disc) => {
            const box = pen.measureText(disc);
            const wide = box.actualBoundingBoxLeft + box.actualBoundingBoxRight;
            return [box.width, wide, box.actualBoundingBoxAscent];
          });
        }""",
        "".join(grades_font.DISCS),
    )
    for disc in drawn:
        assert disc == pytest.approx([86, 76, 73], abs=1.5)
