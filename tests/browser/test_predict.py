"""In JupyterLab a prediction is written, shown beside what came, and is there again in a new kernel."""

import nbformat
import pytest
from browsers import Watched
from labs import command, lab, open_notebook, run_all, save
from nbformat.v4 import new_code_cell, new_notebook

from ragkit.course.export import to_html

ASK = """from ragkit.widgets import predict
which = predict("Who hunts at night?", ["owls", "bats"])
way = predict("Which way do they fly?", sequence=["north", "south"])
why = predict("Why at night?")"""
TELL = """display(which.compare("bats"))
display(way.compare(["south", "north"]))
display(why.compare("mice"))"""
LAST = """() => {
  const book = window.jupyterapp.shell.currentWidget.content;
  book.activeCellIndex = book.widgets.length - 1;
}"""
WRITTEN = [["owls", "≠ bats"], ["south > north"] * 2, ["it is cool", "mice"]]


@pytest.fixture
def folder(alone, tmp_path):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [new_code_cell(ASK), new_code_cell(TELL)]
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), tmp_path / "predict.ipynb")
    return tmp_path


def told(page):
    """What is beside each other below the last cell, question by question."""
    rows = page.locator(".jp-CodeCell").last.locator("tbody tr")
    rows.nth(2).wait_for()
    return [row.locator("td").all_inner_texts() for row in rows.all()]


def write(page):
    """Choose, press two steps, and write a few words."""
    cell = page.locator(".jp-CodeCell").first
    cell.get_by_role("combobox", name="your prediction").select_option("owls")
    cell.get_by_role("button", name="south", exact=True).click()
    cell.get_by_role("button", name="north", exact=True).click()
    cell.get_by_text("south > north").wait_for()
    cell.get_by_role("textbox", name="your prediction").fill("it is cool")


def test_what_is_written_is_shown_beside_what_came_and_outlives_the_kernel(folder, browser, kernels):
    with lab(folder) as address:
        watched = Watched(browser, offline=False)
        open_notebook(watched.page, address, "predict.ipynb")
        assert run_all(watched.page) == []
        assert [row[0] for row in told(watched.page)] == ["nothing"] * 3
        write(watched.page)
        watched.page.evaluate(LAST)
        command(watched.page, "notebook:run-cell")
        watched.page.get_by_text("≠ bats").wait_for()
        assert told(watched.page) == WRITTEN
        watched.context.close()
    with lab(folder) as address:
        again = Watched(browser, offline=False)
        open_notebook(again.page, address, "predict.ipynb")
        assert run_all(again.page) == []
        assert told(again.page) == WRITTEN
        save(again.page)
        again.context.close()
    page = Watched(browser)
    page.open(to_html(folder / "predict.ipynb", folder / "predict.html"))
    assert page.page.get_by_text("Choose from: owls · bats").is_visible()
    page.context.close()
