"""Measures beside the catalog: of scores, of pairs, of two rankings, of readers, and means."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True)
class Measure:
    """Description of a measure that takes no single ranking with its knobs, as metrics do.

    Attributes:
        key: name in code, as in `ui.contents.Page.metrics`.
        name: name in prose.
        symbol: short name.
        also: other names, or "".
        latex: formula.
        in_words: the same in sentences, as in `metrics.catalog.Metric`.
        range: lowest and highest value; None for no limit.
        higher_is_better: whether a higher value is better.
        of: what it is computed from.
        teaches: what it says, in a sentence or two.
        source: author and year.
        beside: key of a metric whose lesson it belongs to, if it has none of its own.
    """

    key: str
    name: str
    symbol: str
    also: str
    latex: str
    in_words: str
    range: tuple[float, float | None]
    higher_is_better: bool
    of: str
    teaches: str
    source: str
    beside: str = "mean"


_SCORES = "predicted scores and true grades"
_TWO = "two rankings of the same documents"
_JUDGES = "what two judges say of the same documents"

_ERRORS = "Here sᵢ is the predicted score of document i, and gᵢ its true grade."

_MEASURES = (
    Measure(
        key="mse",
        name="Mean squared error",
        symbol="MSE",
        also="",
        latex=r"\mathrm{MSE} = \frac{1}{n} \sum_{i=1}^{n} (s_i - g_i)^2",
        in_words="MSE is 1 over n, times the sum of the squared differences of s at i and g at i "
        f"for the documents i from 1 to n. {_ERRORS}",
        range=(0, None),
        higher_is_better=False,
        of=_SCORES,
        teaches="How far the scores are from the grades. One large error counts more than many "
        "small ones, and the order does not count.",
        source="folklore",
    ),
    Measure(
        key="mae",
        name="Mean absolute error",
        symbol="MAE",
        also="",
        latex=r"\mathrm{MAE} = \frac{1}{n} \sum_{i=1}^{n} |s_i - g_i|",
        in_words="MAE is 1 over n, times the sum of the absolute differences of s at i and g at i "
        f"for the documents i from 1 to n. {_ERRORS}",
        range=(0, None),
        higher_is_better=False,
        of=_SCORES,
        teaches="How far the scores are from the grades on average. Each step counts alike.",
        source="folklore",
    ),
    Measure(
        key="rmse",
        name="Root mean squared error",
        symbol="RMSE",
        also="",
        latex=r"\mathrm{RMSE} = \sqrt{\frac{1}{n} \sum_{i=1}^{n} (s_i - g_i)^2}",
        in_words="RMSE is the square root of MSE. MSE is 1 over n, times the sum of the squared "
        f"differences of s at i and g at i for the documents i from 1 to n. {_ERRORS}",
        range=(0, None),
        higher_is_better=False,
        of=_SCORES,
        teaches="MSE in grades instead of squared grades. It puts models into the same order as "
        "MSE.",
        source="folklore",
    ),
    Measure(
        key="f_beta",
        name="F with β",
        symbol="Fβ@k",
        also="F-beta, F2, F0.5",
        latex=r"\mathrm{F}_\beta\mathrm{@}k = \frac{1 + \beta^2}{k + \beta^2 m} "
        r"\sum_{i=1}^{k} \mathrm{hit}_i",
        in_words="F with beta at k is a ratio, times the sum of hit at i for the ranks i from 1 to "
        "k. The ratio is 1 plus β squared, over the sum of k and m times β squared. Here m is how "
        "many relevant documents exist.",
        range=(0, 1),
        higher_is_better=True,
        of="one ranking and a weight β of recall",
        teaches="Precision and recall in one number, in which recall weighs β times as much.",
        source="van Rijsbergen (1979)",
        beside="f1",
    ),
    Measure(
        key="inversions",
        name="Inversions",
        symbol="wrong pairs",
        also="Kendall distance of one list from its ideal order, Kendall tau distance",
        latex=r"\mathrm{inversions} = \sum_{i=1}^{n} \#\{\, j < i : g_j < g_i \,\}",
        in_words="The number of inversions is a sum for the ranks i from 1 to n. Each adds the "
        "number of ranks j, less than i, whose grade g at j is lower than g at i. Here n is how "
        "many documents were retrieved.",
        range=(0, None),
        higher_is_better=False,
        of="the grades of one ranking",
        teaches="How many pairs have the better document below the worse one. A pair counts alike "
        "at every rank.",
        source="Kendall (1938)",
    ),
    Measure(
        key="pairwise_accuracy",
        name="Pairwise accuracy",
        symbol="right pairs",
        also="AUC, area under the ROC curve, if the grades are hits and misses",
        latex=r"1 - \frac{\mathrm{inversions}}{\#\{\, \{i,j\} : g_i \ne g_j \,\}}",
        in_words="The share is 1 minus a ratio. Above are the inversions. Below is the number of "
        "pairs of ranks i and j whose grades g at i and g at j differ.",
        range=(0, 1),
        higher_is_better=True,
        of="the grades of one ranking",
        teaches="The share of the pairs with different grades that are in the right order.",
        source="folklore",
    ),
    Measure(
        key="auc",
        name="Area under the ROC curve",
        symbol="AUC",
        also="ROC AUC, Mann and Whitney’s U over the number of pairs",
        latex=r"\mathrm{AUC} = \frac{\#\{s_i > s_j\} + \frac{1}{2} \#\{s_i = s_j\}}"
        r"{m (n - m)}",
        in_words="AUC is a ratio. Above is a sum. Its first part is the number of pairs of a "
        "relevant document i and another one j in which s at i is greater than s at j. Its second "
        "part is 1/2 times the number of those in which both are equal. Below is m times the "
        "difference n minus m. Here s is a score, and m of the n documents are relevant.",
        range=(0, 1),
        higher_is_better=True,
        of="scores, which may be tied, and hits",
        teaches="How likely a relevant document has a higher score than another one. A tie counts "
        "half.",
        source="Hanley & McNeil (1982)",
        beside="pairwise_accuracy",
    ),
    Measure(
        key="mean",
        name="Mean over queries",
        symbol="MAP, MRR, MERR, MAR",
        also="macro average, mean average precision, mean reciprocal rank, mean ERR, mean average "
        "recall",
        latex=r"\mathrm{mean} = \frac{1}{n} \sum_{q=1}^{n} \mathrm{score}(q)",
        in_words="The mean is 1 over n, times the sum of the score of q for the queries q from 1 "
        "to n.",
        range=(0, None),
        higher_is_better=True,
        of="the scores of n queries by any metric",
        teaches="The mean of a score over queries: MAP of AP, MRR of RR, MERR of ERR, MAR of AR. "
        "It hides which query fails.",
        source="folklore",
    ),
    Measure(
        key="geometric_mean",
        name="Geometric mean over queries",
        symbol="GMAP",
        also="geometric mean average precision",
        latex=r"\mathrm{GMAP} = \Bigl( \prod_{q=1}^{n} \max(\mathrm{AP}(q), 10^{-5})"
        r" \Bigr)^{1/n}",
        in_words="GMAP is a product to the power 1 over n. It has a factor for each query q from "
        "1 to n: the larger of AP of q and 10 to the power minus 5.",
        range=(0, 1),
        higher_is_better=True,
        of="the scores of n queries, here by AP",
        teaches="The n-th root of the product of the scores of n queries. From 0.05 to 0.10 is as "
        "good as from 0.4 to 0.8.",
        source="Robertson (2006)",
    ),
    Measure(
        key="rate_of_gain",
        name="Rate of gain",
        symbol="C/W/L",
        also="expected utility per document, C/W/L framework",
        latex=r"\mathrm{rate} = \sum_{i} W_i \, u_i, \quad W_i = \frac{V_i}{\sum_j V_j},"
        r" \quad V_i = C_1 C_2 \cdots C_{i-1}",
        in_words="The rate is the sum of W at i times u at i for all ranks i. W at i is V at i "
        "divided by the sum of V at j for all ranks j. V at i is the product of C at 1, C at 2 "
        "and so on to C at i minus 1. Here C at i is the probability of going on after rank i, "
        "and u at i is the gain of the document there.",
        range=(0, 1),
        higher_is_better=True,
        of="one ranking and a reader: the share that goes on after each rank",
        teaches="How much a reader finds per document read. With the right reader it is P@k, RR, "
        "RBP or a scaled DCG.",
        source="Moffat, Bailey, Scholer & Thomas (2017)",
    ),
    Measure(
        key="expected_clicks",
        name="Expected clicks",
        symbol="clicks per reader",
        also="position-based model, PBM, examination hypothesis, cascade model, position bias",
        latex=r"\mathrm{clicks} = \sum_{i=1}^{k} A_i \, R_i, \quad A_i = \frac{1}{i^{\eta}}",
        in_words="The clicks of a reader are the sum of A at i times R at i for the ranks i from 1 "
        "to k. A at i is 1 over i to the power η. Here A at i is the share of readers who look at "
        "rank i. R at i is the share of those who click on its document, and η says how fast "
        "attention falls.",
        range=(0, None),
        higher_is_better=True,
        of="one ranking and a model of readers who click",
        teaches="How many clicks a reader makes. A click needs attention and relevance, so a "
        "document far down has few.",
        source="Craswell, Zoeter, Taylor & Ramsey (2008)",
    ),
    Measure(
        key="weighted_clicks",
        name="Inverse propensity weighting",
        symbol="IPW",
        also="inverse propensity scoring, IPS, counterfactual estimate, unbiased learning to rank",
        latex=r"\hat R_i = \frac{c_i}{N \, \hat A_i}, \quad "
        r"\mathrm{IPW} = \frac{1}{k} \sum_{i=1}^{k} \hat R_i",
        in_words="R hat at i is c at i, divided by the product of N and A hat at i. IPW is 1 over "
        "k, times the sum of R hat at i for the ranks i from 1 to k. Here c at i is how many of N "
        "readers clicked on rank i. A hat at i is the share of readers who are assumed to look at "
        "it: the propensity.",
        range=(0, None),
        higher_is_better=True,
        of="the clicks of a ranking and an assumed attention",
        teaches="Clicks over attention: an estimate of the relevance, if the attention is right. "
        "The less attention, the wider the interval.",
        source="Joachims, Swaminathan & Schnabel (2017)",
    ),
    Measure(
        key="pool_size",
        name="Size of a pool",
        symbol="Pool",
        also="pooling, pool depth",
        latex=r"\mathrm{Pool} = \# \bigcup_{r} \mathrm{top}_d(r)",
        in_words="The size of the pool is the number of documents in the union of top d of r, for "
        "the runs r. Here top d of r are the first d documents of run r, and d is the depth.",
        range=(0, None),
        higher_is_better=True,
        of="the runs that take part, and a depth",
        teaches="How many documents judges read. Nobody judges what is in none of the tops.",
        source="Spärck Jones & van Rijsbergen (1975)",
    ),
    Measure(
        key="fall_out",
        name="Fall-out",
        symbol="Fall-out",
        also="false positive rate; 1 − fall-out: specificity",
        latex=r"\mathrm{Fallout} = \frac{b}{b + d}",
        in_words="Fallout is b over the sum of b and d. Here b is how many irrelevant documents "
        "are retrieved, and d how many are not.",
        range=(0, 1),
        higher_is_better=False,
        of="four counts: retrieved or not, relevant or not",
        teaches="The share of the irrelevant documents that is retrieved. It is small for any "
        "short list.",
        source="Manning, Raghavan & Schütze (2008)",
        beside="precision",
    ),
    Measure(
        key="accuracy",
        name="Accuracy",
        symbol="Accuracy",
        also="share of right decisions",
        latex=r"\mathrm{accuracy} = \frac{a + d}{a + b + c + d}",
        in_words="Accuracy is the sum of a and d, over the sum of a, b, c and d. Here a documents "
        "are retrieved and relevant, and d are neither. Only retrieved are b, and only relevant c.",
        range=(0, 1),
        higher_is_better=True,
        of="four counts: retrieved or not, relevant or not",
        teaches="The share of right decisions. Most documents are irrelevant, so a search that "
        "retrieves nothing is right about nearly all.",
        source="Manning, Raghavan & Schütze (2008)",
        beside="precision",
    ),
    Measure(
        key="coverage",
        name="Coverage",
        symbol="Coverage",
        also="coverage ratio, of a user who knows some relevant documents",
        latex=r"\mathrm{coverage} = \frac{a}{a + c}",
        in_words="Coverage is a over the sum of a and c. Here a relevant documents are retrieved "
        "that the user knew before, and c that the user knew are not.",
        range=(0, 1),
        higher_is_better=True,
        of="counts of relevant documents: retrieved or not, known to the user or new",
        teaches="The share of the relevant documents a user knew that is retrieved: recall of "
        "these.",
        source="Korfhage (1997)",
        beside="precision",
    ),
    Measure(
        key="novelty",
        name="Novelty",
        symbol="Novelty",
        also="novelty ratio, of a user who knows some relevant documents",
        latex=r"\mathrm{novelty} = \frac{b}{a + b}",
        in_words="Novelty is b over the sum of a and b. Here b relevant documents are retrieved "
        "that are new to the user, and a that the user knew.",
        range=(0, 1),
        higher_is_better=True,
        of="counts of relevant documents: retrieved or not, known to the user or new",
        teaches="The share of the retrieved relevant documents that is new to the user.",
        source="Korfhage (1997)",
        beside="precision",
    ),
    Measure(
        key="proportion_difference",
        name="Difference of two proportions",
        symbol="B − A",
        also="A/B test, two-proportion z-test",
        latex=r"z = \frac{b - a}{\sqrt{s (1 - s) (1/n_A + 1/n_B)}}",
        in_words="z is a ratio. Above is b minus a. Below is the square root of a product: s, "
        "times 1 minus s, times the sum of 1 over n of A and 1 over n of B. Here a and b are the "
        "shares that succeed in the groups A and B. The share of both together is s, and n of A "
        "and n of B are the sizes of the groups.",
        range=(-1, 1),
        higher_is_better=True,
        of="two groups of readers, each of whom succeeds or not",
        teaches="The share of readers who click with B less that with A, and whether chance alone "
        "would make them differ as much.",
        source="Fleiss, Levin & Paik (2003)",
    ),
    Measure(
        key="team_draft",
        name="Interleaving by team draft",
        symbol="A − B",
        also="team-draft interleaving",
        latex=r"A - B = \frac{w_A - w_B}{n}",
        in_words="A − B is w of A minus w of B, divided by n. Here w of A and w of B are how many "
        "readers click on more picks of A, or of B. There are n readers, and the others are ties.",
        range=(-1, 1),
        higher_is_better=True,
        of="two rankings, merged by turns, and the clicks of readers",
        teaches="The share of readers who prefer A less that who prefer B, if each sees both. It "
        "takes far fewer readers than an A/B test.",
        source="Radlinski, Kurup & Joachims (2008)",
    ),
    Measure(
        key="kendall_tau",
        name="Kendall’s rank correlation",
        symbol="τ",
        also="Kendall’s tau",
        latex=r"\tau = \frac{\#\,\mathrm{same\ order} - \#\,\mathrm{opposite\ order}}"
        r"{n(n-1)/2}",
        in_words="τ is a difference divided by the number of pairs. The difference is the number "
        "of pairs in the same order minus that of pairs in opposite order. The number of pairs is "
        "the product of n and n minus 1, divided by 2. Here n is how many documents there are.",
        range=(-1, 1),
        higher_is_better=True,
        of=_TWO,
        teaches="The share of pairs in the same order less the share in opposite orders. All ranks "
        "count alike.",
        source="Kendall (1938)",
    ),
    Measure(
        key="kendall_distance",
        name="Normalised Kendall distance",
        symbol="K",
        also="Kendall tau distance, normalised Kendall tau distance",
        latex=r"K = \frac{2}{n(n-1)} \sum_{\{d,e\}} \bar{K}_{de}",
        in_words="K is 2 over the product of n and n minus 1, times the sum of K bar for the "
        "pairs of documents d and e. K bar is 1 if d and e stand in opposite orders in the two "
        "rankings, else 0. Here n is how many documents are in both.",
        range=(0, 1),
        higher_is_better=False,
        of=f"{_TWO}; K̄ is 1 for a pair in opposite orders, else 0",
        teaches="The share of pairs in opposite orders: 0 for the same ranking, 1 for the reverse. "
        "Without ties it is (1 − τ)/2.",
        source="Kendall (1938); of two tops Fagin, Kumar & Sivakumar (2003)",
    ),
    Measure(
        key="spearman_rho",
        name="Spearman’s rank correlation",
        symbol="ρ",
        also="Spearman’s rho",
        latex=r"\rho = \frac{\mathrm{cov}(R_A, R_B)}{\sigma_{R_A} \sigma_{R_B}}"
        r" = 1 - \frac{6 \sum_d (R_A(d) - R_B(d))^2}{n(n^2-1)}",
        in_words="ρ is the covariance of R of A and R of B, divided by the product of their "
        "standard deviations σ. Without ties it is also 1 minus a ratio. Above is 6 times the sum "
        "of the squared differences of R of A and R of B for the documents d. Below is n times "
        "the difference n squared minus 1. Here R of A and R of B are the ranks of d in A and in "
        "B, and n is how many documents are in both.",
        range=(-1, 1),
        higher_is_better=True,
        of=f"the ranks R in {_TWO}",
        teaches="The correlation of the ranks. A document that moved twice as far counts four "
        "times. The second form holds without ties.",
        source="Spearman (1904)",
    ),
    Measure(
        key="tau_ap",
        name="AP correlation",
        symbol="τ-AP",
        also="tau AP, τ_AP",
        latex=r"\tau_{\mathrm{AP}} = \frac{2}{n-1} \sum_{i=2}^{n} \frac{C_i}{i-1} - 1",
        in_words="τ-AP is a product, minus 1. The product is 2 over the difference n minus 1, "
        "times the sum of C at i divided by i minus 1, for the ranks i from 2 to n. Here C at i "
        "is how many documents above rank i of B also stand above that document in A, and n is "
        "how many are in both.",
        range=(-1, 1),
        higher_is_better=True,
        of=f"{_TWO}, A and B; C_i counts documents above rank i of B that A has above it, too",
        teaches="τ that counts the top most: for each document of B, the share of those above it "
        "that A has above it, too.",
        source="Yilmaz, Aslam & Robertson (2008)",
    ),
    Measure(
        key="rbo",
        name="Rank-biased overlap",
        symbol="RBO",
        also="",
        latex=r"\mathrm{RBO} = (1-p) \sum_{i=1}^{k} p^{i-1} O_i + p^k O_k",
        in_words="RBO is the sum of two parts. The first is the difference 1 minus p, times a sum "
        "for the depths i from 1 to k. Each adds p to the power i minus 1, times O at i. The "
        "second is p to the power k, times O at k. Here O at i is the share of the two tops of i "
        "documents that is in both. p is the probability of going one rank deeper.",
        range=(0, 1),
        higher_is_better=True,
        of="two rankings, also of different documents; O_i is the share of the two tops of i that "
        "is in both",
        teaches="How much the tops share, for a reader who goes one rank deeper with probability "
        "p. Below k the last overlap goes on.",
        source="Webber, Moffat & Zobel (2010)",
    ),
    Measure(
        key="rbo_bounds",
        name="Bounds of rank-biased overlap",
        symbol="RBO min, RBO max",
        also="lower bound and residual of RBO",
        latex=r"\mathrm{RBO}_{\min} = \frac{1-p}{p} \Bigl(\sum_{i=1}^{k} (X_i - X_k) "
        r"\frac{p^i}{i} - X_k \ln(1-p)\Bigr)",
        in_words="RBO min, the smallest, is 1 minus p, over p, times a difference. First is the "
        "sum, for the depths i from 1 to k, of X at i minus X at k, times p to the power i, "
        "over i. From it take X at k times the natural logarithm of 1 minus p. Here X at i is how "
        "many documents both tops of i share.",
        range=(0, 1),
        higher_is_better=True,
        of="two rankings that go on unseen",
        teaches="What RBO is at least, because shared documents stay shared at every depth below. "
        "At most, if each goes on with what only the other has.",
        source="Webber, Moffat & Zobel (2010)",
        beside="rbo",
    ),
    Measure(
        key="observed_agreement",
        name="Observed agreement",
        symbol="P(A)",
        also="raw agreement, percent agreement",
        latex=r"P(A) = \frac{\#\{\, d : a_d = b_d \,\}}{n}",
        in_words="P of A is a ratio. Above is the number of documents d for which a and b are the "
        "same. Below is n. Here a and b are what the two judges say of a document, and n is how "
        "many documents both judged.",
        range=(0, 1),
        higher_is_better=True,
        of=_JUDGES,
        teaches="The share of documents on which two judges agree. It is high by chance alone if "
        "one label is rare.",
        source="folklore",
    ),
    Measure(
        key="kappa",
        name="Kappa",
        symbol="κ",
        also="Cohen’s kappa, Scott’s pi, inter-annotator agreement",
        latex=r"\kappa = \frac{P(A) - P(E)}{1 - P(E)}",
        in_words="κ is a ratio. Above is P of A minus P of E. Below is 1 minus P of E. Here P of A "
        "is the share of documents on which the judges agree, and P of E is the share expected by "
        "chance.",
        range=(-1, 1),
        higher_is_better=True,
        of=_JUDGES,
        teaches="How far two judges agree beyond chance: 1 is full agreement, 0 what chance gives. "
        "Scott’s π pools how often both say “relevant”; Cohen’s κ takes each judge’s own share. "
        "Fleiss’ κ and Krippendorff’s α are for more judges, too.",
        source="Cohen (1960); Scott (1955)",
    ),
)

FURTHER: Mapping[str, Measure] = MappingProxyType({each.key: each for each in _MEASURES})
