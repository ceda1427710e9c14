"""A full disk is told from everything else, and the error says how much room is needed."""

import errno
import os
import pickle
import shutil
import sqlite3

import pytest

from ragkit.disk.room import NoRoom, free_bytes, is_disk_full, is_read_only, no_room


def full_database():
    """SQLite's own error of a full disk: the database may have no more pages."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE t (x)")
    database.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.Error) as caught:
        database.execute("INSERT INTO t VALUES (zeroblob(100000))")
    return caught.value


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_and_a_share_that_is_used_up_are_full(number):
    assert is_disk_full(OSError(number, os.strerror(number)))


@pytest.mark.parametrize(
    "error",
    [
        None, OSError("No space left on device"), OSError(errno.EIO, "Input/output error"), PermissionError("no"),
        sqlite3.DatabaseError("database disk image is malformed"), ValueError("full"),
    ],
)  # fmt: skip
def test_what_else_goes_wrong_is_no_full_disk(error):
    assert not is_disk_full(error)


def test_a_full_database_is_a_full_disk_and_a_damaged_one_is_not(tmp_path):
    assert is_disk_full(full_database())
    (tmp_path / "junk").write_bytes(b"junk" * 1_000)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        sqlite3.connect(tmp_path / "junk").execute("SELECT * FROM t")
    assert not is_disk_full(caught.value)


def test_an_error_that_a_full_disk_caused_is_one_too():
    with pytest.raises(ValueError) as caught:
        raise ValueError("the file is not whole") from OSError(errno.ENOSPC, "No space left on device")
    assert is_disk_full(caught.value)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_folder_that_must_not_be_written_to_is_read_only(number):
    assert is_read_only(OSError(number, "no")) and not is_read_only(OSError(errno.ENOSPC, "no"))


def test_the_error_says_what_was_asked_what_is_free_what_is_needed_and_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1e9, 1e9, 250_000))
    error = no_room("to save a run", tmp_path, 1_234_567)
    assert str(error) == (
        f"asked to save a run, got a full disk: 0.3 MB free at {tmp_path}, and 1.3 MB are needed; "
        "make room there and try again; what was there is as it was"
    )
    assert isinstance(error, OSError) and is_disk_full(error)


def test_the_error_can_be_sent_to_another_process(tmp_path):
    error = no_room("to save a run", tmp_path, 1)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is NoRoom and str(again) == str(error)


def test_a_folder_that_is_not_there_yet_has_the_room_of_the_one_above(tmp_path, monkeypatch):
    asked = []
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: asked.append(path) or real(path))
    assert free_bytes(tmp_path / "not" / "there") > 0 and asked == [tmp_path]
