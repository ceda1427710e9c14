"""Vector stores and what happens to them: processes that use one, and files that are damaged."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ragkit.state import Passage

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
from ragkit.search.store import StoreBusy
from ragkit.state import Claim
from stores import *
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
