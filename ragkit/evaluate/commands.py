"""What the command line does with experiments, a function a command: 0 when it did its work, 1 when it could not.

Each imports what it needs only when it is called, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict


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
        found = ask_ragas(chosen.folder, rows, chat(settings, "judge"), embed, chosen.most, quiet=chosen.json)
        pages = write_report(chosen.folder)
        print(
            json.dumps({key: asdict(one) for key, one in found.items()}) if chosen.json else "\n".join(map(str, pages))
        )
    except ImportError as error:
        print(f"RAGAS is not installed here ({error}); `pip install ragkit[evaluate]` brings it", file=sys.stderr)
        return 1
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def judges(chosen: argparse.Namespace) -> int:
    """Try every judge on true and false claims made of a folder's golden questions."""
    from ragkit import Kit
    from ragkit.evaluate.questions import load_questions
    from ragkit.evaluate.tried_judges import keep, try_judges
    from ragkit.weights import ModelFileError

    try:
        questions = load_questions(chosen.folder / "questions.jsonl")
        kit = Kit.open(chosen.folder, quiet=True, memory=False, reuse_replies=False)  # from disk a judge has no speed
        tried = try_judges(kit, questions, chosen.most, quiet=chosen.json)
        print(json.dumps(asdict(tried)) if chosen.json else tried)
        if chosen.to:
            print(keep(tried, chosen.to), file=sys.stderr)
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def report(chosen: argparse.Namespace) -> int:
    """Write report.html and report.md into a folder of results."""
    from ragkit.evaluate.report import write_report

    try:
        pages = [str(page) for page in write_report(chosen.folder, chosen.png)]
    except (OSError, ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(pages) if chosen.json else "\n".join(pages))
    return 0
