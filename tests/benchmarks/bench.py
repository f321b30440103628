"""How long a drop takes until the last thing on the page has changed, in a real Chromium.

Every page is measured in turn, round after round, so that a machine that slows down slows all of
them; compare the ratios to the bare page, not milliseconds between runs.
"""

import os
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

import chromium
from live_app import serve, settle

ROUNDS, DROPS = 6, 10
PAGES = {
    "bare page": ("tests/benchmarks/bare.py", "/", None),
    "average precision": ("app.py", "/average_precision", 1.5),
    "expected reciprocal rank": ("app.py", "/expected_reciprocal_rank", 1.5),
    "playground, all metrics": ("app.py", "/playground", 2.0),
}
CPU_GOAL = 15.0  # ms of the server's time for one rerun

# A drop is one message with the new list, however it was made: here by Alt and an arrow key. What
# Streamlit marks elements with while a script runs is not something that a reader sees change.
WATCH = """() => {
  window.last = 0;
  const seen = (change) => change.type !== "attributes" || change.target.closest("svg");
  new MutationObserver((changes) => { if (changes.some(seen)) window.last = performance.now(); })
    .observe(document.querySelector('[data-testid="stMain"]'),
             {subtree: true, childList: true, attributes: true, characterData: true});
  addEventListener("keydown", () => { window.dropped = performance.now(); }, true);
}"""


def drop_times(page: Page) -> list[float]:
    """Move the first card down and up again, and return for each drop the ms to the last change."""
    times = []
    for turn in range(DROPS):
        page.keyboard.press("Alt+ArrowUp" if turn % 2 else "Alt+ArrowDown")
        settle(page, 150)
        times.append(page.evaluate("window.last - window.dropped"))
    return times


def cpu_seconds(pid: int) -> float:
    """User and system time a process has used, from /proc."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure all pages and print a row for each."""
    times: dict[str, list[float]] = {name: [] for name in PAGES}
    cpu: dict[str, float] = dict.fromkeys(PAGES, 0.0)
    with ExitStack() as stack:
        logs = Path(stack.enter_context(TemporaryDirectory()))
        servers = {
            script: stack.enter_context(serve(logs / f"{number}.log", script))
            for number, script in enumerate({script for script, _, _ in PAGES.values()})
        }
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=chromium.executable(), args=list(chromium.ARGUMENTS)
        )
        pages = {}
        for name, (script, path, _) in PAGES.items():
            page = pages[name] = browser.new_page(viewport={"width": 1400, "height": 900})
            page.goto(servers[script].address)  # the first visit after a start is special
            settle(page)
            page.goto(servers[script].address + path)
            settle(page, 1000)
            page.evaluate(WATCH)
        for turn in range(ROUNDS + 1):  # the first round warms up
            for name, page in pages.items():
                page.bring_to_front()
                page.get_by_role("button", name="Move Sourdough bread").focus()
                pid = servers[PAGES[name][0]].pid
                before = cpu_seconds(pid)
                measured = drop_times(page)
                if turn:
                    times[name] += measured
                    cpu[name] += cpu_seconds(pid) - before
        browser.close()
    floor = median(times["bare page"])
    print(f"{'':26}{'median':>8}{'p95':>8}{'ratio':>8}{'goal':>6}{'server CPU':>13}   (ms a drop)")
    for name, (_, _, goal) in PAGES.items():
        spread = quantiles(times[name], n=20)
        print(
            f"{name:26}{median(times[name]):8.0f}{spread[-1]:8.0f}"
            f"{median(times[name]) / floor:8.2f}"
            f"{goal or 1:6.1f}{1000 * cpu[name] / (ROUNDS * DROPS):13.1f}"
        )
    print(f"Goal for the server's CPU: at most {CPU_GOAL:.0f} ms. {ROUNDS * DROPS} drops a page.")


if __name__ == "__main__":
    main()
