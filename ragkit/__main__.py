"""The command line: `python -m ragkit --help` lists what there is; every command has a `--help` of its own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ragkit.commands import ask, dashboard, doctor, ingest, models, notebooks, tour
from ragkit.evaluate.commands import bench, judges, ragas, report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it did its work, 1 when it could not, 2 when it was called wrongly."""
    parser = argparse.ArgumentParser("ragkit", description="Retrieval-augmented generation that checks itself.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for run, words in COMMANDS.items():
        command = commands.add_parser(run.__name__, help=run.__doc__, description=run.__doc__)
        command.set_defaults(run=run)
        for name, options in words.items():
            command.add_argument(name, **options)
    chosen = parser.parse_args(arguments)
    return int(chosen.run(chosen))


JSON = {"action": "store_true", "help": "print JSON and nothing else"}
COMMANDS: dict[Callable[[argparse.Namespace], int], dict[str, Any]] = {
    doctor: {"--json": JSON},
    models: {},
    tour: {"--question": {"help": "ask this instead of the notebook's own question"}},
    notebooks: {},
    ask: {
        "folder": {"type": Path, "help": "of md, txt, html or pdf files"},
        "question": {},
        "--graph": {"choices": ["naive", "hybrid", "crag", "adaptive"], "default": "adaptive"},
        "--web": {"choices": ["recorded", "live"], "help": "ask the web when the documents do not hold the answer"},
        "--save": {"type": Path, "metavar": "RUNS", "help": "keep the run as a file in this folder"},
        "--json": JSON,
    },
    ingest: {"folder": {"type": Path, "help": "of md, txt, html or pdf files"}, "--json": JSON},
    bench: {
        "experiment": {"type": Path, "help": "a YAML file; ragkit/evaluate/experiment.py says what stands in it"},
        "--to": {"type": Path, "metavar": "RESULTS", "help": "folder of the results; else named as the file is"},
        "--estimate": {"action": "store_true", "help": "say what it will take, and do no more"},
        "--json": JSON,
    },
    ragas: {
        "folder": {"type": Path, "help": "of results"},
        "--most": {
            "type": int,
            "default": 10,
            "metavar": "N",
            "help": "runs of each system; a run takes a minute here",
        },
        "--json": JSON,
    },
    judges: {
        "folder": {"type": Path, "help": "of documents with questions.jsonl"},
        "--most": {"type": int, "default": 40, "metavar": "N", "help": "questions; each gives two claims"},
        "--to": {"type": Path, "metavar": "RESULTS", "help": "folder of the results whose report is to show this"},
        "--json": JSON,
    },
    report: {
        "folder": {"type": Path, "help": "of results"},
        "--png": {"action": "store_true", "help": "write the pictures as PNG files too; needs Chrome or Chromium"},
        "--json": JSON,
    },
    dashboard: {"folder": {"type": Path, "help": "of saved runs"}},
}

if __name__ == "__main__":
    sys.exit(main())
