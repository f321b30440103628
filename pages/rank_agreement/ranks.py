"""What an exercise gives without documents: the ranks of judges, or two rankings of items."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from string import ascii_uppercase
from typing import Final, TypeAlias

import streamlit as st

from metrics import agreement
from metrics.distributions import t_beyond
from pages.rank_agreement import by_chance, concordance, typed_ranks, w_by_chance
from pages.rank_agreement.knobs import Counted
from pages.rank_agreement.model import pair
from ui.core import post
from ui.core.documents import Document, RankedList, RefusedError, checked_length, checked_title
from ui.core.plain import counted, decimals, p_value, table_html
from ui.core.post import Action
from ui.core.screen import Screen
from ui.core.session import Session, session
from ui.parts import controls

_FIELD: Final = "own_rankings"
_LONGEST: Final = 2000
_PAIRED: Final = 4
"""Most judges of whom each two are worked out."""
Judged: TypeAlias = tuple[str, Sequence[float]]
"""The name of a judge, and the rank of each item."""
_LABEL: Final = re.compile(r"^\s*\w[\w ]{0,20}[:=]\s*")


def own_rankings() -> None:
    """Draw a field that puts two typed rankings into the lists."""
    screen = session().shown
    titles = [[title for title, _ in each] for each in pair(screen)[:2]]
    is_short = all(" " not in title and "," not in title for each in titles for title in each)
    now = "; ".join(map(" ".join, titles)) if is_short else ""
    field: controls.Control = {
        **{"kind": "line", "name": _FIELD, "label": "Two rankings, best first", "lines": "; "},
        **{"value": controls.refused(_FIELD, screen.lists)[0] or now},
        **{"placeholder": "0 4 3 1 2; 1 4 2 3 0", "change": {"do": "type_rankings"}},
        "help": "All items of A, a semicolon, all items of B: 0 4 3 1 2; 1 4 2 3 0.",
    }
    controls.draw("own_rankings", [field])
    st.markdown(read_as_order(titles))


def read_as_order(titles: Sequence[Sequence[str]]) -> str:
    """Say that the numbers 1 to n, or 0 to n − 1, were read as items; "" for other items."""
    numbers = [sorted(map(int, each)) if all(map(str.isdecimal, each)) else [] for each in titles]
    counted = [bool(row) and row == [*range(row[0], row[0] + len(row))] for row in numbers]
    if not all(counted) or any(row[0] > 1 for row in numbers):
        return ""
    first = " ".join(titles[0])
    return (
        f"A is read as an *order*: item {titles[0][0]} is first. If {first} are *ranks*, item "
        f"{numbers[0][0]} has rank {titles[0][0]}: type them into the next field."
    )


@post.on_session("type_rankings")
def _type(state: Session, action: Action) -> None:
    """Put two typed rankings into the lists; nobody has judged their documents."""
    text = str(action["to"])[:_LONGEST]

    def put(screen: Screen) -> Screen:
        with controls.keeping(_FIELD, screen.lists, text):
            a, b = map(_ranked, _rows(text))
        return screen.with_list("a", a).with_list("b", b)

    state.act(put, begin=True)
    lists = pair(state.current)
    if not state.owed and not lists.both and _are_numbers([*lists.a, *lists.b]):
        state.say(
            "A and B share no item. Ranks or scores of the same items belong into the field below."
        )


def _are_numbers(titles: Sequence[tuple[str, int]]) -> bool:
    return all(re.fullmatch(r"-?\d+(\.\d+)?", title) for title, _ in titles)


def _rows(text: str) -> list[list[str]]:
    """Return the items of two rankings."""
    rows = [_LABEL.sub("", row) for row in re.split(r"[;\n/]", text) if row.strip()]
    found = [[item for item in re.split(r"[\s,>\[\](){}]+", row) if item] for row in rows]
    if len(found) != 2 or not all(found):
        raise RefusedError(
            f"“{text[:40]}” was not taken: type all items of A, a semicolon, and all items of B, "
            "best first, such as 0 4 3 1 2; 1 4 2 3 0."
        )
    for row in found:
        twice = next((item for item in row if row.count(item) > 1), "")
        if twice:
            raise RefusedError(
                f"“{text[:40]}” was not taken: {twice[:20]} stands twice in a list. Ranks or "
                "scores of the same items, also tied ones, belong into the field below."
            )
    return found


def _ranked(items: Sequence[str]) -> RankedList:
    checked_length(len(items))
    documents = (
        Document(str(at), checked_title(item), None) for at, item in enumerate(items, start=1)
    )
    return RankedList(tuple(documents), len(items))


def by_judges() -> None:
    """Draw a field for ranks or scores of judges, what they are for each item, and the measures."""
    controls.turn([Counted.RANKS], by="judges_ranks")
    screen = session().shown
    st.markdown(how_read(screen))
    st.html(table(screen))
    judges = _judges(screen)
    if several := concordance.worked(judges):
        st.markdown("\n\n".join(filter(None, [w_by_chance.verdict(judges), several])))
    if len(judges) > _PAIRED:
        st.html(each_two(screen))
        return
    st.markdown(worked(screen))
    st.markdown(by_chance.WORDS)
    st.html(by_chance.table(judges))
    st.markdown(by_chance.verdicts(judges))


def _given(screen: Screen) -> dict[str, list[float]]:
    numbers = [[*map(float, each.split())] for each in screen[Counted.RANKS]]
    return dict(zip(ascii_uppercase, numbers, strict=False))


def _judges(screen: Screen) -> dict[str, list[float]]:
    """Return the rank of each item, 1 for the best; tied items share the mean of their ranks."""
    given = _given(screen)
    best = -1 if typed_ranks.are_ranks([*given.values()]) else 1
    return {
        judge: agreement.mean_ranks([best * each for each in row]).tolist()
        for judge, row in given.items()
    }


def how_read(screen: Screen) -> str:
    """Say whether ranks or scores were read, what ties are, and what else it may be."""
    given = _given(screen)
    tied = any(len({*row}) < len(row) for row in given.values())
    share = " Tied items share the mean of their ranks." * tied
    if typed_ranks.are_ranks([*given.values()]):
        first, *_ = given.values()
        is_order = not tied and len(given) == 2
        other = (
            f" If A is an *order*, item {first[0]:g} is first: type it into the field above."
            * is_order
        )
        return f"These are read as *ranks*: item 1 of A has rank {first[0]:g}.{share}{other}"
    counted = [judge for judge, row in given.items() if sorted(row) == [*range(1, len(row) + 1)]]
    turned = "".join(
        f" If those of {judge} are ranks, ρ and τ of {judge} have the opposite sign."
        for judge in counted
    )
    return f"These are read as scores: the largest has rank 1.{share}{turned}"


def table(screen: Screen) -> str:
    """Write the ranks of each item, and d and its square for each two judges.

    Before them stands what was typed, if that is not the rank. Many judges have the sum alone.
    """
    given, judges = _given(screen), _judges(screen)
    scored = {judge: row for judge, row in given.items() if row != judges[judge]}
    if len(judges) > _PAIRED:
        ranks = [*zip(*judges.values(), strict=True)]
        summed = [[at, *map(_written, (*each, sum(each)))] for at, each in enumerate(ranks, 1)]
        return table_html("The ranks of each item", ["item", *judges, "sum"], summed)
    pairs = [*combinations(judges, 2)]
    head = ["item", *(f"{judge} typed" for judge in scored), *judges]
    for one, other in pairs:
        head += [f"d = {one} − {other}", "d²"]
    body: list[list[object]] = []
    for at, each in enumerate(zip(*judges.values(), strict=True)):
        row: list[object] = [at + 1, *(_written(typed[at]) for typed in scored.values())]
        row += map(_written, each)
        for one, other in pairs:
            d = judges[one][at] - judges[other][at]
            row += [_written(d), _written(d**2)]
        body.append(row)
    foot: list[object] = ["sum", *[""] * len(scored), *[""] * len(judges)]
    for one, other in pairs:
        foot += ["", _written(_squares(judges[one], judges[other]))]
    return table_html("The ranks of each item", head, body, foot)


def each_two(screen: Screen) -> str:
    """Write ρ and τ (τ-b with ties) of each two of many judges, r of scores, and the means."""
    given, rows = _scored(screen), []
    sums, pairs = [0.0] * (3 if given else 2), [*combinations(_judges(screen).items(), 2)]
    for (a, first), (b, second) in pairs:
        found = [agreement.spearman_rho(first, second), agreement.kendall_tau(first, second)]
        found += [agreement.pearson_r(given[a], given[b])] if given else []
        scores = [float(each.score) for each in found]
        sums = [total + score for total, score in zip(sums, scores, strict=True)]
        rows.append([f"{a} and {b}", *map(decimals, scores)])
    means = ["mean", *(decimals(total / len(pairs)) for total in sums)]
    return table_html(
        "Each two judges", ["judges", "ρ", "τ", "r"][: 1 + len(sums)], rows, means, words=(0,)
    )


def worked(screen: Screen) -> str:
    """Write ρ and τ of each two judges with their numbers, r of scores, and who are alike."""
    judges, given = _judges(screen), _scored(screen)
    rhos = {
        (one, other): float(agreement.spearman_rho(judges[one], judges[other]).score)
        for one, other in combinations(judges, 2)
    }
    lines = []
    for one, other in combinations(judges.items(), 2):
        lines.append(_untied(one, other) or _tied(one, other))
        lines += [_pearson(given, one[0], other[0])] if given else []
    best = max((rho for rho in rhos.values() if rho == rho), default=2)
    alike = [f"{one} and {other}" for (one, other), rho in rhos.items() if rho > best - 1e-9]
    if len(rhos) > 1 and alike:
        lines.append(f"ρ is highest for **{', '.join(alike)}**: they are most alike.")
    return "\n\n".join(lines)


def _scored(screen: Screen) -> Mapping[str, Sequence[float]]:
    """Return the scores of each judge as they were typed; none if these are ranks."""
    given = _given(screen)
    return {} if typed_ranks.are_ranks([*given.values()]) else given


def _pearson(given: Mapping[str, Sequence[float]], a: str, b: str) -> str:
    """Write Pearson's r of the scores of two judges by its sums, and whether it is significant."""
    n, means = len(given[a]), [sum(given[judge]) / len(given[judge]) for judge in (a, b)]
    off = [[x - mean for x in given[judge]] for judge, mean in zip((a, b), means, strict=True)]
    products = sum(x * y for x, y in zip(*off, strict=True))
    of_a, of_b = (sum(x**2 for x in each) for each in off)
    r = float(agreement.pearson_r(given[a], given[b]).score)
    begins = (
        f"Pearson’s r of {a} and {b} takes the scores as they are. Subtract the means, "
        f"{means[0]:.6g} and {means[1]:.6g}. The products add up to {_short(products)}, the "
        f"squares to {_short(of_a)} and {_short(of_b)}"
    ).replace("-", "−")
    if r != r:
        return f"{begins}. There is no r: a judge gave all items the same."
    begins += f": r = {_short(products)} / √({_short(of_a)} · {_short(of_b)}) = **{decimals(r)}**."
    left = (1 - r) * (1 + r)
    if n < 3 or left < 1e-12:
        return begins
    t = r * sqrt((n - 2) / left)
    p = p_value(t_beyond(t, n - 2))
    return (
        f"{begins} With t = r · √(({n} − 2)/(1 − r²)) = {decimals(t)} of "
        f"{counted(n - 2, 'degree')} of freedom, the two-sided p is {p.replace('<', 'below')}."
    )


