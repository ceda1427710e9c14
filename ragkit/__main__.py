"""The command line: `python -m ragkit doctor`, `models`, `tour`, `notebooks`, `ask`, `dashboard`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


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


def doctor(_: argparse.Namespace) -> int:
    """Check Python, packages, disk, memory, model files and the chat model."""
    from ragkit.doctor import examine

    failed = False
    for finding in examine():
        print(finding, flush=True)
        failed |= bool(finding.remedy and finding.fatal)
    return int(failed)


def models(_: argparse.Namespace) -> int:
    """Get the model files that the settings name."""
    from ragkit.settings import Settings
    from ragkit.weights import FILES, ModelFileError, ensure

    settings = Settings()
    try:
        for name in dict.fromkeys([settings.embedder, settings.model_for("answer"), settings.model_for("judge")]):
            if name in FILES:
                ensure(name, settings.cache)
    except ModelFileError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def tour(chosen: argparse.Namespace) -> int:
    """Run notebook 00 headless and show its answer; leaves build/tour.html."""
    from ragkit.notebooks import FOLDER, ROOT, execute, printed

    start = time.monotonic()
    ran = execute(
        FOLDER / "00_tour.ipynb", ROOT / "build" / "tour", **({"question": chosen.question} if chosen.question else {})
    )
    page = (ROOT / "build" / "tour" / "00_tour.html").replace(ROOT / "build" / "tour.html")
    print(f"\n{printed(ran, 'summary')}\n{time.monotonic() - start:.0f} s in all; the page, readable offline: {page}")
    print("next: `make lab` opens the notebooks; begin with notebooks/01_naive_rag.ipynb")
    return 0


def notebooks(_: argparse.Namespace) -> int:
    """Run every notebook headless; leaves them with their pages in build/notebooks."""
    from ragkit.notebooks import ROOT, execute, numbered

    for notebook in numbered():
        print(f"==> {notebook.name}", flush=True)
        execute(notebook, ROOT / "build" / "notebooks")
    return 0


def ask(chosen: argparse.Namespace) -> int:
    """Ask a folder of documents a question."""
    from ragkit import Kit, graphs, run
    from ragkit.redact import secrets_of
    from ragkit.trace_file import save
    from ragkit.weights import ModelFileError

    try:
        kit = Kit.open(chosen.folder, **({"web": chosen.web} if chosen.web else {}))
        print(kit.corpus, file=sys.stderr)
        trace = run(getattr(graphs, chosen.graph)(), chosen.question, kit)
        print(trace)
        if chosen.save:
            name = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json"
            print(f"saved: {save(trace, chosen.save / name, secrets_of(kit.settings))}", file=sys.stderr)
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        print(error, file=sys.stderr)
        return 1
    return int(bool(trace.failed))


def dashboard(chosen: argparse.Namespace) -> int:
    """Show the runs saved in a folder as one page, dashboard.html in it."""
    from ragkit.trace_file import load_all
    from ragkit.widgets.dashboard_page import dashboard_page

    traces, troubles = load_all(chosen.folder)
    print(*troubles, sep="\n", file=sys.stderr)
    if not traces:
        print(f"no run in {chosen.folder}; `python -m ragkit ask DOCUMENTS QUESTION --save {chosen.folder}` saves one")
        return 1
    page = chosen.folder / "dashboard.html"
    page.write_text(dashboard_page(traces, troubles), encoding="utf-8")
    print(f"{len(traces)} runs: {page}")
    return 0


COMMANDS: dict[Callable[[argparse.Namespace], int], dict[str, Any]] = {
    doctor: {},
    models: {},
    tour: {"--question": {"help": "ask this instead of the notebook's own question"}},
    notebooks: {},
    ask: {
        "folder": {"type": Path, "help": "of md, txt, html or pdf files"},
        "question": {},
        "--graph": {"choices": ["naive", "hybrid", "crag", "adaptive"], "default": "adaptive"},
        "--web": {"choices": ["recorded", "live"], "help": "ask the web when the documents do not hold the answer"},
        "--save": {"type": Path, "metavar": "RUNS", "help": "keep the run as a file in this folder"},
    },
    dashboard: {"folder": {"type": Path, "help": "of saved runs"}},
}

if __name__ == "__main__":
    sys.exit(main())
