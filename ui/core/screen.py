"""Everything a reader has set up, as one value: the lists, and the value of every knob.

A `Screen` is never changed in place. Every action makes a new one out of the current one, and
`ui.core.session` keeps the history. Controls, the board and the address are views of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import unwrap
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeAlias, TypeVar

from ui.core import knobs
from ui.core.documents import Document, RankedList, RefusedError, checked_grade
from ui.core.knob_kinds import WHOLE

Name: TypeAlias = str
P = ParamSpec("P")
Result = TypeVar("Result")
QUERIES: Final = ("a", *(f"q{number}" for number in range(2, 21)))
"""Names of the lists on a page about several queries: courses set up to 20."""
NAMES: Final = ("a", "b", *QUERIES[1:])
"""Names of the lists of a screen: A always, B to compare with it, and further queries."""

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
    settings: Mapping[str, Any] = field(default_factory=lambda: knobs.FIRST_SETTINGS)
    preset: str = field(default="", compare=False)
    """Id of the preset that it was made from, even if it was changed since."""
    rescaled: "Screen | None" = field(default=None, compare=False, repr=False)
    """The screen before the scale changed, as long as no list is edited: a reader who goes through
    several scales and back gets the first grades again."""
    _cached: dict[tuple[Any, ...], Any] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )
    """What functions of this screen returned (`once_per_screen`)."""

    def __post_init__(self) -> None:
        """Refuse grades and a relevance threshold that the scale does not have."""
        for ranked in self.lists.values():
            for document in ranked.documents:
                checked_grade(document.grade, self.scale, document.title)
        if not 1 <= self.relevant_from <= self.scale:
            raise RefusedError(
                f"Relevant from grade {self.relevant_from} does not fit the scale 0 to "
                f"{self.scale}."
            )

    def __getitem__(self, knob: str) -> Any:
        """Return the value of a knob."""
        return self.settings[knob]

    @property
    def a(self) -> RankedList:
        """The list that is always there."""
        return self.lists["a"]

    @property
    def has_list(self) -> bool:
        """Whether no knob has put something else in the place of the list."""
        return all(self[key] == knobs.KNOBS[key].first for key in knobs.REPLACE_LIST)

    @property
    def queries(self) -> dict[Name, RankedList]:
        """The lists of all queries in order, A first."""
        return {name: self.lists[name] for name in QUERIES if name in self.lists}

    @property
    def scale(self) -> int:
        """Highest grade of the scale."""
        return int(self["scale"])

    @property
    def relevant_from(self) -> int:
        """Lowest grade that binary metrics count as relevant."""
        return int(self["relevant_from"])

    @property
    def k(self) -> int:
        """The cutoff of a list on the board."""
        return int(knobs.CUTOFF.argument(self["k"], self.scale))

    @property
    def cutoff(self) -> int | None:
        """The cutoff of runs, which may be deeper than that of a list; None for the whole list."""
        return None if self["k"] == WHOLE else int(self["k"])

    def ranked(self, name: Name) -> RankedList:
        """Return a list by its name, or refuse if it was removed."""
        if name not in self.lists:
            raise RefusedError(f"List {str(name)[:10].upper()} is no longer there.")
        return self.lists[name]

    def with_list(self, name: Name, ranked: RankedList | None) -> Self:
        """Return the screen with one list replaced, or removed if given None."""
        return self._with({name: ranked})

    def with_queries(self, queries: Sequence[RankedList]) -> Self:
        """Return the screen with its queries replaced by one or more others."""
        if not 1 <= len(queries) <= len(QUERIES):
            raise RefusedError(f"A mean is taken over 1 to {len(QUERIES)} queries.")
        return self._with(dict(zip_longest(QUERIES, queries)))

    def _with(self, lists: Mapping[Name, RankedList | None]) -> Self:
        all_ = {**self.lists, **lists}
        kept = {name: kept for name in NAMES if (kept := all_.get(name)) is not None}
        return replace(self, lists=kept, rescaled=None)

    def with_settings(self, **settings: Any) -> Self:
        """Return the screen with some knobs changed; a new scale refits the grades."""
        scale = settings.pop("scale", self.scale)
        screen = self if scale == self.scale else self._on_scale(scale)
        if not settings:
            return screen
        rescaled = None if "relevant_from" in settings else screen.rescaled
        return replace(screen, settings={**screen.settings, **settings}, rescaled=rescaled)

    def _on_scale(self, scale: int) -> Self:
        """Return the screen on another scale; the same documents stay relevant.

        A grade that fits is kept; a higher one becomes the highest that fits.
        """
        origin = self.rescaled or self
        threshold = min(origin.relevant_from, scale)
        new_grade = {
            grade: max(threshold, min(grade, scale))
            if grade >= origin.relevant_from
            else min(grade, threshold - 1)
            for grade in range(origin.scale + 1)
        }
        return replace(
            self,
            lists={name: ranked.regraded(new_grade) for name, ranked in origin.lists.items()},
            settings={**self.settings, "scale": scale, "relevant_from": threshold},
            rescaled=origin,
        )

    def forget(self) -> None:
        """Drop what was computed from this screen."""
        self._cached.clear()


def query_name(number: int, ranked: RankedList) -> str:
    """Return the words of a query, or its number, counted from 1."""
    return ranked.query or f"Query {number}"


def once_per_screen(
    compute: Callable[Concatenate[Screen, P], Result],
) -> Callable[Concatenate[Screen, P], Result]:
    """Compute a function once for each screen and each further argument, which can be hashed."""

    @wraps(compute)
    def cached(screen: Screen, /, *more: P.args, **named: P.kwargs) -> Result:
        key = (compute, more, *named.items())
        if key not in screen._cached:
            screen._cached[key] = compute(screen, *more, **named)
        found: Result = screen._cached[key]
        return found

    return cached


def copy_cached(compute: Callable[..., object], old: Screen, new: Screen) -> None:
    """Let a screen have what a function of `once_per_screen` returned for another, equal in it."""
    of = unwrap(compute)
    new._cached.update((key, found) for key, found in old._cached.items() if key[0] is of)
