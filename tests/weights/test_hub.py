"""The hub: how fast its absence is noticed, what is remembered, what is not taken for a hub."""

import time
from threading import Event

import pytest
from loopback_hub import DATA

from ragkit.weights import ModelFileError, ensure, forget_silence, hub
from ragkit.weights.hub import Hub, refuses


def test_a_hub_that_never_answers_costs_its_timeout_once(internet, monkeypatch):
    monkeypatch.setattr(hub, "TIMEOUT", 0.3)
    internet.hold = {"HEAD tiny.gguf": Event()}
    seconds = [timed(lambda: refuses("acme/tiny", "tiny.gguf")) for _ in range(2)]
    assert 0.2 < seconds[0] < 2 and seconds[1] < 0.01


def test_silence_is_forgotten_after_a_while_or_on_request(internet, monkeypatch):
    internet.hub = {"tiny.gguf": DATA}
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert refuses("acme/tiny", "tiny.gguf").silent
    assert "a moment ago" in refuses("acme/tiny", "tiny.gguf").why
    forget_silence()
    assert "cannot be reached" in refuses("acme/tiny", "tiny.gguf").why
    monkeypatch.setattr(hub, "_silent_until", {"http://127.0.0.1:9": time.monotonic() - 1})
    assert "cannot be reached" in refuses("acme/tiny", "tiny.gguf").why


def test_another_endpoint_is_asked_although_the_first_was_silent(internet, monkeypatch):
    internet.hub = {"tiny.gguf": DATA}
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert refuses("acme/tiny", "tiny.gguf") is not None
    monkeypatch.setenv("HF_ENDPOINT", internet.url + "/")
    assert refuses("acme/tiny", "tiny.gguf") is None


def test_a_hub_without_the_file_is_not_silent(internet):
    refusal = refuses("acme/tiny", "tiny.gguf")
    assert "404" in refusal.why and not refusal.silent


def test_a_login_page_is_not_a_hub(internet):
    internet.hub, internet.is_a_hub = {"tiny.gguf": b"<html>please log in"}, False
    assert "no model hub" in refuses("acme/tiny", "tiny.gguf").why


@pytest.mark.slow
def test_a_lost_connection_is_resumed(internet, tiny, tmp_path):
    internet.hub, internet.drop_after = {"tiny.gguf": DATA}, 120_000
    assert ensure("tiny", tmp_path, quiet=True).read_bytes() == DATA
    assert internet.got("tiny.gguf") == 2


def test_the_half_file_of_a_killed_run_is_removed(internet, tiny, tmp_path):
    internet.hub = {"tiny.gguf": DATA}
    half = tmp_path / ".cache" / "tiny.gguf.deadbeef.incomplete"
    half.parent.mkdir(parents=True)
    half.write_bytes(DATA[:1000])
    Hub("acme/tiny").fetch(tiny.files, tmp_path, quiet=True)
    assert (tmp_path / "tiny.gguf").read_bytes() == DATA and not half.exists()


def test_a_hub_that_fails_midway_leaves_nothing(internet, tiny, tmp_path, monkeypatch):
    internet.hub = {"tiny.gguf": DATA}

    def fails(*_, **__):
        (tmp_path / "half").write_bytes(b"half")
        raise RuntimeError("the transfer broke")

    monkeypatch.setattr(hub, "hf_hub_download", fails)
    with pytest.raises(ModelFileError, match="the transfer broke"):
        Hub("acme/tiny").fetch(tiny.files, tmp_path, quiet=True)
    assert not tmp_path.exists()


@pytest.mark.parametrize("quiet", [True, False])
def test_quiet_hides_the_progress_bar(internet, tiny, tmp_path, capfd, quiet):
    internet.hub = {"tiny.gguf": DATA}
    ensure("tiny", tmp_path, quiet=quiet)
    assert ("tiny.gguf" in capfd.readouterr().err) is not quiet


def timed(work) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began
