"""Measure what checking costs: the adaptive graph against the naive graph, as ratios.

    python -m benchmarks.overhead [QUESTIONS]

Both answer the same questions from the same passages in turn, at about 600 and about 2,000 tokens
of evidence; the limit of the adaptive graph's evidence is off. No reply comes from disk. The
passages of each run begin with a mark of their own, so that no run can use what another left in the
server's prefix cache. To measure without a shared prefix, every single call begins with a mark of
its own. Runs that were not answered at the first pass are counted apart. The last line gives the
ratios.
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
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.graphs import adaptive, naive
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.settings import DEPTHS, Depth
from ragkit.state import Passage

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
CORPUS = ROOT / "corpora" / "algorithms"
SIZES = (600, 2000)
"""Approximate numbers of tokens of evidence."""
PASSAGES = 3
"""Number of passages of the evidence."""
LETTERS = 4
"""Approximate number of letters of a token."""
SHOWN = ("token_ratio", "wall_ratio", "claim_share")
"""What the last line shows; shares are of a naive answer's prompt tokens."""
MARK = count(1)


@dataclass(frozen=True)
class Fixed:
    """A retriever that finds the same passages for every query."""

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
        tokens = trace.usage.evaluated
        self.tokens[name].append(tokens)
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
    """Three passages for a question, with about `size` tokens together.

    Each is continued with the passages that follow it in the corpus.
    """
    places = {passage.id: at for at, passage in enumerate(kit.corpus.passages)}
    depth = Depth(PASSAGES, PASSAGES, PASSAGES, rerank=False, retries=0)
    rankings = kit.retriever.hybrid(question, depth)
    letters = LETTERS * size // PASSAGES
    continued = []
    for passage in rankings["fused"]:
        text = _grown(kit, places[passage.id], letters)
        continued.append(replace(passage, text=text))
    return continued


def _grown(kit: Kit, at: int, letters: int) -> str:
    """A passage and what follows it in the corpus, cut at a word; the passage itself is not cut."""
    passages = kit.corpus.passages
    first = passages[at].text
    text = first
    for passage in passages[at + 1 :] + passages[:at]:
        if len(text) >= letters:
            break
        text += f"\n{passage.text}"
    end = max(letters, len(first))
    if len(text) <= end:
        return text
    return text[:end].rsplit(maxsplit=1)[0]


def marked(kit: Kit, passages: Sequence[Passage]) -> Kit:
    """The kit with these passages as all that it finds, under a mark that no earlier prompt had."""
    mark = f"copy {next(MARK)}"
    shown = []
    for passage in passages:
        shown.append(replace(passage, source=f"{mark}, {passage.source}"))
    retriever = Fixed(shown, kit.retriever.sparse)
    return replace(kit, retriever=retriever)


def pair(kit: Kit, question: str, passages: Sequence[Passage], ledger: Ledger, first: bool) -> None:
    """Run both graphs on a question; with `first`, naive is the first of them.

    A question that was not answered at the first pass is counted apart.
    """
    work = {"naive": naive, "adaptive": adaptive}
    traces = {}
    for name in sorted(work, reverse=first):
        graph = work[name]()
        traces[name] = run(graph, question, marked(kit, passages))
    checked = traces["adaptive"]
    retried = checked.route.count("plan") > 1
    if retried or checked.refused or checked.failed:
        ledger.other["retried or refused"] += 1
        return
    for name, trace in traces.items():
        ledger.add(name, trace)
    ledger.add_nodes(checked)
    claims = [claim.text for claim in checked.claims]
    ledger.claims += one_more_claim(kit, question, passages, claims, traces["naive"])


def one_more_claim(
    kit: Kit, question: str, passages: Sequence[Passage], claims: Sequence[str], naive_run: Trace
) -> list[tuple[float, float]]:
    """What it costs to judge each of the claims, after others.

    The costs are shares of a naive answer's tokens and of its seconds.
    """
    shown = marked(kit, passages)
    # The first claim makes the server read the evidence.
    run(_judging("The passages are in English."), question, shown)
    shares = []
    for claim in claims:
        trace = run(_judging(claim), question, shown)
        tokens = trace.usage.evaluated / naive_run.usage.evaluated
        seconds = trace.seconds / naive_run.seconds
        shares.append((tokens, seconds))
    return shares


