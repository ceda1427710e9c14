"""No process is left, however the kit ends: closed, at exit, or killed without a word."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from mcp_servers import is_gone

from ragkit.mcp.process import GUARD

ROOT = Path(__file__).parents[2]
DEAF = """
child = os.fork()  # and what it starts is as deaf as it is
with open(__file__ + "x", "a") as file:
    print(os.getpid(), file=file)
if not child:
    time.sleep(600)
def called(id, asked):
    reply(id, "Owls hunt.")
    sys.stdin.close()
    time.sleep(600)
"""
"""A server that does not notice the end of its input, with a child."""
KIT = """
import os, signal, sys
from pathlib import Path
from mcp_servers import Little
one = Little(Path(sys.argv[1]), sys.argv[2])
print(one.ask().notes, flush=True)
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has neither groups nor such a pipe")


@pytest.mark.process
@pytest.mark.parametrize(
    "end", ["sys.exit()", "os.kill(os.getpid(), signal.SIGKILL)", "one.tools.close()"], ids=["exit", "kill", "close"]
)
def test_nothing_is_left_of_a_server_that_does_not_listen(tmp_path, end):
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    run = subprocess.run(
        [sys.executable, "-c", KIT + end, str(tmp_path), DEAF], env=os.environ | {"PYTHONPATH": path},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert run.stdout == "[]\n" and "Traceback" not in run.stderr, run.stderr
    pids = [int(pid) for pid in (tmp_path / "server.pyx").read_text().split()]
    assert len(pids) == 2 and all(is_gone(pid) for pid in pids)


@pytest.mark.process
def test_the_guard_hands_on_how_the_server_ended():
    theirs, ours = os.pipe()
    command = [sys.executable, "-I", "-S", str(GUARD), str(theirs), sys.executable, "-c", "raise SystemExit(7)"]
    assert subprocess.run(command, pass_fds=[theirs], timeout=60).returncode == 7
    os.close(theirs)
    os.close(ours)
