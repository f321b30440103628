"""Lesson: graded average precision, a mean over readers with different relevance thresholds."""
