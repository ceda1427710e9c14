"""How every chart looks, on a light page and on a dark one: colours that are seen on both.

A chart does not know what page it is on: JupyterLab has themes, and an exported page follows its
reader's. On pages that the kit writes, `PAGE` gives its texts the colour of the page's text.
"""

from __future__ import annotations

import plotly.graph_objects as go
import plotly.io

TEAL, RUST, PALE = "#1a7f8e", "#b3541e", "#9cc5cb"
"""The kit's two colours, and what is beside or behind the first one."""
COLOURS = (TEAL, RUST, "#7a68c4", "#6b7a1f", "#c2408f", "#4a8540", "#96683f", "#3a76b3")
"""Colours of lines: each has a contrast of three to one or more with white and with black."""
INK = "#787878"
"""Grey of texts and marks, as far from white as from black."""
CLEAR = "rgba(0, 0, 0, 0)"
"""No background: that of the page is seen."""
FAINT = "rgba(128, 128, 128, 0.3)"
"""Lines of the grid."""
PAGE = """
.js-plotly-plot .main-svg text:not(.hoverlayer *, .heatmap-label *) {
  fill: currentColor !important
}
"""
"""A style sheet for pages, live or exported, that have charts."""

_axis = {"gridcolor": FAINT, "linecolor": FAINT, "zerolinecolor": INK}
THEME = go.layout.Template(plotly.io.templates["plotly_white"])
"""The template of every chart."""
THEME.layout.update(
    paper_bgcolor=CLEAR,
    plot_bgcolor=CLEAR,
    font={"color": INK},
    colorway=COLOURS,
    xaxis=_axis,
    yaxis=_axis,
)
