"""Files: what their bytes are, and which form their lines have.

The content decides, not the name. Where it can be meant in two ways, it gets the likelier reading
and a `Note` that says so. Where none is likely, a ValueError names the file, the line, and what is
allowed. What is here decides. pyarrow reads TREC files where it is installed, pandas all else; it
is imported where it is needed, since that takes longer than to read a small file.
"""

import gzip
import io
import math
import re
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..arrays import Array
from .headers import WIDTHS, cells_of, separator_of_header
from .names import HAS_ARROW, Names, column
from .rows import Asked, NothingError, Rows, is_number, quoted

if TYPE_CHECKING:
    import pandas as pd

Source: TypeAlias = str | Path | bytes | IO[bytes]
"""A file: its path, its content, or a binary file object such as an upload. A str with a line break
is content."""

RUN_LINE: Final = "topic Q0 document rank score tag"
QRELS_LINE: Final = "topic iteration document grade"

_HEAD: Final = 2**16  # bytes
_LOOKED_AT: Final = 50  # lines
_BLOCK: Final = 2**20  # bytes
_SMALL: Final = 2**18  # bytes
_NUMBER: Final = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", re.ASCII)
_NUMBERS: Final = frozenset(("rank", "score", "grade"))
PACKED: Final = b"\x1f\x8b"
"""How a file begins that gzip has packed."""

_RULES: Final = re.compile(r"^[ \t|:+=]*-{2}[ \t|:+=-]*$|^\(\d+ rows?\)$", re.MULTILINE)
"""Lines that are drawn around the rows of a table."""

_UNPACK: Final = "; unpack it, or pack it with gzip"
_OTHERS: Final = {
    rb"\x1f[\x9d\xa0]": f"is compressed{_UNPACK}",
    rb"BZh[1-9](1AY|\x17rE)": f"is compressed by bzip2{_UNPACK}",
    rb"\xfd7zXZ": f"is compressed by xz{_UNPACK}",
    rb"\(\xb5/\xfd": f"is compressed by zstd{_UNPACK}",
    rb"\x04\x22M\x18": f"is compressed by lz4{_UNPACK}",
    rb"PK\x03\x04(?s:.*)(word|ppt)/": "is a document of Office; save its table as CSV",
    rb"PK\x03\x04(?s:.*)(\[Content_Types\]|xl/)": "is an Excel file; save it there as CSV",
    rb"PK\x03\x04(?s:.*)opendocument\.spreadsheet": "is a spreadsheet; save it there as CSV",
    rb"PK\x03\x04(?s:.*)\.npy|\x93NUMPY": "is a NumPy array; save it as CSV",
    rb"PK(\x03\x04|\x05\x06)": "is a zip archive; unpack it, and bring the files in it",
    rb"7z\xbc\xaf|Rar!\x1a": "is an archive; unpack it, and bring the files in it",
    rb"\xd0\xcf\x11\xe0": "is an old Excel file; save it there as CSV",
    rb"PAR1[^\t -~]": "is a Parquet table; save it as CSV, as by "
    "pandas.read_parquet(path).to_csv(other, index=False)",
    rb"ARROW1\0|FEA1[^\t -~]": "is a Feather table; save it as CSV, as by "
    "pandas.read_feather(path).to_csv(other, index=False)",
    rb"(ORC|Obj)[^\t -~]|\x89HDF|SQLite format 3\0": "is a binary table; save it as CSV",
    rb"\x80[\x02-\x05]": "is a pickled object; save it as CSV",
    rb"%PDF-": "is a PDF file; copy its table into a text file",
    rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP|BM....\0\0\0\0|II\*\0|MM\0\*": "is a "
    "picture; type its table into a text file",
    rb"(?s:.{4})ftyp|OggS|ID3": "is a film or a sound; bring a text file",
    rb"(?s:.{257})ustar": "is an archive; unpack it, and bring the files in it",
    rb"\{\\rtf": "is a text with formats; save it as plain text",
    rb"(?i:\s*<(!doctype html|html|head|body|table|div|ol|ul)\b)": "is a web page; "
    "download the file itself, or copy the table into a text file",
    rb"\s*<top>": "holds the topics, and neither a ranking nor judgements",
    rb"\s*<(\?xml|[A-Za-z][\w:.-]*[ >])": "is XML; save it as CSV or JSON",
    rb"version https://git-lfs": "is a pointer of Git LFS; fetch the file itself by git lfs pull",
}
"""How files that are no text begin, as patterns, and what a reader can do about it."""


