"""Numbers and tables as people read them."""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest

from ui.core.plain import Html, as_share, decimals, signed, table_html


@pytest.mark.parametrize("places", [0, 1, 2, 3, 4, 9])
def test_half_is_rounded_up_whatever_a_sum_made_of_it(places: int) -> None:
    for steps in range(-41, 42):
        half = Fraction(2 * steps + 1, 2 * 10**places)
        exact = Decimal(half.numerator) / Decimal(half.denominator)
        rounded = exact.quantize(Decimal(10) ** -places, ROUND_HALF_UP)
        wanted = f"{rounded or abs(rounded):f}".replace("-", "−")
        for number in (float(half), sum([float(half / 3)] * 3), float(half) * (1 - 2e-16)):
            assert decimals(number, places) == wanted
    assert decimals(0.3125) == "0.313"
    assert (decimals(0.31249), decimals(-1e-5), decimals(float("nan"))) == ("0.312", "0.000", "–")


def test_a_share_that_is_neither_0_nor_1_reads_like_neither() -> None:
    for away in (3e-9, 1e-6, 0.00015, 0.0002, 0.000949, 0.00051):
        for share in (away, 1 - away):
            assert abs(float(as_share(share)) - share) < away / 15
    assert [*map(as_share, (0, 1, 0.5, 0.9985, 1 - 1e-16))] == [
        *("0.000", "1.000", "0.500", "0.999", "1.000")
    ]
    assert "<td>0.000012</td>" in table_html("T", ["a", "b"], [["x", 0.0000123]])


def test_a_difference_has_a_sign_only_where_it_is_seen() -> None:
    assert (signed(0.0625), signed(-0.0625), signed(-3, 0)) == ("+0.063", "−0.063", "−3")
    assert (signed(4.9e-4), signed(-4.9e-4), signed(5e-4)) == ("0", "0", "+0.001")
    assert signed(-0.004, 2, nothing="unchanged") == "unchanged"
    assert signed(float("nan")) == "–"


def test_a_table_shows_text_as_text_and_marks_the_present_row() -> None:
    written = table_html(
        "<T>",
        ["a & b", "n"],
        [["<i>", -0.00005], Html("<b>group</b>"), [Html("<a>x</a>"), 2]],
        ["", "all"],
        present=2,
        marks=["a-1"],
    )
    assert re.findall("<tr[^>]*>", written) == [
        "<tr>",
        "<tr data-doc='a-1'>",
        "<tr>",
        "<tr class=present>",
        "<tr>",
    ]
    assert "<caption>&lt;T&gt;</caption>" in written
    assert "<th scope='col' class=words>a &amp; b</th><th scope='col'>n</th>" in written
    assert "<th scope='row' class=words>&lt;i&gt;</th><td>−0.0001</td>" in written
    assert "</tbody><tbody><tr><th colspan='2' scope='rowgroup'><b>group</b></th></tr>" in written
    assert "<th scope='row' class=words><a>x</a></th><td>2</td></tr></tbody><tfoot>" in written
    assert "<td class=words></td><td>all</td>" in written
