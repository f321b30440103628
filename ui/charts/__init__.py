"""Altair charts, one file each, in the style of `house`.

A chart's file has a `TITLE` (the question it answers), `chart()`, which builds the chart without
data, and `rows()`, which turns measured scores into the chart's rows. `ui.figure` draws it.
"""
