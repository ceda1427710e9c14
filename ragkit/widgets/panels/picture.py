"""A plotly figure in a panel, as an `Output` of ipywidgets shows it."""

from __future__ import annotations

import json
from typing import Any

import plotly.graph_objects as go

PLOTLY = "application/vnd.plotly.v1+json"


def displayed(figure: go.Figure) -> dict[str, Any]:
    """The output of a cell that displays the figure."""
    data = {PLOTLY: json.loads(figure.to_json())}
    return {"output_type": "display_data", "data": data, "metadata": {}}
