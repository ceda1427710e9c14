"""An installed package has no course beside it; the commands that need one say so, and what to do."""

import pytest

from ragkit.__main__ import main
from ragkit.course import checkout as place
from ragkit.course.checkout import NoCheckout, checkout
from ragkit.course.exercises.checks import FOLDER as CHECKS  # before ROOT is changed: it is read at the import
from ragkit.course.notebooks import FOLDER, execute


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """A package without its repository: nothing lies beside it."""
    monkeypatch.setattr(place, "ROOT", tmp_path)
    return tmp_path


def test_in_a_checkout_its_root_is_returned():
    root = checkout("notebooks", "corpora", "exercises")
    assert (root / "pyproject.toml").is_file() and CHECKS.is_relative_to(root)


def test_what_is_missing_is_named_with_where_it_was_looked_for(installed):
    (installed / "corpora").mkdir()
    with pytest.raises(NoCheckout, match="asked for notebooks of the repository") as caught:
        checkout("notebooks", "corpora")
    assert str(installed) in str(caught.value) and "clone" in str(caught.value)


@pytest.mark.parametrize(
    "command", [["tour"], ["notebooks"], ["exercises"], ["progress"], ["grade", "homework"], ["record", "x.gz"]]
)
def test_a_command_of_the_course_says_what_it_needs(installed, capsys, command):
    assert main(command) == 1
    said = capsys.readouterr()
    assert "of the repository" in said.err and "make tour" in said.err and "Traceback" not in said.err


def test_a_notebook_is_not_executed_where_the_corpora_are_missing(installed, tmp_path):
    (installed / "notebooks").mkdir()
    with pytest.raises(NoCheckout, match="asked for corpora"):
        execute(FOLDER / "00_tour.ipynb", tmp_path / "out")
    assert not (tmp_path / "out").exists()
