"""The commands about experiments. Each returns 0 when it did its work and 1 when it could not.

Each command imports what it needs only when it is called, so that `--help` is fast.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from ragkit.cli.ending import complain, told
from ragkit.text.printable import shown


def bench(chosen: argparse.Namespace) -> int:
    """Estimate what the experiment of a YAML file will take, then run it or go on with it."""
    from ragkit.evaluate.experiments.bench import bench, opened, outlook
    from ragkit.evaluate.experiments.experiment import load_experiment
    from ragkit.evaluate.measures.measure import PRICES
    from ragkit.evaluate.measures.summary import scores
    from ragkit.evaluate.measures.value import best_by_price, outcomes
    from ragkit.report.report import write_report
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
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        complain(error)
        return 1
    if chosen.json:
        of_systems = {}
        for system, measures in scores(rows).items():
            of_systems[system] = {name: vars(score) for name, score in measures.items()}
        print(json.dumps({"runs": len(rows), "stopped": stopped, "scores": of_systems}))
    else:
        worth = best_by_price(outcomes(rows), PRICES)
        print(*pages, stopped or f"{len(rows)} runs, all made", shown(worth), sep="\n")
    return int(bool(stopped))


def ragas(chosen: argparse.Namespace) -> int:
    """Let RAGAS grade a sample of the answered runs in a folder of results; renew the report."""
    from ragkit.evaluate.measures.second_opinion import ask_ragas
    from ragkit.model.chat import chat
    from ragkit.report.report import read_results, write_report
    from ragkit.search.dense import SentenceEmbedder
    from ragkit.settings import Settings
    from ragkit.weights import ModelFileError, ensure

    # RAGAS asks for reasons, which are long.
    settings = Settings(max_tokens=1024)
    try:
        _, rows = read_results(chosen.folder)
        embed = SentenceEmbedder(ensure(settings.embedder, settings.weights_folder))
        judge = chat(settings, "judge")
        opinions = ask_ragas(
            chosen.folder,
            rows,
            judge,
            embed,
            chosen.most,
            quiet=chosen.json,
        )
        pages = write_report(chosen.folder)
        if chosen.json:
            print(json.dumps({run: asdict(opinion) for run, opinion in opinions.items()}))
        else:
            print(*pages, sep="\n")
    except ImportError as error:
        remedy = "`pip install ragkit[evaluate]` installs it"
        complain(f"RAGAS is not installed here ({error}); {remedy}")
        return 1
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        complain(error)
        return 1
    return 0


def pairwise(chosen: argparse.Namespace) -> int:
    """Let a judge say which of two systems' answers in a folder of results are better."""
    return told(lambda: _pairwise(chosen))


def _pairwise(chosen: argparse.Namespace) -> int:
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


def judges(chosen: argparse.Namespace) -> int:
    """Try every judge on true and false claims made of a folder's golden questions."""
    from ragkit import Kit
    from ragkit.evaluate.golden.questions import load_questions
    from ragkit.evaluate.judging.tried_judges import keep, try_judges
    from ragkit.weights import ModelFileError

    try:
        questions = load_questions(chosen.folder / "questions.jsonl")
        # No reply comes from disk, because the speed of the judges is measured too.
        kit = Kit.open(chosen.folder, quiet=True, memory=False, reuse_replies=False)
        tried = try_judges(kit, questions, chosen.most, quiet=chosen.json)
        print(json.dumps(asdict(tried)) if chosen.json else tried)
        if chosen.to:
            print(keep(tried, chosen.to), file=sys.stderr)
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        complain(error)
        return 1
    return 0


def report(chosen: argparse.Namespace) -> int:
    """Write report.html and report.md into a folder of results."""
    from ragkit.report.report import write_report

    try:
        pages = [str(page) for page in write_report(chosen.folder, chosen.png)]
    except (OSError, ValueError, RuntimeError) as error:
        complain(error)
        return 1
    print(json.dumps(pages) if chosen.json else "\n".join(pages))
    return 0
