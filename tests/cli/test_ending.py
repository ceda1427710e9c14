"""What a command prints arrives on any console, and a reader that left ends it without a word."""

import io
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from ragkit.__main__ import main
from ragkit.cli.ending import UNREAD, on_any_console, tell, told
from ragkit.course.checkout import ROOT
from ragkit.graphs import SYSTEMS


def console(encoding):
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp850", "utf-8"])
def test_a_sign_that_the_console_lacks_is_written_as_its_number(monkeypatch, encoding):
    monkeypatch.setitem(SYSTEMS, "mine", replace(SYSTEMS["naive"], line="lifts ≤ 40 → done \ud83d"))
    monkeypatch.setattr(sys, "stdout", console(encoding))
    monkeypatch.setattr(sys, "stderr", console(encoding))
    assert main(["systems"]) == 0
    last = sys.stdout.buffer.getvalue().decode(encoding).splitlines()[-1]
    assert last.endswith(
        "lifts ≤ 40 → done \\ud83d" if encoding == "utf-8" else "lifts \\u2264 40 \\u2192 done \\ud83d"
    )


def test_an_output_that_is_no_file_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["systems"]) == 0
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert main(["systems"]) == 0 and "naive" in sys.stdout.getvalue()


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_closes_the_pipe_ends_the_command_without_a_word(monkeypatch, capsys, lines):
    @on_any_console
    @told
    def command(_):
        tell(*["line"] * lines)
        return 0

    reader, writer = os.pipe()
    os.close(reader)
    with monkeypatch.context() as patch, os.fdopen(writer, "w") as closed:
        patch.setattr(sys, "stdout", closed)
        assert command(None) == UNREAD
    assert capsys.readouterr().err == ""


@pytest.mark.process
def test_a_warning_is_a_note_of_one_line_that_no_terminal_obeys():
    code = (
        "import warnings\nfrom ragkit.cli.ending import on_any_console\n"
        "on_any_console(lambda _: warnings.warn('owls \\x1b[2J') or 0)()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.stderr == "note: owls \\x1b[2J\n"
