"""What partitions take: time, and the memory of a worker, for five and for twenty million rows.

Each worker makes its partitions as they are asked for, 500,000 rows of a run with their judgements,
and keeps a number for each topic and metric. Its memory levels off after some of them, when it has
met the largest. The numbers must be those of one table, which a process of its own reads.
"""

import re
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from dask import compute, delayed
from dask.distributed import Client, LocalCluster

from metrics import evaluate
from metrics.evaluation import Scored
from metrics.partitions import combine, evaluate_part

NAMES = ["nDCG@10", "AP", "RR"]
TOPICS, DOCUMENTS, JUDGED = 500, 1_000, 20  # of a partition
SIZES = (10, 40)  # partitions
WORKERS = 2
GOAL = 1.25  # the peak of a worker for the most rows over that for the fewest


def partition(number: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Make a run and qrels, the same for the same number."""
    draw = np.random.default_rng(number)
    names = pa.array([f"document{at}" for at in range(4 * DOCUMENTS)])
    topics = pa.array([f"{number}-{at}" for at in range(TOPICS)])

    def table(each: int, **values: Any) -> pd.DataFrame:
        found = np.concatenate([draw.permutation(4 * DOCUMENTS)[:each] for _ in range(TOPICS)])
        rows = {
            "query_id": topics.take(pa.array(np.repeat(np.arange(TOPICS), each))),
            "doc_id": names.take(pa.array(found)),
        }
        return pa.table(rows | values).to_pandas()

    run = table(DOCUMENTS, score=draw.random(TOPICS * DOCUMENTS))
    return run, table(JUDGED, grade=draw.integers(0, 5, TOPICS * JUDGED))


def scored(number: int) -> Scored:
    return evaluate_part(*partition(number), NAMES)


def in_one_table(count: int) -> pd.DataFrame:
    run, qrels = zip(*map(partition, range(count)), strict=True)
    return evaluate(pd.concat(run), pd.concat(qrels), NAMES)


def peak() -> float:
    """GB of this process at its peak."""
    return int(re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())[1]) / 1e6


def with_peak(function: Callable[[int], pd.DataFrame], count: int) -> tuple[pd.DataFrame, float]:
    return function(count), peak()


def on_workers(count: int) -> tuple[pd.DataFrame, float]:
    """Return the table, and the peak of the worker that took the most memory."""
    with (
        LocalCluster(WORKERS, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        table = combine(compute(*map(delayed(scored), range(count))))
        return table, max(client.run(peak).values())


def main() -> None:
    """Print what each size takes, and fail where the numbers are not those of one table."""
    peaks = []
    for count in SIZES:
        start = perf_counter()
        table, most = on_workers(count)
        peaks.append(most)
        print(
            f"{count * TOPICS * DOCUMENTS:,} rows in {count} partitions on {WORKERS} workers: "
            f"{perf_counter() - start:.0f} s, {most:.2f} GB in a worker at its peak.",
            flush=True,
        )
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        wanted, most = fresh.submit(with_peak, in_one_table, SIZES[-1]).result()
    print(f"One table of as many rows: {most:.2f} GB.")
    print(f"A worker's peak grew {peaks[-1] / peaks[0]:.2f} times. Goal: at most {GOAL:g}.")
    if not table.equals(wanted):
        sys.exit("The numbers are not those of one table.")
    print(f"All {len(wanted):,} rows of the table are the same to the last digit.")


if __name__ == "__main__":
    main()
