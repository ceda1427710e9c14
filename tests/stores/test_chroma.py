"""Vectors in a Chroma folder: brought up to date by id, and whole again after whatever happened to them."""

import os
import shutil
import signal
import time
import warnings
from pathlib import Path

import pytest
from fakes import FakeEmbed
from vector_stores import CAT, MANY, OWL, TREE, Others, blank_vectors, damage_index, lose_index, needs_fork

from ragkit.search.dense import Dense
from ragkit.stores.chroma import ChromaVectors
from ragkit.stores.store import CopyUsed, StoreBusy

OLD = Path(__file__).parent / "old" / "chroma-1.5.9.zip"
"""A store that an earlier version wrote."""


@pytest.fixture
def opened(tmp_path):
    """Open the store of this test; what is open at its end is closed."""
    stores = []

    def open_(passages=(OWL, CAT, TREE), embed=None):
        stores.append(Dense(ChromaVectors(tmp_path / "store", passages, embed or FakeEmbed(), quiet=True)))
        return stores[-1]

    open_.folder = tmp_path / "store"
    yield open_
    for store in stores:
        store.close()


def ids(passages):
    return [passage.id for passage in passages]


def finds_itself(dense, passages):
    vectors = FakeEmbed()([passage.searchable for passage in passages])
    found = [
        dense.store.collection.query(query_embeddings=vectors[i : i + 500], n_results=1)["ids"]
        for i in range(0, len(vectors), 500)
    ]
    return [nearest for batch in found for (nearest,) in batch] == ids(passages)


@pytest.fixture(scope="module")
def others(alone):
    started = Others()
    yield started
    started.process.communicate()


def test_nothing_is_sent_home(opened):
    assert opened().store.collection._client.get_settings().anonymized_telemetry is False


def test_a_store_that_an_earlier_version_wrote_is_read(opened):
    shutil.unpack_archive(OLD, opened.folder)
    embed = FakeEmbed()
    dense = opened(embed=embed)
    assert embed.asked == []
    assert ids(dense.search("owls at night", 1)) == ["owl"]
    assert dense.vectors() == pytest.approx(FakeEmbed()([OWL.text, CAT.text, TREE.text]), abs=1e-6)


# Bringing it up to date


def test_an_unchanged_corpus_opens_without_embedding(tmp_path):
    Dense(ChromaVectors(tmp_path, MANY, FakeEmbed(), quiet=True)).close()
    embed, start = FakeEmbed(), time.perf_counter()
    dense = Dense(ChromaVectors(tmp_path, MANY, embed, quiet=True))
    assert time.perf_counter() - start < 10 and embed.asked == []
    dense.close()


def test_only_new_passages_are_embedded_and_removed_ones_are_gone(opened):
    opened([OWL, CAT]).close()
    embed = FakeEmbed()
    dense = opened([CAT, TREE], embed)
    assert embed.asked == [TREE.text]
    assert sorted(ids(dense.search("owls hunt mice at night", 9))) == ["cat", "tree"]


def test_one_damaged_by_nobody_is_not_built_anew(opened):
    opened(MANY[:500]).close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        opened(MANY[100:600])


def test_two_stores_on_one_folder_in_one_process(opened):
    one, two = opened(), opened()
    one.close()
    assert ids(two.search("cats", 1)) == ["cat"]


def test_a_store_that_another_one_of_this_process_changed_finds_what_is_left_of_its_own(opened):
    before, after = opened([OWL, CAT]), opened([CAT, TREE])
    assert ids(before.search("owls hunt mice at night", 2)) == ["cat"]
    assert sorted(ids(after.search("trees", 2))) == ["cat", "tree"]


def test_an_embedder_that_fails_leaves_a_store_that_opens(opened):
    class Fails(FakeEmbed):
        def __call__(self, texts):
            if len(self.asked) > 200:
                raise MemoryError("no room")
            return super().__call__(texts)

    with pytest.raises(MemoryError, match="no room"):
        opened(MANY[:500], Fails())
    embed = FakeEmbed()
    assert finds_itself(opened(MANY[:500], embed), MANY[:500:50])
    assert embed.asked[0] == MANY[256].text  # four batches of 64 were kept


# One process at a time


HOLDS = """
store = ChromaVectors(Path({folder!r}), (OWL, CAT), FakeEmbed())
print(os.getpid(), flush=True)
input()
"""


@pytest.mark.process
@needs_fork
def test_a_second_process_reads_a_copy_and_says_who_has_the_index(opened, others):
    opened((OWL, CAT)).close()
    others.start(HOLDS.format(folder=str(opened.folder)))
    pid = others.line()
    with pytest.warns(CopyUsed, match=rf"is open in process {pid} \(.*python.*\), so a copy of it is used") as said:
        dense = opened((OWL, CAT))
    assert len(said) == 1 and "what is added is lost when the kit is closed" in str(said[0].message)
    assert ids(dense.search("cats", 1)) == ["cat"] and dense.store.store.folder != opened.folder
    copy = dense.store.store.folder
    dense.close()
    assert not copy.exists()
    os.kill(int(pid), signal.SIGKILL)
    assert others.line() == "ended -9"


