"""Reference: a row for each metric and each further measure, which unfolds its card."""

from pages.reference import drawing as reference
from ui import lesson
from ui.core.session import session
from ui.parts import prose
from ui.parts.present import AllDrawn

lesson.heading("reference")
if session().projector.presenting:
    reference.draw_for_hall()
    raise AllDrawn
reference.begin()
prose.draw("reference", rows=reference.draw)
