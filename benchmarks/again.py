"""Make a random tenth of an experiment's committed runs again, and say which end differently.

    python -m benchmarks.again benchmarks/experiments/ablation.yml [--share 0.1] [--seed 0]

A change that should change nothing, such as a move of code, gives the same answers. Another
processor may decide a near tie otherwise, so a few differences are named and not hidden: the exit
status is 1 where fewer than 95 of 100 runs end as they did.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tqdm import tqdm

from ragkit.evaluate.experiments.bench import make, opened
from ragkit.evaluate.experiments.experiment import load_experiment
from ragkit.evaluate.experiments.jobs import Job, all_jobs
from ragkit.evaluate.measures.rows import Row
from ragkit.report.report import read_results

RESULTS = Path(__file__).parent / "results"
ENOUGH = 0.95


def drawn(jobs: Sequence[Job], share: float, seed: int) -> list[Job]:
    """A random share of the runs, in the order of the experiment."""
    chosen = set(Random(seed).sample(range(len(jobs)), ceil(share * len(jobs))))
    return [job for number, job in enumerate(jobs) if number in chosen]


def different(before: Row, again: Row) -> str:
    """What a run answers or reads otherwise than before; empty where it ends the same."""
    if again.answer != before.answer:
        return f"answered {before.answer!r:.120}, and now {again.answer!r:.120}"
    read = before.evaluated + before.reused
    now = again.evaluated + again.reused
    return "" if now == read else f"read {read} tokens, and now {now}"


def main() -> int:
    """Print each run that ends differently, and how many end as they did."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("experiment", type=Path)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    _, rows = read_results(RESULTS / chosen.experiment.stem)
    before = {(row.system, row.question, row.repeat): row for row in rows}
    experiment = load_experiment(chosen.experiment)
    kit = opened(experiment)
    jobs = drawn(all_jobs(experiment, kit.corpus.fingerprint), chosen.share, chosen.seed)
    same = 0
    with TemporaryDirectory() as folder:
        for job in tqdm(jobs, desc=chosen.experiment.stem):
            again, _ = make(kit, experiment, job, Path(folder))
            why = different(before[job.name, job.question.id, job.repeat], again)
            same += not why
            if why:
                tqdm.write(f"{job.name}, {job.question.id}: {why}")
    kit.close()
    print(f"{same} of {len(jobs)} runs of {chosen.experiment.stem} end as they did")
    return int(same < ENOUGH * len(jobs))


if __name__ == "__main__":
    sys.exit(main())
