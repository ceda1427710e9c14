"""Whatever documents, models and file names say, nothing of it runs in a browser, and it is shown as text."""

from collections.abc import Callable

import plotly.io
import pytest
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from plotly.offline import get_plotlyjs
from samples import PAYLOADS, hostile

from ragkit.course.export import inline
from ragkit.evaluate.golden.drafting import Drafted
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.measures.outcome import Outcome
from ragkit.evaluate.measures.risk_coverage import curve
from ragkit.graphs import adaptive
from ragkit.report.report import page
from ragkit.report.tables import Table
from ragkit.score import Score
from ragkit.state import Memory
from ragkit.trace import Trace
from ragkit.widgets import (
    answer_card,
    claims_table,
    dashboard_figures,
    dashboard_tiles,
    difference_chart,
    fusion_table,
    interval_chart,
    memory_table,
    policy_table,
    risk_chart,
    route_map,
    side_by_side,
    similarity_chart,
    slope_chart,
    step_card,
    steps_table,
    value_chart,
)
from ragkit.widgets.charts.frontier import frontier
from ragkit.widgets.charts.pays import pays_chart
from ragkit.widgets.panels.dashboard_page import dashboard_page
from ragkit.widgets.panels.review import quoted
from ragkit.widgets.panels.wrong_costs import ranking_table
from ragkit.widgets.runs.predicted import asked as to_predict
from ragkit.widgets.runs.predicted import predicted_table

UNESCAPED: dict[str, Callable[[str], str]] = {name: str for name in PAYLOADS if name != "template"} | {
    "attribute": "<b title='{}'>point here</b>".format,
    "markdown": MarkdownWithMath(renderer=IPythonRenderer(escape=False, allow_harmful_protocols=True)).render,
}
"""Where each payload does its harm; a template needs an engine that reads it, and no page of the kit has one."""


class Remembered:
    """A memory that holds one hostile entry."""

    def __init__(self, text: str) -> None:
        self.text = text

    def entries(self) -> list[Memory]:
        return [Memory(self.text, self.text, "verified", self.text, self.text)]


HALF = Score(0.5, 0.4, 0.6, 9)
SOME = {"q": Outcome(1, 0, 0), "r": Outcome(0, 1, 0)}
OTHERS = {"q": Outcome(0, 0, 1), "r": Outcome(0, 0, 1)}
WIDGETS = {
    "answer card": lambda trace: answer_card(trace).data,
    "failed card": lambda trace: answer_card(Trace(trace.question, (), "", (), 0.0, failed=trace.question)).data,
    "claims": lambda trace: claims_table(trace).data,
    "steps": lambda trace: steps_table(trace).data,
    "step": lambda trace: "".join(step_card(trace, at).data for at in (1, 2, 3)),
    "policy": lambda trace: policy_table([trace.steps[1].rule], [trace.steps[1].rule]).data,
    "fusion": lambda trace: fusion_table(trace.steps[0].wrote["rankings"]).data,
    "side by side": lambda trace: side_by_side({trace.question: trace, "b": trace}).data,
    "route map": lambda trace: route_map(adaptive(), trace).data,
    "tiles": lambda trace: dashboard_tiles([trace]).data,
    "memories": lambda trace: memory_table(Remembered(trace.question)).data,
    "dashboard": lambda trace: "".join(map(figure, dashboard_figures([trace]).values())),
    "value": lambda trace: figure(value_chart({trace.question: SOME, "b": OTHERS}, mark=1)),
    "pays": lambda trace: figure(pays_chart({trace.question: (OTHERS, SOME)})),
    "risk": lambda trace: figure(risk_chart({trace.question: curve([0.9, 0.1], [1, 0])})),
    "ranking": lambda trace: ranking_table({trace.question: SOME, "b": OTHERS}, 1).data,
    "review": lambda trace: quoted(Drafted(asked(trace.question), trace.passages[0])),
    "apart": lambda trace: figure(difference_chart({trace.question: HALF}, trace.question)),
    "frontier": lambda trace: figure(frontier({trace.question: (HALF, HALF)}, trace.question, trace.question)),
    "report": lambda trace: page(
        trace.question, [Table(*[trace.question] * 2, [trace.question], [[trace.question]])], {}
    ),
    "slopes": lambda trace: figure(slope_chart({trace.question: trace.passages})),
    "intervals": lambda trace: figure(interval_chart({trace.question: HALF}, trace.question)),
    "similarity": lambda trace: figure(similarity_chart({trace.question: [0.5, 0.4]})),
    "to predict": lambda trace: to_predict(trace.question, [trace.question], [trace.question]).data,
    "predicted": lambda trace: (
        predicted_table(
            trace.question, {trace.question: (trace.question,)}, {trace.question: ("owls", trace.question)}, ["owls"]
        ).data
    ),
}


def asked(text: str) -> Question:
    return Question("q", text, "factual", text, ((text,),), (Support(text, text),), "easy")


def figure(drawn) -> str:
    return plotly.io.to_html(drawn, include_plotlyjs=False, full_html=False)


def script_of(html: str) -> str:
    """Plotly's script where a page has a figure, as an exported page holds it."""
    return f"<script>{inline(get_plotlyjs())}</script>" if "plotly-graph-div" in html else ""


@pytest.mark.parametrize("widget", WIDGETS)
def test_nothing_that_was_said_runs_or_is_fetched_and_the_page_still_shows(widget, show):
    html = "".join(f"<div>{WIDGETS[widget](hostile(payload))}</div>" for payload in PAYLOADS.values())
    watched = show(f"{script_of(html)}{html}<p id=end>the end</p>")
    page = watched.page
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    page.mouse.move(200, 200)
    page.keyboard.press("Tab")
    assert page.evaluate("window.owned") is None and watched.dialogs == [] and watched.beyond == []
    assert page.locator("#trap, iframe, base, meta[http-equiv]").count() == 0
    assert page.locator("#end").is_visible()


def test_the_dashboards_page_draws_its_pictures_without_a_network(show):
    watched = show(dashboard_page([hostile(payload) for payload in PAYLOADS.values()], list(PAYLOADS.values())))
    watched.page.wait_for_function("() => document.querySelectorAll('figure svg.main-svg').length >= 3")
    assert watched.page.evaluate("window.owned") is None and watched.beyond == [] and watched.dialogs == []


@pytest.mark.parametrize("payload", UNESCAPED)
def test_the_payloads_do_harm_where_they_are_not_escaped(payload, show):
    """So the tests above can fail."""
    watched = show(f"{UNESCAPED[payload](PAYLOADS[payload])}<p id=end>the end</p>")
    page = watched.page
    for pointed in page.locator("[title]").all():
        pointed.hover()
    for link in page.locator("a[href^='javascript']").all():
        link.click()
    page.wait_for_timeout(200)
    foreign = page.locator("iframe, base, meta[http-equiv]").count()
    assert page.evaluate("window.owned") == 1 or foreign or watched.beyond or not page.locator("#end").is_visible()
