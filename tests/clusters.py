"""Real Dask schedulers and workers in processes of their own, on loopback and over TLS, which a test may kill."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from dask import config
from distributed import Client
from distributed.security import Security

ROOT = Path(__file__).parent.parent
VARIABLES = {"tls_ca_file": "CA_FILE", "tls_client_cert": "CLIENT__CERT", "tls_client_key": "CLIENT__KEY"}
"""The fields of Dask's `Security` that a client needs, and the ends of their variables."""
START_WITHIN = 120
"""Seconds; on a quiet machine it takes a few."""


def certificates(folder: Path) -> dict[str, str]:
    """A certificate that is its own authority, and its key, as files; the variables that name them to a client."""
    folder.mkdir(parents=True)
    made, variables = Security.temporary(), {}
    for field, end in VARIABLES.items():
        file = folder / f"{field}.pem"
        file.write_text(getattr(made, field))
        variables[f"DASK_DISTRIBUTED__COMM__TLS__{end}"] = str(file)
    return variables


def refresh() -> None:
    """Let Dask forget the variables that are gone."""
    config.refresh()


class Cluster:
    """A scheduler and two workers over TLS, whose certificate is in `folder`."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.variables = certificates(folder)
        self.folder, self.more = folder, variables
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"tls://127.0.0.1:{free.getsockname()[1]}"
        self.running: dict[str, subprocess.Popen] = {}

    def start(self) -> None:
        """Start whichever is not running, and wait until both workers are there."""
        port = self.address.rpartition(":")[2]
        self._start("scheduler", "--host", "127.0.0.1", "--protocol", "tls", "--port", port)
        for name in ("first", "second"):
            preload = ("--preload", str(Path(__file__).parent / "dask_worker.py"), "--no-nanny", "--nthreads", "1")
            self._start(name, self.address, *preload)
        with Client(self.address, security=self.security(), timeout=START_WITHIN) as client:
            client.wait_for_workers(2, timeout=START_WITHIN)

    def security(self) -> Security:
        return Security(require_encryption=True, **{field: str(self._file(field)) for field in VARIABLES})

    def _start(self, name: str, *arguments: str) -> None:
        known = self.running.get(name)
        if known is not None and known.poll() is None:
            return
        own = ["--dashboard-address", "127.0.0.1:0"]
        for option, field in {"ca-file": "tls_ca_file", "cert": "tls_client_cert", "key": "tls_client_key"}.items():
            own += [f"--tls-{option}", str(self._file(field))]
        if name != "scheduler":
            own += ["--local-directory", str(self.folder / name)]
        command = [sys.executable, "-m", "dask", "scheduler" if name == "scheduler" else "worker", *arguments, *own]
        paths = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command, stdout=log, stderr=log, env=os.environ | {"PYTHONPATH": paths} | self.more
            )

    def _file(self, field: str) -> Path:
        return self.folder / f"{field}.pem"

    def kill(self, name: str) -> None:
        """End the scheduler or a worker as a power failure would."""
        self.running[name].kill()
        self.running[name].wait()

    def close(self) -> None:
        for name in self.running:
            self.kill(name)
