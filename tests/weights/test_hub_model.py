"""Files of the hub that the user names: pinned or trusted at first sight, used offline, refused with a reason."""

import errno
import hashlib
import logging
import os
import shutil
import subprocess
import sys
import time
from threading import Event

import pytest
from loopback_hub import DATA, GGUF, left_in

from ragkit.weights import (
    DiskFull,
    ModelFileError,
    ModelMissing,
    ensure,
    forget_silence,
    hub,
    row,
    sha256_in_cache,
)

OWL = "hf:acme/owl/owl.gguf"
SHA256 = hashlib.sha256(GGUF).hexdigest()
PINNED = f"{OWL}@sha256:{SHA256}"
OTHER = GGUF[:-1] + bytes([GGUF[-1] ^ 1])  # of the same size, and a GGUF file too
PLACE = ["hf/acme/owl/owl.gguf", "hf/acme/owl/owl.gguf.json"]


@pytest.fixture
def owl(internet):
    """The hub has the file."""
    internet.hub = {"owl.gguf": GGUF}
    return internet


@pytest.fixture
def path(owl, tmp_path):
    """The file was fetched without a hash."""
    return ensure(OWL, tmp_path, quiet=True)


@pytest.fixture
def offline(monkeypatch):
    """Call it to lose the hub."""

    def lose():
        forget_silence()
        monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")

    return lose


def refused(name, cache):
    """What was asked, what came, and what to do next."""
    with pytest.raises(ModelMissing) as caught:
        ensure(name, cache, quiet=True)
    return caught.value.args


def nothing_left(cache):
    return left_in(cache) == [] and not list(cache.rglob("*.part"))


# with a hash


def test_a_pinned_file_is_checked_and_nothing_is_said_about_hashes(owl, tmp_path, caplog):
    path = ensure(PINNED, tmp_path, quiet=True)
    assert path == tmp_path / "hf/acme/owl/owl.gguf" and path.read_bytes() == GGUF
    assert left_in(tmp_path) == PLACE and caplog.records == []
    assert set(owl.paths) == {"/acme/owl/resolve/main/owl.gguf"}
    assert sha256_in_cache(PINNED, tmp_path) == SHA256


def test_a_file_in_a_subfolder_with_a_space_is_fetched_into_a_subfolder(internet, tmp_path):
    internet.hub = {"q4/owl%201.gguf": GGUF}
    path = ensure("hf:acme/owl/q4/owl 1.gguf", tmp_path, quiet=True)
    assert path == tmp_path / "hf/acme/owl/q4/owl 1.gguf" and path.read_bytes() == GGUF


def test_another_hash_is_refused_before_anything_is_fetched(internet, tmp_path):
    internet.hub = {"owl.gguf": OTHER}
    asked, got, then = refused(PINNED, tmp_path)
    assert OWL in asked and hashlib.sha256(OTHER).hexdigest() in got and SHA256 in got
    assert "compare the SHA-256 in the name" in then
    assert internet.got("owl.gguf") == 0 and nothing_left(tmp_path)


@pytest.mark.parametrize("stated", [SHA256, "c" * 40])
def test_other_bytes_are_refused_whatever_the_hub_states(internet, tmp_path, stated):
    internet.hub, internet.states = {"owl.gguf": OTHER}, {"ETag": f'"{stated}"'}
    _, got, then = refused(PINNED, tmp_path)
    assert hashlib.sha256(OTHER).hexdigest() in got
    assert "compare the SHA-256 in the name" in then
    assert internet.got("owl.gguf") == 1
    assert nothing_left(tmp_path)


def test_pinning_what_came_without_a_hash_needs_no_request_and_no_hashing(path, owl, tmp_path, monkeypatch):
    before = len(owl.seen)
    monkeypatch.setattr("ragkit.weights.stamp.sha256_of", lambda _: pytest.fail("hashed"))
    assert ensure(PINNED, tmp_path) == path
    assert len(owl.seen) == before


# without one


def test_without_a_hash_the_kit_says_so_once_with_the_name_that_pins_it(owl, tmp_path, caplog):
    for _ in range(2):
        ensure(OWL, tmp_path, quiet=True)
    [said] = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert f"not checked against a hash: its SHA-256 is {SHA256}" in said
    assert said.endswith(f"RAGKIT_MODEL={PINNED}")
    assert left_in(tmp_path) == PLACE and owl.got("owl.gguf") == 1


