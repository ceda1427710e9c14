"""An ingest without model files, in this process, in one that kills itself, and in the workers of a cluster."""

import multiprocessing
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from fakes import FakeEmbed

import ragkit.documents.corpus as reading
import ragkit.ingest as ingest
import ragkit.kit as opened
import ragkit.opening as opening

DONE = "INGEST_DONE"
"""The variable that names the file of what was done; without it nobody writes that down."""
FILES, EACH = 60, 5
"""60 files of 5 passages are 300 passages: four whole batches of 64, and one of 44."""


def write(folder: Path) -> Path:
    """A folder of documents whose passages begin with words of their own."""
    folder.mkdir()
    for number in range(FILES):
        parts = [f"## Part {part}\n\nword{number}x{part} hunts mice at night." for part in range(EACH)]
        (folder / f"text{number:02}.md").write_text("\n\n".join(parts))
    return folder


def done() -> Counter[str]:
    """How often each file was read, as its name, and each passage embedded, as its own word."""
    file = Path(os.environ[DONE])
    return Counter(file.read_text().split()) if file.exists() else Counter()


def words_in(text: str) -> int:
    """The length of a text, for want of a tokeniser."""
    return len(text.split())


class Noted:
    """Stands in for an embedder and for the reader: writes down what is done, and may kill the process before it."""

    def __init__(self, kill_at: str = "") -> None:
        self.kill_at, self.embed, self.read = kill_at, FakeEmbed(), reading.read

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        self._note(re.findall(r"word\d+x\d+", " ".join(texts)))
        return self.embed(texts)

    def reads(self, path, root):
        self._note([path.name])
        return self.read(path, root)

    def _note(self, names: list[str]) -> None:
        if self.kill_at in names:
            os.kill(os.getpid(), signal.SIGKILL)
        if DONE in os.environ:
            with Path(os.environ[DONE]).open("a") as file:
                file.write("".join(f"{name}\n" for name in names))


def stand_in(kill_at: str = "") -> None:
    """Let this process do without model files from now on; it is killed before it reads or embeds `kill_at`."""
    noted = Noted(kill_at)
    reading.read = noted.reads
    ingest.embedder = lambda model: noted
    ingest.counter = lambda model: words_in
    opened.SentenceEmbedder = lambda folder: noted
    opened.embedder_folder = lambda settings, quiet: Path()
    opening.token_counter = lambda weights: words_in


def command(folder: str, variables: dict[str, str], kill_at: str) -> None:
    """What the command `ingest` does in a process of its own."""
    from ragkit.__main__ import main

    os.environ.update(variables)
    stand_in(kill_at)
    sys.exit(main(["ingest", folder]))


def ended(folder: Path, variables: dict[str, str], kill_at: str = "") -> int:
    """The exit status of that process, which shares its imports with others."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["ragkit.graphs", "ragkit.runs.threads"])
    process = context.Process(target=command, args=(str(folder), variables, kill_at))
    process.start()
    process.join()
    return process.exitcode
