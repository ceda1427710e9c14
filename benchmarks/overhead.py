"""What checking costs: the whole adaptive graph against the naive graph on the same passages, as
ratios in one run.

    python -m benchmarks.overhead [QUESTIONS]

Both answer the same questions from the same passages in turn, at about 600 and about 2,000 tokens
of evidence. No reply comes from disk, and nothing that one run left in the server's prefix cache
serves another: each run's passages bear a mark of their own. With the prefix not shared, every
single call bears its own mark. Runs that were not answered at the first pass are reported apart.
The last line gives the ratios.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from langchain_core.messages import SystemMessage
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from tqdm.auto import tqdm

import ragkit.model.briefing
from ragkit import Kit, Trace, run
from ragkit.evaluate.golden.questions import load_questions
from ragkit.graphs import adaptive, naive
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.settings import Depth
from ragkit.state import Passage

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
CORPUS = ROOT / "corpora" / "algorithms"
SIZES, PASSAGES = (600, 2000), 3
"""Tokens of evidence, about, and in how many passages."""
LETTERS = 4
"""Letters of a token, about."""
SHOWN = ("token_ratio", "wall_ratio", "claim_share")
"""What the last line shows; shares are of a naive answer's prompt tokens."""
MARK = count(1)


@dataclass(frozen=True)
class Fixed:
    """A retriever that finds what it was given, whoever asks."""

    passages: Sequence[Passage]
    sparse: Any = None
    embed: Any = None

    @property
    def dense(self) -> Fixed:
        return self

    def search(self, query: str, k: int) -> list[Passage]:
        return list(self.passages[:k])

    def hybrid(
        self, query: str, depth: Depth, parts: Sequence[str] = ()
    ) -> dict[str, list[Passage]]:
        return {"fused": list(self.passages[: depth.final])}


@dataclass
class Ledger:
    """Tokens and seconds of many runs."""

    tokens: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    nodes: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    claims: list[tuple[float, float]] = field(default_factory=list)
    other: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, trace: Trace) -> None:
        self.tokens[name].append(trace.usage.evaluated)
        self.seconds[name].append(trace.seconds)

    def add_nodes(self, trace: Trace) -> None:
        for step in trace.steps:
            use = step.usage
            self.nodes[step.node].update(
                runs=1,
                calls=use.calls,
                evaluated=use.evaluated,
                reused=use.reused,
                generated=use.generated,
                milliseconds=round(1000 * step.seconds),
            )


