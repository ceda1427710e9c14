"""One bad file among saved runs is a sentence, and the dashboard shows the others."""

import json
import os

import pytest
from samples import hostile

from ragkit.__main__ import main
from ragkit.runs import trace_file
from ragkit.runs.trace_file import LARGEST, load_all, packed, save
from ragkit.trace import Trace
from ragkit.widgets.panels.dashboard import Dashboard
from ragkit.widgets.panels.dashboard_page import dashboard_page

GOOD = Trace("Who hunts mice?", (), "Owls.", (), 1.0)
RUN = json.loads(packed(hostile("owls")))


def put(path, value):
    """A saved run as JSON with another value at a path."""
    data = json.loads(json.dumps(RUN))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(data).encode()


BAD = {
    "not utf-8": b'{"schema": 5, "ragkit": "\xff"}',
    "nul bytes": bytes(1_000),
    "a number of 5,000 digits": b'{"schema": ' + b"9" * 5_000 + b"}",
    "deep lists": b"[" * 100_000,
    "deep, and whole": put(["trace", "notes"], 0).replace(b" 0", b"[" * 5_000 + b"]" * 5_000),
    "a class of a stranger": b'{"schema": 5, "ragkit": "", "trace": {"@type": "Popen", "args": "ls"}}',
    "nan": put(["trace", "seconds"], float("nan")),
    "an endless number": put(["trace", "seconds"], 10**400),
    "a step of text": put(["trace", "steps"], {"@type": "tuple", "items": ["x"]}),
    "a system that is a list": put(["trace", "system"], []),
}


def shown(folder):
    """The dashboard's page and panel of a folder, and what could not be read."""
    traces, troubles = load_all(folder)
    assert Dashboard(traces, troubles).shown == traces
    assert dashboard_page(traces, troubles).encode()
    return traces, troubles


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_a_sentence_and_the_others_are_shown(tmp_path, name):
    (tmp_path / "a.json").write_bytes(BAD[name])
    save(GOOD, tmp_path / "b.json")
    traces, (trouble,) = shown(tmp_path)
    assert traces == [GOOD] and "a.json, got " in trouble and len(trouble) < 1_000 and trouble.isprintable()


def test_what_is_no_file_is_a_sentence(tmp_path):
    (tmp_path / "a.json").mkdir()
    os.mkfifo(tmp_path / "b.json")
    (tmp_path / "c.json").symlink_to(tmp_path / "nowhere.json")
    (tmp_path / "d.json").symlink_to(tmp_path / "d.json")
    (tmp_path / "e.json").symlink_to("/dev/zero")
    save(GOOD, tmp_path / "f.json")
    traces, troubles = shown(tmp_path)
    assert traces == [GOOD] and len(troubles) == 5


def test_a_file_that_would_fill_the_memory_is_not_read(tmp_path):
    with (tmp_path / "a.json").open("wb") as file:
        file.truncate(2**40)  # a file with a hole, which takes no room
    save(GOOD, tmp_path / "b.json")
    traces, (trouble,) = shown(tmp_path)
    assert traces == [GOOD] and f"a file of more than {LARGEST:,} bytes" in trouble


def test_an_unforeseen_error_in_one_file_is_a_sentence_too(tmp_path, monkeypatch):
    save(GOOD, tmp_path / "a.json")
    save(GOOD, tmp_path / "b.json")
    read = trace_file._read
    wrong = [ZeroDivisionError("hoo"), MemoryError()]
    monkeypatch.setattr(trace_file, "_read", lambda text: fail(wrong.pop()) if wrong else read(text))
    (tmp_path / "c.json").write_bytes((tmp_path / "a.json").read_bytes())
    traces, troubles = shown(tmp_path)
    assert traces == [GOOD] and ["MemoryError" in troubles[0], "ZeroDivisionError" in troubles[1]] == [True, True]


def fail(error):
    raise error


@pytest.mark.slow
@pytest.mark.parametrize("value", ["\ud800", "\x1b[31m", "\u202e", "<b>", "x" * 100_000, ""])
@pytest.mark.parametrize("path", [["question"], ["answer"], ["failed"], ["system"], ["steps", "items", 0, "node"]])
def test_a_run_that_is_whole_and_strange_is_shown(tmp_path, path, value):
    (tmp_path / "a.json").write_bytes(put(["trace", *path], value))
    traces, troubles = shown(tmp_path)
    assert len(traces) == 1 and troubles == []


def test_the_command_writes_the_page_of_the_others(tmp_path, capsys):
    (tmp_path / "a\x1b[2J.json").write_bytes(b"{")
    save(GOOD, tmp_path / "b.json")
    assert main(["dashboard", str(tmp_path)]) == 0
    said = capsys.readouterr().err
    assert "\x1b" not in said and "a\\x1b[2J.json" in said
    assert "files that could not be read: 1" in (tmp_path / "dashboard.html").read_text()
