"""What is written into a field is the prediction at once, and is there again in another kernel."""

import pytest

from ragkit.widgets.panels.prediction_panel import MOST, PredictionPanel
from ragkit.widgets.panels.predictions_file import keep, read
from ragkit.widgets.panels.route_field import RouteField
from ragkit.widgets.runs.predicted import Prediction

WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "predictions.json"


def choice(**more):
    return Prediction("Which?", ("dense", "sparse"), **more)


def test_nothing_is_predicted_or_written_at_first(file):
    panel = PredictionPanel(choice(), file)
    assert panel.prediction.said == {"": ()}
    assert panel.fields[""].value == ""
    assert not file.exists()


def test_a_choice_is_a_prediction_at_once_and_can_be_taken_back(file):
    panel = PredictionPanel(choice(), file)
    panel.fields[""].value = "dense"
    assert panel.prediction.said == {"": ("dense",)}
    assert read(file) == {"Which?": {"": ("dense",)}}
    panel.fields[""].value = ""
    assert panel.prediction.said == {"": ()}
    assert read(file) == {"Which?": {"": ()}}


def test_each_row_has_a_field_of_its_name(file):
    panel = PredictionPanel(choice(rows=("by day", "by night")), file)
    assert [field.description for field in panel.fields.values()] == ["by day", "by night"]
    panel.fields["by night"].value = "sparse"
    assert panel.prediction.said == {"by day": (), "by night": ("sparse",)}


def test_without_choices_a_few_words_are_written(file):
    panel = PredictionPanel(Prediction("How many?"), file)
    panel.fields[""].value = "  about four "
    assert panel.prediction.said == {"": ("about four",)}
    panel.fields[""].value = "   "
    assert panel.prediction.said == {"": ()}


def test_a_route_is_kept_step_by_step(file):
    panel = PredictionPanel(Prediction("Which way?", ("plan", "hop"), ordered=True), file)
    assert isinstance(panel.fields[""], RouteField)
    panel.fields[""].buttons[1].click()
    panel.fields[""].buttons[0].click()
    assert panel.prediction.said == {"": ("hop", "plan")} == read(file)["Which way?"]


@pytest.mark.parametrize(
    ("prediction", "said"),
    [
        (choice(), {"": ("sparse",)}),
        (choice(rows=("a", "b")), {"a": (), "b": ("dense",)}),
        (Prediction("How many?"), {"": ("four",)}),
        (Prediction("Which way?", ("plan", "hop"), ordered=True), {"": ("hop", "hop")}),
    ],
    ids=["choice", "rows", "words", "route"],
)
def test_what_was_kept_is_filled_in_again(file, prediction, said):
    keep(file, prediction.question, said)
    assert PredictionPanel(prediction, file).prediction.said == said


@pytest.mark.parametrize("ordered", [False, True])
def test_what_can_no_longer_be_chosen_is_not_filled_in(file, ordered):
    keep(file, "Which?", {"": ("dense", "both") if ordered else ("both",), "a row of old": ("dense",)})
    panel = PredictionPanel(choice(ordered=ordered), file)
    assert panel.prediction.said == {"": ()}


def test_a_huge_text_is_cut(file):
    panel = PredictionPanel(Prediction("How many?"), file)
    panel.fields[""].value = "x" * 100_000
    assert panel.prediction.said == {"": ("x" * MOST,)}
    assert file.stat().st_size < 2 * MOST


def test_a_file_that_cannot_be_written_is_a_note_and_the_prediction_counts(tmp_path):
    (tmp_path / "<b>").write_text("a file where a folder should be")
    panel = PredictionPanel(choice(), tmp_path / "<b>" / "predictions.json")
    panel.fields[""].value = "dense"
    assert panel.prediction.said == {"": ("dense",)}
    assert "not kept on disk" in panel.note.value and "&lt;b&gt;" in panel.note.value


def test_the_note_goes_when_it_is_kept_after_all(tmp_path):
    blocked = tmp_path / "cache"
    blocked.write_text("a file where a folder should be")
    panel = PredictionPanel(choice(), blocked / "predictions.json")
    panel.fields[""].value = "dense"
    blocked.unlink()
    panel.fields[""].value = "sparse"
    assert panel.note.value == "" and read(blocked / "predictions.json") == {"Which?": {"": ("sparse",)}}


def test_a_page_without_a_kernel_gets_the_question_as_text_beside_the_widget(file):
    bundle = PredictionPanel(choice(rows=("by day",)), file)._repr_mimebundle_()
    assert WIDGET in bundle
    assert "Choose from: dense · sparse" in bundle["text/html"] and "For each of: by day" in bundle["text/html"]
