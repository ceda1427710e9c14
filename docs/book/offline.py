"""A Sphinx extension: a page fetches nothing from the web.

Formulas become MathML, which browsers draw without a script; Sphinx would fetch MathJax. The
scripts of Thebe, which runs cells on a server of the web, are left out.
"""

from docutils.nodes import SkipNode
from latex2mathml.converter import convert


def setup(app):
    """Offer the renderer to Sphinx under the name `mathml`, and connect the rest."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.connect("html-page-context", without_thebe, priority=999)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def inline(writer, node):
    """Write a formula within a sentence."""
    writer.body.append(convert(node.astext(), display="inline"))
    raise SkipNode


def block(writer, node):
    """Write a formula on a line of its own."""
    formula = convert(node.astext(), display="block")
    writer.body.append(f"<div class='math'>{formula}</div>")
    raise SkipNode


def without_thebe(app, page, template, context, doctree):
    """Leave the scripts of Thebe out of a page."""
    kept = []
    for script in context["script_files"]:
        is_thebe = "thebe" in f"{script.filename} {script.attributes}".lower()
        if not is_thebe:
            kept.append(script)
    context["script_files"] = kept
