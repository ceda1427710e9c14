"""Measure what becomes of follow-ups: the gate, the rewrite, its acceptance, and what is found.

    python -m benchmarks.follow_ups TURNS.jsonl PASSAGES.jsonl CAST.jsonl [--ask N]

The files are MTRAG's turns and passages, and CAsT's turns (`follow_up_turns.py`). What is chosen is
chosen on one half of the conversations and reported on the other. Without `--ask`, the model is
asked nothing, and what needs none is measured. With it, N turns of each file and half are drawn,
and the model rewrites those of them that the gate sends to it. They are made of other people's
words, so they are kept in `build/`, in a file for each wording of the prompt; a second call goes on
there.
Results go to benchmarks/results/follow_ups.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel
from tqdm.auto import tqdm

from benchmarks import follow_up_turns
from benchmarks.follow_up_turns import HALVES, Asked
from benchmarks.follow_up_ways import (
    Find,
    Said,
    compared,
    gated,
    measures,
    row,
    with_model,
    without_model,
)
from ragkit.conversation import WISH, Turn, need, rewritten, sort_of
from ragkit.conversation.follow import READ
from ragkit.conversation.past import about, within
from ragkit.model.chat import chat
from ragkit.score import score
from ragkit.search.dense import Dense
from ragkit.search.embedder import SentenceEmbedder
from ragkit.search.fuse import Retriever, rrf
from ragkit.search.sparse import Sparse
from ragkit.settings import DEPTHS, Settings
from ragkit.state import Passage
from ragkit.stores import ExactVectors
from ragkit.weights import ensure

ROOT = Path(__file__).parent
RESULTS = ROOT / "results" / "follow_ups.json"
BUILD = ROOT.parent / "build"
INDEXES = BUILD / "follow_ups"
UNASKED = Said("", 0.0, "", 0.0, 0.0)
"""A model that finds that no turn needs the history."""
THREADS = 1
"""Threads of the embedded model: on a busy machine, more of them wait for one another."""
HISTORY_FROM = Settings().history_from
LONG = "word " * 1_000
"""A text that is cut wherever a prompt cuts one."""


def kept_in() -> Path:
    """The file for what the model says to the prompt as it is now: a change of it is another file.

    The prompt of a long conversation shows its wording, and what of a conversation it quotes.
    """
    history = [Turn(LONG, LONG)] * READ
    prompt = [message.content for message in about(LONG, history, WISH)]
    digest = hashlib.sha256(repr(prompt).encode()).hexdigest()
    return BUILD / f"follow_ups-{digest[:12]}.jsonl"


SAID = kept_in()


@dataclass(frozen=True)
class Data:
    """A set of turns with what is searched for them."""

    name: str
    turns: Sequence[Asked]
    pool: Sequence[Passage]

    def drawn(self, half: str, most: int | None = None) -> list[Asked]:
        """The turns of a half whose passages are known, or a sample of them."""
        own = [turn for turn in self.turns if turn.half == half and turn.gold]
        return sorted(own, key=lambda turn: turn.order)[:most]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("turns", "passages", "cast"):
        parser.add_argument(name, type=Path)
    parser.add_argument(
        "--ask", type=int, default=0, metavar="N", help="turns of each file and half"
    )
    parser.add_argument("--half", choices=HALVES, help="the half that the model is asked about")
    chosen = parser.parse_args()
    sets = read(chosen.turns, chosen.passages, chosen.cast)
    if chosen.ask:
        halves = [chosen.half] if chosen.half else HALVES
        ask([turn for half in halves for data in sets for turn in data.drawn(half, chosen.ask)])
    said = {one.id: one for one in heard()}
    results = {
        "gate": {data.name: gates(data.turns, said) for data in sets},
        "search": {data.name: found(data, said) for data in sets},
        "seconds": seconds(list(said.values())),
    }
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    print(f"{RESULTS}: with the model's words={len(said)} of {SAID}")


def read(turns: Path, passages: Path, cast: Path) -> list[Data]:
    """The two sets. Raises `SystemExit` where a file is missing."""
    pool = follow_up_turns.passages(passages)
    replies = follow_up_turns.replies(cast)
    return [
        Data("mtrag", follow_up_turns.mtrag(turns, pool), pool),
        Data("cast", follow_up_turns.cast(cast), replies),
    ]


def ask(turns: Sequence[Asked]) -> None:
    """Ask the model about the turns that it was not asked about yet, and keep what it says."""
    known = {one.id for one in heard()}
    # No reply comes from disk, because seconds are measured.
    settings = Settings(reuse_replies=False, threads=THREADS)
    llm = chat(settings, "answer")
    SAID.parent.mkdir(parents=True, exist_ok=True)
    with SAID.open("a", encoding="utf-8") as file:
        for turn in tqdm(turns, desc="turns"):
            if turn.id in known or not is_asked(turn):
                continue
            file.write(json.dumps(asdict(asked(turn, llm, settings))) + "\n")
            file.flush()


def is_asked(turn: Asked) -> bool:
    """Whether the kit may ask the model about a turn."""
    sort, _ = sort_of(turn.typed, turn.history)
    return sort in (None, "follow-up")


def asked(turn: Asked, llm: BaseChatModel, settings: Settings) -> Said:
    """What the model says of a turn: the odds where no rule decides, and the rewrite."""
    typed, history, _ = within(turn.typed, turn.history)
    recent = history[-READ:]
    sort, _ = sort_of(typed, history)
    odds = None
    start = time.perf_counter()
    if sort is None and settings.history_from:
        odds, _ = need(llm, typed, recent)
    between = time.perf_counter()
    rewrite, _ = rewritten(llm, typed, recent)
    end = time.perf_counter()
    return Said(turn.id, odds, rewrite, between - start, end - between)


def heard() -> list[Said]:
    """What the model has said so far."""
    if not SAID.is_file():
        return []
    lines = SAID.read_text(encoding="utf-8").splitlines()
    return [Said(**json.loads(line)) for line in lines]


def seconds(said: Sequence[Said]) -> dict[str, Any]:
    """Seconds of the odds, for which the conversation is read, and of the rewrites.

    A rewrite after the odds reads nothing again; one without them reads the conversation first.
    """
    of_odds = [one.gate_seconds for one in said if one.odds is not None]
    after = [one.rewrite_seconds for one in said if one.odds is not None]
    alone = [one.rewrite_seconds for one in said if one.odds is None]
    named = {"odds": of_odds, "rewrite after them": after, "rewrite alone": alone}
    return {name: row(score(values)) for name, values in named.items() if values}


def gates(turns: Sequence[Asked], said: Mapping[str, Said]) -> dict[str, Any]:
    """Of each half, how the gates treat turns that need the history and unchanged ones."""
    return {half: gate_row([turn for turn in turns if turn.half == half], said) for half in HALVES}


def gate_row(turns: Sequence[Asked], said: Mapping[str, Said]) -> dict[str, Any]:
    """The recall of each gate, and the share of unchanged turns that it leaves alone.

    `rules`: the rest is left alone; `rules, else needed`: it is not; `odds`: the model's odds from
    0.5 decide the rest, on the turns that the model was asked about.
    """
    heard = [turn for turn in turns if turn.id in said and said[turn.id].odds is not None]
    gates = {
        "rules": [(turn, gated(turn, UNASKED, 0.5).needs_history) for turn in turns],
        "rules, else needed": [(turn, gated(turn, None, 0.5).needs_history) for turn in turns],
        "odds": [(turn, gated(turn, said[turn.id], 0.5).needs_history) for turn in heard],
    }
    rows = {}
    for name, decided in gates.items():
        if not decided:
            continue
        needed = [float(is_needed) for turn, is_needed in decided if turn.label == "needs"]
        alone = [float(not is_needed) for turn, is_needed in decided if turn.label == "unchanged"]
        rows[name] = {"recall": row(score(needed)), "left alone": row(score(alone))}
    return rows


def found(data: Data, said: Mapping[str, Said]) -> dict[str, Any]:
    """What each way finds, of each half, on the turns that the model was asked about."""
    find, close = finder(data)
    results: dict[str, Any] = {}
    for half in HALVES:
        turns = data.drawn(half)
        heard = turns[: reach(turns, said)]
        results[half] = by_label(heard, said, find)
    close()
    return results


def reach(turns: Sequence[Asked], said: Mapping[str, Said]) -> int:
    """The number of turns, in the order drawn, up to the first one that the model lacks."""
    for place, turn in enumerate(turns):
        if is_asked(turn) and turn.id not in said:
            return place
    return len(turns)


def by_label(turns: Sequence[Asked], said: Mapping[str, Said], find: Find) -> dict[str, Any]:
    """All ways compared, on all turns and on those that the human left unchanged."""

    def ways(turn: Asked) -> dict[str, list[str]]:
        return without_model(turn) | with_model(turn, said.get(turn.id), HISTORY_FROM)

    unchanged = [turn for turn in turns if turn.label == "unchanged"]
    parts = {"all": turns, "unchanged": unchanged}
    return {name: compared(scores(part, ways, find)) for name, part in parts.items() if part}


def scores(
    turns: Sequence[Asked], ways: Callable[[Asked], dict[str, list[str]]], find: Find
) -> dict[str, list[dict[str, float]]]:
    """The measures of each way, turn by turn."""
    of_way: dict[str, list[dict[str, float]]] = {}
    for turn in tqdm(turns, desc="searches", leave=False):
        for way, queries in ways(turn).items():
            of_way.setdefault(way, []).append(measures(find(queries), turn.gold))
    return of_way


def finder(data: Data) -> tuple[Find, Callable[[], None]]:
    """The kit's own retrieval over the passages of a set, and how to close it.

    The rankings of several queries are fused by rank.
    """
    settings = Settings()
    embed = SentenceEmbedder(ensure(settings.embedder, settings.weights_folder))
    dense = Dense(ExactVectors(INDEXES / data.name, data.pool, embed))
    retriever = Retriever(dense, Sparse(data.pool), fusion=settings.fusion)
    depth = DEPTHS["simple"]

    @cache
    def ranking(query: str) -> list[Passage]:
        return retriever.hybrid(query, depth)["fused"]

    def find(queries: Sequence[str]) -> list[str]:
        rankings = [ranking(query) for query in queries]
        fused = rankings[0] if len(rankings) == 1 else rrf(rankings)
        return [passage.id for passage in fused]

    return find, dense.close


if __name__ == "__main__":
    main()
