"""Lesson: the precision–recall curve, its stairs, and eleven points on them."""
