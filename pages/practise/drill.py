"""The drill: endless exercises, with the likely mistake behind each wrong number."""

from ui import lesson
from ui.drill import page as drill

lesson.heading("drill")
if drill.is_sheet_of_ten():
    drill.ten()
else:
    drill.one()
drill.others()
drill.done()
