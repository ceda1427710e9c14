"""One server that is held open, called by nodes that know nothing of event loops.

To start a process for each call would take seconds, where a call takes milliseconds. The tools of
langchain-mcp-adapters are asynchronous, and nodes are not. A notebook's thread already runs an
event loop, in which one cannot wait for another. So the session has a thread and a loop of its own.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread, current_thread
from typing import Any

from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool, ToolException
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession
from mcp.types import CallToolResult

from ragkit.mcp.failed import ServerGone, Stopped, ToolFailed, quoted
from ragkit.mcp.launch import Launch
from ragkit.mcp.process import PATIENCE, ServerProcess, started
from ragkit.text.one_line import first_line


class Client(ClientSession):
    """A session that offers a server nothing: no model, no files, no questions to the user."""

    async def _validate_tool_result(self, name: str, result: CallToolResult) -> None:
        """Leave the reply to `reply.py`.

        The package would hold it against the server's own schema. A pattern in that schema may take
        for ever, during which nothing else in this process runs.
        """


class Session:
    """A running server and its tools."""

    def __init__(self, launch: Launch, seconds: float, most: int) -> None:
        """Start the server and list its tools.

        Raises `ServerGone` if it ends, and `Stopped` if it takes longer than `seconds` or says what
        is no message or too long.
        """
        self._launch = launch
        self._most = most
        self._loop: asyncio.AbstractEventLoop | None = None
        self._life: asyncio.Task[Any] | None = None
        self._server: ServerProcess | None = None
        self._listed: Future[list[BaseTool]] = Future()
        # A daemon does not keep this process alive; when that ends, the guard ends the server.
        self._thread = Thread(target=self._work, daemon=True, name="ragkit MCP")
        self._thread.start()
        self.tools = self._listed_within(seconds)

    @property
    def alive(self) -> bool:
        """Whether the server can be called."""
        return self._thread.is_alive() and not self._fault

    @property
    def pid(self) -> int:
        """The id of the process that was started: the server's guard or, on Windows, the server."""
        assert self._server is not None
        return self._server.process.pid

    def call(self, tool: BaseTool, arguments: dict[str, Any], seconds: float) -> ToolMessage:
        """The reply of one of the tools.

        Raises `ToolFailed` if it replies with an error, `ServerGone` if the server ends, and
        `Stopped` if it does not reply in time, or says what is no message or too long.
        """
        assert self._loop is not None
        assert self._server is not None
        self._server.begin_reply()
        call = {"type": "tool_call", "id": "1", "name": tool.name, "args": arguments}
        reply = asyncio.run_coroutine_threadsafe(tool.ainvoke(call), self._loop)
        try:
            return reply.result(seconds)
        except ToolException as error:
            raise ToolFailed(f"it replied with an error: {quoted(str(error))}") from error
        except TimeoutError as error:
            reply.cancel()
            self.close()
            raise Stopped(f"it did not reply within {seconds:g} s (`mcp_timeout`)") from error
        except Exception as error:  # a server may provoke anything
            raise self._failure(error) from error

    def close(self) -> None:
        # After a fault the session ends by itself.
        if self._loop and self._life and self.alive:
            with suppress(RuntimeError):  # the loop was closed in this moment
                self._loop.call_soon_threadsafe(self._life.cancel)
        # The garbage collector may call this from any thread.
        if self._thread is not current_thread():
            self._thread.join(3 * PATIENCE)
        if self._server:
            self._server.kill()

    @property
    def _fault(self) -> str:
        """Why the server is of no more use; empty while it is, and before it runs."""
        return self._server.fault if self._server else ""

    def _failure(self, error: Exception) -> ToolFailed:
        """What to say of an error, which is the server's end if that is its cause."""
        if self._fault:
            return self._gone(self._fault)
        return ToolFailed(f"its reply is not what MCP asks for: {quoted(first_line(error))}")

    def _listed_within(self, seconds: float) -> list[BaseTool]:
        try:
            return self._listed.result(seconds)
        except TimeoutError as error:
            self.close()
            raise Stopped(f"it did not start within {seconds:g} s") from error
        except Exception as error:  # a server may provoke anything
            self.close()
            why = self._fault or quoted(first_line(error))
            raise self._gone(f"it did not start: {why}") from error
        except KeyboardInterrupt:
            self.close()
            raise

    def _gone(self, why: str) -> ServerGone:
        """The error that says whether another try may help."""
        died = self._server is not None and self._server.died
        return ServerGone(why) if died else Stopped(why)

    def _work(self) -> None:
        """What the thread does: run the session to its end."""
        try:
            asyncio.run(self._live())
        except BaseException as error:  # noqa: BLE001 - it is raised in the thread that waits
            if not self._listed.done():
                self._listed.set_exception(error)

    async def _live(self) -> None:
        """Start the server, list its tools, and wait until it is gone."""
        self._loop = asyncio.get_running_loop()
        self._life = asyncio.current_task()
        async with started(self._launch, self._most) as (server, heard, told):
            self._server = server
            async with Client(heard, told) as client:
                await self._list(client)
                await server.gone.wait()

    async def _list(self, client: Client) -> None:
        """Begin the session and list the tools, or keep the error for the thread that waits."""
        try:
            await client.initialize()
            tools = await load_mcp_tools(client, handle_tool_errors=False)
            self._listed.set_result(tools)
        except Exception as error:  # noqa: BLE001 - a server may provoke anything
            self._listed.set_exception(error)
