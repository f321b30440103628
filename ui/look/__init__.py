"""Colours, sizes, text and tables that everything drawn shares."""
