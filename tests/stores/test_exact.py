"""Vectors in a file: searched exactly, written once for all who read, and nothing embedded twice."""

import os
import shutil
import tracemalloc
import warnings
from pathlib import Path

import numpy as np
import pytest
from fakes import FakeEmbed
from hypothesis import given
from hypothesis import strategies as st
from vector_stores import CAT, MANY, OWL, TREE, Others, needs_fork

from ragkit.disk.room import NoRoom
from ragkit.state import Passage
from ragkit.stores import ChromaVectors, CopyUsed, ExactVectors
from ragkit.stores.exact import highest

OLD = Path(__file__).parent / "old"
"""Stores that earlier versions wrote."""


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "store"


@pytest.fixture(scope="module")
def others(alone):
    started = Others()
    yield started
    started.process.communicate()


def store(folder, passages=(OWL, CAT, TREE), embed=None):
    return ExactVectors(folder, passages, embed or FakeEmbed(), quiet=True)


def tables(folder):
    return sorted(folder.glob("vectors-*"))


# Search


def test_each_vector_is_found_by_itself_first(folder):
    vectors = FakeEmbed()([passage.searchable for passage in MANY])
    found = store(folder, MANY)
    assert [found.nearest(vectors[n], 1, None)[0][0] for n in range(0, 2_000, 100)] == [
        MANY[n].id for n in range(0, 2_000, 100)
    ]


def test_equal_vectors_come_in_the_order_of_the_corpus(folder):
    copies = [Passage(name, "owls hunt mice") for name in ("b", "c", "a")]
    (query,) = FakeEmbed()(["owls"])
    assert [id for id, _ in store(folder, copies).nearest(query, 2, None)] == ["b", "c"]


def test_only_the_named_ids_are_searched_and_unknown_ones_are_not_there(folder):
    (query,) = FakeEmbed()([CAT.text])
    assert [id for id, _ in store(folder).nearest(query, 3, ["tree", "owl", "bat"])] == ["owl", "tree"]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30), st.integers(0, 30))
def test_the_highest_are_those_of_a_stable_sort(numbers, k):
    values = np.array(numbers, float)
    expected = sorted(range(len(numbers)), key=lambda n: (-numbers[n], n))[:k]
    assert highest(values, k).tolist() == expected


def test_a_search_copies_no_vectors_whatever_numbers_the_query_has(folder):
    found = store(folder, MANY)
    (query,) = FakeEmbed()([MANY[7].searchable])
    tracemalloc.start()
    found.nearest(query.astype(np.float64), 5, None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # The vectors are 2,000 * 64 numbers of four bytes: 512,000 bytes.
    assert peak < 256_000


def test_an_id_that_is_longer_than_the_kits_own_is_kept_whole(folder):
    long = Passage("a rather long id of somebody's own, with an ö", "owls")
    (query,) = FakeEmbed()(["owls"])
    store(folder, [long, CAT])
    assert store(folder, [long, CAT]).nearest(query, 1, None)[0][0] == long.id


# Bringing it up to date


def test_an_unchanged_corpus_is_not_embedded_again(folder):
    store(folder, MANY)
    embed = FakeEmbed()
    store(folder, MANY, embed)
    assert embed.asked == []


def test_only_new_passages_are_embedded_and_one_file_is_left(folder):
    store(folder, [OWL, CAT])
    embed = FakeEmbed()
    changed = store(folder, [TREE, CAT], embed)
    assert embed.asked == [TREE.text]
    assert changed.vectors(["tree", "cat"]) == pytest.approx(FakeEmbed()([TREE.text, CAT.text]), abs=1e-6)
    assert tables(folder) == [changed.file]


def test_a_store_that_is_open_keeps_its_passages_when_the_documents_change(folder):
    before = store(folder, [OWL, CAT])
    store(folder, [CAT, TREE])
    (query,) = FakeEmbed()([OWL.text])
    assert [id for id, _ in before.nearest(query, 2, None)] == ["owl", "cat"]


def test_an_embedder_that_fails_loses_no_batch_that_was_written(folder):
    class Fails(FakeEmbed):
        def __call__(self, texts):
            if len(self.asked) > 200:
                raise MemoryError("no room")
            return super().__call__(texts)

    with pytest.raises(MemoryError, match="no room"):
        store(folder, MANY[:500], Fails())
    embed = FakeEmbed()
    store(folder, MANY[:500], embed)
    assert embed.asked[0] == MANY[256].text  # four batches of 64 were kept
    assert len(embed.asked) == 500 - 256


def test_another_embedding_model_in_the_folder_is_said(folder):
    def shorter(texts):
        vectors = FakeEmbed()(texts)[:, :32] + 0.1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    store(folder, [OWL, CAT], shorter)
    with pytest.warns(UserWarning, match="vectors of another length and is built anew"):
        assert store(folder).vectors(["owl"]).shape == (1, 64)


# Files


def cut(file):
    os.truncate(file, file.stat().st_size - 100)


def blank(file):
    file.write_bytes(bytes(file.stat().st_size))


def emptied(file):
    file.write_bytes(b"")


def rows_blanked(file):
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(size - 200 * 272)  # 16 bytes of an id and 64 numbers of 4
        opened.write(bytes(200 * 272))


@pytest.mark.parametrize("damage", [cut, blank, emptied, rows_blanked])
def test_a_damaged_file_is_said_and_written_anew(folder, damage):
    damage(store(folder, MANY).file)
    embed = FakeEmbed()
    with pytest.warns(UserWarning, match=r"the index .*store is damaged \(.+\) and is built anew"):
        again = store(folder, MANY, embed)
    expected = FakeEmbed()([passage.searchable for passage in MANY])
    assert again.vectors([p.id for p in MANY]) == pytest.approx(expected, abs=1e-6)
    assert 0 < len(embed.asked) <= len(MANY)


def test_a_cut_file_gives_the_rows_that_it_still_has(folder):
    cut(store(folder, MANY).file)
    embed = FakeEmbed()
    with pytest.warns(UserWarning, match="damaged"):
        store(folder, MANY, embed)
    assert embed.asked == [MANY[-1].text]


def test_a_full_disk_is_told_and_what_was_there_is_as_it_was(small_disk):
    folder = small_disk.folder / "store"
    before = store(folder, [OWL, CAT])
    small_disk.fill()
    with pytest.raises(NoRoom, match=r"asked to write 2000 vectors to .*store, got a full disk"):
        store(folder, MANY)
    assert tables(folder) == [before.file]
    small_disk.make_room()
    assert store(folder, MANY).vectors(["p7"]).shape == (1, 64)


def test_a_read_only_folder_without_the_file_gets_a_temporary_one(small_disk):
    folder = small_disk.folder / "store"
    store(folder, [OWL, CAT])
    small_disk.forbid_writing()
    embed = FakeEmbed()
    with pytest.warns(CopyUsed, match="must not be written to"):
        found = store(folder, (OWL, CAT, TREE), embed)
    assert found.vectors(["tree"]).shape == (1, 64) and embed.asked == [TREE.text]
    copy = found.folder
    found.close()
    assert not copy.exists()


def test_a_read_only_folder_with_the_file_is_read_where_it_is(small_disk):
    folder = small_disk.folder / "store"
    store(folder)
    small_disk.forbid_writing()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store(folder).folder == folder


def test_a_file_that_an_earlier_version_wrote_is_read(tmp_path):
    shutil.copytree(OLD / "exact-1", tmp_path / "store")
    embed = FakeEmbed()
    found = store(tmp_path / "store", embed=embed)
    assert embed.asked == []
    assert found.vectors(["owl", "cat", "tree"]) == pytest.approx(
        FakeEmbed()([OWL.text, CAT.text, TREE.text]), abs=1e-6
    )


# Against Chroma, and beside other processes


def test_chroma_finds_the_same_passages_with_the_same_scores(folder, tmp_path):
    exact, chroma = store(folder, MANY[:300]), ChromaVectors(tmp_path / "chroma", MANY[:300], FakeEmbed(), quiet=True)
    for query in FakeEmbed()(["word7 number", "other14 of passage", "word299"]):
        expected, found = exact.nearest(query, 5, None), chroma.nearest(query, 5, None)
        assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-5)
    chroma.close()


