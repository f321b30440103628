"""Lesson: squared error, and why a smaller error may give a worse ranking."""
