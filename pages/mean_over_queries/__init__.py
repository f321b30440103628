"""Lesson: the mean over queries, and what it hides."""
