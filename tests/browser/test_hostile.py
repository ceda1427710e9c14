"""Whatever documents, models and file names say, nothing of it runs in a browser, and it is shown as text."""

import plotly.io
import pytest
from fakes import OWL
from plotly.offline import get_plotlyjs

from ragkit.evaluate.score import Score
from ragkit.export import _inline
from ragkit.graphs import adaptive
from ragkit.meter import Call, Usage
from ragkit.state import Claim, Grade, Passage, Rule
from ragkit.trace import Step, Trace
from ragkit.widgets import (
    answer_card,
    claims_table,
    interval_chart,
    policy_table,
    similarity_chart,
    slope_chart,
    steps_table,
)
from ragkit.widgets.fusion import fusion_table
from ragkit.widgets.route_map import route_map
from ragkit.widgets.side_by_side import side_by_side
from ragkit.widgets.step_card import step_card

PAYLOADS = {
    "script": "<script>window.owned = 1</script>",
    "image": "<img src=x onerror='window.owned = 1'>",
    "svg": "<svg onload='window.owned = 1'><animate onbegin='window.owned = 1' attributeName=x dur=1s></svg>",
    "style": "</style><style>* { display: none !important }</style>",
    "attribute": "' onmouseover='window.owned = 1' x='\" onfocus=\"window.owned = 1\" autofocus tabindex=1 \"",
    "link": "<a href='javascript:window.owned = 1' id=trap>click</a>",
    "markdown": "[click](javascript:window.owned=1) ![x](https://evil.example/pixel.png) `<img src=x onerror=owned=1>`",
    "frame": "<iframe srcdoc='<script>parent.owned = 1</script>'></iframe>",
    "base": "<base href='https://evil.example/'><meta http-equiv=refresh content='0; url=https://evil.example/'>",
    "comment": "--><!--</section></table></svg><script>window.owned = 1</script>",
    "template": "{{constructor.constructor('window.owned=1')()}} ${window.owned=1}",
}


def hostile(text: str) -> Trace:
    passage, rule = Passage("p", f"{text} Owls hunt.", text, text, score=0.5), Rule(text, text, text)
    claim, grade = Claim(f"{text} Owls hunt.", 1.0, "p", 0.9, (text,)), Grade(0.9, 0.9, 0.9, 0.9, True, (), text)
    call = Call(text, text, Usage(1, 0, 10, 5, 1, 0.1), {text: 0.5})
    wrote = {"passages": [passage], "grades": [grade], "rankings": {text: [passage], "fused": [passage]}, text: text}
    steps = (
        Step("retrieve", 0.1, Usage(), wrote), Step(text, 0.1, Usage(), {"draft": text}, rule, (call,)),
        Step("verify", 0.1, Usage(), {"claims": [claim], "risk": 0.0, "notes": [text]}),
    )  # fmt: skip
    return Trace(text, steps, f"{text} [1]", (passage, OWL), 1.0, (claim,), (text,))


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
    "slopes": lambda trace: figure(slope_chart({trace.question: trace.passages})),
    "intervals": lambda trace: figure(interval_chart({trace.question: Score(0.5, 0.4, 0.6, 9)}, trace.question)),
    "similarity": lambda trace: figure(similarity_chart({trace.question: [0.5, 0.4]})),
}


def figure(drawn) -> str:
    return plotly.io.to_html(drawn, include_plotlyjs=False, full_html=False)


def script_of(html: str) -> str:
    """Plotly's script where a page has a figure, as an exported page holds it."""
    return f"<script>{_inline(get_plotlyjs())}</script>" if "plotly-graph-div" in html else ""


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


@pytest.mark.parametrize("payload", ["script", "image", "style", "frame", "base"])
def test_the_payloads_do_harm_where_they_are_not_escaped(payload, show):
    """So the test above can fail."""
    watched = show(f"{PAYLOADS[payload]}<p id=end>the end</p>")
    watched.page.wait_for_timeout(200)
    tags = watched.page.locator("iframe, base, meta[http-equiv]").count()
    assert (
        watched.page.evaluate("window.owned") == 1
        or tags
        or watched.beyond
        or not watched.page.locator("#end").is_visible()
    )
