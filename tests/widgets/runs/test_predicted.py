"""A question as text and both answers beside each other: marked where they part, not counted, not run."""

import re

import pytest
from samples import cells

from ragkit.widgets.runs.predicted import OPEN, PARTED, SAME, UNSAID, Prediction, asked, predicted_table, told

RANKERS = ["dense", "sparse"]
NODES = ["plan", "retrieve", "hop", "generate"]


def body(html):
    return html.data.rpartition("</style>")[2]


def alone(predicted, came, choices=()):
    return predicted_table("Which?", {"": predicted}, {"": came}, choices)


def test_a_question_is_asked_with_its_choices_and_with_what_it_is_asked_of():
    text = asked("Which?", RANKERS, ["by name", "by meaning"]).data
    assert "<strong>Predict:</strong> Which?" in text
    assert "Choose from: dense · sparse" in text and "For each of: by name · by meaning" in text
    assert "Choose" not in asked("Which?").data and "each" not in asked("Which?").data


def test_a_question_bears_the_mark_by_which_an_exported_page_keeps_a_picture():
    from ragkit.course.export import OURS

    assert OURS in asked("Which?").data


def test_a_prediction_is_beside_what_came_under_its_question():
    html = alone(("dense",), ("dense",), RANKERS)
    assert cells(html.data) == [["dense", "dense"]] and SAME in html.data
    assert "<caption>Which?</caption>" in html.data
    assert re.findall(r"<th scope='col'>(.*?)</th>", html.data) == ["you predicted", "actual"]


def test_what_came_otherwise_is_marked_and_nothing_is_counted():
    html = alone(("dense",), ("sparse",), RANKERS)
    assert cells(html.data) == [["dense", "≠ sparse"]] and PARTED in html.data
    assert not re.search(r"\d", body(html))


def test_each_row_is_named_and_a_row_without_a_prediction_has_no_mark():
    predicted = {"by name": ("sparse",), "by meaning": ("sparse",), "both": ()}
    came = {"by name": ("sparse",), "by meaning": ("dense",), "both": ("dense",)}
    html = predicted_table("Which?", predicted, came, RANKERS)
    assert cells(html.data) == [
        ["by name", "sparse", "sparse"],
        ["by meaning", "sparse", "≠ dense"],
        ["both", "nothing", "dense"],
    ]
    assert PARTED in html.data


def test_rows_that_nobody_predicted_do_not_spoil_the_others():
    html = predicted_table("Which?", {"a": ("dense",)}, {"a": ("dense",), "b": ("sparse",)}, RANKERS)
    assert SAME in html.data


@pytest.mark.parametrize(
    ("came", "shown"),
    [
        (("plan", "retrieve", "generate"), "plan > retrieve > generate"),
        (("plan", "hop", "retrieve"), "plan > ≠ hop > retrieve"),
        (("plan", "retrieve"), "plan > retrieve > ≠ the end"),
        (("plan", "retrieve", "generate", "hop"), "plan > retrieve > generate > ≠ hop"),
    ],
)
def test_a_route_is_marked_at_the_first_step_that_came_otherwise(came, shown):
    ((predicted, marked),) = cells(alone(("plan", "retrieve", "generate"), came, NODES).data)
    assert predicted == "plan &gt; retrieve &gt; generate"
    assert marked == shown.replace(">", "&gt;")


def test_free_text_is_left_to_the_reader_to_compare():
    html = alone(("about 4",), ("3",))
    assert cells(html.data) == [["about 4", "3"]]
    assert OPEN in html.data


@pytest.mark.parametrize("predicted", [{}, {"": ()}])
def test_where_nothing_was_predicted_the_page_says_so_and_shows_what_came(predicted):
    html = predicted_table("Which?", predicted, {"": ("sparse",)}, RANKERS)
    assert cells(html.data) == [["nothing", "sparse"]]
    assert UNSAID in html.data


def test_a_result_that_could_not_be_chosen_is_shown_and_said():
    html = alone(("dense",), ("both",), RANKERS)
    assert cells(html.data) == [["dense", "≠ both"]]
    assert "Not among the choices: both" in html.data


def test_a_result_without_text_is_nothing():
    assert cells(alone(("4",), told("")).data)[0][1] == "nothing"
    assert cells(alone(("plan",), told([]), NODES).data)[0][1] == "≠ the end"


def test_results_are_told_in_the_words_of_a_table():
    assert [told(value) for value in (None, False, 7, 0.5, "owl")] == [("none",), ("no",), ("7",), ("0.50",), ("owl",)]
    assert told(("plan", 2)) == ("plan", "2")
    assert told([]) == ()


def test_a_huge_text_is_cut():
    huge = "x" * 100_000
    html = predicted_table(huge, {huge: (huge,)}, {huge: (huge,)}, [huge])
    assert len(html.data) < 8_000
    assert html.data.count("x …") == 4
    assert len(asked(huge, [huge], [huge]).data) < 4_000


def shown(html):
    return [cell.replace("&gt;", ">") for cell in re.findall(r"<td>(.*?)</td>", html.data)]


def test_one_result_is_compared_with_one_prediction():
    guess = Prediction("Is it found?", ("yes", "no"), said={"": ("yes",)})
    assert shown(guess.compare(True)) == ["yes", "yes"]
    assert shown(guess.compare(False)) == ["yes", "≠ no"]


def test_a_list_is_a_route_where_there_are_no_rows():
    guess = Prediction("Which way?", ("plan", "hop"), ordered=True, said={"": ("plan", "hop")})
    assert shown(guess.compare(["plan", "hop"])) == ["plan > hop", "plan > hop"]


def test_a_list_has_a_result_for_each_row_in_their_order():
    guess = Prediction("Found?", ("yes", "no"), ("dense", "sparse"), said={"sparse": ("no",)})
    assert shown(guess.compare([True, False])) == ["dense", "nothing", "yes", "sparse", "no", "no"]


def test_each_row_may_have_a_route():
    guess = Prediction("Which way?", ("plan", "hop"), ("a", "b"), ordered=True)
    assert shown(guess.compare([["plan"], ["plan", "hop"]])) == ["a", "nothing", "plan", "b", "nothing", "plan > hop"]


def test_what_is_compared_is_what_was_said_last():
    guess = Prediction("Found?", ("yes", "no"))
    guess.said[""] = ("no",)
    assert shown(guess.compare(True)) == ["no", "≠ yes"]


@pytest.mark.parametrize("came", ["yes", True, None, [], [True], [True] * 3, {"a": True, "b": True}, iter("ab")])
def test_results_that_do_not_fit_the_rows_are_an_error_that_names_them(came):
    guess = Prediction("Found?", ("yes", "no"), ("dense", "sparse"))
    with pytest.raises(ValueError, match="asked to compare 2 rows, got .*for each of: dense, sparse"):
        guess.compare(came)


def test_the_error_shows_the_beginning_of_a_huge_result():
    with pytest.raises(ValueError) as error:
        Prediction("Found?", rows=("dense", "sparse")).compare("x" * 100_000)
    assert len(str(error.value)) < 300
