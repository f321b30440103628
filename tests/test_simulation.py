"""Readers drawn by a seed: what they may expect is the score, and their mean comes to it."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from metrics import cwl
from metrics.ranking import Ranking
from metrics.reader_models import err, rbp
from metrics.simulation import Walk, collecting, satisfied


def of_rbp(grades: list[float], p: float) -> Walk:
    found = rbp(Ranking(grades), persistence=p)
    return collecting(
        found.terms["weight"], found.terms["utility"], float(found.aside["expected_documents"])
    )


def of_err(grades: list[float], p: float = 1) -> Walk:
    found = err(Ranking(grades, top_grade=3), continuation=p)
    return satisfied(found.terms["reach"], found.terms["stop"], float(found.aside["reached_end"]))


WALKS = {
    "rbp, p = 0.8": (of_rbp([1, 0, 1, 0, 1], 0.8), 0.2 * (1 + 0.8**2 + 0.8**4)),
    "rbp, p = 0.95": (of_rbp([0, 1, 1, 1, 0, 0, 0, 0], 0.95), 0.05 * (0.95 + 0.95**2 + 0.95**3)),
    "err": (of_err([2, 3, 0]), 3 / 8 + 5 / 8 * 7 / 8 / 2),
    "err, p = 0.9": (of_err([2, 3, 0], 0.9), 3 / 8 + 0.9 * 5 / 8 * 7 / 8 / 2),
}


@pytest.mark.parametrize("name", WALKS)
def test_what_a_reader_may_expect_is_the_score(name: str) -> None:
    walk, score = WALKS[name]
    assert walk.expected == pytest.approx(score, abs=1e-12)
    assert walk.share.sum() == pytest.approx(1, abs=1e-12)
    assert (walk.share >= 0).all()


def ends_of(satisfaction: list[float], p: float) -> Iterator[tuple[int, float, float, bool]]:
    """Every end of a reader who stops when satisfied, followed down the list step by step."""
    here = 1.0
    for rank, satisfies in enumerate(satisfaction, start=1):
        yield rank, here * satisfies, 1 / rank, False
        yield rank, here * (1 - satisfies) * (1 - p), 0, True
        here *= (1 - satisfies) * p
    yield len(satisfaction) + 1, here, 0, True


@pytest.mark.parametrize("p", [1, 0.9, 0])
def test_ends_of_readers_who_stop_when_satisfied(p: float) -> None:
    walk = of_err([1, 2, 0, 3, 1], p)
    wanted = sorted(ends_of([1 / 8, 3 / 8, 0, 7 / 8, 1 / 8], p))
    ends = zip(walk.rank, walk.share, walk.worth, walk.leaves, strict=True)
    for one, other in zip(sorted(ends), wanted, strict=True):
        assert one == pytest.approx(other, abs=1e-12)


@pytest.mark.parametrize(
    "goes_on", [cwl.rbp(0.5), cwl.precision(3), cwl.reciprocal_rank(), cwl.inst(1), cwl.insq(2)]
)
def test_any_reader_of_cwl_brings_back_the_rate_of_gain(goes_on: Callable[..., object]) -> None:
    found = cwl.rate_of_gain(Ranking([0, 1, 1, 0, 1]), goes_on)  # type: ignore[arg-type]
    read = float(found.aside["expected_documents"])
    walk = collecting(found.terms["stop"], found.terms["gain"], read)
    assert walk.expected == pytest.approx(float(found.score), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "readers"),
    [*((name, 100) for name in WALKS), ("rbp, p = 0.8", 10_000), ("err", 10_000)],
)
def test_the_band_covers_the_truth(name: str, readers: int) -> None:
    """Two standard errors to each side of the mean, in 1,000 seeds: 95 in 100 times."""
    walk, score = WALKS[name]
    means = np.array([walk.worth[walk.send(readers, seed).ends].mean() for seed in range(1000)])
    margin = float(walk.margin(readers))
    assert 930 <= (abs(means - score) <= margin).sum() <= 970
    assert margin == pytest.approx(2 * means.std(), rel=0.1)


def test_the_mean_comes_to_the_score() -> None:
    walk, score = WALKS["rbp, p = 0.8"]
    sent = walk.send(1_000_000, seed=4)
    after = np.array([1, 100, 10_000, 1_000_000])
    means = sent.means(after)
    assert means[0] == walk.worth[sent.ends[0]]
    assert abs(means[-1] - score) < float(walk.margin(1_000_000)) < 4e-4
    found = walk.worth[sent.ends]
    assert means == pytest.approx([found[:number].mean() for number in after], abs=1e-9)
    assert sent.counts / 1e6 == pytest.approx(walk.share, abs=2e-3)


def test_readers_stop_where_their_number_falls() -> None:
    """At p a reader has stopped by rank i if their number is below 1 − p^i."""
    drawn = np.random.default_rng(11).random(500)
    stops = np.minimum(np.floor(np.log(1 - drawn) / np.log(0.8)).astype(int), 5)
    assert of_rbp([1, 0, 1, 0, 1], 0.8).send(500, 11).ends.tolist() == stops.tolist()


def test_the_same_seed_has_the_same_readers() -> None:
    walk, other = of_rbp([1, 0, 1], 0.8), of_rbp([0, 1, 0], 0.8)
    many = walk.send(1000, 3).ends
    assert walk.send(1, 3).ends.tolist() == many[:1].tolist()
    assert other.send(1000, 3).ends.tolist() == many.tolist()
    assert walk.send(1000, 4).ends.tolist() != many.tolist()


def test_an_empty_list_is_walked_off_at_once() -> None:
    for walk in (of_rbp([], 0.8), of_err([])):
        sent = walk.send(10, 1)
        assert (walk.expected, sent.counts.tolist(), walk.rank.tolist()) == (0, [10], [1])
    assert of_rbp([1, 1], 0).send(10, 1).counts.tolist() == [10, 0, 0]
    assert walk.send(0, 1).ends.size == 0


@pytest.mark.parametrize("wrong", [-1, 1.5, True, "100", None])
def test_what_is_no_number_of_readers_is_refused(wrong: object) -> None:
    walk = of_rbp([1], 0.5)
    with pytest.raises(ValueError, match="readers must be a whole number of at least 0, got"):
        walk.send(wrong, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed must be a whole number of at least 0, got"):
        walk.send(1, wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"documents must be .* more than 0"):
        collecting(np.ones(1), np.ones(1), 0)
