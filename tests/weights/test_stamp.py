"""The stamp: what is hashed, and when."""

import json
import os
import shutil

import pytest
from loopback_hub import DATA

from ragkit.weights import describe, ensure, stamp


@pytest.fixture
def hashed(monkeypatch):
    """Every file that was hashed to verify what is in place."""
    seen, real = [], stamp.sha256_of
    monkeypatch.setattr(stamp, "sha256_of", lambda path: seen.append(path.name) or real(path))
    return seen


@pytest.fixture
def path(internet, tiny, tmp_path, hashed):
    internet.hub = {"tiny.gguf": DATA}
    return ensure("tiny", tmp_path, quiet=True)


def test_a_stamped_file_is_not_hashed_again(path, tmp_path, hashed):
    for _ in range(3):
        ensure("tiny", tmp_path)
    assert hashed == []


def test_a_touched_file_is_hashed_once_and_keeps_its_source(path, tmp_path, hashed):
    os.utime(path, (1, 1))
    assert row(tmp_path).present and not row(tmp_path).verified
    ensure("tiny", tmp_path), ensure("tiny", tmp_path)
    assert hashed == ["tiny.gguf"]
    assert row(tmp_path).verified and row(tmp_path).source == "the hub"


@pytest.mark.parametrize("content", ["", "[]", "{broken", '{"files": {"tiny.gguf": []}}'])
def test_an_unreadable_stamp_means_hashing(path, tmp_path, hashed, content):
    (tmp_path / "tiny.json").write_text(content)
    ensure("tiny", tmp_path)
    assert hashed == ["tiny.gguf"]


def test_a_file_put_there_by_hand_is_verified_without_a_fetch(internet, tiny, tmp_path, hashed):
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "tiny.gguf").write_bytes(DATA)
    assert ensure("tiny", tmp_path).read_bytes() == DATA
    assert hashed == ["tiny.gguf"] and internet.seen == [] and row(tmp_path).source == ""


@pytest.mark.parametrize("bad", [bytes(len(DATA)), DATA[:-1], DATA + b"!"])
def test_a_changed_file_is_fetched_again(path, internet, tmp_path, bad):
    path.write_bytes(bad)
    os.utime(path, (1, 1))
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA
    assert internet.got("tiny.gguf") == 2


def test_a_copied_cache_is_hashed_once_though_size_and_time_are_the_same(path, tmp_path, hashed):
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path / "tiny", copy / "tiny", copy_function=shutil.copy2)
    shutil.copy2(tmp_path / "tiny.json", copy)
    assert (copy / "tiny" / "tiny.gguf").stat().st_mtime_ns == path.stat().st_mtime_ns
    assert row(copy).present and not row(copy).verified
    for _ in range(2):
        assert ensure("tiny", copy) == copy / "tiny" / "tiny.gguf"
    assert hashed == ["tiny.gguf"] and row(copy).verified and row(copy).source == "the hub"


def test_a_copy_with_other_bytes_of_the_same_size_and_time_is_fetched_again(path, internet, tmp_path):
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    path.rename(tmp_path / "aside")
    path.write_bytes(bytes(len(DATA)))
    os.utime(path, ns=times)
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA and internet.got("tiny.gguf") == 2


def test_a_stamp_of_an_earlier_version_means_hashing_and_is_renewed(path, tmp_path, hashed):
    stamp_file = tmp_path / "tiny.json"
    old = json.loads(stamp_file.read_text())
    del old["inodes"]
    stamp_file.write_text(json.dumps(old))
    ensure("tiny", tmp_path), ensure("tiny", tmp_path)
    assert hashed == ["tiny.gguf"]


def test_a_read_only_cache_is_used_without_a_stamp(path, tmp_path, hashed, monkeypatch):
    def refuse(*_):
        raise PermissionError("read-only")

    (tmp_path / "tiny.json").unlink()
    monkeypatch.setattr(stamp, "write_stamp", refuse)
    assert ensure("tiny", tmp_path) == path and hashed == ["tiny.gguf"]


def test_describe_fetches_and_hashes_nothing(internet, tiny, tmp_path, hashed):
    assert not row(tmp_path).present
    assert not row(tmp_path).verified
    assert internet.seen == []
    assert hashed == []
    assert list(tmp_path.iterdir()) == []


def row(cache):
    return next(row for row in describe(cache) if row.name == "tiny")
