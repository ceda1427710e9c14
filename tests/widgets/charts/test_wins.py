"""A picture of a comparison: rates, what the judge is worth, and in its title that the rates show nothing."""

from answer_pairs import ASKER, judged, pair

from ragkit.evaluate.judging.win_rates import Comparison
from ragkit.widgets import win_chart


def told(n, right, verdict):
    grades = (1.0, 0.0) if right == "a" else (0.0, 1.0)
    return [judged(pair(f"{right}{number}", grades), verdict, verdict) for number in range(n)]


KNOWS = Comparison("near", "far", ASKER, (*told(6, "a", "a"), *told(6, "b", "b"), judged(pair("x"), "a", "b")))


def test_each_rate_and_each_agreement_is_a_dot_with_its_n():
    figure = win_chart(KNOWS)
    dots = figure.data[0]
    assert list(dots.y)[::-1] == [
        "near preferred (n=13)", "tie (n=13)", "far preferred (n=13)",
        "agrees with the reference (n=12)", "the same, balanced (n=12)",
    ]  # fmt: skip
    assert list(dots.text) == ["1.00", "1.00", "0.46", "0.08", "0.46"]
    assert set(dots.marker.symbol) == {"circle"} and figure.layout.title.text == "near against far, by scripted"


def test_chance_is_marked_at_one_half_beside_the_agreement_only():
    (line,) = win_chart(KNOWS).layout.shapes
    assert (line.x0, line.x1, line.y0, line.y1) == (0.5, 0.5, -0.5, 1.5)


def test_rates_that_show_nothing_are_open_and_the_title_says_so():
    figure = win_chart(Comparison("near", "far", ASKER, tuple(told(6, "a", "a"))))
    assert list(figure.data[0].marker.symbol) == ["circle", "circle", *["circle-open"] * 3]
    assert figure.layout.title.text.endswith(": the rates show nothing")


def test_what_is_not_known_is_said_and_no_dot():
    dots = win_chart(Comparison("near", "far", ASKER, ())).data[0]
    assert list(dots.x) == [None] * 5
    assert list(dots.text) == ["not known"] * 5
