"""All orders of a list: their chart, its caption, and buttons that put one on the board."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from metrics.catalog import METRICS
from metrics.orders import SAME, higher_is_better_score
from ui.core import plain, post
from ui.core.plain import counted, decimals
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import session
from ui.draw import all_orders, figure, orders_by_one
from ui.draw.figure import Figure
from ui.draw.orders import Which, chosen, every, in_order, present
from ui.parts import controls

_NONE: Final[Mapping[str, Sequence[float]]] = {}


def draw(by: str, against: str) -> None:
    """Draw all orders of list A by the one or two metrics that two knobs choose."""
    screen = session().shown
    metrics = chosen_metrics(screen, by, against)
    caption(*metrics)
    figure.show(picture(*metrics))
    controls.turn([by, against], "orders", "row", buttons(metrics))


def chosen_metrics(screen: Screen, by: str, against: str) -> tuple[str, ...]:
    """Return the one or two metrics that two knobs choose."""
    first, second = screen[by], screen[against]
    return (first,) if second in (first, "none") else (first, second)


def picture(*metrics: str, marked: Mapping[str, Sequence[float]] = _NONE) -> Figure:
    """Return the chart of all orders of list A by one metric, or by two.

    `marked` holds orders to mark: their scores, one for each metric, by the name of the mark.
    """
    screen = session().shown
    orders, here = every(screen, *metrics), present(screen, *metrics)
    labels = tuple(METRICS[key].label(screen.k) for key in metrics)
    if len(metrics) > 1:
        rings = {
            name: [
                higher_is_better_score(key, score)
                for key, score in zip(metrics, scores, strict=True)
            ]
            for name, scores in marked.items()
        }
        return Figure(all_orders, [*all_orders.rows(orders, labels, here, rings)])
    low, high = METRICS[metrics[0]].range
    if high is None:
        low, high = orders.ends[0]
    whole = (low, high) if high > low else (low - 0.5, low + 0.5)
    places = {
        name: float(higher_is_better_score(metrics[0], scores[0]))
        for name, scores in marked.items()
    }
    return Figure(orders_by_one, [*orders_by_one.rows(orders, labels[0], here[0], whole, places)])


def expectation(metric: str) -> str:
    """Return a sentence with the mean of a metric over all or random orders of list A."""
    orders = every(session().shown, metric)
    mean = np.average(orders.scores[0], weights=orders.counts)
    what = f"all {orders.total:,}" if orders.exact else f"{orders.seen:,} random"
    return f"The mean over {what} orders of these grades is **{decimals(mean)}**"


def caption(*metrics: str) -> None:
    """Draw the caption of the chart: how many orders it shows, and how many are better or worse."""
    screen = session().shown
    tried, current = every(screen, *metrics), present(screen, *metrics)
    if tried.total == 1:
        plain.sentence("These grades have only one order.")
        return
    total = f"{tried.total:,}" if tried.total <= 10**9 else "more than a billion"
    seen = f"All {total}" if tried.exact else f"{tried.seen:,} of {total}"
    chance = "" if tried.exact else ", drawn at random"
    labels = [METRICS[key].label(screen.k) for key in metrics]
    gains = [merits - own for merits, own in zip(tried.merits, current, strict=True)]
    if len(metrics) == 1:
        better, worse = (int(tried.counts[way * gains[0] > SAME].sum()) for way in (1, -1))
        orders = counted(better, "order is", "orders are")
        sentence = f"{orders} better, {counted(worse, 'is', 'are')} worse."
    else:
        first, second = (
            int(tried.counts[(way * gains[0] > SAME) & (way * gains[1] < -SAME)].sum())
            for way in (1, -1)
        )
        sentence = (
            f"{labels[0]} and {labels[1]} disagree on {first + second:,} of them: {labels[0]} "
            f"prefers {first:,} to this list (①), {labels[1]} prefers {second:,} (②)."
        )
        if len(tried.dots) < len(tried.counts):
            sentence += f" {len(tried.dots)} dots stand for all."
    what = "bar" if len(metrics) == 1 else "dot"
    way = "to the right" if len(metrics) == 1 else "to the right, and up,"
    crowded = len(metrics) > 1 and tried.counts[tried.dots].max() > 1
    large = " A large dot stands for many orders." * bool(crowded)
    plain.sentence(
        f"{seen} orders of the retrieved grades{chance}, as {what}s; missed documents stay missed. "
        f"Further {way} is better.{large} {sentence} Select a {what} to take its order."
    )


def buttons(metrics: Sequence[str]) -> list[controls.Control]:
    """Return buttons that put an order on the board, chosen by one metric or two."""
    first, *others = (METRICS[key].label() for key in metrics)
    labels: dict[Which, str] = {"best": f"Best {first}", "worst": f"Worst {first}"}
    labels["typical"] = "A typical order"
    if others:
        labels |= {
            "other_best": f"Best {others[0]}",
            "first_only": f"{first} better, {others[0]} worse",
            "second_only": f"{first} worse, {others[0]} better",
        }
    return [
        controls.button(label, {"do": "take_order", "which": which, "of": list(metrics)})
        for which, label in labels.items()
    ]


@post.on_screen("take_order")
def _take_order(screen: Screen, action: Action) -> Screen:
    metrics = tuple(action["of"])
    if len(metrics) not in (1, 2) or not set(metrics) <= METRICS.keys():
        raise ValueError("an order by metrics that are none")
    orders = every(screen, *metrics)
    grades = chosen(orders, action["which"], screen, *metrics)
    return screen.with_list("a", in_order(screen.a, grades))


@post.on_screen("take_grades", linked=True)
def _take_grades(screen: Screen, action: Action) -> Screen:
    """Put the order of a clicked bar or dot on the board."""
    return screen.with_list("a", in_order(screen.a, [int(grade) for grade in action["grades"]]))
