"""The commands of the command line. Each returns 0 when it did its work and 1 when it could not.

Each command imports what it needs only when it is called, so that `--help` is fast.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from pathlib import Path

from ragkit.cli.ending import complain, tell, told, told_once


def doctor(chosen: argparse.Namespace) -> int:
    """Check Python, packages, disk, memory, model files and the chat model."""
    from ragkit.cli.doctor import examine

    findings = []
    for finding in examine():
        findings.append(finding)
        if not chosen.json:
            print(finding, flush=True)
    if chosen.json:
        print(json.dumps([vars(finding) for finding in findings]))
    fatal = any(finding.remedy and finding.fatal for finding in findings)
    return int(fatal)


@told
def models(_: argparse.Namespace) -> int:
    """Download the model files that the settings name, and say what they were checked against."""
    from ragkit.settings import Settings
    from ragkit.weights import FILES, ensure, is_hub_name, row

    settings = Settings()
    names = [settings.embedder]
    if settings.provider == "embedded":
        names.append(settings.model_for("answer"))
        names.append(settings.model_for("judge"))
    for name in dict.fromkeys(names):
        if name in FILES or is_hub_name(name):
            ensure(name, settings.weights_folder)
            found = row(name, settings.weights_folder)
            print(f"{found.name}: {found.state}")
    return 0


def tour(chosen: argparse.Namespace) -> int:
    """Run notebook 00 without a browser, show its answer, and write build/tour.html."""
    from ragkit.course.frame import write_index
    from ragkit.course.notebooks import FOLDER, ROOT, execute, printed

    start = time.monotonic()
    build = ROOT / "build"
    parameters = {"question": chosen.question} if chosen.question else {}
    notebook = execute(FOLDER / "00_tour.ipynb", build / "tour", **parameters)
    written = build / "tour" / "00_tour.html"
    page = written.replace(build / "tour.html")
    write_index(build)
    summary = printed(notebook, "summary")
    seconds = time.monotonic() - start
    print(f"\n{summary}\n{seconds:.0f} s in all; the page, readable offline: {page}")
    print("next: `make lab` opens the notebooks; begin with notebooks/01_naive_rag.ipynb")
    return 0


def notebooks(chosen: argparse.Namespace) -> int:
    """Run notebooks without a browser, and write each and its page to build/notebooks."""
    from ragkit.course.lessons import NoLesson, find, lessons
    from ragkit.course.notebooks import numbered

    try:
        wanted = [find(name, lessons()).file for name in chosen.notebooks]
    except NoLesson as error:
        complain(error)
        return 2
    if not _endpoint_replies():
        return 1
    failed = [notebook.name for notebook in wanted or numbered() if not _ran(notebook)]
    if failed:
        complain(f"{len(failed)} failed: {', '.join(failed)}")
    return int(bool(failed))


def _endpoint_replies() -> bool:
    """Whether the endpoint of the settings replies, if they name one.

    Most notebooks would run to their end without it, and show failed runs.
    """
    from ragkit.cli.doctor import provider
    from ragkit.settings import Settings

    if Settings().replier == "embedded":
        return True
    finding = provider()
    print(finding, flush=True)
    return not finding.remedy


def _ran(notebook: Path) -> bool:
    """Run a notebook; whether it came to its end. One that cannot run here is left out."""
    from papermill.exceptions import PapermillExecutionError

    from ragkit.course.notebooks import ROOT, execute, runs_a_model
    from ragkit.settings import Settings

    if Settings().provider == "recorded" and runs_a_model(notebook):
        print(f"==> {notebook.name} is skipped: it needs a model, not a recording")
        return True
    print(f"==> {notebook.name}", flush=True)
    try:
        execute(notebook, ROOT / "build" / "notebooks")
    except PapermillExecutionError as error:
        cell = f"{notebook.name}, cell [{error.exec_count}]"
        complain(f"{cell}: {error.ename}: {error.evalue}")
        return False
    return True


def systems(_: argparse.Namespace) -> int:
    """List the systems that can be asked and compared."""
    from ragkit.graphs import SYSTEMS

    for name, system in SYSTEMS.items():
        print(f"{name:10} {system.line}")
    return 0


@told
def ingest(chosen: argparse.Namespace) -> int:
    """Read and embed a folder of documents, and list what was read and what could not be."""
    complain(f"reading {chosen.folder}; loading")

    from ragkit import Kit
    from ragkit.documents.health import as_text, copies, languages
    from ragkit.stores import CopyUsed

    with warnings.catch_warnings():
        # The table says it file by file, but not that another process has the index.
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", CopyUsed)
        kit = Kit.open(chosen.folder, quiet=chosen.json)
    corpus = kit.corpus
    if not chosen.json:
        print(as_text(corpus))
        print(kit.profile)
        print(corpus.seconds)
        return 0
    summary = {
        "passages": len(corpus.passages),
        "documents": len(corpus.sources),
        "fingerprint": corpus.fingerprint,
        "left out": corpus.skipped,
        "notes": corpus.notes,
        "copies": copies(corpus.about),
        "languages": languages(corpus.about),
        "files": {name: vars(known) for name, known in corpus.about.items()},
        "tags": {name: known.tags for name, known in kit.profile.documents.items()},
        "seconds": vars(corpus.seconds),
    }
    print(json.dumps(summary))
    return 0


@told_once
def dashboard(chosen: argparse.Namespace) -> int:
    """Write dashboard.html, and dashboard.ipynb with filters, for the runs saved in a folder."""
    import nbformat

    from ragkit.disk.whole import write_whole
    from ragkit.runs.trace_file import load_all
    from ragkit.widgets.panels.dashboard_page import (
        dashboard_notebook,
        dashboard_page,
        graded_rows,
    )

    traces, troubles = load_all(chosen.folder)
    complain(*troubles)
    if not traces:
        command = f"python -m ragkit ask DOCUMENTS QUESTION --save {chosen.folder}"
        tell(f"no run in {chosen.folder}; `{command}` saves one")
        return 1
    page = chosen.folder / "dashboard.html"
    notebook = chosen.folder / "dashboard.ipynb"
    try:
        rows = graded_rows(chosen.folder.resolve())
        write_whole(page, dashboard_page(traces, troubles, rows=rows).encode())
        write_whole(notebook, nbformat.writes(dashboard_notebook()).encode())
    except OSError as error:
        complain(f"asked to write the dashboard into {chosen.folder}: {error}")
        return 1
    tell(f"{len(traces)} runs: {page}, {notebook}")
    return 0
