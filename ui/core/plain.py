"""Show and save text from files, links and readers as plain text.

Streamlit reads almost every text as Markdown, in which `![](http://…)` loads from another host. So
all text from outside is drawn by these functions.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape
from itertools import count, repeat, zip_longest
from math import copysign, floor, log10
from typing import Final

import pandas as pd
import streamlit as st

_FORMULA_STARTS: Final = (
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
)
"""First characters of a cell that a spreadsheet runs as a formula; the last are full-width."""


MOST_PLACES: Final = 6
"""Most digits of a part of a quotient."""
_LEAST_P: Final = 1e-6
"""A p-value below it is written as less."""
_LEAST_CELL: Final = 5e-5
"""A number of a table that is below it has more than four decimals."""
_NEAR: Final = 1e-3
"""A share that is nearer to 0 or to 1 has more decimals."""
_ROUNDING: Final = 1e-12
"""An end of an interval that is nearer to 0 is 0, and a computer rounded it."""


def decimals(value: float, places: int = 3) -> str:
    """Write a number as all pages do: half is rounded up, NaN is a dash.

    >>> decimals(0.3125), decimals(-1.1, 4), decimals(float("nan"))
    ('0.313', '−1.1000', '–')
    """
    up = copysign(10 ** -(places + 6), value)  # summing may round a half down by a bit
    return "–" if value != value else f"{value + up:z.{places}f}".replace("-", "−")


def brief(value: float, places: int = 3) -> str:
    """Write a number with at most so many decimals, half rounded up, and without zeros at its end.

    >>> brief(0.625, 2), brief(-2.5), brief(3.0), brief(20), brief(0.0004)
    ('0.63', '−2.5', '3', '20', '0')
    """
    whole, point, rest = decimals(value, places).partition(".")
    return whole + (point + rest).rstrip("0").rstrip(".")


def as_share(value: float) -> str:
    """Write a share with three decimals, or as many as say how far it is from 0 and from 1.

    Only 0 reads 0.000, and only 1 reads 1.000. A share nearer to one of them than 0.001 has two
    digits of the distance.

    >>> as_share(0.3125), as_share(0.00015002), as_share(0.9998), as_share(1)
    ('0.313', '0.00015', '0.9998', '1.000')
    """
    away = min(abs(value), 1 - abs(value))
    if not _ROUNDING < away < _NEAR:
        return decimals(value)
    return decimals(value, 1 - floor(log10(away))).rstrip("0")


def money(value: float) -> str:
    """Write a price or a sum of prices with up to three decimals.

    >>> money(417_500), money(-2.5), money(31.0)
    ('417,500', '−2.5', '31')
    """
    return f"{round(value, 3):,.10g}".replace("-", "−")


def exactly(value: float) -> str:
    """Write the square of a number with two decimals, or a sum of such squares, to its last digit.

    >>> exactly(0.55**2), exactly(10.55**2), exactly(4)
    ('0.3025', '111.3025', '4')
    """
    return f"{round(value, 4):.12g}"


def p_value(p: float) -> str:
    """Write a p-value with three decimals, or as many as its first two digits need.

    >>> p_value(0.285), p_value(0.0078125), p_value(0.0000626), p_value(1e-9)
    ('0.285', '0.0078', '0.000063', '< 0.000001')
    """
    if 0 <= p < _LEAST_P:
        return f"< {decimals(_LEAST_P, 6)}"
    return decimals(p, 3 if p != p else max(3, 1 - floor(log10(p))))


def as_cases(p: float) -> str:
    """Write a p-value as so many of 100 cases, or of 1,000 or more if that were less than one.

    >>> as_cases(0.285), as_cases(0.75), as_cases(0.00072), as_cases(1e-9)
    ('28.5 of 100', '75 of 100', '7.2 of 10,000', 'fewer than 1 of 1,000,000')
    """
    if 0 <= p < _LEAST_P:
        return f"fewer than 1 of {1 / _LEAST_P:,.0f}"
    of = 10 ** max(2, -floor(log10(p))) if p == p else 100
    return f"{float(decimals(p * of, 1)):g} of {of:,}"


def enough(of: Callable[..., float], *numbers: float) -> list[str]:
    """Write numbers with so many decimals, at least three, that their result keeps its three.

    Args:
        of: the calculation, as a reader repeats it.
        numbers: what it takes.

    >>> enough(lambda mean, error: mean / error, 0.00512, 0.00389)
    ['0.00512', '0.00389']
    """
    wanted = decimals(of(*numbers))
    for places in range(3, MOST_PLACES):
        try:
            if decimals(of(*(round(number, places) for number in numbers))) == wanted:
                return [decimals(number, places) for number in numbers]
        except ZeroDivisionError:
            pass
    return [decimals(number, MOST_PLACES) for number in numbers]


def quotient(above: float, below: float, between: str = "/") -> str:
    """Write a quotient of two scores; both have the digits that its three decimals need.

    >>> quotient(3.5, 4.26186), quotient(5.458526, 7.254143)
    ('3.500/4.262', '5.4585/7.2541')
    """
    if not below:
        return f"{decimals(above)}{between}{decimals(below)}"
    return between.join(enough(lambda a, b: a / b, above, below))


def signed(value: float, places: int = 3, nothing: str = "0") -> str:
    """Write a difference with its sign, or `nothing` if it rounds to 0.

    >>> signed(-0.02, 2), signed(0.0004), signed(0.5, 1), signed(0, nothing="unchanged")
    ('−0.02', '0', '+0.5', 'unchanged')
    """
    written = decimals(value, places)
    if not written.strip("−0."):
        return nothing
    return f"+{written}" if value > 0 else written


def ends(low: float, high: float) -> tuple[str, str]:
    """Write both ends of an interval of a difference, with equally many decimals, at least three.

    A narrow interval has so many that two digits say how wide it is. An end that is not 0 never
    reads 0: it has two digits, so that it is seen whether 0 is inside.

    >>> ends(0.012, 0.068), ends(0.00074, 0.00626), ends(0, 0.0004)
    (('+0.012', '+0.068'), ('+0.0007', '+0.0063'), ('0', '+0.00040'))
    >>> ends(0.0002, 0.01382), ends(-0.000028, 0.0134)
    (('+0.00020', '+0.01382'), ('−0.000028', '+0.013400'))
    """
    small = [abs(end) for end in (low, high) if abs(end) > _ROUNDING and signed(end) == "0"]
    small += [high - low] * (high - low > _ROUNDING)
    places = max([3, *(1 - floor(log10(each)) for each in small)])
    return signed(low, places), signed(high, places)


def interval(low: float, high: float) -> str:
    """Write an interval of a difference, and whether 0 is in it.

    >>> interval(0.0002, 0.01382), interval(-0.01, 0.042)
    ('+0.00020 to +0.01382, 0 is outside', '−0.010 to +0.042, 0 is inside')
    """
    where = "inside" if low <= _ROUNDING and high >= -_ROUNDING else "outside"
    return f"{' to '.join(ends(low, high))}, 0 is {where}"


def counted(number: int, one: str, more: str = "") -> str:
    """Write a number of things by their singular or plural; the plural is with s by default.

    >>> counted(1, "hit"), counted(2000, "hit"), counted(0, "list is", "lists are")
    ('1 hit', '2,000 hits', '0 lists are')
    """
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"


def listed(things: Iterable[object]) -> str:
    """Write things as “a, b and c”."""
    *some, last = [*map(str, things)] or [""]
    return f"{', '.join(some)} and {last}" if some else last


_KEPT: Final = re.compile(
    r"`[^`]*`|\$[^$]*\$"  # code and formulas
    r"|(?<=\w)\^(?:\(([^)]+)\)|(\w+))(?: ([−+]) (?=\d))?"
    r"|(?<=[\d?])( / | |\n)(?=[\d?](?![\d.]))"
    r"|(?<=\bR)-(?=precision)"
)


def typeset(text: str) -> str:
    """Raise the exponents of a text in Markdown or HTML, and keep these and lists on one line.

    >>> typeset("The gain 2^g − 1 of 1 0 1").replace(chr(160), "_")
    'The gain 2<sup>g</sup>_−_1 of 1_0_1'
    """

    def written(found: re.Match[str]) -> str:
        whole, (grouped, exponent, sign, between) = found[0], found.groups()
        if between:
            return between.replace(" ", "\u00a0").replace("\n", "\u00a0")
        if whole == "-":
            return "-\u2060"  # no line ends after it
        if not (grouped or exponent):
            return whole
        return f"<sup>{grouped or exponent}</sup>" + f"\u00a0{sign}\u00a0" * bool(sign)

    return _KEPT.sub(written, text)


def title(text: str) -> str:
    """Write a title in HTML; what is equal stands in one line.

    >>> title("A lead < 2: p = 0.285").replace(chr(160), "_")
    'A lead &lt; 2: p_=_0.285'
    """
    return escape(text).replace(" = ", "\u00a0=\u00a0")


class Html(str):
    """Markup of our own, which a table does not escape."""

    __slots__ = ()


def sentence(text: str, kind: str = "caption") -> None:
    """Draw a sentence; its style `kind` is "caption", "text", "notice" or "error"."""
    role = " role='alert'" if kind == "error" else ""  # a notice: ui.core.announcements
    st.html(f"<p class='plain {kind}'{role}>{escape(text)}</p>")


def heading(text: str) -> None:
    """Draw a section title that holds text from outside."""
    st.html(f"<h2>{escape(text)}</h2>")


def about(document: str) -> str:
    """Return the attribute that highlights an element together with a document (assets/lit.js).

    A document is named by its list's name, "-" and its id; several are separated by spaces.
    """
    return f" data-doc='{escape(document, quote=True)}'" if document else ""


def _cell(value: float) -> str:
    """Write a number with four decimals, or with its first two digits if it would read 0."""
    small = _ROUNDING < abs(value) < _LEAST_CELL
    return as_share(value) if small else decimals(value, 4)


def table_html(
    name: str,
    head: Sequence[str],
    body: Sequence[Sequence[object]],
    foot: Sequence[object] = (),
    *,
    words: Collection[int] = (0,),
    present: int | None = None,
    marks: Sequence[str] = (),
) -> str:
    """Write a table as HTML; floats get four decimals, tiny ones more, all but `Html` is escaped.

    Args:
        name: the caption, for screen readers.
        head: the headings of the columns.
        body: the cells by row, the first of which names the row; a row that is a single `Html` is a
            heading of the rows below.
        foot: the cells of a last row.
        words: indices of the columns that hold words, not numbers.
        present: index of the row for the current values of the knobs.
        marks: the documents of the first rows, as in `about`.
    """

    def cell(at: int, value: object, tag: str) -> str:
        shown = _cell(value) if isinstance(value, float) else str(value)
        if not isinstance(value, Html):
            shown = escape(shown)
        return f"<{tag}{' class=words' * (at in words)}>{shown}</{tag[:2]}>"

    def line(cells: Sequence[object], attributes: str = "") -> str:
        if isinstance(cells, Html):
            group = f"<tr><th colspan='{len(head)}' scope='rowgroup'>{cells}</th></tr>"
            return f"</tbody><tbody>{group}"
        tags = ("th scope='row'" if cells[0] else "td", *["td"] * (len(cells) - 1))
        return f"<tr{attributes}>{''.join(map(cell, count(), cells, tags))}</tr>"

    titles = "".join(map(cell, count(), head, repeat("th scope='col'")))
    rows = (
        line(cells, about(mark) + " class=present" * (at == present))
        for at, (cells, mark) in enumerate(zip_longest(body, marks, fillvalue=""))
    )
    return (
        # The tab stop lets keys scroll a table that is wider than the screen.
        f"<div class='wide' role='region' aria-label='{escape(name, quote=True)}' tabindex='0'>"
        f"<table class='rows'><caption>{escape(name)}</caption><thead><tr>{titles}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody>"
        f"{f'<tfoot>{line(foot)}</tfoot>' if foot else ''}</table></div>"
    )


def csv(head: Sequence[str], body: Sequence[Sequence[object]]) -> bytes:
    """Write a table as a CSV file; a text that a spreadsheet would run gets a ' in front."""
    safe = [
        [
            f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_STARTS) else cell
            for cell in row
        ]
        for row in [head, *body]
    ]
    return (
        pd.DataFrame(safe[1:], columns=safe[0]).to_csv(index=False, lineterminator="\r\n").encode()
    )
