"""Lesson: expected reciprocal rank, with a reader who stops when satisfied."""
