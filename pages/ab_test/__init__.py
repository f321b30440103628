"""Lesson: an A/B test, whether more readers click with B than chance would make them."""
