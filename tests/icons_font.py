"""The typeface of Streamlit's icons, cut down to those that its own scripts can show.

Streamlit loads all 4,000 icons at the start of every first visit: 375 KB. Ours are 10 KB. Run as a
program, it draws the file in static/ anew, after Streamlit has changed.
"""

import re
from itertools import chain
from pathlib import Path
from string import ascii_lowercase, digits

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from streamlit.file_util import get_static_dir

ROOT = Path(__file__).parents[1]
FILE = ROOT / "static" / "icons.woff2"
WHOLE = "MaterialSymbols-Rounded"
"""How the name of Streamlit's file begins."""


def names() -> set[str]:
    """The icons that are named by Streamlit, in the browser and in Python, and by our pages."""
    streamlit = Path(get_static_dir()).parent
    files = chain(
        streamlit.glob("static/static/js/*.js"), streamlit.rglob("*.py"), (ROOT / "ui").rglob("*.py")
    )
    texts = (file.read_text(encoding="utf-8") for file in files)
    return {name for text in texts for name in re.findall(r":material/(\w+):", text)}


def cut(font: TTFont, icons: set[str]) -> None:
    """Drop what does not belong to these icons; a text of an icon's name is drawn as the icon."""
    letters = font.getBestCmap()
    wanted = {tuple(letters[ord(letter)] for letter in icon) for icon in icons}
    drawn = {
        ligature.LigGlyph
        for lookup in font["GSUB"].table.LookupList.Lookup
        for table in lookup.SubTable
        for first, ligatures in getattr(table, "ExtSubTable", table).ligatures.items()
        for ligature in ligatures
        if (first, *ligature.Component) in wanted
    }
    subsetter = Subsetter(Options(layout_closure=False, layout_features=["*"], hinting=False))
    subsetter.populate(glyphs=drawn, text=ascii_lowercase + digits + "_")
    subsetter.subset(font)


if __name__ == "__main__":
    [whole] = Path(get_static_dir(), "static", "media").glob(f"{WHOLE}.*.woff2")
    typeface = TTFont(whole)
    cut(typeface, names())
    typeface.save(FILE)
