"""The marker: where a prompt stops being the writer's and begins to be the critic's.

The adapter's weights apply from the marker on. Everything before it is the evidence prefix, whose
keys and values the writer and every judge share.
"""

from __future__ import annotations

# The serving side has the same two constants; one of the two places is to go when both are merged.
MARKER = "<|file_sep|>"
"""The token that switches the adapter on.

Qwen2.5 has it in its vocabulary (151664) for repositories of code, and the kit never writes it.
"""
INVOCATION = MARKER + MARKER
"""What a taught judge writes before its question.

The marker is written twice, because llama.cpp is off by one: it computes the token before the last
marker with the adapter as well, and keeps that in its cache. So the token that is spoilt is a
marker, and not the last one of the evidence.
"""
