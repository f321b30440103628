"""The drill: exercises without end, and a wrong number is led back to the mistake that gives it."""

from ui import lesson
from ui.drill import page as drill

lesson.heading("drill")
if drill.is_sheet_of_ten():
    drill.draw_ten()
else:
    drill.draw_exercise()
drill.draw_other_exercises()
drill.draw_results()
