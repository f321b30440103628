"""Lesson: rank-biased precision, the share of a reader's attention that goes to good documents."""
