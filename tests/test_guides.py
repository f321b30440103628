"""The guides of CONTRIBUTING.md, followed to the letter in a copy of the project."""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from live_app import ROOT

pytestmark = pytest.mark.slow

TESTS = [
    f"tests/test_{name}.py"
    for name in (
        "charts",
        "laws",
        "metrics",
        "notebook",
        "pages",
        "presets",
        "print",
        "which_metric",
    )
]
"""What is tried for each metric, page, preset and chart."""


def steps(heading: str) -> list[tuple[str, str, str]]:
    """The file, the place in it, and the lines of each step under a heading."""
    guides = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = guides.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = re.findall(r"^( *)```\w*\n(.*?)^ *```$", section, re.DOTALL | re.MULTILINE)
    return [
        (*re.fullmatch(r"(?:#|<!--) (\S+), (.+?)(?: -->)?", head).groups(), lines)  # type: ignore[union-attr]
        for _, block in found
        for head, _, lines in [dedent(block).partition("\n")]
    ]


def follow(heading: str, project: Path) -> None:
    """Do in a copy of the project what a guide says."""
    for file, place, lines in steps(heading):
        path = project / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if place in ("at the end", "a new file"):
            text = f"{text.rstrip()}\n\n\n{lines}".lstrip("\n")
        elif place.startswith("after "):
            before, line, rest = text.partition(place.removeprefix("after ") + "\n")
            assert line, f"{file} has no {place}"
            text = before + line + lines + rest
        elif place == "among the imports":
            text = re.sub(r"^(?=from )", lines, text, count=1, flags=re.MULTILINE)
        else:
            end, name = re.fullmatch(r"(first|last) in (.+)", place).groups()  # type: ignore[union-attr]
            opens = rf"^( *){re.escape(name)}(?!\w).*?[({{\[]\n"
            rest = "" if end == "first" else r".*?^(?=\1[)}\]])"
            inside = re.compile(opens + rest, re.DOTALL | re.MULTILINE)
            text, times = inside.subn(lambda found, more=lines: found[0] + more, text, count=1)
            assert times == 1, f"{file} has no {name}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project, without what git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    return tmp_path


GUIDES = (
    *("a metric", "a lesson", "a chart", "an action"),
    *("an exercise of the drill", "a line on a tool"),
)
SEEN = """
import sys
sys.path.insert(0, "tests")
from app_driver import press, shown_grades, visit
from metrics.conventions import LINES
from pages.drill import exercises

at = visit("best_gain")
press(at, "Best first")
assert shown_grades(at)[0] == [3, 1, 0], shown_grades(at)
press(at, "Undo")
assert shown_grades(at)[0] == [1, 0, 3], shown_grades(at)
assert [task.ranks for task in exercises._TASKS[3]][0] == (8, 10)
by_name = {line.name(3): line.definition for line in LINES if line.tool == "my_tool"}
assert by_name == {"nDCG@3": "ndcg", "AP@3": "average_precision-capped"}
"""


@pytest.mark.timeout(600)  # it runs many tests
def test_the_guides_lead_to_all_that_they_promise(copy: Path) -> None:
    """Every test of the copy that is about it passes, and pages of all metrics open."""
    for heading in GUIDES:
        follow(f"Add {heading}", copy)
    about = "best_gain or bg-opening or best_so_far or (in_numpy and found)"
    about += " or (first_visit and (welcome or playground or reference or which or tools or data))"
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", about, *TESTS],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
    seen = subprocess.run([sys.executable, "-c", SEEN], cwd=copy, capture_output=True, check=False)
    assert seen.returncode == 0, seen.stderr.decode()[-4000:]
    assert int(re.findall(r"(\d+) passed", ran.stdout)[-1]) > 50


@pytest.mark.parametrize(
    ("file", "step", "instead", "said"),
    [
        ("metrics/catalog.py", '        name="Best gain",\n', "", "'best_gain' lacks: name"),
        ("metrics/catalog.py", "{least}", "0", "'best_gain' has numpy lines without {least}"),
        (
            "metrics/catalog.py",
            'phrase="the best gain"',
            'drilled="the best gain"',
            "'best_gain' lacks: mistakes",
        ),
        (
            "pages/which_metric/advice.toml",
            "[best_gain]",
            "[best_gains]",
            "advice.toml: unknown field 'best_gains', allowed: hit",
        ),
        (
            "ui/core/knobs.py",
            '    "least": Range',
            '    "most": Range',
            "knob 'least' without an entry",
        ),
    ],
)
def test_a_step_left_out_is_named(
    copy: Path, file: str, step: str, instead: str, said: str
) -> None:
    follow("Add a metric", copy)
    path = copy / file
    text = path.read_text(encoding="utf-8")
    assert step in text
    path.write_text(text.replace(step, instead), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", "import pages.two_tools.explained, pages.drill.exercises"],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said in ran.stderr
