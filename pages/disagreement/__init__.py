"""Lesson: disagreement, two lists of which two metrics prefer different ones."""
