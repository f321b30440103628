"""Walks with fixed seeds, so that a red one can be repeated; `make walk` walks with new ones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from walk import STARTS, walk

STEPS = 20


@pytest.mark.parametrize("seed", [3, 4])
def test_walk(open_page: Callable[..., Page], seed: int) -> None:
    walk(open_page(STARTS[seed % len(STARTS)], 1400, 2000), seed, STEPS)
