"""Lists of recommended items that a reader types: coverage, evenness, diversity and novelty."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import streamlit as st

from metrics.recommended import (
    Exposure,
    Recommended,
    exposure,
    intra_list_diversity,
    jaccard_distance,
    recommended,
    self_information,
)
from pages.mean_over_queries.knobs import UsersLists, counts_of
from ui.core.plain import counted, decimals, table_html
from ui.core.screen import Screen
from ui.core.session import session
from ui.parts import controls


def draw() -> None:
    """Draw fields for the lists, and what they show of the catalogue."""
    controls.turn([*UsersLists], by="users_lists")
    st.html(tables(session().shown))


def tables(screen: Screen) -> str:
    """Write what the lists show of the catalogue and of their items, or why there is nothing."""
    if counts := counts_of(screen[UsersLists.USERS]):
        return _of_counts(counts)
    starred = [[] if row == "–" else row.split(" ") for row in screen[UsersLists.USERS].split("; ")]
    lists = [[item.removesuffix("*") for item in row] for row in starred]
    items = [*dict.fromkeys(item for row in lists for item in row)]
    words = screen[UsersLists.POPULARITY].replace(",", "").split()
    typed = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    catalogue = int(screen[UsersLists.CATALOGUE][0])
    if catalogue < len(items):
        return f"<p>The lists have {len(items)} items: the catalogue is larger.</p>"
    if typed and (missing := [item for item in items if item not in typed]):
        return f"<p>{missing[0]} has no popularity: type those of all items, or of none.</p>"
    found = recommended(lists, catalogue, typed or None)
    each = [row.split(" ") for row in screen[UsersLists.CLASSES].split("; ") if row]
    alike = {(row[0], row[1]): float(row[2]) for row in each if _has_number(row)}
    similar = bool(alike) and len(alike) == len(each)
    classes = {item: {*of_item} for item, *of_item in each}
    return "".join(
        [
            _covered(found, starred, len(items), catalogue),
            _evenness(exposure(lists, catalogue), catalogue),
            _by_similarity(lists, alike) if similar else "",
            _diversity(lists, classes) if classes and not similar else "",
            _novelty(found, lists, typed=bool(typed)),
        ]
    )


def _of_counts(counts: Sequence[int]) -> str:
    """Write the coverage and the evenness of items whose counts are known, and no lists."""
    n, items = len(counts), sum(map(bool, counts))
    lists = [
        [f"i{at}" for at, count in enumerate(counts, start=1) if count > user]
        for user in range(max(counts))
    ]
    return (
        f"<p>The catalogue is the {n} items whose counts you typed. Coverage: "
        f"{counted(items, 'item')} above 0 / {n} = <b>{decimals(items / n)}</b>.</p>"
        + _evenness(exposure(lists, n), n)
    )


def _covered(
    found: Recommended, starred: Sequence[Sequence[str]], items: int, catalogue: int
) -> str:
    n, have = len(starred), sum(map(bool, starred))
    hits = sum(any(item.endswith("*") for item in row) for row in starred)
    body: list[list[object]] = [
        [
            "of the catalogue",
            f"{counted(items, 'different item')} / {catalogue:,} = {decimals(found.coverage)}",
        ],
        ["of users: has a list", f"{have}/{n} = {decimals(found.users)}"],
    ]
    if hits:
        body.append(["of users: has a hit (*)", f"{hits}/{n} = {decimals(hits / n)}"])
    return table_html("Coverage", ["coverage", "worked out"], body, words=(0, 1))


def _evenness(found: Exposure, n: int) -> str:
    """Write the Gini index and the entropy of the counts of the items, the lowest first."""
    every, least = sum(found.counts.values()), n - len(found.counts)
    body: list[list[object]] = []
    if least:
        places = f"1 to {least:,}" if least > 1 else "1"
        body.append([f"{counted(least, 'item')} in no list", 0, places, "0", "0"])
    summed = 0
    for j, (item, c) in enumerate(sorted(found.counts.items(), key=lambda of: of[1]), least + 1):
        weight, share = 2 * j - n - 1, f"{c}/{every}"
        summed += weight * c
        bits = decimals(c / every * self_information(c / every))
        body.append(
            [
                str(item),
                c,
                f"{j:,}",
                f"{_whole(weight)} · {c} = {_whole(weight * c)}",
                f"−{share} · log2({share}) = {bits}",
            ]
        )
    foot = ["sum", every, "", _whole(summed), f"H = {decimals(found.entropy)}"]
    head = ["item", "count c", "place j", "(2j − n − 1) · c", "−share · log2(share)"]
    gini = f"{_whole(summed)} / (({n:,} − 1) · {every}) = <b>{decimals(found.gini)}</b>"
    return (
        f"<p>How evenly are items recommended? The catalogue has n = {n:,}. The count of an item "
        "is the number of lists that have it, the lowest first:</p>"
        + table_html("How often each item is recommended", head, body, foot)
        + f"<p><b>Gini index</b>: {gini if n > 1 else 'none with n − 1 = 0'}. It is 0 if all items "
        "have one count, and 1 if one item has all. Some divide by n, not by n − 1: "
        f"{_whole(summed)} / ({n:,} · {every}) = {decimals(found.gini_of_n)}.</p>"
        f"<p><b>Shannon entropy</b>: H = <b>{decimals(found.entropy)}</b> bits. At most it is "
        f"log2({n:,}) = {decimals(found.most)}, if all items have one count.</p>"
    )


def _whole(number: int) -> str:
    return f"{number:,}".replace("-", "−")


def _diversity(lists: Sequence[Sequence[str]], classes: Mapping[str, set[str]]) -> str:
    """Write the mean Jaccard distance of the items of each list, pair by pair."""
    body, known, without = list[list[object]](), list[float](), dict[str, None]()
    for at, row in enumerate(lists, start=1):
        if lacks := [item for item in row if item not in classes]:
            without |= dict.fromkeys(lacks)
            body.append([at, f"no classes of {', '.join(lacks)}", "–"])
            continue
        if len(row) < 2:
            body.append([at, "no two items", "–"])
            continue
        terms, distances = [], []
        for a, b in combinations(row, 2):
            both, either = len(classes[a] & classes[b]), len(classes[a] | classes[b])
            terms.append(f"{a} {b}: 1 − {both}/{either}")
            distances.append(decimals(jaccard_distance(classes[a], classes[b])))
        known.append(intra_list_diversity(row, classes))
        summed = f"({' + '.join(distances)}) / {len(distances)}"
        body.append([at, f"{'; '.join(terms)}. {summed}", decimals(known[-1])])
    none = "" if known else "No list has the classes of all its items. "
    said = f"{none}The diversity of each list: the mean distance of two of its items. "
    said += "The distance is 1 − classes of both / classes of either:"
    return _of_each_list(said, body, known)


def _has_number(row: Sequence[str]) -> bool:
    return len(row) == 3 and row[2].replace(".", "", 1).isdecimal()


def _by_similarity(lists: Sequence[Sequence[str]], alike: Mapping[tuple[str, str], float]) -> str:
    """Write the mean of 1 − similarity of each two items of a list."""
    body, known = list[list[object]](), list[float]()
    for at, row in enumerate(lists, start=1):
        pairs = [(min(a, b), max(a, b)) for a, b in combinations(row, 2)]
        lacks = [" ".join(pair) for pair in pairs if pair not in alike]
        if lacks or not pairs:
            body.append(
                [at, f"no similarity of {', '.join(lacks)}" if lacks else "no two items", "–"]
            )
            continue
        known.append(sum(1 - alike[pair] for pair in pairs) / len(pairs))
        terms = " + ".join(f"(1 − {alike[pair]:g})" for pair in pairs)
        body.append([at, f"({terms}) / {len(pairs)}", decimals(known[-1])])
    said = "The diversity of each list: the mean of 1 − similarity of two of its items. "
    if not known:
        said += "No list has all its pairs: type the similarity of each two items of a list."
    return _of_each_list(said, body, known)


def _of_each_list(said: str, body: Sequence[Sequence[object]], known: Sequence[float]) -> str:
    """Write the diversity of each list, and the mean of those that are known."""
    mean = decimals(sum(known) / len(known)) if known else "–"
    foot = ["mean", f"of {counted(len(known), 'list')}", mean]
    head = ["user", "worked out", "ILD"]
    return f"<p>{said}</p>" + table_html("Diversity of each list", head, body, foot, words=(0, 1))


def _novelty(found: Recommended, lists: Sequence[Sequence[str]], *, typed: bool) -> str:
    bits = {item: self_information(p) for item, p in found.popularity.items()}
    n = len(lists)
    shares = {
        item: f"{p:.4g}" if typed else f"{round(p * n)}/{n}" for item, p in found.popularity.items()
    }
    of_items = [[item, p, f"−log2({p}) = {decimals(bits[item])}"] for item, p in shares.items()]
    body = [
        [
            at,
            f"({' + '.join(decimals(bits[item]) for item in row)}) / {len(row)}" if row else "–",
            decimals(novelty),
        ]
        for at, (row, novelty) in enumerate(zip(lists, found.novelty, strict=True), start=1)
    ]
    mean = ["mean", "of the lists", decimals(found.mean_novelty)]
    popularity = "share of users who know it" if typed else "share of these users who get it"
    return (
        "<p>The novelty of each item"
        + ", with what you typed as its popularity" * typed
        + ", with the share of these users as its popularity, because none is typed" * (not typed)
        + ":</p>"
        + table_html("Novelty of each item", ["item", popularity, "novelty"], of_items)
        + "<p>The novelty of each list is the mean of its items:</p>"
        + table_html("Novelty of each list", ["user", "worked out", "novelty"], body, mean)
    )
