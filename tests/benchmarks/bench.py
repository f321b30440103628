"""How long a drop takes to reach the score, the bars and the last change, in a real Chromium.

Every page is measured in turn, round after round, so that a machine that slows down slows all of
them; compare the ratios to the bare page, not milliseconds between runs. What an element costs a
page stands in `ui/lesson.py`.
"""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import numpy as np
from playwright.sync_api import Page, sync_playwright

import chromium
from live_app import serve, settle
from metrics import compare
from metrics.conventions import case, explain_two, reading
from metrics.ranking import Ranking
from metrics.reader_models import rbp
from metrics.runs import read
from metrics.simulation import collecting
from ui.core import upload_worker
from ui.core.documents import Document, RankedList
from ui.core.knobs import FIRST_SETTINGS
from ui.core.screen import Screen
from ui.draw import orders

ROUNDS, DROPS = 6, 10
MOMENTS = ("score", "bars", "last")


class Case(NamedTuple):
    """A page, and what it may take: times as multiples of the bare page's, CPU in ms."""

    script: str
    path: str
    first_goal: float | None = None
    last_goal: float | None = None
    cpu_goal: float | None = None
    first: tuple[Literal["button", "slider"], str] = ("button", "^(Move )?Sourdough bread")


CARDS = (  # of an exercise that asks for an order
    "1Sourdough bread, step by step~0The ten best toasters this year~1Feeding a sourdough starter"
    "~0Bakeries near you~0White bread with dry yeast"
)
CASES = {
    "bare page": Case("tests/benchmarks/bare.py", "/"),
    "squared error": Case("app.py", "/squared_error", 2.5, 3.0, 18),
    "average precision": Case("app.py", "/average_precision", 2.5, 3.0, 16),
    "precision and recall": Case("app.py", "/precision_and_recall", 2.5, 3.0, 18),
    "discounted gain": Case("app.py", "/discounted_gain", 2.5, 3.0, 18),
    "reciprocal rank": Case("app.py", "/reciprocal_rank", 2.5, 3.0, 18),
    "graded average precision": Case("app.py", "/graded_average_precision", 2.5, 3.0, 18),
    "q-measure": Case("app.py", "/q_measure", 2.5, 3.0, 18),
    "what nobody judged": Case("app.py", "/unjudged", 2.5, 3.0, 18),
    "mean over queries": Case(
        "app.py", "/mean_over_queries", 2.5, 3.0, 18, ("button", "^The ten best toasters")
    ),
    "rank-biased precision": Case("app.py", "/rank_biased_precision", 2.5, 3.0, 18),
    "expected reciprocal rank": Case("app.py", "/expected_reciprocal_rank", 2.5, 3.0, 16),
    "two rankings": Case("app.py", "/rank_agreement", 2.5, 3.0, 18),
    "continuation": Case("app.py", "/continuation", 2.5, 3.0, 18),
    "wrong pairs": Case("app.py", "/wrong_pairs", 2.5, 3.0, 18),
    "two systems": Case("app.py", "/significance", 2.5, 3.0, 18, ("slider", "^Topic 1, B$")),
    "disagreement": Case("app.py", "/disagreement", 2.5, 3.0, 18),
    "two tools": Case("app.py", "/two_tools", 2.5, 3.0, 18),
    "drill": Case("app.py", f"/drill?level=2&exercise=6&scale=1&a={CARDS}", 2.5, 3.0, 18),
    "playground, all metrics": Case("app.py", "/playground", 2.5, 2.5, 18),
}

# A drop is one message, however it was made: here by Alt and an arrow key. What Streamlit marks
# elements with while a script runs is not something that a reader sees change.
WATCH = """() => {
  const main = document.querySelector('[data-testid="stMain"]');
  const parts = {
    score: "dl.scores:not(.variants), [data-testid=stMetric]",
    bars: ".picture",
  };
  window.times = {};
  new MutationObserver((changes) => {
    const now = performance.now();
    for (const change of changes) {
      if (change.type === "attributes" && !change.target.closest("svg")) continue;
      window.times.last = now;
      const at = change.target.nodeType === 1 ? change.target : change.target.parentElement;
      for (const [name, selector] of Object.entries(parts)) {
        const first = main.querySelector(selector); // the main picture stands above the others
        const isNew = first && [...change.addedNodes].some((node) => node.contains(first));
        if (isNew || first?.contains(at)) {
          window.times[name] = now;
        }
      }
    }
  }).observe(main, {subtree: true, childList: true, attributes: true, characterData: true});
  const drop = () => { window.times = {}; window.dropped = performance.now(); };
  addEventListener("keydown", drop, true);
}"""


def drop_times(page: Page) -> list[dict[str, float]]:
    """Move the first card down and up again; for each drop the ms to each moment."""
    times = []
    for turn in range(DROPS):
        page.keyboard.press("Alt+ArrowUp" if turn % 2 else "Alt+ArrowDown")
        settle(page, 150)
        times.append(
            page.evaluate(
                "Object.fromEntries(Object.entries(times).map(([n, at]) => [n, at - dropped]))"
            )
        )
    return times