def rows_of(source: Source, asked: Asked, *, line_by_line: bool = False) -> Rows:
    """Read a file; its name is taken from the source where that has one.

    Args:
        source: the file.
        asked: how it is to be read.
        line_by_line: whether lines are counted, which takes longer.

    Raises:
        ValueError: the file can't be read.
        LabelsError: grades are words, and nobody has said what they are worth.
    """
    name, content = _content(source, asked)
    asked = asked._replace(name=name)
    head = content[:_HEAD]
    for begins, kind in _OTHERS.items():
        if re.match(begins, head):
            raise ValueError(f"{name} {kind}")
    if encoding := _utf_16(head):
        content = content.decode(encoding, errors="replace").encode()
    content = content.removeprefix("\ufeff".encode())
    _survey(content, asked)
    asked.progress(0.3)
    rows = None if line_by_line else _trec_at_once(content, asked)
    if rows is None:
        text, legacy = _text(content, name)
        rows = _of_text(text, asked)
        if legacy:
            rows.note(f"{name} is not in UTF-8; it was read as Windows-1252.")
    asked.progress(1)
    return rows


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


class NoFileError(FileNotFoundError, ValueError):
    """There is no file at a path."""

    def __str__(self) -> str:
        """Return the sentence alone."""
        return str(self.args[0])


def _opened(path: str | Path, kind: str) -> IO[bytes]:
    """Open a file, or say why it can't be."""
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        shown = quoted(str(path))
        if isinstance(error, IsADirectoryError):
            why = f"{shown or 'an empty name'} is a folder; name a file in it"
        elif isinstance(error, PermissionError):
            why = f"{shown} may not be read by this program"
        else:
            why = f"there is no file {shown}; content needs a line break at its end"
        raise NoFileError(f"{kind}: {why}") from None


def _content(source: Source, asked: Asked) -> tuple[str, bytes]:
    """Return a file's name and its bytes, unpacked."""
    kind, most = asked.name, asked.limits.bytes
    given: Any = source
    if isinstance(given, bytearray | memoryview):
        source = bytes(given)
    if isinstance(source, str) and ("\n" in source or _is_json(source)):
        source = source.encode()
    if isinstance(given, io.TextIOBase):
        given.seek(0)
        source = given.read().encode()
    with ExitStack() as stack:
        if isinstance(source, str | Path):
            file: IO[bytes] = stack.enter_context(_opened(source, kind))
            name = Path(source).name
        elif isinstance(source, bytes) or hasattr(source, "seek"):
            file = io.BytesIO(source) if isinstance(source, bytes) else source
            name = Path(str(getattr(file, "name", kind))).name
        else:
            raise ValueError(
                f"{kind} must be a file (its path or content), a dict of dicts or a DataFrame, "
                f"got {type(source).__name__}"
            )
        name = quoted(name)
        file.seek(0)
        packed = file.read(2) == PACKED
        file.seek(0)
        at_most = -1 if most == math.inf else int(most) + 1
        try:
            content = (gzip.GzipFile(fileobj=file) if packed else file).read(at_most)
        except (EOFError, OSError, zlib.error):
            if not packed:
                raise
            raise ValueError(f"{name} is a damaged gzip file; pack it once more") from None
    if packed and content[:2] == PACKED:
        raise ValueError(f"{name} was packed by gzip twice; unpack it once")
    if len(content) > most:
        bound = f"{name} has more than the {most:,} bytes that a file may have"
        raise ValueError(bound + ", unpacked" * packed)
    return name, content


