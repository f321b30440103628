"""Lesson: wrong pairs, a count that ignores their ranks."""
