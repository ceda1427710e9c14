"""The dashboard as one page: tiles and pictures of saved runs, readable without a kernel and without a network."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.io

from ragkit.trace import Trace
from ragkit.widgets.dashboard import Prices, dashboard_tiles
from ragkit.widgets.dashboard_figures import dashboard_figures

HEAD = """<!doctype html>
<html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>Runs of ragkit</title>
<style>
:root { color-scheme: light dark }
body { font-family: sans-serif; margin: 1rem auto; max-width: 72rem; padding: 0 1rem }
figure { margin: 1rem 0; background: #fff }
</style><h1>Runs of ragkit</h1>"""


def dashboard_page(traces: Sequence[Trace], troubles: Sequence[str] = (), prices: Prices | None = None) -> str:
    """A self-contained HTML page of what `Dashboard` shows, without its filters; plotly's script is in it, once."""
    figures = "".join(
        f"<figure aria-label='{name}'>"
        f"{plotly.io.to_html(figure, include_plotlyjs=first, full_html=False, config={'responsive': True})}</figure>"
        for (name, figure), first in zip(dashboard_figures(traces).items(), (True, False, False), strict=False)
    )
    return f"{HEAD}<main>{dashboard_tiles(traces, troubles, prices).data}{figures}</main></html>"