def _utf_16(head: bytes) -> str:
    """Return the encoding of text in UTF-16; "" for any other."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    for zeros, others, encoding in ((1, 0, "utf-16-le"), (0, 1, "utf-16-be")):
        empty, full = head[zeros::2], head[others::2]
        if len(empty) > 3 and empty.count(0) > 0.9 * len(empty) and not full.count(0):
            return encoding
    return ""


def _survey(content: bytes, asked: Asked) -> None:
    """Refuse too many or too long lines before they are parsed."""
    limits = asked.limits
    if limits.line == limits.lines == math.inf:
        return
    before = start = 0
    while start < len(content):
        # A block ends at the end of a line, so no line crosses two blocks.
        end = content.find(b"\n", start + _BLOCK) + 1 or len(content)
        ends = np.flatnonzero(np.frombuffer(content, np.uint8, end - start, start) == ord("\n"))
        lengths = np.diff(ends, prepend=-1, append=end - start) - 1
        if (long := lengths > limits.line).any():
            raise ValueError(
                f"{asked.name}, line {before + int(np.argmax(long)) + 1}: is longer than the "
                f"{limits.line:,} bytes that a line may have"
            )
        before, start = before + len(ends), end
        if before > limits.lines:
            raise ValueError(
                f"{asked.name}, line {limits.lines + 1:.0f}: a file may have {limits.lines:,} "
                "lines, this one has more"
            )


def _text(content: bytes, name: str) -> tuple[str, bool]:
    """Decode a file, and return whether it is in Windows-1252; refuse what is no text."""
    legacy = False
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        head = np.frombuffer(content[:_HEAD], np.uint8)
        odd = (head > 0x7F) | ((head < 0x20) & ~np.isin(head, [*b"\t\n\r"]))
        try:
            text, legacy = content.decode("cp1252"), odd.mean() < 0.2
        except UnicodeDecodeError:
            text = ""
        if not legacy:
            line = content.count(b"\n", 0, error.start) + 1
            raise ValueError(f"{name}, line {line}: is not text in UTF-8") from None
    if "\r" in text:
        # Old Macintoshes end lines in CR.
        text = text.replace("\r\n", "\n") if "\n" in text else text.replace("\r", "\n")
    faults = {
        "\0": "is not text, it holds a byte of 0",
        "\r": "holds a carriage return that does not end it; lines end in LF or CR LF",
    }
    for sign, fault in faults.items():
        if (place := text.find(sign)) >= 0:
            line = text.count("\n", 0, place) + 1
            raise ValueError(f"{name}, line {line}: {fault}")
    return text, legacy


# TREC files


def _trec_at_once(content: bytes, asked: Asked) -> Rows | None:
    """Read a TREC file if all its lines are as they should be; else None.

    That takes a tenth of the time of reading line by line, and tells nothing about a fault. For a
    small file it is not worth the import of pyarrow.
    """
    if not HAS_ARROW or len(content) <= _SMALL:
        return None
    lines = _looked_at(content[:_HEAD].decode(errors="replace"))
    if not lines or content[:1] in b"{[" or separator_of_header(lines):
        return None
    if not (width := _width(lines)):
        return None
    sign = "\t" if "\t" in lines[0] and " " not in lines[0] else " "
    rows = _between(sign, content, width, asked) or _between(" ", _one_space(content), width, asked)
    if rows is None:
        return None
    values = rows.grade if rows.kind == "qrels" else rows.score
    assert values is not None
    _note_subtopics(rows, lines)
    sound = np.isfinite(values) if rows.kind == "qrels" else ~np.isnan(values)
    high = rows.kind == "qrels" and (values > asked.limits.grade).any()
    return rows if sound.all() and not high else None


def _between(sign: str, content: bytes, width: int, asked: Asked) -> Rows | None:
    """Read fields with one separator between them; None if any of them is not as it should be."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import csv as arrow_csv

    names = [name or f"not read {at}" for at, name in enumerate(WIDTHS[width])]
    kinds = {name: pa.float64() if name in _NUMBERS else pa.string() for name in names}
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(content),
            arrow_csv.ReadOptions(column_names=names),
            arrow_csv.ParseOptions(delimiter=sign, quote_char=False),
            arrow_csv.ConvertOptions(column_types=kinds, null_values=[], strings_can_be_null=False),
        )
    except pa.ArrowInvalid:
        return None
    systems: list[str] = []
    for name in names:
        if name not in _NUMBERS:
            each = pc.unique(table[name])
            odd = pc.or_(pc.equal(each, ""), pc.match_substring_regex(each, "[ \t]|^#"))
            if pc.any(odd).as_py():
                return None
            if width == 6 and name == names[-1]:
                systems = each[:_LOOKED_AT].to_pylist()
    rows = _trec_rows(width, table["topic"], table["document"], asked)
    rows.note_systems(systems)
    for name in _NUMBERS.intersection(names):
        setattr(rows, name, table[name].to_numpy())
    return rows


