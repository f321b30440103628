"""Exports: notebooks and plain NumPy code."""
