"""The command that fails where a system became worse than its committed baseline.

Its exit status: 0 passed, 3 failed, 4 replies are missing; and as everywhere 1 where it could not
do its work, 2 for a wrong call. So an error of any other kind is never taken for a verdict.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ragkit.cli.ending import complain, tell, told_once
from ragkit.cli.numbers import at_least_0, price
from ragkit.text.counted import counted
from ragkit.text.printable import shown

if TYPE_CHECKING:
    from ragkit.evaluate.experiments.experiment import Experiment
    from ragkit.evaluate.measures.rows import Row

FAILED, MISSING = 3, 4
GATE: dict[str, Any] = {
    "experiment": {"type": Path, "help": "YAML file with one system; docs/gate.md describes it"},
    "--baseline": {
        "type": Path,
        "metavar": "FOLDER",
        "help": "folder of the baseline; by default it is named after the file",
    },
    "--record": {
        "action": "store_true",
        "help": "ask the model and renew the recorded replies",
    },
    "--accept": {"action": "store_true", "help": "make this run the baseline"},
    "--live": {
        "action": "store_true",
        "help": "ask the model although there are recorded replies, and record nothing",
    },
    "--wrong-costs": {
        "type": price,
        "metavar": "PRICE",
        "help": "what a wrong answer costs, where a correct one is worth 1 and an abstention 0 "
        "(default: the setting wrong_costs of the system, or else 1)",
    },
    "--tolerance": {
        "type": at_least_0,
        "default": 0.0,
        "metavar": "LOSS",
        "help": "fail only where the whole interval is below -LOSS (default: 0)",
    },
    "--loss": {
        "type": at_least_0,
        "metavar": "LOSS",
        "help": "say whether the questions are enough to see a loss of value of this size",
    },
    "--to": {"type": Path, "metavar": "FILE", "help": "write the Markdown into this file too"},
}


@told_once
def gate(chosen: argparse.Namespace) -> int:
    """Compare a system with its committed baseline, and fail where it became worse."""
    from ragkit.evaluate.experiments.baseline import read_baseline, watched
    from ragkit.evaluate.experiments.experiment import load_experiment
    from ragkit.evaluate.experiments.gate import questions_to_see
    from ragkit.model.recording import NotRecorded

    experiment = watched(load_experiment(chosen.experiment))
    folder = chosen.baseline or chosen.experiment.with_suffix("")
    if chosen.loss is not None:
        # A loss that no gate can see is told before anything is asked.
        questions_to_see(chosen.loss, _price(chosen, experiment), chosen.tolerance)
    before = None if chosen.accept else read_baseline(folder, experiment)
    try:
        rows = _now(chosen, experiment, folder, before[0] if before else None)
    except NotRecorded as error:
        return _missing(chosen, error)
    if before is None:
        questions = counted(len({row.question for row in rows}), "question")
        tell(f"{folder}: the baseline of {questions}; commit it")
        return 0
    return _verdict(chosen, experiment, before[1], rows)


def _price(chosen: argparse.Namespace, experiment: Experiment) -> float:
    from ragkit.evaluate.experiments.baseline import settings_of

    own = settings_of(experiment).wrong_costs
    named = [one for one in (chosen.wrong_costs, own) if one is not None]
    return named[0] if named else 1.0


def _now(
    chosen: argparse.Namespace,
    experiment: Experiment,
    folder: Path,
    manifest: dict[str, Any] | None,
) -> list[Row]:
    """The rows of the system now; what is to be kept of the run is kept."""
    from ragkit.evaluate.experiments import baseline
    from ragkit.evaluate.experiments.bench import opened

    replies = folder / baseline.REPLIES
    run = experiment
    with TemporaryDirectory(prefix="ragkit-") as written:
        if chosen.record:
            run = baseline.with_settings(experiment, record_to=Path(written))
        elif replies.is_file() and not chosen.live:
            run = baseline.replayed(experiment, folder)
        with closing(opened(run)) as kit:
            if manifest is not None:
                baseline.check_documents(manifest, run, kit)
            rows = baseline.asked(run, kit)
            if chosen.record:
                tell(f"{replies}: {baseline.keep_replies(Path(written), folder)}")
            if chosen.accept:
                baseline.accept(experiment, kit, rows, folder)
    return rows


def _missing(chosen: argparse.Namespace, error: Exception) -> int:
    """Say which replies are missing, and how they are recorded."""
    from ragkit.report.gate import missing_markdown

    named = f" --baseline {chosen.baseline}" if chosen.baseline else ""
    then = f"next, where the model runs: python -m ragkit gate {chosen.experiment}{named} --record"
    complain(error, then)
    if chosen.to:
        _write(chosen.to, missing_markdown(f"{error}\n{then}"))
    return MISSING


def _verdict(
    chosen: argparse.Namespace, experiment: Experiment, before: Sequence[Row], now: Sequence[Row]
) -> int:
    from ragkit.evaluate.experiments.gate import compare_with_baseline
    from ragkit.report.gate import gate_markdown

    price = _price(chosen, experiment)
    found = compare_with_baseline(before, now, experiment.asked, price, chosen.tolerance)
    (system,) = experiment.systems
    page = gate_markdown(found, system, chosen.loss)
    print(shown(page))
    if chosen.to:
        _write(chosen.to, page)
    if not found.failed:
        return 0
    print("next: mend it, or take it over: the same command with --accept", file=sys.stderr)
    return FAILED


def _write(file: Path, page: str) -> None:
    # In place, because GitHub reads the summary of a job from the file that it made.
    file.write_text(shown(page), encoding="utf-8")
