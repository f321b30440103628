"""Columns of names: Arrow's for many, where pyarrow is installed, else NumPy's; both read the same.

Arrow's take a tenth of the time and of the memory. pyarrow imports pandas as soon as it converts
something. That takes longer than all that is done with few names, so it is imported for many.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from ..arrays import Truth

if TYPE_CHECKING:
    import pandas as pd

HAS_ARROW: Final = find_spec("pyarrow") is not None
FEW: Final = 2**15
"""Most names that are few."""


@dataclass(frozen=True, eq=False)
class Names:
    """A column of n names, read like one of Arrow's.

    Attributes:
        values: shape (n,), strings.
    """

    values: NDArray[np.object_]

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self.values)

    def __getitem__(self, place: int | slice) -> "Any":
        """Return one name, or a column of several."""
        return Names(self.values[place]) if isinstance(place, slice) else self.values[place]

    def filter(self, kept: Truth) -> "Names":
        """Return the names that are marked."""
        return Names(self.values[kept])

    def take(self, places: NDArray[np.int64]) -> "Names":
        """Return the names at some places."""
        return Names(self.values[places])

    def to_pylist(self) -> list[str]:
        """Return the names as a list."""
        names: list[str] = self.values.tolist()
        return names


_CONTROL: Final = r"[\x00-\x1f\x7f]|\x{80}|[\x{81}-\x{9f}]"
_CONTROL_IN_PYTHON: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def column(names: "Sequence[str] | pd.Series") -> Names:
    """Return names as a column."""
    if HAS_ARROW and len(names) > FEW:
        arrow: Names = _arrow(names)
        return arrow
    values = np.empty(len(names), dtype=object)
    values[:] = [*names]
    return Names(values)


def _are_few(names: Names) -> bool:
    """Return whether a column is NumPy's."""
    return isinstance(names, Names)


def _arrow(names: "Sequence[str] | pd.Series | Names") -> Any:
    """Return names as a column of Arrow's."""
    import pyarrow as pa

    values = names.values if isinstance(names, Names) else names
    if isinstance(values, pa.ChunkedArray | pa.Array):
        return values
    return pa.chunked_array([pa.array(values, pa.string())])


def unique(names: Names) -> Names:
    """Return each name once."""
    if _are_few(names):
        return Names(np.array([*dict.fromkeys(names.values)], dtype=object))
    import pyarrow.compute as pc

    arrow: Names = pc.unique(names)
    return arrow


def are_blank(names: Names) -> Truth:
    """Mark the names that are empty or consist of spaces."""
    if _are_few(names):
        return _each(names, lambda name: not name or name.isspace())
    import pyarrow.compute as pc

    return np.asarray(pc.or_(pc.equal(names, ""), pc.utf8_is_space(names)))


def have_controls(names: Names) -> Truth:
    """Mark the names with a control character."""
    if _are_few(names):
        return _each(names, lambda name: _CONTROL_IN_PYTHON.search(name) is not None)
    import pyarrow.compute as pc

    return np.asarray(pc.match_substring_regex(names, _CONTROL))


def are_longer(names: Names, most: int) -> Truth:
    """Mark the names with more characters than are allowed."""
    if _are_few(names):
        return _each(names, lambda name: len(name) > most)
    import pyarrow.compute as pc

    return np.asarray(pc.greater(pc.utf8_length(names), most))


def are_among(names: Names, some: Names | Sequence[str]) -> Truth:
    """Mark the names that are among some."""
    if _are_few(names):
        among = {*(some if isinstance(some, Sequence) else some.to_pylist())}
        return _each(names, among.__contains__)
    import pyarrow.compute as pc

    return np.asarray(pc.is_in(names, _arrow(some))).astype(bool)


def coded(*columns: Names) -> tuple[Names, list[NDArray[np.int64]]]:
    """Number names as they first occur; return the names, and the numbers of each column."""
    if not all(map(_are_few, columns)):
        import pyarrow as pa

        columns = tuple(map(_arrow, columns))
        chunks: Any = [chunk for each in columns for chunk in getattr(each, "chunks", [each])]
        every = pa.chunked_array(chunks, pa.string()).dictionary_encode().unify_dictionaries()
        none = pa.array([], pa.string()).dictionary_encode()
        encoded = every.chunks or [none]
        numbers = np.concatenate([chunk.indices.to_numpy() for chunk in encoded])
        names: Names = encoded[0].dictionary
    else:
        every = np.concatenate([each.values for each in columns])
        place_of: dict[str, int] = {}
        numbers = np.array([place_of.setdefault(name, len(place_of)) for name in every], np.int64)
        names = Names(np.array([*place_of], dtype=object))
    ends = np.cumsum([len(each) for each in columns[:-1]])
    return names, np.split(numbers.astype(np.int64), ends)


def by_name(
    group: NDArray[np.int64], names: Names, places: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return the order of documents by group, and in a group from z to a.

    Args:
        group: of each document.
        names: of documents, which may be more.
        places: where the names of the documents stand; None: one after the other.
    """
    some, (numbers,) = coded(names)
    if _are_few(some):
        from_a = np.argsort(some.values)
    else:
        import pyarrow.compute as pc

        from_a = pc.array_sort_indices(some).to_numpy()
    place = np.empty(len(some), dtype=np.int64)
    place[from_a[::-1]] = np.arange(len(some))
    order: NDArray[np.int64] = np.argsort(
        group * len(some) + place[numbers if places is None else numbers[places]]
    )
    return order


def _each(names: Names, test: Callable[[str], bool]) -> Truth:
    return np.fromiter(map(test, names.values), bool, len(names))


def text_of(name: object, what: str) -> str:
    """Return an id as text: a whole number has no decimals, and what is missing is refused."""
    if isinstance(name, bytes):
        return name.decode(errors="replace")
    # NaN and NaT do not equal themselves; whether pandas' NA does is NA.
    if name is None or str(name == name) != "True":
        raise ValueError(f"{what} has no id, got {name!r}")
    if isinstance(name, float | np.floating) and float(name).is_integer():
        return str(int(name))
    return str(name)
