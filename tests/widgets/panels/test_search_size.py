"""The slider of the number of passages: moved, it makes the vectors, measures a search, and draws it."""

import json

import numpy as np
from samples import unit_vectors

from ragkit.widgets import SearchSize
from ragkit.widgets.panels.picture import PLOTLY
from ragkit.widgets.panels.search_size import HERE, SIZES, seconds_of_search


def panel(**others):
    return SearchSize(unit_vectors(50), unit_vectors(3, seed=1), **others)


def drawn(shown):
    (output,) = shown.picture.outputs
    return {line["name"]: (line["x"], line["y"]) for line in output["data"][PLOTLY]["data"]}


def test_it_begins_at_a_thousand_passages_and_says_their_size():
    shown = panel()
    assert list(shown.seconds) == [1_000] and shown.seconds[1_000] > 0
    # A vector of 16 numbers with 4 bytes each, a thousand times.
    assert "1,000 passages: " in shown.line.value and "0.1 MB of vectors" in shown.line.value
    assert list(drawn(shown)) == [HERE]


def test_the_slider_that_is_moved_adds_a_point_and_keeps_the_others():
    shown = panel()
    shown.slider.value = 5_000
    shown.slider.value = 2_000
    assert drawn(shown)[HERE][0] == [1_000, 2_000, 5_000] and len(shown.vectors) == 5_000
    assert drawn(shown)[HERE][1] == [shown.seconds[size] for size in (1_000, 2_000, 5_000)]


def test_what_was_measured_before_is_drawn_beside_it():
    shown = panel(passages=2_000, others={"chroma": {100_000: 0.002, 10_000: 0.001}})
    assert drawn(shown)["chroma"] == ([10_000, 100_000], [0.001, 0.002])
    assert json.dumps(drawn(shown)[HERE][0]) == "[2000]"


def test_the_slider_goes_from_a_thousand_to_half_a_million():
    assert (SIZES[0], SIZES[-1]) == (1_000, 500_000)
    assert [value for _, value in panel().slider.options] == list(SIZES)


def test_the_seconds_are_the_median_of_the_searches():
    clock = seconds_of_search(unit_vectors(200), np.eye(3, 16, dtype=np.float32))
    assert 0 < clock < 5
