"""Measures, colours and symbols that the board and the charts must agree on."""

from typing import Final

ROW_PITCH: Final = 58
"""Pixels from the top of one card, or bar, to the top of the next."""

ROW_GAP: Final = 8
"""Pixels of a row that are the gap between two cards, where the lines run."""

HEAD: Final = 44
"""Pixels above the first card and the first bar, where a chart names its columns."""

UNJUDGED: Final = 9
"""Colour of a document nobody judged, as an index into the theme's categorical colours."""

LINES: Final = 10
LOST: Final = 11
"""Colours of lines and of readers who stop satisfied, and of what is lost, likewise."""

# Indices into `theme.*.chartCategoricalColors` of .streamlit/config.toml, one per grade. A short
# scale takes wide steps, so that neighbouring grades stay apart for colour-blind readers too.
COLOURS: Final = {1: (0, 8), 3: (0, 3, 6, 8), 4: (0, 2, 4, 6, 8), 8: tuple(range(9))}
SYMBOLS: Final = {1: "○●", 3: "○◔◑●", 4: "○◔◑◕●", 8: "○▁▂▃▄▅▆▇█"}


def colour(grade: int | None, top_grade: int) -> int:
    """Index of a grade's colour in the theme's categorical colours."""
    return UNJUDGED if grade is None else COLOURS[top_grade][grade]
