"""Pictures in HTML, one file each.

`beside_cards` lays out most of them. HTML is cheap to redraw, uses the page's font, and each part
names its document. Pictures with axes are charts (`ui.charts`). Colours come from `ui.look.theme`.
"""
