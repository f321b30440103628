"""Lesson: two rankings, how similar they are, and which measures see which differences."""

from functools import partial

from pages.rank_agreement import model as rank_agreement
from pages.rank_agreement import overlaps, slopes
from pages.rank_agreement.drawing import boards, formulas
from ui import lesson
from ui.contents import TEXTS
from ui.core import plain
from ui.core.plain import decimals, table_html
from ui.draw import figure, score, swap_costs

lesson.heading("rank_agreement")

tau = score.measure_by(
    rank_agreement.tau,
    "Kendall’s τ",
    key="kendall_tau",
    latex=r"\tau = \frac{1}{n(n-1)} \sum_{d} (\mathrm{right}_d - \mathrm{wrong}_d)",
    in_words="τ is 1 over the product of n and n minus 1, times the sum of right of d minus wrong "
    "of d for the documents d. Here n is how many documents are in both lists. Right of d is how "
    "many of them stand in the same order with d in both lists. Wrong of d is how many stand in "
    "opposite orders.",
    bounds=(-1, 1),
)
distance = score.measure_by(
    rank_agreement.distance,
    "Distance",
    key="kendall_distance",
    higher_is_better=False,
)
rho = score.measure_by(
    rank_agreement.rho,
    "Spearman’s ρ",
    key="spearman_rho",
    bounds=(-1, 1),
)
tau_ap = score.measure_by(
    rank_agreement.tau_ap,
    "τ-AP",
    key="tau_ap",
    bounds=(-1, 1),
)
rbo = score.measure_by(
    rank_agreement.rbo,
    f"RBO@{tau.screen.k}",
    key="rbo",
)
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
    above=partial(
        boards,
        {
            "a": [slopes.crossed(distance), slopes.lines(distance)],
            "b": [slopes.right_above(tau_ap), slopes.overlaps(rbo)],
        },
        "A line leads from a document’s rank in A to its rank in B. Two lines that **cross** are a "
        "pair in opposite orders. **Distance**: the share of pairs that cross. **Kendall’s τ**: "
        "the share in the same order − the share in opposite orders. **Spearman’s ρ** compares "
        "the two ranks of each document. For each document of B: which share of those above it "
        "is above it in A, too? **τ-AP** is twice the mean share, minus 1. **RBO**, at each "
        "depth: the share of documents in both tops.",
    ),
    little=slopes.little_html(screen),
    turn=["k", "persistence"],
    chart=figure.of(overlaps, rbo),
    more=[swapped],
)

if revealed:
    p = screen["persistence"]
    lesson.section(
        "RBO (rank-biased overlap): readers who compare the tops",
        "A reader reads both lists at once. After each depth they go on with probability "
        f"p = {p:g}. At each depth they ask: which share of the documents so far is in both lists? "
        "In the lower picture, a depth is as wide as the share of readers who stop there, and as "
        "high as the overlap. The area is RBO. Below the last rank we assume that the overlap "
        "stays as it is there.",
    )
    lesson.beside(
        "What was not seen",
        f"{decimals(float(rbo.breakdown.terms['weight'].sum()))} of the weight lies on the depths "
        "that are seen here. <i>Extrapolated</i> means: below them the last overlap goes on. "
        "<i>Truncated</i> means: below them the overlap counts as 0. Then even two identical lists "
        "of d documents reach only 1 − p^d. Ask which of the two a tool prints.",
        {
            ("extrapolated", False, "the last overlap goes on"): rbo.score,
            ("truncated", False, "the overlap below is 0"): float(
                rank_agreement.truncated_rbo(screen).score
            ),
        },
    )
    figure.show(swapped)
    plain.sentence(
        "Take two equal lists and swap two neighbours in one of them. τ and ρ lose the same at "
        "every rank. τ-AP and RBO lose most at the top.",
        "text",
    )
    either, both = (rank_agreement.top_distance(screen, pairs) for pairs in ("union", "common"))
    lesson.beside(
        f"The distance of two tops of {k}",
        "Two tops rarely hold the same documents. Then the distance has two readings. <i>In "
        "either</i>: compare all documents of both tops. A document that is missing from a top "
        "counts as below all of that top, and two missing ones are not compared. At most k² "
        "pairs can be wrong, if both tops have k documents. <i>In both</i>: compare only the "
        "documents in both tops. What they do not share costs nothing.",
        {
            (
                "in either",
                False,
                f"{either.aside['pairs'].sum() / 2:g} of {either.aside['most']:g} pairs",
            ): float(either.score),
            (
                "in both",
                False,
                f"{both.aside['pairs'].sum() / 2:g} of {both.aside['most']:g} pairs",
            ): float(both.score),
        },
    )
    terms = tau.breakdown.terms
    lesson.formula(worked)
    lesson.section("The other four formulas", formulas(distance, rho, tau_ap, rbo))

