"""Lesson: precision, recall and other metrics that count the hits in the top k."""
