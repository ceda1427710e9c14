"""A prediction takes one result, or one for each of its rows, and says which it lacks."""

import re

import pytest

from ragkit.widgets.panels.prediction import Prediction


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
