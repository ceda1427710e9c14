"""The commands about experiments. Each returns 0 when it did its work and 1 when it could not.

Each command imports what it needs only when it is called, so that `--help` is fast.
"""

from __future__ import annotations

import argparse
import json
import sys

from ragkit.cli.ending import complain, told, told_once
from ragkit.text.printable import shown


@told
def bench(chosen: argparse.Namespace) -> int:
    """Estimate what the experiment of a YAML file will take, then run it or go on with it."""
    complain(f"reading the experiment {chosen.experiment} and its questions; loading")

    from ragkit.evaluate.experiments.bench import bench, opened
    from ragkit.evaluate.experiments.experiment import load_experiment
    from ragkit.evaluate.experiments.outlooks import outlook, outlook_unopened
    from ragkit.evaluate.golden.correct import without_keys
    from ragkit.evaluate.measures.measure import PRICES
    from ragkit.evaluate.measures.summary import scores
    from ragkit.evaluate.measures.value import best_by_price, outcomes
    from ragkit.report.report import write_report

    experiment = load_experiment(chosen.experiment)
    folder = chosen.to or chosen.experiment.with_suffix("")
    # A fault in the questions is said before anything is opened, which may take minutes.
    note = without_keys(experiment.asked)
    if note:
        complain(note)
    if chosen.estimate:
        print(outlook_unopened(experiment, folder, quiet=chosen.json), file=sys.stderr)
        return 0
    kit = opened(experiment, quiet=chosen.json)
    print(outlook(experiment, folder, kit, quiet=chosen.json), file=sys.stderr)
    rows, stopped = bench(experiment, folder, quiet=chosen.json, kit=kit)
    pages = write_report(folder)
    if chosen.json:
        of_systems = {}
        for system, measures in scores(rows).items():
            of_systems[system] = {name: vars(score) for name, score in measures.items()}
        print(json.dumps({"runs": len(rows), "stopped": stopped, "scores": of_systems}))
    else:
        worth = best_by_price(outcomes(rows), PRICES)
        print(*pages, stopped or f"{len(rows)} runs, all made", shown(worth), sep="\n")
    return int(bool(stopped))


@told
def pairwise(chosen: argparse.Namespace) -> int:
    """Let a judge say which of two systems' answers in a folder of results are better."""
    from ragkit.evaluate.experiments.comparison import compare_systems
    from ragkit.evaluate.judging.win_rates import summary
    from ragkit.report.comparison_tables import comparison_tables
    from ragkit.report.report import write_report

    found = compare_systems(
        chosen.folder,
        chosen.a,
        chosen.b,
        chosen.most,
        chosen.reference,
        quiet=chosen.json,
    )
    pages = write_report(chosen.folder)
    if chosen.json:
        print(json.dumps(summary(found)))
    else:
        # Names of systems and notes of endpoints may contain what a terminal would obey.
        texts = [shown(str(table)) for table in comparison_tables(found)]
        print(*texts, *pages, sep="\n\n")
    return 0


@told_once
def report(chosen: argparse.Namespace) -> int:
    """Write report.html and report.md into a folder of results."""
    from ragkit.report.report import write_report

    pages = [str(page) for page in write_report(chosen.folder, chosen.png)]
    print(json.dumps(pages) if chosen.json else "\n".join(pages))
    return 0


@told_once
def failures(chosen: argparse.Namespace) -> int:
    """Label how the wrong answers in folders of results failed, and draw them as a heat map."""
    from ragkit.evaluate.failures.tally import By, tallies
    from ragkit.judges import OddsJudge, StructuredJudge
    from ragkit.model.chat import chat
    from ragkit.report.failures import read_failures, summary, write_failures
    from ragkit.settings import Settings

    by: By = chosen.by or ("folder" if len(chosen.folders) > 1 else "kind")
    judge = None
    if chosen.judge:
        settings = Settings()
        kind = StructuredJudge if settings.judge == "structured" else OddsJudge
        judge = kind(chat(settings, "judge"))
    found = read_failures(chosen.folders, judge)
    pages = write_failures(found, by, chosen.to or chosen.folders[0], chosen.png)
    if chosen.json:
        modes = {one.name: one.modes for one in tallies(found, by)}
        print(json.dumps({"by": by, "modes": modes, "pages": [str(page) for page in pages]}))
    else:
        print(summary(found), *pages, sep="\n")
    return 0
