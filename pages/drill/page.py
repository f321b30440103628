"""The drill: endless exercises, with the likely mistake behind each wrong number."""

from pages.drill import drawing as drill
from ui import lesson

lesson.heading("drill")
if drill.is_sheet_of_ten():
    drill.draw_ten()
else:
    drill.draw_exercise()
drill.draw_other_exercises()
drill.draw_results()
