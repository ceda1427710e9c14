"""Statements about the results: an untrue one is printed with its figures, and each page has some."""

from types import SimpleNamespace

import pytest

from benchmarks.statements import __main__ as script
from benchmarks.statements import claim as claims
from benchmarks.statements import others
from benchmarks.statements.claim import Untrue, claim, result, worth


def half_is_correct():
    """More than half is correct."""
    claim(0.41 > 0.5, correct=0.41, of=12)


def file_is_there():
    """A file is there."""
    result("no such file")


def test_a_claim_that_does_not_hold_raises_with_its_figures():
    claim(True, correct=0.62)
    with pytest.raises(Untrue, match=r"^correct=0\.625, of=\[1\]$"):
        claim(False, correct=0.62493, of=[1])


def test_an_untrue_statement_is_printed_with_its_figures_and_the_exit_status_is_1(monkeypatch, capsys):
    monkeypatch.setattr(script, "PAGES", (others,))
    monkeypatch.setattr(script, "statements", lambda _: [half_is_correct, file_is_there])
    assert script.main() == 1
    out = capsys.readouterr().out
    assert "More than half is correct.\n       correct=0.41, of=12\n" in out
    assert "A file is there.\n       cannot be compared: FileNotFoundError" in out
    assert out.endswith("statements=2 untrue=2\n")


def test_every_page_has_statements_and_each_says_what_it_states():
    for page in script.PAGES:
        found = script.statements(page)
        assert len(found) >= 5, page.__name__
        assert [one.__name__ for one in found if not one.__doc__] == []


def test_the_statements_about_one_page_run(monkeypatch, capsys):
    monkeypatch.setattr(script, "PAGES", (others,))
    assert script.main() in (0, 1)
    assert "cannot be compared" not in capsys.readouterr().out


def test_worth_is_1_where_a_gain_is_significant_and_minus_1_where_a_loss_is(monkeypatch):
    gains = {0: (0.1, 0.2), 1: (-0.1, 0.2), 2: (-0.2, -0.1)}
    intervals = {price: SimpleNamespace(low=low, high=high) for price, (low, high) in gains.items()}
    monkeypatch.setattr(claims, "ends", lambda _: {"ours": None, "theirs": None})
    monkeypatch.setattr(claims, "advantage", lambda ours, theirs, price: intervals[price])
    assert worth("any", "ours", "theirs", 0, 1, 2) == [1, 0, -1]
