"""A cache of texts is a convenience: damage is a miss, what cannot be kept is a warning, and nothing in it is run."""

import os
import pickle
import shutil
import sqlite3
from contextlib import closing
from threading import Thread

import pytest
from disks import contents, files_at_most

from ragkit.disk.texts import TextCache


@pytest.fixture
def texts(tmp_path):
    return TextCache(tmp_path / "texts", "replies")


def again(texts):
    """The cache as another process opens it."""
    return TextCache(texts.folder, texts.what, texts.most_bytes)


def plant(texts, key, value):
    """Put a value of any type into the table."""
    with closing(sqlite3.connect(texts.file)) as database, database:
        database.execute("INSERT OR REPLACE INTO texts VALUES (?, ?)", (key, value))


def test_a_text_comes_back_and_another_key_does_not(texts):
    assert texts.get("owl") is None and texts.keys() == []
    texts.set("owl", "Eulen – 梟 🦉")
    texts.set("cat", "")
    assert again(texts).get("owl") == "Eulen – 梟 🦉" and texts.get("cat") == "" and texts.get("bat") is None
    assert texts.keys() == ["owl", "cat"]


def test_a_text_replaces_an_earlier_one(texts):
    for text in ("owls", "cats"):
        texts.set("owl", text)
    assert texts.get("owl") == "cats" and texts.keys() == ["owl"]


def test_a_cleared_cache_is_empty_and_can_be_used(texts):
    texts.set("owl", "owls")
    texts.clear()
    texts.clear()
    assert texts.get("owl") is None
    texts.set("owl", "owls")
    assert texts.get("owl") == "owls"


def test_the_oldest_texts_are_deleted_when_it_is_too_large(tmp_path):
    texts = TextCache(tmp_path, "replies", most_bytes=200_000)
    for n in range(60):
        texts.set(str(n), "x" * 10_000)
    assert texts.keys()[-1] == "59" and texts.get("0") is None and 10 <= len(texts.keys()) <= 20
    assert texts.file.stat().st_size < 400_000


