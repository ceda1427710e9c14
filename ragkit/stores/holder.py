"""Which process has a store open, in words that its user recognises."""

from __future__ import annotations

import psutil

from ragkit.text.one_line import shortened
from ragkit.text.redact import without_secrets

LONGEST = 100
"""Maximum length of a command that is shown, in characters."""
KERNEL = "ipykernel"
"""What the command of a notebook's kernel contains."""


def holder(pid: str) -> str:
    """A process by its number, with the command that it runs, where that can be found out.

    >>> holder(""), holder("owl")
    ('an unknown process', 'an unknown process')
    """
    if not pid.isdigit():
        return "an unknown process"
    try:
        command = " ".join(psutil.Process(int(pid)).cmdline())
    # It may have ended, or belong to somebody else or to another machine.
    except (psutil.Error, OverflowError):
        return f"process {pid}"
    # A process that only begins, or has just ended, has none.
    if not command:
        return f"process {pid}"
    if KERNEL in command:
        return f"process {pid}, a notebook's kernel"
    return f"process {pid} ({shortened(without_secrets(command), LONGEST)})"
