"""Lesson: disagreement, two lists of which two metrics prefer different ones."""

from ui import lesson
from ui.models import score
from ui.parts import controls
from ui.pictures import pairs
from ui.pictures.beside_cards import running
from ui.state.session import session
from ui.studies import disagreement, orders

lesson.heading("disagreement")

chosen = orders.chosen_metrics(session().shown, "orders_by", "orders_against")
first, *others = measured = [score.measure(key) for key in chosen]
pair = disagreement.widest(first.screen, chosen)

revealed = lesson.stage(
    *measured,
    columns={
        "a": [
            *pairs.swaps(measured),
            running(first, "Adds", most=first.bounds[1] or max(first.score, 1), room="3.2rem"),
        ]
    },
    above=lambda hidden: disagreement.draw(chosen, hidden=hidden),
    decisive=("orders_by", "orders_against"),
    chart=orders.picture(*chosen, marked=disagreement.marks(pair)),
    explanation="A cell is a **swap of two ranks**: + helps the metric, − hurts it, the deeper "
    "the colour the more, and the frame is round the best. Click one to do it. That the better "
    "document belongs higher, metrics agree; which swap they want *first* is where they part.",
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
        "Two systems, AP and nDCG each prefer another one. Which is better?": "For whom? AP’s "
        "reader wants every hit and minds the rubbish before each; nDCG’s looks at the top first. "
        f"Of three hits in eight, {many} has AP 0.639 and nDCG 0.733, and {few} has 0.569 and "
        "0.784. Name the reader, and the question answers itself.",
        "RR is 1, P@5 is 0.2. Is that a bug?": f"No. {window} has its first hit on top and no "
        "other in the first five. One metric counts the way to a hit, the other counts hits.",
        "Can one swap of two documents divide AP and nDCG?": "No. A swap puts the better one of "
        "the two higher or lower, and neither metric likes it lower. Disagreement takes a trade: "
        "one document goes up for another that goes down. So look at how much a swap gives: in "
        f"{swapped} that of ranks 1 and 2 costs ERR 0.250 and nDCG 0.157, that of ranks 3 and 4 "
        "0.001 and 0.007.",
        "How many hits do AP and nDCG need to disagree about six documents?": f"Three. With "
        f"{never}, in any two orders whichever AP prefers nDCG prefers too, or is indifferent. "
        "With one hit they only count how deep it is.",
        "A paper reports nDCG alone. What would you ask?": "Whether its readers are nDCG’s: with "
        "graded tastes, in a hurry, and pleased by the top. Then for a second metric with another "
        f"reader. Of {graded} and {together} ERR takes the first, 0.495 to 0.455, and nDCG the "
        "second, 0.710 to 0.666.",
    },
    before=f"""## What people get wrong

- **“A good metric would settle it.”** Each settles it for one kind of reader. What two metrics
  disagree about is who reads.
- **“All metrics go up together.”** On most pairs of lists, yes. On the pair above, no, and a
  system that is tuned for one of the two will find such lists.
- **“nDCG 0.959 is excellent.”** {strip} has it, and the mean over all its orders is 0.894.
  Look where a score stands among all orders before you praise it.
- **“So take the mean of both.”** Then a reader who is neither of the two decides.
""",
)
if revealed:
    lesson.take("disagreement", measured)
lesson.onward("disagreement")
