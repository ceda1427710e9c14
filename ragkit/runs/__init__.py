"""Runs that are kept: as a file, and as a thread that goes on after the process ended."""

from ragkit.runs.trace_file import load, load_all, packed, save

__all__ = [
    "load",
    "load_all",
    "packed",
    "save",
]
