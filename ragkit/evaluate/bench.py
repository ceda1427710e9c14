"""Run an experiment: every system on every question, with a limit on what it may cost, from where it was stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from tqdm.auto import tqdm

from ragkit.evaluate.audit import Audit, audit
from ragkit.evaluate.correct import correct, held_back
from ragkit.evaluate.crew import crew
from ragkit.evaluate.estimate import Estimate, Pace, estimate, pace
from ragkit.evaluate.experiment import Experiment
from ragkit.evaluate.jobs import Job, all_jobs, fitted, on_empty_server, secrets, shared, wired
from ragkit.evaluate.metrics import (
    cold,
    escalated,
    evidence_recall,
    faithfulness,
    hallucinated,
    retried,
    retry_gain,
    run_cost,
)
from ragkit.evaluate.results import BadResults, Results, Row, done, only, open_results
from ragkit.kit import Kit
from ragkit.settings import Settings
from ragkit.trace import Trace, run
from ragkit.trace_file import save


@dataclass
class Spent:
    """What this call of the runner has used up, against its caps."""

    since: float
    tokens: int = 0
    cost: float = 0.0

    def add(self, row: Row) -> None:
        self.tokens += row.evaluated + row.generated
        self.cost += row.cost or 0.0

    def over(self, experiment: Experiment) -> str:
        """Which cap is reached; empty while none is."""
        caps, minutes = experiment.caps, (time.monotonic() - self.since) / 60
        used = (
            ("minutes", minutes, caps.minutes),
            ("tokens", self.tokens, caps.tokens),
            ("cost", self.cost, caps.cost),
        )
        return next((f"{name}: {now:,.4g} of {cap:,}" for name, now, cap in used if cap and now >= cap), "")


def bench(
    experiment: Experiment, folder: str | Path, quiet: bool = False, kit: Kit | None = None
) -> tuple[list[Row], str]:
    """Make the runs that the folder does not hold yet; all rows of the experiment, and why it stopped, if it did.

    Stopped by a cap, by Ctrl-C or by a crash, it goes on where it was when it is called again. Raises `BadResults`,
    `BadQuestions`, and what `Kit.open` raises.
    """
    mine = kit or opened(experiment, quiet)
    jobs = all_jobs(experiment, mine.corpus.fingerprint)
    results = open_results(folder, experiment, mine.corpus.fingerprint, [job.key for job in jobs])
    try:
        with FileLock(results.folder / ".lock", timeout=0):
            made = done(results.rows())
            todo = [job for job in jobs if job.key not in made]
            why = _work(experiment, mine, results, todo, len(jobs), quiet)
            return only(results.rows(), [job.key for job in jobs]), why
    except Timeout as error:
        raise BadResults(
            f"another runner is at work in {results.folder}; wait for it, or choose another folder"
        ) from error
    finally:
        if kit is None:
            mine.close()


def outlook(experiment: Experiment, folder: str | Path, kit: Kit) -> Estimate:
    """What the runs that the folder does not hold yet will take. Raises `BadResults`, `ChatFailed`."""
    jobs, rows = all_jobs(experiment, kit.corpus.fingerprint), Results(Path(folder)).rows()
    made = done(rows)
    left = [job.name for job in jobs if job.key not in made]
    return estimate(experiment, left, rows, pace(kit.llm) if left else Pace(1, 1))


def opened(experiment: Experiment, quiet: bool = False) -> Kit:
    """The kit that all systems of an experiment share."""
    return Kit.open(experiment.corpus, quiet=quiet, **shared(experiment))


def make(kit: Kit, experiment: Experiment, job: Job, folder: Path) -> tuple[Row, Trace]:
    """One run, graded."""
    own = fitted(on_empty_server(kit, experiment), experiment, job, folder)
    try:
        trace = run(wired(job.system), job.question.question, own)
    finally:
        if own.memory is not None:
            own.memory.close()
    found = audit(trace, kit, job.question.answer) if experiment.audit else Audit()
    return row(job, trace, found, own.settings), trace


def row(job: Job, trace: Trace, found: Audit, settings: Settings) -> Row:
    """What is kept of a run."""
    use, asked = cold(trace, mixed=settings.reuse_replies), job.question
    holds_back = asked.answer is None or asked.kind == "false-premise"
    return Row(
        job.key, asked.id, asked.kind, job.name, job.repeat, trace.answer, trace.refused, trace.failed,
        right=None if trace.failed else correct(asked, trace.answer),
        held=held_back(asked, trace.answer) if holds_back and not trace.failed else None,
        agrees=found.agrees, faithfulness=faithfulness(found), hallucinated=hallucinated(found),
        answer_relevance=found.fit, context_relevance=found.relevance, evidence_recall=evidence_recall(trace, asked),
        retry_gain=retry_gain(trace), retried=retried(trace), escalated=escalated(trace), notes=found.notes,
        seconds=trace.seconds, calls=use.calls, cached=use.cached, evaluated=use.evaluated, reused=use.reused,
        generated=use.tokens_out, cost=run_cost(use, settings),
    )  # fmt: skip


def _work(experiment: Experiment, kit: Kit, results: Results, todo: Sequence[Job], whole: int, quiet: bool) -> str:
    """Make the runs and write each down; why it stopped before the last, empty when it did not."""
    spent, left, hidden = Spent(time.monotonic()), len(todo), secrets(experiment, kit)
    with tqdm(total=whole, initial=whole - left, desc="runs", disable=quiet) as bar:
        for made, trace in _made(experiment, kit, results, iter(todo), spent):
            save(trace, results.trace_file(made.key), hidden)
            results.add(made)
            spent.add(made)
            left -= 1
            bar.update()
    return f"stopped by a cap on {spent.over(experiment)}; {left} runs are left" if left else ""


def _made(
    experiment: Experiment, kit: Kit, results: Results, todo: Iterator[Job], spent: Spent
) -> Iterator[tuple[Row, Trace]]:
    """The runs as they end, so many side by side; none begins once a cap is reached."""
    with crew(experiment, kit, results.folder / "memory", make) as give:
        busy: set[Future[tuple[Row, Trace]]] = set()
        while True:
            while len(busy) < experiment.parallel and not spent.over(experiment) and (job := next(todo, None)):
                busy.add(give(job))
            if not busy:
                return
            ended, busy = wait(busy, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in ended)
