"""Charts are seen on light pages and on dark ones, and look alike because one place says how."""

from pathlib import Path

import plotly.graph_objects as go
import pytest
from outside import WIDGETS, parts

from ragkit.widgets.charts.theme import COLOURS, INK, PAGE

WHITE, BLACK = "#ffffff", "#111111"


def luminance(colour):
    """How light a colour is, by WCAG 2."""
    levels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels]
    return sum(weight * level for weight, level in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(colour, page):
    lighter, darker = sorted((luminance(colour), luminance(page)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("page", [WHITE, BLACK])
def test_lines_and_texts_differ_enough_from_a_light_and_from_a_dark_page(page):
    assert min(contrast(colour, page) for colour in COLOURS) >= 3
    assert contrast(INK, page) > 4.1


def test_no_chart_has_a_background_or_black_text(tmp_path):
    figures = [part for name in WIDGETS for part in charts(name, tmp_path)]
    assert len(figures) > 15
    for figure in figures:
        look = figure.layout.template.layout
        assert look.paper_bgcolor == look.plot_bgcolor == "rgba(0, 0, 0, 0)" and look.font.color == INK


def charts(name, folder):
    shown = WIDGETS[name]("owls", folder / name)
    return [part for part in parts(shown) if isinstance(part, go.Figure)]


def test_one_file_says_how_charts_look():
    root = Path(__file__).parents[3] / "ragkit"
    assert [file.name for file in root.rglob("*.py") if "plotly_white" in file.read_text()] == ["theme.py"]
    assert "currentColor" in PAGE
