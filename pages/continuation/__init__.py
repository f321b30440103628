"""Lesson: C/W/L, one formula that gives many metrics by its model of the reader."""
