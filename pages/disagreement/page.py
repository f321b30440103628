"""Lesson: disagreement, two lists of which two metrics prefer different ones."""

from pages.disagreement import drawing as disagreement
from ui import lesson
from ui.core.session import session
from ui.draw import orders_page as orders
from ui.draw import pairs, score
from ui.draw.beside_cards import running
from ui.parts import controls

chosen = orders.chosen_metrics(session().shown, "orders_by", "orders_against")
lesson.heading("disagreement", asked=chosen[0])
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
    decisive=("orders_by", "orders_against"),
    chart=orders.picture(*chosen, marked=disagreement.marks(pair)),
    explanation="Each cell is a **swap of two ranks**: + makes the score better, − worse. Row 4, "
    "column 3: swap ranks 4 and 3. A darker cell is a larger change. **Framed: the swap that this "
    "metric wants most.** Select a cell to do its swap. Both metrics want the better document "
    "higher. They differ in which swap they want *first*.",
)

if revealed:
    orders.caption(*chosen)
    controls.turn([], "orders", "row", orders.buttons(chosen))
    if others:
        disagreement.draw_hits(chosen)

many = lesson.to_preset("0 1 1 1 0 0 0 0", "disagreement", "dis-ap")
few = lesson.to_preset("1 0 0 0 0 1 0 1", "disagreement", "dis-ndcg")
window = lesson.to_preset("1 0 0 0 0 0 1 1", "disagreement", "dis-first-hit")
graded = lesson.to_preset("2 0 0 1 3 2", "disagreement", "dis-err")
together = lesson.to_preset("1 2 3 2 0 0", "disagreement", "dis-err-late")
swapped = lesson.to_preset("3 2 1 0", "disagreement", "dis-swaps")
never = lesson.to_preset("two hits in six", "disagreement", "dis-never")
strip = lesson.to_preset("3 3 0 3 2", "disagreement", "dis-mean")
lesson.questions(
    {
        "Two systems, AP (average precision) and nDCG (discounted gain) each prefer another one. "
        "Which is better?": "That depends on the reader. AP’s reader wants every hit (relevant "
        "document), and each miss above a hit costs. "
        f"nDCG’s reader looks at the top first. Of three hits in eight ranks, {many} has AP 0.639 "
        f"and nDCG 0.733. {few} has AP 0.569 and nDCG 0.784. Say who reads, and you can answer.",
        "RR is 1, P@5 is 0.2. Is that a bug?": f"No. {window} has its first hit at rank 1 and no "
        "other hit in the first five ranks. RR (reciprocal rank) asks how far it is to the first "
        "hit. P@5 (precision) counts the hits in five ranks.",
        "Can a single swap please AP and displease nDCG?": "No. A swap puts the better document "
        "higher or lower, and neither metric gains if it stands lower. To disagree, one document "
        "must rise and another must fall. But metrics differ in how much a swap is worth. In "
        f"{swapped}, swapping ranks 1 and 2 costs ERR 0.250 and nDCG 0.078. Swapping ranks 3 and 4 "
        "costs them 0.001 and 0.015.",
        "Why do AP and nDCG never disagree about two hits in six documents?": "There are only 15 "
        f"orders of {never}, too few for that. In seven ranks two hits are enough. AP prefers hits "
        "at ranks 3 and 4, 0.417 to 0.393; nDCG prefers ranks 2 and 7, 0.591 to 0.571.",
        "A paper reports nDCG alone. What would you ask?": "Are its readers those of nDCG: do they "
        "care about grades, and look at the top first? Then ask for a second metric with another "
        f"reader. ERR (expected reciprocal rank) prefers {graded} to {together}, 0.495 to 0.455. "
        "nDCG prefers the second, 0.812 to 0.756.",
    },
    before=f"""## What people get wrong

- **“A good metric would settle it.”** Each metric settles it for one kind of reader. Two metrics
  disagree because they assume two different readers.
- **“All metrics go up together.”** On most pairs of lists they do. On the pair above they do not,
  and a system that is tuned for one metric will find such lists.
- **“nDCG 0.959 is excellent.”** {strip} has it, and the mean over all 20 orders of its documents is
  0.894. Compare a score with all orders before you praise it.
- **“So take the mean of both.”** That mean assumes a third reader, and nobody has said who that is.
""",
)
if revealed:
    lesson.take("disagreement", measured)
lesson.onward("disagreement")
