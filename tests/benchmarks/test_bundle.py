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
    assert "it could not set up" in capsys.readouterr().err and not results.exists()


def test_an_existing_folder_is_not_used(tmp_path, results):
    (tmp_path / "laptop").mkdir()
    with pytest.raises(FileExistsError):
        bundle.main(an_archive(tmp_path, SETUP), tmp_path / "laptop")


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
    found = no_network.environment(HOME="/new")
    assert "RAGKIT_MODEL" not in found and "PIP_FIND_LINKS" not in found
    assert found["HTTPS_PROXY"] == no_network.NOWHERE and found["PIP_NO_INDEX"] == "1" and found["HOME"] == "/new"