def searches() -> None:
    """Print how long the searches of the lesson on disagreement take, cold, at their dearest.

    By the slowest two metrics: nobody else is served for as long.
    """
    fifty = tuple(range(9)) * 5 + (3,) * 5
    print("\nSearches, ms of CPU; nobody may wait for one for more than 200.")
    for name, grades in {"all orders of 8": range(8), "20,000 orders of 50": fifty}.items():
        spent = []
        for turn in range(3):
            listed = RankedList(
                tuple(Document(str(i), "x", g) for i, g in enumerate(grades)), len(grades)
            )
            screen = Screen(
                {"a": listed}, {**FIRST_SETTINGS, "scale": 8, "k": 50, "patience": 1 + turn}
            )
            begin = time.process_time()
            found = orders.every(screen, "nerr", "q_measure")
            swept = time.process_time()
            assert found.widest
            spent.append((swept - begin, time.process_time() - swept))
        sweep, search = (1000 * median(each) for each in zip(*spent, strict=True))
        print(f"{name:26}sweep {sweep:6.0f}   widest disagreement {search:6.1f}")


def computations() -> None:
    """Print what the longest computations of the other pages take of the process's own time."""

    def spent(compute: Callable[[], object]) -> float:
        """Return the least of three times, in ms of CPU."""
        times = []
        for _ in range(3):
            begin = time.process_time()
            compute()
            times.append(time.process_time() - begin)
        return 1000 * min(times)

    twenty = Ranking([3, 0, 2, 0, 1] * 4, missed=[3, 1], top_grade=3)

    def explain_two_numbers() -> None:
        half, one = reading.Number.of("0.50", 0.5, 0.005), reading.Number.of("1.00", 1, 0.005)
        explain_two.explain_two(half, one, case.Case("ndcg", twenty, 10))

    found = rbp(Ranking([1, 0] * 25), persistence=0.95)
    walk = collecting(
        found.terms["weight"], found.terms["utility"], float(found.aside["expected_documents"])
    )
    differences = np.random.default_rng(0).normal(0.05, 0.3, 5000)
    lines = [b"title %d,%d\n" % (i, i % 4) for i in range(300_000)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "my.csv"
        path.write_bytes(b"title,grade\n" + b"".join(lines))
        rows = {
            "two numbers explained": (explain_two_numbers, 100),
            "10,000 readers sent": (
                lambda: walk.send(10_000, 1).means(np.arange(1, 10_000, 100)),
                20,
            ),
            "5,000 topics resampled": (lambda: compare.randomisation(differences), 300),
            "300,000 lines read here": (lambda: read(path, order_of_lines=True), None),
            "... and by a worker": (
                lambda: upload_worker.start([path], order_of_lines=True).result(),
                100,
            ),
        }
        print("\nComputations, ms of CPU of the server; goals in brackets.")
        for name, (compute, goal) in rows.items():
            print(f"{name:26}{spent(compute):6.0f}  ({goal or '–'})")


def main() -> None:
    """Measure all pages and print a row for each."""
    searches()
    computations()
    times: dict[str, list[dict[str, float]]] = {name: [] for name in CASES}
    cpu: dict[str, float] = dict.fromkeys(CASES, 0.0)
    with ExitStack() as stack:
        logs = Path(stack.enter_context(TemporaryDirectory()))
        servers = {
            script: stack.enter_context(serve(logs / f"{number}.log", script))
            for number, script in enumerate({case.script for case in CASES.values()})
        }
        playwright = stack.enter_context(sync_playwright())
        browser = chromium.launch(playwright)
        pages = {}
        for name, case in CASES.items():
            page = pages[name] = browser.new_page(viewport={"width": 1400, "height": 900})
            page.goto(servers[case.script].address)  # the first visit after a start is special
            settle(page)
            page.goto(servers[case.script].address + case.path)
            settle(page, 1000)
            page.evaluate(WATCH)
        for turn in range(ROUNDS + 1):  # the first round warms up
            for name, page in pages.items():
                page.bring_to_front()
                role, first = CASES[name].first
                page.get_by_role(role, name=re.compile(first)).first.focus()
                server = servers[CASES[name].script]
                before = server.cpu_seconds()
                measured = drop_times(page)
                if turn:
                    times[name] += measured
                    cpu[name] += server.cpu_seconds() - before
        browser.close()
    typical = {
        name: {m: median(found) for m in MOMENTS if (found := [d[m] for d in each if m in d])}
        for name, each in times.items()
    }
    floor = typical["bare page"]["last"]
    print(
        f"A drop, ms and times the bare page's {floor:.0f}; goals in brackets. {len(times[name])}"
    )
    print(f"drops a page.\n{'':26}" + "".join(f"{m:>18}" for m in MOMENTS) + f"{'server CPU':>18}")
    for name, case in CASES.items():
        goals = {"score": case.first_goal, "bars": case.first_goal, "last": case.last_goal}
        row = [
            f"{ms:5.0f} {ms / floor:5.2f} ({goals[m] or 1:.1f})"
            if (ms := typical[name].get(m))
            else ""
            for m in MOMENTS
        ]
        spent = f"{1000 * cpu[name] / (ROUNDS * DROPS):.1f} ({case.cpu_goal or '–'})"
        print(f"{name:26}" + "".join(f"{cell:>18}" for cell in (*row, spent)))


if __name__ == "__main__":
    main()
