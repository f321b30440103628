"""Spot the mistake: calculations as they were published, one step of each false."""

from ui import lesson, puzzles

lesson.heading("spot_the_mistake")
puzzles.draw()
puzzles.contents()
