"""Walks with fixed seeds, so that a red one can be repeated; `make walk` walks with new ones."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from live_app import settle
from live_board import arrive, turn_to
from walk import KINDS, PAGES, walk

STEPS = 2
HALVES = (0, 1)

# What only one page has, at an address that shows it.
OWN = {
    "mean_over_queries": ("?a=1A~0B~1C&q2=0D~1E&q3=1F", {"square", "row_of_squares"}),
    "discounted_gain": ("?gain=custom", {"gains"}),
    "playground": ("", {"pill", "list_b"}),
}
ANYWHERE = [kind for kind in KINDS if not any(kind in own for _, own in OWN.values())]


@pytest.mark.parametrize("half", HALVES)
def test_walk(open_page: Callable[..., Page], half: int) -> None:
    """Over half of the pages, with half of the kinds of things to do, and what a page alone has."""
    page = open_page(f"/{PAGES[half].url}", 1400, 2000, motion=half == 0)
    left = ANYWHERE[half :: len(HALVES)]
    for seed, path in enumerate(each.url for each in PAGES[half :: len(HALVES)]):
        query, own = OWN.get(path, ("", set()))
        if query:
            arrive(page, f"/{path}{query}")
        elif urlsplit(page.url).path != f"/{path}":  # else the walk has led there
            turn_to(page, path)
        done = walk(page, seed, max(STEPS, len(own)), first=[*left[: STEPS - len(own)], *own])
        assert own <= done
        left = [kind for kind in left if kind not in done]
        settle(page)
    assert not left
