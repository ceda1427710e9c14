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
    names = ["value at 1", "correct", "context relevance", "answer relevance", "tokens evaluated", "seconds"]
    assert list(all_figures(ROWS)) == ["value", *names, "all together", "frontier"]


def test_a_measure_beyond_1_has_an_axis_as_long_as_its_highest_interval_and_a_share_ends_at_1():
    slow = [ROW, replace(ROW, key="k2", question="cats", seconds=4.5)]
    figures = all_figures(slow)
    assert figures["seconds"].layout.xaxis.range == (0, pytest.approx(1.02 * 4.5))
    assert figures["seconds"].data[0].text == ("3.0",)
    assert figures["correct"].layout.xaxis.range == (0, 1.02)


def test_all_together_shows_what_each_picture_shows():
    _, *apart, sheet, _ = (figures := all_figures(ROWS)).values()
    assert [list(chart.x) for chart in sheet.data] == [list(figure.data[0].x) for figure in apart]
    assert sheet.layout.height == sum(figure.layout.height for figure in apart)
    assert len(figures) == len(apart) + 3


@pytest.mark.process
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
    with pytest.raises(NoBrowser, match="9 pictures as PNG, .* install one"):
        write_pngs(all_figures(ROWS), tmp_path)


def test_the_frontiers_of_routing_and_faithfulness_are_drawn_where_something_costs():
    paid = {"critic_cost": 0.001, "cost": 0.002, "passed": False, "noise": "conflict", "faithfulness": 0.5}
    figures = all_figures([replace(ROW, **paid)])
    assert list(figures)[-2:] == ["frontier of routing", "frontier of faithfulness"]
    assert figures["frontier of routing"].data[1].x == (10.0,)
    assert figures["frontier of routing"].data[1].y == (1.0,)
    free = all_figures([replace(ROW, **paid | {"critic_cost": 0.0, "cost": 0.0})])
    assert list(free)[-1] == "frontier"


def test_value_against_price_comes_first_and_has_a_line_for_each_system():
    ours = [replace(ROW, key=f"c{n}", system="crag", question=str(n), right=False, refused=True) for n in range(3)]
    rows = [replace(ROW, key=f"n{n}", question=str(n), right=n > 0) for n in range(3)] + ours
    name, figure = next(iter(all_figures(rows).items()))
    assert name == "value"
    assert [line.name for line in figure.data if line.name] == ["naive", "crag"]
    assert "value" not in all_figures([replace(ROW, right=None, failed="gone")])


def test_risk_and_coverage_are_drawn_of_systems_whose_runs_have_odds_and_a_run_without_an_answer_is_not_covered():
    """Odds .9 correct, .8 abstained, .7 wrong: risks 0 and 1/2 at coverages 1/3 and 2/3. The failed one is none."""
    ends = (
        {"odds": 0.9}, {"odds": 0.8, "right": False, "refused": True}, {"odds": 0.7, "right": False},
        {"odds": 0.6, "right": None, "failed": "gone"},
    )  # fmt: skip
    judged = [replace(ROW, key=f"a{n}", system="adaptive", question=str(n), **end) for n, end in enumerate(ends)]
    figures = all_figures([*ROWS, *judged])
    (line,) = figures["risk and coverage"].data
    assert line.name == "adaptive (area 0.25)" and list(line.y) == [0.0, 0.5]
    assert list(line.x) == pytest.approx([1 / 3, 2 / 3])
    assert "risk and coverage" not in all_figures(ROWS)


def test_an_answer_to_a_false_premise_is_a_risk_unless_it_corrects_it():
    premise = {"kind": "false-premise", "right": None}
    rows = [
        replace(ROW, **premise, odds=0.9, held=True),
        replace(ROW, key="k2", question="b", **premise, odds=0.8, held=False),
    ]
    (line,) = all_figures(rows)["risk and coverage"].data
    assert list(line.y) == [0.0, 0.5]
