"""What a rewrite finds: recall with and without it, chosen on one part and reported on the other.

The better way is chosen on the part *fit*, and what it is worth is reported on the part *test*,
beside the search for the question itself. A claim is checked against its rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError
from tqdm.auto import tqdm

from ragkit.course.capstones.rewrite import Node, search_alone
from ragkit.course.capstones.submission import BadSubmission
from ragkit.disk.whole import append_line, whole_lines
from ragkit.evaluate.golden import Part, Question, of_part
from ragkit.evaluate.measures import evidence_recall
from ragkit.kit import Kit
from ragkit.score import Score, difference
from ragkit.text.one_line import first_line
from ragkit.trace import run

PLAIN = "plain"
"""The search for the question as it is."""
ABOUT_ROWS = ("rows", "chosen", "numbers", "conclusion")
"""The criteria of the rubric that are about the measurement."""
ROWS, CLAIM = "rows.jsonl", "claim.json"
DIGITS = 3
"""Digits to which a claim has to agree with its rows."""


@dataclass(frozen=True)
class Recall:
    """The evidence that one way of searching found for a question."""

    question: str
    """The question's id."""
    part: str
    way: str
    recall: Annotated[float, Field(ge=0, le=1)]
    """The fraction of the required facts in the evidence, 0 to 1."""


@dataclass(frozen=True)
class Claim:
    """What a learner says that was found on the part *test*."""

    way: str
    plain: float
    rewritten: float
    difference: float
    low: float
    high: float
    n: int
    conclusion: str


RECALL, CLAIMED = TypeAdapter(Recall), TypeAdapter(Claim)


def measure(
    ways: Mapping[str, Node],
    kit: Kit,
    questions: Sequence[Question],
    part: Part,
    folder: Path,
    quiet: bool = False,
) -> list[Recall]:
    """Search for the questions of a part in each way, and for the question itself.

    Rows are appended to a file, and what is there is not measured again. Returns all rows of the
    file. Raises `RuntimeError` where a run fails, with its reason.
    """
    rows = read_rows(folder)
    done = {(row.question, row.way) for row in rows}
    todo = []
    for question in measured(questions, part):
        for way in (PLAIN, *ways):
            if (question.id, way) not in done:
                todo.append((question, way))
    folder.mkdir(parents=True, exist_ok=True)
    graphs = {way: search_alone(ways.get(way)) for way in (PLAIN, *ways)}
    for question, way in tqdm(todo, f"recall on {part}", unit="search", disable=quiet):
        trace = run(graphs[way], question.question, kit)
        recall = evidence_recall(trace, question)
        if trace.failed or recall is None:
            raise RuntimeError(f"{question.id} could not be measured: {trace.failed}; try it again")
        row = Recall(question.id, part, way, recall)
        append_line(folder / ROWS, json.dumps(asdict(row)))
        rows.append(row)
    return rows


def measured(questions: Sequence[Question], part: Part) -> list[Question]:
    """The questions of a part for whose answer it is known where it stands."""
    own = of_part(questions, part)
    return [question for question in own if question.support]


def best(rows: Sequence[Recall]) -> str:
    """The way with the highest recall on *fit*. Raises `BadSubmission` without one."""
    recalls: dict[str, list[float]] = {}
    for row in rows:
        if row.part == "fit" and row.way != PLAIN:
            recalls.setdefault(row.way, []).append(row.recall)
    if not recalls:
        raise BadSubmission("asked for the best way on the part fit, got no rows; measure it first")
    return max(recalls, key=lambda way: mean(recalls[way]))


def result(rows: Sequence[Recall], way: str) -> Claim:
    """What the rows of *test* say of a way. Raises `BadSubmission` where it was not measured."""
    plain = _recalls(rows, PLAIN)
    rewritten = _recalls(rows, way)
    asked = sorted(plain.keys() & rewritten.keys())
    if not asked:
        raise BadSubmission(f"asked what {way} brings on test, got no rows; measure it first")
    without = [plain[question] for question in asked]
    with_it = [rewritten[question] for question in asked]
    gap = difference(with_it, without)
    return Claim(
        way,
        plain=round(mean(without), DIGITS),
        rewritten=round(mean(with_it), DIGITS),
        difference=round(gap.mean, DIGITS),
        low=round(gap.low, DIGITS),
        high=round(gap.high, DIGITS),
        n=gap.n,
        conclusion=conclusion(gap),
    )


