"""Run the newest versions of all tools on the lists of the tests, and print what changed.

They are installed into .tools, an environment of their own. At the end stands every line of every
tool: its version, what it computes, its ties, and how we know.
"""

import os
import subprocess
import sys
import venv
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / ".tools"
PYTHON = TOOLS / "bin" / "python"
NEEDED = ("numpy", "pandas", "pytest")
KNOWN = {"run": "run by the tests", "read": "read in its source", "told": "reported by its users"}


def packages() -> list[str]:
    """The libraries that the tests compare with, without versions, and those of newest_tools."""
    *_, block = (ROOT / "tests/requirements.txt").read_text().partition("# Independent")
    pinned = [line.partition("==")[0] for line in block.partition("\n\n")[0].splitlines()[1:]]
    return [*pinned, "haystack-ai", "catboost"]


def install() -> None:
    if not PYTHON.exists():
        venv.create(TOOLS, with_pip=True)
    pip = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--upgrade"]
    subprocess.run([*pip, *NEEDED], check=True)
    if subprocess.run([*pip, *packages()], check=False).returncode:
        for package in packages():
            if subprocess.run([*pip, package], check=False).returncode:
                print(f"{package}: cannot be installed")


def changed() -> Iterator[str]:
    """Compare all tools with their lines; yield a sentence for each line that is wrong."""
    import test_tools

    for tool, (_, _, all_handed) in test_tools.RUN_BY.items():
        version = test_tools.installed(tool)
        said = dict.fromkeys(line.version for line, _ in test_tools.lines(tool))
        found = version or "is not installed"
        print(f"{tool} {found}; the lines are of {', '.join(said)}", flush=True)
        for handed in all_handed if version else ():
            try:
                wrong, seen = test_tools.compared(tool, handed)
            except Exception as error:  # whatever a new version does must not hide the others
                yield f"{tool} {version} refuses: {error!r}"
                break
            first = {each.line: each for each in reversed(wrong)}
            counts = Counter(each.line for each in wrong)
            for line, each in first.items():
                yield (
                    f"{tool} {version} {line.name(each.k)}, line of {line.version}: {counts[line]} "
                    f"of {seen[line]} numbers changed. Of {each.case.grades}, missed "
                    f"{each.case.missed}, scores {each.case.scores}: {each.ours:.6f} became "
                    f"{each.theirs:.6f}"
                )


def rows() -> Iterator[tuple[str, ...]]:
    """Yield every line: tool, version, name, what it computes, ties, how it is known, call."""
    from metrics.conventions import CONVENTIONS, LINES, TIES

    for line in LINES:
        meant = CONVENTIONS[line.definition]
        what = f"{meant.label(10)}: {meant.wording}"
        known = KNOWN[line.proof]
        yield line.tool, line.version, line.name(10), what, TIES[line.ties], known, line.called(10)


def main() -> int:
    if Path(sys.prefix) != TOOLS:
        install()
        paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
        quiet = {"TQDM_DISABLE": "1", "HAYSTACK_TELEMETRY_ENABLED": "False"}
        environment = os.environ | quiet | {"PYTHONPATH": paths}
        return subprocess.run([PYTHON, __file__], env=environment, check=False).returncode
    warnings.simplefilter("ignore")
    sentences = [*changed()]
    print(*(" | ".join(row) for row in rows()), sep="\n")
    print(*sentences or ["Every line prints what it did."], sep="\n")
    return bool(sentences)


if __name__ == "__main__":
    sys.exit(main())
