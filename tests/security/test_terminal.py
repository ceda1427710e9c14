"""What documents, file names, endpoints and files of strangers contain is shown in a terminal, and not obeyed by it."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from fakes import OWL, model, small_kit
from outside import is_harmless

from ragkit import kit as kit_module
from ragkit.__main__ import main
from ragkit.cli.ending import complain
from ragkit.cli.finding import Finding
from ragkit.documents.corpus import load
from ragkit.documents.folder import source_name
from ragkit.search.profile import profile
from ragkit.settings import Settings
from ragkit.text.one_line import first_line
from ragkit.text.redact import REMOVED
from ragkit.trace import Trace

ESCAPES = "\x1b[2J\x1b]0;title\x07\x9b31m\x7f\x00\u202e"
SEEN = "\\x1b[2J\\x1b]0;title\\x07\\x9b31m\\x7f\\x00\\u202e"
KEY = "sk-0123456789abcdef"


def test_a_run_shows_what_a_document_a_model_and_a_note_contain():
    passage = replace(OWL, text=f"{ESCAPES} Owls hunt.", source=f"{ESCAPES}.md", section=ESCAPES)
    trace = Trace(ESCAPES, (), f"{ESCAPES} [1]", (passage,), 1.0, notes=(ESCAPES,), failed="")
    assert is_harmless(str(trace))
    assert str(trace).count(SEEN) >= 5
    assert is_harmless(str(replace(trace, failed=ESCAPES)))


def test_a_finding_of_the_doctor_shows_what_it_found_and_is_otherwise_as_it_was():
    finding = Finding(ESCAPES, f"{ESCAPES} {KEY}", f"http://ann:pw@host {ESCAPES}")
    assert is_harmless(str(finding))
    assert str(finding).count(SEEN) == 3
    assert KEY not in str(finding)
    assert f"http://{REMOVED}@host" in finding.remedy
    plain = Finding("Größe", "日本 🦉, 3.0 GiB free", "`make setup`")
    assert (plain.what, plain.found, plain.remedy) == ("Größe", "日本 🦉, 3.0 GiB free", "`make setup`")


def test_an_error_on_the_command_line_shows_it_and_has_no_key(capsys):
    complain(ValueError(f"no {ESCAPES}, {KEY}"), "a second line\n")
    out, said = capsys.readouterr()
    assert out == "" and said == f"no {SEEN}, {REMOVED}\na second line\n\n"


def test_the_first_line_of_an_error_shows_it_and_an_ordinary_one_is_as_it_was():
    assert first_line(OSError(f"no {ESCAPES} {KEY}")) == f"OSError: no {SEEN} {REMOVED}"
    assert first_line(ValueError("Größe: 日本")) == "ValueError: Größe: 日本"
    assert len(first_line(ValueError("x" * 9_000))) == len("ValueError: ") + 200


@pytest.fixture
def folder(tmp_path):
    """A folder whose files have names that a terminal would obey."""
    root = tmp_path / "docs"
    root.mkdir()
    (root / "owls\x1b[2J\nnote: all is well\t\x9b.md").write_text("# Owls\n\nMost owls hunt mice at night.\n")
    (root / "bad\x1b[31m\n.pdf").write_bytes(b"no PDF \x1b[2J")
    (root / "Größe 日本.md").write_text("# Trees\n\nTrees stand still.\n")
    return root


def test_a_file_name_is_one_line_that_can_be_seen_and_an_ordinary_one_is_as_it_is(folder):
    names = sorted(source_name(path, folder) for path in folder.iterdir())
    assert names == ["Größe 日本.md", "bad\\x1b[31m\\n.pdf", "owls\\x1b[2J\\nnote: all is well\\t\\x9b.md"]


@pytest.fixture
def ingested(folder, tmp_path, monkeypatch):
    """The corpus of that folder, which `ingest` opens a kit on."""
    corpus = load(folder, Settings(cache=tmp_path / "cache"), len, quiet=True)
    monkeypatch.setattr(
        kit_module.Kit, "open", lambda *_, **__: SimpleNamespace(corpus=corpus, profile=profile(corpus))
    )
    return corpus


@pytest.mark.process
def test_ingest_shows_the_names_of_what_it_read_and_left_out(folder, ingested, capsys):
    assert main(["ingest", str(folder)]) == 0
    out = capsys.readouterr().out
    assert is_harmless(out) and "bad\\x1b[31m\\n.pdf" in out and "left out: " in out
    assert main(["ingest", str(folder), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert list(summary["left out"]) == ["bad\\x1b[31m\\n.pdf"] and summary["documents"] == 2


@pytest.mark.process
def test_the_source_of_a_passage_is_a_name_on_one_line(ingested):
    sources = {passage.source for passage in ingested.passages}
    assert sources == {"Größe 日本.md", "owls\\x1b[2J\\nnote: all is well\\t\\x9b.md"}


def test_a_run_as_json_is_ascii_and_means_the_same(tmp_path, monkeypatch, capsys):
    said = model(draft=f"Owls hunt {ESCAPES} größer [1].")
    monkeypatch.setattr(kit_module.Kit, "open", lambda folder, **_: small_kit(tmp_path / "index", said))
    assert main(["ask", str(tmp_path), "Who hunts?", "--graph", "naive", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.isascii() and is_harmless(out)
    assert json.loads(out)["trace"]["answer"] == f"Owls hunt {ESCAPES} größer [1]."
