"""Who makes the runs: threads of this process, or Dask workers, on this machine or on a cluster.

Threads share one kit. A worker is another process, perhaps on another machine: it opens a kit of its own, with an index
of its own, and must find the documents under the same path. Left out: moving model files to workers; each has a cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from ragkit.evaluate.experiment import BadExperiment, Experiment
from ragkit.evaluate.jobs import Job, shared
from ragkit.kit import Kit

Made = TypeVar("Made")
Make = Callable[[Kit, Experiment, Job, Path], Made]
"""What makes a run: kit, experiment, job and the folder of memories to whatever came of it."""
PATIENCE = 30
"""Seconds until a scheduler that does not answer is given up."""


@contextmanager
def crew(experiment: Experiment, kit: Kit, folder: Path, make: Make[Made]) -> Iterator[Callable[[Job], Future[Made]]]:
    """How a job is given away: a function from a job to its future. Raises `BadExperiment`."""
    if experiment.workers is None:
        with ThreadPoolExecutor(experiment.parallel) as threads:
            yield lambda job: threads.submit(make, kit, experiment, job, folder)
    else:
        with _dask(experiment) as workers:
            yield lambda job: workers.submit(partial(make_there, make, experiment.model_dump_json(), job, folder))


@contextmanager
def _dask(experiment: Experiment) -> Iterator[Executor]:
    """Workers as an executor: as many processes of this machine as run side by side, or those of a scheduler."""
    try:
        from distributed import Client, LocalCluster  # late: an extra
    except ImportError as error:
        raise BadExperiment(f"workers: Dask is not installed ({error}); `pip install ragkit[cluster]`") from error
    if experiment.workers == "local":
        with (
            LocalCluster(n_workers=experiment.parallel, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor(pure=False)
        return
    try:
        client = Client(experiment.workers, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise BadExperiment(f"workers: no Dask scheduler answers at {experiment.workers}: {error}") from error
    with client:
        yield client.get_executor(pure=False)


def make_there(make: Make[Made], experiment: str, job: Job, folder: Path) -> Made:
    """Make a run in a worker, with its kit; the first run opens it."""
    return make(_kit(experiment), Experiment.model_validate_json(experiment), job, folder)


@cache
def _kit(experiment: str) -> Kit:
    from distributed import get_worker

    found = Experiment.model_validate_json(experiment)
    indexes = Path(get_worker().local_directory) / "indexes"  # a store is open in one process at a time
    return Kit.open(found.corpus, quiet=True, **{"indexes": indexes} | shared(found))
