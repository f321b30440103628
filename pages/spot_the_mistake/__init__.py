"""Spot the mistake: calculations with one false step each."""
