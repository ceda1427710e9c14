"""The README's pictures: a real run on the embedded model, in JupyterLab, in Chrome or Chromium.

python docs/screenshots.py [--width 1280] [--dark] [--to docs/images]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))  # where the tests keep what drives a browser and a lab

from browsers import Watched, running  # noqa: E402
from labs import lab, open_notebook, run_all  # noqa: E402

QUESTION = "When was the two-stack method published that Wayfinder's islands command relies on?"
BEGIN = f"""from pathlib import Path
from ragkit import Kit, run
from ragkit.graphs import adaptive
from ragkit.widgets import Replay, Switchboard, answer_card, route_map
kit = Kit.open({str(ROOT / "corpora" / "algorithms")!r}, web="recorded", memory=False, quiet=True)
trace = run(adaptive(), {QUESTION!r}, kit)"""
ANSWER = "display(answer_card(trace), route_map(adaptive(), trace, compact=True))"
REPLAY = """replay = Replay(adaptive(), trace)
replay.slider.value = trace.route.index("context_critic") + 1
replay"""
BOARD = """near = "Which programming language is the Wayfinder library written in?"
board = Switchboard(kit, near)
board.run(); board.background.wait()
board.switches.parts["critic"].value = board.switches.parts["verifier"].value = False
board.run(); board.background.wait()
board"""
COSTS = f"""from ragkit.report.systems_table import GROWN
from ragkit.report.report import read_results
from ragkit.widgets import WrongCosts
_, rows = read_results(Path({str(ROOT / "benchmarks" / "results" / "ablation")!r}))
WrongCosts([row for row in rows if row.system in GROWN])"""
PICTURES = {"answer": 1, "replay": 2, "switchboard": 3, "wrong_costs": 4}
"""Which cell's output is which picture."""


def main() -> None:
    """Run the notebook in JupyterLab, and write each picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "images")
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        lab(Path(folder)) as address,
        running() as browser,
    ):
        cells = [new_code_cell(source) for source in (BEGIN, ANSWER, REPLAY, BOARD, COSTS)]
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(
            new_notebook(cells=cells, metadata={"kernelspec": kernel}),
            Path(folder, "pictures.ipynb"),
        )
        shown = Watched(browser, chosen.width, chosen.dark, offline=False)
        open_notebook(shown.page, address, "pictures.ipynb")
        if chosen.dark:
            theme = {"theme": "JupyterLab Dark"}
            shown.page.evaluate(
                "chosen => window.jupyterapp.commands.execute('apputils:change-theme', chosen)",
                theme,
            )
        shown.page.set_default_timeout(600_000)  # the model may have to be loaded, and to think
        if wrong := run_all(shown.page):
            sys.exit("\n".join(wrong))
        shown.page.wait_for_timeout(1000)
        shown.page.set_viewport_size({"width": chosen.width, "height": 4000})
        for name, cell in PICTURES.items():
            output = shown.page.locator(".jp-CodeCell").nth(cell).locator(".jp-Cell-outputArea")
            output.screenshot(path=chosen.to / f"{name}.png")


if __name__ == "__main__":
    main()