def _one_space(content: bytes) -> bytes:
    """Return text with one space between fields, and without spaces around lines."""
    content = content.replace(b"\r\n", b"\n").replace(b"\t", b" ")
    while b"  " in content:
        content = content.replace(b"  ", b" ")
    return content.replace(b" \n", b"\n").replace(b"\n ", b"\n").strip(b" ")


def _trec_rows(width: int, topic: Names, document: Names, asked: Asked) -> Rows:
    if width == 4:
        return Rows(asked.name, "qrels", "TREC qrels", topic, document)
    return Rows(asked.name, "run", "a TREC run", topic, document)


def _looked_at(text: str) -> list[str]:
    """Return the first lines of a text that are neither blank nor comments."""
    lines = [line for line in re.split(r"\r\n?|\n", text) if line.strip()][:_LOOKED_AT]
    return [line for line in lines if not line.startswith("#")] or lines


def _width(lines: Sequence[str]) -> int:
    """Return the number of fields of most lines of a TREC file, 6 if they are more; else 0."""
    fields = [line.split() for line in lines]
    widths = [min(len(each), 6) for each in fields]
    for width, at in ((6, 4), (5, 4), (4, 3)):
        alike = [each for each in fields if min(len(each), 6) == width]
        second = sum(each[1].upper() in ("Q0", "0") for each in alike)
        values = sum(is_number(each[at]) for each in alike)
        sure = second == len(alike) if width == 5 else values or second
        sure = sure and (width != 4 or second or not _ranked(alike))
        if 2 * len(alike) > len(widths) and sure and not _separated(alike):
            return width
    return 0


def _ranked(fields: Sequence[Sequence[str]]) -> bool:
    """Return whether lines of four fields are topic, document, rank and score, in either order."""
    if len({each[1] for each in fields}) < min(2, len(fields)) or not all(
        is_number(each[2]) and is_number(each[3]) for each in fields
    ):
        return False
    import pandas as pd

    from .tables import rank_and_score

    cells = pd.DataFrame([each[:4] for each in fields], columns=range(4))
    return rank_and_score(cells, sure=True) != ()


def _separated(fields: Sequence[Sequence[str]]) -> bool:
    """Return whether most first fields end in a separator of tables."""
    return 2 * sum(each[0][-1] in ",;|" for each in fields) > len(fields)


