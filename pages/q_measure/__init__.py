"""Lesson: the Q-measure, a mean over the hits that blends precision and gain."""
