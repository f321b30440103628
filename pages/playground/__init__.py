"""Playground: many metrics at once, and what each rank adds to each score."""
