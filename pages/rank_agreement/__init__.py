"""Lesson: two rankings, how similar they are, and which measures see which differences."""
