"""A sweep on a cluster over TLS: the rows of one machine, whatever is killed, and no credential leaves."""

import json
from contextlib import closing
from threading import Barrier, Lock

import pytest
from clusters import START_WITHIN, certificates, refresh
from dask_worker import opened
from experiments import experiment_in, untimed
from fakes import model, served

from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import BadExperiment

AUTHORITY = "DASK_DISTRIBUTED__COMM__TLS__CA_FILE"

pytestmark = pytest.mark.process


@pytest.fixture
def sweep(tmp_path, endpoint):
    """`sweep(name, workers=address)` runs an experiment of three runs; `sweep.endpoint` is its model."""
    there = endpoint(served(model(**{"Count to": "one"})))
    settings = {"provider": "openai", "base_url": there.url, "api_key": "none", "model": "owl",
                "rival_from": 2.0, "reuse_replies": False}  # fmt: skip

    def run(name, **said):
        experiment = experiment_in(tmp_path, settings=settings, systems={"naive": {"graph": "naive"}}, **said)
        with closing(opened(tmp_path, True, tmp_path / name / "index", **settings)) as kit:
            rows, stopped = bench(experiment, tmp_path / name, quiet=True, kit=kit)
        assert stopped == ""
        return [untimed(row) for row in rows]

    run.endpoint = there
    return run


def written(folder):
    """The keys of the rows in a folder of results, in the order in which they were written."""
    file = folder / "rows.jsonl"
    return [json.loads(line)["key"] for line in file.read_text().splitlines()] if file.exists() else []


def test_a_cluster_over_tls_makes_the_rows_of_one_machine(cluster, sweep):
    there = sweep("there", workers=cluster.address, parallel=2)
    assert len(there) == 3 and there == sweep("here")


def test_a_client_without_the_clusters_certificate_is_told_what_to_do_and_nothing_is_lost(
    cluster, sweep, tmp_path, monkeypatch
):
    for name in cluster.variables:
        monkeypatch.delenv(name)
    refresh()
    with pytest.raises(BadExperiment, match="DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT"):
        sweep("there", workers=cluster.address)
    strange = certificates(tmp_path / "strange") | {AUTHORITY: cluster.variables[AUTHORITY]}
    for name, value in strange.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadExperiment, match="a certificate of its own authority"):
        sweep("there", workers=cluster.address)
    assert written(tmp_path / "there") == [] and sweep.endpoint.asked == []
    for name, value in cluster.variables.items():
        monkeypatch.setenv(name, value)
    assert len(sweep("there", workers=cluster.address)) == 3


def test_the_sweep_goes_on_where_a_worker_is_killed_during_a_run(cluster, sweep):
    here, both, lock = sweep("here"), Barrier(2, action=lambda: cluster.kill("first")), Lock()
    plain, asked = sweep.endpoint.answer, []

    def answer(body):
        with lock:
            asked.append(body)
            is_early = len(asked) <= 2
        if is_early:
            both.wait(timeout=START_WITHIN)  # each worker asks for its first run now
        return plain(body)

    sweep.endpoint.answer = answer
    assert sweep("there", workers=cluster.address, parallel=2) == here
    assert cluster.running["first"].poll() is not None and cluster.running["second"].poll() is None


def test_a_sweep_whose_scheduler_is_killed_goes_on_where_it_was(cluster, sweep, tmp_path, monkeypatch):
    monkeypatch.setattr("ragkit.cluster.CONNECT_WITHIN", 5)
    here, plain = sweep("here"), sweep.endpoint.answer

    def answer(body):
        if written(tmp_path / "there") and cluster.running["scheduler"].poll() is None:
            cluster.kill("scheduler")
        return plain(body)

    sweep.endpoint.answer = answer
    with pytest.raises(BadExperiment, match="the runs that ended are kept.*the same command again"):
        sweep("there", workers=cluster.address)
    (made,) = written(tmp_path / "there")
    sweep.endpoint.answer = plain
    monkeypatch.undo()
    assert sweep("there") == here
    assert written(tmp_path / "there").count(made) == 1 and len(written(tmp_path / "there")) == 3
