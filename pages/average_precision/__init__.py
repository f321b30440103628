"""Lesson: average precision, the mean of the precisions at the hits."""
