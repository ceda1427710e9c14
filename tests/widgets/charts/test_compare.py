"""Systems beside each other: the same rows in every part, numbers worked by hand, and what was left out is said."""

import math
from dataclasses import replace

import pytest
from samples import HOSTILE

from ragkit.model.meter import Usage
from ragkit.settings import Price
from ragkit.state import REFUSAL
from ragkit.trace import Step, Trace
from ragkit.widgets.charts.compare import compare

QUESTIONS = ("Who?", "Where?", "When?", "Why?")


def runs(seconds=(1.0, 2.0, 4.0, 9.0), answers=("a",) * 4, **usage):
    use = Usage(**{"calls": 1, "evaluated": 100, "reused": 500, "generated": 30} | usage)
    return [
        Trace(question, (Step("generate", s, use, {}),), answer, (), s)
        for question, s, answer in zip(QUESTIONS, seconds, answers, strict=False)
    ]


def parts(figure):
    """The marks of each part, by its title."""
    titles = [note.text for note in figure.layout.annotations]
    return dict(zip(titles, figure.data, strict=True))


def labels(figure):
    """Of the first panel, each in one line."""
    return [label.replace("<br>", " ") for label in figure.layout.yaxis.ticktext]


def test_every_part_has_the_systems_as_rows_in_the_order_given():
    figure = compare({"naive": runs(), "adaptive": runs(answers=("a", REFUSAL, REFUSAL, "b"), evaluated=1000)})
    found = parts(figure)
    assert list(found) == ["share refused", "median seconds", "tokens evaluated per question"]
    assert all(list(marks.y) == [0, 1] for marks in figure.data)
    assert list(found["share refused"].x) == [0.0, 0.5]
    assert list(found["median seconds"].x) == [3.0, 3.0]  # between 2 and 4
    assert list(found["tokens evaluated per question"].x) == [100, 1000]
    assert list(found["share refused"].text) == ["0.00 (n=4)", "0.50 (n=4)"]
    assert labels(figure) == ["naive (n=4)", "adaptive (n=4)"]
    low, high = figure.layout.yaxis.range
    assert low > high and figure.layout.yaxis2.range == figure.layout.yaxis.range  # the first row is on top
    assert list(figure.layout.yaxis2.ticktext) == ["naive", "adaptive"]


def test_the_panels_stand_below_each_other_so_that_a_narrow_screen_shows_them_all():
    figure = compare({"naive": runs(), "adaptive": runs()})
    domains = [axis.domain for axis in figure.select_yaxes()]
    assert {axis.domain for axis in figure.select_xaxes()} == {(0.0, 1.0)}
    assert all(below[1] < above[0] for above, below in zip(domains, domains[1:], strict=False))


def test_with_a_price_a_panel_says_what_ten_thousand_questions_cost():
    """A run of 100 tokens evaluated, 500 reused and 30 written at 1, 0.1 and 5 a million costs 0.0003."""
    figure = compare({"a": runs()}, price=Price(evaluated=1, reused=0.1, generated=5))
    marks = parts(figure)["cost of 10,000 questions, in the price's currency"]
    assert list(marks.x) == pytest.approx([3.0]) and list(marks.text) == ["3.00 (n=4)"]


def test_the_share_right_has_its_interval_and_what_is_ungraded_counts_in_the_label_and_not_as_wrong():
    right = {"a": [True, True, False, None], "b": [True] * 4}
    figure = compare({"a": runs(), "b": runs()}, right)
    quality = parts(figure)["share right (95 % interval)"]
    assert [round(x, 3) for x in quality.x] == [0.667, 1.0]
    assert list(quality.text) == ["0.67 (n=3)", "1.00 (n=4)"]
    assert labels(figure) == ["a (n=4, 1 ungraded)", "b (n=4)"]
    assert quality.error_x.array[0] == pytest.approx(1 / 3) and quality.error_x.arrayminus[0] == pytest.approx(2 / 3)
    assert quality.error_x.array[1] == quality.error_x.arrayminus[1] == 0