def _trec_line_by_line(text: str, width: int, asked: Asked) -> Rows:
    """Read a TREC file, and name the line of any fault."""
    due = {6: RUN_LINE, 5: RUN_LINE.removesuffix(" tag"), 4: QRELS_LINE}[width]
    lines = [re.sub("[ \t]+", " ", line).strip(" ") for line in text.split("\n")]
    comments = [bool(line) and line[0] == "#" for line in lines]
    if all(comment or not line for comment, line in zip(comments, lines, strict=True)):
        comments = [False] * len(lines)
    places, cells, longer = [], [], 0
    for place, line in enumerate(lines, start=1):
        if not line or comments[place - 1]:
            continue
        # What stands behind the tag of a run is not read.
        fields = line.split(" ", 5) if width == 6 else line.split(" ")
        where, many = f"{asked.name}, line {place}", len(line.split(" "))
        if len(fields) != width:
            raise ValueError(f"{where}: must have {width} fields: {due}, got {many}")
        if many > 6 and _blank_in_id(fields):
            raise ValueError(f"{where}: has {many} fields, for {due}; no id may hold a blank")
        longer += width == 6 and " " in fields[5]
        places.append(place)
        cells.append(fields)
    columns = dict(zip(WIDTHS[width], zip(*cells, strict=True), strict=True)) if cells else {}
    topic, document = (column(columns.get(name, ())) for name in ("topic", "document"))
    rows = _trec_rows(width, topic, document, asked)
    rows.lines = np.array(places, np.intp)
    if rows.kind == "run":
        rows.score = _scores(columns.get("score", ()), rows)
        rows.rank = _ranks(columns.get("rank", ()))
    else:
        rows.grade = _grades(columns.get("grade", ()), rows, asked)
    if width == 6:
        rows.note_systems([*dict.fromkeys(fields[5].split(" ")[0] for fields in cells)])
    if count := sum(comments):
        rows.note(f"Lines of {asked.name} that begin with # were taken for comments: {count}.")
    if longer:
        rows.note(f"Lines of {asked.name} with text behind the tag, which is not read: {longer}.")
    return rows


def _blank_in_id(fields: Sequence[str]) -> bool:
    """Return whether a line of a run is longer because of its ids, and not of its tag."""
    rank, score, behind = fields[3:6]
    moved = is_number(behind.split(" ")[0]) or not (is_number(rank) or rank == "-")
    return is_number(score) and moved


def _plain(cells: Sequence[str]) -> Array | None:
    """Return numbers as Python writes them; None if any cell is another text."""
    if not all(map(_NUMBER.fullmatch, cells)):
        return None
    return np.fromiter(map(float, cells), float, len(cells))


def _scores(cells: Sequence[str], rows: Rows) -> Array:
    if (plain := _plain(cells)) is not None:
        return plain
    from .cells import numbers

    return numbers(_series(cells), rows, "score")


def _ranks(cells: Sequence[str]) -> Array:
    if (plain := _plain(cells)) is not None:
        return plain
    import pandas as pd

    return pd.to_numeric(_series(cells), errors="coerce").to_numpy(float)


def _grades(cells: Sequence[str], rows: Rows, asked: Asked) -> Array:
    plain, most = _plain(cells), min(asked.limits.grade, np.finfo(float).max)
    if plain is not None and (np.abs(plain) <= most).all():
        return plain
    from .cells import grades

    return grades(_series(cells), rows, asked, may_lack=False)


def _series(cells: Sequence[str]) -> "pd.Series":
    import pandas as pd

    return pd.Series(cells, dtype=str)


# Other forms


