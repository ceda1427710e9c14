"""`python -m ragkit serve`: used as its users use it, by an MCP client and by an agent of LangChain."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from ragkit.__main__ import main

NAMES = ["keyword_search", "semantic_search", "read_passage"]


@pytest.fixture
def folder(tmp_path):
    documents = tmp_path / "owls"
    documents.mkdir()
    parts = {"Food": "Most owls hunt mice.", "Sleep": "Owls sleep by day.", "Young": "Chicks hatch in spring."}
    sections = [f"## {heading}\n\n{text}\n" for heading, text in parts.items()]
    (documents / "owls.md").write_text("\n".join(["# Owls\n", *sections]))
    return documents


def test_the_configuration_names_this_python_and_the_whole_path(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder.parent)
    assert main(["serve", "owls", "--config"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "mcpServers": {"owls": {"command": sys.executable, "args": ["-m", "ragkit", "serve", str(folder)]}}
    }


def test_over_http_it_names_an_address_of_this_machine(folder, capsys):
    assert main(["serve", str(folder), "--port", "8123", "--config"]) == 0
    (server,) = json.loads(capsys.readouterr().out)["mcpServers"].values()
    assert server == {"type": "http", "url": "http://127.0.0.1:8123/mcp"}


def test_a_folder_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["serve", str(tmp_path / "nowhere")]) == 1
    assert "nowhere" in capsys.readouterr().err


class Searching(BaseChatModel):
    """A model that searches by words, reads on where something was found, and answers."""

    @property
    def _llm_type(self):
        return "searching"

    def bind_tools(self, tools, **_):
        return self

    def _generate(self, messages, *_, **__):
        replies = [message for message in messages if message.type == "tool"]
        message = AIMessage(f"They eat mice, by {len(replies)} tools.")
        if not replies:
            message = called("keyword_search", query="mice")
        elif len(replies) == 1:
            found = json.loads(replies[0].content[0]["text"])["passages"]
            message = called("read_passage", passage_id=found[0]["id"])
        return ChatResult(generations=[ChatGeneration(message=message)])


def called(name, **arguments):
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": name}])


async def used(streams):
    """What a client and an agent make of the server: the names, a search, a wrong call, and the answer."""
    async with ClientSession(*streams[:2]) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        found = await session.call_tool("semantic_search", {"query": "food of owls"})
        wrong = await session.call_tool("read_passage", {"query": "owls"})
        agent = create_agent(Searching(), await load_mcp_tools(session))
        said = await agent.ainvoke({"messages": [("user", "What do owls eat?")]})
        return [tool.name for tool in tools], found.structuredContent, wrong.isError, said["messages"]


def as_a_user_expects(names, found, wrong, said):
    assert names == NAMES and wrong
    assert any("mice" in row["text"] for row in found["passages"]) and found["notes"] == []
    assert found["passages"][0]["source"] == "owls.md" and found["passages"][0]["section"].startswith("Owls")
    assert said[-1].content == "They eat mice, by 2 tools."


@pytest.mark.process
def test_a_client_and_an_agent_use_it_over_standard_input_and_output(folder):
    async def over_stdio():
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "ragkit", "serve", str(folder)], env=dict(os.environ)
        )
        async with stdio_client(server) as streams:
            return await used(streams)

    as_a_user_expects(*asyncio.run(over_stdio()))


@pytest.mark.process
def test_a_client_and_an_agent_use_it_over_http_on_this_machine(folder):
    async def over_http(port):
        async with streamable_http_client(f"http://127.0.0.1:{port}/mcp") as streams:
            return await used(streams)

    with served(folder) as port:
        as_a_user_expects(*asyncio.run(over_http(port)))


@contextmanager
def served(folder):
    """A server over HTTP while the context lasts; its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "ragkit", "serve", str(folder), "--port", str(port)])
    try:
        wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def wait_for(port, process, seconds=60):
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server did not start")
