"""Reports of experiments: tables, pictures, one Markdown text and one HTML page."""

from ragkit.report.failures import read_failures, summary, write_failures
from ragkit.report.gate import gate_markdown, missing_markdown
from ragkit.report.report import write_report

__all__ = [
    "gate_markdown",
    "missing_markdown",
    "read_failures",
    "summary",
    "write_failures",
    "write_report",
]
