"""The pictures, one file each.

They are HTML, as `beside_cards` lays it out: an edit costs little, the type is the page's, and each
part knows its document. What has axes is a chart (`ui.charts`). Colours are those of the theme
(`ui.look.theme`), light or dark.
"""