def _short(number: float) -> str:
    """Write a sum of products, without the noise of its last digits."""
    return f"{round(number, 9) + 0.0:.7g}".replace("-", "−")


def _untied(one: Judged, other: Judged) -> str:
    """Write ρ and τ of two judges without ties; "" if they have some."""
    (a, first), (b, second) = one, other
    n, counts = len(first), agreement.pair_counts(first, second)
    if sum(counts[2:]):
        return ""
    every, crossed = n * (n - 1) // 2, counts.discordant
    rho = float(agreement.spearman_rho(first, second).score)
    return (
        f"**{a} and {b}**: ρ = 1 − 6 · {_written(_squares(first, second))} / ({n} · {n**2 - 1}) = "
        f"**{decimals(rho)}**. {crossed} of {every} pairs cross: τ = ({every - crossed} − "
        f"{crossed}) / {every} = **{decimals((every - 2 * crossed) / every)}**."
    )


def _tied(one: Judged, other: Judged) -> str:
    """Write ρ as the correlation of mean ranks, both short formulas beside it, τ-a and τ-b."""
    (a, first), (b, second) = one, other
    n, mean = len(first), (len(first) + 1) / 2
    off_a, off_b = ([rank - mean for rank in ranks] for ranks in (first, second))
    products = sum(x * y for x, y in zip(off_a, off_b, strict=True))
    of_a, of_b = (sum(x**2 for x in each) for each in (off_a, off_b))
    squares = _squares(first, second)
    below = f"({n} · {n**2 - 1})"
    short, added, parts = 1 - 6 * squares / (n * (n**2 - 1)), *_for_ties(first, second)
    mended = 1 - 6 * (squares + added) / (n * (n**2 - 1))
    alike, opposite, only_a, only_b, both = counts = agreement.pair_counts(first, second)
    every = sum(counts)
    has_none = " There is nothing to divide by: a judge gave all items the same." * (
        not of_a * of_b
    )
    rho = agreement.spearman_rho(first, second)
    tau_a, tau_b = (agreement.kendall_tau(first, second, variant=each) for each in ("a", "b"))
    over = f"({alike} − {opposite})"
    untied = f"√({every - only_a - both} · {every - only_b - both})"
    return (
        f"**{a} and {b}**: ρ is the (Pearson) correlation of the ranks. Subtract the mean rank, "
        f"{mean:g}, from each rank. The products add up to {_written(products)}. The squares of "
        f"{a} add up to {_written(of_a)}, those of {b} to {_written(of_b)}. So ρ = "
        f"{_written(products)} / √({_written(of_a)} · {_written(of_b)}) = "
        f"**{decimals(float(rho.score))}**.{has_none} This is the "
        "value of scipy and of most books. The short formula, 1 − 6 · Σd² / (n³ − n), is right "
        f"only without ties. It has 1 − 6 · {_written(squares)} / {below} = {decimals(short)}. "
        "Some books add (t³ − t)/12 to Σd² for each tie of t items, here "
        f"{parts} = {_written(added)}: 1 − 6 · ({_written(squares)} + {_written(added)}) / "
        f"{below} = {decimals(mended)}. That is a third number, so say which one you took.\n\n"
        f"Of {every} pairs, in the same order: {alike}, in opposite orders: {opposite}. "
        f"Tied by {a} alone: {only_a}, by {b} alone: {only_b}, by both: {both}. "
        f"Divide by all pairs: τ-a = {over} / {every} = **{decimals(float(tau_a.score))}**. "
        f"Divide by the pairs that {a} does not tie and those that {b} does not: "
        f"τ-b = {over} / {untied} = **{decimals(float(tau_b.score))}**."
    )


def _for_ties(*rows: Sequence[float]) -> tuple[float, str]:
    """Return what books add to Σd² for ties, (t³ − t)/12 for t tied items, and its summands."""
    tied = [row.count(rank) for row in map(list, rows) for rank in sorted({*row})]
    sizes = [size for size in tied if size > 1]
    return sum(t**3 - t for t in sizes) / 12, " + ".join(f"({t}³ − {t})/12" for t in sizes)


def _squares(first: Sequence[float], second: Sequence[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))


def _written(number: float) -> str:
    return f"{number:.10g}".replace("-", "−")
