"""Lesson: reciprocal rank and the rank of the first hit, and how the two differ."""