def test_a_file_in_the_cache_is_used_without_any_request(path, owl, tmp_path):
    before = len(owl.seen)
    assert ensure(OWL, tmp_path) == path and len(owl.seen) == before
    assert sha256_in_cache(OWL, tmp_path) == SHA256


@pytest.mark.parametrize("bad", [OTHER, GGUF[:-1], GGUF + b"!"])
def test_a_change_on_disk_is_noticed_and_the_file_fetched_again(path, owl, tmp_path, caplog, bad):
    path.write_bytes(bad)
    os.utime(path, (1, 1))
    assert ensure(OWL, tmp_path, quiet=True).read_bytes() == GGUF
    assert "incomplete or has other bytes; it is fetched again" in caplog.text


def test_what_the_hub_has_changed_meanwhile_is_not_taken_by_itself(path, owl, tmp_path):
    owl.hub = {"owl.gguf": OTHER}
    path.unlink()
    _, got, then = refused(OWL, tmp_path)
    assert SHA256 in got and "delete the file and owl.gguf.json" in then and not path.exists()
    (tmp_path / "hf/acme/owl/owl.gguf.json").unlink()
    assert ensure(OWL, tmp_path, quiet=True).read_bytes() == OTHER


def test_a_file_put_there_by_hand_is_taken_without_a_request_and_said(internet, tmp_path, caplog):
    put_by_hand(tmp_path, GGUF)
    for _ in range(2):
        assert ensure(OWL, tmp_path).read_bytes() == GGUF
    assert internet.seen == [] and caplog.text.count(f"its SHA-256 is {SHA256}") == 1
    assert row(OWL, tmp_path).source == ""


def test_what_is_put_there_and_is_no_gguf_file_is_replaced(owl, tmp_path):
    put_by_hand(tmp_path, b"<html>")
    assert ensure(OWL, tmp_path, quiet=True).read_bytes() == GGUF


@pytest.mark.parametrize("content", ["", "[]", '{"files": []}', '{"files": {"owl.gguf": []}}', '{"files": 7}'])
def test_an_unreadable_stamp_is_written_anew(path, owl, tmp_path, content):
    before = len(owl.seen)
    (tmp_path / "hf/acme/owl/owl.gguf.json").write_text(content)
    assert ensure(OWL, tmp_path) == path and len(owl.seen) == before
    assert row(OWL, tmp_path).sha256 == SHA256


def test_two_files_of_a_repository_do_not_disturb_each_other(path, owl, tmp_path):
    owl.hub["q8/owl.gguf"] = OTHER
    other = ensure("hf:acme/owl/q8/owl.gguf", tmp_path, quiet=True)
    assert other.read_bytes() == OTHER and path.read_bytes() == GGUF
    assert row(OWL, tmp_path).verified and row("hf:acme/owl/q8/owl.gguf", tmp_path).verified


@pytest.mark.process
def test_two_processes_at_once_fetch_once(owl, tmp_path):
    owl.hold = {"GET owl.gguf": Event()}
    script = f"from ragkit.weights import ensure; print(ensure({OWL!r}, {str(tmp_path)!r}, quiet=True))"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    first = subprocess.Popen([sys.executable, "-c", script], **pipes)
    owl.wait_for("owl.gguf")
    second = subprocess.Popen([sys.executable, "-c", script], **pipes)
    assert "another process is fetching it" in second.stderr.readline()
    owl.hold["GET owl.gguf"].set()
    said = [process.communicate(timeout=90) for process in (first, second)]
    assert [out.strip() for out, _ in said] == [str(tmp_path / "hf/acme/owl/owl.gguf")] * 2
    assert owl.got("owl.gguf") == 1
    assert [err.count("not checked against a hash") for _, err in said] == [1, 0]


# what can go wrong


def test_without_a_hub_it_is_said_in_seconds_with_three_ways_out(owl, offline, tmp_path):
    offline()
    began = time.monotonic()
    asked, got, then = refused(OWL, tmp_path)
    assert time.monotonic() - began < 20
    assert OWL in asked and str(tmp_path / "hf/acme/owl/owl.gguf") in asked and "hub cannot be reached" in got
    assert "go online" in then and "HF_ENDPOINT" in then and "by hand" in then and nothing_left(tmp_path)


def test_a_file_that_is_not_there_is_a_matter_of_spelling(internet, tmp_path):
    _, got, then = refused(OWL, tmp_path)
    assert "404" in got and "check owner, repository and file" in then and nothing_left(tmp_path)


