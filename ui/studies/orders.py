"""All orders of a list on a page: their chart, what it says, and the buttons that take one."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from metrics.catalog import METRICS
from metrics.orders import SAME, merit
from ui import figure
from ui.charts import all_orders, orders_by_one
from ui.figure import Figure
from ui.look import plain
from ui.look.plain import decimals
from ui.models.orders import Which, chosen, every, in_order, present
from ui.parts import controls
from ui.state.screen import Screen
from ui.state.session import session
from ui.wire import post
from ui.wire.post import Action

_NONE: Final[Mapping[str, Sequence[float]]] = {}


def draw(by: str, against: str) -> None:
    """Draw all orders of list A by one metric, or by two: as the two knobs say."""
    screen = session().shown
    metrics = chosen_metrics(screen, by, against)
    controls.turn([by, against], "orders", "row", buttons(metrics))
    figure.show(picture(*metrics))
    caption(*metrics)


def chosen_metrics(screen: Screen, by: str, against: str) -> tuple[str, ...]:
    """Return the metrics that two knobs choose: two, or one."""
    one, other = screen[by], screen[against]
    return (one,) if other in (one, "none") else (one, other)


def picture(*metrics: str, marked: Mapping[str, Sequence[float]] = _NONE) -> Figure:
    """Return the chart of all orders of list A by one metric, or by two.

    `marked` are orders, or scores, that have a name, by that, each by its two scores, or its one.
    """
    screen = session().shown
    found, here = every(screen, *metrics), present(screen, *metrics)
    labels = tuple(METRICS[key].label(screen.k) for key in metrics)
    if len(metrics) > 1:
        rings = {
            name: [merit(key, each) for key, each in zip(metrics, scores, strict=True)]
            for name, scores in marked.items()
        }
        return Figure(all_orders, [*all_orders.rows(found, labels, here, rings)])
    low, high = METRICS[metrics[0]].range
    if high is None:
        low, high = found.ends[0]
    whole = (low, high) if high > low else (low - 0.5, low + 0.5)
    places = {name: float(merit(metrics[0], scores[0])) for name, scores in marked.items()}
    return Figure(orders_by_one, [*orders_by_one.rows(found, labels[0], here[0], whole, places)])


def expectation(metric: str) -> str:
    """Say what a metric is on average over all orders of list A, or over those looked at."""
    found = every(session().shown, metric)
    mean = np.average(found.scores[0], weights=found.counts)
    what = f"all {found.total:,}" if found.exact else f"{found.seen:,} random"
    return f"The mean over {what} orders of these grades is **{decimals(mean)}**"


def caption(*metrics: str) -> None:
    """Say below a chart how many orders are drawn, and what they are beside list A."""
    screen = session().shown
    found, here = every(screen, *metrics), present(screen, *metrics)
    if found.total == 1:
        plain.sentence("These grades have only one order.")
        return
    total = f"{found.total:,}" if found.total <= 10**9 else "more than a billion"
    seen = f"All {total}" if found.exact else f"{found.seen:,} of {total}"
    chance = "" if found.exact else ", drawn at random"
    labels = [METRICS[key].label(screen.k) for key in metrics]
    gains = [each - at for each, at in zip(found.merits, here, strict=True)]
    if len(metrics) == 1:
        better, worse = (int(found.counts[way * gains[0] > SAME].sum()) for way in (1, -1))
        orders = "order is" if better == 1 else "orders are"
        told = f"{better:,} {orders} better, {worse:,} {'is' if worse == 1 else 'are'} worse."
    else:
        first, second = (
            int(found.counts[(way * gains[0] > SAME) & (way * gains[1] < -SAME)].sum())
            for way in (1, -1)
        )
        told = (
            f"{labels[0]} and {labels[1]} disagree about {first + second:,} of them: {labels[0]} "
            f"prefers {first:,} to this list (①), {labels[1]} the other {second:,} (②)."
        )
        if len(found.dots) < len(found.counts):
            told += f" {len(found.dots)} dots stand for all."
    what = "bar" if len(metrics) == 1 else "dot"
    way = "to the right" if len(metrics) == 1 else "to the right, and up,"
    crowded = len(metrics) > 1 and found.counts[found.dots].max() > 1
    large = " A large dot stands for many orders." * bool(crowded)
    plain.sentence(
        f"{seen} orders of the retrieved grades{chance}; what was missed stays missed. Further "
        f"{way} is better.{large} {told} A click on a {what} takes its order."
    )


def buttons(metrics: Sequence[str]) -> list[controls.Control]:
    """Describe buttons that take an order by one metric, or by two."""
    one, *others = (METRICS[key].label() for key in metrics)
    labels: dict[Which, str] = {"best": f"Best {one}", "worst": f"Worst {one}"}
    labels["typical"] = "A typical order"
    if others:
        labels |= {
            "other_best": f"Best {others[0]}",
            "first_only": f"{one} better, {others[0]} worse",
            "second_only": f"{one} worse, {others[0]} better",
        }
    return [
        controls.button(label, {"do": "take_order", "which": which, "of": list(metrics)})
        for which, label in labels.items()
    ]


@post.change("take_order")
def _take_order(now: Screen, action: Action) -> Screen:
    metrics = tuple(action["of"])
    if len(metrics) not in (1, 2) or not set(metrics) <= METRICS.keys():
        raise ValueError("an order by metrics that are none")
    found = every(now, *metrics)
    grades = chosen(found, action["which"], now, *metrics)
    return now.with_list("a", in_order(now.a, grades))


@post.change("take_grades")
def _take_grades(now: Screen, action: Action) -> Screen:
    """Take the order of a bar or a dot that was clicked."""
    return now.with_list("a", in_order(now.a, [int(grade) for grade in action["grades"]]))
