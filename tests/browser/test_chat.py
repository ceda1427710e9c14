"""In JupyterLab a chat is asked by keyboard, stopped, branched, killed with its kernel, and gone on with."""

import os
import signal

import nbformat
import pytest
from browsers import Watched
from labs import lab, open_notebook, run_all
from nbformat.v4 import new_code_cell, new_notebook

SETUP = """import os, sys
sys.path.insert(0, {tests!r})
from contextlib import ExitStack
from pathlib import Path
import trickle
from chats import chat_kit, chatting
from ragkit.widgets import Chat
trickle.WRITING = 0.4
Path('pid').write_text(str(os.getpid()))
opened = ExitStack()
kit, server = opened.enter_context(chat_kit(Path('index')))"""
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


@pytest.fixture
def folder(alone, tmp_path, request):
    setup = SETUP.format(tests=str(request.config.rootpath / "tests"))
    cells = [new_code_cell(setup), new_code_cell("Chat(kit, chatting)")]
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": KERNEL}), tmp_path / "chat.ipynb")
    return tmp_path


def opened(browser, address, width=1280):
    """The page, and the area in which the chat is."""
    watched = Watched(browser, width=width, offline=False)
    open_notebook(watched.page, address, "chat.ipynb")
    assert run_all(watched.page) == []
    area = watched.page.locator(".jp-CodeCell").last.locator(".jp-Cell-outputArea")
    area.get_by_role("textbox", name="question").first.wait_for()
    return watched, area


def ask(area, question):
    box = area.get_by_role("textbox", name="question").first
    box.fill(question)
    box.press("Enter")


def writes(area):
    """Wait until the node at work is the one that writes."""
    area.locator("[aria-current=step]", has_text="generate").wait_for()


def press(area, name):
    """Press a button by the keyboard."""
    button = area.get_by_role("button", name=name, exact=True)
    button.focus()
    button.press("Enter")


def test_a_chat_by_keyboard_with_a_stop_a_branch_a_kill_and_a_resume(folder, browser, kernels):
    with lab(folder) as address:
        watched, area = opened(browser, address)
        ask(area, "When do owls hunt mice?")
        area.locator(".rk-answer", has_text="Owls hunt").first.wait_for()
        area.get_by_text("Answered.").wait_for()
        citation = area.locator(".rk-cite > summary").first
        citation.focus()
        citation.press("Enter")
        assert area.locator("mark", has_text="owls hunt mice at night").first.is_visible()
        ask(area, "Do they sleep?")
        writes(area)
        press(area, "Stop")
        area.get_by_text("Stopped.").wait_for()
        press(area, "Branch from a turn")
        area.get_by_role("combobox", name="change").select_option("a setting")
        area.get_by_role("textbox", name="value").fill("1")
        press(area, "Ask again, changed")
        area.get_by_text("(changed: k = 1)").wait_for()
        ask(area, "Where do they nest?")
        writes(area)
        os.kill(int((folder / "pid").read_text()), signal.SIGKILL)
        watched.context.close()
        again, area = opened(browser, address, width=560)
        press(area, "Threads")
        press(area, "Open")
        area.get_by_text("has not ended").first.wait_for()
        press(area, "Resume")
        area.get_by_text("Answered.").wait_for()
        numbers = [text.partition(".")[0] for text in area.locator(".rk-asked").all_inner_texts()]
        assert numbers == ["1", "3", "4"]
        assert again.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
        assert watched.errors == again.errors == []
        again.context.close()
