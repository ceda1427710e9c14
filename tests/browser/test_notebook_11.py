"""Notebook 11 in a real JupyterLab: replay, switchboard and live run show what their traces hold.

The notebook is the kit's own, on the embedded model; the test adds a last cell that saves the traces, so that what
the page shows can be compared with what happened.
"""

import re
from types import SimpleNamespace

import nbformat
import pytest
from browsers import Watched
from labs import TIMEOUT, command, lab, open_notebook, run_all
from nbformat.v4 import new_code_cell

from ragkit.course.notebooks import FOLDER
from ragkit.runs.trace_file import load

NAME = "11_adaptive.ipynb"
KEEP = """from ragkit.runs.trace_file import save
save(longest, "longest.json")
for number, trace in enumerate(board.runs.values(), start=1):
    save(trace, f"board{number}.json")
if live.trace:
    save(live.trace, "live.json")"""
MODEL = 10 * TIMEOUT
"""The model may have to be loaded and to think, twice as long beside another job."""

LAST = """() => {
  const book = window.jupyterapp.shell.currentWidget.content;
  book.activeCellIndex = book.widgets.length - 1;
}"""


@pytest.fixture(scope="module")
def root(alone, tmp_path_factory):
    """A folder laid out as the kit's, with the notebook and one more cell."""
    root = tmp_path_factory.mktemp("kit")
    (root / "corpora").symlink_to(FOLDER.parent / "corpora", target_is_directory=True)
    (root / "notebooks").mkdir()
    book = nbformat.read(FOLDER / NAME, as_version=4)
    book.cells.append(new_code_cell(KEEP))
    nbformat.write(book, root / "notebooks" / NAME)
    return root


@pytest.fixture(scope="module")
def page(root, browser, kernels):
    """The notebook, run to its end."""
    with lab(root) as address:
        watched = Watched(browser, offline=False)
        open_notebook(watched.page, address, f"notebooks/{NAME}")
        watched.page.set_default_timeout(MODEL)
        assert run_all(watched.page) == []
        watched.page.set_default_timeout(2 * TIMEOUT)
        yield watched.page
        assert watched.beyond == [] and watched.dialogs == []
        watched.context.close()


@pytest.fixture
def saved(page, root):
    """The traces behind what is shown, as they are now."""

    def load_all():
        page.evaluate(LAST)
        command(page, "notebook:run-cell")
        folder = root / "notebooks"
        board = [load(file) for file in sorted(folder.glob("board*.json"))]
        live = load(folder / "live.json") if (folder / "live.json").exists() else None
        return SimpleNamespace(longest=load(folder / "longest.json"), board=board, live=live)

    return load_all


def output(page, source):
    """The output of the cell that ends with this line."""
    cell = page.locator(".jp-CodeCell").filter(has=page.locator(".jp-InputArea", has_text=source)).last
    return cell.locator(".jp-Cell-outputArea")


def plain(text):
    return re.sub(r"\s+", " ", text)


def test_the_replay_shows_every_step_of_the_run_its_rule_and_its_place_on_the_map(page, saved):
    trace, shown = saved().longest, output(page, "Replay(adaptive(), longest)")
    handle = shown.locator(".noUi-handle, .ui-slider-handle").first
    for number, step in enumerate(trace.steps, start=1):
        card = shown.locator(f"section[aria-label='Step {number}']")
        card.wait_for()
        assert f"step {number} of {len(trace.steps)}: {step.node}" in card.inner_text()
        assert step.why in plain(card.inner_text())
        assert f"now at {step.node}" in plain(shown.inner_text())
        assert card.locator("details").count() == len(step.calls)
        handle.press("ArrowRight")


def test_every_claim_of_the_longest_run_is_listed(page, saved):
    shown = plain(output(page, "claims_table(longest)").inner_text())
    assert all(plain(claim.text) in shown for claim in saved().longest.claims)


def test_the_switchboard_sets_a_run_without_its_critics_beside_the_whole_one(page, saved):
    shown = output(page, 'Switchboard(kit, asked["near-miss"])')
    press = shown.get_by_role("button", name="Run")
    press.click()
    shown.locator("th[scope=col]", has_text="as the kit is").wait_for()
    for part in ("critic", "verifier"):
        shown.get_by_label(part, exact=True).uncheck()
    press.click()
    shown.locator("th[scope=col]", has_text="without critic, without verifier").wait_for()
    whole, bare = saved().board
    cells = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in shown.locator("tbody tr").all()
    }
    for number, trace in enumerate((whole, bare)):
        assert trace.answer in cells["answer"][number]
        assert all(f"{at}. {node}" in cells["route"][number] for at, node in enumerate(trace.route, start=1))
    assert not {"context_critic", "verify"} & set(bare.route)
    assert cells["route"][1].startswith("≠")


def test_a_live_run_draws_its_nodes_and_a_citation_opens_its_passage(page, saved):
    shown = output(page, "Live(kit)")
    question = "Why does Dijkstra's algorithm fail on negative edges?"
    shown.get_by_label("question", exact=True).fill(question)
    shown.get_by_role("button", name="Ask").click()
    shown.get_by_text("Done.", exact=True).wait_for()
    trace = saved().live
    assert trace.question == question and plain(trace.answer) in plain(shown.inner_text())
    assert all(node in shown.locator("svg").first.text_content() for node in trace.route)
    citation = shown.locator(".rk-cite > summary").first
    passage = shown.locator(".rk-cite > div").first
    assert citation.inner_text() in trace.answer and not passage.is_visible()
    citation.focus()
    page.keyboard.press("Enter")
    assert passage.is_visible() and passage.locator("mark").first.inner_text()


def test_stop_ends_a_live_run_without_an_answer_and_says_so(page, saved):
    shown = output(page, "Live(kit)")
    question = "How does the lab's checker count the comparisons of a merge, run by run?"
    shown.get_by_label("question", exact=True).fill(question)
    shown.get_by_role("button", name="Ask").click()
    shown.get_by_text("Running", exact=False).wait_for()
    shown.get_by_role("button", name="Stop").click()
    shown.get_by_text("Ended without an answer.", exact=True).wait_for()
    trace = saved().live
    assert "stopped" in trace.failed and not trace.answer
