"""Measure what a taught critic is worth as the kit serves it, beside the same model untaught.

    python -m benchmarks.taught DOCUMENTS... [--tier budget] [--adapter FILE] [--halueval FILE]

DOCUMENTS are the folders and dataset files of the lesson, in its order and with its seed. The pairs
are those of the part called test, which neither training nor tuning saw. To these come the half of
the entailment set that was no gate, and pairs of HaluEval, which nothing was taught on. Both judges
are asked through the embedded server, so adapter, marker and temperature are those of a run.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from benchmarks.halueval import other_name
from ragkit.judges import Judge, OddsJudge, TaughtJudge
from ragkit.judges.fit_judge import FITS, as_sentence
from ragkit.model.chat import chat
from ragkit.report.markdown import TIGHT, markdown_table
from ragkit.score import Score
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.teach.card import interval
from ragkit.teach.entailment import entailment
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.measure import measures
from ragkit.teach.parts import paired, parted, shuffled
from ragkit.teach.sources import made
from ragkit.weights import adapter_for

RESULTS = Path(__file__).parent / "results"
LATE = 400
"""Rows of HaluEval that are passed over, because they were looked at when prompts were chosen."""
Odds = list[float | None]


def unseen_pairs(documents: Sequence[Path], seed: int) -> list[Pair]:
    """The pairs of the part called test, in the lesson's order."""
    pairs = paired(made(documents, seed, paraphrase=False))
    return shuffled(parted(pairs), seed).test


def halueval_pairs(rows: Sequence[dict[str, str]]) -> list[Pair]:
    """The right answer of each row beside the hallucinated one, and beside another name."""
    pairs = []
    for row in rows:
        pairs.append(_halueval("HaluEval, hallucinated", row, row["hallucinated_answer"]))
        for name in other_name(row):
            pairs.append(_halueval("HaluEval, another name", row, name))
    return pairs


def _halueval(kind: str, row: dict[str, str], wrong: str) -> Pair:
    evidence = (Passage("knowledge", row["knowledge"], source="knowledge"),)

    def judgement(answer: str, yes: bool) -> Judgement:
        asked = FITS.format(draft=as_sentence(answer))
        return Judgement(kind, kind, kind, row["question"], evidence, asked, yes)

    return Pair(judgement(row["right_answer"], True), judgement(wrong, False))


def odds_of(judges: dict[str, Judge], pairs: Sequence[Pair]) -> dict[str, Odds]:
    """The odds of every judge for every judgement, in the order of `flat(pairs)`.

    All judges are asked about a judgement before the next one, so its evidence is read once.
    """
    found: dict[str, Odds] = {name: [] for name in judges}
    for one in tqdm(flat(pairs), desc="judging", unit="judgement"):
        for name, judge in judges.items():
            (odds,), _ = judge.verdicts(one.question, one.passages, [one.asked])
            found[name].append(odds)
    return found


def compared(pairs: Sequence[Pair], found: dict[str, Odds]) -> dict[str, Any]:
    """The measures of each judge by kind of pair; pairs that one of them left open are counted."""
    kept: list[Pair] = []
    odds: dict[str, list[float]] = {name: [] for name in found}
    for number, pair in enumerate(pairs):
        place = slice(2 * number, 2 * number + 2)
        both = {name: found[name][place] for name in found}
        if any(None in own for own in both.values()):
            continue
        kept.append(pair)
        for name, own in both.items():
            odds[name] += [one for one in own if one is not None]
    by_judge = {}
    for name, own in odds.items():
        by_kind = measures(kept, own)
        by_judge[name] = {kind: asdict(measure) for kind, measure in by_kind.items()}
    return {"ungraded": len(pairs) - len(kept), **by_judge}


def taught_table(result: dict[str, Any]) -> str:
    """A Markdown table: a row a kind of pair, AUC and pairs ranked right, untaught and taught."""
    if not result:
        return "Not run yet.\n"
    rows = []
    for kind, taught in result["taught"].items():
        untaught = result["zero-shot"][kind]
        cells = [kind, str(taught["auc"]["n"])]
        for measure in ("auc", "ranked"):
            cells.append(interval(Score(**untaught[measure])))
            cells.append(interval(Score(**taught[measure])))
        rows.append(cells)
    head = ["kind", "pairs", "AUC zero-shot", "AUC taught", "ranked right, zero-shot", "taught"]
    table = markdown_table(head, rows, TIGHT)
    return f"{table}\nPairs that a judge left open: {result['ungraded']}.\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("documents", type=Path, nargs="+")
    parser.add_argument("--tier", choices=["budget", "balanced"], default="balanced")
    parser.add_argument("--adapter", type=Path)
    parser.add_argument("--halueval", type=Path)
    parser.add_argument("--most", type=int, default=400, help="pairs of each source, at most")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    pairs = unseen_pairs(chosen.documents, chosen.seed)[: chosen.most]
    pairs += entailment("report")
    if chosen.halueval:
        lines = chosen.halueval.read_text("utf-8").splitlines()[LATE:]
        rows = [json.loads(line) for line in lines]
        pairs += halueval_pairs(rows)[: chosen.most]
    settings = Settings(
        provider="embedded", tier=chosen.tier, judge="taught", adapter=chosen.adapter
    )
    adapter = adapter_for(settings)
    llm = chat(settings, "judge")
    judges: dict[str, Judge] = {
        "zero-shot": OddsJudge(llm),
        "taught": TaughtJudge(llm, adapter),
    }
    result = {
        "model": settings.model_for("judge"),
        "adapter": adapter.sha256,
        **compared(pairs, odds_of(judges, pairs)),
    }
    text = json.dumps(result, indent=1)
    (RESULTS / f"taught-{chosen.tier}.json").write_text(f"{text}\n")
    print(taught_table(result))


if __name__ == "__main__":
    main()
