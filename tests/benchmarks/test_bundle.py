"""`benchmarks/bundle.py` sets a fresh folder up and measures it; `benchmarks/no_network.py` blocks the network."""

import json
import subprocess
import sys
import tarfile

import pytest

from benchmarks import bundle, no_network

PROBE = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=5)"
SETUP = """mkdir -p kit/.venv/bin
printf '#!/bin/sh\\necho "$HOME" > toured\\n' > kit/.venv/bin/python
chmod +x kit/.venv/bin/python
"""


def an_archive(folder, setup):
    """A bundle that has only a set-up."""
    top = folder / "ragkit-bundle"
    (top / "kit").mkdir(parents=True)
    (top / "bundle.json").write_text('{"recordings": []}')
    (top / "setup.sh").write_text(f'cd "$(dirname "$0")"\n{setup}')
    with tarfile.open(folder / "bundle.tar", "w") as tar:
        tar.add(top, "ragkit-bundle")
    return folder / "bundle.tar"


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "FILE", tmp_path / "bundle.json")
    return tmp_path / "bundle.json"


def test_a_fresh_folder_is_its_own_home_and_its_minutes_and_bytes_are_written(tmp_path, results, capsys):
    archive = an_archive(tmp_path, SETUP)
    assert bundle.main(archive, tmp_path / "laptop") == 0
    assert (tmp_path / "laptop/ragkit-bundle/kit/toured").read_text().strip() == str(tmp_path / "laptop")
    found = json.loads(results.read_text())
    assert list(found["seconds"]) == ["unpack", "set up", "run the tour"]
    assert found["archive_bytes"] == archive.stat().st_size and found["blocked"] == no_network.how()
    assert "without recorded replies" in capsys.readouterr().out


def test_a_set_up_that_fails_is_told_and_nothing_is_written(tmp_path, results, capsys):
    assert bundle.main(an_archive(tmp_path, "exit 3\n"), tmp_path / "laptop") == 1
    said = capsys.readouterr().err
    assert "it could not set up" in said and f"remove {tmp_path / 'laptop'}, and run" in said
    assert not results.exists()


def test_an_existing_folder_is_not_used(tmp_path, results, capsys):
    (tmp_path / "laptop").mkdir()
    assert bundle.main(an_archive(tmp_path, SETUP), tmp_path / "laptop") == 2
    assert "which exists; name another, or remove it" in capsys.readouterr().err
    assert list((tmp_path / "laptop").iterdir()) == [] and not results.exists()


def test_without_an_archive_or_without_room_it_says_so_and_makes_no_folder(tmp_path, results, monkeypatch, capsys):
    assert bundle.main(tmp_path / "none.tar", tmp_path / "new" / "laptop") == 2
    assert "`make bundle` writes one" in capsys.readouterr().err
    monkeypatch.setattr(bundle.shutil, "disk_usage", lambda place: type("Usage", (), {"free": 5})())
    assert bundle.main(an_archive(tmp_path, SETUP), tmp_path / "new" / "laptop") == 2
    assert f"GB of disk in {tmp_path}, got 0.0 GB" in capsys.readouterr().err and not (tmp_path / "new").exists()


def test_a_step_that_hangs_is_stopped_and_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bundle, "HOUR", 0.3)
    assert bundle.timed(["sleep", "60"], tmp_path, tmp_path) is None
    assert "longer than 0.3 seconds and was stopped" in capsys.readouterr().err


def test_the_minutes_are_a_table_and_without_a_result_nothing_is_claimed():
    result = {"archive_bytes": 2.1e9, "folder_bytes": 5.5e9, "seconds": {"unpack": 30, "set up": 90}, "cores": 2}
    text = bundle.bundle_block(result | {"blocked": "so", "recordings": ["a"], "date": "2026-01-02"})
    assert "has 2.1 GB, with recorded replies" in text and "| set up | 1.5 |\n| in all | 2.0 |" in text
    assert bundle.bundle_block({}) == "Not measured yet.\n"


def test_a_file_that_is_linked_twice_counts_once(tmp_path):
    (tmp_path / "a").write_bytes(bytes(1000))
    (tmp_path / "b").hardlink_to(tmp_path / "a")
    (tmp_path / "c").symlink_to(tmp_path / "a")
    assert bundle.size_of(tmp_path) == 1000


@pytest.mark.skipif(not no_network.can_isolate(), reason="this system allows no network namespace")
def test_a_blocked_command_reaches_nobody_but_itself():
    away = subprocess.run(no_network.blocked([sys.executable, "-c", PROBE]), capture_output=True, text=True)
    assert away.returncode and "unreachable" in away.stderr
    home = "import socket; s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname())"
    assert subprocess.run(no_network.blocked([sys.executable, "-c", home])).returncode == 0


def test_where_it_is_not_allowed_the_command_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(no_network, "can_isolate", lambda: False)
    assert no_network.blocked(["true"]) == ["true"] and "proxies" in no_network.how()


def test_the_variables_have_no_setting_of_the_kit_and_lead_nowhere(monkeypatch):
    monkeypatch.setenv("RAGKIT_MODEL", "mine")
    monkeypatch.setenv("PIP_FIND_LINKS", "/opt/wheels")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    found = no_network.environment(HOME="/new")
    assert not {"RAGKIT_MODEL", "PIP_FIND_LINKS", "XDG_CACHE_HOME"} & set(found)
    assert found["HTTPS_PROXY"] == no_network.NOWHERE and found["PIP_NO_INDEX"] == "1" and found["HOME"] == "/new"