shows = partial(lesson.to_preset, lesson="rank_agreement")
lesson.questions(
    {
        "Why not Kendall’s τ for search results?": "It does not weigh the top more. Of five "
        f"documents {shows('swap the first two', preset='two-top')} or "
        f"{shows('the last two', preset='two-bottom')}: τ is **0.8** and the distance **0.1** both "
        "times, and ρ is 0.9 both times. A reader who looks only at the first document sees only "
        "the first of these swaps.",
        "τ is −1. What is the distance? And if τ is 0?": "**1** and **0.5**. Without ties the "
        "distance is (1 − τ)/2. τ goes from −1 (reversed) to 1 (the same order). The distance goes "
        "from 0 (the same order) to 1 (reversed).",
        "Exchange A and B. Which scores may change?": "Only τ-AP. It goes down B and asks about A, "
        f"so A is its reference. {shows('The first one moved to the end', preset='two-first-last')}"
        f" has τ-AP 0.500. {shows('The last one moved to the front', preset='two-last-first')} is "
        "the same two lists exchanged, and has −0.042.",
        "Two lists are each other’s reverse. What is their RBO?": "Not 0, and RBO is never "
        f"negative. With five documents and p = 0.9 it is "
        f"{shows('0.738', preset='two-reversed')}. RBO asks what two tops share, not in which "
        "order. RBO 0 means that they share nothing.",
        "p = 0.9. How much do the first ten ranks count?": "The first ten depths weigh 1 − 0.9¹⁰ = "
        "**0.651**. But a document of the top ten is also in every deeper top. With these depths, "
        "the first ten ranks decide **0.856** of the score. Webber, Moffat & Zobel (2010) give "
        "both numbers, so say which one you mean.",
        "Two documents have the same score in one list. What is τ?": "A tied pair has no order, so "
        "it counts for neither side. The form τ_a still divides by all pairs and cannot reach 1. "
        "The form τ_b divides by √(n_A · n_B), the pairs without a tie in each list; scipy’s "
        "`kendalltau` prints it. With a tie in one list alone it cannot reach 1 either. On "
        "this board nothing is tied, and both are the same. scipy’s `weightedtau` is another "
        "measure: each pair weighs the sum of 1/r over its two ranks.",
    },
    before=f"""## What is n?

{TEXTS["notes"].link} defines the normalised Kendall distance at K as 2/(n(n − 1)) times the number
of pairs in opposite orders, for the top K of two lists. The notes do not say what n is. If both
tops hold the same documents, n = K. If not, it matters. Take K = 2.
{shows("List 1 holds a, b and list 2 holds c, d", preset="two-nothing")}. A missing document counts
as below the top. So all four pairs of one list with the other are in opposite orders:

- n = K = 2 gives 4/1 = 4, which is no share.
- n = 4, the documents in either top, gives 4/6 = 0.667.
- With the documents in both tops there is no pair: 0/0.
- Rankbook divides by K² = 4, the most that can be wrong (Fagin, Kumar & Sivakumar 2003): 4/4 = 1.

## What people get wrong

- **“τ 0.9 means that the lists are equivalent.”** Of fifty systems, 61 of 1,225 pairs may still
  cross. Of five documents a single crossing already gives 0.8. And τ does not say where lines
  cross: the best two systems may have changed places.
- **“τ is 1, so the lists are the same.”** τ only compares
  {shows("what both lists hold", preset="two-tails")}. Say how many documents that is.
- **“ρ is τ on another scale.”** ρ squares how far a document moved. Of five documents, move one
  {shows("from end to end", preset="two-last-first")}: τ is 0.2, ρ is 0.
- **“RBO 0.9 is high.”** With p = 0.98, the first five depths weigh 0.096. The rest is
  extrapolated. Report p, the depth, and how the rest was counted.
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
