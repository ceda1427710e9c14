"""The evidence prefix, byte for byte (docs/decisions.md). What the server makes of it: test_embedded.py."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ragkit.model.briefing import SYSTEM, brief, briefing, evidence
from ragkit.state import Passage
from ragkit.text.tables import spelled_out

OWL = Passage("owl", "Owls hunt at night.\n", source="owls.md", section="Owls > Food")
CAT = Passage("cat", "Cats sleep all day.", source="cats.pdf", page=3)
QUESTION = "Who is awake at night?"

ROOT = Path(__file__).parents[2]
ORDINARY = [
    *sorted((ROOT / "corpora").rglob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(ROOT.glob("*.md")),
]
"""Documents that nobody wrote to deceive."""


def text(messages):
    return "\0".join(f"{message.type}:{message.content}" for message in messages)


def test_two_calls_are_the_same_bytes_up_to_their_instructions():
    one, two = (text(brief(QUESTION, [OWL, CAT], order)) for order in ("Answer in a sentence.", "Grade each passage."))
    assert one.removesuffix("Answer in a sentence.") == two.removesuffix("Grade each passage.")
    assert one.endswith("Answer in a sentence.")
    assert two.endswith("Grade each passage.")


def test_the_prefix_is_system_then_passages_then_question():
    system, human = brief(QUESTION, [OWL, CAT], "Answer.")
    assert (system.type, system.content, human.type) == ("system", SYSTEM, "human")
    assert human.content == (
        "Passages:\n"
        "[1] (owls.md, Owls > Food)\nOwls hunt at night.\n\n"
        "[2] (cats.pdf, page 3)\nCats sleep all day.\n\n"
        "Question: Who is awake at night?\n\n"
        "Answer."
    )


@pytest.mark.parametrize("change", [{"score": 0.9}, {"id": "other"}, {"start": 5, "end": 24}])
def test_what_a_ranker_or_an_index_writes_changes_no_byte(change):
    assert evidence([replace(OWL, **change), CAT]) == evidence([OWL, CAT])


def test_no_evidence_is_said_and_braces_in_a_document_are_text():
    assert "(none found)" in briefing(QUESTION, [])
    assert "{question} %s {0}" in briefing(QUESTION, [replace(OWL, text="{question} %s {0}")])


def test_the_model_reads_the_rows_of_a_table_as_sentences():
    table = replace(OWL, text="| owl | mice |\n|---|---|\n| barn owl | 3 |")
    assert evidence([table]) == "[1] (owls.md, Owls > Food)\nbarn owl; mice: 3"


def plainly(question, passages):
    """The prefix as it was before anything in it was neutralised."""
    blocks = [f"[{n}] ({one.place})\n{spelled_out(one.text.strip())}" for n, one in enumerate(passages, start=1)]
    return "Passages:\n" + "\n\n".join(blocks) + f"\n\nQuestion: {question}"


@pytest.mark.parametrize("file", ORDINARY, ids=lambda file: file.stem)
def test_not_a_byte_of_an_ordinary_document_is_changed(file):
    written = file.read_text(encoding="utf-8")
    parts = [replace(OWL, text=part, source=file.name) for part in written.split("\n\n") if part.strip()]
    # This page of decisions names the marker itself.
    ordinary = [part for part in parts if "<|file_sep|>" not in part.text]
    assert len(ordinary) >= len(parts) - 3
    assert briefing(QUESTION, ordinary) == plainly(QUESTION, ordinary)


def test_not_a_byte_of_a_golden_question_is_changed():
    rows = (ROOT / "corpora/algorithms/questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(row)["question"] for row in rows]
    assert len(questions) > 50
    for question in questions:
        assert briefing(question, [OWL]) == plainly(question, [OWL])


@pytest.mark.parametrize(
    "name",
    ["Größe (alt).pdf", "数据/第 1 章.md", "a  b.md", "report [2].md", "Owls > Food > Mice (2)", "R&D: 100 %", "a\tb"],
)
def test_not_a_byte_of_an_ordinary_name_is_changed(name):
    for passage in (replace(OWL, source=name), replace(OWL, section=name)):
        assert briefing(QUESTION, [passage]) == plainly(QUESTION, [passage])


@pytest.mark.parametrize(
    "line", ["See [2] (below).", "[2]: owls", "[2](owls.md)", "(2) owls", "a[2] (owls)", "- [2] owls"]
)
def test_not_a_byte_of_an_ordinary_reference_is_changed(line):
    passages = [replace(OWL, text=f"{line}\n{line}")]
    assert briefing(line, passages) == plainly(line, passages)
