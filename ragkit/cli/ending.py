"""How a command ends that may be stopped and goes on, or that cannot do its work."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial, wraps

from ragkit.text.printable import shown
from ragkit.text.redact import without_secrets

Command = Callable[[argparse.Namespace], int]
Main = Callable[..., int]
UNREAD = 141
"""Exit status of a program whose output nobody reads any more, as in a shell: 128 and SIGPIPE."""


def on_any_console(main: Main) -> Main:
    """The command line, where no answer is lost because of what its output is.

    A sign that the output's encoding lacks is written as its number (`\\u2192`), and a reader that
    closes the pipe, as `head` does, ends the command without a word. A warning is a note, without
    the line of code that gave it.
    """

    @wraps(main)
    def run(arguments: Sequence[str] | None = None) -> int:
        for stream in (sys.stdout, sys.stderr):
            # In a notebook and under pythonw they are of another kind.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        usual, warnings.formatwarning = warnings.formatwarning, _as_note
        try:
            return _flushed(main, arguments)
        except BrokenPipeError:
            # What is left in the buffers would be an error at the exit of Python.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            return UNREAD
        finally:
            warnings.formatwarning = usual

    return run


def _as_note(message: Warning | str, *_: object, **__: object) -> str:
    """A warning as a line, with neither credentials nor what a terminal would obey."""
    return f"note: {shown(without_secrets(str(message)))}\n"


def _flushed(main: Main, arguments: Sequence[str] | None) -> int:
    """Run the command line, and write what it printed even where it exits on its own."""
    try:
        return main(arguments)
    finally:
        print(end="", flush=True)


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
        # Nobody reads what it prints: that ends the whole program (`on_any_console`).
        except BrokenPipeError:
            raise
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
