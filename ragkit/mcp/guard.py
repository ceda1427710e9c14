"""Run a server, and kill it and all that it started when the process that wanted it is gone.

The kit starts this file in a process of its own. The first argument is the reading end of a pipe,
whose other end only the kit has. However the kit ends, killed without a word or at its ease, the
operating system closes that end. Nothing else is as sure: a server may ignore that its input ended.

It imports nothing but what Python brings along, so it starts in a few milliseconds.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Thread


def main() -> int:
    """Run the command of the other arguments until it ends or the kit does."""
    pipe = int(sys.argv[1])
    # A session of its own, so that what the server starts can be killed with it.
    server = subprocess.Popen(sys.argv[2:], start_new_session=True)
    Thread(target=watch, args=(pipe, server.pid), daemon=True).start()
    code = server.wait()
    kill(server.pid)
    return code


def watch(pipe: int, group: int) -> None:
    """Wait until the other end of the pipe is closed, then kill the group."""
    os.read(pipe, 1)
    kill(group)


def kill(group: int) -> None:
    """Kill every process of the group that is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
