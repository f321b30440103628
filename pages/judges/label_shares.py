"""Where judges agree label by label, where chance would let them, and how far beyond they went."""

from typing import Final

from pages.judges import shares

TITLE: Final = shares.TITLE
LEGEND: Final = "From the left: the labels as in the table."

chart = shares.chart
rows = shares.rows
