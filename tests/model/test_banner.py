"""The line that says that replies are recorded: an output with a mark in a notebook, stderr elsewhere."""

import sys
from types import SimpleNamespace

import pytest

from ragkit.model.banner import MARK, announce, announced, banner


def shell_of(monkeypatch, shell):
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))


def test_outside_of_a_notebook_it_goes_to_stderr(monkeypatch, capsys):
    shell_of(monkeypatch, None)
    announce("Replies recorded with owl.")
    monkeypatch.delitem(sys.modules, "IPython")
    announce("Replies recorded with cat.")
    shown = capsys.readouterr()
    assert shown.err.splitlines() == ["Replies recorded with owl.", "Replies recorded with cat."] and not shown.out


def test_in_a_notebook_it_is_an_output_that_a_page_can_find(monkeypatch, capsys):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda content, **how: shown.append((content, how)))
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace())
    announce("Replies recorded with owl.")
    [(content, how)] = shown
    assert how == {"raw": True, "metadata": MARK} and content["text/html"] == banner("Replies recorded with owl.")
    assert announced({"data": content, "metadata": how["metadata"]}) == "Replies recorded with owl."
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "output",
    [{}, {"data": {"text/plain": "Replies"}}, {"data": {"text/plain": "R"}, "metadata": {}}, {"metadata": MARK}],
)
def test_another_output_is_no_such_line(output):
    assert announced(output) == ""
