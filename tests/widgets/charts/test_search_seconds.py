"""Seconds of a search by the number of passages: a line for each store, from few passages to many."""

from ragkit.widgets import search_seconds


def test_each_store_is_a_line_whose_sizes_are_in_order():
    figure = search_seconds({"exact": {100: 0.1, 10: 0.02}, "chroma": {10: 0.03}})
    exact, chroma = figure.data
    assert (list(exact.x), list(exact.y)) == ([10, 100], [0.02, 0.1])
    assert (exact.name, chroma.name) == ("exact", "chroma") and exact.line.color != chroma.line.color


def test_both_scales_are_powers_of_ten():
    layout = search_seconds({}).layout
    assert (layout.xaxis.type, layout.yaxis.type) == ("log", "log")
