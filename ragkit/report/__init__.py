"""Reports of experiments: tables, pictures, one Markdown text and one HTML page."""

from ragkit.report.failures import read_failures, summary, write_failures
from ragkit.report.gate import gate_markdown, missing_markdown
from ragkit.report.live_study import study
from ragkit.report.report import STYLE, page, write_report
from ragkit.report.review import write_review
from ragkit.report.study import advice, keep
from ragkit.report.tables import Table

__all__ = [
    "STYLE",
    "Table",
    "advice",
    "gate_markdown",
    "keep",
    "missing_markdown",
    "page",
    "read_failures",
    "study",
    "summary",
    "write_failures",
    "write_report",
    "write_review",
]
