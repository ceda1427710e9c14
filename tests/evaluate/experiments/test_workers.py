"""Workers in processes of their own make the same rows as threads do; one that is not there is said."""

import json
from dataclasses import replace

import pytest
from experiments import experiment_in
from fakes import model, served

from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import BadExperiment


@pytest.fixture
def experiment(tmp_path, endpoint, cache, monkeypatch):
    """An experiment over a document, answered by an endpoint that any process of this machine can ask."""
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt mice at night.")
    (tmp_path / "cats.md").write_text("# Cats\n\nCats hunt mice by day.")
    there = endpoint(served(model(**{"Count to": "one"})))
    settings = {"provider": "openai", "base_url": there.url, "api_key": "none", "model": "owl",
                "rival_from": 2.0, "reuse_replies": False}  # fmt: skip
    return lambda **said: experiment_in(tmp_path, settings=settings, systems={"naive": {"graph": "naive"}}, **said)


def untimed(row):
    """A row without what a clock measured."""
    parts = {name: replace(part, seconds=0.0) for name, part in row.components.items()}
    return replace(row, seconds=0.0, components=parts)


@pytest.mark.model
@pytest.mark.process
def test_workers_in_other_processes_make_the_same_rows(experiment, tmp_path):
    here, _ = bench(experiment(), tmp_path / "here", quiet=True)
    there, stopped = bench(experiment(workers="local", parallel=2), tmp_path / "there", quiet=True)
    assert stopped == "" and len(there) == 3
    assert [untimed(row) for row in there] == [untimed(row) for row in here]


@pytest.mark.model
@pytest.mark.process
def test_a_scheduler_that_is_not_there_is_named_and_nothing_is_lost(experiment, tmp_path, monkeypatch):
    monkeypatch.setattr("ragkit.evaluate.experiments.workers.CONNECT_WITHIN", 1)
    with pytest.raises(BadExperiment, match="no Dask scheduler answers at tcp://127.0.0.1:9"):
        bench(experiment(workers="tcp://127.0.0.1:9"), tmp_path / "there", quiet=True)
    assert json.loads((tmp_path / "there" / "manifest.json").read_text())["keys"]
