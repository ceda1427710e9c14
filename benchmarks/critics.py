"""Is checking worth it? The naive graph and the critic-guided graph on the golden questions of a corpus.

    python benchmarks/critics.py corpora/algorithms [--half fit|test|both] [--set bench8] [--most N] [--calibrate]
        [--system NAME]

Each question's outcome is a line of `results/critics-<corpus>.jsonl`, so that a run that was stopped goes on where it
was; delete the file to begin anew. `--calibrate` runs every question to its end whatever the critics say, and chooses
the thresholds on the half called fit; without it the thresholds of the settings are in force, and the half called test,
which they were not chosen on, is what counts. The web is off: what is measured is what the documents hold.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from thresholds import CALIBRATED, group, thresholds
from tqdm.auto import tqdm

from ragkit import Kit, Trace, run
from ragkit.evaluate.correct import correct, held_back
from ragkit.evaluate.questions import Question, load_questions
from ragkit.evaluate.score import score
from ragkit.graphs import adaptive, naive
from ragkit.settings import Settings

RESULTS = Path(__file__).parent / "results"
SYSTEMS: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "naive": (naive, {}),
    "naive, may refuse": (naive, {"may_refuse": True}),
    "adaptive": (adaptive, {}),
}
"""Each system with the settings that make it: the second one is told that it may refuse, the last one leaves that to
its critics."""
OPEN = {"answerable_from": 0.0, "risk_up_to": 1.0, "fit_from": 0.0}
"""Settings under which no critic stops anything."""


def half(question: Question) -> str:
    """Which half a question belongs to: by its id, so that it never changes sides."""
    return ("fit", "test")[sha256(question.id.encode()).digest()[0] % 2]


def outcome(question: Question, system: str, trace: Trace, calibrating: bool) -> dict[str, Any]:
    """What is kept of a run: enough to score it, and to see why it went as it did."""
    wrote = {key: value for step in trace.steps for key, value in step.wrote.items()}
    grades = wrote.get("grades", [])
    return {
        "id": question.id, "kind": question.kind, "half": half(question), "system": system, "open": calibrating,
        "answer": trace.answer, "refused": trace.refused, "failed": trace.failed,
        "right": correct(question, trace.answer), "held": held_back(question, trace.answer), "route": trace.route,
        "rules": [(step.rule.when, step.rule.do) for step in trace.steps if step.rule],
        "grades": [asdict(grade) for grade in grades], "claims": [asdict(claim) for claim in trace.claims],
        "rejected": wrote.get("rejected", []), "fit": wrote.get("fit"), "passages": [p.id for p in trace.passages],
        "notes": trace.notes, "seconds": trace.seconds, **asdict(trace.usage),
    }  # fmt: skip


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.is_file() else []


def collect(kit: Kit, questions: Sequence[Question], file: Path, systems: Sequence[str], calibrating: bool) -> None:
    """Run what the file does not hold yet."""
    done = {(row["id"], row["system"], row["open"]) for row in rows(file)}
    todo = [(q, s) for q in questions for s in systems if (q.id, s, calibrating) not in done]
    file.parent.mkdir(exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for question, system in tqdm(todo, desc="questions x systems"):
            graph, settings = SYSTEMS[system]
            chosen = replace(kit, settings=kit.settings.model_copy(update=settings)) if settings else kit
            trace = run(graph(), question.question, chosen)
            out.write(json.dumps(outcome(question, system, trace, calibrating)) + "\n")
            out.flush()


def table(outcomes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Shares with intervals, by system and group of questions; failed runs are ungraded."""
    found: dict[str, Any] = {}
    for system in SYSTEMS:
        for name, key in (("out-of-domain", "refused"), ("hold back", "held"), ("answerable", "right")):
            own = [row for row in outcomes if row["system"] == system and group(row["kind"]) == name]
            if own:
                found[f"{system}, {name}, {key}"] = asdict(score([None if r["failed"] else r[key] for r in own]))
                if name == "answerable":
                    wrong = [None if r["failed"] else not r["refused"] and not r["right"] for r in own]
                    found[f"{system}, {name}, wrong"] = asdict(score(wrong))
    return found


def endings(outcomes: Sequence[dict[str, Any]]) -> dict[str, dict[str, dict[str, int]]]:
    """How runs ended, counted by system and kind of question, the adaptive ones by their number of passes too.

    `well` is right, or held back where that is right; else a run was `refused`, went out `wrong`, or `failed`.
    """
    found: dict[str, dict[str, Counter[str]]] = {}
    for row in outcomes:
        held = row["refused"] if group(row["kind"]) == "out-of-domain" else row["held"]
        well = row["right"] if group(row["kind"]) == "answerable" else held
        end = "failed" if row["failed"] else "well" if well else "refused" if row["refused"] else "wrong"
        passes = f"passes {row['route'].count('plan')}"
        for name in (row["kind"], passes) if row["system"] == "adaptive" else (row["kind"],):
            found.setdefault(row["system"], {}).setdefault(name, Counter())[end] += 1
    return {system: {name: dict(ends) for name, ends in rows.items()} for system, rows in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--half", choices=["fit", "test", "both"], default="test")
    parser.add_argument("--set", help="a kind or named set of questions")
    parser.add_argument("--most", type=int, help="only the first so many, in a random order that never changes")
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--system", choices=list(SYSTEMS), help="only this one")
    chosen = parser.parse_args()
    everything = load_questions(chosen.corpus / "questions.jsonl", chosen.set)
    shuffled = sorted(
        everything, key=lambda q: sha256(q.id.encode()).digest()[1:]
    )  # so that the first N are of all kinds
    questions = [q for q in shuffled if chosen.half in ("both", half(q))][: chosen.most]
    kit = Kit.open(chosen.corpus, quiet=True, memory=False, **(OPEN if chosen.calibrate else {}))
    file = RESULTS / f"critics-{chosen.corpus.name}.jsonl"
    systems = ["adaptive"] if chosen.calibrate else [chosen.system] if chosen.system else list(SYSTEMS)
    collect(kit, questions, file, systems, chosen.calibrate)
    asked = {q.id for q in questions}
    own = [row for row in rows(file) if row["id"] in asked and row["open"] == chosen.calibrate]
    own = [row for row in own if row["system"] in systems]
    found = (
        {"thresholds": thresholds(own, Settings())}
        if chosen.calibrate
        else {"shares": table(own), "endings": endings(own)}
    )
    name = "calibration" if chosen.calibrate else f"critics-{chosen.set or chosen.corpus.name}"
    settings = Settings().model_dump(
        mode="json", include={*OPEN, "supported_above", "partly_above", "tier", "provider"}
    )
    result = {"questions": len(questions), "half": chosen.half, "settings": settings, **found}
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    print(last_line(found))


def last_line(found: dict[str, Any]) -> str:
    """The result in one line of name=value."""
    values = {name: found["thresholds"][name]["threshold"] for name in CALIBRATED if "thresholds" in found}
    values |= {
        name.replace(", ", "_").replace(" ", "_").replace("-", "_"): row["mean"]
        for name, row in found.get("shares", {}).items()
    }
    return " ".join(f"{name}={value:.3f}" for name, value in values.items())


if __name__ == "__main__":
    main()
