"""What the command line does, a function a command: 0 when it did its work, 1 when it could not.

Each imports what it needs only when it is called, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime


def doctor(chosen: argparse.Namespace) -> int:
    """Check Python, packages, disk, memory, model files and the chat model."""
    from ragkit.doctor import examine

    findings = []
    for finding in examine():
        findings.append(finding)
        if not chosen.json:
            print(finding, flush=True)
    if chosen.json:
        print(json.dumps([vars(finding) for finding in findings]))
    return int(any(finding.remedy and finding.fatal for finding in findings))


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
    from ragkit.trace_file import packed, save
    from ragkit.weights import ModelFileError

    try:
        kit = Kit.open(chosen.folder, **({"web": chosen.web} if chosen.web else {}))
        print(kit.corpus, file=sys.stderr)
        trace = run(getattr(graphs, chosen.graph)(), chosen.question, kit)
        print(packed(trace, secrets_of(kit.settings)) if chosen.json else trace)
        if chosen.save:
            name = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json"
            print(f"saved: {save(trace, chosen.save / name, secrets_of(kit.settings))}", file=sys.stderr)
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        print(error, file=sys.stderr)
        return 1
    return int(bool(trace.failed))


def ingest(chosen: argparse.Namespace) -> int:
    """Read and embed a folder of documents, and say what was read and what could not be."""
    from ragkit import Kit
    from ragkit.weights import ModelFileError

    try:
        kit = Kit.open(chosen.folder, quiet=chosen.json)
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        print(error, file=sys.stderr)
        return 1
    read = kit.corpus
    counts = {"passages": len(read.passages), "documents": len({passage.source for passage in read.passages})}
    found = counts | {"fingerprint": read.fingerprint, "left out": read.skipped, "notes": read.notes}
    print(json.dumps(found) if chosen.json else read)
    return 0


def dashboard(chosen: argparse.Namespace) -> int:
    """Show the runs saved in a folder: dashboard.html, and dashboard.ipynb with filters, are left in it."""
    import nbformat

    from ragkit.trace_file import load_all
    from ragkit.widgets.dashboard_page import dashboard_notebook, dashboard_page

    traces, troubles = load_all(chosen.folder)
    print(*troubles, sep="\n", file=sys.stderr)
    if not traces:
        print(f"no run in {chosen.folder}; `python -m ragkit ask DOCUMENTS QUESTION --save {chosen.folder}` saves one")
        return 1
    page, notebook = chosen.folder / "dashboard.html", chosen.folder / "dashboard.ipynb"
    try:
        page.write_text(dashboard_page(traces, troubles), encoding="utf-8")
        nbformat.write(dashboard_notebook(), notebook)
    except OSError as error:
        print(f"asked to write the dashboard into {chosen.folder}: {error}", file=sys.stderr)
        return 1
    print(f"{len(traces)} runs: {page}, {notebook}")
    return 0