def test_the_rows_of_right_may_come_in_another_order():
    right = {"b": [True] * 4, "a": [False] * 4}
    assert list(parts(compare({"a": runs(), "b": runs()}, right))["share right (95 % interval)"].x) == [
        0.0,
        1.0,
    ]


def test_a_system_that_nobody_could_grade_has_no_mark():
    figure = compare({"a": runs(), "b": runs()}, {"a": [None] * 4, "b": [True] * 4})
    quality = parts(figure)["share right (95 % interval)"]
    assert list(quality.x) == [None, 1.0] and labels(figure) == ["a (n=4, 4 ungraded)", "b (n=4)"]
    assert math.isnan(quality.error_x.array[0]) and figure.to_json()


def test_seconds_of_failed_runs_and_of_replies_from_disk_are_left_out_and_said():
    mixed = runs()
    mixed[2] = replace(mixed[2], failed="no server", answer="")
    mixed[3] = replace(mixed[3], steps=(Step("generate", 9.0, Usage(1, 1, 100, 500), {}),))
    figure = compare({"a": mixed})
    seconds = parts(figure)["median seconds"]
    assert list(seconds.x) == [1.5] and list(seconds.text) == ["1.5 s (n=2)"]
    assert list(parts(figure)["tokens evaluated per question"].x) == [100]
    assert labels(figure) == ["a (n=4, 1 failed, 1 with replies from disk)"]


def test_runs_that_all_came_from_disk_have_no_seconds():
    figure = compare({"a": runs(cached=1), "b": runs(seconds=(2.0,) * 4)})
    assert list(parts(figure)["median seconds"].x) == [None, 2.0]


def test_a_measure_that_was_taken_of_no_system_has_no_panel_and_the_label_says_why():
    figure = compare({"a": runs(cached=1)}, {"a": [None] * 4})
    assert list(parts(figure)) == ["share refused", "tokens evaluated per question"]
    assert labels(figure) == ["a (n=4, 4 ungraded, 4 with replies from disk)"]


def test_shares_run_from_0_to_1_and_everything_else_from_0_to_its_most():
    figure = compare({"a": runs(), "b": runs(seconds=(8.0,) * 4)}, {"a": [True] * 4, "b": [False] * 4})
    ranges = [axis.range for axis in figure.select_xaxes()]
    assert ranges[0] == ranges[1] == (-0.05, 1.05) and ranges[2] == (-0.4, 8.4)
    assert parts(figure)["share right (95 % interval)"].textposition == ("top left", "top right")


def test_nothing_to_compare_is_a_figure_that_says_so():
    assert compare({}).layout.title.text == "no systems to compare"
    empty = compare({"a": [], "b": []}, {"a": [], "b": []})
    assert labels(empty) == ["a (n=0)", "b (n=0)"] and all(list(marks.x) == [None, None] for marks in empty.data)


def test_systems_with_different_numbers_of_questions_are_an_error_that_names_them():
    with pytest.raises(ValueError, match=r"same questions, got numbers of runs \{'a': 4, 'b': 3\}"):
        compare({"a": runs(), "b": runs()[:3]})


def test_systems_with_different_questions_are_an_error_and_another_order_is_none():
    compare({"a": runs(), "b": runs()[::-1]})
    with pytest.raises(ValueError, match=r"got 'Who else\?' of some systems only"):
        compare({"a": runs(), "b": [replace(runs()[0], question="Who else?"), *runs()[1:]]})


@pytest.mark.parametrize("right", [{"a": [True] * 3}, {"b": [True] * 4}, {}, {"a": [True] * 4, "b": [True] * 4}])
def test_grades_that_do_not_fit_the_runs_are_an_error(right):
    with pytest.raises(ValueError, match=r"asked for a grade a run: the runs are \{'a': 4\}, the grades"):
        compare({"a": runs()}, right)


@pytest.mark.parametrize("text", HOSTILE)
def test_names_are_escaped(text):
    figure = compare({text: runs()}, {text: [True] * 4})
    shown = [*labels(figure), *figure.layout.yaxis2.ticktext]
    assert "<" not in "".join(shown) and text not in figure.to_json()
