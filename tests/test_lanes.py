"""A lane has what its tests say that they need, and the notebooks that run fresh are drawn by the commit."""

import os
import subprocess
import sys
from pathlib import Path

import lanes
import pytest

TESTS = Path(__file__).parent
UNSAID = """
import subprocess, sys

def test_starts():
    subprocess.run([sys.executable, "-c", ""])
"""
SAID = UNSAID.replace("import subprocess, sys", "import subprocess, sys\nimport pytest").replace(
    "def test", "@pytest.mark.process\ndef test"
)
BY_FIXTURE = """
import subprocess, sys
import pytest

@pytest.fixture(scope="module")
def started():
    return subprocess.run([sys.executable, "-c", ""])

def test_first(started):
    pass

def test_second(started):
    pass
"""
NAMES = [f"{number:02}" for number in range(20)]


def run(folder, text, lane):
    """What pytest prints of one file of tests in a lane."""
    (folder / "test_one.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    process\n    model\n")
    command = [sys.executable, "-m", "pytest", "-p", "lanes", "-m", lane, str(folder), "-p", "no:cacheprovider"]
    environment = os.environ | {"PYTHONPATH": f"{TESTS}{os.pathsep}{TESTS.parent}"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False).stdout


@pytest.mark.process
def test_a_test_that_starts_a_process_unsaid_fails_in_a_lane_without_processes(tmp_path):
    printed = run(tmp_path, UNSAID, "not process")
    assert "1 error" in printed
    assert "mark it @pytest.mark.process" in printed


@pytest.mark.process
def test_what_a_fixture_starts_every_test_uses_that_asks_for_it(tmp_path):
    assert "2 errors" in run(tmp_path, BY_FIXTURE, "not process")


@pytest.mark.process
def test_with_its_marker_it_is_left_out_there_and_runs_elsewhere(tmp_path):
    assert "1 deselected" in run(tmp_path, SAID, "not process")
    assert "1 passed" in run(tmp_path, SAID, "process")
    assert "1 passed" in run(tmp_path, UNSAID, "not model")


def test_three_notebooks_are_drawn_and_another_commit_draws_others(monkeypatch):
    drawn = []
    for commit in ("a", "a", "b"):
        monkeypatch.setattr(lanes, "commit", lambda commit=commit: commit)
        drawn.append(lanes.drawn(NAMES))
    first, again, other = drawn
    assert len(first) == 3
    assert first == again
    assert first != other


def test_all_notebooks_run_fresh_where_that_is_asked_for(monkeypatch):
    monkeypatch.setattr(lanes, "CHOSEN", "all")
    assert lanes.drawn(NAMES) == set(NAMES)
