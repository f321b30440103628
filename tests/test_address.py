"""The address is the save file: what was accepted comes back exactly, what is mangled is named."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from expected import FIRST, PAGES, Setup, opening
from metrics.catalog import METRICS
from pages.ab_test.knobs import Groups, Rates, TwoCounts
from pages.clicks.knobs import Sessions
from pages.judges.knobs import Costs, Gaps, Verdicts, Votes
from pages.mean_over_queries.knobs import ItemClasses, ItemLists, Popularity
from pages.precision_and_recall.knobs import Classes
from pages.precision_recall_curve.knobs import Points, RocPoints, Scored
from pages.rank_agreement.knobs import Ranks
from pages.reciprocal_rank.knobs import TiedGroups
from pages.significance.knobs import PValues, TwoGroups
from pages.squared_error.knobs import Rated
from ui import contents
from ui.core import knob_kinds, knobs, link, presets, typed_knobs
from ui.core.documents import Document, RankedList, RefusedError, checked_title
from ui.core.screen import NAMES, Screen

SPELLING = "~_.-%&+,#=?;/\\\"'<>$ 0123456789"  # what the address, a URL or a list could trip over
PIECES = [
    "👩‍💻",
    "🏳️‍🌈",
    "e\u0301",
    "שלום",
    "\u202eabc\u202c",
    "~_",
    "~.",
    "~~",
    "日本語",
    "%7E",
    "+",
    "_",
]

PARTS = {*link.KNOB_OF, *link.LIST_OF}
"""What an address may hold."""

# A busy machine is no fault of the address.
patient = settings(suppress_health_check=[HealthCheck.too_slow])

characters = st.sampled_from(SPELLING) | st.characters(exclude_categories=["Cc", "Cs"])
titles = (
    st.lists(st.sampled_from(PIECES) | characters, min_size=1, max_size=30)
    .map(lambda parts: " ".join("".join(parts).split())[:80].strip())
    .filter(bool)
)


scores = st.none() | st.floats(-1e6, 1e6) | st.integers(-3, 3).map(float)


def lists(scale: int, most: int = 12) -> st.SearchStrategy[RankedList]:
    grades = st.none() | st.integers(0, scale)
    predicted = st.none() if most > 5 else scores
    documents = st.lists(
        st.builds(Document, st.just(""), titles, grades, predicted), max_size=most
    ).map(lambda drawn: tuple(replace(d, id=str(i)) for i, d in enumerate(drawn, start=1)))
    return documents.flatmap(
        lambda drawn: st.builds(
            RankedList, st.just(drawn), st.integers(0, len(drawn)), query=st.just("") | titles
        )
    )


knobs_of = link.KNOB_OF

OPENINGS = [presets.opening(page) for page in contents.PAGES]
"""What each page shows to a reader who has not done anything yet."""


def screen_of(lists: Mapping[str, RankedList], **settings: Any) -> Screen:
    """The first screen with other lists, and with knobs elsewhere."""
    return Screen(lists).with_settings(**settings)


def positions(knob: knob_kinds.Knob) -> st.SearchStrategy[Any]:
    """Every value that a knob's widget can hand in."""
    if isinstance(knob, knob_kinds.Choice):
        return st.sampled_from(list(knob.options))
    if isinstance(knob, knob_kinds.Several):
        return st.sets(st.sampled_from(list(knob.options)), max_size=knob.most).map(
            lambda on: tuple(option for option in knob.options if option in on)
        )
    if isinstance(knob, knob_kinds.Amounts):
        return st.tuples(*[st.floats(0, 1e6) | st.integers(0, 1000).map(float)] * 9)
    if isinstance(knob, knob_kinds.Shares):
        weights = st.tuples(*[st.floats(0, 1e6) | st.integers(0, 1000).map(float)] * 8)
        return weights.filter(lambda some: sum(some) >= 1e-6)
    if isinstance(knob, knob_kinds.Curve):
        chance = st.integers(0, 1000).map(lambda share: share / 1000)
        curves = st.lists(chance, min_size=1, max_size=9)
        return curves.map(lambda curve: knob.parse(knob_kinds.to_text(curve), 3))
    if isinstance(knob, typed_knobs.SheetText):
        return st.text("0123456789abot.,+*/()%?_~×-", max_size=60)
    if isinstance(knob, typed_knobs.Pairs):
        score = st.integers(0, 1000).map(lambda share: share / 1000)
        topic = st.tuples(score, score) | st.just((None, None))
        return st.lists(topic, min_size=1, max_size=9).map(lambda all_: tuple(chain(*all_)))
    if isinstance(knob, Groups):
        group = st.integers(1, knob.most).flatmap(
            lambda all_: st.tuples(st.integers(0, all_), st.just(all_))
        )
        return st.tuples(group, group).map(lambda both: (*both[0], *both[1]))
    if isinstance(knob, Verdicts):
        said = st.lists(st.sampled_from("01"), min_size=3, max_size=3).map("".join)
        return st.lists(said, min_size=2, max_size=3).map(tuple)
    if isinstance(knob, TwoGroups):
        number = st.floats(-1000, 1000) | st.integers(-9, 9)
        group = st.lists(number, min_size=1, max_size=knob.most).map(
            lambda all_: " ".join(f"{round(each, 4):.8g}" for each in all_)
        )
        return st.tuples(group, group)
    if isinstance(knob, PValues):
        test = st.sampled_from(["", "AP ", "nDCG@10 ", "test 2 "])
        p = st.integers(0, 1000).map(lambda each: f"{each / 1000:.8g}")
        return st.lists(st.tuples(test, p).map("".join), min_size=1, max_size=9).map(tuple)
    if isinstance(knob, Rates):
        rate = st.integers(1, 9999).map(lambda each: each / 10_000)
        return st.lists(rate, min_size=2, max_size=2, unique=True).map(tuple)
    if isinstance(knob, Ranks):
        number = st.integers(-99, 1000).map(lambda each: f"{each / 4:.8g}")
        row = st.lists(number, min_size=4, max_size=4) | st.permutations("1234")
        return st.lists(row.map(" ".join), min_size=2, max_size=knob.judges).map(tuple)
    if isinstance(knob, Points | RocPoints):
        share = st.integers(1, 1000).map(lambda each: f"{each / 1000:g}")
        points = st.lists(st.tuples(share, share).map(" ".join), min_size=1, max_size=9)
        head = ("0", "FPR TPR") if isinstance(knob, RocPoints) else ("7",)
        return points.map(lambda each: (*head, *each))
    if isinstance(knob, Votes):
        row = st.integers(0, 5).map(lambda count: f"{count} {5 - count}")
        return st.lists(row, min_size=2, max_size=9).map(lambda rows: ("R N", *rows))
    if isinstance(knob, Classes):
        row = st.lists(st.integers(1, 99), min_size=3, max_size=3)
        named = st.lists(row.map(lambda each: " ".join(map(str, each))), min_size=3, max_size=3)
        return named.map(lambda rows: ("cat dog bird", *rows))
    if isinstance(knob, Scored):
        score = st.integers(-99, 1000).map(lambda each: each / 8)
        ones = st.lists(st.tuples(score, st.just(1.0)), min_size=1, max_size=9)
        return ones.map(lambda all_: (*chain(*all_), 0.5, 0.0))
    if isinstance(knob, Rated):
        rating = st.integers(-999, 1000).map(lambda each: each / 8)
        pair = st.tuples(rating, rating)
        one = st.lists(pair, min_size=1, max_size=9).map(lambda all_: tuple(chain(*all_)))
        return one | st.tuples(one, one).map(lambda users: (*users[0], "|", *users[1]))
    if isinstance(knob, typed_knobs.Counts):
        return st.tuples(*[st.integers(0, knob.most)] * 4)
    if isinstance(knob, typed_knobs.Runs):
        run = st.permutations("aBcDe").map("".join)
        return st.lists(run, min_size=2, max_size=knob.runs).map(tuple)
    if isinstance(knob, TwoCounts):
        count = st.integers(0, 10**6).map(float)
        both = st.tuples(count, count).filter(any)
        return both | both.map(lambda two: (*two, sum(two) + 1))
    if isinstance(knob, ItemLists):
        user = st.lists(st.sampled_from("abcde"), max_size=4, unique=True)
        some = st.lists(user, min_size=1, max_size=4).filter(any)
        return some.map(lambda lists: "; ".join("* ".join(items) or "–" for items in lists))
    if isinstance(knob, Sessions):
        marks = st.lists(st.sampled_from("01"), min_size=2, max_size=4).map(" ".join)
        return st.lists(marks, min_size=1, max_size=4).map("; ".join)
    if isinstance(knob, Costs):
        apart = st.lists(st.integers(0, 9).map(float), min_size=1, max_size=knob.most - 1)
        return apart.filter(any).map(lambda costs: (0.0, *costs))
    if isinstance(knob, Gaps):
        rows = st.integers(2, 4).flatmap(
            lambda many: st.lists(
                st.lists(st.sampled_from("01–"), min_size=many, max_size=many).map(" ".join),
                min_size=2,
                max_size=3,
            )
        )
        answered = rows.filter(lambda each: any(set(row) & {*"01"} for row in each))
        return st.just("") | answered.map("; ".join)
    if isinstance(knob, ItemClasses):
        genres = st.lists(st.sampled_from("xyz"), min_size=1, unique=True).map(" ".join)
        of_items = st.dictionaries(st.sampled_from("abcde"), genres)
        return of_items.map(lambda of: "; ".join(f"{item} {each}" for item, each in of.items()))
    if isinstance(knob, Popularity):
        known = st.dictionaries(st.sampled_from("abcde"), st.integers(1, 10))
        return known.map(
            lambda of: ", ".join(f"{n} {knob_kinds.to_text(v / 10)}" for n, v in of.items())
        )
    if isinstance(knob, TiedGroups):
        counts = st.tuples(st.integers(0, 99), st.integers(0, 99))
        of_groups = st.lists(counts, min_size=1, max_size=5)
        return of_groups.map(lambda pairs: tuple(float(count) for pair in pairs for count in pair))
    if isinstance(knob, knob_kinds.Numbers):
        number = st.integers(int(knob.low), int(min(knob.high, 1e6))).map(float)
        least, most = (int(1000 * min(max(end, 0), 1)) for end in (knob.low, knob.high))
        share = st.integers(least, most).map(lambda each: each / 1000)
        each = number if knob.whole else share
        return st.lists(each, min_size=knob.least, max_size=min(knob.most, 9)).map(tuple)
    if isinstance(knob, typed_knobs.Lists):
        ranked = st.text("0128?", max_size=6)
        missed = st.just("") | st.text("01?", max_size=3).map("|{}".format)
        several = st.lists(st.tuples(ranked, missed).map("".join), max_size=3).map(tuple)
        return several.filter(lambda lists: lists != ("",))  # an empty text is no list
    if isinstance(knob, typed_knobs.Letters):
        return st.text(knob.letters, max_size=knob.most)
    if isinstance(knob, knob_kinds.Line):
        return titles.map(lambda text: knob.parse(text, 3))
    if isinstance(knob, knob_kinds.Cutoff):
        deeper = st.integers(int(knob.high), knob.deepest) | st.just(knob_kinds.WHOLE)
        return st.integers(int(knob.low), int(knob.high)) | deeper
    if isinstance(knob, knob_kinds.Exact):
        return st.floats(knob.low, knob.most).map(lambda typed: max(round(typed, 6), knob.low))
    if isinstance(knob.step, int):
        return st.integers(int(knob.low), int(knob.high))
    # The browser counts steps in binary fractions and may hand in 0.30000000000000004.
    return st.floats(knob.low, knob.high) | st.sampled_from([knob.low, knob.high])


