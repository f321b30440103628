"""Read four counts from rates: how many there are, which share is relevant, P or FPR, and R."""

import re
from fractions import Fraction
from math import lcm
from typing import Final

from metrics import typed
from metrics.contingency import rate_of, shares_of
from metrics.typed import RefusedError

_SAYS: Final = (
    ("specificity", r"specificity|spec|true[ -]negative[ -]rate|tnr"),
    ("prevalence", r"prevalence|share|base[ -]rate|π|pi|relevant|positives?|generality"),
    ("fall-out", r"fall-?out|fpr|false[ -](?:positive|alarm)[ -]rate|1 ?- ?specificity"),
    ("miss rate", r"miss[ -]rate|fnr|false[ -]negative[ -]rate"),
    ("NPV", r"npv|negative[ -]predictive[ -]value"),
    ("precision", r"precision|prec|ppv|positive[ -]predictive[ -]value|p"),
    ("recall", r"recall|rec|sensitivity|tpr|true[ -]positive[ -]rate|hit[ -]rate|r"),
    ("accuracy", r"accuracy|acc"),
    ("all", r"n|all|total|documents|cases|people|of"),
    ("m", r"m"),
)
_RATE: Final = r"\d*[.,]?\d+ ?%|\d+ ?/ ?\d+|\d*\.\d+|\d{1,3}(?:,\d{3})+|\d+"
_FORM: Final = re.compile(
    r"\b(?:"
    + "|".join(f"(?P<n{at}>{said})" for at, (_, said) in enumerate(_SAYS))
    + rf")\s*(?:[=:]|\bis\b|\bof\b)?\s*(?P<rate>{_RATE})(?![\w.])",
    re.IGNORECASE,
)
_BARE: Final = re.compile(
    rf"(?P<rate>{_RATE})\s+(?P<name>relevant|positives?|prevalence|documents|cases|people)\b", re.I
)
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+")
_MOST_PLACES: Final = 8
_ROUNDED: Final = (3, 6, 7, 9)
"""Denominators of fractions that people write with three decimals or more."""
_LONG: Final = 0.001


def read(text: str, most: int) -> tuple[int, int, int, int] | None:
    """Return hits, misses, missed and rejected ones of a text with rates; None for another text.

    Without a total, there are as few documents as all counts need, 10, 100 or more if that does.

    Raises:
        RefusedError: too few rates, rates that fit no four counts, or none that are whole numbers.

    >>> read("prevalence 2 %, P = 50 %, R = 10 %, N = 10,000", 10**8)
    (20, 20, 180, 9780)
    >>> read("share 0.01, sensitivity 0.9, specificity 0.91", 10**8)
    (90, 891, 10, 9009)
    """
    said = _said(text)
    if len(said) < 2 or not {*said} - {"all", "m"}:
        return None
    total = _whole(said.pop("all"), "N") if "all" in said else 0
    if "m" in said:
        if not total:
            raise RefusedError("m needs N, how many there are in all")
        m = _whole(said.pop("m"), "m")
        said = {"prevalence": typed.read(f"{m}/{total}"), **said}
    for name, rate in said.items():
        if not 0 <= rate.value <= 1:
            raise RefusedError(f"{name} {rate.text} is not between 0 and 1")
    try:
        shares = shares_of({name: _exact(rate) for name, rate in said.items()})
    except ValueError as refused:
        raise RefusedError(str(refused)) from None
    for name, rate in said.items():
        found = rate_of(name, shares)
        if found is None or not rate.means(float(found)):
            value = "0/0" if found is None else f"{float(found):.4g}"
            raise RefusedError(f"by the other rates {name} is {value}, not {rate.text}")
    least = lcm(*(share.as_integer_ratio()[1] for share in shares))
    if not total:
        tens = (10**places for places in range(1, _MOST_PLACES + 1))
        total = next((ten for ten in tens if ten % least == 0), least)
    if total % least or total > most:
        odd = next((share for share in shares if share * total % 1), shares[0])
        way = f"; with N = {-(-total // least) * least:,} all counts are whole" * (least <= most)
        raise RefusedError(f"of {total:,} one count is {float(odd * total):.6g}{way}")
    hits, misses, missed, rejected = (int(share * total) for share in shares)
    return hits, misses, missed, rejected


def _said(text: str) -> dict[str, typed.Typed]:
    """Return the numbers of a text by what they are."""
    said: dict[str, typed.Typed] = {}
    for found in _FORM.finditer(_BARE.sub(r"\g<name> = \g<rate>", text)):
        name = next(name for at, (name, _) in enumerate(_SAYS) if found[f"n{at}"])
        between = "" if _THOUSANDS.fullmatch(found["rate"]) else "."
        number = typed.read(found["rate"].replace(",", between))
        said.setdefault("m" if name == "prevalence" and number.value > 1 else name, number)
    return said


def _whole(number: typed.Typed, name: str) -> int:
    if not number.value.is_integer() or number.value < 1:
        raise RefusedError(f"{name} is a whole number above 0")
    return int(number.value)


def _exact(number: typed.Typed) -> Fraction:
    """Return a typed rate as a fraction: 0.333 is 1/3."""
    near = (Fraction(number.value).limit_denominator(below) for below in _ROUNDED)
    exact = Fraction(number.value).limit_denominator(10**_MOST_PLACES)
    long = number.within < _LONG
    return next((each for each in near if long and number.means(float(each))), exact)
