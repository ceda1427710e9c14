"""What the runs of an experiment that are left will take, with an open index or without one."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ragkit.documents.corpus import Corpus
from ragkit.evaluate.experiments.estimate import Estimate, Pace, calibrated, estimate
from ragkit.evaluate.experiments.experiment import Experiment
from ragkit.evaluate.experiments.jobs import all_jobs, shared
from ragkit.evaluate.experiments.results import done
from ragkit.evaluate.measures.rows import Results
from ragkit.kit import Kit
from ragkit.model.chat import chat
from ragkit.opening import embedder_folder, open_corpus
from ragkit.settings import Settings
from ragkit.text.one_line import first_line


def outlook(experiment: Experiment, folder: str | Path, kit: Kit, quiet: bool = False) -> Estimate:
    """An estimate of the runs that the folder does not contain yet.

    Raises `BadResults` and `ChatFailed`.
    """
    at_once = experiment.parallel
    measure = partial(calibrated, quiet=quiet, at_once=at_once)
    corpus = kit.corpus
    return _outlook(experiment, folder, corpus, lambda: measure(kit.llm))


def outlook_unopened(experiment: Experiment, folder: str | Path, quiet: bool = False) -> Estimate:
    """The same without an index: the documents are read, and nothing is locked or embedded.

    A model that fails leaves the time unknown. Raises `BadResults`, and the errors of `Kit.open`
    about the documents.
    """
    measure = partial(calibrated, quiet=quiet, at_once=experiment.parallel)
    settings = Settings(**shared(experiment))
    weights = embedder_folder(settings, quiet)
    corpus = open_corpus(experiment.corpus, settings, weights, quiet)

    def measured() -> tuple[Pace | None, str]:
        try:
            return measure(chat(settings, "answer"))
        except (RuntimeError, OSError, ValueError) as error:
            return None, first_line(error)

    return _outlook(experiment, folder, corpus, measured)


def _outlook(
    experiment: Experiment,
    folder: str | Path,
    corpus: Corpus,
    measured: Callable[[], tuple[Pace | None, str]],
) -> Estimate:
    jobs = all_jobs(experiment, corpus.fingerprint)
    rows = Results(Path(folder)).rows()
    made = done(rows)
    left = [job.name for job in jobs if job.key not in made]
    # With no runs left the speed does not matter, so the model is not asked.
    speed, untimed = measured() if left else (Pace(math.inf, math.inf), "")
    return estimate(experiment, left, rows, speed, untimed)
