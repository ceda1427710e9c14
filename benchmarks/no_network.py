"""Run a command without a network, to see that it needs none.

On Linux it runs in a network namespace of its own, which has only the loopback interface. Where the
system does not allow that, pip and the usual clients are led to an address where there is nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache

FOREIGN = ("RAGKIT_", "PIP_", "PYTHON", "VIRTUAL_ENV", "XDG_", "JUPYTER_", "IPYTHON", "HF_")
"""Beginnings of the variables that lead to settings and caches of this machine."""
NOWHERE = "http://127.0.0.1:9"
"""An address on this machine at which nothing answers."""
RAISE_LOOPBACK = """
import fcntl, os, socket, struct, sys
with socket.socket() as any_socket:
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh22x", b"lo", 1))
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""In the new namespace the loopback interface is down, and Jupyter talks to its kernels over it."""
ISOLATE = ("unshare", "--map-root-user", "--net", sys.executable, "-c", RAISE_LOOPBACK)


@lru_cache(maxsize=1)
def can_isolate() -> bool:
    """Whether this system lets us have a network namespace."""
    try:
        done = subprocess.run([*ISOLATE, "true"], check=False, capture_output=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def blocked(command: Sequence[str]) -> list[str]:
    """A command that runs this one without a network, as far as the system allows it."""
    if can_isolate():
        return [*ISOLATE, *command]
    return list(command)


def how() -> str:
    """How the network is blocked, in words."""
    if can_isolate():
        return "a network namespace with nothing but the loopback interface"
    return "proxies that lead nowhere, and pip without an index"


def environment(**more: str) -> dict[str, str]:
    """The variables for such a command: none that is `FOREIGN`, and no way out by a proxy."""
    own = {}
    for name, value in os.environ.items():
        if not name.upper().startswith(FOREIGN):
            own[name] = value
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        own[name] = NOWHERE
        own[name.lower()] = NOWHERE
    for name in ("NO_PROXY", "no_proxy"):
        own[name] = "localhost,127.0.0.1,::1"
    return own | {"PIP_NO_INDEX": "1"} | more
