"""Six tasks by keys alone, and what Orca speaks of each key: expected in the files of `heard/`.

A line of such a file is a key, `type` and a text, or `cell` and a row and column of the last table;
the lines indented below it are what is spoken then, whole and in order: nothing twice, nothing
more. The first line is the address.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from screen_reader import Listener, listening

from live_app import serve

TASKS = sorted((Path(__file__).parent / "heard").glob("*.txt"))
# What Orca says of itself, of groups, and of a button that gives its focus away: not each time.
ITS_OWN = re.compile(
    r"(Browse|Focus) mode|leaving .*\.|.* panel\.|List with .*|.* document web\."
    r"|main content|pressed"
    r"|k = \d+"  # a slider's value, which the sentence on the change may overtake
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("server") / "output.log") as server:
        yield server.address


@pytest.fixture(scope="module")
def orca() -> Iterator[Listener]:
    with listening() as listener:
        yield listener


def use(orca: Listener, line: str, awaited: Sequence[str] = ()) -> list[str]:
    """Press the key, or type the text, of a line; return what is spoken."""
    what, _, place = line.partition(" ")
    if what == "type":
        orca.page.keyboard.type(place)
    elif what == "cell":  # Orca goes through a table itself, with keys that only it gets
        row, column = map(int, place.split())
        table = orca.page.get_by_role("table").last
        cell = table.locator("tr").nth(row).locator("th, td").nth(column)
        cell.evaluate("(cell) => { cell.tabIndex = -1; cell.focus(); }")
    else:
        orca.page.keyboard.press(line)
    return [said for said in orca.spoken(awaited) if not ITS_OWN.fullmatch(said)]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.stem)
def test_what_is_heard(orca: Listener, address: str, task: Path) -> None:
    path, _, written = task.read_text().partition("\n")
    orca.open(address + path)
    heard = focused = ""
    for key, lines in re.findall(r"(?m)^(\S.*)\n((?: .*\n)*)", written):
        as_written = written.startswith(heard)  # after a difference nothing is sure to come
        awaited = [line.strip() for line in lines.splitlines()] if as_written else []
        # What has the focus is named again, or not, if the page has written it anew.
        spoken = [said for said in use(orca, key, awaited) if said != focused]
        # The state of what is pressed, and the sentence on what it did, come in either order.
        if sorted(spoken) == sorted(awaited):
            spoken = awaited
        if key.endswith("Tab"):
            focused = spoken[0] if spoken else ""
        heard += f"{key}\n" + "".join(f"    {said}\n" for said in spoken)
    assert heard == written