def evidence(kit: Kit, question: str, size: int) -> list[Passage]:
    """Three passages for a question, about `size` tokens together: each goes on as its document
    does."""
    places = {passage.id: at for at, passage in enumerate(kit.corpus.passages)}
    found = kit.retriever.hybrid(
        question, Depth(PASSAGES, PASSAGES, PASSAGES, rerank=False, retries=0)
    )["fused"]
    return [replace(p, text=_grown(kit, places[p.id], LETTERS * size // PASSAGES)) for p in found]


def _grown(kit: Kit, at: int, letters: int) -> str:
    """A passage and what follows it in the corpus, cut at a word; the passage itself is never
    cut."""
    around = kit.corpus.passages[at:] + kit.corpus.passages[:at]
    text, *rest = (passage.text for passage in around)
    while rest and len(text) < letters:
        text += f"\n{rest.pop(0)}"
    end = max(letters, len(around[0].text))
    return text if len(text) <= end else text[:end].rsplit(maxsplit=1)[0]


def marked(kit: Kit, passages: Sequence[Passage]) -> Kit:
    """The kit with these passages as all that it finds, under a mark that no earlier prompt
    bore."""
    mark = f"copy {next(MARK)}"
    shown = [replace(p, source=f"{mark}, {p.source}") for p in passages]
    return replace(kit, retriever=Fixed(shown, kit.retriever.sparse))


def pair(kit: Kit, question: str, passages: Sequence[Passage], ledger: Ledger, first: bool) -> None:
    """Both graphs on a question, in either order; what was not answered at the first pass is
    counted apart."""
    work = {"naive": naive, "adaptive": adaptive}
    traces = {
        name: run(work[name](), question, marked(kit, passages))
        for name in sorted(work, reverse=first)
    }
    if (
        traces["adaptive"].route.count("plan") > 1
        or traces["adaptive"].refused
        or traces["adaptive"].failed
    ):
        ledger.other["retried or refused"] += 1
        return
    for name, trace in traces.items():
        ledger.add(name, trace)
    ledger.add_nodes(traces["adaptive"])
    claims = [claim.text for claim in traces["adaptive"].claims]
    ledger.claims += one_more_claim(kit, question, passages, claims, traces["naive"])


def one_more_claim(
    kit: Kit, question: str, passages: Sequence[Passage], claims: Sequence[str], naive_run: Trace
) -> list[tuple[float, float]]:
    """The shares of a naive answer's tokens and of its seconds that judging each of the claims
    costs, after others."""
    shown = marked(kit, passages)
    run(_judging("The passages are in English."), question, shown)  # reads the evidence
    more = [run(_judging(claim), question, shown) for claim in claims]
    return [
        (one.usage.evaluated / naive_run.usage.evaluated, one.seconds / naive_run.seconds)
        for one in more
    ]


def _judging(claim: str) -> StateGraph[Any, Any, Any, Any]:
    """A graph that judges one claim and does nothing else."""

    def judge(state: AdaptiveState, runtime: Runtime[Kit]) -> dict[str, Any]:
        kit = runtime.context
        odds, why = kit.claim_judge.supports(state.question, kit.retriever.search("", 3), [claim])
        return {"notes": [why] if why else []}

    return (
        StateGraph(AdaptiveState, context_schema=Kit)
        .add_node(judge)
        .add_edge(START, "judge")
        .add_edge("judge", END)
    )


def nothing_shared() -> Any:
    """Every call begins with a mark of its own, so that no work is reused."""
    return patch.object(
        ragkit.model.briefing, "SystemMessage", lambda text: SystemMessage(f"{next(MARK)}. {text}")
    )


def measure(kit: Kit, questions: Sequence[str], size: int, shared: bool) -> dict[str, Any]:
    ledger = Ledger()
    for at, question in enumerate(
        tqdm(questions, desc=f"{size} tokens, {'shared' if shared else 'not shared'}")
    ):
        with nullcontext() if shared else nothing_shared():
            pair(kit, question, evidence(kit, question, size), ledger, first=bool(at % 2))
    return summary(ledger)


def summary(ledger: Ledger) -> dict[str, Any]:
    """Ratios as medians over pairs and of every pair, and the mean cost of each node of the
    adaptive graph."""
    ratios = {
        what: sorted(
            round(a / n, 3) for a, n in zip(values["adaptive"], values["naive"], strict=True)
        )
        for what, values in (("token_ratio", ledger.tokens), ("wall_ratio", ledger.seconds))
    }
    tokens, seconds = zip(*ledger.claims, strict=True)
    nodes = {
        node: {what: round(total / row["runs"], 1) for what, total in row.items() if what != "runs"}
        for node, row in ledger.nodes.items()
    }
    naive_cost = {
        "evaluated": median(ledger.tokens["naive"]),
        "seconds": median(ledger.seconds["naive"]),
    }
    return {
        "pairs": len(ledger.tokens["naive"]),
        **{what: median(each) for what, each in ratios.items()},
        "claims": len(ledger.claims),
        "claim_share": median(tokens),
        "claim_seconds": median(seconds),
        "every": ratios,
        "naive": naive_cost,
        "nodes": nodes,
        "apart": dict(ledger.other),
    }


def main() -> None:
    how_many = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    kit = Kit.open(CORPUS, quiet=True, reuse_replies=False, memory=False, max_tokens=100)
    factual = load_questions(CORPUS / "questions.jsonl", "factual")
    shuffled = sorted(factual, key=lambda question: sha256(question.id.encode()).digest())
    questions = [question.question for question in shuffled][:how_many]
    plan = [(f"{size}", questions, size, True) for size in SIZES]
    results: dict[str, Any] = {}
    for name, asked, size, shared in [
        *plan,
        ("600 not shared", questions[: max(2, how_many // 8)], 600, False),
    ]:
        results[name] = measure(kit, asked, size, shared)
        (RESULTS / "overhead.json").write_text(json.dumps(results, indent=1) + "\n")  # so far
        print(f"{name} tokens: {json.dumps(results[name], indent=1)}", flush=True)
    for shown in (("claim_seconds",), SHOWN):
        print(
            " ".join(
                f"{what}_{size}={results[str(size)][what]:.3f}" for size in SIZES for what in shown
            )
        )


if __name__ == "__main__":
    main()
