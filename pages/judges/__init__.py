"""Lesson: two judges, and how far they agree beyond chance."""
