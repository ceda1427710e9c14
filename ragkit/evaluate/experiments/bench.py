"""Run an experiment: every system on every question, within caps, resuming where it was stopped."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from tqdm.auto import tqdm

from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.experiments.jobs import (
    Job,
    all_jobs,
    fitted,
    judged_zero_shot,
    on_empty_server,
    secrets,
    shared,
    wired,
    with_noise,
)
from ragkit.evaluate.experiments.results import done, only, open_results
from ragkit.evaluate.experiments.workers import workers
from ragkit.evaluate.golden.correct import correct, held_back
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.golden.without import left_out
from ragkit.evaluate.measures.audit import Audit, audit
from ragkit.evaluate.measures.components import components
from ragkit.evaluate.measures.metrics import (
    cold_calls,
    evidence_recall,
    exact,
    faithfulness,
    first_token,
    hallucinated,
    odds,
    passed,
    retry_gain,
    run_cost,
    token_f1,
    total,
)
from ragkit.evaluate.measures.rows import BadResults, Results, Row
from ragkit.evaluate.measures.tiers import answered_from
from ragkit.evaluate.noise.falsify import without_lies
from ragkit.evaluate.noise.noise import Noised
from ragkit.kit import Kit
from ragkit.model.meter import Usage
from ragkit.runs.trace_file import save
from ragkit.settings import Settings
from ragkit.start import holds_conversation
from ragkit.text.counted import counted
from ragkit.trace import Trace, run


@dataclass
class Spent:
    """What one call of the runner has used so far, to compare with its caps."""

    since: float
    tokens: int = 0
    cost: float = 0.0

    def add(self, row: Row) -> None:
        """Count what a run has used; an unknown cost counts 0."""
        self.tokens += row.evaluated
        self.tokens += row.generated
        self.cost += row.cost or 0.0

    def over(self, experiment: Experiment) -> str:
        """The cap that is reached, with its value; empty while none is."""
        caps = experiment.caps
        minutes = (time.monotonic() - self.since) / 60
        used = (
            ("minutes", minutes, caps.minutes),
            ("tokens", self.tokens, caps.tokens),
            ("cost", self.cost, caps.cost),
        )
        for name, now, cap in used:
            if cap and now >= cap:
                return f"{name}: {now:,.4g} of {cap:,}"
        return ""


def bench(
    experiment: Experiment, folder: str | Path, quiet: bool = False, kit: Kit | None = None
) -> tuple[list[Row], str]:
    """Make the runs that the folder does not contain yet.

    Returns all rows of the experiment, and why it stopped early, or an empty text. Stopped by a
    cap, by Ctrl-C or by a crash, it resumes where it was when it is called again. Raises
    `BadResults`, `BadQuestions`, and the errors of `Kit.open`.
    """
    mine = kit or opened(experiment, quiet)
    fingerprint = mine.corpus.fingerprint
    jobs = all_jobs(experiment, fingerprint)
    for job in jobs:
        # A quote that no passage has is an error now, and not after an hour.
        left_out(job.question, mine.corpus.passages)
    keys = [job.key for job in jobs]
    results = open_results(folder, experiment, fingerprint, keys)
    try:
        with FileLock(results.folder / ".lock", timeout=0):
            made = done(results.rows())
            todo = [job for job in jobs if job.key not in made]
            why = _work(experiment, mine, results, todo, len(jobs), quiet)
            return only(results.rows(), keys), why
    except Timeout as error:
        raise BadResults(
            f"another runner is at work in {results.folder}; wait for it, or choose another folder"
        ) from error
    finally:
        if kit is None:
            mine.close()


def opened(experiment: Experiment, quiet: bool = False) -> Kit:
    """The kit that all systems of an experiment share, opened.

    A warning names each system whose taught judge is not to be had.
    """
    kit = Kit.open(experiment.corpus, quiet=quiet, **shared(experiment))
    for name, note in judged_zero_shot(experiment).items():
        # the kit has given its own note already
        if note != kit.judge_note and not quiet:
            warnings.warn(f"{name}: {note}", stacklevel=2)
    return kit


def make(kit: Kit, experiment: Experiment, job: Job, folder: Path) -> tuple[Row, Trace]:
    """Make one run and grade it; the row and the trace."""
    own, noise = with_noise(fitted(kit, experiment, job, folder), experiment, job)
    on_empty_server(own, experiment)
    try:
        trace = _run(job, own)
    finally:
        if own.memory is not None:
            own.memory.close()
    notes = [*noise.notes] if noise else []
    without = left_out(job.question, kit.corpus.passages)
    if without:
        notes.append(f"asked without {counted(len(without), 'passage')}, which may answer it")
    trace = replace(trace, notes=(*trace.notes, *notes))
    found = audit(trace, kit, job.question.answer) if experiment.audit else None
    return row(job, trace, found, own.settings, noise), trace


def _run(job: Job, kit: Kit) -> Trace:
    """Ask a system. What was said before is only for one that holds a conversation."""
    graph = wired(job.system)
    asked = job.question
    history = asked.history if asked.history and holds_conversation(graph) else None
    return run(graph, asked.question, kit, history=history, system=job.name)


def row(
    job: Job,
    trace: Trace,
    audited: Audit | None,
    settings: Settings,
    noise: Noised | None = None,
) -> Row:
    """The record kept of a run.

    `audited` is None where no auditor was asked, and `noise` where the evidence was left alone.
    """
    calls = cold_calls(trace, mixed=settings.reuse_replies)
    critics = total(calls, critics_only=True)
    graded = _graded(job, trace, audited, total(calls), settings)
    return replace(
        graded,
        noise=(noise.kind or "") if noise else "",
        noise_note=noise.instead if noise else "",
        passed=passed(trace),
        critic_cost=run_cost(critics, settings),
        critic_tokens=(critics.evaluated, critics.reused, critics.generated),
        first_token=first_token(trace),
        odds=odds(trace),
        tier=answered_from(trace),
        components=components(trace, calls, settings),
    )


def _graded(job: Job, trace: Trace, audited: Audit | None, use: Usage, settings: Settings) -> Row:
    """The record without what is known of noise, of the critics and of the first token."""
    asked = job.question
    right, held = _by_reference(asked, trace)
    found = audited or Audit()
    # half of a falsified quote is no evidence of the fact
    true = replace(trace, passages=tuple(without_lies(trace.passages)))
    return Row(
        job.key,
        asked.id,
        asked.kind,
        job.name,
        job.repeat,
        trace.answer,
        trace.refused,
        trace.failed,
        right=right,
        held=held,
        agrees=found.agrees,
        faithfulness=faithfulness(found),
        hallucinated=hallucinated(found),
        answer_relevance=found.fit,
        context_relevance=found.relevance,
        evidence_recall=evidence_recall(true, asked),
        retry_gain=retry_gain(trace),
        retried=trace.retries > 0,
        escalated=trace.asked_web,
        notes=found.notes,
        seconds=trace.seconds,
        calls=use.calls,
        cached=use.cached,
        evaluated=use.evaluated,
        reused=use.reused,
        generated=use.generated,
        cost=run_cost(use, settings),
        exact=exact(trace, asked),
        f1=token_f1(trace, asked),
        audited=audited is not None,
    )


def _by_reference(asked: Question, trace: Trace) -> tuple[float | None, bool | None]:
    """Whether the answer is right, and whether what should be held back was; None: not asked."""
    if trace.failed:
        return None, None
    held = None
    if asked.answer is None or asked.kind == "false-premise":
        held = held_back(asked, trace.answer)
    return correct(asked, trace.answer), held


def _work(
    experiment: Experiment, kit: Kit, results: Results, todo: Sequence[Job], whole: int, quiet: bool
) -> str:
    """Make the runs and record each; the reason for stopping before the last, empty without one."""
    spent = Spent(time.monotonic())
    left = len(todo)
    hidden = secrets(experiment, kit)
    runs = _made(experiment, kit, results, iter(todo), spent)
    with tqdm(total=whole, initial=whole - left, desc="runs", disable=quiet) as bar:
        for made, trace in runs:
            save(trace, results.trace_file(made.key), hidden)
            results.add(made)
            spent.add(made)
            left -= 1
            bar.update()
    if not left:
        return ""
    return f"stopped by a cap on {spent.over(experiment)}; {left} runs are left"


def _made(
    experiment: Experiment, kit: Kit, results: Results, todo: Iterator[Job], spent: Spent
) -> Iterator[tuple[Row, Trace]]:
    """The runs as they end, `parallel` at a time; none begins once a cap is reached."""
    with workers(experiment, kit, results.folder / "memory", make) as give:
        busy: set[Future[tuple[Row, Trace]]] = set()
        while True:
            while len(busy) < experiment.parallel and not spent.over(experiment):
                job = next(todo, None)
                if job is None:
                    break
                busy.add(give(job))
            if not busy:
                return
            ended, busy = wait(busy, return_when=FIRST_COMPLETED)
            # what was made is kept, though a run beside it failed
            for future in sorted(ended, key=_failed):
                yield future.result()


def _failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None