@st.composite
def screens(draw: st.DrawFn) -> Screen:
    """Any screen that the app accepts, up to 50 knobs elsewhere than where they started."""
    scale = draw(st.sampled_from(list(knob_kinds.SCALES)))
    keys = st.sampled_from([key for key in knobs.KNOBS if key not in ("scale", "relevant_from")])
    turned = {key: draw(positions(knobs.KNOBS[key])) for key in draw(st.sets(keys, max_size=50))}
    besides = draw(st.sets(st.sampled_from(NAMES[1:]), max_size=4))
    there = [name for name in NAMES if name == "a" or name in besides]
    most = {name: draw(st.sampled_from([5, 12])) for name in there}
    return Screen(
        {name: draw(lists(scale, most[name])) for name in there},
        {
            **knobs.FIRST_SETTINGS,
            **turned,
            "scale": scale,
            "relevant_from": draw(st.integers(1, scale)),
        },
    )


# What spells longer than an address may be is refused before it gets there.
short = screens().filter(lambda screen: len(urlencode(link.encode(screen))) <= link.LONGEST)


def lost(found: Screen, name: str, query: Mapping[str, str]) -> int:
    """How many pieces of one part of a query did not make it onto the screen."""
    text = query[name]
    if name in knobs_of:
        try:
            return found[knobs_of[name]] != knobs.KNOBS[knobs_of[name]].parse(text, found.scale)
        except ValueError:
            return 1
    of = name.removesuffix("_scores").removesuffix("_query")
    ranked = found.lists.get(of)
    documents = ranked.documents if ranked else ()
    if name.endswith("_query"):  # which goes with a list that cannot be read
        kept = [each for each in documents if each.title.replace("~", "~_") in query[of]]
        there = kept or not lost(found, of, query)
        return bool(there and text) and (ranked is None or ranked.query != " ".join(text.split()))
    if name.endswith("_scores"):
        try:
            wanted = [float(part) if part else None for part in text.split(",")]
        except ValueError:
            return 1
        there = [document.predicted for document in documents]  # the list is sorted by them
        return bool(text) and Counter(there) != Counter(wanted)
    pieces = re.split("~(?!_)", text) if text else []
    # Where nothing could be read, the list of a first visit stands instead.
    kept = [document for document in documents if document.title.replace("~", "~_") in text]
    return len(pieces) - ("." in pieces) - len(kept)


