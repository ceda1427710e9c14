"""The command line.

`python -m ragkit --help` lists the commands, and every command has a `--help` of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ragkit.cli.doctor import packages
from ragkit.cli.ending import complain, on_any_console
from ragkit.cli.table import COMMANDS, name_of
from ragkit.course.checkout import NoCheckout


@on_any_console
def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    It is 0 when the command did its work, 1 when it could not, and 2 when the call was wrong.
    """
    about = "Retrieval-augmented generation that checks itself."
    parser = argparse.ArgumentParser("ragkit", description=about)
    commands = parser.add_subparsers(required=True, metavar="command")
    for run, options in COMMANDS.items():
        help = run.__doc__
        command = commands.add_parser(name_of(run), help=help, description=help)
        command.set_defaults(run=run)
        for name, keywords in options.items():
            command.add_argument(name, **keywords)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except NoCheckout as error:
        complain(error)
        return 1
    except ModuleNotFoundError as error:
        found = packages()
        if not (found.remedy and found.fatal):
            raise
        complain(error, found)
        return 1


if __name__ == "__main__":
    sys.exit(main())
