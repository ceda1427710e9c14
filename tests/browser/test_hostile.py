"""Whatever documents, models and file names say, nothing of it runs in a browser, and it is shown as text."""

from collections.abc import Callable

import pytest
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from outside import PAGES, WIDGETS, opened
from plotly.offline import get_plotlyjs
from samples import PAYLOADS, hostile

from ragkit.course.export import inline
from ragkit.widgets.panels.dashboard_page import dashboard_page

OPENED = ("banner of a recording", "exercise", "link of a checkpoint", "report", "set aside")
"""Pages that stand for the others, whose markup `tests/security/test_hostile.py` looks at."""
ROWS = WIDGETS | {name: PAGES[name] for name in OPENED}

UNESCAPED: dict[str, Callable[[str], str]] = {name: str for name in PAYLOADS if name != "template"} | {
    "attribute": "<b title='{}'>point here</b>".format,
    "markdown": MarkdownWithMath(renderer=IPythonRenderer(escape=False, allow_harmful_protocols=True)).render,
}
"""Where each payload does its harm; a template needs an engine that reads it, and no page of the kit has one."""


def script_of(html: str) -> str:
    """Plotly's script where a page has a figure, as an exported page holds it."""
    return f"<script>{inline(get_plotlyjs())}</script>" if "plotly-graph-div" in html else ""


def shown_with(row, folder):
    """What a row of the table shows with each payload."""
    pieces = []
    for name, payload in PAYLOADS.items():
        own = folder / name
        own.mkdir()
        pieces.append(f"<div>{opened(ROWS[row](payload, own))}</div>")
    return "".join(pieces)


@pytest.mark.parametrize("row", ROWS)
def test_nothing_that_was_said_runs_or_is_fetched_and_the_page_still_shows(row, show, tmp_path):
    html = shown_with(row, tmp_path)
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
    assert watched.page.locator("figure .rk-bars").count() == 3
    for fold in watched.page.locator("summary").all():
        fold.click()
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
