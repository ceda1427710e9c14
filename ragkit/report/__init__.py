"""Reports of experiments: tables, pictures, one Markdown text and one HTML page."""

from ragkit.report.failures import read_failures, summary, write_failures
from ragkit.report.report import write_report

__all__ = [
    "read_failures",
    "summary",
    "write_failures",
    "write_report",
]
