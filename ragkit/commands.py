"""What the command line does, a function a command: 0 when it did its work, 1 when it could not.

Each imports what it needs only when it is called, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime


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


def bench(chosen: argparse.Namespace) -> int:
    """Run the experiment of a YAML file, or go on with it; says first what it will take."""
    from ragkit.evaluate.bench import bench, opened, outlook
    from ragkit.evaluate.experiment import load_experiment
    from ragkit.evaluate.report import write_report
    from ragkit.evaluate.summary import scores
    from ragkit.weights import ModelFileError

    try:
        experiment = load_experiment(chosen.experiment)
        folder = chosen.to or chosen.experiment.with_suffix("")
        kit = opened(experiment, quiet=chosen.json)
        print(outlook(experiment, folder, kit), file=sys.stderr)
        if chosen.estimate:
            return 0
        rows, stopped = bench(experiment, folder, quiet=chosen.json, kit=kit)
        pages = write_report(folder)
    except KeyboardInterrupt:
        print("stopped; the same command goes on where it was", file=sys.stderr)
        return 130
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        print(error, file=sys.stderr)
        return 1
    if chosen.json:
        found = {system: {name: vars(one) for name, one in own.items()} for system, own in scores(rows).items()}
        print(json.dumps({"runs": len(rows), "stopped": stopped, "scores": found}))
    else:
        print(*pages, stopped or f"{len(rows)} runs, all made", sep="\n")
    return int(bool(stopped))


def ragas(chosen: argparse.Namespace) -> int:
    """Let RAGAS grade a sample of the answered runs in a folder of results, and write the report anew."""
    from ragkit.chat import chat
    from ragkit.dense import SentenceEmbedder
    from ragkit.evaluate.report import read_results, write_report
    from ragkit.evaluate.second_opinion import ask_ragas
    from ragkit.settings import Settings
    from ragkit.weights import ModelFileError, ensure

    settings = Settings(max_tokens=1024)  # RAGAS asks for reasons, which are long
    try:
        _, rows = read_results(chosen.folder)
        embed = SentenceEmbedder(ensure(settings.embedder, settings.cache))
        ask_ragas(chosen.folder, rows, chat(settings, "judge"), embed, chosen.most)
        print(*write_report(chosen.folder), sep="\n")
    except ImportError as error:
        print(f"RAGAS is not installed here ({error}); `pip install ragkit[evaluate]` brings it", file=sys.stderr)
        return 1
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def report(chosen: argparse.Namespace) -> int:
    """Write report.html and report.md into a folder of results."""
    from ragkit.evaluate.report import write_report

    try:
        pages = [str(page) for page in write_report(chosen.folder)]
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(pages) if chosen.json else "\n".join(pages))
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
