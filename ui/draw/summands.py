"""What each document adds to a score, and the product that gives it by hand."""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from metrics.breakdown import Breakdown
from ui.core.plain import decimals
from ui.draw import rank_terms
from ui.draw.many_metrics import LEAST
from ui.draw.score import Measured

_MOST: Final = 17
"""Most characters of a product in a card, where its bar needs room, too."""


class Summand(NamedTuple):
    """What a document adds to a score, before the sum is divided; `text` has its factors."""

    text: str
    value: float


class Sum(NamedTuple):
    """A score as a sum over documents, by their id; "" adds what belongs to none."""

    summands: Mapping[str, Summand]
    divisor: float
    factor: str


def divisor(key: str, breakdown: Breakdown, k: int) -> float:
    """Return what the sum of a metric is divided by."""
    aside = breakdown.aside
    by: Mapping[str, float] = {
        "precision": k,
        "bpref": float(aside.get("relevant_total", 1)),
        "average_precision": float(aside.get("denominator", 1)),
        "q_measure": float(aside.get("denominator", 1)),
        "ndcg": float(aside.get("ideal_dcg", 1)),
        "rbp": float(aside.get("expected_documents", 1)),
        "interpolated_average_precision": float(aside["level"].size if "level" in aside else 1),
    }
    return by.get(key, 1) or 1


def of(measured: Measured) -> Sum:
    """Return a score as a sum over its documents."""
    key, breakdown, ranked = measured.key, measured.breakdown, measured.ranked
    total = divisor(key, breakdown, measured.screen.k)
    adds = [float(add) * total for add in breakdown.terms["contribution"]]
    if key in rank_terms.OF:
        texts = [short(term.summand) for term in rank_terms.OF[key](breakdown)]
    elif key == "reciprocal_rank":
        texts = [f"1/{rank}" if add else "" for rank, add in enumerate(adds, start=1)]
    else:
        texts = [_number(add) if add else "" for add in adds]
    rows = zip(ranked.documents, texts, adds, strict=False)
    summands = {document.id: Summand(text, add) for document, text, add in rows if text}
    if rest := float(breakdown.remainder):
        summands[""] = Summand(_number(rest), rest)
    factor = rank_terms.factor(key, breakdown, measured.screen.k)
    if not factor and total != 1:
        factor = f"{1 / total:.4g}" if key == "rbp" else f"1/{total:g}"
    return Sum(summands, total, factor)


def _number(value: float) -> str:
    return f"{value:.0f}" if value.is_integer() else decimals(value)


def short(text: str) -> str:
    """Write the factors of a summand without zeros at the end of their decimals.

    >>> short("2·0.500"), short("10·1.000"), short("9.5/10")
    ('2·0.5', '10·1', '9.5/10')
    """
    return re.sub(r"\.0+$|(\.\d*?[1-9])0+$", r"\1", text)


def _factor(text: str) -> float:
    """Return a factor, which may be a fraction of decimals: 9.5/10."""
    above, _, below = text.partition("/")
    return float(Fraction(above) / Fraction(below or 1))


def labels(measured: Measured) -> list[str]:
    """Write what each rank adds for the cards of a phone, as products if all of them are short."""
    each = equations(measured)
    fits = max(map(len, each), default=0) <= _MOST
    return each if fits else [number for number, _ in _products(measured)]


def equations(measured: Measured) -> list[str]:
    """Write what each rank adds, as a product where there is one, for the bars beside the cards."""
    return [
        f"{product} = {number}" if product else number for number, product in _products(measured)
    ]


def _products(measured: Measured) -> list[tuple[str, str]]:
    """Return what each rank adds, and the product that gives it by hand, or ""."""
    worked, documents = of(measured), measured.ranked.documents
    divided = short(decimals(worked.divisor)) if worked.divisor != 1 else ""
    products = []
    terms = measured.breakdown.terms
    for at, (document, add) in enumerate(zip(documents, terms["contribution"], strict=False)):
        number, product = decimals(float(add)) if add >= LEAST else "", ""
        text = worked.summands[document.id].text if document.id in worked.summands else ""
        texts = [text]
        if measured.key in ("dcg", "ndcg") and "·" in text:  # three decimals may be too few
            texts.append(
                f"{text.partition('·')[0]}·{short(decimals(float(terms['weight'][at]), 4))}"
            )
        for each in texts * bool(number and (divided or {*text} & {*"/·"})):
            by_hand = prod(map(_factor, each.split("·")))
            if not product and decimals(by_hand / float(divided or 1)) == number:
                product = f"{each}{divided and f' ÷ {divided}'}"
        products.append((number, product))
    return products