def _judging(claim: str) -> StateGraph[Any, Any, Any, Any]:
    """A graph that judges one claim and does nothing else."""

    def judge(state: AdaptiveState, runtime: Runtime[Kit]) -> dict[str, Any]:
        kit = runtime.context
        evidence = kit.retriever.search("", 3)
        _, note = kit.claim_judge.supports(state.question, evidence, [claim])
        return {"notes": [note] if note else []}

    return (
        StateGraph(AdaptiveState, context_schema=Kit)
        .add_node(judge)
        .add_edge(START, "judge")
        .add_edge("judge", END)
    )


def nothing_shared() -> Any:
    """A context in which every call begins with a mark of its own, so that no work is reused."""

    def marked_message(text: str) -> SystemMessage:
        return SystemMessage(f"{next(MARK)}. {text}")

    return patch.object(ragkit.model.briefing, "SystemMessage", marked_message)


def no_limit() -> Any:
    """A context in which evidence has no limit of tokens, so that both graphs read the same."""
    rows = {name: depth._replace(tokens=None) for name, depth in DEPTHS.items()}
    return patch.dict(DEPTHS, rows)


def measure(kit: Kit, questions: Sequence[str], size: int, shared: bool) -> dict[str, Any]:
    ledger = Ledger()
    progress = tqdm(questions, desc=f"{size} tokens, {'shared' if shared else 'not shared'}")
    for at, question in enumerate(progress):
        with no_limit(), nullcontext() if shared else nothing_shared():
            passages = evidence(kit, question, size)
            pair(kit, question, passages, ledger, first=bool(at % 2))
    return summary(ledger)


def _ratios(values: dict[str, list[float]]) -> list[float]:
    """The ratios of adaptive to naive, in ascending order."""
    ratios = []
    for checked, plain in zip(values["adaptive"], values["naive"], strict=True):
        ratios.append(round(checked / plain, 3))
    return sorted(ratios)


def summary(ledger: Ledger) -> dict[str, Any]:
    """Ratios of every pair and their medians, and the mean cost of each adaptive node."""
    ratios = {
        "token_ratio": _ratios(ledger.tokens),
        "wall_ratio": _ratios(ledger.seconds),
    }
    tokens, seconds = zip(*ledger.claims, strict=True)
    nodes = {}
    for node, totals in ledger.nodes.items():
        runs = totals["runs"]
        means = {name: round(total / runs, 1) for name, total in totals.items() if name != "runs"}
        nodes[node] = means
    naive_cost = {
        "evaluated": median(ledger.tokens["naive"]),
        "seconds": median(ledger.seconds["naive"]),
    }
    return {
        "pairs": len(ledger.tokens["naive"]),
        **{name: median(values) for name, values in ratios.items()},
        "claims": len(ledger.claims),
        "claim_share": median(tokens),
        "claim_seconds": median(seconds),
        "every": ratios,
        "naive": naive_cost,
        "nodes": nodes,
        "apart": dict(ledger.other),
    }


def in_random_order(questions: Sequence[Question]) -> list[str]:
    """The questions, in a random order that never changes."""
    shuffled = sorted(questions, key=lambda question: sha256(question.id.encode()).digest())
    return [question.question for question in shuffled]


def main() -> None:
    how_many = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    kit = Kit.open(
        CORPUS, quiet=True, reuse_replies=False, memory=False, retry=True, max_tokens=100
    )
    factual = load_questions(CORPUS / "questions.jsonl", "factual")
    questions = in_random_order(factual)[:how_many]
    few = questions[: max(2, how_many // 8)]
    plan = [(f"{size}", questions, size, True) for size in SIZES]
    plan.append(("600 not shared", few, 600, False))
    results: dict[str, Any] = {}
    for name, asked, size, shared in plan:
        results[name] = measure(kit, asked, size, shared)
        # The results so far are written each time, in case a later measurement fails.
        text = json.dumps(results, indent=1)
        (RESULTS / "overhead.json").write_text(f"{text}\n")
        print(f"{name} tokens: {json.dumps(results[name], indent=1)}", flush=True)
    for names in (("claim_seconds",), SHOWN):
        pairs = []
        for size in SIZES:
            of_size = results[str(size)]
            pairs += [f"{name}_{size}={of_size[name]:.3f}" for name in names]
        print(" ".join(pairs))


if __name__ == "__main__":
    main()
