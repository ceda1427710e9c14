"""The upper bound of decomposition: search for the sub-questions that a dataset itself has.

    python -m benchmarks.own_parts benchmarks/experiments/musique.yml path/to/musique_100.json

MuSiQue has the sub-questions of each question, and their answers. Hybrid retrieval searches for
each sub-question, in which the answers of earlier ones are filled in. The best three passages of
each are fused by rank, and the model answers from them as in `hybrid`. A system that decomposes
questions has to find these sub-questions and answers itself, so this is a bound for it.

The corpus, the questions and the settings are those of the experiment. Rows, traces and the report
go into a folder of results, `build/results/musique_own_parts` here; a stopped run continues there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime

from benchmarks.datasets.forms import read_as
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import Experiment, System, load_experiment
from ragkit.evidence import Evidence
from ragkit.graphs import SYSTEMS
from ragkit.kit import Kit
from ragkit.nodes import generate, readings
from ragkit.report.report import write_report
from ragkit.search.fuse import rrf
from ragkit.state import Passage, RunState

NAME = "own_parts"
BEST = 3
"""Number of passages that are taken of each search."""
Parts = Mapping[str, Sequence[str]]
"""The sub-questions of each question, by its text."""


def parts_of(file: Path) -> dict[str, list[str]]:
    """The sub-questions in a dataset file; of a dataset without any it is empty.

    Raises `FileNotFoundError` and `UnknownFormat`.
    """
    return read_as(
        file,
        lambda *_: {},
        lambda _, rows, __: {row["question"]: row["parts"] for row in rows if "parts" in row},
    )


def own_parts(parts: Parts) -> StateGraph[RunState, Kit, RunState, RunState]:
    """The uncompiled graph: that of `hybrid`, with a search for each sub-question."""

    def search_parts(state: RunState, runtime: Runtime[Kit]) -> dict[str, Any]:
        return searched(runtime.context.evidence, parts[state.question])

    graph = StateGraph(RunState, context_schema=Kit)
    graph.add_sequence([search_parts, generate, readings])
    graph.add_edge(START, "search_parts")
    return graph


def searched(evidence: Evidence, queries: Sequence[str]) -> dict[str, Any]:
    """The best passages of each query, fused by rank and each once, as fields of the state."""
    rankings: dict[str, list[Passage]] = {}
    set_aside = []
    notes = []
    for query in queries:
        found = evidence.hybrid(query, query)
        rankings[query] = found.passages[:BEST]
        set_aside += found.set_aside
        notes += found.notes
    gone = {one.passage.id for one in set_aside if not one.is_part}
    passages = [one for one in rrf(list(rankings.values())) if one.id not in gone]
    return {"rankings": rankings, "passages": passages, "set_aside": set_aside, "notes": notes}


def planned(file: Path, dataset: Path) -> Experiment:
    """The experiment of a file with this system alone, which is added to `SYSTEMS`.

    Raises `FileNotFoundError` where its corpus is missing, and `ValueError` where a question has no
    sub-questions.
    """
    experiment = load_experiment(file)
    corpus = experiment.corpus
    if not corpus.is_dir():
        raise FileNotFoundError(
            f"asked for the corpus {corpus}, which is not a folder; "
            f"`python -m benchmarks.datasets {dataset} {corpus}` writes it"
        )
    parts = parts_of(dataset)
    without = [one.id for one in experiment.asked if one.question not in parts]
    if without:
        raise ValueError(
            f"asked for the sub-questions of {corpus}, got none in {dataset} for {len(without)} "
            f"of its questions, such as {without[0]}; name the file that it was written from"
        )
    SYSTEMS[NAME] = replace(
        SYSTEMS["hybrid"],
        build=partial(own_parts, parts),
        line="searches for each sub-question of the dataset, and answers like hybrid",
    )
    # Dask workers do not know the system.
    own = {"systems": {NAME: System(graph=NAME)}, "beside": {}, "workers": None}
    return experiment.model_copy(update=own)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("experiment", type=Path, help="as for `python -m ragkit bench`")
    parser.add_argument("file", type=Path, help="the dataset as its corpus was written from it")
    parser.add_argument("--to", type=Path, help="folder of the results")
    chosen = parser.parse_args()
    folder = chosen.to or Path("build/results") / f"{chosen.experiment.stem}_{NAME}"
    try:
        experiment = planned(chosen.experiment, chosen.file)
        rows, stopped = bench(experiment, folder)
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    print(*write_report(folder), stopped or f"{len(rows)} runs, all made", sep="\n")


if __name__ == "__main__":
    main()
