"""One half of a study while it is asked: its runs so far, and how another one is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout

from ragkit.evaluate.experiments.bench import make
from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.experiments.jobs import all_jobs, secrets
from ragkit.evaluate.experiments.results import only, open_results
from ragkit.evaluate.measures.rows import BadResults, Row
from ragkit.kit import Kit
from ragkit.runs.trace_file import save

MOST_FAILED = 3
"""Number of failed runs in a row after which a study stops: then it is not the question."""


class Half:
    """The runs of a half, in a folder of results that `bench` and `report` read too.

    Use it with `with`: it holds the lock of its folder. Raises `BadResults`, `BadQuestions`.
    """

    def __init__(self, kit: Kit, experiment: Experiment, folder: Path) -> None:
        self._kit = kit
        self._experiment = experiment
        jobs = all_jobs(experiment, kit.corpus.fingerprint)
        self._jobs = {(job.name, job.question.id): job for job in jobs}
        self.questions = list(dict.fromkeys(job.question.id for job in jobs))
        """The ids of the questions, in the order in which they are asked."""
        self._keys = [job.key for job in jobs]
        self._results = open_results(folder, experiment, kit.corpus.fingerprint, self._keys)
        self._secrets = secrets(experiment, kit)
        self._lock = FileLock(folder / ".lock", timeout=0)
        self.rows: list[Row] = []
        """The runs that were made, a row each."""

    def __enter__(self) -> Half:
        try:
            self._lock.acquire()
        except Timeout as error:
            folder = self._results.folder
            raise BadResults(f"another study is at work in {folder}; wait for it") from error
        made = only(self._results.rows(), self._keys)
        # A failed run is tried again when a study goes on.
        self.rows = [row for row in made if not row.failed]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._lock.release()

    def ask(self, system: str, question: str) -> Row:
        """Ask a system a question by its id, and keep the run.

        Raises `RuntimeError` after several failed runs in a row, with the reason of the last one.
        """
        job = self._jobs[system, question]
        row, trace = make(self._kit, self._experiment, job, self._results.folder / "memory")
        save(trace, self._results.trace_file(row.key), self._secrets)
        self._results.add(row)
        self.rows.append(row)
        last = self.rows[-MOST_FAILED:]
        if len(last) == MOST_FAILED and all(one.failed for one in last):
            raise RuntimeError(f"{MOST_FAILED} runs in a row failed; the last one: {row.failed}")
        return row

    def ask_all(
        self,
        next_run: Callable[[Sequence[Row]], tuple[str, str] | None],
        over: Callable[[Sequence[Row]], str],
        show: Callable[[Sequence[Row]], None],
    ) -> str:
        """Ask what `next_run` says until it says None; the budget that ended it before, or "".

        `over` says which budget is spent, and `show` gets the rows before each run.
        """
        while True:
            show(self.rows)
            run = next_run(self.rows)
            if run is None:
                return ""
            spent = over(self.rows)
            if spent:
                return spent
            self.ask(*run)
