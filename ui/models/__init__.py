"""Compute values from a screen: scores, agreement of two lists, verdicts. Nothing is drawn here."""
