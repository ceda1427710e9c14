"""Little MCP servers over stdio, each a real process of a few lines: one is good, the others are not."""

import os
import shlex
import sys
import time
from pathlib import Path

from fakes import FakeEmbed

from ragkit.documents.corpus import Corpus
from ragkit.mcp import Tools, open_tools
from ragkit.settings import Settings

GOOD = """
import json, os, sys, time
TOOLS = [{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}}}]
def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def reply(id, *texts, **more):
    say(id=id, result={"content": [{"type": "text", "text": text} for text in texts], **more})
def called(id, asked):
    reply(id, "Bats hunt moths at dusk.")
def listed(id):
    say(id=id, result={"tools": TOOLS})
"""
LOOP = """
with open("STARTS", "a") as file:
    print(os.getpid(), file=file)
for line in sys.stdin:
    message = json.loads(line)
    method, id, params = message.get("method"), message.get("id"), message.get("params") or {}
    if method == "initialize":
        told = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}}
        say(id=id, result=told | {"serverInfo": {"name": "little", "version": "1"}})
    elif method == "tools/list":
        listed(id)
    elif method == "tools/call":
        called(id, params["arguments"])
"""
SENDS = "def called(id, asked):\n    "
"""The beginning of a server that replies to a call in its own way."""
SLEEPS = "time.sleep(600)"


class Little:
    """A server that is good but for some lines of its own, and the tools that call it."""

    def __init__(self, folder: Path, lines: str = "", **settings) -> None:
        self.starts = folder / "starts"
        file = folder / "server.py"
        file.write_text(GOOD + lines + LOOP.replace("STARTS", str(self.starts)))
        command = shlex.join([sys.executable, "-I", "-S", str(file)])
        self.settings = Settings(**{"mcp_server": command, "mcp_timeout": 30.0} | settings)
        self.tools = opened(self.settings, folder)

    @property
    def pids(self) -> list[int]:
        """The process of each start, in order."""
        return [int(line) for line in self.starts.read_text().split()] if self.starts.exists() else []

    def ask(self, query: str = "When do bats hunt?", **more):
        return self.tools.ask(self.settings.mcp_tool or "", query, **more)

    def note(self) -> str:
        """The one note of a question to which the tool brings nothing."""
        found = self.ask()
        assert found.passages == []
        (note,) = found.notes
        return note


def opened(settings: Settings, folder: Path, *passages) -> Tools:
    return open_tools(settings, Corpus(folder, passages, {}, {}), folder, FakeEmbed())


def is_gone(pid: int, seconds: float = 10.0) -> bool:
    """Whether a process is over within some seconds."""
    end = time.monotonic() + seconds
    while runs(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def runs(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"
