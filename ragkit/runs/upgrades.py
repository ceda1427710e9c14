"""Runs that an older kit saved, in the form of today's files.

Each function takes the trace of one schema, as JSON, to the next schema.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _tuple(items: list[Any]) -> dict[str, Any]:
    """A tuple as it is in a file."""
    return {"@type": "tuple", "items": items}


def _with_calls(trace: dict[str, Any]) -> dict[str, Any]:
    """Upgrade schema 0, which had no model calls, no notes, and no reason of a failure."""
    steps = []
    for step in trace["steps"]["items"]:
        steps.append(step | {"calls": _tuple([])})
    return trace | {
        "steps": _tuple(steps),
        "notes": _tuple([]),
        "failed": "",
    }


def _with_reads(trace: dict[str, Any]) -> dict[str, Any]:
    """Upgrade schema 1.

    It had the sum of a prompt's tokens, called the depth of a search its policy, and contained
    neither the fields that a step read nor the name of the system.
    """
    steps = trace["steps"]["items"]
    upgraded = [_step_with_reads(step) for step in steps]
    return trace | {"steps": _tuple(upgraded), "system": ""}


def _step_with_reads(step: dict[str, Any]) -> dict[str, Any]:
    calls = []
    for call in step["calls"]["items"]:
        usage = _evaluated(call["usage"])
        calls.append(call | {"usage": usage})
    wrote = {}
    for name, value in step["wrote"].items():
        wrote["depth" if name == "policy" else name] = value
    if step["node"] == "search_web":
        wrote["asked_web"] = True
    return step | {
        "usage": _evaluated(step["usage"]),
        "calls": _tuple(calls),
        "wrote": wrote,
        "read": None,
    }


def _evaluated(usage: dict[str, Any]) -> dict[str, Any]:
    """The usage with evaluated and reused tokens apart, and `tokens_out` renamed."""
    renamed = ("tokens_in", "tokens_out")
    upgraded = {name: value for name, value in usage.items() if name not in renamed}
    upgraded["evaluated"] = usage["tokens_in"] - usage["reused"]
    upgraded["generated"] = usage["tokens_out"]
    return upgraded


def _with_first_tokens(trace: dict[str, Any]) -> dict[str, Any]:
    """Upgrade schema 2, which did not know when the first token of a reply came."""
    steps = []
    for step in trace["steps"]["items"]:
        calls = []
        for call in step["calls"]["items"]:
            calls.append(call | {"first_token": None})
        steps.append(step | {"calls": _tuple(calls)})
    return trace | {"steps": _tuple(steps)}


def _with_claims_of_corrections(trace: dict[str, Any]) -> dict[str, Any]:
    """Upgrade schema 3, whose gate had no claims of its correction."""
    steps = []
    for step in trace["steps"]["items"]:
        wrote, read = _gate_with_claims(step["wrote"]), _gate_with_claims(step["read"])
        steps.append(step | {"wrote": wrote, "read": read})
    return trace | {"steps": _tuple(steps)}


def _gate_with_claims(fields: dict[str, Any] | None) -> dict[str, Any] | None:
    """The fields of a step, of which `gate` has one more."""
    if not fields or not fields.get("gate"):
        return fields
    return fields | {"gate": fields["gate"] | {"claims": []}}


UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    0: _with_calls,
    1: _with_reads,
    2: _with_first_tokens,
    3: _with_claims_of_corrections,
}
"""By its number, the upgrade of each older schema to the next one."""