def travelled(query: dict[str, str]) -> dict[str, str]:
    """A query as it arrives after a browser put it into its address bar."""
    return dict(parse_qsl(urlencode(query), keep_blank_values=True, strict_parsing=bool(query)))


def assert_drawable(found: Screen) -> None:
    """A screen on which every metric can be computed, and which its own address brings back."""
    for name, ranked in found.lists.items():
        ranking = ranked.ranking(found.scale, found.relevant_from)
        for key, metric in METRICS.items():
            score = metric.compute(ranking, **knobs.arguments(key, found.settings)).score
            assert 0 <= score < float("inf"), (name, key)
        for document in ranked.documents:
            assert checked_title(document.title) == document.title
    assert link.decode(travelled(link.encode(found))) == (found, [])


@pytest.mark.slow
@patient
@given(short | st.sampled_from(OPENINGS), st.sampled_from(OPENINGS))
def test_round_trip(screen: Screen, opening: Screen) -> None:
    """What stands in the address is what the app reads in it, and the tests' own reader, too."""
    assert link.decode(travelled(link.encode(screen))) == (screen, [])
    assert link.decode(travelled(link.encode(screen, opening)), opening) == (screen, [])
    assert_read(screen, {name: Setup.of(link.encode(screen), name) for name in screen.lists})


