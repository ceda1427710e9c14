"""How a server is started: its command, and the environment that it gets.

The kit's own server is this package in another process, and gets the same environment. A server of
the user's own is foreign: it gets what any program needs and the variables that the user names, and
so none of the user's keys.

The kit's passages are handed over as a file. The server does not open the index, because only one
process may write it (`stores/store.py`). To read the documents again would take long, and they may
have changed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ragkit.mcp.failed import ToolFailed
from ragkit.settings import Settings
from ragkit.settings.web import WebSettings
from ragkit.state import Passage
from ragkit.text.redact import SHORTEST

SERVER = [sys.executable, "-m", "ragkit.mcp.server"]
"""The command of the kit's own server, without its arguments."""
KEY_NAME = re.compile("key|token|secret|passw|auth|credential", re.IGNORECASE)
"""What the name of a variable contains whose value is a key."""


@dataclass(frozen=True)
class Launch:
    """A command with its environment."""

    command: list[str]
    environment: dict[str, str]
    secrets: tuple[str, ...] = ()
    """The keys among its variables, which nothing that it sends may repeat."""


@contextmanager
def own_server(settings: Settings, folder: Path, passages: Sequence[Passage]) -> Iterator[Launch]:
    """The launch of the kit's own server.

    The file with the passages exists until the context ends, which may be once the server started.
    """
    with TemporaryDirectory(prefix="ragkit-mcp-") as temporary:
        file = Path(temporary) / "passages.jsonl"
        lines = [json.dumps(asdict(passage)) + "\n" for passage in passages]
        file.write_text("".join(lines), encoding="utf-8")
        command = [*SERVER, str(file)]
        if settings.web:
            command += ["--web", settings.web, "--folder", str(folder)]
        yield Launch(command, os.environ | web_variables(settings), tuple(settings.secrets()))


def web_variables(settings: Settings) -> dict[str, str]:
    """The settings of the web as environment variables, the key of Tavily among them.

    A command line would show the key to every user of the machine.
    """
    variables = {}
    for name in WebSettings.model_fields:
        value = getattr(settings, name)
        if name in Settings.secret() and value is not None:
            value = value.get_secret_value()
        if value is not None:
            variables[f"RAGKIT_{name.upper()}"] = str(value)
    return variables


@contextmanager
def foreign_server(settings: Settings) -> Iterator[Launch]:
    """The launch of the server that the settings name. Raises `ToolFailed` if it cannot be."""
    try:
        command = shlex.split(settings.mcp_server or "")
    except ValueError as error:
        raise ToolFailed(f"mcp_server is no command line ({error}); mend its quotes") from error
    if not command or not shutil.which(command[0]):
        raise ToolFailed(
            f"mcp_server names the program {' '.join(command[:1])!r}, which is not there; "
            "install it, or write its whole path"
        )
    names = settings.mcp_variables.split()
    yield Launch(command, environment(names), secrets_among(names))


def environment(names: Sequence[str]) -> dict[str, str]:
    """What a foreign server gets: the MCP package's minimum, and the variables with these names."""
    from mcp.client.stdio import get_default_environment

    variables = get_default_environment()
    for name in names:
        if name in os.environ:
            variables[name] = os.environ[name]
    return variables


def secrets_among(names: Sequence[str]) -> tuple[str, ...]:
    """The values of the variables that are keys by their name, and long enough to be one.

    Others, such as a folder, may be a part of what a server replies.
    """
    secrets = []
    for name in names:
        value = os.environ.get(name, "")
        if KEY_NAME.search(name) and len(value) >= SHORTEST:
            secrets.append(value)
    return tuple(secrets)