@pytest.mark.process
@needs_fork
def test_an_index_that_is_being_written_is_not_copied(opened, others):
    opened((OWL, CAT)).close()
    others.start(HOLDS.format(folder=str(opened.folder)))
    pid = others.line()
    (opened.folder / "unfinished").touch()
    with pytest.raises(StoreBusy, match=rf"is open in process {pid} \(.*two writers .* It is being written; wait"):
        opened((OWL, CAT))
    os.kill(int(pid), signal.SIGKILL)
    assert others.line() == "ended -9"


@pytest.mark.process
@needs_fork
def test_what_a_copy_adds_is_not_in_the_index(opened, others):
    opened((OWL, CAT)).close()
    others.start(HOLDS.format(folder=str(opened.folder)))
    pid = int(others.line())
    with pytest.warns(CopyUsed):
        assert ids(opened().search("trees", 1)) == ["tree"]
    os.kill(pid, signal.SIGKILL)
    assert others.line() == "ended -9"
    embed = FakeEmbed()
    opened((OWL, CAT), embed)
    assert embed.asked == []


@pytest.mark.process
@needs_fork
def test_a_killed_process_leaves_no_lock(opened, others):
    others.start(HOLDS.format(folder=str(opened.folder)))
    pid = int(others.line())
    os.kill(pid, signal.SIGKILL)
    assert others.line() == "ended -9"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ids(opened().search("trees", 1)) == ["tree"]


# Killed and damaged


DIES = """
class Dies(FakeEmbed):
    def __call__(self, texts):
        if len(self.asked) >= {share} * len(MANY):
            threading.Timer({delay}, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return super().__call__(texts)
ChromaVectors(Path({folder!r}), MANY, Dies(), quiet=True)
signal.pause()
"""


@pytest.mark.process
@needs_fork
@pytest.mark.parametrize(("share", "delay"), [(0, 0), (0.03, 0.02), (0.3, 0), (0.5, 0.005), (0.8, 0.05), (0.99, 0.02)])
def test_an_ingest_killed_at_any_moment_leaves_a_store_that_opens(opened, others, share, delay):
    """The kill comes `delay` seconds after a share of the passages was embedded, while they are written."""
    assert others.run(DIES.format(share=share, delay=delay, folder=str(opened.folder))) == ["ended -9"]
    dense = opened(MANY)
    assert dense.store.collection.count() == len(MANY)
    assert finds_itself(dense, MANY)


def junk_database(folder):
    (folder / "chroma-000/chroma.sqlite3").write_bytes(b"junk" * 5_000)


def halve_database(folder):
    database = folder / "chroma-000/chroma.sqlite3"
    os.truncate(database, database.stat().st_size // 2)


@pytest.fixture(scope="module")
def whole_store(tmp_path_factory, others):
    """A store that another process wrote and closed: this one has never opened its files."""
    folder = tmp_path_factory.mktemp("whole") / "store"
    assert others.run(f"ChromaVectors(Path({str(folder)!r}), MANY[:1_100], FakeEmbed(), quiet=True).close()") == [
        "ended 0"
    ]
    return folder


@pytest.mark.process
@needs_fork
@pytest.mark.parametrize(
    ("damage", "finished"),
    [
        (damage_index, True),
        (lose_index, True),
        (lose_index, False),
        (blank_vectors, True),
        (junk_database, True),
        (halve_database, False),
    ],
)
def test_a_damaged_store_is_built_anew_and_that_is_said(opened, whole_store, damage, finished):
    shutil.copytree(whole_store, opened.folder)
    damage(opened.folder)
    if not finished:
        (opened.folder / "unfinished").touch()
    with pytest.warns(UserWarning, match=r"the index .*store is damaged \(.+\) and is built anew"):
        dense = opened(MANY[:1_100])
    assert finds_itself(dense, MANY[:1_100:50])
    assert len(list(opened.folder.glob("chroma-*"))) == 1
    dense.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        opened(MANY[:1_100])


def test_vectors_that_were_deleted_behind_its_back_are_embedded_again(opened):
    dense = opened(MANY[:300])
    dense.store.collection.delete(["p7", "p8"])
    dense.close()
    embed = FakeEmbed()
    assert finds_itself(opened(MANY[:300], embed), MANY[7:9])
    assert embed.asked[:2] == [MANY[7].text, MANY[8].text]


def test_vectors_of_other_dimensions_are_made_anew(opened):
    opened([OWL, CAT], lambda texts: FakeEmbed()(texts)[:, :32]).close()
    with pytest.warns(UserWarning, match="built anew"):
        dense = opened()
    assert ids(dense.search("trees", 1)) == ["tree"]