@pytest.mark.parametrize("opening", OPENINGS)
def test_what_a_page_opens_with_is_its_empty_address_and_no_other_screen_is(
    opening: Screen,
) -> None:
    """So the list of the other pages must be spelled where a lesson opens with its own."""
    assert link.encode(opening, opening) == {}
    assert link.decode({}, opening) == (opening, [])
    assert link.encode(Screen(), opening) == ({} if opening == Screen() else {"k": "5"})
    assert link.decode({"k": "5"}, opening) == (Screen(), [])
    assert (link.encode(Screen()), link.decode({})) == ({}, (Screen(), []))


def test_address_is_made_for_people() -> None:
    """The spelling is a promise: links that people keep must go on working."""
    shelf = RankedList((Document("1", "Rye ~ 50%", 2), Document("2", "Spelt", None)), 1)
    query = {"a": "2Rye ~_ 50%~.~-Spelt", "b": "", "from": "2", "k": "10", "p": "0.95"}
    query |= {"q2": "1Oats", "q2_query": "flakes?", "q8": ""}
    oats = RankedList((Document("1", "Oats", 1),), 1, query="flakes?")
    none = RankedList((), 0)
    lists = {"a": shelf, "b": none, "q2": oats, "q8": none}
    screen = screen_of(lists, relevant_from=2, k=10, persistence=0.95)
    assert link.encode(screen) == query
    assert link.decode(query) == (screen, [])


@patient
@given(st.dictionaries(st.sampled_from([*PARTS, "x"]) | st.text(), st.text()))
def test_any_query_gives_a_screen(query: dict[str, str]) -> None:
    found, problems = link.decode(query)
    assert_drawable(found)
    for name in query.keys() - PARTS:
        assert any(f"“{name[:20]}”" in sentence for sentence in problems)


def test_scores_sort_the_list_that_they_belong_to() -> None:
    query = {"a": "1A~1B", "a_scores": "0,1"}
    found, problems = link.decode(query)
    assert [(each.title, each.predicted) for each in found.a.documents] == [("B", 1), ("A", 0)]
    assert problems == []
    assert lost(found, "a_scores", query) == 0


