"""The pictures, one file each.

Most are HTML, as `beside_cards` and `plane` lay it out: an edit costs little, the type is the
page's, and each part knows its document. A chart of Vega's has a spec that is built once, without
data (`grammar`). Colours are those of the theme (`ui.theme`), light or dark.
"""
