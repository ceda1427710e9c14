"""Measure what a taught critic is worth as the kit serves it, beside the same model untaught.

    python -m benchmarks.taught DOCUMENTS... [--tier budget] [--adapter FILE]
        [--elsewhere FILE] [--halueval FILE]

DOCUMENTS are the folders of the lesson, in its order and with its seed. The pairs
are those of the part called test, which neither training nor tuning saw. To these come the half of
the entailment set that was no gate; pairs of a source that nothing was taught on (`--elsewhere`,
such as HotpotQA); and pairs of HaluEval. Both judges are asked through the embedded server, so
adapter, marker and temperature are those of a run.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from benchmarks.halueval import other_name
from benchmarks.taught_tables import aims_of_critic, taught_table
from ragkit.judges import Judge, OddsJudge, TaughtJudge
from ragkit.judges.fit_judge import FITS, as_sentence
from ragkit.model.chat import chat
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.teach.entailment import entailment
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.measure import measures
from ragkit.teach.parts import Parts, paired, parted, shuffled
from ragkit.teach.sources import made
from ragkit.weights import adapter_for

RESULTS = Path(__file__).parent / "results"
LATE = 400
"""Rows of HaluEval that are passed over, because they were looked at when prompts were chosen."""
Odds = list[float | None]
GROUPS = {
    "number or name swapped": ("number swapped", "name swapped"),
    "wrong answer from the same passages": (
        "wrong phrase",
        "wrong sentence",
        "two-sided",
        "HaluEval, another name",
    ),
    "answerable or near miss": (
        "sentence removed",
        "passage exchanged",
        "other subject",
        "false premise",
    ),
}
"""Kinds of pairs that are measured together, because an aim is about them."""


def unseen_pairs(documents: Sequence[Path], seed: int) -> list[Pair]:
    """The pairs of the part called test, in the lesson's order."""
    pairs = paired(made(documents, seed))
    return shuffled(parted(pairs), seed).test


def pairs_elsewhere(documents: Sequence[Path], seed: int) -> list[Pair]:
    """All pairs of documents that nothing was taught on."""
    pairs = paired(made(documents, seed))
    everything = Parts(train=[], dev=[], test=pairs)
    return shuffled(everything, seed).test


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


def grouped(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, the group in the place of the kind where a kind has one."""
    group_of = {}
    for group, kinds in GROUPS.items():
        for kind in kinds:
            group_of[kind] = group
    found = []
    for pair in pairs:
        group = group_of.get(pair.kind, pair.kind)
        yes = replace(pair.yes, kind=group)
        no = replace(pair.no, kind=group)
        found.append(Pair(yes, no))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("documents", type=Path, nargs="+")
    parser.add_argument("--tier", choices=["budget", "balanced"], default="balanced")
    parser.add_argument("--adapter", type=Path)
    parser.add_argument("--elsewhere", type=Path)
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
    others: list[Pair] = []
    if chosen.elsewhere:
        others = pairs_elsewhere([chosen.elsewhere], chosen.seed)[: chosen.most]
    settings = Settings(
        provider="embedded", tier=chosen.tier, judge="taught", adapter=chosen.adapter
    )
    adapter = adapter_for(settings)
    llm = chat(settings, "judge")
    judges: dict[str, Judge] = {
        "zero-shot": OddsJudge(llm),
        "taught": TaughtJudge(llm, adapter),
    }
    found = odds_of(judges, pairs)
    result = {
        "model": settings.model_for("judge"),
        "adapter": adapter.sha256,
        **compared(pairs, found),
        "groups": compared(grouped(pairs), found),
        "elsewhere": compared(grouped(others), odds_of(judges, others)),
    }
    text = json.dumps(result, indent=1)
    (RESULTS / f"taught-{chosen.tier}.json").write_text(f"{text}\n")
    print(aims_of_critic(result))
    print(taught_table(result))


if __name__ == "__main__":
    main()
