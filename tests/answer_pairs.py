"""Pairs of answers for the tests of the pairwise judge: golden questions, rows of two systems, folders of results."""

import json
from dataclasses import asdict, replace
from pathlib import Path

from samples import ROW

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.judging.pairs import Pair
from ragkit.evaluate.judging.preferences import Asker, Preference, key
from ragkit.evaluate.judging.win_rates import Judged
from ragkit.evaluate.measures.rows import Results, Row

ASKER = Asker("scripted", structured=False, reference=False)
RIGHT, WRONG = "At night.", "By day."


def question(id: str, kind: str = "factual", answer: str | None = RIGHT) -> Question:
    return Question(id, f"When does {id} hunt?", kind, answer, (("night",),), (), "easy")


def row(system: str, id: str, **other) -> Row:
    usual = {"key": f"{system} {id}", "question": id, "system": system, "right": 1.0}
    return Row(**vars(ROW) | usual | other)


def pair(id: str = "owl", right: tuple = (1.0, 0.0), repeat: int = 0, **of_question) -> Pair:
    """A pair of `near` and `far`; an answer that is right differs from one that is not."""
    asked = question(id, **of_question)
    rows = []
    for system, grade in zip(("near", "far"), right, strict=True):
        answer = f"{system}: {RIGHT if grade else WRONG}"
        rows.append(row(system, id, right=grade, answer=answer, repeat=repeat, key=f"{system} {id} {repeat}"))
    return Pair(asked, *rows)


def preference(
    pair: Pair, a_first: str | None, b_first: str | None, note: str = "", asker: Asker = ASKER
) -> Preference:
    names = (pair.a.system, pair.b.system)
    return Preference(key(pair, asker), pair.question.id, pair.a.repeat, *names, asker, a_first, b_first, note)


def judged(pair: Pair, a_first: str | None, b_first: str | None) -> Judged:
    return Judged(pair, preference(pair, a_first, b_first))


def same(pair: Pair) -> Judged:
    """The pair with answers that read the same, which nobody is asked about."""
    alike = replace(pair, b=replace(pair.b, answer=f"{pair.a.answer} [1]"))
    return judged(alike, "tie", "tie")


def results_in(
    folder: Path, rows: list[Row], questions: list[Question], systems: dict | None = None, **settings
) -> Path:
    """A folder of results with these rows, as the runner leaves it."""
    folder.mkdir(exist_ok=True)
    names = dict.fromkeys(row.system for row in rows)
    usual = {"provider": "openai", "tier": "balanced", "model": "writer-7b"}
    manifest = {
        "schema": 1, "ragkit": "0.1.0", "keys": [row.key for row in rows], "settings": usual | settings,
        "experiment": {"systems": {name: {"settings": (systems or {}).get(name, {})} for name in names}, "beside": {}},
    }  # fmt: skip
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "questions.jsonl").write_text("".join(json.dumps(asdict(one)) + "\n" for one in questions))
    results = Results(folder)
    for one in rows:
        results.add(one)
    return folder
