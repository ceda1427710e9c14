"""A real JupyterLab or Notebook 7 on loopback, for tests that drive it in a browser."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

TIMEOUT = 120_000  # milliseconds: a busy machine starts a kernel in tens of seconds
SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {
        "fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True,
    },
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
}  # fmt: skip
"""No pop-ups about news, and every cell is in the page, also those that are not in view."""
APPS = {"jupyterlab": ("LabApp", "lab/tree"), "notebook": ("JupyterNotebookApp", "notebooks")}
"""Each program's name in its options, and where it shows a notebook."""
READY = """() => {
  const open = window.jupyterapp?.shell?.currentWidget;
  return open?.context?.isReady && open?.sessionContext?.session?.kernel?.connectionStatus === 'connected';
}"""
COMMAND = """name => {
  window.ended = null;
  window.jupyterapp.commands.execute(name).then(() => { window.ended = 'ok' }, e => { window.ended = `${e}` });
}"""
"""The promise is not awaited in here: `evaluate` would hold up the messages that it waits for."""
ERRORS = """() => window.jupyterapp.shell.currentWidget.model.sharedModel.cells
  .flatMap(cell => cell.outputs ?? []).filter(one => one.output_type === 'error')
  .map(one => `${one.ename}: ${one.evalue}`)"""
"""Read from the notebook itself: how an error is marked in the page changes from one version to the next."""


@contextmanager
def lab(root: Path, app: str = "jupyterlab") -> Iterator[str]:
    """JupyterLab or Notebook 7 on a folder, with settings and state of its own; the address of its notebooks."""
    own, port, (options_of, tree) = root / f".{app}", _free_port(), APPS[app]
    for name, chosen in SETTINGS.items():
        file = own / "settings" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(chosen))
    places = {"CONFIG_DIR": "config", "RUNTIME_DIR": "run", "DATA_DIR": "data"}
    variables = {f"JUPYTER_{name}": str(own / folder) for name, folder in places.items()}
    variables |= {"JUPYTERLAB_SETTINGS_DIR": str(own / "settings"), "JUPYTERLAB_WORKSPACES_DIR": str(own / "spaces")}
    options = [
        "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0", "--IdentityProvider.token=token", f"--ServerApp.root_dir={root}",
        f"--{options_of}.expose_app_in_browser=True",
    ]  # fmt: skip
    with (root / "lab.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", app, *options], env=os.environ | variables, stdout=log, stderr=log
        )
    try:
        _wait(f"http://127.0.0.1:{port}/api/status?token=token", server, root / "lab.log")
        yield f"http://127.0.0.1:{port}/{tree}"
    finally:
        server.terminate()
        # On a busy machine it may take longer to end its kernels, which is not what is tested.
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def open_notebook(page: Page, address: str, name: str) -> None:
    """Open a notebook and wait until its kernel listens."""
    page.set_default_timeout(TIMEOUT)
    page.goto(f"{address}/{name}?token=token")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.wait_for_function(READY)


def run_all(page: Page) -> list[str]:
    """Run all cells to their end, and return what went wrong in them."""
    command(page, "notebook:run-all-cells")
    return page.evaluate(ERRORS)


def save(page: Page) -> None:
    """Write the notebook with its outputs and the state of its widgets."""
    command(page, "docmanager:save")


def command(page: Page, name: str) -> None:
    """Run a command of JupyterLab to its end."""
    page.evaluate(COMMAND, name)
    page.wait_for_function("() => window.ended !== null")
    assert page.evaluate("window.ended") == "ok"


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the server did not start; its log:\n{log.read_text()[-2000:]}")
