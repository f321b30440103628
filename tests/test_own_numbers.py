"""Probabilities and relevance that a reader types, without documents; F1 at levels of recall."""

from collections.abc import Callable
from itertools import product
from math import log2, prod

import numpy as np
import pytest

from app_driver import set_to, visit
from app_driver import tables as drawn_tables
from metrics.clicks import expected_clicks, own_clicks
from metrics.ranking import Ranking
from metrics.reader_models import err
from metrics.uncertain import expected_scores
from pages.clicks import observed
from pages.expected_reciprocal_rank import own_probabilities
from pages.precision_recall_curve import each_level
from ui.core import presets
from ui.core.knobs import KNOBS
from ui.core.screen import Screen
from ui.draw import score

CURVE = "precision_recall_curve"
CHANCES = [(1 / 2, 1 / 4, 1 / 6), (0.8, 0.3, 0.5), (1, 0.5), (0, 0), (0.7,)]


@pytest.mark.parametrize("chances", CHANCES)
def test_expected_scores_are_the_mean_over_all_lists(chances: tuple[float, ...]) -> None:
    """Each list of relevant and other documents has its probability."""
    wanted = np.zeros(4)
    for hits in product((0, 1), repeat=len(chances)):
        share = prod(p if hit else 1 - p for p, hit in zip(chances, hits, strict=True))
        first = hits.index(1) + 1 if any(hits) else 0
        gain = sum(hit / log2(rank + 1) for rank, hit in enumerate(hits, start=1))
        wanted += share * np.array(
            [sum(hits) / len(hits), 1 / first if first else 0, gain, not first]
        )
    found = expected_scores(chances)
    assert [found.precision, found.reciprocal_rank, found.dcg, found.none] == pytest.approx(wanted)
    assert found.first.sum() + found.none == pytest.approx(1)


def test_err_is_the_expected_reciprocal_rank_of_its_satisfactions() -> None:
    of_grades = err(Ranking([2, 3, 0], top_grade=3))
    assert expected_scores([3 / 8, 7 / 8, 0]).reciprocal_rank == pytest.approx(of_grades.score)


def test_both_click_models_by_hand() -> None:
    """1 · 0.8, 0.6 · 0.3, 0.4 · 0.5; or 0.8, 0.2 · 0.3, 0.2 · 0.7 · 0.5, and nobody as often."""
    position, cascade = own_clicks([0.8, 0.3, 0.5], [1, 0.6, 0.4]), own_clicks([0.8, 0.3, 0.5])
    assert position.terms["contribution"].tolist() == pytest.approx([0.8, 0.18, 0.2])
    assert cascade.terms["contribution"].tolist() == pytest.approx([0.8, 0.06, 0.07])
    assert cascade.aside["nobody"] == pytest.approx(0.07)
    assert position.aside["nobody"] == pytest.approx(0.2 * 0.82 * 0.8)


def test_clicks_of_typed_relevance_are_those_of_grades() -> None:
    ranking, relevance = Ranking([2, 4, 1, 4], top_grade=4), [[1 / 2, 1, 1 / 4, 1]]
    for model, looks in (("cascade", None), ("position", [[1, 1 / 2, 1 / 3, 1 / 4]])):
        wanted = expected_clicks(ranking, model=model).terms  # type: ignore[arg-type]
        found = own_clicks(relevance, looks).terms
        for term in ("reach", "contribution"):
            assert found[term][0].tolist() == pytest.approx(wanted[term].tolist())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: expected_scores([]), "probabilities must be a row of numbers from 0 to 1"),
        (lambda: expected_scores([[0.5]]), "probabilities must be a row"),
        (lambda: expected_scores([1.5]), "probabilities must be a row"),
        (lambda: own_clicks([0.5], [1, 0.5]), "needs as much attention as ranks"),
        (lambda: own_clicks(0.5), "of at least one list, got one number"),
        (lambda: own_clicks([0.5], [1.5]), "relevance and attention must be from 0 to 1"),
        (lambda: own_clicks([float("nan")]), "relevance and attention must be from 0 to 1"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


# The pages


def test_probabilities_are_worked_out_as_they_were_typed() -> None:
    """1/6 is kept with six decimals, and is 1/6 again on the page."""
    typed = KNOBS["own_relevance"].parse("1/2 1/4 1/6", 3)
    screen = Screen().with_settings(own_relevance=typed)
    table, worked = own_probabilities.table(screen), own_probabilities.worked(screen)
    assert "3/8 · 1/6 = 1/16" in table
    assert "ERR = 0.583" in table
    for said in ("(1/2 + 1/4 + 1/6) / 3 = **0.306**", "RR = **0.583**", "5/6 = **0.313**"):
        assert said in worked
    decimal = own_probabilities.table(Screen().with_settings(own_relevance=(0.8, 0.3, 0.5)))
    assert "0.14 · 0.5 = 0.07" in decimal


def test_relevance_tells_the_clicks_of_both_models() -> None:
    known = {"observed_source": "relevance", "own_relevance": (0.8, 0.3, 0.5)}
    screen = Screen().with_settings(**known, observed_looks=(1, 0.6, 0.4))
    written = observed.forward_table(screen)
    for said in ("0.6 · 0.3 = 0.180", "0.2 · 0.3 = 0.060", "0.14 · 0.5 = 0.070", "0.930"):
        assert said in written
    longer = Screen().with_settings(**known, observed_looks=(1, 0.5))
    assert "R is of 3 ranks, and attention is of 2" in observed.forward_table(longer)
    at = visit("clicks")
    set_to(at, "What you know", "relevance")
    assert any("until the first click: left · R" in table[0] for table in drawn_tables(at))


def test_f1_at_each_level_of_recall() -> None:
    """Ten are relevant, hits at 1, 3, 4, 7 and 10: precision 1, 0.75, 0.571 and 0.5 of a level."""
    ranked = presets.spelled("1011001001|11111", 1)
    screen = Screen().with_list("a", ranked).with_settings(k=10)
    iap = score.measure("interpolated_average_precision", screen=screen)
    written = each_level.table(iap)
    for said in (
        *("2 · 1.000 · 0.1 / (1.000 + 0.1) = 0.182", "/ (0.750 + 0.2) = 0.316"),
        *("= 0.429", "4/7 = 0.571", "= 0.471", "5/10 = 0.500", "= 0.500</td>", "0.416"),
    ):
        assert said in written
    assert written.count("never reached: 0") == 5
    # Without interpolation it is 2 · 5/(10 + 10) at rank 10, and 2 · 3/(4 + 10) at rank 4.
    assert "F1@10 = 2 · 5 / (10 + 10) = 0.500." in written
    assert any("F1 of both" in table[0] for table in drawn_tables(visit(CURVE)))
