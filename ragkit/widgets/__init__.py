"""Pictures of runs and scores: pure functions from a trace or from numbers to HTML or a plotly
figure.

The same picture in a live notebook, in an exported page and in a test. Document text is hostile:
all of it is escaped. Eleven can be operated - `Chat`, `Replay`, `Live`, `Switchboard`, `Dashboard`,
`Review`, `CostFrontier`, `WrongCosts`, `FailureMap`, `SearchSize` and what `predict` shows - and
show the same in ipywidgets.
"""

from ragkit.widgets.charts.calibration import calibration_plot
from ragkit.widgets.charts.differences import difference_chart
from ragkit.widgets.charts.failures import failure_map
from ragkit.widgets.charts.frontier import frontier
from ragkit.widgets.charts.intervals import interval_chart
from ragkit.widgets.charts.pays import pays_chart
from ragkit.widgets.charts.reliability import reliability
from ragkit.widgets.charts.risk import risk_chart
from ragkit.widgets.charts.search_seconds import search_seconds
from ragkit.widgets.charts.similarity import similarity_chart
from ragkit.widgets.charts.slopes import slope_chart
from ragkit.widgets.charts.value import value_chart
from ragkit.widgets.charts.wins import win_chart
from ragkit.widgets.panels.chat import Chat
from ragkit.widgets.panels.cost_frontier import CostFrontier
from ragkit.widgets.panels.dashboard import Dashboard, dashboard_tiles
from ragkit.widgets.panels.failure_map import FailureMap
from ragkit.widgets.panels.live import Live
from ragkit.widgets.panels.predict import predict
from ragkit.widgets.panels.replay import Replay
from ragkit.widgets.panels.review import Review
from ragkit.widgets.panels.search_size import SearchSize
from ragkit.widgets.panels.switchboard import Switchboard
from ragkit.widgets.panels.wrong_costs import WrongCosts
from ragkit.widgets.runs.actions import actions_table
from ragkit.widgets.runs.answer import answer_card
from ragkit.widgets.runs.chat_tree import chat_tree
from ragkit.widgets.runs.claims import claims_table
from ragkit.widgets.runs.dashboard_figures import dashboard_figures
from ragkit.widgets.runs.fusion import fusion_table
from ragkit.widgets.runs.health import health_table
from ragkit.widgets.runs.memories import memory_table
from ragkit.widgets.runs.plain_table import table
from ragkit.widgets.runs.plan import plan_view
from ragkit.widgets.runs.policy import policy_table
from ragkit.widgets.runs.profile import profile_table
from ragkit.widgets.runs.route_map import route_map
from ragkit.widgets.runs.side_by_side import side_by_side
from ragkit.widgets.runs.step_card import step_card
from ragkit.widgets.runs.steps import steps_table

__all__ = [
    "Chat",
    "CostFrontier",
    "Dashboard",
    "FailureMap",
    "Live",
    "Replay",
    "Review",
    "SearchSize",
    "Switchboard",
    "WrongCosts",
    "actions_table",
    "answer_card",
    "calibration_plot",
    "chat_tree",
    "claims_table",
    "dashboard_figures",
    "dashboard_tiles",
    "difference_chart",
    "failure_map",
    "frontier",
    "fusion_table",
    "health_table",
    "interval_chart",
    "memory_table",
    "pays_chart",
    "plan_view",
    "policy_table",
    "predict",
    "profile_table",
    "reliability",
    "risk_chart",
    "route_map",
    "search_seconds",
    "side_by_side",
    "similarity_chart",
    "slope_chart",
    "step_card",
    "steps_table",
    "table",
    "value_chart",
    "win_chart",
]
