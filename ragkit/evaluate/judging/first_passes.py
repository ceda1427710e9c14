"""First passes that no critic could stop, one for each golden question: what thresholds are chosen
from.

Each outcome is a line of a file, so that a run that was stopped goes on. The file's name contains a
hash of all that an outcome depends on. After a change of the model, a setting, a prompt or the
documents, another file is begun, and outcomes are never mixed.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from ragkit.disk.whole import append_line, whole_lines
from ragkit.evaluate.golden.correct import correct, held_back, without_keys
from ragkit.evaluate.golden.parts import of_part, part_of
from ragkit.evaluate.golden.questions import BadQuestions, Question, load_questions
from ragkit.evaluate.golden.without import kit_without
from ragkit.evaluate.measures.rows import BadResults
from ragkit.graphs import adaptive
from ragkit.judges.support import source_of
from ragkit.kit import Kit
from ragkit.model.meter import Usage
from ragkit.settings import Mark, Settings
from ragkit.state import Claim
from ragkit.text.one_line import first_line
from ragkit.thresholds import OPEN, Models, home
from ragkit.trace import Trace, run

Row = dict[str, Any]
"""An outcome, as JSON."""
SUPPORT = ("partly_above", "supported_above")
"""Thresholds of claims, which only matter afterwards: an outcome has the odds of its claims."""
ALONE: dict[str, Any] = {"memory": False, "web": None, "retry": False}
"""Settings under which a run is one pass over the documents."""
CODE = ("graphs", "judges", "model", "nodes", "search", "settings", "text")
"""Rooms whose code an answer and its odds depend on."""
TYPICAL = Usage(calls=7, evaluated=1_300, reused=4_600, generated=57)
"""Usage of one first pass: rounded means of `benchmarks/results/calibration.jsonl`."""
FAILURES = 5
"""Number of runs in a row without a judged draft after which no further question is asked."""


class OnlyFailures(RuntimeError):
    """Several runs in a row gave no judged draft; the message says why."""


def opened(folder: str | Path, settings: Settings, quiet: bool = False) -> Kit:
    """The kit on a folder with these settings, in which no critic stops anything.

    It has no memory and no web, because the documents alone are measured. Raises the errors of
    `Kit.open`.
    """
    # The support of claims stops nothing here. It is set so that no file of thresholds sets it.
    explicit = settings.model_fields_set.union(SUPPORT)
    values: dict[str, Any] = {}
    for name in explicit:
        values[name] = getattr(settings, name)
    values |= ALONE
    values |= OPEN
    return Kit.open(folder, quiet=quiet, **values)


def asked(file: Path, most: int | None = None) -> list[Question]:
    """The questions of the part called fit, in a random order that never changes.

    So the first `most` are of all kinds. A warning names those that are left out because nothing
    can grade them. Raises `BadQuestions`.
    """
    questions = of_part(load_questions(file), "fit")
    note = without_keys(questions)
    if note:
        warnings.warn(f"{note}, or they are left out", stacklevel=2)
    questions = [one for one in questions if one.keys or one.answer is None]
    if not questions:
        raise BadQuestions(
            f"{file}: no question of the part fit that can be graded, which thresholds are chosen "
            "on; a question without a part is in fit or test by the hash of its id: add more"
        )
    questions.sort(key=_random_key)
    return questions[:most]


def _random_key(question: Question) -> bytes:
    id = question.id.encode()
    digest = sha256(id).digest()
    # The first byte may decide the part (`parts.half`), so the others give the order.
    return digest[1:]


def outcomes_file(kit: Kit, folder: Path | None = None) -> Path:
    """The file of a kit's outcomes in a folder, by default in the cache."""
    if folder is None:
        folder = kit.settings.cache / "calibration"
    corpus = corpus_name(kit)
    name = f"outcomes-{corpus[:40]}-{key(kit)}.jsonl"
    return folder / name


def corpus_name(kit: Kit) -> str:
    """The name of the folder of a kit's corpus."""
    documents = kit.corpus.folder.resolve()
    return home(documents).name


def key(kit: Kit) -> str:
    """A hash of all that an outcome depends on: models, settings, documents and code."""
    same = Settings.marked(Mark.SAME_ANSWER)
    same.update(SUPPORT)
    models = Models.of(kit.settings, kit.model)
    settings = kit.settings.model_dump(mode="json", exclude=same)
    settings["judge"] = models.judge  # the one that judges, where the settings leave it open
    parts = [
        str(models),
        settings,
        kit.corpus.fingerprint,
        _code(),
    ]
    text = json.dumps(parts, sort_keys=True)
    digest = sha256(text.encode()).hexdigest()
    return digest[:12]


