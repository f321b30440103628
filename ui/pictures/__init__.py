"""The pictures, one file each: what its rows say, its Vega-Lite spec, and how it is shown.

A spec is built once, without data; then only data flows through it. Colours are indices into the
theme's categorical colours (see `ui.theme`), so that a picture follows the reader's light or dark
theme by itself.
"""
