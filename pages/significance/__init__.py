"""Lesson: whether the difference of two systems is more than chance."""
