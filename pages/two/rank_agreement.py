"""Lesson: two rankings, how similar they are, and which measures see which differences."""

from functools import partial

from ui import figure, lesson
from ui.charts import overlaps, swap_costs
from ui.look import plain
from ui.look.plain import decimals, table_html
from ui.models import rank_agreement, score
from ui.pictures import slopes
from ui.studies.rank_agreement import boards

lesson.heading("rank_agreement")

tau = score.measure_by(
    rank_agreement.tau,
    "Kendall’s τ",
    key="kendall_tau",
    latex=r"\tau = \frac{1}{n(n-1)} \sum_{d} (\mathrm{right}_d - \mathrm{wrong}_d)",
    bounds=(-1, 1),
)
distance = score.measure_by(
    rank_agreement.distance, "Distance", key="kendall_distance", higher_is_better=False
)
rho = score.measure_by(rank_agreement.rho, "Spearman’s ρ", key="spearman_rho", bounds=(-1, 1))
tau_ap = score.measure_by(rank_agreement.tau_ap, "τ-AP", key="tau_ap", bounds=(-1, 1))
rbo = score.measure_by(rank_agreement.rbo, f"RBO@{tau.screen.k}", key="rbo")
measures = (tau, distance, rho, tau_ap, rbo)
screen, k = tau.screen, tau.screen.k
n = len(rank_agreement.pair(screen).both)

costs = rank_agreement.costs([tau, rho, tau_ap, rbo])
sizes = [[abs(by) for _, by in each] for each in zip(*costs, strict=True)]
swapped = figure.Figure(swap_costs, swap_costs.rows(costs, sizes, where=" in a copy of A"))
net = tau.breakdown.terms["right"] - tau.breakdown.terms["wrong"]
worked = lesson.Sum(
    tau,
    [(rank, f"{each:g}".replace("-", "−")) for rank, each in enumerate(net, start=1)],
    factor=f"1/{n * (n - 1)}" if n > 1 else "0/0",
)
revealed = lesson.stage(
    *measures,
    worked=worked,
    columns={},
    above=partial(
        boards,
        {
            "a": [slopes.crossed(distance), slopes.lines(distance)],
            "b": [slopes.right_above(tau_ap), slopes.overlaps(rbo)],
        },
        "A line leads from a document’s rank in A to its rank in B. Two lines that **cross** are a "
        "pair in opposite orders: the **distance** is the share of pairs that cross, **τ** the "
        "share that do not, less those that do. **τ-AP** goes down B: which share of those above "
        "is above in A, too? **RBO** goes down both: which share of the tops is in both, for a "
        "reader who goes on with probability p?",
    ),
    little=slopes.little_html(screen),
    turn=["k", "persistence"],
    chart=figure.of(overlaps, rbo),
    more=[swapped],
)

if revealed:
    p = screen["persistence"]
    lesson.section(
        "RBO: readers who compare the tops",
        "Someone reads both lists at once, deeper and deeper, and goes on from each depth with "
        f"probability p = {p:g}. At each depth they ask which share of the documents so far is in "
        "both lists. The lower picture draws each depth as wide as the share of readers who stop "
        "there, and as high as the overlap: its area is RBO. What nobody has seen is taken to go "
        "on as it was last.",
    )
    lesson.beside(
        "What was not seen",
        f"{decimals(float(rbo.breakdown.terms['weight'].sum()))} of the weight lies on what can be "
        "seen here. Extrapolated, the last overlap goes on below. Truncated, it counts as 0, and "
        "even identical lists of d documents reach only 1 − p^d. Ask which one a tool prints.",
        {
            ("extrapolated", False, "the overlap seen last goes on"): rbo.score,
            ("truncated", False, "nothing is shared below"): float(
                rank_agreement.truncated_rbo(screen).score
            ),
        },
    )
    figure.show(swapped)
    plain.sentence(
        "Two equal lists, and two neighbours of one of them swapped: τ and ρ lose as much at every "
        "rank, τ-AP and RBO lose most at the top.",
        "text",
    )
    either, both = (rank_agreement.top_distance(screen, pairs) for pairs in ("union", "common"))
    lesson.beside(
        f"The distance of two tops of {k}",
        "Top lists rarely hold the same documents, and then the distance has two readings. Either "
        "all documents in one of the tops are compared, and who is absent stands below everybody "
        "present; as nobody knows in which order, the most is k². Or only those in both are "
        "compared, and what the tops do not share costs nothing.",
        {
            (
                "in either",
                False,
                f"{either.aside['pairs'].sum() / 2:g} of {k**2} pairs",
            ): float(either.score),
            (
                "in both",
                False,
                f"{both.aside['pairs'].sum() / 2:g} of {both.aside['most']:g} pairs",
            ): float(both.score),
        },
    )
    terms = tau.breakdown.terms
    lesson.formula(
        worked,
        {
            r"\mathrm{right}_d": "documents to which d stands alike in both lists",
            r"\mathrm{wrong}_d": "those whose line its own crosses",
            "n": "documents in both",
        },
    )

