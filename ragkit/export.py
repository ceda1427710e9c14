"""An executed notebook as one self-contained HTML page: it opens with the network unplugged.

nbconvert's own page fetches require.js, MathJax and a widget manager from the web, and shows no plotly figure. Here
figures become plain HTML with plotly's script inside the page, once, and every remote script is left out.
An ipywidget needs a kernel; of one of the kit's, the page shows the pictures that it held when the notebook was saved.
"""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import nbformat
import plotly.io
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from plotly.offline import get_plotlyjs

PLOTLY = "application/vnd.plotly.v1+json"
WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
OURS = "class='rk"
"""What marks a picture of the kit inside an ipywidget: a progress bar does not have it."""
REMOTE_SCRIPT = re.compile(r"<script[^>]*\bsrc=\"(?:https?:)?//[^>]*>\s*</script>", re.IGNORECASE)
# nbconvert's loaders of MathJax, Mermaid and widgets are inline scripts that then fetch from the web.
LOADER = re.compile(
    r"<script(?: type=\"[^\"]*\")?>(?:(?!</script>).)*?https://(?:(?!</script>).)*?</script>", re.DOTALL
)


def to_html(notebook: Path, page: Path) -> Path:
    """Write the executed notebook as one HTML page and return the page's path."""
    shown = static(nbformat.read(notebook, as_version=4))
    body, _ = HTMLExporter(template_name="lab").from_notebook_node(shown)
    head, start, rest = body.partition("<body")  # nbconvert's scripts are in the head, those of figures below it
    head = LOADER.sub("", REMOTE_SCRIPT.sub("", head))
    if "plotly-graph-div" in rest:
        head = head.replace("</head>", f"<script>{inline(get_plotlyjs())}</script></head>", 1)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(head + start + rest, encoding="utf-8")
    return page


def static(notebook: NotebookNode) -> NotebookNode:
    """A copy of the notebook in which every output is HTML, text or a picture; what needs a kernel is left out."""
    notebook = copy.deepcopy(notebook)
    state = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
    for cell in notebook.cells:
        if "outputs" in cell:
            cell.outputs = [shown for output in cell.outputs if (shown := _static(output, state))]
    return notebook


def _static(output: NotebookNode, state: dict[str, Any]) -> NotebookNode | None:
    data = output.get("data", {})
    if (widget := data.pop(WIDGET, None)) and set(data) <= {"text/plain"}:
        if not (pictures := _pictures(widget.get("model_id", ""), state)):
            return None  # a progress bar, or another widget without a picture
        data["text/html"] = "".join(pictures)
    if figure := data.pop(PLOTLY, None):
        data["text/html"] = _figure(figure)
    elif words := data.pop("text/markdown", ""):
        data["text/html"] = _markdown(words)
    return output


def _pictures(model: str, state: dict[str, Any]) -> list[str]:
    """The pictures of the kit in a saved widget, be they in boxes within boxes."""
    kept = state.get(model, {}).get("state", {})
    inside, rest = kept.get("children", ()), {name: one for name, one in state.items() if name != model}
    own = [kept["value"]] if kept.get("_model_name") == "HTMLModel" and OURS in kept.get("value", "") else []
    return own + [picture for child in inside for picture in _pictures(child.removeprefix("IPY_MODEL_"), rest)]


def _figure(figure: dict[str, object]) -> str:
    parts = {key: value for key, value in figure.items() if key in ("data", "layout")}
    return str(
        plotly.io.to_html(
            plotly.io.from_json(json.dumps(parts), skip_invalid=True), include_plotlyjs=False, full_html=False
        )
    )


def _markdown(words: str) -> str:
    """Markdown as HTML: nbconvert would let its tags through, and a model's answer may hold some of a document."""
    return str(MarkdownWithMath(renderer=IPythonRenderer(escape=True, allow_harmful_protocols=False)).render(words))


def inline(script: str) -> str:
    """A script that may stand inside a page: no letters of it end the element that it stands in."""
    return script.replace("</script", "<\\/script")
