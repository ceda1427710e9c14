"""A picture of paired differences says which are shown: by filled marks, and in words."""

from ragkit.score import Score
from ragkit.widgets import difference_chart

BETTER, WORSE, EITHER = Score(0.25, 0.125, 0.5, 8), Score(-0.5, -0.75, -0.25, 8), Score(0.1, -0.2, 0.4, 8)


def test_a_mark_is_filled_where_the_interval_leaves_out_0_on_either_side():
    dots = difference_chart({"a": BETTER, "b": WORSE, "c": EITHER}, "right").data[0]
    assert list(dots.y) == ["c (n=8)", "b (n=8)", "a (n=8)"]
    assert list(dots.marker.symbol) == ["circle-open", "circle", "circle"]
    assert [text.rpartition(", ")[2] for text in dots.hovertext] == ["not shown", "shown", "shown"]
    assert list(dots.text) == ["+0.10", "-0.50", "+0.25"]


def test_one_pair_shows_nothing_and_the_axis_is_as_wide_on_both_sides():
    figure = difference_chart({"a": Score(0.5, 0.5, 0.5, 1), "b": WORSE}, "right")
    assert list(figure.data[0].marker.symbol) == ["circle", "circle-open"]
    assert tuple(figure.layout.xaxis.range) == (-0.75 * 1.1, 0.75 * 1.1)


def test_tokens_are_whole_numbers():
    figure = difference_chart({"a": Score(-1234.5, -2000, -500, 9)}, "tokens")
    assert figure.data[0].text[0] in ("-1,234", "-1,235")


def test_nothing_measured_still_draws():
    nothing = Score(float("nan"), float("nan"), float("nan"), 0)
    assert difference_chart({"a": nothing}, "right").data
    assert difference_chart({}, "right").data
