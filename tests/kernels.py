"""Kernels forked from one process that has imported what every notebook imports.

Each of the notebooks runs in a kernel of its own, and each kernel would spend ten seconds importing the same
libraries. So one process imports them, and every kernel is a fork of it: the namespace is new, the modules are there.
Run as a script this file is that process, or (with a connection file) what Jupyter takes for the kernel.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HEAVY = (
    "ipykernel.kernelapp",
    "ragkit.kit",
    "ragkit.graphs",
    "ragkit.widgets",
    "sentence_transformers",
    "langchain_openai",
)
READY = b"ready\n"
LONGEST = 100
"""Length of a path at which systems begin to refuse a socket."""


@contextmanager
def forked_kernels(folder: Path) -> Iterator[Path | None]:
    """A folder for JUPYTER_PATH in which the kernel `python3` is a fork, as long as this is open.

    None where there is no fork: there kernels start as they always do.
    """
    address = str(folder / "kernels.sock")
    if not hasattr(os, "fork") or len(address) > LONGEST:
        yield None
        return
    spec = folder / "kernels" / "python3"
    spec.mkdir(parents=True)
    argv = [sys.executable, "-S", "-E", __file__, address, "-f", "{connection_file}"]
    told = {"argv": argv, "display_name": "ragkit", "language": "python"}
    (spec / "kernel.json").write_text(json.dumps(told))
    with subprocess.Popen([sys.executable, __file__, address], stdout=subprocess.PIPE) as imported:
        assert imported.stdout is not None and imported.stdout.readline() == READY
        try:
            yield folder
        finally:
            imported.terminate()


def serve(address: str) -> None:
    """Import, then fork a kernel for each connection."""
    import importlib
    import signal

    for name in HEAVY:
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a kernel that ended leaves nothing behind
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()
        while True:
            client, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                be_kernel(client)
            client.close()


def be_kernel(client: socket.socket) -> None:
    """In the fork: take over the client's folder, variables and arguments, and end when the client does."""
    wish = json.loads(client.makefile().readline())
    os.setsid()
    os.chdir(wish["folder"])
    os.environ.clear()
    os.environ.update(wish["variables"])
    client.sendall(f"{os.getpid()}\n".encode())
    threading.Thread(target=end_with, args=(client,), daemon=True).start()
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance(wish["arguments"])
    # To take all that was imported apart takes longer than Jupyter waits for a kernel to end.
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(0)


def end_with(client: socket.socket) -> None:
    client.recv(1)  # comes back when the client is gone
    os._exit(1)


def stand_for(address: str, arguments: list[str]) -> None:
    """What Jupyter starts: ask for a kernel, hand signals on to it, and live as long as it does."""
    import signal

    variables = {name: value for name, value in os.environ.items() if name != "JPY_PARENT_PID"}
    wish = {"arguments": arguments, "folder": str(Path.cwd()), "variables": variables}
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(address)
        server.sendall(json.dumps(wish).encode() + b"\n")
        kernel = int(server.makefile().readline())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda received, _: os.kill(kernel, received))
        while server.recv(1):
            pass


if __name__ == "__main__":
    address, *arguments = sys.argv[1:]
    if arguments:
        stand_for(address, arguments)
    else:
        serve(address)
