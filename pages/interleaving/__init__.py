"""Lesson: interleaving, which of two rankings readers prefer."""