def _of_text(text: str, asked: Asked) -> Rows:
    """Read a file by the form that its first lines have."""
    if _is_json(text):
        from .json_files import of_json

        return of_json(text, asked)
    text = _RULES.sub("", text)
    lines = _looked_at(text[:_HEAD])
    if not lines:
        holds = "judgements" if asked.hint == "qrels" else "documents"
        raise NothingError(f"{asked.name} holds no {holds}")
    told = re.fullmatch(r"sep=(.)\s*", lines[0], re.IGNORECASE)
    lines = lines[1:] if told else lines
    if lines and all(re.match(r"\S+\s+qid:\S+(\s|$)", line) for line in lines):
        return _letor(text, asked)
    if lines and (sign := separator_of_header(lines, told[1] if told else "")):
        from .tables import with_header

        start = text.index(lines[0])
        return with_header(text[start:], sign, text.count("\n", 0, start), asked)
    if width := _width(lines):
        read = _trec_line_by_line(text, width, asked)
        _note_subtopics(read, lines)
        return read
    if sum(line.split()[1:2] == ["all"] for line in lines) > len(lines) / 2:
        raise ValueError(
            f"{asked.name}: holds numbers of an evaluation, as trec_eval prints them; bring "
            "the run and the judgements"
        )
    if all(is_number(line.strip()) for line in lines):
        return _predictions(text, asked)
    for sign in (told[1],) if told else (",", ";", "\t", "|", " "):
        widths = {len(cells_of(line, sign)) for line in lines}
        if len(widths) == 1 and (width := widths.pop()) > 1:
            from .tables import without_header

            rows = without_header(text, width, sign, asked)
            if rows:
                return rows
    raise ValueError(_not_known(lines, asked))


def _not_known(lines: Sequence[str], asked: Asked) -> str:
    where, first = f"{asked.name}, line 1", lines[0].split() if lines else []
    if len(first) == 5 and all(map(is_number, first[2:])):
        return (
            f"{where}: looks like prels, judgements with a probability. Qrels are made of them by "
            "awk '{print $1, 0, $2, $3}'"
        )
    if asked.hint in ("run", "qrels"):
        width, due = (6, RUN_LINE) if asked.hint == "run" else (4, QRELS_LINE)
        return f"{where}: must have {width} fields: {due}, or be the names of a table’s columns"
    return (
        f"{where}: is of no form that is known; allowed are a TREC run ({RUN_LINE}), TREC qrels "
        f"({QRELS_LINE}), a table whose first line names its columns, and JSON"
    )


def _note_subtopics(rows: Rows, lines: Sequence[str]) -> None:
    """Note that qrels judge a document for several subtopics; refuse several grades of one."""
    fields = [line.split() for line in lines if len(line.split()) == 4]
    judged = {(topic, document): grade for topic, _, document, grade in fields}
    if rows.kind == "run" or len({tuple(each[:3]) for each in fields}) == len(judged):
        return
    how = "judges documents by subtopic, in the second column, as for ndeval"
    if any(judged[each[0], each[2]] != each[3] for each in fields):
        raise ValueError(
            f"{rows.name}: {how}. Qrels have one grade for each document of a topic: keep the "
            "highest, or one subtopic"
        )
    rows.note(f"{rows.name} {how}. What is relevant to one subtopic is so to its topic.")


def _letor(text: str, asked: Asked) -> Rows:
    """Read judgements for learning to rank: grade qid:topic features # docid = document."""
    form = re.compile(r"(\S+)\s+qid:(\S+)[^#]*(?:#.*?docid\s*=\s*(\S+))?")
    found = [(at, form.match(line)) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    for at, line in found:
        if not line:
            raise ValueError(f"{asked.name}, line {at}: must be grade qid:topic feature:value …")
    there = [(at, *line.groups()) for at, line in found if line]
    lines, given, topics, ids = zip(*there, strict=True)
    documents = [name or f"line {at}" for at, name in zip(lines, ids, strict=True)]
    rows = Rows(asked.name, "qrels", "LETOR", column(topics), column(documents))
    rows.lines = np.array(lines, np.intp)
    rows.grade = _grades(given, rows, asked)
    rows.note(f"{asked.name} holds features and no ranking; its order comes from predictions.")
    return rows


def _predictions(text: str, asked: Asked) -> Rows:
    """Read scores alone, one in a line; topics and documents are those of a LETOR file."""
    there = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    nothing = column([""] * len(there))
    rows = Rows(asked.name, "run", "predictions", nothing, nothing)
    rows.lines = np.array([at for at, _ in there], np.intp)
    rows.score = _scores([line.strip() for _, line in there], rows)
    return rows
