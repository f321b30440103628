"""The theme's colours can be read, and grades told apart, by every reader and on every projector.

Contrast is WCAG 2.2's ratio of relative luminances. Colour distance is CIEDE2000 (Sharma, Wu &
Dalal 2005) on CIELAB under D65; what dichromats see is simulated with the matrices of Machado,
Oliveira & Fernandes (2009) at full severity. One unit is about what an eye can just see.
"""

import tomllib
from itertools import pairwise
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest

from ui.theme import COLOURS, LINES, LOST, PALETTE, SYMBOLS, UNJUDGED, colour

Triple = tuple[float, float, float]

THEME = tomllib.loads((Path(__file__).parents[1] / ".streamlit/config.toml").read_text())["theme"]

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


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 between two CIELAB colours."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean / (mean + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    angle = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    weight = (
        1
        - 0.17 * cos(radians(angle - 30))
        + 0.24 * cos(radians(2 * angle))
        + 0.32 * cos(radians(3 * angle + 6))
        - 0.20 * cos(radians(4 * angle - 63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = hue / (1 + 0.015 * chroma * weight)
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation *= sin(radians(60 * exp(-(((angle - 275) / 25) ** 2))))
    return sqrt(dl**2 + dc**2 + dh**2 + rotation * dc * dh)


def seen(colour: str, eyes: str) -> Triple:
    """CIELAB coordinates of a colour as these eyes see it."""
    red, green, blue = (min(max(v, 0), 1) for v in product(EYES[eyes], linear(colour)))
    return lab((red, green, blue))


def distance(one: str, other: str, eyes: str) -> float:
    """How different two colours look to these eyes."""
    return difference(seen(one, eyes), seen(other, eyes))


def test_formulas() -> None:
    """Black on white is 21 by WCAG; three pairs of Sharma, Wu & Dalal's table 1."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    for one, other, expected in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ):
        assert difference(one, other) == pytest.approx(expected, abs=1e-4)


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
    """As graphics they need 3:1; the page's own colour is the text on them, which needs 4.5:1."""
    theme = THEME[name]
    assert len(theme["chartCategoricalColors"]) == PALETTE == 12
    for each in theme["chartCategoricalColors"]:
        assert contrast(each, theme["backgroundColor"]) >= 4.5, each
        assert contrast(each, theme["secondaryBackgroundColor"]) >= 3, each


@pytest.mark.parametrize("name", ["light", "dark"])
def test_more_relevant_is_stronger(name: str) -> None:
    """Each grade stands out more than the one below, so that a grey copy keeps the order."""
    theme = THEME[name]
    strength = [
        contrast(each, theme["backgroundColor"]) for each in theme["chartCategoricalColors"][:9]
    ]
    # Grade 0 and 1 are told apart by grey and amber, not by lightness.
    assert strength[1:] == sorted(strength[1:])
    assert strength[0] < strength[2]


# The distance that neighbouring grades keep for the eyes they are hardest for. With nine grades on
# one scale it shrinks; symbols and digits say the grade, too.
APART = {1: 25.0, 3: 9.0, 4: 6.5, 8: 4.0}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("top_grade", APART)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_grades_are_told_apart(name: str, top_grade: int, eyes: str) -> None:
    palette = THEME[name]["chartCategoricalColors"]
    grades = [palette[step] for step in COLOURS[top_grade]]
    assert len(grades) == len(SYMBOLS[top_grade]) == top_grade + 1
    for lower, higher in pairwise(grades):
        assert distance(lower, higher, eyes) >= APART[top_grade], (lower, higher)
    for grade in grades:
        assert distance(grade, palette[UNJUDGED], eyes) >= 6, grade


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_line_and_loss_are_told_apart(name: str, eyes: str) -> None:
    palette = THEME[name]["chartCategoricalColors"]
    assert distance(palette[LINES], palette[LOST], eyes) >= 30


def test_every_place_in_the_palette_has_one_meaning() -> None:
    grades = {place for places in COLOURS.values() for place in places}
    assert sorted([*grades, UNJUDGED, LINES, LOST]) == list(range(PALETTE))
    for top, places in COLOURS.items():
        assert [colour(grade, top) for grade in range(top + 1)] == list(places)
        assert colour(None, top) == UNJUDGED
