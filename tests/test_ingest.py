"""Reading and embedding: in order, by a few ahead, and nothing that was written is done again, whatever is killed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import SimpleNamespace

import ingests
import numpy as np
import pytest
from fakes import FakeEmbed
from vector_stores import needs_fork

from ragkit import ingest
from ragkit.cluster import ClusterFailed
from ragkit.disk.texts import TextCache
from ragkit.documents.corpus import fingerprint, load
from ragkit.ingest import AHEAD, in_order, read_there, workers
from ragkit.settings import Mark, Settings
from ragkit.stores import ExactVectors
from ragkit.stores.table import Table, read
from ragkit.stores.vectors import BATCH

OWN = {name: Settings.model_fields[name].default for name in Settings.marked(Mark.INDEX)}


@pytest.fixture
def folder(tmp_path):
    return ingests.write(tmp_path / "documents")


@pytest.fixture
def ingested(folder, tmp_path):
    """`ingested("", "here")` reads and embeds the folder by `RAGKIT_DASK`, with a cache and an index of its own."""

    def by(dask, name):
        settings = Settings(cache=tmp_path / name, dask=dask)
        with workers(settings) as there:
            corpus = load(folder, settings, ingests.words_in, True, there.read)
            store = ExactVectors(tmp_path / name / "index", corpus.passages, FakeEmbed(), True, there.embed)
        return corpus.passages, store.vectors(store.ids)

    return by


def is_same(one, other):
    return one[0] == other[0] and np.array_equal(one[1], other[1])


# Workers


def test_results_come_in_order_and_workers_are_only_so_far_ahead():
    taken = []

    def items():
        for number in range(3 * AHEAD):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as pool:
        client = SimpleNamespace(submit=lambda function, item, pure: pool.submit(function, item))
        results = in_order(lambda: client, lambda number: 2 * number, items())
        assert next(results) == 0 and len(taken) == AHEAD + 1
        assert list(results) == [2 * number for number in range(1, 3 * AHEAD)]


def test_without_the_setting_this_process_does_it():
    with workers(Settings()) as there:
        assert there.read is None and there.embed is None


def test_no_worker_is_asked_for_where_nothing_is_to_be_done(ingested, monkeypatch):
    here = ingested("", "here")
    monkeypatch.setattr(ingest, "dask", None)
    assert is_same(ingested("local", "here"), here)


def test_a_scheduler_that_is_not_there_is_named(ingested, monkeypatch):
    monkeypatch.setattr("ragkit.cluster.CONNECT_WITHIN", 1)
    with pytest.raises(ClusterFailed, match="no Dask scheduler answers at tcp://127.0.0.1:9"):
        ingested("tcp://127.0.0.1:9", "there")


def test_without_dask_the_command_that_installs_it_is_said(ingested, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterFailed, match=r"pip install ragkit\[cluster\]"):
        ingested("local", "there")


@pytest.mark.parametrize("at_the_worker", ["changed", "missing"])
def test_a_worker_refuses_a_file_that_is_another_one_there(folder, monkeypatch, at_the_worker):
    monkeypatch.setattr(ingest, "_address", lambda: "tls://a:1")
    monkeypatch.setattr(ingest, "counter", lambda model: ingests.words_in)
    path = folder / "text07.md"
    key = fingerprint(path, folder, Settings(**OWN))
    assert len(read_there(OWN, folder, (path, key)).passages) == ingests.EACH
    path.unlink()
    if at_the_worker == "changed":
        path.write_text("Owls hunt.")
    with pytest.raises(ClusterFailed, match="text07.md is another file at the worker tls://a:1"):
        read_there(OWN, folder, (path, key))


def test_a_file_that_cannot_be_read_is_left_out_by_workers_too(folder, monkeypatch):
    monkeypatch.setattr(ingest, "counter", lambda model: ingests.words_in)
    path = folder / "empty.md"
    path.write_text("")
    assert read_there(OWN, folder, (path, fingerprint(path, folder, Settings(**OWN)))).startswith("is empty")


PARTS = {"reading": (TextCache, "set"), "embedding": (Table, "append")}
"""What this process does with each result of a part."""


@contextmanager
def killing(monkeypatch, part, cluster, victim):
    """Kill a process of the cluster when the third result of this part is there."""
    owner, name = PARTS[part]
    plain, calls = getattr(owner, name), []

    def counted(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            cluster.kill(victim)
        return plain(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, counted)
        yield patch


@pytest.mark.process
@pytest.mark.parametrize("part", PARTS)
def test_the_ingest_goes_on_where_a_worker_is_killed(cluster, ingested, monkeypatch, part):
    here = ingested("", "here")
    with killing(monkeypatch, part, cluster, "first"):
        assert is_same(ingested(cluster.address, "there"), here)
    assert cluster.running["first"].poll() is not None and cluster.running["second"].poll() is None


@pytest.mark.process
@pytest.mark.parametrize("part", PARTS)
def test_where_the_scheduler_is_killed_nothing_that_was_written_is_given_to_workers_again(
    cluster, ingested, tmp_path, monkeypatch, part
):
    here = ingested("", "here")
    with killing(monkeypatch, part, cluster, "scheduler") as patch:
        patch.setattr("ragkit.cluster.CONNECT_WITHIN", 5)
        patch.setattr(ingest, "AHEAD", 1)
        with pytest.raises(ClusterFailed, match="embedded are kept: .*give the same command again"):
            ingested(cluster.address, "there")
    # The workers of a scheduler that is gone end by themselves, at some time.
    cluster.close()
    cluster.start()
    files = len(TextCache(tmp_path / "there" / "chunks", "passages").keys())
    rows = sum(len(read(table)[0]) for table in (tmp_path / "there" / "index").glob("vectors-*.part-*"))
    assert files >= 3 and (part == "reading" or rows >= 3 * BATCH)
    given = []

    def noted(client, function, items):
        return in_order(client, function, (given.append(item) or item for item in items))

    monkeypatch.setattr(ingest, "in_order", noted)
    assert is_same(ingested(cluster.address, "there"), here)
    batches = [item for item in given if isinstance(item, list)]
    assert len(given) - len(batches) == ingests.FILES - files
    assert sum(map(len, batches)) == ingests.FILES * ingests.EACH - rows


# The command


@pytest.mark.process
@needs_fork
def test_a_command_that_is_killed_twice_reads_each_file_and_embeds_each_passage_once(folder, tmp_path, monkeypatch):
    monkeypatch.setenv(ingests.DONE, str(tmp_path / "done"))
    own = {"RAGKIT_CACHE": str(tmp_path / "own"), "RAGKIT_MEMORY": "0", "RAGKIT_JUDGE": "odds"}
    variables = own | {ingests.DONE: str(tmp_path / "done")}
    assert ingests.ended(folder, variables, kill_at="text30.md") == -9
    assert len(ingests.done()) == 30
    # The third batch of 64 passages begins with number 128, which is in file 25.
    assert ingests.ended(folder, variables, kill_at="word25x3") == -9
    assert len(ingests.done()) == ingests.FILES + 128
    assert ingests.ended(folder, variables) == 0
    assert len(ingests.done()) == ingests.FILES + ingests.FILES * ingests.EACH
    assert set(ingests.done().values()) == {1}
