"""The package that `pip install .` gives: what its wheel holds, needs and types, on which Pythons.

The wheel is tried in empty environments, on the first and the last Python that `pyproject.toml`
names: on the first with the oldest NumPy and pandas that it allows, on the last with the newest.
A Python that this machine lacks is skipped by name.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from app_driver import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [
    each.rpartition(" ")[2]
    for each in PROJECT["classifiers"]
    if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", each)
]
USED = """
from rankbook import InputWarning, compare, evaluate
from rankbook.catalog import METRICS
from rankbook.conventions import LINES
from rankbook.reading.names import HAS_ARROW
from pathlib import Path

# AP is (1 + 2/3) / 2, and 1/2 / 2.
run = {"q1": {"a": 3, "b": 2, "c": 1}, "q2": {"d": 2, "e": 1}}
qrels = {"q1": {"a": 1, "c": 1}, "q2": {"e": 1, "f": 1}}
assert abs(evaluate(run, qrels, "AP").loc["mean", "AP"] - 13 / 24) < 1e-15
assert compare.runs(run, run, qrels, "AP").loc["AP", "difference"] == 0
lines = [f"{topic} Q0 {name} 1 {score} x" for topic in run for name, score in run[topic].items()]
Path("run").write_text("\\n".join(lines))
Path("qrels").write_text("q1 0 a 1\\nq1 0 c 1\\nq2 0 e 1\\nq2 0 f 1\\n")
assert abs(evaluate("run", "qrels", "AP").loc["mean", "AP"] - 13 / 24) < 1e-15
assert not HAS_ARROW
assert len(METRICS) > 20 and len(LINES) > 200
print("all is well")
"""
TYPED = """
from rankbook import evaluate
from rankbook.catalog import METRICS
from rankbook.ranking import Ranking

score: float = float(METRICS["ndcg"].compute(Ranking([1, 0]), k=5).score)
evaluate({"q": {"a": 1.0}}, {"q": {"a": 1}}, "AP")
"""
MISTYPED = {
    'evaluate({"q": {"a": 1.0}}, {"q": {"a": 1}}, 5)': "incompatible type",
    "Ranking([1], lenghts=2)": 'nexpected keyword argument "lenghts"',
}


def interpreter(version: str) -> str:
    """The path of a Python of this version; "" if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    there = [*sorted(map(str, pyenv.glob(f"{version}.*/bin/python")), reverse=True)]
    for each in (sys.executable, shutil.which(f"python{version}"), *there):
        asked = [each, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        # What pyenv puts in the path may stand for no version.
        if each and subprocess.run(asked, capture_output=True, check=False).stdout.split() == [  # type: ignore[list-item]
            version.encode()
        ]:
            return each
    return ""


def test_it_names_the_pythons_that_are_tried() -> None:
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    assert [tuple(map(int, each.split("."))) for each in PYTHONS] == [
        (3, minor) for minor in range(int(PYTHONS[0][2:]), int(PYTHONS[-1][2:]) + 1)
    ]


def test_it_needs_numpy_and_pandas_alone_and_the_app_what_its_requirements_say() -> None:
    assert [re.match(r"\w+", each)[0] for each in PROJECT["dependencies"]] == ["numpy", "pandas"]  # type: ignore[index]
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line.partition("  #")[0] for line in lines if line]
    assert PROJECT["optional-dependencies"] == {"arrow": ["pyarrow"], "app": pinned}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy: building leaves nothing here."""
    copy, built = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "metrics", copy / "metrics", ignore=shutil.ignore_patterns("*.pyc"))
    pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(built), str(copy))
    (path,) = built.iterdir()
    return path


def pip(python: str, *arguments: str) -> None:
    """Run pip, and show what it says where it fails."""
    quiet = ("--quiet", "--disable-pip-version-check")
    done = subprocess.run(
        [python, "-m", "pip", *arguments, *quiet], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_wheel_holds_one_package_and_all_its_files(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    version = PROJECT["version"]
    assert {name.partition("/")[0] for name in names} == {
        "rankbook",
        f"rankbook-{version}.dist-info",
    }
    ours = {
        path.relative_to(ROOT / "metrics").as_posix()
        for path in (ROOT / "metrics").rglob("*.*")
        if path.suffix in (".py", ".toml", ".typed")
    }
    assert {name.partition("/")[2] for name in names if name.startswith("rankbook/")} == ours
    assert "py.typed" in ours


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("version", [PYTHONS[0], PYTHONS[-1]])
def test_a_wheel_works_in_an_empty_environment(wheel: Path, version: str, tmp_path: Path) -> None:
    python = interpreter(version)
    if not python:
        pytest.skip(f"this machine has no Python {version}")
    home = tmp_path / "environment"
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    bin_ = home / ("Scripts" if sys.platform == "win32" else "bin")
    oldest = [each.replace(">=", "==") for each in PROJECT["dependencies"]]
    wanted = [str(wheel), *(oldest if version == PYTHONS[0] else [])]
    pip(str(bin_ / "python"), "install", "--no-compile", *wanted)

    def ran(*command: str, code: int = 0) -> str:
        environment = {"PATH": str(bin_), "HOME": str(tmp_path)}
        done = subprocess.run(
            [str(bin_ / command[0]), *command[1:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    assert ran("python", "-W", "error", "-c", USED) == "all is well\n"
    assert "0.5417" in ran("rankbook", "eval", "run", "qrels", "-m", "AP")
    assert "trec_eval" in ran("rankbook", "explain", "0.5417", "--metric", "AP", "run", "qrels")
    assert "there is no file nothing" in ran("rankbook", "eval", "nothing", "qrels", code=2)
    listed = ran("python", "-c", "import pkgutil; print({m.name for m in pkgutil.iter_modules()})")
    assert "'rankbook'" in listed
    assert "'metrics'" not in listed
    assert "'streamlit'" not in listed
    assert "'pyarrow'" not in listed
    if version == PYTHONS[0]:
        return  # types are the same
    checked = tmp_path / "typed.py"
    checked.write_text(TYPED + "\n".join(MISTYPED))
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file="]
    mypy += ["--python-executable", str(bin_ / "python"), str(checked)]
    done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert len(errors) == len(MISTYPED), done.stdout
    first = len(TYPED.splitlines()) + 1
    for line, (said, error) in enumerate(zip(MISTYPED.values(), errors, strict=True), first):
        assert f"typed.py:{line}: error:" in error
        assert said in error


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("plugin", ["without_arrow", "as_large"])
def test_all_files_are_read_without_pyarrow_and_as_large_ones_too(plugin: str) -> None:
    beside = "tests/test_reading.py::test_a_worker_reads_what_reading_at_once_reads"
    files = ("tests/test_runs.py", beside, "metrics/reading", "metrics/runs.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", plugin, *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " skipped" not in done.stdout
