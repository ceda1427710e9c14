"""Workers in processes of their own make the same rows as threads do; one that is not there is said."""

import json
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace

import cloudpickle
import distributed
import pytest
from distributed.scheduler import KilledWorker, NoWorkerError
from experiments import content_kit, experiment_in, untimed
from fakes import model, served

from ragkit import cluster
from ragkit.cluster import ClusterFailed
from ragkit.evaluate.experiments import workers
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import BadExperiment
from ragkit.evaluate.experiments.jobs import all_jobs


@pytest.fixture
def experiment(tmp_path, endpoint, cache, monkeypatch):
    """An experiment over a document, answered by an endpoint that any process of this machine can ask."""
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt mice at night.")
    (tmp_path / "cats.md").write_text("# Cats\n\nCats hunt mice by day.")
    there = endpoint(served(model(**{"Count to": "one"})))
    settings = {"provider": "openai", "base_url": there.url, "api_key": "none", "model": "owl",
                "rival_from": 2.0, "reuse_replies": False}  # fmt: skip
    return lambda **said: experiment_in(tmp_path, settings=settings, systems={"naive": {"graph": "naive"}}, **said)


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
    monkeypatch.setattr("ragkit.cluster.CONNECT_WITHIN", 1)
    with pytest.raises(BadExperiment, match="no Dask scheduler answers at tcp://127.0.0.1:9"):
        bench(experiment(workers="tcp://127.0.0.1:9"), tmp_path / "there", quiet=True)
    assert json.loads((tmp_path / "there" / "manifest.json").read_text())["keys"]


@pytest.mark.process
def test_the_workers_of_this_machine_take_nothing_from_a_stranger():
    with workers._dask(SimpleNamespace(workers="local", parallel=1)) as client:
        address = client.scheduler.address
        assert address.startswith("tls://127.0.0.1:") and client.submit(max, 1, 2).result() == 2
        with pytest.raises(ClusterFailed, match="a certificate of its own authority"):
            cluster.client(address)


KEY = "sk-0123456789abcdef"


@pytest.fixture
def alone_here(tmp_path, monkeypatch):
    """This process as the only worker: `alone_here(experiment, kit)` is its first job, and what Dask would send."""
    submitted = []

    def submit(task, pure):
        submitted.append(task)
        return SimpleNamespace(result=lambda: None)

    @contextmanager
    def pool(experiment):
        yield SimpleNamespace(submit=submit)

    def first(experiment, kit, make=lambda kit, *_: kit.settings.model):
        job = all_jobs(experiment, kit.corpus.fingerprint)[0]
        monkeypatch.setattr(workers, "_dask", pool)
        monkeypatch.setattr(workers, "_kit", lambda *_: kit)
        monkeypatch.setattr(
            distributed, "get_worker", lambda: SimpleNamespace(address="tcp://a:1", local_directory=str(tmp_path))
        )
        with workers.workers(experiment, kit, tmp_path / "results" / "memory", make) as give:
            give(job)
        return submitted[0]

    return first


def test_no_key_and_no_path_but_the_documents_is_sent_to_workers(alone_here, tmp_path, monkeypatch):
    monkeypatch.setenv("RAGKIT_API_KEY", KEY)
    said = {"workers": "tcp://a:1", "questions": {"file": tmp_path / "questions.jsonl"}, "caps": {"minutes": 7}}
    task = alone_here(experiment_in(tmp_path, **said), content_kit(tmp_path))
    shipped = cloudpickle.dumps(task)
    assert str(tmp_path).encode() in shipped
    assert [word for word in (KEY, "questions.jsonl", "results", '"minutes":7') if word.encode() in shipped] == []


def test_a_key_in_the_experiment_is_refused_before_anything_is_sent(alone_here, tmp_path):
    kit = content_kit(tmp_path)
    for settings in ({"api_key": KEY}, {"provider": "openai", "base_url": "http://me:a-long-password@host/v1"}):
        with pytest.raises(BadExperiment, match="is not sent to workers; .* such as RAGKIT_API_KEY"):
            alone_here(experiment_in(tmp_path, workers="tcp://a:1", settings=settings), kit)


def test_the_error_of_a_worker_has_its_address_and_no_key(alone_here, tmp_path, monkeypatch):
    monkeypatch.setenv("RAGKIT_API_KEY", "an-odd-key-of-letters")

    def make(*_):
        raise ValueError(f"an-odd-key-of-letters and {KEY} were refused")

    task = alone_here(experiment_in(tmp_path, workers="tcp://a:1"), content_kit(tmp_path), make)
    with pytest.raises(BadExperiment, match=r"tcp://a:1 cannot make .*: \[removed\] and \[removed\] were refused"):
        task()


def test_a_worker_with_other_settings_refuses_the_run(alone_here, tmp_path, monkeypatch):
    kit = content_kit(tmp_path)
    task = alone_here(experiment_in(tmp_path, workers="tcp://a:1"), kit)
    assert task() == kit.settings.model
    monkeypatch.setenv("RAGKIT_K", "7")
    with pytest.raises(BadExperiment, match="it would be the run .* set the same RAGKIT_ variables"):
        task()


@pytest.mark.parametrize(
    "error",
    [CancelledError(), KilledWorker("run", SimpleNamespace(address="tcp://a:1"), 3), NoWorkerError("run", 600)],
)
def test_a_cluster_that_ends_during_a_run_is_a_sentence(error, monkeypatch):
    monkeypatch.setattr(cluster, "client", lambda _: nullcontext())
    ended = pytest.raises(BadExperiment, match=r"tcp://a:1 or its workers ended .*\(.+\); the runs that ended are kept")
    with ended, workers._dask(SimpleNamespace(workers="tcp://a:1", parallel=1)):
        raise error


def test_a_connection_that_is_lost_during_a_run_ends_the_sweep(tmp_path, monkeypatch):
    def lost():
        raise OSError("in the middle of a message")

    client = SimpleNamespace(submit=lambda task, pure: SimpleNamespace(result=lost))
    monkeypatch.setattr(cluster, "client", lambda _: nullcontext(client))
    there = experiment_in(tmp_path, workers="tcp://a:1")
    with pytest.raises(
        BadExperiment, match=r"connection to it \(in the middle of a message\); the runs that ended are"
    ):
        bench(there, tmp_path / "there", kit=content_kit(tmp_path), quiet=True)
