"""The dashboard's page has everything in it: the runs, tiles and pictures, and no script."""

import re

import nbformat
from nbclient import NotebookClient

from ragkit.model.meter import Usage
from ragkit.runs.trace_file import save
from ragkit.trace import Step, Trace
from ragkit.widgets.panels.dashboard_page import dashboard_notebook, dashboard_page

RUN = Trace("Who?", (Step("generate", 1.5, Usage(1, 0, 10, 50, 3, 1.5), {}),), "Owls.", (), 1.5)


def test_the_page_begins_with_the_runs_has_three_pictures_and_no_script_and_fetches_nothing():
    page = dashboard_page([RUN], ["a.json is broken"])
    assert "100 % (1 of 1)" in page and "a.json is broken" in page
    assert re.findall(r"<figure aria-label='(\w+)'", page) == ["latency", "rules", "tokens"]
    assert page.index("Who?") < page.index("100 % (1 of 1)") and "<script" not in page and len(page) < 20_000
    assert not re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=", page)


def test_a_page_without_runs_says_so():
    page = dashboard_page([])
    assert "No runs." in page and "<figure" not in page and "<script" not in page


def test_the_notebook_shows_the_runs_of_the_folder_that_it_lies_in(tmp_path, kernels):
    save(Trace("Who?", (), "Owls.", (), 1.0), tmp_path / "one.json")
    nbformat.write(dashboard_notebook(), tmp_path / "dashboard.ipynb")
    notebook = nbformat.read(tmp_path / "dashboard.ipynb", as_version=4)
    NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert any("widget-view" in kind for output in notebook.cells[1].outputs for kind in output.get("data", {}))
    kept = notebook.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert any("100 % (1 of 1)" in str(widget["state"].get("value", "")) for widget in kept.values())
    filters = [widget["state"] for widget in kept.values() if widget["model_name"] == "DropdownModel"]
    assert [field["index"] for field in filters] == [0, 0, 0]  # in a live kernel too, a filter shows "any"
