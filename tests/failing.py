"""Runs with wrong answers, for the tests of failure modes."""

import json
from dataclasses import asdict, replace
from pathlib import Path

from samples import ROW

from ragkit.evaluate.experiments.results import SCHEMA
from ragkit.evaluate.failures.cases import Case
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.model.meter import Usage
from ragkit.runs.trace_file import save
from ragkit.state import Passage
from ragkit.trace import Step, Trace

OWLS = Passage("o", "Barn owls hunt mice at night. Ada Hill described this in 1931.", "owls.md")
CATS = Passage("c", "Tom Reed described cats in 1950. Cats hunt by day.", "cats.md")
TABLE = Passage("t", "| owl | mice | eggs |\n|---|---|---|\n| barn owl | 12 | 7 |\n| tawny owl | 31 | 4 |", "t.md")
WHO = Question(
    "who", "Who described how barn owls hunt?", "factual", "Ada Hill", (("Hill",),),
    (Support("owls.md", "Ada Hill described this in 1931."),), "easy", forbidden=("Tom Reed", "by nobody"),
)  # fmt: skip
YEAR = replace(WHO, question="In which year was it described how barn owls hunt?", keys=(("1931",),), forbidden=())
MICE = Question(
    "mice", "How many mice does the barn owl eat?", "table", "12", (("12",),),
    (Support("t.md", "| barn owl | 12 | 7 |"),), "easy",
)  # fmt: skip


def traced(answer, *passages, recalled=None):
    wrote = {} if recalled is None else {"recalled": recalled}
    return Trace("?", (Step("recall", 0.1, Usage(), wrote),), answer, passages, 1.0)


def case(question, answer, *passages, recalled=None, **said):
    """A wrong answer; with passages, or with what was recalled, it has a trace."""
    known = {"answer": answer, "right": 0.0, "question": question.id, "kind": question.kind} | said
    trace = traced(answer, *passages, recalled=recalled) if passages or recalled is not None else None
    return Case(replace(ROW, **known), question, "runs", trace)


CASES = [
    case(WHO, "It was Tom Reed. [2]", OWLS, CATS),
    case(WHO, "A farmer."),
    case(WHO, "Ada Hill.", right=1.0),
    case(MICE, "It eats 9 mice."),
    case(MICE, "It eats 12 mice.", right=1.0),
    case(MICE, "It eats some mice."),
]


def folder_in(path: Path, cases=CASES) -> Path:
    """A folder of results with these runs, and a trace where a case has one."""
    path.mkdir()
    rows = [replace(one.row, key=f"k{at}") for at, one in enumerate(cases)]
    manifest = {"schema": SCHEMA, "ragkit": "0", "settings": {}, "experiment": {}, "keys": [row.key for row in rows]}
    (path / "manifest.json").write_text(json.dumps(manifest))
    (path / "questions.jsonl").write_text("".join(json.dumps(asdict(one)) + "\n" for one in (WHO, MICE)))
    (path / "rows.jsonl").write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows))
    for row, one in zip(rows, cases, strict=True):
        if one.trace:
            save(one.trace, path / "traces" / f"{row.key}.json")
    return path
