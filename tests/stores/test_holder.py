"""A process is named by its number and its command, and a secret in that command is not shown."""

import subprocess
import sys

import pytest

from ragkit.stores.holder import LONGEST, holder


@pytest.fixture
def running():
    """Start a process with these arguments, which waits; its number."""
    started = []

    def start(*arguments):
        waits = "print(flush=True); input()"
        process = subprocess.Popen([sys.executable, "-c", waits, *arguments], stdin=-1, stdout=-1)
        started.append(process)
        process.stdout.readline()  # Until it has begun, it has no command.
        return str(process.pid)

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.process
def test_a_process_is_named_with_its_command(running):
    pid = running("-m", "ragkit", "ask")
    found = holder(pid)
    assert found.startswith(f"process {pid} (") and found.endswith("input() -m ragkit ask)")


@pytest.mark.process
def test_a_process_without_a_command_is_named_by_its_number(running, monkeypatch):
    pid = running()
    monkeypatch.setattr("psutil.Process.cmdline", lambda _: [])
    assert holder(pid) == f"process {pid}"


@pytest.mark.process
def test_a_kernel_is_called_a_notebooks(running):
    pid = running("-m", "ipykernel_launcher")
    assert holder(pid) == f"process {pid}, a notebook's kernel"


@pytest.mark.process
def test_neither_secrets_nor_control_characters_nor_long_commands_are_shown(running):
    pid = running("sk-abcdefghijklmnopqrstuvwxyz123456", "\x1b[2J", "owl " * 200)
    found = holder(pid)
    assert "sk-abcdefg" not in found and "\x1b" not in found and len(found) < LONGEST + 30


def test_a_process_that_has_ended_or_never_was_has_its_number_alone():
    assert holder("999999999") == "process 999999999"
    assert holder(" ") == holder("-1") == "an unknown process"
