"""Vector stores and what happens to them: processes that use one, files that are damaged, and a Chroma server."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ragkit.state import Passage
from ragkit.stores.server import ChromaFailed, check_version
from ragkit.stores.server import ChromaServer as Address

OWL = Passage("owl", "owls hunt mice at night")
CAT = Passage("cat", "cats hunt mice by day")
TREE = Passage("tree", "trees stand still")
MANY = [Passage(f"p{n}", f"passage number {n} of word{n} and other{n * 7}") for n in range(2_000)]


class Others:
    """Processes that run a piece of code, forked from one that has imported everything: imports take ten seconds."""

    SCRIPT = """
import os, signal, sys, threading
import time
from pathlib import Path
from fakes import FakeEmbed
from ragkit.search.dense import Dense
from ragkit.search.memory import FailureMemory
from ragkit.stores import ChromaServer, ChromaVectors, ExactVectors, SharedVectors, index_name
from ragkit.stores.store import StoreBusy
from ragkit.state import Claim
from vector_stores import *
for line in sys.stdin:
    if child := os.fork():
        _, status = os.waitpid(child, 0)
        print("ended", os.waitstatus_to_exitcode(status), flush=True)
        continue
    try:
        exec(eval(line))
    except BaseException as error:
        print(f"{type(error).__name__}: {error}")
    sys.stdout.flush()
    os._exit(0)
"""

    def __init__(self):
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        self.process = subprocess.Popen([sys.executable, "-c", self.SCRIPT], env=environment, **pipes)

    def start(self, code):
        """Run code in a process of its own; `line` reads what it prints."""
        print(repr(code), file=self.process.stdin, flush=True)

    def line(self):
        return self.process.stdout.readline().rstrip()

    def run(self, code):
        """Run code in a process of its own to its end: the lines that it printed, the last one saying how it ended."""
        self.start(code)
        lines = [self.line()]
        while not lines[-1].startswith("ended"):
            lines.append(self.line())
        return lines


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked here")


def index_files(folder):
    return [file for file in folder.rglob("*") if file.suffix == ".bin"]


def damage_index(folder):
    for file in index_files(folder):
        file.write_bytes(b"junk" * 100)


def lose_index(folder):
    shutil.rmtree(index_files(folder)[0].parent)


def blank_vectors(folder):
    file = next(file for file in index_files(folder) if file.name == "data_level0.bin")
    file.write_bytes(bytes(file.stat().st_size))


class RunningChroma:
    """Chroma's own server, in a process on loopback; `url` is its address."""

    RUN = "from chromadb.cli.cli import app; app()"

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-c", self.RUN, "run", "--path", str(folder), "--host", "127.0.0.1", "--port", port]
        silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, **silent)

    def wait(self, seconds: float = 60.0) -> None:
        """Wait until it replies."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                check_version(Address(self.url))
                return
            except ChromaFailed:
                time.sleep(0.05)
        raise TimeoutError(f"the Chroma server did not begin to reply within {seconds} seconds")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@contextmanager
def chroma_server(folder: Path) -> Iterator[RunningChroma]:
    """A running Chroma server whose files are in `folder`; it is stopped at the end."""
    server = RunningChroma(folder)
    try:
        server.wait()
        yield server
    finally:
        server.stop()
