"""How similar a question is to every passage of the corpus.

A passage that is close to the question need not answer it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from ragkit.widgets.charts.theme import THEME


def similarity_chart(similarities: Mapping[str, Sequence[float]], k: int = 3) -> go.Figure:
    """One curve per question: cosine similarities of all passages, best first, `k` marked."""
    figure = go.Figure()
    for question, values in similarities.items():
        best = sorted(values, reverse=True)
        sizes = [11 if rank <= k else 3 for rank in range(1, len(best) + 1)]
        figure.add_scatter(
            x=list(range(1, len(best) + 1)),
            y=best,
            mode="markers",
            marker={"size": sizes},
            name=escape(question),
        )
    return figure.update_layout(
        template=THEME,
        height=380,
        margin={"l": 10, "r": 10, "t": 30, "b": 30},
        xaxis={"title": "rank of the passage (log)", "type": "log"},
        yaxis={"title": "cosine similarity"},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "itemsizing": "constant"},
    )
