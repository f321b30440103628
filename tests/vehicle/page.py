"""The tests' own page: what every lesson has, once, and nothing that is one lesson's alone."""

from ui import lesson
from ui.draw import score
from ui.draw.beside_cards import running

lesson.heading("vehicle")
measured = score.measure("average_precision")
lesson.stage(
    measured,
    columns=[running(measured, "Adds")],
    main_knobs="denominator",
    worked=lesson.summed(measured),
)
