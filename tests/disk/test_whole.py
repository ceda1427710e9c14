"""A file is written whole or stays as it was, and a file of lines grows by whole lines."""

import errno
import os
from pathlib import Path

import pytest

from ragkit.disk.room import NoRoom
from ragkit.disk.whole import append_line, whole_lines, write_whole


def refuse(number):
    def call(*_):
        raise OSError(number, os.strerror(number))

    return call


def names(folder):
    return [path.name for path in folder.iterdir()]


def test_a_file_is_written_in_a_folder_that_was_missing(tmp_path):
    write_whole(tmp_path / "new" / "a.json", b"owls")
    write_whole(tmp_path / "new" / "a.json", b"cats")
    assert (tmp_path / "new" / "a.json").read_bytes() == b"cats"
    assert names(tmp_path / "new") == ["a.json"]


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, NoRoom), (errno.EDQUOT, NoRoom), (errno.EIO, OSError)])
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch, number, kind, step):
    file = tmp_path / "a.json"
    file.write_bytes(b"owls")
    with monkeypatch.context() as patch, pytest.raises(kind) as caught:
        patch.setattr(Path, step, refuse(number))
        write_whole(file, b"cats" * 1_000_000)
    assert type(caught.value) is kind and file.read_bytes() == b"owls" and names(tmp_path) == ["a.json"]
    assert kind is OSError or "4.0 MB are needed" in str(caught.value)


def test_lines_come_back_as_they_were_appended(tmp_path):
    append_line(tmp_path / "rows", "owls – 梟")
    append_line(tmp_path / "rows", "")
    assert whole_lines(tmp_path / "rows") == ["owls – 梟", ""]


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, NoRoom), (errno.EIO, OSError)])
def test_a_line_that_cannot_be_appended_leaves_nothing_behind(tmp_path, monkeypatch, number, kind):
    file = tmp_path / "rows"
    append_line(file, "owls")
    with monkeypatch.context() as patch, pytest.raises(kind):
        patch.setattr(os, "fsync", refuse(number))
        append_line(file, "cats")
    assert file.read_bytes() == b"owls\n"
    append_line(file, "bats")
    assert whole_lines(file) == ["owls", "bats"]


def test_on_a_full_disk_no_part_of_a_line_is_left(small_disk):
    file = small_disk.folder / "rows"
    append_line(file, "owls")
    small_disk.fill()
    # What is left of the file's last block takes a part of it.
    with pytest.raises(NoRoom, match="asked to append to"):
        append_line(file, "cats" * 10_000)
    assert file.read_bytes() == b"owls\n"
    small_disk.make_room()
    append_line(file, "bats")
    assert whole_lines(file) == ["owls", "bats"]


def test_a_last_line_cut_short_is_removed_even_in_the_middle_of_a_letter(tmp_path):
    file = tmp_path / "rows"
    file.write_bytes("owls\n梟".encode()[:-1])
    assert whole_lines(file) == ["owls"] and file.read_bytes() == b"owls\n"