@pytest.mark.parametrize("status", [401, 403])
def test_a_private_file_needs_a_token(owl, tmp_path, status):
    owl.refuses = {"owl.gguf": status}
    _, got, then = refused(OWL, tmp_path)
    assert str(status) in got and "HF_TOKEN" in then and nothing_left(tmp_path)


def test_a_hub_in_trouble_is_asked_later(owl, tmp_path):
    owl.refuses = {"owl.gguf": 500}
    _, got, then = refused(OWL, tmp_path)
    assert "500" in got and "try again later" in then


def test_the_token_is_sent_and_never_said(owl, tmp_path, monkeypatch, caplog, capfd):
    monkeypatch.setenv("HF_TOKEN", "hf_verysecret")
    caplog.set_level(logging.DEBUG)
    owl.refuses = {"owl.gguf": 403}
    said = " ".join(refused(OWL, tmp_path))
    assert owl.tokens == {"Bearer hf_verysecret"}
    captured = capfd.readouterr()
    assert "verysecret" not in said + caplog.text + captured.out + captured.err


def test_a_page_in_place_of_the_model_is_not_taken(internet, tmp_path):
    internet.hub = {"owl.gguf": b"<html>no model</html>"}
    _, got, then = refused(OWL, tmp_path)
    assert "no GGUF file: it begins with b'<html>no mod'" in got and "name a GGUF file" in then
    assert nothing_left(tmp_path)


def test_a_hash_does_not_make_another_file_a_model(internet, tmp_path):
    internet.hub = {"owl.gguf": DATA}
    _, got, _ = refused(f"{OWL}@sha256:{hashlib.sha256(DATA).hexdigest()}", tmp_path)
    assert "no GGUF file" in got and nothing_left(tmp_path)


def test_a_file_that_was_cut_short_is_not_taken(owl, tmp_path):
    owl.states = {"Content-Length": str(len(GGUF) + 1)}
    _, got, then = refused(OWL, tmp_path)
    assert f"should be of size {len(GGUF) + 1}" in got
    assert "try again later" in then
    assert nothing_left(tmp_path)


def test_too_little_disk_is_said_before_anything_is_fetched(owl, tmp_path, monkeypatch):
    owl.states = {"Content-Length": "5000000000"}
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9e9, 5e9, 4_000_000_000))
    with pytest.raises(DiskFull, match=r"(?s)5500 MB of disk, to fetch model 'hf:acme.*4000 MB free.*RAGKIT_CACHE"):
        ensure(OWL, tmp_path, quiet=True)
    assert owl.got("owl.gguf") == 0 and nothing_left(tmp_path)


def test_a_disk_that_fills_up_midway_leaves_nothing(owl, tmp_path, monkeypatch):
    def fills_up(*_, local_dir, **__):
        (local_dir / "owl.gguf").parent.mkdir(parents=True)
        (local_dir / "owl.gguf").write_bytes(GGUF[:1000])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(hub, "hf_hub_download", fills_up)
    with pytest.raises(DiskFull, match="RAGKIT_CACHE"):
        ensure(OWL, tmp_path, quiet=True)
    assert nothing_left(tmp_path)


def test_a_malformed_name_asks_nobody(internet, tmp_path):
    for work in (ensure, row, sha256_in_cache):
        with pytest.raises(ModelFileError, match="write hf:OWNER/REPO/FILE.gguf"):
            work("hf:owl.gguf", tmp_path)
    assert internet.seen == []


# what the row of a file says


def test_the_row_of_an_absent_file_says_so_and_asks_nobody(internet, tmp_path):
    found = row(OWL, tmp_path)
    assert (found.name, found.size, found.present, found.state) == (OWL, 0, False, "not there")
    assert internet.seen == []
    assert list(tmp_path.iterdir()) == []


def test_the_row_says_size_and_whether_a_hash_was_checked(path, tmp_path):
    assert row(OWL, tmp_path).size == 300_004 and row(OWL, tmp_path).source == "the hub"
    assert row(OWL, tmp_path).state == f"0 MB, not checked against a hash; its SHA-256 is {SHA256}"
    assert row(PINNED, tmp_path).state == "0 MB, checked against its pinned hash"
    os.utime(path, (1, 1))
    assert row(OWL, tmp_path).state == "0 MB, to be checked at its next use"


def put_by_hand(cache, content):
    (cache / "hf/acme/owl").mkdir(parents=True)
    (cache / "hf/acme/owl/owl.gguf").write_bytes(content)
