"""The record kept of each run: a row of measures and a trace, in a folder of results.

    rows.jsonl      one line per run, appended when it ends
    traces/         one file per run with all its steps, for the widgets

Rows are only added. How the folder is created, and which rows belong to an experiment, is in
`evaluate/experiments/results.py`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pydantic import TypeAdapter

from ragkit.disk.whole import append_line, whole_lines
from ragkit.evaluate.measures.components import Component
from ragkit.text.one_line import first_line


class BadResults(ValueError):
    """A results folder cannot be used; the message names the file and what to do."""


@dataclass(frozen=True)
class Row:
    """The measures of one run. None means that a measure does not apply, or could not be taken."""

    key: str
    question: str
    """The question's id."""
    kind: str
    system: str
    repeat: int
    answer: str
    refused: bool
    failed: str
    """Why the run ended without an answer and without a refusal; empty when it did not."""
    right: float | None
    """How far the answer matches the reference, 0 to 1: a fraction for ambiguous questions and
    summaries, else 0 or 1."""
    held: bool | None
    """Whether the system abstained, or corrected the question.

    Only for questions that the documents do not answer as they were asked.
    """
    agrees: float | None
    """The auditor's odds that the answer is right by the reference alone."""
    faithfulness: float | None
    hallucinated: bool | None
    answer_relevance: float | None
    context_relevance: float | None
    evidence_recall: float | None
    retry_gain: float | None
    retried: bool
    escalated: bool
    notes: tuple[str, ...]
    """What the auditor could not judge, and why."""
    seconds: float
    calls: int
    cached: int
    """Number of calls answered from disk: the seconds of such a run are not real."""
    evaluated: int
    reused: int
    generated: int
    cost: float | None
    """Cost in dollars; None where the price is not known."""
    exact: float | None = None
    """Exact match with a gold phrase, 0 or 1; only for questions of other people's datasets."""
    f1: float | None = None
    """F1 of the words of the answer and of a gold phrase, 0 to 1; for the same questions."""
    audited: bool = True
    """Whether an auditor was asked; if not, what it grades is None."""
    noise: str = ""
    """The noise in the evidence: `hard negative` or `conflict` (`evaluate/noise/`); empty: none."""
    noise_note: str = ""
    """Why the noise is not of the kind that was drawn, or is none; empty where it is."""
    passed: bool | None = None
    """Whether the first critic passed the evidence; None in a graph without such a critic."""
    critic_cost: float | None = None
    """The part of the cost that is for calls other than those that write the answer."""
    critic_tokens: tuple[int, int, int] | None = None
    """Tokens evaluated, reused and generated in those calls."""
    first_token: float | None = None
    """Seconds from the start of the run to the first token of the answer, where it was streamed."""
    odds: float | None = None
    """The critic's odds for the answer, by which risk and coverage are told; None without one."""
    tier: str = ""
    """The tier that the answer comes from; empty without an answer, and in graphs without tiers."""
    components: dict[str, Component] = field(default_factory=dict)
    """What each node took; empty in results that were made before this was kept."""


ROW = TypeAdapter(Row)


@dataclass(frozen=True)
class Results:
    """A folder of results, to read from and append to."""

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "rows.jsonl"

    def trace_file(self, key: str) -> Path:
        return self.folder / "traces" / f"{key}.json"

    def add(self, row: Row) -> None:
        """Append a row; it is on disk when this returns. Raises `NoRoom` when the disk is full."""
        content = asdict(row)
        append_line(self.file, json.dumps(content, ensure_ascii=True))

    def rows(self) -> list[Row]:
        """Every row, in the order in which the runs ended. Raises `BadResults`.

        A last line cut short by a crash is removed from the file.
        """
        if not self.file.is_file():
            return []
        lines = whole_lines(self.file)
        return [self._row(number, line) for number, line in enumerate(lines, start=1)]

    def _row(self, number: int, line: str) -> Row:
        try:
            # json and not pydantic's parser, which refuses the lone surrogates that models write
            return ROW.validate_python(json.loads(line))
        except ValueError as error:
            raise BadResults(
                f"{self.file}, line {number}: not a row of these results: {first_line(error)}; "
                "repair or delete that line, and its run is made again"
            ) from error
