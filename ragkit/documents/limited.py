"""The bytes of one file to one `Document`, with limits of time and memory.

A process of its own reads the file (`worker.py`), and is stopped when its time is up. It is started
once and used for many files, because starting takes longer than reading most of them. Left out:
what is read how (`formats.py`).
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from ragkit.documents.document import USUAL, Document, Heading, Limits, Unreadable
from ragkit.documents.formats import parsed

WORKER = Path(__file__).with_name("worker.py")
SPARE = 2
"""Number of processes that are kept for the next files. Each takes some 30 MB."""
OVERHEAD = 1_000_000
"""Number of bytes that a reply may have besides the text: pages, notes, title."""
BYTES_PER_CHARACTER = 8
"""Bytes of a reply for each character of text: four at most, twice where JSON marks it."""
TOO_SLOW = "took longer than {:.3g} seconds and was stopped; split it, or raise Limits.seconds"
CRASHED = "crashed its reader (exit code {}); {}"
NO_PROCESS = "cannot be read: no process could be started ({}); close other programs"
SAVE_AGAIN = "save it again with another program, or leave it out"
PRINT_AGAIN = "open it in a viewer and print it to PDF again"


class Died(Exception):
    """A process ended, or ran out of memory, before it replied; the message is a reason."""


class Watch:
    """A thread that stops a process when its time is up. It ends with the file."""

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits) -> None:
        self.rang = False
        """Whether the process was stopped."""
        self._process = process
        self._limits = limits
        self._began = monotonic()
        self.allowed = limits.seconds
        """The seconds for this file, by what has been read of it."""
        self._over = Event()
        self._thread = Thread(target=self._wait, daemon=True)
        self._thread.start()

    def page_done(self) -> None:
        """Allow the seconds of one page more."""
        longer = self.allowed + self._limits.page_seconds
        most = max(self._limits.most_seconds, self._limits.seconds)
        self.allowed = min(longer, most)

    def end(self) -> None:
        """Stop watching. No thread is left."""
        self._over.set()
        self._thread.join()

    def _wait(self) -> None:
        while not self._over.is_set():
            left = self._began + self.allowed - monotonic()
            if left <= 0:
                self.rang = True
                self._process.kill()
                return
            self._over.wait(left)


class Worker:
    """A process that reads one file after the other."""

    def __init__(self) -> None:
        # -P keeps the file names of this folder from hiding Python's own modules.
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.is_fresh = True

    def ask(self, format: str, raw: bytes, limits: Limits) -> dict[str, Any]:
        """Return the reply. Raises `Unreadable` when the time is up, and `Died`."""
        self.is_fresh = False
        watch = Watch(self.process, limits)
        try:
            self._send(format, raw, limits)
            return self._reply(watch, limits)
        except (OSError, ValueError):
            reason = self._how_it_ended(format)
        finally:
            watch.end()
        if watch.rang:
            raise Unreadable(None, TOO_SLOW.format(watch.allowed))
        raise Died(reason)

    def _send(self, format: str, raw: bytes, limits: Limits) -> None:
        assert self.process.stdin is not None
        request = {"format": format, "bytes": len(raw), "limits": asdict(limits)}
        head = json.dumps(request)
        self.process.stdin.write(f"{head}\n".encode())
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def _reply(self, watch: Watch, limits: Limits) -> dict[str, Any]:
        """Return the reply; raises `OSError` if none comes."""
        assert self.process.stdout is not None
        most = limits.characters * BYTES_PER_CHARACTER + OVERHEAD
        while True:
            line = self.process.stdout.readline(most)
            if not line.endswith(b"\n"):
                raise BrokenPipeError
            reply: dict[str, Any] = json.loads(line)
            if "page" not in reply:
                return reply
            watch.page_done()

    def _how_it_ended(self, format: str) -> str:
        # One that ended by itself has an exit code of its own.
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self.process.kill()
        code = self.process.wait()
        remedy = PRINT_AGAIN if format == "pdf" else SAVE_AGAIN
        return CRASHED.format(code, remedy)

    def end(self) -> None:
        """Stop the process. Safe to call again."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.kill()
        # What could not be written is written once more on closing.
        with suppress(OSError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


_spare: list[Worker] = []
"""The processes that wait for a file."""
_lock = Lock()


def limited(format: str, raw: bytes, limits: Limits = USUAL) -> Document:
    """Return the document in `raw`, which is in the format `text`, `html` or `pdf`.

    Takes a fraction of a second to start the process, and a millisecond for each further file.
    Raises `Unreadable`, also for a file that takes too much time or memory, or crashes its reader.
    """
    try:
        reply = _asked(format, raw, limits)
    # A graded submission may start no process. It is itself watched and limited.
    except PermissionError:
        return parsed(format, raw, limits)
    except OSError as error:
        why = error.strerror or str(error)
        raise Unreadable(None, NO_PROCESS.format(why)) from error
    except Died as error:
        raise Unreadable(None, str(error)) from None
    if "refused" in reply:
        raise Unreadable(None, reply["refused"])
    return Document(
        reply["source"],
        reply["title"],
        reply["text"],
        pages=tuple(reply["pages"]),
        notes=tuple(reply["notes"]),
        headings=tuple(Heading(*heading) for heading in reply["headings"]),
    )


def _asked(format: str, raw: bytes, limits: Limits) -> dict[str, Any]:
    """Return a process's reply.

    A process that died may have done so of the files before. So a fresh one tries again.
    """
    worker = _taken()
    if worker.is_fresh:
        return _ask(worker, format, raw, limits)
    try:
        return _ask(worker, format, raw, limits)
    except Died:
        worker = Worker()
    return _ask(worker, format, raw, limits)


def _ask(worker: Worker, format: str, raw: bytes, limits: Limits) -> dict[str, Any]:
    """Return the reply, and keep the process if it is still of use."""
    is_of_use = False
    try:
        reply = worker.ask(format, raw, limits)
        is_of_use = not reply.get("tired", True)
    finally:
        if is_of_use:
            is_of_use = _kept(worker)
        if not is_of_use:
            worker.end()
    if "hungry" in reply:
        raise Died(reply["hungry"])
    return reply


def _taken() -> Worker:
    """Return a process that waits, else a new one."""
    while True:
        with _lock:
            worker = _spare.pop() if _spare else None
        if worker is None:
            return Worker()
        if worker.process.poll() is None:
            return worker
        worker.end()


def _kept(worker: Worker) -> bool:
    """Whether the process is kept for the next file; there may be enough of them."""
    with _lock:
        if len(_spare) >= SPARE:
            return False
        _spare.append(worker)
        return True


@atexit.register
def end_spare() -> None:
    """Stop the processes that wait for a file."""
    with _lock:
        ending = list(_spare)
        _spare.clear()
    for worker in ending:
        worker.end()


def _forget() -> None:
    """Leave the processes to the parent, in a process that is a copy of it."""
    global _lock  # noqa: PLW0603
    _lock = Lock()
    _spare.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
