"""Pictures of runs and scores: pure functions from a trace or from numbers to HTML or a plotly figure.

The same picture in a live notebook, in an exported page and in a test. Document text is hostile: all of it is escaped.
Five can be operated - `Replay`, `Live`, `Switchboard`, `Dashboard`, `Review` - and show the same in ipywidgets.
"""

from ragkit.widgets.answer import answer_card
from ragkit.widgets.apart import difference_chart
from ragkit.widgets.calibration import calibration_plot
from ragkit.widgets.claims import claims_table
from ragkit.widgets.compare import compare
from ragkit.widgets.dashboard import Dashboard, dashboard_tiles
from ragkit.widgets.dashboard_figures import dashboard_figures
from ragkit.widgets.frontier import frontier
from ragkit.widgets.fusion import fusion_table
from ragkit.widgets.intervals import interval_chart
from ragkit.widgets.live import Live
from ragkit.widgets.memories import memory_table
from ragkit.widgets.policy import policy_table
from ragkit.widgets.ranks import slope_chart
from ragkit.widgets.reliability import reliability
from ragkit.widgets.replay import Replay
from ragkit.widgets.review import Review
from ragkit.widgets.route_map import route_map
from ragkit.widgets.side_by_side import side_by_side
from ragkit.widgets.similarity import similarity_chart
from ragkit.widgets.step_card import step_card
from ragkit.widgets.steps import steps_table
from ragkit.widgets.switchboard import Switchboard

__all__ = [
    "Dashboard",
    "Live",
    "Replay",
    "Review",
    "Switchboard",
    "answer_card",
    "calibration_plot",
    "claims_table",
    "compare",
    "dashboard_figures",
    "dashboard_tiles",
    "difference_chart",
    "frontier",
    "fusion_table",
    "interval_chart",
    "memory_table",
    "policy_table",
    "reliability",
    "route_map",
    "side_by_side",
    "similarity_chart",
    "slope_chart",
    "step_card",
    "steps_table",
]
