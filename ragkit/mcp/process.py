"""A server's process as two streams of messages, with a bound on what is read.

The MCP package has such a transport, too. It keeps on reading a line until it ends, so a server
could fill the memory. Here a line, and all lines of one call together, may have `most` bytes.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import anyio
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCMessage
from pydantic import ValidationError

from ragkit.mcp.failed import quoted
from ragkit.mcp.launch import Launch
from ragkit.text.redact import REMOVED

GUARD = Path(__file__).with_name("guard.py")
PATIENCE = 1.0
"""Seconds that a server has to end by itself once its input is closed."""
TAIL = 2_000
"""Number of bytes kept of what a server last wrote to its error output."""
PIPES: dict[str, Any] = {
    "stdin": asyncio.subprocess.PIPE,
    "stdout": asyncio.subprocess.PIPE,
    "stderr": asyncio.subprocess.PIPE,
}


class ServerProcess:
    """A server that runs, and why it is of no more use, once it is."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        alive: BinaryIO | None,
        most: int,
        secrets: Sequence[str] = (),
    ) -> None:
        self.process = process
        self.secrets = secrets
        self.most = most
        self.fault = ""
        """Why no further message comes; empty while some may."""
        self.died = False
        """Whether the server ended by itself, so that another one may do better."""
        self.gone = asyncio.Event()
        """Set when no further message comes."""
        self._alive = alive
        self._read = 0
        self._errors = b""
        self._heard_all = asyncio.Event()

    @classmethod
    async def start(cls, launch: Launch, most: int) -> ServerProcess:
        """Start a server behind its guard. Raises `OSError`."""
        # Windows cannot hand a pipe to another process like this, and has no groups to kill.
        if os.name == "nt":
            process = await asyncio.create_subprocess_exec(
                *launch.command, env=launch.environment, limit=most, **PIPES
            )
            return cls(process, None, most, launch.secrets)
        theirs, ours = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *_guarded(launch, theirs),
                env=launch.environment,
                limit=most,
                pass_fds=[theirs],
                start_new_session=True,
                **PIPES,
            )
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        return cls(process, os.fdopen(ours, "wb"), most, launch.secrets)

    def begin_reply(self) -> None:
        """Begin to count anew: what comes from now on belongs to another reply."""
        self._read = 0

    def kill(self) -> None:
        """Kill the server and all that it started. Safe to call from any thread, and again."""
        if self._alive:
            self._alive.close()
            return
        with suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """Close the server's input, wait a moment for it to end, then kill it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            await self._ended()
            self.kill()
            await self._ended()
        finally:
            self.kill()
            # Pipes that were not read to their end stay open otherwise, beyond the end of the loop.
            self.process._transport.close()  # type: ignore[attr-defined]
            await asyncio.sleep(0)

    async def _ended(self) -> bool:
        """Whether the process ends within a moment."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.wait(), PATIENCE)
        return self.process.returncode is not None

    async def receive(self, messages: Any) -> None:
        """Send every message of the server to the stream, until there is a fault."""
        async with messages:
            while not self.fault:
                line = await self._line()
                if not line:
                    return
                try:
                    message = JSONRPCMessage.model_validate_json(line)
                except ValidationError:
                    said = quoted(line.decode(errors="replace"))
                    self.fault = f"it wrote what is no message of MCP: {said!r}"
                    return
                await messages.send(SessionMessage(message))

    async def serve(self, messages: Any) -> None:
        try:
            await self.receive(messages)
        finally:
            self.gone.set()

    async def _line(self) -> bytes:
        """The next line; empty when there is none, and then the fault says why."""
        assert self.process.stdout is not None
        too_long = f"its reply has more than {self.most:,} bytes (`mcp_bytes`)"
        try:
            line = await self.process.stdout.readline()
        except ValueError:  # the line is longer than the reader's limit
            self.fault = too_long
            return b""
        self._read += len(line)
        if self._read > self.most:
            self.fault = too_long
            return b""
        if not line:
            self.fault = await self._how_it_ended()
            self.died = True
        return self._without_secrets(line)

    def _without_secrets(self, output: bytes) -> bytes:
        """What the server wrote, without the keys that it was given."""
        for secret in self.secrets:
            output = output.replace(secret.encode(), REMOVED.encode())
        return output

    async def _how_it_ended(self) -> str:
        """How a server ended that closed its output, and what it said last."""
        ended = "it closed its output"
        if await self._ended():
            ended = f"it ended with code {self.process.returncode}"
        with suppress(TimeoutError):
            await asyncio.wait_for(self._heard_all.wait(), PATIENCE)
        errors = self._without_secrets(self._errors)
        said = errors.decode(errors="replace").strip().splitlines()
        if said:
            ended += f", and said: {quoted(said[-1])}"
        return ended

    async def send(self, messages: Any) -> None:
        """Send every message of the stream to the server."""
        assert self.process.stdin is not None
        async with messages:
            async for message in messages:
                text = message.message.model_dump_json(by_alias=True, exclude_none=True)
                self.process.stdin.write(text.encode() + b"\n")
                # The reader notices that the server is gone, and says why.
                with suppress(ConnectionError):
                    await self.process.stdin.drain()

    async def listen(self) -> None:
        """Keep the end of what the server writes to its error output."""
        assert self.process.stderr is not None
        while piece := await self.process.stderr.read(TAIL):
            self._errors = (self._errors + piece)[-TAIL:]
        self._heard_all.set()


def _guarded(launch: Launch, pipe: int) -> list[str]:
    # -I and -S: no variables and no packages of others, so that the guard starts fast.
    return [sys.executable, "-I", "-S", str(GUARD), str(pipe), *launch.command]


@asynccontextmanager
async def started(launch: Launch, most: int) -> AsyncIterator[tuple[ServerProcess, Any, Any]]:
    """A running server with its streams: what it says, and what it is told."""
    server = await ServerProcess.start(launch, most)
    to_session, from_server = anyio.create_memory_object_stream[Any](0)
    to_server, from_session = anyio.create_memory_object_stream[Any](0)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.listen)
            tasks.start_soon(server.serve, to_session)
            tasks.start_soon(server.send, from_session)
            try:
                yield server, from_server, to_server
            finally:
                with anyio.CancelScope(shield=True):
                    await server.end()
                tasks.cancel_scope.cancel()
    finally:
        server.kill()
