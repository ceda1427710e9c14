"""Whatever documents, models, users and file names say, it is shown as text: in every widget, page and command."""

import re

import pytest
from outside import PAGES, WIDGETS, is_harmless, markup
from samples import PAYLOADS

from ragkit import widgets
from ragkit.__main__ import main
from ragkit.cli.table import COMMANDS, name_of

ROWS = WIDGETS | PAGES
TEXTS = {
    "script": PAYLOADS["script"],
    "elements": "".join(PAYLOADS[name] for name in ("image", "svg", "frame", "base")),
    "style": PAYLOADS["style"],
    "attribute": PAYLOADS["attribute"],
    "link": PAYLOADS["link"],
    "markdown": PAYLOADS["markdown"],
    "ends": "--></td></table></svg></title></section></div><b>",
    "terminal": "\x1b[2J\x1b]0;title\x07\x9b31m\x7f \u202egnp.exe\u2066",
    "long": "owl" * 2_000,
    "many words": "<b>owl</b> " * 300,
}


def plain(text):
    """A text as long, with words and marks of code in the same places, that means nothing to anybody."""
    return re.sub(r"[^\s`]", "x", text)


def test_every_widget_has_a_row():
    assert set(WIDGETS) == set(widgets.__all__), "add the widget to WIDGETS in tests/outside.py"


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_no_text_from_outside_becomes_markup(row, tmp_path):
    for name, text in TEXTS.items():
        folders = [tmp_path / f"{name.encode().hex()[:40]} {kind}" for kind in ("hostile", "plain")]
        for folder in folders:
            folder.mkdir()
        found, expected = (markup(ROWS[row](said, at)) for said, at in zip((text, plain(text)), folders, strict=True))
        assert found == expected, name


def test_markup_that_is_let_through_is_seen():
    for name, text in PAYLOADS.items():
        assert name in ("attribute", "markdown", "template") or markup(text) != markup(plain(text)), name
    assert markup(f"<b title='{PAYLOADS['attribute']}'>") != markup("<b title='x'>")
    assert markup("<a href='javascript:owned'>") != markup("<a href='https://owls.example'>")


ESCAPES = "\x1b[2J\x1b]0;title\x07\x9b31m\x7f\u202e"
AWAY = {
    "ask": ["Who hunts?"], "bench": [], "bundle": ["--check"], "calibrate": [], "capstone": ["documents"],
    "chat": [], "collect": [],
    "dashboard": [], "draft": [], "draft-conversations": [], "failures": [], "gate": [],
    "grade": [], "hand-in": [], "ingest": [], "pairwise": ["--a", "near", "--b", "far"], "progress": [],
    "record": ["99"], "report": [], "serve": [], "study": [], "teach": ["--minutes", "1"],
}  # fmt: skip
"""Commands that read files, with the other arguments that they need."""
OUR_OWN = {"doctor", "exercises", "handouts", "models", "notebooks", "systems", "tour"}
"""Commands whose arguments name no file; what the doctor finds is in test_terminal.py."""


def test_every_command_has_a_row():
    assert set(AWAY) | OUR_OWN == {name_of(command) for command in COMMANDS}, "add the command to AWAY or OUR_OWN"


@pytest.mark.parametrize("command", AWAY)
def test_a_name_that_a_terminal_would_obey_is_shown(command, tmp_path, capsys):
    name = str(tmp_path / f"owls{ESCAPES}")
    others = AWAY[command]
    arguments = [*others, name] if command in ("bundle", "capstone") else [name, *others]
    assert main([command, *arguments]) != 0
    out, err = capsys.readouterr()
    assert is_harmless(out + err), repr(out + err)
    assert "owls\\x1b[2J" in out + err or command == "record"


@pytest.mark.process
@pytest.mark.parametrize("command", ["collect", "dashboard", "failures", "grade", "progress", "report"])
def test_files_with_such_names_are_shown_too(command, tmp_path, capsys):
    folder = tmp_path / f"owls{ESCAPES}"
    folder.mkdir()
    main([command, str(folder)])
    for name in ("run.json", "submission.ipynb", "manifest.json"):
        (folder / f"bad{ESCAPES}{name}").write_text("{")
    main([command, str(folder)])
    out, err = capsys.readouterr()
    assert is_harmless(out + err), repr(out + err)
    assert "\\x1b[2J" in out + err
