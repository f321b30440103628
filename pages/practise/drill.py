"""The drill: exercises without end, and a wrong number is led back to the mistake that gives it."""

from ui import frame, lesson
from ui.drill import page as drill

frame.style("drill")
lesson.heading("drill")
if drill.is_sheet_of_ten():
    drill.ten()
else:
    drill.one()
drill.others()
drill.done()