@pytest.mark.slow
@patient
@given(short, st.data())
def test_damage_is_survived_and_named(screen: Screen, data: st.DataObject) -> None:
    """One character of one part is lost, doubled or replaced: other parts are read as they are."""
    query = link.encode(screen.with_settings(k=7))
    name = data.draw(st.sampled_from(sorted(query)))
    at = data.draw(st.integers(0, len(query[name])))
    instead = data.draw(st.sampled_from(["", query[name][at : at + 1] * 2, "~", "."]) | characters)
    damaged = {**query, name: query[name][:at] + instead + query[name][at + 1 :]}
    found, problems = link.decode(damaged)
    assert_drawable(found)
    left_out = [each for each in problems if not each.startswith("A list in the address has the")]
    assert len(left_out) == sum(lost(found, part, damaged) for part in damaged)
    if name not in ("a", "a_scores", "a_query", "scale", "from"):
        assert found.a == screen.a


FIFTY_ONE = "~".join(f"1Page {i}" for i in range(1, 52))
FIFTY = "~".join(f"1Page {i}" for i in range(1, 51))


@pytest.mark.parametrize(
    ("query", "kept", "sentence"),
    [
        (
            {"k": "banana"},
            {},
            "“k=banana” in the address was left out; allowed: a whole number from 1 to 50.",
        ),
        (
            {"k": "99", "p": "0.5"},
            {"p": "0.5"},
            "“k=99” in the address was left out; allowed: a whole number from 1 to 50.",
        ),
        (
            {"k": "2.5"},
            {},
            "“k=2.5” in the address was left out; allowed: a whole number from 1 to 50.",
        ),
        (
            {"p": "nan"},
            {},
            "“p=nan” in the address was left out; allowed: a number from 0.0 to 0.99.",
        ),
        (
            {"p": "1"},
            {},
            "“p=1” in the address was left out; allowed: a number from 0.0 to 0.99.",
        ),
        (
            {"scale": "6"},
            {},
            "“scale=6” in the address was left out; allowed: one of 1, 2, 3, 4, 5, 8.",
        ),
        (
            {"from": "4"},
            {},
            "“from=4” in the address was left out; allowed: a grade from 1 to 3.",
        ),
        (
            {"gain": "cubic"},
            {},
            "“gain=cubic” in the address was left out; "
            "allowed: one of linear, exponential, custom.",
        ),
        (
            {"gains": "0,1,2"},
            {},
            "“gains=0,1,2” in the address was left out; "
            "allowed: 9 numbers from 0 to 1000000 with commas between them.",
        ),
        (
            {"gains": "0,1,2,3,4,5,6,7,inf"},
            {},
            "“gains=0,1,2,3,4,5,6,7,inf” in the address was left out; "
            "allowed: 9 numbers from 0 to 1000000 with commas between them.",
        ),
        (
            {"show": "err,mrr"},
            {},
            "“show=err,mrr” in the address was left out; "
            f"allowed: names out of {', '.join(METRICS)}.",
        ),
        (
            {"q": "<b>"},
            {},
            "The address has a part “q” that Rankbook does not know; it was left out.",
        ),
        (
            {"a": "1Rye~9Spelt~.~0Oats"},
            {"a": "1Rye~.~0Oats"},
            "List A in the address: “Spelt” has the grade 9; allowed are 0 to 3 and ?. "
            "It was left out.",
        ),
        (
            {"a": "3Rye~5Spelt~.~4Oats"},
            {"a": "3Rye~5Spelt~.~4Oats", "scale": "5"},
            "A list in the address has the grade 5, so the scale is now 0 to 5.",
        ),
        (
            {"a": "1Rye", "b": "6Oats", "scale": "1"},
            {"a": "1Rye", "b": "6Oats", "scale": "8"},
            "A list in the address has the grade 6, so the scale is now 0 to 8.",
        ),
        (
            {"a": "1Rye~2", "k": "3"},
            {"a": "1Rye", "k": "3"},
            "List A in the address: A document needs a title of 1 to 80 characters. "
            "It was left out.",
        ),
        (
            {"b": f"1Rye~2{'x' * 81}"},
            {"b": "1Rye"},
            f"List B in the address: The title “{'x' * 30}…” has 81 characters; "
            "at most 80 are allowed. It was left out.",
        ),
        (
            {"a": "1Rye~2a\0b"},
            {"a": "1Rye"},
            "List A in the address: A title holds a control character; "
            "only readable text is allowed. It was left out.",
        ),
        (
            {"a": "%%%", "k": "3"},
            {"k": "3"},
            "List A in the address: “%%%” does not begin with a grade. It was left out.",
        ),
        (
            {"a": "1Rye~0Spelt", "a_scores": "1"},
            {"a": "1Rye~0Spelt"},
            "List A in the address: The scores must be a number from -1000000 to 1000000, or "
            "nothing, for each of the 2 documents, with commas between them. They were left out.",
        ),
        (
            {"q2": "1Rye~0Spelt", "q2_scores": "1,nan"},
            {"q2": "1Rye~0Spelt"},
            "List Q2 in the address: The scores must be a number from -1000000 to 1000000, or "
            "nothing, for each of the 2 documents, with commas between them. They were left out.",
        ),
        (
            {"a": FIFTY_ONE},
            {"a": FIFTY},
            "List A in the address: The list would have 51 documents; at most 50 are allowed. "
            "“Your own data” scores longer ones from files. "
            "It was left out.",
        ),
    ],
)
def test_what_was_left_out_is_said(
    query: dict[str, str], kept: dict[str, str], sentence: str
) -> None:
    found, problems = link.decode(query)
    assert problems == [sentence]
    assert link.encode(found) == kept


