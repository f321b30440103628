"""Spot the mistake: calculations as they were published, one step of each false."""

from ui import frame, lesson, puzzles

frame.style("spot_the_mistake")
lesson.heading("spot_the_mistake")
puzzles.draw()
puzzles.contents()
