"""The process that reads files: requests on stdin, replies on stdout, until stdin ends.

A file may be hostile, and make its reader hang, crash or use gigabytes of memory. So `limited.py`
runs this file as a process that can be stopped. A request is a line of JSON and the file's bytes. A
reply is a line of JSON, after a line for each page of a PDF that has been read.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from math import ceil
from pathlib import Path
from types import ModuleType
from typing import Any

PageDone = Callable[[], None]
FRAMES = 10_000
"""Number of calls within calls: a page that is nested as deep as it may be needs two thousand."""
TIRED_ABOVE = 0.25
"""Fraction of the memory allowed after which this process should be replaced.

What one file left behind would be counted against the next one.
"""
TOO_HUNGRY = "needs more than {:,} bytes of memory; split it, or raise Limits.memory"


def main() -> None:
    """Answer requests until there are no more."""
    # A person who interrupts a notebook interrupts the reading, which then stops this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setrecursionlimit(FRAMES)
    # A PDF may contain half a character, which cannot be encoded.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    # PyMuPDF prints advice, which must not get into a reply.
    os.dup2(2, 1)
    _without_the_kit()

    def say(message: dict[str, Any]) -> None:
        line = json.dumps(message, ensure_ascii=False)
        replies.write(f"{line}\n")
        replies.flush()

    def page_done() -> None:
        say({"page": True})

    requests = sys.stdin.buffer
    while line := requests.readline():
        request = json.loads(line)
        raw = requests.read(request["bytes"])
        reply = _reply(request["format"], raw, request["limits"], page_done)
        say(reply)


def _without_the_kit() -> None:
    """Make the readers importable without the rest of the kit, which takes seconds to import."""
    here = Path(__file__).resolve().parent
    for name, folder in (("ragkit", here.parent), ("ragkit.documents", here)):
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package


def _reply(format: str, raw: bytes, numbers: dict[str, Any], page_done: PageDone) -> dict[str, Any]:
    """Return the fields of a document, or `refused` with a reason."""
    from ragkit.documents.document import Limits, Unreadable
    from ragkit.documents.formats import parsed

    limits = Limits(**numbers)
    seconds = max(limits.seconds, limits.most_seconds)
    _restrict(limits.memory, seconds)
    try:
        document = parsed(format, raw, limits, page_done)
        reply = asdict(document)
    except Unreadable as error:
        reply = {"refused": error.reason}
    except MemoryError:
        # What is left must do for the reply.
        _restrict(limits.memory * 2, seconds)
        return {"hungry": TOO_HUNGRY.format(limits.memory), "tired": True}
    return reply | {"tired": _memory_used() > limits.memory * TIRED_ABOVE}


def _restrict(memory: int, seconds: float) -> None:
    """Limit this process: bytes of memory in all, and seconds of computing from now on.

    The limit of time holds even if the parent process is gone.
    """
    # Windows has no `resource`, macOS refuses some limits.
    with suppress(ImportError, ValueError, OSError):
        import resource

        end = ceil(time.process_time() + seconds) + 1
        limits = {resource.RLIMIT_AS: memory, resource.RLIMIT_CPU: end}
        for kind, most in limits.items():
            _, highest = resource.getrlimit(kind)
            if highest != resource.RLIM_INFINITY:
                most = min(most, highest)
            # Only the soft limit: the next file may have another one.
            resource.setrlimit(kind, (most, highest))


def _memory_used() -> int:
    """Return the bytes of memory that this process has now; 0 where it is unknown.

    The most that it ever had (`ru_maxrss`) would begin with that of the process which started it.
    """
    if sys.platform != "linux":
        return 0
    import resource

    _, resident, *_ = Path("/proc/self/statm").read_text().split()
    return int(resident) * resource.getpagesize()


if __name__ == "__main__":
    main()
