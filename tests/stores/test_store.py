"""A full disk is no damage: nothing is set aside or rebuilt, and the same process goes on once there is room."""

import shutil
import warnings

import pytest
from chromadb.errors import InternalError
from disks import contents
from fakes import FakeEmbed
from vector_stores import CAT, MANY, OWL, TREE, Others, damage_index, needs_fork

from ragkit.disk.room import NoRoom
from ragkit.search.dense import Dense
from ragkit.search.memory import FailureMemory
from ragkit.state import Claim
from ragkit.stores.chroma import ChromaVectors
from ragkit.stores.store import RESERVE, StoreDamaged

QUESTIONS = ["how fast do owls fly", "what is moss", "why is the sky blue"]
FULL = [
    "error returned from database: (code: 13) database or disk is full",
    "error returned from database: (code: 778) disk I/O error",
    "No space left on device (os error 28)",
    "Disk quota exceeded (os error 122)",
]
"""What Chroma says on a full disk, and where a user's share of it is used up."""
DAMAGED = "error returned from database: (code: 11) database disk image is malformed"


@pytest.fixture(autouse=True)
def no_warning():
    """Nothing is said to be damaged."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*damaged")
        yield


@pytest.fixture
def dense(tmp_path):
    """Open an index; what is open at the end of the test is closed."""
    stores = []

    def open_(folder=tmp_path / "index", passages=(OWL, CAT, TREE), embed=None):
        stores.append(Dense(ChromaVectors(folder, passages, embed or FakeEmbed(), quiet=True)))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


@pytest.fixture
def remembering(tmp_path):
    """Open a memory; what is open at the end of the test is closed."""
    memories = []

    def open_(folder=tmp_path / "memory"):
        memories.append(FailureMemory(folder, FakeEmbed()))
        return memories[-1]

    yield open_
    for memory in memories:
        memory.close()


@pytest.fixture
def room(monkeypatch):
    """Say how many bytes are free: a full disk for tests that may not mount one."""

    def say(free):
        monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9 - free, free))

    return say


def ask(memory):
    """Three failures."""
    for question in QUESTIONS:
        memory.failed(question, "unsupported", [question])
    return memory


def questions(memory):
    return [entry.question for entry in memory.entries()]


def ids(passages):
    return sorted(passage.id for passage in passages)


def stores(folder):
    return sorted(path.name for path in folder.glob("*-0*"))


class Broken:
    """A collection whose writes fail with an error, once."""

    def __init__(self, collection, message):
        self.collection, self.message = collection, message

    def __getattr__(self, name):
        return getattr(self.collection, name)

    def upsert(self, *_, **__):
        raise InternalError(self.message)

    add = upsert


# The failure memory


def test_on_a_full_disk_a_memory_keeps_sight_of_its_entries_and_the_same_one_writes_once_there_is_room(
    small_disk, remembering
):
    memory = ask(remembering(small_disk.folder / "memory"))
    small_disk.fill()
    with pytest.raises(
        NoRoom, match=r"asked to write to the failure memory, got a full disk: 0\.0 MB free at .*memory"
    ):
        memory.failed("one more", "unsupported")
    assert questions(memory) == QUESTIONS and memory.match(QUESTIONS[0]) and memory.tried(QUESTIONS[1])
    assert stores(memory.folder) == ["memory-000"]
    small_disk.make_room()
    memory.failed("one more", "unsupported")
    assert questions(memory) == [*QUESTIONS, "one more"]


def test_a_memory_waits_for_room_to_open_and_has_its_entries_then(small_disk, remembering):
    ask(remembering(small_disk.folder / "memory")).close()
    small_disk.fill()
    for _ in range(2):
        with pytest.raises(NoRoom, match="asked to open the failure memory, got a full disk"):
            remembering(small_disk.folder / "memory")
    small_disk.make_room()
    memory = remembering(small_disk.folder / "memory")
    assert questions(memory) == QUESTIONS and memory.match(QUESTIONS[0])
    assert stores(memory.folder) == ["memory-000"]


@pytest.mark.parametrize("message", FULL)
def test_a_write_that_finds_the_disk_full_in_spite_of_all_sets_nothing_aside(remembering, message):
    memory = ask(remembering())
    memory.collection = Broken(memory.collection, message)
    with pytest.raises(NoRoom, match="asked to write to the failure memory, got a full disk"):
        memory.failed("one more", "unsupported")
    assert questions(memory) == QUESTIONS and stores(memory.folder) == ["memory-000"]
    memory.collection = memory.collection.collection
    memory.failed("one more", "unsupported")
    assert questions(memory) == [*QUESTIONS, "one more"]


def test_a_memory_that_is_damaged_is_set_aside_only_where_there_is_room_for_another(remembering, room):
    memory = ask(remembering())
    memory.collection = Broken(memory.collection, DAMAGED)
    room(RESERVE - 1)
    with pytest.raises(NoRoom, match=r"4\.0 MB free at .*, and 4\.0 MB are needed"):
        memory._start_over(InternalError(DAMAGED))
    assert stores(memory.folder) == ["memory-000"]
    room(10**8)
    with pytest.warns(UserWarning, match="a new one begins"):
        memory.failed("one more", "unsupported")
    assert questions(memory) == ["one more"] and stores(memory.folder) == ["memory-000", "memory-001"]


def test_a_failure_stays_when_the_verified_answer_in_its_place_finds_no_room(remembering, room):
    memory = ask(remembering())
    room(0)
    with pytest.raises(NoRoom):
        memory.verified(QUESTIONS[0], [Claim("Owls fly fast.", 1.0)], risk=0.0)
    assert questions(memory) == QUESTIONS and memory.match(QUESTIONS[0]) and memory.tried(QUESTIONS[0])


@pytest.mark.parametrize("error", [StoreDamaged("no"), NoRoom(28, "no")])
def test_a_new_store_that_cannot_begin_does_not_hide_the_one_before_it(remembering, monkeypatch, error):
    memory = ask(remembering())
    store = memory.store

    def fails():
        store.path.mkdir()
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(store, "open", fails)
        with pytest.raises(type(error)):
            store.begin_again()
    assert stores(memory.folder) == ["memory-000"]
    memory.close()
    assert questions(remembering()) == QUESTIONS


# The index


def test_an_index_finds_no_room_and_says_how_much_it_needs_and_the_same_process_builds_it_with_room(small_disk, dense):
    folder = small_disk.folder / "index"
    small_disk.fill()
    for _ in range(2):
        with pytest.raises(NoRoom, match=r"got a full disk: 0\.0 MB free at .*, and \d+\.\d MB are needed"):
            dense(folder)
    small_disk.make_room()
    assert ids(dense(folder).search("mice", 3)) == ["cat", "owl", "tree"]


def test_an_open_index_is_searched_on_a_full_disk_and_opens_again_once_there_is_room(small_disk, dense):
    folder = small_disk.folder / "index"
    opened = dense(folder, [OWL, CAT])
    small_disk.fill()
    before = contents(folder)
    assert ids(opened.search("mice", 3)) == ["cat", "owl"]
    opened.close()
    for _ in range(2):
        with pytest.raises(NoRoom, match="asked to open the index, got a full disk"):
            dense(folder)
    after = contents(folder)
    assert {**before, "owner": b"", "lock": b""} == {**after, "owner": b"", "lock": b""}
    small_disk.make_room()
    embed = FakeEmbed()
    assert ids(dense(folder, embed=embed).search("mice", 3)) == ["cat", "owl", "tree"]
    assert embed.asked == [TREE.text, "mice"] and stores(folder) == ["chroma-000"]


def test_an_index_opens_with_little_room_and_does_not_begin_to_grow(dense, room):
    dense(passages=[OWL, CAT]).close()
    room(RESERVE)
    assert ids(dense(passages=[OWL, CAT]).search("mice", 3)) == ["cat", "owl"]
    with pytest.raises(NoRoom, match="asked to add 1 passages to the index"):
        dense()


def test_an_index_whose_disk_fills_up_while_it_is_built_goes_on_where_it_was(small_disk, dense):
    class Fills(FakeEmbed):
        def __call__(self, texts):
            if len(self.asked) == 128:
                small_disk.fill()
            return super().__call__(texts)

    folder = small_disk.folder / "index"
    with pytest.raises(NoRoom, match="asked to write the 300 passages of the index, got a full disk"):
        dense(folder, MANY[:300], Fills())
    assert stores(folder) == ["chroma-000"] and (folder / "unfinished").exists()
    small_disk.make_room()
    embed = FakeEmbed()
    assert dense(folder, MANY[:300], embed).store.collection.count() == 300
    assert embed.asked[0] == MANY[128].text and stores(folder) == ["chroma-000"]


@pytest.mark.parametrize("message", FULL)
def test_a_batch_that_finds_the_disk_full_rebuilds_nothing(dense, monkeypatch, message):
    dense(passages=[OWL, CAT]).close()

    def full(*_):
        raise InternalError(message)

    with monkeypatch.context() as patch:
        patch.setattr(ChromaVectors, "_add", full)
        with pytest.raises(NoRoom):
            dense()
    opened = dense()
    assert ids(opened.search("mice", 3)) == ["cat", "owl", "tree"] and stores(opened.store.folder) == ["chroma-000"]


def test_another_error_of_a_batch_is_damage_still(dense, monkeypatch):
    dense(passages=[OWL, CAT]).close()
    real, errors = ChromaVectors._add, [InternalError(DAMAGED)]

    def once(self, passages):
        if errors:
            raise errors.pop()
        real(self, passages)

    monkeypatch.setattr(ChromaVectors, "_add", once)
    with pytest.warns(UserWarning, match="is damaged .* and is built anew"):
        assert stores(dense().store.folder) == ["chroma-001"]


@pytest.mark.process
@needs_fork
def test_a_damaged_index_is_rebuilt_only_where_there_is_room_for_it(dense, room, tmp_path):
    others = Others()
    folder = tmp_path / "index"
    others.run(f"ChromaVectors(Path({str(folder)!r}), MANY[:1_100], FakeEmbed(), quiet=True).close()")
    others.process.communicate()
    damage_index(folder)
    # 1,100 vectors need 6.6 MB, and 4 MB stay free
    room(10_500_000)
    with pytest.raises(NoRoom, match=r"the 1100 passages of the index, got .* 10\.5 MB free .* 10\.6 MB are needed"):
        dense(folder, MANY[:1_100])
    assert stores(folder) == ["chroma-000"]
    room(10_600_000)
    with pytest.warns(UserWarning, match="is built anew"):
        assert dense(folder, MANY[:1_100]).store.collection.count() == 1_100
    assert stores(folder) == ["chroma-001"]


# Read-only


def test_an_index_that_must_not_be_written_to_is_searched_in_a_copy(small_disk, dense):
    folder = small_disk.folder / "index"
    dense(folder, [OWL, CAT]).close()
    small_disk.forbid_writing()
    before = contents(folder)
    embed = FakeEmbed()
    with pytest.warns(UserWarning, match=r"the index .*index must not be written to, so a copy of it is used"):
        opened = dense(folder, embed=embed)
    assert ids(opened.search("mice", 3)) == ["cat", "owl", "tree"] and embed.asked == [TREE.text, "mice"]
    copy = opened.store.store.folder
    assert copy.exists() and copy != folder
    opened.close()
    assert not copy.exists() and contents(folder) == before


def test_a_memory_that_must_not_be_written_to_is_used_in_a_copy(small_disk, remembering):
    folder = small_disk.folder / "memory"
    ask(remembering(folder)).close()
    small_disk.forbid_writing()
    with pytest.warns(UserWarning, match="what is added is lost when the kit is closed"):
        memory = remembering(folder)
    memory.failed("one more", "unsupported")
    assert questions(memory) == [*QUESTIONS, "one more"]
    memory.close()
    with pytest.warns(UserWarning, match="a copy of it is used"):
        assert questions(remembering(folder)) == QUESTIONS


# Chroma in this process


def test_a_client_that_could_not_start_is_not_given_to_the_next_one(remembering, tmp_path):
    folder = tmp_path / "memory" / "memory-000"
    folder.parent.mkdir()
    folder.write_text("no folder")
    with pytest.warns(UserWarning, match="a new one begins"):
        remembering().close()
    shutil.rmtree(folder.parent)
    assert questions(ask(remembering())) == QUESTIONS
