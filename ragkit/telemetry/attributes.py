"""What a span says of a run, a step or a model call: names and numbers, and text only if asked.

The names are those of OpenTelemetry's conventions for generative AI, and `ragkit.` for what these
lack. A text of a question, a document, a prompt or a reply is in no attribute unless `Origin.text`
says so; the words of a policy's rule are the kit's own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ragkit.model.meter import Call
from ragkit.state import Grade, Passage
from ragkit.steps import Step, Trace
from ragkit.text.redact import without_secrets

Attributes = dict[str, str | int | float | bool]
OPERATION = "gen_ai.operation.name"
SEARCHED = "rankings"
"""A node that wrote this field has searched."""
LABELS = ("yes", "no")
"""The first tokens of a judge's reply, whose odds are sent."""


@dataclass(frozen=True)
class Origin:
    """What a trace does not say of its run, and whether its texts are sent."""

    provider: str = ""
    model: str = ""
    """Empty where it is not known which model made a call."""
    text: bool = False
    secrets: tuple[str, ...] = ()
    """What becomes `[removed]` in texts that are sent."""

    def clean(self, text: str) -> str:
        return without_secrets(text, secrets=self.secrets)


def of_run(trace: Trace, origin: Origin) -> Attributes:
    """Of a run: how it ended, and what it took."""
    found: Attributes = {
        OPERATION: "invoke_workflow",
        "ragkit.outcome": outcome(trace),
        "ragkit.calls": trace.usage.calls,
        "ragkit.retries": trace.retries,
        "ragkit.passages": len(trace.passages),
        "ragkit.asked_web": trace.asked_web,
    }
    if trace.system:
        found["gen_ai.workflow.name"] = trace.system
    if origin.text:
        found |= _messages(trace.question, trace.answer, origin)
        found["gen_ai.retrieval.documents"] = _documents(trace.passages, origin)
        found["ragkit.notes"] = origin.clean("\n".join(trace.notes))
    return found


def outcome(trace: Trace) -> str:
    """How a run ended: `answered`, `refused` or `failed`."""
    if trace.failed:
        return "failed"
    return "refused" if trace.refused else "answered"


def of_step(step: Step, origin: Origin) -> Attributes:
    """Of a node: the rule that fired after it, its numbers, and what it found if it searched."""
    found: Attributes = {"ragkit.node": step.node}
    if step.rule is not None:
        found["ragkit.rule.when"] = step.rule.when
        found["ragkit.rule.do"] = step.rule.do
        found["ragkit.rule.why"] = step.rule.why
    for name in ("risk", "fit"):
        value = step.wrote.get(name)
        if isinstance(value, float):
            found[f"ragkit.{name}"] = value
    grades = step.wrote.get("grades")
    if isinstance(grades, list) and grades:
        found |= _of_grade(grades[-1])
    passages = step.wrote.get("passages")
    if isinstance(passages, list):
        found["ragkit.passages"] = len(passages)
    if SEARCHED in step.wrote:
        found[OPERATION] = "retrieval"
        if origin.text:
            found["gen_ai.retrieval.documents"] = _documents(passages or (), origin)
    return found


def of_call(call: Call, origin: Origin) -> Attributes:
    """Of a model call: its tokens, and the odds of yes and no where a judge asked for them."""
    found: Attributes = {
        OPERATION: "chat",
        "gen_ai.usage.input_tokens": call.usage.prompt,
        "gen_ai.usage.cache_read.input_tokens": call.usage.reused,
        "gen_ai.usage.output_tokens": call.usage.generated,
        "ragkit.from_disk": bool(call.usage.cached),
    }
    if origin.provider:
        found["gen_ai.provider.name"] = origin.provider
    if origin.model:
        found["gen_ai.request.model"] = origin.model
    for label, odds in label_odds(call.top).items():
        found[f"ragkit.odds.{label}"] = odds
    if origin.text:
        found |= _messages(call.prompt, call.reply, origin)
    return found


def label_odds(top: Mapping[str, float]) -> dict[str, float]:
    """The probabilities of yes and no among the likeliest first tokens; no other token is kept.

    >>> label_odds({"Yes": 0.5, " yes": 0.25, "No": 0.125, "Owls": 0.1})
    {'yes': 0.75, 'no': 0.125}
    """
    found: dict[str, float] = {}
    for token, probability in top.items():
        label = token.strip().casefold()
        if label in LABELS:
            found[label] = found.get(label, 0.0) + probability
    return found


def _of_grade(grade: object) -> Attributes:
    """The scores of a critic's judgement, those that it could give."""
    found: Attributes = {}
    if isinstance(grade, Grade):
        for name in ("relevance", "sufficiency", "answerability"):
            score = getattr(grade, name)
            if score is not None:
                found[f"ragkit.{name}"] = score
    return found


def _messages(asked: str, replied: str, origin: Origin) -> Attributes:
    """What was asked and replied, as the conventions write messages."""
    return {
        "gen_ai.input.messages": _message("user", origin.clean(asked)),
        "gen_ai.output.messages": _message("assistant", origin.clean(replied)),
    }


def _message(role: str, text: str) -> str:
    part = {"type": "text", "content": text}
    return json.dumps([{"role": role, "parts": [part]}])


def _documents(passages: object, origin: Origin) -> str:
    """The passages, best first: where each is, its score and its text."""
    rows = []
    for passage in passages if isinstance(passages, list | tuple) else ():
        if isinstance(passage, Passage):
            place = origin.clean(passage.place)
            content = origin.clean(passage.text)
            rows.append({"id": place, "score": passage.score, "content": content})
    return json.dumps(rows)
