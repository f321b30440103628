"""Lesson: disagreement, two lists of which two metrics prefer different ones."""

from functools import partial

from pages.disagreement import drawing as disagreement
from ui import lesson
from ui.core.session import session
from ui.draw import orders_page as orders
from ui.draw import pairs, score
from ui.draw.beside_cards import running
from ui.parts import controls, prose

chosen = orders.chosen_metrics(session().shown, "orders_by", "orders_against")
lesson.heading("disagreement", guessed_key=chosen[0])
first, *others = measured = [score.measure(key) for key in chosen]
pair = disagreement.widest(first.screen, chosen)

revealed = lesson.stage(
    *measured,
    columns=[
        *pairs.swaps(measured),
        running(first, "Adds", most=first.bounds[1] or max(first.score, 1), room="3.2rem"),
    ],
    above=lambda hidden: disagreement.draw(chosen, hidden=hidden),
    worked=lesson.summed(first),
    main_knobs=("orders_by", "orders_against"),
    chart=orders.picture(*chosen, marked=disagreement.marks(pair)),
    explanation="Each cell is a **swap of two ranks**: + makes the score better, − worse. Row 4, "
    "column 3: swap ranks 4 and 3. A darker cell is a larger change. **Framed: the swap that this "
    "metric wants most.** Select a cell to do its swap. Both metrics want the better document "
    "higher. They differ in which swap they want *first*.",
)


def order_buttons() -> None:
    """Draw the caption of the chart, and buttons that put one of its orders on the board."""
    orders.caption(*chosen)
    controls.turn([], "orders", "row", orders.buttons(chosen))


prose.draw(
    "disagreement",
    order_buttons=revealed and order_buttons,
    hits=revealed and others and partial(disagreement.draw_hits, chosen),
    take=partial(lesson.take, "disagreement", measured),
)
lesson.onward("disagreement")
