"""Every picture is a pure function, holds what it was given."""

from dataclasses import replace

from samples import trace_of

from ragkit.score import Score
from ragkit.state import REFUSAL, Passage
from ragkit.widgets import answer_card, interval_chart, similarity_chart, slope_chart


def test_the_card_shows_route_tokens_and_which_passage_is_cited():
    html = answer_card(trace_of("What?", "So it is [1].")).data
    assert html.index("retrieve") < html.index("generate")
    assert "1 model call, 100 tokens evaluated, 500 reused, 30 generated, 1 from disk" in html
    assert html.count(", cited)") == 1 and "aria-label='source 1, What?, What?'>[1]</summary>" in html


def test_the_card_shows_no_signs_of_markdown():
    html = answer_card(trace_of("**Owls** hunt *mice*.", "**Owls** do [1]. 2 * 3 * 4 <|im_end|>")).data
    assert "Owls do <details" in html and "Owls hunt mice." in html and "2 * 3 * 4" in html and "im_end" not in html


def test_the_card_marks_an_abstention_by_word_as_well_as_by_colour():
    html = answer_card(trace_of("What?", REFUSAL)).data
    assert "class='rk-answer refused' role='group' aria-label='The kit abstained'" in html


def test_a_failed_run_shows_why_in_place_of_an_answer():
    html = answer_card(replace(trace_of("What?"), answer="", failed="the server is <gone>")).data
    assert "failed: the server is &lt;gone&gt;" in html and "aria-label='The run failed'" in html


def test_intervals_below_0_are_on_the_picture():
    figure = interval_chart({"bold": Score(-1.0, -1.5, -0.5, 3)}, "value at 1")
    low, high = figure.layout.xaxis.range
    assert low < -1.5 and high > 1


def test_intervals_show_mean_low_and_high_of_each_score_in_the_order_given():
    figure = interval_chart({"dense": Score(0.5, 0.4, 0.7, 10), "fused": Score(0.8, 0.7, 0.9, 9, 1)}, "recall@5")
    (dots,) = figure.data
    assert list(dots.x) == [0.8, 0.5]  # plotly draws the last on top
    assert dots.y == ("fused (n=9, 1 ungraded)", "dense (n=10)")
    assert [round(x, 3) for x in dots.error_x.array] == [0.1, 0.2]
    assert [round(x, 3) for x in dots.error_x.arrayminus] == [0.1, 0.1]


def test_the_slope_chart_gives_each_passage_its_rank_or_a_gap_and_stars_the_relevant():
    cat, dog = Passage("cat", "", source="cat.md"), Passage("dog", "", source="dog.md")
    figure = slope_chart({"dense": [cat, dog], "sparse": [dog]}, relevant={"dog"})
    lines = {line.name: list(line.y) for line in figure.data}
    assert lines == {"cat.md": [1, None], "★ dog.md": [2, 1]}


def test_the_similarity_chart_sorts_and_marks_the_first_k():
    (curve,) = similarity_chart({"q": [0.1, 0.9, 0.5]}, k=2).data
    assert list(curve.y) == [0.9, 0.5, 0.1]
    assert curve.marker.size == (11, 11, 3)
