"""Workers that make the runs: threads of this process, or Dask workers, here or on a cluster.

Threads share one kit. A Dask worker is another process, perhaps on another machine. It opens its
own kit with its own index and its own keys, and the documents must be at the same path. It refuses
a run that would be another one with its documents or settings. Left out: copying model files to
workers; each has its own cache.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from ragkit.cluster import ClusterFailed, dask, fetched
from ragkit.evaluate.experiments.experiment import Asked, BadExperiment, Caps, Experiment
from ragkit.evaluate.experiments.jobs import Job, key_here, secrets, shared
from ragkit.kit import Kit
from ragkit.settings import Settings
from ragkit.text.redact import without_secrets

Made = TypeVar("Made")
Make = Callable[[Kit, Experiment, Job, Path], Made]
"""A function that makes a run, from the kit, the experiment, the job and the folder of memories."""
RUNS = "the runs that ended"
OPENING = Lock()
"""Held while a kit is opened: a worker may have several threads, and they share one kit."""


@contextmanager
def workers(
    experiment: Experiment, kit: Kit, folder: Path, make: Make[Made]
) -> Iterator[Callable[[Job], Future[Made]]]:
    """A function that submits a job and returns its future. Raises `BadExperiment`."""
    if experiment.workers is None:
        with ThreadPoolExecutor(experiment.parallel) as threads:
            yield lambda job: threads.submit(make, kit, experiment, job, folder)
        return
    text = sent(experiment, secrets(experiment, kit))
    # The client is closed first, which ends what the threads wait for.
    with ThreadPoolExecutor(experiment.parallel) as threads, _dask(experiment) as client:
        yield lambda job: threads.submit(_made_there, client, make, text, job)


def _made_there(client: Any, make: Make[Made], experiment: str, job: Job) -> Made:
    """Let a worker make a run, and wait for it. Raises `ClusterFailed`."""
    given = client.submit(partial(make_there, make, experiment, job), pure=False)
    made: Made = fetched(given, RUNS)
    return made


def sent(experiment: Experiment, hidden: Collection[str]) -> str:
    """What workers get of an experiment, as JSON: no key, and no path except the documents'.

    `hidden` are the credentials in force. Dask writes the tasks that fail into its workers' logs,
    so none of them may be in a task. Raises `BadExperiment` where the experiment contains one.
    """
    told = experiment.model_copy(update={"questions": Asked(), "caps": Caps()})
    text = told.model_dump_json()
    for secret in hidden:
        as_json = json.dumps(secret)[1:-1]
        if as_json in text:
            raise BadExperiment(
                "workers: the experiment contains a key or a password, which is not sent to "
                "workers; take it out of the file, and set it here and where each worker starts, "
                "such as RAGKIT_API_KEY"
            )
    return text


@contextmanager
def _dask(experiment: Experiment) -> Iterator[Any]:
    """The client of an experiment's Dask workers. Raises `BadExperiment`."""
    try:
        with dask(str(experiment.workers), experiment.parallel, RUNS) as client:
            yield client
    except ClusterFailed as error:
        raise BadExperiment(f"workers: {error}") from error


def make_there(make: Make[Made], experiment: str, job: Job) -> Made:
    """Make a run in a worker, with the worker's kit, which is opened by the first run.

    Raises `BadExperiment`, with the worker's address and without the worker's keys.
    """
    from distributed import get_worker

    worker = get_worker()
    own = Path(worker.local_directory)
    try:
        found = Experiment.model_validate_json(experiment)
        with OPENING:
            kit = _kit(experiment, own / "indexes")
        _check_same(found, job, kit)
        return make(kit, found, job, own / "memory")
    except Exception as error:  # noqa: BLE001 - whatever it is, Dask logs it
        cause = without_secrets(str(error), Settings().secrets())
        raise BadExperiment(
            f"workers: {worker.address} cannot make the run {job.key}: {cause}"
        ) from None


def _check_same(experiment: Experiment, job: Job, kit: Kit) -> None:
    """Refuse a run that would be another one here, so that a cluster makes the rows of one machine.

    Raises `BadExperiment`.
    """
    here = key_here(experiment, job, kit.corpus.fingerprint)
    if here != job.key:
        raise BadExperiment(
            f"it would be the run {here} with the documents in {experiment.corpus} and the "
            "settings here; copy the documents, and set the same RAGKIT_ variables, or write the "
            "settings into the experiment"
        )


@cache
def _kit(experiment: str, indexes: Path) -> Kit:
    """The kit of an experiment, opened once in a process.

    `indexes` is a folder of its own, because a store can be open in one process at a time.
    """
    found = Experiment.model_validate_json(experiment)
    # A worker that asked for workers of its own would wait for itself.
    own = {"indexes": indexes} | shared(found) | {"dask": ""}
    return Kit.open(found.corpus, quiet=True, **own)
