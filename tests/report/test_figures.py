"""The pictures of a report: one a measure and the frontier; as PNG files where a browser can draw them."""

import struct
from dataclasses import replace

import pytest
from browsers import found
from samples import ROW

from ragkit.report.figures import NoBrowser, all_figures, write_pngs

ROWS = [ROW]


def test_without_a_row_there_is_no_picture():
    assert all_figures([]) == {}


def test_there_is_a_picture_of_each_measure_that_was_taken_and_of_quality_against_cost():
    names = ["right", "context relevance", "answer relevance", "tokens evaluated", "seconds"]
    assert list(all_figures(ROWS)) == [*names, "all together", "frontier"]


def test_a_measure_beyond_1_has_an_axis_as_long_as_its_highest_interval_and_a_share_ends_at_1():
    slow = [ROW, replace(ROW, key="k2", question="cats", seconds=4.5)]
    figures = all_figures(slow)
    assert figures["seconds"].layout.xaxis.range == (0, pytest.approx(1.02 * 4.5))
    assert figures["seconds"].data[0].text == ("3.0",) and figures["right"].layout.xaxis.range == (0, 1.02)


def test_all_together_shows_what_each_picture_shows():
    *apart, sheet, _ = (figures := all_figures(ROWS)).values()
    assert [list(chart.x) for chart in sheet.data] == [list(figure.data[0].x) for figure in apart]
    assert sheet.layout.height == sum(figure.layout.height for figure in apart) and len(figures) == len(apart) + 2


def test_pictures_become_png_files_of_twice_their_size(tmp_path):
    found()
    figures = all_figures(ROWS)
    files = write_pngs(figures, tmp_path / "figures")
    assert [file.name for file in files] == [f"{name.replace(' ', '-')}.png" for name in figures]
    for file, figure in zip(files, figures.values(), strict=True):
        head = file.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", head[16:]) == (1800, 2 * figure.layout.height)


def test_without_a_browser_the_error_says_what_to_install(tmp_path, monkeypatch):
    def nowhere(*_, **__):
        raise RuntimeError("no Chrome")

    monkeypatch.setattr("plotly.io.write_images", nowhere)
    with pytest.raises(NoBrowser, match="7 pictures as PNG, .* install one"):
        write_pngs(all_figures(ROWS), tmp_path)


def test_the_frontiers_of_routing_and_faithfulness_are_drawn_where_something_costs():
    paid = {"critic_cost": 0.001, "cost": 0.002, "passed": False, "noise": "conflict", "faithfulness": 0.5}
    figures = all_figures([replace(ROW, **paid)])
    assert list(figures)[-2:] == ["frontier of routing", "frontier of faithfulness"]
    assert figures["frontier of routing"].data[1].x == (10.0,) and figures["frontier of routing"].data[1].y == (1.0,)
    free = all_figures([replace(ROW, **paid | {"critic_cost": 0.0, "cost": 0.0})])
    assert list(free)[-1] == "frontier"