shows = partial(lesson.to_preset, lesson="rank_agreement")
lesson.questions(
    {
        "Why not Kendall’s τ for search results?": "It has no weight for the top. Of five "
        f"documents {shows('swap the first two', preset='two-top')} or "
        f"{shows('the last two', preset='two-bottom')}: τ is **0.8** and the distance **0.1** both "
        "times; ρ is 0.9 both times. Readers see only the first.",
        "τ is −1. What is the distance? And τ 0?": "**1** and **0.5**: without ties the distance "
        "is (1 − τ)/2. τ counts from −1 to 1, the distance from 0, the same, to 1, the reverse.",
        "Exchange A and B. Which scores may change?": "Only τ-AP: it goes down one list, and asks "
        f"the other, the reference. {shows('The first one at the end', preset='two-first-last')} "
        f"has 0.500; {shows('the last one in front', preset='two-last-first')} is the same two "
        "lists exchanged, and has −0.042.",
        "Two lists are each other’s reverse. What is their RBO?": "Not 0, and never negative: "
        f"with five documents and p = 0.9 it is {shows('0.738', preset='two-reversed')}. RBO asks "
        "what two tops share, not in which order. 0 means that they share nothing.",
        "p = 0.9. How much do the first ten ranks count?": "The first ten depths weigh 1 − 0.9¹⁰ = "
        "**0.651**. But a document in the top ten is in every deeper top as well: counted so, the "
        "first ten ranks decide **0.856** of the score. Both numbers are in print; say which.",
        "Two documents have the same score in one list. τ?": "A tied pair is in no order, so it "
        "counts for neither side. τ_a still divides by all pairs and cannot reach 1; τ_b divides "
        "by the pairs that are not tied, and is what scipy’s `kendalltau` prints. On this board "
        "nothing is tied, and both are the same. scipy’s `weightedtau` is neither this nor τ-AP: a "
        "pair counts there as the sum of 1/r over its two ranks.",
    },
    before=f"""## Find the mistake

A text takes the distance at K with n = K: the crossing pairs, divided by K(K − 1)/2. That is right
as long as both tops hold the same documents. With K = 2, try
{shows("a, b beside c, d", preset="two-nothing")}.

Each of a and b stands above each of c and d in one list, and below in the other: four pairs cross.
K(K − 1)/2 is 1, and the “share” is 4. Two tops hold up to 2K documents, and four of their pairs can
cross here: that is K², and the distance is 1.

## What people get wrong

- **“τ 0.9 means equivalent.”** That is a rule of thumb for orders of many systems: of fifty, 61 of
  1,225 pairs may cross. Of five documents a single crossing already gives 0.8. And it does not say
  where they cross: at the top, two systems may have changed places that matter.
- **“τ is 1, so the lists are the same.”** Only {shows("what both hold", preset="two-tails")} is
  compared. Say how much that is.
- **“ρ is τ on another scale.”** ρ squares how far a document moved. Five documents, one moved from
  {shows("end to end", preset="two-last-first")}: τ 0.2, ρ 0.
- **“RBO 0.9 is high.”** With p = 0.98, five documents weigh 0.096 of it; the rest is extrapolated.
  Say p, the depth, and how the rest was counted.
""",
)

if revealed:
    pair = rank_agreement.pair(screen)
    in_b = {each: rank for rank, each in enumerate(pair.b, start=1)}
    places = [pair.both_in_b.index(each) + 1 for each in pair.both]
    lesson.numbers(
        tau,
        f"""
in_a = np.arange(1, {n + 1})  # documents in both lists, ranked among themselves
in_b = np.array({places})
order = np.sign(np.subtract.outer(in_a, in_a) * np.subtract.outer(in_b, in_b))
score = {"order.sum() / (len(in_a) * (len(in_a) - 1))" if n > 1 else "np.nan  # nothing to compare"}
""",
        each=(
            ("rank", "document", "rank in B"),
            [(rank, each[0], in_b.get(each, "–")) for rank, each in enumerate(pair.a, start=1)],
        ),
        right="in the same order",
        wrong="in opposite orders",
        contribution="adds",
    )
    lesson.fold(
        "What each rank and each depth adds to the other scores",
        table_html("The other scores", *slopes.others(measures)),
    )
lesson.onward("rank_agreement")
