"""Altair charts, one file each, in the style of `house`.

A chart's file has a `TITLE`, the question it answers; `VIEWS` has those of its lower views, which a
hall sees one by one. `chart()` builds the chart without data, `rows()` turns measured scores into
its rows, and `ui.figure` draws it.
"""
