"""Explain two numbers of one list: find the pair of readings that differs in the least."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, product
from typing import Final

from . import mistakes
from .case import ALL_TIED, TIED_BY_TWO, TIED_IN_PART, Case
from .combinations import highest
from .compositions import Composition, pairs
from .definitions import Definition
from .explain import (
    COST_OF_TOTAL,
    Explanation,
    by_its_name,
    explain,
    is_late,
    is_likely_order,
    likely_order,
)
from .inputs import INPUTS
from .lines import Line
from .printing import tools
from .reading import (
    BASE_COST,
    BY_STEP,
    COST_BY_DECIMAL,
    COST_OF_NONE,
    EXACT,
    MOVED,
    Kind,
    Number,
    Reading,
    given_places,
    reads,
)

_MOST_TRIED: Final = 40
_SHOWN: Final = {"ties", "unjudged"}
"""Knobs that only matter for a list that has ties or unjudged documents."""
_OF_INPUT: Final = {*(each.knob for each in INPUTS.values()), *MOVED, "empty", "queries"}
"""Knobs that decide what list reaches a tool."""
_SIMPLE: Final = ("precision", "r_precision", "hit", "reciprocal_rank", "f1", "recall")
"""Metrics that may be printed in the place of another one."""
_FEW_BESIDE: Final = 2
"""Most tools of a reading beside which a simple metric is named."""
_KNOB_COST: Final[Mapping[str, float]] = {
    **{"k": 1, "relevant_from": 1, "top": 1, "unjudged": 0.75, "appended": 1.25, "ties": 1},
    **{"order": 1.25, "unmatched": 2, "copies": 2.2, "grades": 1.5, "empty": 1.5, "queries": 2},
    **{"times": 1.5, "total": COST_OF_TOTAL, "counted": 2, "twice": 2, "summed": 2, "classes": 2},
    **{"missed": 0.75, "dropped": 1.7, "predicted": 1.3, "weights": 1.5},
}
"""Cost of what a reading has and the plainest one has not; 1 is a setting that people forget."""
_PLAIN: Final = 1.5
"""Highest joint cost of two readings that need no composed ones beside them."""
_MARGIN: Final = 0.28
"""By how much composed readings of a pair must cost less than plain ones."""
_MOST_OF_TWO: Final = 2.5
"""Highest joint cost of two readings that have a fault each."""
_LATE: Final = 1.5
"""Further cost of a document below the first that is dropped, and of a tie of a few documents."""
_MOST_OF_PAIR: Final = 3.25
"""Highest joint cost of any two readings that are composed."""
_OF_FEW_TOOLS: Final = 0.6
"""Further cost of a rule for ties that three tools or fewer have, and only one more metric sees."""
_FEW_TOOLS: Final = 3
_BESIDE: Final = 1
"""By how much another cause of a pair may cost more than the first one, to be named beside it."""
_DEAREST_BESIDE: Final = 2.5
"""Highest joint cost of such a cause: what costs more may be a coincidence."""
_MOST_BESIDE: Final = 2
"""Most causes that are named beside the first one."""
_CHANGED: Final = 0.75
"""Cost of each further knob in which two definitions differ."""
_OF_TWO_TOOLS: Final = 0.5
"""Cost of two numbers that no tool prints both."""
_DROPS_GRADES: Final = 0.75
"""Further cost where one of two definitions reads no grades, and the list has several."""


def explain_two(
    first: Number, second: Number, case: Case
) -> tuple[Explanation, Explanation, Sequence[str]]:
    """Find the readings of two numbers, led by the pair that differs in the fewest knobs.

    Returns:
        Both explanations, and the knobs in which their first readings differ; none if no pair of
        readings is likely.
    """
    one, other = explain(first, case), explain(second, case)
    if {one.kind, other.kind} - {Kind.TOOL, Kind.KNOWN}:
        wide = [explain(each, case, all_settings=True) for each in (first, second)]
    else:
        wide = [one, other]
    if named := next(_by_names(wide), None):
        return (*named, ["metric"])
    if likely := next(_before_others((one, other)), None):
        return likely
    if named := next(_by_taught(one, other), None):
        return (*named, ["metric"])
    found = None
    for moved in (False, True):
        found = found or _likeliest(_likely(wide[0], moved), _likely(wide[1], moved), case)
    if (cheap := _composed_pair((one, other), case, found)) is not None:
        if tied := _tied_pair(wide, cheap[2]):
            return wide[0].led_by(tied[0]), wide[1].led_by(tied[1]), _differing(*tied)
        composed, cost = cheap[:2], cheap[2]
        said = [*map(_in_known_words, wide, composed)]
        led = [_with_first(each, reading, cost) for each, reading in zip(wide, said, strict=True)]
        return led[0], led[1], _changing(*composed)
    if found is None:
        return one, other, []
    return wide[0].led_by(found[0]), wide[1].led_by(found[1]), _differing(*found)


def _before_others(
    both: tuple[Explanation, Explanation],
) -> Iterator[tuple[Explanation, Explanation, Sequence[str]]]:
    """Yield pairs that are likelier than what few tools print, or than a count of the hits.

    These are two orders of one tie, or a tie in the tools that are used most, or a document that
    counts twice in a recall, or a discount that is one rank late.
    """
    case = both[0].case
    tied = [each for each in (*case.moved, *case.guesses) if each.when == ALL_TIED]
    for at in (0, 1):
        number, led, stands = both[at].number, both[at].readings[:1], both[1 - at]
        others = stands.readings[:1]
        if not led or not others:
            continue
        first, other = led[0], others[0]
        found: Iterable[Reading] = ()
        if first.when == ALL_TIED and first.lines and other.kind > Kind.KNOWN:
            of_one = (each for each in tied if stands.number.means(each.score))
            a = next((each for each in of_one if _differing(first, each) == ["ties"]), None)
            if a is not None:
                pair = _leading(both[at], first), _leading(stands, replace(a, kind=Kind.MOVED))
                yield (*(pair[::-1] if at else pair), ["ties"])
            continue
        if case.metric == "recall" and number.value > 1:
            found = (each for each in case.inputs if _counts_twice(each))
        elif (
            other.kind is Kind.TOOL
            and not other.definition.steps
            and stands.number.rounds(other.score)
            and all(map(_is_of_rare_form, both[at].by_kind[0]))
        ):
            is_tool = first.kind is Kind.TOOL
            by_id = (each for each in case.moved if each.when == ALL_TIED and not _few(each))
            late = (each for each in case.mistakes if each.definition.key.endswith("one rank on"))
            found = (
                *(each for each in by_id if is_tool and _differing(other, each) == ["ties"]),
                *(late if not is_tool or first.knobs.get("discount") == "reciprocal" else ()),
            )
        fit = next((each for each in found if number.means(each.score)), None)
        if fit is not None:
            pair = _leading(both[at], fit), stands
            yield (*(pair[::-1] if at else pair), _changing(other, fit))


def _is_of_rare_form(reading: Reading) -> bool:
    is_tool = reading.kind is Kind.TOOL and bool(reading.definition.steps)
    is_rare = is_tool and _few(reading) and "unjudged" not in reading.knobs
    return reading.kind is Kind.MISTAKE or is_rare


def _few(reading: Reading) -> bool:
    return len({line.tool for line in reading.lines}) <= _FEW_TOOLS


def _leading(explained: Explanation, reading: Reading) -> Explanation:
    """Return an explanation that a reading leads, also one that it has not yet."""
    others = [each for each in explained.readings if reads(each) != reads(reading)]
    return replace(explained, readings=[reading, *others]).led_by(reading)


def _by_names(both: Sequence[Explanation]) -> Iterator[tuple[Explanation, Explanation]]:
    """Yield a pair of the list as it stands, one number by the name of another metric."""
    one, other = (by_its_name(each) for each in both)
    kinds = {one.kind, other.kind}
    if Kind.NAMED in kinds and kinds & {Kind.TOOL, Kind.KNOWN}:
        yield one, other


def _by_taught(one: Explanation, other: Explanation) -> Iterator[tuple[Explanation, Explanation]]:
    """Yield a pair of which one is the metric, and the other AP as taught for want of another."""
    led = sorted((each.readings[0] for each in (one, other) if each.readings), key=lambda a: a.kind)
    kinds = [each.kind for each in led]
    is_taught = not any(each.definition.steps for each in led)
    is_other = kinds == [Kind.TOOL, Kind.OTHER] and is_taught
    if is_other and led[1].definition.metric == "average_precision":
        yield one, other


def _tied_pair(both: Sequence[Explanation], most: float) -> tuple[Reading, Reading] | None:
    """Return two readings of one tie of all documents that cost less than something else."""
    some = [[each for each in of.readings if each.when == ALL_TIED] for of in both]
    alike_tied = (
        (_KNOB_COST["ties"] + _CHANGED * len(_differing(a, b)), at, a, b)
        for at, (a, b) in enumerate(product(*some))
        if a.definition.knobs.get("ties") == b.definition.knobs.get("ties")
    )
    found = min(alike_tied, key=lambda each: each[:2], default=None)
    return None if found is None or found[0] >= most else found[2:]


def beside(
    both: Sequence[Explanation],
) -> list[tuple[Explanation, Explanation, Sequence[str]]]:
    """Return other causes of a pair that cost little more than the first one, as `explain_two`.

    Args:
        both: the explanations of a pair, the readings that explain it first.
    """
    one, other = (each.readings[0] for each in both)
    simple = [*islice(_by_simple_metric(both), 1)]
    if both[0].case.tied is not None or {one.kind, other.kind} <= {Kind.TOOL, Kind.KNOWN}:
        named = [*islice(_of_one_tool(both), 1)] if not common_lines(one, other) else []
        return [*simple, *named]
    dear = both[0].cost_of_pair
    most = min(_BESIDE + (_joint_cost(one, other) if dear is None else dear), _DEAREST_BESIDE)
    found = [*_plain_pairs(both), *_composed_pairs(both, most), *_copied_pairs(both)]
    told, causes = {_change(one, other)}, [*simple]
    for cost, a, b in sorted(found, key=lambda each: each[0]):
        if cost > most or len(causes) == _MOST_BESIDE + len(simple):
            break
        a, b = (_in_known_words(*each) for each in zip(both, (a, b), strict=True))
        change = _change(a, b)
        is_recut = "k" in change and both[0].case.every_order_is_ideal
        if not is_recut and not any(known <= change for known in told):
            told.add(change)
            led = [_with_first(*each, cost) for each in zip(both, (a, b), strict=True)]
            causes.append((led[0], led[1], _changing(a, b)))
    return causes or [*islice(_of_one_tool(both), 1)]


def _of_one_tool(
    both: Sequence[Explanation],
) -> Iterator[tuple[Explanation, Explanation, Sequence[str]]]:
    """Yield explanations by two metrics that one tool prints under the name of this one."""
    kinds = (Kind.TOOL, Kind.NAMED)
    some = [[each for each in of.readings if each.kind in kinds] for of in both]
    for one, other in product(*some):
        if {one.kind, other.kind} == {*kinds} and common_lines(one, other):
            yield both[0].led_by(one), both[1].led_by(other), ["metric"]


def _by_simple_metric(
    both: Sequence[Explanation],
) -> Iterator[tuple[Explanation, Explanation, Sequence[str]]]:
    """Yield explanations by the metric as taught and by a simple one, which was printed instead.

    Only where few tools, or none, print the number of the simple one as this metric.
    """
    for at in (0, 1):
        taught, other = both[1 - at], both[at]
        led = other.readings[0]
        is_another = led.kind in (Kind.NAMED, Kind.OTHER)  # which says so already
        if other.number.value in (0, 1) or is_another or not _is_of_few_tools(led):
            continue
        own = [each for each in taught.readings if each.kind is Kind.TOOL]
        simple = (
            each
            for each in other.readings
            if each.kind is Kind.OTHER
            and each.definition.metric in _SIMPLE
            and not led.definition.key.endswith(f": {each.definition.metric}")
            and not each.definition.steps
        )
        if own and not own[0].definition.steps and (each := next(simple, None)) is not None:
            pair = taught.led_by(own[0]), other.led_by(each)
            yield (*(pair if at else pair[::-1]), ["metric"])


def _is_of_few_tools(reading: Reading) -> bool:
    return len({line.tool for line in reading.lines}) <= _FEW_BESIDE


def _plain_pairs(both: Sequence[Explanation]) -> Iterator[tuple[float, Reading, Reading]]:
    """Yield pairs of plain readings of which one at least is of the list as it stands."""
    kinds = {*BASE_COST, Kind.SETTING, Kind.MOVED, Kind.GUESS}
    some = [[each for each in of.readings if each.kind in kinds][:_MOST_TRIED] for of in both]
    for one, other in product(*some):
        if not (one.when and other.when) and one.kind is not other.kind:
            yield _joint_cost(one, other), one, other


def _copied_pairs(both: Sequence[Explanation]) -> Iterator[tuple[float, Reading, Reading]]:
    """Yield pairs of one repeated document: in one number it counts twice, in the other once."""
    counts_twice = [[each for each in of.readings if _counts_twice(each)] for of in both]
    counts_once = [[each for each in of.case.copied if of.number.means(each.score)] for of in both]
    for one, other in chain(
        product(counts_twice[0], counts_once[1]), product(counts_once[0], counts_twice[1])
    ):
        yield _joint_cost(one, other), one, other


def _counts_twice(reading: Reading) -> bool:
    return reading.definition.knobs.get("copies") in ("one_copy", "all_copies")


def _composed_pairs(
    both: Sequence[Explanation], most: float
) -> Iterator[tuple[float, Reading, Reading]]:
    case = both[0].case
    one, other = (_of_pair(each, most) for each in both)
    for a, b, cost in pairs(one, other, partial(_apart, case=case), most):
        yield cost, case.as_reading(a), case.as_reading(b)


def _changing(one: Reading, other: Reading) -> Sequence[str]:
    """Return the knobs in which two readings differ, and whether one of them is a mistake."""
    wrong = sum(isinstance(each.definition, mistakes.Mistake) for each in (one, other))
    return [*_differing(one, other), *["mistake"] * (wrong == 1)]


def _change(one: Reading, other: Reading) -> frozenset[object]:
    """Return what leads from one reading to another, so that two like changes are equal."""
    pair = one, other
    wrong = {each.phrase for each in pair if isinstance(each.definition, mistakes.Mistake)}
    return frozenset(["mistake"] if len(wrong) == 1 else {*_differing(*pair), *wrong})


def _with_first(explained: Explanation, reading: Reading, cost: float) -> Explanation:
    """Return an explanation that a reading leads, also one that it has not yet."""
    return replace(_leading(explained, reading), cost_of_pair=cost)


def _in_known_words(explained: Explanation, reading: Reading) -> Reading:
    """Return a composed reading as the plain one that says the same, if there is one."""
    if len(reading.parts) != 1:
        return reading
    (part,) = reading.parts
    same = (
        replace(each, parts=reading.parts)
        for each in explained.readings
        if part.knob in each.knobs
        and each.kind in (Kind.SETTING, Kind.MOVED, Kind.GUESS)
        and abs(each.score - reading.score) <= EXACT
        and reading.definition.phrases == each.definition.phrases[: len(reading.definition.phrases)]
    )
    return next(same, reading)


def _composed_pair(
    explained: tuple[Explanation, Explanation], case: Case, plain: tuple[Reading, Reading] | None
) -> tuple[Reading, Reading, float] | None:
    """Return compositions of two numbers that cost less together than plain ones, and the cost."""
    places = sum(given_places(each.number) for each in explained)
    most = min(places * COST_BY_DECIMAL + COST_OF_NONE, _MOST_OF_PAIR)
    dear = 0.0 if plain is None else _joint_cost(*plain)
    is_zero_by_ties = any(
        of.number.value == 0 and each.when and "ties" in each.knobs
        for of, each in zip(explained, plain or (), strict=False)
    )
    if plain is not None and dear <= _PLAIN and not is_zero_by_ties:
        return None
    one, other = (_of_pair(each, most) for each in explained)
    found = next(pairs(one, other, partial(_apart, case=case), most), None)
    if found is None or (plain is not None and found[2] > dear - _MARGIN):
        return None
    a, b, cost = found
    if cost > _PLAIN and any(each.is_rounded for each in explained):
        return None
    if {*a.parts} - {*b.parts} and {*b.parts} - {*a.parts} and cost > _MOST_OF_TWO:
        return None
    return case.as_reading(a), case.as_reading(b), cost


def _of_pair(explained: Explanation, most: float) -> list[Composition]:
    """Return the compositions of a number of a pair; a mistake only where no tool prints it."""
    number, is_printed = explained.number, any(e.kind <= Kind.KNOWN for e in explained.readings)
    return [
        each
        for each in explained.case.composed.giving(number.value, number.within, most)
        if not (isinstance(each.definition, mistakes.Mistake) and (is_printed or each.parts))
    ]


def _apart(one: Definition, other: Definition, case: Case) -> float:
    """Return what it costs that two definitions differ, and that no tool prints both."""
    wrong = [each for each in (one, other) if isinstance(each, mistakes.Mistake)]
    if len(wrong) == 1:  # a mistake is the change itself
        (right,) = {one, other} - {*wrong}
        if not right.steps or right.known or tools(right, case.ranking):
            return BY_STEP * bool(right.steps)
    knobs = {*one.knobs, *other.knobs}
    apart = [knob for knob in knobs if one.knobs.get(knob) != other.knobs.get(knob)]
    tools_of = [{line.tool for line in tools(each, case.ranking)} for each in (one, other)]
    gains = {one.knobs.get("gain"), other.knobs.get("gain")}
    drops = "gain" in apart and "binary" in gains and highest(case.ranking) > 1
    cost = _CHANGED * max(len(apart), 1) + _DROPS_GRADES * drops
    return cost + _OF_TWO_TOOLS * (not tools_of[0] & tools_of[1])


def _joint_cost(one: Reading, other: Reading) -> float:
    """Return the cost of the first of two readings, and of the change that leads to the other."""
    parts = [_parts(each) for each in (one, other)]
    of_parts = {**parts[0], **parts[1]}
    both = sum(of_parts.values())
    bases = [BASE_COST.get(each.kind, 0.0) for each in (one, other)]
    of_sums = {"denominator"} if "summed" in (known := {knob for knob, _ in of_parts}) else set()
    apart = {*_differing(one, other)} - known - of_sums
    of_two = bool(one.lines and other.lines) and not common_lines(one, other)
    gains = {one.knobs.get("gain"), other.knobs.get("gain")}
    drops = "gain" in apart and "binary" in gains and highest(one.ranking) > 1
    return (
        both + max(bases) + _CHANGED * len(apart) + _OF_TWO_TOOLS * of_two + _DROPS_GRADES * drops
    )


def _is_of_few_ties(reading: Reading) -> bool:
    """Return whether few tools order ties so that this comes out."""
    return _few(reading) and "ties" in reading.definition.knobs


def _parts(reading: Reading) -> Mapping[tuple[str, str], float]:
    """Return what a reading has and the plainest one has not, with its cost."""
    in_part = reading.when.startswith((TIED_IN_PART, TIED_BY_TWO))
    late = _LATE * (is_late(reading) or in_part)
    late += _OF_FEW_TOOLS * (bool(reading.when) and _is_of_few_ties(reading))
    found = {
        (knob, "" if knob == "copies" else str(value)): _KNOB_COST[knob]
        for knob, value in {**reading.definition.knobs, **reading.turned}.items()
        if knob in _KNOB_COST and (knob != "k" or knob in reading.turned)
    }
    return {**found, ("late", reading.when): late} if late else found


def _likely(explained: Explanation, moved: bool) -> list[Reading]:
    """Return the readings that a tool may have; a rounded number is likelier than another one.

    Where a number has a plainer reading, nobody needs to move its documents; with `moved` only
    another metric's name is plainer.
    """
    kinds = {Kind.TOOL, Kind.KNOWN, Kind.SETTING}
    plainer = {Kind.NAMED} if moved else {Kind.NAMED, Kind.UNUSED, Kind.DIGIT, Kind.MISTAKE}
    if explained.kind not in plainer:
        kinds.add(Kind.MOVED)
    if explained.kind is Kind.DIGIT:
        kinds.add(Kind.DIGIT)
    if not explained.rounded:
        kinds |= {Kind.UNUSED, *[Kind.GUESS] * (explained.kind is Kind.GUESS)}
    return [each for each in explained.readings if each.kind in kinds]


def _likeliest(
    readings: Sequence[Reading], others: Sequence[Reading], case: Case
) -> tuple[Reading, Reading] | None:
    """Return a pair that differs in few knobs; what tools print comes first, of one tool if it can.

    Args:
        readings: those of one number, the likeliest first.
        others: those of the other number.
        case: their list.
    """

    def unlikeliness(
        ranked: tuple[tuple[int, Reading], tuple[int, Reading]],
    ) -> tuple[int, ...]:
        (rank, one), (other_rank, other) = ranked
        pair = one, other
        is_twice = any("twice" in each.knobs for each in pair)
        of_others = sum(each.knobs.get("empty", (1, 1, 0)) != (1, 1, 0) for each in pair) + is_twice
        guessed = sum(each.kind is Kind.GUESS for each in pair)
        # Who types a score and its half has an empty query beside it.
        is_whole_mean = guessed and all(each.knobs.get("empty") != (1, 1, 0) for each in pair)
        unknown = sum(each.kind in (Kind.UNUSED, Kind.GUESS) for each in pair)
        apart = {*_differing(*pair)}
        tied = {each.when for each in pair if "ties" in each.definition.knobs}
        # Nobody mentioned ties or another order: they come last where the list as it is will do.
        rare = case.rare_knobs
        is_moved = any(
            each.when and rare & each.knobs.keys() and not is_likely_order(each) for each in pair
        )
        comes_late = any(map(is_late, pair))
        order = max(likely_order(each) for each in pair)
        is_hidden = sum(each.takes_another and abs(each.score - case.own) <= EXACT for each in pair)
        changed = {*chain(*(_OF_INPUT & each.knobs.keys() for each in pair))}
        recut = sum("k" in each.turned for each in pair)
        is_cut = "k" in apart and case.loses_nothing_by_cut
        is_of_two = not common_lines(one, other)
        distance = len(apart) + (len(tied) > 1) + (one.k != other.k)
        is_one_another = one.takes_another is not other.takes_another
        return (
            *(
                sum(map(case.is_set_otherwise, pair)),
                of_others,
                guessed,
                is_hidden,
                is_whole_mean,
                recut and case.every_order_is_ideal,
                is_moved,
                unknown,
                case.tied is not None and apart != {"ties"},
            ),
            *(recut, comes_late, order, is_cut, is_of_two, distance, is_twice),
            *(not apart & _SHOWN, len(changed), is_one_another, rank + other_rank),
        )

    pairs = product(enumerate(readings[:_MOST_TRIED]), enumerate(others[:_MOST_TRIED]))
    first = min(pairs, key=unlikeliness, default=None)
    return first and (first[0][1], first[1][1])


def common_lines(one: Reading, other: Reading) -> tuple[Line, Line] | None:
    """Return two lines of one tool and version that print a reading each, or None."""
    pairs = product(one.lines, other.lines)
    same = ((a, b) for a, b in pairs if (a.tool, a.version) == (b.tool, b.version))
    return next(same, None)


def _differing(one: Reading, other: Reading) -> list[str]:
    """Return the knobs in which two readings of one metric differ."""
    first, second = one.knobs, other.knobs
    knobs = [knob for knob in {**first, **second} if first.get(knob) != second.get(knob)]
    nothing_missed = not (one.ranking.missed.size or other.ranking.missed.size)
    of_list = {first.get("ideal", "retrieved"), second.get("ideal", "retrieved")} == {"retrieved"}
    # A fixed top grade may be that of the list.
    tops = {first.get("top"), second.get("top"), one.ranking.top_grade, other.ranking.top_grade}
    same_top = "top" if len(tops - {None}) == 1 else ""
    # Who does not read the grades has a gain of 1; and without missed documents two ideals are one.
    same = {"gain" if "grades" in knobs else "", "ideal" if nothing_missed and of_list else ""}
    same |= {same_top}
    return [knob for knob in knobs if knob not in same or len(knobs) == 1]
