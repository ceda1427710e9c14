"""Pictures of runs and scores: pure functions from a trace or from numbers to HTML or a plotly figure.

The same picture in a live notebook, in an exported page and in a test. Document text is hostile: all of it is escaped.
"""

from ragkit.widgets.answer import answer_card
from ragkit.widgets.intervals import interval_chart
from ragkit.widgets.ranks import slope_chart
from ragkit.widgets.similarity import similarity_chart

__all__ = ["answer_card", "interval_chart", "similarity_chart", "slope_chart"]
