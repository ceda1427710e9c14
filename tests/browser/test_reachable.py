"""What can be operated has a name for a screen reader and is reached by keyboard; what is shown says what it is."""

import re

import nbformat
import pytest
from browsers import Watched
from labs import lab, open_notebook, run_all
from nbformat.v4 import new_code_cell, new_notebook
from samples import hostile

from ragkit.runs.trace_file import save as save_trace

SETUP = """import sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from fakes import OWL, model, small_kit
from ragkit.evaluate.golden.drafting import Drafted
from ragkit.evaluate.golden.questions import Question
from ragkit.graphs import adaptive
from ragkit.runs.trace_file import load
from ragkit.widgets import *
trace, kit = load('run.json'), small_kit(Path('index'), model())
draft = Drafted(Question('d', 'When do owls hunt?', 'factual', 'At night.', (('night',),), (), 'easy'), OWL)"""
OPERATED = {
    "Live": ("Live(kit, 'Who hunts?')", {'textbox "question"', 'button "Ask"'}),
    "Chat": (
        "Chat(kit, 'hybrid', 'chats.db')",
        {'textbox "question"', 'button "Ask"', 'button "Threads"', 'button "Branch from a turn"'},
    ),
    "Switchboard": (
        "Switchboard(kit, 'Who hunts?')",
        {'checkbox "critic"', 'button "thresholds, judge, provider"', 'button "Run"'},
    ),
    "Replay": ("Replay(adaptive(), trace)", {'spinbutton "step"', 'button "play"'}),
    "Dashboard": ("Dashboard([trace])", {'combobox "visited"', 'combobox "outcome"', 'textbox "question"'}),
    "Review": ("Review([draft])", {'textbox "question"', 'textbox "answer"', 'checkbox "keep"', 'button "Save"'}),
    "predict": (
        "guess = predict('Who hunts?', ['owls', 'bats'], rows=['by day', 'by night'])",
        {'combobox "by day"', 'combobox "by night"'},
    ),
    "predict a route": (
        "guess = predict('Which way?', sequence=['plan', 'hop'])",
        {'button "hop"', 'button "take back"'},
    ),
    "predict in words": ("guess = predict('Why?')", {'textbox "your prediction"'}),
}
"""Each widget, and some of what a screen reader finds in it."""
NAMELESS = re.compile(r"^\s*- ((?:button|checkbox|combobox|textbox|spinbutton)\b(?! \"\w).*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def shown(alone, tmp_path_factory, browser, kernels, request):
    """A notebook with every widget that can be operated, open in JupyterLab and run."""
    root = tmp_path_factory.mktemp("reachable")
    save_trace(hostile("nothing"), root / "run.json")
    setup = SETUP.format(tests=str(request.config.rootpath / "tests"))
    cells = [new_code_cell(source) for source in (setup, *(source for source, _ in OPERATED.values()))]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), root / "widgets.ipynb")
    with lab(root) as address:
        watched = Watched(browser, offline=False)
        open_notebook(watched.page, address, "widgets.ipynb")
        assert run_all(watched.page) == []
        watched.page.wait_for_timeout(1000)
        yield watched.page
        watched.context.close()


def output(page, name):
    return page.locator(".jp-CodeCell").nth(1 + list(OPERATED).index(name)).locator(".jp-Cell-outputArea")


@pytest.mark.parametrize("name", OPERATED)
def test_a_screen_reader_finds_every_control_by_its_name(shown, name):
    heard = output(shown, name).aria_snapshot()
    assert all(control in heard for control in OPERATED[name][1]), heard
    assert NAMELESS.findall(heard) == [], heard
    assert heard.count("- slider") <= heard.count('- spinbutton "'), heard  # each has a field of a name beside it


@pytest.mark.parametrize("name", OPERATED)
def test_every_control_is_reached_by_the_tab_key_and_let_go_of(shown, name):
    """From the first control on, Tab visits every one that is not disabled, and then leaves the widget."""
    area = output(shown, name)
    controls = area.locator(":is(input, select, textarea, button):visible:not([disabled])")
    wanted = controls.count()
    controls.first.focus()
    seen = set()
    for _ in range(3 * wanted + 10):
        inside = area.evaluate("area => area.contains(document.activeElement)")
        if not inside:
            break
        seen.add(shown.evaluate("() => [...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        shown.keyboard.press("Tab")
    assert not inside and len(seen) >= wanted
