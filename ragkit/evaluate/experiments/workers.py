"""Workers that make the runs: threads of this process, or Dask workers, here or on a cluster.

Threads share one kit. A Dask worker is another process, perhaps on another machine. It opens its
own kit with its own index, and the documents must be at the same path. Left out: copying model
files to workers; each has its own cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from ragkit.evaluate.experiments.experiment import BadExperiment, Experiment
from ragkit.evaluate.experiments.jobs import Job, shared
from ragkit.kit import Kit

Made = TypeVar("Made")
Make = Callable[[Kit, Experiment, Job, Path], Made]
"""A function that makes a run, from the kit, the experiment, the job and the folder of memories."""
CONNECT_WITHIN = 30
"""Seconds to wait for a scheduler's answer."""


@contextmanager
def workers(
    experiment: Experiment, kit: Kit, folder: Path, make: Make[Made]
) -> Iterator[Callable[[Job], Future[Made]]]:
    """A function that submits a job and returns its future. Raises `BadExperiment`."""
    if experiment.workers is None:
        with ThreadPoolExecutor(experiment.parallel) as threads:
            yield lambda job: threads.submit(make, kit, experiment, job, folder)
        return
    text = experiment.model_dump_json()
    with _dask(experiment) as pool:
        yield lambda job: pool.submit(partial(make_there, make, text, job, folder))


@contextmanager
def _dask(experiment: Experiment) -> Iterator[Executor]:
    """The Dask workers as an executor: `parallel` processes of this machine, or a scheduler's."""
    try:
        # imported here because Dask is an optional dependency
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise BadExperiment(
            f"workers: Dask is not installed ({error}); `pip install ragkit[cluster]`"
        ) from error
    if experiment.workers == "local":
        cluster = LocalCluster(
            n_workers=experiment.parallel, threads_per_worker=1, dashboard_address=None
        )
        with cluster, Client(cluster) as client:
            yield client.get_executor(pure=False)
        return
    try:
        client = Client(experiment.workers, timeout=CONNECT_WITHIN)
    except (OSError, ValueError) as error:
        raise BadExperiment(
            f"workers: no Dask scheduler answers at {experiment.workers}: {error}"
        ) from error
    with client:
        yield client.get_executor(pure=False)


def make_there(make: Make[Made], experiment: str, job: Job, folder: Path) -> Made:
    """Make a run in a worker, with the worker's kit, which is opened by the first run."""
    kit = _kit(experiment)
    return make(kit, Experiment.model_validate_json(experiment), job, folder)


@cache
def _kit(experiment: str) -> Kit:
    from distributed import get_worker

    found = Experiment.model_validate_json(experiment)
    # a folder of its own, because a store can be open in one process at a time
    indexes = Path(get_worker().local_directory) / "indexes"
    return Kit.open(found.corpus, quiet=True, **{"indexes": indexes} | shared(found))
