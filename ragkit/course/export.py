"""An executed notebook as one self-contained HTML page, which opens without a network.

nbconvert's own page loads require.js, MathJax and a widget manager from the web, and shows no
plotly figure. Here figures become plain HTML, plotly's script is in the page once, and every remote
script is removed. An ipywidget needs a kernel; instead of a widget of the kit, the page shows the
pictures that were in it when the notebook was saved.
"""

from __future__ import annotations

import copy
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
import plotly.io
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from plotly.offline import get_plotlyjs

from ragkit.course.frame import bar, sheet, title
from ragkit.model.banner import announced, banner
from ragkit.widgets.charts.theme import CLEAR

PLOTLY = "application/vnd.plotly.v1+json"
WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
OURS = "class='rk"
"""The mark of a picture of the kit inside an ipywidget; a progress bar does not have it."""
REMOTE_SCRIPT = re.compile(r"<script[^>]*\bsrc=\"(?:https?:)?//[^>]*>\s*</script>", re.IGNORECASE)
# nbconvert loads MathJax, Mermaid and widgets by inline scripts, which then load from the web.
LOADER = re.compile(
    r"<script(?: type=\"[^\"]*\")?>(?:(?!</script>).)*?https://(?:(?!</script>).)*?</script>",
    re.DOTALL,
)


def to_html(notebook: Path, page: Path) -> Path:
    """Write the executed notebook as one HTML page and return the page's path.

    Where its replies are not those of the kit's own model, the page says so at its top.
    """
    executed = nbformat.read(notebook, as_version=4)
    shown = static(executed)
    shown.metadata["title"] = title(executed)
    exporter = HTMLExporter(
        template_name="lab", exclude_input_prompt=True, exclude_output_prompt=True
    )
    html, _ = exporter.from_notebook_node(shown)
    # nbconvert's scripts are in the head; those in the body are of figures and stay.
    head, start, rest = html.partition("<body")
    head = REMOTE_SCRIPT.sub("", head)
    head = LOADER.sub("", head)
    head = head.replace("</head>", f"{sheet(exporter)}</head>", 1)
    if "plotly-graph-div" in rest:
        script = inline(get_plotlyjs())
        head = head.replace("</head>", f"<script>{script}</script></head>", 1)
    top = bar(executed, date_of(notebook, executed)) + "".join(map(banner, recorded_with(executed)))
    # Behind the tag of the body, which `start` is only the beginning of.
    rest = rest.replace(">", f">{top}", 1)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(head + start + rest, encoding="utf-8")
    return page


def date_of(file: Path, notebook: NotebookNode) -> str:
    """The day on which a notebook was run, or else saved."""
    run = notebook.metadata.get("papermill", {})
    ended = str(run.get("end_time") or "")
    if ended:
        return f"run on {ended[:10]}"
    saved = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return f"saved on {saved.date()}"


def static(notebook: NotebookNode) -> NotebookNode:
    """A copy of the notebook whose outputs are HTML, text or pictures, and need no kernel."""
    notebook = copy.deepcopy(notebook)
    widgets = notebook.metadata.pop("widgets", {})
    state = widgets.get(STATE, {}).get("state", {})
    for cell in notebook.cells:
        if "outputs" in cell:
            outputs = [_static(output, state) for output in cell.outputs]
            cell.outputs = [output for output in outputs if output]
    return notebook


def recorded_with(notebook: NotebookNode) -> list[str]:
    """The different lines with which an executed notebook says whose its replies are."""
    lines = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            lines.append(announced(output))
    return [line for line in dict.fromkeys(lines) if line]


def _static(output: NotebookNode, state: dict[str, Any]) -> NotebookNode | None:
    """The output without what needs a kernel; None when nothing is left to show."""
    data = output.get("data", {})
    widget = data.pop(WIDGET, None)
    # A widget that left an HTML picture beside itself needs no other.
    if widget and set(data) <= {"text/plain"}:
        pictures = _pictures(widget.get("model_id", ""), state)
        # A progress bar, for one, is a widget without a picture.
        if not pictures:
            return None
        data["text/html"] = "".join(pictures)
    figure = data.pop(PLOTLY, None)
    if figure:
        data["text/html"] = _figure(figure)
        return output
    markdown = data.pop("text/markdown", "")
    if markdown:
        data["text/html"] = _markdown(markdown)
    return output


def _pictures(model: str, state: dict[str, Any]) -> list[str]:
    """The pictures of the kit in a saved widget, including those in boxes inside it."""
    fields = state.get(model, {}).get("state", {})
    pictures = []
    if fields.get("_model_name") == "HTMLModel":
        value = fields.get("value", "")
        if OURS in value:
            pictures.append(value)
    for output in fields.get("outputs", ()):
        figure = output.get("data", {}).get(PLOTLY)
        if figure:
            pictures.append(_figure(figure))
    # Without this widget, two boxes that contain each other do not lead to an endless loop.
    others = dict(state)
    others.pop(model, None)
    for child in fields.get("children", ()):
        name = child.removeprefix("IPY_MODEL_")
        pictures += _pictures(name, others)
    return pictures


def _figure(figure: dict[str, object]) -> str:
    """A plotly figure as HTML, without plotly's script; the page's background is its own."""
    wanted = ("data", "layout")
    parts = {key: figure[key] for key in wanted if key in figure}
    plot = plotly.io.from_json(json.dumps(parts), skip_invalid=True)
    plot.update_layout(paper_bgcolor=CLEAR, plot_bgcolor=CLEAR)
    html = plotly.io.to_html(plot, include_plotlyjs=False, full_html=False)
    return str(html)


def _markdown(text: str) -> str:
    """Markdown as HTML, with tags in it shown as text.

    nbconvert would let them through, and a model's answer may contain some from a document.
    """
    renderer = IPythonRenderer(escape=True, allow_harmful_protocols=False)
    return str(MarkdownWithMath(renderer=renderer).render(text))


def inline(script: str) -> str:
    """The script in a form that can be put into a page: nothing in it ends its element."""
    return script.replace("</script", "<\\/script")