def test_threads_lose_nothing(texts):
    def write(n):
        for i in range(5):
            texts.set(f"{n} {i}", f"text {n} {i}")

    threads = [Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(texts.keys()) == sorted(f"{n} {i}" for n in range(4) for i in range(5))


def test_a_text_that_utf_8_cannot_write_is_not_kept_and_that_is_all(texts):
    texts.set("owl", "half a pair \ud83d")
    assert texts.get("owl") is None
    texts.set("owl", "owls")
    assert texts.get("owl") == "owls"


# Damage


@pytest.mark.parametrize("junk", [b"junk" * 5_000, b"SQLite format 3\x00" + bytes(2_000), b"{}"])
def test_a_damaged_file_is_a_miss_and_a_warning_and_works_again_once_it_is_deleted(texts, junk, caplog):
    texts.set("owl", "owls")
    texts.file.write_bytes(junk)
    for _ in range(3):
        assert texts.get("owl") is None
        texts.set("owl", "owls")
    assert len(caplog.messages) == 2 and all(str(texts.folder) in message for message in caplog.messages)
    assert caplog.messages[0].startswith("no replies can be read: ")
    assert caplog.messages[1].startswith("no replies can be kept: ")
    texts.file.unlink()
    texts.set("owl", "owls")
    assert texts.get("owl") == "owls"


@pytest.mark.parametrize("value", [b"\x80", b"owls", 7, 0.5])
def test_a_value_that_is_no_text_is_a_miss(texts, value):
    texts.set("owl", "owls")
    plant(texts, "owl", value)
    # SQLite turns numbers into texts in a column of texts.
    assert texts.get("owl") in (None, str(value))
    texts.set("owl", "owls")
    assert texts.get("owl") == "owls"


def test_text_in_the_file_that_is_no_utf_8_is_a_miss(texts):
    texts.set("owl", "owls")
    with closing(sqlite3.connect(texts.file)) as database, database:
        database.execute("UPDATE texts SET text = CAST(x'80ff' AS TEXT)")
    assert texts.get("owl") is None


def test_a_file_where_the_folder_should_be_is_a_warning(texts, caplog):
    texts.folder.write_text("no folder")
    assert texts.get("owl") is None
    texts.set("owl", "owls")
    assert "no replies can be kept" in caplog.text and texts.folder.read_text() == "no folder"


# Strangers


class Planted:
    """What is run when it is unpickled."""

    def __init__(self, file):
        self.file = file

    def __reduce__(self):
        return os.mkdir, (str(self.file),)


def test_nothing_that_a_stranger_planted_is_unpickled(texts, tmp_path):
    planted = pickle.dumps(Planted(tmp_path / "run"))
    texts.set("owl", "owls")
    plant(texts, "owl", planted)
    # The file of the package diskcache, which was used before.
    with closing(sqlite3.connect(texts.folder / "cache.db")) as database, database:
        database.execute(
            "CREATE TABLE Cache (rowid INTEGER PRIMARY KEY, key BLOB, raw INTEGER, mode INTEGER, value BLOB)"
        )
        database.execute("INSERT INTO Cache VALUES (1, 'owl', 1, 4, ?)", (planted,))
    assert texts.get("owl") is None and again(texts).get("owl") is None and not (tmp_path / "run").exists()
    pickle.loads(planted)
    assert (tmp_path / "run").exists()  # a cache that trusts everybody would have made it


# Full and read-only


def test_a_file_that_may_not_grow_keeps_what_it_has_and_grows_again_when_it_may(texts, caplog):
    texts.set("owl", "owls")
    with files_at_most(texts.file.stat().st_size):
        texts.set("cat", "c" * 100_000)
        assert texts.get("owl") == "owls" and texts.get("cat") is None
    assert "no replies can be kept" in caplog.text and "the disk is full" in caplog.text
    texts.set("cat", "c" * 100_000)
    assert texts.get("owl") == "owls" and len(texts.get("cat")) == 100_000


def test_on_a_full_disk_it_is_read_and_once_there_is_room_it_is_written(small_disk, caplog):
    texts = TextCache(small_disk.folder / "texts", "replies")
    texts.set("owl", "owls")
    small_disk.fill()
    before = contents(texts.folder)
    texts.set("cat", "c" * 100_000)
    assert texts.get("owl") == "owls" and again(texts).get("owl") == "owls" and texts.get("cat") is None
    assert "the disk is full, 0.0 MB free; make room there" in caplog.text and contents(texts.folder) == before
    small_disk.make_room()
    texts.set("cat", "c" * 100_000)
    assert len(texts.get("cat")) == 100_000 and texts.get("owl") == "owls"


def test_a_full_disk_is_said_again_when_it_is_full_again(small_disk, caplog):
    texts = TextCache(small_disk.folder / "texts", "replies")
    for _ in range(2):
        texts.set("owl", "owls")
        small_disk.fill()
        texts.set("cat", "c" * 100_000)
        texts.set("cat", "c" * 100_000)
        small_disk.make_room()
    assert len(caplog.messages) == 2


def test_a_cache_that_begins_on_a_full_disk_is_empty_and_works_once_there_is_room(small_disk):
    texts = TextCache(small_disk.folder / "texts", "replies")
    small_disk.fill()
    texts.set("owl", "owls")
    assert texts.get("owl") is None
    small_disk.make_room()
    texts.set("owl", "owls")
    assert texts.get("owl") == "owls"


def test_a_read_only_cache_is_read(small_disk, caplog):
    texts = TextCache(small_disk.folder / "texts", "replies")
    texts.set("owl", "owls")
    small_disk.forbid_writing()
    texts = again(texts)
    assert texts.get("owl") == "owls" and texts.get("cat") is None and caplog.messages == []
    texts.set("cat", "cats")
    assert texts.get("owl") == "owls" and "no replies can be kept" in caplog.text


def killed_while_it_wrote(texts, folder):
    """A copy of a cache as a writer leaves it that is killed in the middle of a transaction."""
    with closing(sqlite3.connect(texts.file, isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = 1")  # so that half of it is in the file before the end
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE texts SET text = 'half'")
        for number in range(200):
            database.execute("INSERT INTO texts VALUES (?, ?)", (f"half {number}", "x" * 1_000))
        shutil.copytree(texts.folder, folder)
        database.execute("ROLLBACK")
    assert (folder / "texts.db-journal").stat().st_size
    return TextCache(folder, "replies")


def test_what_a_killed_writer_left_half_done_is_undone_by_the_next_who_reads(texts, tmp_path, caplog):
    texts.set("owl", "hoot")
    left = killed_while_it_wrote(texts, tmp_path / "killed")
    assert left.get("owl") == "hoot" and left.get("half 1") is None and left.keys() == ["owl"]
    assert caplog.messages == []
