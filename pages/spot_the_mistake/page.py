"""Spot the mistake: calculations with one false step each."""

from pages.spot_the_mistake import drawing as spot_the_mistake
from ui import lesson

lesson.heading("spot_the_mistake")
spot_the_mistake.draw()
spot_the_mistake.contents()