def _recalls(rows: Sequence[Recall], way: str) -> dict[str, float]:
    """What one way found for each question of *test*."""
    recalls = {}
    for row in rows:
        if row.part == "test" and row.way == way:
            recalls[row.question] = row.recall
    return recalls


def conclusion(gap: Score) -> str:
    """What an interval allows to say.

    >>> [conclusion(Score(0, low, high, 9)) for low, high in ((1, 2), (-2, -1), (-1, 1), (0, 1))]
    ['helps', 'hurts', 'not shown', 'not shown']
    """
    if gap.low > 0:
        return "helps"
    return "hurts" if gap.high < 0 else "not shown"


def of_measurement(folder: Path, questions: Sequence[Question]) -> dict[str, tuple[bool, str]]:
    """What came of the criteria about the measurement; without one, why none is met."""
    try:
        return _of_rows(folder, questions)
    except BadSubmission as error:
        return dict.fromkeys(ABOUT_ROWS, (False, str(error)))


def _of_rows(folder: Path, questions: Sequence[Question]) -> dict[str, tuple[bool, str]]:
    """What came of each criterion. Raises `BadSubmission` where something is missing."""
    rows = read_rows(folder)
    claim = read_claim(folder)
    ours = result(rows, claim.way)
    wrong = _wrong_numbers(asdict(ours), asdict(claim))
    on_fit = _missing(rows, questions, "fit", claim.way)
    missing = on_fit or _missing(rows, questions, "test", claim.way)
    chosen = best(rows)
    looked = sorted({row.way for row in rows if row.part == "test"})
    is_chosen = claim.way == chosen and looked == sorted([PLAIN, chosen])
    is_allowed = claim.conclusion == ours.conclusion
    return {
        "rows": (not missing, missing or f"{len(rows)} rows"),
        "chosen": (is_chosen, f"{chosen} is best on fit; on test there are {', '.join(looked)}"),
        "numbers": (not wrong, f"others: {', '.join(wrong)}" if wrong else "they agree"),
        "conclusion": (is_allowed, f"{claim.conclusion}; the rows allow {ours.conclusion}"),
    }


def read_rows(folder: Path) -> list[Recall]:
    """The rows of a measurement; none where there is no file. Raises `BadSubmission`."""
    file = folder / ROWS
    if not file.is_file():
        return []
    try:
        return [RECALL.validate_json(line) for line in whole_lines(file)]
    except ValidationError as error:
        raise BadSubmission(
            f"{file}: not the rows of `measure`: {first_line(error)}; delete the file, and measure "
            "again"
        ) from error


def read_claim(folder: Path) -> Claim:
    """The claim of a learner. Raises `BadSubmission`."""
    file = folder / CLAIM
    try:
        return CLAIMED.validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        raise BadSubmission(
            f"asked for the claim in {file}, got {first_line(error)}; write it as in the last "
            "cells of the notebook, and name their folder with `--rows`"
        ) from error


def _wrong_numbers(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """The numbers of a claim that are not those of its rows."""
    wrong = []
    for name, number in ours.items():
        if isinstance(number, str):
            continue
        apart = abs(number - theirs[name])
        # So written, a NaN is wrong too.
        if not apart <= 10**-DIGITS:
            wrong.append(name)
    return wrong


def _missing(rows: Sequence[Recall], questions: Sequence[Question], part: Part, way: str) -> str:
    """What rows of a part lack, or have too many of; empty where they are whole."""
    asked = [question.id for question in measured(questions, part)]
    asked.sort()
    for one in (PLAIN, way):
        own = [row for row in rows if row.part == part and row.way == one]
        there = [row.question for row in own]
        there.sort()
        if there != asked:
            return f"{one} on {part}: {len(there)} rows for {len(asked)} questions"
    return ""
