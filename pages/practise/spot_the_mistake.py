"""Spot the mistake: calculations with one false step each."""

from ui import lesson
from ui.studies import spot_the_mistake

lesson.heading("spot_the_mistake")
spot_the_mistake.draw()
spot_the_mistake.contents()
