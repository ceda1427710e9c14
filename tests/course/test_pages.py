"""The page of every notebook, opened in a real browser with the network unplugged: its pictures are there."""

import pytest
from browsers import Watched

from ragkit.course.notebooks import numbered


@pytest.mark.parametrize("name", [path.stem for path in numbered()])
def test_a_notebooks_page_shows_its_pictures_without_a_network(name, built, browser):
    file = built / f"{name}.html"
    if not file.exists():
        pytest.skip(f"notebook {name} was not run: `pytest tests/course`")
    watched = Watched(browser)
    page = watched.open(file)
    figures, drawn = page.locator(".plotly-graph-div"), page.locator(".plotly-graph-div svg.main-svg")
    for n in range(figures.count()):
        figures.nth(n).locator("svg.main-svg").first.wait_for(state="attached")
    assert watched.beyond == [] and watched.errors == [] and watched.dialogs == []
    assert drawn.count() >= figures.count() and page.locator(".jp-Cell").count() > 5
    watched.context.close()
