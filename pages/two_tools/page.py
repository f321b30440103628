"""Lesson: why tools print different numbers for one list, and what a number means."""

from functools import partial

import streamlit as st

from pages.two_tools import drawing as two_tools
from pages.two_tools import printed
from pages.two_tools.model import averages_ties, metric, numbers, taught, tied
from ui import lesson
from ui.contents import PAGES
from ui.core import knobs
from ui.draw import figure, score
from ui.draw.beside_cards import running
from ui.parts import controls

lesson.heading("two_tools", asked=metric())
shows = partial(lesson.to_preset, lesson="two_tools")

measured = taught()
printed_numbers = numbers(measured)
typed = {number.text: number.value for number in two_tools.asked_for(measured.screen)}
turned = ["scale", "relevant_from", "k", "tied"]
own = [knob for knob in knobs.of(measured.key) if knob not in turned]
if averages_ties(measured.key) and tied(measured.screen):
    own.append(knobs.TwoTools.TIES)

revealed = lesson.stage(
    measured,
    columns=[running(measured, "Adds", room="3.2rem")],
    instead=partial(two_tools.draw, printed_numbers),
    little=two_tools.little_html(printed_numbers),
    decisive=("printed_metric", "handed"),
    turn=turned,
    explanation="Tools that print **the same number** form one group. Drag, grade or cut, and see "
    "which groups separate. The *ideal* is the best possible order. Tools differ in which "
    "documents it has, and how deep it goes. Did your tool print a number for this list? Type it.",
    chart=figure.Figure(printed, [*printed.rows(printed_numbers, typed)]),
)

if revealed:
    st.html(printed.legend(printed_numbers))
    two_tools.explain()
if own:
    lesson.section(
        "Turn Rankbook into your tool",
        f"The group with a blue line at its left is Rankbook’s own {measured.label}. Change these "
        "settings until it joins the tool that you work with. Then you know what your tool "
        "computes.",
    )
    ideal = controls.link(PAGES["discounted_gain"], "What an ideal order is")
    controls.turn(own, "own", more=[ideal] * (measured.key == "ndcg"))

lesson.section(
    "Why tools differ",
    """
The name of a metric does not fix everything. What is a grade worth? Which documents belong to the
ideal? What is the sum divided by? What comes below the last document? Each paper answered in its
own way, and each tool followed some paper. Some tools get judgements, so they know which documents
were missed. Others get one list with labels and can only sort that list. For 0/0 a program must
print something: 0, 1 and nothing at all are in use. And a new version may change an answer, but
keep the name.
""",
)
two_tools.every_line()

flip_many, flip_one = (
    shows(text, preset=preset)
    for text, preset in (("1 1 1 3 0 0", "tools-flip-many"), ("0 3 1 0 1 1", "tools-flip-one"))
)
lesson.questions(
    {
        "Two tools, two nDCGs of one list. What do you check first?": "First the gain: it matters "
        "as soon as a grade is above 1. Then the ideal: from all judged documents or from the "
        "list, cut at k or not. Then ties, and what a query with nothing to find counts. One by "
        f"one: {shows('the gain', preset='tools-gain')}, "
        f"{shows('the documents of the ideal', preset='tools-pool')}, "
        f"{shows('the cut of the ideal', preset='tools-cut')}.",
        "Five hits in five ranks, and MAP@5 says 0.5. A bug?": "No, a denominator. Ten relevant "
        "documents exist. Divided by all ten, AP cannot exceed 5/10. Divided by the smaller of 10 "
        f"and 5, it is 1. {shows('Show it', preset='tools-ap')}.",
        "One tool has P@10 = 0.2, the other 0.667. Who is right?": "Three documents were returned, "
        "and two of them are good. 2/10 says what a page of ten is worth. 2/3 does not count the "
        f"empty places. trec_eval prints 0.2. {shows('Show it', preset='tools-short')}.",
        "You rename the documents, and the score changes. How?": "Their scores are tied, and the "
        "tool breaks ties by name. Other tools keep the order they get, or take the mean over all "
        f"orders of the tied documents. {shows('Show it', preset='tools-ties')}.",
        "Which of all these numbers belongs into the paper?": "Any of them, with its convention: "
        "tool, version, name, cutoff, gain, ideal, ties, and what an empty query counts. Without "
        "the convention, none.",
    },
    before=f"""## What people get wrong

- **“They agree on my lists, so they compute the same.”** With the grades 0 and 1 both gains are the
  same. With nothing missed and nothing cut, most ideals are the same, too. On other lists the
  tools may differ.
- **“A constant difference changes no ranking.”** It is not constant. With gain g, {flip_many} beats
  {flip_one}, 0.750 to 0.687. With 2^g − 1 it loses, 0.601 to 0.661.
- **“The tool with the lower number has the bug.”** Most of these numbers are meant so. It is only
  wrong to print one without its convention.
- **“It is the same library, so it is the same number.”** Libraries changed formulas and kept their
  names: check the version.
""",
)
if revealed:
    lesson.take("two_tools", [score.measure(measured.key)])
lesson.onward("two_tools")
