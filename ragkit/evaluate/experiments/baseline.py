"""The baseline of a gate: the rows of an earlier run and the model's replies, to commit.

    manifest.json     version, documents and settings of the run that was accepted
    questions.jsonl   its questions
    rows.jsonl        its rows: what was correct, abstained and wrong, with tokens
    replies.jsonl.gz  what the model replied when it was last recorded

The first three are one results folder without its traces. They are renewed apart from the replies:
a changed prompt needs new replies, and is compared with the rows of before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ragkit.disk.whole import write_whole
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import BadExperiment, Experiment
from ragkit.evaluate.experiments.jobs import own_settings
from ragkit.evaluate.experiments.results import digest, manifest, read_results
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.measures.rows import BadResults, Row
from ragkit.kit import Kit
from ragkit.model.recorded import MISSING
from ragkit.model.recorder import written_down
from ragkit.model.recording import NotRecorded, Recording, RecordingError
from ragkit.model.recording_file import write
from ragkit.settings import Mark, Settings
from ragkit.text.counted import counted
from ragkit.text.redact import without_secrets

REPLIES = "replies.jsonl.gz"
"""The recording in the folder of a baseline."""
ANEW = "`python -m ragkit gate EXPERIMENT --record --accept` makes it anew, where the model runs"
NAMED = 5
"""Maximum number of questions that an error names."""


class BadBaseline(BadResults):
    """A baseline is missing, or is of other questions or documents; the message says what to do."""


def watched(experiment: Experiment) -> Experiment:
    """The experiment of a gate: one system, and no auditor, because a gate reads no grade of it.

    Raises `BadExperiment` and `BadQuestions`.
    """
    names = list(experiment.systems)
    if len(names) > 1:
        raise BadExperiment(
            f"asked for a gate, got {len(names)} systems ({', '.join(names)}); a gate watches one: "
            "write a file for each"
        )
    # A fault in the questions is told before anything is opened.
    _ = experiment.asked
    return experiment.model_copy(update={"audit": False})


def with_settings(experiment: Experiment, **own: Any) -> Experiment:
    """The experiment of a gate, with settings that beat those of its file."""
    systems = {}
    for name, system in experiment.systems.items():
        settings = system.settings | own
        systems[name] = system.model_copy(update={"settings": settings})
    return experiment.model_copy(update={"settings": experiment.settings | own, "systems": systems})


def replayed(experiment: Experiment, folder: Path) -> Experiment:
    """The experiment, answered by the recording of a baseline instead of by a model."""
    return with_settings(
        experiment,
        provider="recorded",
        recorded_of=settings_of(experiment).replier,
        recording=folder / REPLIES,
    )


def settings_of(experiment: Experiment) -> Settings:
    """The settings of the one system of a gate."""
    (system,) = experiment.systems.values()
    return own_settings(experiment, system)


def read_baseline(folder: Path, experiment: Experiment) -> tuple[dict[str, Any], list[Row]]:
    """The manifest and the rows of a baseline of the same questions.

    Raises `BadBaseline`, `BadResults` and `BadQuestions`.
    """
    if not (folder / "manifest.json").is_file():
        raise BadBaseline(f"asked for the baseline in {folder}, got no manifest.json; {ANEW}")
    said, rows = read_results(folder)
    now = digest([asdict(question) for question in experiment.asked])
    if said.get("questions") != now:
        earlier = load_questions(folder / "questions.jsonl", locked=True)
        others = _others(earlier, experiment.asked)
        raise BadBaseline(f"the baseline in {folder} is of other questions: {others}; {ANEW}")
    return said, rows


def _others(earlier: Sequence[Question], now: Sequence[Question]) -> str:
    """Which questions were added, removed or changed, by their ids; a few of each."""
    before = {question.id: question for question in earlier}
    after = {question.id: question for question in now}
    both = before.keys() & after.keys()
    groups = {
        "added": after.keys() - before.keys(),
        "removed": before.keys() - after.keys(),
        "changed": {id for id in both if before[id] != after[id]},
    }
    parts = []
    for how, ids in groups.items():
        if ids:
            parts.append(f"{len(ids)} {how} ({', '.join(sorted(ids)[:NAMED])})")
    return ", ".join(parts) or "they are in another order"


def check_documents(said: Mapping[str, Any], experiment: Experiment, kit: Kit) -> None:
    """Raise `BadBaseline` where the documents are not those of the baseline.

    They are compared passage by passage. So where passages are cut in another way, or embedded by
    another model, which a gate may well be asked about, nothing is compared.
    """
    before = said["settings"]
    now = settings_of(experiment).model_dump(mode="json", include=Settings.marked(Mark.INDEX))
    cut_alike = all(before.get(name) == value for name, value in now.items())
    if cut_alike and said.get("documents") != kit.corpus.fingerprint:
        raise BadBaseline(
            f"the documents in {kit.corpus.folder} are not those of the baseline; where that is "
            f"meant to be so, {ANEW}"
        )


def asked(experiment: Experiment, kit: Kit, quiet: bool = False) -> list[Row]:
    """The rows of the system now. Every run is made anew: the code may be other code.

    Raises `NotRecorded` where a reply is missing, `BadResults` where another run failed or a cap
    stopped it, and the errors of `bench`.
    """
    with TemporaryDirectory(prefix="ragkit-") as results:
        rows, stopped = bench(experiment, results, quiet, kit)
    missing = [row for row in rows if MISSING in row.failed]
    if missing:
        names = ", ".join(row.question for row in missing[:NAMED])
        questions = counted(len(missing), "question")
        raise NotRecorded(
            f"{questions} of {len(rows)} asked for replies that were not recorded: {names}. The "
            f"first: {missing[0].failed}"
        )
    failed = [row for row in rows if row.failed]
    if failed:
        raise BadResults(
            f"{len(failed)} of {len(rows)} runs failed, so nothing was compared; the first, "
            f"{failed[0].question}: {failed[0].failed}"
        )
    if stopped:
        raise BadResults(f"{stopped}, so nothing was compared; raise the cap in the file")
    return rows


def keep_replies(written: Path, folder: Path) -> Recording:
    """Make the recording of a baseline from the replies that a run wrote down.

    Raises `RecordingError`.
    """
    replies, models = written_down(written)
    if not replies:
        raise RecordingError(
            "asked to record the replies of a gate, got none: the system asks no model, or one "
            "that cannot be recorded; leave out --record"
        )
    return write(folder / REPLIES, replies, models)


def accept(experiment: Experiment, kit: Kit, rows: Sequence[Row], folder: Path) -> None:
    """Make the rows of a run the baseline. Raises `NoRoom`, or another `OSError`."""
    said = manifest(experiment, kit.corpus.fingerprint, [row.key for row in rows])
    texts = {
        # In the order of the questions, so that a diff shows what changed.
        "rows.jsonl": _lines(rows),
        "questions.jsonl": _lines(experiment.asked),
        "manifest.json": without_secrets(f"{json.dumps(said, indent=1)}\n"),
    }
    for name, text in texts.items():
        write_whole(folder / name, text.encode())


def _lines(records: Sequence[Row] | Sequence[Question]) -> str:
    lines = [json.dumps(asdict(record)) + "\n" for record in records]
    return "".join(lines)
