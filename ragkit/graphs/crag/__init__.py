"""Corrective RAG: its wiring and its policy."""