def _code() -> str:
    """A hash of the code of `CODE`, where the prompts and the depths are."""
    root = Path(__file__).parents[2]
    digest = sha256()
    for room in CODE:
        for file in sorted((root / room).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def collect(kit: Kit, questions: Sequence[Question], file: Path, quiet: bool = False) -> None:
    """Ask the questions that the file has no outcome of, or only a failed one.

    Raises `OnlyFailures` when several in a row give no judged draft, as with an endpoint that has
    no log-probabilities, and `BadResults` for a damaged file.
    """
    missing = left(questions, rows(file))
    file.parent.mkdir(parents=True, exist_ok=True)
    failures = 0
    for question in tqdm(missing, desc="questions", disable=quiet):
        trace = run(adaptive(), question.question, kit_without(kit, question))
        row = outcome(question, trace)
        append_line(file, json.dumps(row))
        failures += 1
        if why_left_out(row) not in ("failed", "ungraded"):
            failures = 0
        if failures == FAILURES:
            raise OnlyFailures(
                f"{failures} questions in a row gave no judged draft, the last: {why(row)}; "
                "when that is mended, the same command goes on from here"
            )


def left(questions: Sequence[Question], outcomes: Sequence[Row]) -> list[Question]:
    """The questions without an outcome, or with a failed one."""
    made = set()
    for row in graded(outcomes, questions):
        if not row["failed"]:
            made.add(row["id"])
    return [question for question in questions if question.id not in made]


def outcome(question: Question, trace: Trace) -> Row:
    """The record of a run: enough to choose thresholds from, and to see why it ended as it did."""
    wrote: dict[str, Any] = {}
    for step in trace.steps:
        wrote.update(step.wrote)
    return {
        "id": question.id,
        "question": question.question,
        "without": _quotes_without(question),
        **_grade(question, trace.answer),
        "answer": trace.answer,
        "refused": trace.refused,
        "failed": trace.failed,
        "route": trace.route,
        "rules": [(step.rule.when, step.rule.do) for step in trace.steps if step.rule],
        "grades": [asdict(grade) for grade in wrote.get("grades", [])],
        "claims": [_claim(claim, trace) for claim in trace.claims],
        "rejected": wrote.get("rejected", []),
        "fit": wrote.get("fit"),
        "passages": [passage.id for passage in trace.passages],
        "notes": trace.notes,
        "seconds": trace.seconds,
        **asdict(trace.usage),
    }


def _quotes_without(question: Question) -> list[str]:
    """The quotes of the passages that a question is asked without."""
    return [quoted.quote for quoted in question.without]


def _claim(claim: Claim, trace: Trace) -> Row:
    """A claim, and whether it is copied: then it is supported at any odds (`judges/support.py`)."""
    copied = source_of(claim.text, trace.passages, trace.question) is not None
    return asdict(claim) | {"copied": copied}


def _grade(question: Question, answer: str) -> Row:
    """What of an outcome depends on the golden question."""
    return {
        "kind": question.kind,
        "part": part_of(question),
        "right": correct(question, answer),
        "held": held_back(question, answer),
    }


def why_left_out(row: Row) -> str:
    """Why an outcome has no judged draft; empty when it has one."""
    if row["failed"]:
        return "failed"
    grades = row["grades"]
    if not grades or grades[0]["answerability"] is None:
        return "ungraded"
    if row["refused"]:
        return "refused by the model itself"
    claims = [claim["odds"] for claim in row["claims"]]
    if not claims or None in claims or row["fit"] is None:
        return "ungraded"
    return ""


def why(row: Row) -> str:
    """What a run says about why it failed or could not be judged."""
    failed: str = row["failed"]
    return failed or "; ".join(row["notes"])


def rows(file: Path) -> list[Row]:
    """The outcomes of a file, in the order in which they were made. Raises `BadResults`.

    A last line cut short by a crash is removed from the file.
    """
    if not file.is_file():
        return []
    lines = whole_lines(file)
    try:
        return [json.loads(line) for line in lines]
    except ValueError as error:
        raise BadResults(
            f"{file}: a line is not JSON: {first_line(error)}; delete that line, and its question "
            "is asked again"
        ) from error


def graded(outcomes: Sequence[Row], questions: Sequence[Question]) -> list[Row]:
    """The last outcome of each question, graded by the question's keys of today.

    Questions without an outcome are left out, and so are outcomes of a question in other words, or
    of one that was asked without other passages.
    """
    last = {row["id"]: row for row in outcomes}
    found = []
    for question in questions:
        row = last.get(question.id)
        if row is None:
            continue
        # The first outcomes did not record the words.
        words = row.get("question", question.question)
        same_passages = row.get("without", []) == _quotes_without(question)
        if words == question.question and same_passages:
            grade = _grade(question, row["answer"])
            found.append(row | grade)
    return found
