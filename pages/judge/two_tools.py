"""Lesson: why tools print different numbers for one list, and what a number means."""

from functools import partial

from ui import figure, lesson
from ui.charts import printed
from ui.models import score
from ui.models.two_tools import metric, numbers
from ui.parts import controls
from ui.pictures.beside_cards import running
from ui.state import knobs
from ui.studies import two_tools

lesson.heading("two_tools")
shows = partial(lesson.to_preset, lesson="two_tools")

taught = score.measure(metric())
printed_numbers = numbers(taught)
typed = {number.text: number.value for number in two_tools.asked_for(taught.screen)}
turned = ["scale", "relevant_from", "k", "tied"]
own = [knob for knob in knobs.of(taught.key) if knob not in turned]

revealed = lesson.stage(
    taught,
    columns={"a": [running(taught, "Adds", room="3.2rem")]},
    instead=partial(two_tools.draw, printed_numbers),
    little=two_tools.little_html(printed_numbers),
    decisive=("printed_metric", "handed"),
    turn=turned,
    explanation="Tools that print **the same number** stand together. Drag, grade or cut, and see "
    "them part. Did your tool print a number for your list? Type it.",
    chart=figure.Figure(printed, [*printed.rows(printed_numbers, typed)]),
)

if revealed:
    two_tools.explain()
if own:
    lesson.section(
        "Turn Rankbook into your tool",
        f"The marked group holds Rankbook’s own {taught.label}. Turn its knobs until it joins the "
        "tool you work with: now you know what that one computes.",
    )
    controls.turn(own, "own")

lesson.section(
    "Why tools differ",
    """
A metric’s name fixes an idea and leaves its edges open: what a grade is worth, which documents the
ideal is made of, what is divided by, what happens below the last document. Each paper settled the
edges in its own way, and each tool followed the paper its authors had read. Some tools are handed
judgements and know what was missed; others get one list with labels and can only sort what they
see. Where the formula says 0/0 a program must still print something, and 0, 1 and nothing at all
are in use. And a new version may settle an edge anew, under the old name.
""",
)
two_tools.every_line()

flip_many, flip_one = (
    shows(text, preset=preset)
    for text, preset in (("1 1 1 3 0 0", "tools-flip-many"), ("0 3 1 0 1 1", "tools-flip-one"))
)
lesson.questions(
    {
        "Two tools, two nDCGs of one list. What do you check first?": "The gain, for it matters as "
        "soon as a grade is above 1. Then the ideal: from all judged documents or from the list, "
        "cut at k or not. Then ties, and last what a query with nothing to find counts. One by "
        f"one: {shows('the gain', preset='tools-gain')}, "
        f"{shows('the pool', preset='tools-pool')}, {shows('the cut', preset='tools-cut')}.",
        "Five hits in five ranks, and MAP@5 says 0.5. A bug?": "A denominator. Ten relevant "
        "documents exist, and AP divided by all of them cannot exceed 5/10 here. Divided by "
        f"min(10, 5) it is 1. {shows('Show it', preset='tools-ap')}.",
        "One tool has P@10 = 0.2, the other 0.667. Who is right?": "Three documents were returned, "
        "two of them good. 2/10 asks what a page of ten is worth, 2/3 forgives the empty places. "
        f"trec_eval says 0.2. {shows('Show it', preset='tools-short')}.",
        "You rename the documents, and the score changes. How?": "Their scores are tied, and the "
        "tool breaks ties by name. Others keep the order they are given, or average over all "
        f"orders of the tied. {shows('Show it', preset='tools-ties')}.",
        "Which of all these numbers belongs into the paper?": "Any, with its convention beside it: "
        "tool, version, name, cutoff, gain, ideal, ties, and what an empty query counts. Without "
        "that, none.",
    },
    before=f"""## What people get wrong

- **“They agree on my lists, so they compute the same.”** With hits and misses both gains are one;
  with nothing missed all pools are. The difference waits for other data.
- **“A constant difference changes no ranking.”** It is not constant. By g {flip_many} beats
  {flip_one}, 0.750 to 0.687; by 2^g − 1 it loses, 0.601 to 0.661.
- **“The tool with the lower number has the bug.”** Most of these numbers are meant. What is wrong
  is to print one without saying which.
- **“It is the same library, so it is the same number.”** Names were kept and formulas changed:
  look at the version.
""",
)
if revealed:
    lesson.take("two_tools", [taught])
lesson.onward("two_tools")