READS = """
embed = FakeEmbed()
store = ExactVectors(Path({folder!r}), (OWL, CAT, TREE), embed, quiet=True)
print(len(embed.asked), store.nearest(embed([CAT.text])[0], 1, None)[0][0])
"""


@pytest.mark.process
@needs_fork
def test_another_process_reads_the_file_that_this_one_has_open(folder, others):
    opened = store(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert others.run(READS.format(folder=str(folder))) == ["0 cat", "ended 0"]
    assert not opened.closed


DIES = """
class Dies(FakeEmbed):
    def __call__(self, texts):
        if len(self.asked) >= {share} * len(MANY):
            threading.Timer({delay}, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return super().__call__(texts)
ExactVectors(Path({folder!r}), MANY, Dies(), quiet=True)
signal.pause()
"""


@pytest.mark.process
@needs_fork
@pytest.mark.parametrize(("share", "delay"), [(0.03, 0.02), (0.5, 0.001), (0.99, 0.01)])
def test_who_is_killed_goes_on_where_it_was(folder, others, share, delay):
    """The kill comes `delay` seconds after a share of the passages was embedded, while they are written."""
    assert others.run(DIES.format(share=share, delay=delay, folder=str(folder))) == ["ended -9"]
    embed = FakeEmbed()
    again = store(folder, MANY, embed)
    assert len(embed.asked) <= len(MANY) * (1 - share) + 128
    expected = FakeEmbed()([passage.searchable for passage in MANY])
    assert again.vectors([p.id for p in MANY]) == pytest.approx(expected, abs=1e-6)
    assert tables(folder) == [again.file]


@pytest.mark.process
@needs_fork
def test_who_waits_for_a_writer_is_told_and_reads_what_it_wrote(folder, others):
    slow = f"""
class Slow(FakeEmbed):
    def __call__(self, texts):
        print("writing", flush=True)
        time.sleep(2)
        return super().__call__(texts)
ExactVectors(Path({str(folder)!r}), (OWL, CAT, TREE), Slow(), quiet=True)
"""
    others.start(slow)
    assert others.line() == "writing"
    embed = FakeEmbed()
    with pytest.warns(UserWarning, match="another process writes the index in .*store; waiting for it"):
        store(folder, embed=embed)
    assert embed.asked == [] and others.line() == "ended 0"
