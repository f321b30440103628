"""Lesson: what metrics make of documents that nobody judged."""
