"""Measure what the defences cost, as shares of a first pass.

    python -m benchmarks.defences

No model is asked. Each defence does on golden questions, and on the passages that BM25 finds for
them, what it does in a run: once for the evidence, or once for each model call. It is timed alone,
or with and without, and then the difference counts. The seconds and the model calls of a first pass
are those of `results/overhead.json`, with the smaller evidence, of which a defence is the larger
share.

A file is read in a process of its own. That is paid once for a file, when a folder is opened for
the first time, and never in a pass. Left out: what is done only where something hostile is found.
The last line has the shares.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

from ragkit.disk.whole import write_whole
from ragkit.documents import READERS, Unreadable, read
from ragkit.documents.corpus import load
from ragkit.documents.document import USUAL
from ragkit.documents.folder import documents_folder, files
from ragkit.documents.formats import parsed
from ragkit.documents.limited import end_spare
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.model import briefing
from ragkit.model.hidden import Hidden
from ragkit.model.reply import Whole
from ragkit.model.reply import read as read_reply
from ragkit.screen import order, order_of, repeats
from ragkit.search.budget import LETTERS, within
from ragkit.search.sparse import Sparse
from ragkit.settings import DEPTHS, Settings
from ragkit.state import Passage
from ragkit.text.markdown_table import TIGHT, markdown_table

RESULTS = Path(__file__).parent / "results"
CORPUS = Path(__file__).parent.parent / "corpora" / "algorithms"
EVIDENCE = "600"
"""Tokens of evidence of the first pass that the defences are compared with."""
MOST = 0.02
"""Share of a first pass that the defences may take together."""
QUESTIONS = 40
ROUNDS = 5
"""Number of times that each is timed. The fastest counts, because the machine does other work."""
KEY = "sk-0123456789abcdefghijklmnopqrstuv"
WISH = "Answer the question in at most three sentences, and cite the passages."
Work = Callable[[], object]


def plain(text: str) -> str:
    """The text as it is."""
    return text


def fastest(work: Work) -> float:
    """The least seconds of a few rounds."""
    seconds = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return min(seconds)


def framing(question: str, passages: Sequence[Passage]) -> float:
    """Special tokens as letters, and passages that cannot look like others, in one prompt."""

    def build() -> object:
        return briefing.brief(question, passages, WISH)

    defended = fastest(build)
    with patch.multiple(briefing, as_letters=plain, quoted=plain):
        bare = fastest(build)
    return max(0.0, defended - bare)


def orders(passages: Sequence[Passage]) -> float:
    """The order filter on the evidence, which it has never seen."""

    def look() -> object:
        order.cache_clear()
        return any(map(order_of, passages))

    return fastest(look)


def poison(question: str, passages: Sequence[Passage]) -> float:
    """The poison filter on the evidence."""
    return fastest(lambda: repeats(question, passages))


def reply_of(text: str) -> bytes:
    """A whole reply as an endpoint sends it, with the likeliest tokens of a judgement."""
    likeliest = [{"token": f"token {at}", "logprob": -0.5 * at} for at in range(20)]
    first = {"token": "Yes", "logprob": -0.1, "top_logprobs": likeliest}
    choice = {"index": 0, "message": {"role": "assistant", "content": text}}
    choice |= {"finish_reason": "stop", "logprobs": {"content": [first]}}
    usage = {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960}
    return json.dumps({"id": "1", "choices": [choice], "usage": usage}).encode()


def schema(body: bytes) -> float:
    """One reply read by its schema and written anew, beyond what its client does with it."""
    return fastest(lambda: read_reply(Whole, body).model_dump_json())


def redaction(body: bytes) -> float:
    """The key removed from one reply."""
    hidden = Hidden([KEY])
    reply = read_reply(Whole, body)
    return fastest(lambda: hidden.cleaned(reply))


def own_process(path: Path, root: Path) -> float | None:
    """A file read in another process, beyond reading it in this one; None if it is refused."""
    format = READERS.get(path.suffix.lower())
    if format is None:
        return None
    raw = path.read_bytes()
    try:
        elsewhere = fastest(lambda: read(path, root))
        here = fastest(lambda: parsed(format, raw, USUAL))
    except Unreadable:
        return None
    return max(0.0, elsewhere - here)


def tokens(text: str) -> int:
    """About how many tokens a text has."""
    return len(text) // LETTERS


def measured(sparse: Sparse, questions: Sequence[Question]) -> dict[str, list[float]]:
    """The seconds of each defence, one number for each question or file."""
    found: dict[str, list[float]] = {
        "special tokens and framing": [],
        "order filter": [],
        "poison filter": [],
        "schema of replies": [],
        "redaction": [],
    }
    depth = DEPTHS["simple"]
    for question in questions:
        passages = within(sparse.search(question.question, depth.final), depth.tokens)
        body = reply_of(question.answer or "")
        found["special tokens and framing"].append(framing(question.question, passages))
        found["order filter"].append(orders(passages))
        found["poison filter"].append(poison(question.question, passages))
        found["schema of replies"].append(schema(body))
        found["redaction"].append(redaction(body))
    return found


def processes(folder: Path) -> list[float]:
    """The seconds of a process of its own, one number for each file of a corpus."""
    root = documents_folder(folder)
    found = []
    for path in files(root):
        seconds = own_process(path, root)
        if seconds is not None:
            found.append(seconds)
    end_spare()
    return found


ONCE = ("order filter", "poison filter")
"""Defences that look at the evidence, once a pass. All others see each model call."""


def result(
    found: dict[str, list[float]], per_file: Sequence[float], overhead: dict[str, Any]
) -> dict[str, Any]:
    """What is written: milliseconds at a time, and the share of a first pass."""
    of_pass = overhead[EVIDENCE]
    seconds = of_pass["naive"]["seconds"] * of_pass["wall_ratio"]
    calls = sum(node["calls"] for node in of_pass["nodes"].values())
    defences = {}
    for name, costs in found.items():
        times = 1.0 if name in ONCE else round(calls, 1)
        share = median(costs) * times / seconds
        defences[name] = {
            "milliseconds": 1000 * median(costs),
            "most": 1000 * max(costs),
            "times": times,
            "share": share,
        }
    return {
        "questions": len(found[ONCE[0]]),
        "first pass": {"seconds": seconds, "calls": calls},
        "defences": defences,
        "together": sum(row["share"] for row in defences.values()),
        "process": {
            "files": len(per_file),
            "milliseconds": 1000 * median(per_file),
            "most": 1000 * max(per_file),
        },
    }


def defences_table(found: dict[str, Any]) -> str:
    """A Markdown table of what each defence takes, at a time and of a first pass."""
    if not found:
        return "Not measured yet.\n"
    rows: list[list[str | None]] = []
    for name, row in found["defences"].items():
        at_a_time = f"{row['milliseconds']:.3f} ({row['most']:.3f})"
        rows.append([name, at_a_time, f"{row['times']:g}", f"{100 * row['share']:.3f} %"])
    rows.append(["together", None, None, f"{100 * found['together']:.3f} %"])
    process = found["process"]
    at_a_time = f"{process['milliseconds']:.1f} ({process['most']:.1f})"
    rows.append(["a process of its own for a file", at_a_time, "once a file", "none"])
    head = ["defence", "milliseconds at a time (most)", "times a pass", "of a first pass"]
    return markdown_table(head, rows, TIGHT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--to", type=Path, default=RESULTS / "defences.json")
    chosen = parser.parse_args()
    questions = [one for one in load_questions(CORPUS / "questions.jsonl") if one.answer][
        :QUESTIONS
    ]
    corpus = load(CORPUS, Settings(_env_file=None), tokens, quiet=True)
    found = measured(Sparse(corpus.passages), questions)
    overhead = json.loads((RESULTS / "overhead.json").read_text())
    measured_costs = result(found, processes(CORPUS), overhead)
    write_whole(chosen.to, f"{json.dumps(measured_costs, indent=1)}\n".encode())
    print(defences_table(measured_costs))
    pairs = []
    for name, row in measured_costs["defences"].items():
        pairs.append(f"{name.replace(' ', '_')}={row['share']:.6f}")
    pairs.append(f"together={measured_costs['together']:.6f}")
    pairs.append(f"holds={measured_costs['together'] <= MOST}")
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
