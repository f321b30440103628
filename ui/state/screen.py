"""Everything a reader has set up, as one value: the lists, and where every knob stands.

A `Screen` is never changed in place. Every action makes a new one out of the present one, and
`ui.state.session` keeps those a reader went through; widgets, the board and the address are views.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Final, Self, TypeAlias

from ui.state import knobs
from ui.state.documents import Document, RankedList, RefusedError, checked_grade

Name: TypeAlias = str
QUERIES: Final = ("a", "q2", "q3", "q4", "q5", "q6", "q7", "q8")
"""Names of the lists that are queries of their own, where a page is about several."""
NAMES: Final = ("a", "b", *QUERIES[1:])
"""Lists a screen may hold: A always, B to compare with it, and further queries beside A's."""

START: Final = RankedList(
    (
        Document("1", "Sourdough bread, step by step", 3),
        Document("2", "The ten best toasters this year", 0),
        Document("3", "Feeding a sourdough starter", 2),
        Document("4", "White bread without kneading", 1),
        Document("5", "Why is my sourdough flat?", 3),
        Document("6", "Bakeries near you", 0),
        Document("7", "Sourdough in a Dutch oven", 2),
    ),
    retrieved=6,
)


@dataclass(frozen=True)
class Screen:
    """The lists in use by name, and every knob's value by the knob's key: `screen["k"]`."""

    lists: Mapping[Name, RankedList] = field(default_factory=lambda: MappingProxyType({"a": START}))
    settings: Mapping[str, Any] = field(default_factory=lambda: knobs.FIRST)
    preset: str = field(default="", compare=False)
    """The preset that it was made from, by its id, however it was changed since."""
    rescaled: "Screen | None" = field(default=None, compare=False, repr=False)
    """The screen whose grades the scale was changed from, as long as nothing but knobs is turned:
    who arrows through the scales past the binary one has the first grades again in the end."""
    computed: dict[object, Any] = field(init=False, repr=False, compare=False, default_factory=dict)
    """What was computed of this screen, for the next run that asks for it."""

    def __post_init__(self) -> None:
        """Refuse grades and a relevance bar that the scale does not have."""
        for ranked in self.lists.values():
            for document in ranked.documents:
                checked_grade(document.grade, self.scale, document.title)
        if not 1 <= self.relevant_from <= self.scale:
            raise RefusedError(
                f"Relevant from grade {self.relevant_from} does not fit the scale 0 to "
                f"{self.scale}."
            )

    def __getitem__(self, knob: str) -> Any:
        """Where a knob stands."""
        return self.settings[knob]

    @property
    def a(self) -> RankedList:
        """The list that is always there."""
        return self.lists["a"]

    @property
    def queries(self) -> dict[Name, RankedList]:
        """The lists that are queries, in order: A, and those beside it."""
        return {name: self.lists[name] for name in QUERIES if name in self.lists}

    @property
    def scale(self) -> int:
        """Highest grade of the scale."""
        return int(self["scale"])

    @property
    def relevant_from(self) -> int:
        """Lowest grade that binary metrics take as relevant."""
        return int(self["relevant_from"])

    @property
    def k(self) -> int:
        """The cutoff."""
        return int(self["k"])

    def ranked(self, name: Name) -> RankedList:
        """Return one of the lists, or refuse if it is not there (any more)."""
        if name not in self.lists:
            raise RefusedError(f"List {str(name)[:10].upper()} is no longer there.")
        return self.lists[name]

    def with_list(self, name: Name, ranked: RankedList | None) -> Self:
        """Return the screen with one of its lists replaced, or, given None, left out."""
        return self._with({name: ranked})

    def with_queries(self, queries: Sequence[RankedList]) -> Self:
        """Return the screen with these queries, at least one, in the place of its own."""
        if not 1 <= len(queries) <= len(QUERIES):
            raise RefusedError(f"A mean is taken over 1 to {len(QUERIES)} queries.")
        return self._with(dict(zip_longest(QUERIES, queries)))

    def _with(self, lists: Mapping[Name, RankedList | None]) -> Self:
        all_ = {**self.lists, **lists}
        kept = {name: kept for name in NAMES if (kept := all_.get(name)) is not None}
        return replace(self, lists=kept, rescaled=None)

    def turned(self, **settings: Any) -> Self:
        """Return the screen with knobs at other positions; another scale refits the grades."""
        scale = settings.pop("scale", self.scale)
        screen = self if scale == self.scale else self._on_scale(scale)
        if not settings:
            return screen
        rescaled = None if "relevant_from" in settings else screen.rescaled
        return replace(screen, settings={**screen.settings, **settings}, rescaled=rescaled)

    def _on_scale(self, scale: int) -> Self:
        """Return the screen on another scale: what counted as relevant still does, nothing else.

        A grade that fits is kept; a higher one becomes the highest that fits.
        """
        first = self.rescaled or self
        bar = min(first.relevant_from, scale)
        new_grade = {
            grade: max(bar, min(grade, scale))
            if grade >= first.relevant_from
            else min(grade, bar - 1)
            for grade in range(first.scale + 1)
        }
        return replace(
            self,
            lists={name: ranked.regraded(new_grade) for name, ranked in first.lists.items()},
            settings={**self.settings, "scale": scale, "relevant_from": bar},
            rescaled=first,
        )


def query_name(number: int, ranked: RankedList) -> str:
    """Name a query, counted from 1: by its words, if it has some."""
    return ranked.query or f"Query {number}"
