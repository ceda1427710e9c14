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


@pytest.mark.process
def test_a_fresh_folder_is_its_own_home_and_its_minutes_and_bytes_are_written(tmp_path, results, capsys):
    archive = an_archive(tmp_path, SETUP)
    assert bundle.main(archive, tmp_path / "laptop") == 0
    assert (tmp_path / "laptop/ragkit-bundle/kit/toured").read_text().strip() == str(tmp_path / "laptop")
    found = json.loads(results.read_text())
    assert list(found["seconds"]) == ["unpack", "set up", "run the tour"]
    assert found["archive_bytes"] == archive.stat().st_size and found["blocked"] == no_network.how()
    assert "without recorded replies" in capsys.readouterr().out


def test_the_minutes_are_a_table():
    result = {"archive_bytes": 2.1e9, "folder_bytes": 5.5e9, "seconds": {"unpack": 30, "set up": 90}, "cores": 2}
    text = bundle.bundle_block(result | {"blocked": "so", "recordings": ["a"], "date": "2026-01-02"})
    assert "has 2.1 GB, with recorded replies" in text and "| set up | 1.5 |\n| in all | 2.0 |" in text


@pytest.mark.process
@pytest.mark.skipif(not no_network.can_isolate(), reason="this system allows no network namespace")
def test_a_blocked_command_reaches_nobody_but_itself():
    away = subprocess.run(no_network.blocked([sys.executable, "-c", PROBE]), capture_output=True, text=True)
    assert away.returncode and "unreachable" in away.stderr
    home = "import socket; s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname())"
    assert subprocess.run(no_network.blocked([sys.executable, "-c", home])).returncode == 0
