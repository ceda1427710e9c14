"""A cell asks for a prediction: by fields where a person is there, as text where nobody is."""

from types import SimpleNamespace

import pytest
from IPython.core.formatters import IPythonDisplayFormatter
from IPython.display import HTML

from ragkit.widgets import predict
from ragkit.widgets.panels.predict import attended
from ragkit.widgets.panels.prediction_panel import PredictionPanel
from ragkit.widgets.panels.predictions_file import NAME, keep, read

RANKERS = ["dense", "sparse"]


@pytest.fixture
def shown(monkeypatch, tmp_path):
    """What is displayed; the cache is a folder of this test's own."""
    displayed = []
    monkeypatch.setattr("ragkit.widgets.panels.predict.display", displayed.append)
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path))
    return displayed


@pytest.fixture
def person(monkeypatch):
    """Somebody sits before the notebook."""
    sent_by(monkeypatch, {"content": {"allow_stdin": True}})


def sent_by(monkeypatch, message):
    shell = SimpleNamespace(get_parent=lambda: message)
    monkeypatch.setattr("ragkit.widgets.panels.predict.get_ipython", lambda: shell)


def test_where_nobody_is_the_question_is_text_and_nothing_is_read_or_kept(shown, tmp_path):
    keep(tmp_path / NAME, "Which?", {"": ("dense",)})
    before = (tmp_path / NAME).read_bytes()
    guess = predict("Which?", RANKERS, rows=["by day"])
    (html,) = shown
    assert isinstance(html, HTML) and "Choose from: dense · sparse" in html.data and "by day" in html.data
    assert guess.said == {} and (tmp_path / NAME).read_bytes() == before
    assert "Nothing was predicted." in guess.compare(["dense"]).data


def test_where_a_person_is_there_are_fields_and_what_is_written_outlives_the_cell(shown, person, tmp_path):
    first = predict("Which?", RANKERS)
    (panel,) = shown
    assert isinstance(panel, PredictionPanel)
    panel.fields[""].value = "dense"
    assert first.said == {"": ("dense",)} == read(tmp_path / NAME)["Which?"]
    assert predict("Which?", RANKERS).said == {"": ("dense",)}
    assert predict("Which else?", RANKERS).said == {"": ()}


def test_the_prediction_itself_shows_nothing_below_its_question(shown):
    guess = predict("Which?", RANKERS)
    assert IPythonDisplayFormatter()(guess) and len(shown) == 1  # it has displayed itself, and Jupyter adds no repr


def test_a_sequence_may_be_anything_that_names_its_steps(shown, person):
    guess = predict("Which way?", sequence={"plan": 1, "retrieve": 2})
    assert guess.ordered and guess.choices == ("plan", "retrieve")


@pytest.mark.parametrize(
    "given",
    [
        {"choices": []},
        {"choices": ["dense"]},
        {"choices": ["dense", "dense"]},
        {"choices": ["dense", " "]},
        {"choices": "dense"},
        {"rows": []},
        {"sequence": []},
    ],
    ids=str,
)
def test_too_few_or_equal_texts_are_an_error_that_shows_them(shown, given):
    (kind,) = given
    with pytest.raises(ValueError, match=f"asked to predict with the {kind} .*; give a list of different texts"):
        predict("Which?", **given)
    assert shown == []


def test_choices_and_a_sequence_at_once_are_an_error(shown):
    with pytest.raises(ValueError, match="give one of the two"):
        predict("Which?", RANKERS, sequence=["plan"])


def test_outside_of_a_notebook_nobody_is_there(monkeypatch):
    assert not attended()
    monkeypatch.setattr("ragkit.widgets.panels.predict.get_ipython", lambda: object())  # IPython in a terminal
    assert not attended()


@pytest.mark.parametrize(
    ("message", "there"),
    [
        ({"content": {"allow_stdin": True}}, True),
        ({"content": {"allow_stdin": False}}, False),
        ({}, False),
    ],
)
def test_a_person_is_there_where_the_frontend_takes_input(monkeypatch, message, there):
    sent_by(monkeypatch, message)
    assert attended() is there
