"""Dask workers, on this machine or on a cluster, for whatever is to be done by many.

Sweeps make their runs there, and an ingest reads and embeds there. Left out: what is sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from typing import Any

CONNECT_WITHIN = 30
"""Seconds to wait for a scheduler's answer, and then for its first worker."""
CERTIFICATES = (
    "the scheduler accepts clients with a certificate of its own authority: name the files in "
    "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and "
    "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
)


class ClusterFailed(RuntimeError):
    """There are no workers, or no more; the message says what to do."""


@contextmanager
def dask(address: str, count: int, kept: str) -> Iterator[Any]:
    """The Dask client of `count` processes of this machine for `local`, or of a scheduler.

    `kept` names what a second call does not do again. Raises `ClusterFailed`.
    """
    try:
        # imported here because Dask is an optional dependency
        from distributed import LocalCluster
        from distributed.client import ClosedClientError
        from distributed.scheduler import KilledWorker, NoWorkerError
    except ImportError as error:
        raise ClusterFailed(
            f"Dask is not installed ({error}); `pip install ragkit[cluster]`"
        ) from error
    with ExitStack() as opened:
        where: Any = address
        if address == "local":
            # with certificates, because other users of this machine can reach the port too
            where = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                dashboard_address=None,
                security=True,
            )
            opened.enter_context(where)
        connected = opened.enter_context(client(where))
        try:
            yield connected
        except (CancelledError, ClosedClientError, KilledWorker, NoWorkerError) as error:
            cause = str(error) or "connection lost"
            raise ClusterFailed(
                f"the Dask scheduler at {address} or its workers ended at work ({cause}); "
                f"{kept} are kept: start them, and give the same command again"
            ) from error


def fetched(given: Any, kept: str) -> Any:
    """What a worker made of a task; `kept` is as in `dask`. Raises `ClusterFailed`.

    It waits for Dask's own future, where a connection that was lost is an error. A future of Dask's
    executor would never end then.
    """
    try:
        return given.result()
    except OSError as error:
        raise ClusterFailed(
            f"a Dask worker failed, or the connection to it ({error}); {kept} are kept: "
            "give the same command again"
        ) from error


def client(where: Any) -> Any:
    """A Dask client of a scheduler that has a worker. Raises `ClusterFailed`."""
    from dask.config import collect_env, config, update
    from distributed import Client

    # a notebook may have named its certificates after Dask was imported
    update(config, collect_env())
    try:
        connected = Client(where, timeout=CONNECT_WITHIN)
    # what Dask raises for an address, a network, a certificate and its own configuration
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise ClusterFailed(
            f"no Dask scheduler answers at {where}: {error}; {_remedy(str(where))}"
        ) from error
    try:
        connected.wait_for_workers(1, timeout=CONNECT_WITHIN)
    except TimeoutError as error:
        connected.close()
        raise ClusterFailed(
            f"the Dask scheduler at {where} has had no worker for {CONNECT_WITHIN} "
            f"seconds; start one with `dask worker {where}`"
        ) from error
    return connected


def _remedy(address: str) -> str:
    if address.startswith("tls:"):
        return CERTIFICATES
    return "start one there; the address of one with certificates begins with tls://"
