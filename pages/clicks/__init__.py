"""Lesson: clicks, which need attention and relevance, and how to tell the two apart."""
