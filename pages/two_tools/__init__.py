"""Lesson: why tools print different numbers for one list, and what a number means."""
