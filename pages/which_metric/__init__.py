"""Lesson: which metric fits a task, and a sentence that reports it."""
