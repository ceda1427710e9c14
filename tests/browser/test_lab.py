"""In JupyterLab and Notebook 7 hostile text does nothing, live, saved or exported; a replay obeys the keyboard."""

import nbformat
import pytest
from browsers import Watched
from labs import APPS, lab, open_notebook, run_all, save
from nbformat.v4 import new_code_cell, new_notebook
from samples import PAYLOADS, hostile

from ragkit.course.export import to_html
from ragkit.runs.trace_file import save as save_trace

SETUP = """from pathlib import Path
from IPython.display import display
from ragkit.graphs import adaptive
from ragkit.runs.trace_file import load
from ragkit.widgets import *
traces = [load(file) for file in sorted(Path('.').glob('run*.json'))]"""
STATIC = """for trace in traces:
    for shown in (answer_card(trace), claims_table(trace), steps_table(trace), step_card(trace, 2),
                  route_map(adaptive(), trace), side_by_side({trace.question: trace}),
                  fusion_table(trace.steps[0].wrote["rankings"]), dashboard_tiles([trace])):
        display(shown)"""
OPERATED = """for trace in traces:
    display(Replay(adaptive(), trace))
    guess = predict(trace.question, [trace.question, "owls"], rows=[trace.question])
    route = predict(trace.question, sequence=[trace.question])
display(Dashboard(traces))"""
END = "print('the end')"


KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


@pytest.fixture(scope="module")
def folder(alone, tmp_path_factory):
    """A folder with a hostile run a payload, and a notebook that shows them in every widget."""
    root = tmp_path_factory.mktemp("lab")
    for number, payload in enumerate(PAYLOADS.values()):
        save_trace(hostile(payload), root / f"run{number:02}.json")
    cells = [new_code_cell(source) for source in (SETUP, STATIC, OPERATED, END)]
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": KERNEL}), root / "hostile.ipynb")
    return root


def unharmed(watched):
    page = watched.page
    assert page.evaluate("window.owned") is None and watched.dialogs == [] and watched.beyond == []
    assert page.locator("#trap, .jp-OutputArea iframe[srcdoc], meta[http-equiv=refresh]").count() == 0


@pytest.mark.parametrize("app", APPS)
def test_nothing_that_was_said_runs_live_in_the_saved_notebook_or_on_its_page(app, folder, browser, kernels):
    with lab(folder, app) as address:
        live = Watched(browser, offline=False)
        open_notebook(live.page, address, "hostile.ipynb")
        assert run_all(live.page) == []
        live.page.get_by_text("the end", exact=True).last.wait_for()
        live.page.wait_for_timeout(500)
        unharmed(live)
        drive(live.page)
        unharmed(live)
        save(live.page)
        live.context.close()
        again = Watched(browser, offline=False)
        open_notebook(again.page, address, "hostile.ipynb")
        again.page.get_by_text("the end", exact=True).last.wait_for()
        unharmed(again)
        again.context.close()
    exported = Watched(browser)
    exported.open(to_html(folder / "hostile.ipynb", folder / "hostile.html"))
    unharmed(exported)
    assert exported.page.get_by_text("the end", exact=True).last.is_visible()
    exported.context.close()


def drive(page):
    """Move the first replay's slider by keyboard from step 1 to 2: map and card follow."""
    card = page.locator("section[aria-label^='Step ']").nth(len(PAYLOADS))  # after the static ones
    assert "step 1 of 3" in card.inner_text()
    page.locator(".jupyter-widgets .ui-slider, .widget-slider .noUi-handle").first.press("ArrowRight")
    page.wait_for_function("() => document.body.innerText.includes('step 2 of 3: ')")


@pytest.mark.parametrize("app", APPS)
def test_a_cell_that_fails_is_told_of(app, tmp_path, browser, kernels):
    """What the other tests stand on: no errors from `run_all` means that there were none."""
    broken = new_notebook(cells=[new_code_cell("1 / 0")], metadata={"kernelspec": KERNEL})
    nbformat.write(broken, tmp_path / "broken.ipynb")
    with lab(tmp_path, app) as address:
        live = Watched(browser, offline=False)
        open_notebook(live.page, address, "broken.ipynb")
        assert run_all(live.page) == ["ZeroDivisionError: division by zero"]
        live.context.close()