@pytest.mark.parametrize(("length", "refused"), [(8000, False), (8001, True)])
def test_address_stays_short_enough_to_travel(length: int, refused: bool) -> None:
    """Both lists count. Two of 50 documents of 76 letters spell 7,803."""
    full = RankedList(tuple(Document(str(i), "x" * 76, 1) for i in range(1, 51)), 50)
    screen = screen_of({"a": full, "b": full})
    missing = length - len(urlencode(link.encode(screen)))
    titles = [76 + (missing + i) // 50 for i in range(50)]  # they add up to what is missing
    longer = RankedList(tuple(Document(str(i), "x" * n, 1) for i, n in enumerate(titles, 1)), 50)
    screen = screen.with_list("b", longer)
    assert len(urlencode(link.encode(screen))) == length
    found, problems = link.decode(link.encode(screen))
    if refused:
        with pytest.raises(RefusedError, match=r"8001 characters long and at most 8000 can"):
            link.fitting(screen)
        assert found.lists == {"a": full}
        assert problems[0].startswith("List B in the address: This would make the address 8001")
    else:
        assert link.fitting(screen) is screen
        assert (found, problems) == (screen, [])


def test_predicted_scores_are_spelled_for_people_too() -> None:
    documents = (Document("1", "Rye", 2, 0.6), Document("2", "Spelt", 0), Document("3", "x", 1, -2))
    query = {"q2": "2Rye~0Spelt~.~1x", "q2_scores": "0.6,,-2"}
    screen = Screen({**Screen().lists, "q2": RankedList(documents, 2)})
    assert link.encode(screen) == query
    assert link.decode(query) == (screen, [])


@pytest.mark.parametrize("name", NAMES)
def test_scores_without_their_list_are_named(name: str) -> None:
    """A part of an address that plays no part is left out, and that is said."""
    found, problems = link.decode({f"{name}_scores": "1,2", "k": "3"})
    assert found == Screen().with_settings(k=3)
    assert len(problems) == 1


@pytest.mark.parametrize("page", PAGES)
def test_what_the_tests_expect_of_an_empty_address_is_what_stands_there(page: str) -> None:
    assert_read(presets.opening(page), {"a": opening(page)})
    assert_read(Screen(), {"a": Setup.of({"k": "5"}, page=page)})


def assert_read(screen: Screen, setups: Mapping[str, Setup]) -> None:
    for name, setup in setups.items():
        ranked = screen.lists[name]
        assert setup.all_grades() == [d.grade for d in ranked.documents]
        assert len(setup.grades) == ranked.retrieved
        assert list(setup.titles or ()) == [d.title for d in ranked.documents]
        for part in FIRST:
            assert setup[part] == (screen.k if part == "k" else screen[link.KNOB_OF[part]])


def test_the_tests_know_where_each_knob_stands_first() -> None:
    assert {part: Screen()[link.KNOB_OF[part]] for part in FIRST} == FIRST
