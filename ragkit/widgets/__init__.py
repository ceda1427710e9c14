"""Pictures of runs and scores: pure functions from a trace or from numbers to HTML or a plotly figure.

The same picture in a live notebook, in an exported page and in a test. Document text is hostile: all of it is escaped.
"""

from ragkit.widgets.answer import answer_card
from ragkit.widgets.calibration import calibration_plot
from ragkit.widgets.claims import claims_table
from ragkit.widgets.intervals import interval_chart
from ragkit.widgets.policy import policy_table
from ragkit.widgets.ranks import slope_chart
from ragkit.widgets.route_map import route_map
from ragkit.widgets.similarity import similarity_chart
from ragkit.widgets.steps import steps_table

__all__ = [
    "answer_card",
    "calibration_plot",
    "claims_table",
    "interval_chart",
    "policy_table",
    "route_map",
    "similarity_chart",
    "slope_chart",
    "steps_table",
]
