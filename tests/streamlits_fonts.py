"""Streamlit's typefaces of icons and of text, cut down to what our pages can show.

A first visit would load both whole: all 4,000 icons, because Streamlit loads them at its start, and
Source Sans, which it names behind ours for characters that ours lacks. They have 545 KB, and the
cuts 20. Run as a program, it draws the files in static/ anew: after a change of Streamlit, and when
a page writes a new symbol. Only this needs the package brotli.
"""

import re
import tomllib
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from string import ascii_lowercase, digits

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from streamlit.file_util import get_static_dir

ROOT = Path(__file__).parents[1]
MEDIA = Path(get_static_dir(), "static", "media")


def icons() -> set[str]:
    """The icons that are named by Streamlit, in the browser and in Python, and by our pages."""
    streamlit = Path(get_static_dir()).parent
    files = [*streamlit.glob("static/static/js/*.js"), *streamlit.rglob("*.py"), *ours()]
    return {name for file in files for name in re.findall(r":material/(\w+):", text_of(file))}


def symbols() -> set[int]:
    """The characters of our texts that our typefaces do not have."""
    config = tomllib.loads(text_of(ROOT / ".streamlit" / "config.toml"))
    ranges = (face["unicodeRange"] for face in config["theme"]["fontFaces"])
    have = {number for each in ranges for number in parse_unicodes(each.replace("U+", ""))}
    return {ord(letter) for file in ours() for letter in text_of(file)} - have


def ours() -> Iterable[Path]:
    """The files that our texts are in."""
    folders = ("pages", "ui", "metrics", "assets")
    files = chain.from_iterable((ROOT / folder).rglob("*") for folder in folders)
    return [file for file in files if file.suffix in (".py", ".js", ".json", ".css", ".html")]


def text_of(file: Path) -> str:
    """The text of a file."""
    return file.read_text(encoding="utf-8")


def keep_icons(font: TTFont, names: set[str]) -> None:
    """Drop all but these icons; the text of an icon's name is drawn as the icon."""
    letters = font.getBestCmap()
    wanted = {tuple(letters[ord(letter)] for letter in name) for name in names}
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


def keep_symbols(font: TTFont, characters: set[int]) -> None:
    """Drop all but these characters, and the name, which its licence keeps for the whole."""
    subsetter = Subsetter(Options(layout_features=[], hinting=False, name_IDs=[]))
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    for name in font["name"].names:
        name.string = str(name).replace("SourceSans3VF", "Symbols")


if __name__ == "__main__":
    [whole] = MEDIA.glob("MaterialSymbols-Rounded.*")
    typeface = TTFont(whole)
    keep_icons(typeface, icons())
    typeface.save(ROOT / "static" / "icons.woff2")
    [whole] = MEDIA.glob("SourceSansVF-Upright.*")
    typeface = TTFont(whole)
    keep_symbols(typeface, symbols())
    typeface.save(ROOT / "static" / "symbols.woff2")
