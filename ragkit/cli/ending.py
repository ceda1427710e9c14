"""How a command ends that may be stopped and goes on, or that cannot do its work."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial, wraps

from ragkit.text.printable import shown
from ragkit.text.redact import without_secrets

Command = Callable[[argparse.Namespace], int]


def told(command: Command, goes_on: bool = True) -> Command:
    """The command, where what stops it is said in a line.

    Its exit status is then 130 after an interrupt, as in a shell, and 1 after an error that the
    user can mend. `goes_on` says whether a second call goes on where the first was stopped.
    """
    stopped = "stopped; run the same command to continue" if goes_on else "stopped"

    @wraps(command)
    def run(chosen: argparse.Namespace) -> int:
        try:
            return command(chosen)
        except KeyboardInterrupt:
            print(stopped, file=sys.stderr)
            return 130
        except (OSError, ValueError, RuntimeError) as error:
            complain(error)
            return 1

    return run


told_once = partial(told, goes_on=False)
"""The same of a command that begins anew each time."""


def tell(*lines: object) -> None:
    """Print lines that name files of others; what a terminal would obey is written out."""
    for line in lines:
        print(shown(str(line)))


def complain(*lines: object) -> None:
    """Print errors, a line each, to the error output.

    They may quote files, endpoints and documents. So credentials are removed, and what a terminal
    would obey is written out.
    """
    for line in lines:
        print(shown(without_secrets(str(line))), file=sys.stderr)
