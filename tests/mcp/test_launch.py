"""How a server is started: what it gets, and what it does not."""

import os
import sys

import pytest
from fakes import OWL

from ragkit.mcp.failed import ToolFailed
from ragkit.mcp.launch import environment, foreign_server, own_server, web_variables
from ragkit.settings import Settings


def test_a_foreign_server_gets_its_command_as_a_shell_would_read_it():
    with foreign_server(Settings(mcp_server=f"{sys.executable} -m 'my server' --fast")) as launch:
        assert launch.command == [sys.executable, "-m", "my server", "--fast"]


@pytest.mark.parametrize("command", ["", " ", "/no/such/program", "run 'it"])
def test_a_command_that_cannot_be_run_is_an_error_that_names_the_setting(command):
    with pytest.raises(ToolFailed, match="mcp_server"), foreign_server(Settings(mcp_server=command)):
        pass


def test_a_foreign_server_gets_the_minimum_and_what_is_named(monkeypatch):
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-owl")
    monkeypatch.setenv("MINE", "mine")
    assert "TAVILY_API_KEY" not in environment([]) and environment([])["PATH"] == os.environ["PATH"]
    assert environment(["MINE", "NOT_SET"]) == environment([]) | {"MINE": "mine"}


def test_the_kits_own_server_gets_the_settings_of_the_web_and_its_key_on_no_command_line(tmp_path):
    settings = Settings(web="live", tavily_key="tvly-owl")
    with own_server(settings, tmp_path, [OWL]) as launch:
        assert launch.environment["RAGKIT_TAVILY_KEY"] == "tvly-owl" and "tvly-owl" not in " ".join(launch.command)
        assert launch.environment["RAGKIT_WEB"] == "live" and launch.command[-3:] == [
            "live",
            "--folder",
            str(tmp_path),
        ]


def test_without_a_web_it_is_told_of_none(tmp_path):
    with own_server(Settings(), tmp_path, [OWL]) as launch:
        assert "--web" not in launch.command and "RAGKIT_WEB" not in web_variables(Settings())
