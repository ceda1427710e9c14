"""Ask golden conversations turn by turn, beside the same questions written out.

    python -m benchmarks.conversations fit corpora/algorithms corpora/almanac
    python -m benchmarks.conversations test corpora/almanac --only "hybrid, as typed"

A system that holds a conversation gets its own earlier answers as history, right or wrong. *Written
out*, each question stands by itself, so what is lost against it is lost in understanding the turn.
*As typed*, a system gets the words alone, without history.

Rows are appended to benchmarks/results/conversations-<part>.jsonl, and what is there is not asked
again; delete it after a change of the model or of a prompt. Rows of *locked* have no texts, so that
nobody who works on the kit reads what was answered there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter
from tqdm.auto import tqdm

from ragkit import Kit
from ragkit.conversation import FollowUp, Turn
from ragkit.evaluate.golden.conversations import (
    Conversation,
    ConversationTurn,
    load_conversations,
)
from ragkit.evaluate.golden.questions import Part
from ragkit.evaluate.golden.turns import graded_turn
from ragkit.graphs import SYSTEMS
from ragkit.trace import Trace, run

RESULTS = Path(__file__).parent / "results"
TALKING = ("advanced",)
"""Systems that hold a conversation."""
HISTORY, TYPED, WRITTEN_OUT = "in conversation", "as typed", "written out"
"""What a system gets: the words with the history, the words alone, or the question written out."""


@dataclass(frozen=True)
class TurnRow:
    """What became of one turn."""

    corpus: str
    conversation: str
    turn: int
    """Its number in the conversation, from 1."""
    kind: str
    system: str
    """Its name, and what it got."""
    answer: str
    correct: float | None
    """None where no rule can tell, or the run failed."""
    refused: bool
    asked_back: bool
    failed: str
    sort: str = ""
    rewrite: str = ""
    rewrite_refused: str = ""
    queries: tuple[str, ...] = ()
    route: tuple[str, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    """By node."""
    evaluated: int = 0
    reused: int = 0
    generated: int = 0


ROW = TypeAdapter(TurnRow)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=get_args(Part))
    parser.add_argument("corpora", nargs="+", type=Path, help="folders with conversations.jsonl")
    parser.add_argument("--only", action="append", default=[], metavar="SYSTEM", help=names_help())
    parser.add_argument("--most", type=int, metavar="N", help="the first N conversations of each")
    chosen = parser.parse_args()
    asked = chosen.only or list(ways())
    unknown = sorted(set(asked) - set(ways()))
    if unknown:
        parser.error(f"no such system: {', '.join(unknown)}; {names_help()}")
    file = RESULTS / f"conversations-{chosen.part}.jsonl"
    for folder in chosen.corpora:
        conversations = load_conversations(
            folder / "conversations.jsonl", chosen.part, locked=chosen.part == "locked"
        )
        ask_all(folder, conversations[: chosen.most], asked, file, chosen.part != "locked")


def names_help() -> str:
    return f"there are {'; '.join(ways())}"


def ways() -> dict[str, tuple[str, str]]:
    """Each system with what it gets, by the name of both."""
    talking = [(name, HISTORY) for name in TALKING if name in SYSTEMS]
    alone = [(name, how) for name in ("hybrid",) for how in (TYPED, WRITTEN_OUT)]
    pairs = [*talking, *((name, WRITTEN_OUT) for name, _ in talking), *alone]
    return {f"{name}, {how}": (name, how) for name, how in pairs}


def ask_all(
    folder: Path,
    conversations: Sequence[Conversation],
    asked: Sequence[str],
    file: Path,
    texts: bool,
) -> None:
    """Ask what was not asked yet, and append its rows; `texts` says whether with what was said."""
    done = {(row.conversation, row.system) for row in read_rows(file)}
    todo = []
    for conversation in conversations:
        todo += [(conversation, name) for name in asked if (conversation.id, name) not in done]
    if not todo:
        return
    kit = Kit.open(folder, memory=False)
    try:
        for conversation, name in tqdm(todo, desc=folder.name):
            rows = list(asked_turns(kit, folder.name, conversation, name))
            append_rows(file, rows if texts else [without_texts(row) for row in rows])
    finally:
        kit.close()


def asked_turns(kit: Kit, corpus: str, conversation: Conversation, name: str) -> Iterator[TurnRow]:
    """Yield the row of each turn of a conversation, by one system."""
    system, how = ways()[name]
    graph = SYSTEMS[system].build()
    history: list[Turn] = []
    for number, turn in enumerate(conversation.turns, start=1):
        words = turn.alone if how == WRITTEN_OUT else turn.user
        # A greeting is no question, so it is the same written out.
        question = words or turn.user
        given = list(history) if how == HISTORY else None
        trace = run(graph, question, kit, history=given)
        yield row_of(corpus, conversation.id, number, turn, name, trace)
        if how == HISTORY:
            history = [*history, kept_turn(trace, question)]


def kept_turn(trace: Trace, question: str) -> Turn:
    """The turn as the graph keeps it; of a run that failed, the words alone."""
    kept = written(trace, "history")
    return kept[-1] if kept else Turn(question, trace.answer)


def written(trace: Trace, name: str) -> Any:
    """The last value that a node of a run wrote to a field; None where none did."""
    value = None
    for step in trace.steps:
        value = step.wrote.get(name, value)
    return value


def row_of(
    corpus: str, conversation: str, number: int, turn: ConversationTurn, name: str, trace: Trace
) -> TurnRow:
    """What became of one turn, graded."""
    follow_up = written(trace, "follow_up") or FollowUp("first", "")
    asked_back = bool(written(trace, "readings"))
    correct = None
    if not trace.failed:
        correct = graded_turn(turn, trace.answer, trace.refused, asked_back)
    seconds: dict[str, float] = {}
    for step in trace.steps:
        seconds[step.node] = round(seconds.get(step.node, 0.0) + step.seconds, 3)
    use = trace.usage
    return TurnRow(
        corpus,
        conversation,
        number,
        turn.kind,
        name,
        trace.answer,
        correct,
        trace.refused,
        asked_back,
        trace.failed,
        follow_up.sort,
        follow_up.rewrite,
        follow_up.refused,
        tuple(follow_up.queries),
        tuple(trace.route),
        seconds,
        use.evaluated,
        use.reused,
        use.generated,
    )


def without_texts(row: TurnRow) -> TurnRow:
    """A row without what the model wrote."""
    return replace(row, answer="", rewrite="", queries=())


def read_rows(file: Path) -> list[TurnRow]:
    """The rows of a file; none where there is none."""
    if not file.is_file():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    return [ROW.validate_json(line) for line in lines]


def append_rows(file: Path, rows: Sequence[TurnRow]) -> None:
    """Append the rows of one conversation, so that a killed run leaves whole ones."""
    lines = [json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows]
    with file.open("a", encoding="utf-8") as opened:
        opened.write("".join(lines))


if __name__ == "__main__":
    main()
